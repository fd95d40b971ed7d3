use std::f64::consts::{PI, TAU};

use super::{Turns, jumps};
use crate::random::Random;
use crate::recording::order::Done;
use crate::recording::repair::{Action, Cause};
use crate::recording::{Arrays, Recording};
use crate::regression::by_hand::MODEL;
use crate::thresholds::LARGEST;
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{Joint, JointKind, Model, Robot, Side};

/// A motion about a middle, with noise.
fn moving(middle: f64, noise: f64) -> Vec<f64> {
    let mut random = Random::new(3);
    let at = |k: u32| middle + 1.5 * (0.011 * f64::from(k)).sin() + noise * random.normal();
    (0..4000).map(at).collect()
}

fn wrapped(column: &[f64], turn: f64, from: f64) -> Vec<f64> {
    let wrap = |x: &f64| (x - from).rem_euclid(turn) + from;
    column.iter().map(wrap).collect()
}

#[track_caller]
fn near(found: &[f64], expected: &[f64]) {
    for (k, (x, y)) in found.iter().zip(expected).enumerate() {
        assert!((x - y).abs() < 1e-12, "{k}: {x} {y}");
    }
}

/// Of rows at a constant rate.
fn unwrapped(columns: &mut [Vec<f64>], side: Side, model: &Model) -> Vec<Done> {
    let mut turns = Turns::at(&[]);
    turns.take_out(columns, side, model);
    turns.done
}

/// From 0 to a turn, from minus half a turn to half of one, and to half a turn alone.
#[test]
fn turns_are_taken_out_of_positions_that_wrap() {
    let model = double_pendulum::ROBOT.model();
    for noise in [0.0, 1e-3] {
        for (turn, from, middle) in [(TAU, 0.0, 0.3), (TAU, -PI, 3.0), (PI, 0.0, 0.2)] {
            let truth = moving(middle, noise);
            let still = vec![0.1; truth.len()];
            let mut columns = [still.clone(), wrapped(&truth, turn, from)];
            let done = unwrapped(&mut columns, Side::Joint, model);
            near(&columns[1], &truth);
            assert_eq!(columns[0], still);
            let [done] = &done[..] else {
                panic!("{}", done.len());
            };
            let (of, half) = ("elbow".to_owned(), turn == PI);
            assert_eq!(done.why, Cause::Wrapped { of, half });
            assert_eq!(done.done, Action::Unwrapped);
            assert!(done.count >= 12, "{}", done.count);
        }
    }
}

#[test]
fn what_jumps_by_anything_else_is_left_as_it_is() {
    let motion = moving(0.0, 1e-4);
    let stepped = |size: f64, from: usize| -> Vec<f64> {
        let each = motion.iter().enumerate();
        each.map(|(k, x)| if k < from { *x } else { x + size })
            .collect()
    };
    assert_eq!(jumps(&stepped(TAU, 2000), &[], TAU), [(2000, 1.0)]);
    assert_eq!(jumps(&stepped(0.95 * TAU, 2000), &[], TAU), []);
    assert_eq!(jumps(&stepped(2.0 * TAU, 2000), &[], TAU), []);
    // Half a turn once is another zero; degrees taken for radians move by a turn from row to row, and do not jump.
    let model = double_pendulum::ROBOT.model();
    let fast: Vec<f64> = motion.iter().map(|x| 400.0 * x).collect();
    for column in [stepped(PI, 2000), fast] {
        let mut columns = [column.clone(), motion.clone()];
        assert!(unwrapped(&mut columns, Side::Joint, model).is_empty());
        assert_eq!(columns[0], column);
    }
    let slides: Vec<Joint> = model
        .joints
        .iter()
        .map(|joint| Joint {
            kind: JointKind::Prismatic,
            ..*joint
        })
        .collect();
    let model = Model {
        joints: slides.leak(),
        ..*model
    };
    let column = wrapped(&moving(0.3, 0.0), TAU, 0.0);
    let mut columns = [column.clone(), column];
    assert!(unwrapped(&mut columns, Side::Joint, &model).is_empty());
}

