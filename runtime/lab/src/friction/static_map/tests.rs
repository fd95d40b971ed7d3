//! Ways there and back that are written down, with the friction that they show by hand.

use super::{FrictionError, PARTS, StaticPoint, Stretch, merged, points, static_map, stretches};
use crate::motion::Motion;
use crate::options::{Cutoff, ProcessingOptions};
use crate::recording::{Arrays, Recording};
use armwright_robots::{double_pendulum, scara};
use armwright_runtime::{Robot, Side};

/// A way through `count` positions 0.01 apart, the first at `from`.
fn way(velocity: f64, from: f64, count: usize, torque: impl Fn(usize) -> f64) -> Stretch {
    let sample = |k: usize| [from + 0.01 * k as f64, torque(k)];
    Stretch {
        velocity,
        samples: (0..count).map(sample).collect(),
        others: vec![0.0, 0.3],
    }
}

#[test]
fn friction_is_half_of_there_less_back() {
    // Gravity of 5 the same both ways.
    let there = way(0.5, 0.0, 101, |_| 5.0 + 2.0);
    let back = way(-0.51, 0.2, 101, |_| 5.0 - 1.0);
    let other = way(-0.5, 0.9, 101, |_| 99.0);
    let found = points(&[there, other, back]).expect("points");
    let [point] = found[..] else {
        panic!("one point: {found:?}")
    };
    assert!((point.torque - 1.5).abs() < 1e-12, "{point:?}");
    assert!((point.speed - 0.505).abs() < 1e-12, "{point:?}");
    assert!(point.std < 1e-12, "{point:?}");
    // The way back that has most positions in common, and those.
    let [from, to] = point.positions;
    assert!(
        (from - 0.2).abs() < 1e-12 && (to - 1.0).abs() < 1e-12,
        "{point:?}"
    );
    assert_eq!(point.samples, 202);
}

/// Halves that are up and down by 0.1 in turn: their mean scatters by 0.1 / √7.
#[test]
fn its_deviation_is_that_of_the_mean_of_parts() {
    let count = 160;
    let step = 0.01 * (count - 1) as f64 / PARTS as f64;
    let part = |k: usize| ((0.01 * k as f64) / step) as usize;
    let uneven = |k: usize| if part(k).is_multiple_of(2) { 0.2 } else { -0.2 };
    let there = way(0.5, 0.0, count, |k| 5.0 + 2.0 + uneven(k));
    let back = way(-0.5, 0.0, count, |_| 5.0 - 2.0);
    let found = points(&[there, back]).expect("a point");
    assert!((found[0].torque - 2.0).abs() < 1e-9, "{found:?}");
    assert!((found[0].std - 0.1 / 7f64.sqrt()).abs() < 1e-9, "{found:?}");
}

#[test]
fn a_way_back_has_the_speed_and_the_pose_of_one_there() {
    let pair = |speed: f64, moved: f64| {
        let there = way(0.5, 0.0, 101, |_| 2.0);
        let mut back = way(-speed, 0.0, 101, |_| -2.0);
        back.others[1] += moved;
        points(&[there, back])
    };
    for (speed, moved, told) in [
        (0.524, 0.0, true),
        (0.526, 0.0, false),
        (0.476, 0.0, true),
        (0.474, 0.0, false),
        (0.5, 0.019, true),
        (0.5, 0.021, false),
        (0.5, -0.021, false),
    ] {
        let found = pair(speed, moved);
        assert_eq!(found.is_ok(), told, "{speed} {moved}: {found:?}");
        if let Err(why) = found {
            assert_eq!(
                why,
                "no way back has the speed and the positions of one there"
            );
        }
    }
    let one = points(&[way(0.5, 0.0, 101, |_| 2.0)]).expect_err("one way");
    assert_eq!(one, "it moves at constant velocities in one direction only");
    let none = points(&[]).expect_err("none");
    assert_eq!(
        none,
        "it never moves at a constant velocity for 0.1 s while the other joints rest"
    );
    // Positions that both do not share say nothing.
    let apart = points(&[way(0.5, 0.0, 101, |_| 2.0), way(-0.5, 2.0, 101, |_| 2.0)]);
    assert!(apart.is_err());
}

