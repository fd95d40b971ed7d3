//! What multiplies each unknown in what is measured.

mod composed;

use super::balance::{Balance, BaseBalance};
use super::packed::PackedRuns;
use crate::motion::States;
use crate::rows::pattern;
use crate::transmission::enters_never;
use armwright_runtime::{EvaluationError, Inputs, Model, Quantity, Robot, Side};

pub use composed::Beside;
pub(crate) use composed::Instruments;
pub(super) use composed::PredictedBy;

/// States of which elements are picked at once: their matrices stay in the cache.
const PICKED: usize = 8;

/// The columns of an observation matrix before decimation, on the joint side.
pub trait Columns: Sync {
    /// How many unknowns there are.
    fn count(&self) -> usize;

    /// What multiplies each unknown in each joint's torque (`states × n × count`, row-major), or in each row of what
    /// else is measured.
    ///
    /// # Errors
    /// [`EvaluationError`] if the robot's functions do not fit its description.
    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError>;

    /// What multiplies each unknown in a balance of energy (`states × count`, row-major) or of `joints` momenta (`states ×
    /// n × count`): in what is integrated over time (`rates`), and in what changes from one end of an interval to the other
    /// (`levels`). Of columns that know no better all is integrated, accelerations too.
    ///
    /// # Errors
    /// [`EvaluationError`] as of [`Columns::evaluate`].
    fn balance(
        &self,
        balance: Balance,
        joints: usize,
        states: &States,
        [rates, levels]: [&mut [f64]; 2],
    ) -> Result<(), EvaluationError> {
        levels.fill(0.0);
        if balance == Balance::Momentum {
            return self.evaluate(states, rates);
        }
        let width = self.count().max(1);
        let mut torques = vec![0.0; joints * rates.len()];
        self.evaluate(states, &mut torques)?;
        rates.fill(0.0);
        let of_state = torques.chunks_exact((joints * width).max(1));
        for ((rates, torques), [_, qd, _]) in rates
            .chunks_exact_mut(width)
            .zip(of_state)
            .zip(states.each(joints))
        {
            for (torques, speed) in torques.chunks_exact(width).zip(qd) {
                let both = rates.iter_mut().zip(torques);
                both.for_each(|(power, torque)| *power += speed * torque);
            }
        }
        Ok(())
    }

    /// Whether an unknown never enters a row: a joint's torque, or a motor's.
    fn is_zero(&self, side: Side, row: usize, column: usize) -> bool {
        let _ = (side, row, column);
        false
    }

    /// For each place of a state's matrix (`rows × count`, row-major) the first that has always the same number; of columns that
    /// know of none, nothing.
    #[doc(hidden)]
    fn alike(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Whether a column jumps where a velocity changes its sign.
    #[doc(hidden)]
    fn jumps(&self, column: usize) -> bool {
        let _ = column;
        false
    }

    /// Some elements of the matrices of `[states, rows]`, each as a run of numbers over the states: the element at `places[k]` of a
    /// state's matrix (`rows × count`, row-major) is in `out` from `k * stride` on.
    ///
    /// # Errors
    /// [`EvaluationError`] as of [`Columns::evaluate`].
    fn runs(
        &self,
        states: &States,
        [count, rows]: [usize; 2],
        places: &[usize],
        stride: usize,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let size = rows * self.count();
        let mut matrices = vec![0.0; count * size];
        self.evaluate(states, &mut matrices)?;
        for first in (0..count).step_by(PICKED) {
            let some = first..(first + PICKED).min(count);
            for (k, place) in places.iter().enumerate() {
                let to = &mut out[k * stride + first..][..some.len()];
                for (state, to) in some.clone().zip(to) {
                    *to = matrices[state * size + place];
                }
            }
        }
        Ok(())
    }

    /// The sets of base parameters whose torques the columns are, a column a set; none of other columns.
    #[doc(hidden)]
    fn predicted(&self) -> Option<&[Vec<f64>]> {
        None
    }

    /// Whether the columns are those of the base parameters.
    #[doc(hidden)]
    fn is_base(&self) -> bool {
        false
    }
}

/// What a row of the equations is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rows {
    /// The torque of a joint, or of a motor.
    Torques,
    /// What the robot file says is measured.
    Measured,
}

impl Rows {
    /// The base regressor that has such rows, those of torques on the joint side.
    fn regressor(self) -> Quantity {
        match self {
            Self::Torques => Quantity::BaseRegressor,
            Self::Measured => Quantity::MeasuredBaseRegressor,
        }
    }

    /// How many of them a robot has.
    pub(super) fn count(self, model: &Model) -> usize {
        self.regressor().shape()[0].length(model)
    }
}

