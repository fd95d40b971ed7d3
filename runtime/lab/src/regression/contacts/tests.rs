//! Wrenches from outside on a base and on what hangs from it.

use armwright_robots::solo12;
use armwright_runtime::{BaseMotion, Inputs, Robot};

use super::{Levers, add_contacts, contact_rows, cross};
use crate::motion::{Motion, States};
use crate::options::EquationSide;
use crate::recording::{Contact, Contacts};
use crate::regression::by_hand::{Altered, processing, recording};

const FORCE: [f64; 3] = [3.0, -5.0, 2.0];
const MOMENT: [f64; 3] = [0.7, 1.1, -0.4];
const AT: [f64; 3] = [0.2, -0.1, 0.3];

/// The rows of a wrench in a state that is always the same, under some gravity.
fn rows(body: usize, own_axes: bool, wrench: [[f64; 3]; 2], gravity: [f64; 3]) -> Vec<f64> {
    let robot = &solo12::ROBOT;
    let n = robot.model().joints.len();
    let values = |a: f64| -> Vec<f64> { (0..n).map(|k| (a + 1.3 * k as f64).sin()).collect() };
    let (q, qd, qdd) = (values(0.4), values(1.0), values(2.0));
    let mut base: [f64; BaseMotion::INPUTS] = std::array::from_fn(|k| (0.9 * k as f64).cos());
    base[12..].copy_from_slice(&gravity);
    let inputs = Inputs {
        q: &q,
        qd: &qd,
        qdd: &qdd,
        base: &base,
        ..Inputs::default()
    };
    let contact = Contact {
        body,
        at: AT,
        own_axes,
        ..Contact::default()
    };
    contact_rows(robot, &inputs, &contact, wrench).expect("rows")
}

#[track_caller]
fn same(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    let off = found.iter().zip(expected).map(|(x, y)| (x - y).abs());
    assert!(off.fold(0.0, f64::max) < 1e-9, "{found:?} for {expected:?}");
}

#[test]
fn a_wrench_on_the_base_is_in_its_own_rows_alone() {
    let found = rows(0, true, [FORCE, MOMENT], [0.0; 3]);
    let lever = cross(AT, FORCE);
    let mut expected = FORCE.to_vec();
    expected.extend([0, 1, 2].map(|k| lever[k] + MOMENT[k]));
    expected.extend([0.0; 12]);
    same(&found, &expected);
    same(&rows(0, false, [FORCE, MOMENT], [0.0; 3]), &expected);
    // 2 · 4 - 3 · 5 and so on.
    assert_eq!(cross([1.0, 2.0, 3.0], [6.0, 5.0, 4.0]), [-7.0, 14.0, -7.0]);
}

/// The Jacobian of a point does not depend on gravity, nor on what moves.
#[test]
fn contacts_are_the_same_under_any_gravity() {
    for (body, own_axes) in [(0, true), (3, false), (8, true)] {
        let found = rows(body, own_axes, [FORCE, MOMENT], [1.5, -2.5, -9.0]);
        same(&found, &rows(body, own_axes, [FORCE, MOMENT], [0.0; 3]));
    }
}

#[test]
fn the_base_feels_what_a_foot_does() {
    // In the base's axes: the whole force, and of a moment nothing but itself.
    let found = rows(3, false, [FORCE, [0.0; 3]], [0.0; 3]);
    same(&found[..3], &FORCE);
    let turned = rows(3, false, [[0.0; 3], MOMENT], [0.0; 3]);
    same(
        &turned[..6],
        &[0.0, 0.0, 0.0, MOMENT[0], MOMENT[1], MOMENT[2]],
    );
    assert!(turned[6..].iter().any(|x| x.abs() > 0.1));
    // In the body's, turned, and as large.
    let own = rows(3, true, [FORCE, [0.0; 3]], [0.0; 3]);
    let size = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>();
    assert!((size(&own[..3]) - size(&FORCE)).abs() < 1e-9);
    assert!((own[1] - FORCE[1]).abs() > 0.1);
    // Both together are their sum.
    let both = rows(3, true, [FORCE, MOMENT], [0.0; 3]);
    let moment = rows(3, true, [[0.0; 3], MOMENT], [0.0; 3]);
    let sum: Vec<f64> = own.iter().zip(&moment).map(|(x, y)| x + y).collect();
    same(&both, &sum);
    // Parts of one lever: the force at a point is that at the origin and a moment.
    let lever = rows(3, true, [[0.0; 3], cross(AT, FORCE)], [0.0; 3]);
    let origin: Vec<f64> = own.iter().zip(&lever).map(|(x, y)| x - y).collect();
    let doubled = rows(3, true, [FORCE.map(|x| 2.0 * x), [0.0; 3]], [0.0; 3]);
    let expected: Vec<f64> = origin
        .iter()
        .zip(&lever)
        .map(|(x, y)| 2.0 * (x + y))
        .collect();
    same(&doubled, &expected);
}

