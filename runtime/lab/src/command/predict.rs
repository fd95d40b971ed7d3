//! `predict`: the torques that known parameters give for a recorded motion.

use std::path::Path;

use minijinja::context;
use minijinja::value::Serde;
use serde_json::{Value, json};

use super::arguments::{Format, Predict};
use super::error::CommandError;
use super::folder::reading;
use super::progress::Progress;
use super::terminal::{paint, say};
use super::texts;
use crate::identify::{AtLengths, Estimation, predict_with_progress};
use crate::output::write_whole;
use crate::recording::Recording;
use crate::regression::Series;
use crate::report::prediction;
use armwright_runtime::{Model, Robot};

pub(super) fn run(robot: &dyn Robot, arguments: &Predict) -> Result<(), CommandError> {
    let model = robot.model();
    let mut progress = Progress::new(&reading(&arguments.recording));
    let recording = Recording::read(&arguments.recording, model)?;
    let measured = recording.torque.is_some();
    let (beta, found) = base_parameters(robot, arguments.parameters.as_deref())?;
    let lengths = found.lengths.iter().map(|length| length.value);
    let robot = &AtLengths::new(robot, lengths.collect());
    // As what the parameters come from was processed.
    let like = found
        .processing
        .map(|processing| processing.for_another(recording.rate));
    let options = arguments.processing.options().or(like.unwrap_or_default());
    let mut show = |step: &'static str, share| progress.show(step, share);
    let found = predict_with_progress(robot, &beta, recording, &options, &mut show)?;
    drop(progress);
    let series = &found.series;
    let text = || prediction(model, std::slice::from_ref(series), measured);
    if let Some(path) = &arguments.output {
        write_whole(path, &text())?;
    }
    match (arguments.format, &arguments.output, &found.fits) {
        (Format::Json, output, fits) => {
            let mut value = json!({"robot": model.name, "recording": series.name});
            if let Some(fits) = fits {
                value["joints"] = serde_json::to_value(&fits.joints)?;
                value["overall"] = serde_json::to_value(&fits.overall)?;
            }
            value["prediction"] = match output {
                Some(path) => path.display().to_string().into(),
                None => columns(model, series, measured),
            };
            say(&format!("{value:#}\n"));
        }
        (Format::Text, None, _) => say(&text()),
        (Format::Text, Some(_), Some(fits)) => {
            let content = context! { title => "Prediction", fits => Serde(fits) };
            say(&texts::fill("fits.txt", content)?);
        }
        (Format::Text, Some(path), None) => {
            let said = format!("{} samples: {}\n", series.time.len(), path.display());
            say(&paint("bold", &said));
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

/// Base parameters of a file and what else it says, or those of the nominal values.
fn base_parameters(
    robot: &dyn Robot,
    path: Option<&Path>,
) -> Result<(Vec<f64>, Estimation), CommandError> {
    let model = robot.model();
    if let Some(path) = path {
        let found = Estimation::read(path, robot)?;
        return Ok((found.base_estimate(model).beta, found));
    }
    let mut beta = vec![0.0; model.base.len()];
    robot.base_parameters(&super::simulate::nominal(model)?, &mut beta)?;
    Ok((beta, Estimation::default()))
}
