//! How much may stand in a robot file, what is said of what stands there wrongly, and how it is written back.

use armwright_codegen::algebra::Rational;
use armwright_codegen::description::{Description, Value};
use armwright_codegen::format::{read, write};

/// An arm with more keys, before its bodies and after them.
fn arm(before: &str, joint: &str, after: &str) -> String {
    format!(
        "robot: arm\ngravity: [0, 0, -9.81]\n{before}bodies:\n- name: a\n  parent: base\n  \
         joint: {{name: q1, type: revolute, axis: [0, 0, 1]{joint}}}\n{after}"
    )
}

fn description(text: &str) -> Description {
    read("arm.yaml", text)
        .unwrap_or_else(|mistakes| panic!("{mistakes}"))
        .0
}

/// The first thing that is wrong with a file.
fn mistake(text: &str) -> String {
    let mistakes = read("arm.yaml", text).expect_err(text);
    mistakes.iter().next().expect("a mistake").message.clone()
}

/// A list of so many things, the number of each in the place of `#`.
fn many(count: usize, thing: &str) -> String {
    let all: Vec<String> = (0..count)
        .map(|k| thing.replace('#', &k.to_string()))
        .collect();
    format!("[{}]", all.join(", "))
}

#[test]
fn lists_are_as_long_as_messages_say() {
    let spring = "{name: s#, from: {body: base}, to: {body: a, at: [0.2, 0, 0]}}";
    let torque = "{name: u#, joint: q1, expression: q1}";
    let body = "{name: b#, parent: base, joint: {name: p#, type: revolute, axis: [0, 0, 1]}}";
    let springs = |count| arm("", "", &format!("springs: {}\n", many(count, spring)));
    let torques = |count| arm("", "", &format!("torques: {}\n", many(count, torque)));
    let bodies = |count| {
        format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies: {}\n",
            many(count, body)
        )
    };
    let table = |count| {
        let numbers = many(count, "#");
        let table = format!("{{at: {numbers}, values: {numbers}}}");
        arm(
            "",
            "",
            &format!("torques: [{{name: u, joint: q1, table: {table}}}]\n"),
        )
    };
    let symbols = |count| {
        let constants = many(count, "s#: {value: 1, symbolic: true}");
        let constants = constants.replace('[', "{").replace(']', "}");
        arm(&format!("constants: {constants}\n"), "", "")
    };
    let files = |count: usize| {
        [
            springs(count),
            torques(count),
            bodies(count),
            table(count),
            symbols(count),
        ]
    };
    let bounds = [
        (64, "springs"),
        (64, "torques"),
        (256, "bodies"),
        (200, "positions"),
        (1024, "symbols"),
    ];
    for (k, (most, what)) in bounds.into_iter().enumerate() {
        assert!(read("arm.yaml", &files(most)[k]).is_ok(), "{what}");
        let said = format!(
            "the robot has {} {what}; at most {most} are possible",
            most + 1
        );
        assert_eq!(mistake(&files(most + 1)[k]), said);
    }
}

/// A product of at most sixteen symbols, a sum of at most 64 terms, numbers between 1e-60 and 1e60 of at most 200 digits, those of
/// a fraction counted with its stroke: of (4/3)^184 they are 111 and 88.
#[test]
fn exact_values_have_bounds_that_are_within_them() {
    let constants: String = (0..65)
        .map(|k| format!("  s{k}: {{value: 1, symbolic: true}}\n"))
        .collect();
    let length = |text: &str| {
        let origin = format!(", origin: {{xyz: [\"{text}\", 0, 0]}}");
        let text = arm(&format!("constants:\n{constants}"), &origin, "");
        read("arm.yaml", &text)
            .map(|_| ())
            .map_err(|mistakes| mistakes.iter().next().map_or("", |mistake| mistake.code))
    };
    let power = |factor: &str, exponent: usize| vec![factor; exponent].join("*");
    let terms = |count: usize| -> String {
        let names: Vec<String> = (0..count).map(|k| format!("s{k}")).collect();
        names.join(" + ")
    };
    for (within, beyond) in [
        (power("s1", 16), power("s1", 17)),
        (
            "s1*s2*".to_owned() + &power("s3", 14),
            "s1*s2*".to_owned() + &power("s3", 15),
        ),
        (terms(64), terms(65)),
        ("1e60".to_owned(), "1.1e60".to_owned()),
        ("-1e60*s1".to_owned(), "-1.1e60*s1".to_owned()),
        ("1e-60".to_owned(), "9e-61".to_owned()),
        (power("(4/3)", 184), power("(4/3)", 185)),
        (power("(4/3)", 184) + "*pi*0", power("(4/3)", 185) + "*pi*0"),
    ] {
        assert_eq!(length(&within), Ok(()), "{within}");
        assert_eq!(length(&beyond), Err("AW0206"), "{beyond}");
    }
}

