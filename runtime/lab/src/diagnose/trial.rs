//! Faults tried one after the other: what each leaves of the torques once it is undone.

use std::ops::ControlFlow;

use nalgebra::DVector;

use super::candidates::{Bias, biases, candidates, gains};
use super::change::{Change, FINER, Fault, LAGS};
use super::fit::{Row, Rule, Unexplained, fit};
use super::probe::Probe;
use super::quantity::Quantity;
use super::sides::sides;
use super::units::Unit;
use crate::cores;
use crate::regression::RegressionError;
use crate::thresholds::{AS_WELL, BIAS, GAIN};

/// Steps of √3 that factors of torques are looked for up and down.
const FARTHEST: i32 = 14;
/// How often the constant of a torque is looked for about the best one.
const BIAS_ROUNDS: usize = 5;

/// What is left of each row's torque under a change.
#[derive(Clone)]
pub(super) struct Left {
    /// With any parameters.
    pub(super) any: Unexplained,
    /// With parameters that a robot can have.
    pub(super) possible: Unexplained,
    /// With nominal values, friction free.
    pub(super) nominal: Option<Unexplained>,
}

/// A fault with what is left once it is undone.
pub(super) struct Tried {
    pub(super) fault: Fault,
    pub(super) left: Left,
    /// Joints that lie far beyond their limits.
    pub(super) outside: usize,
}

/// What faults are tried on.
pub(super) struct Judge<'a> {
    pub(super) probe: &'a Probe<'a>,
    all: Vec<bool>,
    none: Vec<bool>,
    zero: DVector<f64>,
    /// The equations as they were recorded.
    rows: Vec<Row>,
    /// Joints that lie far beyond their limits as they were recorded.
    pub(super) outside: usize,
}

impl<'a> Judge<'a> {
    pub(super) fn of(probe: &'a Probe<'a>) -> Result<Self, RegressionError> {
        let b = probe.positive.len();
        let none = Change::none(probe.equations().joints());
        Ok(Self {
            probe,
            all: vec![true; b],
            none: vec![false; b],
            zero: DVector::zeros(b),
            rows: probe.rows(&none)?,
            outside: probe.outside(&none),
        })
    }

    pub(super) fn left(&self, change: &Change) -> Result<Left, RegressionError> {
        let other = match change.keeps_columns() {
            true => None,
            false => Some(self.probe.rows(change)?),
        };
        let rows = other.as_ref().unwrap_or(&self.rows);
        let torque = self.probe.torque(change);
        let rule = |positive| Rule {
            free: &self.all,
            positive,
            start: &self.zero,
        };
        Ok(Left {
            any: fit(rows, &torque, &rule(&self.none)),
            possible: fit(rows, &torque, &rule(&self.probe.positive)),
            nominal: self.probe.nominal.as_ref().map(|start| {
                let rule = Rule {
                    free: &self.probe.friction,
                    positive: &self.probe.positive,
                    start,
                };
                fit(rows, &torque, &rule)
            }),
        })
    }

    /// What is left under each of some changes; `progress` is told the share that is done.
    pub(super) fn each(
        &self,
        changes: &[Change],
        progress: &mut dyn FnMut(f64),
    ) -> Result<Vec<Left>, RegressionError> {
        let mut all = Vec::with_capacity(changes.len());
        let mut failed = Ok(());
        let mut take = |left| match left {
            Ok(left) => {
                all.push(left);
                progress(all.len() as f64 / changes.len() as f64);
                ControlFlow::Continue(())
            }
            Err(error) => {
                failed = Err(error);
                ControlFlow::Break(())
            }
        };
        cores::in_order(changes.len(), &|k| self.left(&changes[k]), &mut take);
        failed.map(|()| all)
    }

    /// The lag that leaves least, finely.
    pub(super) fn lag(&self, before: &Left) -> Result<Tried, RegressionError> {
        let n = self.probe.equations().joints();
        let by = |lag: &f64| Change {
            lag: *lag,
            ..Change::none(n)
        };
        let (mut best, mut left) = (0.0, before.clone());
        let mut tries: Vec<f64> = LAGS.into_iter().flat_map(|lag| [lag, -lag]).collect();
        for finer in FINER.into_iter().chain([0.0]) {
            let changes: Vec<Change> = tries.iter().map(by).collect();
            for (lag, found) in tries.into_iter().zip(self.each(&changes, &mut |_| {})?) {
                if found.possible.score() < left.possible.score() {
                    (best, left) = (lag, found);
                }
            }
            tries = [-2.0, -1.0, 1.0, 2.0]
                .map(|k| best * (1.0 + k * finer))
                .to_vec();
        }
        let seconds = (best * self.probe.rate()).round() / self.probe.rate();
        let fault = Fault::Lag { seconds };
        let outside = self.outside;
        Ok(Tried {
            fault,
            left,
            outside,
        })
    }

