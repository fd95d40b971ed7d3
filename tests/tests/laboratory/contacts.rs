//! Robots whose base moves, identified from what an IMU on them and forces on them from outside say, and compared with
//! the truth.

use nalgebra::{UnitQuaternion, Vector3};
use serde_json::Value;

use crate::moved::{Experiment, Imu, Touch};
use crate::program::{Folder, csv};

const PROCESSING: &str = "--cutoff 40 --decimate 5";

fn plain() -> Imu {
    Imu {
        at: Vector3::zeros(),
        turn: UnitQuaternion::identity(),
        gravity: true,
    }
}

fn mounted(gravity: bool) -> Imu {
    Imu {
        at: Vector3::new(0.05, -0.02, 0.03),
        turn: UnitQuaternion::from_euler_angles(0.4, -0.2, 1.1),
        gravity,
    }
}

/// Feet, each in axes of its own kind.
fn feet() -> Vec<Touch> {
    let foot = |joint, body, y, axes| Touch {
        joint,
        body,
        at: [0.0, y, -0.16],
        axes,
        columns: 3,
    };
    vec![
        foot(2, "FL_LOWER_LEG", 0.008, "world"),
        foot(5, "FR_LOWER_LEG", -0.008, "body"),
        foot(8, "HL_LOWER_LEG", 0.008, "base"),
        foot(11, "HR_LOWER_LEG", -0.008, "world"),
    ]
}

/// A hand on a rail: force and moment.
fn hand(axes: &'static str) -> Vec<Touch> {
    vec![Touch {
        // After the one that is locked and the shoulder.
        joint: 2,
        body: "lower",
        at: [0.1, 0.05, -0.2],
        axes,
        columns: 6,
    }]
}

#[track_caller]
fn exact(experiment: &Experiment) {
    let folder = Folder::new();
    experiment.write(&folder, "run");
    let robot = experiment.robot.model().name;
    let line = format!("{robot} identify --recording run.yaml --out out {PROCESSING}");
    let found = folder.json(&line);
    for (name, [value, _, truth]) in experiment.beside(&found) {
        let gap = (value - truth).abs() / (1.0 + truth.abs());
        assert!(gap < 1e-5, "{robot} {name}: {value}, not {truth}");
    }
    let names: Vec<&Value> = found["joints"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|j| &j["name"])
        .collect();
    assert_eq!(names[0], "fx_base");
    let model = experiment.robot.model();
    let all = 6 + model.joints.len();
    assert_eq!(names.len(), if model.measured.is_empty() { all } else { 6 });
}

/// Four feet on force plates, in the axes of the world, of the leg and of the base: all 94 parameters.
#[test]
fn a_quadruped_on_its_feet_is_identified_exactly() {
    exact(&Experiment::of("solo12", feet(), plain(), 1, 0.0));
}

/// A wrench in any axes, an IMU away from the origin and askew, with gravity and without.
#[test]
fn a_hand_on_a_rail_and_an_imu_askew() {
    exact(&Experiment::of(
        "tumbler",
        hand("body"),
        mounted(true),
        2,
        0.0,
    ));
    exact(&Experiment::of(
        "tumbler",
        hand("world"),
        mounted(false),
        3,
        0.0,
    ));
}

/// No torque is measured: what the base needs is enough, but for what drives have.
#[test]
fn a_leg_without_sensors_of_torque_is_identified_by_its_foot() {
    let foot = Touch {
        joint: 1,
        body: "leg",
        at: [0.0, 0.0, -0.25],
        axes: "world",
        columns: 6,
    };
    let mut experiment = Experiment::of("hopper", vec![foot], mounted(true), 7, 0.0);
    experiment
        .columns
        .retain(|(name, _)| !name.starts_with("tau"));
    let drives = ["fv_roll", "fc_pitch", "Ia_pitch"];
    let base = experiment.robot.model().base;
    assert!(base.iter().all(|base| !drives.contains(&base.name)));
    exact(&experiment);
}

#[test]
fn the_truth_of_a_quadruped_lies_within_a_few_deviations() {
    let experiment = Experiment::of("solo12", feet(), plain(), 4, 0.02);
    let folder = Folder::new();
    experiment.write(&folder, "run");
    Experiment::of("solo12", feet(), plain(), 5, 0.02).write(&folder, "unseen");
    let line = "solo12 identify --recording run.yaml --validate unseen.yaml --out out";
    let found = folder.json(&format!("{line} {PROCESSING}"));
    let (mut squares, mut count) = (0.0, 0.0);
    for (name, [value, std, truth]) in experiment.beside(&found) {
        let off = (value - truth) / std;
        assert!(off.abs() < 5.0, "{name}: {value} ± {std}, not {truth}");
        squares += off * off;
        count += 1.0;
    }
    assert!(
        (0.4..1.8).contains(&(squares / count)),
        "{}",
        squares / count
    );
    assert_ne!(found["verdict"]["grade"], "poor", "{}", found["verdict"]);
    let page = folder.read("out/report.html");
    assert!(page.contains("<h3>fz_base <span>"));
    let predicted =
        folder.out("solo12 predict --recording unseen.yaml --parameters out/identification.json");
    assert!(predicted.starts_with("t,fx_base,measured_fx_base,used_fx_base,"));
    assert!(
        predicted
            .lines()
            .next()
            .is_some_and(|line| line.contains(",tau_FL_HAA,measured_FL_HAA,"))
    );
}

#[test]
fn what_cannot_be_used_is_refused() {
    let experiment = Experiment::of("tumbler", hand("world"), plain(), 6, 0.0);
    let folder = Folder::new();
    experiment.write(&folder, "run");
    let text = folder.read("run.yaml");
    let line = |recording: &str| format!("tumbler identify --recording {recording} --out out");
    folder.write("foot.yaml", &text.replace("body: lower", "body: plate"));
    folder
        .run(&line("foot.yaml"))
        .is_fault(&["no body called `plate` moves"]);
    folder.write("few.yaml", &text.replace(", touch0_5", ""));
    folder
        .run(&line("few.yaml"))
        .is_fault(&["three columns, of force, or six"]);
    let mut without = experiment.columns.clone();
    without.retain(|(name, _)| !name.starts_with("base_q"));
    folder.write("run.csv", &csv(&without));
    folder.run(&line("run.yaml")).is_fault(&["`orientation`"]);
    without.retain(|(name, _)| name != "base_wy");
    folder.write("run.csv", &csv(&without));
    folder
        .run(&line("run.yaml"))
        .is_fault(&["base_wy", "base.angular_velocity"]);
    folder
        .run(&format!("{} --without-torque hip", line("run.yaml")))
        .is_fault(&["base_wy"]);
    folder.write("fixed.yaml", "recording: {file: run.csv, time: {column: t}, position: {columns: [q_hip]}, base: {gravity: removed}}");
    folder
        .run("gantry identify --recording fixed.yaml --out out")
        .is_fault(&["the base of gantry does not move"]);
}
