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
/// so the null hypothesis is noise that was white when it was recorded, of each recording as it was decimated. Of a recording that is not
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
        // Recordings that were decimated alike have noise of one kind.
        let mut kinds: Vec<Products> = Vec::new();
        for series in series {
            let known = kinds.iter().position(|kind| kind.noise == series.noise);
            let place = known.unwrap_or(kinds.len());
            if known.is_none() {
                kinds.push(Products::of(&series.noise));
            }
            kinds[place].add(series, row);
        }
        let found = autocorrelations(&kinds)?;
        let noise = |lag: usize| -> f64 {
            let all = found.pairs[lag] * found.variance;
            let share = |kind: &Products| kind.pairs[lag] as f64 * kind.variance() / all;
            let terms = kinds.iter().map(|kind| share(kind) * kind.noise(lag));
            terms.sum()
        };
        let n = found.pairs[0];
        let off = DVector::from_fn(LAGS, |i, _| {
            let lag = i + 1;
            // The variance of a mean goes with its pairs, of which gaps leave fewer than n - lag.
            (found.correlation[lag] - noise(lag)) * (found.pairs[lag] * (n + 2.0) / n).sqrt()
        });
        // Where the anti-alias filter leaves nothing of the noise, the slightest other error would
        // decide: only combinations of lags that vary are tested.
        let mut covariance = DMatrix::zeros(LAGS, LAGS);
        for kind in &kinds {
            let share = kind.pairs[0] as f64 / n * (kind.variance() / found.variance).powi(2);
            covariance += bartlett(|lag| kind.noise(lag)) * share;
        }
        let spread = Svd::of(covariance);
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

/// Sums over recordings whose noise is of one kind.
struct Products<'a> {
    /// Autocorrelations of that noise, as [`Series::noise`] has them.
    noise: &'a [f64],
    /// Products of residuals so many samples apart, over pairs of which both count.
    products: [f64; LAGS + 1],
    /// How many pairs these are.
    pairs: [usize; LAGS + 1],
}

impl<'a> Products<'a> {
    fn of(noise: &'a [f64]) -> Self {
        Self {
            noise,
            products: [0.0; LAGS + 1],
            pairs: [0; LAGS + 1],
        }
    }

    fn add(&mut self, series: &Series, row: usize) {
        let residuals: Vec<Option<f64>> = series.residuals(row).collect();
        for lag in 0..=LAGS {
            let later = residuals.get(lag..).unwrap_or_default();
            for (a, b) in residuals.iter().zip(later) {
                if let (Some(a), Some(b)) = (a, b) {
                    self.products[lag] += a * b;
                    self.pairs[lag] += 1;
                }
            }
        }
    }

    /// The autocorrelation of the noise.
    fn noise(&self, lag: usize) -> f64 {
        let white = if lag == 0 { 1.0 } else { 0.0 };
        self.noise.get(lag).copied().unwrap_or(white)
    }

    /// The mean square of the residuals; 0 where none counts.
    fn variance(&self) -> f64 {
        self.products[0] / self.pairs[0].max(1) as f64
    }
}

struct Autocorrelations {
    /// The mean square of all residuals.
    variance: f64,
    /// How many pairs of samples each autocorrelation is a mean over.
    pairs: [f64; LAGS + 1],
    /// Lags 0 to `LAGS`.
    correlation: [f64; LAGS + 1],
}

