//! Essential parameters: base parameters that the recordings tell from 0, found by backward elimination.
//!
//! Khalil and Dombre 2002, 12.5.2, and Janot, Vandanjon and Gautier 2014, section IV: of weighted least squares the base
//! parameter with the largest relative deviation is left out (held at 0) and the others are estimated again, as long
//! as that deviation is more than so many times the smallest, and residuals are significantly larger neither than before nor than of all
//! base parameters. The F statistic of `q` parameters `β_S` that are left out is `β_Sᵀ C_SS⁻¹ β_S / q`, which for white
//! noise is that of residual sums of squares; with the covariance `C` of noise as it is correlated it holds as well where
//! residuals have fewer degrees of freedom than samples.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::{IdentificationError, Progress};
use crate::distribution::{shared_freedom, widened_tail};
use crate::estimate::{Estimator, Method, Setting, estimate};
use crate::motion::Motion;
use crate::numeric::Decomposition;
use crate::regression::{Equations, Observation};
use crate::statistics::Deviations;
use armwright_runtime::Model;

/// Times the smallest relative deviation up to which one stays, and the level of the F-test, where nobody says.
const RATIO: f64 = 10.0;
const LEVEL: f64 = 0.01;

/// Which base parameters are essential, and how the others were found not to be.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Essential {
    /// How many times the smallest relative deviation the largest may be.
    pub ratio: f64,
    /// The level of the F-test.
    pub level: f64,
    /// What was left out, in this order.
    pub steps: Vec<Elimination>,
    /// What would have left next, and stayed; none where nothing else is left.
    pub next: Option<Elimination>,
}

/// A base parameter that leaves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Elimination {
    /// Its name.
    pub name: String,
    /// Its deviation in percent of its value, the largest at this step.
    pub percent: f64,
    /// The smallest of the others at this step.
    pub smallest: f64,
    /// How many stay.
    pub left: usize,
    /// Norm of the weighted residual without it and those before, over that of all base parameters.
    pub residual: f64,
    /// The F statistic of it and those before.
    pub f: f64,
    /// The probability of so large a statistic where all of them are 0.
    pub p_value: f64,
    /// The same of it alone, after those before: many that are 0 do not hide one that is not.
    pub p_alone: f64,
}

impl Essential {
    /// Names of what was left out.
    pub(super) fn left_out(&self) -> Vec<String> {
        self.steps.iter().map(|step| step.name.clone()).collect()
    }

    /// How it was set, and by which rule.
    pub(super) fn settings(&self, estimator: &Estimator) -> [Setting; 2] {
        let rule = |given: Option<f64>, rule: &str| match given {
            Some(_) => "as asked".to_owned(),
            None => rule.to_owned(),
        };
        [
            Setting {
                name: "essential-ratio",
                value: self.ratio,
                rule: rule(estimator.essential_ratio, "that of Khalil and Dombre"),
            },
            Setting {
                name: "essential-level",
                value: self.level,
                rule: rule(estimator.essential_level, "one wrong alarm in a hundred"),
            },
        ]
    }
}

/// Chooses essential parameters; nothing where nobody asked for them.
pub(super) fn choose(
    equations: &Equations<'_>,
    motions: &[Motion],
    observation: &Observation,
    estimator: &Estimator,
    lengths: bool,
    progress: &mut Progress<'_>,
) -> Result<Option<Essential>, IdentificationError> {
    if estimator.method != Method::Essential {
        return Ok(None);
    }
    estimator.check()?;
    if lengths {
        let why = "lengths are fitted together with all base parameters".to_owned();
        return Err(estimator.refuses(why).into());
    }
    let model = equations.robot().model();
    let full = estimate(observation, model, &estimator.linear())?;
    let mut report = |share| progress("choosing parameters", share);
    let deviations = Deviations::of(equations, motions, &full, &mut report)?;
    let excited = full.spectrum.rank.saturating_sub(deviations.only_noise);
    if excited < model.base.len() {
        let open = model.base.len() - excited;
        let why = format!(
            "the motion leaves {open} of {} combinations of base parameters open, and which of these are 0 is nothing \
             that recordings say; record a motion that excites them, or take {}",
            model.base.len(),
            Method::Tsvd.word()
        );
        return Err(estimator.refuses(why).into());
    }
    let (triangle, right, outside) = observation.factor(&full.weights).parts();
    let path = Path {
        model,
        triangle,
        right: DVector::from_vec(right),
        outside,
        beta: DVector::from_column_slice(&full.beta),
        covariance: &deviations.covariance,
        freedom: &deviations.freedom,
    };
    let ratio = estimator.essential_ratio.unwrap_or(RATIO);
    let level = estimator.essential_level.unwrap_or(LEVEL);
    Ok(Some(path.follow(ratio, level)))
}

