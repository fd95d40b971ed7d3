//! Whether residuals are the noise that they are taken for: a portmanteau test.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use crate::distribution::chi_square_tail;
use crate::numeric::Svd;
use crate::regression::{NOISE_LAGS, Series};
use crate::thresholds::NOT_WHITE;

/// How many lags are tested.
const LAGS: usize = 10;
/// How far correlations of the noise itself are followed.
const REACH: usize = NOISE_LAGS - LAGS;
/// Combinations of lags whose variance is below this share of the largest are not tested.
const SURE: f64 = 0.1;

/// A test of one row's residuals against white measurement noise.
///
/// Decimation colours white noise (its anti-alias filter leaves the upper fifth of the band empty),
/// so the null hypothesis is noise that was white when it was recorded. Of a recording that is not
/// decimated, without gaps, this is the test of Ljung and Box (1978): there the `n - lag` pairs of
/// a lag are all that its autocorrelation is a mean over.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Whiteness {
    /// How many lags were tested.
    pub lags: usize,
    /// Degrees of freedom of chi-square: combinations of lags that the noise makes vary; all of
    /// them without decimation.
    pub freedom: usize,
    /// `dᵀ Σ⁻¹ d` with `d = (r - r⁰) √(pairs (n+2) / n)` lag by lag: the autocorrelations `r` found,
    /// each a mean over `pairs` of residuals of which both count, out of `n` residuals; `r⁰` those of
    /// decimated white noise; and `Σ` the covariance of the former under the latter, times `n`
    /// (Bartlett 1946), inverted on those combinations.
    pub statistic: f64,
    /// The probability of so large a statistic if the noise was white.
    pub p_value: f64,
    /// Whether that is at least 1 %.
    pub white: bool,
    /// The statistic of Durbin and Watson, `Σ (e_k - e_(k-1))² / Σ e_k²`, as `2 (1 - r)` of the
    /// autocorrelation at lag 1: the same but for the ends of long recordings, and gaps do not
    /// lower it.
    pub durbin_watson: f64,
    /// What it would be of white noise, decimated: 2 without decimation.
    pub durbin_watson_white: f64,
}

impl Whiteness {
    /// Of one row's residuals over several recordings; `None` for fewer than 100 or for residuals
    /// that are all 0.
    #[must_use]
    pub fn of(series: &[Series], row: usize) -> Option<Self> {
        let found = autocorrelations(series, row)?;
        let noise = |lag: usize| -> f64 {
            let expected = series.first().and_then(|series| series.noise.get(lag));
            expected
                .copied()
                .unwrap_or(if lag == 0 { 1.0 } else { 0.0 })
        };
        let n = found.samples;
        let off = DVector::from_fn(LAGS, |i, _| {
            let lag = i + 1;
            // The variance of a mean goes with its pairs, of which gaps leave fewer than n - lag.
            (found.correlation[lag] - noise(lag)) * (found.pairs[lag] * (n + 2.0) / n).sqrt()
        });
        // Where the anti-alias filter leaves nothing of the noise, the slightest other error would
        // decide: only combinations of lags that vary are tested.
        let spread = Svd::of(bartlett(noise));
        let largest = spread.values.first().copied().unwrap_or(0.0);
        let varies = spread.values.iter().filter(|v| **v > SURE * largest);
        let freedom = varies.count() / 2 * 2;
        let along = |k: usize| spread.right.column(k).dot(&off).powi(2) / spread.values[k];
        let statistic: f64 = (0..freedom).map(along).sum();
        let p_value = chi_square_tail(statistic, freedom);
        Some(Self {
            lags: LAGS,
            freedom,
            statistic,
            p_value,
            white: p_value >= NOT_WHITE,
            durbin_watson: 2.0 * (1.0 - found.correlation[1]),
            durbin_watson_white: 2.0 * (1.0 - noise(1)),
        })
    }
}

struct Autocorrelations {
    samples: f64,
    /// How many pairs of samples each autocorrelation is a mean over.
    pairs: [f64; LAGS + 1],
    /// Lags 0 to `LAGS`.
    correlation: [f64; LAGS + 1],
}

/// Autocorrelations over pairs of samples that both count.
fn autocorrelations(series: &[Series], row: usize) -> Option<Autocorrelations> {
    let (mut products, mut pairs) = ([0.0; LAGS + 1], [0usize; LAGS + 1]);
    for series in series {
        let residuals: Vec<Option<f64>> = series.residuals(row).collect();
        for lag in 0..=LAGS {
            let later = residuals.get(lag..).unwrap_or_default();
            for (a, b) in residuals.iter().zip(later) {
                if let (Some(a), Some(b)) = (a, b) {
                    products[lag] += a * b;
                    pairs[lag] += 1;
                }
            }
        }
    }
    let enough = pairs.iter().all(|count| *count >= 50) && pairs[0] >= 100;
    if !enough || products[0] <= 0.0 {
        return None;
    }
    let mean = |lag: usize| products[lag] / pairs[lag] as f64;
    Some(Autocorrelations {
        samples: pairs[0] as f64,
        pairs: pairs.map(|count| count as f64),
        correlation: std::array::from_fn(|lag| mean(lag) / mean(0)),
    })
}

/// `n` times the covariance of sample autocorrelations at lags 1 to 10 of noise with the given
/// autocorrelations.
fn bartlett(noise: impl Fn(usize) -> f64) -> DMatrix<f64> {
    let term = |lag: usize, k: usize| {
        noise(k + lag) + noise(k.abs_diff(lag)) - 2.0 * noise(lag) * noise(k)
    };
    DMatrix::from_fn(LAGS, LAGS, |i, j| {
        let terms = (1..=REACH).map(|k| term(i + 1, k) * term(j + 1, k));
        terms.sum()
    })
}
