//! `armwright new`: a commented robot file to start from.

use std::path::PathBuf;

use super::answer::Answer;
use super::failure::Failure;
use super::robot_file;
use crate::format;

pub(super) fn new(
    name: &str,
    dof: u16,
    output: Option<PathBuf>,
    force: bool,
) -> Result<Answer, Failure> {
    let text = format::template(name, usize::from(dof));
    // The template is right for every good name, so what is wrong is the name.
    if !is_plain(name) || format::read(name, &text).is_err() {
        return Err(Failure::BadName {
            name: name.to_owned(),
            rule: "it becomes a Rust module, so lower-case letters, digits and underscores, \
                   a letter first, and no word of Rust; for instance `my_arm`",
        });
    }
    let path = output.unwrap_or_else(|| PathBuf::from(format!("{name}.yaml")));
    if path.as_os_str() == "-" {
        return Ok(Answer::text(text));
    }
    if path.exists() && !force {
        return Err(Failure::Exists { path });
    }
    robot_file::write(&path, &text)?;
    let remark = format!(
        "wrote {0}; edit it, then `armwright check {0}`\n",
        path.display()
    );
    Ok(Answer::text(String::new()).with_remarks(remark))
}

/// Nothing that YAML could take for anything but a name.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
