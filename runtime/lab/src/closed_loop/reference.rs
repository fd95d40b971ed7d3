//! A motion that a controller follows.

use crate::motion::States;

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
