//! Recordings together, against the least squares of all their samples.

use armwright_runtime::{Model, Side};
use nalgebra::{DMatrix, DVector};

mod floating;
mod zeros;

use super::cross_validation::held_out;
use super::setup::whole;
use super::*;
use crate::distribution::MANY;
use crate::estimate::{Method, estimate};
use crate::identify::IdentificationError;
use crate::motion::{Motion, Processing};
use crate::options::{EquationSide, ProcessingOptions};
use crate::part::Part;
use crate::random::Random;
use crate::recording::{Action, Cause, Recording, Remark, Repair};
use crate::regression::by_hand::{
    B, ByHand, MODEL, ROBOT, conditioned, moved, near, of_motors, processing, recording, rows_at,
};
use crate::regression::{Balance, Equations, Integral, RegressionError};
use crate::statistics::Deviations;
use armwright_runtime::{Measured, Physical, PhysicalKind, Recovery, Torque};

const BETA: [f64; B] = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
/// Of each recording's rows.
const OFFSETS: [[f64; 2]; 3] = [[0.5, -1.0], [2.0, 0.25], [-3.0, 4.0]];
const NOISE: [f64; 3] = [0.02, 0.2, 0.07];

/// Three recordings, each with noise and offsets of its own; the second in two pieces.
fn motions(side: EquationSide) -> Vec<Motion> {
    with_offsets(side, OFFSETS)
}

fn with_offsets(side: EquationSide, offsets: [[f64; 2]; 3]) -> Vec<Motion> {
    let mut random = Random::new(21);
    let mut one = |name: &str, kind: usize, time: f64, samples: u32| {
        let processing = Processing {
            motor_velocity_threshold: vec![0.0, 0.4],
            ..processing(side)
        };
        moved(name, (time, samples), processing, &mut |_, rows| {
            [0, 1].map(|row| {
                let predicted: f64 = rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum();
                let size = NOISE[kind] * (1 + row) as f64;
                predicted + offsets[kind][row] + size * random.normal()
            })
        })
    };
    vec![
        one("first", 0, 0.0, 90),
        one("second", 1, 1.0, 60),
        one("second", 1, 2.0, 50),
        one("third", 2, 3.3, 80),
    ]
}

fn plan(offsets: Offsets, recordings: usize) -> Plan {
    Plan {
        base: B,
        rows: 2,
        load: Carried::Nothing,
        loaded: vec![false; recordings],
        gains: false,
        offsets,
    }
}

/// A row of local columns without the load's, and the torque, of each sample that counts of a recording's row.
fn lines(motions: &[Motion], recording: &str, row: usize, side: Side) -> Vec<Vec<f64>> {
    let mine = motions.iter().filter(|motion| motion.source == recording);
    let of = |joints: [f64; 2]| match side {
        Side::Joint => joints[row],
        Side::Motor => of_motors(joints)[row],
    };
    let of_motion = |motion: &Motion| {
        let counting = motion.interior().filter(|k| {
            let speed = motion.states(*k..k + 1).qd;
            let is_fast = (3.0 * speed[0] + 5.0 * speed[1]).abs() >= 0.4;
            is_fast || (side == Side::Motor && row == 0)
        });
        let line = |k: usize| {
            let rows = rows_at(motion, k);
            let mut line: Vec<f64> = (0..B).map(|b| of([rows[0][b], rows[1][b]])).collect();
            line.push(of([0, 1].map(|joint| motion.torque_of(joint)[k])));
            line
        };
        counting.map(line).collect::<Vec<_>>()
    };
    mine.flat_map(of_motion).collect()
}

const NAMES: [&str; 3] = ["first", "second", "third"];

/// Columns and torques of the recordings' rows, with an offset each, and which recording and row each is of.
fn all(motions: &[Motion]) -> (DMatrix<f64>, DVector<f64>, Vec<(usize, usize)>) {
    let (mut columns, mut torques, mut of) = (Vec::new(), Vec::new(), Vec::new());
    for (r, name) in NAMES.iter().enumerate() {
        for row in 0..2 {
            for mut line in lines(motions, name, row, Side::Joint) {
                torques.push(line[B]);
                line.truncate(TOLD);
                line.resize(TOLD + 6, 0.0);
                line[TOLD + 2 * r + row] = 1.0;
                columns.push(line);
                of.push((r, row));
            }
        }
    }
    let matrix = DMatrix::from_fn(columns.len(), TOLD + 6, |i, k| columns[i][k]);
    (matrix, DVector::from_vec(torques), of)
}

