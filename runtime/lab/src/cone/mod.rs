//! Solvers for linear and for convex quadratic objectives over positive semidefinite 4×4 blocks and nonnegative
//! numbers.
//!
//! They know nothing of robots. Each says how far its answer can be from the optimum by weak duality, whatever
//! its iteration did.

pub(crate) mod block;
pub(crate) mod central_path;
#[cfg(test)]
mod exact;
pub(crate) mod interior_point;
mod newton;
#[cfg(test)]
mod optimality;
mod part;
pub(crate) mod program;
pub(crate) mod quadratic;
#[cfg(test)]
mod quadratic_optimality;
mod run;
mod standard;
