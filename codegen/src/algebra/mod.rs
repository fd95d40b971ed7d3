//! Exact algebra: rationals, trigonometric polynomials, expression graphs. Knows no robots.

mod factoring;
mod field;
mod graph;
mod monomial;
mod operations;
mod poly;
mod product;
mod rational;
mod ring;
mod sum;
pub mod vector;

pub use factoring::factored;
pub use field::{PrimeField, Reduced};
pub use graph::{Graph, Input, Node, Ref};
pub use monomial::{Atom, Monomial};
pub use operations::Operations;
pub use poly::Poly;
pub use rational::Rational;
pub use ring::{Algebra, Polynomials};
pub use vector::{Rotation, Vector};
