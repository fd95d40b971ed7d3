//! The `armwright` binary as a user meets it: answers, exit codes, and errors that help.
mod check;
#[cfg(unix)]
mod compile;
mod diff;
mod export;
mod import;
mod library;
mod new;
mod recover;
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
    assert!(!remarks.contains('\u{1b}'), "no terminal: {remarks:?}");
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

/// Neither the file that is read nor a project of somebody else is replaced, whatever the path is written like.
#[test]
fn what_a_command_reads_is_never_what_it_writes() {
    let folder = folder();
    let [robot, again, urdf, values] =
        ["a.yaml", "./a.yaml", "a.urdf", "values.yaml"].map(|name| folder.path().join(name));
    let text = hinge("", "");
    std::fs::write(&robot, &text).expect("written");
    std::fs::write(&values, "{}\n").expect("written");
    answer(&["export", path(&robot), "-o", path(&urdf)]);
    let model = std::fs::read_to_string(&urdf).expect("a URDF");
    let (robot, again, urdf, values) = (path(&robot), path(&again), path(&urdf), path(&values));
    for arguments in [
        &["equations", robot, "-o", again][..],
        &["generate", robot, "-o", again],
        &["compile", robot, "-o", again],
        &["export", robot, "-o", again],
        &["export", robot, "--parameters", values, "-o", values],
        &["import", urdf, "-o", urdf],
    ] {
        let (code, said) = failure(arguments);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("is the file that is read"), "{said}");
    }
    let manifest = folder.path().join("Cargo.toml");
    std::fs::write(&manifest, "[package]\n").expect("written");
    let (code, said) = failure(&["generate", robot, "--c", path(folder.path())]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("Cargo.toml"), "{said}");
    let read = |file: &str| std::fs::read_to_string(file).expect("a file");
    assert_eq!(read(robot), text);
    assert_eq!(read(urdf), model);
    assert_eq!(read(values), "{}\n");
    assert_eq!(read(path(&manifest)), "[package]\n");
    assert!(!folder.path().join("src").exists());
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
    let why = "/no/such/out.rs`: the folder that it belongs into is not there; make it first\n";
    assert!(
        message.contains("cannot write `") && message.ends_with(why),
        "{message}"
    );
    for (place, why) in [
        (
            folder.path().to_owned(),
            "it is a folder; name a file in it",
        ),
        (
            file.join("in.rs"),
            "what should be a folder is a file; name another place",
        ),
    ] {
        let (code, message) = failure(&["generate", PENDULUM, "-o", path(&place)]);
        assert_eq!(code, Some(1));
        assert!(message.ends_with(&format!(": {why}\n")), "{message}");
    }
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
    for bad in ["fn", "My Arm", "x: y", "arm # x", "", "1arm"] {
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

/// As on a disk that is full.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let output = Command::new(env!("CARGO_BIN_EXE_armwright"))
        .args(["new", "my_arm", "-o", "-"])
        .stdout(full.expect("a device"))
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(1));
    let remarks = String::from_utf8_lossy(&output.stderr);
    assert!(
        remarks.starts_with("error: cannot write the output: "),
        "{remarks}"
    );
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

