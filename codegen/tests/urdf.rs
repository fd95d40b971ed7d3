//! URDF becomes a robot file that a person could have written, and that URDF again.

use armwright_codegen::algebra::Rational;
use armwright_codegen::derive;
use armwright_codegen::description::Base;
use armwright_codegen::mechanism::{self, Mechanism, load, load_file};
use armwright_codegen::urdf::{ExportError, Imported, export, import, import_with};

const ARM: &str = r#"<?xml version="1.0"?>
<robot name="Test Arm-2">
  <material name="grey"/>
  <link name="world"/>
  <link name="base link"><inertial><mass value="9"/></inertial><visual/></link>
  <link name="upper">
    <inertial>
      <origin xyz="0.1 0 -0.02" rpy="0 0 1.5708"/>
      <mass value="3.5"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.025"/>
    </inertial>
    <collision/>
  </link>
  <link name="cover"><inertial><mass value="0.25"/><inertia ixx="1e-3" iyy="1e-3" izz="1e-3"/></inertial></link>
  <link name="tool"/>
  <link name="slide"><inertial><mass value="1.25"/><inertia ixx="2e-3" iyy="2e-3" izz="1e-3"/></inertial></link>
  <joint name="mount" type="fixed"><parent link="world"/><child link="base link"/><origin xyz="0 0 0.5"/></joint>
  <joint name="shoulder" type="revolute">
    <parent link="base link"/><child link="upper"/>
    <origin xyz="0.3 0 1.2e-17" rpy="-1.570796 0 0.3"/>
    <axis xyz="0 2 0"/>
    <limit lower="-1.5" upper="2" velocity="3" effort="0"/>
    <dynamics damping="0.4" friction="0"/>
  </joint>
  <joint name="bolt" type="fixed"><parent link="upper"/><child link="cover"/><origin rpy="0 0 3.14159"/></joint>
  <joint name="flange" type="fixed"><parent link="slide"/><child link="tool"/></joint>
  <joint name="rail" type="prismatic">
    <parent link="upper"/><child link="slide"/>
    <limit lower="0" upper="0.4" velocity="1" effort="50"/>
    <mimic joint="shoulder" multiplier="-0.25" offset="0.1"/>
  </joint>
</robot>
"#;

fn imported() -> Imported {
    import("robots/arm.urdf", ARM).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[test]
fn an_arm_reads_like_one_that_was_written_by_hand() {
    insta::assert_snapshot!(imported().text);
}

#[test]
fn what_was_imported_is_a_robot() {
    let (mechanism, _) = load("arm.yaml", &imported().text).expect("a robot");
    assert_eq!(mechanism.coordinates.len(), 1);
    let [first, second] = [0, 1].map(|k| &mechanism.bodies.iter().nth(k).expect("a body").name);
    assert_eq!((first.as_str(), second.as_str()), ("upper", "slide"));
}

#[test]
fn what_is_not_the_robot_is_said() {
    let notes = imported().notes.join("\n");
    for part in [
        "`world` is the base",
        "tool",
        "1 collision",
        "-1.570796",
        "1.5708",
    ] {
        assert!(notes.contains(part), "{part}: {notes}");
    }
}

/// A drone: what is fixed to its root link is part of the base, and so is the root link.
const DRONE: &str = r#"<robot name="drone">
  <link name="body">
    <inertial><origin xyz="0 0 0.1"/><mass value="2"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.03"/></inertial>
  </link>
  <link name="camera"><inertial><mass value="0.5"/><inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-3" iyz="0" izz="1e-3"/></inertial></link>
  <link name="arm"><inertial><mass value="0.25"/><inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-3" iyz="0" izz="1e-3"/></inertial></link>
  <joint name="mount" type="fixed"><parent link="body"/><child link="camera"/><origin xyz="0.2 0 0"/></joint>
  <joint name="swing" type="continuous"><parent link="body"/><child link="arm"/><origin xyz="0 0 -0.1"/><axis xyz="0 1 0"/></joint>
</robot>"#;

#[test]
fn the_root_of_a_robot_that_nothing_holds_is_its_base() {
    let drone = import_with("drone.urdf", DRONE, Base::Floating).expect("a robot");
    insta::assert_snapshot!(drone.text);
    let (robot, _) = load("drone.yaml", &drone.text).expect("a robot");
    let nominal = robot.parameters.map(|_, p| p.nominal.clone());
    let values: Vec<f64> = nominal
        .iter()
        .take(4)
        .flatten()
        .map(Rational::to_f64)
        .collect();
    assert_eq!(values, [2.5, 0.1, 0.0, 0.2]);
    // There and back it is the same robot.
    let first = export(&robot, &nominal).expect("bodies that exist").text;
    assert!(first.contains("<parent link=\"base\"/>"), "{first}");
    let again = import_with("drone.urdf", &first, Base::Floating)
        .expect("a robot")
        .text;
    let (again, _) = load("drone.yaml", &again).expect("a robot");
    assert_eq!(again.parameters.map(|_, p| p.nominal.clone()), nominal);
    // At rest its mass moves nothing.
    let held = import("drone.urdf", DRONE).expect("a robot").text;
    let (held, _) = load("drone.yaml", &held).expect("a robot");
    assert_eq!(held.bodies.len(), 1);
}

/// A link for the world and a floating joint on it say no more than `--floating` does.
#[test]
fn a_floating_joint_on_the_world_is_a_base_that_moves() {
    let world = "<link name=\"world\"/><joint name=\"free\" type=\"floating\"><parent link=\"world\"/>\
                 <child link=\"body\"/></joint>";
    let with_world = DRONE.replace("</robot>", &format!("{world}</robot>"));
    let drone = import_with("drone.urdf", &with_world, Base::Floating).expect("a robot");
    let plain = import_with("drone.urdf", DRONE, Base::Floating).expect("a robot");
    let robot = |text: &str| text.split_once("robot:").map(|(_, robot)| robot.to_owned());
    assert_eq!(robot(&drone.text), robot(&plain.text));
    assert!(
        drone
            .notes
            .join("\n")
            .contains("`world` and the floating joint `free`")
    );
    let refused = import("drone.urdf", &with_world)
        .expect_err("a base at rest")
        .render(false);
    assert!(refused.contains("import with `--floating`"), "{refused}");
    // One between links, or on a link that weighs something, is a joint of six degrees of freedom.
    for (old, new) in [
        (
            "<link name=\"world\"/>",
            "<link name=\"world\"><inertial><mass value=\"1\"/></inertial></link>",
        ),
        ("<parent link=\"world\"/>", "<parent link=\"arm\"/>"),
        // Nor is a link nothing but the world that carries something else, or is carried.
        (
            "</robot>",
            "<link name=\"wall\"/><joint name=\"nail\" type=\"fixed\"><parent link=\"world\"/><child link=\"wall\"/></joint></robot>",
        ),
        (
            "</robot>",
            "<link name=\"sky\"/><joint name=\"nail\" type=\"fixed\"><parent link=\"sky\"/><child link=\"world\"/></joint></robot>",
        ),
    ] {
        let other = with_world.replace(old, new);
        assert!(
            import_with("drone.urdf", &other, Base::Floating).is_err(),
            "{new}"
        );
    }
}

#[test]
fn nested_elements_without_end_are_no_trouble() {
    let deep = format!(
        "<robot>{}{}</robot>",
        "<a>".repeat(10_000),
        "</a>".repeat(10_000)
    );
    assert!(import("deep.urdf", &deep).is_err());
}

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

/// A rod is turned into its link's frame as URDF says: about x, then y, then z of the link.
#[test]
fn an_inertia_is_turned_into_the_frame_of_its_link() {
    let rpy: [f64; 3] = [0.4, 0.7, -0.3];
    let turned = |k: usize, v: [f64; 3]| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let (sin, cos) = rpy[k].sin_cos();
        let mut w = v;
        (w[i], w[j]) = (cos * v[i] - sin * v[j], sin * v[i] + cos * v[j]);
        w
    };
    // Along its own z axis a rod has no inertia.
    let rod = (0..3).fold([0.0, 0.0, 1.0], |v, k| turned(k, v));
    let text = r#"<robot name="rod"><link name="base"/>
      <link name="a"><inertial><origin rpy="0.4 0.7 -0.3"/><mass value="1"/>
        <inertia ixx="0.5" ixy="0" ixz="0" iyy="0.5" iyz="0" izz="0"/></inertial></link>
      <joint name="q" type="continuous"><parent link="base"/><child link="a"/></joint></robot>"#;
    let imported = import("rod.urdf", text).expect("URDF");
    let (robot, _) = load("rod.yaml", &imported.text).expect("a robot");
    for (i, j, name) in [
        (0, 1, "Lxy_a"),
        (0, 2, "Lxz_a"),
        (1, 2, "Lyz_a"),
        (0, 0, "Lxx_a"),
    ] {
        let mut parameters = robot.parameters.iter();
        let found = parameters.find(|p| p.name == name).expect("a parameter");
        let found = found.nominal.as_ref().expect("a value").to_f64();
        let whole = if i == j { 0.5 } else { 0.0 };
        assert!(
            (found - (whole - 0.5 * rod[i] * rod[j])).abs() < 1e-12,
            "{name}: {found}"
        );
    }
}

