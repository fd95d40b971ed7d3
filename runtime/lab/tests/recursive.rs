//! Least squares row by row: what all rows together give.

use armwright_lab::estimate::recursive::{
    Covariance, Form, Information, Recursion, RecursionError, Sliding, SquareRoot,
};
use armwright_lab::estimate::{Estimator, Method};
use armwright_lab::experiment::{Random, Sensors, Simulated, designed, simulate};
use armwright_lab::identify::{History, Identification, IdentifyOptions, identify};
use armwright_lab::parameters::nominal;
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{Model, Robot};
use nalgebra::{DMatrix, DVector};

const B: usize = 6;

/// Rows of unlike sizes with noise.
fn rows(count: usize, seed: u64) -> Vec<(Vec<f64>, f64)> {
    let mut random = Random::new(seed);
    let row = |random: &mut Random| -> (Vec<f64>, f64) {
        let sizes = [1.0, 10.0, 0.1, 3.0, 1.0, 100.0];
        let row: Vec<f64> = sizes.iter().map(|size| size * random.normal()).collect();
        let right: f64 = row.iter().zip(1u32..).map(|(x, k)| x * f64::from(k)).sum();
        (row, right + random.normal())
    };
    (0..count).map(|_| row(&mut random)).collect()
}

/// By singular values of the stored matrix, each row with the weight of its square.
fn batch(rows: &[(Vec<f64>, f64)], weight: impl Fn(usize) -> f64) -> Vec<f64> {
    let matrix = DMatrix::from_fn(rows.len(), B, |i, j| weight(i).sqrt() * rows[i].0[j]);
    let right = DVector::from_fn(rows.len(), |i, _| weight(i).sqrt() * rows[i].1);
    let found = matrix
        .svd(true, true)
        .solve(&right, 1e-14)
        .expect("vectors");
    found.as_slice().to_vec()
}

fn apart(one: &[f64], other: &[f64]) -> f64 {
    let size = other.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let pairs = one.iter().zip(other);
    pairs.map(|(a, b)| (a - b).abs() / size).fold(0.0, f64::max)
}

fn fed(mut recursion: impl Recursion, rows: &[(Vec<f64>, f64)], factor: f64) -> Option<Vec<f64>> {
    for (row, right) in rows {
        recursion.forget(factor).expect("a factor");
        recursion.push(row, *right).expect("a row");
    }
    recursion.solve()
}

#[test]
fn every_form_ends_where_all_rows_do() {
    let rows = rows(2000, 1);
    for factor in [1.0, 0.995] {
        let expected = batch(&rows, |k| f64::powi(factor, (rows.len() - 1 - k) as i32));
        let mut first = Information::new(B);
        for (row, right) in &rows[..20] {
            first.forget(factor).expect("a factor");
            first.push(row, *right).expect("a row");
        }
        let book = Covariance::of(&first).expect("determined");
        let found = [
            fed(SquareRoot::new(B), &rows, factor),
            fed(Information::new(B), &rows, factor),
            fed(book, &rows[20..], factor),
        ];
        for found in found {
            let apart = apart(&found.expect("an estimate"), &expected);
            assert!(apart < 1e-11, "{factor}: {apart}");
        }
    }
}

#[test]
fn a_window_is_its_last_rows() {
    let mut rows = rows(900, 2);
    // Rows that are nearly all that a direction has leave the window, too.
    rows[300].0[2] = 1e6;
    rows[300].1 = 3e6;
    let mut window = Sliding::new(B, 200).expect("a window");
    for (k, (row, right)) in rows.iter().enumerate() {
        window.push(row, *right).expect("a row");
        let from = (k + 1).saturating_sub(200);
        assert_eq!(window.rows(), k + 1 - from);
        if k % 97 == 96 || (500..503).contains(&k) {
            let found = window.solve().expect("an estimate");
            let apart = apart(&found, &batch(&rows[from..=k], |_| 1.0));
            assert!(apart < 1e-9, "{k}: {apart}");
        }
    }
    assert_eq!(Sliding::new(B, 0).err(), Some(RecursionError::Window));
    assert_eq!(window.forget(0.9), Err(RecursionError::Sliding));
}

