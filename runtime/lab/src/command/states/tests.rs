//! States by rows, each column in its place.

use std::path::Path;

use super::super::quantity::Evaluated;
use super::super::tests::Folder;
use super::{ORIENTATION, State, States, of_base};
use armwright_robots::{double_pendulum, solo12};
use armwright_runtime::{BaseMotion, Model, Quantity, Robot};

fn read<'m>(folder: &Folder, model: &'m Model, quantity: Evaluated) -> Result<States<'m>, String> {
    let path = folder.line("@/states.csv");
    let read = States::read(Path::new(&path), model, quantity);
    read.map_err(|error| error.to_string().replace(&folder.line("@"), "@"))
}

#[test]
fn columns_of_joints_go_to_their_places() {
    let model = double_pendulum::ROBOT.model();
    let folder = Folder::new();
    let mut header = Vec::new();
    let mut rows = [Vec::new(), Vec::new()];
    for (k, prefix) in ["tau", "q", "qdd_r", "qd", "qd_r", "qdd"]
        .into_iter()
        .enumerate()
    {
        for (j, joint) in ["elbow", "shoulder"].into_iter().enumerate() {
            header.push(format!("{prefix}_{joint}"));
            rows[0].push(format!("{}", 10 * k + j));
            rows[1].push(format!("{}", 100 + 10 * k + j));
        }
    }
    let lines = [header.join(","), rows[0].join(","), rows[1].join(",")];
    folder.write("states.csv", &(lines.join("\n") + "\n"));
    let numbers = |quantity: Evaluated, row: usize| {
        let states = read(&folder, model, quantity).expect("states");
        assert_eq!((states.rows, states.misspelt.len()), (2, 0));
        let mut state = State {
            q: vec![9.0; 5],
            tau: vec![9.0; 5],
            ..State::default()
        };
        states.get(row, &mut state).expect("a state");
        assert!(state.base.is_empty());
        [
            state.q,
            state.qd,
            state.qdd,
            state.tau,
            state.qd_r,
            state.qdd_r,
        ]
    };
    let at = |k: f64| vec![10.0 * k + 1.0, 10.0 * k];
    let nothing = || vec![0.0, 0.0];
    assert_eq!(
        numbers(Evaluated::Forward, 0),
        [at(1.0), at(3.0), nothing(), at(0.0), nothing(), nothing()]
    );
    let dynamics = Evaluated::Generated(Quantity::InverseDynamics);
    assert_eq!(
        numbers(dynamics, 1),
        [
            at(11.0),
            at(13.0),
            at(15.0),
            nothing(),
            nothing(),
            nothing()
        ]
    );
    let slotine = Evaluated::Generated(Quantity::SlotineLiRegressor);
    let found = numbers(slotine, 0);
    assert_eq!(found[0], at(1.0));
    assert_eq!([&found[4], &found[5]], [&at(4.0), &at(2.0)]);
    folder.write(
        "states.csv",
        "q_shoulder,q_elbo,qd_shoulder,qd_elbow,qdd_shoulder,qdd_elbow\n0,0,0,0,0,0\n",
    );
    let refused = read(&folder, model, dynamics).err();
    assert_eq!(
        refused.as_deref(),
        Some(
            "@/states.csv has no column `q_elbow` (for the states); did you mean q_elbo, qd_elbow, qdd_elbow?"
        )
    );
    // What gravity does not take need not be there.
    folder.write("states.csv", "q_shoulder,q_elbow\n0.5,-0.25\n");
    let gravity = Evaluated::Generated(Quantity::GravityTorques);
    let states = read(&folder, model, gravity).expect("states");
    let mut state = State::default();
    states.get(0, &mut state).expect("a state");
    assert_eq!([state.q, state.qd], [vec![0.5, -0.25], vec![0.0, 0.0]]);
    // A base that stands still has no columns, and none of them is misspelt.
    folder.write(
        "states.csv",
        "q_shoulder,base_vx,base_speed,q_elbow\n0.5,7,8,-0.25\n",
    );
    let states = read(&folder, model, gravity).expect("states");
    assert_eq!(states.misspelt, [""; 0]);
    let mut state = State::default();
    states.get(0, &mut state).expect("a state");
    assert_eq!((state.q, state.base), (vec![0.5, -0.25], Vec::new()));
}

