//! Columns of numbers from a CSV file, with the place of every fault.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::RecordingError;

/// How many rows with defects are put up with: more are no slip but another kind of file.
const DEFECTS: usize = 10_000;

/// A row that has something else than a finite number in a column that is needed.
pub(super) struct Defect {
    /// The row, from 0 below the header.
    pub(super) row: usize,
    /// What to say if the row is used.
    pub(super) fault: RecordingError,
}

/// A CSV file whose header has been read.
pub(crate) struct CsvFile {
    path: PathBuf,
    delimiter: u8,
    /// Whether lines end in `\r\n`, as on Windows.
    carriage_returns: bool,
    header: Vec<String>,
}

impl CsvFile {
    /// Reads the header; fields are separated by commas, semicolons or tabs, whichever the header
    /// has most of.
    pub(crate) fn open(path: &Path) -> Result<Self, RecordingError> {
        let unreadable = |source| RecordingError::Unreadable {
            path: path.to_owned(),
            source,
        };
        let mut first = String::new();
        BufReader::new(File::open(path).map_err(unreadable)?)
            .read_line(&mut first)
            .map_err(unreadable)?;
        let count = |delimiter: &u8| first.bytes().filter(|b| b == delimiter).count();
        let delimiter = [b',', b';', b'\t']
            .into_iter()
            .rev()
            .max_by_key(count)
            .unwrap_or(b',');
        let mut file = Self {
            path: path.to_owned(),
            delimiter,
            carriage_returns: first.ends_with("\r\n"),
            header: Vec::new(),
        };
        let mut reader = file.reader()?;
        let record = reader.headers().map_err(|source| file.broken(&source))?;
        file.header = record
            .iter()
            .map(|name| name.trim_start_matches('\u{feff}').trim().to_owned())
            .collect();
        if file.header.iter().all(String::is_empty) {
            return Err(RecordingError::Empty { path: file.path });
        }
        let numbers = file
            .header
            .iter()
            .filter(|name| name.parse::<f64>().is_ok())
            .count();
        if numbers == file.header.len() {
            return Err(RecordingError::NoHeader { path: file.path });
        }
        Ok(file)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn header(&self) -> impl Iterator<Item = &str> {
        self.header.iter().map(String::as_str)
    }

    /// Where a column of that name stands; an error if there are two.
    pub(crate) fn position(&self, name: &str) -> Result<Option<usize>, RecordingError> {
        let mut found = (0..self.header.len()).filter(|&k| self.header[k] == name);
        let first = found.next();
        match found.next() {
            None => Ok(first),
            Some(_) => Err(RecordingError::RepeatedColumn {
                path: self.path.clone(),
                column: name.to_owned(),
            }),
        }
    }

    /// The numbers of some columns, in the order asked for.
    #[cfg(feature = "cli")]
    pub(crate) fn columns(&self, wanted: &[usize]) -> Result<Vec<Vec<f64>>, RecordingError> {
        let (columns, defects) = self.columns_with_defects(wanted)?;
        match defects.into_iter().next() {
            None => Ok(columns),
            Some(defect) => Err(defect.fault),
        }
    }

    /// The same, with NaN in place of what is no finite number, and where that is.
    pub(super) fn columns_with_defects(
        &self,
        wanted: &[usize],
    ) -> Result<(Vec<Vec<f64>>, Vec<Defect>), RecordingError> {
        let mut columns = vec![Vec::new(); wanted.len()];
        let mut defects: Vec<Defect> = Vec::new();
        let mut reader = self.reader()?;
        let mut record = csv::StringRecord::new();
        let mut row = 0;
        while reader
            .read_record(&mut record)
            .map_err(|source| self.broken(&source))?
        {
            let line = self.line(&record);
            if record.len() != self.header.len() {
                return Err(RecordingError::Ragged {
                    path: self.path.clone(),
                    line,
                    fields: record.len(),
                    expected: self.header.len(),
                });
            }
            for (column, &k) in columns.iter_mut().zip(wanted) {
                let text = record.get(k).unwrap_or_default().trim();
                let value = text.parse::<f64>().unwrap_or(f64::NAN);
                if value.is_finite() {
                    column.push(value);
                    continue;
                }
                column.push(f64::NAN);
                let fault = RecordingError::NotANumber {
                    path: self.path.clone(),
                    line,
                    column: self.header[k].clone(),
                    text: text.chars().take(40).collect(),
                };
                // A defect a row is enough, and a column of words is not listed row by row.
                match defects.last() {
                    Some(last) if last.row == row => {}
                    _ if defects.len() >= DEFECTS => return Err(fault),
                    _ => defects.push(Defect { row, fault }),
                }
            }
            row += 1;
        }
        Ok((columns, defects))
    }

    /// The line of the file on which a row below the header begins, from 1.
    fn line(&self, record: &csv::StringRecord) -> u64 {
        let counted = record.position().map_or(0, csv::Position::line);
        // The reader ends a row at `\r` and counts the `\n` behind it only with the next row.
        counted + u64::from(self.carriage_returns)
    }

    fn reader(&self) -> Result<csv::Reader<File>, RecordingError> {
        csv::ReaderBuilder::new()
            .delimiter(self.delimiter)
            .flexible(true)
            .from_path(&self.path)
            .map_err(|source| self.broken(&source))
    }

    fn broken(&self, source: &csv::Error) -> RecordingError {
        RecordingError::Broken {
            path: self.path.clone(),
            what: source.to_string(),
        }
    }
}
