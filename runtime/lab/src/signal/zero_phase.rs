//! Filtering forwards and then backwards, so that nothing is delayed.

use super::{FilterError, LowPass};

/// Filters a whole signal forwards and backwards in place.
///
/// The ends are extended by odd reflection and the filter starts in its steady state, as SciPy's
/// `sosfiltfilt` does (Gustafsson 1996 discusses the choice); the gain is the square of the
/// filter's.
///
/// # Errors
/// [`FilterError::TooShort`] if the signal is not longer than [`LowPass::edge`].
pub fn zero_phase(filter: &LowPass, signal: &mut [f64]) -> Result<(), FilterError> {
    let (samples, edge) = (signal.len(), filter.edge());
    if samples <= edge {
        return Err(FilterError::TooShort {
            samples,
            needed: edge + 1,
        });
    }
    let (first, last) = (signal[0], signal[samples - 1]);
    let head: Vec<f64> = (1..=edge).rev().map(|k| 2.0 * first - signal[k]).collect();
    let mut tail: Vec<f64> = (1..=edge)
        .map(|k| 2.0 * last - signal[samples - 1 - k])
        .collect();
    let mut forward = Cascade::settled(filter, head[0]);
    for &x in &head {
        forward.step(x);
    }
    for x in signal.iter_mut().chain(&mut tail) {
        *x = forward.step(*x);
    }
    let mut backward = Cascade::settled(filter, tail[edge - 1]);
    for &x in tail.iter().rev() {
        backward.step(x);
    }
    for x in signal.iter_mut().rev() {
        *x = backward.step(*x);
    }
    Ok(())
}

/// A cascade of sections with the state of each.
struct Cascade<'a> {
    filter: &'a LowPass,
    states: Vec<[f64; 2]>,
}

impl<'a> Cascade<'a> {
    /// The state after an endless constant input.
    fn settled(filter: &'a LowPass, input: f64) -> Self {
        let mut level = input;
        let states = filter
            .sections()
            .iter()
            .map(|section| {
                let state = section.steady_state().map(|z| z * level);
                level *= section.gain();
                state
            })
            .collect();
        Self { filter, states }
    }

    fn step(&mut self, input: f64) -> f64 {
        let mut x = input;
        for (section, z) in self.filter.sections().iter().zip(&mut self.states) {
            let [b0, b1, b2] = section.numerator;
            let [a1, a2] = section.denominator;
            let y = b0 * x + z[0];
            z[0] = b1 * x - a1 * y + z[1];
            z[1] = b2 * x - a2 * y;
            x = y;
        }
        x
    }
}
