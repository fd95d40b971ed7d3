//! The `armwright` command: what each subcommand answers, without printing anything itself.

mod answer;
mod check;
mod compile;
mod diff;
mod equations;
mod explain;
mod failure;
mod generate;
mod new;
mod parameters;
mod readable;
mod recover;
mod robot_file;
mod show;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

pub use answer::Answer;
use answer::Reply;
use failure::Failure;
pub use show::Stage;

/// From a YAML description of a robot to equations, base parameters and Rust code.
#[derive(Debug, Parser)]
#[command(
    name = "armwright",
    version,
    after_help = "Start with `armwright new my_arm`, then `armwright check my_arm.yaml`.\n\
                  Exit code 0: success; 1: a fault in the input, explained; 2: wrong usage."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Text for people, or JSON for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// To read.
    Text,
    /// For programs.
    Json,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::New),
    Check(check::Check),
    Equations(equations::Equations),
    Parameters(parameters::Parameters),
    Recover(recover::Recover),
    Generate(generate::Generate),
    Compile(compile::Compile),
    Show(show::Show),
    Explain(explain::Explain),
    /// Print a JSON Schema of the robot file, for editors.
    #[command(after_help = "Example: armwright schema > robot.schema.json")]
    Schema,
    Diff(diff::Diff),
}

impl Command {
    /// What it has to say; `progress` is told what takes time.
    fn reply(&self, progress: &mut dyn FnMut(&str)) -> Result<Reply, Failure> {
        match self {
            Self::New(new) => new.reply(),
            Self::Check(check) => check.reply(),
            Self::Equations(equations) => equations.reply(),
            Self::Parameters(parameters) => parameters.reply(),
            Self::Recover(recover) => recover.reply(),
            Self::Generate(generate) => generate.reply(),
            Self::Compile(compile) => compile.reply(progress),
            Self::Show(show) => show.reply(),
            Self::Explain(explain) => explain.reply(),
            Self::Schema => Ok(Reply::text(crate::format::schema())),
            Self::Diff(diff) => diff.reply(),
        }
    }
}

/// Answers a command line; the first argument is the program's name. `progress` is told what takes
/// time. Diagnostics are coloured if asked.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    colour: bool,
    progress: &mut dyn FnMut(&str),
) -> Answer {
    match Cli::try_parse_from(arguments) {
        Ok(cli) => cli.command.reply(progress).map_or_else(
            |failure| failure.answer(colour),
            |reply| reply.answer(colour),
        ),
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
    let answer = run(std::env::args_os(), colour, &mut progress);
    answer.print()
}
