//! Where in frequency a recording lives, joint by joint, and what the position filter leaves of it.

use serde::Serialize;

use super::processing::{Processing, position_filter};
use super::recording::Recording;
use super::signal::{FilterError, Spectrum};

/// Points of a spectrum as it is kept, evenly spaced in the logarithm of frequency.
const POINTS: usize = 200;
/// Samples of a segment, and how many segments, spread over the recording: enough for a picture,
/// and the same work for a recording of any length.
const SEGMENT: usize = 1 << 14;
const SEGMENTS: usize = 8;

/// Power spectral densities of one joint's measured position and torque.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JointSpectrum {
    /// The joint's name.
    pub name: &'static str,
    /// Frequencies, Hz.
    pub frequency: Vec<f64>,
    /// Density of the position before it was filtered, rad²/Hz or m²/Hz.
    pub position: Vec<f64>,
    /// Density of the torque, (N·m)²/Hz or N²/Hz.
    pub torque: Vec<f64>,
    /// What the position filter, run forwards and backwards, leaves of an amplitude.
    pub filter: Vec<f64>,
}

/// The spectra of a recording's joints; of one too short for a spectrum, none.
///
/// # Errors
/// [`FilterError`] if the filter is impossible.
pub(super) fn spectra(
    recording: &Recording,
    processing: &Processing,
    names: impl Iterator<Item = &'static str>,
) -> Result<Vec<JointSpectrum>, FilterError> {
    let rate = recording.rate;
    let filter = position_filter(processing, rate)?;
    let density = |column: &[f64]| Spectrum::sampled(column, rate, SEGMENT, SEGMENTS);
    let joint = |(i, name): (usize, &'static str)| {
        let position = density(recording.position.get(i)?)?;
        let torque = recording.torque.as_ref().and_then(|torque| torque.get(i));
        let torque = torque.and_then(|column| density(column));
        let bands = bands(position.power.len());
        let frequency: Vec<f64> = bands.iter().map(|b| middle(b, &position)).collect();
        Some(JointSpectrum {
            name,
            position: thinned(&position, &bands),
            torque: torque.map_or_else(Vec::new, |torque| thinned(&torque, &bands)),
            filter: frequency
                .iter()
                .map(|f| filter.gain_at(*f, rate).powi(2))
                .collect(),
            frequency,
        })
    };
    Ok(names.enumerate().filter_map(joint).collect())
}

/// Neighbouring bins put together, so that there are at most `POINTS`, without the one at 0 Hz.
fn bands(bins: usize) -> Vec<std::ops::Range<usize>> {
    let mut bands = Vec::new();
    let mut from = 1;
    let growth = real(bins.max(2)).powf(1.0 / real(POINTS));
    while from < bins {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a bin's number times a factor near 1"
        )]
        let to = ((real(from) * growth) as usize).clamp(from + 1, bins);
        bands.push(from..to);
        from = to;
    }
    bands
}

fn middle(band: &std::ops::Range<usize>, spectrum: &Spectrum) -> f64 {
    real(band.start + band.end - 1) / 2.0 * spectrum.resolution
}

fn thinned(spectrum: &Spectrum, bands: &[std::ops::Range<usize>]) -> Vec<f64> {
    let density = |band: &std::ops::Range<usize>| {
        let power: f64 = spectrum.power[band.clone()].iter().sum();
        power / (real(band.len()) * spectrum.resolution)
    };
    bands.iter().map(density).collect()
}

#[expect(clippy::cast_precision_loss, reason = "counts of bins")]
fn real(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::{POINTS, bands, thinned};
    use crate::signal::Spectrum;

    #[test]
    fn bands_cover_every_bin_but_the_first() {
        for bins in [8, 100, 8192] {
            let bands = bands(bins);
            assert!(bands.len() <= 2 * POINTS, "{}", bands.len());
            assert_eq!((bands[0].start, bands.last().unwrap().end), (1, bins));
            assert!(bands.windows(2).all(|pair| pair[0].end == pair[1].start));
        }
    }

    #[test]
    fn density_of_a_sine_is_at_its_frequency_and_holds_its_power() {
        let sine = |k: u32| 3.0 * (2.0 * PI * 12.5 * f64::from(k) / 1000.0).sin();
        let signal: Vec<f64> = (0..200_000).map(sine).collect();
        let spectrum = Spectrum::sampled(&signal, 1000.0, 1 << 14, 8).unwrap();
        let bands = bands(spectrum.power.len());
        let density = thinned(&spectrum, &bands);
        let width = |k: usize| bands[k].len() as f64 * spectrum.resolution;
        let power: f64 = (0..bands.len()).map(|k| density[k] * width(k)).sum();
        assert!((power - 4.5).abs() < 0.01, "{power}");
        let loudest = (0..bands.len()).max_by(|&a, &b| density[a].total_cmp(&density[b]));
        let band = bands[loudest.unwrap()].clone();
        let bin = (12.5 / spectrum.resolution).round() as usize;
        assert!(
            band.start <= bin + 1 && bin <= band.end + 1,
            "{band:?} {bin}"
        );
    }
}
