//! The `armwright` binary as a user meets it: answers, exit codes, and errors that help.
#[cfg(unix)]
mod compile;
mod diff;
mod export;
mod import;
mod show;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const WRIST: &str = "../robots/abb_wrist.yaml";
const PENDULUM: &str = "../robots/double_pendulum.yaml";

fn armwright(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_armwright"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the binary runs")
}

/// What a command that succeeds prints.
fn answer(arguments: &[&str]) -> String {
    let output = armwright(arguments);
    let remarks = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {remarks}");
    String::from_utf8(output.stdout).expect("text")
}

/// What a command that fails says, with its exit code; it prints nothing else.
fn failure(arguments: &[&str]) -> (Option<i32>, String) {
    let output = armwright(arguments);
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let remarks = String::from_utf8(output.stderr).expect("text");
    assert!(!remarks.contains("panicked"), "{remarks}");
    (output.status.code(), remarks)
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&answer(arguments)).expect("JSON")
}

/// An empty folder of one test's own, removed when it ends.
fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn check_summarises_on_one_screen() {
    let text = answer(&["check", WRIST]);
    assert!(text.lines().count() <= 25, "{text}");
    for part in [
        "3 (a, b, c)",
        "25 of 39",
        "17 of 30",
        "19 independent",
        "torque_regressor",
    ] {
        assert!(text.contains(part), "{part} in:\n{text}");
    }
}

#[test]
fn parameters_are_what_programs_read() {
    let wrist = json(&["parameters", WRIST, "--format", "json"]);
    assert_eq!(wrist["dof"], 3);
    assert_eq!(wrist["base_count"], 25);
    assert_eq!(wrist["without_drives"]["base_count"], 17);
    assert_eq!(wrist["without_friction"]["base_count"], 19);
    assert_eq!(wrist["standard"].as_array().map(Vec::len), Some(39));
    assert_eq!(wrist["standard"][0]["name"], "m_a");
    assert_eq!(wrist["standard"][0]["class"], "invisible");
    let base = wrist["base"].as_array().expect("a list");
    let mx_b = base
        .iter()
        .find(|b| b["name"] == "mx_b")
        .expect("a base parameter");
    assert_eq!(mx_b["expression"], "mx_b + m_c*l_b1 + mx_c");
    assert_eq!(
        mx_b["terms"][0],
        serde_json::json!({"parameter": "mx_b", "coefficient": 1.0})
    );
    assert_eq!(
        mx_b["terms"][1],
        serde_json::json!({"parameter": "m_c", "coefficient": 0.085, "symbolic": "l_b1"})
    );

    let pendulum = json(&["parameters", PENDULUM, "--format", "json"]);
    assert_eq!(pendulum["base_count"], 6);
    let tx40 = json(&["parameters", "../robots/tx40.yaml", "--format", "json"]);
    assert_eq!(tx40["base_count"], 61);
    let text = answer(&["parameters", PENDULUM]);
    assert!(text.contains("mx_upper + m_lower*l_1"), "{text}");
}

#[test]
fn parameters_say_why() {
    let wrist = json(&["parameters", WRIST, "--format", "json"]);
    let named = |list: &str, name: &str| -> Value {
        let all = wrist[list].as_array().expect("a list");
        let found = all.iter().find(|p| p["name"] == name);
        found.expect("a parameter of this name").clone()
    };
    assert_eq!(
        named("standard", "mx_a")["why"],
        "the origin of body a never moves and gravity is perpendicular to the x axis of body a"
    );
    let m_c = named("standard", "m_c");
    let m_c = m_c["why"].as_str().expect("text");
    assert!(m_c.contains("Lxx_a, mx_b, Lxx_b and Lyy_b"), "{m_c}");
    assert!(m_c.contains("on the axis of joint q3"), "{m_c}");
    assert_eq!(named("physical", "l_a1")["class"], "invisible");
    assert_eq!(
        named("physical", "ty_a")["in"],
        serde_json::json!(["my_a", "Lxx_a"])
    );
    let text = answer(&["parameters", WRIST]);
    assert!(text.lines().all(|line| line.chars().count() <= 100));
    assert!(text.contains("34 visible in base parameters, 7 invisible"));
}

