//! Autoregressions against their responses, covariances and likelihoods.

use nalgebra::DMatrix;

use super::{Autoregression, Moments, Wave, ends};
use crate::random::Random;

fn model() -> Autoregression {
    Autoregression {
        reflections: vec![-0.9, 0.4],
        variance: 2.0,
    }
}

#[test]
fn density_is_the_transform_of_the_impulse_response() {
    let (model, f) = (model(), 0.13);
    let terms = (0u32..).zip(model.impulse());
    let (mut real, mut imaginary) = (0.0, 0.0);
    for (k, h) in terms {
        let (sine, cosine) = (std::f64::consts::TAU * f * f64::from(k)).sin_cos();
        real += h * cosine;
        imaginary += h * sine;
    }
    let expected = 2.0 * (real * real + imaginary * imaginary);
    assert!((model.density(&[Wave::of(f)])[0] / expected - 1.0).abs() < 1e-8);
}

/// The likelihood of a few samples against that of their covariance matrix, formed and factored.
#[test]
fn likelihood_is_that_of_the_whole_covariance() {
    let mut random = Random::new(3);
    let (model, n) = (model(), 9);
    let u: Vec<f64> = (0..n).map(|_| random.normal()).collect();
    let response = model.impulse();
    let covariance = |lag: usize| -> f64 {
        let later = response.iter().skip(lag);
        2.0 * response.iter().zip(later).map(|(a, b)| a * b).sum::<f64>()
    };
    let matrix = DMatrix::from_fn(n, n, |i, j| covariance(i.abs_diff(j)));
    let cholesky = matrix.cholesky().unwrap();
    let y = nalgebra::DVector::from_vec(u.clone());
    let root = cholesky.l_dirty().diagonal().map(f64::ln).sum();
    let expected = 2.0 * root + y.dot(&cholesky.solve(&y));
    let product = |j: usize, k: usize| (0..n - j - k).map(|t| u[t + j] * u[t + k]).sum::<f64>();
    let moments = Moments {
        products: DMatrix::from_fn(3, 3, product),
        samples: n as f64,
        runs: 1.0,
    };
    let x = &model.reflections;
    let found = n as f64 * 2f64.ln() + ends(x, 1.0) + moments.power(x) / 2.0;
    assert!((found - expected).abs() < 1e-8, "{found} {expected}");
}

#[test]
fn score_is_zero_at_the_likeliest_model() {
    let products = DMatrix::from_row_slice(2, 2, &[100.0, 70.0, 70.0, 98.0]);
    let moments = Moments {
        products,
        samples: 50.0,
        runs: 1.0,
    };
    let (model, _) = Autoregression::fitted(&moments, 1, None);
    assert!((model.reflections[0].tanh() + 0.7).abs() < 0.02);
    assert!(model.score(&moments).iter().all(|s| s.abs() < 1e-3));
}

/// By hand: reflections 0.5 and -0.2 give `1, 0.5 - 0.2 · 0.5, -0.2`.
#[test]
fn filters_are_those_of_levinson_and_durbin() {
    let model = Autoregression::new(&[0.5f64.atanh(), (-0.2f64).atanh()], 2.0);
    for (found, expected) in model.filter().iter().zip([1.0, 0.4, -0.2]) {
        assert!((found - expected).abs() < 1e-14);
    }
    assert_eq!((model.order(), model.innovation()), (2, 2.0));
    let impulse = model.impulse();
    for (found, expected) in impulse.iter().zip([1.0, -0.4, 0.36, -0.224]) {
        assert!((found - expected).abs() < 1e-14);
    }
    // 1/((Σ a)² Σ h²).
    let squares: f64 = impulse.iter().map(|h| h * h).sum();
    assert!((model.long_run_ratio() - 1.0 / (1.44 * squares)).abs() < 1e-12);
    let white = Autoregression::white(3.0);
    assert_eq!((white.impulse(), white.long_run_ratio()), (vec![1.0], 1.0));
    // -runs Σ m ln(1 - k²).
    let expected = -3.0 * (0.75f64.ln() + 2.0 * 0.96f64.ln());
    assert!((model.ends(3.0) - expected).abs() < 1e-12);
}

