//! Recordings as people have them: units, sides, files of their own, and every fault answered.

use std::f64::consts::PI;
use std::fs;

use crate::specimen::ROBOT;
use armwright_lab::dataset::Dataset;
use armwright_lab::judge::{Note, notes};
use armwright_lab::motion::{Processing, ProcessingError, Run};
use armwright_lab::options::{Cutoff, List, ProcessingOptions};
use armwright_lab::recording::{Arrays, Recording, RecordingError};
use armwright_runtime::Robot;
use tempfile::TempDir;

/// A folder of files of one test's own, removed when it ends.
struct Folder(TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a temporary file");
        }
        Self(folder)
    }

    fn read(&self, name: &str) -> Result<Recording, RecordingError> {
        Recording::read(&self.0.path().join(name), ROBOT.model())
    }
}

/// What is to be said of a recording, a line each.
fn said(recording: Recording) -> String {
    let notes = notes(&recording.into(), ROBOT.model());
    let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
    notes.join("\n")
}

/// Twelve rows of `columns` numbers, of which the first is time in steps of `step`.
fn table(header: &str, step: f64, row: impl Fn(f64) -> Vec<f64>) -> String {
    let mut text = format!("{header}\n");
    for k in 0..12 {
        let t = f64::from(k) * step;
        let numbers: Vec<String> = row(t).iter().map(ToString::to_string).collect();
        text.push_str(&format!("{},{}\n", t, numbers.join(",")));
    }
    text
}

#[test]
fn motor_side_degrees_and_offsets_become_joint_radians() {
    let csv = table("clock,p1,p2,i1,i2", 2.0, |t| {
        vec![50.0 * t, 30.0 * t + 40.0, 2.0, 3.0]
    });
    let yaml = "recording:
  file: run.csv
  time: {column: clock, unit: ms}
  position: {columns: [p1, p2], unit: deg, side: motor, offset: [-pi/2, 10deg]}
  current: {columns: [i1, i2], constant: [0.5, 2]}
  select: {from: 0.002, to: 0.023}
";
    let folder = Folder::with(&[("run.csv", &csv), ("run.yaml", yaml)]);
    let recording = folder.read("run.yaml").unwrap();
    assert!((recording.rate - 500.0).abs() < 1e-9);
    assert_eq!(recording.samples(), 11);
    assert!((recording.start - 0.002).abs() < 1e-12);
    // q_m = G q with G = [[50, 0], [30, 40]]: at t = 2 the joints are at 2 and 1 degrees.
    assert!((recording.position[0][0] - (2.0 * PI / 180.0 - PI / 2.0)).abs() < 1e-12);
    assert!((recording.position[1][0] - 11.0 * PI / 180.0).abs() < 1e-12);
    // tau = Gᵀ tau_m with tau_m = (1, 6).
    let torque = recording.torque.unwrap();
    assert!((torque[0][0] - 230.0).abs() < 1e-9 && (torque[1][0] - 240.0).abs() < 1e-9);
}

/// Two motors on the first joint, with an encoder each, and a joint torque that two sensors share across files.
#[test]
fn columns_are_added_up_where_a_joint_has_several() {
    let lines = |row: fn(f64) -> String| (0..30).map(|k| row(f64::from(k))).collect::<String>();
    let motors = "l,r,q\n".to_owned() + &lines(|k| format!("{},{},{}\n", k, k + 2.0, 0.1 * k));
    let torques = "a,b,c\n".to_owned() + &lines(|k| format!("{},{},{}\n", k, 0.5 * k, -k));
    let yaml = "recording:
  file: [motors.csv, torques.csv]
  time: {rate: 250}
  position: {columns: [{sum: [l, r], factors: [0.01, 0.03]}, q], side: joint}
  torque: {columns: [{sum: [a, b], factors: [60, -40]}, {sum: [a, c, b]}], side: joint, scale: [2, 1]}
";
    let files = [
        ("motors.csv", &motors[..]),
        ("torques.csv", &torques),
        ("run.yaml", yaml),
    ];
    let recording = Folder::with(&files).read("run.yaml").unwrap();
    let torque = recording.torque.as_ref().unwrap();
    let columns = recording.position[0].iter().zip(&torque[0]).zip(&torque[1]);
    for (x, ((position, first), second)) in (0..30).map(f64::from).zip(columns) {
        assert!((position - (0.04 * x + 0.06)).abs() < 1e-12);
        assert!((first - 2.0 * (60.0 - 20.0) * x).abs() < 1e-9);
        assert!((second - 0.5 * x).abs() < 1e-12);
    }
    let notes = said(recording);
    assert!(!notes.contains("torques.csv"), "{notes}");

    let wrong = |columns: &str, words: &str| {
        let text = yaml.replace("{sum: [a, c, b]}", columns);
        let files = [
            ("motors.csv", &motors[..]),
            ("torques.csv", &torques),
            ("run.yaml", &text),
        ];
        let error = Folder::with(&files)
            .read("run.yaml")
            .unwrap_err()
            .to_string();
        assert!(error.contains(words), "{columns}: {error}");
    };
    wrong("{sum: [a, d]}", "no column `d`");
    wrong("{sum: [a, c], factors: [1]}", "sum, factors");
    wrong("{sum: []}", "columns");
    wrong(
        "{sum: [a], constant: 1}",
        "columns are added up in its place",
    );
    wrong("{factors: [1]}", "they are those of `sum`");
}

