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

#[cfg(test)]
mod tests {
    use super::{Given, given};
    use crate::estimate::{Estimator, Method, estimate};
    use crate::regression::by_hand::{B, MODEL, drawn, observed};
    use crate::statistics::covariance;

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

    #[test]
    fn what_was_given_stands_beside_what_recordings_say() {
        let observation = observed(&drawn(2, 30, [1.0, -2.0, 3.0, 0.5, 0.7, -1.0], 0.1));
        let estimator = Estimator {
            known: vec![("fv_j1".to_owned(), 0.9), ("m_b".to_owned(), 2.0)],
            ..Method::Wls.into()
        };
        let held = estimate(&observation, &MODEL, &estimator).expect("an estimate");
        let free = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
        let ratio = [1.0, 4.0];
        let found = given(&observation, &MODEL, &estimator, &held, &ratio).expect("what was given");
        let scatter = covariance(observation.factors(), &free, &ratio);
        let expected = [(2, "m_b", "kg", 2.0), (4, "fv_j1", "N·m·s", 0.9)];
        let expected = expected.map(|(k, name, unit, value)| Given {
            name: name.to_owned(),
            unit: unit.to_owned(),
            value,
            estimated: Some(free.beta[k]),
            std: Some(scatter[(k, k)].sqrt()),
        });
        assert_eq!(found, expected);
        assert!((free.beta[2] - 3.0).abs() < 0.1 && found[0].is_contradicted());
        let plain = given(&observation, &MODEL, &Method::Wls.into(), &free, &[1.0; B]);
        assert_eq!(plain, Ok(Vec::new()));
    }
}
