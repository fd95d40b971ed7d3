//! Samples that nothing explains: far from those just before and after, and alone.

use std::ops::Range;

use super::polynomial::weights;
use crate::thresholds::{SPIKE_LENGTH, SPIKE_NEIGHBOURS, SPIKE_NOISE, SPIKE_RANGE, SPIKE_SHARE};

/// Samples on each side that a suspect is compared with, and how far they may be.
const BESIDE: usize = 6;
const REACH: usize = 14;
/// Samples on each side that are compared with in any case.
const CLOSE: usize = 3;
/// Other spikes at most among these.
const OTHERS: usize = 2;
/// Samples of a column that its noise and its range are taken from, at least.
const SAMPLES: usize = 100_000;
/// A standard deviation of normal noise as a multiple of its median size.
const NORMAL: f64 = 1.4826;

/// The spikes of a column, in the order of time: runs of at most a few samples which a parabola
/// through their neighbours misses by many times what it misses the neighbours themselves, by many times
/// the column's noise and by a share of its range.
///
/// A step is no spike, because the parabola misses the neighbours too; nor is noise, however loud. A
/// column with many has them by nature, and keeps them.
pub(super) fn spikes(time: &[f64], column: &[f64]) -> Vec<Range<usize>> {
    let n = column.len();
    if n < 4 * REACH {
        return Vec::new();
    }
    // Of a long column every so many samples say enough of noise and range.
    let some = || (0..n).step_by(1 + n / SAMPLES);
    let misses: Vec<f64> = some().map(|k| missed(time, column, k)).collect();
    let noise = NORMAL * quantile(misses, 0.5);
    let values: Vec<f64> = some().map(|k| column[k]).collect();
    let [high, low] = [0.995, 0.005].map(|share| quantile(values.clone(), share));
    let centred = high - low;
    let floor = (SPIKE_NOISE * noise).max(SPIKE_RANGE * centred);
    if floor <= 0.0 {
        return Vec::new();
    }
    // What is farther from all others than these are from one another is no part of an event beside it.
    let wild = |k: usize| !(low - centred..=high + centred).contains(&column[k]);
    // A spike spoils what is predicted beside it, and a run of three halves what itself is missed by.
    let missed = (0..n).map(|k| missed(time, column, k));
    let suspect: Vec<bool> = missed.map(|miss| miss > floor / 4.0).collect();
    let mut found: Vec<Range<usize>> = Vec::new();
    for k in (0..n).filter(|&k| suspect[k]) {
        if found.last().is_some_and(|last| k < last.end) {
            continue;
        }
        let run = (1..=SPIKE_LENGTH.min(n - k)).map(|length| k..k + length);
        found.extend(
            run.into_iter()
                .find(|run| is_alone(time, column, run, (&suspect, &wild), floor)),
        );
    }
    let spoiled: usize = found.iter().map(Range::len).sum();
    if spoiled as f64 > SPIKE_SHARE * n as f64 {
        found.clear();
    }
    found
}

/// By how much the cubic through the two samples before and the two after misses one.
fn missed(time: &[f64], column: &[f64], k: usize) -> f64 {
    if k < 2 || k + 2 >= column.len() {
        return 0.0;
    }
    let nodes = [k - 2, k - 1, k + 1, k + 2];
    let weight = |i: usize| -> f64 {
        let others = nodes.iter().filter(|&&j| j != i);
        others
            .map(|&j| (time[k] - time[j]) / (time[i] - time[j]))
            .product()
    };
    let predicted: f64 = nodes.iter().map(|&i| weight(i) * column[i]).sum();
    (column[k] - predicted).abs()
}

/// Whether a run stands out of its neighbours, and they do not.
fn is_alone(
    time: &[f64],
    column: &[f64],
    run: &Range<usize>,
    (suspect, wild): (&[bool], &dyn Fn(usize) -> bool),
    floor: f64,
) -> bool {
    // What is next to a real event is part of it; farther off may be another spike.
    let near = |k: usize| k + CLOSE >= run.start && k < run.end + CLOSE;
    let trusted = |k: &usize| near(*k) || !suspect[*k];
    let before = (run.start.saturating_sub(REACH)..run.start).rev();
    let after = run.end..(run.end + REACH).min(column.len());
    let before: Vec<usize> = before.filter(trusted).take(BESIDE).collect();
    let after: Vec<usize> = after.filter(trusted).take(BESIDE).collect();
    if before.len() < BESIDE / 2 || after.len() < BESIDE / 2 {
        return false;
    }
    let mut beside: Vec<usize> = before.into_iter().chain(after).collect();
    for _ in 0..=OTHERS {
        let nodes: Vec<f64> = beside.iter().map(|&k| time[k]).collect();
        let miss = |k: usize| -> f64 {
            let weights = weights(&nodes, 2, time[k]);
            let fitted: f64 = weights
                .iter()
                .zip(&beside)
                .map(|(w, &i)| w * column[i])
                .sum();
            (column[k] - fitted).abs()
        };
        let least = run.clone().map(miss).fold(f64::INFINITY, f64::min);
        // Another spike, with a sample between that is none.
        let other = |k: usize| (k + 1 < run.start || k > run.end) && wild(k);
        if least <= floor && !beside.iter().any(|&k| other(k)) {
            return false;
        }
        let misses: Vec<f64> = beside.iter().map(|&k| miss(k)).collect();
        let most = misses.iter().copied().fold(0.0, f64::max);
        if least > floor && least > SPIKE_NEIGHBOURS * most {
            return true;
        }
        let worst = misses.iter().position(|miss| *miss == most);
        match worst.filter(|&at| other(beside[at])) {
            Some(at) => beside.remove(at),
            None => return false,
        };
    }
    false
}

