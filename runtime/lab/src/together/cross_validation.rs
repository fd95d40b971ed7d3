//! Each recording as the others predict it.

use nalgebra::DVector;
use serde::Serialize;

use super::{Factors, Fit, Offsets, Plan};

/// The fewest recordings of which one is left out.
const FEWEST: usize = 3;

/// How well the other recordings predict one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HeldOut {
    /// The recording.
    pub recording: String,
    /// The root mean square of what is left of it, as a share of that of what was recorded, over rows weighed by their
    /// noise. Offsets of its own are its own: none of the others tells them.
    pub share: f64,
    /// The same of the fit that it takes part in.
    pub own: f64,
    /// How many base parameters the others leave open; the recording is then predicted with what they show.
    pub open: usize,
}

/// Leaves out one recording after the other; none of fewer than three.
pub(super) fn held_out(factors: &Factors<'_>, plan: &Plan, weights: &[f64]) -> Vec<HeldOut> {
    if factors.recordings.len() < FEWEST {
        return Vec::new();
    }
    let all = Fit::weighed(
        factors,
        plan,
        DVector::zeros(plan.unknowns()),
        None,
        weights.to_vec(),
    );
    let Some(all) = all else {
        return Vec::new();
    };
    let leave_out = |left: usize| {
        // Without weight it takes no part.
        let mut weights = weights.to_vec();
        weights[left] = 0.0;
        let start = DVector::zeros(plan.unknowns());
        let others = Fit::weighed(factors, plan, start, None, weights)?;
        let determined = others.determined();
        Some(HeldOut {
            recording: factors.recordings[left].clone(),
            share: share(factors, plan, &all, &others.x, left),
            own: share(factors, plan, &all, &all.x, left),
            open: (0..plan.base).filter(|k| !determined[*k]).count(),
        })
    };
    (0..factors.recordings.len())
        .filter_map(leave_out)
        .collect()
}

/// What parameters leave of a recording.
fn share(factors: &Factors<'_>, plan: &Plan, all: &Fit, x: &DVector<f64>, recording: usize) -> f64 {
    let (mut left, mut whole) = (0.0, 0.0);
    for (r, i) in factors.each().filter(|(r, _)| *r == recording) {
        let weight = all.weight(r, i);
        let mut residual = Fit::residual(factors, plan, x, (r, i));
        if plan.offsets == Offsets::Each {
            let one = factors.triangles[r][i].0.column(plan.width() - 1);
            residual -= one * (one.dot(&residual) / one.norm_squared().max(f64::MIN_POSITIVE));
        }
        left += weight * residual.norm_squared();
        whole += weight * factors.power(r, i) * factors.samples(r, i) as f64;
    }
    (left / whole.max(f64::MIN_POSITIVE)).sqrt()
}
