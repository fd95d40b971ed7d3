//! Faults of the wrist, whose motors turn by `-60 q1`, `10 q1 + 50 q2` and `-8 q1 + 12 q2 + 45 q3`, and of a SCARA, whose third
//! joint slides.

use nalgebra::DMatrix;

use super::{Gain, biases, candidates, gains, same};
use crate::diagnose::change::{Change, Fault};
use crate::diagnose::quantity::Quantity;
use crate::transmission::Drive;
use armwright_robots::{abb_wrist, double_pendulum, scara};
use armwright_runtime::{Model, Robot, Side};

fn of(model: &Model) -> Vec<(Fault, Change)> {
    let drive = Drive::of(model).expect("a transmission");
    candidates(model, &drive)
}

fn change(all: &[(Fault, Change)], fault: &Fault) -> Change {
    let found = all.iter().find(|(known, _)| known == fault);
    found.unwrap_or_else(|| panic!("{fault:?}")).1.clone()
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// `G⁻¹ D G` and `Gᵀ D G⁻ᵀ`.
fn turned(by: &[f64; 9]) -> [DMatrix<f64>; 2] {
    let g = DMatrix::from_row_slice(3, 3, &[-60.0, 0.0, 0.0, 10.0, 50.0, 0.0, -8.0, 12.0, 45.0]);
    let inverse = g.clone().try_inverse().expect("an inverse");
    let by = DMatrix::from_row_slice(3, 3, by);
    [
        &inverse * &by * &g,
        g.transpose() * &by * inverse.transpose(),
    ]
}

fn near(a: &DMatrix<f64>, b: &DMatrix<f64>) -> bool {
    (a - b).amax() < 1e-9 * b.amax()
}

#[test]
fn faults_of_motors_are_undone_through_the_transmission() {
    let all = of(abb_wrist::ROBOT.model());
    let none = Change::none(3);
    let flipped = [1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 1.0];
    let exchanged = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0];
    for (quantity, moved) in [
        (Quantity::Position, [true, false]),
        (Quantity::Torque, [false, true]),
        (Quantity::Both, [true, true]),
    ] {
        let sign = Fault::Sign {
            quantity,
            of: names(&["m2"]),
        };
        let swapped = Fault::Swapped {
            quantity,
            of: ["m2".to_owned(), "m3".to_owned()],
        };
        for (fault, by) in [(sign, flipped), (swapped, exchanged)] {
            let found = change(&all, &fault);
            let [position, torque] = turned(&by);
            let expected =
                |moved: bool, to: DMatrix<f64>| if moved { to } else { DMatrix::identity(3, 3) };
            assert!(
                near(&found.position, &expected(moved[0], position)),
                "{fault:?}"
            );
            assert!(
                near(&found.torque, &expected(moved[1], torque)),
                "{fault:?}"
            );
            assert_eq!(
                (found.offset, found.lag, found.speed, found.gravity),
                (none.offset.clone(), 0.0, 1.0, 1.0)
            );
        }
    }
    // A joint's own sign is another fault than that of its motor; motors, where torque is measured, stand first.
    let of_joint = Fault::Sign {
        quantity: Quantity::Torque,
        of: names(&["q2"]),
    };
    let found = change(&all, &of_joint);
    assert_eq!(found.torque, DMatrix::from_row_slice(3, 3, &flipped));
    let place = |wanted: &Fault| all.iter().position(|(fault, _)| fault == wanted);
    let of_motor = Fault::Sign {
        quantity: Quantity::Torque,
        of: names(&["m2"]),
    };
    assert!(place(&of_motor) < place(&of_joint));
    // The first joint has a motor of its own alone in torque; in position its motor moves others, too.
    let units = |of: &str, factor: f64| Fault::Factor {
        quantity: Quantity::Position,
        of: names(&[of]),
        factor,
    };
    let [gear, _] = turned(&[1.0, 0.0, 0.0, 0.0, 50.0, 0.0, 0.0, 0.0, 1.0]);
    assert!(near(&change(&all, &units("m2", 50.0)).position, &gear));
    let [back, _] = turned(&[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0 / 45.0]);
    assert!(near(
        &change(&all, &units("m3", 1.0 / 45.0)).position,
        &back
    ));
    assert!(change(&all, &units("q3", 45.0)).position[(2, 2)] == 45.0);
    // A motor that turns against its joint is no slower for that.
    assert!(change(&all, &units("q1", 60.0)).position[(0, 0)] == 60.0);
    // No two are the same.
    for (k, (fault, one)) in all.iter().enumerate() {
        let size = [one.position.amax(), one.torque.amax()];
        assert!(
            all[..k].iter().all(|(_, other)| !same(one, size, other)),
            "{fault:?}"
        );
    }
}

