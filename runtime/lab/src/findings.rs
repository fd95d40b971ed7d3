//! What a reader of an identification should not overlook.

use super::identification::{Identification, Material};
use super::recording::small_range;
use super::report::{Transfer, transfer};
use super::statistics::Quality;
use armwright_runtime::Model;

/// What was said of the recordings when they were read, and what they say together.
pub(super) fn notes(material: &Material, model: &Model) -> Vec<String> {
    let recordings = material.training.iter().chain(&material.validation);
    let said = recordings.flat_map(|r| r.notes.iter().map(|note| format!("{}: {note}", r.name)));
    said.chain(small_range(&material.training, model)).collect()
}

/// What the figures say that a reader should not overlook.
pub(super) fn findings(found: &Identification) -> Vec<String> {
    let mut findings = Vec::new();
    let named = |quality: Quality| -> Vec<&str> {
        found
            .parameters()
            .filter(|p| p.quality == quality)
            .map(|p| p.name)
            .collect()
    };
    let lost = named(Quality::Undetermined);
    if !lost.is_empty() {
        findings.push(format!(
            "the motion excites {} of {} directions; not determined: {}",
            found.rank,
            found.structural_rank,
            lost.join(", ")
        ));
    }
    findings.extend(found.advice.iter().map(ToString::to_string));
    if found.biased {
        findings.push(format!(
            "{} draws parameters away from what the recordings alone say: deviations show how noise \
             scatters them, not how far they are from the truth",
            found.method.title()
        ));
    }
    findings.extend(impossible(found));
    if found.condition > 1e3 && found.condition.is_finite() {
        findings.push(format!(
            "the condition number is {:.0}: some combinations of parameters are barely excited",
            found.condition
        ));
    }
    for joint in found.joints.iter().filter(|joint| joint.r2 < 0.9) {
        findings.push(format!(
            "the model explains only {:.0} % of the torque of {}",
            100.0 * joint.r2.max(0.0),
            joint.name
        ));
    }
    let coloured = found
        .joints
        .iter()
        .filter(|joint| joint.lag1 > 0.5)
        .map(|joint| joint.name.as_str());
    let coloured: Vec<&str> = coloured.collect();
    if !coloured.is_empty() {
        findings.push(format!(
            "residuals of {} are correlated in time: something systematic is not in the model \
             (standard deviations allow for it)",
            coloured.join(", ")
        ));
    }
    if let Some(validation) = &found.validation {
        for (fit, held) in found.joints.iter().zip(&validation.joints) {
            if transfer(fit, held) == Transfer::Fails {
                findings.push(format!(
                    "prediction does not transfer: R² of {} falls from {:.3} to {:.3} on data that \
                     took no part",
                    fit.name, fit.r2, held.r2
                ));
            }
        }
    } else {
        findings.push(
            "no validation: hold data out (--hold-out 0.25) or give another recording (--validate)"
                .to_owned(),
        );
    }
    findings
}

/// Parameters that no robot has: masses, moments of inertia and friction that are negative by more
/// than three deviations.
fn impossible(found: &Identification) -> Option<String> {
    let negative: Vec<&str> = found
        .parameters()
        .filter(|p| p.expression == p.name && p.kind.is_never_negative())
        .filter(|p| p.std.is_some_and(|std| p.value < -3.0 * std))
        .map(|p| p.name)
        .collect();
    (!negative.is_empty()).then(|| {
        format!(
            "negative, which is impossible: {}; does the recording belong to this robot, with the \
             right signs, units and offsets?",
            negative.join(", ")
        )
    })
}
