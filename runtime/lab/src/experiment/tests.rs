//! Simulated experiments by hand: sensors, motions and their limits, files, what a held base measures.

use armwright_robots::{abb_wrist, double_pendulum, scara};
use armwright_runtime::{
    BaseMotion, EvaluationError, Follower, Joint, JointKind, Measured, Model, ParameterKind,
    Quantity, Robot, Side, Site,
};
use nalgebra::{DMatrix, DVector};

use super::trajectory::{extremes, ranges};
use super::*;
use crate::numeric::scale_columns;
use crate::parameters::nominal;
use crate::regression::by_hand::{self, Written};
use crate::simulation::{Balance, Count, Grid, Motion};

const EXACT: Sensors = Sensors {
    encoder: None,
    position_noise: 0.0,
    torque_noise: 0.0,
};

/// A motion of one joint moves no robot of two, nor one of five a robot of five joints on a base.
#[test]
fn a_trajectory_of_too_few_joints_is_refused() {
    let points = |joints: usize| vec![vec![0.1; joints], vec![0.3; joints]];
    let quintic = |joints| Quintic::through(vec![0.0, 2.0], points(joints)).expect("a motion");
    let refused = |robot: &dyn Robot, trajectory: &dyn Trajectory| {
        let theta = nominal(robot.model());
        let random = &mut Random::new(1);
        let error = simulate(robot, &theta, trajectory, 100.0, &EXACT, random).err();
        error.map(|error| error.to_string())
    };
    let said = "the trajectory is of too few joints: 1 where the robot has 2, six of a base that moves among them";
    let pendulum = &double_pendulum::ROBOT;
    assert_eq!(refused(pendulum, &quintic(1)).as_deref(), Some(said));
    assert_eq!(refused(pendulum, &quintic(2)), None);
    let mut fourier = designed(pendulum.model(), 1.0, 2.0, &mut Random::new(1));
    fourier.harmonics.pop();
    assert_eq!(refused(pendulum, &fourier).as_deref(), Some(said));
    let solo = &armwright_robots::solo12::ROBOT;
    let joints = solo.model().joints.len();
    assert!(refused(solo, &quintic(joints)).is_some());
}

/// Steps of a turn for what turns, of a metre for what slides, after the noise.
#[test]
fn encoders_step_and_sensors_are_noisy() {
    let sensors = Sensors {
        encoder: Some(100.0),
        ..EXACT
    };
    let step = std::f64::consts::TAU / 100.0;
    let mut turned = [1.4 * step, -2.6 * step, 0.1];
    sensors.read_position(true, &mut turned, &mut Random::new(1));
    for (found, wanted) in turned.iter().zip([step, -3.0 * step, 2.0 * step]) {
        assert!((found - wanted).abs() < 1e-15, "{found} {wanted}");
    }
    let mut slid = [0.014, -0.026, 0.1];
    sensors.read_position(false, &mut slid, &mut Random::new(1));
    for (found, wanted) in slid.iter().zip([0.01, -0.03, 0.1]) {
        assert!((found - wanted).abs() < 1e-15, "{found} {wanted}");
    }
    // An encoder that shakes still says whole steps.
    let shaken = Sensors {
        position_noise: 0.05,
        ..sensors
    };
    let mut slid = [0.014; 20];
    shaken.read_position(false, &mut slid, &mut Random::new(1));
    for q in slid {
        assert!((100.0 * q - (100.0 * q).round()).abs() < 1e-12, "{q}");
    }
    assert!(slid.iter().any(|q| *q != slid[0]));
    let noisy = Sensors {
        position_noise: 0.01,
        torque_noise: 0.1,
        ..EXACT
    };
    let mut column = [0.5, 0.25, -1.0];
    noisy.read_position(true, &mut column, &mut Random::new(3));
    let mut random = Random::new(3);
    assert_eq!(
        column,
        [0.5, 0.25, -1.0].map(|q| q + 0.01 * random.normal())
    );
    // A tenth of the root mean square, 5.
    let mut column = [7.0, -1.0];
    noisy.read_torque(&mut column, &mut Random::new(3));
    let mut random = Random::new(3);
    for (found, tau) in column.iter().zip([7.0, -1.0]) {
        assert!((found - (tau + 0.1 * 5.0 * random.normal())).abs() < 1e-12);
    }
    let given = Sensors::default();
    assert_eq!(
        (given.encoder, given.position_noise, given.torque_noise),
        (Some(131_072.0), 0.0, 0.02)
    );
}

#[test]
fn a_fourier_motion_is_the_sum_of_its_harmonics() {
    let motion = Fourier {
        fundamental: 2.0,
        centre: vec![0.5, -1.0],
        harmonics: vec![vec![[0.3, -0.2], [0.1, 0.4]], vec![[1.0, 0.0]]],
        duration: 7.0,
    };
    let t = 0.6f64;
    let (s, c, s2, c2) = (
        (2.0 * t).sin(),
        (2.0 * t).cos(),
        (4.0 * t).sin(),
        (4.0 * t).cos(),
    );
    let wanted = [
        0.5 + 0.3 * s - 0.2 * c + 0.1 * s2 + 0.4 * c2,
        2.0 * (0.3 * c + 0.2 * s) + 4.0 * (0.1 * c2 - 0.4 * s2),
        -4.0 * (0.3 * s - 0.2 * c) - 16.0 * (0.1 * s2 + 0.4 * c2),
    ];
    for (found, wanted) in motion.at(0, t).into_iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-13, "{found} {wanted}");
    }
    assert_eq!(
        (motion.at(1, 0.0), motion.duration()),
        ([-1.0, 2.0, 0.0], 7.0)
    );
    // A sine of 0.5 over 4 s at eight points: all extremes are among them.
    let w = std::f64::consts::FRAC_PI_2;
    let found = extremes(&[[0.5, 0.0]], 4.0, 8);
    for (found, size) in found.into_iter().zip([0.5, 0.5 * w, 0.5 * w * w]) {
        assert!(
            (found[0] + size).abs() < 1e-12 && (found[1] - size).abs() < 1e-12,
            "{found:?}"
        );
    }
}

