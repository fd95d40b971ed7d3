//! Twist and gap that are written down, and their deviations over stretches.

use nalgebra::{DMatrix, DVector};

use super::{JointPlay, PlayError, noise, play, plays};
use crate::random::Random;
use crate::recording::{Arrays, Recording, SecondPosition};
use crate::regression::by_hand::{self, ByHand, MODEL};
use armwright_robots::abb_wrist::ROBOT;
use armwright_runtime::{Measured, Model, Motor, Robot, Side};

const RATIO: f64 = -40.0;

/// Positions of motor and joint, and torque: a stiffness of 1000, a gap of 0.004, an offset of 0.02, and what is added to the twist.
fn between(samples: usize, noise: &mut dyn FnMut(usize) -> f64) -> [Vec<f64>; 3] {
    let mut all = [Vec::new(), Vec::new(), Vec::new()];
    for k in 0..samples {
        let torque = 12.0 * (0.031 * k as f64 + 0.3).sin() + 3.0 * (0.17 * k as f64).cos();
        let joint = 0.4 * (0.013 * k as f64).cos();
        let twist = 0.02 + 1e-3 * torque + 0.002 * torque.signum() + noise(k);
        all[0].push(RATIO * (joint + twist));
        all[1].push(joint);
        all[2].push(torque);
    }
    all
}

#[test]
fn twist_and_gap_come_back() {
    let [motor, joint, torque] = between(480, &mut |_| 0.0);
    let found = play(&motor, &joint, &torque, RATIO).expect("what lies between");
    let near = |value: Option<f64>, expected: f64| {
        assert!((value.expect("a value") - expected).abs() < 1e-12)
    };
    near(found.compliance.value, 1e-3);
    near(found.backlash.value, 0.004);
    assert!(found.compliance.is_there && found.backlash.is_there && found.residual < 1e-12);
    // The other way round both are below zero, and not there.
    let opposite: Vec<f64> = torque.iter().map(|x| -x).collect();
    let found = play(&motor, &joint, &opposite, RATIO).expect("what lies between");
    near(found.compliance.value, -1e-3);
    near(found.backlash.value, -0.004);
    assert!(!found.compliance.is_there && !found.backlash.is_there);
}

/// A sandwich over 24 stretches, wider as Student's t of 21 degrees of freedom is: 2.079614 holds 95 %.
#[test]
fn deviations_are_those_of_stretches() {
    let mut random = Random::new(5);
    let mut last = 0.0;
    let mut noise = |_: usize| {
        last = 0.8 * last + 1e-4 * random.normal();
        last
    };
    let samples = 500;
    let [motor, joint, mut torque] = between(samples, &mut noise);
    let mut of_torque = Random::new(6);
    torque
        .iter_mut()
        .for_each(|x| *x += 0.3 * of_torque.normal());
    let found = play(&motor, &joint, &torque, RATIO).expect("what lies between");
    // Without the samples whose torque is within four deviations of noise, by its third differences.
    let mut thirds: Vec<f64> = torque
        .windows(4)
        .map(|t| (t[3] - 3.0 * t[2] + 3.0 * t[1] - t[0]).abs())
        .collect();
    thirds.sort_by(f64::total_cmp);
    let least = 4.0 * thirds[248] / 0.674_489_750_196 / 20.0f64.sqrt();
    // What three samples before and three after tell, the next ones left out.
    let inside = 4..samples - 4;
    let around = |k: usize| {
        let places = [k - 4, k - 3, k - 2, k + 2, k + 3, k + 4];
        places.map(|k| torque[k]).iter().sum::<f64>() / 6.0
    };
    let one_sign = |k: usize| {
        let mut all = (0..5).filter(|by| *by != 1);
        all.all(|by| torque[k - by] * around(k) > 0.0 && torque[k + by] * around(k) > 0.0)
    };
    let kept = |k: usize| {
        let counts = inside.contains(&k) && one_sign(k) && around(k).abs() >= least;
        f64::from(u8::from(counts))
    };
    let row = |k: usize, own: bool| match kept(k) {
        0.0 => [0.0; 3],
        _ if own => [1.0, torque[k], 0.5 * around(k).signum()],
        _ => [1.0, around(k), 0.5 * around(k).signum()],
    };
    let matrix = DMatrix::from_fn(samples, 3, |k, j| row(k, true)[j]);
    let instruments = DMatrix::from_fn(samples, 3, |k, j| row(k, false)[j]);
    let twist = DVector::from_fn(samples, |k, _| kept(k) * (motor[k] / RATIO - joint[k]));
    let count: f64 = (0..samples).map(kept).sum();
    assert!(count < 492.0);
    let inverse = instruments.tr_mul(&matrix).try_inverse();
    let inverse = inverse.expect("an inverse");
    let values = &inverse * instruments.tr_mul(&twist);
    let left = &twist - &matrix * &values;
    let mut middle = DMatrix::zeros(3, 3);
    for stretch in 0..24 {
        let sum: DVector<f64> = (stretch * samples / 24..(stretch + 1) * samples / 24)
            .map(|k| instruments.row(k).transpose() * left[k])
            .sum();
        middle += &sum * sum.transpose();
    }
    let covariance = &inverse * middle * inverse.transpose();
    let wider = 2.079_613_845 / 1.959_963_984_5 * (24.0f64 / 21.0).sqrt();
    for (found, k) in [(found.compliance, 1), (found.backlash, 2)] {
        assert!((found.value.expect("a value") / values[k] - 1.0).abs() < 1e-6);
        let std = wider * covariance[(k, k)].sqrt();
        assert!(
            (found.std.expect("a deviation") / std - 1.0).abs() < 1e-5,
            "{found:?} {std}"
        );
    }
    assert!((found.residual / (left.norm_squared() / (count - 3.0)).sqrt() - 1.0).abs() < 1e-9);
}