#[test]
fn points_of_one_speed_are_one_and_stand_in_order() {
    let point = |speed: f64, torque: f64, positions: [f64; 2]| StaticPoint {
        speed,
        torque,
        std: 0.3,
        positions,
        samples: 40,
    };
    let found = merged(&[
        point(1.0, 2.0, [0.0, 0.5]),
        point(1.04, 3.0, [-0.2, 0.4]),
        point(1.2, 4.0, [0.0, 1.0]),
    ]);
    assert_eq!(found.len(), 2);
    let [first, second] = [found[0], found[1]];
    assert!(
        (first.speed - 1.02).abs() < 1e-12 && first.torque == 2.5,
        "{first:?}"
    );
    assert!((first.std - 0.3 / 2f64.sqrt()).abs() < 1e-12, "{first:?}");
    assert_eq!((first.positions, first.samples), ([-0.2, 0.5], 80));
    assert_eq!(second, point(1.2, 4.0, [0.0, 1.0]));
}

/// Each is 4 % or less above the last, and no third one is within 5 % of the first of three.
#[test]
fn points_of_a_fine_grid_are_not_one() {
    let point = |speed: f64| StaticPoint {
        speed,
        torque: 2.0 * speed,
        std: 0.1,
        positions: [0.0, 1.0],
        samples: 40,
    };
    let found = merged(&[1.0, 1.04, 1.08, 1.12, 1.16].map(point));
    let seen: Vec<usize> = found.iter().map(|point| point.samples).collect();
    assert_eq!(seen, [80, 80, 40]);
    for (point, speed) in found.iter().zip([1.02, 1.1, 1.16]) {
        let off = [point.speed - speed, point.torque - 2.0 * speed];
        assert!(off.iter().all(|x| x.abs() < 1e-12), "{point:?}");
    }
    assert_eq!(merged(&[]), []);
}

/// Of a fine grid a neighbour has a little more of the way in common: the way back of the same speed is meant, unless it has less than
/// nine tenths of that.
#[test]
fn of_ways_back_the_nearest_in_speed_is_taken() {
    for (from, speed, torque) in [(0.02, 1.0, 2.0), (0.09, 1.0, 2.0), (0.15, 1.02, 2.5)] {
        let there = way(1.0, 0.0, 101, |_| 2.0);
        let neighbour = way(-1.04, 0.0, 101, |_| -3.0);
        let same = way(-1.0, from, 101, |_| -2.0);
        let found = points(&[there, neighbour, same]).expect("points");
        let [point] = found[..] else {
            panic!("one point: {found:?}")
        };
        assert!((point.speed - speed).abs() < 1e-12, "{from}: {point:?}");
        assert!((point.torque - torque).abs() < 1e-12, "{from}: {point:?}");
    }
}

/// Five hundredths of 20 are 1, exactly: what lies at a limit is within it.
#[test]
fn speeds_and_poses_at_their_limits_are_alike() {
    let point = |speed: f64| StaticPoint {
        speed,
        torque: 2.0,
        std: 0.1,
        positions: [0.0, 1.0],
        samples: 40,
    };
    for (second, count) in [(20.0, 1), (21.0, 1), (21.01, 2)] {
        let found = merged(&[point(20.0), point(second)]);
        assert_eq!(found.len(), count, "{second}: {found:?}");
    }
    for (speed, other, told) in [
        (21.0, 0.0, true),
        (19.0, 0.0, true),
        (21.01, 0.0, false),
        (18.99, 0.0, false),
        (20.0, 0.02, true),
        (20.0, -0.02, true),
        (20.0, 0.0201, false),
    ] {
        let mut back = way(-speed, 0.0, 101, |_| -2.0);
        back.others[0] = other;
        let found = points(&[way(20.0, 0.0, 101, |_| 2.0), back]);
        assert_eq!(found.is_ok(), told, "{speed} {other}: {found:?}");
    }
}

const RATE: f64 = 200.0;

/// A motion of the pendulum whose velocities are measured: each for so many samples, with torques of both joints.
fn moved(parts: &[([f64; 2], usize)], torque: [f64; 2]) -> Motion {
    moved_at(RATE, parts, torque)
}

/// The same so many times a second.
fn moved_at(rate: f64, parts: &[([f64; 2], usize)], torque: [f64; 2]) -> Motion {
    conditioned(recorded(rate, parts, torque))
}

