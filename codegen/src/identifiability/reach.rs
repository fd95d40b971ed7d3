//! What can happen to a body, whatever the joints do: about which axes it turns, along which its
//! origin moves, and how gravity looks from it.

use super::space::Space;
use super::state::{self, Measured, Reach as States, Slot};
use super::tree::{Tree, has_symbols};
use super::waves::Variable;
use crate::algebra::linear::Reduced;
use crate::algebra::{self, BodyIndex, Indexed, Quotients, Rationals};
use crate::mechanism::Mechanism;

/// The reach of a body's motion, component by component in the body's own frame. Each answer is
/// that of an identity, so it holds in every motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reach {
    /// Whether the angular velocity can have a component about x, y, z.
    pub turns: [bool; 3],
    /// Whether the velocity of the origin can have a component along x, y, z.
    pub moves: [bool; 3],
    /// Whether gravity can have a component along x, y, z.
    pub gravity: [bool; 3],
}

/// The reach of every body; none if the lengths have no image in a field, which they have.
pub(super) fn reaches(mechanism: &Mechanism) -> Option<Indexed<BodyIndex, Reach>> {
    if has_symbols(mechanism) {
        of(&Quotients, mechanism)
    } else {
        of(&Rationals, mechanism)
    }
}

fn of<F: algebra::Field>(field: &F, mechanism: &Mechanism) -> Option<Indexed<BodyIndex, Reach>> {
    let mut tree = Tree::of(field, mechanism, None)?;
    let gravity = tree.base.clone();
    if !tree.is_moved {
        tree.base.clear();
    }
    let space = |tree| Space {
        states: state::States { field, tree },
        measured: Measured::Torques,
    };
    let moving = space(&tree);
    let motions = moving.reaches(&moving.base());
    // Gravity is carried along by joints that have no motion of their own.
    let mut still = tree.clone();
    still.links.iter_mut().for_each(|link| link.screw.clear());
    let carried = space(&still);
    let gravity = gravity.first().filter(|_| !tree.is_moved);
    let base = States {
        begun: Reduced::default(),
        states: Vec::new(),
        shared: gravity.map(|motion| carried.states.motion(motion, Some(Variable::Gravity))),
    };
    let fields = carried.reaches(&base);
    let reach = |body: BodyIndex| {
        let (motion, field) = (motions.get(&body)?, fields.get(&body)?);
        let moved = |k| has(motion, k);
        let gravity = |k| tree.is_moved || has(field, k);
        Some(Reach {
            turns: [0, 1, 2].map(moved),
            moves: [3, 4, 5].map(moved),
            gravity: [3, 4, 5].map(gravity),
        })
    };
    let reaches: Option<Vec<Reach>> = mechanism.bodies.places().map(reach).collect();
    Indexed::collected(reaches?).ok()
}

/// Whether any state has a component of motion.
fn has<E>(reach: &States<E>, component: usize) -> bool {
    let states = reach.states.iter().chain(&reach.shared);
    let mut entries = states.flatten();
    entries.any(|((slot, _), _)| *slot == Slot::Motion(component))
}

#[cfg(test)]
mod tests {
    use super::reaches;
    use crate::mechanism::load;

    /// The first body turns about y and the second one turns back, so that it is carried round without a turn, and the third
    /// one turns on it about x.
    #[test]
    fn gravity_is_where_turns_bring_it() {
        let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n\
            - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
            - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0], coordinate: {q1: -1}, \
            origin: {xyz: [1, 0, 0]}}}\n\
            - {name: c, parent: b, joint: {name: q3, type: revolute, axis: [1, 0, 0]}}\n";
        let (mechanism, _) = load("arm.yaml", text).expect("a robot");
        let reaches = reaches(&mechanism).expect("lengths");
        let gravity: Vec<_> = reaches.iter().map(|reach| reach.gravity).collect();
        let expected = [
            [true, false, true],
            [false, false, true],
            [false, true, true],
        ];
        assert_eq!(gravity, expected);
    }
}
