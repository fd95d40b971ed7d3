//! The description that a bare CSV file's column names stand for.

use std::path::Path;

use super::description::{Columns, Description, OneOrMany, Time};
use super::{RecordingError, Table};
use armwright_runtime::{Model, Side};

/// The description that a bare CSV file's column names stand for.
pub(super) fn conventional(
    path: &Path,
    model: &Model,
    notes: &mut Vec<String>,
) -> Result<Description, RecordingError> {
    let table = Table::open(path)?;
    let header: Vec<&str> = table.header().collect();
    let named = |prefix: &str, names: &[&str]| -> Option<Columns> {
        let columns: Vec<String> = names
            .iter()
            .map(|name| format!("{prefix}_{name}"))
            .collect();
        let any = columns
            .iter()
            .any(|column| header.contains(&column.as_str()));
        any.then(|| Columns {
            columns,
            ..Columns::default()
        })
    };
    if !header.contains(&"t") {
        return Err(RecordingError::NoTime {
            path: path.to_owned(),
        });
    }
    let joints: Vec<&str> = model.joints.iter().map(|joint| joint.name).collect();
    let motors: Vec<&str> = model.motors.iter().map(|motor| motor.name).collect();
    let by_motor = named("q", &joints).is_none() && named("q", &motors).is_some();
    let names = if by_motor { &motors } else { &joints };
    if model.side == Side::Motor {
        notes.push(
            "positions and torques were taken as measured at the motors, as the robot file says; \
             write a description with `side: joint` if they are the joints'"
                .to_owned(),
        );
    }
    notes.extend(strangers(&header, names, model));
    let required = |prefix: &str| Columns {
        columns: names
            .iter()
            .map(|name| format!("{prefix}_{name}"))
            .collect(),
        ..Columns::default()
    };
    Ok(Description {
        file: OneOrMany::One(path.to_string_lossy().into_owned()),
        time: Some(Time {
            column: Some("t".to_owned()),
            unit: None,
            file: None,
            rate: None,
        }),
        position: required("q"),
        velocity: named("qd", names),
        acceleration: named("qdd", names),
        torque: named("tau", names),
        current: if named("tau", names).is_some() {
            None
        } else {
            named("i", names)
        },
        select: None,
    })
}

/// Says which columns are called after joints that the robot does not have: a hint that the robot
/// file describes another robot.
fn strangers(header: &[&str], names: &[&str], model: &Model) -> Option<String> {
    let unknown = |column: &&&str| {
        let Some((prefix, name)) = column.split_once('_') else {
            return false;
        };
        let quantity = ["q", "qd", "qdd", "tau", "i"].contains(&prefix);
        quantity && !names.contains(&name) && !model.joints.iter().any(|joint| joint.name == name)
    };
    let strangers: Vec<&str> = header.iter().filter(unknown).copied().collect();
    (!strangers.is_empty()).then(|| {
        format!(
            "columns of no joint of {} were passed over: {} (it has {}); if the recording has more \
             joints, this robot file does not describe its robot",
            model.name,
            strangers.join(", "),
            names.join(", ")
        )
    })
}
