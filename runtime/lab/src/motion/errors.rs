//! Errors of what was measured: what lies above the cut-off of the filter, where no motion is.

use super::Motion;
use crate::random::Random;
use crate::signal::{FilterError, LowPass, Spectrum, zero_phase};

/// The band in which errors are looked for, in cut-offs, and as a share of half the rate.
const BAND: [f64; 2] = [1.5, 6.0];
const HIGHEST: f64 = 0.9;
/// Samples from which errors are estimated, at most, and segments of their spectrum, at least.
pub(super) const SAMPLES: usize = 1 << 17;
const SEGMENTS: usize = 8;
const SEGMENT: usize = 1 << 12;
/// Errors below this, rad (or m, or their derivatives), are those of rounding.
const ROUNDING: f64 = 1e-9;

/// Standard deviation of white noise with the density that a measured column has above the cut-off of a
/// filter, from what the filter took of it (`before` less `after`); encoder steps are part of it. The median
/// over the band passes over lines of mechanical vibration.
pub(super) fn level(before: &[f64], after: &[f64], share: f64) -> f64 {
    let taken: Vec<f64> = before.iter().zip(after).map(|(x, y)| x - y).collect();
    let longest = 1 << (taken.len() / SEGMENTS).clamp(16, SEGMENT).ilog2();
    let Some(spectrum) = Spectrum::sampled(&taken, 1.0, longest, 8 * SEGMENTS) else {
        return 0.0;
    };
    let bin = |frequency: f64| (frequency / spectrum.resolution) as usize;
    let last = bin(HIGHEST / 2.0).min(spectrum.power.len());
    let first = bin(BAND[0] * share).min(last.saturating_sub(1));
    let mut band = spectrum.power[first..last.min(bin(BAND[1] * share)).max(first + 1)].to_vec();
    band.sort_by(f64::total_cmp);
    // One-sided: half the rate holds all of the variance.
    let variance = band[band.len() / 2] / spectrum.resolution / 2.0;
    match variance.sqrt() {
        level if level > ROUNDING => level,
        _ => 0.0,
    }
}

impl Motion {
    /// Whether errors of what was measured are more than rounding.
    pub(crate) fn errs(&self) -> bool {
        self.errors.iter().flatten().any(|level| *level > 0.0)
    }

    /// The first samples of the motion.
    pub(crate) fn beginning(&self, samples: usize) -> Self {
        let cut = |columns: &Vec<Vec<f64>>| {
            let first = columns.iter().map(|x| x[..samples.min(x.len())].to_vec());
            first.collect::<Vec<_>>()
        };
        Self {
            name: self.name.clone(),
            source: self.source.clone(),
            bridged: self.bridged[..samples.min(self.bridged.len())].to_vec(),
            rate: self.rate,
            start: self.start,
            processing: self.processing.clone(),
            spectra: Vec::new(),
            position: cut(&self.position),
            velocity: self.velocity.as_ref().map(cut),
            acceleration: self.acceleration.as_ref().map(cut),
            torque: cut(&self.torque),
            rows: self.rows.as_ref().map(cut),
            base: self.base.as_ref().map(|base| base.beginning(samples)),
            contacts: None,
            adjusted: self.adjusted.clone(),
            errors: self.errors.clone(),
            band: self.band,
            steps: self.steps.clone(),
        }
    }

    /// The motion with errors of its positions of those of rounding at least.
    pub(crate) fn rounded(mut self) -> Self {
        self.errors[0]
            .iter_mut()
            .for_each(|level| *level = level.max(ROUNDING));
        self
    }

    /// The motion with further errors like its own, and with their negatives, so that what is linear in
    /// them cancels in the mean.
    ///
    /// # Errors
    /// [`FilterError`] as when the motion was filtered.
    pub(crate) fn disturbed(&self, random: &mut Random) -> Result<[Self; 2], FilterError> {
        let filter = self.processing.position_filter(self.rate)?;
        let narrower = |cutoff| LowPass::butterworth(self.processing.order, cutoff, self.rate);
        let narrower = self.band.map(narrower).transpose()?;
        let mut both = [self.clone(), self.clone()];
        let [plus, minus] = &mut both;
        let measured = |motion: &mut Self| {
            [
                Some(std::mem::take(&mut motion.position)),
                motion.velocity.take(),
                motion.acceleration.take(),
            ]
        };
        let (mut one, mut other) = (measured(plus), measured(minus));
        for ((one, other), levels) in one.iter_mut().zip(&mut other).zip(&self.errors) {
            let columns = one.iter_mut().flatten().zip(other.iter_mut().flatten());
            for ((one, other), level) in columns.zip(levels) {
                let mut error: Vec<f64> = one.iter().map(|_| level * random.normal()).collect();
                for filter in narrower.iter().chain([&filter]) {
                    zero_phase(filter, &mut error)?;
                }
                one.iter_mut().zip(&error).for_each(|(x, e)| *x += e);
                other.iter_mut().zip(&error).for_each(|(x, e)| *x -= e);
            }
        }
        for (motion, [position, velocity, acceleration]) in [(plus, one), (minus, other)] {
            motion.position = position.unwrap_or_default();
            motion.velocity = velocity;
            motion.acceleration = acceleration;
        }
        Ok(both)
    }
}

#[cfg(test)]
mod tests {
    use super::level;
    use crate::random::Random;
    use crate::signal::{LowPass, zero_phase};

    /// White noise, and the steps of an encoder: a twelfth of their square.
    #[test]
    fn levels_are_found_beside_a_motion() {
        let filter = LowPass::butterworth(4, 10.0, 500.0).unwrap();
        let mut random = Random::new(4);
        let motion = |k: u32| (0.009 * f64::from(k)).sin();
        let step = 2e-3;
        let noisy: Vec<f64> = (0..6000)
            .map(|k| motion(k) + 1e-3 * random.normal())
            .collect();
        let stepped: Vec<f64> = (0..6000)
            .map(|k| (motion(k) / step).round() * step)
            .collect();
        let smooth: Vec<f64> = (0..6000).map(motion).collect();
        let found = |column: &[f64]| {
            let mut filtered = column.to_vec();
            zero_phase(&filter, &mut filtered).unwrap();
            level(&column[300..5700], &filtered[300..5700], 10.0 / 500.0)
        };
        assert!((found(&noisy) / 1e-3 - 1.0).abs() < 0.1);
        assert!((found(&stepped) / (step / 12f64.sqrt()) - 1.0).abs() < 0.3);
        assert!(found(&smooth) < 1e-6);
    }
}
