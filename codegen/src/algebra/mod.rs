//! Exact algebra: rationals, trigonometric polynomials, expression graphs. Knows no robots.

mod factoring;
mod field;
mod graph;
pub mod linear;
mod monomial;
mod operations;
mod poly;
mod product;
mod ratio;
mod rational;
mod ring;
mod sum;
pub mod vector;

pub use factoring::factored;
pub use field::{Field, PrimeField, Rationals};
pub use graph::{Graph, Input, Node, Ref};
pub use monomial::{Atom, Monomial};
pub use operations::Operations;
pub use poly::Poly;
pub use ratio::{Quotients, Ratio};
pub use rational::Rational;
pub use ring::{Algebra, Polynomials};
pub use vector::{Rotation, Vector};