#[test]
fn what_is_of_another_kind_is_told_with_what_is_expected() {
    for (text, said) in [
        (
            arm("", "", "").replace("[0, 0, -9.81]", "up"),
            "expected a list of 3 numbers, found `up`",
        ),
        (
            arm("constants: [1]\n", "", ""),
            "expected a map from names to numbers, found a list",
        ),
        (arm("title: [a]\n", "", ""), "expected a text, found a list"),
        (
            arm("", "", "").replace("robot: arm", "robot: {}"),
            "expected a name, found a map",
        ),
        (
            arm("", "", "drives: 3\n"),
            "expected a map of side, transmission, passive, motors, found `3`",
        ),
        (
            arm("", "", "drives: {transmission: x}\n"),
            "expected a list of numbers, or a list of rows, or a map from joints to ratios, found `x`",
        ),
        (
            arm("", "", "equations: {squares: 3}\n"),
            "expected a map from elements to joints, found `3`",
        ),
        (
            arm("", "", "recovery: {known: {a: 1}}\n"),
            "expected a list of names of parameters, found a map",
        ),
        (
            arm("", "", "springs: {a: 1}\n"),
            "expected a list of springs, found a map",
        ),
        (
            arm("", "", "torques: [{name: u, joint: q1, expression: [1]}]\n"),
            "expected an expression, found a list",
        ),
        (
            arm("", ", armature: maybe", ""),
            "expected `true` or `false`, found `maybe`",
        ),
        (
            arm("", ", origin: {xyz: [0, 0]}", ""),
            "expected 3 values, found 2",
        ),
        (
            arm("", ", origin: {xyz: [0, 0, [1]]}", ""),
            "expected a number, found a list",
        ),
        (
            arm("", ", limits: {velocity: ~}", ""),
            "expected a number, found nothing",
        ),
        (
            arm("", "", "").replace("parent: base", "parent: [base]"),
            "expected the name of a body, or `base`, found a list",
        ),
        (
            arm("", "", "measure: ~\n"),
            "expected a list such as `[torque]`, found nothing",
        ),
    ] {
        assert_eq!(mistake(&text), said, "{text}");
    }
    // Of long texts the first forty characters.
    let text = arm(
        "",
        &format!(", limits: {{position: {}}}", "x".repeat(41)),
        "",
    );
    let said = format!("expected a list of 2 numbers, found `{}`", "x".repeat(40));
    assert_eq!(mistake(&text), said);
}

/// Units of workshops, each with what to write in its place; degrees alone are converted.
#[test]
fn units_that_are_not_si_are_told_with_those_that_are() {
    let constant = |value: &str, unit: &str, more: &str| {
        arm(
            &format!("constants: {{l: {{value: {value}, unit: \"{unit}\"{more}}}}}\n"),
            "",
            "",
        )
    };
    for (units, si) in [
        (&["mm", "cm", "km", "in", "inch", "ft"][..], "m"),
        (&["g", "lb"], "kg"),
        (&["degree", "degrees", "°"], "rad"),
        (&["rpm", "deg/s"], "rad/s"),
        (&["ms", "min"], "s"),
        (&["mA"], "A"),
        (&["Nmm", "N·mm"], "N·m"),
    ] {
        for unit in units {
            let mistakes = read("arm.yaml", &constant("1", unit, "")).expect_err(unit);
            let first = mistakes.iter().next().expect("a mistake");
            assert_eq!(
                first.message,
                format!("the unit `{unit}` is not an SI unit")
            );
            let help = format!("convert the value and write `unit: {si}`");
            assert_eq!(first.help.as_deref(), Some(help.as_str()), "{unit}");
        }
        let description = description(&constant("1", si, ""));
        assert_eq!(description.constants[0].unit, si);
    }
    let right = &description(&constant("90", "deg", "")).constants[0];
    assert_eq!(
        (right.unit.as_str(), &right.value),
        ("rad", &Value::pi(Rational::new(1, 2)))
    );
    assert_eq!(
        mistake(&constant("pi/2", "deg", "")),
        "the unit of an angle that is written with `deg` or `pi` must be `rad`, or left out"
    );
}

