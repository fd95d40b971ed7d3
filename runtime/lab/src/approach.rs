//! How a position came to where it stands: whether a joint came to rest, or an encoder froze.

use std::ops::Range;

use crate::numeric::{ends, median};
use crate::thresholds::{FROZEN_NOISE, FROZEN_STEPS, RESTED, RESTING, STILL};

/// What is beside a position in some samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// Another joint moves.
    Motion,
    /// All others rest.
    Rest,
    /// Nothing changes, and something goes on with the position: a logger repeated rows, and no sensor froze.
    Repeated,
}

impl Beside {
    /// Of one position, by all of them and what acts on the joints.
    pub(crate) fn of(
        positions: &[Vec<f64>],
        torques: &[Vec<f64>],
        own: usize,
        samples: &Range<usize>,
    ) -> Self {
        let others = positions.iter().enumerate().filter(|(k, _)| *k != own);
        let all: Vec<&Vec<f64>> = others.map(|(_, column)| column).chain(torques).collect();
        let repeats = |column: &Vec<f64>| {
            let values = column.get(samples.clone()).unwrap_or_default();
            values.windows(2).all(|pair| pair[0] == pair[1])
        };
        // What never changes, or stands for longer, repeats itself anyway.
        let goes_on = |column: &Vec<f64>| {
            let next = column.get(samples.end);
            next.is_some_and(|next| *next != column[samples.start])
        };
        if all.iter().copied().all(repeats) && all.iter().copied().any(goes_on) {
            return Self::Repeated;
        }
        match others_rest(positions, own, samples) {
            true => Self::Rest,
            false => Self::Motion,
        }
    }
}

/// Whether all positions but one rest in some samples: runs are joined, and encoders set anew, where robots rest, and encoders freeze anywhere.
pub(crate) fn others_rest(positions: &[Vec<f64>], own: usize, samples: &Range<usize>) -> bool {
    let others = positions.iter().enumerate().filter(|(k, _)| *k != own);
    others
        .map(|(_, column)| column)
        .all(|column| rests(column, samples))
}

/// Whether a position hardly moves in some samples, or hardly ever.
fn rests(column: &[f64], samples: &Range<usize>) -> bool {
    let way = |samples: &[f64]| {
        let [low, high] = ends(samples);
        high - low
    };
    let ways = column.chunks(samples.len().max(2)).map(way);
    let own = column.get(samples.clone()).map_or(0.0, way);
    own <= RESTING * ways.fold(0.0, f64::max) || way(column) <= STILL
}

/// Whether a position has noise that no two samples have in common but for those of runs of so many and more: what these repeat was not
/// measured, however slow the joint.
pub(crate) fn freezes(column: &[f64], long: usize) -> bool {
    let (mut parts, mut from, mut at) = (Vec::new(), 0, 0);
    for run in column.chunk_by(|a, b| a == b) {
        match run.len() {
            1 => {}
            few if few < long => return false,
            _ => {
                parts.push(&column[from..at]);
                from = at + run.len();
            }
        }
        at += run.len();
    }
    if parts.is_empty() {
        return false;
    }
    parts.push(&column[from..]);
    let typical = |weights: &[f64]| {
        let all = parts.iter().flat_map(|part| part.windows(weights.len()));
        let sum = |own: &[f64]| -> f64 {
            let products = own.iter().zip(weights).map(|(x, weight)| x * weight);
            products.sum()
        };
        median(all.map(|own| sum(own).abs())).unwrap_or(0.0)
    };
    let second = typical(&[1.0, -2.0, 1.0]);
    second > 0.0 && typical(&[1.0, -4.0, 6.0, -4.0, 1.0]) >= FROZEN_NOISE * second
}

/// The samples of a position up to the first that it then repeats.
pub(crate) struct Approach<'a> {
    column: &'a [f64],
    /// The parts that tell how a joint moves: those between samples in which it had frozen.
    parts: Vec<&'a [f64]>,
    /// So many samples a position repeats itself at least to have frozen.
    long: usize,
}

