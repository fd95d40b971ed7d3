//! From motions to equations: the observation matrix, formed, decimated and folded in one pass.
//!
//! [`Columns`] say what multiplies each unknown in the joint torques, or in what else is measured; [`Equations`] say
//! on which side of the transmission rows are torques, and which velocities' signs enter each. One pass
//! ([`Equations::pass`]) runs through a motion with any columns: it decimates them together with the
//! torque, drops what the anti-alias filter spoils at the ends, and says of each row whether its
//! signs are certain. Nothing of the observation matrix is kept but triangular factors ([`Factor`],
//! [`Observation`]).

mod balance;
#[cfg(test)]
pub(crate) mod by_hand;
mod columns;
mod contacts;
mod directed;
mod equations;
mod error;
mod factor;
mod integral;
mod integrate;
mod keep;
mod kept;
mod observation;
mod observe;
mod packed;
mod parts;
mod raw;
mod sample;
mod series;
mod signs;
mod stream;
mod wide;
mod windows;

pub(crate) use crate::transmission::enters_never;
pub use balance::Balance;
pub use columns::{BaseColumns, Beside, Columns};
pub use contacts::contact_rows;
pub(crate) use contacts::{Levers, add_contacts};
pub(crate) use directed::Directed;
pub use equations::Equations;
pub use error::RegressionError;
pub use factor::Factor;
pub use integral::{Integral, Intervals, Sparse};
pub use observation::{Observation, Triangle};
pub use sample::Sample;
pub(crate) use series::NOISE_LAGS;
pub use series::Series;
pub(crate) use signs::Signs;
pub(crate) use stream::leaves_samples;
