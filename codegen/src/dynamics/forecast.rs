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
