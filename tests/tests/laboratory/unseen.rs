//! What takes part in an estimate and what does not: selected parts, held-out data, other recordings.
//!
//! What must not take part belongs to another robot, so that a single sample of it would show.

use std::ops::Range;

use serde_json::Value;

use crate::motion::{Motion, Part, RATE, SAMPLES, SECONDS, Time, figures, part, plain, real, way};
use crate::program::{Folder, Table};

/// Where the ends that are cut off begin (`--trim`).
const TRIM: usize = 100;

/// The gantry's motion, in whose given samples another gantry moved, with twice the mass and friction.
fn swapped(samples: Range<usize>) -> Motion {
    and_another(Motion::of_gantry(), samples)
}

fn and_another(gantry: Motion, samples: Range<usize>) -> Motion {
    let mut gantry = gantry.exact();
    let other: Vec<f64> = gantry.theta.iter().map(|x| 2.0 * x).collect();
    gantry.drive(&other, samples, 0.0);
    gantry
}

fn is_the_truth(found: &Value, truth: &[f64]) {
    for ([value, _], truth) in figures(found).iter().zip(truth) {
        let close = (value - truth).abs() < 1e-4 * truth.abs().max(0.01);
        assert!(close, "{value} for {truth}");
    }
}

/// R² of the truth's prediction of samples of the other gantry, about the mean of what was measured, for each
/// joint; and the number of samples.
fn expected(motion: &Motion, samples: Range<usize>) -> Vec<f64> {
    let mut model = Motion::of_gantry().exact();
    let theta = model.theta.clone();
    model.drive(&theta, samples.clone(), 0.0);
    (0..2)
        .map(|i| {
            let count = real(samples.len());
            let mean = motion.tau[i][samples.clone()].iter().sum::<f64>() / count;
            let (mut residual, mut about) = (0.0, 0.0);
            for k in samples.clone() {
                residual += (motion.tau[i][k] - model.tau[i][k]).powi(2);
                about += (motion.tau[i][k] - mean).powi(2);
            }
            1.0 - residual / about
        })
        .collect()
}

#[test]
fn held_out_data_take_no_part() {
    let folder = Folder::new();
    let at = SAMPLES * 3 / 4;
    let gantry = swapped(at..SAMPLES);
    gantry.write(&folder, &plain("gantry"), SECONDS);
    let every = "--method ols --cutoff 99 --decimate 1 --trim 100 --equations joint \
                 --motor-velocity-threshold 0";
    let found = gantry.processed(&folder, "--recording run.yaml --hold-out 0.25", every);
    is_the_truth(&found, &gantry.truth(&folder));
    let held = &found["validation"];
    for (i, r2) in expected(&gantry, at + TRIM..SAMPLES - TRIM)
        .into_iter()
        .enumerate()
    {
        let fit = &held["joints"][i];
        assert_eq!(fit["samples"], SAMPLES - at - 2 * TRIM);
        let actual = fit["r2"].as_f64().expect("a figure");
        assert!((actual - r2).abs() < 1e-6, "{actual}, not {r2}");
        assert!(r2 < 0.9 && found["joints"][i]["r2"].as_f64() > Some(0.999_999));
        assert_eq!(found["joints"][i]["samples"], at - 2 * TRIM);
    }
    assert_eq!(
        held["recordings"],
        serde_json::json!(["run.yaml (from 9.00 s)"])
    );
    let uses: Vec<&Value> = [0, 1]
        .iter()
        .map(|k| &found["measured"][k]["used_to"])
        .collect();
    assert_eq!(uses, ["estimate", "validate"]);
    assert_eq!(found["verdict"]["transfers"], false);
    // Only what took part in the estimate is in the table of predictions.
    let table = Table::parse(&folder.read("out/prediction.csv"));
    let times = table.numbers("t");
    assert!((times[0] - (3.0 + real(TRIM) / RATE)).abs() < 1e-9);
    assert!((times[times.len() - 1] - (3.0 + real(at - TRIM - 1) / RATE)).abs() < 1e-9);
}

#[test]
fn each_of_several_recordings_holds_out_its_own_end() {
    let folder = Folder::new();
    let at = SAMPLES * 3 / 4;
    let mut backwards = Motion::of_gantry();
    for columns in [&mut backwards.q, &mut backwards.qd, &mut backwards.qdd] {
        columns.iter_mut().for_each(|column| column.reverse());
    }
    let velocities = backwards.qd.iter_mut().flatten();
    velocities.for_each(|velocity| *velocity = -*velocity);
    let gantry = swapped(at..SAMPLES);
    let backwards = and_another(backwards, at..SAMPLES);
    let mut names = Vec::new();
    for (name, gantry) in [("first", &gantry), ("second", &backwards)] {
        gantry.write(&folder, &plain("gantry"), SECONDS);
        let (csv, yaml) = (folder.read("run.csv"), folder.read("run.yaml"));
        folder.write(&format!("{name}.csv"), &csv);
        folder.write(
            &format!("{name}.yaml"),
            &yaml.replace("run.csv", &format!("{name}.csv")),
        );
        names.push(format!("{name}.yaml"));
    }
    let line = format!("--recording {} --hold-out 0.25", names.join(" "));
    let found = gantry.identification(&folder, &line);
    is_the_truth(&found, &gantry.truth(&folder));
    let held = found["validation"]["recordings"].as_array().expect("names");
    assert_eq!(held.len(), 2, "{held:?}");
}

