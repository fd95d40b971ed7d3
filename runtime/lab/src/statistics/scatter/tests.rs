//! What errors of positions scatter, against sums over all samples.

use armwright_runtime::Side;
use nalgebra::{DMatrix, DVector};

use super::{REPLICAS, SEED, scatter, scatter_of_beginnings};
use crate::distribution::student_widening;
use crate::estimate::{Estimate, Method, estimate};
use crate::motion::Motion;
use crate::options::EquationSide;
use crate::random::Random;
use crate::regression::Equations;
use crate::regression::by_hand::{
    B, MODEL, ROBOT, conditioned, processing, recording_from, rows_at,
};

/// Motions of two recordings of different length, whose positions and derivatives are noisy.
fn motions(begin: [f64; 2], noise: f64) -> Vec<Motion> {
    let mut random = Random::new(8);
    let mut slow = processing(EquationSide::Joint);
    slow.motor_velocity_threshold = vec![0.0, 0.3];
    let mut one = |time: f64, samples: u32| {
        let mut recording = recording_from(time, samples);
        let mut noisy = |columns: &mut Vec<Vec<f64>>, by: f64| {
            let all = columns.iter_mut().flatten();
            all.for_each(|x| *x += by * noise * random.normal());
        };
        noisy(&mut recording.position, 1.0);
        recording
            .velocity
            .iter_mut()
            .for_each(|all| noisy(all, 3.0));
        recording
            .acceleration
            .iter_mut()
            .for_each(|all| noisy(all, 10.0));
        conditioned(recording, slow.clone())
    };
    vec![one(begin[0], 260), one(begin[1], 150)]
}

fn counts(motion: &Motion, at: usize) -> bool {
    let speed = motion.states(at..at + 1).qd;
    (3.0 * speed[0] + 5.0 * speed[1]).abs() >= 0.3
}

/// Positions err again, and what that makes of predicted torques goes through the estimate.
#[test]
fn errors_of_positions_go_through_the_instruments() {
    let (measured, simulated) = (motions([0.0, 1.7], 0.01), motions([0.4, 2.2], 0.0));
    assert!(measured.iter().all(Motion::errs));
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations.observe(&simulated, &mut |_| {}).expect("motions");
    let found = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let mut normal = DMatrix::<f64>::zeros(B, B);
    for motion in &simulated {
        for at in motion.interior().filter(|at| counts(motion, *at)) {
            for (row, line) in rows_at(motion, at).iter().enumerate() {
                let line = DVector::from_row_slice(line);
                normal += &line * line.transpose() * found.weights[row];
            }
        }
    }
    let inverse = normal.try_inverse().expect("regular");
    let whole = scatter(&equations, &measured, &simulated, &found).expect("a covariance");
    let by_hand = |each| expected(&measured, &simulated, &found, &inverse, each);
    assert_same(&whole, &by_hand(usize::MAX));
    // What lasts longer than what is gone through again has errors of the same size over all of it.
    let both = [&measured[..], &simulated];
    let part = scatter_of_beginnings(&equations, both, &found, 140).expect("a covariance");
    assert_same(&part, &by_hand(140));
}

/// The covariance as sums over the samples at the beginning of each motion.
fn expected(
    measured: &[Motion],
    simulated: &[Motion],
    found: &Estimate,
    inverse: &DMatrix<f64>,
    each: usize,
) -> DMatrix<f64> {
    let mut random = Random::new(SEED);
    let mut moved = vec![DVector::<f64>::zeros(B); REPLICAS];
    for (measured, simulated) in measured.iter().zip(simulated) {
        let (part, simulated) = (measured.beginning(each), simulated.beginning(each));
        let times = measured.interior().len() as f64 / part.interior().len() as f64;
        for moved in &mut moved {
            let further = part.further_errors(&mut random).expect("a filter");
            let [plus, minus] = [1.0, -1.0].map(|sign| part.disturbed(&further, sign));
            for at in simulated.interior().filter(|at| counts(&simulated, *at)) {
                let instruments = rows_at(&simulated, at);
                let (plus, minus) = (rows_at(&plus, at), rows_at(&minus, at));
                for row in 0..2 {
                    let predicted = |rows: &[[f64; B]; 2]| -> f64 {
                        rows[row].iter().zip(&found.beta).map(|(y, b)| y * b).sum()
                    };
                    let torque = 0.5 * (predicted(&plus) - predicted(&minus));
                    let line = DVector::from_row_slice(&instruments[row]);
                    *moved += line * (found.weights[row] * torque * times.sqrt());
                }
            }
        }
    }
    let mut covariance = DMatrix::<f64>::zeros(B, B);
    for moved in moved {
        let moved = inverse * moved;
        covariance += &moved * moved.transpose() / REPLICAS as f64;
    }
    assert!(covariance.diagonal().min() > 0.0);
    covariance * student_widening(REPLICAS as f64).powi(2)
}

fn assert_same(covariance: &DMatrix<f64>, expected: &DMatrix<f64>) {
    for i in 0..B {
        for j in 0..B {
            let size = (expected[(i, i)] * expected[(j, j)]).sqrt();
            let off = covariance[(i, j)] - expected[(i, j)];
            assert!(
                off.abs() < 1e-6 * size,
                "{i} {j}: {covariance} for {expected}"
            );
        }
    }
}
