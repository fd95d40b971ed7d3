//! A motion that a controller follows.

use std::fmt;

use crate::motion::States;
use crate::rows::position_unit;
use crate::thresholds::{BEYOND_LIMIT, FAST};
use armwright_runtime::Joint;

/// States at samples of one rate, and between them.
pub struct Reference {
    rate: f64,
    joints: usize,
    states: States,
}

impl Reference {
    /// Of states of some joints, `rate` a second (Hz), the first at 0 s.
    #[must_use]
    pub fn of(states: States, joints: usize, rate: f64) -> Self {
        Self {
            rate,
            joints,
            states,
        }
    }

    /// How many samples it has.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.states.count(self.joints)
    }

    /// Positions and velocities of all joints at the beginning.
    #[must_use]
    pub fn start(&self) -> (&[f64], &[f64]) {
        let first = self.joints.min(self.states.q.len());
        (&self.states.q[..first], &self.states.qd[..first])
    }

    /// Position, velocity and acceleration of a joint at a time (s): cubic between samples, and held beyond the ends.
    #[must_use]
    pub fn at(&self, joint: usize, time: f64) -> [f64; 3] {
        let Some(last) = self.samples().checked_sub(1) else {
            return [0.0; 3];
        };
        let place = (time * self.rate).clamp(0.0, last as f64);
        let k = (place as usize).min(last.saturating_sub(1));
        let (s, h) = (place - k as f64, self.rate.recip());
        let pick = |of: &[f64]| {
            let value = |k: usize| of[k.min(last) * self.joints + joint];
            [value(k), value(k + 1)]
        };
        let [q, qd, qdd] = [&self.states.q, &self.states.qd, &self.states.qdd].map(|of| pick(of));
        [
            hermite(s, h, q, qd),
            hermite(s, h, qd, qdd),
            qdd[0] + s * (qdd[1] - qdd[0]),
        ]
    }
}

/// A step of a reference from one sample to the next that is faster than anything that is believed of its joint.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceJump {
    /// The joint.
    pub joint: String,
    /// When the step ends, s.
    pub time: f64,
    /// How far it goes, rad or m.
    pub by: f64,
    /// The unit of that.
    pub unit: &'static str,
}

impl Reference {
    /// The farthest step of each joint that is such a jump; `begun` is when the first sample is, s.
    #[must_use]
    pub fn jumps(&self, joints: &[Joint], begun: f64) -> Vec<ReferenceJump> {
        let q = |k: usize, joint: usize| self.states.q[k * self.joints + joint];
        let of = |(i, joint): (usize, &Joint)| {
            let steps = (1..self.samples()).map(|k| (k, q(k, i) - q(k - 1, i)));
            let (k, by) = steps.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
            let fastest = joint.velocity.map_or(FAST, |limit| BEYOND_LIMIT * limit);
            (by.abs() * self.rate > fastest).then(|| ReferenceJump {
                joint: joint.name.to_owned(),
                time: begun + k as f64 / self.rate,
                by,
                unit: position_unit(joint),
            })
        };
        let all = joints.iter().enumerate().take(self.joints);
        all.filter_map(of).collect()
    }
}

impl fmt::Display for ReferenceJump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the reference of joint {} jumps by {:.3} {} at {:.3} s, faster than any robot goes: what drives the joint there is what the \
             controller makes of the jump",
            self.joint, self.by, self.unit, self.time
        )
    }
}

/// The cubic between two values with these slopes, `h` apart, at a share `s` of the way.
fn hermite(s: f64, h: f64, x: [f64; 2], slope: [f64; 2]) -> f64 {
    let way = x[1] - x[0];
    let (first, second) = (h * slope[0] - way, way - h * slope[1]);
    x[0] + s * way + s * (1.0 - s) * ((1.0 - s) * first + s * second)
}

#[cfg(test)]
mod tests {
    use super::Reference;
    use crate::motion::States;
    use armwright_robots::double_pendulum;
    use armwright_runtime::{Joint, Robot};

    /// At 100 samples a second 0.39 rad are 39 rad/s, 0.41 are 41; a joint of 2 rad/s is not believed to turn by 0.07 in a sample.
    #[test]
    fn a_reference_that_jumps_says_so() {
        let plain = double_pendulum::ROBOT.model().joints;
        let joints = [None, Some(2.0)].map(|velocity| Joint {
            velocity,
            ..plain[0]
        });
        let jumps = |by: [f64; 2]| {
            let mut states = States::default();
            for k in 0..30 {
                let at = by.map(|by| if k < 12 { 0.0 } else { by });
                states.q.extend(at);
                states.qd.extend([0.0; 2]);
                states.qdd.extend([0.0; 2]);
            }
            Reference::of(states, 2, 100.0).jumps(&joints, 3.0)
        };
        assert!(jumps([0.39, 0.05]).is_empty());
        let found = jumps([-0.41, 0.07]);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].by, -0.41);
        let said = found[1].to_string();
        assert!(said.contains("jumps by 0.070 rad at 3.120 s"), "{said}");
    }

    #[test]
    fn a_cubic_motion_is_met_between_samples() {
        let at = |t: f64| [t * t * t - t, 3.0 * t * t - 1.0, 6.0 * t];
        let mut states = States::default();
        for k in 0..5 {
            let [q, qd, qdd] = at(0.1 * f64::from(k));
            states.q.extend([q, 0.0]);
            states.qd.extend([qd, 0.0]);
            states.qdd.extend([qdd, 0.0]);
        }
        let reference = Reference::of(states, 2, 10.0);
        for time in [0.0, 0.05, 0.13, 0.2, 0.39] {
            let pairs = reference.at(0, time).into_iter().zip(at(time));
            for (found, wanted) in pairs {
                assert!((found - wanted).abs() < 1e-12, "{time}: {found} {wanted}");
            }
        }
        assert_eq!(reference.at(1, 0.17), [0.0; 3]);
        assert_eq!(reference.at(0, -1.0), reference.at(0, 0.0));
    }
}
