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

#[cfg(test)]
mod tests {
    use super::{Fit, Transfer, transfer, variation};

    fn fit(rmse: f64, nrmse: f64, r2: f64) -> Fit {
        Fit {
            name: "j1".to_owned(),
            is_motor: false,
            samples: 100,
            rmse,
            nrmse,
            r2,
            lag1: 0.0,
            whiteness: None,
        }
    }

    #[test]
    fn unseen_data_are_judged_by_how_much_worse_they_are_predicted() {
        let seen = fit(1.0, 0.1, 0.99);
        for (rmse, nrmse, r2, expected) in [
            (1.5, 0.1, 0.97, Transfer::Holds),
            // More than half as large again, but still sound.
            (1.6, 0.1, 0.95, Transfer::Holds),
            (1.6, 0.1, 0.949, Transfer::Weakens),
            (1.6, 0.1, 0.9, Transfer::Weakens),
            (1.6, 0.1, 0.88, Transfer::Fails),
            // A mean would be nearer: where little of the torque is left, it hardly varied.
            (1.2, 0.2, -0.1, Transfer::Untested),
            (1.2, 0.64, -0.1, Transfer::Fails),
            (1.2, 0.63, -0.1, Transfer::Untested),
            // As near as a mean, which is said of a torque that stays the same as well.
            (1.2, 0.64, 0.0, Transfer::Untested),
            // A torque that varies by a third of 10: 0.99 and rmse 1 against 0.91.
            (1.0, 0.1, 0.92, Transfer::Holds),
            (1.0, 0.1, 0.9, Transfer::Untested),
        ] {
            let found = transfer(&seen, &fit(rmse, nrmse, r2));
            assert_eq!(found, expected, "{rmse} {nrmse} {r2}");
        }
        let mut none = fit(1.0, 0.1, 0.99);
        none.samples = 0;
        assert_eq!(transfer(&seen, &none), Transfer::Untested);
        assert!((variation(&seen) - 10.0).abs() < 1e-12);
        assert_eq!(variation(&fit(0.0, 0.0, 1.0)), f64::INFINITY);
    }
}
