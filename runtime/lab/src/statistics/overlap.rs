//! Noise of integrals over intervals that overlap: each step of time is in many of them.

use nalgebra::{DMatrix, DVector};

use super::basis::Basis;
use super::noise::{Modelled, Noise};
use super::sandwich::Sandwich;
use crate::estimate::Estimate;
use crate::motion::Motion;
use crate::regression::{Equations, RegressionError, Sample};

/// The noise of the steps that intervals are made of, and what it does to the weighted columns (`r × r`).
///
/// A row over steps `a` to `b` has the noise `Σ_(a <= m <= b) u_m`, so that `Σ_j w q_j Σ_m u_m = Σ_m (Σ_(j with m) w q_j) u_m`:
/// intervals that overlap are steps that do not, each with the columns of all intervals that hold it. Columns of one recording
/// at a time are kept for it.
pub(super) fn of(
    equations: &Equations<'_>,
    steps: &Equations<'_>,
    motions: &[Motion],
    estimate: &Estimate,
    basis: &Basis,
    progress: &mut dyn FnMut(f64),
) -> Result<(Noise, DMatrix<f64>), RegressionError> {
    let noise = Modelled::of(steps, motions, estimate, basis)?.noise;
    let rows = equations.rows();
    let mut sandwich = Sandwich::of(&noise, basis.size());
    for (k, motion) in motions.iter().enumerate() {
        sandwich.restart();
        let mut share = |done: f64| progress((k as f64 + done) / motions.len() as f64);
        let zero = || DVector::zeros(basis.size());
        // The weighted columns of the intervals that end with each step; none of those that do not count.
        let mut ends: Vec<Vec<Option<DVector<f64>>>> = Vec::new();
        let mut take = |sample: &Sample<'_>| {
            ends.resize(sample.index, vec![None; rows]);
            let each = (0..rows).map(|row| {
                let columns = || basis.columns(sample, row) * estimate.weights[row];
                sample.counts(row).then(columns)
            });
            ends.push(each.collect());
        };
        equations.pass(motion, &equations.base_columns(), &mut take, &mut share)?;
        let length = equations
            .integral()
            .and_then(|integral| integral.steps(motion));
        let mut of_step = vec![vec![zero(); rows]; ends.len()];
        for row in 0..rows {
            let mut sum = zero();
            for step in (0..ends.len()).rev() {
                match (&ends[step][row], length) {
                    (Some(columns), _) => sum += columns,
                    // Intervals from a beginning do not reach back beyond what does not count.
                    (None, None) => sum.fill(0.0),
                    (None, Some(_)) => {}
                }
                let beyond = length.and_then(|length| ends.get(step + length)?[row].as_ref());
                if let Some(columns) = beyond {
                    sum -= columns;
                }
                of_step[step][row].copy_from(&sum);
            }
        }
        let mut sizes = vec![1.0; ends.len()];
        let mut take = |sample: &Sample<'_>| {
            if let Some(size) = sizes.get_mut(sample.index) {
                *size = sample.size;
            }
        };
        steps.pass(motion, &steps.base_columns(), &mut take, &mut |_| {})?;
        for (columns, size) in of_step.into_iter().zip(sizes) {
            sandwich.push(columns.into_iter().map(|columns| columns * size).collect());
        }
    }
    Ok((noise, sandwich.sum()))
}

#[cfg(test)]
mod tests;
