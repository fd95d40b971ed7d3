//! What of a recording is not learned from: torques of dead sensors, and all that filters make of what was wrong.

use std::ops::Range;

use armwright_runtime::online::Event;
use armwright_runtime::{Model, Side};

use crate::diagnose::{
    Hold, Sensed, SensorFault, at_rest, frozen_positions, holds, measured, turned,
};
use crate::numeric::ends;
use crate::recording::Recording;
use crate::thresholds::SATURATED;
use crate::transmission::Drive;

/// A torque is well beyond a limit where it is so many times that.
const BEYOND: f64 = 1.02;
/// A share of a torque's range within which values are the same: columns of motors come from those of joints.
const SAME: f64 = 1e-9;

/// A recording, with what is wrong with it.
#[derive(Clone)]
pub(super) struct Watched<'a> {
    pub(super) recording: &'a Recording,
    /// Joints whose torques are those of dead sensors; none if empty.
    dead: Vec<bool>,
    /// What is wrong with what filters make of each sample; nothing if empty.
    wrong: Vec<Option<Event>>,
    /// The first samples behind those in which a position has frozen.
    goes_on: Vec<usize>,
    /// Stretches in which torques repeat a value.
    pub(super) holds: Vec<Hold>,
    /// The samples of these, with the joints whose torques are made of them.
    held: Vec<(usize, Range<usize>)>,
}

impl<'a> Watched<'a> {
    /// Filters remember a sample for some time, `memory` (s); limits of joints that are `exceeded` are none.
    pub(super) fn of(
        recording: &'a Recording,
        model: &Model,
        sensors: &[SensorFault],
        exceeded: &[String],
        memory: f64,
    ) -> Self {
        let samples = (memory * recording.rate) as usize;
        let frozen = frozen_positions(recording, model);
        let wrong = wrong(
            recording,
            &limited(recording, model, sensors, exceeded),
            &frozen,
        );
        let holds = holds(std::slice::from_ref(recording), model);
        Self {
            recording,
            dead: dead(recording, model, sensors),
            wrong: remembered(&wrong, samples),
            goes_on: ends_of(&frozen),
            held: held(recording, model, &holds),
            holds,
        }
    }

    /// The same, with torques that repeat a value taken for measured.
    pub(super) fn with_held(&self) -> Self {
        Self {
            held: Vec::new(),
            ..self.clone()
        }
    }

