//! Samples go to the parts of time in which they are, and predictions have what was asked.

use armwright_runtime::{EvaluationError, Model, Side};
use nalgebra::{DMatrix, DVector};

use super::PARTS;
use crate::motion::{Adjusted, Equation, Motion, States};
use crate::options::EquationSide;
use crate::regression::by_hand::{
    self, B, ROBOT, conditioned, motion, near, of_motors, processing, recording, rows_at,
};
use crate::regression::{
    Balance, Beside, Columns, Equations, Integral, Intervals, RegressionError, Sample,
};

/// The elements of a row of the motors and its torque.
fn line(motion: &Motion, at: usize, row: usize) -> DVector<f64> {
    let rows = rows_at(motion, at);
    let mut line: Vec<f64> = (0..B)
        .map(|k| of_motors([rows[0][k], rows[1][k]])[row])
        .collect();
    line.push(of_motors([0, 1].map(|joint| motion.torque_of(joint)[at]))[row]);
    DVector::from_vec(line)
}

/// Pieces of one recording, and another recording beside.
fn motions() -> [Motion; 3] {
    let piece = |samples| conditioned(recording(samples), processing(EquationSide::Motor));
    let mut other = piece(33);
    other.source = "another".to_owned();
    [piece(50), other, piece(30)]
}

#[test]
fn pieces_of_a_recording_are_parted_as_one() {
    let motions = motions();
    let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let weight = |index: usize, row: usize| match index % 4 {
        0 => -1.0,
        k => (k + 2 * row) as f64,
    };
    let mut given = |sample: &Sample<'_>, row: usize| weight(sample.index, row);
    let mut shares = Vec::new();
    let found = equations
        .observe_weighted(&motions, &mut given, &mut |share| shares.push(share))
        .expect("an observation");
    assert!(shares.is_sorted() && shares.last().is_some_and(|last| near_one(*last)));
    // 44 and 24 samples of the one, 27 of the other.
    let mut grams = vec![DMatrix::zeros(B + 1, B + 1); PARTS];
    for (motion, (before, all)) in motions.iter().zip([(0, 68), (0, 27), (44, 68)]) {
        for (index, at) in motion.interior().enumerate() {
            let part = (before + index) * 5 / all;
            for row in 0..2 {
                let line = line(motion, at, row);
                // Each row has a weight of its own beside, and what is below 0 is none.
                let weight = weight(index, row).max(0.0) * [0.5, 3.0][row];
                grams[part] += &line * line.transpose() * weight;
            }
        }
    }
    assert_eq!(found.equations(), 2 * (68 + 27));
    let folds = found.folds(&[0.5, 3.0]);
    assert_eq!(folds.len(), PARTS);
    for ((held, _), gram) in folds.iter().zip(&grams) {
        let size = gram.amax();
        let own = held.r.transpose() * &held.r - gram.view((0, 0), (B, B));
        let along = held.r.transpose() * &held.z - gram.view((0, B), (B, 1));
        assert!(own.amax() < 1e-12 * size && along.amax() < 1e-12 * size);
    }
}

fn near_one(share: f64) -> bool {
    (share - 1.0).abs() < 1e-12
}

