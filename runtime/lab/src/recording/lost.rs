//! Rows that a logger lost where nothing but a rate tells the time: there all joints move several times as far from one row to the
//! next as beside.

use super::Remark;
use super::samples::FEWEST;
use crate::thresholds::{JUMPED, LOST_FEWEST, LOST_MOVED, LOST_NEAR, LOST_OTHERS};

/// Steps of which the one in the middle is compared with the others.
const STEPS: usize = 5;
/// Its place among them.
const MIDDLE: usize = STEPS / 2;
/// Standard deviations in the median of what is normally distributed.
const DEVIATIONS: f64 = 1.4826;

/// Rows that are missing.
pub(super) struct Lost {
    /// Rows before which some are, and how many.
    before: Vec<(usize, usize)>,
    /// Whether they follow each other regularly: then a clock of its own may have taken these rows, of which none is missing.
    regular: bool,
}

impl Lost {
    /// Those of a recording by the positions of its joints, if there are many, and next to no steps that are neither as long as those
    /// beside nor several times so.
    fn of(position: &[Vec<f64>]) -> Option<Self> {
        let count = position.first().map_or(0, Vec::len);
        if count < FEWEST {
            return None;
        }
        let weights: Vec<f64> = position.iter().map(|column| weight(column)).collect();
        let mut before = Vec::new();
        let mut others: usize = 0;
        for row in middles(count) {
            let steps = Steps::at(row, position, &weights);
            if !steps.are_steady() {
                continue;
            }
            let times = steps.times();
            if !steps.is_near(MIDDLE, times) {
                others += 1;
            } else if times > 1.0 && times < JUMPED && steps.none_is_short() {
                before.push((row, times as usize - 1));
            }
        }
        let many =
            before.len() >= LOST_FEWEST && before.len() as f64 >= LOST_OTHERS * others as f64;
        many.then(|| Self {
            regular: are_regular(&before),
            before,
        })
    }
}

/// Times of rows at a constant rate, Hz, from 0 s, after those that are missing.
pub(super) fn times(position: &[Vec<f64>], count: usize, rate: f64) -> Vec<f64> {
    let found = Lost::of(position).filter(|lost| !lost.regular);
    let mut before = found.map_or_else(Vec::new, |lost| lost.before).into_iter();
    let mut next = before.next();
    let mut missing = 0;
    let time = |row: usize| {
        if let Some((_, more)) = next.filter(|(at, _)| *at == row) {
            missing += more;
            next = before.next();
        }
        (row + missing) as f64 / rate
    };
    (0..count).map(time).collect()
}

/// What is to be said of it.
pub(super) fn remark(position: &[Vec<f64>]) -> Option<Remark> {
    let lost = Lost::of(position)?;
    Some(Remark::RowsLost {
        missing: lost.before.iter().map(|(_, missing)| missing).sum(),
        rows: position.first().map_or(0, Vec::len),
        bridged: !lost.regular,
    })
}

/// Rows to which a step leads that has as many on each side as it is compared with.
fn middles(count: usize) -> std::ops::Range<usize> {
    MIDDLE + 1..count - MIDDLE
}

/// The steps of a joint about a row, that to it in the middle.
fn steps(column: &[f64], row: usize) -> [f64; STEPS] {
    std::array::from_fn(|k| {
        let to = row + k - MIDDLE;
        column[to] - column[to - 1]
    })
}

/// What those beside say of the one in the middle: their median, which one that is longer does not move.
fn median([a, b, _, c, d]: [f64; STEPS]) -> f64 {
    let lower = a.min(b).max(c.min(d));
    let upper = a.max(b).min(c.max(d));
    0.5 * (lower + upper)
}

/// How much steps of a joint count: by what those beside usually miss them by, and by no less than half of the smallest, as of an
/// encoder; not at all where it never moves.
fn weight(column: &[f64]) -> f64 {
    let missed = middles(column.len()).map(|row| {
        let steps = steps(column, row);
        (steps[MIDDLE] - median(steps)).abs()
    });
    let mut missed: Vec<f64> = missed.collect();
    let middle = missed.len() / 2;
    let (_, usual, _) = missed.select_nth_unstable_by(middle, f64::total_cmp);
    let sizes = column.windows(2).map(|pair| (pair[1] - pair[0]).abs());
    let smallest = sizes
        .filter(|size| *size > 0.0)
        .fold(f64::INFINITY, f64::min);
    (DEVIATIONS * *usual).max(0.5 * smallest).powi(-2)
}

/// Whether most of some rows are as far from the one before as is usual among them, by one.
fn are_regular(before: &[(usize, usize)]) -> bool {
    let pairs = before.windows(2);
    let mut apart: Vec<usize> = pairs.map(|pair| pair[1].0 - pair[0].0).collect();
    apart.sort_unstable();
    let usual = apart.get(apart.len() / 2).copied().unwrap_or_default();
    let alike = apart.iter().filter(|apart| apart.abs_diff(usual) <= 1);
    2 * alike.count() > apart.len()
}

/// Steps of all joints about a row, each as a vector in standard deviations, and what those beside say of the one in the middle.
#[derive(Default)]
struct Steps {
    /// The square of what they say.
    told: f64,
    /// Products of each step with that, and squares.
    along: [f64; STEPS],
    squares: [f64; STEPS],
}

impl Steps {
    fn at(row: usize, position: &[Vec<f64>], weights: &[f64]) -> Self {
        let mut all = Self::default();
        for (column, weight) in position.iter().zip(weights) {
            let steps = steps(column, row);
            let told = median(steps);
            all.told += weight * told * told;
            for (k, step) in steps.iter().enumerate() {
                all.along[k] += weight * told * step;
                all.squares[k] += weight * step * step;
            }
        }
        all
    }

    /// Whether a step is so many times what is told of the one in the middle.
    fn is_near(&self, step: usize, times: f64) -> bool {
        let off = self.squares[step] - 2.0 * times * self.along[step] + times * times * self.told;
        off <= LOST_NEAR * LOST_NEAR * self.told
    }

    /// Whether joints move far enough, and all steps beside but one alike.
    fn are_steady(&self) -> bool {
        let alike = beside().filter(|&step| self.is_near(step, 1.0));
        self.told >= LOST_MOVED * LOST_MOVED && alike.count() >= STEPS - 2
    }

    /// Whether none beside is so short that the one in the middle makes up for it: a row that came late, or a value that was held.
    fn none_is_short(&self) -> bool {
        beside().all(|step| self.along[step] >= (1.0 - LOST_NEAR) * self.told)
    }

    /// How many times as long as is told the one in the middle is, about.
    fn times(&self) -> f64 {
        (self.along[MIDDLE] / self.told).round().max(1.0)
    }
}

/// The places of steps beside the one in the middle.
fn beside() -> impl Iterator<Item = usize> {
    (0..STEPS).filter(|step| *step != MIDDLE)
}

#[cfg(test)]
mod tests;