#[test]
fn factors_hold_the_squares_of_all_samples() {
    for (side, of_side) in [
        (Side::Joint, EquationSide::Joint),
        (Side::Motor, EquationSide::Motor),
    ] {
        let motions = motions(of_side);
        let equations = Equations::of(&ROBOT, side).expect("equations");
        let factors = Factors::of(&equations, &motions, Some(0)).expect("factors");
        assert_eq!(factors.recordings, NAMES);
        let pieces: Vec<usize> = factors.motions.iter().map(Vec::len).collect();
        assert_eq!(pieces, [1, 2, 1]);
        assert_eq!(factors.each().count(), 6);
        // m_a, mx_a and Lzz_a in Lzz_a + 0.25 m_a and mx_a + 0.5 m_a.
        let mut load = DMatrix::zeros(B, 10);
        (load[(0, 0)], load[(1, 0)], load[(1, 1)], load[(0, 9)]) = (0.25, 0.5, 1.0, 1.0);
        assert_eq!(factors.of_load(), &load);
        // The second body has its mass, which is a base parameter.
        let mut second = DMatrix::zeros(B, 10);
        second[(2, 0)] = 1.0;
        assert_eq!(factors.of_bodies(), [load.clone(), second]);
        for (r, row) in factors.each() {
            let lines = lines(&motions, NAMES[r], row, side);
            assert_eq!(factors.samples(r, row), lines.len());
            let mut gram = DMatrix::zeros(B + 12, B + 12);
            for line in &lines {
                let own = DVector::from_row_slice(&line[..B]);
                let mut whole = own.as_slice().to_vec();
                whole.extend((load.transpose() * own).iter());
                whole.extend([1.0, line[B]]);
                let whole = DVector::from_vec(whole);
                gram += &whole * whole.transpose();
            }
            let (triangle, _) = &factors.triangles[r][row];
            let off = (triangle.transpose() * triangle - &gram).amax();
            assert!(off < 1e-10 * gram.amax(), "{off}");
            near(
                factors.power(r, row),
                gram[(B + 11, B + 11)] / lines.len() as f64,
            );
        }
        let none = Factors::of(&equations, &motions, None).expect("factors");
        assert_eq!(none.of_load().amax(), 0.0);
        let rows: usize = factors.each().map(|(r, i)| factors.samples(r, i)).sum();
        let mut many = plan(Offsets::None, 3);
        many.base = rows;
        assert_eq!(factors.enough(&many), Ok(()));
        many.base += 1;
        let parameters = rows + 1;
        assert_eq!(
            factors.enough(&many),
            Err(IdentificationError::TooFewRows { rows, parameters })
        );
    }
}

#[test]
fn sets_of_coefficients_predict_their_own_column() {
    let motions = motions(EquationSide::Joint);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, Some(0)).expect("factors");
    let sets = [1.0, -2.0].map(|a| DVector::from_fn(B + 11, |k, _| a * (k as f64 + 1.0)));
    let columns = factors.predicted(&sets);
    let states = motions[0].states(20..22);
    let mut found = vec![0.0; 2 * 2 * 2];
    crate::regression::Columns::evaluate(&columns, &states, &mut found).expect("columns");
    for (k, found) in found.chunks_exact(2).enumerate() {
        let row = rows_at(&motions[0], 20 + k / 2)[k % 2];
        let own = DVector::from_row_slice(&row);
        let load = factors.of_load().transpose() * &own;
        let mut whole = row.to_vec();
        whole.extend(load.iter());
        whole.push(1.0);
        let expected: f64 = whole
            .iter()
            .enumerate()
            .map(|(j, y)| y * (j + 1) as f64)
            .sum();
        near(found[0], expected);
        near(found[1], -2.0 * expected);
    }
}

/// Weighted least squares of some rows: unknowns, the smallest where these are not told, and the inverse of the normal matrix.
fn solved(
    matrix: &DMatrix<f64>,
    torque: &DVector<f64>,
    weights: &[f64],
) -> (DVector<f64>, DMatrix<f64>) {
    let weighted = DMatrix::from_fn(matrix.ncols(), matrix.nrows(), |k, i| {
        weights[i] * matrix[(i, k)]
    });
    let inverse = (&weighted * matrix)
        .pseudo_inverse(1e-9)
        .expect("an inverse");
    (&inverse * weighted * torque, inverse)
}

/// With the weights that a fit ends with, the unknowns are those of weighted least squares, and the weights follow from what
/// each recording leaves of itself, which is what it leaves of unknowns that it alone tells.
fn check(fit: &Fit, motions: &[Motion], more: [f64; 3]) {
    let (matrix, torque, of) = all(motions);
    let weights: Vec<f64> = of.iter().map(|(r, row)| fit.weight(*r, *row)).collect();
    let (x, _) = solved(&matrix, &torque, &weights);
    assert!((&fit.x - &x).amax() < 1e-6, "{} for {x}", fit.x);
    for (r, more) in more.into_iter().enumerate() {
        let mine: Vec<usize> = (0..of.len()).filter(|i| of[*i].0 == r).collect();
        let matrix = matrix.select_rows(&mine);
        let torque = torque.select_rows(&mine);
        let weights: Vec<f64> = mine.iter().map(|i| weights[*i] / more).collect();
        let (x, inverse) = solved(&matrix, &torque, &weights);
        let left = &torque - &matrix * &x;
        for row in 0..2 {
            let rows: Vec<usize> = (0..mine.len()).filter(|i| of[mine[*i]].1 == row).collect();
            let squares: f64 = rows.iter().map(|i| left[*i].powi(2)).sum();
            let share = rows.iter().map(|i| {
                let line = matrix.row(*i);
                weights[*i] * (line * &inverse * line.transpose())[(0, 0)]
            });
            let variance = squares / (rows.len() as f64 - share.sum::<f64>());
            assert!((fit.variance[r][row] / variance - 1.0).abs() < 1e-5);
            assert!((fit.weight(r, row) * variance / more - 1.0).abs() < 1e-5);
        }
    }
}

