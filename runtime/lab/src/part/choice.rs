//! Which torques are left out, and which rows of the equations remain.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::options::EquationSide;
use crate::suggestion::suggestion_or_all;
use crate::transmission::Drive;
use armwright_runtime::{Model, Side, Torque};

/// A torque that is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The joint or motor that it acts on.
    pub torque: String,
    /// Which of the two.
    pub side: EquationSide,
}

/// Why there is no such part of a robot.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PartError {
    /// A name that the robot does not have.
    #[error("{robot} has no joint or motor `{name}`, whose torque to leave out{suggestion}")]
    Unknown {
        /// The robot.
        robot: String,
        /// The name.
        name: String,
        /// What it may have meant.
        suggestion: String,
    },
    /// The base parameters are not those of the joint torques.
    #[error(
        "{0} is a part already, or its file says that something else than every torque is measured: torques \
         are left out of a robot whose file has `measure: [torque]`"
    )]
    NotOfTorque(String),
    /// The base moves.
    #[error(
        "torques are not left out of {0}, whose base moves: to identify it without any, give its file `measure: [{{wrench: \
         base}}]`"
    )]
    BaseMoves(String),
    /// Nothing is known of single torques.
    #[error(
        "the module of {0} does not say what single torques reveal: the robot is too large for it; generate it with \
         `measure: [{{torque: [..]}}]`"
    )]
    Unknowable(String),
    /// The transmission cannot be inverted.
    #[error("the transmission of {0} is singular")]
    Transmission(String),
    /// No row remains.
    #[error("no torque of {0} remains to identify from")]
    Nothing(String),
    /// Numbers that are too long for exact arithmetic.
    #[error(
        "what the remaining torques of {robot} reveal together cannot be told exactly, because coefficients of \
         {base} are no short fractions; leave out fewer or more torques, or generate the robot with `measure: \
         [{{torque: [..]}}]`"
    )]
    Undecided {
        /// The robot.
        robot: String,
        /// A base parameter in question.
        base: String,
    },
}

impl PartError {
    /// Of a robot whose rows are not the torques of its joints alone.
    pub(crate) fn of_rows(model: &Model) -> Self {
        let name = model.name.to_owned();
        match model.base_moves() {
            true => Self::BaseMoves(name),
            false => Self::NotOfTorque(name),
        }
    }
}

/// The torque at the joint or motor of a name; of both, the one on `side`.
///
/// # Errors
/// [`PartError::Unknown`].
pub fn torque(model: &Model, side: Side, name: &str) -> Result<Torque, PartError> {
    let joints = || model.joints.iter().map(|joint| joint.name);
    let motors = || model.motors.iter().map(|motor| motor.name);
    let joint = joints().position(|known| known == name).map(Torque::joint);
    let motor = motors().position(|known| known == name).map(Torque::motor);
    let found = match side {
        Side::Joint => joint.or(motor),
        Side::Motor => motor.or(joint),
    };
    found.ok_or_else(|| PartError::Unknown {
        robot: model.name.to_owned(),
        name: name.to_owned(),
        suggestion: suggestion_or_all(name, joints().chain(motors())),
    })
}

impl LeftOut {
    /// The torque at a joint or motor, by name.
    #[must_use]
    pub fn of(model: &Model, Torque { side, row }: Torque) -> Self {
        let joint = || model.joints.get(row).map_or("", |joint| joint.name);
        let motor = model.motors.get(row).map(|motor| motor.name);
        let name = motor.filter(|_| side == Side::Motor);
        Self {
            torque: name.unwrap_or_else(joint).to_owned(),
            side: side.into(),
        }
    }

    /// Which torque that is.
    ///
    /// # Errors
    /// [`PartError::Unknown`].
    pub fn find(&self, model: &Model) -> Result<Torque, PartError> {
        torque(model, self.side.into(), &self.torque)
    }
}

/// The rows of the equations on a side that none of these torques enters.
pub(crate) fn remaining(
    model: &Model,
    side: Side,
    left_out: &[Torque],
) -> Result<Vec<usize>, PartError> {
    let drive = Drive::of(model);
    let drive = drive.ok_or_else(|| PartError::Transmission(model.name.to_owned()))?;
    let enters = |torque: &Torque, row: usize| match (torque.side, side) {
        (Side::Joint, Side::Joint) | (Side::Motor, Side::Motor) => torque.row == row,
        // The torque of a joint is made of those of the motors that turn with it, and the other way.
        (Side::Motor, Side::Joint) => drive.ratio(torque.row, row) != 0.0,
        (Side::Joint, Side::Motor) => drive.motor_share(row, torque.row) != 0.0,
    };
    let rows = 0..model.joints.len();
    Ok(rows
        .filter(|&row| !left_out.iter().any(|torque| enters(torque, row)))
        .collect())
}
