//! A solver for linear objectives over positive semidefinite 4×4 blocks and nonnegative numbers.
//!
//! It knows nothing of robots. Each bound that it gives is proved by weak duality, whatever its
//! iteration did.

pub(super) mod block;
pub(super) mod interior_point;
#[cfg(test)]
mod optimality;
pub(super) mod program;
mod standard;
