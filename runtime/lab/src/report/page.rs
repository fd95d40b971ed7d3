//! `report.html`: one file without network, a verdict and then the sections that support it.
//!
//! What stands where, and in which words, is in the templates of `sections`; they phrase the same
//! figures that `identification.json` has, by the filters of [`environment`]. A section is a template
//! and a line in [`SECTIONS`]; one that has nothing to show is left out.

use std::collections::BTreeMap;

use minijinja::value::{Serde, Value};
use minijinja::{Environment, context};
use serde::Serialize;

use super::document::Verdict;
use super::joints::{JointPlots, RecordingFit};
use super::mathematics::typeset;
use super::measured::Measured;
use super::{ReportError, elements, numbers, plot};
use crate::identify::Identification;
use crate::interpret::{Interpretation, Recovered};
use crate::judge::{Means, Reason, Transferred};
use crate::methods::Methods;
use crate::provenance::Provenance;
use crate::statistics::Quality;
use crate::study::Study;
use crate::thresholds::{GROWTH, PERSISTENT, TOLD};
use crate::two_step::TwoStep;
use armwright_runtime::Model;

/// A section by its anchor, its heading and its template, which is a file of `sections`.
macro_rules! sections {
    ($($anchor:literal, $heading:literal, $file:literal;)*) => {
        &[$(($anchor, $heading, include_str!(concat!("sections/", $file)))),*]
    };
}

/// Anchor, heading and template of every section, in the order in which they are read.
const SECTIONS: &[(&str, &str, &str)] = sections! {
    "notes", "Notes", "notes.html";
    "measured", "What was measured", "conditioning.html";
    "motion", "Positions and speeds", "motion.html";
    "repairs", "What was done to rows", "repairs.html";
    "torques", "Measured and predicted torque", "torques.html";
    "fit", "Fit", "fit.html";
    "recordings", "Fit of each recording", "recordings.html";
    "friction", "Friction and residuals", "friction.html";
    "validation", "Validation", "validation.html";
    "methods", "Every estimator", "methods.html";
    "base", "Base parameters of the bodies", "parameters.html";
    "drives", "Drives", "parameters.html";
    "essential", "Essential parameters", "essential.html";
    "realised", "Bodies that can exist", "realised.html";
    "standard", "Standard parameters", "standard.html";
    "physical", "Physical parameters", "physical.html";
    "nominal", "Against nominal values", "nominal.html";
    "bounds", "What consistency leaves", "bounds.html";
    "answers", "What numbers rest on", "answers.html";
    "elements", "Element by element", "elements.html";
    "correlations", "Correlations", "correlations.html";
    "excitation", "Excitation", "excitation.html";
    "spectra", "Spectra and filters", "spectra.html";
    "equations", "Equations of the base model", "equations.html";
    "provenance", "Where this comes from", "provenance.html";
};

/// What templates see.
#[derive(Serialize)]
struct Page<'a> {
    style: &'static str,
    version: &'static str,
    title: &'a str,
    robot: &'a str,
    source: &'a str,
    /// The estimator in words.
    method: &'static str,
    verdict: Verdict,
    found: &'a Identification,
    provenance: Option<&'a Provenance>,
    physical: &'a [Recovered],
    interpretation: Option<&'a Interpretation>,
    two_step: Option<&'a TwoStep>,
    methods: Option<&'a Methods>,
    /// What was noticed while recordings were read and base parameters interpreted.
    notes: Vec<String>,
    measured: Vec<Measured>,
    transfer: &'a [Transferred],
    /// Why each poorly known base parameter is, by its name.
    reasons: BTreeMap<&'a str, String>,
    /// Physical parameters whose nominal value no body can have.
    excluded: Vec<&'a str>,
    /// Advised motions in words, in the order of the advice.
    motions: Vec<String>,
    joints: Vec<JointPlots<'a>>,
    /// Joints with their motion, where rows are no torques of joints.
    moving: Vec<JointPlots<'a>>,
    /// Motors with their friction, where that is no curve of a joint's speed.
    motors: Vec<JointPlots<'a>>,
    /// The fit of each recording, where there are several.
    each: Vec<RecordingFit<'a>>,
    singular_values: String,
    decimation: usize,
    persistent: f64,
    told: f64,
    growth: f64,
    latex: Formulas<'a>,
}

/// Formulas in LaTeX by what they stand for.
#[derive(Serialize)]
struct Formulas<'a> {
    base: BTreeMap<&'a str, &'a str>,
    physical: BTreeMap<&'a str, &'a str>,
    elements: BTreeMap<&'a str, &'a str>,
    equations: &'a [(&'a str, &'a str)],
    /// Elements of the closed form with the numbers of the identification.
    numbers: Vec<String>,
    /// The steps of the plan: LaTeX, text and what is to be said of them; none without a plan.
    steps: Option<Vec<[&'a str; 3]>>,
}