/// A prior is so many rows more.
#[test]
fn a_prior_stays_in_the_answer() {
    let rows = rows(50, 3);
    let deviations = [0.1, 1.0, 2.0, 0.01, 5.0, 1.0];
    let mut with = rows.clone();
    for (k, deviation) in deviations.iter().enumerate() {
        let mut row = vec![0.0; B];
        row[k] = 1.0 / deviation;
        with.push((row, 0.5 / deviation));
    }
    let covariance = (0..B * B).map(|k| match k % (B + 1) {
        0 => deviations[k / (B + 1)].powi(2),
        _ => 0.0,
    });
    let prior = Covariance::new(vec![0.5; B], covariance.collect()).expect("a prior");
    let found = fed(prior, &rows, 1.0).expect("an estimate");
    let apart = apart(&found, &batch(&with, |_| 1.0));
    assert!(apart < 1e-11, "{apart}");
    for bad in [vec![1.0; 3], vec![-1.0; B * B], vec![f64::NAN; B * B]] {
        let refused = Covariance::new(vec![0.0; B], bad).err();
        assert_eq!(refused, Some(RecursionError::Prior(B)));
    }
}

#[test]
fn what_is_not_determined_or_no_number_is_said() {
    let rows = rows(40, 4);
    let all = || -> Vec<Box<dyn Recursion>> {
        vec![
            Box::new(SquareRoot::new(B)),
            Box::new(Information::new(B)),
            Box::new(Sliding::new(B, 30).expect("a window")),
        ]
    };
    for mut recursion in all() {
        assert_eq!(recursion.solve(), None);
        for (row, right) in &rows[..B - 1] {
            recursion.push(row, *right).expect("a row");
            assert_eq!(recursion.solve(), None);
        }
        // A column that is twice another one.
        for (row, right) in &rows {
            let mut row = row.clone();
            row[4] = 2.0 * row[1];
            let mut fresh = all();
            for recursion in &mut fresh {
                recursion.push(&row, *right).expect("a row");
                assert_eq!(recursion.solve(), None);
            }
        }
        for (row, right) in &rows {
            recursion.push(row, *right).expect("a row");
        }
        let before = recursion.solve().expect("an estimate");
        let mut bad = rows[0].0.clone();
        bad[3] = f64::NAN;
        assert_eq!(recursion.push(&bad, 1.0), Err(RecursionError::NotFinite));
        let refused = recursion.push(&rows[0].0, f64::INFINITY);
        assert_eq!(refused, Err(RecursionError::NotFinite));
        let (expected, actual) = (B, 2);
        let refused = recursion.push(&[1.0, 2.0], 0.0);
        assert_eq!(refused, Err(RecursionError::Length { expected, actual }));
        assert!(recursion.forget(f64::NAN).is_err() && recursion.forget(1.5).is_err());
        assert_eq!(recursion.solve(), Some(before));
    }
    let mut twice = SquareRoot::new(2);
    let mut sums = Information::new(2);
    for k in 0..50 {
        let x = f64::from(k) + 0.1;
        twice.push(&[x, 3.0 * x], x).expect("a row");
        sums.push(&[x, 3.0 * x], x).expect("a row");
    }
    assert_eq!((twice.solve(), sums.solve()), (None, None));
}

/// Twenty seconds of a motion, with noise of torques.
fn noisy(robot: &'static dyn Robot) -> Simulated<'static> {
    let (model, mut random) = (robot.model(), Random::new(5));
    let motion = designed(model, 10.0, 20.0, &mut random);
    let sensors = Sensors {
        torque_noise: 0.05,
        ..Sensors::default()
    };
    let theta = nominal(model);
    simulate(robot, &theta, &motion, 500.0, &sensors, &mut random).expect("a simulation")
}

/// How far the last step of a history is from the table, and the history.
fn ended<'f>(found: &'f Identification, model: &Model) -> (f64, &'f History) {
    let history = found.history.as_ref().expect("a history");
    let last = history.steps.last().and_then(|step| step.values.as_ref());
    let table = found.estimation.base_estimate(model).beta;
    (apart(last.expect("an estimate"), &table), history)
}

