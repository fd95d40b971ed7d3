//! Base parameters of several recordings, each with its own weights and offsets.

use nalgebra::DVector;
use serde::Serialize;

use super::cross_validation::{HeldOut, held_out};
use super::setup::{Motions, of_values, whole};
use super::weighed::{Weighed, weighed};
use super::{
    Carried, Doubts, Factors, Fit, Offsets, Plan, Scatter, TogetherError, Unexplained, Zero,
    scatter,
};
use crate::identify::IdentificationError;
use crate::motion::Motion;
use crate::options::ProcessingOptions;
use crate::recording::{Recording, Repair};
use crate::regression::Equations;
use armwright_runtime::{Model, Robot};

/// What may be chosen.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TogetherOptions {
    /// How recordings are processed.
    pub processing: ProcessingOptions,
    /// Which offsets are unknown.
    pub offsets: Offsets,
    /// How much more each recording counts than its noise says, in the order of recordings, one of each; those of the recordings
    /// ([`Further::weight`](crate::recording::Further)), or 1 each, if empty. Deviations
    /// stay honest whatever they are: they follow from the noise, not from the weights.
    pub weights: Vec<f64>,
}

/// A base parameter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Parameter {
    /// The name of the standard parameter that represents it.
    pub name: String,
    /// The combination of standard parameters.
    pub expression: String,
    /// Its value; none if the recordings do not determine it.
    pub value: Option<f64>,
    /// Its standard deviation.
    pub std: Option<f64>,
    /// Degrees of freedom of its variance.
    pub freedom: Option<f64>,
    /// Its unit.
    pub unit: String,
}

/// What recordings together say.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Together {
    /// The robot's name.
    pub robot: String,
    /// Base parameters.
    pub parameters: Vec<Parameter>,
    /// Recordings, a row each.
    pub weighed: Vec<Weighed>,
    /// Each recording as the others predict it; empty where there are fewer than three.
    pub held_out: Vec<HeldOut>,
    /// What was done to the recordings; of those whose samples are those of one before, that they do not count again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<Repair>,
    /// What was noticed while recordings were read: what was taken for granted, and what looks wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// Constants that were recorded and are none of the unknowns: zeros of sensors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zeros: Vec<Zero>,
    /// What else single recordings have that is neither in the model nor noise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unexplained: Vec<Unexplained>,
    /// What raises doubts about all this.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// Identifies base parameters from several recordings, each of which has noise, and offsets, of its own.
///
/// A row of a recording is weighed by the reciprocal of the variance of what values of its own leave, found again until it
/// settles, so that a recording which is noisier counts less. Offsets are unknowns beside the base parameters, which is the same as to
/// take them out of each recording's columns and torques (Frisch and Waugh). With three recordings or more each is
/// left out in turn and predicted from the others.
///
/// # Errors
/// [`TogetherError`].
pub fn identify_together(
    robot: &dyn Robot,
    recordings: Vec<Recording>,
    options: &TogetherOptions,
) -> Result<Together, TogetherError> {
    let model = robot.model();
    of_values(robot)?;
    let mut known: Vec<(String, f64)> = recordings
        .iter()
        .map(|recording| {
            (
                recording.source.clone(),
                recording.further.weight.unwrap_or(1.0),
            )
        })
        .collect();
    known.dedup_by(|piece, first| piece.0 == first.0);
    if !options.weights.is_empty() && options.weights.len() != known.len() {
        return Err(TogetherError::Weights {
            weights: options.weights.len(),
            recordings: known.into_iter().map(|(source, _)| source).collect(),
        });
    }
    for ((_, weight), given) in known.iter_mut().zip(&options.weights) {
        *weight = *given;
    }
    let Motions {
        all: motions,
        repairs,
        remarks,
    } = whole(robot, recordings, &options.processing)?;
    let first = motions.first().ok_or(IdentificationError::NoRecording)?;
    let of_rows = motions.iter().any(Motion::of_rows);
    let equations = Equations::given(robot, first.processing.equations.into(), of_rows)?;
    let factors = Factors::of(&equations, &motions, None)?;
    let plan = Plan {
        base: model.base.len(),
        rows: equations.rows(),
        load: Carried::Nothing,
        loaded: vec![false; factors.recordings.len()],
        gains: false,
        offsets: options.offsets,
    };
    // In their order, without those that are there twice.
    let mut known = known.into_iter();
    let mut of = |source: &String| {
        let own = known.find(|(known, _)| known == source);
        own.map_or(1.0, |(_, weight)| weight)
    };
    let weights: Vec<f64> = factors.recordings.iter().map(&mut of).collect();
    if let Some(weight) = weights.iter().find(|w| !(w.is_finite() && **w > 0.0)) {
        return Err(TogetherError::Weight(*weight));
    }
    factors.enough(&plan)?;
    let start = DVector::zeros(plan.unknowns());
    let fit = Fit::weighed(&factors, &plan, start, None, weights.clone());
    let fit = fit.ok_or_else(|| TogetherError::NotSettled(model.name.to_owned()))?;
    let mut scatter = scatter(&factors, &plan, &fit)?;
    let doubts = Doubts::of(&factors, &motions, &plan, &fit)?;
    doubts.widen(&mut scatter);
    Ok(Together {
        robot: model.name.to_owned(),
        parameters: parameters(model, &fit, &scatter),
        weighed: weighed(&equations, &factors, &plan, &fit, &scatter),
        held_out: held_out(&factors, &plan, &weights),
        repairs,
        remarks,
        zeros: doubts.zeros(),
        warnings: doubts.warnings(scatter.warning(&factors, &plan, &fit), true),
        unexplained: doubts.unexplained,
    })
}

/// Base parameters of a fit.
pub(crate) fn parameters(model: &Model, fit: &Fit, scatter: &Scatter) -> Vec<Parameter> {
    let determined = fit.determined();
    let each = model.base.iter().enumerate().map(|(k, base)| {
        let known = Some(()).filter(|()| determined[k]);
        Parameter {
            name: base.name.to_owned(),
            expression: base.expression.to_owned(),
            value: known.map(|()| fit.x[k]),
            std: known.map(|()| scatter.std(k)),
            freedom: known.map(|()| scatter.freedom[k]),
            unit: base.unit.to_owned(),
        }
    });
    each.collect()
}
