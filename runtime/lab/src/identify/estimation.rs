//! Base parameters as they were estimated: what is written to a file and read back from it.

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

use super::{BaseEstimate, LengthEstimate};
use crate::distribution::MANY;
use crate::estimate::{Estimate, Method, Realised, Setting};
use crate::motion::Processing;
use crate::part::LeftOut;
use crate::statistics::{Estimated, is_of_body};
use armwright_runtime::{Class, Model};

/// Base parameters, how they were estimated, and how they err together.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimation {
    /// The robot's name.
    pub robot: String,
    /// Numbers by which this version of the robot's equations is known ([`fingerprint`](super::fingerprint())); empty where a file
    /// does not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fingerprint: Vec<f64>,
    /// Torques that were left out: base parameters are those that the others reveal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// Parameters of friction that are what held friction left ([`HeldFriction`](crate::held::HeldFriction)): they have any
    /// sign, and are no friction by themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remainders: Vec<String>,
    /// What was measured in place of torques, by its rows; empty of torques.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measured_rows: Vec<String>,
    /// The estimator.
    #[serde(default)]
    pub method: Method,
    /// How the estimator was set, and by which rule.
    #[serde(skip_deserializing)]
    pub settings: Vec<Setting>,
    /// Whether the estimate is drawn away from what the recordings alone say (ridge, truncation,
    /// prior): deviations then show how noise scatters it, not how far it is from the truth; but for a physically consistent
    /// fit, whose deviations do.
    #[serde(default)]
    pub biased: bool,
    /// Base parameters of the bodies.
    pub base: Vec<Estimated>,
    /// Base parameters of drives: friction, rotor inertia, armature, offsets.
    pub drive: Vec<Estimated>,
    /// All standard parameters, where the estimator answers for them (ridge, prior).
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub standard: Vec<StandardValue>,
    /// What a physically consistent fit costs, and what it leans on; none of other estimators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub realised: Option<Realised>,
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
    /// How far it is expected to be off, of a physically consistent fit: what noise, nominal values that are as far off as they are
    /// found to be, and the boundary of what can exist do to it. None where a guess decides.
    pub std: Option<f64>,
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
            std: None,
            nominal: parameter.nominal,
            class: parameter.class,
        });
        let rows = covariance.row_iter();
        let names = model.base.iter().map(|base| base.name.to_owned());
        let table = table.into_iter().enumerate();
        let (base, drive): (Vec<_>, Vec<_>) = table.partition(|(j, _)| is_of_body(model, *j));
        let plain = |list: Vec<(usize, Estimated)>| list.into_iter().map(|(_, p)| p).collect();
        Self {
            robot: model.name.to_owned(),
            fingerprint: Vec::new(),
            left_out: Vec::new(),
            remainders: Vec::new(),
            measured_rows: Vec::new(),
            method,
            biased: estimate.biased,
            base: plain(base),
            drive: plain(drive),
            standard: standard.collect(),
            realised: estimate.realised,
            settings: estimate.settings,
            processing: None,
            lengths: Vec::new(),
            covariance: Covariance {
                parameters: names.collect(),
                values: rows.map(|row| row.iter().copied().collect()).collect(),
            },
        }
    }

    /// Takes deviations of standard parameters (`p`).
    pub(super) fn scattered(&mut self, deviations: &[Option<f64>]) {
        for (parameter, std) in self.standard.iter_mut().zip(deviations) {
            parameter.std = *std;
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

    /// The base parameters and their covariance in the model's order; 0 and not determined for one
    /// that is not there. What held friction left does not determine the friction of a joint.
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
                let alone = if other.name == length.name {
                    length.std.powi(2)
                } else {
                    0.0
                };
                with(&parameters.iter().position(|name| *name == other.name)).unwrap_or(alone)
            });
            LengthEstimate {
                name: length.name.clone(),
                value: length.value,
                covariance: cross.collect(),
                among: others.collect(),
            }
        });
        let left_out = self.left_out.iter().map(|torque| torque.torque.clone());
        BaseEstimate {
            left_out: left_out.collect(),
            lengths: lengths.collect(),
            beta: found.iter().map(|p| p.map_or(0.0, |p| p.value)).collect(),
            covariance: size
                .clone()
                .map(|i| size.clone().map(|j| covariance(i, j)).collect())
                .collect(),
            independent: independent && size.clone().any(|k| deviation(k).is_some_and(|s| s > 0.0)),
            determined: size
                .map(|k| {
                    let known = found[k].is_some_and(Estimated::is_given);
                    let left = self.remainders.iter().any(|p| p == model.base[k].name);
                    (deviation(k).is_some() || known) && !left
                })
                .collect(),
            biased: self.biased,
            freedom: found
                .iter()
                .map(|p| p.and_then(|p| p.freedom).unwrap_or(MANY))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests;
