//! Weighted least squares of parameters that a robot can have, from normal equations: accurate enough to
//! tell what explains torques, and cheap enough to try a hundred faults.

use crate::numeric::{cholesky, gram, product};
use nalgebra::{DMatrix, DVector};

/// Rounds of weighting.
const ROUNDS: usize = 12;
/// A share of each column's square that is added to it, against columns that depend on others.
const RIDGE: f64 = 1e-10;
/// A share of a torque's variance below which it counts as explained to the last bit.
pub(super) const NOTHING: f64 = 1e-7;
/// A share of the largest torque's variance below which another is zero but for rounding, as that of a joint that nothing drives is.
const ROUNDING: f64 = 1e-20;

/// The equations of one row at the instants that count.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// Which instants count.
    pub(super) kept: Vec<usize>,
    /// Which of the parameters enter it.
    pub(super) entering: Vec<usize>,
    /// Their columns (`kept × entering`).
    pub(super) columns: DMatrix<f64>,
    /// What is known of their torques beforehand (`kept`).
    pub(super) known: DVector<f64>,
    /// `KᵀK` (`entering × entering`).
    gram: DMatrix<f64>,
}

impl Row {
    /// Of all parameters, of which those enter whose columns are not zero throughout.
    pub(super) fn new(kept: Vec<usize>, columns: &DMatrix<f64>, known: DVector<f64>) -> Self {
        let enters = |j: &usize| columns.column(*j).iter().any(|x| *x != 0.0);
        let entering: Vec<usize> = (0..columns.ncols()).filter(enters).collect();
        Self::sparse(kept, columns.select_columns(&entering), entering, known)
    }

    /// Of some parameters, in ascending order.
    pub(super) fn sparse(
        kept: Vec<usize>,
        columns: DMatrix<f64>,
        entering: Vec<usize>,
        known: DVector<f64>,
    ) -> Self {
        Self {
            gram: gram(&columns),
            kept,
            entering,
            columns,
            known,
        }
    }

    /// Of numbers for all parameters those of the ones that enter.
    fn own(&self, all: &DVector<f64>) -> DVector<f64> {
        DVector::from_iterator(self.entering.len(), self.entering.iter().map(|&j| all[j]))
    }

    /// Adds so many times its squares and what it has along its columns to those of all parameters, of squares the lower triangle.
    fn add(
        &self,
        along: &DVector<f64>,
        times: f64,
        gram: &mut DMatrix<f64>,
        all: &mut DVector<f64>,
    ) {
        let b = all.len();
        for (k, &column) in self.entering.iter().enumerate() {
            all[column] += times * along[k];
            let own = &self.gram.as_slice()[k * self.entering.len()..];
            let to = &mut gram.as_mut_slice()[column * b..][..b];
            let each = self.entering.iter().zip(own).skip(k);
            each.for_each(|(&row, x)| to[row] += times * x);
        }
    }
}

/// What the torques of one row have along its columns.
struct Right {
    /// Of each parameter that enters.
    cross: DVector<f64>,
    power: f64,
    variance: f64,
}

/// Which parameters are fitted, and from where.
pub(super) struct Rule<'a> {
    /// Those that are fitted (`b`).
    pub(super) free: &'a [bool],
    /// Those that are never negative (`b`).
    pub(super) positive: &'a [bool],
    /// Where those are that are not fitted (`b`).
    pub(super) start: &'a DVector<f64>,
}

/// What is left of each row's variance, what is known of it included: `1 - R²`, none for a row that has no instants, or whose torque is
/// zero but for rounding.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Unexplained(pub(super) Vec<Option<f64>>);

impl Unexplained {
    /// Mean logarithm over the rows.
    pub(super) fn score(&self) -> f64 {
        let logs = self.0.iter().flatten().map(|u| u.max(NOTHING).ln());
        logs.sum::<f64>() / self.0.iter().flatten().count().max(1) as f64
    }

    /// How many times less is left than in `before`, row by row, in logarithms.
    pub(super) fn lifts(&self, before: &Self) -> Vec<f64> {
        let pairs = self.0.iter().zip(&before.0);
        pairs
            .map(|(after, before)| match (after, before) {
                (Some(after), Some(before)) => (before.max(NOTHING) / after.max(NOTHING)).ln(),
                _ => 0.0,
            })
            .collect()
    }

    /// The largest share that is left of a row.
    pub(super) fn worst(&self) -> f64 {
        self.0.iter().flatten().copied().fold(0.0, f64::max)
    }
}

/// What a fit found.
pub(super) struct Fitted {
    pub(super) left: Unexplained,
    pub(super) beta: DVector<f64>,
    /// Whether parameters were kept from being negative: without that rule the fit would be another.
    pub(super) is_bounded: bool,
}

