//! What multiplies each constant of step one in the joint torques, near a configuration.

use super::unknown::{Unknown, unknowns};
use crate::motion::{Motion, States};
use crate::regression::{Columns, enters_never};
use armwright_runtime::{EvaluationError, Quantity, Robot, Side};

/// The columns of a second-order expansion of Lagrange's equations about a motion's mean
/// configuration.
pub(super) struct LocalColumns<'a> {
    robot: &'a dyn Robot,
    pub(super) unknowns: Vec<Unknown>,
    /// The mean configuration (`n`).
    pub(super) mean: Vec<f64>,
    /// The largest distance of a joint from it.
    pub(super) swing: f64,
}

impl<'a> LocalColumns<'a> {
    pub(super) fn new(robot: &'a dyn Robot, motion: &Motion) -> Self {
        let model = robot.model();
        let n = model.joints.len();
        let states = motion.states(motion.interior());
        let samples = (states.q.len() / n.max(1)).max(1) as f64;
        let joint = |i: usize| states.q.iter().skip(i).step_by(n.max(1));
        let mean: Vec<f64> = (0..n).map(|i| joint(i).sum::<f64>() / samples).collect();
        let distance = |i: usize| joint(i).map(|q| (q - mean[i]).abs()).fold(0.0, f64::max);
        Self {
            robot,
            unknowns: unknowns(model),
            swing: (0..n).map(distance).fold(0.0, f64::max),
            mean,
        }
    }

    /// Adds a state's columns to a matrix of zeros (`n × unknowns`).
    fn add(&self, [q, qd, qdd]: [&[f64]; 3], matrix: &mut [f64]) -> Result<(), EvaluationError> {
        let model = self.robot.model();
        let (n, width, p) = (q.len(), self.unknowns.len(), model.parameters.len());
        let mut regressor = vec![0.0; Quantity::TorqueRegressor.length(model)];
        self.robot.torque_regressor(q, qd, qdd, &mut regressor)?;
        let away = |i: usize| q[i] - self.mean[i];
        for (k, unknown) in self.unknowns.iter().enumerate() {
            let mut add = |row: usize, x: f64| matrix[row * width + k] += x;
            match *unknown {
                Unknown::Gravity(i) => add(i, 1.0),
                Unknown::Inertia(i, j) => {
                    add(i, qdd[j]);
                    if i != j {
                        add(j, qdd[i]);
                    }
                }
                Unknown::Slope(i, j) => {
                    add(i, away(j));
                    if i != j {
                        add(j, away(i));
                    }
                }
                // The gradient of the product of three.
                Unknown::Curvature(i, j, l) => {
                    add(i, away(j) * away(l));
                    add(j, away(i) * away(l));
                    add(l, away(i) * away(j));
                }
                // Lagrange's equations of `(q_l - mean) qd_i qd_j`, halved on the diagonal.
                Unknown::Variation(i, j, l) => {
                    if i == j {
                        add(i, away(l) * qdd[i] + qd[l] * qd[i]);
                        add(l, -0.5 * qd[i] * qd[i]);
                    } else {
                        add(i, away(l) * qdd[j] + qd[l] * qd[j]);
                        add(j, away(l) * qdd[i] + qd[l] * qd[i]);
                        add(l, -qd[i] * qd[j]);
                    }
                }
                Unknown::Friction(parameter) => {
                    for row in 0..n {
                        add(row, regressor[row * p + parameter]);
                    }
                }
            }
        }
        Ok(())
    }
}

impl Columns for LocalColumns<'_> {
    fn count(&self) -> usize {
        self.unknowns.len()
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        let n = self.mean.len();
        out.fill(0.0);
        let matrices = out.chunks_exact_mut((n * self.unknowns.len()).max(1));
        for (state, matrix) in states.each(n).zip(matrices) {
            self.add(state, matrix)?;
        }
        Ok(())
    }

    fn is_zero(&self, side: Side, row: usize, column: usize) -> bool {
        match self.unknowns[column] {
            Unknown::Friction(parameter) => enters_never(self.robot.model(), side, row, parameter),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
