//! What moves a body: the screws of the joints, and of the rows of torque, in its frame.

use super::link::Link;
use crate::algebra::spatial::Screw;
use crate::algebra::{Algebra, BodyIndex, Indexed, JointIndex, Rational, Ring};
use crate::mechanism::{Base, Mechanism};

/// The bodies that carry a body, from the base to itself.
#[must_use]
pub fn ancestors(mechanism: &Mechanism, body: BodyIndex) -> Vec<BodyIndex> {
    let mut chain = vec![body];
    while let Some(parent) = chain.last().and_then(|&last| mechanism.bodies[last].parent) {
        chain.push(parent);
    }
    chain.reverse();
    chain
}

/// What can move a body on its own: a joint, or one of six motions of a base that is moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mover {
    /// Along x, y, z, or about them.
    Base(usize),
    /// A joint.
    Joint(JointIndex),
}

impl Mover {
    /// The rows of torque in which its power shows, each with its share.
    pub(super) fn rows(self, mechanism: &Mechanism) -> Vec<(usize, Rational)> {
        match self {
            Self::Base(row) => vec![(row, Rational::ONE)],
            Self::Joint(joint) => {
                let terms = mechanism.joint(joint).motion.terms.iter();
                terms
                    .map(|(k, factor)| (mechanism.row(*k), factor.clone()))
                    .collect()
            }
        }
    }
}

/// The screws of all that moves a body, in its frame; from the base to its own joint.
pub(super) type Movers<'r, A> = Vec<(Mover, Screw<'r, A>)>;

/// The movers of every body.
pub(super) fn movers<'r, A: Algebra<Element: Copy>>(
    ring: &'r Ring<A>,
    mechanism: &Mechanism,
) -> Indexed<BodyIndex, Movers<'r, A>> {
    let bodies = &mechanism.bodies;
    bodies.recurse(|done, index, body| {
        let above = body.parent.map(|parent| &done[parent]);
        movers_of(ring, mechanism, index, above)
    })
}

/// The movers of a body, from those of its parent.
pub(super) fn movers_of<'r, A: Algebra<Element: Copy>>(
    ring: &'r Ring<A>,
    mechanism: &Mechanism,
    index: BodyIndex,
    parent: Option<&Movers<'r, A>>,
) -> Movers<'r, A> {
    let link = Link::of(ring, mechanism, index);
    let inherited = parent.map_or_else(|| base(ring, mechanism), Clone::clone);
    let carried = inherited.into_iter();
    let mut all: Movers<'r, A> = carried.map(|(m, screw)| (m, link.carried(screw))).collect();
    if !link.body.joint.motion.terms.is_empty() {
        all.push((Mover::Joint(index.joint()), link.own_screw()));
    }
    all
}

/// The motions of a base that is moved.
pub(super) fn base<'r, A: Algebra<Element: Copy>>(
    ring: &'r Ring<A>,
    mechanism: &Mechanism,
) -> Movers<'r, A> {
    match mechanism.base {
        Base::Rest => Vec::new(),
        Base::Input => {
            let units = Screw::units(ring).into_iter().enumerate();
            units.map(|(row, unit)| (Mover::Base(row), unit)).collect()
        }
    }
}

/// The screws of a body by rows of torque: `(row, motion of the body for a unit rate of it)`.
pub(super) type Carried<'r, A> = Vec<(usize, Screw<'r, A>)>;

/// For every body the motions that the base and the coordinates give it.
pub(super) fn screws<'r, A: Algebra<Element: Copy>>(
    ring: &'r Ring<A>,
    mechanism: &Mechanism,
) -> Indexed<BodyIndex, Carried<'r, A>> {
    movers(ring, mechanism).map(|_, movers| by_rows(ring, mechanism, movers))
}

/// Screws of joints that share a coordinate added up.
pub(super) fn by_rows<'r, A: Algebra<Element: Copy>>(
    ring: &'r Ring<A>,
    mechanism: &Mechanism,
    movers: &[(Mover, Screw<'r, A>)],
) -> Carried<'r, A> {
    let mut carried: Carried<'r, A> = Vec::with_capacity(movers.len());
    for (mover, screw) in movers {
        for (row, factor) in mover.rows(mechanism) {
            let share = *screw * ring.number(&factor);
            match carried.iter_mut().find(|(other, _)| *other == row) {
                Some((_, sum)) => *sum = *sum + share,
                None => carried.push((row, share)),
            }
        }
    }
    carried
}

/// Unit forces and moments at a body as screws, in the frames of all bodies that it carries.
pub(super) fn units<'r, A: Algebra>(
    ring: &'r Ring<A>,
    mechanism: &Mechanism,
    sensor: BodyIndex,
) -> Indexed<BodyIndex, Option<[Screw<'r, A>; 6]>>
where
    A::Element: Copy,
{
    mechanism.bodies.recurse(|done, index, body| {
        if index == sensor {
            return Some(Screw::units(ring));
        }
        let screws = body.parent.and_then(|parent| done[parent])?;
        let link = Link::of(ring, mechanism, index);
        Some(screws.map(|screw| link.carried(screw)))
    })
}

#[cfg(test)]
mod tests {
    use super::ancestors;
    use crate::mechanism::load;

    /// A leg and an arm with a hand, all on one column.
    #[test]
    fn what_carries_a_body_is_told_from_the_base_to_itself() {
        let text = "robot: tree\ngravity: [0, 0, -9.81]\nbodies:\n  \
            - {name: column, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n  \
            - {name: leg, parent: column, joint: {name: q2, type: revolute, axis: [0, 1, 0]}}\n  \
            - {name: arm, parent: column, joint: {name: q3, type: revolute, axis: [0, 1, 0]}}\n  \
            - {name: hand, parent: arm, joint: {name: q4, type: revolute, axis: [1, 0, 0]}}\n";
        let tree = load("tree.yaml", text).expect("a robot").0;
        for (name, expected) in [
            ("column", &["column"][..]),
            ("leg", &["column", "leg"]),
            ("arm", &["column", "arm"]),
            ("hand", &["column", "arm", "hand"]),
        ] {
            let body = tree.bodies.position(|body| body.name == name);
            let chain = ancestors(&tree, body.expect("a body")).into_iter();
            let names: Vec<&str> = chain.map(|k| tree.bodies[k].name.as_str()).collect();
            assert_eq!(names, expected);
        }
    }
}
