//! The elements of g, J and S: which trigonometric monomials they have.

use std::collections::BTreeMap;

use armwright_codegen::algebra::{Monomial, Poly, Rational};

use super::derived::Wrist;
use super::erratum::{Errata, Erratum, listed};
use super::linear::in_terms_of;
use super::printed::{PaperError, Printed, Term};

const PLACE: &str = "section 2.2, below equation 1";

/// What the printed coefficients are truly, in standard parameters, by the printed name. Where an
/// element's printed monomials are wrong, the coefficients are those of the corrected monomials.
pub(super) type Coefficients = BTreeMap<String, Poly>;

/// Compares every element and gives the derived value of every printed coefficient.
pub(super) fn compare(
    printed: &Printed,
    wrist: &Wrist,
    errata: &mut Errata,
) -> Result<Coefficients, PaperError> {
    let mut coefficients = Coefficients::new();
    let (mut right, mut seen) = (Vec::new(), Vec::new());
    for (element, text, terms) in printed.elements()? {
        let value = wrist.element(&element);
        let before = errata.errata.len();
        let names = terms.iter().map(|(name, _)| name.clone());
        let names: Vec<String> = names.collect();
        let found = match in_terms_of(&monomials(&terms), &value) {
            Some(found) => found,
            None => {
                let line = format!("{element} = {text}");
                corrected(wrist, &element, &line, terms, &value, errata)
            }
        };
        coefficients.extend(names.into_iter().zip(found));
        if errata.errata.len() == before {
            right.push(element.clone());
        }
        seen.push(element);
    }
    for element in &printed.zero {
        if !wrist.element(element).is_zero() {
            errata.errata.push(not_zero(wrist, element));
        }
        seen.push(element.clone());
    }
    count(printed, wrist, coefficients.len(), errata);
    agreements(printed, wrist, &right, &seen, errata);
    Ok(coefficients)
}

fn monomials(terms: &[Term]) -> Vec<Monomial> {
    terms.iter().map(|(_, monomial)| monomial.clone()).collect()
}

/// Finds what is wrong with an element's monomials and gives its coefficients once it is put right.
fn corrected(
    wrist: &Wrist,
    element: &str,
    line: &str,
    mut terms: Vec<Term>,
    value: &Poly,
    errata: &mut Errata,
) -> Vec<Poly> {
    let derived = value.collect(|atom| atom.coordinate().is_some());
    let mut missing: Vec<Monomial> = derived.into_iter().map(|(monomial, _)| monomial).collect();
    missing.retain(|monomial| !monomials(&terms).contains(monomial));
    let reason = reason(wrist, element, value);
    while let Some((term, lost, factor)) = incomplete(&terms, &missing, value) {
        let (name, wrong) = terms[term].clone();
        let twin = terms
            .iter()
            .find(|(other, monomial)| *other != name && *monomial == wrong);
        let twin = twin.map_or_else(
            || {
                format!(
                    "`{}` does not occur in {element}.",
                    wrist.write_monomial(&wrong)
                )
            },
            |(twin, _)| format!("As printed, {name} and {twin} multiply the same monomial."),
        );
        let [is, should, factor] = [&wrong, &lost, &factor].map(|m| wrist.write_monomial(m));
        errata.errata.push(Erratum {
            title: format!("{name} in {element} lacks a factor {factor}"),
            place: PLACE,
            printed: line.to_owned(),
            derived: format!("{name} {should}, not {name} {is}"),
            reason: format!("{reason} {twin}"),
        });
        missing.retain(|monomial| *monomial != lost);
        terms[term].1 = lost;
    }
    if !missing.is_empty() {
        let names: Vec<String> = missing.iter().map(|m| wrist.write_monomial(m)).collect();
        let solved = in_terms_of(&[monomials(&terms), missing.clone()].concat(), value);
        let values = solved.unwrap_or_default();
        let lost = missing.iter().zip(values.iter().skip(terms.len()));
        let lost: Vec<String> = lost
            .map(|(monomial, value)| {
                let value = wrist.write(&wrist.in_physical(value));
                format!(
                    "{element} has {} times {value}",
                    wrist.write_monomial(monomial)
                )
            })
            .collect();
        errata.errata.push(Erratum {
            title: format!("{element} lacks its terms in {}", listed(&names)),
            place: PLACE,
            printed: line.to_owned(),
            derived: lost.join("\n"),
            reason,
        });
    }
    let all = [monomials(&terms), missing].concat();
    let mut values = in_terms_of(&all, value).unwrap_or_default();
    values.truncate(terms.len());
    values
}

