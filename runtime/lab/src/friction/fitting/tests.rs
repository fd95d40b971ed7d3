//! Laws fitted to sums of squares that are made of them.

use std::f64::consts::LN_2;

use nalgebra::{DMatrix, DVector};

use super::super::knots::Knots;
use super::super::law::{Extra, Law, Nonlinear, Shape};
use super::{Fitted, Fitting, bounds, grid, solved};
use crate::regression::Triangle;

#[test]
fn what_is_not_linear_has_bounds_by_the_speeds_that_are_seen() {
    let speeds = [0.02, 3.0];
    assert_eq!(bounds(Nonlinear::Speed, speeds), [0.02, 1.5]);
    assert_eq!(bounds(Nonlinear::Exponent, speeds), [0.3, 6.0]);
    assert_eq!(bounds(Nonlinear::Power, speeds), [0.02, 4.0]);
    let law = Law::of(Shape::StribeckExponent);
    let knots = Knots::up_to(1.0);
    let fitting = |speeds| Fitting {
        knots: &knots,
        law: &law,
        speeds,
    };
    let e = f64::ln;
    let all = fitting([0.25, 4.0]).bounds();
    assert_eq!(all, [[e(0.25), LN_2], [e(0.3), e(6.0)]]);
    // Where only high speeds are seen there is nothing between.
    assert_eq!(fitting([3.0, 4.0]).bounds()[0], [e(3.0), e(3.0)]);
}

#[test]
fn a_grid_has_the_middles_of_equal_parts() {
    let one = grid(&[[-12.0, 12.0]]);
    let expected: Vec<Vec<f64>> = (0..24).map(|k| vec![f64::from(k) - 11.5]).collect();
    assert_eq!(one, expected);
    let two = grid(&[[0.0, 10.0], [-5.0, 5.0]]);
    assert_eq!(two.len(), 100);
    for (k, x) in two.iter().enumerate() {
        let expected = [(k / 10) as f64 + 0.5, (k % 10) as f64 - 4.5];
        assert!(
            (x[0] - expected[0]).abs() < 1e-12 && (x[1] - expected[1]).abs() < 1e-12,
            "{x:?}"
        );
    }
    assert_eq!(grid(&[]), [Vec::<f64>::new()]);
}

/// A line through (1, 2), (2, 3), (4, 8) by hand: slope 29/14, at the mean 7/3 the mean 13/3.
#[test]
fn linear_parameters_are_those_of_least_squares() {
    let times = [1.0, 2.0, 4.0];
    let right = DVector::from_row_slice(&[2.0, 3.0, 8.0]);
    let matrix = DMatrix::from_fn(3, 2, |i, j| if j == 0 { 1.0 } else { times[i] });
    let (linear, left, dependent) = solved(matrix.clone(), &right);
    let slope = 29.0 / 14.0;
    let offset = 13.0 / 3.0 - slope * 7.0 / 3.0;
    assert!((linear[0] - offset).abs() < 1e-12 && (linear[1] - slope).abs() < 1e-12);
    for k in 0..3 {
        assert!((left[k] - (right[k] - offset - slope * times[k])).abs() < 1e-12);
    }
    assert!(!dependent);
    // A third column that the others make up gets nothing, and leaves them what they are.
    let third = matrix.column(0) * 2.0 - matrix.column(1) * 0.5;
    let wider = matrix.insert_column(1, 0.0);
    let mut wider = wider;
    wider.set_column(1, &third);
    let (more, same, dependent) = solved(wider, &right);
    assert!(dependent && (same - left).amax() < 1e-12);
    // c0 + c1 (2 - 0.5 t) + 0 t.
    assert!(
        (more[1] + 2.0 * slope).abs() < 1e-9 && more[2] == 0.0,
        "{more:?}"
    );
    assert!((more[0] - offset - 4.0 * slope).abs() < 1e-9, "{more:?}");
}

#[test]
fn a_law_with_no_numbers_begins_with_ones() {
    let law = Law::of(Shape::Tustin).with(Extra::Offset);
    let expected = Fitted {
        law: law.clone(),
        linear: vec![1.0; 4],
        theta: vec![0.3],
        squares: 0.0,
        at_bound: false,
        dependent: false,
    };
    assert_eq!(Fitted::new(law, vec![0.3]), expected);
}

/// Every function of velocity at knots, as a law makes it, and what no law explains across it.
fn triangle(knots: &Knots, law: &Law, theta: &[f64], linear: &[f64]) -> Triangle {
    let z = knots.matrix(law, theta) * DVector::from_row_slice(linear);
    let size = z.len();
    Triangle {
        r: DMatrix::identity(size, size),
        z,
    }
}

