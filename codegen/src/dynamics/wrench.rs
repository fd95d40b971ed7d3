//! The wrench that a six-axis sensor of force and torque measures, row by row.
//!
//! A sensor at body `i` sits between it and its parent and measures what the body, and all that it
//! carries, needs to move as it does: force and moment about the origin of the body's frame, in its
//! axes (An, Atkeson and Hollerbach, equations 1 to 6; the columns of a body `j` are their
//! `U_ij`). A joint's torque is the power that this wrench has along the joint's screw; the six
//! rows here are the same with six unit screws in place of the joint's. Rotors and friction act
//! between bodies along their joints and have no part in it.

use std::collections::BTreeMap;

use super::chain::{Carried, Screw, carry_screw};
use super::energy::{Functions, inertia_columns, insert};
use super::expansion::Expansion;
use super::motion::{Given, motions};
use super::regressor::{columns, first_columns, inertia_matrix_map};
use crate::algebra::vector::{self, cross, dot};
use crate::algebra::{Algebra, Graph, Poly, Ref, Vector};
use crate::mechanism::{Mechanism, ParameterKind};

/// What one standard parameter multiplies in a measured wrench; nothing if the sensor does not
/// carry its body. Rows: force x, y, z, moment x, y, z.
///
/// A column of the wrench is `Σ momentum_(row, k) qdd_k`, terms in velocities, and the weight.
/// It vanishes for every motion exactly when momentum and weight do: what has no momentum has no
/// rate of it, and weight is what is left at rest.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WrenchFunctions {
    /// Momentum in each row for a unit rate of each joint, by (row, joint), where not zero.
    pub momentum: BTreeMap<(usize, usize), Poly>,
    /// What holds it against gravity at rest.
    pub weight: [Poly; 6],
}

/// Unit forces and unit moments at the origin of a body, as screws: the wrench at the body has the
/// power of its row along each. For every body, these screws in its frame if the first carries it.
fn unit_screws<A: Algebra>(
    algebra: &mut A,
    mechanism: &Mechanism,
    sensor: usize,
) -> Vec<Option<[Screw<A::Element>; 6]>> {
    let (zero, one) = (
        algebra.zero(),
        algebra.constant(&crate::algebra::Rational::ONE),
    );
    let unit = |axis: usize| -> Vector<A::Element> {
        std::array::from_fn(|i| if i == axis { one.clone() } else { zero.clone() })
    };
    let rest = vector::zero(algebra);
    let own: [Screw<A::Element>; 6] = std::array::from_fn(|row| {
        let (a, b) = match row {
            0..=2 => (rest.clone(), unit(row)),
            _ => (unit(row - 3), rest.clone()),
        };
        Screw { a, b }
    });
    let mut all: Vec<Option<[Screw<A::Element>; 6]>> = Vec::with_capacity(mechanism.bodies.len());
    for (j, body) in mechanism.bodies.iter().enumerate() {
        let carried = match body.parent.and_then(|parent| all[parent].clone()) {
            _ if j == sensor => Some(own.clone()),
            Some(screws) => Some(screws.each_ref().map(|s| carry_screw(algebra, body, j, s))),
            None => None,
        };
        all.push(carried);
    }
    all
}

/// What is known in the frame of each body.
pub(super) struct Frames {
    /// The screws of the joints that carry it.
    pub screws: Vec<Carried<Poly>>,
    /// Gravity, and gravity times the position of the origin.
    pub fields: Vec<(Vector<Poly>, Poly)>,
}

/// Adds to each inertial parameter's functions its part of the wrench at a sensor.
pub(super) fn add_wrenches(
    p: &mut Expansion,
    mechanism: &Mechanism,
    sensor: usize,
    Frames { screws, fields }: &Frames,
    all: &mut [Functions],
) {
    let units = unit_screws(p, mechanism, sensor);
    let mut of_bodies: Vec<Vec<WrenchFunctions>> = vec![Vec::new(); mechanism.bodies.len()];
    for (j, units) in units.iter().enumerate() {
        let Some(units) = units else { continue };
        let mut ten = vec![WrenchFunctions::default(); 10];
        for (row, unit) in units.iter().enumerate() {
            for (k, screw) in &screws[j] {
                for (functions, element) in ten.iter_mut().zip(inertia_columns(p, unit, screw)) {
                    insert(&mut functions.momentum, (row, *k), element);
                }
            }
            for (functions, element) in ten.iter_mut().zip(weight(p, unit, &fields[j].0)) {
                functions.weight[row] = element;
            }
        }
        of_bodies[j] = ten;
    }
    for (functions, parameter) in all.iter_mut().zip(&mechanism.parameters) {
        let own = match parameter.kind {
            ParameterKind::Inertial { body, component } => of_bodies[body].get(component),
            _ => None,
        };
        functions.wrenches.push(own.cloned().unwrap_or_default());
    }
}

/// What mass and first moments multiply in the power that holds them against gravity, along a
/// screw: `-m b·g + h·(a×g)`.
fn weight(p: &mut Expansion, screw: &Screw<Poly>, field: &Vector<Poly>) -> [Poly; 4] {
    let fall = dot(p, &screw.b, field);
    let [x, y, z] = cross(p, &screw.a, field);
    [-&fall, x, y, z]
}

/// The regressor of the wrench at a body (`6 × p`): force x, y, z, then moment x, y, z, in the
/// body's frame and about its origin; a column a standard parameter.
pub fn wrench_regressor(graph: &mut Graph, mechanism: &Mechanism, sensor: usize) -> Vec<Vec<Ref>> {
    let given = Given {
        velocity: true,
        acceleration: true,
        gravity: true,
    };
    let motions = motions(graph, mechanism, given);
    graph.section("sensor");
    let units = unit_screws(graph, mechanism, sensor);
    let zero = graph.zero();
    let mut rows = vec![vec![zero; mechanism.parameters.len()]; 6];
    let first_column = first_columns(mechanism);
    for (j, units) in units.iter().enumerate() {
        let Some(units) = units else { continue };
        graph.section(&mechanism.bodies[j].name);
        let inertia = inertia_matrix_map(graph, &motions[j]);
        for (row, unit) in rows.iter_mut().zip(units) {
            let columns = columns(graph, &motions[j], &inertia, &unit.a, &unit.b);
            row[first_column[j]..first_column[j] + 10].copy_from_slice(&columns);
        }
    }
    rows
}
