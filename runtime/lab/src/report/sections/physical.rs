//! Physical parameters recovered from base parameters, and what the plan left over.

use serde::Serialize;

use crate::report::ReportError;
use crate::report::mathematics::typeset;
use crate::report::numbers::{short, signed};
use crate::report::section::Section;
use crate::study::Study;

#[derive(Serialize)]
struct Physical<'a> {
    simulated: bool,
    rows: Vec<PhysicalRow<'a>>,
    known: String,
    failure: Option<String>,
    spare: Vec<SpareRow<'a>>,
    steps: Vec<StepRow<'a>>,
}

#[derive(Serialize)]
struct PhysicalRow<'a> {
    name: &'a str,
    mathematics: Option<String>,
    unit: &'a str,
    value: String,
    std: String,
    nominal: String,
    off: String,
    differs: bool,
}

#[derive(Serialize)]
struct SpareRow<'a> {
    equation: &'a str,
    value: String,
    unit: &'a str,
    off: String,
    differs: bool,
}

#[derive(Serialize)]
struct StepRow<'a> {
    mathematics: Option<String>,
    formula: &'a str,
    note: &'a str,
}

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let (Some(interpretation), Some(plan)) = (&study.interpretation, &study.model.recovery) else {
        return Ok(None);
    };
    let known = interpretation.known.iter().map(|k| match k.std {
        std if std > 0.0 => format!("{} = {} ± {}", k.name, short(k.value), short(std)),
        _ => format!("{} = {}", k.name, short(k.value)),
    });
    let rows = study.physical.iter().map(|p| PhysicalRow {
        name: &p.name,
        mathematics: typeset(&p.latex, false),
        unit: &p.unit,
        value: short(p.value),
        std: p.std.map_or("–".to_owned(), short),
        nominal: p.truth.or(p.nominal).map_or("–".to_owned(), short),
        off: p.deviations.map_or("–".to_owned(), signed),
        differs: p.differs,
    });
    let spare = interpretation.spare.iter().map(|s| SpareRow {
        equation: &s.equation,
        value: short(s.value),
        unit: &s.unit,
        off: s.deviations.map_or("–".to_owned(), signed),
        differs: s.differs,
    });
    let steps = plan.steps.iter().map(|step| StepRow {
        mathematics: typeset(step.latex, false),
        formula: step.formula,
        note: step.note,
    });
    let content = Physical {
        simulated: study.physical.iter().any(|p| p.truth.is_some()),
        rows: rows.collect(),
        known: known.collect::<Vec<_>>().join(", "),
        failure: interpretation.failure.clone(),
        spare: spare.collect(),
        steps: steps.collect(),
    };
    let template = include_str!("physical.html");
    Section::new("physical", "Physical parameters", template, content).map(Some)
}
