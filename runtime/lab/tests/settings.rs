//! Settings that are chosen by leaving out whole periods, and total least squares: by many experiments with known truth.

use crate::specimen::ROBOT;
use armwright_lab::estimate::{
    Damped, DampingRule, EstimateError, Estimator, Method, RidgeWeights, estimate,
};
use armwright_lab::experiment::{Sensors, designed, simulate};
use armwright_lab::identify::identify;
use armwright_lab::parameters::{base_matrix, nominal};
use armwright_lab::random::Random;
use armwright_lab::regression::{Factor, Observation};
use armwright_lab::statistics::covariance;
use armwright_robots::double_pendulum;
use armwright_runtime::{Model, Robot};
use nalgebra::{DMatrix, DVector};

const PERIODS: usize = 4;
const SAMPLES: usize = 30;

fn model() -> &'static Model {
    ROBOT.model()
}

fn truth() -> DVector<f64> {
    base_matrix(model()) * DVector::from_vec(nominal(model()))
}

/// Rows of the regressor along one period of a motion of three harmonics, joint after joint for each sample.
fn period(random: &mut Random) -> DMatrix<f64> {
    let amplitudes: Vec<[f64; 4]> = (0..6)
        .map(|_| [0.4, 0.4, 1.0, 1.0].map(|size: f64| size * random.normal()))
        .collect();
    let mut rows = Vec::new();
    for k in 0..SAMPLES {
        let time = std::f64::consts::TAU * k as f64 / SAMPLES as f64;
        let mut state = [[0.0; 2]; 3];
        for (n, [a, b, ..]) in amplitudes.iter().enumerate() {
            let (joint, harmonic) = (n % 2, 1.0 + (n / 2) as f64);
            let (sine, cosine) = (harmonic * time).sin_cos();
            state[0][joint] += a * sine + b * cosine;
            state[1][joint] += harmonic * (a * cosine - b * sine);
            state[2][joint] -= harmonic * harmonic * (a * sine + b * cosine);
        }
        let mut regressor = vec![0.0; 2 * model().base.len()];
        let [q, qd, qdd] = &state;
        ROBOT
            .base_regressor(q, qd, qdd, &mut regressor)
            .expect("slices of the robot's own sizes");
        rows.extend(
            regressor
                .chunks_exact(model().base.len())
                .map(<[f64]>::to_vec),
        );
    }
    DMatrix::from_fn(rows.len(), model().base.len(), |i, j| rows[i][j])
}

/// The same torques in whole periods, and in fifths of the recording.
fn observed(rows: &DMatrix<f64>, torque: &[f64]) -> [Observation; 2] {
    let of = |count: usize| {
        let mut parts = vec![vec![Factor::new(model().base.len()); 2]; count];
        for (k, tau) in torque.iter().enumerate() {
            let row = rows.row(k % rows.nrows());
            parts[k * count / torque.len()][k % 2].push(row.iter().copied().enumerate(), *tau);
        }
        Observation::of(parts)
    };
    [of(PERIODS).in_periods(), of(5)]
}

