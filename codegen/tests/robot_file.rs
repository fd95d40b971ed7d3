//! The robot file in both directions: what is written reads as what was read, and the page about it
//! is true.

use std::path::{Path, PathBuf};

use armwright_codegen::derive;
use armwright_codegen::description::Description;
use armwright_codegen::format::{read, reference, schema, write};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All robot files of a folder that can be read.
fn readable(folder: &str) -> Vec<(String, Description)> {
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let yaml = paths
        .iter()
        .filter(|path| path.extension().is_some_and(|e| e == "yaml"));
    let description = |path: &PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        let (description, _) = read(&name, &std::fs::read_to_string(path).ok()?).ok()?;
        Some((name, description))
    };
    yaml.filter_map(description).collect()
}

/// Fails unless the description, written and read again, is the same, and is then written the same.
fn survives(name: &str, description: &Description) {
    let text = write(description);
    let (mut again, _) = read(name, &text).unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}"));
    assert_eq!(write(&again), text, "{name}");
    again.file = description.file.clone();
    assert!(
        again == *description,
        "{name}:\n{text}\n{again:#?}\n{description:#?}"
    );
}

/// The transmission of two joints, written as rows and by the names of joints, is one robot.
#[test]
fn ratios_by_the_names_of_joints_are_rows() {
    let path = root().join("tests/bad/transmission_size.yaml");
    let text = std::fs::read_to_string(path).expect("a robot file");
    let matrix = |transmission: &str| {
        let (derivation, _) =
            derive("arm", &text.replace("[60, 50, 45]", transmission)).expect("a robot");
        derivation.mechanism.transmission.expect("a transmission")
    };
    let rows = matrix("[[60, 0], [-12.5, 50]]");
    assert_eq!(matrix("{q1: 60, q2: {q2: 50, q1: -12.5}}"), rows);
    assert_eq!(matrix("{q2: {q1: -12.5, q2: 50}, q1: {q1: 60}}"), rows);
    assert_eq!(matrix("{q2: 50, q1: 60}"), matrix("[60, 50]"));
    assert_ne!(matrix("{q2: 50, q1: 60}"), rows);
}

#[test]
fn every_robot_survives_being_written() {
    for (folder, least) in [("robots", 9), ("tests/hostile", 35), ("tests/bad", 15)] {
        let descriptions = readable(folder);
        assert!(
            descriptions.len() >= least,
            "only {} in {folder}",
            descriptions.len()
        );
        for (name, description) in &descriptions {
            survives(name, description);
        }
    }
}

#[test]
fn robots_are_written_as_their_authors_wrote_them() {
    // But for comments, empty lines, quotes, trailing zeros, and where lines are broken.
    let plain = |text: &str| {
        let lines = text
            .lines()
            .map(|line| line.split(" #").next().unwrap_or(""));
        let lines = lines.filter(|line| !line.starts_with('#'));
        let joined: String = lines.collect::<Vec<_>>().join(" ");
        joined.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for robot in ["iiwa14", "ur5", "mit_ddarm"] {
        let path = root().join(format!("robots/{robot}.yaml"));
        let text = std::fs::read_to_string(path).expect("the robot");
        let (description, _) = read(robot, &text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        assert_eq!(plain(&write(&description)), plain(&text), "{robot}");
    }
}

/// A decimal, a fraction, or more digits than a float has. On the heap, as the others that are parts of many: a choice
/// holds all that it chooses from, and robots of them by value are too large for a stack.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        (-2000i64..2000).prop_map(|n| n.to_string()),
        (any::<i32>(), 0u32..12).prop_map(|(n, scale)| format!("{n}e-{scale}")),
        (any::<i64>(), -50i32..35).prop_map(|(n, scale)| format!("{n}e{scale}")),
        (any::<i64>(), 1i64..i64::MAX).prop_map(|(n, d)| format!("{n}/{d}")),
        (any::<[u64; 6]>(), 1u64..99)
            .prop_map(|([a, b, c, d, e, f], g)| { format!("0.{a}{b}{c}/1.{d}{e}{f}/{g}") }),
    ]
    .boxed()
}

