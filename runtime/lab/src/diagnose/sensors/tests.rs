//! Columns that are dead, frozen or cut off, and what is said of them.

use super::super::Evidence;
use super::super::frozen::frozen_positions;
use super::{
    Cause, Column, Fault, Held, Mismatch, Quantity, Sensed, SensorFault, ends, sensors, turned,
    without_factors_of_dead,
};
use crate::options::EquationSide;
use crate::random::Random;
use crate::recording::{Arrays, Recording};
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{Measured, Model, Motor, Pattern, Robot, Side, Sparsity, Torque};
use nalgebra::{DMatrix, DVector};

fn sensor(values: &[f64]) -> Column<'_> {
    Column::of(values.into())
}

fn wave(noise: f64) -> Vec<f64> {
    let mut random = Random::new(3);
    let at = |k: u32| (0.004 * f64::from(k)).sin() + noise * random.normal();
    (0..5000).map(at).collect()
}

/// Moves of half a turn of a cosine to 2 and back, with rests at both ends, in steps of 1.5e-3: the last of them is more than a tenth of what is usual.
#[test]
fn a_joint_that_rests_at_an_end_is_not_cut_off_by_its_encoder() {
    let at = |k: usize| match k % 1028 {
        up @ 0..314 => 1.0 - (0.01 * up as f64).cos(),
        314..514 => 2.0,
        down @ 514..828 => 1.0 + (0.01 * (down - 514) as f64).cos(),
        _ => 0.0,
    };
    let exact: Vec<f64> = (0..5000).map(at).collect();
    let coarse: Vec<f64> = exact
        .iter()
        .map(|x| (x / 1.5e-3).round() * 1.5e-3)
        .collect();
    assert_eq!(sensor(&exact).saturated(true), None);
    assert_eq!(sensor(&coarse).saturated(true), None);
    let cut: Vec<f64> = coarse.iter().map(|x| x.min(1.5)).collect();
    assert!(sensor(&cut).saturated(true).is_some());
}

#[test]
fn a_limit_is_seen_and_turning_points_are_not() {
    for noise in [0.0, 1e-3] {
        assert_eq!(sensor(&wave(noise)).saturated(false), None);
        assert_eq!(sensor(&wave(noise)).saturated(true), None);
        let cut: Vec<f64> = wave(noise).iter().map(|x| x.clamp(-0.8, 0.8)).collect();
        assert!(
            sensor(&cut)
                .saturated(false)
                .is_some_and(|share| share > 0.3)
        );
        assert!(sensor(&cut).saturated(true).is_some());
    }
}

#[test]
fn an_encoder_with_coarse_steps_is_not_cut_off() {
    let coarse: Vec<f64> = wave(0.0)
        .iter()
        .map(|x| (x * 20.0).round() / 20.0)
        .collect();
    assert_eq!(sensor(&coarse).saturated(true), None);
}

#[test]
fn a_joint_that_rests_at_an_end_is_not_cut_off() {
    let rest = |k: u32| match k % 1000 {
        k if k < 300 => 0.0,
        k => 1.0 - (std::f64::consts::TAU * (f64::from(k) - 300.0) / 700.0).cos(),
    };
    let column: Vec<f64> = (0..5000).map(rest).collect();
    assert_eq!(sensor(&column).saturated(true), None);
    assert!(!sensor(&column).is_constant() && sensor(&[3.0; 9]).is_constant());
}

#[test]
fn a_dead_torque_is_no_matter_of_a_factor() {
    let factor = |of: &[&str]| Cause {
        fault: Fault::Factor {
            quantity: Quantity::Torque,
            of: of.iter().map(ToString::to_string).collect(),
            factor: 483.0,
        },
        evidence: Evidence::Fit,
        rows: EquationSide::Joint,
        lifts: Vec::new(),
        shared: false,
    };
    let named = || vec![factor(&["3"]), factor(&[]), factor(&["2"])];
    let sensor = |sensed| SensorFault {
        recording: String::new(),
        joint: "3".to_owned(),
        sensed,
    };
    for sensed in [Sensed::DeadTorque, Sensed::SaturatedTorque(0.2)] {
        let left = without_factors_of_dead(named(), &[sensor(sensed)]);
        assert_eq!(left, [factor(&["2"])]);
    }
    for sensed in [Sensed::StillPosition, Sensed::SaturatedPosition(0.2)] {
        let left = without_factors_of_dead(named(), &[sensor(sensed)]);
        assert_eq!(left, named());
    }
}

