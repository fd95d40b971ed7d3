//! The way to a fit of whole experiments: straight, and by intervals where what that leaves is no noise.

use super::error::FitError;
use super::experiment::Experiment;
use super::fit::fit_given;
use super::free::Free;
use super::options::FitOptions;
use super::result::{Fit, FittedJoint};
use crate::simulation::Machine;
use crate::thresholds::COLOURED;

/// Intervals that an experiment is cut into on the way, and samples that each has at least.
const PARTS: f64 = 10.0;
const SAMPLES: f64 = 20.0;

/// Finds the free parameters of a machine with which its simulated motions are nearest to the measured ones.
///
/// The derivatives of motions are exact, and states at the beginnings of intervals are eliminated from each step, so that many
/// intervals cost no more than one. A search of whole experiments may end in a valley far from the best, whose residuals follow each other:
/// then another goes by way of intervals, and that which leaves less is the answer. `progress` is told each iteration and its cost.
///
/// # Errors
/// [`FitError`].
pub fn fit(
    machine: &Machine<'_>,
    experiments: &[Experiment],
    free: &[Free],
    options: &FitOptions,
    progress: &mut dyn FnMut(usize, f64),
) -> Result<Fit, FitError> {
    let straight = fit_given(machine, experiments, free, options, progress);
    let is_met = match &straight {
        Ok(fit) => fit.joints.iter().all(leaves_noise),
        Err(why) => !matches!(why, FitError::Start { .. }),
    };
    let (false, true, Some(seconds)) = (is_met, options.intervals.is_empty(), part(experiments))
    else {
        return straight;
    };
    let options = FitOptions {
        intervals: vec![seconds, f64::INFINITY],
        ..options.clone()
    };
    let around = fit_given(machine, experiments, free, &options, progress);
    match (straight, around) {
        (Ok(straight), Ok(around)) if left(&around) < left(&straight) => Ok(around),
        (Err(_), Ok(around)) => Ok(around),
        (straight, _) => straight,
    }
}

/// What is left of all joints, whatever their units: the logarithm of the likelihood but for its sign, a sample.
fn left(fit: &Fit) -> f64 {
    fit.joints.iter().map(|joint| joint.rmse.ln()).sum()
}

/// Whether neighbouring residuals have little in common.
fn leaves_noise(joint: &FittedJoint) -> bool {
    let [_, measured, simulated] = &joint.series;
    let left: Vec<f64> = simulated.iter().zip(measured).map(|(a, b)| a - b).collect();
    let together: f64 = left.windows(2).map(|pair| pair[0] * pair[1]).sum();
    together <= COLOURED * left.iter().map(|r| r * r).sum::<f64>()
}

/// How long intervals on the way are, s; none of experiments that are short themselves.
fn part(experiments: &[Experiment]) -> Option<f64> {
    let steps = |e: &Experiment| e.samples().saturating_sub(1) as f64;
    let longest = experiments.iter().max_by(|a, b| {
        let seconds = |e: &Experiment| steps(e) / e.rate;
        seconds(a).total_cmp(&seconds(b))
    })?;
    let samples = (steps(longest) / PARTS).max(SAMPLES);
    (steps(longest) >= 3.0 * samples).then(|| samples / longest.rate)
}
