//! Lags by counting, and intervals left out one by one.

use nalgebra::{DMatrix, DVector};

use super::super::blocks::{Block, Link};
use super::{Deviations, by_intervals, lags, slope};
use crate::distribution::{deviation_about, student_widening};
use crate::random::Random;

/// Two joints that stay for some samples: the last lag at which products are more than chance is one less than the run.
#[test]
fn residuals_follow_each_other_as_long_as_they_stay() {
    let staying = |run: usize, seed: u64| -> Vec<f64> {
        let mut random = Random::new(seed);
        (0..400 / run)
            .flat_map(|_| {
                let pair = [random.normal(), 2.0 * random.normal()];
                std::iter::repeat_n(pair, run).flatten().collect::<Vec<_>>()
            })
            .collect()
    };
    for run in [1, 4, 10] {
        let all = [staying(run, 3), staying(run, 4)];
        let each = || all.iter().map(Vec::as_slice);
        // Counted: products of samples so many apart, of the same joint.
        let product = |lag: usize| -> f64 {
            all.iter()
                .map(|r| {
                    (0..r.len() - 2 * lag)
                        .map(|k| r[k] * r[k + 2 * lag])
                        .sum::<f64>()
                })
                .sum()
        };
        let count: usize = all.iter().map(Vec::len).sum();
        let bound = 2.0 / (count as f64).sqrt();
        let quiet = (1..200)
            .find(|lag| product(*lag) <= bound * product(0))
            .expect("quiet");
        let wanted = if quiet == 1 { 0 } else { 2 * quiet };
        assert_eq!(lags(each(), 2), wanted, "{run}");
        assert!(run == 1 || wanted >= run, "{run} {wanted}");
    }
    assert_eq!(
        lags(std::iter::once(&[1.0; 1000][..]), 1),
        200,
        "never quiet"
    );
}

/// Of four ones among seven residuals 3 of 4 is left at a distance of one, which is less than two over the root of seven, but more than
/// two over that of eight. An interval that is shorter than a lag has no pairs so far apart.
#[test]
fn lags_are_counted_over_as_many_residuals_as_there_are() {
    let few = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0];
    assert_eq!(lags(std::iter::once(&few[..]), 1), 0);
    let both = [&[1.0; 1000][..], &[1.0; 5]];
    assert_eq!(lags(both.into_iter(), 1), 200);
}

/// Of one parameter: without an interval it is `g / (H - h)` elsewhere.
#[test]
fn each_interval_is_left_out_in_turn() {
    let block = |h: f64, g: f64| {
        let mut block = Block::new(1, 0, 1);
        block.h[(0, 0)] = h;
        block.g[0] = g;
        block
    };
    let of: Vec<(f64, f64)> = (0..10)
        .map(|k| (1.0 + 0.3 * f64::from(k), (1.7 * f64::from(k)).sin()))
        .collect();
    let mut blocks: Vec<Block> = of.iter().map(|(h, g)| block(*h, *g)).collect();
    let whole: f64 = of.iter().map(|(h, _)| h).sum();
    let root = DMatrix::from_element(1, 1, whole.sqrt().recip());
    let sum: f64 = of.iter().map(|(h, g)| (g / (whole - h)).powi(2)).sum();
    let wanted = sum * student_widening(9.0).powi(2) * 0.9;
    let found = by_intervals(&blocks, &root).expect("enough")[(0, 0)];
    assert!((found - wanted).abs() < 1e-12 * wanted, "{found} {wanted}");
    // One that knows all but nothing: the others count as a hundredth.
    blocks[3] = block(1e9, 5.0);
    let root = DMatrix::from_element(1, 1, 1e-9f64.sqrt());
    let found = by_intervals(&blocks, &root).expect("enough")[(0, 0)];
    let own = (5.0 / (0.01 * 1e9f64)).powi(2) * student_widening(9.0).powi(2) * 0.9;
    assert!((found - own).abs() < 1e-3 * own, "{found} {own}");
    blocks[0].link = Some(Link {
        gap: DVector::zeros(0),
        by_parameters: DMatrix::zeros(0, 1),
        by_state: DMatrix::zeros(0, 0),
        weights: DVector::zeros(0),
    });
    assert!(
        by_intervals(&blocks, &root).is_none(),
        "they go on from one another"
    );
}

