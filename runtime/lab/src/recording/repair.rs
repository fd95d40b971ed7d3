//! What was done to rows of a recording before they were used, and why: the lines of one table.

use std::fmt;

use serde::Serialize;

use super::Channel;
use crate::thresholds::{LARGEST, LISTED_ALONE, MERGED};

/// Something that was done to rows that lie together.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(into = "Line")]
pub struct Repair {
    /// The recording, by the name of its file.
    pub recording: String,
    /// Times of the first and the last row, s; for rows that are missing or have no time, of those beside them.
    pub time: [f64; 2],
    /// The same rows: lines of a file (from 1), samples of an array (from 0); `None` of a whole piece.
    pub rows: Option<[usize; 2]>,
    /// How many rows it befell.
    pub count: usize,
    /// What was wrong.
    pub why: Cause,
    /// What was done.
    pub done: Action,
}

/// What is wrong with rows.
#[derive(Debug, Clone, PartialEq)]
pub enum Cause {
    /// Time stamps leave them out; without these, positions go as far as if they did.
    Missing,
    /// Something that is no finite number.
    NotANumber(Channel),
    /// Too large for anything that is measured.
    TooLarge(Channel),
    /// Far from what was measured just before and after.
    Spike(Channel),
    /// The position of a joint or motor begins again behind a turn, or half of one.
    Wrapped {
        /// Whose.
        of: String,
        /// Whether behind half a turn.
        half: bool,
    },
    /// Positions are elsewhere than in the row before.
    Jumped {
        /// The joints whose are.
        of: Vec<String>,
        /// How far the farthest.
        by: f64,
        /// In rad or m.
        unit: &'static str,
    },
    /// No time, or one far from those before and after.
    Untimed,
    /// Earlier than those before.
    OutOfOrder,
    /// Time begins again.
    Restarted,
    /// Copies of the row before, with its time.
    Copied,
    /// The time of the row before, and other numbers.
    SameTime,
    /// Times are coarser than samples.
    Coarse,
    /// Times stray by so many sampling periods from a constant rate in Hz.
    Uneven {
        /// Largest distance, in periods.
        jitter: f64,
        /// The rate, Hz.
        rate: f64,
    },
    /// A piece that lasts less than so many seconds.
    Short(f64),
    /// A piece that filters leave nothing of.
    Unfilterable,
    /// The same samples as in another recording.
    SameAs(String),
}

/// What is done to rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Positions are interpolated, torques do not count.
    Bridged,
    /// The recording is used in pieces.
    Split,
    /// Not used.
    Dropped,
    /// Put in order of time.
    Sorted,
    /// The mean is used.
    Averaged,
    /// Spread evenly up to the next time.
    Spread,
    /// Interpolated at a constant rate.
    Resampled,
    /// Turns are taken out.
    Unwrapped,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bridged => "bridged",
            Self::Split => "split",
            Self::Dropped => "dropped",
            Self::Sorted => "sorted",
            Self::Averaged => "averaged",
            Self::Spread => "spread",
            Self::Resampled => "resampled",
            Self::Unwrapped => "unwrapped",
        })
    }
}

impl fmt::Display for Repair {
    /// The reason, as a phrase.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count;
        let (rows, are, differ) = match count {
            1 => ("row", "is", "differs"),
            _ => ("rows", "are", "differ"),
        };
        match &self.why {
            Cause::Missing => write!(f, "{count} {rows} {are} missing"),
            Cause::NotANumber(channel) => {
                let what = channel.name();
                write!(f, "{what} is no finite number in {count} {rows}")
            }
            Cause::TooLarge(channel) => {
                let what = channel.name();
                write!(f, "{what} of {LARGEST:e} or more in {count} {rows}")
            }
            Cause::Spike(channel) => write!(f, "spike of {} in {count} {rows}", channel.name()),
            Cause::Wrapped { of, half } => {
                let turn = if *half { "half a turn" } else { "a turn" };
                write!(
                    f,
                    "position of {of} begins again behind {turn}, in {count} {rows}"
                )
            }
            Cause::Jumped { of, by, unit } => {
                let (position, jumps, why) = match of.len() {
                    1 => (
                        "position",
                        "jumps by",
                        "its encoder was set anew or lost steps",
                    ),
                    _ => ("positions", "jump by up to", "encoders were set anew"),
                };
                let of = of.join(", ");
                write!(
                    f,
                    "{position} of {of} {jumps} {by:.3} {unit} from one row to the next: two runs were joined, or {why}"
                )
            }
            Cause::Untimed => write!(f, "{count} {rows} without a possible time"),
            Cause::OutOfOrder => write!(f, "{count} {rows} out of order"),
            Cause::Restarted => f.write_str("time begins again"),
            Cause::Copied => write!(f, "{count} {rows} repeated"),
            Cause::SameTime => {
                write!(f, "{count} {rows} with the time of the one before {differ}")
            }
            Cause::Coarse => f.write_str("several rows share each time stamp"),
            Cause::Uneven { jitter, rate } => write!(
                f,
                "time stamps stray by up to {:.0} % of a sampling period: samples were interpolated at \
                 a constant {rate:.6} Hz",
                100.0 * jitter
            ),
            Cause::Short(needed) => write!(f, "a piece shorter than {needed:.2} s"),
            Cause::Unfilterable => f.write_str("a piece too short for the filters"),
            Cause::SameAs(other) => write!(f, "the same samples as {other}"),
        }
    }
}

/// A repair as files show it.
#[derive(Serialize)]
struct Line {
    recording: String,
    from: f64,
    to: f64,
    first_row: Option<usize>,
    last_row: Option<usize>,
    rows: usize,
    done: String,
    why: String,
}

impl From<Repair> for Line {
    fn from(repair: Repair) -> Self {
        Self {
            done: repair.done.to_string(),
            why: repair.to_string(),
            recording: repair.recording,
            from: repair.time[0],
            to: repair.time[1],
            first_row: repair.rows.map(|rows| rows[0]),
            last_row: repair.rows.map(|rows| rows[1]),
            rows: repair.count,
        }
    }
}

/// Repairs in the order of rows; what befell rows here and there all along is one line for each stretch.
pub(super) fn listed(repairs: Vec<Repair>) -> Vec<Repair> {
    let mut lines: Vec<Repair> = Vec::new();
    let mut rest = repairs;
    while let Some(first) = rest.first() {
        let kind = (first.why.clone(), first.done);
        let of_kind = |repair: &Repair| (&repair.why, repair.done) == (&kind.0, kind.1);
        let (alike, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(of_kind);
        rest = others;
        if alike.len() <= LISTED_ALONE || kind.1 == Action::Split {
            lines.extend(alike);
            continue;
        }
        let mut merged: Vec<Repair> = Vec::new();
        for repair in alike {
            match merged.last_mut() {
                Some(last) if (0.0..MERGED).contains(&(repair.time[0] - last.time[1])) => {
                    last.time[1] = repair.time[1];
                    let ends = last.rows.zip(repair.rows);
                    last.rows = ends.map(|(last, next)| [last[0], next[1]]);
                    last.count += repair.count;
                }
                _ => merged.push(repair),
            }
        }
        lines.append(&mut merged);
    }
    lines.sort_by_key(|repair| repair.rows);
    lines
}

#[cfg(test)]
mod tests;
