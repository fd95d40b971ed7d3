//! Parts that are left out in turn, against least squares of all samples of the others.

use armwright_runtime::Side;
use nalgebra::{DMatrix, DVector};

use super::{CrossValidation, PARTS, cross_validate};
use crate::estimate::Method;
use crate::identify::repetition::period;
use crate::motion::Motion;
use crate::options::EquationSide;
use crate::regression::Equations;
use crate::regression::by_hand::{
    B, ROBOT, conditioned, moved, near, processing, recording, rows_at,
};

const BETA: [f64; B] = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];

/// Torques of a recording at samples, with what is not explained.
fn torque(at: usize, rows: [[f64; B]; 2]) -> [f64; 2] {
    [0, 1].map(|row| {
        let left = 0.2 * (1 + row) as f64 * (0.37 * at as f64 + row as f64).sin();
        left + rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum::<f64>()
    })
}

/// A motion that does not repeat itself, and one of a period, s.
fn plain() -> Motion {
    let joint = processing(EquationSide::Joint);
    moved("plain", (0.4, 137), joint, &mut torque)
}

fn swing(samples: u32, period: f64) -> Motion {
    let mut recording = recording(samples);
    for (joint, column) in recording.position.iter_mut().enumerate() {
        for (k, q) in column.iter_mut().enumerate() {
            let turn = std::f64::consts::TAU * k as f64 / (100.0 * period);
            *q = (turn + joint as f64).sin() + 0.3 * (2.0 * turn).cos();
        }
    }
    (recording.velocity, recording.acceleration) = (None, None);
    (recording.name, recording.start) = (format!("swing of {period} s"), 7.0);
    let states = conditioned(recording.clone(), processing(EquationSide::Joint));
    let mut torques = vec![vec![0.0; samples as usize]; 2];
    for k in states.interior() {
        let [one, other] = torque(k, rows_at(&states, k));
        (torques[0][k], torques[1][k]) = (one, other);
    }
    recording.torque = Some(torques);
    conditioned(recording, processing(EquationSide::Joint))
}

fn validated(motions: &[Motion]) -> Option<CrossValidation> {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let both = [&equations; 2];
    let method = Method::Ols.into();
    cross_validate(both, motions, motions, &method, &mut |_, _| {}).expect("a validation")
}

/// Of a motion of a period the same part of each is left out, of another a stretch.
#[test]
fn each_part_is_predicted_by_the_others() {
    let motions = [plain(), swing(226, 0.6), swing(180, 0.45)];
    let found = validated(&motions).expect("long enough");
    let periods: Vec<Option<f64>> = motions.iter().map(period).collect();
    assert!(periods[0].is_none() && periods[1] != periods[2]);
    assert_eq!((found.parts, found.period), (5, periods[1]));
    // The part of each sample, by its place within.
    let mut samples: Vec<(usize, [[f64; B]; 2], [f64; 2])> = Vec::new();
    for (motion, period) in motions.iter().zip(&periods) {
        let inside = motion.interior();
        for k in inside.clone() {
            let time = (k - inside.start) as f64 / 100.0;
            let turns = time / period.unwrap_or(inside.len() as f64 / 100.0);
            let part = ((turns - turns.floor()) * 5.0) as usize;
            let torque = [0, 1].map(|joint| motion.torque_of(joint)[k]);
            samples.push((part.min(PARTS - 1), rows_at(motion, k), torque));
        }
    }
    let betas: Vec<DVector<f64>> = (0..PARTS)
        .map(|left_out| {
            let (mut normal, mut right) = (DMatrix::zeros(B, B), DVector::zeros(B));
            for (_, rows, torque) in samples.iter().filter(|(part, ..)| *part != left_out) {
                for (row, torque) in rows.iter().zip(torque) {
                    let row = DVector::from_row_slice(row);
                    normal += &row * row.transpose();
                    right += row * *torque;
                }
            }
            normal.lu().solve(&right).expect("regular")
        })
        .collect();
    let (mut all, mut torques) = (0.0, 0.0);
    for (joint, fit) in found.fits.joints.iter().enumerate() {
        let residual = |(part, rows, torque): &(usize, [[f64; B]; 2], [f64; 2])| {
            torque[joint] - DVector::from_row_slice(&rows[joint]).dot(&betas[*part])
        };
        let squares: f64 = samples.iter().map(|s| residual(s).powi(2)).sum();
        assert_eq!(fit.samples, samples.len());
        assert!((fit.rmse / (squares / samples.len() as f64).sqrt() - 1.0).abs() < 1e-8);
        all += squares;
        torques += samples.iter().map(|s| s.2[joint].powi(2)).sum::<f64>();
    }
    near(found.fits.overall.nrmse, (all / torques).sqrt());
}

#[test]
fn what_is_too_short_is_not_validated() {
    // Of two rows a sample; four fifths have twelve equations, or fewer.
    let of = |samples: u32| {
        let joint = processing(EquationSide::Joint);
        validated(&[moved("short", (0.0, samples), joint, &mut torque)]).is_some()
    };
    assert!(of(6 + 8) && !of(6 + 7));
}

/// Of equations of motors, too, fits are those of the joints: of the torques that they have.
#[test]
fn parts_of_motors_are_told_at_the_joints() {
    let motor = processing(EquationSide::Motor);
    let motions = [moved("plain", (0.4, 137), motor, &mut torque)];
    let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let (both, method) = ([&equations; 2], Method::Ols.into());
    let found = cross_validate(both, &motions, &motions, &method, &mut |_, _| {});
    let found = found.expect("a validation").expect("long enough");
    assert_eq!(found.fits.joints.len(), 2);
    let inside = motions[0].interior();
    for (joint, fit) in found.fits.joints.iter().enumerate() {
        let squares = inside
            .clone()
            .map(|at| motions[0].torque_of(joint)[at].powi(2));
        let mean = squares.sum::<f64>() / inside.len() as f64;
        near(fit.rmse / fit.nrmse, mean.sqrt());
    }
}
