//! The robot's transmission at run time: positions and torques from motors to joints and back.

use nalgebra::DMatrix;

use armwright_runtime::{Model, Side};

/// A share of the largest element below which one of an inverse is 0; a matrix is singular whose inverse is as large as rounding makes it.
const ROUNDING: f64 = 1e-12;
/// A share of what a sum is made of within which what went through a transmission and back is the same.
pub(crate) const SAME: f64 = 1e-12;

/// Whether no motor acts on a joint that has the place of one, on a side of the transmission: its torque there is known to be
/// zero.
pub(crate) fn is_undriven(model: &Model, side: Side, k: usize) -> bool {
    let n = model.joints.len();
    let acts = |motor: usize| {
        model
            .transmission
            .get(motor * n + k)
            .is_some_and(|g| *g != 0.0)
    };
    let is_passive = |motor: usize| model.motors.get(motor).is_some_and(|m| m.is_passive);
    let at_motors = side == Side::Motor;
    is_passive(k) && (at_motors || (0..n).all(|motor| motor == k || !acts(motor)))
}

/// Why no robot follows a motion that is given for all joints, if it has some without a motor.
pub(crate) fn unfollowed(model: &Model) -> Option<String> {
    let passive = model.motors.iter().filter(|motor| motor.is_passive);
    let names: Vec<&str> = passive.map(|motor| motor.name).collect();
    (!names.is_empty()).then(|| {
        format!(
            "no motor moves {}: the robot does not follow a motion that is given for all joints; a simulation by \
             torques of the others tells which one they make",
            names.join(", ")
        )
    })
}

/// `q_motor = G q_joint`, `tau_joint = Gᵀ tau_motor`, for a robot known only at run time.
#[derive(Debug, Clone, PartialEq)]
pub struct Drive {
    matrix: DMatrix<f64>,
    inverse: DMatrix<f64>,
}

impl Drive {
    /// The robot's transmission, the identity if it has none; `None` if the matrix is singular,
    /// which the generator refuses.
    #[must_use]
    pub fn of(model: &Model) -> Option<Self> {
        let n = model.joints.len();
        let matrix = if model.transmission.len() == n * n {
            DMatrix::from_row_slice(n, n, model.transmission)
        } else {
            DMatrix::identity(n, n)
        };
        let inverse = matrix.clone().try_inverse()?;
        Some(Self { matrix, inverse })
    }

    /// `G[motor][joint]`.
    #[must_use]
    pub fn ratio(&self, motor: usize, joint: usize) -> f64 {
        self.matrix[(motor, joint)]
    }

    /// How much of a joint's torque is in a motor's: `G⁻ᵀ[motor][joint]`, 0 where the inverse leaves
    /// nothing but rounding.
    #[must_use]
    pub(crate) fn motor_share(&self, motor: usize, joint: usize) -> f64 {
        let share = self.inverse[(joint, motor)];
        let largest = self.inverse.column(motor).amax();
        if share.abs() > ROUNDING * largest {
            share
        } else {
            0.0
        }
    }

    /// The same with the opposite sign of one ratio; none where motors would then turn together.
    pub(crate) fn opposite(&self, motor: usize, joint: usize) -> Option<Self> {
        let mut matrix = self.matrix.clone();
        matrix[(motor, joint)] *= -1.0;
        let inverse = matrix.clone().try_inverse()?;
        let is_regular = inverse.amax() * matrix.amax() * ROUNDING < 1.0;
        is_regular.then_some(Self { matrix, inverse })
    }

    /// What turns joint positions into those of the motors: `G` (`n × n`).
    #[must_use]
    pub fn to_motor_matrix(&self) -> &DMatrix<f64> {
        &self.matrix
    }

    /// What turns joint torques into those of `side`, row by row: the identity, or `G⁻ᵀ`.
    #[must_use]
    pub fn torque_rows(&self, side: Side) -> DMatrix<f64> {
        match side {
            Side::Joint => DMatrix::identity(self.matrix.nrows(), self.matrix.ncols()),
            Side::Motor => self.inverse.transpose(),
        }
    }

