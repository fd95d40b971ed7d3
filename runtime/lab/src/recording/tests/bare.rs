//! Files without a description, by the names of their columns.

use super::{Folder, lines, near, table};
use crate::recording::Remark;
use crate::regression::by_hand::MODEL;
use armwright_runtime::{Model, Motor, Side, Torque};

const AT_MOTORS: Model = Model {
    side: Side::Motor,
    ..MODEL
};

const SIDE: &str = "positions and torques were taken as measured at the motors, as the robot file says; write a description \
                    with `side: joint` if they are the joints'";

fn missing(column: &str, name: &str) -> String {
    format!(
        "there is no column `{column}`: the torque of `{name}` is left out, and base parameters are those of the other torques"
    )
}

#[test]
fn columns_are_called_after_joints_or_motors() {
    let folder = Folder::with(&[("run.csv", &lines("t,q_j1 [deg],q_j2,tau_j1,tau_j2"))]);
    let found = folder.read("run.csv", &MODEL);
    near(&found.position[0], |k| (2.0 + k).to_radians());
    near(&found.position[1], |k| 5.0 - 2.0 * k);
    near(&found.torque.as_ref().expect("torques")[1], |k| {
        7.0 + 3.0 * k
    });
    assert_eq!(
        (found.position_side, found.torque_side),
        (Side::Joint, Side::Joint)
    );
    let path = folder.0.path().join("run.csv");
    assert_eq!(found.files, std::slice::from_ref(&path));
    assert_eq!(
        [&found.name, &found.source],
        [&path.display().to_string(); 2]
    );
    assert_eq!(
        folder.remarks(&found),
        ["units were taken from the names of the columns: position deg"]
    );
    let folder = Folder::with(&[("run.csv", &lines("t,q_m1,q_m2,tau_m1,tau_m2"))]);
    let found = folder.read("run.csv", &AT_MOTORS);
    near(&found.position[0], |k| 0.5 * (2.0 + k));
    near(&found.torque.as_ref().expect("torques")[1], |k| {
        5.0 * (7.0 + 3.0 * k)
    });
    assert_eq!(folder.remarks(&found), [SIDE]);
    // What is called after joints is of the robot all the same, and told; torques of one kind are those that are read.
    let other = "columns are called after joints, the positions in use after motors: qd_j1 [rad/s], which were passed over; a \
                 description reads either, each with its `side`";
    let folder = Folder::with(&[("run.csv", &lines("t,q_m1,q_m2,qd_j1 [rad/s],c"))]);
    assert_eq!(
        folder.remarks(&folder.read("run.csv", &AT_MOTORS)),
        [SIDE, other]
    );
    // A prediction needs no torque: what does refuses it.
    for (header, said) in [
        (
            "t,q_m1,q_m2,tau_j1,tau_j2",
            "after joints, the positions in use after motors: tau_j1, tau_j2",
        ),
        (
            "t,q_j1,q_j2,i_m1,i_m2",
            "after motors, the positions in use after joints: i_m1, i_m2",
        ),
    ] {
        let folder = Folder::with(&[("run.csv", &lines(header))]);
        let found = folder.read("run.csv", &AT_MOTORS);
        assert!(found.torque.is_none());
        let passed_over = Remark::OtherSide {
            what: format!("columns are called {said}"),
            torques: true,
        };
        assert!(found.remarks.contains(&passed_over), "{:?}", found.remarks);
    }
    // Of two encoders those are in use that have torques; where the robot file says the joints', theirs.
    let both = table("t,q_m1,q_m2,tau_m1,tau_m2,q_j1,q_j2", 12, |k| {
        vec![0.02 * k, k, 2.0 * k, 3.0 + k, 4.0 - k, 0.1 * k, 0.3 * k]
    });
    let folder = Folder::with(&[("run.csv", &both)]);
    near(&folder.read("run.csv", &MODEL).position[0], |k| 0.1 * k);
    let found = folder.read("run.csv", &AT_MOTORS);
    near(&found.position[0], |k| 0.5 * k);
    assert!(found.torque.is_some());
    let passed_over = Remark::OtherSide {
        what: "columns are called after joints, the positions in use after motors: q_j1, q_j2"
            .to_owned(),
        torques: false,
    };
    assert!(found.remarks.contains(&passed_over), "{:?}", found.remarks);
    // As many of either are joints.
    let folder = Folder::with(&[("run.csv", &lines("t,q_m1,q_j2,c,d"))]);
    assert!(
        folder
            .refused("run.csv", &AT_MOTORS)
            .contains("no column `q_j1`")
    );
}

