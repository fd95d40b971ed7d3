//! The singular value decomposition of a small square matrix, by rotations that always end.

use nalgebra::DMatrix;

/// Sweeps over all pairs of columns; ten suffice for any matrix of this size, and what is not
/// finite never converges.
const SWEEPS: usize = 60;

/// `A = U diag(values) Vᵀ`, singular values falling.
///
/// One-sided Jacobi rotations (Hestenes 1958) find small singular values of a matrix with scaled
/// columns to high relative accuracy (Demmel and Veselić 1992), which is what a rank is decided
/// by. Columns of `U` that belong to a zero singular value are zero.
#[derive(Debug, Clone, PartialEq)]
pub struct Svd {
    /// `U`, a column a singular value.
    pub left: DMatrix<f64>,
    /// The singular values, falling.
    pub values: Vec<f64>,
    /// `V`, a column a singular value.
    pub right: DMatrix<f64>,
}

impl Svd {
    /// Decomposes a matrix; one that is not finite gives values that are not.
    #[must_use]
    pub fn of(mut matrix: DMatrix<f64>) -> Self {
        let n = matrix.ncols();
        let mut right = DMatrix::identity(n, n);
        for _ in 0..SWEEPS {
            let mut rotated = false;
            for p in 0..n {
                for q in p + 1..n {
                    if let Some((cosine, sine)) = rotation(&matrix, p, q) {
                        rotate(&mut matrix, p, q, cosine, sine);
                        rotate(&mut right, p, q, cosine, sine);
                        rotated = true;
                    }
                }
            }
            if !rotated {
                break;
            }
        }
        let norms: Vec<f64> = matrix.column_iter().map(|column| column.norm()).collect();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&a, &b| norms[b].total_cmp(&norms[a]));
        let unit = |norm: f64| if norm > 0.0 { norm.recip() } else { 0.0 };
        Self {
            left: DMatrix::from_fn(matrix.nrows(), n, |i, k| {
                matrix[(i, order[k])] * unit(norms[order[k]])
            }),
            right: DMatrix::from_fn(n, n, |i, k| right[(i, order[k])]),
            values: order.iter().map(|&k| norms[k]).collect(),
        }
    }

    /// Largest over smallest singular value; infinite for a singular matrix, 1 for an empty one.
    #[must_use]
    pub fn condition(&self) -> f64 {
        match (self.values.first(), self.values.last()) {
            (Some(largest), Some(smallest)) if *smallest > 0.0 => largest / smallest,
            (None, None) => 1.0,
            _ => f64::INFINITY,
        }
    }
}

/// The rotation that makes two columns orthogonal; `None` if they are.
fn rotation(matrix: &DMatrix<f64>, p: usize, q: usize) -> Option<(f64, f64)> {
    let column = |k: usize| &matrix.as_slice()[k * matrix.nrows()..][..matrix.nrows()];
    let [alpha, beta, gamma] = products(column(p), column(q));
    let orthogonal = gamma.abs() <= 1e-15 * (alpha * beta).sqrt();
    if orthogonal || !gamma.is_finite() {
        return None;
    }
    let zeta = (beta - alpha) / (2.0 * gamma);
    let tangent = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
    let cosine = (1.0 + tangent * tangent).sqrt().recip();
    Some((cosine, cosine * tangent))
}

/// `aᵀa`, `bᵀb` and `aᵀb` in one pass, in sums abreast: most of a decomposition's time.
fn products(a: &[f64], b: &[f64]) -> [f64; 3] {
    const ABREAST: usize = 4;
    let (a, last_of_a) = a.as_chunks::<ABREAST>();
    let (b, last_of_b) = b.as_chunks::<ABREAST>();
    let (mut aa, mut bb, mut ab) = ([0.0; ABREAST], [0.0; ABREAST], [0.0; ABREAST]);
    for (a, b) in a.iter().zip(b) {
        for k in 0..ABREAST {
            aa[k] += a[k] * a[k];
            bb[k] += b[k] * b[k];
            ab[k] += a[k] * b[k];
        }
    }
    for (k, (a, b)) in last_of_a.iter().zip(last_of_b).enumerate() {
        aa[k] += a * a;
        bb[k] += b * b;
        ab[k] += a * b;
    }
    let sum = |[a, b, c, d]: [f64; ABREAST]| (a + b) + (c + d);
    [sum(aa), sum(bb), sum(ab)]
}

fn rotate(matrix: &mut DMatrix<f64>, p: usize, q: usize, cosine: f64, sine: f64) {
    let rows = matrix.nrows();
    // Columns lie one after the other, `p` before `q`.
    let (before, from) = matrix.as_mut_slice().split_at_mut(q * rows);
    let columns = before[p * rows..].iter_mut().zip(from);
    for (x, y) in columns.take(rows) {
        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::{Svd, products};

    /// Of columns that fill no block, one, and one and a half.
    #[test]
    fn squares_and_products_are_those_of_all_elements() {
        for rows in [0, 1, 3, 4, 6, 9] {
            let a: Vec<f64> = (1..=rows).map(f64::from).collect();
            let b: Vec<f64> = (1..=rows).map(|k| f64::from(2 - k)).collect();
            let sum = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
            assert_eq!(products(&a, &b), [sum(&a, &a), sum(&b, &b), sum(&a, &b)]);
        }
    }

    /// Of `[1 1; 0 1]` the golden ratio and its inverse, in any unit.
    #[test]
    fn singular_values_are_as_large_as_the_matrix() {
        let golden = f64::midpoint(1.0, 5f64.sqrt());
        for size in [1e-12, 1.0, 1e12] {
            let matrix = DMatrix::from_row_slice(2, 2, &[size, size, 0.0, size]);
            let found = Svd::of(matrix.clone());
            for (value, expected) in found.values.iter().zip([golden, golden.recip()]) {
                assert!(
                    (value / size / expected - 1.0).abs() < 1e-14,
                    "{size}: {value}"
                );
            }
            let scaled = DMatrix::from_fn(2, 2, |i, k| found.left[(i, k)] * found.values[k]);
            let off = (scaled * found.right.transpose() - matrix).amax();
            assert!(off < 1e-14 * size, "{size}: {off}");
        }
    }

    /// The ratio of the largest to the smallest singular value, however large where one is zero, all of them included.
    #[test]
    fn a_matrix_that_loses_a_direction_has_no_finite_condition() {
        let condition = |rows: usize, elements: &[f64]| {
            let columns = elements.len() / rows.max(1);
            Svd::of(DMatrix::from_row_slice(rows, columns, elements)).condition()
        };
        assert_eq!(condition(3, &[3.0, 0.0, 0.0, -4.0, 0.0, 0.0]), 4.0 / 3.0);
        assert_eq!(condition(2, &[1.0, 0.0, 0.0, 0.0]), f64::INFINITY);
        assert_eq!(condition(2, &[0.0; 4]), f64::INFINITY);
        assert_eq!(condition(0, &[]), 1.0);
    }

    /// Columns (3, 4) and (0, 0): nothing has no direction.
    #[test]
    fn the_direction_of_a_value_of_zero_is_zero() {
        let found = Svd::of(DMatrix::from_row_slice(2, 2, &[3.0, 0.0, 4.0, 0.0]));
        assert_eq!(found.values, [5.0, 0.0]);
        assert_eq!(found.right, DMatrix::<f64>::identity(2, 2));
        let mut pairs = found.left.iter().zip([0.6, 0.8, 0.0, 0.0]);
        assert!(pairs.all(|(x, y)| (x - y).abs() < 1e-15), "{}", found.left);
    }
}
