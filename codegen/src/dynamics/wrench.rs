//! The wrench that a six-axis sensor of force and torque measures, row by row.
//!
//! A sensor at body `i` sits between it and its parent and measures what the body, and all that it
//! carries, needs to move as it does: force and moment about the origin of the body's frame, in its
//! axes (An, Atkeson and Hollerbach, equations 1 to 6; the columns of a body `j` are their
//! `U_ij`). A joint's torque is the power that this wrench has along the joint's screw; the six
//! rows here are the same with six unit screws in place of the joint's. Rotors and friction act
//! between bodies along their joints and have no part in it.

use std::collections::BTreeMap;

use super::energy::{E, Frame, Functions, insert, polarised};
use super::expansion::Expansion;
use super::motion::{Given, motions};
use super::regressor::{Columns, inertia_map, ten};
use super::screws::units;
use crate::algebra::spatial::{Screw, Vector};
use crate::algebra::{BodyIndex, CoordinateIndex, Graph, Indexed, ParameterIndex, Poly, Ref, Ring};
use crate::mechanism::{Inertial, Mechanism};

/// What one standard parameter multiplies in a measured wrench; nothing if the sensor does not
/// carry its body. Rows: force x, y, z, moment x, y, z.
///
/// A column of the wrench is `Σ momentum_(row, k) qdd_k`, terms in velocities, and the weight.
/// It vanishes for every motion exactly when momentum and weight do: what has no momentum has no
/// rate of it, and weight is what is left at rest.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WrenchFunctions {
    /// Momentum in each row for a unit rate of each coordinate, by (row, coordinate), where not zero.
    pub momentum: BTreeMap<(usize, CoordinateIndex), Poly>,
    /// What holds it against gravity at rest.
    pub weight: [Poly; 6],
}

/// Adds to each inertial parameter's functions its part of the wrench at a sensor.
pub(super) fn add_wrenches<'r>(
    ring: &'r Ring<Expansion>,
    mechanism: &Mechanism,
    sensor: BodyIndex,
    frames: &Indexed<BodyIndex, Frame<'r>>,
    all: &mut Indexed<ParameterIndex, Functions>,
) {
    let poly = |e: E<'_>| ring.look(|expansion| expansion.get(e.element).clone());
    for functions in all.iter_mut() {
        functions.wrenches.push(WrenchFunctions::default());
    }
    for (j, units) in units(ring, mechanism, sensor).enumerate() {
        let parameters = Inertial::ALL.map(|c| mechanism.inertial(j, c));
        for (row, unit) in units.iter().flatten().enumerate() {
            let mut put = |elements: &[E<'_>], momentum: Option<CoordinateIndex>| {
                for (parameter, element) in parameters.iter().flatten().zip(elements) {
                    let Some(wrench) = all[*parameter].wrenches.last_mut() else {
                        continue;
                    };
                    match momentum {
                        Some(k) => insert(&mut wrench.momentum, (row, k), poly(*element)),
                        None => wrench.weight[row] = poly(*element),
                    }
                }
            };
            for (k, screw) in &frames[j].screws {
                let coordinate = mechanism.coordinate_of(*k);
                if coordinate.is_some() {
                    put(&polarised(*unit, *screw), coordinate);
                }
            }
            put(&weight(*unit, frames[j].field.0), None);
        }
    }
}

/// What mass and first moments multiply in the power that holds them against gravity, along a
/// screw: `-m b·g + h·(a×g)`.
fn weight<'r>(screw: Screw<'r, Expansion>, field: Vector<'r, Expansion>) -> [E<'r>; 4] {
    let fall = screw.linear.dot(field);
    let Vector([x, y, z]) = screw.angular.cross(field);
    [-fall, x, y, z]
}

/// The regressor of the wrench at a body (`6 × p`): force x, y, z, then moment x, y, z, in the
/// body's frame and about its origin; a column a standard parameter.
pub fn wrench_regressor(
    graph: &mut Graph,
    mechanism: &Mechanism,
    sensor: BodyIndex,
) -> Vec<Vec<Ref>> {
    graph.write(|ring| wrench_columns(ring, mechanism, sensor).nodes())
}

/// The regressor of a wrench as expressions.
pub(super) fn wrench_columns<'r>(
    ring: &'r Ring<Graph>,
    mechanism: &Mechanism,
    sensor: BodyIndex,
) -> Columns<'r> {
    let motions = motions(ring, mechanism, Given::ALL);
    ring.section("sensor");
    let mut columns = Columns::zeros(ring, mechanism, 6);
    for (j, units) in units(ring, mechanism, sensor).enumerate() {
        let Some(units) = units else { continue };
        ring.section(&mechanism.bodies[j].name);
        let inertia = inertia_map(motions[j]);
        for (row, unit) in units.iter().enumerate() {
            columns.put(row, j, ten(motions[j], &inertia, *unit));
        }
    }
    columns
}
