//! The intervals that physical consistency leaves for what no motion determines.

use serde::Serialize;

use crate::consistency::{End, Measure};
use crate::report::ReportError;
use crate::report::numbers::short;
use crate::report::section::Section;
use crate::study::Study;

#[derive(Serialize)]
struct Bounds {
    consistent: bool,
    distance: String,
    resisting: String,
    allowance: String,
    unit: &'static str,
    rows: Vec<IntervalRow>,
    unused: Vec<String>,
}

#[derive(Serialize)]
struct IntervalRow {
    name: String,
    unit: String,
    low: String,
    high: String,
    nominal: String,
    outside: bool,
}

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let interpretation = study.interpretation.as_ref();
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
    let rows = bounds.parameters.iter().map(|p| IntervalRow {
        name: p.name.clone(),
        unit: p.unit.clone(),
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
