//! Where in frequency a joint's motion ends and its noise begins, and the cut-off that follows.

use std::f64::consts::PI;
use std::ops::Range;

use super::Spectrum;
use super::difference::nearest_slopes;

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
        let slopes = |samples: Range<usize>| nearest_slopes(position, samples, rate);
        let speed = Spectrum::made(position.len(), &slopes, rate, [SEGMENT, SEGMENTS])?;
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

#[cfg(test)]
mod tests {
    use super::{Band, suggested_cutoff};

    fn near(found: f64, expected: f64) {
        let off = (found / expected - 1.0).abs();
        assert!(off < 1e-6, "{found} for {expected}");
    }

    /// Two sines and noise that any language makes alike.
    fn signal(rate: f64) -> Vec<f64> {
        let noise = |k: u64| (k * 7919 + k * k * 31) % 1009;
        let sample = |k: u32| {
            let (t, drawn) = (f64::from(k) / rate, noise(u64::from(k)) as f64 / 1009.0);
            let slow = 0.3 * (std::f64::consts::TAU * 0.9 * t).sin();
            let fast = 0.05 * (std::f64::consts::TAU * 2.3 * t + 0.4).cos();
            slow + fast + 1e-3 * (drawn - 0.5)
        };
        (0..3100).map(sample).collect()
    }

    /// The same by NumPy, with spectra of `scipy.signal.welch`.
    #[test]
    fn a_motion_and_its_noise_are_told_apart_as_by_scipy() {
        let expected = [
            (
                100.0,
                [
                    1.46484375,
                    1.025390625,
                    2.863818402986575e-4,
                    7.095625056804847e-13,
                ],
            ),
            (
                500.0,
                [
                    3.90625,
                    2.685546875,
                    2.863818053132912e-4,
                    4.434764576971396e-10,
                ],
            ),
        ];
        let motions = [(30, 46.01774230676753), (16, 101.84133923043004)];
        for ((rate, numbers), (bins, motion)) in expected.into_iter().zip(motions) {
            let band = Band::of(&signal(rate), rate).expect("it moves");
            let found = [band.meets, band.width, band.noise, band.floor];
            found.iter().zip(numbers).for_each(|(x, y)| near(*x, y));
            assert_eq!(band.resolution, rate / 2048.0);
            assert_eq!(band.motion.len(), bins);
            near(band.motion.iter().sum(), motion);
        }
        near(
            Band::of(&signal(500.0), 500.0).expect("it moves").motion[5],
            4.3460570883368606,
        );
    }

    /// Density falls with the square of the frequency into noise, which is a sixteenth of the motion's acceleration where they meet.
    #[test]
    fn power_of_noise_is_not_that_of_the_motion() {
        let mut random = crate::random::Random::new(3);
        let mut at = 0.0;
        let motion: Vec<f64> = (0..1 << 18)
            .map(|_| {
                at = 0.95 * at + 0.05 * random.normal();
                at
            })
            .collect();
        let noisy: Vec<f64> = motion.iter().map(|x| x + 3e-3 * random.normal()).collect();
        let [alone, found] = [motion, noisy].map(|q| Band::of(&q, 100.0).expect("it moves"));
        let bins = found.motion.len().min(alone.motion.len());
        let [alone, found] = [alone, found].map(|band| band.motion[..bins].iter().sum::<f64>());
        assert!(
            (found / alone - 1.0).abs() < 0.02,
            "{found} for {alone}, {bins} bins"
        );
    }

    fn band(motion: &[f64], floor: f64, resolution: f64, width: f64) -> Band {
        Band {
            meets: 9.0,
            width,
            noise: 7.0,
            resolution,
            motion: motion.to_vec(),
            floor,
        }
    }

