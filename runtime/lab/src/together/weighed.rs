//! How each recording's rows were weighed.

use serde::Serialize;

use super::setup::names;
use super::{Factors, Fit, Plan, Scatter};
use crate::regression::Equations;

/// How one recording's equations of a row were weighed, and what it was offset by.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Weighed {
    /// The recording.
    pub recording: String,
    /// The joint, motor or measured row.
    pub row: String,
    /// Samples that count.
    pub samples: usize,
    /// The standard deviation of the noise, of what values of its own leave, in the row's unit: the square of its reciprocal is
    /// the weight.
    pub residual: f64,
    /// The same as a share of the root mean square of what was recorded.
    pub share: f64,
    /// What is added to the row in this recording; none where no offset was asked for or the motion does not tell it.
    pub offset: Option<f64>,
    /// The standard deviation of the offset.
    pub offset_std: Option<f64>,
    /// The row's unit.
    pub unit: &'static str,
}

/// Of all recordings and rows that have samples.
pub(crate) fn weighed(
    equations: &Equations<'_>,
    factors: &Factors<'_>,
    plan: &Plan,
    fit: &Fit,
    scatter: &Scatter,
) -> Vec<Weighed> {
    let (names, determined) = (names(equations), fit.determined());
    let each = factors.each().map(|(r, i)| {
        let residual = fit.variance[r][i].sqrt();
        let offset = plan.offset(r, i).filter(|place| determined[*place]);
        Weighed {
            recording: factors.recordings[r].clone(),
            row: names[i].0.clone(),
            samples: factors.samples(r, i),
            residual,
            share: residual / factors.power(r, i).sqrt(),
            offset: offset.map(|place| fit.x[place]),
            offset_std: offset.map(|place| scatter.std(place)),
            unit: names[i].1,
        }
    });
    each.collect()
}
