//! `armwright export`: URDF from a robot file, with identified parameters.

use std::path::Path;

use super::failure::{Failure, Hint, Missing};
use super::session::Session;
use crate::diagnostic::Diagnostics;
use crate::pipeline::GenerateError;
use crate::{format, urdf};

/// The URDF if it is for the terminal.
pub(super) fn export(
    file: &Path,
    parameters: Option<&Path>,
    output: Option<&Path>,
    session: &mut Session<'_>,
) -> Result<String, Failure> {
    let (_, robot) = session.read(file)?;
    let values = match parameters {
        None => robot
            .parameters
            .map(|_, parameter| parameter.nominal.clone()),
        Some(path) => {
            if !path.exists() {
                let missing = Missing::File(path.to_owned());
                return Err(Failure::Unknown(missing, Hint::files(&[])));
            }
            session.reads(path);
            if path.is_dir() {
                return Err(Failure::NoParameters(path.to_owned(), "is a folder"));
            }
            let source = format::open(path).map_err(GenerateError::Faulty)?;
            if let Some(what) = otherwise(&source.text) {
                return Err(Failure::NoParameters(path.to_owned(), what));
            }
            let mut diagnostics = Diagnostics::new(source);
            let named = format::parameters(&mut diagnostics);
            let values = robot.values(&named, &mut diagnostics);
            let (values, _) = diagnostics
                .conclude(Some(values))
                .map_err(GenerateError::Faulty)?;
            values
        }
    };
    let exported = urdf::export(&robot, &values)?;
    let notes = exported.notes.iter().map(|note| format!("note: {note}\n"));
    let remark: String = notes.collect();
    match output {
        Some(path) => {
            let wrote = format!("{remark}wrote {}\n", path.display());
            session.write(path, &exported.text, wrote)
        }
        None => {
            session.remark = remark;
            Ok(exported.text)
        }
    }
}

/// What a file is that has no parameters.
fn otherwise(text: &str) -> Option<&'static str> {
    let begins = |key: &str| text.lines().any(|line| line.starts_with(key));
    if text.trim().is_empty() {
        Some("is empty")
    } else if text.trim_start().starts_with('{') && text.contains("\"provenance\":") {
        Some("holds results, and of bodies combinations alone")
    } else if begins("robot:") && begins("bodies:") {
        Some("is a robot file")
    } else {
        None
    }
}
