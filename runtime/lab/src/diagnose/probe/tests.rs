//! Equations at instants as faults would have them, against the robot's regressor.

use std::sync::Arc;

use nalgebra::{DMatrix, DVector};

use super::{Probe, Smooth};
use crate::diagnose::change::Change;
use crate::diagnose::smooth::STRETCH;
use crate::friction::GivenFriction;
use crate::held::HeldPlace;
use crate::motion::Motion;
use crate::options::{Cutoff, ProcessingOptions};
use crate::part::Part;
use crate::random::Random;
use crate::recording::{Arrays, Recording, UserColumn};
use crate::regression::{Equations, by_hand};
use crate::signal::zero_phase_all;
use crate::transmission::Drive;
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{Robot, Side, Torque};

const RATE: f64 = 200.0;

/// Joints that swing at different frequencies, torques that rise steadily: the filter leaves them as they are.
pub(in crate::diagnose) fn motion(robot: &dyn Robot, samples: u32) -> Motion {
    under(robot, samples, &|k, t| (3.0 + k as f64) * t - 1.0)
}

/// The same with other torques, of the joint and the time.
fn under(robot: &dyn Robot, samples: u32, torque: &dyn Fn(usize, f64) -> f64) -> Motion {
    let recording = recorded(robot, samples, torque);
    Motion::of(recording, &options(), robot.model()).expect("a motion")
}

/// What is asked of motions of a robot.
pub(in crate::diagnose) fn probed(
    robot: &'static dyn Robot,
    side: Side,
    motions: &[Motion],
) -> Probe<'static> {
    let equations = Equations::of(robot, side).expect("equations");
    let probe = Probe::of(Box::leak(Box::new(equations)), motions);
    probe.expect("equations").expect("a probe")
}

fn options() -> ProcessingOptions {
    ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(25.0)),
        trim: Some(20),
        ..ProcessingOptions::default()
    }
}

fn recorded(robot: &dyn Robot, samples: u32, torque: &dyn Fn(usize, f64) -> f64) -> Recording {
    let n = robot.model().joints.len();
    let column = |of: &dyn Fn(f64) -> f64| (0..samples).map(|k| of(f64::from(k) / RATE)).collect();
    let swing = |k: usize| column(&|t| 0.2 + 0.5 * ((2.0 + k as f64) * t + k as f64).sin());
    let arrays = Arrays::new(
        RATE,
        (0..n).map(swing).collect(),
        (0..n).map(|k| column(&|t| torque(k, t))).collect(),
    );
    Recording::from_arrays(robot.model(), arrays).expect("a recording")
}

#[test]
fn accelerations_that_do_not_last_are_noise() {
    let robot = &double_pendulum::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    for (size, is_noisy) in [(0.0, false), (1e-5, false), (1e-2, true)] {
        let mut recording = recorded(robot, 800, &|_, t| t);
        let mut random = Random::new(3);
        let positions = recording.position[1].iter_mut();
        positions.for_each(|q| *q += size * random.normal());
        let motion = Motion::of(recording, &options(), robot.model()).expect("a motion");
        let motions = [motion];
        let probe = Probe::of(&equations, &motions).expect("equations");
        assert_eq!(probe.expect("a probe").is_noisy, is_noisy, "{size}");
    }
}

/// Noise is all that there is of the accelerations of a joint that stands still, which says something where no other one moves.
#[test]
fn a_joint_that_stands_still_is_not_noisy_beside_one_that_moves() {
    let robot = &double_pendulum::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    for (still, is_noisy) in [(&[1][..], false), (&[0, 1], true)] {
        let mut recording = recorded(robot, 800, &|_, t| t);
        let mut random = Random::new(3);
        for &k in still {
            let positions = recording.position[k].iter_mut();
            positions.for_each(|q| *q = 0.2 + 1e-5 * random.normal());
        }
        let motions = [Motion::of(recording, &options(), robot.model()).expect("a motion")];
        let probe = Probe::of(&equations, &motions).expect("equations");
        assert_eq!(probe.expect("a probe").is_noisy, is_noisy, "{still:?}");
    }
}