/// Fits torques (a column a row of the equations, an element an instant).
pub(super) fn fit(rows: &[Row], torque: &[Vec<f64>], rule: &Rule<'_>) -> Fitted {
    let right = rights(rows, torque, rule.start);
    let mut weights: Vec<f64> = right
        .iter()
        .zip(rows)
        .map(|(r, row)| r.as_ref().map_or(0.0, |r| row.kept.len() as f64 / r.power))
        .collect();
    let (mut left, mut beta, mut is_bounded) = (Vec::new(), rule.start.clone(), false);
    for _ in 0..ROUNDS {
        beta = solve(rows, &right, &weights, rule, &mut is_bounded);
        left = rows
            .iter()
            .zip(&right)
            .map(|(row, right)| {
                let right = right.as_ref()?;
                let own = row.own(&beta);
                let square = product(&row.gram, own.as_slice()).dot(&own);
                let rest = right.power - 2.0 * right.cross.dot(&own) + square;
                Some((rest / right.variance).max(1e-12))
            })
            .collect();
        let before = weights.clone();
        for ((weight, left), (right, row)) in
            weights.iter_mut().zip(&left).zip(right.iter().zip(rows))
        {
            if let (Some(left), Some(right)) = (left, right) {
                let samples = row.kept.len() as f64;
                *weight = samples / (right.variance * left.max(NOTHING));
            }
        }
        let mut pairs = weights.iter().zip(&before);
        if pairs.all(|(new, old)| (new - old).abs() <= 1e-3 * new) {
            break;
        }
    }
    Fitted {
        left: Unexplained(left),
        beta,
        is_bounded,
    }
}

/// What torques have along the columns of their rows. One that is zero but for rounding has nothing to explain, and would weigh beyond
/// all others.
fn rights(rows: &[Row], torque: &[Vec<f64>], start: &DVector<f64>) -> Vec<Option<Right>> {
    let each = rows.iter().zip(torque);
    let all: Vec<Option<Right>> = each
        .map(|(row, torque)| right(row, torque, start))
        .collect();
    let variances = all.iter().flatten().map(|right| right.variance);
    let largest = variances.fold(0.0, f64::max);
    let counts = |right: &Right| right.variance > ROUNDING * largest;
    all.into_iter().map(|right| right.filter(counts)).collect()
}

fn right(row: &Row, torque: &[f64], start: &DVector<f64>) -> Option<Right> {
    let tau: Vec<f64> = row.kept.iter().map(|&k| torque[k]).collect();
    let mean = tau.iter().sum::<f64>() / tau.len().max(1) as f64;
    let variance: f64 = tau.iter().map(|x| (x - mean).powi(2)).sum();
    let tau =
        DVector::from_vec(tau) - &row.known - product(&row.columns, row.own(start).as_slice());
    (variance > 0.0 && row.kept.len() > 2).then(|| Right {
        cross: row.columns.tr_mul(&tau),
        power: tau.norm_squared(),
        variance,
    })
}

/// The weighted least squares solution; whatever comes out negative of what cannot be is set to zero and
/// the others fitted again, of which `is_bounded` is told.
fn solve(
    rows: &[Row],
    right: &[Option<Right>],
    weights: &[f64],
    rule: &Rule<'_>,
    is_bounded: &mut bool,
) -> DVector<f64> {
    let b = rule.free.len();
    let (mut gram, mut cross) = (DMatrix::zeros(b, b), DVector::zeros(b));
    for ((row, right), weight) in rows.iter().zip(right).zip(weights) {
        if let Some(right) = right {
            row.add(&right.cross, *weight, &mut gram, &mut cross);
        }
    }
    let mut free: Vec<usize> = (0..b)
        .filter(|&k| rule.free[k] && gram[(k, k)] > 0.0)
        .collect();
    let mut beta = DVector::zeros(b);
    loop {
        let scale =
            DVector::from_iterator(free.len(), free.iter().map(|&k| 1.0 / gram[(k, k)].sqrt()));
        let mut normal = DMatrix::zeros(free.len(), free.len());
        for j in 0..free.len() {
            let own = &gram.as_slice()[free[j] * b..][..b];
            for i in j..free.len() {
                normal[(i, j)] = own[free[i]] * scale[i] * scale[j];
            }
        }
        for k in 0..free.len() {
            normal[(k, k)] += RIDGE;
        }
        let along = DVector::from_fn(free.len(), |i, _| cross[free[i]] * scale[i]);
        let Some(factor) = cholesky(normal) else {
            return beta;
        };
        let found = factor.solve(&along).component_mul(&scale);
        beta.fill(0.0);
        free.iter()
            .zip(found.iter())
            .for_each(|(&k, x)| beta[k] = *x);
        let before = free.len();
        free.retain(|&k| !(rule.positive[k] && beta[k] < 0.0));
        if free.len() == before {
            return beta;
        }
        *is_bounded = true;
    }
}

#[cfg(test)]
mod tests;
