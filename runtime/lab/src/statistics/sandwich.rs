//! How noise that is correlated in time and from row to row scatters an estimate.

use std::collections::VecDeque;

use nalgebra::{DMatrix, DVector};

use super::noise::{Noise, past_covariances};

/// `Σ_st Σ_ij x_i(s) γ_ij(s - t) x_j(t)ᵀ` of rows `x`, in one run through them.
///
/// What a sample has in common with all before it follows the recursion of the noise:
/// `z_i(t) = Σ_(s < t) Σ_j γ_ij(t - s) x_j(s) = -Σ_k a_k z_i(t - k) + Σ_d Σ_j c_ij,d x_j(t - d)`, with
/// `c_ij,d = -Σ_(k >= d) a_k γ_ij(d - k)`.
pub(crate) struct Sandwich {
    rows: Vec<FilteredRow>,
    /// Samples, the latest first, each a vector a row.
    recent: VecDeque<Vec<DVector<f64>>>,
    longest: usize,
    /// Half of the sum, not symmetric.
    half: DMatrix<f64>,
}

struct FilteredRow {
    filter: Vec<f64>,
    /// For each row half of the covariance at the same time, and `c`.
    with: Vec<(f64, Vec<f64>)>,
    /// `z`, the latest first.
    common: VecDeque<DVector<f64>>,
}

impl Sandwich {
    /// Of vectors of a size.
    pub(crate) fn of(noise: &Noise, size: usize) -> Self {
        let n = noise.rows.len();
        let rows = (0..n).map(|i| {
            let filter = noise.rows[i].filter();
            let with = (0..n).map(|j| {
                let covariances = noise.covariances(i, j, filter.len());
                (
                    0.5 * covariances[0],
                    past_covariances(&filter, &covariances),
                )
            });
            FilteredRow {
                with: with.collect(),
                filter,
                common: VecDeque::new(),
            }
        });
        let rows: Vec<FilteredRow> = rows.collect();
        Self {
            longest: rows.iter().map(|row| row.filter.len()).max().unwrap_or(1),
            rows,
            recent: VecDeque::new(),
            half: DMatrix::zeros(size, size),
        }
    }

    /// Takes in the rows of the next sample (`n` vectors).
    pub(crate) fn push(&mut self, sample: Vec<DVector<f64>>) {
        let size = self.half.nrows();
        for (i, row) in self.rows.iter_mut().enumerate() {
            let mut common = DVector::zeros(size);
            for (a, z) in row.filter.iter().skip(1).zip(&row.common) {
                common.axpy(-a, z, 1.0);
            }
            for (j, (_, past)) in row.with.iter().enumerate() {
                for (c, x) in past.iter().zip(&self.recent) {
                    common.axpy(*c, &x[j], 1.0);
                }
            }
            let mut now = common.clone();
            for (x, (half, _)) in sample.iter().zip(&row.with) {
                now.axpy(*half, x, 1.0);
            }
            self.half.ger(1.0, &sample[i], &now, 1.0);
            row.common.push_front(common);
            row.common.truncate(self.longest);
        }
        self.recent.push_front(sample);
        self.recent.truncate(self.longest);
    }

    /// Forgets the samples before: what follows is another recording.
    pub(crate) fn restart(&mut self) {
        self.recent.clear();
        self.rows.iter_mut().for_each(|row| row.common.clear());
    }

    /// The sum.
    pub(crate) fn sum(&self) -> DMatrix<f64> {
        &self.half + self.half.transpose()
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::super::noise::{Autoregression, Noise};
    use super::Sandwich;
    use crate::random::Random;

    /// Against the double sum over all pairs of samples, with covariances from impulse responses.
    #[test]
    fn one_run_gives_the_double_sum() {
        let row = |reflections: &[f64], variance| Autoregression::new(reflections, variance);
        let noise = Noise {
            rows: vec![row(&[-0.7, 0.3], 1.0), row(&[0.4], 2.0), row(&[], 0.5)],
            across: DMatrix::from_row_slice(3, 3, &[1.0, 0.6, -0.2, 0.6, 1.0, 0.3, -0.2, 0.3, 1.0]),
        };
        let mut random = Random::new(8);
        let mut vector = || DVector::from_fn(2, |_, _| random.normal());
        let samples: Vec<Vec<DVector<f64>>> = (0..12)
            .map(|_| (0..3).map(|_| vector()).collect())
            .collect();
        let mut sandwich = Sandwich::of(&noise, 2);
        let mut expected = DMatrix::<f64>::zeros(2, 2);
        for (s, one) in samples.iter().enumerate() {
            sandwich.push(one.clone());
            for (t, other) in samples.iter().enumerate() {
                for (i, x) in one.iter().enumerate() {
                    for (j, y) in other.iter().enumerate() {
                        // E u_i(s) u_j(t): row j later by t - s, or row i later by s - t.
                        let lag = s.abs_diff(t);
                        let covariance = match t >= s {
                            true => noise.covariances(i, j, lag)[lag],
                            false => noise.covariances(j, i, lag)[lag],
                        };
                        expected += x * y.transpose() * covariance;
                    }
                }
            }
        }
        assert!((sandwich.sum() - expected).amax() < 1e-9);
    }
}
