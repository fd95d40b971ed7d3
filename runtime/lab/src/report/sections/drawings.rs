//! The comparison with nominal values: what differs, and what would explain it.

use serde::Serialize;

use crate::identification::Identification;
use crate::recovery::Compared;
use crate::report::ReportError;
use crate::report::numbers::{short, signed};
use crate::report::section::Section;
use armwright_runtime::Model;

#[derive(Serialize)]
struct Drawings {
    conclusion: String,
    differs: bool,
    explained: bool,
    suspects: Vec<String>,
    tables: Vec<Table>,
    threshold: String,
    comparisons: usize,
    level: f64,
    statistic: String,
    freedom: usize,
}

#[derive(Serialize)]
struct Table {
    title: &'static str,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    expression: &'static str,
    value: String,
    std: String,
    nominal: String,
    off: String,
    differs: bool,
}

pub(super) fn section(
    _: &'static Model,
    found: &Identification,
) -> Result<Option<Section>, ReportError> {
    let interpretation = found.interpretation.as_ref();
    let Some(verification) = interpretation.and_then(|i| i.verification.as_ref()) else {
        return Ok(None);
    };
    let suspects = verification.suspects.sets.iter().map(|set| {
        let changes = set.parameters.iter().zip(&set.nominal).zip(&set.values);
        let changes: Vec<String> = changes
            .map(|((name, from), to)| format!("{name} {} instead of {}", short(*to), short(*from)))
            .collect();
        changes.join(" and ")
    });
    let tables = [
        ("Base parameters", &verification.base),
        ("Coefficients", &verification.coefficients),
    ];
    let content = Drawings {
        conclusion: verification.conclusion.clone(),
        differs: verification.differs,
        explained: verification.suspects.explained,
        suspects: suspects.collect(),
        tables: tables
            .into_iter()
            .filter(|(_, list)| !list.is_empty())
            .map(|(title, list)| Table {
                title,
                rows: list.iter().map(row).collect(),
            })
            .collect(),
        threshold: short(verification.threshold),
        comparisons: verification.comparisons,
        level: verification.level,
        statistic: short(verification.statistic),
        freedom: verification.freedom,
    };
    let template = include_str!("drawings.html");
    Section::new("nominal", "Against nominal values", template, content).map(Some)
}

fn row(compared: &Compared) -> Row {
    Row {
        name: compared.name,
        expression: compared.expression,
        value: short(compared.value),
        std: short(compared.std),
        nominal: short(compared.nominal),
        off: compared.deviations.map_or("–".to_owned(), signed),
        differs: compared.differs,
    }
}
