//! Transmissions as drives, and drives as transmissions.

use armwright_codegen::algebra::Rational;
use armwright_codegen::mechanism::{self, load};
use armwright_codegen::urdf::{export, import};

use super::{DRONE, hinges};

/// Motors by the equations of `ros_control`: one for each joint, two whose sum and difference turn two joints, two of which the
/// second turns by both.
#[test]
fn ratios_of_transmissions_become_drives() {
    let simple = |joint: &str, at_motor: &str, at_joint: &str| {
        let reduction = |n: &str| match n {
            "" => String::new(),
            n => format!("<mechanicalReduction>{n}</mechanicalReduction>"),
        };
        format!(
            "<transmission name=\"t_{joint}\"><type>transmission_interface/SimpleTransmission</type><joint name=\"{joint}\">{}\
             </joint><actuator name=\"m\">{}</actuator></transmission>",
            reduction(at_joint),
            reduction(at_motor)
        )
    };
    let coupled = |kind: &str, roles: [&str; 2]| {
        let end = |what: &str, name: &str, role: &str, n: &str| {
            format!(
                "<{what} name=\"{name}\"><role>{role}</role><mechanicalReduction>{n}</mechanicalReduction></{what}>"
            )
        };
        format!(
            "<transmission name=\"both\"><type>transmission_interface/{kind}</type>{}{}{}{}</transmission>",
            end("actuator", "m1", "actuator1", "-50"),
            end("actuator", "m2", "actuator2", "40"),
            end("joint", "the second", roles[0], "2"),
            end("joint", "q3", roles[1], "5"),
        )
    };
    let older = "<transmission name=\"t\" type=\"pr2_mechanism_model/SimpleTransmission\"><actuator name=\"m\"/>\
                 <joint name=\"q3\"/><mechanicalReduction> -63.1 </mechanicalReduction></transmission>";
    let newer = "<ros2_control name=\"r\" type=\"system\"><transmission name=\"t\"><plugin>transmission_interface/\
                 SimpleTransmission</plugin><actuator name=\"m\" role=\"actuator1\"/><joint name=\"q3\" role=\"joint1\">\
                 <mechanical_reduction>20</mechanical_reduction></joint></transmission></ros2_control>";
    for (transmissions, rows) in [
        (
            simple("q1", "100", ""),
            Some([[100.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        ),
        (
            simple("q1", "100", "0.5") + &simple("the second", "", "-20"),
            Some([[50.0, 0.0, 0.0], [0.0, -20.0, 0.0], [0.0, 0.0, 1.0]]),
        ),
        (
            older.to_owned(),
            Some([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -63.1]]),
        ),
        (
            newer.to_owned(),
            Some([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 20.0]]),
        ),
        (
            coupled("DifferentialTransmission", ["joint1", "joint2"]),
            Some([[1.0, 0.0, 0.0], [0.0, -100.0, -250.0], [0.0, 80.0, -200.0]]),
        ),
        (
            coupled("DifferentialTransmission", ["joint2", "joint1"]),
            Some([[1.0, 0.0, 0.0], [0.0, -80.0, 200.0], [0.0, -100.0, -250.0]]),
        ),
        (
            coupled("FourBarLinkageTransmission", ["joint1", "joint2"]),
            Some([[1.0, 0.0, 0.0], [0.0, -100.0, 0.0], [0.0, 40.0, 200.0]]),
        ),
        (simple("q1", "1", "") + &simple("q3", "", ""), None),
    ] {
        let urdf = hinges("r", &[("q1", ""), ("the second", ""), ("q3", "")]);
        let urdf = urdf.replace("</robot>", &format!("{transmissions}</robot>"));
        let imported = import("r.urdf", &urdf).expect("URDF");
        let (robot, _) = load("r.yaml", &imported.text).expect("a robot");
        assert_eq!(robot.side, mechanism::Side::Joint);
        let found = robot.transmission.map(|rows| {
            let row = |row: &Vec<Rational>| row.iter().map(Rational::to_f64).collect::<Vec<f64>>();
            rows.iter().map(row).collect::<Vec<_>>()
        });
        let rows = rows.map(|rows| rows.map(|row| row.to_vec()).to_vec());
        assert_eq!(found, rows, "{transmissions}");
        let notes = imported.notes.join("\n");
        assert_eq!(
            notes.contains("ratios of transmissions are in `drives`"),
            rows.is_some(),
            "{notes}"
        );
        assert_eq!(
            notes.contains("do not need them: 2 transmission"),
            rows.is_none(),
            "{notes}"
        );
    }
}

/// Of a joint that does not move by itself, a second one of a joint, of a kind that is not known, or of no ratio.
#[test]
fn transmissions_that_become_no_drives_are_named() {
    let ends = |ends: &str| {
        format!("<transmission name=\"t\"><type>x/SimpleTransmission</type>{ends}</transmission>")
    };
    let motor = |n: &str| {
        format!("<actuator name=\"m\"><mechanicalReduction>{n}</mechanicalReduction></actuator>")
    };
    let one = |joint: &str, n: &str| ends(&format!("<joint name=\"{joint}\"/>{}", motor(n)));
    let zero = "<mechanicalReduction>0</mechanicalReduction>";
    for (transmissions, why) in [
        (
            one("q2", "30"),
            "`q2` is no joint that moves by itself here",
        ),
        (
            one("gone", "30"),
            "`gone` is no joint that moves by itself here",
        ),
        (
            one("q1", "30") + &one("q1", "20"),
            "`q1` has another one already",
        ),
        (one("q1", "0"), "a ratio of it is zero"),
        (
            ends(&format!("<joint name=\"q1\">{zero}</joint>")),
            "a ratio of it is zero",
        ),
        (
            ends(&format!("<joint name=\"q1\"/>{zero}")),
            "a ratio of it is zero",
        ),
        (
            ends(&format!(
                "<joint name=\"q1\"/><joint name=\"q3\"/>{}",
                motor("30")
            )),
            "it has 2 joint(s) and 1 motor(s) in a way that is not known here",
        ),
    ] {
        let urdf = hinges(
            "r",
            &[("q1", ""), ("q2", "<mimic joint=\"q1\"/>"), ("q3", "")],
        );
        let urdf = urdf.replace("</robot>", &format!("{transmissions}</robot>"));
        let imported = import("r.urdf", &urdf).expect("URDF");
        load("r.yaml", &imported.text).expect("a robot");
        let said = format!(
            "the transmission `t` is left out: {why}; write what its motors turn by under `drives`"
        );
        assert!(
            imported.notes.contains(&said),
            "{why}: {:?}",
            imported.notes
        );
        assert!(
            !imported.notes.join("\n").contains("1 transmission"),
            "{:?}",
            imported.notes
        );
    }
    let urdf = hinges("r", &[("q1", "")]).replace("</robot>", &(one("q1", "fifty") + "</robot>"));
    let refused = import("r.urdf", &urdf)
        .expect_err("no number")
        .render(false);
    assert!(
        refused.contains("`mechanicalReduction` has to be 1 finite number"),
        "{refused}"
    );
}

/// One motor for a joint, by whichever name: it is read, and said; of ratio one there is nothing to say.
#[test]
fn a_transmission_of_another_type_is_read_as_a_simple_one() {
    for (word, ratio, is_told) in [
        ("my_robot/HarmonicDrive", "-81", true),
        ("my_robot/HarmonicDrive", "1", false),
        ("my_robot/SimpleTransmission", "-81", false),
        ("", "-81", false),
    ] {
        let transmission = format!(
            "<transmission name=\"t\"><type>{word}</type><joint name=\"q1\"/><actuator name=\"m\">\
             <mechanicalReduction>{ratio}</mechanicalReduction></actuator></transmission></robot>"
        );
        let urdf = hinges("r", &[("q1", "")]).replace("</robot>", &transmission);
        let imported = import("r.urdf", &urdf).expect("URDF");
        let (robot, _) = load("r.yaml", &imported.text).expect("a robot");
        let rows = robot.transmission.map(|rows| rows[0][0].to_f64());
        assert_eq!(rows, (ratio != "1").then_some(-81.0), "{word}");
        let said = "the transmission `t` is read as a simple one: its type `HarmonicDrive` is not known here";
        let told = imported.notes.iter().any(|note| note == said);
        assert_eq!(told, is_told, "{word} {ratio}: {:?}", imported.notes);
    }
}

/// A ratio in an element of `ros2_control` is none of the transmissions of the robot that say nothing.
#[test]
fn transmissions_of_ratio_one_are_counted_beside_geared_ones() {
    let one = |name: &str, reduction: &str| {
        format!(
            "<transmission name=\"{name}\"><type>x/SimpleTransmission</type><joint name=\"{name}\">{reduction}</joint></transmission>"
        )
    };
    let geared = one("q2", "<mechanicalReduction>20</mechanicalReduction>");
    let within = format!("<ros2_control name=\"r\" type=\"system\">{geared}</ros2_control>");
    for (transmissions, said) in [
        (one("q1", "") + &within, "1 ros2_control, 1 transmission"),
        (one("q1", "") + &geared, "do not need them: 1 transmission"),
    ] {
        let urdf = hinges("r", &[("q1", ""), ("q2", "")]);
        let urdf = urdf.replace("</robot>", &format!("{transmissions}</robot>"));
        let notes = import("r.urdf", &urdf).expect("URDF").notes.join("\n");
        assert!(notes.contains("are in `drives`"), "{notes}");
        assert!(notes.contains(said), "{notes}");
    }
}

/// A ratio for each joint is that of a simple transmission, and comes back; a joint without a motor has none.
#[test]
fn ratios_of_joints_are_exported_as_transmissions() {
    let arm = |drives: &str| {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\ndrives: {drives}\n"
        );
        let (robot, _) = load("arm.yaml", &text).expect("a robot");
        let exported = export(&robot, &robot.parameters.map(|_, _| None)).expect("URDF");
        let imported = import("arm.urdf", &exported.text).expect("URDF");
        let (again, _) = load("arm.yaml", &imported.text).expect("a robot");
        (robot, exported.text, again)
    };
    let (robot, text, again) = arm("{side: joint, transmission: [-50.5, 40]}");
    assert_eq!(again.transmission, robot.transmission, "{text}");
    assert!(text.contains("<actuator name=\"motor_q1\">"), "{text}");
    let (robot, text, again) =
        arm("{side: joint, transmission: [50, 40], motors: [{name: m1}, {name: m2}]}");
    assert_eq!(again.transmission, robot.transmission, "{text}");
    assert!(
        text.contains("<joint name=\"q2\"/>\n    <actuator name=\"m2\">"),
        "{text}"
    );
    let motors: Vec<&str> = again
        .motors
        .iter()
        .map(|motor| motor.name.as_str())
        .collect();
    assert_eq!(motors, ["m1", "m2"]);
    let (_, text, again) =
        arm("{side: joint, transmission: {q2: 40}, passive: q1, motors: [{name: m2}]}");
    assert_eq!(text.matches("<transmission").count(), 1, "{text}");
    let ratios = again.transmission.expect("ratios");
    assert_eq!(ratios[1][1], Rational::from(40));
}