/// By name, whichever was written first; a folder without any has none to offer.
#[test]
fn of_many_robot_files_in_a_folder_the_first_three_are_named() {
    let folder = folder();
    let answered = || failure(&["check", path(folder.path())]);
    let offered = |names: &[&str]| {
        let names: Vec<String> = names
            .iter()
            .map(|name| format!("`{}`", path(&folder.path().join(name))))
            .collect();
        format!("did you mean {}?\n", names.join(" or "))
    };
    let (code, message) = answered();
    assert_eq!(code, Some(1));
    assert!(!message.contains("did you mean"), "{message}");
    let mut names = Vec::new();
    for (name, count) in [
        ("e.yaml", 1),
        ("b.yml", 2),
        ("d.yaml", 3),
        ("a.yaml", 3),
        ("c.yml", 3),
    ] {
        std::fs::write(folder.path().join(name), "robot: a\n").expect("written");
        names.push(name);
        names.sort_unstable();
        let (code, message) = answered();
        assert_eq!(code, Some(1));
        let offered = offered(&names[..count]);
        assert!(message.ends_with(&offered), "{offered}: {message}");
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

/// Values of a body are physical, about its centre of mass, or standard, about its joint; those left out beside others are
/// zero, and a body of which none is given has no inertia.
#[test]
fn export_takes_values_about_the_centre_or_about_the_joint() {
    let folder = folder();
    let file = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("written");
        file
    };
    let robot = file(
        "arm.yaml",
        "robot: arm\ngravity: [0, 0, -10]\nbodies:\n  \
         - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1]}}\n  \
         - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 0, 1]}}\n  \
         - {name: c, parent: b, joint: {name: q3, type: revolute, axis: [0, 0, 1]}}\n",
    );
    let exported = |values: &str| {
        let values = file("values.yaml", values);
        armwright(&["export", path(&robot), "--parameters", path(&values)])
    };
    // Of b, 4 kg at 0.5 m along x: Lyy and Lzz have 1 kg·m² of them.
    let output = exported(
        "{m_a: 2, tx_a: 0.5, tz_a: -0.25, Jxx_a: 0.125, Jyy_a: 0.25, Jzz_a: 0.25, Jxz_a: 0.0625, \
         m_b: 4, mx_b: 2, Lxx_b: 0.25, Lyy_b: 1.25, Lzz_b: 1.5}",
    );
    let text = String::from_utf8_lossy(&output.stdout);
    for (name, centre, mass, inertia) in [
        (
            "a",
            "0.5 0.0 -0.25",
            "2.0",
            [0.125, 0.0, 0.0625, 0.25, 0.0, 0.25],
        ),
        ("b", "0.5 0.0 0.0", "4.0", [0.25, 0.0, 0.0, 0.25, 0.0, 0.5]),
    ] {
        let start = text.find(&format!("<link name=\"{name}\">"));
        let link = &text[start.unwrap_or_else(|| panic!("{name}: {text}"))..];
        let link = &link[..link.find("</link>").expect("its end")];
        assert!(
            link.contains(&format!("<origin xyz=\"{centre}\"/>")),
            "{link}"
        );
        assert!(
            link.contains(&format!("<mass value=\"{mass}\"/>")),
            "{link}"
        );
        for (element, value) in ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"]
            .iter()
            .zip(inertia)
        {
            assert!(
                link.contains(&format!("{element}=\"{value:?}\"")),
                "{element}: {link}"
            );
        }
    }
    assert!(text.contains("<link name=\"c\"/>"), "{text}");
    let remarks = String::from_utf8_lossy(&output.stderr);
    assert!(remarks.contains("`c` has no inertia"), "{remarks}");
    for (values, what) in [
        ("{m_a: 2, tx_a: 0.5, mx_a: 1}", "`tx_a`"),
        ("{m_a: 2, Lxx_a: 0.5, Jyy_a: 1}", "`Jyy_a`"),
        ("{m_d: 2}", "`m_d`"),
    ] {
        let output = exported(values);
        let remarks = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && remarks.contains(what),
            "{values}: {remarks}"
        );
    }
}

/// Files of the folder, and of `robots` where the command is called, whichever is called like the one that was meant.
#[test]
fn a_file_that_is_not_there_may_be_called_otherwise_or_be_elsewhere() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("robots")).expect("a folder");
    for name in [
        "arm6.yaml",
        "leg.yml",
        "robots/arm6.yaml",
        "robots/hand.yaml",
    ] {
        std::fs::write(folder.path().join(name), hinge("", "")).expect("written");
    }
    let said = |name: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_armwright"))
            .args(["check", name])
            .current_dir(folder.path())
            .output()
            .expect("the binary runs");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).expect("text")
    };
    for (name, meant) in [
        (
            "arm.yaml",
            "\n  did you mean `arm6.yaml` or `robots/arm6.yaml`?",
        ),
        ("Leg.yaml", "\n  did you mean `leg.yml`?"),
        ("hands.yaml", "\n  did you mean `robots/hand.yaml`?"),
        ("submarine.yaml", ""),
    ] {
        assert_eq!(
            said(name),
            format!("error: there is no file `{name}`{meant}\n")
        );
    }
}

