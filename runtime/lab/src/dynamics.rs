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
    /// What was given has a value that is no number, or accelerations are too large to be one.
    #[error("{0} have a value that is not finite")]
    NotFinite(&'static str),
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
    let given: [(&'static str, &[f64]); 5] = [
        ("parameters", inputs.theta),
        ("positions", inputs.q),
        ("velocities", inputs.qd),
        ("numbers of the base", inputs.base),
        ("torques", tau),
    ];
    let is_finite = |values: &[f64]| values.iter().all(|x| x.is_finite());
    if let Some((what, _)) = given.into_iter().find(|(_, values)| !is_finite(values)) {
        return Err(DynamicsError::NotFinite(what));
    }
    let n = robot.model().rows();
    let (mut work, mut found) = (vec![0.0; n * n + n], vec![0.0; n]);
    match forward_dynamics(robot, &inputs, tau, &mut work, &mut found) {
        Ok(()) if is_finite(&found) => return Ok(found),
        Ok(()) => return Err(DynamicsError::NotFinite("accelerations")),
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

#[cfg(test)]
mod tests {
    use super::{DynamicsError, accelerations};
    use crate::parameters::nominal;
    use armwright_robots::{double_pendulum, solo12};
    use armwright_runtime::{BaseMotion, EvaluationError, Inputs, Quantity, Robot, ShapeError};

    #[test]
    fn accelerations_are_those_whose_torques_act() {
        let robot = &double_pendulum::ROBOT;
        let theta = &nominal(robot.model());
        let expected = [2.3, -4.1];
        let inputs = Inputs {
            theta,
            q: &[0.3, -0.9],
            qd: &[1.7, -0.6],
            qdd: &expected,
            ..Inputs::default()
        };
        let mut tau = [0.0; 2];
        robot
            .evaluate(Quantity::InverseDynamics, &inputs, &mut tau)
            .expect("its sizes");
        // Accelerations that are given say nothing.
        for qdd in [&[][..], &[9.0, 9.0]] {
            let found = accelerations(robot, Inputs { qdd, ..inputs }, &tau).expect("regular");
            let mut pairs = found.iter().zip(expected);
            assert!(pairs.all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        }
        let (expected, actual) = (2, 3);
        let shape = EvaluationError::Shape(ShapeError { expected, actual });
        assert_eq!(
            accelerations(robot, inputs, &[1.0; 3]),
            Err(DynamicsError::Evaluation(shape))
        );
        let massless = Inputs {
            theta: &[0.0; 20],
            ..inputs
        };
        let singular = accelerations(robot, massless, &tau).expect_err("singular");
        assert_eq!(singular, DynamicsError::SingularInertia);
        assert_eq!(singular.to_string(), "the inertia matrix is singular");
    }

    /// Neither what is given nor what follows from it is anything but numbers.
    #[test]
    fn what_is_no_number_causes_no_accelerations() {
        let robot = &double_pendulum::ROBOT;
        let theta = &nominal(robot.model());
        let inputs = Inputs {
            theta,
            q: &[0.3, -0.9],
            qd: &[1.7, -0.6],
            ..Inputs::default()
        };
        let refused = |inputs, tau: &[f64]| {
            let error = accelerations(robot, inputs, tau).expect_err("a refusal");
            error.to_string()
        };
        let (nan, infinite) = ([f64::NAN; 20], [1.0, f64::INFINITY]);
        let theta = Inputs {
            theta: &nan,
            ..inputs
        };
        let q = Inputs {
            q: &nan[..2],
            ..inputs
        };
        let qd = Inputs {
            qd: &infinite,
            ..inputs
        };
        // Squares of these are beyond numbers.
        let fast = Inputs {
            qd: &[1e200, 1e200],
            ..inputs
        };
        for (inputs, tau, what) in [
            (theta, [0.0; 2], "parameters"),
            (q, [0.0; 2], "positions"),
            (qd, [0.0; 2], "velocities"),
            (inputs, [f64::NAN, 0.0], "torques"),
            (fast, [0.0; 2], "accelerations"),
        ] {
            let said = format!("{what} have a value that is not finite");
            assert_eq!(refused(inputs, &tau), said);
        }
    }

    /// Torques are linear in the parameters: of bodies of negative mass all are negated, and accelerations the same.
    #[test]
    fn parameters_of_no_bodies_cause_accelerations_all_the_same() {
        let robot = &double_pendulum::ROBOT;
        let given = nominal(robot.model());
        let negated = given.iter().map(|value| -value).collect::<Vec<_>>();
        // Of the upper body alone: what is seen only after half of the matrix was worked on.
        let upper = given.iter().enumerate();
        let upper = upper.map(|(k, value)| if k < 10 { -10.0 * value } else { *value });
        for (theta, lower) in [(negated, -1.0), (upper.collect(), 1.0)] {
            let expected = [-1.4, 3.2];
            let inputs = Inputs {
                theta: &theta,
                q: &[-0.6, 1.1],
                qd: &[0.8, 1.9],
                qdd: &expected,
                ..Inputs::default()
            };
            let (mut tau, mut inertia) = ([0.0; 2], [0.0; 4]);
            robot
                .evaluate(Quantity::InverseDynamics, &inputs, &mut tau)
                .expect("its sizes");
            robot
                .evaluate(Quantity::InertiaMatrix, &inputs, &mut inertia)
                .expect("its sizes");
            assert!(inertia[0] < 0.0 && lower * inertia[3] > 0.0, "{inertia:?}");
            let found = accelerations(robot, inputs, &tau).expect("regular");
            let mut pairs = found.iter().zip(expected);
            assert!(pairs.all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        }
    }

    /// A wrench on the base comes first, and so do the accelerations of its origin and about it.
    #[test]
    fn a_base_moves_by_the_wrench_on_it() {
        let robot = &solo12::ROBOT;
        let model = robot.model();
        let theta = &nominal(model);
        let n = model.joints.len();
        let spread = |from: f64| -> Vec<f64> { (0..n).map(|k| from + 0.1 * k as f64).collect() };
        let (q, qd, qdd) = (spread(-0.4), spread(0.7), spread(-1.5));
        let motion = BaseMotion {
            orientation: [0.9, 0.1, -0.2, 0.3],
            angular_velocity: [0.3, -0.5, 0.2],
            velocity: [0.1, 0.2, -0.4],
            angular_acceleration: [1.5, -2.5, 0.5],
            acceleration: [-0.7, 3.0, 1.2],
        };
        let base = motion.inputs(model.gravity);
        let inputs = Inputs {
            theta,
            q: &q,
            qd: &qd,
            qdd: &qdd,
            base: &base,
            ..Inputs::default()
        };
        let mut tau = vec![0.0; n + 6];
        robot
            .evaluate(Quantity::InverseDynamics, &inputs, &mut tau)
            .expect("its sizes");
        let found = accelerations(robot, inputs, &tau).expect("regular");
        let expected = [&motion.acceleration[..], &motion.angular_acceleration, &qdd].concat();
        assert_eq!(found.len(), expected.len());
        for (k, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert!(
                (found - expected).abs() < 1e-8,
                "{k}: {found} for {expected}"
            );
        }
    }
}
