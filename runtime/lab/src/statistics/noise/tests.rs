//! Noise of rows: covariances, what they scatter, and how well they are known.

use nalgebra::{DMatrix, DVector};

use super::restricted::Restricted;
use super::{
    Autoregression, Basis, Modelled, Noise, Record, across, add_scatter, freedom, past_covariances,
};
use crate::distribution::MANY;
use crate::estimate::{Method, estimate};
use crate::options::EquationSide;
use crate::random::Random;
use crate::regression::by_hand::{B, MODEL, ROBOT, moved, near, processing};
use crate::regression::{Equations, Sample};
use armwright_runtime::Side;

fn model(filter: &[f64], variance: f64) -> Autoregression {
    let reflections: Vec<f64> = filter.iter().map(|k| k.atanh()).collect();
    Autoregression::new(&reflections, variance)
}

/// Rows `u_t = 0.6 u_(t-1) + w` and `v_t = -0.5 v_(t-1) + x`, whose innovations are correlated.
fn noise() -> Noise {
    Noise {
        rows: vec![model(&[-0.6], 2.0), model(&[0.5], 0.5)],
        across: DMatrix::from_row_slice(2, 2, &[1.0, 0.4, 0.4, 1.0]),
    }
}

#[test]
fn covariances_of_two_rows_are_geometric_series() {
    // E u_t v_(t+lag) = Σ 0.6^k (-0.5)^(k+lag) · 0.4 √(2 · 0.5).
    let across = |lag: i32| 0.4 * (-0.5f64).powi(lag) / 1.3;
    let back = |lag: i32| 0.4 * 0.6f64.powi(lag) / 1.3;
    let own = |lag: i32| 2.0 * 0.6f64.powi(lag) / 0.64;
    let noise = noise();
    for lag in 0..4 {
        near(noise.covariances(0, 1, 3)[lag as usize], across(lag));
        near(noise.covariances(1, 0, 3)[lag as usize], back(lag));
        near(noise.covariances(0, 0, 3)[lag as usize], own(lag));
    }
    assert_eq!(noise.covariances(0, 1, 3).len(), 4);
    let white = Noise::white(&[3.0, 5.0]);
    assert_eq!(white.covariances(1, 1, 2), [5.0, 0.0, 0.0]);
    assert_eq!(white.across, DMatrix::identity(2, 2));
}

#[test]
fn what_past_and_present_have_in_common_follows_a_recursion() {
    // c_1 = -(a_1 γ_0 + a_2 γ_1), c_2 = -a_2 γ_0.
    assert_eq!(
        past_covariances(&[1.0, 3.0, -2.0], &[5.0, 7.0]),
        [-1.0, 10.0]
    );
    let mut random = Random::new(4);
    let row = model(&[-0.6, 0.3], 2.0);
    let one = Noise {
        rows: vec![row.clone()],
        across: DMatrix::identity(1, 1),
    };
    let covariances = one.covariances(0, 0, 30);
    let g = DMatrix::from_fn(2, 12, |_, _| random.normal());
    let mut sum = vec![1.0, 2.0];
    add_scatter(&g, &row.filter(), &covariances[..3], &mut sum);
    for (k, (sum, before)) in sum.iter().zip([1.0, 2.0]).enumerate() {
        let pairs = (0..12).flat_map(|s: usize| (0..12).map(move |t: usize| (s, t)));
        let all: f64 = pairs
            .map(|(s, t)| g[(k, s)] * g[(k, t)] * covariances[s.abs_diff(t)])
            .sum();
        near(*sum, before + all);
    }
}

#[test]
fn freedom_is_satterthwaites() {
    let found = freedom(&[3.0, 3.0, 3.0, 0.0, 1.0], &[2.0, 1e-9, 1e3, 0.0, 0.0]);
    assert_eq!(found, [9.0, MANY, 1.0, MANY, MANY]);
}

fn record(samples: usize, random: &mut Random) -> Record {
    Record {
        matrix: DMatrix::from_fn(samples, 3, |_, _| random.normal()),
        kept: vec![true; samples],
    }
}

