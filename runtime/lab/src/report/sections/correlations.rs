//! Which parameters the motion hardly tells apart.

use serde::Serialize;

use crate::report::ReportError;
use crate::report::numbers::signed;
use crate::report::section::Section;
use crate::study::Study;

/// Pairs beyond these are not listed one by one.
const LISTED: usize = 25;

#[derive(Serialize)]
struct Correlations<'a> {
    pairs: Vec<Pair<'a>>,
    more: usize,
}

#[derive(Serialize)]
struct Pair<'a> {
    first: &'a str,
    second: &'a str,
    r: String,
    widened: String,
    combination: &'static str,
}

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let found = &study.identification;
    let pairs = found.correlations.iter().take(LISTED).map(|pair| Pair {
        first: &pair.first,
        second: &pair.second,
        r: match signed(pair.r) {
            one if one.ends_with("1.00") => format!("{:+.4}", pair.r).replace('-', "−"),
            r => r,
        },
        widened: match (1.0 - pair.r * pair.r).sqrt().recip() {
            widened if widened < 1000.0 => format!("{widened:.1}"),
            _ => "> 1000".to_owned(),
        },
        combination: if pair.r < 0.0 { "sum" } else { "difference" },
    });
    let content = Correlations {
        pairs: pairs.collect(),
        more: found.correlations.len().saturating_sub(LISTED),
    };
    let template = include_str!("correlations.html");
    Section::new("correlations", "Correlations", template, content).map(Some)
}
