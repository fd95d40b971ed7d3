//! What becomes of links, frames, inertia and limits of a URDF, and what is said of the rest.

use armwright_codegen::algebra::Rational;
use armwright_codegen::description::Base;
use armwright_codegen::mechanism::load;
use armwright_codegen::urdf::{Imported, export, import, import_with};

use super::{DRONE, hinges, on_base, two};

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

/// Each of them, though one would be enough to refuse the file.
#[test]
fn every_link_that_nothing_carries_is_named() {
    let text = "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><link name=\"c\"/></robot>";
    let refused = import("r.urdf", text).expect_err("three bases");
    let said: Vec<&str> = refused.iter().map(|one| one.message.as_str()).collect();
    let expected = ["b", "c"].map(|link| format!("nothing carries `{link}`, and `a` is the base"));
    assert_eq!(said, expected);
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
