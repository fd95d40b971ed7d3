//! `armwright diff`: what is gone, new, or something else, chapter by chapter.

use serde_json::{Value, json};

use super::{answer, armwright, folder, hinge, json as json_of, path};

const ARM: &str = "\
robot: arm
gravity: [0, 0, -9.81]
constants:
  l: {value: 0.2, unit: m, symbolic: true}
bodies:
  - name: a
    parent: base
    joint: {name: q1, type: revolute, axis: [0, 1, 0], limits: {position: [-1, 2]}}
  - name: b
    parent: a
    joint: {name: q2, type: revolute, axis: [0, 1, 0], origin: {xyz: [l, 0, 0]}}
drives:
  transmission: [[50, 0], [30, 40]]
  motors:
    - {name: m1, torque_constant: 0.1}
    - {name: m2}
springs:
  - {name: s, from: {body: base, at: [0, 0, 0.3]}, to: {body: a, at: [0.1, 0, 0]}}
torques:
  - {name: u, joint: q1, expression: q1^2}
";

/// What changed between two robots.
fn difference(old: &str, new: &str) -> Value {
    let folder = folder();
    let [one, other] = ["one.yaml", "other.yaml"].map(|name| folder.path().join(name));
    std::fs::write(&one, old).expect("written");
    std::fs::write(&other, new).expect("written");
    json_of(&["diff", path(&one), path(&other), "--format", "json"])
}

/// The changes of one chapter as names, old and new values.
fn changes(difference: &Value, chapter: &str) -> Vec<[Value; 3]> {
    let changes = difference[chapter].as_array().expect(chapter);
    let change = |change: &Value| ["name", "old", "new"].map(|key| change[key].clone());
    changes.iter().map(change).collect()
}

#[test]
fn each_change_is_in_its_chapter() {
    let new = [
        ("gravity:", "title: Two links\ngravity:"),
        ("value: 0.2", "value: 0.25"),
        ("position: [-1, 2]", "position: [-1, 3], velocity: 4"),
        ("[30, 40]", "[-30, 40]"),
        (", torque_constant: 0.1", ""),
        ("at: [0.1, 0, 0]", "at: [0.15, 0, -1]"),
        ("joint: q1, expression", "motor: m1, expression"),
    ];
    let new = new.iter().fold(ARM.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replacen(old, new, 1)
    });
    let found = difference(ARM, &new);
    for (chapter, expected) in [
        ("robot", json!([["title", "arm", "Two links"]])),
        ("symbols", json!([["l", "0.2 m", "0.25 m"]])),
        (
            "joints",
            json!([[
                "q1",
                "revolute, from base to a, position -1 to 2",
                "revolute, from base to a, position -1 to 3, velocity 4"
            ]]),
        ),
        (
            "drives",
            json!([
                ["m1", "0.1 N·m/A", "no torque constant"],
                [
                    "spring s",
                    "from base at [0, 0, 0.3] to a at [0.1, 0, 0]",
                    "from base at [0, 0, 0.3] to a at [0.15, 0, -1]"
                ],
                ["torque u", "q1^2 on joint q1", "q1^2 on motor m1"],
                ["transmission, row 2", "30*q1 + 40*q2", "-30*q1 + 40*q2"],
            ]),
        ),
        ("nominal values", json!([])),
        ("coefficients", json!([])),
    ] {
        assert_eq!(json!(changes(&found, chapter)), expected, "{chapter}");
    }
}

/// Behind a gear of 100 friction of the motor is 10,000 times that of the joint, by the same name.
#[test]
fn friction_of_a_joint_is_not_that_of_its_motor() {
    let robot = |joint: &str, motor: &str| {
        let drives = format!("drives: {{transmission: [100], motors: [{{name: q1{motor}}}]}}");
        hinge(joint, &drives)
    };
    let friction = ", friction: [viscous]";
    let found = difference(&robot(friction, ""), &robot("", friction));
    let moved = [
        "fv_q1",
        "identifiable, at joint q1",
        "identifiable, at motor q1",
    ];
    assert!(
        changes(&found, "classes of parameters").contains(&moved.map(|text| json!(text))),
        "{found}"
    );
}

