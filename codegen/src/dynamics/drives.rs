//! Where armature, rotors and friction act: each drive parameter's velocity form.

use crate::algebra::Rational;
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
        Site::Motor(k) => mechanism.transmission.as_ref().map_or_else(|| unit(k), |g| g[k].clone()),
    }
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