fn recorded(rate: f64, parts: &[([f64; 2], usize)], torque: [f64; 2]) -> Recording {
    let mut arrays = Arrays::new(rate, vec![Vec::new(); 2], vec![Vec::new(); 2]);
    arrays.velocity = vec![Vec::new(); 2];
    let mut q = [0.25, 0.5];
    for (velocity, samples) in parts {
        for _ in 0..*samples {
            for joint in 0..2 {
                arrays.position[joint].push(q[joint]);
                arrays.velocity[joint].push(velocity[joint]);
                arrays.torque[joint].push(torque[joint] + q[joint]);
                q[joint] += velocity[joint] / rate;
            }
        }
    }
    Recording::from_arrays(double_pendulum::ROBOT.model(), arrays).expect("a recording")
}

fn conditioned(recording: Recording) -> Motion {
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(0.4 * recording.rate)),
        trim: Some(8),
        ..ProcessingOptions::default()
    };
    let model = double_pendulum::ROBOT.model();
    Motion::of(recording, &options, model).expect("a motion")
}

/// What is found of a joint: velocity, samples, where the other rests.
fn found(motion: &Motion, joint: usize, top: [f64; 2]) -> Vec<(f64, usize, f64)> {
    let all = stretches(motion, joint, &top);
    let other = |s: &Stretch| s.others[1 - joint];
    let rounded = |s: &Stretch| {
        (
            (s.velocity * 1e4).round() / 1e4,
            s.samples.len(),
            (other(s) * 1e4).round() / 1e4,
        )
    };
    all.iter().map(rounded).collect()
}

#[test]
fn a_stretch_ends_where_the_velocity_changes_up_or_down() {
    // Down, up, back, to rest.
    let parts = [
        ([0.0, 0.5], 60),
        ([0.0, 0.4], 60),
        ([0.0, 0.5], 60),
        ([0.0, -0.5], 60),
        ([0.0, 0.0], 40),
    ];
    let motion = moved(&parts, [3.0, 5.0]);
    let seen = found(&motion, 1, [1.0, 0.5]);
    let velocities: Vec<f64> = seen
        .iter()
        .map(|(v, ..)| (v * 100.0).round() / 100.0)
        .collect();
    assert_eq!(velocities, [0.5, 0.4, 0.5, -0.5], "{seen:?}");
    assert!(
        seen.iter()
            .all(|(_, samples, other)| (45..=62).contains(samples) && *other == 0.25),
        "{seen:?}"
    );
    // Of the joint that rests there are none.
    assert!(found(&motion, 0, [1.0, 0.5]).is_empty());
    // Its samples are positions and torques of its own.
    let all = stretches(&motion, 1, &[1.0, 0.5]);
    for [q, tau] in &all[0].samples {
        assert!((tau - q - 5.0).abs() < 1e-3, "{q} {tau}");
    }
    assert_eq!(all[0].others[1], 0.0);
    let [from, to] = all[0].ends();
    // From the ninth sample, 0.5 / 200 each, on.
    assert!(
        (from - 0.52).abs() < 1e-3 && (0.62..0.66).contains(&to),
        "{from} {to}"
    );
}

/// 3 % of 0.5 are 0.015.
#[test]
fn a_velocity_is_held_by_a_share_of_its_own() {
    let held = |then: f64| {
        let parts = [([0.0, 0.5], 60), ([0.0, then], 60)];
        found(&moved(&parts, [3.0, 5.0]), 1, [1.0, 0.5]).len()
    };
    assert_eq!([0.49, 0.48].map(held), [1, 2]);
    // It is the mean over as many samples of each.
    let parts = [([0.0, 0.5], 60), ([0.0, 0.49], 60)];
    let seen = found(&moved(&parts, [3.0, 5.0]), 1, [1.0, 0.5]);
    assert!((seen[0].0 - 0.495).abs() < 1e-3, "{seen:?}");
}