/// Variances of parameters in the samples of the records, and by differences how uncertain they are.
#[test]
fn a_variance_is_as_uncertain_as_its_noise() {
    let mut random = Random::new(14);
    let records = [
        vec![record(9, &mut random), record(7, &mut random)],
        vec![record(8, &mut random)],
    ];
    let gain = DMatrix::from_fn(3, 2, |_, _| random.normal());
    let weights = [2.0, 0.7];
    let spread = vec![
        DMatrix::from_row_slice(2, 2, &[0.3, -0.1, -0.1, 0.2]),
        DMatrix::from_row_slice(2, 2, &[0.5, 0.2, 0.2, 0.4]),
    ];
    let variance = |noise: &Noise, row: usize, parameter: usize| -> f64 {
        let gamma = noise.covariances(row, row, 10);
        let each = records[row].iter().map(|record| {
            let columns = record.matrix.columns(0, 2);
            let through = &gain * columns.transpose() * weights[row];
            let n = record.kept.len();
            let pairs = (0..n).flat_map(|s| (0..n).map(move |t| (s, t)));
            let along = through.row(parameter);
            pairs
                .map(|(s, t)| along[s] * along[t] * gamma[s.abs_diff(t)])
                .sum::<f64>()
        });
        each.sum()
    };
    let modelled = Modelled {
        noise: noise(),
        spread: spread.clone(),
        records: vec![
            records[0].iter().map(copy).collect(),
            records[1].iter().map(copy).collect(),
        ],
    };
    let (whole, uncertain) = modelled.spread_of(&gain, &weights);
    for parameter in 0..3 {
        let (mut sum, mut unsure) = (0.0, 0.0);
        for (row, spread) in spread.iter().enumerate() {
            let here = variance(&noise(), row, parameter);
            let moved = |by: f64| {
                let mut other = noise();
                other.rows[row].reflections[0] += by;
                variance(&other, row, parameter)
            };
            let slopes = DVector::from_row_slice(&[(moved(0.05) - moved(-0.05)) / 0.1, here]);
            sum += here;
            unsure += (slopes.transpose() * spread * &slopes)[(0, 0)];
        }
        near(whole[parameter], sum);
        near(uncertain[parameter], unsure);
        let expected = (2.0 * sum * sum / unsure).clamp(1.0, MANY);
        near(modelled.freedom(&gain, &weights)[parameter], expected);
    }
}

fn copy(record: &Record) -> Record {
    Record {
        matrix: record.matrix.clone(),
        kept: record.kept.clone(),
    }
}

/// Innovations of samples with all that their filters reach back to.
#[test]
fn rows_are_correlated_by_what_filters_leave() {
    let mut random = Random::new(2);
    let mut both = [record(15, &mut random), record(15, &mut random)];
    both[0].kept[6] = false;
    both[1].kept[11] = false;
    let models = vec![model(&[-0.6], 1.0), model(&[], 1.0)];
    let change = DVector::from_row_slice(&[0.4, -0.3]);
    let residual = |row: usize, t: usize| {
        let line = both[row].matrix.row(t);
        line[2] - 0.4 * line[0] + 0.3 * line[1]
    };
    let (mut product, mut one, mut other) = (0.0, 0.0, 0.0);
    for t in (1..15).filter(|t| ![6, 7, 11].contains(t)) {
        let (a, b) = (residual(0, t) - 0.6 * residual(0, t - 1), residual(1, t));
        product += a * b;
        one += a * a;
        other += b * b;
    }
    let [first, second] = both.each_ref().map(|record| vec![copy(record)]);
    let restricted = Restricted {
        models,
        spread: Vec::new(),
        change,
    };
    let found = across(&[first, second], &restricted);
    assert_eq!((found[(0, 0)], found[(1, 1)]), (1.0, 1.0));
    near(found[(0, 1)], product / (one * other).sqrt());
    near(found[(1, 0)], found[(0, 1)]);
    // Nothing is known of rows without a sample that both have.
    both[0].kept.fill(false);
    let apart = both.each_ref().map(|record| vec![copy(record)]);
    assert_eq!(across(&apart, &restricted), DMatrix::identity(2, 2));
}

#[test]
fn noise_that_says_nothing_is_taken_for_white() {
    let mut random = Random::new(8);
    let records = || {
        vec![
            vec![record(30, &mut Random::new(8))],
            vec![record(30, &mut random)],
        ]
    };
    let mut records = records;
    // A row without residuals.
    let quiet = Modelled::fitted(records(), &[2.0, 0.0], &[1.0]);
    assert_eq!(quiet.noise, Noise::white(&[2.0, 0.0]));
    assert_eq!(
        quiet.spread,
        vec![DMatrix::from_element(1, 1, 2.0 / 30.0); 2]
    );
    let broken = Modelled::fitted(records(), &[2.0, f64::NAN], &[1.0]);
    assert_eq!(broken.noise.rows[0], Noise::white(&[2.0]).rows[0]);
    let loud = Modelled::fitted(records(), &[2.0, 1.0], &[1.0]);
    assert!(loud.noise.across[(0, 1)] != 0.0);
    assert!(
        loud.spread
            .iter()
            .zip(&loud.noise.rows)
            .all(|(s, row)| s.nrows() == row.order() + 1)
    );
}