/// The base regressor of a robot: a column a base parameter.
#[derive(Clone, Copy)]
pub struct BaseColumns<'a> {
    robot: &'a dyn Robot,
    rows: Rows,
}

impl<'a> BaseColumns<'a> {
    /// That of the joints' torques.
    #[must_use]
    pub fn of_torques(robot: &'a dyn Robot) -> Self {
        Self::of(robot, Rows::Torques)
    }

    pub(super) fn of(robot: &'a dyn Robot, rows: Rows) -> Self {
        Self { robot, rows }
    }

    /// The regressors packed, if the robot has them so.
    fn packed(&self) -> Option<PackedRuns<'a>> {
        let regressor = self.rows.regressor();
        Some(PackedRuns {
            robot: self.robot,
            regressor,
            packing: self.robot.packing(regressor)?,
        })
    }

    /// What base parameters (`b`) make of each row at some states: a run a row.
    ///
    /// # Errors
    /// [`EvaluationError`] if the robot's functions do not fit its description.
    pub(crate) fn torques(
        &self,
        states: &States,
        beta: &[f64],
    ) -> Result<Vec<Vec<f64>>, EvaluationError> {
        let model = self.robot.model();
        let (count, rows) = (states.count(model.joints.len()), self.rows.count(model));
        if let Some(packed) = self.packed() {
            return packed.predict(states, count, beta);
        }
        let width = self.count().max(1);
        let mut matrices = vec![0.0; count * rows * width];
        self.evaluate(states, &mut matrices)?;
        let run = |row: usize| {
            let mine = matrices.chunks_exact(width).skip(row).step_by(rows);
            mine.map(|y| y.iter().zip(beta).map(|(y, beta)| y * beta).sum())
                .collect()
        };
        Ok((0..rows).map(run).collect())
    }
}

impl Columns for BaseColumns<'_> {
    fn count(&self) -> usize {
        self.robot.model().base.len()
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        let model = self.robot.model();
        let (n, rows) = (model.joints.len(), self.rows.count(model));
        let matrices = out.chunks_exact_mut((rows * self.count()).max(1));
        for ((k, [q, qd, qdd]), matrix) in states.each(n).enumerate().zip(matrices) {
            let inputs = Inputs {
                q,
                qd,
                qdd,
                base: states.base_at(k),
                ..Inputs::default()
            };
            self.robot
                .evaluate(self.rows.regressor(), &inputs, matrix)?;
        }
        Ok(())
    }

    fn balance(
        &self,
        balance: Balance,
        _joints: usize,
        states: &States,
        [rates, levels]: [&mut [f64]; 2],
    ) -> Result<(), EvaluationError> {
        let mut base = BaseBalance::of(self.robot);
        match balance {
            Balance::Energy => base.energy(states, rates, levels),
            Balance::Momentum => base.momentum(states, rates, levels),
        }
    }

    fn runs(
        &self,
        states: &States,
        [count, rows]: [usize; 2],
        places: &[usize],
        stride: usize,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let n = self.robot.model().joints.len();
        let (size, regressor) = ((rows * self.count()).max(1), self.rows.regressor());
        if let Some(packed) = self.packed() {
            return packed.fill(states, count, places, stride, out);
        }
        let mut matrices = vec![0.0; PICKED * size];
        for first in (0..count).step_by(PICKED) {
            let some = first..(first + PICKED).min(count);
            for (k, matrix) in some.clone().zip(matrices.chunks_exact_mut(size)) {
                let inputs = Inputs {
                    q: &states.q[k * n..(k + 1) * n],
                    qd: &states.qd[k * n..(k + 1) * n],
                    qdd: &states.qdd[k * n..(k + 1) * n],
                    base: states.base_at(k),
                    ..Inputs::default()
                };
                self.robot.evaluate(regressor, &inputs, matrix)?;
            }
            for (k, place) in places.iter().enumerate() {
                let to = &mut out[k * stride + first..][..some.len()];
                for (to, matrix) in to.iter_mut().zip(matrices.chunks_exact(size)) {
                    *to = matrix[*place];
                }
            }
        }
        Ok(())
    }

    fn alike(&self) -> Vec<usize> {
        self.packed().map_or_else(Vec::new, |packed| packed.alike())
    }

    fn is_base(&self) -> bool {
        true
    }

    fn jumps(&self, column: usize) -> bool {
        let model = self.robot.model();
        let parameter = model.base[column].representative;
        model.parameters[parameter].kind.jump().is_some()
    }

    fn is_zero(&self, side: Side, row: usize, column: usize) -> bool {
        let model = self.robot.model();
        let parameter = model.base[column].representative;
        match self.rows {
            Rows::Torques => enters_never(model, side, row, parameter),
            Rows::Measured => pattern(model).is_zero(row, parameter),
        }
    }
}

#[cfg(test)]
mod tests;
