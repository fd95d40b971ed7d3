//! Values that cannot be interpreted.

use thiserror::Error;

/// Why base parameters cannot be interpreted.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum InterpretationError {
    /// Too many or too few base parameters.
    #[error("{robot} has {expected} base parameters, not {actual}")]
    Count {
        /// The robot.
        robot: String,
        /// Its base parameters.
        expected: usize,
        /// Those given.
        actual: usize,
    },
    /// A value that is not finite.
    #[error("{0} is not a finite number")]
    NotFinite(String),
    /// A known value given more than once.
    #[error("`{0}` is given twice: give one value of it")]
    Twice(String),
    /// A known value of nothing.
    #[error("{robot} has no physical parameter `{name}`{suggestion}")]
    Unknown {
        /// The robot.
        robot: String,
        /// The name.
        name: String,
        /// Names that it may have meant, or all that there are.
        suggestion: String,
    },
    /// A known value of what no base parameter depends on.
    #[error(
        "no base parameter of {robot} depends on `{name}`, so that its value tells nothing: leave it out"
    )]
    Invisible {
        /// The robot.
        robot: String,
        /// The name.
        name: String,
    },
    /// A length that is known otherwise than base parameters have it.
    #[error(
        "base parameters were identified with {file} m for {name}, and what it is otherwise, or may be off by, is in them as well: \
         write its value into the robot file and identify again"
    )]
    Length {
        /// The length.
        name: String,
        /// Its value in the robot file.
        file: f64,
    },
    /// A known value without a value.
    #[error(
        "no value for {names}: the plan takes them for known; give values, here or in the robot file \
         (`physical:` of the body)"
    )]
    Missing {
        /// The names.
        names: String,
    },
}
