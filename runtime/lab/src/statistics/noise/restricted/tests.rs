//! The likeliest noise beside columns.

use nalgebra::{DMatrix, DVector};

use super::super::record::{Products, Record};
use super::{Autoregression, Seen, Unknown, Wave, penalty};
use crate::random::Random;
use crate::regression::NOISE_LAGS;
use crate::signal::{Decimation, decimate};

/// The model of one row's noise beside a constant, with the autocorrelations that white noise has.
fn fitted(noise: &[f64], white: &[f64]) -> Autoregression {
    let unit = (noise.len() as f64).sqrt().recip();
    let matrix = DMatrix::from_fn(noise.len(), 2, |t, k| [unit, noise[t]][k]);
    let record = Record {
        matrix,
        kept: vec![true; noise.len()],
    };
    let rows = [Products::of(&[&record], 4)];
    let square = noise.iter().map(|x| x * x).sum::<f64>() / noise.len() as f64;
    let found = Seen::of(&rows, white).fit(&[square], 4).unwrap();
    found.models.into_iter().next().unwrap()
}

#[test]
fn slow_noise_is_found_to_be_slow() {
    let mut random = Random::new(1);
    let mut last = 0.0;
    let noise = (0..1000).map(|_| {
        last = 0.8 * last + random.normal();
        last
    });
    let model = fitted(&noise.collect::<Vec<f64>>(), &[1.0]);
    assert!((model.filter()[1] + 0.8).abs() < 0.1, "{model:?}");
    assert!((model.innovation() - 1.0).abs() < 0.15, "{model:?}");
}

/// White noise is dense by its variance over the decimated rate, in the band that decimation emptied, too.
#[test]
fn what_decimation_removed_is_not_missing() {
    let mut random = Random::new(2);
    let white: Vec<f64> = (0..40_000).map(|_| random.normal()).collect();
    let noise = decimate(&white, 10).unwrap();
    let lags = Decimation::autocorrelation(&[10], NOISE_LAGS).unwrap();
    let model = fitted(&noise, &lags);
    let densities = model.density(&[0.05, 0.2, 0.35, 0.48].map(Wave::of));
    assert!(
        densities
            .iter()
            .all(|density| (10.0 * density - 1.0).abs() < 0.15),
        "{densities:?} of {model:?}"
    );
}

#[test]
fn an_order_pays_by_so_much() {
    assert_eq!(penalty(0, 50.0), 0.0);
    // One for the first, two for each further, with the correction for few samples.
    assert_eq!(penalty(1, 50.0), 50.0 / 47.0);
    assert_eq!(penalty(3, 50.0), 5.0 * 50.0 / 45.0);
    assert_eq!(penalty(2, 4.0), 3.0 * 4.0);
}

/// Slow noise in stretches of 26 decimated samples.
#[test]
fn nothing_on_a_long_way_is_likelier_than_what_is_found() {
    let mut random = Random::new(8);
    let (mut last, mut before) = (0.0, 0.0);
    let noise: Vec<f64> = (0..2000)
        .map(|_| {
            (last, before) = (1.6 * last - 0.68 * before + random.normal(), last);
            last
        })
        .collect();
    let noise = decimate(&noise, 5).unwrap();
    let white = Decimation::autocorrelation(&[5], NOISE_LAGS).unwrap();
    let unit = (noise.len() as f64).sqrt().recip();
    let matrix = DMatrix::from_fn(noise.len(), 2, |t, k| [unit, noise[t]][k]);
    let kept = (0..noise.len()).map(|t| t % 27 != 26).collect();
    let rows = [Products::of(&[&Record { matrix, kept }], 3)];
    let seen = Seen::of(&rows, &white);
    let cost = penalty(3, rows[0].samples());
    let value = |models: &[Autoregression]| {
        let unknown = seen.unknown(models).expect("regular");
        (seen.unlikelihood(models, &unknown) + cost, unknown)
    };
    let start = vec![Autoregression::new(&[0.0; 3], 1.0)];
    let found = seen.likeliest(start.clone()).expect("models");
    assert_eq!(value(&found.models).0, found.criterion);
    let mut way = vec![value(&start)];
    let mut models = start;
    for _ in 0..300 {
        models = seen.step(&models, &way[way.len() - 1].1);
        way.push(value(&models));
    }
    let best = way
        .iter()
        .map(|(here, _)| *here)
        .fold(f64::INFINITY, f64::min);
    assert!((found.criterion - best).abs() < 1e-6);
    assert!(found.criterion < way[0].0 - 1.0);
}

