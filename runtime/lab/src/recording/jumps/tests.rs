//! Positions that jump, and what is like it and is none.

use std::f64::consts::PI;

use super::{Encoders, jumps, parted};
use crate::recording::repair::{Action, Cause};
use crate::recording::{Arrays, Recording};
use crate::regression::by_hand::MODEL;
use crate::transmission::Drive;
use armwright_runtime::{Joint, Side};

const ROWS: usize = 2000;

/// A motion at 1 kHz, 1 mrad from row to row at most.
fn swing(k: usize) -> f64 {
    0.5 * (0.002 * k as f64).sin()
}

fn column(of: impl Fn(usize) -> f64) -> Vec<f64> {
    (0..ROWS).map(of).collect()
}

/// The same, farther by so much from a row on.
fn set_anew(from: usize, by: f64) -> Vec<f64> {
    column(|k| swing(k) + if k < from { 0.0 } else { by })
}

fn even() -> Vec<f64> {
    column(|k| 1e-3 * k as f64)
}

/// Rows at which the position of a joint jumps.
fn found(joint: Joint, position: Vec<f64>, time: &[f64]) -> Vec<usize> {
    found_beside(&[], joint, position, time)
}

/// The same beside torques.
fn found_beside(torque: &[Vec<f64>], joint: Joint, position: Vec<f64>, time: &[f64]) -> Vec<usize> {
    let (joints, stretches) = ([joint], [(0..ROWS).collect::<Vec<usize>>()]);
    let encoders = Encoders {
        joints: &joints,
        drive: None,
    };
    let found = jumps(&[position], torque, &encoders, time, &stretches, 1e-3);
    found.iter().map(|jump| jump.row).collect()
}

/// A joint whose speed has this limit.
fn limited(velocity: Option<f64>) -> Joint {
    Joint {
        velocity,
        ..MODEL.joints[0]
    }
}

fn of_one(position: Vec<f64>) -> Vec<usize> {
    found(limited(None), position, &even())
}

/// Of 0.2 rad at a joint that turns, and of 0.3 m and 0.25 m at one that slides.
#[test]
fn rows_are_parted_where_positions_jump() {
    let slides = set_anew(800, -0.3);
    let again = |k: usize| slides[k] + if k < 1500 { 0.0 } else { 0.25 };
    let position = [set_anew(800, 0.2), column(again)];
    let rows: Vec<usize> = (0..ROWS).collect();
    let stretches = [rows[..1000].to_vec(), rows[1000..].to_vec()];
    let encoders = Encoders::of(&MODEL, Side::Joint);
    let found = jumps(&position, &[], &encoders, &even(), &stretches, 1e-3);
    let told: Vec<_> = found.iter().map(|jump| jump.told()).collect();
    for (done, row, names, far) in [(&told[0], 800, "j1 j2", 0.3), (&told[1], 1500, "j2", 0.25)] {
        assert_eq!((done.rows, done.count), ([row; 2], 1));
        assert_eq!(done.done, Action::Split);
        let Cause::Jumped { of, by, unit } = &done.why else {
            panic!("{:?}", done.why)
        };
        assert_eq!((of.join(" ").as_str(), *unit), (names, "m"));
        assert!((by - far).abs() < 1.1e-3, "{by}");
    }
    assert_eq!(told.len(), 2);
    let parts = parted(stretches.to_vec(), &found);
    let ends: Vec<[usize; 2]> = parts.iter().map(|rows| [rows[0], rows.len()]).collect();
    assert_eq!(ends, [[0, 800], [800, 200], [1000, 500], [1500, 500]]);
    assert_eq!(parted(stretches.to_vec(), &[]), stretches);
}

/// Within 1 ms a joint without a limit may move by 40 mrad, and one of 2 rad/s by 6.
#[test]
fn a_jump_is_faster_than_any_joint() {
    assert!(of_one(set_anew(900, 0.03)).is_empty());
    assert_eq!(of_one(set_anew(900, 0.05)), [900]);
    let of = |limit: f64, position: Vec<f64>| found(limited(Some(limit)), position, &even());
    assert_eq!(of(2.0, set_anew(900, 0.03)), [900]);
    // Less than ten times what it moves beside is none, however slow the joint.
    assert!(of(0.1, set_anew(0, 0.0)).is_empty());
    assert!(of(0.1, set_anew(100, 0.008)).is_empty());
}

/// Of one that is slower than three times the limit is only said that it jumps where another does.
#[test]
fn beside_a_jump_slower_ones_are_seen() {
    let of = |by: f64| {
        let again = set_anew(1500, 0.02);
        let position = set_anew(700, by).into_iter().zip(again);
        let position = position.enumerate().map(|(k, (x, y))| x + y - swing(k));
        found(limited(Some(10.0)), position.collect(), &even())
    };
    assert!(of(0.0).is_empty());
    assert!(of(0.02).is_empty());
    assert_eq!(of(0.05), [700, 1500]);
}

