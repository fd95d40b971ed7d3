//! Power spectra of sampled signals.

use std::f64::consts::PI;
use std::ops::Range;

use nalgebra::Complex;

use crate::numeric::{sum, widest};

/// A one-sided power spectrum: what each band of frequencies adds to the variance.
#[derive(Debug, Clone, PartialEq)]
pub struct Spectrum {
    /// Width of a band, Hz.
    pub resolution: f64,
    /// Power of each band, the square of the signal's unit.
    pub power: Vec<f64>,
}

/// Halves that are joined by any instructions.
const SHORT: usize = 16;

impl Spectrum {
    /// The spectrum of a uniformly sampled signal by Welch's method: Hann windows, half overlap,
    /// means removed. A signal of fewer than 16 samples has none (`None`).
    #[must_use]
    pub fn of(signal: &[f64], rate: f64) -> Option<Self> {
        Self::sampled(signal, rate, 1 << 16, usize::MAX)
    }

    /// The same from segments of at most `longest` samples (16 at least), as many as a power of two has, and at most so many of
    /// them, spread over the signal.
    #[must_use]
    pub fn sampled(signal: &[f64], rate: f64, longest: usize, segments: usize) -> Option<Self> {
        let segment = |samples: Range<usize>| signal[samples].iter().copied();
        Self::made(signal.len(), &segment, rate, [longest, segments])
    }

    /// The same of so many samples of a signal that is made segment by segment: a long one need not be in memory. `most` are the
    /// samples of a segment, and the segments, at most.
    pub(super) fn made<I: Iterator<Item = f64>>(
        samples: usize,
        make: &impl Fn(Range<usize>) -> I,
        rate: f64,
        most: [usize; 2],
    ) -> Option<Self> {
        if samples < 16 {
            return None;
        }
        let [longest, segments] = most;
        let length = 1_usize << samples.min(longest.max(16)).ilog2();
        let fourier = FourierTransform::new(length);
        let window = fourier.cosines().map(|cosine| 0.5 - 0.5 * cosine);
        let window: Vec<f64> = window.collect();
        let energy: f64 = window.iter().map(|w| w * w).sum();
        let mut power = vec![0.0; length / 2];
        let halves = 2 * (samples - length) / length;
        let step = (halves / segments.max(1) + 1) * (length / 2);
        let starts: Vec<usize> = (0..=samples - length).step_by(step).collect();
        let scale = energy * length as f64 * starts.len() as f64;
        // Two segments at once, the second as the imaginary part: the powers of both together are those of the two halves of
        // what comes of it.
        let mut segment = Vec::with_capacity(length);
        let mut bins = vec![Complex::new(0.0, 0.0); length];
        for pair in starts.chunks(2) {
            for (second, &start) in pair.iter().enumerate() {
                segment.clear();
                segment.extend(make(start..start + length));
                let mean = sum(&segment) / length as f64;
                let windowed = segment.iter().zip(&window).map(|(x, w)| (x - mean) * w);
                let each = bins.iter_mut().zip(windowed);
                match second {
                    0 => each.for_each(|(bin, x)| *bin = Complex::new(x, 0.0)),
                    _ => each.for_each(|(bin, x)| bin.im = x),
                }
            }
            fourier.apply(&mut bins);
            for (k, p) in power.iter_mut().enumerate() {
                let mirrored = bins[(length - k) % length];
                *p += (bins[k].norm_sqr() + mirrored.norm_sqr()) / scale;
            }
        }
        // The band at frequency 0 is its own mirror.
        power[0] /= 2.0;
        Some(Self {
            resolution: rate / length as f64,
            power,
        })
    }

    /// The frequency below which a share of the power lies, Hz; 0 for a signal without power.
    #[must_use]
    pub fn below(&self, share: f64) -> f64 {
        let total: f64 = self.power.iter().sum();
        let mut sum = 0.0;
        for (k, p) in self.power.iter().enumerate() {
            sum += p;
            if total > 0.0 && sum >= share * total {
                return (k + 1) as f64 * self.resolution;
            }
        }
        0.0
    }
}

