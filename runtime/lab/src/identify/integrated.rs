//! Equations of energy and momentum, with the noise by which intervals of energy are weighed.

use super::{IdentificationError, Progress};
use crate::estimate::{Estimator, Setting, estimate};
use crate::motion::Motion;
use crate::regression::{Balance, Equations, Integral, Intervals, RegressionError, Sample};

/// Rounds of weighing.
const ROUNDS: usize = 3;
/// Sweeps over the variances, and what counts as a change.
const SWEEPS: usize = 200;
const SETTLED: f64 = 1e-10;
/// A share of the mean variance that each has at least, and one of the mean square of the work below which residuals are
/// rounding.
const LEAST: f64 = 1e-3;
const NOTHING: f64 = 1e-24;

/// The equations that an estimator integrates; none of those of torques.
pub(super) fn settle<'a>(
    equations: &Equations<'a>,
    motions: &[Motion],
    estimator: &Estimator,
    lengths: bool,
    progress: &mut Progress<'_>,
) -> Result<Option<Equations<'a>>, IdentificationError> {
    let Some(mut integral) = estimator.integral() else {
        return Ok(None);
    };
    estimator.check()?;
    let (robot, side) = (equations.robot(), equations.side());
    if lengths {
        let why = "lengths are fitted with the equations of torques";
        return Err(estimator.refuses(why.to_owned()).into());
    }
    let plain = Equations::integrated(robot, side, integral.clone())?;
    if integral.balance == Balance::Momentum {
        return Ok(Some(plain));
    }
    // Noise is that of steps, which intervals that overlap are made of.
    let mut steps = integral.in_steps().unwrap_or_else(|| integral.clone());
    let apart = Equations::integrated(robot, side, steps.clone())?;
    let (model, linear) = (robot.model(), estimator.linear());
    for round in 0..ROUNDS {
        let weighed = Equations::integrated(robot, side, steps.clone())?;
        let mut show =
            |share: f64| progress("weighing intervals", (round as f64 + share) / ROUNDS as f64);
        let observation = weighed.observe(motions, &mut show)?;
        if observation.equations() <= model.base.len() + model.joints.len() {
            return Ok(Some(plain));
        }
        let found = estimate(&observation, model, &linear)?;
        let each = motions.iter().map(|motion| (motion, found.beta.as_slice()));
        match noise_of_intervals(&apart, each, &steps)? {
            Some(noise) => steps.noise = noise,
            None => return Ok(Some(plain)),
        }
    }
    integral.noise = steps.noise;
    Ok(Some(Equations::integrated(robot, side, integral)?))
}

/// How intervals were set.
pub(super) fn settings(equations: &Equations<'_>, motions: &[Motion]) -> Vec<Setting> {
    let (Some(integral), Some(motion)) = (equations.integral(), motions.first()) else {
        return Vec::new();
    };
    let samples = integral.step(motion) * integral.steps(motion).unwrap_or(1);
    let rule = match (integral.intervals, integral.length) {
        (Intervals::Long, _) => {
            "s by which each interval from the beginning is longer than the last"
        }
        (Intervals::Sliding, _) => "s, each interval a decimated sample after the last",
        (Intervals::Short, Some(_)) => "s, one interval after the other, as was asked",
        (Intervals::Short, None) => {
            "s, one interval after the other, as long as a decimated sample"
        }
    };
    vec![Setting {
        name: "interval",
        value: samples as f64 / motion.rate,
        rule: rule.to_owned(),
    }]
}

/// The variances that squared residuals `r²` of intervals have by the work of each joint's squared speed `∫ qd² dt`, and besides:
/// regression with variances as weights, none below 0; of motions, each with its base parameters. None of residuals that are
/// rounding.
pub(crate) fn noise_of_intervals<'m>(
    equations: &Equations<'_>,
    motions: impl Iterator<Item = (&'m Motion, &'m [f64])>,
    before: &Integral,
) -> Result<Option<Vec<f64>>, RegressionError> {
    let n = equations.joints() + 1;
    let (mut squares, mut along) = (vec![0.0; n * n], vec![0.0; n]);
    let (mut sizes, mut all, mut power) = (vec![0.0; n], [0.0; 2], 0.0);
    for (motion, beta) in motions {
        let mut take = |sample: &Sample<'_>| {
            if !sample.counts(0) {
                return;
            }
            let predicted: f64 = sample.row(0).map(|(k, x)| x * beta[k]).sum();
            let square = (sample.torque[0] - predicted).powi(2);
            let mut terms = sample.work.to_vec();
            terms.push(1.0);
            let known = terms
                .iter()
                .zip(&before.noise)
                .map(|(x, v)| x * v)
                .sum::<f64>();
            let weight = if known > 0.0 { known.powi(-2) } else { 1.0 };
            for i in 0..n {
                sizes[i] += terms[i];
                along[i] += weight * terms[i] * square;
                for j in 0..n {
                    squares[i * n + j] += weight * terms[i] * terms[j];
                }
            }
            all = [all[0] + square, all[1] + 1.0];
            power += sample.torque[0].powi(2);
        };
        equations.pass(motion, &equations.base_columns(), &mut take, &mut |_| {})?;
    }
    if all[0] <= NOTHING * power || all[1] <= 0.0 {
        return Ok(None);
    }
    let mut found = vec![0.0; n];
    for _ in 0..SWEEPS {
        let mut moved: f64 = 0.0;
        for i in 0..n {
            let diagonal = squares[i * n + i];
            let others: f64 = (0..n).map(|j| squares[i * n + j] * found[j]).sum();
            let next = match diagonal > 0.0 {
                true => (found[i] + (along[i] - others) / diagonal).max(0.0),
                false => 0.0,
            };
            moved = moved.max((next - found[i]).abs() * sizes[i] / all[0]);
            found[i] = next;
        }
        if moved < SETTLED {
            break;
        }
    }
    // No interval may count for everything.
    found[n - 1] = found[n - 1].max(LEAST * all[0] / all[1]);
    Ok(Some(found))
}

#[cfg(test)]
mod tests;