/// With a sensor in place of the drives the joints are as they were.
#[test]
fn what_is_measured_is_compared() {
    let links = &ARM[..ARM.find("drives:").expect("drives")];
    let found = difference(links, &format!("{links}measure: {{wrench: a}}\n"));
    let wrench = "fx_a, fy_a, fz_a, tx_a, ty_a, tz_a";
    let measured = ["measured", "tau_q1, tau_q2", wrench].map(|text| json!(text));
    assert!(changes(&found, "robot").contains(&measured), "{found}");
    assert_eq!(changes(&found, "joints"), Vec::<[Value; 3]>::new());
}

#[test]
fn from_the_new_to_the_old_everything_is_the_other_way_round() {
    let new = ARM
        .replace(
            "  - {name: u, joint: q1, expression: q1^2}",
            "  - {name: v, joint: q2, expression: q2^2}",
        )
        .replace(
            "axis: [0, 1, 0], origin",
            "axis: [0, 0, 1], friction: [viscous], origin",
        );
    let (forth, back) = (difference(ARM, &new), difference(&new, ARM));
    let chapters = forth.as_object().expect("chapters");
    let mut seen = 0;
    for chapter in chapters.keys() {
        let swapped = changes(&back, chapter)
            .into_iter()
            .map(|[name, old, new]| [name, new, old]);
        let forth = changes(&forth, chapter);
        assert_eq!(swapped.collect::<Vec<_>>(), forth, "{chapter}");
        seen += usize::from(!forth.is_empty());
    }
    assert!(seen >= 5, "{forth}");
    let gone = [json!("torque u"), json!("q1^2 on joint q1"), Value::Null];
    let come = [json!("torque v"), Value::Null, json!("q2^2 on joint q2")];
    assert_eq!(changes(&forth, "drives"), [gone, come]);
    // About the other axis the second link's weight has an arm in either direction across it.
    let come = [
        json!("fv_q2"),
        Value::Null,
        json!("identifiable, at joint q2"),
    ];
    let seen = ["my_b", "invisible", "identifiable"].map(|text| json!(text));
    let classes = changes(&forth, "classes of parameters");
    for change in [come, seen] {
        assert!(classes.contains(&change), "{change:?}: {forth}");
    }
}

/// Of two links on the base either may be the first one: sums of their positions are written alike.
#[test]
fn sums_of_positions_do_not_depend_on_the_order_of_joints() {
    let robot = |links: [&str; 2], columns: [&str; 2]| {
        let link = |name: &str| {
            let joint = format!("{{name: q_{name}, type: revolute, axis: [0, 1, 0]}}");
            format!("- {{name: {name}, parent: base, joint: {joint}}}\n")
        };
        let [first, second] = columns;
        format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n{}\
             - name: c\n  parent: a\n  \
             joint: {{name: q_c, type: revolute, axis: [0, 1, 0], coordinate: {{q_a: 1, q_b: 2}}}}\n\
             drives: {{transmission: [[{first}], [{second}]], motors: [{{name: m1}}, {{name: m2}}]}}\n\
             torques:\n- {{name: u, joint: q_c, expression: q_c^2}}\n- {{name: v, joint: q_c, expression: velocity(q_c)^3}}\n",
            links.map(link).concat()
        )
    };
    let old = robot(["a", "b"], ["50, 30", "0, 40"]);
    let found = difference(&old, &robot(["b", "a"], ["30, 50", "40, 0"]));
    for chapter in ["joints", "drives"] {
        assert_eq!(
            changes(&found, chapter),
            Vec::<[Value; 3]>::new(),
            "{chapter}"
        );
    }
    // They are there, by their names.
    let found = difference(&old, &old.replace("q_b: 2", "q_b: 3"));
    let joint = [
        "q_c",
        "revolute, from a to c, moves as q_a + 2*q_b",
        "revolute, from a to c, moves as q_a + 3*q_b",
    ];
    assert_eq!(changes(&found, "joints"), [joint.map(|text| json!(text))]);
    let torques = [
        [
            "torque u",
            "(q_a + 2*q_b)^2 on joint q_c",
            "(q_a + 3*q_b)^2 on joint q_c",
        ],
        [
            "torque v",
            "(velocity(q_a) + 2*velocity(q_b))^3 on joint q_c",
            "(velocity(q_a) + 3*velocity(q_b))^3 on joint q_c",
        ],
    ];
    assert_eq!(
        changes(&found, "drives"),
        torques.map(|torque| torque.map(|text| json!(text)))
    );
}