#[test]
fn files_of_their_own_need_a_rate_and_the_same_rows() {
    let positions = "J1,J2\n".to_owned() + &"0.1,0.2\n".repeat(15);
    let torques = "J1,J2\n".to_owned() + &"1,2\n".repeat(15);
    let yaml = "recording:
  file: [positions.csv, torques.csv]
  time: {rate: 250}
  position: {file: positions.csv, columns: [J1, J2], side: joint}
  torque: {file: torques.csv, columns: [J1, J2], side: joint, unit: N·m}
processing: {cutoff: 20, decimate: [2, 2], velocity_threshold: 0.1}
";
    let ambiguous = yaml.replace("file: torques.csv, ", "");
    let short = torques.replacen("1,2\n", "", 1);
    let folder = Folder::with(&[
        ("positions.csv", &positions),
        ("torques.csv", &torques),
        ("good.yaml", yaml),
        ("ambiguous.yaml", &ambiguous),
        ("short.csv", &short),
        ("short.yaml", &yaml.replace("torques", "short")),
    ]);
    let recording = folder.read("good.yaml").unwrap();
    assert_eq!((recording.rate, recording.samples()), (250.0, 15));
    assert_eq!(recording.torque.unwrap()[1], [2.0; 15]);
    assert_eq!(recording.options.cutoff, Some(Cutoff::Hertz(20.0)));
    assert!(matches!(
        folder.read("ambiguous.yaml"),
        Err(RecordingError::Ambiguous { .. })
    ));
    assert!(matches!(
        folder.read("short.yaml"),
        Err(RecordingError::RowCount { rows: 14, .. })
    ));
}

#[test]
fn bare_files_are_read_by_their_column_names() {
    let by_motor = table("t,q_m1,q_m2,tau_m1,tau_m2", 0.01, |t| {
        vec![50.0 * t, 30.0 * t, 1.0, 0.0]
    });
    let folder = Folder::with(&[("run.csv", &by_motor)]);
    let recording = folder.read("run.csv").unwrap();
    assert!((recording.position[0][3] - 0.03).abs() < 1e-12);
    assert!(recording.position[1][3].abs() < 1e-12);
    assert_eq!(recording.torque.unwrap()[0][0], 50.0);
}

/// A file that has neither names of joints nor of motors is asked for those of joints.
#[test]
fn columns_that_are_not_there_are_asked_for_by_joint() {
    let csv = table("t,a,b", 0.01, |t| vec![t, 2.0 * t]);
    let folder = Folder::with(&[("run.csv", &csv)]);
    let message = folder
        .read("run.csv")
        .expect_err("no positions")
        .to_string();
    assert!(message.contains("`q_q1`"), "{message}");
}

