//! Whether prediction holds on data that took no part in the estimate.

use serde::Serialize;

use super::fit::{Fit, Fits};
use crate::thresholds::{FALL, GROWTH, SOUND, VARIATION};

/// What unseen data say of the prediction of one joint's torque.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Transfer {
    /// Predicted about as well as the data of the estimate.
    Holds,
    /// The error is no larger than its noise explains, but the torque hardly varied, or hardly more than that noise, so that this says
    /// little.
    Untested,
    /// Predicted worse, and not as well as a model should, but not far worse.
    Weakens,
    /// Predicted far worse.
    Fails,
}

/// Judges one joint: `seen` on the data of the estimate, `unseen` on data held out, samples of both being means of as many that were
/// measured.
#[must_use]
pub fn transfer(seen: &Fit, unseen: &Fit) -> Transfer {
    transfer_of(seen, unseen, [seen, unseen].map(variation))
}

/// The same of what is compared by other variations, of the data of the estimate and of those held out.
pub(crate) fn transfer_of(seen: &Fit, unseen: &Fit, variations: [f64; 2]) -> Transfer {
    judged(seen, unseen, variations, 1.0)
}

impl Fits {
    /// Judges each joint by the fits of data held out.
    pub(crate) fn transfers<'a>(
        &'a self,
        unseen: &'a Self,
    ) -> impl Iterator<Item = (&'a Fit, &'a Fit, Transfer)> {
        let fewer = self.averaged / unseen.averaged;
        let pairs = self.joints.iter().zip(&unseen.joints);
        pairs.map(move |(seen, unseen)| {
            let variations = [seen, unseen].map(variation);
            let outcome = judged(seen, unseen, variations, noise(seen, fewer));
            (seen, unseen, outcome)
        })
    }
}

/// By how much a residual grows where each sample is the mean of `fewer` times fewer that were measured: what does not follow itself from
/// sample to sample is noise, whose variance grows so much. Means of more may not have less, where the noise was not white.
fn noise(seen: &Fit, fewer: f64) -> f64 {
    let follows = seen.lag1.clamp(0.0, 1.0);
    (follows + (1.0 - follows) * fewer.max(1.0)).sqrt()
}

/// An error that noise, so many times that of `seen`, explains is no failure, whatever R² is: a torque that varies by no more than its noise
/// has none.
fn judged(seen: &Fit, unseen: &Fit, [before, now]: [f64; 2], noise: f64) -> Transfer {
    if unseen.samples == 0 {
        return Transfer::Untested;
    }
    let grows = |times: f64| unseen.rmse > GROWTH * times * seen.rmse;
    match grows(noise) {
        true if unseen.r2 < seen.r2 - FALL => Transfer::Fails,
        true if unseen.r2 < SOUND => Transfer::Weakens,
        // A mean of what was measured would be nearer: at best a torque that hardly varies.
        _ if unseen.r2 < 0.0 => Transfer::Untested,
        // The noise of these samples hides as much as a model may leave.
        false if grows(1.0) && unseen.r2 < SOUND => Transfer::Untested,
        _ if now < VARIATION * before => Transfer::Untested,
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
    use super::{Fit, Fits, Transfer, transfer, transfer_of, variation};

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
            (1.5, 0.1, 0.8, Transfer::Holds),
            // More than half as large again, but still sound.
            (1.501, 0.1, 0.95, Transfer::Holds),
            (1.501, 0.1, 0.949, Transfer::Weakens),
            (1.501, 0.1, 0.891, Transfer::Weakens),
            (1.501, 0.1, 0.889, Transfer::Fails),
            // A mean would be nearer: of a torque that varies by no more than noise, unless the error grew.
            (1.2, 0.2, -0.1, Transfer::Untested),
            (0.63, 1.0, -0.01, Transfer::Untested),
            (1.5, 1.0, -3.8, Transfer::Untested),
            (1.501, 1.0, -0.01, Transfer::Fails),
            (1.6, 0.1, -3.8, Transfer::Fails),
            // As near as a mean, which is said of a torque that stays the same as well.
            (1.2, 0.64, 0.0, Transfer::Untested),
            // A torque that varies by a third of 10: 0.99 and rmse 1 against 0.91.
            (1.0, 0.1, 0.911, Transfer::Holds),
            (1.0, 0.1, 0.909, Transfer::Untested),
            // A perfect fit of what is tested says all.
            (0.0, 0.0, 1.0, Transfer::Holds),
        ] {
            let found = transfer(&seen, &fit(rmse, nrmse, r2));
            assert_eq!(found, expected, "{rmse} {nrmse} {r2}");
        }
        let varied = |now: f64| transfer_of(&seen, &fit(1.0, 0.1, 0.9), [9.0, now]);
        assert_eq!(
            [2.9, 3.1].map(varied),
            [Transfer::Untested, Transfer::Holds]
        );
        let mut none = fit(9.0, 2.0, -3.0);
        none.samples = 0;
        assert_eq!(transfer(&seen, &none), Transfer::Untested);
        // Beside a perfect fit any torque varies less.
        let perfect = fit(0.0, 0.0, 1.0);
        let tested = fit(0.0, 0.0, 0.99);
        assert_eq!(transfer(&perfect, &tested), Transfer::Untested);
        assert!((variation(&seen) - 10.0).abs() < 1e-12);
        assert_eq!(variation(&fit(0.0, 0.0, 1.0)), f64::INFINITY);
    }

    /// White noise of a mean of 6 is √10 times that of a mean of 60; a residual that follows itself is not averaged away.
    #[test]
    fn errors_are_compared_at_like_averaging() {
        let of = |averaged: f64, lag1: f64, (rmse, r2): (f64, f64)| {
            let joint = Fit {
                lag1,
                ..fit(rmse, 0.1, r2)
            };
            let overall = joint.clone();
            let joints = vec![joint];
            Fits {
                joints,
                overall,
                averaged,
            }
        };
        let judged = |[seen, unseen]: [f64; 2], lag1: f64, found: (f64, f64)| {
            let (seen, unseen) = (of(seen, lag1, (1.0, 0.99)), of(unseen, 0.0, found));
            let mut all = seen.transfers(&unseen);
            all.next().map(|(.., outcome)| outcome)
        };
        for (averaged, lag1, found, expected) in [
            ([60.0, 6.0], 0.0, (3.2, 0.97), Transfer::Holds),
            ([60.0, 6.0], 0.0, (3.2, -0.001), Transfer::Untested),
            ([60.0, 6.0], 0.0, (4.7, 0.5), Transfer::Untested),
            ([60.0, 6.0], 0.0, (4.8, 0.5), Transfer::Fails),
            ([60.0, 6.0], 0.0, (4.8, 0.93), Transfer::Weakens),
            ([60.0, 6.0], 1.0, (1.6, 0.5), Transfer::Fails),
            ([60.0, 6.0], -0.3, (4.7, 0.97), Transfer::Holds),
            // Half of the variance grows: √5.5.
            ([60.0, 6.0], 0.5, (3.5, 0.5), Transfer::Untested),
            ([60.0, 6.0], 0.5, (3.6, 0.5), Transfer::Fails),
            ([60.0, 60.0], 0.0, (1.6, 0.5), Transfer::Fails),
            ([6.0, 60.0], 0.0, (1.4, 0.97), Transfer::Holds),
        ] {
            let outcome = judged(averaged, lag1, found);
            assert_eq!(outcome, Some(expected), "{averaged:?} {lag1} {found:?}");
        }
    }
}
