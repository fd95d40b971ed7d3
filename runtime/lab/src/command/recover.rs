//! `recover`: physical parameters from identified base parameters, beside their nominal values.

use std::path::Path;

use super::arguments::Recover;
use super::error::CommandError;
use super::folder::default_folder;
use super::settings::Format;
use super::terminal::say;
use super::texts;
use crate::identify::{Estimation, EstimationError};
use crate::interpret::{InterpretOptions, KnownValue, interpret};
use armwright_runtime::{Model, Robot};

pub(super) fn run(robot: &dyn Robot, arguments: &Recover) -> Result<(), CommandError> {
    let model = robot.model();
    let path = arguments
        .base
        .clone()
        .unwrap_or_else(|| default_folder(model).join("identification.json"));
    let estimation = Estimation::read(&path, robot).map_err(|error| match error {
        EstimationError::Unreadable { path, source } => CommandError::File {
            path,
            what: format!(
                "{source}; identify first, or name a file of base parameters with --base FILE"
            ),
        },
        other => other.into(),
    })?;
    let part = estimation.part(robot)?;
    let has_plan = model.recovery.is_some();
    let robot = part.as_ref().map_or(robot, |part| part as &dyn Robot);
    let model = robot.model();
    let estimate = estimation.base_estimate(model);
    let known = known(model, arguments)?;
    let options = InterpretOptions {
        level: arguments.level,
        allowance: arguments.sigmas,
        bounded_bodies: match arguments.bounds {
            true => usize::MAX,
            false => InterpretOptions::default().bounded_bodies,
        },
    };
    check(options)?;
    let interpretation = interpret(robot, &estimate, &known, options)?;
    match arguments.format {
        Format::Json => {
            say(&(serde_json::to_string_pretty(&interpretation)? + "\n"));
        }
        Format::Text => say(&texts::recovered(&interpretation)?),
    }
    if part.is_some() && has_plan {
        let names: Vec<&str> = estimation
            .left_out
            .iter()
            .map(|t| t.torque.as_str())
            .collect();
        return Err(CommandError::PlanOfPart(names.join(", ")));
    }
    match (&interpretation.failure, &model.recovery) {
        // Without a plan there is still the comparison; a plan that fails is a fault of the input.
        (Some(failure), Some(_)) => Err(CommandError::Recovery(failure.clone())),
        _ => Ok(()),
    }
}

fn check(options: InterpretOptions) -> Result<(), CommandError> {
    if !(options.level > 0.0 && options.level < 1.0) {
        return Err(CommandError::Level(options.level));
    }
    if !(options.allowance >= 0.0 && options.allowance.is_finite()) {
        return Err(CommandError::Sigmas(options.allowance));
    }
    Ok(())
}

/// Values of a parameters file, then those of `--known`, which win.
fn known(model: &Model, arguments: &Recover) -> Result<Vec<KnownValue>, CommandError> {
    let mut all = Vec::new();
    if let Some(path) = &arguments.parameters {
        let text = read(path)?;
        let map: std::collections::BTreeMap<String, f64> =
            serde_yaml::from_str(&text).map_err(|error| CommandError::File {
                path: path.clone(),
                what: format!("{error}; known values are a map of names to numbers, `m_a: 4.0`"),
            })?;
        all.extend(map.into_iter().map(|(name, value)| KnownValue {
            name,
            value,
            std: 0.0,
        }));
    }
    let mut named = Vec::new();
    for text in &arguments.known {
        named.push(parse(text).ok_or_else(|| {
            CommandError::Known {
                text: text.clone(),
                example: model
                    .recovery
                    .as_ref()
                    .and_then(|plan| plan.known.first())
                    .map_or("m_a", |known| known.name)
                    .to_owned(),
            }
        })?);
    }
    all.retain(|known: &KnownValue| named.iter().all(|n: &KnownValue| n.name != known.name));
    all.extend(named);
    Ok(all)
}

/// `m_a=4.0`, or with a standard deviation `m_a=4.0:0.05`.
fn parse(text: &str) -> Option<KnownValue> {
    let (name, value) = text.split_once('=')?;
    let (value, std) = value.split_once(':').unwrap_or((value, "0"));
    let std: f64 = std.trim().parse().ok()?;
    Some(KnownValue {
        name: name.trim().to_owned(),
        value: value.trim().parse().ok()?,
        std: Some(std).filter(|std| *std >= 0.0)?,
    })
}

fn read(path: &Path) -> Result<String, CommandError> {
    std::fs::read_to_string(path).map_err(|error| CommandError::File {
        path: path.to_owned(),
        what: error.to_string(),
    })
}
