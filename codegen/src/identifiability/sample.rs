//! The energy of two motions at a random point of a prime field: a random row of what is measured,
//! by a recursion of numbers that knows nothing of harmonics or spans.

use std::collections::BTreeMap;
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::link::{Link, functional};
use super::state::Measured;
use super::tree::Tree;
use super::twist::Motion;
use super::waves::Variable;
use crate::algebra::linear::{Row, plus};
use crate::algebra::{BodyIndex, Field, ParameterIndex, PrimeField, Rational};

/// A row: the number of each parameter that has one.
pub(super) type Sampled = Row<ParameterIndex, u64>;

/// A robot at random points.
pub(super) struct Samples<'t> {
    /// The field.
    pub field: PrimeField,
    /// The robot at the field's point for its lengths.
    pub tree: &'t Tree<u64>,
    /// What is measured.
    pub measured: Measured,
}

/// What is drawn for a sample.
#[derive(Clone, Copy, Hash)]
enum Drawn {
    Angle,
    Position,
    Rate(bool),
    Base(bool),
    Sensor,
}

/// Which variables a sample has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moving {
    All,
    /// None but the base.
    Base,
    /// Not the motion along which a torque is measured.
    NotAlong,
}

impl Samples<'_> {
    /// A row of what is measured, drawn by a number; `None` if the prime divides a number there.
    pub(super) fn row(&self, round: u64) -> Option<Sampled> {
        let all = self.energy(round, Moving::All)?;
        let without = match self.measured {
            Measured::Along => Moving::NotAlong,
            Measured::Power if self.tree.is_moved => Moving::Base,
            _ => return Some(all),
        };
        let rest = self.energy(round, without)?;
        Some(plus(&self.field, &all, &self.field.neg(&1), &rest))
    }

    fn drawn<T: std::hash::Hash>(&self, round: u64, what: Drawn, of: T) -> u64 {
        self.field
            .element(FxBuildHasher.hash_one((round, what, of)))
    }

    /// What the parameters multiply in the energy of two random motions.
    fn energy(&self, round: u64, moving: Moving) -> Option<Sampled> {
        let (field, tree) = (&self.field, self.tree);
        let counts = |variable: Variable| match moving {
            Moving::All => true,
            Moving::Base => false,
            Moving::NotAlong => variable != Variable::Along,
        };
        let rate = |variable: Variable, second: bool| match variable {
            Variable::Gravity => u64::from(second && moving != Moving::Base),
            _ if !counts(variable) => 0,
            _ => self.drawn(round, Drawn::Rate(second), variable),
        };
        let mut sampled: BTreeMap<ParameterIndex, u64> = BTreeMap::new();
        let mut motions: BTreeMap<BodyIndex, [Motion<u64>; 2]> = BTreeMap::new();
        for (body, link) in tree.links.enumerate() {
            let below = link.parent.and_then(|parent| motions.get(&parent));
            let below = below.cloned().unwrap_or_else(|| self.base(round));
            let weights = self.weights(link, round, &counts)?;
            let [first, second] = [false, true].map(|second| {
                let own = link
                    .own
                    .map(Variable::Coordinate)
                    .map(|own| (own, Rational::ONE));
                let terms = link.shared.iter().cloned().chain(own);
                let rates = terms.filter_map(|(variable, factor)| {
                    Some(field.mul(&field.number(&factor)?, &rate(variable, second)))
                });
                let rate = rates.fold(0, |sum, term| field.add(&sum, &term));
                let carried = self.carried(link, &weights, &below[usize::from(second)]);
                plus(field, &carried, &rate, &link.screw)
            });
            let first = match self.measured {
                Measured::Wrench(sensor, _) if sensor == body => (0..6)
                    .map(|k| (k, self.drawn(round, Drawn::Sensor, k)))
                    .collect(),
                Measured::Wrench(..) if below[0].is_empty() => Row::new(),
                Measured::Wrench(..) => self.carried(link, &weights, &below[0]),
                _ => first,
            };
            for (place, value) in functional(field, &first, &second) {
                if let Some(parameter) = tree.parameters[body][place] {
                    sampled.insert(parameter, value);
                }
            }
            motions.insert(body, [first, second]);
        }
        for drive in &tree.drives {
            let turned = |second| {
                let rates = tree.turns.keys().filter_map(|variable| {
                    let factor = field.number(&drive.rate(*variable))?;
                    Some(field.mul(&factor, &rate(*variable, second)))
                });
                rates.fold(0, |sum, term| field.add(&sum, &term))
            };
            let second = if drive.is_inertia {
                turned(true)
            } else {
                rate(Variable::Gravity, true)
            };
            if !matches!(self.measured, Measured::Wrench(..)) {
                sampled.insert(drive.parameter, field.mul(&turned(false), &second));
            }
        }
        Some(
            sampled
                .into_iter()
                .filter(|(_, value)| *value != 0)
                .collect(),
        )
    }

    /// The motions of the base: of one at rest the second is that of gravity.
    fn base(&self, round: u64) -> [Motion<u64>; 2] {
        let random = |second| {
            (0..6)
                .map(|k| (k, self.drawn(round, Drawn::Base(second), k)))
                .collect()
        };
        match (self.measured, self.tree.is_moved) {
            (Measured::Wrench(..), true) => [Row::new(), random(true)],
            (_, true) => [random(false), random(true)],
            (_, false) => [
                Row::new(),
                self.tree.base.first().cloned().unwrap_or_default(),
            ],
        }
    }

    /// The motion of the body below as the body has it.
    fn carried(&self, link: &Link<u64>, weights: &[u64], motion: &Motion<u64>) -> Motion<u64> {
        let mut carried = Row::new();
        for (harmonic, weight) in link.harmonics.iter().zip(weights) {
            for (k, number) in motion {
                let factor = self.field.mul(weight, number);
                carried = plus(&self.field, &carried, &factor, &harmonic.motions[*k]);
            }
        }
        carried
    }

    /// The values of the harmonics that motions have.
    fn weights(
        &self,
        link: &Link<u64>,
        round: u64,
        counts: &impl Fn(Variable) -> bool,
    ) -> Option<Vec<u64>> {
        let field = &self.field;
        let own = link
            .own
            .map(Variable::Coordinate)
            .map(|own| (own, Rational::ONE));
        let terms = link
            .shared
            .iter()
            .cloned()
            .chain(own)
            .filter(|(k, _)| counts(*k));
        if link.harmonics.len() == 3 {
            let position = terms.map(|(variable, factor)| {
                let position = self.drawn(round, Drawn::Position, variable);
                Some(field.mul(&field.number(&factor)?, &position))
            });
            let position: Option<Vec<u64>> = position.collect();
            return Some(vec![
                1,
                position?.iter().fold(0, |sum, x| field.add(&sum, x)),
            ]);
        }
        let mut point = (1, 0);
        for (variable, factor) in terms {
            let (times, _) = (&factor / self.tree.turns.get(&variable)?)?.small()?;
            let tangent = self.drawn(round, Drawn::Angle, variable);
            let once = field.circle(tangent)?;
            let mut power = if times < 0 {
                (once.0, field.neg(&once.1))
            } else {
                once
            };
            let mut left = times.unsigned_abs();
            while left > 0 {
                if left & 1 == 1 {
                    point = turned(field, point, power);
                }
                power = turned(field, power, power);
                left >>= 1;
            }
        }
        Some(vec![1, point.0, point.1])
    }
}

