//! Drafts of files that people have, line by line.

mod base;
mod channels;
mod families;
mod names;
mod numbers;
mod whole;

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::draft;
use crate::regression::by_hand::MODEL;
use armwright_runtime::{Joint, Measured, Model, Motor, Side};

const fn turning(name: &'static str) -> Joint {
    Joint {
        name,
        ..MODEL.joints[0]
    }
}

const fn motor(name: &'static str) -> Motor {
    Motor {
        name,
        ..MODEL.motors[0]
    }
}

/// Joints that turn between -2 and 3 rad; motors by (2 q1, 3 q1 + 5 q2).
const TURNING: Model = Model {
    joints: &[turning("j1"), turning("j2")],
    ..MODEL
};
/// Names that do not count, some of several words.
const NAMED: Model = Model {
    joints: &[turning("arm"), turning("upper_arm"), turning("theta")],
    motors: &[motor("drive_a"), motor("spin"), motor("disc")],
    transmission: &[2.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 4.0],
    ..MODEL
};

/// A motor of the second joint stands in the place of one that there is not, and is called after it.
const PASSIVE: Model = Model {
    joints: &[turning("shoulder"), turning("elbow")],
    motors: &[motor("drive"), motor("elbow")],
    ..MODEL
};

fn folder(files: &[(&str, &str)]) -> (TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |(name, text): &(&str, &str)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let paths = files.iter().map(write).collect();
    (folder, paths)
}

#[test]
fn columns_that_stand_for_nothing_are_named_at_the_end() {
    let unused = |more: &str, numbers: &str| {
        let mut text = format!("t,q1,q2,tau1,tau2{more}\n");
        for k in 0..20 {
            let t = 0.01 * f64::from(k);
            text += &format!("{t},{},{},{t},{t}{numbers}\n", t.sin(), t.cos());
        }
        let (_folder, paths) = folder(&[("run.csv", &text)]);
        let found = draft(&paths, Path::new("."), &MODEL).expect("a draft");
        let mut lines = found.text.lines().filter(|line| line.contains("not used"));
        lines.next().map(str::to_owned)
    };
    assert_eq!(unused("", ""), None);
    assert_eq!(
        unused(",lamp,door", ",1,0").as_deref(),
        Some("  # not used: lamp, door")
    );
}

/// The lines of one channel in a draft, of a table of the joints' columns with these names.
fn lines_of(channel: &str, names: &str, position: f64, model: &Model) -> Vec<String> {
    let mut text = format!("t,{names}\n");
    for k in 0..20 {
        let t = 0.01 * f64::from(k);
        let q = [position * t.sin(), position * t.cos()].map(f64::round);
        text += &format!("{t},{},{},{t},{t}\n", q[0], q[1]);
    }
    lines_of_table(channel, &text, model)
}

/// The lines of one channel in a draft of a table.
fn lines_of_table(channel: &str, table: &str, model: &Model) -> Vec<String> {
    let (_folder, paths) = folder(&[("run.csv", table)]);
    let found = draft(&paths, Path::new("."), model).expect("a draft").text;
    let lines = found
        .lines()
        .skip_while(|line| *line != format!("  {channel}:"));
    let lines = lines.skip(1).take_while(|line| line.starts_with("    "));
    lines.map(str::to_owned).collect()
}

#[test]
fn torques_have_a_unit_of_their_own_where_all_joints_turn() {
    let unit = |channel: &str, names: &str, model: &Model| {
        let mut lines = lines_of(channel, names, 1e3, model).into_iter();
        lines.find(|line| line.contains("unit:"))
    };
    let torques = "q1,q2,tau1,tau2";
    let newton_metres = "    unit: N·m   # guess: nothing says otherwise";
    assert_eq!(
        unit("torque", torques, &TURNING).as_deref(),
        Some(newton_metres)
    );
    // The second joint slides: no unit is that of both.
    assert_eq!(unit("torque", torques, &MODEL), None);
    let amperes = Some("    unit: A   # guess: nothing says otherwise");
    for model in [&TURNING, &MODEL] {
        let found = unit("current", "q1,q2,current1,current2", model);
        assert_eq!(found.as_deref(), amperes);
    }
}

/// The second joint slides. The columns of the file are in another order than the joints.
/// What the file says is not overruled by a guess, under the header or in brackets.
#[test]
fn a_unit_that_nobody_knows_is_needed() {
    let rows: String = (0..20)
        .map(|k| format!("{},{},{},1,2\n", 0.01 * f64::from(k), k % 7, k % 5))
        .collect();
    let unit = |channel: &str, head: &str| {
        let mut lines = lines_of_table(channel, &format!("{head}\n{rows}"), &TURNING).into_iter();
        lines.find(|line| line.contains("unit:")).expect("a unit")
    };
    for head in [
        "t,q1 [grad],q2 [grad],tau1 [lbf·ft],tau2 [lbf·ft]",
        "t,q1,q2,tau1,tau2\ns,rad,grad,N·m,lbf·ft",
    ] {
        let position = unit("position", head);
        let expected = "    # unit: rad   # needed: what `grad` in the file is, as one of rad, ";
        assert!(
            position.starts_with(expected) && position.ends_with(", or a `scale`"),
            "{position}"
        );
        let torque = unit("torque", head);
        let expected = "    # unit: N·m   # needed: what `lbf·ft` in the file is, as one of N·m, ";
        assert!(torque.starts_with(expected), "{torque}");
    }
}

