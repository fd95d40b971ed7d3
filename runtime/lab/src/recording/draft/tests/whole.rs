//! Whole drafts, line by line in their order.

use super::{MODEL, ONE_SENSOR, TURNING, TWO_SENSORS, folder, motor};
use crate::recording::draft::{Draft, draft};
use armwright_runtime::{Model, Motor};

/// A table of small numbers under a header, row after row 0.01 further.
fn table(header: &str) -> String {
    let columns = header.split(',').count();
    let row = |k: u32| {
        let text = (0.01 * f64::from(k)).to_string();
        vec![text; columns].join(",")
    };
    let rows: Vec<String> = (0..20).map(row).collect();
    format!("{header}\n{}\n", rows.join("\n"))
}

/// The draft of files, for a description beside them.
fn beside(files: &[(&str, &str)], model: &Model) -> Draft {
    let (folder, paths) = folder(files);
    draft(&paths, folder.path(), model).expect("a draft")
}

const HEAD: &str = "# A recording of by_hand, described from its header. Lines marked as a guess are guesses: check them.\n";

#[test]
fn a_draft_of_one_file_has_its_lines_in_order() {
    let header = "stamp_ms,target_q_1_deg,target_q_2_deg,q_1_deg,q_2_deg,acc_1,acc_2,vel_1_rad_s,vel_2_rad_s,current_1_ma,\
                  current_2_ma,lamp";
    // Of 1 degree a row.
    let rows = table(header).replace(",0.", ",1");
    let found = beside(&[("run.csv", &rows)], &TURNING);
    let expected = "\
recording:
  file: run.csv
  time: {column: stamp_ms, unit: ms}   # guess: by name; ms: its name says so
  position:
    columns: [q_1_deg, q_2_deg]   # guess: by number, in the order of the joints
    # columns: [target_q_1_deg, target_q_2_deg]   # by name not measured, but asked for or computed
    unit: deg   # guess: the names say so
    side: joint   # guess: the joints then stay within their ranges, and move
    # side: motor   # may be meant as well: joints stay within their ranges then, too
    # sign: [1, -1, ..]   # for joints that count the other way
    # offset: [0, -pi/2, ..]   # added to joint positions, where zero is elsewhere
  current:
    columns: [current_1_ma, current_2_ma]   # guess: by number, in the order of the joints
    unit: mA   # guess: the names say so
    side: motor   # guess: by name
    # constant: [K1, K2]   # needed: torque for each ampere, N·m/A
  # velocity: {columns: [vel_1_rad_s, vel_2_rad_s], unit: rad/s}   # if they were measured, not computed: positions are \
differentiated else
  # acceleration: {columns: [acc_1, acc_2]}   # if they were measured, not computed: positions are differentiated else
  # not used: lamp
";
    assert_eq!(found.text, HEAD.to_owned() + expected);
    assert_eq!(found.guesses, 7);
    assert_eq!(
        found.needed,
        ["`constant: [K1, K2]`: torque for each ampere, N·m/A"]
    );
}

#[test]
fn a_draft_of_two_files_says_of_which_columns_of_one_name_are() {
    const WITHOUT_MOTORS: Model = Model {
        motors: &[],
        transmission: &[],
        ..TURNING
    };
    let stamped = |k: u32| format!("2024-05-01T12:00:{k:02}Z,{k}e-2,{k}e-1\n");
    let positions =
        "stamp,Joint_1,Joint_2\n".to_owned() + &(0..20).map(stamped).collect::<String>();
    let torques = "Joint_1,Joint_2\nmN·m,mN·m\n".to_owned() + &"1,2\n".repeat(20);
    let files = [
        ("joint_position.csv", &*positions),
        ("joint torque.csv", &*torques),
    ];
    let expected = "\
recording:
  file: [joint_position.csv, 'joint torque.csv']
  time: {column: stamp}   # guess: stamps of time (ISO 8601)
  position:
    columns: [Joint_1, Joint_2]   # guess: by number, in the order of the joints
    file: joint_position.csv
    unit: rad   # guess: the joints then stay within their ranges, and move
    # sign: [1, -1, ..]   # for joints that count the other way
    # offset: [0, -pi/2, ..]   # added to joint positions, where zero is elsewhere
  torque:
    columns: [Joint_1, Joint_2]   # guess: by number, in the order of the joints
    file: 'joint torque.csv'
    unit: mN·m   # guess: the file says so
";
    let found = beside(&files, &WITHOUT_MOTORS);
    assert_eq!(found.text, HEAD.to_owned() + expected);
    assert_eq!((found.guesses, found.needed.len()), (5, 0));
}

