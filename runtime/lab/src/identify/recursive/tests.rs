//! The history of a recursion, step by step.

use armwright_runtime::Side;
use nalgebra::{DMatrix, DVector};

use super::{FIRST, Form, History, Running, history};
use crate::estimate::recursive::RecursionError;
use crate::estimate::{Estimate, Estimator, Method, estimate};
use crate::motion::Motion;
use crate::options::EquationSide;
use crate::regression::by_hand::{B, MODEL, ROBOT, moved, near, processing, rows_at};
use crate::regression::{Equations, Sample};

fn motions() -> Vec<Motion> {
    let mut slow = processing(EquationSide::Joint);
    slow.motor_velocity_threshold = vec![0.0, 0.3];
    // The second is a piece, which is called otherwise than its recording.
    [
        ("one", "one", (0.0, 306)),
        ("two", "two, later", (2.5, 207)),
    ]
    .map(|(source, name, span)| {
        let mut motion = moved(source, span, slow.clone(), &mut |at, rows| {
            let noise = |row: usize| 0.05 * (1 + row) as f64 * (2.3 * at as f64).sin();
            let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
            [0, 1]
                .map(|row| noise(row) + rows[row].iter().zip(beta).map(|(y, b)| y * b).sum::<f64>())
        });
        motion.name = name.to_owned();
        motion
    })
    .to_vec()
}

fn told(estimator: &Estimator) -> (Option<History>, Estimate) {
    let motions = motions();
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations
        .observe(&motions, &mut |_| {})
        .expect("an observation");
    let mut fit = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let found = history(&equations, &motions, estimator, &mut fit).expect("a history");
    (found, fit)
}

/// Of samples from the first to one of a motion, and all of motions before, each sample weighed.
fn solved(
    motions: &[Motion],
    last: (usize, usize),
    weights: &[f64],
    age: impl Fn(usize) -> f64,
) -> (DVector<f64>, usize) {
    let samples = motions
        .iter()
        .enumerate()
        .flat_map(|(m, motion)| motion.interior().map(move |at| (m, at)));
    let all: Vec<(usize, usize)> = samples.take_while(|here| *here <= last).collect();
    let (mut normal, mut right, mut count) = (DMatrix::zeros(B, B), DVector::zeros(B), 0);
    for (k, (m, at)) in all.iter().enumerate() {
        let motion = &motions[*m];
        let speed = motion.states(*at..at + 1).qd;
        if (3.0 * speed[0] + 5.0 * speed[1]).abs() < 0.3 {
            continue;
        }
        for (row, line) in rows_at(motion, *at).iter().enumerate() {
            let line = DVector::from_row_slice(line);
            let weight = weights[row] * age(all.len() - 1 - k);
            normal += &line * line.transpose() * weight;
            right += line * (weight * motion.torque_of(row)[*at]);
            count += 1;
        }
    }
    (normal.lu().solve(&right).expect("regular"), count)
}

