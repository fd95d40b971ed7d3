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
mod tests;
