//! What a reader should not overlook: notes of the recordings and findings of the figures.

use serde::Serialize;

use crate::Model;
use crate::lab::identification::Identification;
use crate::lab::report::ReportError;
use crate::lab::report::section::Section;

#[derive(Serialize)]
struct Notes<'a> {
    notes: &'a [String],
}

pub(super) fn section(
    _: &'static Model,
    found: &Identification,
) -> Result<Option<Section>, ReportError> {
    if found.warnings.is_empty() {
        return Ok(None);
    }
    let notes = Notes {
        notes: &found.warnings,
    };
    Section::new("notes", "Notes", include_str!("notes.html"), notes).map(Some)
}