/// A run that ends at rest, whether or not its encoder repeats one number there, and one that begins so elsewhere, or in motion.
#[test]
fn runs_that_rest_between_are_parted() {
    let smooth = |k: usize| 0.25 * (1.0 - (1e-3 * PI * k as f64).cos());
    let joined = |step: f64| {
        column(|k| match k {
            0..1000 => smooth(k),
            1000..1200 => smooth(1000) + step * (k % 2) as f64,
            _ => 1.0 + smooth(k - 1200),
        })
    };
    assert_eq!(of_one(joined(1e-5)), [1200]);
    assert_eq!(of_one(joined(0.0)), [1200]);
    let coarse = joined(0.0)
        .iter()
        .map(|x| (2e4 * x).round() / 2e4)
        .collect();
    assert_eq!(of_one(coarse), [1200]);
    let rests = |k: usize| {
        if k < 1200 {
            smooth(k.min(1000))
        } else {
            1.0 + smooth(k - 600)
        }
    };
    assert_eq!(of_one(column(rests)), [1200]);
    // Half way it does not rest.
    let stops = |k: usize| {
        if k < 700 {
            smooth(k.min(500))
        } else {
            1.0 + smooth(k)
        }
    };
    assert!(of_one(column(stops)).is_empty());
}

/// Near its turning point it stands for 0.64 s, and is then 0.33 rad from there: of a position with noise that repeats nothing else it was the
/// encoder that stood.
#[test]
fn what_repeats_noise_was_no_rest() {
    let noisy = |k: usize| swing(k) + 1e-3 * (0.7 * (k * k) as f64).sin();
    let held = |k: usize| if (760..1400).contains(&k) { 760 } else { k };
    assert!(of_one(column(|k| noisy(held(k)))).is_empty());
    // With noise at rest as well it was the joint.
    let rests = |k: usize| swing(held(k)) + noisy(k) - swing(k);
    assert_eq!(of_one(column(rests)), [1400]);
    // Nor did it stand where the logger repeated rows: the torque is repeated with it, and goes on with it.
    let beside = |torque: &dyn Fn(usize) -> f64| {
        let position = column(|k| noisy(held(k)));
        found_beside(&[column(torque)], limited(None), position, &even())
    };
    let torque = |k: usize| (0.003 * k as f64).cos();
    assert_eq!(beside(&|k| torque(held(k))), [1400]);
    assert!(beside(&torque).is_empty());
    assert!(beside(&|_| 0.3).is_empty());
}

/// One of 1 s between rests of 0.3 s and 0.7 s, in both of which the encoder is set anew.
#[test]
fn an_encoder_that_is_set_anew_in_the_first_or_last_rest_jumps() {
    let smooth = |k: usize| 0.25 * (1.0 - (1e-3 * PI * k as f64).cos());
    let rests = |k: usize| smooth(k.clamp(300, 1300) - 300);
    let homed = |first: usize, last: usize| {
        column(|k| rests(k) + if (first..last).contains(&k) { 0.0 } else { 0.7 })
    };
    assert_eq!(of_one(homed(200, 1500)), [200, 1500]);
    assert_eq!(of_one(homed(200, ROWS)), [200]);
    assert_eq!(of_one(homed(0, 1500)), [1500]);
    // Of less than a twentieth of a second it is not said that it rests there.
    assert!(of_one(homed(40, 1960)).is_empty());
    // Nor beside a joint that moves, or of one that moves at once.
    let joints = [limited(None), limited(None)];
    let encoders = Encoders {
        joints: &joints,
        drive: None,
    };
    let rows: Vec<usize> = (0..ROWS).collect();
    let position = [homed(200, 1500), column(swing)];
    assert!(jumps(&position, &[], &encoders, &even(), &[rows], 1e-3).is_empty());
    let moves = |k: usize| if k < 200 { 0.7 } else { swing(k) };
    assert!(of_one(column(moves)).is_empty());
    assert!(of_one(column(|k| moves(ROWS - 1 - k))).is_empty());
}

/// At 100 Hz a second is 100 rows; what is 50 rows apart is so at any rate.
#[test]
fn short_runs_are_parted_and_poses_are_not() {
    let joined = |rows: usize| column(|k| swing(k) + ((k / rows) % 2) as f64);
    let found = |rows: usize, usual: f64| -> Vec<usize> {
        let (joints, stretches) = ([limited(None)], [(0..ROWS).collect::<Vec<usize>>()]);
        let encoders = Encoders {
            joints: &joints,
            drive: None,
        };
        let time = column(|k| usual * k as f64);
        let found = jumps(&[joined(rows)], &[], &encoders, &time, &stretches, usual);
        found.iter().map(|jump| jump.row).collect()
    };
    assert_eq!(found(400, 0.01), [400, 800, 1200, 1600]);
    assert_eq!(found(200, 0.01).len(), 9);
    assert!(found(80, 0.01).is_empty());
    assert!(found(400, 0.002).is_empty());
    assert_eq!(found(60, 0.02).len(), 33);
    assert!(found(45, 0.02).is_empty());
    // Two are parted however close.
    assert_eq!(found(900, 0.001), [900, 1800]);
}

