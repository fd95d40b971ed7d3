//! `armwright recover`: the formulas for physical parameters, or what is missing for them.

use serde_json::{Value, json};

use super::Output;
use super::failure::{Failure, Hint, Missing};
use super::parameters::at_values;
use crate::algebra::Rational;
use crate::derivation::Derivation;
use crate::diagnostic::nearest;
use crate::document::{Formulas, Notation, Style, Suggested, recovery_text};
use crate::identifiability::Unproved;
use crate::mechanism::{Inertial, Mechanism, ParameterKind};
use crate::recovery::{Analysis, Recovery, Step, Suggestion};

/// The plan for what is known: what is named, or what the file says.
pub(super) fn text(
    derivation: &Derivation,
    known: Option<&[String]>,
    suggest: bool,
    format: Output,
) -> Result<String, Failure> {
    let mechanism = &derivation.mechanism;
    let analysis = Analysis::new(mechanism, &derivation.base);
    let names = known.unwrap_or(&mechanism.recovery.known);
    let recovery = analysis.recovery(&quantities(&analysis, mechanism, names)?)?;
    let plan = &recovery.plan;
    let suggested: Option<Suggested> = match suggest {
        false => None,
        true => {
            let is_lacking = !plan.undetermined.is_empty() && !plan.known.is_empty();
            let more = is_lacking.then(|| analysis.suggestions(&plan.known));
            Some((analysis.suggestions(&[])?, more.transpose()?))
        }
    };
    let suggested = suggested.as_ref();
    Ok(match format {
        Output::Text => recovery_text(derivation, &recovery, suggested),
        Output::Json => format!("{:#}\n", value(derivation, &recovery, suggested)?),
    })
}

/// The quantities that names stand for, each once.
fn quantities(
    analysis: &Analysis<'_>,
    mechanism: &Mechanism,
    names: &[String],
) -> Result<Vec<usize>, Failure> {
    let mut known = Vec::new();
    let names = names.iter().map(|name| name.trim());
    for name in names.filter(|name| !name.is_empty()) {
        let quantity = analysis.quantity(name).ok_or_else(|| {
            let all = analysis.quantities.iter().map(|q| q.name.as_str());
            let valued = name.split_once('=').map(|(name, _)| name.trim());
            let valued = valued.filter(|name| analysis.quantity(name).is_some());
            let hint = match (physical_instead(mechanism, name), valued) {
                (Some(physical), _) => Hint::Physical(physical),
                (None, Some(name)) => Hint::WithoutValue(name.to_owned()),
                (None, None) => {
                    Hint::Meant(nearest(name, all).map(str::to_owned).into_iter().collect())
                }
            };
            Failure::Unknown(Missing::Quantity(name.to_owned()), hint)
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
    let physical = &parameter.physical;
    Some(match component {
        Inertial::Inertia(..) => format!("`{physical}`"),
        _ => format!("`m_{}` and `{physical}`", mechanism.bodies[body].name),
    })
}

/// What programs read: the layout is fixed, fields may be added.
///
/// # Errors
/// [`Unproved`].
pub(super) fn value(
    derivation: &Derivation,
    Recovery { system, plan }: &Recovery,
    suggested: Option<&Suggested>,
) -> Result<Value, Unproved> {
    let mechanism = &derivation.mechanism;
    let name = |&q: &usize| system.quantities[q].name.clone();
    let names = |all: &[usize]| all.iter().map(name).collect::<Vec<_>>();
    let visible = (0..system.quantities.len()).filter(|q| !plan.invisible.contains(q));
    let visible: Vec<usize> = visible.collect();
    let notation = Notation::new(mechanism, Style::Text).rounded();
    let notation = notation.with_base(&derivation.base);
    let formulas = Formulas::new(notation, system);
    let mut recoverable = [plan.recovered(), plan.unsolved.clone(), plan.fitted.clone()].concat();
    recoverable.sort_unstable();
    let step = |(step, unknown): (&Step, &usize)| {
        json!({
            "parameter": name(unknown),
            "formula": formulas.right(step),
            "kind": step.kind.name(),
            "divisor": formulas.divisor(step),
            "note": formulas.note(step),
            "with": names(&step.unknowns),
        })
    };
    let steps = plan.steps.iter();
    let steps = steps.flat_map(|step| step.unknowns.iter().map(move |unknown| (step, unknown)));
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
        "steps": steps.map(step).collect::<Vec<_>>(),
        "spare": plan.spare.iter().map(|s| formulas.spare(s)).collect::<Vec<_>>(),
        "base": base.collect::<Vec<_>>(),
        "suggestions": [],
    });
    let coefficients = formulas.coefficients().into_iter();
    let coefficients: Vec<Value> = coefficients
        .map(|(symbol, expression)| json!({"symbol": symbol, "expression": expression}))
        .collect();
    if !coefficients.is_empty() {
        value["coefficients"] = coefficients.into();
    }
    if let Some(found) = derivation.at_values()? {
        value["base_at_values"] = at_values(derivation, found);
    }
    for (key, lengths) in [("fitted", &plan.fitted), ("entangled", &system.entangled)] {
        if !lengths.is_empty() {
            value[key] = names(lengths).into();
        }
    }
    if let Some((all, additions)) = suggested {
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
    Ok(value)
}

/// A cost, as a whole number where it is one.
fn number(value: &Rational) -> Value {
    match value.small() {
        Some((whole, 1)) => json!(whole),
        _ => json!(value.to_f64()),
    }
}