/// Squared errors of predicted torques, experiment by experiment: with the setting that periods choose, that fifths choose, the
/// fixed one that is best over all, and those of least squares.
fn errors(method: Method, fixed: &[Estimator], noise: f64) -> [Vec<f64>; 4] {
    let (mut periods, mut fifths, mut least) = (Vec::new(), Vec::new(), Vec::new());
    let mut each = vec![Vec::new(); fixed.len()];
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let rows = period(&mut random);
        let clean = &rows * truth();
        let torque: Vec<f64> = (0..PERIODS * rows.nrows())
            .map(|k| clean[k % rows.nrows()] + noise * random.normal())
            .collect();
        let guess = nominal(model())
            .iter()
            .map(|x| Some(x * (1.0 + 0.3 * random.normal())))
            .collect();
        let known = Some(guess).filter(|_| method == Method::Prior);
        let by = |observation: &Observation, estimator: &Estimator| {
            let estimator = Estimator {
                nominal: known.clone(),
                ..estimator.clone()
            };
            let found = estimate(observation, model(), &estimator).expect("an estimate");
            (&rows * (DVector::from_vec(found.beta) - truth())).norm_squared()
        };
        let [whole, parts] = observed(&rows, &torque);
        periods.push(by(&whole, &method.into()));
        fifths.push(by(&parts, &method.into()));
        let plain = estimate(&whole, model(), &Method::Wls.into()).expect("an estimate");
        least.push((&rows * (DVector::from_vec(plain.beta) - truth())).norm_squared());
        for (errors, estimator) in each.iter_mut().zip(fixed) {
            errors.push(by(&whole, estimator));
        }
    }
    let sum = |errors: &Vec<f64>| errors.iter().sum::<f64>();
    let best = each.into_iter().min_by(|a, b| sum(a).total_cmp(&sum(b)));
    [periods, fifths, best.expect("fixed settings"), least]
}

/// Mean of `one - share * other - (1 - share) * third`, in standard errors of it: what chance makes of it is below 3.
fn above(one: &[f64], other: &[f64], third: &[f64], share: f64) -> f64 {
    let pairs = one.iter().zip(other).zip(third);
    let all: Vec<f64> = pairs
        .map(|((x, y), z)| x - share * y - (1.0 - share) * z)
        .collect();
    let count = all.len() as f64;
    let mean = all.iter().sum::<f64>() / count;
    let squares: f64 = all.iter().map(|x| (x - mean).powi(2)).sum();
    mean / (squares / (count - 1.0) / count).sqrt()
}

/// What a choice has to be worth, experiment by experiment and beyond chance: no worse than least squares, which chooses
/// nothing; no worse than the choice by fifths, in whose place it stands; and at least half of what the best fixed setting
/// gains, which nobody knows beforehand.
#[test]
fn settings_chosen_by_whole_periods_are_nearly_as_good_as_the_best_fixed_ones() {
    let ridge = |k: i32| Estimator {
        damping: Some(10f64.powi(k)),
        ..Method::Ridge.into()
    };
    let kept = |k: i32| Estimator {
        keep_above: Some(10f64.powf(-0.5 * f64::from(k))),
        ..Method::Tsvd.into()
    };
    let prior = |weight: f64| Estimator {
        prior_weight: Some(weight),
        ..Method::Prior.into()
    };
    let all: [(Method, Vec<Estimator>); 3] = [
        (Method::Ridge, (-6..=2).map(ridge).collect()),
        (Method::Tsvd, (1..12).map(kept).collect()),
        (
            Method::Prior,
            [1e-3, 0.03, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97]
                .map(prior)
                .to_vec(),
        ),
    ];
    for (method, fixed) in all {
        for noise in [1.0, 6.0] {
            let [periods, fifths, best, least] = errors(method, &fixed, noise);
            let than_least = above(&periods, &least, &least, 1.0);
            let than_fifths = above(&periods, &fifths, &fifths, 1.0);
            let than_half = above(&periods, &best, &least, 0.5);
            let sum = |errors: &[f64]| errors.iter().sum::<f64>();
            println!(
                "{method:?}, noise {noise}: periods {:.1}, fifths {:.1}, best fixed {:.1}, least squares {:.1}; standard errors \
                 above: fifths {than_fifths:.1}, least squares {than_least:.1}, half of the gain {than_half:.1}",
                sum(&periods),
                sum(&fifths),
                sum(&best),
                sum(&least)
            );
            for worse in [than_least, than_fifths, than_half] {
                assert!(worse < 3.0, "{method:?}, noise {noise}: {worse}");
            }
        }
    }
}

