//! What can be wrong with a user's files and folders: each is explained, with file, place and remedy.

use tempfile::TempDir;

use crate::program::{Answer, folder, identify, with_recording, wrist};

/// The simulated recording under another name, its rows changed: the header is row 0.
fn rewrite(
    folder: &TempDir,
    name: &str,
    change: impl Fn(usize, Vec<String>) -> Option<Vec<String>>,
) {
    let text = std::fs::read_to_string(folder.path().join("sim/recording.csv"));
    let text = text.expect("the simulated recording");
    let rows = text.lines().enumerate().filter_map(|(k, line)| {
        let fields = line.split(',').map(str::to_owned).collect();
        change(k, fields).map(|fields| fields.join(",") + "\n")
    });
    std::fs::write(folder.path().join(name), rows.collect::<String>()).expect("a copy");
}

fn identified(folder: &TempDir, file: &str) -> Answer {
    wrist(folder, &format!("identify --recording {file} --out found"))
}

/// Fields multiplied by a factor, all rows but the header.
fn scaled(
    k: usize,
    fields: Vec<String>,
    columns: std::ops::Range<usize>,
    factor: f64,
) -> Vec<String> {
    let scale = |(i, field): (usize, String)| match field.parse::<f64>() {
        Ok(value) if k > 0 && columns.contains(&i) => format!("{:?}", value * factor),
        _ => field,
    };
    fields.into_iter().enumerate().map(scale).collect()
}

#[test]
fn files_that_are_not_there_are_named() {
    let folder = with_recording();
    identified(&folder, "nowhere.yaml").is_fault(&["nowhere.yaml"]);
    std::fs::write(
        folder.path().join("points_nowhere.yaml"),
        "recording: {file: gone.csv, time: {rate: 100}, position: {columns: [a, b, c]}}",
    )
    .unwrap();
    identified(&folder, "points_nowhere.yaml").is_fault(&["gone.csv"]);
    wrist(
        &folder,
        "predict --recording sim/recording.yaml --parameters no.json",
    )
    .is_fault(&["no.json"]);
    wrist(&folder, "simulate --points no.csv").is_fault(&["no.csv"]);
    wrist(&folder, "evaluate --quantity torque --states no.csv").is_fault(&["no.csv"]);
}

