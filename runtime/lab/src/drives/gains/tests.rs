//! Gains of drives from recordings without noise, and loads that cannot be.

use nalgebra::{DMatrix, DVector};

use super::{DriveOptions, KnownLoad, checked, drive_gains, gains, start};
use crate::experiment::{Random, Sensors, designed, simulate};
use crate::numeric::Decomposition;
use crate::options::{Cutoff, List, ProcessingOptions};
use crate::output_error::by_hand::Described;
use crate::parameters::{base_matrix, nominal, standard};
use crate::recording::{Cause, Recording, Remark};
use crate::regression::Equations;
use crate::together::{Carried, Factors, Fit, Offsets, Plan, Scatter, both, carrier};
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::{Measured, Model, ParameterKind, Robot, Side};

/// Mass, centre and inertia about it, in the frame of the body that carries it.
const LOAD: [f64; 10] = [
    2.5, 0.13, -0.02, 0.05, 0.01, 0.001, 0.0, 0.012, -0.001, 0.008,
];
/// Torque for each unit of what is recorded, and what is shown where there is no torque, without and with the load.
const FACTORS: [f64; 2] = [0.8, 12.5];
const OFFSETS: [[f64; 2]; 2] = [[0.5, -0.25], [-1.5, 0.125]];

fn recorded(loaded: usize, offsets: [[f64; 2]; 2], noise: f64, seed: u64) -> Vec<Recording> {
    let (model, mut random) = (ROBOT.model(), Random::new(seed));
    let path = designed(model, 5.0, 5.0, &mut random);
    let sensors = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: noise,
    };
    let mut theta = nominal(model);
    for (value, parameter) in theta.iter_mut().zip(model.parameters) {
        if let ParameterKind::Inertial { body: 1, component } = parameter.kind {
            *value += loaded as f64 * standard(LOAD)[component.at()];
        }
    }
    let made = simulate(&ROBOT, &theta, &path, 200.0, &sensors, &mut random);
    let mut made = made.expect("a simulation");
    for (k, column) in made.torque.iter_mut().enumerate() {
        column
            .iter_mut()
            .for_each(|tau| *tau = *tau / FACTORS[k] + offsets[loaded][k]);
    }
    vec![made.recording().expect("a recording")]
}

fn options(offsets: Offsets) -> DriveOptions {
    DriveOptions {
        processing: ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(25.0)),
            decimate: Some(List(vec![4])),
            trim: Some(25),
            ..ProcessingOptions::default()
        },
        offsets,
    }
}

fn truth() -> DVector<f64> {
    base_matrix(ROBOT.model()) * DVector::from_vec(nominal(ROBOT.model()))
}

/// Without noise linear least squares has all of it: base parameters, signals for each unit of torque, offsets of signals.
#[test]
fn the_iteration_begins_where_signals_without_noise_have_it() {
    let model = ROBOT.model();
    let b = model.base.len();
    for (kind, offsets, shown) in [
        (Offsets::None, [[0.0; 2]; 2], vec![]),
        (Offsets::Common, [OFFSETS[0]; 2], OFFSETS[0].to_vec()),
        (Offsets::Each, OFFSETS, OFFSETS.concat()),
    ] {
        let options = options(kind);
        let motions = both(
            &ROBOT,
            recorded(0, offsets, 0.0, 1),
            recorded(1, offsets, 0.0, 2),
            &options.processing,
        );
        let motions = motions.expect("motions");
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let body = carrier(model, "lower").expect("a body");
        let factors = Factors::of(&equations, &motions.all, Some(body)).expect("factors");
        let plan = Plan {
            base: b,
            rows: 2,
            load: Carried::Known(standard(LOAD)),
            loaded: motions.loaded(),
            gains: true,
            offsets: kind,
        };
        let x = start(&factors, &plan, &standard(LOAD));
        assert_eq!(x.len(), b + 2 + shown.len());
        for (found, expected) in x.iter().zip(truth().iter()) {
            assert!(
                (found - expected).abs() < 0.01 * truth().amax(),
                "{kind:?}: {x}"
            );
        }
        for k in 0..2 {
            assert!((x[b + k] * FACTORS[k] - 1.0).abs() < 0.01, "{kind:?}: {x}");
        }
        for (k, expected) in shown.iter().enumerate() {
            assert!(
                (x[b + 2 + k] - expected).abs() < 0.01 * expected.abs().max(0.5),
                "{kind:?}: {x}"
            );
        }
    }
}

