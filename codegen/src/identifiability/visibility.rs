//! Which physical parameters and lengths the base parameters depend on.
//!
//! With `L = J + m (|t|² 1 - t tᵀ)` and `h = m t`, a base parameter `c·theta` depends on an element
//! of `J` if it has that of `L`; on `t_x` if it has `h_x`, a product of inertia with `x`, or `Lyy` and
//! `Lzz` other than as their difference (then `t_x²` stays); on `m` if it has anything of the body.

use std::collections::BTreeMap;

use super::table::Table;
use super::{BaseParameters, Ratio};
use crate::algebra::{Atom, Poly};
use crate::dynamics::Functions;
use crate::mechanism::{Mechanism, PHYSICAL_SYMBOLS, ParameterKind};

/// A physical parameter, or a symbolic constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visibility {
    /// Its name: `tx_a`, `Jyy_a`, `l_b1`, `fv_m1`.
    pub name: String,
    /// What it is.
    pub quantity: Physical,
    /// The base parameters that depend on it, by index; it is invisible if there are none.
    pub within: Vec<usize>,
}

/// What a visible or invisible quantity is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Physical {
    /// Of a body: mass, centre of mass or inertia about it, counted as [`PHYSICAL_SYMBOLS`].
    Body {
        /// Index of the body.
        body: usize,
        /// 0 to 9.
        component: usize,
    },
    /// A parameter of a drive, by its index among the standard parameters.
    Drive(usize),
    /// A symbolic constant.
    Symbol {
        /// Its index.
        index: usize,
        /// Whether it is in the functions of the motion that base parameters multiply.
        in_motion: bool,
    },
}

/// Every physical parameter of bodies, parameter of drives and symbolic constant, in this order.
#[must_use]
pub fn visibilities(
    mechanism: &Mechanism,
    functions: &[Functions],
    base: &BaseParameters,
) -> Vec<Visibility> {
    let table = Table::of(mechanism, functions);
    let groups: Vec<Group> = base.base.iter().map(Group::of).collect();
    let mut all = Vec::new();
    for (index, parameter) in mechanism.parameters.iter().enumerate() {
        let (name, quantity) = match parameter.kind {
            ParameterKind::Inertial { body, component } => {
                let name = &mechanism.bodies[body].name;
                let name = format!("{}_{name}", PHYSICAL_SYMBOLS[component]);
                (name, Physical::Body { body, component })
            }
            _ => (parameter.name.clone(), Physical::Drive(index)),
        };
        let depends = |group: &Group| match quantity {
            Physical::Body { component, .. } => group.depends(index - component, component),
            _ => group.has(index),
        };
        all.push(Visibility {
            name,
            quantity,
            within: places(&groups, depends),
        });
    }
    for (index, symbol) in mechanism.symbols.iter().enumerate() {
        all.push(Visibility {
            name: symbol.name.clone(),
            quantity: Physical::Symbol {
                index,
                in_motion: in_motion(&table, base, index),
            },
            within: places(&groups, |group| group.0.values().any(|c| c.has(index))),
        });
    }
    all
}

/// Whether a symbol is in the column of a representative.
fn in_motion(table: &Table, base: &BaseParameters, symbol: usize) -> bool {
    let is_it = |atom: Atom| matches!(atom, Atom::Symbol(i) if usize::from(i) == symbol);
    let mut entries = table.places().values().flatten();
    entries.any(|(parameter, entry)| {
        let mut factors = entry.terms().iter().flat_map(|(m, _)| m.factors());
        base.base.iter().any(|b| b.representative == *parameter)
            && factors.any(|&(atom, _)| is_it(atom))
    })
}

fn places(groups: &[Group], depends: impl Fn(&Group) -> bool) -> Vec<usize> {
    (0..groups.len()).filter(|&k| depends(&groups[k])).collect()
}

/// The coefficients of a base parameter.
struct Group(BTreeMap<usize, Ratio>);

impl Group {
    fn of(base: &super::BaseParameter) -> Self {
        let mut terms = base.others.clone();
        terms.insert(
            base.representative,
            Ratio::from(crate::algebra::Rational::ONE),
        );
        Self(terms)
    }

    fn has(&self, parameter: usize) -> bool {
        self.0
            .get(&parameter)
            .is_some_and(|ratio| !ratio.numerator.is_zero())
    }

    /// Whether it depends on a physical parameter of the body whose parameters begin at `first`.
    fn depends(&self, first: usize, component: usize) -> bool {
        // Lxx, Lxy, Lxz, Lyy, Lyz, Lzz are 4 to 9.
        let centre = |moment: usize, products: [usize; 2], squares: [usize; 2]| {
            self.has(first + moment)
                || products.iter().any(|k| self.has(first + k))
                || !self.cancel(squares.map(|k| first + k))
        };
        match component {
            0 => (0..10).any(|k| self.has(first + k)),
            1 => centre(1, [5, 6], [7, 9]),
            2 => centre(2, [5, 8], [4, 9]),
            3 => centre(3, [6, 8], [4, 7]),
            _ => self.has(first + component),
        }
    }

    /// Whether the coefficients of two parameters add to zero.
    fn cancel(&self, [a, b]: [usize; 2]) -> bool {
        match (self.0.get(&a), self.0.get(&b)) {
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
    /// Whether its value changes with a symbol. A quotient of polynomials that is the same one step
    /// further on, for every value, is the same everywhere.
    fn has(&self, symbol: usize) -> bool {
        let further = |poly: &Poly| {
            poly.substitute(|atom| match atom {
                Atom::Symbol(i) if usize::from(i) == symbol => &Poly::atom(atom) + &Poly::one(),
                other => Poly::atom(other),
            })
        };
        let (n, d) = (&self.numerator, &self.denominator);
        &further(n) * d != n * &further(d)
    }
}
