//! Faults tried one after the other: what each leaves of the torques once it is undone.

use std::borrow::Cow;
use std::ops::ControlFlow;

use nalgebra::DVector;

use super::candidates::{Bias, biases, candidates, gains};
use super::change::{Change, FINER, Fault, LAGS};
use super::fit::{Fitted, NOTHING, Row, Rule, Unexplained, fit};
use super::probe::Probe;
use super::quantity::Quantity;
use super::sides::{couplings, sides};
use super::units::Unit;
use crate::cores;
use crate::regression::RegressionError;
use crate::thresholds::{AS_WELL, GAIN};

/// Steps of √3 that factors of torques are looked for up and down.
const FARTHEST: i32 = 14;
/// How often the constant of a torque is looked for about the best one.
const BIAS_ROUNDS: usize = 5;

/// What torques are explained with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// Any parameters.
    Any,
    /// Parameters that a robot can have.
    Possible,
    /// Nominal values, friction free; where there are none, parameters that a robot can have.
    Nominal,
}

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

impl Left {
    pub(super) fn by(&self, by: By) -> &Unexplained {
        match by {
            By::Any => &self.any,
            By::Possible => &self.possible,
            By::Nominal => self.nominal.as_ref().unwrap_or(&self.possible),
        }
    }
}

/// The equations under a change: a row's columns, and its torque at each instant.
struct Changed<'a> {
    rows: Cow<'a, [Row]>,
    torque: Vec<Vec<f64>>,
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

    /// The same, in which base parameters (`b`) explain torques that are held at what is known of them, in each way.
    pub(super) fn holding(
        probe: &'a Probe<'a>,
        beta: DVector<f64>,
    ) -> Result<Self, RegressionError> {
        let mut judge = Self::of(probe)?;
        judge.all.clone_from(&judge.none);
        judge.zero = beta;
        Ok(judge)
    }

    fn changed(&self, change: &Change) -> Result<Changed<'_>, RegressionError> {
        Ok(Changed {
            rows: match change.keeps_columns() {
                true => Cow::Borrowed(&self.rows),
                false => Cow::Owned(self.probe.rows(change)?),
            },
            torque: self.probe.torque(change),
        })
    }

    fn fit(&self, of: &Changed<'_>, by: By) -> Fitted {
        let nominal = (by == By::Nominal).then_some(self.probe.nominal.as_ref());
        let nominal = nominal.flatten();
        let rule = Rule {
            free: nominal.map_or(&self.all, |_| &self.probe.friction),
            positive: match by {
                By::Any => &self.none,
                By::Possible | By::Nominal => &self.probe.positive,
            },
            start: nominal.unwrap_or(&self.zero),
        };
        fit(&of.rows, &of.torque, &rule)
    }

    /// What is left under a change, explained in one way.
    pub(super) fn unexplained(
        &self,
        change: &Change,
        by: By,
    ) -> Result<Unexplained, RegressionError> {
        Ok(self.fit(&self.changed(change)?, by).left)
    }

    /// What is left under a change, explained in each way.
    pub(super) fn left(&self, change: &Change) -> Result<Left, RegressionError> {
        let changed = self.changed(change)?;
        let possible = self.fit(&changed, By::Possible);
        // Where nothing had to be kept from being negative, any parameters explain what possible ones do.
        let any = (possible.is_bounded).then(|| self.fit(&changed, By::Any).left);
        let nominal = self.probe.nominal.as_ref();
        Ok(Left {
            any: any.unwrap_or_else(|| possible.left.clone()),
            possible: possible.left,
            nominal: nominal.map(|_| self.fit(&changed, By::Nominal).left),
        })
    }

    /// What `of` makes of each of some changes; `progress` is told the share that is done.
    pub(super) fn each<T: Send>(
        &self,
        changes: &[Change],
        of: &(impl Fn(&Change) -> Result<T, RegressionError> + Sync),
        progress: &mut dyn FnMut(f64),
    ) -> Result<Vec<T>, RegressionError> {
        let mut all = Vec::with_capacity(changes.len());
        let mut failed = Ok(());
        let mut take = |made| match made {
            Ok(made) => {
                all.push(made);
                progress(all.len() as f64 / changes.len() as f64);
                ControlFlow::Continue(())
            }
            Err(error) => {
                failed = Err(error);
                ControlFlow::Break(())
            }
        };
        cores::in_order(changes.len(), &|k| of(&changes[k]), &mut take);
        failed.map(|()| all)
    }

    /// The lag that leaves least, finely.
    pub(super) fn lag(&self, before: &Left) -> Result<Tried, RegressionError> {
        let n = self.probe.equations().joints();
        let change = |lag: f64| Change {
            lag,
            ..Change::none(n)
        };
        let mut best = (0.0, before.possible.score());
        let mut tries: Vec<f64> = LAGS.into_iter().flat_map(|lag| [lag, -lag]).collect();
        for finer in FINER.into_iter().chain([0.0]) {
            best = self.better(best, tries, &change, By::Possible)?;
            tries = [-2.0, -1.0, 1.0, 2.0]
                .map(|k| best.0 * (1.0 + k * finer))
                .to_vec();
        }
        let (lag, _) = best;
        let seconds = (lag * self.probe.rate()).round() / self.probe.rate();
        Ok(Tried {
            fault: Fault::Lag { seconds },
            left: self.left(&change(lag))?,
            outside: self.outside,
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
            let by = if all { By::Nominal } else { By::Possible };
            let start = before.by(by).score();
            let mut best = self.factor(start, FARTHEST, &|factor| gain.change(factor), by)?;
            if best.ln().abs() > GAIN.ln() {
                let mut left = self.left(&gain.change(best))?;
                let quantity = Quantity::Torque;
                // Nominal values are too rough to tell a unit from what is near it.
                if let Some(unit) = Unit::of(quantity, best) {
                    let exact = self.left(&gain.change(unit.factor))?;
                    if all || exact.by(by).score() < left.by(by).score() + AS_WELL {
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
            let of = |change: &Change| self.unexplained(change, By::Possible);
            let (mut best, mut step) = ((0.0, before.possible.clone()), 1.0 / most);
            if !step.is_finite() {
                continue;
            }
            for _ in 0..BIAS_ROUNDS {
                // A parabola of what is added, where each row counts by what the best one leaves of it: where this falls the score does.
                let size = |left: &Unexplained| -> f64 {
                    let pairs = left.0.iter().zip(&best.1.0);
                    let pairs = pairs.filter_map(|(left, best)| Some(((*left)?, (*best)?)));
                    pairs.map(|(left, best)| left / best.max(NOTHING)).sum()
                };
                let changes = [best.0 - step, best.0 + step].map(|torque| bias.change(torque));
                let beside = self.each(&changes, &of, &mut |_| {})?;
                let [low, middle, high] = [&beside[0], &best.1, &beside[1]].map(size);
                let bend = low + high - 2.0 * middle;
                let to = best.0 + 0.5 * step * (low - high) / bend;
                if bend > 0.0 && to.is_finite() {
                    let found = of(&bias.change(to))?;
                    if size(&found) < middle {
                        best = (to, found);
                    }
                }
                step *= 0.3;
            }
            let (torque, _) = best;
            let left = self.left(&bias.change(torque))?;
            let joints = bias.unit_torque.iter().map(|x| x * torque).collect();
            let Bias { of, unit, .. } = bias;
            let fault = Fault::Bias {
                of,
                torque,
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
        all.extend(couplings(equations, self.probe.sides));
        all.retain(|(fault, _)| wanted(fault));
        let (faults, changes): (Vec<Fault>, Vec<Change>) = all.into_iter().unzip();
        let left = |change: &Change| self.left(change);
        let each = self
            .each(&changes, &left, progress)?
            .into_iter()
            .zip(&changes);
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
