//! Columns in SI units on the joint side.

use std::f64::consts::PI;

use super::{Folder, lines, near, table};
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::recording::{Further, Recording, SecondPosition, UserColumn};
use crate::regression::by_hand::MODEL;
use armwright_runtime::{Model, Motor, Side, Torque};

const fn motor(name: &'static str, constant: f64) -> Motor {
    Motor {
        name,
        torque_constant: Some(constant),
        is_passive: false,
    }
}

/// Motors that know their constants, and measure.
const DRIVEN: Model = Model {
    motors: &[motor("m1", 0.5), motor("m2", 0.25)],
    side: Side::Motor,
    ..MODEL
};

fn described(lines_of: &str, csv: &str, model: &Model) -> (Folder, Recording) {
    let yaml = format!("recording:\n  file: run.csv\n  time: {{column: t}}\n{lines_of}");
    let folder = Folder::with(&[("run.csv", csv), ("run.yaml", &yaml)]);
    let recording = folder.read("run.yaml", model);
    (folder, recording)
}

#[test]
fn a_recording_has_everything_that_its_description_says() {
    let yaml = "recording:
  file: [run.csv, other.csv]
  time: {column: t, unit: s}
  position: {columns: [a, b], unit: [deg, mm], scale: [2, 4], sign: [1, -1], offset: [0.5, 0.25]}
  velocity: {columns: [c, d], side: motor}
  acceleration: {columns: [c, d], unit: [rev/s², m/s²], side: motor, sign: -1}
  torque: {columns: [c, d], side: motor, scale: 3, offset: [0.5, -1]}
  second_position: {columns: [c, d], unit: rev, sign: [-1, 1], offset: [1, 2]}
  user: [{name: room, columns: [x], scale: 2, offset: -1}, {name: warm, columns: [x, y], scale: [1, 3]}]
  weight: 0.25
processing: {cutoff: 7.5, order: 3, decimate: [2, 3], trim: 4, velocity_threshold: 0.125, equations: motor}
";
    let yaml = yaml.replace("rev/s²", "deg/s²");
    let other = table("x,y", 12, |k| vec![20.0 + k, 40.0 - k]);
    let csv = lines("t,a,b,c,d");
    let files = [
        ("run.csv", &csv[..]),
        ("other.csv", &other),
        ("run.yaml", &yaml),
    ];
    let folder = Folder::with(&files);
    let found = folder.read("run.yaml", &MODEL);
    let path = |name: &str| folder.0.path().join(name);
    let columns = |each: [&dyn Fn(f64) -> f64; 2]| -> Vec<Vec<f64>> {
        each.iter()
            .map(|of| (0..12).map(|k| of(f64::from(k))).collect())
            .collect()
    };
    let degree = PI / 180.0;
    // Joints turn by (0.5 m1, -0.3 m1 + 0.2 m2), and their torques are (2 t1 + 3 t2, 5 t2).
    let (c, d) = (|k: f64| 1.0 + k * k, |k: f64| 7.0 + 3.0 * k);
    let position = columns([&|k| 2.0 * degree * (2.0 + k) + 0.5, &|k| {
        -4e-3 * (5.0 - 2.0 * k) + 0.25
    }]);
    let velocity = columns([&|k| 0.5 * c(k), &|k| -0.3 * c(k) + 0.2 * d(k)]);
    let acceleration = columns([&|k| -0.5 * degree * c(k), &|k| {
        0.3 * degree * c(k) - 0.2 * d(k)
    }]);
    let torque = columns([&|k| 3.0 * (2.0 * c(k) + 3.0 * d(k)) + 0.5, &|k| {
        15.0 * d(k) - 1.0
    }]);
    let second = columns([&|k| -2.0 * PI * c(k) + 1.0, &|k| 2.0 * PI * d(k) + 2.0]);
    let room = columns([&|k| 39.0 + 2.0 * k, &|k| 39.0 + 2.0 * k]);
    let warm = columns([&|k| 20.0 + k, &|k| 120.0 - 3.0 * k]);
    let further = &found.further;
    let of_second = further.second_position.clone().expect("second positions");
    let found_columns = [
        found.position.clone(),
        found.velocity.clone().expect("velocities"),
        found.acceleration.clone().expect("accelerations"),
        found.torque.clone().expect("torques"),
        of_second.columns.clone(),
        further.user[0].columns.clone(),
        further.user[1].columns.clone(),
    ];
    let expected = [position, velocity, acceleration, torque, second, room, warm];
    for (kind, (found, expected)) in found_columns.iter().zip(&expected).enumerate() {
        assert_eq!(found.len(), 2);
        for (x, y) in found.iter().flatten().zip(expected.iter().flatten()) {
            assert!((x - y).abs() < 1e-11, "{kind}: {x} for {y}");
        }
    }
    assert!((found.rate - 50.0).abs() < 1e-9);
    let [
        position,
        velocity,
        acceleration,
        torque,
        columns,
        room,
        warm,
    ] = found_columns;
    let user = |name: &str, columns| UserColumn {
        name: name.to_owned(),
        columns,
    };
    let name = path("run.yaml").display().to_string();
    let rest = Recording {
        name: name.clone(),
        source: name,
        files: ["run.yaml", "run.csv", "other.csv"].map(path).to_vec(),
        rate: found.rate,
        start: 1.5,
        position,
        velocity: Some(velocity),
        acceleration: Some(acceleration),
        torque: Some(torque),
        measured: None,
        base: None,
        contacts: None,
        further: Further {
            second_position: Some(SecondPosition {
                side: Side::Motor,
                columns,
            }),
            user: vec![user("room", room), user("warm", warm)],
            weight: Some(0.25),
            ..Further::default()
        },
        bridged: Vec::new(),
        left_out: Vec::new(),
        position_side: Side::Joint,
        torque_side: Side::Motor,
        options: ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(7.5)),
            order: Some(3),
            decimate: Some(List(vec![2, 3])),
            trim: Some(4),
            velocity_threshold: Some(List(vec![0.125])),
            motor_velocity_threshold: None,
            equations: Some(EquationSide::Motor),
            without_torque: None,
        },
        remarks: found.remarks.clone(),
        repairs: Vec::new(),
    };
    assert_eq!(found, rest);
}