    /// Whether the torque of a joint is made of one that repeats a value at a sample.
    pub(super) fn is_held(&self, joint: usize, k: usize) -> bool {
        let mut own = self.held.iter().filter(|(of, _)| *of == joint);
        own.any(|(_, run)| run.contains(&k))
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
    let enters = |sensor: &usize, joint: usize| is_part(*sensor, joint, drive.as_ref());
    let joints = 0..model.joints.len();
    joints
        .map(|joint| dead.iter().any(|sensor| enters(sensor, joint)))
        .collect()
}

/// Whether what a sensor measures is a part of a joint's torque.
fn is_part(sensor: usize, joint: usize, drive: Option<&Drive>) -> bool {
    drive.map_or(sensor == joint, |drive| drive.ratio(sensor, joint) != 0.0)
}

/// The samples of stretches in which torques repeat a value, with the joints whose torques are made of them.
fn held(recording: &Recording, model: &Model, holds: &[Hold]) -> Vec<(usize, Range<usize>)> {
    let (_, drive) = measured(recording.torque_side, model);
    let sample = |time: f64| ((time - recording.start) * recording.rate).round() as usize;
    let mut all = Vec::new();
    for hold in holds {
        let [first, last] = hold.time.map(sample);
        let joints = 0..model.joints.len();
        let own = joints.filter(|joint| is_part(hold.place, *joint, drive.as_ref()));
        all.extend(own.map(|joint| (joint, first..last + 1)));
    }
    all
}

/// What is wrong with each sample as it was measured: a torque at the limit of its drive or sensor, a position that has frozen.
fn wrong(
    recording: &Recording,
    limited: &[(usize, usize)],
    frozen: &[(usize, Range<usize>)],
) -> Vec<Option<Event>> {
    let mut all = vec![None; recording.samples()];
    for &(index, k) in limited {
        let bridged = recording.bridged.get(k) == Some(&true);
        if !bridged && all[k].is_none() {
            all[k] = Some(Event::Saturated { index });
        }
    }
    for (index, run) in frozen {
        all[run.clone()].fill(Some(Event::Frozen { index: *index }));
    }
    all
}

/// The samples at which torques are at a limit of the robot file, or cut off, with their joints.
fn limited(
    recording: &Recording,
    model: &Model,
    sensors: &[SensorFault],
    exceeded: &[String],
) -> Vec<(usize, usize)> {
    let cut_off = cut_off(recording, model, sensors);
    [at_limits(recording, model, exceeded), cut_off].concat()
}

/// The samples at which torques reach the limits of the robot file, with their joints.
fn at_limits(recording: &Recording, model: &Model, exceeded: &[String]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let torques = recording.torque.iter().flatten();
    for (index, (column, joint)) in torques.zip(model.joints).enumerate() {
        let is_limited = !exceeded.iter().any(|name| name == joint.name);
        let limit = joint.effort.filter(|_| is_limited);
        let limit = limit.unwrap_or(f64::INFINITY);
        let reaches = (0..column.len()).filter(|k| column[*k].abs() >= limit);
        found.extend(reaches.map(|k| (index, k)));
    }
    found
}

/// Whether a torque is well beyond a limit so often that this is none.
fn is_beyond(column: &[f64], limit: f64) -> bool {
    let beyond = column.iter().filter(|x| x.abs() > BEYOND * limit).count();
    beyond > 0 && beyond as f64 >= SATURATED * column.len() as f64
}

/// The joints with torques of which the limits of the robot file are none.
pub(super) fn exceeded(pieces: &[Recording], model: &Model) -> Vec<String> {
    let goes_beyond = |index: usize, limit: f64| {
        let torques = pieces.iter().filter_map(|piece| piece.torque.as_ref());
        let mut columns = torques.filter_map(|torque| torque.get(index));
        columns.any(|column| is_beyond(column, limit))
    };
    let joints = model.joints.iter().enumerate();
    let exceeded = joints
        .filter(|(index, joint)| joint.effort.is_some_and(|limit| goes_beyond(*index, limit)));
    exceeded.map(|(_, joint)| joint.name.to_owned()).collect()
}

/// The samples at which torques stand where they are cut off, each with a joint of whose torque it is a part.
fn cut_off(recording: &Recording, model: &Model, sensors: &[SensorFault]) -> Vec<(usize, usize)> {
    let (names, drive) = measured(recording.torque_side, model);
    let shares = drive.as_ref().map(|drive| drive.torque_rows(Side::Motor));
    let torque = recording.torque.as_deref().unwrap_or_default();
    let is_cut = |name: &str| {
        let mut of_recording = sensors.iter().filter(|s| s.recording == recording.name);
        of_recording.any(|s| s.joint == name && matches!(s.sensed, Sensed::SaturatedTorque(_)))
    };
    let mut found = Vec::new();
    for sensor in (0..names.len()).filter(|k| is_cut(names[*k])) {
        let values = turned(torque, sensor, shares.as_ref());
        let mut joints = 0..model.joints.len();
        let index = joints.find(|joint| is_part(sensor, *joint, drive.as_ref()));
        let index = index.unwrap_or(sensor);
        let rests = at_rest(recording, model, sensor);
        let cut = at_ends(&values, &rests);
        found.extend(cut.into_iter().map(|k| (index, k)));
    }
    found
}

/// The samples at an end of the range, where more than a few are there in which joints do not rest.
fn at_ends(values: &[f64], rests: &[bool]) -> Vec<usize> {
    let [low, high] = ends(values);
    let near = SAME * (high - low);
    let at = |end: f64| -> Vec<usize> {
        let samples = 0..values.len();
        samples
            .filter(|k| (values[*k] - end).abs() <= near)
            .collect()
    };
    let is_many = |at: &Vec<usize>| {
        let moving = at.iter().filter(|k| !rests[**k]).count();
        moving as f64 >= SATURATED * values.len() as f64
    };
    [low, high]
        .map(at)
        .into_iter()
        .filter(is_many)
        .flatten()
        .collect()
}

/// The first samples behind those in which positions have frozen.
fn ends_of(frozen: &[(usize, Range<usize>)]) -> Vec<usize> {
    frozen.iter().map(|(_, run)| run.end).collect()
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
    use armwright_runtime::{Model, Robot, Side};

    use super::{Watched, dead, exceeded, frozen_positions, limited, remembered, wrong};
    use crate::diagnose::{Sensed, SensorFault};
    use crate::recording::{Arrays, Recording};

    fn found_wrong(
        recording: &Recording,
        model: &Model,
        sensors: &[SensorFault],
        exceeded: &[String],
    ) -> Vec<Option<Event>> {
        let limited = limited(recording, model, sensors, exceeded);
        wrong(recording, &limited, &frozen_positions(recording, model))
    }

    /// Recordings of which nothing is known to be wrong.
    pub(in crate::online) fn unwatched(pieces: &[Recording]) -> Vec<Watched<'_>> {
        let pieces = pieces.iter().map(|recording| Watched {
            recording,
            dead: Vec::new(),
            wrong: Vec::new(),
            goes_on: Vec::new(),
            holds: Vec::new(),
            held: Vec::new(),
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
            holds: Vec::new(),
            held: Vec::new(),
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
        let found = found_wrong(&recording, model, &[], &[]);
        let seen = found.iter().enumerate();
        let seen: Vec<(usize, Event)> = seen.filter_map(|(k, e)| Some((k, (*e)?))).collect();
        let mut expected = vec![
            (20, Event::Saturated { index: 0 }),
            (30, Event::Saturated { index: 1 }),
        ];
        expected.extend((50..56).map(|k| (k, Event::Frozen { index: 0 })));
        assert_eq!(seen, expected);
        let watched = Watched::of(&recording, model, &[], &[], 0.05);
        let held = (0..200).filter(|k| watched.wrong(*k) == Some(Event::Frozen { index: 0 }));
        assert!(held.eq(50..61));
        assert!((0..200).filter(|k| watched.goes_on(*k)).eq([56]));
    }

    /// The elbow's torque is cut off at 0.5 in 40 of 400 samples; one at the other end is its least by right.
    #[test]
    fn a_torque_that_is_cut_off_is_at_its_limit() {
        let model = double_pendulum::ROBOT.model();
        let mut recording = moving(400);
        let torque = recording.torque.as_mut().expect("torques");
        torque[1] = (0..400).map(|k| -0.2 + 0.001 * f64::from(k)).collect();
        torque[1][60..100].fill(0.5);
        recording.bridged = (0..400).map(|k| k == 70).collect();
        let cut = SensorFault {
            recording: recording.name.clone(),
            joint: "elbow".to_owned(),
            sensed: Sensed::SaturatedTorque(0.2),
        };
        let seen = |sensors: &[SensorFault]| -> Vec<usize> {
            let found = found_wrong(&recording, model, sensors, &[]);
            let event = Some(Event::Saturated { index: 1 });
            (0..400).filter(|k| found[*k] == event).collect()
        };
        assert!(seen(&[]).is_empty());
        let expected: Vec<usize> = (60..100).filter(|k| *k != 70).collect();
        assert_eq!(seen(&[cut]), expected);
    }

    /// Below, where the elbow rests, its torque stands by right.
    #[test]
    fn a_torque_stands_where_its_joint_rests() {
        let model = double_pendulum::ROBOT.model();
        let mut recording = moving(400);
        let rest = recording.position[1][100];
        recording.position[1][..100].fill(rest);
        let torque = recording.torque.as_mut().expect("torques");
        torque[1] = (0..400).map(|k| -0.2 + 0.001 * f64::from(k)).collect();
        torque[1][..100].fill(-0.5);
        torque[1][200..240].fill(0.5);
        let cut = SensorFault {
            recording: recording.name.clone(),
            joint: "elbow".to_owned(),
            sensed: Sensed::SaturatedTorque(0.1),
        };
        let found = found_wrong(&recording, model, &[cut], &[]);
        let seen = (0..400).filter(|k| found[*k].is_some());
        assert!(seen.eq(200..240));
    }

    /// A motor's torque that is cut off is found in what joints make of it, and is a part of the first joint that turns it.
    #[test]
    fn a_motor_that_is_cut_off_is_a_joint_s_at_its_limit() {
        let model = abb_wrist::ROBOT.model();
        let n = model.joints.len();
        let wave = |w: f64, most: f64| -> Vec<f64> {
            let times = (0..400).map(|k| 0.01 * f64::from(k));
            times.map(|t| (w * t).sin().min(most)).collect()
        };
        let torque = vec![wave(1.0, 2.0), wave(1.7, 0.5), wave(2.3, 2.0)];
        let arrays = Arrays {
            name: "run".to_owned(),
            rate: 100.0,
            side: Side::Motor,
            position: vec![wave(1.0, 2.0), wave(1.3, 2.0), wave(1.9, 2.0)],
            torque,
            ..Arrays::default()
        };
        let recording = Recording::from_arrays(model, arrays).expect("a recording");
        let cut = SensorFault {
            recording: "run".to_owned(),
            joint: model.motors[1].name.to_owned(),
            sensed: Sensed::SaturatedTorque(0.2),
        };
        let ratios = &model.transmission[n..2 * n];
        let index = ratios.iter().position(|ratio| *ratio != 0.0);
        let index = index.expect("a joint");
        let every: Vec<String> = model.joints.iter().map(|j| j.name.to_owned()).collect();
        let found = found_wrong(&recording, model, &[cut], &every);
        for (k, found) in found.iter().enumerate() {
            let is_cut = (0.017 * k as f64).sin() >= 0.5;
            let event = is_cut.then_some(Event::Saturated { index });
            assert_eq!(*found, event, "{k}");
        }
    }

    /// Limits are 60 and 25 N·m; two of 200 samples of the elbow are beyond 25.5 N·m.
    #[test]
    fn a_limit_that_torques_pass_is_none() {
        let model = double_pendulum::ROBOT.model();
        let mut recording = moving(200);
        let torque = recording.torque.as_mut().expect("torques");
        torque[0][10..20].fill(60.0);
        torque[1][30..40].fill(25.4);
        assert!(exceeded(std::slice::from_ref(&recording), model).is_empty());
        recording.torque.as_mut().expect("torques")[1][50..52].fill(-25.6);
        let pieces = [moving(200), recording];
        let passed = exceeded(&pieces, model);
        assert_eq!(passed, ["elbow"]);
        let found = found_wrong(&pieces[1], model, &[], &passed);
        let seen = (0..200).filter(|k| found[*k].is_some());
        assert!(seen.eq(10..20));
    }

    /// The torque of the elbow repeats a value from 0.9 s to 1.19 s.
    #[test]
    fn a_torque_that_repeats_a_value_is_held() {
        let model = double_pendulum::ROBOT.model();
        let mut recording = moving(400);
        recording.start = 7.0;
        let torque = recording.torque.as_mut().expect("torques");
        let held = torque[1][90];
        torque[1][91..120].fill(held);
        let watched = Watched::of(&recording, model, &[], &[], 0.0);
        assert_eq!(watched.holds.len(), 1);
        assert!((0..400).filter(|k| watched.is_held(1, *k)).eq(90..120));
        assert!(!(0..400).any(|k| watched.is_held(0, k)));
        assert!(!(0..400).any(|k| watched.with_held().is_held(1, k)));
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
        let watched = Watched::of(&recording, model, &elbow, &[], 0.0);
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