#[test]
fn faults_name_file_line_column_and_remedy() {
    let good = table("t,q_q1,q_q2,tau_q1,tau_q2", 0.01, |_| vec![0.0; 4]);
    let lines: Vec<&str> = good.lines().collect();
    let with_line = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n")
    };
    let cases = [
        ("empty", String::new(), "is empty"),
        ("headless", "0,1,2\n1,2,3\n".to_owned(), "no header"),
        (
            "misspelt",
            good.replacen("q_q2", "q_q3", 1),
            "no column `q_q2` (for position); did you mean",
        ),
        (
            "ragged",
            with_line(4, "0.03,1,2"),
            "line 5: 3 fields where the header has 5",
        ),
        (
            "words",
            good.replace(",0,0,0,0", ",0,x,0,0"),
            "line 2, column `q_q2`: `x` is not a finite number",
        ),
        (
            "standing",
            table("t,q_q1,q_q2,tau_q1,tau_q2", 0.0, |_| vec![0.0; 4]),
            "time does not advance",
        ),
        ("one-row", lines[..2].join("\n"), "samples"),
        (
            "header-only",
            lines[0].to_owned(),
            "has a header and no numbers below it",
        ),
        (
            "timeless",
            good.replacen("t,", "time,", 1),
            "no column `t` (for time); name the column in a description",
        ),
    ];
    for (name, text, expected) in cases {
        let folder = Folder::with(&[("run.csv", &text)]);
        let message = folder.read("run.csv").expect_err(name).to_string();
        assert!(message.contains(expected), "{name}: {message}");
        assert!(message.contains("run.csv"), "{name}: {message}");
    }
}

#[test]
fn lines_are_counted_alike_whatever_ends_them() {
    let good = table("t,q_q1,q_q2,tau_q1,tau_q2", 0.01, |_| vec![0.0; 4]);
    let faults = [
        (2, "0,0,x,0,0", "2 dropped"),
        (6, "0.04,0,x,0,0", "6 bridged"),
        (6, "0.04,0", "line 6: 2 fields"),
        (13, "0.11,0,x,0,0", "13 dropped"),
    ];
    for (ending, name) in [("\n", "line-feeds"), ("\r\n", "carriage-returns")] {
        for (line, row, expected) in faults {
            let mut lines: Vec<&str> = good.lines().collect();
            lines[line - 1] = row;
            for end in [ending, ""] {
                let text = lines.join(ending) + end;
                let folder = Folder::with(&[("run.csv", &text)]);
                let message = match folder.read("run.csv") {
                    Err(error) => error.to_string(),
                    Ok(recording) => {
                        let repair = &recording.repairs[0];
                        format!("{} {}", repair.rows.unwrap()[0], repair.done)
                    }
                };
                assert!(message.contains(expected), "{name}: {message}");
            }
        }
    }
}

#[test]
fn faults_of_a_description_are_explained() {
    let csv = table("t,a,b,c,d", 0.01, |_| vec![0.0; 4]);
    let yaml = "recording:
  file: run.csv
  time: {column: t}
  position: {columns: [a, b], side: joint}
  torque: {columns: [c, d], side: joint}
";
    let cases = [
        (
            "unit",
            yaml.replace("[a, b]", "[a, b], unit: gon"),
            "known are rad, deg, rev",
        ),
        (
            "count",
            yaml.replace("[a, b]", "[a]"),
            "`position.columns` lists 1",
        ),
        (
            "offset",
            yaml.replace("[a, b]", "[a, b], offset: [0, pie]"),
            "multiple of pi",
        ),
        (
            "duplicate",
            yaml.to_owned() + "  file: other.csv\n",
            "stands twice",
        ),
        (
            "cutoff",
            yaml.to_owned() + "processing: {cutoff: high}\n",
            "a number above 0, or `auto`",
        ),
        (
            "key",
            yaml.replace("torque", "torq"),
            "no key `torq`; did you mean torque?",
        ),
        (
            "short",
            yaml.replace("position", "posit"),
            "no key `posit`; did you mean position?",
        ),
        (
            "required",
            yaml.replace("position", "positon"),
            "no key `positon`; did you mean position?",
        ),
        (
            "time",
            yaml.replace("{column: t}", "{unit: s}"),
            "time is missing",
        ),
        ("file", yaml.replace("run.csv", "runs.csv"), "cannot read"),
        (
            "both",
            yaml.to_owned() + "  current: {columns: [c, d]}\n",
            "not both",
        ),
        (
            "current",
            yaml.replace("torque", "current"),
            "currents need torque constants",
        ),
        (
            "select",
            yaml.to_owned() + "  select: {from: 5}\n",
            "samples",
        ),
    ];
    for (name, text, expected) in cases {
        let folder = Folder::with(&[("run.csv", &csv), ("run.yaml", &text)]);
        let message = folder.read("run.yaml").expect_err(name).to_string();
        assert!(message.contains(expected), "{name}: {message}");
        // What is misspelt is not missing as well.
        assert!(!message.contains("has no `position`"), "{name}: {message}");
    }
}

