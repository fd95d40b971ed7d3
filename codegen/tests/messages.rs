//! What a user sees: the rendered message for each file of the corpus of bad robot files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use armwright_codegen::diagnostic::{CODES, Diagnostics, Severity, explain, nearest};
use armwright_codegen::mechanism::{load, load_bytes, load_file};
use armwright_codegen::urdf::import;
use armwright_codegen::{GenerateError, derive};

fn corpus() -> Vec<(String, Vec<u8>)> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/bad");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "yaml" || extension == "urdf")
        })
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            let name = name.strip_suffix(".yaml").unwrap_or(&name).to_owned();
            (name, std::fs::read(&path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

/// Everything that is said about a file, be it refused or only warned of.
fn said(name: &str, bytes: &[u8]) -> Diagnostics {
    if name.ends_with(".urdf") {
        let text = String::from_utf8_lossy(bytes);
        return import(name, &text).expect_err("mistakes");
    }
    match load_bytes(&format!("{name}.yaml"), bytes) {
        // A robot without mistake may have no equations.
        Ok((_, warnings)) if warnings.is_empty() => {
            match derive(&format!("{name}.yaml"), &String::from_utf8_lossy(bytes)) {
                Err(GenerateError::Faulty(mistakes)) => mistakes,
                _ => warnings,
            }
        }
        Ok((_, warnings)) => warnings,
        Err(mistakes) => mistakes,
    }
}

#[test]
fn messages() {
    let files = corpus();
    assert!(files.len() > 70, "only {} files", files.len());
    for (name, bytes) in files {
        let said = said(&name, &bytes);
        assert!(!said.is_empty(), "nothing was said about {name}");
        insta::assert_snapshot!(name, said.render(false));
    }
}

#[test]
fn every_message_has_a_place_and_every_error_a_remedy() {
    for (name, bytes) in corpus() {
        for diagnostic in said(&name, &bytes).iter() {
            let whole_file = diagnostic.code == "AW0003";
            assert!(
                whole_file || !diagnostic.labels.is_empty(),
                "{name}: {diagnostic:?}"
            );
            if diagnostic.severity == Severity::Error && diagnostic.code != "AW0103" {
                let remedy = diagnostic.help.is_some()
                    || diagnostic.labels.iter().any(|l| !l.text.is_empty());
                assert!(
                    remedy || diagnostic.code == "AW0205" || diagnostic.code == "AW0209",
                    "{name}: {diagnostic:?}"
                );
            }
        }
    }
}

#[test]
fn every_code_is_explained_and_occurs() {
    let codes: BTreeSet<&str> = CODES.iter().map(|&(code, _)| code).collect();
    assert_eq!(codes.len(), CODES.len(), "a code is explained twice");
    let written = CODES.iter().map(|&(code, _)| code);
    assert!(written.is_sorted(), "codes ascend");
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (name, bytes) in corpus() {
        for diagnostic in said(&name, &bytes).iter() {
            assert!(
                explain(diagnostic.code).is_some(),
                "{name}: {} is unexplained",
                diagnostic.code
            );
            seen.insert(diagnostic.code);
        }
    }
    // Files too large to keep, and one that does not exist.
    let large = "# a comment\n".repeat(100_000);
    let many = format!("robot: [{}]\n", "1,".repeat(60_000));
    for text in [large, many] {
        seen.extend(
            said("large", text.as_bytes())
                .iter()
                .map(|diagnostic| diagnostic.code),
        );
    }
    let missing = load_file(Path::new("no/such/robot.yaml")).expect_err("no such file");
    seen.extend(missing.iter().map(|diagnostic| diagnostic.code));
    assert_eq!(
        codes.difference(&seen).collect::<Vec<_>>(),
        Vec::<&&str>::new()
    );
}

/// Sines, elements and torques have numbers of coordinates, of which there are two; the length of a spring has its name. Energy
/// is that of links and of the spring: there are no drives.
#[test]
fn names_that_equations_have_for_something_else_are_doubted() {
    for (name, doubted) in [
        ("s2", true),
        ("s3", false),
        ("s0", false),
        ("qdd1", true),
        ("tau_2", true),
        ("M_12", true),
        ("PG_14", true),
        ("l_coil", true),
        ("l_arm", false),
        ("T", true),
        ("V", true),
        ("V_springs", true),
        ("T_drives", false),
        ("T1", false),
        ("G", false),
        ("q_m", false),
        ("tau_m", false),
        ("c", false),
        ("c1_", false),
        ("a1", false),
    ] {
        for (constants, torques) in [
            (
                format!("constants: {{{name}: {{value: 0.4, unit: m, symbolic: true}}}}\n"),
                String::new(),
            ),
            (
                String::new(),
                format!("torques: [{{name: {name}, joint: q1, expression: sin(q1)^3}}]\n"),
            ),
        ] {
            let text = format!(
                "robot: arm\ngravity: [0, 0, -9.81]\n{constants}bodies:\n  \
                 - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n  \
                 - {{name: tip, parent: base, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n\
                 springs: [{{name: coil, from: {{body: base, at: [0, 0, 0.3]}}, to: {{body: arm, at: [0.2, 0, 0]}}}}]\n\
                 {torques}"
            );
            let (_, warnings) = load("arm.yaml", &text).expect("a robot");
            let said: Vec<_> = warnings.iter().map(|warning| warning.code).collect();
            assert_eq!(said, vec!["AW0317"; usize::from(doubted)], "{text}");
        }
    }
}

/// Motors have positions and torques by their names, those of numbers by `motor_`; velocities and friction where there is
/// something that depends on these. Where a transmission lists none they are `m1` and `m2`.
#[test]
fn names_that_equations_have_for_motors_are_doubted() {
    let listed = "motors: [{name: m1}, {name: 2}]";
    let rubbing = "motors: [{name: m1, friction: [viscous]}, {name: 2}]";
    let heavy = "motors: [{name: m1, rotor_inertia: true}, {name: 2}]";
    let constant = "motors: [{name: m1}, {name: 2, friction: [offset]}]";
    for (motors, name, doubted) in [
        (listed, "q_m1", true),
        (listed, "tau_m1", true),
        (listed, "q_motor_2", true),
        (listed, "qd_m1", false),
        (listed, "f_m1", false),
        (listed, "T_drives", false),
        (listed, "V_springs", false),
        (listed, "G", true),
        (listed, "q_m", true),
        (listed, "tau_m", true),
        (rubbing, "qd_m1", true),
        (rubbing, "f_m1", true),
        (rubbing, "qd_motor_2", false),
        (rubbing, "f_motor_2", false),
        (heavy, "qd_m1", true),
        (heavy, "f_m1", false),
        (heavy, "T_drives", true),
        (constant, "qd_motor_2", false),
        (constant, "f_motor_2", true),
        (listed, "tau_m2", false),
        (listed, "fv_m1", false),
        (
            "motors: [{name: m1}, {name: file_2}]",
            "tau_motor_file_2",
            true,
        ),
        ("motors: [{name: m1}, {name: file_2}]", "tau_m1_", false),
        ("side: motor", "q_m2", true),
        ("side: motor", "qd_m2", false),
        ("side: motor", "f_m2", false),
        ("side: motor", "G", true),
        ("side: motor", "q_m3", false),
    ] {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nconstants: {{{name}: {{value: 0.4, unit: m, symbolic: true}}}}\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n  \
             - {{name: tip, parent: arm, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n\
             drives: {{transmission: [[100, 0], [20, 80]], {motors}}}\n"
        );
        let (_, warnings) = load("arm.yaml", &text).expect("a robot");
        let said: Vec<_> = warnings.iter().map(|warning| warning.code).collect();
        assert_eq!(said, vec!["AW0317"; usize::from(doubted)], "{text}");
    }
    // Of two motors one is printed by the name of the other, whichever is first.
    for motors in ["{name: motor_2}, {name: 2}", "{name: 2}, {name: motor_2}"] {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n  \
             - {{name: tip, parent: arm, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n\
             drives: {{transmission: [[100, 0], [20, 80]], motors: [{motors}]}}\n"
        );
        let (_, warnings) = load("arm.yaml", &text).expect("a robot");
        let said: Vec<&str> = warnings
            .iter()
            .map(|warning| warning.message.as_str())
            .collect();
        assert_eq!(
            said,
            ["in equations as text something else is called `motor_2`"]
        );
    }
}

#[test]
fn explanations_are_found_in_any_case() {
    assert!(explain("aw0101").is_some());
    assert_eq!(explain("AW9999"), None);
}

#[test]
fn long_files_are_not_rendered_whole() {
    let text = format!("robot: arm\nbodies: [{}]\n", "{name: a b},".repeat(250));
    let mistakes = load("long.yaml", &text).expect_err("mistakes");
    assert!(mistakes.len() <= 200);
    assert!(mistakes.render(false).len() < 200_000);
    assert!(mistakes.render(false).contains("more not shown"));
}

#[test]
fn places_are_right_behind_marks_and_wide_characters() {
    // A byte order mark, Windows line ends, and characters of two and four bytes before the fault.
    let text = "\u{feff}robot: arm\r\ntitle: Grüße 🤖\r\ngravity: [0, é, -9.81]\r\nbodies: []\r\n";
    let mistakes = load("wide.yaml", text).expect_err("mistakes");
    let first = mistakes.iter().next().expect("a mistake");
    assert_eq!(
        &text[first.labels[0].span.start..first.labels[0].span.end],
        "é"
    );
    assert!(
        mistakes.render(false).contains("wide.yaml:3:14"),
        "{mistakes}"
    );
}

/// Within a number as far as its text stands in the file as it is; where it does not, all of it is marked.
#[test]
fn faults_of_numbers_are_marked_within_them_unless_they_are_written_otherwise() {
    for (written, marked) in [
        ("0.1 + foo", "foo"),
        ("\"0.1 + foo\"", "foo"),
        ("'0.1 + foo'", "foo"),
        ("\"0.\\x31 + foo\"", "\"0.\\x31 + foo\""),
        ("\"0.1 + f\\x6Fo + 1\"", "\"0.1 + f\\x6Fo + 1\""),
        ("\"0.1 +\n    foo\"", "\"0.1 +"),
        ("0.1 +\n    foo", "0.1 +"),
    ] {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nconstants:\n  l: {written}\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n"
        );
        let mistakes = load("arm.yaml", &text).expect_err(written);
        let first = mistakes.iter().next().expect("a mistake");
        let span = first.labels[0].span;
        assert_eq!(&text[span.start..span.end], marked, "{written}");
    }
}

/// Where a joint is: of each the whole frame or row is marked.
#[test]
fn doubts_of_where_a_joint_is_mark_what_says_so() {
    let origin = "{xyz: [11, 0, 0], rpy: [0, 90, 0]}";
    let row = "{convention: modified, a: 12, alpha: 45, d: 0, theta: -30}";
    let text = format!(
        "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n\
         - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n\
         - {{name: b, parent: a, joint: {{name: q2, type: revolute, origin: {origin}, axis: [0, 0, 1]}}}}\n\
         - {{name: c, parent: b, joint: {{name: q3, type: revolute, dh: {row}}}}}\n\
         - {{name: d, parent: c, joint: {{name: q4, type: fixed, origin: {origin}}}}}\n"
    );
    let (_, doubts) = load("arm.yaml", &text).expect("a robot");
    let marked = |joint: &str| {
        let of_joint = doubts.iter().filter(|doubt| doubt.message.contains(joint));
        let span = of_joint.map(|doubt| doubt.labels[0].span);
        span.map(|span| (span.start, &text[span.start..span.end]))
            .collect::<Vec<_>>()
    };
    let at = |before: &str, what: &'static str| {
        let start = text.find(before).map(|start| start + before.len());
        (start.expect("a joint"), what)
    };
    assert_eq!(marked("`q1`"), []);
    assert_eq!(
        marked("`q2`"),
        [at("q2, type: revolute, origin: ", origin); 2]
    );
    assert_eq!(marked("`q3`"), [at("q3, type: revolute, dh: ", row); 3]);
    assert_eq!(marked("`q4`"), [at("q4, type: fixed, origin: ", origin); 2]);
}

#[test]
fn colour_is_only_there_when_asked_for() {
    let mistakes = load("empty.yaml", "").expect_err("nothing");
    assert!(mistakes.render(true).contains('\u{1b}'));
    assert!(!mistakes.to_string().contains('\u{1b}'));
}

#[test]
fn the_nearest_word_is_what_was_meant_and_nothing_far_fetched() {
    let arms = ["upper_arm", "forearm", "base"];
    assert_eq!(nearest("uper_arm", arms), Some("upper_arm"));
    assert_eq!(nearest("Base", arms), Some("base"));
    assert_eq!(nearest("fo_rearm", arms), Some("forearm"));
    assert_eq!(nearest("gripper", arms), None);
    assert_eq!(nearest("q3", ["q1", "q2"]), None);
    assert_eq!(nearest("lmi", ["lim", "l"]), Some("lim"));
    // Three letters of a long name, and no more; of names that are as near the first; no name of more than 80.
    assert_eq!(
        nearest("abcdefghijklmno", ["abcdefghijklxyz"]),
        Some("abcdefghijklxyz")
    );
    assert_eq!(nearest("abcdefghijklmno", ["abcdefghijkwxyz"]), None);
    assert_eq!(nearest("arm", ["arms", "army"]), Some("arms"));
    let [longest, longer] = [80, 81].map(|length| "a".repeat(length));
    assert_eq!(
        nearest(&longest, [longest.as_str()]),
        Some(longest.as_str())
    );
    assert_eq!(nearest(&longest, [longer.as_str()]), None);
    assert_eq!(nearest(&longer, [longest.as_str()]), None);
}

/// Whether a code is of the values that are hardly what was meant.
fn is_doubt(code: &str) -> bool {
    code.starts_with("AW06")
}

#[test]
fn robots_that_are_right_raise_no_doubts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut seen = 0;
    for folder in ["robots", "examples/downstream"] {
        let files = std::fs::read_dir(root.join(folder)).expect("a folder");
        for path in files.map(|entry| entry.expect("an entry").path()) {
            if path.extension().is_none_or(|extension| extension != "yaml") {
                continue;
            }
            seen += 1;
            let (_, warnings) = load_file(&path).expect("a robot");
            let doubts: Vec<_> = warnings.iter().filter(|w| is_doubt(w.code)).collect();
            assert!(doubts.is_empty(), "{}: {doubts:?}", path.display());
        }
    }
    assert!(seen > 9, "only {seen} files");
}

#[test]
fn what_is_unusual_but_possible_raises_no_doubts() {
    let robot = |gravity: &str, xyz: &str, more: &str, mass: &str| {
        format!(
            "robot: crane\ngravity: {gravity}\nbodies:\n  - name: a\n    parent: base\n    joint: {{name: \
             q1, type: revolute, origin: {{xyz: {xyz}, rpy: [3.1416, -6.28, 90deg]}}, axis: [0, 0, 1], \
             limits: {{position: {more}}}}}\n    physical: {{mass: {mass}, com: [0.5, 0, 0], inertia: {{xx: \
             9, yy: 9, zz: 9}}}}\n"
        )
    };
    let usual = robot("[0, 0, -9.81]", "[0, 0, 0.3]", "[-3, 3]", "20");
    for (what, text) in [
        ("usual", usual.clone()),
        (
            "no gravity",
            robot("[0, 0, 0]", "[0, 0, 0.3]", "[-3, 3]", "20"),
        ),
        (
            "on a ceiling",
            robot(
                "{magnitude: 9.81, tilt: [pi, 0, 0]}",
                "[0, 0, 0.3]",
                "[-3, 3]",
                "20",
            ),
        ),
        (
            "on a wall",
            robot("[0, -9.79, 0.2]", "[0, 0, 0.3]", "[-3, 3]", "20"),
        ),
        (
            "z downwards",
            robot("[0, 0, 9.81]", "[0, 0, -0.3]", "[-3, 3]", "20"),
        ),
        (
            "a crane",
            robot("[0, 0, -10]", "[0, 0, 9]", "[-180deg, 180deg]", "100000"),
        ),
        (
            "a screw",
            robot("[0, 0, -9.81]", "[0, 0, 0.3]", "[-10*pi, 10*pi]", "20"),
        ),
    ] {
        let doubts = said("crane", text.as_bytes());
        let doubts: Vec<_> = doubts.iter().filter(|d| is_doubt(d.code)).collect();
        assert!(doubts.is_empty(), "{what}: {doubts:?}");
    }
    // Constants that stay symbols count with their values.
    let symbol = usual.replace(
        "gravity:",
        "constants: {l: {value: 30, unit: m, symbolic: true}}\ngravity:",
    );
    let doubts = said(
        "crane",
        symbol.replace("[0, 0, 0.3]", "[0, 0, l/2]").as_bytes(),
    );
    let codes: Vec<&str> = doubts
        .iter()
        .map(|d| d.code)
        .filter(|code| is_doubt(code))
        .collect();
    assert_eq!(codes, ["AW0603"]);
}

/// Doubts begin where no arm, and no place on earth, goes: 10 m between joints, a centre of mass 5 m or twice the reach away,
/// 500 kg times the cube of a reach of more than 1 m, whole numbers of three turns (18.85 rad), 9.5 to 10.1 m/s².
#[test]
fn doubts_begin_at_their_limits() {
    let usual = [
        ("gravity", "[0, 0, -9.81]"),
        ("xyz", "[0, 0, 0.5]"),
        ("rpy", "[0, 0, 0]"),
        ("kind", "revolute"),
        ("limits", "[-3, 3]"),
        ("mass", "20"),
        ("com", "[0, 0, 0]"),
    ];
    let codes = |changed: &[(&str, &str)]| {
        let value = |what: &str| {
            let mut values = changed.iter().chain(&usual);
            values.find(|(name, _)| *name == what).expect("a value").1
        };
        let text = format!(
            "robot: arm\ngravity: {}\nbodies:\n  - name: a\n    parent: base\n    joint: {{name: q1, type: {}, axis: [0, 0, 1], \
             origin: {{xyz: {}, rpy: {}}}, limits: {{position: {}}}}}\n    \
             physical: {{mass: {}, com: {}, inertia: {{xx: 1, yy: 1, zz: 1}}}}\n",
            value("gravity"),
            value("kind"),
            value("xyz"),
            value("rpy"),
            value("limits"),
            value("mass"),
            value("com"),
        );
        let doubts = said("arm", text.as_bytes());
        let codes = doubts
            .iter()
            .map(|doubt| doubt.code)
            .filter(|code| is_doubt(code));
        codes.collect::<Vec<_>>().join(" ")
    };
    for (changed, expected) in [
        (&[][..], ""),
        (&[("xyz", "[0, 6, 8]")], ""),
        (&[("xyz", "[0, 6, 8.1]")], "AW0603"),
        (&[("rpy", "[0, 6.28, -6.28]")], ""),
        (&[("rpy", "[0, 6.29, 0]")], "AW0601"),
        (&[("rpy", "[-7, 0, 8]")], "AW0601 AW0601"),
        (&[("rpy", "[400deg, 0, 0]")], ""),
        (&[("limits", "[-18, 18]")], ""),
        (&[("limits", "[0, 19]")], "AW0602"),
        (&[("limits", "[-19, 0]")], "AW0602"),
        (&[("limits", "[-180, 180]")], "AW0602"),
        (&[("limits", "[-180, 180]"), ("kind", "prismatic")], ""),
        (&[("limits", "[-180.1, 180]")], ""),
        // Ten times pi, with more digits than anyone writes of degrees.
        (
            &[(
                "limits",
                "[-31.41592653589793238462, 31.41592653589793238462]",
            )],
            "",
        ),
        (&[("limits", "[-172.5, 172.5]")], "AW0602"),
        (&[("mass", "500")], ""),
        (&[("mass", "501")], "AW0604"),
        (&[("mass", "4000"), ("xyz", "[0, 0, 2]")], ""),
        (&[("mass", "4001"), ("xyz", "[0, 0, 2]")], "AW0604"),
        (&[("com", "[3, 0, 4]")], ""),
        (&[("com", "[3, 0, 4.1]")], "AW0603"),
        (&[("com", "[6, 0, 0]"), ("xyz", "[0, 0, 3]")], ""),
        (&[("com", "[6.1, 0, 0]"), ("xyz", "[0, 0, 3]")], "AW0603"),
        (&[("gravity", "[0, -9.5, 0]")], ""),
        (&[("gravity", "[0, -9.49, 0]")], "AW0607"),
        (&[("gravity", "[0, 0, -10.1]")], ""),
        (&[("gravity", "[0, 0, -10.2]")], "AW0607"),
        (&[("gravity", "[6, 0, -8]")], ""),
        (&[("gravity", "[0, 0, 9.81]")], "AW0606"),
        (
            &[("gravity", "[0, 0, 9.81]"), ("xyz", "[0, 0, 0]")],
            "AW0606",
        ),
        (&[("gravity", "[0, 0, 9.81]"), ("xyz", "[0, 0, -0.1]")], ""),
        (&[("gravity", "[8, 0, 6]")], ""),
        (&[("gravity", "[6, 0, 8]")], "AW0606"),
        (&[("gravity", "[0, 0, 98.1]")], "AW0606 AW0607"),
    ] {
        assert_eq!(codes(changed), expected, "{changed:?}");
    }
}

/// An arm reaches as far as all its joints are apart together, and by Denavit-Hartenberg rows as by frames: of two joints of 1.5 m
/// 500 kg times 27, and a centre 6 m away. Where the first row turns z down, a base stands above itself though gravity is along z.
#[test]
fn doubts_of_a_chain_begin_where_all_of_it_reaches() {
    let frame = "axis: [0, 0, 1], origin: {xyz: [0, 1.5, 0]}";
    let (down, up) = ("[0, 0, -9.81]", "[0, 0, 9.81]");
    for (gravity, first, mass, com, expected) in [
        (down, frame, "13500", "[0, 0, 0]", ""),
        (down, frame, "13501", "[0, 0, 0]", "AW0604"),
        (down, frame, "20", "[6, 0, 0]", ""),
        (down, frame, "20", "[6.1, 0, 0]", "AW0603"),
        (
            down,
            "dh: {convention: standard, a: 6, d: 8}",
            "20",
            "[0, 0, 0]",
            "",
        ),
        (
            down,
            "dh: {convention: standard, a: 6, d: 8.1}",
            "20",
            "[0, 0, 0]",
            "AW0603",
        ),
        (
            up,
            "dh: {convention: standard, d: 0.3}",
            "20",
            "[0, 0, 0]",
            "AW0606",
        ),
        (
            up,
            "dh: {convention: modified, alpha: 180deg, d: 0.3}",
            "20",
            "[0, 0, 0]",
            "",
        ),
    ] {
        let text = format!(
            "robot: arm\ngravity: {gravity}\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, {first}}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 0, 1], origin: {{xyz: [0, 0, 1.5]}}}}, \
             physical: {{mass: {mass}, com: {com}, inertia: {{xx: 1, yy: 1, zz: 1}}}}}}\n"
        );
        let doubts = said("arm", text.as_bytes());
        let codes = doubts.iter().map(|doubt| doubt.code);
        let codes: Vec<&str> = codes.filter(|code| is_doubt(code)).collect();
        assert_eq!(codes.join(" "), expected, "{text}");
    }
}

/// One body with an axis and a type of joint.
fn hinged(axis: &str, kind: &str) -> String {
    format!(
        "robot: crane\ngravity: [0, 0, -9.81]\nbodies:\n  - name: a\n    parent: base\n    joint: {{name: q1, type: \
         {kind}, axis: {axis}}}\n"
    )
}

#[test]
fn an_axis_is_not_in_degrees() {
    let said = |axis| said("crane", hinged(axis, "revolute").as_bytes());
    let faults = said("[0, 0, 1deg]");
    let messages: Vec<&str> = faults.iter().map(|d| d.message.as_str()).collect();
    assert!(
        messages.iter().any(|message| message.contains("an axis")),
        "{messages:?}"
    );
    assert_eq!(said("[0, 0, 1]").iter().count(), 0);
}

#[test]
fn a_list_is_no_text() {
    let faults = said("crane", hinged("[0, 0, 1]", "[revolute]").as_bytes());
    let messages: Vec<&str> = faults.iter().map(|d| d.message.as_str()).collect();
    assert!(
        messages.iter().any(|message| message.contains("a list")),
        "{messages:?}"
    );
}

/// Each with a name that is possible, and no other complaint about it.
#[test]
fn names_that_are_none_are_said_once() {
    let text = "robot: My Arm\ngravity: [0, 0, -9.81]\nbodies:\n\
                - {name: \" upper arm \", parent: base, joint: {name: q/1, type: revolute, axis: [0, 0, 1]}}\n\
                - {name: base, parent: base, joint: {name: \"\", type: revolute, axis: [0, 0, 1]}}\n";
    let mistakes = load("arm.yaml", text).expect_err("names");
    let said = mistakes.iter().map(|mistake| {
        let help = mistake.help.as_deref().unwrap_or_default();
        let better = help.split_once("for instance `");
        let better = better.and_then(|(_, rest)| rest.strip_suffix('`'));
        (mistake.code, better)
    });
    let said: Vec<_> = said.collect();
    let better = [
        Some("my_arm"),
        Some("upper_arm"),
        Some("q_1"),
        Some("base_link"),
        None,
    ];
    assert_eq!(said, better.map(|better| ("AW0301", better)));
}

/// Of whatever a name is, the message says so: of a motor not that it is a joint.
#[test]
fn a_name_that_is_none_is_told_with_what_it_names() {
    let text = "robot: a/robot\ngravity: [0, 0, -9.81]\nconstants: {a/constant: 1}\nbodies:\n  \
                - {name: a/body, parent: base, joint: {name: a/joint, type: revolute, axis: [0, 1, 0]}}\n\
                drives: {transmission: [10], motors: [{name: a/motor}]}\n\
                springs: [{name: a/spring, from: {body: base}, to: {body: base}}]\n\
                torques: [{name: a/parameter, joint: q1, expression: q1}]\n";
    let mistakes = load("arm.yaml", text).expect_err("names");
    let said = mistakes.iter().map(|mistake| mistake.message.clone());
    let said: Vec<String> = said.collect();
    let kinds = [
        "robot",
        "constant",
        "body",
        "joint",
        "motor",
        "spring",
        "parameter",
    ];
    let expected = kinds.map(|kind| format!("`a/{kind}` cannot be the name of a {kind}"));
    assert_eq!(said, expected);
}

/// What no name can have goes, and nothing is proposed of which nothing is left.
#[test]
fn a_name_is_proposed_without_what_it_cannot_have() {
    let help = |name: &str| {
        let text =
            hinged("[0, 0, 1]", "revolute").replace("name: q1,", &format!("name: \"{name}\","));
        let said = said("name", text.as_bytes());
        let first = said.iter().next().expect("a fault");
        first.help.clone().expect("a help")
    };
    assert!(
        help("épaule").ends_with(", for instance `paule`"),
        "{}",
        help("épaule")
    );
    assert!(help("roll-2").ends_with(", for instance `roll_2`"));
    assert!(help("関節").ends_with("at most 64"), "{}", help("関節"));
}

/// A file that is cut off because of its size is too large, wherever the cut goes through.
#[test]
fn a_file_is_too_large_or_no_text_but_not_both() {
    const LARGEST: usize = 1 << 20;
    let codes = |bytes: &[u8]| {
        let said = said("size", bytes);
        said.iter().map(|one| one.code).collect::<Vec<_>>()
    };
    let robot = hinged("[0, 0, 1]", "revolute");
    let filled = |size: usize| format!("{robot}{}", "#".repeat(size - robot.len())).into_bytes();
    assert_eq!(codes(&filled(LARGEST)), Vec::<&str>::new());
    assert_eq!(codes(&filled(LARGEST + 1)), ["AW0002"]);
    for before in [LARGEST - 1, LARGEST, LARGEST + 1] {
        let wide = [&filled(before)[..], "ééé".as_bytes()].concat();
        assert_eq!(codes(&wide), ["AW0002"], "{before}");
    }
    // What is no text is so in a large file as well, and at the end of a small one.
    let wrong = [&b"# \xff"[..], &filled(LARGEST)].concat();
    assert_eq!(codes(&wrong), ["AW0001"]);
    let cut = said("cut", b"robot: a\xc3");
    let first = cut.iter().next().expect("a mistake");
    assert_eq!((first.code, first.labels[0].span.start), ("AW0001", 8));
}

/// Of a unit that is not one of SI the message says which one to write in its place, and with that the file is read.
#[test]
fn a_unit_that_is_not_si_is_told_with_the_one_to_write() {
    let loaded = |unit: &str, value: &str, more: &str| {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nconstants:\n  l: {{value: {value}, unit: \"{unit}\"{more}}}\nbodies:\n  \
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n"
        );
        load("arm.yaml", &text).map(|(_, warnings)| warnings)
    };
    let symbolic = ", symbolic: true";
    for (unit, si, value, more) in [
        ("mm", "m", "400", ""),
        ("cm", "m", "40", symbolic),
        ("km", "m", "1", ""),
        ("in", "m", "12", ""),
        ("inch", "m", "12", ""),
        ("ft", "m", "1", ""),
        ("g", "kg", "500", ""),
        ("lb", "kg", "2", ""),
        ("degree", "rad", "90", ""),
        ("degrees", "rad", "90", ""),
        ("°", "rad", "90", ""),
        ("rpm", "rad/s", "3000", ""),
        ("deg/s", "rad/s", "180", ""),
        ("ms", "s", "4", ""),
        ("min", "s", "1", ""),
        ("mA", "A", "20", ""),
        ("Nmm", "N·m", "300", ""),
        ("N·mm", "N·m", "300", ""),
    ] {
        let faults = loaded(unit, value, more).expect_err(unit);
        let said: Vec<_> = faults
            .iter()
            .map(|fault| (fault.code, fault.message.as_str(), fault.help.as_deref()))
            .collect();
        let message = format!("the unit `{unit}` is not an SI unit");
        let help = format!("convert the value and write `unit: {si}`");
        assert_eq!(said, [("AW0207", message.as_str(), Some(help.as_str()))]);
        assert!(loaded(si, value, more).is_ok(), "{si}");
    }
    assert!(loaded("deg", "90", "").is_ok());
    // Degrees of a number are read, but not of what is an angle already.
    for angle in ["pi/2", "90deg"] {
        let faults = loaded("deg", angle, "").expect_err(angle);
        let said: Vec<_> = faults.iter().map(|fault| fault.message.as_str()).collect();
        let message =
            "the unit of an angle that is written with `deg` or `pi` must be `rad`, or left out";
        assert_eq!(said, [message]);
        assert!(loaded("rad", angle, "").is_ok(), "{angle}");
    }
    // Symbols are lengths, or ratios of lengths.
    for unit in ["deg", "degrees", "rad", "g", "kg", "rpm", "N·m", "m/s"] {
        let faults = loaded(unit, "90", symbolic).expect_err("a symbol");
        let said: Vec<_> = faults.iter().map(|fault| fault.message.as_str()).collect();
        assert_eq!(
            said,
            [format!(
                "`l` is in {unit}, and symbols stand for lengths only"
            )]
        );
    }
    for unit in ["m", "", "1"] {
        assert!(loaded(unit, "0.4", symbolic).is_ok(), "{unit}");
    }
}

/// Keywords of Rust, those that are reserved, types, and crates: none is a module. What only begins like one is.
#[test]
fn words_of_rust_name_no_robot() {
    let words = "as break const continue crate else enum extern false fn for if impl in let loop match mod move mut pub ref \
                 return self static struct super trait true type unsafe use where while async await dyn abstract become box \
                 do final gen macro override priv try typeof unsized virtual yield \
                 bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 \
                 core alloc std armwright_runtime armwright_codegen";
    let robot = |name: &str| {
        hinged("[0, 0, 1]", "revolute").replace("robot: crane", &format!("robot: \"{name}\""))
    };
    for word in words.split_whitespace() {
        let mistakes = load("arm.yaml", &robot(word)).expect_err(word);
        let mistakes: Vec<&str> = mistakes.iter().map(|mistake| mistake.code).collect();
        assert_eq!(mistakes.len(), 1, "{word}: {mistakes:?}");
        let better = format!("{word}_");
        assert!(load("arm.yaml", &robot(&better)).is_ok(), "{better}");
    }
    for name in [
        "union",
        "auto",
        "raw",
        "macro_rules",
        "selfie",
        "u9",
        "runtime",
    ] {
        assert!(load("arm.yaml", &robot(name)).is_ok(), "{name}");
    }
}

#[test]
fn words_of_expressions_name_no_constant() {
    let constant = |name: &str| {
        let text = hinged("[0, 0, 1]", "revolute");
        text.replace("bodies:", &format!("constants: {{\"{name}\": 1}}\nbodies:"))
    };
    for name in ["pi", "deg", "rad", "nan", "inf", "infinity", "1st", "a-b"] {
        let mistakes = load("arm.yaml", &constant(name)).expect_err(name);
        let first = mistakes.iter().next().expect("a mistake");
        assert_eq!(first.code, "AW0301", "{name}");
        let better = match name {
            "1st" => "c_1st".to_owned(),
            "a-b" => "a_b".to_owned(),
            name => format!("{name}_"),
        };
        let help = first.help.as_deref().unwrap_or_default();
        assert!(
            help.ends_with(&format!("for instance `{better}`")),
            "{help}"
        );
        assert!(load("arm.yaml", &constant(&better)).is_ok(), "{better}");
    }
    for name in ["e", "Pi", "degree", "radius", "info", "_1"] {
        assert!(load("arm.yaml", &constant(name)).is_ok(), "{name}");
    }
}

/// Joint `q1` is 0.5 m up and what is fixed to its body 15 m away: that joint has no name, and goes by its body's.
#[test]
fn each_symbol_counts_with_its_value_and_a_joint_without_a_name_is_that_of_its_body() {
    let text = "robot: arm\ngravity: [0, 0, -9.81]\n\
                constants: {l_1: {value: 0.5, symbolic: true}, l_2: {value: 30, symbolic: true}}\nbodies:\n\
                - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 0, 1], origin: {xyz: [0, 0, l_1]}}}\n\
                - {name: b, parent: a, joint: {type: fixed, origin: {xyz: [l_2/2, 0, 0]}}}\n";
    let doubts = said("arm", text.as_bytes());
    let messages: Vec<&str> = doubts.iter().map(|doubt| doubt.message.as_str()).collect();
    assert_eq!(messages, ["the joint of `b` is 15 m from the one before"]);
}

/// Masses of 2 kg at 5 m and at 5.1 m with 1 kg·m² about their centres: Steiner's part is about the origin.
#[test]
fn doubts_of_standard_parameters_are_those_of_the_body_that_has_them() {
    for (standard, expected) in [
        ("[500, 0, 0, 0, 1, 0, 0, 1, 0, 1]", ""),
        ("[501, 0, 0, 0, 1, 0, 0, 1, 0, 1]", "AW0604"),
        ("[2, 10, 0, 0, 1, 0, 0, 51, 0, 51]", ""),
        ("[2, 10.2, 0, 0, 1, 0, 0, 53.02, 0, 53.02]", "AW0603"),
    ] {
        let text = format!(
            "{}    standard: {standard}\n",
            hinged("[0, 0, 1]", "revolute")
        );
        let doubts = said("crane", text.as_bytes());
        let codes: Vec<&str> = doubts.iter().map(|doubt| doubt.code).collect();
        assert_eq!(codes.join(" "), expected, "{standard}");
    }
}

#[test]
fn what_makes_a_transmission_singular_is_counted_from_one() {
    for (transmission, why) in [
        ("[[50, 0], [0, 0]]", "row 2 is zero"),
        ("[[0, 0], [0, 50]]", "row 1 is zero"),
        (
            "[[50, 0], [25, 0]]",
            "row 2 is a combination of the rows above it",
        ),
        ("[0, 50]", "number 1 of the diagonal is zero"),
    ] {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n\
             drives: {{transmission: {transmission}}}\n"
        );
        let mistakes = load("arm.yaml", &text).expect_err(transmission);
        let said: Vec<&str> = mistakes.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(said, [format!("the transmission is singular: {why}")]);
    }
}

/// Two joints move: rows of two numbers are counted, and the first of another length is told with it.
#[test]
fn a_transmission_of_another_size_is_told_by_its_rows() {
    for (transmission, found) in [
        ("[[50, 0], [0, 60], [1, 1]]", "3 rows of 2"),
        (
            "[[50, 0, 1], [0, 60, 1], [1, 1, 1]]",
            "3 rows, one of them of 3 numbers",
        ),
        ("[[50, 0], [0, 60, 1]]", "2 rows, one of them of 3 numbers"),
        ("[[50, 0]]", "1 row of 2"),
        ("[[50, 0, 1]]", "1 row of 3"),
    ] {
        let text = format!(
            "robot: arm\ngravity: [0, 0, -9.81]\nbodies:\n\
             - {{name: a, parent: base, joint: {{name: q1, type: revolute, axis: [0, 0, 1]}}}}\n\
             - {{name: b, parent: a, joint: {{name: q2, type: revolute, axis: [0, 1, 0]}}}}\n\
             drives: {{transmission: {transmission}}}\n"
        );
        let mistakes = load("arm.yaml", &text).expect_err(transmission);
        let said: Vec<&str> = mistakes.iter().map(|one| one.message.as_str()).collect();
        let expected = format!(
            "the transmission is {found}, but the joints that move by themselves and have a motor are 2"
        );
        assert_eq!(said, [expected]);
    }
}

/// The codes of what is said of one body with an axis and a type of joint, in the order of the file.
fn codes_of(axis: &str, kind: &str) -> Vec<&'static str> {
    let said = said("crane", hinged(axis, kind).as_bytes());
    said.iter().map(|one| one.code).collect()
}

