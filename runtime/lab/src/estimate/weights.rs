//! The weight of each row of the equations: the reciprocal of its residual variance.

use nalgebra::{DMatrix, DVector};

use super::held::Held;
use crate::numeric::product;
use crate::regression::{Factor, Observation};

/// Rounds of weighting at most; most data settle after a few.
const ROUNDS: usize = 100;
/// A share by which no weight changes any more.
const SETTLED: f64 = 1e-9;

/// Weights from the residuals of least squares, found again with each round's weights until they
/// settle; and how many rounds that took.
pub(super) fn by_residual(observation: &Observation, held: &Held) -> (Vec<f64>, usize) {
    let rows = folded(observation);
    let mut weights = vec![1.0; observation.rows()];
    for round in 1..=ROUNDS {
        let triangle = observation.weighted(&weights);
        let inverse = held.inverse(&triangle.r);
        let centre = held.centre(triangle.r.ncols());
        let beta = &centre + &inverse * (&triangle.z - &triangle.r * &centre);
        let found = variances(&rows, &weights, &beta, None, &inverse);
        let before = weights;
        weights = found
            .iter()
            .map(|v| match *v {
                v if v > 0.0 => v.recip(),
                0.0 => 1.0,
                // Beyond all numbers.
                _ => 0.0,
            })
            .collect();
        let mut pairs = weights.iter().zip(&before);
        if pairs.all(|(new, old)| (new - old).abs() <= SETTLED * new.abs()) {
            return (weights, round);
        }
    }
    (weights, ROUNDS)
}

/// The equations of one row, folded.
pub(super) struct Folded {
    triangle: DMatrix<f64>,
    right: DVector<f64>,
    /// The norm of what no parameters explain.
    outside: f64,
    samples: f64,
}

/// The rows of an observation.
pub(super) fn folded(observation: &Observation) -> Vec<Folded> {
    let row = |factor: &Factor| {
        let (triangle, right, outside) = factor.parts();
        Folded {
            triangle,
            right: DVector::from_vec(right),
            outside,
            samples: factor.rows() as f64,
        }
    };
    observation.factors().iter().map(row).collect()
}

/// Residual variance of each row for an estimate: its residual sum of squares over its own degrees
/// of freedom, which are its samples less its share of the parameters (the trace of its part of
/// the hat matrix). A row whose torque is 0 throughout says nothing of its noise: it counts as the row with the most.
///
/// `inverse` is the pseudo-inverse of the weighted rows; `gain` leads from the right-hand side to an estimate that it does not lead to.
pub(super) fn variances(
    rows: &[Folded],
    weights: &[f64],
    beta: &DVector<f64>,
    gain: Option<&DMatrix<f64>>,
    inverse: &DMatrix<f64>,
) -> Vec<f64> {
    let rows = rows.iter().zip(weights);
    let found: Vec<Option<f64>> = rows
        .map(|(row, weight)| row.variance(*weight, beta, gain, inverse))
        .collect();
    let most = found.iter().flatten().copied().fold(0.0, f64::max);
    found.into_iter().map(|v| v.unwrap_or(most)).collect()
}

