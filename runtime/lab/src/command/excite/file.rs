//! A motion that a user brings, from a table.

use std::path::Path;

use super::settings::Excite;
use super::slopes::{accelerations, clock, slopes};
use crate::command::error::CommandError;
use crate::command::folder::ends_in;
use crate::excite::{Planned, Rounding, recorded};
use crate::identify::IdentificationError;
use crate::motion::Motion;
use crate::options::ProcessingOptions;
use crate::recording::{CsvFile, Recording, RecordingError};
use crate::suggestion::suggestion;
use armwright_runtime::Model;

/// A motion from a file; derivatives that it has not are those of differences.
pub(super) fn planned(
    path: &Path,
    model: &Model,
    arguments: &Excite,
) -> Result<Planned, CommandError> {
    let table = CsvFile::open(path)?;
    let place =
        |column: String| -> Result<Option<usize>, CommandError> { Ok(table.position(&column)?) };
    let missing = |column: String| RecordingError::NoColumn {
        files: path.display().to_string(),
        suggestion: suggestion(&column, table.header()),
        column,
        quantity: "a motion to be judged".to_owned(),
    };
    let t = place("t".to_owned())?.ok_or_else(|| missing("t".to_owned()))?;
    let time = table.columns(&[t])?.pop().unwrap_or_default();
    let mut state: [Vec<Vec<f64>>; 3] = Default::default();
    let mut rounding = Rounding {
        time: clock(&time),
        acceleration: Vec::new(),
    };
    for joint in model.joints {
        let (mut own, mut given): ([Vec<f64>; 3], usize) = Default::default();
        for (order, prefix) in ["q", "qd", "qdd"].into_iter().enumerate() {
            let name = format!("{prefix}_{}", joint.name);
            own[order] = match place(name.clone())? {
                Some(place) => {
                    given = order;
                    table.columns(&[place])?.pop().unwrap_or_default()
                }
                None if order == 0 => return Err(missing(name).into()),
                None => slopes(&time, &own[order - 1]),
            };
        }
        let off = accelerations(&time, &own, given, rounding.time);
        rounding.acceleration.push(off);
        for (columns, column) in state.iter_mut().zip(own) {
            columns.push(column);
        }
    }
    Ok(Planned {
        time,
        state,
        noise: arguments.noise.clone(),
        without_friction: arguments.without_friction,
        end: None,
        recorded: Vec::new(),
        rounding,
    })
}

/// What `--beside` names: recordings, conditioned as for `identify`, or motions without torques.
pub(super) fn existing(model: &Model, arguments: &Excite) -> Result<Vec<Planned>, CommandError> {
    let mut all = Vec::new();
    for path in &arguments.beside {
        match has_columns(path, "tau_")? {
            false => all.push(planned(path, model, arguments)?),
            true => all.extend(conditioned(path, model)?),
        }
    }
    Ok(all)
}

/// What `--screen` names: a motion, or a recording without accelerations, whose positions are filtered as `identify` does; and
/// what is to be said of accelerations that are differences.
pub(super) fn screened(
    path: &Path,
    model: &Model,
    arguments: &Excite,
) -> Result<(Planned, Option<&'static str>), CommandError> {
    let has_accelerations = ends_in(path, &["csv"]) && has_columns(path, "qdd_")?;
    if has_accelerations || !has_columns(path, "tau_")? {
        let planned = planned(path, model, arguments)?;
        return Ok((planned, (!has_accelerations).then_some(DIFFERENCES)));
    }
    let mut pieces = conditioned(path, model)?.into_iter();
    let mut whole = pieces.next().unwrap_or_default();
    for piece in pieces {
        whole.time.extend(piece.time);
        whole.recorded.extend(piece.recorded);
        let columns = whole.state.iter_mut().flatten();
        let others = piece.state.into_iter().flatten();
        columns
            .zip(others)
            .for_each(|(column, own)| column.extend(own));
    }
    whole.without_friction = arguments.without_friction;
    Ok((whole, None))
}

/// Said of a motion whose accelerations are differences of its positions or velocities.
const DIFFERENCES: &str = "the motion has no accelerations (`qdd_<joint>`): those judged are differences, which of \
                           measured positions show noise and the steps of encoders; a recording with torques is \
                           filtered as `identify` does";

/// Whether a table has columns that begin so; what is no table but a description has torques.
fn has_columns(path: &Path, begin: &str) -> Result<bool, CommandError> {
    if !ends_in(path, &["csv"]) {
        return Ok(true);
    }
    let table = CsvFile::open(path)?;
    let found = table.header().any(|name: &str| name.starts_with(begin));
    Ok(found)
}

/// The pieces of a recording, conditioned as for `identify`.
fn conditioned(path: &Path, model: &Model) -> Result<Vec<Planned>, CommandError> {
    let mut all = Vec::new();
    for recording in Recording::read_all(path, model)? {
        let motion = Motion::of(recording, &ProcessingOptions::default(), model);
        all.push(recorded(&motion.map_err(IdentificationError::from)?, model));
    }
    Ok(all)
}

#[cfg(test)]
mod tests;
