//! Separable least squares: a law's few nonlinear parameters outside, its linear ones inside.
//!
//! For given nonlinear parameters the linear ones are solved for; what is left is a function of the nonlinear ones
//! alone (Golub and Pereyra 1973), which Levenberg's and Marquardt's iteration makes small, in logarithms, within bounds,
//! from the best places of a grid.

use nalgebra::{DMatrix, DVector};

use super::knots::Knots;
use super::law::{Law, Nonlinear};
use crate::numeric::product;
use crate::regression::Triangle;

/// Starts of the iteration, and its rounds.
const STARTS: usize = 3;
const ROUNDS: usize = 40;
/// Places of the grid of a parameter; of one of two.
const GRID: [usize; 2] = [24, 10];
/// The step of differences by logarithms, and what no longer counts as one.
const STEP: f64 = 1e-5;
const SETTLED: f64 = 1e-8;
/// How near to a bound (as a logarithm) a parameter counts as at it.
const NEAR: f64 = 1e-3;
/// A column of which less than this is left beside others is one of them.
const DEPENDENT: f64 = 1e-9;

/// A law with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fitted {
    pub(super) law: Law,
    /// Those that enter linearly.
    pub(super) linear: Vec<f64>,
    /// The others.
    pub(super) theta: Vec<f64>,
    /// What is left of the sum of squares.
    pub(super) squares: f64,
    /// Whether a nonlinear parameter is at its bound.
    pub(super) at_bound: bool,
    /// Whether a linear parameter is not determined.
    pub(super) dependent: bool,
}

impl Fitted {
    /// A law with nonlinear parameters, nothing known of the linear ones.
    pub(super) fn new(law: Law, theta: Vec<f64>) -> Self {
        Self {
            linear: vec![1.0; law.linear()],
            law,
            theta,
            squares: 0.0,
            at_bound: false,
            dependent: false,
        }
    }
}

/// Bounds of each kind of nonlinear parameter: speeds from the lowest that is seen to half of the highest.
pub(super) fn bounds(kind: Nonlinear, speeds: [f64; 2]) -> [f64; 2] {
    match kind {
        Nonlinear::Speed => [speeds[0], 0.5 * speeds[1]],
        Nonlinear::Exponent => [0.3, 6.0],
        Nonlinear::Power => [0.02, 4.0],
    }
}

/// Solves for the linear parameters: them, what is left of the right-hand side, and whether one of them is not determined.
fn solved(matrix: DMatrix<f64>, right: &DVector<f64>) -> (Vec<f64>, DVector<f64>, bool) {
    let count = matrix.ncols();
    let mut q = matrix;
    let mut r = DMatrix::<f64>::zeros(count, count);
    let mut kept = vec![true; count];
    for j in 0..count {
        let mut column = q.column(j).into_owned();
        let size = column.norm();
        // Twice is enough for orthogonality.
        for _ in 0..2 {
            for i in (0..j).filter(|i| kept[*i]) {
                let share = q.column(i).dot(&column);
                r[(i, j)] += share;
                column.axpy(-share, &q.column(i), 1.0);
            }
        }
        let left = column.norm();
        kept[j] = left > DEPENDENT * size;
        if kept[j] {
            r[(j, j)] = left;
            q.set_column(j, &(column / left));
        }
    }
    let mut residual = right.clone();
    let mut shares = vec![0.0; count];
    for j in (0..count).filter(|j| kept[*j]) {
        shares[j] = q.column(j).dot(&residual);
        residual.axpy(-shares[j], &q.column(j), 1.0);
    }
    let mut linear = vec![0.0; count];
    for j in (0..count).rev().filter(|j| kept[*j]) {
        let after: f64 = (j + 1..count).map(|k| r[(j, k)] * linear[k]).sum();
        linear[j] = (shares[j] - after) / r[(j, j)];
    }
    (linear, residual, kept.contains(&false))
}

/// A law of a place to be fitted.
pub(super) struct Fitting<'a> {
    pub(super) knots: &'a Knots,
    pub(super) law: &'a Law,
    /// The lowest and the highest speed that is seen.
    pub(super) speeds: [f64; 2],
}

