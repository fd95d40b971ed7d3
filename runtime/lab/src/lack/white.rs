//! Rows made white by their noise.

use nalgebra::{DMatrix, DVector};

use super::colour::Residuals;
use super::seen::Seen;
use crate::numeric::gram;
use crate::statistics::{Autoregression, Noise};

/// All rows, white and of unit variance, stretch after stretch; zeros where a filter reaches beyond what counts.
pub(super) struct White<'a> {
    seen: &'a Seen,
    /// Each row's filter, divided by the deviation of its innovations.
    filters: Vec<Vec<f64>>,
    rows: Vec<Vec<DMatrix<f64>>>,
}

impl<'a> White<'a> {
    pub(super) fn of(seen: &'a Seen, noise: &Noise) -> Self {
        let filter = |model: &Autoregression| {
            let scale = match model.innovation() {
                variance if variance > 0.0 => variance.sqrt().recip(),
                _ => 0.0,
            };
            model
                .filter()
                .into_iter()
                .map(|a| a * scale)
                .collect::<Vec<f64>>()
        };
        let filters: Vec<Vec<f64>> = noise.rows.iter().map(filter).collect();
        let white = seen.rows.iter().zip(&filters).map(|(row, filter)| {
            let records = row.records.iter();
            let white = records.map(|record| filtered(&record.matrix, &record.kept, filter));
            white.collect()
        });
        Self {
            rows: white.collect(),
            filters,
            seen,
        }
    }

    /// Products of all columns over all rows.
    pub(super) fn products(&self) -> DMatrix<f64> {
        let mut all = DMatrix::zeros(self.seen.width, self.seen.width);
        for (row, records) in self.rows.iter().enumerate() {
            for record in records {
                self.seen.scatter(row, &gram(record), &mut all);
            }
        }
        all
    }

    /// Products of all columns with other residuals, and, in the place of the residual, of these with themselves.
    pub(super) fn along(&self, others: &[Residuals]) -> DVector<f64> {
        let mut sum = DVector::zeros(self.seen.width);
        for (row, others) in others.iter().enumerate() {
            let columns = &self.seen.rows[row].columns;
            for (white, other) in self.rows[row].iter().zip(others) {
                let kept: Vec<bool> = other.iter().map(Option::is_some).collect();
                let values = other.iter().map(|x| x.unwrap_or(0.0));
                let values = DMatrix::from_iterator(other.len(), 1, values);
                let other = filtered(&values, &kept, &self.filters[row]);
                let mine = white.columns(0, columns.len() - 1).tr_mul(&other);
                for (k, x) in columns.iter().zip(mine.iter()) {
                    sum[*k] += x;
                }
                sum[self.seen.width - 1] += other.norm_squared();
            }
        }
        sum
    }
}

/// Columns through a filter; zeros where it reaches beyond what counts.
fn filtered(matrix: &DMatrix<f64>, kept: &[bool], filter: &[f64]) -> DMatrix<f64> {
    let mut white = DMatrix::zeros(matrix.nrows(), matrix.ncols());
    let whole = |t: usize| t + 1 >= filter.len() && (0..filter.len()).all(|k| kept[t - k]);
    let wholes: Vec<usize> = (0..kept.len()).filter(|&t| whole(t)).collect();
    for (mut out, column) in white.column_iter_mut().zip(matrix.column_iter()) {
        for &t in &wholes {
            let terms = filter.iter().enumerate();
            out[t] = terms.map(|(k, a)| a * column[t - k]).sum();
        }
    }
    white
}

#[cfg(test)]
mod tests;
