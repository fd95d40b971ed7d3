//! Why a motion is not simulated, or ends early.

use thiserror::Error;

use crate::digits::exact;
use armwright_runtime::EvaluationError;

/// Why nothing is simulated.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum SimulationError {
    /// The robot's functions do not fit its description.
    #[error("the robot's functions cannot be evaluated: {0}")]
    Evaluation(#[from] EvaluationError),
    /// The base moves: what moves it is not simulated.
    #[error("the base of {0} moves, and what moves it is not known to a simulation")]
    BaseMoves(String),
    /// Some torques are left out.
    #[error("torques of {0} are left out: a simulation needs those of all joints")]
    Part(String),
    /// Base parameters are those of what else than torques is measured.
    #[error(
        "base parameters of {0} are those of what its file says is measured, and do not say which torques move it: give standard \
         parameters by name"
    )]
    Rows(String),
    /// The transmission cannot be inverted.
    #[error("the transmission of {0} is singular")]
    Transmission(String),
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
    /// A number that makes no sense.
    #[error("{what} is {value}: it has to be {wanted}")]
    Value {
        /// What it is of.
        what: String,
        /// The number.
        value: f64,
        /// What it has to be.
        wanted: &'static str,
    },
    /// More steps of one length than are made at most.
    #[error(
        "steps of {step:e} s are {:.1e} in {seconds} s, and at most {:.1e} are made: take longer ones, or a shorter motion",
        seconds / step, *most as f64
    )]
    Steps {
        /// The length of a step, s.
        step: f64,
        /// How long the motion lasts, s.
        seconds: f64,
        /// How many are made at most.
        most: usize,
    },
    /// An input that knows the state.
    #[error(
        "what drives the robot knows its state: derivatives of a motion are those under torques or voltages through time"
    )]
    Feedback,
    /// A joint has no such name.
    #[error("there is no joint {name} in {robot}; its joints are {known}")]
    NoJoint {
        /// The name.
        name: String,
        /// The robot.
        robot: String,
        /// The joints that there are.
        known: String,
    },
}

/// What ended a motion.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Fault {
    /// The robot's functions cannot be evaluated.
    #[error("the robot's functions cannot be evaluated: {0}")]
    Evaluation(#[from] EvaluationError),
    /// The inertia matrix is singular.
    #[error("the inertia matrix is singular: joint {joint} moves without inertia")]
    Singular {
        /// The first joint whose inertia, those before it free, is 0.
        joint: String,
    },
    /// The inertia matrix is not positive.
    #[error("the inertia matrix is not positive: joint {joint} would run against what drives it")]
    Indefinite {
        /// The first joint whose inertia, those before it free, is below 0.
        joint: String,
    },
    /// The motion runs away.
    #[error("joint {joint} runs away")]
    Diverges {
        /// The joint.
        joint: String,
    },
    /// Steps become too small to move time.
    #[error(
        "steps of {step:.1e} s do not meet the tolerance at joint {joint}: what drives it changes too fast there"
    )]
    StepCollapse {
        /// The joint with the largest error.
        joint: String,
        /// The step, s.
        step: f64,
    },
    /// Friction by load takes all of the load.
    #[error(
        "friction at rest at {site} is {} times its load: it has to be below 1, or no load moves it",
        exact(*share)
    )]
    Load {
        /// The joint.
        site: String,
        /// The share at rest.
        share: f64,
    },
    /// Friction changes between sticking and slipping without end.
    #[error("friction at {site} sticks and slips without end")]
    Chatter {
        /// The joint or motor.
        site: String,
    },
    /// More steps than allowed.
    #[error("{steps} steps do not reach the end: allow more of them, or ask for less accuracy")]
    TooManySteps {
        /// How many were made.
        steps: usize,
    },
}

/// Where a motion ended before its time, and why.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("at {time:.6} s {fault} (positions {position:?}, velocities {velocity:?})")]
pub struct Stop {
    /// When, s.
    pub time: f64,
    /// Joint positions then (`n`), rad or m.
    pub position: Vec<f64>,
    /// Joint velocities then (`n`), rad/s or m/s.
    pub velocity: Vec<f64>,
    /// Why.
    pub fault: Fault,
}

impl Stop {
    /// The same, told by a clock that began so many seconds earlier.
    #[must_use]
    pub fn later(mut self, seconds: f64) -> Self {
        self.time += seconds;
        self
    }
}
