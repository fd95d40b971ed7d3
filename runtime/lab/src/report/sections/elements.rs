//! Element by element: each element's excitation, and its coefficients from two steps and from one.

use serde::Serialize;

use crate::report::ReportError;
use crate::report::mathematics::typeset;
use crate::report::numbers::short;
use crate::report::section::Section;
use crate::study::Study;
use crate::thresholds::PERSISTENT;
use crate::two_step::{ElementExcitation, ElementFit};

#[derive(Serialize)]
struct Elements<'a> {
    configurations: usize,
    rule: String,
    elements: Vec<ElementTable<'a>>,
}

#[derive(Serialize)]
struct ElementTable<'a> {
    name: &'a str,
    mathematics: Option<String>,
    configurations: usize,
    singular_values: String,
    ratio: String,
    class: &'static str,
    word: &'static str,
    terms: Vec<TermRow<'a>>,
}

#[derive(Serialize)]
struct TermRow<'a> {
    name: &'a str,
    monomial: &'a str,
    expression: &'a str,
    value: String,
    std: String,
    one: String,
    one_std: String,
}

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let Some(apart) = &study.two_step else {
        return Ok(None);
    };
    let content = Elements {
        configurations: apart.configurations.len(),
        rule: format!("{:.0} %", 100.0 * PERSISTENT),
        elements: apart.elements.iter().map(element).collect(),
    };
    let template = include_str!("elements.html");
    Section::new("elements", "Element by element", template, content).map(Some)
}

fn element(fit: &ElementFit) -> ElementTable<'_> {
    let values = fit.singular_values.iter().map(|s| format!("{s:.2}"));
    let optional = |x: Option<f64>| x.map_or("–".to_owned(), short);
    let terms = fit.terms.iter().map(|term| TermRow {
        name: &term.name,
        monomial: &term.monomial,
        expression: &term.expression,
        value: short(term.value),
        std: optional(term.std),
        one: optional(term.one_step),
        one_std: optional(term.one_step_std),
    });
    ElementTable {
        name: &fit.name,
        mathematics: typeset(&fit.latex, false),
        configurations: fit.configurations,
        singular_values: values.collect::<Vec<_>>().join(", "),
        ratio: format!("{:.0} %", 100.0 * fit.ratio),
        class: match fit.excitation {
            ElementExcitation::Persistent => "good",
            ElementExcitation::Weak => "fair",
            ElementExcitation::Deficient => "lost",
        },
        word: match fit.excitation {
            ElementExcitation::Persistent => "persistently excited",
            ElementExcitation::Weak => "weakly excited",
            ElementExcitation::Deficient => "too few or too similar configurations",
        },
        terms: terms.collect(),
    }
}
