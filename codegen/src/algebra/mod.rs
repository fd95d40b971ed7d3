//! Exact algebra: rationals, trigonometric polynomials, expression graphs. Knows no robots.

mod expression;
mod field;
mod graph;
mod index;
pub mod linear;
pub mod matrix;
mod monomial;
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
mod vanishing;
pub mod vector;

pub use expression::{Expression, Ring};
pub use field::{Field, PrimeField, Rationals};
pub use graph::{BaseInput, Graph, Input, Node, Ref};
pub use index::{
    BaseIndex, BodyIndex, ConstantIndex, CoordinateIndex, Indexed, JointIndex, MotorIndex,
    Overflow, ParameterIndex, Place,
};
pub use monomial::{Atom, Monomial};
pub use operations::Operations;
pub use poly::Poly;
pub use ratio::{Quotients, Ratio};
pub use rational::Rational;
pub use ring::{Algebra, Polynomials};
pub use symbol::Symbol;
pub use vanishing::vanishing;
pub use vector::{Rotation, Vector};
