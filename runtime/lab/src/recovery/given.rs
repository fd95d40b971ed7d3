//! What an interpretation starts from: base parameters with their covariance, and known values.

use serde::Serialize;

use super::InterpretationError;
use super::plan::Recovered;
use super::possible::rounded;
use crate::identification::Identification;
use crate::parameters::physical_names;
use crate::suggestion::suggestion;
use armwright_runtime::Model;

/// Base parameters and how well they are known.
#[derive(Debug, Clone, PartialEq)]
pub struct Foundation {
    /// Base parameters (`b`), in the model's order.
    pub beta: Vec<f64>,
    /// Their covariance (`b × b`); zeros for values that hold exactly.
    pub covariance: Vec<Vec<f64>>,
    /// Which of them the motion determined (`b`).
    pub determined: Vec<bool>,
    /// Whether the estimator drew them away from what the recordings alone say (ridge, truncation,
    /// prior): their deviations then do not say how far they are from the truth.
    pub biased: bool,
    /// What a reader should know of where they came from.
    pub notes: Vec<String>,
}

impl Foundation {
    /// Base parameters that hold exactly.
    #[must_use]
    pub fn exact(beta: Vec<f64>) -> Self {
        let size = beta.len();
        Self {
            beta,
            covariance: vec![vec![0.0; size]; size],
            determined: vec![true; size],
            biased: false,
            notes: Vec::new(),
        }
    }

    /// Of an identification.
    #[must_use]
    pub fn of(found: &Identification) -> Self {
        let size = found.beta.len();
        Self {
            beta: found.beta.clone(),
            covariance: found.covariance.values.clone(),
            determined: (0..size).map(|k| found.determined(k)).collect(),
            biased: found.biased,
            notes: Vec::new(),
        }
    }

    /// Standard deviations; none where the motion did not determine the value.
    #[must_use]
    pub fn deviations(&self) -> Vec<Option<f64>> {
        let deviation = |k: usize| self.covariance[k][k].max(0.0).sqrt();
        (0..self.beta.len())
            .map(|k| self.determined[k].then(|| deviation(k)))
            .collect()
    }

    pub(super) fn check(&self, model: &Model) -> Result<(), InterpretationError> {
        let expected = model.base.len();
        let rows = self.covariance.iter().map(Vec::len);
        let counts = [
            self.beta.len(),
            self.covariance.len(),
            self.determined.len(),
        ];
        if let Some(actual) = counts.into_iter().chain(rows).find(|n| *n != expected) {
            return Err(InterpretationError::Count {
                robot: model.name,
                expected,
                actual,
            });
        }
        let finite = |k: &usize| {
            self.beta[*k].is_finite() && self.covariance[*k].iter().all(|x| x.is_finite())
        };
        match (0..expected).find(|k| !finite(k)) {
            Some(k) => Err(InterpretationError::NotFinite(
                model.base[k].name.to_owned(),
            )),
            None => Ok(()),
        }
    }
}

/// A physical parameter that is known otherwise.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KnownValue {
    /// Its name.
    pub name: String,
    /// Its value, SI.
    pub value: f64,
    /// Its standard deviation; 0 for one that holds exactly.
    pub std: f64,
}

/// What the plan takes for known, in its order, then other known values: given ones, or those of
/// the robot file.
pub(super) fn known(
    model: &'static Model,
    given: &[KnownValue],
) -> Result<Vec<KnownValue>, InterpretationError> {
    for (place, known) in given.iter().enumerate() {
        if given[..place].iter().any(|other| other.name == known.name) {
            return Err(InterpretationError::Twice(known.name.clone()));
        }
        if !known.value.is_finite() || !known.std.is_finite() {
            return Err(InterpretationError::NotFinite(known.name.clone()));
        }
        let names = || names(model);
        if !names().any(|name| name == known.name) {
            let all: Vec<String> = names().collect();
            return Err(InterpretationError::Unknown {
                robot: model.name,
                name: known.name.clone(),
                suggestion: suggestion(&known.name, all.iter().map(String::as_str)),
            });
        }
    }
    let of_plan = model.recovery.iter().flat_map(|plan| plan.known);
    let mut missing = Vec::new();
    let mut all = Vec::new();
    for parameter in of_plan {
        let mut named = given.iter().filter(|known| known.name == parameter.name);
        match (named.next_back(), parameter.nominal) {
            (Some(known), _) => all.push(known.clone()),
            (None, Some(value)) => all.push(KnownValue {
                name: parameter.name.to_owned(),
                value,
                std: 0.0,
            }),
            (None, None) => missing.push(parameter.name),
        }
    }
    if !missing.is_empty() {
        let names = missing.join(", ");
        return Err(InterpretationError::Missing { names });
    }
    let others = given
        .iter()
        .filter(|known| all.iter().all(|a: &KnownValue| a.name != known.name));
    let others: Vec<KnownValue> = others.cloned().collect();
    all.extend(others);
    Ok(all)
}

/// What a reader should know of known values that the plan does not start from.
pub(super) fn notes(
    model: &'static Model,
    known: &[KnownValue],
    recovered: &[Recovered],
) -> Vec<String> {
    let Some(plan) = &model.recovery else {
        return Vec::new();
    };
    let others = known.iter().skip(plan.known.len());
    let note = |known: &KnownValue| match recovered.iter().find(|p| p.name == known.name) {
        Some(p) => format!(
            "{} = {} was given, but the plan recovers {}, which differs by {}; the plan \
             keeps what it recovers",
            known.name,
            known.value,
            rounded(p.value),
            rounded(p.value - known.value)
        ),
        None => format!(
            "{} = {} was given, but the plan does not use it",
            known.name, known.value
        ),
    };
    others.map(note).collect()
}

/// Names that a known value can have: physical, standard and drive parameters, lengths.
fn names(model: &'static Model) -> impl Iterator<Item = String> {
    let physical = physical_names(model).map(|(name, ..)| name);
    let standard = model.parameters.iter().map(|p| p.name.to_owned());
    let plan = model.recovery.iter();
    let of_plan = plan.flat_map(|plan| plan.known.iter().map(|p| p.name.to_owned()));
    physical.chain(standard).chain(of_plan)
}
