//! Conditioning of sampled signals: zero-phase low-pass filters, differences, decimation, spectra.

mod decimation;
mod lowpass;
mod spectrum;
mod zero_phase;

pub use decimation::{Decimation, decimate};
pub use lowpass::{FilterError, LowPass, Section};
pub use spectrum::{Spectrum, suggested_cutoff};
pub use zero_phase::zero_phase;

/// The derivative of a uniformly sampled signal by central differences, one-sided at its ends
/// (which the pipeline cuts off); `rate` in Hz. A signal of one sample has derivative zero.
#[must_use]
pub fn central_difference(signal: &[f64], rate: f64) -> Vec<f64> {
    let last = signal.len().saturating_sub(1);
    (0..signal.len())
        .map(|k| {
            let (before, after) = (k.saturating_sub(1), (k + 1).min(last));
            let span = (after - before).max(1) as f64;
            (signal[after] - signal[before]) * rate / span
        })
        .collect()
}