#[test]
fn a_way_through_points_begins_when_its_first_point_does() {
    let points = || vec![vec![0.2, 1.0], vec![1.2, -1.0], vec![1.0, 0.0]];
    let motion = Quintic::through(vec![3.0, 5.0, 6.0], points()).expect("a motion");
    assert_eq!(motion.duration(), 3.0);
    assert_eq!(motion.step(), 1.5);
    // In the middle of the first: half the way, 15/8 of the mean speed.
    for (found, wanted) in motion.at(1, 1.0).into_iter().zip([0.0, -1.875, 0.0]) {
        assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
    }
    // A quarter of the second: 10/64 - 15/256 + 6/1024, 30/16 · 9/16 and 60 · 3/16 · 1/2.
    let share = 10.0 / 64.0 - 15.0 / 256.0 + 6.0 / 1024.0;
    let wanted = [
        1.2 - 0.2 * share,
        -0.2 * 30.0 * 9.0 / 256.0,
        -0.2 * 60.0 * 3.0 / 32.0,
    ];
    for (found, wanted) in motion.at(0, 2.25).into_iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
    }
    assert_eq!(motion.at(0, -1.0), [0.2, 0.0, 0.0]);
    assert_eq!(motion.at(0, 99.0)[0], 1.0);
    let refused =
        |times: &[f64]| Quintic::through(times.to_vec(), points()).expect_err("no motion");
    let odd = |count, wanted| MotionError::TimesOfPoints { count, wanted };
    assert_eq!(refused(&[1.0]), odd(3, 1));
    assert_eq!(refused(&[1.0, 2.0, 3.0, 4.0]), odd(3, 4));
    let one = Quintic::through(vec![1.0], vec![vec![0.2, 1.0]]);
    assert_eq!(one, Err(MotionError::TooFewPoints(1)));
    let ragged = Quintic::through(vec![0.0, 1.0], vec![vec![0.0, 0.0], vec![1.0]]);
    let ragged = ragged.expect_err("a number is missing").to_string();
    assert_eq!(ragged, "point 2 has 1 numbers where the first has 2");
    assert_eq!(refused(&[1.0, 2.0, 2.0]), MotionError::Order(3));
    assert_eq!(refused(&[1.0, 0.5, 2.0]), MotionError::Order(2));
    assert_eq!(refused(&[1.0, f64::NAN, 2.0]), MotionError::Order(2));
    assert_eq!(
        MotionError::TooFewPoints(1).to_string(),
        "1 points make no motion: give at least 2"
    );
    assert_eq!(odd(3, 4).to_string(), "3 points at 4 times");
    assert_eq!(
        MotionError::Order(3).to_string(),
        "point 3 is not later than the one before"
    );
}

/// The largest share of range, speed and acceleration is nine tenths, and the motion lies in the middle of its range.
#[test]
fn a_random_motion_uses_nine_tenths_of_what_binds_first() {
    fn joint(name: &'static str, position: [f64; 2], velocity: f64, acceleration: f64) -> Joint {
        Joint {
            name,
            kind: JointKind::Revolute,
            position: Some(position),
            velocity: Some(velocity),
            acceleration: Some(acceleration),
            effort: None,
        }
    }
    let joints: &'static [Joint] = vec![
        joint("a", [-0.5, 1.5], 90.0, 900.0),
        joint("b", [-9.0, 90.0], 0.7, 900.0),
        joint("c", [-90.0, 9.0], 90.0, 0.6),
    ]
    .leak();
    let fixed = Model {
        joints,
        ..*double_pendulum::ROBOT.model()
    };
    let moving = Model {
        bodies: &["base", "a", "b", "c"],
        ..fixed
    };
    // What a base does: 0.3 m and 0.8 rad either way, 0.8 m/s and 2 rad/s, 5 m/s² and 10 rad/s².
    let mut limits = vec![
        ([-0.5, 1.5], 90.0, 900.0),
        ([-9.0, 90.0], 0.7, 900.0),
        ([-90.0, 9.0], 90.0, 0.6),
    ];
    limits.extend([([-0.3, 0.3], 0.8, 5.0); 3]);
    limits.extend([([-0.8, 0.8], 2.0, 10.0); 3]);
    let motion = designed(&moving, 4.0, 12.0, &mut Random::new(5));
    assert_eq!(
        (motion.duration, motion.centre.len(), motion.harmonics.len()),
        (12.0, 9, 9)
    );
    assert!((motion.fundamental - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    for (k, (range, speed, rate)) in limits.into_iter().enumerate() {
        assert_eq!(motion.harmonics[k].len(), 5);
        let mut ends = [[f64::INFINITY, f64::NEG_INFINITY]; 3];
        for i in 0..2000 {
            let state = motion.at(k, 4.0 * f64::from(i) / 2000.0);
            for (ends, x) in ends.iter_mut().zip(state) {
                *ends = [ends[0].min(x), ends[1].max(x)];
            }
        }
        let most = |order: usize| ends[order][1].max(-ends[order][0]);
        let used = [
            (ends[0][1] - ends[0][0]) / (range[1] - range[0]),
            most(1) / speed,
            most(2) / rate,
        ];
        let largest = used.iter().copied().fold(0.0, f64::max);
        assert!((largest - 0.9).abs() < 1e-9, "{k}: {used:?}");
        if k < 3 {
            assert_eq!(used[k], largest, "{k}: {used:?}");
        }
        let middle = (ends[0][0] + ends[0][1]) / 2.0;
        assert!((middle - (range[0] + range[1]) / 2.0).abs() < 1e-9, "{k}");
    }
    assert_eq!(
        designed(&fixed, 4.0, 12.0, &mut Random::new(5)).centre,
        motion.centre[..3]
    );
    // Higher harmonics are smaller, by their number on the average.
    let size = |k: usize| -> f64 {
        (0..60)
            .map(|seed| {
                let motion = designed(&fixed, 4.0, 12.0, &mut Random::new(seed));
                let [a, b] = motion.harmonics[0][k];
                let [c, d] = motion.harmonics[0][0];
                ((a * a + b * b) / (c * c + d * d)).sqrt().ln()
            })
            .sum::<f64>()
            / 60.0
    };
    assert!((size(4) + 5f64.ln()).abs() < 0.4, "{}", size(4));
}

/// Of 24 random motions the one whose observation matrix, columns of length 1, has the smallest condition number; the
/// first of them, too.
#[test]
fn the_best_conditioned_of_several_is_taken() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let b = model.base.len();
    let condition = |motion: &Fourier| {
        let mut rows = DMatrix::zeros(400, b);
        let mut y = vec![0.0; 2 * b];
        for k in 0..200 {
            let states = [0, 1].map(|joint| motion.at(joint, 0.05 * k as f64));
            let of = |order: usize| states.map(|state| state[order]);
            robot
                .base_regressor(&of(0), &of(1), &of(2), &mut y)
                .expect("a regressor");
            rows.rows_mut(2 * k, 2)
                .copy_from(&DMatrix::from_row_slice(2, b, &y));
        }
        scale_columns(&mut rows);
        let values = rows.singular_values();
        values.max() / values.min()
    };
    let mut places = Vec::new();
    for seed in [9, 172] {
        let mut random = Random::new(seed);
        let motions: Vec<Fourier> = (0..24)
            .map(|_| designed(model, 10.0, 3.0, &mut random))
            .collect();
        let conditions: Vec<f64> = motions.iter().map(condition).collect();
        let smallest = conditions.iter().copied().fold(f64::INFINITY, f64::min);
        let place = conditions.iter().position(|x| *x == smallest);
        let place = place.expect("a smallest one");
        let found = best_designed(robot, 3.0, &mut Random::new(seed)).expect("a motion");
        assert_eq!(found, motions[place]);
        places.push(place);
    }
    assert!(places[0] > 0 && places[1] == 0, "{places:?}");
}