/// Noise of the torque turns its sign where it is small: of a large gap that is most of the error.
#[test]
fn a_gap_is_no_smaller_for_noise_of_the_torque() {
    let mut random = Random::new(8);
    let [motor, joint, mut torque] = between(20_000, &mut |_| 1e-5 * random.normal());
    torque.iter_mut().for_each(|x| *x += 0.1 * random.normal());
    let found = play(&motor, &joint, &torque, RATIO).expect("what lies between");
    for (found, truth) in [(found.compliance, 1e-3), (found.backlash, 0.004)] {
        let off = found.value.expect("a value") - truth;
        let std = found.std.expect("a deviation");
        assert!(off.abs() < 3.0 * std && std < 0.01 * truth, "{off} {std}");
    }
}

/// One visit of the other flank says nothing of how much visits differ.
#[test]
fn a_flank_that_is_seen_once_tells_no_gap() {
    let torque = |k: usize, turns: f64| 3.0 * (turns * k as f64 / 4_800.0).cos() + 2.9;
    for (turns, told) in [(std::f64::consts::TAU, false), (60.0, true)] {
        let mut random = Random::new(4);
        let torque: Vec<f64> = (0..4_800).map(|k| torque(k, turns)).collect();
        let joint: Vec<f64> = (0..4_800).map(|k| (0.01 * k as f64).sin()).collect();
        let of = |(torque, joint): (&f64, &f64)| {
            joint + 1e-3 * torque + 1e-4 * torque.signum() + 1e-5 * random.normal()
        };
        let motor: Vec<f64> = torque.iter().zip(&joint).map(of).collect();
        let found = play(&motor, &joint, &torque, 1.0).expect("what lies between");
        assert!(found.compliance.is_there);
        assert_eq!(found.backlash.value.is_some(), told, "{found:?}");
        assert_eq!(found.backlash.is_there, told);
    }
}

/// A tenth of the torque is noise: no smaller compliance, and no gap where there is none.
#[test]
fn noise_of_the_torque_makes_no_gap() {
    let (mut square, mut there) = ([0.0; 2], 0);
    let runs = 40;
    for seed in 0..runs {
        let mut random = Random::new(100 + seed);
        let [mut motor, joint, mut torque] = between(3_000, &mut |_| 1e-5 * random.normal());
        for ((motor, joint), torque) in motor.iter_mut().zip(&joint).zip(&torque) {
            *motor = RATIO * (joint + 0.02 + 1e-3 * torque);
        }
        torque.iter_mut().for_each(|x| *x += random.normal());
        let found = play(&motor, &joint, &torque, RATIO).expect("what lies between");
        for (k, (found, truth)) in [(found.compliance, 1e-3), (found.backlash, 0.0)]
            .into_iter()
            .enumerate()
        {
            let off = found.value.expect("a value") - truth;
            square[k] += (off / found.std.expect("a deviation")).powi(2) / runs as f64;
        }
        there += usize::from(found.backlash.is_there);
    }
    assert!(square.iter().all(|x| *x < 1.6), "{square:?}");
    assert!(there < 2, "{there} of {runs}");
}