#[test]
fn positions_of_motors_go_through_the_transmission_before_their_offsets() {
    let csv = lines("t,a,b,c,d");
    let text =
        "  position: {columns: [a, b], offset: [1, 2]}\n  second_position: {columns: [c, d]}\n";
    let (_, found) = described(text, &csv, &DRIVEN);
    let (a, b) = (|k: f64| 2.0 + k, |k: f64| 5.0 - 2.0 * k);
    near(&found.position[0], |k| 0.5 * a(k) + 1.0);
    near(&found.position[1], |k| -0.3 * a(k) + 0.2 * b(k) + 2.0);
    assert_eq!(
        (found.position_side, found.torque_side),
        (Side::Motor, Side::Motor)
    );
    let second = found.further.second_position.expect("second positions");
    assert_eq!(second.side, Side::Joint);
    near(&second.columns[0], |k| 1.0 + k * k);
}

/// Motors turn, whatever their joints do.
#[test]
fn units_of_motors_are_not_those_of_joints() {
    let text = "  position: {columns: [a, b], side: motor, unit: deg}\n";
    let (_, found) = described(text, &lines("t,a,b,c,d"), &MODEL);
    let degree = PI / 180.0;
    near(&found.position[0], |k| 0.5 * degree * (2.0 + k));
    near(&found.position[1], |k| {
        degree * (-0.3 * (2.0 + k) + 0.2 * (5.0 - 2.0 * k))
    });
}

