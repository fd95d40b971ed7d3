//! What raises doubts in columns that are not positions and torques.

use super::{Folder, table};
use crate::recording::{Noticed, Remark, noticed};
use crate::regression::by_hand::{MODEL, recording};
use armwright_runtime::{Measured, Model, Motor};

const fn row(name: &'static str, unit: &'static str) -> Measured {
    Measured { name, unit }
}

const fn motor(name: &'static str) -> Motor {
    Motor {
        name,
        torque_constant: Some(0.5),
        is_passive: false,
    }
}

const DRIVEN: Model = Model {
    motors: &[motor("m1"), motor("m2")],
    ..MODEL
};
const SENSOR: Model = Model {
    measured: &[row("fx_b", "N"), row("power", "W")],
    base_of_torque: false,
    ..MODEL
};

fn remarks(lines: &str, model: &Model) -> Vec<String> {
    let csv = table("t,a,b,c,d,e,f", 13, |k| {
        vec![
            0.02 * k,
            2.0 + k,
            5.0 - 2.0 * k,
            if k > 11.0 { f64::NAN } else { 4.0 },
            7.0 + 3.0 * k,
            0.5 - k,
            3.0 + 2.0 * k,
        ]
    });
    let other = table("x,y", 13, |k| vec![k, 3.0 * k]);
    let yaml = format!(
        "recording:\n  file: [run.csv, other.csv]\n  time: {{column: t, unit: s}}\n  position: {{columns: [a, b], side: joint}}\n{lines}"
    );
    let folder = Folder::with(&[
        ("run.csv", &csv),
        ("other.csv", &other),
        ("run.yaml", &yaml),
    ]);
    let found = folder.read("run.yaml", model);
    folder.remarks(&found)
}

#[test]
fn columns_that_never_change_are_told_of_currents_and_of_what_is_measured() {
    let still = |channel: &str| {
        format!(
            "{channel} is constant from beginning to end in `c`: check the name, and that it was recorded"
        )
    };
    let unused =
        "nothing of other.csv is used: name a column of it, or leave it out of `file`".to_owned();
    assert_eq!(
        remarks(
            "  current: {columns: [d, c]}\n  select: {to: 0.2}\n",
            &DRIVEN
        ),
        [still("current"), unused.clone()]
    );
    assert_eq!(
        remarks(
            "  measured: {columns: [c, d]}\n  select: {to: 0.2}\n",
            &SENSOR
        ),
        [still("measured"), unused.clone()]
    );
    // Velocities may be 0 all along, and what was held does not change.
    assert_eq!(
        remarks(
            "  velocity: {columns: [c, d], side: joint}\n  torque: {columns: [e, {constant: 3}]}\n  select: {to: 0.2}\n",
            &MODEL
        ),
        [unused]
    );
}

/// In the order in which they come up first; a recording that has one twice is one.
#[test]
fn what_several_recordings_have_in_common_is_said_once() {
    let unused = |file: &str| Remark::NothingUsed {
        file: file.to_owned(),
    };
    let with = |source: &str, files: &[&str]| {
        let mut recording = recording(20);
        recording.source = source.to_owned();
        recording.remarks = files.iter().map(|file| unused(file)).collect();
        recording
    };
    let all = [
        with("a", &["x", "x"]),
        with("b", &["y", "x"]),
        with("a", &["x"]),
        with("c", &["x", "y"]),
    ];
    let of = |recording: &str, others: usize, file: &str| Noticed {
        recording: recording.to_owned(),
        others,
        remark: unused(file),
    };
    assert_eq!(noticed(all.iter()), [of("a", 2, "x"), of("b", 1, "y")]);
}

/// A table that is read without a description is the recording.
#[test]
fn a_file_that_is_the_recording_is_named_once() {
    let said = |recording: &str, others: usize| {
        let remark = Remark::Layout {
            file: "run.csv".to_owned(),
            how: "numbers have decimal commas".to_owned(),
        };
        let recording = recording.to_owned();
        let noticed = Noticed {
            recording,
            others,
            remark,
        };
        noticed.to_string()
    };
    assert_eq!(said("run.csv", 0), "run.csv: numbers have decimal commas");
    assert_eq!(
        said("run.yaml", 0),
        "run.yaml: run.csv: numbers have decimal commas"
    );
    assert_eq!(
        said("run.yaml", 1),
        "run.yaml and 1 more: run.csv: numbers have decimal commas"
    );
}

