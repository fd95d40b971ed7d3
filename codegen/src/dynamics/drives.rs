//! Where armature, rotors and friction act: each drive parameter's velocity form.

use super::chain::coordinate_index;
use crate::algebra::linear::{reduced, sparse};
use crate::algebra::{Algebra, Graph, Input, Rational, Rationals, Ref};
use crate::mechanism::{Mechanism, ParameterKind, Site};

/// The velocity that a drive term belongs to, as coefficients of the joint velocities: a unit
/// vector for a term at a joint, a row of the transmission for one at a motor (`G qd`).
#[must_use]
pub fn velocity_form(mechanism: &Mechanism, site: Site) -> Vec<Rational> {
    let unit = |i: usize| {
        let mut form = vec![Rational::ZERO; mechanism.bodies.len()];
        form[i] = Rational::ONE;
        form
    };
    match site {
        Site::Joint(i) => unit(i),
        Site::Motor(k) => mechanism
            .transmission
            .as_ref()
            .map_or_else(|| unit(k), |g| g[k].clone()),
    }
}

/// The torque at a site, as coefficients of the joint torques: a unit vector for a joint, a row of
/// `G⁻ᵀ` for a motor (`tau_motor = G⁻ᵀ tau`). It is also the motion of the joints for a unit rate
/// of that motor alone, the others held still.
#[must_use]
pub fn torque_form(mechanism: &Mechanism, site: Site) -> Vec<Rational> {
    match (site, &mechanism.transmission) {
        (Site::Motor(k), Some(transmission)) => solved(transmission, k),
        (Site::Joint(k) | Site::Motor(k), _) => velocity_form(mechanism, Site::Joint(k)),
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

/// The site of a drive parameter; `None` for a body's parameter.
#[must_use]
pub fn site(kind: ParameterKind) -> Option<Site> {
    match kind {
        ParameterKind::Inertial { .. } => None,
        ParameterKind::Inertia(site)
        | ParameterKind::Coulomb(site)
        | ParameterKind::Viscous(site)
        | ParameterKind::Offset(site) => Some(site),
    }
}

/// What a drive parameter multiplies: its velocity form `f` and an effect `e`, so that its torque
/// column is `fᵀ e`; `None` for a body's parameter.
///
/// The effect is `f·qdd` for an inertia, `f·qd` for viscous friction, `sign(f·qd)` for Coulomb
/// friction (the motor's own velocity inside the sign), and 1 for an offset.
pub(super) fn effect(
    graph: &mut Graph,
    mechanism: &Mechanism,
    kind: ParameterKind,
) -> Option<(Vec<Rational>, Ref)> {
    let form = velocity_form(mechanism, site(kind)?);
    let effect = match kind {
        ParameterKind::Inertial { .. } => return None,
        ParameterKind::Inertia(_) => linear(graph, &form, Input::Acceleration),
        ParameterKind::Viscous(_) => linear(graph, &form, Input::Velocity),
        ParameterKind::Coulomb(_) => {
            let rate = linear(graph, &form, Input::Velocity);
            graph.sign(rate)
        }
        ParameterKind::Offset(_) => graph.constant(&Rational::ONE),
    };
    Some((form, effect))
}

/// A linear form of the joints' velocities or accelerations.
pub(super) fn linear(graph: &mut Graph, form: &[Rational], input: fn(u16) -> Input) -> Ref {
    let mut sum = graph.zero();
    for (i, factor) in form
        .iter()
        .enumerate()
        .filter(|(_, factor)| !factor.is_zero())
    {
        let leaf = graph.input(input(coordinate_index(i)));
        let term = graph.scale(factor, &leaf);
        sum = graph.add(&sum, &term);
    }
    sum
}
