//! Names of a URDF as a robot file takes them.

use armwright_codegen::algebra::{CoordinateIndex, Rational};
use armwright_codegen::description::Base;
use armwright_codegen::mechanism::{Mechanism, load};
use armwright_codegen::urdf::{export, import, import_with};

use super::{hinges, on_base};

/// What a robot file takes, each once; a body cannot be called as the base is.
#[test]
fn names_become_those_of_a_robot_file() {
    let links = ["left arm", "left-arm", "left_arm", "base", ""];
    let mut text = "<robot name=\"2nd Arm!\"><link name=\"root\"/>".to_owned();
    for (k, link) in links.iter().enumerate() {
        text += &format!(
            "<link name=\"{link}\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/></inertial></link>\
             <joint name=\"q.{k}\" type=\"continuous\"><parent link=\"root\"/><child link=\"{link}\"/></joint>"
        );
    }
    let imported = import("two.urdf", &(text + "</robot>")).expect("URDF");
    let (robot, _) = load("two.yaml", &imported.text).expect("a robot");
    assert_eq!(
        (robot.name.as_str(), robot.title.as_str()),
        ("robot_2nd_arm_", "2nd Arm!")
    );
    let bodies: Vec<&str> = robot.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(
        bodies,
        ["left_arm_2", "left_arm_3", "left_arm", "base_2", "_"]
    );
    let joints: Vec<&str> = robot
        .bodies
        .iter()
        .map(|body| body.joint.name.as_str())
        .collect();
    assert_eq!(joints, ["q_0", "q_1", "q_2", "q_3", "q_4"]);
}

/// Whatever stands before it: another one that has to be called otherwise does not take its name.
#[test]
fn a_name_that_a_robot_file_takes_stays_that_of_its_joint() {
    let mimic = "<mimic joint=\"arm_joint\" multiplier=\"2\"/>";
    let joints = [("arm-joint", ""), ("arm_joint", ""), ("tip", mimic)];
    let imported = import("r.urdf", &hinges("r", &joints)).expect("a robot");
    let said = "each name once: the joint `arm-joint` is `arm_joint_2`";
    let notes = imported.notes.join("\n");
    assert!(notes.ends_with(said), "{notes}");
    let (robot, _) = load("r.yaml", &imported.text).expect("a robot");
    let joints = robot.bodies.iter().map(|body| body.joint.name.as_str());
    let joints: Vec<&str> = joints.collect();
    assert_eq!(joints, ["arm_joint_2", "arm_joint", "tip"]);
    // It is the second one that is followed.
    let followed = &robot.bodies.iter().last().expect("a body").joint.motion;
    assert_eq!(
        followed.terms,
        [(CoordinateIndex::from(1), Rational::from(2))]
    );
}

/// Nor does what the base weighs take a name from a body: a link `base` is the base, as it is called there.
#[test]
fn a_base_that_moves_comes_back_with_the_names_of_its_bodies() {
    let text = "robot: fl\ngravity: [0, 0, -9.81]\nbase: floating\nbodies:\n\
                - {name: trunk, parent: base, joint: {type: fixed}, \
                physical: {mass: 4, com: [0, 0, 0.1], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}}\n\
                - {name: base_2, parent: trunk, joint: {name: hip, type: revolute, axis: [0, 1, 0]}, \
                physical: {mass: 1, com: [0, 0, 0], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}}\n";
    let (robot, _) = load("fl.yaml", text).expect("a robot");
    let named = |robot: &Mechanism| {
        let parameters = robot.parameters.iter();
        let parameters = parameters.map(|p| (p.name.clone(), p.nominal.clone()));
        parameters.collect::<Vec<_>>()
    };
    let nominal = robot.parameters.map(|_, p| p.nominal.clone());
    let exported = export(&robot, &nominal).expect("bodies that exist");
    let imported = import_with("fl.urdf", &exported.text, Base::Floating).expect("a robot");
    let notes = imported.notes.join("\n");
    assert!(!notes.contains("renamed"), "{notes}");
    let (again, _) = load("fl.yaml", &imported.text).expect("a robot");
    assert_eq!(named(&again), named(&robot), "{}", imported.text);
}

/// `offset` has a meaning where joints follow others.
#[test]
fn a_joint_that_is_called_offset_gets_another_name() {
    let mimic = "<mimic joint=\"offset\" multiplier=\"2\"/>";
    let text = hinges("arm", &[("offset", ""), ("q2", mimic)]);
    let imported = import("arm.urdf", &text).expect("URDF");
    assert!(imported.notes.join("\n").contains("`offset` is `offset_2`"));
    let (robot, _) = load("arm.yaml", &imported.text).expect("a robot");
    assert_eq!(robot.coordinates.len(), 1, "{}", imported.text);
}

