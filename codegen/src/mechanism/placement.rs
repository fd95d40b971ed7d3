//! Poses: where a joint is before its motion, and where the body's frame is after it.

use crate::algebra::matrix::{Vector, identity, plus, product, times};
use crate::algebra::{Poly, Rational};
use crate::description::{self, Angle, Convention};

use super::Axis;
use super::body::Pose;
use super::rotation::{self, along};

impl Pose {
    /// No displacement.
    #[must_use]
    pub fn identity() -> Self {
        Self {
            rotation: identity(),
            translation: Vector::default(),
        }
    }

    /// This displacement, then another one inside its frame.
    #[must_use]
    pub fn then(&self, inner: &Self) -> Self {
        let rotation = self.rotation.clone().map(|row| row.map(Poly::from));
        let moved = times(&rotation, &inner.translation);
        Self {
            rotation: product(&self.rotation, &inner.rotation),
            translation: plus(&self.translation, &Poly::one(), &moved),
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
                rotation: rotation::roll_pitch_yaw(rpy),
                translation: xyz.clone(),
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
        rotation: rotation::about(&unit, angle),
        translation: unit.map(|x| distance.scale(&x)),
    }
}
