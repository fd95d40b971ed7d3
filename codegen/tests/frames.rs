//! What a robot file means exactly: rotations, axes, frames, inertia and elements of the equations.

use armwright_codegen::algebra::matrix::{dot, identity, product, transposed};
use armwright_codegen::algebra::{CoordinateIndex, Rational};
use armwright_codegen::diagnostic::Diagnostics;
use armwright_codegen::mechanism::{Body, Element, Inertial, Mechanism, Pose, RigidBody, load};

/// A robot of one body, with more keys of its joint and of the body.
fn robot(joint: &str, body: &str) -> String {
    format!(
        "robot: one\ngravity: [0, 0, -9.81]\nbodies:\n  - name: b\n    parent: base\n    \
         joint: {{name: q, type: revolute, {joint}}}\n    {body}\n"
    )
}

fn read(text: &str) -> (Mechanism, Diagnostics) {
    load("robot.yaml", text).unwrap_or_else(|faults| panic!("{text}\n{faults}"))
}

/// The last body of a robot that moves.
fn last(text: &str) -> Body {
    read(text).0.bodies.into_iter().last().expect("a body")
}

/// The pose of a joint with roll, pitch and yaw.
fn turned(angles: [&str; 3]) -> Pose {
    let [roll, pitch, yaw] = angles;
    let joint = format!("axis: [0, 0, 1], origin: {{rpy: [{roll}, {pitch}, {yaw}]}}");
    last(&robot(&joint, "")).before
}

/// Cosine and sine of an angle.
fn cosine_sine(angle: &str) -> (Rational, Rational) {
    let rotation = turned(["0", "0", angle]).rotation;
    (rotation[0][0].clone(), rotation[1][0].clone())
}

fn numbers(pose: &Pose) -> ([[f64; 3]; 3], [f64; 3]) {
    let rotation = pose.rotation.each_ref();
    let rotation = rotation.map(|row| row.each_ref().map(Rational::to_f64));
    let translation = pose.translation.each_ref();
    (rotation, translation.map(|p| p.evaluate(&|_| f64::NAN)))
}

#[test]
fn right_angles_are_exact() {
    let [zero, one] = [Rational::ZERO, Rational::ONE];
    for (angle, c, s) in [
        ("0", &one, &zero),
        ("90deg", &zero, &one),
        ("450deg", &zero, &one),
        ("pi", &-&one, &zero),
        ("-pi/2", &zero, &-&one),
    ] {
        assert_eq!(cosine_sine(angle), (c.clone(), s.clone()), "{angle}");
    }
}

#[test]
fn other_angles_are_on_the_circle_and_near() {
    let fixed = [
        "0.3",
        "-2.5",
        "1.5707963",
        "3",
        "12345.678",
        "1e-9",
        "-0.7853981633974483",
    ];
    let steps = (-20..20).map(|i| format!("{}", f64::from(i) * 0.317));
    for text in fixed.map(str::to_owned).into_iter().chain(steps) {
        let (c, s) = cosine_sine(&text);
        assert_eq!(&c * &c + &s * &s, Rational::ONE, "{text}");
        let x: f64 = text.parse().expect("a number");
        // The sine of the difference of both angles; the float's own rounding comes on top.
        let error = s.to_f64() * x.cos() - c.to_f64() * x.sin();
        assert!(error.abs() < 1e-15 + 2e-16 * x.abs(), "{text}: {error:e}");
        assert!(
            c.small().is_some() && s.small().is_some(),
            "{text}: {c} {s}"
        );
    }
}

#[test]
fn rational_rotations_are_found() {
    // atan(3/4), as a float prints it.
    let found = cosine_sine("0.6435011087932844");
    assert_eq!(found, (Rational::new(4, 5), Rational::new(3, 5)));
}

#[test]
fn opposite_angles_are_exact_inverses() {
    for axis in 0..3 {
        let about = |angle| {
            let mut angles = ["0"; 3];
            angles[axis] = angle;
            turned(angles)
        };
        assert_eq!(about("0.4321").then(&about("-0.4321")), Pose::identity());
    }
}

#[test]
fn a_right_angle_keeps_its_zeros_beside_an_odd_one() {
    let rotation = turned(["90deg", "0", "0.3"]).rotation;
    let (c, s) = cosine_sine("0.3");
    let (o, z) = (Rational::ONE, Rational::ZERO);
    // Rz(0.3) Rx(90°): columns (c, s, 0), (0, 0, 1), (s, -c, 0).
    let expected = [
        [c.clone(), z.clone(), s.clone()],
        [s, z.clone(), -c],
        [z.clone(), o, z],
    ];
    assert_eq!(rotation, expected);
}

