//! Units mistaken, from both sides of each number that they are doubted by.

use super::{doubts, effort, range, small_range, speed, stillness};
use crate::recording::{Arrays, Recording};
use armwright_robots::double_pendulum;
use armwright_runtime::{Joint, JointKind, Model, Robot};

/// A joint from -1 to 3, of no more than 6 a second and 25.
const JOINT: Joint = Joint {
    name: "arm",
    kind: JointKind::Revolute,
    position: Some([-1.0, 3.0]),
    velocity: Some(6.0),
    acceleration: None,
    effort: Some(25.0),
};
const SLIDE: Joint = Joint {
    name: "slide",
    kind: JointKind::Prismatic,
    ..JOINT
};

fn model(joints: &[Joint]) -> Model {
    Model {
        joints: joints.to_vec().leak(),
        ..*double_pendulum::ROBOT.model()
    }
}

fn rising(count: usize, by: f64) -> Vec<f64> {
    (0..count).map(|k| by * k as f64).collect()
}

fn recording(rate: f64, position: [Vec<f64>; 2], torque: [Vec<f64>; 2]) -> Recording {
    let model = double_pendulum::ROBOT.model();
    // Columns stay where they end.
    let long = |mut column: Vec<f64>| {
        let last = column.last().copied().unwrap_or(0.0);
        column.resize(12, last);
        column
    };
    let arrays = Arrays::new(rate, position.map(long).to_vec(), torque.map(long).to_vec());
    Recording::from_arrays(model, arrays).expect("a recording")
}

/// Three times the limit of 6 is 18, over a tenth of a second: ten samples of 100 Hz.
#[test]
fn speed_is_doubted_beyond_three_times_the_limit() {
    let said = |joint: &Joint, column: &[f64], rate: f64| speed(joint, &[column], rate);
    let fast = "joint arm seems to move at 19.0 rad/s, beyond what is plausible (18.0): are positions in degrees, or \
                at the motors, or is time in another unit?";
    for by in [0.19, -0.19] {
        assert_eq!(said(&JOINT, &rising(11, by), 100.0).as_deref(), Some(fast));
    }
    assert_eq!(said(&JOINT, &rising(11, 0.17), 100.0), None);
    // Nothing lies a tenth of a second apart.
    assert_eq!(said(&JOINT, &rising(10, 0.19), 100.0), None);
    // One step of an encoder is no speed, and none leads from one piece to the next.
    let step: Vec<f64> = (0..22).map(|k| if k < 12 { 0.0 } else { 1.7 }).collect();
    assert_eq!(said(&JOINT, &step, 100.0), None);
    let (before, after) = ([0.0; 15], [9.0; 15]);
    assert_eq!(speed(&JOINT, &[&before, &after], 100.0), None);
    // Fewer than ten samples a second are taken one by one; of 29, two by two.
    assert!(said(&JOINT, &[0.0, 3.8], 5.0).is_some_and(|said| said.contains("19.0 rad/s")));
    assert!(said(&JOINT, &rising(3, 1.0), 29.0).is_some_and(|said| said.contains("29.0 rad/s")));
    assert_eq!(said(&JOINT, &rising(2, 1.0), 29.0), None);
    // Without a limit 40 is plausible; what slides does so in metres.
    let free = Joint {
        velocity: None,
        ..SLIDE
    };
    assert_eq!(said(&free, &rising(11, 0.399), 100.0), None);
    assert_eq!(
        said(&free, &rising(11, 0.41), 100.0).as_deref(),
        Some(
            "joint slide seems to move at 41.0 m/s, beyond what is plausible (40.0): are positions in millimetres, or \
             at the motors, or is time in another unit?"
        )
    );
}

/// A quarter of the range of 4 beyond either end: from -2 to 4.
#[test]
fn positions_are_doubted_beyond_a_quarter_of_the_range() {
    let said = |joint: &Joint, columns: &[&[f64]]| range(joint, columns);
    assert_eq!(said(&JOINT, &[&[-2.0, 1.0], &[0.5, 4.0]]), None);
    assert_eq!(
        said(&JOINT, &[&[0.5, 0.0], &[-2.01, 0.25]]).as_deref(),
        Some(
            "joint arm is recorded from -2.01 to 0.50 rad, but its limits are -1.00 and 3.00: are positions in \
             degrees, is an offset missing, or is it another robot?"
        )
    );
    assert_eq!(
        said(&SLIDE, &[&[0.5, 4.01]]).as_deref(),
        Some(
            "joint slide is recorded from 0.50 to 4.01 m, but its limits are -1.00 and 3.00: are positions in \
             millimetres, is an offset missing, or is it another robot?"
        )
    );
    let free = Joint {
        position: None,
        ..JOINT
    };
    assert_eq!(said(&free, &[&[-900.0, 900.0]]), None);
}

