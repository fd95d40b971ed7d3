//! What becomes of the functions that `armwright generate --only` names.

use super::failure::Failure;
use crate::derivation::Derivation;
use crate::emit::Quantity;

/// Says which functions have another one in their place; one that has none is refused.
pub(super) fn notes(derivation: &Derivation, asked: &[Quantity]) -> Result<String, Failure> {
    let note = |quantity: &Quantity| {
        let function = quantity.entry().function;
        match quantity.computed_by(derivation) {
            Some(own) if own == *quantity => Ok(String::new()),
            Some(other) => Ok(format!(
                "note: `{}` is in the place of `{function}`: {}\n",
                other.entry().function,
                why(derivation, *quantity)
            )),
            None => Err(Failure::NoFunction {
                owner: derivation.mechanism.name.clone(),
                function,
                why: why(derivation, *quantity),
            }),
        }
    };
    asked.iter().map(note).collect()
}

/// Why a robot has no function of its own for a quantity.
fn why(derivation: &Derivation, quantity: Quantity) -> String {
    use Quantity::{ClosedFormTorque, ElementBases, MeasuredBaseRegressor, MeasuredRegressor};
    let is_usual = derivation.mechanism.measure.is_every_torque();
    let why = match (quantity, &derivation.closed_form) {
        (ClosedFormTorque | ElementBases, Err(reason)) => return reason.to_string(),
        (ElementBases, Ok(_)) if is_usual => {
            "its closed form has too many terms to be identified element by element"
        }
        (ElementBases, Ok(_)) => {
            "what it measures (`measure`) does not make the coefficients of its closed form"
        }
        (MeasuredRegressor | MeasuredBaseRegressor, _) => {
            "what it measures (`measure`) is the torques"
        }
        _ => "its base moves",
    };
    why.to_owned()
}