#[test]
fn parameters_follow_what_is_measured() {
    let folder = folder();
    let wrist = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(WRIST))
        .expect("the wrist");
    let measured = |name: &str, measure: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, format!("{wrist}\nmeasure: {measure}\n")).expect("written");
        json(&["parameters", path(&file), "--format", "json"])
    };
    let all = measured("all.yaml", "{wrench: [a, b, c]}");
    assert_eq!(all["base_count"], 27);
    assert_eq!(all["measured"].as_array().map(Vec::len), Some(18));
    assert_eq!(
        all["measured"][5],
        serde_json::json!({"name": "tz_a", "unit": "N·m"})
    );
    assert_eq!(measured("base.yaml", "[{wrench: a}]")["base_count"], 21);
    assert_eq!(measured("energy.yaml", "energy")["base_count"], 25);
    let both = measured("both.yaml", "[torque, {wrench: a}]");
    assert_eq!(both["base_count"], 30);
    assert_eq!(both["without_drives"]["base_count"], 21);
}

#[test]
fn parameters_follow_transmission_and_gravity() {
    let folder = folder();
    let wrist = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(WRIST))
        .expect("the wrist");
    let count = |name: &str, text: &str, field: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("written");
        json(&["parameters", path(&file), "--format", "json"])[field]["base_count"].clone()
    };
    let diagonal = wrist.replace("[[-60, 0, 0], [10, 50, 0], [-8, 12, 45]]", "[-60, 50, 45]");
    assert_ne!(diagonal, wrist);
    assert_eq!(count("diagonal.yaml", &diagonal, "without_friction"), 18);
    let along = wrist.replace("gravity: [0, 0, -9.81]", "gravity: [-9.81, 0, 0]");
    assert_eq!(count("along.yaml", &along, "without_drives"), 15);
    let none = wrist.replace("gravity: [0, 0, -9.81]", "gravity: [0, 0, 0]");
    assert_eq!(count("none.yaml", &none, "without_drives"), 11);
}

#[test]
fn equations_come_in_four_formats_and_chapters() {
    let folder = folder();
    assert!(answer(&["equations", WRIST]).contains("PS_3 = 2*PJ_1 + 2*PJ_3"));
    assert!(answer(&["equations", WRIST, "--format", "markdown"]).starts_with("# "));
    assert!(answer(&["equations", WRIST, "--format", "latex"]).starts_with("\\documentclass"));
    let only = answer(&["equations", WRIST, "--only", "gravity"]);
    assert!(only.contains("g_3 =") && !only.contains("M_11"), "{only}");
    let file = folder.path().join("wrist.html");
    let output = armwright(&["equations", WRIST, "--format", "html", "-o", path(&file)]);
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.is_empty());
    let html = std::fs::read_to_string(&file).expect("written");
    assert!(html.starts_with("<!doctype html>") && html.contains("<math"));
}

#[test]
fn generated_code_is_the_same_wherever_the_file_is() {
    let folder = folder();
    let copy = folder.path().join("double_pendulum.yaml");
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(PENDULUM), &copy).expect("copied");
    let here = answer(&["generate", PENDULUM]);
    assert_eq!(here, answer(&["generate", path(&copy)]));
    let file = folder.path().join("out.rs");
    assert_eq!(answer(&["generate", PENDULUM, "-o", path(&file)]), "");
    assert_eq!(std::fs::read_to_string(&file).expect("written"), here);
    let nowhere = folder.path().join("no/such/out.rs");
    let (code, message) = failure(&["generate", PENDULUM, "-o", path(&nowhere)]);
    assert_eq!(code, Some(1));
    assert!(message.contains("cannot write"), "{message}");
}