#[test]
fn currents_become_torques_by_their_constants() {
    let csv = lines("t,a,b,c,d");
    let (c, d) = (|k: f64| 1.0 + k * k, |k: f64| 7.0 + 3.0 * k);
    let position = "  position: {columns: [a, b], side: joint}\n";
    let torque = |current: &str, model: &Model| {
        let text = format!("{position}  current: {{columns: [c, d]{current}}}\n");
        let found = described(&text, &csv, model).1;
        (found.torque.expect("torques"), found.torque_side)
    };
    // Those of the robot file: 0.5 and 0.25 N·m/A.
    let (found, side) = torque("", &DRIVEN);
    near(&found[0], |k| 2.0 * 0.5 * c(k) + 3.0 * 0.25 * d(k));
    near(&found[1], |k| 5.0 * 0.25 * d(k));
    assert_eq!(side, Side::Motor);
    let (found, side) = torque(", constant: [2, 3], unit: mA, side: joint", &DRIVEN);
    near(&found[0], |k| 2e-3 * c(k));
    near(&found[1], |k| 3e-3 * d(k));
    assert_eq!(side, Side::Joint);
    let yaml = format!(
        "recording:\n  file: run.csv\n  time: {{column: t}}\n{position}  current: {{columns: [c, d]}}\n"
    );
    let folder = Folder::with(&[("run.csv", &csv), ("run.yaml", &yaml)]);
    const WITHOUT_MOTORS: Model = Model {
        motors: &[],
        transmission: &[],
        ..MODEL
    };
    for model in [&MODEL, &WITHOUT_MOTORS] {
        assert_eq!(
            folder.refused("run.yaml", model),
            "run.yaml, line 5, column 12: currents need torque constants: add `constant: [..]` (N·m/A) under `current`, or \
             `torque_constant` to the motors of the robot file"
        );
    }
    let counted = yaml.replacen("[c, d]", "[c, d], constant: [1, 2, 3]", 1);
    let folder = Folder::with(&[("run.csv", &csv), ("run.yaml", &counted)]);
    assert_eq!(
        folder.refused("run.yaml", &DRIVEN),
        "run.yaml, line 5, column 40: `current.constant` lists 3, but the robot by_hand has 2 joints: j1, j2"
    );
}

#[test]
fn torques_are_left_out_where_they_are_missing_or_not_wanted() {
    let csv = lines("t,a,b,c,d");
    let position = "  position: {columns: [a, b], side: joint}\n";
    let found = |torque: &str, processing: &str| {
        let text = format!("{position}  torque: {{columns: {torque}, side: motor}}\n{processing}");
        let found = described(&text, &csv, &MODEL).1;
        (found.left_out, found.torque.expect("torques"))
    };
    let (left_out, torque) = found("[{torque: missing}, d]", "");
    assert_eq!(left_out, [Torque::motor(0)]);
    near(&torque[0], |k| 3.0 * (7.0 + 3.0 * k));
    near(&torque[1], |k| 5.0 * (7.0 + 3.0 * k));
    let (left_out, torque) = found("[c, d]", "processing: {without_torque: m2}\n");
    assert_eq!(left_out, [Torque::motor(1)]);
    near(&torque[0], |k| 2.0 * (1.0 + k * k));
    assert_eq!(torque[1], [0.0; 12]);
    let (left_out, _) = found(
        "[c, {torque: missing}]",
        "processing: {without_torque: [m2, m1]}\n",
    );
    assert_eq!(left_out, [Torque::motor(1), Torque::motor(0)]);
    // Named at the command, besides those of the description.
    let yaml = format!(
        "recording:\n  file: run.csv\n  time: {{column: t}}\n{position}  torque: {{columns: [c, d], side: motor}}\n\
         processing: {{without_torque: m2}}\n"
    );
    let folder = Folder::with(&[("run.csv", &csv), ("run.yaml", &yaml)]);
    let path = folder.0.path().join("run.yaml");
    let found = Recording::read_without(&path, &MODEL, &["m1".to_owned()]).expect("a recording");
    assert_eq!(found[0].left_out, [Torque::motor(1), Torque::motor(0)]);
    let one = Recording::read(&path, &MODEL).expect("a recording");
    assert_eq!(one.left_out, [Torque::motor(1)]);
}

#[test]
fn columns_are_added_up_and_held_in_their_order() {
    let csv = lines("t,a,b,c,d");
    let text = "  position: {columns: [{sum: [a, b], factors: [2, -1]}, {sum: [c, d, a]}]}\n  \
                velocity: {columns: [{constant: 3}, {sum: [b, c], factors: [0.5, 4]}]}\n  \
                torque: {columns: [{constant: 2}, {sum: [d, d], factors: [1, -3]}]}\n";
    let (folder, found) = described(text, &csv, &MODEL);
    let (a, b) = (|k: f64| 2.0 + k, |k: f64| 5.0 - 2.0 * k);
    let (c, d) = (|k: f64| 1.0 + k * k, |k: f64| 7.0 + 3.0 * k);
    near(&found.position[0], |k| 2.0 * a(k) - b(k));
    near(&found.position[1], |k| c(k) + d(k) + a(k));
    let velocity = found.velocity.as_ref().expect("velocities");
    assert_eq!(velocity[0], [3.0; 12]);
    near(&velocity[1], |k| 0.5 * b(k) + 4.0 * c(k));
    let torque = found.torque.as_ref().expect("torques");
    assert_eq!(torque[0], [2.0; 12]);
    near(&torque[1], |k| -2.0 * d(k));
    assert!(
        folder.remarks(&found).is_empty(),
        "{:?}",
        folder.remarks(&found)
    );
}

