//! The noise of the equations, row by row: how it is correlated in time, and from row to row.
//!
//! Each row's noise is an autoregression. Its order and its coefficients are those that make the
//! residuals likeliest, with what the parameters took of them accounted for (restricted maximum
//! likelihood, Patterson and Thompson 1971), and the band that decimation emptied left out. Rows are
//! correlated through their innovations.

mod autoregression;
mod record;
mod restricted;
mod stretches;
mod uneven;

pub use autoregression::Autoregression;

use nalgebra::DMatrix;

use super::basis::{Basis, residual};
use crate::cores;
use crate::distribution::MANY;
use crate::estimate::Estimate;
use crate::motion::Motion;
use crate::regression::{Equations, RegressionError, Sample};
pub(crate) use record::Record;
pub(crate) use stretches::Stretches;

use record::Products;
use restricted::{Restricted, Seen};

/// Decimated samples that the noise is modelled from, over all recordings, and of each at least.
const SAMPLES: usize = 2000;
const EACH: usize = 200;
/// The highest order, and how many samples a coefficient takes; and nine tenths of them have to be in
/// stretches that are long enough for the order.
const HIGHEST: usize = 4;
const SAMPLES_A_COEFFICIENT: usize = 10;
/// By how much an `atanh` of a reflection coefficient is moved for derivatives.
const STEP: f64 = 0.05;

/// The noise of all rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Noise {
    /// Of each row (`n`).
    pub rows: Vec<Autoregression>,
    /// Correlations of the rows' innovations (`n × n`).
    pub across: DMatrix<f64>,
}

/// The noise as modelled, with what it was modelled from.
pub(crate) struct Modelled {
    pub(crate) noise: Noise,
    spread: Vec<DMatrix<f64>>,
    records: Vec<Vec<Record>>,
}

impl Noise {
    /// White noise of some variances, independent from row to row.
    pub(super) fn white(variance: &[f64]) -> Self {
        Self {
            rows: variance.iter().map(|v| Autoregression::white(*v)).collect(),
            across: DMatrix::identity(variance.len(), variance.len()),
        }
    }

    /// The noise of rows whose columns and residuals are given: restricted maximum likelihood, with what these columns
    /// took of it accounted for. `variance` is that of each row's residuals, `white` the autocorrelations that white
    /// noise has.
    pub(crate) fn beside(records: Vec<Vec<Record>>, variance: &[f64], white: &[f64]) -> Self {
        Modelled::fitted(records, variance, white).noise
    }

    /// Covariances `E u_i(t) u_j(t + lag)` of two rows for lags from 0 to `most`.
    pub(super) fn covariances(&self, i: usize, j: usize, most: usize) -> Vec<f64> {
        let (one, other) = (self.rows[i].impulse(), self.rows[j].impulse());
        let innovations =
            self.across[(i, j)] * (self.rows[i].variance * self.rows[j].variance).sqrt();
        let covariance = |lag: usize| {
            let later = other.get(lag..).unwrap_or_default();
            innovations * one.iter().zip(later).map(|(a, b)| a * b).sum::<f64>()
        };
        (0..=most).map(covariance).collect()
    }
}