/// Instruments stand before the columns, the same samples of another motion.
#[test]
fn instruments_go_sample_by_sample() {
    let mut motions = motions();
    // A piece of a recording is called by its own name.
    motions[2].name = "swing, later".to_owned();
    let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let mut others = motions.clone();
    for (k, other) in others.iter_mut().enumerate() {
        let mut moved = recording(other.samples() as u32);
        for column in &mut moved.position {
            column.iter_mut().for_each(|q| *q += 0.2 * (k + 1) as f64);
        }
        *other = conditioned(moved, processing(EquationSide::Motor));
    }
    let found = equations
        .observe_instrumented(&motions, &others, &mut |_| {})
        .expect("an observation");
    let mut gram = DMatrix::zeros(2 * B + 1, 2 * B + 1);
    for (motion, other) in motions.iter().zip(&others) {
        for at in motion.interior() {
            let (own, own_z) = (line(motion, at, 1), line(other, at, 1));
            let mut both = own_z.rows(0, B).as_slice().to_vec();
            both.extend(own.iter());
            let both = DVector::from_vec(both);
            gram += &both * both.transpose();
        }
    }
    let (r, z, _) = found.factors()[1].parts();
    assert_eq!(r.ncols(), 2 * B);
    let off = r.transpose() * &r - gram.view((0, 0), (2 * B, 2 * B));
    assert!(off.amax() < 1e-11 * gram.amax(), "{}", off.amax());
    let along = r.transpose() * DVector::from_vec(z) - gram.view((0, 2 * B), (2 * B, 1));
    assert!(along.amax() < 1e-11 * gram.amax());
    let refused = equations.observe_instrumented(&motions, &others[..2], &mut |_| {});
    let expected = RegressionError::Instruments("swing, later".to_owned());
    assert_eq!(
        expected.to_string(),
        "the instruments of swing, later have not as many samples as it has"
    );
    assert_eq!(refused.err(), Some(expected));
    // Another motion of fewer samples, or of more, is no instrument.
    for samples in [29, 31] {
        let mut uneven = others.clone();
        uneven[2] = conditioned(recording(samples), processing(EquationSide::Motor));
        let refused = equations.observe_instrumented(&motions, &uneven, &mut |_| {});
        let expected = RegressionError::Instruments("swing, later".to_owned());
        assert_eq!(refused.err(), Some(expected), "{samples}");
    }
    let Beside(instruments, base) = equations.instrumented_columns(&others[0]);
    assert_eq!((instruments.count(), base.count()), (B, B));
}

#[test]
fn other_unknowns_are_observed_alike() {
    let motions = [motion(50)];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let base = equations.base_columns();
    let mut columns = || Box::new(base) as Box<dyn Columns>;
    let one = equations.observe_columns(&motions, &mut columns, &mut |_| {});
    let other = equations.observe(&motions, &mut |_| {});
    let parts = |found: Result<crate::regression::Observation, RegressionError>| {
        let found = found.expect("an observation");
        [0, 1].map(|row| found.factors()[row].parts())
    };
    assert_eq!(parts(one), parts(other));
}

/// Base parameters of what else is measured are not those of the torques, by whatever columns.
#[test]
fn torques_do_not_tell_base_parameters_of_other_rows() {
    static MODEL: Model = Model {
        base_of_torque: false,
        ..by_hand::MODEL
    };
    static OTHER: by_hand::ByHand = by_hand::ByHand(&MODEL);
    let motions = [motion(50)];
    let equations = Equations::of(&OTHER, Side::Joint).expect("equations");
    let base = equations.base_columns();
    let mut columns = || Box::new(base) as Box<dyn Columns>;
    let one = equations.observe_columns(&motions, &mut columns, &mut |_| {});
    let other = equations.observe(&motions, &mut |_| {});
    for refused in [one, other] {
        assert!(
            matches!(refused, Err(RegressionError::Measured { ref robot, .. }) if robot == by_hand::MODEL.name),
            "{:?}",
            refused.err()
        );
    }
}

#[test]
fn steps_are_those_of_decimation_or_of_intervals() {
    let mut coarse = processing(EquationSide::Joint);
    coarse.decimate = vec![2, 3];
    let motion = conditioned(recording(90), coarse);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    assert_eq!(equations.step(&motion), 6);
    let white = equations.white(&motion).expect("autocorrelations");
    assert_eq!(white.len(), super::NOISE_LAGS + 1);
    near(white[0], 1.0);
    assert!(white[1].abs() > 1e-3);
    let integral = Integral {
        length: Some(0.08),
        ..Integral::of(Balance::Momentum)
    };
    let equations = Equations::integrated(&ROBOT, Side::Joint, integral).expect("equations");
    assert_eq!(equations.step(&motion), 8);
    assert_eq!(equations.white(&motion), Ok(vec![1.0]));
    let long = Integral {
        intervals: Intervals::Long,
        ..Integral::of(Balance::Momentum)
    };
    let equations = Equations::integrated(&ROBOT, Side::Joint, long).expect("equations");
    assert_eq!(equations.step(&motion), 6);
}

