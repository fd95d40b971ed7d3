//! The command of every robot, run as a user runs it, in a folder of the test's own.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The command.
pub(crate) const LABORATORY: &str = env!("CARGO_BIN_EXE_laboratory");

/// A folder that no other test and no other run uses, gone when the test passes.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// Where a file of this name is, or would be.
    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.at(name), text).expect("the folder takes a file");
    }

    /// Reads a file.
    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        let path = self.at(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// What the command answers here, its arguments as one would type them.
    pub(crate) fn run(&self, line: &str) -> Answer {
        let output = Command::new(LABORATORY)
            .args(line.split_whitespace())
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .expect("the command runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Answer {
            line: line.to_owned(),
            code: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// The same of a command that succeeds: its standard output.
    #[track_caller]
    pub(crate) fn out(&self, line: &str) -> String {
        let answer = self.run(line);
        assert_eq!(answer.code, Some(0), "{line}: {}", answer.err);
        answer.out
    }

    /// The same as JSON.
    #[track_caller]
    pub(crate) fn json(&self, line: &str) -> Value {
        let text = self.out(&format!("{line} --format json"));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{line}: {error}: {text}"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.0.disable_cleanup(std::thread::panicking());
    }
}

/// What a command answered.
pub(crate) struct Answer {
    pub(crate) line: String,
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Answer {
    /// Fails unless the command found a fault in its input and named it with every one of some words.
    #[track_caller]
    pub(crate) fn is_fault(&self, words: &[&str]) {
        let Self { line, out, err, .. } = self;
        assert_eq!(self.code, Some(1), "{line}: {out}{err}");
        for word in words {
            assert!(err.contains(word), "{line}: `{word}` is not in: {err}");
        }
    }
}

/// A table as a CSV file holds it, without quotes.
pub(crate) struct Table {
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// Reads the text of a CSV file; a field in quotes may have commas.
    pub(crate) fn parse(text: &str) -> Self {
        let mut lines = text.lines().map(fields);
        let header = lines.next().expect("a header");
        let rows: Vec<Vec<String>> = lines.collect();
        for row in &rows {
            assert_eq!(row.len(), header.len(), "{row:?} under {header:?}");
        }
        Self { header, rows }
    }

    /// A column by name.
    #[track_caller]
    pub(crate) fn column(&self, name: &str) -> Vec<&str> {
        let at = self.header.iter().position(|known| known == name);
        let at = at.unwrap_or_else(|| panic!("no column `{name}` in {:?}", self.header));
        self.rows.iter().map(|row| row[at].as_str()).collect()
    }

    /// A column of numbers by name.
    #[track_caller]
    pub(crate) fn numbers(&self, name: &str) -> Vec<f64> {
        let column = self.column(name).into_iter();
        column
            .map(|field| field.parse().expect("a number"))
            .collect()
    }
}

fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for character in line.chars() {
        match character {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => fields.last_mut().expect("one at least").push(other),
        }
    }
    fields
}

/// A CSV file of columns.
pub(crate) fn csv(columns: &[(String, Vec<f64>)]) -> String {
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let mut text = names.join(",") + "\n";
    for k in 0..columns.first().map_or(0, |(_, column)| column.len()) {
        let row: Vec<String> = columns.iter().map(|(_, c)| format!("{:?}", c[k])).collect();
        text += &(row.join(",") + "\n");
    }
    text
}