#[test]
fn every_stage_can_be_looked_at() {
    for stage in [
        "description",
        "mechanism",
        "dynamics",
        "identifiability",
        "recovery",
        "emit",
    ] {
        assert!(!answer(&["show", stage, WRIST]).is_empty(), "{stage}");
        assert!(
            json(&["show", stage, WRIST, "--format", "json"]).is_object(),
            "{stage}"
        );
        let (code, message) = failure(&["show", stage, WRIST, "--element", "nothing"]);
        assert_eq!(code, Some(1), "{stage}");
        assert!(
            message.contains("`nothing`") && message.contains("there are:"),
            "{message}"
        );
    }
    let element = answer(&["show", "dynamics", WRIST, "--element", "M_12"]);
    assert!(element.contains("M_12 = PJ_8*s2*s3^2"), "{element}");
    let code = answer(&["show", "emit", PENDULUM, "--element", "gravity_torques"]);
    assert!(code.contains("pub fn gravity_torques") && !code.contains("torque_regressor"));
    let body = answer(&["show", "mechanism", PENDULUM, "--element", "lower"]);
    assert!(body.contains("before translation  [l_1, 0, 0]"), "{body}");
    assert!(!body.contains("upper  "), "{body}");
    assert!(answer(&["show", "description", WRIST, "--element", "l_b1"]).contains("0.085"));
    let formula = answer(&["show", "recovery", WRIST, "--element", "ty_c"]);
    assert!(
        formula.contains("my_c/m_c") && !formula.contains("tz_c"),
        "{formula}"
    );
}

#[test]
fn what_is_shown_is_one_value_for_people_and_programs() {
    let show = |stage: &str| {
        let text = answer(&["show", stage, WRIST]);
        assert!(
            text.lines().all(|line| line.chars().count() <= 100),
            "{text}"
        );
        assert!(!text.contains("null") && !text.contains("{\""), "{text}");
        (text, json(&["show", stage, WRIST, "--format", "json"]))
    };
    let (text, value) = show("dynamics");
    assert!(
        text.contains("\nelements\n  element  terms  equation\n"),
        "{text}"
    );
    let terms = value["elements"][0]["terms"].as_array().map(Vec::len);
    assert_eq!(
        (value["elements"][0]["element"].as_str(), terms),
        (Some("g_1"), Some(8))
    );
    assert!(
        text.contains("\n  g_1      8      g_1 = PG_1*s1*s2 + "),
        "{text}"
    );
    let (text, value) = show("recovery");
    assert_eq!(
        value["rank"],
        json(&["recover", WRIST, "--format", "json"])["rank"]
    );
    assert!(text.contains("\nsteps\n"), "{text}");
    let element = json(&[
        "show",
        "dynamics",
        WRIST,
        "--element",
        "S_112",
        "--format",
        "json",
    ]);
    assert_eq!(element["terms"][2]["combination"], "2*PJ_1 + 2*PJ_3");
}

#[test]
fn codes_are_explained() {
    assert!(answer(&["explain", "aw0403"]).starts_with("AW0403\n"));
    let (code, message) = failure(&["explain", "AW0499"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("AW0403"), "{message}");
}

#[test]
fn the_schema_is_a_schema() {
    let schema = json(&["schema"]);
    assert!(
        schema["$schema"]
            .as_str()
            .is_some_and(|url| url.contains("json-schema.org"))
    );
    assert!(schema["properties"]["bodies"].is_object());
}

#[test]
fn differences_are_named() {
    assert!(answer(&["diff", WRIST, WRIST]).starts_with("no difference"));
    let folder = folder();
    let wrist = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(WRIST))
        .expect("the wrist");
    let other = folder.path().join("other.yaml");
    let changed = wrist.replace(
        "origin: {xyz: [l_b1, 0, 0]}",
        "origin: {xyz: [l_b1, 0, 0.01]}",
    );
    std::fs::write(&other, changed).expect("written");
    let text = answer(&["diff", WRIST, path(&other)]);
    assert!(
        text.contains("    - mz_b\n    + mz_b + 0.01*m_c\n"),
        "{text}"
    );
    assert!(text.contains("  M_11: c3\n    + 0.02*mz_c\n"), "{text}");
    assert!(text.contains("operations"), "{text}");
    let all = answer(&["diff", WRIST, path(&other), "--all"]);
    assert!(all.lines().count() > text.lines().count(), "{all}");
    let json = json(&["diff", WRIST, path(&other), "--format", "json"]);
    let shown = json["coefficients"].as_array().expect("changes");
    let counted = format!("coefficients            {:>6} of", shown.len());
    assert!(text.contains(&counted), "{counted}: {text}");
}

