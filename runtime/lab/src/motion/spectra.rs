//! Where in frequency a recording lives, joint by joint, and what the position filter leaves of it.

use serde::Serialize;

use crate::cores;
use crate::recording::Recording;
use crate::signal::{LowPass, Spectrum};
use armwright_runtime::Model;

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
    let joint = |i: usize| {
        let position = density(recording.position.get(i)?)?;
        let torque = recording.torque.as_ref().and_then(|torque| torque.get(i));
        let torque = torque.and_then(|column| density(column));
        let bands = bands(position.power.len());
        let frequency: Vec<f64> = bands.iter().map(|b| middle(b, &position)).collect();
        let gain = |f: &f64| filter.gain_at(*f, rate).powi(2);
        Some(JointSpectrum {
            name: model.joints[i].name.to_owned(),
            position: thinned(&position, &bands),
            torque: torque.map_or_else(Vec::new, |torque| thinned(&torque, &bands)),
            filter: frequency.iter().map(gain).collect(),
            frequency,
        })
    };
    let joints = cores::map(model.joints.len(), &joint);
    joints.into_iter().flatten().collect()
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

    use super::{POINTS, bands, spectra, thinned};
    use crate::regression::by_hand;
    use crate::signal::{LowPass, Spectrum};

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

    #[test]
    fn bands_grow_with_frequency() {
        // Each is 1.0317 times as far as the one before, and has a bin at least.
        let found = bands(512);
        assert_eq!(found[..3], [1..2, 2..3, 3..4]);
        assert!(found.contains(&(63..64)) && found.contains(&(64..66)));
        assert!(bands(2).into_iter().eq(std::iter::once(1..2)));
        assert!(bands(1).is_empty());
    }

    #[test]
    fn joints_have_their_own_spectra() {
        let model = &by_hand::MODEL;
        let mut recording = by_hand::recording(1024);
        recording.position[1] = recording.position[0].iter().map(|x| 2.0 * x).collect();
        let third = recording.position[0].iter().map(|x| 3.0 * x).collect();
        let fifth = recording.position[0].iter().map(|x| 5.0 * x).collect();
        let torque = recording.torque.as_mut().expect("torques");
        torque[0] = third;
        torque[1] = fifth;
        let filter = LowPass::butterworth(2, 20.0, 100.0).expect("a filter");
        let found = spectra(&recording, &filter, model);
        let names: Vec<&str> = found.iter().map(|joint| joint.name.as_str()).collect();
        assert_eq!(names, ["j1", "j2"]);
        let spectrum = Spectrum::of(&recording.position[0], 100.0).expect("a spectrum");
        // A bin of 1024 samples is 0.0977 Hz wide; the 64th band holds two.
        let width = 100.0 / 1024.0;
        let at = |k: usize| found[0].frequency[k];
        assert_eq!([at(0), at(62), at(63)], [width, 63.0 * width, 64.5 * width]);
        let near = |x: f64, y: f64| assert!((x / y - 1.0).abs() < 1e-9, "{x} {y}");
        let power = &spectrum.power;
        near(found[0].position[0], power[1] / width);
        near(
            found[0].position[63],
            (power[64] + power[65]) / (2.0 * width),
        );
        for k in [0, 20, 63, 100] {
            near(found[1].position[k], 4.0 * found[0].position[k]);
            near(found[0].torque[k], 9.0 * found[0].position[k]);
            near(found[1].torque[k], 25.0 * found[0].position[k]);
            let tan = |f: f64| (PI * f / 100.0).tan();
            let ratio = (tan(at(k)) / tan(20.0)).powi(4);
            near(found[0].filter[k], 1.0 / (1.0 + ratio));
        }
        recording.torque = None;
        let found = spectra(&recording, &filter, model);
        assert!(found[0].torque.is_empty() && found[1].torque.is_empty());
        assert_eq!(found[0].position.len(), found[0].frequency.len());
        let short = by_hand::recording(15);
        assert!(spectra(&short, &filter, model).is_empty());
    }
}