/// The true motion and torques, on the side where they are measured.
#[test]
fn what_is_simulated_is_the_motion_and_its_torques() {
    let robot = &abb_wrist::ROBOT;
    let theta = nominal(robot.model());
    let motion = designed(robot.model(), 4.0, 1.0, &mut Random::new(2));
    let found =
        simulate(robot, &theta, &motion, 120.0, &EXACT, &mut Random::new(1)).expect("a simulation");
    assert_eq!(
        (found.rate, found.position[0].len(), found.torque.len()),
        (120.0, 120, 3)
    );
    assert!(found.measured.is_empty() && found.base.is_none());
    let ratios =
        DMatrix::from_row_slice(3, 3, &[-60.0, 0.0, 0.0, 10.0, 50.0, 0.0, -8.0, 12.0, 45.0]);
    let to_motors = ratios.transpose().try_inverse().expect("regular");
    let mut states = Motion {
        grid: Grid {
            start: 2.5,
            rate: 120.0,
            samples: 120,
        },
        q: Vec::new(),
        qd: Vec::new(),
        input: Vec::new(),
        torque: Vec::new(),
        current: Vec::new(),
        events: Vec::new(),
        count: Count::default(),
        balance: Balance::default(),
        stop: None,
    };
    for k in 0..120 {
        let at = [0, 1, 2].map(|joint| motion.at(joint, k as f64 / 120.0));
        let [q, qd, qdd] = [0, 1, 2].map(|order| at.map(|state| state[order]));
        let mut tau = [0.0; 3];
        robot
            .inverse_dynamics(&theta, &q, &qd, &qdd, &mut tau)
            .expect("torques");
        states.q.extend(q);
        states.torque.extend(tau);
        let (at, of) = (
            &ratios * DVector::from_column_slice(&q),
            &to_motors * DVector::from_column_slice(&tau),
        );
        for m in 0..3 {
            assert!((found.position[m][k] - at[m]).abs() < 1e-10);
            assert!((found.torque[m][k] - of[m]).abs() < 1e-10 * (1.0 + of[m].abs()));
        }
    }
    // The same of a motion that was integrated.
    let driven =
        record_motion(robot.model(), &states, &EXACT, &mut Random::new(1)).expect("a recording");
    assert_eq!((driven.rate, driven.start), (120.0, 2.5));
    for (one, other) in driven
        .position
        .iter()
        .zip(&found.position)
        .chain(driven.torque.iter().zip(&found.torque))
    {
        assert!(
            one.iter()
                .zip(other)
                .all(|(a, b)| (a - b).abs() < 1e-10 * (1.0 + b.abs()))
        );
    }
    // Sensors read it as they read any: positions first, then torques.
    let sensors = Sensors {
        encoder: Some(4096.0),
        position_noise: 1e-3,
        torque_noise: 0.1,
    };
    let read = record_motion(robot.model(), &states, &sensors, &mut Random::new(9));
    let read = read.expect("a recording");
    let (mut expected, mut random) = (driven, Random::new(9));
    for column in &mut expected.position {
        sensors.read_position(true, column, &mut random);
    }
    for column in &mut expected.torque {
        sensors.read_torque(column, &mut random);
    }
    assert_eq!(
        (read.position, read.torque),
        (expected.position, expected.torque)
    );
    for (duration, rate) in [(1.0, 99.4), (1e7, 11.0), (1.0, f64::NAN)] {
        let motion = Fourier {
            duration,
            ..motion.clone()
        };
        let refused = simulate(robot, &theta, &motion, rate, &EXACT, &mut Random::new(1))
            .expect_err("no recording");
        assert_eq!(
            refused.to_string(),
            format!(
                "{duration} s at {rate} Hz make no recording: choose at least 100 samples, at most 1e8"
            )
        );
    }
    let motion = Fourier {
        duration: 1.0,
        ..motion
    };
    let short =
        simulate(robot, &theta, &motion, 99.6, &EXACT, &mut Random::new(1)).expect("a simulation");
    assert_eq!(short.position[0].len(), 100);
}

/// What slides has steps of a metre at its joint, and turns at its motor.
#[test]
fn positions_are_read_where_they_are_measured() {
    let sensors = Sensors {
        encoder: Some(1000.0),
        torque_noise: 0.0,
        position_noise: 0.0,
    };
    for (side, turns) in [
        (Side::Motor, [true; 4]),
        (Side::Joint, [true, true, false, true]),
    ] {
        let model = Model {
            side,
            ..*scara::ROBOT.model()
        };
        let mut found = Simulated {
            model: &model,
            rate: 100.0,
            start: 0.0,
            position: vec![vec![0.0105]; 4],
            torque: vec![vec![2.0]; 4],
            measured: Vec::new(),
            base: None,
        };
        found.measure(&sensors, &mut Random::new(1));
        for (column, turns) in found.position.iter().zip(turns) {
            let step = if turns {
                std::f64::consts::TAU / 1000.0
            } else {
                1e-3
            };
            assert!(
                (column[0] - (0.0105 / step).round() * step).abs() < 1e-15,
                "{side:?} {column:?}"
            );
        }
        assert_eq!(found.torque, vec![vec![2.0]; 4]);
    }
}

#[test]
fn files_have_every_column_under_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = |model: &Model| {
        let column = |first: f64| vec![first, first + 0.5];
        let columns = |first: f64| {
            (0..model.joints.len())
                .map(|k| column(first + k as f64))
                .collect()
        };
        let found = Simulated {
            model,
            rate: 4.0,
            start: 10.0,
            position: columns(1.0),
            torque: columns(-20.0),
            measured: Vec::new(),
            base: None,
        };
        let own = folder.path().join(model.name);
        let path = found.write(&own).expect("files");
        assert_eq!(path, own.join("recording.yaml"));
        let text = |path: &std::path::Path| std::fs::read_to_string(path).expect("a file");
        (text(&path), text(&own.join("recording.csv")))
    };
    assert_eq!(
        written(double_pendulum::ROBOT.model()),
        (
            "# A simulated recording of double_pendulum.\nrecording:\n  file: recording.csv\n  time: {column: t, unit: s}\n  \
             position: {columns: [q_shoulder, q_elbow], unit: rad, side: joint}\n  \
             torque: {columns: [tau_shoulder, tau_elbow], unit: N·m, side: joint}\n"
                .to_owned(),
            "t,q_shoulder,q_elbow,tau_shoulder,tau_elbow\n10.0,1.0,2.0,-20.0,-19.0\n10.25,1.5,2.5,-19.5,-18.5\n".to_owned()
        )
    );
    let (yaml, csv) = written(abb_wrist::ROBOT.model());
    assert!(
        yaml.contains("position: {columns: [q_m1, q_m2, q_m3], unit: rad, side: motor}\n"),
        "{yaml}"
    );
    assert!(
        yaml.ends_with("torque: {columns: [tau_m1, tau_m2, tau_m3], unit: N·m, side: motor}\n"),
        "{yaml}"
    );
    assert!(
        csv.starts_with(
            "t,q_m1,q_m2,q_m3,tau_m1,tau_m2,tau_m3\n10.0,1.0,2.0,3.0,-20.0,-19.0,-18.0\n"
        ),
        "{csv}"
    );
    // One that turns and one that slides, and two that slide.
    let turning_and_sliding = Model {
        side: Side::Joint,
        ..by_hand::MODEL
    };
    let (yaml, _) = written(&turning_and_sliding);
    assert!(
        yaml.contains("position: {columns: [q_j1, q_j2], unit: [rad, m], side: joint}\n")
            && yaml.ends_with("columns: [tau_j1, tau_j2], unit: [N·m, N], side: joint}\n"),
        "{yaml}"
    );
    let sliding = Model {
        joints: const { &[by_hand::MODEL.joints[1]; 2] },
        ..turning_and_sliding
    };
    let (yaml, _) = written(&sliding);
    assert!(
        yaml.contains("unit: m, side") && yaml.contains("unit: N, side"),
        "{yaml}"
    );
    // Motors turn, those of joints that slide among them.
    let at_motors = Model {
        side: Side::Motor,
        ..sliding
    };
    let (yaml, _) = written(&at_motors);
    assert!(
        yaml.contains("unit: rad, side: motor}") && yaml.contains("unit: N·m, side: motor}"),
        "{yaml}"
    );
    // Motors without names have those of the joints.
    let nameless = Model {
        name: "nameless",
        side: Side::Motor,
        motors: &[],
        ..*double_pendulum::ROBOT.model()
    };
    let (yaml, csv) = written(&nameless);
    assert!(
        yaml.contains("position: {columns: [q_shoulder, q_elbow], unit: rad, side: motor}\n"),
        "{yaml}"
    );
    assert!(
        csv.starts_with("t,q_shoulder,q_elbow,tau_shoulder,tau_elbow\n"),
        "{csv}"
    );
}

