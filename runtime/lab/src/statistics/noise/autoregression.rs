//! Autoregressive noise: its filter, its spectrum, its covariances, and its likelihood.

use std::f64::consts::PI;

use nalgebra::DMatrix;

/// The largest reflection coefficient: a memory of a thousand samples.
const STEEPEST: f64 = 0.999;
/// Rounds over all coefficients, and what still counts as a change (of an `atanh`).
const ROUNDS: usize = 30;
const SETTLED: f64 = 1e-9;
/// Steps to a likeliest coefficient, and what no longer counts as one.
const NEWTON: usize = 100;
const ROUNDING: f64 = 1e-16;
/// What an impulse response has to have fallen to, squared, beside what was summed.
const FADED: f64 = 1e-16;
const LONGEST: usize = 20_000;

/// Cosine and sine of the angle that a frequency turns by in a sample.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wave {
    pub(super) cosine: f64,
    sine: f64,
}

impl Wave {
    /// Of a frequency in cycles a sample.
    pub(super) fn of(frequency: f64) -> Self {
        let (sine, cosine) = (2.0 * PI * frequency).sin_cos();
        Self { cosine, sine }
    }
}

/// `u_t + a_1 u_(t-1) + ... + a_p u_(t-p) = w_t`, with white `w` of a variance.
#[derive(Debug, Clone, PartialEq)]
pub struct Autoregression {
    /// `atanh` of the reflection coefficients (`p`): any numbers are a stationary process.
    pub(super) reflections: Vec<f64>,
    /// Variance of the innovations `w`.
    pub(super) variance: f64,
}

impl Autoregression {
    /// White noise.
    pub(super) fn white(variance: f64) -> Self {
        Self {
            reflections: Vec::new(),
            variance,
        }
    }

    /// Of reflection coefficients as `atanh`.
    #[cfg(test)]
    pub(crate) fn new(reflections: &[f64], variance: f64) -> Self {
        Self {
            reflections: reflections.to_vec(),
            variance,
        }
    }

    /// The variance of the innovations.
    pub(crate) fn innovation(&self) -> f64 {
        self.variance
    }

    /// How many earlier values a value depends on.
    #[must_use]
    pub fn order(&self) -> usize {
        self.reflections.len()
    }

    /// `1, a_1, ..., a_p`, by the recursion of Levinson and Durbin.
    #[must_use]
    pub fn filter(&self) -> Vec<f64> {
        filter(&self.reflections)
    }

    /// The response of `u` to an impulse of `w`, until it has died away.
    #[must_use]
    pub fn impulse(&self) -> Vec<f64> {
        let a = self.filter();
        let mut response = vec![1.0];
        let (mut power, mut recent) = (1.0, 1.0);
        while self.order() > 0 && recent > FADED * power && response.len() < LONGEST {
            let t = response.len();
            let past = (1..a.len().min(t + 1)).map(|k| a[k] * response[t - k]);
            let value = -past.sum::<f64>();
            response.push(value);
            power += value * value;
            // A response that swings passes zero: its last few values count together.
            let last = response.iter().rev().take(2 * self.order() + 8);
            recent = last.map(|h| h * h).sum();
        }
        response
    }

    /// Two-sided density at frequencies whose cosines and sines are given.
    pub(super) fn density(&self, waves: &[Wave]) -> Vec<f64> {
        let a = self.filter();
        let gain = |wave: &Wave| {
            // Horner's scheme.
            let step = |(real, imaginary): (f64, f64), a: &f64| {
                let turned = real * wave.cosine - imaginary * wave.sine + a;
                (turned, real * wave.sine + imaginary * wave.cosine)
            };
            let (real, imaginary) = a.iter().rev().fold((0.0, 0.0), step);
            self.variance / (real * real + imaginary * imaginary)
        };
        waves.iter().map(gain).collect()
    }

    /// The logarithm of the determinant of the correlations at the start of each run, which makes the
    /// likelihood that of stationary noise.
    pub(super) fn ends(&self, runs: f64) -> f64 {
        ends(&self.reflections, runs)
    }

    /// How much more the noise has at frequency zero than white noise of its variance.
    #[must_use]
    pub fn long_run_ratio(&self) -> f64 {
        let sum: f64 = self.filter().iter().sum();
        let squares: f64 = self.impulse().iter().map(|h| h * h).sum();
        (sum * sum * squares).recip()
    }

    /// The model of an order that makes expected moments likeliest, from `start` if it is of that order,
    /// and minus twice the logarithm of its likelihood, but for a constant.
    pub(super) fn fitted(moments: &Moments, order: usize, start: Option<&[f64]>) -> (Self, f64) {
        let known = start.filter(|start| start.len() == order);
        let mut x = known.map_or_else(|| vec![0.0; order], <[f64]>::to_vec);
        let mut coefficients: Vec<f64> = x.iter().map(|x| x.tanh()).collect();
        for _ in 0..ROUNDS {
            let mut moved: f64 = 0.0;
            for k in 0..order {
                coefficients[k] = moments.likeliest(&mut coefficients, k);
                let best = coefficients[k].atanh();
                moved = moved.max((best - x[k]).abs());
                x[k] = best;
            }
            if moved < SETTLED {
                break;
            }
        }
        let value = moments.profile(&x);
        let variance = moments.power(&x) / moments.samples;
        let model = Self {
            reflections: x,
            variance,
        };
        (model, value)
    }

