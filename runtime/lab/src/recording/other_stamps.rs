//! Stamps of time that several files have: rows are paired by their numbers, and stamps say whether they belong together.

use super::clock::usual_step;
use super::csv_file::{bare, seconds_between};
use super::samples::FEWEST;
use super::sources::{Origin, Read, Sources};
use super::unit::Unit;
use super::units::{shown, suffix};
use super::{Channel, RecordingError, Remark};
use crate::thresholds::{LATE, MANY_OUTLIERS};

/// Clocks of quartz run at rates that differ by less, with room to spare; what differs by more was sampled at another rate.
const DRIFT: f64 = 1e-3;

/// By how much the stamps of one file are later than those of another, s.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Pairing {
    /// Row by row the same, but for slips and jitter.
    Alike,
    /// Always the same, but for clocks that drift, or for a few rows: from least to most.
    Shifted([f64; 2]),
    /// Now one, now another, from least to most: rows are missing in one of the files.
    Apart([f64; 2]),
}

/// Stamps of another file.
struct OtherStamps {
    /// As they stand there; of a date and a clock, seconds from the first.
    times: Vec<f64>,
    /// The first, of a date and a clock.
    first: Option<String>,
    /// What makes seconds of them.
    factor: f64,
    /// Whether their own file says so.
    is_written: bool,
}

impl Sources<'_> {
    /// What is to be said of stamps in other files than the one whose time is used, in columns of that name.
    ///
    /// # Errors
    /// [`RecordingError::Description`] if they contradict each other, so that rows do not belong together.
    pub(super) fn other_stamps(&self, read: &[Read]) -> Result<Vec<Remark>, RecordingError> {
        let mut remarks = Vec::new();
        let Some(Origin::Table(table, column)) = self.origin(Channel::Time, 0) else {
            return Ok(remarks);
        };
        let others: Vec<usize> = (0..self.tables.len())
            .filter(|k| *k != table && self.is_read(*k))
            .collect();
        let of_time = read.iter().find(|(channel, _)| *channel == Channel::Time);
        let Some(time) = of_time.and_then(|(_, columns)| columns.first()) else {
            return Ok(remarks);
        };
        if others.is_empty() {
            return Ok(remarks);
        }
        let file = &self.tables[table];
        let name = bare(file.header().nth(column).unwrap_or_default()).0;
        let (factor, _) = self.time_unit(time)?;
        let time: Vec<f64> = time.iter().map(|t| factor * t).collect();
        for k in others {
            let Some(own) = self.stamps_of(k, name) else {
                continue;
            };
            // Stamps of a date and a clock count from the first of their own file.
            let firsts = (self.rows[table].stamps.as_ref(), own.first.as_ref());
            let later = match firsts {
                (Some(first), Some(other)) => seconds_between(first, other).unwrap_or(0.0),
                _ => 0.0,
            };
            let paired = |factor: f64| {
                let stamps: Vec<f64> = own.times.iter().map(|t| factor * t + later).collect();
                pairing(&time, &stamps)
            };
            let [main, other] = [file, &self.tables[k]].map(|file| file.path().display());
            let mut found = paired(own.factor);
            // A clock in another unit is the same clock.
            if matches!(found, Pairing::Apart(_)) && !own.is_written {
                let mut units = Channel::Time.units().iter();
                let fits = |unit: &&Unit| !matches!(paired(unit.factor), Pairing::Apart(_));
                if let Some(unit) = units.find(fits) {
                    found = paired(unit.factor);
                    let unit = unit.names[0];
                    remarks.push(Remark::Layout {
                        file: other.to_string(),
                        how: format!("times in `{name}` are in {unit}, as those of {main} show"),
                    });
                }
            }
            match found {
                Pairing::Alike => {}
                Pairing::Shifted(by) => remarks.push(Remark::Layout {
                    file: other.to_string(),
                    how: format!(
                        "times in `{name}` are later than those of {main} by {}, and rows were paired by their numbers: check \
                         that those were measured together",
                        span(by)
                    ),
                }),
                Pairing::Apart(by) => {
                    let what = format!(
                        "rows of {other} and of {main} do not belong together: times in `{name}` of the former are later by {}; cut \
                         both to the samples that both have, or give `time: {{rate: HZ}}` where rows were measured together whatever \
                         these times say",
                        span(by)
                    );
                    return Err(self.fault("time", None, &what));
                }
            }
        }
        Ok(remarks)
    }

    /// Whether any column of a table is used.
    fn is_read(&self, table: usize) -> bool {
        let terms = self.sums.iter().flatten().map(|(origin, _)| origin);
        let mut origins = self.places.iter().chain(terms);
        origins.any(|origin| matches!(origin, Origin::Table(k, _) if *k == table))
    }

    /// Times in a column of a table; nothing where there is none that can be read, or one that counts rows.
    fn stamps_of(&self, table: usize, name: &str) -> Option<OtherStamps> {
        let file = &self.tables[table];
        let column = file.position(name).ok().flatten()?;
        let mut rows = file.rows(&[column], Some(0)).ok()?;
        let times = rows.columns.pop()?;
        if rows.stamps.is_some() {
            return Some(OtherStamps {
                times,
                first: rows.stamps,
                factor: 1.0,
                is_written: true,
            });
        }
        let written = file.row_unit(column).or(file.name_unit(column));
        let described = self.description.time.as_ref();
        let described = described.and_then(|time| time.unit.as_deref());
        let known = |unit: Option<&str>| Channel::Time.unit(unit?);
        let unit = known(written).or(known(described)).or(suffix(name));
        if unit.is_none() && times.windows(2).all(|pair| pair[1] - pair[0] == 1.0) {
            return None;
        }
        let factor = unit.or_else(|| shown(&times).0);
        Some(OtherStamps {
            factor: factor.map_or(1.0, |unit| unit.factor),
            is_written: known(written).is_some(),
            first: None,
            times,
        })
    }
}

