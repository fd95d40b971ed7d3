//! A recording replayed as if live: what is learned, and what a bad sample does.

use armwright_lab::dynamics::accelerations;
use armwright_lab::online::{Replay, ReplayError, ReplayOptions, replay};
use armwright_lab::parameters::nominal;
use armwright_lab::recording::{Arrays, Recording};
use armwright_lab::report::online_page;
use armwright_robots::abb_wrist;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::control::Adaptive;
use armwright_runtime::online::{Bounds, Motion};
use armwright_runtime::{Inputs, ParameterKind, Robot, Transmission};

const RATE: f64 = 1000.0;

/// The pendulum's motion for some seconds, without noise.
fn arrays(seconds: f64) -> Arrays {
    let theta = nominal(ROBOT.model());
    let (mut position, mut torque) = (vec![Vec::new(); 2], vec![Vec::new(); 2]);
    for k in 0..(RATE * seconds) as usize {
        let t = k as f64 / RATE;
        let swing = |w: f64| {
            let (sine, cosine) = (w * t).sin_cos();
            [sine, w * cosine, -w * w * sine]
        };
        let (one, two) = (swing(3.1), swing(4.7));
        let [q, qd, qdd] = [0, 1, 2].map(|k| [0.9 * one[k], 0.7 * two[k] + 0.3 * one[k]]);
        let mut tau = [0.0; 2];
        ROBOT
            .inverse_dynamics(&theta, &q, &qd, &qdd, &mut tau)
            .expect("sizes");
        for i in 0..2 {
            position[i].push(q[i]);
            torque[i].push(tau[i]);
        }
    }
    Arrays::new(RATE, position, torque)
}

fn recording(arrays: Arrays) -> Recording {
    Recording::from_arrays(ROBOT.model(), arrays).expect("a recording")
}

/// The true base parameters.
fn truth() -> Vec<f64> {
    let mut beta = vec![0.0; ROBOT.model().base.len()];
    let theta = nominal(ROBOT.model());
    ROBOT.base_parameters(&theta, &mut beta).expect("sizes");
    beta
}

/// From half of every true parameter.
fn options() -> ReplayOptions {
    ReplayOptions::new(truth().iter().map(|x| 0.5 * x).collect())
}

fn replayed(arrays: Arrays) -> Replay {
    replay(&ROBOT, &[recording(arrays)], &options()).expect("a replay")
}

#[test]
fn parameters_come_from_half_to_the_truth_and_the_gate_opens() {
    let found = replayed(arrays(6.0));
    let opened = found.opened.expect("it opens");
    assert!((0.4..3.0).contains(&opened), "{opened}");
    assert!((0.99..=1.0).contains(&found.open), "{}", found.open);
    for (base, truth) in found.base.iter().zip(truth()) {
        assert!((base.nominal - 0.5 * truth).abs() < 1e-12);
        // What is left is the filters' own.
        let off = (base.value - truth).abs();
        assert!(off < 0.3 * base.std, "{base:?} {truth}");
        assert!(base.std < base.prior, "{base:?}");
    }
    for joint in &found.joints {
        assert!(joint.acting < 0.05 * joint.torque, "{joint:?}");
        assert!(joint.recursive < 0.05 * joint.torque, "{joint:?}");
        assert!(joint.nominal > 0.3 * joint.torque, "{joint:?}");
    }
    assert!(found.noticed.is_empty(), "{:?}", found.noticed);
    let csv = found.csv();
    let columns = csv.lines().map(|line| line.split(',').count());
    assert!(columns.clone().all(|count| count == 3 + 3 * 6), "{csv}");
    assert_eq!(columns.count(), found.moments.len() + 1);
    let page = online_page(&found, "Double pendulum").expect("a page");
    assert_eq!(page.matches("<svg").count(), 1 + 2 + 6);
    assert!(!page.contains("NaN") && page.contains("gate opens"));
}

#[test]
fn a_frozen_encoder_closes_the_gate_and_is_told() {
    let mut bad = arrays(6.0);
    for k in 4000..4500 {
        bad.position[1][k] = bad.position[1][3999];
    }
    let mut bad = recording(bad);
    // What is repaired beforehand is not seen here.
    bad.bridged = Vec::new();
    let found = replay(&ROBOT, &[bad.clone()], &options()).expect("a replay");
    let told: Vec<&str> = found.noticed.iter().map(|n| n.what.as_str()).collect();
    assert_eq!(
        told,
        ["the position of elbow did not change while it moved"]
    );
    let after = found
        .moments
        .iter()
        .find(|m| m.time >= found.noticed[0].when.time)
        .expect("a moment");
    assert!(!after.identified && found.opened.is_some_and(|time| time < 4.0));
    assert!(found.moments.last().is_some_and(|moment| moment.identified));
}

