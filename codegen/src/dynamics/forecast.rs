//! Whether a mechanism will pass its budget, from what its first bodies took.
//!
//! The energy of a body has more terms than that of the body that carries it: about three times as
//! many for each joint between them. A chain of twelve joints at arbitrary angles would spend its
//! budget on the eighth, in half a minute; the sixth tells that it will.

use super::expansion::Expansion;
use crate::algebra::{BodyIndex, Indexed, Ring};
use crate::mechanism::{JointKind, Mechanism};

/// By how much a turning joint multiplies the work, unless the joint above it did by less.
const GROWTH: f64 = 3.0;
/// How many turning joints ahead the rule is trusted.
const AHEAD: i32 = 4;

/// What each body took, and what hangs on it.
pub(super) struct Forecast<'m> {
    mechanism: &'m Mechanism,
    /// Work that was left before the next body.
    left: u64,
    /// Work that each body took so far.
    taken: Indexed<BodyIndex, f64>,
}

impl<'m> Forecast<'m> {
    /// A forecast for a mechanism of which nothing is expanded yet.
    pub(super) fn new(mechanism: &'m Mechanism, ring: &Ring<Expansion>) -> Self {
        Self {
            mechanism,
            left: ring.look(Expansion::left),
            taken: Indexed::default(),
        }
    }

    /// Whether the bodies that hang on the next one will take more than is left, now that it has
    /// been expanded itself.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub(super) fn exceeds(&mut self, ring: &Ring<Expansion>) -> bool {
        let left = ring.look(Expansion::left);
        let taken = self.left.saturating_sub(left) as f64;
        self.left = left;
        let Ok(body) = self.taken.push(taken) else {
            return true;
        };
        let parent = self.mechanism.bodies[body].parent;
        let measured = parent.map_or(GROWTH, |parent| taken / self.taken[parent].max(1.0));
        let growth = measured.clamp(1.0, GROWTH);
        let ahead: f64 = self
            .below(body)
            .map(|turns| taken * growth.powi(turns))
            .sum();
        ahead > self.left as f64
    }

    /// For each body near below a body: how many turning joints are between them.
    fn below(&self, body: BodyIndex) -> impl Iterator<Item = i32> {
        let turns = self.mechanism.bodies.recurse(|done, index, lower| {
            if index == body {
                return Some(0);
            }
            let above = lower.parent.and_then(|parent| done[parent])?;
            let turning = i32::from(lower.joint.kind != JointKind::Prismatic);
            Some(above + turning).filter(|&turns| turns <= AHEAD)
        });
        turns.into_iter().skip(body.at() + 1).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::{Expansion, Forecast, Mechanism, Ring};
    use crate::algebra::BodyIndex;
    use crate::mechanism::load;

    /// Bodies `b0`, `b1` and so on, each with what carries it and how it moves.
    fn tree(bodies: &[(&str, &str)]) -> Mechanism {
        let body = |(k, (parent, kind)): (usize, &(&str, &str))| {
            let joint = format!("{{name: q{k}, type: {kind}, axis: [0, 0, 1]}}");
            format!("- {{name: b{k}, parent: {parent}, joint: {joint}}}\n")
        };
        let bodies: String = bodies.iter().enumerate().map(body).collect();
        let text = format!("robot: tree\ngravity: [0, 0, -9.81]\nbodies:\n{bodies}");
        load("tree.yaml", &text).expect("a robot").0
    }

    fn ring(left: u64) -> Ring<Expansion> {
        Ring::over(Expansion::new(left))
    }

    /// A branch on the first body and another tree beside it; a slide is no turn, and the fifth turn is too far away.
    #[test]
    fn turns_are_counted_from_a_body_to_those_that_it_carries() {
        let mechanism = tree(&[
            ("base", "revolute"),
            ("b0", "continuous"),
            ("b1", "prismatic"),
            ("base", "revolute"),
            ("b2", "revolute"),
            ("b0", "prismatic"),
            ("b3", "revolute"),
        ]);
        let forecast = Forecast::new(&mechanism, &ring(1));
        let below = |body: u16| forecast.below(BodyIndex::from(body)).collect::<Vec<i32>>();
        assert_eq!(below(0), [1, 1, 2, 0]);
        assert_eq!(below(1), [0, 1]);
        assert_eq!(below(3), [1]);
        assert_eq!(
            [below(4), below(5), below(6)],
            [const { Vec::<i32>::new() }; 3]
        );
        let chain = tree(&[
            ("base", "revolute"),
            ("b0", "revolute"),
            ("b1", "revolute"),
            ("b2", "revolute"),
            ("b3", "revolute"),
            ("b4", "revolute"),
        ]);
        let forecast = Forecast::new(&chain, &ring(1));
        let below = forecast.below(BodyIndex::from(0)).collect::<Vec<_>>();
        assert_eq!(below, [1, 2, 3, 4]);
    }

    /// Three bodies in a row, of which the first two take so much: what is left just suffices for those that follow, or is one
    /// less.
    #[test]
    fn what_follows_grows_as_fast_as_it_has_grown_but_no_faster_than_threefold() {
        let mechanism = tree(&[("base", "revolute"), ("b0", "revolute"), ("b1", "revolute")]);
        // The first one has none below it: threefold, 300 and 900.
        for (left, expected) in [(1200, false), (1199, true)] {
            let mut forecast = Forecast::new(&mechanism, &ring(left + 100));
            assert_eq!(forecast.exceeds(&ring(left)), expected, "{left}");
        }
        for (first, second, third) in [
            (100, 200, 400),
            (100, 300, 900),
            (100, 400, 1200),
            (100, 100, 100),
            (100, 50, 50),
            // Of what took nothing there is no quotient.
            (0, 2, 4),
        ] {
            for (left, expected) in [(third, false), (third - 1, true)] {
                let mut forecast = Forecast::new(&mechanism, &ring(first + second + left));
                forecast.exceeds(&ring(second + left));
                assert_eq!(
                    forecast.exceeds(&ring(left)),
                    expected,
                    "{first}, {second}, {left}"
                );
            }
        }
    }
}
