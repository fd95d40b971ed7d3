//! The closed form's elements as data: what each is a sum of.

use proc_macro2::TokenStream;

use super::data::{list, record};
use crate::derivation::Derivation;
use crate::document::{Notation, Style, coefficient_in_physical};
use crate::dynamics::{Element, Term};
use crate::identifiability::ElementInBase;

/// The elements as values of `armwright_runtime::Element`; none for a large closed form.
pub(super) fn elements(derivation: &Derivation) -> Vec<TokenStream> {
    let (Ok(form), Some(in_base)) = (&derivation.closed_form, &derivation.elements) else {
        return Vec::new();
    };
    let [text, latex] = [Style::Text, Style::Latex]
        .map(|style| Notation::new(&derivation.mechanism, style).rounded());
    let term = |(term, combination): (&Term, &Vec<_>)| {
        let name = &form.coefficients[term.coefficient].name;
        record!(ElementTerm {
            name: name,
            latex: latex.coefficient(name),
            monomial: monomial(&text, term),
            monomial_latex: monomial(&latex, term),
            expression: coefficient_in_physical(&text, form, term.coefficient),
            combination: combination,
        })
    };
    let element = |(element, in_base): (&Element, &ElementInBase)| {
        record!(Element {
            name: text.element(element),
            latex: latex.element(element),
            part: element.part,
            indices: element.indices,
            coordinates: in_base.coordinates,
            terms: list(element.terms.iter().zip(&in_base.combinations).map(term)),
        })
    };
    form.elements.iter().zip(in_base).map(element).collect()
}

fn monomial(notation: &Notation<'_>, term: &Term) -> String {
    let product = Some(notation.monomial(&term.monomial));
    let product = product.filter(|product| !product.is_empty());
    product.unwrap_or_else(|| "1".to_owned())
}
