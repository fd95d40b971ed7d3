//! A base that moves: a body of its own, of which all is part that is fixed to it.

use armwright_codegen::mechanism::{Base, Mechanism, load};
use armwright_codegen::{derive, generate};

fn mechanism(text: &str) -> Mechanism {
    let loaded = load("robot.yaml", text);
    loaded.unwrap_or_else(|error| panic!("{error}")).0
}

/// A trunk with a head that is fixed to a plate that is fixed to it, and an arm on the head.
const TRUNK: &str = "\
robot: trunk
gravity: [0, 0, -9.81]
base: floating
bodies:
  - {name: trunk, parent: base, joint: {type: fixed}, physical: {mass: 4, com: [0.1, 0, 0], inertia: {xx: 0.1, yy: 0.2, zz: 0.2}}}
  - {name: plate, parent: trunk, joint: {type: fixed, origin: {xyz: [0, 0, 0.5]}}}
  - {name: head, parent: plate, joint: {type: fixed, origin: {xyz: [0, 0.2, 0], rpy: [0, 0, pi/2]}}, physical: {mass: 2, com: [0.3, 0, 0], inertia: {xx: 0.01, yy: 0.02, zz: 0.03}}}
  - {name: arm, parent: head, joint: {name: q1, type: revolute, axis: [0, 0.6, 0.8], origin: {xyz: [0.1, 0, 0]}}}
";

#[test]
fn what_is_fixed_to_the_base_is_part_of_it() {
    let trunk = mechanism(TRUNK);
    assert_eq!(
        (trunk.base, trunk.base_rows(), trunk.rows()),
        (Base::Input, 6, 7)
    );
    let names: Vec<&str> = trunk.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["base", "arm"]);
    let parameter = |name: &str| {
        let mut parameters = trunk.parameters.iter();
        let found = parameters.find(|parameter| parameter.name == name);
        let nominal = found.and_then(|parameter| parameter.nominal.as_ref());
        nominal.map(|value| value.to_f64())
    };
    // The head's centre is 0.3 m along the base's y from (0, 0.2, 0.5).
    for (name, value) in [
        ("m_base", 6.0),
        ("mx_base", 0.4),
        ("my_base", 1.0),
        ("mz_base", 1.0),
        ("Lxx_base", 0.1 + 0.02 + 2.0 * (0.25 + 0.25)),
        ("Lyz_base", -2.0 * 0.5 * 0.5),
        ("Lzz_base", 0.2 + 4.0 * 0.01 + 0.03 + 2.0 * 0.25),
    ] {
        let found = parameter(name).unwrap_or_else(|| panic!("no nominal value of {name}"));
        assert!(
            (found - value).abs() < 1e-12,
            "{name}: {found}, not {value}"
        );
    }
    assert_eq!(parameter("m_arm"), None);
}

#[test]
fn a_base_without_nominal_values_has_none() {
    let bare = TRUNK.lines().filter(|line| !line.contains("physical"));
    let bare: Vec<&str> = bare.filter(|line| !line.contains("plate")).collect();
    let text = bare.join("\n").replace("parent: head", "parent: base");
    let trunk = mechanism(&text);
    assert_eq!(trunk.bodies.len(), 2);
    assert!(trunk.parameters.iter().all(|p| p.nominal.is_none()));
}

/// What moves against the base, or is fixed to what does, is no part of it.
#[test]
fn values_of_an_arm_are_none_of_the_base() {
    let heavy = ", physical: {mass: 3, com: [0, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}";
    let nominal = |trunk: &str, plate: &str, arm: &str, hand: &str| {
        let text = format!(
            "robot: trunk\ngravity: [0, 0, -9.81]\nbase: floating\nbodies:\n  \
             - {{name: trunk, parent: base, joint: {{type: fixed}}{trunk}}}\n  \
             - {{name: plate, parent: trunk, joint: {{type: fixed}}{plate}}}\n  \
             - {{name: arm, parent: plate, joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}{arm}}}\n  \
             - {{name: hand, parent: arm, joint: {{type: fixed}}{hand}}}\n"
        );
        let trunk = mechanism(&text);
        ["m_base", "m_arm"].map(|name| {
            let mut parameters = trunk.parameters.iter();
            let mass = parameters.find(|p| p.name == name).expect("a mass");
            mass.nominal.as_ref().map(|value| value.to_f64())
        })
    };
    for (given, expected) in [
        (["", "", "", ""], [None, None]),
        (["", "", heavy, ""], [None, Some(3.0)]),
        (["", "", heavy, heavy], [None, Some(6.0)]),
        ([heavy, "", "", ""], [Some(3.0), None]),
        (["", heavy, "", ""], [Some(3.0), None]),
        ([heavy, heavy, heavy, ""], [Some(6.0), Some(3.0)]),
    ] {
        let [trunk, plate, arm, hand] = given;
        assert_eq!(nominal(trunk, plate, arm, hand), expected, "{given:?}");
    }
}