#[test]
fn units_offsets_times_and_gravity_are_tried() {
    let model = Model {
        transmission: &[],
        motors: &[],
        ..*scara::ROBOT.model()
    };
    let all = of(&model);
    let name = |k: usize| vec![model.joints[k].name.to_owned()];
    let degree = std::f64::consts::PI / 180.0;
    let factor = |of: Vec<String>, factor: f64| Fault::Factor {
        quantity: Quantity::Position,
        of,
        factor,
    };
    let diagonal =
        |values: [f64; 4]| DMatrix::from_diagonal(&nalgebra::DVector::from_row_slice(&values));
    // What slides is in metres or millimetres, not in degrees.
    for f in [degree, 1.0 / degree, std::f64::consts::TAU] {
        let found = change(&all, &factor(Vec::new(), f));
        assert_eq!(found.position, diagonal([f, f, 1.0, f]));
        assert!(found.torque.is_identity(0.0));
    }
    assert_eq!(
        change(&all, &factor(name(2), 1e-3)).position,
        diagonal([1.0, 1.0, 1e-3, 1.0])
    );
    assert_eq!(
        change(&all, &factor(name(2), 1e3)).position,
        diagonal([1.0, 1.0, 1e3, 1.0])
    );
    assert_eq!(
        change(&all, &factor(name(1), degree)).position,
        diagonal([1.0, degree, 1.0, 1.0])
    );
    assert_eq!(
        change(&all, &factor(name(1), 1.0 / degree)).position,
        diagonal([1.0, 1.0 / degree, 1.0, 1.0])
    );
    let offset = |k: usize, degrees: f64| Fault::Offset {
        of: model.joints[k].name.to_owned(),
        degrees,
        first: k == 0,
    };
    for degrees in [90.0, -90.0, 180.0] {
        let found = change(&all, &offset(3, degrees));
        assert_eq!(found.offset.as_slice(), [0.0, 0.0, 0.0, degrees * degree]);
        assert!(!all.iter().any(|(fault, _)| *fault == offset(2, degrees)));
    }
    let found = change(&all, &offset(0, 90.0)).offset;
    assert_eq!(found.as_slice(), [90.0 * degree, 0.0, 0.0, 0.0]);
    // Times that are a thousand times too long make speeds a thousandth.
    for (f, speed) in [
        (1e3, 1e-3),
        (1e-9, 1e9),
        (60.0, 1.0 / 60.0),
        (0.5, 2.0),
        (0.1, 10.0),
    ] {
        let found = change(&all, &Fault::Time { factor: f });
        assert!((found.speed / speed - 1.0).abs() < 1e-12 && found.gravity == 1.0);
    }
    for factor in [-1.0, 0.0] {
        let found = change(&all, &Fault::Gravity { factor });
        assert_eq!((found.gravity, found.speed), (factor, 1.0));
    }
    let twist = |k: usize| Fault::Twist {
        of: model.joints[k].name.to_owned(),
    };
    let found = change(&all, &twist(1));
    let opposite = diagonal([1.0, -1.0, -1.0, -1.0]);
    assert_eq!([found.position, found.torque], [opposite.clone(), opposite]);
    let found = change(&all, &twist(2));
    assert_eq!(found.torque, diagonal([1.0, 1.0, -1.0, -1.0]));
    // Of the first it is all of them, of the last its own sign.
    assert!(
        !all.iter()
            .any(|(fault, _)| [twist(0), twist(3)].contains(fault))
    );
    let all_signs = Fault::Sign {
        quantity: Quantity::Both,
        of: Vec::new(),
    };
    assert_eq!(
        change(&all, &all_signs).position,
        -DMatrix::<f64>::identity(4, 4)
    );
}

/// A nut that a motor turns slides a quill: its angle may be in degrees as all others are.
#[test]
fn units_of_motors_are_those_of_angles() {
    let all = of(scara::ROBOT.model());
    let degree = std::f64::consts::PI / 180.0;
    let fault = Fault::Factor {
        quantity: Quantity::Position,
        of: Vec::new(),
        factor: degree,
    };
    let found = change(&all, &fault).position;
    assert!(near(&found, &(DMatrix::identity(4, 4) * degree)), "{found}");
}

#[test]
fn a_robot_of_two_joints_has_so_many_faults() {
    let all = of(double_pendulum::ROBOT.model());
    let count = |wanted: fn(&Fault) -> bool| all.iter().filter(|(fault, _)| wanted(fault)).count();
    let counts = [
        count(|f| matches!(f, Fault::Sign { .. })),
        count(|f| matches!(f, Fault::Swapped { .. })),
        count(|f| matches!(f, Fault::Factor { .. })),
        count(|f| matches!(f, Fault::Offset { .. })),
        count(|f| matches!(f, Fault::Time { .. })),
        count(|f| matches!(f, Fault::Gravity { .. })),
        count(|f| matches!(f, Fault::Twist { .. })),
    ];
    // Three quantities of two joints and of both; degrees, radians and turns of both, degrees and radians of each.
    assert_eq!(counts, [9, 3, 7, 6, 12, 2, 0]);
    assert_eq!(all.len(), 39);
    // The likeliest first: signs of torques.
    let first = Fault::Sign {
        quantity: Quantity::Torque,
        of: names(&["shoulder"]),
    };
    assert_eq!(all[0].0, first);
}

