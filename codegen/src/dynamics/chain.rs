//! How vectors, screws and wrenches pass from a body's frame to its parent's and back.

use crate::algebra::vector::{add, cross, dot, rotate, rotate_back, scale};
use crate::algebra::{Algebra, Atom, Vector, vector};
use crate::mechanism::{Body, JointKind, Mechanism};

/// A unit motion of a joint as it is felt in a body's frame: the angular velocity and the velocity
/// of the frame's origin that a unit rate of the joint gives.
#[derive(Debug, Clone)]
pub(super) struct Screw<E> {
    /// Angular velocity: the joint's axis, or zero for a prismatic joint.
    pub a: Vector<E>,
    /// Velocity of the origin.
    pub b: Vector<E>,
}

/// A force and the moment about the origin of the frame that it is expressed in.
#[derive(Debug, Clone)]
pub(super) struct Wrench<E> {
    /// Force.
    pub force: Vector<E>,
    /// Moment about the frame's origin.
    pub moment: Vector<E>,
}

/// The joints that carry a body, from the base to its own.
#[must_use]
pub fn ancestors(mechanism: &Mechanism, body: usize) -> Vec<usize> {
    let mut chain = vec![body];
    while let Some(parent) = chain.last().and_then(|&last| mechanism.bodies[last].parent) {
        chain.push(parent);
    }
    chain.reverse();
    chain
}

/// Turns a vector of the parent's side of a joint into the joint's moved frame: `R(q)ᵀ v`.
pub(super) fn turn_back<A: Algebra>(
    algebra: &mut A,
    body: &Body,
    coordinate: usize,
    v: &Vector<A::Element>,
) -> Vector<A::Element> {
    turn(algebra, body, coordinate, v, true)
}

/// Turns a vector of the joint's moved frame into the parent's side: `R(q) v`.
pub(super) fn turn_forth<A: Algebra>(
    algebra: &mut A,
    body: &Body,
    coordinate: usize,
    v: &Vector<A::Element>,
) -> Vector<A::Element> {
    turn(algebra, body, coordinate, v, false)
}

fn turn<A: Algebra>(
    algebra: &mut A,
    body: &Body,
    coordinate: usize,
    v: &Vector<A::Element>,
    back: bool,
) -> Vector<A::Element> {
    if body.joint.kind == JointKind::Prismatic {
        return v.clone();
    }
    let index = coordinate_index(coordinate);
    let cosine = algebra.atom(Atom::Cosine(index));
    let sine = algebra.atom(Atom::Sine(index));
    let sine = if back { algebra.neg(&sine) } else { sine };
    let axis = &body.joint.axis;
    if let Some(k) = (0..3).find(|&k| axis[k].abs().is_one()) {
        // A turn about a coordinate axis: two products an element, nothing along the axis.
        let sine = algebra.scale(&axis[k], &sine);
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let mut turned = v.clone();
        let (ci, sj) = (algebra.mul(&cosine, &v[i]), algebra.mul(&sine, &v[j]));
        let (si, cj) = (algebra.mul(&sine, &v[i]), algebra.mul(&cosine, &v[j]));
        turned[i] = algebra.sub(&ci, &sj);
        turned[j] = algebra.add(&si, &cj);
        return turned;
    }
    // Rodrigues: a (a·v) + c (v - a (a·v)) + s a×v.
    let axis = vector::constant(algebra, axis);
    let along = dot(algebra, &axis, v);
    let along = scale(algebra, &along, &axis);
    let across = std::array::from_fn(|i| algebra.sub(&v[i], &along[i]));
    let across = scale(algebra, &cosine, &across);
    let around = cross(algebra, &axis, v);
    let around = scale(algebra, &sine, &around);
    let turned = add(algebra, &along, &across);
    add(algebra, &turned, &around)
}

/// The displacement of a prismatic joint in its own axes, `axis q`; `None` for a revolute one.
pub(super) fn slide<A: Algebra>(
    algebra: &mut A,
    body: &Body,
    coordinate: usize,
) -> Option<Vector<A::Element>> {
    (body.joint.kind == JointKind::Prismatic).then(|| {
        let position = algebra.atom(Atom::Position(coordinate_index(coordinate)));
        let axis = vector::constant(algebra, &body.joint.axis);
        scale(algebra, &position, &axis)
    })
}

/// A constant offset of the mechanism as elements.
pub(super) fn offset<A: Algebra>(
    algebra: &mut A,
    translation: &[crate::algebra::Poly; 3],
) -> Vector<A::Element> {
    std::array::from_fn(|i| algebra.poly(&translation[i]))
}

