//! Sensors of recordings that simulated motions are fitted to, and of those that are held out.

use super::sensors::{Sensed, SensorFault, sensors};
use crate::numeric::ends;
use crate::recording::Recording;
use crate::simulation::Machine;

/// Samples of which something is said of a sensor.
const SAMPLES: usize = 10;

/// What is wrong with sensors of the recordings that the motion of a machine is fitted to, between two times, s (`seen`), and of those that
/// are held out (`unseen`): not of joints that are locked, of torques that do not
/// drive, nor of such that only step, whose ends are values as others are.
#[must_use]
pub fn sensors_of_simulated(
    machine: &Machine<'_>,
    [seen, unseen]: [&[Recording]; 2],
    [from, to]: [f64; 2],
) -> Vec<SensorFault> {
    let model = machine.robot().model();
    let mut all: Vec<Recording> = seen.iter().map(|own| own.between(from, to)).collect();
    all.extend(unseen.iter().cloned());
    all.retain(|own| own.samples() >= SAMPLES);
    let joint = |name: &str| model.joints.iter().position(|joint| joint.name == name);
    let motor = |name: &str| model.motors.iter().position(|motor| motor.name == name);
    let is_locked = |name: &str| joint(name).is_some_and(|k| machine.is_locked(k));
    let steps = |fault: &SensorFault| {
        let own = all.iter().find(|own| own.name == fault.recording);
        let torque = own.and_then(|own| own.torque.as_ref());
        let place = joint(&fault.joint).or_else(|| motor(&fault.joint));
        let column = torque.zip(place).and_then(|(torque, k)| torque.get(k));
        matches!(fault.sensed, Sensed::SaturatedTorque(_)) && column.is_some_and(|own| !varies(own))
    };
    let drives = machine.drives().is_empty();
    let mut found = sensors(&all, model);
    found.retain(|fault| !is_locked(&fault.joint) && (drives || !fault.is_of_torque()));
    found.retain(|fault| !steps(fault));
    found
}

/// Whether most samples between the ends of a column differ from the one before, but for rounding.
fn varies(column: &[f64]) -> bool {
    let [low, high] = ends(column);
    let near = 1e-9 * (high - low);
    let is_inside = |x: &f64| *x - low > near && high - *x > near;
    let inside = column.windows(2).filter(|pair| pair.iter().all(is_inside));
    let (mut all, mut changing) = (0, 0);
    for pair in inside {
        all += 1;
        changing += usize::from((pair[1] - pair[0]).abs() > near);
    }
    2 * changing > all
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use armwright_robots::double_pendulum;
    use armwright_runtime::Robot;

    use super::{Sensed, sensors, sensors_of_simulated};
    use crate::parameters::nominal;
    use crate::recording::{Arrays, Recording};
    use crate::simulation::{Electric, Machine};

    const ALL: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

    fn machine() -> Machine<'static> {
        let robot = &double_pendulum::ROBOT;
        Machine::of(robot, &nominal(robot.model())).expect("a machine")
    }

    /// Ten seconds from 1 s on: the position of the elbow repeats itself from 4 to 4.4 s, the torque of the shoulder is cut off at 3 N·m.
    fn recording() -> Recording {
        let column = |of: &dyn Fn(f64) -> f64| -> Vec<f64> {
            (0..1000).map(|k| of(0.01 * f64::from(k))).collect()
        };
        let frozen = |t: f64| match (3.0..3.395).contains(&t) {
            true => 3.0,
            false => t,
        };
        let position = vec![
            column(&|t| (1.3 * t).sin() + 0.2 * (4.1 * t).sin()),
            column(&|t| (2.0 * frozen(t)).sin() + 0.1 * (5.3 * frozen(t)).cos()),
        ];
        let torque = vec![
            column(&|t| (5.0 * (1.7 * t).sin() + (7.3 * t).cos()).min(3.0)),
            column(&|t| 2.0 * (2.3 * t).sin() + 0.3 * (6.1 * t).cos()),
        ];
        let arrays = Arrays {
            name: "run".to_owned(),
            ..Arrays::new(100.0, position, torque)
        };
        let model = double_pendulum::ROBOT.model();
        let mut recording = Recording::from_arrays(model, arrays).expect("a recording");
        recording.start = 1.0;
        recording
    }

    /// Names with `q` of positions and `tau` of torques.
    fn named(machine: &Machine<'_>, all: [&[Recording]; 2], part: [f64; 2]) -> Vec<String> {
        let found = sensors_of_simulated(machine, all, part);
        assert!(found.iter().all(|fault| fault.recording == "run"));
        let named = found.iter().map(|fault| match fault.sensed {
            Sensed::FrozenPosition(_) => format!("q_{}", fault.joint),
            Sensed::SaturatedTorque(_) => format!("tau_{}", fault.joint),
            other => format!("{other:?}"),
        });
        named.collect()
    }

    #[test]
    fn sensors_of_what_is_fitted_and_of_what_is_held_out_are_looked_at() {
        let (own, whole) = (recording(), ["q_elbow", "tau_shoulder"]);
        let own = from_ref(&own);
        assert_eq!(named(&machine(), [own, &[]], ALL), whole);
        assert_eq!(named(&machine(), [&[], own], ALL), whole);
        // Behind what froze nothing did; what is held out has no part.
        assert_eq!(named(&machine(), [own, &[]], [4.6, 20.0]), ["tau_shoulder"]);
        assert_eq!(named(&machine(), [&[], own], [4.6, 20.0]), whole);
        assert!(named(&machine(), [own, &[]], [1.0, 1.05]).is_empty());
    }

    /// Torques of two values and of three, in steps.
    #[test]
    fn a_torque_that_steps_is_not_cut_off() {
        let mut own = recording();
        let torque = own.torque.as_mut().expect("torques");
        for (k, x) in torque[0].iter_mut().enumerate() {
            *x = match (k, (k / 70) % 2) {
                (0, _) => 0.0,
                (_, 0) => 3.0,
                _ => -3.0,
            };
        }
        for (k, x) in torque[1].iter_mut().enumerate() {
            *x = [0.5, 0.0, -0.5][k / 50 % 3];
        }
        let found = sensors(from_ref(&own), double_pendulum::ROBOT.model());
        let cut_off = |joint: &str| {
            let mut all = found.iter().filter(|fault| fault.joint == joint);
            all.any(|fault| matches!(fault.sensed, Sensed::SaturatedTorque(_)))
        };
        assert!(cut_off("shoulder"), "{found:?}");
        assert_eq!(named(&machine(), [from_ref(&own), &[]], ALL), ["q_elbow"]);
    }

    #[test]
    fn what_a_fit_does_not_take_is_not_looked_at() {
        let own = recording();
        let all: [&[Recording]; 2] = [from_ref(&own), &[]];
        let mut locked = machine();
        locked.lock(1);
        assert_eq!(named(&locked, all, ALL), ["tau_shoulder"]);
        let driven = machine().with_drives(&[Electric::default(); 2]);
        assert_eq!(named(&driven.expect("drives"), all, ALL), ["q_elbow"]);
    }
}