#[test]
fn axes_become_exactly_unit_vectors() {
    let third = "0.5773502691896258";
    for axis in [
        ["0.7071067811865476", "0", "-0.7071067811865476"],
        [third, third, third],
        [
            "-0.26726124191242437",
            "0.5345224838248488",
            "-0.8017837257372732",
        ],
        ["0", "0.9999999999", "0"],
        ["0.6", "0", "-0.8"],
    ] {
        let found = last(&robot(&format!("axis: [{}]", axis.join(", ")), ""))
            .joint
            .axis;
        assert!(dot(&found, &found).is_one(), "{found:?}");
        let given = axis.map(|x| Rational::decimal(x).expect("a number"));
        for (x, y) in given.iter().zip(&found) {
            assert_eq!(x.is_zero(), y.is_zero());
            let off = x.to_f64() - y.to_f64();
            assert!(off.abs() < 1.1e-10, "{axis:?} {found:?}");
        }
        // One that is a unit vector stays what it is.
        assert!(!dot(&given, &given).is_one() || given == found);
    }
}

/// The frame of a joint behind so many fixed bodies, each turned and displaced in the one before.
fn behind(fixed: usize, angles: [&str; 3]) -> Pose {
    let origin = format!(
        "origin: {{xyz: [0.01, 0.02, 0.03], rpy: [{}]}}",
        angles.join(", ")
    );
    let mut text = "robot: chain\ngravity: [0, 0, -9.81]\nbodies:\n".to_owned();
    let mut parent = "base".to_owned();
    for k in 0..fixed {
        let joint = format!("{{name: j{k}, type: fixed, {origin}}}");
        text += &format!("  - {{name: f{k}, parent: {parent}, joint: {joint}}}\n");
        parent = format!("f{k}");
    }
    let joint = "{name: q, type: revolute, axis: [0, 0, 1]}";
    text += &format!("  - {{name: b, parent: {parent}, joint: {joint}}}\n");
    last(&text).before
}

#[test]
fn few_rotations_are_kept_exactly() {
    let angles = ["0.1", "-0.2", "0.3"];
    let step = behind(1, angles);
    assert_eq!(behind(3, angles), step.then(&step).then(&step));
}

#[test]
fn many_rotations_stay_short_orthogonal_and_near() {
    for angles in [
        ["0.1", "-0.2", "0.3"],
        ["3", "0.1", "-2.9"],
        ["-0.001", "3.141", "0.02"],
    ] {
        let (turn, _) = numbers(&behind(1, angles));
        // The same product in floats.
        let mut floats = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        for _ in 0..100 {
            floats = floats.map(|row: [f64; 3]| {
                std::array::from_fn(|j| (0..3).map(|k| row[k] * turn[k][j]).sum())
            });
        }
        let rotation = behind(100, angles).rotation;
        assert_eq!(product(&rotation, &transposed(&rotation)), identity());
        for (x, float) in rotation.iter().flatten().zip(floats.iter().flatten()) {
            assert!(x.bytes() < 800, "{} bytes", x.bytes());
            assert!((x.to_f64() - float).abs() < 1e-13, "{x} {float}");
        }
    }
}

/// A body behind a Denavit-Hartenberg row.
fn row(convention: &str) -> Body {
    let row = format!("{{convention: {convention}, alpha: 90deg, a: 0.2, d: 0.3, theta: 90deg}}");
    last(&robot(&format!("dh: {row}"), ""))
}

#[test]
fn modified_rows_put_the_frame_at_the_joint() {
    let body = row("modified");
    assert_eq!(body.after, Pose::identity());
    // Rx(90°) Tx(.2) Rz(90°) Tz(.3): z of the joint is -y of the parent.
    let (rotation, translation) = numbers(&body.before);
    assert_eq!(translation, [0.2, -0.3, 0.0]);
    assert_eq!(
        rotation,
        [[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]]
    );
}

#[test]
fn standard_rows_put_the_frame_at_the_distal_end() {
    let body = row("standard");
    // Rz(90°) Tz(.3) Tx(.2) Rx(90°) at zero position.
    let (rotation, translation) = numbers(&body.before.then(&body.after));
    assert_eq!(translation, [0.0, 0.2, 0.3]);
    assert_eq!(
        rotation,
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
    );
}