/// A pendulum's plan: what is known, and the formulas of the others.
#[test]
fn plans_are_compared_by_what_becomes_of_each_parameter() {
    let links = &ARM[..ARM.find("drives:").expect("drives")];
    let robot = |known: &str| format!("{links}recovery: {{known: [{known}]}}\n");
    let found = changes(
        &difference(&robot("m_a, l"), &robot("m_a, l, m_b")),
        "recovery",
    );
    let become_known = ["m_b", "not determined", "known"].map(|text| json!(text));
    assert!(found.contains(&become_known), "{found:?}");
    // With a mass the centre of that body is no more than a division.
    let centre = found
        .iter()
        .find(|[name, ..]| name == "tx_b")
        .expect("tx_b");
    assert_eq!(centre[1], "not determined");
    assert!(
        centre[2]
            .as_str()
            .is_some_and(|formula| formula.contains("mx_b/m_b")),
        "{centre:?}"
    );
    // Without a plan there is nothing to compare it with.
    let found = changes(&difference(links, &robot("m_a, l, m_b")), "recovery");
    assert!(
        found
            .iter()
            .all(|[_, old, new]| old.is_null() && !new.is_null()),
        "{found:?}"
    );
    assert!(
        found
            .iter()
            .any(|[name, _, new]| name == "m_a" && new == "known"),
        "{found:?}"
    );
}

/// Five changes of a chapter and a hundred columns, unless everything is asked for.
#[test]
fn long_lists_and_lines_are_cut_unless_all_is_asked_for() {
    let folder = folder();
    let [one, other] = ["one.yaml", "other.yaml"].map(|name| folder.path().join(name));
    let title = "title ".repeat(30);
    let mass =
        "    physical: {mass: 2, com: [1, 1, 1], inertia: {xx: 9, yy: 9, zz: 9}}\n  - name: b";
    let new = ARM.replacen("  - name: b", mass, 1).replacen(
        "gravity:",
        &format!("title: {title}\ngravity:"),
        1,
    );
    std::fs::write(&one, ARM).expect("written");
    std::fs::write(&other, &new).expect("written");
    let text = answer(&["diff", path(&one), path(&other)]);
    // Ten standard parameters of the body have values now: of 2 kg in [1, 1, 1] the first moment is 2 kg m.
    let nominal = changes(&difference(ARM, &new), "nominal values");
    let moment = [json!("mx_a"), Value::Null, json!("2")];
    assert!(nominal.contains(&moment), "{nominal:?}");
    assert!(
        text.contains("\n  nominal values              10 of 10\n"),
        "{text}"
    );
    assert!(text.contains("\n  and 5 more (`--all`)\n"), "{text}");
    let longest = text.lines().map(|line| line.chars().count()).max();
    assert_eq!(longest, Some(100), "{text}");
    let all = answer(&["diff", path(&one), path(&other), "--all"]);
    assert!(
        !all.contains("more (`--all`)") && !all.contains(" ..."),
        "{all}"
    );
    assert!(all.contains(&format!("    + {}\n", title.trim())), "{all}");
    // Neither asks for a code.
    let output = armwright(&["diff", path(&one), path(&other)]);
    assert_eq!(output.status.code(), Some(0));
}