#[test]
fn differences_of_drives_and_limits_are_named_and_end_with_a_code_if_asked() {
    let folder = folder();
    let wrist = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(WRIST))
        .expect("the wrist");
    for (old, new, said) in [
        (
            "side: motor",
            "side: joint",
            "  measured at\n    - motors\n    + joints\n",
        ),
        (
            "[10, 50, 0]",
            "[11, 50, 0]",
            "    - 10*q1 + 50*q2\n    + 11*q1 + 50*q2\n",
        ),
        (
            "effort: 60.0",
            "effort: 61",
            "effort 60\n    + revolute, from base to a, ",
        ),
        (
            "acceleration: 30.0",
            "acceleration: 31",
            "velocity 4, acceleration 31, effort 60\n",
        ),
    ] {
        let other = folder.path().join("other.yaml");
        std::fs::write(&other, wrist.replace(old, new)).expect("written");
        let found = armwright(&["diff", "--exit-code", WRIST, path(&other)]);
        let text = String::from_utf8(found.stdout).expect("text");
        assert!(
            found.status.code() == Some(3) && text.contains(said),
            "{new}: {text}"
        );
    }
    answer(&["diff", "--exit-code", WRIST, WRIST]);
}

/// A base that moves is a body, and no joint.
#[test]
fn joints_of_a_moving_base_are_counted_without_it() {
    let free = "robot: free\nbase: floating\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: arm, parent: base, joint: {name: q1, type: continuous, axis: [0, 0, 1]}}\n";
    let folder = folder();
    let [one, other] = ["one.yaml", "other.yaml"].map(|name| folder.path().join(name));
    std::fs::write(&one, free).expect("written");
    std::fs::write(
        &other,
        free.replace("[0, 0, 1]}", "[0, 0, 1], limits: {velocity: 3}}"),
    )
    .expect("written");
    let text = answer(&["diff", path(&one), path(&other)]);
    assert!(
        text.contains("\n  joints                       1 of 1\n"),
        "{text}"
    );
    assert!(
        text.contains("    + continuous, from base to arm, velocity 3\n"),
        "{text}"
    );
}

/// A motor that turns with the joint before it couples a transmission, on whichever side of the diagonal its ratio is.
#[test]
fn a_transmission_is_coupled_by_a_ratio_on_either_side() {
    let folder = folder();
    let file = folder.path().join("two.yaml");
    for (ratios, said) in [
        ("[[50, 0], [30, 40]]", "coupled transmission"),
        ("[[50, 30], [0, 40]]", "coupled transmission"),
        ("[[50, 0], [0, 40]]", "diagonal transmission"),
    ] {
        let robot = format!(
            "robot: two\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n\
             drives: {{transmission: {ratios}}}\n"
        );
        std::fs::write(&file, robot).expect("written");
        let text = answer(&["check", path(&file)]);
        assert!(text.contains(said), "{ratios}: {text}");
    }
}

/// The part that is too long is named, and its budget.
#[test]
fn a_closed_form_over_its_budget_is_said_with_the_part() {
    let folder = folder();
    let file = folder.path().join("pendulum.yaml");
    let pendulum = include_str!("../../robots/double_pendulum.yaml");
    std::fs::write(&file, format!("{pendulum}\nequations: {{budget: 9}}\n")).expect("written");
    let text = answer(&["check", path(&file)]);
    let said = "over its budget of 9 gravity terms; the factored form serves instead";
    assert!(text.contains(said), "{text}");
}

