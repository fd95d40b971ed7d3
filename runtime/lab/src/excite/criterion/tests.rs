//! Figures of matrices that are written down, and their derivatives.

use super::{Criterion, Scale, soft_largest};
use crate::random::Random;
use nalgebra::{DMatrix, DVector};

#[test]
fn derivatives_are_those_of_differences() {
    let mut random = Random::new(3);
    let y = DMatrix::from_fn(12, 4, |_, _| random.normal());
    let information = y.tr_mul(&y);
    let combinations = DMatrix::from_fn(5, 4, |_, _| random.normal());
    let by = Scale::By(vec![1.0, 2.0, 0.5, 3.0]);
    for criterion in [
        Criterion::LogDeterminant,
        Criterion::Condition(Scale::Unscaled),
        Criterion::Condition(Scale::Columns),
        Criterion::Condition(by.clone()),
        Criterion::Frobenius(Scale::Columns),
        Criterion::SmallestSingularValue(by),
        Criterion::Deviations(combinations),
    ] {
        let found = criterion.of(&information, 6.0).expect("regular");
        for (i, j) in [(0, 0), (1, 2), (3, 3), (0, 3)] {
            let at = |h: f64| {
                let mut moved = information.clone();
                moved[(i, j)] += h;
                moved[(j, i)] = moved[(i, j)];
                criterion.of(&moved, 6.0).expect("regular").value
            };
            let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
            let twice = if i == j { 1.0 } else { 2.0 };
            let slope = twice * found.slope[(i, j)];
            assert!(
                (slope - difference).abs() < 1e-6 * (1.0 + difference.abs()),
                "{criterion:?} {i} {j}: {slope} {difference}"
            );
        }
    }
}

#[test]
fn the_smooth_condition_number_comes_near_to_the_number_from_above() {
    let matrix = DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 4.0, 100.0]));
    let criterion = Criterion::Condition(Scale::Unscaled);
    assert!((criterion.figure(&matrix).expect("regular") - 10.0).abs() < 1e-9);
    let smooth = criterion.of(&matrix, 30.0).expect("regular").value.exp();
    assert!((smooth - 10.0).abs() < 1e-6, "{smooth}");
}

/// Logarithms of p-norms, p = 3, of 1, 4, 16 and of their inverses; half of each, since squares of singular values they are.
#[test]
fn smooth_figures_are_norms_of_singular_values() {
    let matrix = DMatrix::from_diagonal(&DVector::from_vec(vec![4.0, 1.0, 16.0]));
    let value = |criterion: Criterion| criterion.of(&matrix, 3.0).expect("regular").value;
    let large = (1.0 + 64.0 + 4096f64).ln() / 3.0;
    let small = (1.0 + 1.0 / 64.0 + 1.0 / 4096f64).ln() / 3.0;
    for (found, wanted) in [
        (
            value(Criterion::Condition(Scale::Unscaled)),
            0.5 * (large + small),
        ),
        (
            value(Criterion::SmallestSingularValue(Scale::Unscaled)),
            0.5 * small,
        ),
        (value(Criterion::LogDeterminant), -64f64.ln()),
        (
            value(Criterion::Frobenius(Scale::Unscaled)),
            0.5 * (21.0f64 * 1.3125).ln(),
        ),
        (
            value(Criterion::Frobenius(Scale::By(vec![0.5, 2.0, 0.25]))),
            0.5 * (6.0f64 * 2.25).ln(),
        ),
    ] {
        assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
    }
}

/// Singular values 2, 1 and 4: the squares are 21, those of the inverse 1.3125.
#[test]
fn figures_are_those_of_singular_values() {
    let matrix = DMatrix::from_diagonal(&DVector::from_vec(vec![4.0, 1.0, 16.0]));
    let quarter = &matrix * 0.25;
    for (criterion, figure) in [
        (
            Criterion::SmallestSingularValue(Scale::Unscaled),
            [1.0, 0.5],
        ),
        (Criterion::Condition(Scale::Unscaled), [4.0, 4.0]),
        (
            Criterion::Frobenius(Scale::Unscaled),
            [27.5625f64.sqrt(); 2],
        ),
        (Criterion::LogDeterminant, [64f64.ln(), 0.0]),
    ] {
        for (matrix, wanted) in [&matrix, &quarter].into_iter().zip(figure) {
            let found = criterion.figure(matrix).expect("regular");
            assert!(
                (found - wanted).abs() < 1e-12,
                "{criterion:?} {found} {wanted}"
            );
        }
    }
}

/// Powers of numbers far apart are no numbers any more; of their ratios to the largest they are. `(1 + 10⁻⁴⁰⁰)` is 1.
#[test]
fn numbers_that_are_far_apart_have_a_norm_too() {
    let values = DVector::from_vec(vec![1.0, 1e10]);
    let (norm, slopes) = soft_largest(&values, 40.0);
    assert!((norm - 1e10f64.ln()).abs() < 1e-12, "{norm}");
    assert!(
        (slopes[1] * 1e10 - 1.0).abs() < 1e-12 && slopes[0] < 1e-300,
        "{slopes}"
    );
}

/// No logarithm of 0 is made small.
#[test]
fn what_no_parameter_is_part_of_has_no_deviation() {
    let matrix = DMatrix::from_diagonal(&DVector::from_vec(vec![4.0, 1.0]));
    let figure = |rows: DMatrix<f64>| Criterion::Deviations(rows).figure(&matrix);
    assert_eq!(figure(DMatrix::zeros(1, 2)), None);
    assert_eq!(figure(DMatrix::zeros(0, 2)), None);
    // The root of the mean of 1/4 and 9.
    let found = figure(DMatrix::from_row_slice(2, 2, &[1.0, 0.0, 0.0, 3.0]));
    let found = found.expect("deviations");
    assert!((found - 4.625f64.sqrt()).abs() < 1e-12, "{found}");
}

/// What is left of a column beside the others: a 10⁻¹³th of its square, or of the largest eigenvalue a 10⁻¹⁴th.
#[test]
fn what_rounding_leaves_is_singular() {
    let beside = |share: f64| DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 1.0, 1.0 + share]);
    for criterion in [
        Criterion::LogDeterminant,
        Criterion::Deviations(DMatrix::identity(2, 2)),
    ] {
        assert!(criterion.of(&beside(2e-13), 1.0).is_some());
        assert!(criterion.of(&beside(0.5e-13), 1.0).is_none());
        // In whatever unit.
        for unit in [2f64.powi(-20), 2f64.powi(20)] {
            assert!(criterion.of(&(beside(2e-13) * unit), 1.0).is_some());
            assert!(criterion.of(&(beside(0.5e-13) * unit), 1.0).is_none());
        }
    }
    let apart = |share: f64| DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, share]));
    let criterion = Criterion::Condition(Scale::Unscaled);
    assert!(criterion.of(&apart(1.1e-14), 1.0).is_some());
    assert!(criterion.of(&apart(0.9e-14), 1.0).is_none());
    assert!(criterion.figure(&apart(1.1e-15)).is_some());
    assert!(criterion.figure(&apart(0.9e-15)).is_none());
}
