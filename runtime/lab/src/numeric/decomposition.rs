//! The decomposition that rank, conditioning and least squares rest on.

use nalgebra::DMatrix;

use super::{HIDDEN, Svd, rank, scale_columns};

/// The singular value decomposition of a matrix whose columns were scaled to unit norm, and the
/// pseudo-inverse that follows from it.
#[derive(Debug, Clone)]
pub struct Decomposition {
    /// Norms of the columns (`b`); 1 for a column of zeros.
    pub scales: Vec<f64>,
    /// Singular values of the scaled matrix, falling (`b`).
    pub singular_values: Vec<f64>,
    /// How many of them are not zero.
    pub rank: usize,
    /// Left singular vectors, a column each (`rows × b`).
    pub left: DMatrix<f64>,
    /// Right singular vectors, a column each (`b × b`), in scaled coordinates. Of columns that were left out
    /// ([`without`](Self::without)) rows are zero, and there are as many vectors and values fewer.
    pub directions: DMatrix<f64>,
    /// The pseudo-inverse of the matrix as it was (`b × rows`).
    pub inverse: DMatrix<f64>,
    /// Largest over smallest singular value of the scaled matrix; infinite if rank is lost.
    pub condition: f64,
}

impl Decomposition {
    /// Of a matrix (`rows × b`).
    #[must_use]
    pub fn of(matrix: &DMatrix<f64>) -> Self {
        let mut scaled = matrix.clone();
        let scales = scale_columns(&mut scaled);
        let svd = Svd::of(scaled);
        let rank = rank(&svd.values);
        let complete = rank == svd.values.len();
        let mut found = Self {
            scales,
            rank,
            condition: if complete {
                svd.condition()
            } else {
                f64::INFINITY
            },
            singular_values: svd.values,
            left: svd.left,
            directions: svd.right,
            inverse: DMatrix::zeros(0, 0),
        };
        found.inverse = found.truncated_inverse(rank);
        found
    }

    /// Of the columns that are not left out: the unknowns of those (`b` are all) take part in no direction, and nothing
    /// leads to them.
    #[must_use]
    pub fn without(matrix: &DMatrix<f64>, is_left_out: impl Fn(usize) -> bool) -> Self {
        let b = matrix.ncols();
        let kept: Vec<usize> = (0..b).filter(|k| !is_left_out(*k)).collect();
        if kept.len() == b {
            return Self::of(matrix);
        }
        let found = Self::of(&matrix.select_columns(&kept));
        let spread = |rows: &DMatrix<f64>| {
            let mut all = DMatrix::zeros(b, rows.ncols());
            for (row, place) in rows.row_iter().zip(&kept) {
                all.set_row(*place, &row);
            }
            all
        };
        let mut scales = vec![1.0; b];
        for (scale, place) in found.scales.iter().zip(&kept) {
            scales[*place] = *scale;
        }
        Self {
            scales,
            directions: spread(&found.directions),
            inverse: spread(&found.inverse),
            ..found
        }
    }

    /// The pseudo-inverse from the `kept` largest singular values alone.
    #[must_use]
    pub fn truncated_inverse(&self, kept: usize) -> DMatrix<f64> {
        let kept = kept.min(self.singular_values.len());
        let mut directions = self.directions.columns(0, kept).into_owned();
        for (mut column, value) in directions.column_iter_mut().zip(&self.singular_values) {
            column /= *value;
        }
        let mut inverse = directions * self.left.columns(0, kept).transpose();
        for (mut row, scale) in inverse.row_iter_mut().zip(&self.scales) {
            row /= *scale;
        }
        inverse
    }

    /// Which unknowns (`b`) take no part in the directions that count as zero.
    #[must_use]
    pub fn determined(&self) -> Vec<bool> {
        let lost = self.rank..self.directions.ncols();
        let rows = self.directions.row_iter();
        rows.map(|row| {
            let share: f64 = lost.clone().map(|k| row[k].powi(2)).sum();
            share <= HIDDEN
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::Decomposition;

    /// Columns `(1, 0)` and `(cos φ, sin φ)` have the singular values `√(1 ± cos φ)`.
    #[test]
    fn the_condition_is_that_of_scaled_columns() {
        let angle: f64 = 0.3;
        let matrix =
            DMatrix::from_row_slice(2, 2, &[1e3, 2.0 * angle.cos(), 0.0, 2.0 * angle.sin()]);
        let found = Decomposition::of(&matrix);
        let expected = ((1.0 + angle.cos()) / (1.0 - angle.cos())).sqrt();
        assert_eq!(found.rank, 2);
        assert!(
            (found.condition / expected - 1.0).abs() < 1e-12,
            "{}",
            found.condition
        );
    }

    #[test]
    fn the_condition_is_infinite_where_rank_is_lost() {
        let matrix = DMatrix::from_row_slice(3, 2, &[1.0, 2.0, 2.0, 4.0, -1.0, -2.0]);
        let found = Decomposition::of(&matrix);
        assert_eq!(found.rank, 1);
        assert_eq!(found.condition, f64::INFINITY);
    }
}
