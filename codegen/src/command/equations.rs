//! `armwright equations`: the equations of motion to read.

use std::path::PathBuf;

use clap::Args;

use super::answer::Reply;
use super::failure::Failure;
use super::robot_file;
use crate::document::{self, Chapter, Format};

/// Print the equations of motion to read.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: armwright equations robots/abb_wrist.yaml --format html -o wrist.html"
)]
pub(super) struct Equations {
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
}

impl Equations {
    pub(super) fn reply(&self) -> Result<Reply, Failure> {
        let (derivation, warnings) = robot_file::derive(&self.file)?;
        let text = document::equations(&derivation, self.format, self.only)?;
        Ok(robot_file::written(text, self.output.as_deref())?.warned(warnings))
    }
}