    /// By NumPy: what a filter of fourth order takes, run twice, and what it leaves of noise.
    #[test]
    fn a_cut_off_spoils_by_what_it_takes_and_by_what_it_leaves() {
        let one = band(&[0.0, 2.0, 5.0, 1.0], 3e-6, 0.5, 1.5);
        let other = band(&[0.0, 0.5, 0.25], 2e-8, 0.25, 0.5);
        near(one.spoiled(1.5), 0.9968974361801082);
        near(one.spoiled(6.0), 0.014656226025998496);
        near(other.spoiled(1.5), 1.1045498991994765e-4);
        let cutoff = |bands: &[&Band], rate| {
            let bands: Vec<Band> = bands.iter().map(|band| (*band).clone()).collect();
            suggested_cutoff(&bands, rate)
        };
        near(cutoff(&[&one], 60.0), 3.8783260384703455);
        near(cutoff(&[&other], 60.0), 1.6775247250777787);
        near(cutoff(&[&one, &other], 60.0), 3.665367033994813);
        // Candidates end at a fifth of the rate, and at ten times the width.
        near(cutoff(&[&one], 20.0), 3.784230586902383);
        near(cutoff(&[&band(&one.motion, 3e-6, 0.5, 0.3)], 60.0), 3.0);
        // Of what costs nothing the highest.
        let free = band(&[0.0, 0.0], 0.0, 0.5, 0.7);
        near(cutoff(&[&free], 60.0), 7.0);
        near(cutoff(&[&free], 20.0), 4.0);
        assert_eq!(free.spoiled(2.0), 0.0);
        // A slow clock has no room for 1 Hz.
        near(cutoff(&[&one], 4.0), 0.8);
        near(cutoff(&[], 500.0), 1.0);
        // What does not change is spoiled by noise alone, least at 1 Hz.
        near(cutoff(&[&band(&[1.0, 0.0], 1.0, 0.5, 1.5)], 60.0), 1.0);
    }

    /// Noise of 1e-4, and a motion up to 9 Hz that is ten thousand times as dense.
    #[test]
    fn noise_is_not_looked_for_where_robots_move() {
        let mut random = crate::random::Random::new(9);
        let mut white =
            |size: f64| -> Vec<f64> { (0..1 << 14).map(|_| size * random.normal()).collect() };
        let (mut position, noise) = (white(1e-2), white(1e-4));
        let filter = crate::signal::LowPass::butterworth(8, 9.0, 100.0).expect("a filter");
        crate::signal::zero_phase(&filter, &mut position).expect("long enough");
        position.iter_mut().zip(&noise).for_each(|(x, e)| *x += e);
        let band = Band::of(&position, 100.0).expect("it moves");
        assert!((band.noise / 1e-4 - 1.0).abs() < 0.1, "{}", band.noise);
        // Where the filter, run twice, leaves a thousandth: 1 + (f/9)¹⁶ is 31.6, but for the warping of frequencies.
        assert!((10.5..11.5).contains(&band.meets), "{}", band.meets);
        // At half the rate there is but one band where no robot moves.
        let slow = Band::of(&position, 50.0).expect("it moves");
        assert!((slow.noise / 1e-4 - 1.0).abs() < 0.1, "{}", slow.noise);
    }

    /// Up to a quarter of the rate a sine in every bin, above in every tenth: between these there is nothing, and no noise.
    #[test]
    fn a_motion_may_reach_to_half_the_rate() {
        let bins: Vec<u32> = (1..256).filter(|k| *k < 128 || k % 10 == 5).collect();
        let sample = |t: u32| -> f64 {
            let sine = |k: &u32| {
                let turns = f64::from(k * t % 512) / 512.0 + f64::from(k * k % 101) / 101.0;
                (std::f64::consts::TAU * turns).sin()
            };
            bins.iter().map(sine).sum()
        };
        let position: Vec<f64> = (0..512).map(sample).collect();
        let band = Band::of(&position, 50.0).expect("it moves");
        assert_eq!(band.meets, 25.0);
        assert_eq!(band.motion.len(), 256);
        // That of the motion is above 10.
        assert!(band.noise < 0.1, "{}", band.noise);
    }

    /// A window spreads a sine over three bins: one in the second bin reaches up to the fourth, where noise begins, and one in the
    /// first is no more than an offset and what leaks of it.
    #[test]
    fn a_motion_has_four_bins_at_least() {
        let of = |slow: u32| {
            let sample = |t: u32| -> f64 {
                let sine = |k: u32| {
                    let turns = f64::from(k * t % 512) / 512.0 + f64::from(k * k % 101) / 101.0;
                    (std::f64::consts::TAU * turns).sin()
                };
                sine(slow) + (5..256).map(|k| 1e-3 * sine(k)).sum::<f64>()
            };
            let position: Vec<f64> = (0..512).map(sample).collect();
            Band::of(&position, 50.0).map(|band| (band.meets, band.motion.len()))
        };
        assert_eq!(of(2), Some((4.0 * 50.0 / 512.0, 4)));
        assert_eq!(of(1), None);
    }

    #[test]
    fn positions_that_are_no_numbers_have_no_noise() {
        let noise = Band::of(&[f64::NAN; 32], 50.0).map(|band| band.noise);
        assert_eq!(noise, Some(0.0));
    }
}
