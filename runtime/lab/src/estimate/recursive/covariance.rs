//! The recursion of books: an estimate and its covariance, from something to begin with.

use super::{Information, Recursion, RecursionError, check, check_factor};

/// Least squares by Kozłowski and Dutkiewicz (1996), equations 6 and 7:
/// `X += P Φ (y - Φᵀ X)` with `P -= P Φ Φᵀ P / (1 + Φᵀ P Φ)`.
///
/// It needs an estimate and a covariance before the first row, which stay in the answer as so many rows more would: from a
/// prior it is the least squares of the rows and of the prior together ([`Covariance::new`]); from the information of
/// the first rows, of these and the others ([`Covariance::of`]), and nothing else.
#[derive(Debug, Clone, PartialEq)]
pub struct Covariance {
    estimate: Vec<f64>,
    /// `P` (`b × b`), in units of the variance of a row.
    covariance: Vec<f64>,
}

impl Covariance {
    /// From an estimate (`b`) with a covariance (`b × b`, row-major), in units of the variance of a row.
    ///
    /// # Errors
    /// [`RecursionError::Prior`] of what is no covariance.
    pub fn new(estimate: Vec<f64>, covariance: Vec<f64>) -> Result<Self, RecursionError> {
        let b = estimate.len();
        let fits = covariance.len() == b * b;
        let finite = covariance.iter().chain(&estimate).all(|x| x.is_finite());
        let positive = || (0..b).all(|k| covariance[k * b + k] > 0.0);
        let pairs = || (0..b).flat_map(|i| (0..i).map(move |j| (i, j)));
        let symmetric = || {
            pairs().all(|(i, j)| {
                let (one, other) = (covariance[i * b + j], covariance[j * b + i]);
                let most = (covariance[i * b + i] * covariance[j * b + j]).sqrt();
                (one - other).abs() <= 1e-9 * most && one.abs() <= most
            })
        };
        match fits && finite && positive() && symmetric() {
            true => Ok(Self {
                estimate,
                covariance,
            }),
            false => Err(RecursionError::Prior(b)),
        }
    }

    /// From the information of rows that determine the unknowns; none where they do not.
    #[must_use]
    pub fn of(information: &Information) -> Option<Self> {
        Some(Self {
            estimate: information.solve()?,
            covariance: information.inverse()?,
        })
    }

    /// `P`, row-major (`b × b`): the covariance of the estimate, in units of the variance of a row.
    #[must_use]
    pub fn covariance(&self) -> &[f64] {
        &self.covariance
    }
}

impl Recursion for Covariance {
    fn columns(&self) -> usize {
        self.estimate.len()
    }

    fn push(&mut self, row: &[f64], right: f64) -> Result<(), RecursionError> {
        let b = self.estimate.len();
        check(b, row, right)?;
        let dot = |one: &[f64]| -> f64 { one.iter().zip(row).map(|(a, b)| a * b).sum() };
        let along: Vec<f64> = self.covariance.chunks_exact(b.max(1)).map(dot).collect();
        let size = 1.0 + dot(&along);
        let news = right - dot(&self.estimate);
        if !(size.is_finite() && news.is_finite() && size > 0.0) {
            return Err(RecursionError::NotFinite);
        }
        for (i, gain) in along.iter().enumerate() {
            self.estimate[i] += gain / size * news;
            for (j, other) in along.iter().enumerate().take(i + 1) {
                let left = self.covariance[i * b + j] - gain * other / size;
                // One number for both keeps it symmetric.
                (self.covariance[i * b + j], self.covariance[j * b + i]) = (left, left);
            }
        }
        Ok(())
    }

    fn forget(&mut self, factor: f64) -> Result<(), RecursionError> {
        check_factor(factor)?;
        self.covariance.iter_mut().for_each(|p| *p /= factor);
        Ok(())
    }

    fn solve(&self) -> Option<Vec<f64>> {
        let finite = self.estimate.iter().all(|x| x.is_finite());
        finite.then(|| self.estimate.clone())
    }
}
