//! The weight of each row of the equations: the reciprocal of its residual variance.

use nalgebra::{DMatrix, DVector};

use super::held::Held;
use crate::numeric::Decomposition;
use crate::regression::Factor;
use crate::regression::Observation;

/// Rounds of weighting at most; most data settle after a few.
const ROUNDS: usize = 100;
/// A share by which no weight changes any more.
const SETTLED: f64 = 1e-9;

/// Weights from the residuals of least squares, found again with each round's weights until they
/// settle; and how many rounds that took.
pub(super) fn by_residual(observation: &Observation, held: &Held) -> (Vec<f64>, usize) {
    let mut weights = vec![1.0; observation.rows()];
    for round in 1..=ROUNDS {
        let triangle = observation.weighted(&weights);
        let spectrum = held.decomposition(&triangle.r);
        let centre = held.centre(triangle.r.ncols());
        let beta = &centre + &spectrum.inverse * (&triangle.z - &triangle.r * &centre);
        let found = variances(observation, &weights, &beta, &spectrum.inverse, &spectrum);
        let before = weights;
        weights = found
            .iter()
            .map(|v| match *v {
                v if v > 0.0 => v.recip(),
                0.0 => 1.0,
                // Beyond all numbers.
                _ => 0.0,
            })
            .collect();
        let mut pairs = weights.iter().zip(&before);
        if pairs.all(|(new, old)| (new - old).abs() <= SETTLED * new.abs()) {
            return (weights, round);
        }
    }
    (weights, ROUNDS)
}

/// Residual variance of each row for an estimate: its residual sum of squares over its own degrees
/// of freedom, which are its samples less its share of the parameters (the trace of its part of
/// the hat matrix). A row whose torque is 0 throughout says nothing of its noise: it counts as the row with the most.
pub(super) fn variances(
    observation: &Observation,
    weights: &[f64],
    beta: &DVector<f64>,
    gain: &DMatrix<f64>,
    spectrum: &Decomposition,
) -> Vec<f64> {
    let rows = observation.factors().iter().zip(weights);
    let found: Vec<Option<f64>> = rows
        .map(|(factor, weight)| variance(factor, *weight, beta, gain, &spectrum.inverse))
        .collect();
    let most = found.iter().flatten().copied().fold(0.0, f64::max);
    found.into_iter().map(|v| v.unwrap_or(most)).collect()
}

fn variance(
    factor: &Factor,
    weight: f64,
    beta: &DVector<f64>,
    gain: &DMatrix<f64>,
    inverse: &DMatrix<f64>,
) -> Option<f64> {
    let (triangle, right, outside) = factor.parts();
    let squares = factor.squares(beta.as_slice());
    let share = weight * (&triangle * gain).dot(&(&triangle * inverse));
    let rows = (factor.rows() as f64).max(1.0);
    let freedom = (rows - share).max(1.0);
    let power = (right.iter().map(|x| x * x).sum::<f64>() + outside * outside) / rows;
    // Without noise the residual is rounding; a weight made of that would drown other rows.
    (power != 0.0).then(|| (squares / freedom).max(1e-20 * power))
}
