//! Faults of joints that are planted in what is measured of a quadruped that a sensor of force holds.

use armwright_robots::solo12::ROBOT;

use super::super::super::base_fault::BaseFault;
use super::super::tests::found;
use super::{Change, Fault, Joints, MOST, OFFSETS, OfJoints, Quantity, is_measured, touched};
use crate::recording::Recording;
use crate::regression::Equations;

/// The rows of joints stand after those of the base.
const FIRST: usize = 6;

fn torque(recording: &mut Recording, joint: usize, of: impl Fn(f64) -> f64) {
    let measured = recording.measured.as_mut().expect("rows");
    measured[FIRST + joint].iter_mut().for_each(|x| *x = of(*x));
}

/// The only fault, and what undoes it.
#[track_caller]
fn only(spoil: impl Fn(&mut Recording)) -> (Fault, String) {
    let causes = found(spoil);
    let [cause] = &causes[..] else {
        panic!("{causes:?}");
    };
    (cause.fault.clone(), cause.fault.undone())
}

#[test]
fn a_sign_of_a_torque_is_found_beside_the_place_of_the_imu() {
    let sign = |quantity| Fault::Sign {
        quantity,
        of: vec!["FR_HFE".to_owned()],
    };
    let (fault, _) = only(|recording| torque(recording, 4, |x| -x));
    assert_eq!(fault, sign(Quantity::Torque));
    let causes = found(|recording| {
        torque(recording, 4, |x| -x);
        recording.base.as_mut().expect("a base").at = [0.0; 3];
    });
    let [cause] = &causes[..] else {
        panic!("{causes:?}");
    };
    let Fault::Together { faults } = &cause.fault else {
        panic!("{cause:?}");
    };
    assert!(
        matches!(&faults[0], Fault::Base { faults } if matches!(faults[..], [BaseFault::Place { .. }]))
    );
    assert_eq!(faults[1..], [sign(Quantity::Torque)]);
    let said = cause.to_string();
    assert!(
        said.contains(", and the sign of torque FR_HFE together lift R² of joint "),
        "{said}"
    );
}

#[test]
fn positions_that_are_reversed_exchanged_or_off_are_named() {
    let (fault, undone) = only(|recording| {
        recording.position.swap(0, 6);
        recording.measured.as_mut().expect("rows").swap(6, 12);
    });
    assert!(
        matches!(
            fault,
            Fault::Swapped {
                quantity: Quantity::Both,
                ..
            }
        ),
        "{fault:?}"
    );
    assert_eq!(
        undone,
        "exchange the columns of positions and torques FL_HAA and HL_HAA (`columns`)"
    );
    let (_, undone) = only(|recording| recording.position[7].iter_mut().for_each(|x| *x = -*x));
    assert_eq!(
        undone,
        "turn the sign of position HL_HFE (`sign`, and what `offset` adds)"
    );
    let off = |degrees: f64| {
        only(move |recording| {
            let by = degrees.to_radians();
            recording.position[3].iter_mut().for_each(|x| *x += by);
        })
    };
    assert_eq!(off(90.0).1, "add -90° to position FR_HAA (`offset`)");
    let (fault, _) = off(-20.0);
    assert!(
        matches!(&fault, Fault::Offset { of, degrees, first: false } if of == "FR_HAA" && (degrees - 20.0).abs() < 0.5),
        "{fault:?}"
    );
}

#[test]
fn torques_of_another_unit_size_or_zero_are_named() {
    let (_, undone) = only(|recording| torque(recording, 3, |x| 1e3 * x));
    assert_eq!(
        undone,
        "name the unit of torque FR_HAA (`unit`: mN·m, or mA of currents)"
    );
    let (fault, _) = only(|recording| torque(recording, 9, |x| 0.5 * x));
    assert!(
        matches!(fault, Fault::Factor { quantity: Quantity::Torque, factor, .. } if (factor - 2.0).abs() < 0.01),
        "{fault:?}"
    );
    let (fault, _) = only(|recording| torque(recording, 8, |x| x + 0.5));
    assert!(
        matches!(&fault, Fault::Bias { of, torque, .. } if of == "HL_KFE" && (torque + 0.5).abs() < 5e-3),
        "{fault:?}"
    );
}

