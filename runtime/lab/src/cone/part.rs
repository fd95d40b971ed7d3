//! Parts of the variables that are in cones of their own: blocks and scalars.

use nalgebra::{Cholesky, DVector, Matrix4};

use super::block::{PAIRS, Vector, matrix, vector};

/// A part of the variables that is in a cone of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// A block, whose ten numbers start here.
    Block(usize),
    /// A nonnegative number in this place.
    Scalar(usize),
}

impl Part {
    /// The order of its cone.
    pub(crate) fn order(self) -> f64 {
        match self {
            Self::Block(_) => 4.0,
            Self::Scalar(_) => 1.0,
        }
    }
}

/// The block of a point; zeros of a scalar.
pub(super) fn block(point: &DVector<f64>, part: Part) -> Matrix4<f64> {
    match part {
        Part::Block(at) => matrix(&Vector::from_column_slice(
            &point.as_slice()[at..at + PAIRS.len()],
        )),
        Part::Scalar(_) => Matrix4::zeros(),
    }
}

/// Adds to the block of a point.
pub(super) fn add(point: &mut DVector<f64>, part: Part, value: &Matrix4<f64>) {
    if let Part::Block(at) = part {
        let mut view = point.rows_mut(at, PAIRS.len());
        view += vector(value);
    }
}

/// Adds to the block of a point, or sets its scalar.
pub(super) fn set(point: &mut DVector<f64>, part: Part, value: &Matrix4<f64>, scalar: f64) {
    match part {
        Part::Block(_) => add(point, part, value),
        Part::Scalar(k) => point[k] = scalar,
    }
}

/// The logarithm of the determinant of a positive definite matrix; not a number of any other.
pub(super) fn log_determinant(matrix: &Matrix4<f64>) -> f64 {
    let cholesky = Cholesky::new(*matrix);
    cholesky.map_or(f64::NAN, |c| 2.0 * c.l().diagonal().map(f64::ln).sum())
}