/// Ten of the base and seven of each joint that turns, whatever its axis (Ayusawa, Venture and Nakamura 2014).
#[test]
fn each_joint_that_turns_adds_seven_base_parameters() {
    for (origin, axes) in [
        ("xyz: [0, 0, 0]", ["[0, 0, 1]", "[0, 0, 1]", "[0, 0, 1]"]),
        (
            "xyz: [0.1, 0.2, 0.3]",
            ["[1, 0, 0]", "[0, 1, 0]", "[0, 1, 0]"],
        ),
        (
            "xyz: [0.1, 0, 0], rpy: [0.1, 0.2, 0.3]",
            ["[0, 0.6, 0.8]", "[1, 0, 0]", "[0, 0, 1]"],
        ),
    ] {
        let mut text = "robot: legs\ngravity: [0, 0, -9.81]\nbase: floating\nbodies:\n".to_owned();
        for (k, axis) in axes.iter().enumerate() {
            let parent = ["base", "b0", "base"][k];
            text += &format!(
                "  - {{name: b{k}, parent: {parent}, joint: {{name: q{k}, type: revolute, axis: {axis}, origin: {{{origin}}}}}}}\n"
            );
            let derivation = derive("legs.yaml", &text).expect("no faults").0;
            assert_eq!(derivation.base.base.len(), 10 + 7 * (k + 1), "{text}");
        }
    }
}

#[test]
fn a_body_alone_shows_all_of_itself() {
    let text = "robot: drone\ngravity: [0, 0, -9.81]\nbase: floating\nbodies:\n\
                - {name: frame, parent: base, joint: {type: fixed}}\n";
    let generated = generate("drone.yaml", text).expect("no faults");
    assert_eq!(generated.derivation.base.base.len(), 10);
    for line in [
        "pub const DOF: usize = 0;",
        "pub fn inertia_matrix<S: Scalar>(theta: &[S; 10], q: &[S; 0], out: &mut [[S; 6]; 6])",
    ] {
        assert!(generated.code.contains(line), "{line}");
    }
}

#[test]
fn there_is_no_closed_form() {
    let derivation = derive("trunk.yaml", TRUNK).expect("no faults").0;
    let reason = derivation.closed_form.expect_err("a base that moves");
    assert!(reason.to_string().contains("base that moves"), "{reason}");
    assert!(derivation.functions.is_none() && derivation.elements.is_none());
}

/// A joint may have the base's name, and nothing can depend on the base's own.
#[test]
fn the_joint_of_the_base_cannot_be_named() {
    let joint = TRUNK.replace("name: q1", "name: base");
    assert_eq!(mechanism(&joint).coordinates.len(), 1);
    for name in ["base", "\"\""] {
        let follower = format!(
            "  - {{name: hand, parent: arm, joint: {{name: q2, type: revolute, axis: [1, 0, 0], coordinate: {{{name}: 2}}}}}}\n"
        );
        assert!(
            load("robot.yaml", &(TRUNK.to_owned() + &follower)).is_err(),
            "{name}"
        );
    }
}

/// The base itself is held by no joint of the file; its rows come before those of the coordinates.
#[test]
fn a_base_that_moves_is_none_of_the_bodies_that_move_with_others() {
    let hand = "  - {name: hand, parent: arm, joint: {name: q2, type: revolute, axis: [1, 0, 0], locked: 0.5}}\n";
    let floating = TRUNK.to_owned() + hand;
    let fixed = floating.replace("base: floating\n", "");
    for (text, rows) in [(floating, 6), (fixed, 0)] {
        let trunk = mechanism(&text);
        let bound = trunk.bound().map(|body| body.joint.name.as_str());
        assert_eq!(bound.collect::<Vec<_>>(), ["q2"], "{rows}");
        let places: Vec<_> = trunk.coordinates.places().collect();
        assert_eq!(places.len(), 1);
        assert_eq!(trunk.row(places[0]), rows);
        assert_eq!(trunk.coordinate_of(rows), Some(places[0]));
        assert!((0..rows).all(|row| trunk.coordinate_of(row).is_none()));
    }
}

/// The base's own joint has no name that could be meant.
#[test]
fn joints_that_can_be_named_are_those_of_the_file() {
    let said = |joint: &str, more: &str| {
        let text = format!(
            "{TRUNK}  - {{name: hand, parent: arm, joint: {{name: q2, type: revolute, axis: [1, 0, 0]{joint}}}}}\n{more}"
        );
        let faults = load("robot.yaml", &text).expect_err("no such joint");
        let said = faults
            .iter()
            .map(|one| (one.message.clone(), one.help.clone()));
        said.collect::<Vec<_>>()
    };
    let message = "unknown joint `elbow`".to_owned();
    let help = "the joints that move are `q1`, `q2`".to_owned();
    let expected = [(message, Some(help))];
    assert_eq!(said(", coordinate: {elbow: 2}", ""), expected);
    let torque = "torques: [{name: u, joint: elbow, expression: q1}]\n";
    assert_eq!(said("", torque), expected);
}
