//! Poses: where a joint is before its motion, and where the body's frame is after it.

use crate::algebra::{Poly, Rational};
use crate::description::{self, Angle, Convention};

use super::body::Pose;
use super::rotation::{self, Matrix};

impl Pose {
    /// No displacement.
    #[must_use]
    pub fn identity() -> Self {
        Self {
            rotation: rotation::identity(),
            translation: zero(),
        }
    }

    /// This displacement, then another one inside its frame.
    #[must_use]
    pub fn then(&self, inner: &Self) -> Self {
        let moved = turn(&self.rotation, &inner.translation);
        Self {
            rotation: rotation::multiply(&self.rotation, &inner.rotation),
            translation: std::array::from_fn(|i| &self.translation[i] + &moved[i]),
        }
    }

    fn turned(rotation: Matrix) -> Self {
        Self {
            rotation,
            translation: zero(),
        }
    }

    fn shifted(translation: [Poly; 3]) -> Self {
        Self {
            rotation: rotation::identity(),
            translation,
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
                .map_or_else(z_axis, |axis| rotation::unit(&axis.value)),
            after: Pose::identity(),
        },
        description::Placement::DenavitHartenberg(row) => {
            let z = about_and_along(2, &row.theta, &row.d);
            let x = about_and_along(0, &row.alpha, &row.a);
            match row.convention {
                Convention::Standard => Placed {
                    before: z,
                    axis: z_axis(),
                    after: x,
                },
                Convention::Modified => Placed {
                    before: x.then(&z),
                    axis: z_axis(),
                    after: Pose::identity(),
                },
            }
        }
    }
}

/// A turn about a coordinate axis and a shift along it; the order does not matter.
fn about_and_along(axis: usize, angle: &Angle, distance: &Poly) -> Pose {
    let mut translation = zero();
    translation[axis] = distance.clone();
    Pose::turned(rotation::about(axis, angle)).then(&Pose::shifted(translation))
}

fn turn(matrix: &Matrix, vector: &[Poly; 3]) -> [Poly; 3] {
    std::array::from_fn(|i| {
        (0..3).fold(Poly::zero(), |sum, k| {
            &sum + &vector[k].scale(&matrix[i][k])
        })
    })
}

fn zero() -> [Poly; 3] {
    [Poly::zero(), Poly::zero(), Poly::zero()]
}

fn z_axis() -> [Rational; 3] {
    [Rational::ZERO, Rational::ZERO, Rational::ONE]
}

#[cfg(test)]
mod tests {
    use super::{Pose, place};
    use crate::algebra::{Poly, Rational};
    use crate::description::{Angle, Convention, DenavitHartenberg, Placement};

    fn row(convention: Convention) -> super::Placed {
        let quarter = Angle {
            pi: Rational::new(1, 2),
            radians: Rational::ZERO,
        };
        let length = |n| Poly::constant(Rational::new(n, 10));
        place(&Placement::DenavitHartenberg(DenavitHartenberg {
            convention,
            alpha: quarter.clone(),
            a: length(2),
            d: length(3),
            theta: quarter,
        }))
    }

    fn numbers(pose: &Pose) -> ([[f64; 3]; 3], [f64; 3]) {
        let translation = pose
            .translation
            .each_ref()
            .map(|p| p.evaluate(&|_| f64::NAN));
        (
            pose.rotation
                .each_ref()
                .map(|row| row.each_ref().map(Rational::to_f64)),
            translation,
        )
    }

    #[test]
    fn modified_rows_put_the_frame_at_the_joint() {
        let placed = row(Convention::Modified);
        assert_eq!(placed.after, Pose::identity());
        // Rx(90°) Tx(.2) Rz(90°) Tz(.3): z of the joint is -y of the parent.
        let (rotation, translation) = numbers(&placed.before);
        assert_eq!(translation, [0.2, -0.3, 0.0]);
        assert_eq!(
            rotation,
            [[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]]
        );
    }

    #[test]
    fn standard_rows_put_the_frame_at_the_distal_end() {
        let placed = row(Convention::Standard);
        // Rz(90°) Tz(.3) Tx(.2) Rx(90°) at zero position.
        let (rotation, translation) = numbers(&placed.before.then(&placed.after));
        assert_eq!(translation, [0.0, 0.2, 0.3]);
        assert_eq!(
            rotation,
            [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
        );
    }
}
