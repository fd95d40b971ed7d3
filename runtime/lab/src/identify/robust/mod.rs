//! Robust estimates: equations are weighed again by what is left of them, until estimates settle.
//!
//! An M-estimate with residuals `r` of scale `s` is the least squares estimate of pseudo-values `K β + c s ψ(r / s)`
//! (Huber 1981, 7.8), where `1 / c` is the mean slope of `ψ`, times `1 + p/n var ψ' / (E ψ')²` for what `p` parameters
//! take of `n` equations (7.6). Their scatter is that of the estimate, `s² E ψ² / (E ψ')²`, so that all that follows
//! an estimate (noise that is correlated, deviations, what the model lacks) goes on from these as from torques.

use serde::Serialize;

mod pseudo;
mod spikes;

pub use pseudo::{Downweighted, Moment};

use super::{IdentificationError, Progress};
use crate::estimate::{Estimate, Estimator, Loss, estimate};
use crate::motion::Motion;
use crate::numeric::{Decomposition, Patience};
use crate::regression::{Equations, Observation, Sample};
use crate::thresholds::MANY_OUTLIERS;
pub(super) use pseudo::residuals;
use pseudo::{adjust, residual, scales, tell_scales};
use spikes::clean;

/// How often spikes are looked for, at most: an estimate that they spoil shows them less well than one without them.
const CLEANINGS: usize = 4;
/// Rounds of one loss that are enough for most, and at most, of what still settles.
const ROUNDS: usize = 50;
const MOST: usize = 500;
/// How far estimates move, in deviations, when weights have settled near enough to go on with pseudo-values, when
/// these have settled, and when rounds that are used up count as settled.
const NEAR: f64 = 1e-2;
const SETTLED: f64 = 1e-7;
const ENOUGH: f64 = 1e-2;
/// Equations a parameter, below which residuals have no scale.
const EQUATIONS: usize = 2;
/// By how much weights may widen a deviation beyond what their mean does.
const WIDER: f64 = 3.0;

/// How a robust estimate weighed the equations.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Robust {
    /// Rounds of weighting, over all losses.
    pub rounds: usize,
    /// What was weighed down of each row.
    pub rows: Vec<Downweighted>,
}

impl Robust {
    /// Whether in some row more samples count less than a half than spikes and collisions make.
    #[must_use]
    pub fn has_many(&self) -> bool {
        let mut rows = self.rows.iter();
        rows.any(|row| row.below_half as f64 > MANY_OUTLIERS * row.samples as f64)
    }
}

/// Settles a robust estimate and gives motions its pseudo-values; nothing of linear estimators.
pub(super) fn settle(
    equations: &Equations<'_>,
    motions: &mut [Motion],
    estimator: &Estimator,
    lengths: bool,
    progress: &mut Progress<'_>,
) -> Result<Option<Robust>, IdentificationError> {
    let losses = Loss::of(estimator.method);
    let Some(last) = losses.last() else {
        return Ok(None);
    };
    if lengths {
        let why = "lengths are fitted by least squares, in which every sample counts".to_owned();
        return Err(estimator.refuses(why).into());
    }
    let (model, linear) = (equations.robot().model(), estimator.linear());
    let mut show = |share: f64| progress("weighing equations", share);
    let plain = equations.observe(motions, &mut show)?;
    let (rows, parameters) = (plain.equations(), model.base.len());
    if rows < EQUATIONS * parameters {
        let why = format!("{rows} equations for {parameters} parameters leave residuals no scale");
        return Err(estimator.refuses(why).into());
    }
    tell_scales(equations, motions, estimator)?;
    let mut beta = estimate(&plain, model, &linear)?.beta;
    let (mut rounds, mut spikes) = (0, vec![0; equations.rows()]);
    for _ in 0..CLEANINGS {
        spikes = clean(equations, motions, &beta)?;
        let cleaned = equations.observe(motions, &mut show)?;
        let next = estimate(&cleaned, model, &linear)?;
        let moved = moved(&cleaned, &next, &beta);
        beta = next.beta;
        if moved <= NEAR {
            break;
        }
    }
    for loss in losses {
        for _ in 0..ROUNDS {
            let scales = scales(&residuals(equations, motions, &beta)?, equations.rows());
            let mut weight = |sample: &Sample<'_>, row: usize| {
                loss.weight(residual(sample, row, &beta), scales[row])
            };
            let weighted = equations.observe_weighted(motions, &mut weight, &mut show)?;
            let next = estimate(&weighted, model, &linear)?;
            let moved = moved(&weighted, &next, &beta);
            (beta, rounds) = (next.beta, rounds + 1);
            if moved <= NEAR {
                break;
            }
        }
    }
    let (mut round, mut best) = (0, f64::INFINITY);
    let mut patience = Patience::new(ROUNDS, MOST);
    loop {
        round += 1;
        let found = adjust(equations, motions, &beta, *last, rows, estimator)?;
        let observation = equations.observe(motions, &mut show)?;
        let next = estimate(&observation, model, &linear)?;
        let step = moved(&observation, &next, &beta);
        let is_settled = step <= SETTLED;
        if is_settled || (round > ROUNDS && best <= ENOUGH) {
            determined(equations, motions, &next, *last, &found, estimator)?;
            let rounds = rounds + round - usize::from(!is_settled);
            let mut rows = found;
            for (row, spikes) in rows.iter_mut().zip(spikes) {
                row.spikes = spikes;
            }
            return Ok(Some(Robust { rounds, rows }));
        }
        if best > ENOUGH && !patience.goes_on(round, best.min(step)) {
            let rounds = rounds + round;
            let why =
                format!("weights do not settle in {rounds} rounds, so that several answers fit");
            return Err(estimator.refuses(why).into());
        }
        // What turns about the answer comes to it by halves.
        let share = if step < best { 1.0 } else { 0.5 };
        let both = beta.iter().zip(&next.beta);
        beta = both.map(|(old, new)| old + share * (new - old)).collect();
        best = best.min(step);
    }
}

/// By how many deviations an estimate moved, over all directions together.
pub(super) fn moved(observation: &Observation, next: &Estimate, before: &[f64]) -> f64 {
    let step = next.beta.iter().zip(before).map(|(new, old)| new - old);
    let step = nalgebra::DVector::from_iterator(before.len(), step);
    (observation.weighted(&next.weights).r * step).norm()
}

/// Refuses an estimate of a parameter that hardly anything tells but samples that were weighed down: the mean slope,
/// by which deviations are made, is not theirs.
fn determined(
    equations: &Equations<'_>,
    motions: &[Motion],
    found: &Estimate,
    loss: Loss,
    rows: &[Downweighted],
    estimator: &Estimator,
) -> Result<(), IdentificationError> {
    let mut weight = |sample: &Sample<'_>, row: usize| {
        loss.weight(residual(sample, row, &found.beta), rows[row].scale)
    };
    let weighted = equations.observe_weighted(motions, &mut weight, &mut |_| {})?;
    let triangle = weighted.weighted(&found.weights).r;
    let left = Decomposition::without(&triangle, |k| found.held[k]);
    let (before, after) = (found.spectrum.determined(), left.determined());
    let size = |of: &Decomposition, k: usize| of.inverse.row(k).norm();
    let hidden = (0..found.beta.len()).find(|&k| {
        let wider = || size(&left, k) > WIDER * size(&found.spectrum, k);
        before[k] && (!after[k] || wider())
    });
    match hidden {
        Some(k) => {
            let why = format!(
                "what tells {} are mostly samples that it weighs down",
                equations.robot().model().base[k].name
            );
            Err(estimator.refuses(why).into())
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