/// A description of something else, or a table without any; those of a simulation are replaced.
#[test]
fn a_recording_of_anything_else_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = Simulated {
        model: double_pendulum::ROBOT.model(),
        rate: 4.0,
        start: 0.0,
        position: vec![vec![1.0]; 2],
        torque: vec![vec![2.0]; 2],
        measured: Vec::new(),
        base: None,
    };
    for name in ["recording.yaml", "recording.csv"] {
        let own = folder.path().join(name.replace('.', "_"));
        std::fs::create_dir(&own).expect("a folder");
        let there = own.join(name);
        std::fs::write(&there, "recording: {}\n").expect("a file");
        let refused = found.write(&own).expect_err("another recording");
        assert_eq!(
            refused.to_string(),
            format!(
                "{} is there and was not simulated: choose another folder",
                there.display()
            )
        );
        let text = std::fs::read_to_string(&there).expect("a file");
        assert_eq!(text, "recording: {}\n");
        let files = std::fs::read_dir(&own).expect("a folder");
        assert_eq!(files.count(), 1);
    }
    for _ in 0..2 {
        assert!(found.write(&folder.path().join("own")).is_ok());
    }
}

/// Turning, then acceleration less free fall; the wrench as the robot says it is.
#[test]
fn a_held_base_measures_what_it_feels() {
    let mut held = HeldBase::new();
    let inputs: [f64; BaseMotion::INPUTS] = std::array::from_fn(|k| 1.0 + 1.5 * k as f64);
    held.record(&inputs, &[10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
    held.record(&inputs.map(|x| -x), &[1.0; 6]);
    let felt = |k: usize| inputs[9 + k] - inputs[12 + k];
    for (k, column) in held.motion.columns.iter().enumerate() {
        let wanted = if k < 3 { inputs[k] } else { felt(k - 3) };
        assert_eq!(column[..], [wanted, -wanted]);
    }
    for (k, column) in held.contacts.wrenches.iter().enumerate() {
        assert_eq!(column[..], [10.0 * (k + 1) as f64, 1.0]);
    }
    let place = &held.contacts.places[0];
    assert_eq!(
        (held.motion.at, place.body, place.at, place.own_axes),
        ([0.0; 3], 0, [0.0; 3], true)
    );
}

/// 8 kg at (0.05, -0.03, 0.06) m with radii of 0.08, 0.1 and 0.06 m, each further body three quarters of that before; drives of
/// three quarters, too, seen through their largest ratios.
#[test]
fn invented_numbers_are_those_of_a_plausible_arm() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let found = invented(model);
    let radii = [0.08, 0.1, 0.06].map(|r: f64| r * r / 2.0);
    let [x, y, z] = radii;
    let [cx, cy, cz] = [0.05, -0.03, 0.06];
    // About the origin: J + m (|t|² 1 - t tᵀ).
    let ten = [
        1.0,
        cx,
        cy,
        cz,
        y + z + cy * cy + cz * cz,
        -cx * cy,
        -cx * cz,
        x + z + cx * cx + cz * cz,
        -cy * cz,
        x + y + cx * cx + cy * cy,
    ];
    // Motor 3 turns 45 times for joint 3, motor 1 60 times for joint 1, motor 2 50 times for joint 2.
    let ratios = [60.0, 50.0, 45.0];
    for (value, parameter) in found.iter().zip(model.parameters) {
        let drive = |own: f64, motor: usize, power: i32| {
            own * 0.75f64.powi(motor as i32) / f64::powi(ratios[motor], power)
        };
        let wanted = match parameter.kind {
            ParameterKind::Inertial { body, component } => {
                8.0 * 0.75f64.powi(body as i32) * ten[component.at()]
            }
            ParameterKind::Inertia(Site::Motor(motor)) => drive(0.5, motor, 2),
            ParameterKind::Viscous(Site::Motor(motor)) => drive(4.0, motor, 2),
            ParameterKind::Coulomb(Site::Motor(motor)) => drive(6.0, motor, 1),
            other => panic!("{other:?}"),
        };
        assert!(
            (value - wanted).abs() < 1e-12 * (1.0 + wanted.abs()),
            "{}: {value} {wanted}",
            parameter.name
        );
    }
    let kinds: Vec<(ParameterKind, f64)> = {
        let site = Site::Joint(1);
        vec![
            (ParameterKind::CoulombPositive(site), 1.1 * 6.0),
            (ParameterKind::CoulombNegative(site), 0.9 * 6.0),
            (ParameterKind::ViscousPositive(site), 1.1 * 4.0),
            (ParameterKind::ViscousNegative(site), 0.9 * 4.0),
            (ParameterKind::Offset(site), 0.5),
            (ParameterKind::Quadratic(site), 0.4),
            (ParameterKind::Stiffness(site), 20.0),
            (ParameterKind::Preload(site), -4.0),
            (ParameterKind::Torque(0, site), 5.0),
        ]
    };
    let own = |kind: ParameterKind| {
        let parameters = vec![armwright_runtime::Parameter {
            kind,
            ..model.parameters[0]
        }];
        invented(&Model {
            parameters: parameters.leak(),
            ..*model
        })[0]
    };
    for (kind, wanted) in kinds {
        assert!((own(kind) - 0.75 * wanted).abs() < 1e-12, "{kind:?}");
    }
    // Behind the gear of motor 2 a torque is a 50th, friction by speed and inertia a 50²th, by its square a 50³th.
    let motor = Site::Motor(1);
    for (kind, wanted, power) in [
        (ParameterKind::Inertia(motor), 0.5, 2),
        (ParameterKind::CoulombPositive(motor), 1.1 * 6.0, 1),
        (ParameterKind::CoulombNegative(motor), 0.9 * 6.0, 1),
        (ParameterKind::ViscousPositive(motor), 1.1 * 4.0, 2),
        (ParameterKind::ViscousNegative(motor), 0.9 * 4.0, 2),
        (ParameterKind::Offset(motor), 0.5, 1),
        (ParameterKind::Quadratic(motor), 0.4, 3),
        (ParameterKind::Stiffness(motor), 20.0, 2),
        (ParameterKind::Preload(motor), -4.0, 1),
        (ParameterKind::Torque(0, motor), 5.0, 1),
    ] {
        let wanted = 0.75 * wanted / 50f64.powi(power);
        assert!((own(kind) / wanted - 1.0).abs() < 1e-12, "{kind:?}");
    }
    assert_eq!(
        [
            own(ParameterKind::SpringRate(0)),
            own(ParameterKind::SpringTension(0))
        ],
        [2000.0, 300.0]
    );
}

/// Within 5 to 95 % of the range; of 40 sets the one whose worst element is told best.
#[test]
fn configurations_tell_every_element_apart() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let worst = |configurations: &[Vec<f64>]| -> f64 {
        let total: usize = model.elements.iter().map(|e| e.terms.len()).sum();
        let mut all = DMatrix::zeros(configurations.len(), total);
        for (k, q) in configurations.iter().enumerate() {
            let mut bases = vec![0.0; total];
            robot.element_bases(q, &mut bases).expect("bases");
            all.set_row(k, &nalgebra::RowDVector::from_vec(bases));
        }
        let (mut worst, mut first) = (f64::INFINITY, 0);
        for element in model.elements {
            let values = all
                .columns(first, element.terms.len())
                .into_owned()
                .singular_values();
            worst = worst.min(values.min() / values.max());
            first += element.terms.len();
        }
        worst
    };
    let ranges = [[-3.0, 3.0], [-2.0, 2.0], [-3.0, 3.0]];
    // Drawn one after the other: the last is the best of forty, and the first.
    for (seed, place) in [(21, 39), (67, 0)] {
        let found = configurations(robot, 12, &mut Random::new(seed)).expect("configurations");
        assert_eq!((found.len(), found[0].len()), (12, 3));
        for q in &found {
            for (q, [low, high]) in q.iter().zip(ranges) {
                let share = (q - low) / (high - low);
                assert!((0.05..0.95).contains(&share), "{q}");
            }
        }
        let best = worst(&found);
        assert!(best > 1e-3, "{best}");
        let mut random = Random::new(seed);
        let mut each = (0..40).map(|_| {
            let mut one =
                |[low, high]: [f64; 2]| low + (high - low) * (0.05 + 0.9 * random.uniform());
            let drawn: Vec<Vec<f64>> = (0..12).map(|_| ranges.map(&mut one).to_vec()).collect();
            worst(&drawn)
        });
        let each: Vec<f64> = each.by_ref().collect();
        let most = each.iter().copied().fold(0.0, f64::max);
        assert!(
            each[place] == most && (best - most).abs() < 1e-9 * most,
            "{best} {most}"
        );
    }
}

