//! Base parameters as they were estimated: what is written to a file and read back from it.

use std::path::{Path, PathBuf};

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::fingerprint::{changed, fingerprint};
use super::{BaseEstimate, LengthEstimate};
use crate::distribution::MANY;
use crate::estimate::{Estimate, Method, Setting};
use crate::motion::Processing;
use crate::parameters::{self, ParameterError};
use crate::statistics::{Estimated, is_inertial};
use armwright_runtime::{Class, EvaluationError, Model, Robot};

/// So many base parameters are named where many are not the same.
const SHOWN: usize = 5;

/// Base parameters, how they were estimated, and how they err together.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimation {
    /// The robot's name.
    pub robot: String,
    /// Numbers by which this version of the robot's equations is known ([`fingerprint`]); empty where a file
    /// does not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fingerprint: Vec<f64>,
    /// The estimator.
    #[serde(default)]
    pub method: Method,
    /// How the estimator was set, and by which rule.
    #[serde(skip_deserializing)]
    pub settings: Vec<Setting>,
    /// Whether the estimate is drawn away from what the recordings alone say (ridge, truncation,
    /// prior): deviations then show how noise scatters it, not how far it is from the truth.
    #[serde(default)]
    pub biased: bool,
    /// Base parameters of the bodies.
    pub base: Vec<Estimated>,
    /// Base parameters of drives: friction, rotor inertia, armature, offsets.
    pub drive: Vec<Estimated>,
    /// All standard parameters, where the estimator answers for them (ridge, prior).
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub standard: Vec<StandardValue>,
    /// Lengths that were fitted with the base parameters, which are those with these lengths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lengths: Vec<FittedLength>,
    /// The covariance of all base parameters and then these lengths; without parameters where it is not known.
    #[serde(default)]
    pub covariance: Covariance,
    /// How the recordings were processed, where a file says so.
    #[serde(default, skip_serializing)]
    pub processing: Option<Processing>,
}

/// A length that was fitted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FittedLength {
    /// Its name.
    pub name: String,
    /// Its value, m.
    pub value: f64,
    /// Its standard deviation.
    pub std: f64,
    /// Its value in the robot file.
    pub nominal: Option<f64>,
}

/// A covariance of base parameters.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Covariance {
    /// Their names, in the model's order (`b`).
    pub parameters: Vec<String>,
    /// The matrix, a row a parameter (`b × b`).
    pub values: Vec<Vec<f64>>,
}

/// A standard parameter as an estimator of all of them has it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StandardValue {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Its nominal value, where the robot file has one.
    pub nominal: Option<f64>,
    /// Whether torques reveal it alone, in combination, or not at all: the value of any but the
    /// first is the estimator's choice among equals.
    #[serde(serialize_with = "lowercase")]
    pub class: Class,
}

/// The class in small letters, as in the generator's tables.
fn lowercase<S: serde::Serializer>(class: &Class, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format!("{class:?}").to_lowercase())
}

/// Why no base parameters can be read.
#[derive(Debug, Error)]
pub enum EstimationError {
    /// A file that cannot be read.
    #[error("{}: {source}", path.display())]
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
    /// The robot's functions do not fit its description.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
}

impl Estimation {
    /// An estimate with its table and covariance.
    pub(super) fn of(
        model: &Model,
        method: Method,
        estimate: Estimate,
        table: Vec<Estimated>,
        covariance: &DMatrix<f64>,
    ) -> Self {
        let standard = model
            .parameters
            .iter()
            .zip(estimate.standard.iter().flatten());
        let standard = standard.map(|(parameter, value)| StandardValue {
            name: parameter.name.to_owned(),
            value: *value,
            nominal: parameter.nominal,
            class: parameter.class,
        });
        let rows = covariance.row_iter();
        let names = model.base.iter().map(|base| base.name.to_owned());
        let table = table.into_iter().enumerate();
        let (base, drive): (Vec<_>, Vec<_>) = table.partition(|(j, _)| is_inertial(model, *j));
        let plain = |list: Vec<(usize, Estimated)>| list.into_iter().map(|(_, p)| p).collect();
        Self {
            robot: model.name.to_owned(),
            fingerprint: Vec::new(),
            method,
            biased: estimate.biased,
            base: plain(base),
            drive: plain(drive),
            standard: standard.collect(),
            settings: estimate.settings,
            processing: None,
            lengths: Vec::new(),
            covariance: Covariance {
                parameters: names.collect(),
                values: rows.map(|row| row.iter().copied().collect()).collect(),
            },
        }
    }