#[test]
fn derivatives_and_currents_have_names_of_their_own() {
    const KNOWN: Model = Model {
        motors: &[
            Motor {
                name: "m1",
                torque_constant: Some(2.0),
                is_passive: false,
            },
            Motor {
                name: "m2",
                torque_constant: Some(3.0),
                is_passive: false,
            },
        ],
        ..MODEL
    };
    let csv = table("t,q_j1,q_j2,qd_j1,qd_j2,qdd_j1,qdd_j2,i_j1,i_j2", 12, |k| {
        vec![
            0.02 * k,
            k,
            2.0 * k,
            3.0 + k,
            4.0 - k,
            5.0 + k,
            6.0 - k,
            7.0 + k,
            8.0 - k,
        ]
    });
    let found = Folder::with(&[("run.csv", &csv)]).read("run.csv", &KNOWN);
    near(&found.velocity.as_ref().expect("velocities")[0], |k| {
        3.0 + k
    });
    near(
        &found.acceleration.as_ref().expect("accelerations")[1],
        |k| 6.0 - k,
    );
    let torque = found.torque.as_ref().expect("torques");
    near(&torque[0], |k| 2.0 * (7.0 + k));
    near(&torque[1], |k| 3.0 * (8.0 - k));
    // Torques come before currents.
    let both = csv.replacen("qdd_j1,qdd_j2", "tau_j1,tau_j2", 1);
    let folder = Folder::with(&[("run.csv", &both)]);
    let found = folder.read("run.csv", &KNOWN);
    near(&found.torque.as_ref().expect("torques")[0], |k| 5.0 + k);
    assert!(found.acceleration.is_none());
    // One of the currents may be missing.
    let one = table("t,q_j1,q_j2,i_j2", 12, |k| {
        vec![0.02 * k, k, 2.0 * k, 8.0 - k]
    });
    let folder = Folder::with(&[("run.csv", &one)]);
    let found = folder.read("run.csv", &KNOWN);
    assert_eq!(found.left_out, [Torque::joint(0)]);
    assert_eq!(folder.remarks(&found), [missing("i_j1", "j1")]);
    let torque = found.torque.as_ref().expect("torques");
    assert_eq!(torque[0], [0.0; 12]);
    near(&torque[1], |k| 3.0 * (8.0 - k));
}

#[test]
fn a_torque_without_a_column_is_left_out_unless_one_is_misspelt() {
    let folder = Folder::with(&[("run.csv", &lines("t,q_j1,q_j2,x,tau_j2"))]);
    let found = folder.read("run.csv", &MODEL);
    assert_eq!(found.left_out, [Torque::joint(0)]);
    assert_eq!(folder.remarks(&found), [missing("tau_j1", "j1")]);
    assert_eq!(found.torque.as_ref().expect("torques")[0], [0.0; 12]);
    let folder = Folder::with(&[("run.csv", &lines("t,q_j1,q_j2,tau_j3,tau_j2"))]);
    let refused = folder.refused("run.csv", &MODEL);
    assert_eq!(
        refused,
        "run.csv has no column `tau_j1` (for torque); did you mean tau_j3, tau_j2, q_j1?"
    );
    let folder = Folder::with(&[("run.csv", &lines("t,q_j1,q_j2,q_j3 [deg],i_x"))]);
    let found = folder.read("run.csv", &MODEL);
    assert_eq!(
        folder.remarks(&found)[0],
        "columns of no joint of by_hand were passed over: q_j3 [deg], i_x (it has j1, j2); if the recording has more joints, this \
         robot file does not describe its robot"
    );
    let folder = Folder::with(&[("run.csv", &lines("time,q_j1,q_j2,c,d"))]);
    assert_eq!(
        folder.refused("run.csv", &MODEL),
        "run.csv has no column `t` (for time); name the column in a description beside the file (`time: {column: NAME, unit: s}`), \
         or give a rate there if samples are evenly spaced (`time: {rate: HZ}`)"
    );
}

