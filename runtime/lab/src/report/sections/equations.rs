//! The equations of the base model, typeset.

use serde::Serialize;

use crate::identification::Identification;
use crate::report::ReportError;
use crate::report::mathematics::typeset;
use crate::report::section::Section;
use armwright_runtime::Model;

#[derive(Serialize)]
struct Equations {
    equations: Vec<Equation>,
}

#[derive(Serialize)]
struct Equation {
    mathematics: Option<String>,
    text: String,
}

pub(super) fn section(
    model: &'static Model,
    _: &Identification,
) -> Result<Option<Section>, ReportError> {
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