#[test]
fn both_limits_may_be_at_one_position() {
    for (limits, codes) in [
        ("[0.5, 0.5]", &[][..]),
        ("[0.5, 0.75]", &[]),
        ("[0.5, 0.25]", &["AW0404"]),
    ] {
        let kind = format!("revolute, limits: {{position: {limits}}}");
        assert_eq!(codes_of("[0, 0, 1]", &kind), codes, "{limits}");
    }
}

#[test]
fn the_length_of_an_axis_is_one_to_within_a_billionth() {
    for (length, codes) in [
        ("1.0000000009", &[][..]),
        ("0.9999999991", &[]),
        ("1.0000000011", &["AW0403"]),
        ("0.9999999989", &["AW0403"]),
    ] {
        let axis = format!("[0, 0, {length}]");
        assert_eq!(codes_of(&axis, "revolute"), codes, "{length}");
    }
}

/// Whole numbers of many turns are what a joint that turns without end comes to.
#[test]
fn far_limits_of_a_joint_that_turns_without_end_raise_no_doubts() {
    for (kind, codes) in [("continuous", &[][..]), ("revolute", &["AW0602"])] {
        let kind = format!("{kind}, limits: {{position: [-180, 180]}}");
        assert_eq!(codes_of("[0, 0, 1]", &kind), codes, "{kind}");
    }
}

