//! Which physical parameters and lengths the base parameters depend on.
//!
//! With `L = J + m (|t|² 1 - t tᵀ)` and `h = m t`, a base parameter `c·theta` depends on an element
//! of `J` if it has that of `L`; on `t_x` if it has `h_x`, a product of inertia with `x`, or `Lyy` and
//! `Lzz` other than as their difference (then `t_x²` stays); on `m` if it has anything of the body.

use std::collections::BTreeMap;

use super::table::Table;
use super::{BaseParameters, Ratio};
use crate::algebra::{
    Atom, BaseIndex, BodyIndex, ConstantIndex, Indexed, ParameterIndex, Poly, Rational, Symbol,
};
use crate::dynamics::Functions;
use crate::mechanism::{Inertial, Mechanism, ParameterKind};

/// A physical parameter, or a symbolic constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visibility {
    /// Its name: `tx_a`, `Jyy_a`, `l_b1`, `fv_m1`.
    pub name: String,
    /// What it is.
    pub quantity: Physical,
    /// The base parameters that depend on it; it is invisible if there are none.
    pub within: Vec<BaseIndex>,
}

/// What a visible or invisible quantity is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Physical {
    /// Of a body: mass, centre of mass or inertia about it.
    Body {
        /// The body.
        body: BodyIndex,
        /// Which of them.
        component: Inertial,
    },
    /// A parameter of a drive.
    Drive(ParameterIndex),
    /// A symbolic constant.
    Symbol {
        /// Which.
        index: ConstantIndex,
        /// Whether it is in the functions of the motion that base parameters multiply.
        in_motion: bool,
    },
}

/// Every physical parameter of bodies, parameter of drives and symbolic constant, in this order.
#[must_use]
pub fn visibilities(
    mechanism: &Mechanism,
    functions: &Indexed<ParameterIndex, Functions>,
    base: &BaseParameters,
) -> Vec<Visibility> {
    let table = Table::of(mechanism, functions);
    let groups = base.base.map(|_, base| Group::of(base));
    let mut all = Vec::new();
    for (index, parameter) in mechanism.parameters.enumerate() {
        let (name, quantity) = match parameter.kind {
            ParameterKind::Inertial { body, component } => {
                let name = &mechanism.bodies[body].name;
                let name = format!("{}_{name}", component.physical());
                (name, Physical::Body { body, component })
            }
            _ => (parameter.name.clone(), Physical::Drive(index)),
        };
        let depends = |group: &Group| match quantity {
            Physical::Body { body, component } => group.depends(mechanism, body, component),
            _ => group.has(index),
        };
        all.push(Visibility {
            name,
            quantity,
            within: places(&groups, depends),
        });
    }
    for (index, constant) in mechanism.constants.enumerate() {
        all.push(Visibility {
            name: constant.name.clone(),
            quantity: Physical::Symbol {
                index,
                in_motion: in_motion(&table, base, index),
            },
            within: places(&groups, |group| group.0.values().any(|c| c.has(index))),
        });
    }
    all
}

/// Whether a constant is in the column of a representative.
fn in_motion(table: &Table, base: &BaseParameters, constant: ConstantIndex) -> bool {
    let is_it = |atom: Atom| atom == Atom::Symbol(Symbol::Constant(constant));
    let mut entries = table.places().values().flatten();
    entries.any(|(parameter, entry)| {
        let mut factors = entry.terms().iter().flat_map(|(m, _)| m.factors());
        base.base.iter().any(|b| b.representative == *parameter)
            && factors.any(|&(atom, _)| is_it(atom))
    })
}

fn places(groups: &Indexed<BaseIndex, Group>, depends: impl Fn(&Group) -> bool) -> Vec<BaseIndex> {
    groups.places().filter(|&k| depends(&groups[k])).collect()
}

/// The coefficients of a base parameter.
struct Group(BTreeMap<ParameterIndex, Ratio>);

impl Group {
    fn of(base: &super::BaseParameter) -> Self {
        let mut terms = base.others.clone();
        terms.insert(base.representative, Ratio::from(Rational::ONE));
        Self(terms)
    }

    fn has(&self, parameter: ParameterIndex) -> bool {
        self.0
            .get(&parameter)
            .is_some_and(|ratio| !ratio.numerator.is_zero())
    }

    /// Whether it depends on a physical parameter of a body.
    fn depends(&self, mechanism: &Mechanism, body: BodyIndex, component: Inertial) -> bool {
        let index = |component| mechanism.inertial(body, component);
        let has = |component| index(component).is_some_and(|k| self.has(k));
        match component {
            Inertial::Mass => Inertial::ALL.into_iter().any(has),
            Inertial::Moment(axis) => {
                let across = axis.others();
                has(component)
                    || across.into_iter().any(|k| has(Inertial::inertia(axis, k)))
                    || !self.cancel(across.map(|k| index(Inertial::Inertia(k, k))))
            }
            Inertial::Inertia(..) => has(component),
        }
    }

    /// Whether the coefficients of two parameters add to zero.
    fn cancel(&self, pair: [Option<ParameterIndex>; 2]) -> bool {
        let [a, b] = pair.map(|parameter| self.0.get(&parameter?));
        match (a, b) {
            (None, None) => true,
            (Some(ratio), None) | (None, Some(ratio)) => ratio.numerator.is_zero(),
            (Some(a), Some(b)) => {
                let sum = &(&a.numerator * &b.denominator) + &(&b.numerator * &a.denominator);
                sum.is_zero()
            }
        }
    }
}

impl Ratio {
    /// Whether its value changes with a constant. A quotient of polynomials that is the same one step
    /// further on, for every value, is the same everywhere.
    fn has(&self, constant: ConstantIndex) -> bool {
        let symbol = Atom::Symbol(Symbol::Constant(constant));
        let further = |poly: &Poly| {
            poly.substitute(|atom| match Poly::atom(atom) {
                own if atom == symbol => &own + &Poly::one(),
                own => own,
            })
        };
        let (n, d) = (&self.numerator, &self.denominator);
        &further(n) * d != n * &further(d)
    }
}
