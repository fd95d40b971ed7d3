//! Commands as they are typed, run within the test: what they print, what they write, and what they refuse.

mod errors;
mod friction;
mod help;
mod library;
mod made;
pub(super) mod motions;
mod results;
pub(super) mod runs;
mod searched;
mod settings;
mod spared;
mod studies;
pub(super) mod texts;

use std::cell::RefCell;

use clap::FromArgMatches;
use tempfile::TempDir;

use super::arguments::Command;
use super::{commands, run};
use armwright_runtime::Robot;

thread_local! {
    static HEARD: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Hears what is said.
pub(super) fn put(text: &str) -> Result<(), std::io::Error> {
    HEARD.with_borrow_mut(|heard| heard.push_str(text));
    Ok(())
}

/// What was said in this thread since the last time.
pub(super) fn heard() -> String {
    HEARD.take()
}

/// The command of a line; refused with what clap says.
pub(super) fn parsed(line: &str) -> Result<Command, String> {
    let words = std::iter::once("wrist").chain(line.split_whitespace());
    let matches = commands("wrist", "A wrist".to_owned(), "wrist").try_get_matches_from(words);
    matches
        .and_then(|matches| Command::from_arg_matches(&matches))
        .map_err(|error| error.to_string())
}

/// The same of a line that is one.
#[track_caller]
pub(super) fn parse(line: &str) -> Command {
    parsed(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// A folder of a test's own; `@` in lines and in what is said stands for it.
pub(super) struct Folder(TempDir);

impl Folder {
    /// An empty folder.
    pub(super) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// Its path as text.
    fn path(&self) -> String {
        self.0.path().display().to_string()
    }

    /// Writes a file.
    pub(super) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.path().join(name), text).expect("a file");
    }

    /// Reads a file.
    #[track_caller]
    pub(super) fn read(&self, name: &str) -> String {
        let text = std::fs::read_to_string(self.0.path().join(name));
        text.unwrap_or_else(|error| panic!("{name}: {error}"))
            .replace(&self.path(), "@")
    }

    /// A line with this folder in it.
    pub(super) fn line(&self, line: &str) -> String {
        line.replace('@', &self.path())
    }

    /// What a command prints, or what it ends with after what it printed.
    pub(super) fn answer(&self, robot: &dyn Robot, line: &str) -> Result<String, String> {
        heard();
        let ended = run(robot, &parse(&self.line(line)));
        let said = heard().replace(&self.path(), "@");
        match ended {
            Ok(()) => Ok(said),
            Err(error) => Err(said + &error.with_options("wrist").replace(&self.path(), "@")),
        }
    }
}
