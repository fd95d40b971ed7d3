//! Recordings from arrays, and parts of recordings.

use super::near;
use crate::options::ProcessingOptions;
use crate::recording::{
    Arrays, BaseMotion, Cause, Channel, Contact, Contacts, Further, Recording, RecordingError,
    SecondPosition, UserColumn, one,
};
use crate::regression::by_hand::MODEL;
use armwright_runtime::{Measured, Model, Side, Torque};

fn column(x: f64, step: f64) -> Vec<f64> {
    (0..15).map(|k| x + step * f64::from(k)).collect()
}

fn pair(x: f64, step: f64) -> Vec<Vec<f64>> {
    vec![column(x, step), column(2.0 * x, -step)]
}

fn user(name: &str, columns: Vec<Vec<f64>>) -> UserColumn {
    let name = name.to_owned();
    UserColumn { name, columns }
}

fn contacts() -> Contacts {
    Contacts {
        places: vec![Contact {
            body: 1,
            at: [0.1, 0.2, 0.3],
            own_axes: true,
            of_world: true,
        }],
        wrenches: (0..6).map(|i| column(f64::from(i), 0.5)).collect(),
    }
}

fn base() -> BaseMotion {
    BaseMotion {
        columns: (0..6).map(|i| column(10.0 + f64::from(i), 0.25)).collect(),
        at: [0.3, 0.2, 0.1],
        rpy: [0.4, 0.5, 0.6],
        delay: 0.015,
        turns: (0..9).map(|i| column(20.0 + f64::from(i), 0.75)).collect(),
        free_fall: [0.0, 1.0, -9.5],
    }
}

/// All that arrays may have, measured at the joints.
fn arrays() -> Arrays {
    Arrays {
        name: "swing".to_owned(),
        rate: 20.0,
        time: Vec::new(),
        position: pair(1.0, 0.1),
        velocity: pair(2.0, 0.2),
        acceleration: pair(3.0, 0.3),
        torque: pair(4.0, 0.4),
        measured: Vec::new(),
        base: Some(base()),
        contacts: Some(contacts()),
        side: Side::Joint,
        second_position: pair(6.0, 0.6),
        user: vec![
            user("room", vec![column(7.0, 0.7)]),
            user("warm", pair(8.0, 0.8)),
        ],
    }
}

fn expected() -> Recording {
    Recording {
        name: "swing".to_owned(),
        source: "swing".to_owned(),
        files: Vec::new(),
        rate: 20.0,
        start: 0.0,
        position: pair(1.0, 0.1),
        velocity: Some(pair(2.0, 0.2)),
        acceleration: Some(pair(3.0, 0.3)),
        torque: Some(pair(4.0, 0.4)),
        measured: None,
        base: Some(base()),
        contacts: Some(contacts()),
        further: Further {
            second_position: Some(SecondPosition {
                side: Side::Motor,
                columns: pair(6.0, 0.6),
            }),
            user: vec![
                user("room", vec![column(7.0, 0.7); 2]),
                user("warm", pair(8.0, 0.8)),
            ],
            weight: None,
            ..Further::default()
        },
        bridged: Vec::new(),
        left_out: Vec::new(),
        position_side: Side::Joint,
        torque_side: Side::Joint,
        options: ProcessingOptions::default(),
        remarks: Vec::new(),
        repairs: Vec::new(),
    }
}

#[test]
fn arrays_are_a_recording_column_by_column() {
    assert_eq!(
        Recording::from_arrays(&MODEL, arrays()).expect("a recording"),
        expected()
    );
    let plain = Arrays::new(20.0, pair(1.0, 0.1), pair(4.0, 0.4));
    let expected_plain = Arrays {
        name: "recording".to_owned(),
        velocity: Vec::new(),
        acceleration: Vec::new(),
        base: None,
        contacts: None,
        second_position: Vec::new(),
        user: Vec::new(),
        ..arrays()
    };
    assert_eq!(plain, expected_plain);
    let found = Recording::from_arrays(&MODEL, plain).expect("a recording");
    assert!(found.velocity.is_none() && found.acceleration.is_none() && found.base.is_none());
    assert!(found.contacts.is_none() && found.further == Further::default());
    // With stamps the rate follows from them.
    let stamped = Arrays {
        rate: -1.0,
        time: column(2.0, 0.125),
        ..arrays()
    };
    let found = Recording::from_arrays(&MODEL, stamped).expect("a recording");
    assert_eq!([found.rate, found.start], [8.0, 2.0]);
}

