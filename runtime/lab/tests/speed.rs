//! What makes the laboratory fast changes no result: cores, stretches, rows that are kept.

use crate::specimen::ROBOT;
use armwright_lab::cores;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Sensors, best_designed, simulate};
use armwright_lab::identify::identify;
use armwright_lab::motion::Motion;
use armwright_lab::options::{List, ProcessingOptions};
use armwright_lab::parameters::{base_matrix, nominal};
use armwright_lab::random::Random;
use armwright_lab::recording::Recording;
use armwright_lab::regression::Equations;
use armwright_runtime::{Robot, Side};
use nalgebra::DVector;

/// A motion of so many seconds at 500 Hz.
fn recorded(duration: f64) -> Recording {
    let model = ROBOT.model();
    let mut random = Random::new(5);
    let motion = best_designed(&ROBOT, duration, &mut random).expect("a motion");
    let sensors = Sensors {
        position_noise: 1e-4,
        ..Sensors::default()
    };
    let theta = nominal(model);
    let simulated = simulate(&ROBOT, &theta, &motion, 500.0, &sensors, &mut random);
    simulated.and_then(|s| s.recording()).expect("a recording")
}

#[test]
fn results_are_the_same_on_any_number_of_cores() {
    // Long enough for several stretches.
    let recording = recorded(100.0);
    let results = [1, 2, 3].map(|limit| {
        cores::limit(limit);
        let mut method = armwright_lab::identify::IdentifyOptions::from(Method::Wls);
        method.processing.decimate = Some(List(vec![5, 10]));
        let found = identify(&ROBOT, recording.clone(), &method).expect("an identification");
        cores::limit(0);
        // Every digit of every number.
        let parameters = format!("{:?}", found.estimation.parameters().collect::<Vec<_>>());
        let more = format!("{:?} {:?}", found.correlations, found.lacks);
        (parameters, more, found.series)
    });
    assert!(!results[0].0.is_empty());
    for (k, other) in results.iter().enumerate().skip(1) {
        assert_eq!(results[0].0, other.0, "{} cores", k + 1);
        assert_eq!(results[0].1, other.1, "{} cores", k + 1);
        assert!(results[0].2 == other.2, "{} cores", k + 1);
    }
}

#[test]
fn rows_that_are_kept_predict_what_another_pass_predicts() {
    let options = ProcessingOptions {
        decimate: Some(List(vec![4, 5])),
        ..ProcessingOptions::default()
    };
    let motions = [Motion::of(recorded(30.0), &options, ROBOT.model()).expect("a motion")];
    let model = ROBOT.model();
    let truth = base_matrix(model) * DVector::from_vec(nominal(model));
    let of = || Equations::of(&ROBOT, Side::Motor).expect("equations");
    let predict = |equations: &Equations<'_>| {
        let series = equations.predict(&motions[0], truth.as_slice(), &mut |_| {});
        series.expect("predicted")
    };
    let again = predict(&of());
    let keeping = of().keeping(&motions);
    keeping.observe(&motions, &mut |_| {}).expect("observed");
    assert_eq!(predict(&keeping), again);
    // Another motion has rows of its own.
    let other = Motion::of(recorded(20.0), &options, model).expect("a motion");
    let both = [keeping, of()].map(|equations| {
        let series = equations.predict(&other, truth.as_slice(), &mut |_| {});
        series.expect("predicted")
    });
    assert_eq!(both[0], both[1]);
}
