//! What of a recording is not learned from: torques of dead sensors, and all that filters make of what was wrong.

use std::ops::Range;

use armwright_runtime::Model;
use armwright_runtime::online::Event;

use crate::diagnose::{Sensed, SensorFault, frozen_runs, measured};
use crate::recording::Recording;

/// A recording, with what is wrong with it.
pub(super) struct Watched<'a> {
    pub(super) recording: &'a Recording,
    /// Joints whose torques are those of dead sensors; none if empty.
    dead: Vec<bool>,
    /// What is wrong with what filters make of each sample; nothing if empty.
    wrong: Vec<Option<Event>>,
    /// The first samples behind those in which a position has frozen.
    goes_on: Vec<usize>,
}

impl<'a> Watched<'a> {
    /// Filters remember a sample for some time, `memory` (s).
    pub(super) fn of(
        recording: &'a Recording,
        model: &Model,
        sensors: &[SensorFault],
        memory: f64,
    ) -> Self {
        let samples = (memory * recording.rate) as usize;
        Self {
            recording,
            dead: dead(recording, model, sensors),
            wrong: remembered(&wrong(recording, model), samples),
            goes_on: frozen(recording).map(|(_, run)| run.end).collect(),
        }
    }

    /// Whether the torque of a joint is that of a dead sensor.
    pub(super) fn is_dead(&self, joint: usize) -> bool {
        self.dead.get(joint) == Some(&true)
    }

    /// Whether all torques are.
    pub(super) fn is_silent(&self) -> bool {
        self.dead.iter().all(|dead| *dead)
    }

    /// Whether a position that had frozen goes on at a sample.
    pub(super) fn goes_on(&self, k: usize) -> bool {
        self.goes_on.contains(&k)
    }

    /// What is wrong with what filters make of a sample.
    pub(super) fn wrong(&self, k: usize) -> Option<Event> {
        self.wrong.get(k).copied().flatten()
    }
}

/// Which joints have torques that are made of those of dead sensors.
fn dead(recording: &Recording, model: &Model, sensors: &[SensorFault]) -> Vec<bool> {
    let (names, drive) = measured(recording.torque_side, model);
    let is_dead = |name: &str| {
        let mut of_recording = sensors.iter().filter(|s| s.recording == recording.name);
        of_recording.any(|s| s.joint == name && s.sensed == Sensed::DeadTorque)
    };
    let dead: Vec<usize> = (0..names.len()).filter(|k| is_dead(names[*k])).collect();
    let enters = |sensor: usize, joint: usize| match &drive {
        Some(drive) => drive.ratio(sensor, joint) != 0.0,
        None => sensor == joint,
    };
    let joints = 0..model.joints.len();
    joints
        .map(|joint| dead.iter().any(|sensor| enters(*sensor, joint)))
        .collect()
}

/// What is wrong with each sample as it was measured: a torque at the limit of its drive, a position that has frozen.
fn wrong(recording: &Recording, model: &Model) -> Vec<Option<Event>> {
    let mut all = vec![None; recording.samples()];
    let torques = recording.torque.iter().flatten();
    for (index, (column, joint)) in torques.zip(model.joints).enumerate() {
        let limit = joint.effort.unwrap_or(f64::INFINITY);
        for (k, (event, torque)) in all.iter_mut().zip(column).enumerate() {
            let bridged = recording.bridged.get(k) == Some(&true);
            if !bridged && event.is_none() && torque.abs() >= limit {
                *event = Some(Event::Saturated { index });
            }
        }
    }
    for (index, run) in frozen(recording) {
        all[run].fill(Some(Event::Frozen { index }));
    }
    all
}

/// Where positions have frozen, with their joints.
fn frozen(recording: &Recording) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
    let columns = recording.position.iter().enumerate();
    columns.flat_map(move |(index, column)| {
        let runs = frozen_runs(column, recording.rate).into_iter();
        runs.map(move |run| (index, run))
    })
}

/// The same behind filters, which remember each of the samples for so many.
fn remembered(wrong: &[Option<Event>], samples: usize) -> Vec<Option<Event>> {
    let mut last: Option<(usize, Event)> = None;
    let behind = wrong.iter().enumerate().map(|(k, event)| {
        let before = last.filter(|(at, _)| k - at <= samples);
        last = event.map(|event| (k, event)).or(before);
        last.map(|(_, event)| event)
    });
    behind.collect()
}

#[cfg(test)]
pub(super) mod tests {
    use armwright_robots::{abb_wrist, double_pendulum};
    use armwright_runtime::online::Event;
    use armwright_runtime::{Robot, Side};

    use super::{Watched, dead, remembered, wrong};
    use crate::diagnose::{Sensed, SensorFault};
    use crate::recording::{Arrays, Recording};