/// Encoders of motors turn by a large part of a turn from sample to sample, and samples are missing.
#[test]
fn turns_are_taken_out_of_fast_motors_and_where_samples_are_missing() {
    let mut random = Random::new(8);
    for (fastest, dropped, lost) in [
        (0.07, 0.05, 1),
        (0.07, 0.02, 3),
        (0.07, 0.01, 20),
        (0.3, 0.0, 0),
        (0.4, 0.0, 0),
        (0.3, 0.02, 2),
    ] {
        let at = |k: usize| {
            let way = (0.03 * k as f64).sin() / 0.03 + 0.3 * (0.071 * k as f64).sin() / 0.071;
            0.1 + fastest / 1.3 * TAU * way
        };
        let mut missing = 0_u32;
        let rows: Vec<usize> = (0..4000)
            .filter(|_| {
                if missing == 0 && random.uniform() < dropped {
                    missing = lost;
                }
                missing = missing.saturating_sub(1);
                missing == 0
            })
            .collect();
        let truth: Vec<f64> = rows.iter().map(|&k| at(k)).collect();
        let time: Vec<f64> = rows.iter().map(|&k| 7.0 + 0.002 * k as f64).collect();
        let mut columns = vec![wrapped(&truth, TAU, 0.0); 3];
        let first = columns[0][0] - truth[0];
        let mut turns = Turns::at(&time);
        turns.take_out(&mut columns, Side::Motor, abb_wrist::ROBOT.model());
        let truth: Vec<f64> = truth.iter().map(|x| x + first).collect();
        near(&columns[1], &truth);
        // And of what does not wrap none are taken out.
        let mut columns = vec![truth.clone(); 3];
        let mut turns = Turns::at(&time);
        turns.take_out(&mut columns, Side::Motor, abb_wrist::ROBOT.model());
        assert!(turns.done.is_empty());
    }
}

/// What turns evenly wraps by steps that are all short of a turn by as much.
#[test]
fn turns_are_taken_out_of_what_turns_evenly() {
    let model = double_pendulum::ROBOT.model();
    for share in [0.02, 0.1, 0.2, -0.2] {
        let truth: Vec<f64> = (0..200).map(|k| 0.1 + share * TAU * f64::from(k)).collect();
        let mut columns = [vec![0.1; 200], wrapped(&truth, TAU, 0.0)];
        assert_eq!(unwrapped(&mut columns, Side::Joint, model).len(), 1);
        let first = columns[1][0] - truth[0];
        let truth: Vec<f64> = truth.iter().map(|x| x + first).collect();
        near(&columns[1], &truth);
    }
}

/// Noise alone, dropouts to 0 and degrees taken for radians stay within a turn, and do not wrap.
#[test]
fn what_stays_within_a_turn_wraps_by_whole_turns_alone() {
    let mut random = Random::new(4);
    let noise: Vec<f64> = (0..4000).map(|_| TAU * random.uniform()).collect();
    let slow: Vec<f64> = moving(3.0, 1e-3)
        .iter()
        .map(|x| 2.0 * (x - 3.0) + 3.1)
        .collect();
    let dropout = |(k, x): (usize, &f64)| if k % 97 == 5 { 0.0 } else { *x };
    let dropouts: Vec<f64> = slow.iter().enumerate().map(dropout).collect();
    let degrees = (0..4000)
        .map(|k| 3.1 * (1.4 * f64::from(k)).sin())
        .collect();
    for column in [noise, slow, dropouts, degrees] {
        let mut columns = [column.clone(), column.clone()];
        let model = double_pendulum::ROBOT.model();
        assert!(unwrapped(&mut columns, Side::Joint, model).is_empty());
        assert_eq!(columns[0], column);
    }
}

