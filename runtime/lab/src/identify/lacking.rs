//! Deviations that are wide enough for what the model lacks.

use super::Progress;
use crate::cores;
use crate::estimate::{Estimate, Estimator, scatter};
use crate::lack::{Lack, Trials};
use crate::motion::Motion;
use crate::regression::{Equations, Observation, RegressionError};
use crate::statistics::Deviations;

/// Deviations of an estimate, and what the model lacks; that is not asked of recordings that are `wrong`.
pub(super) fn deviations(
    equations: &Equations<'_>,
    motions: &[Motion],
    (observation, estimator, estimate): (&Observation, &Estimator, &Estimate),
    wrong: bool,
    progress: &mut Progress<'_>,
) -> Result<(Deviations, Vec<Lack>), RegressionError> {
    let mut report = |share| progress("deviations", share);
    // None needs the other, and each leaves cores idle for long.
    let (trials, found) = cores::both(
        || match wrong {
            true => Ok(None),
            false => Trials::of(equations, motions, estimate),
        },
        || Deviations::of(equations, motions, estimate, &mut report),
    );
    let mut found = found?;
    let model = equations.robot().model();
    if let Some(drawn) = scatter(observation, model, estimator, estimate, &found.right) {
        found.scattered(&drawn.base, &estimate.gain);
        found.standard = drawn.standard;
    }
    let Some(trials) = trials? else {
        return Ok((found, Vec::new()));
    };
    progress("looking for what the model lacks", 0.0);
    let lacking = trials.lacks(&found.noise);
    if let Some(moved) = &lacking.moved {
        found.lacking(&moved.covariance, moved.shift.as_slice());
    }
    Ok((found, lacking.lacks))
}
