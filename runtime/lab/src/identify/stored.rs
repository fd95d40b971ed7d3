//! Base parameters that are read back from files: which files there are, and which of them do not fit the robot.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use super::estimation::{Covariance, Estimation, FittedLength};
use super::fingerprint::{changed, fingerprint};
use super::lengths::fitted;
use crate::parameters::{self, ParameterError};
use crate::part::PartError;
use crate::statistics::{Estimated, Quality};
use crate::unread::unread;
use armwright_runtime::{EvaluationError, Model, Physical, Robot};

/// So many base parameters are named where many are not the same.
const SHOWN: usize = 5;

/// Why no base parameters can be read.
#[derive(Debug, Error)]
pub enum EstimationError {
    /// A file that cannot be read.
    #[error("{}: {}", path.display(), unread(source))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file that is something else.
    #[error("{}: {what}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The robot file was changed after the identification.
    #[error(
        "{}: was identified with another version of the robot file, whose equations are not the same: {difference}; \
         identify again, or use the robot file of that time",
        path.display()
    )]
    Stale {
        /// The file.
        path: PathBuf,
        /// What is not the same.
        difference: String,
    },
    /// A fault of a parameters file.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The robot has no such part as was identified.
    #[error(transparent)]
    Part(#[from] PartError),
    /// The robot's functions do not fit its description.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
}

impl Estimation {
    /// Base parameters of a file: an `identification.json` with their covariance, a `base.csv`
    /// whose deviations are taken to be independent (a row a fitted length, too), or a parameters file whose values hold exactly.
    ///
    /// # Errors
    /// [`EstimationError`] if the file cannot be read or belongs to another robot.
    ///
    /// An identification without some torques is one of a part of the robot ([`Estimation::part`]).
    pub fn read(path: &Path, robot: &dyn Robot) -> Result<Self, EstimationError> {
        let model = robot.model();
        let extension = path.extension().unwrap_or_default();
        if extension.eq_ignore_ascii_case("json") {
            return Self::from_json(path, robot);
        }
        if extension.eq_ignore_ascii_case("csv") {
            return Self::from_csv(path, model);
        }
        let theta = parameters::read(path, model)?;
        let mut beta = vec![0.0; model.base.len()];
        robot.base_parameters(&theta, &mut beta)?;
        let named = model.base.iter().zip(beta);
        let exact = |(base, value): (&armwright_runtime::BaseParameter, f64)| Estimated {
            name: base.name.to_owned(),
            value,
            std: Some(0.0),
            ..Estimated::default()
        };
        Ok(Self {
            robot: model.name.to_owned(),
            base: named.map(exact).collect(),
            ..Self::default()
        })
    }

    fn from_json(path: &Path, robot: &dyn Robot) -> Result<Self, EstimationError> {
        let model = robot.model();
        let text = text(path)?;
        let found: Self = serde_json::from_str(&text)
            .map_err(|error| fault(path, format!("not an identification.json: {error}")))?;
        if found.robot != model.name {
            let what = format!("identifies {}, not {}", found.robot, model.name);
            return Err(fault(path, what));
        }
        let part = found.part(robot)?;
        let robot = part.as_ref().map_or(robot, |part| part as &dyn Robot);
        let found = found.complete(path, robot.model())?;
        match found.difference(robot)? {
            Some(difference) => Err(EstimationError::Stale {
                path: path.to_owned(),
                difference,
            }),
            None => Ok(found),
        }
    }

    /// How the robot's equations differ from those that were identified; none if they do not, or if nothing is
    /// known of that.
    pub(super) fn difference(&self, robot: &dyn Robot) -> Result<Option<String>, EvaluationError> {
        let model = robot.model();
        let named = |name: &str| self.parameter(name).map(|p| p.expression.as_str());
        let now = fingerprint(robot)?;
        if self.fingerprint.len() != now.len() {
            return Ok(None);
        }
        let changed = changed(model, &self.fingerprint, &now);
        if changed.is_empty() {
            return Ok(None);
        }
        let combined = model.base.iter().find_map(|base| {
            let before = named(base.name).filter(|before| *before != base.expression)?;
            let (name, now) = (base.name, base.expression);
            Some(format!("`{name}` was {before} and is {now}"))
        });
        let shown = changed.len().min(SHOWN);
        let others = changed.len() - shown;
        let more = if others > 0 {
            format!(" and {others} more")
        } else {
            String::new()
        };
        let multiplied = format!(
            "the motion multiplies {}{more} otherwise",
            changed[..shown].join(", ")
        );
        Ok(Some(combined.unwrap_or(multiplied)))
    }

