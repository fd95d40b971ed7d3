//! Base parameters: what motion and torque reveal, what was dropped for it, and why.

use std::collections::BTreeMap;

use super::notation::Notation;
use super::page::{Inline, Page, code, math, words};
use super::why;
use crate::algebra::{BaseIndex, ParameterIndex};
use crate::derivation::Derivation;
use crate::identifiability::{BaseParameter, Class, Ranks};
use crate::mechanism::{Mechanism, Row};

/// The chapter on base parameters.
pub(super) fn chapter(page: &mut Page, notation: &Notation<'_>, derivation: &Derivation) {
    page.heading("Base parameters");
    let mechanism = notation.mechanism();
    let Ranks {
        bodies,
        inertias,
        all,
    } = derivation.base.ranks(mechanism);
    let source = if mechanism.measure.is_every_torque() {
        "torque reveals"
    } else {
        "what is measured reveals"
    };
    let mut text = format!(
        "Rank {all}: {source} {} independent combinations of {} standard parameters, and no motion \
         reveals more.",
        all.base, all.standard
    );
    if bodies != all {
        text.push_str(&format!(" The bodies alone have rank {bodies}"));
        if inertias != bodies && inertias != all {
            text.push_str(&format!(", with armature and rotors {inertias}"));
        }
        text.push('.');
    }
    page.paragraph([words(text)]);

    if !mechanism.measure.is_every_torque() {
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
        let row = |(&parameter, into): (&ParameterIndex, &Vec<ParameterIndex>)| {
            vec![
                math(notation.parameter(parameter)),
                math(notation.list(into.iter().map(|&k| notation.parameter(k)))),
                words(why::absorbed(derivation, parameter)),
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
    let why = why::why(derivation);
    let said = invisible
        .into_iter()
        .map(|k| (notation.parameter(k), why[k].clone()));
    let rows = why::by_reason(said).into_iter();
    let rows = rows.map(|(reason, names)| vec![math(notation.list(names)), words(reason)]);
    page.table(&["parameters", "why"], rows.collect());
}