/// A length is not in degrees, but a constant may be called by what its name ends with.
#[test]
fn a_name_that_ends_like_degrees_is_none() {
    let length = |text: &str| {
        let constants = "constants: {tilt_deg: {value: 0.5, unit: m}}\n";
        let origin = format!(", origin: {{xyz: [\"{text}\", 0, 0]}}");
        read("arm.yaml", &arm(constants, &origin, "")).is_ok()
    };
    for (text, is_length) in [
        ("2*tilt_deg", true),
        ("tilt_deg + 1", true),
        ("0.5deg", false),
        ("2*deg", false),
        ("tilt_deg*deg", false),
    ] {
        assert_eq!(length(text), is_length, "{text}");
    }
}

/// Decimals and fractions, quarters of a turn by pi and other angles in degrees, symbols by their names.
#[test]
fn numbers_are_written_as_people_write_them() {
    let constants = "constants: {l: {value: 0.5, unit: m, symbolic: true}}\n";
    let written = |joint: &str, key: &str| {
        let text = write(&description(&arm(constants, joint, "")));
        let (_, value) = text
            .split_once(&format!("{key}: ["))
            .unwrap_or_else(|| panic!("{text}"));
        value.split(", ").next().expect("a number").to_owned()
    };
    for (length, expected) in [
        ("0.50", "0.5"),
        ("-2/4", "-0.5"),
        ("1/3", "1/3"),
        ("1/3 + 1/2", "5/6"),
        ("1e-3", "0.001"),
        ("1.23e-3", "0.00123"),
        ("1e-4", "1.0e-4"),
        ("1/1024", "9.765625e-4"),
        ("15e5", "1500000"),
        ("1e20", "100000000000000000000"),
        ("1e21", "1.0e21"),
        ("-l", "-l"),
        ("l*l", "l*l"),
        ("3*l/4", "0.75*l"),
        ("sqrt(2)*l/2", "sqrt(2)/2*l"),
        ("(1 + sqrt(3))*l", "(1 + sqrt(3))*l"),
    ] {
        let joint = format!(", origin: {{xyz: [\"{length}\", 1, 1]}}");
        assert_eq!(written(&joint, "xyz"), expected, "{length}");
    }
    for (angle, expected) in [
        ("90deg", "pi/2"),
        ("180deg", "pi"),
        ("-pi", "-pi"),
        ("-90deg", "-pi/2"),
        ("270deg", "3*pi/2"),
        ("720deg", "4*pi"),
        ("pi/4", "45deg"),
        ("-2*pi/3", "-120deg"),
        ("12.5deg", "12.5deg"),
        ("pi/7", "pi/7"),
        ("-3*pi/7", "-3*pi/7"),
        ("0.3", "0.3"),
    ] {
        let joint = format!(", origin: {{rpy: [\"{angle}\", 1, 1]}}");
        assert_eq!(written(&joint, "rpy"), expected, "{angle}");
    }
    // Limits are floats, and written as the angles whose floats they are.
    for (limit, expected) in [
        ("-170deg", "-170deg"),
        ("-pi/2", "-pi/2"),
        ("-2.5", "-2.5"),
        ("-1/3", "-1/3"),
    ] {
        let joint = format!(", limits: {{position: [\"{limit}\", 4]}}");
        assert_eq!(written(&joint, "position"), expected, "{limit}");
    }
}