/// A number that may be an angle.
fn angle() -> impl Strategy<Value = String> {
    prop_oneof![
        number(),
        number().prop_map(|n| format!("({n})*pi")),
        (-4000i64..4000).prop_map(|n| format!("{n}e-1*deg")),
        (-12i64..12, 1i64..13).prop_map(|(n, d)| format!("{n}*pi/{d}")),
        (-12i64..12, number()).prop_map(|(n, rest)| format!("{n}*pi/2 + {rest}")),
    ]
    .boxed()
}

/// A number that may have symbols.
fn length() -> impl Strategy<Value = String> {
    prop_oneof![
        number(),
        Just("l".to_owned()),
        (number(), number(), number()).prop_map(|(a, b, c)| format!("({a})*l*l - ({b})*h + {c}")),
        (1i64..9, -9i64..9).prop_map(|(n, m)| format!("-l/{n} + {m}*h*l - flange")),
    ]
    .boxed()
}

/// Any text, as YAML may have it.
fn text() -> impl Strategy<Value = String> {
    let text = prop_oneof![
        any::<String>(),
        Just("null".to_owned()),
        Just("A line, with: #this".to_owned()),
        Just(" 1.0".to_owned()),
    ];
    text.prop_map(|text| {
        let visible = text.replace(['\u{feff}', '\u{2028}', '\u{2029}'], "");
        let escape = |c: char| match c {
            '"' | '\\' => format!("\\{c}"),
            c if c.is_control() => format!("\\x{:02x}", u32::from(c)),
            c => c.to_string(),
        };
        format!("\"{}\"", visible.chars().map(escape).collect::<String>())
    })
}

fn three(of: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    proptest::collection::vec(of, 3).prop_map(|items| format!("[{}]", items.join(", ")))
}

/// A joint's key for its place and its axis, or for its row.
fn placement() -> impl Strategy<Value = String> {
    prop_oneof![
        (three(length()), three(angle()), three(number())).prop_map(|(xyz, rpy, axis)| format!(
            "origin: {{xyz: {xyz}, rpy: {rpy}}}, axis: {axis}"
        )),
        three(number()).prop_map(|axis| format!("axis: {axis}")),
        (angle(), length(), length(), angle()).prop_map(|(alpha, a, d, theta)| {
            format!("dh: {{convention: standard, alpha: {alpha}, a: {a}, d: {d}, theta: {theta}}}")
        }),
    ]
}

fn nominal() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        (number(), three(length()), angle()).prop_map(|(mass, com, zz)| format!(
            ", physical: {{mass: {mass}, com: {com}, inertia: {{xx: 1, yy: 0.1, zz: {zz}}}}}"
        )),
        proptest::collection::vec(angle(), 10)
            .prop_map(|items| format!(", standard: [{}]", items.join(", "))),
    ]
}

/// One body on a base or on an earlier one, each key there or not.
fn body() -> impl Strategy<Value = String> {
    let kind = prop_oneof![Just("revolute"), Just("continuous"), Just("prismatic")];
    let limits = (angle(), angle(), 1u32..999);
    let limits = proptest::option::of(limits.prop_map(|(low, high, speed)| {
        format!(", limits: {{position: [{low}, {high}], velocity: {speed}deg, effort: {speed}e-7}}")
    }));
    let terms = prop_oneof![
        Just(""),
        Just(", friction: offset, armature: true, nominal: {offset: -pi, armature: 1/3}"),
        Just(", friction: [viscous, coulomb], armature: false, nominal: {coulomb: 1e-5}"),
        Just(
            ", friction: [coulomb_negative, quadratic, coulomb_positive], nominal: {quadratic: -1}"
        ),
    ];
    (kind, placement(), limits, terms, nominal()).prop_map(
        |(kind, place, limits, terms, nominal)| {
            let limits = limits.unwrap_or_default();
            format!("joint: {{name: qN, type: {kind}, {place}{limits}{terms}}}{nominal}")
        },
    )
}

