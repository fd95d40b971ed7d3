//! Identification in two steps: elements of the equations at each configuration, then what each
//! element is made of (Hanssen, Hovland and Brogårdh, section 5).
//!
//! Step one takes a motion that stays near one configuration and fits gravity `g_i`, inertia
//! `M_ij`, the velocity terms `S_ijk` and friction as the constants of an expansion (`local`). Step
//! two joins the configurations, in two ways (`fitting`):
//!
//! - *together*: all constants of all configurations, with their covariance, by the base parameters
//!   that they share. Lagrange's equations tie velocity terms to inertia, so that what is poorly
//!   seen in one element is known from others; nothing that step one found is lost.
//! - *alone*: each element is linear in its coefficients, `M_11 = φ(q) P`, so that `P = Φ⁺ M_11` with
//!   a row of Φ a configuration. What this shows and one step does not: for each element by itself,
//!   whether the configurations tell its coefficients apart. Φ's singular values say so, and by the
//!   paper's rule the smallest should be a tenth of the largest; deviations have to agree.
//!
//! What an expansion lacks, the higher orders of the swing, is no error of either: torques and base
//! regressor are seen through the same expansion, and an element is what the parameters found
//! together say, with what the expansion finds in the torques that these leave. An offset of a drive is fitted as `offset`
//! with gravity that varies; beside gravity that has a constant of its own it is known from all elements together, or
//! is part of that constant where no motion tells the two apart.

mod columns;
mod fitting;
mod local;
#[cfg(test)]
mod tests;
mod unknown;

use serde::Serialize;
use thiserror::Error;

use crate::identify::{BaseEstimate, Progress};
use crate::motion::{ConditioningError, Motion};
use crate::options::ProcessingOptions;
use crate::part::LeftOut;
use crate::recording::Recording;
use crate::regression::RegressionError;
use crate::rows::measures_rows;
use armwright_runtime::{EvaluationError, Parameter, ParameterKind, Robot};

pub use fitting::{ElementExcitation, ElementFit, FittedTerm};
use local::Expansion;
pub use local::{Local, LocalValue};

/// What two steps found, beside what one step finds in the same recordings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TwoStep {
    /// The robot's name.
    pub robot: String,
    /// The motions, each about one configuration.
    pub configurations: Vec<Local>,
    /// The elements and what they are made of.
    pub elements: Vec<ElementFit>,
}

