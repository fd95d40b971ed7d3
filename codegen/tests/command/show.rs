//! `armwright show`: the stages of robots with a bit of everything.

use serde_json::{Value, json};

use super::{PENDULUM, answer, failure, folder, hinge, json as json_of, path};

const ARM: &str = "\
robot: arm
title: An arm
source: invented
gravity: [0, 0, -9.81]
constants:
  l: {value: 0.4, unit: m, symbolic: true}
  half: 0.5
bodies:
  - name: a
    parent: base
    joint: {name: q1, type: revolute, origin: {xyz: [l/2, 0, half], rpy: [pi/2, 0, 0]}, axis: [0, 0.6, 0.8]}
  - name: fixed
    parent: a
    joint: {type: fixed, origin: {rpy: [0, 0, -40deg]}}
  - name: b
    parent: a
    joint: {name: q2, type: prismatic, dh: {convention: standard, alpha: 45deg, a: l*l, d: 0.1, theta: -pi}}
    physical: {mass: 1, com: [0, 0, 0], inertia: {xx: 1, yy: 1, zz: 1}}
drives:
  transmission: [[50, 0], [-1/3, 40]]
  motors:
    - {name: m1}
    - {name: m2}
";

/// What a stage makes of a robot, one element or all of it.
fn shown(stage: &str, robot: &str, element: Option<&str>) -> Value {
    let folder = folder();
    let file = folder.path().join("arm.yaml");
    std::fs::write(&file, robot).expect("written");
    let arguments = ["show", stage, path(&file), "--format", "json"];
    match element {
        None => json_of(&arguments),
        Some(element) => json_of(&[&arguments[..], &["--element", element]].concat()),
    }
}

#[test]
fn a_description_is_what_the_file_says_with_its_lines() {
    let all = shown("description", ARM, None);
    assert_eq!(all["robot"], "arm");
    assert_eq!([&all["title"], &all["source"]], ["An arm", "invented"]);
    assert_eq!(all["gravity"], json!(["0", "0", "-9.81"]));
    let constant = |name: &str, line: u32, value: &str, unit: &str, symbolic: bool| json!({"name": name, "line": line, "value": value, "unit": unit, "symbolic": symbolic});
    let constants = [
        constant("l", 6, "0.4", "m", true),
        constant("half", 7, "0.5", "", false),
    ];
    assert_eq!(all["constants"], json!(constants));
    let body = |name: &str,
                line: u32,
                parent: &str,
                joint: &str,
                kind: &str,
                placement: &str,
                nominal: bool| {
        json!({
            "name": name, "line": line, "parent": parent, "joint": joint, "type": kind,
            "placement": placement, "nominal": nominal,
        })
    };
    let bodies = [
        body(
            "a",
            9,
            "base",
            "q1",
            "revolute",
            "xyz [0.5*l, 0, 0.5], rpy [pi/2, 0, 0], axis [0, 0.6, 0.8]",
            false,
        ),
        body(
            "fixed",
            12,
            "a",
            "",
            "fixed",
            "xyz [0, 0, 0], rpy [0, 0, -40deg]",
            false,
        ),
        body(
            "b",
            15,
            "a",
            "q2",
            "prismatic",
            "standard row: alpha 45deg, a l*l, d 0.1, theta -pi",
            true,
        ),
    ];
    assert_eq!(all["bodies"], json!(bodies));
    let motors = json!([{"name": "m1", "line": 22}, {"name": "m2", "line": 23}]);
    assert_eq!(all["motors"], motors);
    // One thing is shown without the others.
    let one = shown("description", ARM, Some("b"));
    assert_eq!(one["bodies"], json!([&bodies[2]]));
    assert_eq!(
        [&one["constants"], &one["motors"]],
        [&json!([]), &json!([])]
    );
}

#[test]
fn gravity_is_shown_as_it_is_given() {
    for (given, expected) in [
        (
            "{magnitude: 1.62, direction: [1, -2, 0.5]}",
            json!({"magnitude": "1.62", "direction": ["1", "-2", "0.5"]}),
        ),
        (
            "{magnitude: 9.81, tilt: [30deg, 0, -pi/2]}",
            json!({"magnitude": "9.81", "tilt": ["30deg", "0", "-pi/2"]}),
        ),
    ] {
        let robot = ARM.replace("gravity: [0, 0, -9.81]", &format!("gravity: {given}"));
        assert_eq!(shown("description", &robot, None)["gravity"], expected);
    }
}

