//! What `measure` of a robot file names, in recordings: identified, predicted, described, and compared with the truth.

use serde_json::Value;

use crate::program::{Folder, Table, csv};
use crate::sensors::{Experiment, SAMPLES, robots};

/// A cut-off at which a filter of fourth order, forwards and backwards, takes 1e-14 of these.
const PROCESSING: &str = "--cutoff 40 --decimate 10";

/// Without noise nothing but rounding and the ends of filters is left.
#[test]
fn what_is_measured_gives_the_parameters_exactly() {
    for robot in robots() {
        let experiment = Experiment::of(robot, 1, 0.0);
        let folder = Folder::new();
        experiment.write(&folder, "run");
        let line = format!("{robot} identify --recording run.yaml --out out {PROCESSING}");
        let found = folder.json(&line);
        for ([value, _, truth], (name, _)) in
            experiment.beside(&found).iter().zip(experiment.truth())
        {
            let gap = (value - truth).abs() / (1.0 + truth.abs());
            assert!(gap < 1e-6, "{robot} {name}: {value}, not {truth}");
        }
        let rows = experiment.robot.model().measured;
        let names = |list: &Value, key: Option<&str>| -> Vec<String> {
            let items = list.as_array().expect("a list").iter();
            let name = |item: &Value| key.map_or(item.clone(), |key| item[key].clone());
            items
                .map(|item| name(item).as_str().expect("a name").to_owned())
                .collect()
        };
        let expected: Vec<String> = rows.iter().map(|row| row.name.to_owned()).collect();
        assert_eq!(names(&found["measured_rows"], None), expected);
        assert_eq!(names(&found["joints"], Some("name")), expected);
        let page = folder.read("out/report.html");
        for row in rows {
            assert!(
                page.contains(&format!("<h3>{} <span>", row.name)),
                "{robot}"
            );
            assert!(!page.contains(&format!("oint {}", row.name)), "{robot}");
        }
    }
}

/// Deviations are those of the noise: over all parameters of all robots the mean square of what the truth is off by,
/// in deviations, is near 1.
#[test]
fn the_truth_lies_within_a_few_deviations() {
    let (mut squares, mut count) = (0.0, 0.0);
    for robot in robots() {
        let experiment = Experiment::of(robot, 2, 0.05);
        let folder = Folder::new();
        experiment.write(&folder, "run");
        Experiment::of(robot, 3, 0.05).write(&folder, "unseen");
        let line =
            format!("{robot} identify --recording run.yaml --validate unseen.yaml --out out");
        let found = folder.json(&format!("{line} {PROCESSING}"));
        for ([value, std, truth], (name, _)) in
            experiment.beside(&found).iter().zip(experiment.truth())
        {
            let off = (value - truth) / std;
            assert!(
                off.abs() < 4.5,
                "{robot} {name}: {value} ± {std}, not {truth}"
            );
            squares += off * off;
            count += 1.0;
        }
        assert_eq!(found["verdict"]["grade"], "sound", "{robot}");
        let fits = found["validation"]["joints"].as_array().expect("a list");
        assert_eq!(fits.len(), experiment.robot.model().measured.len());
        for fit in fits {
            // Decimation by ten leaves a tenth of the power of the noise.
            let share = fit["nrmse"].as_f64().expect("a figure");
            assert!((0.005..0.03).contains(&share), "{robot}: {fit}");
        }
    }
    assert!(
        (0.5..1.5).contains(&(squares / count)),
        "{}",
        squares / count
    );
}