    /// For each torque, and for all together, the factor that leaves least.
    pub(super) fn gains(&self, before: &Left) -> Result<Vec<Tried>, RegressionError> {
        let equations = self.probe.equations();
        let mut tried = Vec::new();
        for gain in gains(equations.robot().model(), equations.drive()) {
            // A factor of all is seen by nominal values alone.
            let all = gain.of.is_empty();
            if all && self.probe.nominal.is_none() {
                continue;
            }
            let score = |left: &Left| match (&left.nominal, all) {
                (Some(nominal), true) => nominal.score(),
                _ => left.possible.score(),
            };
            let start = (1.0, before.clone());
            let (mut best, mut left) =
                self.factor(start, FARTHEST, &|by| gain.change(by), &score)?;
            if best.ln().abs() > GAIN.ln() {
                let quantity = Quantity::Torque;
                // Nominal values are too rough to tell a unit from what is near it.
                if let Some(unit) = Unit::of(quantity, best) {
                    let exact = self.left(&gain.change(unit.factor))?;
                    if all || score(&exact) < score(&left) + AS_WELL {
                        (best, left) = (unit.factor, exact);
                    }
                }
                let factor = best;
                tried.push(Tried {
                    fault: Fault::Factor {
                        quantity,
                        of: gain.of,
                        factor,
                    },
                    left,
                    outside: self.outside,
                });
            }
        }
        Ok(tried)
    }

    /// For each torque the constant that leaves least.
    pub(super) fn biases(&self, before: &Left) -> Result<Vec<Tried>, RegressionError> {
        let equations = self.probe.equations();
        let mut tried = Vec::new();
        if before.possible.worst() < BIAS[0] {
            return Ok(tried);
        }
        // As large in each row, so that none drowns another; a parabola of what is added, while others keep their weights.
        let weigh: Vec<f64> = before
            .possible
            .0
            .iter()
            .map(|left| left.unwrap_or(0.0).max(1e-3).recip())
            .collect();
        let size = |left: &Left| {
            let pairs = left.possible.0.iter().zip(&weigh);
            pairs
                .map(|(left, weight)| left.unwrap_or(0.0) * weight)
                .sum::<f64>()
        };
        let torque = self.probe.torque(&Change::none(equations.joints()));
        for bias in biases(equations.robot().model(), equations.drive()) {
            let one = self.probe.torque(&bias.change(1.0));
            // What one of it makes of the rows' torques, beside how large they are.
            let pairs = torque.iter().zip(&one);
            let share = |(torque, one): (&Vec<f64>, &Vec<f64>)| {
                let square = torque.iter().map(|x| x * x).sum::<f64>();
                (torque
                    .iter()
                    .zip(one)
                    .map(|(x, y)| (y - x).powi(2))
                    .sum::<f64>()
                    / square)
                    .sqrt()
            };
            let most = pairs
                .map(share)
                .filter(|share| share.is_finite())
                .fold(0.0, f64::max);
            let (mut best, mut left, mut step) = (0.0, before.clone(), 1.0 / most);
            if !step.is_finite() {
                continue;
            }
            for _ in 0..BIAS_ROUNDS {
                let changes = [best - step, best + step].map(|torque| bias.change(torque));
                let beside = self.each(&changes, &mut |_| {})?;
                let [low, high] = [size(&beside[0]), size(&beside[1])];
                let bend = low + high - 2.0 * size(&left);
                let to = 0.5 * step * (low - high) / bend;
                if bend > 0.0 && to.is_finite() {
                    let found = self.left(&bias.change(best + to))?;
                    if size(&found) < size(&left) {
                        (best, left) = (best + to, found);
                    }
                }
                step *= 0.3;
            }
            let joints = bias.unit_torque.iter().map(|x| x * best).collect();
            let Bias { of, unit, .. } = bias;
            let fault = Fault::Bias {
                of,
                torque: best,
                unit,
                joints,
            };
            let outside = self.outside;
            tried.push(Tried {
                fault,
                left,
                outside,
            });
        }
        Ok(tried)
    }

    /// Single columns, units, offsets and what else is tried as it is; those alone that are `wanted`.
    pub(super) fn others(
        &self,
        wanted: impl Fn(&Fault) -> bool,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Vec<Tried>, RegressionError> {
        let equations = self.probe.equations();
        let mut all = sides(equations.drive(), self.probe.sides);
        all.extend(candidates(equations.robot().model(), equations.drive()));
        all.retain(|(fault, _)| wanted(fault));
        let (faults, changes): (Vec<Fault>, Vec<Change>) = all.into_iter().unzip();
        let each = self.each(&changes, progress)?.into_iter().zip(&changes);
        let tried = faults
            .into_iter()
            .zip(each)
            .map(|(fault, (left, change))| Tried {
                fault,
                left,
                outside: self.probe.outside(change),
            });
        Ok(tried.collect())
    }
}

#[cfg(test)]
mod tests;
