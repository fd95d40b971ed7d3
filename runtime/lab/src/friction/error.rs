//! Why nothing can be said of friction.

use thiserror::Error;

use crate::identify::IdentificationError;
use crate::regression::RegressionError;

/// Why laws of friction cannot be fitted at all. What cannot be told of one joint is said of it
/// ([`PlaceFriction::reason`](super::PlaceFriction)).
#[derive(Debug, Error)]
pub enum FrictionError {
    /// Recordings that cannot be conditioned.
    #[error(transparent)]
    Identification(#[from] IdentificationError),
    /// Equations that cannot be formed.
    #[error(transparent)]
    Regression(#[from] RegressionError),
    /// What is measured are not torques.
    #[error(
        "laws of friction are fitted to torques of joints or motors, and what is measured of {0} are other rows: give a \
         recording of torques, and the robot file `measure: [torque]`"
    )]
    NotOfTorque(String),
    /// The base moves, and a wrench on it is measured beside torques.
    #[error(
        "laws of friction are fitted to the torques of joints or motors alone, and the base of {0} moves"
    )]
    BaseMoves(String),
    /// No friction enters any row.
    #[error("no torque that friction of {0} enters was recorded")]
    NoPlace(String),
    /// Torques so large that their squares are no numbers.
    #[error("torques are so large that their squares are no numbers: is their unit right?")]
    Overflow,
    /// Fewer equations than parameters.
    #[error(
        "{rows} equations remain for {parameters} parameters: record longer, decimate less, or lower the velocity \
         threshold"
    )]
    TooFewRows {
        /// Equations.
        rows: usize,
        /// Base parameters.
        parameters: usize,
    },
}
