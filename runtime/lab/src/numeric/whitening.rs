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

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::whitening;

    #[test]
    fn what_was_correlated_is_independent_and_of_unit_variance() {
        let covariance =
            DMatrix::from_row_slice(3, 3, &[4.0, -1.2, 0.6, -1.2, 9.0, 1.5, 0.6, 1.5, 1.0]);
        let found = whitening(&covariance);
        let unit = &found * &covariance * found.transpose();
        assert!((unit - DMatrix::identity(3, 3)).amax() < 1e-12);
        // Lower triangular: each value less what those before it say.
        assert_eq!(
            (found[(0, 0)], found[(0, 1)], found[(1, 2)]),
            (0.5, 0.0, 0.0)
        );
    }

    #[test]
    fn what_is_a_function_of_others_gets_a_variance_of_its_own() {
        // The second value is -3 times the first: correlation -1.
        let covariance = DMatrix::from_row_slice(2, 2, &[4.0, -12.0, -12.0, 36.0]);
        let found = whitening(&covariance);
        assert!(found.iter().all(|x| x.is_finite()));
        assert!((found[(0, 0)] - 0.5).abs() < 1e-6);
        // As much of the one as of the other, in deviations.
        assert!((found[(1, 0)] / found[(1, 1)] - 3.0).abs() < 1e-3);
        // Of a correlation with 1e-12 more of each value twice as much is left.
        let left = (6.0 * found[(1, 1)]).powi(-2);
        assert!((left / 2e-12 - 1.0).abs() < 1e-2, "{left}");
    }

    #[test]
    fn what_is_no_covariance_is_taken_for_independent() {
        let broken = DMatrix::from_row_slice(2, 2, &[4.0, 60.0, 60.0, 25.0]);
        let expected = DMatrix::from_row_slice(2, 2, &[0.5, 0.0, 0.0, 0.2]);
        assert_eq!(whitening(&broken), expected);
    }
}
