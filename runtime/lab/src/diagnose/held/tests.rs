//! Runs of one value, beside what columns do by right.

use super::{Asked, Held, Hold, Run, Usual, confirmed, holds};
use crate::diagnose::{Sensed, SensorFault};
use crate::random::Random;
use crate::recording::{Arrays, Recording};
use crate::regression::Series;
use armwright_robots::double_pendulum;
use armwright_runtime::{Robot, Side};

/// A torque at 250 Hz, 20 s.
fn torque(k: usize) -> f64 {
    let time = 0.004 * k as f64;
    8.0 * (1.3 * time).sin() + 3.0 * (4.1 * time + 0.5).sin()
}

fn column(noise: f64) -> Vec<f64> {
    let mut random = Random::new(7);
    (0..5000)
        .map(|k| torque(k) + noise * random.normal())
        .collect()
}

/// A column in steps.
fn in_steps(column: &[f64], step: f64) -> Vec<f64> {
    column.iter().map(|x| (x / step).round() * step).collect()
}

/// A column that repeats a value for so many samples.
fn held(mut column: Vec<f64>, first: usize, length: usize) -> Vec<f64> {
    let value = column[first];
    column[first..first + length].fill(value);
    column
}

/// Surprising runs of a column in which nothing rests.
fn surprising(values: &[f64]) -> Vec<Run> {
    super::surprising(values, &|_| false)
}

const RANGE: f64 = 30.0;

/// 0.4 s of one value: of torques with noise, without any, in steps of 12 bits of a range that is thrice theirs, and that come at a fifth of
/// the rate.
#[test]
fn what_repeats_itself_as_nowhere_else_is_seen() {
    let step = RANGE / 4096.0;
    let fifth: Vec<f64> = (0..5000).map(|k| column(0.1)[k - k % 5]).collect();
    for (name, column) in [
        ("noise", column(0.1)),
        ("none", column(0.0)),
        ("steps", in_steps(&column(0.0), step)),
        ("noise in steps", in_steps(&column(step), step)),
        ("a fifth", fifth),
    ] {
        assert_eq!(surprising(&column), [], "{name}");
        let found = surprising(&held(column, 2000, 100));
        let [run] = found[..] else {
            panic!("{name}: {found:?}")
        };
        // A neighbour may have the value by right.
        assert!((1995..=2000).contains(&run.first), "{name}: {run:?}");
        assert!((100..=110).contains(&run.length), "{name}: {run:?}");
    }
}

/// A torque that is held for three fifths of the recording, up to its end or not, and for nine tenths.
#[test]
fn a_torque_is_seen_that_is_held_for_most_of_the_time() {
    for noise in [0.0, 0.1] {
        for (first, length) in [(500, 3000), (2000, 3000), (250, 4500)] {
            let found = surprising(&held(column(noise), first, length));
            assert_eq!(found, [Run { first, length }], "{noise}");
        }
    }
}

/// Turning points of slow torques in coarse steps, rests, constant speeds, and what is cut off are what they are.
#[test]
fn what_is_one_value_by_right_is_not() {
    let slow: Vec<f64> = (0..6000)
        .map(|k| 5.0 * (0.001 * f64::from(k)).sin())
        .collect();
    for bits in [8, 12] {
        let step = RANGE / f64::from(1 << bits);
        assert_eq!(surprising(&in_steps(&slow, step)), [], "{bits}");
        assert_eq!(surprising(&in_steps(&column(0.0), step)), [], "{bits}");
        assert_eq!(
            surprising(&in_steps(&column(0.3 * step), step)),
            [],
            "{bits}"
        );
    }
    let cut: Vec<f64> = column(0.1).iter().map(|x| x.clamp(-7.0, 7.0)).collect();
    assert_eq!(surprising(&cut), []);
    let mut mended = cut.clone();
    mended[1234] = -7.1;
    mended[2345] = 7.1;
    assert_eq!(surprising(&mended), []);
    assert_eq!(surprising(&[3.0; 5000]), []);
    assert_eq!(surprising(&[]), []);
    // A torque that is one of three values, as at constant accelerations.
    let three: Vec<f64> = (0..5000)
        .map(|k| [5.0, 1.0, -3.0, 1.0][k / 100 % 4])
        .collect();
    assert_eq!(surprising(&three), []);
}

