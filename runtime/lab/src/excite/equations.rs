//! Which equations a motion is to excite: torques, the balance of energy, or what a sensor measures of a load.

use armwright_runtime::{EvaluationError, Quantity, Robot, Scalar, Traced};
use nalgebra::{DMatrix, Dyn};

use super::program::{Program, State, traced};
use crate::parameters::has_inertia;
use crate::rows::base_regressor;

/// The equations whose information is designed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Equations {
    /// Which they are.
    pub kind: Kind,
    /// What each row is multiplied by, 1 over its noise; 0 leaves a row out. Empty weighs all alike. Of energy there is
    /// one row.
    pub weights: Vec<f64>,
    /// The base parameters that are looked for, by their places; empty are all that the equations have.
    pub columns: Vec<usize>,
    /// Whether only inertial parameters are looked for (friction is known).
    pub without_friction: bool,
}

/// Kinds of equations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    /// What the robot file says is measured: torques, or the wrench of a sensor. The differential model.
    #[default]
    Measured,
    /// The change of energy between a sample and the next is the work of friction and drives (Kozłowski and Dutkiewicz
    /// 1996, equation 2). The integral model.
    Energy,
    /// The same from the first sample to each.
    EnergyFromStart,
}

/// What is computed in each state, and how samples become rows.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    pub(super) program: Program,
    pub(super) kind: Kind,
    /// Rows of a sample.
    pub(super) rows: usize,
    /// Base parameters that are looked for.
    pub(super) columns: Vec<usize>,
    /// Elements of a result: for each row and column, or energy and then power of each column.
    pub(super) width: usize,
    pub(super) weights: Vec<f64>,
}

/// Steps of Simpson's rule between samples.
const STEPS: usize = 2;

impl Rows {
    /// # Errors
    /// [`EvaluationError`] of a robot whose module does not write its functions down.
    pub(super) fn of(robot: &dyn Robot, equations: &Equations) -> Result<Self, EvaluationError> {
        let model = robot.model();
        let b = model.base.len();
        let asked = |k: &usize| {
            (equations.columns.is_empty() || equations.columns.contains(k))
                && (!equations.without_friction || has_inertia(model, *k))
        };
        let columns: Vec<usize> = (0..b).filter(asked).collect();
        let quantity = base_regressor(robot);
        let rows = match equations.kind {
            Kind::Measured => quantity.length(model) / b.max(1),
            _ => 1,
        };
        let n = model.joints.len();
        let program = match equations.kind {
            Kind::Measured => Program::of(n, |state| {
                let all = traced(robot, quantity, state)?;
                let row = |row| columns.iter().map(move |k| row * b + k);
                Ok((0..rows).flat_map(row).map(|k| all[k]).collect())
            })?,
            _ => Program::of(n, |state| energy(robot, &columns, state))?,
        };
        let weights = match equations.weights.as_slice() {
            [] => vec![1.0; rows],
            weights => weights.to_vec(),
        };
        let width = program.outputs.len();
        Ok(Self {
            program,
            kind: equations.kind,
            rows,
            columns,
            width,
            weights,
        })
    }

    /// When states are needed, for samples at even times.
    pub(super) fn times(&self, duration: f64, samples: usize, is_periodic: bool) -> Vec<f64> {
        let steps = if self.kind == Kind::Measured {
            1
        } else {
            2 * STEPS
        };
        let closed = usize::from(!is_periodic || self.kind != Kind::Measured);
        let intervals = (samples - closed).max(1);
        let count = intervals * steps + closed;
        let time = |k: usize| duration * k as f64 / (intervals * steps) as f64;
        (0..count).map(time).collect()
    }