/// Torques are those that were measured, and friction that is held is at velocities with the fault undone, as it would be of the
/// mended recording.
#[test]
fn friction_that_is_held_is_known_and_not_a_part_of_what_was_measured() {
    let robot = &double_pendulum::ROBOT;
    let name = robot.model().joints[1].name;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("friction.yaml");
    let law = format!("friction: [{{joint: {name}, law: viscous, parameters: {{viscous: 2.0}}}}]");
    std::fs::write(&path, law).expect("a file");
    let held = GivenFriction::read(&path, robot.model()).expect("a law");
    let recording = recorded(robot, 300, &|k, t| (3.0 + k as f64) * t - 1.0);
    let less = held.taken_from(robot, vec![recording], &options());
    let mut less = less.expect("recordings");
    let motion = Motion::of(less.remove(0), &options(), robot.model()).expect("a motion");
    let motions = [motion];
    let probe = probed(robot, Side::Joint, &motions);
    let mut change = Change::none(2);
    change.position.swap_rows(0, 1);
    change.speed = 3.0;
    let torque = probe.torque(&change);
    let rows = probe.rows(&change).expect("rows");
    for (k, (_, at)) in probe.instants.iter().enumerate() {
        let t = *at as f64 / RATE;
        let off = [
            torque[0][k] - (3.0 * t - 1.0),
            torque[1][k] - (4.0 * t - 1.0),
        ];
        assert!(off.iter().all(|x| x.abs() < 1e-3), "{at}: {off:?}");
        let velocity = motions[0].states(*at..at + 1).qd[0];
        assert_eq!(rows[0].known[k], 0.0);
        assert!((rows[1].known[k] - 2.0 * 3.0 * velocity).abs() < 1e-12);
    }
}

/// Without the torque of the shoulder that of the elbow is the only row, with friction that is held there, at a velocity by the warmth of
/// the moment.
#[test]
fn rows_of_a_part_are_of_the_torques_that_it_has() {
    let robot = &double_pendulum::ROBOT;
    let part = Part::without(robot, Side::Joint, &[Torque::joint(0)]).expect("a part");
    let equations = Equations::of(&part, Side::Joint).expect("equations");
    let mut motions = [motion(robot, 300)];
    let probe = Probe::of(&equations, &motions).expect("equations");
    let probe = probe.expect("a probe");
    let torque = probe.torque(&Change::none(2));
    assert_eq!(torque.len(), 1);
    for ((_, at), torque) in probe.instants.iter().zip(&torque[0]) {
        let expected = 4.0 * *at as f64 / RATE - 1.0;
        assert!((torque - expected).abs() < 1e-3, "{at}: {torque}");
    }
    let mut recording = recorded(robot, 300, &|k, t| (3.0 + k as f64) * t - 1.0);
    let warm = |from: f64| (0..300).map(|k| from + 0.1 * f64::from(k)).collect();
    recording.further.user = vec![UserColumn {
        name: "temperature".to_owned(),
        columns: vec![warm(-40.0), warm(20.0)],
    }];
    motions = [Motion::of(recording, &options(), robot.model()).expect("a motion")];
    let by_warmth = HeldPlace {
        index: 1,
        on_motor: false,
        is_zero: false,
        curve: Arc::new(|v: f64, warm: Option<f64>| v * warm.unwrap_or(0.0)),
    };
    motions[0].held = [by_warmth].into_iter().collect();
    let probe = Probe::of(&equations, &motions).expect("equations");
    let probe = probe.expect("a probe");
    let rows = probe.rows(&Change::none(2)).expect("rows");
    assert_eq!((rows.len(), rows[0].kept.len()), (1, probe.instants.len()));
    for ((_, at), known) in probe.instants.iter().zip(rows[0].known.iter()) {
        let velocity = motions[0].states(*at..at + 1).qd[1];
        let expected = velocity * (20.0 + 0.1 * *at as f64);
        assert!((known - expected).abs() < 1e-9, "{at}: {known}");
    }
}