/// What YAML would take for something else is in quotes, and no line is longer than a hundred columns.
#[test]
fn texts_are_quoted_and_lines_broken_where_they_have_to_be() {
    for (title, written) in [
        ("Arm 2", "Arm 2"),
        ("an arm, of two", "\"an arm, of two\""),
        ("2 arms", "\"2 arms\""),
        ("a: b", "\"a: b\""),
        ("Yes", "\"Yes\""),
        ("null", "\"null\""),
        ("n", "\"n\""),
        ("no arm", "no arm"),
        ("Arm/2 (new)", "Arm/2 (new)"),
        ("a \"b\" \\ c", "\"a \\\"b\\\" \\\\ c\""),
        ("a\tb", "\"a\\x09b\""),
        ("arm ", "\"arm \""),
    ] {
        let quoted = title
            .replace('\\', "\\\\")
            .replace('"', "\\\"")
            .replace('\t', "\\t");
        let description = description(&arm(&format!("title: \"{quoted}\"\n"), "", ""));
        assert_eq!(description.title, title);
        let text = write(&description);
        assert!(
            text.lines().any(|line| line == format!("title: {written}")),
            "{written}: {text}"
        );
    }
    // Thirteen names of five letters fill a line of a hundred columns.
    for (count, lines) in [(12, 1), (13, 1), (14, 2), (39, 3), (40, 4)] {
        let names: Vec<String> = (0..count).map(|k| format!("m_{:03}", k)).collect();
        let text = arm(
            "",
            "",
            &format!("recovery: {{known: [{}]}}\n", names.join(", ")),
        );
        let text = write(&description(&text));
        let (_, known) = text.split_once("recovery:\n").expect("what is known");
        let known: Vec<&str> = known.lines().collect();
        assert_eq!(known.len(), lines, "{text}");
        assert!(
            known.iter().all(|line| line.chars().count() <= 100),
            "{text}"
        );
        let joined = known
            .iter()
            .map(|line| line.trim())
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(joined, format!("known: [{}]", names.join(", ")));
        if count >= 14 {
            assert_eq!(known[0].chars().count(), 100, "{text}");
        }
    }
}

/// Rows are read one below the other, though several would fit into a line.
#[test]
fn a_long_matrix_has_a_line_for_each_row() {
    let body = |k: usize| {
        let parent = if k == 1 {
            "base".to_owned()
        } else {
            format!("b{}", k - 1)
        };
        format!(
            "- {{name: b{k}, parent: {parent}, joint: {{name: q{k}, type: revolute, axis: [0, 0, 1]}}}}\n"
        )
    };
    let bodies: String = (1..=6).map(body).collect();
    let rows = [
        "[100, 1, 0, 0, 0, 0]",
        "[0, 100, 1, 0, 0, 0]",
        "[0, 0, 100, 1, 0, 0]",
        "[0, 0, 0, 100, 1, 0]",
        "[0, 0, 0, 0, 100, 1]",
        "[0, 0, 0, 0, 0, 100]",
    ];
    let matrix = format!("[{}]", rows.join(", "));
    let text = format!(
        "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n{bodies}drives: {{transmission: {matrix}}}\n"
    );
    let text = write(&description(&text));
    let lines = text.lines().map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| line.contains("100")).collect();
    assert_eq!(lines.len(), rows.len(), "{text}");
    for (line, row) in lines.iter().zip(rows) {
        assert!(line.contains(row), "{text}");
    }
}

/// Everything that is said of a file, errors and warnings: codes and messages.
fn said(text: &str) -> Vec<(&'static str, String)> {
    let said = match read("arm.yaml", text) {
        Ok((_, warnings)) => warnings,
        Err(mistakes) => mistakes,
    };
    said.iter()
        .map(|one| (one.code, one.message.clone()))
        .collect()
}

/// Of friction by the square of the speed, of a constant torque and of where a spring is at rest both signs are possible.
#[test]
fn values_below_zero_are_doubted_where_physics_has_none() {
    let terms = ", armature: true, spring: true, friction: [coulomb, viscous, quadratic, offset]";
    let apart =
        ", friction: [coulomb_positive, coulomb_negative, viscous_positive, viscous_negative]";
    for (terms, names, doubted) in [
        (
            terms,
            &["armature", "coulomb", "viscous", "stiffness"][..],
            true,
        ),
        (terms, &["quadratic", "offset", "rest"], false),
        (
            apart,
            &[
                "coulomb_positive",
                "coulomb_negative",
                "viscous_positive",
                "viscous_negative",
            ],
            true,
        ),
    ] {
        for name in names {
            let with = |value: &str| {
                said(&arm(
                    "",
                    &format!("{terms}, nominal: {{{name}: {value}}}"),
                    "",
                ))
            };
            let expected = format!("the nominal value of `{name}` is negative");
            let expected: Vec<_> = doubted
                .then_some(("AW0501", expected))
                .into_iter()
                .collect();
            assert_eq!(with("-1/8"), expected);
            assert_eq!(with("0"), [], "{name}");
            // What a joint does not have has no value.
            let without = said(&arm("", &format!(", nominal: {{{name}: 1}}"), ""));
            let message = format!("a nominal value for `{name}`, which joint `q1` does not have");
            assert_eq!(without, [("AW0505", message)]);
        }
    }
    let motor = "drives: {transmission: [50], motors: [{name: m1, nominal: {rotor_inertia: 1}}]}\n";
    let message = "a nominal value for `rotor_inertia`, which motor `m1` does not have".to_owned();
    assert_eq!(said(&arm("", "", motor)), [("AW0505", message)]);
}