#[test]
fn units_of_files_are_taken_where_the_description_has_none() {
    let csv = lines("t [s],a [deg],b [mm],c [mN·m],d (counts)");
    let text = "  position: {columns: [a, b]}\n  torque: {columns: [c, d], scale: [1, 2]}\n";
    let (folder, found) = described(text, &csv, &MODEL);
    near(&found.position[0], |k| PI / 180.0 * (2.0 + k));
    near(&found.position[1], |k| 1e-3 * (5.0 - 2.0 * k));
    let torque = found.torque.as_ref().expect("torques");
    near(&torque[0], |k| 1e-3 * (1.0 + k * k));
    near(&torque[1], |k| 2.0 * (7.0 + 3.0 * k));
    let said =
        "units were taken from the names of the columns: position deg, position mm, torque mN·m";
    assert_eq!(folder.remarks(&found), [said]);
    // The row under the header comes before the names, and what is written before both.
    let text = "  position: {columns: [a, b], unit: [rad, m]}\n  torque: {columns: [c, d]}\n";
    let csv = lines("t,a [deg],b [mm],c [mN·m],d\ns,deg,mm,kN·m,N");
    let (folder, found) = described(text, &csv, &MODEL);
    near(&found.position[0], |k| 2.0 + k);
    near(&found.position[1], |k| 5.0 - 2.0 * k);
    near(&found.torque.as_ref().expect("torques")[0], |k| {
        1e3 * (1.0 + k * k)
    });
    let said = "units were taken from the row of units under the header: torque kN·m, torque N";
    assert_eq!(folder.remarks(&found), [said]);
}

#[test]
fn time_has_the_unit_that_is_written_or_seen() {
    let csv =
        |header: &str, by: f64| table(header, 12, |k| vec![by * (1.5 + 0.02 * k), k, 1.0 - k]);
    let read = |time: &str, header: &str, by: f64| {
        let yaml = format!(
            "recording:\n  file: run.csv\n  time: {time}\n  position: {{columns: [a, b]}}\n"
        );
        let folder = Folder::with(&[("run.csv", &csv(header, by)), ("run.yaml", &yaml)]);
        let found = folder.read("run.yaml", &MODEL);
        assert!(
            (found.start - 1.5).abs() < 1e-9 && (found.rate - 50.0).abs() < 1e-6,
            "{time}"
        );
        folder.remarks(&found)
    };
    let told = |column: &str, words: &str, evidence: &str| {
        vec![format!(
            "time in `{column}` was taken as in {words}: {evidence}; if it is not, write `time: {{column: {column}, unit: ..}}`, or \
             `time: {{rate: HZ}}` where it counts samples"
        )]
    };
    assert!(read("{column: t, unit: us}", "t,a,b", 1e6).is_empty());
    assert!(read("{column: t}", "t [s],a,b", 1.0).is_empty());
    assert_eq!(
        read("{column: t}", "t [ms],a,b", 1e3),
        told("t", "milliseconds", "the names of the columns says so")
    );
    assert_eq!(
        read("{column: t}", "t [min],a,b", 1.0),
        [
            "what stands in brackets is no unit that is known, and SI units were taken: `t [min]`; write `unit` or `scale` in a description \
          where they are others"
        ]
    );
    assert!(read("{column: t, unit: s}", "t [min],a,b", 1.0).is_empty());
    let by_row = read("{column: t}", "t,a,b\nms,rad,m", 1e3);
    let row = "the row of units under the header says so";
    assert_eq!(by_row[1..], told("t", "milliseconds", row));
    assert_eq!(
        read("{column: t_us}", "t_us,a,b", 1e6),
        told("t_us", "microseconds", "its name says so")
    );
    assert_eq!(
        read("{column: t}", "t,a,b", 1e3),
        told(
            "t",
            "milliseconds",
            "steps of 20.0000 are 50.0000 samples a second in it"
        )
    );
}

