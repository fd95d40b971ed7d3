//! How a base moves: what an IMU measures, filtered as positions are.

use crate::recording::BaseMotion;
use crate::signal::{FilterError, LowPass, slope, zero_phase_all};
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
        zero_phase_all(filter, &mut motion.columns)?;
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

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;

    use super::{Base, BaseMotion};
    use crate::signal::{LowPass, zero_phase};

    const AT: [f64; 3] = [0.1, -0.2, 0.3];

    /// Straight lines: a value and what it changes by a second, of angular velocity and of the accelerometer.
    fn lines() -> BaseMotion {
        let [starts, slopes] = [
            [0.5, -1.0, 0.7, 3.0, -2.0, 9.0],
            [2.0, -3.0, 0.5, 0.4, 0.6, -0.8],
        ];
        let column =
            |(x, slope): (&f64, &f64)| (0..20).map(|k| x + slope * f64::from(k) / 10.0).collect();
        BaseMotion {
            columns: starts.iter().zip(&slopes).map(column).collect(),
            at: AT,
        }
    }

    #[test]
    fn an_accelerometer_is_brought_to_the_origin_of_the_base() {
        let base = Base(lines());
        for k in [1, 7, 18] {
            let found = base.at(k, 10.0);
            let t = k as f64 / 10.0;
            let w = Vector3::new(0.5 + 2.0 * t, -1.0 - 3.0 * t, 0.7 + 0.5 * t);
            let wd = Vector3::new(2.0, -3.0, 0.5);
            let measured = Vector3::new(3.0 + 0.4 * t, -2.0 + 0.6 * t, 9.0 - 0.8 * t);
            let at = Vector3::from(AT);
            let origin = measured - wd.cross(&at) - w.cross(&w.cross(&at));
            let none = Vector3::zeros();
            let expected = [w, none, wd, origin, none];
            let expected = expected.iter().flatten();
            for (place, (x, y)) in found.iter().zip(expected).enumerate() {
                assert!((x - y).abs() < 1e-12, "{k}, {place}: {found:?}");
            }
        }
    }

    #[test]
    fn all_columns_are_filtered_and_cut_alike() {
        let filter = LowPass::butterworth(2, 1.0, 10.0).expect("a filter");
        let mut motion = lines();
        for (i, column) in motion.columns.iter_mut().enumerate() {
            column[8 + i] += 1.0;
        }
        let found = Base::filtered(motion.clone(), &filter).expect("long enough");
        for column in &mut motion.columns {
            zero_phase(&filter, column).expect("long enough");
        }
        assert_eq!(found, Base(motion.clone()));
        assert_eq!([found.samples(), found.beginning(6).samples()], [20, 6]);
        motion.columns.iter_mut().for_each(|c| c.truncate(6));
        assert_eq!(found.beginning(6), Base(motion.clone()));
        assert!(Base::filtered(motion, &filter).is_err());
    }
}
