//! Why a motion cannot be simulated.

use thiserror::Error;

use armwright_runtime::EvaluationError;

/// Why a motion cannot be simulated.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ClosedLoopError {
    /// The robot's functions do not fit its description.
    #[error("the robot's functions cannot be evaluated: {0}")]
    Evaluation(#[from] EvaluationError),
    /// The base moves: what moves it is not simulated.
    #[error("the base of {robot} moves, and what moves it is not known to a simulation")]
    BaseMoves {
        /// The robot.
        robot: String,
    },
    /// Base parameters of some torques, or of what else is measured, do not say how a robot moves.
    #[error(
        "these base parameters are not those of all joint torques of {robot}, so that they do not say how it moves"
    )]
    NotOfTorques {
        /// The robot.
        robot: String,
    },
    /// More or fewer of something than there have to be.
    #[error("{what}: {found} where {wanted} are wanted")]
    Count {
        /// What they are.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there ought to be.
        wanted: usize,
    },
    /// The inertia matrix is singular.
    #[error(
        "with these parameters the inertia matrix is singular at {time:.3} s: joint {joint} moves without inertia"
    )]
    Singular {
        /// The first joint whose inertia, the joints before it held, is 0.
        joint: String,
        /// When, s after the beginning.
        time: f64,
    },
    /// The inertia matrix is not positive.
    #[error(
        "with these parameters the inertia matrix is not positive at {time:.3} s: joint {joint} would run against what \
         drives it"
    )]
    Indefinite {
        /// The first joint whose inertia, with those before it, is below 0.
        joint: String,
        /// When, s after the beginning.
        time: f64,
    },
    /// The controller makes the robot answer faster than steps of the integration can be small.
    #[error(
        "under this controller the robot answers at {fastest:.0} rad/s, which no steps at {rate} samples a second resolve: ask for \
         more samples, or for softer springs and less damping"
    )]
    TooFast {
        /// How fast, rad/s.
        fastest: f64,
        /// Samples a second, Hz.
        rate: f64,
    },
    /// The motion runs away.
    #[error("the simulated motion of joint {joint} runs away at {time:.3} s")]
    Diverges {
        /// The joint.
        joint: String,
        /// When, s after the beginning.
        time: f64,
    },
}