/// What a robot may have besides.
fn more() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(
            "drives: {side: joint, motors: [{name: m, torque_constant: pi, rotor_inertia: true}]}"
        ),
        Just(
            "drives: {transmission: [[1/3, 0.1], [-7, 0]]}\nmeasure: {torque: q1, wrench: [a, b]}"
        ),
        Just("drives: {}\nmeasure: [energy, torque]\nequations: {budget: 77, squares: {S_1: {}}}"),
        Just("recovery: {known: [m_1, l], cost: {drive: 1e-9, mass: 2/3}}\nbase: fixed"),
        Just("base_parameters: {keep: [m_1]}\nequations: {squares: {M_1: {q1: sin, q2: cos}}}"),
    ]
    .prop_map(str::to_owned)
}

/// The same texts in every run, and others for each whole number in `ARMWRIGHT_SEED`.
fn config() -> ProptestConfig {
    let seed = std::env::var("ARMWRIGHT_SEED").map_or(Ok(0), |seed| seed.parse());
    ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed.expect("ARMWRIGHT_SEED is a whole number")),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_robot_survives_being_written(
        (title, source, gravity) in (text(), text(), three(number())),
        bodies in proptest::collection::vec((body(), any::<proptest::sample::Index>()), 1..5),
        (value, turn, unit) in (number(), angle(), text()),
        more in more(),
    ) {
        let mut file = format!(
            "robot: any\ntitle: {title}\nsource: {source}\ngravity: {gravity}\nconstants:\n  \
             l: {{value: {value}, unit: m, symbolic: true}}\n  h: {{value: 2, symbolic: true}}\n  \
             flange: 0.06\n  turn: {turn}\n  degrees: {{value: 30.5, unit: deg}}\n  \
             other: {{value: {turn}, unit: {unit}}}\nbodies:\n"
        );
        for (at, (body, parent)) in bodies.iter().enumerate() {
            let parent = match parent.index(at + 1) {
                0 => "base".to_owned(),
                n => n.to_string(),
            };
            let body = body.replace("qN", &format!("q{}", at + 1));
            file += &format!("  - {{name: \"{}\", parent: {parent}, {body}}}\n", at + 1);
        }
        file += &more;
        // Numbers out of range are refused, and are another test's matter.
        if let Ok((description, _)) = read("any.yaml", &file) {
            survives("any.yaml", &description);
        }
    }
}

#[test]
fn gravity_survives_being_written() {
    for gravity in [
        "[0, 4.905*sqrt(3), -4.905]",
        "{magnitude: 9.81}",
        "{magnitude: 1.62, direction: [1, 2, -3]}",
        "{magnitude: 9.81, tilt: [-pi/6, 45deg, 0.3]}",
    ] {
        let file = format!(
            "robot: arm\ngravity: {gravity}\nbodies:\n  - {{name: a, parent: base, \
             joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n"
        );
        let (description, _) = read("arm.yaml", &file).expect(gravity);
        survives("arm.yaml", &description);
    }
}

