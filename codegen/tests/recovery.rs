//! What can be recovered of the wrist and by what, as `armwright recover` answers it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use armwright_codegen::algebra::{Atom, BaseIndex, Poly, Rational, Symbol};
use armwright_codegen::recovery::{Recovery, Spare, Step, StepKind};
use armwright_codegen::{command, derive};
use serde_json::Value;

/// What Hanssen, Hovland and Brogårdh know beforehand (section 4).
const PAPER: &str = "m_a,m_b,l_b1,ty_b,tx_c,Jzz_b,Jzz_c";

const WRIST: &str = include_str!("../../robots/abb_wrist.yaml");

/// The wrist as the paper has it, without drives.
fn wrist() -> String {
    let (before, drives) = WRIST.split_once("\ndrives:").expect("the wrist has drives");
    let (_, after) = drives.split_once("\nequations:").expect("and squares");
    format!("{before}\nequations:{after}")
}

/// What the command answers for a robot file, as JSON.
fn recover(robot: &str, arguments: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("robot.yaml");
    std::fs::write(&file, robot).expect("the robot file can be written");
    let mut line: Vec<OsString> = vec!["armwright".into(), "recover".into(), file.into()];
    line.extend(["--format", "json"].map(Into::into));
    line.extend(arguments.iter().map(|&argument| argument.into()));
    let answer = command::run(line, false, &mut |_| {});
    assert_eq!(answer.code, 0, "{}", answer.remarks);
    serde_json::from_str(&answer.output).expect("JSON")
}

/// The names in a list of the answer, sorted.
fn names<'a>(answer: &'a Value, key: &str) -> Vec<&'a str> {
    let list = answer[key]
        .as_array()
        .unwrap_or_else(|| panic!("{key} is a list: {answer}"));
    let mut names: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
    names.sort_unstable();
    names
}

#[test]
fn the_papers_seven_knowns_leave_one_parameter_free() {
    let answer = recover(&wrist(), &["--known", PAPER]);
    assert_eq!(answer["rank"], 17);
    assert_eq!(answer["rank_proved"], true);
    assert_eq!(names(&answer, "visible").len(), 25);
    assert_eq!(
        names(&answer, "invisible"),
        ["Jxy_a", "Jxz_a", "Jyy_a", "Jyz_a", "Jzz_a", "l_a1", "tx_a"]
    );
    assert_eq!(
        names(&answer, "recoverable"),
        ["Jxy_c", "Jxz_c", "Jyz_b", "ty_a", "tz_a", "tz_b"]
    );
    let undetermined = names(&answer, "undetermined");
    assert_eq!(undetermined.len(), 12);
    assert!(undetermined.contains(&"m_c"));
    // One free direction: each of the twelve would determine all others.
    for entry in answer["determined_by"].as_array().expect("a list") {
        let by = entry["determined_by"].as_array().expect("a list");
        assert_eq!(by.len(), 11, "{entry}");
    }
}

#[test]
fn the_mass_of_the_last_body_completes_them() {
    let known = format!("{PAPER},m_c");
    let answer = recover(&wrist(), &["--known", &known]);
    assert_eq!(names(&answer, "recoverable").len(), 17);
    assert_eq!(names(&answer, "undetermined").len(), 0);
    let steps = answer["steps"].as_array().expect("a list");
    assert_eq!(steps.len(), 17);
    assert!(
        steps.iter().all(|step| step["kind"] == "linear"),
        "{steps:?}"
    );
    let formula = |name: &str| {
        let step = steps.iter().find(|step| step["parameter"] == name);
        step.and_then(|step| step["formula"].as_str())
            .unwrap_or_default()
    };
    // The paper's own, where it is right (section 4; its PG are first moments, up to signs).
    assert_eq!(formula("ty_c"), "my_c/m_c");
    assert_eq!(formula("ty_a"), "(my_a - m_b*ty_b)/m_a");
    assert_eq!(formula("Jxx_c"), "Lxx_c - m_c*(ty_c^2 + tz_c^2)");
}

/// What is said to determine a parameter does: known besides, it leaves it undetermined no longer, and less of it does not.
#[test]
fn what_determines_a_parameter_determines_it_and_nothing_less() {
    let robot = include_str!("../../robots/double_pendulum.yaml");
    let is_open = |known: &[&str], parameter: &str| {
        let answer = recover(robot, &["--known", &known.join(",")]);
        names(&answer, "undetermined").contains(&parameter)
    };
    let answer = recover(robot, &[]);
    for entry in answer["determined_by"].as_array().expect("a list") {
        let parameter = entry["parameter"].as_str().expect("a name");
        let sets = entry["determined_by"].as_array().expect("a list");
        assert!(!sets.is_empty(), "{entry}");
        for set in sets {
            let set: Vec<&str> = set
                .as_array()
                .expect("names")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            assert!(!is_open(&set, parameter), "{set:?} leave {parameter} open");
            for (k, _) in set.iter().enumerate() {
                let others = [&set[..k], &set[k + 1..]].concat();
                assert!(
                    is_open(&others, parameter),
                    "{others:?} determine {parameter}"
                );
            }
        }
    }
}

