//! What a command prints, on which stream, and its exit code.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::ValueEnum;

/// Text for people, or JSON for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// To read.
    Text,
    /// For programs.
    Json,
}

/// The whole answer of a command, printed at its end so that streams never mix.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// For the standard output.
    pub output: String,
    /// For the standard error stream: warnings and errors.
    pub remarks: String,
    /// 0 success, 1 a fault in the input, 2 wrong usage.
    pub code: u8,
}

impl Answer {
    /// Help and version are answers; anything else was wrong usage.
    pub(super) fn of_usage(error: &clap::Error, colour: bool) -> Self {
        let styled = error.render();
        let text = match colour {
            true => styled.ansi().to_string(),
            false => styled.to_string(),
        };
        match error.use_stderr() {
            true => Self::new(String::new(), text, 2),
            false => Self::new(text, String::new(), 0),
        }
    }

    pub(super) fn new(output: String, remarks: String, code: u8) -> Self {
        Self {
            output,
            remarks,
            code,
        }
    }

    /// Prints the answer. A reader who stops reading (`| head`) is no error.
    pub(super) fn print(&self) -> ExitCode {
        let mut code = self.code;
        let mut output = std::io::stdout().lock();
        let written = output.write_all(self.output.as_bytes());
        let printed = written.and_then(|()| output.flush());
        let mut remarks = self.remarks.clone();
        if let Err(error) = printed
            && error.kind() != ErrorKind::BrokenPipe
        {
            remarks.push_str(&format!("error: cannot write the output: {error}\n"));
            code = 1;
        }
        let _ = std::io::stderr().lock().write_all(remarks.as_bytes());
        ExitCode::from(code)
    }
}