#[test]
fn noise_is_no_motion() {
    let mut random = Random::new(3);
    let noise: Vec<f64> = (0..5000).map(|_| 0.3 + 1e-4 * random.normal()).collect();
    let flicker: Vec<f64> = noise.iter().map(|x| (x * 2e3).round() / 2e3).collect();
    assert!(sensor(&noise).is_still() && sensor(&flicker).is_still());
    assert!(!sensor(&wave(1e-3)).is_still() && !sensor(&wave(0.0)).is_still());
}

#[test]
fn the_share_that_is_cut_off_is_that_of_samples_at_the_end() {
    let share = |wanted: &dyn Fn(f64) -> bool| {
        wave(0.0).iter().filter(|x| wanted(**x)).count() as f64 / 5000.0
    };
    let cut: Vec<f64> = wave(0.0).iter().map(|x| x.min(0.8)).collect();
    assert_eq!(sensor(&cut).saturated(false), Some(share(&|x| x >= 0.8)));
    assert_eq!(sensor(&cut).saturated(true), Some(share(&|x| x >= 0.8)));
    // Whatever its unit.
    let small: Vec<f64> = cut.iter().map(|x| x * 0.5f64.powi(40)).collect();
    assert_eq!(sensor(&small).saturated(false), Some(share(&|x| x >= 0.8)));
    let both: Vec<f64> = wave(0.0).iter().map(|x| x.clamp(-0.7, 0.8)).collect();
    let found = sensor(&both).saturated(false).expect("a share");
    assert!(
        (found - share(&|x| x >= 0.8) - share(&|x| x <= -0.7)).abs() < 1e-12,
        "{found}"
    );
    // Less than half a percent says nothing: 24 of 5000, and 25.
    let few = |count: usize| {
        let mut column: Vec<f64> = (0..5000)
            .map(|k| ((k * 37) % 5000) as f64 / 5000.0)
            .collect();
        column[100..100 + count].fill(1.5);
        sensor(&column).saturated(false)
    };
    assert_eq!([few(24), few(25)], [None, Some(0.005)]);
    // Ten times as many as next to it.
    let beside = |count: usize| {
        let mut column: Vec<f64> = (0..5000)
            .map(|k| ((k * 37) % 5000) as f64 / 5000.0)
            .collect();
        column[100..140].fill(1.5);
        column[200..200 + count].fill(1.25);
        sensor(&column).saturated(false).is_some()
    };
    assert!(beside(3) && !beside(4));
}

#[test]
fn columns_are_still_or_constant_within_noise() {
    assert_eq!(ends(&[2.0, -3.0, 1.0]), [-3.0, 2.0]);
    assert!(
        sensor(&[3.0, 3.0 + 2e-12]).is_constant() && !sensor(&[3.0, 3.0 + 4e-12]).is_constant()
    );
    assert!(sensor(&[-3.0, -3.0 - 2e-12]).is_constant() && !sensor(&[-3.0, -2.0]).is_constant());
    // Two steps of an encoder are still, three move.
    let steps = |most: usize| {
        (0..200)
            .map(|k| ((k / 20) % most) as f64)
            .collect::<Vec<f64>>()
    };
    // Wherever they are.
    for from in [0.0, 5.0, -5.0, 0.25] {
        let [two, three] = [2, 3].map(|most| {
            let column: Vec<f64> = steps(most).iter().map(|x| x + from).collect();
            sensor(&column).is_still()
        });
        assert!(two && !three, "{from}");
    }
    let matrix = DMatrix::from_row_slice(2, 2, &[1.0, 0.0, -2.0, 3.0]);
    let columns = [vec![1.0, 2.0], vec![10.0, 20.0]];
    assert_eq!(turned(&columns, 1, Some(&matrix))[..], [28.0, 56.0]);
    assert_eq!(turned(&columns, 1, None)[..], [10.0, 20.0]);
}

/// A recording of columns that swing, each at its own frequency, changed sample by sample.
fn recording(
    robot: &dyn Robot,
    side: Side,
    of: &dyn Fn(&str, usize, usize, f64) -> f64,
) -> Recording {
    let n = robot.model().joints.len();
    let column = |kind: &str, k: usize| -> Vec<f64> {
        let swing = |t: usize| {
            (0.01 * (k + 1) as f64 * t as f64 + k as f64).sin() + 0.3 * (0.0137 * t as f64).cos()
        };
        (0..2000).map(|t| of(kind, k, t, swing(t))).collect()
    };
    let columns = |kind: &str| (0..n).map(|k| column(kind, k)).collect();
    let mut arrays = Arrays::new(200.0, columns("position"), columns("torque"));
    arrays.side = side;
    arrays.name = "run".to_owned();
    Recording::from_arrays(robot.model(), arrays).expect("a recording")
}

