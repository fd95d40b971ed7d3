//! Values that are known beforehand: the plan's own, and others.

use serde::Serialize;

use super::InterpretationError;
use crate::identify::BaseEstimate;
use crate::parameters::physical_names;
use crate::suggestion::suggestion_or_all;
use armwright_runtime::{Model, PhysicalKind};

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
    model: &Model,
    estimate: &BaseEstimate,
    given: &[KnownValue],
) -> Result<Vec<KnownValue>, InterpretationError> {
    for (place, known) in given.iter().enumerate() {
        if given[..place].iter().any(|other| other.name == known.name) {
            return Err(InterpretationError::Twice(known.name.clone()));
        }
        if !known.value.is_finite() || !known.std.is_finite() {
            return Err(InterpretationError::NotFinite(known.name.clone()));
        }
        let names: Vec<String> = names(model).collect();
        if !names.contains(&known.name) {
            let mut invisible = model.recovery.iter().flat_map(|plan| plan.invisible);
            if invisible.any(|parameter| parameter.name == known.name) {
                return Err(InterpretationError::Invisible {
                    robot: model.name.to_owned(),
                    name: known.name.clone(),
                });
            }
            return Err(InterpretationError::Unknown {
                robot: model.name.to_owned(),
                name: known.name.clone(),
                suggestion: suggestion_or_all(&known.name, names.iter().map(String::as_str)),
            });
        }
    }
    let of_plan = model.recovery.iter().flat_map(|plan| plan.known);
    let mut missing = Vec::new();
    let mut all = Vec::new();
    for parameter in of_plan {
        // A length that was fitted belongs to the base parameters as they are.
        let mut fitted = estimate.lengths.iter();
        if let Some((place, length)) = fitted
            .by_ref()
            .enumerate()
            .find(|(_, length)| length.name == parameter.name)
        {
            all.push(KnownValue {
                name: parameter.name.to_owned(),
                value: length.value,
                std: length.among.get(place).map_or(0.0, |v| v.max(0.0).sqrt()),
            });
            continue;
        }
        let mut named = given.iter().filter(|known| known.name == parameter.name);
        match (named.next_back(), parameter.nominal) {
            (Some(known), Some(file)) if is_other_length(parameter.kind, known, file) => {
                return Err(InterpretationError::Length {
                    name: known.name.clone(),
                    file,
                });
            }
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

/// Whether a length is known otherwise than the regressor has it, of which base parameters are the coefficients.
fn is_other_length(kind: PhysicalKind, known: &KnownValue, file: f64) -> bool {
    let is_length = matches!(kind, PhysicalKind::Length | PhysicalKind::FittedLength);
    is_length && (known.std > 0.0 || (known.value - file).abs() > 1e-12 * file.abs())
}

/// Why base parameters say nothing of physical ones: their regressor holds lengths that would have to
/// be fitted, and no value for these was given.
pub(super) fn unfitted(
    model: &Model,
    estimate: &BaseEstimate,
    given: &[KnownValue],
) -> Option<String> {
    let of_plan = model.recovery.iter().flat_map(|plan| plan.known);
    let fitted = of_plan.filter(|p| p.kind == PhysicalKind::FittedLength);
    let fitted = fitted.filter(|p| {
        let is_fitted = estimate.lengths.iter().any(|length| length.name == p.name);
        !is_fitted && given.iter().all(|known| known.name != p.name)
    });
    let names: Vec<&str> = fitted.map(|p| p.name).collect();
    (!names.is_empty()).then(|| {
        format!(
            "the motion determines {0} by itself, and base parameters were identified with the robot \
             file's value of it: measure it and put it into the robot file, name it under \
             `recovery: {{known: [...]}}`, and identify again",
            names.join(", ")
        )
    })
}

/// Names that a known value can have: physical, standard and drive parameters, lengths.
fn names(model: &Model) -> impl Iterator<Item = String> {
    let physical = physical_names(model).map(|(name, ..)| name);
    let standard = model.parameters.iter().map(|p| p.name.to_owned());
    let plan = model.recovery.iter();
    let of_plan = plan.flat_map(|plan| plan.known.iter().map(|p| p.name.to_owned()));
    physical.chain(standard).chain(of_plan)
}
