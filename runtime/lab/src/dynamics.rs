//! What generated functions say of a motion together: the accelerations that torques cause.

use nalgebra::{DMatrix, DVector};
use thiserror::Error;

use armwright_runtime::{EvaluationError, ForwardError, Inputs, Quantity, Robot, forward_dynamics};

/// Why there are no accelerations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DynamicsError {
    /// The robot's functions cannot be evaluated.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// The inertia matrix cannot be inverted.
    #[error("the inertia matrix is singular")]
    SingularInertia,
}

/// Accelerations that joint torques (`tau`, `n`) cause: `M⁻¹ (tau - S(q)[qd qd] - g(q) - friction)`.
///
/// Of a base that moves, `tau` begins with the wrench that acts on it and the result with the acceleration of its
/// origin and its angular acceleration, in its axes.
///
/// ```
/// use armwright_lab::dynamics::accelerations;
/// use armwright_lab::parameters::nominal;
/// use armwright_runtime::{Inputs, Robot};
///
/// let robot = &armwright_robots::double_pendulum::ROBOT;
/// let theta = &nominal(robot.model());
/// let inputs = Inputs { theta, q: &[0.3, -0.2], qd: &[0.0, 0.0], ..Inputs::default() };
/// let mut weight = [0.0; 2];
/// robot.gravity_torques(theta, inputs.q, &mut weight)?;
/// let held = accelerations(robot, inputs, &weight)?;
/// assert!(held.iter().all(|qdd| qdd.abs() < 1e-12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`DynamicsError`].
pub fn accelerations(
    robot: &dyn Robot,
    inputs: Inputs<'_>,
    tau: &[f64],
) -> Result<Vec<f64>, DynamicsError> {
    let n = robot.model().rows();
    let (mut work, mut found) = (vec![0.0; n * n + n], vec![0.0; n]);
    match forward_dynamics(robot, &inputs, tau, &mut work, &mut found) {
        Ok(()) => return Ok(found),
        Err(ForwardError::Evaluation(error)) => return Err(error.into()),
        // Parameters of no bodies may cause accelerations all the same.
        Err(ForwardError::NotPositive { .. }) => {}
    }
    let (inertia, right) = work.split_at_mut(n * n);
    robot.evaluate(Quantity::InertiaMatrix, &inputs, inertia)?;
    let (inertia, right) = (
        DMatrix::from_row_slice(n, n, inertia),
        DVector::from_column_slice(right),
    );
    let solution = inertia.lu().solve(&right);
    let solution = solution.filter(|x| x.iter().all(|x| x.is_finite()));
    let solution = solution.ok_or(DynamicsError::SingularInertia)?;
    Ok(solution.as_slice().to_vec())
}