/// `q1 = 0.5 m1`: a motor that rests with its joint, and is set anew there by 1 rad, is not one that had frozen.
#[test]
fn joints_jump_where_a_motor_that_rests_is_set_anew() {
    let drive = Drive::of(&MODEL).expect("an inverse");
    let smooth = |k: usize| 0.5 * (1.0 - (1e-3 * PI * k as f64).cos());
    let set_anew = |k: usize| match k {
        0..1200 => smooth(k.min(1000)),
        _ => 2.0 + smooth(k - 1200),
    };
    let mut position = vec![column(set_anew), column(swing)];
    drive.columns_to_joint(&mut position);
    let encoders = Encoders::of(&MODEL, Side::Motor);
    let rows: Vec<usize> = (0..ROWS).collect();
    let found = jumps(&position, &[], &encoders, &even(), &[rows], 1e-3);
    let rows: Vec<usize> = found.iter().map(|jump| jump.row).collect();
    assert_eq!(rows, [1200]);
}

#[test]
fn what_only_looks_like_a_jump_is_none() {
    let fast = |k: usize| (0.06 * k as f64).sin();
    let coarse = |k: usize| (20.0 * (0.002 * k as f64).sin()).round() / 20.0;
    let held = |k: usize| (0.002 * (k - k % 25) as f64).sin();
    let frozen = |k: usize| swing(if (100..145).contains(&k) { 100 } else { k });
    let slow = |k: usize| swing(if (770..1570).contains(&k) { 770 } else { k });
    let dropped = |k: usize| swing(k) + if (700..704).contains(&k) { 5.0 } else { 0.0 };
    let poses = |k: usize| ((k / 100) as f64).cos() + 1e-4 * (1.7 * k as f64).sin();
    let begun = |k: usize| if k < 5 { 9.0 } else { swing(k) };
    let still = |k: usize| if k < 900 { 0.3 } else { 0.8 };
    let all = [
        column(fast),
        column(coarse),
        column(held),
        column(frozen),
        column(slow),
        column(dropped),
        column(poses),
        column(begun),
        column(still),
    ];
    for (case, position) in all.into_iter().enumerate() {
        assert!(of_one(position).is_empty(), "{case}");
    }
    // Four tenths of a second are missing.
    let time = column(|k| 1e-3 * (k + if k < 900 { 0 } else { 400 }) as f64);
    let position = time.iter().map(|t| (2.0 * t).sin()).collect();
    assert!(found(limited(None), position, &time).is_empty());
}

/// `q1 = 0.5 m1` and `q2 = 0.2 m2 - 0.3 m1`: the first motor freezes for 0.4 s, behind which it is 0.162 rad from there, so that the second
/// joint, which moves all the time, goes on 49 mm from where it was.
#[test]
fn joints_do_not_jump_where_a_motor_goes_on_that_had_frozen() {
    let found = |first: Vec<f64>, second: Vec<f64>, side: Side| -> Vec<usize> {
        let drive = Drive::of(&MODEL).expect("an inverse");
        let mut position = vec![first, second];
        drive.columns_to_joint(&mut position);
        let encoders = Encoders::of(&MODEL, side);
        let rows: Vec<usize> = (0..ROWS).collect();
        let found = jumps(&position, &[], &encoders, &even(), &[rows], 1e-3);
        found.iter().map(|jump| jump.row).collect()
    };
    let frozen = || column(|k| swing(if (800..1200).contains(&k) { 800 } else { k }));
    let slow = |k: usize| 0.3 * (0.003 * k as f64).sin();
    assert_eq!(found(frozen(), column(slow), Side::Joint), [1200]);
    assert!(found(frozen(), column(slow), Side::Motor).is_empty());
    // What is joined jumps, though one of the motors had stood.
    let joined = column(|k| slow(k) + if k < 1200 { 0.0 } else { 1.0 });
    assert_eq!(found(frozen(), joined, Side::Motor), [1200]);
    assert_eq!(
        found(set_anew(1200, 0.3), column(slow), Side::Motor),
        [1200]
    );
}

#[test]
fn a_recording_whose_positions_jump_is_used_in_pieces() {
    let arrays = |by: f64| {
        let torque = column(|k| (0.003 * k as f64).cos());
        Arrays::new(
            1e3,
            vec![set_anew(1200, by), column(swing)],
            vec![torque; 2],
        )
    };
    let pieces = Recording::all_from_arrays(&MODEL, arrays(0.2)).expect("pieces");
    let samples: Vec<usize> = pieces.iter().map(Recording::samples).collect();
    assert_eq!(samples, [1200, 800]);
    let told: Vec<String> = pieces[0].repairs.iter().map(ToString::to_string).collect();
    let [told] = &told[..] else {
        panic!("{told:?}")
    };
    let begins = "position of j1 jumps by 0.199 rad from one row to the next: ";
    assert!(told.starts_with(begins), "{told}");
    let whole = Recording::all_from_arrays(&MODEL, arrays(0.0)).expect("a recording");
    assert!(whole.len() == 1 && whole[0].repairs.is_empty());
}
