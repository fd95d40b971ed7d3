//! Why recordings together do not say what was asked.

use thiserror::Error;

use crate::identify::IdentificationError;
use crate::regression::RegressionError;

/// Why gains of drives, or a load, cannot be found.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TogetherError {
    /// Recordings that identify nothing.
    #[error(transparent)]
    Identification(#[from] IdentificationError),
    /// A body that the robot does not have.
    #[error(
        "{robot} has no body `{body}` that a joint moves{suggestion} (a load on a body that is fixed to another is on that one)"
    )]
    Body {
        /// The robot.
        robot: String,
        /// What was named.
        body: String,
        /// What may have been meant.
        suggestion: String,
    },
    /// A load of which nothing follows.
    #[error("a load on body {body} {why}")]
    Load {
        /// The body.
        body: String,
        /// What is wrong with it.
        why: String,
    },
    /// Only one kind of recordings.
    #[error(
        "recordings {which} the load are missing: both are needed, because only their difference is the load's"
    )]
    Kind {
        /// `with` or `without`.
        which: &'static str,
    },
    /// A recording of both kinds.
    #[error(
        "{loaded}, which is said to be made with the load, has the samples of {empty}, made without it: only one can be \
         true; give each recording once"
    )]
    Roles {
        /// The recording with the load.
        loaded: String,
        /// The one without it.
        empty: String,
    },
    /// A robot whose equations are no torques that a plan of unknowns covers.
    #[error("{robot} {why}")]
    Robot {
        /// The robot.
        robot: String,
        /// Why not.
        why: &'static str,
    },
    /// Nothing is told.
    #[error(
        "the load does not tell {what} ({why}); take a heavier load, or one farther from the axes, and record longer or \
         faster motions, the same without and with it"
    )]
    NotTold {
        /// What was asked for.
        what: &'static str,
        /// Why not.
        why: String,
    },
    /// An iteration that does not end.
    #[error(
        "the weights of the recordings of {0} do not settle: leave out recordings one by one to find which is in the way"
    )]
    NotSettled(String),
    /// A result that cannot stand for the arm.
    #[error("the result that the arm is to be known by cannot be used: {0}")]
    Arm(String),
    /// A weight that is none.
    #[error(
        "a recording cannot have the weight {0}: give a finite number above 0, 1 for what its noise says"
    )]
    Weight(f64),
    /// Weights of other recordings than these.
    #[error(
        "weights do not fit the recordings: {weights} of {} ({}); give one of each recording, in their order, or none at all",
        recordings.len(), recordings.join(", ")
    )]
    Weights {
        /// How many weights were given.
        weights: usize,
        /// Names of the recordings.
        recordings: Vec<String>,
    },
}

impl From<RegressionError> for TogetherError {
    fn from(error: RegressionError) -> Self {
        Self::Identification(error.into())
    }
}