/// Of white noise the variance is known by `√(2/n)` of itself and a coefficient by `1/√n`.
#[test]
fn a_long_record_knows_its_noise_as_well_as_theory_says() {
    let mut random = Random::new(5);
    let n = 2000;
    let noise: Vec<f64> = (0..n).map(|_| 3.0 * random.normal()).collect();
    let unit = f64::from(n).sqrt().recip();
    let matrix = DMatrix::from_fn(noise.len(), 2, |t, k| [unit, noise[t]][k]);
    let kept = vec![true; noise.len()];
    let rows = [Products::of(&[&Record { matrix, kept }], 1)];
    let seen = Seen::of(&rows, &[1.0]);
    let spread = seen
        .spread(&[Autoregression::new(&[0.0], 9.0)], 0)
        .expect("a spread");
    assert!(
        (spread[(0, 0)] * f64::from(n) - 1.0).abs() < 0.1,
        "{spread}"
    );
    assert!(
        (spread[(1, 1)] * f64::from(n) / 2.0 - 1.0).abs() < 0.1,
        "{spread}"
    );
    assert!(spread[(0, 1)].abs() * f64::from(n) < 0.2);
    let found = seen.fit(&[5.0], 1).expect("a fit");
    // What the estimate lacks is the mean along the unit column.
    let along: f64 = noise.iter().map(|x| x * unit).sum();
    let whole = &found.models[0];
    if whole.order() == 0 {
        assert!((found.change[0] - along).abs() < 1e-9);
    }
    let squares: f64 = noise.iter().map(|x| x * x).sum();
    let expected = (squares - along * along) / f64::from(n - 1);
    assert!((whole.innovation() / expected - 1.0).abs() < 0.01);
}

/// Of white noise the information of the logarithm of its variance is half of the degrees of freedom, also where two columns can
/// hardly be told apart.
#[test]
fn rounding_does_not_decide_how_well_a_variance_is_known() {
    let mut random = Random::new(5);
    let samples = 52;
    let matrix = DMatrix::from_fn(samples, 3, |t, k| match k {
        0 => 1.0,
        1 => 1.0 + 1e-4 * (t as f64).sin(),
        _ => random.normal(),
    });
    let kept = vec![true; samples];
    let rows = [Products::of(&[&Record { matrix, kept }], 0)];
    let seen = Seen::of(&rows, &[1.0]);
    let found = seen.likeliest(vec![Autoregression::white(1.0)]);
    let spread = seen.spread(&found.expect("models").models, 0);
    let spread = spread.expect("regular")[(0, 0)];
    assert!((spread * 25.0 - 1.0).abs() < 3e-5, "{spread}");
}

/// The spectrum `1 + 2 r cos(2π f)` over that at 0. What passes more than that has nothing removed, what has less than nothing, all.
#[test]
fn decimation_removes_a_share_from_none_to_all() {
    let removed = |r: f64| Seen::of(&[], &[1.0, r]).removed;
    assert!(removed(-0.25).iter().all(|share| *share == 0.0));
    let found = removed(0.75);
    assert_eq!((found.len(), found[255]), (256, 1.0));
    // On both sides of a quarter of the rate 1 / 2.5 passes.
    assert!((found[127] + found[128] - 1.2).abs() < 1e-12);
    assert!(found[0] > 0.0 && found[0] < 1e-4, "{}", found[0]);
}

/// Of residuals 1, 2, 3 and 6, whose squares are 50, the mean takes 36: 6 along the unit column. Twice the variance is half the
/// information and half the squares.
#[test]
fn what_the_columns_take_is_no_more_in_the_squares() {
    let noise = [1.0, 2.0, 3.0, 6.0];
    let matrix = DMatrix::from_fn(4, 2, |t, k| [0.5, noise[t]][k]);
    let kept = vec![true; 4];
    let rows = [Products::of(&[&Record { matrix, kept }], 0)];
    let seen = Seen::of(&rows, &[1.0]);
    for (variance, squares) in [(1.0, 14.0), (2.0, 7.0)] {
        let models = [Autoregression::white(variance)];
        let found = seen.unknown(&models).expect("regular");
        assert!((found.squares - squares).abs() < 1e-12, "{}", found.squares);
        assert!((found.change[0] - 6.0).abs() < 1e-12);
        assert!((found.spread[(0, 0)] - variance).abs() < 1e-12);
        assert!((found.logarithm + variance.ln()).abs() < 1e-12);
    }
}