/// Half the square of the distance from (0, 0, 0.3) to (0.2 cos q, 0, -0.2 sin q).
#[test]
fn the_potential_of_a_spring_is_half_its_squared_length() {
    let folder = folder();
    let file = folder.path().join("arm.yaml");
    let robot = "robot: arm\ngravity: [0, 0, -10]\nbodies:\n\
                 - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
                 springs:\n\
                 - {name: s, from: {body: base, at: [0, 0, 0.3]}, to: {body: arm, at: [0.2, 0, 0]}}\n";
    std::fs::write(&file, robot).expect("written");
    let shown = |name| {
        json(&[
            "show",
            "dynamics",
            path(&file),
            "--element",
            name,
            "--format",
            "json",
        ])
    };
    assert_eq!(shown("k_s")["potential"], "0.065 + 0.06*s1");
}

/// A quantity that is named twice is known once.
#[test]
fn what_is_known_twice_is_known_once() {
    let known = |names: &str| json(&["recover", WRIST, "--known", names, "--format", "json"]);
    assert_eq!(
        known("m_a, m_b,m_a")["known"],
        serde_json::json!(["m_a", "m_b"])
    );
}

/// As the help says: empty for nothing; what the file says holds only where nothing is said.
#[test]
fn nothing_at_all_can_be_known() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge("", "recovery: {known: [m_a]}")).expect("written");
    let known = |more: &[&str]| {
        let value = json(&[&["recover", path(&file), "--format", "json"], more].concat());
        value["known"].clone()
    };
    for (names, expected) in [
        (&["--known", ""][..], &[][..]),
        (&["--known", " ,"], &[]),
        (&["--known", ",tx_a, tz_a,"], &["tx_a", "tz_a"]),
        (&[], &["m_a"]),
    ] {
        assert_eq!(known(names), serde_json::json!(expected), "{names:?}");
    }
}

#[test]
fn new_files_pass_check_for_every_size() {
    let folder = folder();
    for dof in ["1", "2", "6", "8"] {
        let file = folder.path().join(format!("arm{dof}.yaml"));
        answer(&["new", "my_arm", "--dof", dof, "-o", path(&file)]);
        let text = answer(&["check", path(&file)]);
        assert!(text.contains("no warnings"), "{text}");
        assert!(
            text.contains(&format!("degrees of freedom  {dof} ")),
            "{text}"
        );
    }
    let file = folder.path().join("arm1.yaml");
    let (code, message) = failure(&["new", "my_arm", "-o", path(&file)]);
    assert_eq!(code, Some(1));
    assert!(message.contains("--force"), "{message}");
    for bad in ["fn", "My Arm", "x: y", "", "1arm"] {
        let (code, message) = failure(&["new", bad, "-o", "-"]);
        assert_eq!(code, Some(2), "{bad}");
        assert!(message.contains("cannot name a robot"), "{message}");
    }
    assert_eq!(failure(&["new", "arm", "--dof", "0"]).0, Some(2));
    // What is commented out in the template is right as well.
    let text = answer(&["new", "my_arm", "--dof", "3", "-o", "-"]);
    let (before, drives) = text.split_once("# drives:").expect("commented drives");
    let drives = format!("# drives:{drives}");
    let uncommented: Vec<&str> = drives
        .lines()
        .map(|line| {
            let key = line
                .strip_prefix("# ")
                .filter(|line| !line.starts_with(char::is_uppercase));
            key.unwrap_or(line)
        })
        .collect();
    let whole = folder.path().join("whole.yaml");
    let more = before
        .replace("# base: fixed", "base: fixed")
        .replace("unit: m}", "unit: m, symbolic: true}")
        .replace("# armature: true", "armature: true");
    std::fs::write(&whole, more + &uncommented.join("\n")).expect("written");
    let text = answer(&["check", path(&whole)]);
    assert!(text.contains("3 motors, 4 armatures and rotors"), "{text}");
}

