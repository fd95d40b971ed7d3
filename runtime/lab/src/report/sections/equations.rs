//! The equations of the base model, typeset.

use serde::Serialize;

use crate::report::ReportError;
use crate::report::mathematics::typeset;
use crate::report::section::Section;
use crate::study::Study;

#[derive(Serialize)]
struct Equations {
    equations: Vec<Equation>,
}

#[derive(Serialize)]
struct Equation {
    mathematics: Option<String>,
    text: String,
}

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let model = study.model;
    if model.equations.is_empty() {
        return Ok(None);
    }
    let each = model.equations.iter().map(|(left, right)| {
        let text = format!("{left} = {right}");
        Equation {
            mathematics: typeset(&text, true),
            text,
        }
    });
    let content = Equations {
        equations: each.collect(),
    };
    let template = include_str!("equations.html");
    Section::new(
        "equations",
        "Equations of the base model",
        template,
        content,
    )
    .map(Some)
}
