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
