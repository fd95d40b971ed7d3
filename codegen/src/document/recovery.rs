//! The way back to physical parameters, as a chapter of the listing and as a command's answer.

use super::notation::Style;
use super::page::{Equation, Page, math, words};
use super::recovery_formula::Formulas;
use super::text::TEXT;
use crate::derivation::Derivation;
use crate::recovery::{
    LISTED, Plan, Quantity, QuantityKind, Recovery, StepKind, Suggestion, Suggestions, System,
    Undetermined,
};

/// Of what has no value at most so many names are listed.
const NAMED: usize = 12;

/// What to know: all cheapest sets, and the cheapest additions to what is known.
pub type Suggested = (Suggestions, Option<Suggestions>);

/// The plan as plain text, with suggestions of what to know if there are any.
#[must_use]
pub fn recovery_text(
    derivation: &Derivation,
    recovery: &Recovery,
    suggestions: Option<&Suggested>,
) -> String {
    let title = format!(
        "{}: recovery of physical parameters",
        derivation.mechanism.name
    );
    let mut page = Page::new(derivation, Style::Text, title);
    sections(&mut page, recovery);
    if let Some((all, additions)) = suggestions {
        suggested(&mut page, recovery, all);
        if let Some(additions) = additions {
            page.subheading("The cheapest additions to what is known");
            table(&mut page, &recovery.system, additions);
        }
    }
    TEXT.render(&page)
}

/// A plan, in a chapter of its own.
pub(super) fn sections(page: &mut Page<'_>, Recovery { system, plan }: &Recovery) {
    let notation = page.notation.with_base(&page.derivation.base);
    let formulas = Formulas::new(notation, system);
    let zero = |equation| Equation::new("0", equation);
    summary(page, system, plan);
    let coefficients = formulas.coefficients();
    if !coefficients.is_empty() {
        page.subheading("Coefficients of motion");
        page.equations(
            coefficients
                .into_iter()
                .map(|(symbol, sum)| Equation::new(symbol, sum)),
        );
    }
    steps(page, &formulas, plan);
    if !plan.spare.is_empty() {
        page.subheading("Spare equations, to check the rest");
        page.equations(plan.spare.iter().map(|spare| zero(formulas.spare(spare))));
    }
    undetermined(page, &formulas, plan);
    if !plan.invisible.is_empty() {
        page.subheading("Invisible: no base parameter depends on them");
        page.paragraph([math(formulas.quantities(&plan.invisible))]);
    }
}

/// Names, joined with commas; `nothing` if there are none.
fn list(system: &System, quantities: &[usize]) -> String {
    if quantities.is_empty() {
        return "nothing".to_owned();
    }
    let names = quantities.iter();
    let names: Vec<_> = names.map(|&q| system.quantities[q].name.as_str()).collect();
    names.join(", ")
}

fn summary(page: &mut Page<'_>, system: &System, plan: &Plan) {
    let visible = system.quantities.len() - plan.invisible.len();
    page.plain(format!(
        "{} base parameters depend on {visible} of {} physical parameters, lengths and drive \
         parameters. Known: {}.",
        page.derivation.base.base.len(),
        system.quantities.len(),
        list(system, &plan.known)
    ));
    let determined = plan.recovered().len() + plan.unsolved.len() + plan.fitted.len();
    let proof = match plan.is_rank_proved(system) {
        true => "",
        false => " (found in a prime field; that it is not higher is not proved)",
    };
    page.plain(format!(
        "Of {} unknowns the base parameters determine {determined}, and {} independent combinations \
         in all{proof}.",
        determined + plan.undetermined.len(),
        plan.rank
    ));
    if !plan.fitted.is_empty() {
        let what = match plan.fitted.len() {
            1 => {
                "Motion determines it by itself, and no regressor with another value fits. Base parameters are those with the \
                 value fitted, and formulas take it for known."
            }
            _ => {
                "Motion determines them by themselves, and no regressor with other values fits. Base parameters are those with \
                 the values fitted, and formulas take these for known."
            }
        };
        let fitted = list(system, &plan.fitted);
        page.plain(format!("Fitted with the base parameters: {fitted}. {what}"));
    }
    if !system.entangled.is_empty() {
        page.plain(format!(
            "Formulas take coefficients of motion: no regressor of base parameters fits that does not \
             hold true values of {}, and motion does not determine these by itself. Know some of them \
             beforehand, and base parameters will do.",
            list(system, &system.entangled)
        ));
    }
    if !plan.unsolved.is_empty() {
        page.plain(format!(
            "Determined, but without a formula: {}. Know one of them beforehand, or others instead.",
            list(system, &plan.unsolved)
        ));
    }
    if let Ok(Some(found)) = page.derivation.at_values() {
        page.plain(format!(
            "With the file's own values of lengths there are only {} base parameters; \
             `armwright parameters` lists them. What is said here holds for almost all other values.",
            found.base.len()
        ));
    }
    for known in &plan.known {
        let Quantity { name, kind, .. } = &system.quantities[*known];
        if plan.redundant.contains(known) && matches!(kind, QuantityKind::Length(_)) {
            page.plain(format!(
                "{name} need not be known: motion and the other knowns determine it. It is taken as \
                 given."
            ));
        } else if plan.invisible.contains(known) {
            page.plain(format!(
                "Knowing {name} is of no use: no base parameter depends on it."
            ));
        } else if plan.redundant.contains(known) {
            page.plain(format!(
                "{name} need not be known: base parameters and the other knowns determine it. It is \
                 taken as given, and a spare equation checks it."
            ));
        }
    }
}