#[test]
fn what_cannot_be_replayed_is_explained() {
    let asked = |change: &dyn Fn(&mut ReplayOptions)| {
        let mut options = options();
        change(&mut options);
        let refused = replay(&ROBOT, &[recording(arrays(1.0))], &options);
        refused.expect_err("it is refused").to_string()
    };
    let refusals = [
        (
            asked(&|o| o.rate = 5000.0),
            "at most the 1000 Hz of the recording",
        ),
        (asked(&|o| o.rate = f64::NAN), "the rate of learning is NaN"),
        (
            asked(&|o| o.gate = [0.9, 0.95]),
            "at most the 0.9 that opens it",
        ),
        (asked(&|o| o.memory = Some(0.5)), "more than one sample"),
        (asked(&|o| o.noise = 0.0), "a positive share"),
        (asked(&|o| o.time_constant = Some(0.2)), "before filters"),
    ];
    for (said, wanted) in refusals {
        assert!(said.contains(wanted), "{said}");
    }
    let mut without = arrays(1.0);
    without.torque = Vec::new();
    let refused = replay(&ROBOT, &[recording(without)], &options());
    assert!(
        matches!(refused, Err(ReplayError::NoTorque(_))),
        "{refused:?}"
    );
}

/// Motors are read and driven, joints are followed: the wrist's motors each move several joints.
#[test]
fn adaptive_control_follows_behind_a_transmission_that_couples_joints() {
    const N: usize = abb_wrist::DOF;
    const B: usize = abb_wrist::BASE_PARAMETERS;
    const STEP: f64 = 0.001;
    let model = abb_wrist::ROBOT.model();
    let matrix = std::array::from_fn(|k| std::array::from_fn(|i| model.transmission[k * N + i]));
    let transmission = Transmission::<N>::new(matrix).expect("invertible");
    let mut theta = [0.0; abb_wrist::PARAMETERS];
    for (value, parameter) in theta.iter_mut().zip(model.parameters) {
        // A sign of a measured velocity chatters.
        *value = match parameter.kind {
            ParameterKind::Coulomb(_) => 0.0,
            _ => parameter.nominal.unwrap_or(0.0),
        };
    }
    let mut truth = [0.0; B];
    abb_wrist::base_parameters(&theta, &mut truth);
    let run = |rate: f64| {
        let mut controller = Adaptive {
            slope: [8.0; N],
            damping: [8.0, 4.0, 2.0],
            rate: truth.map(|x| rate * x.abs()),
            bounds: Bounds::none(),
            beta: truth.map(|x| 0.3 * x),
        };
        let (mut motors, mut speeds, mut worst) = ([0.0; N], [0.0; N], 0.0_f64);
        for k in 0..16_000 {
            let t = STEP * f64::from(k);
            let wave = |i: usize| {
                let w = 1.3 + 0.7 * i as f64;
                let (sine, cosine) = (w * t).sin_cos();
                [0.5 * sine, 0.5 * w * cosine, -0.5 * w * w * sine]
            };
            let waves: [[f64; 3]; N] = std::array::from_fn(wave);
            let aim = Motion {
                q: waves.map(|w| w[0]),
                qd: waves.map(|w| w[1]),
                qdd: waves.map(|w| w[2]),
            };
            let (q, qd) = (
                transmission.to_joint(&motors),
                transmission.to_joint(&speeds),
            );
            let sliding = controller.sliding(&aim, &q, &qd);
            let mut rows = [[0.0; B]; N];
            let (qd_r, qdd_r) = (&sliding.velocity, &sliding.acceleration);
            abb_wrist::slotine_li_base_regressor(&q, &qd, qd_r, qdd_r, &mut rows);
            let asked = controller.update(&rows, &sliding.error, STEP);
            let of_motors = transmission.torque_to_motor(&asked);
            let tau = transmission.torque_to_joint(&of_motors);
            let given = Inputs {
                theta: &theta,
                q: &q,
                qd: &qd,
                ..Inputs::default()
            };
            let qdd = accelerations(&abb_wrist::ROBOT, given, &tau).expect("accelerations");
            let qdd = transmission.to_motor(&[qdd[0], qdd[1], qdd[2]]);
            for i in 0..N {
                speeds[i] += STEP * qdd[i];
                motors[i] += STEP * speeds[i];
            }
            if t > 12.0 {
                let off = aim.q.iter().zip(q).map(|(aim, q)| (aim - q).abs());
                worst = off.fold(worst, f64::max);
            }
        }
        worst
    };
    let [learning, guess] = [1.0, 0.0].map(run);
    assert!(guess > 0.02, "{guess}");
    assert!(learning < 0.2 * guess, "{learning} {guess}");
}
