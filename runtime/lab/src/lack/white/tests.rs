//! Rows that are written down, made white by hand.

use nalgebra::{DMatrix, DVector};

use super::super::seen::tests::{seen, whole};
use super::{White, filtered};
use crate::statistics::{Noise, Record};

#[test]
fn a_filter_needs_all_that_it_reaches() {
    let matrix = DMatrix::from_row_slice(
        7,
        2,
        &[
            1.0, 10.0, 2.0, 20.0, 4.0, 40.0, 7.0, 70.0, 3.0, 30.0, 5.0, 50.0, 9.0, 90.0,
        ],
    );
    let kept = [true, true, true, false, true, true, true];
    let found = filtered(&matrix, &kept, &[2.0, -1.0, 0.5]);
    // 2 · 4 - 2 + 0.5 · 1, and 2 · 9 - 5 + 0.5 · 3: others reach a gap or the beginning.
    let expected = [0.0, 0.0, 6.5, 0.0, 0.0, 0.0, 14.5];
    assert_eq!(
        found,
        DMatrix::from_fn(7, 2, |t, k| [1.0, 10.0][k] * expected[t])
    );
    let same = filtered(&matrix, &kept, &[1.0]);
    assert!((0..7).all(|t| same[(t, 1)] == if kept[t] { matrix[(t, 1)] } else { 0.0 }));
}

/// The noise of an oscillation in the first row and of nothing in the second.
fn noise() -> Noise {
    let mut random = crate::random::Random::new(6);
    let mut row = |a: f64, size: f64| {
        let mut values = vec![0.0; 2000];
        for t in 1..2000 {
            values[t] = a * values[t - 1] + size * random.normal();
        }
        vec![Record {
            matrix: DMatrix::from_vec(2000, 1, values),
            kept: vec![true; 2000],
        }]
    };
    Noise::beside(vec![row(0.8, 2.0), row(0.0, 0.5)], &[11.0, 0.25], &[])
}

#[test]
fn rows_are_filtered_and_of_unit_variance() {
    let (seen, noise) = (seen(&[16, 14], &|random, _, _| random.normal()), noise());
    let filters = [0, 1].map(|row| noise.rows[row].filter());
    assert!(filters[0].len() > 1 && filters[0][1] < -0.7);
    let white = White::of(&seen, &noise);
    let at = |row: usize,
              stretch: usize,
              t: usize,
              of: &dyn Fn(usize) -> DVector<f64>|
     -> Option<DVector<f64>> {
        let filter = &filters[row];
        let kept = &seen.rows[row].records[stretch].kept;
        let whole = t + 1 >= filter.len() && (0..filter.len()).all(|k| kept[t - k]);
        let sum = || {
            filter
                .iter()
                .enumerate()
                .map(|(k, a)| of(t - k) * *a)
                .sum::<DVector<f64>>()
        };
        whole.then(|| sum() / noise.rows[row].innovation().sqrt())
    };
    let others: Vec<Vec<Vec<Option<f64>>>> = (0..2)
        .map(|row| {
            let value = |t: usize| (t != 3).then_some((row + 1) as f64 + (t * t % 5) as f64);
            [16, 14].map(|n| (0..n).map(value).collect()).into()
        })
        .collect();
    let (mut products, mut along) = (DMatrix::zeros(7, 7), DVector::zeros(7));
    for (row, others) in others.iter().enumerate() {
        for (stretch, samples) in [16, 14].into_iter().enumerate() {
            for t in 0..samples {
                let Some(own) = at(row, stretch, t, &|t| whole(&seen, row, stretch, t)) else {
                    continue;
                };
                products += &own * own.transpose();
                let other =
                    |t: usize| DVector::from_element(1, others[stretch][t].expect("a value"));
                let other = at(row, stretch, t, &other).expect("a value")[0];
                (0..6).for_each(|k| along[k] += own[k] * other);
                along[6] += other * other;
            }
        }
    }
    assert!((white.products() - &products).amax() < 1e-9 * products.amax());
    assert!((white.along(&others) - &along).amax() < 1e-9 * along.amax());
}
