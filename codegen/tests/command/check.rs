//! `armwright check` and `armwright parameters`: what is counted, and what is not.

use super::{PENDULUM, answer, armwright, failure, folder, hinge, json, path};

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
    let with_energy = checked("measure: [torque, energy]");
    let line = "  measured            2 (tau_q1, power)\n";
    assert!(with_energy.contains(line), "{with_energy}");
    for usual in ["", "measure: torque"] {
        let text = checked(usual);
        assert!(!text.contains("  measured  "), "{usual}: {text}");
    }
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

/// Weight alone has factors: `-9.81 cos q` and `9.81 sin q`, of one angle; nothing is added.
#[test]
fn the_arithmetic_of_a_function_is_counted_by_kind() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    std::fs::write(&file, hinge("", "")).expect("written");
    let text = answer(&["check", path(&file)]);
    let lines = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    let lines: Vec<_> = lines.collect();
    for line in [
        ["operations", "mul", "add", "sine,", "cosine"].to_vec(),
        ["torque_regressor", "2", "0", "1"].to_vec(),
    ] {
        assert!(lines.contains(&line), "{line:?}: {text}");
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

/// Two joints and two motors with a term of each kind: friction of the first joint and of the first motor, springs at a joint
/// and between bodies.
#[test]
fn drives_are_counted_kind_by_kind() {
    let folder = folder();
    let file = folder.path().join("arm.yaml");
    let checked = |joints: [&str; 2], more: &str| {
        let [first, second] = joints;
        let text = format!(
            "robot: arm\ntitle: Two links\ngravity: [0, 0, -10]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]{first}}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: continuous, axis: [0, 1, 0], \
             origin: {{xyz: [0.5, 0, 0]}}{second}}}}}\n{more}"
        );
        std::fs::write(&file, text).expect("written");
        let text = answer(&["check", path(&file)]);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let all = checked(
        [
            ", friction: [coulomb, viscous, quadratic], spring: true, armature: true",
            ", friction: [coulomb_positive, coulomb_negative, viscous_positive, viscous_negative, offset]",
        ],
        "springs: [{name: s, from: {body: base, at: [0, 0, 0.3]}, to: {body: a, at: [0.2, 0, 0]}}]\n\
         drives: {transmission: [[100, 0], [0, 80]], motors: [{name: m1, friction: [coulomb], rotor_inertia: true}, \
         {name: m2, rotor_inertia: true}]}\n\
         torques:\n- {name: u, joint: q1, expression: cos(q2)}\n- {name: v, joint: q2, expression: q1*qd2}\n",
    );
    let said = "arm: Two links moving bodies 2 (a, b) degrees of freedom 2 (1 revolute, 1 continuous) \
                drives diagonal transmission, 2 motors, 3 armatures and rotors, 2 Coulomb, 1 Coulomb by direction, \
                1 viscous, 1 viscous by direction, 1 quadratic, 1 offsets, 2 springs, 2 torques of its own parameters";
    assert!(all.starts_with(said), "{all}");
    let none = checked(["", ""], "");
    assert!(
        none.contains(" drives none parameters 20 standard"),
        "{none}"
    );
    let coupled = checked(["", ""], "drives: {transmission: [[100, 0], [3, 80]]}\n");
    assert!(
        coupled.contains(" drives coupled transmission parameters"),
        "{coupled}"
    );
}

/// A slide has one element, the mass; what moves with others has no coordinate of its own, and a base has six more.
#[test]
fn what_moves_is_counted_with_what_moves_with_it() {
    let folder = folder();
    let file = folder.path().join("slide.yaml");
    let checked = |more: &str, base: &str| {
        let text = format!(
            "robot: slide\ngravity: [0, 0, -10]\n{base}bodies:\n\
             - {{name: a, parent: base, joint: {{name: p1, type: prismatic, axis: [1, 0, 0]}}}}\n{more}"
        );
        std::fs::write(&file, text).expect("written");
        answer(&["check", path(&file)])
    };
    let alone = checked("", "");
    for line in [
        "  degrees of freedom  1 (1 prismatic)\n",
        "  base parameters     1 of 10\n",
        "  closed form         1 term, 1 independent coefficient\n",
        "\nno warnings\n",
    ] {
        assert!(alone.contains(line), "{line}: {alone}");
    }
    assert!(!alone.contains("moved with others"), "{alone}");
    let followed = checked(
        "- {name: b, parent: base, joint: {name: p2, type: prismatic, axis: [1, 0, 0], coordinate: {p1: -2}}}\n\
         - {name: c, parent: base, joint: {name: p3, type: prismatic, axis: [1, 0, 0], locked: 0.5}}\n",
        "",
    );
    for line in [
        "  moving bodies       3 (a, b, c)\n",
        "  degrees of freedom  1 (1 prismatic)\n",
        "  moved with others   1 (p2)\n",
        "  held                1 (p3)\n",
    ] {
        assert!(followed.contains(line), "{line}: {followed}");
    }
    let floating = checked("", "base: floating\n");
    for line in [
        "  moving bodies       2 (base, a)\n",
        "  degrees of freedom  1 (1 prismatic), and 6 of the base\n",
        "  closed form         none of a base that moves; the factored form serves instead\n",
    ] {
        assert!(floating.contains(line), "{line}: {floating}");
    }
}

/// A dozen rows are named, of more the first dozen.
#[test]
fn of_many_names_the_first_twelve_are_shown() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    let rows = |measure: &str| {
        let more = "\n- {name: b, parent: a, joint: {name: q2, type: revolute, axis: [1, 0, 0]}}\n";
        std::fs::write(&file, hinge("", measure) + more.trim_start()).expect("written");
        let text = answer(&["check", path(&file)]);
        let (_, rows) = text.split_once("\n  measured            ").expect("rows");
        let (rows, _) = rows.split_once("\n  parameters ").expect("an end");
        rows.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let twelve = "fx_a, fy_a, fz_a, tx_a, ty_a, tz_a, fx_b, fy_b, fz_b, tx_b, ty_b, tz_b";
    assert_eq!(rows("measure: {wrench: [a, b]}"), format!("12 ({twelve})"));
    assert_eq!(
        rows("measure: [{wrench: [a, b]}, energy]"),
        format!("13 ({twelve}, ...)")
    );
}

/// A value has at most nine digits, and a warning is counted before it is told.
#[test]
fn values_are_short_and_warnings_are_counted() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    let joint = ", friction: [coulomb, viscous, offset], armature: true, \
                 nominal: {coulomb: 1/3, viscous: 123456.7891234, offset: -2/300000, armature: 0}";
    std::fs::write(&file, hinge(joint, "")).expect("written");
    let text = answer(&["parameters", path(&file)]);
    for (name, value) in [
        ("fc_q1", "0.333333333"),
        ("fv_q1", "123456.789"),
        ("fo_q1", "-0.00000666666667"),
        ("Ia_q1", "0"),
    ] {
        let row = text
            .lines()
            .find(|line| line.trim_start().starts_with(name));
        let row = row.expect("a row");
        assert!(row.ends_with(&format!(" {value}")), "{row}");
    }
    let head = text.lines().next();
    assert_eq!(
        head,
        Some("hinge: 14 standard parameters, 6 base parameters (3 of 10 without drives)")
    );
    // 400 g in place of 0.4 kg.
    let heavy = "  physical: {mass: 900, com: [0, 0, 0.1], inertia: {xx: 9, yy: 9, zz: 9}}\n";
    let robot = hinge("", "").replace(
        "- {name: a, parent: base, joint: ",
        "- name: a\n  parent: base\n  joint: ",
    );
    let robot = robot.replacen("}}\n", &format!("}}\n{heavy}"), 1);
    std::fs::write(&file, robot).expect("written");
    let text = answer(&["check", path(&file)]);
    assert!(text.ends_with("\n1 warning (below)\n"), "{text}");
}

/// A joint without a motor has a place among the motors, and is none.
#[test]
fn joints_without_a_motor_are_counted_apart() {
    let text = answer(&["check", "../tests/driven/hinged.yaml"]);
    let said = "coupled transmission, 2 motors, 1 passive joint, 2 armatures and rotors,";
    assert!(text.contains(said), "{text}");
}

/// One motor is no motors, and as many warnings as are told are counted: too little gravity, and a mass in grams.
#[test]
fn one_is_told_from_several() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    let driven = "drives: {transmission: [50], motors: [{name: m1}]}";
    std::fs::write(&file, hinge("", driven)).expect("written");
    let text = answer(&["check", path(&file)]);
    let said = "\n  drives              diagonal transmission, 1 motor\n";
    assert!(text.contains(said), "{text}");
    let doubtful = "robot: hinge\ngravity: [0, 0, -5.5]\nbodies:\n- name: a\n  parent: base\n  \
                    joint: {name: q1, type: revolute, axis: [0, 1, 0]}\n  \
                    physical: {mass: 900, com: [0, 0, 0.1], inertia: {xx: 9, yy: 9, zz: 9}}\n";
    std::fs::write(&file, doubtful).expect("written");
    let output = armwright(&["check", path(&file)]);
    let [text, remarks] = [output.stdout, output.stderr].map(String::from_utf8);
    let (text, remarks) = (text.expect("text"), remarks.expect("text"));
    assert!(remarks.ends_with("hinge.yaml: 2 warnings\n"), "{remarks}");
    assert!(text.ends_with("\n2 warnings (below)\n"), "{text}");
}

