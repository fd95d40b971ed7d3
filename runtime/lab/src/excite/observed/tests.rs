//! Planned motions as recordings, even in time or not.

use super::super::beside::recorded;
use super::{Motion, Planned, ProcessingOptions, observed, recording};
use crate::output_error::by_hand::Described;
use armwright_robots::double_pendulum;
use armwright_runtime::{Model, Motor, Robot, Side};

/// Samples 0.2 s apart, one of which is off by a share of that.
fn planned(off: f64) -> Planned {
    let column = |phase: f64| -> Vec<f64> {
        let angles = (0..40).map(|k| 0.2 * f64::from(k) + phase);
        angles.map(f64::sin).collect()
    };
    let columns = || vec![column(0.0), column(1.0)];
    let mut time: Vec<f64> = (0..40).map(|k| 0.5 + 0.2 * f64::from(k)).collect();
    time[7] += 0.2 * off;
    Planned {
        time,
        state: [columns(), columns(), columns()],
        noise: Vec::new(),
        without_friction: false,
        end: None,
        recorded: Vec::new(),
        ..Planned::default()
    }
}

#[test]
fn samples_are_even_to_a_hundredth_of_their_distance_early_or_late() {
    let read = |off: f64| recording(&double_pendulum::ROBOT, &planned(off));
    for off in [0.0, 0.009, -0.009] {
        let found = read(off).expect("an even motion");
        assert!((found.rate - 5.0).abs() < 1e-9, "{}", found.rate);
        assert_eq!(found.position, planned(off).state[0]);
    }
    for off in [0.011, -0.011, 0.5, -0.5] {
        assert!(read(off).is_none(), "{off}");
    }
}

/// Motors turn twice as far, and four times the other way round; a recording has positions of joints, whichever side is measured.
#[test]
fn positions_are_those_of_joints_on_either_side() {
    let motor = |name| Motor {
        name,
        torque_constant: None,
        is_passive: false,
    };
    let of = |side| {
        let robot = Described(Model {
            motors: vec![motor("m1"), motor("m2")].leak(),
            transmission: &[2.0, 0.0, 0.0, -4.0],
            side,
            ..*double_pendulum::ROBOT.model()
        });
        let found = recording(&robot, &planned(0.0));
        found.expect("an even motion").position
    };
    let joints = planned(0.0).state[0].clone();
    assert_eq!(of(Side::Motor), joints);
    assert_eq!(of(Side::Joint), joints);
}

/// What a recording of four seconds would give, and what it gives once it exists, are the same, though it is without its ends then.
#[test]
fn a_recording_is_filtered_and_cut_once() {
    let robot = &double_pendulum::ROBOT;
    let column = |w: f64| -> Vec<f64> {
        let angles = (0..800).map(|k| 0.005 * w * f64::from(k));
        angles.map(f64::sin).collect()
    };
    let columns = || vec![column(2.0), column(3.3)];
    let plan = Planned {
        time: (0..800).map(|k| 0.005 * f64::from(k)).collect(),
        state: [columns(), columns(), columns()],
        ..planned(0.0)
    };
    let read = recording(robot, &plan).expect("an even motion");
    let motion = Motion::of(read, &ProcessingOptions::default(), robot.model());
    let existing = recorded(&motion.expect("a motion"), robot.model());
    assert!(existing.time.len() < 800);
    let noise = [0.5, 0.2];
    let wanted = observed(robot, &[&plan], &noise).expect("a recording");
    assert!((wanted.1 - existing.time.len() as f64 / 800.0).abs() < 1e-12);
    assert_eq!(observed(robot, &[&existing], &noise), Some(wanted));
}
