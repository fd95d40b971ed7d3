//! Noise that is larger in some samples than in others.

use nalgebra::{DMatrix, DVector};

use super::{Modelled, Noise, Record};

/// What parameters leave of a sample's residual is taken to be this share of its square at least.
const LEFT: f64 = 0.05;
/// Samples over which the size of noise is taken to be correlated, at most, and the correlation that is left out.
const LONGEST: usize = 100;
const FADED: f64 = 1e-3;

impl Modelled {
    /// For each parameter how many times the variance that noise of one size gives it is what it has with the sizes of the
    /// residuals where it is told (`b`); 1 where that is no more than a deviation of chance beyond.
    ///
    /// A parameter is `Σ_t h(t) u(t)` of noise, so that noise whose size changes slowly beside its own correlation makes its
    /// variance `Σ h² u² / (Σ h² · mean of u²)` times as large (White 1980), row by row. Squares of residuals are divided by what
    /// parameters leave of them (MacKinnon and White 1985). Chance is that of normal noise of one size, whose squares are correlated
    /// by the squares of its correlations. `gain` (`b × r`) leads from weighted columns to parameters.
    pub(crate) fn unevenness(&self, gain: &DMatrix<f64>, weights: &[f64]) -> Vec<f64> {
        let rows = self.records.iter().zip(weights);
        let rows: Vec<Row<'_>> = rows.map(|(all, w)| Row::of(all, gain, *w)).collect();
        let b = gain.nrows();
        let (mut found, mut even) = (DVector::zeros(b), DVector::zeros(b));
        for row in &rows {
            for (shares, squares) in row.shares.iter().zip(&row.squares) {
                found += shares * squares;
                even += shares.column_sum() * row.mean;
            }
        }
        let mut chance = vec![0.0; b];
        for (number, row) in rows.iter().enumerate() {
            row.add_chance(&correlations(&self.noise, number), &even, &mut chance);
        }
        let each = found.iter().zip(&even).zip(chance);
        let times = each.map(|((found, even), chance)| {
            let times = found / even;
            if times - 1.0 > f64::sqrt(chance) {
                times
            } else {
                1.0
            }
        });
        times.collect()
    }
}

/// One row of the equations.
struct Row<'a> {
    records: &'a [Record],
    /// Squares of what a unit of noise in each sample adds to each parameter (`b × samples`), of each record; 0 in samples that do
    /// not count.
    shares: Vec<DMatrix<f64>>,
    /// Squares of residuals over what parameters leave of them, of each record, and their mean.
    squares: Vec<DVector<f64>>,
    mean: f64,
    /// Samples that count.
    count: f64,
}

impl<'a> Row<'a> {
    fn of(records: &'a [Record], gain: &DMatrix<f64>, weight: f64) -> Self {
        let (mut shares, mut squares) = (Vec::new(), Vec::new());
        let (mut sum, mut count) = (0.0, 0.0);
        for record in records {
            let size = record.matrix.ncols() - 1;
            let columns = record.matrix.columns(0, size);
            shares.push((gain * columns.transpose() * weight).map(|h| h * h));
            let square = |t: usize| {
                let taken = weight * columns.row(t).norm_squared();
                record.matrix[(t, size)].powi(2) / (1.0 - taken).max(LEFT)
            };
            let own = DVector::from_fn(record.kept.len(), |t, _| match record.kept[t] {
                true => square(t),
                false => 0.0,
            });
            sum += own.sum();
            count += record.kept.iter().filter(|kept| **kept).count() as f64;
            squares.push(own);
        }
        Self {
            records,
            shares,
            squares,
            mean: sum / f64::max(count, 1.0),
            count,
        }
    }

    /// Adds what chance makes of each parameter's ratio, squared, where `even` is its variance by noise of one size (`b`).
    /// Squares of the noise are correlated by `correlations`, from one sample to the next on.
    fn add_chance(&self, correlations: &[f64], even: &DVector<f64>, chance: &mut [f64]) {
        for (k, chance) in chance.iter_mut().enumerate() {
            let share = self.mean / even[k];
            let all: f64 = self.shares.iter().map(|shares| shares.row(k).sum()).sum();
            // The mean is of the same squares: what all samples have alike tells nothing.
            let common = all / self.count.max(1.0);
            for (record, shares) in self.records.iter().zip(&self.shares) {
                let pull = |t: usize| match record.kept[t] {
                    true => (shares[(k, t)] - common) * share,
                    false => 0.0,
                };
                let pulls: Vec<f64> = (0..record.kept.len()).map(pull).collect();
                for (t, own) in pulls.iter().enumerate() {
                    let before = pulls[..t].iter().rev().zip(correlations);
                    let before: f64 = before.map(|(x, r)| x * r).sum();
                    // Twice: the square of a normal variable of unit variance scatters by that.
                    *chance += 2.0 * own * (own + 2.0 * before);
                }
            }
        }
    }
}

/// The squares of the correlations of a row's noise, from one sample to the next on, until they have faded.
fn correlations(noise: &Noise, row: usize) -> Vec<f64> {
    if noise.rows[row].order() == 0 {
        return Vec::new();
    }
    let covariances = noise.covariances(row, row, LONGEST);
    let squares: Vec<f64> = covariances[1..]
        .iter()
        .map(|c| (c / covariances[0]).powi(2))
        .collect();
    let last = squares.iter().rposition(|square| *square > FADED);
    squares[..last.map_or(0, |last| last + 1)].to_vec()
}

#[cfg(test)]
mod tests;