#[test]
fn data_that_took_part_do_not_validate() {
    let folder = with_recording();
    let line = "identify --recording sim/recording.yaml --validate ./sim/../sim/recording.yaml";
    wrist(&folder, line).is_fault(&["data that took part", "--hold-out 0.25"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_success() {
    let full = std::fs::File::create("/dev/full").expect("a device of Linux");
    let output = std::process::Command::new(crate::program::WRIST)
        .arg("info")
        .stdout(full)
        .output()
        .expect("the command runs");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("standard output cannot be written"), "{said}");
}

#[test]
fn a_folder_that_cannot_be_made_is_explained_before_the_work() {
    let folder = with_recording();
    std::fs::write(folder.path().join("file"), "not a folder").unwrap();
    for line in [
        "identify --recording sim/recording.yaml --out file/out",
        "demo --out file/out",
        "simulate --out file/out",
    ] {
        wrist(&folder, line).is_fault(&["file/out", "--out DIR"]);
    }
    wrist(
        &folder,
        "predict --recording sim/recording.yaml -o none/there.csv",
    )
    .is_fault(&["none/there.csv", "folder"]);
}

#[test]
fn tables_that_are_no_recordings_are_refused_with_their_place() {
    let folder = with_recording();
    std::fs::write(folder.path().join("empty.csv"), "").unwrap();
    identified(&folder, "empty.csv").is_fault(&["empty.csv", "empty", "header"]);
    rewrite(&folder, "one.csv", |k, fields| (k < 2).then_some(fields));
    identified(&folder, "one.csv").is_fault(&["one.csv", "1 sample"]);
    rewrite(&folder, "headless.csv", |k, fields| {
        (k > 0).then_some(fields)
    });
    identified(&folder, "headless.csv").is_fault(&["headless.csv", "header"]);
    rewrite(&folder, "ragged.csv", |k, mut fields| {
        if k == 7 {
            fields.pop();
        }
        Some(fields)
    });
    identified(&folder, "ragged.csv").is_fault(&["ragged.csv", "line 8"]);
}

#[test]
fn single_bad_rows_are_mended_and_told() {
    let folder = with_recording();
    rewrite(&folder, "hole.csv", |k, mut fields| {
        if k == 100 {
            "nan".clone_into(&mut fields[2]);
        }
        Some(fields)
    });
    rewrite(&folder, "back.csv", |k, mut fields| {
        if k == 50 {
            "0.0".clone_into(&mut fields[0]);
        }
        Some(fields)
    });
    for (file, told) in [
        ("hole.csv", "position is no finite number"),
        ("back.csv", "51"),
    ] {
        let answer = identified(&folder, file);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        assert!(
            answer.out.contains("what was done, and why"),
            "{}",
            answer.out
        );
        assert!(
            answer.out.contains(told),
            "`{told}` is not in: {}",
            answer.out
        );
    }
}

#[test]
fn columns_that_do_not_fit_are_named_with_the_nearest() {
    let folder = with_recording();
    rewrite(&folder, "no_torque.csv", |_, fields| {
        Some(fields[..4].to_vec())
    });
    identified(&folder, "no_torque.csv").is_fault(&["no_torque.csv", "torque", "tau_"]);
    rewrite(&folder, "misspelt.csv", |k, mut fields| {
        if k == 0 {
            "tau_n2".clone_into(&mut fields[5]);
        }
        Some(fields)
    });
    let words = [
        "misspelt.csv",
        "tau_m2",
        "tau_n2",
        "writes a description from the header",
    ];
    identified(&folder, "misspelt.csv").is_fault(&words);
    rewrite(&folder, "four_joints.csv", |k, mut fields| {
        let more = if k == 0 {
            ["q_m4", "tau_m4"]
        } else {
            ["0.5", "0.1"]
        };
        fields.extend(more.map(str::to_owned));
        Some(fields)
    });
    let four = identified(&folder, "four_joints.csv");
    let said = format!("{}{}", four.out, four.err);
    assert!(
        said.contains("q_m4"),
        "a joint too many is passed over in silence: {said}"
    );
}

#[test]
fn a_recording_of_another_robot_does_not_fit() {
    let folder = with_recording();
    let answer = identify(
        &folder,
        "tx40 identify --recording sim/recording.yaml --out found",
    );
    answer.is_fault(&["recording.yaml", "tx40", "6 joints"]);
    wrist(
        &folder,
        "identify --recording sim/recording.yaml --out found",
    );
    let line =
        "puma560 predict --recording sim/recording.yaml --parameters found/identification.json";
    assert_eq!(identify(&folder, line).code, Some(1));
}

#[test]
fn advice_begins_with_the_words_that_call_the_robot() {
    let folder = folder();
    let table = "clock,a,b,c\n0,1,2,3\n0.1,2,4,6\n0.2,3,6,9\n";
    std::fs::write(folder.path().join("log.csv"), table).unwrap();
    let line = "abb_wrist identify --recording log.csv --out found";
    identify(&folder, line).is_fault(&["`identify abb_wrist describe log.csv -o recording.yaml`"]);
    identified(&folder, "log.csv").is_fault(&["`abb-wrist describe log.csv -o recording.yaml`"]);
    // What is advised can be done.
    let answer = identify(&folder, "abb_wrist describe log.csv -o recording.yaml");
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    assert!(folder.path().join("recording.yaml").exists());
}

#[test]
fn a_robot_that_stands_still_teaches_nothing_and_is_told_so() {
    let folder = with_recording();
    rewrite(&folder, "still.csv", |k, mut fields| {
        if k > 0 {
            for field in &mut fields[1..4] {
                "0.5".clone_into(field);
            }
        }
        Some(fields)
    });
    identified(&folder, "still.csv").is_fault(&["still.csv"]);
}

#[test]
fn units_mistaken_are_suspected() {
    let folder = with_recording();
    rewrite(&folder, "degrees.csv", |k, fields| {
        Some(scaled(k, fields, 1..4, 57.3))
    });
    let degrees = identified(&folder, "degrees.csv");
    assert_eq!(degrees.code, Some(0), "{}", degrees.err);
    assert!(degrees.out.contains("degrees"), "{}", degrees.out);
    rewrite(&folder, "milliseconds.csv", |k, fields| {
        Some(scaled(k, fields, 0..1, 1000.0))
    });
    let milliseconds = identified(&folder, "milliseconds.csv");
    let said = format!("{}{}", milliseconds.out, milliseconds.err);
    assert!(said.contains("milliseconds"), "{said}");
    let page = std::fs::read_to_string(folder.path().join("found/report.html")).unwrap();
    assert!(
        page.contains("milliseconds"),
        "the report does not repeat the suspicion"
    );
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let folder = with_recording();
    let recording = "identify --recording sim/recording.yaml --out found";
    for (more, word) in [
        ("--hold-out 2", "--hold-out"),
        ("--cutoff 9999", "cutoff"),
        ("--velocity-threshold 1,2", "velocity_threshold"),
        ("--trim 99999", "samples"),
    ] {
        wrist(&folder, &format!("{recording} {more}")).is_fault(&[word]);
    }
    wrist(&folder, "simulate --rate 0").is_fault(&["--rate"]);
    // What only a motion has that is integrated is not passed over where the motion is given.
    for option in [
        "--friction viscous",
        "--set nothing=50",
        "--locked q1",
        "--only-joint q1",
        "--static-ratio 2",
        "--hold linear",
        "--position q1=1",
        "--velocity q1=1",
        "--step 0.01",
    ] {
        let name = option.split(' ').next().unwrap_or_default();
        wrist(&folder, &format!("simulate {option}")).is_fault(&[name, "--follow"]);
    }
    wrist(&folder, "demo --duration nan").is_fault(&["--duration"]);
    for (option, value) in [
        ("--torque-noise", "nan"),
        ("--torque-noise", "-0.1"),
        ("--position-noise", "inf"),
        ("--encoder", "-1"),
    ] {
        for command in ["simulate", "demo"] {
            let line = format!("{command} {option}={value} --out refused");
            wrist(&folder, &line).is_fault(&[option, "finite number, 0 or more"]);
            assert!(!folder.path().join("refused").exists(), "{line}");
        }
    }
}

#[test]
fn values_are_given_or_refused_with_the_reason() {
    let folder = with_recording();
    let identified = |known: &str| {
        let line = format!("identify --recording sim/recording.yaml --known {known} --out found");
        wrist(&folder, &line)
    };
    identified("fc_m1=heavy").is_fault(&["--known `fc_m1=heavy` has no value", "fc_m1=1.5"]);
    identified("fc_m9=1").is_fault(&["abb_wrist has no such parameter", "did you mean fc_m1"]);
    identified("m_a=4").is_fault(&["`m_a` cannot be given"]);
    identified("fc_m1=-1").is_fault(&["no robot has a negative one"]);
    let said = identified("fc_m1,fv_m1=0.5");
    assert_eq!(said.code, Some(0), "{}", said.err);
    let said = said.out;
    assert!(said.contains("Not estimated but given: "), "{said}");
    let base = std::fs::read_to_string(folder.path().join("found/base.csv")).unwrap();
    let row = base
        .lines()
        .find(|row| row.starts_with("fv_m1,"))
        .expect("a row");
    assert!(row.contains(",0.5,,,") && row.contains(",given,"), "{row}");
}
