//! Friction of joints and motors along velocities that are written down.

use std::f64::consts::TAU;

use super::super::given_file::Curve;
use super::super::law::{Extra, Law, Shape};
use super::super::place::{Place, place};
use super::super::tests::made;
use super::super::warmth::Warmth;
use super::{GivenFriction, GivenFrictionError};
use crate::estimate::Method;
use crate::identify::identify;
use crate::judge::{Finding, Judgement};
use crate::motion::{Motion, remainders};
use crate::options::{Cutoff, ProcessingOptions};
use crate::recording::{Arrays, Recording, UserColumn};
use crate::transmission::Drive;
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{ParameterKind, Robot};

fn held(place: Place, law: Law, linear: &[f64]) -> (Place, Curve) {
    (place, Curve::Law(law, linear.to_vec(), Vec::new()))
}

/// Motors of the wrist turn by `-60 q1`, `10 q1 + 50 q2` and `-8 q1 + 12 q2 + 45 q3`.
#[test]
fn friction_of_motors_is_turned_into_that_of_joints() {
    let model = abb_wrist::ROBOT.model();
    let viscous = Law::of(Shape::Viscous);
    let mut warm = place(model, 2, true);
    warm.warmth = Some(Warmth {
        reference: 30.0,
        range: [0.0; 2],
    });
    let given = GivenFriction {
        places: vec![
            held(place(model, 1, true), viscous.clone(), &[2.0]),
            held(place(model, 0, false), Law::of(Shape::Coulomb), &[3.0]),
            held(warm, viscous.with(Extra::Temperature), &[0.5, 0.25]),
        ],
    };
    let drive = Drive::of(model).expect("a transmission");
    let at = |temperature: &[f64]| {
        let mut torque = [99.0; 3];
        given
            .held()
            .torque(&drive, &[0.5, -0.25, 2.0], temperature, &mut torque);
        torque
    };
    // Motors turn with -7.5 and 83, and have frictions of -15 and 41.5.
    assert_eq!(at(&[]), [-150.0 - 332.0 + 3.0, -750.0 + 498.0, 1867.5]);
    // 4 degrees more at the last one: 83 more.
    let warmer = [-150.0 - 996.0 + 3.0, -750.0 + 1494.0, 5602.5];
    assert_eq!(at(&[20.0, 25.0, 34.0]), warmer);
}

const RATE: f64 = 200.0;
const SAMPLES: u32 = 400;

/// Both joints swing, the second one with `0.4 · TAU · 0.5 cos` at most.
fn swing() -> Arrays {
    let column = |of: &dyn Fn(f64) -> f64| (0..SAMPLES).map(|k| of(f64::from(k) / RATE)).collect();
    let position = vec![
        column(&|t| 0.3 * (TAU * 0.7 * t).sin()),
        column(&|t| 0.4 * (TAU * 0.5 * t).sin()),
    ];
    let torque = vec![column(&|t| 2.0 + t), column(&|t| 5.0 - t * t)];
    Arrays::new(RATE, position, torque)
}

fn recording(arrays: Arrays) -> Recording {
    Recording::from_arrays(double_pendulum::ROBOT.model(), arrays).expect("a recording")
}

fn options() -> ProcessingOptions {
    ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(30.0)),
        trim: Some(20),
        ..ProcessingOptions::default()
    }
}

fn of_elbow(warmth: Option<f64>) -> GivenFriction {
    let mut elbow = place(double_pendulum::ROBOT.model(), 1, false);
    elbow.warmth = warmth.map(|reference| Warmth {
        reference,
        range: [0.0; 2],
    });
    let viscous = Law::of(Shape::Viscous);
    let law = match warmth {
        Some(_) => held(elbow, viscous.with(Extra::Temperature), &[2.0, 0.5]),
        None => held(elbow, viscous, &[2.0]),
    };
    GivenFriction { places: vec![law] }
}