/// Every logger has its own stamps: those of the first file are taken, and said to be its.
#[test]
fn a_draft_of_two_files_with_times_says_whose_are_taken() {
    let files = [
        ("p.csv", &*table("t,q_j1,q_j2")),
        ("f 1.csv", &*table("t,tau_j1,tau_j2")),
    ];
    let found = beside(&files, &TURNING).text;
    assert!(
        found.contains("  time: {column: t, unit: s, file: p.csv}"),
        "{found}"
    );
    let alone = beside(&files[..1], &TURNING).text;
    assert!(alone.contains("  time: {column: t, unit: s}"), "{alone}");
    // Where only the second has any, its unit is that of their own name.
    let second = [
        ("p.csv", &*table("q_j1,q_j2")),
        ("f.csv", &*table("stamp_ms,tau_j1,tau_j2")),
    ];
    let found = beside(&second, &TURNING).text;
    let expected = "  time: {column: stamp_ms, unit: ms}   # guess: by name; ms: its name says so";
    assert!(found.lines().any(|line| line == expected), "{found}");
    // Stamps of ISO 8601 are those of a file as well.
    let stamped = |names: &str| {
        let row = |k: u32| format!("2024-05-01T12:00:{k:02}Z,{k}e-2,{k}e-2\n");
        format!("stamp,{names}\n") + &(0..20).map(row).collect::<String>()
    };
    let (positions, torques) = (stamped("q_j1,q_j2"), stamped("tau_j1,tau_j2"));
    let files = [("p.csv", &*positions), ("f.csv", &*torques)];
    let found = beside(&files, &TURNING).text;
    let expected = "  time: {column: stamp, file: p.csv}   # guess: stamps of time (ISO 8601)";
    assert!(found.lines().any(|line| line == expected), "{found}");
}

/// Neither numbers nor stamps of a kind that is known: no steps can be seen in them.
#[test]
fn times_that_cannot_be_read_are_needed() {
    let row = |k: u32| format!("05/01/2024 12:{k:02} PM,{k}e-2,{k}e-2,1,2\n");
    let rows = "t,q1,q2,tau1,tau2\n".to_owned() + &(0..20).map(row).collect::<String>();
    let found = beside(&[("run.csv", &rows)], &TURNING);
    let what = "the samples a second, or a column of times: what stands in `t` is none that can be read (numbers, ISO 8601, dates \
                with dots, a clock alone)";
    let line = format!("\n  # time: {{rate: HZ}}   # needed: {what}\n");
    assert!(found.text.contains(&line), "{}", found.text);
    assert_eq!(found.needed, [format!("`time: {{rate: HZ}}`: {what}")]);
}

#[test]
fn a_unit_of_time_that_is_not_known_is_told() {
    let found = beside(
        &[("run.csv", &table("t [min],q_j1,q_j2,tau_j1,tau_j2"))],
        &TURNING,
    )
    .text;
    let line = "\n  time: {column: 't [min]', unit: s}   # guess: by name; s: `min` in the file is no unit of time that is known\n";
    assert!(found.contains(line), "{found}");
}

/// Numbers and stamps alike.
#[test]
fn times_that_stand_still_are_none() {
    for time in ["0", "2024-05-01T12:00:00Z"] {
        let row = |k: u32| format!("{time},{k}e-2,{k}e-2,1,2\n");
        let rows = "t,q1,q2,tau1,tau2\n".to_owned() + &(0..20).map(row).collect::<String>();
        let found = beside(&[("run.csv", &rows)], &TURNING);
        let what = "the samples a second, or a column of times: what stands in `t` does not advance from any row to the next";
        assert_eq!(found.needed, [format!("`time: {{rate: HZ}}`: {what}")]);
    }
}

/// The first file has torques of up to 190, which are none of the positions.
#[test]
fn the_unit_of_positions_is_seen_in_the_file_that_has_them() {
    let row = |k: u32| format!("{k},{0},{0}\n", 10 * k);
    let torques = "lamp,tau_j1,tau_j2\n".to_owned() + &(0..20).map(row).collect::<String>();
    let positions = table("t,q_j1,q_j2");
    let found = beside(&[("f.csv", &torques), ("p.csv", &positions)], &TURNING).text;
    let unit = "\n    unit: rad   # guess: the joints then stay within their ranges, and move\n";
    assert!(found.contains(unit), "{found}");
}