#[test]
fn what_does_not_tell_it_is_refused_by_name() {
    let [motor, joint, torque] = between(480, &mut |_| 0.0);
    let refused = |motor: &[f64], joint: &[f64], torque: &[f64], ratio: f64| {
        play(motor, joint, torque, ratio)
            .expect_err("a refusal")
            .to_string()
    };
    assert_eq!(
        refused(&motor[..470], &joint, &torque[..460], RATIO),
        "motor, joint and torque have 470, 480 and 460 samples: they must be as many"
    );
    assert_eq!(
        refused(&motor, &joint, &torque, 0.0),
        "a motor cannot turn 0 times as far as its joint"
    );
    assert_eq!(
        refused(&motor, &joint, &torque, f64::NAN),
        "a motor cannot turn NaN times as far as its joint"
    );
    assert_eq!(
        refused(&motor, &joint, &torque, f64::INFINITY),
        "a motor cannot turn inf times as far as its joint"
    );
    for place in 0..3 {
        let mut columns = [motor.clone(), joint.clone(), torque.clone()];
        columns[place][41] = f64::INFINITY;
        assert_eq!(
            refused(&columns[0], &columns[1], &columns[2], RATIO),
            "sample 42 is not of finite numbers"
        );
    }
    assert_eq!(
        refused(&motor[..479], &joint[..479], &torque[..479], RATIO),
        "479 samples: 480 at least are needed to tell twist from noise"
    );
    let still = vec![0.5; 480];
    let said = |what: &str| {
        format!("{what} never changes: nothing is told of what is between motor and joint")
    };
    assert_eq!(
        refused(&still, &joint, &torque, RATIO),
        said("the motor's position")
    );
    assert_eq!(
        refused(&motor, &still, &torque, RATIO),
        said("the joint's position")
    );
    assert_eq!(refused(&motor, &joint, &still, RATIO), said("torque"));
}

/// Degrees of the motor for radians, a joint's position for its motor's, the other sign and a position of another joint are no twist; a
/// joint that is held while its motor twists it is.
#[test]
fn positions_of_another_unit_or_side_are_refused() {
    let [motor, joint, torque] = between(480, &mut |_| 0.0);
    let scaled = |factor: f64| -> Vec<f64> { motor.iter().map(|x| factor * x).collect() };
    let refused = |motor: &[f64]| {
        let found = play(motor, &joint, &torque, RATIO);
        found.expect_err("a refusal")
    };
    for (factor, slope) in [(57.3, 57.3), (1.0 / RATIO, -0.025), (-1.0, -1.0)] {
        let PlayError::Unlike(found) = refused(&scaled(factor)) else {
            panic!("{factor}")
        };
        assert!((found / slope - 1.0).abs() < 0.02, "{found} {slope}");
    }
    let other = |k: usize| RATIO * 0.4 * (0.031 * k as f64).sin();
    let other: Vec<f64> = (0..480).map(other).collect();
    let said = refused(&other).to_string();
    let begin = "motor and joint do not move alike: by its ratio the motor moves ";
    assert!(said.starts_with(begin), "{said}");
    // A hundredth of the motion, and the whole of the twist.
    let held: Vec<f64> = joint.iter().map(|x| 0.01 * x).collect();
    let pairs = motor.iter().zip(joint.iter().zip(&held));
    let twisted: Vec<f64> = pairs.map(|(m, (x, held))| m + RATIO * (held - x)).collect();
    let found = play(&twisted, &held, &torque, RATIO).expect("what lies between");
    assert!(found.compliance.is_there);
}

/// Motors the other way round: of a slide that moves by 30 mm that is no twist; of one that is held, and of a joint that turns by
/// 0.03 rad, it may be one.
#[test]
fn a_slide_moves_well_by_millimetres() {
    let column = |of: &dyn Fn(f64) -> f64| -> Vec<f64> {
        (0..600).map(|k: u32| of(0.01 * f64::from(k))).collect()
    };
    let told = |size: f64| -> Vec<bool> {
        let mut recording = by_hand::recording(600);
        recording.position = vec![column(&|t| -size * (1.3 * t).cos()); 2];
        recording.further.second_position = Some(SecondPosition {
            side: Side::Joint,
            columns: vec![column(&|t| size * (1.3 * t).cos()); 2],
        });
        recording.torque = Some(vec![column(&|t| 9.0 * (2.1 * t + 0.2).sin()); 2]);
        let found = plays(&ByHand(&MODEL), &[recording]);
        found.iter().map(|joint| joint.play.is_some()).collect()
    };
    assert_eq!(told(0.03), [true, false]);
    assert_eq!(told(0.001), [true, true]);
    assert_eq!(told(0.3), [false, false]);
}

