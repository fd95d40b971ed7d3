//! The stage `dynamics`: elements of the closed form, and the energy functions of a parameter.

use serde_json::{Value, json};

use super::{Shown, no_element};
use crate::algebra::ParameterIndex;
use crate::command::failure::Failure;
use crate::derivation::Derivation;
use crate::document::{self, Notation, Style};
use crate::dynamics::{ClosedForm, Element, Form, Part};

/// The length of each element; one element, or one parameter's functions, where it is named.
pub(super) fn show(derivation: &Derivation, element: Option<&str>) -> Result<Shown, Failure> {
    let mechanism = &derivation.mechanism;
    let notation = Notation::new(mechanism, Style::Text);
    if let Some(name) = element
        && let Some(index) = mechanism.parameters.position(|p| p.name == name)
    {
        return Ok(functions(&notation, derivation, index));
    }
    let form = match (&derivation.closed_form, element) {
        (Ok(form), _) => form,
        (Err(reason), Some(_)) => return Err(Failure::OverBudget(*reason)),
        (Err(_), None) => return Ok(lengths(derivation)),
    };
    let Some(name) = element else {
        let list = form.elements.iter().map(|e| (e.name(), e.terms.len()));
        let text = list
            .map(|(name, terms)| format!("{name:<10}{terms:>6} terms\n"))
            .collect();
        let json = form
            .elements
            .iter()
            .map(|e| element_json(&notation, form, e));
        return Ok(Shown {
            text,
            json: json!({"elements": json.collect::<Vec<_>>()}),
        });
    };
    let Some((found, text)) = document::element(derivation, name)? else {
        let known = form.elements.iter().map(Element::name).collect();
        return Err(no_element("dynamics", name, known));
    };
    Ok(Shown {
        text,
        json: element_json(&notation, form, found),
    })
}

/// What one standard parameter multiplies.
fn functions(notation: &Notation<'_>, derivation: &Derivation, index: ParameterIndex) -> Shown {
    let functions = &derivation.functions[index];
    let name = notation.parameter(index);
    let mut text = format!("{name} multiplies\n");
    let mut inertia = serde_json::Map::new();
    for ((i, j), poly) in &functions.inertia {
        let element = Element {
            part: Part::Inertia,
            indices: vec![*i, *j],
            terms: Vec::new(),
        };
        let value = notation.poly(poly);
        text.push_str(&format!("  in {}: {value}\n", element.name()));
        inertia.insert(element.name(), json!(value));
    }
    let potential = notation.poly(&functions.potential);
    if !functions.potential.is_zero() {
        text.push_str(&format!("  in V: {potential}\n"));
    }
    let form = |form: &Option<Form>| {
        form.as_ref()
            .map(|form| form.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let (viscous, coulomb) = (form(&functions.viscous), form(&functions.coulomb));
    for (what, form) in [("viscous", &viscous), ("Coulomb", &coulomb)] {
        if let Some(form) = form {
            text.push_str(&format!(
                "  {what} friction of the rate [{}] qd\n",
                form.join(", ")
            ));
        }
    }
    if text.lines().count() == 1 {
        text.push_str("  nothing: no motion changes an energy with it\n");
    }
    let json = json!({
        "parameter": name, "inertia": inertia, "potential": potential,
        "viscous": viscous, "coulomb": coulomb,
    });
    Shown { text, json }
}

/// The number of terms of elements that are too long to be listed.
fn lengths(derivation: &Derivation) -> Shown {
    let mut text = match &derivation.closed_form {
        Ok(_) => String::new(),
        Err(reason) => format!("{reason}\n"),
    };
    let mut list = serde_json::Map::new();
    for part in [Part::Gravity, Part::Inertia, Part::Coriolis] {
        let Some(counts) = document::term_counts(derivation, part) else {
            text.push_str(&format!("{}_...: too many terms to count\n", part.letter()));
            continue;
        };
        for (element, terms) in counts {
            text.push_str(&format!("{:<10}{terms:>6} terms\n", element.name()));
            list.insert(element.name(), json!(terms));
        }
    }
    Shown {
        text,
        json: json!({"terms": list}),
    }
}

fn element_json(notation: &Notation<'_>, form: &ClosedForm, element: &Element) -> Value {
    let terms = element.terms.iter().map(|term| {
        let coefficient = &form.coefficients[term.coefficient];
        let physical = document::in_physical(notation.mechanism(), &coefficient.value);
        json!({
            "coefficient": coefficient.name,
            "monomial": notation.monomial(&term.monomial),
            "standard": notation.poly(&coefficient.value),
            "physical": notation.poly(&physical),
        })
    });
    json!({"element": element.name(), "terms": terms.collect::<Vec<_>>()})
}
