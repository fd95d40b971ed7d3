//! The equations of a robot on one side of its transmission.

use thiserror::Error;

use super::columns::Columns;
use super::signs::Signs;
use crate::motion::States;
use crate::signal::FilterError;
use crate::transmission::Drive;
use armwright_runtime::{EvaluationError, Robot, Side};

/// Why equations cannot be made of a motion.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RegressionError {
    /// A filter is impossible or the recording too short for it.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// The robot's code cannot be asked that, or does not fit its own description.
    #[error("the robot's functions cannot be evaluated: {0}")]
    Evaluation(#[from] EvaluationError),
    /// The transmission cannot be inverted.
    #[error("the transmission of {0} is singular")]
    Transmission(String),
    /// The base parameters are not those of the joint torques.
    #[error(
        "the base parameters of {robot} are those of what its file says is measured ({measured}), \
         and recordings hold joint torques, which do not identify them; give the file `measure: \
         [torque]` to identify from torque, or take the rows of a fit of your own from the measured \
         base regressor"
    )]
    Measured {
        /// The robot.
        robot: String,
        /// What is measured.
        measured: String,
    },
    /// Instruments that do not go sample by sample with a recording.
    #[error("the instruments of {0} have not as many samples as it has")]
    Instruments(String),
    /// The robot's equations gave something that is not a number.
    #[error("the equations are not finite at {time:.4} s of {recording}")]
    NotFinite {
        /// The recording's name.
        recording: String,
        /// The sample's time, s.
        time: f64,
    },
}

/// How the equations of one robot are formed on one side of its transmission.
pub struct Equations<'a> {
    pub(super) robot: &'a dyn Robot,
    pub(super) drive: Drive,
    pub(super) side: Side,
    pub(super) signs: Signs,
    /// For each row the joints that its torque is made of, and how much of each.
    shares: Vec<Vec<(usize, f64)>>,
}

impl<'a> Equations<'a> {
    /// The equations of a robot on one side.
    ///
    /// # Errors
    /// [`RegressionError::Transmission`].
    pub fn of(robot: &'a dyn Robot, side: Side) -> Result<Self, RegressionError> {
        let model = robot.model();
        let drive = Drive::of(model);
        let drive = drive.ok_or_else(|| RegressionError::Transmission(model.name.to_owned()))?;
        let rows = drive.torque_rows(side);
        let shares = rows.row_iter().map(|row| {
            let shares = row.iter().copied().enumerate();
            shares.filter(|(_, share)| *share != 0.0).collect()
        });
        Ok(Self {
            robot,
            shares: shares.collect(),
            drive,
            side,
            signs: Signs::of(model, side),
        })
    }

    /// Refuses a robot whose base parameters joint torques do not identify.
    pub(super) fn identifiable(&self) -> Result<(), RegressionError> {
        let model = self.robot.model();
        if model.base_of_torque {
            return Ok(());
        }
        let names: Vec<&str> = model.measured.iter().map(|row| row.name).collect();
        Err(RegressionError::Measured {
            robot: model.name.to_owned(),
            measured: names.join(", "),
        })
    }

    /// The robot.
    #[must_use]
    pub fn robot(&self) -> &'a dyn Robot {
        self.robot
    }

    /// The side of the transmission on which rows are torques.
    pub(crate) fn side(&self) -> Side {
        self.side
    }

    /// The robot's transmission.
    pub(crate) fn drive(&self) -> &Drive {
        &self.drive
    }

    /// How many rows a sample has.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.shares.len()
    }

    /// Turns torques on the equations' side into joint torques.
    pub fn to_joint(&self, torque: &[f64], joint: &mut [f64]) {
        match self.side {
            Side::Joint => joint.copy_from_slice(torque),
            Side::Motor => self.drive.torque_to_joint(torque, joint),
        }
    }

    /// The rows of the equations that enter the torque of a joint.
    #[must_use]
    pub fn rows_of_joint(&self, joint: usize) -> Vec<usize> {
        match self.side {
            Side::Joint => vec![joint],
            Side::Motor => (0..self.rows())
                .filter(|&motor| self.drive.ratio(motor, joint) != 0.0)
                .collect(),
        }
    }

    /// Columns at some states (`states × n × count`, row-major), rows on the equations' side.
    ///
    /// # Errors
    /// [`RegressionError::Evaluation`].
    pub fn at(
        &self,
        columns: &mut dyn Columns,
        states: &States,
    ) -> Result<Vec<f64>, RegressionError> {
        let (width, size) = (columns.count(), states.q.len() * columns.count());
        let mut joint = vec![0.0; size];
        columns.evaluate(states, &mut joint)?;
        if self.side == Side::Joint {
            return Ok(joint);
        }
        let mut rows = vec![0.0; size];
        let matrix = (self.rows() * width).max(1);
        for (rows, joint) in rows
            .chunks_exact_mut(matrix)
            .zip(joint.chunks_exact(matrix))
        {
            for (row, shares) in rows.chunks_exact_mut(width.max(1)).zip(&self.shares) {
                for (i, share) in shares {
                    let joint = &joint[i * width..(i + 1) * width];
                    row.iter_mut().zip(joint).for_each(|(y, x)| *y += share * x);
                }
            }
        }
        Ok(rows)
    }
}
