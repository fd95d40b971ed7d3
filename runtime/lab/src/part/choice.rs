//! Which torques are left out, and which rows of the equations remain.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::options::EquationSide;
use crate::suggestion::suggestion;
use crate::transmission::Drive;
use armwright_runtime::{Model, Side, Site};

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

/// The joint or motor of a number on a side.
#[must_use]
pub fn at(side: Side, place: usize) -> Site {
    match side {
        Side::Joint => Site::Joint(place),
        Side::Motor => Site::Motor(place),
    }
}

/// The joint or motor of a name; of both, the one on `side`.
///
/// # Errors
/// [`PartError::Unknown`].
pub fn site(model: &Model, side: Side, name: &str) -> Result<Site, PartError> {
    let joints = || model.joints.iter().map(|joint| joint.name);
    let motors = || model.motors.iter().map(|motor| motor.name);
    let joint = joints().position(|known| known == name).map(Site::Joint);
    let motor = motors().position(|known| known == name).map(Site::Motor);
    let found = match side {
        Side::Joint => joint.or(motor),
        Side::Motor => motor.or(joint),
    };
    found.ok_or_else(|| PartError::Unknown {
        robot: model.name.to_owned(),
        name: name.to_owned(),
        suggestion: suggestion(name, joints().chain(motors())),
    })
}

impl LeftOut {
    /// The torque at a joint or motor, by name.
    #[must_use]
    pub fn of(model: &Model, site: Site) -> Self {
        let joint = |k: usize| model.joints.get(k).map_or("", |joint| joint.name);
        let (name, side) = match site {
            Site::Joint(k) => (joint(k), Side::Joint),
            Site::Motor(k) => {
                let motor = model.motors.get(k).map(|motor| motor.name);
                (motor.unwrap_or_else(|| joint(k)), Side::Motor)
            }
        };
        Self {
            torque: name.to_owned(),
            side: side.into(),
        }
    }

    /// The joint or motor.
    ///
    /// # Errors
    /// [`PartError::Unknown`].
    pub fn site(&self, model: &Model) -> Result<Site, PartError> {
        site(model, self.side.into(), &self.torque)
    }
}

/// The rows of the equations on a side that none of these torques enters.
pub(crate) fn remaining(
    model: &Model,
    side: Side,
    left_out: &[Site],
) -> Result<Vec<usize>, PartError> {
    let drive = Drive::of(model);
    let drive = drive.ok_or_else(|| PartError::Transmission(model.name.to_owned()))?;
    let enters = |site: &Site, row: usize| match (*site, side) {
        (Site::Joint(k), Side::Joint) | (Site::Motor(k), Side::Motor) => k == row,
        // The torque of a joint is made of those of the motors that turn with it, and the other way.
        (Site::Motor(k), Side::Joint) => drive.ratio(k, row) != 0.0,
        (Site::Joint(k), Side::Motor) => drive.motor_share(row, k) != 0.0,
    };
    let rows = 0..model.joints.len();
    Ok(rows
        .filter(|&row| !left_out.iter().any(|site| enters(site, row)))
        .collect())
}
