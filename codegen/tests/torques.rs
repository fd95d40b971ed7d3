//! Torques that a robot file gives as functions: what others repeat of them, and what is refused.

use armwright_codegen::identifiability::{BaseParameters, Class, Undetermined, base_parameters};
use armwright_codegen::mechanism::{Mechanism, load};
use armwright_codegen::{GenerateError, derive};

/// A slide and an arm of two links that turn in a vertical plane.
fn arm(torques: &[&str], measure: &str) -> Result<(Mechanism, BaseParameters), Undetermined> {
    let mut text = format!(
        "robot: arm\ngravity: [0, 0, -10]\nmeasure: {measure}\nbodies:\n  \
         - {{name: slide, parent: base, joint: {{name: q1, type: prismatic, axis: [1, 0, 0], spring: true}}}}\n  \
         - {{name: arm, parent: base, joint: {{name: q2, type: revolute, axis: [0, 1, 0], \
         friction: [coulomb, viscous, offset]}}}}\n  \
         - {{name: tip, parent: arm, joint: {{name: q3, type: revolute, axis: [0, 1, 0], \
         origin: {{xyz: [0.5, 0, 0]}}, friction: [viscous]}}}}\ntorques:\n"
    );
    for (k, torque) in torques.iter().enumerate() {
        let (joint, expression) = torque.split_once(": ").expect("a joint and a function");
        text += &format!("  - {{name: u{k}, joint: {joint}, expression: \"{expression}\"}}\n");
    }
    let (mechanism, _) = load("arm.yaml", &text).unwrap_or_else(|e| panic!("{}", e.render(false)));
    let base = base_parameters(&mechanism)?;
    Ok((mechanism, base))
}

/// The class of each torque of the file, and where it is combined with one parameter alone, with what factor.
fn found(torques: &[&str]) -> Vec<(Class, Vec<(String, f64)>)> {
    let (mechanism, base) = arm(torques, "[torque]").expect("base parameters");
    let of = |k: usize| {
        let name = format!("u{k}");
        let index = mechanism.parameters.position(|p| p.name == name);
        let index = index.expect("a parameter");
        let groups = base.base.iter().filter_map(|group| {
            let factor = mechanism.ratio_at_values(group.others.get(&index)?);
            let name = mechanism.parameters[group.representative].name.clone();
            Some((name, factor.to_f64()))
        });
        (base.classes[index], groups.collect())
    };
    (0..torques.len()).map(of).collect()
}

#[test]
fn what_others_repeat_is_found_exactly() {
    let cases: [(&str, &[(&str, f64)]); 7] = [
        ("q2: 3*cos(q2)", &[("mx_arm", -0.3)]),
        ("q2: 1/4", &[("fo_q2", 0.25)]),
        ("q2: 2*qd2", &[("fv_q2", 2.0)]),
        ("q2: sign(-qd2)", &[("fc_q2", -1.0)]),
        ("q1: q1 + 1", &[("k_q1", 1.0), ("k0_q1", 1.0)]),
        ("q2: abs(qd2)/qd2", &[("fc_q2", 1.0)]),
        ("q2: (1 - sin(q2)^2)/cos(q2)", &[("mx_arm", -0.1)]),
    ];
    for (torque, expected) in cases {
        let [(class, groups)] = found(&[torque]).try_into().expect("one torque");
        let expected: Vec<_> = expected
            .iter()
            .map(|(n, f)| ((*n).to_owned(), *f))
            .collect();
        assert_eq!((class, groups), (Class::Combined, expected), "{torque}");
    }
}

#[test]
fn what_nothing_repeats_is_identifiable() {
    for torque in [
        "q2: sin(q2)/sqrt(1.2 - cos(q2))",
        "q2: sin(2*q2)",
        "q1: q1^2",
        "q2: q2",
        "q3: q2",
        "q3: sign(qd3)",
        "q2: sign(qd2)*cos(q2)",
        "q2: tanh(qd2/0.05)",
        "q2: sign(qd2)*exp(-abs(qd2)/0.1)",
        "q2: abs(q2)",
        "q2: 1/(2 + cos(q2))",
        "q2: qd3",
    ] {
        let [(class, _)] = found(&[torque]).try_into().expect("one torque");
        assert_eq!(class, Class::Identifiable, "{torque}");
    }
}