#[test]
fn instants_are_spread_over_each_motion() {
    let robot = &double_pendulum::ROBOT;
    let equations = Equations::of(robot, Side::Joint).expect("equations");
    let motions = [motion(robot, 600), motion(robot, 100)];
    let probe = Probe::of(&equations, &motions)
        .expect("equations")
        .expect("a probe");
    // Half of 25 Hz are 4 samples and one more; 240 of each at most.
    let of = |which: usize| -> Vec<usize> {
        let mine = probe.instants.iter().filter(|(k, _)| *k == which);
        mine.map(|(_, at)| *at).collect()
    };
    let (first, second) = (of(0), of(1));
    let span = |k: usize| 25 + (2 * k + 1) * 550 / 480;
    assert_eq!(first, (0..240).map(span).collect::<Vec<_>>());
    assert_eq!(second, (25..75).collect::<Vec<_>>());
    assert_eq!(probe.rate(), RATE);
    // Too short to tell anything.
    assert!(
        Probe::of(&equations, &[motion(robot, 52)])
            .expect("equations")
            .is_none()
    );
    assert!(Probe::of(&equations, &[]).expect("equations").is_none());
    // All but 50 samples are instants of two equations each, of which there are to be twice as many as parameters.
    let tells = |samples: usize| {
        let motions = [motion(robot, samples as u32)];
        let probe = Probe::of(&equations, &motions).expect("equations");
        probe.is_some()
    };
    let b = robot.model().base.len();
    assert!(tells(50 + b) && !tells(49 + b));
    assert_eq!(probe.friction, vec![false; robot.model().base.len()]);
    let nominal = probe.nominal.expect("nominal values");
    let truth = crate::parameters::base_matrix(robot.model())
        * DVector::from_vec(crate::parameters::nominal(robot.model()));
    assert!((nominal - truth).amax() < 1e-12);
}

/// `q ↦ A q + b`, speeds twice as high, gravity upwards.
#[test]
fn columns_are_those_with_the_fault_undone() {
    let robot = &abb_wrist::ROBOT;
    let (model, b) = (robot.model(), robot.model().base.len());
    let motions = [motion(robot, 300)];
    let probe = probed(robot, Side::Joint, &motions);
    let mut change = Change::none(3);
    change.position =
        DMatrix::from_row_slice(3, 3, &[1.0, 0.5, 0.0, 0.0, -1.0, 0.25, 2.0, 0.0, 1.0]);
    change.offset = DVector::from_row_slice(&[0.25, -0.5, 1.5]);
    change.speed = 2.0;
    change.gravity = -1.0;
    let rows = probe.rows(&change).expect("rows");
    assert_eq!(rows.len(), 3);
    let is_friction =
        |j: usize| model.base[j].name.starts_with("fc_") || model.base[j].name.starts_with("fv_");
    assert_eq!(probe.friction, (0..b).map(is_friction).collect::<Vec<_>>());
    let nominal = probe.nominal.as_ref().expect("nominal values");
    assert!((0..b).all(|j| !is_friction(j) || nominal[j] == 0.0));
    let mut checked = 0;
    for (row, found) in rows.iter().enumerate() {
        for (line, &instant) in found.kept.iter().enumerate().step_by(7) {
            let at = probe.instants[instant].1;
            let states = motions[0].states(at..at + 1);
            let turned = |x: &[f64], by: f64| &change.position * DVector::from_column_slice(x) * by;
            let q = turned(&states.q, 1.0) + &change.offset;
            let (qd, qdd) = (turned(&states.qd, 2.0), turned(&states.qdd, 4.0));
            let regressor = |qd: &DVector<f64>, qdd: &DVector<f64>| {
                let mut out = vec![0.0; 3 * b];
                robot
                    .base_regressor(q.as_slice(), qd.as_slice(), qdd.as_slice(), &mut out)
                    .expect("a regressor");
                out
            };
            let zero = DVector::zeros(3);
            let (moving, still) = (regressor(&qd, &qdd), regressor(&zero, &zero));
            for j in 0..b {
                // Gravity acts on bodies, and is twice its weight away from its opposite.
                let weight = if is_friction(j) || !crate::statistics::is_of_body(model, j) {
                    0.0
                } else {
                    2.0 * still[row * b + j]
                };
                let expected = moving[row * b + j] - weight;
                let place = found.entering.iter().position(|entering| *entering == j);
                let element = place.map_or(0.0, |place| found.columns[(line, place)]);
                let off = (element - expected).abs();
                assert!(off < 1e-9 * expected.abs().max(1.0), "{j} of {row} at {at}");
                checked += 1;
            }
        }
    }
    assert!(checked > 100);
}

