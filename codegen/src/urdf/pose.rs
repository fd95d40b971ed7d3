//! Poses in numbers, as URDF has them: a translation, and roll, pitch and yaw.

use crate::algebra::Rational;
use crate::algebra::matrix::Matrix;
use crate::mechanism::{Joint, JointKind, Mechanism, Pose};

/// A pose in numbers.
pub(super) struct Place {
    pub(super) rotation: [[f64; 3]; 3],
    pub(super) translation: [f64; 3],
}

/// A pose, lengths at the file's values.
pub(super) fn place(mechanism: &Mechanism, pose: &Pose) -> Place {
    let numbers =
        |m: &Matrix<Rational>| m.each_ref().map(|row| row.each_ref().map(Rational::to_f64));
    Place {
        rotation: numbers(&pose.rotation),
        translation: pose
            .translation
            .each_ref()
            .map(|x| mechanism.at_values(x).to_f64()),
    }
}

/// What rounding leaves of a number that is zero, in rotations, and in metres.
const NOTHING: f64 = 4.0 * f64::EPSILON;

impl Place {
    /// The motion of a joint.
    pub(super) fn moved(joint: &Joint, by: f64) -> Self {
        let axis = joint.axis.each_ref().map(Rational::to_f64);
        let unit = |i: usize, j: usize| if i == j { 1.0 } else { 0.0 };
        if by == 0.0 || joint.kind == JointKind::Prismatic {
            return Self {
                rotation: std::array::from_fn(|i| std::array::from_fn(|j| unit(i, j))),
                translation: axis.map(|x| x * by),
            };
        }
        // Rodrigues: cos 1 + (1 - cos) u uᵀ + sin [u]ₓ.
        let (sin, cos) = by.sin_cos();
        let [x, y, z] = axis;
        let across = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
        let element = |i: usize, j: usize| {
            cos * unit(i, j) + (1.0 - cos) * axis[i] * axis[j] + sin * across[i][j]
        };
        Self {
            rotation: std::array::from_fn(|i| std::array::from_fn(|j| element(i, j))),
            translation: [0.0; 3],
        }
    }

    /// An inner pose, seen from outside.
    pub(super) fn then(&self, inner: &Self) -> Self {
        let turned = |v: [f64; 3]| {
            self.rotation
                .map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum())
        };
        let columns: [[f64; 3]; 3] =
            std::array::from_fn(|j| turned(inner.rotation.map(|row| row[j])));
        let moved: [f64; 3] = turned(inner.translation);
        let settled = |x: f64| if x.abs() < NOTHING { 0.0 } else { x };
        Self {
            rotation: std::array::from_fn(|i| std::array::from_fn(|j| settled(columns[j][i]))),
            translation: std::array::from_fn(|i| settled(self.translation[i] + moved[i])),
        }
    }

    /// Roll, pitch and yaw: `Rz(yaw) Ry(pitch) Rx(roll)`.
    pub(super) fn rpy(&self) -> [f64; 3] {
        let [[a, b, _], [c, d, _], [e, f, g]] = self.rotation;
        let across = a.hypot(c);
        // Straight up or down, roll and yaw are turns about one axis: all of it is yaw.
        let angles = match across < 1e-12 {
            true => [0.0, (-e).atan2(across), (-b).atan2(d)],
            false => [f.atan2(g), (-e).atan2(across), c.atan2(a)],
        };
        // No zero has a sign.
        angles.map(|angle| angle + 0.0)
    }
}

/// Roll, pitch and yaw of a rotation: `Rz(yaw) Ry(pitch) Rx(roll)`, to be looked at.
pub(crate) fn roll_pitch_yaw(rotation: &Matrix<Rational>) -> [f64; 3] {
    let rotation = rotation
        .each_ref()
        .map(|row| row.each_ref().map(Rational::to_f64));
    let translation = [0.0; 3];
    Place {
        rotation,
        translation,
    }
    .rpy()
}
