//! A motion as states in time, to be judged before it is run.

use super::motion::Motion;
use crate::motion::Motion as Conditioned;

/// A motion as states in time, and what is measured of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Planned {
    /// s.
    pub time: Vec<f64>,
    /// Positions, velocities and accelerations: a column a joint.
    pub state: [Vec<Vec<f64>>; 3],
    /// Standard deviation of the noise of each row of the equations, on the side where torques are measured; one number holds for all, none takes
    /// [`NOISE`](super::NOISE) of each row's root mean square by nominal values, over what is judged beside as well.
    pub noise: Vec<f64>,
    /// Whether friction is known, so that only inertial parameters are looked for.
    pub without_friction: bool,
    /// Where it ends, s, if not with its last sample: the end of a motion that goes on as it began is its beginning.
    pub end: Option<f64>,
    /// The recordings that it is the interior of, as identification conditions them; none of a motion that is not recorded yet.
    pub recorded: Vec<Conditioned>,
    /// What rounding makes of it.
    pub rounding: Rounding,
}

/// What a motion may be off by, at most, where figures of its table were rounded; nothing of one that is not from a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rounding {
    /// Times, s.
    pub time: f64,
    /// Accelerations, rad/s² or m/s²: a column a joint.
    pub acceleration: Vec<Vec<f64>>,
}

/// What is nearer to a sample than this share of a step is at that sample.
const NEAR: f64 = 1e-6;

/// Whether a motion of such a duration, s, ends at one of its samples at a rate, Hz.
#[must_use]
pub fn ends_at_sample(duration: f64, rate: f64) -> bool {
    let steps = duration * rate;
    (steps - steps.round()).abs() < NEAR
}

/// Times at a rate: the end is the last of them where the motion [ends at a sample](ends_at_sample).
pub(super) fn times(motion: &Motion, rate: f64) -> Vec<f64> {
    let count = (motion.duration * rate + NEAR).floor() as usize;
    (0..=count).map(|k| k as f64 / rate).collect()
}

impl Planned {
    /// A motion at a rate, Hz, with noise of rows as in [`Planned::noise`].
    #[must_use]
    pub fn of(motion: &Motion, rate: f64, noise: Vec<f64>, without_friction: bool) -> Self {
        let mut time = times(motion, rate);
        let at_its_end = |t: &f64| (motion.duration - t) * rate < NEAR;
        if motion.basis.is_periodic() && time.len() > 2 && time.last().is_some_and(at_its_end) {
            time.pop();
        }
        let n = motion.coefficients.len();
        let mut state: [Vec<Vec<f64>>; 3] =
            std::array::from_fn(|_| vec![Vec::with_capacity(time.len()); n]);
        for t in &time {
            for (j, at) in motion.state(*t).iter().enumerate() {
                for (order, columns) in state.iter_mut().enumerate() {
                    columns[j].push(at[order]);
                }
            }
        }
        Self {
            time,
            state,
            noise,
            without_friction,
            end: Some(motion.duration),
            recorded: Vec::new(),
            rounding: Rounding::default(),
        }
    }

    /// How long it lasts, s.
    pub(super) fn duration(&self) -> f64 {
        let first = self.time.first().copied().unwrap_or_default();
        let end = self.end.or(self.time.last().copied());
        end.unwrap_or(first) - first
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::super::basis::Basis;
    use super::super::motion::Motion;
    use super::{Planned, ends_at_sample, times};

    /// Two times are left of a period of 4 s, though it ends as it began; `1 + 2 sin ωt` and `cos ωt / 2 - 1`, with ω = π/2.
    #[test]
    fn two_times_stay_and_each_joint_has_its_columns() {
        let motion = Motion {
            basis: Basis::Fourier {
                period: 4.0,
                harmonics: 1,
            },
            coefficients: vec![vec![1.0, 2.0, 0.0], vec![-1.0, 0.0, 0.5]],
            duration: 4.0,
        };
        let planned = Planned::of(&motion, 0.25, Vec::new(), false);
        assert_eq!(planned.time, [0.0, 4.0]);
        let wanted = [[1.0, -0.5], [PI, 0.0], [0.0, -PI * PI / 8.0]];
        for (columns, wanted) in planned.state.iter().zip(wanted) {
            assert_eq!(columns.len(), 2);
            for (column, wanted) in columns.iter().zip(wanted) {
                assert_eq!(column.len(), 2);
                assert!(
                    column.iter().all(|x| (x - wanted).abs() < 1e-12),
                    "{column:?} {wanted}"
                );
            }
        }
    }

    /// 8 s at 0.3 Hz: samples at 0, 10/3 and 20/3 s, the last of which is no end; at 0.25 Hz the end is the beginning.
    #[test]
    fn only_the_end_of_a_period_is_left_out() {
        let motion = Motion {
            basis: Basis::Fourier {
                period: 8.0,
                harmonics: 1,
            },
            coefficients: vec![vec![0.0, 1.0, 0.0]],
            duration: 8.0,
        };
        let planned = |rate| Planned::of(&motion, rate, Vec::new(), false);
        assert_eq!(planned(0.25).time, [0.0, 4.0]);
        assert_eq!(planned(0.25).duration(), 8.0);
        assert_eq!(planned(0.3).time, [0.0, 1.0 / 0.3, 2.0 / 0.3]);
    }

    /// 4.35 s times 100 Hz are a little less than 435 in floating point, and the last duration is short by 5e-8 of a step.
    #[test]
    fn an_end_beside_a_sample_by_rounding_is_at_it() {
        for (duration, rate, steps) in [
            (4.0, 1000.0, 4000),
            (4.35, 100.0, 435),
            (1.0 - 5e-11, 1000.0, 1000),
        ] {
            assert!(ends_at_sample(duration, rate), "{duration} {rate}");
            let motion = Motion {
                basis: Basis::Quintic {
                    times: vec![0.0, duration],
                },
                coefficients: Vec::new(),
                duration,
            };
            assert_eq!(times(&motion, rate).len(), steps + 1, "{duration} {rate}");
        }
        for (duration, rate) in [(4.05, 10.0), (3.3333, 8.0), (0.29, 99.99)] {
            assert!(!ends_at_sample(duration, rate), "{duration} {rate}");
        }
    }
}