#[test]
fn the_other_joint_may_creep_and_no_more() {
    let both = |other: f64, samples: usize| {
        let parts = [([0.0, 0.0], 30), ([other, 0.5], samples), ([0.0, 0.0], 30)];
        found(&moved(&parts, [3.0, 5.0]), 1, [1.0, 0.5]).len()
    };
    // 3 % of 0.5 are 0.015.
    assert_eq!(
        [0.0, 0.0145, 0.0156, -0.0156].map(|v| both(v, 60)),
        [1, 1, 0, 0]
    );
    // On the way back as much.
    let back = |other: f64| {
        let parts = [([0.0, 0.0], 30), ([other, -0.5], 60), ([0.0, 0.0], 30)];
        found(&moved(&parts, [3.0, 5.0]), 1, [1.0, 0.5]).len()
    };
    assert_eq!([-0.0145, -0.0156].map(back), [1, 0]);
    // Or half a percent of its own highest speed.
    let slow = |top: f64| {
        let parts = [([0.0, 0.0], 30), ([0.02, 0.5], 60), ([0.0, 0.0], 30)];
        found(&moved(&parts, [3.0, 5.0]), 1, [top, 0.5]).len()
    };
    assert_eq!([3.9, 4.1].map(slow), [0, 1]);
    // What is slower than half a percent of its highest speed rests.
    let creeps = |top: f64| found(&moved(&[([0.0, 0.5], 100)], [3.0, 5.0]), 1, [1.0, top]).len();
    assert_eq!([99.0, 101.0].map(creeps), [1, 0]);
    // Twenty samples at least, without the eight at each end.
    let lasts =
        |samples: usize| found(&moved(&[([0.0, 0.5], samples)], [3.0, 5.0]), 1, [1.0, 0.5]).len();
    assert_eq!([36, 35].map(lasts), [1, 0]);
}

#[test]
fn means_are_of_what_lies_between_two_positions() {
    let stretch = way(0.5, 1.0, 5, |k| (k * k) as f64);
    let near = |found: Option<[f64; 2]>, expected: [f64; 2]| {
        let found = found.expect("samples");
        assert!(
            (found[0] - expected[0]).abs() < 1e-12 && found[1] == expected[1],
            "{found:?}"
        );
    };
    // The first counts, the last does not: those at 1.01 and 1.02.
    near(stretch.mean([1.005, 1.025]), [1.015, 2.5]);
    near(stretch.mean([1.0, 1.005]), [1.0, 0.0]);
    assert_eq!(stretch.mean([1.05, 2.0]), None);
    let [from, to] = stretch.ends();
    assert!((from - 1.0).abs() < 1e-12 && (to - 1.04).abs() < 1e-12);
}

#[test]
fn half_of_the_parts_have_to_be_passed_both_ways() {
    // Of eight parts of 0.1 the way back passes the last so many.
    let there = way(0.5, 0.0, 81, |_| 2.0);
    let back = |parts: usize| {
        let mut back = way(-0.5, 0.0, 81, |_| -2.0);
        back.samples
            .retain(|[q, _]| *q < 0.005 || *q > 0.795 || *q > 0.805 - 0.1 * parts as f64);
        points(&[way(0.5, 0.0, 81, |_| 2.0), back]).is_ok()
    };
    // The first has its beginning.
    assert!(back(3) && !back(2));
    let same = points(&[there, way(-0.5, 0.8, 2, |_| -2.0)]);
    assert!(same.is_err(), "one position in common");
}

/// One recording of torques does not make torques of the rows of another.
#[test]
fn every_recording_has_to_be_of_torques() {
    let robot = &double_pendulum::ROBOT;
    let column: Vec<f64> = (0..200).map(|k| (0.1 * f64::from(k)).sin()).collect();
    let two = vec![column; 2];
    let arrays = Arrays::new(RATE, two.clone(), two.clone());
    let torques = Recording::from_arrays(robot.model(), arrays).expect("a recording");
    let rows = Recording {
        source: "rows".to_owned(),
        torque: None,
        measured: Some(two),
        ..torques.clone()
    };
    let expected = FrictionError::NotOfTorque("double_pendulum".to_owned()).to_string();
    for recordings in [vec![torques.clone(), rows.clone()], vec![rows, torques]] {
        let refused = static_map(robot, recordings, &ProcessingOptions::default());
        assert_eq!(refused.expect_err("no torques").to_string(), expected);
    }
}

/// Joints move so fast, one after the other; each rubs by three times its velocity.
fn rubbing(moves: &[(usize, f64)]) -> (Recording, ProcessingOptions) {
    let mut arrays = Arrays::new(RATE, vec![Vec::new(); 4], vec![Vec::new(); 4]);
    arrays.velocity = vec![Vec::new(); 4];
    arrays.side = Side::Joint;
    let mut q = [0.1, 0.2, 0.05, 0.3];
    for &(moves, velocity) in moves {
        for _ in 0..60 {
            for (joint, q) in q.iter_mut().enumerate() {
                let v = if joint == moves { velocity } else { 0.0 };
                arrays.position[joint].push(*q);
                arrays.velocity[joint].push(v);
                arrays.torque[joint].push(5.0 + 3.0 * v);
                *q += v / RATE;
            }
        }
    }
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(80.0)),
        trim: Some(8),
        ..ProcessingOptions::default()
    };
    let recording = Recording::from_arrays(scara::ROBOT.model(), arrays);
    (recording.expect("a recording"), options)
}

