//! The fit on data that took no part in an estimate, and what these say by themselves where they are not predicted.

use serde::Serialize;

use super::prediction::{fits, joint_side, predictions};
use super::{Estimation, IdentificationError, Progress};
use crate::estimate::{Estimator, estimate};
use crate::motion::Motion;
use crate::regression::{Equations, RegressionError, Series};
use crate::statistics::{Deviations, Fits, Transfer, table, transfer};

/// Equations a base parameter, below which an estimate is not worth comparing.
const ENOUGH: usize = 2;

/// The fit on data that took no part in the estimate.
#[derive(Debug, Clone, Serialize)]
pub struct Validation {
    /// Names of the recordings.
    pub recordings: Vec<String>,
    /// Whether each is a stretch of a motion that was identified from, so that it tests the noise alone.
    pub repeats: bool,
    /// The fit of the joints' torques.
    #[serde(flatten)]
    pub fits: Fits,
    /// What they say of the base parameters by themselves, where other recordings do not predict them.
    #[serde(skip)]
    pub own: Option<Estimation>,
    /// Measured and predicted torques of the joints.
    #[serde(skip)]
    pub series: Vec<Series>,
}

pub(super) fn validate(
    equations: &Equations<'_>,
    held_out: &[Motion],
    beta: &[f64],
    progress: &mut Progress<'_>,
) -> Result<Option<Validation>, RegressionError> {
    if held_out.is_empty() {
        return Ok(None);
    }
    let rows = predictions(equations, held_out, beta, progress)?;
    let series: Vec<Series> = rows.iter().map(|s| joint_side(equations, s)).collect();
    Ok(Some(Validation {
        recordings: held_out.iter().map(|motion| motion.name.clone()).collect(),
        repeats: false,
        own: None,
        fits: fits(equations, &rows, &series),
        series,
    }))
}

/// Whether some joint's torque is predicted worse than what was fitted.
pub(super) fn falls(seen: &Fits, unseen: &Fits) -> bool {
    let mut pairs = seen.joints.iter().zip(&unseen.joints);
    pairs
        .any(|(seen, unseen)| matches!(transfer(seen, unseen), Transfer::Fails | Transfer::Weakens))
}

/// The estimation that motions give; none if they are too short, or the estimator is biased, so that its deviations
/// do not tell what differs.
pub(super) fn own(
    equations: &Equations<'_>,
    motions: &[Motion],
    estimator: &Estimator,
    progress: &mut Progress<'_>,
) -> Result<Option<Estimation>, IdentificationError> {
    let model = equations.robot().model();
    let mut report = |share| progress("identifying what is not predicted", share);
    let observation = equations.observe(motions, &mut report)?;
    if observation.equations() < ENOUGH * model.base.len() {
        return Ok(None);
    }
    let found = estimate(&observation, model, estimator)?;
    if found.biased {
        return Ok(None);
    }
    let deviations = Deviations::of(equations, motions, &found, &mut report)?;
    let covariance = &deviations.covariance;
    let mut table = table(model, observation.factors(), &found, covariance);
    deviations.complete(&mut table);
    Ok(Some(Estimation::of(
        model,
        estimator.method,
        found,
        table,
        covariance,
    )))
}
