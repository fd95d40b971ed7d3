//! Rows in the order of time: late ones sorted, clocks that begin again, stamps that several rows share.

use super::repair::{Action, Cause};
use super::samples::Samples;
use crate::thresholds::{COARSE, LATE};

/// Something done to rows, by their numbers.
pub(super) struct Done {
    /// The first and the last row.
    pub(super) rows: [usize; 2],
    pub(super) count: usize,
    pub(super) why: Cause,
    pub(super) done: Action,
}

impl Done {
    pub(super) fn to(rows: [usize; 2], count: usize, why: Cause, done: Action) -> Self {
        Self {
            rows,
            count,
            why,
            done,
        }
    }
}

/// Rows of one clock, in the order of its times.
pub(super) type Stretch = Vec<usize>;

/// Rows (by number) in stretches of time that does not go back. A few late rows are sorted in; more of
/// them mean that the clock began again.
pub(super) fn stretches(time: &[f64], done: &mut Vec<Done>) -> Vec<Stretch> {
    let (timed, untimed): (Vec<usize>, Vec<usize>) =
        (0..time.len()).partition(|&row| time[row].is_finite());
    runs(&untimed, |rows| {
        done.push(Done::to(
            rows,
            rows[1] - rows[0] + 1,
            Cause::Untimed,
            Action::Dropped,
        ));
    });
    let mut all: Vec<Stretch> = Vec::new();
    let mut current: Stretch = Vec::new();
    let mut late: Vec<usize> = Vec::new();
    let mut next = 0;
    while let Some(&row) = timed.get(next) {
        next += 1;
        if current.last().is_none_or(|&last| time[last] <= time[row]) {
            sort_in(&mut current, &mut late, time, done);
            current.push(row);
            continue;
        }
        late.push(row);
        if late.len() <= LATE {
            continue;
        }
        next -= late.len();
        let first = late[0];
        late.clear();
        // One stamp far ahead makes all that follow seem late.
        let before = current.len().checked_sub(2).map(|k| time[current[k]]);
        match (
            before.is_some_and(|before| before <= time[first]),
            current.pop(),
        ) {
            (true, Some(ahead)) => {
                done.push(Done::to([ahead; 2], 1, Cause::Untimed, Action::Dropped));
            }
            (_, last) => {
                current.extend(last);
                done.push(Done::to([first; 2], 1, Cause::Restarted, Action::Split));
                all.push(std::mem::take(&mut current));
            }
        }
    }
    sort_in(&mut current, &mut late, time, done);
    all.push(current);
    all
}

/// Puts late rows where their times belong.
fn sort_in(stretch: &mut Stretch, late: &mut Vec<usize>, time: &[f64], done: &mut Vec<Done>) {
    let (Some(&first), Some(&last)) = (late.first(), late.last()) else {
        return;
    };
    done.push(Done::to(
        [first, last],
        late.len(),
        Cause::OutOfOrder,
        Action::Sorted,
    ));
    for row in late.drain(..) {
        let place = stretch.partition_point(|&other| time[other] <= time[row]);
        stretch.insert(place, row);
    }
}

/// Leaves one row for each time: copies are dropped, others averaged; where stamps are coarser than
/// samples, rows are spread evenly up to the next stamp.
pub(super) fn one_for_each_time(
    stretch: &mut Stretch,
    time: &mut [f64],
    samples: &mut Samples,
    done: &mut Vec<Done>,
) {
    let same = |time: &[f64], a: usize, b: usize| time[a] == time[b];
    let repeats = stretch
        .windows(2)
        .filter(|w| same(time, w[0], w[1]))
        .count();
    if repeats == 0 {
        return;
    }
    let groups = |time: &[f64]| -> Vec<Vec<usize>> {
        let groups = stretch.chunk_by(|&a, &b| same(time, a, b));
        groups.map(<[usize]>::to_vec).collect()
    };
    let groups = groups(time);
    if repeats as f64 > COARSE * stretch.len() as f64 {
        let ends = [stretch[0], stretch[stretch.len() - 1]];
        done.push(Done::to(ends, stretch.len(), Cause::Coarse, Action::Spread));
        if !evenly(&groups, time) {
            spread(&groups, time);
        }
        return;
    }
    stretch.clear();
    for group in groups {
        let first = group[0];
        stretch.push(first);
        let others: Vec<usize> = group[1..].to_vec();
        let copies = others.iter().filter(|&&row| samples.are_equal(first, row));
        let copies: Vec<usize> = copies.copied().collect();
        let differing = others.len() - copies.len();
        for copy in copies {
            done.push(Done::to([copy; 2], 1, Cause::Copied, Action::Dropped));
        }
        if differing > 0 {
            let rows = [first, group[group.len() - 1]];
            done.push(Done::to(rows, differing, Cause::SameTime, Action::Averaged));
            samples.average(&group);
        }
    }
}

