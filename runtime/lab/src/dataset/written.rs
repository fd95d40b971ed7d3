//! Recordings that are copies written otherwise: in other units, or with fewer digits.

use super::{numbers, vectors};
use crate::recording::Recording;

/// How many rows of a recording are looked for among those of another one.
const PROBES: usize = 16;
/// At how many places each of these is tried.
const PLACES: usize = 8;
/// What conversions of units make of a value, as a share of it.
const ROUNDING: f64 = 1e-9;
/// How many rows tell the digits of a column.
const MOST: usize = 10_000;
/// How well a difference is a multiple of a last digit, as a share of this.
const WHOLE: f64 = 1e-3;
/// Half of a last digit of vectors, as a share of their largest component: one that was turned has none of its own, and is not told
/// from another one by less.
const TURNED: f64 = 5e-4;

/// A recording's columns as they were read, in SI units, and the digits that these have.
pub(super) struct Written<'a> {
    columns: Vec<(&'a [f64], Digits)>,
    /// Rows that differ from the one before: what stands still is alike everywhere.
    moving: Vec<usize>,
}

impl<'a> Written<'a> {
    pub(super) fn of(recording: &'a Recording) -> Self {
        let bridged = &recording.bridged;
        let numbers = numbers(recording).flat_map(|kind| with_digits(kind, bridged));
        let vectors = vectors(recording).flat_map(|kind| with_digits_of_vectors(kind, bridged));
        let columns: Vec<(&[f64], Digits)> = numbers.chain(vectors).collect();
        let differs = |k: usize| {
            let mut all = columns.iter();
            k == 0 || all.any(|(column, _)| column[k].to_bits() != column[k - 1].to_bits())
        };
        Self {
            moving: (0..recording.samples()).filter(|k| differs(*k)).collect(),
            columns,
        }
    }

    fn samples(&self) -> usize {
        self.columns.first().map_or(0, |(column, _)| column.len())
    }

    /// Whether a row is that of another recording, to the digits of the one that has fewer.
    fn is(&self, row: usize, other: &Self, place: usize) -> bool {
        let mut columns = self.columns.iter().zip(&other.columns);
        columns.all(|((own, digits), (others, other_digits))| {
            let (a, b) = (own[row], others[place]);
            let off = (a - b).abs() - ROUNDING * a.abs();
            off <= 0.0 || off <= digits.half(a).max(other_digits.half(b))
        })
    }

    /// The number of a recording among those before, if more than such a share of the rows are theirs.
    pub(super) fn copied(&self, before: &[Self], share: f64) -> Option<usize> {
        let mut same = vec![false; self.samples()];
        let mut found = None;
        let every = self.moving.len().div_ceil(PROBES).max(1);
        for &probe in self.moving.iter().skip(every / 2).step_by(every) {
            let all = before.iter().enumerate();
            for (k, other) in all.filter(|(_, other)| other.columns.len() == self.columns.len()) {
                if same[probe] {
                    break;
                }
                let places = other.moving.iter().copied();
                let places = places.filter(|place| self.is(probe, other, *place));
                for place in places.take(PLACES) {
                    self.follow(other, [probe, place], &mut same);
                    found = found.or(Some(k));
                }
            }
        }
        let rows = self.moving.len();
        let count = self.moving.iter().filter(|row| same[**row]).count();
        found.filter(|_| rows > 1 && count as f64 > share * rows as f64)
    }

    /// Marks the rows that are those of another recording, where one of them is known.
    fn follow(&self, other: &Self, [row, place]: [usize; 2], same: &mut [bool]) {
        let (first, from) = (row.saturating_sub(place), place.saturating_sub(row));
        let rows = (first..self.samples()).zip(from..other.samples());
        for (row, place) in rows {
            same[row] = same[row] || self.is(row, other, place);
        }
    }
}

/// Columns of one kind with their digits; what stands still has none of its own, and is taken to have those of the finest of the others.
/// Rows that are `bridged` were not read, and say nothing of digits; of very many rows some say them.
fn with_digits<'a>(kind: &'a [Vec<f64>], bridged: &[bool]) -> Vec<(&'a [f64], Digits)> {
    let read = |column: &[f64]| -> Vec<f64> {
        let rows = column.iter().enumerate();
        let rows = rows.filter(|(k, _)| bridged.get(*k) != Some(&true));
        let values = rows.map(|(_, value)| *value);
        values.step_by(column.len().div_ceil(MOST).max(1)).collect()
    };
    let mut columns: Vec<(&[f64], Digits)> = kind
        .iter()
        .map(|column| (column.as_slice(), Digits::of(&read(column))))
        .collect();
    let coarsest = columns.iter().filter_map(|(_, digits)| digits.coarsest());
    if let Some(finest) = coarsest.min_by(f64::total_cmp) {
        for (_, digits) in &mut columns {
            if digits.coarsest().is_none() {
                digits.halves = [false, true].map(|_| vec![[0.0, finest]]);
            }
        }
    }
    columns
}

