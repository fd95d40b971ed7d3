//! `armwright diff`: what changed between two robot files, in terms of their equations.

use std::collections::{BTreeMap, BTreeSet};

use crate::derivation::Derivation;
use crate::document::{Formulas, Notation, Style};
use crate::dynamics::{Element, Term};
use crate::pipeline::Generated;
use crate::recovery::Recovery;

/// What changed, in chapters.
pub(super) fn text(old: &Generated, new: &Generated) -> String {
    let mut text = String::new();
    for ((chapter, before), (_, after)) in facts(old).iter().zip(&facts(new)) {
        let changes = changes(before, after);
        if !changes.is_empty() {
            let (count, changes) = (changes.len(), changes.concat());
            text.push_str(&format!("{chapter}: {count} changed\n{changes}\n"));
        }
    }
    if text.is_empty() {
        text = "no difference: same equations, parameters and operations\n".to_owned();
    }
    text.trim_end().to_owned() + "\n"
}

/// What is compared, by name.
type Facts = BTreeMap<String, String>;

/// Names that are gone, new, or stand for something else.
fn changes(before: &Facts, after: &Facts) -> Vec<String> {
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let line = |sign: char, fact: Option<&String>| {
        fact.map_or_else(String::new, |fact| format!("    {sign} {fact}\n"))
    };
    let changed = names.into_iter().filter_map(|name| {
        let (old, new) = (before.get(name), after.get(name));
        let changed = || format!("  {name}\n{}{}", line('-', old), line('+', new));
        (old != new).then(changed)
    });
    changed.collect()
}

/// All that is compared, in chapters.
fn facts(generated: &Generated) -> Vec<(&'static str, Facts)> {
    let derivation = &generated.derivation;
    let mechanism = &derivation.mechanism;
    let notation = Notation::new(mechanism, Style::Text);
    let rows = mechanism.measured_rows();
    let rows: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    let dof = mechanism.coordinates.len();
    let (rank, all) = (derivation.base.base.len(), mechanism.parameters.len());
    let robot = [
        ("name", mechanism.name.clone()),
        ("gravity", format!("{:?}", mechanism.gravity)),
        ("degrees of freedom", dof.to_string()),
        ("measured", rows.join(", ")),
        ("rank", format!("{rank} of {all}")),
    ];
    let robot = robot.map(|(name, fact)| (name.to_owned(), fact));
    let constants = mechanism.constants.iter();
    let constants = constants.map(|c| (c.name.clone(), format!("{} {}", c.value, c.unit)));
    let parameters = || mechanism.parameters.iter();
    let classes = parameters().zip(&derivation.base.classes);
    let classes = classes.map(|(p, class)| (p.name.clone(), class.name().to_owned()));
    let nominal =
        parameters().filter_map(|p| Some((p.name.clone(), p.nominal.as_ref()?.to_string())));
    let base = derivation.base.base.iter().map(|base| {
        let name = &mechanism.parameters[base.representative].name;
        (name.clone(), notation.base_parameter(base))
    });
    let costs = generated.costs.iter().map(|cost| {
        let count = cost.operations();
        let counts = format!(
            "{} multiplications, {} additions, {} sine and cosine pairs",
            count.multiplications, count.additions, count.sine_cosines
        );
        (cost.function.to_owned(), counts)
    });
    vec![
        ("robot", Facts::from(robot)),
        ("symbols", constants.collect()),
        ("classes of parameters", classes.collect()),
        ("nominal values", nominal.collect()),
        ("base parameters", base.collect()),
        ("coefficients", coefficients(derivation)),
        ("recovery", recovery(derivation)),
        ("operations", costs.collect()),
    ]
}

/// The formula of each recovered parameter, and what is known, invisible or not determined.
fn recovery(derivation: &Derivation) -> Facts {
    let mut facts = Facts::new();
    let Some(Recovery { system, plan }) = &derivation.recovery else {
        return facts;
    };
    let notation = Notation::new(&derivation.mechanism, Style::Text).with_base(&derivation.base);
    let formulas = Formulas::new(notation, system);
    let mut say = |all: &[usize], what: &str| {
        let names = all.iter().map(|&q| system.quantities[q].name.clone());
        facts.extend(names.map(|name| (name, what.to_owned())));
    };
    for step in &plan.steps {
        say(&step.unknowns, &formulas.step(step));
    }
    let undetermined: Vec<usize> = plan.undetermined.iter().map(|u| u.quantity).collect();
    say(&plan.known, "known");
    say(&plan.fitted, "fitted");
    say(&undetermined, "not determined");
    say(&plan.unsolved, "determined, without a formula");
    let spare = (1..).zip(&plan.spare);
    facts.extend(spare.map(|(k, spare)| (format!("spare {k}"), formulas.spare(spare))));
    facts
}

/// Coefficients by element and monomial: their numbers shift when one is added.
fn coefficients(derivation: &Derivation) -> Facts {
    let notation = Notation::new(&derivation.mechanism, Style::Text);
    let form = derivation.printed_form();
    let reason = derivation.closed_form.as_ref().err();
    let reason = reason.map(|reason| ("closed form".to_owned(), reason.to_string()));
    let left_out = form.left_out.values().flatten().flatten();
    let left_out = left_out.map(|(element, n)| (element.name(), format!("{n} terms, not printed")));
    let terms = form.elements.iter();
    let terms = terms.flat_map(|element| element.terms.iter().map(move |term| (element, term)));
    let fact = |(element, term): (&Element, &Term)| {
        let monomial = Some(notation.monomial(&term.monomial)).filter(|m| !m.is_empty());
        let monomial = monomial.as_deref().unwrap_or("1");
        let value = notation.grouped(&form.coefficients[term.coefficient].value, None);
        (format!("{}: {monomial}", element.name()), value)
    };
    terms.map(fact).chain(left_out).chain(reason).collect()
}
