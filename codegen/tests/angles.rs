//! Fixed rotations by angles that people draw are exact, and so are their sums.

use armwright_codegen::algebra::Number;
use armwright_codegen::algebra::matrix::{Matrix, identity, product, transposed};
use armwright_codegen::derive;
use armwright_codegen::mechanism::{Mechanism, Pose, load};

/// An arm of two joints, the second one behind frames turned by `steps`, each inside the one before.
fn arm(gravity: &str, base: &str, steps: &[&str]) -> String {
    let mut text = format!(
        "robot: arm\ngravity: {gravity}\nbodies:\n  \
         - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1], \
         origin: {{rpy: {base}}}}}}}\n"
    );
    let mut parent = "a".to_owned();
    for (k, rpy) in steps.iter().enumerate() {
        let (kind, name) = match k + 1 == steps.len() {
            true => ("revolute, axis: [0, 0, 1]", "b".to_owned()),
            false => ("fixed", format!("f{k}")),
        };
        text += &format!(
            "  - {{name: {name}, parent: {parent}, joint: {{name: j{k}, type: {kind}, \
             origin: {{xyz: [0.1, 0, 0], rpy: {rpy}}}}}}}\n"
        );
        parent = name;
    }
    text
}

/// How many base parameters it has.
fn count(text: &str) -> usize {
    let found = derive("arm.yaml", text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    found.0.base.base.len()
}

fn mechanism(text: &str) -> Mechanism {
    let loaded = load("arm.yaml", text);
    loaded.unwrap_or_else(|faults| panic!("{text}\n{faults}")).0
}

const DOWN: &str = "[0, 0, -9.81]";
const STILL: &str = "[0, 0, 0]";

#[test]
fn turns_that_make_a_right_angle_count_as_one() {
    for gravity in [DOWN, STILL] {
        // Behind another right angle the axes are parallel.
        let count = |steps: &[&str]| {
            let steps = [&["[90deg, 0, 0]"], steps].concat();
            count(&arm(gravity, "[pi/2, 0, 0]", &steps))
        };
        let right = count(&["[pi/2, 0, 0]"]);
        for steps in [
            &["[45deg, 0, 0]", "[45deg, 0, 0]"][..],
            &["[30deg, 0, 0]", "[30deg, 0, 0]", "[30deg, 0, 0]"],
            &["[15deg, 0, 0]", "[60deg, 0, 0]", "[15deg, 0, 0]"],
            &["[20deg, 0, 0]", "[25deg, 0, 0]", "[45deg, 0, 0]"],
            &["[10deg, 0, 0]", "[80deg, 0, 0]"],
            &["[0.3, 0, 0]", "[0, 0, 0]", "[90deg - 0.3, 0, 0]"],
            &[
                "[45deg, 0, 0]",
                "[0, 0, 30deg]",
                "[0, 0, -30deg]",
                "[45deg, 0, 0]",
            ],
        ] {
            assert_eq!(count(steps), right, "{steps:?}");
        }
    }
}

#[test]
fn a_base_may_be_tilted_in_steps() {
    let upright = arm(DOWN, "[0, 0, 0]", &["[0, 0, 0]"]);
    for [first, second] in [[45, 135], [60, 120], [20, 160], [75, -75]] {
        let tilt = |name: &str, parent: &str, angle: i32| {
            let origin = format!("origin: {{rpy: [{angle}deg, 0, 0]}}");
            let joint = format!("{{name: k_{name}, type: fixed, {origin}}}");
            format!("  - {{name: {name}, parent: {parent}, joint: {joint}}}\n")
        };
        let frames = tilt("t", "base", first) + &tilt("u", "t", second);
        let tilted = upright.replace("parent: base", "parent: u");
        let tilted = tilted.replace("bodies:\n", &format!("bodies:\n{frames}"));
        assert_eq!(count(&tilted), count(&upright), "{first} and {second}");
    }
}

#[test]
fn turns_there_and_back_leave_an_arm_planar() {
    let planar = count(&arm(DOWN, "[pi/2, 0, 0]", &["[0, 0, 0]"]));
    for steps in [
        &["[45deg, 0, 0]", "[-45deg, 0, 0]"][..],
        &[
            "[45deg, 0, 0]",
            "[0, 45deg, 0]",
            "[0, -45deg, 0]",
            "[-45deg, 0, 0]",
        ],
        &["[0, 0, 15deg]", "[75deg, 0, 0]", "[105deg, 0, 0]"],
        &["[20deg, 0, 0]", "[25deg, 0, 0]", "[-45deg, 0, 0]"],
    ] {
        assert_eq!(
            count(&arm(DOWN, "[pi/2, 0, 0]", steps)),
            planar,
            "{steps:?}"
        );
    }
}

#[test]
fn a_tilted_base_knows_where_gravity_is() {
    // Gravity along the first axis: no torque of it.
    let along = count(&arm(DOWN, "[0, 0, 0]", &["[0, 0, 0]"]));
    let tilted = "[0, -4.905*sqrt(2), -4.905*sqrt(2)]";
    for base in ["[-45deg, 0, 0]", "[135deg, 0, 0]", "[-20deg - 25deg, 0, 0]"] {
        assert_eq!(count(&arm(tilted, base, &["[0, 0, 0]"])), along, "{base}");
    }
    assert!(count(&arm(tilted, "[0, 0, 0]", &["[0, 0, 0]"])) > along);
}

#[test]
fn gravity_by_magnitude_and_direction_is_exact() {
    let gravity = |text: &str| mechanism(&arm(text, "[0, 0, 0]", &[])).gravity;
    let half = "[0, -4.905*sqrt(2), -4.905*sqrt(2)]";
    let third = "[4.905, 0, -4.905*sqrt(3)]";
    for (text, same) in [
        ("{magnitude: 9.81}", DOWN),
        ("{magnitude: 9.81, direction: [0, -2, -2]}", half),
        ("{magnitude: 9.81, tilt: [45deg, 0, 0]}", half),
        ("{magnitude: 9.81, tilt: [pi/4, 0, 70deg]}", half),
        ("{magnitude: 9.81, direction: [1, 0, -sqrt(3)]}", third),
        ("{magnitude: 9.81, tilt: [0, 30deg, 0]}", third),
        ("{magnitude: 9.81, tilt: [180deg, 0, 0]}", "[0, 0, 9.81]"),
        ("{magnitude: 0, tilt: [1, 2, 3]}", STILL),
    ] {
        assert_eq!(gravity(text), gravity(same), "{text}");
    }
    // A length that is no number of the field: within the last digits, and of the right length.
    let inexact = gravity("{magnitude: 9.81, direction: [1, 2, -3]}");
    let length = 14f64.sqrt();
    for (value, expected) in inexact.iter().zip([1.0, 2.0, -3.0]) {
        assert!((value.to_f64() - 9.81 * expected / length).abs() < 1e-14);
    }
    let square = inexact.iter().map(|x| x * x).sum::<Number>();
    assert_eq!(square, Number::new(981 * 981, 10_000));
}

#[test]
fn gravity_that_makes_no_sense_is_told_why() {
    for (text, what) in [
        ("{magnitude: -9.81}", "zero or more"),
        ("{magnitude: 9.81, direction: [0, 0, 0]}", "not zero"),
        (
            "{magnitude: 9.81, direction: [0, 0, 1], tilt: [0, 0, 0]}",
            "tilt",
        ),
        ("{direction: [0, 0, 1]}", "magnitude"),
        ("{magnitude: 9.81, down: [0, 0, 1]}", "down"),
    ] {
        let fault = load("arm.yaml", &arm(text, "[0, 0, 0]", &[])).expect_err(text);
        let fault = fault.to_string();
        assert!(fault.contains(what), "{text}: {fault}");
    }
}

#[test]
fn an_axis_that_is_too_long_is_told_its_exact_direction() {
    for (axis, direction) in [
        ("[0, 1, -1]", "[0, sqrt(2)/2, -sqrt(2)/2]"),
        ("[1, 0, sqrt(3)]", "[0.5, 0, sqrt(3)/2]"),
        ("[0, 3, 4]", "[0, 0.6, 0.8]"),
    ] {
        let robot = |axis: &str| arm(DOWN, "[0, 0, 0]", &[]).replace("[0, 0, 1]", axis);
        let fault = load("arm.yaml", &robot(axis)).expect_err(axis).to_string();
        assert!(fault.contains(direction), "{fault}");
        let axis = &mechanism(&robot(direction)).bodies[0.into()].joint.axis;
        assert!(axis.iter().map(|x| x * x).sum::<Number>().is_one());
    }
}

fn rotation(pose: &Pose) -> &Matrix<Number> {
    &pose.rotation
}

/// The pose of the second joint's frame.
fn last(steps: &[&str]) -> Pose {
    let mechanism = mechanism(&arm(DOWN, "[0, 0, 0]", steps));
    mechanism
        .bodies
        .iter()
        .last()
        .expect("a body")
        .before
        .clone()
}

#[test]
fn every_multiple_of_fifteen_degrees_is_itself() {
    for times in -30..30 {
        let pose = last(&[&format!("[0, 0, {}deg]", 15 * times)]);
        let turn = rotation(&pose);
        assert_eq!(product(turn, &transposed(turn)), identity());
        let (sine, cosine) = (f64::from(times) * 15.0).to_radians().sin_cos();
        assert!((turn[0][0].to_f64() - cosine).abs() < 1e-15);
        assert!((turn[1][0].to_f64() - sine).abs() < 1e-15);
        // As often as it takes to come round, it is no turn at all.
        let round = (0..23).fold(turn.clone(), |product_of, _| product(&product_of, turn));
        assert_eq!(round, identity());
    }
}

#[test]
fn turns_about_slanted_axes_are_exact_too() {
    // A third of a turn about the diagonal takes each axis to the next.
    let steps = ["[45deg, 0, 0]", "[0, 45deg, 0]", "[0, 0, 30deg]"];
    let pose = last(&steps);
    assert_eq!(
        product(rotation(&pose), &transposed(rotation(&pose))),
        identity()
    );
    let half = Number::new(1, 2);
    // Rx(45°) Ry(45°) Rz(30°), second row, third column: -sin 45° cos 45°.
    assert_eq!(rotation(&pose)[1][2], -half);
}

/// Half a turn about another axis takes an axis to its opposite, about which turns count backwards: Rx(a) Rz(180°)
/// Rx(b) Rz(180°) = Rx(a - b).
#[test]
fn turns_about_an_axis_and_about_its_opposite_are_one_turn() {
    for (place, half) in [(0, "[0, 0, 180deg]"), (1, "[pi, 0, 0]"), (2, "[0, -pi, 0]")] {
        let about = |angle: i32| {
            let mut angles = [0; 3];
            angles[place] = angle;
            format!("[{}deg, {}deg, {}deg]", angles[0], angles[1], angles[2])
        };
        for (a, b) in [(70, -20), (20, -30), (50, 20), (20, 20), (-35, 10)] {
            let steps = last(&[&about(a), half, &about(b), half]);
            let once = last(&[&about(a - b)]);
            assert_eq!(
                rotation(&steps),
                rotation(&once),
                "{a} and {b} about {place}"
            );
        }
    }
}

#[test]
fn an_arbitrary_turn_is_approximated_once() {
    let (whole, parts) = (
        last(&["[50deg, 0, 0]"]),
        last(&["[20deg, 0, 0]", "[30deg, 0, 0]"]),
    );
    assert_eq!(rotation(&whole), rotation(&parts));
}

/// The turn back from 20° about x, 50° about y and 70° about z, as roll, pitch and yaw in floats.
const BACK: &str = "[0.7471125570467848, -0.6035826634612653, -1.3004883723891374]";

#[test]
fn approximations_that_should_cancel_are_an_error() {
    let text = arm(DOWN, "[0, 0, 0]", &["[20deg, 50deg, 70deg]", BACK]);
    let error = derive("arm.yaml", &text)
        .expect_err("a sum that is almost nothing")
        .to_string();
    assert!(
        error.contains("undo each other") && error.contains("`j1`"),
        "{error}"
    );
    // Small angles are not taken for what did not cancel.
    count(&arm(DOWN, "[0, 0, 0]", &["[1e-8, 0, 0]", "[1, 1e-7, 0.5]"]));
}

/// Rx(10°) Rz(20°) and others of two axes, and Ry(10°) Rz(90°) Ry(-40°), as roll, pitch and yaw in floats: they are those turns,
/// which undo what turns back.
#[test]
fn three_rounded_angles_of_two_turns_are_these_turns() {
    for (rounded, back) in [
        (
            "[0.16420133501607312, -0.05942614534781933, 0.3441745025906572]",
            &["[0, 0, -20deg]", "[-10deg, 0, 0]"][..],
        ),
        (
            "[-0.5152238417162064, -0.8035808813259888, 0.3870440855742247]",
            &["[0, 50deg, 0]", "[20deg, 0, 0]"],
        ),
        (
            "[-0.5819645227961934, 0.19745527975058294, -1.2810404335134984]",
            &["[0, 0, 70deg]", "[0, -35deg, 0]"],
        ),
        (
            "[0.22623793776992587, -0.6854510147362992, 1.4261064347816501]",
            &["[0, 40deg, 0]", "[0, 0, -90deg]", "[0, -10deg, 0]"],
        ),
    ] {
        let steps = [&[rounded], back].concat();
        assert_eq!(last(&steps).rotation, identity(), "{rounded}");
    }
}

/// The mass of the second link moves the first by the offset between both axes, be that ever so small.
#[test]
fn a_tiny_length_is_no_approximation() {
    let offset = |length: &str| {
        let text =
            arm(DOWN, "[pi/2, 0, 0]", &["[20deg, 0, 0]"]).replace("[0.1,", &format!("[{length},"));
        let (derivation, _) = derive("arm.yaml", &text).expect(length);
        let mechanism = &derivation.mechanism;
        let named = |name: &str| mechanism.parameters.position(|p| p.name == name);
        let (moment, mass) = (
            named("mx_a").expect("a moment"),
            named("m_b").expect("a mass"),
        );
        let mut groups = derivation.base.base.iter();
        let group = groups.find(|group| group.representative == moment);
        let factor = &group.expect("a base parameter").others[&mass];
        let factor = mechanism.ratio_at_values(factor).to_f64();
        (derivation.base.base.len(), factor)
    };
    let (count, factor) = offset("0.5");
    assert_eq!(factor, 0.5);
    for (length, factor) in [("1e-13", 1e-13), ("-1e-14", -1e-14)] {
        assert_eq!(offset(length), (count, factor), "{length}");
    }
}

/// Whoever asks what depends on how rotations are approximated has each of them turned by next to nothing, each in another way,
/// and what is exact as it is.
#[test]
fn only_what_is_approximated_is_nudged() {
    let text = arm(DOWN, "[20deg, 0, 0]", &["[0, 45deg, 0]", "[20deg, 0, 0]"])
        + "  - {name: c, parent: b, joint: {name: q3, type: revolute, axis: [0, 0, 1], origin: {rpy: [45deg, 0, 90deg]}}}\n  \
         - {name: d, parent: c, joint: {name: q4, type: revolute, dh: {convention: standard, a: 0.1, alpha: 20deg}}}\n";
    let plain = mechanism(&text);
    let nudged = plain.nudged();
    let mut changes = Vec::new();
    for (body, other) in plain.bodies.iter().zip(&nudged.bodies) {
        for (what, pose, other) in [
            ("before", &body.before, &other.before),
            ("after", &body.after, &other.after),
        ] {
            assert_eq!(pose.translation, other.translation);
            // From the one to the other.
            let change = product(&transposed(rotation(pose)), rotation(other));
            assert_eq!(product(&change, &transposed(&change)), identity());
            if change != identity() {
                changes.push((format!("{what} {}", body.name), change));
            }
        }
    }
    let names: Vec<&str> = changes.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["before a", "before b", "after d"]);
    let mut seen = Vec::new();
    for (name, change) in changes {
        // About each axis by another angle, all next to nothing.
        let angles = [[2, 1], [0, 2], [1, 0]].map(|[i, j]| change[i][j].to_f64());
        for angle in angles {
            assert!(angle != 0.0 && angle.abs() < 1e-13, "{name}: {angles:?}");
        }
        assert!(!seen.contains(&angles), "{name}: {angles:?}");
        seen.push(angles);
    }
}

