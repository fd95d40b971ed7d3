//! Errors of what was measured: what lies above the cut-off of the filter, where next to no motion is, while it moves.

use std::ops::Range;

use super::Motion;
use crate::random::Random;
use crate::signal::{FilterError, LowPass, Spectrum, zero_phase_all};

/// The band in which errors are looked for, in cut-offs, and as a share of half the rate.
const BAND: [f64; 2] = [1.5, 6.0];
const HIGHEST: f64 = 0.9;
/// Samples from which errors are estimated, at most, and segments of their spectrum, at least.
const SAMPLES: usize = 1 << 17;
const SEGMENTS: usize = 8;
const SEGMENT: usize = 1 << 12;
/// Errors below this, rad (or m, or their derivatives), are those of rounding.
const ROUNDING: f64 = 1e-9;
/// A column stands still while its values stay within this share of its errors for a period of the cut-off, and for so many
/// samples at least, which white noise does six times in a million.
const STILL: f64 = 0.1;
const FEWEST: usize = 5;

/// The stretches in which a column stands still.
pub(super) type Rests = Vec<Range<usize>>;

/// What a filter takes of columns at their first samples but for the ends (`trim`), and which these are.
///
/// # Errors
/// [`FilterError`] if the filter is impossible or the columns too short for it.
pub(super) fn taken(
    columns: &[Vec<f64>],
    filter: &LowPass,
    trim: usize,
) -> Result<(Vec<Vec<f64>>, Range<usize>), FilterError> {
    let samples = columns.first().map_or(0, Vec::len);
    let first = trim.min(samples);
    let last = samples.saturating_sub(trim).min(first + SAMPLES);
    let inside = first..last.max(first);
    // What follows them and is no end either decides no more than an end would.
    let until = samples.min(inside.end.saturating_add(trim));
    let mut after: Vec<Vec<f64>> = columns.iter().map(|x| x[..until].to_vec()).collect();
    zero_phase_all(filter, &mut after)?;
    let taken = columns.iter().zip(&after).map(|(before, after)| {
        let pairs = before[inside.clone()].iter().zip(&after[inside.clone()]);
        pairs.map(|(x, y)| x - y).collect()
    });
    Ok((taken.collect(), inside))
}

/// The [`level`] of a column's errors while it moves, and where it stands still: an encoder at rest reads one value, and where the
/// robot of a simulation rests nothing errs, while noise of a resolver goes on. `column` is what was measured and `taken` what a
/// filter of a cut-off (`share`, of the rate) took of the samples `inside`.
pub(super) fn found(
    column: &[f64],
    taken: &[f64],
    inside: &Range<usize>,
    share: f64,
) -> (f64, Rests) {
    let level = level(taken, share);
    let rests = rests(column, STILL * level, FEWEST.max(share.recip() as usize));
    let rest: usize = rests
        .iter()
        .map(|rest| {
            rest.end
                .min(inside.end)
                .saturating_sub(rest.start.max(inside.start))
        })
        .sum();
    // What errs for a part of the time errs the more while it does.
    let moving = inside.len().saturating_sub(rest).max(1) as f64 / inside.len().max(1) as f64;
    (level / moving.sqrt(), rests)
}

/// Stretches of so many samples and more whose values lie within less than so much.
fn rests(column: &[f64], within: f64, shortest: usize) -> Rests {
    let mut rests = Rests::new();
    if within <= 0.0 {
        return rests;
    }
    let (mut start, mut low, mut high) = (0, f64::INFINITY, f64::NEG_INFINITY);
    for (k, x) in column.iter().copied().chain([f64::INFINITY]).enumerate() {
        (low, high) = (low.min(x), high.max(x));
        // The end of the column is far from everything.
        if high - low < within {
            continue;
        }
        if k - start >= shortest {
            rests.push(start..k);
        }
        (start, low, high) = (k, x, x);
    }
    rests
}