#[test]
fn gains_are_told_with_their_deviations() {
    let load = KnownLoad {
        body: "lower".to_owned(),
        physical: LOAD,
    };
    let remark = Remark::NothingUsed {
        file: "spare.csv".to_owned(),
    };
    let made = |noise: f64| {
        let (mut empty, loaded) = (
            recorded(0, OFFSETS, noise, 1),
            recorded(1, OFFSETS, noise, 2),
        );
        // One that is there twice.
        empty[0].remarks.push(remark.clone());
        empty.push(empty[0].clone());
        drive_gains(&ROBOT, empty, loaded, &load, &options(Offsets::Each))
    };
    let found = made(0.01).expect("gains");
    assert_eq!(found.remarks, [format!("simulation: {remark}")]);
    let why: Vec<&Cause> = found.repairs.iter().map(|repair| &repair.why).collect();
    assert_eq!(why, [&Cause::SameAs("simulation".to_owned())]);
    assert_eq!(
        (found.robot.as_str(), found.body.as_str()),
        ("double_pendulum", "lower")
    );
    let names: Vec<&str> = found
        .drives
        .iter()
        .map(|drive| drive.drive.as_str())
        .collect();
    assert_eq!(names, ["shoulder", "elbow"]);
    for (drive, expected) in found.drives.iter().zip(FACTORS) {
        let (factor, std) = drive.factor.zip(drive.std).expect("a factor");
        assert!(
            (factor - expected).abs() < 5.0 * std && std < 0.1 * expected,
            "{drive:?}"
        );
        let relative = drive.relative.expect("a share");
        assert!((relative * factor / std - 1.0).abs() < 1e-9, "{drive:?}");
    }
    assert!(found.weighed.iter().all(|row| row.unit == "as read"));
    assert_eq!(found.parameters.len(), ROBOT.model().base.len());
    for (p, expected) in found.parameters.iter().zip(truth().iter()) {
        let (value, std) = p.value.zip(p.std).expect("a value");
        assert!((value - expected).abs() < 5.0 * std, "{p:?}");
    }
}