/// What moves has an axis, limits, friction and a position; what is fixed has a place.
#[test]
fn a_fixed_joint_has_nothing_that_moves() {
    let fixed = |more: &str| {
        let text = arm("", "", "");
        format!(
            "{text}- {{name: b, parent: a, joint: {{type: fixed, origin: {{xyz: [0, 0, 1]}}{more}}}}}\n"
        )
    };
    assert_eq!(said(&fixed("")), []);
    assert_eq!(said(&fixed(", name: flange")), []);
    for (key, value) in [
        ("axis", "[0, 0, 1]"),
        ("limits", "{velocity: 1}"),
        ("friction", "[viscous]"),
        ("armature", "true"),
        ("spring", "true"),
        ("nominal", "{}"),
        ("coordinate", "{q1: 1}"),
        ("locked", "0.5"),
    ] {
        let said = said(&fixed(&format!(", {key}: {value}")));
        assert!(
            said.contains(&("AW0408", format!("a fixed joint has no `{key}`"))),
            "{key}: {said:?}"
        );
    }
}

/// Two ways of saying the same, of which one is enough, and none where one has to be.
#[test]
fn keys_that_say_the_same_exclude_each_other() {
    let body = |keys: &str| arm("", "", "").trim_end().to_owned() + &format!("\n  {keys}\n");
    let row = ", dh: {convention: modified, a: 0.5}";
    let without_axis = arm("", row, "").replace(", axis: [0, 0, 1]", "");
    assert_eq!(said(&without_axis), []);
    for (text, first, second) in [
        (arm("", row, ""), "dh", "axis"),
        (
            without_axis.replace(row, &format!("{row}, origin: {{xyz: [0, 0, 1]}}")),
            "dh",
            "origin",
        ),
        (
            body("physical: {mass: 1}\n  standard: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]"),
            "physical",
            "standard",
        ),
        (
            arm("", "", "").replace(
                "[0, 0, -9.81]",
                "{magnitude: 9.81, direction: [0, 0, -1], tilt: [0, 0, 0]}",
            ),
            "direction",
            "tilt",
        ),
        (
            arm("", ", coordinate: {q2: 1}, locked: 0.5", ""),
            "coordinate",
            "locked",
        ),
        (
            arm(
                "",
                "",
                "torques: [{name: u, joint: q1, motor: m1, expression: q1}]\n",
            ),
            "joint",
            "motor",
        ),
        (
            arm(
                "",
                "",
                "torques: [{name: u, joint: q1, expression: q1, table: {at: [0, 1], values: [0, 1]}}]\n",
            ),
            "expression",
            "table",
        ),
    ] {
        let said = said(&text);
        let message = format!("`{first}` and `{second}` exclude each other");
        assert!(
            said.contains(&("AW0107", message)),
            "{first} {second}: {said:?}"
        );
    }
    for (text, place, key) in [
        (
            arm("", "", "torques: [{name: u, expression: q1}]\n"),
            "a torque",
            "joint",
        ),
        (
            arm("", "", "torques: [{name: u, joint: q1}]\n"),
            "a torque",
            "expression",
        ),
        (arm("", "", "").replace("name: q1, ", ""), "a joint", "name"),
        (
            arm("", "", "").replace(", axis: [0, 0, 1]", ""),
            "a joint",
            "axis",
        ),
        (
            arm("", ", dh: {a: 0.5}", "").replace(", axis: [0, 0, 1]", ""),
            "`dh`",
            "convention",
        ),
        (body("physical: {com: [0, 0, 1]}"), "`physical`", "mass"),
        (
            body("physical: {mass: 1, inertia: {xx: 1, yy: 1}}"),
            "`inertia`",
            "zz",
        ),
    ] {
        assert_eq!(
            said(&text),
            [("AW0102", format!("{place} has no `{key}`"))],
            "{text}"
        );
    }
}

