//! What tells one version of a robot file from another: numbers of its equations.

use armwright_runtime::{EvaluationError, Model, Robot};

/// The golden ratio: the fractions of its multiples are nowhere near simple ones.
const GOLDEN: f64 = 1.618_033_988_749_895;
/// Numbers of two versions agree to within this share of the largest, wherever they were computed.
const SAME: f64 = 1e-9;

/// For each base parameter the sum of its column of the base regressor, each row by another factor, in one
/// state of motion that is always the same (`b`). Other frames, lengths, axes, ratios or gravity give other numbers;
/// other comments, limits or nominal values do not. Empty for a robot that was generated without this function.
///
/// # Errors
/// [`EvaluationError`].
pub fn fingerprint(robot: &dyn Robot) -> Result<Vec<f64>, EvaluationError> {
    let model = robot.model();
    let (n, b) = (model.joints.len(), model.base.len());
    let number = |k: usize| (GOLDEN * (k + 1) as f64).fract() + 0.1;
    let state = |from: usize| -> Vec<f64> { (0..n).map(|i| number(3 * i + from)).collect() };
    let mut regressor = vec![0.0; n * b];
    match robot.base_regressor(&state(0), &state(1), &state(2), &mut regressor) {
        Err(EvaluationError::NotGenerated(_)) => return Ok(Vec::new()),
        done => done?,
    }
    let column = |k: usize| (0..n).map(|i| number(i) * regressor[i * b + k]).sum();
    Ok((0..b).map(column).collect())
}

/// The base parameters that multiply something else than before.
pub(super) fn changed<'m>(model: &'m Model, before: &[f64], now: &[f64]) -> Vec<&'m str> {
    let largest = now.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    let pairs = before.iter().zip(now).zip(model.base);
    pairs
        .filter(|((before, now), _)| (*before - *now).abs() > SAME * largest)
        .map(|(_, base)| base.name)
        .collect()
}