/// Zeros of 20 ms in a torque that is never 0 stand at an end of its range, but come there by steps that it never makes.
#[test]
fn zeros_are_told_from_what_is_cut_off() {
    let up = |noise| column(noise).iter().map(|x| x + 20.0).collect::<Vec<f64>>();
    for noise in [0.0, 0.1] {
        let mut column = up(noise);
        column[1000..1005].fill(0.0);
        column[3000..3005].fill(0.0);
        let run = |first| Run { first, length: 5 };
        assert_eq!(surprising(&column), [run(1000), run(3000)], "{noise}");
        // Four are enough, and three are too few.
        let mut column = up(noise);
        column[1000..1003].fill(0.0);
        assert_eq!(surprising(&column), [], "{noise}");
        column[1003] = 0.0;
        let (first, length) = (1000, 4);
        assert_eq!(surprising(&column), [Run { first, length }], "{noise}");
        // The first step may lead there; of zeros that last half as long as others the steps are no more usual than of those.
        let mut column = up(noise);
        column[1..6].fill(0.0);
        assert_eq!(surprising(&column), [run(1)], "{noise}");
        let mut column = up(noise);
        column[1000..1004].fill(0.0);
        column[3000..3008].fill(0.0);
        let run = |first, length| Run { first, length };
        assert_eq!(surprising(&column), [run(1000, 4), run(3000, 8)], "{noise}");
    }
}

/// In a torque of which each value lasts 25 samples, 100 of one are no surprise, but a value that is left, or reached, by four
/// steps at once is.
#[test]
fn a_jump_on_one_side_tells_what_was_held() {
    let steps: Vec<f64> = (0..4000u32)
        .map(|k| k / 25 % 80)
        .map(|step| f64::from(step.min(80 - step)))
        .collect();
    assert_eq!(surprising(&steps), []);
    let left = held(steps, 500, 100);
    let run = |first| Run { first, length: 100 };
    assert_eq!(surprising(&left), [run(500)]);
    let reached: Vec<f64> = left.into_iter().rev().collect();
    assert_eq!(surprising(&reached), [run(3400)]);
}

fn hold(time: [f64; 2], value: f64) -> Hold {
    Hold {
        recording: "run".to_owned(),
        place: 1,
        name: "elbow",
        side: Side::Joint,
        time,
        value,
        share: 0.02,
        rests: Vec::new(),
    }
}

/// A run of four values begins at each of 1000 samples and repeats three times.
#[test]
fn runs_by_chance_are_as_many_as_begin_and_go_on() {
    let usual = Usual {
        step: 0.1,
        repeats: 0.25,
    };
    let near =
        |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-12, "{found}");
    near(usual.chance(4, 1000), 1000.0 / 64.0);
    near(usual.chance(1, 1000), 1000.0);
}

/// Two torques over 20 s, 25 times a second, of which the second is measured with an error of 0.1, and repeats values.
fn series(asked: impl Fn(f64) -> f64, holds: &[Hold]) -> Series {
    let mut series = Series::new("run", 2, 25.0);
    for k in 0..500u32 {
        let time = 0.04 * f64::from(k);
        let error = if k % 2 == 0 { 0.1 } else { -0.1 };
        let held = holds
            .iter()
            .find(|hold| (hold.time[0]..=hold.time[1]).contains(&time));
        let torque = held.map_or(asked(time) + error, |hold| hold.value);
        series.push(
            time,
            &[1.0, torque],
            &[1.0, asked(time)],
            [true; 2].into_iter(),
        );
    }
    series
}

/// What the motion asks for is 4 times what is left off, or it is not; where friction is uncertain nothing is known.
#[test]
fn what_the_motion_asks_for_says_whether_a_value_is_wrong() {
    let model = double_pendulum::ROBOT.model();
    let wave = |time: f64| 5.0 * (1.3 * time).sin();
    let said = |holds: &[Hold], asked: &dyn Fn(f64) -> f64| {
        confirmed(holds, &[series(asked, holds)], model)
    };
    let at = wave(7.2);
    // The second has one sample alone.
    let two = [hold([7.2, 7.6], at), hold([13.01, 13.05], 0.0)];
    let found = said(&two, &wave);
    let wrong = Held {
        time: [7.2, 7.6],
        value: at,
        times: 2,
        share: 0.04,
    };
    let fault = SensorFault {
        recording: "run".to_owned(),
        joint: "elbow".to_owned(),
        sensed: Sensed::HeldTorque(wrong),
    };
    assert_eq!(found, [fault]);
    // A joint that moves at one speed has one torque.
    assert!(said(&[hold([8.0, 8.4], 1.0)], &|_| 1.0).is_empty());
    // Half of the time 0.54 and 0.66 off, beside a deviation of 0.148.
    assert!(said(&[hold([8.0, 9.08], 8.0)], &|time| time).is_empty());
    assert_eq!(said(&[hold([8.0, 9.32], 8.0)], &|time| time).len(), 1);
    // One that is right in its middle, of a torque that falls.
    let falls = |time: f64| 10.0 - time;
    assert_eq!(said(&[hold([8.0, 12.0], 0.0)], &falls).len(), 1);
    let mut uncertain = series(wave, &two[..1]);
    let kept = uncertain.kept[1].iter_mut();
    kept.skip(178).take(20).for_each(|kept| *kept = false);
    assert!(confirmed(&two[..1], &[uncertain], model).is_empty());
    let mut other = hold([7.2, 7.6], at);
    other.recording = "another".to_owned();
    assert!(confirmed(&[other], &[series(wave, &two)], model).is_empty());
}