#[test]
fn columns_of_a_base_that_moves_go_to_their_places() {
    let model = solo12::ROBOT.model();
    let folder = Folder::new();
    let joints: Vec<String> = ["q", "qd", "tau"]
        .into_iter()
        .flat_map(|prefix| {
            model
                .joints
                .iter()
                .map(move |joint| format!("{prefix}_{}", joint.name))
        })
        .collect();
    let zeros = vec!["0"; joints.len()].join(",");
    let write = |base: &str, values: &str| {
        let text = format!("{},{base}\n{zeros},{values}\n", joints.join(","));
        folder.write("states.csv", &text);
    };
    let names: Vec<&str> = of_base().collect();
    assert_eq!(
        names.join(","),
        "base_qw,base_qx,base_qy,base_qz,base_wx,base_wy,base_wz,base_vx,base_vy,base_vz,base_ax,base_ay,base_az,\
         base_alphax,base_alphay,base_alphaz,fx_base,fy_base,fz_base,tx_base,ty_base,tz_base"
    );
    write(
        &names.join(","),
        "0.5,-0.5,0.5,0.5,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18",
    );
    let states = read(&folder, model, Evaluated::Forward).expect("states");
    let mut state = State::default();
    states.get(0, &mut state).expect("a state");
    let expected = BaseMotion {
        orientation: [0.5, -0.5, 0.5, 0.5],
        angular_velocity: [1.0, 2.0, 3.0],
        velocity: [4.0, 5.0, 6.0],
        acceleration: [7.0, 8.0, 9.0],
        angular_acceleration: [10.0, 11.0, 12.0],
    };
    assert_eq!(state.base, expected.inputs(model.gravity));
    assert_eq!(state.tau[..6], [13.0, 14.0, 15.0, 16.0, 17.0, 18.0]);
    assert_eq!(state.tau.len(), 6 + model.joints.len());
    assert!(states.misspelt.is_empty());
    // Of one that is not oriented nothing is said, and what is not read is noticed.
    write("base_vz,base_speed,fx_bass", "2.5,7,8");
    let states = read(&folder, model, Evaluated::Forward).expect("states");
    assert_eq!(states.misspelt, ["base_speed"]);
    states.get(0, &mut state).expect("a state");
    let expected = BaseMotion {
        velocity: [0.0, 0.0, 2.5],
        ..BaseMotion::default()
    };
    assert_eq!(state.base, expected.inputs(model.gravity));
    // Few digits may be written of a unit quaternion, but not fewer: 1.0099 and 1.0101.
    let squares = [
        ("1.00493", true),
        ("1.00504", false),
        ("0.99499", true),
        ("0.99498", false),
    ];
    for (length, holds) in squares {
        let values = format!("{length},0,0,0");
        write(&ORIENTATION.join(","), &values);
        let states = read(&folder, model, Evaluated::Forward).expect("states");
        assert_eq!(states.get(0, &mut state).is_ok(), holds, "{length}");
    }
    // One number of it is enough, whichever it is: half a turn.
    for (k, column) in ORIENTATION.iter().enumerate() {
        write(column, "1");
        let states = read(&folder, model, Evaluated::Forward).expect("states");
        states.get(0, &mut state).expect("a state");
        let expected = BaseMotion {
            orientation: std::array::from_fn(|of| f64::from(u8::from(of == k))),
            ..BaseMotion::default()
        };
        assert_eq!(state.base, expected.inputs(model.gravity), "{column}");
    }
    write(&ORIENTATION.join(","), "1,0.5,0,0");
    let states = read(&folder, model, Evaluated::Forward).expect("states");
    let refused = states.get(0, &mut state).expect_err("no unit quaternion");
    assert_eq!(
        refused.to_string(),
        "state 1: base_qw, base_qx, base_qy and base_qz are a unit quaternion, and the square of the length of this \
         one is 1.25"
    );
    // Of a row that is not the first the number is said.
    let head = format!("{},{}", joints.join(","), ORIENTATION.join(","));
    folder.write(
        "states.csv",
        &format!("{head}\n{zeros},1,0,0,0\n{zeros},0,0,1,0\n{zeros},0,0.5,0,0\n"),
    );
    let states = read(&folder, model, Evaluated::Forward).expect("states");
    let holds: Vec<bool> = (0..3)
        .map(|row| states.get(row, &mut state).is_ok())
        .collect();
    assert_eq!(holds, [true, true, false]);
    let refused = states.get(2, &mut state).expect_err("half a quaternion");
    let refused = refused.to_string();
    assert!(
        refused.starts_with("state 3: ") && refused.ends_with(" is 0.25"),
        "{refused}"
    );
}
