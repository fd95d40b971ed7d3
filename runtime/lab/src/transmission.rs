//! The robot's transmission at run time: positions and torques from motors to joints and back.

use nalgebra::DMatrix;

use armwright_runtime::{Model, Side};

/// A share of the largest element below which one of an inverse is 0.
const ROUNDING: f64 = 1e-12;

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
