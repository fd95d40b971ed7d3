//! Derivatives of uniformly sampled signals by central differences of eighth order.

use std::ops::Range;

use armwright_runtime::{Isa, Kernel, Lanes};

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
    rate * match neighbours(signal, k) {
        1 => (signal[k + 1] - signal[k - 1]) / 2.0,
        _ => summed(&SLOPE, |j| signal[k + j] - signal[k - j]),
    }
}

/// The second derivative at a sample that has neighbours; `rate` in Hz. As exact as [`slope`].
#[must_use]
pub fn curvature(signal: &[f64], k: usize, rate: f64) -> f64 {
    let second = |j: usize| signal[k + j] - 2.0 * signal[k] + signal[k - j];
    rate * rate
        * match neighbours(signal, k) {
            1 => second(1),
            _ => summed(&CURVATURE, second),
        }
}

/// The first derivative at some samples that have neighbours, as of [`slope`]; `rate` in Hz.
pub(crate) fn slopes(signal: &[f64], samples: Range<usize>, rate: f64, out: &mut Vec<f64>) {
    out.clear();
    match around(signal, &samples) {
        None => out.extend(samples.map(|k| slope(signal, k, rate))),
        Some(signal) => each(signal, out, |near| {
            rate * summed(&SLOPE, |j| near[MIDDLE + j] - near[MIDDLE - j])
        }),
    }
}

/// The second derivative at some samples that have neighbours, as of [`curvature`]; `rate` in Hz.
pub(crate) fn curvatures(signal: &[f64], samples: Range<usize>, rate: f64, out: &mut Vec<f64>) {
    out.clear();
    match around(signal, &samples) {
        None => out.extend(samples.map(|k| curvature(signal, k, rate))),
        Some(signal) => each(signal, out, |near| {
            let second = |j: usize| near[MIDDLE + j] - 2.0 * near[MIDDLE] + near[MIDDLE - j];
            rate * rate * summed(&CURVATURE, second)
        }),
    }
}

/// What is made of each sample and its neighbours.
fn each(signal: &[f64], out: &mut Vec<f64>, make: impl Fn(&[f64]) -> f64) {
    out.resize(signal.len() - 2 * MIDDLE, 0.0);
    Isa::detected().wide(Making { signal, out, make });
}

/// For the widest instructions.
struct Making<'s, F> {
    signal: &'s [f64],
    out: &'s mut [f64],
    make: F,
}

impl<F: Fn(&[f64]) -> f64> Kernel for Making<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let near = self.signal.windows(2 * MIDDLE + 1);
        for (out, near) in self.out.iter_mut().zip(near) {
            *out = (self.make)(near);
        }
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
    nearest_slopes(signal, 0..signal.len(), rate).collect()
}

/// The same at some samples.
pub(super) fn nearest_slopes(
    signal: &[f64],
    samples: Range<usize>,
    rate: f64,
) -> impl Iterator<Item = f64> {
    let last = signal.len().saturating_sub(1);
    samples.map(move |k| {
        let (before, after) = (k.saturating_sub(1), (k + 1).min(last));
        let span = (after - before).max(1) as f64;
        (signal[after] - signal[before]) * rate / span
    })
}

/// How many neighbours on both sides are used: all that the weights have, or the nearest.
fn neighbours(signal: &[f64], k: usize) -> usize {
    let whole = k >= SLOPE.len() && k + SLOPE.len() < signal.len();
    if whole { SLOPE.len() } else { 1 }
}

#[inline(always)]
fn summed(weights: &[f64; 4], of: impl Fn(usize) -> f64) -> f64 {
    let [a, b, c, d] = weights;
    a * of(1) + b * of(2) + c * of(3) + d * of(4)
}

#[cfg(test)]
mod tests {
    use super::{curvature, curvatures, nearest_slope, slope, slopes};

    #[test]
    fn four_neighbours_on_both_sides_are_used_where_they_are() {
        // Powers of four and five about the middle of nine samples.
        let x = |k: usize| (k as f64 - 4.0) + 0.5;
        let power: Vec<f64> = (0..9).map(|k| x(k).powi(4)).collect();
        let rate = 2.0;
        assert!((slope(&power, 4, rate) - rate * 4.0 * 0.125).abs() < 1e-12);
        assert!((curvature(&power, 4, rate) - rate * rate * 12.0 * 0.25).abs() < 1e-12);
        for k in [1, 3, 5, 7] {
            let nearest = rate * (power[k + 1] - power[k - 1]) / 2.0;
            assert_eq!(slope(&power, k, rate), nearest);
            let second = power[k + 1] - 2.0 * power[k] + power[k - 1];
            assert_eq!(curvature(&power, k, rate), rate * rate * second);
        }
        // A sample fewer, on either side.
        assert_eq!(
            slope(&power[..8], 4, rate),
            rate * (power[5] - power[3]) / 2.0
        );
        assert_eq!(
            slope(&power[1..], 3, rate),
            rate * (power[5] - power[3]) / 2.0
        );
    }

    #[test]
    fn many_samples_at_once_are_differentiated_as_one_by_one() {
        let signal: Vec<f64> = (0..30)
            .map(|k| (0.3 * f64::from(k)).sin() + 0.1 * f64::from(k % 3))
            .collect();
        for samples in [4..26, 3..26, 4..27, 1..29, 10..11, 7..7] {
            let (mut first, mut second) = (vec![9.0], vec![9.0]);
            slopes(&signal, samples.clone(), 5.0, &mut first);
            curvatures(&signal, samples.clone(), 5.0, &mut second);
            assert_eq!([first.len(), second.len()], [samples.len(); 2]);
            for (k, (v, a)) in samples.zip(first.iter().zip(&second)) {
                assert!((v - slope(&signal, k, 5.0)).abs() < 1e-12, "{k}");
                assert!((a - curvature(&signal, k, 5.0)).abs() < 1e-11, "{k}");
            }
        }
    }

    #[test]
    fn nearest_slopes_are_one_sided_at_the_ends() {
        let slopes = nearest_slope(&[1.0, 3.0, 2.0, 6.0], 10.0);
        assert_eq!(slopes, [20.0, 5.0, 15.0, 40.0]);
        assert_eq!(nearest_slope(&[4.0], 10.0), [0.0]);
        assert!(nearest_slope(&[], 10.0).is_empty());
    }
}