    /// The rows, a column each, from what was computed in each state (a column a state).
    pub(super) fn observation(&self, states: DMatrix<f64>, duration: f64) -> DMatrix<f64> {
        let c = self.columns.len();
        let (width, count) = states.shape();
        if self.kind == Kind::Measured {
            // Rows of a state stand one after the other.
            let mut rows = states.reshape_generic(Dyn(c), Dyn(self.rows * count));
            self.weigh(&mut rows);
            return rows;
        }
        let intervals = (count - 1) / (2 * STEPS);
        let mut rows = DMatrix::zeros(c, intervals);
        for k in 0..intervals {
            let first = k * 2 * STEPS;
            for j in 0..c {
                let mut sum = states[(j, first + 2 * STEPS)] - states[(j, first)];
                for (state, weight) in simpson(first, duration, count) {
                    sum += weight * states[(width - c + j, state)];
                }
                rows[(j, k)] = self.weights[0] * sum;
            }
        }
        if self.kind == Kind::EnergyFromStart {
            for k in 1..intervals {
                let before = rows.column(k - 1).clone_owned();
                let mut row = rows.column_mut(k);
                row += before;
            }
        }
        rows
    }

    /// Derivatives by what was computed in each state, from those by the rows.
    pub(super) fn back(
        &self,
        mut rows: DMatrix<f64>,
        states: usize,
        duration: f64,
    ) -> DMatrix<f64> {
        let c = self.columns.len();
        if self.kind == Kind::Measured {
            self.weigh(&mut rows);
            return rows.reshape_generic(Dyn(self.width), Dyn(states));
        }
        let intervals = rows.ncols();
        if self.kind == Kind::EnergyFromStart {
            for k in (1..intervals).rev() {
                let after = rows.column(k).clone_owned();
                let mut row = rows.column_mut(k - 1);
                row += after;
            }
        }
        rows *= self.weights[0];
        let mut out = DMatrix::zeros(self.width, states);
        for k in 0..intervals {
            let first = k * 2 * STEPS;
            for j in 0..c {
                let slope = rows[(j, k)];
                out[(j, first)] -= slope;
                out[(j, first + 2 * STEPS)] += slope;
                for (state, weight) in simpson(first, duration, states) {
                    out[(c + j, state)] += weight * slope;
                }
            }
        }
        out
    }

    fn weigh(&self, rows: &mut DMatrix<f64>) {
        for (k, mut row) in rows.column_iter_mut().enumerate() {
            let weight = self.weights[k % self.rows];
            if weight != 1.0 {
                row *= weight;
            }
        }
    }
}

/// States of an interval between samples, with their weights in its integral.
fn simpson(first: usize, duration: f64, states: usize) -> impl Iterator<Item = (usize, f64)> {
    let step = duration / (states - 1) as f64;
    (0..=2 * STEPS).map(move |k| {
        let weight = match k {
            0 => 1.0,
            k if k == 2 * STEPS => 1.0,
            k if k % 2 == 1 => 4.0,
            _ => 2.0,
        };
        (first + k, weight * step / 3.0)
    })
}

/// Energy of a unit of each base parameter, then power of a unit of those that have none.
fn energy<'t>(
    robot: &dyn Robot,
    columns: &[usize],
    state: &State<'t>,
) -> Result<Vec<Traced<'t>>, EvaluationError> {
    let model = robot.model();
    let (n, b) = (model.joints.len(), model.base.len());
    let energy = traced(robot, Quantity::EnergyRegressor, state)?;
    let torque = traced(robot, Quantity::BaseRegressor, state)?;
    let [_, qd, _] = state;
    let zero = Traced::constant(0.0);
    let level = |k: &usize| match has_inertia(model, *k) {
        true => energy[model.base[*k].representative],
        false => zero,
    };
    let power = |k: &usize| match has_inertia(model, *k) {
        true => zero,
        false => (0..n).fold(zero, |sum, i| sum + qd[i] * torque[i * b + k]),
    };
    let levels = columns.iter().map(level);
    Ok(levels.chain(columns.iter().map(power)).collect())
}

#[cfg(test)]
mod tests;
