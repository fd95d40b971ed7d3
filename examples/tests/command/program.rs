//! The built commands, run as a user runs them.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The wrist's own command.
pub(crate) const WRIST: &str = env!("CARGO_BIN_EXE_abb-wrist");
/// The command of every robot.
pub(crate) const ALL: &str = env!("CARGO_BIN_EXE_identify");

/// What a command answered.
pub(crate) struct Answer {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Answer {
    fn of(output: Output) -> Self {
        let answer = Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        };
        let said = format!("{}{}", answer.out, answer.err);
        assert!(!said.contains("panicked"), "{said}");
        assert!(!said.contains('\u{1b}'), "colour in a pipe: {said}");
        answer
    }

    /// Standard output as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        assert_eq!(self.code, Some(0), "{}", self.err);
        serde_json::from_str(&self.out).expect("JSON")
    }

    /// Exit code 1, an explanation that has every one of some words, and nothing on standard output.
    #[track_caller]
    pub(crate) fn is_fault(&self, words: &[&str]) {
        assert_eq!(self.code, Some(1), "{}{}", self.out, self.err);
        assert!(self.err.starts_with("error: "), "{}", self.err);
        assert_eq!(self.out, "", "an answer beside an error");
        for word in words {
            assert!(self.err.contains(word), "`{word}` is not in: {}", self.err);
        }
    }
}

/// Runs a command in a folder.
pub(crate) fn run<A: AsRef<OsStr>>(
    program: &str,
    folder: impl AsRef<Path>,
    arguments: &[A],
) -> Answer {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output();
    Answer::of(output.expect("the command runs"))
}

/// The wrist's command, in a folder, its arguments as one would type them.
pub(crate) fn wrist(folder: impl AsRef<Path>, line: &str) -> Answer {
    run(WRIST, folder, &line.split_whitespace().collect::<Vec<_>>())
}

/// The command of every robot, likewise.
pub(crate) fn identify(folder: impl AsRef<Path>, line: &str) -> Answer {
    run(ALL, folder, &line.split_whitespace().collect::<Vec<_>>())
}

/// An empty folder of one test's own, removed when it ends.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A folder with a simulated recording of the wrist, `sim/recording.yaml`.
pub(crate) fn with_recording() -> TempDir {
    let folder = folder();
    let answer = wrist(&folder, "simulate --duration 8 --rate 500 --out sim");
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    folder
}
