//! `armwright show`: the first two stages of a robot with a bit of everything.

use serde_json::{Value, json};

use super::{answer, folder, json as json_of, path};

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
