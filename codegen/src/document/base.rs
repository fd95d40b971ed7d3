//! Base parameters: what motion and torque reveal, what was dropped for it, and why.

use std::collections::BTreeMap;

use super::notation::Notation;
use super::page::{Inline, Page, math, words};
use super::rank::{Rank, ranks};
use crate::algebra::Rational;
use crate::dynamics::ancestors;
use crate::identifiability::{Class, Unproved};
use crate::mechanism::{JointKind, Mechanism, ParameterKind};
use crate::pipeline::Derivation;

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
    let mut text = format!(
        "Rank {}: torque reveals {} independent combinations of {} standard parameters, and no \
         motion reveals more.",
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
    let row = |(number, base): (usize, &crate::identifiability::BaseParameter)| -> Vec<Inline> {
        vec![
            words((number + 1).to_string()),
            math(notation.parameter(base.representative)),
            words(mechanism.parameters[base.representative].unit),
            math(notation.base_parameter(base)),
        ]
    };
    let rows = derivation.base.base.iter().enumerate().map(row).collect();
    page.table(&["", "name", "unit", "combination"], rows);
    dropped(page, notation, derivation);
    Ok(())
}

/// What is set to zero, and why.
fn dropped(page: &mut Page, notation: &Notation<'_>, derivation: &Derivation) {
    let mechanism = notation.mechanism();
    let mut absorbed: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for base in &derivation.base.base {
        for &other in base.others.keys() {
            absorbed.entry(other).or_default().push(base.representative);
        }
    }
    if !absorbed.is_empty() {
        page.subheading("Set to zero, since others absorb their effect");
        let row = |(&parameter, into): (&usize, &Vec<usize>)| {
            let into: Vec<String> = into.iter().map(|&k| notation.parameter(k)).collect();
            vec![
                math(notation.parameter(parameter)),
                math(into.join(notation.either(", ", ",\\;").as_str())),
            ]
        };
        page.table(
            &["parameter", "absorbed by"],
            absorbed.iter().map(row).collect(),
        );
    }
    let classes = derivation.base.classes.iter().enumerate();
    let invisible: Vec<usize> = classes
        .filter(|(_, class)| **class == Class::Invisible)
        .map(|(k, _)| k)
        .collect();
    if invisible.is_empty() {
        return;
    }
    page.subheading("Set to zero, since no torque depends on them");
    let mut by_reason: Vec<(String, Vec<String>)> = Vec::new();
    for k in invisible {
        let reason = reason(mechanism, mechanism.parameters[k].kind);
        let name = notation.parameter(k);
        match by_reason.last_mut().filter(|(known, _)| *known == reason) {
            Some((_, names)) => names.push(name),
            None => by_reason.push((reason, vec![name])),
        }
    }
    let rows = by_reason.into_iter().map(|(reason, names)| {
        let mut cells = vec![math(names.join(notation.either(", ", ",\\;").as_str()))];
        cells.push(words(reason));
        cells
    });
    page.table(&["parameters", "why"], rows.collect());
}

/// Why a parameter moves no joint.
fn reason(mechanism: &Mechanism, kind: ParameterKind) -> String {
    let ParameterKind::Inertial { body, .. } = kind else {
        return "it acts on no velocity of the joints".to_owned();
    };
    let carriers = ancestors(mechanism, body);
    let name = &mechanism.bodies[body].name;
    let joints: Vec<&str> = carriers
        .iter()
        .map(|&i| mechanism.bodies[i].joint.name.as_str())
        .collect();
    match carriers.as_slice() {
        [only] if mechanism.bodies[*only].joint.kind == JointKind::Prismatic => format!(
            "body {name} only slides along the fixed axis of joint {}: kinetic energy and the work \
             of gravity have its mass alone",
            joints[0]
        ),
        [only] => {
            let gravity = if gravity_works(mechanism, *only) {
                "the work of gravity its first moments across it"
            } else {
                "gravity does no work"
            };
            format!(
                "body {name} only turns about the fixed axis of joint {}: kinetic energy has its \
                 inertia about that axis alone, and {gravity}",
                joints[0]
            )
        }
        _ => format!(
            "neither kinetic energy nor the work of gravity changes with it, however joints {} \
             move body {name}",
            joints.join(", ")
        ),
    }
}

/// Whether gravity is across the axis of a joint on the base, so that it does work when it turns.
fn gravity_works(mechanism: &Mechanism, joint: usize) -> bool {
    let body = &mechanism.bodies[joint];
    let axis: Vec<Rational> = (0..3)
        .map(|i| {
            (0..3).fold(Rational::ZERO, |sum, j| {
                &sum + &(&body.before.rotation[i][j] * &body.joint.axis[j])
            })
        })
        .collect();
    let gravity = &mechanism.gravity;
    (0..3).any(|i| {
        let j = (i + 1) % 3;
        &axis[i] * &gravity[j] != &axis[j] * &gravity[i]
    })
}