/// Columns with names, units, signs and offsets of their own, torques as motor currents: the same figures.
#[test]
fn a_description_says_how_the_columns_stand() {
    let robot = "sensed_wrist";
    let mut experiment = Experiment::of(robot, 4, 0.02);
    let folder = Folder::new();
    experiment.write(&folder, "plain");
    let line = |recording: &str| {
        format!("{robot} identify --recording {recording} --out out {PROCESSING}")
    };
    let plain = folder.json(&line("plain.yaml"));
    for (k, (name, column)) in experiment.columns.iter_mut().enumerate().skip(4) {
        let factor = match &name[..2] {
            "fx" | "fy" | "fz" => 1e-3,
            "ta" => 1.0,
            _ => 1e3,
        };
        column.iter_mut().for_each(|x| *x = -factor * (*x - 0.25));
        *name = format!("channel{k}");
    }
    folder.write("other.csv", &csv(&experiment.columns));
    let units = "N·m, N·m, kN, kN, kN, mN·m, mN·m, mN·m, kN, kN, kN, mN·m, mN·m, mN·m";
    let columns: Vec<String> = (4..18).map(|k| format!("channel{k}")).collect();
    let described = format!(
        "recording:\n  file: other.csv\n  time: {{column: t}}\n  position: {{columns: [q_q1, q_q2, q_q3], side: joint}}\n  \
         measured:\n    columns: [{}]\n    unit: [{units}]\n    sign: -1\n    offset: 0.25\n",
        columns.join(", ")
    );
    folder.write("other.yaml", &described);
    let other = folder.json(&line("other.yaml"));
    for ([a, _, _], [b, _, _]) in experiment
        .beside(&plain)
        .iter()
        .zip(experiment.beside(&other))
    {
        assert!((a - b).abs() < 1e-9 * (1.0 + a.abs()), "{a}, {b}");
    }
    folder.write("wrong.yaml", &described.replace("kN", "mN·m"));
    folder
        .run(&line("wrong.yaml"))
        .is_fault(&["wrong.yaml", "fx_a", "which is in N"]);
    folder.write("short.yaml", &described.replace(", channel17", ""));
    folder
        .run(&line("short.yaml"))
        .is_fault(&["measured.columns", "13", "14 rows", "tz_c"]);
}

/// Torques of all drives, and of some that are measured: the rows are made of them.
#[test]
fn torques_among_the_rows_may_be_those_of_all_drives() {
    let robot = "sensed_wrist";
    let mut experiment = Experiment::of(robot, 5, 0.02);
    let folder = Folder::new();
    experiment.write(&folder, "plain");
    let line = |recording: &str| {
        format!("{robot} identify --recording {recording} --out out {PROCESSING}")
    };
    let plain = folder.json(&line("plain.yaml"));
    // tau = Gᵀ tau_motor, whose first row holds the torque of m1, and its last the torque of q3 (45 tau_m3).
    let named = |name: &str, columns: &[(String, Vec<f64>)]| {
        let mut all = columns.iter();
        all.find(|(known, _)| known == name)
            .expect("a column")
            .1
            .clone()
    };
    let (m1, q3) = (
        named("tau_m1", &experiment.columns),
        named("tau_q3", &experiment.columns),
    );
    let m3 = q3.iter().map(|x| x / 45.0 / 0.5).collect();
    let m1 = m1.iter().map(|x| x / 0.5).collect();
    experiment
        .columns
        .retain(|(name, _)| !name.starts_with("tau"));
    for (name, column) in [
        ("i_m1", m1),
        ("i_m2", vec![0.0; SAMPLES as usize]),
        ("i_m3", m3),
    ] {
        experiment.columns.push((name.to_owned(), column));
    }
    experiment.write(&folder, "currents");
    let currents = "  current: {columns: [i_m1, i_m2, i_m3], constant: 0.5, side: motor}\n";
    folder.write("currents.yaml", &(folder.read("currents.yaml") + currents));
    let found = folder.json(&line("currents.yaml"));
    for ([a, _, _], [b, _, _]) in experiment
        .beside(&plain)
        .iter()
        .zip(experiment.beside(&found))
    {
        assert!((a - b).abs() < 1e-9 * (1.0 + a.abs()), "{a}, {b}");
    }
    let missing = folder.read("currents.yaml");
    let missing = missing.replace("i_m3", "{torque: missing}");
    folder.write("missing.yaml", &missing);
    folder
        .run(&line("missing.yaml"))
        .is_fault(&["the torque of `q3` is missing"]);
}

#[test]
fn what_is_missing_is_named() {
    let robot = "sensed_gantry";
    let mut experiment = Experiment::of(robot, 6, 0.0);
    let folder = Folder::new();
    let line = |command: &str| format!("{robot} {command} --recording run.csv");
    experiment
        .columns
        .retain(|(name, _)| !["fy_hand", "power"].contains(&name.as_str()));
    folder.write("run.csv", &csv(&experiment.columns));
    folder.run(&line("identify --out out")).is_fault(&[
        "run.csv",
        "`power`, `fy_hand`",
        "measure",
        "power, fx_hand, fy_hand, fz_hand, tx_hand, ty_hand, tz_hand",
    ]);
    experiment
        .columns
        .retain(|(name, _)| name == "t" || name.starts_with("q_"));
    folder.write("run.csv", &csv(&experiment.columns));
    folder
        .run(&line("identify --out out"))
        .is_fault(&["run.csv", "power, fx_hand", "measured:"]);
    let whole = Experiment::of(robot, 6, 0.0);
    folder.write("run.csv", &csv(&whole.columns));
    let line = line("identify --out out --without-torque x");
    folder.run(&line).is_fault(&[robot, "measure: [torque]"]);
}

