//! `armwright parameters`: the class of each standard parameter, and the base parameters.

use std::path::Path;

use serde_json::{Value, json};

use super::Output;
use super::answer::Answer;
use super::failure::Failure;
use super::robot_file;
use crate::derivation::Derivation;
use crate::document::{self, Notation, PhysicalReason, Rank, Style};
use crate::identifiability::{BaseParameter, Ratio, Unproved};

pub(super) fn parameters(path: &Path, format: Output, colour: bool) -> Result<Answer, Failure> {
    let derived = robot_file::derive(path)?;
    let text = match format {
        Output::Text => text(&derived.derivation)?,
        Output::Json => format!("{:#}\n", json(&derived.derivation)?),
    };
    Ok(Answer::text(text).with_remarks(robot_file::remarks(&derived.warnings, colour)))
}

/// The classes as a table, then the base parameters as sums.
pub(super) fn text(derivation: &Derivation) -> Result<String, Unproved> {
    let mechanism = &derivation.mechanism;
    let notation = Notation::new(mechanism, Style::Text);
    let ranks = document::ranks(derivation)?;
    let mut text = format!(
        "{}: {} standard parameters, {} base parameters{}\n\n",
        mechanism.name,
        ranks.all.standard,
        ranks.all.base,
        if ranks.bodies == ranks.all {
            String::new()
        } else {
            format!(
                " ({} of {} without drives)",
                ranks.bodies.base, ranks.bodies.standard
            )
        }
    );
    if !mechanism.measure.is_every_torque() {
        let rows: Vec<String> = mechanism
            .measured_rows()
            .into_iter()
            .map(|r| r.name)
            .collect();
        for line in wrapped(&format!("measured: {}", rows.join(", "))) {
            text.push_str(&line);
            text.push('\n');
        }
        text.push('\n');
    }
    let names = mechanism.parameters.iter().map(|p| p.name.chars().count());
    let width = names.max().unwrap_or(0).max("parameter".len());
    text.push_str(&format!(
        "  {:<width$}  {:<12}  {:<8}  nominal\n",
        "parameter", "class", "unit"
    ));
    for (parameter, class) in mechanism.parameters.iter().zip(&derivation.base.classes) {
        let nominal = parameter
            .nominal
            .as_ref()
            .map_or_else(String::new, shortened);
        let line = format!(
            "  {:<width$}  {:<12}  {:<8}  {nominal}",
            parameter.name,
            class.name(),
            parameter.unit
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push_str("\nbase parameters\n");
    for base in &derivation.base.base {
        text.push_str(&format!("  {}\n", notation.base_parameter(base)));
    }
    text.push_str("\nwhy\n");
    let names = mechanism.parameters.iter().map(|p| p.name.as_str());
    explained(&mut text, names.zip(document::why(derivation)));
    text.push_str("\nphysical parameters");
    let physical = document::why_physical(derivation);
    let count = physical.iter().filter(|p| is_visible(p)).count();
    text.push_str(&format!(
        ": {count} visible in base parameters, {} invisible\n",
        physical.len() - count
    ));
    let lines = physical.iter().map(|p| {
        let class = if is_visible(p) { "" } else { "invisible: " };
        (p.visibility.name.as_str(), format!("{class}{}", p.why))
    });
    explained(&mut text, lines);
    Ok(text)
}

fn is_visible(parameter: &PhysicalReason) -> bool {
    !parameter.visibility.within.is_empty()
}

/// Names and what is said of each, names of which the same is said on one line.
fn explained<'n>(text: &mut String, lines: impl Iterator<Item = (&'n str, String)>) {
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for (name, why) in lines {
        match said.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(name),
            None => said.push((why, vec![name])),
        }
    }
    for (why, names) in said {
        let names = names.join(", ");
        for (number, line) in wrapped(&format!("{names}: {why}")).iter().enumerate() {
            let indent = if number == 0 { "  " } else { "      " };
            text.push_str(&format!("{indent}{line}\n"));
        }
    }
}

/// A text in lines of at most 92 characters.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= 92 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A nominal value with at most nine significant digits.
fn shortened(value: &crate::algebra::Rational) -> String {
    let value = value.to_f64();
    let digits = format!("{value:.8e}").parse::<f64>().unwrap_or(value);
    digits.to_string()
}

/// What programs read: the layout is fixed, fields may be added.
pub(super) fn json(derivation: &Derivation) -> Result<Value, Unproved> {
    let mechanism = &derivation.mechanism;
    let ranks = document::ranks(derivation)?;
    let standard = mechanism
        .parameters
        .iter()
        .zip(&derivation.base.classes)
        .zip(document::why(derivation))
        .map(|((p, class), why)| {
            json!({
                "why": why,
                "name": p.name,
                "class": class.name(),
                "unit": p.unit,
                "nominal": p.nominal.as_ref().map(crate::algebra::Rational::to_f64),
            })
        });
    let base: Vec<Value> = derivation
        .base
        .base
        .iter()
        .map(|b| base_json(derivation, b))
        .collect();
    let rank = |rank: Rank| json!({"base_count": rank.base, "standard_count": rank.standard});
    let constants = mechanism
        .constants
        .iter()
        .map(|c| json!({"name": c.name, "value": c.value.to_f64(), "unit": c.unit}));
    let physical = document::why_physical(derivation);
    let physical = physical.iter().map(|p| {
        let base = &derivation.base.base;
        let within = p.visibility.within.iter();
        let within = within.map(|&k| &mechanism.parameters[base[k].representative].name);
        json!({
            "name": p.visibility.name,
            "class": if is_visible(p) { "visible" } else { "invisible" },
            "in": within.collect::<Vec<_>>(),
            "why": p.why,
        })
    });
    let measured = mechanism.measured_rows();
    let measured = measured
        .iter()
        .map(|row| json!({"name": row.name, "unit": row.unit}));
    Ok(json!({
        "measured": measured.collect::<Vec<_>>(),
        "physical": physical.collect::<Vec<_>>(),
        "robot": mechanism.name,
        "dof": mechanism.coordinates.len(),
        "standard": standard.collect::<Vec<_>>(),
        "base": base,
        "base_count": derivation.base.base.len(),
        "without_drives": rank(ranks.bodies),
        "without_friction": rank(ranks.inertias),
        "symbols": constants.collect::<Vec<_>>(),
    }))
}

fn base_json(derivation: &Derivation, base: &BaseParameter) -> Value {
    let mechanism = &derivation.mechanism;
    let notation = Notation::new(mechanism, Style::Text);
    let terms = derivation
        .terms(base)
        .into_iter()
        .map(|(parameter, coefficient)| {
            let mut term = json!({
                "parameter": mechanism.parameters[parameter].name,
                "coefficient": coefficient,
            });
            if let Some(ratio) = base
                .others
                .get(&parameter)
                .filter(|ratio| has_symbols(ratio))
            {
                term["symbolic"] = json!(notation.ratio(ratio));
            }
            term
        });
    json!({
        "name": mechanism.parameters[base.representative].name,
        "unit": mechanism.parameters[base.representative].unit,
        "expression": notation.base_parameter(base),
        "terms": terms.collect::<Vec<_>>(),
    })
}

fn has_symbols(ratio: &Ratio) -> bool {
    ratio.numerator.as_constant().is_none() || ratio.denominator.as_constant().is_none()
}
