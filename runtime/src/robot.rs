//! The one interface between generated code and everything that uses it at run time.

use crate::{Model, RecoveryError};

/// A robot whose equations were generated: its data and its functions on `f64` slices.
///
/// The generated module also has each function on its own, generic over
/// [`Scalar`](crate::Scalar) and with array types that carry the sizes; this trait is for code
/// that handles any robot. `q`, `qd`, `qdd` and torques have `n` entries; matrices are row-major;
/// `theta` has the `p` standard parameters in the order of [`Model::parameters`]. SI units, joint
/// side of the transmission throughout.
///
/// # Errors
/// Every function answers a slice of the wrong length with a [`ShapeError`] and does nothing.
pub trait Robot: Sync {
    /// The robot as data.
    fn model(&self) -> &'static Model;

    /// `Y` (`n × p`) with `tau = Y theta`, all drive terms included.
    fn torque_regressor(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        out: &mut [f64],
    ) -> Result<(), ShapeError>;

    /// The columns of the base parameters (`n × b`), `tau = Y_b beta` if [`Model::base_of_torque`].
    fn base_regressor(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        out: &mut [f64],
    ) -> Result<(), ShapeError>;

    /// The regressor of what is measured (`rows × p`), a row for each of [`Model::measured`]; the
    /// torque regressor where that is empty.
    fn measured_regressor(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        out: &mut [f64],
    ) -> Result<(), ShapeError> {
        self.torque_regressor(q, qd, qdd, out)
    }

    /// The columns of the base parameters in what is measured (`rows × b`): each measured number
    /// is its row times `beta`.
    fn measured_base_regressor(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        out: &mut [f64],
    ) -> Result<(), ShapeError> {
        self.base_regressor(q, qd, qdd, out)
    }

    /// Kinetic plus potential energy as a row (`p`) times `theta`, zero in the columns of friction.
    fn energy_regressor(&self, q: &[f64], qd: &[f64], out: &mut [f64]) -> Result<(), ShapeError>;

    /// Joint torques for a motion (`n`), by the factored form.
    fn inverse_dynamics(
        &self,
        theta: &[f64],
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        out: &mut [f64],
    ) -> Result<(), ShapeError>;

    /// Joint torques for a motion (`n`), by the closed form.
    fn closed_form_torque(
        &self,
        theta: &[f64],
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        out: &mut [f64],
    ) -> Result<(), ShapeError>;

    /// Joint-space inertia matrix (`n × n`), armature and rotors included.
    fn inertia(&self, theta: &[f64], q: &[f64], out: &mut [f64]) -> Result<(), ShapeError>;

    /// Coriolis and centrifugal torques (`n`).
    fn coriolis(
        &self,
        theta: &[f64],
        q: &[f64],
        qd: &[f64],
        out: &mut [f64],
    ) -> Result<(), ShapeError>;

    /// Gravity torques (`n`).
    fn gravity(&self, theta: &[f64], q: &[f64], out: &mut [f64]) -> Result<(), ShapeError>;

    /// Base parameters (`b`) of the standard parameters `theta`.
    fn base_parameters(&self, theta: &[f64], out: &mut [f64]) -> Result<(), ShapeError>;

    /// The monomials of the closed form's elements at a configuration, those of
    /// [`Model::elements`] one after the other.
    ///
    /// Element e is the sum of its monomials times its coefficients.
    fn element_bases(&self, q: &[f64], out: &mut [f64]) -> Result<(), ShapeError> {
        let _ = q;
        match out.len() {
            0 => Ok(()),
            actual => Err(ShapeError {
                expected: 0,
                actual,
            }),
        }
    }

