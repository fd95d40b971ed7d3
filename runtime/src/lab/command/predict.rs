//! `predict`: the torques that known parameters give for a recorded motion.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::arguments::Predict;
use super::error::CommandError;
use super::terminal::{Progress, Style, fits as table, say};
use crate::lab::equations::Equations;
use crate::lab::identification::{IdentificationError, fits, joint_side};
use crate::lab::motion::Motion;
use crate::lab::parameters;
use crate::lab::processing::Processing;
use crate::lab::recording::Recording;
use crate::lab::report::prediction;
use crate::lab::residuals::Fit;
use crate::{Model, Robot};

pub(super) fn run(robot: &'static dyn Robot, arguments: &Predict) -> Result<(), CommandError> {
    let model = robot.model();
    let recording = Recording::read(&arguments.recording, model)?;
    let measured = recording.torque.is_some();
    let beta = base_parameters(robot, arguments.parameters.as_deref())?;
    let choices = arguments.processing.choices().or(recording.choices.clone());
    let processing = Processing::resolve(&choices, &recording, model)
        .map_err(IdentificationError::Processing)?;
    let name = recording.name.clone();
    let motion =
        Motion::condition(recording, processing).map_err(|source| IdentificationError::Filter {
            recording: name,
            source,
        })?;
    let equations = Equations::of(robot, motion.processing.equations.into())?;
    let mut progress = Progress::new();
    let series = equations.predict(&motion, &beta, &mut |share| progress.show("predict", share))?;
    drop(progress);
    let series = [joint_side(&equations, &series)];
    let text = prediction(model, &series, measured);
    match &arguments.output {
        None => say(&text),
        Some(path) => {
            std::fs::write(path, text).map_err(|source| CommandError::Unwritable {
                path: path.clone(),
                source,
            })?;
            if measured {
                let (joints, overall) = (fits(robot, &series), Fit::overall(&series));
                say(&table("Prediction", &joints, &overall, Style::of_stdout()));
            }
        }
    }
    Ok(())
}

/// What is read of an `identification.json`.
#[derive(Deserialize)]
struct Identified {
    robot: String,
    base: Vec<Named>,
    drive: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
    value: f64,
}

fn base_parameters(robot: &dyn Robot, path: Option<&Path>) -> Result<Vec<f64>, CommandError> {
    let model = robot.model();
    let theta = match path {
        None => super::simulate::nominal(model)?,
        Some(path)
            if path
                .extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("json")) =>
        {
            return identified(path, model);
        }
        Some(path) => parameters::read(path, model)?,
    };
    let mut beta = vec![0.0; model.base.len()];
    robot.base_parameters(&theta, &mut beta)?;
    Ok(beta)
}

fn identified(path: &Path, model: &Model) -> Result<Vec<f64>, CommandError> {
    let fault = |what: String| CommandError::File {
        path: path.to_owned(),
        what,
    };
    let text = std::fs::read_to_string(path).map_err(|error| fault(error.to_string()))?;
    let found: Identified = serde_json::from_str(&text)
        .map_err(|error| fault(format!("not an identification.json: {error}")))?;
    if found.robot != model.name {
        return Err(fault(format!(
            "identifies {}, not {}",
            found.robot, model.name
        )));
    }
    let values: BTreeMap<&str, f64> = found
        .base
        .iter()
        .chain(&found.drive)
        .map(|p| (p.name.as_str(), p.value))
        .collect();
    let value = |name: &'static str| {
        values.get(name).copied().ok_or_else(|| {
            fault(format!(
                "has no base parameter `{name}`: identify again with this robot file"
            ))
        })
    };
    model.base.iter().map(|base| value(base.name)).collect()
}
