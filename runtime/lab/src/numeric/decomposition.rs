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
    use crate::numeric::rank;

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

    /// Columns (3, 0, 4) and (0, 10, 0): unit vectors once they are scaled.
    fn apart() -> DMatrix<f64> {
        DMatrix::from_row_slice(3, 2, &[3.0, 0.0, 0.0, 10.0, 4.0, 0.0])
    }

    #[test]
    fn columns_that_are_left_out_take_part_in_nothing() {
        // (3, 0, 4), anything, (0, 10, 0), anything.
        let apart = apart();
        let mut matrix = DMatrix::from_element(3, 4, 2.0);
        matrix.set_column(0, &apart.column(0));
        matrix.set_column(2, &apart.column(1));
        let found = Decomposition::without(&matrix, |k| k % 2 == 1);
        let own = Decomposition::of(&apart);
        assert_eq!(found.scales, [5.0, 1.0, 10.0, 1.0]);
        assert_eq!(own.scales, [5.0, 10.0]);
        assert!(found.rank == 2 && (found.condition - 1.0).abs() < 1e-14);
        assert_eq!(found.singular_values, own.singular_values);
        assert_eq!((found.directions.nrows(), found.directions.ncols()), (4, 2));
        for (k, row) in [(0, 0), (2, 1)] {
            assert_eq!(found.directions.row(k), own.directions.row(row));
            assert_eq!(found.inverse.row(k), own.inverse.row(row));
        }
        assert_eq!(
            found.directions.row(1).amax() + found.inverse.row(3).amax(),
            0.0
        );
        // The pseudo-inverse is the transpose over the squares of the norms.
        let expected = [3.0 / 25.0, 0.0, 4.0 / 25.0];
        for (x, expected) in found.inverse.row(0).iter().zip(expected) {
            assert!((x - expected).abs() < 1e-15);
        }
        let all = Decomposition::without(&matrix, |_| false);
        assert_eq!(all.scales.len(), all.singular_values.len());
    }

    /// Scaled columns at an angle: singular values √(1 ± cos φ) along (1, ±1)/√2.
    #[test]
    fn an_inverse_that_is_truncated_has_the_largest_directions_alone() {
        let (cosine, sine) = (0.8, 0.6);
        let matrix = DMatrix::from_row_slice(2, 2, &[2.0, 5.0 * cosine, 0.0, 5.0 * sine]);
        let found = Decomposition::of(&matrix);
        let values = [1.8f64.sqrt(), 0.2f64.sqrt()];
        for (value, expected) in found.singular_values.iter().zip(values) {
            assert!((value - expected).abs() < 1e-14);
        }
        // Along u = ((1 + c), s)/(√2 σ): x = (1, 1)/√2 · uᵀ/σ, then over the norms.
        let one = found.truncated_inverse(1);
        for (i, norm) in [2.0, 5.0].into_iter().enumerate() {
            for (j, along) in [1.0 + cosine, sine].into_iter().enumerate() {
                assert!((one[(i, j)] - along / (2.0 * 1.8 * norm)).abs() < 1e-14);
            }
        }
        let whole = found.truncated_inverse(9);
        assert!((&whole * &matrix - DMatrix::identity(2, 2)).amax() < 1e-14);
        assert_eq!(found.truncated_inverse(0).amax(), 0.0);
        assert_eq!(found.inverse, whole);
    }

    #[test]
    fn what_lies_in_lost_directions_is_not_determined() {
        // The first two columns are one; the third stands by itself, the fourth is nothing.
        let matrix = DMatrix::from_row_slice(
            3,
            4,
            &[1.0, -2.0, 0.0, 0.0, 2.0, -4.0, 1.0, 0.0, 0.0, 0.0, 3.0, 0.0],
        );
        let found = Decomposition::of(&matrix);
        assert_eq!(found.rank, 2);
        assert_eq!(found.determined(), [false, false, true, false]);
        assert_eq!(found.scales[3], 1.0);
        // By half each: the smallest of what explains it.
        let solved = &found.inverse * &matrix;
        assert!((solved[(2, 2)] - 1.0).abs() < 1e-12 && solved[(3, 3)].abs() < 1e-12);
        assert!((solved[(0, 0)] - 0.5).abs() < 1e-12);
    }

    #[test]
    fn values_that_are_no_larger_than_rounding_are_zero() {
        assert_eq!(rank(&[2.0, 1.0, 2.1e-9, 1.9e-9]), 3);
        assert_eq!((rank(&[]), rank(&[0.0, 0.0])), (0, 0));
    }

    /// Of the unit vector of the first unknown so much lies in the second direction, which counts as zero.
    #[test]
    fn a_millionth_of_an_unknown_may_lie_in_lost_directions() {
        let with = |share: f64| {
            let (most, least) = ((1.0 - share).sqrt(), share.sqrt());
            let found = Decomposition {
                rank: 1,
                directions: DMatrix::from_row_slice(2, 2, &[most, -least, least, most]),
                ..Decomposition::of(&DMatrix::identity(2, 2))
            };
            found.determined()
        };
        assert_eq!(with(0.9e-6), [true, false]);
        assert_eq!(with(1.1e-6), [false, false]);
    }
}
