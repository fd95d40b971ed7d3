//! What is said of a result, sentence by sentence.

mod found;

use nalgebra::DMatrix;

use super::super::options::InitialState;
use super::super::result::{Dependence, Fit, Fitted, FittedJoint};
use super::super::search::{Ending, Iterate};
use super::{FitOptions, warnings};
use crate::output_error::FitError;
use crate::simulation::{Fault, Hold, Settings, SimulationError, Stop};

fn parameter(name: &str, std: Option<f64>, is_at_bound: bool) -> Fitted {
    Fitted {
        name: name.to_owned(),
        unit: "kg",
        start: 1.0,
        value: 2.0,
        std,
        std_white: std,
        is_at_bound,
        is_at_limit: false,
        is_idle: false,
    }
}

fn joint(name: &str, nrmse: f64) -> FittedJoint {
    FittedJoint {
        name: name.to_owned(),
        unit: "rad",
        rmse: 0.1,
        nrmse,
        r2: 0.999,
        lag1: 0.25,
        is_still: false,
        series: Default::default(),
    }
}

fn fit() -> Fit {
    let iterate = |cost: f64| Iterate {
        values: vec![1.0],
        cost,
    };
    Fit {
        robot: "r".to_owned(),
        recordings: Vec::new(),
        samples: 10,
        parameters: vec![
            parameter("a", Some(0.1), false),
            parameter("b", Some(0.2), false),
        ],
        joints: vec![joint("q1", 0.3), joint("q2", 0.1)],
        cost: 1.0,
        ending: Ending::Converged,
        iterations: 2,
        iterates: vec![iterate(3.0), iterate(2.0), iterate(1.0)],
        intervals: 1,
        longest: 1.0,
        gap: None,
        state: InitialState::Free,
        condition: 1e4,
        dependences: Vec::new(),
        lags: 0,
        attempts: Vec::new(),
        evaluations: 1,
        stops: 0,
        last_stop: None,
        warnings: Vec::new(),
        covariance: DMatrix::zeros(0, 0),
        beginnings: Vec::new(),
    }
}

#[test]
fn warnings_say_what_to_know_before_relying_on_it() {
    assert_eq!(warnings(&fit()), [""; 0]);
    let told = |change: &dyn Fn(&mut Fit), text: &str| {
        let mut fit = fit();
        change(&mut fit);
        assert_eq!(warnings(&fit), [text]);
    };
    told(
        &|f| f.ending = Ending::Iterations,
        "the search did not converge in 2 iterations: what it found is the best so far",
    );
    told(
        &|f| f.ending = Ending::Stuck,
        "the search is stuck: no step lowers the cost, though its slope is not 0. Shorter intervals or other values to begin \
         with may help",
    );
    told(
        &|f| {
            f.parameters = vec![
                parameter("a", None, false),
                parameter("b", None, false),
                parameter("c", Some(1.0), false),
            ]
        },
        "this motion does not determine a, b: hold some of them (--free names those that are sought)",
    );
    told(
        &|f| {
            f.parameters = vec![parameter("a", None, false), parameter("b", None, false)];
            f.dependences = vec![Dependence {
                name: "b".to_owned(),
                with: vec!["a".to_owned()],
                times: None,
            }];
        },
        "this motion does not determine a, b: hold b (--free names those that are sought)",
    );
    told(
        &|f| f.parameters = vec![parameter("a", None, true), parameter("b", None, true)],
        "at a bound: a, b",
    );
    told(
        &|f| {
            f.parameters = vec![parameter("a", None, true), parameter("b", None, false)];
            f.parameters[0].is_at_limit = true;
            f.parameters[1].std = Some(0.1);
        },
        "at the end of what physics allows, so that the motion does not determine it: a",
    );
    told(
        &|f| f.condition = 12_345.6,
        "parameters are told apart badly: the condition number of the scaled derivatives is 12346",
    );
    told(
        &|f| f.joints[1].nrmse = 0.456,
        "46 % of the motion of q2 is not met: the model lacks something, or the search ended far from the best",
    );
    // Just beyond what is let be.
    told(
        &|f| f.condition = 10_001.0,
        "parameters are told apart badly: the condition number of the scaled derivatives is 10001",
    );
    told(
        &|f| f.joints[0].nrmse = 0.3001,
        "30 % of the motion of q1 is not met: the model lacks something, or the search ended far from the best",
    );
    let stops = |f: &mut Fit| {
        f.stops = 3;
        f.last_stop = Some("at 1 s".to_owned());
    };
    told(
        &stops,
        "3 trial motions ended early and were given up; the last one: at 1 s",
    );
    let mut none = fit();
    none.last_stop = Some("at 1 s".to_owned());
    assert_eq!(warnings(&none), [""; 0]);
}

#[test]
fn defaults_are_those_that_are_written_down() {
    let wanted = FitOptions {
        state: InitialState::Free,
        intervals: Vec::new(),
        continuity: false,
        hold: Hold::Last,
        iterations: 60,
        starts: 1,
        spread: 0.3,
        seed: 1,
        weightings: 2,
        settings: Settings {
            relative: 1e-8,
            absolute: 1e-9,
            ..Settings::default()
        },
    };
    assert_eq!(FitOptions::default(), wanted);
}

#[test]
fn every_refusal_says_what_would_be_right() {
    let name = || "run".to_owned();
    let stop = Stop {
        time: 0.5,
        position: vec![1.0],
        velocity: vec![2.0],
        fault: Fault::TooManySteps { steps: 9 },
    };
    for (error, text) in [
        (
            FitError::Start {
                recording: name(),
                stop: Box::new(stop),
            },
            "with the parameters to begin with the motion of run cannot be simulated: at 0.500000 s 9 steps do not reach the \
             end: allow more of them, or ask for less accuracy (positions [1.0], velocities [2.0]). Begin with values nearer \
             to the robot's, or with shorter intervals",
        ),
        (
            FitError::NoInput(name()),
            "run has no torques: what drives the robot has to be measured, or given as an input file",
        ),
        (
            FitError::Incomplete(name()),
            "run does not have the torques of all joints: a simulation needs every one",
        ),
        (
            FitError::NoParameter {
                name: name(),
                suggestion: "; a?".to_owned(),
                known: "a, b".to_owned(),
            },
            "no parameter is called run; a? (those that can be free: a, b)",
        ),
        (FitError::Twice(name()), "run is asked for twice"),
        (FitError::NothingFree, "no parameter is free"),
        (
            FitError::TooFew {
                samples: 4,
                unknowns: 7,
            },
            "4 positions do not determine 7 unknowns (parameters and states at beginnings)",
        ),
        (
            FitError::Bounds {
                name: name(),
                low: 2.0,
                high: -1.0,
            },
            "the bounds of run are 2 to -1: the first has to be below the second",
        ),
        (
            FitError::Impossible {
                name: "L_m1".to_owned(),
                low: -1.0,
            },
            "L_m1 is sought from -1, but no winding has less than 0: leave the lower bound out",
        ),
        (
            FitError::Interval(0.01),
            "an interval of 0.01 s: intervals have to be longer than five samples",
        ),
        (
            FitError::Simulation(SimulationError::Part("arm".to_owned())),
            "torques of arm are left out: a simulation needs those of all joints",
        ),
    ] {
        assert_eq!(error.to_string(), text);
    }
}
