//! Exact algebra: rationals, trigonometric polynomials, expression graphs.

mod rational;

pub use rational::Rational;