#[test]
fn degrees_taken_for_radians_are_noticed() {
    let csv = table("t,q_m1,q_m2,tau_m1,tau_m2", 0.01, |t| {
        vec![57.3 * 50.0 * 3.0 * t, 0.0, 0.0, 0.0]
    });
    let folder = Folder::with(&[("run.csv", &csv)]);
    let notes = said(folder.read("run.csv").unwrap());
    assert!(notes.contains("are positions in degrees"), "{notes}");
}

#[test]
fn limits_and_rates_that_cannot_be_are_noticed() {
    let csv = |step: f64, reach: f64| {
        table("t,q_m1,q_m2,tau_m1,tau_m2", step, |t| {
            // The motors of joint 1 alone, slowly.
            vec![
                50.0 * (reach + 1e-3 * t),
                30.0 * (reach + 1e-3 * t),
                0.0,
                0.0,
            ]
        })
    };
    let cases = [
        ("far", csv(0.01, 30.0), "its limits are -2.50 and 2.50"),
        ("low", csv(0.01, -30.0), "from -30.00 to -30.00 rad"),
        ("slow", csv(1.0, 0.0), "in milliseconds"),
        ("quick", csv(1e-6, 0.0), "is time in seconds"),
        (
            "small",
            csv(0.01, 0.0),
            "no joint moves by more than 0.0001",
        ),
    ];
    for (name, text, expected) in cases {
        let folder = Folder::with(&[("run.csv", &text)]);
        let notes = said(folder.read("run.csv").unwrap());
        assert!(notes.contains(expected), "{name}: {notes}");
    }
    let moving = table("t,q_m1,q_m2,tau_m1,tau_m2", 0.01, |t| {
        vec![150.0 * t, 90.0 * t, t, -t]
    });
    let folder = Folder::with(&[("run.csv", &moving)]);
    let notes = said(folder.read("run.csv").unwrap());
    assert_eq!(notes.lines().count(), 1, "only the side: {notes:?}");
}

#[test]
fn columns_that_never_change_are_named() {
    let noted = |row: fn(f64) -> Vec<f64>| {
        let csv = table("t,q_m1,q_m2,tau_m1,tau_m2", 0.01, row);
        let folder = Folder::with(&[("run.csv", &csv)]);
        said(folder.read("run.csv").unwrap())
    };
    // The motors are coupled: no joint stands still, and no joint torque is constant.
    let one = noted(|t| vec![50.0 * t, 0.7, 1.5, t]);
    let [position, torque] = [
        "position is constant from beginning to end in `q_m2`:",
        "torque is constant from beginning to end in `tau_m1`:",
    ];
    assert!(one.contains(position) && one.contains(torque), "{one}");
    let both = noted(|t| vec![50.0 * t, 30.0 * t, 0.0, 0.0]);
    let expected = "torque is constant from beginning to end in `tau_m1`, `tau_m2`:";
    assert!(both.contains(expected), "{both}");
    assert!(!both.contains("position is"), "{both}");
    // Nothing changes in what is no number.
    let torn = noted(|t| {
        let broken = (0.045..0.055).contains(&t);
        vec![50.0 * t, 0.7, 1.5, if broken { f64::NAN } else { t }]
    });
    assert!(torn.contains(position) && torn.contains(torque), "{torn}");
    let torn = noted(|t| {
        let broken = (0.045..0.055).contains(&t);
        vec![50.0 * t, 0.7, if broken { f64::NAN } else { 1.5 }, t]
    });
    assert!(torn.contains(torque), "{torn}");
}

#[test]
fn uneven_time_stamps_are_resampled_and_said() {
    let csv = table("t,q_m1,q_m2,tau_m1,tau_m2", 0.01, |t| {
        vec![50.0 * t, 30.0 * t, 0.0, 0.0]
    });
    let uneven = csv.replacen("\n0.05,2.5,1.5", "\n0.052,2.6,1.56", 1);
    assert_ne!(csv, uneven);
    let folder = Folder::with(&[("run.csv", &uneven)]);
    let recording = folder.read("run.csv").unwrap();
    let why = recording.repairs[0].to_string();
    assert!(why.contains("time stamps stray by up to 20 %"), "{why}");
    for (k, q) in recording.position[0].iter().enumerate() {
        assert!((q - 0.01 * k as f64).abs() < 1e-9, "{k}: {q}");
    }
}

