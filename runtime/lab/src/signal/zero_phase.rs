//! Filtering forwards and then backwards, so that nothing is delayed.

use std::array::from_fn;
use std::sync::{Mutex, PoisonError};

use armwright_runtime::{Isa, Kernel, Lanes};

use super::{FilterError, LowPass, WIDEST};
use crate::cores;

/// Filters a whole signal forwards and backwards in place.
///
/// The ends are extended by odd reflection and the filter starts in its steady state, as SciPy's
/// `sosfiltfilt` does (Gustafsson 1996 discusses the choice); the gain is the square of the
/// filter's.
///
/// # Errors
/// [`FilterError::TooShort`] if the signal is not longer than [`LowPass::edge`].
pub fn zero_phase(filter: &LowPass, signal: &mut [f64]) -> Result<(), FilterError> {
    let samples = signal.len();
    let needed = filter.edge() + 1;
    if samples < needed {
        return Err(FilterError::TooShort { samples, needed });
    }
    let signals = vec![signal];
    Isa::detected().wide(BothWays { filter, signals });
    Ok(())
}

/// The same of several signals, as many at a time as there are lanes, on all cores.
///
/// # Errors
/// As of [`zero_phase`].
pub(crate) fn zero_phase_all(
    filter: &LowPass,
    signals: &mut [Vec<f64>],
) -> Result<(), FilterError> {
    let groups: Vec<Mutex<&mut [Vec<f64>]>> = signals.chunks_mut(WIDEST).map(Mutex::new).collect();
    let work = |k: usize| {
        let mut group = groups[k].lock().unwrap_or_else(PoisonError::into_inner);
        let samples = group.first().map_or(0, Vec::len);
        let is_alike = group.iter().all(|signal| signal.len() == samples);
        if samples <= filter.edge() || !is_alike {
            return group
                .iter_mut()
                .try_for_each(|signal| zero_phase(filter, signal));
        }
        let signals = group.iter_mut().map(Vec::as_mut_slice).collect();
        Isa::detected().wide(BothWays { filter, signals });
        Ok(())
    };
    cores::map(groups.len(), &work).into_iter().collect()
}

/// Filters signals of one length, which is enough.
struct BothWays<'f, 's> {
    filter: &'f LowPass,
    signals: Vec<&'s mut [f64]>,
}

impl Kernel for BothWays<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        for signals in self.signals.chunks_mut(L::WIDTH) {
            both_ways::<L>(self.filter, signals);
        }
    }
}

/// Filters no more signals than there are lanes, side by side.
#[inline(always)]
fn both_ways<L: Lanes>(filter: &LowPass, signals: &mut [&mut [f64]]) {
    let (samples, edge) = (signals[0].len(), filter.edge());
    let two = L::constant(2.0);
    let mirrored = |signals: &[&mut [f64]], end: usize, k: usize| {
        two * at::<L>(signals, end) - at::<L>(signals, k)
    };
    let last = samples - 1;
    let tail = (1..=edge).map(|k| mirrored(signals, last, last - k));
    let mut tail: Vec<L> = tail.collect();
    let mut forward = Cascade::settled(filter, mirrored(signals, 0, edge));
    for k in (1..=edge).rev() {
        forward.step(mirrored(signals, 0, k));
    }
    for k in 0..samples {
        let x = forward.step(at(signals, k));
        put(x, signals, k);
    }
    for x in &mut tail {
        *x = forward.step(*x);
    }
    let mut backward = Cascade::settled(filter, tail[edge - 1]);
    for x in tail.iter().rev() {
        backward.step(*x);
    }
    for k in (0..samples).rev() {
        let x = backward.step(at(signals, k));
        put(x, signals, k);
    }
}

/// A sample of all signals; lanes without any have the last one's.
#[inline(always)]
fn at<L: Lanes>(signals: &[&mut [f64]], sample: usize) -> L {
    let last = signals.len() - 1;
    let numbers: [f64; WIDEST] = from_fn(|lane| match lane < L::WIDTH {
        true => signals[lane.min(last)][sample],
        false => 0.0,
    });
    L::load(&numbers, 0)
}

#[inline(always)]
fn put<L: Lanes>(x: L, signals: &mut [&mut [f64]], sample: usize) {
    let mut numbers = [0.0; WIDEST];
    x.store(&mut numbers);
    for (signal, x) in signals.iter_mut().zip(numbers) {
        signal[sample] = x;
    }
}

/// A cascade of sections with the state of each, of signals side by side.
struct Cascade<L> {
    sections: Vec<Section<L>>,
}

struct Section<L> {
    numerator: [L; 3],
    denominator: [L; 2],
    state: [L; 2],
}

impl<L: Lanes> Cascade<L> {
    /// The state after an endless constant input.
    #[inline(always)]
    fn settled(filter: &LowPass, input: L) -> Self {
        let mut level = input;
        let sections = filter.sections().iter();
        let sections = sections.map(|section| {
            let state = section.steady_state().map(|z| L::constant(z) * level);
            level = level * L::constant(section.gain());
            Section {
                numerator: section.numerator.map(L::constant),
                denominator: section.denominator.map(L::constant),
                state,
            }
        });
        Self {
            sections: sections.collect(),
        }
    }

    #[inline(always)]
    fn step(&mut self, input: L) -> L {
        let mut x = input;
        for section in &mut self.sections {
            let ([b0, b1, b2], [a1, a2]) = (section.numerator, section.denominator);
            let [first, second] = section.state;
            let y = first.add_product(b0, x);
            // What waits for the result comes last.
            section.state = [
                second.add_product(b1, x).sub_product(a1, y),
                (b2 * x).sub_product(a2, y),
            ];
            x = y;
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
            // In groups of eight.
            &[40; 19],
            &[40, 40, 40, 40, 40, 40, 40, 40, 33, 40, 13],
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
        for lengths in [
            &[40, 40, 40, 12][..],
            &[12, 12, 12],
            &[40, 12],
            &[40, 40, 40, 40, 40, 40, 40, 40, 12],
        ] {
            let refused = zero_phase_all(&filter, &mut columns(lengths));
            let expected = FilterError::TooShort {
                samples: 12,
                needed: 13,
            };
            assert_eq!(refused, Err(expected), "{lengths:?}");
        }
    }
}
