//! How well the motion excites each direction of the parameters.

use serde::Serialize;

use crate::Model;
use crate::lab::identification::Identification;
use crate::lab::report::numbers::short;
use crate::lab::report::section::Section;
use crate::lab::report::{ReportError, plot};

#[derive(Serialize)]
struct Excitation {
    rank: usize,
    structural_rank: usize,
    condition: String,
    condition_unscaled: String,
    plot: String,
}

pub(super) fn section(
    _: &'static Model,
    found: &Identification,
) -> Result<Option<Section>, ReportError> {
    let content = Excitation {
        rank: found.rank,
        structural_rank: found.structural_rank,
        condition: short(found.condition),
        condition_unscaled: short(found.condition_unscaled),
        plot: plot::singular_values(&found.singular_values, found.rank),
    };
    let template = include_str!("excitation.html");
    Section::new("excitation", "Excitation", template, content).map(Some)
}
