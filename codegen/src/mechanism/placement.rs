//! Poses: where a joint is before its motion, and where the body's frame is after it.

use crate::algebra::matrix::{Vector, identity, plus, product, times, transposed};
use crate::algebra::{Poly, Rational};
use crate::description::{self, Angle, Convention};

use super::Axis;
use super::body::Pose;
use super::rotation::{self, along};
use super::turns::Turns;
use super::two_turns::unrounded;

impl Pose {
    /// No displacement.
    #[must_use]
    pub fn identity() -> Self {
        Self::turned(Turns::exact(identity()))
    }

    /// A rotation about the origin.
    pub(super) fn turned(turns: Turns) -> Self {
        Self {
            rotation: turns.matrix(),
            translation: Vector::default(),
            turns,
        }
    }

    /// This displacement, then another one inside its frame. Turns about one axis are added, and
    /// approximated together if they have to be.
    #[must_use]
    pub fn then(&self, inner: &Self) -> Self {
        let rotation = self.rotation.clone().map(|row| row.map(Poly::from));
        let moved = times(&rotation, &inner.translation);
        Self {
            translation: plus(&self.translation, &Poly::one(), &moved),
            ..Self::turned(self.turns.then(&inner.turns))
        }
    }

    /// The displacement inside the frame of `outer`, so that turns about one axis add up to exact
    /// ones across that frame too.
    pub(super) fn inside(self, outer: &Self) -> Self {
        let whole = outer.turns.then(&self.turns);
        Self {
            rotation: product(&transposed(&outer.rotation), &whole.matrix()),
            ..self
        }
    }
}

/// A joint's pose before its motion, its exact axis, and the body's frame after the motion.
pub(super) struct Placed {
    pub(super) before: Pose,
    pub(super) axis: [Rational; 3],
    pub(super) after: Pose,
}

/// Exact poses of what the user wrote. For Denavit–Hartenberg rows the offset of the moving
/// coordinate (`theta` or `d`) commutes with the motion, so it goes before it in both conventions.
pub(super) fn place(placement: &description::Placement) -> Placed {
    match placement {
        description::Placement::Origin { xyz, rpy, axis } => Placed {
            before: Pose {
                translation: xyz.clone(),
                ..Pose::turned(roll_pitch_yaw(rpy))
            },
            axis: axis
                .as_ref()
                .map_or_else(|| along(Axis::Z), |axis| rotation::unit(&axis.value)),
            after: Pose::identity(),
        },
        description::Placement::DenavitHartenberg(row) => {
            let z = about_and_along(Axis::Z, &row.theta, &row.d);
            let x = about_and_along(Axis::X, &row.alpha, &row.a);
            match row.convention {
                Convention::Standard => Placed {
                    before: z,
                    axis: along(Axis::Z),
                    after: x,
                },
                Convention::Modified => Placed {
                    before: x.then(&z),
                    axis: along(Axis::Z),
                    after: Pose::identity(),
                },
            }
        }
    }
}

/// A turn about a coordinate axis and a shift along it; the order does not matter.
fn about_and_along(axis: Axis, angle: &Angle, distance: &Poly) -> Pose {
    let unit = along(axis);
    Pose {
        translation: unit.each_ref().map(|x| distance.scale(x)),
        ..Pose::turned(Turns::about(unit, angle))
    }
}

/// Roll, pitch and yaw about fixed axes: `Rz(yaw) Ry(pitch) Rx(roll)`.
fn roll_pitch_yaw(rpy: &[Angle; 3]) -> Turns {
    let [roll, pitch, yaw] = rpy;
    let [x, y, z] = [(Axis::X, roll), (Axis::Y, pitch), (Axis::Z, yaw)]
        .map(|(axis, angle)| Turns::about(along(axis), angle));
    unrounded(z.then(&y).then(&x), rpy)
}
