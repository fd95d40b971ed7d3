//! Weighted least squares of a few unknowns, from one triangular factor a row.

use nalgebra::{DMatrix, DVector};

use crate::factor::Factor;
use crate::numeric::Decomposition;

/// Rounds of weighting rows by their residuals.
const ROUNDS: usize = 3;

/// A solution and its covariance.
pub(super) struct Solved {
    pub(super) values: DVector<f64>,
    pub(super) covariance: DMatrix<f64>,
    /// Which unknowns the rows determine.
    pub(super) determined: Vec<bool>,
}

/// Solves the factors together, each weighted by the reciprocal of its residual variance; `ratio`
/// is what correlation in time adds to the variance.
pub(super) fn weighted(factors: &[Factor], ratio: f64) -> Solved {
    let columns = factors.first().map_or(0, Factor::columns);
    let mut weights = vec![1.0; factors.len()];
    let mut solved = None;
    for _ in 0..=ROUNDS {
        let mut whole = Factor::new(columns);
        for (factor, weight) in factors.iter().zip(&weights) {
            whole.merge(factor, f64::sqrt(*weight));
        }
        let (triangle, right, _) = whole.parts();
        let found = Decomposition::of(&triangle);
        let (inverse, determined) = (&found.inverse, found.determined());
        let values = inverse * DVector::from_vec(right);
        let variances: Vec<f64> = factors.iter().map(|f| variance(f, &values)).collect();
        let covariance = factors.iter().zip(&weights).zip(&variances).fold(
            DMatrix::zeros(columns, columns),
            |sum, ((factor, weight), variance)| {
                let share = (factor.parts().0 * inverse) * *weight;
                sum + share.transpose() * &share * (variance * ratio)
            },
        );
        let covariance = inverse * covariance * inverse.transpose();
        weights = variances.iter().map(|v| v.recip()).collect();
        solved = Some(Solved {
            values,
            covariance,
            determined,
        });
    }
    solved.unwrap_or_else(|| Solved {
        values: DVector::zeros(0),
        covariance: DMatrix::zeros(0, 0),
        determined: Vec::new(),
    })
}

/// Residual variance of a row; rounding errors stand in where there is no residual.
fn variance(factor: &Factor, values: &DVector<f64>) -> f64 {
    let (triangle, right, outside) = factor.parts();
    let right = DVector::from_vec(right);
    let squares = (&triangle * values - &right).norm_squared() + outside * outside;
    #[expect(clippy::cast_precision_loss, reason = "a count of samples")]
    let rows = (factor.rows() as f64).max(1.0);
    #[expect(clippy::cast_precision_loss, reason = "a count of columns")]
    let own = triangle
        .column_iter()
        .filter(|column| column.norm_squared() > 0.0)
        .count() as f64;
    let power = (right.norm_squared() + outside * outside) / rows;
    (squares / (rows - own).max(1.0))
        .max(1e-20 * power)
        .max(f64::MIN_POSITIVE)
}
