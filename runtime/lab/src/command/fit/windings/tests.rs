//! Windings from voltages and torques of a motor that is simulated by hand.

use std::slice::from_ref;

use armwright_robots::double_pendulum;
use armwright_runtime::{Model, Motor, Robot};

use super::{contradictions, said, with_windings};
use crate::output_error::by_hand::Described;
use crate::output_error::{Experiment, Winding};
use crate::parameters::nominal;
use crate::recording::{Arrays, Recording};
use crate::simulation::{Electric, Hold, Machine};

const WINDING: Electric = Electric {
    resistance: 1.5,
    inductance: 0.006,
    torque_constant: 3.0,
    back_emf: 2.5,
    gear: 1.0,
};

/// Two seconds of two motors whose currents follow from voltages that hold for a millisecond, joints that turn to and fro.
fn recorded(has_torque: bool) -> (Recording, Experiment) {
    let samples = 2000;
    let angle = |j: usize, time: f64| 0.3 * ((4.0 + j as f64) * time).sin();
    let volts = |j: usize, k: usize| 9.0 * ((11.0 - 3.0 * j as f64) * 1e-3 * k as f64).sin() + 1.0;
    let torque = |j: usize| -> Vec<f64> {
        let mut current = 0.0;
        let each = (0..samples).map(|k| {
            let now = current;
            for part in 0..20 {
                let time = 1e-3 * (k as f64 + f64::from(part) / 20.0);
                let turned = angle(j, time + 5e-5) - angle(j, time);
                let free = volts(j, k) - WINDING.back_emf * turned / 5e-5;
                let target = free / WINDING.resistance;
                let share = (-5e-5 * WINDING.resistance / WINDING.inductance).exp();
                current = target + (current - target) * share;
            }
            WINDING.torque_constant * now
        });
        each.collect()
    };
    let arrays = Arrays {
        name: "run".to_owned(),
        rate: 1000.0,
        position: (0..2)
            .map(|j| (0..samples).map(|k| angle(j, 1e-3 * k as f64)).collect())
            .collect(),
        torque: (0..2).map(torque).collect(),
        ..Arrays::default()
    };
    let robot = double_pendulum::ROBOT.model();
    let mut recording = Recording::from_arrays(robot, arrays).expect("a recording");
    if !has_torque {
        recording.torque = None;
    }
    let input = (0..2).map(|j| (0..samples).map(|k| volts(j, k)).collect());
    let experiment = Experiment::with_input(&recording, input.collect());
    (recording, experiment)
}

fn machine(drive: Electric) -> Machine<'static> {
    let robot = &double_pendulum::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    machine.with_drives(&[drive; 2]).expect("drives")
}

#[test]
fn windings_that_nobody_gave_are_those_of_voltages_and_torques() {
    let (recording, experiment) = recorded(true);
    let machine = machine(Electric::default());
    let (found, estimated, notes) =
        with_windings(machine, &[], &[recording], &[experiment], Hold::Last).expect("windings");
    for drive in found.drives() {
        let near =
            |value: f64, wanted: f64| assert!((value / wanted - 1.0).abs() < 0.02, "{drive:?}");
        assert_eq!(drive.torque_constant, 1.0);
        near(drive.resistance, 0.5);
        near(drive.inductance, 0.002);
        near(drive.back_emf, 2.5);
    }
    let motors: Vec<usize> = estimated.iter().map(|own| own.motor).collect();
    assert_eq!((notes.len(), motors), (2, vec![0, 1]));
    let begin = "the winding of shoulder by voltages and torques of the recordings, the torques taken as true: R/kt = ";
    assert!(notes[0].starts_with(begin), "{}", notes[0]);
    assert!(!notes[0].contains("e-"), "{}", notes[0]);
}

#[test]
fn windings_that_nothing_tells_are_asked_for() {
    let (recording, experiment) = recorded(false);
    let set = ["R_elbow=1", "kt_elbow = 2"].map(str::to_owned);
    let of = |set: &[String]| {
        let data = (from_ref(&recording), from_ref(&experiment));
        with_windings(
            machine(Electric::default()),
            set,
            data.0,
            data.1,
            Hold::Last,
        )
    };
    let refused = of(&set).err().expect("no torques").to_string();
    assert_eq!(
        refused,
        "the windings of shoulder are not known, and no torques or currents were recorded that would tell them from the voltages: \
         give them with --set R_shoulder=..,L_shoulder=..,kt_shoulder=..,ke_shoulder=.. (R = 1, kt = 1 and ke = 0 where a voltage \
         is a torque)"
    );
    let mut set = set.to_vec();
    set.extend(["R", "L", "kt", "ke"].map(|symbol| format!("{symbol}_shoulder=1")));
    let (_, estimated, notes) = of(&set).expect("windings");
    assert_eq!(estimated, []);
    assert_eq!(
        notes,
        [
            "--set leaves out some numbers of the winding of elbow, so that this is taken: L_elbow = 0 H, ke_elbow = 0 V·s/rad"
        ]
    );
}

