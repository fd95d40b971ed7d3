//! The way back to physical parameters, as a chapter of the listing and as a command's answer.

use super::notation::{Notation, Style};
use super::page::{Equation, Inline, Page, math, words};
use super::recovery_formula::Formulas;
use super::text;
use crate::derivation::Derivation;
use crate::identifiability::Unproved;
use crate::recovery::{Analysis, LISTED, Plan, StepKind, Suggestion, Suggestions, System};

/// The chapter on recovery, for what the robot file says is known.
///
/// # Errors
/// [`Unproved`].
pub(super) fn chapter(
    page: &mut Page,
    notation: &Notation<'_>,
    derivation: &Derivation,
) -> Result<(), Unproved> {
    let analysis = Analysis::new(&derivation.mechanism, &derivation.base)?;
    let plan = analysis.file_plan()?;
    page.heading("Recovery");
    sections(page, *notation, derivation, &analysis.system, &plan);
    Ok(())
}

/// The plan as plain text, with suggestions of what to know if there are any: all cheapest sets,
/// and the cheapest additions to what is known.
#[must_use]
pub fn recovery_text(
    derivation: &Derivation,
    system: &System,
    plan: &Plan,
    suggestions: Option<(&Suggestions, Option<&Suggestions>)>,
) -> String {
    let notation = Notation::new(&derivation.mechanism, Style::Text);
    let mut page = Page {
        title: format!(
            "{}: recovery of physical parameters",
            derivation.mechanism.name
        ),
        blocks: Vec::new(),
    };
    sections(&mut page, notation, derivation, system, plan);
    if let Some((all, additions)) = suggestions {
        suggested(&mut page, system, all);
        if let Some(additions) = additions {
            added(&mut page, system, additions);
        }
    }
    text::render(&page)
}

fn sections<'a>(
    page: &mut Page,
    notation: Notation<'a>,
    derivation: &'a Derivation,
    system: &'a System,
    plan: &Plan,
) {
    let notation = notation.with_base(&derivation.base);
    let formulas = Formulas::new(notation, system);
    summary(page, system, plan);
    steps(page, &formulas, plan);
    spare(page, &formulas, plan);
    undetermined(page, &notation, &formulas, plan);
    invisible(page, &notation, &formulas, plan);
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
        let names: Vec<String> = step
            .unknowns
            .iter()
            .map(|&u| formulas.quantity(u))
            .collect();
        if step.kind == StepKind::Linear {
            linear.push(Equation::new(names.join(", "), formulas.right(step)));
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
    let row = |u: &crate::recovery::Undetermined| -> Vec<Inline> {
        let set = |set: &Vec<usize>| {
            let names: Vec<String> = set.iter().map(|&q| formulas.quantity(q)).collect();
            names.join(notation.either(" and ", "\\text{ and }").as_str())
        };
        let sets: Vec<String> = u.determined_by.iter().map(set).collect();
        let by = if sets.is_empty() {
            words("it takes several more")
        } else {
            math(sets.join(notation.either(", ", ",\\;").as_str()))
        };
        vec![math(formulas.quantity(u.quantity)), by]
    };
    let rows = plan.undetermined.iter().map(row).collect();
    page.table(&["parameter", "would be determined by any of"], rows);
}

fn invisible(page: &mut Page, notation: &Notation<'_>, formulas: &Formulas<'_>, plan: &Plan) {
    if plan.invisible.is_empty() {
        return;
    }
    page.subheading("Invisible: no base parameter depends on them");
    let names: Vec<String> = plan
        .invisible
        .iter()
        .map(|&q| formulas.quantity(q))
        .collect();
    page.paragraph([math(names.join(notation.either(", ", ",\\;").as_str()))]);
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
    table(page, system, &suggestions.sets);
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

/// The cheapest additions to what is known.
fn added(page: &mut Page, system: &System, additions: &Suggestions) {
    page.subheading("The cheapest additions to what is known");
    table(page, system, &additions.sets);
}

fn table(page: &mut Page, system: &System, sets: &[Suggestion]) {
    let row = |set: &Suggestion| vec![words(set.cost.to_string()), words(list(system, &set.known))];
    page.table(&["cost", "known"], sets.iter().map(row).collect());
}