/// The joints behind which rotations are no multiples of 15 degrees. A turn on purpose so small that it may be the error
/// of another one, at zero or at such a multiple, is one of any.
#[test]
fn rotations_that_are_approximated_are_named_unless_one_is_next_to_nothing() {
    let two = |first: &str, second: &str| mechanism(&arm(DOWN, first, &[second]));
    for (first, second, joints) in [
        ("[20deg, 0, 0]", "[0, 50deg, 0]", &["q1", "j0"][..]),
        ("[20deg, 0, 0]", "[45deg, 0, 0]", &["q1"]),
        ("[30deg, 0, 0]", "[0, 0.1, 0]", &["j0"]),
        ("[0, 0, 0]", "[15deg, 90deg, 0]", &[]),
        // 1e-4 of a radian is the limit.
        ("[20deg, 0, 0]", "[0, 2e-4, 0]", &["q1", "j0"]),
        ("[20deg, 0, 0]", "[0, 5e-5, 0]", &[]),
        ("[5e-5, 0, 0]", "[0, 20deg, 0]", &[]),
        ("[20deg, 0, 0]", "[0, 45deg - 5e-5, 0]", &[]),
        ("[90deg + 5e-5, 0, 0]", "[0, 20deg, 0]", &[]),
    ] {
        let found = two(first, second);
        assert_eq!(found.approximated(), joints, "{first} {second}");
    }
}

