//! Parameters that are to be found, by name.

use super::error::FitError;
use super::limits::{is_even, limits};
use crate::parameters::{base_matrix, never_negative};
use crate::simulation::{Direction, ElectricPart, Machine};
use crate::suggestion::suggestion;
use armwright_runtime::ParameterKind;

/// A parameter that is to be found.
#[derive(Debug, Clone, PartialEq)]
pub struct Free {
    /// Its name: of a base or standard parameter, of a term of friction, of a motor's winding (`kt_m1`).
    pub name: String,
    /// Its unit; empty where it is not known.
    pub unit: &'static str,
    /// What it is of the machine.
    pub direction: Direction,
    /// What it is more than the machine's number: the others of a base parameter's combination.
    pub offset: f64,
    /// Between which values physics allows it.
    pub limits: [f64; 2],
    /// Between which values it is sought: those, unless others are asked for.
    pub bounds: [f64; 2],
    /// Whether its sign makes no difference, so that a search that would pass 0 goes on from there: a speed of a law of friction.
    pub is_even: bool,
}

impl Free {
    /// Its value in a machine.
    #[must_use]
    pub fn of(&self, machine: &Machine<'_>) -> f64 {
        machine.value(self.direction) + self.offset
    }

    /// Gives it a value.
    pub fn set(&self, machine: &mut Machine<'_>, value: f64) {
        machine.set(self.direction, value - self.offset);
    }
}

/// All that can be free: base parameters, friction that stands in place of the file's, windings, then standard parameters.
fn known(machine: &Machine<'_>) -> Vec<Free> {
    let model = machine.robot().model();
    let mut found: Vec<Free> = Vec::new();
    let mut push = |name: String, unit, direction, (offset, limits): (f64, [f64; 2])| {
        if found.iter().all(|free| free.name != name) {
            found.push(Free {
                name,
                unit,
                direction,
                offset,
                limits,
                bounds: limits,
                is_even: is_even(machine, direction),
            });
        }
    };
    let is_term = |direction| matches!(direction, Direction::Friction { .. });
    // Friction of the file that something else stands for is not there.
    let is_there = |k: usize| {
        let direction = Direction::Standard(k);
        let of_law = model.parameters[k].kind;
        let is_law = of_law.friction().is_some() && !matches!(of_law, ParameterKind::Offset(_));
        !is_law || is_term(machine.resolved(direction))
    };
    let theta = |k: usize| machine.value(Direction::Standard(k));
    let matrix = base_matrix(model);
    for (row, base) in model.base.iter().enumerate() {
        let k = base.representative;
        if is_there(k) {
            let value: f64 = (0..model.parameters.len())
                .filter(|k| matrix[(row, *k)] != 0.0)
                .map(|k| matrix[(row, k)] * theta(k))
                .sum();
            let (name, direction) = (base.name.to_owned(), Direction::Standard(k));
            let limits = limits(machine, direction, never_negative(model, row));
            push(name, base.unit, direction, (value - theta(k), limits));
        }
    }
    for (site, place) in machine.friction().iter().enumerate() {
        for (term, own) in place.terms.iter().enumerate() {
            let direction = Direction::Friction { site, term };
            let limits = limits(machine, direction, true);
            let unit = own.law.unit(place.slides);
            push(own.name.clone(), unit, direction, (0.0, limits));
        }
    }
    for (motor, _) in machine.drives().iter().enumerate() {
        for part in ElectricPart::ALL {
            let name = format!("{}_{}", part.symbol(), machine.drive_name(motor));
            let direction = Direction::Electric { motor, part };
            let limits = limits(machine, direction, false);
            push(name, part.unit(), direction, (0.0, limits));
        }
    }
    found
}

/// All base parameters and all friction, but no winding: what is free where nobody says.
#[must_use]
pub fn all_free(machine: &Machine<'_>) -> Vec<Free> {
    let is_winding = |free: &Free| matches!(free.direction, Direction::Electric { .. });
    known(machine)
        .into_iter()
        .filter(|free| !is_winding(free))
        .collect()
}

/// Parameters of these names. A standard parameter that is no base parameter by its name changes by itself, those of
/// its combinations with it.
///
/// # Errors
/// [`FitError::NoParameter`], [`FitError::Twice`].
pub fn free(machine: &Machine<'_>, names: &[String]) -> Result<Vec<Free>, FitError> {
    let known = known(machine);
    let model = machine.robot().model();
    let mut found: Vec<Free> = Vec::new();
    for name in names {
        let own = known.iter().find(|free| free.name == *name).cloned();
        let standard = || {
            let k = model.parameters.iter().position(|p| p.name == name)?;
            let (direction, own) = (Direction::Standard(k), model.parameters[k].kind);
            let limits = limits(machine, direction, own.is_never_negative());
            Some(Free {
                name: name.clone(),
                unit: model.parameters[k].unit,
                direction,
                offset: 0.0,
                limits,
                bounds: limits,
                is_even: is_even(machine, direction),
            })
        };
        let own = own.or_else(standard).ok_or_else(|| {
            let names: Vec<String> = known.iter().map(|free| free.name.clone()).collect();
            FitError::NoParameter {
                name: name.clone(),
                suggestion: suggestion(name, names.iter().map(String::as_str)),
                known: names.join(", "),
            }
        })?;
        if found.iter().any(|free| free.name == *name) {
            return Err(FitError::Twice(name.clone()));
        }
        found.push(own);
    }
    Ok(found)
}

/// Parameters with bounds within which they can be simulated: windings end where physics ends, whatever was asked for.
pub(super) fn within(free: &[Free]) -> Vec<Free> {
    let of = |free: &Free| {
        let mut own = free.clone();
        if is_winding(free) {
            own.bounds[0] = own.bounds[0].max(own.limits[0]);
        }
        own
    };
    free.iter().map(of).collect()
}

/// Whether there is no winding with less than some value of it.
pub(super) fn is_winding(free: &Free) -> bool {
    matches!(free.direction, Direction::Electric { part, .. }
        if matches!(part, ElectricPart::Resistance | ElectricPart::Inductance))
}

#[cfg(test)]
mod tests;
