//! The robot file: reads it to a [`Description`], writes a description as a person would, and
//! says what a file may have.
//!
//! [`read`] passes the text through a guard (size, depth, aliases, duplicate keys), then takes it
//! apart key by key. Every mistake is collected, and numbers are exact. All keys are declared in one
//! table, from which reader, [`write()`], [`schema`], [`template`] and [`reference()`] follow. Nothing here
//! knows mechanics: [`crate::mechanism`] says whether the robot makes sense.

mod arithmetic;
mod bodies;
mod constants;
mod drives;
mod expression;
mod form;
mod formula;
mod gravity;
mod layout;
mod measure;
mod names;
mod numbers;
#[cfg(feature = "cli")]
mod parameters;
mod parents;
mod preferences;
mod reader;
mod record;
mod reference;
mod robot;
mod schema;
mod shape;
mod table;
mod template;
mod text;
mod tree;
mod vocabulary;

use std::path::Path;
use std::str::Utf8Error;
use std::sync::Arc;

use crate::description::Description;
use crate::diagnostic::{Diagnostics, Fault, Source, Span};

#[cfg(feature = "cli")]
pub(crate) use bodies::OFFSET;
#[cfg(feature = "cli")]
pub(crate) use names::{LONGEST_NAME, is_reserved, repaired};
#[cfg(feature = "cli")]
pub(crate) use parameters::parameters;
pub use reference::reference;
pub use robot::write;
pub use schema::schema;
pub use template::template;
#[cfg(feature = "cli")]
pub(crate) use text::written;

/// Reads a robot's file from its text; `name` is how diagnostics call the file. Gives the
/// description and warnings.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read(name: &str, text: &str) -> Result<(Description, Diagnostics), Diagnostics> {
    let (description, diagnostics) = attempt(source(name, text));
    diagnostics.conclude(description)
}

/// Reads a robot's file from disk, and no more of it than a robot's file may have.
///
/// # Errors
/// Everything that is wrong with the file, or the reason why it cannot be read.
pub fn read_file(path: &Path) -> Result<(Description, Diagnostics), Diagnostics> {
    let (description, diagnostics) = attempt(open(path)?);
    diagnostics.conclude(description)
}

/// The text of a file on disk.
pub(crate) fn open(path: &Path) -> Result<Arc<Source>, Diagnostics> {
    use std::io::Read;
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let most = tree::LARGEST as u64 + 1;
    let read = std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
    read.map_err(|error| {
        let mut diagnostics = Diagnostics::new(source(&name, ""));
        diagnostics.add_to_file(Fault::unreadable(&error.to_string()));
        diagnostics
    })?;
    decode(&name, &bytes)
}

/// Bytes as text.
pub(crate) fn decode(name: &str, bytes: &[u8]) -> Result<Arc<Source>, Diagnostics> {
    let bytes = &bytes[..bytes.len().min(tree::LARGEST + 1)];
    // The cut above may go through a character: then the file is too large, not wrong.
    let is_cut = |error: &Utf8Error| error.error_len().is_none() && bytes.len() > tree::LARGEST;
    let at = match std::str::from_utf8(bytes) {
        Err(error) if !is_cut(&error) => error.valid_up_to(),
        _ => return Ok(source(name, &String::from_utf8_lossy(bytes))),
    };
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(at + 80)]);
    let mut diagnostics = Diagnostics::new(source(name, &text));
    diagnostics.add(Fault::not_utf8(), Span::new(at, at + 1));
    Err(diagnostics)
}

pub(crate) fn source(name: &str, text: &str) -> Arc<Source> {
    let (name, text) = (name.to_owned(), text.to_owned());
    Arc::new(Source { name, text })
}

/// As much of a description as can be read, and all that is wrong with it. Where a mistake was
/// reported, a placeholder stands that no later check complains of.
pub(crate) fn attempt(file: Arc<Source>) -> (Option<Description>, Diagnostics) {
    let mut diagnostics = Diagnostics::new(file.clone());
    let root = tree::parse(&file, &mut diagnostics);
    let description = root.and_then(|root| robot::read(&root, &file, &mut diagnostics));
    (description, diagnostics)
}
