//! How well simulated motions follow measured ones, joint by joint.

use std::ops::Range;

use super::evaluate::{NoResiduals, Task};
use super::result::FittedJoint;
use super::search::Found;
use crate::rows::position_unit;
use crate::thresholds::{BRIDGED_SECONDS, MOVING};

/// Samples over which differences follow each other at most.
const LAGS: usize = 1000;

/// A joint's positions of one interval: times, measured, simulated.
type Part = [Vec<f64>; 3];

/// Measured and simulated positions of every joint that is not locked.
pub(super) fn followed(task: &Task<'_>, found: &Found) -> Result<Vec<FittedJoint>, NoResiduals> {
    let n = task.machine.joints();
    let all = task.each(|k| {
        let stretch = &task.stretches[k];
        let mut parts: Vec<Part> = vec![Part::default(); n];
        task.residuals(
            &found.point,
            k,
            false,
            &mut |joint, at, residual, _| {
                let measured = stretch.position[at * n + joint];
                let values = [stretch.at(at), measured, measured + residual];
                for (column, value) in parts[joint].iter_mut().zip(values) {
                    column.push(value);
                }
            },
            &mut |_| {},
        )?;
        Ok(parts)
    })?;
    let model = task.machine.robot().model();
    let moving = (0..n).filter(|i| !task.machine.is_locked(*i));
    let joint = |i: usize| {
        let parts: Vec<&Part> = all.iter().map(|parts| &parts[i]).collect();
        let of = &model.joints[i];
        judged(of.name.to_owned(), position_unit(of), &parts)
    };
    Ok(moving.map(joint).collect())
}

/// The figures of a joint over all intervals.
fn judged(name: String, unit: &'static str, parts: &[&Part]) -> FittedJoint {
    let mut series = Part::default();
    let (mut left, mut bent) = (Sums::default(), Sums::default());
    for part in parts {
        let [times, measured, simulated] = part;
        let differences = simulated.iter().zip(measured).map(|(s, m)| s - m);
        left.add(differences);
        bent.add(beside_a_line(times, measured).into_iter());
        for (all, own) in series.iter_mut().zip(*part) {
            all.extend(own);
        }
    }
    let measured = &series[1];
    let count = measured.len().max(1) as f64;
    let mean = measured.iter().sum::<f64>() / count;
    let mut spread = Sums::default();
    spread.add(measured.iter().map(|q| q - mean));
    FittedJoint {
        name,
        unit,
        rmse: (left.squares / count).sqrt(),
        nrmse: (left.squares / spread.squares.max(f64::MIN_POSITIVE)).sqrt(),
        r2: 1.0 - left.squares / bent.squares.max(f64::MIN_POSITIVE),
        lag1: left.lag1(),
        inflation: inflation(parts),
        is_still: spread.lag1() < MOVING || measured.windows(2).all(|pair| pair[0] == pair[1]),
        series,
    }
}

impl FittedJoint {
    /// How much this joint moves and how much another does, rad or m: RMS of what a straight line leaves of measured positions, in parts
    /// that last as long of both. What wanders has more of it the longer it is looked at.
    pub(crate) fn variations(&self, other: &Self) -> [f64; 2] {
        let both = [self, other];
        let longest = |joint: &Self| {
            let times = &joint.series[0];
            let lengths = runs(times).into_iter().map(|run| length(times, &run));
            lengths.fold(0.0, f64::max)
        };
        let seconds = both.map(longest).into_iter().fold(f64::INFINITY, f64::min);
        both.map(|joint| joint.variation(seconds))
    }

    /// The same of one, in parts of about so many seconds.
    fn variation(&self, seconds: f64) -> f64 {
        let [times, measured, _] = &self.series;
        let mut bent = Sums::default();
        for run in runs(times) {
            let (first, length) = (times[run.start], length(times, &run));
            let parts = (length / seconds).round().max(1.0);
            let part = |k: &usize| {
                ((times[*k] - first) / length * parts)
                    .floor()
                    .min(parts - 1.0)
            };
            let samples: Vec<usize> = run.collect();
            for own in samples.chunk_by(|a, b| part(a) == part(b)) {
                let own = own[0]..own[0] + own.len();
                bent.add(beside_a_line(&times[own.clone()], &measured[own]).into_iter());
            }
        }
        (bent.squares / measured.len().max(1) as f64).sqrt()
    }
}

