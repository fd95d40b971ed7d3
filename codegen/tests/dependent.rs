//! Joints that follow others: how far each is moved by the joints that are free, and where it is when these are at zero.

use armwright_codegen::algebra::{CoordinateIndex, Rational};
use armwright_codegen::generate_only;
use armwright_codegen::mechanism::{Body, Mechanism, load};

/// Joints about one axis, side by side on the base: each with what its file says beside axis and type.
fn joints(kind: &str, all: &[(&str, &str)]) -> Mechanism {
    let mut text = "robot: joints\ngravity: [0, 0, -9.81]\nbodies:\n".to_owned();
    for (name, more) in all {
        text += &format!(
            "  - {{name: on_{name}, parent: base, joint: {{name: {name}, type: {kind}, axis: [0, 0, 1]{more}}}}}\n"
        );
    }
    let loaded = load("joints.yaml", &text);
    loaded.unwrap_or_else(|faults| panic!("{text}\n{faults}")).0
}

/// What a body's joint turns or slides by: free joints, counted from 0, with factors.
fn factors(body: &Body) -> Vec<(CoordinateIndex, Rational)> {
    body.joint.motion.terms.clone()
}

/// Free joints, counted from 0, with factors as fractions.
type Terms = &'static [(u16, i64, i64)];

fn expected(terms: Terms) -> Vec<(CoordinateIndex, Rational)> {
    let term = |&(k, n, d): &(u16, i64, i64)| (CoordinateIndex::from(k), Rational::new(n, d));
    terms.iter().map(term).collect()
}

/// Joint `b` is at `2 q_a + 30°`: what follows `a` and `b` has the factors of `a` of both.
#[test]
fn who_follows_a_joint_in_several_ways_has_the_sum_of_the_factors() {
    let cases: [(&str, Terms, f64); 8] = [
        ("{b: 0.5}", &[(0, 1, 1)], 15.0),
        ("{a: 3, b: 0.5}", &[(0, 4, 1)], 15.0),
        ("{b: 0.5, a: 3}", &[(0, 4, 1)], 15.0),
        ("{a: 1, b: -1, offset: 5deg}", &[(0, -1, 1)], -25.0),
        ("{a: -2, b: 1}", &[], 30.0),
        (
            "{a: 1, b: 2, c: 4, offset: -30deg}",
            &[(0, 5, 1), (1, 4, 1)],
            30.0,
        ),
        ("{c: -0.25, b: 1}", &[(0, 2, 1), (1, -1, 4)], 30.0),
        // `d` follows `b` and `c`: 2 q_a + 3 q_c - 15° on the whole.
        ("{d: 1, b: -3, c: 1}", &[(0, -4, 1), (1, 4, 1)], -105.0),
    ];
    for (coordinate, terms, degrees) in cases {
        let follower = format!(", coordinate: {coordinate}");
        let robot = joints(
            "revolute",
            &[
                ("a", ""),
                ("b", ", coordinate: {a: 2, offset: 30deg}"),
                ("c", ""),
                ("d", ", coordinate: {b: 1, c: 3, offset: -45deg}"),
                ("e", &follower),
            ],
        );
        assert_eq!(robot.coordinates.len(), 2, "{coordinate}");
        let last = robot.bodies.iter().last().expect("a body");
        assert_eq!(factors(last), expected(terms), "{coordinate}");
        // The turn about z at zero position.
        let turn = &last.before.rotation;
        let found = turn[1][0].to_f64().atan2(turn[0][0].to_f64()).to_degrees();
        assert!((found - degrees).abs() < 1e-12, "{coordinate}: {found}");
    }
}

