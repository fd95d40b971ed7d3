//! What is seen of the equations: a bounded number of samples with the columns of all terms.

use std::ops::Range;

use nalgebra::{DMatrix, DVector};

use super::candidates::{Candidate, is_zero};
use super::colour::Residuals;
use super::columns::{LackColumns, Torques};
use crate::estimate::Estimate;
use crate::motion::Motion;
use crate::numeric::{gram, product};
use crate::regression::{Equations, NOISE_LAGS, RegressionError, Sample};
use crate::signal::Decimation;
use crate::statistics::{Basis, Record};

/// Decimated samples, over all motions; of longer ones stretches that are spread over them.
const SAMPLES: usize = 2400;
const STRETCH: usize = 300;
/// Samples before decimation, over all motions. Where decimation is strong, fewer decimated ones are seen, each of which is the
/// mean of as many more, but not fewer than tell columns apart.
const RAW: usize = 250_000;
const FEWEST: usize = 2 * STRETCH;

/// One row of the equations.
pub(super) struct SeenRow {
    /// The joint or motor whose torque it is, if it is one.
    pub(super) place: Option<usize>,
    /// The columns that enter it, of all: base columns made orthonormal, then those of candidates, then the
    /// residual.
    pub(super) columns: Vec<usize>,
    /// Its elements along each stretch.
    pub(super) records: Vec<Record>,
}

/// Samples of motions.
pub(super) struct Seen {
    /// Directions of the base parameters (`r`).
    pub(super) directions: usize,
    /// All columns, that of the residual among them.
    pub(super) width: usize,
    pub(super) rows: Vec<SeenRow>,
    /// How many samples there are for each that is seen.
    pub(super) times: f64,
    /// Autocorrelations that white noise has.
    pub(super) white: Vec<f64>,
}

impl Seen {
    pub(super) fn of(
        equations: &Equations<'_>,
        motions: &[Motion],
        estimate: &Estimate,
        candidates: &[Candidate],
    ) -> Result<Self, RegressionError> {
        let basis = Basis::of(&estimate.spectrum);
        let (model, n) = (equations.robot().model(), equations.rows());
        let (r, b) = (basis.size(), model.base.len());
        let count = candidates.last().map_or(0, |last| last.columns().end);
        let entering = |place: Option<usize>| {
            let mine = candidates.iter();
            let mine = mine.filter(|c| !is_zero(c, equations.drive(), equations.side(), place));
            let places = mine.flat_map(Candidate::columns).map(|column| r + column);
            (0..r)
                .chain(places)
                .chain([r + count])
                .collect::<Vec<usize>>()
        };
        let places = equations.driven();
        let mut rows: Vec<SeenRow> = places
            .iter()
            .map(|&place| SeenRow {
                place,
                columns: entering(place),
                records: Vec::new(),
            })
            .collect();
        let torques = Torques::of(model, &estimate.beta);
        let middle = |motion: &Motion| motion.time(motion.samples() / 2);
        let origin = motions.iter().map(middle).sum::<f64>() / motions.len().max(1) as f64;
        let parts = stretches(motions);
        // Columns are of the joints' torques before they are those of the rows.
        let joints: Vec<Option<usize>> = match equations.measured() {
            [] => (0..equations.joints()).map(Some).collect(),
            _ => places.clone(),
        };
        let (mut seen, mut all) = (0, 0);
        for (which, part) in &parts {
            let motion = &motions[*which];
            let mut values = vec![(Vec::new(), Vec::new()); n];
            let mut take = |sample: &Sample<'_>| {
                for (row, (values, kept)) in values.iter_mut().enumerate() {
                    let counts = sample.counts(row);
                    kept.push(counts);
                    let places = &rows[row].columns;
                    if !counts {
                        values.extend(vec![0.0; places.len()]);
                        continue;
                    }
                    let base = || sample.row(row).filter(|(j, _)| *j < b);
                    let predicted: f64 = base().map(|(j, x)| x * estimate.beta[j]).sum();
                    values.extend_from_slice(basis.of_row(base()).as_slice());
                    let others = sample.row(row).filter(|(j, _)| *j >= b);
                    values.extend(others.map(|(_, x)| x));
                    values.push(sample.torque[row] - predicted);
                }
            };
            let columns = LackColumns {
                base: equations.base_columns(),
                drive: equations.drive(),
                driven: &joints,
                motion,
                candidates,
                torques: &torques,
                origin,
            };
            seen += equations.pass_over(motion, part.clone(), &columns, &mut take, &mut |_| {})?;
            for (row, (values, kept)) in rows.iter_mut().zip(values) {
                let matrix = DMatrix::from_row_slice(kept.len(), row.columns.len(), &values);
                row.records.push(Record { matrix, kept });
            }
        }
        for motion in motions {
            all += motion.interior().len() / motion.processing.decimation();
        }
        let decimate = motions.first().map(|motion| &motion.processing.decimate);
        let decimate = decimate.map_or(&[][..], Vec::as_slice);
        Ok(Self {
            white: Decimation::autocorrelation(decimate, NOISE_LAGS)?,
            directions: r,
            width: r + count + 1,
            rows,
            times: (all as f64 / seen.max(1) as f64).max(1.0),
        })
    }

    /// Adds products of a row's columns, which stand in their order, to those of all.
    pub(super) fn scatter(&self, row: usize, own: &DMatrix<f64>, all: &mut DMatrix<f64>) {
        let places = &self.rows[row].columns;
        for (i, &to) in places.iter().enumerate() {
            for (j, &beside) in places.iter().enumerate() {
                all[(to, beside)] += own[(i, j)];
            }
        }
    }

    /// Products `Σ v vᵀ` of a row as it is.
    pub(super) fn plain(&self, row: usize) -> DMatrix<f64> {
        let mut all = DMatrix::zeros(self.width, self.width);
        for record in &self.rows[row].records {
            self.scatter(row, &gram(&record.matrix), &mut all);
        }
        all
    }

    /// What is left of a row with coefficients of all columns (that of the residual is not used), stretch after
    /// stretch; none where a sample does not count.
    pub(super) fn residuals(&self, row: usize, coefficients: &DVector<f64>) -> Residuals {
        let measured: Residuals = self.rows[row].records.iter().map(residual).collect();
        self.beside(row, &measured, coefficients)
    }

    /// What is left of other residuals of a row.
    pub(super) fn beside(
        &self,
        row: usize,
        others: &Residuals,
        coefficients: &DVector<f64>,
    ) -> Residuals {
        let SeenRow {
            columns, records, ..
        } = &self.rows[row];
        let last = columns.len() - 1;
        let own: Vec<f64> = columns[..last].iter().map(|&k| coefficients[k]).collect();
        let of = |(record, other): (&Record, &Vec<Option<f64>>)| {
            let fitted = product(&record.matrix, &own);
            let pairs = other.iter().zip(fitted.iter());
            pairs.map(|(x, fitted)| x.map(|x| x - fitted)).collect()
        };
        records.iter().zip(others).map(of).collect()
    }

    /// Rows with the elements of base parameters and of some further columns, then what is left with coefficients.
    pub(super) fn records(
        &self,
        further: &[usize],
        coefficients: &DVector<f64>,
    ) -> Vec<Vec<Record>> {
        let of_row = |(k, row): (usize, &SeenRow)| {
            let residuals = self.residuals(k, coefficients).into_iter();
            let records = row.records.iter().zip(residuals).map(|(record, residual)| {
                let mut matrix =
                    DMatrix::zeros(record.kept.len(), self.directions + further.len() + 1);
                let base = record.matrix.columns(0, self.directions);
                matrix.columns_mut(0, self.directions).copy_from(&base);
                for (k, column) in further.iter().enumerate() {
                    if let Some(at) = row.columns.iter().position(|place| place == column) {
                        matrix.set_column(self.directions + k, &record.matrix.column(at));
                    }
                }
                for (t, x) in residual.into_iter().enumerate() {
                    matrix[(t, self.directions + further.len())] = x.unwrap_or(0.0);
                }
                Record {
                    matrix,
                    kept: record.kept.clone(),
                }
            });
            records.collect()
        };
        self.rows.iter().enumerate().map(of_row).collect()
    }

    /// How many samples of a row count.
    pub(super) fn samples(&self, row: usize) -> usize {
        let records = self.rows[row].records.iter();
        records
            .map(|record| record.kept.iter().filter(|kept| **kept).count())
            .sum()
    }
}

