//! `armwright generate`: the Rust module of a robot.

use std::path::PathBuf;

use clap::Args;

use super::answer::Reply;
use super::failure::Failure;
use super::robot_file;

/// Print the Rust module of the robot.
#[derive(Debug, Args)]
#[command(after_help = "Example: armwright generate robots/abb_wrist.yaml -o abb_wrist.rs")]
pub(super) struct Generate {
    /// The robot file.
    file: PathBuf,
    /// Where to write it; the terminal if not given.
    #[arg(short, long)]
    output: Option<PathBuf>,
}

impl Generate {
    pub(super) fn reply(&self) -> Result<Reply, Failure> {
        let generated = robot_file::generate(&self.file)?;
        let reply = robot_file::written(generated.code, self.output.as_deref())?;
        Ok(reply.warned(generated.warnings))
    }
}