/// The same where three columns each are a vector that may have been turned.
fn with_digits_of_vectors<'a>(kind: &'a [Vec<f64>], bridged: &[bool]) -> Vec<(&'a [f64], Digits)> {
    let mut columns = with_digits(kind, bridged);
    for vector in columns.chunks_mut(3) {
        let components = vector.iter().flat_map(|(column, _)| *column);
        let largest = components.fold(0.0, |most: f64, x| most.max(x.abs()));
        for (_, digits) in vector {
            digits.least = TURNED * largest;
        }
    }
    columns
}

/// The last digits of a column: where digits are counted from the first one, small values have finer ones.
struct Digits {
    /// Of values from 0 on, and of negative ones: from which size on values have this half of a last digit, from large ones
    /// to small ones.
    halves: [Vec<[f64; 2]>; 2],
    /// What half of a last digit is at least.
    least: f64,
}

impl Digits {
    /// The common divisors of the differences between values of one sign that are as large or larger.
    fn of(values: &[f64]) -> Self {
        let halves = [false, true].map(|negative| {
            let of_sign = |x: &f64| x.is_finite() && (*x < 0.0) == negative;
            let own = values.iter().copied().filter(of_sign);
            let mut sizes: Vec<f64> = own.map(f64::abs).collect();
            sizes.sort_by(|a, b| b.total_cmp(a));
            let largest = sizes.first().copied().unwrap_or(0.0);
            let least = 0.1 * ROUNDING * largest;
            let (mut found, mut digit, mut before) = (Vec::new(), 0.0, largest);
            for size in sizes {
                if before - size <= least {
                    continue;
                }
                let mut finer = divisor(digit, before - size, least);
                // Roundings add up in remainders; the longer the distance, the less they are of a digit.
                for distance in [before - size, largest - size] {
                    finer = distance / (distance / finer).round().max(1.0);
                }
                if finer < digit * (1.0 - WHOLE) || digit == 0.0 {
                    found.push([size, 0.5 * finer * (1.0 + WHOLE)]);
                }
                (digit, before) = (finer, size);
            }
            found
        });
        Self { halves, least: 0.0 }
    }

    /// Half of the last digit of its largest values; none of a column that stands still.
    fn coarsest(&self) -> Option<f64> {
        let first = self.halves.iter().filter_map(|halves| halves.first());
        first.map(|[_, half]| *half).max_by(f64::total_cmp)
    }

    /// Half of the last digit of a value.
    fn half(&self, value: f64) -> f64 {
        let halves = &self.halves[usize::from(value < 0.0)];
        let smaller = halves.partition_point(|[size, _]| *size >= value.abs());
        let place = smaller.saturating_sub(1);
        let half = halves.get(place).map_or(0.0, |[_, half]| *half);
        half.max(self.least)
    }
}

/// The common divisor of two numbers, but for roundings; one's own beside 0.
fn divisor(one: f64, other: f64, least: f64) -> f64 {
    let (mut large, mut small) = (one.max(other), one.min(other));
    while small > least {
        let rest = large % small;
        let rest = rest.min(small - rest);
        (large, small) = (small, if rest < WHOLE * small { 0.0 } else { rest });
    }
    large
}

#[cfg(test)]
mod tests {
    use super::Digits;

    /// Of 0.7, 0.3 and 0 the differences 0.4 and 0.3 have the divisor 0.1, also where a negative value lies beside them; what is no
    /// smaller than 0.3 knows of 0.4 alone, and a single value of none.
    #[test]
    fn zero_is_among_the_values_that_are_not_negative() {
        let half = |values: &[f64], of: f64| Digits::of(values).half(of);
        // A thousandth more, for what was read.
        let near = |found: f64, expected: f64| {
            assert!(
                (found - 1.001 * expected).abs() < 1e-6,
                "{found} {expected}"
            );
        };
        near(half(&[0.7, 0.3, 0.0], 0.0), 0.05);
        near(half(&[0.7, -0.3, 0.3, 0.0], 0.0), 0.05);
        near(half(&[0.7, 0.3, 0.0], 0.3), 0.2);
        near(half(&[0.7, 0.3], 0.3), 0.2);
        near(half(&[0.7, -0.3, 0.3, 0.0], -0.3), 0.0);
        // Differences are 11 and 0.1, of values that are no multiples of a last digit themselves.
        near(half(&[12.03, 1.03, 0.93], 0.93), 0.05);
        near(half(&[12.03, 1.03, 0.93], 1.03), 5.5);
    }
}