/// A joint that follows another one has no motor: the second ratio is that of the third joint.
#[test]
fn ratios_are_exported_with_the_joints_that_move_by_themselves() {
    let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
                - {name: b, parent: a, joint: {name: p, type: revolute, axis: [0, 1, 0], coordinate: {q1: -1}}}\n\
                - {name: c, parent: b, joint: {name: q2, type: revolute, axis: [0, 1, 0]}}\n\
                drives: {side: joint, transmission: [50, 40]}\n";
    let (robot, _) = load("arm.yaml", text).expect("a robot");
    let exported = export(&robot, &robot.parameters.map(|_, _| None)).expect("URDF");
    for (joint, ratio) in [("q1", "50.0"), ("q2", "40.0")] {
        let part = format!(
            "<transmission name=\"transmission_{joint}\">\n    \
             <type>transmission_interface/SimpleTransmission</type>\n    <joint name=\"{joint}\"/>\n    \
             <actuator name=\"motor_{joint}\">\n      <mechanicalReduction>{ratio}</mechanicalReduction>\n"
        );
        assert!(exported.text.contains(&part), "{part}: {}", exported.text);
    }
    assert_eq!(exported.text.matches("<transmission ").count(), 2);
}

/// Of four joints two have ratios, one has a ratio of 1, and of one nothing is said.
#[test]
fn joints_without_a_transmission_are_named_beside_those_with_one() {
    let one = |joint: &str, ratio: &str| {
        format!(
            "<transmission name=\"t_{joint}\"><type>x/SimpleTransmission</type><joint name=\"{joint}\"/>\
             <actuator name=\"m_{joint}\"><mechanicalReduction>{ratio}</mechanicalReduction></actuator></transmission>"
        )
    };
    let all = one("q1", "100") + &one("q2", "-20") + &one("q3", "1");
    let urdf = hinges("r", &[("q1", ""), ("q2", ""), ("q3", ""), ("q4", "")]);
    let urdf = urdf.replace("</robot>", &(all + "</robot>"));
    let imported = import("r.urdf", &urdf).expect("URDF");
    for said in [
        "joints whose ratio is 1 for want of another one: q4",
        "left out, since equations of motion do not need them: 1 transmission",
    ] {
        assert!(
            imported.notes.iter().any(|note| note == said),
            "{said}: {:?}",
            imported.notes
        );
    }
    let (robot, _) = load("r.yaml", &imported.text).expect("a robot");
    let motors: Vec<&str> = robot.motors.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(motors, ["m_q1", "m_q2", "m_q3", "motor_q4"]);
}

