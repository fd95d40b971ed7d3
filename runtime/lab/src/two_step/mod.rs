//! Identification in two steps: elements of the equations at each configuration, then what each
//! element is made of (Hanssen, Hovland and Brogårdh, section 5).
//!
//! Step one takes a motion that stays near one configuration and fits gravity `g_i`, inertia
//! `M_ij`, the velocity terms `S_ijk` and friction as constants (`local`). Step two joins the
//! configurations: each element is linear in its coefficients, `M_11 = φ(q) P`, so that
//! `P = Φ⁺ M_11` with a row of Φ a configuration (`fitting`). What this shows and one step does
//! not: for each element by itself, whether the configurations tell its coefficients apart. Φ's
//! singular values say so, and by the paper's rule the smallest should be a tenth of the largest.

mod fitting;
mod local;
mod solve;

use serde::Serialize;
use thiserror::Error;

use super::equations::EquationError;
use super::identification::{Identification, IdentificationError};
use super::motion::Motion;
use super::processing::{Choices, Processing};
use super::recording::Recording;
use armwright_runtime::Robot;

pub use fitting::{ElementFit, Excitation, FittedTerm};
pub use local::{Local, LocalValue};

/// A share of Φ's largest singular value that the smallest should reach (section 5: "within
/// approximately 10 %"; the paper's own Φ has 8 %).
pub const PERSISTENT: f64 = 0.1;

/// What two steps found, beside what one step finds in the same recordings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TwoStep {
    /// The robot's name.
    pub robot: &'static str,
    /// The motions, each about one configuration.
    pub configurations: Vec<Local>,
    /// The elements and what they are made of.
    pub elements: Vec<ElementFit>,
    /// What a reader should know.
    pub warnings: Vec<String>,
}

/// Why two steps are not possible.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TwoStepError {
    /// The closed form is too large.
    #[error(
        "the closed form of {robot} {terms}; element by element it is fitted up to 400 terms: use \
         `identify`, which fits base parameters in one step"
    )]
    NoElements {
        /// The robot.
        robot: &'static str,
        /// How large it is, as a phrase.
        terms: String,
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
    #[error("--window {0} s is no length of time to cut recordings into: give more than 0")]
    Window(f64),
    /// Everything that can go wrong in one step.
    #[error(transparent)]
    Identification(#[from] IdentificationError),
    /// Equations that cannot be formed.
    #[error(transparent)]
    Equation(#[from] EquationError),
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
    robot: &'static dyn Robot,
    recordings: &[Recording],
    choices: &Choices,
    one_step: &Identification,
    progress: &mut dyn FnMut(&'static str, f64),
) -> Result<TwoStep, TwoStepError> {
    let model = robot.model();
    if model.elements.is_empty() {
        let terms = match model.closed_form_terms {
            Some(terms) => format!("has {terms} terms"),
            None => "is past its budget of terms".to_owned(),
        };
        return Err(TwoStepError::NoElements {
            robot: model.name,
            terms,
        });
    }
    let mut configurations = Vec::with_capacity(recordings.len());
    let mut warnings = Vec::new();
    #[expect(clippy::cast_precision_loss, reason = "a count of recordings")]
    let share = |k: usize| k as f64 / recordings.len().max(1) as f64;
    for (k, recording) in recordings.iter().enumerate() {
        progress("elements", share(k));
        let motion = condition(robot, recording.clone(), choices)?;
        let local = local::identify(robot, &motion)?;
        if local.swing > local::FAR {
            warnings.push(format!(
                "{} moves by {:.2} from its mean configuration: elements are taken to be constant \
                 there; keep to {} or less",
                local.recording,
                local.swing,
                local::FAR
            ));
        }
        configurations.push(local);
    }
    let elements = fitting::elements(model, &configurations, one_step);
    Ok(TwoStep {
        robot: model.name,
        configurations,
        elements,
        warnings,
    })
}

fn condition(
    robot: &'static dyn Robot,
    recording: Recording,
    choices: &Choices,
) -> Result<Motion, TwoStepError> {
    let name = recording.name.clone();
    if recording.torque.is_none() {
        return Err(IdentificationError::NoTorque { recording: name }.into());
    }
    let choices = choices.clone().or(recording.choices.clone());
    let processing = Processing::resolve(&choices, &recording, robot.model())
        .map_err(IdentificationError::Processing)?;
    Motion::condition(recording, processing, robot.model()).map_err(|source| {
        TwoStepError::Identification(IdentificationError::Filter {
            recording: name,
            source,
        })
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
        #[expect(clippy::cast_precision_loss, reason = "a count of samples")]
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