#[test]
fn what_is_measured_is_described_from_any_file() {
    let one = beside(
        &[("run.csv", &table("t,q1,q2,force_x,force_y"))],
        &ONE_SENSOR,
    );
    let lines = "\n  measured:\n    columns: [force_x, force_y]   # guess: by name, for fx_tool, fy_tool\n    \
                 # sign: -1   # where the sensor shows what the body exerts on its parent\n";
    assert!(one.text.contains(lines), "{}", one.text);
    let files = [
        ("run.csv", &*table("t,q1,q2")),
        ("sensor.csv", &*table("lamp,fx_foot,fx_tool")),
    ];
    let two = beside(&files, &TWO_SENSORS).text;
    let columns = "\n    columns: [fx_tool, fx_foot]   # guess: by name, for fx_tool, fx_foot\n";
    assert!(two.contains(columns), "{two}");
    assert_eq!(two.lines().last(), Some("  # not used: lamp"));
}

#[test]
fn a_draft_of_nothing_known_says_what_is_needed() {
    let found = beside(&[("run.csv", &table("a,b"))], &TURNING);
    let expected = "\
recording:
  file: run.csv
  # time: {rate: HZ}   # needed: the samples a second, or `time: {column: NAME, unit: s}`: no column is called time
  # position: {columns: [NAME1, NAME2], unit: rad}   # needed: the columns of the 2 positions: no names show them
  # torque: {columns: [NAME1, NAME2], unit: N·m}   # needed: the columns of the 2 torques (or `current`): no names show them
  # not used: a, b
";
    assert_eq!(found.text, HEAD.to_owned() + expected);
    // Radians of 100 and more are beyond every joint, in degrees as well and behind any gears.
    let far = table("time,q1,q2,tau1,tau2").replace("0.19,0.19,0.19", "0.19,1e6,1e6");
    let found = beside(&[("run.csv", &far)], &TURNING);
    let what =
        "the unit of each column: no unit of all of them keeps the joints within their ranges";
    assert_eq!(found.needed[0], format!("`unit: [rad, ..]`: {what}"));
    let line = format!("\n    # unit: [rad, ..]   # needed: {what}\n");
    assert!(found.text.contains(&line), "{}", found.text);
}

#[test]
fn what_else_may_be_meant_is_listed_and_counts_as_used() {
    let lamps: Vec<String> = (10..52).map(|k| format!("lamp{k}x")).collect();
    let header = "tau_1,tau_2,time,clock,q_1,q_2,effort_1,effort_2,i_1,i_2,pos_1,".to_owned()
        + &lamps.join(",");
    let found = beside(&[("run.csv", &table(&header))], &TURNING);
    let torques = "\n  torque:\n    columns: [tau_1, tau_2]   # guess: by number, in the order of the joints\n    \
                   # columns: [effort_1, effort_2]   # may be meant as well\n    unit: N·m   # guess: nothing says otherwise\n";
    assert!(found.text.contains(torques), "{}", found.text);
    let time = "\n  time: {column: time, unit: s}   # guess: by name; s: its steps are sensible in seconds\n";
    assert!(found.text.contains(time), "{}", found.text);
    // Of clock, currents, the one position and 42 lamps, which are 46, forty are named.
    let last = format!(
        "  # not used: clock, i_1, i_2, pos_1, {}, and 6 more",
        lamps[..36].join(", ")
    );
    assert_eq!(found.text.lines().last(), Some(&*last));
    let fewer = header
        .split(',')
        .take(11 + 36)
        .collect::<Vec<_>>()
        .join(",");
    let found = beside(&[("run.csv", &table(&fewer))], &TURNING);
    assert_eq!(found.text.lines().last(), last.strip_suffix(", and 6 more"));
}

