use super::{MODEL, NAMED, PASSIVE, TURNING, folder, motor, turning};
use crate::recording::draft::families::{best, families};
use crate::recording::{Channel, CsvFile};
use armwright_runtime::Model;

/// The file and columns of what is taken for a channel, why, and what else may be meant.
type Found = (
    usize,
    Option<(Vec<usize>, String)>,
    Vec<(usize, Vec<usize>)>,
);

fn tables(files: &[(&str, &str)]) -> Vec<CsvFile> {
    let text = |header: &str| {
        let row = vec!["1"; header.split(',').count()].join(",");
        format!("{header}\n{row}\n{row}\n")
    };
    let texts: Vec<String> = files.iter().map(|(_, header)| text(header)).collect();
    let files = files
        .iter()
        .zip(&texts)
        .map(|((name, _), text)| (*name, &**text));
    let (_folder, paths) = folder(&files.collect::<Vec<_>>());
    let open = |path: &std::path::PathBuf| CsvFile::open(path).expect("a table");
    paths.iter().map(open).collect()
}

fn found(headers: &[&str], channel: Channel, model: &Model) -> Option<Found> {
    let names = ["one.csv", "other.csv"];
    let files: Vec<(&str, &str)> = names.into_iter().zip(headers.iter().copied()).collect();
    let (families, _) = families(&tables(&files), model);
    let n = model.joints.len();
    let (found, others) = best(&families, channel, n)?;
    let others = others
        .iter()
        .map(|other| (other.table, other.columns(n).expect("complete").0));
    Some((found.table, found.columns(n), others.collect()))
}

#[test]
fn columns_are_put_in_the_order_of_joints_by_name_or_number() {
    let of = |header: &str, channel, model: &Model| {
        let (table, columns, others) = found(&[header], channel, model).expect("a family");
        assert_eq!((table, others), (0, Vec::new()), "{header}");
        columns
    };
    let said = |columns: &[usize], why: &str| Some((columns.to_vec(), why.to_owned()));
    let (position, torque) = (Channel::Position, Channel::Torque);
    assert_eq!(
        of("t,q2,q1,x", position, &MODEL),
        said(&[2, 1], "by number, in the order of the joints")
    );
    assert_eq!(
        of("q5,q4,q6", position, &MODEL),
        said(&[1, 0], "by number, the first 2 of 3")
    );
    assert_eq!(of("q1,q3", position, &MODEL), None);
    assert_eq!(
        of("q1,q2,q4", position, &MODEL),
        said(&[0, 1], "by number, the first 2 of 3")
    );
    assert_eq!(
        of("theta_pos,arm_pos,upper_arm_pos", position, &NAMED),
        said(&[1, 2, 0], "by the robot's names")
    );
    assert_eq!(
        of("spin_tau,disc_tau,drive_a_tau", torque, &NAMED),
        said(&[2, 0, 1], "by the robot's names")
    );
    // Names and numbers do not make a family of three.
    assert_eq!(of("arm_tau,2_tau,3_tau", torque, &NAMED), None);
    assert_eq!(of("spin_tau,disc_tau", torque, &NAMED), None);
}

#[test]
fn what_was_measured_is_taken_before_what_has_a_unit_or_stands_first() {
    let of = |headers: &[&str]| {
        let (table, columns, others) = found(headers, Channel::Position, &MODEL)?;
        Some((table, columns?.0, others))
    };
    assert_eq!(
        of(&["target_q_1,target_q_2,q_1,q_2,actual_q_1,pos_1_deg,pos_2_deg"]),
        Some((0, vec![5, 6], vec![(0, vec![0, 1]), (0, vec![2, 3])]))
    );
    assert_eq!(
        of(&["q_1_deg,q_2_deg,actual_q_1,actual_q_2"]),
        Some((0, vec![2, 3], vec![(0, vec![0, 1])]))
    );
    // Of equals the first.
    assert_eq!(
        of(&["x,q_1,q_2", "q_2,q_1"]),
        Some((0, vec![1, 2], vec![(1, vec![1, 0])]))
    );
    assert_eq!(of(&["x,q_1", "q_2,q_1"]), Some((1, vec![1, 0], Vec::new())));
    assert_eq!(of(&["tau_1,tau_2,q"]), None);
}

/// Motors m1 and nut: names of the robot that some columns have by chance are none of theirs, and these are counted.
#[test]
fn columns_that_count_are_counted_where_few_are_called_as_motors_are() {
    const HALF: Model = Model {
        joints: &[turning("q1"), turning("q2")],
        motors: &[motor("m1"), motor("nut")],
        ..MODEL
    };
    let header = "t,M1 Pos [deg],M2 Pos [deg],M1 Torque [mNm],M2 Torque [mNm]";
    let by_number = |columns: [usize; 2]| -> Option<Found> {
        let why = "by number, in the order of the joints".to_owned();
        Some((0, Some((columns.to_vec(), why)), Vec::new()))
    };
    for (channel, columns) in [(Channel::Position, [1, 2]), (Channel::Torque, [3, 4])] {
        assert_eq!(found(&[header], channel, &HALF), by_number(columns));
        let (families, _) = families(&tables(&[("one.csv", header)]), &HALF);
        let (family, _) = best(&families, channel, 2).expect("a family");
        assert!(family.names.iter().all(|name| name.motor), "{family:?}");
    }
    assert_eq!(
        found(&["m1.pos,m2.pos"], Channel::Position, &HALF),
        by_number([0, 1])
    );
    // What such names leave of a family is not taken for all of it.
    for (header, channel, all) in [
        ("m1.pos,m2.pos,m3.pos,m4.pos", Channel::Position, 4),
        ("M1 Torque,M2 Torque,M3 Torque", Channel::Torque, 3),
    ] {
        let why = format!("by number, the first 2 of {all}");
        let expected = Some((0, Some((vec![0, 1], why)), Vec::new()));
        assert_eq!(found(&[header], channel, &HALF), expected, "{header}");
    }
    // Where the names are the robot's, others that count are none.
    for (header, columns) in [
        ("pos_nut,pos_m1,m1_pos,m2_pos", [1, 0]),
        ("x,nut_pos,m1_pos,m2_pos,m3_pos", [2, 1]),
    ] {
        let by_name = Some((columns.to_vec(), "by the robot's names".to_owned()));
        let expected = Some((0, by_name, Vec::new()));
        assert_eq!(found(&[header], Channel::Position, &HALF), expected);
    }
}

