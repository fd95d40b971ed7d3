//! Whether an identified model may act: its predictions over a full buffer decide.

use crate::Real;

/// The gate of an identified model: it opens when its predictions of the last `W` samples of `M` torques explain
/// enough of them, and closes when they do not any more.
///
/// `R² = 1 - eᵀe / uᵀu` over all torques of the buffer, each divided by its noise (without noise given: 1). What is predicted has to
/// be predicted before the sample is used for learning: then a fit that follows noise does not pass. Where torques
/// were zero throughout there is no `R²`, and the gate is closed.
///
/// Source: Kolathaya et al., equation 104 and section VI (50 samples, threshold 0.95); the second, lower threshold for
/// closing keeps it from chattering.
///
/// ```
/// use armwright_runtime::online::Gate;
/// let mut gate = Gate::<f64, 1, 50>::new(0.95, 0.9, [1.0]);
/// for k in 0..49 {
///     assert!(!gate.observe(&[f64::from(k % 7)], &[f64::from(k % 7)]));
/// }
/// assert!(gate.observe(&[1.0], &[1.0]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gate<S, const M: usize, const W: usize> {
    opens: S,
    closes: S,
    weights: [S; M],
    /// Sums over torques of squared errors and of squares, for each sample.
    squares: [[S; 2]; W],
    next: usize,
    filled: usize,
    open: bool,
}

impl<S: Real, const M: usize, const W: usize> Gate<S, M, W> {
    /// A closed gate that opens at one `R²` and closes at another, below it; `noise` is what torques are
    /// divided by (N·m or N).
    #[must_use]
    pub fn new(opens: S, closes: S, noise: [S; M]) -> Self {
        Self {
            opens,
            closes,
            weights: noise.map(|std| S::constant(1.0) / std),
            squares: [[S::constant(0.0); 2]; W],
            next: 0,
            filled: 0,
            open: false,
        }
    }

    /// Takes measured torques and those that the identified model predicted; whether it may act.
    pub fn observe(&mut self, measured: &[S; M], predicted: &[S; M]) -> bool {
        let mut sums = [S::constant(0.0); 2];
        for ((&measured, &predicted), &weight) in measured.iter().zip(predicted).zip(&self.weights)
        {
            let (error, torque) = (weight * (measured - predicted), weight * measured);
            sums = [sums[0] + error * error, sums[1] + torque * torque];
        }
        if let Some(slot) = self.squares.get_mut(self.next) {
            *slot = sums;
        }
        self.next = if self.next + 1 < W { self.next + 1 } else { 0 };
        self.filled = (self.filled + 1).min(W);
        let threshold = if self.open { self.closes } else { self.opens };
        // Not a number opens nothing.
        self.open = self.r2().is_some_and(|r2| r2.value() >= threshold.value());
        self.open
    }

    /// `R²` over the buffer; none before it is full, or without torques.
    #[must_use]
    pub fn r2(&self) -> Option<S> {
        let mut sums = [S::constant(0.0); 2];
        for &[error, torque] in &self.squares {
            sums = [sums[0] + error, sums[1] + torque];
        }
        let full = self.filled == W && sums[1].value() > 0.0;
        full.then(|| S::constant(1.0) - sums[0] / sums[1])
    }

    /// Whether the identified model may act.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Closes the gate and empties the buffer.
    pub fn close(&mut self) {
        (self.next, self.filled, self.open) = (0, 0, false);
    }
}
