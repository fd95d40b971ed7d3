//! Least squares and weighted least squares from triangular factors, one factor a joint.

use clap::ValueEnum;
use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::factor::Factor;
use super::singular::{Singular, scale_columns};

/// Singular values below this share of the largest (columns scaled) are taken for zero.
const RANK_TOLERANCE: f64 = 1e-9;
/// Rounds of weighting; the weights settle after two.
const ROUNDS: usize = 4;

/// How the equations of different joints are weighed against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Ordinary least squares: every equation counts the same.
    Ols,
    /// Weighted least squares: each joint's equations count by their residual variance.
    Wls,
}

impl Method {
    /// What to call it in a sentence.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Ols => "ordinary least squares",
            Self::Wls => "weighted least squares",
        }
    }
}

/// Base parameters with what statistics need of how they were found.
#[derive(Debug, Clone)]
pub struct Estimate {
    /// Base parameters (`b`).
    pub beta: Vec<f64>,
    /// The weight of each row's squares (`n`): 1, or the reciprocal of the residual variance.
    pub weights: Vec<f64>,
    /// Residual variance of each row (`n`), degrees of freedom accounted for.
    pub variance: Vec<f64>,
    /// What the observation matrix looks like.
    pub spectrum: Decomposition,
}

/// The singular value decomposition of the weighted observation matrix, columns scaled to unit
/// norm.
#[derive(Debug, Clone)]
pub struct Decomposition {
    /// Norms of the columns (`b`); 1 for a column of zeros.
    pub scales: Vec<f64>,
    /// Singular values of the scaled matrix, falling (`b`).
    pub singular_values: Vec<f64>,
    /// How many of them are not zero.
    pub rank: usize,
    /// Right singular vectors, a column each (`b × b`), in scaled coordinates.
    pub directions: DMatrix<f64>,
    /// The pseudo-inverse of the unscaled triangle (`b × b`).
    pub inverse: DMatrix<f64>,
    /// Largest over smallest singular value of the scaled matrix; infinite if rank is lost.
    pub condition: f64,
    /// The same of the matrix as it is, in SI units and unweighted.
    pub condition_unscaled: f64,
}

/// Estimates base parameters from one factor a row.
#[must_use]
pub fn estimate(factors: &[Factor], method: Method) -> Estimate {
    let ones = vec![1.0; factors.len()];
    let mut estimate = solve(factors, ones);
    if method == Method::Wls {
        for _ in 0..ROUNDS {
            let weights = estimate
                .variance
                .iter()
                .map(|v| if *v > 0.0 { v.recip() } else { 0.0 });
            estimate = solve(factors, weights.collect());
        }
    }
    estimate
}

fn solve(factors: &[Factor], weights: Vec<f64>) -> Estimate {
    let columns = factors.first().map_or(0, Factor::columns);
    let mut whole = Factor::new(columns);
    let mut plain = Factor::new(columns);
    for (factor, weight) in factors.iter().zip(&weights) {
        whole.merge(factor, weight.sqrt());
        plain.merge(factor, 1.0);
    }
    let (triangle, right, _) = whole.parts();
    let mut spectrum = Decomposition::of(&triangle);
    spectrum.condition_unscaled = Singular::of(plain.parts().0).condition();
    let beta = &spectrum.inverse * DVector::from_vec(right);
    let variance = factors
        .iter()
        .zip(&weights)
        .map(|(factor, weight)| variance(factor, *weight, &beta, &spectrum.inverse))
        .collect();
    Estimate {
        beta: beta.as_slice().to_vec(),
        weights,
        variance,
        spectrum,
    }
}

/// Residual variance of a row: its residual sum of squares over its own degrees of freedom, which
/// are its samples less its share of the parameters (the trace of its part of the hat matrix).
fn variance(factor: &Factor, weight: f64, beta: &DVector<f64>, inverse: &DMatrix<f64>) -> f64 {
    let (triangle, right, outside) = factor.parts();
    let residual = &triangle * beta - DVector::from_vec(right.clone());
    let squares = residual.norm_squared() + outside * outside;
    let share = weight * (&triangle * inverse).norm_squared();
    #[expect(clippy::cast_precision_loss, reason = "a count of samples")]
    let freedom = (factor.rows() as f64 - share).max(1.0);
    #[expect(clippy::cast_precision_loss, reason = "a count of samples")]
    let power = (right.iter().map(|x| x * x).sum::<f64>() + outside * outside)
        / (factor.rows() as f64).max(1.0);
    // Without noise the residual is rounding; a weight made of that would drown other rows.
    (squares / freedom).max(1e-20 * power)
}

impl Decomposition {
    fn of(triangle: &DMatrix<f64>) -> Self {
        let mut scaled = triangle.clone();
        let scales = scale_columns(&mut scaled);
        let svd = Singular::of(scaled);
        let largest = svd.values.first().copied().unwrap_or(0.0);
        let rank = svd
            .values
            .iter()
            .filter(|s| **s > RANK_TOLERANCE * largest)
            .count();
        let size = svd.values.len();
        let mut inverse = DMatrix::zeros(size, size);
        for (k, value) in svd.values.iter().take(rank).enumerate() {
            inverse += svd.right.column(k) * svd.left.column(k).transpose() / *value;
        }
        for (mut row, scale) in inverse.row_iter_mut().zip(&scales) {
            row /= *scale;
        }
        let condition = if rank == size {
            svd.condition()
        } else {
            f64::INFINITY
        };
        Self {
            scales,
            singular_values: svd.values,
            rank,
            directions: svd.right,
            inverse,
            condition,
            condition_unscaled: f64::INFINITY,
        }
    }
}