/// Cosine and sine of a sum of angles.
fn turned(field: &PrimeField, (c, s): (u64, u64), (d, t): (u64, u64)) -> (u64, u64) {
    let (cd, st) = (field.mul(&c, &d), field.mul(&s, &t));
    let (ct, sd) = (field.mul(&c, &t), field.mul(&s, &d));
    (field.add(&cd, &field.neg(&st)), field.add(&ct, &sd))
}

#[cfg(test)]
mod tests {
    use super::{Field, PrimeField, Samples, Tree};
    use crate::algebra::Ratio;
    use crate::identifiability::{base_parameters, measured};
    use crate::mechanism::load;

    /// Two links, a slide and a slide that moves with it, on a base or not, with drives that are coupled.
    const SHARED: &str = "robot: sampled\ngravity: [1, 2, -9.81]\nconstants: {l: {value: 0.4, unit: m, symbolic: true}}\n\
        bodies:\n\
        - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0], armature: true}}\n\
        - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [1, 0, 0], origin: {xyz: [0, l, 1]}, \
        friction: [viscous, coulomb, offset]}}\n\
        - {name: c, parent: a, joint: {name: q3, type: prismatic, axis: [0, 0.6, 0.8], armature: true, \
        friction: [offset]}}\n\
        - {name: d, parent: c, joint: {name: q4, type: prismatic, axis: [0, 0, 1], origin: {xyz: [1, 0, 0]}, \
        coordinate: {q3: -2}}}\n\
        - {name: e, parent: d, joint: {name: q5, type: revolute, axis: [0, 0, 1], coordinate: {q1: -1, q2: 0.5}}}\n\
        drives: {transmission: [[30, 0, 0], [3, 40, 0], [0, -5, 60]], motors: [{name: m1, rotor_inertia: true}, \
        {name: m2, rotor_inertia: true, friction: [offset]}, {name: m3, rotor_inertia: true}]}\n";

