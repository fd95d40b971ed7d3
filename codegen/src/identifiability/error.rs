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
}