/// What parameters predict is what is measured, whether it was recorded or not.
#[test]
fn predict_has_the_rows() {
    let robot = "sensed_gantry";
    let mut experiment = Experiment::of(robot, 7, 0.0);
    let folder = Folder::new();
    folder.write("run.csv", &csv(&experiment.columns));
    folder.out(&format!(
        "{robot} identify --recording run.csv --out out {PROCESSING}"
    ));
    let line = |recording: &str| {
        format!("{robot} predict --recording {recording} --parameters out/identification.json")
    };
    let beside = Table::parse(&folder.out(&line("run.csv")));
    experiment
        .columns
        .retain(|(name, _)| name == "t" || name.starts_with("q_"));
    folder.write("motion.csv", &csv(&experiment.columns));
    let alone = Table::parse(&folder.out(&line("motion.csv")));
    let rows = experiment.robot.model().measured;
    let mut header = vec!["t".to_owned()];
    header.extend(rows.iter().map(|row| row.name.to_owned()));
    assert_eq!(alone.header, header);
    for row in rows {
        let measured = beside.numbers(&format!("measured_{}", row.name));
        let predicted = beside.numbers(row.name);
        let used = beside.numbers(&format!("used_{}", row.name));
        let size = measured.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        for ((m, p), used) in measured.iter().zip(&predicted).zip(used) {
            assert!(used == 0.0 || (m - p).abs() < 1e-6 * size, "{m}, {p}");
        }
        assert_eq!(alone.numbers(row.name), predicted);
    }
}

/// A simulated recording is read back and identified; `demo` does both.
#[test]
fn simulated_recordings_hold_what_is_measured() {
    for robot in robots() {
        let folder = Folder::new();
        let found = folder.json(&format!("{robot} demo --seeds 1 --out out"));
        let coverage = &found["coverage"];
        let count = |key: &str| coverage[key].as_u64().expect("a count");
        assert!(
            count("within_three") + 1 >= count("estimates"),
            "{robot}: {coverage}"
        );
        assert_ne!(found["verdict"]["grade"], "poor", "{robot}");
    }
}

/// What is measured along a given motion follows from base parameters of that: they come back.
#[test]
fn a_result_is_simulated_as_far_as_it_goes() {
    for robot in robots() {
        let experiment = Experiment::of(robot, 9, 0.0);
        let folder = Folder::new();
        experiment.write(&folder, "run");
        let identify = |recording: &str, out: &str| {
            let line = format!("{robot} identify --recording {recording} --out {out} {PROCESSING}");
            folder.json(&line)
        };
        identify("run.yaml", "out");
        folder.out(&format!(
            "{robot} simulate --duration 8 --encoder 0 --torque-noise 0 --parameters out/identification.json --out sim"
        ));
        let again = identify("sim/recording.yaml", "again");
        for [value, _, truth] in experiment.beside(&again) {
            let gap = (value - truth).abs() / (1.0 + truth.abs());
            assert!(gap < 1e-3, "{robot}: {value}, not {truth}");
        }
    }
}

/// A log of a sensor as it comes, described by its header.
#[test]
fn describe_finds_the_columns() {
    let robot = "sensed_gantry";
    let mut experiment = Experiment::of(robot, 8, 0.0);
    let names = [
        "power",
        "ft.force.x",
        "ft.force.y",
        "ft.force.z",
        "Tx",
        "Ty",
        "Tz",
    ];
    for ((name, _), other) in experiment.columns.iter_mut().skip(4).zip(names) {
        other.clone_into(name);
    }
    let folder = Folder::new();
    folder.write("run.csv", &csv(&experiment.columns));
    folder.out(&format!("{robot} describe run.csv -o run.yaml"));
    let described = folder.read("run.yaml");
    let expected =
        "measured:\n    columns: [power, ft.force.x, ft.force.y, ft.force.z, Tx, Ty, Tz]";
    assert!(described.contains(expected), "{described}");
    let line = format!("{robot} identify --recording run.yaml --out out {PROCESSING}");
    for [value, _, truth] in experiment.beside(&folder.json(&line)) {
        assert!((value - truth).abs() < 1e-6 * (1.0 + truth.abs()));
    }
    experiment.columns.retain(|(name, _)| name != "Ty");
    folder.write("other.csv", &csv(&experiment.columns));
    let described = folder.out(&format!("{robot} describe other.csv"));
    assert!(described.contains("no names show ty_hand"), "{described}");
}