/// A joint without a motor has no torque that could be missing, where nothing else moves it.
#[test]
fn a_joint_without_a_motor_has_no_torque() {
    const fn motor(name: &'static str, is_passive: bool) -> Motor {
        Motor {
            name,
            torque_constant: None,
            is_passive,
        }
    }
    const SECOND: Model = Model {
        motors: &[motor("m1", false), motor("j2", true)],
        transmission: &[2.0, 0.0, 0.0, 1.0],
        ..MODEL
    };
    const COUPLED: Model = Model {
        transmission: &[2.0, 3.0, 0.0, 1.0],
        ..SECOND
    };
    let csv = lines("t,q_j1,q_j2,tau_j1,x");
    let folder = Folder::with(&[("run.csv", &csv)]);
    let free = |model: &Model| {
        let found = folder.read("run.csv", model);
        (found.left_out.clone(), folder.remarks(&found))
    };
    assert_eq!(free(&SECOND), (Vec::new(), Vec::new()));
    // The first motor pulls at it.
    let left_out = (vec![Torque::joint(1)], vec![missing("tau_j2", "j2")]);
    assert_eq!(free(&COUPLED), left_out);
    // At the motors it has none all the same.
    let at_motors = Model {
        side: Side::Motor,
        ..COUPLED
    };
    assert_eq!(free(&at_motors), (Vec::new(), vec![SIDE.to_owned()]));
    const DRIVEN: Model = Model {
        motors: &[motor("m1", false), motor("j2", false)],
        ..SECOND
    };
    assert_eq!(free(&DRIVEN), left_out);
}

/// However its name ends, a description is one.
#[test]
fn descriptions_are_told_by_the_ends_of_their_names() {
    let text = "recording:\n  file: run.csv\n  time: {column: t, unit: s}\n  position: {columns: [a, b]}\n  torque: {columns: [c, d]}\n";
    let csv = lines("t,a,b,c,d");
    for name in ["run.yaml", "run.yml", "run.YML", "run.Yaml"] {
        let folder = Folder::with(&[("run.csv", &csv), (name, text)]);
        near(&folder.read(name, &MODEL).position[0], |k| 2.0 + k);
    }
}

#[test]
fn columns_of_no_motor_are_told_with_the_motors_that_there_are() {
    let folder = Folder::with(&[("run.csv", &lines("t,q_m1,q_m2,q_m3,c"))]);
    let found = folder.read("run.csv", &AT_MOTORS);
    let passed = "columns of no joint of by_hand were passed over: q_m3 (it has m1, m2); if the recording has more joints, this \
                  robot file does not describe its robot";
    assert_eq!(folder.remarks(&found), [SIDE, passed]);
}

/// A position of another joint is no misspelt torque; velocities and accelerations are called after joints as well.
#[test]
fn columns_of_other_joints_are_told_whatever_they_measure() {
    let passed = |columns: &str| {
        format!(
            "columns of no joint of by_hand were passed over: {columns} (it has j1, j2); if the recording has more joints, this robot \
             file does not describe its robot"
        )
    };
    let folder = Folder::with(&[("run.csv", &lines("t,q_j1,q_j2,q_j3,tau_j2"))]);
    let found = folder.read("run.csv", &MODEL);
    assert_eq!(found.left_out, [Torque::joint(0)]);
    assert_eq!(
        folder.remarks(&found),
        [passed("q_j3"), missing("tau_j1", "j1")]
    );
    let folder = Folder::with(&[("run.csv", &lines("t,q_j1,q_j2,qd_j3,qdd_x"))]);
    let found = folder.read("run.csv", &MODEL);
    assert_eq!(folder.remarks(&found), [passed("qd_j3, qdd_x")]);
}