#[test]
fn each_recording_is_weighed_by_its_own_noise() {
    let (robot, motions) = (told(), motions(EquationSide::Joint));
    let equations = Equations::of(&robot, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    let mut plan = plan(Offsets::Each, 3);
    plan.base = TOLD;
    let start = || DVector::zeros(TOLD + 6);
    let fit = Fit::of(&factors, &plan, start(), None).expect("a fit");
    check(&fit, &motions, [1.0; 3]);
    assert_eq!(fit.determined(), vec![true; TOLD + 6]);
    let more = [0.5, 7.0, 2.0];
    let fit = Fit::weighed(&factors, &plan, start(), None, more.to_vec());
    check(&fit.expect("a fit"), &motions, more);
    // With the file's own offset beside those of each recording, neither is told in the second row.
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    plan.base = B;
    let fit = Fit::of(&factors, &plan, DVector::zeros(B + 6), None).expect("a fit");
    let open: Vec<usize> = (0..B + 6).filter(|k| !fit.determined()[*k]).collect();
    assert_eq!(open, [5, 7, 9, 11]);
    let found = held_out(&factors, &plan, &[1.0; 3]);
    assert!(found.iter().all(|found| found.open == 1));
}

/// How many base parameters recordings tell whose sensors have offsets.
const TOLD: usize = 5;

/// Without the offset of the file's own, so that all is told.
fn told() -> ByHand {
    ByHand(Box::leak(Box::new(Model {
        base: &MODEL.base[..TOLD],
        ..MODEL
    })))
}

/// The file's own offset cannot be told from those of the recordings.
#[test]
fn what_recordings_do_not_determine_has_no_value() {
    let motions = motions(EquationSide::Joint);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    let plan = plan(Offsets::Each, 3);
    let fit = Fit::of(&factors, &plan, DVector::zeros(plan.unknowns()), None).expect("a fit");
    let scatter = scatter(&factors, &plan, &fit).expect("a scatter");
    let found = identified::parameters(&MODEL, &fit, &scatter);
    let told: Vec<bool> = found.iter().map(|p| p.value.is_some()).collect();
    assert_eq!(told, [true, true, true, true, true, false]);
    for (k, (found, truth)) in found.iter().zip(BETA).enumerate() {
        let numbers = (found.value, found.std, found.freedom);
        let known = (fit.x[k], scatter.std(k), scatter.freedom[k]);
        match found.value {
            Some(value) => {
                assert_eq!(numbers, (Some(known.0), Some(known.1), Some(known.2)));
                assert!((value - truth).abs() < 6.0 * known.1, "{found:?}");
            }
            None => assert_eq!(numbers, (None, None, None)),
        }
    }
    // So has an offset that is not told: of each recording that of the second row.
    let table = weighed(&equations, &factors, &plan, &fit, &scatter);
    let told = table
        .iter()
        .map(|row| [row.offset, row.offset_std].map(|x| x.is_some()));
    let told: Vec<[bool; 2]> = told.collect();
    assert_eq!(told, [[true; 2], [false; 2]].repeat(3));
}

#[test]
fn a_prior_is_a_row_of_unit_variance() {
    let motions = motions(EquationSide::Joint);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions[..1], None).expect("factors");
    let plan = plan(Offsets::None, 1);
    let start = || DVector::zeros(B);
    let mut prior = Prior {
        matrix: DMatrix::zeros(1, B),
        right: DVector::from_element(1, 5e6),
    };
    // Viscous friction is 5, to a millionth.
    prior.matrix[(0, 4)] = 1e6;
    let fit = Fit::of(&factors, &plan, start(), Some(prior)).expect("a fit");
    assert!((fit.x[4] - 5.0).abs() < 1e-5, "{}", fit.x[4]);
    let mut prior = fit.prior.expect("what is known");
    prior.right[0] = 1e6 * BETA[4];
    let fit = Fit::of(&factors, &plan, start(), Some(prior)).expect("a fit");
    let free = Fit::of(&factors, &plan, start(), None).expect("a fit");
    assert!((free.x[4] - BETA[4]).abs() < 1.0, "{}", free.x[4]);
    let scatter = scatter(&factors, &plan, &fit).expect("a scatter");
    assert!(
        (scatter.std(4) / 1e-6 - 1.0).abs() < 0.2,
        "{}",
        scatter.std(4)
    );
    // What is known besides is known exactly: its variance is not one from few samples, as that of the others is.
    let many = |k: usize| scatter.freedom[k] == MANY;
    assert!(many(4) && (0..B).any(|k| !many(k)), "{:?}", scatter.freedom);
    // It counts as much where the recordings by themselves are fitted best already.
    let mut prior = fit.prior.clone().expect("what is known");
    prior.right[0] = 5e6;
    let pulled = Fit::of(&factors, &plan, free.x.clone(), Some(prior)).expect("a fit");
    assert!((pulled.x[4] - 5.0).abs() < 1e-5, "{}", pulled.x[4]);
}

/// Of one recording without offsets deviations are those of an identification.
#[test]
fn one_recording_scatters_as_an_identification_does() {
    let motions = motions(EquationSide::Joint);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let some = &motions[..1];
    let factors = Factors::of(&equations, some, None).expect("factors");
    let plan = plan(Offsets::None, 1);
    let fit = Fit::of(&factors, &plan, DVector::zeros(B), None).expect("a fit");
    let found = scatter(&factors, &plan, &fit).expect("a scatter");
    let observation = equations
        .observe(some, &mut |_| {})
        .expect("an observation");
    let one = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    for (x, beta) in fit.x.iter().zip(&one.beta) {
        assert!(
            (x - beta).abs() < 1e-5 * beta.abs().max(1.0),
            "{x} for {beta}"
        );
    }
    let expected = Deviations::of(&equations, some, &one, &mut |_| {}).expect("deviations");
    // Noise of one size.
    let expected_of = |i: usize, j: usize| {
        expected.covariance[(i, j)] / (expected.uneven[i] * expected.uneven[j]).sqrt()
    };
    for i in 0..B {
        let size = expected_of(i, i).sqrt();
        assert!(
            (found.std(i) / size - 1.0).abs() < 1e-3,
            "{i}: {} for {size}",
            found.std(i)
        );
        assert!((found.freedom[i] / expected.freedom[i] - 1.0).abs() < 1e-2);
        for j in 0..B {
            let sizes = size * expected_of(j, j).sqrt();
            let off = found.covariance[(i, j)] - expected_of(i, j);
            assert!(off.abs() < 2e-3 * sizes, "{i} {j}");
        }
    }
    let table = parameters(&MODEL, &fit, &found);
    assert_eq!(
        table[2],
        Parameter {
            name: "m_b".to_owned(),
            expression: "m_b".to_owned(),
            value: Some(fit.x[2]),
            std: Some(found.std(2)),
            freedom: Some(found.freedom[2]),
            unit: "kg".to_owned(),
        }
    );
    assert_eq!(
        (table[0].name.as_str(), table[0].expression.as_str()),
        ("Lzz_a", "Lzz_a + 0.25*m_a")
    );
}

