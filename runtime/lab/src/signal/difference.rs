//! Derivatives of uniformly sampled signals by central differences of eighth order.

use std::ops::Range;

/// What multiplies the differences `x[k+j] - x[k-j]`, `j` from 1 (Fornberg 1988, table 1).
const SLOPE: [f64; 4] = [4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0];
/// What multiplies `x[k+j] - 2 x[k] + x[k-j]`, `j` from 1.
const CURVATURE: [f64; 4] = [8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0];
/// Neighbours on one side.
const MIDDLE: usize = SLOPE.len();

/// The first derivative at a sample that has neighbours; `rate` in Hz.
///
/// A sinusoid of angular frequency `ω` loses about `(ω/rate)⁸/630` of its slope; next to an end,
/// where only the nearest neighbours are there, `(ω/rate)²/6`.
#[must_use]
pub fn slope(signal: &[f64], k: usize, rate: f64) -> f64 {
    rate * match widest(signal, k) {
        1 => (signal[k + 1] - signal[k - 1]) / 2.0,
        _ => summed(&SLOPE, |j| signal[k + j] - signal[k - j]),
    }
}

/// The second derivative at a sample that has neighbours; `rate` in Hz. As exact as [`slope`].
#[must_use]
pub fn curvature(signal: &[f64], k: usize, rate: f64) -> f64 {
    let second = |j: usize| signal[k + j] - 2.0 * signal[k] + signal[k - j];
    rate * rate
        * match widest(signal, k) {
            1 => second(1),
            _ => summed(&CURVATURE, second),
        }
}

/// The first derivative at some samples that have neighbours, as of [`slope`]; `rate` in Hz.
pub(crate) fn slopes(signal: &[f64], samples: Range<usize>, rate: f64, out: &mut Vec<f64>) {
    out.clear();
    match around(signal, &samples) {
        None => out.extend(samples.map(|k| slope(signal, k, rate))),
        Some(signal) => out.extend(
            signal
                .windows(2 * MIDDLE + 1)
                .map(|near| rate * summed(&SLOPE, |j| near[MIDDLE + j] - near[MIDDLE - j])),
        ),
    }
}

/// The second derivative at some samples that have neighbours, as of [`curvature`]; `rate` in Hz.
pub(crate) fn curvatures(signal: &[f64], samples: Range<usize>, rate: f64, out: &mut Vec<f64>) {
    out.clear();
    match around(signal, &samples) {
        None => out.extend(samples.map(|k| curvature(signal, k, rate))),
        Some(signal) => out.extend(signal.windows(2 * MIDDLE + 1).map(|near| {
            let second = |j: usize| near[MIDDLE + j] - 2.0 * near[MIDDLE] + near[MIDDLE - j];
            rate * rate * summed(&CURVATURE, second)
        })),
    }
}

/// Samples with all neighbours that the weights have; none where there are not as many.
fn around<'s>(signal: &'s [f64], samples: &Range<usize>) -> Option<&'s [f64]> {
    signal.get(samples.start.checked_sub(MIDDLE)?..samples.end + MIDDLE)
}

/// The first derivative everywhere from the nearest neighbours alone, one-sided at the ends: no
/// frequency has more of its slope than it should, so that noise does not pass for motion. A signal of
/// one sample has derivative zero.
#[must_use]
pub fn nearest_slope(signal: &[f64], rate: f64) -> Vec<f64> {
    let last = signal.len().saturating_sub(1);
    (0..signal.len())
        .map(|k| {
            let (before, after) = (k.saturating_sub(1), (k + 1).min(last));
            let span = (after - before).max(1) as f64;
            (signal[after] - signal[before]) * rate / span
        })
        .collect()
}

/// How many neighbours on both sides are used: all that the weights have, or the nearest.
fn widest(signal: &[f64], k: usize) -> usize {
    let whole = k >= SLOPE.len() && k + SLOPE.len() < signal.len();
    if whole { SLOPE.len() } else { 1 }
}

fn summed(weights: &[f64; 4], of: impl Fn(usize) -> f64) -> f64 {
    let [a, b, c, d] = weights;
    a * of(1) + b * of(2) + c * of(3) + d * of(4)
}
