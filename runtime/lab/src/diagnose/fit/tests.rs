//! Fits of rows that are written down.

use nalgebra::{DMatrix, DVector};

use super::{NOTHING, Row, Rule, Unexplained, fit, right};

fn line(slope: f64) -> (Row, Vec<f64>) {
    let columns = DMatrix::from_fn(50, 2, |k, j| if j == 0 { 1.0 } else { k as f64 });
    let torque = (0..50).map(|k| 3.0 + slope * f64::from(k)).collect();
    (
        Row::new((0..50).collect(), &columns, DVector::zeros(50)),
        torque,
    )
}

#[test]
fn a_slope_that_cannot_be_negative_explains_nothing_that_falls() {
    for (slope, expected) in [(2.0, 0.0), (-2.0, 1.0)] {
        let (row, torque) = line(slope);
        let rule = Rule {
            free: &[true, true],
            positive: &[false, true],
            start: &DVector::zeros(2),
        };
        let found = fit(&[row], &[torque], &rule);
        let left = found.left.worst();
        assert!((left - expected).abs() < 1e-6, "{left}");
        assert_eq!(found.is_bounded, slope < 0.0);
    }
}

#[test]
fn what_is_left_is_compared_in_logarithms() {
    let before = Unexplained(vec![Some(0.5), None, Some(0.2), Some(1e-12)]);
    let after = Unexplained(vec![Some(0.05), Some(0.3), Some(0.4), Some(1e-9)]);
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} for {b}");
    // Less than a ten-millionth is nothing.
    near(
        before.score(),
        (0.5f64.ln() + 0.2f64.ln() + NOTHING.ln()) / 3.0,
    );
    let lifts = after.lifts(&before);
    assert_eq!((lifts.len(), lifts[1], lifts[3]), (4, 0.0, 0.0));
    near(lifts[0], 10f64.ln());
    near(lifts[2], -(2f64.ln()));
    assert_eq!((before.worst(), after.worst()), (0.5, 0.4));
    let none = Unexplained(vec![None, None]);
    assert_eq!((none.score(), none.worst()), (0.0, 0.0));
}

#[test]
fn a_row_says_how_much_there_is_to_explain() {
    let row = Row::new(
        vec![1, 3, 4],
        &DMatrix::from_row_slice(3, 2, &[1.0, 2.0, 3.0, 5.0, -1.0, 4.0]),
        DVector::from_row_slice(&[0.5, -2.5, 1.5]),
    );
    let start = DVector::from_row_slice(&[0.5, -1.0]);
    let found = right(&row, &[99.0, 4.0, 99.0, 6.0, 11.0, 99.0], &start).expect("torques");
    // 4 - 0.5 - 0.5 + 2, 6 + 2.5 - 1.5 + 5, 11 - 1.5 + 0.5 + 4.
    let left = [5.0, 12.0, 14.0];
    assert_eq!(found.power, left.iter().map(|x| x * x).sum::<f64>());
    assert_eq!(
        found.cross.as_slice(),
        [5.0 + 36.0 - 14.0, 10.0 + 60.0 + 56.0]
    );
    // About the mean of 7, what is known included.
    assert_eq!(found.variance, 9.0 + 1.0 + 16.0);
    assert!(right(&row, &[2.0; 6], &start).is_none());
    let two = Row::new(
        vec![0, 1],
        &DMatrix::from_element(2, 2, 1.0),
        DVector::zeros(2),
    );
    assert!(right(&two, &[1.0, 2.0], &start).is_none());
}

/// One whose column is zero, and one that enters no row: both stay where they are, at zero, and hinder no other.
#[test]
fn parameters_that_nothing_shows_are_zero() {
    let columns = DMatrix::from_fn(4, 2, |k, j| if j == 0 { k as f64 } else { 0.0 });
    let row = Row::sparse(
        (0..4).collect(),
        columns,
        vec![0, 1],
        DVector::from_element(4, 1.0),
    );
    let rule = Rule {
        free: &[true; 3],
        positive: &[false; 3],
        start: &DVector::zeros(3),
    };
    let found = fit(&[row], &[vec![1.0, 3.0, 5.0, 7.0]], &rule);
    assert!((found.beta[0] - 2.0).abs() < 1e-6, "{}", found.beta);
    assert_eq!(found.beta.as_slice()[1..], [0.0, 0.0]);
    assert!(found.left.worst() < 1e-6 && !found.is_bounded);
}