/// Between samples at 13 and 13.04 s, of which the middle is nearer to the one or the other.
#[test]
fn what_is_shorter_than_a_sample_is_judged_by_the_nearest_one() {
    let model = double_pendulum::ROBOT.model();
    let wave = |time: f64| 5.0 * (1.3 * time).sin();
    let said = |time: [f64; 2]| {
        [324, 325, 326, 327].map(|wrong| {
            let short = [hold(time, 0.0)];
            let mut own = series(wave, &short);
            own.measured[1][wrong] = 0.0;
            confirmed(&short, &[own], model).len()
        })
    };
    assert_eq!(said([13.005, 13.03]), [0, 1, 0, 0]);
    assert_eq!(said([13.01, 13.035]), [0, 0, 1, 0]);
    // The first is one, too.
    let short = [hold([0.005, 0.03], 0.0)];
    let mut own = series(|time| 5.0 * (1.3 * time).cos(), &short);
    own.measured[1][0] = 0.0;
    assert_eq!(confirmed(&short, &[own], model).len(), 1);
}

/// A torque of motors is what those of the joints make of it.
#[test]
fn torques_of_motors_are_asked_for_by_those_of_joints() {
    let model = armwright_robots::abb_wrist::ROBOT.model();
    let mut series = Series::new("run", 3, 25.0);
    let drive = crate::transmission::Drive::of(model).expect("a drive");
    let shares = drive.torque_rows(Side::Motor);
    let joints = [3.0, -2.0, 0.5];
    let twice = joints.map(|x| 2.0 * x);
    // The sign of the second joint's friction is not certain once.
    for k in 0..9u32 {
        let kept = [true, k != 4, true];
        series.push(0.04 * f64::from(k), &twice, &joints, kept.into_iter());
    }
    for place in 0..3 {
        let mut own = hold([0.0, 0.2], 0.0);
        (own.place, own.side, own.name) = (place, Side::Motor, model.motors[place].name);
        let asked = Asked::of(&own, &series, model).expect("rows");
        let wanted: f64 = (0..3).map(|j| shares[(place, j)] * joints[j]).sum();
        let near = |all: &[f64], wanted: f64| all.iter().all(|x| (x - wanted).abs() < 1e-12);
        assert!(near(&asked.predicted, wanted) && near(&asked.measured, 2.0 * wanted));
        // Torques of the second joint go through the first two motors.
        let expected: Vec<bool> = (0..9).map(|k| k != 4 || place == 2).collect();
        assert_eq!(asked.kept, expected, "{place}");
        // One that is measured at its joint is its own.
        (own.side, own.name) = (Side::Joint, model.joints[place].name);
        let asked = Asked::of(&own, &series, model).expect("rows");
        let wanted = joints[place];
        assert!(near(&asked.predicted, wanted) && near(&asked.measured, 2.0 * wanted));
        let expected: Vec<bool> = (0..9).map(|k| k != 4 || place != 1).collect();
        assert_eq!(asked.kept, expected, "{place}");
    }
}

