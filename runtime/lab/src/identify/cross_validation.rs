//! What parts of the recordings say of an estimate from the others, where nothing was held out.

use serde::Serialize;

use super::prediction::{fits, joint_side};
use super::repetition::period;
use super::{IdentificationError, Progress};
use crate::cores;
use crate::estimate::{EstimateError, Estimator, estimate};
use crate::motion::Motion;
use crate::regression::{Equations, Observation, Series};
use crate::statistics::Fits;

/// Parts, each predicted from the others.
const PARTS: usize = 5;

/// The fit of parts of the recordings, each by the parameters that the others give.
#[derive(Debug, Clone, Serialize)]
pub struct CrossValidation {
    /// How many parts: stretches of time, or, where the motion repeats itself, of its period.
    pub parts: usize,
    /// The period of the motion, s, where it repeats itself.
    pub period: Option<f64>,
    /// The fit of the joints' torques.
    #[serde(flatten)]
    pub fits: Fits,
}

/// Leaves out consecutive parts of motions in turn, estimates from the others and predicts the part. Of a motion
/// that repeats itself the same part of every period is left out: another period would be no test. None
/// where the motions are too short for it. What is estimated from (`source`, in motions `taken`) need not be what is predicted.
pub(super) fn cross_validate(
    [source, equations]: [&Equations<'_>; 2],
    taken: &[Motion],
    motions: &[Motion],
    estimator: &Estimator,
    progress: &mut Progress<'_>,
) -> Result<Option<CrossValidation>, IdentificationError> {
    let model = equations.robot().model();
    let periods: Vec<Option<f64>> = motions.iter().map(period).collect();
    let part = |motion: usize, time: f64| {
        let inside = motions[motion].interior();
        let start = motions[motion].time(inside.start);
        let length = inside.len() as f64 / motions[motion].rate;
        let turns = (time - start).max(0.0) / periods[motion].unwrap_or(length);
        ((turns.fract() * PARTS as f64) as usize).min(PARTS - 1)
    };
    let mut report = |share| progress("forming parts", share);
    let parts = source.observe_parts(taken, PARTS, &part, &mut report)?;
    let from_others = |left_out: usize| -> Result<Option<Vec<f64>>, EstimateError> {
        let others = (0..PARTS).filter(|k| *k != left_out);
        let others = Observation::of(others.map(|k| parts[k].clone()).collect());
        match others.equations() < 2 * model.base.len() {
            true => Ok(None),
            false => estimate(&others, model, estimator).map(|found| Some(found.beta)),
        }
    };
    let mut betas = Vec::new();
    for beta in cores::map(PARTS, &from_others) {
        let Some(beta) = beta? else {
            return Ok(None);
        };
        betas.push(beta);
    }
    let (mut rows, mut joints) = (Vec::<Series>::new(), Vec::<Series>::new());
    for (k, motion) in motions.iter().enumerate() {
        let mut report = |share| progress("predicting parts", share);
        let choose = |time: f64| part(k, time);
        let series = equations.predict_parts(motion, &betas, &choose, &mut report)?;
        joints.push(joint_side(equations, &series));
        rows.push(series);
    }
    Ok(Some(CrossValidation {
        parts: PARTS,
        period: periods.into_iter().flatten().next(),
        fits: fits(equations, &rows, &joints),
    }))
}

#[cfg(test)]
mod tests;