/// What eliminations are made from: all base parameters by weighted least squares.
struct Path<'a> {
    model: &'a Model,
    /// The weighted factor, with what no parameters explain.
    triangle: DMatrix<f64>,
    right: DVector<f64>,
    outside: f64,
    beta: DVector<f64>,
    covariance: &'a DMatrix<f64>,
    freedom: &'a [f64],
}

impl Path<'_> {
    fn follow(&self, ratio: f64, level: f64) -> Essential {
        let mut found = Essential {
            ratio,
            level,
            steps: Vec::new(),
            next: None,
        };
        let mut out = Vec::new();
        while let Some((worst, step)) = self.step(&out) {
            // Comparisons with what is no number fail.
            let leaves = step.percent > ratio * step.smallest
                && step.p_value >= level
                && step.p_alone >= level;
            if !leaves {
                found.next = Some(step);
                break;
            }
            out.push(worst);
            found.steps.push(step);
        }
        found
    }

    /// The base parameter that would leave after those that are out; the last one stays.
    fn step(&self, out: &[usize]) -> Option<(usize, Elimination)> {
        let kept: Vec<usize> = (0..self.beta.len()).filter(|k| !out.contains(k)).collect();
        if kept.len() < 2 {
            return None;
        }
        // Least squares without them is a linear function of that with them.
        let onto = self.without(out) * &self.triangle;
        let (beta, covariance) = (
            &onto * &self.beta,
            &onto * self.covariance * onto.transpose(),
        );
        let percent = |k: usize| 100.0 * covariance[(k, k)].max(0.0).sqrt() / beta[k].abs();
        let by_percent = |a: &&usize, b: &&usize| percent(**a).total_cmp(&percent(**b));
        let (worst, best) = (
            *kept.iter().max_by(by_percent)?,
            *kept.iter().min_by(by_percent)?,
        );
        let left: Vec<usize> = out.iter().copied().chain([worst]).collect();
        let (f, p_value) = self.fisher(&left);
        let elimination = Elimination {
            name: self.model.base[worst].name.to_owned(),
            percent: percent(worst),
            smallest: percent(best),
            left: kept.len() - 1,
            residual: self.residual(&left) / self.residual(&[]),
            f,
            p_value,
            p_alone: widened_tail((100.0 / percent(worst)).powi(2), 1, self.freedom[worst]),
        };
        Some((worst, elimination))
    }

    /// The pseudo-inverse of the factor without some columns (`b × b`).
    fn without(&self, out: &[usize]) -> DMatrix<f64> {
        Decomposition::without(&self.triangle, |k| out.contains(&k)).inverse
    }

    fn residual(&self, out: &[usize]) -> f64 {
        let beta = self.without(out) * &self.right;
        (&self.triangle * beta - &self.right)
            .norm()
            .hypot(self.outside)
    }

    /// The F statistic of base parameters and its probability where they are 0; no numbers where they have no covariance.
    fn fisher(&self, out: &[usize]) -> (f64, f64) {
        let values = DVector::from_fn(out.len(), |i, _| self.beta[out[i]]);
        let covariance = self.covariance.select_rows(out).select_columns(out);
        // In units of deviations, so that those of bodies and of drives are alike.
        let size = covariance.diagonal().map(f64::sqrt);
        let scaled = DMatrix::from_fn(out.len(), out.len(), |i, j| {
            covariance[(i, j)] / (size[i] * size[j])
        });
        let Some(cholesky) = scaled.cholesky() else {
            return (f64::NAN, f64::NAN);
        };
        let each = values.component_div(&size);
        let sum = each.dot(&cholesky.solve(&each));
        let freedom = shared_freedom(out.iter().map(|k| self.freedom[*k]));
        (
            sum / out.len() as f64,
            widened_tail(sum, out.len(), freedom),
        )
    }
}

#[cfg(test)]
mod tests;