fn said(recording: &Recording, robot: &dyn Robot) -> Vec<(String, Sensed)> {
    let found = sensors(std::slice::from_ref(recording), robot.model());
    assert!(found.iter().all(|fault| fault.recording == "run"));
    found
        .into_iter()
        .map(|fault| (fault.joint, fault.sensed))
        .collect()
}

#[test]
fn sensors_that_are_dead_or_cut_off_are_named() {
    let robot = &double_pendulum::ROBOT;
    let of = |change: &dyn Fn(&str, usize, usize, f64) -> f64| {
        said(&recording(robot, Side::Joint, change), robot)
    };
    assert_eq!(of(&|_, _, _, x| x), []);
    let still = of(&|kind, k, _, x| if (kind, k) == ("position", 1) { 0.5 } else { x });
    assert_eq!(still, [("elbow".to_owned(), Sensed::StillPosition)]);
    let dead = of(&|kind, k, _, x| if (kind, k) == ("torque", 0) { 0.5 } else { x });
    assert_eq!(dead, [("shoulder".to_owned(), Sensed::DeadTorque)]);
    let cut = of(&|kind, k, _, x| {
        if (kind, k) == ("torque", 1) {
            x.min(0.6)
        } else {
            x
        }
    });
    let [(joint, Sensed::SaturatedTorque(share))] = &cut[..] else {
        panic!("{cut:?}")
    };
    assert!(joint == "elbow" && *share > 0.1 && *share < 0.5);
    let cut = of(&|kind, k, _, x| {
        if (kind, k) == ("position", 0) {
            x.min(0.6)
        } else {
            x
        }
    });
    assert!(
        cut.iter()
            .any(|(joint, sensed)| joint == "shoulder"
                && matches!(sensed, Sensed::SaturatedPosition(_))),
        "{cut:?}"
    );
    // For 60 of 2000 samples it is where it was, and then goes on from elsewhere.
    let swing = |t: f64| (0.02 * t + 1.0).sin() + 0.3 * (0.0137 * t).cos();
    let frozen = of(&|kind, k, t, x| match (kind, k, t) {
        ("position", 1, 900..960) => swing(900.0),
        _ => x,
    });
    assert_eq!(frozen, [("elbow".to_owned(), Sensed::FrozenPosition(0.03))]);
    // Of a transmission that couples it is what was measured that is cut off, whatever side torques are of.
    let wrist = &abb_wrist::ROBOT;
    let model = wrist.model();
    for (side, other, name) in [
        (Side::Joint, Side::Motor, model.joints[1].name),
        (Side::Motor, Side::Joint, model.motors[1].name),
    ] {
        let mut cut = recording(wrist, side, &|kind, k, _, x| match (kind, k) {
            ("position", 1) => x.min(0.6),
            _ => x,
        });
        assert_eq!(cut.position_side, side);
        cut.torque_side = other;
        let found = said(&cut, wrist);
        assert!(
            matches!(&found[..], [(row, Sensed::SaturatedPosition(_))] if row == name),
            "{found:?}"
        );
    }
    // A torque that is not used is not looked at, nor one that is known to be none.
    let mut motors = ["shoulder", "elbow"].map(|name| Motor {
        name,
        torque_constant: None,
        is_passive: false,
    });
    motors[1].is_passive = true;
    let passive = Model {
        motors: Box::leak(Box::new(motors)),
        ..*robot.model()
    };
    let none = recording(robot, Side::Joint, &|kind, _, _, x| {
        if kind == "torque" { 0.0 } else { x }
    });
    let named: Vec<String> = sensors(&[none], &passive)
        .into_iter()
        .map(|fault| fault.joint)
        .collect();
    assert_eq!(named, ["shoulder"]);
    let mut unused = recording(robot, Side::Joint, &|kind, _, _, x| {
        if kind == "torque" { 0.5 } else { x }
    });
    assert_eq!(said(&unused, robot).len(), 2);
    unused.left_out = vec![Torque {
        side: Side::Joint,
        row: 0,
    }];
    assert_eq!(
        said(&unused, robot),
        [("elbow".to_owned(), Sensed::DeadTorque)]
    );
}