/// Sixty rows whose columns are ever smaller, and what NumPy makes of them: least squares of the augmented matrix at 40,001
/// values of μ, the corner by differences of both logarithms.
#[test]
fn the_corner_of_the_l_curve_is_that_of_numpy() {
    let columns = model().base.len();
    let mut factors = vec![Factor::new(columns); 2];
    for i in 0..60u32 {
        let row: Vec<f64> = (0..columns)
            .map(|j| {
                let j = j as f64;
                (0.37 * f64::from(i + 1) * (j + 1.0) + 0.1 * j * j).cos() * 10f64.powf(-0.5 * j)
            })
            .collect();
        let signs = row.iter().enumerate();
        let clean: f64 = signs.map(|(j, x)| if j % 2 == 0 { *x } else { -x }).sum();
        let noise = 1e-3 * (1.7 * f64::from(i + 1).powi(2)).sin();
        factors[i as usize % 2].push(row.into_iter().enumerate(), clean + noise);
    }
    let estimator = Estimator {
        damped: Damped::Base,
        ridge_weights: RidgeWeights::Equal,
        damping_rule: DampingRule::LCurve,
        ..Method::Ridge.into()
    };
    let found = estimate(&Observation::of(vec![factors]), model(), &estimator);
    let setting = found.expect("an estimate").settings[0].clone();
    println!("{setting:?}");
    assert!(
        (setting.value / 2.953_631_76e-6 - 1.0).abs() < 0.01,
        "{setting:?}"
    );
    assert!(setting.rule.contains("L-curve"), "{setting:?}");
    let of_another = Estimator {
        damping_rule: DampingRule::LCurve,
        ..Method::Wls.into()
    };
    let refused = estimate(&Observation::of(Vec::new()), model(), &of_another);
    assert!(matches!(refused, Err(EstimateError::NotIts { .. })));
}

#[test]
fn a_motion_that_repeats_itself_is_parted_in_its_periods() {
    let robot = &double_pendulum::ROBOT;
    let recording = |period: f64, duration: f64| {
        let mut random = Random::new(5);
        let motion = designed(robot.model(), period, duration, &mut random);
        let sensors = Sensors {
            torque_noise: 0.1,
            ..Sensors::default()
        };
        let theta = nominal(robot.model());
        let simulated = simulate(robot, &theta, &motion, 200.0, &sensors, &mut random);
        simulated
            .expect("a simulation")
            .recording()
            .expect("a recording")
    };
    for method in [Method::Ridge, Method::Tsvd, Method::Prior] {
        for (period, duration, word) in [
            (5.0, 21.0, "whole periods"),
            (20.0, 20.0, "consecutive parts"),
        ] {
            let found = identify(robot, recording(period, duration), &method.into());
            let found = found.expect("an identification");
            let rule = &found.estimation.settings[0].rule;
            assert!(rule.contains(word), "{method:?}, {period} s: {rule}");
        }
    }
}

