//! What a planned motion uses of the joints' limits.

use serde::Serialize;

use crate::rows::position_unit;
use armwright_runtime::{Joint, JointKind, Model};

use super::limits::{JointLimits, Limits};
use super::planned::Planned;

/// A joint that moves by less, rad or m, stands still.
const STILL: f64 = 1e-3;

/// What a joint does in a motion.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JointUse {
    /// Its name.
    pub name: String,
    /// `rad`, or `m` of one that slides.
    pub unit: &'static str,
    /// Lowest and highest position, in that unit.
    pub position: [f64; 2],
    /// Highest speed, rad/s or m/s.
    pub velocity: f64,
    /// Highest acceleration, rad/s² or m/s².
    pub acceleration: f64,
    /// The largest of position, velocity and acceleration as a share of the limits, each; above 1 they are exceeded.
    pub used: [f64; 3],
    /// Whether it stands still.
    pub still: bool,
}

/// What each joint does.
pub(super) fn joints(model: &Model, planned: &Planned, limits: &Limits) -> Vec<JointUse> {
    let all = model.joints.iter().zip(&limits.joints).enumerate();
    all.map(|(j, (joint, limits))| {
        let columns = [0, 1, 2].map(|order| planned.state[order][j].iter().copied());
        JointUse::of(joint, limits, columns.map(extremes))
    })
    .collect()
}

/// What joints do that move with others, and have limits.
pub(super) fn followers(model: &Model, planned: &Planned) -> Vec<JointUse> {
    let each = model.followers.iter().map(|follower| {
        let joint = &follower.joint;
        let limits = JointLimits {
            position: joint.position.unwrap_or([f64::MIN, f64::MAX]),
            velocity: joint.velocity.unwrap_or(f64::INFINITY),
            acceleration: joint.acceleration.unwrap_or(f64::INFINITY),
            jerk: f64::INFINITY,
        };
        let state =
            |k: usize| follower.state(|j| planned.state.each_ref().map(|columns| columns[j][k]));
        let column = |order: usize| (0..planned.time.len()).map(move |k| state(k)[order]);
        JointUse::of(
            joint,
            &limits,
            [0, 1, 2].map(|order| extremes(column(order))),
        )
    });
    each.collect()
}

fn extremes(column: impl Iterator<Item = f64>) -> [f64; 2] {
    column.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
        [low.min(x), high.max(x)]
    })
}

impl JointUse {
    /// By the lowest and the highest position, velocity and acceleration.
    fn of(joint: &Joint, limits: &JointLimits, [position, speed, rate]: [[f64; 2]; 3]) -> Self {
        let most = |[low, high]: [f64; 2]| high.max(-low);
        let [low, high] = limits.position;
        let off = (position[1] - limits.middle()).max(limits.middle() - position[0]);
        let range = match joint.kind {
            JointKind::Continuous => f64::INFINITY,
            _ => (high - low) / 2.0,
        };
        Self {
            name: joint.name.to_owned(),
            unit: position_unit(joint),
            position,
            velocity: most(speed),
            acceleration: most(rate),
            used: [
                off / range,
                most(speed) / limits.velocity,
                most(rate) / limits.acceleration,
            ],
            still: position[1] - position[0] < STILL,
        }
    }
}