/// The elbow rests for two seconds of ten, in which its torque is one value, beyond all others or where a limit cuts them off.
#[test]
fn the_torque_of_a_joint_that_rests_is_not_cut_off() {
    let robot = &double_pendulum::ROBOT;
    let swing = |t: f64| (0.02 * t + 1.0).sin() + 0.3 * (0.0137 * t).cos();
    let mut random = Random::new(3);
    let noise: Vec<f64> = (0..2000).map(|_| 1e-4 * random.normal()).collect();
    let of = |noisy: f64, most: f64| {
        let change = |kind: &str, k: usize, t: usize, x: f64| match (kind, k) {
            ("position", 1) => swing(t.max(400) as f64) + noisy * noise[t],
            ("torque", 1) if t < 400 => most.min(2.0),
            ("torque", 1) => x.min(most),
            _ => x,
        };
        said(&recording(robot, Side::Joint, &change), robot)
    };
    for noisy in [0.0, 1.0] {
        assert_eq!(of(noisy, 9.0), []);
        let cut = of(noisy, 0.6);
        let [(joint, Sensed::SaturatedTorque(share))] = &cut[..] else {
            panic!("{cut:?}")
        };
        assert!(joint == "elbow" && *share > 0.3 && *share < 0.6);
    }
}

/// Velocities and accelerations by differences of positions, changed column by column on the side where they are measured.
#[test]
fn velocities_that_do_not_belong_to_positions_are_named_on_the_side_where_they_are_measured() {
    let slopes = |columns: &[Vec<f64>]| -> Vec<Vec<f64>> {
        let slope = |column: &Vec<f64>| {
            let at = |k: usize| {
                let (from, to) = (k.saturating_sub(1), (k + 1).min(column.len() - 1));
                (column[to] - column[from]) * 200.0 / (to - from) as f64
            };
            (0..column.len()).map(at).collect()
        };
        columns.iter().map(slope).collect()
    };
    let of = |robot: &dyn Robot, side: Side, change: &dyn Fn(&mut Arrays)| {
        let n = robot.model().joints.len();
        let swing = |k: usize| {
            let at = |t: usize| (0.01 * (k + 1) as f64 * t as f64 + k as f64).sin();
            (0..2000).map(at).collect::<Vec<f64>>()
        };
        let position: Vec<Vec<f64>> = (0..n).map(swing).collect();
        let mut arrays = Arrays::new(200.0, position.clone(), position);
        arrays.velocity = slopes(&arrays.position);
        arrays.acceleration = slopes(&arrays.velocity);
        (arrays.name, arrays.side) = ("run".to_owned(), side);
        change(&mut arrays);
        said(
            &Recording::from_arrays(robot.model(), arrays).expect("a recording"),
            robot,
        )
    };
    let negate = |column: &mut Vec<f64>| column.iter_mut().for_each(|x| *x = -*x);
    let sign = Mismatch::Sign;
    let (pendulum, wrist) = (&double_pendulum::ROBOT, &abb_wrist::ROBOT);
    assert_eq!(of(pendulum, Side::Joint, &|_| ()), []);
    assert_eq!(of(wrist, Side::Motor, &|_| ()), []);
    assert_eq!(
        of(pendulum, Side::Joint, &|a| negate(&mut a.velocity[1])),
        [("elbow".to_owned(), Sensed::WrongVelocity(sign))]
    );
    assert_eq!(
        of(wrist, Side::Motor, &|a| negate(&mut a.velocity[1])),
        [("m2".to_owned(), Sensed::WrongVelocity(sign))]
    );
    assert_eq!(
        of(wrist, Side::Motor, &|a| negate(&mut a.acceleration[2])),
        [("m3".to_owned(), Sensed::WrongAcceleration(sign))]
    );
    let exchanged = of(pendulum, Side::Joint, &|a| a.velocity.swap(0, 1));
    let other = |name, of| {
        let sensed = Sensed::WrongVelocity(Mismatch::Of(of));
        (str::to_owned(name), sensed)
    };
    assert_eq!(
        exchanged,
        [other("shoulder", "elbow"), other("elbow", "shoulder")]
    );
    // A motion of 0.04 rad is too small to tell.
    let small = |a: &mut Arrays| {
        let columns = a.position.iter_mut().flatten();
        columns.for_each(|x| *x *= 0.02);
    };
    assert_eq!(of(pendulum, Side::Joint, &small), []);
}

