//! Why base parameters could not be found.

/// Why no base parameters could be proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the rank of the parameter table could not be proved with any of the built-in primes; \
     please report this robot file"
)]
pub struct Unproved;

/// Why there are no base parameters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Undetermined {
    /// They could not be proved.
    #[error(transparent)]
    Unproved(#[from] Unproved),
    /// Their coefficients, quotients of symbols, are far too long.
    #[error(
        "base parameters have quotients of the symbols {} that are too long to be found\n\
         help: remove `symbolic: true` from lengths whose values are known for good",
        symbols.join(", ")
    )]
    TooLong {
        /// The symbols of lengths, in backquotes.
        symbols: Vec<String>,
    },
    /// Rows of joints that share coordinates are far too long.
    #[error(
        "base parameters depend on too many functions of coordinates that several joints share to be found\n\
         help: describe fewer joints that move with others (`coordinate`) one behind the other, or lock some of them"
    )]
    SharedTooLong,
    /// Torques at rest, written out, are far too long.
    #[error(
        "torques at rest have too many terms for what springs share with gravity to be found\n\
         help: leave `springs` out, or describe the part of the robot that they are on"
    )]
    SpringsTooLong,
    /// A spring whose length never changes.
    #[error(
        "the length of spring `{spring}` never changes\n\
         help: fix its ends off the axes of the joints between them, or remove it"
    )]
    Rigid {
        /// The spring.
        spring: String,
    },
    /// A spring whose length is no square root.
    #[error(
        "the length of spring `{spring}` is that of a straight line along which a joint slides\n\
         help: write `spring: true` at the joint in its place"
    )]
    Straight {
        /// The spring.
        spring: String,
    },
    /// A torque of the user's, written out, is far too long beside the others.
    #[error(
        "torques at rest have too many terms for what torques of `torques` share with gravity to be found\n\
         help: leave `torques` out, write them shorter, or describe the part of the robot that they are on"
    )]
    TorquesTooLong,
    /// A root that is none.
    #[error(
        "what `{torque}` has a square root of is, or may be, a square\n\
         help: write what it is the square of, in `abs(...)` if it changes its sign"
    )]
    Square {
        /// The torque's parameter.
        torque: String,
    },
    /// A root that may be a multiple of another one.
    #[error(
        "a square root in `{torque}` cannot be told exactly from another one, of a torque or a spring\n\
         help: write roots of the same function, or of different ones"
    )]
    AlikeRoot {
        /// The torque's parameter.
        torque: String,
    },
    /// Products of velocities.
    #[error(
        "`{torque}` has a term with a product of two velocities, which Coriolis torques have as well\n\
         help: write `velocity*abs(velocity)` for friction by the square of the speed, or leave the term out"
    )]
    Coriolis {
        /// The torque's parameter.
        torque: String,
    },
    /// Springs whose lengths may be alike.
    #[error(
        "the lengths of springs `{}` and `{}` cannot be told apart exactly\n\
         help: describe one spring in place of both", springs[0], springs[1]
    )]
    Alike {
        /// Both.
        springs: [String; 2],
    },
}
