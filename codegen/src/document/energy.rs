//! Kinetic and potential energy, from which all other equations follow.

use super::elements::values;
use super::notation::Notation;
use super::page::{Equation, Page};
use crate::algebra::Rational;
use crate::dynamics::{ClosedForm, Part, potential};
use crate::mechanism::Base;

/// The chapter on energy.
pub(super) fn chapter(page: &mut Page<'_>) {
    let (derivation, notation) = (page.derivation, page.notation);
    page.heading("Energy");
    page.prose(
        "Kinetic energy $T$ (armature and rotors included) and potential energy $V$, zero at the \
         origin of the base frame, in J.",
    );
    let form = derivation.printed_form();
    match form.left_out.get(&Part::Inertia) {
        None => page.equations([kinetic(&notation, form)]),
        Some(_) => page.fixed([[
            ["T", "1/2*qd^T*M(q)*qd"],
            ["T", "\\tfrac{1}{2}\\,\\dot q^{\\mathsf T}\\,M(q)\\,\\dot q"],
        ]]),
    }
    let Some(functions) = &derivation.functions else {
        page.prose(match derivation.mechanism.base {
            Base::Rest => "$V$ has too many terms to be printed.",
            Base::Input => "$V$ depends on how the base stands, and is not printed.",
        });
        return;
    };
    let potential = potential(&derivation.mechanism, functions);
    let mut terms = potential.collect(|atom| atom.coordinate().is_some());
    // What does not depend on the configuration comes last.
    terms.sort_by_key(|(monomial, _)| monomial.is_one());
    let names = (1..).map(|number| notation.coefficient(&format!("PV_{number}")));
    let terms: Vec<_> = names.zip(terms).collect();
    let sum = terms.iter();
    let sum = sum.map(|(name, (monomial, _))| {
        (
            Rational::ONE,
            vec![name.clone(), notation.monomial(monomial)],
        )
    });
    page.equations([Equation::new("V", notation.sum(sum))]);
    page.equations(terms.into_iter().map(|(left, (_, value))| Equation {
        left,
        rights: values(&notation, &value, true),
    }));
}

/// `T` by the elements of the inertia matrix.
fn kinetic(notation: &Notation<'_>, form: &ClosedForm) -> Equation {
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
