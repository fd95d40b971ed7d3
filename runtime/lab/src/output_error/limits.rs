//! Between which values physics allows a parameter.

use crate::simulation::{Direction, ElectricPart, FrictionLaw, Machine};

/// Where nothing is said.
pub(super) const ANY: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];
const NOT_NEGATIVE: [f64; 2] = [0.0, f64::INFINITY];
/// What is divided by is above 0: a resistance, Ω, and a speed, rad/s or m/s.
const LEAST: f64 = 1e-6;
/// The shortest time constant `L/R` of a winding that is sought, s: without any, motions do not change with the inductance, and a search that
/// came there would not leave.
const SHORTEST: f64 = 2e-5;

/// What physics allows a number of a machine; of a standard parameter (or the base parameter that it represents) whether it is never
/// negative is known beforehand. A torque constant and a back electromotive force keep the sign that they have, which is that of
/// the wiring.
pub(super) fn limits(
    machine: &Machine<'_>,
    direction: Direction,
    is_never_negative: bool,
) -> [f64; 2] {
    match machine.resolved(direction) {
        Direction::Electric { part, motor } => match part {
            ElectricPart::Resistance => [LEAST, f64::INFINITY],
            ElectricPart::Inductance => {
                let drive = machine.drives().get(motor);
                [
                    drive.map_or(0.0, |d| SHORTEST * d.resistance),
                    f64::INFINITY,
                ]
            }
            ElectricPart::TorqueConstant | ElectricPart::BackEmf => {
                match machine.value(direction) < 0.0 {
                    true => [f64::NEG_INFINITY, 0.0],
                    false => NOT_NEGATIVE,
                }
            }
        },
        Direction::Friction { site, term } => {
            let law = machine.friction().get(site);
            law.and_then(|site| site.terms.get(term))
                .map_or(ANY, |term| of_law(term.law))
        }
        Direction::Standard(_) if is_never_negative => NOT_NEGATIVE,
        Direction::Standard(_) => ANY,
    }
}

/// Whether the sign of a number makes no difference.
pub(super) fn is_even(machine: &Machine<'_>, direction: Direction) -> bool {
    let Direction::Friction { site, term } = direction else {
        return false;
    };
    let site = machine.friction().get(site);
    let law = site
        .and_then(|site| site.terms.get(term))
        .map(|term| term.law);
    matches!(
        law,
        Some(FrictionLaw::StribeckSpeed | FrictionLaw::TanhSpeed)
    )
}

/// Friction takes energy away. A quadratic term beside a viscous one may be negative: friction of lubricants grows ever less.
pub(super) fn of_law(law: FrictionLaw) -> [f64; 2] {
    match law {
        FrictionLaw::Quadratic => ANY,
        FrictionLaw::StribeckSpeed | FrictionLaw::TanhSpeed => [LEAST, f64::INFINITY],
        FrictionLaw::Load => [0.0, 1.0],
        _ => NOT_NEGATIVE,
    }
}