/// Of joints that slide offsets are lengths, and one that follows a joint that is held does not move.
#[test]
fn offsets_of_joints_that_slide_add_up_along_the_axis() {
    let robot = joints(
        "prismatic",
        &[
            ("a", ""),
            ("b", ", locked: 0.25"),
            ("c", ", coordinate: {a: 2, b: -3, offset: 0.5}"),
            ("d", ", coordinate: {c: 2, a: -1}"),
            ("e", ", coordinate: {b: 4}"),
        ],
    );
    let cases: [(u16, Terms, f64); 5] = [
        (0, &[(0, 1, 1)], 0.0),
        (1, &[], 0.25),
        (2, &[(0, 2, 1)], 0.5 - 3.0 * 0.25),
        (3, &[(0, 3, 1)], 2.0 * (0.5 - 3.0 * 0.25)),
        (4, &[], 1.0),
    ];
    for (body, terms, height) in cases {
        let body = &robot.bodies[body.into()];
        assert_eq!(factors(body), expected(terms), "{}", body.name);
        let at = body.before.translation.each_ref();
        let at = at.map(|length| length.evaluate(&|_| f64::NAN));
        assert_eq!(at, [0.0, 0.0, height], "{}", body.name);
    }
}

/// A spring that is relaxed at `rest` has its stiffness times the way from there to the position at zero as a torque there.
#[test]
fn springs_are_stretched_by_where_a_joint_is_at_zero() {
    for (kind, joint, preload) in [
        ("revolute", "nominal: {stiffness: 4, rest: 0.25}", -1.0),
        ("revolute", "nominal: {stiffness: 4, rest: -0.25}", 1.0),
        (
            "revolute",
            "coordinate: {a: 2, offset: 0.75}, nominal: {stiffness: 4, rest: 0.25}",
            2.0,
        ),
        (
            "prismatic",
            "locked: 0.5, nominal: {stiffness: 10, rest: 0.75}",
            -2.5,
        ),
        (
            "prismatic",
            "coordinate: {a: 3}, nominal: {stiffness: 10, rest: 0.75}",
            -7.5,
        ),
    ] {
        let follower = format!(", spring: true, {joint}");
        let robot = joints(kind, &[("a", ""), ("b", &follower)]);
        let mut parameters = robot.parameters.iter();
        let found = parameters.find(|p| p.name == "k0_b").expect("a spring");
        let found = found.nominal.as_ref().map(Rational::to_f64);
        assert_eq!(found, Some(preload), "{kind}: {joint}");
    }
}

/// Equations have sines of the largest part that all joints which turn with a coordinate turn by whole multiples of.
#[test]
fn sines_are_of_the_common_part_of_what_joints_turn_by() {
    for (kind, followers, (n, d)) in [
        ("revolute", &[][..], (1, 1)),
        ("revolute", &["{a: 3}"], (1, 1)),
        ("revolute", &["{a: -1/2}"], (1, 2)),
        ("revolute", &["{a: 2/3}", "{a: 3/4}"], (1, 12)),
        ("revolute", &["{a: 1.5}", "{b0: 1/3}"], (1, 2)),
        ("prismatic", &["{a: 1/3}"], (1, 1)),
    ] {
        let mut all = vec![("a", String::new())];
        for (k, coordinate) in followers.iter().enumerate() {
            all.push((["b0", "b1"][k], format!(", coordinate: {coordinate}")));
        }
        let all: Vec<(&str, &str)> = all
            .iter()
            .map(|(name, more)| (*name, more.as_str()))
            .collect();
        let robot = joints(kind, &all);
        let turns: Vec<Rational> = robot.coordinates.iter().map(|c| c.turn.clone()).collect();
        assert_eq!(turns, [Rational::new(n, d)], "{followers:?}");
    }
}

