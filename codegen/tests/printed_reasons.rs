//! Why parameters are identifiable, combined or invisible, in words, of robots that are small enough to see it.

use armwright_codegen::Derivation;
use armwright_codegen::document::{Chapter, why, why_physical};

use super::printed_chapters::{chapter, derived};

/// What is said of a standard parameter.
fn said(derivation: &Derivation, name: &str) -> String {
    let place = derivation.mechanism.parameters.position(|p| p.name == name);
    why(derivation)[place.expect("a parameter")].clone()
}

/// What is said of physical parameters, in their order.
fn physical(derivation: &Derivation) -> Vec<(String, String)> {
    let all = why_physical(derivation).into_iter();
    all.map(|reason| (reason.visibility.name, reason.why))
        .collect()
}

/// Bodies with their joints: name, parent, type, axis, and more of the joint.
fn robot(gravity: &str, bodies: &[[&str; 5]], more: &str) -> Derivation {
    let body = |[name, parent, kind, axis, more]: &[&str; 5]| {
        format!(
            "  - {{name: {name}, parent: {parent}, joint: {{name: q_{name}, type: {kind}, axis: {axis}{more}}}}}\n"
        )
    };
    let bodies: String = bodies.iter().map(body).collect();
    derived(&format!(
        "robot: arm\ngravity: {gravity}\nbodies:\n{bodies}{more}"
    ))
}

/// The axis (0.6, 0, 0.8) has nothing along y; a body that slides along it after it turned about it has its velocity along
/// its angular velocity.
#[test]
fn motion_that_is_missing_is_named_by_its_axis() {
    let slanted = "[0.6, 0, 0.8]";
    let screw = robot(
        "[0, 0, 0]",
        &[
            ["a", "base", "revolute", slanted, ""],
            ["b", "a", "prismatic", slanted, ""],
        ],
        "",
    );
    for (parameter, reason) in [
        ("m_a", "the origin of body a never moves"),
        (
            "mx_a",
            "the origin of body a never moves and there is no gravity",
        ),
        ("Lyy_a", "body a never turns about its y axis"),
        ("Lxy_b", "body b never turns about its y axis"),
        (
            "mx_b",
            "body b never turns about its y axis, the origin of body b never moves along its y axis and there is no \
             gravity",
        ),
        (
            "my_b",
            "the vector product of velocity and angular velocity of body b has nothing along its y axis and there is \
             no gravity",
        ),
    ] {
        assert_eq!(said(&screw, parameter), reason, "{parameter}");
    }
    // What moves along all axes, and turns about one, is said to turn about that one: motion that is there is no reason.
    let gantry = robot(
        "[0, 0, 0]",
        &[
            ["a", "base", "prismatic", "[1, 0, 0]", ""],
            ["b", "a", "prismatic", "[0, 1, 0]", ""],
            ["c", "b", "prismatic", "[0, 0, 1]", ""],
            ["d", "c", "revolute", "[1, 0, 0]", ""],
        ],
        "",
    );
    assert_eq!(
        said(&gantry, "mx_d"),
        "body d turns only about its x axis and there is no gravity"
    );
    // A body on a slide, and one that slides on it across.
    let table = robot(
        "[0, 0, -10]",
        &[
            ["a", "base", "prismatic", "[0, 1, 0]", ""],
            ["b", "a", "prismatic", "[1, 0, 0]", ""],
        ],
        "",
    );
    for (parameter, reason) in [
        ("Lxx_b", "body b does not turn"),
        (
            "mx_a",
            "body a does not turn and gravity is perpendicular to the x axis of body a",
        ),
        (
            "mz_b",
            "body b does not turn and gravity along the z axis of body b never changes",
        ),
    ] {
        assert_eq!(said(&table, parameter), reason, "{parameter}");
    }
}

/// Of a body on an axis through its origin, and of one that slides: what moves as the body below does.
#[test]
fn what_a_joint_hides_is_said_with_what_it_looks_like() {
    let arm = robot(
        "[0, 0, -10]",
        &[
            ["a", "base", "revolute", "[0, 1, 0]", ""],
            [
                "b",
                "a",
                "revolute",
                "[1, 0, 0]",
                ", origin: {xyz: [0.5, 0.25, 0]}",
            ],
            ["c", "b", "prismatic", "[0, 0, 1]", ""],
        ],
        "",
    );
    for (parameter, reason) in [
        (
            "m_b",
            "a mass at the origin of body b is on the axis of joint q_b and moves as if it were part of body a",
        ),
        (
            "mx_b",
            "a first moment along the axis of joint q_b moves as if it were part of body a",
        ),
        (
            "Lyy_b",
            "equal parts of Lyy_b and Lzz_b look the same from all round the axis of joint q_b, as if they were part \
             of body a",
        ),
        (
            "Lyz_c",
            "joint q_c slides, so body c turns only as body b does",
        ),
    ] {
        let found = said(&arm, parameter);
        // With which it enters is said before.
        assert!(
            found.ends_with(&format!(": {reason}")),
            "{parameter}: {found}"
        );
    }
}