/// Signs, units and time of the positions would each explain torques that are computed with a wrong velocity.
#[test]
fn no_other_fault_is_named_where_velocities_do_not_belong_to_positions() {
    use crate::estimate::Method;
    use crate::experiment::{Sensors, designed, simulate};
    use crate::identify::identify;
    use crate::judge::Judgement;
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let mut random = Random::new(1);
    let motion = designed(model, 10.0, 10.0, &mut random);
    let theta = crate::parameters::nominal(model);
    let simulated = simulate(
        robot,
        &theta,
        &motion,
        200.0,
        &Sensors::default(),
        &mut random,
    );
    let right = simulated.expect("simulates").recording().expect("reads");
    let slope = |column: &Vec<f64>| -> Vec<f64> {
        let last = column.len() - 1;
        let at = |k: usize| (column[(k + 5).min(last)] - column[k.saturating_sub(5)]) * 20.0;
        (0..=last).map(at).collect()
    };
    let found = |by: f64| {
        let mut recording = right.clone();
        let velocity = recording.position.iter().map(slope);
        let mut velocity: Vec<Vec<f64>> = velocity.collect();
        velocity[0].iter_mut().for_each(|x| *x *= by);
        recording.velocity = Some(velocity);
        let found = identify(robot, recording, &Method::Wls.into()).expect("identifies");
        let headline = Judgement::of(model, &found).headline;
        let sensed: Vec<Sensed> = found.sensors.iter().map(|s| s.sensed).collect();
        (sensed, found.causes.len(), headline)
    };
    assert_eq!(found(1.0).0, []);
    let wrong = "The recording has a fault: measured velocities or accelerations do not belong to its positions.";
    let (sensed, causes, headline) = found(-1.0);
    assert_eq!(sensed, [Sensed::WrongVelocity(Mismatch::Sign)]);
    assert_eq!((causes, headline.as_str()), (0, wrong));
    let (sensed, causes, headline) = found(57.3);
    assert!(matches!(
        sensed[..],
        [Sensed::WrongVelocity(Mismatch::Factor(_))]
    ));
    assert_eq!((causes, headline.as_str()), (0, wrong));
}

/// An encoder that stands for half a second of ten: torques, which are right, would be told by a motion that was another.
#[test]
fn no_other_fault_is_named_where_a_position_freezes() {
    use crate::estimate::Method;
    use crate::identify::identify;
    use crate::judge::{Judgement, Remedy};
    use crate::parameters::{base_matrix, nominal};
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let b = model.base.len();
    let beta = base_matrix(model) * DVector::from_vec(nominal(model));
    let (mut position, mut torque) = (vec![Vec::new(); 2], vec![Vec::new(); 2]);
    for k in 0..2000 {
        let t = f64::from(k) / 200.0;
        let [first, second] = [2.0 * t, 3.0 * t + 1.0];
        let q = [0.2 + 0.5 * first.sin(), 0.2 + 0.5 * second.sin()];
        let qd = [first.cos(), 1.5 * second.cos()];
        let qdd = [-2.0 * first.sin(), -4.5 * second.sin()];
        let mut rows = vec![0.0; 2 * b];
        let formed = robot.base_regressor(&q, &qd, &qdd, &mut rows);
        formed.expect("a regressor");
        for (joint, (position, torque)) in position.iter_mut().zip(&mut torque).enumerate() {
            let columns = rows[joint * b..(joint + 1) * b].iter().zip(beta.iter());
            position.push(q[joint]);
            torque.push(columns.map(|(y, x)| y * x).sum::<f64>());
        }
    }
    let found = |position: Vec<Vec<f64>>| {
        let arrays = Arrays::new(200.0, position, torque.clone());
        let recording = Recording::from_arrays(model, arrays).expect("a recording");
        let found = identify(robot, recording, &Method::Wls.into()).expect("identifies");
        let remedies = Judgement::of(model, &found).remedies;
        let sensed: Vec<Sensed> = found.sensors.iter().map(|s| s.sensed).collect();
        (sensed, found.causes, remedies)
    };
    let (sensed, causes, _) = found(position.clone());
    assert_eq!((sensed, causes), (vec![], vec![]));
    for from in [600, 900] {
        let mut frozen = position.clone();
        let held = frozen[1][from];
        frozen[1][from..from + 100].fill(held);
        let (sensed, causes, remedies) = found(frozen);
        let expected = vec![Sensed::FrozenPosition(0.05)];
        assert_eq!((sensed, causes), (expected, vec![]), "{from}");
        let is_advised = matches!(remedies[..], [Remedy::RecordAgain(..), Remedy::Validate]);
        assert!(is_advised, "{from}: {remedies:?}");
    }
}

