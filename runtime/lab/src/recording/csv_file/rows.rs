//! The rows of a table as columns of numbers.

use std::ops::Range;
use std::path::Path;

use super::fields::{Number, number, stamp, text};
use super::layout::{Layout, is_comment};
use super::lines::Lines;
use crate::recording::RecordingError;

/// How many rows with defects are told apart.
const DEFECTS: usize = 10_000;
/// Times that can be read.
pub(in crate::recording) const TIMES: &str = "numbers, ISO 8601, dates with dots, a clock alone";
/// Nanoseconds.
const DAY: i64 = 86_400_000_000_000;

/// A row that has something else than a finite number in a column that is needed.
pub(in crate::recording) struct Defect {
    /// The row, from 0 below the header.
    pub(in crate::recording) row: usize,
    /// What to say if the row is used.
    pub(in crate::recording) fault: RecordingError,
}

/// Columns of numbers, and how they stood in the file.
#[derive(Default)]
pub(in crate::recording) struct Rows {
    /// The numbers; NaN in place of what is no finite number.
    pub(in crate::recording) columns: Vec<Vec<f64>>,
    /// Rows that have something else than numbers.
    pub(in crate::recording) defects: Vec<Defect>,
    /// Whether numbers have a comma in place of the point.
    pub(in crate::recording) commas: bool,
    /// The first stamp of time, where a column has stamps: it then counts seconds from it.
    pub(in crate::recording) stamps: Option<String>,
    /// Rows that do not stand on the line behind the one before, with their lines.
    lines: Vec<(usize, u64)>,
}

impl Rows {
    /// The line of the file on which a row stands, from 1.
    pub(in crate::recording) fn line(&self, row: usize) -> u64 {
        let at = self.lines.partition_point(|(first, _)| *first <= row);
        let found = at.checked_sub(1).and_then(|at| self.lines.get(at));
        found.map_or(0, |(first, line)| line + (row - first) as u64)
    }
}

/// Reads columns; `clock` is the place among `wanted` of one that may have stamps of time; where some cannot be read, two others
/// can.
pub(super) fn read(
    path: &Path,
    layout: &Layout,
    wanted: &[usize],
    clock: Option<usize>,
) -> Result<Rows, RecordingError> {
    let mut lines = Lines::open(path)?;
    let (mut line, mut fields) = (String::new(), Vec::new());
    let mut collected = Collected {
        path,
        layout,
        rows: Rows {
            columns: vec![Vec::new(); wanted.len()],
            ..Rows::default()
        },
        row: 0,
        point: None,
        comma: None,
        stamps: None,
    };
    let mut expected = 0;
    while lines.next(&mut line)? {
        if lines.number <= layout.last || is_comment(&line) {
            continue;
        }
        if lines.number != expected {
            let place = (collected.row, lines.number);
            collected.rows.lines.push(place);
        }
        expected = lines.number + 1;
        layout.separator.split(&line, &mut fields);
        let mut whole = fields.len();
        if let Err(fault) = collected.fields(&line, lines.number, &mut fields) {
            // Of a machine that was switched off while it wrote its last line.
            let unfinished = whole < layout.header.len() && collected.row > 0;
            if !unfinished || lines.next(&mut String::new())? {
                return Err(fault);
            }
            let row = collected.row;
            collected.rows.defects.push(Defect { row, fault });
            whole -= 1;
        }
        for (at, &column) in wanted.iter().enumerate() {
            if column >= whole {
                collected.rows.columns[at].push(f64::NAN);
                continue;
            }
            let written = Written {
                line: lines.number,
                column,
                text: text(&line[fields[column].clone()]),
            };
            collected.take(at, clock == Some(at), &written)?;
        }
        collected.row += 1;
    }
    match clock.and_then(|at| collected.untimed(at, &layout.header[wanted[at]])) {
        Some(fault) => Err(fault),
        None => collected.finished(),
    }
}

/// A field as it stands in the file.
struct Written<'a> {
    line: u64,
    column: usize,
    text: &'a str,
}