    /// Recordings of which nothing is known to be wrong.
    pub(in crate::online) fn unwatched(pieces: &[Recording]) -> Vec<Watched<'_>> {
        let pieces = pieces.iter().map(|recording| Watched {
            recording,
            dead: Vec::new(),
            wrong: Vec::new(),
            goes_on: Vec::new(),
        });
        pieces.collect()
    }

    /// The same, with what filters make of samples from one on being wrong.
    pub(in crate::online) fn wrong_from(recording: &Recording, from: usize) -> Watched<'_> {
        let event = Some(Event::Jump { index: 0 });
        let is_wrong = |k: usize| event.filter(|_| k >= from);
        Watched {
            recording,
            dead: Vec::new(),
            wrong: (0..recording.samples()).map(is_wrong).collect(),
            goes_on: Vec::new(),
        }
    }

    /// Two joints at 100 Hz that move, with torques that do.
    fn moving(samples: u32) -> Recording {
        let column = |w: f64| -> Vec<f64> {
            let times = (0..samples).map(|k| 0.01 * f64::from(k));
            times.map(|t| (w * t).sin()).collect()
        };
        let columns = || vec![column(1.0), column(1.3)];
        let arrays = Arrays::new(100.0, columns(), columns());
        Recording::from_arrays(double_pendulum::ROBOT.model(), arrays).expect("a recording")
    }

    /// Limits are 60 and 25 N·m; the shoulder freezes for six samples, behind which it is far from where it was.
    #[test]
    fn limits_and_positions_that_froze_are_seen_in_what_was_measured() {
        let model = double_pendulum::ROBOT.model();
        let mut recording = moving(200);
        let torque = recording.torque.as_mut().expect("torques");
        (torque[0][20], torque[1][20], torque[1][30]) = (-60.0, 25.0, -25.0);
        (torque[0][31], torque[1][31], torque[1][40]) = (59.9, 24.9, 99.0);
        recording.bridged = (0..200).map(|k| k == 40).collect();
        let held = recording.position[0][50];
        recording.position[0][51..56].fill(held);
        recording.position[0][56..]
            .iter_mut()
            .for_each(|x| *x += 0.5);
        let found = wrong(&recording, model);
        let seen = found.iter().enumerate();
        let seen: Vec<(usize, Event)> = seen.filter_map(|(k, e)| Some((k, (*e)?))).collect();
        let mut expected = vec![
            (20, Event::Saturated { index: 0 }),
            (30, Event::Saturated { index: 1 }),
        ];
        expected.extend((50..56).map(|k| (k, Event::Frozen { index: 0 })));
        assert_eq!(seen, expected);
        let watched = Watched::of(&recording, model, &[], 0.05);
        let held = (0..200).filter(|k| watched.wrong(*k) == Some(Event::Frozen { index: 0 }));
        assert!(held.eq(50..61));
        assert!((0..200).filter(|k| watched.goes_on(*k)).eq([56]));
    }

    #[test]
    fn what_was_wrong_is_remembered_for_so_many_samples() {
        let (a, b) = (Event::Jump { index: 0 }, Event::Jump { index: 1 });
        let wrong = [None, Some(a), None, Some(b), None, None, None];
        let found = remembered(&wrong, 2);
        let expected = [None, Some(a), Some(a), Some(b), Some(b), Some(b), None];
        assert_eq!(found, expected);
    }

    /// At the joints a sensor is one joint's; a motor of the wrist is in the torques of all joints that turn it.
    #[test]
    fn a_dead_sensor_is_in_the_torques_that_are_made_of_it() {
        let of = |joint: &str, sensed: Sensed| SensorFault {
            recording: "run".to_owned(),
            joint: joint.to_owned(),
            sensed,
        };
        let model = double_pendulum::ROBOT.model();
        let mut recording = moving(200);
        recording.name = "run".to_owned();
        let elbow = [
            of("shoulder", Sensed::SaturatedTorque(0.5)),
            of("elbow", Sensed::DeadTorque),
        ];
        assert_eq!(dead(&recording, model, &elbow), [false, true]);
        let watched = Watched::of(&recording, model, &elbow, 0.0);
        assert!(watched.is_dead(1) && !watched.is_dead(0) && !watched.is_silent());
        let other = SensorFault {
            recording: "other".to_owned(),
            ..of("shoulder", Sensed::DeadTorque)
        };
        assert_eq!(dead(&recording, model, &[other]), [false, false]);

        let model = abb_wrist::ROBOT.model();
        let n = model.joints.len();
        recording.torque_side = Side::Motor;
        for (k, motor) in model.motors.iter().enumerate() {
            let turned = &model.transmission[k * n..(k + 1) * n];
            let expected: Vec<bool> = turned.iter().map(|ratio| *ratio != 0.0).collect();
            let found = dead(&recording, model, &[of(motor.name, Sensed::DeadTorque)]);
            assert_eq!(found, expected, "{}", motor.name);
        }
    }
}