/// Times of rows at a constant rate, if stamps stray from it by less than what is between two of them.
fn evenly(groups: &[Vec<usize>], time: &mut [f64]) -> bool {
    let (usual, stamps) = stamps(groups, time);
    let firsts = groups.iter().scan(0, |before, group| {
        *before += group.len();
        Some((*before - group.len()) as f64)
    });
    let firsts: Vec<f64> = firsts.collect();
    // The recording may begin within a stamp.
    let (Some((&from, &first)), Some((&to, &last))) = (
        stamps.get(1).zip(firsts.get(1)),
        stamps.last().zip(firsts.last()),
    ) else {
        return false;
    };
    let period = (to - from) / (last - first);
    let at = |row: f64| from + (row - first) * period;
    let mut pairs = stamps.iter().zip(&firsts).skip(1);
    let even = period > 0.0 && pairs.all(|(stamp, row)| (at(*row) - stamp).abs() < usual);
    if even {
        for (k, &row) in groups.iter().flatten().enumerate() {
            time[row] = at(k as f64);
        }
    }
    even
}

/// The usual step from one stamp to the next, and the stamps.
fn stamps(groups: &[Vec<usize>], time: &[f64]) -> (f64, Vec<f64>) {
    let stamps: Vec<f64> = groups.iter().map(|group| time[group[0]]).collect();
    let mut steps: Vec<f64> = stamps.windows(2).map(|pair| pair[1] - pair[0]).collect();
    steps.sort_by(f64::total_cmp);
    (steps.get(steps.len() / 2).copied().unwrap_or(0.0), stamps)
}

/// Spreads the rows of each stamp up to the next; those of the first end where the next begin.
fn spread(groups: &[Vec<usize>], time: &mut [f64]) {
    let (usual, stamps) = stamps(groups, time);
    let most = groups.iter().map(Vec::len).max().unwrap_or(1);
    for (k, group) in groups.iter().enumerate() {
        let width = stamps.get(k + 1).map_or(usual, |next| next - stamps[k]);
        let width = width.min(usual);
        // The recording may begin within a stamp.
        let missing = if k == 0 { most - group.len() } else { 0 };
        let each = width / (group.len() + missing) as f64;
        for (place, &row) in group.iter().enumerate() {
            time[row] = stamps[k] + (missing + place) as f64 * each;
        }
    }
}

/// The parts of stretches that lie in intervals of time, one after the other; a row between two that touch is in the first.
pub(super) fn chosen(
    all: Vec<Stretch>,
    time: &[f64],
    intervals: &[[f64; 2]],
    slack: f64,
) -> Vec<Stretch> {
    if intervals.is_empty() {
        return all.into_iter().filter(|rows| !rows.is_empty()).collect();
    }
    let parts = all.iter().flat_map(|stretch| {
        let mut taken = 0;
        intervals.iter().map(move |[from, to]| {
            let first = stretch.partition_point(|&row| time[row] < from - slack);
            let last = stretch.partition_point(|&row| time[row] <= to + slack);
            let first = first.max(taken);
            taken = last.max(taken);
            stretch[first..last.max(first)].to_vec()
        })
    });
    parts.filter(|rows| !rows.is_empty()).collect()
}

/// Times of the first and the last of some rows; where these have none, those of the rows beside them.
pub(super) fn times_about([first, last]: [usize; 2], time: &[f64]) -> [f64; 2] {
    let is_time = |t: &f64| t.is_finite();
    let before = time[..=first].iter().copied().rfind(is_time);
    let behind = time[last..].iter().copied().find(is_time);
    [before.or(behind), behind.or(before)].map(|t| t.unwrap_or(f64::NAN))
}

/// The ends of each run of consecutive numbers.
fn runs(numbers: &[usize], mut take: impl FnMut([usize; 2])) {
    for run in numbers.chunk_by(|a, b| a + 1 == *b) {
        take([run[0], run[run.len() - 1]]);
    }
}

#[cfg(test)]
mod tests;
