//! Coil springs: what of them gravity repeats, and what is refused because it cannot be told exactly.

use armwright_codegen::algebra::{BodyIndex, ConstantIndex, Poly, Rational};
use armwright_codegen::identifiability::{BaseParameters, Class, Undetermined, base_parameters};
use armwright_codegen::mechanism::{Mechanism, load};

/// An arm of two links that turn in a vertical plane, on a slide, with springs.
fn arm(springs: &str) -> Mechanism {
    let text = format!(
        "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
         - {{name: slide, parent: base, joint: {{name: q1, type: prismatic, axis: [1, 0, 0]}}}}\n  \
         - {{name: arm, parent: base, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n  \
         - {{name: tip, parent: arm, joint: {{name: q3, type: revolute, axis: [0, 1, 0], \
         origin: {{xyz: [0.5, 0, 0]}}}}}}\nsprings:\n{springs}"
    );
    load("arm.yaml", &text).expect("a robot").0
}

fn spring(name: &str, from: &str, to: &str) -> String {
    let [from, to] = [from, to].map(|end| {
        let (body, at) = end.split_once(' ').expect("a body and a point");
        format!("{{body: {body}, at: {at}}}")
    });
    format!("  - {{name: {name}, from: {from}, to: {to}}}\n")
}

fn found(springs: &[String]) -> Result<(Mechanism, BaseParameters), Undetermined> {
    let mechanism = arm(&springs.concat());
    let base = base_parameters(&mechanism)?;
    Ok((mechanism, base))
}

fn class(mechanism: &Mechanism, base: &BaseParameters, name: &str) -> Class {
    let index = mechanism.parameters.position(|p| p.name == name);
    base.classes[index.expect("a parameter")]
}

#[test]
fn a_spring_from_above_the_axis_does_what_weight_does() {
    // Half its squared length is 0.065 + 0.06 sin q2, and the weight's potential -10 mx sin q2: but the tip has its own
    // weight at the arm, and turns with it.
    let (mechanism, base) =
        found(&[spring("s", "base [0, 0, 0.3]", "arm [0.2, 0, 0]")]).expect("base parameters");
    assert_eq!(class(&mechanism, &base, "k_s"), Class::Combined);
    assert_eq!(class(&mechanism, &base, "kl_s"), Class::Identifiable);
    let group = base.base.iter().find(|group| {
        let names = group
            .others
            .keys()
            .map(|k| mechanism.parameters[*k].name.as_str());
        names.collect::<Vec<_>>().contains(&"k_s")
    });
    let group = group.expect("a group with the spring");
    assert_eq!(mechanism.parameters[group.representative].name, "mx_arm");
    let index = mechanism
        .parameters
        .position(|p| p.name == "k_s")
        .expect("k");
    let ratio = &group.others[&index];
    let value = mechanism.ratio_at_values(ratio).to_f64();
    assert!((value + 0.006).abs() < 1e-15, "{value}");
}

#[test]
fn lengths_that_are_multiples_of_each_other_are_one_column() {
    let (mechanism, base) = found(&[
        spring("one", "base [0, 0.1, 0.3]", "arm [0.2, 0.1, 0]"),
        spring("two", "base [0, 0.1, 0.6]", "arm [0.4, 0.1, 0]"),
        spring("three", "base [0.1, 0, 0.3]", "tip [0.2, 0, 0.01]"),
    ])
    .expect("base parameters");
    for (name, expected) in [
        ("kl_one", Class::Combined),
        ("kl_two", Class::Combined),
        ("k_three", Class::Identifiable),
        ("kl_three", Class::Identifiable),
    ] {
        assert_eq!(class(&mechanism, &base, name), expected, "{name}");
    }
    let one = mechanism
        .parameters
        .position(|p| p.name == "kl_one")
        .expect("kl");
    let two = mechanism
        .parameters
        .position(|p| p.name == "kl_two")
        .expect("kl");
    let group = base.base.iter().find(|group| group.representative == one);
    // Twice as long whatever the position.
    let ratio = &group.expect("a group").others[&two];
    assert_eq!(mechanism.ratio_at_values(ratio).to_f64(), 2.0);
}

/// From 0.3 above the slide's axis to 0.1 above it is as far as from 0.2 to the axis, wherever the slide is.
#[test]
fn a_point_of_a_body_that_slides_is_where_the_body_is() {
    let (mechanism, base) = found(&[
        spring("one", "base [0, 0, 0.3]", "slide [0, 0, 0.1]"),
        spring("two", "base [0, 0, 0.2]", "slide [0, 0, 0]"),
        spring("three", "base [0, 0, 0.3]", "slide [0, 0, 0]"),
    ])
    .expect("base parameters");
    for (name, expected) in [
        ("kl_one", Class::Combined),
        ("kl_two", Class::Combined),
        ("kl_three", Class::Identifiable),
    ] {
        assert_eq!(class(&mechanism, &base, name), expected, "{name}");
    }
}

#[test]
fn what_cannot_be_told_is_refused() {
    let rigid = found(&[spring("s", "base [0, 0.2, 0]", "arm [0, -0.1, 0]")]);
    assert!(
        matches!(rigid, Err(Undetermined::Rigid { .. })),
        "{rigid:?}"
    );
    let straight = found(&[spring("s", "base [-0.5, 0, 0]", "slide [0.1, 0, 0]")]);
    assert!(
        matches!(straight, Err(Undetermined::Straight { .. })),
        "{straight:?}"
    );
    // Their squares are in the ratio 2: lengths have a factor that is exact, the root of 2.
    let roots = found(&[
        spring("one", "base [0, 0, 0.5]", "arm [0.5, 0, 0]"),
        spring("two", "base [-0.5, 0, 0.5]", "arm [0.5, 0, 0.5]"),
    ]);
    assert!(roots.is_ok(), "{roots:?}");
    // The root of 5 is not.
    let alike = found(&[
        spring("one", "base [0, 0, 0.5]", "arm [0.5, 0, 0]"),
        spring("two", "base [-1, 0, 0.5]", "arm [0.5, 0, 1]"),
    ]);
    assert!(
        matches!(alike, Err(Undetermined::Alike { .. })),
        "{alike:?}"
    );
}

/// A quarter turn about z takes (0.1, 0.2, 0.3) to (-0.2, 0.1, 0.3); one about x takes that to (-0.2, -0.3, 0.1).
#[test]
fn an_end_on_a_fixed_body_is_where_that_body_carries_it() {
    let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
         - {name: frame, parent: base, joint: {name: f0, type: fixed, origin: {xyz: [0, 0, 2], rpy: [pi/2, 0, 0]}}}\n  \
         - {name: arm, parent: frame, joint: {name: q1, type: revolute, axis: [0, 1, 0], origin: {rpy: [0, 0, pi]}}}\n  \
         - {name: plate, parent: arm, joint: {name: f1, type: fixed, origin: {xyz: [0.5, 0, 0], rpy: [0, 0, pi/2]}}}\n  \
         - {name: turned, parent: arm, joint: {name: f2, type: fixed, origin: {xyz: [1, 2, 3], rpy: [pi/2, 0, 0]}}}\n  \
         - {name: hook, parent: turned, joint: {name: f3, type: fixed, origin: {xyz: [0, 0, 1], rpy: [0, 0, pi/2]}}}\n\
         springs:\n";
    // The body's name, the point in its frame, whether it moves, and the point in the arm's frame or in the base's.
    let ends = [
        ("base", "[0.1, 0.2, 0.3]", false, ["0.1", "0.2", "0.3"]),
        ("frame", "[0.1, 0.2, 0.3]", false, ["0.1", "-0.3", "2.2"]),
        ("arm", "[0.1, 0.2, 0.3]", true, ["0.1", "0.2", "0.3"]),
        ("plate", "[0.1, 0.2, 0.3]", true, ["0.3", "0.1", "0.3"]),
        ("plate", "[0, 0, 0]", true, ["0.5", "0", "0"]),
        // At (-0.2, 0.1, 1.3) of what is turned, which carries it to (-0.2, -1.3, 0.1) from its own origin.
        ("hook", "[0.1, 0.2, 0.3]", true, ["0.8", "0.7", "3.1"]),
    ];
    let mut checked = 0;
    for (one, at_one, moves_one, place_one) in &ends {
        for (other, at_other, moves_other, place_other) in &ends {
            if moves_one == moves_other {
                continue;
            }
            let [from, to] = [(one, at_one), (other, at_other)].map(|(b, at)| format!("{b} {at}"));
            let given = format!("{text}{}", spring("s", &from, &to));
            let (robot, _) = load("arm.yaml", &given).unwrap_or_else(|e| panic!("{given}\n{e}"));
            let [found] = robot.springs.as_slice() else {
                panic!("one spring: {:?}", robot.springs);
            };
            for (end, moves, place) in [
                (&found.ends[0], moves_one, place_one),
                (&found.ends[1], moves_other, place_other),
            ] {
                assert_eq!(end.body, moves.then(|| BodyIndex::from(0)), "{from} {to}");
                let place = place.map(|x| Poly::constant(Rational::decimal(x).expect("a number")));
                assert_eq!(end.at, place, "{from} {to}");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 2 * 2 * 2 * 4);
}

/// Neither stiffness nor length is ever negative; of what is not, nothing is said.
#[test]
fn nominal_values_below_zero_raise_doubts() {
    let doubts = |nominal: &str| {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\nsprings:\n  \
             - {{name: s, from: {{body: base, at: [0, 0, 0.3]}}, to: {{body: arm, at: [0.2, 0, 0]}}, nominal: {nominal}}}\n"
        );
        let (_, warnings) = load("arm.yaml", &text).expect("a robot");
        let messages = warnings.iter().map(|warning| warning.message.clone());
        messages.collect::<Vec<_>>().join("; ")
    };
    let negative = |what: &str| format!("the nominal value of `{what}` is negative");
    for (nominal, expected) in [
        ("{stiffness: 900}", String::new()),
        ("{stiffness: 900, length: 0.2}", String::new()),
        ("{stiffness: 0, length: 0}", String::new()),
        ("{stiffness: -900}", negative("stiffness")),
        ("{stiffness: 900, length: -0.2}", negative("length")),
        (
            "{stiffness: -1, length: -2}",
            [negative("stiffness"), negative("length")].join("; "),
        ),
    ] {
        assert_eq!(doubts(nominal), expected, "{nominal}");
    }
}

/// A sliding arm with a roll, whose origin may be anywhere on its axis, or with a second link that swings as the arm does. A
/// spring at the arm does not change what that length is for the weight.
#[test]
fn a_length_that_the_regressor_takes_up_is_so_beside_a_spring() {
    let spring = "springs: [{name: s, from: {body: base, at: [0.1, 0, 0.5]}, to: {body: arm, at: [0.2, 0, 0]}}]\n";
    for (axis, more, is_absorbed) in [
        ("[1, 0, 0]", "", true),
        ("[1, 0, 0]", spring, true),
        ("[0, 1, 0]", "", false),
        ("[0, 1, 0]", spring, false),
    ] {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\nconstants: {{l: {{value: 0.5, symbolic: true}}}}\nbodies:\n\
             - {{name: slide, parent: base, joint: {{name: q1, type: prismatic, axis: [1, 0, 0]}}}}\n\
             - {{name: arm, parent: slide, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n\
             - {{name: tip, parent: arm, joint: {{name: q3, type: revolute, axis: {axis}, origin: {{xyz: [l, 0, 0]}}}}}}\n{more}"
        );
        let (mechanism, _) = load("arm.yaml", &text).expect("a robot");
        let base = base_parameters(&mechanism).expect("base parameters");
        let l = ConstantIndex::from(0);
        let absorbed = base.absorbed(&mechanism, &[l]).expect("provable");
        assert_eq!(!absorbed.is_empty(), is_absorbed, "{axis} {more}");
    }
}

/// Beside a spring that can be told it is the other one, and of two that are alike both.
#[test]
fn springs_that_cannot_be_told_are_named() {
    let good = spring("good", "base [0.1, 0, 0.3]", "tip [0.2, 0, 0.01]");
    let refused = |others: &[String]| {
        let springs = [std::slice::from_ref(&good), others].concat();
        found(&springs).err()
    };
    let name = || "s".to_owned();
    assert_eq!(
        refused(&[spring("s", "base [0, 0.2, 0]", "arm [0, -0.1, 0]")]),
        Some(Undetermined::Rigid { spring: name() })
    );
    assert_eq!(
        refused(&[spring("s", "base [-0.5, 0, 0]", "slide [0.1, 0, 0]")]),
        Some(Undetermined::Straight { spring: name() })
    );
    assert_eq!(
        refused(&[
            spring("one", "base [0, 0, 0.5]", "arm [0.5, 0, 0]"),
            spring("two", "base [-1, 0, 0.5]", "arm [0.5, 0, 1]"),
        ]),
        Some(Undetermined::Alike {
            springs: ["one", "two"].map(str::to_owned)
        })
    );
}

/// The second parameter of a spring is its stiffness times its length at rest, and has a value where both have one.
#[test]
fn the_tension_of_a_spring_has_the_value_of_stiffness_times_length() {
    for (nominal, expected) in [
        ("{stiffness: 900, length: 0.2}", [Some(900.0), Some(180.0)]),
        ("{stiffness: 900}", [Some(900.0), None]),
        ("{length: 0.2}", [None, None]),
    ] {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\nsprings:\n  \
             - {{name: s, from: {{body: base, at: [0, 0, 0.3]}}, to: {{body: arm, at: [0.2, 0, 0]}}, nominal: {nominal}}}\n"
        );
        let (mechanism, _) = load("arm.yaml", &text).expect("a robot");
        let values = ["k_s", "kl_s"].map(|name| {
            let mut parameters = mechanism.parameters.iter();
            let found = parameters.find(|parameter| parameter.name == name);
            let nominal = found.expect("a parameter").nominal.as_ref();
            nominal.map(Rational::to_f64)
        });
        assert_eq!(values, expected, "{nominal}");
    }
}

/// At an end of the spring, or at a joint between them.
#[test]
fn of_several_symbols_the_one_in_the_lengths_of_a_spring_is_named() {
    for (origin, end) in [("0", "l_2"), ("l_2", "0.2")] {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\n\
             constants: {{l_1: {{value: 0.5, symbolic: true}}, l_2: {{value: 0.3, symbolic: true}}}}\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0], \
             origin: {{xyz: [0, 0, {origin}]}}}}}}\n  \
             - {{name: tip, parent: arm, joint: {{name: q2, type: revolute, axis: [0, 1, 0], \
             origin: {{xyz: [l_1, 0, 0]}}}}}}\nsprings:\n  \
             - {{name: s, from: {{body: base, at: [0.1, 0, 0.3]}}, to: {{body: arm, at: [{end}, 0, 0]}}}}\n"
        );
        let faults = load("arm.yaml", &text).expect_err("a symbol");
        let said: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(
            said,
            ["the symbol `l_2` is in the lengths between the ends of spring `s`"],
            "{origin} {end}"
        );
    }
}

/// A standard row has its length behind the joint.
#[test]
fn a_symbol_behind_a_joint_between_the_ends_of_a_spring_is_named() {
    let bodies = "robot: arm\ngravity: [0, 0, -10]\nconstants: {l: {value: 0.5, symbolic: true}}\nbodies:\n  \
                  - {name: a, parent: base, joint: {name: q1, type: revolute, dh: {convention: standard, a: l}}}\n  \
                  - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0]}}\nsprings:\n";
    let spring = spring("s", "base [0.1, 0, 0.3]", "b [0.2, 0, 0]");
    let faults = load("arm.yaml", &format!("{bodies}{spring}")).expect_err("a symbol");
    let said: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    let expected = "the symbol `l` is in the lengths between the ends of spring `s`";
    assert_eq!(said, [expected]);
}