/// A direction is no tilt: it says nothing of how the base stands.
#[test]
fn a_direction_that_is_up_raises_doubts() {
    for (direction, codes) in [("[0, 0, 2]", &["AW0606"][..]), ("[0, 0, -2]", &[])] {
        let gravity = format!("gravity: {{magnitude: 9.81, direction: {direction}}}");
        let text = hinged("[0, 0, 1]", "revolute").replace("gravity: [0, 0, -9.81]", &gravity);
        let said = said("crane", text.as_bytes());
        let found: Vec<&str> = said.iter().map(|one| one.code).collect();
        assert_eq!(found, codes, "{direction}");
    }
}

/// A robot's name begins with a letter: what is proposed is possible.
#[test]
fn a_robot_is_proposed_a_name_that_is_read() {
    let robot = |name: &str| {
        hinged("[0, 0, 1]", "revolute").replace("robot: crane", &format!("robot: \"{name}\""))
    };
    for (name, better) in [
        ("2 Arms", "robot_2_arms"),
        ("2arm", "robot_2arm"),
        ("_arm", "arm"),
    ] {
        let mistakes = load("arm.yaml", &robot(name)).expect_err(name);
        let first = mistakes.iter().next().expect("a mistake");
        let help = first.help.as_deref().unwrap_or_default();
        assert!(
            help.ends_with(&format!("for instance `{better}`")),
            "{name}: {help}"
        );
        assert!(load("arm.yaml", &robot(better)).is_ok(), "{better}");
    }
}

