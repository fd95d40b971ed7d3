//! The singular value decomposition that rank, conditioning and least squares rest on.

use nalgebra::DMatrix;

use crate::singular::{Singular, scale_columns};

/// Singular values below this share of the largest (columns scaled) are taken for zero.
const RANK_TOLERANCE: f64 = 1e-9;

/// The singular value decomposition of the weighted observation matrix, columns scaled to unit
/// norm.
#[derive(Debug, Clone)]
pub struct Decomposition {
    /// Norms of the columns (`b`); 1 for a column of zeros.
    pub scales: Vec<f64>,
    /// Singular values of the scaled matrix, falling (`b`).
    pub singular_values: Vec<f64>,
    /// How many of them are not zero.
    pub rank: usize,
    /// Left singular vectors of the triangle, a column each (`b × b`).
    pub left: DMatrix<f64>,
    /// Right singular vectors, a column each (`b × b`), in scaled coordinates.
    pub directions: DMatrix<f64>,
    /// The pseudo-inverse of the unscaled triangle (`b × b`).
    pub inverse: DMatrix<f64>,
    /// Largest over smallest singular value of the scaled matrix; infinite if rank is lost.
    pub condition: f64,
    /// The same of the matrix as it is, in SI units and unweighted.
    pub condition_unscaled: f64,
}

impl Decomposition {
    /// Of a weighted triangle; `unweighted` gives the same without weights.
    pub(crate) fn of(triangle: &DMatrix<f64>, unweighted: impl FnOnce() -> DMatrix<f64>) -> Self {
        let mut scaled = triangle.clone();
        let scales = scale_columns(&mut scaled);
        let svd = Singular::of(scaled);
        let largest = svd.values.first().copied().unwrap_or(0.0);
        let kept = |s: &&f64| **s > RANK_TOLERANCE * largest;
        let rank = svd.values.iter().filter(kept).count();
        let condition = if rank == svd.values.len() {
            svd.condition()
        } else {
            f64::INFINITY
        };
        let mut found = Self {
            scales,
            singular_values: svd.values,
            rank,
            left: svd.left,
            directions: svd.right,
            inverse: DMatrix::zeros(0, 0),
            condition,
            condition_unscaled: Singular::of(unweighted()).condition(),
        };
        found.inverse = found.truncated_inverse(rank);
        found
    }

    /// The pseudo-inverse of the unscaled triangle from the `kept` largest singular values.
    #[must_use]
    pub fn truncated_inverse(&self, kept: usize) -> DMatrix<f64> {
        let size = self.singular_values.len();
        let mut inverse = DMatrix::zeros(size, size);
        for (k, value) in self.singular_values.iter().take(kept).enumerate() {
            inverse += self.directions.column(k) * self.left.column(k).transpose() / *value;
        }
        for (mut row, scale) in inverse.row_iter_mut().zip(&self.scales) {
            row /= *scale;
        }
        inverse
    }
}
