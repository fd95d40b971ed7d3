//! Velocities and accelerations of every body, from the base outwards, in the body's own frame.

use super::chain::{coordinate_index, offset, slide, turn_back};
use crate::algebra::vector::{self, add, apply, cross, rotate_back, scale};
use crate::algebra::{Algebra, Graph, Input, Rational, Ref, Vector};
use crate::mechanism::{Body, JointKind, Mechanism};

/// Which parts of the motion are not zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Given {
    /// Joint velocities.
    pub velocity: bool,
    /// Joint accelerations.
    pub acceleration: bool,
    /// Gravity.
    pub gravity: bool,
}

/// The motion of a body's frame, expressed in it.
#[derive(Debug, Clone)]
pub(super) struct Motion {
    /// Angular velocity.
    pub w: Vector<Ref>,
    /// Angular acceleration.
    pub wd: Vector<Ref>,
    /// Acceleration of the origin less gravity.
    pub acc: Vector<Ref>,
    /// `[wd×] + [w×][w×]`: what carries an offset into an acceleration.
    pub spin: [Vector<Ref>; 3],
}

/// The motion of every body.
pub(super) fn motions(graph: &mut Graph, mechanism: &Mechanism, given: Given) -> Vec<Motion> {
    let mut all: Vec<Motion> = Vec::with_capacity(mechanism.bodies.len());
    for (j, body) in mechanism.bodies.iter().enumerate() {
        graph.section(&body.name);
        let motion = match body.parent {
            Some(parent) => step(graph, body, j, &all[parent].clone(), given),
            None => {
                let rest = at_rest(graph, mechanism, given);
                step(graph, body, j, &rest, given)
            }
        };
        name(graph, body, &motion);
        all.push(motion);
    }
    all
}

/// The base: at rest, and accelerated upwards in place of gravity.
fn at_rest(graph: &mut Graph, mechanism: &Mechanism, given: Given) -> Motion {
    let zero = vector::zero(graph);
    let upwards = mechanism
        .gravity
        .each_ref()
        .map(|g| if given.gravity { -g } else { Rational::ZERO });
    let acc = vector::constant(graph, &upwards);
    let spin = [zero, zero, zero];
    Motion {
        w: zero,
        wd: zero,
        acc,
        spin,
    }
}

/// From the parent's frame to the body's.
fn step(graph: &mut Graph, body: &Body, j: usize, parent: &Motion, given: Given) -> Motion {
    let speed = rate(graph, Input::Velocity(coordinate_index(j)), given.velocity);
    let speed_change = rate(
        graph,
        Input::Acceleration(coordinate_index(j)),
        given.acceleration,
    );
    let before = offset(graph, &body.before.translation);
    let carried = apply(graph, &parent.spin, &before);
    let acc = add(graph, &parent.acc, &carried);
    let rotation = &body.before.rotation;
    let w = rotate_back(graph, rotation, &parent.w);
    let wd = rotate_back(graph, rotation, &parent.wd);
    let acc = rotate_back(graph, rotation, &acc);

    let axis = vector::constant(graph, &body.joint.axis);
    let (along, along_change) = (
        scale(graph, &speed, &axis),
        scale(graph, &speed_change, &axis),
    );
    let (w, wd, acc) = if body.joint.kind == JointKind::Prismatic {
        let acc = slid(graph, body, j, (&w, &wd, &acc), (&along, &along_change));
        (w, wd, acc)
    } else {
        let w = turn_back(graph, body, j, &w);
        let wd = turn_back(graph, body, j, &wd);
        let acc = turn_back(graph, body, j, &acc);
        // The parent's rotation, felt in the turning frame, tilts the joint's own rate.
        let tilt = cross(graph, &w, &along);
        let wd = add(graph, &wd, &tilt);
        (add(graph, &w, &along), add(graph, &wd, &along_change), acc)
    };

    let rotation = &body.after.rotation;
    let w = rotate_back(graph, rotation, &w);
    let wd = rotate_back(graph, rotation, &wd);
    let spin = spin(graph, &w, &wd);
    let after = offset(graph, &body.after.translation);
    let after = rotate_back(graph, rotation, &after);
    let carried = apply(graph, &spin, &after);
    let acc = rotate_back(graph, rotation, &acc);
    let acc = add(graph, &acc, &carried);
    Motion { w, wd, acc, spin }
}

/// The acceleration of a point that slides along an axis: relative, Coriolis and carried parts.
fn slid(
    graph: &mut Graph,
    body: &Body,
    j: usize,
    (w, wd, acc): (&Vector<Ref>, &Vector<Ref>, &Vector<Ref>),
    (along, along_change): (&Vector<Ref>, &Vector<Ref>),
) -> Vector<Ref> {
    let mut acc = add(graph, acc, along_change);
    let twice = graph.constant(&Rational::from(2));
    let doubled = scale(graph, &twice, along);
    let coriolis = cross(graph, w, &doubled);
    acc = add(graph, &acc, &coriolis);
    if let Some(slide) = slide(graph, body, j) {
        let spin = spin(graph, w, wd);
        let carried = apply(graph, &spin, &slide);
        acc = add(graph, &acc, &carried);
    }
    acc
}

fn rate(graph: &mut Graph, input: Input, given: bool) -> Ref {
    if given {
        graph.input(input)
    } else {
        graph.zero()
    }
}

/// `[wd×] + [w×][w×]` from six products.
fn spin(graph: &mut Graph, w: &Vector<Ref>, wd: &Vector<Ref>) -> [Vector<Ref>; 3] {
    let [xx, yy, zz] = std::array::from_fn(|i| graph.mul(&w[i], &w[i]));
    let xy = graph.mul(&w[0], &w[1]);
    let xz = graph.mul(&w[0], &w[2]);
    let yz = graph.mul(&w[1], &w[2]);
    let mut minus_sum = |a: Ref, b: Ref| -graph.add(&a, &b);
    let (dx, dy, dz) = (minus_sum(yy, zz), minus_sum(xx, zz), minus_sum(xx, yy));
    [
        [dx, graph.sub(&xy, &wd[2]), graph.add(&xz, &wd[1])],
        [graph.add(&xy, &wd[2]), dy, graph.sub(&yz, &wd[0])],
        [graph.sub(&xz, &wd[1]), graph.add(&yz, &wd[0]), dz],
    ]
}

/// Names what a reader of the generated code knows from the textbook.
fn name(graph: &mut Graph, body: &Body, motion: &Motion) {
    for (i, axis) in ["x", "y", "z"].into_iter().enumerate() {
        graph.name(motion.w[i], || format!("w_{}_{axis}", body.name));
        graph.name(motion.wd[i], || format!("wd_{}_{axis}", body.name));
        graph.name(motion.acc[i], || format!("acc_{}_{axis}", body.name));
        for (j, other) in ["x", "y", "z"].into_iter().enumerate() {
            graph.name(motion.spin[i][j], || {
                format!("u_{}_{axis}{other}", body.name)
            });
            if i <= j {
                let product = graph.mul(&motion.w[i], &motion.w[j]);
                graph.name(product, || format!("ww_{}_{axis}{other}", body.name));
            }
        }
    }
}