#[test]
fn friction_is_taken_from_torques_along_a_recording() {
    let robot = &double_pendulum::ROBOT;
    let bare = recording(Arrays {
        torque: Vec::new(),
        ..swing()
    });
    let both = vec![recording(swing()), bare.clone()];
    let found = of_elbow(None).along(robot, &both, &options());
    let found = found.expect("friction");
    assert_eq!(found.len(), 2);
    for columns in &found {
        assert_eq!(columns[0], vec![0.0; SAMPLES as usize]);
        let elbow = &columns[1];
        for k in [20, 21, 100, 233, 379] {
            let speed = 0.4 * TAU * 0.5 * (TAU * 0.5 * k as f64 / RATE).cos();
            assert!((elbow[k] - 2.0 * speed).abs() < 2e-3, "{k}: {}", elbow[k]);
        }
        // Where filters leave no velocity it is that of the nearest sample.
        assert_eq!(elbow[..20], [elbow[20]; 20]);
        assert_eq!(elbow[380..], [elbow[379]; 20]);
    }
    let less = of_elbow(None).taken_from(robot, both, &options());
    let less = less.expect("recordings");
    let before = recording(swing()).torque.expect("torques");
    let after = less[0].torque.as_ref().expect("torques");
    assert_eq!(after[0], before[0]);
    for k in 0..SAMPLES as usize {
        assert_eq!(after[1][k], before[1][k] - found[0][1][k]);
    }
    assert_eq!(less[1], bare);
}

#[test]
fn friction_by_temperature_needs_temperatures() {
    let robot = &double_pendulum::ROBOT;
    let given = of_elbow(Some(30.0));
    let cold = recording(Arrays {
        name: "monday".to_owned(),
        ..swing()
    });
    let said = |found: Result<Vec<Vec<Vec<f64>>>, GivenFrictionError>| {
        found.expect_err("a refusal").to_string()
    };
    assert_eq!(
        said(given.along(robot, &[cold], &options())),
        "the friction of elbow changes with temperature, and monday has none: give it columns of `user` that are called \
         `temperature`, or leave elbow out"
    );
    let warm = recording(Arrays {
        user: vec![UserColumn {
            name: "temperature".to_owned(),
            columns: vec![vec![99.0; SAMPLES as usize], vec![34.0; SAMPLES as usize]],
        }],
        ..swing()
    });
    let found = given.along(robot, &[warm], &options()).expect("friction");
    for k in [30, 170, 350] {
        let speed = 0.4 * TAU * 0.5 * (TAU * 0.5 * k as f64 / RATE).cos();
        // 2 + 0.5 · (34 - 30).
        assert!((found[0][1][k] - 4.0 * speed).abs() < 4e-3, "{k}");
    }
    // A place before it that needs none, and a recording before it that has them, hide nothing.
    let mut both = given.clone();
    let shoulder = place(robot.model(), 0, false);
    let law = held(shoulder, Law::of(Shape::Viscous), &[1.0]);
    both.places.insert(0, law);
    let temperature = UserColumn {
        name: "temperature".to_owned(),
        columns: vec![vec![34.0; SAMPLES as usize]; 2],
    };
    let all = ["sunday", "monday"].map(|name| {
        let user = match name {
            "sunday" => vec![temperature.clone()],
            _ => Vec::new(),
        };
        recording(Arrays {
            name: name.to_owned(),
            user,
            ..swing()
        })
    });
    let refused = said(both.along(robot, &all, &options()));
    assert!(
        refused
            .starts_with("the friction of elbow changes with temperature, and monday has none: "),
        "{refused}"
    );
    // What is measured of one of them are other rows.
    let mut rows = recording(swing());
    rows.measured = Some(Vec::new());
    let refused = of_elbow(None).along(robot, &[recording(swing()), rows], &options());
    assert_eq!(
        said(refused),
        "friction is taken from torques of joints or motors, and what is measured of double_pendulum are other rows: leave \
         it out"
    );
}

