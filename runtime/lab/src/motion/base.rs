//! How a base moves: what an IMU measures, filtered as positions are.

use nalgebra::{Matrix3, Rotation3, Vector3};

use crate::numeric::cross;
use crate::recording::BaseMotion;
use crate::signal::{FilterError, LowPass, slope, zero_phase_all};
use armwright_runtime::BaseMotion as Inputs;

/// Samples on either side between which a reading is interpolated.
const BESIDE: i64 = 3;

/// Angular velocity and what an accelerometer measures, in the base's axes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Base(BaseMotion);

/// What undoes a fault of an IMU, in its own axes: readings become `turn · x + constant`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ImuChange {
    /// Of angular velocity.
    pub(crate) rate: (Matrix3<f64>, Vector3<f64>),
    /// Of the accelerometer.
    pub(crate) felt: (Matrix3<f64>, Vector3<f64>),
    /// How far from where it is said to be the accelerometer is, in the base's axes, m.
    pub(crate) at: Vector3<f64>,
    /// By how many seconds later readings belong to a sample.
    pub(crate) later: f64,
    /// Whether angular velocities, and what the accelerometer shows, are in the axes of the world: they are turned out of these before
    /// all else.
    pub(crate) of_world: [bool; 2],
}

impl ImuChange {
    /// None at all.
    pub(crate) fn none() -> Self {
        let same = (Matrix3::identity(), Vector3::zeros());
        Self {
            rate: same,
            felt: same,
            at: Vector3::zeros(),
            later: 0.0,
            of_world: [false; 2],
        }
    }
}

impl Base {
    /// Filtered forwards and backwards, and moved to when the positions were. Gravity that the orientation put back is not moved:
    /// that is not late.
    ///
    /// # Errors
    /// [`FilterError`].
    pub(super) fn filtered(
        mut motion: BaseMotion,
        filter: &LowPass,
        rate: f64,
    ) -> Result<Self, FilterError> {
        zero_phase_all(filter, &mut motion.columns)?;
        zero_phase_all(filter, &mut motion.turns)?;
        let mut base = Self(motion);
        if base.0.delay != 0.0 {
            let by = base.0.delay * rate;
            base.add_gravity(-1.0);
            for column in &mut base.0.columns {
                let last = column.len() as f64 - 1.0;
                let at = |k: usize| {
                    between((k as f64 + by).clamp(0.0, last), [0.0, last], |k| column[k])
                };
                *column = (0..column.len()).map(at).collect();
            }
            base.add_gravity(1.0);
        }
        Ok(base)
    }

    /// Adds so many times what the orientation put back of gravity to the accelerometer's columns.
    fn add_gravity(&mut self, times: f64) {
        for k in 0..self.samples() {
            let gravity = times * self.gravity(k);
            let columns = self.0.columns[3..].iter_mut();
            columns
                .zip(gravity.iter())
                .for_each(|(column, x)| column[k] += x);
        }
    }

    /// What the orientation put back of gravity at a sample.
    fn gravity(&self, k: usize) -> Vector3<f64> {
        let turned = |turn: Matrix3<f64>| -(turn * Vector3::from(self.0.free_fall));
        self.turn(k).map_or_else(Vector3::zeros, turned)
    }

    /// What turns vectors in the axes of the world into those of the base at a sample, if something asked for that.
    pub(super) fn turn(&self, k: usize) -> Option<Matrix3<f64>> {
        let turns = &self.0.turns;
        (!turns.is_empty()).then(|| Matrix3::from_fn(|i, j| turns[3 * i + j][k]))
    }

    /// How the IMU is said to be mounted.
    pub(super) fn mounted(&self) -> &BaseMotion {
        &self.0
    }

    /// How many samples at an end are not what was measured then.
    pub(super) fn beyond(&self, rate: f64) -> usize {
        (self.0.delay * rate).abs().ceil() as usize
    }

    pub(super) fn samples(&self) -> usize {
        self.0.columns.first().map_or(0, Vec::len)
    }

    /// The first samples.
    pub(super) fn beginning(&self, samples: usize) -> Self {
        let mut motion = self.0.clone();
        let columns = motion.columns.iter_mut().chain(&mut motion.turns);
        columns.for_each(|c| c.truncate(samples));
        Self(motion)
    }