impl<'a> Approach<'a> {
    /// Samples in which it had frozen, or behind which it jumps, are in order.
    pub(crate) fn new(column: &'a [f64], frozen: &[Range<usize>], long: usize) -> Self {
        let last = column.len().saturating_sub(1);
        let begins = std::iter::once(0).chain(frozen.iter().map(|run| run.end));
        let ends = frozen.iter().map(|run| run.start.min(last));
        let ends = ends.chain(std::iter::once(last));
        let parts = begins.zip(ends);
        let parts = parts.filter_map(|(from, to)| column.get(from..=to));
        Self {
            column,
            parts: parts.collect(),
            long,
        }
    }

    /// Whether the joint came to rest there: it was slow, and slowed down as it does otherwise. Of fewer samples than tell this it is not said.
    pub(crate) fn comes_to_rest(&self) -> bool {
        let is_known = self.column.len() > 2 * self.long;
        let way = |samples: &[f64]| (samples[self.long] - samples[0]).abs();
        let farthest = self.largest(self.long, way);
        is_known && self.way(self.long) <= RESTED * farthest && !self.stops_at_once()
    }

    /// Whether it was so fast at last that it cannot stand still at the next sample: over some time, by far more than its way over that time
    /// changes otherwise.
    pub(crate) fn stops_at_once(&self) -> bool {
        let halves = |time: &usize| (*time > 1).then_some(time / 2);
        let mut times = std::iter::successors(Some(self.long), halves);
        times.any(|time| {
            let change =
                |samples: &[f64]| (samples[2 * time] - 2.0 * samples[time] + samples[0]).abs();
            let usual = self.largest(2 * time, change);
            usual > 0.0 && self.way(time) > FROZEN_STEPS * usual
        })
    }

    /// The largest of what is found within so many steps.
    fn largest(&self, steps: usize, of: impl Fn(&[f64]) -> f64) -> f64 {
        let all = self.parts.iter().flat_map(|part| part.windows(steps + 1));
        all.map(of).fold(0.0, f64::max)
    }

