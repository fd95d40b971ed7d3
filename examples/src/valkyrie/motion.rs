//! Motions that joints can make: two sines each, within their limits.

use armwright_runtime::Model;

/// A joint's motion: two sines about a middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wave {
    /// Where it swings about, rad.
    pub middle: f64,
    /// How far the faster sine goes, rad; the slower one goes as far.
    pub wide: f64,
    /// How fast the faster sine turns, rad/s.
    pub rate: f64,
    /// Where it begins, rad.
    pub phase: f64,
}

impl Wave {
    /// Position, velocity and acceleration at a time, s.
    #[must_use]
    pub fn at(self, time: f64) -> [f64; 3] {
        let mut found = [self.middle, 0.0, 0.0];
        for (rate, phase) in [
            (self.rate, self.phase),
            (0.37 * self.rate, 2.0 * self.phase),
        ] {
            let (sine, cosine) = (rate * time + phase).sin_cos();
            found[0] += self.wide * sine;
            found[1] += self.wide * rate * cosine;
            found[2] -= self.wide * rate * rate * sine;
        }
        found
    }

    /// Motions of all joints of a robot, by the limits of its file: `share` of the range of position, and `fast` (rad/s) for the first joint,
    /// faster for those after it.
    #[must_use]
    pub fn of(model: &Model, share: f64, fast: f64, phase: f64) -> Vec<Self> {
        let joints = model.joints.iter().zip(0_u8..);
        joints
            .map(|(joint, k)| {
                let [low, high] = joint.position.unwrap_or([-1.0, 1.0]);
                Self {
                    middle: f64::midpoint(low, high),
                    wide: 0.25 * share * (high - low),
                    rate: fast * (1.0 + 0.31 * f64::from(k)),
                    phase: phase + 0.9 * f64::from(k),
                }
            })
            .collect()
    }
}
