//! How intervals are said to have been set, and which estimators integrate.

use armwright_runtime::{Robot, Side};
use nalgebra::{DMatrix, DVector};

use super::{noise_of_intervals, settings, settle};
use crate::estimate::{Estimator, Method};
use crate::experiment::{Random, Sensors, designed, simulate};
use crate::motion::Motion;
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::parameters::{base_matrix, nominal};
use crate::recording::{Arrays, Recording};
use crate::regression::by_hand::{ROBOT, conditioned, processing, recording};
use crate::regression::{Balance, Equations, Integral, Intervals, Sample};

#[test]
fn intervals_are_said_with_their_length() {
    let mut coarse = processing(EquationSide::Joint);
    coarse.decimate = vec![5];
    let motions = [conditioned(recording(80), coarse)];
    let said = |intervals, length| {
        let integral = Integral {
            intervals,
            length,
            ..Integral::of(Balance::Momentum)
        };
        let equations = Equations::integrated(&ROBOT, Side::Joint, integral).expect("equations");
        let all = settings(&equations, &motions);
        assert_eq!((all.len(), all[0].name), (1, "interval"));
        (all[0].value, all[0].rule.clone())
    };
    for (intervals, length, value, rule) in [
        (
            Intervals::Short,
            None,
            0.05,
            "s, one interval after the other, as long as a decimated sample",
        ),
        (
            Intervals::Short,
            Some(0.08),
            0.08,
            "s, one interval after the other, as was asked",
        ),
        (
            Intervals::Sliding,
            Some(0.1),
            0.1,
            "s, each interval a decimated sample after the last",
        ),
        (
            Intervals::Sliding,
            None,
            0.2,
            "s, each interval a decimated sample after the last",
        ),
        (
            Intervals::Long,
            Some(0.07),
            0.07,
            "s by which each interval from the beginning is longer than the last",
        ),
    ] {
        let found = said(intervals, length);
        assert!(
            (found.0 - value).abs() < 1e-12,
            "{intervals:?}: {}",
            found.0
        );
        assert_eq!(found.1, rule);
    }
    let torques = Equations::of(&ROBOT, Side::Joint).expect("equations");
    assert!(settings(&torques, &motions).is_empty());
}

#[test]
fn estimators_that_integrate_have_equations_of_their_own() {
    let motions = [conditioned(recording(80), processing(EquationSide::Motor))];
    let torques = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let settled = |estimator: &Estimator, lengths| {
        let found = settle(&torques, &motions, estimator, lengths, &mut |_, _| {});
        found.map_err(|error| error.to_string())
    };
    assert!(settled(&Method::Wls.into(), true).is_ok_and(|none| none.is_none()));
    let momentum = settled(&Method::Momentum.into(), false)
        .expect("equations")
        .expect("some");
    assert_eq!((momentum.side(), momentum.rows()), (Side::Motor, 2));
    assert_eq!(momentum.integral(), Some(&Integral::of(Balance::Momentum)));
    assert_eq!(
        settled(&Method::Momentum.into(), true).err().as_deref(),
        Some(
            "least squares of the balances of momentum has no answer: lengths are fitted with the equations of torques"
        )
    );
    let damped = Estimator {
        damping: Some(1.0),
        ..Method::Momentum.into()
    };
    assert_eq!(
        settled(&damped, false).err().as_deref(),
        Some(
            "damping means nothing to least squares of the balances of momentum: it belongs to the method ridge"
        )
    );
}

/// Two motions of a pendulum whose torques are noisy.
fn pendulum() -> Vec<Motion> {
    let robot = &armwright_robots::double_pendulum::ROBOT;
    let (model, mut random) = (robot.model(), Random::new(6));
    let sensors = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: 0.4,
    };
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(25.0)),
        decimate: Some(List(vec![4])),
        trim: Some(25),
        ..ProcessingOptions::default()
    };
    let motion = |duration: f64| {
        let path = designed(model, duration, duration, &mut random);
        let made = simulate(robot, &nominal(model), &path, 200.0, &sensors, &mut random);
        let recording = made.and_then(|made| made.recording()).expect("a recording");
        Motion::of(recording, &options, model).expect("a motion")
    };
    [4.0, 2.5].map(motion).to_vec()
}