/// Standard deviation of white noise with the density that a measured column has above the cut-off of a
/// filter, from what the filter took of it; encoder steps are part of it. The median over the band passes over lines
/// of mechanical vibration.
pub(super) fn level(taken: &[f64], share: f64) -> f64 {
    let longest = 1 << (taken.len() / SEGMENTS).clamp(16, SEGMENT).ilog2();
    let Some(spectrum) = Spectrum::sampled(taken, 1.0, longest, 8 * SEGMENTS) else {
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

/// Errors of positions, of velocities and of accelerations, a column after the other.
pub(crate) type Errors = [Vec<Vec<f64>>; 3];

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
            rounding: self.rounding.clone(),
            torque: cut(&self.torque),
            sides: self.sides,
            rows: self.rows.as_ref().map(cut),
            base: self.base.as_ref().map(|base| base.beginning(samples)),
            contacts: None,
            temperatures: self
                .temperatures
                .as_ref()
                .map(|known| known.beginning(samples)),
            held: self.held.clone(),
            adjusted: self.adjusted.clone(),
            cleaned: self.cleaned.clone(),
            errors: self.errors.clone(),
            rests: self.rests.clone(),
            at_rest: self.at_rest.clone(),
            encoders: self.encoders.clone(),
            band: self.band,
            steps: self.steps.clone(),
        }
    }

    /// The motion with errors of its positions of those of rounding at least, also at rest.
    pub(crate) fn rounded(mut self) -> Self {
        self.at_rest.clear();
        for (k, level) in self.errors[0].iter_mut().enumerate() {
            // A motor turns as much faster as its gears say.
            let ratio = self.encoders.as_ref().map(|drive| drive.speed(k));
            let rounding = ROUNDING * ratio.unwrap_or(1.0);
            *level = level.max(rounding);
            self.at_rest.push(rounding);
        }
        self
    }

    /// Further errors like those of the motion: of positions, of velocities and of accelerations, a column after the other;
    /// none of what was not measured, nor of what stands still.
    ///
    /// # Errors
    /// [`FilterError`] as when the motion was filtered.
    pub(crate) fn further_errors(&self, random: &mut Random) -> Result<Errors, FilterError> {
        let filter = self.processing.position_filter(self.rate)?;
        let narrower = |cutoff| LowPass::butterworth(self.processing.order, cutoff, self.rate);
        let narrower = self.band.map(narrower).transpose()?;
        let measured = [
            Some(&self.position),
            self.velocity.as_ref(),
            self.acceleration.as_ref(),
        ];
        let mut all = Errors::default();
        for (kind, errors) in all.iter_mut().enumerate() {
            let Some(measured) = measured[kind] else {
                continue;
            };
            let error = |(k, (column, level)): (usize, (&Vec<f64>, &f64))| -> Vec<f64> {
                let drawn: Vec<f64> = column.iter().map(|_| random.normal()).collect();
                let mut error: Vec<f64> = drawn.iter().map(|x| level * x).collect();
                let at_rest = self.at_rest.get(k).filter(|_| kind == 0);
                let at_rest = at_rest.copied().unwrap_or(0.0);
                for rest in self.rests[kind].get(k).into_iter().flatten() {
                    let [start, end] = [rest.start, rest.end].map(|k| k.min(drawn.len()));
                    let drawn = &drawn[start..end];
                    let resting = error[start..end].iter_mut().zip(drawn);
                    resting.for_each(|(error, x)| *error = at_rest * x);
                }
                error
            };
            let levels = self.errors[kind].iter();
            *errors = measured.iter().zip(levels).enumerate().map(error).collect();
            for filter in narrower.iter().chain([&filter]) {
                zero_phase_all(filter, errors)?;
            }
            if let Some(drive) = &self.encoders {
                drive.columns_to_joint(errors);
            }
        }
        Ok(all)
    }

    /// The motion with such errors added, so many times.
    pub(crate) fn disturbed(&self, errors: &Errors, times: f64) -> Self {
        let mut disturbed = self.clone();
        let measured = [
            Some(&mut disturbed.position),
            disturbed.velocity.as_mut(),
            disturbed.acceleration.as_mut(),
        ];
        for (columns, errors) in measured.into_iter().zip(errors) {
            for (column, error) in columns.into_iter().flatten().zip(errors) {
                let pairs = column.iter_mut().zip(error);
                pairs.for_each(|(x, e)| *x += times * e);
            }
        }
        disturbed
    }
}

