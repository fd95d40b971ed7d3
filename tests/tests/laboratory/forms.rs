//! The same experiment written in every form that a recording may have: units, sides, currents, measured
//! velocities and accelerations, time stamps, offsets. Each gives the parameters of the plain one.

use std::f64::consts::PI;

use crate::motion::{
    Columns, Motion, Part, RATE, SAMPLES, SECONDS, Time, Way, figures, part, plain, real, way,
};
use crate::program::{Folder, csv};

const DEGREE: f64 = PI / 180.0;
const TURN: f64 = 2.0 * PI;

/// Fails unless two identifications found the same. Derivatives by differences magnify the rounding of
/// positions, hence the tolerance; a unit mistaken is no matter of millionths.
#[track_caller]
fn same(what: &str, found: &[[f64; 2]], expected: &[[f64; 2]]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.as_flattened().iter().zip(expected.as_flattened()) {
        assert!(
            (a - b).abs() <= 1e-6 * b.abs() + 1e-9,
            "{what}: {a}, not {b}"
        );
    }
}

/// Fails unless the values are the truth's, up to a share.
#[track_caller]
fn true_to(found: &[[f64; 2]], truth: &[f64], share: f64) {
    assert_eq!(found.len(), truth.len());
    for ([value, _], truth) in found.iter().zip(truth) {
        let close = (value - truth).abs() < share * truth.abs().max(0.01);
        assert!(close, "{value} for {truth}");
    }
}

