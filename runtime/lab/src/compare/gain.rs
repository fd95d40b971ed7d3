//! A common gain of all drives.

use serde::Serialize;

use super::change::Changes;

/// Rounds in which the covariance takes up the factor.
const ROUNDS: usize = 5;

/// The factor between all torques of the second result and those of the first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Gain {
    /// The factor.
    pub factor: f64,
    /// Its standard deviation, wider for what it leaves unexplained.
    pub std: f64,
    /// The share of the change that it explains, in squares of deviations.
    pub explained: f64,
    /// The probability of what it leaves.
    pub p_value: f64,
}

/// `a common gain of all drives, 1.0500 ± 0.0100,`.
impl std::fmt::Display for Gain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "a common gain of all drives, {:.4} ± {:.4},",
            self.factor, self.std
        )
    }
}

pub(super) fn of(changes: &Changes<'_>) -> Gain {
    let all: Vec<usize> = (0..changes.len()).collect();
    let whole = changes.whitening(&all, 1.0) * (&changes.second - &changes.first);
    let scaled = |factor: f64| {
        // A length is not a torque.
        let is_torque = |k: usize| changes.place(k).is_some();
        changes
            .first
            .map_with_location(|k, _, x| match is_torque(k) {
                true => factor * x,
                false => x,
            })
    };
    let mut factor = 1.0;
    let (mut left, mut std) = (whole.norm_squared(), 0.0);
    for _ in 0..ROUNDS {
        let whitening = changes.whitening(&all, factor);
        let by_factor = &whitening * (scaled(1.0) - scaled(0.0));
        let rest = &whitening * (&changes.second - scaled(factor));
        let size = by_factor.norm_squared();
        if size <= 0.0 || !size.is_finite() {
            break;
        }
        factor += by_factor.dot(&rest) / size;
        left = (&whitening * (&changes.second - scaled(factor))).norm_squared();
        std = size.sqrt().recip();
    }
    let spare = all.len().saturating_sub(1).max(1) as f64;
    Gain {
        factor,
        std: std * (left / spare).max(1.0).sqrt(),
        explained: (1.0 - left / whole.norm_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0),
        p_value: changes.tail(left, &all, 1),
    }
}
