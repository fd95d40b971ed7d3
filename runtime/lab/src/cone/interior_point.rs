//! A primal-dual interior-point method for conic programs of 4×4 blocks and scalars.
//!
//! Mehrotra's predictor and corrector along the direction of Helmberg, Rendl, Vanderbei and
//! Wolkowicz (1996), from a start that need not be feasible, as in Todd, Toh and Tütüncü (1998).
//! Whatever it ends with, the bound that it gives is proved by weak duality
//! ([`Standard::proved`]).

use nalgebra::{DMatrix, DVector, Matrix4};

use super::block::{Map, inverse, matrix, reach, symmetric_product, vector};
use super::program::Program;
use super::standard::{Point, Standard};
use crate::numeric::cholesky;

/// Steps after which the method gives what it has; a well-posed program needs 10 to 30.
const STEPS: usize = 80;
/// Relative gap and residual at which a solution is good enough.
const TOLERANCE: f64 = 1e-8;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Gap and residuals are below the tolerance.
    Converged,
    /// It is proved that no point satisfies the rows within the limit.
    Infeasible,
    /// Neither: the bound holds, but the gap is wide.
    Stalled,
}

/// What a run found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Solution {
    pub(crate) ending: Ending,
    /// The variables, as in [`Program`].
    pub(crate) variables: Vec<f64>,
    /// Multipliers of the rows, the limit's last.
    pub(crate) multipliers: Vec<f64>,
    /// The objective there.
    pub(crate) value: f64,
    /// The norm of what the rows lack, each row divided by its own norm.
    pub(crate) residual: f64,
    /// A lower bound of the objective, proved.
    pub(crate) proved: f64,
    /// What of the lower bound the limit carries: small if the limit might as well not be there.
    pub(crate) limit_share: f64,
    /// Steps taken.
    pub(crate) steps: usize,
}

/// Solves a program.
pub(crate) fn minimise(program: &Program) -> Solution {
    let standard = Standard::of(program);
    let mut run = Run::start(&standard);
    let mut best = run.solution(0);
    for step in 1..=STEPS {
        if best.ending != Ending::Stalled || !run.advance() {
            break;
        }
        let now = run.solution(step);
        let improved = now.ending != Ending::Stalled
            || now.merit(&standard) < best.merit(&standard)
            || step < 8;
        if improved {
            best = now;
        } else if run.mu < 1e-14 {
            break;
        }
    }
    for (y, scale) in best.multipliers.iter_mut().zip(&standard.scales) {
        *y /= scale;
    }
    best
}

impl Solution {
    /// Gap and residual in one number, for choosing among iterates.
    fn merit(&self, standard: &Standard) -> f64 {
        let gap = (self.value - self.proved).abs() / (1.0 + self.value.abs());
        let residual = self.residual / (1.0 + standard.right.amax());
        let merit = gap + residual;
        if merit.is_nan() { f64::INFINITY } else { merit }
    }
}

/// The state of a run.
struct Run<'a> {
    standard: &'a Standard,
    x: Point,
    y: DVector<f64>,
    z: Point,
    mu: f64,
}

/// What a step shares between predictor and corrector.
struct Linear {
    inverse: Point,
    maps: Vec<Map>,
    ratios: Vec<f64>,
    schur: nalgebra::Cholesky<f64, nalgebra::Dyn>,
    primal: DVector<f64>,
    dual: Point,
}

/// A direction in all three unknowns.
struct Direction {
    x: Point,
    y: DVector<f64>,
    z: Point,
}

impl<'a> Run<'a> {
    fn start(standard: &'a Standard) -> Self {
        let order = standard.order();
        let primal = 10f64.max(order.sqrt() * (1.0 + standard.right.amax()) / 2.0);
        let dual = 10f64.max(order.sqrt()).max(standard.cost.norm());
        let mut run = Self {
            standard,
            x: Point::identity(standard, primal),
            y: DVector::zeros(standard.rows()),
            z: Point::identity(standard, dual),
            mu: 0.0,
        };
        run.mu = run.x.dot(&run.z) / order;
        run
    }

    fn solution(&self, steps: usize) -> Solution {
        let standard = self.standard;
        let (proved, limit_share) = standard.proved(&self.y);
        let value = standard.cost.dot(&self.x);
        let residual = (&standard.right - standard.apply(&self.x)).norm();
        let small = TOLERANCE * (1.0 + value.abs());
        let met = residual <= TOLERANCE * (1.0 + standard.right.amax());
        let ending = if proved > standard.ceiling() + 1e-6 * (1.0 + standard.ceiling()) {
            Ending::Infeasible
        } else if met && value - proved <= small {
            Ending::Converged
        } else {
            Ending::Stalled
        };
        Solution {
            ending,
            variables: standard.variables(&self.x),
            multipliers: self.y.as_slice().to_vec(),
            value,
            residual,
            proved,
            limit_share,
            steps,
        }
    }

    /// One predictor and corrector step; false if no step can be taken.
    fn advance(&mut self) -> bool {
        let Some(linear) = self.linearise() else {
            return false;
        };
        let zero = Point::identity(self.standard, 0.0);
        let predictor = self.direction(&linear, 0.0, &zero);
        let (primal, dual) = self.lengths(&predictor, 1.0);
        let ahead = self.x.moved(primal, &predictor.x);
        let mu = ahead.dot(&self.z.moved(dual, &predictor.z)) / self.standard.order();
        let share = (mu / self.mu).clamp(0.0, 1.0);
        let exponent = if primal.min(dual) > 0.1 { 3 } else { 1 };
        let centring = share.powi(exponent).clamp(1e-6, 1.0);
        let second = second_order(&predictor, &linear.inverse);
        let step = self.direction(&linear, centring * self.mu, &second);
        let (primal, dual) = self.lengths(&step, 0.9 + 0.08 * primal.min(dual));
        if primal.max(dual) < 1e-8 || !(primal + dual).is_finite() {
            return false;
        }
        self.x = self.x.moved(primal, &step.x);
        self.y += &step.y * dual;
        self.z = self.z.moved(dual, &step.z);
        self.mu = self.x.dot(&self.z) / self.standard.order();
        self.mu.is_finite() && self.mu > 0.0
    }

