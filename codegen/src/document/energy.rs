//! Kinetic and potential energy, from which all other equations follow.

use super::elements::along_one_axis;
use super::notation::Notation;
use super::page::{Equation, Page, math, words};
use crate::algebra::{Atom, Monomial, Poly, Rational, Symbol};
use crate::derivation::Derivation;
use crate::dynamics::Part;
use crate::mechanism::ParameterKind;
use crate::recovery::in_physical;

/// The chapter on energy.
pub(super) fn chapter(page: &mut Page, notation: &Notation<'_>, derivation: &Derivation) {
    page.heading("Energy");
    page.paragraph([
        words("Kinetic energy "),
        math("T"),
        words(" (armature and rotors included) and potential energy "),
        math("V"),
        words(", zero at the origin of the base frame, in J."),
    ]);
    page.equations(vec![kinetic(notation, derivation)]);

    let mechanism = notation.mechanism();
    let mut terms = potential(derivation).collect(|atom| atom.coordinate().is_some());
    // What does not depend on the configuration comes last.
    terms.sort_by_key(|(monomial, _)| monomial.is_one());
    let name = |k: usize| notation.coefficient(&format!("PV_{}", k + 1));
    let mut sum = String::new();
    for (k, (monomial, _)) in terms.iter().enumerate() {
        notation.append(
            &mut sum,
            &Rational::ONE,
            &[name(k), notation.monomial(monomial)],
        );
    }
    if sum.is_empty() {
        sum.push('0');
    }
    page.equations(vec![Equation::new("V", sum)]);
    let usual = along_one_axis(mechanism);
    let coefficient = |(k, (_, value)): (usize, &(Monomial, Poly))| {
        let physical = notation.grouped(&in_physical(mechanism, value), usual);
        let standard = notation.grouped(value, usual);
        let mut rights = vec![physical];
        if rights[0] != standard {
            rights.push(standard);
        }
        Equation {
            left: name(k),
            rights,
        }
    };
    page.equations(terms.iter().enumerate().map(coefficient).collect());
}

/// `T` by the elements of the inertia matrix; as a product where there is no closed form.
fn kinetic(notation: &Notation<'_>, derivation: &Derivation) -> Equation {
    let Ok(form) = &derivation.closed_form else {
        let product = notation.either(
            "1/2*qd^T*M(q)*qd",
            "\\tfrac{1}{2}\\,\\dot q^{\\mathsf T}\\,M(q)\\,\\dot q",
        );
        return Equation::new("T", product);
    };
    let mut sum = String::new();
    for element in form
        .elements
        .iter()
        .filter(|element| element.part == Part::Inertia)
    {
        let &[i, j] = element.indices.as_slice() else {
            continue;
        };
        let (first, second) = (notation.coordinate(i, 1), notation.coordinate(j, 1));
        let (factor, rates) = if i == j {
            (
                Rational::new(1, 2),
                vec![format!("{first}^{}", notation.either("2", "{2}"))],
            )
        } else {
            (Rational::ONE, vec![first, second])
        };
        let mut factors = vec![notation.element(element)];
        factors.extend(rates);
        notation.append(&mut sum, &factor, &factors);
    }
    Equation::new("T", if sum.is_empty() { "0".to_owned() } else { sum })
}

/// The potential as a polynomial in motion, geometric symbols and standard parameters; offsets,
/// whose potential is friction's, left out.
fn potential(derivation: &Derivation) -> Poly {
    let mechanism = &derivation.mechanism;
    let terms = derivation
        .functions
        .enumerate()
        .flat_map(|(index, functions)| {
            let counts = !matches!(mechanism.parameters[index].kind, ParameterKind::Offset(_));
            let symbol = Monomial::atom(Atom::Symbol(Symbol::Standard(index)));
            let terms = if counts {
                functions.potential.terms()
            } else {
                &[]
            };
            terms
                .iter()
                .map(move |(monomial, c)| (monomial.times(&symbol), c.clone()))
        });
    Poly::from_terms(terms)
}