/// The value below which a share of numbers lies.
fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    let at = ((values.len() - 1) as f64 * share) as usize;
    *values.select_nth_unstable_by(at, f64::total_cmp).1
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::{missed, quantile, spikes};
    use crate::random::Random;

    fn noisy(noise: f64) -> (Vec<f64>, Vec<f64>) {
        let mut random = Random::new(5);
        let time: Vec<f64> = (0..4000).map(|k| 0.002 * f64::from(k)).collect();
        let column = time
            .iter()
            .map(|t| (3.0 * t).sin() + noise * random.normal());
        let column = column.collect();
        (time, column)
    }

    #[test]
    fn single_samples_and_short_runs_are_found_and_nothing_else() {
        let (time, mut column) = noisy(0.01);
        assert_eq!(spikes(&time, &column), []);
        column[700] += 0.6;
        column[1500..1503].iter_mut().for_each(|x| *x -= 1.0);
        column[1508] += 2.0;
        let found: Vec<usize> = spikes(&time, &column).into_iter().flatten().collect();
        assert_eq!(found, [700, 1500, 1501, 1502, 1508]);
    }

    #[test]
    fn steps_pulses_and_quantisation_are_no_spikes() {
        let (time, column) = noisy(0.01);
        let step = |k: usize| {
            f64::from(u8::from(k > 900)) + f64::from(u8::from((2000..2010).contains(&k)))
        };
        let stepped: Vec<f64> = column
            .iter()
            .enumerate()
            .map(|(k, x)| x + step(k))
            .collect();
        assert_eq!(spikes(&time, &stepped), []);
        let mut shock = column.clone();
        for (k, x) in [0.3, 1.5, 0.6, 0.2].into_iter().enumerate() {
            shock[1200 + k] -= x;
        }
        assert_eq!(
            spikes(&time, &shock),
            [],
            "what rises and dies away was there"
        );
        let coarse: Vec<f64> = noisy(0.0)
            .1
            .iter()
            .map(|x| (x / 0.01).round() * 0.01)
            .collect();
        assert_eq!(spikes(&time, &coarse), []);
        let many: Vec<f64> = (0..column.len())
            .map(|k| if k % 30 == 0 { 5.0 } else { column[k] })
            .collect();
        assert_eq!(
            spikes(&time, &many),
            [],
            "what is there all the time is no slip"
        );
    }

    /// Values that stand for none come close to one another.
    #[test]
    fn spikes_with_a_sample_between_are_two() {
        for size in [6.0, -6.0, 1e4] {
            for gap in [2, 3, 4, 5] {
                for second in [size, 0.7 * size, -size] {
                    let (time, mut column) = noisy(0.005);
                    column[700] += size;
                    column[700 + gap] += second;
                    let found: Vec<usize> = spikes(&time, &column).into_iter().flatten().collect();
                    assert_eq!(found, [700, 700 + gap], "{size} {second} {gap}");
                }
            }
        }
    }

    #[test]
    fn a_sample_is_missed_by_the_cubic_through_its_neighbours() {
        let time = [0.0, 0.1, 0.25, 0.3, 0.5, 0.9, 1.0];
        let cubic = |t: f64| 2.0 - t + 3.0 * t * t - 5.0 * t * t * t;
        let mut column = time.map(cubic);
        column[3] += 0.75;
        assert!((missed(&time, &column, 3) - 0.75).abs() < 1e-12);
        // Evenly spaced neighbours weigh -1/6, 2/3, 2/3 and -1/6.
        let even = [0.0, 1.0, 2.0, 3.0, 4.0];
        assert!((missed(&even, &[6.0, 0.0, 0.0, 3.0, 0.0], 2) - 1.0).abs() < 1e-12);
        assert_eq!([0, 1, 5, 6].map(|k| missed(&time, &column, k)), [0.0; 4]);
    }

    #[test]
    fn shares_of_numbers_lie_below_a_quantile() {
        let numbers = vec![5.0, 1.0, 4.0, 2.0, 3.0];
        let found = [0.0, 0.49, 0.5, 0.995, 1.0].map(|share| quantile(numbers.clone(), share));
        assert_eq!(found, [1.0, 2.0, 3.0, 4.0, 5.0]);
    }

    /// Three samples are needed on both sides, and a hundred in all for one that is spoiled.
    #[test]
    fn spikes_have_neighbours() {
        let found = |n: usize, at: usize| -> Vec<Range<usize>> {
            let time: Vec<f64> = (0..n).map(|k| 0.01 * k as f64).collect();
            let mut column: Vec<f64> = time.iter().map(|t| (2.0 * t).sin()).collect();
            column[at] += 0.5;
            spikes(&time, &column)
        };
        for (n, at) in [(200, 2), (200, 197), (99, 50), (55, 30)] {
            assert_eq!(found(n, at), [], "{n} {at}");
        }
        for (n, at) in [(200, 3), (200, 196), (100, 50)] {
            assert_eq!(
                found(n, at),
                [Range {
                    start: at,
                    end: at + 1
                }],
                "{n} {at}"
            );
        }
    }

    #[test]
    fn runs_of_three_are_spikes_and_of_four_are_none() {
        let (time, quiet) = noisy(0.01);
        let found = |length: usize| {
            let mut column = quiet.clone();
            column[1500..1500 + length]
                .iter_mut()
                .for_each(|x| *x -= 1.0);
            spikes(&time, &column)
        };
        for length in 1..=3 {
            let end = 1500 + length;
            assert_eq!(found(length), [Range { start: 1500, end }]);
        }
        assert_eq!(found(4), []);
        // One sample in a hundred may be a spike: 40 of 4000.
        let found = |count: usize| {
            let mut column = quiet.clone();
            (0..count).for_each(|k| column[45 + 90 * k] += 3.0);
            spikes(&time, &column).len()
        };
        assert_eq!([found(40), found(41)], [40, 0]);
    }

    /// A thousandth of the range, whatever its unit.
    #[test]
    fn a_spike_is_a_share_of_the_range() {
        let time: Vec<f64> = (0..400).map(|k| 0.0025 * f64::from(k)).collect();
        let found = |unit: f64, size: f64| {
            let mut column: Vec<f64> = time.iter().map(|t| unit * t * t).collect();
            column[150] += unit * size;
            spikes(&time, &column)
        };
        let one = Range {
            start: 150,
            end: 151,
        };
        for unit in [0.01, 1.0, 100.0] {
            assert_eq!(found(unit, 0.8e-3), [], "{unit}");
            assert_eq!(found(unit, 1.2e-3), std::slice::from_ref(&one), "{unit}");
        }
    }

    /// Three samples apart they are each other's neighbours, and so part of one event.
    #[test]
    fn spikes_are_alone_from_four_samples_apart() {
        let time: Vec<f64> = (0..400).map(|k| 0.01 * f64::from(k)).collect();
        let found = |apart: usize| -> Vec<usize> {
            let mut column: Vec<f64> = time.iter().map(|t| t.sin()).collect();
            column[200] += 0.5;
            column[200 + apart] += 0.5;
            spikes(&time, &column).into_iter().flatten().collect()
        };
        assert_eq!(found(3), [0; 0]);
        assert_eq!(found(4), [200, 204]);
    }

    /// Each of three is missed by half of them, or by a third, and counts as if it stood alone.
    #[test]
    fn a_run_of_three_is_as_large_as_a_spike_that_is_alone() {
        let time: Vec<f64> = (0..400).map(|k| 0.0025 * f64::from(k)).collect();
        let found = |size: f64| {
            let mut column: Vec<f64> = time.iter().map(|t| t * t).collect();
            column[150..153].iter_mut().for_each(|x| *x += size);
            spikes(&time, &column)
        };
        assert_eq!(found(0.8e-3), []);
        let run = Range {
            start: 150,
            end: 153,
        };
        assert_eq!(found(1.3e-3), [run]);
    }

    /// The second of two samples is ten times the first, which it hides; beside the first it would stand out by itself.
    #[test]
    fn no_sample_is_in_two_spikes() {
        let (time, mut column) = noisy(0.01);
        for at in [700, 1500, 2300] {
            column[at] += 0.6;
            column[at + 1] += 8.0;
        }
        let run = |start: usize| Range {
            start,
            end: start + 2,
        };
        assert_eq!(spikes(&time, &column), [700, 1500, 2300].map(run));
    }
}