#[test]
fn recordings_to_validate_with_take_no_part() {
    let folder = Folder::new();
    let gantry = Motion::of_gantry();
    gantry.write(&folder, &plain("gantry"), SECONDS);
    let alone = gantry.identification(&folder, "--recording run.yaml");
    let (csv, yaml) = (folder.read("run.csv"), folder.read("run.yaml"));
    folder.write("mine.csv", &csv);
    folder.write("mine.yaml", &yaml.replace("run.csv", "mine.csv"));
    swapped(0..SAMPLES).write(&folder, &plain("gantry"), SECONDS);
    let found = gantry.identification(&folder, "--recording mine.yaml --validate run.yaml");
    assert_eq!(figures(&found), figures(&alone));
    assert_eq!(found["joints"][0]["rmse"], alone["joints"][0]["rmse"]);
    let seen = found["joints"][0]["rmse"].as_f64().expect("a figure");
    let unseen = found["validation"]["joints"][0]["rmse"]
        .as_f64()
        .expect("a figure");
    assert!(unseen > 10.0 * seen, "{unseen} {seen}");
    assert_eq!(alone["validation"], Value::Null);
}

/// Only what lies between `from` and `to`, both included, in seconds of the file's own clock.
#[test]
fn what_is_not_selected_takes_no_part() {
    let folder = Folder::new();
    let inside = 400..1201;
    let mut gantry = swapped(0..SAMPLES);
    let theta = gantry.theta.clone();
    gantry.drive(&theta, inside.clone(), 0.0);
    let truth = gantry.truth(&folder);
    let stamps = Time {
        text: "{column: clock, unit: ms}\n  select: {from: 5.0, to: 9.0}",
        factor: Some(1e-3),
    };
    let rate = Time {
        text: "{rate: 200}\n  select: {from: 2.0, to: 6.0}",
        factor: None,
    };
    for (time, start) in [(stamps, 5.0), (rate, 2.0)] {
        gantry.write(&folder, &plain("gantry"), time);
        let every = "--method ols --cutoff 99 --decimate 1 --trim 1 --equations joint";
        let found = gantry.processed(&folder, "--recording run.yaml", every);
        assert_eq!(found["samples"], inside.len() - 2);
        assert_eq!(found["measured"][0]["samples"], inside.len() - 2);
        let table = Table::parse(&folder.read("out/prediction.csv"));
        let first = table.numbers("t")[0];
        assert!((first - (start + 1.0 / RATE)).abs() < 1e-9, "{first}");
        let measured = table.numbers("measured_x");
        for (actual, expected) in measured.iter().zip(&gantry.tau[0][401..]) {
            assert!((actual - expected).abs() < 1e-9 * expected.abs().max(1.0));
        }
        // With ends that the filter has not settled on, the truth is only near.
        for ([value, _], truth) in figures(&found).iter().zip(&truth) {
            assert!(
                (value - truth).abs() < 0.02 * truth.abs(),
                "{value} for {truth}"
            );
        }
    }
}

#[test]
fn a_hole_is_bridged_and_said_where_it_is_used() {
    let folder = Folder::new();
    let gantry = Motion::of_gantry();
    let selected = Time {
        text: "{column: clock}\n  select: {from: 5.0}",
        factor: Some(1.0),
    };
    for (time, row, is_used) in [
        (selected, 10, false),
        (selected, 500, true),
        (SECONDS, 10, true),
    ] {
        gantry.write(&folder, &plain("gantry"), time);
        let mut lines: Vec<String> = folder.read("run.csv").lines().map(str::to_owned).collect();
        let at = lines[row].rfind(',').expect("fields");
        lines[row].replace_range(at + 1.., "n/a");
        folder.write("run.csv", &(lines.join("\n") + "\n"));
        let found = folder.json("gantry identify --recording run.yaml --out out");
        let repairs = &found["repairs"];
        if is_used {
            assert_eq!(repairs[0]["first_row"], row + 1, "{repairs}");
            assert_eq!(repairs[0]["done"], "bridged");
            assert_eq!(repairs[0]["why"], "torque is no finite number in 1 row");
        } else {
            assert!(repairs.is_null(), "{repairs}");
        }
    }
}

/// Motors' equations and joints' equations hold the same truth, and each side's fits are named after it.
#[test]
fn equations_on_either_side_find_the_truth() {
    let folder = Folder::new();
    let gantry = Motion::of_gantry().exact();
    let [position, velocity, acceleration, _] = plain("gantry");
    let torque: Part<'_> = part("torque", way("motor", "N·m", 1.0));
    gantry.write(
        &folder,
        &[position, velocity, acceleration, torque],
        SECONDS,
    );
    let line = "gantry identify --recording run.yaml --method ols --cutoff 30 --trim 100 --out out";
    for (side, more) in [
        ("motor", ""),
        ("joint", " --equations joint"),
        ("motor", " --equations motor"),
    ] {
        let found = folder.json(&format!("{line}{more}"));
        is_the_truth(&found, &gantry.truth(&folder));
        assert_eq!(found["processing"]["equations"], side);
        let names = |list: &str| -> Vec<String> {
            let fits = found[list].as_array().map_or(&[][..], Vec::as_slice);
            fits.iter()
                .map(|fit| fit["name"].as_str().expect("a name").to_owned())
                .collect()
        };
        assert_eq!(names("joints"), ["x", "y"]);
        let motors = if side == "motor" {
            vec!["m1", "m2"]
        } else {
            Vec::new()
        };
        assert_eq!(names("motors"), motors);
    }
}