#[test]
fn the_likeliest_model_is_no_worse_than_others() {
    let products = DMatrix::from_row_slice(
        3,
        3,
        &[100.0, 60.0, 20.0, 60.0, 95.0, 55.0, 20.0, 55.0, 90.0],
    );
    let moments = Moments {
        products,
        samples: 50.0,
        runs: 2.0,
    };
    let (model, value) = Autoregression::fitted(&moments, 2, None);
    let profile = |x: &[f64]| {
        let power = moments.power(x);
        50.0 * (power / 50.0).ln() + ends(x, 2.0)
    };
    assert!((value - profile(&model.reflections)).abs() < 1e-9);
    assert!((model.variance - moments.power(&model.reflections) / 50.0).abs() < 1e-12);
    for k in 0..2 {
        for step in [-0.01, 0.01] {
            let mut other = model.reflections.clone();
            other[k] += step;
            assert!(profile(&other) > value, "{k} {step}");
        }
    }
    let again = Autoregression::fitted(&moments, 2, Some(&model.reflections)).0;
    assert!((again.reflections[1] - model.reflections[1]).abs() < 1e-8);
    // What is of another order is no start.
    let other = Autoregression::fitted(&moments, 2, Some(&[0.5])).0;
    assert_eq!(other, model);
    let score = model.score(&moments);
    assert_eq!(score.len(), 3);
    // By the logarithm of the variance: ½ (power/v - n), of twice the variance -n/4.
    let twice = Autoregression::new(&model.reflections, 2.0 * model.variance);
    assert!((twice.score(&moments)[2] + 12.5).abs() < 1e-9);
}

/// Of a first order `n ln (a + 2 b k + c k²) - r ln (1 - k²)` is least where
/// `n (b + c k) (1 - k²) + r k (a + 2 b k + c k²)` is zero.
#[test]
fn of_few_samples_in_several_runs_the_likeliest_coefficient_is_a_root_of_a_cubic() {
    for ([a, b, c], samples, runs) in [
        ([12.0, 4.5, 4.0], 12.0, 2.0),
        ([12.0, -4.5, 4.0], 12.0, 2.0),
        ([12.0, 4.5, 4.0], 30.0, 5.0),
        ([8.0, -2.5, 3.0], 10.0, 1.0),
        ([8.0, 0.0, 3.0], 10.0, 1.0),
    ] {
        let moments = Moments {
            products: DMatrix::from_row_slice(2, 2, &[a, b, b, c]),
            samples,
            runs,
        };
        let (model, value) = Autoregression::fitted(&moments, 1, None);
        let k = model.reflections[0].tanh();
        let power = |k: f64| a + 2.0 * b * k + c * k * k;
        let left = samples * (b + c * k) * (1.0 - k * k) + runs * k * power(k);
        assert!(left.abs() < 1e-9 * samples * a, "{k}: {left}");
        assert!((model.variance * samples / power(k) - 1.0).abs() < 1e-12);
        for step in -99..=99 {
            let k = 0.01 * f64::from(step);
            let other = samples * (power(k) / samples).ln() - runs * (1.0 - k * k).ln();
            assert!(other >= value - 1e-9, "{k}: {other} for {value}");
        }
    }
}

/// The other two roots of the cubic are beyond -1 and 1.
#[test]
fn the_likeliest_coefficient_is_found_from_anywhere_and_in_any_unit() {
    for size in [1.0, 1e-8, 1e8] {
        let moments = Moments {
            products: DMatrix::from_row_slice(2, 2, &[100.0, 70.0, 70.0, 98.0]) * size,
            samples: 50.0,
            runs: 1.0,
        };
        for start in [-0.999, -0.5, 0.0, 0.5, 0.999] {
            let k = moments.likeliest(&mut [start], 0);
            let power = 100.0 + 140.0 * k + 98.0 * k * k;
            let left = 50.0 * (70.0 + 98.0 * k) * (1.0 - k * k) + k * power;
            assert!((k + 0.7).abs() < 0.01, "{size:e}, {start}: {k}");
            assert!(left.abs() < 1e-9, "{size:e}, {start}: {left:e}");
        }
    }
}

/// `n (b + c k) (1 - k²) + r k (a + 2 b k + c k²)` is `75 - 75` at -1/2. Beyond 1/2 it falls to a root above 1, where Newton's steps
/// would go.
#[test]
fn the_likeliest_coefficient_is_found_from_where_the_slope_leads_beyond_one() {
    let moments = Moments {
        products: DMatrix::from_row_slice(2, 2, &[39.5, 3.0, 3.0, 4.0]),
        samples: 100.0,
        runs: 4.0,
    };
    for start in [0.95, 0.6, 0.0, -0.95] {
        let k = moments.likeliest(&mut [start], 0);
        assert!((k + 0.5).abs() < 1e-12, "{start}: {k}");
    }
}

/// Of powers of a half the last ten squares, `4^-t (4^10 - 1) / 3`, are below 1e-16 of all, `4/3`, from the 36th on; the last two
/// would be so eight earlier.
#[test]
fn a_response_has_died_away_when_ten_values_have() {
    let halving = Autoregression::new(&[(-0.5f64).atanh()], 1.0);
    let response = halving.impulse();
    assert_eq!(response.len(), 37);
    for (k, h) in (0i32..).zip(response) {
        assert!((h / 0.5f64.powi(k) - 1.0).abs() < 1e-12, "{k}: {h}");
    }
}