/// By how many seconds, in words.
fn span(by: [f64; 2]) -> String {
    let [least, most] = by.map(|by| format!("{by:.4} s"));
    match least == most {
        true => least,
        false => format!("{least} to {most}"),
    }
}

/// How the stamps of two files, s, stand to each other row by row. Rows belong together where no other row is nearer: within half a step.
/// More than [`LATE`] rows one after the other that are not, all to one side, are no slips and no jitter.
fn pairing(one: &[f64], other: &[f64]) -> Pairing {
    let rows: Vec<usize> = (0..one.len().min(other.len()))
        .filter(|&row| (other[row] - one[row]).is_finite())
        .collect();
    let by: Vec<f64> = rows.iter().map(|&row| other[row] - one[row]).collect();
    let step = usual_step(one, std::slice::from_ref(&rows)).unwrap_or(0.0);
    if by.len() < FEWEST || step <= 0.0 || lasting(&by, 0.0, step) == 0 {
        return Pairing::Alike;
    }
    let ends = by.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |e, x| {
        [e[0].min(*x), e[1].max(*x)]
    });
    let slope = slope(&by);
    let level: Vec<f64> = (0u32..)
        .zip(&by)
        .map(|(k, by)| by - slope * f64::from(k))
        .collect();
    let mut sorted = level.clone();
    let middle = sorted.len() / 2;
    let middle = *sorted.select_nth_unstable_by(middle, f64::total_cmp).1;
    let astray = lasting(&level, middle, step) as f64 / by.len() as f64;
    match slope.abs() > DRIFT * step || astray > MANY_OUTLIERS {
        true => Pairing::Apart(ends),
        false => Pairing::Shifted(ends),
    }
}

/// How many rows are farther than half a step from what is usual, without those of slips and jitter.
fn lasting(by: &[f64], usual: f64, step: f64) -> usize {
    let side = |by: &f64| match by - usual {
        late if late > 0.5 * step => 1,
        early if early < -0.5 * step => -1,
        _ => 0,
    };
    let runs = by.chunk_by(|a, b| side(a) == side(b));
    let lasting = runs.filter(|run| run.len() > LATE && side(&run[0]) != 0);
    lasting.map(<[f64]>::len).sum()
}

