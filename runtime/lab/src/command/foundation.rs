//! Base parameters from a file: an `identification.json`, a `base.csv`, or a parameters file.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::error::CommandError;
use crate::parameters;
use crate::recovery::Foundation;
use armwright_runtime::{Model, Robot};

/// What is said where deviations come without a covariance.
const INDEPENDENT: &str = "no covariance was read: deviations are taken to be independent, though \
                           estimates err together; an identification.json has the covariance";

/// What is read of an `identification.json`.
#[derive(Deserialize)]
struct Identified {
    robot: String,
    base: Vec<Named>,
    drive: Vec<Named>,
    #[serde(default)]
    biased: bool,
    #[serde(default)]
    covariance: Option<Matrix>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
    value: f64,
    #[serde(default)]
    std: Option<f64>,
}

#[derive(Deserialize)]
struct Matrix {
    parameters: Vec<String>,
    values: Vec<Vec<f64>>,
}

/// A row of `base.csv`.
#[derive(Deserialize)]
struct Row {
    name: String,
    value: f64,
    std: Option<f64>,
}

/// Base parameters and their covariance.
///
/// `.json`: as `identify` writes it, covariance included. `.csv`: `base.csv`, whose deviations are
/// taken to be independent. Anything else: a parameters file, whose values hold exactly.
pub(super) fn read(robot: &'static dyn Robot, path: &Path) -> Result<Foundation, CommandError> {
    let model = robot.model();
    let extension = path.extension().unwrap_or_default();
    if extension.eq_ignore_ascii_case("json") {
        return identification(path, model);
    }
    if extension.eq_ignore_ascii_case("csv") {
        return table(path, model);
    }
    let theta = parameters::read(path, model)?;
    let mut beta = vec![0.0; model.base.len()];
    robot.base_parameters(&theta, &mut beta)?;
    Ok(Foundation::exact(beta))
}

fn fault(path: &Path, what: String) -> CommandError {
    CommandError::File {
        path: path.to_owned(),
        what,
    }
}

fn identification(path: &Path, model: &'static Model) -> Result<Foundation, CommandError> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let hint = "identify first, or name a file of base parameters with --base FILE";
        fault(path, format!("{error}; {hint}"))
    })?;
    let found: Identified = serde_json::from_str(&text)
        .map_err(|error| fault(path, format!("not an identification.json: {error}")))?;
    if found.robot != model.name {
        let what = format!("identifies {}, not {}", found.robot, model.name);
        return Err(fault(path, what));
    }
    let list = found.base.into_iter().chain(found.drive);
    let mut foundation = gathered(path, model, list)?;
    foundation.biased = found.biased;
    let Some(matrix) = found.covariance else {
        foundation.notes.push(INDEPENDENT.to_owned());
        return Ok(foundation);
    };
    let at = |name: &str| matrix.parameters.iter().position(|p| p == name);
    for (i, row) in foundation.covariance.iter_mut().enumerate() {
        for (j, x) in row.iter_mut().enumerate() {
            let places = at(model.base[i].name).zip(at(model.base[j].name));
            let value = places.and_then(|(i, j)| matrix.values.get(i)?.get(j));
            let missing = || {
                fault(
                    path,
                    "its covariance does not fit its parameters".to_owned(),
                )
            };
            *x = *value.ok_or_else(missing)?;
        }
    }
    Ok(foundation)
}

fn table(path: &Path, model: &'static Model) -> Result<Foundation, CommandError> {
    let text = std::fs::read_to_string(path).map_err(|error| fault(path, error.to_string()))?;
    let mut rows = Vec::new();
    for row in csv::Reader::from_reader(text.as_bytes()).deserialize::<Row>() {
        let row = row.map_err(|error| {
            let what = format!("{error}; a base.csv has the columns name, value and std");
            fault(path, what)
        })?;
        rows.push(Named {
            name: row.name,
            value: row.value,
            std: row.std,
        });
    }
    if rows.is_empty() {
        let what = "is empty: a base.csv has a row for each base parameter".to_owned();
        return Err(fault(path, what));
    }
    let mut foundation = gathered(path, model, rows.into_iter())?;
    foundation.notes.push(INDEPENDENT.to_owned());
    Ok(foundation)
}

/// Values by name in the model's order, deviations on the diagonal.
fn gathered(
    path: &Path,
    model: &'static Model,
    list: impl Iterator<Item = Named>,
) -> Result<Foundation, CommandError> {
    let values: BTreeMap<String, Named> = list.map(|p| (p.name.clone(), p)).collect();
    let size = model.base.len();
    let mut foundation = Foundation::exact(vec![0.0; size]);
    for (k, base) in model.base.iter().enumerate() {
        let found = values.get(base.name).ok_or_else(|| {
            let name = base.name;
            let what =
                format!("has no base parameter `{name}`: identify again with this robot file");
            fault(path, what)
        })?;
        foundation.beta[k] = found.value;
        foundation.determined[k] = found.std.is_some();
        foundation.covariance[k][k] = found.std.unwrap_or(0.0).powi(2);
    }
    Ok(foundation)
}