/// Where nothing else is a position that was measured, and nothing else says what they are.
#[test]
fn columns_that_are_called_as_the_joints_are_positions() {
    let of = |headers: &[&str], channel, model: &Model| {
        let (table, columns, others) = found(headers, channel, model)?;
        Some((table, columns?.0, others))
    };
    let (position, torque) = (Channel::Position, Channel::Torque);
    let shown = |table, columns: [usize; 2]| Some((table, columns.to_vec(), Vec::new()));
    for header in [
        "t,elbow,shoulder,tau_shoulder,tau_elbow",
        "t,elbow_deg,shoulder_deg,tau_shoulder,tau_elbow",
        "t,elbow [rad],shoulder [rad],tau_shoulder,tau_elbow",
    ] {
        assert_eq!(of(&[header], position, &PASSIVE), shown(0, [2, 1]));
        assert_eq!(of(&[header], torque, &PASSIVE), shown(0, [3, 4]));
    }
    assert_eq!(of(&["j2,j1"], position, &TURNING), shown(0, [1, 0]));
    // One is called after what it measures, too.
    let named = Some((0, vec![1, 2, 0], Vec::new()));
    assert_eq!(of(&["theta,arm,upper_arm"], position, &NAMED), named);
    let explicit = "shoulder,elbow,q_shoulder,q_elbow";
    assert_eq!(of(&[explicit], position, &PASSIVE), shown(0, [2, 3]));
    let asked = "q_des_shoulder,q_des_elbow,shoulder,elbow";
    let expected = Some((0, vec![2, 3], vec![(0, vec![0, 1])]));
    assert_eq!(of(&[asked], position, &PASSIVE), expected);
    for header in [
        "shoulder_nm,elbow_nm",
        "shoulder_lamp,elbow_lamp",
        "shoulder,lamp",
    ] {
        assert_eq!(of(&[header], position, &PASSIVE), None, "{header}");
    }
}

#[test]
fn columns_may_be_time_if_they_are_of_no_joint() {
    let tables = tables(&[
        ("one.csv", "q_1,time,time_1,stamp"),
        ("other.csv", "room,t"),
    ]);
    let (families, times) = families(&tables, &MODEL);
    assert_eq!(times, [(0, 1), (0, 3), (1, 1)]);
    let channels: Vec<Channel> = families.iter().map(|family| family.channel).collect();
    assert_eq!(channels, [Channel::Position]);
}

#[test]
fn files_are_told_apart_by_their_names() {
    let tables = tables(&[
        ("joint_position.csv", "Joint_1,Joint_2"),
        ("joint_torque.csv", "Joint_1,Joint_2"),
    ]);
    let (families, _) = families(&tables, &MODEL);
    let of: Vec<(Channel, usize)> = families
        .iter()
        .map(|family| (family.channel, family.table))
        .collect();
    assert_eq!(of, [(Channel::Position, 0), (Channel::Torque, 1)]);
}

/// A joint without a motor has a motor's place under its own name: beside joints it is one of these, beside motors one of those.
#[test]
fn what_is_called_after_a_joint_without_a_motor_is_of_what_stands_beside_it() {
    const COUNTED: Model = Model {
        motors: &[motor("m1"), motor("j2")],
        ..TURNING
    };
    let by_name = "by the robot's names";
    let by_number = "by number, in the order of the joints";
    let of = |header: &str, channel, model: &Model| {
        let (table, columns, others) = found(&[header], channel, model).expect("a family");
        assert_eq!((table, others), (0, Vec::new()), "{header}");
        columns
    };
    let said = |columns: [usize; 2], why: &str| Some((columns.to_vec(), why.to_owned()));
    let (position, torque) = (Channel::Position, Channel::Torque);
    for (header, channel, columns) in [
        ("t,q_shoulder,q_elbow", position, [1, 2]),
        ("q_elbow,q_drive", position, [1, 0]),
        // Of both the joints.
        ("q_drive,q_elbow,q_shoulder", position, [2, 1]),
        ("tau_elbow,tau_shoulder", torque, [1, 0]),
        ("tau_drive,tau_elbow", torque, [0, 1]),
        ("i_elbow,i_drive", Channel::Current, [1, 0]),
    ] {
        let expected = said(columns, by_name);
        assert_eq!(of(header, channel, &PASSIVE), expected, "{header}");
    }
    assert_eq!(of("q_j1,q_j2", position, &COUNTED), said([0, 1], by_number));
    assert_eq!(of("tau_j2,tau_m1", torque, &COUNTED), said([1, 0], by_name));
    // Of equals in two files the first.
    let two = ["tau_drive,tau_elbow", "tau_shoulder,tau_elbow"];
    let expected = (0, said([0, 1], by_name), vec![(1, vec![0, 1])]);
    assert_eq!(found(&two, torque, &PASSIVE), Some(expected));
}