/// A coefficient takes ten samples: of so many as 39 at most three are tried.
#[test]
fn orders_are_as_high_as_samples_allow() {
    for (samples, highest) in [(9, 0), (19, 1), (39, 3), (40, 4), (400, 4)] {
        // A value is minus the one four samples before.
        let mut random = Random::new(6);
        let mut values = Vec::<f64>::new();
        for t in 0..samples {
            let before = if t >= 4 {
                values[t - 4]
            } else {
                3.0 * random.normal()
            };
            values.push(-0.97 * before + 0.1 * random.normal());
        }
        let matrix = DMatrix::from_fn(samples, 2, |t, k| match k {
            0 => f64::from(u8::from(t == 0)),
            _ => values[t],
        });
        let square = values.iter().map(|x| x * x).sum::<f64>() / samples as f64;
        let kept = vec![true; samples];
        let found = Modelled::fitted(vec![vec![Record { matrix, kept }]], &[square], &[1.0]);
        let order = found.noise.rows[0].order();
        assert!(order <= highest, "{order} of {samples}");
        if highest == 4 {
            assert_eq!(order, 4, "{samples}");
        }
    }
}

/// Of many recordings each is modelled from 200 samples, in two stretches.
#[test]
fn many_recordings_are_seen_from_enough_of_each() {
    let mut random = Random::new(41);
    let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
    let motions: Vec<_> = (0..12)
        .map(|k| {
            let span = (0.7 * f64::from(k), 260);
            moved(
                "swing",
                span,
                processing(EquationSide::Joint),
                &mut |_, rows| {
                    [0, 1].map(|row| {
                        let torque: f64 = rows[row].iter().zip(beta).map(|(y, b)| y * b).sum();
                        torque + 0.1 * random.normal()
                    })
                },
            )
        })
        .collect();
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations
        .observe(&motions, &mut |_| {})
        .expect("an observation");
    let fit = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let basis = Basis::of(&fit.spectrum);
    assert_eq!(basis.size(), B);
    let lengths = |some: usize| {
        let found = Modelled::of(&equations, &motions[..some], &fit, &basis).expect("noise");
        let of_row = found.records[1].iter().map(|record| record.kept.len());
        of_row.collect::<Vec<_>>()
    };
    assert_eq!(lengths(12), [100; 24]);
    // Of eight 250 each.
    assert_eq!(lengths(8), [125; 16]);
    assert_eq!(lengths(2), [254; 2]);
}

/// Of ten recordings 200 samples each, every other one of the raw ones: the first and the last hundred, but two.
#[test]
fn noise_is_modelled_from_samples_of_the_whole_recording() {
    let mut random = Random::new(19);
    let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
    let mut halved = processing(EquationSide::Joint);
    halved.decimate = vec![2];
    let motions: Vec<_> = (0..10)
        .map(|k| {
            let span = (0.7 * f64::from(k), 560);
            moved("swing", span, halved.clone(), &mut |_, rows| {
                [0, 1].map(|row| {
                    let torque: f64 = rows[row].iter().zip(beta).map(|(y, b)| y * b).sum();
                    torque + 0.1 * random.normal()
                })
            })
        })
        .collect();
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations
        .observe(&motions, &mut |_| {})
        .expect("an observation");
    let fit = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let basis = Basis::of(&fit.spectrum);
    assert_eq!(basis.size(), B);
    let found = Modelled::of(&equations, &motions, &fit, &basis).expect("noise");
    let mut expected = [Vec::new(), Vec::new()];
    let mut take = |sample: &Sample<'_>| {
        // Of 554 that are not cut off 277 are left.
        let place = match sample.index {
            0..100 => 0,
            177.. => 1,
            _ => return,
        };
        let seen = basis.seen(sample, 1, &fit.beta);
        expected[place].push(sample.counts(1).then_some(seen));
    };
    let columns = equations.base_columns();
    equations
        .pass(&motions[0], &columns, &mut take, &mut |_| {})
        .expect("samples");
    for (record, expected) in found.records[1].iter().zip(expected) {
        assert_eq!([record.kept.len(), expected.len()], [98; 2]);
        assert!(expected.last().is_some_and(Option::is_some));
        for (t, expected) in expected.into_iter().enumerate() {
            assert_eq!(record.kept[t], expected.is_some(), "{t}");
            let expected = expected.unwrap_or_else(|| vec![0.0; B + 1]);
            let each = record.matrix.row(t);
            each.iter()
                .zip(expected)
                .for_each(|(x, wanted)| near(*x, wanted));
        }
    }
}