/// The formulas in order, and which root is taken where there is a choice.
fn steps(page: &mut Page<'_>, formulas: &Formulas<'_>, plan: &Plan) {
    if plan.steps.is_empty() {
        return;
    }
    page.subheading("Formulas, in order");
    let mut linear = Vec::new();
    for step in &plan.steps {
        if step.kind == StepKind::Linear {
            let left = formulas.quantities(&step.unknowns);
            linear.push(Equation::new(left, formulas.right(step)));
            continue;
        }
        page.equations(std::mem::take(&mut linear));
        page.plain(format!("{}.", formulas.note(step)));
        let zeros = formulas.zeros(step).into_iter();
        page.equations(zeros.map(|equation| Equation::new("0", equation)));
    }
    page.equations(linear);
}

fn undetermined(page: &mut Page<'_>, formulas: &Formulas<'_>, plan: &Plan) {
    if plan.undetermined.is_empty() {
        return;
    }
    let notation = page.notation;
    page.subheading("Not determined");
    let set = |set: &Vec<usize>| {
        let names: Vec<String> = set.iter().map(|&q| formulas.quantity(q)).collect();
        names.join(&notation.either(" and ", "\\text{ and }"))
    };
    let row = |undetermined: &Undetermined| {
        let by = match undetermined.determined_by.as_slice() {
            [] => words("it takes several more"),
            sets => math(notation.list(sets.iter().map(set))),
        };
        [math(formulas.quantity(undetermined.quantity)), by]
    };
    let rows = plan.undetermined.iter().map(row);
    page.table(["parameter", "would be determined by any of"], rows);
}

/// All cheapest sets.
fn suggested(page: &mut Page<'_>, recovery: &Recovery, suggestions: &Suggestions) {
    let system = &recovery.system;
    page.subheading("What to know: the cheapest sufficient sets");
    let Some(first) = suggestions.sets.first() else {
        return;
    };
    let shown = suggestions.sets.len();
    let count = match suggestions.count {
        Some(1) => "One set".to_owned(),
        Some(count) if count > LISTED as u128 => {
            format!("{count} sets (the first {shown} are listed)")
        }
        Some(count) => format!("{count} sets"),
        None => format!("More sets than can be counted (the first {shown} are listed)"),
    };
    page.plain(format!("{count} of cost {}.", first.cost));
    table(page, system, suggestions);
    page.plain(match &suggestions.with_values {
        Some(set) => format!(
            "Keeping to what has a value in the file (cost {}): {}.",
            set.cost,
            list(system, &set.known)
        ),
        None => format!(
            "No sufficient set keeps to what has a value in the file, which has none of {}.",
            without_value(recovery)
        ),
    });
}

/// What base parameters depend on and the file has no value of: of many the first.
fn without_value(recovery: &Recovery) -> String {
    let Recovery { system, plan } = recovery;
    let lacks = |q: &usize| system.quantities[*q].nominal.is_none() && !plan.invisible.contains(q);
    let all: Vec<usize> = (0..system.quantities.len()).filter(lacks).collect();
    let named = &all[..all.len().min(NAMED)];
    match all.len() - named.len() {
        0 => list(system, named),
        more => format!("{} and {more} more", list(system, named)),
    }
}

fn table(page: &mut Page<'_>, system: &System, suggestions: &Suggestions) {
    let row = |set: &Suggestion| [words(set.cost.to_string()), words(list(system, &set.known))];
    page.table(["cost", "known"], suggestions.sets.iter().map(row));
}
