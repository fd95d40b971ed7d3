//! Why no motion can be designed or screened.

use armwright_runtime::EvaluationError;
use thiserror::Error;

use super::geometry::GeometryError;

/// Why no motion can be designed or screened.
#[derive(Debug, Error)]
pub enum ExciteError {
    /// The robot's functions do not fit.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// Shapes and planes that cannot be.
    #[error(transparent)]
    Geometry(#[from] GeometryError),
    /// A base that moves.
    #[error(
        "the base of {0} moves: motions of a base are not designed yet; `simulate` has some that are chosen of random ones"
    )]
    MovingBase(String),
    /// A duration, or another number that has to be positive, is not.
    #[error("{what} must be a finite number above 0; {value} is not")]
    NotPositive {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// Too few of something.
    #[error("{what}: {count} are too few, at least {least} are needed")]
    TooFew {
        /// What it is.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there must be.
        least: usize,
    },
    /// Too much of something.
    #[error("{what}: {count} are too many for a search, at most {most} are possible")]
    TooMany {
        /// What it is.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// Time that stands still or goes back.
    #[error(
        "time does not advance to sample {row} of the motion: each sample has a later time than the one before"
    )]
    Clock {
        /// The sample, from 1.
        row: usize,
    },
    /// The ends of the motion leave nothing to choose.
    #[error(
        "{coefficients} coefficients of `{basis}` leave no motion once its ends are kept: take more harmonics, points or \
         pieces, or do not ask for rest at the ends"
    )]
    NoFreedom {
        /// The kind of motion.
        basis: &'static str,
        /// Coefficients of a joint.
        coefficients: usize,
    },
    /// Limits that nothing can keep.
    #[error("no motion keeps the limits of joint {joint}: {what}")]
    Infeasible {
        /// The joint.
        joint: String,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// A share of the limits that cannot be left free.
    #[error(
        "the margin is the share of every limit that is left free: it has to be at least 0 and less than 1, and is {0}"
    )]
    Margin(f64),
    /// Further constraints that no start could keep.
    #[error("no motion was found that keeps {what}; nearest: {nearest}")]
    NotKept {
        /// Which constraint.
        what: String,
        /// How far the best motion is from keeping it.
        nearest: String,
    },
    /// What is exceeded by as much in all postures.
    #[error(
        "no motion keeps {what}: whatever the joints that move do it is exceeded by {excess:.3} (a share of the limit, or dm); mend \
         the shapes or the limit, begin or hold joints elsewhere, or name under `apart` the pairs of bodies that are to be kept \
         from each other"
    )]
    NeverKept {
        /// Which constraint.
        what: String,
        /// By how much.
        excess: f64,
    },
    /// A name that is none of the robot.
    #[error("`{name}` is no {what} of the robot; there are {known}{suggestion}")]
    Unknown {
        /// The name.
        name: String,
        /// What it should be.
        what: &'static str,
        /// Those that there are.
        known: String,
        /// The nearest one, as a sentence.
        suggestion: String,
    },
    /// Equations without unknowns.
    #[error("nothing is to be found: the equations chosen have no base parameter")]
    NothingToFind,
    /// Nothing moves.
    #[error("every joint is held: let at least one move")]
    NothingMoves,
    /// Base parameters that no such motion tells.
    #[error(
        "no motion of the joints that move tells, by the torques that are used, {0}: let more joints move, use more torques, \
         or leave friction out of what is looked for"
    )]
    Unseen(String),
    /// No motion of any start has information about all parameters.
    #[error(
        "no start had a regular information matrix: {0}; give more samples or a longer motion, let more joints move, \
         use more torques, or leave friction out of what is looked for"
    )]
    Singular(String),
}