/// As far as is asked, or as nine tenths of a speed or of an acceleration allow.
#[test]
fn a_small_motion_uses_what_binds_first() {
    let joint = |velocity: f64, acceleration: f64| Joint {
        name: "a",
        kind: JointKind::Revolute,
        position: Some([-2.0, 2.0]),
        velocity: Some(velocity),
        acceleration: Some(acceleration),
        effort: None,
    };
    let joints = vec![joint(90.0, 900.0), joint(0.1, 900.0), joint(90.0, 0.2)];
    let model = Model {
        joints: joints.leak(),
        ..*double_pendulum::ROBOT.model()
    };
    let configuration = [0.5, -1.5, 3.0];
    for seed in 0..6 {
        let motion = small_motion(&model, &configuration, 0.3, 7.5, &mut Random::new(seed));
        assert_eq!(
            (&motion.centre[..], motion.duration),
            (&configuration[..], 7.5)
        );
        for (k, centre) in configuration.into_iter().enumerate() {
            let mut most = [0.0f64; 3];
            for i in 0..2000 {
                let [q, qd, qdd] = motion.at(k, 2.5 * f64::from(i) / 2000.0);
                for (most, x) in most.iter_mut().zip([q - centre, qd, qdd]) {
                    *most = most.max(x.abs());
                }
            }
            let model = &model.joints[k];
            let [velocity, acceleration] = [model.velocity, model.acceleration];
            let allowed = [
                0.3,
                0.9 * velocity.expect("a speed"),
                0.9 * acceleration.expect("an acceleration"),
            ];
            for order in 0..3 {
                let used = most[order] / allowed[order];
                let binds = (used - 1.0).abs() < 1e-3;
                assert!(binds == (order == k) && used < 1.001, "{seed} {k}: {used}");
            }
            // After a period it is where it was.
            let [now, later] = [0.4, 2.9].map(|t| motion.at(k, t)[0]);
            assert!((now - later).abs() < 1e-9);
        }
    }
}

/// Of a base that moves what an IMU measures, and the wrench that holds it; rows of that wrench are not measured themselves.
#[test]
fn files_of_a_held_base_have_its_motion_and_its_wrench() {
    let folder = tempfile::tempdir().expect("a folder");
    let own: &'static [Measured] = vec![
        Measured {
            name: "fy_base",
            unit: "N",
        },
        Measured {
            name: "fx_tool",
            unit: "N",
        },
    ]
    .leak();
    let mut held = HeldBase::new();
    for (k, column) in held.motion.columns.iter_mut().enumerate() {
        column.push(0.5 + k as f64);
    }
    for (k, column) in held.contacts.wrenches.iter_mut().enumerate() {
        column.push(-3.0 - k as f64);
    }
    let text = |measured: &'static [Measured], columns: Vec<Vec<f64>>| {
        let model = Model {
            bodies: &["base", "upper", "lower"],
            measured,
            ..*double_pendulum::ROBOT.model()
        };
        let found = Simulated {
            model: &model,
            rate: 10.0,
            start: 0.0,
            position: vec![vec![1.0], vec![2.0]],
            torque: vec![vec![7.0], vec![8.0]],
            measured: columns,
            base: Some(held.clone()),
        };
        found.write(folder.path()).expect("files");
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
        (read("recording.yaml"), read("recording.csv"))
    };
    let begins = "# A simulated recording of double_pendulum.\nrecording:\n  file: recording.csv\n  time: {column: t, unit: s}\n  \
                  position: {columns: [q_shoulder, q_elbow], unit: rad, side: joint}\n";
    let ends = "  base:\n    angular_velocity: {columns: [base_wx, base_wy, base_wz], unit: rad/s}\n    \
                acceleration: {columns: [base_ax, base_ay, base_az], unit: m/s²}\n  contacts:\n    \
                - {body: base, at: [0, 0, 0], axes: body, columns: [fx_base, fy_base, fz_base, tx_base, ty_base, tz_base]}\n";
    let columns = "base_wx,base_wy,base_wz,base_ax,base_ay,base_az,fx_base,fy_base,fz_base,tx_base,ty_base,tz_base\n";
    let values = "0.5,1.5,2.5,3.5,4.5,5.5,-3.0,-4.0,-5.0,-6.0,-7.0,-8.0\n";
    assert_eq!(
        text(&[], Vec::new()),
        (
            format!(
                "{begins}  torque: {{columns: [tau_shoulder, tau_elbow], unit: N·m, side: joint}}\n{ends}"
            ),
            format!(
                "t,q_shoulder,q_elbow,tau_shoulder,tau_elbow,{columns}0.0,1.0,2.0,7.0,8.0,{values}"
            ),
        )
    );
    assert_eq!(
        text(own, vec![vec![5.0], vec![6.0]]),
        (
            format!("{begins}  measured: {{columns: [fx_tool]}}\n{ends}"),
            format!("t,q_shoulder,q_elbow,fx_tool,{columns}0.0,1.0,2.0,6.0,{values}"),
        )
    );
    // Where nothing but that wrench is measured there is no line of it.
    assert_eq!(
        text(&own[..1], vec![vec![5.0]]),
        (
            format!("{begins}{ends}"),
            format!("t,q_shoulder,q_elbow,{columns}0.0,1.0,2.0,{values}"),
        )
    );
}