#[test]
fn rows_without_numbers_can_be_cut_out() {
    let csv = table("t,a,b,c,d", 0.01, |t| vec![t, 0.0, 0.0, 0.0]);
    let torn = csv.replacen("\n0.1,0.1,", "\n0.1,NaN,", 1);
    assert_ne!(csv, torn);
    let yaml = "recording:
  file: run.csv
  time: {column: t}
  position: {columns: [a, b], side: joint}
";
    let cut = yaml.to_owned() + "  select: {to: 0.095}\n";
    let files = [
        ("run.csv", torn.as_str()),
        ("all.yaml", yaml),
        ("cut.yaml", &cut),
    ];
    let folder = Folder::with(&files);
    let all = folder.read("all.yaml").unwrap();
    assert_eq!((all.samples(), all.repairs[0].rows), (12, Some([12, 12])));
    assert_eq!(all.bridged.iter().filter(|bridged| **bridged).count(), 1);
    assert!((all.position[0][10] - 0.1).abs() < 1e-12);
    let cut = folder.read("cut.yaml").unwrap();
    assert_eq!((cut.samples(), cut.repairs), (10, Vec::new()));
}

#[test]
fn a_last_line_that_was_not_finished_is_dropped_and_said() {
    let csv = table("t,q_q1,q_q2,tau_q1,tau_q2", 0.01, |t| vec![t; 4]);
    let whole = Folder::with(&[("run.csv", &csv)]).read("run.csv");
    let cut = csv.clone() + "0.12,0.12,0.1";
    let recording = Folder::with(&[("run.csv", &cut)]).read("run.csv").unwrap();
    assert_eq!(recording.position, whole.unwrap().position);
    assert_eq!(recording.repairs.len(), 1, "{:?}", recording.repairs);
    assert_eq!(recording.repairs[0].rows, Some([14, 14]));

    let within = csv.replacen("\n0.05,0.05,0.05,", "\n0.05,", 1);
    let refused = Folder::with(&[("run.csv", &within)]).read("run.csv");
    let message = refused.unwrap_err().to_string();
    assert!(message.contains("line 7: 3 fields"), "{message}");
}

#[test]
fn a_cutoff_asked_for_as_auto_overrides_the_description() {
    let csv = table("t,a,b,c,d", 0.01, |t| vec![t.sin(), 0.1 * t, 0.0, 0.0]);
    let yaml = "recording:
  file: run.csv
  time: {column: t}
  position: {columns: [a, b], side: joint}
processing: {cutoff: 7, velocity_threshold: 0, motor_velocity_threshold: 0}
";
    let folder = Folder::with(&[("run.csv", &csv), ("run.yaml", yaml)]);
    let recording = folder.read("run.yaml").unwrap();
    let resolved = |cutoff: Option<&str>| {
        let choices = ProcessingOptions {
            cutoff: cutoff.map(|text| text.parse().unwrap()),
            ..ProcessingOptions::default()
        };
        let choices = choices.or(recording.options.clone());
        resolve(&choices, &recording).unwrap()
    };
    assert_eq!(resolved(None).cutoff, 7.0);
    assert_eq!(resolved(Some("9.5")).cutoff, 9.5);
    let auto = resolved(Some("auto"));
    assert_ne!(auto.cutoff, 7.0);
    assert!(auto.chosen[0].contains("cut-off"), "{:?}", auto.chosen);
    assert!("fast".parse::<Cutoff>().is_err());
}

#[test]
fn thresholds_are_said_to_be_chosen_only_where_they_are() {
    let csv = table("t,a,b,c,d", 0.01, |t| vec![t.sin(), 0.1 * t, 0.0, 0.0]);
    let yaml = "recording:
  file: run.csv
  time: {column: t}
  position: {columns: [a, b], side: joint}
";
    let folder = Folder::with(&[("run.csv", &csv), ("run.yaml", yaml)]);
    let recording = folder.read("run.yaml").unwrap();
    let said = |joint: Option<f64>, motor: Option<f64>| {
        let list = |threshold: f64| List(vec![threshold]);
        let options = ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(7.0)),
            velocity_threshold: joint.map(list),
            motor_velocity_threshold: motor.map(list),
            ..ProcessingOptions::default()
        };
        let chosen = resolve(&options, &recording);
        let chosen = chosen.unwrap().chosen.join("\n");
        let sentence = chosen.lines().find(|line| line.contains("threshold"));
        sentence.map(|line| line.split(':').next().unwrap_or_default().to_owned())
    };
    // Coulomb friction acts on the specimen's motors alone.
    assert_eq!(said(None, None).unwrap(), "velocity thresholds");
    let motors = "velocity thresholds of motors";
    assert_eq!(said(Some(0.1), None).unwrap(), motors);
    assert_eq!(said(None, Some(0.1)), None);
    assert_eq!(said(Some(0.1), Some(0.1)), None);
}

