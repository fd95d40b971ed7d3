//! Faults tried one after the other: what each leaves of the torques once it is undone.

use std::ops::ControlFlow;

use nalgebra::DVector;

use super::candidates::{candidates, gains};
use super::change::{Change, FINER, Fault, LAGS, Quantity};
use super::fit::{Row, Rule, Unexplained, fit};
use super::probe::Probe;
use crate::cores;
use crate::regression::RegressionError;
use crate::thresholds::GAIN;

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
    fn each(
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
            let (mut best, mut left) = (1.0, before.clone());
            let mut step = 3f64.sqrt();
            let coarse: Vec<f64> = (-14..=14).map(|k| step.powi(k)).collect();
            let mut tries = coarse;
            for _ in 0..6 {
                let changes: Vec<Change> = tries.iter().map(|by| gain.change(*by)).collect();
                for (factor, found) in tries.into_iter().zip(self.each(&changes, &mut |_| {})?) {
                    if score(&found) < score(&left) {
                        (best, left) = (factor, found);
                    }
                }
                step = step.sqrt();
                tries = vec![best / step, best * step];
            }
            if best.ln().abs() > GAIN.ln() {
                let quantity = Quantity::Torque;
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

    /// Single columns, units, offsets and what else is tried as it is; those alone that are `wanted`.
    pub(super) fn others(
        &self,
        wanted: impl Fn(&Fault) -> bool,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Vec<Tried>, RegressionError> {
        let equations = self.probe.equations();
        let mut all = candidates(equations.robot().model(), equations.drive());
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
