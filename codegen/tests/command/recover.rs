//! `armwright recover`: what is known beforehand.

use super::{answer, failure, folder, hinge, json, path};

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

/// With what can be known in its place.
#[test]
fn what_cannot_be_known_beforehand_is_said() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge(", armature: true", "")).expect("written");
    for (name, said) in [
        (
            "mx_a",
            "  it is a standard parameter; what is known beforehand is physical: `m_a` and `tx_a`\n",
        ),
        (
            "Lyz_a",
            "  it is a standard parameter; what is known beforehand is physical: `Jyz_a`\n",
        ),
        ("tx_aa", "  did you mean `tx_a`?\n"),
        (
            "tx_a=0.1",
            "  formulas are for any value: name `tx_a` alone; values belong to `recover` of the robot's own command\n",
        ),
        ("Ia_q11", "  did you mean `Ia_q1`?\n"),
    ] {
        let (code, message) = failure(&["recover", path(&file), "--known", name]);
        assert_eq!(code, Some(1), "{name}");
        assert!(
            message.ends_with(&format!("constant `{name}`\n{said}")),
            "{message}"
        );
    }
    let (_, message) = failure(&["recover", path(&file), "--known", "nonsense"]);
    assert!(message.ends_with("constant `nonsense`\n"), "{message}");
}

/// A first moment is a mass times a way to the centre: in the robot file, too, both are named that can be known.
#[test]
fn a_first_moment_in_a_robot_file_is_no_known() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge("", "recovery: {known: [mx_a]}")).expect("written");
    let (code, message) = failure(&["recover", path(&file)]);
    assert_eq!(code, Some(1));
    let said = "it must be physical, as `m_a` and `tx_a` are, called";
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(message.contains(said), "{message}");
}

/// Of a pendulum with armature `m tx`, `m tz` and `Jyy + m (tx² + tz²) + Ia` are measured: a mass (1) or a way to the centre
/// (2) completes the former, inertia or armature (3 each) the latter.
#[test]
fn what_to_know_is_told_with_what_it_costs() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    let answered = |physical: &str, arguments: &[&str]| {
        let robot = hinge(", armature: true", "recovery: {known: [ty_a]}");
        let robot = robot.trim_end().strip_suffix('}').expect("a body");
        std::fs::write(&file, format!("{robot}{physical}}}\n")).expect("written");
        let text = answer(&[&["recover", path(&file)], arguments].concat());
        assert!(
            text.lines().all(|line| line.chars().count() <= 100),
            "{text}"
        );
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let physical = ", physical: {mass: 2, com: [0.1, 0, 0.2], inertia: {xx: 1, yy: 1, zz: 1}}";
    let text = answered(physical, &["--suggest"]);
    let open = "3 base parameters depend on 5 of 11 physical parameters, lengths and drive parameters. Known: ty_a. \
                Of 5 unknowns the base parameters determine 0, and 3 independent combinations in all. \
                Knowing ty_a is of no use: no base parameter depends on it. \
                Not determined parameter would be determined by any of \
                m_a tx_a, tz_a tx_a m_a, tz_a tz_a m_a, tx_a \
                Jyy_a m_a and Ia_q1, tx_a and Ia_q1, tz_a and Ia_q1 \
                Ia_q1 m_a and Jyy_a, tx_a and Jyy_a, tz_a and Jyy_a \
                Invisible: no base parameter depends on them ty_a, Jxx_a, Jxy_a, Jxz_a, Jyz_a, Jzz_a";
    assert!(text.contains(open), "{text}");
    let sets = "What to know: the cheapest sufficient sets 2 sets of cost 4. cost known 4 m_a, Jyy_a 4 m_a, Ia_q1";
    let with_values = "Keeping to what has a value in the file (cost 4): m_a, Jyy_a.";
    let additions = "The cheapest additions to what is known cost known";
    assert!(
        text.ends_with(&format!(
            "{sets} {with_values} {additions} 4 m_a, Jyy_a 4 m_a, Ia_q1"
        )),
        "{text}"
    );
    // With the mass inertia or armature is what is missing still; with nothing known there is nothing to add to.
    let text = answered("", &["--suggest", "--known", "m_a"]);
    let without = "No sufficient set keeps to what has a value in the file, which has none of";
    assert!(
        text.ends_with(&format!(
            "{sets} {without} m_a, tx_a, tz_a, Jyy_a, Ia_q1. {additions} 3 Jyy_a 3 Ia_q1"
        )),
        "{text}"
    );
    assert!(
        text.contains("Formulas, in order tx_a = mx_a/m_a tz_a = mz_a/m_a Not determined"),
        "{text}"
    );
    for known in ["", "m_a,Jyy_a"] {
        let text = answered("", &["--suggest", "--known", known]);
        assert!(text.contains(sets) && !text.contains(additions), "{text}");
    }
    assert!(!answered("", &[]).contains("What to know"));
    // What has a value in one body is not enough where another has none.
    let other = "}\n- {name: b, parent: base, joint: {name: q2, type: revolute, axis: [0, 1, 0]}";
    let text = answered(&format!("{physical}{other}"), &["--suggest", "--known", ""]);
    let missing = format!("{without} m_b, tx_b, tz_b, Jyy_b, Ia_q1.");
    assert!(
        text.contains("What to know") && text.contains(&missing),
        "{text}"
    );
}