/// By hand the second motor turns by `5 q2 - 3 q1` in place of `5 q2 + 3 q1`: so does its friction, which acts on the joints by that, and
/// rows of motors are those of the joints through it. What acts at joints is as it was.
#[test]
fn motors_turn_by_the_transmission_with_the_fault_undone() {
    let motions = [by_hand::motion(300)];
    let drive = Drive::of(&by_hand::MODEL).expect("a transmission");
    let mut change = Change::none(2);
    change.drive = drive.opposite(1, 0);
    let joints = probed(&by_hand::ROBOT, Side::Joint, &motions);
    let torque = joints.torque(&Change::none(2));
    for side in [Side::Joint, Side::Motor] {
        let of = |joints: [f64; 2]| match side {
            Side::Joint => joints,
            Side::Motor => [0.5 * joints[0] + 0.3 * joints[1], 0.2 * joints[1]],
        };
        let probe = probed(&by_hand::ROBOT, side, &motions);
        let columns = probe.columns(&change).expect("columns");
        let torques = probe.torque(&change);
        let mut turned = 0;
        for (k, (_, at)) in probe.instants.iter().enumerate() {
            let state = motions[0].states(*at..at + 1);
            let mut rows = by_hand::rows(&state.q, &state.qd, &state.qdd);
            let speed = 5.0 * state.qd[1] - 3.0 * state.qd[0];
            turned += usize::from(speed * (5.0 * state.qd[1] + 3.0 * state.qd[0]) < 0.0);
            (rows[0][3], rows[1][3]) = (-3.0 * speed.signum(), 5.0 * speed.signum());
            for j in 0..by_hand::B {
                let expected = of([rows[0][j], rows[1][j]]);
                for (row, expected) in expected.into_iter().enumerate() {
                    let found = columns[(2 * k + row) * by_hand::B + j];
                    by_hand::near(found, expected);
                }
            }
            let expected = of([torque[0][k], torque[1][k]]);
            by_hand::near(torques[0][k], expected[0]);
            by_hand::near(torques[1][k], expected[1]);
        }
        assert!(turned > 10);
    }
}

/// Signs of the velocities of motors that enter a row have to be certain: fast enough, and the same shortly before and after.
#[test]
fn rows_count_where_signs_of_velocities_are_certain() {
    let robot = &abb_wrist::ROBOT;
    let motions = [motion(robot, 600)];
    let probe = probed(robot, Side::Motor, &motions);
    let rows = probe.rows(&Change::none(3)).expect("rows");
    let speeds = |at: usize| {
        let qd = motions[0].states(at..at + 1).qd;
        [
            -60.0 * qd[0],
            10.0 * qd[0] + 50.0 * qd[1],
            -8.0 * qd[0] + 12.0 * qd[1] + 45.0 * qd[2],
        ]
    };
    let places: Vec<usize> = probe.instants.iter().map(|(_, at)| *at).collect();
    for (row, found) in rows.iter().enumerate() {
        let top = places
            .iter()
            .map(|at| speeds(*at)[row].abs())
            .fold(0.0, f64::max);
        let certain = |k: &usize| {
            let v = [places[*k] - 5, places[*k], places[*k] + 5].map(|at| speeds(at)[row]);
            v[1].abs() > 0.01 * top && v[0] * v[1] > 0.0 && v[2] * v[1] > 0.0
        };
        let expected: Vec<usize> = (0..places.len()).filter(certain).collect();
        assert_eq!(found.kept, expected);
        assert!(expected.len() < places.len() && expected.len() > places.len() / 2);
    }
}