/// Within a ten-thousandth of a multiple of 15 degrees that is not zero, and not it.
#[test]
fn angles_that_are_almost_exact_are_told_what_they_are_almost() {
    for (angle, exact) in [
        ("1.5708", Some("pi/2")),
        ("1.57089", Some("pi/2")),
        ("1.57090", None),
        ("1.57070", Some("pi/2")),
        ("1.57069", None),
        ("3.1416", Some("pi")),
        ("-3.1416", Some("-pi")),
        ("6.2832", Some("2*pi")),
        ("0.2618", Some("pi/12")),
        ("-2.0944", Some("-2*pi/3")),
        // Up to fifty turns, and no more.
        ("314.1593", Some("100*pi")),
        ("-314.1593", Some("-100*pi")),
        ("314.4211", None),
        ("0.00005", None),
        ("pi/2", None),
        ("90deg", None),
        ("89.999deg", None),
        ("0.3", None),
    ] {
        let said = said(&arm(
            "",
            &format!(", origin: {{rpy: [\"{angle}\", 0, 0]}}"),
            "",
        ));
        let expected = exact.map(|exact| {
            (
                "AW0208",
                format!("this angle is almost, but not exactly, {exact}"),
            )
        });
        assert_eq!(said, expected.into_iter().collect::<Vec<_>>(), "{angle}");
    }
}

/// A symbol is a number, pi in it is the float that is nearest.
#[test]
fn symbols_stand_for_numbers_without_pi() {
    let value = |more: &str| {
        let constants = format!("constants: {{l: {{value: pi/4, unit: m{more}}}}}\n");
        let description = description(&arm(&constants, "", ""));
        let Value { plain, pi } = description.constants[0].value.clone();
        (plain.as_constant().expect("a number").to_f64(), pi)
    };
    assert_eq!(
        value(", symbolic: true"),
        (std::f64::consts::FRAC_PI_4, Rational::ZERO)
    );
    assert_eq!(value(""), (0.0, Rational::new(1, 4)));
}

/// Bodies that carry each other in a circle are told of once, all on one way around; who hangs on them waits for them.
#[test]
fn a_circle_of_bodies_is_told_once() {
    let bodies = |parents: &[(&str, &str)]| {
        let body = |(name, parent): &(&str, &str)| {
            format!(
                "- {{name: {name}, parent: {parent}, joint: {{name: q_{name}, type: revolute, axis: [0, 0, 1]}}}}\n"
            )
        };
        let bodies: String = parents.iter().map(body).collect();
        let said = said(&format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n{bodies}"
        ));
        said.into_iter()
            .map(|(_, message)| message)
            .collect::<Vec<_>>()
    };
    let around = bodies(&[("a", "b"), ("b", "c"), ("c", "a")]);
    assert!(
        around.len() == 1 && around[0].contains("a -> b -> c -> a"),
        "{around:?}"
    );
    let two = bodies(&[("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")]);
    assert_eq!(two.len(), 2, "{two:?}");
    assert!(
        two[0].contains("a -> b -> a") && two[1].contains("c -> d -> c"),
        "{two:?}"
    );
    let later = bodies(&[("a", "b"), ("b", "base")]);
    assert!(later.len() == 1 && !later[0].contains("->"), "{later:?}");
}

/// However long they are: a sum of roots is no fraction of two numbers.
#[test]
fn long_sums_of_roots_are_written_as_they_are_read() {
    for sum in [
        "sqrt(2)/2",
        "1/3 - sqrt(6)/7",
        "0.12345678901234567*sqrt(2) - 0.76543210987654321*sqrt(3) + 0.5432109876543217*sqrt(6)",
        "1/3 + 98765432109876543211/3*sqrt(2) - 12345678901234567891/7*sqrt(3) + 1e-20*sqrt(6)",
    ] {
        let before = format!("constants: {{x: \"{sum}\"}}\n");
        let first = description(&arm(&before, "", ""));
        let again = description(&write(&first));
        assert_eq!(again.constants[0].value, first.constants[0].value, "{sum}");
        let value = &first.constants[0].value.plain;
        assert!(
            value
                .as_constant()
                .is_some_and(|n| n.as_rational().is_none())
        );
    }
}

