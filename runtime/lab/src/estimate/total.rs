//! Total least squares: columns have errors as torques have.

use nalgebra::{DMatrix, DVector};

use super::{EstimateError, Estimator, Setting, Solution};
use crate::numeric::{Decomposition, Svd, scale_columns};
use crate::regression::Observation;

/// Share of the smallest squared singular value of the columns that their errors may be.
const MOST: f64 = 0.5;

/// The smallest singular vector of the factor of `[K y]` (Golub and Van Loan 1980; Gautier and Briot 2012), rows weighed by
/// their residuals and columns scaled to unit norm, as if errors of each were in proportion to its size:
/// `β = (KᵀWK - σ² S²)⁻¹ KᵀWy` with the smallest singular value `σ` and the norms `S`.
///
/// To first order in the errors `σ²` is no part of how torques move `β`, so that it is linear in them. The smallest singular
/// vector itself leaves the scale open; the torques, in their unit, fix it. Where drive gains are not known either,
/// the module `drives` fixes it by a known load.
pub(super) fn solve(
    observation: &Observation,
    weights: &[f64],
    spectrum: &Decomposition,
    estimator: &Estimator,
) -> Result<Solution, EstimateError> {
    let (triangle, right, outside) = observation.factor(weights).parts();
    let b = triangle.ncols();
    if spectrum.rank < b {
        let open = b - spectrum.rank;
        return Err(estimator.refuses(format!(
            "the motion leaves {open} of {b} combinations of base parameters open, and the smallest singular vector is one of \
             these"
        )));
    }
    let mut augmented = DMatrix::zeros(b + 1, b + 1);
    augmented.view_mut((0, 0), (b, b)).copy_from(&triangle);
    augmented
        .view_mut((0, b), (b, 1))
        .copy_from(&DVector::from_vec(right));
    augmented[(b, b)] = outside;
    let scales = scale_columns(&mut augmented);
    let smallest = Svd::of(augmented).values[b];
    let weakest = spectrum.singular_values[b - 1];
    // Comparisons with what is no number fail.
    let is_small = smallest.powi(2) < MOST * weakest.powi(2);
    let norms = DMatrix::from_diagonal(&DVector::from_iterator(b, scales.into_iter().take(b)));
    let normal = triangle.transpose() * &triangle - smallest.powi(2) * &norms * &norms;
    let Some(cholesky) = normal.cholesky().filter(|_| is_small) else {
        return Err(estimator.refuses(
            "errors are as large as what the motion shows of the combination of base parameters that it excites least; \
             record a motion that excites it more"
                .to_owned(),
        ));
    };
    Ok(Solution {
        centre: DVector::zeros(b),
        gain: cholesky.solve(&triangle.transpose()),
        standard: None,
        settings: vec![Setting {
            name: "errors",
            value: smallest,
            rule: "the smallest singular value of columns and torques together, each of unit norm"
                .to_owned(),
        }],
        biased: false,
    })
}