    /// Motor positions, velocities or accelerations of the joints' (`n` each).
    pub fn to_motor(&self, joint: &[f64], motor: &mut [f64]) {
        multiply(&self.matrix, false, joint, motor);
    }

    /// Joint torques of the motors' (`n` each).
    pub fn torque_to_joint(&self, motor: &[f64], joint: &mut [f64]) {
        multiply(&self.matrix, true, motor, joint);
    }

    /// Motor torques of the joints' (`n` each).
    pub fn torque_to_motor(&self, joint: &[f64], motor: &mut [f64]) {
        multiply(&self.inverse, true, joint, motor);
    }

    /// Turns columns (a column a motor) of positions or their derivatives into the joints'.
    pub fn columns_to_joint(&self, columns: &mut [Vec<f64>]) {
        mix(&self.inverse, false, columns);
    }

    /// Turns columns of joint positions or their derivatives into the motors' (a column a motor).
    pub fn columns_to_motor(&self, columns: &mut [Vec<f64>]) {
        mix(&self.matrix, false, columns);
    }

    /// Whether a motor moves more than one joint, or a joint more than one motor.
    #[must_use]
    pub fn couples(&self) -> bool {
        let n = self.matrix.nrows();
        (0..n).any(|i| (0..n).any(|k| i != k && self.matrix[(i, k)] != 0.0))
    }

    /// How fast a motor turns at most where no joint is faster than 1, each by itself: the largest size in its row of `G`.
    #[must_use]
    pub fn speed(&self, motor: usize) -> f64 {
        self.matrix.row(motor).amax()
    }

    /// Turns columns of motor torques into joint torques.
    pub fn torque_columns_to_joint(&self, columns: &mut [Vec<f64>]) {
        mix(&self.matrix, true, columns);
    }
}

/// Whether a standard parameter never enters a row: a joint's torque, or a motor's.
pub(crate) fn enters_never(model: &Model, side: Side, row: usize, parameter: usize) -> bool {
    match side {
        Side::Joint => model.sparsity.joint.is_zero(row, parameter),
        Side::Motor => model.sparsity.motor.is_zero(row, parameter),
    }
}

fn multiply(matrix: &DMatrix<f64>, transposed: bool, from: &[f64], to: &mut [f64]) {
    for (i, out) in to.iter_mut().enumerate() {
        let entry = |k: usize| {
            if transposed {
                matrix[(k, i)]
            } else {
                matrix[(i, k)]
            }
        };
        *out = from.iter().enumerate().map(|(k, x)| entry(k) * x).sum();
    }
}

