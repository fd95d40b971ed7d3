//! Estimates from equations each of which has one parameter, against sums by hand.

use super::{Estimator, Method, PriorScale, estimate};
use crate::regression::by_hand::MODEL;
use crate::regression::{Factor, Observation};

const SIZE: [f64; 6] = [3.0, 1.0, 2.0, 4.0, 5.0, 0.5];
const TRUTH: [f64; 6] = [1.5, -2.0, 0.25, 3.0, 0.5, -1.0];
/// By how much torques of the rows are off.
const OFF: [f64; 2] = [0.1, 2.0];

/// Three parameters in ten equations each of the first row, three of the second; torques are too high as often as too low.
fn observation() -> Observation {
    let factor = |row: usize| {
        let mut factor = Factor::new(6);
        for k in 3 * row..3 * row + 3 {
            for sample in 0..10 {
                let sign = if sample % 2 == 0 { 1.0 } else { -1.0 };
                factor.push([(k, SIZE[k])], SIZE[k] * TRUTH[k] + sign * OFF[row]);
            }
        }
        factor
    };
    Observation::of(vec![vec![factor(0), factor(1)]])
}

/// Weights change the scaled condition number, and not that of the matrix as it is; what is held belongs to neither.
#[test]
fn the_matrix_as_it_is_has_the_condition_of_its_columns() {
    let observation = observation();
    for method in [Method::Ols, Method::Wls] {
        for (known, condition, left) in [("", 5.0 / 0.5, 6), ("fo_j2", 5.0, 5)] {
            let known = (!known.is_empty()).then(|| (known.to_owned(), -1.0));
            let estimator = Estimator {
                known: known.into_iter().collect(),
                ..method.into()
            };
            let found = estimate(&observation, &MODEL, &estimator).expect("an estimate");
            let near = |found: f64, expected: f64, what: &str| {
                let off = (found / expected - 1.0).abs();
                assert!(off < 1e-12, "{method:?} {what}: {found} for {expected}");
            };
            near(found.condition_unscaled, condition, "condition");
            near(found.spectrum.condition, 1.0, "scaled condition");
            for (found, expected) in found.beta.iter().zip(TRUTH) {
                near(*found, expected, "a parameter");
            }
            assert_eq!(found.held.iter().filter(|held| !**held).count(), left);
            assert_eq!(found.spectrum.rank, left);
        }
    }
}

/// Sums of squares by degrees of freedom, and their reciprocals.
#[test]
fn rows_are_weighed_by_what_is_left_of_them() {
    let observation = observation();
    for (method, weighs) in [(Method::Ols, false), (Method::Wls, true)] {
        let found = estimate(&observation, &MODEL, &method.into()).expect("an estimate");
        for (row, off) in OFF.iter().enumerate() {
            let variance = 30.0 * off * off / (30.0 - 3.0);
            let weight = if weighs { 1.0 / variance } else { 1.0 };
            let off = [found.variance[row] / variance, found.weights[row] / weight];
            assert!(
                off.iter().all(|x| (x - 1.0).abs() < 1e-8),
                "{method:?} {row}: {off:?}"
            );
        }
        assert!(
            found
                .from_data
                .iter()
                .all(|share| (share - 1.0).abs() < 1e-12)
        );
        assert!(!found.biased && found.realised.is_none() && found.standard.is_none());
    }
}

/// Of `|y - a x|²` and `(μ (x - nominal))²` with `μ = w / (1 - w)`, of ten equations each; what has no nominal value is as the
/// equations say.
#[test]
fn a_prior_draws_towards_nominal_values_as_much_as_is_asked() {
    for (weight, mu) in [(0.5, 1.0f64), (0.8, 4.0)] {
        let estimator = Estimator {
            prior_scale: PriorScale::Si,
            prior_weight: Some(weight),
            ..Method::Prior.into()
        };
        let found = estimate(&observation(), &MODEL, &estimator).expect("an estimate");
        for (k, nominal) in [(2, 3.0), (3, 0.2), (4, 0.7)] {
            let squares = 10.0 * SIZE[k] * SIZE[k];
            let expected = (squares * TRUTH[k] + mu * mu * nominal) / (squares + mu * mu);
            let off = (found.beta[k] - expected).abs();
            assert!(off < 1e-9, "{weight} {k}: {}", found.beta[k]);
            let share = squares / (squares + mu * mu);
            let off = (found.from_data[k] - share).abs();
            assert!(off < 1e-9, "{weight} {k}: {}", found.from_data[k]);
        }
        assert!((found.beta[5] - TRUTH[5]).abs() < 1e-9, "{}", found.beta[5]);
        assert!(found.biased && found.standard.is_some());
    }
}

/// Total least squares takes errors off the squares of its columns: the recordings say more than all of what is left, which is told as all.
#[test]
fn no_more_than_all_comes_from_the_recordings() {
    let found = estimate(&observation(), &MODEL, &Method::Tls.into()).expect("an estimate");
    assert!(found.settings[0].value > 0.01, "{:?}", found.settings);
    assert_eq!(found.from_data, [1.0; 6]);
}