/// Errors of a measured acceleration that are nearly half of what it varies by move parameters by more than noise scatters
/// them, of one recording as in an identification.
#[test]
fn a_scatter_holds_what_errors_of_the_motion_do() {
    let mut random = Random::new(7);
    let clean = conditioned(recording(400), processing(EquationSide::Joint));
    let mut torques = vec![vec![0.0; 400]; 2];
    for at in clean.interior() {
        for (torque, row) in torques.iter_mut().zip(rows_at(&clean, at)) {
            let predicted: f64 = row.iter().zip(BETA).map(|(y, b)| y * b).sum();
            torque[at] = predicted + 0.05 * random.normal();
        }
    }
    let mut noisy = recording(400);
    noisy.torque = Some(torques);
    let accelerations = noisy.acceleration.as_mut().expect("accelerations");
    let erring = &mut accelerations[1];
    erring.iter_mut().for_each(|x| *x += 0.8 * random.normal());
    let motions = [conditioned(noisy, processing(EquationSide::Joint))];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    let plan = plan(Offsets::None, 1);
    let fit = Fit::of(&factors, &plan, DVector::zeros(B), None).expect("a fit");
    let found = scatter(&factors, &plan, &fit).expect("a scatter");
    let observation = equations
        .observe(&motions, &mut |_| {})
        .expect("an observation");
    let one = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let expected = Deviations::of(&equations, &motions, &one, &mut |_| {}).expect("deviations");
    assert!(2.0 * expected.bias[2].powi(2) > expected.covariance[(2, 2)]);
    for i in 0..B {
        // Noise of one size.
        let bias = expected.bias[i].powi(2);
        let scattered = (expected.covariance[(i, i)] - bias) / expected.uneven[i];
        let size = (scattered + bias).sqrt();
        let share = found.std(i) / size;
        assert!((share - 1.0).abs() < 1e-3, "{i}: {share}");
    }
}

