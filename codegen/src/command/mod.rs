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
mod recover;
mod robot_file;
mod show;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use crate::document::{Chapter, Format};

pub use answer::Answer;
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
    /// Write a commented robot file to start from.
    #[command(after_help = "Example: armwright new my_arm --dof 6")]
    New {
        /// The robot's name: lower-case letters, digits and underscores.
        name: String,
        /// Joints that move.
        #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=64))]
        dof: u16,
        /// Where to write it; NAME.yaml if not given, `-` for the terminal.
        #[arg(short, long)]
        output: Option<PathBuf>,
        /// Overwrite a file that is there.
        #[arg(long)]
        force: bool,
    },
    /// Validate a robot file and summarise it on one screen.
    #[command(after_help = "Example: armwright check robots/abb_wrist.yaml")]
    Check {
        /// The robot file.
        file: PathBuf,
    },
    /// Print the equations of motion to read.
    #[command(
        after_help = "Example: armwright equations robots/abb_wrist.yaml --format html -o wrist.html"
    )]
    Equations {
        /// The robot file.
        file: PathBuf,
        /// How to lay them out.
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
        /// One chapter only.
        #[arg(long, value_enum)]
        only: Option<Chapter>,
        /// Where to write them; the terminal if not given.
        #[arg(short, long)]
        output: Option<PathBuf>,
    },
    /// Say which standard and physical parameters motion reveals, in which combinations, and why.
    #[command(
        after_help = "Example: armwright parameters robots/tx40.yaml --format json\n\n\
                      identifiable: by itself; combined: only in a base parameter with others;\n\
                      invisible: not at all. `measure` in the robot file says what is measured: the\n\
                      torque of every drive unless it says otherwise, for instance\n\
                      `measure: [torque, {wrench: tool}]` with a six-axis sensor behind the tool."
    )]
    Parameters {
        /// The robot file.
        file: PathBuf,
        /// Text for people, JSON for programs.
        #[arg(long, value_enum, default_value_t = Output::Text)]
        format: Output,
    },
    /// Solve the base parameters for masses, centres of mass and inertias: the formulas, or what is
    /// missing for them.
    #[command(after_help = "Examples: armwright recover robots/abb_wrist.yaml\n\
                      \u{20}         armwright recover robots/abb_wrist.yaml --known m_a,m_b,m_c,l_b1\n\
                      \u{20}         armwright recover robots/tx40.yaml --suggest\n\n\
                      Knowns are physical parameters (m_a, tx_a, Jxx_a), symbolic constants and drive\n\
                      parameters (Ia_m1, fv_m1). Without --known those of the file's `recovery` hold.")]
    Recover {
        /// The robot file.
        file: PathBuf,
        /// What is known beforehand, in place of what the file says; empty for nothing.
        #[arg(long, value_delimiter = ',')]
        known: Option<Vec<String>>,
        /// List the cheapest sufficient sets of knowns, by the costs of the file's `recovery`.
        #[arg(long)]
        suggest: bool,
        /// Text for people, JSON for programs.
        #[arg(long, value_enum, default_value_t = Output::Text)]
        format: Output,
    },
    /// Print the Rust module of the robot.
    #[command(after_help = "Example: armwright generate robots/abb_wrist.yaml -o abb_wrist.rs")]
    Generate {
        /// The robot file.
        file: PathBuf,
        /// Where to write it; the terminal if not given.
        #[arg(short, long)]
        output: Option<PathBuf>,
    },
    /// Make the robot's own identification command, a binary.
    #[command(
        after_help = "Example: armwright compile my_arm.yaml -o my-arm && ./my-arm demo\n\n\
                      It needs cargo, and the network once if this machine never built the runtime.\n\
                      ARMWRIGHT_CACHE names the folder where compiled libraries are kept."
    )]
    Compile {
        /// The robot file.
        file: PathBuf,
        /// The binary to write.
        #[arg(short, long)]
        output: PathBuf,
    },
    /// Look inside: print what a stage of the generator made of the robot file.
    #[command(
        after_help = "Examples: armwright show dynamics robots/abb_wrist.yaml --element M_12\n\
                      \u{20}         armwright show emit robots/abb_wrist.yaml --element gravity_torques"
    )]
    Show {
        /// The stage.
        #[arg(value_enum)]
        stage: Stage,
        /// The robot file.
        file: PathBuf,
        /// One body, element, parameter or function of it.
        #[arg(long)]
        element: Option<String>,
        /// Text for people, JSON for programs.
        #[arg(long, value_enum, default_value_t = Output::Text)]
        format: Output,
    },
    /// Explain the code of an error or warning at length.
    #[command(after_help = "Example: armwright explain AW0403")]
    Explain {
        /// The code, such as AW0403.
        code: String,
    },
    /// Print a JSON Schema of the robot file, for editors.
    #[command(after_help = "Example: armwright schema > robot.schema.json")]
    Schema,
    /// Say what changed between two robot files: parameters, groups, coefficients, costs.
    #[command(after_help = "Example: armwright diff old.yaml new.yaml")]
    Diff {
        /// The earlier robot file.
        old: PathBuf,
        /// The later robot file.
        new: PathBuf,
    },
}

/// Answers a command line; the first argument is the program's name. `progress` is told what takes
/// time. Diagnostics are coloured if asked.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    colour: bool,
    progress: &mut dyn FnMut(&str),
) -> Answer {
    let command = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli.command,
        Err(error) => return Answer::of_usage(&error, colour),
    };
    match dispatch(command, colour, progress) {
        Ok(answer) => answer,
        Err(failure) => failure.answer(colour),
    }
}

fn dispatch(
    command: Command,
    colour: bool,
    progress: &mut dyn FnMut(&str),
) -> Result<Answer, Failure> {
    match command {
        Command::New {
            name,
            dof,
            output,
            force,
        } => new::new(&name, dof, output, force),
        Command::Check { file } => check::check(&file, colour),
        Command::Equations {
            file,
            format,
            only,
            output,
        } => equations::equations(&file, format, only, output.as_deref(), colour),
        Command::Parameters { file, format } => parameters::parameters(&file, format, colour),
        Command::Recover {
            file,
            known,
            suggest,
            format,
        } => recover::recover(&file, known.as_deref(), suggest, format, colour),
        Command::Generate { file, output } => generate::generate(&file, output.as_deref(), colour),
        Command::Compile { file, output } => compile::compile(&file, &output, colour, progress),
        Command::Show {
            stage,
            file,
            element,
            format,
        } => show::show(stage, &file, element.as_deref(), format, colour),
        Command::Explain { code } => explain::explain(&code),
        Command::Schema => Ok(Answer::text(crate::format::schema())),
        Command::Diff { old, new } => diff::diff(&old, &new, colour),
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