/// The wrist with a compliance of each joint: motors turn by `-60 q1`, `10 q1 + 50 q2` and `-8 q1 + 12 q2 + 45 q3`.
#[test]
fn joints_give_whichever_side_was_measured_beside() {
    let samples = 600;
    let column = |of: &dyn Fn(f64) -> f64| {
        (0..samples)
            .map(|k| of(0.01 * k as f64))
            .collect::<Vec<f64>>()
    };
    let joint = [0, 1, 2].map(|k| column(&|t| 0.4 * ((1.3 + 0.4 * k as f64) * t).cos()));
    let torque = [0, 1, 2].map(|k| column(&|t| 9.0 * ((2.1 + 0.3 * k as f64) * t + 0.2).sin()));
    let compliance = [1e-3, -2e-3, 3e-3];
    let turned = [0, 1, 2].map(|k| {
        let pairs = joint[k].iter().zip(&torque[k]);
        pairs
            .map(|(q, tau)| q + compliance[k] * tau)
            .collect::<Vec<f64>>()
    });
    let motors = |q: &[Vec<f64>; 3]| -> Vec<Vec<f64>> {
        let rows = [[-60.0, 0.0, 0.0], [10.0, 50.0, 0.0], [-8.0, 12.0, 45.0]];
        rows.map(|row| {
            (0..samples)
                .map(|t| (0..3).map(|k| row[k] * q[k][t]).sum())
                .collect()
        })
        .to_vec()
    };
    let of = |position: &[Vec<f64>; 3], side: Side, columns: Vec<Vec<f64>>| {
        let arrays = Arrays::new(100.0, position.to_vec(), torque.to_vec());
        let mut recording = Recording::from_arrays(ROBOT.model(), arrays).expect("a recording");
        recording.further.second_position = Some(SecondPosition { side, columns });
        recording
    };
    let told = |recordings: &[Recording]| plays(&ROBOT, recordings);
    let check = |found: Vec<JointPlay>| {
        let names: Vec<&str> = found.iter().map(|joint| joint.joint.as_str()).collect();
        assert_eq!(names, ["q1", "q2", "q3"]);
        for (found, expected) in found.iter().zip(compliance) {
            let play = found.play.as_ref().expect("what lies between");
            assert!(
                (play.compliance.value.expect("a value") - expected).abs() < 1e-9,
                "{found:?}"
            );
            assert!(play.backlash.value.is_some_and(|x| x.abs() < 1e-9) && found.reason.is_none());
        }
    };
    // Joints with the motors beside, and motors (as joints) with the joints beside.
    let beside = of(&joint, Side::Motor, motors(&turned));
    check(told(std::slice::from_ref(&beside)));
    let other = of(&turned, Side::Joint, joint.to_vec());
    check(told(&[other.clone(), beside.clone()]));
    // What was bridged does not count.
    let mut bridged = beside.clone();
    bridged.bridged = (0..samples).map(|k| (100..110).contains(&k)).collect();
    for column in &mut bridged.position {
        column[100..110].fill(77.0);
    }
    check(told(std::slice::from_ref(&bridged)));
    check(told(&[other.clone(), bridged.clone()]));
    check(told(&[bridged, other.clone()]));
    // One joint that stands still says so, and the others what lies between.
    let mut still = beside.clone();
    still.position[1].fill(0.3);
    let found = told(&[still]);
    let reasons: Vec<Option<&str>> = found.iter().map(|one| one.reason.as_deref()).collect();
    let why =
        "the joint's position never changes: nothing is told of what is between motor and joint";
    assert_eq!(reasons, [None, Some(why), None]);
    let is_told: Vec<bool> = found.iter().map(|one| one.play.is_some()).collect();
    assert_eq!(is_told, [true, false, true]);
    // Recordings without the one or the other say nothing.
    let mut bare = beside.clone();
    bare.further.second_position = None;
    assert!(told(std::slice::from_ref(&bare)).is_empty());
    check(told(&[bare, other]));
    let mut silent = beside;
    silent.torque = None;
    assert!(told(&[silent]).is_empty());
}

const fn row(name: &'static str) -> Measured {
    Measured { name, unit: "N" }
}

const fn motor(name: &'static str) -> Motor {
    Motor {
        name,
        torque_constant: None,
        is_passive: false,
    }
}

/// A sensor of force, and the torque of the second joint.
const SENSED: Model = Model {
    measured: &[row("fx_b"), row("tau_j2")],
    base_of_torque: false,
    ..MODEL
};

/// The same where motors, which are measured, are called as joints.
const NAMED: Model = Model {
    side: Side::Motor,
    motors: &[motor("j1"), motor("j2")],
    ..SENSED
};