/// Of a recording: when, which joint, which share; torques that are left out are not looked at.
#[test]
fn holds_of_recordings_are_found_with_their_times() {
    let robot = &double_pendulum::ROBOT;
    let arrays = Arrays {
        name: "run".to_owned(),
        rate: 250.0,
        position: vec![column(0.0), column(0.0)],
        torque: vec![column(0.1), held(column(0.1), 2000, 100)],
        ..Arrays::default()
    };
    let mut recording = Recording::from_arrays(robot.model(), arrays).expect("a recording");
    recording.start = 1.0;
    let found = holds(std::slice::from_ref(&recording), robot.model());
    let [hold] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((hold.place, hold.name, hold.share), (1, "elbow", 0.02));
    assert_eq!((hold.value, hold.side), (column(0.1)[2000], Side::Joint));
    assert!((hold.time[0] - 9.0).abs() < 1e-9 && (hold.time[1] - 9.396).abs() < 1e-9);
    recording.left_out = vec![armwright_runtime::Torque {
        side: Side::Joint,
        row: 1,
    }];
    assert!(holds(&[recording], robot.model()).is_empty());
}

/// What is held in several recordings, or of several joints, is told of each by itself.
#[test]
fn what_is_held_is_told_for_each_recording_and_joint() {
    let model = double_pendulum::ROBOT.model();
    let wave = |time: f64| 5.0 * (1.3 * time).sin();
    let elbow = hold([7.2, 7.6], wave(7.2));
    let again = Hold {
        recording: "again".to_owned(),
        ..elbow.clone()
    };
    let own = series(wave, std::slice::from_ref(&elbow));
    let mut other = own.clone();
    other.name = "again".to_owned();
    let told = |holds: &[Hold]| -> Vec<(String, String)> {
        let found = confirmed(holds, &[own.clone(), other.clone()], model);
        let each = found.into_iter().inspect(|fault| {
            let Sensed::HeldTorque(held) = &fault.sensed else {
                panic!("{fault:?}")
            };
            assert_eq!((held.times, held.share), (1, 0.02));
        });
        each.map(|fault| (fault.recording, fault.joint)).collect()
    };
    let said = |recording: &str| (recording.to_owned(), "elbow".to_owned());
    assert_eq!(told(&[elbow.clone(), again]), [said("run"), said("again")]);
    // The shoulder has the torque that it is asked for.
    let shoulder = Hold {
        place: 0,
        name: "shoulder",
        ..hold([3.0, 3.4], 1.0)
    };
    assert_eq!(told(&[shoulder, elbow]), [said("run")]);
}

/// 16 steps of no size, 10 more of them far behind; what is in a run, and windows that a run breaks off, do not count.
#[test]
fn what_is_usual_is_the_most_that_repeats_in_a_window() {
    let same = |k: usize| (50..66).contains(&k) || (150..160).contains(&k);
    let steps = |to: usize| (0..to).filter(|k| !same(*k)).count();
    let mut values: Vec<f64> = (0..200).map(|k| 0.5 * steps(k) as f64).collect();
    let of = |values: &[f64], length: usize, runs: &[Run], same: &dyn Fn(usize) -> bool| {
        let usual = Usual::of(values, runs.iter(), &[], length, same);
        usual.map(|usual| (usual.step, usual.repeats))
    };
    assert_eq!(of(&values, 4, &[], &same), Some((0.5, 17.0 / 65.0)));
    assert_eq!(of(&values, 80, &[], &same), Some((0.5, 17.0 / 81.0)));
    assert_eq!(of(&values, 120, &[], &same), Some((0.5, 27.0 / 121.0)));
    // Of 99 steps all are seen by the 36 windows that there are.
    let hundred = of(&values[..100], 4, &[], &same);
    assert_eq!(hundred, Some((0.5, 17.0 / 65.0)));
    let run = |first, length| Run { first, length };
    let within = |k: usize| (90..119).contains(&k);
    values[105] += 7.0;
    let found = of(&values, 4, &[run(100, 10)], &within);
    assert_eq!(found, Some((0.5, 10.0 / 65.0)));
    let often: Vec<Run> = (0..5).map(|k| run(40 * k + 20, 2)).collect();
    let found = of(&values, 4, &often, &within);
    assert_eq!(found, Some((7.5, 1.0)));
    // Windows see 98 of 198 samples outside of the longest run, and half of them.
    let never = |_: usize| false;
    let found = [99, 100].map(|first| of(&values, 4, &[run(first, 2), run(150, 2)], &never));
    assert_eq!(found, [Some((7.5, 1.0)), Some((7.5, 1.0 / 65.0))]);
    assert_eq!(of(&values, 4, &[run(20, 60), run(90, 80)], &within), None);
    // Outside of one run 78 of 80 are left, though in no window of 64.
    let found = of(&values, 4, &[run(20, 120)], &within);
    assert_eq!(found, Some((0.5, 1.0)));
}

