//! The way back to physical parameters, as a chapter of the listing and as a command's answer.

use super::notation::{Notation, Style};
use super::page::{Equation, Inline, Page, math, words};
use super::recovery_formula::Formulas;
use super::text;
use crate::derivation::Derivation;
use crate::recovery::{
    LISTED, Plan, Recovery, StepKind, Suggestion, Suggestions, System, Undetermined,
};

/// What to know: all cheapest sets, and the cheapest additions to what is known.
pub type Suggested = (Suggestions, Option<Suggestions>);

/// The plan as plain text, with suggestions of what to know if there are any.
#[must_use]
pub fn recovery_text(
    derivation: &Derivation,
    recovery: &Recovery,
    suggestions: Option<&Suggested>,
) -> String {
    let mechanism = &derivation.mechanism;
    let mut page = Page {
        title: format!("{}: recovery of physical parameters", mechanism.name),
        blocks: Vec::new(),
    };
    let notation = Notation::new(mechanism, Style::Text);
    sections(&mut page, notation, derivation, recovery);
    if let Some((all, additions)) = suggestions {
        suggested(&mut page, &recovery.system, all);
        if let Some(additions) = additions {
            page.subheading("The cheapest additions to what is known");
            table(&mut page, &recovery.system, additions);
        }
    }
    text::render(&page)
}

/// A plan, in a chapter of its own.
pub(super) fn sections(
    page: &mut Page,
    notation: Notation<'_>,
    derivation: &Derivation,
    Recovery { system, plan }: &Recovery,
) {
    let notation = notation.with_base(&derivation.base);
    let formulas = Formulas::new(notation, system);
    summary(page, system, plan);
    steps(page, &formulas, plan);
    spare(page, &formulas, plan);
    undetermined(page, &notation, &formulas, plan);
    invisible(page, &formulas, plan);
}

/// Names, joined with commas; `nothing` if there are none.
fn list(system: &System, quantities: &[usize]) -> String {
    if quantities.is_empty() {
        return "nothing".to_owned();
    }
    let names: Vec<&str> = quantities
        .iter()
        .map(|&q| system.quantities[q].name.as_str())
        .collect();
    names.join(", ")
}

fn summary(page: &mut Page, system: &System, plan: &Plan) {
    let visible = system.quantities.len() - plan.invisible.len();
    let equations = system.equations.len();
    page.paragraph([words(format!(
        "{equations} base parameters depend on {visible} of {} physical parameters, lengths and \
         drive parameters. Known: {}.",
        system.quantities.len(),
        list(system, &plan.known)
    ))]);
    let unknown = plan.recovered().len() + plan.unsolved.len() + plan.undetermined.len();
    let proof = if plan.is_rank_proved(system) {
        ""
    } else {
        " (found in a prime field; that it is not higher is not proved)"
    };
    let determined = plan.recovered().len() + plan.unsolved.len();
    page.paragraph([words(format!(
        "Of {unknown} unknowns the base parameters determine {determined}, and {} independent \
         combinations in all{proof}.",
        plan.rank
    ))]);
    if !plan.unsolved.is_empty() {
        page.paragraph([words(format!(
            "Determined, but without a formula: {}. Know one of them beforehand, or others instead.",
            list(system, &plan.unsolved)
        ))]);
    }
    for &known in &plan.known {
        let name = &system.quantities[known].name;
        if plan.invisible.contains(&known) {
            page.paragraph([words(format!(
                "Knowing {name} is of no use: no base parameter depends on it."
            ))]);
        } else if plan.redundant.contains(&known) {
            page.paragraph([words(format!(
                "{name} need not be known: base parameters and the other knowns determine it. It is \
                 taken as given, and a spare equation checks it."
            ))]);
        }
    }
}

/// The formulas in order, and which root is taken where there is a choice.
fn steps(page: &mut Page, formulas: &Formulas<'_>, plan: &Plan) {
    if plan.steps.is_empty() {
        return;
    }
    page.subheading("Formulas, in order");
    let (mut linear, mut remarks) = (Vec::new(), Vec::new());
    for step in &plan.steps {
        if step.kind == StepKind::Linear {
            let left = formulas.quantities(&step.unknowns);
            linear.push(Equation::new(left, formulas.right(step)));
            remarks.extend(Some(formulas.note(step)).filter(|note| !note.is_empty()));
            continue;
        }
        page.equations(std::mem::take(&mut linear));
        page.paragraph([words(format!("{}.", formulas.note(step)))]);
        let zero = |equation| Equation::new("0", equation);
        page.equations(formulas.zeros(step).into_iter().map(zero).collect());
    }
    page.equations(linear);
    for remark in remarks {
        page.paragraph([words(format!("{remark}."))]);
    }
}

/// What the plan did not need.
fn spare(page: &mut Page, formulas: &Formulas<'_>, plan: &Plan) {
    if plan.spare.is_empty() {
        return;
    }
    page.subheading("Spare equations, to check the rest");
    let zero = |spare| Equation::new("0", formulas.spare(spare));
    page.equations(plan.spare.iter().map(zero).collect());
}

fn undetermined(page: &mut Page, notation: &Notation<'_>, formulas: &Formulas<'_>, plan: &Plan) {
    if plan.undetermined.is_empty() {
        return;
    }
    page.subheading("Not determined");
    let row = |u: &Undetermined| -> Vec<Inline> {
        let set = |set: &Vec<usize>| {
            let names: Vec<String> = set.iter().map(|&q| formulas.quantity(q)).collect();
            names.join(&notation.either(" and ", "\\text{ and }"))
        };
        let by = match u.determined_by.as_slice() {
            [] => words("it takes several more"),
            sets => math(notation.list(sets.iter().map(set))),
        };
        vec![math(formulas.quantity(u.quantity)), by]
    };
    let rows = plan.undetermined.iter().map(row).collect();
    page.table(&["parameter", "would be determined by any of"], rows);
}

fn invisible(page: &mut Page, formulas: &Formulas<'_>, plan: &Plan) {
    if !plan.invisible.is_empty() {
        page.subheading("Invisible: no base parameter depends on them");
        page.paragraph([math(formulas.quantities(&plan.invisible))]);
    }
}

/// All cheapest sets.
fn suggested(page: &mut Page, system: &System, suggestions: &Suggestions) {
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
    page.paragraph([words(format!("{count} of cost {}.", first.cost))]);
    table(page, system, suggestions);
    page.paragraph([words(match &suggestions.with_values {
        Some(set) => format!(
            "Keeping to what has a value in the file (cost {}): {}.",
            set.cost,
            list(system, &set.known)
        ),
        None => "No sufficient set keeps to what has a value in the file: bodies need `physical`."
            .to_owned(),
    })]);
}

fn table(page: &mut Page, system: &System, suggestions: &Suggestions) {
    let row = |set: &Suggestion| vec![words(set.cost.to_string()), words(list(system, &set.known))];
    let rows = suggestions.sets.iter().map(row).collect();
    page.table(&["cost", "known"], rows);
}
