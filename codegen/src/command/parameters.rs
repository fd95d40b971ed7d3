//! `armwright parameters`: the class of each standard parameter, and the base parameters.

use serde_json::{Value, json};

use crate::algebra::{ParameterIndex, Rational};
use crate::derivation::Derivation;
use crate::document::{self, Notation, PhysicalReason, Style, by_reason, columns, fill};
use crate::identifiability::{BaseParameter, BaseParameters, Rank, Ratio, Unproved};
use crate::mechanism::{Constant, Mechanism, Row};

/// Columns of a line of running text.
const COLUMNS: usize = 92;
/// The keys of what the file asks of base parameters and cannot be, and what is said of it.
const UNMET: [(&str, &str); 2] = [
    (
        "not_dropped",
        "stays, though `drop` names it: with all of these at zero a combination would be lost",
    ),
    (
        "not_kept",
        "represents none, though `keep` names it: nothing measured shows it, or others that are kept do",
    ),
];

/// All that is known of parameters: the layout is fixed, fields may be added.
///
/// # Errors
/// [`Unproved`].
pub(super) fn value(derivation: &Derivation) -> Result<Value, Unproved> {
    let mechanism = &derivation.mechanism;
    let base = &derivation.base.base;
    let ranks = derivation.base.ranks(mechanism);
    let standard = mechanism.parameters.iter().zip(&derivation.base.classes);
    let standard = standard
        .zip(document::why(derivation))
        .map(|((p, class), why)| {
            json!({
                "name": p.name, "class": class.name(), "unit": p.unit,
                "nominal": p.nominal.as_ref().map(Rational::to_f64), "why": why,
            })
        });
    let physical = |PhysicalReason { visibility, why }: PhysicalReason| {
        let within = visibility.within.iter();
        let within = within.map(|&k| &mechanism.parameters[base[k].representative].name);
        json!({
            "name": visibility.name,
            "class": if visibility.within.is_empty() { "invisible" } else { "visible" },
            "in": within.collect::<Vec<_>>(),
            "why": why,
        })
    };
    let rank = |rank: Rank| json!({"base_count": rank.base, "standard_count": rank.standard});
    let symbol = |c: &Constant| json!({"name": c.name, "value": c.value.to_f64(), "unit": c.unit});
    let mut value = json!({
        "robot": mechanism.name,
        "dof": mechanism.coordinates.len(),
        "measured": measured(mechanism),
        "standard": standard.collect::<Vec<_>>(),
        "physical": document::why_physical(derivation).into_iter().map(physical).collect::<Vec<_>>(),
        "base": base.iter().map(|base| combination(derivation, base)).collect::<Vec<_>>(),
        "base_count": base.len(),
        "without_drives": rank(ranks.bodies),
        "without_friction": rank(ranks.inertias),
        "symbols": mechanism.constants.iter().map(symbol).collect::<Vec<_>>(),
    });
    for ((key, _), names) in UNMET.into_iter().zip(unmet(derivation)) {
        if !names.is_empty() {
            value[key] = json!(names);
        }
    }
    if let Some(found) = derivation.at_values()? {
        value["base_at_values"] = at_values(derivation, found);
    }
    Ok(value)
}

/// What the file asks to drop and what represents a combination all the same; what it asks to keep and what represents none.
fn unmet(derivation: &Derivation) -> [Vec<&str>; 2] {
    let mechanism = &derivation.mechanism;
    let represents = |index: &ParameterIndex| {
        let mut base = derivation.base.base.iter();
        base.any(|base| base.representative == *index)
    };
    let named = |asked: &[ParameterIndex], wanted: bool| {
        let unmet = asked.iter().filter(|index| represents(index) == wanted);
        unmet
            .map(|&index| mechanism.parameters[index].name.as_str())
            .collect()
    };
    let preference = &mechanism.preference;
    [
        named(&preference.drop, true),
        named(&preference.keep, false),
    ]
}

/// What the file asks of base parameters and cannot be, a note each.
pub(super) fn notes(derivation: &Derivation) -> String {
    let unmet = UNMET.into_iter().zip(unmet(derivation));
    unmet.map(|((_, said), names)| note(&names, said)).collect()
}

/// What is said of names; nothing without any.
fn note(names: &[&str], said: &str) -> String {
    if names.is_empty() {
        return String::new();
    }
    let lines = fill(&format!("note: {}: {said}", names.join(", ")), COLUMNS);
    format!("{}\n", lines.join("\n      "))
}

/// The base parameters with the file's values of lengths, where these are special ones.
pub(super) fn at_values(derivation: &Derivation, found: &BaseParameters) -> Value {
    let notation = Notation::new(&derivation.mechanism, Style::Text).rounded();
    let base = found.base.iter().map(|base| notation.base_parameter(base));
    base.collect()
}