/// Torques of both joints behind the wrench on a base.
const MOVING: Model = Model {
    bodies: &["base", "a", "b"],
    ..MODEL
};

/// Both joints twist alike under a torque, and under one that is twice as large.
#[test]
fn torques_among_other_rows_tell_what_lies_between() {
    let column = |of: &dyn Fn(f64) -> f64| -> Vec<f64> {
        (0..600).map(|k: u32| of(0.01 * f64::from(k))).collect()
    };
    let joint = |t: f64| 0.4 * (1.3 * t).cos();
    let torque = |t: f64| 9.0 * (2.1 * t + 0.2).sin();
    let (one, two) = (column(&torque), column(&|t| 2.0 * torque(t)));
    let recording = |measured: Vec<Vec<f64>>| {
        let mut recording = by_hand::recording(600);
        recording.position = vec![column(&|t| joint(t) + 1e-3 * torque(t)); 2];
        recording.further.second_position = Some(SecondPosition {
            side: Side::Joint,
            columns: vec![column(&joint); 2],
        });
        (recording.torque, recording.measured) = (None, Some(measured));
        recording
    };
    let sensed = recording(vec![vec![5.0; 600], two.clone()]);
    let mut moving = vec![vec![0.0; 600]; 6];
    moving.extend([one.clone(), two.clone()]);
    let mut whole = sensed.clone();
    (whole.torque, whole.measured) = (Some(vec![one, two]), None);
    let of: [(&'static Model, Vec<Recording>, _); 4] = [
        (&SENSED, vec![sensed.clone()], [None, Some(5e-4)]),
        (
            &SENSED,
            vec![sensed.clone(), whole],
            [Some(1e-3), Some(5e-4)],
        ),
        (&NAMED, vec![sensed], [None, None]),
        (&MOVING, vec![recording(moving)], [Some(1e-3), Some(5e-4)]),
    ];
    for (model, recordings, expected) in of {
        let found = plays(&ByHand(model), &recordings);
        assert_eq!(found.len(), 2);
        for (found, expected) in found.into_iter().zip(expected) {
            let compliance = found.play.and_then(|play| play.compliance.value);
            assert_eq!(compliance.is_some(), expected.is_some());
            let off = compliance.unwrap_or(0.0) - expected.unwrap_or(0.0);
            assert!(off.abs() < 1e-9, "{off}");
            let why = "the robot file says that something else than its torque is measured, and torques beside that are not \
                       kept: use a file with `measure: [torque]`";
            assert_eq!(found.reason.is_some(), expected.is_none());
            assert!(found.reason.is_none_or(|reason| reason == why));
        }
    }
}

/// `9 - 3 (4 - 2) - 1` is 2, and the median of one size is that size; three samples have no third difference.
#[test]
fn four_samples_have_one_third_difference() {
    let found = noise(&[1.0, 2.0, 4.0, 9.0]);
    let wanted = 2.0 / 0.674_489_750_196 / 20f64.sqrt();
    assert!((found / wanted - 1.0).abs() < 1e-9, "{found} {wanted}");
    assert_eq!(noise(&[1.0, 2.0, 4.0]), 0.0);
    // What is a parabola besides has none.
    assert_eq!(noise(&[1.0, 4.0, 9.0, 16.0, 25.0]), 0.0);
}

/// A torque that is below zero in the middle of some of the 24 stretches, of 200 samples each.
#[test]
fn a_gap_is_told_from_three_visits_of_a_flank_on() {
    let told = |visited: &[usize]| {
        let below = |k: usize| visited.contains(&(k / 200)) && (50..150).contains(&(k % 200));
        let torque = |k: usize| match below(k) {
            true => -2.0 - 0.3 * (0.013 * k as f64).sin(),
            false => 3.0 + 0.5 * (0.01 * k as f64).cos(),
        };
        let torque: Vec<f64> = (0..4_800).map(torque).collect();
        let joint: Vec<f64> = (0..4_800).map(|k| (0.01 * k as f64).sin()).collect();
        let pairs = torque.iter().zip(&joint);
        let of = |(torque, joint): (&f64, &f64)| joint + 1e-3 * torque + 1e-4 * torque.signum();
        let motor: Vec<f64> = pairs.map(of).collect();
        let found = play(&motor, &joint, &torque, 1.0).expect("what lies between");
        assert!(found.compliance.value.is_some());
        found.backlash.value
    };
    assert_eq!(told(&[3, 11]), None);
    let found = told(&[3, 11, 20]).expect("a gap");
    assert!((found - 2e-4).abs() < 1e-9, "{found}");
}
