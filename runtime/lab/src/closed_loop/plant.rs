//! A robot with some base parameters: its inertia, and what moves it.

use nalgebra::{DMatrix, DVector};

use super::error::ClosedLoopError;
use crate::simulation::smallest;
use armwright_runtime::{EvaluationError, Inputs, Quantity, Robot};

/// A share of an inertia below which what is left of it is rounding.
const ROUNDING: f64 = 1e-12;

/// A robot with base parameters, which may be those of no robot that there is.
pub struct Plant<'a> {
    robot: &'a dyn Robot,
    /// Standard parameters with these base parameters (`p`), the smallest: torques depend on nothing else of them.
    theta: Vec<f64>,
}

/// What a robot is in a state.
#[derive(Debug, Clone, PartialEq)]
pub struct Dynamics {
    /// The inertia matrix (`n × n`), drives included.
    pub inertia: DMatrix<f64>,
    /// The joint torques of no acceleration (`n`): of gravity, velocities and friction.
    pub bias: DVector<f64>,
}

impl<'a> Plant<'a> {
    /// A robot with base parameters `beta` (`b`).
    ///
    /// # Errors
    /// [`ClosedLoopError::BaseMoves`], [`ClosedLoopError::NotOfTorques`], [`ClosedLoopError::Count`].
    pub fn of(robot: &'a dyn Robot, beta: &[f64]) -> Result<Self, ClosedLoopError> {
        let model = robot.model();
        let name = || model.name.to_owned();
        if model.base_moves() {
            return Err(ClosedLoopError::BaseMoves { robot: name() });
        }
        if !robot.left_out().is_empty() || !model.base_of_torque {
            return Err(ClosedLoopError::NotOfTorques { robot: name() });
        }
        let theta = smallest(model, beta).map_err(|_| ClosedLoopError::Count {
            what: "base parameters",
            found: beta.len(),
            wanted: model.base.len(),
        })?;
        Ok(Self { robot, theta })
    }

    /// The name of a joint.
    pub(super) fn joint(&self, joint: usize) -> String {
        self.robot.model().joints[joint].name.to_owned()
    }

    /// Inertia and bias at positions and velocities (`n` each).
    ///
    /// # Errors
    /// [`EvaluationError`].
    pub fn at(&self, q: &[f64], qd: &[f64]) -> Result<Dynamics, EvaluationError> {
        let n = self.robot.model().joints.len();
        let (mut inertia, mut bias) = (vec![0.0; n * n], DVector::zeros(n));
        let inputs = Inputs {
            theta: &self.theta,
            q,
            qd,
            qdd: &vec![0.0; n],
            ..Inputs::default()
        };
        let robot = self.robot;
        robot.evaluate(Quantity::InverseDynamics, &inputs, bias.as_mut_slice())?;
        robot.evaluate(Quantity::InertiaMatrix, &inputs, &mut inertia)?;
        Ok(Dynamics {
            inertia: DMatrix::from_row_slice(n, n, &inertia),
            bias,
        })
    }

    /// Accelerations that joint torques (`n`) cause in a state, at a time (s).
    pub(super) fn accelerations(
        &self,
        here: &Dynamics,
        tau: &DVector<f64>,
        time: f64,
    ) -> Result<DVector<f64>, ClosedLoopError> {
        here.accelerations(tau).map_err(|(joint, is_singular)| {
            let joint = self.joint(joint);
            match is_singular {
                true => ClosedLoopError::Singular { joint, time },
                false => ClosedLoopError::Indefinite { joint, time },
            }
        })
    }
}

impl Dynamics {
    /// Accelerations that joint torques cause; else the first joint whose inertia is not positive, those before it free to
    /// move, and whether it is 0.
    fn accelerations(&self, tau: &DVector<f64>) -> Result<DVector<f64>, (usize, bool)> {
        let n = self.bias.len();
        let mut factor = self.inertia.clone();
        let mut right = tau - &self.bias;
        for k in 0..n {
            let (pivot, size) = (factor[(k, k)], self.inertia[(k, k)].abs());
            // Also of what is no number.
            if !(pivot > ROUNDING * size && pivot.is_finite()) {
                return Err((k, pivot.abs() <= ROUNDING * size));
            }
            for i in k + 1..n {
                let share = factor[(i, k)] / pivot;
                for j in k + 1..n {
                    factor[(i, j)] -= share * factor[(k, j)];
                }
                right[i] -= share * right[k];
            }
        }
        for k in (0..n).rev() {
            let known: f64 = (k + 1..n).map(|j| factor[(k, j)] * right[j]).sum();
            right[k] = (right[k] - known) / factor[(k, k)];
        }
        Ok(right)
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::Dynamics;

    #[test]
    fn accelerations_are_those_of_newton() {
        let inertia =
            DMatrix::from_row_slice(3, 3, &[4.0, 1.0, 0.5, 1.0, 3.0, -0.2, 0.5, -0.2, 2.0]);
        let bias = DVector::from_vec(vec![0.3, -1.0, 2.0]);
        let wanted = DVector::from_vec(vec![1.0, -2.0, 0.5]);
        let tau = &inertia * &wanted + &bias;
        let mut dynamics = Dynamics { inertia, bias };
        let found = dynamics.accelerations(&tau).unwrap();
        assert!((found - wanted).amax() < 1e-14);
        dynamics.inertia[(1, 1)] = 0.25;
        assert_eq!(dynamics.accelerations(&tau), Err((1, true)));
        dynamics.inertia[(1, 1)] = 0.2;
        assert_eq!(dynamics.accelerations(&tau), Err((1, false)));
        dynamics.inertia[(0, 0)] = f64::NAN;
        assert_eq!(dynamics.accelerations(&tau), Err((0, false)));
        // A joint that nothing hangs on.
        dynamics.inertia[(0, 0)] = 0.0;
        assert_eq!(dynamics.accelerations(&tau), Err((0, true)));
    }
}