/// Torques of motors are looked at as they were measured, before the transmission mixes them.
#[test]
fn sensors_of_motors_are_named_as_such() {
    let robot = &abb_wrist::ROBOT;
    let of = |change: &dyn Fn(&str, usize, usize, f64) -> f64| {
        said(&recording(robot, Side::Motor, change), robot)
    };
    let dead = of(&|kind, k, _, x| if (kind, k) == ("torque", 1) { 0.5 } else { x });
    let cut = of(&|kind, k, _, x| {
        if (kind, k) == ("torque", 2) {
            x.min(0.6)
        } else {
            x
        }
    });
    assert!(
        cut.iter()
            .any(|(motor, sensed)| motor == "m3" && matches!(sensed, Sensed::SaturatedTorque(_))),
        "{cut:?}"
    );
    // Rounding by the transmission leaves it as good as constant.
    assert!(dead.iter().all(|(motor, _)| motor == "m2"), "{dead:?}");
    // Motors without names have those of the joints.
    let nameless = Model {
        motors: &[],
        ..*robot.model()
    };
    let cut = recording(robot, Side::Motor, &|kind, k, _, x| match (kind, k) {
        ("torque", 2) => x.min(0.6),
        _ => x,
    });
    let found = sensors(&[cut], &nameless);
    let is_cut = |fault: &SensorFault| matches!(fault.sensed, Sensed::SaturatedTorque(_));
    assert!(
        found
            .iter()
            .any(|fault| fault.joint == "q3" && is_cut(fault)),
        "{found:?}"
    );
}

/// Of a motor whose torque is 0 the joints' torques leave rounding, and joints that other motors move as well do not stand with its encoder.
#[test]
fn motors_that_are_dead_or_freeze_are_named_where_others_move_the_same_joints() {
    let robot = &abb_wrist::ROBOT;
    let of = |change: &dyn Fn(&str, usize, usize, f64) -> f64| {
        said(&recording(robot, Side::Motor, change), robot)
    };
    let swing = |k: f64, t: f64| (0.01 * (k + 1.0) * t + k).sin() + 0.3 * (0.0137 * t).cos();
    for (motor, name) in ["m1", "m2", "m3"].into_iter().enumerate() {
        for value in [0.0, 0.5] {
            let dead = of(&|kind, k, _, x| match (kind, k == motor) {
                ("torque", true) => value,
                _ => x,
            });
            assert_eq!(dead, [(name.to_owned(), Sensed::DeadTorque)]);
        }
        let frozen = recording(
            robot,
            Side::Motor,
            &|kind, k, t, x| match (kind, k == motor, t) {
                ("position", true, 880..940) => swing(k as f64, 880.0),
                _ => x,
            },
        );
        let expected = [(name.to_owned(), Sensed::FrozenPosition(0.03))];
        assert_eq!(said(&frozen, robot), expected);
        let found = frozen_positions(&frozen, robot.model());
        assert_eq!(found, [(motor, 880..940)]);
    }
}

/// Rows of what else is measured; of one that no parameter enters, and of the wrench on a base, nothing is said.
#[test]
fn rows_that_are_dead_or_cut_off_are_named() {
    const fn force(name: &'static str) -> Measured {
        Measured { name, unit: "N" }
    }
    const FORCES: [Measured; 4] = [
        force("fx_tool"),
        force("fy_tool"),
        force("fz_tool"),
        force("f_spare"),
    ];
    let plain = double_pendulum::ROBOT.model();
    let measures = Model {
        measured: &FORCES,
        sparsity: Sparsity {
            measured: Pattern(&["+", "+", "0+", ""]),
            ..plain.sparsity
        },
        ..*plain
    };
    let mut recording = recording(&double_pendulum::ROBOT, Side::Joint, &|_, _, _, x| x);
    let swing = |k: usize| recording.position[k].clone();
    let (moved, cut): (Vec<f64>, Vec<f64>) =
        (swing(0), swing(1).iter().map(|x| x.min(0.6)).collect());
    let still = vec![0.5; moved.len()];
    let mut said = |model: &Model, columns: &[&Vec<f64>]| -> Vec<(String, Sensed)> {
        recording.torque = None;
        recording.measured = Some(columns.iter().copied().cloned().collect());
        let found = sensors(std::slice::from_ref(&recording), model);
        let each = found.into_iter();
        each.map(|fault| (fault.joint, fault.sensed)).collect()
    };
    let dead = |name: &str| (name.to_owned(), Sensed::DeadRow);
    assert_eq!(said(&measures, &[&moved, &moved, &moved, &still]), []);
    assert_eq!(
        said(&measures, &[&still, &moved, &still, &still]),
        [dead("fx_tool"), dead("fz_tool")]
    );
    let found = said(&measures, &[&moved, &cut, &still, &cut]);
    let [(name, Sensed::SaturatedRow(share)), last] = &found[..] else {
        panic!("{found:?}")
    };
    assert!(name == "fy_tool" && *share > 0.1 && *share < 0.5);
    assert_eq!(*last, dead("fz_tool"));
    // Where the base moves, torques stand behind six rows of which nothing is measured.
    let moving = Model {
        bodies: &["base", "upper", "lower"],
        sparsity: Sparsity {
            joint: Pattern(&["+"; 8]),
            ..plain.sparsity
        },
        ..*plain
    };
    let nothing = vec![0.0; moved.len()];
    let mut columns = vec![&nothing; 6];
    columns.extend([&moved, &still]);
    assert_eq!(said(&moving, &columns), [dead("elbow")]);
}