#[test]
fn faults_in_the_input_are_explained() {
    let folder = folder();
    let bad = folder.path().join("bad.yaml");
    std::fs::write(&bad, "robot: bad\ngravity: [0, 0, -9.81]\nbodys: []\n").expect("written");
    let binary = folder.path().join("binary.yaml");
    std::fs::write(&binary, [0xff, 0xfe, 0x00, 0x80]).expect("written");
    for command in ["check", "equations", "parameters", "generate"] {
        let (code, message) = failure(&[command, path(&bad)]);
        assert_eq!(code, Some(1), "{command}");
        assert!(
            message.contains("bad.yaml:3:1") && message.contains("bodies"),
            "{message}"
        );
        let (code, message) = failure(&[command, path(&binary)]);
        assert_eq!(code, Some(1), "{command}");
        assert!(message.contains("AW0001"), "{message}");
        let (code, message) = failure(&[command, "../robots/abb_wrst.yaml"]);
        assert_eq!(code, Some(1), "{command}");
        assert!(message.contains("abb_wrist.yaml"), "{message}");
        let (code, message) = failure(&[command, "../robots"]);
        assert_eq!(code, Some(1), "{command}");
        assert!(message.contains("folder"), "{message}");
    }
    let target = folder.path().join("robot");
    let (code, message) = failure(&["compile", path(&bad), "-o", path(&target)]);
    assert_eq!(code, Some(1));
    assert!(message.contains("bodies") && !target.exists(), "{message}");
    assert_eq!(failure(&["diff", WRIST, path(&bad)]).0, Some(1));
    assert_eq!(failure(&["show", "emit", path(&bad)]).0, Some(1));
}

#[test]
fn wrong_usage_is_code_two_and_help_has_an_example() {
    for arguments in [
        &[][..],
        &["chek", WRIST],
        &["check"],
        &["equations", WRIST, "--format", "pdf"],
        &["equations", WRIST, "--only", "friction"],
        &["compile", WRIST],
        &["show", "magic", WRIST],
    ] {
        assert_eq!(failure(arguments).0, Some(2), "{arguments:?}");
    }
    for command in [
        "new",
        "check",
        "equations",
        "parameters",
        "generate",
        "compile",
        "show",
        "explain",
        "schema",
        "diff",
    ] {
        let help = answer(&[command, "--help"]);
        assert!(help.contains(&format!("armwright {command}")), "{help}");
        assert!(help.contains("Example"), "{help}");
    }
    let help = answer(&["--help"]);
    for code in ["0: success", "1: a fault in the input", "2: wrong usage"] {
        assert!(help.contains(code), "{help}");
    }
}

#[test]
fn a_reader_who_stops_reading_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_armwright"))
        .args(["equations", "../robots/tx40.yaml"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // The pipe is closed before anything is read.
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A hinge with more keys of its joint, and of the robot.
fn hinge(joint: &str, robot: &str) -> String {
    format!(
        "robot: hinge\ngravity: [0, 0, -9.81]\n{robot}\nbodies:\n\
         - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]{joint}}}}}\n"
    )
}

/// Six wrench components of a joint; where there are joint torques alone, nothing needs to be said.
#[test]
fn what_is_measured_is_said_unless_it_is_the_torques() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    let checked = |measure: &str| {
        std::fs::write(&file, hinge("", measure)).expect("written");
        answer(&["check", path(&file)])
    };
    let wrench = checked("measure: {wrench: a}");
    let line = "  measured            6 (fx_a, fy_a, fz_a, tx_a, ty_a, tz_a)\n";
    assert!(wrench.contains(line), "{wrench}");
    for usual in ["", "measure: torque"] {
        let text = checked(usual);
        assert!(!text.contains("  measured  "), "{usual}: {text}");
    }
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
        let shown = json(&arguments);
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

/// Empty lines stand before what has several lines of the whole robot, and nowhere else.
#[test]
fn a_new_file_is_in_paragraphs() {
    let text = answer(&["new", "my_arm", "--dof", "2", "-o", "-"]);
    let keys = [
        "robot:",
        "constants:",
        "bodies:",
        "# drives:",
        "# springs:",
        "# torques:",
        "# recovery:",
        "# base_parameters:",
        "# equations:",
    ];
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(paragraphs.len(), keys.len(), "{text}");
    for (paragraph, key) in paragraphs.iter().zip(keys) {
        assert!(paragraph.starts_with("# "), "a comment first: {paragraph}");
        assert!(
            paragraph.lines().any(|line| line.starts_with(key)),
            "{key} in {paragraph}"
        );
    }
}

/// As https://no-color.org asks: any value but the empty one turns colours off. `script` of util-linux is a
/// terminal; where there is none, there is nothing to see.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_has_colours_unless_they_are_unwanted() {
    let folder = folder();
    let file = folder.path().join("bad.yaml");
    std::fs::write(&file, "robot: bad\n").expect("written");
    let line = format!(
        "'{}' check '{}'",
        env!("CARGO_BIN_EXE_armwright"),
        path(&file)
    );
    for (wish, is_coloured) in [(None, true), (Some(""), true), (Some("1"), false)] {
        let mut script = Command::new("script");
        script
            .args(["-qec", &line, "/dev/null"])
            .stdin(Stdio::null());
        match wish {
            Some(wish) => script.env("NO_COLOR", wish),
            None => script.env_remove("NO_COLOR"),
        };
        let Ok(output) = script.output() else {
            return;
        };
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("AW0102"), "{text}");
        assert_eq!(text.contains('\u{1b}'), is_coloured, "{wish:?}: {text}");
    }
    let colourless = armwright(&["check", path(&file)]);
    assert!(!colourless.stderr.contains(&0x1b), "no terminal");
}