impl Folded {
    fn variance(
        &self,
        weight: f64,
        beta: &DVector<f64>,
        gain: Option<&DMatrix<f64>>,
        inverse: &DMatrix<f64>,
    ) -> Option<f64> {
        let outside = self.outside * self.outside;
        let left = product(&self.triangle, beta.as_slice()) - &self.right;
        let through = &self.triangle * inverse;
        let share = match gain {
            Some(gain) => (&self.triangle * gain).dot(&through),
            None => through.norm_squared(),
        };
        let rows = self.samples.max(1.0);
        let freedom = (rows - weight * share).max(1.0);
        let power = (self.right.norm_squared() + outside) / rows;
        // Without noise the residual is rounding; a weight made of that would drown other rows.
        let variance = || ((left.norm_squared() + outside) / freedom).max(1e-20 * power);
        (power != 0.0).then(variance)
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::{Held, by_residual, folded, variances};
    use crate::numeric::Decomposition;
    use crate::regression::by_hand::{B, drawn, near, observed, stacked};
    use crate::regression::{Factor, Observation};

    /// Residual sums of squares over rows less their share of the hat matrix, by the whole matrix.
    #[test]
    fn variances_allow_for_what_parameters_take() {
        let (parts, weights) = (
            drawn(2, 10, [1.0, -2.0, 3.0, 0.5, 0.7, -1.0], 0.5),
            [2.0, 0.3],
        );
        let observation = observed(&parts);
        let inverse = Decomposition::of(&observation.weighted(&weights).r).inverse;
        let beta = DVector::from_row_slice(&[1.1, -2.1, 3.0, 0.4, 0.7, -0.9]);
        let found = variances(&folded(&observation), &weights, &beta, None, &inverse);
        let (matrix, _) = stacked(&parts, weights);
        let hat = &matrix
            * (matrix.transpose() * &matrix)
                .try_inverse()
                .expect("regular");
        let hat = (hat * matrix.transpose()).diagonal();
        let (plain, torque) = stacked(&parts, [1.0, 1.0]);
        let left = &plain * &beta - torque;
        // Ten lines of one row after ten of the other.
        let of_row = |values: &DVector<f64>, row: usize| -> f64 {
            (0..40)
                .filter(|k| k / 10 % 2 == row)
                .map(|k| values[k])
                .sum()
        };
        let squares = left.map(|x| x * x);
        for (row, variance) in found.iter().enumerate() {
            near(
                *variance,
                of_row(&squares, row) / (20.0 - of_row(&hat, row)),
            );
        }
    }

    #[test]
    fn weights_settle_at_the_reciprocals_of_their_own_variances() {
        let observation = observed(&drawn(3, 40, [1.0, -2.0, 3.0, 0.5, 0.7, -1.0], 0.5));
        let (weights, rounds) = by_residual(&observation, &Held::default());
        assert!((2..100).contains(&rounds), "{rounds}");
        let triangle = observation.weighted(&weights);
        let inverse = Decomposition::of(&triangle.r).inverse;
        let beta = &inverse * &triangle.z;
        let found = variances(&folded(&observation), &weights, &beta, None, &inverse);
        for (variance, weight) in found.iter().zip(&weights) {
            assert!((variance * weight - 1.0).abs() < 1e-8);
        }
        // Noise of 0.5 and of 1.5.
        assert!((1.0 / weights[0].sqrt() - 0.5).abs() < 0.06);
        assert!((1.0 / weights[1].sqrt() - 1.5).abs() < 0.2);
    }

    /// A row of zeros counts as the one with the most noise; one without noise has a little.
    #[test]
    fn rows_without_noise_or_torque_do_not_drown_the_others() {
        let mut parts = drawn(1, 30, [1.0, -2.0, 3.0, 0.5, 0.7, -1.0], 0.5);
        for line in &mut parts[0][0] {
            line.fill(0.0);
        }
        let weights = by_residual(&observed(&parts), &Held::default()).0;
        assert_eq!(weights[0], weights[1]);
        // One unknown, exactly.
        let mut exact = Factor::new(1);
        (0..4).for_each(|_| exact.push([(0, 1.0)], 3.0));
        let observation = Observation::of(vec![vec![exact]]);
        let one = DMatrix::from_element(1, 1, 0.5);
        let spectrum = Decomposition::of(&observation.weighted(&[1.0]).r);
        let beta = DVector::from_element(1, 3.0);
        let found = variances(
            &folded(&observation),
            &[1.0],
            &beta,
            Some(&one),
            &spectrum.inverse,
        );
        // 1e-20 of a mean square of 9.
        assert!((found[0] / 9e-20 - 1.0).abs() < 1e-9, "{found:?}");
        let nothing = Observation::of(vec![vec![Factor::new(B), Factor::new(B)]]);
        assert_eq!(by_residual(&nothing, &Held::default()), (vec![1.0, 1.0], 1));
    }

    /// One equation for one unknown leaves no freedom: what another value than its own, 5 for 3, is off by counts as one.
    #[test]
    fn a_variance_has_one_degree_of_freedom_at_least() {
        let mut single = Factor::new(1);
        single.push([(0, 1.0)], 3.0);
        let observation = Observation::of(vec![vec![single]]);
        let inverse = Decomposition::of(&observation.weighted(&[1.0]).r).inverse;
        let beta = DVector::from_element(1, 5.0);
        let found = variances(&folded(&observation), &[1.0], &beta, None, &inverse);
        near(found[0], 4.0);
    }
}
