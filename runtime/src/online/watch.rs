//! What is wrong with a sample before anything is learned from it.

use crate::Real;

/// What a sensor or a drive did that no model explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A position or torque is infinite or not a number.
    NotFinite {
        /// The coordinate or torque, from 0.
        index: usize,
    },
    /// A position moved further in one step than the coordinate can.
    Jump {
        /// The coordinate, from 0.
        index: usize,
    },
    /// A position stayed the same, to the bit, while the coordinate had to move.
    Frozen {
        /// The coordinate, from 0.
        index: usize,
    },
    /// A torque is at its limit: what acts is not what was asked.
    Saturated {
        /// The torque, from 0.
        index: usize,
    },
}

/// The limits that samples are watched with: infinite ones watch nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits<S, const N: usize> {
    /// The furthest that a coordinate moves in one step (rad or m): its largest speed times the step, and some.
    pub step: [S; N],
    /// The torques at which drives saturate (N·m or N), as they are measured: averages of filters never reach them.
    pub torque: [S; N],
    /// The speed above which a coordinate that is asked to move cannot stand still (rad/s or m/s).
    pub moving: [S; N],
    /// How many samples a position may stay the same while it should move.
    pub patience: u32,
}

/// Watches samples of `N` coordinates for what no model explains.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Watch<S, const N: usize> {
    limits: Limits<S, N>,
    last: Option<[S; N]>,
    same: [u32; N],
}

impl<S: Real, const N: usize> Watch<S, N> {
    /// Watches with limits.
    #[must_use]
    pub fn new(limits: Limits<S, N>) -> Self {
        Self {
            limits,
            last: None,
            same: [0; N],
        }
    }

    /// The first thing that is wrong with measured positions and torques while velocities `wanted` are asked for.
    pub fn look(&mut self, q: &[S; N], tau: &[S; N], wanted: &[S; N]) -> Option<Event> {
        let odd = |values: &[S; N]| values.iter().position(|x| !x.value().is_finite());
        if let Some(index) = odd(q).or_else(|| odd(tau)) {
            self.last = None;
            return Some(Event::NotFinite { index });
        }
        let jump = self.last.and_then(|last| {
            let steps = q.iter().zip(&last).zip(&self.limits.step);
            let mut steps = steps.map(|((&q, &last), limit)| ((q - last).value(), limit.value()));
            steps.position(|(step, limit)| !(-limit..=limit).contains(&step))
        });
        let frozen = self.frozen(q, wanted);
        self.last = Some(*q);
        if let Some(index) = jump {
            return Some(Event::Jump { index });
        }
        if let Some(index) = frozen {
            return Some(Event::Frozen { index });
        }
        self.saturated(tau)
    }

    /// The first torque that is at its limit.
    pub(super) fn saturated(&self, tau: &[S; N]) -> Option<Event> {
        let mut torques = tau.iter().zip(&self.limits.torque);
        let saturated = torques
            .position(|(tau, limit)| tau.value() >= limit.value() || -tau.value() >= limit.value());
        saturated.map(|index| Event::Saturated { index })
    }

    /// Samples were missed: the next one is compared with none before.
    pub fn skip(&mut self) {
        self.last = None;
        self.same = [0; N];
    }

    /// The first coordinate that has not moved at all for too long although it should.
    fn frozen(&mut self, q: &[S; N], wanted: &[S; N]) -> Option<usize> {
        let last = self.last?;
        let speeds = wanted.iter().zip(&self.limits.moving);
        let moves = speeds.map(|(qd, limit)| {
            let (speed, limit) = (qd.value(), limit.value());
            speed > limit || -speed > limit
        });
        let still = q
            .iter()
            .zip(&last)
            .map(|(q, last)| q.value() == last.value());
        let mut found = None;
        for (index, (same, (still, moves))) in
            self.same.iter_mut().zip(still.zip(moves)).enumerate()
        {
            *same = if still && moves {
                same.saturating_add(1)
            } else {
                0
            };
            if *same > self.limits.patience {
                found = found.or(Some(index));
            }
        }
        found
    }
}
