//! Which directions of the parameters the motion excited, and which only the errors of its positions did.

use nalgebra::{DMatrix, DVector};

use super::basis::Basis;
use crate::motion::Motion;
use crate::numeric::Svd;
use crate::random::Random;
use crate::regression::{Equations, Factor, RegressionError, Sample};
use crate::thresholds::NOISE_SHARE;

/// Raw samples that are gone through again, over all recordings, and of each at least.
const SAMPLES: usize = 1 << 14;
const EACH: usize = 1 << 12;
/// How many disturbed motions are tried beside each, and their negatives.
const REPLICAS: usize = 3;
const SEED: u64 = 2;

/// Directions of the base parameters, of those that the observation matrix has, that errors of the positions make
/// up: a column each, as they enter the parameters (`b × k`).
///
/// The columns of the equations are made of measured positions, so a joint that stands still has columns too: those
/// of its noise. Further errors like those that are there, and their negatives, change the orthonormal
/// columns by `±E`; the squared singular values of `E`, each row with its weight, are the share of noise in each
/// direction's square.
/// `gain` (`b × r`) leads from weighted columns to parameters.
pub(super) fn of_noise(
    equations: &Equations<'_>,
    motions: &[Motion],
    weights: &[f64],
    basis: &Basis,
    gain: &DMatrix<f64>,
) -> Result<DMatrix<f64>, RegressionError> {
    let size = basis.size();
    let mut errors = Factor::new(size);
    let mut random = Random::new(SEED);
    let each = (SAMPLES / motions.len().max(1)).max(EACH);
    for motion in motions {
        let part = motion.beginning(each).rounded();
        let times = motion.interior().len() as f64 / part.interior().len().max(1) as f64;
        let counted = columns(equations, &part, basis, None)?;
        let counted: Vec<bool> = counted.iter().map(Option::is_some).collect();
        for _ in 0..REPLICAS {
            let further = part.further_errors(&mut random)?;
            let disturbed = |sign: f64| {
                let disturbed = part.disturbed(&further, sign);
                columns(equations, &disturbed, basis, Some(&counted))
            };
            let both = disturbed(1.0)?.into_iter().zip(disturbed(-1.0)?);
            for (k, (plus, minus)) in both.enumerate() {
                if let (Some(plus), Some(minus)) = (plus, minus) {
                    let weight = weights[k % weights.len()] * times / REPLICAS as f64;
                    let error = (plus - minus) * (weight.sqrt() / 2.0);
                    errors.push(error.iter().copied().enumerate(), 0.0);
                }
            }
        }
    }
    // By the factor and not by squares, whose rounding would drown what is small beside what is large.
    let found = Svd::of(errors.parts().0);
    let noise = (0..size).filter(|&k| found.values[k].powi(2) > NOISE_SHARE);
    let noise: Vec<DVector<f64>> = noise.map(|k| gain * found.right.column(k)).collect();
    Ok(match noise.as_slice() {
        [] => DMatrix::zeros(gain.nrows(), 0),
        some => DMatrix::from_columns(some),
    })
}

/// The orthonormal columns of each row of each sample; of rows that do not count, none. Which count may be given.
fn columns(
    equations: &Equations<'_>,
    motion: &Motion,
    basis: &Basis,
    counted: Option<&[bool]>,
) -> Result<Vec<Option<DVector<f64>>>, RegressionError> {
    let mut all = Vec::new();
    let mut take = |sample: &Sample<'_>| {
        for row in 0..equations.rows() {
            let counts = counted.map_or_else(|| sample.counts(row), |c| c[all.len()]);
            all.push(counts.then(|| basis.columns(sample, row)));
        }
    };
    let base = equations.base_columns();
    equations.pass(motion, &base, &mut take, &mut |_| {})?;
    Ok(all)
}
