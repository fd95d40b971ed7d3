//! What was noticed while the recordings were read and base parameters interpreted; what the
//! figures say is in the verdict.

use serde::Serialize;

use crate::identification::Identification;
use crate::report::ReportError;
use crate::report::section::Section;
use armwright_runtime::Model;

#[derive(Serialize)]
struct Notes<'a> {
    notes: Vec<&'a str>,
}

pub(super) fn section(
    _: &'static Model,
    found: &Identification,
) -> Result<Option<Section>, ReportError> {
    let mut notes = found.notes();
    let interpretation = found.interpretation.iter();
    notes.extend(interpretation.flat_map(|i| i.notes.iter().map(String::as_str)));
    if notes.is_empty() {
        return Ok(None);
    }
    let notes = Notes { notes };
    Section::new("notes", "Notes", include_str!("notes.html"), notes).map(Some)
}
