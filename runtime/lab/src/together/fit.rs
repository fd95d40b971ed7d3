//! Weighted least squares of all unknowns, each recording's rows weighed by the variance of their noise.
//!
//! Noise is what a recording leaves of itself, by values of the unknowns of its own. What it leaves of the values that all share is
//! more where recordings contradict one another, and as a weight would have the fit believe one of them alone.

use nalgebra::{DMatrix, DVector};

use super::factors::Factors;
use super::plan::Plan;
use crate::numeric::{Decomposition, Patience};
use crate::regression::Factor;

/// Rounds that are enough for most, and at most, of what still settles.
const ROUNDS: usize = 100;
const MOST: usize = 1000;
/// A step that is shorter, in deviations of what is left, moves nothing; nor does a smaller share of a weight.
const SETTLED: f64 = 1e-6;
/// The square of a share of what was recorded that is left where there is no noise.
const EXACT: f64 = 1e-12;
/// How often a step is halved that makes residuals larger.
const HALVINGS: usize = 20;

/// What is known of the unknowns besides the recordings: rows `matrix x = right` of unit variance.
#[derive(Debug, Clone)]
pub(crate) struct Prior {
    pub(crate) matrix: DMatrix<f64>,
    pub(crate) right: DVector<f64>,
}

/// Values of the unknowns.
pub(crate) struct Fit {
    /// In the order of the [`Plan`].
    pub(crate) x: DVector<f64>,
    /// The variance of the noise of each recording's rows, degrees of freedom accounted for.
    pub(crate) variance: Vec<Vec<f64>>,
    /// The weighted equations about `x`, decomposed.
    pub(crate) spectrum: Decomposition,
    /// What is known besides.
    pub(crate) prior: Option<Prior>,
    /// How much more each recording counts than its noise says.
    pub(super) more: Vec<f64>,
}

impl Fit {
    /// From a start, by Gauss and Newton's steps; one step if equations are linear in the unknowns. None if it does not
    /// settle.
    pub(crate) fn of(
        factors: &Factors<'_>,
        plan: &Plan,
        start: DVector<f64>,
        prior: Option<Prior>,
    ) -> Option<Self> {
        Self::weighed(
            factors,
            plan,
            start,
            prior,
            vec![1.0; factors.recordings.len()],
        )
    }

    /// The same with weights of recordings besides those by their noise.
    pub(crate) fn weighed(
        factors: &Factors<'_>,
        plan: &Plan,
        start: DVector<f64>,
        prior: Option<Prior>,
        more: Vec<f64>,
    ) -> Option<Self> {
        let rows = 0..factors.recordings.len();
        let power = rows.map(|r| {
            let rows = 0..plan.rows;
            rows.map(|i| factors.power(r, i)).collect()
        });
        let mut found = Self {
            x: start,
            variance: power.collect(),
            spectrum: Decomposition::of(&DMatrix::zeros(0, plan.unknowns())),
            prior,
            more,
        };
        let mut patience = Patience::new(ROUNDS, MOST);
        for round in 1usize.. {
            let step = found.step(factors, plan);
            let before = found.squares(factors, plan, &found.x);
            let mut share = 1.0;
            let mut next = &found.x + &step;
            for _ in 0..HALVINGS {
                if found.squares(factors, plan, &next) <= before * (1.0 + 1e-9) {
                    break;
                }
                share *= 0.5;
                next = &found.x + share * &step;
            }
            let moved = found.moved(&step);
            found.x = next;
            let variance = found.variances(factors, plan);
            let change = changed(&variance, &found.variance);
            found.variance = variance;
            if !found.x.iter().all(|x| x.is_finite()) {
                return None;
            }
            let settled = moved < SETTLED && change < SETTLED;
            // Without noise weights are those of rounding, and never settle.
            let exact =
                |(r, i): (usize, usize)| found.variance[r][i] <= EXACT * factors.power(r, i);
            if settled || (round.is_multiple_of(ROUNDS) && factors.each().all(exact)) {
                found.step(factors, plan);
                return Some(found);
            }
            if !patience.goes_on(round, moved.max(change)) {
                break;
            }
        }
        None
    }

    /// The weight of a recording's row.
    pub(crate) fn weight(&self, recording: usize, row: usize) -> f64 {
        self.more[recording] * certainty(self.variance[recording][row])
    }