/// Where a sample shows nothing, of white noise of variance 3 that is missing whose spectrum is a third of `1 - cos(2π f)`: its
/// covariances are 1, -1/2 and 0, times 10 samples less the numbers of both lags.
#[test]
fn what_was_removed_is_added_to_every_lag() {
    let matrix = DMatrix::zeros(10, 2);
    let kept = vec![true; 10];
    let rows = [Products::of(&[&Record { matrix, kept }], 2)];
    let unknown = Unknown {
        change: DVector::zeros(1),
        spread: DMatrix::zeros(1, 1),
        logarithm: 0.0,
        squares: 0.0,
    };
    let seen = Seen::of(&rows, &[1.0, 0.25]);
    let found = seen.moments(0, &Autoregression::white(3.0), &unknown, 2);
    let lines = [10.0, -4.5, 0.0, -4.5, 8.0, -3.5, 0.0, -3.5, 6.0];
    let off = found.products - DMatrix::from_row_slice(3, 3, &lines);
    assert!(off.amax() < 1e-12, "{off}");
    assert_eq!((found.samples, found.runs), (10.0, 1.0));
}

/// Residuals 1, 2, 3 and 6 less their mean have a sum of squares of 14, of which three are free. A single residual of 3 beside them, on
/// which nothing else depends, has a variance of 9, which is found from a tenth less.
#[test]
fn a_row_of_a_single_sample_has_the_variance_of_that() {
    let noise = [1.0, 2.0, 3.0, 6.0];
    let several = Record {
        matrix: DMatrix::from_fn(4, 2, |t, k| [0.5, noise[t]][k]),
        kept: vec![true; 4],
    };
    let single = Record {
        matrix: DMatrix::from_row_slice(1, 2, &[0.0, 3.0]),
        kept: vec![true],
    };
    let rows = [&several, &single].map(|record| Products::of(&[record], 0));
    let found = Seen::of(&rows, &[1.0]).fit(&[14.0 / 3.0, 8.1], 0);
    let models = found.expect("a fit").models;
    assert!((models[0].innovation() - 14.0 / 3.0).abs() < 1e-12);
    assert!((models[1].innovation() - 9.0).abs() < 1e-12, "{models:?}");
}

/// Of the logarithm of its variance the information is nothing, for which 0.05 is taken: a variance of 20.
#[test]
fn a_row_of_which_no_sample_counts_is_hardly_known_at_all() {
    let noise = [1.0, 2.0, 3.0, 6.0];
    let several = Record {
        matrix: DMatrix::from_fn(4, 2, |t, k| [0.5, noise[t]][k]),
        kept: vec![true; 4],
    };
    let nothing = Record {
        matrix: DMatrix::zeros(1, 2),
        kept: vec![false],
    };
    let rows = [&several, &nothing].map(|record| Products::of(&[record], 0));
    let models = [14.0 / 3.0, 1.0].map(Autoregression::white);
    let spread = Seen::of(&rows, &[1.0]).spread(&models, 1);
    let spread = spread.expect("regular")[(0, 0)];
    assert!((spread - 20.0).abs() < 1e-9, "{spread}");
}

/// Of signs that stay for ten samples neighbours are alike, nine times of ten; of signs that stay for two as often as not.
#[test]
fn a_row_may_do_with_less_than_another() {
    let rows = [10, 2].map(|stay| {
        let sign = |t: usize| 1.0 - 2.0 * (t / stay % 2) as f64;
        let unit = 200f64.sqrt().recip();
        let record = Record {
            matrix: DMatrix::from_fn(200, 2, |t, k| [unit, sign(t)][k]),
            kept: vec![true; 200],
        };
        Products::of(&[&record], 1)
    });
    let found = Seen::of(&rows, &[1.0]).fit(&[1.0, 1.0], 1);
    let models = found.expect("a fit").models;
    let orders: Vec<usize> = models.iter().map(Autoregression::order).collect();
    assert_eq!(orders, [1, 0]);
}