impl Fitting<'_> {
    /// Bounds of logarithms.
    fn bounds(&self) -> Vec<[f64; 2]> {
        let kinds = self.law.shape.nonlinear().iter();
        kinds
            .map(|kind| bounds(*kind, self.speeds).map(f64::ln))
            .map(|[low, high]| [low, high.max(low)])
            .collect()
    }

    fn solved(&self, triangle: &Triangle, x: &[f64]) -> (Vec<f64>, DVector<f64>, bool) {
        let theta: Vec<f64> = x.iter().map(|x| x.exp()).collect();
        let mut columns = self.knots.matrix(self.law, &theta);
        for mut column in columns.column_iter_mut() {
            let all = product(&triangle.r, column.as_slice());
            column.copy_from(&all);
        }
        solved(columns, &triangle.z)
    }

    /// The best parameters, sought from a start or from the best places of a grid.
    pub(super) fn fit(&self, triangle: &Triangle, start: Option<&[f64]>) -> Fitted {
        let bounds = self.bounds();
        let value = |x: &[f64]| self.solved(triangle, x).1.norm_squared();
        let starts: Vec<Vec<f64>> = match start {
            Some(theta) => vec![theta.iter().map(|x| x.ln()).collect()],
            None => {
                let all = grid(&bounds).into_iter().map(|x| (value(&x), x));
                let mut all: Vec<(f64, Vec<f64>)> = all.collect();
                all.sort_by(|a, b| a.0.total_cmp(&b.0));
                all.into_iter().take(STARTS).map(|(_, x)| x).collect()
            }
        };
        let ends = starts
            .into_iter()
            .map(|x| self.descend(triangle, &bounds, x));
        let best = ends.min_by(|a, b| value(a).total_cmp(&value(b)));
        let x = best.unwrap_or_default();
        let (linear, residual, dependent) = self.solved(triangle, &x);
        let near = |(x, [low, high]): (&f64, &[f64; 2])| x - low < NEAR || high - x < NEAR;
        Fitted {
            law: self.law.clone(),
            linear,
            at_bound: x.iter().zip(&bounds).any(near),
            theta: x.iter().map(|x| x.exp()).collect(),
            squares: residual.norm_squared(),
            dependent,
        }
    }

    /// Levenberg and Marquardt, steps cut off at the bounds.
    fn descend(&self, triangle: &Triangle, bounds: &[[f64; 2]], start: Vec<f64>) -> Vec<f64> {
        let clamped = |x: &[f64]| -> Vec<f64> {
            let pairs = x.iter().zip(bounds);
            pairs.map(|(x, [low, high])| x.clamp(*low, *high)).collect()
        };
        let mut x = clamped(&start);
        let mut residual = self.solved(triangle, &x).1;
        let mut damping = 1e-3;
        for _ in 0..if x.is_empty() { 0 } else { ROUNDS } {
            let columns = (0..x.len()).map(|k| {
                let moved = |by: f64| {
                    let mut x = x.clone();
                    x[k] += by;
                    self.solved(triangle, &x).1
                };
                (moved(STEP) - moved(-STEP)) / (2.0 * STEP)
            });
            let jacobian = DMatrix::from_columns(&columns.collect::<Vec<_>>());
            let (products, slope) = (jacobian.tr_mul(&jacobian), jacobian.tr_mul(&residual));
            let largest = products.diagonal().amax().max(f64::MIN_POSITIVE);
            let mut moved = 0.0f64;
            for _ in 0..8 {
                let mut damped = products.clone();
                for k in 0..x.len() {
                    damped[(k, k)] += damping * (products[(k, k)] + 1e-6 * largest);
                }
                let Some(step) = damped.lu().solve(&slope) else {
                    break;
                };
                let next: Vec<f64> = x.iter().zip(step.iter()).map(|(x, s)| x - s).collect();
                let next = clamped(&next);
                let left = self.solved(triangle, &next).1;
                if left.norm_squared() < residual.norm_squared() {
                    let steps = next.iter().zip(&x).map(|(a, b)| (a - b).abs());
                    moved = steps.fold(0.0, f64::max);
                    (x, residual) = (next, left);
                    damping = (damping * 0.2).max(1e-12);
                    break;
                }
                damping *= 6.0;
            }
            if moved < SETTLED {
                break;
            }
        }
        x
    }
}

/// Points between bounds.
fn grid(bounds: &[[f64; 2]]) -> Vec<Vec<f64>> {
    let count = GRID[usize::from(bounds.len() > 1)];
    let mut all: Vec<Vec<f64>> = vec![Vec::new()];
    for [low, high] in bounds {
        let further = all.iter().flat_map(|x| {
            (0..count).map(|k| {
                let share = (k as f64 + 0.5) / count as f64;
                let mut x = x.clone();
                x.push(low + share * (high - low));
                x
            })
        });
        all = further.collect();
    }
    all
}

#[cfg(test)]
mod tests;
