//! The stage `dynamics`: elements of the closed form, and the energy functions of a parameter.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{no_element, written};
use crate::algebra::{Atom, CoordinateIndex, ParameterIndex, Poly, Rational};
use crate::command::failure::Failure;
use crate::derivation::Derivation;
use crate::document::{Notation, coefficient_values, combination, terms};
use crate::dynamics::{ClosedForm, Element, Form, Functions, Part};
use crate::mechanism::Effect;

/// Each element; one element, or one parameter's functions, where it is named; how long elements
/// would be, where there are none.
pub(super) fn value(
    derivation: &Derivation,
    notation: Notation<'_>,
    element: Option<&str>,
) -> Result<Value, Failure> {
    let mechanism = &derivation.mechanism;
    let parameter = element.and_then(|name| mechanism.parameters.position(|p| p.name == name));
    if let Some(index) = parameter {
        return match (&derivation.functions, &derivation.closed_form) {
            (Some(all), _) => Ok(functions(&notation, &all[index], index)),
            (None, Err(reason)) => Err(Failure::NoClosedForm(*reason)),
            (None, Ok(_)) => Ok(functions(&notation, &Functions::default(), index)),
        };
    }
    let shown = |form: &ClosedForm, element: &Element| shown(&notation, derivation, form, element);
    let form = derivation.printed_form();
    let Some(name) = element else {
        let all = form.elements.iter().map(|element| shown(form, element));
        let mut value = json!({
            "elements": all.collect::<Result<Vec<_>, _>>()?,
            "angles": angles(&notation, form.elements.iter().flat_map(atoms)),
        });
        if let Err(reason) = &derivation.closed_form {
            value["not printed"] = json!(reason.to_string());
            value["terms"] = left_out(form);
        }
        return Ok(value);
    };
    // `M_1_12` is what a shell takes for `M_1,12`.
    let separated = name.split_once('_');
    let wanted = separated.map(|(letter, rest)| format!("{letter}_{}", rest.replace('_', ",")));
    let wanted = wanted.as_deref().unwrap_or(name);
    let mut elements = form.elements.iter();
    let found = elements.find(|element| element.name() == wanted);
    match (found, &derivation.closed_form, part_left_out(form, wanted)) {
        (Some(found), ..) => {
            let mut value = shown(form, found)?;
            value["angles"] = angles(&notation, atoms(found));
            Ok(value)
        }
        (None, Err(reason), Some(part)) => Err(Failure::NoClosedForm(reason.of(part))),
        _ => {
            let known = form.elements.iter().map(Element::name).collect();
            Err(no_element("dynamics", name, known))
        }
    }
}

/// An element and its coefficients.
fn shown(
    notation: &Notation<'_>,
    derivation: &Derivation,
    form: &ClosedForm,
    element: &Element,
) -> Result<Value, Failure> {
    let dependence = derivation.dependence()?;
    let term = |term: &crate::dynamics::Term| {
        let values = coefficient_values(notation, form, term.coefficient);
        json!({
            "coefficient": form.coefficients[term.coefficient].name,
            "monomial": notation.monomial(&term.monomial),
            "standard": values.last(),
            "physical": values.first(),
            "combination": dependence.and_then(|all| all[term.coefficient].as_ref())
                .map(|of| combination(notation, form, of)),
        })
    };
    Ok(json!({
        "element": element.name(),
        "equation": format!("{} = {}", element.name(), terms(notation, form, element)),
        "terms": element.terms.iter().map(term).collect::<Vec<_>>(),
    }))
}

/// What the terms of an element are made of.
fn atoms(element: &Element) -> impl Iterator<Item = Atom> {
    let factors = element
        .terms
        .iter()
        .flat_map(|term| term.monomial.factors());
    factors.map(|(atom, _)| *atom)
}

/// Sines and cosines, each pair with its angle.
fn angles(notation: &Notation<'_>, atoms: impl Iterator<Item = Atom>) -> Value {
    let turning = atoms.filter_map(|atom| match atom {
        Atom::Sine(k) | Atom::Cosine(k) => Some(k),
        _ => None,
    });
    let turning: BTreeSet<CoordinateIndex> = turning.collect();
    let angle = |k: CoordinateIndex| {
        json!({
            "sine": notation.atom(Atom::Sine(k)),
            "cosine": notation.atom(Atom::Cosine(k)),
            "angle": notation.angle(k),
        })
    };
    turning.into_iter().map(angle).collect()
}

/// What one standard parameter multiplies.
fn functions(notation: &Notation<'_>, functions: &Functions, index: ParameterIndex) -> Value {
    let inertia = functions.inertia.iter().map(|((i, j), poly)| {
        let element = Element::new(Part::Inertia, vec![*i, *j]);
        (element.name(), json!(notation.poly(poly)))
    });
    // Those alone that are one effect, times one.
    let form = |wanted: Effect| match functions.friction.as_slice() {
        [(effect, share, form)] if *effect == wanted && share.is_one() => {
            Some(written(form.iter()))
        }
        _ => None,
    };
    let mut shown = json!({
        "parameter": notation.parameter(index),
        "inertia": inertia.collect::<Map<_, _>>(),
        "potential": notation.poly(&functions.potential),
        "angles": angles(
            notation,
            functions.inertia.values().chain([&functions.potential]).flat_map(Poly::atoms),
        ),
        "viscous": form(Effect::Velocity), "coulomb": form(Effect::Sign),
    });
    let is_whole = form(Effect::Velocity).or(form(Effect::Sign)).is_some();
    if !is_whole && !functions.friction.is_empty() {
        let part = |(effect, share, form): &(Effect, Rational, Form)| {
            let effect = match effect {
                Effect::Constant => "1",
                Effect::Position => "p",
                Effect::Sign => "sign v",
                Effect::Velocity => "v",
                Effect::Speed => "|v|",
                Effect::Square => "v |v|",
            };
            json!({"effect": effect, "factor": notation.number(share), "form": written(form.iter())})
        };
        shown["friction"] = functions.friction.iter().map(part).collect();
    }
    shown
}

/// The number of terms of elements that are left out.
fn left_out(form: &ClosedForm) -> Value {
    let counted = form.left_out.values().flatten().flatten();
    let counted = counted.map(|(element, terms)| (element.name(), json!(terms)));
    counted.collect::<Map<_, _>>().into()
}

/// The part that an element belongs to, if it is left out.
fn part_left_out(form: &ClosedForm, name: &str) -> Option<Part> {
    let is_it = |(element, _): &(Element, _)| element.name() == name;
    let mut parts = form.left_out.iter();
    let found = parts.find(|(part, counts)| match counts {
        Some(counts) => counts.iter().any(is_it),
        None => name.starts_with(part.letter()),
    });
    found.map(|(part, _)| *part)
}