fn mix(matrix: &DMatrix<f64>, transposed: bool, columns: &mut [Vec<f64>]) {
    let rows = columns.iter().map(Vec::len).min().unwrap_or(0);
    let mut from = vec![0.0; columns.len()];
    let mut to = vec![0.0; columns.len()];
    for k in 0..rows {
        for (x, column) in from.iter_mut().zip(columns.iter()) {
            *x = column[k];
        }
        multiply(matrix, transposed, &from, &mut to);
        for (x, column) in to.iter().zip(columns.iter_mut()) {
            column[k] = *x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Drive, enters_never, is_undriven, unfollowed};
    use crate::regression::by_hand::MODEL;
    use armwright_runtime::{Model, Motor, Robot, Side};
    use nalgebra::DMatrix;

    /// `G = [[2, 0], [3, 5]]`, whose inverse is `[[0.5, 0], [-0.3, 0.2]]`.
    fn drive() -> Drive {
        Drive::of(&MODEL).expect("it can be inverted")
    }

    fn near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (x, y) in found.iter().zip(expected) {
            assert!((x - y).abs() < 1e-12, "{found:?} {expected:?}");
        }
    }

    #[test]
    fn states_and_torques_go_through_a_transmission_both_ways() {
        let drive = drive();
        let mut out = [9.0; 2];
        drive.to_motor(&[0.7, -1.1], &mut out);
        near(&out, &[1.4, -3.4]);
        drive.torque_to_joint(&[0.7, -1.1], &mut out);
        near(&out, &[-1.9, -5.5]);
        drive.torque_to_motor(&[0.7, -1.1], &mut out);
        near(&out, &[0.68, -0.22]);
        let columns = || [vec![1.4, 2.0, 7.0], vec![-3.4, 0.0, 8.0]];
        let mut motors = columns();
        drive.columns_to_joint(&mut motors);
        near(&motors[0], &[0.7, 1.0, 3.5]);
        near(&motors[1], &[-1.1, -0.6, -0.5]);
        drive.columns_to_motor(&mut motors);
        near(&motors.concat(), &columns().concat());
        let mut torques = columns();
        drive.torque_columns_to_joint(&mut torques);
        near(&torques[0], &[-7.4, 4.0, 38.0]);
        near(&torques[1], &[-17.0, 0.0, 40.0]);
        // What one column has more stays as it is.
        let mut longer = [vec![1.4, 3.0], vec![-3.4]];
        drive.columns_to_joint(&mut longer);
        near(&longer[0], &[0.7, 3.0]);
        near(&longer[1], &[-1.1]);
    }

    #[test]
    fn matrices_of_a_transmission_are_those_of_the_robot() {
        let drive = drive();
        let expected = DMatrix::from_row_slice(2, 2, &[2.0, 0.0, 3.0, 5.0]);
        assert_eq!(drive.to_motor_matrix(), &expected);
        assert_eq!([drive.ratio(1, 0), drive.ratio(0, 1)], [3.0, 0.0]);
        assert_eq!(
            drive.torque_rows(Side::Joint),
            DMatrix::<f64>::identity(2, 2)
        );
        near(
            drive.torque_rows(Side::Motor).as_slice(),
            DMatrix::from_row_slice(2, 2, &[0.5, -0.3, 0.0, 0.2]).as_slice(),
        );
        near(
            &[(0, 0), (0, 1), (1, 0), (1, 1)].map(|(motor, joint)| drive.motor_share(motor, joint)),
            &[0.5, -0.3, 0.0, 0.2],
        );
    }

    /// `[[2, 0], [-3, 5]]`, whose inverse is `[[0.5, 0], [0.3, 0.2]]`; of a differential two rows are then alike.
    #[test]
    fn one_ratio_has_the_opposite_sign() {
        let opposite = drive().opposite(1, 0).expect("it can be inverted");
        let mut motors = [9.0; 2];
        opposite.to_motor(&[0.7, -1.1], &mut motors);
        near(&motors, &[1.4, -7.6]);
        let rows = DMatrix::from_row_slice(2, 2, &[0.5, 0.3, 0.0, 0.2]);
        near(
            opposite.torque_rows(Side::Motor).as_slice(),
            rows.as_slice(),
        );
        for transmission in [[4.0, 4.0, 4.0, -4.0], [0.1, 0.3, 0.7, -2.1]] {
            let model = Model {
                transmission: Box::leak(Box::new(transmission)),
                ..MODEL
            };
            let differential = Drive::of(&model).expect("an inverse");
            assert_eq!(differential.opposite(0, 1), None);
        }
    }

    #[test]
    fn what_an_inverse_leaves_of_rounding_is_no_share() {
        let share = |small: f64| {
            let transmission: &'static [f64] = Box::leak(Box::new([1.0, 0.0, small, 1.0]));
            let model = Model {
                transmission,
                ..MODEL
            };
            Drive::of(&model).expect("an inverse").motor_share(0, 1)
        };
        assert_eq!(share(2e-12), -2e-12);
        assert_eq!(share(5e-13), 0.0);
    }

    /// A motor that turns a million times as fast as its joint has a millionth of its torque, and of others' less: what is small
    /// beside the other motor's share is none beside its own. In powers of two: the inverse is `[[2^-20, 0], [-2^-50, 1]]`.
    #[test]
    fn a_share_is_large_or_small_beside_others_of_its_motor() {
        let power = |n: i32| 2f64.powi(n);
        let transmission: &'static [f64] = Box::leak(Box::new([power(20), 0.0, power(-30), 1.0]));
        let model = Model {
            transmission,
            ..MODEL
        };
        let drive = Drive::of(&model).expect("an inverse");
        let share = drive.motor_share(0, 1);
        assert!((share / power(-50) + 1.0).abs() < 1e-9, "{share}");
    }

    #[test]
    fn a_robot_without_a_transmission_has_the_identity() {
        let plain = Model {
            transmission: &[],
            ..MODEL
        };
        let plain = Drive::of(&plain).expect("the identity");
        assert_eq!(plain.to_motor_matrix(), &DMatrix::<f64>::identity(2, 2));
        assert!(!plain.couples());
        let singular = Model {
            transmission: &[2.0, 4.0, 3.0, 6.0],
            ..MODEL
        };
        assert_eq!(Drive::of(&singular), None);
    }

    #[test]
    fn motors_that_move_several_joints_are_coupled() {
        let of = |transmission: &'static [f64]| {
            let model = Model {
                transmission,
                ..MODEL
            };
            Drive::of(&model).expect("an inverse")
        };
        assert!(!of(&[2.0, 0.0, 0.0, -5.0]).couples());
        assert!(of(&[2.0, 0.0, 3.0, 5.0]).couples());
        assert!(of(&[2.0, -3.0, 0.0, 5.0]).couples());
        let wrist = armwright_robots::abb_wrist::ROBOT.model();
        let drive = Drive::of(wrist).expect("an inverse");
        // Rows [-60, 0, 0], [10, 50, 0] and [-8, 12, 45].
        assert_eq!([0, 1, 2].map(|k| drive.speed(k)), [60.0, 50.0, 45.0]);
    }

    /// The second motor turns with both joints, the first with its own alone.
    #[test]
    fn a_joint_without_a_motor_of_its_own_is_driven_by_another_that_acts_on_it() {
        let passive = |motor: usize| {
            let mut motors = MODEL.motors.to_vec();
            motors[motor] = Motor {
                is_passive: true,
                ..motors[motor]
            };
            let model = Model {
                motors: motors.leak(),
                ..MODEL
            };
            let places = [
                (Side::Joint, 0),
                (Side::Joint, 1),
                (Side::Motor, 0),
                (Side::Motor, 1),
            ];
            places.map(|(side, place)| is_undriven(&model, side, place))
        };
        assert_eq!(passive(0), [false, false, true, false]);
        assert_eq!(passive(1), [false, true, false, true]);
    }

    #[test]
    fn a_parameter_enters_the_rows_of_its_side() {
        // Joint rows "+++0++0" and "000++0+", motor rows "++++0++" and "000++0+".
        let never = |side, row, parameter| enters_never(&MODEL, side, row, parameter);
        assert!(never(Side::Joint, 0, 3) && !never(Side::Motor, 0, 3));
        assert!(!never(Side::Joint, 0, 4) && never(Side::Motor, 0, 4));
        assert!(never(Side::Joint, 1, 0) && !never(Side::Joint, 1, 4));
    }

    #[test]
    fn motors_that_move_nothing_are_all_named() {
        assert_eq!(unfollowed(&MODEL), None);
        let motors = MODEL.motors.iter().map(|motor| Motor {
            is_passive: true,
            ..*motor
        });
        let model = Model {
            motors: motors.collect::<Vec<_>>().leak(),
            ..MODEL
        };
        let said = "no motor moves m1, m2: the robot does not follow a motion that is given for all joints; a simulation by \
                    torques of the others tells which one they make";
        assert_eq!(unfollowed(&model).as_deref(), Some(said));
    }
}