/// Samples of one motion: without a hole that is too long to be bridged, and without a time that goes back.
fn runs(times: &[f64]) -> Vec<Range<usize>> {
    let mut start = 0;
    let follows = |a: &f64, b: &f64| (0.0..=BRIDGED_SECONDS[1]).contains(&(b - a));
    let runs = times.chunk_by(follows).map(|run| {
        start += run.len();
        start - run.len()..start
    });
    runs.collect()
}

/// How long samples last, s.
fn length(times: &[f64], run: &Range<usize>) -> f64 {
    times[run.end - 1] - times[run.start]
}

/// By how much differences that follow each other within intervals widen deviations, beside white noise.
fn inflation(parts: &[&Part]) -> f64 {
    let differences = |part: &&Part| -> Vec<f64> {
        let pairs = part[2].iter().zip(&part[1]);
        pairs.map(|(s, m)| s - m).collect()
    };
    let all: Vec<Vec<f64>> = parts.iter().map(differences).collect();
    let product = |lag: usize| -> f64 {
        let each = all.iter().map(|own| {
            let later = own.get(lag..).unwrap_or_default();
            own.iter().zip(later).map(|(a, b)| a * b).sum::<f64>()
        });
        each.sum()
    };
    let (square, count) = (product(0), all.iter().map(Vec::len).sum::<usize>());
    let chance = 2.0 / (count.max(1) as f64).sqrt() * square;
    let longest = all.iter().map(Vec::len).max().unwrap_or(0);
    let following = (1..longest.min(LAGS)).map(product);
    let sum: f64 = following.take_while(|product| *product > chance).sum();
    match square > 0.0 {
        true => (1.0 + 2.0 * sum / square).sqrt(),
        false => 1.0,
    }
}

/// What is left of positions beside the straight line that is nearest.
fn beside_a_line(times: &[f64], positions: &[f64]) -> Vec<f64> {
    let count = times.len().max(1) as f64;
    let mean = |column: &[f64]| column.iter().sum::<f64>() / count;
    let [time, position] = [times, positions].map(mean);
    let pairs = || {
        times
            .iter()
            .zip(positions)
            .map(|(t, q)| (t - time, q - position))
    };
    let square: f64 = pairs().map(|(t, _)| t * t).sum();
    let product: f64 = pairs().map(|(t, q)| t * q).sum();
    let slope = if square > 0.0 { product / square } else { 0.0 };
    pairs().map(|(t, q)| q - slope * t).collect()
}

/// Sums of squares and of products of neighbours.
#[derive(Default)]
struct Sums {
    squares: f64,
    products: f64,
}

impl Sums {
    fn add(&mut self, values: impl Iterator<Item = f64>) {
        let mut before = 0.0;
        for value in values {
            self.squares += value * value;
            self.products += value * before;
            before = value;
        }
    }