#[test]
fn positions_of_both_kinds_have_a_unit_each() {
    let unit = |names: &str| {
        let mut lines = lines_of("position", names, 0.0, &MODEL).into_iter();
        lines.find(|line| line.contains("unit:"))
    };
    let said = |why: &str| Some(format!("    unit: [deg, mm]   # guess: {why}"));
    assert_eq!(unit("q2 [mm],q1 [deg],tau1,tau2"), said("the file says so"));
    assert_eq!(unit("q2_mm,q1_deg,tau1,tau2"), said("the names say so"));
    // Of brackets and the row under the header the row is believed.
    assert_eq!(
        unit("q2 [mm],q1 [deg],tau1,tau2\ns,m,rad,N·m,N").as_deref(),
        Some("    unit: [rad, m]   # guess: the file says so")
    );
}

/// The second joint slides.
#[test]
fn velocities_of_both_kinds_have_a_unit_each() {
    let mut text = "t,q1,q2,tau1,tau2,vel1 [deg/s],vel2 [mm/s]\n".to_owned();
    for k in 0..20 {
        let t = 0.01 * f64::from(k);
        text += &format!("{t},{},{},{t},{t},{t},{t}\n", t.sin(), t.cos());
    }
    let (_folder, paths) = folder(&[("run.csv", &text)]);
    let found = draft(&paths, Path::new("."), &MODEL).expect("a draft").text;
    let expected = "  # velocity: {columns: ['vel1 [deg/s]', 'vel2 [mm/s]'], unit: [deg/s, mm/s]}   # if they were measured, not computed: \
                    positions are differentiated else";
    assert!(found.lines().any(|line| line == expected), "{found}");
}

#[test]
fn counts_are_on_the_side_that_the_robot_file_has() {
    let without = Model {
        motors: &[],
        transmission: &[],
        ..TURNING
    };
    let motor = Model {
        side: Side::Motor,
        ..TURNING
    };
    let side = |model: &Model| {
        let lines = lines_of("position", "q1,q2,tau1,tau2", 1e6, model);
        assert!(
            lines
                .iter()
                .any(|line| line == "    # scale: RADIANS_A_COUNT   # needed: radians for each count: these are whole numbers, and large"),
            "{lines:?}"
        );
        lines.into_iter().find(|line| line.contains("side:"))
    };
    let said = |side: &str| {
        Some(format!(
            "    side: {side}   # guess: as the robot file has it"
        ))
    };
    assert_eq!(side(&TURNING), said("joint"));
    assert_eq!(side(&motor), said("motor"));
    // Without motors there is one side only.
    assert_eq!(side(&without), None);
}

