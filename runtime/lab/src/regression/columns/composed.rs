//! Columns that are made of others.

use super::{BaseColumns, Columns};
use crate::motion::{Motion, States};
use crate::regression::balance::Balance;
use armwright_runtime::{EvaluationError, Side};

/// What several sets of base parameters predict: a column a set.
pub(in crate::regression) struct PredictedBy<'a> {
    base: BaseColumns<'a>,
    betas: &'a [Vec<f64>],
}

impl<'a> PredictedBy<'a> {
    pub(in crate::regression) fn new(base: BaseColumns<'a>, betas: &'a [Vec<f64>]) -> Self {
        Self { base, betas }
    }
}

impl Columns for PredictedBy<'_> {
    fn count(&self) -> usize {
        self.betas.len()
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        let b = self.base.count();
        let mut regressor = vec![0.0; out.len() / self.count().max(1) * b];
        self.base.evaluate(states, &mut regressor)?;
        predict(&regressor, self.betas, out);
        Ok(())
    }

    fn balance(
        &self,
        balance: Balance,
        joints: usize,
        states: &States,
        [rates, levels]: [&mut [f64]; 2],
    ) -> Result<(), EvaluationError> {
        let size = rates.len() / self.count().max(1) * self.base.count();
        let mut base = [vec![0.0; size], vec![0.0; size]];
        let [one, other] = &mut base;
        self.base.balance(balance, joints, states, [one, other])?;
        predict(&base[0], self.betas, rates);
        predict(&base[1], self.betas, levels);
        Ok(())
    }

    fn predicted(&self) -> Option<&[Vec<f64>]> {
        Some(self.betas)
    }
}

/// What several sets of base parameters make of rows of columns.
fn predict(rows: &[f64], betas: &[Vec<f64>], out: &mut [f64]) {
    let b = betas.first().map_or(1, Vec::len).max(1);
    for (out, row) in out
        .chunks_exact_mut(betas.len().max(1))
        .zip(rows.chunks_exact(b))
    {
        for (value, beta) in out.iter_mut().zip(betas) {
            *value = row.iter().zip(beta).map(|(y, b)| y * b).sum();
        }
    }
}

/// Two sets of columns, one beside the other.
pub struct Beside<A, B>(pub A, pub B);

impl<A: Columns, B: Columns> Columns for Beside<A, B> {
    fn count(&self) -> usize {
        self.0.count() + self.1.count()
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        let (left, right) = (self.0.count(), self.1.count());
        let width = (left + right).max(1);
        let rows = out.len() / width;
        let (mut one, mut other) = (vec![0.0; rows * left], vec![0.0; rows * right]);
        self.0.evaluate(states, &mut one)?;
        self.1.evaluate(states, &mut other)?;
        for (k, row) in out.chunks_exact_mut(width).enumerate() {
            row[..left].copy_from_slice(&one[k * left..][..left]);
            row[left..].copy_from_slice(&other[k * right..][..right]);
        }
        Ok(())
    }

    fn is_zero(&self, side: Side, row: usize, column: usize) -> bool {
        match column.checked_sub(self.0.count()) {
            None => self.0.is_zero(side, row, column),
            Some(column) => self.1.is_zero(side, row, column),
        }
    }

    fn jumps(&self, column: usize) -> bool {
        match column.checked_sub(self.0.count()) {
            None => self.0.jumps(column),
            Some(column) => self.1.jumps(column),
        }
    }
}

/// The base regressor of another motion of the same length, sample by sample: a simulated one, for
/// instance, whose noise is not that of the recording.
pub(crate) struct Instruments<'a> {
    pub(in crate::regression) base: BaseColumns<'a>,
    pub(in crate::regression) motion: &'a Motion,
}

impl Columns for Instruments<'_> {
    fn count(&self) -> usize {
        self.base.count()
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        let n = self.base.robot.model().joints.len();
        let samples = states.first..states.first + states.count(n);
        self.base.evaluate(&self.motion.states(samples), out)
    }

    fn is_zero(&self, side: Side, row: usize, column: usize) -> bool {
        self.base.is_zero(side, row, column)
    }
}
