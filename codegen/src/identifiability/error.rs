//! Why base parameters could not be found.

use std::fmt::{Display, Formatter};

/// Why no base parameters could be proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the rank of the parameter table could not be proved with any of the built-in primes; \
     please report this robot file"
)]
pub struct Unproved;

/// Why there are no base parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undetermined {
    /// They could not be proved.
    Unproved(Unproved),
    /// Their coefficients, quotients of symbols, are far too long.
    TooLong {
        /// The symbols of lengths, in backquotes.
        symbols: Vec<String>,
    },
    /// Rows of joints that share coordinates are far too long.
    SharedTooLong,
    /// Torques at rest, written out, are far too long.
    SpringsTooLong,
    /// A spring whose length never changes.
    Rigid {
        /// The spring.
        spring: String,
    },
    /// A spring whose length is no square root.
    Straight {
        /// The spring.
        spring: String,
    },
    /// A torque of the user's, written out, is far too long beside the others.
    TorquesTooLong,
    /// A root that is none.
    Square {
        /// The torque's parameter.
        torque: String,
    },
    /// A root that may be a multiple of another one.
    AlikeRoot {
        /// The torque's parameter.
        torque: String,
    },
    /// Products of velocities.
    Coriolis {
        /// The torque's parameter.
        torque: String,
    },
    /// Springs whose lengths may be alike.
    Alike {
        /// Both.
        springs: [String; 2],
    },
}

impl Undetermined {
    /// Why, and what to do about it in the robot file, if anything.
    #[must_use]
    pub fn said(&self) -> (String, Option<&'static str>) {
        let (why, remedy) = match self {
            Self::Unproved(unproved) => return (unproved.to_string(), None),
            Self::TooLong { symbols } => (
                format!(
                    "base parameters have quotients of the symbols {} that are too long to be found",
                    symbols.join(", ")
                ),
                "remove `symbolic: true` from lengths whose values are known for good",
            ),
            Self::SharedTooLong => (
                "base parameters depend on too many functions of coordinates that several joints share to be found"
                    .to_owned(),
                "describe fewer joints that move with others (`coordinate`) one behind the other, or lock some of them",
            ),
            Self::SpringsTooLong => (
                "torques at rest have too many terms for what springs share with gravity to be found".to_owned(),
                "leave `springs` out, or describe the part of the robot that they are on",
            ),
            Self::Rigid { spring } => (
                format!("the length of spring `{spring}` never changes"),
                "fix its ends off the axes of the joints between them, or remove it",
            ),
            Self::Straight { spring } => (
                format!("the length of spring `{spring}` is that of a straight line along which a joint slides"),
                "write `spring: true` at the joint in its place",
            ),
            Self::TorquesTooLong => (
                "torques at rest have too many terms for what torques of `torques` share with gravity to be found"
                    .to_owned(),
                "leave `torques` out, write them shorter, or describe the part of the robot that they are on",
            ),
            Self::Square { torque } => (
                format!("what `{torque}` has a square root of is, or may be, a square"),
                "write what it is the square of, in `abs(...)` if it changes its sign",
            ),
            Self::AlikeRoot { torque } => (
                format!("a square root in `{torque}` cannot be told exactly from another one, of a torque or a spring"),
                "write roots of the same function, or of different ones",
            ),
            Self::Coriolis { torque } => (
                format!("`{torque}` has a term with a product of two velocities, which Coriolis torques have as well"),
                "write `velocity*abs(velocity)` for friction by the square of the speed, or leave the term out",
            ),
            Self::Alike { springs: [one, other] } => (
                format!("the lengths of springs `{one}` and `{other}` cannot be told apart exactly"),
                "describe one spring in place of both",
            ),
        };
        (why, Some(remedy))
    }
}

impl Display for Undetermined {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self.said() {
            (why, Some(remedy)) => write!(f, "{why}\nhelp: {remedy}"),
            (why, None) => f.write_str(&why),
        }
    }
}

impl std::error::Error for Undetermined {}

impl From<Unproved> for Undetermined {
    fn from(unproved: Unproved) -> Self {
        Self::Unproved(unproved)
    }
}

#[cfg(test)]
mod tests {
    use super::{Undetermined, Unproved};

    #[test]
    fn a_remedy_is_told_apart_from_the_reason_where_there_is_one() {
        let spring = "s".to_owned();
        let rigid = Undetermined::Rigid { spring };
        let (why, remedy) = (
            "the length of spring `s` never changes",
            "fix its ends off the axes of the joints between them, or remove it",
        );
        assert_eq!(rigid.said(), (why.to_owned(), Some(remedy)));
        assert_eq!(rigid.to_string(), format!("{why}\nhelp: {remedy}"));
        let unproved = Undetermined::from(Unproved);
        assert_eq!(unproved.said(), (Unproved.to_string(), None));
        assert_eq!(unproved.to_string(), Unproved.to_string());
    }
}