/// By how much numbers grow from one to the next: the median of slopes between numbers that are half of all apart.
fn slope(by: &[f64]) -> f64 {
    let half = by.len() / 2;
    let mut slopes: Vec<f64> = by
        .iter()
        .zip(&by[half..])
        .map(|(a, b)| (b - a) / half as f64)
        .collect();
    let middle = slopes.len() / 2;
    *slopes.select_nth_unstable_by(middle, f64::total_cmp).1
}

#[cfg(test)]
mod tests {
    use super::{Pairing, lasting, pairing, slope, span};

    /// Of 200 rows, 0.02 s apart, by how much stamps of another file are later.
    fn of(by: impl Fn(u32) -> f64) -> Pairing {
        let one: Vec<f64> = (0..200).map(|k| 5.0 + 0.02 * f64::from(k)).collect();
        let other: Vec<f64> = (0u32..).zip(&one).map(|(k, t)| t + by(k)).collect();
        pairing(&one, &other)
    }

    #[test]
    fn stamps_say_whether_rows_belong_together() {
        assert_eq!(of(|_| 0.0), Pairing::Alike);
        assert_eq!(of(|_| -0.009), Pairing::Alike);
        // Jitter, and as many rows as a slip has.
        assert_eq!(
            of(|k| if k % 2 == 0 { 0.03 } else { -0.03 }),
            Pairing::Alike
        );
        let slip = |rows: u32| {
            move |k: u32| {
                if (50..50 + rows).contains(&k) {
                    0.1
                } else {
                    0.0
                }
            }
        };
        assert_eq!(of(slip(10)), Pairing::Alike);
        let is_shifted = |found: Pairing, expected: [f64; 2]| match found {
            Pairing::Shifted(by) => by.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-9),
            _ => false,
        };
        assert!(is_shifted(of(slip(20)), [0.0, 0.1]));
        assert!(is_shifted(of(|_| 0.011), [0.011; 2]));
        assert!(is_shifted(of(|_| -1e5), [-1e5; 2]));
        // A clock of its own runs faster by 0.05 %.
        let drifting = |k: u32| 7.0 + 1e-5 * f64::from(k);
        assert!(is_shifted(of(drifting), [7.0, 7.001_99]));
        // Rows that one of the files does not have, and other rates.
        assert!(matches!(of(slip(21)), Pairing::Apart(_)));
        let late = |k: u32| if k < 150 { 7.0 } else { 7.2 };
        assert!(matches!(of(late), Pairing::Apart(_)));
        assert!(matches!(of(|k| 0.02 * f64::from(k)), Pairing::Apart(_)));
        // What is no number says nothing, nor do too few rows, nor a time that stands still.
        assert_eq!(of(|_| f64::NAN), Pairing::Alike);
        assert_eq!(of(|k| if k < 9 { 9.0 } else { f64::NAN }), Pairing::Alike);
        assert_eq!(pairing(&[1.0; 50], &[2.0; 50]), Pairing::Alike);
    }

    #[test]
    fn rows_count_that_stay_on_one_side() {
        let mut by = [0.0; 40];
        by[5..16].fill(1.0);
        by[20..30].fill(-1.0);
        assert_eq!(lasting(&by, 0.0, 1.9), 11);
        assert_eq!(lasting(&by, 0.0, 2.1), 0);
        assert_eq!(lasting(&by, 1.0, 1.9), 24);
        let line: Vec<f64> = (0..11).map(|k| 3.0 - 0.5 * f64::from(k)).collect();
        assert!((slope(&line) + 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_span_of_one_value_is_that() {
        assert_eq!(span([0.01, 0.010_000_1]), "0.0100 s");
        assert_eq!(span([-0.02, 0.1]), "-0.0200 s to 0.1000 s");
    }
}