#[test]
fn joints_far_beyond_their_limits_are_counted() {
    let robot = &double_pendulum::ROBOT;
    let probe = probed(robot, Side::Joint, &[motion(robot, 600)]);
    // Positions from -0.3 to 0.7; limits of 3 and 2.6 with a quarter of 6 and of 5.2 more: 4.5 and 3.9.
    let outside = |scale: f64, offset: [f64; 2]| {
        let mut change = Change::none(2);
        change.position *= scale;
        change.offset = DVector::from_row_slice(&offset);
        probe.outside(&change)
    };
    assert_eq!(outside(1.0, [0.0; 2]), 0);
    assert_eq!(
        [outside(1.0, [3.75, 0.0]), outside(1.0, [3.85, 0.0])],
        [0, 1]
    );
    assert_eq!(
        [outside(1.0, [0.0, 3.15]), outside(1.0, [0.0, 3.25])],
        [0, 1]
    );
    assert_eq!(
        [outside(1.0, [-4.15, 0.0]), outside(1.0, [-4.25, 0.0])],
        [0, 1]
    );
    assert_eq!(
        [
            outside(5.4, [0.0; 2]),
            outside(5.8, [0.0; 2]),
            outside(7.0, [0.0; 2])
        ],
        [0, 1, 2]
    );
}

#[test]
fn torques_are_those_of_a_lag_later_on_their_side() {
    let robot = &abb_wrist::ROBOT;
    let motions = [motion(robot, 600)];
    let mut change = Change::none(3);
    change.torque = DMatrix::from_row_slice(3, 3, &[1.0, 0.5, 0.0, 0.0, -1.0, 0.25, 2.0, 0.0, 1.0]);
    change.lag = 0.0123;
    for (side, shares) in [
        (Side::Joint, DMatrix::identity(3, 3)),
        (Side::Motor, {
            let g = DMatrix::from_row_slice(
                3,
                3,
                &[-60.0, 0.0, 0.0, 10.0, 50.0, 0.0, -8.0, 12.0, 45.0],
            );
            g.transpose().try_inverse().expect("an inverse")
        }),
    ] {
        let probe = probed(robot, side, &motions);
        let found = probe.torque(&change);
        assert_eq!(found.len(), 3);
        for (k, (_, at)) in probe.instants.iter().enumerate().step_by(11) {
            // 0.0123 s are 2.46 samples, to the nearest.
            let t = (*at + 2) as f64 / RATE;
            let torque = DVector::from_fn(3, |i, _| (3.0 + i as f64) * t - 1.0);
            let expected = &shares * &change.torque * torque;
            for row in 0..3 {
                let off = (found[row][k] - expected[row]).abs();
                assert!(
                    off < 1e-4 * expected.amax(),
                    "{side:?}: {} for {}",
                    found[row][k],
                    expected[row]
                );
            }
        }
    }
}

/// What would lie before the beginning is the first sample's, but for the edge of the filter; by the next one torques have risen by
/// 0.015 and more.
#[test]
fn torques_before_the_beginning_are_the_first() {
    let robot = &abb_wrist::ROBOT;
    let probe = probed(robot, Side::Joint, &[motion(robot, 600)]);
    let mut change = Change::none(3);
    change.lag = -1e3;
    for torque in probe.torque(&change) {
        assert!(torque.iter().all(|x| (x + 1.0).abs() < 1e-3), "{torque:?}");
    }
}