    fn from_csv(path: &Path, model: &Model) -> Result<Self, EstimationError> {
        let text = text(path)?;
        let mut found = Self {
            robot: model.name.to_owned(),
            ..Self::default()
        };
        for row in csv::Reader::from_reader(text.as_bytes()).deserialize::<BaseRow>() {
            let BaseRow {
                name,
                value,
                std,
                quality,
            } = row.map_err(|error| {
                let what = format!("{error}; a base.csv has the columns name, value and std");
                fault(path, what)
            })?;
            if let Some(length) = fitted(model).into_iter().find(|p| p.name == name) {
                found.lengths.push(FittedLength {
                    name,
                    value,
                    std: std.unwrap_or(0.0),
                    nominal: length.nominal,
                });
                continue;
            }
            found.base.push(Estimated {
                name,
                value,
                std,
                quality: [Quality::Given, Quality::LeftOut]
                    .into_iter()
                    .find(|held| quality == held.word())
                    .unwrap_or_default(),
                ..Estimated::default()
            });
        }
        if found.base.is_empty() {
            let what = "is empty: a base.csv has a row for each base parameter".to_owned();
            return Err(fault(path, what));
        }
        found.complete(path, model)
    }

    /// Refuses an estimation that lacks a base parameter or a length, or whose covariance does; lengths come in the order of the
    /// robot's plan.
    fn complete(mut self, path: &Path, model: &Model) -> Result<Self, EstimationError> {
        if let Some(base) = model
            .base
            .iter()
            .find(|base| self.parameter(base.name).is_none())
        {
            let name = base.name;
            let what = format!(
                "has no base parameter `{name}`: identify again with this robot file; of an identification \
                         without some torques give its identification.json"
            );
            return Err(fault(path, what));
        }
        let all = fitted(model);
        let place = |name: &str| all.iter().position(|p| p.name == name);
        if let Some(other) = self.lengths.iter().find(|p| place(&p.name).is_none()) {
            let what = format!(
                "has a length `{}`, which this robot file does not fit",
                other.name
            );
            return Err(fault(path, what));
        }
        let lacks = |p: &&&Physical| self.lengths.iter().all(|length| length.name != p.name);
        if let Some(lacking) = all.iter().find(lacks)
            && !self.lengths.is_empty()
        {
            let what = format!("has some fitted lengths, but not `{}`", lacking.name);
            return Err(fault(path, what));
        }
        self.lengths.sort_by_key(|length| place(&length.name));
        let Covariance { parameters, values } = &self.covariance;
        let size = parameters.len();
        let square = values.len() == size && values.iter().all(|row| row.len() == size);
        let named =
            |base: &armwright_runtime::BaseParameter| parameters.iter().any(|p| p == base.name);
        if !square || (size > 0 && !model.base.iter().all(named)) {
            let what = "its covariance does not fit its parameters".to_owned();
            return Err(fault(path, what));
        }
        Ok(self)
    }
}

/// A row of `base.csv`.
#[derive(Deserialize)]
struct BaseRow {
    name: String,
    value: f64,
    std: Option<f64>,
    #[serde(default)]
    quality: String,
}

fn text(path: &Path) -> Result<String, EstimationError> {
    std::fs::read_to_string(path).map_err(|source| EstimationError::Unreadable {
        path: path.to_owned(),
        source,
    })
}

fn fault(path: &Path, what: String) -> EstimationError {
    EstimationError::File {
        path: path.to_owned(),
        what,
    }
}

#[cfg(test)]
mod tests;