/// Of the arm four numbers of which three show, of the tip two that follow, the friction, and the length that is fitted.
#[test]
fn what_follows_from_what_is_known_is_counted() {
    let folder = folder();
    let file = folder.path().join("planar.yaml");
    let text = "robot: planar\ngravity: [0, 0, -10]\nconstants: {l: {value: 0.5, unit: m, symbolic: true}}\nbodies:\n\
                - {name: arm, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0], friction: [viscous]}}\n\
                - {name: tip, parent: arm, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [l, 0, 0]}}}\n\
                recovery: {known: [m_tip, tz_tip]}\n";
    std::fs::write(&file, text).expect("written");
    let text = answer(&["check", path(&file)]);
    let said = "\n  recovery            4 of 8 unknowns from the 2 that are known\n";
    assert!(text.contains(said), "{text}");
    let lines = format!(
        "{} lines of Rust\n",
        answer(&["generate", path(&file)]).lines().count()
    );
    assert!(text.contains(&lines), "{lines}: {text}");
}

#[test]
fn a_urdf_is_to_be_imported() {
    let folder = folder();
    let urdf = folder.path().join("arm.urdf");
    std::fs::write(&urdf, "<?xml version=\"1.0\"?>\n<robot name=\"arm\"/>\n").expect("written");
    let (code, said) = failure(&["check", path(&urdf)]);
    assert_eq!(code, Some(1));
    assert!(
        said.contains("it begins like XML; `armwright import` makes a robot file of a URDF")
            && said.contains("arm.urdf:1:1"),
        "{said}"
    );
}