#[test]
fn a_prediction_says_where_joints_were_and_what_of_it_is_friction() {
    let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
    let mut slow = processing(EquationSide::Motor);
    slow.motor_velocity_threshold = vec![0.0, 1.0];
    let mut motion = conditioned(recording(60), slow);
    motion.name = "swing, later".to_owned();
    let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let found = equations
        .predict(&motion, &beta, &mut |_| {})
        .expect("a prediction");
    assert_eq!((found.name.as_str(), found.of.len()), ("swing, later", 0));
    assert_eq!((found.rate, found.measured_rate), (100.0, 100.0));
    assert!(found.decimate.is_empty());
    let counted: usize = found.kept.iter().flatten().filter(|kept| **kept).count();
    assert_eq!(found.equations, [counted, 2 * found.time.len()]);
    assert_eq!(found.noise[..3], [1.0, 0.0, 0.0]);
    assert_eq!(found.time.len(), motion.interior().len());
    for (k, at) in motion.interior().enumerate() {
        near(found.time[k], 0.01 * at as f64);
        let state = motion.states(at..at + 1);
        let speed = 3.0 * state.qd[0] + 5.0 * state.qd[1];
        for row in 0..2 {
            let line = line(&motion, at, row);
            let of = |columns: std::ops::Range<usize>| columns.map(|k| line[k] * beta[k]).sum();
            near(found.predicted[row][k], of(0..B));
            // Coulomb and viscous friction, and the offset.
            near(found.friction[row][k], of(3..B));
            near(found.measured[row][k], line[B]);
            assert_eq!(found.kept[row][k], row == 0 || speed.abs() >= 1.0);
            near(found.position[row][k], state.q[row]);
            near(found.speed[row][k], state.qd[row]);
        }
    }
    let mut coarse = processing(EquationSide::Joint);
    coarse.decimate = vec![5];
    let motion = conditioned(recording(300), coarse);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let found = equations
        .predict(&motion, &beta, &mut |_| {})
        .expect("a prediction");
    assert_eq!((found.rate, found.measured_rate), (20.0, 100.0));
    assert_eq!(
        (found.trim, &found.decimate[..]),
        (motion.processing.trim, &[5][..])
    );
    // The first two samples are left out, and states are those of the raw rate.
    let state = motion.states(13..14);
    near(found.time[0], 0.13);
    assert_eq!(
        [found.position[1][0], found.speed[0][0]],
        [state.q[1], state.qd[0]]
    );
}

/// Of a row those count whose signs are certain, and which no robust estimate weighs down or leaves out.
#[test]
fn what_an_estimate_weighs_down_does_not_count_in_a_prediction() {
    let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
    let mut slow = processing(EquationSide::Motor);
    slow.motor_velocity_threshold = vec![0.0, 1.0];
    let mut motion = conditioned(recording(60), slow);
    let samples = motion.interior().len();
    let equation = |k: usize| Equation {
        add: 0.0,
        is_low: k % 3 == 1,
        is_out: k % 7 == 2,
    };
    motion.adjust(Adjusted {
        rows: 2,
        all: (0..2 * samples).map(equation).collect(),
    });
    let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let found = equations.predict(&motion, &beta, &mut |_| {});
    let found = found.expect("a prediction");
    for (k, at) in motion.interior().enumerate() {
        let speed = motion.states(at..at + 1).qd;
        let is_fast = (3.0 * speed[0] + 5.0 * speed[1]).abs() >= 1.0;
        for row in 0..2 {
            let own = equation(2 * k + row);
            let counts = (row == 0 || is_fast) && !own.is_low && !own.is_out;
            assert_eq!(found.kept[row][k], counts, "{k} {row}");
        }
    }
}

/// One unknown that is the same everywhere.
struct Same;

impl Columns for Same {
    fn count(&self) -> usize {
        1
    }

    fn evaluate(&self, _: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        out.fill(1.0);
        Ok(())
    }
}

/// Of 294 samples 36 intervals of eight at most: a fifth of them are in each part.
#[test]
fn every_part_has_intervals() {
    let integral = Integral {
        length: Some(0.08),
        ..Integral::of(Balance::Momentum)
    };
    let equations = Equations::integrated(&ROBOT, Side::Joint, integral).expect("equations");
    let mut columns = || Box::new(Same) as Box<dyn Columns>;
    let found = equations.observe_columns(&[motion(300)], &mut columns, &mut |_| {});
    let folds = found.expect("an observation").folds(&[1.0, 1.0]);
    assert_eq!(folds.len(), PARTS);
    for (held, _) in &folds {
        assert!(held.r.amax() > 0.0);
    }
}