    /// The linear system of a step: `A E Aᵀ` with `E` the map `V ↦ (X V Z⁻¹ + Z⁻¹ V X) / 2`.
    fn linearise(&self) -> Option<Linear> {
        let standard = self.standard;
        let blocks: Option<Vec<Matrix4<f64>>> = self.z.blocks.iter().map(inverse).collect();
        let inverse = Point {
            blocks: blocks?,
            scalars: self.z.scalars.iter().map(|z| z.recip()).collect(),
        };
        let maps: Vec<Map> = self
            .x
            .blocks
            .iter()
            .zip(&inverse.blocks)
            .map(|(x, w)| symmetric_product(x, w))
            .collect();
        let ratios: Vec<f64> = self
            .x
            .scalars
            .iter()
            .zip(&inverse.scalars)
            .map(|(x, w)| x * w)
            .collect();
        let mut schur = DMatrix::zeros(standard.rows(), standard.rows());
        for (entries, map) in standard.blocks.iter().zip(&maps) {
            for (row, a) in entries {
                let image = map * a;
                for (column, b) in entries {
                    schur[(*row, *column)] += image.dot(b);
                }
            }
        }
        for (entries, ratio) in standard.scalars.iter().zip(&ratios) {
            for (row, a) in entries {
                for (column, b) in entries {
                    schur[(*row, *column)] += a * ratio * b;
                }
            }
        }
        let primal = &standard.right - standard.apply(&self.x);
        let dual = standard
            .cost
            .moved(-1.0, &standard.transposed(&self.y))
            .moved(-1.0, &self.z);
        Some(Linear {
            inverse,
            maps,
            ratios,
            schur: definite(schur)?,
            primal,
            dual,
        })
    }

    /// The direction towards `X Z = mu`, less the second-order term `second`.
    fn direction(&self, linear: &Linear, mu: f64, second: &Point) -> Direction {
        let standard = self.standard;
        // X moves by mu Z⁻¹ - X - second - E(dual residual) + E(Aᵀ dy).
        let fixed = linear
            .inverse
            .moved(mu - 1.0, &linear.inverse)
            .moved(-1.0, &self.x)
            .moved(-1.0, second)
            .moved(-1.0, &linear.map(&linear.dual));
        let right = &linear.primal - standard.apply(&fixed);
        let y = linear.schur.solve(&right);
        let lifted = standard.transposed(&y);
        Direction {
            x: fixed.moved(1.0, &linear.map(&lifted)),
            z: linear.dual.moved(-1.0, &lifted),
            y,
        }
    }

    /// How far both points can go, at most 1, times `share` where the cone ends.
    fn lengths(&self, direction: &Direction, share: f64) -> (f64, f64) {
        let length = |point: &Point, way: &Point| {
            let blocks = point
                .blocks
                .iter()
                .zip(&way.blocks)
                .map(|(x, d)| reach(x, d));
            let scalars = point
                .scalars
                .iter()
                .zip(&way.scalars)
                .map(|(x, d)| if *d < 0.0 { -x / d } else { f64::INFINITY });
            let end = blocks.chain(scalars).fold(f64::INFINITY, f64::min);
            (share * end).min(1.0)
        };
        (length(&self.x, &direction.x), length(&self.z, &direction.z))
    }
}

impl Linear {
    fn map(&self, point: &Point) -> Point {
        let blocks = self.maps.iter().zip(&point.blocks);
        let scalars = self.ratios.iter().zip(&point.scalars);
        Point {
            blocks: blocks.map(|(map, v)| matrix(&(map * vector(v)))).collect(),
            scalars: scalars.map(|(ratio, v)| ratio * v).collect(),
        }
    }
}

/// The symmetric part of `dX dZ Z⁻¹`.
fn second_order(predictor: &Direction, inverse: &Point) -> Point {
    let (x, z) = (&predictor.x, &predictor.z);
    let blocks = x.blocks.iter().zip(&z.blocks).zip(&inverse.blocks);
    let scalars = x.scalars.iter().zip(&z.scalars).zip(&inverse.scalars);
    Point {
        blocks: blocks
            .map(|((x, z), w)| {
                let product = x * z * w;
                (product + product.transpose()) * 0.5
            })
            .collect(),
        scalars: scalars.map(|((x, z), w)| x * z * w).collect(),
    }
}

/// Factors a matrix that is positive definite but for rounding.
pub(super) fn definite(mut matrix: DMatrix<f64>) -> Option<nalgebra::Cholesky<f64, nalgebra::Dyn>> {
    if matrix.iter().any(|x| !x.is_finite()) {
        return None;
    }
    let largest = matrix.diagonal().amax();
    for share in [0.0, 1e-15, 1e-13] {
        for k in 0..matrix.nrows() {
            matrix[(k, k)] += share * largest.max(f64::MIN_POSITIVE);
        }
        if let Some(factored) = cholesky(matrix.clone()) {
            return Some(factored);
        }
    }
    None
}

#[cfg(test)]
mod tests;