const fn wrench(of: [&'static str; 2]) -> [Measured; 2] {
    [
        Measured {
            name: of[0],
            unit: "N",
        },
        Measured {
            name: of[1],
            unit: "N",
        },
    ]
}

const ONE_SENSOR: Model = Model {
    measured: &wrench(["fx_tool", "fy_tool"]),
    base_of_torque: false,
    ..MODEL
};
const TWO_SENSORS: Model = Model {
    measured: &wrench(["fx_tool", "fx_foot"]),
    base_of_torque: false,
    ..MODEL
};

/// What a draft says of the rows that are measured, of a table of the joints' columns and two with these names.
fn measured_lines(model: &Model, names: &str) -> Vec<String> {
    let mut text = format!("t,q1,q2,{names}\n");
    for k in 0..20 {
        let t = 0.01 * f64::from(k);
        text += &format!("{t},{},{},{t},{t}\n", t.sin(), t.cos());
    }
    let (_folder, paths) = folder(&[("run.csv", &text)]);
    let found = draft(&paths, Path::new("."), model).expect("a draft").text;
    let lines = found.lines().skip_while(|line| !line.contains("measured"));
    lines.take(2).map(str::to_owned).collect()
}

/// Words show what a sensor measures where there is one; where there are several they do not show of which.
#[test]
fn words_of_a_wrench_are_those_of_the_only_sensor() {
    let (one, two, said) = (ONE_SENSOR, TWO_SENSORS, measured_lines);
    assert_eq!(
        said(&one, "force.y,force.x"),
        [
            "  measured:",
            "    columns: [force.x, force.y]   # guess: by name, for fx_tool, fy_tool"
        ]
    );
    assert_eq!(
        said(&two, "fx_foot,fx_tool")[1],
        "    columns: [fx_tool, fx_foot]   # guess: by name, for fx_tool, fx_foot"
    );
    let asked = said(&two, "force.x,lamp").concat();
    assert!(
        asked.contains("(fx_tool, fx_foot): no names show fx_tool, fx_foot"),
        "{asked}"
    );
    // Where one is there, the other one is missing.
    assert_eq!(
        said(&two, "fx_foot,lamp")[0],
        "  # measured: {columns: [NAME1, NAME2]}   # needed: the columns of what the robot file says is measured (fx_tool, fx_foot): no \
         names show fx_tool"
    );
}

#[test]
fn guesses_are_the_lines_marked_as_one_and_not_those_that_are_needed() {
    let counts = |header: &str| {
        let mut text = format!("{header}\n");
        for k in 0..20 {
            let t = 0.01 * f64::from(k);
            let row = header.split(',').map(|name| match name {
                "t" => t.to_string(),
                _ => (3.0 * t).sin().to_string(),
            });
            text += &format!("{}\n", row.collect::<Vec<_>>().join(","));
        }
        let (_folder, paths) = folder(&[("run.csv", &text)]);
        let found = draft(&paths, Path::new("."), &TURNING).expect("a draft");
        let marked = |mark: &str| {
            let lines = found.text.lines();
            lines.filter(|line| line.contains(mark)).count()
        };
        assert_eq!(found.guesses, marked("# guess: "), "{}", found.text);
        assert_eq!(found.needed.len(), marked("# needed: "), "{}", found.text);
        (found.guesses, found.needed.len())
    };
    let (all, none) = counts("t,q1,q2,tau1,tau2");
    assert_eq!(none, 0);
    // The guess of the column of time is a line of its own.
    assert_eq!(counts("q1,q2,tau1,tau2"), (all - 1, 1));
    // Time, positions and torques are needed, and nothing is known of them.
    assert_eq!(counts("a,b,c"), (0, 3));
}

#[test]
fn units_in_brackets_are_no_part_of_what_a_row_is_called() {
    let said = |model: &Model, names: &str| measured_lines(model, names).concat();
    // Of several sensors names alone tell which; capitals do not matter.
    for names in [
        "fx_foot [N],fx_tool [N]",
        "fx_foot (N),fx_tool(kN)",
        "FX_foot[N],Fx_Tool [N]",
        "fx_foot,fx_tool [N]",
    ] {
        let quoted = |name: &str| match name.contains(['[', '(']) {
            true => format!("'{name}'"),
            false => name.to_owned(),
        };
        let (foot, tool) = names.split_once(',').expect("two names");
        let expected = format!(
            "  measured:    columns: [{}, {}]   # guess: by name, for fx_tool, fx_foot",
            quoted(tool),
            quoted(foot)
        );
        assert_eq!(said(&TWO_SENSORS, names), expected);
    }
    assert_eq!(
        said(&ONE_SENSOR, "force.x [N],force.y [N]"),
        "  measured:    columns: ['force.x [N]', 'force.y [N]']   # guess: by name, for fx_tool, fy_tool"
    );
    const ONE_ROW: Model = Model {
        measured: &[Measured {
            name: "tx_tool",
            unit: "N·m",
        }],
        base_of_torque: false,
        ..MODEL
    };
    // A name that is a row's goes before words that mean it, wherever it stands.
    assert_eq!(
        said(&ONE_ROW, "Mx [N·m],tx_tool [N·m]"),
        "  measured:    columns: ['tx_tool [N·m]']   # guess: by name, for tx_tool"
    );
    // `m` is a moment as a word, and metres as a unit.
    let asked = said(&ONE_ROW, "x [m],lamp");
    assert!(
        asked.contains("(tx_tool): no names show tx_tool"),
        "{asked}"
    );
}

/// In brackets behind its name, in the row under the header, or in the name.
#[test]
fn time_has_the_unit_that_the_file_says() {
    let said = |time: &str, units: &str| {
        let mut text = format!("{time},q1,q2,tau1,tau2\n{units}");
        for k in 0..20 {
            let t = 0.01 * f64::from(k);
            text += &format!("{},{},{},{t},{t}\n", 10 * k, t.sin(), t.cos());
        }
        let (_folder, paths) = folder(&[("run.csv", &text)]);
        let found = draft(&paths, Path::new("."), &MODEL).expect("a draft").text;
        let line = found.lines().find(|line| line.starts_with("  time:"));
        let line = line.expect("a line of time");
        let unit = line.split_once("unit: ").map(|(_, unit)| unit.to_owned());
        unit.expect("a unit")
    };
    let by_file = "ms}   # guess: by name; ms: the file says so";
    assert_eq!(said("t [ms]", ""), by_file);
    assert_eq!(said("t", "ms,rad,m,N·m,N\n"), by_file);
    // Of both the row is believed, as in a recording.
    assert_eq!(said("t [s]", "ms,rad,m,N·m,N\n"), by_file);
    assert_eq!(
        said("time_ms", ""),
        "ms}   # guess: by name; ms: its name says so"
    );
}
