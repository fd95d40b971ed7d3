//! The rows of the table for quantities that energy does not decide: single torques, and wrenches.
//!
//! A torque `u·tau` (a unit vector for a joint, a row of `G⁻ᵀ` for a motor) vanishes for every
//! motion exactly when these do: `uᵀM`, the factor of accelerations; then, by Lagrange's equations,
//! all that is left of the terms in velocities is `-½ q̇ᵀ (u·∂M) q̇`, so `u·∂M`; `u·∂V` at rest,
//! constants included; and friction, which scales with velocity as no other term does.
//!
//! A wrench vanishes exactly when momentum and weight do ([`crate::dynamics::WrenchFunctions`]).

use super::table::{Place, Table, is_motion, normalised};
use crate::algebra::{Monomial, Poly, Rational};
use crate::dynamics::{Functions, torque_form};
use crate::mechanism::{Mechanism, Site};

/// The place of a monomial in one torque `u·tau`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum InTorque {
    /// In the factor of a joint's acceleration, `(uᵀM)_j`.
    Inertia(usize, Monomial),
    /// In the change of the inertia element of two joints, `u·∂M_jk`.
    Change(usize, usize, Monomial),
    /// At rest, `u·∂V`.
    Rest(Monomial),
    /// The factor of a joint's velocity.
    Viscous(usize),
    /// The factor of a sign, by the direction of the velocity in it.
    Coulomb(Vec<Rational>),
}

/// The place of a monomial in one row of a wrench.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum InWrench {
    /// In the momentum for a unit rate of a joint, which is the factor of its acceleration.
    Momentum(usize, Monomial),
    /// In the weight.
    Weight(Monomial),
}

/// Adds the rows of the torque at one site.
pub(super) fn torque(
    table: &mut Table,
    mechanism: &Mechanism,
    functions: &[Functions],
    number: usize,
    site: Site,
) {
    let u = torque_form(mechanism, site);
    for (column, function) in functions.iter().enumerate() {
        let mut put = |at, value| table.put(Place::Torque(number, at), column, value);
        for (j, element) in along(function, &u).iter().enumerate() {
            for (monomial, coefficient) in element.collect(is_motion) {
                put(InTorque::Inertia(j, monomial), coefficient);
            }
        }
        for ((j, k), element) in &function.inertia {
            for (monomial, coefficient) in change(element, &u).collect(is_motion) {
                put(InTorque::Change(*j, *k, monomial), coefficient);
            }
        }
        for (monomial, coefficient) in change(&function.potential, &u).collect(is_motion) {
            put(InTorque::Rest(monomial), coefficient);
        }
        if let Some(form) = &function.viscous {
            let share = product(form, &u);
            for (j, factor) in form.iter().enumerate() {
                let value = &share * factor;
                if !value.is_zero() {
                    put(InTorque::Viscous(j), Poly::constant(value));
                }
            }
        }
        // f sign(f·qd) with f = s f', s ≠ 0, is |s| f' sign(f'·qd).
        if let Some((scale, form)) = function.coulomb.as_deref().and_then(normalised) {
            let value = &scale * &product(&form, &u);
            if !value.is_zero() {
                put(InTorque::Coulomb(form), Poly::constant(value));
            }
        }
    }
}

/// `uᵀM`, an element a joint.
fn along(function: &Functions, u: &[Rational]) -> Vec<Poly> {
    let mut row = vec![Poly::zero(); u.len()];
    for ((i, j), element) in &function.inertia {
        row[*j] = &row[*j] + &element.scale(&u[*i]);
        if i != j {
            row[*i] = &row[*i] + &element.scale(&u[*j]);
        }
    }
    row
}

/// `u·∂`: how a function of the position changes along a motion of the joints.
fn change(function: &Poly, u: &[Rational]) -> Poly {
    let mut sum = Poly::zero();
    for (i, factor) in (0..).zip(u) {
        if !factor.is_zero() {
            sum = &sum + &function.derivative(i).scale(factor);
        }
    }
    sum
}

fn product(a: &[Rational], b: &[Rational]) -> Rational {
    a.iter()
        .zip(b)
        .fold(Rational::ZERO, |sum, (x, y)| &sum + &(x * y))
}

/// Adds the rows of the wrench at one sensor.
pub(super) fn wrench(table: &mut Table, functions: &[Functions], sensor: usize) {
    for (column, function) in functions.iter().enumerate() {
        let Some(wrench) = function.wrenches.get(sensor) else {
            continue;
        };
        let mut put = |row, at, value| table.put(Place::Wrench(sensor, row, at), column, value);
        for ((row, joint), element) in &wrench.momentum {
            for (monomial, coefficient) in element.collect(is_motion) {
                put(*row, InWrench::Momentum(*joint, monomial), coefficient);
            }
        }
        for (row, element) in wrench.weight.iter().enumerate() {
            for (monomial, coefficient) in element.collect(is_motion) {
                put(row, InWrench::Weight(monomial), coefficient);
            }
        }
    }
}