/// A moment of inertia below zero is doubted in the file that has it; what is said of the older file comes first.
#[test]
fn both_files_are_warned_of() {
    let folder = folder();
    let [one, other] = ["one.yaml", "other.yaml"].map(|name| folder.path().join(name));
    let body = |inertia: &str| {
        format!(
            "robot: hinge\ngravity: [0, 0, -10]\nbodies:\n- name: a\n  parent: base\n  \
             joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}\n  \
             physical: {{mass: 1, com: [0, 0, 0], inertia: {{{inertia}}}}}\n"
        )
    };
    let sound = body("xx: 1, yy: 1, zz: 1");
    let [first, second] = ["xx: -1, yy: 1, zz: 1", "xx: 1, yy: -1, zz: 1"].map(body);
    let said = |old: &str, new: &str| {
        std::fs::write(&one, old).expect("written");
        std::fs::write(&other, new).expect("written");
        let output = armwright(&["diff", path(&one), path(&other)]);
        assert_eq!(output.status.code(), Some(0));
        let remarks = String::from_utf8(output.stderr).expect("text");
        let parts = ["xx is negative", "yy is negative", "one.yaml", "other.yaml"];
        let found = parts.map(|part| remarks.match_indices(part).collect::<Vec<_>>());
        let mut found = found.concat();
        found.sort_unstable();
        let mut found: Vec<String> = found.into_iter().map(|(_, part)| part.to_owned()).collect();
        found.dedup();
        found
    };
    let of_both = ["xx is negative", "one.yaml", "yy is negative", "other.yaml"];
    assert_eq!(said(&first, &second), of_both);
    assert_eq!(said(&first, &sound), of_both[..2]);
}

/// Arms whose second joint moves by itself, with the first one, or not at all; whose base moves; of which less is printed.
#[test]
fn how_joints_move_and_what_is_printed_is_compared() {
    let links = &ARM[..ARM.find("drives:").expect("drives")];
    let second = |more: &str| {
        links.replace(
            "type: revolute, axis: [0, 1, 0], origin",
            &format!("type: revolute, axis: [0, 1, 0], {more}, origin"),
        )
    };
    let followed = difference(
        &second("coordinate: {q1: -2, offset: 0.25}"),
        &second("locked: 0.5"),
    );
    assert_eq!(
        json!(changes(&followed, "joints")),
        json!([[
            "q2",
            "revolute, from a to b, moves as -2*q1",
            "revolute, from a to b, held"
        ]])
    );
    let free = difference(
        &second("limits: {effort: 5}"),
        &second("coordinate: {q1: 3}"),
    );
    assert_eq!(
        json!(changes(&free, "joints")),
        json!([[
            "q2",
            "revolute, from a to b, effort 5",
            "revolute, from a to b, moves as 3*q1"
        ]])
    );
    let freedom = ["degrees of freedom", "2", "1"].map(|text| json!(text));
    assert!(changes(&free, "robot").contains(&freedom), "{free}");

    let floating = difference(
        links,
        &links.replacen("bodies:", "base: floating\nbodies:", 1),
    );
    let moves = [json!("base"), Value::Null, json!("it moves")];
    assert!(changes(&floating, "robot").contains(&moves), "{floating}");
    assert_eq!(changes(&floating, "joints"), Vec::<[Value; 3]>::new());
    let coefficients = changes(&floating, "coefficients");
    let reason = coefficients.iter().find(|[name, ..]| name == "closed form");
    let [_, old, new] = reason.expect("a reason");
    assert!(
        old.is_null()
            && new
                .as_str()
                .is_some_and(|new| new.contains("base that moves")),
        "{new}"
    );

    // Gravity has the products of sine or cosine of both angles, four in each torque, and those of the first angle alone:
    // ten terms, where inertia has seven.
    let short = difference(links, &format!("{links}equations: {{budget: 7}}\n"));
    let coefficients = changes(&short, "coefficients");
    for (name, terms) in [("g_1", 6), ("g_2", 4)] {
        let left_out = [
            json!(name),
            Value::Null,
            json!(format!("{terms} terms, not printed")),
        ];
        assert!(coefficients.contains(&left_out), "{coefficients:?}");
    }
    // 9.81 times mass, way to the second axis and height of the second link on it: -9.81 (mx_b cos(q1 + q2)) and so on.
    let gone = [json!("g_2: c1*c2"), json!("-9.81*mx_b"), Value::Null];
    assert!(coefficients.contains(&gone), "{coefficients:?}");
    let names = coefficients
        .iter()
        .map(|[name, ..]| name.as_str().unwrap_or_default());
    assert!(
        names.into_iter().all(|name| !name.starts_with('M')),
        "{coefficients:?}"
    );
}