/// The shoulder stands at 0, where its torque does no work.
#[test]
fn of_a_joint_that_stands_no_noise_is_known() {
    let robot = &armwright_robots::double_pendulum::ROBOT;
    let model = robot.model();
    let column = |of: &dyn Fn(f64) -> f64| -> Vec<f64> {
        (0..400).map(|k| of(f64::from(k) / 200.0)).collect()
    };
    let swing = column(&|t| (3.0 * t).sin());
    let torque = vec![column(&|t| (7.0 * t).cos()), column(&|t| (5.0 * t).cos())];
    let arrays = Arrays::new(200.0, vec![vec![0.0; 400], swing], torque);
    let recording = Recording::from_arrays(model, arrays).expect("a recording");
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(25.0)),
        decimate: Some(List(vec![4])),
        trim: Some(25),
        ..ProcessingOptions::default()
    };
    let motion = Motion::of(recording, &options, model).expect("a motion");
    let integral = Integral::of(Balance::Energy);
    let equations = Equations::integrated(robot, Side::Joint, integral.clone()).expect("equations");
    let beta = vec![0.0; model.base.len()];
    let each = std::iter::once((&motion, beta.as_slice()));
    let found = noise_of_intervals(&equations, each, &integral);
    let found = found.expect("a motion").expect("variances");
    assert_eq!((found.len(), found[0]), (3, 0.0));
}

/// So many samples of a pendulum whose torques are not those of its motion, of which 25 at each end are not used.
fn swinging(samples: u32) -> [Motion; 1] {
    let model = armwright_robots::double_pendulum::ROBOT.model();
    let column = |of: &dyn Fn(f64) -> f64| -> Vec<f64> {
        (0..samples).map(|k| of(f64::from(k) / 200.0)).collect()
    };
    let position = vec![column(&|t| (2.0 * t).sin()), column(&|t| (3.0 * t).cos())];
    let torque = vec![column(&|t| (7.0 * t).cos()), column(&|t| (5.0 * t).cos())];
    let recording = Recording::from_arrays(model, Arrays::new(200.0, position, torque));
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(25.0)),
        decimate: Some(List(vec![4])),
        trim: Some(25),
        ..ProcessingOptions::default()
    };
    let motion = Motion::of(recording.expect("a recording"), &options, model);
    [motion.expect("a motion")]
}

/// What settling an estimator of energy gives, and the shares of weighing that it tells.
fn weighed(motions: &[Motion], intervals: Intervals) -> (Integral, Vec<f64>) {
    let robot = &armwright_robots::double_pendulum::ROBOT;
    let torques = Equations::of(robot, Side::Joint).expect("equations");
    let estimator = Estimator {
        intervals,
        ..Method::Energy.into()
    };
    let mut shares = Vec::new();
    let found = settle(&torques, motions, &estimator, false, &mut |what, share| {
        assert_eq!(what, "weighing intervals");
        shares.push(share);
    });
    let found = found.expect("equations").expect("some");
    (found.integral().expect("an integral").clone(), shares)
}

/// Of six parameters and two joints: 33 and 37 samples, of the 38 and 42 within less the five that a step takes, are eight and nine
/// intervals of four.
#[test]
fn as_many_intervals_as_parameters_and_joints_tell_no_noise() {
    let few = weighed(&swinging(88), Intervals::Short).0;
    assert_eq!(few, Integral::of(Balance::Energy));
    let more = weighed(&swinging(92), Intervals::Short).0;
    assert_eq!(more.noise.len(), 3);
    assert!(more.noise[2] > 0.0, "{:?}", more.noise);
}

/// Noise is that of a step, however many of them an interval has; three rounds are a third of the work each.
#[test]
fn intervals_that_overlap_have_the_noise_of_their_steps() {
    let motions = swinging(400);
    let (short, shares) = weighed(&motions, Intervals::Short);
    let (sliding, _) = weighed(&motions, Intervals::Sliding);
    assert_eq!(short.noise.len(), 3);
    let expected = Integral {
        intervals: Intervals::Sliding,
        ..short
    };
    assert_eq!(sliding, expected);
    assert!(shares.is_sorted() && shares[0] > 0.0, "{shares:?}");
    assert!(shares.contains(&(1.0 / 3.0)) && shares.contains(&(2.0 / 3.0)));
    assert_eq!(shares.last(), Some(&1.0));
}

