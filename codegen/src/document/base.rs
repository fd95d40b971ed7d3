//! Base parameters: what motion and torque reveal, what was dropped for it, and why.

use std::collections::BTreeMap;

use super::page::{Page, code, math, words};
use super::why;
use crate::algebra::{BaseIndex, ParameterIndex};
use crate::identifiability::{BaseParameter, Class, Ranks};
use crate::mechanism::Row;

/// The chapter on base parameters.
pub(super) fn chapter(page: &mut Page<'_>) {
    page.heading("Base parameters");
    let (derivation, notation) = (page.derivation, page.notation);
    let mechanism = &derivation.mechanism;
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
    page.plain(text);
    if !mechanism.measure.is_every_torque() {
        measured(page);
    }
    let row = |(number, base): (BaseIndex, &BaseParameter)| {
        [
            words((number.at() + 1).to_string()),
            math(notation.parameter(base.representative)),
            words(mechanism.parameters[base.representative].unit),
            math(notation.base_parameter(base)),
        ]
    };
    let rows = derivation.base.base.enumerate().map(row);
    page.table(["", "name", "unit", "combination"], rows);
    absorbed(page);
    invisible(page);
}

/// The measured numbers.
fn measured(page: &mut Page<'_>) {
    let mechanism = page.notation.mechanism();
    page.subheading("What is measured");
    let row = |row: Row| [code(row.name), words(row.unit)];
    page.table(
        ["row", "unit"],
        mechanism.measured_rows().into_iter().map(row),
    );
    if mechanism.measure.sensors().next().is_some() {
        page.plain(
            "A wrench is force (f) and moment (t) that a body's parent exerts on it: what the body, \
             and all that it carries, needs to move as it does, in the body's frame and about its \
             origin.",
        );
    }
}

/// What is set to zero since others absorb it, and why.
fn absorbed(page: &mut Page<'_>) {
    let (derivation, notation) = (page.derivation, page.notation);
    let mut absorbed: BTreeMap<ParameterIndex, Vec<ParameterIndex>> = BTreeMap::new();
    for base in &derivation.base.base {
        for &other in base.others.keys() {
            absorbed.entry(other).or_default().push(base.representative);
        }
    }
    if absorbed.is_empty() {
        return;
    }
    page.subheading("Set to zero, since others absorb their effect");
    let row = |(parameter, into): (ParameterIndex, Vec<ParameterIndex>)| {
        [
            math(notation.parameter(parameter)),
            math(notation.list(into.into_iter().map(|k| notation.parameter(k)))),
            words(why::absorbed(derivation, parameter)),
        ]
    };
    let rows = absorbed.into_iter().map(row);
    page.table(["parameter", "absorbed by", "why"], rows);
}

/// What is set to zero since nothing depends on it, and why.
fn invisible(page: &mut Page<'_>) {
    let (derivation, notation) = (page.derivation, page.notation);
    let why = why::why(derivation);
    let classes = derivation.base.classes.enumerate();
    let invisible = classes.filter(|(_, class)| **class == Class::Invisible);
    let said = invisible.map(|(k, _)| (notation.parameter(k), why[k].clone()));
    let said = why::by_reason(said);
    if said.is_empty() {
        return;
    }
    page.subheading(match derivation.mechanism.measure.is_every_torque() {
        true => "Set to zero, since no torque depends on them",
        false => "Set to zero, since nothing measured depends on them",
    });
    let row = |(reason, names): (String, Vec<String>)| [math(notation.list(names)), words(reason)];
    page.table(["parameters", "why"], said.into_iter().map(row));
}
