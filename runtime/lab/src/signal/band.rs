//! Where in frequency a joint's motion ends and its noise begins, and the cut-off that follows.

use std::f64::consts::PI;

use super::{Spectrum, nearest_slope};

/// Samples of a segment and how many segments, spread over a recording.
const SEGMENT: usize = 1 << 16;
const SEGMENTS: usize = 16;
/// How far above its noise a motion's density lies.
const CLEAR: f64 = 10.0;
/// Bins that a motion has at least: fewer are the offset and the window's leakage.
const FEWEST: usize = 4;
/// Cut-offs in units of the band beyond which nothing is gained: a fourth-order Butterworth filter
/// applied twice takes less than 1e-7 of the motion there.
const WIDEST: f64 = 10.0;
/// How many times worse power that a filter takes of a motion is than as much noise: deviations know of
/// noise, and nothing of what was taken, so that its amplitude is to be a hundredth.
const BIASED: f64 = 1e4;
/// Cut-offs that compete, in a decade.
const CANDIDATES: i32 = 40;

/// One joint's motion and noise.
///
/// Noise of positions (of encoders, of quantisation) is taken to be white, as dense as what lies
/// highest in frequency; the motion is what clearly exceeds it, from 0 Hz to where the two meet first.
#[derive(Debug, Clone, PartialEq)]
pub struct Band {
    /// Where the motion's density falls to ten times that of its noise, Hz.
    pub meets: f64,
    /// The frequency below which 99 % of the power of the motion's speed lies, Hz.
    pub width: f64,
    /// Standard deviation of the position's noise, rad or m.
    pub noise: f64,
    /// Width of a bin, Hz.
    resolution: f64,
    /// Power of the motion's acceleration in each bin.
    motion: Vec<f64>,
    /// Power of the noise's acceleration in the first bin, which grows with the fourth power.
    floor: f64,
}

impl Band {
    /// Of a joint's positions; `None` of one that does not move, and of too short a recording.
    #[must_use]
    pub fn of(position: &[f64], rate: f64) -> Option<Self> {
        let speed = Spectrum::sampled(&nearest_slope(position, rate), rate, SEGMENT, SEGMENTS)?;
        let resolution = speed.resolution;
        // What differences of neighbours make of a frequency.
        let factor = |k: usize| (rate * (2.0 * PI * k as f64 * resolution / rate).sin()).powi(2);
        let powers = speed.power.iter().enumerate();
        let of_position: Vec<f64> = powers.map(|(k, power)| power / factor(k)).collect();
        // The mean without lines of hum.
        let density = |from: f64, to: f64| {
            let bins = (from / resolution) as usize..(to / resolution) as usize;
            let mut bins = of_position[bins].to_vec();
            bins.sort_by(f64::total_cmp);
            let most = 10.0 * bins.get(bins.len() / 2).copied().unwrap_or(0.0);
            let count = bins.iter().take_while(|density| **density <= most).count();
            bins[..count].iter().sum::<f64>() / count.max(1) as f64
        };
        // A filter in front of the recorder may have taken what is highest: the densest band counts, of
        // those where no robot moves.
        let (mut floor, mut from) = (density(0.25 * rate, 0.4 * rate), 0.125 * rate);
        while from >= (0.05 * rate).max(10.0) {
            floor = floor.max(density(from, 2.0 * from));
            from /= 2.0;
        }
        let smooth = |k: usize| {
            let near = &of_position[k - k / 20..=(k + k / 20).min(of_position.len() - 1)];
            near.iter().sum::<f64>() / near.len() as f64
        };
        let last = (1..speed.power.len())
            .find(|&k| smooth(k) <= CLEAR * floor)
            .unwrap_or(speed.power.len());
        if last < FEWEST {
            return None;
        }
        let powers: Vec<f64> = (0..last)
            .map(|k| (speed.power[k] - floor * factor(k)).max(0.0))
            .collect();
        let square = |k: usize| (2.0 * PI * k as f64 * resolution).powi(2);
        let motion = powers.iter().enumerate().map(|(k, p)| p * square(k));
        Some(Self {
            meets: last as f64 * resolution,
            noise: (floor * speed.power.len() as f64).sqrt(),
            floor: floor * square(1).powi(2),
            motion: motion.collect(),
            width: Spectrum {
                resolution,
                power: powers,
            }
            .below(0.99),
            resolution,
        })
    }

    /// The share of its acceleration that a filter of a cut-off spoils, between 0 and 1: what it takes
    /// of the motion, and what it leaves of the noise.
    fn spoiled(&self, cutoff: f64) -> f64 {
        let left = |k: usize| 1.0 / (1.0 + (k as f64 * self.resolution / cutoff).powi(8));
        let bins = self.motion.iter().enumerate();
        let taken: f64 = bins.map(|(k, p)| p * (1.0 - left(k)).powi(2)).sum();
        // The integral of f⁴ / (1 + (f/c)⁸)² is 0.1594 c⁵.
        let bins = cutoff / self.resolution;
        let noise = self.floor * 0.1594 * bins.powi(5);
        let error = BIASED * taken + noise;
        error / (self.motion.iter().sum::<f64>() + error).max(f64::MIN_POSITIVE)
    }
}

/// A cut-off for positions, Hz: the one that spoils the accelerations of all joints least, at most ten
/// times the widest motion's band, at least 1 Hz, at most a fifth of the rate; 1 Hz where nothing moves.
#[must_use]
pub fn suggested_cutoff(bands: &[Band], rate: f64) -> f64 {
    let widest = bands.iter().map(|band| band.width).fold(0.0, f64::max);
    let highest = (WIDEST * widest).min(rate / 5.0).max(1.0);
    let decades = highest.log10();
    let steps = (decades * f64::from(CANDIDATES)).ceil().max(1.0) as i32;
    let candidates = (0..=steps).map(|k| 10.0_f64.powf(decades * f64::from(k) / f64::from(steps)));
    let spoiled = |cutoff: f64| bands.iter().map(|band| band.spoiled(cutoff)).sum::<f64>();
    candidates
        .map(|cutoff| (spoiled(cutoff), cutoff))
        // Of cut-offs that are as good the highest one.
        .min_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)))
        .map_or(1.0, |(_, cutoff)| cutoff)
        .min(rate / 5.0)
}
