//! `identify`: base parameters from recordings, results in a folder, a report on the terminal.

use std::path::{Path, PathBuf};

use super::arguments::{Format, Identify};
use super::elements;
use super::error::CommandError;
use super::progress::Progress;
use super::recover;
use super::terminal::{Style, report, say};
use crate::identification::{Material, identify};
use crate::recording::Recording;
use crate::recovery::complete;
use crate::report::{json, write};
use crate::two_step::{two_step, windows};
use armwright_runtime::{Model, Robot};

pub(super) fn run(robot: &'static dyn Robot, arguments: &Identify) -> Result<(), CommandError> {
    let model = robot.model();
    let mut progress = Progress::new("reading");
    let material = material(arguments, model, &mut progress)?;
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| default_folder(model));
    make_folder(&folder)?;
    let apart = arguments.two_step.then(|| material.training.clone());
    progress.begin("filtering");
    let mut found = identify(
        robot,
        material,
        &arguments.processing.choices(),
        arguments.estimator.estimator(model)?,
        &mut |step, share| progress.show(step, share),
    )?;
    if let Some(recordings) = apart {
        let recordings = cut(recordings, arguments.window)?;
        let choices = arguments.processing.choices();
        let mut show = |step: &'static str, share| progress.show(step, share);
        let apart = two_step(robot, &recordings, &choices, &found, &mut show)?;
        found.warnings.extend(apart.warnings.iter().cloned());
        found.two_step = Some(apart);
    }
    progress.begin("interpreting");
    complete(robot, &mut found);
    progress.begin("writing the report");
    let files = write(model, &found, &folder)?;
    drop(progress);
    match arguments.format {
        Format::Json => say(&(json(&found)? + "\n")),
        Format::Text => {
            let style = Style::of_stdout();
            say(&report(&found, style));
            if let Some(apart) = &found.two_step {
                say(&elements::text(apart, style));
            }
            if let Some(interpretation) = &found.interpretation {
                say(&recover::ending(&found.physical, interpretation, style));
            }
            say(&style.dim(&format!("{}\n", files.join("\n"))));
        }
    }
    Ok(())
}

/// `armwright-out/<robot>`.
pub(super) fn default_folder(model: &Model) -> PathBuf {
    Path::new("armwright-out").join(model.name)
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

/// Makes the folder for results, before anything that takes long is done in vain.
pub(super) fn make_folder(folder: &Path) -> Result<(), CommandError> {
    std::fs::create_dir_all(folder).map_err(|source| CommandError::Folder {
        path: folder.to_owned(),
        source,
    })
}

/// What is said while a file is read.
pub(super) fn reading(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    format!("reading {}", name.to_string_lossy())
}

fn material(
    arguments: &Identify,
    model: &'static Model,
    progress: &mut Progress,
) -> Result<Material, CommandError> {
    let canonical = |path: &PathBuf| std::fs::canonicalize(path).ok();
    let seen: Vec<PathBuf> = arguments.recording.iter().filter_map(canonical).collect();
    let again = |path: &&PathBuf| canonical(path).is_some_and(|path| seen.contains(&path));
    if let Some(path) = arguments.validate.iter().find(again) {
        return Err(CommandError::SeenAlready { path: path.clone() });
    }
    let mut read = |paths: &[PathBuf]| -> Result<Vec<Recording>, CommandError> {
        let mut recordings = Vec::new();
        for path in paths {
            progress.begin(&reading(path));
            recordings.push(Recording::read(path, model)?);
        }
        Ok(recordings)
    };
    let training = read(&arguments.recording)?;
    let Some(share) = arguments.hold_out else {
        return Ok(Material {
            training,
            validation: read(&arguments.validate)?,
        });
    };
    if !(share > 0.0 && share < 0.9) {
        return Err(CommandError::HoldOut(share));
    }
    let (training, validation) = training
        .into_iter()
        .map(|recording| recording.split(1.0 - share))
        .unzip();
    Ok(Material {
        training,
        validation,
    })
}
