//! Whether prediction holds on data that took no part in the estimate.

use serde::Serialize;

use super::fit::Fit;
use crate::thresholds::{FALL, GROWTH, POOR, SOUND, VARIATION};

/// What unseen data say of the prediction of one joint's torque.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Transfer {
    /// Predicted about as well as the data of the estimate.
    Holds,
    /// The error is no larger, but the torque hardly varied, so that this says little.
    Untested,
    /// Predicted worse, and not as well as a model should, but not far worse.
    Weakens,
    /// Predicted far worse.
    Fails,
}

/// Judges one joint: `seen` on the data of the estimate, `unseen` on data held out.
#[must_use]
pub fn transfer(seen: &Fit, unseen: &Fit) -> Transfer {
    if unseen.samples == 0 {
        return Transfer::Untested;
    }
    if unseen.r2 < 0.0 && unseen.nrmse > (1.0 - POOR).sqrt() {
        return Transfer::Fails;
    }
    let grows = unseen.rmse > GROWTH * seen.rmse;
    match grows {
        true if unseen.r2 < seen.r2 - FALL => Transfer::Fails,
        true if unseen.r2 < SOUND => Transfer::Weakens,
        // A mean of what was measured would be nearer: at best a torque that hardly varies.
        _ if unseen.r2 < 0.0 => Transfer::Untested,
        _ if variation(unseen) < VARIATION * variation(seen) => Transfer::Untested,
        _ => Transfer::Holds,
    }
}

/// Standard deviation of the measured torque, from `R² = 1 - rmse² / variance`.
fn variation(fit: &Fit) -> f64 {
    let unexplained = 1.0 - fit.r2;
    if unexplained > 0.0 {
        fit.rmse / unexplained.sqrt()
    } else {
        f64::INFINITY
    }
}