#[cfg(test)]
mod tests {
    use super::{Motion, Rests, found, level};
    use crate::options::{Cutoff, ProcessingOptions};
    use crate::random::Random;
    use crate::recording::{Arrays, Recording};
    use crate::regression::by_hand;
    use crate::signal::{LowPass, zero_phase};
    use crate::transmission::Drive;
    use armwright_runtime::{Robot, Side};

    /// Noise of encoders at the motors of a coupled wrist: joints err together, motors do not.
    #[test]
    fn what_was_measured_at_motors_errs_there() {
        let model = armwright_robots::abb_wrist::ROBOT.model();
        let mut random = Random::new(9);
        let sizes = [2e-3, 5e-3, 1e-3];
        let motor = |k: usize, t: usize, random: &mut Random| {
            (0.003 * (k + 2) as f64 * t as f64).sin() + sizes[k] * random.normal()
        };
        let column = |k: usize| {
            (0..8000)
                .map(|t| motor(k, t, &mut random))
                .collect::<Vec<f64>>()
        };
        let position: Vec<Vec<f64>> = (0..3).map(column).collect();
        let errors = |side: Side| {
            let arrays = Arrays {
                side,
                ..Arrays::new(500.0, position.clone(), position.clone())
            };
            let recording = Recording::from_arrays(model, arrays).unwrap();
            assert_eq!(recording.position_side, side);
            // Wide, so that there are many independent samples of what passes.
            let options = ProcessingOptions {
                cutoff: Some(Cutoff::Hertz(60.0)),
                ..ProcessingOptions::default()
            };
            let motion = Motion::of(recording, &options, model).unwrap();
            let [mut further, ..] = motion.further_errors(&mut Random::new(2)).unwrap();
            if side == Side::Motor {
                Drive::of(model).unwrap().columns_to_motor(&mut further);
            }
            (motion.errors[0].clone(), further)
        };
        for side in [Side::Motor, Side::Joint] {
            let (levels, errors) = errors(side);
            let product = |i: usize, k: usize| -> f64 {
                errors[i].iter().zip(&errors[k]).map(|(a, b)| a * b).sum()
            };
            for (i, size) in sizes.iter().enumerate() {
                assert!((levels[i] / size - 1.0).abs() < 0.1, "{side:?} {levels:?}");
                for k in 0..i {
                    let correlation = product(i, k) / (product(i, i) * product(k, k)).sqrt();
                    assert!(correlation.abs() < 0.15, "{side:?} {i} {k}: {correlation}");
                }
            }
        }
    }

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
            let taken = column.iter().zip(&filtered).map(|(x, y)| x - y);
            level(&taken.collect::<Vec<f64>>()[300..5700], 10.0 / 500.0)
        };
        assert!((found(&noisy) / 1e-3 - 1.0).abs() < 0.1);
        assert!((found(&stepped) / (step / 12f64.sqrt()) - 1.0).abs() < 0.3);
        assert!(found(&smooth) < 1e-6);
    }

    /// An encoder that rests for half of the time errs while it moves, as if it always did; noise has no rest.
    #[test]
    fn what_stands_still_does_not_err() {
        let filter = LowPass::butterworth(4, 10.0, 500.0).unwrap();
        let step = 2e-3;
        let motion = |k: u32| (0.009 * f64::from(k.min(3000))).sin();
        let mut random = Random::new(4);
        let stepped: Vec<f64> = (0..6000)
            .map(|k| (motion(k) / step).round() * step)
            .collect();
        let noisy: Vec<f64> = (0..6000)
            .map(|k| motion(k) + 1e-3 * random.normal())
            .collect();
        let smooth: Vec<f64> = (0..6000).map(motion).collect();
        let of = |column: &[f64]| {
            let mut filtered = column.to_vec();
            zero_phase(&filter, &mut filtered).unwrap();
            let taken = column.iter().zip(&filtered).map(|(x, y)| x - y);
            let taken = &taken.collect::<Vec<f64>>()[300..5700];
            (level(taken, 0.02), found(column, taken, &(300..5700), 0.02))
        };
        let (mean, (moving, rests)) = of(&stepped);
        let [rest] = &rests[..] else {
            panic!("{rests:?}");
        };
        assert!((2980..=3001).contains(&rest.start) && rest.end == 6000);
        let share = (rest.start - 300) as f64 / 5400.0;
        assert!((moving * share.sqrt() / mean - 1.0).abs() < 1e-12);
        assert!((moving / (step / 12f64.sqrt()) - 1.0).abs() < 0.3);
        let (mean, always) = of(&noisy);
        assert_eq!(always, (mean, Rests::new()));
        // What stops without errors has some size above the cut-off all the same, and none where it rests.
        let (_, (small, rests)) = of(&smooth);
        assert!(small > 1e-6 && small < 1e-3, "{small}");
        assert!(
            rests
                .last()
                .is_some_and(|rest| rest.start < 3010 && rest.end == 6000)
        );
    }

    /// By NumPy: the median of `scipy.signal.welch` over the band, of numbers that any language makes alike.
    #[test]
    fn a_level_is_the_median_density_above_the_cut_off() {
        let noise = |k: u64| ((k * 7919 + k * k * 31) % 1009) as f64 / 1009.0 - 0.5;
        let sample = |k: u32| noise(u64::from(k)) + 0.1 * (0.05 * f64::from(k)).sin();
        let column: Vec<f64> = (0..3000).map(sample).collect();
        for (samples, share, expected) in [
            (3000, 0.03, 0.27626206044098195),
            (3000, 0.2, 0.3082835515833073),
            (3000, 0.4, 0.20965947244202696),
            (100, 0.05, 0.2682596706973334),
        ] {
            let found = level(&column[..samples], share);
            assert!((found / expected - 1.0).abs() < 1e-9, "{share}: {found}");
        }
        let scaled = |by: f64| -> f64 {
            let column: Vec<f64> = column.iter().map(|x| by * x).collect();
            level(&column, 0.03)
        };
        assert!((scaled(1e-8) / 2.7626206044098195e-9 - 1.0).abs() < 1e-9);
        assert_eq!(scaled(3e-9), 0.0);
        assert_eq!(level(&column[..15], 0.03), 0.0);
    }

    /// A motion with errors of all that is measured.
    fn erring() -> Motion {
        let mut motion = by_hand::motion(60);
        motion.errors = [vec![0.01, 0.02], vec![0.3, 0.0], vec![0.5, 4.0]];
        motion.rests = [const { Vec::new() }; 3];
        motion
    }

    /// Not before they are filtered, up to the end of the motion; rounding errs there, too, where it does at all.
    #[test]
    fn further_errors_are_none_at_rest() {
        let mut motion = erring();
        motion.rests[0] = vec![Rests::new(), vec![0..10, 40..90]];
        motion.rests[2] = vec![vec![0..60], Rests::new()];
        let rounded = motion.clone().rounded();
        for (motion, at_rest) in [(motion, 0.0), (rounded, 1e-9)] {
            let found = motion.further_errors(&mut Random::new(3)).expect("filters");
            let mut drawn = Random::new(3);
            for (kind, levels) in motion.errors.iter().enumerate() {
                for (k, level) in levels.iter().enumerate() {
                    let size = |t: usize| match (kind, k) {
                        (0, 1) if !(10..40).contains(&t) => at_rest,
                        (2, 0) => 0.0,
                        _ => *level,
                    };
                    let mut expected: Vec<f64> =
                        (0..60).map(|t| size(t) * drawn.normal()).collect();
                    let filter = LowPass::butterworth(2, 20.0, 100.0).expect("a filter");
                    zero_phase(&filter, &mut expected).expect("long enough");
                    for (found, expected) in found[kind][k].iter().zip(&expected) {
                        assert!((found - expected).abs() < 1e-15, "{kind} {k}");
                    }
                }
            }
        }
    }

    #[test]
    fn errors_are_more_than_rounding_or_none() {
        let mut motion = erring();
        assert!(motion.errs());
        motion.errors = [vec![0.0, 2e-9], vec![0.0; 2], Vec::new()];
        assert!(motion.errs());
        let rounded = motion.clone().rounded();
        assert_eq!(rounded.errors[0], [1e-9, 2e-9]);
        // Motors with rows (2, 0) and (3, 5).
        motion.encoders = Drive::of(&by_hand::MODEL);
        assert_eq!(motion.clone().rounded().errors[0], [2e-9, 5e-9]);
        motion.errors[0] = vec![0.0; 2];
        assert!(!motion.errs());
        // Those of accelerations alone are some, too.
        motion.errors[2] = vec![0.0, 1e-3];
        assert!(motion.errs());
    }

    #[test]
    fn the_beginning_of_a_motion_is_cut_in_every_column() {
        let mut motion = erring();
        motion.bridged = (0..60).map(|k| k == 7 || k == 30).collect();
        motion.rows = Some(vec![(0..60).map(f64::from).collect()]);
        motion.steps = vec![None, Some(0.1)];
        motion.band = Some(3.0);
        motion.name = "swing (second)".to_owned();
        assert_eq!(motion.source, "swing");
        let found = motion.beginning(20);
        let cut = |columns: &[Vec<f64>]| -> Vec<Vec<f64>> {
            columns.iter().map(|c| c[..20].to_vec()).collect()
        };
        let expected = Motion {
            spectra: Vec::new(),
            position: cut(&motion.position),
            velocity: motion.velocity.as_ref().map(|c| cut(c)),
            acceleration: motion.acceleration.as_ref().map(|c| cut(c)),
            torque: cut(&motion.torque),
            rows: motion.rows.as_ref().map(|c| cut(c)),
            bridged: motion.bridged[..20].to_vec(),
            ..motion.clone()
        };
        assert_eq!(found, expected);
        assert_eq!(motion.beginning(99).samples(), 60);
    }

    /// The same errors with both signs, drawn column after column, through the filters of what was measured.
    #[test]
    fn further_errors_go_through_the_filters_of_the_first() {
        for (band, at_motors) in [(None, false), (Some(7.0), false), (None, true)] {
            let mut motion = erring();
            motion.band = band;
            motion.encoders = at_motors.then(|| Drive::of(&by_hand::MODEL)).flatten();
            let mut drawn = Random::new(3);
            let further = motion.further_errors(&mut Random::new(3)).expect("filters");
            let [plus, minus] = [1.0, -1.0].map(|sign| motion.disturbed(&further, sign));
            let columns = |motion: &Motion| {
                let velocity = motion.velocity.clone().expect("measured");
                let acceleration = motion.acceleration.clone().expect("measured");
                [motion.position.clone(), velocity, acceleration]
            };
            let all = columns(&motion).into_iter().zip(columns(&plus));
            for ((all, plus), (minus, levels)) in
                all.zip(columns(&minus).into_iter().zip(&motion.errors))
            {
                let error = |level: &f64| {
                    let mut error: Vec<f64> = (0..60).map(|_| level * drawn.normal()).collect();
                    for cutoff in band.into_iter().chain([20.0]) {
                        let filter = LowPass::butterworth(2, cutoff, 100.0).expect("a filter");
                        zero_phase(&filter, &mut error).expect("long enough");
                    }
                    error
                };
                let mut errors: Vec<Vec<f64>> = levels.iter().map(error).collect();
                let drive = motion.encoders.iter();
                drive.for_each(|drive| drive.columns_to_joint(&mut errors));
                for i in 0..2 {
                    for k in 0..60 {
                        let (x, e) = (all[i][k], errors[i][k]);
                        let off = [plus[i][k] - x - e, minus[i][k] - x + e];
                        assert!(off.iter().all(|off| off.abs() < 1e-12), "{i}, {k}: {off:?}");
                    }
                }
            }
        }
    }
}