/// The measured numbers.
pub(super) fn measured(mechanism: &Mechanism) -> Vec<Value> {
    let row = |row: &Row| json!({"name": row.name, "unit": row.unit});
    mechanism.measured_rows().iter().map(row).collect()
}

fn combination(derivation: &Derivation, base: &BaseParameter) -> Value {
    let mechanism = &derivation.mechanism;
    let notation = Notation::new(mechanism, Style::Text).rounded();
    let has_symbols = |ratio: &&Ratio| {
        ratio.numerator.as_constant().is_none() || ratio.denominator.as_constant().is_none()
    };
    let term = |(parameter, coefficient)| {
        let name = &mechanism.parameters[parameter].name;
        let mut term = json!({"parameter": name, "coefficient": coefficient});
        if let Some(ratio) = base.others.get(&parameter).filter(has_symbols) {
            term["symbolic"] = json!(notation.ratio(ratio));
        }
        term
    };
    let representative = &mechanism.parameters[base.representative];
    json!({
        "name": representative.name,
        "unit": representative.unit,
        "expression": notation.base_parameter(base),
        "terms": derivation.terms(base).into_iter().map(term).collect::<Vec<_>>(),
    })
}

/// The classes as a table, then the base parameters as sums, then the reasons.
pub(super) fn text(value: &Value, measures_every_torque: bool) -> String {
    let list = |key: &str| value[key].as_array().map_or(&[][..], Vec::as_slice);
    let said = |entry: &Value, key: &str| entry[key].as_str().unwrap_or_default().to_owned();
    let (standard, physical) = (list("standard"), list("physical"));
    let without = &value["without_drives"];
    let (rank, all) = (&without["base_count"], &without["standard_count"]);
    let alone = match *all == standard.len() {
        true => String::new(),
        false => format!(" ({rank} of {all} without drives)"),
    };
    let (robot, count, base) = (said(value, "robot"), standard.len(), &value["base_count"]);
    let mut text =
        format!("{robot}: {count} standard parameters, {base} base parameters{alone}\n\n");
    if !measures_every_torque {
        let rows: Vec<String> = list("measured")
            .iter()
            .map(|row| said(row, "name"))
            .collect();
        let measured = fill(&format!("measured: {}", rows.join(", ")), COLUMNS);
        text.push_str(&format!("{}\n\n", measured.join("\n")));
    }
    let mut rows = vec![
        ["parameter", "class", "unit", "nominal"]
            .map(str::to_owned)
            .to_vec(),
    ];
    rows.extend(standard.iter().map(|p| {
        let nominal = p["nominal"].as_f64().map_or_else(String::new, shortened);
        vec![said(p, "name"), said(p, "class"), said(p, "unit"), nominal]
    }));
    text.push_str(&columns(&rows));
    text.push_str("\nbase parameters\n");
    for base in list("base") {
        text.push_str(&format!("  {}\n", said(base, "expression")));
    }
    for (key, said) in UNMET {
        let names: Vec<&str> = list(key).iter().filter_map(Value::as_str).collect();
        text.push_str(&note(&names, said));
    }
    let at_values = list("base_at_values");
    if !at_values.is_empty() {
        let special = format!(
            "\nbase parameters with the file's values of lengths: {}, fewer than with almost all others\n",
            at_values.len()
        );
        text.push_str(&special);
        for base in at_values {
            text.push_str(&format!("  {}\n", base.as_str().unwrap_or_default()));
        }
    }
    text.push_str("\nwhy\n");
    let reasons = standard.iter().map(|p| (said(p, "name"), said(p, "why")));
    explain(&mut text, reasons);
    let is_visible = |p: &Value| p["class"] == "visible";
    let visible = physical.iter().filter(|p| is_visible(p)).count();
    text.push_str(&format!(
        "\nphysical parameters: {visible} visible in base parameters, {} invisible\n",
        physical.len() - visible
    ));
    let lines = physical.iter().map(|p| {
        let class = if is_visible(p) { "" } else { "invisible: " };
        (said(p, "name"), format!("{class}{}", said(p, "why")))
    });
    explain(&mut text, lines);
    text
}

/// Names and what is said of each, names of which the same is said together.
fn explain(text: &mut String, said: impl Iterator<Item = (String, String)>) {
    for (why, names) in by_reason(said) {
        let lines = fill(&format!("{}: {why}", names.join(", ")), COLUMNS);
        text.push_str(&format!("  {}\n", lines.join("\n      ")));
    }
}

/// A nominal value with at most nine significant digits.
fn shortened(value: f64) -> String {
    let digits = format!("{value:.8e}").parse::<f64>().unwrap_or(value);
    digits.to_string()
}