/// Weighted least squares of squared residuals, none of the variances below 0: of all sets of those that are 0 the best.
#[test]
fn variances_of_intervals_are_those_of_their_squared_residuals() {
    let robot = &armwright_robots::double_pendulum::ROBOT;
    let model = robot.model();
    let motions = pendulum();
    let integral = |noise: &[f64]| Integral {
        noise: noise.to_vec(),
        ..Integral::of(Balance::Energy)
    };
    let equations = Equations::integrated(robot, Side::Joint, integral(&[])).expect("equations");
    let truth = base_matrix(model) * DVector::from_vec(nominal(model));
    // Each motion has base parameters of its own: the second are a little off.
    let betas = [1.0, 1.02].map(|by| (&truth * by).as_slice().to_vec());
    for before in [vec![], vec![0.02, 0.3, 0.001]] {
        let (mut lines, mut squares): (Vec<[f64; 3]>, Vec<f64>) = (Vec::new(), Vec::new());
        for (motion, beta) in motions.iter().zip(&betas) {
            let mut take = |sample: &Sample<'_>| {
                if sample.counts(0) {
                    let predicted: f64 = sample.row(0).map(|(k, x)| x * beta[k]).sum();
                    lines.push([sample.work[0], sample.work[1], 1.0]);
                    squares.push((sample.torque[0] - predicted).powi(2));
                }
            };
            let columns = equations.base_columns();
            let passed = equations.pass(motion, &columns, &mut take, &mut |_| {});
            assert!(passed.is_ok_and(|count| count > 50));
        }
        let weights: Vec<f64> = lines
            .iter()
            .map(|line| match before.as_slice() {
                [] => 1.0,
                noise => line
                    .iter()
                    .zip(noise)
                    .map(|(x, v)| x * v)
                    .sum::<f64>()
                    .powi(-2),
            })
            .collect();
        let matrix = DMatrix::from_fn(lines.len(), 3, |i, k| weights[i].sqrt() * lines[i][k]);
        let right = DVector::from_fn(lines.len(), |i, _| weights[i].sqrt() * squares[i]);
        let candidates = (1..8_usize).filter_map(|set| {
            let free: Vec<usize> = (0..3).filter(|k| set >> k & 1 == 1).collect();
            let columns = matrix.select_columns(&free);
            let solved =
                (columns.transpose() * &columns).try_inverse()? * columns.transpose() * &right;
            let mut all = [0.0; 3];
            free.iter()
                .zip(solved.iter())
                .for_each(|(k, x)| all[*k] = *x);
            let left = (&matrix * DVector::from_row_slice(&all) - &right).norm();
            all.iter().all(|x| *x >= 0.0).then_some((left, all))
        });
        let best = candidates.min_by(|a, b| a.0.total_cmp(&b.0)).expect("one");
        let mean = squares.iter().sum::<f64>() / squares.len() as f64;
        let expected = [best.1[0], best.1[1], best.1[2].max(1e-3 * mean)];
        let each = motions.iter().zip(betas.iter().map(Vec::as_slice));
        let found = noise_of_intervals(&equations, each, &integral(&before));
        let found = found.expect("motions").expect("variances");
        for (found, expected) in found.iter().zip(expected) {
            let size = expected.abs().max(1e-6);
            assert!(
                (found - expected).abs() < 1e-3 * size,
                "{found} for {expected}: {best:?}"
            );
        }
    }
    let none = noise_of_intervals(&equations, std::iter::empty(), &integral(&[]));
    assert_eq!(none, Ok(None));
}

/// Torques that are 0, and parameters that say so.
#[test]
fn of_residuals_that_are_none_no_noise_is_known() {
    let robot = &armwright_robots::double_pendulum::ROBOT;
    let model = robot.model();
    let column = |f: f64| -> Vec<f64> {
        let of = |k: u32| (f * f64::from(k) / 200.0).sin();
        (0..400).map(of).collect()
    };
    let arrays = Arrays::new(
        200.0,
        vec![column(2.0), column(3.0)],
        vec![vec![0.0; 400]; 2],
    );
    let recording = Recording::from_arrays(model, arrays).expect("a recording");
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(25.0)),
        decimate: Some(List(vec![4])),
        trim: Some(25),
        ..ProcessingOptions::default()
    };
    let motion = Motion::of(recording, &options, model).expect("a motion");
    let integral = Integral::of(Balance::Energy);
    let equations = Equations::integrated(robot, Side::Joint, integral.clone()).expect("equations");
    let beta = vec![0.0; model.base.len()];
    let each = std::iter::once((&motion, beta.as_slice()));
    assert_eq!(noise_of_intervals(&equations, each, &integral), Ok(None));
}