/// Where no symbol can stand it is the one that stands there which is named.
#[test]
fn of_several_symbols_each_has_its_own_value_and_name() {
    let constants =
        "constants: {l_1: {value: 0.5, symbolic: true}, l_2: {value: 2, symbolic: true}}\n";
    let limits = ", limits: {velocity: l_2, acceleration: 3*l_1}";
    let read = description(&arm(constants, limits, ""));
    let limits = &read.bodies[0].joint.limits;
    assert_eq!(limits.velocity, Some(Rational::from(2)));
    assert_eq!(limits.acceleration, Some(Rational::new(3, 2)));
    for symbol in ["l_1", "l_2"] {
        let tilted = format!(", origin: {{rpy: [{symbol}, 0, 0]}}");
        assert_eq!(
            mistake(&arm(constants, &tilted, "")),
            format!("the symbol `{symbol}` cannot stand in an angle")
        );
    }
}

#[test]
fn motors_of_one_name_are_said_to_be_motors() {
    let drives = "drives: {motors: [{name: m1}, {name: m1}]}\n";
    let message = "two motors are called `m1`".to_owned();
    assert_eq!(said(&arm("", "", drives)), [("AW0303", message)]);
}

/// The mark has three bytes, which count; what begins like XML may be indented.
#[test]
fn what_is_no_yaml_is_marked_where_it_stands() {
    let marked = |text: &str| {
        let mistakes = read("arm.yaml", text).expect_err("no YAML");
        let first = mistakes.iter().next().expect("a mistake");
        (first.code, first.labels[0].span.start)
    };
    for (mark, length) in [("", 0), ("\u{feff}", 3)] {
        let control = format!("{mark}robot: a\u{1}\n");
        assert_eq!(marked(&control), ("AW0010", length + 8));
        let urdf = format!("{mark}\n  <robot/>\n");
        assert_eq!(marked(&urdf), ("AW0004", length + 3));
    }
}

/// Each time that it is used.
#[test]
fn a_constant_that_is_used_before_it_is_defined_is_to_be_moved_up() {
    let text = arm("constants: {a: c, b: c + 1, c: 1}\n", "", "");
    let mistakes = read("arm.yaml", &text).expect_err("too early");
    let said = mistakes
        .iter()
        .map(|one| (one.message.as_str(), one.help.as_deref()));
    let help = "`c` is defined further down: move it up";
    assert_eq!(
        said.collect::<Vec<_>>(),
        [("unknown constant `c`", Some(help)); 2]
    );
    // Of its own value no place is early enough.
    let text = arm("constants: {a: a/2}\n", "", "");
    let mistakes = read("arm.yaml", &text).expect_err("of itself");
    let said = mistakes
        .iter()
        .map(|one| (one.message.as_str(), one.help.as_deref()));
    assert_eq!(
        said.collect::<Vec<_>>(),
        [(
            "unknown constant `a`",
            Some("`a` cannot be made of itself: write a number, or one above it")
        )]
    );
}

/// Nothing is added to a limit.
#[test]
fn the_own_position_of_a_joint_is_added_to_its_pose_alone() {
    for (joint, code, message) in [
        (
            ", origin: {xyz: [q1, 0, 0]}",
            "AW0212",
            "`q1` is the joint's own position, which is added by itself",
        ),
        (
            ", limits: {velocity: q1}",
            "AW0202",
            "unknown constant `q1`",
        ),
    ] {
        assert_eq!(said(&arm("", joint, "")), [(code, message.to_owned())]);
    }
}