    /// What functions of the robot take at a sample: angular velocity, no velocity of the origin, on which nothing
    /// depends, angular acceleration, what an accelerometer would measure at the origin, and no gravity, which is in
    /// that.
    pub(super) fn at(&self, k: usize, rate: f64) -> [f64; Inputs::INPUTS] {
        inputs(self.read(k, rate), self.0.at)
    }

    /// The same with a fault of the IMU undone, the orientation as it is; a reading later than the last is that.
    pub(super) fn undone(&self, k: usize, rate: f64, change: &ImuChange) -> [f64; Inputs::INPUTS] {
        // A derivative needs a neighbour.
        let ends = [1.0, (self.samples() as f64 - 2.0).max(1.0)];
        let at = (k as f64 + change.later * rate).clamp(ends[0], ends[1]);
        let vector = |i: usize| {
            let element = |axis: usize| between(at, ends, |k| self.shown(k, rate)[i][axis]);
            Vector3::from_fn(|axis, _| element(axis))
        };
        let [roll, pitch, yaw] = self.0.rpy;
        let mounted = Rotation3::from_euler_angles(roll, pitch, yaw);
        let turned = |x: Vector3<f64>, turn: &Matrix3<f64>| turn * (mounted.inverse() * x);
        // A vector that turns with itself does not change by that: of an angular velocity the derivative is turned as it is.
        let [of_rate, of_felt] = change.of_world.map(|is| match self.turn(k) {
            Some(turn) if is => mounted.inverse() * turn,
            _ => Matrix3::identity(),
        });
        let (turn, constant) = &change.rate;
        let turn = &(turn * of_rate);
        let turning = mounted * (turned(vector(0), turn) + constant);
        let faster = mounted * turned(vector(1), turn);
        let (turn, constant) = &change.felt;
        let turn = &(turn * of_felt);
        let felt = mounted * (turned(vector(2), turn) + constant);
        let place = Vector3::from(self.0.at) + change.at;
        let felt = felt + self.gravity(k);
        inputs([turning, faster, felt].map(Into::into), place.into())
    }

    /// The same as [`read`](Self::read), without gravity that the orientation put back.
    fn shown(&self, k: usize, rate: f64) -> [[f64; 3]; 3] {
        let [turning, faster, felt] = self.read(k, rate);
        let felt = Vector3::from(felt) - self.gravity(k);
        [turning, faster, felt.into()]
    }

    /// Angular velocity, its derivative, and what the accelerometer shows.
    fn read(&self, k: usize, rate: f64) -> [[f64; 3]; 3] {
        let columns = &self.0.columns;
        [
            std::array::from_fn(|i| columns[i][k]),
            std::array::from_fn(|i| slope(&columns[i], k, rate)),
            std::array::from_fn(|i| columns[3 + i][k]),
        ]
    }
}

/// Readings in the axes of the base, from the sensor back to its origin.
fn inputs([turning, rate, felt]: [[f64; 3]; 3], place: [f64; 3]) -> [f64; Inputs::INPUTS] {
    let away = cross(rate, place);
    let inwards = cross(turning, cross(turning, place));
    std::array::from_fn(|i| match (i / 3, i % 3) {
        (0, axis) => turning[axis],
        (2, axis) => rate[axis],
        (3, axis) => felt[axis] - away[axis] - inwards[axis],
        _ => 0.0,
    })
}

