//! What can happen to a body, whatever the joints do: about which axes it turns, along which its
//! origin moves, and how gravity looks from it.

use super::chain::{own_screw, screws};
use super::gravity::carry_field;
use crate::algebra::{Atom, Poly, Polynomials, Vector, vector};
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
pub struct Axis {
    /// Its direction if the joint turns; zero if it slides.
    pub direction: Vector<Poly>,
    /// Whether it passes through the origin of the body's frame, which it then does not move.
    pub through_origin: bool,
}

/// The reach of every body.
#[must_use]
pub fn reaches(mechanism: &Mechanism) -> Vec<Reach> {
    let mut p = Polynomials;
    let base = vector::constant(&mut p, &mechanism.gravity);
    let mut fields: Vec<Vector<Poly>> = Vec::with_capacity(mechanism.bodies.len());
    for (j, body) in mechanism.bodies.iter().enumerate() {
        let above = body
            .parent
            .map_or_else(|| base.clone(), |i| fields[i].clone());
        fields.push(carry_field(&mut p, body, j, &above, &Poly::zero()).0);
    }
    let of_body = |(screws, field): (Vec<_>, &Vector<Poly>)| {
        let any = |component: &dyn Fn(&super::chain::Screw<Poly>) -> bool| {
            screws.iter().any(|(_, screw)| component(screw))
        };
        Reach {
            turns: std::array::from_fn(|c| any(&|screw| !screw.a[c].is_zero())),
            moves: std::array::from_fn(|c| any(&|screw| !screw.b[c].is_zero())),
            gravity: field.each_ref().map(of_field),
        }
    };
    let all = screws(&mut p, mechanism);
    all.into_iter().zip(&fields).map(of_body).collect()
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
pub fn joint_axis(mechanism: &Mechanism, body: usize) -> Axis {
    let screw = own_screw(&mut Polynomials, &mechanism.bodies[body]);
    Axis {
        direction: screw.a,
        through_origin: screw.b.iter().all(Poly::is_zero),
    }
}
