//! Element by element: each element's excitation, and its coefficients from two steps and from one.

use serde::Serialize;

use crate::identification::Identification;
use crate::report::ReportError;
use crate::report::mathematics::typeset;
use crate::report::numbers::short;
use crate::report::section::Section;
use crate::two_step::{ElementFit, Excitation, PERSISTENT};
use armwright_runtime::Model;

#[derive(Serialize)]
struct Elements {
    configurations: usize,
    rule: String,
    elements: Vec<Element>,
}

#[derive(Serialize)]
struct Element {
    name: &'static str,
    mathematics: Option<String>,
    configurations: usize,
    singular_values: String,
    ratio: String,
    class: &'static str,
    word: &'static str,
    terms: Vec<Term>,
}

#[derive(Serialize)]
struct Term {
    name: &'static str,
    monomial: &'static str,
    expression: &'static str,
    value: String,
    std: String,
    one: String,
    one_std: String,
}

pub(super) fn section(
    _: &'static Model,
    found: &Identification,
) -> Result<Option<Section>, ReportError> {
    let Some(apart) = &found.two_step else {
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

fn element(fit: &ElementFit) -> Element {
    let values = fit.singular_values.iter().map(|s| format!("{s:.2}"));
    let optional = |x: Option<f64>| x.map_or("–".to_owned(), short);
    let terms = fit.terms.iter().map(|term| Term {
        name: term.name,
        monomial: term.monomial,
        expression: term.expression,
        value: short(term.value),
        std: optional(term.std),
        one: optional(term.one_step),
        one_std: optional(term.one_step_std),
    });
    Element {
        name: fit.name,
        mathematics: typeset(fit.latex, false),
        configurations: fit.configurations,
        singular_values: values.collect::<Vec<_>>().join(", "),
        ratio: format!("{:.0} %", 100.0 * fit.ratio),
        class: match fit.excitation {
            Excitation::Persistent => "good",
            Excitation::Weak => "fair",
            Excitation::Deficient => "lost",
        },
        word: match fit.excitation {
            Excitation::Persistent => "persistently excited",
            Excitation::Weak => "weakly excited",
            Excitation::Deficient => "too few or too similar configurations",
        },
        terms: terms.collect(),
    }
}
