//! What was noticed while the recordings were read and base parameters interpreted; what the
//! figures say is in the verdict.

use serde::Serialize;

use crate::report::ReportError;
use crate::report::section::Section;
use crate::study::Study;

#[derive(Serialize)]
struct Notes {
    notes: Vec<String>,
}

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let interpretation = study.interpretation.iter();
    let caveats = interpretation.flat_map(|i| i.caveats.iter().map(ToString::to_string));
    let notes = study.notes.iter().map(ToString::to_string);
    let notes: Vec<String> = notes.chain(caveats).collect();
    if notes.is_empty() {
        return Ok(None);
    }
    let notes = Notes { notes };
    Section::new("notes", "Notes", include_str!("notes.html"), notes).map(Some)
}
