//! What a robot is as URDF, and what of it has no place there.

use armwright_codegen::algebra::Rational;
use armwright_codegen::derive;
use armwright_codegen::description::Base;
use armwright_codegen::mechanism::{self, Mechanism, load, load_file};
use armwright_codegen::urdf::{ExportError, export, import, import_with};

/// Numbers and what stands between them.
fn apart(text: &str) -> (Vec<f64>, Vec<&str>) {
    let words = text.split(['"', ' ', '\n']);
    let (numbers, others): (Vec<&str>, Vec<&str>) = words.partition(|w| w.parse::<f64>().is_ok());
    let numbers = numbers.iter().map(|word| word.parse().expect("a number"));
    (numbers.collect(), others)
}

#[test]
fn a_robot_comes_back_as_it_went() {
    let robots = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../robots");
    let mut compared = 0;
    for file in std::fs::read_dir(robots).expect("a folder") {
        let file = file.expect("a file").path();
        if file.extension().is_none_or(|extension| extension != "yaml") {
            continue;
        }
        let written = |robot: &Mechanism| {
            let nominal = robot
                .parameters
                .map(|_, parameter| parameter.nominal.clone());
            export(robot, &nominal)
        };
        let (robot, _) = load_file(&file).expect("a robot");
        let first = match written(&robot) {
            Ok(first) => first.text,
            // Published inertias that no body has, and joints that follow two others.
            Err(ExportError::Impossible(_) | ExportError::Several(_)) => continue,
        };
        let base = match robot.base {
            mechanism::Base::Rest => Base::Fixed,
            mechanism::Base::Input => Base::Floating,
        };
        let imported = import_with(&robot.name, &first, base);
        let text = imported.expect("URDF").text;
        let (again, _) = load("again.yaml", &text).expect("a robot");
        assert_eq!(again.coordinates.len(), robot.coordinates.len());
        let second = written(&again).expect("the same bodies").text;
        // What URDF has no place for is gone.
        let [first, second] = [first, second].map(without_comment);
        let ((a, first), (b, second)) = (apart(&first), apart(&second));
        assert_eq!(first, second, "{}", robot.name);
        let worst = a
            .iter()
            .zip(&b)
            .map(|(a, b)| (a - b).abs() / a.abs().max(1.0));
        let worst = worst.fold(0.0, f64::max);
        assert!(
            worst < 1e-12 && a.len() == b.len(),
            "{}: {worst}",
            robot.name
        );
        compared += 1;
    }
    assert!(compared >= 5, "{compared}");
}

/// At a pitch of 90° roll and yaw are one angle, and which is left out does not matter to the frame.
#[test]
fn a_frame_that_pitches_by_a_right_angle_comes_back() {
    for pitch in ["pi/2", "-pi/2"] {
        let text = format!(
            "robot: one\ngravity: [0, 0, -9.81]\nbodies:\n- {{name: a, parent: base, joint: {{name: q, \
             type: continuous, origin: {{xyz: [0.1, 0, 0], rpy: [pi/3, {pitch}, pi/4]}}, axis: [0, 0, 1]}}}}\n"
        );
        let (robot, _) = load("one.yaml", &text).expect("a robot");
        let exported = export(&robot, &robot.parameters.map(|_, _| None)).expect("URDF");
        let imported = import("one.urdf", &exported.text).expect("URDF");
        let (again, _) = load("one.yaml", &imported.text).expect("a robot");
        let frame = |robot: &Mechanism| {
            let body = robot.bodies.iter().next().expect("a body");
            let numbers = body.before.rotation.iter().flatten();
            numbers.map(Rational::to_f64).collect::<Vec<f64>>()
        };
        let pairs = frame(&robot).into_iter().zip(frame(&again));
        let worst = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(worst < 1e-12, "{pitch}: {}", exported.text);
    }
}

/// URDF asks for limits of speed and effort where there are stops: those that nobody knows bind nothing.
#[test]
fn limits_that_are_not_known_bind_nothing() {
    let text = "robot: one\ngravity: [0, 0, -9.81]\nbodies:\n- {name: a, parent: base, joint: {name: q, \
                type: revolute, axis: [0, 0, 1], limits: {position: [-1, 2]}}}\n";
    let (robot, _) = load("one.yaml", text).expect("a robot");
    let exported = export(&robot, &robot.parameters.map(|_, _| None)).expect("URDF");
    let limit = "<limit lower=\"-1.0\" upper=\"2.0\" velocity=\"1000000.0\" effort=\"1000000.0\"/>";
    assert!(exported.text.contains(limit), "{}", exported.text);
}