#[test]
fn functions_of_the_motion_are_kept_as_they_were_written() {
    for expression in ["sin(q1)", "0.5*sin( q1 )  - q1 ^ 2 / 3", "2 * cos(q1)"] {
        let file = format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n  - {{name: a, parent: base, \
             joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n\
             torques: [{{name: u, joint: q1, expression: \"{expression}\"}}]\n"
        );
        let (description, _) = read("arm.yaml", &file).expect(expression);
        let kept = description.torques[0].expression.as_ref();
        assert_eq!(kept.expect("a function").value.text, expression);
        let written = write(&description);
        assert!(written.contains(expression), "{expression}: {written}");
        survives("arm.yaml", &description);
    }
}

#[test]
fn the_page_about_the_robot_file_is_true() {
    let path = root().join("docs/robot-file.md");
    if std::env::var_os("ARMWRIGHT_BLESS").is_some() {
        std::fs::write(&path, reference()).expect("the page can be written");
    }
    let page = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        page,
        reference(),
        "ARMWRIGHT_BLESS=1 writes docs/robot-file.md again"
    );
}

#[test]
fn the_schema_is_json() {
    let schema: serde_json::Value = serde_json::from_str(&schema()).expect("JSON");
    assert_eq!(schema["properties"]["gravity"]["anyOf"][0]["maxItems"], 3);
}

/// What editors complete and check: required keys, words, how long lists are; words that are only answered are left out.
#[test]
fn the_schema_says_what_may_stand_where() {
    let schema: serde_json::Value = serde_json::from_str(&schema()).expect("JSON");
    let keys = |value: &serde_json::Value| -> Vec<String> {
        let keys = value["properties"].as_object().expect("keys").keys();
        keys.cloned().collect()
    };
    assert_eq!(
        schema["required"],
        serde_json::json!(["robot", "gravity", "bodies"])
    );
    assert_eq!(schema["additionalProperties"], false);
    let robot = &schema["properties"];
    assert_eq!(robot["robot"]["pattern"], "^[a-z][a-z0-9_]*$");
    assert_eq!(
        robot["base"]["enum"],
        serde_json::json!(["fixed", "floating"])
    );
    let body = &robot["bodies"]["items"];
    assert_eq!(
        body["required"],
        serde_json::json!(["name", "parent", "joint"])
    );
    assert_eq!(body["properties"]["name"]["pattern"], "^[A-Za-z0-9_]+$");
    assert_eq!(
        body["properties"]["name"]["type"],
        serde_json::json!(["string", "integer"])
    );
    for bound in ["minItems", "maxItems"] {
        assert_eq!(body["properties"]["standard"][bound], 10);
        assert_eq!(body["properties"]["joint"]["properties"]["axis"][bound], 3);
        assert_eq!(
            body["properties"]["joint"]["properties"]["limits"]["properties"]["position"][bound],
            2
        );
    }
    let joint = &body["properties"]["joint"];
    assert_eq!(joint["required"], serde_json::json!(["type"]));
    assert_eq!(joint["properties"]["armature"]["type"], "boolean");
    let types = ["revolute", "continuous", "prismatic", "fixed"];
    assert_eq!(
        joint["properties"]["type"]["enum"],
        serde_json::json!(types)
    );
    let friction = &joint["properties"]["friction"]["anyOf"];
    let words = friction[0]["enum"].as_array().expect("words");
    assert_eq!(words.len(), 8);
    assert!(!words.contains(&"stribeck".into()), "{words:?}");
    assert_eq!(friction[1]["items"]["enum"], friction[0]["enum"]);
    let budget = &robot["equations"]["properties"]["budget"];
    assert_eq!([&budget["minimum"], &budget["maximum"]], [1, 100_000]);
    assert_eq!(budget["type"], "integer");
    assert_eq!(
        robot["constants"]["additionalProperties"]["anyOf"][0]["$ref"],
        "#/$defs/number"
    );
    assert_eq!(
        keys(&robot["drives"]),
        ["motors", "passive", "side", "transmission"]
    );
    let sentence = &joint["properties"]["limits"]["properties"]["velocity"]["description"];
    assert_eq!(sentence, "Highest speed, rad/s or m/s.");
    let side = &robot["drives"]["properties"]["side"]["description"];
    assert_eq!(
        side,
        "Where positions and torques are measured: joint, motor."
    );
}

/// Where a bound is, and on which side of it what stands on it.
#[test]
fn bounds_of_values_are_where_messages_say() {
    const ARM: &str = "robot: arm\ngravity: [0, 0, -9.81]\nconstants: {l: {value: 0.5, symbolic: true}}\n\
                       bodies:\n- {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1], \
                       limits: {velocity: 3}, armature: true}}\ndrives: {transmission: [100]}\n\
                       recovery: {cost: {mass: 2}}\nequations: {budget: 500}\n";
    let longest = "b".repeat(64);
    let (body, too_long) = (format!("name: {longest},"), format!("name: {longest}b,"));
    for (old, good, bad, why) in [
        (
            "velocity: 3",
            &["velocity: 1e-9", "velocity: 90deg", "velocity: l"][..],
            &["velocity: 0", "velocity: -1", "velocity: 1 - 2*l"][..],
            "above zero",
        ),
        (
            "mass: 2",
            &["mass: 0", "mass: 1/3"],
            &["mass: -1e-9", "mass: 1/3 - 1"],
            "zero or more",
        ),
        ("mass: 2", &[], &["mass: l", "mass: 2*l"], "symbol"),
        (
            "budget: 500",
            &["budget: 1", "budget: 100000"],
            &[
                "budget: 0",
                "budget: 100001",
                "budget: 1.5",
                "budget: -1",
                "budget: all",
            ],
            "a whole number from 1 to 100000",
        ),
        (
            "armature: true",
            &["armature: false"],
            &["armature: yes", "armature: \"true\"", "armature: 1"],
            "`true` or `false`",
        ),
        (
            "name: a,",
            &[&body],
            &[&too_long, "name: ä,", "name: a-b,"],
            "at most 64",
        ),
        (
            "[100]",
            &["[123456789012345678]", "[-1/3]"],
            &["[12345678901234567890]"],
            "at most 18 digits",
        ),
    ] {
        assert_eq!(ARM.matches(old).count(), 1, "{old}");
        let read = |new: &str| read("arm.yaml", &ARM.replace(old, new));
        for new in good {
            let read = read(new);
            assert!(read.is_ok_and(|(_, warnings)| warnings.is_empty()), "{new}");
        }
        for new in bad {
            let mistakes = read(new).expect_err(new);
            assert_eq!(mistakes.len(), 1, "{new}: {mistakes}");
            assert!(mistakes.to_string().contains(why), "{new}: {mistakes}");
        }
    }
}

/// The rows of the regressor, in the order in which they are asked for; one thing alone needs no list.
#[test]
fn what_is_measured_is_in_the_order_of_the_file() {
    let rows = |measure: &str| {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: prismatic, axis: [0, 0, 1]}}}}\n{measure}\n"
        );
        let (derivation, _) = derive("arm.yaml", &text).expect(measure);
        let rows = derivation.mechanism.measured_rows().into_iter();
        rows.map(|row| format!("{} {}", row.name, row.unit))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let wrench = |body: &str| {
        format!(
            "fx_{body} N, fy_{body} N, fz_{body} N, tx_{body} N·m, ty_{body} N·m, tz_{body} N·m"
        )
    };
    let torques = "tau_q1 N·m, tau_q2 N".to_owned();
    for (measure, expected) in [
        ("", torques.clone()),
        ("measure: torque", torques.clone()),
        ("measure: [torque]", torques),
        (
            "measure: {torque: [q2, q1]}",
            "tau_q2 N, tau_q1 N·m".to_owned(),
        ),
        ("measure: {torque: q2}", "tau_q2 N".to_owned()),
        (
            "measure: [energy, {torque: q2}]",
            "power W, tau_q2 N".to_owned(),
        ),
        ("measure: {wrench: b}", wrench("b")),
        (
            "measure: [{wrench: [b, a]}]",
            format!("{}, {}", wrench("b"), wrench("a")),
        ),
        (
            "measure: {wrench: a, torque: q1}",
            format!("{}, tau_q1 N·m", wrench("a")),
        ),
    ] {
        assert_eq!(rows(measure), expected, "{measure}");
    }
}

