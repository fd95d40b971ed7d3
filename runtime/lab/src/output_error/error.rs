//! Why no parameters are found.

use thiserror::Error;

use crate::simulation::{SimulationError, Stop};

/// Why no parameters are found.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum FitError {
    /// The machine cannot be simulated.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// A motion with the parameters to begin with ends early.
    #[error(
        "with the parameters to begin with the motion of {recording} cannot be simulated: {stop}. Begin with values nearer to the \
         robot's, or with shorter intervals"
    )]
    Start {
        /// The recording.
        recording: String,
        /// Where and why it ends.
        stop: Box<Stop>,
    },
    /// A recording has no input.
    #[error(
        "{0} has no torques: what drives the robot has to be measured, or given as an input file"
    )]
    NoInput(String),
    /// Some torques are not measured.
    #[error("{0} does not have the torques of all joints: a simulation needs every one")]
    Incomplete(String),
    /// No parameter has such a name.
    #[error("no parameter is called {name}{suggestion} (those that can be free: {known})")]
    NoParameter {
        /// The name.
        name: String,
        /// What may have been meant.
        suggestion: String,
        /// The names that there are.
        known: String,
    },
    /// A parameter twice.
    #[error("{0} is asked for twice")]
    Twice(String),
    /// Nothing to find.
    #[error("no parameter is free")]
    NothingFree,
    /// Too few samples.
    #[error(
        "{samples} positions do not determine {unknowns} unknowns (parameters and states at beginnings)"
    )]
    TooFew {
        /// Positions that were measured.
        samples: usize,
        /// Unknowns.
        unknowns: usize,
    },
    /// Bounds that hold nothing.
    #[error("the bounds of {name} are {low} to {high}: the first has to be below the second")]
    Bounds {
        /// The parameter.
        name: String,
        /// The lower.
        low: f64,
        /// The upper.
        high: f64,
    },
    /// Bounds beyond which there is nothing to simulate.
    #[error(
        "{name} is sought from {low}, but no winding has less than 0: leave the lower bound out"
    )]
    Impossible {
        /// The parameter.
        name: String,
        /// The lower bound.
        low: f64,
    },
    /// Intervals that are to be joined, of motors whose currents last.
    #[error(
        "intervals cannot be joined where windings have an inductance ({0}): the current would begin anew in each of them, and they \
         would be no one motion. Leave them apart and much longer than L/R, or simulate whole recordings"
    )]
    Currents(String),
    /// An interval without length.
    #[error("an interval of {0} s: intervals have to be longer than five samples")]
    Interval(f64),
}
