//! The description of a recording: one table of keys, every mistake answered in words of our own.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::specimen::ROBOT;
use armwright_lab::judge::notes;
use armwright_lab::recording::{Recording, RecordingError, reference, schema};
use armwright_runtime::{Robot, Torque};

/// The descriptions of `tests/bad`, each wrong in its way.
fn corpus() -> Vec<PathBuf> {
    let files = fs::read_dir("tests/bad").expect("the corpus");
    let paths = files.map(|entry| entry.expect("an entry").path());
    let is_description = |path: &PathBuf| path.extension().is_some_and(|e| e == "yaml");
    let mut paths: Vec<PathBuf> = paths.filter(is_description).collect();
    paths.sort();
    paths
}

fn read(yaml: &str, files: &[(&str, &str)]) -> Result<Recording, RecordingError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("run.yaml");
    for (name, text) in files.iter().chain(&[("run.yaml", yaml)]) {
        fs::write(folder.path().join(name), text).expect("a temporary file");
    }
    Recording::read(&path, ROBOT.model())
}

/// Positions `t` and `0.5 - t`, torques `2 t` and 1.
fn table() -> String {
    let row = |k: i32| {
        let t = 0.01 * f64::from(k);
        format!("{t},{t},{},{},1\n", 0.5 - t, 2.0 * t)
    };
    "t,a,b,c,d\n".to_owned() + &(0..20).map(row).collect::<String>()
}

/// The same with a column `e` that is a copy of `a`.
fn with_copy() -> String {
    let copy = |line: &str| {
        let a = line.split(',').nth(1).unwrap_or_default();
        format!("{line},{}\n", if a == "a" { "e" } else { a })
    };
    table().lines().map(copy).collect()
}

fn described(position: &str, torque: &str) -> String {
    format!(
        "recording:\n  file: run.csv\n  time: {{column: t, unit: s}}\n  position: {position}\n  \
         torque: {torque}\n"
    )
}

#[test]
fn messages() {
    let files = corpus();
    assert!(files.len() > 45, "only {} files", files.len());
    for path in files {
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let message = match Recording::read(&path, ROBOT.model()) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{name} was read"),
        };
        let message = message.replace('\\', "/");
        insta::assert_snapshot!(name, message);
    }
}

#[test]
fn no_message_is_the_parsers() {
    for path in corpus() {
        let message = Recording::read(&path, ROBOT.model())
            .expect_err("a mistake")
            .to_string();
        for foreign in [
            "while parsing",
            "while scanning",
            "did not find",
            "simple key",
            "serde",
            "expected",
        ] {
            assert!(!message.contains(foreign), "{}: {message}", path.display());
        }
    }
}

#[test]
fn the_page_about_recordings_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/recording.md");
    if std::env::var_os("ARMWRIGHT_BLESS").is_some() {
        fs::write(&path, reference()).expect("the page can be written");
    }
    let page = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        page,
        reference(),
        "ARMWRIGHT_BLESS=1 writes docs/recording.md again"
    );
}

