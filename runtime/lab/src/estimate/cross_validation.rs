//! Cross-validation over consecutive parts or whole periods: the setting that best predicts the part left out.

use nalgebra::DVector;

use crate::regression::{Observation, Triangle};

/// Steps of a decade between candidates.
const STEPS: i32 = 4;

/// What the rule is called in a report.
pub(super) fn rule(observation: &Observation) -> &'static str {
    match observation.is_in_periods() {
        true => {
            "cross-validation: it best predicts each of the whole periods of the motion from the others"
        }
        false => {
            "cross-validation: it best predicts each of the consecutive parts of the recordings from the others"
        }
    }
}

/// An estimator without its setting: what it makes of a factor for each candidate.
pub(super) type Candidate = Box<dyn Fn(f64) -> DVector<f64>>;

/// The candidate whose estimates from all parts but one have the smallest sum of squares on the
/// part left out, over all parts; the first of equals. `None` if there are not two parts.
///
/// Parts are stretches of time, not single samples, because neighbouring residuals are alike.
pub(super) fn choose(
    observation: &Observation,
    weights: &[f64],
    candidates: &[f64],
    prepare: impl Fn(&Triangle) -> Candidate,
) -> Option<f64> {
    let folds = observation.folds(weights);
    let mut errors = vec![0.0; candidates.len()];
    for (held, others) in &folds {
        let estimate = prepare(others);
        for (error, candidate) in errors.iter_mut().zip(candidates) {
            *error += (&held.r * estimate(*candidate) - &held.z).norm_squared();
        }
    }
    let best = (0..errors.len()).min_by(|&a, &b| errors[a].total_cmp(&errors[b]))?;
    (folds.len() > 1).then(|| candidates[best])
}

/// Candidates from `largest` down over so many decades.
pub(super) fn decades(largest: f64, count: i32) -> Vec<f64> {
    (0..=count * STEPS)
        .map(|k| largest * 10f64.powf(-f64::from(k) / f64::from(STEPS)))
        .collect()
}
