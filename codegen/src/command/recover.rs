//! `armwright recover`: the formulas for physical parameters, or what is missing for them.

use std::path::Path;

use serde_json::{Value, json};

use super::Output;
use super::answer::Answer;
use super::failure::Failure;
use super::robot_file;
use crate::algebra::Rational;
use crate::derivation::Derivation;
use crate::document::{Formulas, Notation, Style, recovery_text};
use crate::mechanism::{Inertial, Mechanism, ParameterKind};
use crate::recovery::{Analysis, Plan, Suggestion, Suggestions};

pub(super) fn recover(
    path: &Path,
    known: Option<&[String]>,
    suggest: bool,
    format: Output,
    colour: bool,
) -> Result<Answer, Failure> {
    let derived = robot_file::derive(path)?;
    let derivation = &derived.derivation;
    let mechanism = &derivation.mechanism;
    let analysis = Analysis::new(mechanism, &derivation.base)?;
    let names = known.unwrap_or(&mechanism.recovery.known);
    let known = quantities(&analysis, mechanism, names)?;
    let plan = analysis.plan(&known)?;
    let suggestions = match suggest {
        true => Some((analysis.suggestions(&[])?, additions(&analysis, &plan)?)),
        false => None,
    };
    let text = match format {
        Output::Text => recovery_text(
            derivation,
            &analysis.system,
            &plan,
            suggestions.as_ref().map(|(all, more)| (all, more.as_ref())),
        ),
        Output::Json => {
            let value = json(derivation, &analysis, &plan, suggestions.as_ref());
            format!("{value:#}\n")
        }
    };
    Ok(Answer::text(text).with_remarks(robot_file::remarks(&derived.warnings, colour)))
}

/// What the cheapest additions to the knowns of a plan are, where it leaves something undetermined.
fn additions(analysis: &Analysis<'_>, plan: &Plan) -> Result<Option<Suggestions>, Failure> {
    if plan.undetermined.is_empty() || plan.known.is_empty() {
        return Ok(None);
    }
    Ok(Some(analysis.suggestions(&plan.known)?))
}

/// The quantities that names stand for, each once.
fn quantities(
    analysis: &Analysis<'_>,
    mechanism: &Mechanism,
    names: &[String],
) -> Result<Vec<usize>, Failure> {
    let mut known = Vec::new();
    for name in names
        .iter()
        .map(|name| name.trim())
        .filter(|name| !name.is_empty())
    {
        let quantity = analysis.quantity(name).ok_or_else(|| Failure::NoQuantity {
            name: name.to_owned(),
            nearest: crate::diagnostic::nearest(
                name,
                analysis.system.quantities.iter().map(|q| q.name.as_str()),
            ),
            standard: physical_instead(mechanism, name),
        })?;
        if !known.contains(&quantity) {
            known.push(quantity);
        }
    }
    Ok(known)
}

/// What to name in place of a first moment or an inertia about the origin.
fn physical_instead(mechanism: &Mechanism, name: &str) -> Option<String> {
    let parameter = mechanism.parameters.iter().find(|p| p.name == name)?;
    let ParameterKind::Inertial { body, component } = parameter.kind else {
        return None;
    };
    let body = &mechanism.bodies[body].name;
    let physical = component.physical();
    Some(match component {
        Inertial::Inertia(..) => format!("`{physical}_{body}`"),
        _ => format!("`m_{body}` and `{physical}_{body}`"),
    })
}

/// What programs read: the layout is fixed, fields may be added.
fn json(
    derivation: &Derivation,
    analysis: &Analysis<'_>,
    plan: &Plan,
    suggestions: Option<&(Suggestions, Option<Suggestions>)>,
) -> Value {
    let system = &analysis.system;
    let mechanism = &derivation.mechanism;
    let name = |&q: &usize| system.quantities[q].name.clone();
    let names = |all: &[usize]| all.iter().map(name).collect::<Vec<_>>();
    let visible: Vec<usize> = (0..system.quantities.len())
        .filter(|q| !plan.invisible.contains(q))
        .collect();
    let notation = Notation::new(mechanism, Style::Text).with_base(&derivation.base);
    let formulas = Formulas::new(notation, system);
    let mut recoverable = [plan.recovered(), plan.unsolved.clone()].concat();
    recoverable.sort_unstable();
    let steps = plan.steps.iter().flat_map(|step| {
        let formulas = &formulas;
        step.unknowns.iter().map(move |unknown| {
            json!({
                "parameter": name(unknown),
                "formula": formulas.right(step),
                "kind": step.kind.name(),
                "divisor": formulas.divisor(step),
                "note": formulas.note(step),
                "with": names(&step.unknowns),
            })
        })
    });
    let undetermined = plan.undetermined.iter().map(|u| {
        let by: Vec<Vec<String>> = u.determined_by.iter().map(|set| names(set)).collect();
        json!({"parameter": name(&u.quantity), "determined_by": by})
    });
    let base = derivation.base.base.enumerate().map(|(k, base)| {
        json!({
            "symbol": notation.base_symbol(k),
            "name": mechanism.parameters[base.representative].name,
            "expression": notation.base_parameter(base),
        })
    });
    let mut value = json!({
        "robot": mechanism.name,
        "visible": names(&visible),
        "visible_count": visible.len(),
        "invisible": names(&plan.invisible),
        "invisible_count": plan.invisible.len(),
        "rank": plan.rank,
        "rank_proved": plan.is_rank_proved(system),
        "known": names(&plan.known),
        "redundant": names(&plan.redundant),
        "recoverable": names(&recoverable),
        "undetermined": plan.undetermined.iter().map(|u| name(&u.quantity)).collect::<Vec<_>>(),
        "determined_by": undetermined.collect::<Vec<_>>(),
        "unsolved": names(&plan.unsolved),
        "steps": steps.collect::<Vec<_>>(),
        "spare": plan.spare.iter().map(|s| formulas.spare(s)).collect::<Vec<_>>(),
        "base": base.collect::<Vec<_>>(),
        "suggestions": [],
    });
    if let Some((all, additions)) = suggestions {
        let set = |s: &Suggestion| json!({"cost": number(&s.cost), "known": names(&s.known)});
        value["suggestions"] = all.sets.iter().map(set).collect();
        value["suggestion_count"] = all.count.map_or(Value::Null, |count| {
            u64::try_from(count).map_or_else(|_| json!(count.to_string()), Value::from)
        });
        value["with_values"] = all.with_values.as_ref().map_or(Value::Null, set);
        if let Some(additions) = additions {
            value["additions"] = additions.sets.iter().map(set).collect();
        }
    }
    value
}

/// A cost, as a whole number where it is one.
fn number(value: &Rational) -> Value {
    match value.small() {
        Some((whole, 1)) => json!(whole),
        _ => json!(value.to_f64()),
    }
}