#[test]
fn what_a_model_lacks_is_no_fault_of_a_joint() {
    let causes = found(|recording| {
        // Friction that differs by direction.
        let position = recording.position[1].clone();
        let measured = recording.measured.as_mut().expect("rows");
        let pairs = measured[FIRST + 1][1..].iter_mut().zip(position.windows(2));
        pairs.for_each(|(y, x)| *y += if x[1] > x[0] { 0.3 } else { -0.1 });
    });
    assert_eq!(causes, []);
}

#[test]
fn all_joints_are_tried_and_exchanges_where_most_is_left() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let joints = Joints::of(&equations);
    let names = |left: [f64; 12]| -> Vec<Vec<String>> {
        let rows = [0.0; FIRST].into_iter().chain(left).map(Some);
        let rows: Vec<Option<f64>> = rows.collect();
        let all = joints.starts(&rows).into_iter();
        let named = |of: &OfJoints| joints.fault(*of, &[0.0]).to_string();
        all.map(|kinds| kinds.iter().map(named).collect()).collect()
    };
    let groups = names(std::array::from_fn(|k| 0.01 * k as f64));
    // Signs and exchanges of torques, positions and both, units of both, quarters; a factor, a constant and an angle of each joint.
    let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
    let pairs = MOST * (MOST - 1) / 2;
    // The base says itself where gravity points, of a quarter of the first joint, too.
    assert!(groups.concat().iter().all(|name| !name.contains("gravity")));
    assert_eq!(sizes[..9], [13, 13, 13, pairs, pairs, pairs, 27, 36, 24]);
    assert_eq!(sizes[9..], [[1; 12], [1; 12], [OFFSETS.len(); 12]].concat());
    let signs = |last: &str| groups[0].contains(&format!("the sign of {last}"));
    assert!(signs("torque FR_HFE") && signs("all torques"));
    // Of the first four least is left.
    let exchanges = groups[3..6].concat();
    let mut exchanges = exchanges.iter();
    assert!(exchanges.all(|name| !name.contains("FL_") && !name.contains("FR_HAA")));
}

#[test]
fn numbers_that_other_faults_have_are_not_named_again() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let joints = Joints::of(&equations);
    let gain = |factor: f64| joints.is_other(OfJoints::Gain(0), &[factor - 1.0]);
    assert!(gain(0.5) && gain(2.0));
    assert!(!gain(-2.0) && !gain(1.2) && !gain(0.8) && !gain(1010.0));
    let offset = |start: f64, degrees: f64| {
        joints.is_other(OfJoints::Offset(0, start), &[degrees.to_radians()])
    };
    assert!(offset(0.0, 20.0) && offset(60.0, -15.0));
    assert!(!offset(60.0, 29.0) && !offset(0.0, 1.0) && !offset(60.0, 121.0));
    let Fault::Offset { degrees, .. } = joints.fault(OfJoints::Offset(0, 135.0), &[1.5]) else {
        panic!("an offset");
    };
    assert!((degrees - (135.0 + 1.5f64.to_degrees() - 360.0)).abs() < 1e-9);
    // A constant has what it adds to each joint.
    let Fault::Bias { torque, joints, .. } = joints.fault(OfJoints::Constant(8), &[-0.5]) else {
        panic!("a constant");
    };
    let own = std::array::from_fn::<f64, 12, _>(|joint| if joint == 8 { -0.5 } else { 0.0 });
    assert_eq!((torque, joints), (-0.5, own.to_vec()));
}