/// A printed term whose monomial does not occur, or occurs twice, and a missing monomial that it
/// divides: its index, the monomial, the quotient.
fn incomplete(
    terms: &[Term],
    missing: &[Monomial],
    value: &Poly,
) -> Option<(usize, Monomial, Monomial)> {
    let derived = value.collect(|atom| atom.coordinate().is_some());
    let doubtful = |monomial: &Monomial| {
        let twice = terms.iter().filter(|(_, other)| other == monomial).count() > 1;
        twice || !derived.iter().any(|(known, _)| known == monomial)
    };
    let mut doubtful = (0..terms.len()).filter(|&k| doubtful(&terms[k].1));
    doubtful.find_map(|k| {
        let mut quotients = missing
            .iter()
            .filter_map(|m| Some((m, m.over(&terms[k].1)?)));
        quotients
            .next()
            .map(|(lost, factor)| (k, lost.clone(), factor))
    })
}

/// An element printed as zero that is not.
fn not_zero(wrist: &Wrist, element: &str) -> Erratum {
    let value = wrist.element(element);
    let terms = value.collect(|atom| atom.coordinate().is_some());
    let line = |(monomial, coefficient): &(Monomial, Poly)| {
        let coefficient = wrist.write(&wrist.in_physical(coefficient));
        format!(
            "{element} has {} times {coefficient}",
            wrist.write_monomial(monomial)
        )
    };
    Erratum {
        title: format!("{element} is not 0"),
        place: PLACE,
        printed: format!("{element} = 0"),
        derived: terms.iter().map(line).collect::<Vec<_>>().join("\n"),
        reason: reason(wrist, element, &value),
    }
}

/// Where an element comes from: a multiple of one derivative of an inertia, or of another element.
fn reason(wrist: &Wrist, element: &str, value: &Poly) -> String {
    let factors = [(1, 1, ""), (-1, 1, "-"), (1, 2, "1/2 "), (-1, 2, "-1/2 ")];
    let inertias = ["J_11", "J_12", "J_13", "J_22", "J_23", "J_33"];
    for inertia in inertias {
        for joint in wrist.bare().mechanism.coordinates.places() {
            let derivative = wrist
                .bare()
                .mechanism
                .derivative(&wrist.element(inertia), joint);
            for (n, d, sign) in factors {
                if derivative.scale(&Rational::new(n, d)) == *value {
                    let joint = joint.at() + 1;
                    return format!("By Lagrange {element} = {sign}d{inertia}/dq_{joint}.");
                }
            }
        }
    }
    let mut others = wrist
        .closed_form()
        .elements
        .iter()
        .map(|other| other.name());
    let opposite = others.find(|other| other != element && -&wrist.element(other) == *value);
    opposite.map_or_else(
        || format!("{element} follows from Lagrange's equations."),
        |other| format!("Identically {element} = -{other}."),
    )
}

/// The number of coefficients.
fn count(printed: &Printed, wrist: &Wrist, named: usize, errata: &mut Errata) {
    let derived = wrist.closed_form().coefficients.len();
    if derived == printed.coefficients {
        return;
    }
    errata.errata.push(Erratum {
        title: format!(
            "There are {derived} coefficients, not {}",
            printed.coefficients
        ),
        place: "section 2.2",
        printed: format!("the {} parameters (PG, PJ and PS)", printed.coefficients),
        derived: format!("{derived} coefficients"),
        reason: format!(
            "The printed equations have {named} names; the terms that they lack need {} more.",
            derived - named
        ),
    });
}

fn agreements(
    printed: &Printed,
    wrist: &Wrist,
    right: &[String],
    seen: &[String],
    errata: &mut Errata,
) {
    errata.agreements.push(format!(
        "The printed monomials of {} are those of the derivation.",
        listed(right)
    ));
    for (one, other) in [("J_21", "J_12"), ("J_31", "J_13"), ("J_32", "J_23")] {
        let printed = printed.same.get(one).is_some_and(|same| same == other);
        if !printed && !seen.iter().any(|name| name == one) {
            let note = format!("Not printed, and left to the reader: {one} = {other}.");
            errata.agreements.push(note);
        }
    }
    let zeros = printed
        .zero
        .iter()
        .filter(|name| wrist.element(name).is_zero())
        .count();
    errata.agreements.push(format!(
        "{zeros} of the {} elements printed as 0 are: for j > k by convention, since S_ijk holds \
         the whole coefficient of qd_j qd_k where j <= k.",
        printed.zero.len()
    ));
}