/// Of several contacts in one of several states, a component by itself is what a wrench of that component alone is.
#[test]
fn components_are_wrenches_of_one() {
    let robot = &solo12::ROBOT;
    let n = robot.model().joints.len();
    let q: Vec<f64> = (0..2 * n).map(|k| (0.7 * k as f64).cos()).collect();
    let contacts = [(0, false), (8, true)].map(|(body, own_axes)| Contact {
        body,
        at: AT,
        own_axes,
        ..Contact::default()
    });
    let states = States {
        q: q.clone(),
        ..States::default()
    };
    let levers = Levers::of(robot, &contacts);
    let found = levers.units(&states, 1).expect("rows");
    assert_eq!(found.len(), 2);
    let still = vec![0.0; n];
    let inputs = Inputs {
        q: &q[n..],
        qd: &still,
        qdd: &still,
        ..Inputs::default()
    };
    for (contact, found) in contacts.iter().zip(&found) {
        for (component, found) in found.iter().enumerate() {
            let mut wrench = [[0.0; 3]; 2];
            wrench[component / 3][component % 3] = 1.0;
            let expected = contact_rows(robot, &inputs, contact, wrench).expect("rows");
            assert!(expected.iter().any(|x| x.abs() > 1e-3));
            same(found, &expected);
        }
    }
    // A robot without values that differ, of which whole regressors are read.
    let whole = Altered::without(robot, &[]);
    let whole = Levers::of(&whole, &contacts).units(&states, 1);
    for (found, expected) in whole.expect("rows").iter().zip(&found) {
        found.iter().zip(expected).for_each(|(a, b)| same(a, b));
    }
    // Along an axis of the body, or what that is in the axes of the base: the first three rows are a force on the base in its own.
    let turns = levers.turns(&states, 1).expect("axes");
    assert_eq!(turns.len(), 2);
    for (turn, contact) in turns.iter().zip(&contacts) {
        let of_base = Contact {
            own_axes: false,
            ..contact.clone()
        };
        let of_body = Contact {
            own_axes: true,
            ..contact.clone()
        };
        for axis in 0..3 {
            let along = std::array::from_fn(|i| turn[(i, axis)]);
            let mut own = [0.0; 3];
            own[axis] = 1.0;
            let none = [0.0; 3];
            let found = contact_rows(robot, &inputs, &of_body, [own, none]).expect("rows");
            let expected = contact_rows(robot, &inputs, &of_base, [along, none]).expect("rows");
            same(&found, &expected);
        }
    }
    let untouched = Levers::of(robot, &[]);
    assert!(untouched.turns(&states, 1).expect("axes").is_empty());
    assert!(untouched.units(&states, 1).expect("rows").is_empty());
}

/// Each contact by its own six columns, where samples are left.
#[test]
fn contacts_are_added_to_what_was_measured_inside() {
    let robot = &solo12::ROBOT;
    let model = robot.model();
    let column = |from: f64| -> Vec<f64> {
        let each = (0u32..40).map(|k| (from + 0.05 * f64::from(k)).sin());
        each.collect()
    };
    let mut recording = recording(40);
    let joints = 0..model.joints.len();
    recording.position = joints.map(|k| column(1.3 * k as f64)).collect();
    (recording.velocity, recording.acceleration) = (None, None);
    recording.torque = None;
    recording.measured = Some(vec![vec![0.5; 40]; model.rows()]);
    let places = [(0, false), (8, true)].map(|(body, own_axes)| Contact {
        body,
        at: AT,
        own_axes,
        ..Contact::default()
    });
    let wrenches: Vec<Vec<f64>> = (0u32..12)
        .map(|k| column(0.2 + 0.7 * f64::from(k)))
        .collect();
    let untouched = recording.clone();
    recording.contacts = Some(Contacts {
        places: places.to_vec(),
        wrenches: wrenches.clone(),
    });
    // One that nothing touches stands before it, and stays as it was.
    let mut motions = [untouched, recording].map(|recording| {
        let motion = Motion::condition(recording, processing(EquationSide::Joint), model);
        motion.expect("a motion")
    });
    add_contacts(robot, &mut motions).expect("rows");
    for row in 0..model.rows() {
        assert!(motions[0].row_of(row).iter().all(|x| *x == 0.5), "{row}");
    }
    let motion = &motions[1];
    assert_eq!(motion.interior(), 3..37);
    for k in [2, 3, 20, 36, 37] {
        let mut expected = vec![0.5; model.rows()];
        if motion.interior().contains(&k) {
            let q = motion.states(k..k + 1).q;
            let inputs = Inputs {
                q: &q,
                ..Inputs::default()
            };
            for (place, columns) in places.iter().zip(wrenches.chunks_exact(6)) {
                let part = |from: usize| [0, 1, 2].map(|i| columns[from + i][k]);
                let rows = contact_rows(robot, &inputs, place, [part(0), part(3)]);
                let rows = rows.expect("rows");
                expected.iter_mut().zip(rows).for_each(|(sum, x)| *sum += x);
            }
        }
        let rows = 0..model.rows();
        let found: Vec<f64> = rows.map(|row| motion.row_of(row)[k]).collect();
        same(&found, &expected);
    }
}
