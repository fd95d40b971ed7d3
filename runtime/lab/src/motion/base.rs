//! How a base moves: what an IMU measures, filtered as positions are.

use crate::recording::BaseMotion;
use crate::signal::{FilterError, LowPass, slope, zero_phase};
use armwright_runtime::BaseMotion as Inputs;

/// Angular velocity and what an accelerometer measures, in the base's axes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Base(BaseMotion);

impl Base {
    /// Filtered forwards and backwards.
    ///
    /// # Errors
    /// [`FilterError`].
    pub(super) fn filtered(mut motion: BaseMotion, filter: &LowPass) -> Result<Self, FilterError> {
        for column in motion.columns.iter_mut() {
            zero_phase(filter, column)?;
        }
        Ok(Self(motion))
    }

    pub(super) fn samples(&self) -> usize {
        self.0.columns.first().map_or(0, Vec::len)
    }

    /// The first samples.
    pub(super) fn beginning(&self, samples: usize) -> Self {
        let mut motion = self.0.clone();
        motion.columns.iter_mut().for_each(|c| c.truncate(samples));
        Self(motion)
    }

    /// What functions of the robot take at a sample: angular velocity, no velocity of the origin, on which nothing
    /// depends, angular acceleration, what an accelerometer would measure at the origin, and no gravity, which is in
    /// that.
    pub(super) fn at(&self, k: usize, rate: f64) -> [f64; Inputs::INPUTS] {
        let columns = &self.0.columns;
        let turning: [f64; 3] = std::array::from_fn(|i| columns[i][k]);
        let rate: [f64; 3] = std::array::from_fn(|i| slope(&columns[i], k, rate));
        let away = cross(rate, self.0.at);
        let inwards = cross(turning, cross(turning, self.0.at));
        std::array::from_fn(|i| match (i / 3, i % 3) {
            (0, axis) => turning[axis],
            (2, axis) => rate[axis],
            // From the sensor back to the origin of the base.
            (3, axis) => columns[3 + axis][k] - away[axis] - inwards[axis],
            _ => 0.0,
        })
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