/// Every key that the schema has, at any depth.
fn keys(schema: &serde_json::Value, found: &mut BTreeSet<String>) {
    match schema {
        serde_json::Value::Object(map) => {
            if let Some(properties) = map.get("properties").and_then(|p| p.as_object()) {
                found.extend(properties.keys().cloned());
            }
            map.values().for_each(|value| keys(value, found));
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        _ => {}
    }
}

/// Whether it has no column, is not wanted, or is no numbers: such a torque leaves the others alone.
#[test]
fn a_torque_is_left_out_by_a_description() {
    let positions = "{columns: [a, b], side: joint}";
    let left_out = |text: &str, table: &str| {
        let found = read(text, &[("run.csv", table)]).expect("a recording");
        let torque = found.torque.expect("torques");
        let spared: Vec<f64> = (0..20).map(|k| 2.0 * 0.01 * f64::from(k)).collect();
        assert_eq!((torque[0].len(), &torque[1]), (20, &vec![0.0; 20]));
        assert!(
            torque[0]
                .iter()
                .zip(spared)
                .all(|(a, b)| (a - b).abs() < 1e-12)
        );
        assert!(found.repairs.is_empty(), "{:?}", found.repairs);
        found.left_out
    };
    let second = [Torque::joint(1)];
    let missing = described(positions, "{columns: [c, {torque: missing}], side: joint}");
    assert_eq!(left_out(&missing, &table()), second);
    let name = ROBOT.model().joints[1].name;
    let unwanted = described(positions, "{columns: [c, d], side: joint}");
    let unwanted = format!("{unwanted}processing: {{without_torque: {name}}}\n");
    assert_eq!(left_out(&unwanted, &table()), second);
    assert_eq!(
        left_out(&unwanted, &table().replace(",1\n", ",nan\n")),
        second
    );
    let unknown = unwanted.replace(&format!("torque: {name}"), "torque: nobody");
    let refused = read(&unknown, &[("run.csv", &table())]).map(|_| ());
    let message = refused.expect_err("nobody is no joint").to_string();
    assert!(message.contains("no joint or motor `nobody`"), "{message}");
}

/// A file with the usual names may lack the torque of a joint, and says so; one without any has none.
#[test]
fn a_file_may_lack_the_column_of_a_torque() {
    let [one, other] = [0, 1].map(|k| ROBOT.model().joints[k].name);
    let header = format!("t,q_{one},q_{other},tau_{one},unused");
    let text = table().replace("t,a,b,c,d", &header);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("run.csv");
    fs::write(&path, &text).expect("a temporary file");
    let found = Recording::read(&path, ROBOT.model()).expect("a recording");
    // As the robot file says where it is measured.
    assert_eq!(found.left_out, [Torque::motor(1)]);
    let said: Vec<String> = found.remarks.iter().map(ToString::to_string).collect();
    let expected = format!("no column `tau_{other}`");
    assert!(
        said.iter().any(|remark| remark.contains(&expected)),
        "{said:?}"
    );
    fs::write(&path, text.replace("tau_", "load_")).expect("a temporary file");
    let found = Recording::read(&path, ROBOT.model()).expect("a recording");
    assert!(found.torque.is_none() && found.left_out.is_empty());
}

#[test]
fn every_key_of_the_table_is_read() {
    let schema: serde_json::Value = serde_json::from_str(&schema()).expect("JSON");
    let mut known = BTreeSet::new();
    keys(&schema, &mut known);
    let channel = |names: &str, unit: &str, more: &str| {
        format!(
            "{{columns: {names}, unit: [{unit}, {unit}], side: joint, sign: [1, -1], scale: 2, \
             file: run.csv{more}}}"
        )
    };
    let left_out = ROBOT.model().joints[1].name;
    let of = |torque: &str, time: &str| {
        let position = channel("[a, {constant: 90}]", "deg", ", offset: [0, -pi/2]");
        let velocity = channel("[a, {sum: [a, b], factors: [0, 1]}]", "deg/s", "");
        let acceleration = channel("[a, b]", "deg/s²", "");
        format!(
            "recording:\n  file: [run.csv]\n  time: {time}\n  position: {position}\n  velocity: \
             {velocity}\n  acceleration: {acceleration}\n  {torque}\n  select: {{from: 0.02, to: 1}}\n  \
             segment: {{column: t, use: [9], file: run.csv}}\n\
             processing: {{cutoff: auto, order: 4, decimate: [2, 1], trim: 1, velocity_threshold: 0.1, \
             motor_velocity_threshold: [0, 0], equations: joint, without_torque: {left_out}}}\n"
        )
    };
    let torque = channel("[c, d]", "mN·m", ", offset: [0, 0.3]");
    let current = channel("[c, {torque: missing}]", "mA", ", constant: [2, 3]");
    let one = of(
        &format!("torque: {torque}"),
        "{column: t, unit: s, file: run.csv}",
    );
    let other = of(&format!("current: {current}"), "{rate: 100}");
    let segmented = one.replace("file: [run.csv]", "runs: [run.csv]");
    for text in [&one, &other, &segmented] {
        match read(text, &[("run.csv", &table())]) {
            // No row has the segment's number.
            Err(RecordingError::TooFew { .. }) => {}
            other => panic!("{:?}", other.err()),
        }
    }
    // Of a robot whose file does not say what else is measured.
    let rows =
        "measured: {columns: [c, d], unit: kN, sign: -1, scale: 2, offset: 1, file: run.csv}";
    let measured = of(rows, "{rate: 100}");
    match read(&measured, &[("run.csv", &table())]) {
        Err(error) if error.to_string().contains("no `measure`") => {}
        other => panic!("{:?}", other.err()),
    }
    let vector = |unit: &str| {
        format!("{{columns: [a, b, c], unit: {unit}, sign: 1, scale: 2, offset: 0, file: run.csv}}")
    };
    let rows = format!(
        "base: {{orientation: {{columns: [a, b, c], unit: deg, file: run.csv}}, angular_velocity: {}, acceleration: {}, gravity: \
         removed, at: [0, 0, 1], rpy: [0, 90deg, 0], delay: 0.01}}\n  contacts: [{{body: leg, at: [0, 0, 1], axes: world, columns: [a, b, c], \
         unit: kN, sign: -1, scale: 2}}]",
        vector("deg/s"),
        vector("g")
    );
    let base = of(&rows, "{rate: 100}");
    match read(&base, &[("run.csv", &table())]) {
        Err(error) if error.to_string().contains("does not move") => {}
        other => panic!("{:?}", other.err()),
    }
    let phase = "{columns: [a, b, c], unit: mA, constant: 2, pairs: 3, angle: 30deg, offsets: [0, 0, 1], ripple: [[0, 0.1]]}";
    let second = channel("[c, d]", "deg", ", offset: 0");
    let rows = format!(
        "phases: [{phase}, {phase}]\n  second_position: {}\n  user: [{{name: warm, columns: [c], scale: 2, offset: 1}}]\n  weight: 2",
        second.replace("side: joint", "side: motor")
    );
    let beside = of(&rows, "{rate: 100}").replace(
        "segment: {column: t, use: [9]",
        "segment: {column: t, use: [0.09]",
    );
    match read(&beside, &[("run.csv", &table())]) {
        Err(RecordingError::TooFew { .. }) => {}
        other => panic!("{:?}", other.err()),
    }
    let all = segmented + &other + &one + &measured + &base + &beside;
    let unused = |key: &&String| !all.contains(&format!("{key}:"));
    let unused: Vec<&String> = known.iter().filter(unused).collect();
    assert!(
        unused.is_empty(),
        "{unused:?} are in no description of this test"
    );
}

#[test]
fn sign_scale_and_unit_make_si_of_what_was_counted() {
    let text = described(
        "{columns: [a, b], side: joint, unit: [deg, rad], scale: [180, 4], sign: [1, -1], offset: [0, 2]}",
        "{columns: [c, d], side: joint, unit: mN·m, scale: 1000, sign: -1, offset: [0.25, 0]}",
    );
    let recording = read(&text, &[("run.csv", &table())]).unwrap();
    let torque = recording.torque.unwrap();
    for (k, c) in torque[0].iter().enumerate() {
        let t = 0.01 * k as f64;
        let expected = [std::f64::consts::PI * t, 4.0 * t, 0.25 - 2.0 * t, -1.0];
        let found = [
            recording.position[0][k],
            recording.position[1][k],
            *c,
            torque[1][k],
        ];
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{k}: {found} {expected}");
        }
    }
}