/// Of columns that several files have, each is that of the file that is named.
#[test]
fn time_and_segments_are_those_of_their_files() {
    let own = table("t,s,a,b", 40, |k| {
        vec![0.1 * k, 7.0, 2.0 + k, 5.0 - 2.0 * k]
    });
    let other = table("t,s", 40, |k| {
        vec![3.0 + 0.1 * k, if k < 20.0 { 1.0 } else { 2.0 }]
    });
    let read = |time: &str, segment: &str| -> Vec<(f64, usize)> {
        let yaml = format!(
            "recording:\n  file: [run.csv, other.csv]\n  time: {{column: t, unit: s, file: {time}}}\n  segment: {{column: s, file: \
             {segment}}}\n  position: {{columns: [a, b]}}\n"
        );
        let files = [
            ("run.csv", &own[..]),
            ("other.csv", &other),
            ("run.yaml", &yaml),
        ];
        let found = Folder::with(&files).all("run.yaml", &MODEL);
        let found = found.expect("recordings");
        found.iter().map(|r| (r.start, r.samples())).collect()
    };
    assert_eq!(read("other.csv", "run.csv"), [(3.0, 40)]);
    assert_eq!(read("run.csv", "run.csv"), [(0.0, 40)]);
    assert_eq!(read("run.csv", "other.csv"), [(0.0, 20), (2.0, 20)]);
}

/// The first file has units, too, at the same places: those of other columns.
#[test]
fn units_of_columns_are_those_of_the_file_that_has_them() {
    let yaml = "recording:
  file: [run.csv, other.csv]
  time: {column: t, unit: s}
  position: {columns: [a, b]}
";
    let first = table("u [mrad],v [m],t", 12, |k| vec![k, k, 0.02 * k]);
    for (names, rows) in [("a [deg],b [mm]", ""), ("a,b", "deg,mm\n")] {
        let second = table("", 12, |k| vec![2.0 + k, 5.0 - 2.0 * k]);
        let second = format!("{names}\n{rows}{}", second.trim_start());
        let folder = Folder::with(&[
            ("run.csv", &first),
            ("other.csv", &second),
            ("run.yaml", yaml),
        ]);
        let found = folder.read("run.yaml", &MODEL);
        near(&found.position[0], |k| PI / 180.0 * (2.0 + k));
        near(&found.position[1], |k| 1e-3 * (5.0 - 2.0 * k));
    }
}

/// Torques are (2 t1 + 3 t2, 5 t2), those of motors (0.5 j1 - 0.3 j2, 0.2 j2).
#[test]
fn an_offset_is_of_no_torque_that_is_left_out() {
    let csv = lines("t,a,b,c,d");
    let (c, d) = (|k: f64| 1.0 + k * k, |k: f64| 7.0 + 3.0 * k);
    let found = |torque: &str, without: &str, model: &Model| {
        let text = format!(
            "  position: {{columns: [a, b], side: joint}}\n  torque: {{{torque}, offset: [0.5, 2]}}\n{without}"
        );
        described(&text, &csv, model).1.torque.expect("torques")
    };
    let at_joints = found("columns: [{torque: missing}, d], side: joint", "", &MODEL);
    assert_eq!(at_joints[0], [0.0; 12]);
    near(&at_joints[1], |k| d(k) + 2.0);
    let without = "processing: {without_torque: j2}\n";
    let at_joints = found("columns: [c, d], side: joint", without, &MODEL);
    near(&at_joints[0], |k| c(k) + 0.5);
    assert_eq!(at_joints[1], [0.0; 12]);
    // The first joint is no more than made of the second motor.
    let first = "columns: [{torque: missing}, d], side: motor";
    let at_motors = found(first, "", &MODEL);
    near(&at_motors[0], |k| 3.0 * d(k));
    near(&at_motors[1], |k| 5.0 * d(k) + 2.0);
    // The first motor's torque has the offsets of both joints.
    let second = "columns: [c, {torque: missing}], side: motor";
    let at_motors = found(second, "", &MODEL);
    near(&at_motors[0], |k| 2.0 * c(k) + 0.5);
    near(&at_motors[1], |_| 2.0);
    const UNCOUPLED: Model = Model {
        transmission: &[2.0, 0.0, 0.0, 5.0],
        ..MODEL
    };
    let at_motors = found(second, "", &UNCOUPLED);
    near(&at_motors[0], |k| 2.0 * c(k) + 0.5);
    assert_eq!(at_motors[1], [0.0; 12]);
}
