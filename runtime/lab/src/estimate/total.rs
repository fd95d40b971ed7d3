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

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, Matrix3};

    use super::solve;
    use crate::estimate::{EstimateError, Method, Solution};
    use crate::numeric::Decomposition;
    use crate::regression::by_hand::{B, drawn, observed, stacked};
    use crate::regression::{Factor, Observation};

    fn solved(observation: &Observation, weights: [f64; 2]) -> Result<Solution, EstimateError> {
        let spectrum = Decomposition::of(&observation.weighted(&weights).r);
        solve(observation, &weights, &spectrum, &Method::Tls.into())
    }

    /// The smallest singular vector of all rows, columns scaled to unit norm, by another decomposition.
    #[test]
    fn the_smallest_singular_vector_of_columns_and_torques_is_the_answer() {
        let (parts, weights) = (
            drawn(2, 30, [1.0, -2.0, 3.0, 0.5, 0.7, -1.0], 0.5),
            [2.0, 0.3],
        );
        let (matrix, torque) = stacked(&parts, weights);
        let mut all = DMatrix::zeros(matrix.nrows(), B + 1);
        all.columns_mut(0, B).copy_from(&matrix);
        all.set_column(B, &torque);
        let norms: Vec<f64> = all.column_iter().map(|column| column.norm()).collect();
        for (mut column, norm) in all.column_iter_mut().zip(&norms) {
            column /= *norm;
        }
        let svd = all.svd(false, true);
        let last = svd.singular_values.imin();
        let vectors = svd.v_t.expect("vectors");
        let vector = vectors.row(last);
        let observation = observed(&parts);
        let found = solved(&observation, weights).expect("an answer");
        let beta = &found.gain * &observation.weighted(&weights).z;
        for k in 0..B {
            let expected = -vector[k] / norms[k] * norms[B] / vector[B];
            assert!(
                (beta[k] / expected - 1.0).abs() < 1e-9,
                "{k}: {} for {expected}",
                beta[k]
            );
        }
        let setting = &found.settings[0];
        assert_eq!(setting.name, "errors");
        assert!((setting.value / svd.singular_values[last] - 1.0).abs() < 1e-9);
        assert_eq!(
            setting.rule,
            "the smallest singular value of columns and torques together, each of unit norm"
        );
        assert!(!found.biased && found.standard.is_none() && found.centre.amax() == 0.0);
    }

    #[test]
    fn what_the_motion_leaves_open_has_no_answer() {
        let mut parts = drawn(1, 30, [1.0; B], 0.1);
        for line in parts[0].iter_mut().flatten() {
            (line[2], line[4]) = (2.0 * line[1], 0.0);
        }
        let refused = solved(&observed(&parts), [1.0, 1.0]).err();
        assert_eq!(
            refused.map(|error| error.to_string()).as_deref(),
            Some(
                "total least squares has no answer: the motion leaves 2 of 6 combinations of base parameters open, and the \
                 smallest singular vector is one of these"
            )
        );
        // As much noise as torque.
        let noisy = drawn(1, 20, [1e-3; B], 50.0);
        let refused = solved(&observed(&noisy), [1.0, 1.0]).err();
        assert_eq!(
            refused.map(|error| error.to_string()).as_deref(),
            Some(
                "total least squares has no answer: errors are as large as what the motion shows of the combination of base \
                 parameters that it excites least; record a motion that excites it more"
            )
        );
    }

    /// One column and torques, both of length 1 with the product `c`: squared singular values are `1 ± c`, and that of the column
    /// alone is 1. Errors may be half of it; the line through both is the diagonal.
    #[test]
    fn errors_may_be_half_of_what_the_motion_shows_least() {
        let line = |c: f64| {
            let mut factor = Factor::new(1);
            factor.push([(0, 1.0)], c);
            factor.push([(0, 0.0)], (1.0 - c * c).sqrt());
            let observation = Observation::of(vec![vec![factor]]);
            let spectrum = Decomposition::of(&observation.weighted(&[1.0]).r);
            let found = solve(&observation, &[1.0], &spectrum, &Method::Tls.into()).ok()?;
            let beta = &found.gain * &observation.weighted(&[1.0]).z;
            Some((beta[0], found.settings[0].value))
        };
        let (slope, errors) = line(0.51).expect("an answer");
        assert!((slope - 1.0).abs() < 1e-9, "{slope}");
        assert!((errors - 0.49f64.sqrt()).abs() < 1e-9, "{errors}");
        assert_eq!(line(0.49), None);
        assert!(line(-0.51).is_some_and(|(slope, _)| (slope + 1.0).abs() < 1e-9));
    }

    /// Two columns with the product 3/4, and torques along their difference: squared singular values of these three are 7/4 and
    /// the zeros of `(1/4 - x)(1 - x) - 2 c²`, and the least of the columns alone is 1/4. Errors may be half of that.
    #[test]
    fn errors_are_held_against_the_weakest_combination() {
        let found = |errors: f64| {
            let c = ((0.25 - errors) * (1.0 - errors) / 2.0).sqrt();
            let products = Matrix3::new(1.0, 0.75, c, 0.75, 1.0, -c, c, -c, 1.0);
            let triangle = products.cholesky().expect("positive").l().transpose();
            let mut factor = Factor::new(2);
            for row in triangle.row_iter() {
                factor.push([(0, row[0]), (1, row[1])], row[2]);
            }
            let observation = Observation::of(vec![vec![factor]]);
            let spectrum = Decomposition::of(&observation.weighted(&[1.0]).r);
            let found = solve(&observation, &[1.0], &spectrum, &Method::Tls.into()).ok()?;
            Some(found.settings[0].value)
        };
        let errors = found(0.12).expect("an answer");
        assert!((errors - 0.12f64.sqrt()).abs() < 1e-9, "{errors}");
        assert_eq!([0.13, 0.2].map(found), [None; 2]);
    }
}
