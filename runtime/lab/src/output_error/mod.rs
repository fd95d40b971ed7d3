//! Output error: parameters with which a simulated motion follows the measured one.
//!
//! An estimator by equations asks which parameters explain torques at positions that were measured; this one simulates the robot under
//! the torques (or voltages) that were measured, and asks which parameters make it go where it went (Brewer and Gibson 1985). It needs
//! no accelerations, and noise of positions does not bias it; it needs values to begin with, and a motion that does not depend
//! chaotically on what it begins with: shorter intervals help there, [`Sensitivity`] says when.
//!
//! [`Experiment`] is what was measured, [`Free`] a parameter to be found, [`fit`] the way to all of them.

mod between;
mod blocks;
#[cfg(test)]
pub(crate) mod by_hand;
mod conclude;
mod dependence;
mod deviations;
mod error;
mod evaluate;
mod experiment;
mod fit;
mod followed;
mod free;
mod handed;
mod lacking;
mod limits;
mod linear;
mod options;
mod result;
mod search;
mod sensitivity;
mod stretch;
mod winding;

pub use error::FitError;
pub use experiment::{Clock, Experiment};
pub(crate) use fit::SHORT;
pub use fit::fit;
pub use free::{Free, all_free, free};
pub use lacking::Missing;
pub use options::{FitOptions, InitialState};
pub use result::{
    Attempt, Beginning, Dependence, Fit, Fitted, FittedJoint, Handed, Unsampled, Unseen,
};
pub use search::{Ending, Iterate};
pub use sensitivity::{Curve, Growth, Sensitivity, sensitivities, sensitivity};
pub use winding::{NoWinding, VoltageBalance, Winding, WindingCovariance};