/// A screw of 25 mm: 80 pi rad a metre, pi being the decimal that it is in every number that is no angle. The same as
/// a decimal is no angle that is almost exact.
#[test]
fn factors_of_joints_may_have_pi_but_no_degrees() {
    let text = |factor: &str| {
        format!(
            "robot: screw\ngravity: [0, 0, -9.81]\nbodies:\n  \
             - {{name: nut, parent: base, joint: {{name: q1, type: continuous, axis: [0, 0, 1], coordinate: {{j3: {factor}}}}}}}\n  \
             - {{name: quill, parent: base, joint: {{name: j3, type: prismatic, axis: [0, 0, 1]}}}}\n"
        )
    };
    let pi = Rational::decimal("3.141592653589793").expect("a number");
    let exact = &Rational::from(80) * &pi;
    for (factor, expected) in [
        ("80*pi", exact.clone()),
        ("2*pi/0.025", exact),
        (
            "251.327412287183",
            Rational::decimal("251.327412287183").expect("a number"),
        ),
    ] {
        let (robot, warnings) = load("screw.yaml", &text(factor)).expect(factor);
        assert!(warnings.is_empty(), "{warnings}");
        let nut = robot.bodies.iter().next().expect("a body");
        assert_eq!(factors(nut), [(0.into(), expected)], "{factor}");
    }
    let refused = load("screw.yaml", &text("80deg")).expect_err("degrees");
    assert_eq!(
        refused.iter().next().map(|first| first.code),
        Some("AW0204")
    );
}

/// `k (q3 - rest)` where the free joint is at zero, with what the joint in between adds: `4 (0.5 + 0.25 - 0.5)`.
#[test]
fn the_preload_of_a_joint_that_follows_a_follower_has_the_offsets_of_both() {
    let spring =
        ", coordinate: {q2: 1, offset: 0.25}, spring: true, nominal: {stiffness: 4, rest: 0.5}";
    let follows = ", coordinate: {q1: 2, offset: 0.5}";
    let mechanism = joints("revolute", &[("q3", spring), ("q2", follows), ("q1", "")]);
    let preload = mechanism.parameters.iter().find(|p| p.name == "k0_q3");
    let nominal = preload.expect("a preload").nominal.clone();
    assert_eq!(nominal, Some(Rational::new(1, 1)));
}

/// On the side of the motors a name is a motor's first, on that of the joints a joint's.
#[test]
fn a_motor_that_is_called_like_a_follower_can_be_measured() {
    let text = |side: &str| {
        format!(
            "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n  \
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0], coordinate: {{q1: 1}}}}}}\n\
             drives: {{side: {side}, transmission: [50], motors: [{{name: q2}}]}}\nmeasure: {{torque: q2}}\n"
        )
    };
    assert!(load("arm.yaml", &text("motor")).is_ok());
    let refused = load("arm.yaml", &text("joint")).expect_err("a follower");
    let first = refused.iter().next().expect("a mistake");
    assert!(first.message.contains("a joint that moves with others"));
}

