//! Exact algebra: numbers, trigonometric polynomials, expression graphs. Knows no robots.

mod divisor;
mod expression;
mod field;
mod function;
mod graph;
mod index;
mod input;
pub mod linear;
pub mod matrix;
mod monomial;
mod number;
mod numerals;
mod operations;
mod operators;
pub mod passes;
mod poly;
mod product;
mod ratio;
mod rational;
mod ring;
pub mod spatial;
mod sum;
mod symbol;
mod unary;
mod vanishing;

pub use expression::{Expression, Ring};
pub use field::{Field, Numbers, Numbers as Rationals, PrimeField};
pub use function::{Fraction, Function, times};
pub use graph::{Graph, Node, Ref};
pub use index::{
    BaseIndex, BodyIndex, ConstantIndex, CoordinateIndex, Indexed, JointIndex, MotorIndex,
    Overflow, ParameterIndex, Place, SpringIndex, TorqueIndex,
};
pub use input::{BaseInput, Input};
pub use monomial::{Atom, Monomial};
pub use number::Number;
// Nearly all numbers are rational, and most of the code calls them so.
pub use number::Number as Rational;
pub use numerals::Marks;
pub use operations::{Known, Operations};
pub use poly::Poly;
pub use ratio::{Quotients, QuotientsWithin, Ratio};
pub use ring::Algebra;
pub use symbol::Symbol;
pub use unary::Unary;
pub use vanishing::vanishing;
