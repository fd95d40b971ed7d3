//! Joints without a motor are motors with their own positions.

use armwright_codegen::identifiability::base_parameters;
use armwright_codegen::mechanism::load;

const HINGED: &str = include_str!("../../tests/driven/hinged.yaml");

/// Joints that follow others have no motors: they move no other's place.
#[test]
fn joints_that_follow_others_do_not_count_among_motors() {
    let joint = "{name: p1, type: revolute, axis: [0, 1, 0], coordinate: {q1: -1}}";
    let twin = format!("  - {{name: twin, parent: base, joint: {joint}}}\n  - {{name: flap,");
    let followed = HINGED.replace("  - {name: flap,", &twin);
    let (robot, _) = load("hinged.yaml", &followed).expect("a robot");
    let names: Vec<&str> = robot.motors.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["m1", "q2", "m3"]);
    let (plain, _) = load("hinged.yaml", HINGED).expect("a robot");
    assert_eq!(robot.transmission, plain.transmission);
}

#[test]
fn a_joint_without_a_motor_has_the_place_of_one() {
    let written_out = HINGED
        .replace(
            "{q1: 80, q3: {q2: 2, q3: 30}}",
            "[[80, 0, 0], [0, 1, 0], [0, 2, 30]]",
        )
        .replace("  passive: q2\n", "")
        .replace("    - {name: m3", "    - {name: q2}\n    - {name: m3");
    let [passive, other] =
        [HINGED, &written_out].map(|text| load("hinged.yaml", text).expect("a robot").0);
    let named = |m: &armwright_codegen::mechanism::Motor| (m.name.clone(), m.is_passive);
    let motors: Vec<(String, bool)> = passive.motors.iter().map(named).collect();
    let expected = [("m1", false), ("q2", true), ("m3", false)];
    assert_eq!(motors, expected.map(|(name, is)| (name.to_owned(), is)));
    assert_eq!(passive.transmission, other.transmission);
    assert_eq!(passive.parameters, other.parameters);
    let [passive, other] =
        [passive, other].map(|robot| base_parameters(&robot).expect("base parameters"));
    assert_eq!(passive, other);
}

#[test]
fn several_joints_may_be_without_a_motor() {
    let with = |passive: &str, transmission: &str, motors: &str| {
        let text = HINGED
            .replace("passive: q2", &format!("passive: {passive}"))
            .replace("{q1: 80, q3: {q2: 2, q3: 30}}", transmission);
        let listed = text.find("  motors:").expect("motors");
        let text = format!("{}  motors: {motors}\n", &text[..listed]);
        load("hinged.yaml", &text).map(|(robot, _)| {
            let motors = robot.motors.iter();
            let motors = motors.map(|m| (m.name.clone(), m.is_passive));
            motors.collect::<Vec<_>>()
        })
    };
    for (passive, transmission, motors, expected) in [
        (
            "[q1, q2]",
            "{q3: 30}",
            "[{name: m3}]",
            [("q1", true), ("q2", true), ("m3", false)],
        ),
        (
            "[q3, q1]",
            "{q2: 30}",
            "[{name: m2}]",
            [("q1", true), ("m2", false), ("q3", true)],
        ),
        (
            "[q3]",
            "{q1: 2, q2: 30}",
            "[{name: m1}, {name: m2}]",
            [("m1", false), ("m2", false), ("q3", true)],
        ),
    ] {
        let found =
            with(passive, transmission, motors).unwrap_or_else(|e| panic!("{passive}: {e}"));
        assert_eq!(found, expected.map(|(name, is)| (name.to_owned(), is)));
    }
    for (passive, code) in [
        ("[q2, q2]", "AW0108"),
        ("[q2, q1, q2]", "AW0108"),
        ("[q1, q2, q3]", "AW0416"),
    ] {
        let faults = with(passive, "{q3: 30}", "[{name: m3}]").expect_err(passive);
        let mut codes = faults.iter().map(|fault| fault.code);
        assert!(codes.any(|found| found == code), "{passive}: {faults}");
    }
}

/// It has a place among motors, but nothing that turns it.
#[test]
fn no_torque_acts_on_the_motor_of_a_joint_without_one() {
    let text = format!("{HINGED}torques: [{{name: u, motor: q2, expression: m1}}]\n");
    let faults = load("hinged.yaml", &text).expect_err("no motor");
    let said: Vec<_> = faults
        .iter()
        .map(|one| (one.message.as_str(), one.help.as_deref()))
        .collect();
    let known = "the motors are `m1`, `m3`";
    assert_eq!(said, [("unknown motor `q2`", Some(known))]);
}