/// Voltages with the wrong sign, and such that have nothing to do with the torques: neither is for want of torques.
#[test]
fn voltages_that_go_against_torques_are_told_from_such_that_tell_nothing() {
    let refused = |change: &dyn Fn(usize, f64) -> f64| {
        let (recording, mut experiment) = recorded(true);
        let volts = experiment.input[1].iter_mut().enumerate();
        volts.for_each(|(k, x)| *x = change(k, *x));
        let data = (&[recording], &[experiment]);
        let machine = machine(Electric::default());
        let found = with_windings(machine, &[], data.0, data.1, Hold::Last);
        found.err().expect("no winding").to_string()
    };
    let opposite = refused(&|_, x| -x);
    let (begin, end) = (
        "voltages and torques of elbow have opposite signs (R/kt = −0.",
        " V/(N·m)), which no winding makes: turn the sign of `v_elbow` in the file of --voltage, or that of the torque or current in \
         the description of the recording",
    );
    assert!(opposite.starts_with(begin), "{opposite}");
    assert!(opposite.ends_with(end), "{opposite}");
    let untold = refused(&|_, _| 0.0);
    let begin = "the windings of elbow are not known, and the torques that were recorded do not follow the voltages, so that they do \
                 not tell them: give them with --set R_elbow=..,";
    assert!(untold.starts_with(begin), "{untold}");
}

/// Torques are told by their size: a winding with the constant of another motor makes a third of what was recorded.
#[test]
fn windings_that_contradict_recorded_torques_are_named_with_the_size() {
    let (recording, experiment) = recorded(true);
    let data = (&[recording], &[experiment]);
    let contradictions =
        |machine: &Machine<'_>| contradictions(machine, data.0, data.1, Hold::Last);
    assert_eq!(contradictions(&machine(WINDING)), [""; 0]);
    let wrong = Electric {
        resistance: 4.5,
        inductance: 0.018,
        ..WINDING
    };
    let told = contradictions(&machine(wrong));
    assert_eq!(told.len(), 2);
    let begin = "the winding of elbow (R_elbow = 4.500000 Ω, L_elbow = 0.018000 H, kt_elbow = 3 N·m/A, ke_elbow = 2.500000 V·s/rad) makes \
                 torques that are ";
    assert!(told[1].starts_with(begin), "{}", told[1]);
    assert!(
        told[1].contains(" apart from those of the recordings, 67 % of their size ("),
        "{}",
        told[1]
    );
    assert!(told[1].contains("R/kt = "), "{}", told[1]);
    // A fifth less than was recorded is told, a twentieth is not.
    for (factor, count) in [(1.25, 2), (1.05, 0)] {
        let near = Electric {
            resistance: factor * WINDING.resistance,
            inductance: factor * WINDING.inductance,
            ..WINDING
        };
        let told = contradictions(&machine(near));
        assert_eq!(told.len(), count, "{factor}: {told:?}");
    }
    // Voltages that no winding makes of the torques tell of none that would be right.
    let (recording, mut experiment) = recorded(true);
    let volts = experiment.input[1].iter_mut().enumerate();
    volts.for_each(|(k, x)| *x += 6.0 * (0.017 * k as f64).sin());
    let told = super::contradictions(&machine(wrong), &[recording], &[experiment], Hold::Last);
    assert_eq!(told.len(), 2);
    assert!(told[0].contains("R/kt = "), "{}", told[0]);
    assert!(told[1].ends_with(" are wrong by as much"), "{}", told[1]);
}

