//! Filtering forwards and then backwards, so that nothing is delayed.

use std::sync::{Mutex, PoisonError};

use super::{FilterError, LowPass};
use crate::cores;

/// Signals that one core filters at a time.
const SIDE_BY_SIDE: usize = 3;

/// Filters a whole signal forwards and backwards in place.
///
/// The ends are extended by odd reflection and the filter starts in its steady state, as SciPy's
/// `sosfiltfilt` does (Gustafsson 1996 discusses the choice); the gain is the square of the
/// filter's.
///
/// # Errors
/// [`FilterError::TooShort`] if the signal is not longer than [`LowPass::edge`].
pub fn zero_phase(filter: &LowPass, signal: &mut [f64]) -> Result<(), FilterError> {
    both_ways(filter, [signal])
}

/// The same of several signals of one length, a few at a time on all cores: one does not wait for the result of the other.
///
/// # Errors
/// As of [`zero_phase`].
pub(crate) fn zero_phase_all(
    filter: &LowPass,
    signals: &mut [Vec<f64>],
) -> Result<(), FilterError> {
    let groups: Vec<Mutex<&mut [Vec<f64>]>> =
        signals.chunks_mut(SIDE_BY_SIDE).map(Mutex::new).collect();
    let work = |k: usize| {
        let mut group = groups[k].lock().unwrap_or_else(PoisonError::into_inner);
        match &mut **group {
            [a, b, c] if a.len() == b.len() && a.len() == c.len() => both_ways(filter, [a, b, c]),
            others => others
                .iter_mut()
                .try_for_each(|signal| both_ways(filter, [signal])),
        }
    };
    cores::map(groups.len(), &work).into_iter().collect()
}

/// Filters signals of one length side by side.
fn both_ways<const N: usize>(
    filter: &LowPass,
    mut signals: [&mut [f64]; N],
) -> Result<(), FilterError> {
    let (samples, edge) = (signals[0].len(), filter.edge());
    if samples <= edge {
        return Err(FilterError::TooShort {
            samples,
            needed: edge + 1,
        });
    }
    let at = |signals: &[&mut [f64]; N], k: usize| -> [f64; N] {
        std::array::from_fn(|i| signals[i][k])
    };
    let mirrored = |signals: &[&mut [f64]; N], end: usize, k: usize| -> [f64; N] {
        let (end, x) = (at(signals, end), at(signals, k));
        std::array::from_fn(|i| 2.0 * end[i] - x[i])
    };
    let last = samples - 1;
    let mut tail: Vec<[f64; N]> = (1..=edge)
        .map(|k| mirrored(&signals, last, last - k))
        .collect();
    let mut forward = Cascade::settled(filter, mirrored(&signals, 0, edge));
    for k in (1..=edge).rev() {
        forward.step(mirrored(&signals, 0, k));
    }
    for k in 0..samples {
        let x = forward.step(at(&signals, k));
        signals
            .iter_mut()
            .zip(x)
            .for_each(|(signal, x)| signal[k] = x);
    }
    tail.iter_mut().for_each(|x| *x = forward.step(*x));
    let mut backward = Cascade::settled(filter, tail[edge - 1]);
    for x in tail.iter().rev() {
        backward.step(*x);
    }
    for k in (0..samples).rev() {
        let x = backward.step(at(&signals, k));
        signals
            .iter_mut()
            .zip(x)
            .for_each(|(signal, x)| signal[k] = x);
    }
    Ok(())
}

/// A cascade of sections with the state of each, of signals side by side.
struct Cascade<'a, const N: usize> {
    filter: &'a LowPass,
    states: Vec<[[f64; N]; 2]>,
}

impl<'a, const N: usize> Cascade<'a, N> {
    /// The state after an endless constant input.
    fn settled(filter: &'a LowPass, input: [f64; N]) -> Self {
        let mut level = input;
        let sections = filter.sections().iter();
        let states = sections.map(|section| {
            let state = section.steady_state().map(|z| level.map(|level| z * level));
            level = level.map(|level| level * section.gain());
            state
        });
        Self {
            states: states.collect(),
            filter,
        }
    }

    #[inline]
    fn step(&mut self, input: [f64; N]) -> [f64; N] {
        let mut x = input;
        for (section, [first, second]) in self.filter.sections().iter().zip(&mut self.states) {
            let [b0, b1, b2] = section.numerator;
            let [a1, a2] = section.denominator;
            for i in 0..N {
                let y = b0 * x[i] + first[i];
                first[i] = b1 * x[i] - a1 * y + second[i];
                second[i] = b2 * x[i] - a2 * y;
                x[i] = y;
            }
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::{FilterError, LowPass, zero_phase, zero_phase_all};

    fn columns(lengths: &[usize]) -> Vec<Vec<f64>> {
        let x =
            |i: usize, k: usize| (0.31 * k as f64 + i as f64).sin() + 0.2 * (k % (i + 2)) as f64;
        let column = |(i, n): (usize, &usize)| (0..*n).map(|k| x(i, k)).collect();
        lengths.iter().enumerate().map(column).collect()
    }

    #[test]
    fn many_signals_are_filtered_as_each_by_itself() {
        let filter = LowPass::butterworth(3, 2.0, 20.0).expect("a filter");
        for lengths in [
            &[40; 7][..],
            &[40, 40, 33, 50, 40, 40],
            &[40, 30, 40, 25],
            &[13],
        ] {
            let (mut each, mut all) = (columns(lengths), columns(lengths));
            for signal in &mut each {
                zero_phase(&filter, signal).expect("long enough");
            }
            zero_phase_all(&filter, &mut all).expect("long enough");
            assert_eq!(all, each, "{lengths:?}");
            assert_ne!(all, columns(lengths));
        }
        zero_phase_all(&filter, &mut []).expect("nothing to do");
    }

    #[test]
    fn one_signal_that_is_too_short_is_told() {
        let filter = LowPass::butterworth(3, 2.0, 20.0).expect("a filter");
        for lengths in [&[40, 40, 40, 12][..], &[12, 12, 12], &[40, 12]] {
            let refused = zero_phase_all(&filter, &mut columns(lengths));
            let expected = FilterError::TooShort {
                samples: 12,
                needed: 13,
            };
            assert_eq!(refused, Err(expected), "{lengths:?}");
        }
    }
}
