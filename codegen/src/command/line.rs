//! The command line of `armwright`: subcommands and what may be said beside them.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::{Output, Stage};
use crate::document::{Chapter, Format};
use crate::emit::Quantity;

/// From a YAML description of a robot to equations, base parameters and Rust code.
#[derive(Debug, Parser)]
#[command(
    name = "armwright",
    version,
    after_help = "Start with `armwright new my_arm`, then `armwright check my_arm.yaml`.\n\
                  Exit code 0: success; 1: a fault in the input, explained; 2: wrong usage."
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

/// What is asked, with everything that may be said beside it.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Write a commented robot file to start from.
    #[command(after_help = "Example: armwright new my_arm --dof 6")]
    New {
        /// The robot's name: lower-case letters, digits and underscores.
        name: String,
        /// Joints that move.
        #[arg(long, default_value_t = 6, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=64))]
        dof: u16,
        /// Where to write it; NAME.yaml if not given, `-` for the terminal.
        #[arg(short, long)]
        output: Option<PathBuf>,
        /// Overwrite a file that is there.
        #[arg(long)]
        force: bool,
    },
    /// Make a robot file of a URDF.
    #[command(
        after_help = "Example: armwright import my_arm.urdf -o my_arm.yaml && armwright check my_arm.yaml\n\n\
                      Angles that are rounded multiples of 15 degrees (1.5708) become exact; what has no place in a\n\
                      robot file (meshes, sensors) is listed at its head."
    )]
    Import {
        /// The URDF.
        file: PathBuf,
        /// The root link moves: a robot on legs, one that flies, one on a vehicle.
        #[arg(long)]
        floating: bool,
        /// Where to write it; the terminal if not given.
        #[arg(short, long)]
        output: Option<PathBuf>,
        /// Overwrite a file that is there.
        #[arg(long, requires = "output")]
        force: bool,
    },
    /// Write a robot as URDF, with nominal or identified parameters.
    #[command(
        after_help = "Example: armwright export my_arm.yaml --parameters standard.yaml -o my_arm.urdf\n\n\
                      Parameters are those of `evaluate`: a YAML map from names, standard or physical, to\n\
                      numbers. Bodies that no distribution of mass has are refused. Fixed bodies are part of\n\
                      those that carry them."
    )]
    Export {
        /// The robot file.
        file: PathBuf,
        /// Values of parameters, 0 for those that it lacks; the file's nominal ones if not given.
        #[arg(long)]
        parameters: Option<PathBuf>,
        /// Where to write it; the terminal if not given.
        #[arg(short, long)]
        output: Option<PathBuf>,
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
    /// Print the Rust module of the robot, or write a library for programs in C.
    #[command(
        after_help = "Examples: armwright generate robots/abb_wrist.yaml -o abb_wrist.rs\n\
                      \u{20}         armwright generate robots/ur5.yaml --only inverse_dynamics,inertia_matrix\n\
                      \u{20}         armwright generate robots/ur5.yaml --c ur5_library && (cd ur5_library && cargo build --release)"
    )]
    Generate {
        /// The robot file.
        file: PathBuf,
        /// These functions alone; everything but closed_form_torque if not given.
        #[arg(long, value_enum, value_delimiter = ',', value_name = "FUNCTION")]
        only: Option<Vec<Quantity>>,
        /// Where to write it; the terminal if not given.
        #[arg(short, long)]
        output: Option<PathBuf>,
        /// A folder, in place of that: a library with a C header, with what identifies inside a control loop.
        #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
        c: Option<PathBuf>,
        /// The library computes in single precision.
        #[arg(long, requires = "c")]
        single: bool,
        /// Samples of the window from which the library learns.
        #[arg(long, requires = "c", default_value_t = 50, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=10_000))]
        window: u16,
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
    /// Say what changed between two robot files: joints, drives, parameters, groups, coefficients, recovery, operations.
    #[command(after_help = "Example: armwright diff old.yaml new.yaml\n\n\
                      With --exit-code the exit code is 3 if there is a difference, for scripts.")]
    Diff {
        /// The earlier robot file.
        old: PathBuf,
        /// The later robot file.
        new: PathBuf,
        /// Show every change, whole.
        #[arg(long)]
        all: bool,
        /// Text for people, JSON for programs.
        #[arg(long, value_enum, default_value_t = Output::Text)]
        format: Output,
        /// End with 3 if there is a difference.
        #[arg(long)]
        exit_code: bool,
    },
}