/// The first and the second motor by their roles, in whichever order they stand there.
#[test]
fn motors_of_a_differential_keep_their_names() {
    let differential = "<transmission name=\"t\"><type>transmission_interface/DifferentialTransmission</type>\
                        <actuator name=\"right\"><role>actuator2</role></actuator>\
                        <actuator name=\"left\"><role>actuator1</role></actuator>\
                        <joint name=\"q2\"><role>joint1</role><mechanicalReduction>3</mechanicalReduction></joint>\
                        <joint name=\"q3\"><role>joint2</role></joint></transmission></robot>";
    let urdf = hinges("r", &[("q1", ""), ("q2", ""), ("q3", "")]);
    let imported = import("r.urdf", &urdf.replace("</robot>", differential)).expect("URDF");
    let (robot, _) = load("r.yaml", &imported.text).expect("a robot");
    let motors: Vec<&str> = robot.motors.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(motors, ["motor_q1", "left", "right"]);
    let rows = [[1, 0, 0], [0, 3, 1], [0, 3, -1]].map(|row| row.map(Rational::from).to_vec());
    assert_eq!(robot.transmission, Some(rows.to_vec()));
}

/// The camera is fixed to the base: of two joints one moves, and a motor without a name is called after it.
#[test]
fn ratios_are_those_of_joints_that_move() {
    let transmission = "<transmission name=\"t\"><type>x/SimpleTransmission</type><joint name=\"swing\"/><actuator>\
                        <mechanicalReduction>50</mechanicalReduction></actuator></transmission></robot>";
    let text = DRONE.replace("</robot>", transmission);
    let imported = import("drone.urdf", &text).expect("a robot");
    let (robot, _) = load("drone.yaml", &imported.text).expect("a robot");
    assert_eq!(robot.transmission, Some(vec![vec![Rational::from(50)]]));
    let motors: Vec<&str> = robot.motors.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(motors, ["motor_swing"]);
}

