//! What makes a motion good: figures of the information matrix, and their derivatives by it.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use crate::numeric::cholesky;

/// A figure of the information matrix `YᵀWY`.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Criterion {
    /// The logarithm of its determinant, to be large: it depends neither on frames nor on the choice of base columns.
    #[default]
    LogDeterminant,
    /// The condition number of the observation matrix (2-norm), to be small.
    Condition(Scale),
    /// The same of the Frobenius norm, `‖Y‖ ‖Y⁺‖`.
    Frobenius(Scale),
    /// The smallest singular value of the observation matrix, to be large.
    SmallestSingularValue(Scale),
    /// The root mean square of expected deviations of combinations `C β`, each as a share of its size, to be small:
    /// `C` has a row a combination, divided by its size.
    Deviations(DMatrix<f64>),
}

/// What columns are divided by before a condition number is taken.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Scale {
    /// Nothing: SI units.
    #[default]
    Unscaled,
    /// Their norms: what stands nearly still is then hidden.
    Columns,
    /// These numbers multiply columns, for example the sizes of nominal base parameters.
    By(Vec<f64>),
}

/// A figure to make small, and its derivative by each element of the matrix (symmetric).
#[derive(Debug, Clone)]
pub(super) struct Valued {
    pub(super) value: f64,
    pub(super) slope: DMatrix<f64>,
}

impl Criterion {
    /// What a file and a terminal call it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::LogDeterminant => "log-det",
            Self::Condition(Scale::Columns) => "scaled-condition",
            Self::Condition(_) => "condition",
            Self::Frobenius(Scale::Columns) => "scaled-frobenius",
            Self::Frobenius(_) => "frobenius",
            Self::SmallestSingularValue(_) => "smallest-singular-value",
            Self::Deviations(_) => "deviations",
        }
    }

    /// Whether larger is better.
    #[must_use]
    pub fn is_to_be_large(&self) -> bool {
        matches!(self, Self::LogDeterminant | Self::SmallestSingularValue(_))
    }

    /// The figure itself; `None` if the matrix is singular.
    #[must_use]
    pub fn figure(&self, information: &DMatrix<f64>) -> Option<f64> {
        let values = |scale: &Scale| {
            let mut values: Vec<f64> = scale
                .scaled(information)
                .0
                .symmetric_eigenvalues()
                .iter()
                .copied()
                .collect();
            values.sort_by(f64::total_cmp);
            let (first, last) = (*values.first()?, *values.last()?);
            (first > last * 1e-15).then_some(values)
        };
        match self {
            Self::Condition(scale) => {
                let values = values(scale)?;
                Some((values[values.len() - 1] / values[0]).sqrt())
            }
            Self::SmallestSingularValue(scale) => Some(values(scale)?[0].sqrt()),
            Self::Frobenius(scale) => {
                let values = values(scale)?;
                let inverse: f64 = values.iter().map(|x| 1.0 / x).sum();
                Some((values.iter().sum::<f64>() * inverse).sqrt())
            }
            Self::LogDeterminant => self.of(information, 1.0).map(|found| -found.value),
            Self::Deviations(_) => self.of(information, 1.0).map(|found| found.value.exp()),
        }
    }

    /// A smooth figure to make small; the larger `sharpness`, the nearer to the figure itself that has corners where
    /// singular values are equal. `None` where the matrix is not positive definite.
    pub(super) fn of(&self, information: &DMatrix<f64>, sharpness: f64) -> Option<Valued> {
        match self {
            Self::LogDeterminant => {
                let factor = regular(information)?;
                let value = -2.0
                    * factor
                        .l_dirty()
                        .diagonal()
                        .iter()
                        .map(|x| x.ln())
                        .sum::<f64>();
                let slope = -factor.inverse();
                value.is_finite().then_some(Valued { value, slope })
            }
            Self::Deviations(combinations) => {
                let inverse = regular(information)?.inverse();
                let half = combinations * &inverse;
                let count = combinations.nrows().max(1) as f64;
                let mean = half.component_mul(combinations).sum() / count;
                // The logarithm of the root of the mean of squares.
                let slope = half.tr_mul(&half) / (-2.0 * count * mean);
                (mean > 0.0).then(|| Valued {
                    value: 0.5 * mean.ln(),
                    slope,
                })
            }
            Self::Condition(scale) => scale.of(information, |values| {
                let (large, of_large) = soft_largest(values, sharpness);
                let (small, of_small) = soft_largest(&values.map(|x| 1.0 / x), sharpness);
                let slopes = values.zip_map(&of_small, |x, slope| -slope / (x * x)) + of_large;
                (0.5 * (large + small), slopes * 0.5)
            }),
            Self::SmallestSingularValue(scale) => scale.of(information, |values| {
                let (small, of_small) = soft_largest(&values.map(|x| 1.0 / x), sharpness);
                (
                    0.5 * small,
                    values.zip_map(&of_small, |x, slope| -0.5 * slope / (x * x)),
                )
            }),
            Self::Frobenius(scale) => scale.of(information, |values| {
                let (sum, inverse) = (values.sum(), values.map(|x| 1.0 / x).sum());
                let slopes = values.map(|x| 0.5 / sum - 0.5 / (x * x * inverse));
                (0.5 * (sum.ln() + inverse.ln()), slopes)
            }),
        }
    }

    /// Whether it has corners, so that it is approached by smooth ones.
    pub(super) fn has_corners(&self) -> bool {
        matches!(self, Self::Condition(_) | Self::SmallestSingularValue(_))
    }
}

