//! The intervals that physical consistency leaves for what no motion determines.

use serde::Serialize;

use crate::consistency::{End, Measure};
use crate::identification::Identification;
use crate::report::ReportError;
use crate::report::numbers::short;
use crate::report::section::Section;
use armwright_runtime::Model;

#[derive(Serialize)]
struct Bounds {
    consistent: bool,
    distance: String,
    resisting: String,
    allowance: String,
    unit: &'static str,
    rows: Vec<Row>,
    unused: Vec<String>,
}

#[derive(Serialize)]
struct Row {
    name: String,
    unit: &'static str,
    low: String,
    high: String,
    nominal: String,
    outside: bool,
}

pub(super) fn section(
    _: &'static Model,
    found: &Identification,
) -> Result<Option<Section>, ReportError> {
    let interpretation = found.interpretation.as_ref();
    let Some(bounds) = interpretation.and_then(|i| i.bounds.as_ref()) else {
        return Ok(None);
    };
    if bounds.parameters.is_empty() && bounds.consistent {
        return Ok(None);
    }
    let end = |value: Option<f64>, end: End| match (value, end) {
        (Some(value), End::Outer) if value != 0.0 => format!("~ {}", short(value)),
        (Some(value), _) => short(value),
        (None, End::Undecided) => "undecided".to_owned(),
        (None, _) => "no limit".to_owned(),
    };
    let rows = bounds.parameters.iter().map(|p| Row {
        name: p.name.clone(),
        unit: p.unit,
        low: end(p.low, p.low_end),
        high: end(p.high, p.high_end),
        nominal: p.nominal.map_or("–".to_owned(), short),
        outside: p.excludes_nominal(),
    });
    let content = Bounds {
        consistent: bounds.consistent,
        distance: short(bounds.distance),
        resisting: bounds.resisting.join(", "),
        allowance: short(bounds.allowance),
        unit: match bounds.measure {
            Measure::Deviations => "standard deviations",
            Measure::Share => "times their expected size",
        },
        rows: rows.collect(),
        unused: bounds.unused.clone(),
    };
    let template = include_str!("bounds.html");
    Section::new("bounds", "What consistency leaves", template, content).map(Some)
}