/// The first joint turns and the third slides, there and back at three speeds; each weighs the same both ways. Three
/// points have laws of one parameter at most.
#[test]
fn what_slides_has_units_of_length() {
    let speeds = [(0, 0.2), (0, 0.4), (0, 0.6), (2, 0.1), (2, 0.15), (2, 0.2)];
    let both = speeds.map(|(joint, speed)| [(joint, speed), (joint, -speed)]);
    let (recording, options) = rubbing(both.as_flattened());
    let map = static_map(&scara::ROBOT, vec![recording], &options).expect("a map");
    for (joint, speeds, unit) in [
        (0, [0.2, 0.4, 0.6], "N·m·s/rad"),
        (2, [0.1, 0.15, 0.2], "N·s/m"),
    ] {
        let joint = &map.joints[joint];
        assert_eq!(joint.points.len(), 3, "{joint:?}");
        for (point, speed) in joint.points.iter().zip(speeds) {
            let off = [point.speed - speed, point.torque - 3.0 * speed];
            assert!(off.iter().all(|x| x.abs() < 0.01 * speed), "{point:?}");
        }
        assert_eq!(joint.law.as_deref(), Some("viscous"));
        let [viscous] = &joint.parameters[..] else {
            panic!("one parameter: {joint:?}")
        };
        assert!((viscous.value - 3.0).abs() < 0.03, "{viscous:?}");
        assert_eq!((viscous.name, viscous.unit), ("viscous", unit));
    }
    for joint in [1, 3] {
        let joint = &map.joints[joint];
        assert!(joint.points.is_empty() && joint.law.is_none() && joint.parameters.is_empty());
        let reason = joint.reason.as_deref().unwrap_or_default();
        assert!(
            reason.starts_with("it never moves at a constant velocity"),
            "{reason}"
        );
    }
}

/// A joint goes there at three speeds in one piece of a recording, and back in the next.
#[test]
fn a_way_back_may_be_in_another_piece() {
    let speeds = [0.2, 0.4, 0.6, -0.6, -0.4, -0.2];
    let (recording, options) = rubbing(&speeds.map(|speed| (0, speed)));
    let (there, back) = recording.split(0.5);
    let map = static_map(&scara::ROBOT, vec![there, back], &options).expect("a map");
    let joint = &map.joints[0];
    assert_eq!(joint.points.len(), 3, "{joint:?}");
    for (point, speed) in joint.points.iter().zip([0.2, 0.4, 0.6]) {
        let off = [point.speed - speed, point.torque - 3.0 * speed];
        assert!(off.iter().all(|x| x.abs() < 0.01 * speed), "{point:?}");
    }
}

/// Twenty samples, or a tenth of a second where that is more.
#[test]
fn a_stretch_is_held_for_samples_and_for_a_time() {
    let held = |rate: f64, samples: usize| {
        let parts = [([0.0, 0.0], 30), ([0.0, 0.5], samples), ([0.0, 0.0], 30)];
        found(&moved_at(rate, &parts, [3.0, 5.0]), 1, [1.0, 0.5]).len()
    };
    assert_eq!([100.0, 200.0, 400.0].map(|rate| held(rate, 36)), [1, 1, 0]);
    assert_eq!([100.0, 200.0, 400.0].map(|rate| held(rate, 14)), [0; 3]);
    assert_eq!(held(400.0, 70), 1);
    // At 204 Hz a tenth of a second is more than twenty samples, which are left of 36 without the eight at each end.
    let lasts = |samples: usize| {
        let motion = moved_at(204.0, &[([0.0, 0.5], samples)], [3.0, 5.0]);
        found(&motion, 1, [1.0, 0.5]).len()
    };
    assert_eq!([36, 37].map(lasts), [0, 1]);
}

