//! The command line that every robot gets: `info`, `evaluate`, `describe`, `simulate`, `excite`, `identify`, `recover`,
//! `predict`, `friction`, `fit`, `online`, `compare`, `drives`, `load`, `together`, `demo`.

mod arguments;
mod clock;
mod compare;
mod data;
mod demo;
mod describe;
mod driven;
mod error;
mod evaluate;
mod excite;
mod fit;
mod folder;
mod friction;
mod identify;
mod info;
mod interrupt;
mod machine;
mod online;
mod predict;
mod progress;
mod quantity;
mod recover;
mod settings;
mod several;
mod simulate;
mod states;
mod terminal;
#[cfg(test)]
mod tests;
mod texts;

use std::any::TypeId;
use std::process::ExitCode;

use clap::{Arg, FromArgMatches, Subcommand};

use arguments::Command;
use armwright_runtime::Robot;
use error::CommandError;

/// The command line of one robot's own binary, `abb-wrist SUBCOMMAND ...`.
///
/// Exit code 0 on success, 1 on a fault in the input (explained), 2 on wrong usage.
pub fn main_one(robot: &dyn Robot) -> ExitCode {
    let model = robot.model();
    let about = format!("{}: identification from recorded motion", model.title);
    let program = program(model.name);
    match commands(model.name, about, &program)
        .version(env!("CARGO_PKG_VERSION"))
        .try_get_matches()
        .and_then(|matches| Command::from_arg_matches(&matches))
    {
        Ok(command) => finish(run(robot, &command), &program),
        Err(error) => usage(&error),
    }
}

/// The command line of a binary that knows several robots, `identify ROBOT SUBCOMMAND ...`.
///
/// Exit codes as of [`main_one`].
pub fn main_all(robots: &[&dyn Robot]) -> ExitCode {
    let program = program("identify");
    let parsed = self::robots(robots, &program)
        .try_get_matches()
        .and_then(|matches| match matches.subcommand() {
            Some((name, own)) => Ok((name.to_owned(), Command::from_arg_matches(own)?)),
            None => Err(clap::Error::new(clap::error::ErrorKind::MissingSubcommand)),
        });
    match parsed {
        Ok((name, command)) => match robots.iter().find(|robot| robot.model().name == name) {
            Some(robot) => finish(run(*robot, &command), &format!("{program} {name}")),
            None => ExitCode::from(2),
        },
        Err(error) => usage(&error),
    }
}

/// The commands of several robots; `program` is what calls them.
fn robots(robots: &[&dyn Robot], program: &str) -> clap::Command {
    let mut command = clap::Command::new("identify")
        .about("Identification of a robot from recorded motion")
        .version(env!("CARGO_PKG_VERSION"))
        .after_help(epilogue(&format!("{program} ROBOT")))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("ROBOT")
        .subcommand_help_heading("Robots");
    for robot in robots {
        let model = robot.model();
        let words = format!("{program} {}", model.name);
        command = command.subcommand(commands(model.name, model.title.to_owned(), &words));
    }
    command
}

/// What the program was called as, so that examples can be copied.
fn program(otherwise: &str) -> String {
    let called = std::env::args_os().next().map(std::path::PathBuf::from);
    let stem = called.as_deref().and_then(std::path::Path::file_stem);
    stem.map_or(otherwise.to_owned(), |stem| {
        stem.to_string_lossy().into_owned()
    })
}

/// What every help page ends with.
fn epilogue(program: &str) -> String {
    format!(
        "Start with `{program} demo`; `{program} COMMAND --help` shows an example of each.\nExit \
         code 0: success; 1: a fault in the input, explained; 2: wrong usage. Colour and progress \
         only on a terminal; NO_COLOR is respected."
    )
}

/// The commands of one robot; `program` are the words that call it, which examples begin with.
fn commands(name: &'static str, about: String, program: &str) -> clap::Command {
    let mut command = Command::augment_subcommands(clap::Command::new(name))
        .about(about)
        .after_help(epilogue(program))
        .subcommand_required(true)
        .arg_required_else_help(true);
    let all: Vec<String> = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned())
        .collect();
    for name in all {
        command = command.mut_subcommand(name, |sub| {
            let sub = sub.mut_args(negative);
            let help = sub.get_after_help().map(ToString::to_string);
            match help {
                Some(help) => sub.after_help(help.replace("PROGRAM", program)),
                None => sub,
            }
        });
    }
    command
}

/// The same option, which takes negative numbers, so that what is wrong with one is said by whoever knows.
fn negative(option: Arg) -> Arg {
    // Of several words each could be the next option.
    let is_one_word = option
        .get_num_args()
        .is_none_or(|words| words.max_values() == 1);
    let is_list = is_one_word && option.get_value_delimiter().is_some();
    let is_number = option.get_value_parser().type_id() == TypeId::of::<f64>();
    match option.get_action().takes_values() {
        true if is_list && is_number => option.allow_hyphen_values(true),
        true => option.allow_negative_numbers(true),
        false => option,
    }
}

fn run(robot: &dyn Robot, command: &Command) -> Result<(), CommandError> {
    match command {
        Command::Info(arguments) => info::run(robot, arguments),
        Command::Evaluate(arguments) => evaluate::run(robot, arguments),
        Command::Describe(arguments) => describe::run(robot, arguments),
        Command::Simulate(arguments) => simulate::run(robot, arguments),
        Command::Excite(arguments) => excite::run(robot, arguments),
        Command::Identify(arguments) => identify::run(robot, arguments),
        Command::Recover(arguments) => recover::run(robot, arguments),
        Command::Predict(arguments) => predict::run(robot, arguments),
        Command::Friction(arguments) => friction::run(robot, arguments),
        Command::Fit(arguments) => fit::run(robot, arguments),
        Command::Online(arguments) => online::run(robot, arguments),
        Command::Compare(arguments) => compare::run(robot, arguments),
        Command::Drives(arguments) => several::drives(robot, arguments),
        Command::Load(arguments) => several::load(robot, arguments),
        Command::Together(arguments) => several::together(robot, arguments),
        Command::Demo(arguments) => demo::run(robot, arguments),
    }
}

/// `program` are the words that call it.
fn finish(result: Result<(), CommandError>, program: &str) -> ExitCode {
    match result.and_then(|()| terminal::delivered()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::complain(&error.with_options(program));
            ExitCode::FAILURE
        }
    }
}

/// Help and version go to standard output with code 0, faults of usage to standard error with 2.
fn usage(error: &clap::Error) -> ExitCode {
    // Nothing can be done about a terminal that has gone away.
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
