//! Keeps the numbers of many fixed frames, one in another, from growing without end.
//!
//! Each fixed rotation that is not a multiple of 90 degrees multiplies into those that carry it, and
//! the digits of exact fractions add up. A handful is kept exactly. Beyond that the frame is replaced
//! by another exact one within 1e-15 of it, which is how near each single rotation is.

use crate::algebra::{Poly, Rational};

use super::body::Pose;
use super::rotation::{self, Matrix};

/// The most memory that a number may take, in bytes: some ten general rotations in each other.
const LONGEST: usize = 400;

/// The pose, or one with shorter numbers beside it.
pub(super) fn pose(pose: Pose) -> Pose {
    let Pose {
        rotation,
        translation,
    } = pose;
    Pose {
        rotation: orthogonal(rotation),
        translation: translation.map(|length| polynomial(&length)),
    }
}

/// The number, or the nearest float if it is long.
pub(super) fn number(value: &Rational) -> Rational {
    let shorter = (value.bytes() > LONGEST).then(|| Rational::from_f64(value.to_f64()));
    shorter.flatten().unwrap_or_else(|| value.clone())
}

fn polynomial(length: &Poly) -> Poly {
    let terms = length.terms().iter();
    Poly::from_terms(terms.map(|(monomial, factor)| (monomial.clone(), number(factor))))
}

/// The rotation, or one whose quaternion has short numbers if its own are long.
fn orthogonal(matrix: Matrix) -> Matrix {
    let longest = matrix.iter().flatten().map(Rational::bytes).max();
    if longest.is_none_or(|bytes| bytes <= LONGEST) {
        return matrix;
    }
    rotation::nearest(
        &matrix
            .each_ref()
            .map(|row| row.each_ref().map(Rational::to_f64)),
    )
}

#[cfg(test)]
mod tests {
    use super::pose;
    use crate::algebra::{Poly, Rational};
    use crate::description::Angle;
    use crate::mechanism::body::Pose;
    use crate::mechanism::rotation;

    fn turned(thousandths: [i64; 3]) -> Pose {
        let angle = |n| Angle {
            pi: Rational::ZERO,
            radians: Rational::new(n, 1000),
        };
        Pose {
            rotation: rotation::roll_pitch_yaw(&thousandths.map(angle)),
            translation: [1, 2, 3].map(|n| Poly::constant(Rational::new(n, 100))),
        }
    }

    #[test]
    fn few_rotations_are_kept_exactly() {
        let step = turned([100, -200, 300]);
        let three = step.then(&step).then(&step);
        assert_eq!(pose(three.clone()), three);
    }

    #[test]
    fn many_rotations_stay_short_orthogonal_and_near() {
        for angles in [[100, -200, 300], [3000, 100, -2900], [-1, 3141, 20]] {
            let step = turned(angles);
            let mut short = Pose::identity();
            // The same product in floats.
            let mut floats = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            for _ in 0..100 {
                short = pose(short.then(&step));
                let turn = step
                    .rotation
                    .each_ref()
                    .map(|r| r.each_ref().map(Rational::to_f64));
                floats = floats.map(|row: [f64; 3]| {
                    std::array::from_fn(|j| (0..3).map(|k| row[k] * turn[k][j]).sum())
                });
            }
            for (i, row) in short.rotation.iter().enumerate() {
                assert!(rotation::norm_squared(row).is_one());
                for (j, x) in row.iter().enumerate() {
                    assert!(x.bytes() < 800, "{} bytes", x.bytes());
                    assert!(
                        (x.to_f64() - floats[i][j]).abs() < 1e-13,
                        "{x} {}",
                        floats[i][j]
                    );
                }
            }
            let dot = (0..3).fold(Rational::ZERO, |sum, k| {
                &sum + &(&short.rotation[0][k] * &short.rotation[1][k])
            });
            assert!(dot.is_zero());
        }
    }
}
