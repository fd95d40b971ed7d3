//! Cholesky factors of large matrices, block by block.

use nalgebra::{Cholesky, DMatrix, Dyn};

use super::{add, gram};

/// Columns of a block: what is left of the matrix is updated by products of so many, which are fast.
const BLOCK: usize = 48;

/// The Cholesky factor of a symmetric matrix, of which the lower triangle is read; none if it is not positive definite.
///
/// As `nalgebra`'s, which goes column by column and is several times slower at some hundred columns.
pub(crate) fn cholesky(mut matrix: DMatrix<f64>) -> Option<Cholesky<f64, Dyn>> {
    let n = matrix.nrows();
    for start in (0..n).step_by(BLOCK) {
        let (width, next) = (BLOCK.min(n - start), (start + BLOCK).min(n));
        let own = matrix.view((start, start), (width, width)).into_owned();
        let own = of_block(own)?;
        let mut panel = matrix.view((next, start), (n - next, width)).into_owned();
        divide(&mut panel, &own);
        matrix
            .view_mut((start, start), (width, width))
            .copy_from(&own);
        let below = panel.transpose();
        for column in (next..n).step_by(BLOCK) {
            let (width, from) = (BLOCK.min(n - column), column - next);
            let rows = panel.rows(from, n - column);
            let columns = below.columns(from, width);
            let mut rest = matrix.view_mut((column, column), (n - column, width));
            rest.gemm(-1.0, &rows, &columns, 1.0);
        }
        matrix
            .view_mut((next, start), (n - next, width))
            .copy_from(&panel);
    }
    Some(Cholesky::pack_dirty(matrix))
}

/// The lower factor of a block, column by column, by loops without strides as those of `product`; what stands above its diagonal is not
/// its own.
fn of_block(mut matrix: DMatrix<f64>) -> Option<DMatrix<f64>> {
    let n = matrix.nrows();
    for j in 0..n {
        let (before, column) = matrix.as_mut_slice().split_at_mut(j * n);
        let column = &mut column[j..n];
        for other in before.chunks_exact(n) {
            add(column, -other[j], &other[j..]);
        }
        let root = Some(column[0]).filter(|pivot| *pivot > 0.0)?.sqrt();
        column[0] = root;
        column[1..].iter_mut().for_each(|x| *x /= root);
    }
    Some(matrix)
}

/// `P L⁻ᵀ`, column by column.
fn divide(panel: &mut DMatrix<f64>, lower: &DMatrix<f64>) {
    let rows = panel.nrows();
    for j in 0..panel.ncols() {
        let (before, column) = panel.as_mut_slice().split_at_mut(j * rows);
        let column = &mut column[..rows];
        for (k, other) in before.chunks_exact(rows.max(1)).enumerate() {
            add(column, -lower[(j, k)], other);
        }
        column.iter_mut().for_each(|x| *x /= lower[(j, j)]);
    }
}

/// The inverse of a symmetric matrix, by its factor: half of the inverse factor is 0, which `nalgebra`'s computes as the rest.
pub(crate) fn inverse(factor: &Cholesky<f64, Dyn>) -> DMatrix<f64> {
    let lower = factor.l_dirty();
    let n = lower.nrows();
    let mut inverse = DMatrix::identity(n, n);
    for k in 0..n {
        let column = &mut inverse.as_mut_slice()[k * n..][..n];
        for j in k..n {
            let (done, rest) = column.split_at_mut(j + 1);
            done[j] /= lower[(j, j)];
            add(rest, -done[j], &lower.as_slice()[j * n..][j + 1..n]);
        }
    }
    gram(&inverse)
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::{cholesky, inverse};
    use crate::numeric::gram;
    use crate::random::Random;

    #[test]
    fn factors_solve_what_their_matrix_asks() {
        let mut random = Random::new(4);
        for n in [1, 47, 48, 49, 130] {
            let root = DMatrix::from_fn(n + 3, n, |_, _| random.normal());
            let matrix = gram(&root);
            let x = DVector::from_fn(n, |_, _| random.normal());
            let factor = cholesky(matrix.clone()).expect("positive definite");
            assert!((factor.solve(&(&matrix * &x)) - &x).amax() < 1e-6, "{n}");
            let unit = &matrix * inverse(&factor);
            assert!((unit - DMatrix::identity(n, n)).amax() < 1e-6, "{n}");
            let mut bad = matrix;
            bad[(n - 1, n - 1)] = -1.0;
            assert!(cholesky(bad.clone()).is_none(), "{n}");
            bad[(n - 1, n - 1)] = f64::NAN;
            assert!(cholesky(bad).is_none(), "{n}");
        }
    }

    /// What stands above the diagonal is of no matter; a pivot that is nothing is none.
    #[test]
    fn a_lower_triangle_that_is_definite_has_a_factor() {
        let mut random = Random::new(6);
        for n in [3, 60, 110] {
            let matrix = gram(&DMatrix::from_fn(n + 3, n, |_, _| random.normal()));
            let x = DVector::from_fn(n, |_, _| random.normal());
            let right = &matrix * &x;
            let lower = DMatrix::from_fn(n, n, |i, j| if i < j { 7.0 } else { matrix[(i, j)] });
            let factor = cholesky(lower).expect("positive definite");
            assert!((factor.solve(&right) - &x).amax() < 1e-6, "{n}");
            assert!((inverse(&factor) * &right - &x).amax() < 1e-6, "{n}");
        }
        assert!(cholesky(DMatrix::from_element(2, 2, 1.0)).is_none());
        assert!(cholesky(DMatrix::zeros(1, 1)).is_none());
    }
}
