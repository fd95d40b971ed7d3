//! Conditioning of sampled signals: zero-phase low-pass filters, differences, decimation, spectra.

mod abreast;
mod band;
mod decimation;
mod difference;
mod fractions;
mod kernel;
mod lowpass;
mod piecewise;
mod spectrum;
mod step;
mod zero_phase;

pub use band::{Band, suggested_cutoff};
pub use decimation::{Decimation, decimate};
pub use difference::{curvature, nearest_slope, slope};
pub(crate) use difference::{curvatures, slopes};
pub use lowpass::{FilterError, LowPass, Section};
pub use spectrum::Spectrum;
pub use zero_phase::zero_phase;
pub(crate) use zero_phase::zero_phase_all;

/// Lanes of the widest instructions that there are: so many columns go side by side.
const WIDEST: usize = 8;