/// The torque of a joint that nothing drives is zero but for rounding, and errors of positions leave more of it than that. A small torque
/// counts.
#[test]
fn a_zero_that_was_rounded_keeps_no_parameter_at_zero() {
    let row = |size: f64| {
        let columns = DMatrix::from_fn(8, 1, |k, _| size * [1.0, -1.0, 2.0, -2.0][k % 4]);
        Row::new((0..8).collect(), &columns, DVector::zeros(8))
    };
    let explained: Vec<f64> = [2.0, -2.0, 4.0, -4.0].repeat(2);
    let beside = |size: f64| -> Vec<f64> { [size, size, -size, -size].repeat(2) };
    let rule = Rule {
        free: &[true],
        positive: &[false],
        start: &DVector::zeros(1),
    };
    let found = |size: f64| {
        let torque = [explained.clone(), beside(size)];
        fit(&[row(1.0), row(1e-3)], &torque, &rule)
    };
    let rounded = found(1e-16);
    assert!((rounded.beta[0] - 2.0).abs() < 1e-6, "{}", rounded.beta);
    let left = &rounded.left.0;
    assert!(left[0].is_some_and(|left| left < 1e-6), "{left:?}");
    assert_eq!(left[1], None);
    assert!(found(1e-5).left.0[1].is_some());
}

/// Two rows with one unknown: each is weighed by what it leaves, until that is settled.
#[test]
fn rows_are_weighed_by_what_they_leave() {
    let one = |scale: f64, noise: f64| {
        let columns = DMatrix::from_fn(40, 1, |k, _| scale * (k as f64 - 19.5));
        let torque = |k: usize| {
            2.0 * scale * (k as f64 - 19.5) + noise * if k.is_multiple_of(2) { 1.0 } else { -1.0 }
        };
        (
            Row::new((0..40).collect(), &columns, DVector::zeros(40)),
            (0..40).map(torque).collect::<Vec<f64>>(),
        )
    };
    let ((a, first), (b, mut second)) = (one(1.0, 0.5), one(0.1, 3.0));
    second
        .iter_mut()
        .zip(0..)
        .for_each(|(x, k)| *x += 0.02 * (f64::from(k) - 19.5));
    let rows = [a, b];
    let torque = [first, second];
    let rule = |free, start| Rule {
        free,
        positive: &[false],
        start,
    };
    let zero = DVector::zeros(1);
    let found = fit(&rows, &torque, &rule(&[true], &zero));
    // By hand: iterated weights of a single unknown.
    let mut weights = [1.0, 1.0];
    let mut left = [0.0; 2];
    for _ in 0..200 {
        let sums = (0..2).map(|i| {
            let x = &rows[i].columns;
            let y = DVector::from_column_slice(&torque[i]);
            (
                weights[i] * x.column(0).dot(&y),
                weights[i] * x.norm_squared(),
            )
        });
        let (cross, square) = sums.fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d));
        for i in 0..2 {
            let y = DVector::from_column_slice(&torque[i]);
            left[i] = (&y - &rows[i].columns * (cross / square)).norm_squared();
            weights[i] = 40.0 / left[i];
            let mean = y.mean();
            left[i] /= y.iter().map(|y| (y - mean).powi(2)).sum::<f64>();
        }
    }
    for (found, expected) in found.left.0.iter().zip(left) {
        let found = found.expect("a share");
        assert!(
            (found / expected - 1.0).abs() < 1e-4,
            "{found} for {expected}"
        );
    }
    // What is not free stays where it is.
    let start = DVector::from_element(1, 1.5);
    let held = fit(&rows, &torque, &rule(&[false], &start));
    for (i, found) in held.left.0.iter().enumerate() {
        let y = DVector::from_column_slice(&torque[i]);
        let mean = y.mean();
        let all: f64 = y.iter().map(|y| (y - mean).powi(2)).sum();
        let expected = (&y - &rows[i].columns * 1.5).norm_squared() / all;
        assert!((found.expect("a share") / expected - 1.0).abs() < 1e-9);
    }
}

/// Two rows of four samples with one unknown, `x` and `3 x` with noise as large as `x` and orthogonal to it. From `β = 2 + u` on,
/// rows weigh `1 / ((u + 1)² + 1)` and `1 / ((u - 1)² + 1)`, so that `u` becomes `2 u / (2 + u²)`: it goes to 0 ever more slowly.
#[test]
fn weights_that_do_not_settle_are_taken_as_they_are_after_twelve_rounds() {
    let (x, noise) = ([1.0, -1.0, 1.0, -1.0], [1.0, 1.0, -1.0, -1.0]);
    let columns = || DMatrix::from_column_slice(4, 1, &x);
    let row = || Row::new((0..4).collect(), &columns(), DVector::zeros(4));
    let torque = |slope: f64| -> Vec<f64> {
        let pairs = x.iter().zip(&noise);
        pairs.map(|(x, noise)| slope * x + noise).collect()
    };
    let rule = Rule {
        free: &[true],
        positive: &[false],
        start: &DVector::zeros(1),
    };
    let found = fit(&[row(), row()], &[torque(1.0), torque(3.0)], &rule);
    // Squares of 8 and 40 weigh first.
    let mut u: f64 = (1.0 / 8.0 + 3.0 / 40.0) / (1.0 / 8.0 + 1.0 / 40.0) - 2.0;
    for _ in 1..12 {
        u = 2.0 * u / (2.0 + u * u);
    }
    let expected = [
        ((u + 1.0).powi(2) + 1.0) / 2.0,
        ((u - 1.0).powi(2) + 1.0) / 10.0,
    ];
    for (found, expected) in found.left.0.iter().zip(expected) {
        let found = found.expect("a share");
        assert!((found - expected).abs() < 1e-6, "{found} for {expected}");
    }
}

