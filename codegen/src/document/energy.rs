//! Kinetic and potential energy, from which all other equations follow.

use super::elements::values;
use super::notation::Notation;
use super::page::{Equation, Page};
use crate::algebra::{Monomial, Poly, Rational};
use crate::derivation::Derivation;
use crate::dynamics::{Part, potential};

/// The chapter on energy.
pub(super) fn chapter(page: &mut Page, notation: &Notation<'_>, derivation: &Derivation) {
    page.heading("Energy");
    page.paragraph(notation.prose(
        "Kinetic energy $T$ (armature and rotors included) and potential energy $V$, zero at the \
         origin of the base frame, in J.",
    ));
    page.equations(vec![kinetic(notation, derivation)]);

    let Some(functions) = &derivation.functions else {
        page.paragraph(notation.prose("$V$ has too many terms to be printed."));
        return;
    };
    let potential = potential(&derivation.mechanism, functions);
    let mut terms = potential.collect(|atom| atom.coordinate().is_some());
    // What does not depend on the configuration comes last.
    terms.sort_by_key(|(monomial, _)| monomial.is_one());
    let name = |k: usize| notation.coefficient(&format!("PV_{}", k + 1));
    let sum = terms
        .iter()
        .enumerate()
        .map(|(k, (monomial, _))| (Rational::ONE, vec![name(k), notation.monomial(monomial)]));
    page.equations(vec![Equation::new("V", notation.sum(sum))]);
    let coefficient = |(k, (_, value)): (usize, &(Monomial, Poly))| Equation {
        left: name(k),
        rights: values(notation, value, true),
    };
    page.equations(terms.iter().enumerate().map(coefficient).collect());
}

/// `T` by the elements of the inertia matrix; as a product where there is no closed form.
fn kinetic(notation: &Notation<'_>, derivation: &Derivation) -> Equation {
    let Ok(form) = &derivation.closed_form else {
        return notation.equation(
            ["T", "1/2*qd^T*M(q)*qd"],
            ["T", "\\tfrac{1}{2}\\,\\dot q^{\\mathsf T}\\,M(q)\\,\\dot q"],
        );
    };
    let elements = form.elements.iter();
    let terms = elements.filter_map(|element| {
        let (Part::Inertia, &[i, j]) = (element.part, element.indices.as_slice()) else {
            return None;
        };
        let (first, second) = (notation.coordinate(i, 1), notation.coordinate(j, 1));
        let name = notation.element(element);
        Some(match i == j {
            true => (Rational::new(1, 2), vec![name, notation.raised(&first, 2)]),
            false => (Rational::ONE, vec![name, first, second]),
        })
    });
    Equation::new("T", notation.sum(terms))
}
