//! Standard deviations of what was found: with white noise, and with noise that goes on from sample to sample.

use nalgebra::{DMatrix, SymmetricEigen};

use super::evaluate::{NoResiduals, Point, Task};
use super::linear::{information, shares};
use super::search::Found;

/// Standard deviations, none of what is not determined.
pub(super) struct Deviations {
    /// If noise is white.
    pub white: Vec<Option<f64>>,
    /// With residuals that follow each other (Newey and West 1987).
    pub std: Vec<Option<f64>>,
    /// The covariance of `std`; 0 of what is not determined.
    pub covariance: DMatrix<f64>,
    /// The condition number of the information, its columns scaled.
    pub condition: f64,
    /// Over how many samples residuals follow each other.
    pub lags: usize,
}

/// A share of the largest eigenvalue below which one is none.
const NONE: f64 = 1e-11;
/// A share of a direction that is not determined from which on a parameter is not.
const SHARE: f64 = 1e-4;
/// Lags at most.
const LAGS: usize = 200;

/// Deviations at a point that was found.
pub(super) fn deviations(task: &Task<'_>, found: &Found) -> Result<Deviations, NoResiduals> {
    let p = task.free.len();
    let matrix = information(&found.blocks, p);
    let held: Vec<bool> = (0..p)
        .map(|k| {
            let value = found.point.parameters[k];
            task.free[k].bounds.contains(&value)
        })
        .collect();
    let scale: Vec<f64> = (0..p)
        .map(|k| {
            let size = matrix[(k, k)].max(0.0).sqrt();
            if size > 0.0 { size } else { 1.0 }
        })
        .collect();
    let is_free = |k: usize| f64::from(!held[k]);
    let scaled = DMatrix::from_fn(p, p, |i, k| {
        is_free(i) * is_free(k) * matrix[(i, k)] / (scale[i] * scale[k])
    });
    let eigen = SymmetricEigen::new(scaled);
    let largest = eigen.eigenvalues.amax();
    let is_none = |value: f64| value <= NONE * largest;
    let determined: Vec<bool> = (0..p)
        .map(|k| {
            let directions = eigen.eigenvalues.iter().enumerate();
            let lost: f64 = directions
                .filter(|(_, value)| is_none(**value))
                .map(|(d, _)| eigen.eigenvectors[(k, d)].powi(2))
                .sum();
            !held[k] && lost < SHARE
        })
        .collect();
    let inverse = eigen
        .eigenvalues
        .map(|value| if is_none(value) { 0.0 } else { value.recip() });
    let half = &eigen.eigenvectors * DMatrix::from_diagonal(&inverse);
    let covariance = half * eigen.eigenvectors.transpose();
    let covariance = DMatrix::from_fn(p, p, |i, k| covariance[(i, k)] / (scale[i] * scale[k]));
    let counted: usize = found.blocks.iter().flat_map(|block| &block.counts).sum();
    let unknowns = p + task.states() * task.beginnings();
    let freedom = counted.saturating_sub(unknowns).max(1) as f64;
    let variance = 2.0 * found.blocks.iter().map(|block| block.cost).sum::<f64>() / freedom;
    let (scores, lags) = scores(task, found)?;
    // Fewer degrees of freedom than samples.
    let more = counted as f64 / freedom;
    let robust = &covariance * scores * &covariance * more;
    let of = |matrix: &DMatrix<f64>, factor: f64| {
        let deviation = |k: usize| (matrix[(k, k)] * factor).max(0.0).sqrt();
        (0..p)
            .map(|k| determined[k].then(|| deviation(k)))
            .collect()
    };
    let smallest = eigen.eigenvalues.iter().filter(|v| !is_none(**v));
    let smallest = smallest.copied().fold(f64::INFINITY, f64::min);
    Ok(Deviations {
        white: of(&covariance, variance),
        std: of(&robust, 1.0),
        covariance: DMatrix::from_fn(p, p, |i, k| match determined[i] && determined[k] {
            true => robust[(i, k)],
            false => 0.0,
        }),
        condition: (largest / smallest).sqrt(),
        lags,
    })
}

/// The covariance of `Aᵀ r`, states eliminated, with as many lags as residuals follow each other.
fn scores(task: &Task<'_>, found: &Found) -> Result<(DMatrix<f64>, usize), NoResiduals> {
    let (p, n) = (task.free.len(), task.machine.joints());
    let point: &Point = &found.point;
    let shares = shares(&found.blocks, p);
    let each = task.each(|k| {
        let shares = &shares[k];
        let samples = task.stretches[k].grid.samples;
        let mut rows = vec![0.0; samples * p];
        let mut residuals = vec![0.0; samples * n];
        task.residuals(
            point,
            k,
            true,
            &mut |joint, at, residual, row| {
                let weight = task.weights[joint];
                residuals[at * n + joint] = weight * residual;
                let (own, state) = row.split_at(p);
                let score = &mut rows[at * p..(at + 1) * p];
                for (i, out) in score.iter_mut().enumerate() {
                    let known: f64 = state
                        .iter()
                        .enumerate()
                        .map(|(s, x)| shares[(s, i)] * x)
                        .sum();
                    *out += weight * weight * residual * (own[i] - known);
                }
            },
            &mut |_| {},
        )?;
        Ok((rows, residuals))
    })?;
    let lags = lags(each.iter().map(|(_, residuals)| residuals.as_slice()), n);
    let mut sum = DMatrix::zeros(p, p);
    for (rows, _) in &each {
        let samples = rows.len() / p.max(1);
        let matrix = DMatrix::from_row_slice(samples, p, rows);
        sum += matrix.transpose() * &matrix;
        for lag in 1..=lags.min(samples.saturating_sub(1)) {
            let weight = 1.0 - lag as f64 / (lags + 1) as f64;
            let (early, late) = (
                matrix.rows(0, samples - lag),
                matrix.rows(lag, samples - lag),
            );
            let product = early.transpose() * late;
            sum += (&product + product.transpose()) * weight;
        }
    }
    Ok((sum, lags))
}

/// Twice the lag from which on residuals know nothing of each other.
fn lags<'a>(each: impl Iterator<Item = &'a [f64]> + Clone, n: usize) -> usize {
    let products = |lag: usize| -> (f64, usize) {
        let pairs = each
            .clone()
            .flat_map(|r| r.iter().zip(&r[(lag * n).min(r.len())..]));
        pairs.fold((0.0, 0), |(sum, count), (a, b)| (sum + a * b, count + 1))
    };
    let (square, count) = products(0);
    let bound = 2.0 / (count.max(1) as f64).sqrt();
    let quiet = (1..LAGS).find(|lag| {
        let (product, pairs) = products(*lag);
        pairs == 0 || product <= bound * square
    });
    match quiet.unwrap_or(LAGS) {
        1 => 0,
        lag => (2 * lag).min(LAGS),
    }
}
