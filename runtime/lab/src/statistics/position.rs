//! What errors of the measured positions do to parameters.

use nalgebra::{DMatrix, DVector};

use super::view::View;
use crate::motion::Motion;
use crate::random::Random;
use crate::regression::{RegressionError, Sample};

/// Raw samples that are gone through again, over all recordings, and of each at least.
const SAMPLES: usize = 1 << 15;
const EACH: usize = 1 << 12;
/// How many disturbed motions are tried beside each, and their negatives.
const REPLICAS: usize = 2;
const SEED: u64 = 1;
/// What is taken to be left of a column's square without errors, at least.
const LEFT: f64 = 0.05;

/// How far errors of positions (and of measured derivatives) are expected to have moved parameters (`b`).
///
/// Errors of positions are in the columns, not in the torques alone, so that least squares is biased by
/// what is quadratic in them. Simulation and extrapolation (Cook and Stefanski 1994): further
/// errors with the spectrum of those that are there, each with its negative, change the weighted
/// residuals along the columns by as much as those did, and the columns' squares by `N` (those of
/// the columns as they are being 1). Without any errors the squares would be `1 - N`, so the bias is `(1 - N)⁻¹`
/// times that change. `gain` (`b × r`) leads from weighted columns to parameters.
pub(crate) fn bias(
    view: &View<'_>,
    motions: &[&Motion],
    gain: &DMatrix<f64>,
) -> Result<DVector<f64>, RegressionError> {
    let size = view.size;
    let (mut along, mut squares) = (DVector::zeros(size), DMatrix::zeros(size, size));
    if !motions.iter().any(|motion| motion.errs()) {
        return Ok(gain * along);
    }
    let score = Score(view);
    let mut random = Random::new(SEED);
    let each = (SAMPLES / motions.len().max(1)).max(EACH);
    for motion in motions {
        let part = motion.beginning(each);
        let share = part.interior().len() as f64 / motion.interior().len() as f64;
        let mut counted = Vec::new();
        let here = score.of(&part, &mut |_, counts| {
            counted.push(counts);
            counts
        })?;
        for _ in 0..REPLICAS {
            for disturbed in part.disturbed(&mut random)? {
                let there = score.of(&disturbed, &mut |k, _| counted[k])?;
                let times = (2.0 * REPLICAS as f64 * share).recip();
                along += (there.0 - &here.0) * times;
                squares += (there.1 - &here.1) * times;
            }
        }
    }
    // Where errors are nearly all of a column, next to nothing of it is left to divide by.
    let mut left = (DMatrix::identity(size, size) - squares).symmetric_eigen();
    left.eigenvalues.apply(|x| *x = x.max(LEFT).recip());
    Ok(gain * (left.recompose() * along))
}

/// `Σ w q e` and `Σ w q qᵀ` of a motion: the weighted residuals along the columns, and the columns' squares.
struct Score<'a, 'v>(&'a View<'v>);

impl Score<'_, '_> {
    /// Over the rows that `counts` says, asked with their numbers and what they say themselves.
    fn of(
        &self,
        motion: &Motion,
        counts: &mut dyn FnMut(usize, bool) -> bool,
    ) -> Result<(DVector<f64>, DMatrix<f64>), RegressionError> {
        let view = self.0;
        let size = view.size;
        let (mut sum, mut squares) = (DVector::zeros(size), DMatrix::zeros(size, size));
        let mut number = 0;
        let mut take = |sample: &Sample<'_>| {
            for (row, weight) in view.weights.iter().enumerate() {
                if counts(number, sample.counts(row)) {
                    let seen = (view.seen)(sample, row);
                    let columns = DVector::from_column_slice(&seen[..size]);
                    sum.axpy(weight * seen[size], &columns, 1.0);
                    squares.ger(*weight, &columns, &columns, 1.0);
                }
                number += 1;
            }
        };
        let columns = (view.columns)();
        view.equations
            .pass(motion, &*columns, &mut take, &mut |_| {})?;
        Ok((sum, squares))
    }
}
