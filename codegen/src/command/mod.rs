//! The `armwright` command: what each subcommand answers, without printing anything itself.

mod answer;
mod c;
mod check;
mod compile;
mod diff;
mod export;
mod failure;
mod frames;
mod import;
mod line;
mod new;
mod only;
mod parameters;
mod readable;
mod recover;
mod session;
mod show;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::builder::PossibleValue;
use clap::{Parser, ValueEnum};

use crate::diagnostic::{self, CODES};
use crate::document::{self, fill};
use crate::emit::Quantity;
pub use answer::{Answer, Output};
use diff::Difference;
use failure::{Failure, Hint, Missing};
use line::{Cli, Command};
use session::Session;
pub use show::Stage;

/// The exit code of `armwright diff --exit-code` where there is a difference.
const DIFFERENT: u8 = 3;
/// Columns of a line of `armwright explain`.
const COLUMNS: usize = 88;

impl Command {
    /// What goes to the standard output.
    fn output(&self, session: &mut Session<'_>) -> Result<String, Failure> {
        match self {
            Self::New {
                name,
                dof,
                output,
                force,
            } => new::new(name, usize::from(*dof), output.as_deref(), *force, session),
            Self::Import {
                file,
                floating,
                output,
                force,
            } => import::import(file, *floating, output.as_deref(), *force, session),
            Self::Export {
                file,
                parameters,
                output,
            } => export::export(file, parameters.as_deref(), output.as_deref(), session),
            Self::Check { file } => {
                let generated = session.generate(file, &Quantity::usual())?;
                Ok(check::text(&generated)?)
            }
            Self::Equations {
                file,
                format,
                only,
                output,
            } => {
                let text = document::equations(&session.derive(file)?, *format, *only)?;
                session.written(text, output.as_deref())
            }
            Self::Parameters { file, format } => {
                let derivation = session.derive(file)?;
                let is_usual = derivation.mechanism.measure.is_every_torque();
                let text = |value: &_| parameters::text(value, is_usual);
                Ok(format.print(&parameters::value(&derivation)?, text))
            }
            Self::Recover {
                file,
                known,
                suggest,
                format,
            } => {
                let derivation = session.derive(file)?;
                let robot = &derivation.mechanism.name;
                let doing = format!("searching for formulas of {robot} ...");
                let known = known.as_deref();
                let text = || recover::text(&derivation, known, *suggest, *format);
                session.patiently(&doing, text)
            }
            Self::Generate {
                file,
                only,
                output,
                c,
                single,
                window,
            } => {
                let only = only.as_deref();
                if let Some(folder) = c {
                    return c::library(file, folder, only, (*single, *window), session);
                }
                let quantities = only.map_or_else(Quantity::usual, <[_]>::to_vec);
                let generated = session.generate(file, &quantities)?;
                let notes = only::notes(&generated.derivation, only.unwrap_or_default())?;
                let text = session.written(generated.code, output.as_deref())?;
                session.remark.insert_str(0, &notes);
                Ok(text)
            }
            Self::Compile { file, output } => compile::compile(file, output, session),
            Self::Show {
                stage,
                file,
                element,
                format,
            } => {
                let value = show::value(*stage, file, element.as_deref(), *format, session)?;
                Ok(format.print(&value, readable::readable))
            }
            Self::Explain { code } => explained(code),
            Self::Schema => Ok(crate::format::schema()),
            Self::Diff {
                old,
                new,
                all,
                format,
                exit_code,
            } => {
                let old = session.generate(old, Quantity::ALL)?;
                let found = Difference::of(&old, &session.generate(new, Quantity::ALL)?);
                if *exit_code && !found.is_empty() {
                    session.code = DIFFERENT;
                }
                Ok(match format {
                    Output::Text => found.text(*all),
                    Output::Json => format!("{:#}\n", found.json()),
                })
            }
        }
    }
}

/// The long text of a diagnostic's code.
fn explained(code: &str) -> Result<String, Failure> {
    let upper = code.to_ascii_uppercase();
    let Some(text) = diagnostic::explain(&upper) else {
        let codes = |of: &str| -> Vec<String> {
            let all = CODES.iter().filter(|(known, _)| known.starts_with(of));
            all.map(|(known, _)| (*known).to_owned()).collect()
        };
        let near = codes(upper.get(..4).unwrap_or(&upper));
        let hint = Hint::OneOf(if near.is_empty() { codes("") } else { near });
        return Err(Failure::Unknown(Missing::Code(code.to_owned()), hint));
    };
    let lines = fill(text, COLUMNS).join("\n");
    Ok(format!("{upper}\n\n{lines}\n"))
}

impl ValueEnum for Quantity {
    fn value_variants<'a>() -> &'a [Self] {
        Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.entry().function))
    }
}

/// Answers a command line; the first argument is the program's name. `progress` is told what takes
/// time. Diagnostics are coloured if asked.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    colour: bool,
    progress: &mut (dyn FnMut(&str) + Send),
) -> Answer {
    let mut session = Session::new(progress);
    match Cli::try_parse_from(arguments) {
        Ok(cli) => match cli.command.output(&mut session) {
            Ok(output) => Answer::new(output, session.remarks(colour), session.code),
            Err(failure) => failure.answer(colour),
        },
        Err(error) => Answer::of_usage(&error, colour),
    }
}

/// Runs the command of this process, prints its answer and gives its exit code.
#[must_use]
pub fn main() -> ExitCode {
    let terminal = std::io::stderr().is_terminal();
    let colour = terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut progress = |line: &str| {
        let _ = writeln!(std::io::stderr(), "{line}");
    };
    run(std::env::args_os(), colour, &mut progress).print()
}
