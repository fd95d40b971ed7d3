//! The description that a bare CSV file's column names stand for.

use std::path::Path;

use super::csv_file::bare;
use super::description::{Column, Columns, Contact, Description, Time};
use super::{CsvFile, RecordingError, Remark};
use crate::options::List;
use crate::rows::BASE;
use crate::transmission::is_undriven;
use armwright_runtime::{Model, Side};

/// The description that a bare CSV file's column names stand for.
pub(super) fn conventional(
    path: &Path,
    model: &Model,
    remarks: &mut Vec<Remark>,
) -> Result<Description, RecordingError> {
    let table = CsvFile::open(path)?;
    let header: Vec<&str> = table.header().collect();
    // A unit may stand in brackets behind a name.
    let has = |name: &str| header.iter().any(|known| bare(known).0 == name);
    let named = |prefix: &str, names: &[&str]| -> Option<Columns> {
        let columns: Vec<String> = names
            .iter()
            .map(|name| format!("{prefix}_{name}"))
            .collect();
        let any = columns.iter().any(|column| has(column));
        any.then(|| Columns::named(columns))
    };
    if !has("t") {
        return Err(RecordingError::NoTime {
            path: path.to_owned(),
        });
    }
    let joints: Vec<&str> = model.joints.iter().map(|joint| joint.name).collect();
    let motors: Vec<&str> = model.motors.iter().map(|motor| motor.name).collect();
    // Of as many positions of either, those count that have torques, where the robot file says the motors'.
    let present = |names: &[&str]| {
        let of = |prefix: &str| {
            let columns = names.iter().map(|name| format!("{prefix}_{name}"));
            columns.filter(|column| has(column)).count()
        };
        let torques = match model.side {
            Side::Motor => of("tau") + of("i"),
            Side::Joint => 0,
        };
        [of("q"), torques]
    };
    // A joint without a motor has a motor's place under its own name.
    let by_motor = present(&motors) > present(&joints);
    let (names, others) = match by_motor {
        true => (&motors, &joints),
        false => (&joints, &motors),
    };
    let of_torque = model.base_of_torque;
    if model.side == Side::Motor {
        remarks.push(Remark::SideAssumed { torques: of_torque });
    }
    remarks.extend(passed_over(&header, names, model));
    let required = |prefix: &str| {
        let columns = names.iter().map(|name| format!("{prefix}_{name}"));
        Columns::named(columns.collect())
    };
    // A torque without a column is left out; that of no joint at all is none. Where a column is called after no
    // joint, it is rather misspelt: then what is missing is a fault.
    let mut measured = |prefix: &str| {
        let mut columns = named(prefix, names)?;
        let of_prefix = |column: &&str| {
            bare(column)
                .0
                .split_once('_')
                .is_some_and(|(p, _)| p == prefix)
        };
        if header
            .iter()
            .filter(|c| of_prefix(c))
            .any(|c| is_of_no_joint(c, names, model))
        {
            return Some(columns);
        }
        let mut missing = Vec::new();
        for (k, (column, name)) in columns.columns.iter_mut().zip(names).enumerate() {
            let absent = column
                .name()
                .filter(|column| !has(column))
                .map(str::to_owned);
            if absent.is_some() && is_undriven(model, model.side, k) {
                *column = Column::Held(0.0);
            } else if let Some(absent) = absent {
                missing.push([absent, (*name).to_owned()]);
                *column = Column::Missing;
            }
        }
        remarks.extend((!missing.is_empty()).then_some(Remark::TorqueMissing(missing)));
        Some(columns)
    };
    // What is measured in place of torques has the names of its rows.
    let torque = of_torque.then(|| measured("tau")).flatten();
    let current = match torque {
        None if of_torque => measured("i"),
        _ => None,
    };
    let unread = of_other_side(&header, names, others, model);
    if !unread.is_empty() {
        let [named, positions] = match by_motor {
            true => ["joints", "motors"],
            false => ["motors", "joints"],
        };
        let columns = unread.join(", ");
        let what = format!(
            "columns are called after {named}, the positions in use after {positions}: {columns}"
        );
        let drives = |column: &&str| ["tau_", "i_"].iter().any(|start| column.starts_with(start));
        let none_read = of_torque && torque.is_none() && current.is_none();
        let torques = none_read && unread.iter().any(drives);
        remarks.push(Remark::OtherSide { what, torques });
    }
    // What holds a base, by the names of the rows that it enters; of some alone those that are missing are a fault.
    let wrench = BASE.map(|row| row.name);
    let held = model.base_moves() && wrench.iter().any(|name| has(name));
    let contact = held.then(|| Contact {
        body: "base".to_owned(),
        at: vec![0.0; 3],
        columns: Columns::named(wrench.map(str::to_owned).to_vec()).columns,
        ..Contact::default()
    });
    Ok(Description {
        contacts: contact.into_iter().collect(),
        file: List(vec![path.to_string_lossy().into_owned()]),
        time: Some(Time {
            column: Some("t".to_owned()),
            unit: None,
            file: None,
            rate: None,
        }),
        position: required("q"),
        velocity: named("qd", names),
        acceleration: named("qdd", names),
        torque,
        current,
        ..Description::default()
    })
}

/// Which columns are called after joints that the robot does not have: a hint that the robot file
/// describes another robot.
fn passed_over(header: &[&str], names: &[&str], model: &Model) -> Option<Remark> {
    let unknown = |column: &&&str| is_of_no_joint(column, names, model);
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let columns: Vec<&str> = header.iter().filter(unknown).copied().collect();
    (!columns.is_empty()).then(|| Remark::PassedOver {
        columns: owned(&columns),
        robot: model.name.to_owned(),
        joints: owned(names),
    })
}

/// Whether a column is called as those of joints are, but after none, nor after a motor.
fn is_of_no_joint(column: &str, names: &[&str], model: &Model) -> bool {
    let Some(name) = owner(column, model) else {
        return false;
    };
    let of_joint = model.joints.iter().any(|joint| joint.name == name);
    let of_motor = model.motors.iter().any(|motor| motor.name == name);
    !names.contains(&name) && !of_joint && !of_motor
}

/// Columns that are called after motors where positions are called after joints, or the reverse.
fn of_other_side<'h>(
    header: &[&'h str],
    names: &[&str],
    others: &[&str],
    model: &Model,
) -> Vec<&'h str> {
    let is_other = |column: &&&str| {
        let owner = owner(column, model);
        owner.is_some_and(|name| others.contains(&name) && !names.contains(&name))
    };
    header.iter().filter(is_other).copied().collect()
}

/// After what a column is called as those of joints are; nothing of a row that is measured.
fn owner<'c>(column: &'c str, model: &Model) -> Option<&'c str> {
    let column = bare(column).0;
    let (prefix, name) = column.split_once('_')?;
    let measured = ["q", "qd", "qdd", "tau", "i"].contains(&prefix);
    let is_row = || model.measured.iter().any(|row| row.name == column);
    (measured && !is_row()).then_some(name)
}