/// The screw of a body's own joint in the body's frame; free of the joint's position.
pub(super) fn own_screw<A: Algebra>(algebra: &mut A, body: &Body) -> Screw<A::Element> {
    let axis = vector::constant(algebra, &body.joint.axis);
    let (a, b) = if body.joint.kind == JointKind::Prismatic {
        (vector::zero(algebra), axis)
    } else {
        let lever = offset(algebra, &body.after.translation);
        let b = cross(algebra, &axis, &lever);
        (axis, b)
    };
    let rotation = &body.after.rotation;
    Screw {
        a: rotate_back(algebra, rotation, &a),
        b: rotate_back(algebra, rotation, &b),
    }
}

/// A screw of the parent's frame, carried into the body's frame.
pub(super) fn carry_screw<A: Algebra>(
    algebra: &mut A,
    body: &Body,
    coordinate: usize,
    screw: &Screw<A::Element>,
) -> Screw<A::Element> {
    let before = offset(algebra, &body.before.translation);
    let b = shifted(algebra, &screw.b, &screw.a, &before);
    let a = rotate_back(algebra, &body.before.rotation, &screw.a);
    let mut b = rotate_back(algebra, &body.before.rotation, &b);
    if let Some(slide) = slide(algebra, body, coordinate) {
        b = shifted(algebra, &b, &a, &slide);
    }
    let a = turn_back(algebra, body, coordinate, &a);
    let b = turn_back(algebra, body, coordinate, &b);
    let after = offset(algebra, &body.after.translation);
    let b = shifted(algebra, &b, &a, &after);
    Screw {
        a: rotate_back(algebra, &body.after.rotation, &a),
        b: rotate_back(algebra, &body.after.rotation, &b),
    }
}

/// `b + a × lever`.
fn shifted<A: Algebra>(
    algebra: &mut A,
    b: &Vector<A::Element>,
    a: &Vector<A::Element>,
    lever: &Vector<A::Element>,
) -> Vector<A::Element> {
    let turn = cross(algebra, a, lever);
    add(algebra, b, &turn)
}

/// The screws of the joints that carry a body, `(i, screw of joint i in the body's frame)` from the
/// base to its own.
pub(super) type Carried<E> = Vec<(usize, Screw<E>)>;

/// The screws of all joints that carry each body.
pub(super) fn screws<A: Algebra>(
    algebra: &mut A,
    mechanism: &Mechanism,
) -> Vec<Carried<A::Element>> {
    let mut all = Vec::with_capacity(mechanism.bodies.len());
    for body in 0..mechanism.bodies.len() {
        carry_screws(algebra, mechanism, body, &mut all);
    }
    all
}

/// Adds the screws that carry a body to those of all bodies before it.
pub(super) fn carry_screws<A: Algebra>(
    algebra: &mut A,
    mechanism: &Mechanism,
    index: usize,
    all: &mut Vec<Carried<A::Element>>,
) {
    let body = &mechanism.bodies[index];
    let inherited = body.parent.map_or(&[][..], |parent| &all[parent]);
    let mut carried: Carried<A::Element> = inherited
        .iter()
        .map(|(i, screw)| (*i, carry_screw(algebra, body, index, screw)))
        .collect();
    carried.push((index, own_screw(algebra, body)));
    all.push(carried);
}

/// A wrench of the body's frame, as its parent feels it.
pub(super) fn carry_wrench_to_parent<A: Algebra>(
    algebra: &mut A,
    body: &Body,
    coordinate: usize,
    wrench: &Wrench<A::Element>,
) -> Wrench<A::Element> {
    let force = rotate(algebra, &body.after.rotation, &wrench.force);
    let moment = rotate(algebra, &body.after.rotation, &wrench.moment);
    let after = offset(algebra, &body.after.translation);
    let moment = shifted(algebra, &moment, &after, &force);
    let force = turn_forth(algebra, body, coordinate, &force);
    let mut moment = turn_forth(algebra, body, coordinate, &moment);
    if let Some(slide) = slide(algebra, body, coordinate) {
        moment = shifted(algebra, &moment, &slide, &force);
    }
    let force = rotate(algebra, &body.before.rotation, &force);
    let moment = rotate(algebra, &body.before.rotation, &moment);
    let before = offset(algebra, &body.before.translation);
    let moment = shifted(algebra, &moment, &before, &force);
    Wrench { force, moment }
}

/// A coordinate's index as atoms carry it; a mechanism has at most 64 joints.
pub(super) fn coordinate_index(coordinate: usize) -> u16 {
    u16::try_from(coordinate).unwrap_or(u16::MAX)
}