/// J' = sum of J_kl c_k c_l^T, where c_k is the axis k of the inertia's frame in that of the link.
#[test]
fn products_of_inertia_are_turned_with_it() {
    let tensor = [[1.0, 0.1, 0.2], [0.1, 1.25, 0.3], [0.2, 0.3, 1.5]];
    let quarter = std::f64::consts::FRAC_PI_2;
    for rpy in [
        [quarter, 0.0, 0.0],
        [0.0, quarter, 0.0],
        [0.0, 0.0, -quarter],
        [0.4, 0.7, -0.3],
    ] {
        let turned = |axis: usize| {
            let mut v = [0.0; 3];
            v[axis] = 1.0;
            for (k, angle) in rpy.iter().enumerate() {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                let (sin, cos) = angle.sin_cos();
                (v[i], v[j]) = (cos * v[i] - sin * v[j], sin * v[i] + cos * v[j]);
            }
            v
        };
        let axes = [0, 1, 2].map(turned);
        let [roll, pitch, yaw] = rpy;
        let text = format!(
            r#"<robot name="one"><link name="base"/>
            <link name="a"><inertial><origin rpy="{roll} {pitch} {yaw}"/><mass value="1"/>
              <inertia ixx="1" ixy="0.1" ixz="0.2" iyy="1.25" iyz="0.3" izz="1.5"/></inertial></link>
            <joint name="q" type="continuous"><parent link="base"/><child link="a"/></joint></robot>"#
        );
        let imported = import("one.urdf", &text).expect("URDF");
        let (robot, _) = load("one.yaml", &imported.text).expect("a robot");
        for (i, j, name) in [
            (0, 0, "Lxx_a"),
            (0, 1, "Lxy_a"),
            (0, 2, "Lxz_a"),
            (1, 1, "Lyy_a"),
            (1, 2, "Lyz_a"),
            (2, 2, "Lzz_a"),
        ] {
            let pairs = (0..9).map(|kl| (kl / 3, kl % 3));
            let expected: f64 = pairs
                .map(|(k, l)| tensor[k][l] * axes[k][i] * axes[l][j])
                .sum();
            let mut parameters = robot.parameters.iter();
            let found = parameters.find(|p| p.name == name).expect("a parameter");
            let found = found.nominal.as_ref().expect("a value").to_f64();
            assert!(
                (found - expected).abs() < 1e-12,
                "{rpy:?} {name}: {found}, not {expected}"
            );
        }
    }
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

/// Stops at one place are those that nobody filled in.
#[test]
fn stops_that_enclose_nothing_are_none() {
    let text = r#"<robot name="arm"><link name="base"/><link name="a"/>
      <joint name="q" type="revolute"><parent link="base"/><child link="a"/>
        <limit lower="0" upper="0" velocity="3" effort="0"/></joint></robot>"#;
    let imported = import("arm.urdf", text).expect("URDF");
    let (robot, _) = load("arm.yaml", &imported.text).expect("a robot");
    let limits = &robot.bodies.iter().next().expect("a body").joint.limits;
    assert!(
        limits.position.is_none() && limits.effort.is_none(),
        "{limits:?}"
    );
    assert_eq!(limits.velocity, Some(Rational::from(3)));
    // Nor are they the wrong way round.
    let notes = imported.notes.join("\n");
    assert!(!notes.contains("no joint has such"), "{notes}");
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

/// Two joints, the second carried by the first; `first` and `second` are what stands in them.
fn two(first: &str, second: &str) -> String {
    format!(
        r#"<robot name="two"><link name="base"/>
      <link name="a"><inertial><mass value="1"/><inertia ixx="1e-2" iyy="1e-2" izz="1e-2"/></inertial></link>
      <link name="b"><inertial><mass value="1"/><inertia ixx="1e-2" iyy="1e-2" izz="1e-2"/></inertial></link>
      <link name="eye"/><link name="ear"/>
      <joint name="q1" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/>{first}</joint>
      <joint name="q2" type="prismatic"><parent link="a"/><child link="b"/>{second}</joint>
      <joint name="f1" type="fixed"><parent link="b"/><child link="eye"/></joint>
      <joint name="f2" type="fixed"><parent link="b"/><child link="ear"/></joint></robot>"#
    )
}

/// A rack goes with its pinion by its radius and an offset of length, neither of which is a round angle.
#[test]
fn a_slide_follows_a_turn_by_lengths() {
    let text = two(
        "",
        r#"<mimic joint="q1" multiplier="0.0123457" offset="1.5708"/>"#,
    );
    let imported = import("two.urdf", &text).expect("URDF");
    let notes = imported.notes.join("\n");
    assert!(!notes.contains("multiples of 15 degrees"), "{notes}");
    assert!(!notes.contains("moves by itself"), "{notes}");
    assert!(notes.contains("carry nothing: eye, ear"), "{notes}");
    let (robot, _) = load("two.yaml", &imported.text).expect("a robot");
    assert_eq!(robot.coordinates.len(), 1);
    assert!(imported.text.contains("1.5708"), "{}", imported.text);
    // A turn that follows a slide has such a factor only as a short fraction.
    let turned = text.replace("prismatic", "revolute");
    let notes = import("two.urdf", &turned).expect("URDF").notes.join("\n");
    assert!(notes.contains("moves by itself"), "{notes}");
}

/// Spaces around a number are none of it.
#[test]
fn a_rounded_angle_with_spaces_around_it_is_the_same_angle() {
    let with = |offset: &str| {
        let mimic = format!("<mimic joint=\"q1\" offset=\"{offset}\"/>");
        let text = two("", &mimic).replace("prismatic", "revolute");
        import("two.urdf", &text).expect("URDF")
    };
    let (tight, wide) = (with("1.5708"), with(" 1.5708\t"));
    assert!(tight.text.contains("pi/2"), "{}", tight.text);
    assert_eq!(wide.text, tight.text);
    assert_eq!(wide.notes, tight.notes);
}

/// A joint that turns without end has none, whatever limits stand there.
#[test]
fn a_continuous_joint_has_no_stops() {
    let limit = r#"<limit lower="-1" upper="1" velocity="2" effort="3"/>"#;
    let text = two(limit, "").replace("revolute", "continuous");
    let imported = import("two.urdf", &text).expect("URDF");
    let (robot, _) = load("two.yaml", &imported.text).expect("a robot");
    let limits = &robot.bodies.iter().next().expect("a body").joint.limits;
    assert!(limits.position.is_none(), "{limits:?}");
    assert_eq!(limits.velocity, Some(Rational::from(2)));
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

/// A joint that would follow what does not move, or itself, moves by itself, and that is said.
#[test]
fn a_joint_follows_only_another_one_that_moves() {
    for (leader, follows) in [("q1", true), ("q2", false), ("f1", false), ("gone", false)] {
        let mimic = format!("<mimic joint=\"{leader}\" multiplier=\"2\"/>");
        let imported = import("two.urdf", &two("", &mimic)).expect("URDF");
        let said = format!(
            "`q2` follows `{leader}` (mimic) which is no other joint that moves: it moves by itself here"
        );
        let (robot, _) = load("two.yaml", &imported.text).expect("a robot");
        assert_eq!(
            robot.coordinates.len(),
            if follows { 1 } else { 2 },
            "{leader}"
        );
        let notes = imported.notes.join("\n");
        assert_eq!(notes.contains("(mimic)"), !follows, "{notes}");
        assert_eq!(notes.contains(&said), !follows, "{said}: {notes}");
    }
}

/// Frames on frames carry nothing as well; one with a joint behind it carries what that moves.
#[test]
fn frames_that_carry_only_frames_are_left_out() {
    let more = r#"<link name="tip"/><link name="rack"/><link name="c"><inertial><mass value="1"/>
      <inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      <joint name="f3" type="fixed"><parent link="eye"/><child link="tip"/></joint>
      <joint name="f4" type="fixed"><parent link="a"/><child link="rack"/><origin xyz="0 0 1"/></joint>
      <joint name="q3" type="continuous"><parent link="rack"/><child link="c"/></joint></robot>"#;
    let text = two("", "").replace("</robot>", more);
    let imported = import("two.urdf", &text).expect("URDF");
    let notes = imported.notes.join("\n");
    assert!(notes.contains("carry nothing: eye, tip, ear"), "{notes}");
    assert!(imported.text.contains("parent: rack"), "{}", imported.text);
    assert!(!imported.text.contains("name: eye"), "{}", imported.text);
    // The rack weighs nothing, but moves only with what it is fixed to.
    assert!(!notes.contains("links that move"), "{notes}");
}

#[test]
fn an_angle_that_was_rounded_many_times_is_noted_once() {
    let origin = r#"<origin rpy="1.5708 0.7854 1.5708"/>"#;
    let text = two(origin, origin);
    let notes = import("two.urdf", &text).expect("URDF").notes;
    let rounded: Vec<&String> = notes
        .iter()
        .filter(|note| note.contains("15 degrees"))
        .collect();
    assert_eq!(rounded.len(), 1, "{notes:?}");
    assert!(rounded[0].ends_with(": 1.5708, 0.7854"), "{}", rounded[0]);
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

/// The offset of `q2 = 2 q1 + 0.25` has a place in URDF: the zero of the joint is where the robot file has it, for programs too
/// that let it move by itself, and so are its limits.
#[test]
fn a_joint_that_follows_is_exported_with_its_offset() {
    for (kind, offset, expected) in [
        ("revolute", "0.25", "offset=\"0.25\""),
        ("prismatic", "0.25", "offset=\"0.25\""),
        ("revolute", "-30deg", "offset=\"-0.5235987755982988\""),
        ("revolute", "pi/2", "offset=\"1.5707963267948966\""),
        ("revolute", "0", ""),
    ] {
        let text = format!(
            "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: {kind}, axis: [0, 0, 1], limits: {{position: [-1, 1]}}}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: {kind}, origin: {{xyz: [0.5, 0, 0.25], rpy: [pi/2, 0, 0]}}, \
             axis: [0, 0.6, 0.8], limits: {{position: [-0.25, 1]}}, coordinate: {{q1: 2, offset: {offset}}}}}}}\n"
        );
        let (robot, _) = load("two.yaml", &text).expect("a robot");
        let exported = export(&robot, &robot.parameters.map(|_, _| None)).expect("URDF");
        let second = exported.text.split("<joint ").nth(2).expect("a joint");
        for part in [
            "<origin xyz=\"0.5 0.0 0.25\" rpy=\"1.5707963267948966 0.0 0.0\"/>",
            "<limit lower=\"-0.25\" upper=\"1.0\"",
            format!("<mimic joint=\"q1\" multiplier=\"2.0\" {expected}").trim_end(),
        ] {
            assert!(second.contains(part), "{kind} {offset}: {part} in {second}");
        }
        // And so it comes back.
        let imported = import("two.urdf", &exported.text).expect("URDF").text;
        let (again, _) = load("two.yaml", &imported).expect("a robot");
        let motions = [&robot, &again].map(|robot| {
            let last = robot.bodies.iter().last().expect("a body");
            (
                last.joint.motion.clone(),
                last.joint.limits.position.clone().map(|p| p.value),
            )
        });
        assert_eq!(motions[0], motions[1], "{imported}");
    }
}

/// q2 = q3/2 + 0.5 and q3 = 2*q1 + 1, so that q2 = q1 + 1; names are those of the robot file.
#[test]
fn a_joint_may_follow_one_that_follows() {
    let more = r#"<link name="c"/><joint name="the third" type="continuous"><parent link="b"/><child link="c"/>
      <mimic joint="q1" multiplier="2" offset="1"/></joint></robot>"#;
    let follows = r#"<mimic joint="the third" multiplier="0.5" offset="0.5"/>"#;
    let text = two("", follows).replace("</robot>", more);
    let text = text.replace("prismatic", "revolute");
    let imported = import("two.urdf", &text).expect("URDF");
    let notes = imported.notes.join("\n");
    assert!(!notes.contains("(mimic)"), "{notes}");
    assert!(
        notes.contains("links that move and have no inertia here: c"),
        "{notes}"
    );
    let (robot, _) = load("two.yaml", &imported.text).expect("a robot");
    assert_eq!(robot.coordinates.len(), 1);
    let positions = robot.bodies.iter().map(|body| {
        let motion = &body.joint.motion;
        let factors: Vec<f64> = motion
            .terms
            .iter()
            .map(|(_, factor)| factor.to_f64())
            .collect();
        (body.joint.name.as_str(), factors)
    });
    let expected = [
        ("q1", vec![1.0]),
        ("q2", vec![1.0]),
        ("the_third", vec![2.0]),
    ];
    assert_eq!(positions.collect::<Vec<_>>(), expected);
}

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
        ["left_arm", "left_arm_2", "left_arm_3", "base_2", "_"]
    );
    let joints: Vec<&str> = robot
        .bodies
        .iter()
        .map(|body| body.joint.name.as_str())
        .collect();
    assert_eq!(joints, ["q_0", "q_1", "q_2", "q_3", "q_4"]);
}

/// Exporters write zeros, and what is below, where they know nothing.
#[test]
fn what_is_not_above_zero_is_no_limit_and_no_friction() {
    let first = "<limit lower=\"1\" upper=\"-1\" velocity=\"-3\" effort=\"0\"/><dynamics damping=\"-1\" friction=\"0\"/>";
    let second = "<limit lower=\"-1\" upper=\"1\" velocity=\"3\" effort=\"4\"/><dynamics damping=\"0.5\" friction=\"2\"/>";
    let imported = import("two.urdf", &two(first, second)).expect("URDF");
    let (robot, _) = load("two.yaml", &imported.text).expect("a robot");
    let limits = robot.bodies.iter().map(|body| {
        let limits = &body.joint.limits;
        let position = limits.position.as_ref().map(|stops| stops.value.clone());
        (position, limits.velocity.clone(), limits.effort.clone())
    });
    let number = Rational::from;
    let second = (
        Some([number(-1), number(1)]),
        Some(number(3)),
        Some(number(4)),
    );
    assert_eq!(limits.collect::<Vec<_>>(), [(None, None, None), second]);
    let friction = robot.parameters.iter().filter(|p| p.name.starts_with('f'));
    let friction = friction.map(|p| (p.name.as_str(), p.nominal.as_ref().map(Rational::to_f64)));
    assert_eq!(
        friction.collect::<Vec<_>>(),
        [("fc_q2", Some(2.0)), ("fv_q2", Some(0.5))]
    );
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

/// A chain of hinges with these names, each followed by what stands in it besides.
fn hinges(robot: &str, joints: &[(&str, &str)]) -> String {
    let mut text = format!("<robot name=\"{robot}\"><link name=\"l0\"/>");
    for (k, (name, more)) in joints.iter().enumerate() {
        text += &format!(
            "<link name=\"l{}\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/></inertial></link>\
             <joint name=\"{name}\" type=\"revolute\"><parent link=\"l{k}\"/><child link=\"l{}\"/>\
             <axis xyz=\"0 0 1\"/>{more}</joint>",
            k + 1,
            k + 1
        );
    }
    text + "</robot>"
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
    let said = format!("`{long}` is `{first}`, `{long}` is `{second}`, `a-b` is `a_b`");
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
    let said = "each name once: `a-b` is `a_b`, `c-d` is `c_d`";
    assert!(notes.contains(said), "{notes}");
}

/// Each alone follows the other: a circle as long as there are joints.
#[test]
fn two_joints_that_follow_each_other_move_by_themselves() {
    let mimic = |joint: &str| format!("<mimic joint=\"{joint}\" multiplier=\"2\"/>");
    let (first, second) = (mimic("q2"), mimic("q1"));
    let urdf = hinges("r", &[("q1", &*first), ("q2", &*second)]);
    let imported = import("r.urdf", &urdf).expect("a robot");
    let notes = imported.notes.join("\n");
    for (name, other) in [("q1", "q2"), ("q2", "q1")] {
        let said = format!("`{name}` follows `{other}` (mimic) which follows it in turn");
        assert!(notes.contains(&said), "{notes}");
    }
    let (robot, _) = load("r.yaml", &imported.text).expect("a robot");
    assert_eq!(robot.coordinates.len(), 2);
}

/// Of joints that follow each other none does; one that follows them from outside does.
#[test]
fn joints_that_follow_each_other_move_by_themselves() {
    let mimic = |joint: &str| format!("<mimic joint=\"{joint}\" multiplier=\"2\"/>");
    let of = ["q2", "q3", "q1", "q1"].map(mimic);
    let joints = [
        ("q1", &*of[0]),
        ("q2", &of[1]),
        ("q3", &of[2]),
        ("q4", &of[3]),
    ];
    let imported = import("r.urdf", &hinges("r", &joints)).expect("a robot");
    let notes = imported.notes.join("\n");
    for (name, other) in [("q1", "q2"), ("q2", "q3"), ("q3", "q1")] {
        let said = format!("`{name}` follows `{other}` (mimic) which follows it in turn");
        assert!(notes.contains(&said), "{notes}");
    }
    assert!(!notes.contains("`q4`"), "{notes}");
    let (mechanism, _) = load("r.yaml", &imported.text).expect("a robot");
    assert_eq!(mechanism.coordinates.len(), 3);
}

/// A rack at a tenth of a pinion, which is ahead of the first joint by an angle that a robot file would have exact: then the
/// rack would begin at a number with pi, which no length is.
#[test]
fn a_slide_follows_a_joint_whose_offset_is_a_rounded_angle() {
    let pinion = r#"<mimic joint="q1" offset="1.5708"/>"#;
    let joints = [
        ("q1", ""),
        ("q2", pinion),
        ("p3", r#"<mimic joint="q2" multiplier="0.1"/>"#),
    ];
    let urdf = hinges("r", &joints).replace(
        "name=\"p3\" type=\"revolute\"",
        "name=\"p3\" type=\"prismatic\"",
    );
    let imported = import("r.urdf", &urdf).expect("a robot");
    let text = &imported.text;
    assert!(text.contains("offset: 1.5708\n"), "{text}");
    let (mechanism, _) = load("r.yaml", text).expect("a robot");
    assert_eq!(mechanism.coordinates.len(), 1);
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

/// A slide beside it, or one that it follows itself, leaves the joint its quarter of a turn.
#[test]
fn an_offset_that_moves_no_slide_is_the_angle_that_it_is_a_rounding_of() {
    let behind = r#"<mimic joint="q1" offset="1.5708"/>"#;
    let quarter = "offset: pi/2\n";
    for (slide, of_slide, expected) in [
        ("", "", quarter),
        ("prismatic", "", quarter),
        (
            "prismatic",
            r#"<mimic joint="q1" multiplier="0.1"/>"#,
            quarter,
        ),
        (
            "prismatic",
            r#"<mimic joint="q2" multiplier="0.1"/>"#,
            "offset: 1.5708\n",
        ),
        (
            "revolute",
            r#"<mimic joint="q2" multiplier="0.5"/>"#,
            quarter,
        ),
    ] {
        let joints = [("q1", ""), ("q2", behind), ("p3", of_slide)];
        let urdf = hinges("r", &joints).replace(
            "name=\"p3\" type=\"revolute\"",
            &format!("name=\"p3\" type=\"{slide}\"").replace("\"\"", "\"revolute\""),
        );
        let imported = import("r.urdf", &urdf).expect("a robot");
        let text = &imported.text;
        assert!(text.contains(expected), "{slide} {of_slide}: {text}");
    }
}

#[test]
fn limits_that_no_joint_has_are_left_out_and_said() {
    let limit = r#"<limit lower="1" upper="-1" velocity="-2" effort="0"/><dynamics damping="-3" friction="1"/>"#;
    let possible =
        r#"<limit lower="-1" upper="1" velocity="2" effort="3"/><dynamics damping="4"/>"#;
    let urdf = hinges("r", &[("q1", limit), ("q2", possible)]);
    let imported = import("r.urdf", &urdf).expect("a robot");
    let notes = imported.notes.join("\n");
    let said = "such: `q1` from 1 down to -1, velocity -2 of `q1`, damping -3 of `q1`";
    assert!(notes.contains(said) && !notes.contains("q2"), "{notes}");
}

/// A base and a link on it; what stands in the base's link, and in its joint.
fn on_base(base: &str, joint: &str) -> String {
    format!(
        r#"<robot name="arm"><link name="trunk">{base}</link>
      <link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      <joint name="q" type="revolute"><parent link="trunk"/><child link="a"/>{joint}</joint></robot>"#
    )
}

/// Whether the base moves, and whether it weighs something.
#[test]
fn what_becomes_of_the_root_link_is_said_first() {
    let mass = r#"<inertial><mass value="9"/></inertial>"#;
    for (base, inertial, said) in [
        (Base::Fixed, "", "`trunk` is the base"),
        (
            Base::Fixed,
            mass,
            "`trunk` is the base; its mass moves nothing and is left out",
        ),
        (Base::Floating, "", "`trunk` is the base, which moves"),
        (
            Base::Floating,
            mass,
            "`trunk` is the base, which moves; its mass is part of it",
        ),
        // What weighs nothing is no inertia.
        (
            Base::Fixed,
            r#"<inertial><mass value="0"/></inertial>"#,
            "`trunk` is the base",
        ),
    ] {
        let imported = import_with("arm.urdf", &on_base(inertial, ""), base).expect("URDF");
        assert_eq!(imported.notes, [said]);
    }
}

/// Of what is on the robot, its links and its joints; what is in these is part of them.
#[test]
fn elements_that_are_left_out_are_counted() {
    let look = "<visual><geometry><mesh/></geometry><origin/></visual>";
    let text = on_base(
        &format!("{look}{look}<collision/>"),
        "<safety_controller/><axis xyz=\"0 0 1\"/>",
    );
    let text = text.replace(
        "</robot>",
        "<material name=\"m\"/><gazebo><visual/></gazebo><transmission><joint/></transmission></robot>",
    );
    let notes = import("arm.urdf", &text).expect("URDF").notes;
    let said = "left out, since equations of motion do not need them: 1 collision, 1 gazebo, 1 material, \
                1 safety_controller, 1 transmission, 2 visual";
    assert_eq!(notes.last().map(String::as_str), Some(said));
}

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

/// What simulators say of springs, rotors and loops acts on the motion, and what nobody knows may.
#[test]
fn what_acts_on_the_motion_and_is_not_taken_over_is_named() {
    let joint = "<dynamics damping=\"1\" spring_stiffness=\"40\" spring_reference=\"0\"/>\
                 <limit upper=\"2\" effort=\"9\" velocity=\"3\" acceleration=\"7\" jerk=\"70\"/>\
                 <safety_controller soft_lower_limit=\"0.1\" soft_upper_limit=\"1.9\" k_velocity=\"1\"/><bearing/>";
    let more = "<gazebo reference=\"a\"><mu1>0.2</mu1><turnGravityOff>false</turnGravityOff></gazebo>\
                <gazebo reference=\"q\"><springStiffness>12.5</springStiffness><kp>1e5</kp></gazebo>\
                <transmission name=\"t\"><joint name=\"q\"/><actuator name=\"m\"><rotor_inertia value=\"2e-5\"/></actuator></transmission>\
                <loop_joint name=\"rod\" type=\"revolute\"/></robot>";
    let text = on_base("", joint).replace("</robot>", more);
    let imported = import("arm.urdf", &text).expect("URDF");
    let expected = [
        "`trunk` is the base",
        "soft limits of controllers are not taken over, those of joints are: `q` from 0.1 to 1.9; write them in `limits` where a \
         motion has to keep to them",
        "left out, though equations of motion may need them (springs, rotor inertia and friction have keys of their own in a robot \
         file): spring_stiffness 40 of `q`, jerk 70 of `q`, springStiffness 12.5 of `q`, rotor_inertia 2e-5 of `t`, `loop_joint` of \
         `rod`, which closes a loop",
        "left out, since nothing is known of them here: 1 bearing",
        "left out, since equations of motion do not need them: 1 gazebo, 1 safety_controller",
    ];
    assert_eq!(imported.notes, expected);
    let (robot, _) = load("arm.yaml", &imported.text).expect("a robot");
    let limits = &robot.bodies.iter().next().expect("a body").joint.limits;
    // Of two stops URDF has one at zero where it is left out.
    let [low, high] = limits
        .position
        .as_ref()
        .expect("stops")
        .value
        .each_ref()
        .map(Rational::to_f64);
    assert_eq!((low, high), (0.0, 2.0));
    assert_eq!(limits.acceleration, Some(Rational::from(7)));
}

/// Expressions may be left in texts of elements and in names as well as in numbers.
#[test]
fn expressions_of_xacro_are_found_wherever_they_stand() {
    let ratio = "<transmission name=\"t\"><joint name=\"q\"/><actuator name=\"m\"><mechanicalReduction>${ratio}\
                 </mechanicalReduction></actuator></transmission></robot>";
    for text in [
        on_base("", "").replace("</robot>", ratio),
        on_base("", "").replace("\"a\"", "\"$(arg prefix)a\""),
        on_base("", "<limit lower=\"$(eval -x)\"/>"),
    ] {
        let refused = import("arm.urdf", &text).expect_err("Xacro").render(false);
        assert!(refused.contains("this is Xacro"), "{refused}");
    }
    let mesh =
        "<visual><geometry><mesh filename=\"package://$(arg name)/a.stl\"/></geometry></visual>";
    for harmless in [mesh, "<!-- made of ${prefix} -->"] {
        assert!(
            import("arm.urdf", &on_base(harmless, "")).is_ok(),
            "{harmless}"
        );
    }
}

/// As URDF says: about x, at the parent's origin, by as much as the other joint. An axis of any length is a direction.
#[test]
fn what_is_left_out_of_a_joint_has_the_value_of_urdf() {
    for (joint, axis, origin) in [
        ("", ["1", "0", "0"], ["0", "0", "0"]),
        (
            r#"<axis xyz="0 3 -4"/><origin xyz="1e-13 2e-12 -0.50"/>"#,
            ["0", "0.6", "-0.8"],
            ["0", "2.0e-12", "-0.5"],
        ),
        (
            r#"<axis xyz="0 0 -1"/><origin rpy="0 0 1.5708"/>"#,
            ["0", "0", "-1"],
            ["0", "0", "0"],
        ),
    ] {
        let imported = import("arm.urdf", &on_base("", joint)).expect("URDF");
        let (robot, _) = load("arm.yaml", &imported.text).expect("a robot");
        let body = robot.bodies.iter().next().expect("a body");
        let found = body.joint.axis.each_ref().map(ToString::to_string);
        assert_eq!(found, axis, "{joint}");
        if origin[2] == "0" {
            assert!(!imported.text.contains("xyz"), "{}", imported.text);
        } else {
            let xyz = format!("xyz: [{}]", origin.join(", "));
            assert!(imported.text.contains(&xyz), "{}", imported.text);
        }
    }
    let mimic = two("", r#"<mimic joint="q1"/>"#);
    let imported = import("two.urdf", &mimic).expect("URDF");
    let (robot, _) = load("two.yaml", &imported.text).expect("a robot");
    let last = robot.bodies.iter().last().expect("a body");
    assert_eq!(last.joint.motion.terms, [(0.into(), Rational::ONE)]);
    // And it is exported as one that follows: the first moves by itself.
    let exported = export(&robot, &robot.parameters.map(|_, _| None)).expect("URDF");
    let mimics: Vec<&str> = exported
        .text
        .lines()
        .filter(|l| l.contains("mimic"))
        .collect();
    assert_eq!(mimics, [r#"    <mimic joint="q1" multiplier="1.0"/>"#]);
}

/// Each branch to its end before the next, as its joints come in the file.
#[test]
fn bodies_are_in_the_order_of_their_branches() {
    let mut text = "<robot name=\"tree\"><link name=\"root\"/>".to_owned();
    for name in ["b2", "b1", "a1", "b", "a", "a2"] {
        text += &format!(
            "<link name=\"{name}\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/></inertial></link>"
        );
    }
    for (parent, child) in [
        ("a", "a2"),
        ("root", "b"),
        ("b", "b2"),
        ("root", "a"),
        ("b", "b1"),
        ("a", "a1"),
    ] {
        text += &format!(
            "<joint name=\"q_{child}\" type=\"continuous\"><parent link=\"{parent}\"/><child link=\"{child}\"/></joint>"
        );
    }
    let imported = import("tree.urdf", &(text + "</robot>")).expect("URDF");
    let (robot, _) = load("tree.yaml", &imported.text).expect("a robot");
    let bodies: Vec<&str> = robot.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(bodies, ["b", "b2", "b1", "a", "a2", "a1"]);
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

/// A joint that turns with another one by up to 64 times, or by a part down to a sixty-fourth.
#[test]
fn factors_of_joints_that_turn_are_fractions_of_numbers_up_to_64() {
    for (factor, follows) in [
        ("64", true),
        ("-64", true),
        ("65", false),
        ("-65", false),
        ("0.015625", true),
        ("0.015384615384615385", false),
        ("2.6", true),
        ("0.3333", false),
    ] {
        let mimic = format!("<mimic joint=\"q1\" multiplier=\"{factor}\"/>");
        let text = hinges("r", &[("q1", ""), ("q2", &mimic)]);
        let imported = import("r.urdf", &text).expect("URDF");
        let (robot, _) = load("r.yaml", &imported.text).expect("a robot");
        assert_eq!(
            robot.coordinates.len(),
            if follows { 1 } else { 2 },
            "{factor}"
        );
        let said = format!(
            "`q2` follows `q1` (mimic) by {}, which is no fraction of numbers up to 64: it moves by itself here",
            Rational::decimal(factor).expect("a number")
        );
        assert_eq!(
            imported.notes.contains(&said),
            !follows,
            "{said}: {:?}",
            imported.notes
        );
    }
}

/// Each factor is short enough alone: together, and along a chain, they are not. The first that is too much moves by
/// itself, and those behind it follow it.
#[test]
fn joints_that_turn_with_one_have_a_common_part() {
    let mimic = |(name, leader, factor): (&'static str, &str, &str)| {
        let mimic = format!("<mimic joint=\"{leader}\" multiplier=\"{factor}\"/>");
        (name, mimic)
    };
    let together = [("b", "a", "0.85"), ("c", "a", "0.75"), ("d", "a", "0.76")];
    let along = [("b", "a", "0.85"), ("c", "b", "0.76"), ("d", "c", "-2")];
    for (mimics, alone, of) in [(together, "d", "a"), (along, "c", "b")] {
        let mimics = mimics.map(mimic);
        let mut joints = vec![("a", "")];
        joints.extend(mimics.iter().map(|(name, mimic)| (*name, mimic.as_str())));
        let imported = import("r.urdf", &hinges("r", &joints)).expect("URDF");
        let said = format!(
            "`{alone}` follows `{of}` (mimic) by 0.76, and the joints that turn with `a` would have no common part that goes \
             at most 64 times into the largest: it moves by itself here"
        );
        let notes = imported
            .notes
            .iter()
            .filter(|note| note.contains("(mimic)"));
        assert_eq!(notes.collect::<Vec<_>>(), [&said]);
        let (robot, _) = load("r.yaml", &imported.text).expect("a robot");
        assert_eq!(robot.coordinates.len(), 2);
    }
    // With one that slides any factor is short enough alone.
    let mimic = |factor: &str| format!("<mimic joint=\"a\" multiplier=\"{factor}\"/>");
    let text = hinges(
        "r",
        &[("a", ""), ("b", &mimic("20")), ("c", &mimic("33.3"))],
    );
    let text = text.replacen("revolute", "prismatic", 1);
    let said = format!(
        "`c` follows `a` (mimic) by {}, and the joints that turn with `a` would have no common part that goes at most 64 times \
         into the largest: it moves by itself here",
        Rational::decimal("33.3").expect("a number")
    );
    let imported = import("r.urdf", &text).expect("URDF");
    assert!(imported.notes.contains(&said), "{:?}", imported.notes);
    // A joint that turns with one that slides has that part alone.
    let text = hinges(
        "r",
        &[
            ("a", ""),
            ("b", "<mimic joint=\"a\" multiplier=\"3.1416\"/>"),
        ],
    );
    let text = text.replacen("revolute", "prismatic", 1);
    let imported = import("r.urdf", &text).expect("URDF");
    let (robot, _) = load("r.yaml", &imported.text).expect("a robot");
    assert_eq!(robot.coordinates.len(), 1, "{:?}", imported.notes);
}

/// Bodies first, then what has no place, then gravity that is none along z, then the transmission.
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
    let plain = exported("[0, 0, -10]", "");
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
    let gravity = "left out, since URDF has no gravity: free fall of [10, 0, 0] m/s² in the frame of the base, along \
                   whose negative z programs take it to be";
    assert_eq!(geared.notes, [without, &dropped, gravity, transmission]);
}

/// Where a body has any value: one that has none has no inertia.
#[test]
fn what_has_no_value_beside_others_is_zero() {
    let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n\
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

/// Programs take gravity to be along negative z, however strong.
#[test]
fn gravity_that_is_not_along_negative_z_is_noted() {
    for (gravity, is_noted) in [
        ("[0, 0, 9.81]", true),
        ("[0, -10, 0]", true),
        ("[0, 0, -1.62]", false),
        ("[0, 0, 0]", false),
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

/// Either end may be missing, and both at zero are those that nobody filled in.
#[test]
fn soft_limits_are_said_as_far_as_they_are_there() {
    for (ends, said) in [
        ("soft_upper_limit=\"1.9\"", Some("`q` to 1.9")),
        ("soft_lower_limit=\"-0.1\"", Some("`q` from -0.1")),
        ("soft_lower_limit=\"0\" soft_upper_limit=\"0\"", None),
        ("k_velocity=\"10\"", None),
    ] {
        let text = on_base("", &format!("<safety_controller {ends}/>"));
        let notes = import("arm.urdf", &text).expect("URDF").notes.join("\n");
        let said = said.map(|said| format!("those of joints are: {said};"));
        assert_eq!(notes.contains("soft limits"), said.is_some(), "{notes}");
        assert!(said.is_none_or(|said| notes.contains(&said)), "{notes}");
    }
}

/// A joint that turns without end has no stops that could be the wrong way round.
#[test]
fn every_limit_below_zero_is_named_and_stops_only_where_there_are_some() {
    let limit = r#"<limit lower="1" upper="-1" velocity="1" effort="-2" acceleration="-3"/><dynamics friction="-4"/>"#;
    let urdf = hinges("r", &[("q1", limit)]).replace("revolute", "continuous");
    let notes = import("r.urdf", &urdf).expect("a robot").notes.join("\n");
    let said = "no joint has such: effort -2 of `q1`, acceleration -3 of `q1`, friction -4 of `q1`";
    assert!(notes.contains(said), "{notes}");
}

/// The angle by which a joint is ahead of another one is taken for a quarter of a turn, as those of frames are.
#[test]
fn an_offset_that_was_rounded_is_noted() {
    let mimic = r#"<mimic joint="q1" offset="1.5708"/>"#;
    let urdf = hinges("r", &[("q1", ""), ("q2", mimic)]);
    let notes = import("r.urdf", &urdf).expect("a robot").notes.join("\n");
    assert!(notes.contains("roundings of: 1.5708"), "{notes}");
}

/// URDF has a stop at zero where one is left out, the upper one as well.
#[test]
fn a_joint_with_a_lower_stop_alone_has_the_upper_one_at_zero() {
    let text = on_base("", r#"<limit lower="-2" velocity="1" effort="1"/>"#);
    let imported = import("arm.urdf", &text).expect("URDF");
    let (robot, _) = load("arm.yaml", &imported.text).expect("a robot");
    let limits = &robot.bodies.iter().next().expect("a body").joint.limits;
    let position = limits.position.as_ref().map(|stops| stops.value.clone());
    assert_eq!(position, Some([-2, 0].map(Rational::from)));
}

/// A rotor whose mass is its link's has inertia alone.
#[test]
fn a_link_of_no_mass_may_have_an_inertia() {
    let text = on_base("", "").replace("<mass value=\"1\"/>", "<mass value=\"0\"/>");
    let imported = import("arm.urdf", &text).expect("URDF");
    assert_eq!(imported.notes, ["`trunk` is the base"]);
    assert!(imported.text.contains("inertia: {xx: 1, "));
}

/// CAD programs write `1e-17` beside 1.
#[test]
fn what_rounding_left_of_a_product_of_inertia_is_zero() {
    let text = on_base("", "").replace("ixx=\"1\"", "ixx=\"1\" ixy=\"1e-17\"");
    let imported = import("arm.urdf", &text).expect("URDF");
    let inertia = "inertia: {xx: 1, xy: 0, xz: 0, yy: 1, yz: 0, zz: 1}\n";
    assert!(imported.text.contains(inertia), "{}", imported.text);
    // Of next to nothing the inertia is next to nothing, and turned no less.
    let tiny = "<origin rpy=\"0.4 0 0\"/><inertia ixx=\"2e-16\" iyy=\"2e-16\" izz=\"2e-16\"/>";
    let text = on_base("", "").replace("<inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/>", tiny);
    let imported = import("arm.urdf", &text).expect("URDF");
    let (robot, _) = load("arm.yaml", &imported.text).expect("a robot");
    let found = ["Lxx_a", "Lyy_a", "Lzz_a"].map(|name| {
        let index = robot.parameters.position(|p| p.name == name);
        let nominal = robot.parameters[index.expect("a parameter")]
            .nominal
            .as_ref();
        nominal.map(Rational::to_f64)
    });
    assert_eq!(found, [Some(2e-16); 3], "{}", imported.text);
}

/// One stop that a robot can come to is enough.
#[test]
fn a_stop_beside_one_that_binds_nothing_stays() {
    let limit = r#"<limit lower="-1e9" upper="1" velocity="2" effort="3"/>"#;
    let imported = import("arm.urdf", &on_base("", limit)).expect("URDF");
    assert!(
        imported.text.contains(", 1], velocity: 2, effort: 3}"),
        "{}",
        imported.text
    );
}

/// Exporters write an axis of zeros where nothing turns.
#[test]
fn what_is_fixed_has_no_axis_and_follows_nothing() {
    let origin = "<origin xyz=\"0.2 0 0\"/>";
    let more = format!("{origin}<axis xyz=\"0 0 0\"/><mimic joint=\"swing\"/>");
    let text = DRONE.replace(origin, &more);
    let imported = import("drone.urdf", &text).expect("a fixed joint without an axis");
    let plain = import("drone.urdf", DRONE).expect("a robot");
    assert_eq!(imported.text, plain.text);
    assert_eq!(imported.notes, plain.notes);
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

/// Of joints alone attributes are read, and what is empty says nothing.
#[test]
fn what_simulators_say_is_named_with_what_it_is_of() {
    let more = "<gazebo reference=\"a\"><dynamics kp=\"3\"/><damping/></gazebo>\
                <gazebo><armature>0.5</armature></gazebo></robot>";
    let text = on_base("", "").replace("</robot>", more);
    let imported = import("arm.urdf", &text).expect("URDF");
    let expected = [
        "`trunk` is the base",
        "left out, though equations of motion may need them (springs, rotor inertia and friction have keys of their own in a robot \
         file): armature 0.5",
        "left out, since equations of motion do not need them: 1 gazebo",
    ];
    assert_eq!(imported.notes, expected);
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

/// Each of them, though one would be enough to refuse the file.
#[test]
fn every_link_that_nothing_carries_is_named() {
    let text = "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><link name=\"c\"/></robot>";
    let refused = import("r.urdf", text).expect_err("three bases");
    let said: Vec<&str> = refused.iter().map(|one| one.message.as_str()).collect();
    let expected = ["b", "c"].map(|link| format!("nothing carries `{link}`, and `a` is the base"));
    assert_eq!(said, expected);
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

/// A link without inertia weighs nothing. Two kilograms 0.1 m before a link at 0.2 m, which a plate holds that weighs nothing
/// either, have a first moment of 0.6 kg m; of a link with nothing that weighs on it nothing is known.
#[test]
fn a_body_has_the_inertia_of_what_is_fixed_to_its_link() {
    let text = r#"<robot name="arm"><link name="base"/><link name="a"/><link name="plate"/><link name="b"/>
      <link name="load"><inertial><origin xyz="0.1 0 0"/><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
      <joint name="q1" type="continuous"><parent link="base"/><child link="a"/></joint>
      <joint name="f1" type="fixed"><parent link="a"/><child link="plate"/></joint>
      <joint name="f2" type="fixed"><parent link="plate"/><child link="load"/><origin xyz="0.2 0 0"/></joint>
      <joint name="q2" type="continuous"><parent link="load"/><child link="b"/></joint></robot>"#;
    let zero = r#"<link name="a"><inertial><mass value="0"/></inertial></link>"#;
    for link in [r#"<link name="a"/>"#, zero] {
        let text = text.replace(r#"<link name="a"/>"#, link);
        let imported = import("arm.urdf", &text).expect("URDF");
        let notes = [
            "`base` is the base",
            "links that move and have no inertia here: b",
        ];
        assert_eq!(imported.notes, notes);
        let (robot, warnings) = load("arm.yaml", &imported.text).expect("a robot");
        assert!(warnings.is_empty(), "{}", warnings.render(false));
        let known = |name: &str| {
            let index = robot.parameters.position(|p| p.name == name);
            let nominal = &robot.parameters[index.expect("a parameter")].nominal;
            nominal.as_ref().map(Rational::to_f64)
        };
        let found = ["m_a", "mx_a", "m_b"].map(known);
        assert_eq!(found, [Some(2.0), Some(0.6), None]);
    }
}

/// What is carried by a joint is no part of the body that carries the joint.
#[test]
fn a_body_does_not_have_the_inertia_of_what_moves_on_it() {
    let text = two("", "").replacen(
        r#"<inertial><mass value="1"/><inertia ixx="1e-2" iyy="1e-2" izz="1e-2"/></inertial>"#,
        "",
        1,
    );
    let notes = import("two.urdf", &text).expect("URDF").notes.join("\n");
    let said = "links that move and have no inertia here: a";
    assert!(notes.contains(said), "{notes}");
}

/// Of joints that follow each other none turns without end where another one has stops, or slides: programs take the positions
/// of both for numbers of one kind. A joint has the stops to which those come that move with it: q2 = 0.25 - 2 q1 is
/// between -1.75 and 2.25 while q1 is between -1 and 1, and q1 between 0 and 1 while q2 is between -1.75 and 0.25.
#[test]
fn joints_that_follow_each_other_are_exported_as_joints_of_one_kind() {
    let far = "lower=\"-1000000.0\" upper=\"1000000.0\"";
    for ([first, second], expected) in [
        (
            ["revolute, limits: {position: [-1, 1]}", "revolute"],
            [
                ("revolute", "lower=\"-1.0\" upper=\"1.0\""),
                ("revolute", "lower=\"-1.75\" upper=\"2.25\""),
            ],
        ),
        (
            ["continuous", "revolute, limits: {position: [-1.75, 0.25]}"],
            [
                ("revolute", "lower=\"0.0\" upper=\"1.0\""),
                ("revolute", "lower=\"-1.75\" upper=\"0.25\""),
            ],
        ),
        (
            ["revolute", "continuous"],
            [("continuous", ""), ("continuous", "")],
        ),
        (
            ["revolute", "prismatic"],
            [("revolute", far), ("prismatic", far)],
        ),
        (
            ["prismatic", "revolute"],
            [("prismatic", far), ("revolute", far)],
        ),
    ] {
        let text = format!(
            "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, axis: [0, 0, 1], type: {first}}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, axis: [0, 0, 1], coordinate: {{q1: -2, offset: 0.25}}, type: {second}}}}}\n"
        );
        let (robot, _) = load("two.yaml", &text).expect("a robot");
        let exported = export(&robot, &robot.parameters.map(|_, _| None)).expect("URDF");
        let joints = exported.text.split("<joint ").skip(1);
        for (joint, (kind, limits)) in joints.zip(expected) {
            assert!(joint.contains(&format!("type=\"{kind}\"")), "{joint}");
            assert_eq!(joint.contains("<limit"), !limits.is_empty(), "{joint}");
            assert!(joint.contains(limits), "{joint}");
        }
        // It is the same robot that comes back.
        let imported = import("two.urdf", &exported.text).expect("URDF");
        let (again, _) = load("two.yaml", &imported.text).expect("a robot");
        let written = export(&again, &again.parameters.map(|_, _| None)).expect("URDF");
        assert_eq!(written.text, exported.text);
    }
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
