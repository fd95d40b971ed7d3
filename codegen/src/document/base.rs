//! Base parameters: what motion and torque reveal, what was dropped for it, and why.

use std::collections::BTreeMap;

use super::notation::Notation;
use super::page::{Inline, Page, code, math, words};
use super::rank::{Rank, ranks};
use crate::algebra::{BaseIndex, ParameterIndex};
use crate::derivation::Derivation;
use crate::identifiability::{BaseParameter, Class, Unproved};
use crate::mechanism::{Mechanism, Row};

/// The chapter on base parameters.
///
/// # Errors
/// [`Unproved`].
pub(super) fn chapter(
    page: &mut Page,
    notation: &Notation<'_>,
    derivation: &Derivation,
) -> Result<(), Unproved> {
    page.heading("Base parameters");
    let ranks = ranks(derivation)?;
    let of = |rank: Rank| format!("{} of {}", rank.base, rank.standard);
    let measure = &derivation.mechanism.measure;
    let source = if measure.is_every_torque() {
        "torque reveals"
    } else {
        "what is measured reveals"
    };
    let mut text = format!(
        "Rank {}: {source} {} independent combinations of {} standard parameters, and no motion \
         reveals more.",
        of(ranks.all),
        ranks.all.base,
        ranks.all.standard
    );
    if ranks.bodies != ranks.all {
        text.push_str(&format!(" The bodies alone have rank {}", of(ranks.bodies)));
        if ranks.inertias != ranks.bodies && ranks.inertias != ranks.all {
            text.push_str(&format!(
                ", with armature and rotors {}",
                of(ranks.inertias)
            ));
        }
        text.push('.');
    }
    page.paragraph([words(text)]);

    let mechanism = notation.mechanism();
    if !measure.is_every_torque() {
        measured(page, mechanism);
    }
    let row = |(number, base): (BaseIndex, &BaseParameter)| -> Vec<Inline> {
        vec![
            words((number.at() + 1).to_string()),
            math(notation.parameter(base.representative)),
            words(mechanism.parameters[base.representative].unit),
            math(notation.base_parameter(base)),
        ]
    };
    let rows = derivation.base.base.enumerate().map(row).collect();
    page.table(&["", "name", "unit", "combination"], rows);
    dropped(page, notation, derivation);
    Ok(())
}

/// The measured numbers.
fn measured(page: &mut Page, mechanism: &Mechanism) {
    page.subheading("What is measured");
    let rows = mechanism.measured_rows();
    let row = |row: &Row| vec![code(&row.name), words(row.unit)];
    page.table(&["row", "unit"], rows.iter().map(row).collect());
    if mechanism.measure.sensors().next().is_some() {
        page.paragraph([words(
            "A wrench is force (f) and moment (t) that a body's parent exerts on it: what the body, \
             and all that it carries, needs to move as it does, in the body's frame and about its \
             origin.",
        )]);
    }
}

/// What is set to zero, and why.
fn dropped(page: &mut Page, notation: &Notation<'_>, derivation: &Derivation) {
    let mechanism = notation.mechanism();
    let mut absorbed: BTreeMap<ParameterIndex, Vec<ParameterIndex>> = BTreeMap::new();
    for base in &derivation.base.base {
        for &other in base.others.keys() {
            absorbed.entry(other).or_default().push(base.representative);
        }
    }
    if !absorbed.is_empty() {
        page.subheading("Set to zero, since others absorb their effect");
        let why_absorbed = super::why::absorbed(derivation);
        let row = |(&parameter, into): (&ParameterIndex, &Vec<ParameterIndex>)| {
            let into: Vec<String> = into.iter().map(|&k| notation.parameter(k)).collect();
            vec![
                math(notation.parameter(parameter)),
                math(into.join(notation.either(", ", ",\\;").as_str())),
                words(&why_absorbed[parameter]),
            ]
        };
        page.table(
            &["parameter", "absorbed by", "why"],
            absorbed.iter().map(row).collect(),
        );
    }
    let classes = derivation.base.classes.enumerate();
    let invisible: Vec<ParameterIndex> = classes
        .filter(|(_, class)| **class == Class::Invisible)
        .map(|(k, _)| k)
        .collect();
    if invisible.is_empty() {
        return;
    }
    page.subheading(if mechanism.measure.is_every_torque() {
        "Set to zero, since no torque depends on them"
    } else {
        "Set to zero, since nothing measured depends on them"
    });
    let why = super::why(derivation);
    let mut by_reason: Vec<(String, Vec<String>)> = Vec::new();
    for k in invisible {
        let name = notation.parameter(k);
        match by_reason.iter_mut().find(|(known, _)| *known == why[k]) {
            Some((_, names)) => names.push(name),
            None => by_reason.push((why[k].clone(), vec![name])),
        }
    }
    let rows = by_reason.into_iter().map(|(reason, names)| {
        let mut cells = vec![math(names.join(notation.either(", ", ",\\;").as_str()))];
        cells.push(words(reason));
        cells
    });
    page.table(&["parameters", "why"], rows.collect());
}