/// A factor is told less one, an offset by radians beside its degrees.
#[test]
fn numbers_undo_their_fault_by_their_size() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let joints = Joints::of(&equations);
    let off = |found: &Change, expected: &Change| {
        (&found.torque - &expected.torque).amax()
            + (&found.constant - &expected.constant).amax()
            + (&found.position - &expected.position).amax()
            + (&found.offset - &expected.offset).amax()
    };
    let mut expected = Change::none(12);
    expected.torque[(3, 3)] = 0.25;
    let found = joints.change(OfJoints::Gain(3), &[-0.75]);
    assert!(off(&found, &expected) < 1e-12, "{found:?}");
    let mut expected = Change::none(12);
    expected.constant[8] = -0.5;
    let found = joints.change(OfJoints::Constant(8), &[-0.5]);
    assert!(off(&found, &expected) < 1e-12, "{found:?}");
    let mut expected = Change::none(12);
    expected.offset[2] = std::f64::consts::FRAC_PI_2 + 0.125;
    let found = joints.change(OfJoints::Offset(2, 90.0), &[0.125]);
    assert!(off(&found, &expected) < 1e-12, "{found:?}");
    // What no number tells is undone by its own change.
    let sign = Fault::Sign {
        quantity: Quantity::Torque,
        of: vec!["FR_HFE".to_owned()],
    };
    let place = joints.usual.iter().position(|(fault, _)| *fault == sign);
    let mut expected = Change::none(12);
    expected.torque[(4, 4)] = -1.0;
    let found = joints.change(OfJoints::Usual(place.expect("a sign")), &[]);
    assert!(off(&found, &expected) < 1e-12, "{found:?}");
}

#[test]
fn changes_follow_one_another_and_keep_to_what_is_measured() {
    let mut change = Change::none(2);
    change.offset[0] = 0.5;
    change.constant[1] = 2.0;
    let mut next = Change::none(2);
    next.position[(0, 0)] = -1.0;
    next.torque[(1, 1)] = 3.0;
    next.constant[1] = 1.0;
    assert_eq!(touched(&next), [0, 1]);
    assert_eq!(touched(&Change::none(2)), [0; 0]);
    change.then(&next);
    assert_eq!((change.offset[0], change.position[(0, 0)]), (-0.5, -1.0));
    assert_eq!((change.constant[1], change.torque[(1, 1)]), (7.0, 3.0));
    assert!(is_measured(&next, &[None, Some(0)]));
    assert!(!is_measured(&next, &[Some(0), None]));
    // A torque that goes into another is read, and one that another goes into is written.
    let mut mixed = Change::none(2);
    mixed.torque[(0, 1)] = 0.5;
    assert!(!is_measured(&mixed, &[None, Some(0)]) && !is_measured(&mixed, &[Some(0), None]));
    assert!(is_measured(&mixed, &[Some(0), Some(1)]));
    let mut constant = Change::none(2);
    constant.constant[1] = 0.5;
    assert!(is_measured(&constant, &[None, Some(0)]) && !is_measured(&constant, &[Some(0), None]));
}

/// Of what no instant counts for it is not known how much is left.
#[test]
fn joints_of_which_nothing_is_known_are_exchanged_first() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let joints = Joints::of(&equations);
    let rows = (0..FIRST + 12).map(|row| (row != FIRST).then_some(0.01 * row as f64));
    let rows: Vec<Option<f64>> = rows.collect();
    let all = joints.starts(&rows).concat().into_iter();
    let exchanged: Vec<[String; 2]> = all
        .filter_map(|of| match joints.fault(of, &[0.0]) {
            Fault::Swapped { of, .. } => Some(of),
            _ => None,
        })
        .collect();
    let with = |name: &str| exchanged.iter().flatten().any(|of| of == name);
    // The first, of which nothing is known, and seven of the others.
    assert!(with("FL_HAA") && with("FR_KFE"));
    assert!(
        ["FL_HFE", "FL_KFE", "FR_HAA", "FR_HFE"]
            .into_iter()
            .all(|name| !with(name))
    );
}