/// Signals of 0.5 and -2 a unit of torque, with deviations of an eighth and of a quarter of that; a fifth is enough.
#[test]
fn a_gain_that_is_not_known_well_is_not_told() {
    let model = ROBOT.model();
    let options = options(Offsets::Each);
    let motions = both(
        &ROBOT,
        recorded(0, OFFSETS, 0.01, 1),
        recorded(1, OFFSETS, 0.01, 2),
        &options.processing,
    );
    let motions = motions.expect("motions");
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let body = carrier(model, "lower").expect("a body");
    let factors = Factors::of(&equations, &motions.all, Some(body)).expect("factors");
    let plan = Plan {
        base: model.base.len(),
        rows: 2,
        load: Carried::Known(standard(LOAD)),
        loaded: motions.loaded(),
        gains: true,
        offsets: Offsets::Each,
    };
    let begun = start(&factors, &plan, &standard(LOAD));
    let mut fit = Fit::of(&factors, &plan, begun, None).expect("a fit");
    let (first, p) = (plan.of_gains().start, plan.unknowns());
    (fit.x[first], fit.x[first + 1]) = (0.5, -2.0);
    let mut scatter = Scatter {
        covariance: DMatrix::zeros(p, p),
        freedom: Vec::new(),
        apart: None,
    };
    scatter.covariance[(first, first)] = 0.0625 * 0.0625;
    scatter.covariance[(first + 1, first + 1)] = 0.5 * 0.5;
    // Where nothing shows one of the unknowns.
    let mut told = |hidden: usize| {
        let mut shown = DMatrix::<f64>::identity(p, p);
        shown[(hidden, hidden)] = 0.0;
        fit.spectrum = Decomposition::of(&shown);
        let found = gains(&equations, &plan, &fit, &scatter).into_iter();
        let each = found.map(|drive| (drive.factor, drive.std, drive.relative));
        each.collect::<Vec<_>>()
    };
    let (well, badly) = (
        (Some(2.0), Some(0.25), Some(0.125)),
        (None, None, Some(0.25)),
    );
    let none = (None, None, None);
    assert_eq!(told(0), [well, badly]);
    assert_eq!(told(first), [none, badly]);
    assert_eq!(told(first + 1), [well, none]);
    // A current that counts the other way has a factor below zero, and no such deviation.
    fit.x[first] = -0.5;
    fit.spectrum = Decomposition::of(&DMatrix::<f64>::identity(p, p));
    let found = &gains(&equations, &plan, &fit, &scatter)[0];
    assert_eq!(
        (found.factor, found.std, found.relative),
        (Some(-2.0), Some(0.25), Some(0.125))
    );
    // A fifth itself is enough.
    scatter.covariance[(first, first)] = 0.1 * 0.1;
    let found = &gains(&equations, &plan, &fit, &scatter)[0];
    assert_eq!(
        (found.factor, found.std, found.relative),
        (Some(-2.0), Some(0.4), Some(0.2))
    );
}

/// Rows are those of the robot, or of a recording with the load or without it.
#[test]
fn rows_of_something_else_have_no_gains() {
    let sensed = Described(Model {
        measured: &[Measured {
            name: "power",
            unit: "W",
        }],
        base_of_torque: false,
        ..*ROBOT.model()
    });
    let load = KnownLoad {
        body: "lower".to_owned(),
        physical: LOAD,
    };
    let plain = |loaded: usize| recorded(loaded, OFFSETS, 0.01, 1);
    let rows = |loaded: usize| {
        let mut recordings = plain(loaded);
        recordings[0].measured = recordings[0].torque.take();
        recordings
    };
    let of: [(&dyn Robot, _, _); 3] = [
        (&sensed, plain(0), plain(1)),
        (&ROBOT, rows(0), plain(1)),
        (&ROBOT, plain(0), rows(1)),
    ];
    for (robot, empty, loaded) in of {
        let refused = drive_gains(robot, empty, loaded, &load, &options(Offsets::Each));
        assert_eq!(
            refused.expect_err("other rows").to_string(),
            "double_pendulum is identified by what its file says is measured, and gains are those of the torques of all \
             drives: record these, and use a file with `measure: [torque]`"
        );
    }
}

#[test]
fn a_load_that_cannot_be_is_refused() {
    let of = |change: fn(&mut [f64; 10])| {
        let mut load = KnownLoad {
            body: "lower".to_owned(),
            physical: LOAD,
        };
        change(&mut load.physical);
        checked(&load).map_err(|error| error.to_string())
    };
    assert_eq!(of(|_| {}), Ok(standard(LOAD)));
    let said = |found: Result<[f64; 10], String>| found.expect_err("a refusal");
    let text = said(of(|x| x[9] = f64::NAN));
    assert!(
        text.contains("lower") && text.ends_with("has values that are no finite numbers"),
        "{text}"
    );
    for mass in [0.0, -1.5] {
        let text = said(match mass {
            0.0 => of(|x| x[0] = 0.0),
            _ => of(|x| x[0] = -1.5),
        });
        assert!(
            text.ends_with(&format!("has a mass of {mass} kg, which is none")),
            "{text}"
        );
    }
    assert!(of(|x| x[0] = 1e-9).is_ok());
}
