//! `predict`: the torques that known parameters give for a recorded motion.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use super::arguments::{Format, Predict};
use super::error::CommandError;
use super::identify::reading;
use super::progress::Progress;
use super::terminal::{Style, fits as table, say};
use crate::equations::Equations;
use crate::identification::{IdentificationError, fits, joint_side};
use crate::motion::Motion;
use crate::parameters;
use crate::processing::Processing;
use crate::recording::Recording;
use crate::report::prediction;
use crate::residuals::{Fit, Series};
use armwright_runtime::{Model, Robot};

pub(super) fn run(robot: &'static dyn Robot, arguments: &Predict) -> Result<(), CommandError> {
    let model = robot.model();
    let mut progress = Progress::new(&reading(&arguments.recording));
    let recording = Recording::read(&arguments.recording, model)?;
    let measured = recording.torque.is_some();
    let beta = base_parameters(robot, arguments.parameters.as_deref())?;
    let choices = arguments.processing.choices().or(recording.choices.clone());
    let processing = Processing::resolve(&choices, &recording, model)
        .map_err(IdentificationError::Processing)?;
    let name = recording.name.clone();
    progress.begin("filtering");
    let motion = Motion::condition(recording, processing, model).map_err(|source| {
        IdentificationError::Filter {
            recording: name,
            source,
        }
    })?;
    let equations = Equations::of(robot, motion.processing.equations.into())?;
    let series = equations.predict(&motion, &beta, &mut |share| {
        progress.show("predicting", share)
    })?;
    drop(progress);
    let series = [joint_side(&equations, &series)];
    if let Some(path) = &arguments.output {
        let text = prediction(model, &series, measured);
        std::fs::write(path, text).map_err(|source| CommandError::Unwritable {
            path: path.clone(),
            source,
        })?;
    }
    let fit = measured.then(|| (fits(robot, &series), Fit::overall(&series)));
    match (arguments.format, &arguments.output, fit) {
        (Format::Json, output, fit) => {
            let mut value = json!({"robot": model.name, "recording": series[0].name});
            if let Some((joints, overall)) = fit {
                value["joints"] = serde_json::to_value(joints)?;
                value["overall"] = serde_json::to_value(overall)?;
            }
            value["prediction"] = match output {
                Some(path) => path.display().to_string().into(),
                None => columns(model, &series[0], measured),
            };
            say(&format!("{value:#}\n"));
        }
        (Format::Text, None, _) => say(&prediction(model, &series, measured)),
        (Format::Text, Some(_), Some((joints, overall))) => {
            say(&table("Prediction", &joints, &overall, Style::of_stdout()));
        }
        (Format::Text, Some(path), None) => {
            let said = format!("{} samples: {}\n", series[0].time.len(), path.display());
            say(&Style::of_stdout().bold(&said));
        }
    }
    Ok(())
}

/// A prediction as columns by the names of `prediction.csv`.
fn columns(model: &Model, series: &Series, measured: bool) -> Value {
    let mut columns = json!({"t": series.time});
    for (i, joint) in model.joints.iter().enumerate() {
        columns[format!("tau_{}", joint.name)] = json!(series.predicted[i]);
        if measured {
            columns[format!("measured_{}", joint.name)] = json!(series.measured[i]);
            columns[format!("used_{}", joint.name)] = json!(series.kept[i]);
        }
    }
    columns
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
