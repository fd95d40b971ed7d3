//! Estimates that take the motion from a simulation of the identified robot: instrumental variables (IDIM-IV: Janot,
//! Vandanjon and Gautier 2014) and direct and inverse dynamics (DIDIM: Gautier, Janot and Vandanjon 2013).
//!
//! Noise of the positions is in the columns `K` of measured motions, and least squares is biased by its square. The columns
//! `Z` of a motion that is simulated ([`closed_loop`](crate::closed_loop)) along positions of a narrower band have next to none.
//! DIDIM fits `y = Z β`; instrumental variables make the residuals `y - K β` orthogonal to `Z`. Both are weighted least squares
//! of the simulated motion, the latter of `y + (Z - K) β`, so that all that follows an estimate goes on from that: its
//! covariance is `(Zᵀ W Z)⁻¹ Zᵀ W Ω W Z (Zᵀ W Z)⁻¹`, where `Ω` is the noise of `y - Z β` and, of instrumental variables, what
//! errors of the positions make of `K β`.

mod compared;
mod settled;
mod settling;

pub use compared::{Compared, Followed, Simulated};
pub(super) use settling::settle;

#[cfg(test)]
mod tests;