    /// Derivatives of the logarithm of the likelihood at given moments by `reflections` and by the
    /// logarithm of `variance` (`p + 1`).
    pub(super) fn score(&self, moments: &Moments) -> Vec<f64> {
        const STEP: f64 = 1e-4;
        let mut x = self.reflections.clone();
        let mut at = |k: usize, step: f64| {
            x[k] += step;
            let value = -0.5 * (moments.power(&x) / self.variance + ends(&x, moments.runs));
            x[k] -= step;
            value
        };
        let slope = |k| (at(k, STEP) - at(k, -STEP)) / (2.0 * STEP);
        let mut score: Vec<f64> = (0..self.order()).map(slope).collect();
        let power = moments.power(&self.reflections);
        score.push(0.5 * (power / self.variance - moments.samples));
        score
    }
}

/// What the likelihood of stationary noise needs to know of it: the exact quadratic form of Box and
/// Jenkins (1976, appendix A7.5) has `Σ a_j a_k D_jk` with `D_jk = Σ_t u_(t+j) u_(t+k)`, `t` from 0 to
/// `N - 1 - j - k`.
pub(super) struct Moments {
    /// `D` (`P + 1` squared), in expectation where not all of the noise is seen.
    pub(super) products: DMatrix<f64>,
    /// Samples, over all runs.
    pub(super) samples: f64,
    /// Stretches without gaps.
    pub(super) runs: f64,
}

impl Moments {
    /// The sum of squares of innovations.
    fn power(&self, reflections: &[f64]) -> f64 {
        self.squares(&filter(reflections)).max(f64::MIN_POSITIVE)
    }

    fn squares(&self, a: &[f64]) -> f64 {
        let size = self.products.nrows().max(1);
        let columns = self.products.as_slice().chunks_exact(size);
        let of_column = |(a_k, column): (&f64, &[f64])| {
            let products = column.iter().zip(a).map(|(product, a_j)| product * a_j);
            a_k * products.sum::<f64>()
        };
        a.iter().zip(columns).map(of_column).sum()
    }

    /// The likeliest reflection coefficient in one place, which is not kept, the others as they are. The power is quadratic in
    /// it, so that its place is a root of a cubic.
    fn likeliest(&self, coefficients: &mut [f64], place: usize) -> f64 {
        let mut at = coefficients[place].clamp(-STEEPEST, STEEPEST);
        let mut power = |value: f64| {
            coefficients[place] = value;
            self.squares(&levinson(coefficients))
        };
        let [low, middle, high] = [-1.0, 0.0, 1.0].map(&mut power);
        let (slope, bend) = ((high - low) / 4.0, (high + low) / 2.0 - middle);
        let ends = self.runs * (place + 1) as f64;
        // What rises with minus the logarithm of the likelihood, and its derivative.
        let rise = |k: f64| {
            let power = middle + 2.0 * slope * k + bend * k * k;
            // Half of the power's derivative.
            let (half, rest) = (slope + bend * k, 1.0 - k * k);
            let value = self.samples * half * rest + ends * k * power;
            let derivative =
                self.samples * (bend * rest - 2.0 * k * half) + ends * (power + 2.0 * k * half);
            (value, derivative)
        };
        // Newton's steps, between places where it falls and where it rises.
        let (mut from, mut to) = (-STEEPEST, STEEPEST);
        for _ in 0..NEWTON {
            let (value, derivative) = rise(at);
            match value > 0.0 {
                true => to = at,
                false => from = at,
            }
            let newton = at - value / derivative;
            let next = match (from..=to).contains(&newton) {
                true => newton,
                false => (from + to) / 2.0,
            };
            let moved = (next - at).abs();
            at = next;
            if moved < ROUNDING {
                break;
            }
        }
        at
    }

    /// Minus twice the logarithm of the likelihood at the best variance.
    fn profile(&self, reflections: &[f64]) -> f64 {
        let variance = self.power(reflections) / self.samples;
        self.samples * variance.ln() + ends(reflections, self.runs)
    }
}

fn ends(reflections: &[f64], runs: f64) -> f64 {
    let each = (1u32..).zip(reflections);
    let logarithm = |(m, x): (u32, &f64)| f64::from(m) * (1.0 - x.tanh().powi(2)).ln();
    -runs * each.map(logarithm).sum::<f64>()
}

fn filter(reflections: &[f64]) -> Vec<f64> {
    let coefficients: Vec<f64> = reflections.iter().map(|x| x.tanh()).collect();
    levinson(&coefficients)
}

/// The prediction-error filter of reflection coefficients.
fn levinson(reflections: &[f64]) -> Vec<f64> {
    let mut a = vec![0.0; reflections.len() + 1];
    a[0] = 1.0;
    for (order, k) in (1..).zip(reflections) {
        let a = &mut a[..=order];
        for first in 0..a.len().div_ceil(2) {
            let last = order - first;
            let (x, y) = (a[first], a[last]);
            a[first] = x + k * y;
            a[last] = y + k * x;
        }
    }
    a
}

#[cfg(test)]
mod tests;
