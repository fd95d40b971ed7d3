//! A recording of a robot with a joint that has no motor.

use std::fmt::Write as _;

use armwright_lab::recording::{Recording, Remark};
use armwright_runtime::Robot;
use armwright_tests::driven::DRIVEN;

fn hinged() -> &'static dyn Robot {
    let mut robots = DRIVEN.iter().map(|(robot, _)| *robot);
    let found = robots.find(|robot| robot.model().name == "hinged");
    found.expect("a robot with a joint without a motor")
}

/// What is read of half a second at the motors, columns of torque as named.
fn read(torques: &[&str]) -> Recording {
    let columns = ["q_m1", "q_q2", "q_m3"];
    let names = columns.iter().chain(torques);
    let mut text = names.fold("t".to_owned(), |text, name| text + "," + name) + "\n";
    for k in 0..200 {
        let time = f64::from(k) / 400.0;
        let _ = write!(text, "{time}");
        for (column, name) in columns.iter().chain(torques).enumerate() {
            let value = match *name {
                "tau_q2" => 0.0,
                _ => (time * (3.0 + column as f64)).sin(),
            };
            let _ = write!(text, ",{value}");
        }
        text += "\n";
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("recording.csv");
    std::fs::write(&path, text).expect("a file");
    Recording::read(&path, hinged().model()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_torque_of_a_joint_without_a_motor_is_zero_and_needs_no_column() {
    let without = read(&["tau_m1", "tau_m3"]);
    assert!(without.left_out.is_empty(), "{:?}", without.left_out);
    let is_missing = |remark: &Remark| matches!(remark, Remark::TorqueMissing(_));
    assert!(
        !without.remarks.iter().any(is_missing),
        "{:?}",
        without.remarks
    );
    let torque = without.torque.expect("torque");
    // The last motor turns by that joint as well: q_m3 = 2 q2 + 30 q3.
    for (second, third) in torque[1].iter().zip(&torque[2]) {
        assert!((second - third / 15.0).abs() < 1e-12, "{second} {third}");
    }
    assert!(torque[1].iter().any(|tau| tau.abs() > 0.1));
    // That of a motor is left out where it has no column.
    let missing = read(&["tau_m1"]);
    assert_eq!(missing.left_out.len(), 1, "{:?}", missing.left_out);
}