/// Costs are those of the functions that both have, and a plan's spare equations are numbered.
#[test]
fn operations_and_spare_equations_are_compared() {
    let links = &ARM[..ARM.find("drives:").expect("drives")];
    let slide = links.replace(
        "type: revolute, axis: [0, 1, 0], origin",
        "type: prismatic, axis: [0, 1, 0], origin",
    );
    let operations = changes(&difference(links, &slide), "operations");
    let inertia = operations
        .iter()
        .find(|[name, ..]| name == "inertia_matrix")
        .expect("a function");
    // A slide along the axis has its mass on the diagonal; all that stands beside it is zero.
    let counts = |value: &Value| -> Vec<String> {
        value
            .as_str()
            .expect("text")
            .split(", ")
            .map(|count| {
                count
                    .split_once(' ')
                    .expect("a number and what it counts")
                    .1
                    .to_owned()
            })
            .collect()
    };
    for side in &inertia[1..] {
        assert_eq!(
            counts(side),
            ["multiplications", "additions", "sine and cosine pairs"]
        );
    }
    assert!(
        inertia[2]
            .as_str()
            .is_some_and(|new| new.ends_with(", 0 sine and cosine pairs")),
        "{inertia:?}"
    );
    let robot = |known: &str| format!("{links}recovery: {{known: [{known}]}}\n");
    let found = difference(&robot("m_a, m_b, l"), &robot("m_a, m_b, l, tx_b"));
    let found = changes(&found, "recovery");
    let spare = [json!("spare 1"), Value::Null, json!("mx_b - m_b*tx_b")];
    assert!(found.contains(&spare), "{found:?}");
    let tx_b = ["tx_b", "tx_b = mx_b/m_b", "known"].map(|text| json!(text));
    assert!(found.contains(&tx_b), "{found:?}");
}

/// No equation depends on a nominal number, so that it is as good as its float.
#[test]
fn nominal_numbers_are_decimals_and_compared_as_such() {
    let limited = |low: &str, high: &str| {
        let limits = format!("limits: {{position: [{low}, {high}], effort: 1/3}}");
        ARM.replacen("limits: {position: [-1, 2]}", &limits, 1)
    };
    let degrees = limited("-180deg", "pi/2");
    let same = limited("-3.141592653589793", "1.5707963267948966");
    let found = difference(&degrees, &same);
    assert_eq!(changes(&found, "joints"), Vec::<[Value; 3]>::new());
    let found = difference(&degrees, &limited("-180deg", "120deg"));
    let fact = |high: &str| {
        format!(
            "revolute, from base to a, position -3.141592653589793 to {high}, effort 0.3333333333333333"
        )
    };
    let [_, old, new] = changes(&found, "joints").swap_remove(0);
    assert_eq!(old, json!(fact("1.5707963267948966")));
    assert_eq!(new, json!(fact("2.0943951023931953")));
}

/// Of lines that are cut, what differs is shown.
#[test]
fn what_differs_is_not_cut_off() {
    let folder = folder();
    let file = |name: &str, joint: &str, end: &str| {
        let at = folder.path().join(name);
        let limits = format!("limits: {{position: [-2.25, 2], velocity: 1, effort: {end}}}");
        let text = ARM.replacen("limits: {position: [-1, 2]}", &limits, 1);
        let text = text.replace("name: a\n", &format!("name: {joint}\n"));
        let text = text.replace("body: a", &format!("body: {joint}"));
        std::fs::write(
            &at,
            text.replace("parent: a\n", &format!("parent: {joint}\n")),
        )
        .expect("written");
        at
    };
    let long = "upper_part_of_the_arm_that_stands_on_a_turning_base_of_its_own";
    let [one, other] =
        [("one.yaml", "10"), ("other.yaml", "20")].map(|(name, end)| file(name, long, end));
    let text = answer(&["diff", path(&one), path(&other)]);
    let begins = "... 2, velocity 1, effort ";
    assert!(
        text.contains(&format!("    - {begins}10\n    + {begins}20\n")),
        "{text}"
    );
    // All of it where it is asked for, and where it is short.
    let text = answer(&["diff", path(&one), path(&other), "--all"]);
    assert!(!text.contains("..."), "{text}");
    let [one, other] =
        [("one.yaml", "10"), ("other.yaml", "20")].map(|(name, end)| file(name, "a", end));
    let text = answer(&["diff", path(&one), path(&other)]);
    assert!(
        text.contains(
            "    - revolute, from base to a, position -2.25 to 2, velocity 1, effort 10\n"
        ),
        "{text}"
    );
}

