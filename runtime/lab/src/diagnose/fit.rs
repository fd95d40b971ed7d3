//! Weighted least squares of parameters that a robot can have, from normal equations: accurate enough to
//! tell what explains torques, and cheap enough to try a hundred faults.

use crate::numeric::gram;
use nalgebra::{Cholesky, DMatrix, DVector};

/// Rounds of weighting.
const ROUNDS: usize = 12;
/// A share of each column's square that is added to it, against columns that depend on others.
const RIDGE: f64 = 1e-10;
/// A share of a torque's variance below which it counts as explained to the last bit.
pub(super) const NOTHING: f64 = 1e-7;

/// The equations of one row at the instants that count.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// Which instants count.
    pub(super) kept: Vec<usize>,
    /// Their columns (`kept × b`).
    pub(super) columns: DMatrix<f64>,
    /// What is known of their torques beforehand (`kept`).
    pub(super) known: DVector<f64>,
    /// `KᵀK`.
    gram: DMatrix<f64>,
}

impl Row {
    pub(super) fn new(kept: Vec<usize>, columns: DMatrix<f64>, known: DVector<f64>) -> Self {
        let gram = gram(&columns);
        Self {
            kept,
            columns,
            known,
            gram,
        }
    }
}

/// What the torques of one row have along its columns.
struct Right {
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

/// What is left of each row's variance, what is known of it included: `1 - R²`, none for a row that has no instants.
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

/// Fits torques (a column a row of the equations, an element an instant).
pub(super) fn fit(rows: &[Row], torque: &[Vec<f64>], rule: &Rule<'_>) -> Unexplained {
    let right: Vec<Option<Right>> = rows
        .iter()
        .zip(torque)
        .map(|(row, torque)| right(row, torque, rule.start))
        .collect();
    let mut weights: Vec<f64> = right
        .iter()
        .zip(rows)
        .map(|(r, row)| r.as_ref().map_or(0.0, |r| row.kept.len() as f64 / r.power))
        .collect();
    let mut left = Vec::new();
    for _ in 0..ROUNDS {
        let beta = solve(rows, &right, &weights, rule);
        left = rows
            .iter()
            .zip(&right)
            .map(|(row, right)| {
                let right = right.as_ref()?;
                let square = (&row.gram * &beta).dot(&beta);
                let rest = right.power - 2.0 * right.cross.dot(&beta) + square;
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
    Unexplained(left)
}

fn right(row: &Row, torque: &[f64], start: &DVector<f64>) -> Option<Right> {
    let tau: Vec<f64> = row.kept.iter().map(|&k| torque[k]).collect();
    let mean = tau.iter().sum::<f64>() / tau.len().max(1) as f64;
    let variance: f64 = tau.iter().map(|x| (x - mean).powi(2)).sum();
    let tau = DVector::from_vec(tau) - &row.known - &row.columns * start;
    (variance > 0.0 && row.kept.len() > 2).then(|| Right {
        cross: row.columns.tr_mul(&tau),
        power: tau.norm_squared(),
        variance,
    })
}

/// The weighted least squares solution; whatever comes out negative of what cannot be is set to zero and
/// the others fitted again.
fn solve(rows: &[Row], right: &[Option<Right>], weights: &[f64], rule: &Rule<'_>) -> DVector<f64> {
    let b = rule.free.len();
    let (mut gram, mut cross) = (DMatrix::zeros(b, b), DVector::zeros(b));
    for ((row, right), weight) in rows.iter().zip(right).zip(weights) {
        if let Some(right) = right {
            gram += &row.gram * *weight;
            cross += &right.cross * *weight;
        }
    }
    let mut free: Vec<usize> = (0..b)
        .filter(|&k| rule.free[k] && gram[(k, k)] > 0.0)
        .collect();
    let mut beta = DVector::zeros(b);
    loop {
        let scale =
            DVector::from_iterator(free.len(), free.iter().map(|&k| 1.0 / gram[(k, k)].sqrt()));
        let mut normal = DMatrix::from_fn(free.len(), free.len(), |i, j| {
            gram[(free[i], free[j])] * scale[i] * scale[j]
        });
        for k in 0..free.len() {
            normal[(k, k)] += RIDGE;
        }
        let along = DVector::from_fn(free.len(), |i, _| cross[free[i]] * scale[i]);
        let Some(factor) = Cholesky::new(normal) else {
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
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::{NOTHING, Row, Rule, Unexplained, fit, right};

    fn line(slope: f64) -> (Row, Vec<f64>) {
        let columns = DMatrix::from_fn(50, 2, |k, j| if j == 0 { 1.0 } else { k as f64 });
        let torque = (0..50).map(|k| 3.0 + slope * f64::from(k)).collect();
        (
            Row::new((0..50).collect(), columns, DVector::zeros(50)),
            torque,
        )
    }

    #[test]
    fn a_slope_that_cannot_be_negative_explains_nothing_that_falls() {
        for (slope, expected) in [(2.0, 0.0), (-2.0, 1.0)] {
            let (row, torque) = line(slope);
            let rule = Rule {
                free: &[true, true],
                positive: &[false, true],
                start: &DVector::zeros(2),
            };
            let left = fit(&[row], &[torque], &rule).worst();
            assert!((left - expected).abs() < 1e-6, "{left}");
        }
    }

    #[test]
    fn what_is_left_is_compared_in_logarithms() {
        let before = Unexplained(vec![Some(0.5), None, Some(0.2), Some(1e-12)]);
        let after = Unexplained(vec![Some(0.05), Some(0.3), Some(0.4), Some(1e-9)]);
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} for {b}");
        // Less than a ten-millionth is nothing.
        near(
            before.score(),
            (0.5f64.ln() + 0.2f64.ln() + NOTHING.ln()) / 3.0,
        );
        let lifts = after.lifts(&before);
        assert_eq!((lifts.len(), lifts[1], lifts[3]), (4, 0.0, 0.0));
        near(lifts[0], 10f64.ln());
        near(lifts[2], -(2f64.ln()));
        assert_eq!((before.worst(), after.worst()), (0.5, 0.4));
        let none = Unexplained(vec![None, None]);
        assert_eq!((none.score(), none.worst()), (0.0, 0.0));
    }

    #[test]
    fn a_row_says_how_much_there_is_to_explain() {
        let row = Row::new(
            vec![1, 3, 4],
            DMatrix::from_row_slice(3, 2, &[1.0, 2.0, 3.0, 5.0, -1.0, 4.0]),
            DVector::from_row_slice(&[0.5, -2.5, 1.5]),
        );
        let start = DVector::from_row_slice(&[0.5, -1.0]);
        let found = right(&row, &[99.0, 4.0, 99.0, 6.0, 11.0, 99.0], &start).expect("torques");
        // 4 - 0.5 - 0.5 + 2, 6 + 2.5 - 1.5 + 5, 11 - 1.5 + 0.5 + 4.
        let left = [5.0, 12.0, 14.0];
        assert_eq!(found.power, left.iter().map(|x| x * x).sum::<f64>());
        assert_eq!(
            found.cross.as_slice(),
            [5.0 + 36.0 - 14.0, 10.0 + 60.0 + 56.0]
        );
        // About the mean of 7, what is known included.
        assert_eq!(found.variance, 9.0 + 1.0 + 16.0);
        assert!(right(&row, &[2.0; 6], &start).is_none());
        let two = Row::new(
            vec![0, 1],
            DMatrix::from_element(2, 2, 1.0),
            DVector::zeros(2),
        );
        assert!(right(&two, &[1.0, 2.0], &start).is_none());
    }

    /// Two rows with one unknown: each is weighed by what it leaves, until that is settled.
    #[test]
    fn rows_are_weighed_by_what_they_leave() {
        let one = |scale: f64, noise: f64| {
            let columns = DMatrix::from_fn(40, 1, |k, _| scale * (k as f64 - 19.5));
            let torque = |k: usize| {
                2.0 * scale * (k as f64 - 19.5)
                    + noise * if k.is_multiple_of(2) { 1.0 } else { -1.0 }
            };
            (
                Row::new((0..40).collect(), columns, DVector::zeros(40)),
                (0..40).map(torque).collect::<Vec<f64>>(),
            )
        };
        let ((a, first), (b, mut second)) = (one(1.0, 0.5), one(0.1, 3.0));
        second
            .iter_mut()
            .zip(0..)
            .for_each(|(x, k)| *x += 0.02 * (f64::from(k) - 19.5));
        let rows = [a, b];
        let torque = [first, second];
        let rule = |free, start| Rule {
            free,
            positive: &[false],
            start,
        };
        let zero = DVector::zeros(1);
        let found = fit(&rows, &torque, &rule(&[true], &zero));
        // By hand: iterated weights of a single unknown.
        let mut weights = [1.0, 1.0];
        let mut left = [0.0; 2];
        for _ in 0..200 {
            let sums = (0..2).map(|i| {
                let x = &rows[i].columns;
                let y = DVector::from_column_slice(&torque[i]);
                (
                    weights[i] * x.column(0).dot(&y),
                    weights[i] * x.norm_squared(),
                )
            });
            let (cross, square) = sums.fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d));
            for i in 0..2 {
                let y = DVector::from_column_slice(&torque[i]);
                left[i] = (&y - &rows[i].columns * (cross / square)).norm_squared();
                weights[i] = 40.0 / left[i];
                let mean = y.mean();
                left[i] /= y.iter().map(|y| (y - mean).powi(2)).sum::<f64>();
            }
        }
        for (found, expected) in found.0.iter().zip(left) {
            let found = found.expect("a share");
            assert!(
                (found / expected - 1.0).abs() < 1e-4,
                "{found} for {expected}"
            );
        }
        // What is not free stays where it is.
        let start = DVector::from_element(1, 1.5);
        let held = fit(&rows, &torque, &rule(&[false], &start));
        for (i, found) in held.0.iter().enumerate() {
            let y = DVector::from_column_slice(&torque[i]);
            let mean = y.mean();
            let all: f64 = y.iter().map(|y| (y - mean).powi(2)).sum();
            let expected = (&y - &rows[i].columns * 1.5).norm_squared() / all;
            assert!((found.expect("a share") / expected - 1.0).abs() < 1e-9);
        }
    }

    /// Two rows of four samples with one unknown, `x` and `3 x` with noise as large as `x` and orthogonal to it. From `β = 2 + u` on,
    /// rows weigh `1 / ((u + 1)² + 1)` and `1 / ((u - 1)² + 1)`, so that `u` becomes `2 u / (2 + u²)`: it goes to 0 ever more slowly.
    #[test]
    fn weights_that_do_not_settle_are_taken_as_they_are_after_twelve_rounds() {
        let (x, noise) = ([1.0, -1.0, 1.0, -1.0], [1.0, 1.0, -1.0, -1.0]);
        let columns = || DMatrix::from_column_slice(4, 1, &x);
        let row = || Row::new((0..4).collect(), columns(), DVector::zeros(4));
        let torque = |slope: f64| -> Vec<f64> {
            let pairs = x.iter().zip(&noise);
            pairs.map(|(x, noise)| slope * x + noise).collect()
        };
        let rule = Rule {
            free: &[true],
            positive: &[false],
            start: &DVector::zeros(1),
        };
        let found = fit(&[row(), row()], &[torque(1.0), torque(3.0)], &rule);
        // Squares of 8 and 40 weigh first.
        let mut u: f64 = (1.0 / 8.0 + 3.0 / 40.0) / (1.0 / 8.0 + 1.0 / 40.0) - 2.0;
        for _ in 1..12 {
            u = 2.0 * u / (2.0 + u * u);
        }
        let expected = [
            ((u + 1.0).powi(2) + 1.0) / 2.0,
            ((u - 1.0).powi(2) + 1.0) / 10.0,
        ];
        for (found, expected) in found.0.iter().zip(expected) {
            let found = found.expect("a share");
            assert!((found - expected).abs() < 1e-6, "{found} for {expected}");
        }
    }
}
