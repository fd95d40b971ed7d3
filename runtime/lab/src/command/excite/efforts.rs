//! Highest torques of joints by the robot file.

use armwright_runtime::Model;

use crate::command::error::CommandError;

/// The highest torque of each joint, infinite where the file has none; an error where it has none at all.
pub(super) fn efforts(model: &Model) -> Result<Vec<f64>, CommandError> {
    let efforts = model.joints.iter().map(|joint| joint.effort);
    match efforts.clone().any(|effort| effort.is_some()) {
        true => Ok(efforts
            .map(|effort| effort.unwrap_or(f64::INFINITY))
            .collect()),
        false => Err(CommandError::NoEfforts(model.name.to_owned())),
    }
}

/// What is said of joints whose torque the file does not limit.
pub(super) fn unlimited(model: &Model) -> Option<String> {
    let joints = model.joints.iter().filter(|joint| joint.effort.is_none());
    let names: Vec<&str> = joints.map(|joint| joint.name).collect();
    let said = || {
        format!(
            "the robot file has no `effort` of {}, so that --keep-torques keeps no torque of theirs; --torque takes one each",
            names.join(", ")
        )
    };
    (!names.is_empty()).then(said)
}