/// Where one torque or one wrench is measured.
const SENSED: [[&str; 5]; 2] = [
    [
        "a",
        "base",
        "revolute",
        "[0, 1, 0]",
        ", friction: [viscous]",
    ],
    [
        "b",
        "a",
        "revolute",
        "[0, 1, 0]",
        ", origin: {xyz: [0.5, 0, 0]}, friction: [viscous]",
    ],
];

#[test]
fn what_is_not_measured_is_said() {
    let torque = robot("[0, 0, -10]", &SENSED, "measure: {torque: q_b}\n");
    for (parameter, reason) in [
        ("m_a", "the origin of body a never moves"),
        ("mx_a", "no drive whose torque is measured moves body a"),
        (
            "m_b",
            "of the joints that move body b only q_b is measured, on whose axis it lies",
        ),
        (
            "mx_b",
            "tau_q_b by itself tells it from all other parameters",
        ),
        ("fv_q_a", "no measured quantity has a part of this drive"),
        (
            "fv_q_b",
            "tau_q_b by itself tells it from all other parameters",
        ),
    ] {
        assert_eq!(said(&torque, parameter), reason, "{parameter}");
    }
    // Where there is no weight either, a mass at rest needs no force.
    let at_rest = robot("[0, 0, 0]", &SENSED[..1], "measure: {wrench: a}\n");
    for (parameter, reason) in [
        (
            "m_a",
            "the origin of body a never moves and there is no gravity",
        ),
        ("Lzz_a", "body a turns only about its y axis"),
    ] {
        assert_eq!(said(&at_rest, parameter), reason, "{parameter}");
    }
    // `f = m a + wd × h + w × (w × h)`, `t = h × a + L wd + w × L w` with `w` about y and `a` across it.
    let wrench = robot("[0, 0, -10]", &SENSED, "measure: {wrench: b}\n");
    for (parameter, reason) in [
        ("m_a", "no sensor is between body a and the base"),
        ("Lyy_a", "no sensor is between body a and the base"),
        ("my_b", "tx_b by itself tells it from all other parameters"),
        ("Lyy_b", "ty_b by itself tells it from all other parameters"),
        ("Lyz_b", "tz_b by itself tells it from all other parameters"),
        ("Lxx_b", "body b turns only about its y axis"),
    ] {
        assert_eq!(said(&wrench, parameter), reason, "{parameter}");
    }
}

/// `h = m t`, `L = J + m (|t|² 1 - t tᵀ)`: what a coordinate of the centre is part of has it as an index, but for the moment
/// of inertia about its own axis.
#[test]
fn physical_parameters_are_said_to_be_in_what_they_make_up() {
    let torque = robot("[0, 0, -10]", &SENSED, "measure: {torque: q_b}\n");
    let no_effect = "alone, which have no effect";
    let expected = [
        ("m_a", "no parameter of body a has an effect".to_owned()),
        (
            "tx_a",
            format!("it is part of mx_a, Lxy_a, Lxz_a, Lyy_a and Lzz_a {no_effect}"),
        ),
        (
            "ty_a",
            format!("it is part of my_a, Lxx_a, Lxy_a, Lyz_a and Lzz_a {no_effect}"),
        ),
        (
            "tz_a",
            format!("it is part of mz_a, Lxx_a, Lxz_a, Lyy_a and Lyz_a {no_effect}"),
        ),
        (
            "Jxx_a",
            "it is part of Lxx_a alone, and body a turns only about its y axis".to_owned(),
        ),
        ("m_b", "in mx_b, mz_b and Lyy_b".to_owned()),
        ("tx_b", "in mx_b and Lyy_b".to_owned()),
        ("tz_b", "in mz_b and Lyy_b".to_owned()),
        ("Jyy_b", "in Lyy_b".to_owned()),
        (
            "fv_q_a",
            "no measured quantity has a part of this drive".to_owned(),
        ),
        ("fv_q_b", "in fv_q_b".to_owned()),
    ];
    let all = physical(&torque);
    for (name, reason) in expected {
        let found = all.iter().find(|(found, _)| found == name);
        assert_eq!(found.expect("a parameter").1, reason, "{name}");
    }
    // A length that stands in no torque, and one by which alone base parameters show.
    let lengths =
        "constants: {l: {value: 0.5, symbolic: true}, h: {value: 0.25, symbolic: true}}\n";
    let arm = robot(
        "[0, 0, 0]",
        &[
            [
                "a",
                "base",
                "revolute",
                "[0, 1, 0]",
                ", origin: {xyz: [0, 0, h]}",
            ],
            [
                "b",
                "a",
                "revolute",
                "[0, 1, 0]",
                ", origin: {xyz: [l, 0, 0]}",
            ],
        ],
        lengths,
    );
    let all = physical(&arm);
    let of = |name: &str| {
        all.iter()
            .find(|(found, _)| found == name)
            .expect("a length")
            .1
            .clone()
    };
    assert_eq!(of("h"), "nothing that is measured depends on it");
    assert_eq!(of("l"), "in Lyy_a");
}

