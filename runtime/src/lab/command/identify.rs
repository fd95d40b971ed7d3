//! `identify`: base parameters from recordings, results in a folder, a report on the terminal.

use std::path::{Path, PathBuf};

use super::arguments::{Format, Identify};
use super::error::CommandError;
use super::terminal::{Progress, Style, report, say};
use crate::lab::identification::{Material, identify};
use crate::lab::recording::Recording;
use crate::lab::report::{json, write};
use crate::{Model, Robot};

pub(super) fn run(robot: &'static dyn Robot, arguments: &Identify) -> Result<(), CommandError> {
    let model = robot.model();
    let material = material(arguments, model)?;
    let mut progress = Progress::new();
    let found = identify(
        robot,
        material,
        &arguments.processing.choices(),
        arguments.estimator.estimator(model)?,
        &mut |step, share| progress.show(step, share),
    )?;
    drop(progress);
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| default_folder(model));
    let files = write(model, &found, &folder)?;
    match arguments.format {
        Format::Json => say(&(json(&found)? + "\n")),
        Format::Text => {
            let style = Style::of_stdout();
            say(&report(&found, style));
            say(&style.dim(&format!("{}\n", files.join("\n"))));
        }
    }
    Ok(())
}

/// `armwright-out/<robot>`.
pub(super) fn default_folder(model: &Model) -> PathBuf {
    Path::new("armwright-out").join(model.name)
}

fn material(arguments: &Identify, model: &'static Model) -> Result<Material, CommandError> {
    let read = |paths: &[PathBuf]| -> Result<Vec<Recording>, CommandError> {
        paths
            .iter()
            .map(|path| Ok(Recording::read(path, model)?))
            .collect()
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