impl Modelled {
    /// The noise of motions under an estimate, from a bounded number of samples of each, in stretches that are spread over it.
    pub(crate) fn of(
        equations: &Equations<'_>,
        motions: &[Motion],
        estimate: &Estimate,
        basis: &Basis,
    ) -> Result<Self, RegressionError> {
        let each = (SAMPLES / motions.len().max(1)).max(EACH);
        let mut stretches = Stretches::of(equations.rows(), basis.size(), each);
        let columns = equations.base_columns();
        for motion in motions {
            stretches.begin(motion, equations.step(motion));
            let mut take = |sample: &Sample<'_>| {
                let columns = |row: usize| basis.columns(sample, row);
                let residual = |row: usize| residual(sample, row, &estimate.beta);
                stretches.take(sample, &columns, &residual);
            };
            equations.pass(motion, &columns, &mut take, &mut |_| {})?;
        }
        let white = motions.first().map(|motion| equations.white(motion));
        let white = white.transpose()?.unwrap_or_default();
        Ok(Self::of_stretches(stretches, &estimate.variance, &white))
    }

    /// Of stretches, which say how noise is correlated: where they are not all, its size is that in all samples.
    pub(crate) fn of_stretches(stretches: Stretches, variance: &[f64], white: &[f64]) -> Self {
        let (records, times) = stretches.done();
        Self::sized(records, (variance, white), &times)
    }

    /// Of columns and residuals of each row: white noise where the records say no more. `variance` is that of each
    /// row's residuals, `white` the autocorrelations that white noise has.
    pub(crate) fn fitted(records: Vec<Vec<Record>>, variance: &[f64], white: &[f64]) -> Self {
        let times = vec![1.0; records.len()];
        Self::sized(records, (variance, white), &times)
    }

    /// The same of rows whose noise has so many times the variance that the records have.
    fn sized(
        records: Vec<Vec<Record>>,
        (variance, white): (&[f64], &[f64]),
        times: &[f64],
    ) -> Self {
        let enough = |order: &usize| {
            let mut rows = records.iter();
            rows.all(|records| {
                let (usable, all) = (record::usable(records, *order), record::usable(records, 0));
                usable >= SAMPLES_A_COEFFICIENT * order && 10 * usable >= 9 * all
            })
        };
        let highest = (0..=HIGHEST).rev().find(enough).unwrap_or(0);
        let products = cores::map(records.len(), &|row| {
            let records: Vec<&Record> = records[row].iter().collect();
            Products::of(&records, highest)
        });
        let quiet = variance.iter().any(|v| !(v.is_finite() && *v > 0.0));
        let seen = Seen::of(&products, white);
        let found = (!quiet).then(|| seen.fit(variance, highest)).flatten();
        let Some(found) = found else {
            let known = |samples: f64| DMatrix::from_element(1, 1, 2.0 / samples.max(1.0));
            return Self {
                noise: Noise::white(variance),
                spread: products.iter().map(|p| known(p.samples())).collect(),
                records,
            };
        };
        let across = across(&records, &found);
        let mut rows = found.models;
        let each = rows.iter_mut().zip(times);
        each.for_each(|(model, times)| model.variance *= times);
        Self {
            noise: Noise { rows, across },
            spread: found.spread,
            records,
        }
    }

    /// For each parameter the degrees of freedom of its variance, by Satterthwaite (1946): twice the
    /// square of the variance over the variance that it has because the noise is estimated. `gain`
    /// (`b × r`) leads from weighted columns to parameters.
    pub(super) fn freedom(&self, gain: &DMatrix<f64>, weights: &[f64]) -> Vec<f64> {
        let (whole, uncertain) = self.spread_of(gain, weights);
        freedom(&whole, &uncertain)
    }

    /// For each parameter its variance in the samples that the noise was modelled from, and the variance of that.
    pub(crate) fn spread_of(&self, gain: &DMatrix<f64>, weights: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let b = gain.nrows();
        let (mut whole, mut uncertain) = (vec![0.0; b], vec![0.0; b]);
        for (row, records) in self.records.iter().enumerate() {
            let model = &self.noise.rows[row];
            let scatter = |model: &Autoregression| -> Vec<f64> {
                let noise = Noise {
                    rows: vec![model.clone()],
                    across: DMatrix::identity(1, 1),
                };
                let covariances = noise.covariances(0, 0, model.order());
                let mut sum = vec![0.0; b];
                for record in records {
                    let columns = record.matrix.columns(0, record.matrix.ncols() - 1);
                    let through = gain * columns.transpose() * weights[row];
                    add_scatter(&through, &model.filter(), &covariances, &mut sum);
                }
                sum
            };
            let here = scatter(model);
            let mut slopes: Vec<Vec<f64>> = (0..model.order())
                .map(|k| {
                    let moved = |by: f64| {
                        let mut model = model.clone();
                        model.reflections[k] += by;
                        scatter(&model)
                    };
                    let pairs = moved(STEP).into_iter().zip(moved(-STEP));
                    pairs.map(|(a, b)| (a - b) / (2.0 * STEP)).collect()
                })
                .collect();
            whole.iter_mut().zip(&here).for_each(|(sum, v)| *sum += v);
            slopes.push(here);
            let spread = &self.spread[row];
            for (j, sum) in uncertain.iter_mut().enumerate() {
                let each = (0..slopes.len()).flat_map(|i| (0..slopes.len()).map(move |k| (i, k)));
                *sum += each
                    .map(|(i, k)| slopes[i][j] * spread[(i, k)] * slopes[k][j])
                    .sum::<f64>();
            }
        }
        (whole, uncertain)
    }
}

