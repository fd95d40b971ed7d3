//! Conditioning of sampled signals: zero-phase low-pass filters, differences, decimation, spectra.

mod decimation;
mod difference;
mod lowpass;
mod spectrum;
mod zero_phase;

pub use decimation::{Decimation, decimate};
pub use difference::{curvature, nearest_slope, slope};
pub use lowpass::{FilterError, LowPass, Section};
pub use spectrum::{Spectrum, suggested_cutoff};
pub use zero_phase::zero_phase;