#[test]
fn torques_are_doubted_beyond_three_times_what_the_joint_has() {
    assert_eq!(effort(&JOINT, &[&[-75.0, 2.0], &[75.0]]), None);
    let said = "joint arm seems to take 76.0, beyond what is plausible (75.0): are torques in another unit, or at the \
                other side of the transmission?";
    assert_eq!(
        effort(&JOINT, &[&[1.0], &[-76.0, 2.0]]).as_deref(),
        Some(said)
    );
    assert_eq!(effort(&JOINT, &[&[76.0, -2.0]]).as_deref(), Some(said));
    let strong = Joint {
        effort: None,
        ..JOINT
    };
    assert_eq!(effort(&strong, &[&[1e9]]), None);
}

#[test]
fn no_joint_moves_where_the_widest_range_is_below_a_twentieth() {
    let of = |widths: [f64; 2], joints: &[Joint]| {
        let pieces = widths.map(|w| vec![1.0, 1.0 - w, 1.0, 1.0]);
        stillness(
            &[recording(100.0, pieces, [vec![0.0; 4], vec![0.0; 4]])],
            &model(joints),
        )
    };
    let turning = [JOINT, JOINT];
    assert!(of([0.01, 0.03], &turning).is_some_and(|w| (w - 0.03).abs() < 1e-12));
    assert!(of([0.04, 0.03], &turning).is_some_and(|w| (w - 0.04).abs() < 1e-12));
    assert_eq!(of([0.01, 0.051], &turning), None);
    // What stands still altogether is said otherwise, and how far a slide goes says nothing.
    assert_eq!(of([0.0, 0.0], &turning), None);
    assert_eq!(of([0.01, 0.03], &[JOINT, SLIDE]), None);
}

/// Of a range of 4 and of a turn; two recordings about different places together.
#[test]
fn little_of_the_ranges_is_doubted_over_all_recordings() {
    let torque = || [vec![0.0; 4], vec![0.0; 4]];
    let of = |from: f64, widths: [f64; 2], source: &str| {
        let position = widths.map(|w| vec![from, from + w, from, from]);
        Recording {
            source: source.to_owned(),
            ..recording(100.0, position, torque())
        }
    };
    let free = Joint {
        position: None,
        ..JOINT
    };
    let share =
        |recordings: &[Recording], joints: &[Joint]| small_range(recordings, &model(joints));
    let less = [of(0.0, [0.1, 0.16], "a")];
    assert!(share(&less, &[JOINT, JOINT]).is_some_and(|s| (s - 0.04).abs() < 1e-12));
    // Wherever that is.
    for from in [0.3, -0.5] {
        let there = [of(from, [0.1, 0.16], "a")];
        assert!(share(&there, &[JOINT, JOINT]).is_some_and(|s| (s - 0.04).abs() < 1e-12));
    }
    let turn = 0.16 / std::f64::consts::TAU;
    assert!(share(&less, &[free, free]).is_some_and(|s| (s - turn).abs() < 1e-12));
    assert!(share(&less, &[SLIDE, free]).is_some_and(|s| (s - turn).abs() < 1e-12));
    assert!(share(&less, &[JOINT, SLIDE]).is_some_and(|s| (s - 0.025).abs() < 1e-12));
    assert_eq!(share(&less, &[SLIDE, SLIDE]), None);
    for wide in [0.2, 0.21] {
        assert_eq!(share(&[of(0.0, [0.1, wide], "a")], &[JOINT, JOINT]), None);
    }
    let two = [of(0.0, [0.1, 0.16], "a"), of(0.5, [0.1, 0.16], "b")];
    assert_eq!(share(&two, &[JOINT, JOINT]), None);
    // Pieces of one recording that each stand still at another place: 0.12 of 4 together.
    let pieces = [of(0.0, [0.01, 0.02], "a"), of(0.1, [0.01, 0.02], "a")];
    assert!(share(&pieces, &[JOINT, JOINT]).is_some_and(|s| (s - 0.03).abs() < 1e-12));
    // Of a recording in which nothing moves by a twentieth that is said, and not this.
    let still = [of(0.0, [0.1, 0.16], "a"), of(0.01, [0.01, 0.02], "b")];
    assert_eq!(share(&still, &[JOINT, JOINT]), None);
}

