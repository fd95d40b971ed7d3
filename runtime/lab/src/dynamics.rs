//! What generated functions say of a motion together: the accelerations that torques cause.

use nalgebra::{DMatrix, DVector};
use thiserror::Error;

use armwright_runtime::{BaseMotion, EvaluationError, Inputs, Quantity, Robot, ShapeError};

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
    let model = robot.model();
    let n = Quantity::InverseDynamics.length(model);
    let mut bias = vec![0.0; n];
    let mut inertia = vec![0.0; n * n];
    let mut base = inputs.base.to_vec();
    if let Some(accelerations) = base.get_mut(BaseMotion::ACCELERATIONS) {
        accelerations.fill(0.0);
    }
    let at_rest = Inputs {
        qdd: &vec![0.0; model.joints.len()],
        base: &base,
        ..inputs
    };
    robot.evaluate(Quantity::InverseDynamics, &at_rest, &mut bias)?;
    robot.evaluate(Quantity::InertiaMatrix, &inputs, &mut inertia)?;
    if tau.len() != n {
        let (expected, actual) = (n, tau.len());
        return Err(EvaluationError::from(ShapeError { expected, actual }).into());
    }
    let right = DVector::from_fn(n, |i, _| tau[i] - bias[i]);
    let solution = DMatrix::from_row_slice(n, n, &inertia).lu().solve(&right);
    let solution = solution.filter(|x| x.iter().all(|x| x.is_finite()));
    let solution = solution.ok_or(DynamicsError::SingularInertia)?;
    Ok(solution.as_slice().to_vec())
}