/// Neither found nor asked for.
#[test]
fn a_joint_without_a_motor_has_no_winding() {
    let motor = |name, is_passive| Motor {
        name,
        torque_constant: None,
        is_passive,
    };
    let motors = vec![motor("m", false), motor("elbow", true)];
    let robot = Described(Model {
        motors: motors.leak(),
        transmission: &[1.0, 0.0, 0.0, 1.0],
        ..*double_pendulum::ROBOT.model()
    });
    let of = |has_torque: bool| {
        let (mut recording, mut experiment) = recorded(has_torque);
        if let Some(torque) = &mut recording.torque {
            torque[1].fill(0.0);
        }
        experiment.input[1].fill(0.0);
        let machine = Machine::of(&robot, &nominal(robot.model())).expect("a machine");
        let machine = machine
            .with_drives(&[Electric::default(); 2])
            .expect("drives");
        let found = with_windings(machine, &[], &[recording], &[experiment], Hold::Last);
        found.map(|(machine, _, notes)| (machine.drives().to_vec(), notes))
    };
    let (drives, notes) = of(true).expect("windings");
    assert!((drives[0].resistance - 0.5).abs() < 0.01, "{drives:?}");
    assert_eq!(drives[1], Electric::default());
    let begin = "the winding of m by voltages and torques of the recordings, ";
    assert!(notes.len() == 1 && notes[0].starts_with(begin), "{notes:?}");
    let refused = of(false).expect_err("no torques").to_string();
    let begin = "the windings of m are not known, ";
    assert!(refused.starts_with(begin), "{refused}");
}

/// A constant that the robot file has stands; resistance and inductance are in its units.
#[test]
fn a_constant_of_the_robot_file_is_that_of_the_winding() {
    let motor = |name, constant| Motor {
        name,
        torque_constant: constant,
        is_passive: false,
    };
    let motors = vec![motor("m1", Some(3.0)), motor("m2", None)];
    let robot = Described(Model {
        motors: motors.leak(),
        transmission: &[1.0, 0.0, 0.0, 1.0],
        ..*double_pendulum::ROBOT.model()
    });
    let (recording, experiment) = recorded(true);
    let machine = Machine::of(&robot, &nominal(robot.model())).expect("a machine");
    let machine = machine.with_drives(&[Electric::default(); 2]);
    let machine = machine.expect("drives");
    let found = with_windings(machine, &[], &[recording], &[experiment], Hold::Last);
    let (machine, ..) = found.expect("windings");
    let constants = [WINDING.torque_constant, 1.0];
    for (drive, constant) in machine.drives().iter().zip(constants) {
        assert_eq!(drive.torque_constant, constant);
        let near = |value: f64, wanted: f64| {
            let wanted = wanted * constant / WINDING.torque_constant;
            assert!((value / wanted - 1.0).abs() < 0.02, "{drive:?}");
        };
        near(drive.resistance, WINDING.resistance);
        near(drive.inductance, WINDING.inductance);
        assert!(
            (drive.back_emf / WINDING.back_emf - 1.0).abs() < 0.02,
            "{drive:?}"
        );
    }
    // What is left out of --set is not the constant that the robot file has.
    let machine = Machine::of(&robot, &nominal(robot.model())).expect("a machine");
    let machine = machine.with_drives(&[Electric::default(); 2]);
    let set = ["R_m1=1", "R_m2=1"].map(str::to_owned);
    let found = with_windings(machine.expect("drives"), &set, &[], &[], Hold::Last);
    let (.., notes) = found.expect("windings");
    let said = |motor: &str, taken: &str| {
        format!(
            "--set leaves out some numbers of the winding of {motor}, so that this is taken: {taken}"
        )
    };
    assert_eq!(
        notes,
        [
            said("m1", "L_m1 = 0 H, ke_m1 = 0 V·s/rad"),
            said("m2", "L_m2 = 0 H, kt_m2 = 1 N·m/A, ke_m2 = 0 V·s/rad"),
        ]
    );
}

#[test]
fn what_a_winding_leaves_is_said_in_percent() {
    let of = |left: f64| {
        let found = Winding {
            value: [0.5, 0.0, 2.5],
            std: [0.125, 0.0, 0.25],
            covariance: [[0.0; 3]; 3],
            left,
        };
        said("m1", &found)
    };
    for (left, end) in [
        (
            0.03,
            "; 3.0 % of the voltage is not explained by it. --set R_m1=..,L_m1=..,kt_m1=..,ke_m1=.. takes other numbers",
        ),
        (
            0.25,
            "; 25.0 % of the voltage is not explained by it: much, so that friction and masses found with it are doubtful. \
             --set R_m1=..,L_m1=..,kt_m1=..,ke_m1=.. takes other numbers",
        ),
    ] {
        let text = of(left);
        assert!(text.ends_with(end), "{text}");
        let numbers = ": R/kt = 0.5 ± 0.125 V/(N·m), L/kt = 0, ke = 2.5 ± 0.250 V·s/rad; ";
        assert!(text.contains(numbers), "{text}");
    }
}
