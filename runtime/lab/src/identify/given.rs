//! Base parameters that were not estimated but given, and what the recordings say of them.

use serde::Serialize;

use super::IdentificationError;
use crate::estimate::{Estimate, Estimator, estimate};
use crate::lack::Lack;
use crate::regression::{Observation, RegressionError};
use crate::statistics::{Deviations, table};
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

/// What was given, and what the model lacks beside an estimate of everything.
type Beside = (Vec<Given>, Vec<Lack>);

/// What was given, beside an estimate of everything by the same `estimator`, with the `deviations` that such an estimate has, and what
/// the model lacks beside that; nothing where nothing was given.
pub(super) fn given(
    observation: &Observation,
    model: &Model,
    estimator: &Estimator,
    held: &Estimate,
    deviations: impl FnOnce(&Estimator, &Estimate) -> Result<(Deviations, Vec<Lack>), RegressionError>,
) -> Result<Option<Beside>, IdentificationError> {
    if estimator.known.is_empty() {
        return Ok(None);
    }
    let estimator = Estimator {
        known: Vec::new(),
        ..estimator.clone()
    };
    let free = estimate(observation, model, &estimator)?;
    let (deviations, lacks) = deviations(&estimator, &free)?;
    let mut table = table(model, observation.factors(), &free, &deviations.covariance);
    deviations.complete(&mut table);
    let given = table.into_iter().enumerate().filter(|(k, _)| held.held[*k]);
    let given = given.map(|(k, free)| Given {
        name: free.name,
        unit: free.unit,
        value: held.beta[k],
        estimated: free.std.map(|_| free.value),
        std: free.std,
    });
    Ok(Some((given.collect(), lacks)))
}

#[cfg(test)]
mod tests {
    use super::Given;

    #[test]
    fn a_value_is_contradicted_by_more_than_three_deviations() {
        let of = |value, estimated, std| {
            let given = Given {
                name: "m_b".to_owned(),
                unit: "kg".to_owned(),
                value,
                estimated,
                std,
            };
            given.is_contradicted()
        };
        assert!(of(2.0, Some(1.0), Some(0.3)) && of(0.0, Some(1.0), Some(0.3)));
        assert!(!of(1.75, Some(1.0), Some(0.25)));
        assert!(!of(2.0, None, Some(0.3)) && !of(2.0, Some(1.0), None));
    }
}