#[test]
fn doubts_come_with_rates_first_then_motion_then_torques() {
    let model = double_pendulum::ROBOT.model();
    let of = |rate: f64, position: [Vec<f64>; 2], torque: [Vec<f64>; 2]| {
        doubts(&[recording(rate, position, torque)], model)
    };
    let calm = || [vec![0.0, 0.2, 0.4, 0.1], vec![0.1; 4]];
    let weak = || [vec![1.0, 2.0, 3.0, 4.0], vec![2.0, 1.0, 4.0, 3.0]];
    assert_eq!(of(5.0, calm(), weak()), [""; 0]);
    assert_eq!(of(50_000.0, calm(), weak()), [""; 0]);
    assert_eq!(
        of(4.9876, calm(), weak()),
        ["only 4.988 samples a second: is time in milliseconds (`unit: ms`)?"]
    );
    assert_eq!(
        of(50_001.0, calm(), weak()),
        ["50001 samples a second: is time in seconds (`unit: s`)?"]
    );
    assert_eq!(
        of(43_200_000.0, calm(), weak())[0],
        "43200000 samples a second: is time in seconds (`unit: s`), or in days (`unit: day`)?"
    );
    let nudge = |size: f64| vec![0.0, size, 0.0, -size];
    assert_eq!(
        of(
            100.0,
            [nudge(0.001), nudge(0.0123)],
            [vec![-181.0; 4], vec![0.0, 75.5, 0.0, 1.0]]
        ),
        [
            "no joint moves by more than 0.0246 rad: are positions in radians, but described as degrees, or at the \
             joints, but described as the motors'?",
            "joint shoulder seems to take 181.0, beyond what is plausible (180.0): are torques in another unit, or at \
             the other side of the transmission?",
            "joint elbow seems to take 75.5, beyond what is plausible (75.0): are torques in another unit, or at the \
             other side of the transmission?",
        ]
    );
    // Limits of the shoulder are ±3 and 6, of the elbow ±2.6 and 8.
    let far: Vec<String> = of(20.0, [vec![0.0, -5.0, 0.0, 0.0], vec![5.0; 4]], weak());
    let starts = [
        "joint shoulder seems to move at 50.0 rad/s, beyond what is plausible (18.0)",
        "joint shoulder is recorded from -5.00 to 0.00 rad, but its limits are -3.00 and 3.00",
        "joint elbow is recorded from 5.00 to 5.00 rad, but its limits are -2.60 and 2.60",
    ];
    assert_eq!(far.len(), 3, "{far:?}");
    for (said, start) in far.iter().zip(starts) {
        assert!(said.starts_with(start), "{said}");
    }
}

/// What a later piece has counts as what the first one has.
#[test]
fn doubts_are_of_all_pieces_of_a_recording() {
    let model = double_pendulum::ROBOT.model();
    let weak = || [vec![1.0, 2.0, 3.0, 4.0], vec![2.0, 1.0, 4.0, 3.0]];
    let calm = || recording(100.0, [vec![0.0, 0.2, 0.4, 0.1], vec![0.1; 4]], weak());
    let wild = recording(
        100.0,
        [vec![0.0, 5.0], vec![0.1; 4]],
        [vec![0.0, 181.0], vec![1.0, 2.0]],
    );
    assert_eq!(doubts(&[calm(), calm()], model), [""; 0]);
    let all = doubts(&[calm(), wild], model);
    let starts = [
        "joint shoulder seems to move at 50.0 rad/s, beyond what is plausible (18.0)",
        "joint shoulder is recorded from 0.00 to 5.00 rad, but its limits are -3.00 and 3.00",
        "joint shoulder seems to take 181.0, beyond what is plausible (180.0)",
    ];
    assert_eq!(all.len(), 3, "{all:?}");
    for (said, start) in all.iter().zip(starts) {
        assert!(said.starts_with(start), "{said}");
    }
}
