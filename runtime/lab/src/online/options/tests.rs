//! Which options are refused, each just beyond its boundary, and taken on it.

use super::{ReplayError, ReplayOptions, Window, checked};
use crate::recording::{Arrays, Recording};
use armwright_robots::double_pendulum;
use armwright_runtime::{EvaluationError, Inputs, Model, Quantity, Robot, Torque};

fn recording() -> Recording {
    let column = |k: u32| (0..400).map(|i| (0.05 * f64::from(i + k)).sin()).collect();
    let two = |k: u32| vec![column(k), column(k + 7)];
    let arrays = Arrays::new(200.0, two(0), two(20));
    Recording::from_arrays(double_pendulum::ROBOT.model(), arrays).expect("a recording")
}

fn options() -> ReplayOptions {
    ReplayOptions::new(vec![0.0; double_pendulum::ROBOT.model().base.len()])
}

#[test]
fn defaults_are_those_that_are_written_down() {
    let options = options();
    assert_eq!((options.rate, options.gate), (100.0, [0.95, 0.9]));
    assert_eq!(
        (options.noise, options.doubt, options.excitation),
        (0.05, 1.0, 0.3)
    );
    assert_eq!((options.time_constant, options.memory), (None, None));
    assert_eq!(options.window, Window::Fifty);
    assert!(checked(&double_pendulum::ROBOT, &recording(), &options).is_ok());
}

/// Steps of time that are no binary fractions make a rate that is none of people's.
#[test]
fn the_rate_of_a_recording_is_said_and_taken_without_its_rounding() {
    for rate in [199.999_999_999_999_97, 200.000_000_000_000_03] {
        let recording = Recording {
            rate,
            name: "slow.csv".to_owned(),
            ..recording()
        };
        let at = |rate: f64| {
            let options = ReplayOptions { rate, ..options() };
            checked(&double_pendulum::ROBOT, &recording, &options)
        };
        assert!(at(200.0).is_ok(), "{rate}");
        let refused = at(250.0).expect_err("too fast").to_string();
        let wanted = "at most the 200 Hz of the recording slow.csv";
        assert!(refused.ends_with(wanted), "{refused}");
    }
}

/// Times with four decimals make 299.9995 Hz of 300, and two rows of 70 Hz are 0.028571 s when they are written down.
#[test]
fn what_is_written_down_is_taken() {
    let at = |recorded: f64, rate: f64, time_constant: Option<f64>| {
        let recording = Recording {
            rate: recorded,
            name: "run.csv".to_owned(),
            ..recording()
        };
        let options = ReplayOptions {
            rate,
            time_constant,
            ..options()
        };
        let found = checked(&double_pendulum::ROBOT, &recording, &options);
        found.map_err(|error| error.to_string())
    };
    assert_eq!(at(299.9995, 300.0, None), Ok(()));
    assert_eq!(at(70.0, 50.0, Some(0.028571)), Ok(()));
    for (recorded, said) in [
        (299.9995, "at least 0.0066667 s, two rows of the recording"),
        (
            100.000_000_000_000_01,
            "at least 0.02 s, two rows of the recording",
        ),
        (99.97, "at least 0.020006 s, two rows of the recording"),
    ] {
        let refused = at(recorded, 50.0, Some(0.001)).expect_err("too short");
        assert!(refused.ends_with(said), "{refused}");
    }
    let refused = at(299.9995, 301.0, None).expect_err("too fast");
    assert!(
        refused.ends_with("at most the 300 Hz of the recording run.csv"),
        "{refused}"
    );
}

