//! Recordings read from files, number by number, of robots that are made up for it.

mod arrays;
mod bare;
mod base;
mod beside;
mod columns;
mod faults;
mod remarks;
mod several;

use std::fs;

use tempfile::TempDir;

use super::{Recording, RecordingError};
use armwright_runtime::Model;

/// A folder of files of one test's own.
struct Folder(TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("written");
        }
        Self(folder)
    }

    fn all(&self, name: &str, model: &Model) -> Result<Vec<Recording>, RecordingError> {
        Recording::read_all(&self.0.path().join(name), model)
    }

    fn read(&self, name: &str, model: &Model) -> Recording {
        let mut all = self
            .all(name, model)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    /// What is wrong, with files as they are called in the folder.
    fn refused(&self, name: &str, model: &Model) -> String {
        let error = self.all(name, model).expect_err("it is refused");
        self.plain(&error.to_string())
    }

    /// A text without the folder.
    fn plain(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.0.path().display()), "")
    }

    fn remarks(&self, recording: &Recording) -> Vec<String> {
        let each = recording.remarks.iter().map(ToString::to_string);
        each.map(|text| self.plain(&text)).collect()
    }
}

/// A table of rows that are made of their numbers, with names of the columns.
fn table(header: &str, rows: u32, row: impl Fn(f64) -> Vec<f64>) -> String {
    let mut text = format!("{header}\n");
    for k in 0..rows {
        let numbers: Vec<String> = row(f64::from(k)).iter().map(ToString::to_string).collect();
        text += &numbers.join(",");
        text += "\n";
    }
    text
}

/// Time at 50 Hz from 1.5 s and four columns of lines and squares.
fn lines(header: &str) -> String {
    table(header, 12, |k| {
        vec![
            1.5 + 0.02 * k,
            2.0 + k,
            5.0 - 2.0 * k,
            1.0 + k * k,
            7.0 + 3.0 * k,
        ]
    })
}

#[track_caller]
fn near(found: &[f64], expected: impl Fn(f64) -> f64) {
    for (k, x) in (0u32..).zip(found) {
        let expected = expected(f64::from(k));
        assert!(
            (x - expected).abs() < 1e-9 * expected.abs().max(1.0),
            "{k}: {x} for {expected}"
        );
    }
}