#[test]
fn a_file_is_read_by_what_it_is_called() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let read = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        let found = GivenFriction::read(&path, abb_wrist::ROBOT.model());
        found.map_err(|error| error.to_string().replace(&path.display().to_string(), name))
    };
    let table = "name,velocity,torque\nm1,-1,-2\nm1,1,2\n";
    assert_eq!(read("map.CSV", table).expect("a map").places.len(), 1);
    assert!(
        read("map.txt", table)
            .expect_err("no laws")
            .starts_with("map.txt: it is no list of laws")
    );
    // A joint and a motor of one number are two places.
    let of = |lines: &str| read("a.yaml", &format!("friction:\n{lines}"));
    let joint = "  - {joint: q1, law: none}\n";
    let motor = "  - {motor: m1, law: none}\n";
    let both = of(&format!("{joint}{motor}")).expect("laws");
    assert_eq!(both.places.len(), 2);
    let twice = of(&format!("{joint}{motor}{joint}"));
    assert_eq!(twice.expect_err("twice"), "a.yaml: `q1` stands twice");
    let nowhere = GivenFriction::read(&folder.path().join("none"), abb_wrist::ROBOT.model());
    let said = nowhere.expect_err("no file").to_string();
    assert!(
        said.starts_with("cannot read ") && said.contains("none: "),
        "{said}"
    );
}

/// The map has twice the Coulomb friction that there is: less than nothing is left of it.
#[test]
fn what_held_friction_leaves_has_any_sign() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let motor = place(model, 1, true);
    let name = |kind: fn(&ParameterKind) -> bool| {
        let mut own = motor.own.iter().map(|k| model.base[*k].representative);
        let parameter = own.find(|k| kind(&model.parameters[*k].kind));
        model.parameters[parameter.expect("friction")]
    };
    let coulomb = name(|kind| matches!(kind, ParameterKind::Coulomb(_)));
    let viscous = name(|kind| matches!(kind, ParameterKind::Viscous(_)));
    let size = coulomb.nominal.expect("a nominal value");
    let given = GivenFriction {
        places: vec![(
            motor,
            Curve::Map(vec![[-1.0, -2.0 * size], [1.0, 2.0 * size]]),
        )],
    };
    let recording = made::recording(robot, [4.0, 1e-4], 5, &|_, _| 0.0);
    let less = given.taken_from(robot, vec![recording], &ProcessingOptions::default());
    let less = less.expect("recordings");
    let found = identify(robot, less, &Method::Wls.into()).expect("an answer");
    assert_eq!(found.estimation.remainders, [coulomb.name, viscous.name]);
    let left = found.estimation.parameter(coulomb.name).expect("friction");
    let off = (left.value + size).abs();
    assert!(off < 0.02 * size, "{} for -{size}", left.value);
    assert!(found.causes.is_empty(), "{:?}", found.causes);
    let judged = Judgement::of(model, &found);
    let cannot = |finding: &Finding| matches!(finding, Finding::Impossible(_));
    assert!(!judged.findings.iter().any(cannot));
    // It says nothing of the friction of the motor.
    let estimate = found.estimation.base_estimate(model);
    let at = model.base.iter().position(|b| b.name == coulomb.name);
    assert!(!estimate.determined[at.expect("friction")]);
    let names: Vec<&String> = found.friction_held.iter().collect();
    assert_eq!(names, ["motor m2"]);
    let mut reasons = judged.reasons().into_iter();
    assert!(
        reasons.any(|said| said.contains("variance of the measured torques less held friction"))
    );
    // What the file has of a law is estimated again: nothing is held, and the whole is friction.
    let whole = GivenFriction {
        places: vec![held(place(model, 1, true), Law::of(Shape::Coulomb), &[0.0])],
    };
    let recordings = vec![made::recording(robot, [4.0, 1e-4], 5, &|_, _| 0.0)];
    let less = whole.taken_from(robot, recordings.clone(), &ProcessingOptions::default());
    let less = less.expect("recordings");
    // That a law was given is known all the same.
    for (recordings, held) in [(recordings, false), (less.clone(), true)] {
        let found = identify(robot, recordings, &Method::Wls.into()).expect("an answer");
        assert_eq!(!found.friction_held.is_empty(), held);
    }
    let options = ProcessingOptions::default();
    let motion = Motion::of(less[0].clone(), &options, model);
    assert!(remainders(&[motion.expect("a motion")], model).is_empty());
}