/// `-2 q1 + 0.5` from -1.5 to 4.5 is q1 from -2 to 1; 4 rad/s of it are 2, and 60 rad/s² 30.
#[test]
fn limits_of_a_joint_that_moves_with_another_are_limits_of_that() {
    let text = |follower: &str| {
        format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0], \
             limits: {{position: [-1.5, 2], velocity: 3, acceleration: 20, effort: 7}}}}}}\n  \
             - {{name: b, parent: a, joint: {{name: p2, type: prismatic, axis: [0, 0, 1]}}}}\n  \
             - {{name: c, parent: b, joint: {{name: q3, type: revolute, axis: [0, 1, 0], {follower}}}}}\n"
        )
    };
    let limits = |follower: &str| {
        let (arm, _) = load("arm.yaml", &text(follower)).expect("a robot");
        let all = arm.coordinates.places().map(|place| {
            let limits = arm.limits(place);
            let position = limits
                .position
                .map(|position| position.value.map(|x| x.to_f64()));
            let rates = [limits.velocity, limits.acceleration, limits.effort];
            (position, rates.map(|limit| limit.map(|x| x.to_f64())))
        });
        all.collect::<Vec<_>>()
    };
    let of_file = (Some([-1.5, 2.0]), [Some(3.0), Some(20.0), Some(7.0)]);
    let none = (None, [None; 3]);
    let own = "limits: {position: [-1.5, 4.5], velocity: 4, acceleration: 60, effort: 1}";
    assert_eq!(
        limits(&format!("{own}, coordinate: {{q1: -2, offset: 0.5}}")),
        [
            (Some([-1.5, 1.0]), [Some(2.0), Some(20.0), Some(7.0)]),
            none
        ]
    );
    assert_eq!(
        limits(&format!("{own}, coordinate: {{p2: 4, offset: 0.5}}")),
        [of_file, (Some([-0.5, 1.0]), [Some(1.0), Some(15.0), None])]
    );
    // With several it is a limit of none of them, and with none of any.
    let both = format!("{own}, coordinate: {{q1: -2, p2: 1}}");
    assert_eq!(limits(&both), [of_file, none]);
    assert_eq!(limits(&format!("{own}, locked: 0.5")), [of_file, none]);
    let code = |follower: &str| {
        let generated = generate_only("arm.yaml", &text(follower), &[]).expect("a robot");
        generated
            .code
            .split_whitespace()
            .collect::<String>()
            .replace(",}", "}")
            .replace(",]", "]")
    };
    let alone = code(&format!("{own}, coordinate: {{q1: -2, offset: 0.5}}"));
    for part in [
        "Joint{name:\"q1\",kind:JointKind::Revolute,position:Some([-1.5,1.0]),velocity:Some(2.0),",
        "followers:&[Follower{joint:Joint{name:\"q3\",kind:JointKind::Revolute,position:Some([-1.5,4.5]),\
         velocity:Some(4.0),acceleration:Some(60.0),effort:Some(1.0)},motion:&[(0,-2.0)],offset:0.5}],frames:",
    ] {
        assert!(alone.contains(part), "{part}\n{alone}");
    }
    assert!(code(&both).contains("motion:&[(0,-2.0),(1,1.0)],offset:0.0"));
    assert!(code("coordinate: {q1: -2}").contains("followers:&[],"));
    // One limit of its motion is enough; what it may bear is no limit of motion.
    for limit in ["position: [-1, 2]", "velocity: 4", "acceleration: 60"] {
        let limited = code(&format!("limits: {{{limit}}}, coordinate: {{q1: -2}}"));
        assert!(
            limited.contains("followers:&[Follower{joint:Joint{name:\"q3\","),
            "{limit}: {limited}"
        );
    }
    let strong = code("limits: {effort: 1}, coordinate: {q1: -2}");
    assert!(strong.contains("followers:&[],"), "{strong}");
}

#[test]
fn limits_that_no_motion_comes_to_are_refused() {
    let text = |limits: &str, coordinate: &str| {
        format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0], limits: {{position: [-1, 2]}}}}}}\n  \
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0], limits: {{position: [0, 1]}}}}}}\n  \
             - {{name: c, parent: b, joint: {{name: q3, type: revolute, axis: [0, 1, 0], \
             limits: {{position: {limits}}}, coordinate: {coordinate}}}}}\n"
        )
    };
    // From -4 to 2, and from -5 to 2.
    for (limits, coordinate, is_right) in [
        ("[1.9, 3]", "{q1: -2}", true),
        ("[2.1, 3]", "{q1: -2}", false),
        ("[-5, -4.1]", "{q1: -2}", false),
        ("[-5, -4.1]", "{q1: -2, q2: -1}", true),
        ("[-6, -5.1]", "{q1: -2, q2: -1}", false),
        ("[2.1, 3]", "{q1: -2, q2: -1, offset: 0.2}", true),
    ] {
        match load("arm.yaml", &text(limits, coordinate)) {
            Ok(_) => assert!(is_right, "{limits} {coordinate}"),
            Err(error) => {
                assert!(!is_right, "{error}");
                assert!(
                    error.to_string().contains("`position` of `q3` must be"),
                    "{error}"
                );
            }
        }
    }
}