/// Identifies from every way of writing one quantity beside others that stay as they are.
#[track_caller]
fn each_way(motion: &Motion, others: &[Part<'_>], quantity: &str, ways: &[Way]) {
    let folder = Folder::new();
    let found = |way: Way| {
        let parts = [&[part(quantity, way)], others].concat();
        motion.identified(&folder, &parts, SECONDS)
    };
    let first = found(ways[0]);
    for way in &ways[1..] {
        let what = format!("{quantity} in {} of the {}s", way.unit, way.side);
        same(&what, &found(*way), &first);
    }
}

#[test]
fn the_plain_form_gives_the_truth() {
    let folder = Folder::new();
    for motion in [Motion::of_gantry().exact(), Motion::of_wrist().exact()] {
        let found = motion.identified(&folder, &plain(motion.robot), SECONDS);
        true_to(&found, &motion.truth(&folder), 1e-4);
    }
}

#[test]
fn positions_in_every_unit_of_either_side() {
    let turning = [
        way("joint", "rad", 1.0),
        way("joint", "deg", DEGREE),
        way("joint", "rev", TURN),
        way("motor", "rad", 1.0),
        way("motor", "deg", DEGREE),
        way("motor", "rev", TURN),
    ];
    let [.., torque] = plain("abb_wrist");
    each_way(&Motion::of_wrist(), &[torque], "position", &turning);
    let mut sliding = turning;
    sliding[..3].copy_from_slice(&[
        way("joint", "m", 1.0),
        way("joint", "mm", 1e-3),
        way("joint", "m", 1.0),
    ]);
    let [.., torque] = plain("gantry");
    each_way(&Motion::of_gantry(), &[torque], "position", &sliding);
}

/// Positions are another motion's: the gantry's torques do not depend on them but for their derivatives,
/// and these are measured.
#[test]
fn measured_velocities_and_accelerations_are_used_in_every_unit() {
    let gantry = Motion::of_gantry();
    let [position, velocity, acceleration, torque] = plain("gantry");
    let nonsense = Part {
        nonsense: true,
        ..position
    };
    let velocities = [
        velocity.way,
        way("joint", "mm/s", 1e-3),
        way("motor", "rad/s", 1.0),
        way("motor", "deg/s", DEGREE),
        way("motor", "rev/s", TURN),
        way("motor", "rpm", TURN / 60.0),
    ];
    each_way(&gantry, &[nonsense, torque], "velocity", &velocities);
    each_way(
        &gantry,
        &[nonsense, torque, acceleration],
        "velocity",
        &velocities,
    );
    let accelerations = [
        acceleration.way,
        way("joint", "m/s^2", 1.0),
        way("joint", "m/s2", 1.0),
        way("motor", "rad/s²", 1.0),
        way("motor", "rad/s^2", 1.0),
        way("motor", "rad/s2", 1.0),
        way("motor", "deg/s²", DEGREE),
        way("motor", "deg/s^2", DEGREE),
        way("motor", "deg/s2", DEGREE),
    ];
    each_way(
        &gantry,
        &[nonsense, torque, velocity],
        "acceleration",
        &accelerations,
    );

    let (folder, mut gantry) = (Folder::new(), gantry.exact());
    let truth = gantry.truth(&folder);
    for (parts, share) in [
        (vec![nonsense, velocity, torque], 2e-3),
        (vec![nonsense, velocity, acceleration, torque], 1e-4),
    ] {
        true_to(&gantry.identified(&folder, &parts, SECONDS), &truth, share);
    }
    // Accelerations that are counted twice make masses of half the size.
    let twice = |column: &mut Vec<f64>| column.iter_mut().for_each(|x| *x *= 2.0);
    gantry.qdd.iter_mut().for_each(twice);
    let parts = [nonsense, velocity, acceleration, torque];
    let found = gantry.identified(&folder, &parts, SECONDS);
    assert!((2.0 * found[0][0] / truth[0] - 1.0).abs() < 1e-3);
}

#[test]
fn torques_in_every_unit_of_either_side() {
    let others = plain("gantry");
    let torques = [
        way("joint", "N", 1.0),
        way("motor", "N·m", 1.0),
        way("motor", "Nm", 1.0),
        way("motor", "N.m", 1.0),
        way("motor", "N*m", 1.0),
        way("motor", "N m", 1.0),
        way("motor", "mN·m", 1e-3),
        way("motor", "mNm", 1e-3),
    ];
    each_way(&Motion::of_gantry(), &others[..3], "torque", &torques);
}

#[test]
fn currents_with_constants_of_the_robot_or_of_the_recording() {
    let folder = Folder::new();
    let gantry = Motion::of_gantry();
    let [position, velocity, acceleration, torque] = plain("gantry");
    let identified = |motion: &Motion, effort: Part<'_>| {
        let parts = [position, velocity, acceleration, effort];
        motion.identified(&folder, &parts, SECONDS)
    };
    let expected = identified(&gantry, torque);
    let current = |unit, factor, more| Part {
        more,
        ..part("current", way("motor", unit, factor))
    };
    for (unit, factor) in [("A", 1.0), ("mA", 1e-3)] {
        same(
            unit,
            &identified(&gantry, current(unit, factor, "")),
            &expected,
        );
        // Half the current at twice the torque for each ampere.
        let doubled = current(unit, 2.0 * factor, ", constant: [1.0, 0.5]");
        same(
            "its own constants",
            &identified(&gantry, doubled),
            &expected,
        );
    }
    let equal = Motion {
        constants: vec![0.7; 2],
        ..gantry
    };
    let one = current("A", 1.0, ", constant: 0.7");
    same("one constant for all", &identified(&equal, one), &expected);
}

