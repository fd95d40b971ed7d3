//! Rows and torques of one joint with friction, behind filters.

use armwright_robots::double_pendulum;
use armwright_runtime::{
    BaseParameter, EvaluationError, Joint, Model, Parameter, ParameterKind, Quantity, Robot, Site,
};
use nalgebra::{DMatrix, DVector};

use super::super::certain::CertainRows;
use super::super::watched::tests::unwatched;
use super::{Filtered, Pace, each_filtered};
use crate::numeric::Decomposition;
use crate::random::Random;
use crate::recording::{Arrays, Recording};
use crate::regression::by_hand::Written;

/// A wheel with Coulomb and viscous friction.
fn wheel() -> Written {
    let model = double_pendulum::ROBOT.model();
    let (joints, base): (Vec<Joint>, Vec<BaseParameter>) =
        (model.joints[..1].to_vec(), model.base[..3].to_vec());
    let model = Model {
        joints: joints.leak(),
        base: base.leak(),
        ..*model
    };
    Written(model, |_, inputs, out| {
        out.copy_from_slice(&[inputs.qdd[0], inputs.qd[0].signum(), inputs.qd[0]]);
        Ok(())
    })
}

/// The wheel, whose model says that it rubs.
fn rubbing() -> Written {
    let Written(model, evaluated) = wheel();
    // In the place of a first moment, which enters the torque.
    let friction = Parameter {
        name: "fc",
        kind: ParameterKind::Coulomb(Site::Joint(0)),
        ..model.parameters[1]
    };
    let parameters = [model.parameters[0], friction];
    let model = Model {
        parameters: parameters.to_vec().leak(),
        motions: &[&[(0, 1.0)]],
        ..model
    };
    Written(model, evaluated)
}

const BETA: [f64; 3] = [0.5, 3.0, 2.0];
const RATE: f64 = 1000.0;
const PACE: Pace = Pace {
    rate: 100.0,
    time: 0.02,
};