/// The processing of a recording by itself.
fn resolve(
    options: &ProcessingOptions,
    recording: &Recording,
) -> Result<Processing, ProcessingError> {
    let run = Run::of(std::slice::from_ref(recording), ROBOT.model());
    Processing::resolve(options, recording, &run, ROBOT.model())
}

/// A log of 60 rows at 100 Hz with a column that numbers its phases, and a description that ends with some
/// lines.
fn phased(lines: &str) -> Result<Vec<Recording>, RecordingError> {
    phased_by(lines, |k| (k / 20).to_string())
}

/// The same with phases of one's own.
fn phased_by(lines: &str, phase: impl Fn(u32) -> String) -> Result<Vec<Recording>, RecordingError> {
    let row = |k: u32| {
        let t = f64::from(k) * 0.01;
        format!("{t},{},{},{k},1,{}", t.sin(), t.cos(), phase(k))
    };
    let rows: Vec<String> = (0..60).map(row).collect();
    let csv = format!("t,a,b,c,d,phase\n{}\n", rows.join("\n"));
    let yaml = format!(
        "recording:
  file: run.csv
  time: {{column: t}}
  position: {{columns: [a, b], side: joint}}
  torque: {{columns: [c, d], side: joint}}
{lines}"
    );
    let folder = Folder::with(&[("run.csv", &csv), ("run.yaml", &yaml)]);
    Recording::read_all(&folder.0.path().join("run.yaml"), ROBOT.model())
}

fn spans(lines: &str) -> Vec<(f64, usize)> {
    let pieces = phased(lines).expect("a log");
    assert!(pieces.iter().all(|piece| piece.repairs.is_empty()));
    pieces.iter().map(|p| (p.start, p.samples())).collect()
}

/// A filter that settles slowly spoils most of a short recording: a tenth at either end is given up, no more.
#[test]
fn a_slow_filter_takes_no_more_than_a_tenth_of_either_end() {
    let recording = phased("").expect("a log").remove(0);
    let trim = |cutoff: f64| {
        let options = ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(cutoff)),
            ..ProcessingOptions::default()
        };
        resolve(&options, &recording).expect("a cut-off").trim
    };
    assert_eq!((recording.samples(), trim(0.5)), (60, 6));
    assert!(trim(45.0) <= 6);
}

/// Another recording is filtered alike, and decimated alike only where it has the same rate.
#[test]
fn factors_of_decimation_are_those_of_their_rate() {
    let recording = phased("").expect("a log").remove(0);
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(7.0)),
        decimate: Some(List(vec![3, 2])),
        ..ProcessingOptions::default()
    };
    let processing = resolve(&options, &recording).expect("a cut-off");
    let same = processing.for_another(100.0);
    assert_eq!(same.decimate, Some(List(vec![3, 2])));
    let other = processing.for_another(250.0);
    assert_eq!((other.decimate, other.cutoff), (None, options.cutoff));
}

#[test]
fn several_parts_can_be_selected() {
    assert_eq!(spans("  select: {from: 0.1, to: 0.295}\n"), [(0.1, 20)]);
    let several = "  select: [[0.1, 0.295], {from: 0.4}]\n";
    assert_eq!(spans(several), [(0.1, 20), (0.4, 20)]);
    // Ends belong to their parts; where one begins at another's end, that row is the other's alone.
    let adjacent = "  select: [[0.1, 0.2], [0.2, 0.3]]\n";
    assert_eq!(spans(adjacent), [(0.1, 11), (0.21, 10)]);
    for (wrong, expected) in [
        ("  select: [[0.3, 0.1]]\n", "from 0.3 s to 0.1 s: it ends"),
        (
            "  select: [[0, 0.3], [0.2, 0.5]]\n",
            "a part from 0.2 s after one to 0.3 s",
        ),
        ("  select: [0, 0.3]\n", "`select` has `0` where"),
        ("  select: [[0, 1, 2]]\n", "`select` has a list where"),
    ] {
        let message = phased(wrong).expect_err(wrong).to_string();
        assert!(message.contains(expected), "{wrong}: {message}");
    }
}

