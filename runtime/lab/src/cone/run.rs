//! A run along the central path of a quadratic program.

use nalgebra::{DMatrix, DVector, Matrix4};

use super::block::{PAIRS, inverse, reach, symmetric_product};
use super::newton::Linear;
use super::part::{Part, add, block, log_determinant, set};
use super::quadratic::Quadratic;
use crate::numeric::gram;

/// What is added to a diagonal for a first guess.
const FIRM: f64 = 1e-9;
/// A step below which the point is too far from the central path.
const SHORT: f64 = 0.3;
/// The share of the gap at which a run may end that steps lead to at least.
const END: f64 = 1e-2;
/// A size of the first point below which it would be too near to the end of the cone.
const SMALLEST: f64 = 1e-3;

/// The state of a run, with the objective divided by `scale`.
pub(super) struct Run<'a> {
    pub(super) program: &'a Quadratic,
    pub(super) scale: f64,
    /// Gap, as a share of the objective, at which a solution is good enough.
    pub(super) tolerance: f64,
    pub(super) hessian: DMatrix<f64>,
    pub(super) equations: DMatrix<f64>,
    pub(super) right: DVector<f64>,
    /// Where the quadratic alone would be, and what it leaves there: variables are kept as departures from it, since a
    /// gradient of great weights is no better than these are resolved.
    pub(super) left: DVector<f64>,
    pub(super) departure: DVector<f64>,
    pub(super) x: DVector<f64>,
    /// The dual point of blocks and scalars; 0 for free numbers.
    pub(super) z: DVector<f64>,
    pub(super) multipliers: DVector<f64>,
}

impl<'a> Run<'a> {
    pub(super) fn start(program: &'a Quadratic, tolerance: f64) -> Option<Self> {
        let n = program.variables();
        let mut x = DVector::zeros(n);
        for (part, _) in program.parts() {
            set(&mut x, part, &Matrix4::identity(), 1.0);
        }
        let finite = |values: &[f64]| values.iter().all(|x| x.is_finite());
        if !(finite(program.matrix.as_slice()) && finite(program.right.as_slice())) {
            return None;
        }
        let z = x.clone();
        // Identities of the size that suits the quadratic.
        let ahead = &program.matrix * &x;
        let size = ahead.dot(&program.right) / ahead.norm_squared();
        if size > SMALLEST && size.is_finite() {
            x *= size;
        }
        let multipliers = DVector::zeros(program.equations.len());
        let mut run = Self::at(program, (1.0, tolerance), x, z, multipliers);
        let steepest = run.gradient().amax();
        run.scale = steepest.max(f64::MIN_POSITIVE.sqrt());
        run.hessian /= run.scale;
        steepest.is_finite().then_some(run)
    }

    pub(super) fn at(
        program: &'a Quadratic,
        (scale, tolerance): (f64, f64),
        x: DVector<f64>,
        z: DVector<f64>,
        multipliers: DVector<f64>,
    ) -> Self {
        let (equations, right) = program.dense_equations();
        let hessian = gram(&program.matrix) * (2.0 / scale);
        let none = DMatrix::zeros(0, x.len());
        // It need not be exact, but it has to be near where nothing determines it.
        let mut firm = hessian.clone();
        for k in 0..x.len() {
            let diagonal = firm[(k, k)];
            firm[(k, k)] = if diagonal > 0.0 {
                diagonal * (1.0 + FIRM)
            } else {
                1.0
            };
        }
        let origin = Linear::of(firm, &none).map(|linear| {
            let lowered = program.matrix.tr_mul(&program.right) * (2.0 / scale);
            let lowered = DMatrix::from_column_slice(x.len(), 1, lowered.as_slice());
            let solved = linear.solve(&lowered, &DMatrix::zeros(0, 1)).0;
            solved.column(0).into_owned()
        });
        let origin = origin.filter(|origin| origin.iter().all(|x| x.is_finite()));
        let origin = origin.unwrap_or_else(|| DVector::zeros(x.len()));
        Self {
            left: &program.right - &program.matrix * &origin,
            departure: &x - &origin,
            hessian,
            scale,
            tolerance,
            equations,
            right,
            x,
            z,
            multipliers,
            program,
        }
    }

    pub(super) fn order(&self) -> f64 {
        (4 * self.program.blocks + self.program.scalars).max(1) as f64
    }

    pub(super) fn gradient(&self) -> DVector<f64> {
        let residual = &self.program.matrix * &self.departure - &self.left;
        (self.program.matrix.tr_mul(&residual) * 2.0 + &self.program.linear) / self.scale
    }

    /// The quadratic and the linear part of the objective.
    pub(super) fn smooth(&self) -> f64 {
        let residual = &self.program.matrix * &self.departure - &self.left;
        residual.norm_squared() + self.program.linear.dot(&self.x)
    }

    /// What stationarity lacks.
    pub(super) fn dual_residual(&self) -> DVector<f64> {
        self.gradient() - &self.z - self.equations.tr_mul(&self.multipliers)
    }

    /// The objective's logarithms, and the gap of all parts: `⟨X, Z⟩ - w (order + log det(X Z / w))`, which is never
    /// negative and 0 where `X Z = w 1`.
    pub(super) fn logarithms_and_gap(&self) -> (f64, f64) {
        let (mut logarithms, mut gap) = (0.0, 0.0);
        for (part, weight) in self.program.parts() {
            let weight = weight / self.scale;
            let (product, log_x, log_z) = match part {
                Part::Block(_) => {
                    let (x, z) = (block(&self.x, part), block(&self.z, part));
                    (x.dot(&z), log_determinant(&x), log_determinant(&z))
                }
                Part::Scalar(k) => (self.x[k] * self.z[k], self.x[k].ln(), self.z[k].ln()),
            };
            gap += product;
            if weight > 0.0 {
                logarithms -= weight * log_x;
                gap -= weight * (part.order() * (1.0 - weight.ln()) + log_x + log_z);
            }
        }
        (logarithms, gap.max(0.0))
    }