/// Torques are rows after six of the base, which nothing measures; positions and torques alone where the base is fixed.
#[test]
fn a_recording_has_what_was_simulated() {
    let robot = &double_pendulum::ROBOT;
    let motion = designed(robot.model(), 4.0, 2.0, &mut Random::new(4));
    let theta = nominal(robot.model());
    let mut found =
        simulate(robot, &theta, &motion, 60.0, &EXACT, &mut Random::new(1)).expect("a simulation");
    // As the table that is written begins.
    found.start = 2.5;
    let recording = found.recording().expect("a recording");
    assert_eq!(
        (recording.name.as_str(), recording.rate, recording.start),
        ("simulation", 60.0, 2.5)
    );
    assert_eq!(
        (&recording.position, recording.torque.as_ref()),
        (&found.position, Some(&found.torque))
    );
    assert!(recording.measured.is_none() && recording.base.is_none());
    let robot = &armwright_robots::solo12::ROBOT;
    let motion = designed(robot.model(), 4.0, 2.0, &mut Random::new(4));
    let theta = invented(robot.model());
    let found =
        simulate(robot, &theta, &motion, 60.0, &EXACT, &mut Random::new(1)).expect("a simulation");
    let held = found.base.as_ref().expect("a base");
    let recording = found.recording().expect("a recording");
    let measured = recording.measured.as_ref().expect("rows");
    assert_eq!((measured.len(), recording.torque.is_none()), (18, true));
    assert!(measured[..6].iter().all(|column| column[..] == [0.0; 120]));
    assert_eq!(recording.base.as_ref(), Some(&held.motion));
    assert_eq!(recording.contacts.as_ref(), Some(&held.contacts));
    for (measured, torque) in measured[6..].iter().zip(&found.torque) {
        assert!(
            measured
                .iter()
                .zip(torque)
                .all(|(a, b)| (a - b).abs() < 1e-12 * (1.0 + b.abs()))
        );
    }
    // The wrench that holds it is that of the robot's own equations.
    let k = 37;
    let at: Vec<[f64; 3]> = (0..18).map(|j| motion.at(j, k as f64 / 60.0)).collect();
    let of = |order: usize| -> Vec<f64> { at[..12].iter().map(|state| state[order]).collect() };
    let base = held_base::base_motion(&motion, 12, k as f64 / 60.0).inputs(robot.model().gravity);
    let inputs = armwright_runtime::Inputs {
        theta: &theta,
        q: &of(0),
        qd: &of(1),
        qdd: &of(2),
        base: &base,
        ..armwright_runtime::Inputs::default()
    };
    let mut tau = [0.0; 18];
    robot
        .evaluate(
            armwright_runtime::Quantity::InverseDynamics,
            &inputs,
            &mut tau,
        )
        .expect("torques");
    for (column, wanted) in held.contacts.wrenches.iter().zip(tau) {
        assert!((column[k] - wanted).abs() < 1e-12 * (1.0 + wanted.abs()));
    }
    for (column, wanted) in found.torque.iter().zip(&tau[6..]) {
        assert!((column[k] - wanted).abs() < 1e-12 * (1.0 + wanted.abs()));
    }
}

/// Wherever joints are in their ranges, what follows them is in its own; with one joint that is all of both.
#[test]
fn random_motions_keep_the_limits_of_joints_that_move_with_others() {
    const JOINT: Joint = Joint {
        name: "a",
        kind: JointKind::Revolute,
        position: Some([-1.0, 3.0]),
        velocity: Some(2.0),
        acceleration: Some(8.0),
        effort: None,
    };
    static SEVERAL: [Follower; 2] = [
        Follower {
            joint: Joint {
                position: Some([-2.0, 1.0]),
                velocity: Some(3.0),
                acceleration: None,
                ..JOINT
            },
            motion: &[(0, 1.0), (1, -0.5)],
            offset: 0.25,
        },
        Follower {
            joint: Joint {
                position: Some([-0.5, 6.0]),
                velocity: None,
                acceleration: Some(4.0),
                ..JOINT
            },
            motion: &[(0, 1.0), (1, 1.0)],
            offset: 0.0,
        },
    ];
    let model = Model {
        joints: &[JOINT, JOINT],
        followers: &SEVERAL,
        ..*double_pendulum::ROBOT.model()
    };
    let found = ranges(&model);
    assert!(
        found
            .iter()
            .all(|([low, high], ..)| -1.0 <= *low && low < high && *high <= 3.0)
    );
    for follower in &SEVERAL {
        let most = |order: usize| -> f64 {
            let terms = follower.motion.iter();
            terms
                .map(|&(j, factor)| factor.abs() * [0.0, found[j].1, found[j].2][order])
                .sum()
        };
        for corner in 0..4 {
            let at = |j: usize| [found[j].0[corner >> j & 1], 0.0, 0.0];
            let [position, ..] = follower.state(at);
            let [low, high] = follower.joint.position.expect("limits");
            assert!(
                low - 1e-12 < position && position < high + 1e-12,
                "{found:?}"
            );
        }
        assert!(most(1) < follower.joint.velocity.unwrap_or(f64::INFINITY) + 1e-12);
        assert!(most(2) < follower.joint.acceleration.unwrap_or(f64::INFINITY) + 1e-12);
    }
    // From 0.5 - 2 · 3 to 0.5 + 2 are there, -3 to 1 are allowed: -0.25 to 1.75 of the joint.
    let one = Model {
        joints: &[JOINT],
        followers: &[Follower {
            joint: Joint {
                position: Some([-3.0, 1.0]),
                velocity: Some(2.0),
                acceleration: Some(160.0),
                ..JOINT
            },
            motion: &[(0, -2.0)],
            offset: 0.5,
        }],
        ..model
    };
    let ([low, high], speed, rate) = ranges(&one)[0];
    assert!(
        (low + 0.25).abs() < 1e-12 && (high - 1.75).abs() < 1e-12,
        "{low} {high}"
    );
    assert_eq!((speed, rate), (1.0, 8.0));
    // Without limits of its own it leaves the joint all of its.
    let free = Model {
        followers: &[Follower {
            joint: Joint {
                position: None,
                velocity: None,
                acceleration: None,
                ..JOINT
            },
            motion: &[(0, -2.0)],
            offset: 0.5,
        }],
        ..one
    };
    assert_eq!(ranges(&free), [([-1.0, 3.0], 2.0, 8.0)]);
    // From 5 on nothing comes: as near as the joint gets it stands.
    let beyond = Model {
        followers: &[Follower {
            joint: Joint {
                position: Some([5.0, 6.0]),
                velocity: None,
                acceleration: None,
                ..JOINT
            },
            motion: &[(0, 1.0)],
            offset: 0.0,
        }],
        ..one
    };
    assert_eq!(ranges(&beyond), [([3.0, 3.0], 2.0, 8.0)]);
}

