//! The recordings to identify from and to validate with.

use std::path::PathBuf;

use clap::Args;

use super::error::CommandError;
use super::folder::reading;
use super::progress::Progress;
use crate::dataset::Dataset;
use crate::friction::{GivenFriction, GivenFrictionError};
use crate::recording::Recording;
use armwright_runtime::Model;

/// The recordings to identify from and to validate with.
#[derive(Debug, Args)]
pub(super) struct DataArguments {
    /// A recording: its description (YAML) or a CSV with conventional names; repeatable, or several
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    pub(super) recording: Vec<PathBuf>,
    /// Another recording to validate with; repeatable
    #[arg(long, value_name = "FILE")]
    pub(super) validate: Vec<PathBuf>,
    /// A share of each recording, at its end, to hold out and validate with
    #[arg(long, value_name = "SHARE", conflicts_with = "validate")]
    pub(super) hold_out: Option<f64>,
}

impl DataArguments {
    /// Reads them, without some torques; nothing is held out yet.
    pub(super) fn read(
        &self,
        without: &[String],
        model: &Model,
        progress: &mut Progress,
    ) -> Result<Dataset, CommandError> {
        let canonical = |path: &PathBuf| std::fs::canonicalize(path).ok();
        let seen: Vec<PathBuf> = self.recording.iter().filter_map(canonical).collect();
        let again = |path: &&PathBuf| canonical(path).is_some_and(|path| seen.contains(&path));
        if let Some(path) = self.validate.iter().find(again) {
            return Err(CommandError::SeenAlready { path: path.clone() });
        }
        let mut read = |paths: &[PathBuf]| recordings(paths, without, model, progress);
        let dataset = Dataset {
            training: read(&self.recording)?,
            validation: read(&self.validate)?,
        };
        Ok(dataset.distinct()?)
    }

    /// Holds out what is to be held out.
    pub(super) fn held_out(&self, dataset: Dataset) -> Result<Dataset, CommandError> {
        match self.hold_out {
            Some(share) => Ok(Dataset::hold_out(dataset.training, share)?),
            None => Ok(dataset),
        }
    }
}

/// The recordings of some files, without some torques.
pub(super) fn recordings(
    paths: &[PathBuf],
    without: &[String],
    model: &Model,
    progress: &mut Progress,
) -> Result<Vec<Recording>, CommandError> {
    let mut recordings = Vec::new();
    for path in paths {
        progress.begin(&reading(path));
        recordings.extend(Recording::read_without(path, model, without)?);
    }
    Ok(recordings)
}

/// Friction that is known.
#[derive(Debug, Args)]
pub(super) struct GivenArguments {
    /// Laws of friction to hold: friction.yaml of `friction`; terms that the robot file has are estimated again
    #[arg(long, value_name = "YAML", conflicts_with = "friction_map")]
    friction: Option<PathBuf>,
    /// A static map of friction to take from torques: friction-map.csv of `friction --static-map`
    #[arg(long, value_name = "CSV")]
    friction_map: Option<PathBuf>,
}

impl GivenArguments {
    /// The files that are read.
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.friction.iter().chain(&self.friction_map)
    }

    /// What the file gives.
    pub(super) fn read(&self, model: &Model) -> Result<Option<GivenFriction>, GivenFrictionError> {
        let path = self.friction.as_ref().or(self.friction_map.as_ref());
        path.map(|path| GivenFriction::read(path, model))
            .transpose()
    }
}

#[cfg(test)]
mod tests;
