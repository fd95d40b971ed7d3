//! What each stretch of the recordings adds, and how far it moves parameters.

use serde::Serialize;

use super::{Asked, ScrutinyError, weight};
use crate::estimate::estimate;
use crate::numeric::Decomposition;
use crate::regression::{Factor, Observation};
use crate::thresholds::GROWTH;

/// Into how many stretches recordings are cut, all together; each has at least one.
const STRETCHES: f64 = 10.0;

/// A stretch of a recording, and what becomes of the estimate without it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Influence {
    /// The recording.
    pub recording: String,
    /// Where it begins, s.
    pub from: f64,
    /// Where it ends, s.
    pub to: f64,
    /// How many equations it has.
    pub equations: usize,
    /// The share of what is known that rests on it: its mean leverage, which sums up to 1 over all stretches.
    pub information: f64,
    /// Root mean square of its residuals, in residual deviations of each row over all recordings; none where no equation
    /// counts, as of a robot at rest.
    pub residual: Option<f64>,
    /// The same by parameters from all other stretches; none where these do not suffice, or no equation counts.
    pub unseen: Option<f64>,
    /// The parameter that it moves farthest; none where the others do not suffice.
    pub moved: Option<Moved>,
}

/// How far a stretch moves a parameter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Moved {
    /// The base parameter.
    pub name: String,
    /// The estimate from all less that without the stretch, in deviations of the estimate from all.
    pub deviations: f64,
}

impl Influence {
    /// Whether the others predict it so badly that it, or they, are of another robot or disturbed.
    #[must_use]
    pub fn is_apart(&self) -> bool {
        self.unseen.is_some_and(|unseen| unseen > GROWTH)
    }
}

impl Asked<'_> {
    /// Each stretch left out in turn (Cook 1977, with stretches in place of rows: neighbouring residuals are alike).
    pub(super) fn influence(
        &self,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Vec<Influence>, ScrutinyError> {
        self.of_recordings("what a stretch adds")?;
        let seconds = |k: usize| {
            let motion = &self.motions[k];
            motion.interior().len() as f64 / motion.rate
        };
        let all: f64 = (0..self.motions.len()).map(seconds).sum();
        let count = |k: usize| ((STRETCHES * seconds(k) / all).round() as usize).max(1);
        let first: Vec<usize> = (0..=self.motions.len())
            .map(|k| (0..k).map(count).sum())
            .collect();
        let start = |k: usize| self.motions[k].time(self.motions[k].interior().start);
        let part = |k: usize, time: f64| {
            let share = (time - start(k)) / seconds(k);
            first[k] + ((share * count(k) as f64).max(0.0) as usize).min(count(k) - 1)
        };
        let parts = first.last().copied().unwrap_or(0);
        let factors = self
            .equations
            .observe_parts(self.motions, parts, &part, progress)?;
        let whole = self.whitened().r;
        let whole = Decomposition::without(&whole, |k| self.estimate.held[k]);
        let mut found = Vec::new();
        for (k, motion) in self.motions.iter().enumerate() {
            let length = seconds(k) / count(k) as f64;
            for stretch in 0..count(k) {
                let from = start(k) + stretch as f64 * length;
                let own = first[k] + stretch;
                let others = (0..parts).filter(|other| *other != own);
                let others = Observation::of(others.map(|k| factors[k].clone()).collect());
                let beta = match factors[own].iter().any(|factor| factor.rows() > 0) {
                    true => self.without(&others, &whole)?,
                    false => None,
                };
                found.push(Influence {
                    recording: motion.name.clone(),
                    from,
                    to: from + length,
                    equations: factors[own].iter().map(Factor::rows).sum(),
                    information: self.information(&factors[own], &whole),
                    residual: self.residual(&factors[own], &self.estimate.beta),
                    unseen: (beta.as_ref()).and_then(|beta| self.residual(&factors[own], beta)),
                    moved: beta.as_ref().and_then(|beta| self.moved(beta, &whole)),
                });
            }
        }
        Ok(found)
    }

    /// The estimate from other stretches, where they determine what all do.
    fn without(
        &self,
        others: &Observation,
        whole: &Decomposition,
    ) -> Result<Option<Vec<f64>>, ScrutinyError> {
        if others.equations() < whole.rank + 1 {
            return Ok(None);
        }
        let model = self.equations.robot().model();
        let found = estimate(others, model, self.estimator)?;
        Ok((found.spectrum.rank >= whole.rank).then_some(found.beta))
    }

    /// Mean leverage: the trace of the hat matrix of these equations over its trace of all.
    fn information(&self, factors: &[Factor], whole: &Decomposition) -> f64 {
        let rows = factors.iter().zip(&self.estimate.variance);
        let each = rows.map(|(factor, variance)| {
            weight(variance) * (factor.parts().0 * &whole.inverse).norm_squared()
        });
        each.sum::<f64>() / whole.rank.max(1) as f64
    }

    fn residual(&self, factors: &[Factor], beta: &[f64]) -> Option<f64> {
        let (mut squares, mut equations) = (0.0, 0);
        for (factor, variance) in factors.iter().zip(&self.estimate.variance) {
            squares += weight(variance) * factor.squares(beta);
            equations += factor.rows();
        }
        (equations > 0).then(|| (squares / equations as f64).sqrt())
    }

    fn moved(&self, beta: &[f64], whole: &Decomposition) -> Option<Moved> {
        let determined = whole.determined();
        let base = self.equations.robot().model().base.iter().enumerate();
        let moved = base.filter_map(|(k, base)| {
            let std = self.covariance[(k, k)].max(0.0).sqrt();
            let deviations = (self.estimate.beta[k] - beta[k]) / std;
            let name = base.name.to_owned();
            (determined[k] && deviations.is_finite()).then_some(Moved { name, deviations })
        });
        moved.max_by(|a, b| a.deviations.abs().total_cmp(&b.deviations.abs()))
    }
}

#[cfg(test)]
mod tests;
