//! The rows of viscous and Coulomb friction, which scale with velocity as nothing else does.

use super::tree::product;
use crate::algebra::ParameterIndex;
use crate::algebra::Rational;
use crate::algebra::linear::Row;
use crate::dynamics::{Form, velocity_form};
use crate::mechanism::{Mechanism, ParameterKind};

/// A parameter of friction and its velocity form.
type Friction = (ParameterIndex, Form);

/// Viscous and Coulomb parameters.
fn frictions(mechanism: &Mechanism) -> (Vec<Friction>, Vec<Friction>) {
    let (mut viscous, mut coulomb) = (Vec::new(), Vec::new());
    for (index, parameter) in mechanism.parameters.enumerate() {
        match parameter.kind {
            ParameterKind::Viscous(site) => viscous.push((index, velocity_form(mechanism, site))),
            ParameterKind::Coulomb(site) => coulomb.push((index, velocity_form(mechanism, site))),
            _ => {}
        }
    }
    (viscous, coulomb)
}

/// The rows of friction in all torques, or in the balance of energy.
///
/// Viscous torques `f fᵀ qd` are dependent exactly when the matrices `f fᵀ` are, so exactly when the
/// rows of their scalar products `(f·f')²` are. Coulomb torques `f sign(f·qd)` are dependent where
/// forms are parallel.
pub(super) fn in_all(mechanism: &Mechanism) -> Vec<Row<ParameterIndex, Rational>> {
    let (viscous, coulomb) = frictions(mechanism);
    let row = |(_, form): &Friction| {
        let squares = viscous.iter().map(|(k, other)| {
            let product = product(form, other);
            (*k, &product * &product)
        });
        squares.filter(|(_, square)| !square.is_zero()).collect()
    };
    let rows = viscous.iter().map(row);
    rows.chain(by_direction(&coulomb, |_| Rational::ONE))
        .collect()
}

/// The rows of friction in the torque along a motion of the coordinates.
pub(super) fn along(mechanism: &Mechanism, motion: &Form) -> Vec<Row<ParameterIndex, Rational>> {
    let (viscous, coulomb) = frictions(mechanism);
    let row = |coordinate| {
        let factors = viscous
            .iter()
            .map(|(k, form)| (*k, &product(form, motion) * &form[coordinate]));
        factors.filter(|(_, factor)| !factor.is_zero()).collect()
    };
    let rows = motion.enumerate().map(|(coordinate, _)| row(coordinate));
    // f sign(f·qd) with f = s f', s ≠ 0, is |s| f' sign(f'·qd).
    rows.chain(by_direction(&coulomb, |direction| {
        product(direction, motion)
    }))
    .filter(|row: &Row<ParameterIndex, Rational>| !row.is_empty())
    .collect()
}

/// Whether a parameter of friction has a part of the dissipation for itself.
pub(super) fn is_alone(mechanism: &Mechanism, parameter: ParameterIndex) -> bool {
    let (viscous, coulomb) = frictions(mechanism);
    let direction = |form: &Form| normalised(form).map(|(_, direction)| direction);
    if let Some((_, own)) = coulomb.iter().find(|(k, _)| *k == parameter) {
        let same = coulomb
            .iter()
            .filter(|(_, form)| direction(form) == direction(own));
        return same.count() == 1;
    }
    let has = |form: &Form, i, j| !form[i].is_zero() && !form[j].is_zero();
    viscous
        .iter()
        .find(|(k, _)| *k == parameter)
        .is_some_and(|(_, own)| {
            let mut pairs = own
                .enumerate()
                .flat_map(|(i, _)| own.enumerate().map(move |(j, _)| (i, j)));
            pairs.any(|(i, j)| {
                viscous
                    .iter()
                    .all(|(k, form)| has(form, i, j) == (*k == parameter))
            })
        })
}

/// A row for each direction of Coulomb friction: magnitudes, times a factor of the direction.
fn by_direction(
    coulomb: &[Friction],
    factor: impl Fn(&Form) -> Rational,
) -> Vec<Row<ParameterIndex, Rational>> {
    let mut rows: Vec<(Form, Row<ParameterIndex, Rational>)> = Vec::new();
    for (parameter, form) in coulomb {
        let Some((magnitude, direction)) = normalised(form) else {
            continue;
        };
        let entry = (*parameter, &magnitude * &factor(&direction));
        if entry.1.is_zero() {
            continue;
        }
        match rows.iter_mut().find(|(other, _)| *other == direction) {
            Some((_, row)) => row.push(entry),
            None => rows.push((direction, vec![entry])),
        }
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// A linear form divided by its first coefficient, and that coefficient's magnitude.
fn normalised(form: &Form) -> Option<(Rational, Form)> {
    let first = form.iter().find(|factor| !factor.is_zero())?;
    let inverse = first.recip()?;
    Some((first.abs(), form.map(|_, factor| factor * &inverse)))
}