/// A body from `m, mx, my, mz, Lxx, Lxy, Lxz, Lyy, Lyz, Lzz`.
fn body(ten: [i64; 10]) -> RigidBody<Rational> {
    RigidBody::from(ten.map(Rational::from))
}

#[test]
fn inertia_moves_to_the_origin() {
    // A point mass of 2 at (1, 2, 3): L = 2 (14 1 - t tᵀ).
    let moved = body([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]).shifted(&[1, 2, 3].map(Rational::from));
    assert_eq!(moved, body([2, 2, 4, 6, 26, -4, -6, 20, -12, 10]));
    let centre = moved.centre().expect("a mass");
    assert_eq!(centre, [1, 2, 3].map(Rational::from));
    let back = moved.shifted(&centre.map(|x| -x));
    assert_eq!(back, body([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
}

#[test]
fn moving_a_frame_moves_the_centre() {
    let at = |ten, centre: [i64; 3]| body(ten).shifted(&centre.map(Rational::from));
    let inner = at([3, 0, 0, 0, 4, 1, 0, 5, 0, 6], [1, 2, 0]);
    // A quarter turn about z: (x, y) to (-y, x), xx and yy exchanged, xy reversed.
    let outer = at([3, 0, 0, 0, 5, -1, 0, 4, 0, 6], [-2 + 7, 1 - 1, 4]);
    let turn = turned(["0", "0", "90deg"]).rotation;
    assert_eq!(
        inner.turned(&turn).shifted(&[7, -1, 4].map(Rational::from)),
        outer
    );
}

#[test]
fn only_real_bodies_are_possible() {
    let verdict = |[xx, xy, xz, yy, yz, zz]: [i64; 6]| {
        let inertia = format!("{{xx: {xx}, xy: {xy}, xz: {xz}, yy: {yy}, yz: {yz}, zz: {zz}}}");
        let physical = format!("physical: {{mass: 1, com: [0, 0, 0], inertia: {inertia}}}");
        let (_, warnings) = read(&robot("axis: [0, 0, 1]", &physical));
        warnings
            .iter()
            .map(|warning| warning.message.clone())
            .collect::<String>()
    };
    assert_eq!(verdict([1, 0, 0, 1, 0, 2]), "", "a disc is just possible");
    assert_eq!(verdict([0; 6]), "", "so is a point");
    assert!(verdict([1, 0, 0, 1, 0, 3]).contains("zz is greater than xx + yy"));
    assert!(verdict([-1, 0, 0, 1, 0, 1]).contains("xx is negative"));
    let principal = verdict([2, 2, 0, 2, 0, 3]);
    assert!(
        principal.contains("a principal moment"),
        "moments 0, 4 and 3: {principal}"
    );
    // Moments 8, 8 and 2, and 4, 4 and 10.
    assert_eq!(verdict([6, -2, -2, 6, -2, 6]), "");
    assert!(verdict([6, 2, 2, 6, 2, 6]).contains("a principal moment"));
}

/// The matrix of second moments, half the trace less the inertia, has no negative eigenvalue. With 4 on its diagonal and
/// 3 beside it in one plane they are 7, 1 and 4; with 0.1 and 0.2 in all planes 0.5 and twice -0.1, so that its determinant
/// is above zero.
#[test]
fn every_plane_of_second_moments_counts() {
    let verdict = |[diagonal, xy, xz, yz]: [&str; 4]| {
        let moments = format!("xx: {diagonal}, yy: {diagonal}, zz: {diagonal}");
        let inertia = format!("{{{moments}, xy: {xy}, xz: {xz}, yz: {yz}}}");
        doubts(&format!("mass: 10, com: [0, 0, 0], inertia: {inertia}"))
    };
    for possible in [
        ["8", "3", "0", "0"],
        ["8", "-3", "0", "0"],
        ["8", "0", "3", "0"],
        ["8", "0", "0", "3"],
        // 0.1 on the diagonal and just as much beside it.
        ["0.2", "0.1", "0", "0"],
        ["0.2", "0.1", "0.1", "-0.1"],
    ] {
        assert_eq!(verdict(possible), Vec::<String>::new(), "{possible:?}");
    }
    for impossible in [
        ["0.2", "-0.2", "-0.2", "-0.2"],
        ["0.2", "0.11", "0", "0"],
        ["0.2", "0", "-0.11", "0"],
        ["0.2", "0", "0", "0.11"],
    ] {
        let [doubt] = verdict(impossible).try_into().expect("one warning");
        assert!(
            doubt.contains("a principal moment"),
            "{impossible:?}: {doubt}"
        );
    }
}

/// What is said of a body of 1 kg with an inertia about its centre.
fn doubts(physical: &str) -> Vec<String> {
    let (_, warnings) = read(&robot(
        "axis: [0, 0, 1]",
        &format!("physical: {{{physical}}}"),
    ));
    warnings
        .iter()
        .map(|warning| warning.message.clone())
        .collect()
}

#[test]
fn the_moment_that_no_body_has_is_named() {
    for (xx, yy, zz, why) in [
        (-1, 1, 1, "xx is negative"),
        (1, -1, 1, "yy is negative"),
        (1, 1, -1, "zz is negative"),
        (4, 1, 2, "xx is greater than yy + zz"),
        (1, 4, 2, "yy is greater than xx + zz"),
        (1, 2, 4, "zz is greater than xx + yy"),
    ] {
        let inertia = format!("mass: 1, com: [0, 0, 0], inertia: {{xx: {xx}, yy: {yy}, zz: {zz}}}");
        let [doubt] = doubts(&inertia).try_into().expect("one warning");
        assert!(doubt.contains(why), "{why}: {doubt}");
    }
    for possible in [[3, 1, 2], [1, 3, 2], [1, 2, 3]] {
        let [xx, yy, zz] = possible;
        let inertia = format!("mass: 1, com: [0, 0, 0], inertia: {{xx: {xx}, yy: {yy}, zz: {zz}}}");
        assert_eq!(doubts(&inertia), Vec::<String>::new(), "{possible:?}");
    }
    // Neither has one that weighs nothing.
    let (_, warnings) = read(&robot(
        "axis: [0, 0, 1]",
        "standard: [0, 0, 0, 0, -1, 0, 0, 5, 0, 0]",
    ));
    let doubt = &warnings.iter().next().expect("a warning").message;
    assert!(doubt.contains("xx is negative"), "{doubt}");
}

/// Second moments of 1 along two axes with a product of 2, and none along the third: the matrix of second moments is singular,
/// and has the eigenvalues 3 and -1 beside.
#[test]
fn products_of_inertia_count_in_every_plane() {
    for inertia in [
        "xx: 1, yy: 1, zz: 2, xy: -2",
        "xx: 1, yy: 2, zz: 1, xz: -2",
        "xx: 2, yy: 1, zz: 1, yz: -2",
        "xx: 1, yy: 1, zz: 2, xy: 2",
        "xx: 1, yy: 2, zz: 1, xz: 2",
        "xx: 2, yy: 1, zz: 1, yz: 2",
    ] {
        let found = doubts(&format!("mass: 1, com: [0, 0, 0], inertia: {{{inertia}}}"));
        let [doubt] = found.try_into().expect("one warning");
        assert!(doubt.contains("a principal moment is greater"), "{doubt}");
    }
    // With a product of 1 all mass is in a plane, on a line.
    for inertia in [
        "xx: 1, yy: 1, zz: 2, xy: -1",
        "xx: 1, yy: 2, zz: 1, xz: 1",
        "xx: 2, yy: 1, zz: 1, yz: 1",
    ] {
        let found = doubts(&format!("mass: 1, com: [0, 0, 0], inertia: {{{inertia}}}"));
        assert_eq!(found, Vec::<String>::new(), "{inertia}");
    }
}

/// Half the trace of the inertia about the centre is mass times the square of the distance: 2 kg at 6 m have 144 kg·m².
#[test]
fn mass_that_is_far_from_its_centre_raises_doubts_along_every_axis() {
    for [xx, yy, zz] in [
        [48, 48, 48],
        [72, 72, 0],
        [72, 0, 72],
        [0, 72, 72],
        [72, 30, 42],
    ] {
        let body = |mass| {
            format!("mass: {mass}, com: [0, 0, 0], inertia: {{xx: {xx}, yy: {yy}, zz: {zz}}}")
        };
        let found = doubts(&body(2));
        assert_eq!(
            found,
            ["this inertia is that of a mass 6 m from its centre"],
            "{xx} {yy} {zz}"
        );
        // 3 kg would be at the root of 24, less than 5 m.
        assert_eq!(doubts(&body(3)), Vec::<String>::new(), "{xx} {yy} {zz}");
    }
}

/// Where a joint that turns is held, or begins, is an angle; a joint that slides is held at metres.
#[test]
fn positions_of_more_than_a_turn_are_doubted() {
    for (kind, position, doubted) in [
        ("revolute", "locked: 90", Some("locked")),
        ("continuous", "locked: -6.3", Some("locked")),
        ("revolute", "locked: 6.2", None),
        ("revolute", "locked: 450deg", None),
        ("prismatic", "locked: 9", None),
        (
            "revolute",
            "coordinate: {q1: 1, offset: 90}",
            Some("offset"),
        ),
        ("revolute", "coordinate: {q1: 1, offset: 90deg}", None),
    ] {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n  \
             - {{name: b, parent: a, joint: {{name: q2, type: {kind}, axis: [0, 1, 0], {position}}}}}\n"
        );
        let (_, warnings) = load("arm.yaml", &text).expect("a robot");
        let said: Vec<_> = warnings.iter().map(|one| one.message.as_str()).collect();
        let begins = doubted.map(|what| format!("`{what}` of joint `q2` is "));
        assert_eq!(said.len(), begins.iter().len(), "{position}: {said:?}");
        for (said, begins) in said.iter().zip(&begins) {
            assert!(said.starts_with(begins), "{position}: {said}");
        }
    }
}

/// Doubts begin beyond 5 m, and of an arm that reaches 3 m beyond 6 m.
#[test]
fn mass_may_be_twice_as_far_from_its_centre_as_an_arm_reaches() {
    for (reach, moment, doubted) in [
        (0, "50", None),
        (0, "50.1", Some("5.005")),
        (2, "50", None),
        (2, "50.1", Some("5.005")),
        (3, "50.1", None),
        (3, "72", None),
        (3, "72.1", Some("6.004")),
    ] {
        let joint = format!("axis: [0, 0, 1], origin: {{xyz: [0, 0, {reach}]}}");
        let inertia = format!("inertia: {{xx: {moment}, yy: {moment}, zz: 0}}");
        let body = format!("physical: {{mass: 2, com: [0, 0, 0], {inertia}}}");
        let (_, warnings) = read(&robot(&joint, &body));
        let said: Vec<&str> = warnings.iter().map(|one| one.message.as_str()).collect();
        let expected = doubted
            .map(|metres| format!("this inertia is that of a mass {metres} m from its centre"));
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        assert_eq!(said, expected, "{reach} {moment}");
    }
}

/// The elements whose squares a chain of joints chooses, or the codes of what is wrong.
fn element(name: &str, joints: usize) -> Result<Element, Vec<&'static str>> {
    let mut text = "robot: chain\ngravity: [0, 0, -9.81]\nbodies:\n".to_owned();
    let mut parent = "base".to_owned();
    for k in 1..=joints {
        let joint = format!("{{name: q{k}, type: revolute, axis: [0, 0, 1]}}");
        text += &format!("  - {{name: b{k}, parent: {parent}, joint: {joint}}}\n");
        parent = format!("b{k}");
    }
    text += &format!("equations: {{squares: {{\"{name}\": {{q1: sin}}}}}}\n");
    let loaded = load("robot.yaml", &text);
    loaded
        .map(|(mechanism, _)| mechanism.squares[0].element)
        .map_err(|faults| faults.iter().map(|fault| fault.code).collect())
}

#[test]
fn elements_are_counted_from_one() {
    let [first, second, third, twelfth] = [0, 1, 2, 11].map(CoordinateIndex::from);
    let inertia = |j| Ok(Element::Inertia(first, j));
    assert_eq!(element("M_21", 3), inertia(second));
    assert_eq!(
        element("S_131", 3),
        Ok(Element::Coriolis(first, first, third))
    );
    // The second and the third number are two velocities, the first one is the row.
    for (name, row, [one, other]) in [
        ("S_311", third, [first, first]),
        ("S_312", third, [first, second]),
        ("S_321", third, [first, second]),
        ("S_2_3_1", second, [first, third]),
        ("S_122", first, [second, second]),
    ] {
        let expected = Ok(Element::Coriolis(row, one, other));
        assert_eq!(element(name, 3), expected, "{name}");
    }
    assert_eq!(element("g_12", 12), Ok(Element::Gravity(twelfth)));
    assert_eq!(element("M_1_12", 12), inertia(twelfth));
    for bad in [
        "", "M", "M_", "M_11_", "M_1", "M_123", "M_14", "M_01", "g_+1", "T_11", "S_11",
    ] {
        assert_eq!(element(bad, 3), Err(vec!["AW0309"]), "{bad}");
    }
}

#[test]
fn components_are_in_the_order_of_the_parameter_vector() {
    for (place, component) in Inertial::ALL.into_iter().enumerate() {
        assert_eq!(component.at(), place);
    }
}