/// The factor of a matrix; `None` where a column depends on those before it but for rounding.
fn regular(information: &DMatrix<f64>) -> Option<Cholesky<f64, Dyn>> {
    let factor = cholesky(information.clone())?;
    let own = factor.l_dirty().diagonal();
    let mut pairs = own
        .iter()
        .zip(information.diagonal().iter().copied().collect::<Vec<_>>());
    pairs
        .all(|(own, whole)| own * own > 1e-13 * whole)
        .then_some(factor)
}

/// The logarithm of the p-norm of positive numbers, and its derivatives.
fn soft_largest(values: &DVector<f64>, p: f64) -> (f64, DVector<f64>) {
    let largest = values.max();
    let powers = values.map(|x| libm::pow(x / largest, p));
    let sum = powers.sum();
    let slopes = powers.zip_map(values, |power, x| power / (sum * x));
    (largest.ln() + sum.ln() / p, slopes)
}

impl Scale {
    /// `D M D`, and the diagonal of `D`.
    pub(super) fn scaled(
        &self,
        information: &DMatrix<f64>,
    ) -> (DMatrix<f64>, Option<DVector<f64>>) {
        let by = match self {
            Self::Unscaled => return (information.clone(), None),
            Self::Columns => information
                .diagonal()
                .map(|x| 1.0 / x.max(f64::MIN_POSITIVE).sqrt()),
            Self::By(factors) => DVector::from_column_slice(factors),
        };
        let scaled = DMatrix::from_fn(by.len(), by.len(), |i, j| {
            by[i] * information[(i, j)] * by[j]
        });
        (scaled, Some(by))
    }

    /// A function of the eigenvalues of the scaled matrix, with derivatives by them, as one of the matrix.
    fn of(
        &self,
        information: &DMatrix<f64>,
        function: impl Fn(&DVector<f64>) -> (f64, DVector<f64>),
    ) -> Option<Valued> {
        let (scaled, by) = self.scaled(information);
        let eigen = scaled.clone().symmetric_eigen();
        let largest = eigen.eigenvalues.max();
        if eigen.eigenvalues.min() <= 1e-14 * largest || !largest.is_finite() {
            return None;
        }
        let (value, slopes) = function(&eigen.eigenvalues);
        let vectors = &eigen.eigenvectors;
        let mut slope = vectors * DMatrix::from_diagonal(&slopes) * vectors.transpose();
        if let Some(by) = by {
            let own: Vec<f64> = (0..by.len())
                .map(|i| slope.row(i).component_mul(&scaled.row(i)).sum())
                .collect();
            slope = DMatrix::from_fn(by.len(), by.len(), |i, j| by[i] * slope[(i, j)] * by[j]);
            if *self == Self::Columns {
                for (i, own) in own.into_iter().enumerate() {
                    slope[(i, i)] -= own / information[(i, i)];
                }
            }
        }
        value.is_finite().then_some(Valued { value, slope })
    }
}

#[cfg(test)]
mod tests;
