//! A primal-dual interior-point method for convex quadratic objectives over 4×4 blocks and scalars.
//!
//! Mehrotra's predictor and corrector along the direction of Helmberg, Rendl, Vanderbei and Wolkowicz (1996), as for
//! linear objectives; one step length for both points, since the quadratic couples them. Where a logarithm is
//! part of the objective, the path ends where `X Z = w 1`.

use nalgebra::{DMatrix, DVector};

use super::quadratic::Quadratic;
use super::run::Run;

/// Steps after which the method gives what it has; a well-posed program needs 10 to 40.
const STEPS: usize = 120;
/// Gap, as a share of the objective, at which a solution is good enough, and at which one that only predicts is.
const TOLERANCE: f64 = 1e-11;
const ROUGH: f64 = 1e-6;
/// The same at which it can be used.
const NEAR: f64 = 1e-5;
/// A share of all squares that rounding may leave.
const ROUNDING: f64 = 1e-11;
/// Steps without a better point after which there will be none.
const PATIENCE: usize = 25;

/// Steps onto the central path before a derivative is taken.
const CENTRING: usize = 12;
/// How much further from its end they lead, where they are long.
const ASIDE: f64 = 30.0;
/// A gap, as a share of the objective, that rounding resolves.
const RESOLVED: f64 = 1e-10;
/// How many times further from its end a derivative is tried.
const FURTHER: [f64; 3] = [1.0, 1e2, 1e4];
/// The share of a gradient's change by which fits differ that a derivative is made of.
const STEP: f64 = 0.1;

/// What a run found.
#[derive(Debug, Clone)]
pub(crate) struct Optimum {
    /// The variables, as in [`Quadratic`]; blocks and scalars strictly inside the cone.
    pub(crate) variables: DVector<f64>,
    /// The objective there.
    pub(crate) value: f64,
    /// By how much the optimum is smaller, at most (weak duality, and what rounding left of stationarity).
    pub(crate) gap: f64,
    /// Whether the gap is small beside the objective.
    pub(crate) is_converged: bool,
    /// The norm of what the equations lack.
    pub(crate) residual: f64,
    /// The dual point of blocks and scalars and the multipliers of the equations, of the objective by `scale`.
    dual: DVector<f64>,
    multipliers: DVector<f64>,
    scale: f64,
    /// The sum of squares that the quadratic starts from, `|c|²`.
    squares: f64,
}

impl Optimum {
    /// Whether the gap is small beside one, or beside the objective: enough for statistics.
    pub(crate) fn is_near(&self) -> bool {
        let small = self.gap <= NEAR * (1.0 + self.value.abs()) + ROUNDING * self.squares;
        self.is_converged || small && self.residual <= NEAR
    }

    /// How the variables move where the gradient of the program that this is the optimum of is lowered by the
    /// columns of a matrix (`variables × k`): the derivative of the optimum.
    ///
    /// Some steps onto the central path come first: there the linear system of a step is that of the derivative. Where
    /// rounding leaves that system without an answer however far from the boundary, fits to changed gradients answer.
    pub(crate) fn response(&self, program: &Quadratic, lowered: &DMatrix<f64>) -> DMatrix<f64> {
        let tried = FURTHER.iter();
        let found = tried.filter_map(|times| self.on_path(program, lowered, *times));
        let mut found = found.filter(|found| found.iter().all(|x| x.is_finite()));
        found
            .next()
            .unwrap_or_else(|| self.refitted(program, lowered))
    }

    /// The same from a point of the central path, so many times as far from its end as rounding asks for.
    fn on_path(
        &self,
        program: &Quadratic,
        lowered: &DMatrix<f64>,
        times: f64,
    ) -> Option<DMatrix<f64>> {
        let point = (self.variables.clone(), self.dual.clone());
        let multipliers = self.multipliers.clone();
        let mut run = Run::at(
            program,
            (self.scale, TOLERANCE),
            point.0,
            point.1,
            multipliers,
        );
        let resolved = RESOLVED * (1.0 + self.value.abs()) / self.scale;
        let gap = (ASIDE * run.logarithms_and_gap().1).max(resolved);
        let mu = times * gap / run.order();
        for _ in 0..CENTRING {
            let linear = run.linearise()?;
            let none = DVector::zeros(run.x.len());
            let (dx, dz, multipliers) = run.direction(&linear, mu, &none);
            let step = (0.9 * run.length(&dx, &dz)).min(1.0);
            run.go(step, &dx, &dz, &multipliers);
        }
        let linear = run.linearise()?;
        let none = DMatrix::zeros(linear.equations.nrows(), lowered.ncols());
        Some(linear.solve(&(lowered / self.scale), &none).0)
    }

    /// The same by two fits a column, to gradients that are changed by it; nothing moves where they have no answer.
    pub(super) fn refitted(&self, program: &Quadratic, lowered: &DMatrix<f64>) -> DMatrix<f64> {
        let mut changed = program.clone();
        let mut fit = |column: usize, step: f64| {
            changed.linear = &program.linear - lowered.column(column) * step;
            minimise(&changed).filter(Self::is_near)
        };
        let mut moved = DMatrix::zeros(self.variables.len(), lowered.ncols());
        for column in 0..lowered.ncols() {
            if let (Some(ahead), Some(behind)) = (fit(column, STEP), fit(column, -STEP)) {
                let difference = (ahead.variables - behind.variables) / (2.0 * STEP);
                moved.set_column(column, &difference);
            }
        }
        moved
    }
}

/// Solves a program; none if it is not finite.
pub(crate) fn minimise(program: &Quadratic) -> Option<Optimum> {
    solved(program, TOLERANCE)
}

/// Solves a program as well as a prediction needs it.
pub(crate) fn minimise_roughly(program: &Quadratic) -> Option<Optimum> {
    solved(program, ROUGH)
}

fn solved(program: &Quadratic, tolerance: f64) -> Option<Optimum> {
    let mut run = Run::start(program, tolerance)?;
    let mut best = optimum(&run);
    let mut waited = 0;
    for _ in 0..STEPS {
        if best.is_converged || waited >= PATIENCE || !run.advance() {
            break;
        }
        let now = optimum(&run);
        waited += 1;
        if now.merit() < best.merit() || now.is_converged {
            (best, waited) = (now, 0);
        }
    }
    let finite = best.variables.iter().all(|x| x.is_finite()) && best.value.is_finite();
    finite.then_some(best)
}

impl Optimum {
    fn merit(&self) -> f64 {
        let merit = self.gap + self.residual;
        if merit.is_nan() { f64::INFINITY } else { merit }
    }
}

/// What a run has found so far.
fn optimum(run: &Run<'_>) -> Optimum {
    let (logarithms, gap) = run.logarithms_and_gap();
    let value = run.smooth() + logarithms * run.scale;
    // An optimum whose variables are no more than one and their own size away.
    let lacking = run.dual_residual();
    let pairs = lacking.iter().zip(&run.x);
    let lacking: f64 = pairs.map(|(r, x)| r.abs() * (1.0 + x.abs())).sum();
    let gap = (gap + lacking) * run.scale;
    let residual = (&run.right - &run.equations * &run.x).norm();
    let met = residual <= run.tolerance * (1.0 + run.right.norm());
    Optimum {
        variables: run.x.clone(),
        is_converged: met && gap <= run.tolerance * (1.0 + value.abs()),
        value,
        gap,
        residual,
        dual: run.z.clone(),
        multipliers: run.multipliers.clone(),
        scale: run.scale,
        squares: run.program.right.norm_squared(),
    }
}

#[cfg(test)]
mod tests;
