//! The rows of friction that is no constant torque, which scales with velocity as nothing else does or has a kink
//! at standstill, and of springs at joints.
//!
//! Friction is made of effects of the velocity `v = f·qd` of a form (`sign(v)`, `v`, `|v|`, `v |v|`;
//! [`ParameterKind::effects`](crate::mechanism::ParameterKind::effects)). All but `v` jump or bend where `v` vanishes, where
//! nothing of another direction does, and no torque of bodies: forms that are not parallel are independent, and
//! effects of one direction are told apart by how they scale. Its constant parts are with the offsets, in the
//! potential.
//!
//! A spring's torque `f (f·q)` is in the coordinates what viscous torque is in the velocities. Its potential has
//! products of two positions, and no potential of bodies has: how far one joint slides is added to how far others do,
//! and angles are in it by sines and cosines alone.

use super::tree::product;
use crate::algebra::linear::Row;
use crate::algebra::{ParameterIndex, Rational};
use crate::dynamics::{Form, velocity_form};
use crate::mechanism::{Effect, Mechanism};

/// A part of a parameter of friction: its effect with a factor, and its velocity form.
struct Part {
    parameter: ParameterIndex,
    effect: Effect,
    share: Rational,
    form: Form,
}

/// What torques are forms of forms.
const SMOOTH: [Effect; 2] = [Effect::Velocity, Effect::Position];
/// The effects that are not smooth.
const KINKED: [Effect; 3] = [Effect::Sign, Effect::Speed, Effect::Square];

/// The parts of all parameters of friction, constant ones left out.
fn parts(mechanism: &Mechanism) -> Vec<Part> {
    let of_parameter = |(parameter, kind): (ParameterIndex, crate::mechanism::ParameterKind)| {
        let form = kind.site().map(|site| velocity_form(mechanism, site));
        let part = move |(effect, share)| {
            let form = form.clone()?;
            Some(Part {
                parameter,
                effect,
                share,
                form,
            })
        };
        let effects = kind.effects().into_iter();
        let effects = effects.filter(|(effect, _)| *effect != Effect::Constant);
        effects.filter_map(part).collect::<Vec<_>>()
    };
    let parameters = mechanism.parameters.enumerate();
    parameters
        .map(|(k, parameter)| (k, parameter.kind))
        .flat_map(of_parameter)
        .collect()
}

/// Those of one effect.
fn of_effect(parts: &[Part], effect: Effect) -> Vec<&Part> {
    parts.iter().filter(|part| part.effect == effect).collect()
}

/// The rows of friction in all torques, or in the balance of energy.
///
/// Viscous torques `f fᵀ qd`, and springs, are dependent exactly when the matrices `f fᵀ` are, so exactly when the
/// rows of their scalar products `(f·f')²` are. Others are dependent where forms are parallel.
pub(super) fn in_all(mechanism: &Mechanism) -> Vec<Row<ParameterIndex, Rational>> {
    let parts = parts(mechanism);
    let kinked = KINKED.map(|effect| by_direction(&parts, effect, |_| Rational::ONE));
    let smooth = smooth(mechanism).iter();
    let smooth = smooth.map(|effect| by_squares(&of_effect(&parts, *effect)));
    let rows = smooth.chain(kinked);
    rows.flatten().collect()
}

/// The effects of which torques are forms of forms. Where coil springs pull, positions are in the table of torques at
/// rest.
fn smooth(mechanism: &Mechanism) -> &'static [Effect] {
    match mechanism.has_coil_springs() {
        true => &SMOOTH[..1],
        false => &SMOOTH,
    }
}

/// The rows of torques `f fᵀ x`, a factor each.
fn by_squares(parts: &[&Part]) -> Vec<Row<ParameterIndex, Rational>> {
    let row = |own: &&Part| {
        let squares = parts.iter().map(|other| {
            let product = product(&own.form, &other.form);
            (other.parameter, &(&product * &product) * &other.share)
        });
        squares.filter(|(_, square)| !square.is_zero()).collect()
    };
    parts.iter().map(row).collect()
}