    /// Which unknowns the recordings determine.
    pub(crate) fn determined(&self) -> Vec<bool> {
        self.spectrum.determined()
    }

    /// What the rows of a recording's factor leave.
    pub(super) fn residual(
        factors: &Factors<'_>,
        plan: &Plan,
        x: &DVector<f64>,
        at: (usize, usize),
    ) -> DVector<f64> {
        let triangle = &factors.triangles[at.0][at.1].0;
        let width = plan.width();
        let coefficients = plan.coefficients(x, at.0, at.1);
        triangle.column(width) - triangle.columns(0, width) * coefficients
    }

    /// The weighted sum of squares.
    fn squares(&self, factors: &Factors<'_>, plan: &Plan, x: &DVector<f64>) -> f64 {
        let each = factors.each().map(|(r, i)| {
            self.weight(r, i) * Self::residual(factors, plan, x, (r, i)).norm_squared()
        });
        let prior = self.prior.iter();
        let prior = prior.map(|prior| (&prior.right - &prior.matrix * x).norm_squared());
        each.sum::<f64>() + prior.sum::<f64>()
    }

    /// Decomposes the weighted equations about `x`, and gives the step to where they are least.
    fn step(&mut self, factors: &Factors<'_>, plan: &Plan) -> DVector<f64> {
        let mut stack = Factor::new(plan.unknowns());
        for (r, i) in factors.each() {
            let share = self.weight(r, i).sqrt();
            let triangle = factors.triangles[r][i].0.columns(0, plan.width());
            let matrix = triangle * plan.slopes(&self.x, r, i) * share;
            let right = Self::residual(factors, plan, &self.x, (r, i)) * share;
            push(&mut stack, &matrix, &right);
        }
        if let Some(prior) = &self.prior {
            push(
                &mut stack,
                &prior.matrix,
                &(&prior.right - &prior.matrix * &self.x),
            );
        }
        let (triangle, right, _) = stack.parts();
        self.spectrum = Decomposition::of(&triangle);
        &self.spectrum.inverse * DVector::from_vec(right)
    }

    /// The length of a step in deviations.
    fn moved(&self, step: &DVector<f64>) -> f64 {
        let at = |k: usize| {
            let columns = (0..step.len())
                .map(|j| self.spectrum.directions[(j, k)] * self.spectrum.scales[j] * step[j]);
            self.spectrum.singular_values[k] * columns.sum::<f64>()
        };
        let squares = (0..self.spectrum.rank).map(|k| at(k).powi(2));
        squares.sum::<f64>().sqrt()
    }

    fn variances(&self, factors: &Factors<'_>, plan: &Plan) -> Vec<Vec<f64>> {
        let mut variance: Vec<Vec<f64>> = self.variance.clone();
        for (r, row) in variance.iter_mut().enumerate() {
            self.own(factors, plan, r, row);
        }
        variance
    }

    /// Values of the unknowns with the offsets that a recording has by itself. Where recordings contradict one another, those of all
    /// make up for it, and are constants that none of them has.
    pub(super) fn with_offsets_of(
        &self,
        recording: usize,
        factors: &Factors<'_>,
        plan: &Plan,
    ) -> DVector<f64> {
        let variance = &self.variance[recording];
        let step = self.by_itself(factors, plan, recording, variance).step;
        let mut x = self.x.clone();
        for place in (0..plan.rows).filter_map(|row| plan.offset(recording, row)) {
            x[place] += step[place];
        }
        x
    }

    /// What a recording leaves of its rows by values of the unknowns of its own.
    fn own(&self, factors: &Factors<'_>, plan: &Plan, recording: usize, variance: &mut [f64]) {
        let Alone {
            rows,
            inverse,
            step,
        } = self.by_itself(factors, plan, recording, variance);
        for (i, matrix, left) in rows {
            let samples = factors.samples(recording, i) as f64;
            let share = (&matrix * &inverse).norm_squared() * certainty(variance[i]);
            let squares = (left - matrix * &step).norm_squared();
            // Without noise the residual is rounding; a weight made of that would drown other rows.
            let least = 1e-20 * factors.power(recording, i);
            variance[i] = (squares / (samples - share).max(1.0)).max(least);
        }
    }