#[test]
fn a_mechanism_has_exact_frames_and_rows() {
    let all = shown("mechanism", ARM, None);
    let bodies = all["bodies"].as_array().expect("bodies");
    let of = |key: &str| {
        bodies
            .iter()
            .map(|body| body[key].clone())
            .collect::<Value>()
    };
    // What is fixed is no body that moves.
    assert_eq!(of("name"), json!(["a", "b"]));
    assert_eq!(of("parent"), json!(["base", "a"]));
    assert_eq!(of("joint"), json!(["q1", "q2"]));
    assert_eq!(of("type"), json!(["revolute", "prismatic"]));
    assert_eq!(of("position"), json!(["q1", "q2"]));
    assert_eq!(of("axis"), json!([["0", "0.6", "0.8"], ["0", "0", "1"]]));
    // A quarter of a turn about x takes y to z and z to -y.
    let rotation = json!([["1", "0", "0"], ["0", "0", "-1"], ["0", "1", "0"]]);
    let before = json!({"rotation": rotation, "translation": ["0.5*l", "0", "0.5"]});
    assert_eq!(bodies[0]["before"], before);
    assert_eq!(all["transmission"], json!([["50", "0"], ["-1/3", "40"]]));
    let parameters = all["parameters"].as_array().expect("parameters");
    let units = parameters
        .iter()
        .take(10)
        .map(|parameter| parameter["unit"].as_str().expect("a unit"));
    let expected = [vec!["kg"], vec!["kg·m"; 3], vec!["kg·m²"; 6]].concat();
    assert_eq!(units.collect::<Vec<_>>(), expected);
    assert_eq!(parameters.len(), 20);
}

/// Its frame is what the joints are counted from, and moves in the world.
#[test]
fn a_base_that_moves_is_the_first_body() {
    let drives = ARM.find("drives:").expect("drives");
    let robot = ARM[..drives].replace("bodies:", "base: floating\nbodies:");
    let all = shown("mechanism", &robot, None);
    let first = &all["bodies"][0];
    assert_eq!([&first["type"], &first["parent"]], ["floating", "world"]);
    let parents: Vec<&Value> = all["bodies"]
        .as_array()
        .expect("bodies")
        .iter()
        .map(|b| &b["parent"])
        .collect();
    assert_eq!(parents[1..], [&first["name"], &json!("a")]);
}

/// Names come first and the widest column last; what nothing is said of has no column.
#[test]
fn things_are_tables_for_people() {
    let folder = folder();
    let file = folder.path().join("arm.yaml");
    std::fs::write(&file, ARM).expect("written");
    let text = answer(&["show", "description", path(&file)]);
    let row = |key: &str| {
        let rows = text.split_once(&format!("\n{key}\n")).expect(key).1.lines();
        rows.take_while(|line| !line.is_empty())
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        row("constants"),
        [
            "name line unit value symbolic",
            "l 6 m 0.4 true",
            "half 7 0.5 false"
        ]
    );
    assert_eq!(row("motors"), ["name line", "m1 22", "m2 23"]);
    assert_eq!(
        row("bodies")[0],
        "name joint line nominal parent type placement"
    );
}

/// For v > 0 the torque is fcp, fvp*v; for v < 0 it is -fcn, fvn*v: halves of what is even and what is odd in v,
/// where a constant has a potential. The square of the velocity has its sign.
#[test]
fn friction_that_is_more_than_one_effect_is_shown_by_its_effects() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    let shown = |terms: &str, name: &str| {
        std::fs::write(&file, hinge(&format!(", friction: [{terms}]"), "")).expect("written");
        let arguments = [
            "show",
            "dynamics",
            path(&file),
            "--element",
            name,
            "--format",
            "json",
        ];
        let shown = json_of(&arguments);
        let effects = shown["friction"].as_array().map(|effects| {
            let text = |effect: &Value| {
                let part = |key: &str| effect[key].as_str().expect("text").to_owned();
                (part("effect"), part("factor"))
            };
            effects.iter().map(text).collect::<Vec<_>>()
        });
        let potential = shown["potential"].as_str().expect("text").to_owned();
        (
            potential,
            effects,
            shown["coulomb"] != Value::Null,
            shown["viscous"] != Value::Null,
        )
    };
    let effects = |all: &[(&str, &str)]| {
        let owned = all
            .iter()
            .map(|(effect, factor)| ((*effect).to_owned(), (*factor).to_owned()));
        Some(owned.collect::<Vec<_>>())
    };
    let sides = [
        "coulomb_positive, coulomb_negative",
        "viscous_positive, viscous_negative",
    ];
    for (terms, name, potential, expected) in [
        (sides[0], "fcp_q1", "0.5*q1", effects(&[("sign v", "0.5")])),
        (sides[0], "fcn_q1", "-0.5*q1", effects(&[("sign v", "0.5")])),
        (
            sides[1],
            "fvp_q1",
            "0",
            effects(&[("v", "0.5"), ("|v|", "0.5")]),
        ),
        (
            sides[1],
            "fvn_q1",
            "0",
            effects(&[("v", "0.5"), ("|v|", "-0.5")]),
        ),
        ("quadratic", "fq_q1", "0", effects(&[("v |v|", "1")])),
    ] {
        let expected = (potential.to_owned(), expected, false, false);
        assert_eq!(shown(terms, name), expected, "{name}");
    }
    // One whole effect is in a place of its own.
    let none = |coulomb, viscous| ("0".to_owned(), None, coulomb, viscous);
    assert_eq!(shown("coulomb, viscous", "fc_q1"), none(true, false));
    assert_eq!(shown("coulomb, viscous", "fv_q1"), none(false, true));
    assert_eq!(shown("coulomb, viscous", "Lyy_a"), none(false, false));
}

