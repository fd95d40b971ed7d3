//! `armwright equations`: the equations of motion to read.

use std::path::Path;

use super::answer::Answer;
use super::failure::Failure;
use super::robot_file;
use crate::document::{self, Chapter, Format};

pub(super) fn equations(
    path: &Path,
    format: Format,
    only: Option<Chapter>,
    output: Option<&Path>,
    colour: bool,
) -> Result<Answer, Failure> {
    let derived = robot_file::derive(path)?;
    let text = document::equations(&derived.derivation, format, only)?;
    let mut remarks = robot_file::remarks(&derived.warnings, colour);
    let Some(output) = output else {
        return Ok(Answer::text(text).with_remarks(remarks));
    };
    robot_file::write(output, &text)?;
    remarks.push_str(&format!(
        "wrote {} ({} lines)\n",
        output.display(),
        text.lines().count()
    ));
    Ok(Answer::text(String::new()).with_remarks(remarks))
}
