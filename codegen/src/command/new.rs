//! `armwright new`: a commented robot file to start from.

use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::session::Session;
use crate::format;

/// The text of the file if it is for the terminal.
pub(super) fn new(
    name: &str,
    dof: usize,
    output: Option<&Path>,
    force: bool,
    session: &mut Session<'_>,
) -> Result<String, Failure> {
    let text = format::template(name, dof);
    // The template is right for every good name, so what is wrong is the name.
    if !is_plain(name) || format::read(name, &text).is_err() {
        return Err(Failure::BadName(name.to_owned()));
    }
    let path = output.map_or_else(|| PathBuf::from(format!("{name}.yaml")), Path::to_owned);
    if path.as_os_str() == "-" {
        return Ok(text);
    }
    if path.exists() && !force {
        return Err(Failure::Exists(path));
    }
    let shown = path.display();
    let remark = format!("wrote {shown}; edit it, then `armwright check {shown}`\n");
    session.write(&path, &text, remark)
}

/// Nothing that YAML could take for anything but a name.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