/// A joint that follows by half of a coordinate turns by it, and the other by twice that. What slides has no angle.
#[test]
fn sines_and_cosines_have_their_angles() {
    let half = "robot: half\ngravity: [0, 0, -10]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
                - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [0.3, 0, 0]}, coordinate: {q1: 0.5}}}\n\
                - {name: c, parent: b, joint: {name: p3, type: prismatic, axis: [1, 0, 0]}}\n";
    let angles = |element: Option<&str>| shown("dynamics", half, element)["angles"].clone();
    let angle = |angle: &str, joint: u32| json!({"angle": angle, "sine": format!("s{joint}"), "cosine": format!("c{joint}")});
    for element in [None, Some("g_1"), Some("mx_b")] {
        assert_eq!(angles(element), json!([angle("0.5*q1", 1)]), "{element:?}");
    }
    assert_eq!(angles(Some("M_22")), json!([]));
    let wrist = include_str!("../../../robots/abb_wrist.yaml");
    let all = shown("dynamics", wrist, None)["angles"].clone();
    assert_eq!(all, json!([angle("q1", 1), angle("q2", 2), angle("q3", 3)]));
    let folder = folder();
    let file = folder.path().join("half.yaml");
    std::fs::write(&file, half).expect("written");
    let text = answer(&["show", "dynamics", path(&file), "--element", "g_1"]);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("angles angle sine cosine 0.5*q1 s1 c1"),
        "{text}"
    );
}

/// The code of one function is that function with its parts, from its own first line on.
#[test]
fn a_function_that_is_shown_is_whole_and_alone() {
    let module = answer(&["generate", PENDULUM]);
    for name in ["torque_regressor", "gravity_torques"] {
        let shown = json_of(&[
            "show",
            "emit",
            PENDULUM,
            "--element",
            name,
            "--format",
            "json",
        ]);
        let code = shown["code"].as_str().expect("code");
        assert!(code.starts_with("///") && code.ends_with("}\n"), "{code}");
        let functions = code.lines().filter_map(|line| {
            let line = line.strip_prefix("pub ").unwrap_or(line);
            line.strip_prefix("fn ")
        });
        let functions: Vec<&str> = functions.collect();
        assert!(!functions.is_empty(), "{code}");
        assert!(
            functions.iter().all(|rest| rest.starts_with(name)),
            "{functions:?}"
        );
        // Each of its items stands in the module as it is shown.
        let items = code.split_inclusive("\n}\n");
        assert!(
            items.into_iter().all(|item| module.contains(item)),
            "{code}"
        );
    }
}

#[test]
fn a_function_is_shown_after_each_pass() {
    let value = |more: &[&str]| {
        json_of(&[&["show", "passes", PENDULUM, "--format", "json"], more].concat())
    };
    let all = value(&[]);
    let functions = all["functions"].as_array().expect("functions");
    let listed = functions
        .iter()
        .find(|function| function["function"] == "gravity_torques");
    let listed = listed.expect("gravity torques")["forms"]
        .as_array()
        .expect("forms");
    let one = value(&["--element", "gravity_torques"]);
    let forms = one["forms"].as_array().expect("forms");
    assert_eq!(forms.len(), listed.len());
    assert_eq!(forms[0]["form"], "written");
    for (form, listed) in forms.iter().zip(listed) {
        assert!(
            form["code"]
                .as_str()
                .is_some_and(|code| code.contains("fn gravity_torques"))
        );
        for key in ["form", "multiplications", "additions", "sine_cosines"] {
            assert_eq!(form[key], listed[key], "{key}");
        }
    }
    // What is generated is the last of them.
    let emitted = json_of(&["show", "emit", PENDULUM, "--format", "json"]);
    let functions = emitted["functions"].as_array().expect("functions");
    let emitted = functions
        .iter()
        .find(|function| function["function"] == "gravity_torques");
    let (emitted, last) = (emitted.expect("gravity torques"), &forms[forms.len() - 1]);
    assert_eq!(emitted["multiplications"], last["multiplications"]);
    let (code, message) = failure(&["show", "passes", PENDULUM, "--element", "nothing"]);
    assert_eq!(code, Some(1));
    assert!(
        message.contains("`nothing`") && message.contains("torque_regressor"),
        "{message}"
    );
}

