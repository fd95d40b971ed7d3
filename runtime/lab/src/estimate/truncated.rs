//! Truncated singular values: combinations of parameters that the motion barely excites are left
//! out of the estimate.

use nalgebra::DVector;

use super::cross_validation::{self, Candidate};
use super::{Estimator, Setting, Solution};
use crate::numeric::Decomposition;
use crate::regression::{Observation, Triangle};

/// The pseudo-inverse of the largest singular values (weighted rows, columns scaled to unit norm).
///
/// What is kept is estimated without bias; a parameter that takes part in what is left out is
/// drawn towards 0. Deviations take what is left out as fixed, although the weights that enter it
/// are estimates too.
pub(super) fn solve(
    observation: &Observation,
    weights: &[f64],
    spectrum: &Decomposition,
    estimator: &Estimator,
) -> Solution {
    let (threshold, rule) = match estimator.keep_above {
        Some(threshold) => (threshold, "as asked"),
        None => chosen(observation, weights, spectrum),
    };
    let kept = kept(spectrum, threshold);
    let gain = spectrum.truncated_inverse(kept);
    Solution {
        centre: DVector::zeros(gain.ncols()),
        gain,
        standard: None,
        settings: vec![
            Setting {
                name: "keep-singular-above",
                value: threshold,
                rule: rule.to_owned(),
            },
            Setting {
                name: "directions kept",
                value: kept as f64,
                rule: format!("of {} that the motion excites", spectrum.rank),
            },
        ],
        biased: kept < spectrum.singular_values.len(),
    }
}

/// How many singular values are above a share of the largest, zero ones never.
fn kept(spectrum: &Decomposition, threshold: f64) -> usize {
    let values = &spectrum.singular_values;
    let largest = values.first().copied().unwrap_or(0.0);
    let above = values.iter().filter(|s| **s > threshold * largest).count();
    above.min(spectrum.rank)
}

/// The threshold by cross-validation, between every two neighbouring singular values.
fn chosen(
    observation: &Observation,
    weights: &[f64],
    spectrum: &Decomposition,
) -> (f64, &'static str) {
    let values = &spectrum.singular_values;
    let largest = values
        .first()
        .copied()
        .unwrap_or(1.0)
        .max(f64::MIN_POSITIVE);
    let excited = &values[..spectrum.rank];
    let below_all = excited.last().map_or(0.5, |last| 0.5 * last / largest);
    let between = excited
        .windows(2)
        .map(|pair| (pair[0] * pair[1]).sqrt() / largest);
    let candidates: Vec<f64> = between.chain([below_all]).collect();
    let prepare = |others: &Triangle| -> Candidate {
        let fold = Decomposition::of(&others.r);
        let z = others.z.clone();
        Box::new(move |threshold| fold.truncated_inverse(kept(&fold, threshold)) * &z)
    };
    match cross_validation::choose(observation, weights, &candidates, prepare) {
        Some(threshold) => (threshold, cross_validation::rule(observation)),
        None => (below_all, "every direction that the motion excites"),
    }
}