/// Encoders of motors wrap before gears divide by ratios; a row that is no number takes no turn away.
#[test]
fn a_recording_is_that_of_positions_that_do_not_wrap() {
    let model = abb_wrist::ROBOT.model();
    let of = |column: &dyn Fn(&[f64]) -> Vec<f64>| {
        let motion: Vec<f64> = moving(0.3, 0.0).iter().map(|x| 4.0 * x).collect();
        let mut position = vec![column(&motion); 3];
        position[1][700] = f64::NAN;
        let arrays = Arrays {
            side: Side::Motor,
            ..Arrays::new(500.0, position, vec![motion; 3])
        };
        Recording::from_arrays(model, arrays).expect("a recording")
    };
    let whole = of(&|column| column.to_vec());
    let turned = of(&|column| wrapped(column, TAU, 0.0));
    for (found, expected) in turned.position.iter().zip(&whole.position) {
        let first = found[0] - expected[0];
        let expected: Vec<f64> = expected.iter().map(|x| x + first).collect();
        for (x, y) in found.iter().zip(expected) {
            assert!((x - y).abs() < 1e-9, "{x} {y}");
        }
    }
    let told: Vec<String> = turned.repairs.iter().map(ToString::to_string).collect();
    for motor in model.motors {
        let said = format!("position of {} begins again behind a turn", motor.name);
        assert!(told.iter().any(|told| told.starts_with(&said)), "{told:?}");
    }
}

/// Steps of half a sample more than the usual one, the median 1, are as many samples as they are long; shorter ones, none and those
/// back are one each.
#[test]
fn samples_that_are_missing_have_passed_too() {
    let time = [0.0, 1.0, 2.0, 5.0, 5.9, 5.9, 3.0, 4.0, 5.0, 6.6];
    let passed = Turns::at(&time).passed;
    near(
        &passed,
        &[0.0, 1.0, 2.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.6],
    );
    // Stamps that rows share say nothing of what is usual: 1, between 1, 1 and 3.
    let shared = [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 5.0, 5.0];
    near(
        &Turns::at(&shared).passed,
        &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 8.0, 9.0],
    );
    assert_eq!(Turns::at(&[]).passed, [0.0; 0]);
    assert_eq!(Turns::at(&[7.0]).passed, [0.0]);
}

/// The motor of a joint that slides turns all the same; which turn it begins in is nobody's to say.
#[test]
fn turns_are_taken_out_of_motors_of_joints_that_slide() {
    let truth: Vec<f64> = (0..200).map(|k| 50.0 + 0.3 * f64::from(k)).collect();
    let column = wrapped(&truth, TAU, 0.0);
    let (first, jumps) = (column[0], jumps(&column, &[], TAU));
    let mut columns = [column.clone(), column.clone()];
    let done = unwrapped(&mut columns, Side::Motor, &MODEL);
    let expected: Vec<f64> = truth.iter().map(|x| x - truth[0] + first).collect();
    near(&columns[0], &expected);
    near(&columns[1], &expected);
    let why = |of: &str| Cause::Wrapped {
        of: of.to_owned(),
        half: false,
    };
    assert_eq!((&done[0].why, &done[1].why), (&why("m1"), &why("m2")));
    // From the first jump to the last.
    assert_eq!(jumps.len(), 10);
    let rows = [jumps[0].0, jumps[9].0];
    assert_eq!((done[1].rows, done[1].count), (rows, 10));
    // At the joints only the first turns.
    let mut columns = [column.clone(), column.clone()];
    let done = unwrapped(&mut columns, Side::Joint, &MODEL);
    assert_eq!((done.len(), &done[0].why), (1, &why("j1")));
    assert_eq!(columns[1], column);
}