/// Either of mass and centre says what the other does: each is checked by the other.
#[test]
fn knowns_that_say_the_same_are_said_to_check_each_other() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge("", "")).expect("written");
    let text = answer(&["recover", path(&file), "--known", "m_a,tx_a"]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for name in ["m_a", "tx_a"] {
        let said = format!(
            "{name} need not be known: base parameters and the other knowns determine it. It is taken as given, and a \
             spare equation checks it."
        );
        assert!(text.contains(&said), "{text}");
    }
    for part in [
        "Of 2 unknowns the base parameters determine 2, and 2 independent combinations in all.",
        "Formulas, in order tz_a = mz_a/m_a Jyy_a = Lyy_a - m_a*(tx_a^2 + tz_a^2) \
         Spare equations, to check the rest 0 = mx_a - m_a*tx_a Invisible:",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = answer(&["recover", path(&file), "--suggest"]);
    assert!(text.contains("\nOne set of cost 1.\n"), "{text}");
}

/// Four pendulums, each of which any of four quantities completes: 256 sets, of which a hundred are listed.
#[test]
fn of_many_sets_the_first_hundred_are_listed() {
    let folder = folder();
    let file = folder.path().join("pendulums.yaml");
    let body = |k: usize| {
        format!(
            "- {{name: b{k}, parent: base, joint: {{name: q{k}, type: revolute, axis: [0, 1, 0]}}}}\n"
        )
    };
    let bodies: String = (0..4).map(body).collect();
    let text = format!(
        "robot: pendulums\ngravity: [0, 0, -10]\nbodies:\n{bodies}\
         recovery: {{cost: {{mass: 1/2, centre: 1/2, inertia: 1/2}}}}\n"
    );
    std::fs::write(&file, text).expect("written");
    let text = answer(&["recover", path(&file), "--suggest"]);
    assert!(
        text.contains("\n256 sets (the first 100 are listed) of cost 2.\n"),
        "{text}"
    );
    let listed = text.lines().filter(|line| line.starts_with("  2     "));
    assert_eq!(listed.count(), 100, "{text}");
}

/// Three inertias about one axis: two more are missing for each of the first two, whatever one of them is.
#[test]
fn what_takes_several_more_is_said_to() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    let drives = "drives: {transmission: [50], motors: [{name: m1, rotor_inertia: true}]}";
    std::fs::write(&file, hinge(", armature: true", drives)).expect("written");
    let text = answer(&["recover", path(&file), "--known", ""]);
    let row = |name: &str| {
        let mut rows = text.lines().map(str::trim_start);
        let row = rows.find(|row| row.starts_with(&format!("{name} ")));
        row.expect("a row")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(row("m_a"), "m_a tx_a, tz_a");
    for name in ["Jyy_a", "Ia_q1", "Ia_m1"] {
        assert_eq!(row(name), format!("{name} it takes several more"));
    }
}

/// Without weight and without a length the links turn about one axis, and what they do shows as two inertias.
#[test]
fn special_lengths_are_told_beside_the_plan() {
    let folder = folder();
    let file = folder.path().join("pendulum.yaml");
    let pendulum = include_str!("../../../robots/double_pendulum.yaml");
    let special = pendulum
        .replace("[0, 0, -9.81]", "[0, 0, 0]")
        .replace("value: 0.4", "value: 0");
    std::fs::write(&file, special).expect("written");
    let text = answer(&["recover", path(&file)]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = "With the file's own values of lengths there are only 2 base parameters; `armwright parameters` lists them. \
                What is said here holds for almost all other values.";
    assert!(text.contains(said), "{text}");
    let text = answer(&["parameters", path(&file)]);
    let said = "\nbase parameters with the file's values of lengths: 2, fewer than with almost all others\n  Lyy_";
    assert!(text.contains(said), "{text}");
    let text = answer(&["check", path(&file)]);
    assert!(
        text.contains("2 with the file's values of lengths\n"),
        "{text}"
    );
}

/// Bodies first, then lengths, then drives; of sets that cost the same the first whose values the file has is named.
#[test]
fn quantities_come_in_their_order_and_the_first_set_with_values_is_named() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    let physical = ", physical: {mass: 2, com: [0.1, 0, 0.2], inertia: {xx: 1, yy: 1, zz: 1}}";
    let robot = hinge(", armature: true, nominal: {armature: 3}", "");
    let robot = robot.trim_end().strip_suffix('}').expect("a body");
    let link = "- {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [l, 0, 0]}}}\n";
    let lengths = "constants: {l: {value: 0.5, unit: m, symbolic: true}}\nbodies:";
    let value = |robot: &str| {
        std::fs::write(&file, robot).expect("written");
        json(&[
            "recover",
            path(&file),
            "--known",
            "",
            "--suggest",
            "--format",
            "json",
        ])
    };
    let one = value(&format!("{robot}{physical}}}\n"));
    assert_eq!(
        one["visible"],
        serde_json::json!(["m_a", "tx_a", "tz_a", "Jyy_a", "Ia_q1"])
    );
    // Inertia or armature, both of which have values: the former comes first.
    let sets: Vec<_> = one["suggestions"]
        .as_array()
        .expect("sets")
        .iter()
        .map(|set| set["known"].clone())
        .collect();
    assert_eq!(
        sets,
        [
            serde_json::json!(["m_a", "Jyy_a"]),
            serde_json::json!(["m_a", "Ia_q1"])
        ]
    );
    assert_eq!(
        one["with_values"],
        serde_json::json!({"cost": 4, "known": ["m_a", "Jyy_a"]})
    );
    let two = value(&format!("{robot}{physical}}}\n{link}").replace("bodies:", lengths));
    let visible = [
        "m_a", "tx_a", "tz_a", "Jyy_a", "m_b", "tx_b", "tz_b", "Jyy_b", "l", "Ia_q1",
    ];
    assert_eq!(two["visible"], serde_json::json!(visible));
}

/// Of the lower link any of four numbers says the others. With one of these and one more of the upper one, or with two of the
/// upper one, its centre is known: of these fourteen pairs six are named.
#[test]
fn no_more_than_six_pairs_are_named() {
    let pendulum = "../robots/double_pendulum.yaml";
    let value = json(&["recover", pendulum, "--known", "", "--format", "json"]);
    let entries = value["determined_by"].as_array().expect("a list");
    let of = |name: &str| {
        let entry = entries.iter().find(|entry| entry["parameter"] == name);
        let sets = entry.expect("an entry")["determined_by"].as_array();
        sets.expect("sets").clone()
    };
    let pairs = of("tx_upper");
    assert_eq!(pairs.len(), 6, "{pairs:?}");
    for (k, pair) in pairs.iter().enumerate() {
        let names = pair.as_array().expect("a pair").iter();
        let names: Vec<&str> = names.filter_map(|name| name.as_str()).collect();
        assert_eq!(names.len(), 2, "{names:?}");
        assert!(
            names.iter().any(|name| name.ends_with("_upper")),
            "{names:?}"
        );
        assert!(!pairs[..k].contains(pair), "{names:?}");
    }
    assert_eq!(of("m_upper"), [serde_json::json!(["tz_upper"])]);
}

/// A mass costs 0.5 and one of two inertias 3; where the mass is known an inertia is missing still.
#[test]
fn programs_read_what_to_know_with_costs_as_numbers() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    let robot = hinge(", armature: true", "recovery: {cost: {mass: 1/2}}");
    std::fs::write(&file, robot).expect("written");
    let arguments = ["recover", path(&file), "--suggest", "--format", "json"];
    let value = json(&[&arguments[..], &["--known", "m_a"]].concat());
    let sets = |cost: serde_json::Value, all: [&[&str]; 2]| {
        let set = |known: &[&str]| serde_json::json!({"cost": cost, "known": known});
        serde_json::Value::from(all.map(set).to_vec())
    };
    let all: [&[&str]; 2] = [&["m_a", "Jyy_a"], &["m_a", "Ia_q1"]];
    assert_eq!(
        value["suggestions"],
        sets(serde_json::json!(3.5), all),
        "{value}"
    );
    assert_eq!(value["suggestion_count"], serde_json::json!(2));
    let additions: [&[&str]; 2] = [&["Jyy_a"], &["Ia_q1"]];
    assert_eq!(
        value["additions"],
        sets(serde_json::json!(3), additions),
        "{value}"
    );
}

/// For a first moment of the second body the mass and the centre of that body.
#[test]
fn what_is_physical_is_proposed_of_the_body_that_is_meant() {
    let pendulum = "../robots/double_pendulum.yaml";
    let (code, message) = failure(&["recover", pendulum, "--known", "mx_lower"]);
    assert_eq!(code, Some(1));
    let said = "what is known beforehand is physical: `m_lower` and `tx_lower`\n";
    assert!(message.ends_with(said), "{message}");
}