#[test]
fn faults_of_sensors_are_said_in_sentences() {
    let said = |sensed| {
        let fault = SensorFault {
            recording: "run".to_owned(),
            joint: "q2".to_owned(),
            sensed,
        };
        assert_eq!(fault.is_wrong(), sensed != Sensed::StillPosition);
        fault.to_string()
    };
    for (sensed, sentence) in [
        (
            Sensed::StillPosition,
            "q2 stands still in run: its position never changes by more than noise.",
        ),
        (
            Sensed::DeadPosition,
            "The position of q2 never changes in run, but torques do as of a joint that moves: a dead encoder, or a column of \
             something else.",
        ),
        (
            Sensed::FrozenPosition(0.0625),
            "The position of q2 freezes in run, in 6.2 % of the samples: it stops at once, or goes on with a step, as of an \
             encoder that drops out.",
        ),
        (
            Sensed::DeadTorque,
            "The torque of q2 never changes in run: a dead sensor, or a column of something else.",
        ),
        (
            Sensed::HeldTorque(Held {
                time: [4.1, 4.5],
                value: -3.25,
                times: 1,
                share: 0.02,
            }),
            "The torque of q2 repeats one value (−3.25) from 4.10 to 4.50 s of run (2.0 % of the samples), while the motion asks for others: \
             a bus or a sensor that drops out. Identify without that time (`select` in the description of the recording), or record again.",
        ),
        (
            Sensed::HeldTorque(Held {
                time: [4.1, 4.12],
                value: 0.0,
                times: 20,
                share: 0.05,
            }),
            "The torque of q2 repeats one value (0) from 4.10 to 4.12 s of run, the longest of 20 times (5.0 % of the samples), while the motion \
             asks for others: a bus or a sensor that drops out. Identify without that time (`select` in the description of the recording), or \
             record again.",
        ),
        (
            Sensed::DeadRow,
            "q2 never changes in run: a dead sensor, or a column of something else.",
        ),
        (
            Sensed::SaturatedPosition(0.123),
            "The position of q2 is cut off in run: it stands at the end of its range in 12.3 % of the samples, as of a sensor \
             that saturates or drops out.",
        ),
        (
            Sensed::SaturatedTorque(0.5),
            "The torque of q2 is cut off in run: it stands at the end of its range in 50.0 % of the samples, as of a sensor that \
             saturates or drops out.",
        ),
        (
            Sensed::SaturatedRow(0.02),
            "q2 is cut off in run: it stands at the end of its range in 2.0 % of the samples, as of a sensor that saturates or drops \
             out.",
        ),
        (
            Sensed::WrongVelocity(Mismatch::Sign),
            "The measured velocity of q2 has the opposite sign of its position's slope in run: turn the sign of its column, or \
             that of the position.",
        ),
        (
            Sensed::WrongVelocity(Mismatch::Factor(57.2)),
            "The measured velocity of q2 is 57.2 times its position's slope in run: the unit of one of the two is wrong, as of \
             degrees taken for radians.",
        ),
        (
            Sensed::WrongVelocity(Mismatch::Factor(-0.0175)),
            "The measured velocity of q2 is −0.0175 times its position's slope in run: the unit of one of the two is wrong, as \
             of degrees taken for radians.",
        ),
        (
            Sensed::WrongVelocity(Mismatch::Factor(9.5)),
            "The measured velocity of q2 is 9.50 times its position's slope in run: the unit of one of the two is wrong, as of \
             turns a minute taken for radians a second.",
        ),
        (
            Sensed::WrongAcceleration(Mismatch::Factor(2.5)),
            "The measured acceleration of q2 is 2.50 times its position's curvature in run: check the units of both columns, \
             and that of time.",
        ),
        (
            Sensed::WrongVelocity(Mismatch::Of("q3")),
            "The measured velocity of q2 is the slope of the position of q3 in run: its column is exchanged with another.",
        ),
        (
            Sensed::WrongAcceleration(Mismatch::Unrelated),
            "The measured acceleration of q2 is not its position's curvature in run: a dead sensor, or a column of something \
             else.",
        ),
    ] {
        assert_eq!(said(sensed), sentence);
    }
}