#[test]
fn torques_that_are_combinations_of_each_other_are_found() {
    // With its multiple by the root of two; with two others; by the even and the odd part of an exponential; by the addition of angles.
    for (torques, rank) in [
        (
            &["q2: sqrt(2 - cos(q2))", "q2: 3*sqrt(4 - 2*cos(q2))/2"] as &[&str],
            1,
        ),
        (&["q2: sqrt(2 - cos(q2))", "q2: 3*sqrt(8 - 4*cos(q2))"], 1),
        (&["q2: 1/(2 + q2)", "q2: 1/(2 - q2)", "q2: 1/(4 - q2^2)"], 2),
        (
            &[
                "q2: exp(q2/2)",
                "q2: exp(-q2/2)",
                "q2: exp(q2)*tanh(q2/2)",
                "q2: exp(q2)",
            ],
            4,
        ),
        (
            &[
                "q2: exp(abs(qd2))",
                "q2: sign(qd2)*(exp(qd2) - exp(-qd2))",
                "q2: exp(qd2) + exp(-qd2)",
            ],
            2,
        ),
        (
            &["q3: sin(2*q3)", "q3: cos(2*q3)", "q3: sin(2*q3 + pi/6)"],
            2,
        ),
        (
            &["q2: (q2 + abs(q2))/2", "q2: (q2 - abs(q2))/2", "q2: q2"],
            2,
        ),
        (&["q2: abs(2*q2 + 1)", "q2: 3*abs(q2 + 1/2)"], 1),
        (&["q2: abs(2*q2 + 1)", "q2: abs(q2 + 1)"], 2),
        (&["q2: tanh(qd2/0.05)", "q2: tanh(qd2/0.02)"], 2),
        (&["q2: (exp(2*q2) - 1)/(exp(2*q2) + 1)", "q2: tanh(q2)"], 1),
    ] {
        let (_, base) = arm(torques, "[torque]").expect("base parameters");
        let (_, none) = arm(&["q2: 1"], "[torque]").expect("base parameters");
        assert_eq!(base.base.len() - none.base.len(), rank, "{torques:?}");
    }
}

#[test]
fn in_the_balance_of_energy_torques_have_power() {
    // Opposite forces that do no work together.
    let both = ["q2: qd3", "q3: -qd2"];
    let count = |torques: &[&str], measure| arm(torques, measure).map(|(_, base)| base.base.len());
    let none = ["q2: 1"];
    for (measure, more) in [("[torque]", 2), ("[energy]", 1)] {
        let [with, without] = [&both[..], &none[..]].map(|torques| count(torques, measure));
        assert_eq!(
            with.expect("a rank") - without.expect("a rank"),
            more,
            "{measure}"
        );
    }
}

#[test]
fn what_cannot_be_told_is_refused() {
    let square = arm(&["q2: sqrt(q2^2 + 2*q2 + 1)"], "[torque]");
    assert!(
        matches!(square, Err(Undetermined::Square { .. })),
        "{square:?}"
    );
    let alike = arm(
        &["q2: sqrt(2 - cos(q2))", "q2: sqrt(10 - 5*cos(q2))"],
        "[torque]",
    );
    assert!(
        matches!(alike, Err(Undetermined::AlikeRoot { .. })),
        "{alike:?}"
    );
    let coriolis = arm(&["q2: qd2*qd3*sin(q3)"], "[torque]");
    assert!(
        matches!(coriolis, Err(Undetermined::Coriolis { .. })),
        "{coriolis:?}"
    );
    // A square that is not seen at once.
    let hidden = arm(&["q2: (qd2^3 + qd2)/qd2"], "[torque]");
    assert!(
        matches!(hidden, Err(Undetermined::Coriolis { .. })),
        "{hidden:?}"
    );
    // Nor beside what has the same divisor.
    let beside = arm(&["q2: (qd2^3 + qd2)/qd2", "q2: 1/qd2"], "[torque]");
    assert!(
        matches!(beside, Err(Undetermined::Coriolis { .. })),
        "{beside:?}"
    );
}

/// Cogging has many periods a turn.
#[test]
fn sines_of_up_to_512_times_a_joint_are_told_apart() {
    let cases = ["q2: sin(100*q2)", "q2: cos(100*q2)", "q2: sin(512*q2)"];
    let alone = (Class::Identifiable, Vec::new());
    assert_eq!(found(&cases), vec![alone; 3]);
}

/// With what factors a parameter is in the groups of others.
fn shares(mechanism: &Mechanism, name: &str) -> String {
    let base = base_parameters(mechanism).expect("base parameters");
    let index = mechanism.parameters.position(|p| p.name == name);
    let index = index.expect("a parameter");
    let groups = base.base.iter().filter_map(|group| {
        let factor = mechanism.ratio_at_values(group.others.get(&index)?);
        let name = mechanism.parameters[group.representative].name.clone();
        Some(format!("{factor} {name}"))
    });
    groups.collect::<Vec<_>>().join(", ")
}

/// Behind a transmission a motor's torque takes part in the torques of all joints that it turns, by the ratios.
#[test]
fn torques_of_motors_are_on_rows_of_the_transmission() {
    let groups = |torque: &str| {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1], friction: [offset]}}}}\n  \
             - {{name: b, parent: base, joint: {{name: m1, type: revolute, axis: [0, 0, 1], \
             friction: [offset], spring: true}}}}\n\
             drives:\n  transmission: {{q1: {{q1: 10, m1: 5}}, m1: 2}}\n  \
             motors: [{{name: m1, friction: [viscous]}}, {{name: m2}}]\ntorques: [{torque}]\n"
        );
        let built = load("arm.yaml", &text);
        let (mechanism, _) = built.unwrap_or_else(|e| panic!("{}", e.render(false)));
        shares(&mechanism, "u")
    };
    let cases = [
        ("motor: m1, expression: 3", "30 fo_q1, 15 fo_m1"),
        ("motor: m1, expression: 3*velocity(m1)", "3 fv_m1"),
        // `m1` is a motor's name and a joint's: the one of the kind that the torque acts on comes first.
        ("motor: m2, expression: m2", "4 k_m1"),
        ("joint: m1, expression: m1", "1 k_m1"),
        ("joint: m1, expression: m2", "2 k_m1"),
        (
            "motor: m2, table: {at: [-1, 1], values: [-3, 3]}",
            "12 k_m1",
        ),
        ("joint: m1, table: {at: [-1, 1], values: [-3, 3]}", "3 k_m1"),
        ("motor: m1, expression: m1", ""),
    ];
    for (torque, expected) in cases {
        assert_eq!(
            groups(&format!("{{name: u, {torque}}}")),
            expected,
            "{torque}"
        );
    }
}

