//! A description is guessed from headers and numbers: every guess is marked, what is missing is said, and
//! what was guessed reads back to what was recorded.

use std::fs;
use std::path::PathBuf;

use crate::specimen::{G, ROBOT};
use armwright_lab::recording::{Draft, Recording, draft};
use armwright_runtime::Robot;
use tempfile::TempDir;

const ROWS: usize = 200;

/// Joint positions, and torques of the motors.
fn state(k: usize) -> ([f64; 2], [f64; 2]) {
    let t = 0.002 * k as f64;
    let q = [0.9 * (7.0 * t).sin(), -0.6 + 0.5 * (11.0 * t).cos()];
    (q, [0.8 * (5.0 * t).sin(), 0.3 * (9.0 * t).cos()])
}

/// A table whose rows are made of the time in s, joint positions and motor torques.
fn table(
    header: &str,
    separator: &str,
    row: impl Fn(f64, [f64; 2], [f64; 2]) -> Vec<f64>,
) -> String {
    let line = |k: usize| {
        let (q, tau) = state(k);
        let numbers: Vec<String> = row(0.002 * k as f64, q, tau)
            .iter()
            .map(f64::to_string)
            .collect();
        numbers.join(separator)
    };
    let lines: Vec<String> = (0..ROWS).map(line).collect();
    format!("{header}\n{}\n", lines.join("\n"))
}

/// The draft of some files, in the folder with them.
fn drafted(files: &[(&str, &str)]) -> (Draft, TempDir) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |(name, text): &(&str, &str)| -> PathBuf {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a temporary file");
        path
    };
    let paths: Vec<PathBuf> = files.iter().map(write).collect();
    let draft = draft(&paths, folder.path(), ROBOT.model()).expect("a table");
    (draft, folder)
}

/// Reads a draft back: positions and torques must be those of the states.
fn reads_back(draft: &Draft, folder: &TempDir) {
    let path = folder.path().join("run.yaml");
    fs::write(&path, &draft.text).expect("a temporary file");
    let recording = Recording::read(&path, ROBOT.model());
    let recording = recording.unwrap_or_else(|error| panic!("{error}\n{}", draft.text));
    assert!(
        (recording.rate - 500.0).abs() < 1e-3,
        "{}\n{}",
        recording.rate,
        draft.text
    );
    let torque = recording.torque.expect("torques");
    for (k, (q, tau)) in (0..ROWS).map(state).enumerate() {
        let joint = [G[0][0] * tau[0] + G[1][0] * tau[1], G[1][1] * tau[1]];
        let found = [
            recording.position[0][k],
            recording.position[1][k],
            torque[0][k],
            torque[1][k],
        ];
        for (found, expected) in found.iter().zip([q[0], q[1], joint[0], joint[1]]) {
            assert!(
                (found - expected).abs() < 1e-9,
                "{k}: {found} {expected}\n{}",
                draft.text
            );
        }
    }
}

/// Joint torques from those of the motors.
fn at_joints(tau: [f64; 2]) -> [f64; 2] {
    [G[0][0] * tau[0] + G[1][0] * tau[1], G[1][1] * tau[1]]
}

#[test]
fn names_in_many_ways_are_understood() {
    let plain = |t: f64, q: [f64; 2], tau: [f64; 2]| {
        let tau = at_joints(tau);
        vec![t, q[0], q[1], tau[0], tau[1]]
    };
    for header in [
        "t,q1,q2,tau1,tau2",
        "time,pos_1,pos_2,effort_1,effort_2",
        "Time,joint_1_position,joint_2_position,joint_1_torque,joint_2_torque",
        "timestamp,actual_q_0,actual_q_1,actual_moment_0,actual_moment_1",
        "time,jointPos1,jointPos2,jointTrq1,jointTrq2",
        "t,q[0],q[1],tau_J[0],tau_J[1]",
        "time [s],q_q1 [rad],q_q2 [rad],tau_q1 [Nm],tau_q2 [Nm]",
        "t,J1_angle_rad,J2_angle_rad,J1_force,J2_force",
    ] {
        let (draft, folder) = drafted(&[("run.csv", &table(header, ",", plain))]);
        assert_eq!(
            draft.needed,
            Vec::<String>::new(),
            "{header}\n{}",
            draft.text
        );
        assert!(draft.guesses >= 4, "{}", draft.text);
        assert_eq!(draft.text.matches("# guess: ").count(), draft.guesses);
        reads_back(&draft, &folder);
    }
}

