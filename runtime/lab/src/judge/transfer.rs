//! Whether prediction holds on data that took no part in the estimate.

use serde::Serialize;

use crate::statistics::Fit;
use crate::thresholds::{FALL, GROWTH, SOUND, VARIATION};

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
    let grows = unseen.rmse > GROWTH * seen.rmse;
    match grows {
        true if unseen.r2 < seen.r2 - FALL => Transfer::Fails,
        true if unseen.r2 < SOUND => Transfer::Weakens,
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
    use super::{Transfer, transfer};
    use crate::statistics::Fit;

    fn fit(rmse: f64, r2: f64) -> Fit {
        Fit {
            name: "q1".to_owned(),
            samples: 300,
            rmse,
            nrmse: 0.1,
            r2,
            lag1: 0.0,
            whiteness: None,
        }
    }

    #[test]
    fn an_error_that_grows_and_explains_less_does_not_transfer() {
        assert_eq!(transfer(&fit(1.0, 0.95), &fit(4.0, -0.2)), Transfer::Fails);
        assert_eq!(transfer(&fit(1.0, 0.95), &fit(1.6, 0.84)), Transfer::Fails);
        assert_eq!(transfer(&fit(1.0, 0.95), &fit(1.4, 0.84)), Transfer::Holds);
    }

    #[test]
    fn an_error_that_grows_to_less_than_a_sound_model_is_not_passed_over() {
        let seen = fit(1.0, 0.99);
        assert_eq!(transfer(&seen, &fit(7.6, 0.908)), Transfer::Weakens);
        assert_eq!(transfer(&seen, &fit(1.4, 0.908)), Transfer::Holds);
    }

    #[test]
    fn a_nearly_perfect_fit_may_grow() {
        assert_eq!(
            transfer(&fit(0.01, 0.999_99), &fit(0.05, 0.999)),
            Transfer::Holds
        );
    }

    #[test]
    fn a_joint_at_rest_tests_little() {
        // The same error, but torque varies by 1.2 where it varied by 10.
        assert_eq!(
            transfer(&fit(1.0, 0.99), &fit(0.8, 0.55)),
            Transfer::Untested
        );
    }
}