/// What is written is said with its length.
#[test]
fn what_goes_into_a_file_is_said() {
    let folder = folder();
    let file = folder.path().join("out");
    for command in ["equations", "generate"] {
        let output = armwright(&[command, PENDULUM, "-o", path(&file)]);
        let remarks = String::from_utf8(output.stderr).expect("text");
        let lines = std::fs::read_to_string(&file)
            .expect("written")
            .lines()
            .count();
        assert_eq!(remarks, format!("wrote {} ({lines} lines)\n", path(&file)));
        assert!(output.stdout.is_empty());
    }
    let version = format!("armwright {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(answer(&["--version"]), version);
    let same = answer(&["diff", PENDULUM, PENDULUM]);
    assert_eq!(
        same,
        "no difference: same joints, frames, equations, parameters and operations\n"
    );
}

/// Where a robot has no closed form the recursion stands in its place, and where it measures its torques they do; what a robot
/// has nothing for is refused, and nothing is written.
#[test]
fn functions_that_are_asked_for_and_are_not_there_are_said() {
    let folder = folder();
    let [robot, file] = ["hinge.yaml", "hinge.rs"].map(|name| folder.path().join(name));
    let generated = |more: &str, only: &str| {
        let _ = std::fs::remove_file(&file);
        std::fs::write(&robot, hinge("", more)).expect("written");
        let line = ["generate", path(&robot), "--only", only, "-o", path(&file)];
        let output = armwright(&line);
        let remarks = String::from_utf8(output.stderr).expect("text");
        assert_eq!(
            output.status.code(),
            Some(i32::from(!file.exists())),
            "{remarks}"
        );
        remarks
    };
    let wrote = format!("wrote {} (", path(&file));
    let remarks = generated("", "closed_form_torque,element_bases");
    assert!(remarks.starts_with(&wrote), "{remarks}");
    let floating = "there is no closed form of a base that moves; the factored form serves instead";
    for (more, only, expected) in [
        ("base: floating", "closed_form_torque", format!("note: `inverse_dynamics` is in the place of `closed_form_torque`: {floating}\n{wrote}")),
        ("", "measured_regressor", format!("note: `torque_regressor` is in the place of `measured_regressor`: what it measures (`measure`) is the torques\n{wrote}")),
        ("base: floating", "gravity_torques,element_bases", format!("error: hinge has no function `element_bases`: {floating}\n")),
        ("base: floating", "slotine_li_regressor", "error: hinge has no function `slotine_li_regressor`: its base moves\n".to_owned()),
        ("measure: energy", "element_bases", "error: hinge has no function `element_bases`: what it measures (`measure`) does not make the coefficients of its closed form\n".to_owned()),
    ] {
        let remarks = generated(more, only);
        assert!(remarks.starts_with(&expected), "{remarks}");
    }
}

/// One parameter with the groups that it is in, as it stands and as physical ones.
#[test]
fn one_parameter_is_shown_with_its_groups() {
    let of = |name: &str| {
        json(&[
            "show",
            "identifiability",
            PENDULUM,
            "--element",
            name,
            "--format",
            "json",
        ])
    };
    let mass = of("m_lower");
    assert_eq!(mass["standard"]["name"], "m_lower");
    assert_eq!(mass["standard"]["class"], "combined");
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|entry| entry["name"].as_str().expect("a name").to_owned())
            .collect()
    };
    // mx_upper + l m_lower and Lyy_upper + l² m_lower.
    assert_eq!(names(&mass["base"]), ["mx_upper", "Lyy_upper"]);
    assert_eq!(names(&mass["physical"]), ["m_lower"]);
    let length = of("l_1");
    assert_eq!(names(&length["physical"]), ["l_1"]);
    assert_eq!(length["standard"], Value::Null);
}

/// The kinetic energy of a moment along the lower link of a double pendulum is `m l cos(q2) qd1 (qd1 + qd2)`.
#[test]
fn what_a_parameter_multiplies_is_named_by_row_and_column() {
    let element = ["--element", "mx_lower", "--format", "json"];
    let shown = json(&[&["show", "dynamics", PENDULUM][..], &element[..]].concat());
    assert_eq!(
        shown["inertia"],
        serde_json::json!({"M_11": "2*l_1*c2", "M_12": "l_1*c2"})
    );
}

#[cfg(unix)]
#[test]
fn a_hard_link_is_the_file_that_is_read() {
    let folder = folder();
    let [robot, link] = ["a.yaml", "b.yaml"].map(|name| folder.path().join(name));
    let text = hinge("", "");
    std::fs::write(&robot, &text).expect("written");
    std::fs::hard_link(&robot, &link).expect("a link");
    let (code, said) = failure(&["generate", path(&robot), "-o", path(&link)]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("is the file that is read"), "{said}");
    assert_eq!(std::fs::read_to_string(&robot).expect("a file"), text);
}

#[test]
fn negative_numbers_are_out_of_range() {
    for arguments in [
        &["new", "arm", "--dof", "-1"][..],
        &["generate", PENDULUM, "--c", "lib", "--window", "-3"],
    ] {
        let (code, said) = failure(arguments);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(" is not in 1..="), "{said}");
    }
}