/// Kinds behind colons, and roles as attributes, in whichever order the ends stand there.
#[test]
fn transmissions_of_newer_files_are_read() {
    let newer = "<ros2_control name=\"r\" type=\"system\"><transmission name=\"t\">\
                 <plugin>transmission_interface::DifferentialTransmission</plugin>\
                 <actuator name=\"right\" role=\"actuator2\"/><actuator name=\"left\" role=\"actuator1\"/>\
                 <joint name=\"q2\" role=\"joint2\"/><joint name=\"q1\" role=\"joint1\"/></transmission></ros2_control></robot>";
    let urdf = hinges("r", &[("q1", ""), ("q2", "")]).replace("</robot>", newer);
    let imported = import("r.urdf", &urdf).expect("URDF");
    let (robot, _) = load("r.yaml", &imported.text).expect("a robot");
    let rows = [[1, 1], [1, -1]].map(|row| row.map(Rational::from).to_vec());
    assert_eq!(robot.transmission, Some(rows.to_vec()));
    let motors: Vec<&str> = robot.motors.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(motors, ["left", "right"]);
}

#[test]
fn a_transmission_without_a_name_is_named_all_the_same() {
    let transmission = "<transmission><type>x/SimpleTransmission</type><joint name=\"gone\"/><actuator name=\"m\">\
                        <mechanicalReduction>30</mechanicalReduction></actuator></transmission></robot>";
    let urdf = hinges("r", &[("q1", "")]).replace("</robot>", transmission);
    let notes = import("r.urdf", &urdf).expect("URDF").notes;
    let said = "the transmission `?` is left out: `gone` is no joint that moves by itself here; write what its motors turn by \
                under `drives`";
    assert!(notes.iter().any(|note| note == said), "{notes:?}");
}