/// One that has more than 64 letters is seen to have them; of very long ones 80 are shown.
#[test]
fn a_name_that_is_too_long_is_shown_up_to_80_letters() {
    for (length, shown) in [(65, 65), (80, 80), (81, 80)] {
        let name = format!("name: {}\n", "a".repeat(length));
        let text = hinged("[0, 0, 1]", "revolute").replace("name: a\n", &name);
        let mistakes = load("arm.yaml", &text).expect_err("a long name");
        let first = mistakes.iter().next().expect("a mistake");
        let message = format!("`{}` cannot be the name of a body", "a".repeat(shown));
        assert_eq!(first.message, message);
    }
}

/// Parents stand above their children, and bodies of springs anywhere.
#[test]
fn what_no_body_is_called_like_is_told_what_to_name() {
    let hinge = hinged("[0, 0, 1]", "revolute");
    let spring = "springs: [{name: s, from: {body: elsewhere}, to: {body: a, at: [0.1, 0, 0]}}]\n";
    for (text, message, help) in [
        (
            hinge.replace("parent: base", "parent: elsewhere"),
            "unknown parent `elsewhere`",
            "name the base (`base`) or a body above this one",
        ),
        (
            format!("{hinge}{spring}"),
            "unknown body `elsewhere`",
            "name a body, or the base (`base`)",
        ),
    ] {
        let said = said("crane", text.as_bytes());
        let found: Vec<_> = said
            .iter()
            .map(|one| (one.message.as_str(), one.help.as_deref()))
            .collect();
        assert_eq!(found, [(message, Some(help))]);
    }
}

#[test]
fn a_direction_of_no_length_is_marked_by_itself() {
    let gravity = "gravity: {magnitude: 9.81, direction: [0, 0, 0]}";
    let text = hinged("[0, 0, 1]", "revolute").replace("gravity: [0, 0, -9.81]", gravity);
    let said = said("crane", text.as_bytes());
    let first = said.iter().next().expect("a mistake");
    let span = first.labels[0].span;
    assert_eq!(&text[span.start..span.end], "[0, 0, 0]");
    assert_eq!(
        first.message,
        "a direction must be a vector that is not zero"
    );
}