/// Offsets that all recordings share are told by the others, and no mean of a recording is its own.
#[test]
fn shared_offsets_are_predicted_from_the_other_recordings() {
    let robot = told();
    let motions = motions(EquationSide::Joint);
    let equations = Equations::of(&robot, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    let mut plan = plan(Offsets::Common, 3);
    plan.base = TOLD;
    let start = || DVector::zeros(TOLD + 2);
    let whole = Fit::of(&factors, &plan, start(), None).expect("a fit");
    let found = held_out(&factors, &plan, &[1.0; 3]);
    assert_eq!(found.len(), 3);
    for (r, found) in found.iter().enumerate() {
        let mut others = vec![1.0; 3];
        others[r] = 0.0;
        let others = Fit::weighed(&factors, &plan, start(), None, others).expect("a fit");
        let share = |fit: &Fit| {
            let (mut left, mut all) = (0.0, 0.0);
            for row in 0..2 {
                for line in lines(&motions, NAMES[r], row, Side::Joint) {
                    let terms = line[..TOLD].iter().zip(fit.x.iter());
                    let predicted = terms.map(|(y, x)| y * x).sum::<f64>() + fit.x[TOLD + row];
                    left += (line[B] - predicted).powi(2) / whole.variance[r][row];
                    all += line[B].powi(2) / whole.variance[r][row];
                }
            }
            (left / all).sqrt()
        };
        for (found, expected) in [(found.share, share(&others)), (found.own, share(&whole))] {
            assert!((found / expected - 1.0).abs() < 1e-9, "{r}: {found}");
        }
    }
}

/// Each recording by the parameters of the others, with the weights that were asked for.
#[test]
fn recordings_are_left_out_in_turn() {
    let robot = told();
    let motions = motions(EquationSide::Joint);
    let equations = Equations::of(&robot, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    let mut plan = plan(Offsets::Each, 3);
    plan.base = TOLD;
    let weights = [1.0, 300.0, 0.02];
    let found = held_out(&factors, &plan, &weights);
    assert_eq!(found.len(), 3);
    let start = || DVector::zeros(plan.unknowns());
    let whole = Fit::weighed(&factors, &plan, start(), None, weights.to_vec()).expect("a fit");
    let even = Fit::of(&factors, &plan, start(), None).expect("a fit");
    for (r, found) in found.iter().enumerate() {
        let mut others = weights.to_vec();
        others[r] = 0.0;
        let others = Fit::weighed(&factors, &plan, start(), None, others).expect("a fit");
        // What is left of a recording's rows by parameters, less its mean: the offset is its own.
        let share = |fit: &Fit| {
            let (mut left, mut all) = (0.0, 0.0);
            for row in 0..2 {
                let lines = lines(&motions, NAMES[r], row, Side::Joint);
                let residual = |line: &Vec<f64>| {
                    let terms = line[..TOLD].iter().zip(fit.x.iter());
                    line[B] - terms.map(|(y, x)| y * x).sum::<f64>()
                };
                let residuals: Vec<f64> = lines.iter().map(residual).collect();
                let mean = residuals.iter().sum::<f64>() / lines.len() as f64;
                let squares: f64 = residuals.iter().map(|x| (x - mean).powi(2)).sum();
                left += squares / whole.variance[r][row];
                all += lines.iter().map(|l| l[B].powi(2)).sum::<f64>() / whole.variance[r][row];
            }
            (left / all).sqrt()
        };
        assert_eq!((found.recording.as_str(), found.open), (NAMES[r], 0));
        assert!(
            (found.own / share(&whole) - 1.0).abs() < 1e-9,
            "{r}: {}",
            found.own
        );
        assert!(
            (found.share / share(&others) - 1.0).abs() < 1e-9,
            "{r}: {}",
            found.share
        );
        // Other weights would give other numbers.
        assert!((found.own / share(&even) - 1.0).abs() > 1e-6);
    }
    let two = Factors::of(&equations, &motions[..2], None).expect("factors");
    let mut few = plan.clone();
    few.loaded.truncate(2);
    assert!(held_out(&two, &few, &[1.0, 1.0]).is_empty());
    let scatter = scatter(&factors, &plan, &whole).expect("a scatter");
    let table = weighed(&equations, &factors, &plan, &whole, &scatter);
    assert_eq!(table.len(), 6);
    let place = plan.offset(2, 1).expect("an offset");
    assert_eq!(
        table[5],
        Weighed {
            recording: "third".to_owned(),
            row: "j2".to_owned(),
            samples: factors.samples(2, 1),
            residual: whole.variance[2][1].sqrt(),
            share: whole.variance[2][1].sqrt() / factors.power(2, 1).sqrt(),
            offset: Some(whole.x[place]),
            offset_std: Some(scatter.std(place)),
            unit: "N",
        }
    );
    // The file's own offset, 2, is among them.
    assert!((whole.x[place] - OFFSETS[2][1] - 2.0).abs() < 0.2);
    assert!(
        (table[2].residual / NOISE[1] - 1.0).abs() < 0.25,
        "{:?}",
        table[2]
    );
}

#[test]
fn rows_are_called_by_their_joints_and_motors() {
    let named = |equations: Result<Equations<'_>, RegressionError>| {
        let equations = equations.expect("equations");
        let each = names(&equations).into_iter();
        each.map(|(name, unit)| format!("{name} {unit}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        named(Equations::of(&ROBOT, Side::Joint)),
        ["j1 N·m", "j2 N"]
    );
    assert_eq!(
        named(Equations::of(&ROBOT, Side::Motor)),
        ["m1 N·m", "m2 N·m"]
    );
    let integrated = |side, balance| Equations::integrated(&ROBOT, side, Integral::of(balance));
    assert_eq!(
        named(integrated(Side::Joint, Balance::Momentum)),
        ["j1 N·m·s", "j2 N·s"]
    );
    assert_eq!(
        named(integrated(Side::Motor, Balance::Momentum)),
        ["m1 N·m·s", "m2 N·m·s"]
    );
    assert_eq!(named(integrated(Side::Joint, Balance::Energy)), ["energy "]);
    let measuring = ByHand(Box::leak(Box::new(Model {
        measured: &[Measured {
            name: "power",
            unit: "W",
        }],
        ..MODEL
    })));
    assert_eq!(named(Equations::of_measured(&measuring)), ["power W"]);
    // Motors without names have those of the joints.
    let nameless = ByHand(Box::leak(Box::new(Model {
        motors: &[],
        ..MODEL
    })));
    assert_eq!(
        named(Equations::of(&nameless, Side::Motor)),
        ["j1 N·m", "j2 N"]
    );
}

/// The second motor of the first recording is never fast enough for the sign of its friction.
#[test]
fn rows_without_samples_are_in_no_table() {
    let mut random = Random::new(21);
    let mut one = |name: &str, time: f64, threshold: f64| {
        let processing = Processing {
            motor_velocity_threshold: vec![0.0, threshold],
            ..processing(EquationSide::Motor)
        };
        moved(name, (time, 90), processing, &mut |_, rows| {
            rows.map(|row| {
                let predicted: f64 = row.iter().zip(BETA).map(|(y, b)| y * b).sum();
                predicted + 0.1 * random.normal()
            })
        })
    };
    let motions = [one("first", 0.0, 1e3), one("second", 1.3, 0.0)];
    let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    let plan = plan(Offsets::None, 2);
    let fit = Fit::of(&factors, &plan, DVector::zeros(B), None).expect("a fit");
    let scatter = Scatter {
        covariance: DMatrix::zeros(B, B),
        freedom: vec![1.0; B],
        apart: None,
    };
    let table = weighed(&equations, &factors, &plan, &fit, &scatter);
    let rows = table
        .iter()
        .map(|row| (row.recording.as_str(), row.row.as_str()));
    let rows: Vec<(&str, &str)> = rows.collect();
    assert_eq!(rows, [("first", "m1"), ("second", "m1"), ("second", "m2")]);
    assert!(table.iter().all(|row| row.samples > 50), "{table:?}");
}

/// Of three recordings, the second in two pieces: what all have is said once, what one has of that one.
#[test]
fn what_was_noticed_while_reading_is_said() {
    let all = Remark::SideAssumed { torques: true };
    let own = Remark::NothingUsed {
        file: "spare.csv".to_owned(),
    };
    let read = |source: &str, remarks: &[&Remark]| Recording {
        source: source.to_owned(),
        remarks: remarks.iter().map(|remark| (*remark).clone()).collect(),
        ..recording(300)
    };
    let recordings = vec![
        read("a.csv", &[&all]),
        read("b.csv", &[&own, &all]),
        read("b.csv", &[&own, &all]),
        read("c.csv", &[&all]),
    ];
    let wanted = [format!("a.csv and 2 more: {all}"), format!("b.csv: {own}")];
    let of = |recordings| {
        let read = whole(&ROBOT, recordings, &ProcessingOptions::default());
        read.expect("motions").remarks
    };
    assert_eq!(of(recordings), wanted);
    assert!(of(vec![recording(300)]).is_empty());
    let loaded = both(
        &ROBOT,
        vec![read("a.csv", &[&all])],
        vec![Recording {
            source: "b.csv".to_owned(),
            remarks: vec![own.clone()],
            ..recording(350)
        }],
        &ProcessingOptions::default(),
    );
    let said = loaded.expect("motions").remarks;
    let wanted = [
        format!("a.csv: {all}"),
        format!("b.csv, with the load: {own}"),
    ];
    assert_eq!(said, wanted);
}

/// Of two recordings both were mended.
#[test]
fn what_was_done_to_each_recording_is_told() {
    let repair = |recording: &str, first: usize| Repair {
        recording: recording.to_owned(),
        time: [0.01 * first as f64, 0.01 * (first + 3) as f64],
        rows: Some([first, first + 3]),
        count: 4,
        why: Cause::Missing,
        done: Action::Bridged,
    };
    let read = |source: &str, samples: u32, repair: Repair| Recording {
        source: source.to_owned(),
        repairs: vec![repair],
        ..recording(samples)
    };
    let repairs = [repair("a.csv", 50), repair("b.csv", 70)];
    let [one, other] = repairs.clone();
    let recordings = vec![read("a.csv", 300, one), read("b.csv", 350, other)];
    let read = whole(&ROBOT, recordings, &ProcessingOptions::default());
    assert_eq!(read.expect("motions").repairs, repairs);
}

#[test]
fn what_cannot_be_taken_together_is_refused() {
    let said = |error: Option<TogetherError>| error.map(|error| error.to_string());
    let options = ProcessingOptions::default();
    let one = || vec![recording(300)];
    assert_eq!(
        said(both(&ROBOT, Vec::new(), one(), &options).err()).as_deref(),
        Some(
            "recordings without the load are missing: both are needed, because only their difference is the load's"
        )
    );
    assert_eq!(
        said(both(&ROBOT, one(), Vec::new(), &options).err()).as_deref(),
        Some(
            "recordings with the load are missing: both are needed, because only their difference is the load's"
        )
    );
    let mut lacking = recording(300);
    lacking.left_out = vec![Torque::joint(0)];
    let lacking = said(whole(&ROBOT, vec![recording(300), lacking], &options).err());
    assert_eq!(
        lacking.as_deref(),
        Some(
            "by_hand has recordings without a torque of some joints or motors, which is not done here: use those with all"
        )
    );
    let moving = ByHand(Box::leak(Box::new(Model {
        bodies: &["base", "a", "b"],
        ..MODEL
    })));
    assert_eq!(
        said(of_torques(&moving).err()).as_deref(),
        Some("by_hand has a base that moves, whose wrench no drive gives")
    );
    assert_eq!(of_torques(&ROBOT), Ok(()));
    let part = Part::without(&ROBOT, Side::Joint, &[Torque::joint(1)]).expect("a part");
    assert_eq!(
        said(whole(&part, one(), &options).err()).as_deref(),
        Some(
            "by_hand has recordings without a torque of some joints or motors, which is not done here: use those with all"
        )
    );
    const fn with(known: &'static [Physical]) -> Model {
        Model {
            recovery: Some(Recovery {
                known,
                recovered: &[],
                steps: &[],
                undetermined: &[],
                invisible: &[],
                spare: &[],
                rank: 0,
            }),
            ..MODEL
        }
    }
    const fn length(kind: PhysicalKind) -> Physical {
        Physical {
            name: "l",
            latex: "",
            unit: "m",
            kind,
            nominal: Some(0.5),
        }
    }
    static FITTED: Model = with(&[
        length(PhysicalKind::Length),
        length(PhysicalKind::FittedLength),
    ]);
    static GIVEN: Model = with(&[length(PhysicalKind::Length)]);
    assert_eq!(
        said(of_torques(&ByHand(&FITTED)).err()).as_deref(),
        Some(
            "by_hand has lengths that are fitted with all parameters, which is not done here: give them values"
        )
    );
    assert_eq!(of_torques(&ByHand(&GIVEN)), Ok(()));
    assert_eq!(carrier(&MODEL, "b"), Ok(1));
    assert_eq!(
        said(carrier(&MODEL, "c").err()).as_deref(),
        Some(
            "by_hand has no body `c` that a joint moves; there are a, b (a load on a body that is fixed to another is on that one)"
        )
    );
    for (error, expected) in [
        (
            TogetherError::Load {
                body: "b".to_owned(),
                why: "has no mass".to_owned(),
            },
            "a load on body b has no mass",
        ),
        (
            TogetherError::NotTold {
                what: "gains",
                why: "no joint feels it".to_owned(),
            },
            "the load does not tell gains (no joint feels it); take a heavier load, or one farther from the axes, and record \
             longer or faster motions, the same without and with it",
        ),
        (
            TogetherError::NotSettled("by_hand".to_owned()),
            "the weights of the recordings of by_hand do not settle: leave out recordings one by one to find which is in the \
             way",
        ),
        (
            TogetherError::Arm("it is old".to_owned()),
            "the result that the arm is to be known by cannot be used: it is old",
        ),
        (
            TogetherError::Weight(-2.0),
            "a recording cannot have the weight -2: give a finite number above 0, 1 for what its noise says",
        ),
    ] {
        assert_eq!(error.to_string(), expected);
    }
}

/// Of samples that are there twice deviations would be smaller by the root of 2.
#[test]
fn a_copy_of_a_recording_is_no_new_evidence() {
    let robot = told();
    let one = |name: &str, time: f64| {
        let mut one = crate::regression::by_hand::recording_from(time, 400);
        (one.name, one.source) = (name.to_owned(), name.to_owned());
        one
    };
    let together = |recordings: Vec<Recording>, weights: &[f64]| {
        let options = TogetherOptions {
            processing: ProcessingOptions {
                cutoff: Some(crate::options::Cutoff::Hertz(20.0)),
                ..ProcessingOptions::default()
            },
            weights: weights.to_vec(),
            ..TogetherOptions::default()
        };
        identify_together(&robot, recordings, &options).expect("parameters")
    };
    let (first, second) = (one("first", 0.0), one("second", 1.3));
    let copy = one("copy", 0.0);
    let expected = together(vec![first.clone(), second.clone()], &[1.0, 50.0]);
    assert_eq!(expected.repairs, []);
    let found = together(vec![first.clone(), copy.clone(), second], &[1.0, 7.0, 50.0]);
    assert_eq!(
        (found.parameters, found.weighed),
        (expected.parameters, expected.weighed)
    );
    let [repair] = &found.repairs[..] else {
        panic!("{:?}", found.repairs);
    };
    assert_eq!(
        (repair.recording.as_str(), &repair.why),
        ("copy", &Cause::SameAs("first".to_owned()))
    );
    let refused = both(
        &robot,
        vec![first],
        vec![copy],
        &ProcessingOptions::default(),
    );
    assert_eq!(
        refused.err().map(|error| error.to_string()).as_deref(),
        Some(
            "copy, which is said to be made with the load, has the samples of first, made without it: only one can be true; \
             give each recording once"
        )
    );
}

#[test]
fn recordings_with_the_load_are_named_so() {
    let swing = |samples| {
        let mut recording = recording(samples);
        recording.options.cutoff = Some(crate::options::Cutoff::Hertz(20.0));
        recording
    };
    let motor = ProcessingOptions {
        equations: Some(EquationSide::Motor),
        ..ProcessingOptions::default()
    };
    let found = both(&ROBOT, vec![swing(300)], vec![swing(350)], &motor).expect("motions");
    let names: Vec<&str> = found
        .all
        .iter()
        .map(|motion| motion.source.as_str())
        .collect();
    assert_eq!(names, ["swing", "swing, with the load"]);
    assert_eq!(
        (found.loaded(), found.side()),
        (vec![false, true], Some(Side::Motor))
    );
    // Two pieces are one recording.
    let pieces = [0.0, 6.1].map(|time| {
        let mut piece = crate::regression::by_hand::recording_from(time, 300);
        piece.options.cutoff = Some(crate::options::Cutoff::Hertz(20.0));
        piece
    });
    let found = both(&ROBOT, pieces.to_vec(), vec![swing(350)], &motor).expect("motions");
    assert_eq!((found.all.len(), found.loaded()), (3, vec![false, true]));
    let alone = with_load(&ROBOT, vec![swing(300)], &ProcessingOptions::default());
    let alone = alone.expect("motions");
    assert_eq!(
        (alone.loaded(), alone.side()),
        (vec![true], Some(Side::Joint))
    );
}

#[test]
fn weights_come_from_the_caller_or_the_recordings() {
    let robot = told();
    let with = |weights: Vec<f64>, described: Option<f64>| {
        let recordings = [(0.0, "first"), (1.3, "second")].map(|(time, name)| {
            let mut one = crate::regression::by_hand::recording_from(time, 400);
            (one.name, one.source) = (name.to_owned(), name.to_owned());
            one.further.weight = described.filter(|_| name == "second");
            one
        });
        let options = TogetherOptions {
            processing: ProcessingOptions {
                cutoff: Some(crate::options::Cutoff::Hertz(20.0)),
                velocity_threshold: Some(crate::options::List(vec![0.0])),
                motor_velocity_threshold: Some(crate::options::List(vec![0.0])),
                decimate: Some(crate::options::List(vec![1])),
                ..ProcessingOptions::default()
            },
            offsets: Offsets::Common,
            weights,
        };
        identify_together(&robot, recordings.to_vec(), &options)
    };
    let values = |found: Result<Together, TogetherError>| {
        let found = found.expect("an identification");
        assert_eq!((found.robot.as_str(), found.weighed.len()), ("by_hand", 4));
        assert!(found.held_out.is_empty());
        found.parameters.iter().map(|p| p.value).collect::<Vec<_>>()
    };
    let even = values(with(Vec::new(), None));
    assert_eq!(even, values(with(vec![1.0, 1.0], None)));
    let heavy = values(with(Vec::new(), Some(50.0)));
    assert_ne!(even, heavy);
    assert_eq!(heavy, values(with(vec![1.0, 50.0], None)));
    // Those that are given count alone.
    assert_eq!(heavy, values(with(vec![1.0, 50.0], Some(3.0))));
    for (weights, given) in [(vec![4.0], 1), (vec![4.0, 1.0, 2.0], 3)] {
        let refused = with(weights, Some(3.0))
            .err()
            .map(|error| error.to_string());
        assert_eq!(
            refused,
            Some(format!(
                "weights do not fit the recordings: {given} of 2 (first, second); give one of each recording, in their \
                 order, or none at all"
            ))
        );
    }
    for weight in [0.0, -1.0, f64::INFINITY] {
        assert_eq!(
            with(vec![1.0, weight], None).err(),
            Some(TogetherError::Weight(weight))
        );
    }
}

/// Base parameters, ten of the load, a gain a row, and offsets: of each recording's rows, or of each row.
#[test]
fn unknowns_are_called_after_what_they_are() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let of = |load: Carried, gains: bool, offsets: Offsets| {
        let plan = Plan {
            load,
            loaded: vec![false, true],
            gains,
            ..plan(offsets, 2)
        };
        let names = (0..plan.unknowns()).map(|k| plan.name(k, &equations));
        names.collect::<Vec<String>>()
    };
    let base: Vec<&str> = MODEL.base.iter().map(|base| base.name).collect();
    let load = [
        "m", "mx", "my", "mz", "Lxx", "Lxy", "Lxz", "Lyy", "Lyz", "Lzz",
    ];
    let load: Vec<String> = load
        .iter()
        .map(|name| format!("the load's {name}"))
        .collect();
    let load: Vec<&str> = load.iter().map(String::as_str).collect();
    let gains = ["the gain of `j1`", "the gain of `j2`"];
    let offsets = ["the offset of `j1`", "the offset of `j2`"];
    assert_eq!(
        of(Carried::Unknown, true, Offsets::Each),
        [&base[..], &load, &gains, &offsets, &offsets].concat()
    );
    assert_eq!(
        of(Carried::Unknown, false, Offsets::Common),
        [&base[..], &load, &offsets].concat()
    );
    assert_eq!(
        of(Carried::Known([1.0; 10]), true, Offsets::None),
        [&base[..], &gains].concat()
    );
}

/// A recording in two pieces is one recording, and has one weight.
#[test]
fn pieces_of_a_recording_have_one_weight() {
    let robot = told();
    let with = |weights: &[f64]| {
        let pieces = [(0.0, "first"), (1.3, "second"), (6.1, "second")];
        let recordings = pieces.map(|(time, name)| {
            let mut one = crate::regression::by_hand::recording_from(time, 400);
            (one.name, one.source) = (name.to_owned(), name.to_owned());
            one.further.weight = (name == "second").then_some(50.0);
            one
        });
        let options = TogetherOptions {
            processing: ProcessingOptions {
                cutoff: Some(crate::options::Cutoff::Hertz(20.0)),
                velocity_threshold: Some(crate::options::List(vec![0.0])),
                motor_velocity_threshold: Some(crate::options::List(vec![0.0])),
                decimate: Some(crate::options::List(vec![1])),
                ..ProcessingOptions::default()
            },
            offsets: Offsets::Common,
            weights: weights.to_vec(),
        };
        identify_together(&robot, recordings.to_vec(), &options)
    };
    let values = |weights: &[f64]| {
        let found = with(weights).expect("an identification");
        assert_eq!(found.weighed.len(), 4);
        found.parameters.iter().map(|p| p.value).collect::<Vec<_>>()
    };
    assert_eq!(values(&[]), values(&[1.0, 50.0]));
    let refused = with(&[1.0, 50.0, 50.0])
        .err()
        .map(|error| error.to_string());
    let refused = refused.expect("a refusal");
    assert!(refused.contains("3 of 2 (first, second)"), "{refused}");
}

/// What is left is too little of the torques for a term that lacks; of the second recording's first row it follows itself.
#[test]
fn recordings_are_named_whose_residuals_follow_themselves() {
    let robot = told();
    // Of a robot that there could be.
    let beta = BETA.map(f64::abs);
    let mut random = Random::new(21);
    let mut one = |name: &str, time: f64, memory: f64| {
        let mut slow = 0.0;
        let processing = processing(EquationSide::Joint);
        moved(name, (time, 200), processing, &mut |_, rows| {
            slow = memory * slow + random.normal();
            let noise = [slow, random.normal()];
            [0, 1].map(|row| {
                let predicted: f64 = rows[row].iter().zip(beta).map(|(y, b)| y * b).sum();
                predicted + 2e-4 * noise[row]
            })
        })
    };
    let motions = [one("first", 0.0, 0.0), one("second", 2.5, 0.9)];
    let equations = Equations::of(&robot, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    let mut plan = plan(Offsets::Each, 2);
    plan.base = TOLD;
    let fit = Fit::of(&factors, &plan, DVector::zeros(plan.unknowns()), None).expect("a fit");
    let doubts = Doubts::of(&factors, &motions, &plan, &fit).expect("doubts");
    let second = Unexplained {
        recording: "second".to_owned(),
        faults: Vec::new(),
        lacks: Vec::new(),
        correlated: vec!["j1".to_owned()],
        worse: Vec::new(),
    };
    assert_eq!(doubts.unexplained, std::slice::from_ref(&second));
    // The first in two pieces.
    let pieces = [
        motions[0].clone(),
        one("first", 5.0, 0.0),
        motions[1].clone(),
    ];
    let factors = Factors::of(&equations, &pieces, None).expect("factors");
    let fit = Fit::of(&factors, &plan, DVector::zeros(plan.unknowns()), None).expect("a fit");
    let doubts = Doubts::of(&factors, &pieces, &plan, &fit).expect("doubts");
    assert_eq!(doubts.unexplained, [second]);
}

/// Where the sign of friction is never certain no sample counts.
#[test]
fn fewer_equations_than_parameters_are_refused() {
    let recordings = [(0.0, "first"), (1.3, "second")].map(|(time, name)| {
        let mut one = crate::regression::by_hand::recording_from(time, 400);
        (one.name, one.source) = (name.to_owned(), name.to_owned());
        one
    });
    let options = TogetherOptions {
        processing: ProcessingOptions {
            cutoff: Some(crate::options::Cutoff::Hertz(20.0)),
            motor_velocity_threshold: Some(crate::options::List(vec![1e6])),
            ..ProcessingOptions::default()
        },
        ..TogetherOptions::default()
    };
    let refused = identify_together(&told(), recordings.to_vec(), &options).err();
    let few = IdentificationError::TooFewRows {
        rows: 0,
        parameters: TOLD,
    };
    assert_eq!(refused, Some(TogetherError::Identification(few)));
}

/// The arm is not to blame for equations that cannot be formed: they are told as those of recordings that identify nothing.
#[test]
fn an_error_of_the_regression_is_one_of_identification() {
    let error = || RegressionError::Instruments("first".to_owned());
    let told = TogetherError::from(error());
    assert_eq!(
        told.to_string(),
        "the instruments of first have not as many samples as it has"
    );
    let identification = IdentificationError::Regression(error());
    assert_eq!(told, TogetherError::Identification(identification));
}
