//! How well torques are predicted.

use serde::Serialize;

use super::whiteness::Whiteness;
use crate::regression::Series;
use crate::rows::Row;
use crate::transmission::is_undriven;
use armwright_runtime::Model;

/// A share of all torques' size below which one that nothing drives is 0 but for rounding.
const ROUNDING: f64 = 1e-6;

/// How well one joint's (or motor's) torque is predicted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fit {
    /// The joint's name.
    pub name: String,
    /// Whether it is a motor that stands among joints, because its torque is in that of none that is told.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_motor: bool,
    /// Samples that count.
    pub samples: usize,
    /// Root of the mean squared residual, N·m or N.
    pub rmse: f64,
    /// The same as a share of the root mean square of the measured torque; infinite of what is left where that is 0.
    pub nrmse: f64,
    /// Coefficient of determination, `1 - Σ e² / Σ (tau - mean)²`; 1 of a joint that nothing drives, and of a
    /// base that nothing touches, whose torque or wrench is 0.
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

    /// The same of a row whose torque is known to be 0, beside the fit of all: where no more was measured than rounding, there is
    /// nothing to explain, and what is left is no share of it.
    #[must_use]
    pub(crate) fn of_nothing(mut self, all: &Self) -> Self {
        if self.nrmse == 0.0 {
            self.r2 = 1.0;
        } else if self.rmse / self.nrmse <= ROUNDING * all.rmse / all.nrmse {
            (self.nrmse, self.r2) = (f64::INFINITY, 1.0);
        }
        self
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
    /// Each joint's torque, but for those that are left out, and then motors' whose torque is in none of these; or each row of what
    /// else is measured.
    pub joints: Vec<Fit>,
    /// All of them together; `nrmse` is the relative norm of the residual.
    pub overall: Fit,
    /// Of how many samples, as they were measured, one that counts is the mean, by decimation: by so much it takes from the variance of
    /// white noise. Of several recordings that is the mean of what it leaves.
    #[serde(skip)]
    pub averaged: f64,
}

impl Fits {
    /// Of series of joint torques, or of what else is measured.
    #[must_use]
    pub fn of(model: &Model, series: &[Series]) -> Self {
        let rows = Series::rows(series, model).into_iter();
        let of_torques = series.iter().all(|series| series.of.is_empty());
        let overall = Fit::overall(series);
        let of = |(k, row): (usize, Row)| {
            let fit = Fit {
                is_motor: series.iter().any(|series| series.is_motor(k)),
                ..Fit::of(row.name, series, k)
            };
            let nothing_acts = match of_torques {
                true => is_undriven(model, model.side, k),
                false => row.is_of_base(model),
            };
            match nothing_acts {
                true => fit.of_nothing(&overall),
                false => fit,
            }
        };
        Self {
            joints: rows.map(of).collect(),
            overall,
            averaged: averaged(series),
        }
    }
}

