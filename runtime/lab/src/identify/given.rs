//! Base parameters that were not estimated but given, and what the recordings say of them.

use serde::Serialize;

use crate::estimate::{Estimate, EstimateError, Estimator, estimate};
use crate::regression::Observation;
use crate::statistics::covariance;
use crate::thresholds::CONTRADICTED;
use armwright_runtime::Model;

/// A base parameter whose value was given.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Given {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// The value that was given.
    pub value: f64,
    /// What the recordings say of it where it is estimated as the others are; none if they do not tell.
    pub estimated: Option<f64>,
    /// The standard deviation of that.
    pub std: Option<f64>,
}

impl Given {
    /// Whether the recordings contradict the value.
    #[must_use]
    pub fn is_contradicted(&self) -> bool {
        let both = self.estimated.zip(self.std);
        both.is_some_and(|(found, std)| (found - self.value).abs() > CONTRADICTED * std)
    }
}

/// What was given, beside an estimate of everything. `ratio` is that of residuals that are correlated in time.
pub(super) fn given(
    observation: &Observation,
    model: &Model,
    estimator: &Estimator,
    held: &Estimate,
    ratio: &[f64],
) -> Result<Vec<Given>, EstimateError> {
    if estimator.known.is_empty() {
        return Ok(Vec::new());
    }
    let free = Estimator {
        known: Vec::new(),
        ..estimator.clone()
    };
    let free = estimate(observation, model, &free)?;
    let covariance = covariance(observation.factors(), &free, ratio);
    let determined = free.spectrum.determined();
    let given = model.base.iter().enumerate().filter(|(k, _)| held.held[*k]);
    let given = given.map(|(k, base)| Given {
        name: base.name.to_owned(),
        unit: base.unit.to_owned(),
        value: held.beta[k],
        estimated: determined[k].then_some(free.beta[k]),
        std: determined[k].then(|| covariance[(k, k)].max(0.0).sqrt()),
    });
    Ok(given.collect())
}
