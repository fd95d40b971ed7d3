//! Recordings together that differ in what they were made with: some with a load on a body, each with an offset of
//! its own at each torque sensor, each as noisy as it is, through drives whose gains are not known.
//!
//! Row `i` of recording `r` says
//!
//! ```text
//! s_ri = κ_i (Y_i β + l_r Y_i P_k φ) + o_ri + noise of variance σ_ri²
//! ```
//!
//! with the signal `s` as recorded, the base regressor `Y`, the ten parameters `φ` of a load on body `k` (its columns
//! are those of the body: Kozłowski and Dutkiewicz, section 4), `l_r` whether the recording has it, `κ` the signal that
//! a drive gives for each unit of torque, and offsets `o`. Which of `β`, `φ`, `κ` and `o` are unknown is a plan; one
//! triangular factor for each recording and row holds all that any of them needs.

mod alone;
mod apart;
mod cross_validation;
mod doubts;
mod error;
mod factors;
mod fit;
mod identified;
mod plan;
mod refuted;
mod scatter;
mod setup;
mod weighed;
mod zeros;

pub use cross_validation::HeldOut;
pub use doubts::Unexplained;
pub use error::TogetherError;
pub use identified::{Parameter, Together, TogetherOptions, identify_together};
pub use plan::Offsets;
pub use weighed::Weighed;
pub use zeros::Zero;

pub(crate) use doubts::Doubts;
pub(crate) use factors::Factors;
pub(crate) use fit::{Fit, Prior};
pub(crate) use identified::parameters;
pub(crate) use plan::{Carried, Plan};
pub(crate) use refuted::impossible;
pub(crate) use scatter::{Scatter, scatter};
pub(crate) use setup::{Motions, both, carrier, names, of_torques, with_load};
pub(crate) use weighed::weighed;

#[cfg(test)]
mod tests;
