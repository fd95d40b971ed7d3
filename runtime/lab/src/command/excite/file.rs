//! A motion that a user brings, from a table.

use std::path::Path;

use super::settings::Excite;
use crate::command::error::CommandError;
use crate::command::folder::ends_in;
use crate::excite::{Planned, recorded};
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
    for joint in model.joints {
        for (order, prefix) in ["q", "qd", "qdd"].into_iter().enumerate() {
            let name = format!("{prefix}_{}", joint.name);
            let column = match place(name.clone())? {
                Some(place) => table.columns(&[place])?.pop().unwrap_or_default(),
                None if order == 0 => return Err(missing(name).into()),
                None => slopes(&time, state[order - 1].last().map_or(&[], |column| column)),
            };
            state[order].push(column);
        }
    }
    Ok(Planned {
        time,
        state,
        noise: arguments.noise.clone(),
        without_friction: arguments.without_friction,
    })
}

/// What `--beside` names: recordings, conditioned as for `identify`, or motions without torques.
pub(super) fn existing(model: &Model, arguments: &Excite) -> Result<Vec<Planned>, CommandError> {
    let mut all = Vec::new();
    for path in &arguments.beside {
        let is_table = ends_in(path, &["csv"]);
        let torques = |name: &str| name.starts_with("tau_");
        if is_table && !CsvFile::open(path)?.header().any(torques) {
            all.push(planned(path, model, arguments)?);
            continue;
        }
        for recording in Recording::read_all(path, model)? {
            let motion = Motion::of(recording, &ProcessingOptions::default(), model);
            all.push(recorded(&motion.map_err(IdentificationError::from)?, model));
        }
    }
    Ok(all)
}

/// Slopes of the parabola through each sample and its neighbours.
fn slopes(time: &[f64], x: &[f64]) -> Vec<f64> {
    let last = x.len().saturating_sub(1);
    (0..x.len())
        .map(|k| {
            let k0 = k.clamp(1, last.max(2) - 1);
            if last < 2 {
                return 0.0;
            }
            let (a, b) = (time[k0] - time[k0 - 1], time[k0 + 1] - time[k0]);
            let (before, after) = ((x[k0] - x[k0 - 1]) / a, (x[k0 + 1] - x[k0]) / b);
            let bend = (after - before) / (a + b);
            let middle = (before * b + after * a) / (a + b);
            middle + 2.0 * bend * (time[k] - time[k0])
        })
        .collect()
}

#[cfg(test)]
mod tests;