#[test]
fn columns_used_twice_are_told_with_whose_they_are() {
    let twice = |name: &str, one: &str, other: &str| {
        format!("column `{name}` is used twice, for {one} and for {other}: check the names")
    };
    let more = "  user: [{name: room, columns: [x]}]\n";
    assert_eq!(
        remarks(&format!("  measured: {{columns: [d, a]}}\n{more}"), &SENSOR),
        [twice("a", "position of j1", "measured of power")]
    );
    assert_eq!(
        remarks(
            &format!(
                "  current: {{columns: [d, e], side: motor}}\n  second_position: {{columns: [e, b]}}\n{more}"
            ),
            &DRIVEN
        ),
        [
            twice("b", "position of j2", "second_position of m2"),
            twice("e", "current of m2", "second_position of m1"),
        ]
    );
    // Time is of nobody, nor is what a user recorded.
    assert_eq!(
        remarks(
            "  torque: {columns: [d, e]}\n  user: [{name: clock, columns: [t]}, {name: room, columns: [x]}]\n",
            &MODEL
        ),
        [twice("t", "time", "user")]
    );
    // A column that is added up is one that is used.
    let added = "  torque: {columns: [{sum: [d, x]}, {sum: [e, f]}]}\n";
    assert!(remarks(added, &MODEL).is_empty());
}

/// The first motor pulls at the second joint, which has none of its own: at the motors its torque is 0 all along.
#[test]
fn a_torque_of_what_nothing_drives_may_be_constant() {
    const COUPLED: Model = Model {
        motors: &[
            motor("m1"),
            Motor {
                is_passive: true,
                ..motor("j2")
            },
        ],
        transmission: &[2.0, 3.0, 0.0, 1.0],
        ..MODEL
    };
    let still = |channel: &str| {
        format!(
            "{channel} is constant from beginning to end in `c`: check the name, and that it was recorded"
        )
    };
    let more = "  user: [{name: room, columns: [x]}]\n  select: {to: 0.2}\n";
    let torque = |columns: &str, side: &str| {
        let lines = format!("  torque: {{columns: [{columns}], side: {side}}}\n{more}");
        remarks(&lines, &COUPLED)
    };
    assert_eq!(torque("d, c", "motor"), Vec::<String>::new());
    assert_eq!(torque("d, c", "joint"), [still("torque")]);
    assert_eq!(torque("c, d", "motor"), [still("torque")]);
    let current = |columns: &str| {
        let lines = format!("  current: {{columns: [{columns}], side: motor}}\n{more}");
        remarks(&lines, &COUPLED)
    };
    assert_eq!(current("d, c"), Vec::<String>::new());
    assert_eq!(current("c, d"), [still("current")]);
    // What is measured beside is of no drive.
    const BESIDE: Model = Model {
        measured: SENSOR.measured,
        base_of_torque: false,
        ..COUPLED
    };
    const FREE: Model = Model {
        transmission: &[2.0, 0.0, 0.0, 1.0],
        ..BESIDE
    };
    let measured = format!("  measured: {{columns: [d, c]}}\n{more}");
    assert_eq!(remarks(&measured, &FREE), [still("measured")]);
}

#[test]
fn columns_that_are_added_up_are_called_by_what_they_are_made_of() {
    let more = "  user: [{name: room, columns: [x]}]\n";
    let velocity = |columns: &str| {
        let lines = format!("  velocity: {{columns: [{columns}], side: joint}}\n{more}");
        remarks(&lines, &MODEL)
    };
    // One alone is that column, unless it is multiplied.
    assert_eq!(
        velocity("{sum: [a]}, d"),
        ["column `a` is used twice, for position of j1 and for velocity of j1: check the names"]
    );
    assert_eq!(
        velocity("{sum: [a], factors: [2]}, d"),
        Vec::<String>::new()
    );
    let torque = |sum: &str| remarks(&format!("  torque: {{columns: [y, {{{sum}}}]}}\n"), &MODEL);
    for (sum, name) in [
        ("sum: [x, x, x]", "x + x + x"),
        ("sum: [x], factors: [3]", "3*x"),
        ("sum: [x, y], factors: [1.5, 0.5]", "1.5*x + 0.5*y"),
    ] {
        let expected = format!(
            "columns `y` (torque of j1) and `{name}` (torque of j2) hold the same numbers in every row: check that each was recorded \
             for itself"
        );
        assert_eq!(torque(sum), [expected], "{sum}");
    }
}
