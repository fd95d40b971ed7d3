//! What recordings say, one triangular factor for each recording and row.

use nalgebra::{DMatrix, DVector};

use super::Plan;
use crate::identify::IdentificationError;
use crate::motion::{Motion, States};
use crate::parameters::{base_matrix, bodies};
use crate::regression::{BaseColumns, Columns, Equations, Factor, RegressionError, Sample};
use armwright_runtime::{EvaluationError, Side};

/// Local columns `[Y | Y P_k | 1]`.
pub(super) struct Local<'a> {
    base: BaseColumns<'a>,
    /// Of each column of `P_k` what is not zero, with its row.
    load: Vec<Vec<(usize, f64)>>,
    /// What is 1 in each row of the equations, on the joint side: it goes through the same decimation as what was
    /// recorded.
    ones: &'a [f64],
}

impl Columns for Local<'_> {
    fn count(&self) -> usize {
        self.base.count() + self.load.len() + 1
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        let (b, width) = (self.base.count(), self.count());
        let mut regressor = vec![0.0; out.len() / width.max(1) * b];
        self.base.evaluate(states, &mut regressor)?;
        let rows = out.chunks_exact_mut(width).zip(regressor.chunks_exact(b));
        for ((row, base), one) in rows.zip(self.ones.iter().cycle()) {
            let (own, rest) = row.split_at_mut(b);
            own.copy_from_slice(base);
            let (load, last) = rest.split_at_mut(self.load.len());
            for (x, column) in load.iter_mut().zip(&self.load) {
                *x = column.iter().map(|(k, p)| base[*k] * p).sum();
            }
            last.fill(*one);
        }
        Ok(())
    }

    fn is_zero(&self, side: Side, row: usize, column: usize) -> bool {
        let is_zero = |column| self.base.is_zero(side, row, column);
        match column.checked_sub(self.base.count()) {
            None => is_zero(column),
            Some(load) => {
                let load = self.load.get(load);
                load.is_some_and(|load| load.iter().all(|(column, _)| is_zero(*column)))
            }
        }
    }

    /// A load is of bodies, and has no friction.
    fn jumps(&self, column: usize) -> bool {
        column < self.base.count() && self.base.jumps(column)
    }
}

/// What sets of coefficients predict of local columns: a column a set.
pub(super) struct Predicted<'a> {
    local: Local<'a>,
    sets: &'a [DVector<f64>],
}

impl Columns for Predicted<'_> {
    fn count(&self) -> usize {
        self.sets.len()
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        let (count, width) = (self.count().max(1), self.local.count());
        let mut local = vec![0.0; out.len() / count * width];
        self.local.evaluate(states, &mut local)?;
        for (out, row) in out.chunks_exact_mut(count).zip(local.chunks_exact(width)) {
            for (x, set) in out.iter_mut().zip(self.sets) {
                *x = row
                    .iter()
                    .zip(set.as_slice())
                    .map(|(y, value)| y * value)
                    .sum();
            }
        }
        Ok(())
    }
}

/// What multiplies a load's ten parameters on a body: `P_k` (`b × 10`).
fn of_body(equations: &Equations<'_>, body: Option<usize>) -> DMatrix<f64> {
    let model = equations.robot().model();
    let all = base_matrix(model);
    let places = body.map_or([None; 10], |body| bodies(model)[body].1);
    DMatrix::from_fn(all.nrows(), 10, |row, k| {
        places[k].map_or(0.0, |place| all[(row, place)])
    })
}

/// What is 1 in each row of the equations, on the joint side: `Gᵀ 1` of motors' torques.
fn ones(equations: &Equations<'_>) -> Vec<f64> {
    let n = equations.joints();
    match equations.side() {
        _ if !equations.measured().is_empty() => vec![1.0; equations.rows()],
        Side::Joint => vec![1.0; n],
        Side::Motor => {
            let matrix = equations.drive().to_motor_matrix();
            matrix.column_iter().map(|column| column.sum()).collect()
        }
    }
}

/// Equations of recordings, with the columns of a load on a body.
pub(crate) struct Factors<'a> {
    pub(super) equations: &'a Equations<'a>,
    /// Names of the recordings.
    pub(crate) recordings: Vec<String>,
    /// The motions of each, pieces of one together.
    pub(super) motions: Vec<Vec<&'a Motion>>,
    load: DMatrix<f64>,
    ones: Vec<f64>,
    /// Of `[Y | Y P_k | 1]` and the signal: for each recording and row its triangle (`width + 1` square) and how many
    /// samples it is made of.
    pub(crate) triangles: Vec<Vec<(DMatrix<f64>, usize)>>,
}

