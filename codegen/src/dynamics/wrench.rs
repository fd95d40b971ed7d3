//! The wrench that a six-axis sensor of force and torque measures, row by row.
//!
//! A sensor at body `i` sits between it and its parent and measures what the body, and all that it
//! carries, needs to move as it does: force and moment about the origin of the body's frame, in its
//! axes (An, Atkeson and Hollerbach, equations 1 to 6; the columns of a body `j` are their
//! `U_ij`). A joint's torque is the power that this wrench has along the joint's screw; the six
//! rows here are the same with six unit screws in place of the joint's. Rotors and friction act
//! between bodies along their joints and have no part in it.

use super::motion::{Given, motions};
use super::regressor::{Columns, inertia_map, ten};
use super::screws::units;
use crate::algebra::{BodyIndex, Graph, Ref, Ring};
use crate::mechanism::Mechanism;

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
