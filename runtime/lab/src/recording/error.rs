//! What can be wrong with a recording, said so that it can be put right.

use std::path::{Path, PathBuf};

use armwright_runtime::Model;
use thiserror::Error;

use crate::part::PartError;
use crate::thresholds::LARGEST;
use crate::unread::{Unreadable, why};

/// A fault of a recording or of its description.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each field is")]
pub enum RecordingError {
    /// The file cannot be opened or read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// A file that a description names is not there.
    #[error(
        "{place}: cannot read {} ({}); files are looked for from the folder of the description",
        path.display(),
        why(source)
    )]
    Named {
        place: String,
        path: PathBuf,
        source: std::io::Error,
    },
    /// The file is not a table.
    #[error("{} cannot be read as CSV: it is {what}", path.display())]
    Broken { path: PathBuf, what: String },
    /// There is nothing in the file.
    #[error("{} is empty: a recording has a header row and a row a sample", path.display())]
    Empty { path: PathBuf },
    /// There is a header and nothing more.
    #[error("{} has a header and no numbers below it: a recording has a header row and a row a sample", path.display())]
    NoRows { path: PathBuf },
    /// The first row holds numbers.
    #[error("{} has no header: its first row must hold the columns' names, or a description has to name \
             columns by their numbers, as `columns: [1, 2]`", path.display())]
    NoHeader { path: PathBuf },
    /// Some numbers have a point and some have a comma.
    #[error(
        "{} has numbers with points, {point}, and with commas, {comma}: save them with points, and \
         without marks between thousands",
        path.display()
    )]
    MixedDecimals {
        path: PathBuf,
        point: String,
        comma: String,
    },
    /// Two columns share a name that is needed.
    #[error("{} has two columns named `{column}`: rename one", path.display())]
    RepeatedColumn { path: PathBuf, column: String },
    /// A unit that is none.
    #[error(
        "{}: column `{column}` is in `{unit}`, which is no unit that is known: write it in SI units, or with a unit such as \
         deg, mm, rpm, mN·m or ms", path.display()
    )]
    UnknownUnit {
        path: PathBuf,
        column: String,
        unit: String,
    },
    /// A row with a wrong number of fields.
    #[error(
        "{}, line {line}: {fields} fields where the header has {expected}{}",
        path.display(), decimals(*fields, *expected)
    )]
    Ragged {
        path: PathBuf,
        line: u64,
        fields: usize,
        expected: usize,
    },
    /// A field that is not a finite number.
    #[error(
        "{}, line {line}, column `{column}`: `{text}` is not a finite number; repair the file, or cut \
         the rows out of a recording with `select`",
        path.display()
    )]
    NotANumber {
        path: PathBuf,
        line: u64,
        column: String,
        text: String,
    },
    /// Times of which fewer than two can be read: where the first that cannot stands, what it is, and what could be read.
    #[error("{0}")]
    Untimed(String),
    /// A torque that cannot be left out.
    #[error(transparent)]
    LeftOut(#[from] PartError),
    /// A column that is needed and not there.
    #[error("{files} has no column `{column}` (for {quantity}){suggestion}")]
    NoColumn {
        files: String,
        column: String,
        quantity: String,
        suggestion: String,
    },
    /// No column of time in a file that has no description.
    #[error(
        "{} has no column `t` (for time); name the column in a description beside the \
         file (`time: {{column: NAME, unit: s}}`), or give a rate there if samples are evenly \
         spaced (`time: {{rate: HZ}}`)",
        path.display()
    )]
    NoTime { path: PathBuf },
    /// A column that is in several files.
    #[error(
        "column `{column}` is in several files: say which under `{quantity}` with `file: NAME` \
         ({files})"
    )]
    Ambiguous {
        files: String,
        column: String,
        quantity: &'static str,
    },
    /// Files whose rows do not match.
    #[error(
        "{} has {rows} rows and {} has {expected}: files of one recording need the same rows",
        path.display(), other.display()
    )]
    RowCount {
        path: PathBuf,
        rows: usize,
        other: PathBuf,
        expected: usize,
    },
    /// The description is not what it should be: everything that is wrong with it, a line each.
    #[error("{}", lines(path, mistakes))]
    Description {
        path: PathBuf,
        mistakes: Vec<Mistake>,
    },
    /// A list whose length is not the number of joints.
    #[error(
        "{name}: `{key}` lists {actual}, but the robot {robot} has {expected} joints: {joints}"
    )]
    Count {
        name: String,
        key: String,
        actual: usize,
        expected: usize,
        robot: String,
        joints: String,
    },
    /// A list whose length is not the number of rows that are measured.
    #[error(
        "{name}: `{key}` has {actual}, and {robot} has {expected} rows that are measured ({rows}): one each"
    )]
    Rows {
        name: String,
        key: String,
        actual: usize,
        expected: usize,
        robot: String,
        rows: String,
    },
    /// Some of what is measured was not recorded.
    #[error(
        "{name} has no column for {missing}, though the file of {robot} says with `measure` that it is measured: \
         name the columns in a description beside the file (`measured: {{columns: [..]}}`, in the order of the rows {rows}), or \
         give the robot file another `measure`"
    )]
    NotMeasured {
        name: String,
        missing: String,
        robot: String,
        rows: String,
    },
    /// A recording whose pieces without holes are all too short.
    #[error(
        "{name}: from {from:.3} s to {to:.3} s no piece without long holes has {needed:.3} s (the longest \
         has {longest:.3} s), which filters need at this motion: record without such holes, or a slower \
         motion"
    )]
    NoPiece {
        name: String,
        from: f64,
        to: f64,
        longest: f64,
        needed: f64,
    },
    /// Numbers that nothing measures, and too many to be left out.
    #[error(
        "{name}: {channel} is {LARGEST:e} or more in row {row} and in others: nothing that is measured is so large, and \
         squares of such numbers overflow; check the column and its unit"
    )]
    TooLarge {
        name: String,
        channel: &'static str,
        row: usize,
    },
    /// A recording in pieces where one is asked for.
    #[error(
        "{name} has holes that are too long to be bridged, or positions that jump, and is used in {pieces} pieces: \
         read it with `Recording::read_all`, or choose one of them with `select`"
    )]
    InPieces { name: String, pieces: usize },
    /// Fewer samples than anything can be done with.
    #[error("{name} leaves {samples} samples: at least 10 are needed (check `select`)")]
    TooFew { name: String, samples: usize },
    /// Time stamps that stand still or run backwards.
    #[error(
        "{name}: time does not advance from any row to the next: check that `time` names the column of \
         time stamps, or give `time: {{rate: HZ}}`"
    )]
    Clock { name: String },
    /// A rate that is none.
    #[error("{name}: {rate} samples a second is no rate; give a number above 0, or time stamps")]
    Rate { name: String, rate: f64 },
    /// Arrays of different lengths.
    #[error(
        "{name}: {channel} of {joint} has {samples} samples, position has {expected}: all arrays of \
         a recording have one length"
    )]
    Length {
        name: String,
        channel: &'static str,
        joint: String,
        samples: usize,
        expected: usize,
    },
}