    /// Base parameters of bodies, then of drives.
    pub fn parameters(&self) -> impl Iterator<Item = &Estimated> {
        self.base.iter().chain(&self.drive)
    }

    /// The same, to change.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut Estimated> {
        self.base.iter_mut().chain(&mut self.drive)
    }

    /// The base parameter of a name.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&Estimated> {
        self.parameters().find(|p| p.name == name)
    }

    /// Base parameters of a file: an `identification.json` with their covariance, a `base.csv`
    /// whose deviations are taken to be independent, or a parameters file whose values hold exactly.
    ///
    /// # Errors
    /// [`EstimationError`] if the file cannot be read or belongs to another robot.
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
        let found = found.complete(path, model)?;
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
    fn difference(&self, robot: &dyn Robot) -> Result<Option<String>, EvaluationError> {
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
            let BaseRow { name, value, std } = row.map_err(|error| {
                let what = format!("{error}; a base.csv has the columns name, value and std");
                fault(path, what)
            })?;
            found.base.push(Estimated {
                name,
                value,
                std,
                ..Estimated::default()
            });
        }
        if found.base.is_empty() {
            let what = "is empty: a base.csv has a row for each base parameter".to_owned();
            return Err(fault(path, what));
        }
        found.complete(path, model)
    }

    /// Refuses an estimation that lacks a base parameter, or whose covariance does.
    fn complete(self, path: &Path, model: &Model) -> Result<Self, EstimationError> {
        if let Some(base) = model
            .base
            .iter()
            .find(|base| self.parameter(base.name).is_none())
        {
            let name = base.name;
            let what =
                format!("has no base parameter `{name}`: identify again with this robot file");
            return Err(fault(path, what));
        }
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

    /// The base parameters and their covariance in the model's order; 0 and not determined for one
    /// that is not there.
    #[must_use]
    pub fn base_estimate(&self, model: &Model) -> BaseEstimate {
        let found: Vec<Option<&Estimated>> = model
            .base
            .iter()
            .map(|base| self.parameter(base.name))
            .collect();
        let deviation = |k: usize| found[k].and_then(|p| p.std);
        let Covariance { parameters, values } = &self.covariance;
        let places: Vec<Option<usize>> = model
            .base
            .iter()
            .map(|base| parameters.iter().position(|name| name == base.name))
            .collect();
        let independent = parameters.is_empty();
        let covariance = |i: usize, j: usize| match (places[i], places[j]) {
            (Some(i), Some(j)) => values[i][j],
            _ if i == j => deviation(i).unwrap_or(0.0).powi(2),
            _ => 0.0,
        };
        let size = 0..model.base.len();
        let lengths = self.lengths.iter().map(|length| {
            let row = parameters.iter().position(|name| *name == length.name);
            let with = |place: &Option<usize>| Some(values[row?][(*place)?]);
            let cross = places.iter().map(|place| with(place).unwrap_or(0.0));
            let others = self.lengths.iter().map(|other| {
                with(&parameters.iter().position(|name| *name == other.name)).unwrap_or(0.0)
            });
            LengthEstimate {
                name: length.name.clone(),
                value: length.value,
                covariance: cross.collect(),
                among: others.collect(),
            }
        });
        BaseEstimate {
            lengths: lengths.collect(),
            beta: found.iter().map(|p| p.map_or(0.0, |p| p.value)).collect(),
            covariance: size
                .clone()
                .map(|i| size.clone().map(|j| covariance(i, j)).collect())
                .collect(),
            independent: independent && size.clone().any(|k| deviation(k).is_some_and(|s| s > 0.0)),
            determined: size.map(|k| deviation(k).is_some()).collect(),
            biased: self.biased,
            freedom: found
                .iter()
                .map(|p| p.and_then(|p| p.freedom).unwrap_or(MANY))
                .collect(),
        }
    }
}

/// A row of `base.csv`.
#[derive(Deserialize)]
struct BaseRow {
    name: String,
    value: f64,
    std: Option<f64>,
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