/// Discrete Fourier transforms of one length, a power of two from 4 on (Cooley and Tukey 1965).
struct FourierTransform {
    length: usize,
    /// The turns `exp(-iπ k/h)`, `k < h`, that halves of `h` numbers take, from place `h` on.
    turns: Vec<Complex<f64>>,
}

impl FourierTransform {
    fn new(length: usize) -> Self {
        let half = length / 2;
        let mut turns = vec![Complex::new(1.0, 0.0); length];
        // The second quarter turn is the first, turned on.
        for k in 0..half / 2 {
            let turn = Complex::from_polar(1.0, -PI * k as f64 / half as f64);
            turns[half + k] = turn;
            turns[half + half / 2 + k] = Complex::new(turn.im, -turn.re);
        }
        for place in (1..half).rev() {
            turns[place] = turns[2 * place];
        }
        Self { length, turns }
    }

    /// `cos(2π k/length)` for all places `k`.
    fn cosines(&self) -> impl Iterator<Item = f64> + '_ {
        let turns = &self.turns[self.length / 2..];
        let first = turns.iter().map(|turn| turn.re);
        first.clone().chain(first.map(|cosine| -cosine))
    }

    /// In place.
    fn apply(&self, x: &mut [Complex<f64>]) {
        let bits = self.length.trailing_zeros();
        for k in 1..self.length {
            let reversed = k.reverse_bits() >> (usize::BITS - bits);
            if k < reversed {
                x.swap(k, reversed);
            }
        }
        self.join(x);
    }

    /// The transform of numbers whose places are reversed bit by bit: of its halves, each while it is in the nearest cache.
    fn join(&self, x: &mut [Complex<f64>]) {
        if let [a, b, c, d] = x {
            let (sum, difference) = (*a + *b, *a - *b);
            let (other, turned) = (*c + *d, *c - *d);
            let turned = Complex::new(turned.im, -turned.re);
            (*a, *b) = (sum + other, difference + turned);
            (*c, *d) = (sum - other, difference - turned);
            return;
        }
        let half = x.len() / 2;
        let (low, high) = x.split_at_mut(half);
        self.join(low);
        self.join(high);
        let turns = &self.turns[half..2 * half];
        let both = || {
            for ((a, b), turn) in low.iter_mut().zip(high).zip(turns) {
                let t = *b * turn;
                (*a, *b) = (*a + t, *a - t);
            }
        };
        // What is short does not pay for finding out which instructions there are.
        if half < SHORT { both() } else { widest(both) }
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::Spectrum;
    use crate::random::Random;

    /// Welch's mean of periodograms, each bin summed by its definition.
    fn by_definition(signal: &[f64], length: usize) -> Vec<f64> {
        let turn = |k: usize, t: usize| TAU * (k * t) as f64 / length as f64;
        let window: Vec<f64> = (0..length)
            .map(|t| 0.5 * (1.0 - turn(1, t).cos()))
            .collect();
        let energy: f64 = window.iter().map(|w| w * w).sum();
        let segments: Vec<&[f64]> = signal.windows(length).step_by(length / 2).collect();
        let bin = |k: usize, segment: &[f64]| {
            let mean = segment.iter().sum::<f64>() / length as f64;
            let part = |of: fn(f64) -> f64| -> f64 {
                let terms = segment.iter().zip(&window).enumerate();
                terms
                    .map(|(t, (x, w))| (x - mean) * w * of(turn(k, t)))
                    .sum()
            };
            let sides = if k == 0 { 1.0 } else { 2.0 };
            (part(f64::cos).powi(2) + part(f64::sin).powi(2)) * sides / (energy * length as f64)
        };
        let mean = |k: usize| {
            segments.iter().map(|segment| bin(k, segment)).sum::<f64>() / segments.len() as f64
        };
        (0..length / 2).map(mean).collect()
    }

    #[test]
    fn spectra_are_means_over_segments_of_either_parity() {
        let mut random = Random::new(7);
        // One, two, three and four segments.
        for samples in [64, 96, 128, 160] {
            let signal: Vec<f64> = (0..samples).map(|_| 3.0 + random.normal()).collect();
            let found = Spectrum::sampled(&signal, 50.0, 64, usize::MAX).expect("a spectrum");
            let expected = by_definition(&signal, 64);
            assert_eq!(found.power.len(), expected.len());
            for (p, expected) in found.power.iter().zip(&expected) {
                assert!((p - expected).abs() < 1e-14, "{samples}: {p} {expected}");
            }
        }
    }

    /// A drift and two sines: `scipy.signal.welch` (Hann, 512 samples, half overlap) without the band at half the rate.
    #[test]
    fn each_band_counts_once_as_by_scipy() {
        let sample = |k: u32| {
            let t = f64::from(k) / 1000.0;
            (TAU * 5.0 * t).sin() + 0.3 * (TAU * 190.0 * t).cos() + t
        };
        let signal: Vec<f64> = (0..1000).map(sample).collect();
        let found = Spectrum::sampled(&signal, 1000.0, 512, usize::MAX).expect("a spectrum");
        assert!((found.power.iter().sum::<f64>() - 0.541_553_674_246_952_6).abs() < 1e-13);
        assert!((found.power[0] - 0.007_644_513_389_521_887).abs() < 1e-15);
        // Of 1000 samples at most those of a power of two.
        let shorter = Spectrum::sampled(&signal, 1000.0, 1000, usize::MAX);
        assert_eq!(shorter.as_ref(), Some(&found));
    }

    #[test]
    fn a_sine_has_its_power_at_its_frequency() {
        let signal: Vec<f64> = (0..1 << 14)
            .map(|t| 2.0 * (TAU * t as f64 / 32.0).sin())
            .collect();
        let spectrum = Spectrum::of(&signal, 320.0).expect("a spectrum");
        assert!((spectrum.power.iter().sum::<f64>() - 2.0).abs() < 1e-3);
        assert!((spectrum.below(0.99) - 10.0).abs() < 0.1);
        assert!(spectrum.below(0.01) > 9.9);
    }

    #[test]
    fn segments_are_as_long_and_as_many_as_is_asked_for() {
        let mut random = Random::new(9);
        let signal: Vec<f64> = (0..640)
            .map(|k| 0.01 * f64::from(k) * random.normal())
            .collect();
        // 19 half-overlapping segments of 64 samples: with four at most every fifth, with ten every second.
        for (most, step) in [(4, 160), (10, 64), (18, 64), (19, 32)] {
            let found = Spectrum::sampled(&signal, 32.0, 64, most).expect("a spectrum");
            assert_eq!((found.resolution, found.power.len()), (0.5, 32));
            let starts: Vec<usize> = (0..=576).step_by(step).collect();
            let each = starts
                .iter()
                .map(|s| by_definition(&signal[*s..s + 64], 64));
            let each: Vec<Vec<f64>> = each.collect();
            for (k, p) in found.power.iter().enumerate() {
                let mean = each.iter().map(|power| power[k]).sum::<f64>() / each.len() as f64;
                assert!((p - mean).abs() < 1e-13, "{most}, {k}: {p} {mean}");
            }
        }
        // All of them, where nobody asks for fewer: of 96 samples two of 64.
        let all = Spectrum::of(&signal[..96], 32.0);
        assert_eq!(all, Spectrum::sampled(&signal[..96], 32.0, 64, 2));
        assert_eq!(Spectrum::of(&signal[..15], 32.0), None);
        let bins = |samples: usize, longest| {
            let found = Spectrum::sampled(&signal[..samples], 32.0, longest, 8);
            found.expect("a spectrum").power.len()
        };
        assert_eq!(bins(16, 1 << 16), 8);
        assert_eq!([bins(127, 1 << 16), bins(128, 1 << 16)], [32, 64]);
        assert_eq!([bins(640, 256), bins(640, 4)], [128, 8]);
    }

    #[test]
    fn a_share_of_the_power_lies_below_a_frequency() {
        let spectrum = Spectrum {
            resolution: 0.5,
            power: vec![1.0, 2.0, 3.0, 4.0],
        };
        assert_eq!(
            [0.1, 0.3, 0.31, 0.6, 1.0].map(|s| spectrum.below(s)),
            [0.5, 1.0, 1.5, 1.5, 2.0]
        );
        let nothing = Spectrum {
            resolution: 0.5,
            power: vec![0.0; 4],
        };
        assert_eq!(nothing.below(0.5), 0.0);
    }
}
