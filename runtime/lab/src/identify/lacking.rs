//! Deviations that are wide enough for what the model lacks.

use super::Progress;
use crate::estimate::{Estimate, Estimator, scatter};
use crate::lack::{Lack, lacks};
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
    let mut found = Deviations::of(equations, motions, estimate, &mut report)?;
    let model = equations.robot().model();
    if let Some(drawn) = scatter(observation, model, estimator, estimate, &found.right) {
        found.scattered(&drawn.base, &estimate.gain);
        found.standard = drawn.standard;
    }
    if wrong {
        return Ok((found, Vec::new()));
    }
    let mut report = |share| progress("looking for what the model lacks", share);
    let lacking = lacks(equations, motions, estimate, &found.noise, &mut report)?;
    if let Some(moved) = &lacking.moved {
        found.lacking(&moved.covariance, moved.shift.as_slice());
    }
    Ok((found, lacking.lacks))
}