/// Of a pendulum about a horizontal axis y, x and z moments and the inertia about y; of two of them what the upper
/// one and the mass of the lower one have in common.
#[test]
fn parameters_are_counted_by_what_motion_reveals() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge("", "")).expect("written");
    for (file, said) in [
        (
            path(&file),
            "  10 standard: 3 identifiable, 0 combined, 7 invisible\n",
        ),
        (
            PENDULUM,
            "  20 standard: 4 identifiable, 3 combined, 13 invisible\n",
        ),
    ] {
        let text = answer(&["check", file]);
        assert!(text.contains(said), "{said}: {text}");
    }
    // Those of the bodies are said where there are others.
    let alone = answer(&["check", path(&file)]);
    assert!(alone.contains("  base parameters     3 of 10\n"), "{alone}");
    std::fs::write(&file, hinge(", friction: [viscous]", "")).expect("written");
    let with = answer(&["check", path(&file)]);
    let said = "  base parameters     4 of 11 (the bodies alone: 3 of 10)\n";
    assert!(with.contains(said), "{with}");
    let text = answer(&["parameters", path(&file)]);
    for said in [
        "\nphysical parameters: 5 visible in base parameters, 6 invisible\n",
        "\n  tx_a: in mx_a and Lyy_a\n",
        "\n  ty_a: invisible: it is part of my_a, ",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

/// What only a measure of uncertainty needs is not among the functions of `check`.
#[test]
fn what_recovery_divides_by_is_not_counted_on_the_screen() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge("", "recovery: {known: [m_a]}")).expect("written");
    let text = answer(&["check", path(&file)]);
    assert!(
        text.contains("3 of 3 unknowns from the 1 that are known"),
        "{text}"
    );
    assert!(text.contains("\n  recover  "), "{text}");
    assert!(!text.contains("recovery_divisors"), "{text}");
    let all = answer(&["show", "emit", path(&file)]);
    assert!(all.contains("recovery_divisors"), "{all}");
}

