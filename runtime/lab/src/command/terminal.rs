//! Standard output and standard error: colour where there is a terminal, plain text elsewhere.

use std::io::{Error, ErrorKind, IsTerminal, Write};
use std::sync::{LazyLock, OnceLock};

use super::error::CommandError;

/// Why standard output could not be written, a full disk for instance.
static LOST: OnceLock<Error> = OnceLock::new();

/// Writes to standard output; a reader that has gone away is no fault. Any other is kept for
/// [`delivered`].
pub(super) fn say(text: &str) {
    if let Err(error) = put(text)
        && error.kind() != ErrorKind::BrokenPipe
    {
        let _ = LOST.set(error);
    }
}

#[cfg(not(test))]
fn put(text: &str) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// Tests hear what is said.
#[cfg(test)]
use super::tests::put;

/// Whether everything that was said has been written.
pub(super) fn delivered() -> Result<(), CommandError> {
    LOST.get()
        .map_or(Ok(()), |error| Err(CommandError::StandardOutput(error)))
}

/// Whether `NO_COLOR` (no-color.org: any value but an empty one) or a dumb terminal forbid colour.
pub(super) fn colourless() -> bool {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    no_color || std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Writes an error to standard error.
pub(super) fn complain(text: &str) {
    let colour = std::io::stderr().is_terminal() && !colourless();
    let head = if colour {
        "\x1b[1;31merror:\x1b[0m"
    } else {
        "error:"
    };
    let _ = writeln!(std::io::stderr(), "{head} {text}");
}

/// Writes what a reader should know to standard error, a line each: where standard output is a table.
pub(super) fn remark<T: std::fmt::Display>(notes: &[T]) {
    for note in notes {
        let _ = writeln!(std::io::stderr(), "note: {note}");
    }
}

/// Text in a style: `bold`, `dim`, or as what it says is `good`, to be taken with `care`, or `bad`; plain
/// where standard output is no terminal.
pub(super) fn paint(style: &str, text: &str) -> String {
    static COLOUR: LazyLock<bool> =
        LazyLock::new(|| !cfg!(test) && std::io::stdout().is_terminal() && !colourless());
    match *COLOUR {
        true => coloured(style, text),
        false => text.to_owned(),
    }
}

fn coloured(style: &str, text: &str) -> String {
    let code = match style {
        "bold" => "1",
        "dim" => "2",
        "good" => "32",
        "care" => "33",
        _ => "31",
    };
    format!("\x1b[{code}m{text}\x1b[0m")
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{coloured, colourless, paint};

    #[test]
    fn styles_are_those_of_terminals_and_end_where_the_text_does() {
        for (style, code) in [
            ("bold", "1"),
            ("dim", "2"),
            ("good", "32"),
            ("care", "33"),
            ("bad", "31"),
        ] {
            let expected = format!("\u{1b}[{code}mtext\u{1b}[0m");
            assert_eq!(coloured(style, "text"), expected);
            assert_eq!(paint(style, "text"), "text");
        }
    }

    /// An environment is that of a process: this test runs again in one for each.
    #[test]
    fn colour_is_forbidden_by_no_color_and_on_dumb_terminals() {
        const EXPECTED: &str = "ARMWRIGHT_TEST_COLOURLESS";
        if let Some(expected) = std::env::var_os(EXPECTED) {
            assert_eq!(colourless(), expected == "yes");
            return;
        }
        let (_, module) = module_path!().split_once("::").expect("a crate");
        let own = format!("{module}::colour_is_forbidden_by_no_color_and_on_dumb_terminals");
        for (no_color, term, expected) in [
            (None, "xterm", "no"),
            (Some(""), "xterm", "no"),
            (Some("1"), "xterm", "yes"),
            (None, "dumb", "yes"),
        ] {
            let mut again = Command::new(std::env::current_exe().expect("this program"));
            again
                .args(["--exact", own.as_str()])
                .env(EXPECTED, expected);
            again.env("TERM", term).env_remove("NO_COLOR");
            if let Some(value) = no_color {
                again.env("NO_COLOR", value);
            }
            let ended = again.output().expect("an end");
            let said = String::from_utf8_lossy(&ended.stdout);
            assert!(said.contains("1 passed"), "{no_color:?} {term}: {said}");
        }
    }
}