    fn lag1(&self) -> f64 {
        if self.squares > 0.0 {
            self.products / self.squares
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{inflation, judged, runs};
    use crate::random::Random;

    fn part(from: usize, position: impl Fn(f64) -> f64, apart: &[f64]) -> [Vec<f64>; 3] {
        let times: Vec<f64> = (from..from + 40).map(|k| 0.1 * k as f64).collect();
        let measured: Vec<f64> = times.iter().map(|t| position(*t)).collect();
        let simulated = measured.iter().enumerate();
        let simulated = simulated.map(|(k, q)| q + apart[k % apart.len()]);
        let simulated = simulated.collect();
        [times, measured, simulated]
    }

    /// A joint at constant speed goes where it goes without any parameter: what a line leaves is what there is to explain. Noise changes its
    /// sign from sample to sample, what a model lacks does not.
    #[test]
    fn what_is_explained_is_what_no_straight_line_has() {
        let motion = |t: f64| 3.0 * t + 0.1 * (2.0 * t).sin();
        let parts = [
            part(0, motion, &[0.01, -0.01]),
            part(40, motion, &[0.01, -0.01]),
        ];
        let found = judged("q".to_owned(), "rad", &[&parts[0], &parts[1]]);
        assert!((found.rmse - 0.01).abs() < 1e-12);
        // The variance of the sine is 0.005, but for what a line has of it.
        assert!(
            (found.r2 - (1.0 - 1e-4 / 5e-3)).abs() < 5e-3,
            "{}",
            found.r2
        );
        assert!(found.nrmse < 0.002, "{}", found.nrmse);
        assert!((found.lag1 + 1.0).abs() < 0.05 && !found.is_still);
        assert_eq!(found.series[0].len(), 80);
        let lacking = [part(0, motion, &[0.01])];
        let found = judged("q".to_owned(), "rad", &[&lacking[0]]);
        assert!((found.lag1 - 1.0).abs() < 0.05, "{}", found.lag1);
    }

    /// A parabola of 4 s, in one run and after a hole of 10 s in another, is 16 times as far from a line as one of 1 s; in parts of 1 s it is
    /// no farther.
    #[test]
    fn what_wanders_is_compared_in_parts_that_last_as_long() {
        let of = |starts: &[f64], seconds: u32, position: &dyn Fn(f64) -> f64| {
            let times = starts
                .iter()
                .flat_map(|start| (0..=100 * seconds).map(move |k| start + 0.01 * f64::from(k)));
            let times: Vec<f64> = times.collect();
            let measured: Vec<f64> = times.iter().map(|t| position(*t)).collect();
            judged(
                "q".to_owned(),
                "rad",
                &[&[times, measured.clone(), measured]],
            )
        };
        let parabola = |t: f64| 0.5 * t * t;
        let (short, long) = (of(&[3.0], 1, &parabola), of(&[0.0, 14.0], 4, &parabola));
        assert_eq!(runs(&long.series[0]), [0..401, 401..802]);
        let [before, now] = long.variations(&short);
        assert!((before / now - 1.0).abs() < 0.03, "{before} {now}");
        assert!((now - 1.0 / 720f64.sqrt()).abs() < 1e-3, "{now}");
        let [now, before] = short.variations(&long);
        assert!((before / now - 1.0).abs() < 0.03, "{before} {now}");
        let [whole, same] = long.variations(&long);
        assert!(
            whole == same && (whole / before - 16.0).abs() < 0.5,
            "{whole} {before}"
        );
        // With a tenth of the acceleration it moves a tenth as much in as long a time.
        let [before, now] = of(&[0.0], 4, &|t| 0.1 * parabola(t)).variations(&short);
        assert!((10.0 * before / now - 1.0).abs() < 0.03, "{before} {now}");
        // A time that goes back is that of another recording, and one that stays is not.
        assert_eq!(runs(&[1.0, 1.2, 1.2, 1.4, 1.0, 1.5]), [0..4, 4..6]);
        assert!(runs(&[]).is_empty());
        let none = judged("q".to_owned(), "rad", &[]);
        assert_eq!(none.variations(&none), [0.0; 2]);
    }

    /// Each of two sides stays for `run` samples: the variance of a mean is `run` times that of noise. Intervals have nothing to do with
    /// each other.
    #[test]
    fn what_follows_itself_widens_deviations() {
        let mut random = Random::new(4);
        let mut widened = |run: usize| {
            let mut draw = || {
                let each = (0..2000 / run).map(|_| random.normal());
                let values: Vec<f64> = each.flat_map(|x| vec![x; run]).collect();
                [Vec::new(), vec![0.0; values.len()], values]
            };
            let all: Vec<_> = (0..4).map(|_| draw()).collect();
            inflation(&all.iter().collect::<Vec<_>>())
        };
        assert!((widened(1) - 1.0).abs() < 0.05);
        for run in [4, 25] {
            let found = widened(run).powi(2) / run as f64;
            assert!((0.8..1.3).contains(&found), "{run}: {found}");
        }
        let exact = [Vec::new(), vec![1.0; 9], vec![1.0; 9]];
        assert_eq!(inflation(&[&exact]), 1.0);
    }

    /// Ten differences of 1 in one interval, forty in another: at a distance of `k` are `10 - k` and `40 - k` products, and what
    /// is no more than `2 √50` is chance. 360 are of the distances up to 9, and 360 of those from 10 to 25.
    #[test]
    fn differences_follow_each_other_as_long_as_the_longest_interval() {
        let ones = |count: usize| [Vec::new(), vec![0.0; count], vec![1.0; count]];
        let (short, long) = (ones(10), ones(40));
        for parts in [[&short, &long], [&long, &short]] {
            let found = inflation(&parts);
            let wanted = (1.0 + 2.0 * 720.0 / 50.0f64).sqrt();
            assert!((found - wanted).abs() < 1e-12, "{found} {wanted}");
        }
    }

    #[test]
    fn noise_and_nothing_stand_still() {
        let noise = |t: f64| 1e-4 * (1000.0 * t * t).sin();
        for (position, is_still) in [
            (&noise as &dyn Fn(f64) -> f64, true),
            (&|_: f64| 0.7, true),
            (&|t: f64| 2.0 * t, false),
            (&|t: f64| 0.01 * t * t, false),
        ] {
            let one = part(0, position, &[0.0]);
            let found = judged("q".to_owned(), "rad", &[&one]);
            assert_eq!(found.is_still, is_still, "{}", found.r2);
        }
    }
}
