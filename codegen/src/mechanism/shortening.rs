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
