//! Where simulations begin, and how estimates settle between them.

use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::{Model, Parameter, Robot, Side};
use nalgebra::{DMatrix, DVector};

use super::{Work, settle};
use crate::estimate::{Estimator, Method};
use crate::experiment::{Sensors, designed, simulate};
use crate::identify::IdentificationError;
use crate::motion::{Adjusted, Equation, Motion};
use crate::options::{Cutoff, ProcessingOptions};
use crate::output_error::by_hand::Described;
use crate::parameters::{nominal, nominal_base};
use crate::random::Random;
use crate::recording::{Arrays, Recording};
use crate::regression::{Equations, Factor, Observation};

fn swing(model: &Model) -> Motion {
    driven(model, 1.0)
}

/// Torques are so many times the positions.
fn driven(model: &Model, factor: f64) -> Motion {
    let column = |size: f64, f: f64| {
        let of = |k: u32| size * (f * f64::from(k) / 100.0).sin();
        (0..60).map(of).collect::<Vec<f64>>()
    };
    let both = |size: f64| vec![column(size, 2.0), column(size, 3.0)];
    let arrays = Arrays::new(100.0, both(0.3), both(0.3 * factor));
    let recording = Recording::from_arrays(model, arrays);
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(20.0)),
        trim: Some(5),
        ..ProcessingOptions::default()
    };
    Motion::of(recording.expect("a recording"), &options, model).expect("a motion")
}

/// Without inertia nothing can be simulated.
#[test]
fn nominal_values_are_simulated_where_those_of_least_squares_cannot_be() {
    let parameters = ROBOT.model().parameters.iter();
    let parameters = parameters.map(|parameter| Parameter {
        nominal: None,
        ..*parameter
    });
    let nameless = Described(Model {
        parameters: parameters.collect::<Vec<_>>().leak(),
        ..*ROBOT.model()
    });
    let b = ROBOT.model().base.len();
    let nominal: Option<Vec<f64>> = (0..b).map(|k| nominal_base(ROBOT.model(), k)).collect();
    let nominal = nominal.expect("nominal values");
    let estimator: Estimator = Method::Wls.into();
    let robots: [&dyn Robot; 2] = [&ROBOT, &nameless];
    for robot in robots {
        let equations = Equations::of(robot, Side::Joint).expect("equations");
        let mut measured = swing(robot.model());
        measured.name = "swing, later".to_owned();
        let mut work = Work {
            equations: &equations,
            estimator: &estimator,
            method: Method::Didim,
            measured: vec![measured],
            cutoffs: vec![10.0],
            references: Vec::new(),
        };
        work.prepare().expect("a reference");
        let simulated = work.simulate(&nominal).expect("a simulation");
        let (beta, motions, from_nominal) = work.begin(nominal.clone()).expect("a beginning");
        assert_eq!((&beta, from_nominal), (&nominal, false));
        assert!(motions == simulated && motions.len() == 1);
        let nothing = vec![0.0; b];
        match (work.begin(nothing.clone()), nominal_base(robot.model(), 0)) {
            (Ok((beta, motions, from_nominal)), Some(_)) => {
                assert_eq!((beta, from_nominal), (nothing, true));
                assert!(motions == simulated);
            }
            (
                Err(IdentificationError::Simulation {
                    method, recording, ..
                }),
                None,
            ) => {
                let said = (method, recording.as_str());
                assert_eq!(said, (Method::Didim.title(), "swing, later"));
            }
            (found, _) => panic!("{:?}", found.map(|(beta, ..)| beta)),
        }
    }
}

/// Against `Zᵀ K β = Zᵀ y` over all equations, with instruments that are far from what they stand for.
#[test]
fn residuals_of_measured_columns_are_orthogonal_to_instruments() {
    let b = ROBOT.model().base.len();
    let mut random = Random::new(8);
    let (mut normal, mut right) = (DMatrix::<f64>::zeros(b, b), DVector::zeros(b));
    let mut factor = || {
        let mut factor = Factor::new(2 * b);
        for _ in 0..40 {
            let z = DVector::from_fn(b, |_, _| random.normal());
            let k = DVector::from_fn(b, |i, _| z[i] + 0.3 * random.normal());
            let y = k.sum() + 0.5 * random.normal();
            normal += &z * k.transpose();
            right += &z * y;
            factor.push(z.iter().chain(k.iter()).copied().enumerate(), y);
        }
        factor
    };
    let all = Observation::of(vec![vec![factor(), factor()]]);
    let expected = normal.lu().solve(&right).expect("regular");
    let estimator: Estimator = Method::Ols.into();
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let work = Work {
        equations: &equations,
        estimator: &estimator,
        method: Method::Iv,
        measured: Vec::new(),
        cutoffs: Vec::new(),
        references: Vec::new(),
    };
    for start in [0.0, 1.0] {
        let (_, found) = work.orthogonal(&all, &vec![start; b]).expect("an estimate");
        for (found, expected) in found.beta.iter().zip(expected.iter()) {
            assert!((found - expected).abs() < 1e-7, "{found} for {expected}");
        }
    }
}