impl RecordingError {
    /// Refuses a list whose length is not the number of joints.
    pub(super) fn check_count(
        name: &str,
        key: &str,
        actual: usize,
        model: &Model,
    ) -> Result<(), Self> {
        let joints: Vec<&str> = model.joints.iter().map(|joint| joint.name).collect();
        if actual == joints.len() {
            return Ok(());
        }
        Err(Self::Count {
            name: name.to_owned(),
            key: key.to_owned(),
            actual,
            expected: joints.len(),
            robot: model.name.to_owned(),
            joints: joints.join(", "),
        })
    }

    /// Refuses a list whose length is not the number of measured rows.
    pub(super) fn check_rows(
        name: &str,
        key: &str,
        actual: usize,
        rows: &[&str],
        model: &Model,
    ) -> Result<(), Self> {
        if actual == rows.len() {
            return Ok(());
        }
        Err(Self::Rows {
            name: name.to_owned(),
            key: key.to_owned(),
            actual,
            expected: rows.len(),
            robot: model.name.to_owned(),
            rows: rows.join(", "),
        })
    }

    /// Some of what is measured was not recorded.
    pub(crate) fn not_measured(name: &str, missing: &[&str], model: &Model) -> Self {
        let quoted: Vec<String> = missing.iter().map(|row| format!("`{row}`")).collect();
        let rows: Vec<&str> = model.measured.iter().map(|row| row.name).collect();
        Self::NotMeasured {
            name: name.to_owned(),
            missing: quoted.join(", "),
            robot: model.name.to_owned(),
            rows: rows.join(", "),
        }
    }

    /// The transmission cannot be inverted, which the generator refuses.
    pub(super) fn singular(name: &str, model: &Model) -> Self {
        let what = format!("the transmission of {} is singular", model.name);
        Self::Description {
            path: name.into(),
            mistakes: vec![Mistake::of_file(&what)],
        }
    }
}

/// A place in a description, line and column from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// One thing that is wrong with a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Where; `None` if it is the description as a whole.
    pub spot: Option<Spot>,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl Mistake {
    pub(super) fn at(spot: Spot, what: &str) -> Self {
        let (spot, what) = (Some(spot), what.to_owned());
        Self { spot, what }
    }

    pub(super) fn of_file(what: &str) -> Self {
        let (spot, what) = (None, what.to_owned());
        Self { spot, what }
    }
}

/// What to do about about twice as many fields as there are names.
fn decimals(fields: usize, expected: usize) -> &'static str {
    match expected > 1 && fields >= 2 * expected - 1 && fields <= 2 * expected {
        true => "; if these are decimal commas, save the file with semicolons between numbers",
        false => "",
    }
}

/// Mistakes with their places, a line each.
fn lines(path: &Path, mistakes: &[Mistake]) -> String {
    let line = |Mistake { spot, what }: &Mistake| format!("{}: {what}", place(path, *spot));
    let lines: Vec<String> = mistakes.iter().map(line).collect();
    lines.join("\n")
}

/// A place in a description.
pub(super) fn place(path: &Path, spot: Option<Spot>) -> String {
    let path = path.display();
    match spot {
        Some(Spot { line, column }) => format!("{path}, line {line}, column {column}"),
        None => path.to_string(),
    }
}

#[cfg(test)]
mod tests;