/// Whichever of the two it is: with the other one, or with what is the same in both directions.
#[test]
fn friction_of_one_direction_is_told_what_is_missing() {
    for (word, other, both) in [
        ("coulomb_positive", "coulomb_negative", "coulomb"),
        ("coulomb_negative", "coulomb_positive", "coulomb"),
        ("viscous_positive", "viscous_negative", "viscous"),
        ("viscous_negative", "viscous_positive", "viscous"),
    ] {
        let text = arm("", &format!(", friction: [{word}]"), "");
        let mistakes = read("arm.yaml", &text).expect_err(word);
        let said = mistakes
            .iter()
            .map(|one| (one.code, one.message.clone(), one.help.clone()));
        let message = format!("`{word}` is listed without `{other}`");
        let help =
            format!("list `{other}` too, or `{both}` if friction is the same in both directions");
        let expected = [("AW0109", message, Some(help))];
        assert_eq!(said.collect::<Vec<_>>(), expected);
    }
}

/// It is told once: who names it as its parent, as it is written or as it should be, is right.
#[test]
fn children_of_a_body_whose_name_is_wrong_are_right() {
    let codes = |bodies: [[&str; 2]; 3]| {
        let body = |(k, [name, parent]): (usize, [&str; 2])| {
            format!(
                "- {{name: \"{name}\", parent: \"{parent}\", joint: {{name: q{k}, type: revolute, axis: [0, 0, 1]}}}}\n"
            )
        };
        let bodies: String = bodies.into_iter().enumerate().map(body).collect();
        let said = said(&format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n{bodies}"
        ));
        said.into_iter().map(|(code, _)| code).collect::<Vec<_>>()
    };
    let refused = [
        ["upper arm", "base"],
        ["b", "upper arm"],
        ["c", "upper_arm"],
    ];
    assert_eq!(codes(refused), ["AW0301"]);
    // Of two bodies of one name the first is meant.
    let twice = [["a", "base"], ["b", "a"], ["a", "base"]];
    assert_eq!(codes(twice), ["AW0303"]);
}

/// Marks that a reader would refuse, or take for the end of a line.
#[test]
fn marks_that_nobody_sees_are_written_by_their_numbers() {
    let mut marked = description(&arm("", "", ""));
    marked.title = "a\u{feff}b\u{2028}c".to_owned();
    let text = write(&marked);
    let title = "title: \"a\\ufeffb\\u2028c\"";
    assert!(text.lines().any(|line| line == title), "{text}");
    assert_eq!(description(&text).title, marked.title);
}

/// And no other symbol.
#[test]
fn the_value_of_a_symbol_is_a_number() {
    let constants =
        "constants: {l: {value: 0.5, symbolic: true}, h: {value: 2*l, symbolic: true}}\n";
    let text = arm(constants, "", "");
    let mistakes = read("arm.yaml", &text).expect_err("a symbol of a symbol");
    let first = mistakes.iter().next().expect("a mistake");
    let message = "the symbol `l` cannot stand in the value of a symbol";
    assert_eq!(first.message, message);
    let span = first.labels[0].span;
    assert_eq!(&text[span.start..span.end], "2*l");
}

/// Of 17 digits the sixteenth power has 258, more than anyone means.
#[test]
fn a_power_of_a_symbol_that_is_too_long_counts_as_its_float() {
    let value = "1.2345678901234567";
    let constants = format!("constants: {{l: {{value: {value}, symbolic: true}}}}\n");
    let limits = format!(", limits: {{velocity: {}}}", ["l"; 16].join("*"));
    let read = description(&arm(&constants, &limits, ""));
    let limit = read.bodies[0].joint.limits.velocity.clone();
    let limit = limit.expect("a limit");
    let expected = value.parse::<f64>().expect("a number").powi(16);
    assert!((limit.to_f64() / expected - 1.0).abs() < 1e-13, "{limit}");
    assert_eq!(Rational::from_f64(limit.to_f64()), Some(limit));
}

/// Of (7/3)^80 the numerator has 68 digits, and numbers up to 1e60 are read: both parts are written in units of 1e-8.
#[test]
fn parts_of_a_fraction_that_are_too_long_are_written_as_numbers_that_are_read() {
    let power = vec!["(7/3)"; 80].join("*");
    let given = description(&arm(
        "",
        &format!(", origin: {{xyz: [\"{power}\", 0, 0]}}"),
        "",
    ));
    let text = write(&given);
    let above = "40536215597144386832065866109016673800875222251012083746192454448001";
    let below = "147808829414345923316083210206383297601";
    let fraction = format!("xyz: [{above}e-8/{below}e-8, 0, 0]");
    assert!(text.contains(&fraction), "{text}");
    assert!(description(&text).bodies == given.bodies, "{text}");
}
