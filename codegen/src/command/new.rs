//! `armwright new`: a commented robot file to start from.

use std::path::PathBuf;

use clap::Args;

use super::answer::Reply;
use super::failure::Failure;
use super::robot_file;
use crate::format;

/// Write a commented robot file to start from.
#[derive(Debug, Args)]
#[command(after_help = "Example: armwright new my_arm --dof 6")]
pub(super) struct New {
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
}

impl New {
    pub(super) fn reply(&self) -> Result<Reply, Failure> {
        let name = self.name.as_str();
        let text = format::template(name, usize::from(self.dof));
        // The template is right for every good name, so what is wrong is the name.
        if !is_plain(name) || format::read(name, &text).is_err() {
            return Err(Failure::BadName(name.to_owned()));
        }
        let path = self.output.clone();
        let path = path.unwrap_or_else(|| PathBuf::from(format!("{name}.yaml")));
        if path.as_os_str() == "-" {
            return Ok(Reply::text(text));
        }
        if path.exists() && !self.force {
            return Err(Failure::Exists(path));
        }
        robot_file::write(&path, &text)?;
        let shown = path.display();
        let remark = format!("wrote {shown}; edit it, then `armwright check {shown}`\n");
        Ok(Reply::remark(remark))
    }
}

/// Nothing that YAML could take for anything but a name.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