#[test]
fn a_unit_for_each_column_and_a_file_for_each_quantity() {
    let wrist = Motion::of_wrist();
    let folder = Folder::new();
    let [position, _, _, torque] = plain("abb_wrist");
    let expected = wrist.identified(&folder, &[position, torque], SECONDS);
    let mut positions = wrist.measured("position", position.way);
    positions[0].iter_mut().for_each(|q| *q /= DEGREE);
    positions[2].iter_mut().for_each(|q| *q /= TURN);
    let named = |prefix: &str, columns: Columns| -> Vec<(String, Vec<f64>)> {
        let columns = columns.into_iter().enumerate();
        columns
            .map(|(i, column)| (format!("{prefix}{i}"), column))
            .collect()
    };
    let clock = (0..SAMPLES).map(|k| real(k) / RATE).collect();
    let mut first = vec![("t".to_owned(), clock)];
    first.extend(named("c", positions));
    // Names that both files have, and one that is wanted from the second.
    let mut second = named("c", vec![vec![99.0; SAMPLES]; 3]);
    second.extend(named(
        "u",
        wrist.measured("torque", way("motor", "mNm", 1e-3)),
    ));
    folder.write("positions.csv", &csv(&first));
    folder.write("torques.csv", &csv(&second));
    folder.write(
        "both.yaml",
        "recording:\n  file: [positions.csv, torques.csv]\n  time: {column: t}\n  position: {columns: \
         [c0, c1, c2], unit: [deg, rad, rev], side: joint, file: positions.csv}\n  torque: {columns: \
         [u0, u1, u2], unit: mNm}\n",
    );
    let found = wrist.identification(&folder, "--recording both.yaml");
    same("two files", &figures(&found), &expected);
}

#[test]
fn time_in_every_unit_or_as_a_rate() {
    let gantry = Motion::of_gantry();
    let folder = Folder::new();
    let [position, .., torque] = plain("gantry");
    let found = |time| gantry.identified(&folder, &[position, torque], time);
    let expected = found(SECONDS);
    for (text, factor) in [
        ("{column: clock}", Some(1.0)),
        ("{column: clock, unit: ms}", Some(1e-3)),
        ("{column: clock, unit: us}", Some(1e-6)),
        ("{column: clock, unit: µs}", Some(1e-6)),
        ("{column: clock, unit: μs}", Some(1e-6)),
        ("{column: clock, unit: ns}", Some(1e-9)),
        ("{rate: 200}", None),
    ] {
        same(text, &found(Time { text, factor }), &expected);
    }
}

/// Positions counted from elsewhere are brought to the joints' zero, after unit and side.
#[test]
fn offsets_are_added_to_joint_positions() {
    let folder = Folder::new();
    let mut wrist = Motion::of_wrist();
    let [position, .., torque] = plain("abb_wrist");
    let expected = wrist.identified(&folder, &[position, torque], SECONDS);
    for (column, offset) in wrist.q.iter_mut().zip([0.3, -PI / 2.0, 40.0 * DEGREE]) {
        column.iter_mut().for_each(|q| *q -= offset);
    }
    for way in [position.way, way("motor", "deg", DEGREE)] {
        let counted = Part {
            more: ", offset: [0.3, -pi/2, 40deg]",
            ..part("position", way)
        };
        let found = wrist.identified(&folder, &[counted, torque], SECONDS);
        same(way.side, &found, &expected);
    }
    let ignored = wrist.identified(&folder, &[position, torque], SECONDS);
    let mut pairs = ignored.iter().zip(&expected);
    assert!(pairs.any(|(a, b)| (a[0] - b[0]).abs() > 0.1 * b[0].abs()));
}

#[test]
fn conventional_names_need_no_description() {
    let gantry = Motion::of_gantry();
    let folder = Folder::new();
    let expected = gantry.identified(&folder, &plain("gantry"), SECONDS);
    let clock: Vec<f64> = (0..SAMPLES).map(|k| real(k) / RATE).collect();
    let at_motors = way("motor", "", 1.0);
    for (effort, symbol) in [("torque", "tau"), ("current", "i")] {
        for names in [["x", "y"], ["m1", "m2"]] {
            let mut columns = vec![("t".to_owned(), clock.clone())];
            for (quantity, symbol) in [
                ("position", "q"),
                ("velocity", "qd"),
                ("acceleration", "qdd"),
                (effort, symbol),
            ] {
                let measured = gantry.measured(quantity, at_motors).into_iter().zip(names);
                let named = |(column, name)| (format!("{symbol}_{name}"), column);
                columns.extend(measured.map(named));
            }
            folder.write("plain.csv", &csv(&columns));
            let found = gantry.identification(&folder, "--recording plain.csv");
            same(
                &format!("{symbol}_{}", names[0]),
                &figures(&found),
                &expected,
            );
        }
    }
}
