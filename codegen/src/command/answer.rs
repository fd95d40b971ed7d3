//! What a command prints, on which stream, and its exit code.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use crate::diagnostic::Diagnostics;

/// What a command has to say where it succeeds, before it is known how diagnostics are shown.
#[derive(Debug, Default)]
pub(super) struct Reply {
    output: String,
    warnings: Vec<Diagnostics>,
    remark: String,
}

impl Reply {
    /// A text for the terminal.
    pub(super) fn text(output: String) -> Self {
        Self {
            output,
            ..Self::default()
        }
    }

    /// Nothing for the terminal, but a remark.
    pub(super) fn remark(remark: String) -> Self {
        Self {
            remark,
            ..Self::default()
        }
    }

    /// The same with what a robot file is warned of.
    pub(super) fn warned(mut self, warnings: Diagnostics) -> Self {
        self.warnings.push(warnings);
        self
    }

    /// The answer, diagnostics coloured if asked.
    pub(super) fn answer(self, colour: bool) -> Answer {
        let warnings = self.warnings.iter();
        let warnings: String = warnings.map(|all| all.render(colour)).collect();
        Answer {
            output: self.output,
            remarks: warnings + &self.remark,
            code: 0,
        }
    }
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
        let text = if colour {
            styled.ansi().to_string()
        } else {
            styled.to_string()
        };
        match error.use_stderr() {
            true => Self::failed(text, 2),
            false => Reply::text(text).answer(colour),
        }
    }

    /// A failure with its reason.
    pub(super) fn failed(remarks: String, code: u8) -> Self {
        Self {
            output: String::new(),
            remarks,
            code,
        }
    }

    /// Prints the answer. A reader who stops reading (`| head`) is no error.
    pub(super) fn print(&self) -> ExitCode {
        let mut code = self.code;
        let mut output = std::io::stdout().lock();
        let printed = output
            .write_all(self.output.as_bytes())
            .and_then(|()| output.flush());
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
