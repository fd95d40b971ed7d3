//! Keeps the numbers of many fixed frames, one in another, from growing without end.
//!
//! Each fixed rotation that is not a multiple of 15 degrees multiplies into those that carry it, and
//! the digits of exact fractions add up. A handful is kept exactly. Beyond that the frame is replaced
//! by another exact one within 1e-15 of it, which is how near each single rotation is.

use crate::algebra::matrix::Rotation;
use crate::algebra::{Poly, Rational};

use super::body::Pose;
use super::rotation;
use super::turns::Turns;

/// The most memory that a number may take, in bytes: some ten general rotations in each other.
const LONGEST: usize = 400;

/// The pose, or one with shorter numbers beside it.
pub(super) fn pose(pose: Pose) -> Pose {
    let translation = pose.translation.each_ref().map(polynomial);
    let turned = match shorter(&pose.rotation) {
        Some(rotation) => Pose::turned(Turns::shortened(rotation)),
        None => pose,
    };
    Pose {
        translation,
        ..turned
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

/// A rotation beside one with long numbers, whose quaternion has short ones.
fn shorter(matrix: &Rotation) -> Option<Rotation> {
    let longest = matrix.iter().flatten().map(Rational::bytes).max();
    let rows = matrix.each_ref();
    let floats = rows.map(|row| row.each_ref().map(Rational::to_f64));
    (longest? > LONGEST).then(|| rotation::nearest(&floats))
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Pose, Rational, Rotation, Turns, pose};

    /// About z, by twice the angle whose tangent is `2^-k`.
    fn small(k: u32) -> Rotation {
        let two = Rational::from(2);
        let tangent = (0..k).fold(Rational::ONE, |t, _| (&t / &two).unwrap_or_default());
        let square = &tangent * &tangent;
        let whole = (Rational::ONE + &square).recip().unwrap_or_default();
        let cosine = (Rational::ONE - &square) * &whole;
        let sine = (&tangent + &tangent) * &whole;
        let [zero, one] = [Rational::ZERO, Rational::ONE];
        [
            [cosine.clone(), -&sine, zero.clone()],
            [sine, cosine, zero.clone()],
            [zero.clone(), zero, one],
        ]
    }

    #[test]
    fn rotations_are_kept_up_to_the_longest_numbers_and_replaced_beyond() {
        let mut at_most = 0;
        for k in 660..740 {
            let rotation = small(k);
            let longest = rotation.iter().flatten().map(Rational::bytes).max();
            let given = Pose::turned(Turns::exact(rotation.clone()));
            let kept = pose(given).rotation == rotation;
            assert_eq!(Some(kept), longest.map(|longest| longest <= LONGEST), "{k}");
            at_most += usize::from(longest == Some(LONGEST));
        }
        assert!(at_most > 0, "none has exactly so many bytes");
    }
}