/// `coordinate: {offset: 1}` could not say whether it is the joint or the offset.
#[test]
fn no_joint_is_called_offset() {
    let text = |joint: &str| {
        format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n  \
             - {{name: offset, parent: base, joint: {{name: {joint}, type: revolute, axis: [0, 1, 0]}}}}\n"
        )
    };
    assert!(load("arm.yaml", &text("offset_")).is_ok());
    let refused = load("arm.yaml", &text("offset")).expect_err("a word of its own");
    let said = refused.render(false);
    for part in [
        "`offset` cannot be the name of a joint",
        "`coordinate`",
        "`offset_`",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// `-2 q1` from 1 to 4 is q1 from -2 to -0.5, where no follower with a factor of one is above -0.5.
#[test]
fn limits_of_one_follower_keep_another_one_from_its_own() {
    let text = |limits: &str| {
        format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0], limits: {{position: [-1, 2]}}}}}}\n  \
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0], \
             limits: {{position: [1, 4]}}, coordinate: {{q1: -2}}}}}}\n  \
             - {{name: c, parent: b, joint: {{name: q3, type: revolute, axis: [0, 1, 0], \
             limits: {{position: {limits}}}, coordinate: {{q1: 1}}}}}}\n"
        )
    };
    assert!(load("arm.yaml", &text("[-0.7, 1]")).is_ok());
    let refused = load("arm.yaml", &text("[0, 1]")).expect_err("limits");
    let said: Vec<&str> = refused.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(said.len(), 2, "{refused}");
    for (message, joint) in said.into_iter().zip(["q2", "q3"]) {
        let beginning = format!("`position` of `{joint}` must be");
        assert!(message.starts_with(&beginning), "{message}");
    }
}

/// From -4 to 2: limits that begin or end there are come to.
#[test]
fn limits_that_meet_a_motion_at_its_end_are_right() {
    for limits in ["[2, 3]", "[-5, -4]"] {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0], limits: {{position: [-1, 2]}}}}}}\n  \
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0], \
             limits: {{position: {limits}}}, coordinate: {{q1: -2}}}}}}\n"
        );
        let loaded = load("arm.yaml", &text);
        assert!(loaded.is_ok(), "{limits}: {loaded:?}");
    }
}

#[test]
fn where_a_slide_is_held_is_no_angle() {
    let text = "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n  \
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n  \
                - {name: b, parent: a, joint: {name: p2, type: prismatic, axis: [0, 1, 0], locked: 90deg}}\n";
    let refused = load("arm.yaml", text).expect_err("an angle");
    let said: Vec<&str> = refused.iter().map(|one| one.message.as_str()).collect();
    let expected = "an angle cannot stand in `locked` of a joint that slides";
    assert_eq!(said, [expected]);
}

/// Of joints that turn by 64 times a common part at most nothing is said; else the finest factor is marked, and of several that
/// are as fine the largest.
#[test]
fn factors_without_a_common_part_are_marked_where_they_are_finest() {
    let cases: [(&[&str], _); 6] = [
        (&["{q: 64}", "{q: -1}"], None),
        (&["{q: 1/64}"], None),
        (&["{q: 65}"], Some("{q: 65}")),
        (&["{q: -65}", "{q: 3}"], Some("{q: -65}")),
        (&["{q: 5}", "{q: 1/97}", "{q: 1/2}"], Some("{q: 1/97}")),
        (&["{q: 3/97}", "{q: 2/97}", "{q: 50}"], Some("{q: 3/97}")),
    ];
    for (followers, marked) in cases {
        let mut text = "robot: joints\ngravity: [0, 0, -9.81]\nbodies:\n  \
             - {name: a, parent: base, joint: {name: q, type: revolute, axis: [0, 0, 1]}}\n"
            .to_owned();
        for (k, coordinate) in followers.iter().enumerate() {
            text += &format!(
                "  - {{name: b{k}, parent: base, joint: {{name: p{k}, type: revolute, axis: [0, 0, 1], \
                 coordinate: {coordinate}}}}}\n"
            );
        }
        let mistakes = load("joints.yaml", &text).err();
        let spans = mistakes.iter().flat_map(|mistakes| mistakes.iter());
        let spans: Vec<_> = spans
            .map(|mistake| (mistake.code, mistake.labels[0].span))
            .map(|(code, span)| (code, &text[span.start..span.end]))
            .collect();
        let expected: Vec<_> = marked
            .map(|marked| ("AW0409", marked))
            .into_iter()
            .collect();
        assert_eq!(spans, expected, "{followers:?}");
    }
}
