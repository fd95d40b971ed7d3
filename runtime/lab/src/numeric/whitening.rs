//! The matrix that makes values independent and of unit variance.

use nalgebra::{Cholesky, DMatrix};

/// `L⁻¹` of a covariance `Σ = L Lᵀ` whose variances are above zero, by way of the correlations: what it multiplies is
/// independent and of unit variance. Values that are functions of others get a little variance of their own.
#[must_use]
pub fn whitening(covariance: &DMatrix<f64>) -> DMatrix<f64> {
    let size = covariance.nrows();
    let deviation = |k: usize| covariance[(k, k)].sqrt();
    let mut correlation = DMatrix::from_fn(size, size, |i, j| {
        covariance[(i, j)] / (deviation(i) * deviation(j))
    });
    for share in [0.0, 1e-12, 1e-9, 1e-6] {
        for k in 0..size {
            correlation[(k, k)] += share;
        }
        let inverse = Cholesky::new(correlation.clone()).and_then(|found| found.l().try_inverse());
        if let Some(inverse) = inverse {
            return DMatrix::from_fn(size, size, |i, j| inverse[(i, j)] / deviation(j));
        }
    }
    let alone = |i: usize, j: usize| if i == j { deviation(i).recip() } else { 0.0 };
    DMatrix::from_fn(size, size, alone)
}