#[test]
fn units_and_sides_are_found_by_what_joints_can_do() {
    let degrees = |t: f64, q: [f64; 2], tau: [f64; 2]| {
        let (q, tau) = (q.map(f64::to_degrees), at_joints(tau));
        vec![1000.0 * t, q[0], q[1], tau[0], tau[1]]
    };
    let csv = table("t;q1;q2;tau1;tau2", ";", degrees);
    let (draft, folder) = drafted(&[("run.csv", &csv)]);
    assert!(
        draft
            .text
            .contains("unit: deg   # guess: the joints then stay"),
        "{}",
        draft.text
    );
    assert!(draft.text.contains("unit: ms}   # guess"), "{}", draft.text);
    reads_back(&draft, &folder);
    let motors = |t: f64, q: [f64; 2], tau: [f64; 2]| {
        vec![
            t,
            G[0][0] * q[0],
            G[1][0] * q[0] + G[1][1] * q[1],
            tau[0],
            tau[1],
        ]
    };
    let csv = table("time q_m1 q_m2 tau_m1 tau_m2", " ", motors);
    let (draft, folder) = drafted(&[("run.csv", &csv)]);
    assert_eq!(
        draft.text.matches("side: motor   # guess").count(),
        2,
        "{}",
        draft.text
    );
    reads_back(&draft, &folder);
}

/// An encoder that was not set to zero is far from it, and moves no further than one that was.
#[test]
fn positions_are_judged_by_how_far_they_move_not_by_where_they_are() {
    for away in [20.0, -20.0] {
        let csv = table("t,q1,q2,tau1,tau2", ",", |t, q, tau| {
            let tau = at_joints(tau);
            vec![t, q[0] + away, q[1] + away, tau[0], tau[1]]
        });
        let (draft, _) = drafted(&[("run.csv", &csv)]);
        assert!(draft.text.contains("unit: rad "), "{away}\n{}", draft.text);
    }
}

#[test]
fn what_was_measured_is_preferred_and_the_rest_is_listed() {
    let row = |t: f64, q: [f64; 2], tau: [f64; 2]| {
        let tau = at_joints(tau);
        vec![t, 9.0, 9.0, q[0], q[1], 7.0, 7.0, tau[0], tau[1], 35.0]
    };
    let header = "t,target_q_1,target_q_2,actual_q_1,actual_q_2,qd_1,qd_2,tau_1,tau_2,room";
    let (draft, folder) = drafted(&[("run.csv", &table(header, ",", row))]);
    reads_back(&draft, &folder);
    let commented = "    # columns: [target_q_1, target_q_2]   # by name not measured";
    assert!(draft.text.contains(commented), "{}", draft.text);
    assert!(
        draft.text.contains("  # velocity: {columns: [qd_1, qd_2]}"),
        "{}",
        draft.text
    );
    assert!(
        draft.text.ends_with("  # not used: room\n"),
        "{}",
        draft.text
    );
}

#[test]
fn files_of_their_own_are_told_apart() {
    let positions = table("Joint_1,Joint_2", ",", |_, q, _| q.to_vec());
    let torques = table("Joint_1,Joint_2", ",", |_, _, tau| at_joints(tau).to_vec());
    let files = [
        ("joint_position.csv", &*positions),
        ("joint_torque.csv", &torques),
    ];
    let (mut draft, folder) = drafted(&files);
    assert_eq!(draft.needed.len(), 1, "{}", draft.text);
    assert!(
        draft.needed[0].starts_with("`time: {rate: HZ}`"),
        "{:?}",
        draft.needed
    );
    let needed = draft
        .text
        .lines()
        .find(|line| line.contains("# time:"))
        .expect("a line");
    draft.text = draft.text.replace(needed, "  time: {rate: 500}");
    reads_back(&draft, &folder);
}

