//! `armwright generate`: the Rust module of a robot.

use std::path::Path;

use super::answer::Answer;
use super::failure::Failure;
use super::robot_file;

pub(super) fn generate(
    path: &Path,
    output: Option<&Path>,
    colour: bool,
) -> Result<Answer, Failure> {
    let generated = robot_file::generate(path)?;
    let mut remarks = robot_file::remarks(&generated.warnings, colour);
    let Some(output) = output else {
        return Ok(Answer::text(generated.code).with_remarks(remarks));
    };
    robot_file::write(output, &generated.code)?;
    let lines = generated.code.lines().count();
    remarks.push_str(&format!("wrote {} ({lines} lines)\n", output.display()));
    Ok(Answer::text(String::new()).with_remarks(remarks))
}