    /// A recording's equations about the values of all, its rows weighed by these variances.
    fn by_itself(
        &self,
        factors: &Factors<'_>,
        plan: &Plan,
        recording: usize,
        variance: &[f64],
    ) -> Alone {
        let rows = factors.each().filter(|(r, _)| *r == recording);
        let rows: Vec<(usize, DMatrix<f64>, DVector<f64>)> = rows
            .map(|(r, i)| {
                let triangle = factors.triangles[r][i].0.columns(0, plan.width());
                let matrix = triangle * plan.slopes(&self.x, r, i);
                (i, matrix, Self::residual(factors, plan, &self.x, (r, i)))
            })
            .collect();
        let mut stack = Factor::new(plan.unknowns());
        for (i, matrix, left) in &rows {
            let share = certainty(variance[*i]).sqrt();
            push(&mut stack, &(matrix * share), &(left * share));
        }
        let (triangle, right, _) = stack.parts();
        let inverse = Decomposition::of(&triangle).inverse;
        let step = &inverse * DVector::from_vec(right);
        Alone {
            rows,
            inverse,
            step,
        }
    }
}

/// One recording by itself.
struct Alone {
    /// Each row with its equations and what values of all leave of them.
    rows: Vec<(usize, DMatrix<f64>, DVector<f64>)>,
    /// From weighed residuals to unknowns.
    inverse: DMatrix<f64>,
    /// How far its own values of the unknowns are from those of all.
    step: DVector<f64>,
}

/// The reciprocal of a variance; 0 of a signal that is 0.
fn certainty(variance: f64) -> f64 {
    match variance > 0.0 {
        true => variance.recip(),
        false => 0.0,
    }
}

/// The largest share by which a variance changed.
fn changed(new: &[Vec<f64>], old: &[Vec<f64>]) -> f64 {
    let pairs = new.iter().flatten().zip(old.iter().flatten());
    let shares = pairs.filter(|(new, _)| **new > 0.0);
    shares
        .map(|(new, old)| (new - old).abs() / new)
        .fold(0.0, f64::max)
}

/// Takes in the rows of a matrix.
pub(super) fn push(factor: &mut Factor, matrix: &DMatrix<f64>, right: &DVector<f64>) {
    for (row, right) in matrix.row_iter().zip(right.iter()) {
        let elements = row.iter().copied().enumerate();
        factor.push(elements.filter(|(_, x)| *x != 0.0), *right);
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::Fit;
    use crate::numeric::Decomposition;

    /// `|R s|` of a step `s` and the triangle `R` of the weighted equations; along what these do not determine nothing is long.
    #[test]
    fn a_step_is_as_long_as_what_it_changes() {
        let of = |triangle: &[f64], step: [f64; 3]| {
            let fit = Fit {
                x: DVector::zeros(3),
                variance: Vec::new(),
                spectrum: Decomposition::of(&DMatrix::from_row_slice(3, 3, triangle)),
                prior: None,
                more: Vec::new(),
            };
            fit.moved(&DVector::from_column_slice(&step))
        };
        let whole = [3.0, 1.0, -2.0, 0.0, 0.5, 4.0, 0.0, 0.0, 20.0];
        for [a, b, c] in [
            [1.0, 2.0, -0.5],
            [0.3, -4.0, 0.1],
            [1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0],
        ] {
            let rows = [3.0 * a + b - 2.0 * c, 0.5 * b + 4.0 * c, 20.0 * c];
            let expected = rows.iter().map(|x| x * x).sum::<f64>().sqrt();
            let found = of(&whole, [a, b, c]);
            assert!((found / expected - 1.0).abs() < 1e-12, "{found} {expected}");
        }
        let open = [3.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0];
        assert!((of(&open, [4.0 / 3.0, 1.5, 100.0]) - 5.0).abs() < 1e-12);
    }

    /// A signal that is 0 throughout counts for nothing.
    #[test]
    fn a_row_weighs_by_the_reciprocal_of_its_variance() {
        let fit = Fit {
            x: DVector::zeros(1),
            variance: vec![vec![4.0, 0.0]],
            spectrum: Decomposition::of(&DMatrix::zeros(0, 1)),
            prior: None,
            more: vec![2.0],
        };
        assert_eq!([0, 1].map(|row| fit.weight(0, row)), [0.5, 0.0]);
    }
}