/// Either of two shapes, numbers that may be expressions, names of the user's own.
#[test]
fn the_schema_has_every_shape_that_may_stand_at_a_place() {
    let schema: serde_json::Value = serde_json::from_str(&schema()).expect("JSON");
    let robot = &schema["properties"];
    let number = serde_json::json!({"$ref": "#/$defs/number"});
    let gravity = &robot["gravity"]["anyOf"];
    assert_eq!(gravity[0]["items"], number);
    assert_eq!(gravity[1]["required"], serde_json::json!(["magnitude"]));
    let torque = &robot["torques"]["items"]["properties"];
    assert_eq!(
        torque["expression"]["type"],
        serde_json::json!(["string", "number"])
    );
    assert_eq!(
        robot["constants"]["propertyNames"],
        serde_json::json!({"pattern": "^[A-Za-z0-9_]+$"})
    );
    let transmission = &robot["drives"]["properties"]["transmission"]["anyOf"];
    assert_eq!(transmission[0]["items"], number);
    let rows = &transmission[1]["anyOf"][0];
    let ratios = &transmission[1]["anyOf"][1];
    assert_eq!(rows["items"]["items"], number);
    assert_eq!(ratios["additionalProperties"]["anyOf"][0], number);
    let measured = &robot["measure"]["anyOf"];
    assert_eq!(measured[1]["items"]["anyOf"], measured[0]["anyOf"]);
    assert_eq!(
        measured[0]["anyOf"][0]["enum"],
        serde_json::json!(["torque", "energy"])
    );
}