/// What a stage has nothing of is said of that stage.
#[test]
fn a_name_that_a_stage_does_not_know_is_refused_in_its_words() {
    for stage in ["mechanism", "identifiability", "recovery", "passes", "emit"] {
        let (code, message) = failure(&["show", stage, PENDULUM, "--element", "nothing"]);
        assert_eq!(code, Some(1), "{stage}");
        let said = format!("`show {stage}` of this robot has no `nothing`");
        assert!(message.contains(&said), "{stage}: {message}");
    }
}

/// Gravity belongs to every body, and its numbers are no names.
#[test]
fn gravity_stays_where_one_body_is_shown() {
    let arguments = ["show", "mechanism", PENDULUM, "--element"];
    let lower = json_of(&[&arguments[..], &["lower", "--format", "json"]].concat());
    assert_eq!(lower["gravity"], json!(["0", "0", "-9.81"]));
    assert_eq!(lower["bodies"].as_array().map(Vec::len), Some(1));
    let (_, message) = failure(&[&arguments[..], &["nothing"]].concat());
    let (_, known) = message.split_once("there are: ").expect("names");
    assert!(
        known.contains("lower") && !known.contains("9.81"),
        "{known}"
    );
}

/// A joint that is held at an odd angle makes long fractions: floats for people, exact for programs.
#[test]
fn long_numbers_are_floats_to_read_and_exact_as_json() {
    let folder = folder();
    let file = folder.path().join("arm.yaml");
    let robot = "robot: arm
gravity: [0, 0, -9.81]
constants: {l: {value: 0.4, unit: m, symbolic: true}}
bodies:
  - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}
  - {name: b, parent: a, joint: {name: q2, type: revolute, origin: {xyz: [l, 0, 0], rpy: [0.3, 0.2, 0.1]}, axis: [0, 0, 1], locked: 0.3}}
  - {name: c, parent: b, joint: {name: q3, type: revolute, origin: {xyz: [0.3, 0.1, l]}, axis: [1, 0, 0]}}
";
    std::fs::write(&file, robot).expect("written");
    let is_long = |text: &str| {
        let digits = text.split(|c: char| !c.is_ascii_digit());
        digits.into_iter().any(|run| run.len() > 18)
    };
    for more in [
        &["show", "mechanism"][..],
        &["show", "dynamics", "--element", "M_11"],
        &["show", "dynamics", "--element", "mx_c"],
    ] {
        let arguments = [more, &[path(&file)]].concat();
        let text = answer(&arguments);
        assert!(!is_long(&text), "{text}");
        let json = answer(&[&arguments[..], &["--format", "json"]].concat());
        assert!(is_long(&json), "{json}");
    }
    // Sums of base parameters are texts to read in both.
    let all = json_of(&["parameters", path(&file), "--format", "json"]);
    let mut symbolic = 0;
    for base in all["base"].as_array().expect("base parameters") {
        for term in base["terms"].as_array().expect("terms") {
            if let Some(text) = term["symbolic"].as_str() {
                symbolic += 1;
                assert!(!is_long(text), "{text}");
            }
        }
    }
    assert!(symbolic > 0, "{all}");
}

/// A robot whose base moves has no closed form: its elements are known, by their letters, and have none either.
#[test]
fn elements_without_a_closed_form_are_known_by_their_letters() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge("", "base: floating")).expect("written");
    for (name, said) in [
        ("g_1", "a base that moves"),
        ("M_11", "a base that moves"),
        ("S_1_12", "a base that moves"),
        ("x_M", "has no `x_M`"),
    ] {
        let (code, message) = failure(&["show", "dynamics", path(&file), "--element", name]);
        assert_eq!(code, Some(1), "{name}");
        assert!(message.contains(said), "{name}: {message}");
    }
}