    /// How far it went in the last steps.
    fn way(&self, steps: usize) -> f64 {
        let last = self.column.len().saturating_sub(1);
        let way = |from: usize| (self.column[last] - self.column[from]).abs();
        last.checked_sub(steps).map_or(0.0, way)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::{Approach, Beside, freezes, others_rest};

    fn comes_to_rest(column: &[f64]) -> bool {
        Approach::new(column, &[], 25).comes_to_rest()
    }

    /// A sine moves 1.2e-2 at least within 100 samples about its turning point; what never moves 0.05 rests always.
    #[test]
    fn others_rest_that_hardly_move() {
        let swing = |size: f64| -> Vec<f64> {
            (0..2000)
                .map(|k| size * (0.01 * f64::from(k)).sin())
                .collect()
        };
        let pause: Vec<f64> = (0..2000usize)
            .map(|k| (0.01 * k.clamp(400, 1200) as f64).sin())
            .collect();
        let all = [swing(1.0), pause, swing(0.02)];
        assert!(others_rest(&all[1..], 1, &(1300..1500)));
        assert!(!others_rest(&all[1..], 1, &(700..900)));
        assert!(!others_rest(&all, 1, &(1300..1500)));
        assert!(others_rest(&all, 0, &(1300..1500)));
    }

    /// From the sample 400 on a joint stands for 100 samples.
    #[test]
    fn rows_that_are_repeated_are_no_rest() {
        let noisy = |k: usize| (0.7 * (k * k) as f64).sin();
        let held = |k: usize| if (400..500).contains(&k) { 400 } else { k };
        let column = |of: &dyn Fn(usize) -> f64| -> Vec<f64> { (0..900).map(of).collect() };
        let (moves, stands) = (column(&noisy), column(&|k| noisy(held(k))));
        let beside = |other: &Vec<f64>, torques: &[Vec<f64>]| {
            Beside::of(&[stands.clone(), other.clone()], torques, 0, &(400..500))
        };
        let one = std::slice::from_ref;
        assert_eq!(beside(&stands, &[]), Beside::Repeated);
        assert_eq!(beside(&stands, one(&stands)), Beside::Repeated);
        assert_eq!(beside(&stands, one(&moves)), Beside::Rest);
        assert_eq!(beside(&moves, one(&stands)), Beside::Motion);
        // What never changes, or not then, says nothing; nor is there another of one joint alone.
        let (still, longer) = (vec![0.3; 900], column(&|k| noisy(k.min(400))));
        assert_eq!(beside(&still, &[]), Beside::Rest);
        assert_eq!(beside(&still, one(&longer)), Beside::Rest);
        assert_eq!(beside(&still, one(&stands)), Beside::Repeated);
        assert_eq!(Beside::of(one(&stands), &[], 0, &(400..500)), Beside::Rest);
    }

    /// Held from 300 to 400: with noise, with none, and with steps of a coarse encoder.
    #[test]
    fn what_repeats_noise_has_frozen() {
        let at = |k: usize| if (300..400).contains(&k) { 300 } else { k };
        let smooth = |k: usize| (0.01 * k as f64).sin();
        let noise = |k: usize| 1e-3 * (0.7 * (k * k) as f64).sin();
        let column = |of: &dyn Fn(usize) -> f64| -> Vec<f64> {
            let rows = (0..900).map(at);
            rows.map(of).collect()
        };
        let noisy = |k: usize| smooth(k) + noise(k);
        assert!(freezes(&column(&noisy), 25));
        assert!(!freezes(&column(&smooth), 25));
        assert!(!freezes(&column(&|k| (1e3 * smooth(k)).round() / 1e3), 25));
        // Nor what repeats itself for less, nowhere, or once more for a moment.
        assert!(!freezes(&column(&noisy), 101));
        let moving: Vec<f64> = (0..900).map(noisy).collect();
        assert!(!freezes(&moving, 25));
        let mut once = column(&noisy);
        once[700] = once[701];
        assert!(!freezes(&once, 25));
    }

    /// Half a turn of a cosine within 315 samples.
    #[test]
    fn a_joint_that_slows_down_comes_to_rest() {
        let smooth = |k: usize| 1.0 - (0.01 * k as f64).cos();
        let column: Vec<f64> = (0..315).map(smooth).collect();
        assert!(comes_to_rest(&column));
        assert!(!comes_to_rest(&column[..200]));
        // A dozen samples earlier it moves by 1.3 mrad within one, which changes by 0.1 mrad from one to the next at most.
        assert!(!comes_to_rest(&column[..302]));
        // Of 50 samples and fewer it is not said.
        assert!(!comes_to_rest(&column[265..]));
        assert!(comes_to_rest(&column[264..]));
    }

    /// It turns within one sample, and could stop in one: but it is as fast as ever.
    #[test]
    fn a_joint_that_is_fast_does_not_come_to_rest() {
        let column: Vec<f64> = (0..400usize).map(|k| 100usize.abs_diff(k) as f64).collect();
        let approach = Approach::new(&column, &[], 25);
        assert!(!approach.stops_at_once());
        assert!(!approach.comes_to_rest());
    }

    /// A step of 1 rad in its middle tells nothing of how it slows down.
    #[test]
    fn what_had_frozen_is_no_measure() {
        let column: Vec<f64> = (0..400usize)
            .map(|k| (0.01 * k as f64).sin() + if k < 200 { 0.0 } else { 1.0 })
            .collect();
        let stops = |frozen: &[Range<usize>]| Approach::new(&column, frozen, 25).stops_at_once();
        assert!(!stops(&[]));
        let (step, later) = (199..200, 500..600);
        assert!(stops(std::slice::from_ref(&step)));
        assert!(stops(&[step, later]));
    }
}
