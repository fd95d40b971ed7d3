//! `armwright generate`: the Rust module of a robot.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::answer::Reply;
use super::failure::Failure;
use super::robot_file;
use crate::emit::Quantity;

/// Print the Rust module of the robot.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples: armwright generate robots/abb_wrist.yaml -o abb_wrist.rs\n\
                  \u{20}         armwright generate robots/ur5.yaml --only inverse_dynamics,inertia_matrix"
)]
pub(super) struct Generate {
    /// The robot file.
    file: PathBuf,
    /// These functions alone; everything but closed_form_torque if not given.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FUNCTION")]
    only: Option<Vec<Quantity>>,
    /// Where to write it; the terminal if not given.
    #[arg(short, long)]
    output: Option<PathBuf>,
}

impl ValueEnum for Quantity {
    fn value_variants<'a>() -> &'a [Self] {
        Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.entry().function))
    }
}

impl Generate {
    pub(super) fn reply(&self) -> Result<Reply, Failure> {
        let quantities = self.only.clone().unwrap_or_else(Quantity::usual);
        let generated = robot_file::generate(&self.file, &quantities)?;
        let reply = robot_file::written(generated.code, self.output.as_deref())?;
        Ok(reply.warned(generated.warnings))
    }
}
