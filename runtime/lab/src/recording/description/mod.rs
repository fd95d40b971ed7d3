//! The YAML beside a recording that says which column is what.
//!
//! Every key is declared once, in `table`: what the reader accepts and how it complains, the JSON
//! Schema ([`schema()`]) and the page `docs/recording.md` ([`reference()`]) follow from it. A new key is
//! a row there, a field in `model`, and a line in `records`.

mod beside;
mod common;
mod forms;
mod model;
mod reader;
mod records;
mod reference;
mod schema;
mod shape;
mod table;
pub(crate) mod tree;

pub(crate) use model::{
    Axes, Base, Column, Columns, Contact, Description, Document, Gravity, Phase, Segment, Time,
};
pub use reference::reference;
pub use schema::schema;

use std::path::Path;

use super::RecordingError;
use super::error::Mistake;
use crate::unread::Unreadable;
use reader::Reader;
use tree::Node;

/// A description of more bytes is none.
const LARGEST: usize = 1 << 20;

impl Document {
    pub(crate) fn read(path: &Path) -> Result<Self, RecordingError> {
        let bytes = std::fs::read(path).map_err(Unreadable::of(path))?;
        Self::parse(&bytes).map_err(|mistakes| RecordingError::Description {
            path: path.to_owned(),
            mistakes,
        })
    }

    /// The description in a text, or everything that is wrong with it.
    fn parse(bytes: &[u8]) -> Result<Self, Vec<Mistake>> {
        if bytes.len() > LARGEST {
            let what = "a description of more than 1 MiB is not a description";
            return Err(vec![Mistake::of_file(what)]);
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].split(|b| *b == b'\n').count();
            let what = format!("line {line} is not UTF-8: save the description as UTF-8 text");
            vec![Mistake::of_file(&what)]
        })?;
        let mut reader = Reader::default();
        let root = tree::parse(text, &mut reader.mistakes);
        let document = root.and_then(|root| {
            let mut document: Self = reader.record(&root, &table::DOCUMENT)?;
            root.walk("", &mut |path, node: &Node| {
                document.recording.spots.insert(path.to_owned(), node.spot);
            });
            Some(document)
        });
        let mut mistakes = reader.mistakes;
        mistakes.sort_by_key(|mistake| mistake.spot.map(|spot| (spot.line, spot.column)));
        match document {
            Some(document) if mistakes.is_empty() => Ok(document),
            _ => Err(mistakes),
        }
    }
}

#[cfg(test)]
mod tests;