#[cfg(feature = "cli")]
#[test]
fn equations_have_roots_in_every_format() {
    use armwright_codegen::document::{Format, equations};

    let gravity = "[0, 9.81*sqrt(1/2), -9.81*sqrt(1/2)]";
    let text = arm(gravity, "[15deg, 0, 0]", &["[30deg, 0, 0]"]);
    let (arm, _) = derive("arm.yaml", &text).expect("a good robot file");
    for (format, parts) in [
        (
            Format::Text,
            [
                "Gravity [0, 4.905*sqrt(2), -4.905*sqrt(2)] m/s²",
                "PG_1 = 2.4525*sqrt(3)*m_b*tx_b",
                "PG_4 = 2*sqrt(3)/3*PG_2",
            ],
        ),
        (
            Format::Markdown,
            [
                "Gravity \\[0, $4.905\\,\\sqrt{2}$,",
                "2.4525\\,\\sqrt{3}\\,",
                "\\tfrac{2\\,\\sqrt{3}}{3}",
            ],
        ),
        (
            Format::Latex,
            [
                "Gravity [0, $4.905\\,\\sqrt{2}$,",
                "2.4525\\,\\sqrt{3}\\,",
                "\\tfrac{2\\,\\sqrt{3}}{3}",
            ],
        ),
        (
            Format::Html,
            [
                "<msqrt><mrow><mn>2</mn></mrow></msqrt>",
                "<msqrt><mrow><mn>3</mn></mrow></msqrt>",
                "<mfrac",
            ],
        ),
    ] {
        let page = equations(&arm, format, None).expect("provable");
        for part in parts {
            assert!(page.contains(part), "{part}:\n{page}");
        }
        // Nothing that was approximated: no long fraction.
        let digits = page.split(|c: char| !c.is_ascii_digit());
        assert!(digits.map(str::len).max() < Some(12), "{page}");
    }
}
