//! Linear algebra of small dense matrices: singular values, rank, pseudo-inverse; and what takes one pass through long runs of numbers.

mod cholesky;
mod decomposition;
mod patience;
mod runs;
mod svd;
mod triangle;
mod whitening;
mod widest;

pub(crate) use cholesky::{cholesky, inverse};
pub use decomposition::Decomposition;
pub(crate) use patience::Patience;
pub(crate) use runs::{LANES, ends, largest_difference, sum};
pub use svd::Svd;
pub(crate) use triangle::inverse_of_triangle;
pub use whitening::whitening;
pub(crate) use widest::widest;

use nalgebra::{DMatrix, DVector, Dyn, Matrix, Storage};

/// Singular values below this share of the largest (columns scaled) are taken for zero.
const RANK_TOLERANCE: f64 = 1e-9;
/// A parameter of which a larger share of its unit vector lies in directions that count as zero is
/// not determined.
const HIDDEN: f64 = 1e-6;

/// How many singular values (falling) are not taken for zero.
#[must_use]
pub fn rank(singular_values: &[f64]) -> usize {
    let largest = singular_values.first().copied().unwrap_or(0.0);
    let not_zero = |value: &&f64| **value > RANK_TOLERANCE * largest;
    singular_values.iter().filter(not_zero).count()
}

/// `MᵀM`, by blocked products: several times as fast as the scalar products of `tr_mul`.
pub(crate) fn gram<S: Storage<f64, Dyn, Dyn>>(matrix: &Matrix<f64, Dyn, Dyn, S>) -> DMatrix<f64> {
    matrix.transpose() * matrix
}

/// The scalar product of two vectors.
#[inline]
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The cross product of two vectors.
pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Adds so many times a column to another.
pub(crate) fn add(to: &mut [f64], times: f64, column: &[f64]) {
    for (x, y) in to.iter_mut().zip(column) {
        *x += times * y;
    }
}

/// Adds so many times `x yᵀ` to a matrix.
pub(crate) fn add_outer(to: &mut DMatrix<f64>, times: f64, x: &[f64], y: &[f64]) {
    let columns = to.as_mut_slice().chunks_exact_mut(x.len().max(1));
    columns
        .zip(y)
        .for_each(|(column, y)| add(column, times * y, x));
}

/// `M x`, column by column. `nalgebra`'s loops have strides, which only optimisation across units makes wide: tests, which are built without,
/// spent a sixth of their time there.
pub(crate) fn product(matrix: &DMatrix<f64>, x: &[f64]) -> DVector<f64> {
    let rows = matrix.nrows();
    let mut out = DVector::zeros(rows);
    let columns = matrix.as_slice().chunks_exact(rows.max(1));
    for (column, x) in columns.zip(x).filter(|(_, x)| **x != 0.0) {
        add(out.as_mut_slice(), *x, column);
    }
    out
}

/// Scales the columns of a matrix to unit norm; gives their norms, 1 for a column of zeros.
pub fn scale_columns(matrix: &mut DMatrix<f64>) -> Vec<f64> {
    let columns = matrix.column_iter_mut();
    columns
        .map(|mut column| {
            let norm = column.norm();
            let scale = if norm > 0.0 { norm } else { 1.0 };
            column /= scale;
            scale
        })
        .collect()
}

/// The middle of some values, the mean of two where they are even in number; none of none.
pub(crate) fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    match values.len() % 2 {
        0 => Some(0.5 * (values.get(half.checked_sub(1)?)? + values[half])),
        _ => Some(values[half]),
    }
}
