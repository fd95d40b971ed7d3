//! Measured and predicted torques side by side, and what their difference says.

use serde::Serialize;

use super::whiteness::Whiteness;

/// Measured and predicted torques of `n` rows (joints or motors) over time.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The recording's name.
    pub name: String,
    /// Samples a second, Hz.
    pub rate: f64,
    /// Times, s.
    pub time: Vec<f64>,
    /// Measured torques, a column a row of the equations, N·m or N.
    pub measured: Vec<Vec<f64>>,
    /// Predicted torques.
    pub predicted: Vec<Vec<f64>>,
    /// Whether the sample counts (is fast enough for the sign of friction to be certain).
    pub kept: Vec<Vec<bool>>,
    /// Autocorrelations, from lag 0, that white measurement noise has after decimation; empty for
    /// noise that stays white.
    pub noise: Vec<f64>,
}

impl Series {
    /// A series of no samples.
    #[must_use]
    pub fn new(name: &str, n: usize, rate: f64) -> Self {
        let name = name.to_owned();
        let (measured, predicted, kept) = (
            vec![Vec::new(); n],
            vec![Vec::new(); n],
            vec![Vec::new(); n],
        );
        Self {
            name,
            rate,
            time: Vec::new(),
            measured,
            predicted,
            kept,
            noise: Vec::new(),
        }
    }

    /// Adds a sample.
    pub fn push(
        &mut self,
        time: f64,
        measured: &[f64],
        predicted: &[f64],
        kept: impl Iterator<Item = bool>,
    ) {
        self.time.push(time);
        for (i, kept) in kept.enumerate() {
            self.measured[i].push(measured[i]);
            self.predicted[i].push(predicted[i]);
            self.kept[i].push(kept);
        }
    }

    /// Measured less predicted torque of a row, `None` where the sample does not count.
    pub fn residuals(&self, row: usize) -> impl Iterator<Item = Option<f64>> + '_ {
        let pairs = self.measured[row]
            .iter()
            .zip(&self.predicted[row])
            .zip(&self.kept[row]);
        pairs.map(|((measured, predicted), kept)| kept.then_some(measured - predicted))
    }
}

/// How well one joint's (or motor's) torque is predicted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fit {
    /// The joint's name.
    pub name: String,
    /// Samples that count.
    pub samples: usize,
    /// Root of the mean squared residual, N·m or N.
    pub rmse: f64,
    /// The same as a share of the root mean square of the measured torque.
    pub nrmse: f64,
    /// Coefficient of determination, `1 - Σ e² / Σ (tau - mean)²`.
    pub r2: f64,
    /// Correlation of neighbouring residuals: near 0 when nothing is left to explain.
    pub lag1: f64,
    /// Whether what is left is measurement noise; none for too few residuals, and over all joints.
    pub whiteness: Option<Whiteness>,
}

impl Fit {
    /// The fit of one row over several recordings.
    #[must_use]
    pub fn of(name: &str, series: &[Series], row: usize) -> Self {
        let mut sums = Sums::default();
        for series in series {
            sums.add(series, row);
        }
        Self {
            whiteness: Whiteness::of(series, row),
            ..sums.fit(name)
        }
    }

    /// The fit of all rows together.
    #[must_use]
    pub fn overall(series: &[Series]) -> Self {
        let mut sums = Sums::default();
        for series in series {
            for row in 0..series.measured.len() {
                sums.add(series, row);
            }
        }
        sums.fit("all")
    }
}

#[derive(Default)]
struct Sums {
    count: f64,
    residual: f64,
    torque: f64,
    torque_mean: f64,
    neighbours: f64,
}

impl Sums {
    fn add(&mut self, series: &Series, row: usize) {
        let mut before = None;
        for (residual, tau) in series.residuals(row).zip(&series.measured[row]) {
            if let Some(e) = residual {
                self.count += 1.0;
                self.residual += e * e;
                self.torque += tau * tau;
                self.torque_mean += tau;
                self.neighbours += e * before.unwrap_or(0.0);
            }
            before = residual;
        }
    }

    fn fit(&self, name: &str) -> Fit {
        let mean = self.torque_mean / self.count.max(1.0);
        let spread = self.torque - self.count * mean * mean;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count, held as a float"
        )]
        let samples = self.count as usize;
        let ratio = |a: f64, b: f64| if b > 0.0 { a / b } else { 0.0 };
        Fit {
            name: name.to_owned(),
            samples,
            rmse: ratio(self.residual, self.count).sqrt(),
            nrmse: ratio(self.residual, self.torque).sqrt(),
            r2: if spread > 0.0 {
                1.0 - self.residual / spread
            } else {
                0.0
            },
            lag1: ratio(self.neighbours, self.residual),
            whiteness: None,
        }
    }
}

/// How much more a residual carries at low frequencies than white noise of its variance would:
/// the long-run variance over the variance, with Bartlett's window (Newey and West 1987) over
/// about the cube root of the number of samples; at least `floor` and at least 1.
///
/// Standard deviations of parameters are widened by its root, because a regressor lives at low
/// frequencies, where what a residual has of coloured noise counts in full. The ratio is itself
/// estimated, with a relative standard error of `sqrt(4 lags / (3 samples))`; one such error is
/// added, so that deviations err on the side of caution.
#[must_use]
pub fn long_run_ratio(series: &[Series], row: usize, floor: f64) -> f64 {
    let count: usize = series
        .iter()
        .map(|series| series.kept[row].iter().filter(|kept| **kept).count())
        .sum();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a small positive number"
    )]
    let lags = (count as f64).cbrt().ceil() as usize;
    let mut products = vec![0.0; lags + 1];
    for series in series {
        let residuals: Vec<f64> = series.residuals(row).map(|e| e.unwrap_or(0.0)).collect();
        for (lag, product) in products.iter_mut().enumerate() {
            let later = residuals.get(lag..).unwrap_or_default();
            *product += residuals.iter().zip(later).map(|(a, b)| a * b).sum::<f64>();
        }
    }
    if products[0] <= 0.0 {
        return floor.max(1.0);
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of samples")]
    let caution = 1.0 + (4.0 * lags as f64 / (3.0 * count as f64)).sqrt();
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let window = |lag: usize| 1.0 - lag as f64 / (lags + 1) as f64;
    let sum: f64 = (1..=lags)
        .map(|lag| window(lag) * products[lag] / products[0])
        .sum();
    (1.0 + 2.0 * sum).max(floor).max(1.0) * caution
}
