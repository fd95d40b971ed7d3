//! From recordings to motions: what says nothing is refused, pieces that are too short are left out.

use super::IdentificationError;
use crate::motion::{ConditioningError, Motion, Processing, Run};
use crate::options::ProcessingOptions;
use crate::recording::{Action, Cause, Recording, Repair};
use crate::regression::{RegressionError, add_contacts, leaves_samples};
use crate::rows::measures_rows;
use crate::signal::FilterError;
use armwright_runtime::{Model, Robot};

/// Recordings as motions, processed alike: what says nothing of a robot is refused.
pub(crate) fn conditioned(
    robot: &dyn Robot,
    recordings: Vec<Recording>,
    options: &ProcessingOptions,
) -> Result<Vec<Motion>, IdentificationError> {
    informative(&recordings, robot)?;
    let run = Run::of(&recordings, robot.model());
    let (mut motions, _) = motions(recordings, &|_| options.clone(), &run, robot.model())?;
    common_processing(&motions, &[])?;
    add_contacts(robot, &mut motions).map_err(RegressionError::from)?;
    Ok(motions)
}

/// Refuses a recording that says nothing of a robot, or lacks what its file says is measured; of one in pieces, all of them together.
pub(crate) fn informative(
    recordings: &[Recording],
    robot: &dyn Robot,
) -> Result<(), IdentificationError> {
    let (model, of_rows) = (robot.model(), measures_rows(robot));
    let still = |column: &Vec<f64>| column.windows(2).all(|pair| pair[0] == pair[1]);
    for pieces in recordings.chunk_by(|a, b| a.source == b.source) {
        let recording = pieces[0].source.clone();
        let columns = pieces.iter().map(|piece| match (&piece.measured, of_rows) {
            (None, false) => piece.torque.as_ref(),
            (measured, _) => measured.as_ref(),
        });
        let Some(torques) = columns.collect::<Option<Vec<_>>>() else {
            return Err(match of_rows {
                true => IdentificationError::not_measured(recording, model),
                false => IdentificationError::no_torque(recording, pieces),
            });
        };
        let base = |piece: &Recording| piece.base.iter().all(|b| b.columns.iter().all(still));
        if model.base_moves() && pieces.iter().any(|piece| piece.base.is_none()) {
            return Err(IdentificationError::NoBase { recording });
        }
        if pieces
            .iter()
            .all(|piece| piece.position.iter().all(still) && base(piece))
        {
            return Err(IdentificationError::NoMotion { recording });
        }
        let touched = pieces.iter().any(|piece| piece.contacts.is_some());
        if !touched && torques.iter().all(|torque| torque.iter().all(still)) {
            return Err(IdentificationError::ConstantTorque {
                recording,
                base_moves: model.base_moves(),
            });
        }
    }
    let mut each = recordings.iter();
    each.try_for_each(|recording| counted(recording, model))
}

/// Refuses a recording that does not have a column for each joint, all of them equally long.
pub(super) fn counted(recording: &Recording, model: &Model) -> Result<(), IdentificationError> {
    let (name, samples) = (&recording.name, recording.samples());
    let columns = [
        ("positions", Some(&recording.position)),
        ("velocities", recording.velocity.as_ref()),
        ("accelerations", recording.acceleration.as_ref()),
        ("torques", recording.torque.as_ref()),
    ];
    for (what, columns) in columns {
        let Some(columns) = columns else { continue };
        let said = format!("{name}: columns of {what}");
        IdentificationError::count(&said, columns.len(), model.joints.len())?;
        let said = format!("{name}: samples in a column of {what}");
        let mut each = columns.iter();
        each.try_for_each(|column| IdentificationError::count(&said, column.len(), samples))?;
    }
    Ok(())
}

/// Motions of recordings, each with options of its own, and what was left out. A piece of a recording that
/// the filters leave nothing of is, as long as others remain.
pub(crate) fn motions(
    recordings: Vec<Recording>,
    options: &dyn Fn(&Recording) -> ProcessingOptions,
    run: &Run,
    model: &Model,
) -> Result<(Vec<Motion>, Vec<Repair>), IdentificationError> {
    let (mut motions, mut left_out): (Vec<Motion>, Vec<Repair>) = (Vec::new(), Vec::new());
    let sources: Vec<String> = recordings.iter().map(|r| r.source.clone()).collect();
    for recording in recordings {
        let options = options(&recording);
        let alike = sources.iter().filter(|source| **source == recording.source);
        if alike.count() == 1 {
            motions.push(Motion::of_run(recording, &options, run, model)?);
            continue;
        }
        let samples = recording.samples();
        let end = recording.start + (samples - 1) as f64 / recording.rate;
        let repair = Repair {
            recording: recording.source.clone(),
            time: [recording.start, end],
            rows: None,
            count: samples,
            why: Cause::Unfilterable,
            done: Action::Dropped,
        };
        match Motion::of_run(recording, &options, run, model) {
            Ok(motion) if leaves_samples(&motion).is_ok_and(|leaves| !leaves) => {
                left_out.push(repair);
            }
            Err(ConditioningError::Filter {
                source: FilterError::TooShort { .. } | FilterError::Trimmed { .. },
                ..
            }) => left_out.push(repair),
            other => motions.push(other?),
        }
    }
    let gone = |source: &&String| motions.iter().all(|motion| motion.source != **source);
    match sources.iter().find(gone) {
        Some(source) => Err(IdentificationError::Pieces {
            recording: source.clone(),
            pieces: sources.iter().filter(|other| *other == source).count(),
        }),
        None => Ok((motions, left_out)),
    }
}

/// The processing of the first motion, with what was chosen for others of another rate, provided that all have their equations on
/// one side.
pub(crate) fn common_processing(
    motions: &[Motion],
    held_out: &[Motion],
) -> Result<Processing, IdentificationError> {
    let first = motions.first().ok_or(IdentificationError::NoRecording)?;
    let side = first.processing.equations;
    let all = || motions.iter().chain(held_out);
    if all().any(|motion| motion.of_rows() != first.of_rows()) {
        return Err(IdentificationError::Mixed);
    }
    if all().any(|motion| motion.processing.equations != side) {
        return Err(IdentificationError::Sides);
    }
    let mut common = first.processing.clone();
    let others = motions.iter().map(|motion| &motion.processing);
    let others = others.filter(|other| !first.processing.is_sampled_at(other.rate));
    for said in others.flat_map(|other| &other.chosen) {
        if !common.chosen.contains(said) {
            common.chosen.push(said.clone());
        }
    }
    Ok(common)
}

#[cfg(test)]
mod tests;