/// The code of one function is that function with its parts, from its own first line on.
#[test]
fn a_function_that_is_shown_is_whole_and_alone() {
    let module = answer(&["generate", PENDULUM]);
    for name in ["torque_regressor", "gravity_torques"] {
        let shown = json(&[
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
    let value =
        |more: &[&str]| json(&[&["show", "passes", PENDULUM, "--format", "json"], more].concat());
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
    let emitted = json(&["show", "emit", PENDULUM, "--format", "json"]);
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

/// Gravity belongs to every body, and its numbers are no names.
#[test]
fn gravity_stays_where_one_body_is_shown() {
    let arguments = ["show", "mechanism", PENDULUM, "--element"];
    let lower = json(&[&arguments[..], &["lower", "--format", "json"]].concat());
    assert_eq!(lower["gravity"], serde_json::json!(["0", "0", "-9.81"]));
    assert_eq!(lower["bodies"].as_array().map(Vec::len), Some(1));
    let (_, message) = failure(&[&arguments[..], &["nothing"]].concat());
    let (_, known) = message.split_once("there are: ").expect("names");
    assert!(
        known.contains("lower") && !known.contains("9.81"),
        "{known}"
    );
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

#[test]
fn a_folder_is_answered_with_the_robot_files_in_it() {
    let folder = folder();
    for name in ["b.yaml", "a.yml", "Makefile", "notes.md"] {
        std::fs::write(folder.path().join(name), "robot: a\n").expect("written");
    }
    let (code, message) = failure(&["check", path(folder.path())]);
    assert_eq!(code, Some(1));
    let [a, b] = ["a.yml", "b.yaml"].map(|name| folder.path().join(name));
    let meant = format!("did you mean `{}` or `{}`?\n", path(&a), path(&b));
    assert!(message.ends_with(&meant), "{message}");
}

#[test]
fn a_new_file_has_as_many_of_everything_as_there_are_joints() {
    for (dof, title) in [("1", "1 joint "), ("3", "3 joints ")] {
        let text = answer(&["new", "my_arm", "--dof", dof, "-o", "-"]);
        assert!(
            text.contains(&format!("\ntitle: Serial arm with {title}")),
            "{text}"
        );
        let count = |part: &str| text.matches(part).count().to_string();
        assert_eq!(count("- name: link"), dof);
        assert_eq!(count("- {name: m"), dof);
        let gears = text
            .split_once("transmission: [")
            .and_then(|(_, rest)| rest.split_once(']'));
        let gears = gears.map(|(gears, _)| gears.split(", ").count().to_string());
        assert_eq!(gears.as_deref(), Some(dof));
    }
}

/// Those of the same hundred, or all of them; in columns that a terminal has.
#[test]
fn codes_that_are_none_are_answered_with_those_that_are() {
    for (code, among, not) in [
        (
            "AW0499",
            &["AW0401", "AW0403"][..],
            &["AW0101", "AW0701"][..],
        ),
        ("aw0", &["AW0101", "AW0403", "AW0713"], &[]),
        ("grüße", &["AW0101", "AW0403", "AW0713"], &[]),
        ("", &["AW0101"], &[]),
    ] {
        let (exit, message) = failure(&["explain", code]);
        assert_eq!(exit, Some(2), "{code}");
        assert!(
            message.contains(&format!("there is no code `{code}`")),
            "{message}"
        );
        let known = message.split_once("there are: ").expect("codes").1;
        assert!(
            among.iter().all(|code| known.contains(code)),
            "{code}: {known}"
        );
        assert!(
            !not.iter().any(|code| known.contains(code)),
            "{code}: {known}"
        );
    }
    for code in ["AW0007", "aw0403", "AW0713"] {
        let text = answer(&["explain", code]);
        let (head, rest) = text.split_once("\n\n").expect("a head");
        assert_eq!(head, code.to_uppercase());
        assert!(
            rest.lines().all(|line| line.chars().count() <= 88),
            "{text}"
        );
    }
}

/// With what can be known in its place.
#[test]
fn what_cannot_be_known_beforehand_is_said() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge(", armature: true", "")).expect("written");
    for (name, said) in [
        (
            "mx_a",
            "what is known beforehand is physical: `m_a` and `tx_a`\n",
        ),
        ("Lyz_a", "what is known beforehand is physical: `Jyz_a`\n"),
        ("tx_aa", "did you mean `tx_a`?\n"),
        ("Ia_q11", "did you mean `Ia_q1`?\n"),
    ] {
        let (code, message) = failure(&["recover", path(&file), "--known", name]);
        assert_eq!(code, Some(1), "{name}");
        assert!(
            message.contains(&format!("constant `{name}`\n")),
            "{message}"
        );
        assert!(message.ends_with(said), "{name}: {message}");
    }
    let (_, message) = failure(&["recover", path(&file), "--known", "nonsense"]);
    assert!(message.ends_with("constant `nonsense`\n"), "{message}");
}
