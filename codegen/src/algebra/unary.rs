//! Functions of one number in the graph.

use super::{Poly, Rational};

/// Functions of one number, of which nothing is simplified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// One over it.
    Reciprocal,
    /// The square root.
    Root,
    /// The exponential.
    Exponential,
    /// The hyperbolic tangent.
    HyperbolicTangent,
}

impl Unary {
    /// Something that stands for the function in a proof: another symbol than those of signs and other functions.
    pub(super) fn apart(self, of: &Poly) -> Poly {
        of + &Poly::constant(Rational::from(2 + i64::from(self as u8)))
    }
}