/// The first joint goes from -2 to 3: 0.5 is in the middle, to which 3.0 is nearer than 3.0 less a turn, and -2.9 farther than
/// -2.9 and a turn.
#[test]
fn a_position_begins_in_the_turn_nearest_to_the_middle_of_its_limits() {
    for (middle, expected) in [(-2.9, TAU - 2.9), (3.0, 3.0), (3.8, 3.8 - TAU)] {
        let truth = moving(middle, 0.0);
        let mut columns = [wrapped(&truth, TAU, middle), vec![0.1; truth.len()]];
        unwrapped(&mut columns, Side::Joint, &MODEL);
        near(&columns[0], &moving(expected, 0.0));
    }
}

/// A robot file may know of no motors: they are called by the joints.
#[test]
fn turns_are_taken_out_of_motors_that_have_no_names() {
    let model = double_pendulum::ROBOT.model();
    assert!(model.motors.is_empty());
    let column = wrapped(&moving(0.3, 0.0), TAU, 0.0);
    let mut columns = [vec![0.1; column.len()], column];
    let done = unwrapped(&mut columns, Side::Motor, model);
    let (of, half) = ("elbow".to_owned(), false);
    assert_eq!(
        (done.len(), &done[0].why),
        (1, &Cause::Wrapped { of, half })
    );
}

/// A quarter of a radian a sample; the 24th is missing, and the 26th is behind the turn. Of the two steps before that one alone is
/// of one sample.
#[test]
fn a_jump_at_the_end_is_told_by_one_step_before_it() {
    let known = (0..27).filter(|k| *k != 24).map(f64::from);
    let passed: Vec<f64> = known.collect();
    let column: Vec<f64> = passed.iter().map(|k| (0.25 * k) % TAU).collect();
    assert_eq!(jumps(&column, &passed, TAU), [(25, -1.0)]);
}

/// Of a column that stays where it is but for a step of 0.3 of a turn: within two steps of a jump that says how fast it moves there.
#[test]
fn a_jump_is_told_by_two_steps_on_either_side() {
    for (beside, is_told) in [(47, true), (48, false), (52, false), (53, true)] {
        let at = |row: usize| {
            let turns = f64::from(u8::from(row >= 50)) + 0.3 * f64::from(u8::from(row >= beside));
            TAU * turns
        };
        let column: Vec<f64> = (0..100).map(at).collect();
        let expected: &[(usize, f64)] = if is_told { &[(50, 1.0)] } else { &[] };
        assert_eq!(jumps(&column, &[], TAU), expected, "{beside}");
    }
}

/// Neither beside a jump nor where a column's range is seen.
#[test]
fn a_number_that_is_too_large_to_be_a_position_says_nothing_of_turns() {
    let mut column = moving(0.0, 1e-4);
    column[2000..].iter_mut().for_each(|x| *x += TAU);
    column[2002] = LARGEST;
    assert_eq!(jumps(&column, &[], TAU), [(2000, 1.0)]);
    let model = double_pendulum::ROBOT.model();
    let mut truth = moving(0.3, 0.0);
    let mut columns = [vec![0.1; truth.len()], wrapped(&truth, TAU, 0.0)];
    columns[1][100] = LARGEST;
    truth[100] = LARGEST;
    assert_eq!(unwrapped(&mut columns, Side::Joint, model).len(), 1);
    near(&columns[1], &truth);
}

/// Nothing says where a joint without limits is: it begins in the turn that is nearest to 0.
#[test]
fn a_position_without_limits_begins_in_the_turn_nearest_to_zero() {
    const FREE: Model = Model {
        joints: &[
            Joint {
                kind: JointKind::Continuous,
                position: None,
                ..MODEL.joints[0]
            },
            MODEL.joints[1],
        ],
        ..MODEL
    };
    for middle in [-0.5, 0.5] {
        let truth = moving(middle, 0.0);
        let mut columns = [wrapped(&truth, TAU, 0.0), vec![0.1; truth.len()]];
        unwrapped(&mut columns, Side::Joint, &FREE);
        near(&columns[0], &truth);
    }
}