    /// The same without joints that move with others.
    fn plain() -> String {
        let lines = SHARED.lines().filter(|line| !line.contains("coordinate:"));
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// What a base parameter is made of has the share of its representative in every motion.
    #[test]
    fn random_rows_are_combinations_of_base_parameters() {
        for (robot, measure) in [SHARED.to_owned(), plain()].iter().flat_map(|robot| {
            let measures = [
                "",
                "base: floating\n",
                "measure: energy\n",
                "base: floating\nmeasure: energy\n",
                "measure: {torque: m2}\n",
                "measure: {wrench: a}\n",
                "measure: {wrench: c}\n",
                "base: floating\nmeasure: {wrench: c}\n",
            ];
            measures.map(|measure| (robot, measure))
        }) {
            let text = format!("{robot}{measure}");
            let (mechanism, _) = load("sampled.yaml", &text).unwrap();
            let base = base_parameters(&mechanism).unwrap();
            let field = PrimeField::all().next().unwrap();
            let (measured, along) = measured(&mechanism, mechanism.measure.quantities()[0], None);
            let tree = Tree::of(&field, &mechanism, along.as_ref()).unwrap();
            let samples = Samples {
                field,
                tree: &tree,
                measured,
            };
            let mut seen = mechanism.parameters.map(|_, _| false);
            for round in 0..3 {
                let row = samples.row(round).unwrap();
                let at = |k| {
                    row.iter()
                        .find(|(other, _)| *other == k)
                        .map_or(0, |(_, x)| *x)
                };
                let mut expected = mechanism.parameters.map(|_, _| 0);
                for parameter in &base.base {
                    let own = at(parameter.representative);
                    expected[parameter.representative] = own;
                    for (
                        &other,
                        Ratio {
                            numerator,
                            denominator,
                        },
                    ) in &parameter.others
                    {
                        let [above, below] =
                            [numerator, denominator].map(|p| field.embed(p).unwrap());
                        let share = field.mul(&above, &field.inverse(&below).unwrap());
                        expected[other] = field.add(&expected[other], &field.mul(&own, &share));
                    }
                }
                for (k, parameter) in mechanism.parameters.enumerate() {
                    assert_eq!(at(k), expected[k], "{} of {measure}", parameter.name);
                    seen[k] |= at(k) != 0;
                }
            }
            // Whatever bodies and inertias of drives reveal is drawn.
            for parameter in &base.base {
                let name = &mechanism.parameters[parameter.representative].name;
                let is_drawn = seen[parameter.representative];
                assert_eq!(
                    is_drawn,
                    !(name.starts_with("fv") || name.starts_with("fc")),
                    "{name}"
                );
            }
        }
    }
}
