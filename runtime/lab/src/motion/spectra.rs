//! Where in frequency a recording lives, joint by joint, and what the position filter leaves of it.

use serde::Serialize;

use crate::recording::Recording;
use crate::signal::{LowPass, Spectrum};
use armwright_runtime::{Joint, Model};

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
    pub name: String,
    /// Frequencies, Hz.
    pub frequency: Vec<f64>,
    /// Density of the position before it was filtered, rad²/Hz or m²/Hz.
    pub position: Vec<f64>,
    /// Density of the torque, (N·m)²/Hz or N²/Hz.
    pub torque: Vec<f64>,
    /// What the position filter, run forwards and backwards, leaves of an amplitude.
    pub filter: Vec<f64>,
}

/// The spectra of a recording's joints before and behind the position filter; of one too short for a
/// spectrum, none.
pub(super) fn spectra(
    recording: &Recording,
    filter: &LowPass,
    model: &Model,
) -> Vec<JointSpectrum> {
    let rate = recording.rate;
    let density = |column: &[f64]| Spectrum::sampled(column, rate, SEGMENT, SEGMENTS);
    let joint = |(i, joint): (usize, &Joint)| {
        let position = density(recording.position.get(i)?)?;
        let torque = recording.torque.as_ref().and_then(|torque| torque.get(i));
        let torque = torque.and_then(|column| density(column));
        let bands = bands(position.power.len());
        let frequency: Vec<f64> = bands.iter().map(|b| middle(b, &position)).collect();
        let gain = |f: &f64| filter.gain_at(*f, rate).powi(2);
        Some(JointSpectrum {
            name: joint.name.to_owned(),
            position: thinned(&position, &bands),
            torque: torque.map_or_else(Vec::new, |torque| thinned(&torque, &bands)),
            filter: frequency.iter().map(gain).collect(),
            frequency,
        })
    };
    model.joints.iter().enumerate().filter_map(joint).collect()
}

/// Neighbouring bins put together, so that there are at most `POINTS`, without the one at 0 Hz.
fn bands(bins: usize) -> Vec<std::ops::Range<usize>> {
    let mut bands = Vec::new();
    let mut from = 1;
    let growth = (bins.max(2) as f64).powf(1.0 / POINTS as f64);
    while from < bins {
        let to = ((from as f64 * growth) as usize).clamp(from + 1, bins);
        bands.push(from..to);
        from = to;
    }
    bands
}

fn middle(band: &std::ops::Range<usize>, spectrum: &Spectrum) -> f64 {
    (band.start + band.end - 1) as f64 / 2.0 * spectrum.resolution
}

fn thinned(spectrum: &Spectrum, bands: &[std::ops::Range<usize>]) -> Vec<f64> {
    let density = |band: &std::ops::Range<usize>| {
        let power: f64 = spectrum.power[band.clone()].iter().sum();
        power / (band.len() as f64 * spectrum.resolution)
    };
    bands.iter().map(density).collect()
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
