//! Where armature, rotors and friction act: each drive parameter's velocity form.

use crate::algebra::linear::{reduced, sparse};
use crate::algebra::{
    Atom, CoordinateIndex, Expression, Graph, Indexed, Input, Poly, Rational, Rationals, Ring,
};
use crate::mechanism::{Effect, Mechanism, ParameterKind, Site};

/// A linear form of the coordinates: what each is multiplied by.
pub type Form = Indexed<CoordinateIndex, Rational>;

/// The velocity that a drive term belongs to, as a form of the coordinates' velocities: the joint's
/// own for a term at a joint, a row of the transmission for one at a motor (`G qd`).
#[must_use]
pub fn velocity_form(mechanism: &Mechanism, site: Site) -> Form {
    match site {
        Site::Joint(joint) => {
            let motion = &mechanism.joint(joint).motion;
            mechanism.coordinates.map(|k, _| motion.factor(k))
        }
        Site::Motor(motor) => mechanism.motor_row(motor),
    }
}

/// The torque at a site, as a form of the coordinates' torques: a unit vector for a joint that is
/// free, a row of `G⁻ᵀ` for a motor (`tau_motor = G⁻ᵀ tau`). It is also the motion of the
/// coordinates for a unit rate of that motor alone, the others held still.
#[must_use]
pub fn torque_form(mechanism: &Mechanism, site: Site) -> Form {
    match (site, &mechanism.transmission) {
        (Site::Motor(motor), Some(transmission)) => {
            let solution = solved(transmission, motor.at());
            mechanism.coordinates.map(|k, _| solution[k.at()].clone())
        }
        _ => velocity_form(mechanism, site),
    }
}

/// `x` with `G x = e_k`; `G` is invertible.
fn solved(matrix: &[Vec<Rational>], k: usize) -> Vec<Rational> {
    let n = matrix.len();
    let with_unit = |(i, row): (usize, &Vec<Rational>)| {
        let unit = Rational::from(i64::from(i == k));
        sparse(&Rationals, row.iter().cloned().chain([unit]))
    };
    let rows = matrix.iter().enumerate().map(with_unit).collect();
    let solution = reduced(&Rationals, rows, Some(&n));
    let value = |row| solution.entry(row, &n).cloned();
    (0..n)
        .map(|row| value(row).unwrap_or(Rational::ZERO))
        .collect()
}

/// What a drive parameter multiplies: its velocity form `f` and an effect `e`, so that its torque
/// column is `fᵀ e`; `None` for a body's parameter.
///
/// The effect is `f·qdd` for an inertia, and a function of `v = f·qd` for friction (the motor's own
/// velocity): `v` for viscous friction, `sign(v)` for Coulomb friction, 1 for an offset; for a spring the position
/// `f·q`; for a torque of the user's its function. Halves of a term and of the
/// term times the sign are its part in positive direction, or by their difference that in negative direction. Of
/// Coulomb friction, which is the sign, that is `(1 + sign(v))/2` and `(sign(v) - 1)/2`: at rest 1/2 and -1/2, so that it is the middle
/// of what it can be there, and the two differ by a constant at every velocity.
pub(super) fn effect<'r>(
    ring: &'r Ring<Graph>,
    mechanism: &Mechanism,
    kind: ParameterKind,
) -> Option<(Form, Expression<'r, Graph>)> {
    let form = velocity_form(mechanism, kind.site()?);
    let velocity = || linear(ring, form.enumerate(), Input::Velocity);
    let halves = |whole: Expression<'r, Graph>| {
        let half = whole * &Rational::new(1, 2);
        (half, half * velocity().sign())
    };
    let positive = |(half, by_sign): (Expression<'r, Graph>, _)| half + by_sign;
    let negative = |(half, by_sign): (Expression<'r, Graph>, _)| half - by_sign;
    let effect = match kind {
        ParameterKind::Inertial { .. }
        | ParameterKind::SpringRate(_)
        | ParameterKind::SpringTension(_) => return None,
        ParameterKind::Inertia(_) => linear(ring, form.enumerate(), Input::Acceleration),
        ParameterKind::Viscous(_) => velocity(),
        ParameterKind::ViscousPositive(_) => positive(halves(velocity())),
        ParameterKind::ViscousNegative(_) => negative(halves(velocity())),
        ParameterKind::Coulomb(_) => velocity().sign(),
        ParameterKind::CoulombPositive(_) => positive(halves(ring.one())),
        ParameterKind::CoulombNegative(_) => -negative(halves(ring.one())),
        ParameterKind::Quadratic(_) => velocity() * velocity() * velocity().sign(),
        ParameterKind::Offset(_) | ParameterKind::Preload(_) => ring.one(),
        ParameterKind::Stiffness(_) => linear(ring, form.enumerate(), position),
        ParameterKind::Torque(torque, _) => {
            let formula = &mechanism.torques[torque].formula;
            super::formula::value(ring, mechanism, formula)
        }
    };
    Some((form, effect))
}

/// The potential of a torque on a site, for one unit of an effect; none of what is no potential.
pub(super) fn potential_of(effect: Effect, form: &Form) -> Option<Poly> {
    let position = || {
        form.enumerate().fold(Poly::zero(), |sum, (k, factor)| {
            &sum + &Poly::atom(Atom::Position(k)).scale(factor)
        })
    };
    match effect {
        Effect::Constant => Some(position()),
        Effect::Position => Some((&position() * &position()).scale(&Rational::new(1, 2))),
        _ => None,
    }
}

/// The position of a coordinate.
pub(super) fn position(coordinate: CoordinateIndex) -> Input {
    Input::Atom(Atom::Position(coordinate))
}

/// A linear form of the coordinates' positions, velocities or accelerations.
pub(super) fn linear<'r, 'f>(
    ring: &'r Ring<Graph>,
    form: impl Iterator<Item = (CoordinateIndex, &'f Rational)>,
    input: fn(CoordinateIndex) -> Input,
) -> Expression<'r, Graph> {
    form.filter(|(_, factor)| !factor.is_zero())
        .fold(ring.zero(), |sum, (k, factor)| {
            sum + ring.input(input(k)) * factor
        })
}
