//! `predict`: the torques that known parameters give for a recorded motion.

use std::path::Path;

use minijinja::context;
use minijinja::value::Serde;
use serde_json::{Value, json};

use super::arguments::Predict;
use super::error::CommandError;
use super::folder::{reading, spare};
use super::progress::Progress;
use super::settings::Format;
use super::terminal::{paint, remark, say};
use super::texts;
use crate::friction::GivenFriction;
use crate::identify::{AtLengths, Estimation, Progress as IdentifyProgress, predict_pieces};
use crate::options::ProcessingOptions;
use crate::output::write_whole;
use crate::recording::{Recording, Repair, noticed};
use crate::regression::Series;
use crate::report::prediction;
use crate::statistics::{Estimated, Fit, Fits, Quality};
use armwright_runtime::{Model, Robot};

pub(super) fn run(robot: &dyn Robot, arguments: &Predict) -> Result<(), CommandError> {
    let model = robot.model();
    let mut progress = Progress::new(&reading(&arguments.recording));
    let without = &arguments.processing.without_torque;
    let pieces = Recording::read_without(&arguments.recording, model, without)?;
    if let Some(path) = &arguments.output {
        let files = pieces.iter().flat_map(|piece| &piece.files);
        let own = files.chain(&arguments.parameters);
        spare(own.chain(arguments.given.files()), path)?;
    }
    let first = pieces.first();
    let measured = first.is_some_and(|piece| piece.torque.is_some() || piece.measured.is_some());
    let rate = first.map_or(0.0, |piece| piece.rate);
    let name = first.map_or_else(String::new, |piece| piece.source.clone());
    let repairs: Vec<Repair> = pieces.iter().flat_map(|p| p.repairs.clone()).collect();
    let remarks = noticed(pieces.iter());
    let mut remarks: Vec<String> = remarks.iter().map(ToString::to_string).collect();
    let (beta, found) = base_parameters(robot, arguments.parameters.as_deref())?;
    remarks.extend(not_excited(&found));
    let part = found.part(robot)?;
    let robot = part.as_ref().map_or(robot, |part| part as &dyn Robot);
    let lengths = found.lengths.iter().map(|length| length.value);
    let robot = &AtLengths::new(robot, lengths.collect());
    // As what the parameters come from was processed.
    let like = found
        .processing
        .map(|processing| processing.for_another(rate));
    let options = arguments.processing.options().or(like.unwrap_or_default());
    let mut show = |step: &'static str, share| progress.show(step, share);
    let (series, fits) = match arguments.given.read(model)? {
        Some(given) => predict_with(robot, &given, &beta, pieces, &options, &mut show)?,
        None => predict_pieces(robot, &beta, pieces, &options, &mut show)?,
    };
    drop(progress);
    let text = || prediction(model, &series, measured);
    if let Some(path) = &arguments.output {
        write_whole(path, &text())?;
    }
    match (arguments.format, &arguments.output, &fits) {
        (Format::Json, output, fits) => {
            let mut value = json!({"robot": model.name, "recording": name});
            if !repairs.is_empty() {
                value["repairs"] = serde_json::to_value(&repairs)?;
            }
            if !remarks.is_empty() {
                value["remarks"] = json!(remarks);
            }
            if let Some(fits) = fits {
                value["joints"] = serde_json::to_value(&fits.joints)?;
                value["overall"] = serde_json::to_value(&fits.overall)?;
            }
            value["prediction"] = match output {
                Some(path) => path.display().to_string().into(),
                None => columns(model, &series, measured),
            };
            say(&format!("{value:#}\n"));
        }
        (Format::Text, None, _) => {
            say(&text());
            // Where nobody reads what was noticed, it is said in vain.
            remark(&remarks);
        }
        (Format::Text, Some(_), Some(fits)) => {
            let repairs = Serde(&repairs);
            say(&texts::fill("repairs.txt", context! { repairs })?);
            let content = context! { title => "Prediction", fits => Serde(fits) };
            say(&texts::fill("fits.txt", content)?);
            say(&noted(&remarks)?);
        }
        (Format::Text, Some(path), None) => {
            let samples: usize = series.iter().map(|series| series.time.len()).sum();
            let said = format!("{samples} samples: {}\n", path.display());
            say(&paint("bold", &said));
            say(&noted(&remarks)?);
        }
    }
    Ok(())
}

/// What was noticed, as text.
fn noted(remarks: &[String]) -> Result<String, CommandError> {
    Ok(texts::fill(
        "remarks.txt",
        context! { found => context! { remarks => Serde(remarks) } },
    )?)
}

/// What is to be said where parameters were not excited by what they were identified from.
fn not_excited(found: &Estimation) -> Option<String> {
    let is_open = |p: &Estimated| p.std.is_none() && p.quality == Quality::Undetermined;
    let all = found.parameters().count();
    let open = found.parameters().filter(|p| is_open(p)).count();
    (open > 0).then(|| {
        format!(
            "of {all} base parameters {open} were not excited by what they were identified from, or have no deviation: torques of a motion \
             that excites these are not known"
        )
    })
}

/// A prediction as columns by the names of `prediction.csv`.
fn columns(model: &Model, series: &[Series], measured: bool) -> Value {
    let all = |column: &dyn Fn(&Series) -> Vec<f64>| -> Vec<f64> {
        series.iter().flat_map(column).collect()
    };
    let mut columns = json!({"t": all(&|s| s.time.clone())});
    for (i, row) in Series::rows(series, model) {
        columns[row.column] = json!(all(&|s| s.predicted[i].clone()));
        if measured {
            let used = series.iter().flat_map(|s| s.kept[i].clone());
            let used: Vec<bool> = used.collect();
            columns[format!("measured_{}", row.name)] = json!(all(&|s| s.measured[i].clone()));
            columns[format!("used_{}", row.name)] = json!(used);
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
        let part = found.part(robot)?;
        let model = part.as_ref().map_or(model, |part| part.model());
        return Ok((found.base_estimate(model).beta, found));
    }
    let mut beta = vec![0.0; model.base.len()];
    robot.base_parameters(&super::machine::nominal(model)?, &mut beta)?;
    Ok((beta, Estimation::default()))
}

/// A prediction with friction that is given: bodies by torques less that friction, which is decimated as these and added.
fn predict_with(
    robot: &dyn Robot,
    given: &GivenFriction,
    beta: &[f64],
    pieces: Vec<Recording>,
    options: &ProcessingOptions,
    show: &mut IdentifyProgress<'_>,
) -> Result<(Vec<Series>, Option<Fits>), CommandError> {
    let friction = given.along(robot, &pieces, options)?;
    let of_friction = pieces
        .iter()
        .cloned()
        .zip(friction)
        .map(|(mut piece, friction)| {
            piece.torque = Some(friction);
            piece.left_out = Vec::new();
            piece
        });
    let (friction, _) = predict_pieces(robot, beta, of_friction.collect(), options, show)?;
    let (mut series, fits) = predict_pieces(robot, beta, pieces, options, show)?;
    for (series, friction) in series.iter_mut().zip(&friction) {
        let rows = series.predicted.iter_mut().zip(&friction.measured);
        rows.for_each(|(to, from)| to.iter_mut().zip(from).for_each(|(to, x)| *to += x));
    }
    let fits = fits.map(|old| {
        let mut fits = Fits::of(robot.model(), &series);
        let same =
            |one: &Fit, other: &Fit| (one.is_motor, &one.name) == (other.is_motor, &other.name);
        fits.joints
            .retain(|fit| old.joints.iter().any(|known| same(known, fit)));
        fits
    });
    Ok((series, fits))
}

#[cfg(test)]
mod tests;
