//! `armwright import`: a robot file from URDF.

use std::io::{ErrorKind, Read as _};
use std::path::Path;

use super::failure::{Failure, Hint, Missing};
use super::session::Session;
use crate::description::Base;
use crate::diagnostic::{Diagnostics, Fault};
use crate::pipeline::GenerateError;
use crate::{format, urdf};

/// Bytes of the largest URDF that is read.
const LARGEST: u64 = 32 << 20;

/// The text of the robot file if it is for the terminal.
pub(super) fn import(
    file: &Path,
    floating: bool,
    output: Option<&Path>,
    force: bool,
    session: &mut Session<'_>,
) -> Result<String, Failure> {
    if !file.exists() {
        let missing = Missing::File(file.to_owned());
        return Err(Failure::Unknown(missing, Hint::files(&[])));
    }
    session.reads(file);
    let name = file.display().to_string();
    let mut text = String::new();
    let read =
        std::fs::File::open(file).and_then(|file| file.take(LARGEST).read_to_string(&mut text));
    if let Err(error) = read {
        let mut diagnostics = Diagnostics::new(format::source(&name, ""));
        let why = match error.kind() {
            ErrorKind::IsADirectory => "it is a folder".to_owned(),
            ErrorKind::InvalidData => "it is not text in UTF-8".to_owned(),
            _ => error.to_string(),
        };
        diagnostics.add_to_file(Fault::unreadable(&why));
        return Err(GenerateError::Faulty(diagnostics).into());
    }
    let base = if floating {
        Base::Floating
    } else {
        Base::Fixed
    };
    let imported = urdf::import_with(&name, &text, base).map_err(GenerateError::Faulty)?;
    let mut remark = String::new();
    for note in &imported.notes {
        remark.push_str(&format!("note: {note}\n"));
    }
    let Some(path) = output else {
        session.remark = remark;
        return Ok(imported.text);
    };
    // A robot file is edited after it was imported; what nobody has touched may be written again.
    session.spares(path)?;
    let is_edited = std::fs::read(path).is_ok_and(|there| there != imported.text.as_bytes());
    if is_edited && !force {
        return Err(Failure::Exists(path.to_owned()));
    }
    let shown = path.display();
    remark.push_str(&format!(
        "wrote {shown}; look at it, then `armwright check {shown}`\n"
    ));
    session.write(path, &imported.text, remark)
}
