//! How well torques are predicted.

use serde::Serialize;

use super::whiteness::Whiteness;
use crate::regression::Series;
use armwright_runtime::Model;

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

/// How well the torques of all joints are predicted, or what else is measured.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fits {
    /// Each joint's torque, but for those that are left out; or each row of what else is measured.
    pub joints: Vec<Fit>,
    /// All of them together; `nrmse` is the relative norm of the residual.
    pub overall: Fit,
}

impl Fits {
    /// Of series of joint torques, or of what else is measured.
    #[must_use]
    pub fn of(model: &Model, series: &[Series]) -> Self {
        let rows = Series::rows(series, model).into_iter();
        Self {
            joints: rows.map(|(k, row)| Fit::of(row.name, series, k)).collect(),
            overall: Fit::overall(series),
        }
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