    /// Physical parameters (`out`, `r`) from base parameters (`beta`, `b`) and what is known
    /// (`known`, `k`), and what is left of the equations that were not needed (`residuals`, `s`).
    /// The names are in [`Model::recovery`].
    ///
    /// `tolerance` has a number for each step (`d`): a divisor whose magnitude is not above it
    /// counts as zero. Zeros refuse exact zeros only; some standard deviations of the divisors
    /// ([`Robot::divisor_jacobian`], [`deviations`](crate::recovery::deviations)) refuse what the
    /// data cannot tell from zero.
    ///
    /// # Errors
    /// [`RecoveryError`] with the step that failed; `out` then has the parameters of the steps
    /// before it. A robot without a plan answers [`RecoveryError::NoPlan`].
    fn recover(
        &self,
        beta: &[f64],
        known: &[f64],
        tolerance: &[f64],
        out: &mut [f64],
        residuals: &mut [f64],
    ) -> Result<(), RecoveryError> {
        let _ = (beta, known, tolerance, out, residuals);
        Err(RecoveryError::NoPlan)
    }

    /// Derivatives of the recovered parameters (`r × (b + k)`) by base parameters and then knowns,
    /// at a point that [`Robot::recover`] found.
    ///
    /// # Errors
    /// [`RecoveryError::NoPlan`], [`RecoveryError::Shape`]. Where a step divides by zero, entries
    /// are not finite.
    fn recovery_jacobian(
        &self,
        beta: &[f64],
        known: &[f64],
        recovered: &[f64],
        out: &mut [f64],
    ) -> Result<(), RecoveryError> {
        let _ = (beta, known, recovered, out);
        Err(RecoveryError::NoPlan)
    }

    /// Derivatives of what the steps divide by (`d × (b + k)`), as [`Robot::recovery_jacobian`].
    ///
    /// # Errors
    /// As [`Robot::recovery_jacobian`].
    fn divisor_jacobian(
        &self,
        beta: &[f64],
        known: &[f64],
        recovered: &[f64],
        out: &mut [f64],
    ) -> Result<(), RecoveryError> {
        let _ = (beta, known, recovered, out);
        Err(RecoveryError::NoPlan)
    }

    /// Derivatives of the residuals (`s × (b + k)`), as [`Robot::recovery_jacobian`]: with their
    /// covariance `J Σ Jᵀ` the residuals of the spare equations can be judged.
    ///
    /// # Errors
    /// As [`Robot::recovery_jacobian`].
    fn residual_jacobian(
        &self,
        beta: &[f64],
        known: &[f64],
        recovered: &[f64],
        out: &mut [f64],
    ) -> Result<(), RecoveryError> {
        let _ = (beta, known, recovered, out);
        Err(RecoveryError::NoPlan)
    }
}

/// A slice whose length does not fit the robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShapeError {
    /// The length that the robot asks for.
    pub expected: usize,
    /// The length that was given.
    pub actual: usize,
}

impl core::fmt::Display for ShapeError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "expected {} numbers, got {}", self.expected, self.actual)
    }
}

impl core::error::Error for ShapeError {}

/// A slice as an array of `N` numbers.
///
/// # Errors
/// [`ShapeError`] if it has another length.
pub fn vector<const N: usize>(slice: &[f64]) -> Result<&[f64; N], ShapeError> {
    slice.try_into().map_err(|_| ShapeError {
        expected: N,
        actual: slice.len(),
    })
}

/// A mutable slice as an array of `N` numbers.
///
/// # Errors
/// [`ShapeError`] if it has another length.
pub fn vector_mut<const N: usize>(slice: &mut [f64]) -> Result<&mut [f64; N], ShapeError> {
    let actual = slice.len();
    slice.try_into().map_err(|_| ShapeError {
        expected: N,
        actual,
    })
}

/// A mutable row-major slice as a matrix of `R` rows and `C` columns.
///
/// # Errors
/// [`ShapeError`] if it has another length.
pub fn matrix_mut<const R: usize, const C: usize>(
    slice: &mut [f64],
) -> Result<&mut [[f64; C]; R], ShapeError> {
    let error = ShapeError {
        expected: R * C,
        actual: slice.len(),
    };
    if slice.len() != R * C {
        return Err(error);
    }
    slice.as_chunks_mut::<C>().0.try_into().map_err(|_| error)
}