#[test]
fn a_robot_is_called_as_a_robot_file_may_call_it() {
    let long = format!("2{}", "a".repeat(69));
    for (name, expected) in [
        // 64 characters in all.
        (long.as_str(), format!("robot_2{}", "a".repeat(57))),
        ("-arm", "robot__arm".to_owned()),
    ] {
        let text = import("r.urdf", &hinges(name, &[("q1", "")])).expect("a robot");
        let line = format!("\nrobot: {expected}\n");
        assert!(text.text.contains(&line), "{line}: {}", text.text);
    }
    let nameless = hinges("r", &[("q1", "")]).replace("<robot name=\"r\">", "<robot>");
    let text = import("C:\\robots\\arm.urdf", &nameless).expect("a robot");
    assert!(text.text.contains("\nrobot: robot\n"), "{}", text.text);
    // Of a path in whichever system the file's name.
    let source = "\nsource: \"URDF, arm.urdf\"\n";
    assert!(text.text.contains(source), "{}", text.text);
}

#[test]
fn names_that_a_robot_file_refuses_are_replaced_and_said() {
    let long = "q".repeat(70);
    let urdf = hinges("self", &[(&long, ""), (&long, ""), ("a-b", ""), ("c", "")]);
    let imported = import("r.urdf", &urdf).expect("a robot");
    let (first, second) = ("q".repeat(64), format!("{}_2", "q".repeat(62)));
    let said = format!(
        "the joint `{long}` is `{first}`, the joint `{long}` is `{second}`, the joint `a-b` is `a_b`"
    );
    let notes = imported.notes.join("\n");
    assert!(notes.contains(&said) && !notes.contains("`c`"), "{notes}");
    assert!(
        imported.text.contains("\nrobot: robot_self\n"),
        "{}",
        imported.text
    );
    load("r.yaml", &imported.text).expect("a robot");
    // A number of two digits takes the place of one letter more.
    let many = import("r.urdf", &hinges("r", &[(long.as_str(), ""); 10])).expect("a robot");
    let (robot, _) = load("r.yaml", &many.text).expect("a robot");
    let last = robot.bodies.iter().last().expect("a body");
    assert_eq!(last.joint.name, format!("{}_10", "q".repeat(61)));
    // Bodies before joints.
    let both = on_base("", "").replace("\"a\"", "\"a-b\"");
    let both = import("r.urdf", &both.replace("\"q\"", "\"c-d\"")).expect("a robot");
    let notes = both.notes.join("\n");
    let said = "each name once: the link `a-b` is `a_b`, the joint `c-d` is `c_d`";
    assert!(notes.contains(said), "{notes}");
}

/// A link and a joint of one name may become two; a motor that has none is called after its joint, and nothing is renamed.
#[test]
fn what_is_renamed_is_said_with_what_it_is() {
    let joint = |name: &str, child: &str| {
        format!(
            "<link name=\"{child}\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/></inertial></link>\
             <joint name=\"{name}\" type=\"continuous\"><parent link=\"root\"/><child link=\"{child}\"/></joint>"
        )
    };
    let geared = "<transmission name=\"t\"><type>x/SimpleTransmission</type><joint name=\"b\"/><actuator name=\"motor_a_1\">\
                  <mechanicalReduction>50</mechanicalReduction></actuator></transmission></robot>";
    let joints = joint("a-1", "a-1") + &joint("b", "a_1") + &joint("m-x", "c");
    let text = format!("<robot name=\"r\"><link name=\"root\"/>{joints}{geared}");
    let imported = import("r.urdf", &text).expect("URDF");
    let notes = imported.notes.join("\n");
    let said = "each name once: the link `a-1` is `a_1_2`, the joint `a-1` is `a_1`, the joint `m-x` is `m_x`";
    assert!(notes.ends_with(said), "{notes}");
    let (robot, _) = load("r.yaml", &imported.text).expect("a robot");
    // The name that the file gives to a motor stays that one's.
    let motors: Vec<&str> = robot.motors.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(motors, ["motor_a_1_2", "motor_a_1", "motor_m_x"]);
}

/// Of two joints with one name it is the first that another one follows, whatever the second one does.
#[test]
fn a_name_that_two_joints_have_is_that_of_the_first() {
    let mimic = |joint: &str| format!("<mimic joint=\"{joint}\" multiplier=\"2\"/>");
    let (behind, before) = (mimic("q1"), mimic("q2"));
    let joints = [("q1", ""), ("q1", &*before), ("q2", &behind)];
    let imported = import("r.urdf", &hinges("r", &joints)).expect("a robot");
    let notes = imported.notes.join("\n");
    assert!(!notes.contains("`q2` follows"), "{notes}");
    let (robot, _) = load("r.yaml", &imported.text).expect("a robot");
    let last = robot.bodies.iter().last().expect("a body");
    let terms: Vec<(usize, f64)> = last
        .joint
        .motion
        .terms
        .iter()
        .map(|(k, f)| (k.at(), f.to_f64()))
        .collect();
    assert_eq!(terms, [(0, 2.0)]);
}