/// Slopes of 2, -2 and 0: half of each bend is the factor of a magnitude, and the constant is what the first value lacks.
#[test]
fn a_table_is_the_sum_of_magnitudes_that_goes_through_its_values() {
    let torques = "torques:\n  \
                   - {name: t, joint: q1, table: {at: [-1, 1, 2, 4], values: [1, 5, 3, 3]}}\n  \
                   - {name: f, joint: q1, expression: \"3 + q1 - 2*abs(q1 - 1) + abs(q1 - 2)\"}\n";
    let text = format!(
        "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
         - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n{torques}"
    );
    let (mechanism, _) = load("arm.yaml", &text).unwrap_or_else(|e| panic!("{}", e.render(false)));
    let of = |name: &str| {
        &mechanism
            .torques
            .iter()
            .find(|t| t.name == name)
            .expect("it")
            .function
    };
    assert_eq!(of("t"), of("f"));
}

/// What is said of a function that is refused, and the part of the file that is marked.
fn mistake(expression: &str) -> (String, String) {
    let text = format!(
        "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
         - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n\
         torques:\n  - {{name: u, joint: q1, expression: \"{expression}\"}}\n"
    );
    let mistakes = load("arm.yaml", &text).expect_err(expression);
    let first = mistakes.iter().next().expect("a mistake");
    let span = first.labels[0].span;
    let help = first.help.clone().unwrap_or_default();
    (
        format!("{} {help}", first.message),
        text[span.start..span.end].to_owned(),
    )
}

#[test]
fn a_function_that_cannot_be_read_is_told_where_and_why() {
    let missing = "an operator is missing here";
    for (expression, why, marked) in [
        ("(q1)(q1 + 1)", missing, "("),
        ("sin(q1)(2)", missing, "("),
        ("sin(q1) cos(q1)", missing, "c"),
        ("2(q1)", missing, "("),
        ("q1 3", missing, "3"),
        ("q1)", "`)` is unexpected here", ")"),
        ("q1 & 1", "`&` is unexpected here", "&"),
        ("q1*/2", "`/` is unexpected here", "/"),
        ("2 + (q1 - 1", "this parenthesis is not closed", "("),
        ("q1 +", "something is missing at its end", "q1 +"),
        ("q1^17", "an exponent is a whole number from 1 to 16", "17"),
        ("q1^0", "an exponent is a whole number from 1 to 16", "0"),
        ("q1^0.5", "write a quotient or `sqrt(...)`", "0.5"),
        ("sin + 1", "`sin` is a function: `sin(q1)`", "sin"),
        ("sinh(q1)", "there is no function `sinh`", "sinh"),
        ("3*velocity(q1", "`velocity` is of one joint", "velocity(q1"),
        (
            "3*velocity() + 1",
            "`velocity` is of one joint: `velocity(q1)`",
            "velocity(",
        ),
        (
            "2*position()",
            "`position` is of one joint: `position(q1)`",
            "position(",
        ),
        (
            "position(q1 + 1)",
            "`position` is of one joint: `position(q1)`",
            "position(q1",
        ),
        ("q1/0", "zero", "0"),
    ] {
        let (said, at) = mistake(expression);
        assert!(said.contains(why), "{expression}: {said}");
        assert_eq!(at, marked, "{expression}");
    }
    // What has an operator between its factors is read.
    assert!(arm(&["q2: (q2)*(q2 + 1)^16"], "[torque]").is_ok());
}

#[test]
fn a_function_has_bounds_that_are_within_it() {
    let nested = |depth: usize| format!("{}q1{}", "(".repeat(depth), ")".repeat(depth));
    let long = |length: usize| format!("q1{}", " ".repeat(length - 2));
    for (reads, too_much, why) in [
        (nested(40), nested(41), "nested more than 40 deep"),
        (long(2000), long(2001), "longer than 2000 characters"),
    ] {
        assert!(arm(&[&format!("q1: {reads}")], "[torque]").is_ok(), "{why}");
        let (said, _) = mistake(&too_much);
        assert!(said.contains(why), "{said}");
    }
    // What is closed does not count, and what is open around it does.
    let reads = format!("q1: (1) + {}", nested(40));
    assert!(arm(&[&reads], "[torque]").is_ok());
    let around = format!("{}(1) + {}{}", "(".repeat(39), nested(2), ")".repeat(39));
    let (said, _) = mistake(&around);
    assert!(said.contains("nested more than 40 deep"), "{said}");
}

/// As in any book: powers before signs, signs before products, and what is equal in rank from the left.
#[test]
fn functions_follow_the_usual_precedence() {
    for (constant, value) in [
        ("1 - 2 - 3", -4.0),
        ("2 - 3*2", -4.0),
        ("2 - (3 - 2)", 1.0),
        ("12/2/3", 2.0),
        ("12/(2*3)", 2.0),
        ("12/2*3", 18.0),
        ("-2^2", -4.0),
        ("(-2)^2", 4.0),
        ("2*3^2", 18.0),
        ("(1 + 2)^2/3", 3.0),
        ("- -2 + -+3", -1.0),
        ("2*-3", -6.0),
        ("6/-3", -2.0),
        ("1e1 + .5", 10.5),
        ("90deg/pi", 0.5),
        ("(pi + 180 deg)/pi", 2.0),
        ("2^1 - 1", 1.0),
        ("abs(-3)", 3.0),
        ("sign(-2)", -1.0),
        ("sqrt(4)", 2.0),
    ] {
        let [(class, groups)] = found(&[&format!("q2: {constant}")])
            .try_into()
            .expect("one torque");
        assert_eq!(class, Class::Combined, "{constant}");
        let [(name, factor)] = groups.try_into().expect("one base parameter");
        assert_eq!(name, "fo_q2", "{constant}");
        assert!((factor - value).abs() < 1e-12, "{constant}: {factor}");
    }
    // With the motion in it, as with numbers alone.
    for (one, other) in [
        ("q2: 3*qd2/6", "q2: qd2/2"),
        ("q2: 6/(2/qd2)", "q2: 3*qd2"),
        ("q2: -(-qd2)", "q2: qd2"),
        ("q2: qd2*(2 + 3)", "q2: 2*qd2 + 3*qd2"),
        ("q2: 1/2/(1/qd2)", "q2: qd2/2"),
        ("q2: velocity(q2)", "q2: qd2"),
        ("q2: qd2 + sign(0)", "q2: qd2"),
        ("q2: qd2 - sign(2 - 2)", "q2: qd2"),
        ("q2: qd2 + abs(0)", "q2: qd2"),
    ] {
        assert_eq!(found(&[one]), found(&[other]), "{one}");
    }
}

/// A joint that follows another is at its factor times the other's position and at its own offset: a torque in proportion to
/// that is one of a spring at the other joint, stretched.
#[test]
fn positions_of_joints_that_follow_others_have_their_offsets() {
    for (kind, joint, expression, expected) in [
        (
            "revolute",
            "coordinate: {q1: 2, offset: 0.25}",
            "q2",
            "2 k_q1, 0.25 k0_q1",
        ),
        (
            "revolute",
            "coordinate: {q1: 2, offset: 0.25}",
            "q1 + q2 - 1/4",
            "3 k_q1",
        ),
        (
            "revolute",
            "coordinate: {q1: -1}",
            "3 - 2*q2",
            "2 k_q1, 3 k0_q1",
        ),
        (
            "prismatic",
            "coordinate: {q1: 2, offset: 0.5}",
            "q2",
            "2 k_q1, 0.5 k0_q1",
        ),
        ("prismatic", "locked: 0.5", "q1 + 3*q2", "1 k_q1, 1.5 k0_q1"),
        (
            "revolute",
            "coordinate: {q1: 4, offset: 1}",
            "velocity(q2)",
            "4 fv_q1",
        ),
    ] {
        let text = format!(
            "robot: arm\ngravity: [0, 0, 0]\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: {kind}, axis: [0, 0, 1], spring: true, friction: [viscous]}}}}\n  \
             - {{name: b, parent: base, joint: {{name: q2, type: {kind}, axis: [0, 0, 1], {joint}}}}}\n\
             torques: [{{name: u, joint: q1, expression: {expression}}}]\n"
        );
        let built = load("arm.yaml", &text);
        let (mechanism, _) = built.unwrap_or_else(|e| panic!("{}", e.render(false)));
        assert_eq!(shares(&mechanism, "u"), expected, "{joint}: {expression}");
    }
}

/// Of a function that cannot be decided the message says what it is, and the help what to write in its place.
#[test]
fn what_cannot_be_decided_is_said_with_a_remedy() {
    let roots = (
        "`exp` or `tanh` of a function with roots, or with signs and without",
        "write a sum, product or quotient of positions, sines, cosines and velocities; `abs` alone is possible",
    );
    let no_multiple =
        "arguments of `exp` and `tanh` of which one is no multiple of another by a short fraction";
    let no_part =
        "multiples of an argument of `exp` and `tanh` without a common part of reasonable size";
    let short = "write both as multiples of one by fractions of small numbers";
    let sum = (
        "arguments of `exp` and `tanh` of which one is a sum of others, or differs by a number",
        "write `exp` and `tanh` of one function and its multiples by short fractions",
    );
    let within = (
        "`exp` or `tanh` of a function with `exp` or `tanh`",
        "write the inner one as a function without",
    );
    let multiples = "write whole multiples up to 512, or short fractions, of what joints turn by";
    let fine = ("the factors of positions in sines of `u0`", multiples);
    let second_is_fine = ("the factors of positions in sines of `u1`", multiples);
    let cases: [(&[&str], _); 21] = [
        (&["exp(q2*exp(q2))"], within),
        (&["tanh(q2 + tanh(q2))"], within),
        (&["exp(q2/(2 + exp(q2)))"], within),
        (&["exp(sqrt(2 - cos(q2)))"], roots),
        (&["tanh(q2/sqrt(2 - cos(q2)))"], roots),
        (&["tanh(abs(q2) + q2)"], roots),
        (
            &["exp(q2 - q2 + 2)"],
            (
                "`exp` or `tanh` of a number",
                "write its value as a decimal",
            ),
        ),
        (&["exp(q2)", "exp(65*q2)"], (no_multiple, short)),
        (&["exp(q2)", "tanh(q2/65)"], (no_multiple, short)),
        (&["exp(q2)", "exp(q2/8) + exp(q2/9)"], (no_part, short)),
        // 9 times the argument is 72 times their common part.
        (&["exp(q2)", "exp(q2/8)", "exp(9*q2)"], (no_part, short)),
        (&["exp(q2)", "exp(q2 + 1)"], sum),
        // 1.2/(1.2 - c) - c/(1.2 - c) = 1, also times q2, and q2²/(2 + q2) = 4/(2 + q2) + q2 - 2.
        (
            &["exp(1/(1.2 - cos(q2)))", "tanh(cos(q2)/(1.2 - cos(q2)))"],
            sum,
        ),
        (
            &[
                "exp(q2/(1.2 - cos(q2)))",
                "exp(q2)",
                "exp(q2*cos(q2)/(1.2 - cos(q2)))",
            ],
            sum,
        ),
        (&["exp(1/(2 + q2))", "exp(q2^2/(2 + q2))", "exp(q2)"], sum),
        (
            &["sqrt(q2 - q2 + 5)"],
            ("the root of a number", "write its value as a decimal"),
        ),
        (&["sin(513*q2)"], fine),
        // Wherever it stands, and that one alone.
        (&["1/(2 - sin(513*q2))"], fine),
        (&["q2^2", "sin(513*q2)"], second_is_fine),
        (&["q2/(2 + q2)", "cos(513*q2)^2/(2 + q2)"], second_is_fine),
        // 495 terms times 495.
        (
            &["(q1 + q2 + qd1 + qd2 + 1)^8*(q1 - q2 + qd1 + qd2 + 1)^8"],
            ("a function of very many terms", "write a shorter one"),
        ),
    ];
    for (expressions, (what, remedy)) in cases {
        let mut text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
             - {name: slide, parent: base, joint: {name: q1, type: prismatic, axis: [1, 0, 0]}}\n  \
             - {name: arm, parent: base, joint: {name: q2, type: revolute, axis: [0, 1, 0]}}\ntorques:\n"
            .to_owned();
        for (k, expression) in expressions.iter().enumerate() {
            text += &format!("  - {{name: u{k}, joint: q2, expression: \"{expression}\"}}\n");
        }
        let faults = load("arm.yaml", &text).expect_err(expressions[0]);
        let said: Vec<_> = faults
            .iter()
            .map(|fault| (fault.code, fault.message.as_str(), fault.help.as_deref()))
            .collect();
        let message = format!(
            "what gravity, friction and other torques repeat of this cannot be decided exactly: {what}"
        );
        assert_eq!(
            said,
            [("AW0414", message.as_str(), Some(remedy))],
            "{expressions:?}"
        );
    }
}

/// The first function that those before it and numbers make up, whatever stands behind it.
#[test]
fn an_exponential_that_is_a_sum_of_others_is_marked() {
    for (expressions, marked) in [
        (["exp(q1 + 1)", "2*exp(q1)", "abs(q1)"], "exp(q1)"),
        (["abs(q1)", "exp(q1)", "q1*tanh(q1 - 2)"], "tanh(q1 - 2)"),
        (
            ["exp(q1^2)", "exp(q1^2 + q1) + exp(q1)", "exp(q1^3)"],
            "exp(q1)",
        ),
    ] {
        let mut text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
             - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\ntorques:\n"
            .to_owned();
        for (k, expression) in expressions.iter().enumerate() {
            text += &format!("  - {{name: u{k}, joint: q1, expression: \"{expression}\"}}\n");
        }
        let faults = load("arm.yaml", &text).expect_err(expressions[0]);
        let places = faults.iter().map(|fault| fault.labels[0].span);
        let places: Vec<&str> = places.map(|span| &text[span.start..span.end]).collect();
        assert_eq!(places, [marked], "{expressions:?}");
    }
}

/// The weight of a chain of joints across each other has the more terms the longer it is. They are asked for where torques of
/// the file's may repeat them, and there alone: of a chain on its own the first joint, about the vertical, reveals one parameter
/// and each further one seven.
#[test]
fn weight_is_written_out_for_torques_of_the_file_alone() {
    let mut chain = "robot: chain\ngravity: [0, 0, -10]\nbodies:\n".to_owned();
    let mut parent = "base".to_owned();
    for k in 1..=26 {
        let axis = ["[1, 0, 0]", "[0, 0, 1]", "[0, 1, 0]"][k % 3];
        let joint = format!(
            "{{name: q{k}, type: revolute, axis: {axis}, origin: {{xyz: [0.1, 0.2, 0.3]}}}}"
        );
        chain += &format!("  - {{name: b{k}, parent: {parent}, joint: {joint}}}\n");
        parent = format!("b{k}");
    }
    let base = |text: &str| {
        let (mechanism, _) = load("chain.yaml", text).expect("a robot");
        base_parameters(&mechanism).map(|found| found.base.len())
    };
    assert_eq!(base(&chain), Ok(1 + 25 * 7));
    let of_the_file = "torques:\n  - {name: u, joint: q2, expression: sin(q2)}\n";
    assert_eq!(
        base(&(chain + of_the_file)),
        Err(Undetermined::TorquesTooLong)
    );
}

/// Numbers before and behind a position are factors of it, all of them: these are the cosine of the joint's position, which the
/// weight of the arm repeats, -10 mx cos q2, or signs of its velocity, or constants.
#[test]
fn all_numbers_of_a_product_count() {
    let cosine = ("mx_arm", -0.1);
    for (expression, (name, factor)) in [
        ("cos(2*q2/2)", cosine),
        ("cos(q2*3/3)", cosine),
        ("cos(4*(q2/4))", cosine),
        ("cos(2*q2*3/6)", cosine),
        ("cos(-2*q2/2)", cosine),
        ("cos(-(q2*2)/2)", cosine),
        ("cos((3*q2 - q2)/2)", cosine),
        ("cos(2*(q2 + 1)/2 - 1)", cosine),
        ("cos(2*(q2 + q3)/2 - q3)", cosine),
        ("sin(3*q2/3 + 90deg)", cosine),
        ("sin(90deg - 3*q2/3)", cosine),
        ("-sin(3*(q2 - 30deg)/3 - 60deg)", cosine),
        ("cos(2*q2*0)", ("fo_q2", 1.0)),
        ("sign(2*qd2*3)", ("fc_q2", 1.0)),
        ("sign(2*qd2*(-3))", ("fc_q2", -1.0)),
        ("sign(-2*qd2*(-3))", ("fc_q2", 1.0)),
        ("2*qd2/4", ("fv_q2", 0.5)),
    ] {
        let [found] = found(&[&format!("q2: {expression}")])
            .try_into()
            .expect("one torque");
        let expected = (Class::Combined, vec![(name.to_owned(), factor)]);
        assert_eq!(found, expected, "{expression}");
    }
}

/// How many base parameters torques have among themselves, which nothing else repeats.
fn rank(torques: &[&str]) -> usize {
    let torques: Vec<String> = torques.iter().map(|of| format!("q2: {of}")).collect();
    let torques: Vec<&str> = torques.iter().map(String::as_str).collect();
    let [(_, with), (_, without)] = [&torques[..], &["q2: 1"]]
        .map(|torques| arm(torques, "[torque]").expect("base parameters"));
    with.base.len() - without.base.len()
}

/// `sin(3 x) = 3 sin x - 4 sin³ x`, and `|q2/2 + 1|` is half of `|q2 + 2|`, whose kink is where it is zero.
#[test]
fn sines_and_magnitudes_of_fractions_are_told_apart() {
    for (torques, expected) in [
        (&["sin(3*q2/2)", "sin(1.5*q2)"] as &[&str], 1),
        (&["sin(3*q2/2)", "sin(3*q2)"], 2),
        (&["sin(3*q2/2)", "sin(q2/2)", "sin(q2/2)^3"], 2),
        (&["sin(3*q2)", "sin(q2/2)", "sin(q2/2)^3"], 3),
        (&["abs(2*q2/4 + 1)", "abs(q2 + 2)"], 1),
        (&["abs(2*q2/4 + 1)", "abs(2*q2 + 1)"], 2),
        (&["abs(2*(q2 + 2)/4)", "abs(q2 + 2)"], 1),
    ] {
        assert_eq!(rank(torques), expected, "{torques:?}");
    }
}

/// Exponentials of different multiples of one function are independent, in whatever order they stand; products of them have
/// the sum of the multiples.
#[test]
fn exponentials_of_multiples_of_a_function_are_told_apart() {
    for (torques, expected) in [
        (&["exp(q2)", "exp(q2/3)", "exp(q2/2)"] as &[&str], 3),
        (&["exp(q2)", "exp(q2/2)", "exp(q2/3)"], 3),
        (&["exp(q2/2)", "exp(q2/3)", "exp(q2)"], 3),
        (&["exp(q2/3)", "exp(q2/2)", "exp(q2)"], 3),
        (&["exp(q2)", "exp(-q2/3)", "exp(-q2/2)"], 3),
        (&["exp(q2)", "exp(q2/6)", "exp(q2/4)"], 3),
        (&["exp(q2)", "exp(q2/7)", "exp(q2/3)", "exp(2*q2/7)"], 4),
        (&["tanh(q2)", "tanh(q2/3)", "tanh(q2/2)"], 3),
        (&["exp(q2)", "exp(q2/3)^3", "exp(q2/2)^2"], 1),
        (&["exp(q2)", "exp(q2/3)*exp(q2/2)", "exp(5*q2/6)"], 2),
        (&["exp(q2)", "exp(q2/3)", "exp(q2/2)*exp(-q2/6)"], 2),
        (&["exp(q2)", "exp(q2/3)", "1/exp(q2/2)", "exp(-q2/2)"], 3),
        (
            &[
                "exp(q2)",
                "tanh(q2/3)",
                "tanh(q2/2)",
                "(tanh(q2/3) + tanh(q2/2))/(1 + tanh(q2/3)*tanh(q2/2))",
                "tanh(5*q2/6)",
            ],
            4,
        ),
        (&["exp(abs(qd2)/3)", "exp(abs(qd2)/2)", "exp(abs(qd2))"], 3),
        // Their common part is a 16th and a 24th of the first, in whatever order they stand.
        (&["exp(q2)", "exp(q2/8)", "exp(q2/16)"], 3),
        (&["tanh(q2)", "tanh(q2/12)", "tanh(q2/8)"], 3),
        // The largest multiples of a part.
        (&["exp(q2)", "exp(q2/64)"], 2),
        (&["exp(q2)", "exp(-64*q2)"], 2),
        (&["exp(q2)", "exp(q2/8)", "exp(8*q2)"], 3),
        // Functions of which none is a multiple of another.
        (&["exp(q2)", "exp(q3)", "exp(q2/3)", "exp(q3/2)"], 4),
    ] {
        assert_eq!(rank(torques), expected, "{torques:?}");
    }
}

/// Products and powers of positions, and velocities, are in no sine; signs are of one sum.
#[test]
fn sines_and_signs_of_other_things_than_sums_are_refused() {
    let sines = "the sine or cosine of something else than a sum of positions";
    let signs = "the sign or magnitude of something else than a sum of positions, or of velocities";
    for (expression, what) in [
        ("sin(q1*q1)", sines),
        ("cos(2*q1*q1/3)", sines),
        ("sin(q1^2)", sines),
        ("sin(qd1)", sines),
        ("cos(q1 + 2*qd1)", sines),
        ("cos(1/q1)", sines),
        ("sin(sin(q1))", sines),
        ("sign(q1*q1)", signs),
        ("abs(2*q1*q1/3)", signs),
        ("sign(q1 + qd1)", signs),
        ("abs(qd1 + 1)", signs),
        ("abs(sin(q1))", signs),
    ] {
        let (said, marked) = mistake(expression);
        assert!(said.contains(what), "{expression}: {said}");
        assert_eq!(marked, expression);
    }
}

/// With an offset beside them: `1.2/(1.2 - c) - c/(1.2 - c) = 1`, `2/(2 ± q) ± q/(2 ± q) = 1` and
/// `q/(2 + q)² = 1/(2 + q) - 2/(2 + q)²`.
#[test]
fn quotients_with_the_same_divisor_are_added() {
    for (torques, expected) in [
        (
            &["1/(1.2 - cos(q2))", "cos(q2)/(1.2 - cos(q2))"] as &[&str],
            1,
        ),
        (&["1/(2 + q2)", "q2/(2 + q2)"], 1),
        (
            &["1/(2 + q2)", "q2/(2 + q2)", "1/(2 - q2)", "q2/(2 - q2)"],
            2,
        ),
        (&["1/(2 + q2)", "q2^2/(2 + q2)"], 2),
        (&["1/(2 + q2)", "q2^2/(2 + q2)", "q2"], 2),
        (&["1/(2 + q2)", "q2/(2 + q2)^2"], 2),
        (&["1/(2 + q2)", "q2/(2 + q2)^2", "1/(2 + q2)^2"], 2),
        (&["1/(2 + q2)", "3/(4 + 2*q2)"], 1),
        (&["q3/(2 + q2)", "q3*q2/(2 + q2)", "q3"], 2),
        (&["exp(1/(2 + q2))", "exp(q2^2/(2 + q2))"], 2),
    ] {
        assert_eq!(rank(torques), expected, "{torques:?}");
    }
}

/// Nobody knows which is meant: a constant would stand for the position without a word.
#[test]
fn a_constant_that_is_called_like_a_joint_is_refused_in_functions() {
    let said = |constant: &str, expression: &str| {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\nconstants: {{{constant}: 0.5}}\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n\
             drives: {{transmission: [50], motors: [{{name: m}}]}}\n\
             torques:\n  - {{name: u, joint: q2, expression: \"{expression}\"}}\n"
        );
        let refused = load("arm.yaml", &text).err();
        refused.map(|faults| faults.render(false).replace('\n', " "))
    };
    for (constant, expression) in [("q2", "3*q2^2"), ("m", "sin(m)"), ("qd2", "qd2^3")] {
        let said = said(constant, expression).unwrap_or_default();
        let why = format!("`{constant}` is a constant as well as of the motion");
        assert!(said.contains("AW0210") && said.contains(&why), "{said}");
    }
    for (constant, expression) in [
        ("q2", "3*position(q2)^2"),
        ("qd2", "velocity(q2)^3"),
        ("c", "c*q2^2"),
        ("q2", "cos(2*m)"),
        ("qd3", "qd3*q2^2"),
    ] {
        assert_eq!(said(constant, expression), None, "{constant}: {expression}");
    }
}

/// A torque without base parameters is marked in its file, with what to do.
#[test]
fn a_torque_that_cannot_be_told_is_marked() {
    for (expression, remedy) in [
        ("sqrt(q1^2 + 2*q1 + 1)", "write what it is the square of"),
        ("sqrt(10 - 5*cos(q1))", "write roots of the same function"),
        ("qd1^2", "write `velocity*abs(velocity)` for friction"),
    ] {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\ntorques:\n  \
             - {{name: fine, joint: q1, expression: sqrt(2 - cos(q1))}}\n  \
             - {{name: faulty, joint: q1, expression: {expression}}}\n"
        );
        let refused = derive("arm.yaml", &text).expect_err("no base parameters");
        let GenerateError::Faulty(faults) = &refused else {
            panic!("{refused}");
        };
        let fault = faults.iter().next().expect("a fault");
        let span = fault.labels[0].span;
        assert_eq!(
            (fault.code, &text[span.start..span.end]),
            ("AW0417", "faulty")
        );
        let help = fault.help.as_deref();
        assert!(
            help.is_some_and(|help| help.starts_with(remedy)),
            "{refused}"
        );
    }
}

/// Beside torques that can be told it is the one that cannot.
#[test]
fn a_torque_that_cannot_be_told_is_named() {
    let refused = |torques: &[&str]| arm(torques, "[torque]").err();
    let name = |name: &str| name.to_owned();
    assert_eq!(
        refused(&["q2: sqrt(2 - cos(q2))", "q2: sqrt(q2^2 + 2*q2 + 1)"]),
        Some(Undetermined::Square { torque: name("u1") })
    );
    assert_eq!(
        refused(&[
            "q2: sin(2*q2)",
            "q2: sqrt(2 - cos(q2))",
            "q2: sqrt(10 - 5*cos(q2))"
        ]),
        Some(Undetermined::AlikeRoot { torque: name("u2") })
    );
    assert_eq!(
        refused(&["q2: sin(2*q2)", "q2: qd2*qd3*sin(q3)", "q2: sin(3*q2)"]),
        Some(Undetermined::Coriolis { torque: name("u1") })
    );
}

/// Numbers by their names: of symbols the values, each its own, and an angle stays one until it is multiplied by another.
#[test]
fn constants_of_functions_count_with_their_values() {
    let groups = |expression: &str| {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\nconstants: {{l: {{value: 0.5, symbolic: true}}, \
             h: {{value: 3, symbolic: true}}, double: 2*h, two: 2, quarter: 90deg}}\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0], friction: [viscous, offset]}}}}\n\
             torques: [{{name: u, joint: q1, expression: \"{expression}\"}}]\n"
        );
        let built = load("arm.yaml", &text);
        let (mechanism, _) = built.unwrap_or_else(|e| panic!("{}", e.render(false)));
        shares(&mechanism, "u")
    };
    for (expression, expected) in [
        ("h", "3 fo_q1"),
        ("double", "6 fo_q1"),
        ("4*l*h", "6 fo_q1"),
        ("h - l", "2.5 fo_q1"),
        ("two*velocity(q1)", "2 fv_q1"),
        ("cos(q1 + quarter - 90deg)", "-0.1 mx_a"),
        ("sin(quarter)", "1 fo_q1"),
        ("pi*pi/pi", "3.141592653589793 fo_q1"),
    ] {
        assert_eq!(groups(expression), expected, "{expression}");
    }
}