#[test]
fn a_joint_that_was_held_needs_no_column() {
    let text = described(
        "{columns: [a, {constant: 90}], unit: deg, side: joint, offset: [0, -pi/4]}",
        "{columns: [c, d], side: joint}",
    );
    let recording = read(&text, &[("run.csv", &table())]).unwrap();
    let held = vec![std::f64::consts::PI / 4.0; 20];
    assert_eq!(recording.position[1].len(), held.len());
    let error = recording.position[1]
        .iter()
        .zip(&held)
        .map(|(q, held)| (q - held).abs());
    assert!(error.fold(0.0, f64::max) < 1e-12);
    assert!(
        !format!("{:?}", recording.remarks).contains("Position"),
        "{:?}",
        recording.remarks
    );
}

#[test]
fn columns_used_twice_and_columns_that_are_the_same_are_noticed() {
    let said = |position: &str, torque: &str| {
        let csv = with_copy();
        let recording = read(&described(position, torque), &[("run.csv", &csv)]).unwrap();
        let notes = notes(&recording.into(), ROBOT.model());
        let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
        notes.join("\n")
    };
    let twice = said(
        "{columns: [a, a], side: joint}",
        "{columns: [c, d], side: joint}",
    );
    let expected = "column `a` is used twice, for position of q1 and for position of q2";
    assert!(twice.contains(expected), "{twice}");
    let same = said(
        "{columns: [a, b], side: joint}",
        "{columns: [e, d], side: joint}",
    );
    let expected = "columns `a` (position of q1) and `e` (torque of q1) hold the same numbers";
    assert!(same.contains(expected), "{same}");
    assert!(!same.contains("twice") && !same.contains("`b`"), "{same}");
}

#[test]
fn files_of_which_nothing_is_used_are_named() {
    let text = described(
        "{columns: [a, b], side: joint}",
        "{columns: [c, d], side: joint}",
    )
    .replace("run.csv", "[run.csv, other.csv]");
    let files = [("run.csv", table()), ("other.csv", "x\n1\n".to_owned())];
    let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
    let remarks = format!("{:?}", read(&text, &files).unwrap().remarks);
    assert!(
        remarks.contains("NothingUsed") && remarks.contains("other.csv"),
        "{remarks}"
    );
}