#[test]
fn each_setting_has_its_boundary() {
    type Change = fn(&mut ReplayOptions, f64);
    /// Its name, what is right, how it is set, and values of which some are taken and others not.
    type Setting<'a> = (&'a str, &'a str, Change, &'a [f64], &'a [f64]);
    let settings: [Setting<'_>; 9] = [
        (
            "the time constant",
            "at least 0.01 s, two rows of the recording",
            |o, x| o.time_constant = Some(x),
            &[0.01, 10.0],
            &[0.0099, 0.0, -1.0, f64::NAN, f64::INFINITY],
        ),
        (
            "the rate of learning",
            "positive, and at most the 200 Hz of the recording recording",
            |o, x| o.rate = x,
            &[1.0, 200.0],
            &[0.0, -1.0, 200.5, f64::NAN],
        ),
        (
            "the R² that opens the gate",
            "between 0 and 1",
            |o, x| o.gate = [x, -1.0],
            &[1e-6, 1.0],
            &[0.0, 1.001, f64::NAN],
        ),
        (
            "the R² that closes the gate",
            "at most the 0.95 that opens it",
            |o, x| o.gate[1] = x,
            &[0.95, -3.0],
            &[0.951, f64::NAN],
        ),
        (
            "the noise",
            "a positive share of the torque",
            |o, x| o.noise = x,
            &[1e-6, 2.0],
            &[0.0, -0.1, f64::INFINITY],
        ),
        (
            "a base parameter to begin with",
            "finite",
            |o, x| o.nominal[1] = x,
            &[-1e6, 0.0],
            &[f64::NAN, f64::NEG_INFINITY],
        ),
        (
            "the doubt",
            "a positive multiple",
            |o, x| o.doubt = x,
            &[1e-6, 1e3],
            &[0.0, -0.1, f64::INFINITY],
        ),
        (
            "the memory",
            "more than one sample",
            |o, x| o.memory = Some(x),
            &[1.001, f64::INFINITY],
            &[1.0, 0.0, f64::NAN],
        ),
        (
            "the excitation",
            "between 0 and 1",
            |o, x| o.excitation = x,
            &[0.0, 1.0],
            &[-0.001, 1.001, f64::NAN],
        ),
    ];
    let recording = recording();
    for (name, right, change, good, bad) in settings {
        let with = |x: f64| {
            let mut options = options();
            change(&mut options, x);
            checked(&double_pendulum::ROBOT, &recording, &options)
        };
        for x in good {
            assert!(with(*x).is_ok(), "{name} {x}");
        }
        for x in bad {
            match with(*x) {
                Err(ReplayError::Setting {
                    what,
                    value,
                    wanted,
                }) => {
                    assert_eq!((what, wanted.as_str()), (name, right));
                    assert!(
                        value == *x || (value.is_nan() && x.is_nan()),
                        "{value} for {x}"
                    );
                }
                other => panic!("{name} {x}: {other:?}"),
            }
        }
    }
    // Of several that are wrong the first is told.
    let mut wrong = options();
    (wrong.excitation, wrong.doubt, wrong.noise) = (2.0, 0.0, 0.0);
    let refused = checked(&double_pendulum::ROBOT, &recording, &wrong);
    assert_eq!(
        refused.expect_err("three are wrong").to_string(),
        "the noise is 0; it has to be a positive share of the torque"
    );
    let mut without = recording.clone();
    without.torque = None;
    let refused = checked(&double_pendulum::ROBOT, &without, &options());
    assert!(
        matches!(refused, Err(ReplayError::NoTorque(_))),
        "{refused:?}"
    );
}

/// A robot that is refused or taken before anything is asked of it.
struct Described(Model, &'static [Torque]);

impl Robot for Described {
    fn model(&self) -> &Model {
        &self.0
    }

    fn left_out(&self) -> &[Torque] {
        self.1
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        _: &Inputs<'_>,
        _: &mut [f64],
    ) -> Result<(), EvaluationError> {
        Err(EvaluationError::NotGenerated(quantity))
    }
}

#[test]
fn robots_whose_parameters_are_not_those_of_all_torques_alone_are_refused() {
    const SECOND: [Torque; 1] = [Torque::joint(1)];
    let still = *double_pendulum::ROBOT.model();
    let moving = Model {
        bodies: &["base", "upper", "lower"],
        ..still
    };
    let of_rows = |model: Model| Model {
        base_of_torque: false,
        ..model
    };
    let (recording, options) = (recording(), options());
    let taken = |model: Model, left_out: &'static [Torque]| {
        let found = checked(&Described(model, left_out), &recording, &options);
        match found {
            Ok(()) => true,
            Err(ReplayError::NotOfTorque(name)) if name == model.name => false,
            Err(other) => panic!("{other}"),
        }
    };
    assert!(taken(still, &[]));
    assert!(!taken(moving, &[]));
    assert!(!taken(of_rows(still), &[]));
    assert!(!taken(of_rows(moving), &[]));
    assert!(!taken(still, &SECOND));
}

#[test]
fn base_parameters_to_begin_with_are_as_many_as_the_robot_has() {
    let Model { name, base, .. } = *double_pendulum::ROBOT.model();
    let b = base.len();
    for found in [1, b + 1, 70] {
        let options = ReplayOptions::new(vec![0.1; found]);
        let refused = checked(&double_pendulum::ROBOT, &recording(), &options);
        assert_eq!(
            refused.expect_err("not as many").to_string(),
            format!("{found} base parameters to begin with, where {name} has {b}")
        );
    }
}

#[test]
fn recordings_without_some_torques_are_refused() {
    let mut some = recording();
    some.left_out = vec![Torque::joint(1)];
    some.name = "monday".to_owned();
    let refused = checked(&double_pendulum::ROBOT, &some, &options());
    match refused {
        Err(ReplayError::NoTorque(name)) => assert_eq!(name, "monday"),
        other => panic!("{other:?}"),
    }
}
