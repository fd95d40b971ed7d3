//! Free fall in the base frame, from how strong it is and where it points.

use crate::algebra::Rational;
use crate::algebra::matrix::{Vector, dot, identity, product, times, transposed};
use crate::description::{Angle, Direction, Gravity};

use super::Axis;
use super::rotation::{about, along, unit};

/// The acceleration of free fall. Exact where the length of the direction is one of the numbers, and
/// where angles are multiples of 15 degrees.
pub(super) fn free_fall(gravity: &Gravity) -> Vector<Rational> {
    let (magnitude, direction) = match gravity {
        Gravity::Vector(vector) => return vector.clone(),
        Gravity::Pull {
            magnitude,
            direction: Direction::Along(direction),
        } => (magnitude, unit(direction)),
        Gravity::Pull {
            magnitude,
            direction: Direction::Tilted(tilt),
        } => (magnitude, down(tilt)),
    };
    direction.map(|x| &x * magnitude)
}

/// Where down is for a base that is turned out of upright by roll, pitch and yaw.
fn down(tilt: &[Angle; 3]) -> Vector<Rational> {
    let turns = Axis::ALL.into_iter().zip(tilt);
    let base = turns.fold(identity(), |inner, (axis, angle)| {
        product(&about(&along(axis), angle), &inner)
    });
    let up = times(&transposed(&base), &along(Axis::Z));
    // Of any angles: their cosines and sines are exactly on the unit circle.
    assert!(dot(&up, &up).is_one());
    up.map(|x| -x)
}