#[test]
fn arrays_of_motors_become_those_of_joints() {
    let motors = Arrays {
        side: Side::Motor,
        base: None,
        contacts: None,
        torque: vec![column(4.0, 0.4), Vec::new()],
        ..arrays()
    };
    let found = Recording::from_arrays(&MODEL, motors).expect("a recording");
    let of = |x: f64, step: f64| move |k: f64| (x + step * k, 2.0 * x - step * k);
    for (columns, (x, step)) in [
        (&found.position, (1.0, 0.1)),
        (found.velocity.as_ref().expect("velocities"), (2.0, 0.2)),
        (
            found.acceleration.as_ref().expect("accelerations"),
            (3.0, 0.3),
        ),
    ] {
        near(&columns[0], |k| 0.5 * of(x, step)(k).0);
        near(&columns[1], |k| {
            -0.3 * of(x, step)(k).0 + 0.2 * of(x, step)(k).1
        });
    }
    let torque = found.torque.as_ref().expect("torques");
    near(&torque[0], |k| 2.0 * (4.0 + 0.4 * k));
    assert_eq!(torque[1], [0.0; 15]);
    assert_eq!(found.left_out, [Torque::motor(1)]);
    assert_eq!([found.position_side, found.torque_side], [Side::Motor; 2]);
    let second = found
        .further
        .second_position
        .as_ref()
        .expect("second positions");
    assert_eq!(
        (second.side, &second.columns),
        (Side::Joint, &pair(6.0, 0.6))
    );
}

const SENSOR: Model = Model {
    measured: &[
        Measured {
            name: "fx_b",
            unit: "N",
        },
        Measured {
            name: "power",
            unit: "W",
        },
    ],
    ..MODEL
};

