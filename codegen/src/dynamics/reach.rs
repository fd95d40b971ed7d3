//! What can happen to a body, whatever the joints do: about which axes it turns, along which its
//! origin moves, and how gravity looks from it.

use super::expansion::Expansion;
use super::link::Link;
use super::screws::screws;
use crate::algebra::spatial::{Screw, Vector};
use crate::algebra::{Atom, BodyIndex, Expression, Indexed, Poly, Ring};
use crate::mechanism::Mechanism;

/// The reach of a body's motion, component by component in the body's own frame. Each answer is
/// that of an identity of polynomials, so it holds in every motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Whether the angular velocity can have a component about x, y, z.
    pub turns: [bool; 3],
    /// Whether the velocity of the origin can have a component along x, y, z.
    pub moves: [bool; 3],
    /// What gravity is along x, y, z.
    pub gravity: [Field; 3],
}

/// A component of gravity in a body's frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// Zero in every position.
    Absent,
    /// The same in every position, and not zero.
    Constant,
    /// Another one in other positions.
    Varying,
}

/// The axis of a body's own joint, in the body's frame.
#[derive(Debug, Clone, PartialEq)]
pub struct JointAxis {
    /// Its direction if the joint turns; zero if it slides.
    pub direction: [Poly; 3],
    /// Whether it passes through the origin of the body's frame, which it then does not move.
    pub through_origin: bool,
}

/// The reach of every body.
#[must_use]
pub fn reaches(mechanism: &Mechanism) -> Indexed<BodyIndex, Reach> {
    let ring = Ring::over(Expansion::new(u64::MAX));
    let base = (Vector::numbers(&ring, &mechanism.gravity), ring.zero());
    let fields = mechanism
        .bodies
        .recurse(|done: &Indexed<_, Vector<'_, _>>, j, body| {
            let above = body.parent.map_or(base.0, |parent| done[parent]);
            Link::of(&ring, mechanism, j).field((above, ring.zero())).0
        });
    let poly = |e: Expression<'_, Expansion>| ring.look(|all| all.get(e.element).clone());
    screws(&ring, mechanism).map(|body, screws| {
        let any = |component: &dyn Fn(&Screw<'_, Expansion>) -> bool| {
            screws.iter().any(|(_, screw)| component(screw))
        };
        Reach {
            turns: std::array::from_fn(|c| any(&|screw| !screw.angular[c].is_zero())),
            moves: std::array::from_fn(|c| any(&|screw| !screw.linear[c].is_zero())),
            gravity: fields[body].0.map(|component| of_field(&poly(component))),
        }
    })
}

fn of_field(component: &Poly) -> Field {
    let is_motion = |atom: Atom| atom.coordinate().is_some();
    let moves = |(monomial, _): &(crate::algebra::Monomial, _)| {
        monomial.factors().iter().any(|&(atom, _)| is_motion(atom))
    };
    if component.is_zero() {
        Field::Absent
    } else if component.terms().iter().any(moves) {
        Field::Varying
    } else {
        Field::Constant
    }
}

/// The axis of the joint that carries a body directly.
#[must_use]
pub fn joint_axis(mechanism: &Mechanism, body: BodyIndex) -> JointAxis {
    let ring = Ring::over(Expansion::new(u64::MAX));
    let screw = Link::of(&ring, mechanism, body).own_screw();
    let poly = |e: Expression<'_, Expansion>| ring.look(|all| all.get(e.element).clone());
    JointAxis {
        direction: screw.angular.0.map(poly),
        through_origin: screw.linear.0.iter().all(|element| element.is_zero()),
    }
}