#[test]
fn a_law_comes_back_from_what_it_made() {
    let knots = Knots::up_to(2.0);
    let speeds = [0.01, 2.0];
    for (shape, theta, linear) in [
        (Shape::Stribeck, &[0.3][..], &[1.5, 0.4, 0.8][..]),
        (Shape::Tustin, &[0.2], &[1.5, -0.4, 0.8]),
        (Shape::Tanh, &[0.15], &[1.5, 0.4]),
        (Shape::CoulombPower, &[0.6], &[0.5, 1.2]),
        (Shape::StribeckExponent, &[0.3, 1.4], &[1.5, 0.4, 0.8]),
        (Shape::Quadratic, &[], &[1.5, 0.4, 0.25]),
    ] {
        let law = Law::of(shape);
        let made = triangle(&knots, &law, theta, linear);
        let fitting = Fitting {
            knots: &knots,
            law: &law,
            speeds,
        };
        let near: Vec<f64> = theta.iter().map(|x| 1.3 * x).collect();
        for start in [None, Some(&near[..])] {
            let found = fitting.fit(&made, start);
            let pairs = found.theta.iter().zip(theta);
            let all = pairs.chain(found.linear.iter().zip(linear));
            let off = all.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 1e-5, "{shape:?}: {found:?}");
            assert!(found.squares < 1e-10 && !found.at_bound && !found.dependent);
            assert_eq!((found.theta.len(), &found.law), (theta.len(), &law));
        }
    }
}

#[test]
fn what_is_left_and_what_stands_at_a_bound_is_said() {
    let knots = Knots::up_to(2.0);
    let law = Law::of(Shape::Viscous);
    let mut made = triangle(&knots, &law, &[], &[0.4]);
    // The last two columns are no functions of velocity: nothing explains them.
    let size = made.z.len();
    (made.z[size - 2], made.z[size - 1]) = (3.0, -4.0);
    let fitting = |law, speeds| Fitting {
        knots: &knots,
        law,
        speeds,
    };
    let found = fitting(&law, [0.01, 2.0]).fit(&made, None);
    assert!((found.squares - 25.0).abs() < 1e-9, "{found:?}");
    // Speeds beyond half of the highest, and below the lowest that is seen, are no friction near standstill.
    let stribeck = Law::of(Shape::Stribeck);
    let made = triangle(&knots, &stribeck, &[0.3], &[1.5, 0.4, 0.8]);
    for (speeds, at) in [([0.01, 0.4], 0.2), ([0.35, 2.0], 0.35)] {
        let found = fitting(&stribeck, speeds).fit(&made, None);
        assert!(
            found.at_bound && (found.theta[0] - at).abs() < 1e-3,
            "{found:?}"
        );
        assert!(found.squares > 1e-4);
    }
    // Where friction is the same with and without it, its size is not told.
    let still = Triangle {
        r: DMatrix::zeros(size, size),
        z: DVector::zeros(size),
    };
    assert!(fitting(&stribeck, [0.01, 2.0]).fit(&still, None).dependent);
}

/// A narrow bump on a wide hollow, of which one curve is either: what leaves least of all is found.
#[test]
fn of_several_ends_of_a_search_the_best_is_taken() {
    let knots = Knots::up_to(2.0);
    let law = Law::of(Shape::Stribeck);
    let mut made = triangle(&knots, &law, &[0.02], &[0.0, 0.0, 1.0]);
    made.z += triangle(&knots, &law, &[0.8], &[0.0, 0.0, -3.0]).z;
    let fitting = Fitting {
        knots: &knots,
        law: &law,
        speeds: [0.01, 2.0],
    };
    let found = fitting.fit(&made, None);
    let left = |share: f64| {
        let x = (1.0 - share) * 0.01f64.ln();
        fitting.solved(&made, &[x]).1.norm_squared()
    };
    let least = (0..=24).map(|k| left(f64::from(k) / 24.0));
    let least = least.fold(f64::INFINITY, f64::min);
    assert!(found.squares < least + 1e-9, "{found:?} beside {least}");
}

/// A column of which 1e-10 is beside the one before it: however large it is, it explains nothing more.
#[test]
fn what_little_a_dependent_column_has_beside_others_explains_nothing() {
    let matrix = DMatrix::from_row_slice(3, 2, &[1.0, 1e6, 0.0, 1e-4, 0.0, 0.0]);
    let right = DVector::from_row_slice(&[2.0, 3.0, 4.0]);
    let (linear, left, dependent) = solved(matrix, &right);
    assert_eq!((linear, dependent), (vec![2.0, 0.0], true));
    assert_eq!(left.as_slice(), [0.0, 3.0, 4.0]);
}