/// Of an inertia and an armature that act alike one has to stay; a mass on the axis represents nothing.
#[test]
fn what_the_file_asks_of_base_parameters_and_cannot_be_is_said() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    let told = |asked: &str| {
        let robot = hinge(", armature: true", &format!("base_parameters: {asked}"));
        std::fs::write(&file, robot).expect("written");
        let value = json(&["parameters", path(&file), "--format", "json"]);
        let text = answer(&["parameters", path(&file)]);
        (value, text)
    };
    let (value, text) = told("{drop: [Ia_q1, Lyy_a], keep: [m_a]}");
    assert_eq!(value["not_dropped"], serde_json::json!(["Lyy_a"]), "{text}");
    assert_eq!(value["not_kept"], serde_json::json!(["m_a"]));
    let said = "note: Lyy_a: stays, though `drop` names it: with all of these at zero a combination would be";
    assert!(text.contains(said), "{text}");
    assert!(
        text.contains("note: m_a: represents none, though `keep` names it"),
        "{text}"
    );
    // The summary says it too.
    let summary = answer(&["check", path(&file)]);
    for note in text.lines().filter(|line| line.starts_with("note: ")) {
        assert!(summary.contains(note), "{note}: {summary}");
    }
    let (value, text) = told("{drop: [Ia_q1]}");
    let summary = answer(&["check", path(&file)]);
    assert!(!summary.contains("note:"), "{summary}");
    assert!(value.get("not_dropped").is_none() && value.get("not_kept").is_none());
    assert!(!text.contains("note:"), "{text}");
}

/// The rows by their names, where they are not the torques of all joints.
#[test]
fn parameters_are_told_with_what_is_measured() {
    let folder = folder();
    let file = folder.path().join("hinge.yaml");
    let told = |measure: &str| {
        std::fs::write(&file, hinge("", measure)).expect("written");
        answer(&["parameters", path(&file)])
    };
    let wrench = told("measure: {wrench: a}");
    let said = "\n\nmeasured: fx_a, fy_a, fz_a, tx_a, ty_a, tz_a\n\n";
    assert!(wrench.contains(said), "{wrench}");
    for usual in ["", "measure: torque"] {
        let text = told(usual);
        assert!(!text.contains("\nmeasured: "), "{usual}: {text}");
    }
}

/// Lengths and ratios of lengths, with the values that the file has for them.
#[test]
fn programs_read_every_symbol_with_its_value() {
    let folder = folder();
    let file = folder.path().join("arm.yaml");
    let text = "robot: arm\ngravity: [0, 0, -10]\n\
                constants: {l: {value: 0.4, unit: m, symbolic: true}, n: {value: 1/4, symbolic: true}}\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n\
                - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [l, 0, n]}}}\n";
    std::fs::write(&file, text).expect("written");
    let value = json(&["parameters", path(&file), "--format", "json"]);
    let expected = serde_json::json!([
        {"name": "l", "value": 0.4, "unit": "m"},
        {"name": "n", "value": 0.25, "unit": ""},
    ]);
    assert_eq!(value["symbols"], expected);
}

/// A mass is doubted when the robot is built, and an angle that stands behind it when the file is read.
#[test]
fn warnings_are_in_the_order_of_the_file() {
    let folder = folder();
    let file = folder.path().join("arm.yaml");
    let text = "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n- name: a\n  parent: base\n  \
                joint: {name: q1, type: revolute, axis: [0, 1, 0]}\n  physical: {mass: -1}\n\
                - {name: b, parent: a, joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {rpy: [1.5708, 0, 0]}}}\n";
    std::fs::write(&file, text).expect("written");
    let output = armwright(&["show", "description", path(&file)]);
    assert_eq!(output.status.code(), Some(0));
    let remarks = String::from_utf8(output.stderr).expect("text");
    let said = ["the mass is negative", "almost, but not exactly, pi/2"];
    let places = said.map(|part| remarks.find(part).expect(part));
    assert!(places.is_sorted(), "{remarks}");
}