/// Autocorrelations over pairs of samples that both count, of all kinds together.
fn autocorrelations(kinds: &[Products<'_>]) -> Option<Autocorrelations> {
    let pairs: [usize; LAGS + 1] =
        std::array::from_fn(|lag| kinds.iter().map(|kind| kind.pairs[lag]).sum());
    let products: [f64; LAGS + 1] =
        std::array::from_fn(|lag| kinds.iter().map(|kind| kind.products[lag]).sum());
    let enough = pairs.iter().all(|count| *count >= 50) && pairs[0] >= 100;
    if !enough || products[0] <= 0.0 {
        return None;
    }
    let mean = |lag: usize| products[lag] / pairs[lag] as f64;
    Some(Autocorrelations {
        variance: mean(0),
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

#[cfg(test)]
mod tests {
    use super::{LAGS, Whiteness, bartlett};
    use crate::random::Random;
    use crate::regression::Series;

    fn series(residuals: &[f64], kept: impl Fn(usize) -> bool) -> Series {
        let mut series = Series::new("swing", 1, 50.0);
        for (k, e) in residuals.iter().enumerate() {
            series.push(k as f64, &[e + 1.0], &[1.0], [kept(k)].into_iter());
        }
        series
    }

    fn noise(count: usize) -> Vec<f64> {
        let mut random = Random::new(12);
        (0..count).map(|_| random.normal()).collect()
    }

    /// Ljung and Box: `n (n+2) Σ r²/(n-k)`.
    #[test]
    fn without_decimation_the_statistic_is_that_of_ljung_and_box() {
        let e = noise(150);
        let found = Whiteness::of(&[series(&e, |_| true)], 0).expect("a test");
        let product = |lag: usize| e.iter().zip(&e[lag..]).map(|(a, b)| a * b).sum::<f64>();
        let n = 150.0;
        let expected: f64 = (1..=10)
            .map(|k| (product(k) / product(0)).powi(2) / (n - k as f64))
            .sum::<f64>()
            * n
            * (n + 2.0);
        assert!(
            (found.statistic / expected - 1.0).abs() < 1e-9,
            "{found:?} {expected}"
        );
        assert_eq!((found.lags, found.freedom), (10, 10));
        let r = product(1) / 149.0 / (product(0) / 150.0);
        assert!((found.durbin_watson - 2.0 * (1.0 - r)).abs() < 1e-12);
        assert_eq!(found.durbin_watson_white, 2.0);
        assert!(found.white && found.p_value >= 0.01);
        // Beside another recording sums go on, and no pair goes across.
        let halves = [series(&e[..70], |_| true), series(&e[70..], |_| true)];
        let apart = Whiteness::of(&halves, 0).expect("a test");
        assert!((apart.durbin_watson - found.durbin_watson).abs() > 1e-6);
    }

    #[test]
    fn noise_that_is_expected_is_taken_off() {
        // White noise that went through (1 + z)/√2: correlation 1/2 at lag 1.
        let white = noise(801);
        let e: Vec<f64> = white.windows(2).map(|w| w[0] + w[1]).collect();
        let plain = Whiteness::of(&[series(&e, |_| true)], 0).expect("a test");
        assert!(!plain.white && plain.p_value < 1e-10);
        let mut known = series(&e, |_| true);
        known.noise = vec![1.0, 0.5];
        let found = Whiteness::of(&[known], 0).expect("a test");
        assert!(found.white, "{found:?}");
        assert_eq!(found.durbin_watson_white, 1.0);
        assert!(
            found.freedom < 10 && found.freedom.is_multiple_of(2),
            "{}",
            found.freedom
        );
    }

    /// Two recordings, of which one went through (1 + z)/√2, with twice the variance: 5 % of tests are doubted at that level, and
    /// the correlation that is expected is in between.
    #[test]
    fn each_recording_has_the_noise_of_its_own_decimation() {
        let mut random = Random::new(31);
        let mut doubted = 0;
        for _ in 0..300 {
            let white: Vec<f64> = (0..401).map(|_| random.normal()).collect();
            let e: Vec<f64> = white.windows(2).map(|w| w[0] + w[1]).collect();
            let mut coloured = series(&e, |_| true);
            coloured.noise = vec![1.0, 0.5];
            let plain: Vec<f64> = (0..400).map(|_| random.normal()).collect();
            let plain = series(&plain, |_| true);
            let one = Whiteness::of(&[plain.clone(), coloured.clone()], 0).expect("a test");
            let other = Whiteness::of(&[coloured, plain], 0).expect("a test");
            assert!((one.statistic / other.statistic - 1.0).abs() < 1e-9);
            assert_eq!(one.white, one.p_value >= 0.01, "{one:?}");
            let expected = one.durbin_watson_white;
            assert!((1.25..1.45).contains(&expected), "{expected}");
            doubted += u32::from(one.p_value < 0.05);
        }
        // 5 % of 300 is 15, with a deviation of 4.
        assert!((4..=30).contains(&doubted), "{doubted}");
    }

    /// So many samples one after the other, and others that are apart by more than all lags: a hundred together.
    fn with_gaps(block: usize) -> Series {
        let apart = |k: usize| k >= 70 && (k - 70).is_multiple_of(11);
        let e = noise(70 + 11 * (100 - block));
        series(&e, |k| k < block || apart(k))
    }

    /// The mean over pairs of which both count, whose variance goes with how many these are; 50 are enough.
    #[test]
    fn gaps_leave_pairs_of_which_both_count() {
        let found = Whiteness::of(&[with_gaps(60)], 0).expect("a test");
        let e = noise(70 + 11 * 40);
        let of_lag = |lag: usize| {
            e[..60]
                .iter()
                .zip(&e[lag..60])
                .map(|(a, b)| a * b)
                .sum::<f64>()
        };
        let apart: f64 = (0..40_usize).map(|k| e[70 + 11 * k].powi(2)).sum();
        let variance = (of_lag(0) + apart) / 100.0;
        let each = (1..=10).map(|lag| {
            let pairs = (60 - lag) as f64;
            (of_lag(lag) / pairs / variance).powi(2) * pairs * 102.0 / 100.0
        });
        let expected: f64 = each.sum();
        assert!(
            (found.statistic / expected - 1.0).abs() < 1e-9,
            "{found:?} {expected}"
        );
        assert_eq!(found.freedom, 10);
        assert!(Whiteness::of(&[with_gaps(59)], 0).is_none());
    }

    /// Autocorrelations of nothing and of lag 0 alone are both those of white noise, but of two kinds: correlations vary by the squares
    /// of what each adds, here of 150 residuals and of 350 that are three times as large.
    #[test]
    fn kinds_of_noise_count_by_their_samples_and_their_squares() {
        let (quiet, loud) = (noise(150), noise(500)[150..].to_vec());
        let loud: Vec<f64> = loud.iter().map(|e| 3.0 * e).collect();
        let mut known = series(&loud, |_| true);
        known.noise = vec![1.0];
        let found = Whiteness::of(&[series(&quiet, |_| true), known], 0).expect("a test");
        let product =
            |e: &[f64], lag: usize| e.iter().zip(&e[lag..]).map(|(a, b)| a * b).sum::<f64>();
        let both = |lag: usize| product(&quiet, lag) + product(&loud, lag);
        let variance = both(0) / 500.0;
        let share = |e: &[f64]| {
            let count = e.len() as f64;
            count / 500.0 * (product(e, 0) / count / variance).powi(2)
        };
        let each = (1..=10).map(|lag| {
            let pairs = 500.0 - 2.0 * lag as f64;
            (both(lag) / pairs / variance).powi(2) * pairs * 502.0 / 500.0
        });
        let expected = each.sum::<f64>() / (share(&quiet) + share(&loud));
        assert!(
            (found.statistic / expected - 1.0).abs() < 1e-9,
            "{found:?} {expected}"
        );
        assert_eq!((found.freedom, found.durbin_watson_white), (10, 2.0));
    }

    /// What the first row leaves is nothing to the second.
    #[test]
    fn each_row_is_tested_by_itself() {
        let all = noise(300);
        let (one, other) = all.split_at(150);
        let mut both = Series::new("swing", 2, 50.0);
        for (k, (one, other)) in one.iter().zip(other).enumerate() {
            both.push(
                k as f64,
                &[one + 1.0, other + 1.0],
                &[1.0; 2],
                [true; 2].into_iter(),
            );
        }
        for (row, alone) in [one, other].into_iter().enumerate() {
            let found = Whiteness::of(std::slice::from_ref(&both), row).expect("a test");
            assert_eq!(
                Whiteness::of(&[series(alone, |_| true)], 0),
                Some(found),
                "{row}"
            );
        }
    }

    #[test]
    fn few_residuals_say_nothing() {
        let e = noise(120);
        assert!(Whiteness::of(&[series(&e[..100], |_| true)], 0).is_some());
        assert!(Whiteness::of(&[series(&e[..99], |_| true)], 0).is_none());
        // Of every second sample there are no pairs.
        let long = noise(400);
        assert!(Whiteness::of(&[series(&long, |k| k % 2 == 0)], 0).is_none());
        assert!(Whiteness::of(&[series(&[0.0; 200], |_| true)], 0).is_none());
    }

    /// Bartlett's formula by its sum over both signs, of a correlation that falls by 0.6 a lag.
    #[test]
    fn correlations_of_coloured_noise_vary_together() {
        let rho = |k: i32| 0.6f64.powi(k.abs());
        let found = bartlett(|k| rho(k as i32));
        for i in 1..=LAGS as i32 {
            for j in 1..=LAGS as i32 {
                let term = |k: i32| {
                    rho(k + i) * rho(k + j) + rho(k - i) * rho(k + j)
                        - 2.0 * rho(i) * rho(k) * rho(k + j)
                        - 2.0 * rho(j) * rho(k) * rho(k + i)
                        + 2.0 * rho(i) * rho(j) * rho(k) * rho(k)
                };
                let expected: f64 = (-200..=200).map(term).sum();
                let x = found[(i as usize - 1, j as usize - 1)];
                assert!((x - expected).abs() < 1e-9, "{i} {j}: {x} for {expected}");
            }
        }
    }
}
