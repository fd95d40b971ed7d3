//! Why equations cannot be made of a motion.

use thiserror::Error;

use crate::part::PartError;
use crate::signal::FilterError;
use armwright_runtime::EvaluationError;

/// Why equations cannot be made of a motion.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RegressionError {
    /// A filter is impossible or the recording too short for it.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// The robot's code cannot be asked that, or does not fit its own description.
    #[error("the robot's functions cannot be evaluated: {0}")]
    Evaluation(#[from] EvaluationError),
    /// The transmission cannot be inverted, or no torque remains.
    #[error(transparent)]
    Part(#[from] PartError),
    /// The base parameters are not those of the joint torques.
    #[error(
        "the base parameters of {robot} are those of what its file says is measured ({measured}), \
         and the recording has joint torques, which do not identify them: record what is measured, or give the file \
         `measure: [torque]` to identify from torque"
    )]
    Measured {
        /// The robot.
        robot: String,
        /// What is measured.
        measured: String,
    },
    /// The base moves, and torques of joints are not all of its rows.
    #[error(
        "{robot} has a base that moves: equations of its joints' torques alone are without the rows of the base"
    )]
    BaseMoves {
        /// The robot.
        robot: String,
    },
    /// A balance of energy or momentum that there is not.
    #[error("{robot} has no equations of {balance}: {why}")]
    NoBalance {
        /// The robot.
        robot: String,
        /// Of what.
        balance: &'static str,
        /// Why not.
        why: &'static str,
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