#[test]
fn estimates_on_the_way_are_those_of_the_rows_so_far() {
    let motions = motions();
    let asked = |set: &dyn Fn(&mut Estimator)| {
        let mut estimator = Estimator::from(Method::Recursive);
        set(&mut estimator);
        told(&estimator)
    };
    let (plain, fit) = asked(&|_| {});
    let plain = plain.expect("a history");
    assert_eq!(
        (plain.form, plain.forgetting, plain.memory),
        (Form::SquareRoot, 1.0, None)
    );
    assert_eq!(
        plain.parameters,
        MODEL.base.iter().map(|b| b.name).collect::<Vec<_>>()
    );
    // 300 and 201 samples, every second of which is told, and the last of each recording.
    assert_eq!(plain.steps.len(), 150 + 101);
    assert_eq!(
        (
            plain.steps[149].recording.as_str(),
            plain.steps[150].recording.as_str()
        ),
        ("one", "two, later")
    );
    for (step, last) in [
        (40, (0, 84)),
        (149, (0, 302)),
        (160, (1, 24)),
        (250, (1, 203)),
    ] {
        let found = &plain.steps[step];
        near(found.time, motions[last.0].time(last.1));
        let (expected, count) = solved(&motions, last, &fit.weights, |_| 1.0);
        assert_eq!(found.equations, count);
        let values = DVector::from_vec(found.values.clone().expect("an estimate"));
        assert!((values - expected).amax() < 1e-6, "{step}");
    }
    let first = plain
        .steps
        .iter()
        .find(|step| step.values.is_some())
        .expect("one");
    let setting = fit.settings.last().expect("a setting");
    assert_eq!(
        (setting.name, setting.value),
        ("equations", first.equations as f64)
    );
    assert_eq!(
        setting.rule,
        "after which all parameters were first determined in the history"
    );
    let (forgetful, fit) = asked(&|e| e.forgetting = Some(0.98));
    let forgetful = forgetful.expect("a history");
    assert_eq!(forgetful.forgetting, 0.98);
    let (expected, _) = solved(&motions, (1, 203), &fit.weights, |age| {
        0.98f64.powi(age as i32)
    });
    let values = DVector::from_vec(forgetful.steps[250].values.clone().expect("an estimate"));
    assert!((values - expected).amax() < 1e-6);
    // One and a half seconds are 150 samples, and so are 149 and a part of one.
    for seconds in [1.5, 1.494] {
        let (short, fit) = asked(&|e| e.memory = Some(seconds));
        let short = short.expect("a history");
        assert_eq!(short.memory, Some(seconds));
        let (expected, _) = solved(&motions, (1, 203), &fit.weights, |age| {
            f64::from(u8::from(age < 150))
        });
        let values = DVector::from_vec(short.steps[250].values.clone().expect("an estimate"));
        assert!((values - expected).amax() < 1e-5, "{seconds}");
    }
    // A window longer than all recordings remembers all of them, and takes no room for what is not there.
    let (plain, long) = (asked(&|_| {}).0, asked(&|e| e.memory = Some(1e30)).0);
    let last = |history: Option<History>| history.expect("a history").steps[250].values.clone();
    let [plain, long] =
        [plain, long].map(|history| DVector::from_vec(last(history).expect("an estimate")));
    assert!((plain - long).amax() < 1e-9);
    assert!(told(&Method::Wls.into()).0.is_none());
}

/// Squares cannot count more with time.
#[test]
fn a_history_that_ends_in_a_fault_is_refused() {
    let motions = motions();
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations
        .observe(&motions, &mut |_| {})
        .expect("an observation");
    let mut fit = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let before = fit.settings.len();
    for form in [Form::SquareRoot, Form::Information, Form::Covariance] {
        let estimator = Estimator {
            forgetting: Some(1.5),
            recursion: form,
            ..Estimator::from(Method::Recursive)
        };
        let refused = history(&equations, &motions, &estimator, &mut fit);
        let refused = refused.expect_err("a refusal").to_string();
        let why = RecursionError::Forgetting(1.5).to_string();
        let said = format!("{} has no answer: {why}", Method::Recursive.title());
        assert_eq!(refused, said);
    }
    assert_eq!(fit.settings.len(), before);
}