/// Of a hundred samples those from the ninth on, without the last eight: one that was not measured ends a stretch.
#[test]
fn twenty_samples_between_gaps_are_enough() {
    let held = |gaps: [usize; 2]| {
        let mut recording = recorded(RATE, &[([0.0, 0.5], 100)], [3.0, 5.0]);
        recording.bridged = (0..100).map(|k| gaps.contains(&k)).collect();
        let found = found(&conditioned(recording), 1, [1.0, 0.5]);
        found.iter().map(|found| found.1).collect::<Vec<usize>>()
    };
    assert_eq!(held([40, 61]), [32, 20, 30]);
    assert_eq!(held([40, 60]), [32, 31]);
    assert_eq!(
        [held([28, 71]), held([27, 72])],
        [[20, 42, 20].to_vec(), vec![44]]
    );
}

/// The first joint is fastest backwards, at 5 rad/s: of that 0.02 are less than half a percent.
#[test]
fn the_highest_speed_of_a_joint_may_be_backwards() {
    let parts = [([-5.0, 0.0], 80), ([0.02, 0.5], 100), ([0.02, -0.5], 100)];
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(80.0)),
        trim: Some(8),
        ..ProcessingOptions::default()
    };
    let recording = recorded(RATE, &parts, [3.0, 5.0]);
    let map = static_map(&double_pendulum::ROBOT, vec![recording], &options).expect("a map");
    let elbow = &map.joints[1];
    assert_eq!(elbow.points.len(), 1, "{elbow:?}");
    assert!((elbow.points[0].speed - 0.5).abs() < 0.01, "{elbow:?}");
}

/// A fast way was recorded before slow ones.
#[test]
fn points_stand_in_the_order_of_their_speeds() {
    let both = |speed: f64| {
        let there = way(speed, 0.0, 101, |_| 2.0);
        [there, way(-speed, 0.0, 101, |_| -2.0)]
    };
    let all: Vec<Stretch> = [1.0, 0.5, 0.8].into_iter().flat_map(both).collect();
    let found = points(&all).expect("points");
    let speeds: Vec<f64> = found.iter().map(|point| point.speed).collect();
    assert_eq!(speeds, [0.5, 0.8, 1.0]);
}

/// A joint rubs by `3 tanh(v / 0.2) + 0.5 v`: what is linear stands before the speed, each number by its name and unit.
#[test]
fn parameters_of_a_curve_stand_by_their_names() {
    let robot = &scara::ROBOT;
    let mut arrays = Arrays::new(RATE, vec![Vec::new(); 4], vec![Vec::new(); 4]);
    arrays.velocity = vec![Vec::new(); 4];
    arrays.side = Side::Joint;
    let mut q = [0.1, 0.2, 0.05, 0.3];
    for speed in [0.05, 0.1, 0.15, 0.2, 0.3, 0.45, 0.7, 1.1] {
        for velocity in [speed, -speed] {
            for _ in 0..80 {
                for (joint, q) in q.iter_mut().enumerate() {
                    let v: f64 = if joint == 0 { velocity } else { 0.0 };
                    arrays.position[joint].push(*q);
                    arrays.velocity[joint].push(v);
                    arrays.torque[joint].push(5.0 + 3.0 * (v / 0.2).tanh() + 0.5 * v);
                    *q += v / RATE;
                }
            }
        }
    }
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(80.0)),
        trim: Some(8),
        ..ProcessingOptions::default()
    };
    let recording = Recording::from_arrays(robot.model(), arrays).expect("a recording");
    let map = static_map(robot, vec![recording], &options).expect("a map");
    let joint = &map.joints[0];
    assert_eq!(joint.law.as_deref(), Some("tanh+viscous"), "{joint:?}");
    let told: Vec<(&str, &str)> = joint.parameters.iter().map(|p| (p.name, p.unit)).collect();
    assert_eq!(
        told,
        [
            ("coulomb", "N·m"),
            ("viscous", "N·m·s/rad"),
            ("speed", "rad/s")
        ]
    );
    for (found, truth) in joint.parameters.iter().zip([3.0, 0.5, 0.2]) {
        assert!((found.value - truth).abs() < 0.1 * truth, "{found:?}");
    }
}

#[test]
fn what_never_moves_is_refused() {
    let still = recorded(RATE, &[([0.0; 2], 100)], [3.0, 5.0]);
    let options = ProcessingOptions::default();
    let refused = static_map(&double_pendulum::ROBOT, vec![still], &options);
    let said = refused.expect_err("no motion").to_string();
    assert!(said.contains("no joint moves"), "{said}");
}