#[test]
fn what_cannot_exist_is_not_exported() {
    let two = "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
               - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n\
               - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0]}}\n";
    let (robot, _) = load("two.yaml", two).expect("a robot");
    let mut values = robot.parameters.map(|_, _| None);
    let exported = export(&robot, &values).expect("links without inertia");
    assert_eq!(exported.notes.len(), 2, "{:?}", exported.notes);
    for (place, parameter) in robot.parameters.enumerate() {
        let value = match parameter.name.as_str() {
            "Lxx_b" => 1,
            "m_b" => 2,
            _ => 0,
        };
        let of_b = parameter.name.ends_with("_b");
        values[place] = of_b.then(|| Rational::from(value));
    }
    let error = export(&robot, &values).expect_err("a rod without width");
    assert!(error.to_string().contains("`b`: of its inertia"), "{error}");
}

#[test]
fn what_has_no_place_in_urdf_is_in_a_comment() {
    let text = "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n  - {name: a, parent: base, joint: {name: q1, type: revolute, \
                axis: [0, 1, 0], friction: [coulomb_positive, coulomb_negative, viscous], spring: true, \
                nominal: {coulomb_positive: 5, coulomb_negative: 6, viscous: 2, stiffness: 40, rest: 0.5}}}\n";
    let (robot, _) = load("arm.yaml", text).expect("a robot");
    let exported = export(&robot, &robot.parameters.map(|_, p| p.nominal.clone())).expect("URDF");
    let comment = "  <!-- left out, since URDF has no place for them:\n       fcp_q1 = 5.0 N·m\n       fcn_q1 = 6.0 N·m\n       \
                   k_q1 = 40.0 N·m/rad\n       k0_q1 = -20.0 N·m -->\n";
    assert!(exported.text.contains(comment), "{}", exported.text);
    assert!(import("arm.urdf", &exported.text).is_ok());
    // Names stand there where nobody knows a value.
    let exported = export(&robot, &robot.parameters.map(|_, _| None)).expect("URDF");
    let names = "for them:\n       fcp_q1\n       fcn_q1\n       k_q1\n       k0_q1 -->\n";
    assert!(exported.text.contains(names), "{}", exported.text);
}

fn without_comment(text: String) -> String {
    match (text.find("<!--"), text.find("-->\n  ")) {
        (Some(from), Some(to)) => text[..from].to_owned() + &text[to + "-->\n  ".len()..],
        _ => text,
    }
}