/// The page of a study; `means` are the ways that a front end offers to follow a remedy.
///
/// # Errors
/// [`ReportError::Template`] if a template cannot be filled in.
pub fn html(study: &Study<'_>, means: &Means) -> Result<String, ReportError> {
    let environment = environment()?;
    let page = Value::from(Serde(Page::of(study, means)));
    let of_rows = !study.identification.estimation.measured_rows.is_empty();
    let mut sections = Vec::new();
    for &(id, title, _) in SECTIONS {
        let template = environment.get_template(&format!("{id}.html"))?;
        let body = template.render(context! { id, ..page.clone() })?;
        let title = match id {
            "torques" if of_rows => "Measured and predicted",
            _ => title,
        };
        if !body.trim().is_empty() {
            sections.push(context! { id, title, body });
        }
    }
    let frame = environment.get_template("report.html")?;
    Ok(frame.render(context! { sections, ..page })?)
}

/// How a figure is written.
type Written = fn(f64) -> String;

/// The templates, and the filters by which they write figures: text is escaped unless a template says
/// otherwise, and where there is no figure stands a dash.
fn environment() -> Result<Environment<'static>, minijinja::Error> {
    let mut environment = Environment::new();
    environment.add_template("report.html", include_str!("report.html"))?;
    environment.add_template("plots.html", include_str!("sections/plots.html"))?;
    for &(id, _, template) in SECTIONS {
        environment.add_template_owned(format!("{id}.html"), template)?;
    }
    let figures: [(&'static str, Written); 9] = [
        ("short", numbers::short),
        ("signed", numbers::signed),
        ("setting", numbers::setting),
        ("percent", numbers::percent),
        ("determination", numbers::determination),
        ("correlation", numbers::correlation),
        ("widening", numbers::widening),
        ("relative", numbers::relative),
        ("hundredths", numbers::hundredths),
    ];
    for (name, written) in figures {
        let optional = move |x: Option<f64>| x.map_or_else(|| "–".to_owned(), written);
        environment.add_filter(name, optional);
    }
    environment.add_filter("thousands", numbers::thousands);
    environment.add_filter("settings", |values: Vec<f64>| numbers::list(&values));
    environment.add_filter("word", |quality: Serde<Quality>| quality.word());
    let formula = |latex: Option<&str>, own_line: Option<bool>| {
        let mathml = latex.and_then(|latex| typeset(latex, own_line == Some(true)));
        mathml.map_or(Value::from(()), Value::from_safe_string)
    };
    environment.add_filter("formula", formula);
    Ok(environment)
}

impl<'a> Page<'a> {
    fn of(study: &'a Study<'_>, means: &Means) -> Self {
        let (model, found) = (study.model, &study.identification);
        let interpretation = study.interpretation.as_ref();
        let caveats = interpretation.iter().flat_map(|i| &i.caveats);
        let notes = study.notes.iter().map(ToString::to_string);
        let reason = |p| Reason::of(p).map(|reason| reason.to_string());
        let parameters = found.estimation.parameters();
        let bounds = interpretation.and_then(|i| i.bounds.as_ref());
        let intervals = bounds.iter().flat_map(|bounds| &bounds.parameters);
        let excluded = intervals.filter(|interval| interval.excludes_nominal());
        let excitation = &found.excitation;
        Self {
            style: include_str!("report.css"),
            version: env!("CARGO_PKG_VERSION"),
            title: model.title,
            robot: model.name,
            source: model.source,
            method: found.estimation.method.title(),
            verdict: Verdict::of(&study.judgement, means),
            found,
            provenance: study.provenance.as_ref(),
            physical: &study.physical,
            interpretation,
            two_step: study.two_step.as_ref(),
            methods: study.methods.as_ref(),
            notes: notes.chain(caveats.map(ToString::to_string)).collect(),
            measured: Measured::of(found),
            transfer: &study.judgement.transfer,
            reasons: parameters
                .filter_map(|p| Some((p.name.as_str(), reason(p)?)))
                .collect(),
            excluded: excluded.map(|interval| interval.name.as_str()).collect(),
            motions: excitation.advice.iter().map(|a| a.motion()).collect(),
            joints: JointPlots::of(model, found),
            moving: JointPlots::moving(model, found),
            motors: JointPlots::of_motors(model, found),
            each: RecordingFit::of(model, found),
            singular_values: plot::singular_values(&excitation.singular_values, excitation.rank),
            decimation: found.processing.decimation(),
            persistent: PERSISTENT,
            told: TOLD,
            growth: GROWTH,
            latex: Formulas::of(model, found, &study.physical),
        }
    }
}

impl<'a> Formulas<'a> {
    fn of(model: &'a Model, found: &Identification, physical: &'a [Recovered]) -> Self {
        let physical = physical.iter().map(|p| (p.name.as_str(), p.latex.as_str()));
        let steps = model.recovery.as_ref().map(|plan| plan.steps.iter());
        Self {
            base: model.base.iter().map(|b| (b.name, b.latex)).collect(),
            physical: physical.collect(),
            elements: model.elements.iter().map(|e| (e.name, e.latex)).collect(),
            equations: model.equations,
            numbers: elements::with_numbers(model, &found.estimation.base_estimate(model)),
            steps: steps.map(|steps| steps.map(|s| [s.latex, s.formula, s.note]).collect()),
        }
    }
}

#[cfg(test)]
mod tests;
