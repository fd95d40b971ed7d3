//! When a model that was right stops being so: a load was taken, a brake drags.

use crate::Real;

/// Watches errors of prediction of `M` torques for a lasting change, by a cumulative sum.
///
/// Errors are divided by what they usually are, so that their mean square is 1 while the model holds. What exceeds 1 by more
/// than the slack adds up; what falls short takes it down again, to zero and no further. A change is seen when the
/// sum passes the threshold: after `threshold / (e² - 1 - slack)` samples whose mean square is `e²`. No sample adds more than
/// a quarter of the threshold, so that a spike is no change.
///
/// Source: Page, Continuous inspection schemes (1954).
///
/// ```
/// use armwright_runtime::online::Change;
/// let mut change = Change::new([0.1], 1.0, 20.0);
/// assert!((0..1000).all(|_| !change.observe(&[0.1])));
/// let seen = (0..100).position(|_| change.observe(&[-0.3]));
/// assert_eq!(seen, Some(4));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change<S, const M: usize> {
    weights: [S; M],
    slack: S,
    threshold: S,
    sum: S,
}

impl<S: Real, const M: usize> Change<S, M> {
    /// Watches errors that are usually `usual` (N·m or N).
    #[must_use]
    pub fn new(usual: [S; M], slack: S, threshold: S) -> Self {
        Self {
            weights: usual.map(|std| S::constant(1.0) / std),
            slack,
            threshold,
            sum: S::constant(0.0),
        }
    }

    /// Takes the errors of a prediction (N·m or N); whether the sum has passed the threshold. Errors that are no numbers
    /// change nothing.
    pub fn observe(&mut self, errors: &[S; M]) -> bool {
        let (mut squares, mut count) = (S::constant(0.0), S::constant(0.0));
        for (&error, &weight) in errors.iter().zip(&self.weights) {
            squares = squares + weight * error * weight * error;
            count = count + S::constant(1.0);
        }
        let most = S::constant(0.25) * self.threshold;
        let mut more = squares / count - S::constant(1.0) - self.slack;
        if more.value() > most.value() {
            more = most;
        }
        let sum = self.sum + more;
        if sum.value().is_finite() {
            self.sum = if sum.value() > 0.0 {
                sum
            } else {
                S::constant(0.0)
            };
        }
        self.sum.value() > self.threshold.value()
    }

    /// Begins anew.
    pub fn clear(&mut self) {
        self.sum = S::constant(0.0);
    }
}