/// The rows of friction in the torque along a motion of the coordinates.
pub(super) fn along(mechanism: &Mechanism, motion: &Form) -> Vec<Row<ParameterIndex, Rational>> {
    let parts = parts(mechanism);
    let row = |effect, coordinate| {
        let of_effect = of_effect(&parts, effect).into_iter();
        let factors = of_effect.map(|part| {
            let factor = &product(&part.form, motion) * &part.form[coordinate];
            (part.parameter, &factor * &part.share)
        });
        factors.filter(|(_, factor)| !factor.is_zero()).collect()
    };
    let coordinates = || motion.enumerate().map(|(coordinate, _)| coordinate);
    let rows = smooth(mechanism).iter().copied();
    let rows = rows.flat_map(|effect| coordinates().map(move |k| (effect, k)));
    let rows = rows.map(|(effect, k)| row(effect, k));
    let kinked =
        KINKED.map(|effect| by_direction(&parts, effect, |direction| product(direction, motion)));
    rows.chain(kinked.into_iter().flatten())
        .filter(|row: &Row<ParameterIndex, Rational>| !row.is_empty())
        .collect()
}

/// Whether a parameter of friction has a part of the dissipation for itself.
pub(super) fn is_alone(mechanism: &Mechanism, parameter: ParameterIndex) -> bool {
    let parts = parts(mechanism);
    let direction = |form: &Form| normalised(form).map(|(_, direction)| direction);
    let has = |form: &Form, i, j| !form[i].is_zero() && !form[j].is_zero();
    let mut own = parts.iter().filter(|part| part.parameter == parameter);
    own.any(|own| {
        let others = of_effect(&parts, own.effect).into_iter();
        let others: Vec<&Part> = others.filter(|part| part.parameter != parameter).collect();
        if !SMOOTH.contains(&own.effect) {
            let same = |other: &&Part| direction(&other.form) == direction(&own.form);
            return !others.iter().any(same);
        }
        let places = own.form.enumerate();
        let mut pairs = places.flat_map(|(i, _)| own.form.enumerate().map(move |(j, _)| (i, j)));
        pairs.any(|(i, j)| {
            has(&own.form, i, j) && !others.iter().any(|other| has(&other.form, i, j))
        })
    })
}

/// A row for each direction of an effect: what `f = s d` multiplies of `d` times the effect of `d·qd`, times a factor
/// of the direction `d`.
fn by_direction(
    parts: &[Part],
    effect: Effect,
    factor: impl Fn(&Form) -> Rational,
) -> Vec<Row<ParameterIndex, Rational>> {
    let mut rows: Vec<(Form, Row<ParameterIndex, Rational>)> = Vec::new();
    for part in of_effect(parts, effect) {
        let Some((scale, direction)) = normalised(&part.form) else {
            continue;
        };
        let magnitude = scale.abs();
        let scaled = match effect {
            Effect::Constant => scale,
            Effect::Sign => magnitude,
            Effect::Velocity | Effect::Position => &scale * &scale,
            Effect::Speed => &scale * &magnitude,
            Effect::Square => &(&scale * &scale) * &magnitude,
        };
        let value = &(&scaled * &part.share) * &factor(&direction);
        if value.is_zero() {
            continue;
        }
        let entry = (part.parameter, value);
        match rows.iter_mut().find(|(other, _)| *other == direction) {
            Some((_, row)) => row.push(entry),
            None => rows.push((direction, vec![entry])),
        }
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// A linear form divided by its first coefficient, and that coefficient.
fn normalised(form: &Form) -> Option<(Rational, Form)> {
    let first = form.iter().find(|factor| !factor.is_zero())?;
    let inverse = first.recip()?;
    Some((first.clone(), form.map(|_, factor| factor * &inverse)))
}