#[test]
fn a_recursion_has_the_form_that_was_asked_for() {
    let new = |form, window| Running::new(form, 2, window).expect("a recursion");
    assert!(matches!(new(Form::SquareRoot, None), Running::Root(_)));
    assert!(matches!(new(Form::Information, None), Running::Sums(_)));
    assert!(matches!(
        new(Form::Information, Some(5)),
        Running::Window(_)
    ));
    assert_eq!(
        Running::new(Form::SquareRoot, 2, Some(0)).err(),
        Some(RecursionError::Window)
    );
    let mut book = new(Form::Covariance, None);
    let line = |k: u32| [1.0, f64::from(k)];
    for k in 0..7 {
        // Of two parameters it begins after four rows.
        let begun = matches!(book, Running::Book(_, _, Some(_)));
        assert_eq!(begun, k as usize >= FIRST * 2, "{k}");
        book.push(&line(k), 3.0 - 2.0 * f64::from(k))
            .expect("a row");
    }
    let found = book.solve().expect("a line");
    assert!((found[0] - 3.0).abs() < 1e-9 && (found[1] + 2.0).abs() < 1e-9);
    // Rows that do not tell it put that off by as many as there are parameters.
    let mut late = new(Form::Covariance, None);
    for k in [1, 1, 1, 1, 2] {
        late.push(&line(k), 1.0).expect("a row");
    }
    assert!(matches!(late, Running::Book(_, 5, None)));
    late.push(&line(4), 1.0).expect("a row");
    assert!(matches!(late, Running::Book(_, 6, Some(_))));
    assert_eq!(late.forget(1.0), Ok(()));
    assert_eq!(late.forget(1.5), Err(RecursionError::Forgetting(1.5)));
}

/// Four rows that tell a line from a slope of 1e-6 leave a covariance of few digits: it begins with the two that tell it well.
#[test]
fn a_covariance_begins_where_it_has_digits() {
    let mut book = Running::new(Form::Covariance, 2, None).expect("a recursion");
    for (k, x) in [1.0, 1.000_001, 0.999_999, 1.0, 2.0, 5.0]
        .into_iter()
        .enumerate()
    {
        book.push(&[1.0, x], 3.0 - 2.0 * x).expect("a row");
        assert_eq!(matches!(book, Running::Book(_, _, Some(_))), k == 5, "{k}");
        // What rows say so far is told all along.
        assert_eq!(book.solve().is_some(), k > 0, "{k}");
    }
    let found = book.solve().expect("a line");
    assert!((found[0] - 3.0).abs() < 1e-12 && (found[1] + 2.0).abs() < 1e-12);
}

/// Where every second sample is left, a second of a hundred is fifty of them.
#[test]
fn a_memory_is_one_of_decimated_samples() {
    let mut halved = processing(EquationSide::Joint);
    halved.decimate = vec![2];
    let motions = [moved("one", (0.0, 306), halved, &mut |at, rows| {
        let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
        [0, 1].map(|row| {
            let noise = 0.05 * (1 + row) as f64 * (2.3 * at as f64).sin();
            noise + rows[row].iter().zip(beta).map(|(y, b)| y * b).sum::<f64>()
        })
    })];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations
        .observe(&motions, &mut |_| {})
        .expect("an observation");
    let mut fit = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let estimator = Estimator {
        memory: Some(1.0),
        ..Method::Recursive.into()
    };
    let found = history(&equations, &motions, &estimator, &mut fit).expect("a history");
    let mut lines: Vec<(DVector<f64>, f64, f64)> = Vec::new();
    let mut take = |sample: &Sample<'_>| {
        for row in 0..2 {
            assert!(sample.counts(row));
            let mut line = DVector::<f64>::zeros(B);
            sample.row(row).for_each(|(k, x)| line[k] = x);
            lines.push((line, fit.weights[row], sample.torque[row]));
        }
    };
    let columns = equations.base_columns();
    equations
        .pass(&motions[0], &columns, &mut take, &mut |_| {})
        .expect("a pass");
    let (mut normal, mut right) = (DMatrix::zeros(B, B), DVector::zeros(B));
    for (line, weight, torque) in lines.iter().rev().take(2 * 50) {
        normal += line * line.transpose() * *weight;
        right += line * (weight * torque);
    }
    let expected = normal.lu().solve(&right).expect("regular");
    let steps = found.expect("a history").steps;
    // So few are all told.
    assert_eq!(steps.len(), lines.len() / 2);
    let last = steps.last().and_then(|step| step.values.clone());
    let values = DVector::from_vec(last.expect("an estimate"));
    assert!(
        (&values - &expected).amax() < 1e-5,
        "{values} for {expected}"
    );
}
