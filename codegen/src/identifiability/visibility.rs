//! Which physical parameters and lengths the base parameters depend on.
//!
//! With `L = J + m (|t|² 1 - t tᵀ)` and `h = m t`, a base parameter `c·theta` depends on an element
//! of `J` if it has that of `L`; on `t_x` if it has `h_x`, a product of inertia with `x`, or `Lyy` and
//! `Lzz` other than as their difference (then `t_x²` stays); on `m` if it has anything of the body.

use std::collections::BTreeMap;

use super::sample::{self, Samples};
use super::tree::Tree;
use super::{BaseParameters, Ratio, measured};
use crate::algebra::{
    Atom, BaseIndex, BodyIndex, ConstantIndex, Indexed, ParameterIndex, Poly, PrimeField, Rational,
    Symbol,
};
use crate::mechanism::{Body, Inertial, Mechanism, ParameterKind};

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
    let in_motion = in_motion(mechanism, base);
    for (index, constant) in mechanism.constants.enumerate() {
        all.push(Visibility {
            name: constant.name.clone(),
            quantity: Physical::Symbol {
                index,
                in_motion: in_motion[index],
            },
            within: places(&groups, |group| group.0.values().any(|c| c.has(index))),
        });
    }
    all
}

/// Which constants are in what representatives multiply: certain if so, else to 2^-200.
fn in_motion(mechanism: &Mechanism, base: &BaseParameters) -> Indexed<ConstantIndex, bool> {
    let changed = mechanism.constants.map(|k, _| further(mechanism, k));
    let mut found = mechanism.constants.map(|_, _| false);
    let kept = |mut row: sample::Sampled| {
        row.retain(|(k, _)| base.base.iter().any(|base| base.representative == *k));
        row
    };
    for quantity in mechanism.measure.quantities() {
        let (measured, along) = measured(mechanism, *quantity, None);
        let mut points = mechanism.constants.map(|_, _| 0);
        let fields = (0..).flat_map(|round| PrimeField::all().map(move |field| (round, field)));
        for (round, field) in fields.take(3 * POINTS) {
            let Some(tree) = Tree::of(&field, mechanism, along.as_ref()) else {
                continue;
            };
            let row = |tree: &Tree<u64>| {
                let samples = Samples {
                    field,
                    tree,
                    measured,
                };
                samples.row(round).map(kept)
            };
            let Some(own) = row(&tree) else { continue };
            for k in mechanism.constants.places() {
                if found[k] || points[k] == POINTS {
                    continue;
                }
                let tree = tree.with_bodies(&field, &changed[k], &[]);
                if let Some(other) = tree.and_then(|tree| row(&tree)) {
                    points[k] += 1;
                    found[k] = own != other;
                }
            }
        }
    }
    found
}

/// At so many points of a prime field nothing must change with a constant.
const POINTS: usize = 6;

/// The bodies that have a constant in their lengths, with it one step further.
fn further(mechanism: &Mechanism, constant: ConstantIndex) -> Vec<(BodyIndex, Body)> {
    let symbol = Atom::Symbol(Symbol::Constant(constant));
    let further = |atom| match Poly::atom(atom) {
        own if atom == symbol => &own + &Poly::one(),
        own => own,
    };
    let changed = mechanism.bodies.enumerate().filter_map(|(k, body)| {
        let mut body = body.clone();
        let lengths = body.before.translation.iter_mut();
        let mut has = false;
        for length in lengths.chain(&mut body.after.translation) {
            has |= length.atoms().contains(&symbol);
            *length = length.substitute(further);
        }
        has.then_some((k, body))
    });
    changed.collect()
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
    /// Whether its value changes with a constant: a quotient in lowest terms has no symbol that cancels.
    fn has(&self, constant: ConstantIndex) -> bool {
        let symbol = Atom::Symbol(Symbol::Constant(constant));
        let has = |poly: &Poly| poly.terms().iter().any(|(m, _)| m.exponent(symbol) > 0);
        has(&self.numerator) || has(&self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Atom, Group, Inertial, ParameterIndex, Poly, Ratio, Symbol};
    use crate::mechanism::{Axis, load};

    /// `tx²` is in `Lyy` and in `Lzz`: it cancels in `Lyy/l - Lzz/l` and in no other sum of them, whatever is left of it. A length
    /// counts above and below the bar.
    #[test]
    fn a_centre_is_hidden_where_two_inertias_have_opposite_quotients() {
        let text = "robot: pendulum\ngravity: [0, 0, -9.81]\nconstants:\n  \
                    l_1: {value: 0.4, unit: m, symbolic: true}\n  l_2: {value: 0.3, unit: m, symbolic: true}\n\
                    bodies:\n- {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n";
        let (mechanism, _) = load("pendulum.yaml", text).unwrap();
        let (arm, _) = mechanism.bodies.enumerate().next().unwrap();
        let inertia = |axis| {
            mechanism
                .inertial(arm, Inertial::Inertia(axis, axis))
                .unwrap()
        };
        let constants: Vec<Poly> = mechanism
            .constants
            .places()
            .map(|k| Poly::atom(Atom::Symbol(Symbol::Constant(k))))
            .collect();
        let [l_1, l_2] = [&constants[0], &constants[1]];
        let one = Poly::one();
        for (constant, poly) in mechanism.constants.places().zip(&constants) {
            let has =
                |above: &Poly, below: &Poly| Ratio::new(above.clone(), below.clone()).has(constant);
            assert!(has(poly, &one) && has(&one, poly) && !has(&one, &one));
        }
        let depends = |of_y: (&Poly, &Poly), of_z: (&Poly, &Poly)| {
            let ratio = |(a, b): (&Poly, &Poly)| Ratio::new(a.clone(), b.clone());
            let terms: BTreeMap<ParameterIndex, Ratio> = [
                (inertia(Axis::Y), ratio(of_y)),
                (inertia(Axis::Z), ratio(of_z)),
            ]
            .into();
            Group(terms).depends(&mechanism, arm, Inertial::Moment(Axis::X))
        };
        let minus = |poly: &Poly| -poly;
        assert!(!depends((&one, l_1), (&minus(&one), l_1)));
        assert!(!depends((l_2, l_1), (&minus(l_2), l_1)));
        assert!(depends((&one, l_1), (&one, l_1)));
        assert!(depends((&one, l_1), (&minus(&one), l_2)));
        assert!(depends((&one, l_1), (&minus(&one), &one)));
        assert!(depends((&one, l_1), (&minus(l_1), &one)));
        assert!(depends((l_1, l_2), (&minus(l_1), &one)));
        assert!(depends((l_1, l_2), (&minus(l_2), l_1)));
        assert!(depends((&one, &one), (&minus(l_1), l_2)));
    }
}
