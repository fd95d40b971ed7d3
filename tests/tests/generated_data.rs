//! What a generated model says of its functions, against the oracle and against the functions.

use armwright_runtime::{EvaluationError, Inputs, Pattern, Quantity};
use armwright_tests::sensed::SENSED;
use armwright_tests::{Pair, standing, zoo};
use nalgebra::DMatrix;

/// Above the rounding errors of the oracle's sums, far below any element that does not vanish.
const ROUNDING: f64 = 1e-9;

/// The largest magnitude of each element over random states.
fn largest(pair: &Pair, matrix: impl Fn(&[&[f64]; 3]) -> DMatrix<f64>) -> DMatrix<f64> {
    let matrices = pair.states(8, 5).into_iter();
    let matrices = matrices.map(|s| matrix(&[&s.q, &s.qd, &s.qdd]).abs());
    matrices
        .reduce(|largest, one| largest.sup(&one))
        .expect("some states")
}

fn assert_pattern(what: &str, pattern: Pattern, largest: &DMatrix<f64>) {
    assert_eq!(pattern.0.len(), largest.nrows(), "{what}");
    for (row, marks) in pattern.0.iter().enumerate() {
        assert_eq!(marks.len(), largest.ncols(), "{what}");
        for column in 0..largest.ncols() {
            assert_eq!(
                pattern.is_zero(row, column),
                largest[(row, column)] < ROUNDING,
                "{what}, row {row}, column {column}: {}",
                largest[(row, column)]
            );
        }
    }
}

#[test]
fn zeros_are_those_of_the_oracle() {
    for pair in zoo() {
        let model = pair.robot.model();
        let n = model.joints.len();
        let torques = |[q, qd, qdd]: &[&[f64]; 3]| pair.oracle.regressor(q, qd, qdd);
        assert_pattern(pair.name(), model.sparsity.joint, &largest(&pair, torques));
        let transmission = match model.transmission {
            [] => DMatrix::identity(n, n),
            numbers => DMatrix::from_row_slice(n, n, numbers),
        };
        let transposed = transmission.transpose().lu();
        let motors = largest(&pair, |state| {
            transposed.solve(&torques(state)).expect("invertible")
        });
        assert_pattern(pair.name(), model.sparsity.motor, &motors);
        let energy = largest(&pair, |[q, qd, _]| {
            DMatrix::from_row_slice(
                1,
                model.parameters.len(),
                &pair.oracle.energy_regressor(q, qd),
            )
        });
        assert_pattern(pair.name(), model.sparsity.energy, &energy);
        assert_eq!(model.sparsity.measured, Pattern(&[]));
    }
}

#[test]
fn elements_vary_with_their_coordinates_and_no_others() {
    for pair in zoo() {
        let model = pair.robot.model();
        let terms = Quantity::ElementBases.length(model);
        let bases = |q: &[f64]| pair.filled(terms, |robot, out| robot.element_bases(q, out));
        if terms == 0 {
            continue;
        }
        let q = &pair.states(1, 6)[0].q;
        let here = bases(q);
        for coordinate in 0..q.len() {
            let mut moved = q.clone();
            moved[coordinate] += 0.7;
            let there = bases(&moved);
            let mut at = 0;
            for element in model.elements {
                let mine = at..at + element.terms.len();
                at = mine.end;
                assert_eq!(
                    here[mine.clone()] != there[mine],
                    element.coordinates.contains(&coordinate),
                    "{} of {}, coordinate {coordinate}",
                    element.name,
                    pair.name()
                );
            }
        }
    }
}

#[test]
fn every_quantity_has_the_shape_of_the_table() {
    let sensed = SENSED.iter().map(|(robot, _)| *robot);
    for robot in standing().chain(sensed) {
        let model = robot.model();
        let n = model.joints.len();
        let (theta, motion) = (vec![0.1; model.parameters.len()], vec![0.2; n]);
        let inputs = Inputs {
            theta: &theta,
            q: &motion,
            qd: &motion,
            qdd: &motion,
            qd_r: &motion,
            qdd_r: &motion,
            ..Inputs::default()
        };
        for &quantity in Quantity::ALL {
            let what = format!("{} of {}", quantity.function(), model.name);
            let mut out = vec![f64::NAN; quantity.length(model)];
            let answer = robot.evaluate(quantity, &inputs, &mut out);
            if quantity == Quantity::ElementBases && model.elements.is_empty() {
                assert_eq!(
                    answer,
                    Err(EvaluationError::NotGenerated(quantity)),
                    "{what}"
                );
                continue;
            }
            assert_eq!(answer, Ok(()), "{what}");
            assert!(out.iter().all(|x| x.is_finite()), "{what}");
            out.push(0.0);
            let answer = robot.evaluate(quantity, &inputs, &mut out);
            assert!(matches!(answer, Err(EvaluationError::Shape(_))), "{what}");
            // What the table says is not taken is not looked at.
            out.pop();
            let empty = |name: &str, slice| match quantity.arguments().contains(&name) {
                true => slice,
                false => &[][..],
            };
            let least = Inputs {
                theta: empty("theta", &theta[..]),
                q: empty("q", &motion[..]),
                qd: empty("qd", &motion[..]),
                qdd: empty("qdd", &motion[..]),
                qd_r: empty("qd_r", &motion[..]),
                qdd_r: empty("qdd_r", &motion[..]),
                ..Inputs::default()
            };
            assert_eq!(robot.evaluate(quantity, &least, &mut out), Ok(()), "{what}");
        }
    }
}
