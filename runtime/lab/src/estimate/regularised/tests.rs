//! Minima that are drawn to a centre, against the equations that they solve.

use nalgebra::{DMatrix, DVector};

use super::{Regularisation, Regularised};
use crate::random::Random;
use crate::regression::Triangle;

fn triangle(size: usize, random: &mut Random) -> Triangle {
    let r = DMatrix::from_fn(size, size, |i, j| match i <= j {
        true => random.normal() + if i == j { 2.0 } else { 0.0 },
        false => 0.0,
    });
    Triangle {
        z: DVector::from_fn(size, |_, _| random.normal()),
        r,
    }
}

/// The minimum of `|R map x - z|² + μ² Σ ((x - centre) / size)²` by its normal equations.
fn minimum(triangle: &Triangle, towards: &Regularisation, mu: f64) -> DVector<f64> {
    let columns = &triangle.r * &towards.map;
    let mut normal = columns.transpose() * &columns;
    let mut right = columns.transpose() * &triangle.z;
    for (k, size) in towards.sizes.iter().enumerate() {
        if let Some(size) = size {
            normal[(k, k)] += (mu / size).powi(2);
            right[k] += (mu / size).powi(2) * towards.centre[k];
        }
    }
    normal.lu().solve(&right).expect("regular")
}

#[test]
fn gains_are_those_of_the_normal_equations() {
    let mut random = Random::new(5);
    let triangle = triangle(3, &mut random);
    // Five coordinates, of which two are free and lie between those that are drawn.
    let towards = Regularisation {
        map: DMatrix::from_fn(3, 5, |_, _| random.normal()),
        centre: DVector::from_row_slice(&[0.5, 0.0, -1.0, 2.0, 0.0]),
        sizes: vec![Some(0.5), None, Some(2.0), Some(3.0), None],
    };
    let found = Regularised::of(&triangle, &towards);
    let news = &triangle.z - &triangle.r * (&towards.map * &towards.centre);
    for mu in [0.03, 0.7, 20.0] {
        let (full, base) = found.gain(mu);
        let expected = minimum(&triangle, &towards, mu);
        let x = &towards.centre + &full * &news;
        assert!((&x - &expected).amax() < 1e-8, "{mu}: {x} for {expected}");
        assert!((base - &towards.map * full).amax() < 1e-12);
    }
}

/// All are drawn, by units of one.
fn plain(triangle: &Triangle, map: DMatrix<f64>) -> Regularised {
    let k = map.ncols();
    let towards = Regularisation {
        map,
        centre: DVector::zeros(k),
        sizes: vec![Some(1.0); k],
    };
    Regularised::of(triangle, &towards)
}

#[test]
fn the_largest_and_the_smallest_are_those_of_what_is_excited() {
    let diagonal = |values: &[f64]| Triangle {
        r: DMatrix::from_diagonal(&DVector::from_row_slice(values)),
        z: DVector::zeros(values.len()),
    };
    let found = plain(&diagonal(&[3.0, 0.0, 7.0, 0.5]), DMatrix::identity(4, 4));
    assert_eq!(
        (found.largest(), found.smallest(), found.excited()),
        (7.0, 0.5, 3)
    );
    let nothing = plain(&diagonal(&[0.0, 0.0]), DMatrix::identity(2, 2));
    assert_eq!((nothing.largest(), nothing.smallest()), (0.0, 0.0));
    // What is not excited stays.
    assert_eq!(found.gain(1e-3).0.row(1).amax(), 0.0);
    let gain = found.gain(2.0).0;
    assert!((gain[(2, 2)] - 7.0 / 53.0).abs() < 1e-14);
}