/// What was read so far.
struct Collected<'a> {
    path: &'a Path,
    layout: &'a Layout,
    rows: Rows,
    /// How many rows.
    row: usize,
    /// Where the first number with a point stands, and the first with a comma, in words.
    point: Option<String>,
    comma: Option<String>,
    /// The first stamp of time and the last, ns.
    stamps: Option<(i64, i64)>,
}

impl Collected<'_> {
    /// As many fields as the header has; a separator at the end of a line begins none.
    fn fields(
        &self,
        line: &str,
        number: u64,
        fields: &mut Vec<Range<usize>>,
    ) -> Result<(), RecordingError> {
        let expected = self.layout.header.len();
        let empty = |field: &Range<usize>| text(&line[field.clone()]).is_empty();
        while fields.len() > expected && fields.last().is_some_and(empty) {
            fields.pop();
        }
        match fields.len() == expected {
            true => Ok(()),
            false => Err(RecordingError::Ragged {
                path: self.path.to_owned(),
                line: number,
                fields: fields.len(),
                expected,
            }),
        }
    }

    /// Takes a field into a column.
    fn take(&mut self, at: usize, clock: bool, field: &Written) -> Result<(), RecordingError> {
        let read = number(field.text);
        let value = match read {
            Some(read) => {
                let first = match read {
                    Number::Whole(_) => None,
                    Number::Point(_) => Some(&mut self.point),
                    Number::Comma(_) => Some(&mut self.comma),
                };
                if let Some(first) = first {
                    let (line, name) = (field.line, &self.layout.header[field.column]);
                    let words = || format!("`{}` on line {line} in `{name}`", field.text);
                    first.get_or_insert_with(words);
                }
                Some(read.value())
            }
            None if clock => self.seconds(field.text),
            None => None,
        };
        self.rows.columns[at].push(value.unwrap_or(f64::NAN));
        if value.is_none() {
            self.defect(field);
        }
        Ok(())
    }

    /// A stamp of time in seconds from the first.
    fn seconds(&mut self, text: &str) -> Option<f64> {
        let mut now = stamp(text)?;
        let (first, last) = *self.stamps.get_or_insert((now, now));
        // A clock without a date goes on at midnight.
        while !text.contains(['T', ' ']) && last - now > DAY / 2 {
            now += DAY;
        }
        self.stamps = Some((first, now));
        self.rows.stamps.get_or_insert_with(|| text.to_owned());
        Some((now - first) as f64 * 1e-9)
    }

    /// Notes that a field is no number: one a row is enough, and a column of words is not listed row
    /// by row.
    fn defect(&mut self, field: &Written) {
        let row = self.row;
        let told = self.rows.defects.last().is_some_and(|last| last.row == row);
        if told || self.rows.defects.len() >= DEFECTS {
            return;
        }
        let fault = RecordingError::NotANumber {
            path: self.path.to_owned(),
            line: field.line,
            column: self.layout.header[field.column].clone(),
            text: field.text.chars().take(40).collect(),
        };
        self.rows.defects.push(Defect { row, fault });
    }

    /// The fault of a column of times of which fewer than two can be read, by the first that cannot.
    fn untimed(&self, at: usize, name: &str) -> Option<RecordingError> {
        let times = self.rows.columns[at].iter();
        let others = match times.filter(|time| time.is_finite()).count() {
            0 => "nor is any below it",
            1 => "and only one row has one",
            _ => return None,
        };
        let faults = self.rows.defects.iter().map(|defect| &defect.fault);
        let mut said = faults.filter_map(|fault| match fault {
            RecordingError::NotANumber {
                path,
                line,
                column,
                text,
            } if column == name => {
                let path = path.display();
                Some(format!(
                    "{path}, line {line}, column `{column}`: `{text}` is no time, {others}: give {TIMES}, or `time: \
                     {{rate: HZ}}`"
                ))
            }
            _ => None,
        });
        said.next().map(RecordingError::Untimed)
    }

    fn finished(mut self) -> Result<Rows, RecordingError> {
        self.rows.commas = self.comma.is_some();
        match (self.point, self.comma) {
            (Some(point), Some(comma)) => Err(RecordingError::MixedDecimals {
                path: self.path.to_owned(),
                point,
                comma,
            }),
            _ => Ok(self.rows),
        }
    }
}

#[cfg(test)]
mod tests;