/// Errors of all columns and of the torques, each in proportion to its size.
#[test]
fn total_least_squares_is_not_biased_by_errors_of_columns_and_its_intervals_hold() {
    const RUNS: u32 = 300;
    const SHARE: f64 = 0.1;
    let mut random = Random::new(7);
    let b = model().base.len();
    let rows = (0..20).map(|_| period(&mut random)).collect::<Vec<_>>();
    let rows = DMatrix::from_fn(20 * rows[0].nrows(), b, |i, j| {
        rows[i / rows[0].nrows()][(i % rows[0].nrows(), j)]
    });
    // Columns that are orthogonal, so that errors are small beside what each shows.
    let rows = rows.qr().q() * DMatrix::from_diagonal(&DVector::from_fn(b, |j, _| 2.0 + j as f64));
    let beta = DVector::from_fn(b, |j, _| 1.0 + (j % 3) as f64);
    let clean = &rows * &beta;
    let size = |column: f64| SHARE * column / (rows.nrows() as f64).sqrt();
    let sizes: Vec<f64> = rows
        .column_iter()
        .map(|column| size(column.norm()))
        .collect();
    let mut sums = [DVector::zeros(b), DVector::zeros(b)];
    let (mut squares, mut covered) = (DVector::<f64>::zeros(b), 0);
    for _ in 0..RUNS {
        let mut factors = vec![Factor::new(b); 2];
        for (k, row) in rows.row_iter().enumerate() {
            let noisy: Vec<f64> = row
                .iter()
                .zip(&sizes)
                .map(|(x, size)| x + size * random.normal())
                .collect();
            factors[k % 2].push(
                noisy.into_iter().enumerate(),
                clean[k] + size(clean.norm()) * random.normal(),
            );
        }
        let observation = Observation::of(vec![factors]);
        for (sum, method) in sums.iter_mut().zip([Method::Tls, Method::Wls]) {
            let found = estimate(&observation, model(), &method.into()).expect("an estimate");
            let off = DVector::from_column_slice(&found.beta) - &beta;
            if method == Method::Tls {
                let claimed = covariance(observation.factors(), &found, &[1.0; 2]);
                let within = (0..b).filter(|j| off[*j].abs() < 1.96 * claimed[(*j, *j)].sqrt());
                covered += within.count();
                squares += off.component_mul(&off);
            }
            *sum += off;
        }
    }
    let runs = f64::from(RUNS);
    let worst = |sum: &DVector<f64>| {
        (0..b)
            .map(|j| (sum[j] / runs / (squares[j] / runs).sqrt() * runs.sqrt()).abs())
            .fold(0.0, f64::max)
    };
    let share = covered as f64 / runs / b as f64;
    let [total, plain] = [worst(&sums[0]), worst(&sums[1])];
    println!(
        "largest bias, standard errors: {total:.2}, weighted least squares {plain:.2}; {share:.4} covered"
    );
    assert!(total < 4.0 && plain > 5.0, "{total} {plain}");
    assert!((0.93..0.975).contains(&share), "{share}");
}

/// The smallest singular vector of `[K y]`, rows weighed and columns scaled, by a decomposition of the whole matrix.
#[test]
fn total_least_squares_is_the_smallest_singular_vector() {
    let mut random = Random::new(8);
    let rows = (0..10).map(|_| period(&mut random)).collect::<Vec<_>>();
    let all = DMatrix::from_fn(10 * rows[0].nrows(), rows[0].ncols(), |i, j| {
        rows[i / rows[0].nrows()][(i % rows[0].nrows(), j)]
    });
    let torque = (&all * truth()).map(|tau| tau + 0.01 * random.normal());
    let mut factors = vec![Factor::new(all.ncols()); 2];
    for (k, row) in all.row_iter().enumerate() {
        factors[k % 2].push(row.iter().copied().enumerate(), torque[k]);
    }
    let observation = Observation::of(vec![factors]);
    let found = estimate(&observation, model(), &Method::Tls.into()).expect("an estimate");
    let b = all.ncols();
    let mut whole = all.insert_column(b, 0.0);
    whole.set_column(b, &torque);
    for (k, mut row) in whole.row_iter_mut().enumerate() {
        row *= found.weights[k % 2].sqrt();
    }
    let norms: Vec<f64> = whole.column_iter().map(|column| column.norm()).collect();
    for (mut column, norm) in whole.column_iter_mut().zip(&norms) {
        column /= *norm;
    }
    let svd = whole.svd(false, true);
    let (last, _) = svd.singular_values.argmin();
    let vector = svd.v_t.expect("asked for").row(last).transpose();
    for j in 0..b {
        let expected = -vector[j] / norms[j] / (vector[b] / norms[b]);
        let close = (found.beta[j] - expected).abs() < 1e-6 * expected.abs().max(1e-3);
        assert!(close, "{j}: {} for {expected}", found.beta[j]);
    }
}

#[test]
fn total_least_squares_refuses_what_no_motion_excites() {
    let still = DMatrix::from_element(60, model().base.len(), 1.0);
    let [observation, _] = observed(&still, &[1.0; 240]);
    let refused = estimate(&observation, model(), &Method::Tls.into());
    assert!(
        matches!(refused, Err(EstimateError::Robust { .. })),
        "{refused:?}"
    );
}