/// Where the curve of both logarithms bends most, by differences along it.
#[test]
fn the_corner_is_where_the_curve_bends_most() {
    let values = [30.0, 4.0, 0.5, 0.02];
    let triangle = Triangle {
        r: DMatrix::from_diagonal(&DVector::from_row_slice(&values)),
        z: DVector::from_row_slice(&[29.0, 5.0, 0.7, 0.35]),
    };
    let (found, outside) = (plain(&triangle, DMatrix::identity(4, 4)), 0.3);
    let at = |step: f64| {
        let mu = step.exp();
        let (mut left, mut size) = (outside * outside, 0.0);
        for (value, z) in values.iter().zip(triangle.z.iter()) {
            let x = value * z / (value * value + mu * mu);
            left += (z - value * x).powi(2);
            size += x * x;
        }
        [0.5 * f64::ln(left), 0.5 * f64::ln(size)]
    };
    let h = 1e-3;
    let bend = |step: f64| {
        let [before, here, after] = [step - h, step, step + h].map(at);
        let slope = |k: usize| (after[k] - before[k]) / (2.0 * h);
        let second = |k: usize| (after[k] - 2.0 * here[k] + before[k]) / (h * h);
        (slope(0) * second(1) - second(0) * slope(1)) / slope(0).hypot(slope(1)).powi(3)
    };
    let (lowest, highest) = (f64::ln(0.02), f64::ln(30.0));
    let steps = (0..=7_000).map(|k| lowest + (highest - lowest) * f64::from(k) / 7_000.0);
    let best = steps
        .max_by(|a, b| bend(*a).total_cmp(&bend(*b)))
        .expect("steps");
    let corner = found.corner(&triangle.z, outside).expect("a corner");
    assert!(
        (corner.ln() - best).abs() < 0.006,
        "{corner} for {}",
        best.exp()
    );
    assert!(corner > 0.03 && corner < 20.0, "{corner}");
    // One direction has no corner.
    let one = Triangle {
        r: DMatrix::from_diagonal(&DVector::from_row_slice(&[3.0, 0.0])),
        z: DVector::from_row_slice(&[1.0, 0.0]),
    };
    assert_eq!(
        plain(&one, DMatrix::identity(2, 2)).corner(&one.z, 0.1),
        None
    );
}

/// Of equations that count 1024 times less it is where a weight 1024 times less is.
#[test]
fn the_corner_does_not_depend_on_units() {
    let right = DVector::from_row_slice(&[29.0, 5.0, 0.7, 0.35]);
    let corner = |unit: f64| {
        let values = DVector::from_row_slice(&[30.0, 4.0, 0.5, 0.02]) * unit;
        let triangle = Triangle {
            r: DMatrix::from_diagonal(&values),
            z: right.clone(),
        };
        let found = plain(&triangle, DMatrix::identity(4, 4));
        found.corner(&triangle.z, 0.3).expect("a corner") / unit
    };
    let expected = corner(1.0);
    for unit in [1.0 / 1024.0, 1024.0] {
        let found = corner(unit);
        assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
    }
}

/// 0.4 of the torques lie where no parameter moves anything, and 0.3 besides what equations have: together 0.5.
#[test]
fn what_no_direction_explains_is_part_of_the_residual() {
    let corner = |values: &[f64], news: &[f64], outside: f64| {
        let triangle = Triangle {
            r: DMatrix::from_diagonal(&DVector::from_row_slice(values)),
            z: DVector::from_row_slice(news),
        };
        let found = plain(&triangle, DMatrix::identity(values.len(), values.len()));
        found.corner(&triangle.z, outside).expect("a corner")
    };
    let (values, news) = ([30.0, 4.0, 0.5, 0.02], [29.0, 5.0, 0.7, 0.35]);
    let expected = corner(&values, &news, 0.5);
    let found = corner(
        &[30.0, 4.0, 0.0, 0.5, 0.02],
        &[29.0, 5.0, 0.4, 0.7, 0.35],
        0.3,
    );
    assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
    assert!(corner(&values, &news, 0.3) < 0.95 * expected);
}

/// Two directions alike that explain all: from where it begins the curve bends away from its origin.
#[test]
fn a_curve_that_bends_the_other_way_has_no_corner() {
    let triangle = Triangle {
        r: DMatrix::identity(2, 2) * 3.0,
        z: DVector::from_row_slice(&[1.0, 1.0]),
    };
    let found = plain(&triangle, DMatrix::identity(2, 2));
    assert_eq!(found.corner(&triangle.z, 0.0), None);
}
