//! What is said of a result, sentence by sentence.

mod found;

use super::super::options::InitialState;
use super::FitOptions;
use crate::output_error::FitError;
use crate::simulation::{Fault, Hold, Settings, SimulationError, Stop};

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
        lacks: true,
        windings: Vec::new(),
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
            FitError::Currents("m1, m2".to_owned()),
            "intervals cannot be joined where windings have an inductance (m1, m2): the current would begin anew in each of them, and \
             they would be no one motion. Leave them apart and much longer than L/R, or simulate whole recordings",
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
