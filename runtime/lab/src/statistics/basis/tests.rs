//! Combinations of columns of unit size.

use armwright_runtime::Side;
use nalgebra::{DMatrix, DVector};

use super::Basis;
use crate::numeric::Decomposition;
use crate::options::EquationSide;
use crate::regression::by_hand::{B, ROBOT, conditioned, near, processing, recording};
use crate::regression::{Equations, Sample};

#[test]
fn combinations_are_orthonormal_over_all_weighted_rows() {
    let motion = conditioned(recording(90), processing(EquationSide::Joint));
    let motions = [motion];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations
        .observe(&motions, &mut |_| {})
        .expect("an observation");
    let weights = [0.4, 7.0];
    let basis = Basis::of(&Decomposition::of(&observation.weighted(&weights).r));
    assert_eq!(basis.size(), B);
    let beta = [0.3, -0.1, 2.0, 0.5, 0.2, 1.0];
    let mut sum = DMatrix::zeros(B, B);
    let mut take = |sample: &Sample<'_>| {
        for (row, weight) in weights.iter().enumerate() {
            let columns = basis.columns(sample, row);
            sum += &columns * columns.transpose() * *weight;
            let seen = basis.seen(sample, row, &beta);
            assert_eq!(seen[..B], *columns.as_slice());
            let predicted: f64 = sample.row(row).map(|(k, x)| x * beta[k]).sum();
            near(seen[B], sample.torque[row] - predicted);
        }
    };
    equations
        .pass(
            &motions[0],
            &equations.base_columns(),
            &mut take,
            &mut |_| {},
        )
        .expect("a pass");
    assert!((sum - DMatrix::identity(B, B)).amax() < 1e-9);
}

#[test]
fn what_is_not_excited_has_no_combination() {
    // Twice the first column and nothing.
    let matrix = DMatrix::from_row_slice(3, 3, &[1.0, 2.0, 0.0, 2.0, 4.0, 0.0, 2.0, 4.0, 0.0]);
    let basis = Basis::of(&Decomposition::of(&matrix));
    assert_eq!(basis.size(), 1);
    let row = |x: [f64; 3]| basis.of_row(x.into_iter().enumerate());
    // Rows of the matrix: parts of a unit vector.
    let found = [row([1.0, 2.0, 0.0]), row([2.0, 4.0, 0.0])];
    near(found[0][0].abs(), 1.0 / 3.0);
    near(found[1][0].abs(), 2.0 / 3.0);
    assert_eq!(row([0.0, 0.0, 5.0]), DVector::zeros(1));
}