#[test]
fn the_history_ends_at_the_table() {
    let robots: [&'static dyn Robot; 2] = [&double_pendulum::ROBOT, &abb_wrist::ROBOT];
    for robot in robots {
        let model = robot.model();
        let simulated = noisy(robot);
        for recursion in [Form::SquareRoot, Form::Information, Form::Covariance] {
            let estimator = Estimator {
                recursion,
                ..Method::Recursive.into()
            };
            let recording = simulated.recording().expect("a recording");
            let found = identify(robot, recording, &estimator.into()).expect("an identification");
            let (apart, history) = ended(&found, model);
            println!("{} {recursion:?}: {apart:.1e}", model.name);
            let condition = found.excitation.condition_unscaled;
            assert!(apart < 1e-9, "{apart}, condition {condition:.1e}");
            assert!(history.steps.len() > 50);
            // From the first samples on: no step has more equations than lie between later ones.
            let counts: Vec<usize> = history.steps.iter().map(|step| step.equations).collect();
            let between = counts.windows(2).map(|pair| pair[1] - pair[0]).max();
            assert!(Some(counts[0]) <= between, "{counts:?}");
        }
        for (forgetting, memory) in [(Some(0.99), None), (None, Some(5.0))] {
            let estimator = Estimator {
                forgetting,
                memory,
                ..Method::Recursive.into()
            };
            let recording = simulated.recording().expect("a recording");
            let found = identify(robot, recording, &estimator.into()).expect("an identification");
            let history = found.history.expect("a history");
            let last = history.steps.last().and_then(|step| step.values.clone());
            let table = found.estimation.base_estimate(model);
            let deviations = table.deviations().into_iter();
            let off = last
                .expect("an estimate")
                .into_iter()
                .zip(&table.beta)
                .zip(deviations);
            let off = off.map(|((x, y), std)| (x - y).abs() / std.expect("a deviation"));
            let most = off.fold(0.0, f64::max);
            println!("{} {forgetting:?} {memory:?}: {most:.2}", model.name);
            assert!(most > 1e-3 && most < 20.0, "{most}");
        }
    }
}

#[test]
fn settings_that_say_nothing_are_refused() {
    let recording = || {
        let (model, mut random) = (double_pendulum::ROBOT.model(), Random::new(1));
        let motion = designed(model, 5.0, 5.0, &mut random);
        let (theta, sensors) = (nominal(model), Sensors::default());
        let simulated = simulate(
            &double_pendulum::ROBOT,
            &theta,
            &motion,
            200.0,
            &sensors,
            &mut random,
        );
        simulated
            .expect("a simulation")
            .recording()
            .expect("a recording")
    };
    let refused = |estimator: Estimator| {
        let options = IdentifyOptions::from(estimator);
        let refused = identify(&double_pendulum::ROBOT, recording(), &options).err();
        refused.expect("a refusal").to_string()
    };
    let recursive = || Estimator::from(Method::Recursive);
    let with = |forgetting, memory, recursion| Estimator {
        forgetting,
        memory,
        recursion,
        ..recursive()
    };
    let root = Form::SquareRoot;
    for bad in [0.0, 1.0, f64::NAN] {
        assert!(refused(with(Some(bad), None, root)).contains("forgetting cannot be"));
    }
    assert!(refused(with(None, Some(-1.0), root)).contains("memory cannot be"));
    assert!(refused(with(Some(0.9), Some(1.0), root)).contains("memory cannot be"));
    assert!(refused(with(None, Some(1.0), Form::Covariance)).contains("memory cannot be"));
    let other = Estimator {
        forgetting: Some(0.9),
        ..Method::Wls.into()
    };
    assert!(refused(other).contains("belongs to the method recursive"));
    let interval = |interval, method: Method| Estimator {
        interval,
        ..method.into()
    };
    assert!(refused(interval(Some(0.1), Method::Wls)).contains("energy, momentum"));
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let refused = refused(interval(Some(bad), Method::Energy));
        assert!(refused.contains("interval cannot be"), "{refused}");
    }
    for method in [Method::Energy, Method::Momentum] {
        let refused = refused(interval(Some(100.0), method));
        assert!(refused.contains("0 balances remain"), "{refused}");
    }
}

/// Balances have a history where they are asked; that of the first joint alone is what figures 12 to 14 of Kozłowski and Dutkiewicz draw.
#[test]
fn the_history_of_balances_ends_at_the_table() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let simulated = noisy(robot);
    let identified = |method: Method, recursion: Form| {
        let estimator = Estimator {
            recursion,
            ..method.into()
        };
        let recording = simulated.recording().expect("a recording");
        identify(robot, recording, &estimator.into()).expect("an identification")
    };
    for method in [Method::Energy, Method::Momentum] {
        assert!(identified(method, Form::SquareRoot).history.is_none());
        for recursion in [Form::Information, Form::Covariance] {
            let found = identified(method, recursion);
            let (apart, history) = ended(&found, model);
            println!("{method:?} {recursion:?}: {apart:.1e}");
            assert!(apart < 1e-9 && history.steps[0].values.is_none(), "{apart}");
        }
    }
}