impl<'a> Factors<'a> {
    /// Of motions, in the order of their recordings; `body` carries the load.
    pub(crate) fn of(
        equations: &'a Equations<'a>,
        motions: &'a [Motion],
        body: Option<usize>,
    ) -> Result<Self, RegressionError> {
        let grouped = motions.chunk_by(|a, b| a.source == b.source);
        let motions: Vec<Vec<&Motion>> = grouped.map(|pieces| pieces.iter().collect()).collect();
        let mut found = Self {
            equations,
            recordings: motions.iter().map(|m| m[0].source.clone()).collect(),
            motions,
            load: of_body(equations, body),
            ones: ones(equations),
            triangles: Vec::new(),
        };
        let width = found.columns().count();
        for pieces in &found.motions {
            let mut factors = vec![Factor::new(width); equations.rows()];
            for motion in pieces {
                let mut take = |sample: &Sample<'_>| {
                    for (row, factor) in factors.iter_mut().enumerate() {
                        if sample.counts(row) {
                            factor.push(sample.row(row), sample.torque[row]);
                        }
                    }
                };
                equations.pass(motion, &found.columns(), &mut take, &mut |_| {})?;
            }
            let triangles = factors.iter().map(|factor| (whole(factor), factor.rows()));
            found.triangles.push(triangles.collect());
        }
        Ok(found)
    }

    /// What multiplies the load's ten parameters in base parameters: `P_k` (`b × 10`).
    pub(crate) fn of_load(&self) -> &DMatrix<f64> {
        &self.load
    }

    /// What multiplies the ten parameters of each body in base parameters (`b × 10`).
    pub(super) fn of_bodies(&self) -> Vec<DMatrix<f64>> {
        let bodies = 0..self.equations.robot().model().bodies.len();
        bodies
            .map(|body| of_body(self.equations, Some(body)))
            .collect()
    }

    /// Local columns.
    pub(super) fn columns(&self) -> Local<'_> {
        let load = self.load.column_iter().map(|column| {
            let entries = column.iter().copied().enumerate();
            entries.filter(|(_, p)| *p != 0.0).collect()
        });
        Local {
            base: self.equations.base_columns(),
            load: load.collect(),
            ones: &self.ones,
        }
    }

    /// What coefficients of local columns predict, a set each.
    pub(super) fn predicted<'s>(&'s self, sets: &'s [DVector<f64>]) -> Predicted<'s> {
        let local = self.columns();
        Predicted { local, sets }
    }

    /// Samples of a recording's row.
    pub(crate) fn samples(&self, recording: usize, row: usize) -> usize {
        self.triangles[recording][row].1
    }

    /// The mean square of a recording's row as recorded.
    pub(crate) fn power(&self, recording: usize, row: usize) -> f64 {
        let (triangle, samples) = &self.triangles[recording][row];
        let last = triangle.ncols() - 1;
        triangle.column(last).norm_squared() / (*samples as f64).max(1.0)
    }

    /// Refuses fewer equations than unknowns.
    pub(crate) fn enough(&self, plan: &Plan) -> Result<(), IdentificationError> {
        let rows = self.each().map(|(r, i)| self.samples(r, i)).sum();
        let parameters = plan.unknowns();
        match rows < parameters {
            true => Err(IdentificationError::TooFewRows { rows, parameters }),
            false => Ok(()),
        }
    }

    /// Recordings and rows that have samples.
    pub(crate) fn each(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = self.triangles.iter().enumerate();
        all.flat_map(|(recording, rows)| {
            let rows = rows.iter().enumerate();
            let seen = rows.filter(|(_, (_, samples))| *samples > 0);
            seen.map(move |(row, _)| (recording, row))
        })
    }
}

/// A factor's triangle with its right-hand side and what is beside it.
fn whole(factor: &Factor) -> DMatrix<f64> {
    let (triangle, right, outside) = factor.parts();
    let n = triangle.ncols();
    let mut all = DMatrix::zeros(n + 1, n + 1);
    all.view_mut((0, 0), (n, n)).copy_from(&triangle);
    all.view_mut((0, n), (n, 1))
        .copy_from(&DVector::from_vec(right));
    all[(n, n)] = outside;
    all
}
