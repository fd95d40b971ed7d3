//! The comparison with nominal values: what differs, and what would explain it.

use serde::Serialize;

use crate::interpret::Compared;
use crate::report::ReportError;
use crate::report::numbers::{short, signed};
use crate::report::section::Section;
use crate::study::Study;

#[derive(Serialize)]
struct Comparison<'a> {
    conclusion: String,
    differs: bool,
    explained: bool,
    suspects: Vec<String>,
    tables: Vec<ComparedTable<'a>>,
    threshold: String,
    comparisons: usize,
    level: f64,
    statistic: String,
    freedom: usize,
}

#[derive(Serialize)]
struct ComparedTable<'a> {
    title: &'static str,
    rows: Vec<ComparedRow<'a>>,
}

#[derive(Serialize)]
struct ComparedRow<'a> {
    name: &'a str,
    expression: &'a str,
    value: String,
    std: String,
    nominal: String,
    off: String,
    differs: bool,
}

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let interpretation = study.interpretation.as_ref();
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
    let content = Comparison {
        conclusion: verification.conclusion.clone(),
        differs: verification.differs,
        explained: verification.suspects.explained,
        suspects: suspects.collect(),
        tables: tables
            .into_iter()
            .filter(|(_, list)| !list.is_empty())
            .map(|(title, list)| ComparedTable {
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
    let template = include_str!("nominal.html");
    Section::new("nominal", "Against nominal values", template, content).map(Some)
}

fn row(compared: &Compared) -> ComparedRow<'_> {
    ComparedRow {
        name: &compared.name,
        expression: &compared.expression,
        value: short(compared.value),
        std: short(compared.std),
        nominal: short(compared.nominal),
        off: compared.deviations.map_or("–".to_owned(), signed),
        differs: compared.differs,
    }
}