/// A body without joints has as many samples as its base moves for.
#[test]
fn samples_are_those_of_the_base_where_there_are_no_joints() {
    let mut held = HeldBase::new();
    for column in &mut held.motion.columns {
        column.extend([0.5; 7]);
    }
    let model = Model {
        bodies: &["base"],
        joints: &[],
        ..*double_pendulum::ROBOT.model()
    };
    let found = Simulated {
        model: &model,
        rate: 10.0,
        start: 0.0,
        position: Vec::new(),
        torque: Vec::new(),
        measured: Vec::new(),
        base: Some(held),
    };
    assert_eq!(found.samples(), 7);
}

/// Rows of the wrench on the base are 0 in a recording of a base that was held: what held it is among the contacts. Others are as
/// they were measured.
#[test]
fn what_is_measured_of_a_held_base_has_no_wrench_on_it() {
    let own = ["fy_base", "fx_tool"].map(|name| Measured { name, unit: "N" });
    let model = Model {
        bodies: &["base", "upper", "lower"],
        measured: own.to_vec().leak(),
        ..*double_pendulum::ROBOT.model()
    };
    let mut held = HeldBase::new();
    for column in held
        .motion
        .columns
        .iter_mut()
        .chain(&mut held.contacts.wrenches)
    {
        column.extend((0..20).map(|k| 0.1 * f64::from(k)));
    }
    let ramp = |by: f64| -> Vec<f64> { (0..20).map(|k| by * f64::from(k)).collect() };
    let found = Simulated {
        model: &model,
        rate: 10.0,
        start: 0.0,
        position: vec![ramp(0.2), ramp(-0.3)],
        torque: vec![ramp(7.0), ramp(8.0)],
        measured: vec![ramp(5.0), ramp(6.0)],
        base: Some(held),
    };
    let recording = found.recording().expect("a recording");
    assert_eq!(recording.measured, Some(vec![vec![0.0; 20], ramp(6.0)]));
    assert!(recording.torque.is_none());
}

/// The torque of the second joint alone is measured.
#[test]
fn one_number_that_is_measured_is_simulated_as_several_are() {
    let own = Measured {
        name: "tau_elbow",
        unit: "N·m",
    };
    let model = Model {
        measured: vec![own].leak(),
        base_of_torque: false,
        ..*double_pendulum::ROBOT.model()
    };
    let robot = Written(model, |quantity, inputs, out| {
        let robot = &double_pendulum::ROBOT;
        if quantity != Quantity::MeasuredBaseRegressor {
            return robot.evaluate(quantity, inputs, out);
        }
        let mut both = vec![0.0; 2 * out.len()];
        robot.evaluate(Quantity::BaseRegressor, inputs, &mut both)?;
        out.copy_from_slice(&both[out.len()..]);
        Ok(())
    });
    let motion = designed(robot.model(), 4.0, 2.0, &mut Random::new(4));
    let theta = nominal(robot.model());
    let found = simulate(&robot, &theta, &motion, 60.0, &EXACT, &mut Random::new(1));
    let found = found.expect("a simulation");
    assert_eq!((found.measured.len(), found.measured[0].len()), (1, 120));
    for (measured, torque) in found.measured[0].iter().zip(&found.torque[1]) {
        assert!(
            (measured - torque).abs() < 1e-10 * (1.0 + torque.abs()),
            "{measured} {torque}"
        );
    }
}

/// The rows of two parameters are the same in every state: all motions have one condition number.
#[test]
fn of_motions_as_good_as_each_other_the_first_is_taken() {
    let model = double_pendulum::ROBOT.model();
    let base = &model.base[..2];
    let robot = Written(Model { base, ..*model }, |_, _, out| {
        out.copy_from_slice(&[1.0, 0.0, 0.0, 1.0]);
        Ok(())
    });
    let found = best_designed(&robot, 3.0, &mut Random::new(9)).expect("a motion");
    let first = designed(robot.model(), 10.0, 3.0, &mut Random::new(9));
    assert_eq!(found, first);
}

/// Where torques are measured nothing else of a robot is asked for.
#[test]
fn a_robot_of_torques_alone_is_simulated() {
    let whole = &double_pendulum::ROBOT;
    let robot = Written(*whole.model(), |quantity, inputs, out| match quantity {
        Quantity::InverseDynamics => double_pendulum::ROBOT.evaluate(quantity, inputs, out),
        _ => Err(EvaluationError::NotGenerated(quantity)),
    });
    let motion = designed(robot.model(), 4.0, 2.0, &mut Random::new(4));
    let theta = nominal(robot.model());
    let of = |robot: &dyn Robot| {
        let found = simulate(robot, &theta, &motion, 60.0, &EXACT, &mut Random::new(1));
        found.expect("a simulation").torque
    };
    assert_eq!(of(&robot), of(whole));
}

/// A parameter of 3, which two sensors see twice and five times.
#[test]
fn every_sensor_of_one_parameter_is_simulated() {
    let model = double_pendulum::ROBOT.model();
    let sensors = ["one", "two"].map(|name| Measured { name, unit: "N" });
    let model = Model {
        base: &model.base[..1],
        base_of_torque: false,
        measured: sensors.to_vec().leak(),
        ..*model
    };
    let robot = Written(model, |quantity, _, out| {
        match quantity {
            Quantity::BaseParameters => out.copy_from_slice(&[3.0]),
            Quantity::MeasuredBaseRegressor => out.copy_from_slice(&[2.0, 5.0]),
            _ => out.fill(0.0),
        }
        Ok(())
    });
    let motion = designed(robot.model(), 4.0, 2.0, &mut Random::new(4));
    let theta = nominal(robot.model());
    let found = simulate(&robot, &theta, &motion, 60.0, &EXACT, &mut Random::new(1));
    let found = found.expect("a simulation");
    assert_eq!(found.measured, [vec![6.0; 120], vec![15.0; 120]]);
}

/// A fixed body without joints: of nothing that is measured there is no sample.
#[test]
fn a_table_without_columns_has_a_heading_alone() {
    let model = Model {
        joints: &[],
        ..*double_pendulum::ROBOT.model()
    };
    let found = Simulated {
        model: &model,
        rate: 10.0,
        start: 0.0,
        position: Vec::new(),
        torque: Vec::new(),
        measured: Vec::new(),
        base: None,
    };
    assert_eq!(found.samples(), 0);
    let folder = tempfile::tempdir().expect("a folder");
    found.write(folder.path()).expect("files");
    let table = std::fs::read_to_string(folder.path().join("recording.csv"));
    assert_eq!(table.expect("a file"), "t\n");
}

