//! `identify`: base parameters from recordings, results in a folder, a report on the terminal.

use std::panic::resume_unwind;
use std::path::Path;

use super::arguments::Identify;
use super::error::CommandError;
use super::folder::{default_folder, make_folder, spare};
use super::progress::Progress;
use super::settings::Format;
use super::terminal::say;
use super::texts::{self, FLAGS};
use crate::dataset::Dataset;
use crate::identify::{IdentificationError, IdentifyOptions, identify_with_progress, part_of};
use crate::judge::{Note, notes};
use crate::methods::compare_methods;
use crate::provenance::Provenance;
use crate::recording::Recording;
use crate::report::{json, write};
use crate::study::Study;
use crate::two_step::{two_step, windows};
use armwright_runtime::{Model, Robot};

/// Results that have the form of a recording or of its description.
const RESULTS: [&str; 3] = ["base.csv", "prediction.csv", "parameters.yaml"];

pub(super) fn run(robot: &dyn Robot, arguments: &Identify) -> Result<(), CommandError> {
    let model = robot.model();
    let mut progress = Progress::new("reading");
    let (dataset, notes) = dataset(arguments, model, &mut progress)?;
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| default_folder(model));
    for name in RESULTS {
        let recordings = dataset.training.iter().chain(&dataset.validation);
        spare(
            recordings.flat_map(|recording| &recording.files),
            &folder.join(name),
        )?;
    }
    make_folder(&folder)?;
    let dataset = less_friction(robot, dataset, arguments)?;
    // Files are hashed while they are identified.
    let recordings = dataset.training.iter().chain(&dataset.validation);
    let provenance = Provenance::beside(recordings, std::env::args().collect());
    let options = arguments.processing.options();
    let part = part_of(robot, &dataset, &options)?;
    let robot = part.as_ref().map_or(robot, |part| part as &dyn Robot);
    let apart = arguments.two_step.then(|| dataset.training.clone());
    progress.begin("filtering");
    let options = IdentifyOptions {
        processing: options,
        estimator: arguments.estimator.estimator(model)?,
        questions: arguments.questions.questions(),
    };
    if arguments.two_step && options.estimator.linear() != options.estimator {
        let why = "two steps fit elements by least squares, in which every sample counts";
        let error = options.estimator.refuses(why.to_owned());
        return Err(IdentificationError::from(error).into());
    }
    let mut show = |step: &'static str, share| progress.show(step, share);
    let (found, methods) = match arguments.estimator.compares() {
        true => {
            let (found, methods) = compare_methods(robot, dataset, &options, &mut show)?;
            (found, Some(methods))
        }
        false => (
            identify_with_progress(robot, dataset, &options, &mut show)?,
            None,
        ),
    };
    let two_step = match apart {
        Some(recordings) => {
            let recordings = cut(recordings, arguments.window)?;
            let one_step = found.estimation.base_estimate(model);
            let options = &options.processing;
            Some(two_step(robot, &recordings, options, &one_step, &mut show)?)
        }
        None => None,
    };
    progress.begin("interpreting");
    let mut study = Study::of(robot, found, two_step, notes);
    let provenance = provenance
        .join()
        .unwrap_or_else(|panic| resume_unwind(panic));
    let replaced = replaced(&folder, &provenance);
    study.provenance = Some(provenance);
    study.methods = methods;
    progress.begin("writing the report");
    let files = write(&study, &folder, &FLAGS)?;
    drop(progress);
    match arguments.format {
        Format::Json => say(&(json(&study, &FLAGS)? + "\n")),
        Format::Text => say(&texts::study(&study, "", &replaced, &files)?),
    }
    Ok(())
}

/// That a result of other recordings stood in the folder.
fn replaced(folder: &Path, new: &Provenance) -> String {
    #[derive(serde::Deserialize)]
    struct Old {
        provenance: Provenance,
    }
    let path = folder.join("identification.json");
    let old = std::fs::read_to_string(&path).ok();
    let old = old.and_then(|text| serde_json::from_str::<Old>(&text).ok());
    match old {
        Some(Old { provenance: old }) if !old.has_same_files(new) => {
            let names: Vec<&str> = old.files.iter().map(|file| file.path.as_str()).collect();
            match names.as_slice() {
                [] => "In place of an earlier result, of a simulation.".to_owned(),
                names => format!("In place of an earlier result, of {}.", names.join(", ")),
            }
        }
        _ => String::new(),
    }
}

/// Recordings in windows, if that was asked for.
fn cut(recordings: Vec<Recording>, window: Option<f64>) -> Result<Vec<Recording>, CommandError> {
    let Some(seconds) = window else {
        return Ok(recordings);
    };
    let mut parts = Vec::new();
    for recording in recordings {
        parts.extend(windows(recording, seconds)?);
    }
    Ok(parts)
}

/// The recordings less the friction that is given.
fn less_friction(
    robot: &dyn Robot,
    dataset: Dataset,
    arguments: &Identify,
) -> Result<Dataset, CommandError> {
    let Some(given) = arguments.given.read(robot.model())? else {
        return Ok(dataset);
    };
    let options = arguments.processing.options();
    let less = |recordings| given.taken_from(robot, recordings, &options);
    Ok(Dataset {
        training: less(dataset.training)?,
        validation: less(dataset.validation)?,
    })
}

/// The recordings, and what is to be said of them before a part of them is held out.
fn dataset(
    arguments: &Identify,
    model: &Model,
    progress: &mut Progress,
) -> Result<(Dataset, Vec<Note>), CommandError> {
    let without = &arguments.processing.without_torque;
    let dataset = arguments.data.read(without, model, progress)?;
    let notes = notes(&dataset, model);
    Ok((arguments.data.held_out(dataset)?, notes))
}

#[cfg(test)]
mod tests;