/// Bodies, bodies with what turns with them, and everything with friction: of what torque reveals, and of what else is
/// measured.
#[test]
fn ranks_are_told_of_bodies_of_inertias_and_of_all() {
    let base = |measure: &str| {
        let friction = ", friction: [viscous], armature: true";
        let arm = robot(
            "[0, 0, -10]",
            &[["a", "base", "revolute", "[0, 1, 0]", friction]],
            measure,
        );
        chapter(&arm, Chapter::Base)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let torque = base("");
    let said = "Rank 4 of 12: torque reveals 4 independent combinations of 12 standard parameters, and no motion reveals \
                more. The bodies alone have rank 3 of 10, with armature and rotors 3 of 11. name unit combination \
                1 mx_a kg·m mx_a 2 mz_a kg·m mz_a 3 Lyy_a kg·m² Lyy_a + Ia_q_a 4 fv_q_a N·m·s/rad fv_q_a \
                Set to zero, since others absorb their effect parameter absorbed by why Ia_q_a Lyy_a \
                Set to zero, since no torque depends on them parameters why m_a";
    assert!(torque.contains(said), "{torque}");
    for unsaid in ["What is measured", "A wrench is"] {
        assert!(!torque.contains(unsaid), "{torque}");
    }
    // Of a wrench the mass and the moment along the axis as well, and two products of inertia; of a drive nothing.
    let wrench = base("measure: {wrench: a}\n");
    let said = "Rank 7 of 12: what is measured reveals 7 independent combinations of 12 standard parameters, and no motion \
                reveals more. The bodies alone have rank 7 of 10, with armature and rotors 7 of 11. \
                What is measured row unit fx_a N fy_a N fz_a N tx_a N·m ty_a N·m tz_a N·m \
                A wrench is force (f) and moment (t) that a body's parent exerts on it: what the body, and all that it \
                carries, needs to move as it does, in the body's frame and about its origin.";
    assert!(wrench.contains(said), "{wrench}");
    let said = "Set to zero, since nothing measured depends on them parameters why Lxx_a, Lxz_a, Lzz_a body a turns only";
    assert!(wrench.contains(said), "{wrench}");
    let energy = base("measure: [energy, {torque: q_a}]\n");
    assert!(
        energy.contains("What is measured row unit power W tau_q_a N·m"),
        "{energy}"
    );
    assert!(!energy.contains("A wrench is"), "{energy}");
}

/// A tilting head on a turning neck: `w = (-sin q2 qd1, qd2, cos q2 qd1)` in the head's frame. Both products with y couple the
/// joints, that of x and z stands with the sine times the cosine, and gravity works on the moments along x and z.
#[test]
fn where_a_parameter_acts_alone_is_named() {
    let head = robot(
        "[0, 0, -10]",
        &[
            [
                "neck",
                "base",
                "revolute",
                "[0, 0, 1]",
                ", friction: [viscous]",
            ],
            ["head", "neck", "revolute", "[0, 1, 0]", ""],
        ],
        "",
    );
    for (parameter, place) in [
        ("Lxy_head", "inertia M_12"),
        ("Lyz_head", "inertia M_12"),
        ("Lxz_head", "inertia M_11"),
        ("Lyy_head", "inertia M_22"),
        ("mx_head", "potential energy"),
        ("mz_head", "potential energy"),
        ("fv_q_neck", "friction"),
    ] {
        let expected = format!("a term of {place} has no other parameter");
        assert_eq!(said(&head, parameter), expected, "{parameter}");
    }
    // What the neck has of inertia about z the head has as well, in the same measure along x and z.
    for (parameter, reason) in [
        ("Lzz_neck", "enters only with Lzz_head"),
        ("Lxx_neck", "body neck turns only about its z axis"),
        ("m_head", "the origin of body head never moves"),
    ] {
        assert_eq!(said(&head, parameter), reason, "{parameter}");
    }
}

/// A motor at `v = -50 qd` bears its torque on the joint by the same factor: `-50 sign(v) = 50 sign(qd)`, `-50 v = 2500 qd`, and so
/// on; what acts in one of its directions acts in the other one of the joint.
#[test]
fn drives_of_motors_are_those_of_joints_by_powers_of_the_ratio() {
    let geared = |terms: &str| {
        let joint = format!(", armature: true, friction: [{terms}]");
        let drives = format!(
            "drives: {{transmission: [-50], motors: [{{name: m, rotor_inertia: true, friction: [{terms}]}}]}}\n"
        );
        robot(
            "[0, 0, -10]",
            &[["a", "base", "revolute", "[0, 1, 0]", &joint]],
            &drives,
        )
    };
    let even = geared("coulomb, viscous, quadratic, offset");
    let apart = geared("coulomb_positive, coulomb_negative, viscous_positive, viscous_negative");
    for (arm, parameter, factor, of) in [
        (&even, "fc_m", "50", "fc_q_a"),
        (&even, "fv_m", "2500", "fv_q_a"),
        (&even, "fq_m", "125000", "fq_q_a"),
        (&even, "fo_m", "-50", "fo_q_a"),
        (&even, "Ia_m", "2500", "Lyy_a"),
        (&apart, "fcp_m", "50", "fcn_q_a"),
        (&apart, "fcn_m", "50", "fcp_q_a"),
        (&apart, "fvp_m", "2500", "fvn_q_a"),
        (&apart, "fvn_m", "2500", "fvp_q_a"),
    ] {
        let expected = format!("has {factor} times the effect of {of}");
        assert_eq!(said(arm, parameter), expected, "{parameter}");
    }
}

/// A joint that turns by -2 times another one, likewise; its spring pulls by the square, and preloads it by the factor.
#[test]
fn drives_of_followers_are_those_of_what_they_follow_by_powers_of_the_factor() {
    let pair = |terms: &str| {
        let follower = format!("{terms}, coordinate: {{q_a: -2}}");
        robot(
            "[0, 0, -10]",
            &[
                ["a", "base", "revolute", "[0, 1, 0]", terms],
                ["b", "base", "revolute", "[0, 1, 0]", &follower],
            ],
            "",
        )
    };
    let friction = pair(", armature: true, friction: [coulomb, viscous, quadratic, offset]");
    let spring = pair(", spring: true");
    for (arm, parameter, factor, of) in [
        (&friction, "fc_q_b", "2", "fc_q_a"),
        (&friction, "fv_q_b", "4", "fv_q_a"),
        (&friction, "fq_q_b", "8", "fq_q_a"),
        (&friction, "fo_q_b", "-2", "fo_q_a"),
        (&friction, "Ia_q_b", "4", "Lyy_a"),
        (&friction, "Lyy_b", "4", "Lyy_a"),
        (&spring, "k_q_b", "4", "k_q_a"),
        (&spring, "k0_q_b", "-2", "k0_q_a"),
    ] {
        let expected = format!("has {factor} times the effect of {of}");
        assert_eq!(said(arm, parameter), expected, "{parameter}");
    }
}

/// A torque behind the six numbers of a wrench, and the second of two sensors.
#[test]
fn of_several_measured_numbers_the_one_that_tells_a_parameter_is_named() {
    let by_itself = "by itself tells it from all other parameters";
    let both = robot(
        "[0, 0, -10]",
        &SENSED,
        "measure: [{wrench: a}, {torque: q_b}]\n",
    );
    assert_eq!(said(&both, "fv_q_b"), format!("tau_q_b {by_itself}"));
    let beside = ["c", "base", "revolute", "[0, 1, 0]", ""];
    let sensors = robot(
        "[0, 0, -10]",
        &[SENSED[0], beside],
        "measure: {wrench: [a, c]}\n",
    );
    for (parameter, row) in [("Lyy_a", "ty_a"), ("Lyy_c", "ty_c")] {
        let expected = format!("{row} {by_itself}");
        assert_eq!(said(&sensors, parameter), expected, "{parameter}");
    }
}

/// A slide at a height on an arm: its mass shows alone in its own force, which no height is in, and its weight and inertia at the
/// arm are what that mass is multiplied by.
#[test]
fn a_length_that_is_in_the_motion_alone_is_said_to_be_there() {
    let slide = robot(
        "[0, 0, -10]",
        &[
            ["a", "base", "revolute", "[0, 1, 0]", ""],
            [
                "b",
                "a",
                "prismatic",
                "[1, 0, 0]",
                ", origin: {xyz: [0, 0, l]}",
            ],
        ],
        "constants: {l: {value: 0.5, symbolic: true}}\n",
    );
    let all = physical(&slide);
    let (_, why) = all.iter().find(|(name, _)| name == "l").expect("a length");
    assert_eq!(
        why,
        "no base parameter depends on it, only what they are multiplied by"
    );
}
