//! URDF to a robot file, as a person would have written it, and back.
//!
//! `reader` takes the XML apart, `tree` orders links and joints, `write` makes the description: numbers as
//! they stand in the file, angles that are rounded multiples of 15 degrees exact, `names` as a robot file takes them. What
//! has no place in a robot file is said in `notes` (`beside`: what bears on the motion all the same), which stand at the head of the file as well. `export` writes a mechanism as URDF.

mod beside;
mod elements;
mod export;
mod follow;
mod names;
mod notes;
mod number;
mod place;
mod pose;
mod reader;
mod root;
mod transmission;
mod tree;
mod write;

use std::sync::Arc;

use crate::description::Base;
use crate::diagnostic::{Diagnostics, Source};

pub use export::{ExportError, export};
pub(crate) use pose::roll_pitch_yaw;

/// A robot as URDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// The URDF.
    pub text: String,
    /// What was left out, a sentence each.
    pub notes: Vec<String>,
}

/// A robot file that was made from URDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The robot file.
    pub text: String,
    /// What was changed or left out, a sentence each.
    pub notes: Vec<String>,
}

/// Makes a robot file of URDF, its root link at rest; `name` is how diagnostics call the file.
///
/// # Errors
/// Everything that is wrong with the URDF, each with its place.
pub fn import(name: &str, text: &str) -> Result<Imported, Diagnostics> {
    import_with(name, text, Base::Fixed)
}

/// As [`import`], with a base that is at rest or moves: then the inertia of the root link is the base's.
///
/// # Errors
/// As [`import`].
pub fn import_with(name: &str, text: &str, base: Base) -> Result<Imported, Diagnostics> {
    let source = Arc::new(Source {
        name: name.to_owned(),
        text: text.to_owned(),
    });
    let mut diagnostics = Diagnostics::new(source);
    let urdf = reader::read(text, base, &mut diagnostics);
    // What follows from a joint that could not be read is no mistake of its own.
    let urdf = urdf.filter(|_| !diagnostics.has_errors());
    let imported = urdf.and_then(|mut urdf| {
        let order = tree::order(&urdf, &mut diagnostics)?;
        Some(write::write(&mut urdf, &order, name, base))
    });
    let (imported, _) = diagnostics.conclude(imported)?;
    Ok(imported)
}