#[test]
fn changes_are_the_same_but_for_rounding() {
    let one = Change::none(2);
    let with = |change: fn(&mut Change)| {
        let mut other = Change::none(2);
        change(&mut other);
        same(&one, [1.0, 1.0], &other)
    };
    assert!(
        with(|_| {})
            && with(|c| c.position[(0, 1)] = 0.9e-9)
            && with(|c| c.torque[(1, 1)] -= 0.9e-9)
    );
    assert!(!with(|c| c.position[(0, 1)] = -1.1e-9) && !with(|c| c.torque[(1, 0)] = 1.1e-9));
    assert!(
        !with(|c| c.offset[1] = 1e-20) && !with(|c| c.speed = 2.0) && !with(|c| c.gravity = -1.0)
    );
    let mut large = Change::none(2);
    large.torque[(1, 0)] = 5e-9;
    assert!(same(&one, [1.0, 10.0], &large) && !same(&one, [10.0, 1.0], &large));
}

/// The torque of a motor alone becomes so many times what it was.
#[test]
fn factors_of_torques_are_those_of_what_was_measured() {
    let drive = Drive::of(abb_wrist::ROBOT.model()).expect("a transmission");
    let all: Vec<Gain> = gains(abb_wrist::ROBOT.model(), &drive);
    let said: Vec<Vec<String>> = all.iter().map(|gain| gain.of.clone()).collect();
    assert_eq!(
        said,
        [names(&["m1"]), names(&["m2"]), names(&["m3"]), Vec::new()]
    );
    let found = all[1].change(2.5);
    let [_, torque] = turned(&[1.0, 0.0, 0.0, 0.0, 2.5, 0.0, 0.0, 0.0, 1.0]);
    assert!(near(&found.torque, &torque) && found.keeps_columns());
    assert_eq!(
        all[3].change(0.5).torque,
        DMatrix::<f64>::identity(3, 3) * 0.5
    );
    let pendulum = Drive::of(double_pendulum::ROBOT.model()).expect("a transmission");
    let all = gains(double_pendulum::ROBOT.model(), &pendulum);
    let first = all[0].change(3.0).torque;
    assert_eq!(first, DMatrix::from_row_slice(2, 2, &[3.0, 0.0, 0.0, 1.0]));
    assert_eq!((all[0].of.clone(), all.len()), (names(&["shoulder"]), 3));
}

/// One of a motor's torque makes of the joints' its row of the transmission; what slides has a force, but not the motor that drives it.
#[test]
fn constants_of_torques_are_those_of_what_was_measured() {
    let of = |model: &Model| -> Vec<(String, &'static str, Vec<f64>)> {
        let drive = Drive::of(model).expect("a transmission");
        let all = biases(model, &drive).into_iter();
        let each = all.map(|bias| {
            let made = bias.change(2.0).constant.as_slice().to_vec();
            (bias.of, bias.unit, made)
        });
        each.collect()
    };
    let wrist = of(abb_wrist::ROBOT.model());
    let rows = [[-120.0, 0.0, 0.0], [20.0, 100.0, 0.0], [-16.0, 24.0, 90.0]];
    for ((found, name), row) in wrist.iter().zip(["m1", "m2", "m3"]).zip(rows) {
        assert_eq!(*found, (name.to_owned(), "N·m", row.to_vec()));
    }
    let said = |model: &Model| -> Vec<(String, &'static str)> {
        let all = of(model).into_iter();
        all.map(|(of, unit, _)| (of, unit)).collect()
    };
    let named = |names: [&str; 4], third: &'static str| {
        [0, 1, 2, 3].map(|k| (names[k].to_owned(), if k == 2 { third } else { "N·m" }))
    };
    let motors = ["m1", "m2", "nut", "spline"];
    assert_eq!(said(scara::ROBOT.model()), named(motors, "N·m"));
    let direct = Model {
        transmission: &[],
        motors: &[],
        ..*scara::ROBOT.model()
    };
    assert_eq!(said(&direct), named(["q1", "q2", "q3", "q4"], "N"));
}

/// Motors without names have those of joints.
#[test]
fn factors_are_of_joints_where_their_torques_were_measured() {
    let wrist = abb_wrist::ROBOT.model();
    let second = |model: &Model| {
        let drive = Drive::of(model).expect("a transmission");
        let all = gains(model, &drive);
        (all[1].of.clone(), all[1].change(2.5).torque)
    };
    let own = [1.0, 0.0, 0.0, 0.0, 2.5, 0.0, 0.0, 0.0, 1.0];
    let at_joints = Model {
        side: Side::Joint,
        ..*wrist
    };
    let joint = DMatrix::from_row_slice(3, 3, &own);
    assert_eq!(second(&at_joints), (names(&["q2"]), joint));
    let unnamed = Model {
        motors: &[],
        ..*wrist
    };
    let (of, torque) = second(&unnamed);
    assert!(of == names(&["q2"]) && near(&torque, &turned(&own)[1]));
}