/// Of parameters that are 0 torques are left, which are those of the measured motion, and twice those of the simulated.
#[test]
fn instruments_alone_are_given_the_torques_that_they_lack() {
    let model = ROBOT.model();
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let estimator: Estimator = Method::Ols.into();
    let rows = equations.rows();
    // What another round left out does not stay so.
    let left_out = Equation {
        add: 1.0,
        is_low: false,
        is_out: true,
    };
    let before = Adjusted {
        rows,
        all: vec![left_out; 60 * rows],
    };
    let all = |motion: &Motion| -> Vec<Equation> {
        let each = (0..60).flat_map(|k| motion.adjusted(k, rows).to_vec());
        each.filter(|equation| !equation.is_out).collect()
    };
    for method in [Method::Iv, Method::Didim] {
        let (mut measured, mut simulated) = (swing(model), [driven(model, 2.0)]);
        measured.adjust(before.clone());
        simulated[0].adjust(before.clone());
        let mut work = Work {
            equations: &equations,
            estimator: &estimator,
            method,
            measured: vec![measured],
            cutoffs: Vec::new(),
            references: Vec::new(),
        };
        work.count_both(&mut simulated, None).expect("residuals");
        let (own, other) = (all(&work.measured[0]), all(&simulated[0]));
        assert!(!own.is_empty() && own.len() == other.len(), "{method:?}");
        assert!(own.iter().all(|equation| equation.add == 0.0));
        let least = other.iter().map(|equation| equation.add);
        let least = least.fold(f64::INFINITY, f64::min);
        match method {
            Method::Iv => assert!((-0.31..-0.1).contains(&least), "{least}"),
            _ => assert!(other.iter().all(|equation| equation.add == 0.0)),
        }
    }
}

/// The band of the filter, and half of it for instruments, but no more than where the motion ends.
#[test]
fn a_band_that_nobody_asked_for_is_within_that_of_the_filter() {
    let (model, mut random) = (ROBOT.model(), Random::new(1));
    let path = designed(model, 4.0, 4.0, &mut random);
    let (theta, sensors) = (nominal(model), Sensors::default());
    let made = simulate(&ROBOT, &theta, &path, 100.0, &sensors, &mut random);
    let recording = made.expect("simulates").recording().expect("reads");
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(10.0)),
        ..ProcessingOptions::default()
    };
    let motions = [Motion::of(recording, &options, model).expect("a motion")];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    for (method, cutoff, expected) in [
        (Method::Didim, 1000.0, 10.0),
        (Method::Iv, 1000.0, 5.0),
        (Method::Didim, 4.0, 4.0),
        (Method::Iv, 4.0, 4.0),
    ] {
        let asked = method.into();
        let found = settle(&equations, &motions, &asked, cutoff, false, &mut |_, _| {});
        let found = found.expect("an estimate").expect("one that simulates");
        assert_eq!(found.cutoffs, [expected], "{method:?} {cutoff}");
    }
}

#[test]
fn what_measures_other_rows_is_not_simulated() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    assert!(!equations.measured().is_empty());
    let estimator: Estimator = Method::Didim.into();
    let found = settle(&equations, &[], &estimator, 10.0, false, &mut |_, _| {});
    let refused = found.err().map(|error| error.to_string());
    let refused = refused.unwrap_or_default();
    assert!(refused.contains("have other rows"), "{refused}");
}

/// Instruments stand beside measured columns, whose steps are still there; what is simulated alone has none.
#[test]
fn steps_of_encoders_remain_beside_measured_columns() {
    let model = ROBOT.model();
    let column = |f: f64| -> Vec<f64> {
        let place = |k: u32| 12.0 * (f * f64::from(k) / 100.0).sin();
        (0..60).map(|k| 0.025 * place(k).round()).collect()
    };
    let position = vec![column(2.0), column(3.0)];
    let arrays = Arrays::new(100.0, position.clone(), position);
    let recording = Recording::from_arrays(model, arrays).expect("a recording");
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(20.0)),
        trim: Some(5),
        ..ProcessingOptions::default()
    };
    let measured = Motion::of(recording, &options, model).expect("a motion");
    assert!(measured.steps());
    let nominal: Option<Vec<f64>> = (0..model.base.len())
        .map(|k| nominal_base(model, k))
        .collect();
    let nominal = nominal.expect("nominal values");
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let estimator: Estimator = Method::Wls.into();
    for (method, remain) in [(Method::Iv, true), (Method::Didim, false)] {
        let mut work = Work {
            equations: &equations,
            estimator: &estimator,
            method,
            measured: vec![measured.clone()],
            cutoffs: vec![10.0],
            references: Vec::new(),
        };
        work.prepare().expect("a reference");
        let simulated = work.simulate(&nominal).expect("a simulation");
        assert_eq!(simulated[0].steps(), remain, "{method:?}");
    }
}