/// What values at samples are between them (Lagrange's polynomial through three on either side), of those between two.
fn between(at: f64, [low, high]: [f64; 2], value: impl Fn(usize) -> f64) -> f64 {
    let before = at.floor();
    let share = at - before;
    if share == 0.0 {
        return value(before as usize);
    }
    let first = (before as i64 + 1 - BESIDE).max(low as i64);
    let end = (before as i64 + BESIDE).min(high as i64);
    let places: Vec<i64> = (first..=end).collect();
    let weight = |k: i64| {
        let others = places.iter().filter(|other| **other != k);
        others
            .map(|&other| (at - other as f64) / (k - other) as f64)
            .product::<f64>()
    };
    places.iter().map(|&k| weight(k) * value(k as usize)).sum()
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix3, Rotation3, Vector3};

    use super::{Base, BaseMotion, ImuChange, between};
    use crate::signal::{LowPass, zero_phase};

    const AT: [f64; 3] = [0.1, -0.2, 0.3];

    const SLOPES: [f64; 6] = [2.0, -3.0, 0.5, 0.4, 0.6, -0.8];

    /// Straight lines: a value and what it changes by a second, of angular velocity and of the accelerometer.
    fn lines() -> BaseMotion {
        let starts = [0.5, -1.0, 0.7, 3.0, -2.0, 9.0];
        let column =
            |(x, slope): (&f64, &f64)| (0..20).map(|k| x + slope * f64::from(k) / 10.0).collect();
        BaseMotion {
            columns: starts.iter().zip(&SLOPES).map(column).collect(),
            at: AT,
            ..BaseMotion::default()
        }
    }

    /// The same where an orientation put back gravity: 0.2 m/s² more along x with every sample.
    fn with_gravity(mut motion: BaseMotion) -> BaseMotion {
        let samples = motion.columns[0].len();
        let share: Vec<f64> = (0..samples).map(|k| 0.02 * k as f64).collect();
        let felt = motion.columns[3].iter_mut().zip(&share);
        felt.for_each(|(x, share)| *x += 10.0 * share);
        motion.turns = vec![vec![0.0; samples]; 9];
        motion.turns[2] = share;
        motion.free_fall = [0.0, 0.0, -10.0];
        motion
    }

    /// Readings of the IMU are late by two samples, the orientation is not: a straight line is not changed by the filter, its ends
    /// aside.
    #[test]
    fn gravity_is_that_of_when_the_orientation_was_measured() {
        let filter = LowPass::butterworth(2, 2.0, 10.0).expect("a filter");
        let late = BaseMotion {
            delay: 0.2,
            ..with_gravity(lines())
        };
        let late = Base::filtered(late, &filter, 10.0).expect("long enough");
        for k in 8..12 {
            let found = late.0.columns[3][k];
            let expected = 3.0 + 0.04 * (k as f64 + 2.0) + 0.2 * k as f64;
            assert!((found - expected).abs() < 0.05, "{found} for {expected}");
        }
        assert_eq!(late.beginning(6).0.turns[2].len(), 6);
    }

    /// Readings are half as large as they should be, and late by a sample and a half; what the orientation put back is right.
    #[test]
    fn a_fault_of_an_imu_is_none_of_the_orientation() {
        let truth = Base(with_gravity(lines()));
        let mut wrong = lines();
        for (column, slope) in wrong.columns.iter_mut().zip(&SLOPES) {
            column.iter_mut().for_each(|x| *x -= 0.15 * slope);
        }
        let felt = wrong.columns[3..].iter_mut().flatten();
        felt.for_each(|x| *x /= 2.0);
        let wrong = Base(with_gravity(wrong));
        let change = ImuChange {
            felt: (2.0 * Matrix3::identity(), Vector3::zeros()),
            later: 0.15,
            ..ImuChange::none()
        };
        for k in [4, 9, 15] {
            let (found, expected) = (wrong.undone(k, 10.0, &change), truth.at(k, 10.0));
            let off = found.iter().zip(&expected).map(|(x, y)| (x - y).abs());
            assert!(off.fold(0.0, f64::max) < 1e-9, "{found:?} {expected:?}");
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
        let found = Base::filtered(motion.clone(), &filter, 10.0).expect("long enough");
        for column in &mut motion.columns {
            zero_phase(&filter, column).expect("long enough");
        }
        assert_eq!(found, Base(motion.clone()));
        assert_eq!([found.samples(), found.beginning(6).samples()], [20, 6]);
        motion.columns.iter_mut().for_each(|c| c.truncate(6));
        assert_eq!(found.beginning(6), Base(motion.clone()));
        assert!(Base::filtered(motion, &filter, 10.0).is_err());
    }

    #[test]
    fn values_between_samples_are_those_of_a_polynomial() {
        let cubic = |t: f64| 1.0 - 2.0 * t + 0.3 * t.powi(3);
        for at in [0.25, 4.5, 9.75, 11.0] {
            let found = between(at, [0.0, 11.0], |k| cubic(k as f64));
            assert!((found - cubic(at)).abs() < 1e-9, "{found} at {at}");
        }
        // Of three on either side, and of those that there are: how much each counts.
        for (at, first, expected) in [
            (4.5, 2, &[3.0, -25.0, 150.0, 150.0, -25.0, 3.0][..]),
            (0.25, 0, &[154.0, 154.0, -66.0, 14.0]),
            (10.5, 8, &[16.0, -80.0, 240.0, 80.0]),
        ] {
            for own in 0..12 {
                let found = 256.0 * between(at, [0.0, 11.0], |k| f64::from(u8::from(k == own)));
                let place = own.checked_sub(first);
                let expected = place.and_then(|k| expected.get(k)).copied().unwrap_or(0.0);
                assert!((found - expected).abs() < 1e-9, "{found} of {own} at {at}");
            }
        }
    }

    /// An IMU that is late by a sample and a half, turned, and elsewhere: undoing that, or describing it, gives what it would
    /// have read.
    #[test]
    fn what_is_wrong_with_an_imu_is_undone() {
        let truth = Base(lines());
        let turn = Matrix3::new(0.0, -1.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0);
        let constant = Vector3::new(0.1, -0.2, 0.3);
        let moved = |x: &BaseMotion, first: usize, k: usize| {
            let later = |i: usize| x.columns[first + i][k] + 0.15 * SLOPES[first + i];
            turn * Vector3::from_fn(|i, _| later(i)) + constant
        };
        let lines = lines();
        let column = |i: usize| {
            (0..20)
                .map(|k| moved(&lines, i / 3 * 3, k)[i % 3])
                .collect()
        };
        let wrong = Base(BaseMotion {
            columns: (0..6).map(column).collect(),
            at: [0.1, 0.0, 0.0],
            ..BaseMotion::default()
        });
        let back = (turn.transpose(), -turn.transpose() * constant);
        let change = ImuChange {
            rate: back,
            felt: back,
            at: Vector3::new(0.0, -0.2, 0.3),
            later: -0.15,
            ..ImuChange::none()
        };
        for k in [4, 9, 15] {
            let (found, expected) = (wrong.undone(k, 10.0, &change), truth.at(k, 10.0));
            let off = found.iter().zip(&expected).map(|(x, y)| (x - y).abs());
            assert!(off.fold(0.0, f64::max) < 1e-9, "{found:?} {expected:?}");
            let same = wrong.undone(k, 10.0, &ImuChange::none());
            let off = same
                .iter()
                .zip(wrong.at(k, 10.0))
                .map(|(x, y)| (x - y).abs());
            assert!(off.fold(0.0, f64::max) < 1e-12);
        }
        // As it is described: a straight line is not changed by the filter, its ends aside.
        let filter = LowPass::butterworth(2, 2.0, 10.0).expect("a filter");
        let late = BaseMotion {
            delay: 0.25,
            ..self::lines()
        };
        let found = Base::filtered(late, &filter, 10.0).expect("long enough");
        let plain = Base::filtered(self::lines(), &filter, 10.0).expect("long enough");
        let change = |k: usize| found.0.columns[0][k] - plain.0.columns[0][k];
        assert!(
            (8..12).all(|k| (change(k) - 0.25 * SLOPES[0]).abs() < 0.02),
            "{}",
            change(9)
        );
        assert_eq!((found.beyond(10.0), plain.beyond(10.0)), (3, 0));
    }

    /// Readings that belong to other samples are missing at the ends, whether they are late or early.
    #[test]
    fn ends_that_an_imu_does_not_reach_are_cut_off() {
        let mut motion = crate::regression::by_hand::motion(30);
        assert_eq!(motion.interior(), 3..27);
        // 7.5 samples at 100 Hz.
        for delay in [0.075, -0.075] {
            let base = Base(BaseMotion { delay, ..lines() });
            assert_eq!(base.beyond(100.0), 8);
            motion.base = Some(base);
            assert_eq!(motion.interior(), 8..22);
        }
    }

    /// Turned by a quarter about x and then by one about y, (x, y, z) becomes (y, -z, -x).
    #[test]
    fn faults_of_an_imu_that_is_turned_are_in_its_own_axes() {
        let truth = Base(lines());
        let mounted = Matrix3::new(0.0, 1.0, 0.0, 0.0, 0.0, -1.0, -1.0, 0.0, 0.0);
        let turn = Matrix3::new(0.0, -1.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0);
        let constants = [Vector3::new(0.1, -0.2, 0.3), Vector3::new(-0.5, 0.7, 0.4)];
        let lines = lines();
        let moved = |kind: usize, k: usize| {
            let right = Vector3::from_fn(|i, _| lines.columns[3 * kind + i][k]);
            mounted * (turn * (mounted.transpose() * right) + constants[kind])
        };
        let column = |i: usize| (0..20).map(|k| moved(i / 3, k)[i % 3]).collect();
        let quarter = std::f64::consts::FRAC_PI_2;
        let wrong = Base(BaseMotion {
            columns: (0..6).map(column).collect(),
            at: AT,
            rpy: [quarter, quarter, 0.0],
            ..BaseMotion::default()
        });
        let back = |kind: usize| (turn.transpose(), -turn.transpose() * constants[kind]);
        let change = ImuChange {
            rate: back(0),
            felt: back(1),
            ..ImuChange::none()
        };
        for k in [4, 9, 15] {
            let (found, expected) = (wrong.undone(k, 10.0, &change), truth.at(k, 10.0));
            let off = found.iter().zip(&expected).map(|(x, y)| (x - y).abs());
            assert!(off.fold(0.0, f64::max) < 1e-9, "{found:?} {expected:?}");
        }
    }

    /// A base that turns about y, quickly: angular velocities and accelerations of the IMU, which is askew, in the axes of the world.
    #[test]
    fn readings_in_the_axes_of_the_world_are_turned_into_those_of_the_base() {
        let mounted = Rotation3::from_euler_angles(0.3, -0.2, 0.5);
        let angle = |k: usize| 0.3 * k as f64 / 10.0;
        let from_world = |k: usize| Rotation3::from_euler_angles(0.0, angle(k), 0.0).inverse();
        let turning = Vector3::new(0.0, 0.3, 0.0);
        let felt = |k: usize| Vector3::new(0.1 * k as f64, -2.0, 9.0);
        // In the axes of the base, and in those of the world, as if these were `mounted` on the base.
        let motion = |is_wrong: bool| {
            let read = |i: usize, k: usize| {
                let right = if i < 3 { turning } else { felt(k) };
                match is_wrong {
                    true => (mounted * (from_world(k).inverse() * right))[i % 3],
                    false => right[i % 3],
                }
            };
            let turns = |place: usize| {
                let each = (0..20).map(|k| from_world(k)[(place / 3, place % 3)]);
                each.collect()
            };
            Base(BaseMotion {
                columns: (0..6)
                    .map(|i| (0..20).map(|k| read(i, k)).collect())
                    .collect(),
                rpy: if is_wrong { [0.3, -0.2, 0.5] } else { [0.0; 3] },
                turns: (0..9).map(turns).collect(),
                ..BaseMotion::default()
            })
        };
        let (truth, wrong) = (motion(false), motion(true));
        let change = ImuChange {
            of_world: [true; 2],
            ..ImuChange::none()
        };
        for k in [4, 9, 15] {
            let (found, expected) = (wrong.undone(k, 10.0, &change), truth.at(k, 10.0));
            let off = found.iter().zip(&expected).map(|(x, y)| (x - y).abs());
            assert!(off.fold(0.0, f64::max) < 1e-9, "{found:?} {expected:?}");
            let one = ImuChange {
                of_world: [true, false],
                ..change.clone()
            };
            assert_ne!(wrong.undone(k, 10.0, &one)[9..12], found[9..12]);
        }
    }

    /// Of twenty samples the first and the last have no derivative.
    #[test]
    fn readings_from_beyond_an_end_are_those_at_the_end() {
        let base = Base(lines());
        for (later, k, nearest) in [(0.5, 18, 18), (0.5, 15, 18), (-0.5, 3, 1)] {
            let change = ImuChange {
                later,
                ..ImuChange::none()
            };
            let (found, expected) = (base.undone(k, 10.0, &change), base.at(nearest, 10.0));
            let off = found.iter().zip(&expected).map(|(x, y)| (x - y).abs());
            assert!(off.fold(0.0, f64::max) < 1e-12, "{found:?} {expected:?}");
        }
        // Late by two samples, as it is described.
        let filter = LowPass::butterworth(2, 2.0, 10.0).expect("a filter");
        let late = BaseMotion {
            delay: 0.2,
            ..lines()
        };
        let late = Base::filtered(late, &filter, 10.0).expect("long enough");
        let plain = Base::filtered(lines(), &filter, 10.0).expect("long enough");
        for (late, plain) in late.0.columns.iter().zip(&plain.0.columns) {
            assert_eq!(late[..18], plain[2..]);
            assert_eq!(late[18..], [plain[19]; 2]);
        }
        // Early by a sample and a half: nothing was read before the first.
        let early = BaseMotion {
            delay: -0.15,
            ..lines()
        };
        let early = Base::filtered(early, &filter, 10.0).expect("long enough");
        for (early, plain) in early.0.columns.iter().zip(&plain.0.columns) {
            assert_eq!(early[..2], [plain[0]; 2]);
        }
    }
}