#[test]
fn faults_of_sensors_are_written_with_their_share() {
    let written = |sensed| {
        let fault = SensorFault {
            recording: "run".to_owned(),
            joint: "q2".to_owned(),
            sensed,
        };
        serde_json::to_value(fault).expect("JSON")
    };
    let of = |sensed: serde_json::Value| serde_json::json!({"recording": "run", "joint": "q2", "sensed": sensed});
    assert_eq!(
        written(Sensed::StillPosition),
        of(serde_json::json!("still_position"))
    );
    assert_eq!(
        written(Sensed::SaturatedRow(0.25)),
        of(serde_json::json!({"saturated_row": 0.25}))
    );
    assert_eq!(
        written(Sensed::WrongVelocity(Mismatch::Sign)),
        of(serde_json::json!({"wrong_velocity": "sign"}))
    );
    assert_eq!(
        written(Sensed::WrongAcceleration(Mismatch::Of("q3"))),
        of(serde_json::json!({"wrong_acceleration": {"of": "q3"}}))
    );
}

/// Noise is not constant, and a drift within rounding is not still: neither is a motion.
#[test]
fn a_position_is_still_that_is_constant_or_does_not_move() {
    let mut random = Random::new(3);
    let noise: Vec<f64> = (0..1000).map(|_| 0.3 + 1e-4 * random.normal()).collect();
    let drift: Vec<f64> = (0..200)
        .map(|k| 1.0 + f64::from(k) * f64::EPSILON)
        .collect();
    assert!(!sensor(&noise).is_constant() && !sensor(&drift).is_still());
    let any = recording(&double_pendulum::ROBOT, Side::Joint, &|_, _, _, x| x);
    for column in [&noise, &drift] {
        let found = sensor(column).position(&any, 0);
        assert_eq!(found, Some(Sensed::StillPosition));
    }
}

/// An end at 2 is reached at once, from below 1, or by a step of some thousandths; each time there are 20 samples of 1000.
#[test]
fn an_end_that_is_reached_at_full_speed_more_often_than_not_is_cut_off() {
    let share = |abrupt: usize, slow: usize, stops: bool| {
        let mut column: Vec<f64> = (0..1000)
            .map(|k| f64::from(k * 37 % 1000) / 1000.0)
            .collect();
        for run in 0..abrupt + slow {
            let first = 100 * (run + 1);
            column[first..first + 20].fill(2.0);
            if run >= abrupt {
                column[first - 1] = 2.0 - 0.001 * (run + 1) as f64;
            }
        }
        sensor(&column).saturated(stops)
    };
    assert_eq!(share(2, 3, true), None);
    assert_eq!(share(2, 2, true), None);
    assert_eq!(share(3, 2, true), Some(0.1));
    assert_eq!(share(2, 3, false), Some(0.1));
    // One time may be chance.
    assert_eq!(share(1, 0, true), None);
    assert_eq!(share(2, 0, true), Some(0.04));
}

#[test]
fn a_sensor_is_dead_in_its_own_recording() {
    let robot = &double_pendulum::ROBOT;
    let whole = recording(robot, Side::Joint, &|_, _, _, x| x);
    let mut dead = recording(robot, Side::Joint, &|kind, k, _, x| {
        if (kind, k) == ("torque", 0) { 0.5 } else { x }
    });
    dead.name = "again".to_owned();
    let fault = SensorFault {
        recording: "again".to_owned(),
        joint: "shoulder".to_owned(),
        sensed: Sensed::DeadTorque,
    };
    assert_eq!(sensors(&[whole, dead], robot.model()), [fault]);
}