/// Joints of which a held motor's is a part have torques that go on.
#[test]
fn holds_of_motors_are_found_where_they_were_measured() {
    let model = armwright_robots::abb_wrist::ROBOT.model();
    let arrays = Arrays {
        name: "run".to_owned(),
        rate: 250.0,
        side: Side::Motor,
        position: vec![column(0.0); 3],
        torque: vec![column(0.1), held(column(0.1), 2000, 100), column(0.1)],
        ..Arrays::default()
    };
    let recording = Recording::from_arrays(model, arrays).expect("a recording");
    let found = holds(&[recording], model);
    let [hold] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((hold.place, hold.name, hold.side), (1, "m2", Side::Motor));
    assert!((hold.value - column(0.1)[2000]).abs() < 1e-9, "{hold:?}");
}

/// Both joints go to and fro at 250 Hz for a second and rest for 0.8 s. Torques without noise are one value in each rest; that of the elbow stays
/// what it is for 0.4 s of a motion as well.
#[test]
fn what_is_held_is_told_from_rests() {
    let robot = &double_pendulum::ROBOT;
    let (period, rest) = (450, 200);
    // Where it is, and what its torque is beside that of gravity.
    let at = |k: usize| {
        let (to, since) = (k / period, k % period);
        let share = since.saturating_sub(rest) as f64 / (period - rest) as f64;
        let turn = std::f64::consts::PI * share;
        let (moved, beside) = (0.5 - 0.5 * turn.cos(), 4.0 * (2.0 * turn).sin());
        match to % 2 == 0 {
            true => (moved, -beside),
            false => (1.0 - moved, beside),
        }
    };
    let position: Vec<f64> = (0..4500).map(|k| at(k).0).collect();
    let torque = (0..4500).map(|k| 8.0 * (at(k).0 + 0.3).sin() + at(k).1);
    let torque: Vec<f64> = torque.collect();
    let found = |torque: Vec<f64>| {
        let arrays = Arrays {
            name: "run".to_owned(),
            rate: 250.0,
            position: vec![position.clone(); 2],
            torque: vec![torque.clone(), torque],
            ..Arrays::default()
        };
        let recording = Recording::from_arrays(robot.model(), arrays).expect("a recording");
        holds(&[recording], robot.model())
    };
    assert!(found(torque.clone()).is_empty());
    let first = 2 * period + rest + 60;
    let wrong = found(held(torque.clone(), first, 100));
    assert_eq!(wrong.len(), 2, "{wrong:?}");
    for hold in &wrong {
        assert!(
            (hold.time[0] - first as f64 / 250.0).abs() < 1e-9,
            "{hold:?}"
        );
        assert!(hold.rests.is_empty(), "{hold:?}");
    }
    // From the middle of a rest on the motion alone counts.
    let wrong = found(held(torque, 2 * period + 100, 250));
    let [hold, _] = &wrong[..] else {
        panic!("{wrong:?}")
    };
    let [[_, to]] = hold.rests[..] else {
        panic!("{hold:?}")
    };
    let begins = f64::from(2 * 450 + 200) / 250.0;
    assert!((to - begins).abs() < 0.1, "{hold:?}");
}

/// Of a hold in whose samples all joints rest, or that lies in what was trimmed off, nothing is known.
#[test]
fn what_is_held_in_a_rest_or_beyond_what_counts_is_not_wrong() {
    let model = double_pendulum::ROBOT.model();
    let wave = |time: f64| 5.0 * (1.3 * time).sin();
    let wrong = hold([7.2, 8.0], wave(7.2));
    let said =
        |hold: &Hold, series: Series| confirmed(std::slice::from_ref(hold), &[series], model).len();
    let own = || series(wave, std::slice::from_ref(&wrong));
    assert_eq!(said(&wrong, own()), 1);
    for (rest, expected) in [([7.2, 8.0], 0), ([7.2, 7.61], 1)] {
        let rests = vec![rest];
        assert_eq!(
            said(
                &Hold {
                    rests,
                    ..wrong.clone()
                },
                own()
            ),
            expected
        );
    }
    // The first sample is off, but half a second behind the middle.
    let trimmed = hold([-1.0, -0.1], 0.0);
    let mut beyond = series(wave, &[]);
    beyond.measured[1][0] = 9.0;
    assert_eq!(said(&trimmed, beyond), 0);
}