#[test]
fn what_cannot_be_guessed_is_said_to_be_needed() {
    let (draft, folder) = drafted(&[("run.csv", "a,b,c\n1,2,3\n2,3,4\n")]);
    assert_eq!(draft.needed.len(), 3, "{}", draft.text);
    for line in [
        "  # time: {rate: HZ}",
        "  # position: {columns: [NAME1, NAME2]",
        "  # torque: {",
    ] {
        assert!(draft.text.contains(line), "{line}\n{}", draft.text);
    }
    let path = folder.path().join("run.yaml");
    fs::write(&path, &draft.text).expect("a temporary file");
    let refused = Recording::read(&path, ROBOT.model())
        .expect_err("it lacks all")
        .to_string();
    assert!(
        refused.contains("has no `time`") && refused.contains("has no `position`"),
        "{refused}"
    );
    let row = |t: f64, q: [f64; 2], tau: [f64; 2]| {
        vec![
            t,
            (40_000.0 * q[0]).round(),
            (40_000.0 * q[1]).round(),
            tau[0],
            tau[1],
        ]
    };
    let (draft, _) = drafted(&[("run.csv", &table("t,enc1,enc2,i_1,i_2", ",", row))]);
    assert!(
        draft
            .text
            .contains("    # scale: RADIANS_A_COUNT   # needed"),
        "{}",
        draft.text
    );
    assert!(draft.text.contains("  current:\n"), "{}", draft.text);
    assert!(
        draft.text.contains("    # constant: [K1, K2]   # needed"),
        "{}",
        draft.text
    );
    assert_eq!(draft.needed.len(), 2, "{:?}", draft.needed);
}

#[test]
fn names_that_yaml_would_misread_are_quoted() {
    let csv = table("time,'q1': a,'q2': a,tau #1,tau #2", ",", |t, q, tau| {
        let tau = at_joints(tau);
        vec![t, q[0], q[1], tau[0], tau[1]]
    });
    let (draft, folder) = drafted(&[("run.csv", &csv)]);
    reads_back(&draft, &folder);
}

/// A column that is measured and asked for at once by its name gives way to one that says neither.
#[test]
fn what_is_asked_for_gives_way_even_if_it_calls_itself_measured() {
    let row = |t: f64, q: [f64; 2], tau: [f64; 2]| {
        let tau = at_joints(tau);
        vec![t, 0.5 * q[0], 0.5 * q[1], q[0], q[1], tau[0], tau[1]]
    };
    let header = "t,raw_setpoint_pos_1,raw_setpoint_pos_2,pos_1,pos_2,tau_1,tau_2";
    let (draft, folder) = drafted(&[("run.csv", &table(header, ",", row))]);
    assert!(
        draft
            .text
            .contains("[raw_setpoint_pos_1, raw_setpoint_pos_2]   # by name not measured"),
        "{}",
        draft.text
    );
    reads_back(&draft, &folder);
}

/// Currents flow in motors, whatever side positions are on.
#[test]
fn currents_are_those_of_motors() {
    let row = |t: f64, q: [f64; 2], tau: [f64; 2]| vec![t, q[0], q[1], tau[0], tau[1]];
    let csv = table("t,q1,q2,current_1,current_2", ",", row);
    let (draft, _folder) = drafted(&[("run.csv", &csv)]);
    let (positions, currents) = draft.text.split_once("  current:").expect("currents");
    assert!(positions.contains("side: joint"), "{}", draft.text);
    assert!(currents.contains("side: motor"), "{}", draft.text);
}