/// Of 2600 samples 2000 are taken, of which the last five hundred have ten times the noise.
#[test]
fn noise_that_sets_in_late_is_noise() {
    let mut random = Random::new(23);
    let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
    let processing = processing(EquationSide::Joint);
    let motions = [moved("late", (0.0, 2600), processing, &mut |k, rows| {
        let size = if k < 2100 { 0.1 } else { 1.0 };
        [0, 1].map(|row| {
            let torque: f64 = rows[row].iter().zip(beta).map(|(y, b)| y * b).sum();
            torque + size * random.normal()
        })
    })];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations
        .observe(&motions, &mut |_| {})
        .expect("an observation");
    let fit = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let basis = Basis::of(&fit.spectrum);
    let found = Modelled::of(&equations, &motions, &fit, &basis).expect("noise");
    assert_eq!(found.records[0].len(), 10);
    for (row, variance) in found.noise.rows.iter().zip(&fit.variance) {
        let share = row.variance / variance;
        assert!((0.9..1.1).contains(&share), "{share}");
    }
}

/// How noise is correlated is what the records say, and how large it is what all samples do; but noise that says nothing is known
/// in all of them as it is.
#[test]
fn stretches_have_the_size_of_all_samples() {
    let records = || {
        let mut random = Random::new(8);
        vec![vec![record(30, &mut random)], vec![record(30, &mut random)]]
    };
    let white = &[1.0][..];
    let plain = Modelled::fitted(records(), &[2.0, 1.0], white);
    let found = Modelled::sized(records(), (&[2.0, 1.0], white), &[3.0, 0.5]);
    assert_eq!(found.spread, plain.spread);
    assert_eq!(found.noise.across, plain.noise.across);
    for (row, times) in [3.0, 0.5].into_iter().enumerate() {
        let [found, plain] = [&found, &plain].map(|of| &of.noise.rows[row]);
        assert_eq!(found.reflections, plain.reflections);
        near(found.variance, times * plain.variance);
    }
    let quiet = Modelled::sized(records(), (&[2.0, 0.0], white), &[3.0, 0.5]);
    assert_eq!(quiet.noise, Noise::white(&[2.0, 0.0]));
}

/// Of 45 samples in a row and 5 that are alone nine in ten say something of coloured noise; with another that is alone they are fewer.
#[test]
fn orders_need_nine_samples_in_ten_without_gaps_between() {
    let order = |alone: usize| {
        let mut random = Random::new(6);
        let mut values = vec![1.0];
        for t in 1..45 {
            values.push(-0.97 * values[t - 1] + 0.1 * random.normal());
        }
        let mut kept = vec![true; 45];
        for _ in 0..alone {
            values.extend([0.0, 0.5]);
            kept.extend([false, true]);
        }
        let square = values.iter().map(|x| x * x).sum::<f64>() / (45 + alone) as f64;
        let matrix = DMatrix::from_fn(kept.len(), 2, |t, k| match k {
            0 => f64::from(u8::from(t == 0)),
            _ => values[t],
        });
        let found = Modelled::fitted(vec![vec![Record { matrix, kept }]], &[square], &[1.0]);
        found.noise.rows[0].order()
    };
    assert!(order(5) > 0);
    assert_eq!(order(6), 0);
}

/// Slow noise in twenty stretches of twenty samples, and samples by themselves: of 460 no nine tenths are in stretches, of 440 are.
#[test]
fn samples_by_themselves_count_against_an_order() {
    let order = |alone: usize| {
        let mut random = Random::new(11);
        let kept: Vec<bool> = (0..420 + 2 * alone)
            .map(|t| match t < 420 {
                true => t % 21 != 20,
                false => t % 2 == 0,
            })
            .collect();
        let samples = kept.len();
        let mut last = 0.0;
        let noise: Vec<f64> = (0..samples)
            .map(|_| {
                last = 0.9 * last + random.normal();
                last
            })
            .collect();
        let unit = (samples as f64).sqrt().recip();
        let matrix = DMatrix::from_fn(samples, 2, |t, k| [unit, noise[t]][k]);
        let records = vec![vec![Record { matrix, kept }]];
        Noise::beside(records, &[5.0], &[1.0]).rows[0].order()
    };
    assert_eq!(order(60), 0);
    assert!(order(40) > 0);
}