/// `qd1` is a velocity already.
#[test]
fn a_velocity_has_no_velocity_and_no_position() {
    for of in ["velocity", "position"] {
        let (said, marked) = mistake(&format!("2*{of}(qd1)"));
        assert_eq!(said, "unknown joint `qd1` did you mean `q1`?", "{of}");
        assert_eq!(marked, "qd1", "{of}");
    }
    // Where a joint is called so, it is that joint.
    let text = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1], friction: [viscous]}}\n  \
                - {name: b, parent: base, joint: {name: qd1, type: revolute, axis: [0, 0, 1], spring: true}}\n\
                torques: [{name: u, joint: qd1, expression: 2*qd1}]\n";
    let (mechanism, _) = load("arm.yaml", text).unwrap_or_else(|e| panic!("{}", e.render(false)));
    assert_eq!(shares(&mechanism, "u"), "2 k_qd1");
}

/// A name that is like no other is answered with all joints and all motors, a table of one value with what it lacks.
#[test]
fn what_a_torque_lacks_is_said_with_what_there_is() {
    let refused = |function: &str| {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n  \
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n\
             drives: {{transmission: [50, 40], motors: [{{name: m1}}, {{name: m2}}]}}\n\
             torques: [{{name: u, joint: q1, {function}}}]\n"
        );
        let faults = load("arm.yaml", &text).expect_err(function);
        let said = faults
            .iter()
            .map(|one| (one.message.clone(), one.help.clone()));
        said.collect::<Vec<_>>()
    };
    let unknown = "unknown joint or motor `elbow`".to_owned();
    let known = "joints and motors are `q1`, `q2`, `m1`, `m2`".to_owned();
    assert_eq!(refused("expression: sin(elbow)"), [(unknown, Some(known))]);
    let values = "`values` must be as many numbers as `at` has, two at least".to_owned();
    assert_eq!(refused("table: {at: [0], values: [1]}"), [(values, None)]);
}
