//! Noise of one size and of two.

use nalgebra::{DMatrix, DVector};

use super::super::{Autoregression, Modelled, Noise, Record};
use super::{Row, correlations};
use crate::random::Random;

/// A parameter that the first hundred of four hundred samples tell, each by a tenth.
fn record(residual: &mut dyn FnMut(usize) -> f64) -> Record {
    Record {
        matrix: DMatrix::from_fn(400, 2, |t, k| match k {
            0 if t < 100 => 0.1,
            0 => 0.0,
            _ => residual(t),
        }),
        kept: vec![true; 400],
    }
}

fn unevenness(records: Vec<Record>) -> f64 {
    let modelled = Modelled {
        noise: Noise::white(&[1.0]),
        spread: Vec::new(),
        records: vec![records],
    };
    modelled.unevenness(&DMatrix::identity(1, 1), &[1.0])[0]
}

/// Residuals that are larger by a factor where the parameter is told, of whose squares it took a hundredth there.
fn larger(times: f64) -> Record {
    record(&mut |t| {
        let size = if t < 100 { times } else { 1.0 };
        if t % 2 == 0 { size } else { -size }
    })
}

#[test]
fn a_variance_is_as_much_larger_as_noise_is_where_it_is_told() {
    let square = 4.0 / 0.99;
    let mean = (square + 3.0) / 4.0;
    assert!((unevenness(vec![larger(2.0)]) - square / mean).abs() < 1e-12);
    // Nor is any smaller.
    assert_eq!(unevenness(vec![larger(0.5)]), 1.0);
    assert_eq!(unevenness(vec![larger(0.0)]), 1.0);
    // Samples that do not count say nothing, two recordings what one of both does.
    let mut some = larger(2.0);
    for t in 300..400 {
        some.kept[t] = false;
        some.matrix[(t, 1)] = 0.0;
    }
    let mean = (square + 2.0) / 3.0;
    assert!((unevenness(vec![some]) - square / mean).abs() < 1e-12);
    let (mut first, mut second) = (larger(2.0), larger(2.0));
    first.kept[200..].fill(false);
    second.kept[..200].fill(false);
    for t in 0..200 {
        first.matrix[(t + 200, 1)] = 0.0;
        second.matrix.row_mut(t).fill(0.0);
    }
    let mean = (square + 3.0) / 4.0;
    assert!((unevenness(vec![first, second]) - square / mean).abs() < 1e-12);
}

/// A hundred contrasts of 0.0075 and three hundred of 0.0025: √(2 (100 · 0.0075² + 300 · 0.0025²)) = 0.12247.
#[test]
fn what_chance_makes_is_left_out() {
    for (square, expected) in [(1.170, 1.0), (1.171, 4.0 * 1.171 / 4.171)] {
        let found = unevenness(vec![larger(f64::sqrt(0.99 * square))]);
        assert!((found - expected).abs() < 1e-9, "{square}: {found}");
    }
    // Normal noise of one size exceeds a deviation in every sixth recording.
    let mut random = Random::new(3);
    let found: Vec<f64> = (0..300)
        .map(|_| unevenness(vec![record(&mut |_| random.normal())]))
        .collect();
    let count = found.iter().filter(|times| **times > 1.0).count();
    assert!((30..70).contains(&count), "{count}");
}

#[test]
fn squares_of_noise_are_correlated_by_the_squares_of_its_correlations() {
    let row = Autoregression::new(&[-0.7], 2.0);
    let noise = Noise {
        rows: vec![row, Autoregression::new(&[], 1.0)],
        across: DMatrix::identity(2, 2),
    };
    let found = correlations(&noise, 0);
    let step = 0.7f64.tanh().powi(2);
    for (lag, found) in (1..).zip(&found) {
        assert!((found - step.powi(lag)).abs() < 1e-9);
    }
    // Down to a thousandth: 0.3653^6 is 0.0024, the next 0.0009.
    assert_eq!((found.len(), correlations(&noise, 1).len()), (6, 0));
    let mut random = Random::new(5);
    let records = [record(&mut |_| random.normal())];
    let row = Row::of(&records, &DMatrix::identity(1, 1), 1.0);
    let mut chance = [0.0];
    row.add_chance(&found, &DVector::from_element(1, row.mean), &mut chance);
    let pull = |t: usize| if t < 100 { 0.0075 } else { -0.0025 };
    let mut expected = 0.0;
    for s in 0..400usize {
        for t in 0..400 {
            expected += match s.abs_diff(t) {
                lag if lag <= 6 => 2.0 * pull(s) * pull(t) * step.powi(lag as i32),
                _ => 0.0,
            };
        }
    }
    assert!((chance[0] / expected - 1.0).abs() < 1e-6);
}
