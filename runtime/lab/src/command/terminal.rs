//! Standard output and standard error: colour where there is a terminal, plain text elsewhere.

use std::io::{Error, ErrorKind, IsTerminal, Write};
use std::sync::{LazyLock, OnceLock};

use super::error::CommandError;

/// Why standard output could not be written, a full disk for instance.
static LOST: OnceLock<Error> = OnceLock::new();

/// Writes to standard output; a reader that has gone away is no fault. Any other is kept for
/// [`delivered`].
pub(super) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        let _ = LOST.set(error);
    }
}

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

/// Text in a style: `bold`, `dim`, or as what it says is `good`, to be taken with `care`, or `bad`; plain
/// where standard output is no terminal.
pub(super) fn paint(style: &str, text: &str) -> String {
    static COLOUR: LazyLock<bool> =
        LazyLock::new(|| std::io::stdout().is_terminal() && !colourless());
    let code = match style {
        _ if !*COLOUR => return text.to_owned(),
        "bold" => "1",
        "dim" => "2",
        "good" => "32",
        "care" => "33",
        _ => "31",
    };
    format!("\x1b[{code}m{text}\x1b[0m")
}