/// Either friction is exported where the other is none; that of motors has no place and is said.
#[test]
fn friction_of_joints_is_exported_and_that_of_motors_said() {
    let exported = |friction: &str, drives: &str| {
        let text = format!(
            "robot: one\ngravity: [0, 0, -9.81]\nbodies:\n- {{name: a, parent: base, joint: {{name: q, type: \
             revolute, axis: [0, 1, 0], {friction}}}}}\n{drives}"
        );
        let (robot, _) = load("one.yaml", &text).expect("a robot");
        export(&robot, &robot.parameters.map(|_, p| p.nominal.clone())).expect("URDF")
    };
    for (kind, expected) in [
        ("viscous", r#"<dynamics damping="2.0" friction="0.0"/>"#),
        ("coulomb", r#"<dynamics damping="0.0" friction="2.0"/>"#),
    ] {
        let friction = format!("friction: [{kind}], nominal: {{{kind}: 2}}");
        let text = exported(&friction, "").text;
        assert!(text.contains(expected), "{text}");
    }
    let drives = "drives: {side: motor, transmission: [[50]], motors: [{name: m, friction: [coulomb], \
                  nominal: {coulomb: 0.5}}]}\n";
    let of_motor = exported("friction: []", drives);
    assert!(
        of_motor.text.contains("fc_m = 0.5 N·m"),
        "{}",
        of_motor.text
    );
    assert!(!of_motor.text.contains("<dynamics"), "{}", of_motor.text);
}

/// A limit stands there where the robot file has one, be it only one; what nobody knows binds nothing.
#[test]
fn each_limit_is_exported_by_itself() {
    let exported = |limits: &str| {
        let text = format!(
            "robot: one\ngravity: [0, 0, -9.81]\nbodies:\n- {{name: a, parent: base, joint: {{name: q, type: \
             continuous, axis: [0, 0, 1]{limits}}}}}\n"
        );
        let (robot, _) = load("one.yaml", &text).expect("a robot");
        let exported = export(&robot, &robot.parameters.map(|_, _| None)).expect("URDF");
        let line = exported.text.lines().find(|line| line.contains("<limit"));
        line.map(|line| line.trim().to_owned())
    };
    for (limits, expected) in [
        ("", None),
        (", limits: {acceleration: 5}", None),
        (
            ", limits: {velocity: 3}",
            Some("<limit velocity=\"3.0\" effort=\"1000000.0\"/>"),
        ),
        (
            ", limits: {effort: 7}",
            Some("<limit velocity=\"1000000.0\" effort=\"7.0\"/>"),
        ),
        (
            ", limits: {velocity: 3, effort: 7}",
            Some("<limit velocity=\"3.0\" effort=\"7.0\"/>"),
        ),
    ] {
        assert_eq!(exported(limits).as_deref(), expected, "{limits}");
    }
}

/// A joint is held, turns between stops or without end, or slides; what is held has no limits.
#[test]
fn joints_are_exported_as_they_move() {
    let text = "robot: five\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: a, parent: base, joint: {name: held, type: revolute, axis: [0, 0, 1], locked: 0.5, limits: {position: [-1, 1]}}}\n\
                - {name: b, parent: a, joint: {name: stops, type: revolute, axis: [0, 1, 0], limits: {position: [-1, 1], velocity: 2, effort: 3}}}\n\
                - {name: c, parent: b, joint: {name: free, type: revolute, axis: [0, 1, 0]}}\n\
                - {name: d, parent: c, joint: {name: endless, type: continuous, axis: [0, 1, 0]}}\n\
                - {name: e, parent: base, joint: {name: slide, type: prismatic, axis: [0.6, 0, 0.8]}}\n";
    let (robot, _) = load("five.yaml", text).expect("a robot");
    let exported = export(&robot, &robot.parameters.map(|_, _| None)).expect("URDF");
    let joints: Vec<&str> = exported.text.split("<joint ").skip(1).collect();
    for (joint, (name, kind, parent, child, limited)) in joints.iter().zip([
        ("held", "fixed", "base", "a", ""),
        (
            "stops",
            "revolute",
            "a",
            "b",
            "<limit lower=\"-1.0\" upper=\"1.0\" velocity=\"2.0\" effort=\"3.0\"/>",
        ),
        ("free", "continuous", "b", "c", ""),
        ("endless", "continuous", "c", "d", ""),
        (
            "slide",
            "prismatic",
            "base",
            "e",
            "<limit lower=\"-1000000.0\" upper=\"1000000.0\" velocity=\"1000000.0\" effort=\"1000000.0\"/>",
        ),
    ]) {
        assert!(
            joint.starts_with(&format!("name=\"{name}\" type=\"{kind}\">")),
            "{joint}"
        );
        let carried = format!("<parent link=\"{parent}\"/>\n    <child link=\"{child}\"/>");
        assert!(joint.contains(&carried), "{joint}");
        assert_eq!(joint.contains("<limit"), !limited.is_empty(), "{joint}");
        assert!(joint.contains(limited), "{joint}");
        assert!(!joint.contains("<mimic"), "{joint}");
    }
    assert_eq!(joints.len(), 5);
    assert!(joints[0].contains("rpy=\"0.0 0.0 0.5\""), "{}", joints[0]);
    assert!(
        joints[4].contains("<axis xyz=\"0.6 0.0 0.8\"/>"),
        "{}",
        joints[4]
    );
}

#[test]
fn every_body_and_joint_that_has_no_place_in_urdf_is_named() {
    let text = "robot: many\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n\
                - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0]}}\n\
                - {name: c, parent: b, joint: {name: q3, type: revolute, axis: [0, 1, 0], coordinate: {q1: 1, q2: -1}}}\n\
                - {name: d, parent: b, joint: {name: q4, type: revolute, axis: [0, 1, 0], coordinate: {q1: 2, q2: 3}}}\n\
                - {name: e, parent: b, joint: {name: q5, type: revolute, axis: [0, 1, 0], coordinate: {q2: 3}}}\n";
    let (robot, _) = load("many.yaml", text).expect("a robot");
    let mut values = robot.parameters.map(|_, _| None);
    let several = export(&robot, &values).expect_err("joints that follow two");
    assert_eq!(
        several.to_string(),
        "URDF has joints that follow one other (mimic), none that follow several: q3, q4; in a copy of the robot file leave \
         out their `coordinate`, and let what reads the URDF move them"
    );
    for (place, parameter) in robot.parameters.enumerate() {
        let value = match parameter.name.as_str() {
            "m_a" => Some(0),
            "m_c" => Some(-2),
            name if name.ends_with("_a") || name.ends_with("_c") => Some(0),
            _ => None,
        };
        values[place] = value.map(Rational::from);
    }
    // Bodies first: without them there is nothing to write.
    let impossible = export(&robot, &values)
        .expect_err("bodies without mass")
        .to_string();
    let lines: Vec<&str> = impossible.lines().collect();
    assert_eq!(
        lines[1..3],
        ["  `a`: its mass is 0 kg", "  `c`: its mass is -2 kg"]
    );
    assert!(
        lines[0].contains("cannot exist") && lines[3].contains("a consistent estimate, or a prior")
    );
}

/// Bodies first, then what has no place, then gravity that is another than programs take, then the transmission.
#[test]
fn what_an_export_leaves_out_is_noted_in_order() {
    let exported = |gravity: &str, drives: &str| {
        let text = format!(
            "robot: arm\ngravity: {gravity}\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0], \
             friction: [viscous, coulomb, quadratic, offset], armature: true}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}, \
             physical: {{mass: 1, com: [0, 0, 0], inertia: {{xx: 1, yy: 1, zz: 1}}}}}}\n{drives}"
        );
        let (robot, _) = load("arm.yaml", &text).expect("a robot");
        let nominal = robot.parameters.map(|_, p| p.nominal.clone());
        export(&robot, &nominal).expect("URDF")
    };
    let without = "`a` has no inertia: its parameters have no values";
    let dropped = "left out, since URDF has no place for them: Ia_q1, fq_q1, fo_q1";
    let plain = exported("[0, 0, -9.81]", "");
    assert_eq!(plain.notes, [without, dropped]);
    assert!(
        plain
            .text
            .contains("  <link name=\"a\"/>\n  <link name=\"b\">\n    <inertial>"),
        "{}",
        plain.text
    );
    let geared = exported(
        "{magnitude: 10, tilt: [0, 90deg, 0]}",
        "drives: {transmission: [[50, 0], [20, 40]], motors: [{name: m1, friction: [viscous]}, {name: m2}]}\n",
    );
    let transmission = "left out: the transmission; torques are those of the joints";
    let dropped = format!("{dropped}, fv_m1");
    let gravity = "left out, since URDF has no gravity: free fall of [10, 0, 0] m/s² in the frame of the base, where \
                   programs take it to be 9.81 m/s² along negative z";
    assert_eq!(geared.notes, [without, &dropped, gravity, transmission]);
}

/// Where a body has any value: one that has none has no inertia.
#[test]
fn what_has_no_value_beside_others_is_zero() {
    let text = "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}, \
                physical: {mass: 2, com: [0.5, 0, 0], inertia: {xx: 1, yy: 2, zz: 2}}}\n";
    let (robot, _) = load("arm.yaml", text).expect("a robot");
    let exported = |keep: &dyn Fn(&Rational) -> bool| {
        let values = robot.parameters.map(|_, p| p.nominal.clone().filter(keep));
        export(&robot, &values).expect("URDF")
    };
    let whole = exported(&|_| true);
    assert!(whole.text.contains("<mass value=\"2.0\"/>") && whole.notes.is_empty());
    let zeros = |p: &Option<Rational>| p.as_ref().is_some_and(Rational::is_zero);
    let nominal = robot.parameters.map(|_, p| p.nominal.clone());
    // Two coordinates of the moment, and three products of inertia.
    assert_eq!(nominal.as_slice().iter().filter(|p| zeros(p)).count(), 5);
    let some = exported(&|value| !value.is_zero());
    assert_eq!((some.text, some.notes), (whole.text, whole.notes));
    let none = exported(&|_| false);
    assert!(
        none.text.contains("  <link name=\"a\"/>\n"),
        "{}",
        none.text
    );
}

/// A joint that slides has to have stops in URDF, or readers refuse it or hold it at zero; what is as far as no robot comes is
/// none when it comes back.
#[test]
fn joints_that_slide_without_limits_are_exported_with_some_that_bind_nothing() {
    for (limits, expected) in [
        (
            "",
            "<limit lower=\"-1000000.0\" upper=\"1000000.0\" velocity=\"1000000.0\" effort=\"1000000.0\"/>",
        ),
        (
            ", limits: {velocity: 2}",
            "<limit lower=\"-1000000.0\" upper=\"1000000.0\" velocity=\"2.0\" effort=\"1000000.0\"/>",
        ),
        (
            ", limits: {position: [-1, 2]}",
            "<limit lower=\"-1.0\" upper=\"2.0\" velocity=\"1000000.0\" effort=\"1000000.0\"/>",
        ),
    ] {
        let text = format!(
            "robot: one\ngravity: [0, 0, -9.81]\nbodies:\n- {{name: a, parent: base, joint: {{name: q, type: \
             prismatic, axis: [0, 0, 1]{limits}}}}}\n"
        );
        let (robot, _) = load("one.yaml", &text).expect("a robot");
        let exported = export(&robot, &robot.parameters.map(|_, _| None)).expect("URDF");
        assert!(exported.text.contains(expected), "{}", exported.text);
        let imported = import("one.urdf", &exported.text).expect("URDF").text;
        let (again, _) = load("one.yaml", &imported).expect("a robot");
        let limits = [&robot, &again].map(|robot| {
            let limits = &robot.bodies.iter().next().expect("a body").joint.limits;
            let position = limits.position.clone().map(|position| position.value);
            (position, limits.velocity.clone(), limits.effort.clone())
        });
        assert_eq!(limits[0], limits[1], "{imported}");
    }
}

#[test]
fn highest_accelerations_have_no_place_in_urdf() {
    let text = "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0], limits: {acceleration: 5}}}\n\
                - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0], limits: {velocity: 2}}}\n";
    let (robot, _) = load("arm.yaml", text).expect("a robot");
    let nominal = robot.parameters.map(|_, p| p.nominal.clone());
    let exported = export(&robot, &nominal).expect("URDF");
    let note = "left out, since URDF has no place for them: highest accelerations of q1";
    assert!(
        exported.notes.iter().any(|said| said == note),
        "{:?}",
        exported.notes
    );
}

/// A standard row puts the frame at the distal end, half a metre along x and turned about it by a right angle: there (x, y, z) is
/// (x + 0.5, -z, y) of the frame at the joint, which URDF has.
#[test]
fn bodies_of_standard_rows_are_exported_in_the_frames_of_their_joints() {
    let text = "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, dh: {convention: standard, a: 0.5, alpha: 90deg}}, \
                physical: {mass: 2, com: [0, 0.125, 0.0625], inertia: {xx: 1, yy: 2, zz: 2.5}}}\n\
                - {name: b, parent: a, joint: {name: q2, type: revolute, origin: {xyz: [0, 0, 0.25]}, axis: [0, 0, 1]}}\n";
    let (robot, _) = load("two.yaml", text).expect("a robot");
    let exported = export(&robot, &robot.parameters.map(|_, p| p.nominal.clone())).expect("URDF");
    for part in [
        "<origin xyz=\"0.5 -0.0625 0.125\"/>",
        "<inertia ixx=\"1.0\" ixy=\"0.0\" ixz=\"0.0\" iyy=\"2.5\" iyz=\"0.0\" izz=\"2.0\"/>",
        "<origin xyz=\"0.5 -0.25 0.0\" rpy=\"1.5707963267948966 0.0 0.0\"/>",
    ] {
        assert!(exported.text.contains(part), "{part}: {}", exported.text);
    }
}

/// Programs take gravity to be along negative z, and as strong as on Earth: on the Moon they are wrong, at the poles and in Quito
/// right.
#[test]
fn gravity_that_is_not_that_of_earth_along_negative_z_is_noted() {
    for (gravity, is_noted) in [
        ("[0, 0, 9.81]", true),
        ("[0, -10, 0]", true),
        ("[0, 0, -1.62]", true),
        ("[0, 0, 0]", true),
        ("[0, 0, -9.832]", false),
        ("[0, 0, -9.772]", false),
    ] {
        let text = format!(
            "robot: one\ngravity: {gravity}\nbodies:\n- {{name: a, parent: base, joint: {{name: q, type: revolute, \
             axis: [0, 1, 0]}}}}\n"
        );
        let (robot, _) = load("one.yaml", &text).expect("a robot");
        let exported = export(&robot, &robot.parameters.map(|_, _| None)).expect("URDF");
        let said = format!("URDF has no gravity: free fall of {gravity} m/s²");
        let notes = exported.notes.join("\n");
        assert_eq!(notes.contains(&said), is_noted, "{notes}");
        assert_eq!(notes.contains("gravity"), is_noted, "{notes}");
    }
}

/// Friction is that of the joint at which it acts.
#[test]
fn each_joint_is_exported_with_its_own_friction() {
    let joint = |body: &str, parent: &str, joint: &str, damping: u8| {
        format!(
            "- {{name: {body}, parent: {parent}, joint: {{name: {joint}, type: revolute, axis: [0, 1, 0], \
             friction: [viscous], nominal: {{viscous: {damping}}}}}}}\n"
        )
    };
    let text = "robot: two\ntitle: Two hinges\ngravity: [0, 0, -9.81]\nbodies:\n".to_owned()
        + &joint("a", "base", "q1", 2)
        + &joint("b", "a", "q2", 3);
    let (robot, _) = load("two.yaml", &text).expect("a robot");
    let exported = export(&robot, &robot.parameters.map(|_, p| p.nominal.clone())).expect("URDF");
    let lines = exported.text.lines().map(str::trim);
    let lines: Vec<&str> = lines.filter(|l| l.starts_with("<dynamics")).collect();
    let expected = [
        r#"<dynamics damping="2.0" friction="0.0"/>"#,
        r#"<dynamics damping="3.0" friction="0.0"/>"#,
    ];
    assert_eq!(lines, expected);
    // By its name, whatever its title.
    let robot = "\n<robot name=\"two\">\n";
    assert!(exported.text.contains(robot), "{}", exported.text);
}

/// An estimate may come out below zero where friction is too small to be seen.
#[test]
fn friction_below_zero_is_not_exported_and_is_said() {
    let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0], friction: [viscous, coulomb]}}\n\
                - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0], friction: [viscous, coulomb]}}\n";
    let (robot, _) = load("arm.yaml", text).expect("a robot");
    let values = robot.parameters.map(|_, p| match p.name.as_str() {
        "fv_q1" => Some(Rational::new(-1, 2)),
        "fc_q1" => Some(Rational::from(2)),
        "fv_q2" => Some(Rational::from(3)),
        "fc_q2" => Some(Rational::new(-1, 4)),
        _ => None,
    });
    let exported = export(&robot, &values).expect("URDF");
    let lines = exported.text.lines().map(str::trim);
    let lines: Vec<&str> = lines.filter(|l| l.starts_with("<dynamics")).collect();
    let expected = [
        r#"<dynamics damping="0.0" friction="2.0"/>"#,
        r#"<dynamics damping="3.0" friction="0.0"/>"#,
    ];
    assert_eq!(lines, expected);
    let said = "left out, since no joint has such: damping -0.5 of `q1`, friction -0.25 of `q2`";
    assert!(
        exported.notes.iter().any(|note| note == said),
        "{:?}",
        exported.notes
    );
}

/// A turn about x and one about z inside it have three rounded angles in a URDF, by which the axis of the second joint would not be
/// quite across x.
#[test]
fn two_turns_that_were_exported_as_three_angles_come_back() {
    let text = "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1], origin: {rpy: [pi/2, 0, 0]}}}\n\
                - {name: f, parent: a, joint: {type: fixed, origin: {xyz: [0.1, 0, 0], rpy: [10deg, 0, 0]}}}\n\
                - {name: b, parent: f, joint: {name: q2, type: revolute, axis: [0, 0, 1], origin: {rpy: [0, 0, 20deg]}}}\n";
    let (arm, _) = derive("arm.yaml", text).expect("a robot");
    let robot = &arm.mechanism;
    let exported = export(robot, &robot.parameters.map(|_, _| None)).expect("URDF");
    let imported = import("arm.urdf", &exported.text).expect("URDF");
    let (again, _) = derive("arm.yaml", &imported.text).expect("a robot");
    assert_eq!(again.base.base.len(), arm.base.base.len());
    let last = again.mechanism.bodies.iter().last().expect("a body");
    assert!(last.before.rotation[0][2].is_zero());
}
