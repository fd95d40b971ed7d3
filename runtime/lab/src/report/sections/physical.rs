//! Physical parameters recovered from base parameters, and what the plan left over.

use serde::Serialize;

use crate::identification::Identification;
use crate::report::ReportError;
use crate::report::mathematics::typeset;
use crate::report::numbers::{short, signed};
use crate::report::section::Section;
use armwright_runtime::Model;

#[derive(Serialize)]
struct Physical {
    simulated: bool,
    rows: Vec<Row>,
    known: String,
    failure: Option<String>,
    spare: Vec<Spare>,
    steps: Vec<Step>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    mathematics: Option<String>,
    unit: &'static str,
    value: String,
    std: String,
    nominal: String,
    off: String,
    differs: bool,
}

#[derive(Serialize)]
struct Spare {
    equation: &'static str,
    value: String,
    unit: &'static str,
    off: String,
    differs: bool,
}

#[derive(Serialize)]
struct Step {
    mathematics: Option<String>,
    formula: &'static str,
    note: &'static str,
}

pub(super) fn section(
    model: &'static Model,
    found: &Identification,
) -> Result<Option<Section>, ReportError> {
    let (Some(interpretation), Some(plan)) = (&found.interpretation, &model.recovery) else {
        return Ok(None);
    };
    let known = interpretation.known.iter().map(|k| match k.std {
        std if std > 0.0 => format!("{} = {} ± {}", k.name, short(k.value), short(std)),
        _ => format!("{} = {}", k.name, short(k.value)),
    });
    let rows = found.physical.iter().map(|p| Row {
        name: p.name,
        mathematics: typeset(p.latex, false),
        unit: p.unit,
        value: short(p.value),
        std: p.std.map_or("–".to_owned(), short),
        nominal: p.truth.or(p.nominal).map_or("–".to_owned(), short),
        off: p.deviations.map_or("–".to_owned(), signed),
        differs: p.differs,
    });
    let spare = interpretation.spare.iter().map(|s| Spare {
        equation: s.equation,
        value: short(s.value),
        unit: s.unit,
        off: s.deviations.map_or("–".to_owned(), signed),
        differs: s.differs,
    });
    let steps = plan.steps.iter().map(|step| Step {
        mathematics: typeset(step.latex, false),
        formula: step.formula,
        note: step.note,
    });
    let content = Physical {
        simulated: found.physical.iter().any(|p| p.truth.is_some()),
        rows: rows.collect(),
        known: known.collect::<Vec<_>>().join(", "),
        failure: interpretation.failure.clone(),
        spare: spare.collect(),
        steps: steps.collect(),
    };
    let template = include_str!("physical.html");
    Section::new("physical", "Physical parameters", template, content).map(Some)
}
