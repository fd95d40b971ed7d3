//! The rows of the table for quantities that energy does not decide: single torques, and wrenches.
//!
//! A torque `u·tau` (a unit vector for a joint, a row of `G⁻ᵀ` for a motor) vanishes for every
//! motion exactly when these do: `uᵀM`, the factor of accelerations; then, by Lagrange's equations,
//! all that is left of the terms in velocities is `-½ q̇ᵀ (u·∂M) q̇`, so `u·∂M`; `u·∂V` at rest,
//! constants included; and friction, which scales with velocity as no other term does.
//!
//! A wrench vanishes exactly when momentum and weight do ([`armwright_codegen::dynamics::WrenchFunctions`]).

use armwright_codegen::algebra::{
    CoordinateIndex, Indexed, Monomial, ParameterIndex, Poly, Rational,
};
use armwright_codegen::dynamics::{Form, Functions, torque_form};
use armwright_codegen::mechanism::{Effect, Mechanism, Site};

use super::table::{Place, Table, is_motion, kinked};

/// The place of a monomial in one torque `u·tau`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum InTorque {
    /// In the factor of an acceleration, `(uᵀM)_j`.
    Inertia(CoordinateIndex, Monomial),
    /// In the change of the inertia element of two coordinates, `u·∂M_jk`.
    Change(CoordinateIndex, CoordinateIndex, Monomial),
    /// At rest, `u·∂V`.
    Rest(Monomial),
    /// The factor of a velocity.
    Viscous(CoordinateIndex),
    /// The factor of an effect that bends or jumps at standstill, by the direction of the velocity in it.
    Kinked(Effect, Vec<Rational>),
}

/// The place of a monomial in one row of a wrench.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum InWrench {
    /// In the momentum for a unit rate of a coordinate, the factor of its acceleration.
    Momentum(CoordinateIndex, Monomial),
    /// In the weight.
    Weight(Monomial),
}

/// Adds the rows of the torque at one site.
pub(super) fn torque(
    table: &mut Table,
    mechanism: &Mechanism,
    functions: &Indexed<ParameterIndex, Functions>,
    number: usize,
    site: Site,
) {
    let u = torque_form(mechanism, site);
    for (column, function) in functions.enumerate() {
        let mut put = |at, value| table.put(Place::Torque(number, at), column, value);
        for (j, element) in along(function, &u).enumerate() {
            for (monomial, coefficient) in element.collect(is_motion) {
                put(InTorque::Inertia(j, monomial), coefficient);
            }
        }
        for ((j, k), element) in &function.inertia {
            for (monomial, coefficient) in change(mechanism, element, &u).collect(is_motion) {
                put(InTorque::Change(*j, *k, monomial), coefficient);
            }
        }
        for (monomial, coefficient) in change(mechanism, &function.potential, &u).collect(is_motion)
        {
            put(InTorque::Rest(monomial), coefficient);
        }
        for (effect, share, form) in &function.friction {
            let mut put = |at, value: Rational| {
                if !value.is_zero() {
                    put(at, Poly::constant(value));
                }
            };
            if let Some((scale, form)) = kinked(*effect, form) {
                let value = &(&scale * share) * &product(&form, &u);
                put(InTorque::Kinked(*effect, form), value);
                continue;
            }
            let along = &product(form.as_slice(), &u) * share;
            for (j, factor) in form.enumerate() {
                put(InTorque::Viscous(j), &along * factor);
            }
        }
    }
}

/// `uᵀM`, an element a coordinate.
fn along(function: &Functions, u: &Form) -> Indexed<CoordinateIndex, Poly> {
    let mut row = u.map(|_, _| Poly::zero());
    for (&(i, j), element) in &function.inertia {
        row[j] = &row[j] + &element.scale(&u[i]);
        if i != j {
            row[i] = &row[i] + &element.scale(&u[j]);
        }
    }
    row
}

/// `u·∂`: how a function of the position changes along a motion of the joints.
fn change(mechanism: &Mechanism, function: &Poly, u: &Form) -> Poly {
    let mut sum = Poly::zero();
    for (i, factor) in u.enumerate() {
        if !factor.is_zero() {
            sum = &sum + &mechanism.derivative(function, i).scale(factor);
        }
    }
    sum
}

fn product(a: &[Rational], b: &Form) -> Rational {
    a.iter()
        .zip(b)
        .fold(Rational::ZERO, |sum, (x, y)| &sum + &(x * y))
}

/// Adds the rows of the wrench at one sensor.
pub(super) fn wrench(
    table: &mut Table,
    functions: &Indexed<ParameterIndex, Functions>,
    sensor: usize,
) {
    for (column, function) in functions.enumerate() {
        let Some(wrench) = function.wrenches.get(sensor) else {
            continue;
        };
        let mut put = |row, at, value| table.put(Place::Wrench(sensor, row, at), column, value);
        for ((row, coordinate), element) in &wrench.momentum {
            for (monomial, coefficient) in element.collect(is_motion) {
                put(*row, InWrench::Momentum(*coordinate, monomial), coefficient);
            }
        }
        for (row, element) in wrench.weight.iter().enumerate() {
            for (monomial, coefficient) in element.collect(is_motion) {
                put(row, InWrench::Weight(monomial), coefficient);
            }
        }
    }
}