/// Motors turn by `2 q1` and `3 q1 + 4 q2`: torques of joints are `2 m1 + 3 m2` and `4 m2`, behind six rows of the base.
#[test]
fn torques_of_motors_are_rows_of_joints_where_the_base_moves() {
    let model = Model {
        bodies: &["base", "upper", "lower"],
        motors: by_hand::MODEL.motors,
        transmission: &[2.0, 0.0, 3.0, 4.0],
        side: Side::Motor,
        ..*double_pendulum::ROBOT.model()
    };
    let ramp = |by: f64| -> Vec<f64> { (0..20).map(|k| by * f64::from(k)).collect() };
    let mut held = HeldBase::new();
    let columns = held.motion.columns.iter_mut();
    for column in columns.chain(&mut held.contacts.wrenches) {
        column.extend(ramp(0.1));
    }
    let found = Simulated {
        model: &model,
        rate: 10.0,
        start: 0.0,
        position: vec![ramp(0.2), ramp(-0.3)],
        torque: vec![ramp(7.0), ramp(8.0)],
        measured: Vec::new(),
        base: Some(held),
    };
    let recording = found.recording().expect("a recording");
    let measured = recording.measured.expect("rows");
    assert_eq!(measured.len(), 8);
    assert!(measured[..6].iter().all(|column| column[..] == [0.0; 20]));
    assert_eq!(measured[6..], [ramp(38.0), ramp(32.0)]);
}

/// Joints that turn further than half a turn either way are within that; what slides has all of its range.
#[test]
fn configurations_are_within_half_a_turn_either_way() {
    let pendulum = double_pendulum::ROBOT.model();
    let joints = [JointKind::Revolute, JointKind::Prismatic].map(|kind| Joint {
        kind,
        position: Some([-10.0, 20.0]),
        ..pendulum.joints[0]
    });
    let model = Model {
        joints: joints.to_vec().leak(),
        elements: &[],
        ..*pendulum
    };
    let robot = Written(model, |_, _, _| Ok(()));
    let found = configurations(&robot, 30, &mut Random::new(8)).expect("configurations");
    assert_eq!(found.len(), 30);
    // Without elements the first set is as good as any.
    let mut random = Random::new(8);
    let half = std::f64::consts::PI;
    for q in &found {
        for (q, [low, high]) in q.iter().zip([[-half, half], [-10.0, 20.0]]) {
            let expected = low + (high - low) * (0.05 + 0.9 * random.uniform());
            assert!((q - expected).abs() < 1e-12, "{q} for {expected}");
        }
    }
}

#[test]
fn a_transmission_that_is_singular_is_told_with_the_name_of_the_robot() {
    let model = Model {
        transmission: &[2.0, 4.0, 1.0, 2.0],
        ..*double_pendulum::ROBOT.model()
    };
    let said = "the transmission of double_pendulum is singular";
    let motion = designed(&model, 4.0, 2.0, &mut Random::new(4));
    let (robot, theta) = (Written(model, |_, _, _| Ok(())), nominal(&model));
    let refused = simulate(&robot, &theta, &motion, 60.0, &EXACT, &mut Random::new(1));
    assert_eq!(refused.expect_err("singular").to_string(), said);
    let nothing = Motion {
        grid: Grid {
            start: 0.0,
            rate: 60.0,
            samples: 0,
        },
        q: Vec::new(),
        qd: Vec::new(),
        input: Vec::new(),
        torque: Vec::new(),
        current: Vec::new(),
        events: Vec::new(),
        count: Count::default(),
        balance: Balance::default(),
        stop: None,
    };
    let refused = record_motion(&model, &nothing, &EXACT, &mut Random::new(1));
    assert_eq!(refused.expect_err("singular").to_string(), said);
}

/// Torques, rows of what else is measured and the wrench on a base, each by a tenth of its own root mean square; an IMU's readings are
/// true.
#[test]
fn all_that_is_measured_but_by_an_imu_is_noisy() {
    let sensors = Sensors {
        torque_noise: 0.1,
        ..EXACT
    };
    let model = Model {
        bodies: &["base", "upper", "lower"],
        ..*double_pendulum::ROBOT.model()
    };
    let mut held = HeldBase::new();
    for column in &mut held.motion.columns {
        column.extend([0.5, 0.25]);
    }
    for (k, column) in held.contacts.wrenches.iter_mut().enumerate() {
        column.extend([10.0 + k as f64, -7.0]);
    }
    let mut found = Simulated {
        model: &model,
        rate: 100.0,
        start: 0.0,
        position: vec![vec![0.5, 0.25]; 2],
        torque: vec![vec![1.0, 2.0], vec![-3.0, 4.0]],
        measured: vec![vec![5.0, 6.0], vec![-8.0, 9.0]],
        base: Some(held),
    };
    let (mut expected, mut random) = (found.clone(), Random::new(6));
    found.measure(&sensors, &mut Random::new(6));
    for column in &mut expected.position {
        sensors.read_position(true, column, &mut random);
    }
    let held = expected.base.as_mut().expect("a base");
    let read = expected.torque.iter_mut().chain(&mut expected.measured);
    for column in read.chain(&mut held.contacts.wrenches) {
        sensors.read_torque(column, &mut random);
    }
    assert_eq!(found, expected);
}

/// How a base moves is judged with how joints do: of two parameters the one is seen as 1, the other as gravity along the base's z.
#[test]
fn of_motions_of_a_base_the_best_conditioned_is_taken() {
    let pendulum = double_pendulum::ROBOT.model();
    let model = Model {
        bodies: &["base", "upper", "lower"],
        base: &pendulum.base[..2],
        ..*pendulum
    };
    let robot = Written(model, |_, inputs, out| {
        out.fill(0.0);
        (out[0], out[1]) = (1.0, inputs.base[14]);
        Ok(())
    });
    let condition = |motion: &Fourier| {
        let weight = |k: usize| {
            let base = held_base::base_motion(motion, 2, 0.05 * k as f64);
            base.inputs(model.gravity)[14]
        };
        let mut rows = DMatrix::from_fn(200, 2, |k, j| if j == 0 { 1.0 } else { weight(k) });
        scale_columns(&mut rows);
        let values = rows.singular_values();
        values.max() / values.min()
    };
    for seed in [4, 11] {
        let mut random = Random::new(seed);
        let motions: Vec<Fourier> = (0..24)
            .map(|_| designed(&model, 10.0, 3.0, &mut random))
            .collect();
        let conditions: Vec<f64> = motions.iter().map(condition).collect();
        let smallest = conditions.iter().copied().fold(f64::INFINITY, f64::min);
        let place = conditions.iter().position(|x| *x == smallest);
        let found = best_designed(&robot, 3.0, &mut Random::new(seed)).expect("a motion");
        assert_eq!(found, motions[place.expect("a smallest one")]);
    }
}