/// A robot whose equations do not know where it stands, or of which they are too long to print, is another one all the same.
#[test]
fn where_joints_are_is_compared() {
    let robot = |joint: &str, second: &str| {
        format!(
            "robot: one\ngravity: [0, 0, -9.81]\nbodies:\n- {{name: a, parent: base, joint: {{name: q1, type: revolute, {joint}}}}}\n\
             - {{name: b, parent: base, joint: {{name: q2, type: revolute, axis: [0, 0, 1], {second}}}}}\n"
        )
    };
    let here = "origin: {xyz: [0.1, 0, 0]}, axis: [0, 0, 1]";
    let old = robot(here, "coordinate: {q1: 2}");
    let at = "at [0.1, 0, 0], axis [0, 0, 1]";
    for (new, expected) in [
        (old.clone(), json!([])),
        (
            robot(
                "origin: {xyz: [0.2, 0, 0]}, axis: [0, 0, 1]",
                "coordinate: {q1: 2}",
            ),
            json!([["q1", at, "at [0.2, 0, 0], axis [0, 0, 1]"]]),
        ),
        (
            robot(
                "origin: {xyz: [0.1, 0, 0], rpy: [0, 0, 90deg]}, axis: [0, 0, 1]",
                "coordinate: {q1: 2}",
            ),
            json!([[
                "q1",
                at,
                "at [0.1, 0, 0], turned by [0, 0, 1.570796326795], axis [0, 0, 1]"
            ]]),
        ),
        (
            robot(
                "origin: {xyz: [0.1, 0, 0]}, axis: [0, 0, -1]",
                "coordinate: {q1: 2}",
            ),
            json!([["q1", at, "at [0.1, 0, 0], axis [0, 0, -1]"]]),
        ),
        (
            robot("dh: {convention: standard, a: 0.1}", "coordinate: {q1: 2}"),
            json!([[
                "q1",
                at,
                "at [0, 0, 0], axis [0, 0, 1], the body at [0.1, 0, 0]"
            ]]),
        ),
        (
            robot(here, "coordinate: {q1: 2, offset: -90deg}"),
            json!([[
                "q2",
                "at [0, 0, 0], axis [0, 0, 1]",
                "at [0, 0, 0], turned by [0, 0, -1.570796326795], axis [0, 0, 1]"
            ]]),
        ),
    ] {
        let found = difference(&old, &new);
        assert_eq!(json!(changes(&found, "frames")), expected, "{new}");
    }
}

/// Weight across the axis is seen in two moments, whichever way it acts; friction is one parameter more.
#[test]
fn what_is_said_of_the_whole_robot_is_compared() {
    let old = hinge("", "title: A hinge\nsource: a book");
    let new = hinge(", friction: [viscous]", "title: A hinge\nsource: a paper");
    let new = new
        .replace("robot: hinge", "robot: leg")
        .replace("[0, 0, -9.81]", "[-9.81, 0, 0]");
    let expected = [
        ["gravity", "[0, 0, -9.81]", "[-9.81, 0, 0]"],
        ["name", "hinge", "leg"],
        ["rank", "3 of 10", "4 of 11"],
        ["source", "a book", "a paper"],
    ];
    let expected = expected.map(|change| change.map(|text| json!(text)));
    assert_eq!(changes(&difference(&old, &new), "robot"), expected);
}