#[test]
fn arrays_that_do_not_fit_are_told() {
    let said = |change: &dyn Fn(&mut Arrays)| {
        let mut arrays = arrays();
        change(&mut arrays);
        let error = Recording::from_arrays(&SENSOR, arrays).err();
        error.map(|error| error.to_string())
    };
    let lists = |key: &str, count: usize| {
        let joints = "but the robot by_hand has 2 joints: j1, j2";
        Some(format!("swing: `{key}` lists {count}, {joints}"))
    };
    assert_eq!(said(&|_| ()), None);
    assert_eq!(
        said(&|a| a.position.push(column(0.0, 1.0))),
        lists("position", 3)
    );
    assert_eq!(said(&|a| a.velocity.truncate(1)), lists("velocity", 1));
    assert_eq!(
        said(&|a| a.acceleration.truncate(1)),
        lists("acceleration", 1)
    );
    assert_eq!(said(&|a| a.torque.truncate(1)), lists("torque", 1));
    assert_eq!(
        said(&|a| a.second_position.truncate(1)),
        lists("second_position", 1)
    );
    assert_eq!(
        said(&|a| a.user[1].columns.push(column(0.0, 1.0))),
        lists("warm", 3)
    );
    let length = |what: &str, samples: usize| {
        Some(format!(
            "swing: {what} has {samples} samples, position has 15: all arrays of a recording have one length"
        ))
    };
    let shorter = |columns: &mut Vec<f64>| columns.truncate(14);
    assert_eq!(
        said(&|a| shorter(&mut a.position[1])),
        length("position of j2", 14)
    );
    assert_eq!(
        said(&|a| shorter(&mut a.velocity[1])),
        length("velocity of j2", 14)
    );
    assert_eq!(
        said(&|a| shorter(&mut a.acceleration[0])),
        length("acceleration of j1", 14)
    );
    assert_eq!(
        said(&|a| shorter(&mut a.torque[1])),
        length("torque of j2", 14)
    );
    assert_eq!(said(&|a| a.torque[1].clear()), None);
    assert_eq!(
        said(&|a| a.velocity[1].clear()),
        length("velocity of j2", 0)
    );
    assert_eq!(
        said(&|a| shorter(&mut a.second_position[1])),
        length("second_position of j2", 14)
    );
    assert_eq!(
        said(&|a| shorter(&mut a.user[0].columns[0])),
        length("user of room", 14)
    );
    assert_eq!(
        said(&|a| shorter(&mut a.user[1].columns[1])),
        length("user of warm", 14)
    );
    let base = "base.angular_velocity of the base or a body";
    let of_base = |a: &mut Arrays| shorter(&mut a.base.as_mut().expect("a base").columns[4]);
    assert_eq!(said(&of_base), length(base, 14));
    let of_contact = |a: &mut Arrays| shorter(&mut a.contacts.as_mut().expect("one").wrenches[5]);
    assert_eq!(
        said(&of_contact),
        length("contacts of the base or a body", 14)
    );
    let fewer = |a: &mut Arrays| a.base.as_mut().expect("a base").columns.truncate(5);
    let wanted = "three of the angular velocity, then three of the accelerometer";
    assert_eq!(
        said(&fewer),
        Some(format!(
            "swing: `base` has 5 columns where 6 are wanted: {wanted}"
        ))
    );
    let of_turns = |a: &mut Arrays| shorter(&mut a.base.as_mut().expect("a base").turns[8]);
    assert_eq!(said(&of_turns), length(base, 14));
    let fewer = |a: &mut Arrays| a.base.as_mut().expect("a base").turns.truncate(8);
    assert_eq!(
        said(&fewer),
        Some(
            "swing: `base.turns` has 8 columns where 9 are wanted: three of the world's axes for each of the base's"
                .to_owned()
        )
    );
    let more = |a: &mut Arrays| {
        let contacts = a.contacts.as_mut().expect("one");
        contacts.wrenches.push(contacts.wrenches[0].clone());
    };
    let wanted = "three of the force and three of the moment for each place";
    assert_eq!(
        said(&more),
        Some(format!(
            "swing: `contacts` has 7 columns where 6 are wanted: {wanted}"
        ))
    );
    let two = |a: &mut Arrays| {
        let contacts = a.contacts.as_mut().expect("one");
        contacts.places.push(contacts.places[0].clone());
    };
    assert_eq!(
        said(&two),
        Some(format!(
            "swing: `contacts` has 6 columns where 12 are wanted: {wanted}"
        ))
    );
    assert_eq!(
        said(&|a| a.time = vec![1.0; 14]),
        length("time of all joints", 14)
    );
    assert_eq!(
        said(&|a| a.measured = pair(1.0, 1.0)[..1].to_vec()),
        Some("swing: `measured` has 1, and by_hand has 2 rows that are measured (fx_b, power): one each".to_owned())
    );
    assert_eq!(
        said(&|a| a.measured = vec![column(1.0, 1.0), vec![1.0; 14]]),
        length("measured of power", 14)
    );
    assert_eq!(said(&|a| a.measured = pair(1.0, 1.0)), None);
    for rate in [0.0, -5.0, f64::INFINITY, f64::NAN] {
        let expected = RecordingError::Rate {
            name: "swing".to_owned(),
            rate,
        };
        assert_eq!(said(&|a| a.rate = rate), Some(expected.to_string()));
    }
    // A sample in two seconds is slow, and no fault.
    assert_eq!(said(&|a| a.rate = 0.5), None);
}

#[test]
fn a_recording_is_cut_in_two_in_every_column() {
    let mut whole = expected();
    whole.start = 2.0;
    whole.measured = Some(pair(5.0, 0.5));
    whole.bridged = (0..15).map(|k| k % 4 == 1).collect();
    whole.left_out = vec![Torque::joint(1)];
    whole.position_side = Side::Motor;
    whole.options.order = Some(3);
    whole.further.weight = Some(0.5);
    let cut = |columns: &[Vec<f64>], range: &std::ops::Range<usize>| -> Vec<Vec<f64>> {
        columns.iter().map(|c| c[range.clone()].to_vec()).collect()
    };
    let part = |range: std::ops::Range<usize>| {
        let some = |columns: &Option<Vec<Vec<f64>>>| columns.as_ref().map(|c| cut(c, &range));
        let mut part = whole.clone();
        part.position = cut(&whole.position, &range);
        part.velocity = some(&whole.velocity);
        part.acceleration = some(&whole.acceleration);
        part.torque = some(&whole.torque);
        part.measured = some(&whole.measured);
        part.bridged = whole.bridged[range.clone()].to_vec();
        let base = part.base.as_mut().expect("a base");
        base.columns = cut(&base.columns, &range);
        base.turns = cut(&base.turns, &range);
        let contacts = part.contacts.as_mut().expect("contacts");
        contacts.wrenches = cut(&contacts.wrenches, &range);
        let second = part
            .further
            .second_position
            .as_mut()
            .expect("second positions");
        second.columns = cut(&second.columns, &range);
        for user in &mut part.further.user {
            user.columns = cut(&user.columns, &range);
        }
        part
    };
    let (first, rest) = whole.clone().split(0.4);
    assert_eq!(first, part(0..6));
    let expected_rest = Recording {
        name: "swing (from 2.30 s)".to_owned(),
        start: 2.3,
        ..part(6..15)
    };
    assert_eq!(rest, expected_rest);
    assert_eq!([first.samples(), rest.samples()], [6, 9]);
    let (all, none) = whole.clone().split(1.5);
    assert_eq!([all.samples(), none.samples()], [15, 0]);
    // From 2 s on, 20 samples a second.
    let between = whole.between(2.06, 2.34);
    let own = Recording {
        start: 2.05,
        remarks: Vec::new(),
        repairs: Vec::new(),
        ..part(1..8)
    };
    assert_eq!(between, own);
    assert_eq!(
        whole.between(f64::NEG_INFINITY, f64::INFINITY).samples(),
        15
    );
    assert_eq!(whole.between(9.0, 10.0).samples(), 0);
    let (none, all) = whole.split(-0.5);
    assert_eq!([none.samples(), all.samples()], [0, 15]);
}