#[test]
fn forty_four_sets_are_cheapest() {
    let answer = recover(&wrist(), &["--suggest"]);
    assert_eq!(answer["suggestion_count"], 44);
    let sets = answer["suggestions"].as_array().expect("a list");
    assert_eq!(sets.len(), 44);
    let pair = |names: &[&'static str]| -> Vec<(&'static str, &'static str)> {
        let all = names.iter().enumerate();
        all.flat_map(|(at, a)| names[at + 1..].iter().map(move |b| (*a, *b)))
            .collect()
    };
    let without = [
        ("Jxx_a", "Jxx_b"),
        ("Jyy_b", "Jyy_c"),
        ("Jyy_b", "Jzz_c"),
        ("Jyy_c", "Jzz_c"),
    ];
    let mut expected = Vec::new();
    for (first, second) in pair(&["Jxx_a", "Jxx_b", "Jyy_b", "Jzz_b", "Jyy_c", "Jzz_c"]) {
        for y in ["ty_a", "ty_b"] {
            for x in ["tx_b", "tx_c"] {
                let mut set = vec!["m_a", "m_b", "m_c", "l_b1", y, x, first, second];
                set.sort_unstable();
                if !without.contains(&(first, second)) {
                    expected.push(set);
                }
            }
        }
    }
    let mut found: Vec<Vec<&str>> = sets.iter().map(|set| names(set, "known")).collect();
    assert!(sets.iter().all(|set| set["cost"] == 14));
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn rotors_and_friction_are_unknowns_like_others() {
    let answer = recover(WRIST, &[]);
    // The rotor behind motor 1 turns with body a alone: their inertias cannot be told apart.
    assert_eq!(names(&answer, "undetermined"), ["Ia_m1", "Jxx_a"]);
    let recoverable = names(&answer, "recoverable");
    for name in ["Ia_m2", "Ia_m3", "fc_m1", "fv_m3", "Jxx_b"] {
        assert!(recoverable.contains(&name), "{name}: {recoverable:?}");
    }
    let known = "m_a,m_b,m_c,l_b1,ty_b,tx_c,Jzz_b,Jzz_c,Ia_m1";
    let complete = recover(WRIST, &["--known", known]);
    assert_eq!(names(&complete, "undetermined").len(), 0);
    assert_eq!(names(&complete, "recoverable").len(), 25);
}

/// A mass completes a pendulum; with values only where the file has one for it.
#[test]
fn what_to_know_has_values_where_the_file_has_them() {
    let pendulum = |physical: &str| {
        let joint = "{name: q1, type: revolute, axis: [0, 1, 0]}";
        let body = format!("{{name: arm, parent: base, joint: {joint}{physical}}}");
        let text = format!("robot: pendulum\ngravity: [0, 0, -9.81]\nbodies:\n  - {body}\n");
        recover(&text, &["--suggest"])
    };
    let without = pendulum("");
    assert_eq!(names(&without["suggestions"][0], "known"), ["m_arm"]);
    assert_eq!(without["with_values"], Value::Null);
    let inertia = "{xx: 0.1, yy: 0.2, zz: 0.12}";
    let with = pendulum(&format!(
        ", physical: {{mass: 2, com: [0.1, 0, 0.3], inertia: {inertia}}}"
    ));
    assert_eq!(names(&with["with_values"], "known"), ["m_arm"]);
}

/// Armature would be the cheapest to know and has no value: what has one is then chosen by its cost.
#[test]
fn of_what_has_a_value_the_cheapest_is_named() {
    for (costs, known) in [
        ("{drive: 1, inertia: 4, mass: 3, centre: 5}", "m_arm"),
        ("{drive: 1, inertia: 4, mass: 5, centre: 3}", "tx_arm"),
    ] {
        let joint = "{name: q1, type: revolute, axis: [0, 1, 0], armature: true}";
        let physical = "{mass: 2, com: [0.1, 0, 0.3]}";
        let body = format!("{{name: arm, parent: base, joint: {joint}, physical: {physical}}}");
        let text = format!(
            "robot: pendulum\ngravity: [0, 0, -9.81]\nbodies:\n  - {body}\nrecovery:\n  cost: {costs}\n"
        );
        let answer = recover(&text, &["--suggest"]);
        assert_eq!(names(&answer["suggestions"][0], "known"), ["Ia_q1", known]);
        let with_values = &answer["with_values"];
        assert_eq!(names(with_values, "known"), ["Jyy_arm", known]);
        assert_eq!(with_values["cost"].as_f64(), Some(7.0));
    }
}

#[test]
fn what_need_not_be_known_is_said() {
    let known = format!("{PAPER},m_c,tz_a,tx_a");
    let answer = recover(&wrist(), &["--known", &known]);
    assert_eq!(names(&answer, "redundant"), ["m_a", "tz_a"]);
    assert_eq!(
        answer["spare"].as_array().map(Vec::len),
        Some(1),
        "{answer}"
    );
}

#[test]
fn the_page_shows_what_the_command_answers() {
    let page = include_str!("../../docs/recovery.md");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("robot.yaml");
    std::fs::write(&file, wrist()).expect("the robot file can be written");
    let line = ["armwright", "recover", "--known", PAPER].map(OsString::from);
    let line = line.into_iter().chain([file.into()]);
    let answer = command::run(line, false, &mut |_| {});
    assert_eq!(answer.code, 0, "{}", answer.remarks);
    assert!(page.contains(&answer.output), "{}", answer.output);
}

/// The answer for people, for a file of this project.
fn answer(file: &str) -> String {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(file);
    let line: [OsString; 3] = ["armwright".into(), "recover".into(), file.into()];
    let answer = command::run(line, false, &mut |_| {});
    assert_eq!(answer.code, 0, "{}", answer.remarks);
    answer.output
}

#[test]
fn plans_can_be_reviewed() {
    insta::assert_snapshot!("recovery_abb_wrist", answer("robots/abb_wrist.yaml"));
    for plan in [
        "mass_from_inertia",
        "length_by_root",
        "newton_block",
        "spare_equation",
        "fitted_length",
    ] {
        let text = answer(&format!("tests/plans/{plan}.yaml"));
        insta::assert_snapshot!(format!("recovery_{plan}"), text);
    }
}

/// A parallelogram, of which gravity has both lengths times masses and inertia has their squares.
#[test]
fn several_lengths_that_are_fitted_are_spoken_of_as_several() {
    let joint = |name: &str, at: &str, more: &str| {
        format!(
            "joint: {{name: {name}, type: revolute, axis: [0, 1, 0], origin: {{xyz: {at}}}{more}}}"
        )
    };
    let text = format!(
        "robot: palletiser\ngravity: [0, 0, -9.81]\nconstants:\n  l_2: {{value: 0.85, unit: m, symbolic: true}}\n  \
         l_3: {{value: 0.9, unit: m, symbolic: true}}\nbodies:\n- {{name: column, parent: base, joint: {{name: q1, type: \
         revolute, axis: [0, 0, 1]}}}}\n- {{name: lower, parent: column, {}}}\n- {{name: crank, parent: column, {}}}\n\
         - {{name: upper, parent: lower, {}}}\n- {{name: flange, parent: upper, {}}}\n- {{name: head, parent: flange, {}}}\n",
        joint("q2", "[0.2, 0, 0.3]", ""),
        joint("q3", "[0.2, 0, 0.3]", ""),
        joint("elbow", "[0, 0, l_2]", ", coordinate: {q3: 1, q2: -1}"),
        joint("level", "[l_3, 0, 0]", ", coordinate: {q3: -1}"),
        joint("q4", "[0.1, 0, -0.1]", "").replace("[0, 1, 0]", "[0, 0, -1]"),
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("palletiser.yaml");
    std::fs::write(&file, text).expect("the robot file can be written");
    let line: [OsString; 3] = ["armwright".into(), "recover".into(), file.into()];
    let answer = command::run(line, false, &mut |_| {});
    let said = answer
        .output
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let expected = "Fitted with the base parameters: l_2, l_3. Motion determines them by themselves, and no regressor with \
                    other values fits. Base parameters are those with the values fitted, and formulas take these for known.";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_name_that_cannot_be_known_is_explained() {
    let refusal = |known: &str| {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../robots/abb_wrist.yaml");
        let line = ["armwright", "recover", file, "--known", known].map(OsString::from);
        let answer = command::run(line, false, &mut |_| {});
        assert_eq!((answer.code, answer.output.as_str()), (1, ""));
        answer.remarks
    };
    assert!(refusal("m_a,Jxxb").contains("did you mean `Jxx_b`?"));
    assert!(refusal("mx_b").contains("`m_b` and `tx_b`"));
    assert!(refusal("Lyz_c").contains("`Jyz_c`"));
}

#[test]
fn changed_steps_are_a_difference() {
    let folder = tempfile::tempdir().expect("a folder");
    let [old, new] = ["old.yaml", "new.yaml"].map(|name| folder.path().join(name));
    std::fs::write(&old, WRIST).expect("the robot file can be written");
    let changed = WRIST.replace("ty_b, tx_c, Jzz_b", "ty_b, tx_b, Jzz_b");
    std::fs::write(&new, changed).expect("the robot file can be written");
    let line: [OsString; 4] = ["armwright".into(), "diff".into(), old.into(), new.into()];
    let answer = command::run(line, false, &mut |_| {});
    assert_eq!(answer.code, 0, "{}", answer.remarks);
    let changes = "\nrecovery\n  tx_b\n    - tx_b = (mx_b - m_c*(l_b1 + tx_c))/m_b\n    \
                   + known\n  tx_c\n    - known\n    + tx_c = (mx_b - (m_b*tx_b + m_c*l_b1))/m_c\n";
    assert!(answer.output.contains(changes), "{}", answer.output);
}

#[test]
fn a_length_is_not_checked_against_itself() {
    // Wrists of other lengths, with body c's centre moved back, have the same torque.
    let known = "m_a,m_b,m_c,tx_b,ty_b,Jxy_c,Jzz_b,Jzz_c";
    let answer = recover(&wrist(), &["--known", known]);
    assert_eq!(answer["rank"], 16);
    assert_eq!(names(&answer, "undetermined"), ["l_b1", "tx_c"]);
    // Together with either the other one follows.
    let answer = recover(&wrist(), &["--known", &format!("{known},tx_c")]);
    assert_eq!(names(&answer, "undetermined").len(), 0);
    assert!(names(&answer, "recoverable").contains(&"l_b1"));
    assert!(answer.get("fitted").is_none(), "{answer}");
}

#[test]
fn motion_determines_the_length_between_parallel_axes() {
    let pendulum = include_str!("../../robots/double_pendulum.yaml");
    let answer = recover(pendulum, &["--suggest"]);
    assert_eq!(names(&answer, "recoverable"), ["l_1"]);
    assert_eq!(names(&answer, "fitted"), ["l_1"]);
    assert_eq!(answer["suggestions"][0]["cost"], 2);
    assert_eq!(answer["suggestion_count"], 1);
    let arm = include_str!("../../robots/mit_ddarm.yaml");
    let answer = recover(arm, &["--suggest"]);
    assert_eq!(names(&answer, "fitted"), ["l_2"]);
    assert_eq!(answer["suggestions"][0]["cost"], 17);
    assert_eq!(answer["suggestion_count"], 22);
}

/// Geometry of a robot file with some numbers made symbols: name, value, and what is replaced.
fn symbolic(robot: &str, lengths: &[(&str, &str)], changes: &[(&str, &str)]) -> String {
    let constants: String = lengths
        .iter()
        .map(|(name, value)| format!("  {name}: {{value: {value}, unit: m, symbolic: true}}\n"))
        .collect();
    let mut text = robot.replacen("\nbodies:", &format!("\nconstants:\n{constants}bodies:"), 1);
    for (number, name) in changes {
        assert!(text.contains(number), "{number}");
        text = text.replace(number, name);
    }
    text
}

#[test]
fn six_and_seven_axes_have_plans_with_symbols_too() {
    let puma = include_str!("../../robots/puma560.yaml");
    let panda = include_str!("../../robots/panda.yaml");
    let tx40 = include_str!("../../robots/tx40.yaml");
    let cases = [
        ("puma", puma.to_owned(), 36, 54, 0),
        (
            "puma_lengths",
            symbolic(
                puma,
                &[("a_2", "0.4318"), ("d_4", "0.4318")],
                &[("a: 0.4318", "a: a_2"), ("d: 0.4318", "d: d_4")],
            ),
            38,
            56,
            2,
        ),
        ("panda", panda.to_owned(), 43, 64, 0),
        (
            "panda_length",
            symbolic(panda, &[("d_3", "0.316")], &[("d: 0.316", "d: d_3")]),
            44,
            65,
            1,
        ),
        ("tx40", tx40.to_owned(), 61, 81, 0),
        (
            "tx40_lengths",
            symbolic(
                tx40,
                &[("a_3", "0.225"), ("d_4", "0.225")],
                &[
                    ("[0.225, 0, 0.035]", "[a_3, 0, 0.035]"),
                    ("[0, -0.225, 0]", "[0, -d_4, 0]"),
                ],
            ),
            63,
            83,
            2,
        ),
    ];
    for (name, robot, rank, visible, lengths) in cases {
        let answer = recover(&robot, &["--known", "", "--suggest"]);
        assert_eq!(answer["rank"], rank, "{name}");
        assert_eq!(names(&answer, "visible").len(), visible, "{name}");
        assert!(answer["suggestion_count"].as_u64() > Some(100), "{name}");
        let known = names(&answer["suggestions"][0], "known");
        assert_eq!(known.len(), visible - rank, "{name}");
        // Motion determines all of these lengths, so that none has to be known.
        let fitted = |answer: &Value| answer["fitted"].as_array().map_or(0, Vec::len);
        assert_eq!(fitted(&answer), lengths, "{name}");
        let is_length = |name: &&&str| ["a_2", "a_3", "d_3", "d_4"].contains(*name);
        assert_eq!(known.iter().filter(is_length).count(), 0, "{name}");

        let complete = recover(&robot, &["--known", &known.join(",")]);
        assert_eq!(names(&complete, "undetermined").len(), 0, "{name}");
        assert_eq!(names(&complete, "unsolved").len(), 0, "{name}");
        let steps = complete["steps"].as_array().expect("a list");
        assert_eq!(steps.len() + lengths, rank, "{name}");
        assert!(steps.iter().all(|step| step["kind"] == "linear"), "{name}");

        // One fewer leaves something free, and every one of the set is needed.
        let fewer = recover(&robot, &["--known", &known[1..].join(",")]);
        assert!(names(&fewer, "undetermined").contains(&known[0]), "{name}");
        assert_eq!(names(&complete, "redundant").len(), 0, "{name}");
    }
}

#[test]
fn special_values_of_lengths_are_said() {
    let pendulum = include_str!("../../robots/double_pendulum.yaml");
    let weightless = pendulum.replace("[0, 0, -9.81]", "[0, 0, 0]");
    let special = weightless.replace("value: 0.4", "value: 0");
    let answer = recover(&special, &[]);
    // About one axis two inertias are all that is left of four base parameters.
    assert_eq!(answer["base"].as_array().map(Vec::len), Some(4));
    assert_eq!(names(&answer, "base_at_values"), ["Lyy_lower", "Lyy_upper"]);
    assert!(recover(&weightless, &[]).get("base_at_values").is_none());
}

#[test]
fn lengths_that_are_seen_together_have_formulas_in_coefficients() {
    let pendulum = include_str!("../../robots/double_pendulum.yaml");
    let two = pendulum.replace(
        "\n\nbodies:",
        "\n  l_2: {value: 0.1, unit: m, symbolic: true}\n\nbodies:",
    );
    let two = two.replace("[l_1, 0, 0]", "[l_1 + l_2, 0, 0]");
    let answer = recover(&two, &["--known", "m_upper,m_lower"]);
    assert_eq!(names(&answer, "entangled"), ["l_1", "l_2"]);
    assert_eq!(names(&answer, "undetermined"), ["l_1", "l_2"]);
    assert_eq!(names(&answer, "recoverable").len(), 6);
    assert_eq!(names(&answer, "unsolved").len(), 0);
    assert!(
        answer["coefficients"]
            .as_array()
            .is_some_and(|all| all.len() > 6)
    );
    // With one of them known the other one is fitted.
    let answer = recover(&two, &["--known", "m_upper,m_lower,l_2"]);
    assert_eq!(names(&answer, "fitted"), ["l_1"]);
    assert!(answer.get("coefficients").is_none());
}

/// The centre of the lower link along its roll and the length before it show only as a sum, `s`. With the products of
/// inertia known, both `Lxy = Jxy - m ty s` and `Lxz = Jxz - m tz s` have it, so that
/// `ty (Lxz - Jxz) = tz (Lxy - Jxy)` holds without it.
#[test]
fn equations_for_what_stays_unknown_check_each_other() {
    let robot = include_str!("../../tests/plans/eliminated_length.yaml");
    let answer = recover(robot, &["--known", "m_lower,Jxy_lower,Jxz_lower"]);
    let undetermined = names(&answer, "undetermined");
    assert!(undetermined.contains(&"tx_lower") && undetermined.contains(&"l_1"));
    let spare = names(&answer, "spare");
    assert_eq!(spare.len(), 1, "{spare:?}");
    for name in ["Lxy_lower", "Lxz_lower", "Jxy_lower", "Jxz_lower"] {
        assert!(spare[0].contains(name), "{spare:?}");
    }
    // One less, and nothing is left to check with.
    let answer = recover(robot, &["--known", "m_lower,Jxy_lower"]);
    assert!(
        answer
            .get("spare")
            .is_none_or(|s| s == &Value::Array(Vec::new())),
        "{answer}"
    );
}

/// Heights of two centres whose sum of first moments and sum of inertias are measured: either could be the root of a
/// quadratic equation. It is the one of which the file has a value; the shorter equation, that of the first body, if
/// neither has one or both have.
#[test]
fn of_two_roots_that_physics_allows_the_one_with_a_nominal_value_is_taken() {
    let physical =
        ", physical: {mass: 3, com: [0.2, 0.01, -0.02], inertia: {xx: .05, yy: .06, zz: .055}}";
    let nearer = "the one nearer to the nominal -0.02 is taken";
    let larger = "the file has no nominal value: the larger one is taken";
    for (of_a, of_b, parameter, note) in [
        ("", physical, "tz_b", nearer),
        (physical, "", "tz_a", nearer),
        (physical, physical, "tz_a", nearer),
        ("", "", "tz_a", larger),
    ] {
        let text = format!(
            "robot: pair\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [1, 0, 0]}}{of_a}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 0, 1], \
             origin: {{xyz: [0, -0.2, 0]}}}}{of_b}}}\n"
        );
        let answer = recover(&text, &["--known", "Jxx_a,m_a,tx_b,Jyy_b"]);
        let steps = answer["steps"].as_array().expect("a list");
        let quadratic: Vec<&Value> = steps.iter().filter(|s| s["kind"] == "quadratic").collect();
        let [step] = quadratic.as_slice() else {
            panic!("one quadratic step: {steps:?}");
        };
        assert_eq!(step["parameter"], parameter);
        let said = step["note"].as_str().expect("a note");
        assert!(said.contains(note), "{said}");
    }
}

/// A carriage on a rail along the rocker's axis, where nothing weighs it. In both ways to the rocker's centre its mass
/// has a part, and in their inertia: mass or either way is the root of a quadratic equation. Of the mass physics takes one,
/// of the others the nominal value would.
#[test]
fn a_root_that_physics_chooses_is_taken_before_one_that_is_nearest() {
    let physical =
        "physical: {mass: 3, com: [0.2, 0.01, -0.02], inertia: {xx: .05, yy: .06, zz: .055}}";
    let text = format!(
        "robot: rail\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}, {physical}}}\n\
         - {{name: b, parent: a, joint: {{name: q2, type: prismatic, axis: [0, 1, 0], \
         origin: {{xyz: [0.4, 0, 0]}}}}, {physical}}}\n\
         measure: {{torque: q1}}\n"
    );
    let answer = recover(&text, &["--known", "m_a,Jyy_a,tx_b,tz_b,Jyy_b"]);
    let steps = answer["steps"].as_array().expect("a list");
    let kinds: Vec<(&Value, &Value)> = steps
        .iter()
        .map(|s| (&s["parameter"], &s["kind"]))
        .collect();
    assert_eq!(*kinds[0].0, "m_b");
    assert_eq!(*kinds[0].1, "quadratic");
    let note = steps[0]["note"].as_str().expect("a note");
    assert!(
        note.contains("m_b is positive: the positive root is taken"),
        "{note}"
    );
    assert_eq!(kinds.len(), 3);
    assert!(
        kinds[1..].iter().all(|(_, kind)| *kind == "linear"),
        "{kinds:?}"
    );
    assert_eq!(names(&answer, "undetermined").len(), 0);
}

/// Three links in a plane: the first length is fitted and a number to what is measured, the other two are seen as
/// their sum `s` only. Each link has `Lyy`, `mx` and `mz`, and the last one turns on the second by `s mx` and `s mz`; on
/// the first one by the same functions times a number.
#[test]
fn coefficients_take_a_fitted_length_for_known() {
    let body = |name: &str, parent: &str, x: &str| {
        format!(
            "- {{name: {name}, parent: {parent}, joint: {{name: joint_{name}, type: revolute, \
             axis: [0, 1, 0], origin: {{xyz: [{x}, 0, 0]}}}}}}\n"
        )
    };
    let text = format!(
        "robot: planar\ngravity: [0, 0, -9.81]\nconstants:\n  l_1: {{value: 0.4, unit: m, symbolic: true}}\n  \
         l_2: {{value: 0.3, unit: m, symbolic: true}}\n  l_3: {{value: 0.2, unit: m, symbolic: true}}\nbodies:\n{}{}{}",
        body("a", "base", "0"),
        body("b", "a", "l_1"),
        body("c", "b", "l_2 + l_3"),
    );
    let answer = recover(&text, &["--known", "m_a,m_b,m_c"]);
    assert_eq!(names(&answer, "fitted"), ["l_1"]);
    assert_eq!(names(&answer, "entangled"), ["l_2", "l_3"]);
    let coefficients = answer["coefficients"].as_array().expect("a list");
    let mut found: Vec<&str> = coefficients
        .iter()
        .filter_map(|coefficient| coefficient["expression"].as_str())
        .collect();
    let mut expected = [
        "Lyy_a + m_b*l_1^2 + m_c*l_1^2",
        "mx_a + m_b*l_1 + m_c*l_1",
        "mz_a",
        "Lyy_b + m_c*(2*l_2*l_3 + l_2^2 + l_3^2)",
        "mx_b + m_c*(l_2 + l_3)",
        "mz_b",
        "Lyy_c",
        "mx_c",
        "mz_c",
        "mx_c*(l_2 + l_3)",
        "mz_c*(l_2 + l_3)",
    ];
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

/// The recovery of a file of plans.
fn planned(text: &str) -> Recovery {
    let (derivation, _) = derive("robot.yaml", text).expect("a good robot file");
    derivation.recovery.expect("a plan")
}

#[test]
fn a_step_is_the_sum_of_its_powers() {
    for text in [
        include_str!("../../tests/plans/spare_equation.yaml"),
        include_str!("../../tests/plans/length_by_root.yaml"),
        include_str!("../../tests/plans/newton_block.yaml"),
    ] {
        let Recovery { system, plan } = planned(text);
        for step in &plan.steps {
            let Some((powers, unknown)) = step.powers(&system) else {
                assert_eq!(step.kind, StepKind::Newton);
                assert!(step.unknowns.len() > 1);
                continue;
            };
            let quantity = system.quantity_of(unknown);
            assert_eq!(quantity, Some(step.unknowns[0]));
            let sum = powers.iter().rev().fold(Poly::zero(), |sum, factor| {
                assert_eq!(factor.degree(unknown), 0);
                sum * Poly::atom(unknown) + factor
            });
            assert_eq!(sum, step.equations[0]);
            let is_linear = step.kind == StepKind::Linear;
            assert_eq!(powers[2].is_zero(), is_linear, "{step:?}");
        }
    }
}

/// By Sarrus' rule.
#[test]
fn three_equations_together_are_divided_by_the_determinant_of_their_derivatives() {
    let Recovery { system, plan } = planned(include_str!("../../tests/plans/newton_block.yaml"));
    let mut together = plan.steps.iter().filter(|step| step.unknowns.len() == 3);
    let step = together.next().expect("a step of three");
    let rows = step.jacobian(&system);
    for (row, equation) in rows.iter().zip(&step.equations) {
        for (entry, &unknown) in row.iter().zip(&step.unknowns) {
            assert_eq!(*entry, equation.partial(system.quantities[unknown].atom));
        }
    }
    let product = |k: usize, l: usize, m: usize| &rows[0][k] * &rows[1][l] * &rows[2][m];
    let along = product(0, 1, 2) + product(1, 2, 0) + product(2, 0, 1);
    let against = product(2, 1, 0) + product(0, 2, 1) + product(1, 0, 2);
    let divisor = step.divisor(&system).expect("few enough");
    assert!(!divisor.is_zero());
    assert_eq!(divisor, along - against);
    // Of as many equations as unknowns, each its unknown, it is one; of more than six it is not written out.
    let each_its_own = |count: usize| {
        let unknowns: Vec<usize> = (0..count).collect();
        let atoms: Vec<Atom> = system.atoms(&unknowns);
        let step = Step {
            unknowns,
            equations: atoms.into_iter().map(Poly::atom).collect(),
            kind: StepKind::Newton,
        };
        step.divisor(&system)
    };
    assert_eq!(each_its_own(6), Some(Poly::one()));
    assert_eq!(each_its_own(7), None);
}

/// Three pendulums of one base. Of `n` the inertia alone is unknown, which nothing divides; of `b` both ways to the centre,
/// over a mass that is known; of `c` one way to it, over a mass that is recovered itself, over the other way.
#[test]
fn what_is_divided_by_a_number_comes_first_and_by_what_is_recovered_last() {
    let body = |name: &str| {
        format!(
            "- {{name: {name}, parent: base, joint: {{name: q_{name}, type: revolute, axis: [0, 0, 1]}}}}\n"
        )
    };
    let text = format!(
        "robot: three\ngravity: [0, -9.81, 0]\nbodies:\n{}{}{}",
        body("c"),
        body("b"),
        body("n")
    );
    let known = "tx_c,Jzz_c,m_b,Jzz_b,m_n,tx_n,ty_n";
    let answer = recover(&text, &["--known", known]);
    let steps = answer["steps"].as_array().expect("a list");
    let text = |step: &Value, key: &str| step[key].as_str().expect("a text").to_owned();
    let order: Vec<(String, String)> = steps
        .iter()
        .map(|step| (text(step, "parameter"), text(step, "divisor")))
        .collect();
    let expected = [
        ("Jzz_n", ""),
        ("m_c", "tx_c"),
        ("tx_b", "m_b"),
        ("ty_b", "m_b"),
        ("ty_c", "m_c"),
    ];
    assert_eq!(order, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}

/// An arm, the armature of its joint and the rotor behind a gear turn together: of three inertias that show as one sum
/// the other two determine each.
#[test]
fn what_shows_in_one_sum_is_determined_by_all_others_in_it() {
    let text = "robot: geared\ngravity: [0, 0, 0]\nbodies:\n- {name: arm, parent: base, joint: {name: q1, \
                type: revolute, axis: [0, 0, 1], armature: true}}\n\
                drives: {transmission: [50], motors: [{name: m1, rotor_inertia: true}]}\n";
    let sets = |known: &str| -> Vec<(String, Value)> {
        let answer = recover(text, &["--known", known]);
        let entries = answer["determined_by"].as_array().expect("a list").iter();
        entries
            .map(|entry| {
                let parameter = entry["parameter"].as_str().expect("a name");
                (parameter.to_owned(), entry["determined_by"].clone())
            })
            .collect()
    };
    let of = |parameter: &str, by: Value| (parameter.to_owned(), by);
    let pair = |a: &str, b: &str| serde_json::json!([[a, b]]);
    let expected = [
        of("Jzz_arm", pair("Ia_q1", "Ia_m1")),
        of("Ia_q1", pair("Jzz_arm", "Ia_m1")),
        of("Ia_m1", pair("Jzz_arm", "Ia_q1")),
    ];
    assert_eq!(sets("m_arm,tx_arm,ty_arm"), expected);
    // Of two each determines the other, and of four it takes more than two.
    let one = |a: &str| serde_json::json!([[a]]);
    let expected = [of("Ia_q1", one("Ia_m1")), of("Ia_m1", one("Ia_q1"))];
    assert_eq!(sets("m_arm,tx_arm,ty_arm,Jzz_arm"), expected);
    let none = serde_json::json!([]);
    let more = ["ty_arm", "Jzz_arm", "Ia_q1", "Ia_m1"];
    assert_eq!(
        sets("m_arm,tx_arm"),
        more.map(|parameter| of(parameter, none.clone()))
    );
}

/// Beside a double pendulum of two lengths in a row an arm with a roll, whose origin may be anywhere on its axis.
fn arm_and_pendulum() -> String {
    let length = |name: &str| format!("  {name}: {{value: 0.4, unit: m, symbolic: true}}\n");
    let body = |name: &str, parent: &str, axis: &str, x: &str| {
        format!(
            "- {{name: {name}, parent: {parent}, joint: {{name: joint_{name}, type: revolute, \
             axis: {axis}, origin: {{xyz: [{x}, 0, 0]}}}}}}\n"
        )
    };
    let lengths = ["l_1", "l_2", "l_3"].map(length).concat();
    let bodies = [
        body("arm", "base", "[0, 1, 0]", "0"),
        body("roll", "arm", "[1, 0, 0]", "l_1"),
        body("upper", "base", "[0, 1, 0]", "0"),
        body("lower", "upper", "[0, 1, 0]", "l_2 + l_3"),
    ];
    format!(
        "robot: two\ngravity: [0, 0, -9.81]\nconstants:\n{lengths}bodies:\n{}",
        bodies.concat()
    )
}

#[test]
fn a_length_that_the_regressor_takes_up_is_not_entangled_with_others() {
    let answer = recover(&arm_and_pendulum(), &[]);
    assert_eq!(names(&answer, "entangled"), ["l_2", "l_3"]);
    assert!(names(&answer, "undetermined").contains(&"l_1"));
    let two = arm_and_pendulum().replace("l_2 + l_3", "l_2");
    let answer = recover(&two, &[]);
    assert_eq!(names(&answer, "fitted"), ["l_2"]);
    assert!(answer.get("entangled").is_none(), "{answer}");
}

/// Moving the roll's origin along its axis, and its body back in its frame, is the same robot: all base parameters stay.
/// At the file's length they are what they are called by.
#[test]
fn base_parameters_by_a_length_that_may_be_wrong_are_those_of_the_same_robot() {
    let (derivation, _) = derive("robot.yaml", &arm_and_pendulum()).expect("a good robot file");
    let by_lengths = derivation
        .by_lengths()
        .expect("provable")
        .expect("a length");
    let mechanism = &derivation.mechanism;
    let lengths = by_lengths.lengths.iter();
    let lengths: Vec<&str> = lengths
        .map(|k| mechanism.constants[*k].name.as_str())
        .collect();
    assert_eq!(lengths, ["l_1"]);
    let length = Atom::Symbol(Symbol::Constant(by_lengths.lengths[0]));
    let standard = |name: &str| {
        let place = mechanism.parameters.position(|p| p.name == name);
        Atom::Symbol(Symbol::Standard(place.expect("a parameter")))
    };
    let [m, mx, my, mz] = ["m", "mx", "my", "mz"].map(|c| standard(&format!("{c}_roll")));
    let moved = Poly::constant(Rational::new(1, 7));
    let square = Poly::constant(Rational::new(1, 49));
    let twice = Poly::constant(Rational::new(2, 7));
    let atom = Poly::atom;
    let back: BTreeMap<Atom, Poly> = [
        (length, atom(length) + &moved),
        (mx, atom(mx) - &moved * atom(m)),
        (
            standard("Lyy_roll"),
            atom(standard("Lyy_roll")) - &twice * atom(mx) + &square * atom(m),
        ),
        (
            standard("Lzz_roll"),
            atom(standard("Lzz_roll")) - &twice * atom(mx) + &square * atom(m),
        ),
        (
            standard("Lxy_roll"),
            atom(standard("Lxy_roll")) + &moved * atom(my),
        ),
        (
            standard("Lxz_roll"),
            atom(standard("Lxz_roll")) + &moved * atom(mz),
        ),
    ]
    .into();
    let at_file = |other| match other {
        Atom::Symbol(Symbol::Constant(k)) => Poly::constant(mechanism.constants[k].value.clone()),
        other => atom(other),
    };
    let mut changed = 0;
    for (k, poly) in by_lengths.base.enumerate() {
        let same =
            poly.substitute(|atom| back.get(&atom).cloned().unwrap_or_else(|| Poly::atom(atom)));
        assert_eq!(same, *poly);
        changed += usize::from(poly.degree(length) > 0);
        let parameter = &derivation.base.base[k];
        let others = parameter.others.iter().map(|(&other, ratio)| {
            assert_eq!(ratio.denominator, Poly::one());
            &ratio.numerator * atom(Atom::Symbol(Symbol::Standard(other)))
        });
        let own = atom(Atom::Symbol(Symbol::Standard(parameter.representative)));
        let named = others.fold(own, |sum, term| sum + term);
        assert_eq!(poly.substitute(at_file), named.substitute(at_file));
    }
    assert!(changed >= 4, "only {changed}");
}

/// By hand: of `m_lower + Lzz_upper/a1^2 - mx_lower/a2` the inertia is `a1^2` times what is left without the others.
#[test]
fn base_parameters_with_several_denominators_are_solved() {
    let body = |name: &str, parent: &str, x: &str| {
        format!(
            "- {{name: {name}, parent: {parent}, joint: {{name: joint_{name}, type: revolute, \
             axis: [0, 0, 1], origin: {{xyz: [{x}, 0, 0]}}}}}}\n"
        )
    };
    let text = format!(
        "robot: planar\ngravity: [0, 0, -9.81]\nconstants:\n  a1: {{value: 0.4, unit: m, symbolic: true}}\n  \
         a2: {{value: 0.3, unit: m, symbolic: true}}\nbodies:\n{}{}{}\
         base_parameters: {{keep: [m_hand, m_lower], drop: [Lzz_upper, mx_lower]}}\n",
        body("upper", "base", "0"),
        body("lower", "upper", "a1"),
        body("hand", "lower", "a2"),
    );
    let known = "a1,a2,m_upper,m_lower,m_hand,tx_upper,ty_upper";
    let answer = recover(&text, &["--known", known]);
    let base = answer["base"].as_array().expect("a list").iter();
    let base: Vec<&str> = base
        .filter_map(|base| base["expression"].as_str())
        .collect();
    for expected in [
        "m_lower + Lzz_upper/(a1^2) - mx_lower/a2",
        "m_hand + mx_lower/a2",
    ] {
        assert!(base.contains(&expected), "{base:?}");
    }
    let steps = answer["steps"].as_array().expect("a list");
    let formula = |name: &str| {
        let step = steps.iter().find(|step| step["parameter"] == name);
        step.and_then(|step| step["formula"].as_str())
            .unwrap_or_default()
    };
    assert_eq!(formula("tx_lower"), "(a2*beta_m_hand - m_hand*a2)/m_lower");
    assert_eq!(
        formula("Jzz_upper"),
        "(a1^2*a2*beta_m_lower + m_lower*a1^2*(tx_lower - a2) \
         - m_upper*a2*(tx_upper^2 + ty_upper^2))/a2"
    );
    assert_eq!(names(&answer, "undetermined").len(), 0);
}

/// Nothing but its products of inertia is known of the last body: `mx` and `my` are measured, and stand for the mass
/// times the centre in `Lxz = Jxz - mx tz` and `Lyz = Jyz - my tz`. One of these gives `tz`, the other checks it.
#[test]
fn a_product_that_is_measured_needs_no_factor_of_it() {
    let text = "robot: wrist\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [1, 0, 0]}}\n\
                - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 0, 1]}}\n";
    let answer = recover(text, &["--known", "Jxz_b,Jyz_b"]);
    assert_eq!(names(&answer, "recoverable"), ["tz_b"]);
    assert_eq!(answer["steps"][0]["formula"], "(-Lxz_b + Jxz_b)/mx_b");
    assert_eq!(names(&answer, "spare"), ["tz_b*my_b + Lyz_b - Jyz_b"]);
    // Ten equations with all but that one independent.
    assert_eq!(answer["rank_proved"], true);
    let answer = recover(text, &["--known", "Jyz_b"]);
    assert_eq!(answer["steps"][0]["formula"], "(-Lyz_b + Jyz_b)/my_b");
    // Without the check the other product of inertia follows.
    assert_eq!(names(&answer, "recoverable"), ["Jxz_b", "tz_b"]);
}

/// Of a pendulum `m tx`, `m ty` and `Jzz + m (tx² + ty²) + Ia` are measured: each of mass and centre determines the others
/// of these, and with one of them inertia or armature the other; two of these three say no more than one.
#[test]
fn pairs_that_determine_a_parameter_are_all_named() {
    let text = "robot: pendulum\ngravity: [0, -9.81, 0]\nbodies:\n- {name: arm, parent: base, joint: {name: q1, \
                type: revolute, axis: [0, 0, 1], armature: true}}\n";
    let answer = recover(text, &["--known", ""]);
    let by = |parameter: &str| {
        let mut entries = answer["determined_by"].as_array().expect("a list").iter();
        let entry = entries.find(|entry| entry["parameter"] == parameter);
        entry.expect("an entry")["determined_by"].clone()
    };
    assert_eq!(by("m_arm"), serde_json::json!([["tx_arm"], ["ty_arm"]]));
    assert_eq!(by("ty_arm"), serde_json::json!([["m_arm"], ["tx_arm"]]));
    for (parameter, other) in [("Jzz_arm", "Ia_q1"), ("Ia_q1", "Jzz_arm")] {
        let pairs = ["m_arm", "tx_arm", "ty_arm"].map(|of_weight| [of_weight, other]);
        assert_eq!(by(parameter), serde_json::json!(pairs), "{parameter}");
    }
}

/// Four pendulums, each of which mass, either way to the centre, or inertia completes: 256 sets, if all cost the same.
#[test]
fn all_sets_are_counted_and_a_hundred_are_listed() {
    let pendulums = |count: usize| {
        let body = |k| {
            format!(
                "- {{name: b{k}, parent: base, joint: {{name: q{k}, type: revolute, axis: [0, 0, 1]}}}}\n"
            )
        };
        let bodies: String = (0..count).map(body).collect();
        let text = format!(
            "robot: pendulums\ngravity: [0, -9.81, 0]\nbodies:\n{bodies}\
             recovery:\n  cost: {{mass: 2, centre: 2, inertia: 2}}\n"
        );
        recover(&text, &["--known", "", "--suggest"])
    };
    for (count, sets) in [(1, 4), (3, 64), (4, 256)] {
        let answer = pendulums(count);
        assert_eq!(answer["suggestion_count"], sets);
        let listed = answer["suggestions"].as_array().expect("a list");
        assert_eq!(listed.len(), sets.min(100));
        for (k, set) in listed.iter().enumerate() {
            assert_eq!(set["cost"].as_f64(), Some(2.0 * count as f64));
            assert_eq!(names(set, "known").len(), count);
            assert!(!listed[..k].contains(set), "{set}");
        }
    }
}

/// Six base parameters and the length that is fitted with them are all independent, although most of what they are made
/// of stays open.
#[test]
fn a_rank_is_proved_where_all_that_is_measured_is_independent() {
    let pendulum = include_str!("../../robots/double_pendulum.yaml");
    let answer = recover(pendulum, &["--known", ""]);
    assert_eq!(names(&answer, "fitted"), ["l_1"]);
    let base = answer["base"].as_array().map(Vec::len);
    assert_eq!(answer["rank"].as_u64(), base.map(|count| count as u64 + 1));
    assert_eq!(answer["rank_proved"], true);
    assert!(names(&answer, "undetermined").len() > 7);
}

#[test]
fn a_residual_is_what_its_base_parameter_has_too_much() {
    let base = BaseIndex::from(2);
    let own = Poly::atom(Atom::Symbol(Symbol::Base(base)));
    let other = Poly::atom(Atom::Symbol(Symbol::Base(0.into())));
    let residual = |equation: Poly| Spare { base, equation }.residual();
    let expected = &own - other.scale(&Rational::new(3, 2));
    let twice = own.scale(&Rational::from(-2)) + other.scale(&Rational::from(3));
    assert_eq!(residual(twice), expected);
    assert_eq!(residual(expected.clone()), expected);
    // What stands at the base parameter is divided by only if it is a number.
    let product = &own * &other + &other;
    assert_eq!(residual(product.clone()), product);
}

/// A link at 0.5 on an arm in a plane, without its mass: `mx = m_a tx_a + m_b/2` and `Lyy = Jyy_a + m_a (tx_a² + tz_a²) +
/// m_b/4`. The mass and `tx_a` are both roots of quadratic equations. That of `tx_a` is the shorter one,
/// `Lyy - mx/2 = Jyy_a + m_a (tx_a² + tz_a² - tx_a/2)`; of the mass physics takes the root.
#[test]
fn a_longer_equation_is_taken_if_physics_chooses_its_root() {
    let physical =
        "physical: {mass: 3, com: [0.2, 0.01, -0.02], inertia: {xx: .05, yy: .06, zz: .055}}";
    let text = format!(
        "robot: planar\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}, {physical}}}\n\
         - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0], \
         origin: {{xyz: [0.5, 0, 0]}}}}}}\n"
    );
    let answer = recover(&text, &["--known", "m_a,Jyy_a"]);
    let steps = answer["steps"].as_array().expect("a list");
    let quadratic: Vec<&Value> = steps.iter().filter(|s| s["kind"] == "quadratic").collect();
    let [step] = quadratic.as_slice() else {
        panic!("one quadratic step: {steps:?}");
    };
    assert_eq!(step["parameter"], "m_b");
    assert_eq!(names(&answer, "undetermined").len(), 0);
}

/// A rocker with two carriages on rails along its axis, where nothing weighs them: `mx` and `mz` have both masses, and
/// `Lyy` has them and an inertia. It takes two equations to isolate a mass, and three for the inertia.
fn rails(of_b: &str, known: &str) -> Value {
    let carriage = |name: &str, place: &str| {
        format!(
            "- {{name: {name}, parent: a, joint: {{name: q_{name}, type: prismatic, axis: [0, 1, 0], \
             origin: {{xyz: {place}}}}}}}\n"
        )
    };
    let text = format!(
        "robot: rails\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n{}{}\
         measure: {{torque: q1}}\n",
        carriage("b", of_b),
        carriage("c", "[0, 0, 0]")
    );
    recover(
        &text,
        &[
            "--known",
            &format!("m_a,tx_a,tz_a,tx_b,tz_b,tx_c,tz_c,{known}"),
        ],
    )
}

#[test]
fn what_the_fewest_equations_isolate_is_recovered_first() {
    for (known, inertia) in [
        ("Jyy_b,Jyy_c", "Jyy_a"),
        ("Jyy_a,Jyy_c", "Jyy_b"),
        ("Jyy_a,Jyy_b", "Jyy_c"),
    ] {
        let answer = rails("[0, 0, 0]", known);
        let steps = answer["steps"].as_array().expect("a list");
        assert!(steps.iter().all(|step| step["kind"] == "linear"));
        let mut order: Vec<&str> = steps
            .iter()
            .filter_map(|step| step["parameter"].as_str())
            .collect();
        order[..2].sort_unstable();
        assert_eq!(order, ["m_b", "m_c", inertia]);
    }
}

/// Where a rail is off the axis one of `mx` and `mz` has another term. Both isolate the first mass; the second one is then
/// had from the shorter of them.
#[test]
fn the_shorter_equation_is_left_for_what_follows() {
    for (of_b, shorter, longer) in [
        ("[0.4, 0, 0]", "mz_a", "mx_a"),
        ("[0, 0, 0.4]", "mx_a", "mz_a"),
    ] {
        let answer = rails(of_b, "Jyy_b,Jyy_c");
        let formula = |k: usize| answer["steps"][k]["formula"].as_str().expect("a formula");
        let has = |k: usize, name: &str| formula(k).contains(name);
        assert!(has(0, shorter) && has(0, longer), "{}", formula(0));
        assert!(has(1, shorter) && !has(1, longer), "{}", formula(1));
    }
}

/// Without weight a link turns on the other one by `l mx`, `l mz` alone: a regressor with another length finds other first
/// moments. One with a length of zero has none of these functions, so that nothing can be said of what it finds.
#[test]
fn a_length_that_the_regressor_cannot_have_taken_up_is_not_said_to_be() {
    let pendulum = include_str!("../../robots/double_pendulum.yaml");
    let weightless = pendulum.replace("[0, 0, -9.81]", "[0, 0, 0]");
    let lengths = |text: &str| -> Option<Vec<String>> {
        let (derivation, _) = derive("robot.yaml", text).expect("a good robot file");
        let by_lengths = derivation.by_lengths().expect("provable")?;
        let constants = &derivation.mechanism.constants;
        let names = by_lengths
            .lengths
            .iter()
            .map(|k| constants[*k].name.clone());
        Some(names.collect())
    };
    assert_eq!(lengths(&weightless), Some(vec!["l_1".to_owned()]));
    let special = weightless.replace("value: 0.4", "value: 0");
    assert_ne!(special, weightless);
    assert_eq!(lengths(&special), None);
}

/// Rockers with carriages on rails along their axes, `mx`, `mz` and `Lyy` of each: of so many carriages the mass is not
/// known, of so many more it is, all on rails at a place, with one inertia unknown or none. The first mass recovered.
fn first_of_rockers(rockers: [(usize, usize, &str, bool); 2]) -> String {
    let (mut bodies, mut known, mut measured) = (String::new(), Vec::new(), Vec::new());
    for (k, (open, more, place, is_inertia_open)) in rockers.into_iter().enumerate() {
        bodies += &format!(
            "- {{name: r{k}, parent: base, joint: {{name: q{k}, type: revolute, axis: [0, 1, 0]}}}}\n"
        );
        measured.push(format!("{{torque: q{k}}}"));
        known.push(format!("m_r{k},tx_r{k},tz_r{k}"));
        known.extend((!is_inertia_open).then(|| format!("Jyy_r{k}")));
        for at in 0..open + more {
            let name = format!("c{k}{at}");
            bodies += &format!(
                "- {{name: {name}, parent: r{k}, joint: {{name: q_{name}, type: prismatic, axis: [0, 1, 0], \
                 origin: {{xyz: {place}}}}}}}\n"
            );
            known.push(format!("tx_{name},tz_{name},Jyy_{name}"));
            known.extend((at >= open).then(|| format!("m_{name}")));
        }
    }
    let text = format!(
        "robot: rockers\ngravity: [0, 0, -9.81]\nbodies:\n{bodies}measure: [{}]\n",
        measured.join(", ")
    );
    let answer = recover(&text, &["--known", &known.join(",")]);
    let first = answer["steps"][0]["parameter"].as_str();
    first.expect("a parameter").to_owned()
}

/// Two masses of the second rocker take two equations, three of the first one three, although the two are longer; of two
/// times two the shorter ones are combined first.
#[test]
fn few_equations_are_combined_before_many_and_short_ones_before_long_ones() {
    let off_axis = "[0.4, 0, 0.3]";
    let first = first_of_rockers([(3, 0, "[0, 0, 0]", false), (2, 4, off_axis, true)]);
    assert!(first.starts_with("m_c1"), "{first}");
    let first = first_of_rockers([(2, 0, off_axis, true), (2, 0, "[0, 0, 0]", true)]);
    assert!(first.starts_with("m_c1"), "{first}");
    let first = first_of_rockers([(2, 0, "[0, 0, 0]", true), (2, 0, off_axis, true)]);
    assert!(first.starts_with("m_c0"), "{first}");
}

/// Body `a` is given by its inertia about the centre. That of `b` is given about the origin: the mass at its centre,
/// `t = (1, -1, 2)`, has `2 (6·1 - t tᵀ)` of it. Body `c` has no mass, and no centre; of `d` no inertia is given, so that all
/// of its mass is at the centre.
#[test]
fn nominal_inertias_are_about_the_centre_of_mass() {
    let body = |name: &str, given: &str| {
        format!(
            "- {{name: {name}, parent: base, joint: {{name: q_{name}, type: revolute, axis: [0, 1, 0]}}{given}}}\n"
        )
    };
    let Recovery { system, .. } = planned(&format!(
        "robot: bodies\ngravity: [0, 0, -10]\nbodies:\n{}{}{}{}{}recovery: {{known: [m_a]}}\n",
        body(
            "a",
            ", physical: {mass: 2, com: [0.5, -0.25, 1], \
             inertia: {xx: 3, xy: 0.25, xz: -0.5, yy: 4, yz: 0.125, zz: 5}}"
        ),
        body("b", ", standard: [2, 2, -2, 4, 16, 2.5, -4.25, 15, 5, 11]"),
        body("c", ", standard: [0, 0, 0, 0, 2, 0.5, -0.25, 3, 0.125, 4]"),
        body("d", ", physical: {mass: 3, com: [0.5, 0.25, -1]}"),
        body("e", ""),
    ));
    let names = [
        "m", "tx", "ty", "tz", "Jxx", "Jxy", "Jxz", "Jyy", "Jyz", "Jzz",
    ];
    let all = |ten: [f64; 10]| ten.map(Some);
    let mut weightless = all([0.0, 0.0, 0.0, 0.0, 2.0, 0.5, -0.25, 3.0, 0.125, 4.0]);
    weightless[1..4].fill(None);
    for (body, expected) in [
        (
            "a",
            all([2.0, 0.5, -0.25, 1.0, 3.0, 0.25, -0.5, 4.0, 0.125, 5.0]),
        ),
        (
            "b",
            all([2.0, 1.0, -1.0, 2.0, 6.0, 0.5, -0.25, 5.0, 1.0, 7.0]),
        ),
        ("c", weightless),
        (
            "d",
            all([3.0, 0.5, 0.25, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        ),
        ("e", [None; 10]),
    ] {
        for (name, expected) in names.into_iter().zip(expected) {
            let name = format!("{name}_{body}");
            let mut quantities = system.quantities.iter();
            let quantity = quantities.find(|quantity| quantity.name == name);
            let nominal = quantity.expect("a quantity").nominal.as_ref();
            assert_eq!(nominal.map(Rational::to_f64), expected, "{name}");
        }
    }
}

/// A centre is a length, and an inertia about it stays one.
#[test]
fn each_kind_of_quantity_has_its_own_cost_and_unit() {
    let Recovery { system, .. } = planned(
        "robot: pendulum\ngravity: [0, 0, -9.81]\nconstants: {l: {value: 0.4, unit: m, symbolic: true}}\nbodies:\n\
         - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0], armature: true}}\n\
         - {name: fore, parent: arm, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [l, 0, 0]}}}\n\
         recovery: {known: [m_fore], cost: {mass: 5, length: 6, centre: 7, inertia: 8, drive: 9}}\n",
    );
    for (name, unit, cost) in [
        ("m_arm", "kg", 5),
        ("tx_arm", "m", 7),
        ("ty_arm", "m", 7),
        ("tz_arm", "m", 7),
        ("Jxx_arm", "kg·m²", 8),
        ("Jyz_arm", "kg·m²", 8),
        ("l", "m", 6),
        ("Ia_q1", "kg·m²", 9),
    ] {
        let mut quantities = system.quantities.iter();
        let quantity = quantities.find(|quantity| quantity.name == name);
        let quantity = quantity.expect("a quantity");
        assert_eq!(quantity.unit, unit, "{name}");
        assert_eq!(quantity.cost, Rational::from(cost), "{name}");
    }
}