/// Degrees of freedom of variances and of how uncertain they are (Satterthwaite 1946).
pub(crate) fn freedom(whole: &[f64], uncertain: &[f64]) -> Vec<f64> {
    let pairs = whole.iter().zip(uncertain);
    pairs
        .map(|(v, u)| (2.0 * v * v / u).clamp(1.0, MANY))
        .map(|freedom| if freedom.is_nan() { MANY } else { freedom })
        .collect()
}

/// Adds `Σ_st g_s g_t γ(s - t)` of each row of `g` (`b × samples`).
fn add_scatter(g: &DMatrix<f64>, filter: &[f64], covariances: &[f64], sum: &mut [f64]) {
    // c_d, so that z_t = -Σ a_k z_(t-k) + Σ c_d g_(t-d) is what the past has in common with now.
    let past = past_covariances(filter, covariances);
    for (row, sum) in g.row_iter().zip(sum) {
        let mut z = vec![0.0; row.len()];
        for t in 0..row.len() {
            let terms = (1..filter.len().min(t + 1))
                .map(|k| past[k - 1] * row[t - k] - filter[k] * z[t - k]);
            z[t] = terms.sum();
            *sum += row[t] * (2.0 * z[t] + covariances[0] * row[t]);
        }
    }
}

/// `c_d = -Σ_(k >= d) a_k γ_(k - d)` for `d` from 1.
pub(super) fn past_covariances(filter: &[f64], covariances: &[f64]) -> Vec<f64> {
    let each = (1..filter.len()).map(|d| {
        let terms = (d..filter.len()).map(|k| filter[k] * covariances[k - d]);
        -terms.sum::<f64>()
    });
    each.collect()
}

/// Correlations of the innovations of different rows, from residuals that each row's filter whitens: of the
/// likeliest parameters under the noise, because what others leave is correlated by the columns.
fn across(records: &[Vec<Record>], found: &Restricted) -> DMatrix<f64> {
    let white: Vec<Vec<Option<f64>>> = records
        .iter()
        .zip(&found.models)
        .map(|(records, model)| {
            let filter = model.filter();
            let whitened = |record: &Record| -> Vec<Option<f64>> {
                let last = record.matrix.ncols() - 1;
                let residual =
                    record.matrix.column(last) - record.matrix.columns(0, last) * &found.change;
                let at = |t: usize| -> Option<f64> {
                    let whole =
                        t + 1 >= filter.len() && (0..filter.len()).all(|k| record.kept[t - k]);
                    let terms = filter.iter().enumerate();
                    whole.then(|| terms.map(|(k, a)| a * residual[t - k]).sum())
                };
                (0..record.kept.len()).map(at).collect()
            };
            records.iter().flat_map(whitened).collect()
        })
        .collect();
    let n = white.len();
    let correlation = |i: usize, j: usize| -> f64 {
        if i == j {
            return 1.0;
        }
        let (mut product, mut one, mut other) = (0.0, 0.0, 0.0);
        for (a, b) in white[i].iter().zip(&white[j]) {
            if let (Some(a), Some(b)) = (a, b) {
                product += a * b;
                one += a * a;
                other += b * b;
            }
        }
        let r = product / f64::sqrt(one * other);
        if r.is_finite() { r } else { 0.0 }
    };
    DMatrix::from_fn(n, n, correlation)
}

#[cfg(test)]
mod tests;