/// All of it, with the rows that are certain by its own highest speeds.
fn filtered<const N: usize, const B: usize>(
    robot: &dyn Robot,
    pieces: &[Recording],
    pace: Pace,
    take: impl FnMut(Filtered<'_, N, B>) -> Result<(), EvaluationError>,
) -> Result<(), EvaluationError> {
    let pieces = unwatched(pieces);
    let mut signs = CertainRows::of::<N>(robot, &pieces, pace.fast());
    each_filtered(robot, &pieces, pace, &mut signs, take)
}

/// Turns round every second or so.
fn recording(samples: u32) -> Recording {
    let terms = [
        (0.5, 0.6, 0.3),
        (0.3, 1.9, 1.0),
        (0.2, 3.1, 2.0),
        (0.1, 5.0, 0.5),
    ];
    let column = |of: &dyn Fn(f64, f64, f64) -> f64| -> Vec<f64> {
        let at = |t: f64| terms.iter().map(|(a, w, p)| of(*a, *w, w * t + p)).sum();
        (0..samples).map(|k| at(f64::from(k) / RATE)).collect()
    };
    let q = column(&|a, _, x| a * x.sin());
    let qd = column(&|a, w, x| a * w * x.cos());
    let qdd = column(&|a, w, x| -a * w * w * x.sin());
    let states = qdd.iter().zip(&qd);
    let torque = states.map(|(qdd, qd)| BETA[0] * qdd + BETA[1] * qd.signum() + BETA[2] * qd);
    let arrays = Arrays::new(RATE, vec![q], vec![torque.collect()]);
    Recording::from_arrays(wheel().model(), arrays).expect("a recording")
}

/// Filters of 20 ms take a seventh of the friction away where rows have the sign of a velocity that passed them.
#[test]
fn friction_is_filtered_as_torques_are() {
    let (mut rows, mut right) = (Vec::new(), Vec::new());
    filtered::<1, 3>(&wheel(), &[recording(40_000)], PACE, |filtered| {
        rows.extend(filtered.rows[0]);
        right.push(filtered.torque[0]);
        Ok(())
    })
    .expect("rows");
    let rows = DMatrix::from_row_slice(right.len(), 3, &rows);
    let found = Decomposition::of(&rows).inverse * DVector::from_vec(right);
    for (found, truth) in found.iter().zip(BETA) {
        assert!((found / truth - 1.0).abs() < 0.01, "{found} for {truth}");
    }
}

/// Positions `t²` and torques `2 t`, with three stages of 5 ms and three of 20 ms: both are 75 ms late.
#[test]
fn velocities_are_as_late_as_torques() {
    let column = |of: &dyn Fn(f64) -> f64| -> Vec<f64> {
        (0..1000).map(|k| of(f64::from(k) / RATE)).collect()
    };
    let arrays = Arrays::new(RATE, vec![column(&|t| t * t)], vec![column(&|t| 2.0 * t)]);
    let recording = Recording::from_arrays(wheel().model(), arrays).expect("a recording");
    let mut found = Vec::new();
    filtered::<1, 3>(&wheel(), &[recording], PACE, |filtered| {
        found.push([filtered.torque[0], filtered.velocity[0]]);
        Ok(())
    })
    .expect("rows");
    // The last is at 0.99 s: 240, 250, ... of 1000.
    assert_eq!(found.len(), 76);
    for found in found[75] {
        assert!((found - 1.83).abs() < 1e-9, "{found}");
    }
}

/// After twelve time constants, every so many samples, with their times and what was measured.
#[test]
fn samples_are_taken_once_the_filters_have_settled() {
    let mut recording = recording(80);
    // Its clock does not begin with it.
    recording.start = 7.5;
    let mut found = Vec::new();
    filtered::<2, 4>(
        &wheel(),
        std::slice::from_ref(&recording),
        Pace {
            rate: RATE / 7.0,
            time: 0.0011,
        },
        |filtered| {
            found.push((filtered.time, *filtered.position));
            assert_eq!((filtered.rows[1], filtered.torque[1]), ([0.0; 4], 0.0));
            Ok(())
        },
    )
    .expect("rows");
    // 12 · 1.1 ms · 1000 Hz = 13.2.
    let wanted: Vec<_> = (13..80)
        .step_by(7)
        .map(|k| {
            let time = recording.start + f64::from(k) / RATE;
            (time, [recording.position[0][k as usize], 0.0])
        })
        .collect();
    assert_eq!(found, wanted);
}

/// Of 1000 Hz every tenth sample is taken, of 250 Hz every third, whichever comes first.
#[test]
fn every_piece_has_its_own_pace() {
    let fast = recording(1000);
    let mut slow = fast.clone();
    slow.rate = 250.0;
    for pieces in [[fast.clone(), slow.clone()], [slow, fast]] {
        let mut rates = Vec::new();
        filtered::<1, 3>(&wheel(), &pieces, PACE, |filtered| {
            rates.push(filtered.rate);
            Ok(())
        })
        .expect("rows");
        // From the 240th, and from the 60th on.
        let count = |wanted: f64| rates.iter().filter(|rate| **rate == wanted).count();
        assert_eq!([100.0, 250.0 / 3.0].map(count), [76, 314]);
        assert_eq!(rates.len(), 76 + 314);
    }
}

/// Torques of rows that were not measured say nothing, however wrong; what is mostly made of such is left out, and each piece
/// settles by itself.
#[test]
fn what_was_not_measured_is_not_taken() {
    let mut hurt = recording(20_000);
    hurt.bridged = (0..20_000).map(|k| k % 600 < 120).collect();
    let torque = &mut hurt.torque.as_mut().expect("torques")[0];
    let rows = torque.iter_mut().zip(&hurt.bridged);
    rows.filter(|(_, bridged)| **bridged)
        .for_each(|(tau, _)| *tau += 30.0);
    let (mut rows, mut right, mut times) = (Vec::new(), Vec::new(), Vec::new());
    let pieces = [hurt, recording(1000)];
    filtered::<1, 3>(&wheel(), &pieces, PACE, |filtered| {
        rows.extend(filtered.rows[0]);
        right.push(filtered.torque[0]);
        times.push((1000.0 * filtered.time).round() as usize);
        Ok(())
    })
    .expect("rows");
    let rows = DMatrix::from_row_slice(right.len(), 3, &rows);
    let found = Decomposition::of(&rows).inverse * DVector::from_vec(right);
    for (found, truth) in found.iter().zip(BETA) {
        assert!((found / truth - 1.0).abs() < 0.02, "{found} for {truth}");
    }
    let first = times.iter().rposition(|&t| t == 240).expect("settled");
    assert_eq!(times.len() - first, 76, "of the second piece");
    // Of three averages of 20 ms most is made of the last 60 ms.
    let within = times[..first]
        .iter()
        .filter(|&&t| (70..160).contains(&(t % 600)));
    assert_eq!(within.count(), 0);
    assert!(first > 1400, "{first}");
}

/// The pace of a motion that begins and ends within a second, after and before 3 s of rest, and its rate: `3 x² - 2 x³`.
fn pace(t: f64, length: f64) -> [f64; 2] {
    let (x, way) = match t < length / 2.0 {
        true => (t - 3.0, 1.0),
        false => (length - 3.0 - t, -1.0),
    };
    let x = x.clamp(0.0, 1.0);
    [x * x * (3.0 - 2.0 * x), way * 6.0 * x * (1.0 - x)]
}

/// Before and after its motion a wheel stands, and friction at rest takes a torque that no motion has; its encoder has noise.
#[test]
fn what_a_joint_takes_at_rest_is_not_learned() {
    const TERMS: [[f64; 3]; 3] = [[0.5, 0.6, 0.3], [0.3, 1.9, 1.0], [0.2, 3.1, 2.0]];
    const LENGTH: f64 = 40.0;
    let (mut position, mut torque, mut gone) = (Vec::new(), Vec::new(), 0.0);
    let mut random = Random::new(4);
    for k in 0..40_000 {
        let [speed, rate] = pace(f64::from(k) / RATE, LENGTH);
        gone += speed / RATE;
        let sum = |of: &dyn Fn(f64, f64, f64) -> f64| -> f64 {
            TERMS.iter().map(|&[a, w, p]| of(a, w, w * gone + p)).sum()
        };
        let slope = sum(&|a, w, x| a * w * x.cos());
        let qd = slope * speed;
        let qdd = sum(&|a, w, x| -a * w * w * x.sin()) * speed * speed + slope * rate;
        position.push(sum(&|a, _, x| a * x.sin()) + 1e-6 * random.normal());
        torque.push(match speed > 0.0 {
            true => BETA[0] * qdd + BETA[1] * qd.signum() + BETA[2] * qd,
            false => -2.5,
        });
    }
    let rubbing = rubbing();
    let arrays = Arrays::new(RATE, vec![position], vec![torque]);
    let recording = Recording::from_arrays(rubbing.model(), arrays).expect("a recording");
    let (mut rows, mut right, mut times) = (Vec::new(), Vec::new(), Vec::new());
    filtered::<1, 3>(&rubbing, &[recording], PACE, |filtered| {
        rows.extend(filtered.rows[0]);
        right.push(filtered.torque[0]);
        times.push(filtered.time);
        Ok(())
    })
    .expect("rows");
    // Nothing of it at rest, and most of the motion.
    let ends = [times[0], times[times.len() - 1]];
    assert!(ends[0] > 3.0 && ends[1] < LENGTH - 2.8, "{ends:?}");
    assert!(right.len() > 3000, "{}", right.len());
    let rows = DMatrix::from_row_slice(right.len(), 3, &rows);
    let found = Decomposition::of(&rows).inverse * DVector::from_vec(right);
    for (found, truth) in found.iter().zip(BETA) {
        assert!((found / truth - 1.0).abs() < 0.02, "{found} for {truth}");
    }
}

/// A torque that stays is its own mean, however little of it was measured.
#[test]
fn what_was_not_measured_takes_nothing_from_a_mean() {
    let mut hurt = recording(3000);
    hurt.bridged = (0..3000).map(|k| k % 200 < 20).collect();
    hurt.torque.as_mut().expect("torques")[0].fill(4.0);
    let mut count = 0;
    filtered::<1, 3>(&wheel(), &[hurt], PACE, |filtered| {
        let torque = filtered.torque[0];
        let wanted = if filtered.certain[0] { 4.0 } else { 0.0 };
        assert!((torque - wanted).abs() < 0.02, "{torque}");
        count += 1;
        Ok(())
    })
    .expect("rows");
    assert!(count > 100, "{count}");
}

/// The wheel that rubs beside one that does not: where the first turns round its rows say nothing; those of the other are what they
/// are.
#[test]
fn each_row_has_its_own_share() {
    let model = double_pendulum::ROBOT.model();
    let friction = Parameter {
        name: "fc",
        kind: ParameterKind::Coulomb(Site::Joint(0)),
        ..model.parameters[1]
    };
    let (base, parameters) = (
        model.base[..3].to_vec(),
        vec![model.parameters[0], friction],
    );
    let model = Model {
        base: base.leak(),
        parameters: parameters.leak(),
        motions: &[],
        ..*model
    };
    let pair = Written(model, |_, inputs, out| {
        let rubs = [inputs.qdd[0], inputs.qd[0].signum(), inputs.qd[0]];
        out[..3].copy_from_slice(&rubs);
        out[3..].copy_from_slice(&[inputs.qdd[1], 0.0, 1.0]);
        Ok(())
    });
    let one = recording(4000);
    let ramp: Vec<f64> = (0..4000).map(|k| 1e-4 * f64::from(k)).collect();
    let torque = one.torque.expect("torques")[0].clone();
    let arrays = Arrays::new(
        RATE,
        vec![one.position[0].clone(), ramp],
        vec![torque, vec![4.0; 4000]],
    );
    let recording = Recording::from_arrays(pair.model(), arrays).expect("a recording");
    let (mut count, mut silent) = (0, 0);
    filtered::<2, 3>(&pair, &[recording], PACE, |filtered| {
        assert!(filtered.certain[1]);
        let torque = filtered.torque[1];
        assert!((torque - 4.0).abs() < 0.02, "{torque}");
        // What is the same all the time is its own mean.
        let constant = filtered.rows[1][2];
        assert!((constant - 1.0).abs() < 1e-9, "{constant}");
        count += 1;
        silent += usize::from(!filtered.certain[0]);
        Ok(())
    })
    .expect("rows");
    // From 0.24 s on every 10 ms.
    assert_eq!(count, 376);
    assert!(silent < count, "{silent}");
}

#[test]
fn rows_that_cannot_be_computed_are_told() {
    let silent = Written(wheel().0, |quantity, _, _| {
        Err(EvaluationError::NotGenerated(quantity))
    });
    let refused = filtered::<1, 3>(&silent, &[recording(300)], PACE, |_| Ok(()));
    let expected = EvaluationError::NotGenerated(Quantity::BaseRegressor);
    assert_eq!(refused, Err(expected));
}
