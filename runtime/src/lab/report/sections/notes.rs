//! What was noticed while the recordings were read; what the figures say is in the verdict.

use serde::Serialize;

use crate::Model;
use crate::lab::identification::Identification;
use crate::lab::report::ReportError;
use crate::lab::report::section::Section;

#[derive(Serialize)]
struct Notes<'a> {
    notes: Vec<&'a str>,
}

pub(super) fn section(
    _: &'static Model,
    found: &Identification,
) -> Result<Option<Section>, ReportError> {
    let notes = found.notes();
    if notes.is_empty() {
        return Ok(None);
    }
    let notes = Notes { notes };
    Section::new("notes", "Notes", include_str!("notes.html"), notes).map(Some)
}