/// Weight alone has factors, `-9.81 cos q` and `9.81 sin q`: without it nothing is left to compute.
#[test]
fn operations_are_compared_by_their_numbers() {
    let old = hinge("", "");
    let new = old.replace("-9.81", "0");
    let found = changes(&difference(&old, &new), "operations");
    let counts = [
        "torque_regressor",
        "2 multiplications, 0 additions, 1 sine and cosine pairs",
        "0 multiplications, 0 additions, 0 sine and cosine pairs",
    ];
    assert!(found.contains(&counts.map(|text| json!(text))), "{found:?}");
}

/// The second coordinate is that of the joint `elbow`, which no file knows by a number. A joint that is locked before it
/// changes that number, and nothing of what follows it.
#[test]
fn joints_are_named_as_the_file_names_them() {
    let robot = |base: &str, factor: &str| {
        let joint = |body: &str, parent: &str, joint: &str| {
            format!(
                "  - {{name: {body}, parent: {parent}, joint: {{type: revolute, axis: [0, 1, 0], origin: {{xyz: [0.4, 0, 0]}}, {joint}}}}}\n"
            )
        };
        let joints = [
            joint("a", "base", &format!("name: q2{base}")),
            joint("b", "a", "name: elbow"),
            joint(
                "c",
                "b",
                &format!("name: wrist, coordinate: {{elbow: {factor}}}"),
            ),
        ];
        let torque = "torques: [{name: u, joint: elbow, expression: elbow + velocity(elbow)^3}]\n";
        format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n{}{torque}",
            joints.concat()
        )
    };
    let old = robot("", "-1");
    let found = difference(&old, &robot("", "-2"));
    let follows = [
        "wrist",
        "revolute, from b to c, moves as -elbow",
        "revolute, from b to c, moves as -2*elbow",
    ];
    assert_eq!(json!(changes(&found, "joints")), json!([follows]));
    let found = difference(&old, &robot(", locked: 0", "-1"));
    let held = [
        "q2",
        "revolute, from base to a",
        "revolute, from base to a, held",
    ];
    assert_eq!(json!(changes(&found, "joints")), json!([held]));
    assert_eq!(json!(changes(&found, "drives")), json!([]));
    let another = old.replace("expression: elbow +", "expression: q2 +");
    let expected = [
        "torque u",
        "elbow + velocity(elbow)^3 on joint elbow",
        "q2 + velocity(elbow)^3 on joint elbow",
    ];
    let found = difference(&old, &another);
    assert_eq!(json!(changes(&found, "drives")), json!([expected]));
}

/// By what it costs a set of knowns is cheap or not, with a plan and without one.
#[test]
fn what_it_costs_to_know_a_parameter_is_compared() {
    let links = &ARM[..ARM.find("drives:").expect("drives")];
    for known in ["", "known: [m_a], "] {
        let robot = |cost: &str| format!("{links}recovery: {{{known}cost: {{{cost}}}}}\n");
        let found = difference(
            &robot("mass: 2"),
            &robot("mass: 2, inertia: 40, centre: 0.5"),
        );
        let expected = [
            ["cost of centre", "2", "0.5"],
            ["cost of inertia", "3", "40"],
        ];
        assert_eq!(json!(changes(&found, "recovery")), json!(expected));
    }
}

/// A joint without a motor has a torque of zero.
#[test]
fn a_joint_that_lost_its_motor_is_a_difference() {
    let links = &ARM[..ARM.find("drives:").expect("drives")];
    let drives = |more: &str| format!("{links}drives: {{side: joint, {more}}}\n");
    let driven = drives("transmission: {q1: 10, q2: 1}, motors: [{name: m1}, {name: q2}]");
    let passive = drives("transmission: {q1: 10}, passive: q2, motors: [{name: m1}]");
    let lost = ["q2", "no torque constant", "passive: no motor"].map(|text| json!(text));
    let found = difference(&driven, &passive);
    assert_eq!(changes(&found, "drives"), [lost], "{found}");
}