#[test]
fn a_column_can_say_which_rows_belong_together() {
    let all = spans("  segment: {column: phase}\n");
    assert_eq!(all, [(0.0, 20), (0.2, 20), (0.4, 20)]);
    let some = "  segment: {column: phase, use: [0, 2]}\n  select: {from: 0.05}\n";
    assert_eq!(spans(some), [(0.05, 15), (0.4, 20)]);
    let message = phased("  segment: {column: phases}\n")
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("no column `phases` (for segment"),
        "{message}"
    );
}

#[test]
fn rows_without_a_number_of_a_phase_belong_to_none() {
    let phase = |k: u32| match k {
        20..40 => "nan".to_owned(),
        k => (k / 20).to_string(),
    };
    let pieces = phased_by("  segment: {column: phase}\n", phase).expect("a log");
    let spans: Vec<(f64, usize)> = pieces.iter().map(|p| (p.start, p.samples())).collect();
    assert_eq!(spans, [(0.0, 20), (0.4, 20)]);
}

/// Repairs of a kind that are many and close are one, which counts all rows.
#[test]
fn many_repairs_of_a_kind_are_told_together() {
    let wave = |k: u32| (0.02 * f64::from(k)).sin();
    let mut column: Vec<f64> = (0..600).map(wave).collect();
    let mut torque = column.clone();
    column.iter_mut().for_each(|x| *x *= 0.7);
    for k in 1..=25 {
        torque[20 * k] = f64::NAN;
    }
    let arrays = Arrays::new(
        100.0,
        vec![column.clone(), column.clone()],
        vec![torque, column],
    );
    let recording = Recording::from_arrays(ROBOT.model(), arrays).expect("a recording");
    let told = recording.repairs.iter();
    let told: Vec<_> = told
        .map(|r| (r.count, r.rows, r.done.to_string()))
        .collect();
    assert_eq!(told, [(25, Some([20, 500]), "bridged".to_owned())]);
}

#[test]
fn many_runs_are_read_alike() {
    let csv = |shift: f64| table("t,a,b,c,d", 0.01, move |t| vec![t + shift, 0.0, t, 1.0]);
    let yaml = "recording:
  runs: [one.csv, two.csv, [angles.csv, torques.csv]]
  time: {rate: 100}
  position: {columns: [a, b], side: joint}
  torque: {columns: [c, d], side: joint}
";
    let angles = "a,b\n".to_owned() + &"0.1,0.2\n".repeat(15);
    let torques = "c,d\n".to_owned() + &"1,2\n".repeat(15);
    let folder = Folder::with(&[
        ("one.csv", &csv(0.0)),
        ("two.csv", &csv(1.0)),
        ("angles.csv", &angles),
        ("torques.csv", &torques),
        ("runs.yaml", yaml),
        (
            "both.yaml",
            &yaml.replace("  time", "  file: one.csv\n  time"),
        ),
        (
            "none.yaml",
            &yaml.replace(
                "  runs: [one.csv, two.csv, [angles.csv, torques.csv]]\n",
                "",
            ),
        ),
    ]);
    let read = |name: &str| Recording::read_all(&folder.0.path().join(name), ROBOT.model());
    let runs = read("runs.yaml").expect("three runs");
    let first: Vec<f64> = runs.iter().map(|run| run.position[0][0]).collect();
    assert_eq!(first, [0.0, 1.0, 0.1]);
    assert!(
        runs[1].source.ends_with("runs.yaml, two.csv"),
        "{}",
        runs[1].source
    );
    assert_ne!(runs[0].source, runs[1].source, "no pieces of one recording");
    for (name, expected) in [
        ("both.yaml", "`file` has no effect: `runs`"),
        ("none.yaml", "has no `file`"),
    ] {
        let message = read(name).expect_err(name).to_string();
        assert!(message.contains(expected), "{message}");
    }
}