/// `Aᵀ r` less what the state takes: `g - C B⁻¹ e`.
#[test]
fn the_slope_of_an_interval_is_without_its_state() {
    let mut block = Block::new(2, 2, 1);
    block.g = DVector::from_vec(vec![1.0, -2.0]);
    block.e = DVector::from_vec(vec![3.0, 4.0]);
    block.b = DMatrix::from_row_slice(2, 2, &[2.0, 0.5, 0.5, 1.0]);
    block.c = DMatrix::from_row_slice(2, 2, &[1.0, 0.0, -1.0, 2.0]);
    // B⁻¹ e = (3 - 2, 8 - 1.5) / 1.75.
    let (x, y) = (1.0 / 1.75, 6.5 / 1.75);
    let wanted = DVector::from_vec(vec![1.0 - x, -2.0 + x - 2.0 * y]);
    assert!((slope(&block).expect("a state") - wanted).amax() < 1e-13);
    block.b[(0, 0)] = -1.0;
    assert!(slope(&block).is_none());
    let mut without = Block::new(2, 0, 1);
    without.g = DVector::from_vec(vec![1.0, -2.0]);
    assert_eq!(slope(&without), Some(without.g.clone()));
}

/// The state of a joint that is locked moves nothing: an interval says of the others what it says without it.
#[test]
fn a_state_that_does_nothing_takes_nothing_from_an_interval() {
    let rows = [[1.0, -2.0, 0.5], [0.5, 3.0, -1.5], [2.5, 0.25, 4.0]];
    let of = |with_locked: bool| {
        let mut block = Block::new(2, 1 + usize::from(with_locked), 1);
        for (row, residual) in rows.iter().zip([0.5, -2.0, 1.5]) {
            let mut row = row.to_vec();
            row.extend(with_locked.then_some(0.0));
            block.add(0, residual, 1.0, &row);
        }
        block.close();
        slope(&block).expect("a slope")
    };
    assert!((of(true) - of(false)).amax() < 1e-12);
}

/// What moved two parameters in opposite directions is against each other in their covariance; one that is not determined has none.
#[test]
fn what_moved_parameters_widens_their_covariance_together() {
    let deviations = || Deviations {
        white: vec![Some(1.0), Some(2.0), None],
        std: vec![Some(1.0), Some(2.0), None],
        inverse: DMatrix::identity(3, 3),
        covariance: DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 4.0, 0.0])),
        condition: 1.0,
        dependences: Vec::new(),
        lags: 0,
    };
    let wide = [deviation_about(1.5, 1.0), deviation_about(5.0, 2.0)];
    let more = [wide[0].powi(2) - 1.0, wide[1].powi(2) - 4.0];
    let across = (more[0] * more[1]).sqrt();
    for (signs, sign) in [([1.0, -1.0], -1.0), ([-1.0, -1.0], 1.0)] {
        let mut found = deviations();
        found.widen(&DVector::from_vec(vec![
            1.5 * signs[0],
            5.0 * signs[1],
            7.0,
        ]));
        assert_eq!(found.std, [Some(wide[0]), Some(wide[1]), None]);
        assert_eq!(found.white, deviations().white);
        let [a, b, off] = [wide[0].powi(2), wide[1].powi(2), sign * across];
        let wanted = DMatrix::from_row_slice(3, 3, &[a, off, 0.0, off, b, 0.0, 0.0, 0.0, 0.0]);
        assert!((&found.covariance - wanted).amax() < 1e-12);
    }
}