/// Why two steps are not possible.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TwoStepError {
    /// The closed form is too large.
    #[error(
        "the closed form of {robot} {terms}; element by element it is fitted up to 400 terms: \
         identify base parameters in one step"
    )]
    NoElements {
        /// The robot.
        robot: String,
        /// How large it is, as a phrase.
        terms: String,
    },
    /// Torques that are no elements.
    #[error(
        "{robot} has torques that its file gives as functions, which are no elements of the closed form: identify base \
         parameters in one step"
    )]
    Torques {
        /// The robot.
        robot: String,
    },
    /// A motion with fewer equations than unknowns.
    #[error(
        "{recording} leaves {rows} equations for {unknowns} unknowns: record longer, decimate less, \
         or lower the velocity threshold"
    )]
    TooFewRows {
        /// The recording.
        recording: String,
        /// Equations.
        rows: usize,
        /// Unknowns.
        unknowns: usize,
    },
    /// A window that makes no recording.
    #[error("{0} s is no length of time to cut recordings into: give more than 0")]
    Window(f64),
    /// A recording without torque.
    #[error("{0} has no torque: there is nothing to fit")]
    NoTorque(String),
    /// A recording that cannot be filtered as asked.
    #[error(transparent)]
    Conditioning(#[from] ConditioningError),
    /// A robot of whose torques some are left out.
    #[error(
        "the torque of {0} is left out, and elements are identified from the torques of all joints: identify base parameters \
         in one step"
    )]
    LeftOut(String),
    /// Recordings of something else than torques.
    #[error(
        "the elements of {0} are identified from joint torques alone, and the rows of its equations are others: identify base \
         parameters in one step"
    )]
    NotOfTorque(String),
    /// Equations that cannot be formed.
    #[error(transparent)]
    Regression(#[from] RegressionError),
    /// The robot's functions do not fit its description.
    #[error("the robot's functions cannot be evaluated: {0}")]
    Evaluation(#[from] EvaluationError),
}

/// Identifies in two steps, beside what one step found in the same recordings.
///
/// Each recording is one configuration: its motion should stay near it (some hundredths of a
/// radian), with every joint moving at several frequencies. One recording that rests here and
/// there is cut with [`windows`].
///
/// # Errors
/// [`TwoStepError`].
pub fn two_step(
    robot: &dyn Robot,
    recordings: &[Recording],
    options: &ProcessingOptions,
    one_step: &BaseEstimate,
    progress: &mut Progress<'_>,
) -> Result<TwoStep, TwoStepError> {
    let model = robot.model();
    if measures_rows(robot) || recordings.iter().any(|r| r.measured.is_some()) {
        return Err(TwoStepError::NotOfTorque(model.name.to_owned()));
    }
    if let Some(torque) = robot.left_out().first() {
        return Err(TwoStepError::LeftOut(LeftOut::of(model, *torque).torque));
    }
    if model.elements.is_empty() {
        let terms = match model.closed_form_terms {
            Some(terms) => format!("has {terms} terms"),
            None => "is past its budget of terms".to_owned(),
        };
        return Err(TwoStepError::NoElements {
            robot: model.name.to_owned(),
            terms,
        });
    }
    let is_torque = |p: &Parameter| matches!(p.kind, ParameterKind::Torque(..));
    if model.parameters.iter().any(is_torque) {
        let robot = model.name.to_owned();
        return Err(TwoStepError::Torques { robot });
    }
    let mut configurations = Vec::with_capacity(recordings.len());
    for (k, recording) in recordings.iter().enumerate() {
        progress("elements", k as f64 / recordings.len() as f64);
        if recording.torque.is_none() {
            return Err(TwoStepError::NoTorque(recording.name.clone()));
        }
        let motion = Motion::of(recording.clone(), options, model)?;
        configurations.push(Expansion::of(robot, &motion)?);
    }
    let together = fitting::together(model, &configurations);
    let configurations = configurations.into_iter();
    let configurations: Vec<Local> = configurations
        .map(|expansion| expansion.elements(&together))
        .collect();
    let elements = fitting::elements(model, &configurations, &together, one_step);
    Ok(TwoStep {
        robot: model.name.to_owned(),
        configurations,
        elements,
    })
}

/// Cuts a recording into windows of so many seconds, for motions that stay about one configuration
/// after the other; a rest shorter than half of a window is dropped.
///
/// # Errors
/// [`TwoStepError::Window`] unless the length is above 0.
pub fn windows(recording: Recording, seconds: f64) -> Result<Vec<Recording>, TwoStepError> {
    let mut rest = recording;
    let mut parts = Vec::new();
    if !(seconds > 0.0 && seconds * rest.rate >= 1.0) {
        return Err(TwoStepError::Window(seconds));
    }
    loop {
        let length = rest.samples() as f64 / rest.rate;
        if length < seconds / 2.0 {
            return Ok(parts);
        }
        if length <= seconds {
            parts.push(rest);
            return Ok(parts);
        }
        let name = rest.name.clone();
        // Half a sample more, so that rounding does not take one away.
        let share = (seconds + 0.5 / rest.rate) / length;
        let (part, others) = rest.split(share);
        parts.push(part);
        rest = others;
        rest.name = name.split(" (from ").next().unwrap_or(&name).to_owned();
        rest.name = format!("{} (from {:.2} s)", rest.name, rest.start);
    }
}