/// Each form with its code, in lines of its own.
#[test]
fn code_after_each_pass_has_its_lines() {
    let robot = "../robots/double_pendulum.yaml";
    let shown = answer(&["show", "passes", robot, "--element", "gravity_torques"]);
    let json = ["show", "passes", robot, "--element", "gravity_torques"];
    let json = answer(&[&json[..], &["--format", "json"]].concat());
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let forms = value["forms"].as_array().expect("forms");
    assert!(forms.len() > 1);
    for form in forms {
        let code = form["code"].as_str().expect("code");
        assert!(code.lines().count() > 3 && shown.contains(code), "{shown}");
    }
}

/// In the wrist's energy sums of angles save something, and common factors nothing that is left.
#[test]
fn a_pass_goes_on_from_the_one_before() {
    let shown = |more: &[&str]| {
        let wrist = "../robots/abb_wrist.yaml";
        json_of(&[&["show", "passes", wrist, "--format", "json"], more].concat())
    };
    let all = shown(&[]);
    let functions = all["functions"].as_array().expect("functions");
    let of_energy = |function: &&serde_json::Value| function["function"] == "energy_regressor";
    let counted = functions.iter().find(of_energy).expect("its energy");
    let alone = shown(&["--element", "energy_regressor"]);
    let count = |forms: &serde_json::Value| -> Vec<[i64; 2]> {
        let forms = forms["forms"].as_array().expect("forms").iter();
        let count = |form: &serde_json::Value, key: &str| form[key].as_i64().expect("a count");
        forms
            .map(|form| ["multiplications", "additions"].map(|key| count(form, key)))
            .collect()
    };
    let counts = count(&alone);
    assert_eq!(counts, count(counted));
    assert!(
        counts[1] < counts[0] && counts[2] == counts[1],
        "{counts:?}"
    );
}

/// What is too long is told with how long it is, and what is asked for alone with why it is not there; underscores between
/// indices are those of a shell.
#[test]
fn elements_that_are_left_out_are_counted() {
    let folder = folder();
    let file = folder.path().join("pendulum.yaml");
    let pendulum = include_str!("../../../robots/double_pendulum.yaml");
    std::fs::write(&file, format!("{pendulum}\nequations: {{budget: 9}}\n")).expect("written");
    let all = json_of(&["show", "dynamics", path(&file), "--format", "json"]);
    assert_eq!(all["terms"], json!({"g_1": 6, "g_2": 4}));
    let reason = "the closed form has more than 9 gravity terms; the factored form serves instead";
    assert!(
        all["not printed"]
            .as_str()
            .is_some_and(|said| said.starts_with(reason)),
        "{all}"
    );
    let printed: Vec<&str> = all["elements"]
        .as_array()
        .expect("elements")
        .iter()
        .filter_map(|e| e["element"].as_str())
        .collect();
    assert_eq!(printed, ["M_11", "M_12", "M_22", "S_112", "S_122", "S_211"]);
    for (name, said) in [
        ("g_1", reason),
        ("g_3", "`show dynamics` of this robot has no `g_3`"),
        ("S_111", "`show dynamics` of this robot has no `S_111`"),
    ] {
        let (code, message) = failure(&["show", "dynamics", path(&file), "--element", name]);
        assert_eq!(code, Some(1), "{name}");
        assert!(message.contains(said), "{name}: {message}");
    }
    let mass = json_of(&[
        "show",
        "dynamics",
        path(&file),
        "--element",
        "M_22",
        "--format",
        "json",
    ]);
    assert_eq!(mass["equation"], "M_22 = PJ_7");
    let [term] = mass["terms"].as_array().expect("terms").as_slice() else {
        panic!("{mass}");
    };
    for (key, value) in [
        ("coefficient", "PJ_7"),
        ("monomial", ""),
        ("standard", "Lyy_lower"),
        ("physical", "Jyy_lower + m_lower*(tx_lower^2 + tz_lower^2)"),
    ] {
        assert_eq!(term[key], value, "{key}");
    }
}

/// Ratios and equations that are left are no things with names: they belong to all.
#[test]
fn ratios_and_spare_equations_stay_where_one_thing_is_shown() {
    let one = shown("mechanism", ARM, Some("b"));
    assert_eq!(one["bodies"].as_array().map(Vec::len), Some(1));
    assert_eq!(one["transmission"], json!([["50", "0"], ["-1/3", "40"]]));
    let planar = "robot: planar\ngravity: [0, 0, -10]\nbodies:\n\
                  - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
                  - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [0.5, 0, 0]}}}\n\
                  recovery: {known: [m_a, m_b, tx_b]}\n";
    let spare = json!(["mx_b - m_b*tx_b"]);
    assert_eq!(shown("recovery", planar, None)["spare"], spare);
    let one = shown("recovery", planar, Some("m_b"));
    assert_eq!(one["known"], json!(["m_b"]));
    assert_eq!(one["spare"], spare);
}
