//! What recordings together are made of: robots, bodies, motions without and with a load, names of rows.

use super::TogetherError;
use crate::dataset::{Dataset, without_copies};
use crate::identify::conditioned;
use crate::motion::Motion;
use crate::options::ProcessingOptions;
use crate::parameters::bodies;
use crate::recording::{Recording, Repair, noticed};
use crate::regression::{Balance, Equations};
use crate::suggestion::suggestion_or_all;
use armwright_runtime::{JointKind, Model, PhysicalKind, Robot, Side};

/// What is said behind the name of a recording that was made with the load.
const WITH_LOAD: &str = ", with the load";

/// Motions of recordings that are taken together.
pub(crate) struct Motions {
    /// All, those without a load first where some carry one.
    pub(crate) all: Vec<Motion>,
    /// What was done to the recordings.
    pub(crate) repairs: Vec<Repair>,
    /// What was noticed while they were read.
    pub(crate) remarks: Vec<String>,
}

impl Motions {
    /// For each recording whether it was made with the load.
    pub(crate) fn loaded(&self) -> Vec<bool> {
        let recordings = self.all.chunk_by(|a, b| a.source == b.source);
        recordings
            .map(|pieces| pieces[0].source.ends_with(WITH_LOAD))
            .collect()
    }

    /// The side of their equations.
    pub(crate) fn side(&self) -> Option<Side> {
        self.all
            .first()
            .map(|motion| motion.processing.equations.into())
    }
}

/// Motions of both kinds, processed alike.
pub(crate) fn both(
    robot: &dyn Robot,
    empty: Vec<Recording>,
    loaded: Vec<Recording>,
    options: &ProcessingOptions,
) -> Result<Motions, TogetherError> {
    for (which, recordings) in [("without", &empty), ("with", &loaded)] {
        if recordings.is_empty() {
            return Err(TogetherError::Kind { which });
        }
    }
    let of_both = Dataset {
        training: empty,
        validation: loaded,
    };
    let of_both = of_both.distinct().map_err(|seen| TogetherError::Roles {
        loaded: seen.recording,
        empty: seen.seen,
    })?;
    let empty = of_both.training.into_iter();
    let recordings = empty.chain(named(of_both.validation)).collect();
    whole(robot, recordings, options)
}

/// Motions of recordings with a load alone.
pub(crate) fn with_load(
    robot: &dyn Robot,
    loaded: Vec<Recording>,
    options: &ProcessingOptions,
) -> Result<Motions, TogetherError> {
    whole(robot, named(loaded).collect(), options)
}

/// Refuses recordings that lack a torque: what is not there would count as 0.
fn complete(robot: &dyn Robot, recordings: &[Recording]) -> Result<(), TogetherError> {
    match recordings
        .iter()
        .all(|recording| recording.left_out.is_empty())
        && robot.left_out().is_empty()
    {
        true => Ok(()),
        false => Err(TogetherError::Robot {
            robot: robot.model().name.to_owned(),
            why: "has recordings without a torque of some joints or motors, which is not done here: use those with all",
        }),
    }
}

/// Motions of recordings of which none lacks a torque, each once, with what was done to them and what was noticed of them.
pub(crate) fn whole(
    robot: &dyn Robot,
    recordings: Vec<Recording>,
    options: &ProcessingOptions,
) -> Result<Motions, TogetherError> {
    complete(robot, &recordings)?;
    let remarks = noticed(recordings.iter());
    let recordings = without_copies(recordings);
    let repairs = recordings.iter().flat_map(|r| r.repairs.clone()).collect();
    Ok(Motions {
        all: conditioned(robot, recordings, options)?,
        repairs,
        remarks: remarks.iter().map(ToString::to_string).collect(),
    })
}

/// Recordings with the load, named so.
fn named(loaded: Vec<Recording>) -> impl Iterator<Item = Recording> {
    loaded.into_iter().map(|mut recording| {
        recording.source += WITH_LOAD;
        recording
    })
}

/// Refuses robots of which torques are not all.
pub(crate) fn of_torques(robot: &dyn Robot) -> Result<(), TogetherError> {
    let model = robot.model();
    match model.base_moves() {
        true => Err(TogetherError::Robot {
            robot: model.name.to_owned(),
            why: "has a base that moves, whose wrench no drive gives",
        }),
        false => of_values(robot),
    }
}

/// Refuses robots whose lengths are fitted with all parameters.
pub(crate) fn of_values(robot: &dyn Robot) -> Result<(), TogetherError> {
    let model = robot.model();
    let known = model.recovery.iter().flat_map(|plan| plan.known);
    let lengths = known
        .filter(|p| p.kind == PhysicalKind::FittedLength)
        .count();
    if lengths == 0 {
        return Ok(());
    }
    Err(TogetherError::Robot {
        robot: model.name.to_owned(),
        why: "has lengths that are fitted with all parameters, which is not done here: give them values",
    })
}

/// The place of a body.
pub(crate) fn carrier(model: &Model, name: &str) -> Result<usize, TogetherError> {
    let all = bodies(model);
    let place = all.iter().position(|(known, _)| *known == name);
    place.ok_or_else(|| TogetherError::Body {
        robot: model.name.to_owned(),
        body: name.to_owned(),
        suggestion: suggestion_or_all(name, all.iter().map(|(known, _)| *known)),
    })
}

/// What the rows of equations are called, with their units.
pub(crate) fn names(equations: &Equations<'_>) -> Vec<(String, &'static str)> {
    let model = equations.robot().model();
    if !equations.measured().is_empty() {
        let rows = equations.measured().iter();
        return rows.map(|row| (row.name.to_owned(), row.unit)).collect();
    }
    let balance = equations.integral().map(|integral| integral.balance);
    if balance == Some(Balance::Energy) {
        // Weighed, it is in units of its noise.
        return vec![("energy".to_owned(), "")];
    }
    let (force, torque) = match balance {
        Some(_) => ("N·s", "N·m·s"),
        None => ("N", "N·m"),
    };
    let of = |place: &usize| {
        let joint = &model.joints[*place];
        let motor = model
            .motors
            .get(*place)
            .filter(|_| equations.side() == Side::Motor);
        match motor {
            Some(motor) => (motor.name.to_owned(), torque),
            None if joint.kind == JointKind::Prismatic => (joint.name.to_owned(), force),
            None => (joint.name.to_owned(), torque),
        }
    };
    equations.places().iter().map(of).collect()
}
