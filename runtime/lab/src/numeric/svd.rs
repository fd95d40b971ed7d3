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
    let (a, b) = (matrix.column(p), matrix.column(q));
    let (alpha, beta, gamma) = (a.norm_squared(), b.norm_squared(), a.dot(&b));
    let orthogonal = gamma.abs() <= 1e-15 * (alpha * beta).sqrt();
    if orthogonal || !gamma.is_finite() {
        return None;
    }
    let zeta = (beta - alpha) / (2.0 * gamma);
    let tangent = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
    let cosine = (1.0 + tangent * tangent).sqrt().recip();
    Some((cosine, cosine * tangent))
}

fn rotate(matrix: &mut DMatrix<f64>, p: usize, q: usize, cosine: f64, sine: f64) {
    for i in 0..matrix.nrows() {
        let (x, y) = (matrix[(i, p)], matrix[(i, q)]);
        matrix[(i, p)] = cosine * x - sine * y;
        matrix[(i, q)] = sine * x + cosine * y;
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::Svd;
    use crate::random::Random;

    fn check(matrix: &DMatrix<f64>) -> Svd {
        let svd = Svd::of(matrix.clone());
        let scale = matrix.amax().max(1e-300);
        let middle = DMatrix::from_diagonal(&svd.values.clone().into());
        let product = &svd.left * middle * svd.right.transpose();
        assert!((product - matrix).amax() < 1e-13 * scale);
        let n = matrix.ncols();
        let identity = DMatrix::<f64>::identity(n, n);
        assert!((svd.right.transpose() * &svd.right - identity).amax() < 1e-13);
        assert!(svd.values.windows(2).all(|pair| pair[0] >= pair[1]));
        svd
    }

    #[test]
    fn factors_multiply_to_the_matrix() {
        let mut random = Random::new(5);
        for size in [1, 2, 7, 40] {
            check(&DMatrix::from_fn(size, size, |_, _| random.normal()));
            check(&DMatrix::from_fn(size, size, |i, j| {
                if j >= i { random.normal() } else { 0.0 }
            }));
        }
    }

    #[test]
    fn small_singular_values_are_accurate() {
        let hilbert = DMatrix::from_fn(6, 6, |i, j| 1.0 / (i + j + 1) as f64);
        let svd = check(&hilbert);
        // The condition number of the 6 × 6 Hilbert matrix is 1.4951058642e7 (OEIS, textbooks).
        assert!((svd.condition() / 1.495_105_864_2e7 - 1.0).abs() < 1e-8);
    }

    #[test]
    fn singular_empty_and_broken_matrices_end() {
        let mut random = Random::new(6);
        let mut lost = DMatrix::from_fn(9, 9, |_, _| random.normal());
        lost.column_mut(4).fill(0.0);
        assert_eq!(check(&lost).values[8], 0.0);
        assert_eq!(check(&lost).condition(), f64::INFINITY);
        assert_eq!(Svd::of(DMatrix::zeros(0, 0)).condition(), 1.0);
        assert_eq!(Svd::of(DMatrix::zeros(3, 3)).condition(), f64::INFINITY);
        let broken = Svd::of(DMatrix::from_element(3, 3, f64::NAN));
        assert_eq!(broken.values.len(), 3);
    }
}
