//! Inverse dynamics by recursion, for given standard parameters.

use super::composite::{Composite, nodes, theta};
use super::drives::effect;
use super::link::Link;
use super::motion::{Given, Motion, motions};
use super::regressor::inertia_map;
use super::screws::Mover;
use super::springs::pull;
use crate::algebra::spatial::{Vector, Wrench};
use crate::algebra::{Expression, Graph, ParameterIndex, Ref, Ring};
use crate::mechanism::{Base, Mechanism, ParameterKind};

/// An element of an expression graph.
type E<'r> = Expression<'r, Graph>;

/// Torques for a motion, drives included: a row a coordinate, before them the wrench that moves the
/// base if it is moved.
pub fn inverse_dynamics(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Ref> {
    graph.write(|ring| {
        let mut torques = body_torques(ring, mechanism, Given::ALL);
        let value = |index| theta(ring, index);
        add_drive_torques(ring, mechanism, &mut torques, DriveTerms::All, value);
        nodes(torques)
    })
}

/// Gravity torques.
pub fn gravity_torques(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Ref> {
    let given = Given {
        velocity: false,
        acceleration: false,
        gravity: true,
    };
    graph.write(|ring| nodes(body_torques(ring, mechanism, given)))
}

/// Coriolis and centrifugal torques.
pub fn coriolis_torques(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Ref> {
    let given = Given {
        velocity: true,
        acceleration: false,
        gravity: false,
    };
    graph.write(|ring| nodes(body_torques(ring, mechanism, given)))
}

/// Torques of the bodies by the recursive Newton–Euler scheme; drives left out.
fn body_torques<'r>(ring: &'r Ring<Graph>, mechanism: &Mechanism, given: Given) -> Vec<E<'r>> {
    let motions = motions(ring, mechanism, given);
    let mut wrenches = mechanism.bodies.map(|j, body| {
        ring.section(&body.name);
        needed(Composite::of(ring, mechanism, j), motions[j])
    });
    let mut torques = vec![ring.zero(); mechanism.rows()];
    let mut on_base = None;
    for (j, body) in mechanism.bodies.enumerate().rev() {
        ring.section(&format!("{}_back", body.name));
        let link = Link::of(ring, mechanism, j);
        let screw = link.own_screw();
        let (turn, push) = (
            screw.angular.dot(wrenches[j].moment),
            screw.linear.dot(wrenches[j].force),
        );
        let torque = turn + push;
        for (row, factor) in Mover::Joint(j.joint()).rows(mechanism) {
            torques[row] = torques[row] + torque * &factor;
        }
        match body.parent {
            Some(parent) => wrenches[parent] = wrenches[parent] + link.felt(wrenches[j]),
            None if mechanism.base == Base::Input => {
                let felt = link.felt(wrenches[j]);
                on_base = Some(on_base.map_or(felt, |sum: Wrench<'r, Graph>| sum + felt));
            }
            None => {}
        }
    }
    if let Some(Wrench { force, moment }) = on_base {
        torques[..3].copy_from_slice(&force.0);
        torques[3..6].copy_from_slice(&moment.0);
    }
    torques
}

/// The wrench that a body needs to move as it does, in its frame.
fn needed<'r>(body: Composite<'r>, motion: Motion<'r>) -> Wrench<'r, Graph> {
    let Composite { m, h, l } = body;
    let force = motion.acc * m + motion.spin.times(h);
    let lever = h.cross(motion.acc);
    let second = [
        l.0[0][0], l.0[0][1], l.0[0][2], l.0[1][1], l.0[1][2], l.0[2][2],
    ];
    let turning = inertia_map(motion).map(|row| {
        let terms = row.into_iter().zip(second);
        terms.fold(m.ring().zero(), |sum, (entry, second)| sum + entry * second)
    });
    Wrench {
        force,
        moment: lever + Vector(turning),
    }
}

/// Which torques of the drives are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DriveTerms {
    /// Armature, rotors, friction and springs.
    All,
    /// Friction, offsets and springs.
    Friction,
}

/// Adds what armature, rotors, friction and springs ask for, with these values of parameters.
pub(super) fn add_drive_torques<'r>(
    ring: &'r Ring<Graph>,
    mechanism: &Mechanism,
    torques: &mut [E<'r>],
    terms: DriveTerms,
    value: impl Fn(ParameterIndex) -> E<'r>,
) {
    ring.section("drive");
    for (index, parameter) in mechanism.parameters.enumerate() {
        let inertial = matches!(parameter.kind, ParameterKind::Inertia(_));
        if inertial && terms == DriveTerms::Friction {
            continue;
        }
        if let Some(pull) = pull(ring, mechanism, parameter.kind) {
            for (k, torque) in pull.torques {
                let row = mechanism.row(k);
                torques[row] = torques[row] + value(index) * torque;
            }
        }
        let Some((form, effect)) = effect(ring, mechanism, parameter.kind) else {
            continue;
        };
        let effort = value(index) * effect;
        let rows = &mut torques[mechanism.base_rows()..];
        for (row, factor) in rows.iter_mut().zip(&form) {
            *row = *row + effort * factor;
        }
    }
}
