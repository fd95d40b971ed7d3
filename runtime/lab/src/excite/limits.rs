//! What joints may do: the limits of the robot file, with a default said where it has none.

use crate::experiment::limits as defaults;
use armwright_runtime::Model;

use super::basis::ORDERS;

/// A place beyond a limit by less than this share of the range is at it: degrees are rounded.
pub(super) const ROUNDING: f64 = 1e-12;
/// A place that is nearer to a limit than this share of half the range is at it: three digits of the limit are that near, and what a motion
/// could do in so little room shows nothing.
const NEAR: f64 = 1e-3;

/// What one joint may do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointLimits {
    /// Lowest and highest position, rad or m.
    pub position: [f64; 2],
    /// Highest speed, rad/s or m/s.
    pub velocity: f64,
    /// Highest acceleration, rad/s² or m/s².
    pub acceleration: f64,
    /// Highest jerk, rad/s³ or m/s³; infinite where nothing limits it.
    pub jerk: f64,
}

/// What all joints may do.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// A joint each.
    pub joints: Vec<JointLimits>,
    /// What the robot file does not say: `(joint, which limit)`.
    pub defaults: Vec<(String, &'static str)>,
}

impl JointLimits {
    /// Half the way between limits, of each order.
    pub(super) fn ranges(&self) -> [f64; ORDERS] {
        let [low, high] = self.position;
        [
            (high - low) / 2.0,
            self.velocity,
            self.acceleration,
            self.jerk,
        ]
    }

    /// The lowest and the highest of an order.
    pub(super) fn interval(&self, order: usize) -> [f64; 2] {
        match order {
            0 => self.position,
            _ => {
                let range = self.ranges()[order];
                [-range, range]
            }
        }
    }

    /// The same about the middle of the positions, with such a share left free.
    pub(super) fn narrowed(&self, margin: f64) -> Self {
        let used = 1.0 - margin;
        let place = |end: f64| self.middle() + used * (end - self.middle());
        Self {
            position: self.position.map(place),
            velocity: used * self.velocity,
            acceleration: used * self.acceleration,
            jerk: used * self.jerk,
        }
    }

    /// Whether a position is at the lowest, and whether it is at the highest.
    pub(super) fn is_limit(&self, position: f64) -> [bool; 2] {
        let [half, ..] = self.ranges();
        self.position
            .map(|limit| (position - limit).abs() <= NEAR * half)
    }

    /// The lowest and the highest velocity with which a motion leaves a position: a limit inwards.
    pub(super) fn leaving(&self, position: f64) -> [f64; 2] {
        let [low, high] = self.is_limit(position);
        let most = |is_limit: bool| if is_limit { 0.0 } else { self.velocity };
        [-most(low), most(high)]
    }

    /// The middle of the positions.
    #[must_use]
    pub fn middle(&self) -> f64 {
        let [low, high] = self.position;
        (low + high) / 2.0
    }
}

impl Limits {
    /// Those of the robot file.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let mut missing = Vec::new();
        let joints = model.joints.iter().map(|joint| {
            let (position, velocity, acceleration) = defaults(joint);
            for (is_missing, what) in [
                (joint.position.is_none(), "position"),
                (joint.velocity.is_none(), "velocity"),
                (joint.acceleration.is_none(), "acceleration"),
            ] {
                if is_missing {
                    missing.push((joint.name.to_owned(), what));
                }
            }
            JointLimits {
                position,
                velocity,
                acceleration,
                jerk: f64::INFINITY,
            }
        });
        Self {
            joints: joints.collect(),
            defaults: missing,
        }
    }

    /// The same with such a share of each left free.
    pub(super) fn narrowed(&self, margin: f64) -> Self {
        let joints = self.joints.iter();
        Self {
            joints: joints.map(|joint| joint.narrowed(margin)).collect(),
            defaults: self.defaults.clone(),
        }
    }

    /// The name of an order, and its unit for a joint that turns and one that slides.
    #[must_use]
    pub fn order(order: usize) -> (&'static str, [&'static str; 2]) {
        match order {
            0 => ("position", ["rad", "m"]),
            1 => ("velocity", ["rad/s", "m/s"]),
            2 => ("acceleration", ["rad/s²", "m/s²"]),
            _ => ("jerk", ["rad/s³", "m/s³"]),
        }
    }
}