/// The residual of a record; none where a sample does not count.
fn residual(record: &Record) -> Vec<Option<f64>> {
    let last = record.matrix.ncols() - 1;
    let pairs = record.matrix.column(last).into_owned();
    let pairs = pairs.iter().zip(&record.kept);
    pairs.map(|(x, kept)| kept.then_some(*x)).collect()
}

/// How many decimated samples are seen, of motions that have so many, and so many before decimation.
fn most(decimated: usize, raw: usize) -> usize {
    let of_raw = RAW as f64 / raw.max(1) as f64 * decimated as f64;
    (of_raw as usize).clamp(FEWEST, SAMPLES)
}

/// The parts of motions that are seen.
fn stretches(motions: &[Motion]) -> Vec<(usize, Range<usize>)> {
    let decimated = |motion: &Motion| motion.interior().len() / motion.processing.decimation();
    let all: usize = motions.iter().map(decimated).sum();
    let raw: usize = motions.iter().map(|motion| motion.interior().len()).sum();
    let most = most(all, raw);
    let of = |(which, motion): (usize, &Motion)| -> Vec<(usize, Range<usize>)> {
        let (inside, mine) = (motion.interior(), decimated(motion));
        let quota = most * mine / all.max(1);
        let count = (quota / STRETCH).max(1);
        let length = (quota / count).max(STRETCH / 2) * motion.processing.decimation();
        if all <= most || count * length >= inside.len() {
            return vec![(which, inside)];
        }
        let gap = (inside.len() - count * length) / count.saturating_sub(1).max(1);
        let start = |k: usize| inside.start + k * (length + gap);
        (0..count)
            .map(|k| (which, start(k)..start(k) + length))
            .collect()
    };
    motions.iter().enumerate().flat_map(of).collect()
}

#[cfg(test)]
pub(super) mod tests;
