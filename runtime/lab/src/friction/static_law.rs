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
/// A law takes so many points more than it has parameters.
const BEYOND: usize = 2;

/// Friction at a speed, with its deviation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub(super) speed: f64,
    pub(super) torque: f64,
    pub(super) std: f64,
}

/// The law that fits points best for as many parameters as it has (by Akaike's criterion for few samples), with deviations.
/// Where points are too few for any friction, there is no law: neither is it known that there is none.
pub(super) fn law(points: &[Point]) -> Option<(Fitted, Vec<f64>)> {
    if points.len() < 1 + BEYOND {
        return None;
    }
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
        if count < k + BEYOND {
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

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector, Vector4};

    use super::{Knots, Point, law};

    fn points(all: &[[f64; 3]]) -> Vec<Point> {
        let point = |[speed, torque, std]: &[f64; 3]| Point {
            speed: *speed,
            torque: *torque,
            std: *std,
        };
        all.iter().map(point).collect()
    }

    /// The weighted least squares of one number, `c = Σ w² v τ / Σ w² v²`.
    #[test]
    fn the_deviation_of_a_law_is_that_of_what_it_leaves() {
        let all = [
            [0.5, 1.6, 0.1],
            [1.0, 2.9, 0.2],
            [2.0, 6.3, 0.4],
            [4.0, 11.8, 0.1],
        ];
        let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            let each = all.iter();
            each.map(|[v, tau, std]| of(*v, *tau) / (std * std)).sum()
        };
        let size = sum(&|v, _| v * v);
        let c = sum(&|v, tau| v * tau) / size;
        let left = sum(&|v, tau| (tau - c * v).powi(2));
        let (fitted, std) = law(&points(&all)).expect("a law");
        assert_eq!(fitted.law.title(), "viscous");
        assert!((fitted.linear[0] - c).abs() < 1e-9, "{fitted:?} {c}");
        let wanted = (left / 3.0 / size).sqrt();
        assert!(
            std.len() == 1 && (std[0] / wanted - 1.0).abs() < 1e-6,
            "{std:?} {wanted}"
        );
    }

    /// `2 √v`, and beside it what no change of the two parameters explains: the derivatives are `√v` and `2 √v ln v`.
    #[test]
    fn an_exponent_has_a_deviation_too() {
        let knots = Knots::up_to(4.0).at;
        let speeds = [8, 16, 27, 39].map(|k| knots[k]);
        let jacobian = DMatrix::from_fn(4, 2, |i, k| {
            speeds[i].sqrt() * [1.0, 2.0 * speeds[i].ln()][k]
        });
        let normal = jacobian.tr_mul(&jacobian).try_inverse().expect("regular");
        let any = DVector::from_column_slice(Vector4::new(1.0, -2.0, 0.5, 1.0).as_slice());
        let beside = (&any - &jacobian * &normal * jacobian.tr_mul(&any)) * 1e-4;
        let all: Vec<[f64; 3]> = (0..4)
            .map(|k| [speeds[k], 2.0 * speeds[k].sqrt() + beside[k], 0.3])
            .collect();
        let (fitted, std) = law(&points(&all)).expect("a law");
        assert_eq!(fitted.law.title(), "power");
        assert!((fitted.linear[0] - 2.0).abs() < 1e-6, "{fitted:?}");
        assert!((fitted.theta[0] - 0.5).abs() < 1e-6, "{fitted:?}");
        let variance = beside.norm_squared() / 2.0;
        assert_eq!(std.len(), 2);
        for (k, std) in std.into_iter().enumerate() {
            let wanted = (variance * normal[(k, k)]).sqrt();
            assert!((std / wanted - 1.0).abs() < 1e-3, "{k}: {std} {wanted}");
        }
    }

    /// Of `1 + s v` at four speeds, and ±0.1 that neither explains, Coulomb friction leaves 0.04 + 5 s² and viscous friction
    /// 0.04 + 2/3. Of as many parameters, the first stands unless the criterion, 4 ln of these, is less by 2.
    #[test]
    fn a_law_further_on_has_to_be_better_by_two() {
        let title = |better: f64| {
            let left = 0.04 + 2.0 / 3.0;
            let s = ((left * f64::exp(better / 4.0) - 0.04) / 5.0).sqrt();
            let all = [(1.0, 0.1), (2.0, -0.1), (3.0, -0.1), (4.0, 0.1)];
            let all = all.map(|(v, off)| [v, 1.0 + s * v + off, 0.2]);
            law(&points(&all)).expect("a law").0.law.title()
        };
        assert_eq!([1.95, 2.05].map(title), ["coulomb", "viscous"]);
    }

    /// A straight line needs four points, and falls only where a size would be negative.
    #[test]
    fn a_law_has_two_points_more_than_parameters_and_no_negative_size() {
        let title = |count: usize, by: f64| {
            let all = [1.0, 2.0, 3.0, 4.0].map(|v| [v, 5.0 + by * v, 0.1]);
            let found = law(&points(&all[..count])).expect("a law");
            (found.0.law.title(), found.0.linear)
        };
        let (whole, linear) = title(4, 3.0);
        assert_eq!(whole, "coulomb+viscous");
        assert!(
            (linear[0] - 5.0).abs() < 1e-6 && (linear[1] - 3.0).abs() < 1e-6,
            "{linear:?}"
        );
        assert_eq!(title(3, 0.5).0, "coulomb");
        assert_eq!(title(4, -0.5).0, "coulomb");
        // Of two nothing is told, that there is no friction neither.
        let two = [[1.0, 1.0, 0.1], [2.0, 1.1, 0.1]];
        assert!(law(&points(&two)).is_none() && law(&[]).is_none());
    }

    /// Points that do not scatter weigh alike, as those that scatter alike do.
    #[test]
    fn points_without_scatter_weigh_alike() {
        let of = |std: f64, size: f64| {
            let all = [[1.0, 3.1], [2.0, 5.8], [4.0, 12.2]];
            let all = all.map(|[v, tau]| [v, size * tau, size * std]);
            law(&points(&all)).expect("a law")
        };
        let (one, deviation) = of(0.2, 1.0);
        for (std, size) in [(0.0, 1.0), (0.0, 1e-3), (1e-9, 1.0)] {
            let (found, own) = of(std, size);
            assert_eq!(found.law, one.law);
            assert!((found.linear[0] / size / one.linear[0] - 1.0).abs() < 1e-9);
            assert!((own[0] / size / deviation[0] - 1.0).abs() < 1e-6);
        }
        // Below a millionth of the largest torque, 1.22e-5, all scatter is rounding.
        let mixed = [[1.0, 3.1, 0.0], [2.0, 5.8, 5e-6], [4.0, 12.2, 1e-5]];
        let (found, _) = law(&points(&mixed)).expect("a law");
        assert!((found.linear[0] / one.linear[0] - 1.0).abs() < 1e-9);
    }

    /// A point that scatters a thousand times as much hardly counts, and one without scatter counts as its rounding does: three
    /// points lie on `3 v`, and two far away from it.
    #[test]
    fn points_count_by_their_own_scatter() {
        let all = [
            [1.0, 3.0, 0.1],
            [2.0, 6.0, 0.0],
            [3.0, 14.0, 100.0],
            [4.0, 12.0, 0.1],
            [5.0, 25.0, 100.0],
        ];
        let (found, _) = law(&points(&all)).expect("a law");
        assert_eq!(found.law.title(), "viscous");
        assert!((found.linear[0] - 3.0).abs() < 1e-3, "{:?}", found.linear);
    }

    /// Beside ±0.1 that neither explains, a slope of s leaves Coulomb friction 0.04 + 5 s². Of four points the criterion takes 8 / 2
    /// for one parameter and 16 / 1 for two: 4 ln of what they leave has to gain 12, and the two by which a law has to be better.
    #[test]
    fn a_parameter_more_has_to_explain_more_where_points_are_few() {
        let title = |better: f64| {
            let s = (0.04 * (f64::exp(better / 4.0) - 1.0) / 5.0).sqrt();
            let all = [(1.0, 0.1), (2.0, -0.1), (3.0, -0.1), (4.0, 0.1)];
            let all = all.map(|(v, off)| [v, 10.0 + s * v + off, 0.2]);
            law(&points(&all)).expect("a law").0.law.title()
        };
        assert_eq!([13.9, 14.1].map(title), ["coulomb", "coulomb+viscous"]);
    }
}