/// By how much decimation takes from the variance of white noise.
fn averaged(series: &[Series]) -> f64 {
    let (mut samples, mut left) = (0.0, 0.0);
    for series in series {
        let (own, total) = (
            series.time.len() as f64,
            series.decimate.iter().product::<usize>(),
        );
        samples += own;
        left += own / total.max(1) as f64;
    }
    if samples > 0.0 { samples / left } else { 1.0 }
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
        let ratio = |a: f64, b: f64| match b > 0.0 {
            true => a / b,
            false if a > 0.0 => f64::INFINITY,
            false => 0.0,
        };
        Fit {
            name: name.to_owned(),
            is_motor: false,
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

#[cfg(test)]
mod tests {
    use super::{Fit, Fits, Whiteness};
    use crate::random::Random;
    use crate::regression::Series;
    use crate::regression::by_hand::{MODEL, near};
    use crate::rows::Row;
    use armwright_runtime::{Model, Motor, Side};

    /// Residuals 1, -2, a gap, 3, 4 of the first row and 0.5 of the last sample of the second.
    fn series() -> Series {
        let mut series = Series::new("swing", 2, 50.0);
        let rows = [
            (3.0, 2.0, true),
            (1.0, 3.0, true),
            (70.0, 7.0, false),
            (8.0, 5.0, true),
            (-2.0, -6.0, true),
        ];
        for (k, (measured, predicted, kept)) in rows.into_iter().enumerate() {
            let last = k == 4;
            let kept = [kept, last].into_iter();
            series.push(k as f64, &[measured, 2.5], &[predicted, 2.0], kept);
        }
        series
    }

    #[track_caller]
    fn check(found: &Fit, name: &str, samples: usize, [rmse, nrmse, r2, lag1]: [f64; 4]) {
        assert_eq!((found.name.as_str(), found.samples), (name, samples));
        assert!(found.whiteness.is_none());
        near(found.rmse, rmse);
        near(found.nrmse, nrmse);
        near(found.r2, r2);
        near(found.lag1, lag1);
    }

    #[test]
    fn a_fit_is_of_samples_that_count() {
        // Squares 1 + 4 + 9 + 16 = 30; torques 9 + 1 + 64 + 4 = 78, mean 10/4; neighbours -2 and 12.
        let own = [
            7.5f64.sqrt(),
            (30.0f64 / 78.0).sqrt(),
            1.0 - 30.0 / (78.0 - 25.0),
            10.0 / 30.0,
        ];
        check(&Fit::of("j1", &[series()], 0), "j1", 4, own);
        // Of two recordings: no neighbours across.
        let twice = [series(), series()];
        let found = Fit::of("j1", &twice, 0);
        check(
            &found,
            "j1",
            8,
            [own[0], own[1], 1.0 - 60.0 / (156.0 - 50.0), own[3]],
        );
        check(
            &Fit::of("j2", &[series()], 1),
            "j2",
            1,
            [0.5, 0.2, 0.0, 0.0],
        );
        let overall = Fit::overall(&[series()]);
        let spread = 84.25 - 12.5 * 12.5 / 5.0;
        let all = [
            (30.25f64 / 5.0).sqrt(),
            (30.25f64 / 84.25).sqrt(),
            1.0 - 30.25 / spread,
            10.0 / 30.25,
        ];
        check(&overall, "all", 5, all);
        // What nothing drives has no torque to explain, and rounding is none.
        let mut series = series();
        let motors = [false, true].map(|is_passive| Motor {
            name: "m",
            torque_constant: None,
            is_passive,
        });
        for (passive, measured, r2, is_nothing) in [
            (0, 0.0, 0.0, true),
            (1, 0.0, 1.0, true),
            (0, 1e-17, 0.0, false),
            (1, 1e-17, 1.0, true),
            (1, 1e-3, 0.0, false),
        ] {
            series.measured[1].fill(measured);
            let model = Model {
                side: Side::Motor,
                motors: Box::leak(Box::new([motors[0], motors[passive]])),
                ..MODEL
            };
            let found = Fits::of(&model, std::slice::from_ref(&series));
            near(found.joints[1].r2, r2);
            near(found.joints[1].rmse, 2.0 - measured);
            assert_eq!(found.joints[1].nrmse.is_infinite(), is_nothing);
            near(found.joints[0].r2, own[2]);
        }
        check(&Fit::of("none", &[], 0), "none", 0, [0.0; 4]);
    }

    /// Squares of residuals of 1/8 are a quarter of what torques of 1/4 and 3/4 vary by.
    #[test]
    fn small_torques_are_explained_as_large_ones_are() {
        let mut series = Series::new("swing", 1, 50.0);
        for (k, (measured, predicted)) in [(0.25, 0.375), (0.75, 0.625)].into_iter().enumerate() {
            series.push(k as f64, &[measured], &[predicted], [true].into_iter());
        }
        near(Fit::of("j1", &[series], 0).r2, 0.75);
    }

    /// Of two rows, the second of which leaves a sine.
    #[test]
    fn a_fit_says_whether_its_own_row_leaves_noise() {
        let mut random = Random::new(5);
        let mut series = Series::new("swing", 2, 50.0);
        for k in 0..200 {
            let left = [random.normal(), (0.1 * f64::from(k)).sin()];
            series.push(f64::from(k), &left, &[0.0; 2], [true; 2].into_iter());
        }
        let all = [series];
        let found = [0, 1].map(|row| Fit::of("j", &all, row).whiteness);
        assert_eq!(found, [0, 1].map(|row| Whiteness::of(&all, row)));
        let [_, sine] = found;
        assert!(sine.is_some_and(|found| !found.white));
    }

    /// In free flight what moves the base is 0: there is nothing to explain, and a mean of nothing is no better.
    #[test]
    fn a_wrench_on_a_base_that_nothing_touches_has_nothing_to_explain() {
        let floating = Model {
            bodies: &["base", "b"],
            ..MODEL
        };
        let rows = Row::measured(&floating);
        let (base, joint) = (rows[2].clone(), rows[6].clone());
        for (first, second) in [(0.0, 1.0), (2.5, 0.0)] {
            let mut series = series();
            series.of = vec![joint.clone(), base.clone()];
            series.measured[1].fill(first);
            let found = Fits::of(&floating, std::slice::from_ref(&series));
            near(found.joints[1].r2, second);
            near(found.joints[1].rmse, (first - 2.0f64).abs());
            // Of a row that a drive gives the coefficient stays what it was.
            near(found.joints[0].r2, 1.0 - 30.0 / (78.0 - 25.0));
            series.of = vec![joint.clone(), joint.clone()];
            let found = Fits::of(&floating, &[series]);
            near(found.joints[1].r2, 0.0);
        }
    }

    #[test]
    fn fits_are_of_rows_that_there_are() {
        let fits = Fits::of(&MODEL, &[series()]);
        let names: Vec<&str> = fits.joints.iter().map(|fit| fit.name.as_str()).collect();
        assert_eq!(names, ["j1", "j2"]);
        assert_eq!(fits.overall, Fit::overall(&[series()]));
        let mut lacking = series();
        (lacking.measured[0], lacking.predicted[0], lacking.kept[0]) = Default::default();
        let fits = Fits::of(&MODEL, &[lacking]);
        assert_eq!(fits.joints.len(), 1);
        assert_eq!(
            (fits.joints[0].name.as_str(), fits.joints[0].samples),
            ("j2", 1)
        );
        assert_eq!(fits.overall.samples, 1);
    }

    /// As many samples of means of 60, of 6 and as they were measured.
    #[test]
    fn fits_know_how_much_noise_was_averaged_away() {
        let of = |factors: &[&[usize]]| {
            let decimated = |decimate: &&[usize]| Series {
                decimate: decimate.to_vec(),
                ..series()
            };
            let all: Vec<Series> = factors.iter().map(decimated).collect();
            Fits::of(&MODEL, &all).averaged
        };
        near(of(&[&[10, 6]]), 60.0);
        near(of(&[&[10, 6], &[6], &[]]), 3.0 / (1.0 + 11.0 / 60.0));
        near(of(&[&[]]), 1.0);
        near(of(&[]), 1.0);
    }
}
