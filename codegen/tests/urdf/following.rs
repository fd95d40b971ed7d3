//! Joints that follow others (`mimic`), there and back.

use armwright_codegen::algebra::Rational;
use armwright_codegen::mechanism::load;
use armwright_codegen::urdf::{export, import};

use super::{DRONE, hinges, two};

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

/// The angle by which a joint is ahead of another one is taken for a quarter of a turn, as those of frames are.
#[test]
fn an_offset_that_was_rounded_is_noted() {
    let mimic = r#"<mimic joint="q1" offset="1.5708"/>"#;
    let urdf = hinges("r", &[("q1", ""), ("q2", mimic)]);
    let notes = import("r.urdf", &urdf).expect("a robot").notes.join("\n");
    assert!(notes.contains("roundings of: 1.5708"), "{notes}");
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