/// Near instants far apart: what lies between is left out.
#[test]
fn torques_are_kept_near_their_instants() {
    let robot = &double_pendulum::ROBOT;
    let drive = Drive::of(robot.model()).expect("a transmission");
    let motion = motion(robot, 900);
    // 0.2 s, 1.4 times and 1.1 times that: 61.6 samples.
    let smooth = Smooth::of(&motion, &drive, &[(0, 100), (0, 150), (0, 600)]).expect("torques");
    let parts: Vec<_> = smooth
        .parts
        .iter()
        .map(|(range, before)| (range.clone(), *before))
        .collect();
    assert_eq!(parts, [(38..213, 0), (538..663, 175)]);
    assert_eq!(
        [smooth.columns[0].len(), smooth.columns[1].len()],
        [175 + 125; 2]
    );
    let at = |sample: usize| smooth.at(sample).collect::<Vec<f64>>();
    let near = |found: Vec<f64>, sample: usize| {
        let t = sample as f64 / RATE;
        let off = [found[0] - (3.0 * t - 1.0), found[1] - (4.0 * t - 1.0)];
        assert!(off.iter().all(|x| x.abs() < 1e-3), "{sample}: {found:?}");
    };
    for sample in [38, 120, 212, 538, 600, 662] {
        near(at(sample), sample);
    }
    // Between it is the next one that is kept, behind the last the last.
    near(at(0), 38);
    near(at(213), 538);
    near(at(400), 538);
    near(at(800), 662);
    let ends = Smooth::of(&motion, &drive, &[(0, 10), (0, 880)]).expect("torques");
    let parts: Vec<_> = ends.parts.iter().map(|(range, _)| range.clone()).collect();
    assert_eq!(parts, [0..73, 818..900]);
}

/// Filtered in stretches, a long recording has the torques of one that is filtered whole.
#[test]
fn long_recordings_are_filtered_as_whole_ones_are() {
    let robot = &double_pendulum::ROBOT;
    let drive = Drive::of(robot.model()).expect("a transmission");
    // Noise of the golden ratio's multiples, which a filter that begins anew in it takes a while to forget.
    let noise = |k: usize, t: f64| (t * RATE * (1.618 + k as f64)).fract() + 3.0 * (0.01 * t).sin();
    let (one, two) = (STRETCH, 2 * STRETCH);
    let motion = under(robot, two as u32 + 5000, &noise);
    let middle = one + one / 2;
    let instants = [500, one - 60, one + 60, middle, two - 30, two + 4950];
    let instants = instants.map(|at| (0, at));
    let smooth = Smooth::of(&motion, &drive, &instants).expect("torques");
    let filter = motion.processing.position_filter(motion.rate);
    let filter = filter.expect("a filter");
    let mut whole = [0, 1].map(|joint| motion.torque_of(joint).to_vec());
    zero_phase_all(&filter, &mut whole).expect("long enough");
    let parts = [
        438..563,
        one - 122..one + 123,
        middle - 62..middle + 63,
        two - 92..two + 33,
        two + 4888..two + 5000,
    ];
    let mut kept = 0;
    for at in parts.into_iter().flatten() {
        kept += 1;
        let found: Vec<f64> = smooth.at(at).collect();
        for (found, whole) in found.iter().zip(&whole) {
            assert!((found - whole[at]).abs() < 1e-12, "{at}: {found}");
        }
    }
    assert_eq!([0, 1].map(|joint| smooth.columns[joint].len()), [kept; 2]);
}

/// A lag of 0.02 s is two samples of a slow recording and four of one that is twice as fast.
#[test]
fn lags_are_so_many_samples_of_each_motion_s_own_rate() {
    let robot = &double_pendulum::ROBOT;
    let mut slow = recorded(robot, 600, &|k, t| (3.0 + k as f64) * t - 1.0);
    slow.rate = RATE / 2.0;
    let slow = Motion::of(slow, &options(), robot.model()).expect("a motion");
    let motions = [slow, motion(robot, 600)];
    let mut probe = probed(robot, Side::Joint, &motions);
    assert_eq!(probe.rate(), RATE);
    let mut change = Change::none(2);
    change.lag = 0.02;
    let torque = probe.torque(&change);
    for (k, (which, at)) in probe.instants.iter().enumerate() {
        let t = (*at + [2, 4][*which]) as f64 / RATE;
        let off = [
            torque[0][k] - (3.0 * t - 1.0),
            torque[1][k] - (4.0 * t - 1.0),
        ];
        assert!(off.iter().all(|x| x.abs() < 1e-3), "{which} {at}: {off:?}");
    }
    // Slower than once a second, too.
    probe.rates = vec![0.25, 0.5];
    assert_eq!(probe.rate(), 0.5);
}