#[test]
fn one_recording_is_asked_for_and_no_pieces() {
    let mut pieces = vec![expected(), expected(), expected()];
    pieces[0].source = "first".to_owned();
    let refused = one(pieces.clone()).map(|_| ()).expect_err("three");
    let expected_error = RecordingError::InPieces {
        name: "first".to_owned(),
        pieces: 3,
    };
    assert_eq!(refused.to_string(), expected_error.to_string());
    pieces.truncate(1);
    assert_eq!(one(pieces.clone()).expect("one"), pieces[0]);
    // A base by itself counts samples.
    pieces[0].position.clear();
    assert_eq!(pieces[0].samples(), 15);
}

/// A row that is no number stands before a spike. What a user recorded beside may do as it likes.
#[test]
fn rows_that_cannot_be_used_are_told_by_their_numbers() {
    let wave = |from: f64, step: f64| -> Vec<f64> {
        (0..200)
            .map(|k| (from + step * f64::from(k)).sin())
            .collect()
    };
    let mut position = vec![wave(0.1, 0.03), wave(0.2, 0.02)];
    position[0][50] = f64::NAN;
    position[0][120] += 0.5;
    let mut warm = wave(0.3, 0.03);
    warm[80] += 50.0;
    let arrays = Arrays {
        user: vec![user("warm", vec![warm.clone()])],
        ..Arrays::new(100.0, position, vec![wave(0.4, 0.03), wave(0.5, 0.02)])
    };
    let found = Recording::from_arrays(&MODEL, arrays).expect("a recording");
    let repairs = found.repairs.iter();
    let told: Vec<(Option<[usize; 2]>, &Cause)> = repairs.map(|r| (r.rows, &r.why)).collect();
    assert_eq!(
        told,
        [
            (Some([50, 50]), &Cause::NotANumber(Channel::Position)),
            (Some([120, 120]), &Cause::Spike(Channel::Position)),
        ]
    );
    assert_eq!(found.further.user[0].columns[1][80], warm[80]);
}

#[test]
fn arrays_of_motors_on_a_transmission_without_inverse_are_told() {
    let singular = Model {
        transmission: &[1.0, 1.0, 1.0, 1.0],
        ..MODEL
    };
    let at_motors = Arrays {
        side: Side::Motor,
        ..arrays()
    };
    let refused = Recording::from_arrays(&singular, at_motors).expect_err("no inverse");
    assert_eq!(
        refused.to_string(),
        "swing: the transmission of by_hand is singular"
    );
}

#[test]
fn arrays_of_a_body_without_joints_have_as_many_samples_as_its_base() {
    const BODY: Model = Model {
        bodies: &["base"],
        joints: &[],
        motors: &[],
        transmission: &[],
        ..MODEL
    };
    let body = Arrays {
        base: Some(base()),
        ..Arrays::new(20.0, Vec::new(), Vec::new())
    };
    let found = Recording::from_arrays(&BODY, body).expect("a recording");
    assert_eq!((found.samples(), found.base), (15, Some(base())));
}