    /// One predictor and corrector step; false if no step can be taken.
    pub(super) fn advance(&mut self) -> bool {
        let Some(linear) = self.linearise() else {
            return false;
        };
        let none = DVector::zeros(self.x.len());
        let (dx, dz, _) = self.direction(&linear, 0.0, &none);
        let ahead = self.length(&dx, &dz).min(1.0);
        let centring = (1.0 - ahead).powi(3).max(1e-8);
        let mu = self.logarithms_and_gap().1 / self.order();
        let second = self.second_order(&dx, &dz);
        // Nearer to the end than the gap has to be only rounding gets, and then nothing leads back.
        let least =
            END * self.tolerance * (1.0 + self.smooth().abs()) / (self.scale * self.order());
        let target = (centring * mu).max(least);
        let (mut dx, mut dz, mut multipliers) = self.direction(&linear, target, &second);
        if self.length(&dx, &dz) < SHORT {
            // Back towards the path.
            (dx, dz, multipliers) = self.direction(&linear, (0.7 * mu).max(least), &none);
        }
        let share = 0.9 + 0.09 * ahead;
        let step = (share * self.length(&dx, &dz)).min(1.0);
        if step < 1e-9 || !step.is_finite() {
            return false;
        }
        self.go(step, &dx, &dz, &multipliers);
        self.x.iter().chain(&self.z).all(|x| x.is_finite())
    }

    pub(super) fn go(
        &mut self,
        step: f64,
        dx: &DVector<f64>,
        dz: &DVector<f64>,
        multipliers: &DVector<f64>,
    ) {
        // Each for itself: near its boundary a variable is known to digits of its own, which its departure has not.
        self.departure += dx * step;
        self.x += dx * step;
        self.z += dz * step;
        self.multipliers += multipliers * step;
    }

    /// `H = P + E` with `E` the map `V ↦ (X⁻¹ V Z + Z V X⁻¹) / 2` of each block.
    pub(super) fn linearise(&self) -> Option<Linear> {
        let mut hessian = self.hessian.clone();
        for (part, _) in self.program.parts() {
            match part {
                Part::Block(at) => {
                    let (x, z) = (block(&self.x, part), block(&self.z, part));
                    let map = symmetric_product(&inverse(&x)?, &z);
                    let mut view = hessian.view_mut((at, at), (PAIRS.len(), PAIRS.len()));
                    view += map;
                }
                Part::Scalar(k) => hessian[(k, k)] += self.z[k] / self.x[k],
            }
        }
        Linear::of(hessian, &self.equations)
    }

    /// The direction towards `X Z = w + mu`, less the second-order term.
    pub(super) fn direction(
        &self,
        linear: &Linear,
        mu: f64,
        second: &DVector<f64>,
    ) -> (DVector<f64>, DVector<f64>, DVector<f64>) {
        // Z moves by (w + mu) X⁻¹ - Z - second - E(dX).
        let mut fixed = -&self.z - second;
        for (part, weight) in self.program.parts() {
            let target = mu + weight / self.scale;
            match part {
                Part::Block(_) => {
                    let inverse = inverse(&block(&self.x, part)).unwrap_or_default();
                    add(&mut fixed, part, &(inverse * target));
                }
                Part::Scalar(k) => fixed[k] += target / self.x[k],
            }
        }
        let lowered = &fixed - self.dual_residual();
        let lacking = &self.right - &self.equations * &self.x;
        let (lowered, lacking) = (
            DMatrix::from_column_slice(lowered.len(), 1, lowered.as_slice()),
            DMatrix::from_column_slice(lacking.len(), 1, lacking.as_slice()),
        );
        let (dx, multipliers) = linear.solve(&lowered, &lacking);
        let (dx, multipliers) = (
            dx.column(0).into_owned(),
            multipliers.column(0).into_owned(),
        );
        // What stationarity asks of Z.
        let mut dz =
            &self.hessian * &dx + self.dual_residual() - self.equations.tr_mul(&multipliers);
        let conic = self.program.conic();
        dz.rows_mut(conic, dx.len() - conic).fill(0.0);
        (dx, dz, multipliers)
    }

    /// The symmetric part of `X⁻¹ dX dZ`.
    fn second_order(&self, dx: &DVector<f64>, dz: &DVector<f64>) -> DVector<f64> {
        let mut second = DVector::zeros(dx.len());
        for (part, _) in self.program.parts() {
            match part {
                Part::Block(_) => {
                    let inverse = inverse(&block(&self.x, part)).unwrap_or_default();
                    let product = inverse * block(dx, part) * block(dz, part);
                    add(&mut second, part, &((product + product.transpose()) * 0.5));
                }
                Part::Scalar(k) => second[k] = dx[k] * dz[k] / self.x[k],
            }
        }
        second
    }

    /// How far both points can go.
    pub(super) fn length(&self, dx: &DVector<f64>, dz: &DVector<f64>) -> f64 {
        let ends = self.program.parts().map(|(part, _)| {
            let end = |point: &DVector<f64>, way: &DVector<f64>| match part {
                Part::Block(_) => reach(&block(point, part), &block(way, part)),
                Part::Scalar(k) if way[k] < 0.0 => -point[k] / way[k],
                Part::Scalar(_) => f64::INFINITY,
            };
            end(&self.x, dx).min(end(&self.z, dz))
        });
        ends.fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests;
