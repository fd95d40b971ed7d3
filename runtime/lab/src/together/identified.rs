//! Base parameters of several recordings, each with its own weights and offsets.

use nalgebra::DVector;
use serde::Serialize;

use super::cross_validation::{HeldOut, held_out};
use super::setup::{Motions, of_values, whole};
use super::weighed::{Weighed, weighed};
use super::{
    Carried, Doubts, Factors, Fit, Offsets, Plan, Scatter, TogetherError, Unexplained, Zero,
    impossible, scatter,
};
use crate::distribution::student_widening;
use crate::identify::IdentificationError;
use crate::motion::Motion;
use crate::numeric::median;
use crate::options::ProcessingOptions;
use crate::recording::{Recording, Repair};
use crate::regression::Equations;
use armwright_runtime::{Model, Robot};

/// Degrees of freedom below which deviations are more than twice as wide for what is not known of their noise.
const LITTLE: f64 = 2.0;

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
    /// Why nothing of this is to be relied on: recordings with a fault, an arm that cannot be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refuted: Vec<String>,
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
    doubts.refute(&mut scatter, &factors.recordings);
    let mut refuted = doubts.refutations();
    refuted.extend(impossible(&equations, &motions, &fit, &scatter)?);
    let parameters = parameters(model, &fit, &scatter);
    let weighed = weighed(&equations, &factors, &plan, &fit, &scatter);
    let mut warnings = doubts.warnings(scatter.warning(&factors, &plan, &fit), true);
    warnings.extend(hardly_known(&parameters, &weighed));
    Ok(Together {
        robot: model.name.to_owned(),
        parameters,
        weighed,
        held_out: held_out(&factors, &plan, &weights),
        repairs,
        remarks,
        zeros: doubts.zeros(),
        refuted,
        warnings,
        unexplained: doubts.unexplained,
    })
}

/// What is to be said where the noise of each recording, modelled from it alone, is known by so little that deviations are mostly that.
fn hardly_known(parameters: &[Parameter], weighed: &[Weighed]) -> Option<String> {
    let freedom = median(parameters.iter().filter_map(|parameter| parameter.freedom))?;
    if freedom >= LITTLE {
        return None;
    }
    let samples = weighed.iter().map(|row| row.samples).max()?;
    let mut recordings = weighed.iter().map(|row| &row.recording);
    let first = recordings.next();
    let several = recordings.any(|recording| Some(recording) != first);
    let remedy = match several {
        true => "record longer, or `identify` the recordings as one if their noise is alike",
        false => "record longer",
    };
    Some(format!(
        "the noise of each recording is told by that one alone, {samples} samples of a row at most beside {} parameters, and is hardly \
         known: deviations rest on {freedom:.1} degrees of freedom, for which half of them are at least {:.1} times as wide; {remedy}",
        parameters.len(),
        student_widening(freedom)
    ))
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

#[cfg(test)]
mod tests {
    use super::{Parameter, Weighed, hardly_known};

    fn parameter(freedom: Option<f64>) -> Parameter {
        Parameter {
            name: String::new(),
            expression: String::new(),
            value: Some(1.0),
            std: Some(0.1),
            freedom,
            unit: String::new(),
        }
    }

    fn row(recording: &str, samples: usize) -> Weighed {
        Weighed {
            recording: recording.to_owned(),
            row: "q1".to_owned(),
            samples,
            residual: 1.0,
            share: 0.1,
            offset: None,
            offset_std: None,
            unit: "N·m",
        }
    }

    /// Of one degree of freedom 97.5 % lie up to 12.706, of a normal distribution up to 1.960.
    #[test]
    fn noise_that_is_hardly_known_is_said_to_be() {
        let said = |freedom: [Option<f64>; 4], rows: &[Weighed]| {
            hardly_known(&freedom.map(parameter), rows)
        };
        let two = [row("a", 45), row("b", 47), row("b", 46)];
        let little = [Some(1.0), Some(9.0), Some(1.0), None];
        let begin = "the noise of each recording is told by that one alone, 47 samples of a row at most beside 4 parameters, and is \
                     hardly known: deviations rest on 1.0 degrees of freedom, for which half of them are at least 6.5 times as wide";
        let end = "record longer, or `identify` the recordings as one if their noise is alike";
        assert_eq!(said(little, &two), Some(format!("{begin}; {end}")));
        assert_eq!(
            said(little, &two[1..]),
            Some(format!("{begin}; record longer"))
        );
        assert_eq!(said([Some(1.0), Some(2.0), Some(9.0), None], &two), None);
        assert_eq!(said([None; 4], &two), None);
    }
}