#[test]
fn constants_are_needed_unless_the_robot_file_has_all() {
    const fn constant(motor: Motor) -> Motor {
        Motor {
            torque_constant: Some(0.1),
            ..motor
        }
    }
    let needed = |motors: &'static [Motor]| {
        let model = Model { motors, ..TURNING };
        let found = beside(&[("run.csv", &table("t,q1,q2,i1,i2"))], &model);
        assert!(found.text.contains("\n  current:\n"), "{}", found.text);
        found
            .text
            .contains("\n    # constant: [K1, K2]   # needed: ")
    };
    const ALL: [Motor; 2] = [constant(motor("m1")), constant(motor("m2"))];
    const ONE: [Motor; 2] = [constant(motor("m1")), motor("m2")];
    assert!(!needed(&ALL));
    assert!(needed(&ONE));
    assert!(needed(MODEL.motors));
    assert!(needed(&[]));
    // Torques need none.
    let found = beside(&[("run.csv", &table("t,q1,q2,tau1,tau2"))], &TURNING);
    assert_eq!(found.needed, Vec::<String>::new());
}

/// One torque of two is none of both.
#[test]
fn currents_of_all_are_described_rather_than_torques_of_some() {
    let found = beside(&[("run.csv", &table("t,q1,q2,tau1,i1,i2"))], &TURNING).text;
    let expected =
        "\n  current:\n    columns: [i1, i2]   # guess: by number, in the order of the joints\n";
    assert!(found.contains(expected), "{found}");
    assert_eq!(found.lines().last(), Some("  # not used: tau1"));
    // Where both are whole, torques are.
    let found = beside(&[("run.csv", &table("t,q1,q2,tau1,tau2,i1,i2"))], &TURNING).text;
    assert!(
        found.contains("\n  torque:\n    columns: [tau1, tau2]   # guess: "),
        "{found}"
    );
    assert_eq!(found.lines().last(), Some("  # not used: i1, i2"));
}

/// What a controller computes by a model of its own tells that model, and not the robot.
#[test]
fn currents_that_were_measured_go_before_torques_that_were_not() {
    let of = |names: &str| {
        let rows = table(&format!("t,{names}"));
        beside(&[("run.csv", &rows)], &TURNING).text
    };
    let not_measured = "by name not measured, but asked for or computed";
    let torques = "target_moment_1,target_moment_2,tau_ff_1,tau_ff_2";
    let found = of(&format!(
        "q1,q2,{torques},actual_current_1,actual_current_2"
    ));
    let expected = format!(
        "\n  current:\n    columns: [actual_current_1, actual_current_2]   # guess: by number, in the order of the joints\n    \
         unit: A   # guess: nothing says otherwise\n    side: motor   # guess: by name\n    \
         # constant: [K1, K2]   # needed: torque for each ampere, N·m/A\n  \
         # torque: {{columns: [target_moment_1, target_moment_2]}}   # {not_measured}\n  \
         # torque: {{columns: [tau_ff_1, tau_ff_2]}}   # {not_measured}\n"
    );
    assert!(found.ends_with(&expected), "{found}");
    // Where there is nothing else, they are said to be none that were measured.
    let found = of("target_q1,target_q2,tau_ff_1,tau_ff_2");
    for line in [
        "    columns: [target_q1, target_q2]",
        "    columns: [tau_ff_1, tau_ff_2]",
    ] {
        let expected =
            format!("\n{line}   # guess: by number, in the order of the joints; {not_measured}\n");
        assert!(found.contains(&expected), "{found}");
    }
    // Currents that were asked for are no better.
    let found = of("q1,q2,tau_ff_1,tau_ff_2,target_current_1,target_current_2");
    assert!(found.contains("\n  torque:\n"), "{found}");
}

#[test]
fn files_are_named_from_the_folder_of_the_description() {
    let (folder, paths) = folder(&[("run 1.csv", &table("t,q1,q2,tau1,tau2"))]);
    let inner = folder.path().join("descriptions");
    std::fs::create_dir(&inner).expect("a folder");
    let named = |from: &std::path::Path| {
        let found = draft(&paths, from, &TURNING).expect("a draft");
        found.text.lines().nth(2).map(str::to_owned)
    };
    assert_eq!(named(folder.path()).as_deref(), Some("  file: 'run 1.csv'"));
    let above = folder.path().parent().expect("a folder above");
    let last = folder.path().file_name().expect("a name").to_string_lossy();
    assert_eq!(named(above), Some(format!("  file: '{last}/run 1.csv'")));
    // Elsewhere by its whole path, and as it is given where the folder of the description is not there yet.
    let whole = std::fs::canonicalize(&paths[0]).expect("a path");
    let whole = Some(format!("  file: '{}'", whole.display()));
    assert_eq!(named(&inner), whole);
    let given = format!("  file: '{}'", paths[0].display());
    assert_eq!(named(&folder.path().join("later")), Some(given));
}