/// A hole is bridged from what is beside it, on each side half as much as is missing: what lies farther off has no part
/// in it.
#[test]
fn a_hole_is_bridged_from_what_is_near() {
    // Twelve rows are missing, from the 990th on; a cubic bends a little eight rows before and behind.
    let cubic = |k: i32| (f64::from(k - 1000) / 500.0).powi(3);
    let position = |k: i32| {
        let bends = f64::from((982 - k).max(0)) + f64::from((k - 1009).max(0));
        cubic(k) + 1e-5 * bends
    };
    let rows = (0..2000).filter(|k| !(990..1002).contains(k));
    let rows = rows.map(|k| format!("{},{},0,{k},1\n", 0.01 * f64::from(k), position(k)));
    let csv = format!("t,a,b,c,d\n{}", rows.collect::<String>());
    let yaml = "recording:
  file: run.csv
  time: {column: t}
  position: {columns: [a, b], side: joint}
  torque: {columns: [c, d], side: joint}
";
    let folder = Folder::with(&[("run.csv", &csv), ("run.yaml", yaml)]);
    let found = folder.read("run.yaml").expect("a log");
    assert_eq!(found.samples(), 2000);
    for k in 985..1007 {
        assert_eq!(found.bridged[k as usize], (990..1002).contains(&k));
        assert!(
            (found.position[0][k as usize] - cubic(k)).abs() < 1e-9,
            "{k}"
        );
    }
}

/// How far a slide goes says nothing of the unit of angles.
#[test]
fn angles_that_hardly_change_are_doubted_beside_a_slide_that_moves() {
    let model = armwright_robots::scara::ROBOT.model();
    let doubted = |turn: f64| {
        let column = |joint: &armwright_runtime::Joint| {
            let size = match joint.kind {
                armwright_runtime::JointKind::Prismatic => 0.1,
                _ => turn,
            };
            (0..200)
                .map(|k| size * (0.05 * f64::from(k)).sin())
                .collect()
        };
        let position: Vec<Vec<f64>> = model.joints.iter().map(column).collect();
        let arrays = Arrays::new(100.0, position.clone(), position);
        let recording = Recording::from_arrays(model, arrays).expect("a recording");
        let notes = notes(&recording.into(), model);
        notes
            .iter()
            .any(|note| matches!(note, Note::SmallRange { .. }))
    };
    assert!(doubted(1e-3));
    assert!(!doubted(1.0));
}

/// A row that comes again is a copy, whatever numbers it lacks.
#[test]
fn a_copy_may_lack_a_number() {
    let csv = table("t,a,b,c,d", 0.01, |t| vec![t, 2.0 * t, 1.0 + t, t * t]);
    let row = csv.lines().nth(6).expect("a row").to_owned();
    let torn = row.replacen(",0.05,", ",NaN,", 1);
    assert_ne!(torn, row);
    let csv = csv.replacen(&row, &format!("{torn}\n{torn}"), 1);
    let yaml = "recording:
  file: run.csv
  time: {column: t}
  position: {columns: [a, b], side: joint}
  torque: {columns: [c, d], side: joint}
";
    let folder = Folder::with(&[("run.csv", &csv), ("run.yaml", yaml)]);
    let repairs = folder.read("run.yaml").expect("a log").repairs;
    let repairs: Vec<String> = repairs.iter().map(ToString::to_string).collect();
    assert!(
        repairs.contains(&"1 row repeated".to_owned()),
        "{repairs:?}"
    );
}

/// A recording that is given twice ends where it ends.
#[test]
fn a_copy_of_a_recording_is_told_from_its_first_sample_to_its_last() {
    let recording = phased("").expect("a log").remove(0);
    let twice = Dataset::from(vec![recording.clone(), recording]);
    let once = twice.distinct().expect("nothing to validate").training;
    assert_eq!(once.len(), 1);
    let [from, to] = once[0].repairs.last().expect("a copy").time;
    assert!(
        from.abs() < 1e-12 && (to - 0.59).abs() < 1e-9,
        "{from} {to}"
    );
}

/// Of a run's recordings the slowest has no room for the cut-off of the others: a fifth of its rate is left to it.
#[test]
fn a_slow_recording_is_filtered_within_its_rate() {
    let fast = phased("").expect("a log").remove(0);
    let mut run = Run::of(std::slice::from_ref(&fast), ROBOT.model());
    run.cutoff = 12.0;
    let mut slow = fast.clone();
    slow.rate = 30.0;
    let options = ProcessingOptions::default();
    let cutoff = |recording| {
        let found = Processing::resolve(&options, recording, &run, ROBOT.model());
        found.expect("a cut-off").cutoff
    };
    assert_eq!([cutoff(&fast), cutoff(&slow)], [12.0, 6.0]);
}
