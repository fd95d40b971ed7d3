//! The law that fits a static map.

use nalgebra::DMatrix;

use super::columns::Terms;
use super::fitting::{Fitted, Fitting};
use super::knots::{Hats, Knots};
use super::law::{Law, Local, Shape};
use super::problem::Squares;
use crate::numeric::Decomposition;
use crate::regression::Factor;

/// A law is worth a parameter more when its criterion is less by so much.
const LEAST: f64 = 2.0;

/// Friction at a speed, with its deviation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub(super) speed: f64,
    pub(super) torque: f64,
    pub(super) std: f64,
}

/// The law that fits points best for as many parameters as it has (by Akaike's criterion for few samples), with deviations.
pub(super) fn law(points: &[Point]) -> Option<(Fitted, Vec<f64>)> {
    let speeds = [points.first()?.speed, points.last()?.speed];
    let knots = [Knots::up_to(speeds[1])];
    let hats = Hats { knots: &knots };
    // Points without scatter have that of rounding.
    let floor = 1e-6
        * points
            .iter()
            .fold(0.0, |top: f64, p| top.max(p.torque.abs()));
    let weight = |point: &Point| point.std.max(floor).max(f64::MIN_POSITIVE).recip();
    let mut factor = Factor::new(hats.width(0));
    for point in points {
        let mut row = vec![0.0; hats.width(0)];
        let local = Local {
            velocity: point.speed,
            load: 0.0,
            warmth: 0.0,
        };
        hats.fill(0, &local, &mut row);
        let w = weight(point);
        factor.push(row.iter().map(|x| w * x).enumerate(), w * point.torque);
    }
    let squares = Squares::of(&factor);
    let (count, mut best) = (points.len(), None::<(f64, Fitted)>);
    for shape in Shape::ALL {
        let law = Law::of(shape);
        let k = law.parameters();
        if count < k + 2 {
            continue;
        }
        let fitting = Fitting {
            knots: &knots[0],
            law: &law,
            speeds,
        };
        let fitted = fitting.fit(&squares.triangle, None);
        if fitted.dependent || fitted.at_bound || fitted.linear.iter().any(|x| *x < 0.0) {
            continue;
        }
        let (k, n) = (k as f64, count as f64);
        let left = fitted.squares + squares.rest;
        let criterion = n * (left / n).max(f64::MIN_POSITIVE).ln() + 2.0 * k * n / (n - k - 1.0);
        if best
            .as_ref()
            .is_none_or(|(least, _)| criterion < least - LEAST)
        {
            best = Some((criterion, fitted));
        }
    }
    let (_, fitted) = best?;
    let std = deviations(&fitted, points, &|p| weight(p), squares.rest);
    Some((fitted, std))
}

/// Deviations of a law's parameters, from what it leaves of the points.
fn deviations(
    fitted: &Fitted,
    points: &[Point],
    weight: &dyn Fn(&Point) -> f64,
    rest: f64,
) -> Vec<f64> {
    let (linear, k) = (fitted.linear.len(), fitted.law.parameters());
    let at = |theta: &[f64], point: &Point| -> Vec<f64> {
        fitted.law.of_velocity(theta, point.speed, 1.0)
    };
    let value = |theta: &[f64], point: &Point| -> f64 {
        at(theta, point)
            .iter()
            .zip(&fitted.linear)
            .map(|(x, c)| x * c)
            .sum()
    };
    let matrix = DMatrix::from_fn(points.len(), k, |row, column| {
        let point = &points[row];
        let x = match column < linear {
            true => at(&fitted.theta, point)[column],
            false => {
                let moved = |by: f64| {
                    let mut theta = fitted.theta.clone();
                    theta[column - linear] *= 1.0 + by;
                    value(&theta, point)
                };
                (moved(1e-5) - moved(-1e-5)) / (2e-5 * fitted.theta[column - linear])
            }
        };
        weight(point) * x
    });
    let variance = (fitted.squares + rest) / (points.len() - k).max(1) as f64;
    let inverse = Decomposition::of(&matrix).inverse;
    (0..k)
        .map(|row| (variance * inverse.row(row).norm_squared()).sqrt())
        .collect()
}