#[test]
fn a_row_of_some_parameters_is_that_of_all_with_zeros() {
    // What is not quite zero enters, and makes no difference.
    const NOTHING: f64 = 1e-200;
    let whole = DMatrix::from_row_slice(
        4,
        3,
        &[
            1.0, NOTHING, 2.0, 3.0, NOTHING, 5.0, -1.0, NOTHING, 4.0, 2.0, NOTHING, 1.0,
        ],
    );
    let own = whole.select_columns(&[0, 2]);
    let other = DMatrix::from_row_slice(
        4,
        3,
        &[0.0, 1.0, 2.0, 1.0, 1.0, 1.0, 3.0, -1.0, 0.0, 1.0, 2.0, 0.0],
    );
    let other = Row::new((0..4).collect(), &other, DVector::zeros(4));
    let torques = [vec![1.0, 2.0, 5.0, 3.0], vec![2.0, -1.0, 4.0, 0.5]];
    let start = DVector::from_row_slice(&[0.5, 7.0, -1.0]);
    for free in [[true; 3], [true, false, true], [false; 3]] {
        let rule = Rule {
            free: &free,
            positive: &[false; 3],
            start: &start,
        };
        let of = |row: Row| {
            let found = fit(&[row, other.clone()], &torques, &rule);
            (found.left, found.beta)
        };
        let (kept, none): (Vec<usize>, _) = ((0..4).collect(), DVector::zeros(4));
        let with_zeros = whole.map(|x| if x == NOTHING { 0.0 } else { x });
        let sparse = Row::sparse(kept.clone(), own.clone(), vec![0, 2], none.clone());
        let [zeros, all] = [&with_zeros, &whole].map(|x| Row::new(kept.clone(), x, none.clone()));
        assert_eq!((&zeros.entering, all.entering.len()), (&sparse.entering, 3));
        let ((left, beta), (expected, wanted)) = (of(sparse), of(all));
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} for {b}");
        beta.iter()
            .zip(wanted.iter())
            .for_each(|(a, b)| near(*a, *b));
        let pairs = left.0.iter().zip(&expected.0);
        pairs.for_each(|(a, b)| near(a.expect("a share"), b.expect("a share")));
    }
}

/// Rows of four and of eight samples with one unknown, `1.9 x` and `2.1 x` with noise as large as `x` and orthogonal to it. At
/// `β = 2 + u` a sample of them weighs `1 / ((u + 0.1)² + 1)` and `1 / ((u - 0.1)² + 1)`.
#[test]
fn a_row_of_more_samples_weighs_more() {
    let (x, noise) = ([1.0, -1.0, 1.0, -1.0], [1.0, 1.0, -1.0, -1.0]);
    let row = |count: usize| {
        let columns = DMatrix::from_fn(count, 1, |k, _| x[k % 4]);
        Row::new((0..count).collect(), &columns, DVector::zeros(count))
    };
    let torque = |count: usize, slope: f64| -> Vec<f64> {
        let at = |k: usize| slope * x[k % 4] + noise[k % 4];
        (0..count).map(at).collect()
    };
    let rule = Rule {
        free: &[true],
        positive: &[false],
        start: &DVector::zeros(1),
    };
    let found = fit(&[row(4), row(8)], &[torque(4, 1.9), torque(8, 2.1)], &rule);
    let mut u: f64 = 0.0;
    for _ in 0..50 {
        let [few, many] = [(0.1, 4.0), (-0.1, 8.0)].map(|(by, count)| {
            let off: f64 = u + by;
            count / (off * off + 1.0)
        });
        u = 0.1 * (many - few) / (many + few);
    }
    assert!((found.beta[0] - 2.0 - u).abs() < 1e-4, "{}", found.beta[0]);
}

/// Nothing tells the one from the other: each has half of what both explain. Rounding is a millionth of what is added to their squares.
#[test]
fn columns_that_are_the_same_have_as_much_each() {
    let columns = DMatrix::from_fn(4, 2, |k, _| [1.0, -1.0, 2.0, -2.0][k]);
    let row = Row::new((0..4).collect(), &columns, DVector::zeros(4));
    let rule = Rule {
        free: &[true; 2],
        positive: &[false; 2],
        start: &DVector::zeros(2),
    };
    let found = fit(&[row], &[vec![2.0, -2.0, 4.0, -4.0]], &rule);
    let mut beta = found.beta.iter();
    assert!(beta.all(|x| (x - 1.0).abs() < 1e-4), "{}", found.beta);
}
