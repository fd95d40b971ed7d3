//! `armwright diff`: what changed between two robot files, in terms of their equations.

use std::collections::BTreeMap;
use std::path::Path;

use super::answer::Answer;
use super::failure::Failure;
use super::robot_file;
use crate::derivation::Derivation;
use crate::document::{Formulas, Notation, Style};
use crate::pipeline::Generated;
use crate::recovery::Recovery;

/// What is compared: facts by name, in chapters.
type Facts = Vec<(&'static str, BTreeMap<String, String>)>;

pub(super) fn diff(old: &Path, new: &Path, colour: bool) -> Result<Answer, Failure> {
    let (first, second) = (robot_file::generate(old)?, robot_file::generate(new)?);
    let mut text = String::new();
    for ((chapter, before), (_, after)) in facts(&first).iter().zip(&facts(&second)) {
        let changes = changes(before, after);
        if changes.is_empty() {
            continue;
        }
        text.push_str(&format!("{chapter}: {} changed\n", changes.len()));
        for change in changes {
            text.push_str(&change);
        }
        text.push('\n');
    }
    if text.is_empty() {
        text = "no difference: same equations, parameters and operations\n".to_owned();
    }
    let mut remarks = robot_file::remarks(&first.warnings, colour);
    remarks.push_str(&robot_file::remarks(&second.warnings, colour));
    Ok(Answer::text(text.trim_end().to_owned() + "\n").with_remarks(remarks))
}

/// Names that are gone, new, or stand for something else.
fn changes(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<String> {
    let mut names: Vec<&String> = before.keys().chain(after.keys()).collect();
    names.sort();
    names.dedup();
    let change = |name: &String| match (before.get(name), after.get(name)) {
        (Some(old), Some(new)) if old == new => None,
        (Some(old), Some(new)) => Some(format!("  {name}\n    - {old}\n    + {new}\n")),
        (Some(old), None) => Some(format!("  {name}\n    - {old}\n")),
        (None, Some(new)) => Some(format!("  {name}\n    + {new}\n")),
        (None, None) => None,
    };
    names.into_iter().filter_map(change).collect()
}

fn facts(generated: &Generated) -> Facts {
    let derivation = &generated.derivation;
    let mechanism = &derivation.mechanism;
    let notation = Notation::new(mechanism, Style::Text);
    let robot = BTreeMap::from([
        ("name".to_owned(), mechanism.name.clone()),
        ("gravity".to_owned(), format!("{:?}", mechanism.gravity)),
        (
            "degrees of freedom".to_owned(),
            mechanism.coordinates.len().to_string(),
        ),
        ("measured".to_owned(), {
            let rows = mechanism.measured_rows();
            let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
            names.join(", ")
        }),
        ("rank".to_owned(), {
            format!(
                "{} of {}",
                derivation.base.base.len(),
                mechanism.parameters.len()
            )
        }),
    ]);
    let constants = mechanism.constants.iter();
    let constants = constants.map(|c| (c.name.clone(), format!("{} {}", c.value, c.unit)));
    let parameters = mechanism.parameters.iter().zip(&derivation.base.classes);
    let nominal = mechanism
        .parameters
        .iter()
        .filter_map(|p| Some((p.name.clone(), p.nominal.as_ref()?.to_string())));
    let base = derivation.base.base.iter().map(|base| {
        let name = &mechanism.parameters[base.representative].name;
        (name.clone(), notation.base_parameter(base))
    });
    let costs = generated.costs.iter().map(|cost| {
        let counts = format!(
            "{} multiplications, {} additions, {} sine and cosine pairs",
            cost.operations.multiplications,
            cost.operations.additions,
            cost.operations.sine_cosines
        );
        (cost.function.to_owned(), counts)
    });
    vec![
        ("robot", robot),
        ("symbols", constants.collect()),
        (
            "classes of parameters",
            parameters
                .map(|(p, class)| (p.name.clone(), class.name().to_owned()))
                .collect(),
        ),
        ("nominal values", nominal.collect()),
        ("base parameters", base.collect()),
        ("coefficients", coefficients(generated)),
        ("recovery", recovery(derivation)),
        ("operations", costs.collect()),
    ]
}

/// The formula of each recovered parameter, and what is known, invisible or not determined.
fn recovery(derivation: &Derivation) -> BTreeMap<String, String> {
    let Some(Recovery { system, plan }) = &derivation.recovery else {
        return BTreeMap::new();
    };
    let notation = Notation::new(&derivation.mechanism, Style::Text).with_base(&derivation.base);
    let formulas = Formulas::new(notation, system);
    let steps = plan.steps.iter().flat_map(|step| {
        let formula = formulas.step(step);
        let names = step
            .unknowns
            .iter()
            .map(|&u| system.quantities[u].name.clone());
        names
            .map(move |name| (name, formula.clone()))
            .collect::<Vec<_>>()
    });
    let named = |all: &[usize], what: &str| {
        let all = all
            .iter()
            .map(|&q| (system.quantities[q].name.clone(), what.to_owned()));
        all.collect::<Vec<_>>()
    };
    let undetermined: Vec<usize> = plan.undetermined.iter().map(|u| u.quantity).collect();
    let spare = plan.spare.iter().enumerate();
    let spare = spare.map(|(k, spare)| (format!("spare {}", k + 1), formulas.spare(spare)));
    steps
        .chain(named(&plan.known, "known"))
        .chain(named(&undetermined, "not determined"))
        .chain(named(&plan.unsolved, "determined, without a formula"))
        .chain(spare)
        .collect()
}

/// Coefficients by element and monomial: their numbers shift when one is added.
fn coefficients(generated: &Generated) -> BTreeMap<String, String> {
    let derivation = &generated.derivation;
    let notation = Notation::new(&derivation.mechanism, Style::Text);
    let form = match &derivation.closed_form {
        Ok(form) => form,
        Err(reason) => {
            return BTreeMap::from([("closed form".to_owned(), reason.to_string())]);
        }
    };
    let terms = form
        .elements
        .iter()
        .flat_map(|e| e.terms.iter().map(move |term| (e, term)));
    terms
        .map(|(element, term)| {
            let monomial = notation.monomial(&term.monomial);
            let monomial = if monomial.is_empty() {
                "1".to_owned()
            } else {
                monomial
            };
            let value = notation.grouped(&form.coefficients[term.coefficient].value, None);
            (format!("{}: {monomial}", element.name()), value)
        })
        .collect()
}
