//! Hand-made recordings of the sledge whose least squares a person solves on paper.
//!
//! The regressor has the columns `qdd`, `sign(qd)`, `qd` and 1. The velocity is a ramp through 0, which
//! filters leave as it is; the acceleration is 1 in one recording and -1 in the other, so that its column
//! is orthogonal to all others; so is the column of ones, the ramp being odd. What is added to the torque
//! is orthogonal to all four: least squares gives the truth, and what was added remains.

use crate::program::csv;

/// Mass, Coulomb friction, viscous friction and offset.
pub(crate) const TRUTH: [f64; 4] = [2.0, 3.0, 0.5, 10.0];
/// Samples on each side of the ramp's zero.
pub(crate) const SIDE: i32 = 18;
/// Samples on each side of the ramp's zero that are too slow to count.
pub(crate) const SLOW: i32 = 2;
/// Samples cut off at each end.
pub(crate) const TRIM: i32 = 100;
/// Samples a second, Hz.
pub(crate) const RATE: f64 = 100.0;
/// The processing that goes with them.
pub(crate) const OPTIONS: &str = "--cutoff 25 --decimate 1 --trim 100 --velocity-threshold 0.25";

/// What is added to the torque at the k-th sample of the ramp, in units of its size.
pub(crate) type Pattern = [f64; 16];

/// Sums to nothing, also with the velocity; products of neighbours sum to -1, at lags 2 to 4 to 0, -1 and
/// -2, so that it passes for white noise.
pub(crate) const RESTLESS: Pattern = [
    -1.0, 1.0, 1.0, -1.0, -1.0, -1.0, 1.0, -1.0, 1.0, 1.0, 1.0, 1.0, -1.0, 1.0, -1.0, -1.0,
];
/// Sums to nothing likewise, with neighbours that mostly agree.
pub(crate) const SLUGGISH: Pattern = [
    1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0,
];

/// A sample that is in the middle of a recording.
pub(crate) struct Sample {
    pub(crate) moves: bool,
    pub(crate) time: f64,
    pub(crate) torque: f64,
    pub(crate) model: f64,
    pub(crate) counts: bool,
}

/// A recording under constant acceleration.
pub(crate) struct Ramp {
    pub(crate) acceleration: f64,
    pub(crate) pattern: Pattern,
    /// How large what is added is, N.
    pub(crate) size: f64,
}

impl Ramp {
    /// The samples that are left when the ends are cut off.
    pub(crate) fn samples(&self) -> Vec<Sample> {
        (-SIDE..=SIDE).map(|k| self.sample(k)).collect()
    }

    fn sample(&self, k: i32) -> Sample {
        let [m, fc, fv, fo] = TRUTH;
        let velocity = 0.1 * f64::from(k);
        let model = m * self.acceleration + fc * f64::from(k.signum()) + fv * velocity + fo;
        let counts = k.abs() > SLOW;
        let added = usize::try_from(k.abs() - SLOW - 1)
            .ok()
            .and_then(|at| self.pattern.get(at));
        let torque = match added {
            Some(added) if counts => model + self.size * added,
            // What is cut off or too slow would spoil everything.
            _ => -777.0,
        };
        let time = f64::from(k + SIDE + TRIM) / RATE;
        Sample {
            moves: k != 0,
            time,
            torque,
            model,
            counts,
        }
    }

    /// The file, with conventional names. The position says nothing of velocity and acceleration.
    pub(crate) fn csv(&self) -> String {
        let ks = || -SIDE - TRIM..=SIDE + TRIM;
        let column =
            |name: &str, of: &dyn Fn(i32) -> f64| (name.to_owned(), ks().map(of).collect());
        csv(&[
            column("t", &|k| f64::from(k + SIDE + TRIM) / RATE),
            column("q_x", &|k| f64::from((k + SIDE + TRIM) % 7)),
            column("qd_x", &|k| 0.1 * f64::from(k)),
            column("qdd_x", &|_| self.acceleration),
            column("tau_x", &|k| self.sample(k).torque),
        ])
    }
}
