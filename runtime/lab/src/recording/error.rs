//! What can be wrong with a recording, said so that it can be put right.

use std::path::PathBuf;

use thiserror::Error;

/// A fault of a recording or of its description.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say what each field is")]
pub enum RecordingError {
    /// The file cannot be opened or read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        path: PathBuf,
        source: std::io::Error,
    },
    /// The file is not a table.
    #[error("{} is not a CSV file: {what}", path.display())]
    Broken { path: PathBuf, what: String },
    /// There is nothing in the file.
    #[error("{} is empty: a recording has a header row and a row a sample", path.display())]
    Empty { path: PathBuf },
    /// The first row holds numbers.
    #[error("{} has no header: its first row must hold the columns' names", path.display())]
    NoHeader { path: PathBuf },
    /// Two columns share a name that is needed.
    #[error("{} has two columns named `{column}`: rename one", path.display())]
    RepeatedColumn { path: PathBuf, column: String },
    /// A row with a wrong number of fields.
    #[error("{}, line {line}: {fields} fields where the header has {expected}", path.display())]
    Ragged {
        path: PathBuf,
        line: u64,
        fields: usize,
        expected: usize,
    },
    /// A field that is not a finite number.
    #[error(
        "{}, line {line}, column `{column}`: `{text}` is not a finite number; cut the rows out \
         with `select`, or repair the file",
        path.display()
    )]
    NotANumber {
        path: PathBuf,
        line: u64,
        column: String,
        text: String,
    },
    /// A column that is needed and not there.
    #[error("{files} has no column `{column}` (for {quantity}){suggestion}")]
    NoColumn {
        files: String,
        column: String,
        quantity: &'static str,
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
    /// The description is not what it should be.
    #[error("{}: {what}", path.display())]
    Description { path: PathBuf, what: String },
    /// A list whose length is not the number of joints.
    #[error(
        "{}: `{key}` lists {actual}, but the robot {robot} has {expected} {what}: {names}",
        path.display()
    )]
    Count {
        path: PathBuf,
        key: String,
        actual: usize,
        expected: usize,
        what: &'static str,
        robot: &'static str,
        names: String,
    },
    /// A unit that the quantity does not have.
    #[error(
        "{}: `{unit}` is not a unit of {quantity}; known are {known}",
        path.display()
    )]
    Unit {
        path: PathBuf,
        unit: String,
        quantity: &'static str,
        known: String,
    },
    /// A time that does not go forward.
    #[error(
        "{}, line {line}: time {now} s follows {before} s; time must increase from row to row \
         (sort the rows, drop repeated ones)",
        path.display()
    )]
    TimeBackwards {
        path: PathBuf,
        line: usize,
        before: f64,
        now: f64,
    },
    /// A hole in the recording.
    #[error(
        "{}, line {line}: a gap of {gap} s where samples are {period} s apart; choose a part \
         without gaps with `select: {{from: .., to: ..}}`",
        path.display()
    )]
    Gap {
        path: PathBuf,
        line: usize,
        gap: f64,
        period: f64,
    },
    /// Fewer samples than anything can be done with.
    #[error(
        "{} leaves {samples} samples: at least 10 are needed (check `select`)",
        path.display()
    )]
    TooFew { path: PathBuf, samples: usize },
}
