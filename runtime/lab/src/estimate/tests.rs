//! Estimates from equations each of which has one parameter, against sums by hand.

use super::{Estimator, Method, PriorScale, estimate};
use crate::regression::by_hand::{BASE, MODEL};
use crate::regression::{Factor, Observation};
use armwright_runtime::Model;

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

#[test]
fn nominal_values_are_those_of_the_standard_parameters() {
    let p = MODEL.parameters.len();
    let said = |method: Method, nominal: Vec<Option<f64>>| {
        let estimator = Estimator {
            nominal: Some(nominal),
            ..method.into()
        };
        let found = estimate(&observation(), &MODEL, &estimator);
        found.err().map(|error| error.to_string())
    };
    for method in [Method::Prior, Method::Consistent] {
        assert_eq!(
            said(method, vec![Some(1.0)]),
            Some(format!(
                "nominal values: 1 where {p} standard parameters have one each, or none"
            ))
        );
        assert_eq!(
            said(method, vec![Some(f64::NAN); p]).as_deref(),
            Some(
                "parameters cannot be NaN: give finite nominal values, and none where nothing is known"
            )
        );
    }
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

/// Equations of 0.25 for one parameter each: `0.25 / size`, but where that is 1e-15 of another column of its unit.
#[test]
fn what_rounding_leaves_of_a_column_tells_nothing() {
    let mut base = BASE;
    base[1].unit = base[0].unit;
    let model = Model {
        base: Box::leak(Box::new(base)),
        ..MODEL
    };
    for (small, told, rank) in [(3e-15, 0.0, 5), (3e-9, 0.25 / 3e-9, 6)] {
        let sizes = [3.0, small, 2.0, 4.0, 5.0, 1e-15];
        let mut factor = Factor::new(6);
        for (k, size) in sizes.into_iter().enumerate() {
            factor.push([(k, size)], 0.25);
        }
        let observation = Observation::of(vec![vec![factor]]);
        let found = estimate(&observation, &model, &Method::Ols.into()).expect("an estimate");
        assert_eq!(found.spectrum.rank, rank);
        let expected = [0.25 / 3.0, told, 0.125, 0.0625, 0.05, 0.25e15];
        for (k, (found, expected)) in found.beta.iter().zip(expected).enumerate() {
            let off = (found - expected).abs();
            assert!(
                off <= 1e-9 * expected.max(1e-3),
                "{k}: {found} for {expected}"
            );
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
