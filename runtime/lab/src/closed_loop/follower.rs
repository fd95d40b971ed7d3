//! A controller in continuous time that makes a simulated machine follow a reference.

use super::error::ClosedLoopError;
use super::reference::Reference;
use crate::motion::States;
use crate::simulation::Input;
use armwright_runtime::{Inputs, Quantity, Robot};

/// What a [`Follower`] knows of the robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// Each joint by itself: a spring and a damper between it and its reference, as stiff as the joint's inertia where the reference
    /// begins makes them (`m ω²` and `2 m ω`).
    Proportional,
    /// The torques that a model says: `M(q) (r̈ + 2 ω ė + ω² e) + h(q, q̇)` with `e = r - q` (Luh, Walker and Paul 1980). Friction is left to
    /// the feedback: a sign of a measured velocity chatters.
    ComputedTorque,
}

/// Joint torques along a reference: an [`Input`] of [`simulate`](crate::simulation::simulate).
pub struct Follower<'a> {
    robot: &'a dyn Robot,
    /// The controller's own parameters without friction (`p`).
    theta: Vec<f64>,
    reference: Reference,
    begun: f64,
    law: Law,
    bandwidth: f64,
    /// Inertia of each joint where the reference begins (`n`).
    inertia: Vec<f64>,
}

impl<'a> Follower<'a> {
    /// A controller with standard parameters `theta` (`p`) of its own, which may differ from the machine's, along a reference
    /// whose first sample is at `begun` (s). Errors decay with `bandwidth` (rad/s), critically damped, as far as the parameters are right.
    ///
    /// # Errors
    /// [`ClosedLoopError::Evaluation`] of a robot whose functions do not fit, [`ClosedLoopError::BaseMoves`].
    pub fn new(
        robot: &'a dyn Robot,
        theta: &[f64],
        reference: Reference,
        begun: f64,
        (law, bandwidth): (Law, f64),
    ) -> Result<Self, ClosedLoopError> {
        let model = robot.model();
        if model.base_moves() {
            let robot = model.name.to_owned();
            return Err(ClosedLoopError::BaseMoves { robot });
        }
        let without = theta.iter().zip(model.parameters);
        let theta: Vec<f64> = without
            .map(|(value, parameter)| match parameter.kind.friction() {
                Some(_) => 0.0,
                None => *value,
            })
            .collect();
        let n = model.joints.len();
        let mut inertia = vec![0.0; n * n];
        let inputs = Inputs {
            theta: &theta,
            q: reference.start().0,
            ..Inputs::default()
        };
        robot.evaluate(Quantity::InertiaMatrix, &inputs, &mut inertia)?;
        Ok(Self {
            robot,
            reference,
            begun,
            law,
            bandwidth,
            inertia: inertia.iter().step_by(n + 1).copied().collect(),
            theta,
        })
    }

    /// What is followed: position, velocity and acceleration of a joint at a time, s.
    #[must_use]
    pub fn wanted(&self, joint: usize, time: f64) -> [f64; 3] {
        self.reference.at(joint, time - self.begun)
    }
}

impl Input for Follower<'_> {
    fn at(&self, time: f64, _: f64, (q, qd): (&[f64], &[f64]), out: &mut [f64]) {
        let w = self.bandwidth;
        let back = |i: usize| {
            let [r, rd, rdd] = self.wanted(i, time);
            (2.0 * w * (rd - qd[i]) + w * w * (r - q[i]), rdd)
        };
        if self.law == Law::Proportional {
            for (i, out) in out.iter_mut().enumerate() {
                *out = self.inertia[i] * back(i).0;
            }
            return;
        }
        let qdd: Vec<f64> = (0..q.len())
            .map(|i| {
                let (back, ahead) = back(i);
                back + ahead
            })
            .collect();
        let inputs = Inputs {
            theta: &self.theta,
            q,
            qd,
            qdd: &qdd,
            ..Inputs::default()
        };
        let done = self.robot.evaluate(Quantity::InverseDynamics, &inputs, out);
        if done.is_err() {
            // A motion under what is no number is told as one that runs away.
            out.fill(f64::NAN);
        }
    }

    fn knows_the_state(&self) -> bool {
        true
    }
}

/// States along positions (a column a joint) at a constant rate (Hz), velocities and accelerations by differences of the neighbours.
#[must_use]
pub fn states_along(positions: &[Vec<f64>], rate: f64) -> States {
    let slopes: Vec<Vec<f64>> = positions.iter().map(|q| slope(q, rate)).collect();
    let bends: Vec<Vec<f64>> = slopes.iter().map(|qd| slope(qd, rate)).collect();
    let samples = positions.iter().map(Vec::len).min().unwrap_or(0);
    let rows = |columns: &[Vec<f64>]| {
        let row = |k: usize| columns.iter().map(move |column| column[k]);
        (0..samples).flat_map(row).collect()
    };
    States {
        q: rows(positions),
        qd: rows(&slopes),
        qdd: rows(&bends),
        ..States::default()
    }
}

/// Differences of the neighbours over their distance; at the ends of the parabola through three samples.
fn slope(column: &[f64], rate: f64) -> Vec<f64> {
    let last = column.len().saturating_sub(1);
    let at = |k: usize| match k {
        _ if last < 2 => rate * (column[last] - column[0]),
        0 => rate * (2.0 * column[1] - 1.5 * column[0] - 0.5 * column[2]),
        k if k == last => rate * (1.5 * column[k] - 2.0 * column[k - 1] + 0.5 * column[k - 2]),
        k => 0.5 * rate * (column[k + 1] - column[k - 1]),
    };
    (0..column.len()).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::states_along;

    #[test]
    fn velocities_and_accelerations_of_a_parabola_are_exact() {
        // Three samples are enough.
        for samples in [3u32, 9] {
            let q: Vec<f64> = (0..samples).map(|k| (0.1 * f64::from(k)).powi(2)).collect();
            let states = states_along(&[q], 10.0);
            assert_eq!(states.qd.len(), samples as usize);
            for (k, (qd, qdd)) in states.qd.iter().zip(&states.qdd).enumerate() {
                assert!((qd - 0.2 * k as f64).abs() < 1e-12, "{samples}: {qd}");
                assert!((qdd - 2.0).abs() < 1e-10, "{samples}: {qdd}");
            }
        }
    }

    #[test]
    fn of_two_samples_the_velocity_is_that_between_them() {
        let states = states_along(&[vec![0.5, 0.75], vec![2.0, 1.0]], 10.0);
        assert_eq!(states.q, [0.5, 2.0, 0.75, 1.0]);
        assert_eq!(states.qd, [2.5, -10.0, 2.5, -10.0]);
        assert_eq!(states.qdd, [0.0; 4]);
        assert_eq!(states_along(&[vec![0.5]], 10.0).qd, [0.0]);
    }
}
