//! Which physical parameters and lengths the base parameters depend on.
//!
//! With `L = J + m (|t|² 1 - t tᵀ)` and `h = m t`, a base parameter `c·theta` depends on an element
//! of `J` if it has that of `L`; on `t_x` if it has `h_x`, a product of inertia with `x`, or `Lyy` and
//! `Lzz` other than as their difference (then `t_x²` stays); on `m` if it has anything of the body.

use std::collections::BTreeMap;

use super::{BaseParameters, Ratio, sample};
use crate::algebra::{
    Atom, BaseIndex, BodyIndex, ConstantIndex, Indexed, ParameterIndex, Poly, PrimeField, Rational,
    Symbol,
};
use crate::mechanism::{Inertial, Mechanism, ParameterKind, Quantity};

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
pub fn visibilities(mechanism: &Mechanism, base: &BaseParameters) -> Vec<Visibility> {
    let groups = base.base.map(|_, base| Group::of(base));
    let mut all = Vec::new();
    for (index, parameter) in mechanism.parameters.enumerate() {
        let quantity = match parameter.kind {
            ParameterKind::Inertial { body, component } => Physical::Body { body, component },
            _ => Physical::Drive(index),
        };
        let depends = |group: &Group| match quantity {
            Physical::Body { body, component } => group.depends(mechanism, body, component),
            _ => group.has(index),
        };
        all.push(Visibility {
            name: parameter.physical.clone(),
            quantity,
            within: places(&groups, depends),
        });
    }
    for (index, constant) in mechanism.constants.enumerate() {
        all.push(Visibility {
            name: constant.name.clone(),
            quantity: Physical::Symbol {
                index,
                in_motion: in_motion(mechanism, base, index),
            },
            within: places(&groups, |group| group.0.values().any(|c| c.has(index))),
        });
    }
    all
}

/// Whether a constant is in what a representative multiplies: certain if so, else to 2^-200.
fn in_motion(mechanism: &Mechanism, base: &BaseParameters, constant: ConstantIndex) -> bool {
    let is_it = |atom| atom == Atom::Symbol(Symbol::Constant(constant));
    let further = |atom| match is_it(atom) {
        true => &Poly::atom(atom) + &Poly::one(),
        false => Poly::atom(atom),
    };
    let mut changed = mechanism.clone();
    for body in changed.bodies.iter_mut() {
        let before = body.before.translation.iter_mut();
        for length in before.chain(&mut body.after.translation) {
            *length = length.substitute(further);
        }
    }
    let quantities = mechanism.measure.quantities().iter();
    let fields = || (0..).flat_map(|round| PrimeField::all().map(move |field| (round, field)));
    let differs = |quantity: Quantity| {
        let rows = fields().take(3 * POINTS).filter_map(|(round, field)| {
            let row = |mechanism| sample::of(field, mechanism, quantity, round);
            Some((row(mechanism)?, row(&changed)?))
        });
        let kept = |row: &sample::Sampled| -> sample::Sampled {
            let is_kept = |k| base.base.iter().any(|base| base.representative == k);
            row.iter().filter(|(k, _)| is_kept(*k)).copied().collect()
        };
        rows.take(POINTS)
            .any(|(row, other)| kept(&row) != kept(&other))
    };
    quantities.copied().any(differs)
}

/// At so many points of a prime field nothing must change with a constant.
const POINTS: usize = 6;

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
