//! The closed form's elements as data: what each is a sum of.

use proc_macro2::TokenStream;
use quote::quote;

use super::expression::{float, place};
use crate::derivation::Derivation;
use crate::document::{Notation, Style, coefficient_in_physical};
use crate::dynamics::{ClosedForm, Element, Part, Term};
use crate::identifiability::ElementInBase;

/// The elements as values of `armwright_runtime::Element`; nothing for a large closed form.
pub(super) fn elements(derivation: &Derivation) -> Vec<TokenStream> {
    let (Ok(form), Some(in_base)) = (&derivation.closed_form, &derivation.elements) else {
        return Vec::new();
    };
    let elements = form.elements.iter().zip(in_base);
    elements
        .map(|(element, in_base)| value(derivation, form, element, in_base))
        .collect()
}

fn value(
    derivation: &Derivation,
    form: &ClosedForm,
    element: &Element,
    in_base: &ElementInBase,
) -> TokenStream {
    let text = Notation::new(&derivation.mechanism, Style::Text);
    let latex = Notation::new(&derivation.mechanism, Style::Latex);
    let (name, name_latex) = (text.element(element), latex.element(element));
    let part = match element.part {
        Part::Gravity => quote!(Gravity),
        Part::Inertia => quote!(Inertia),
        Part::Coriolis => quote!(Coriolis),
    };
    let indices = element.indices.iter().copied().map(place);
    let coordinates = in_base.coordinates.iter().copied().map(place);
    let terms = element.terms.iter().zip(&in_base.combinations);
    let terms = terms.map(|(term, combination)| {
        let name = &form.coefficients[term.coefficient].name;
        let name_latex = latex.coefficient(name);
        let (monomial, monomial_latex) = (monomial(&text, term), monomial(&latex, term));
        let expression = coefficient_in_physical(&text, form, term.coefficient);
        let combination = combination.iter().map(|&(base, factor)| {
            let (base, factor) = (place(base), float(factor));
            quote!((#base, #factor))
        });
        quote! {
            ElementTerm {
                name: #name, latex: #name_latex, monomial: #monomial,
                monomial_latex: #monomial_latex, expression: #expression,
                combination: &[#(#combination),*],
            }
        }
    });
    quote! {
        Element {
            name: #name, latex: #name_latex, part: ElementPart::#part,
            indices: &[#(#indices),*], coordinates: &[#(#coordinates),*], terms: &[#(#terms),*],
        }
    }
}

fn monomial(notation: &Notation<'_>, term: &Term) -> String {
    let product = notation.monomial(&term.monomial);
    if product.is_empty() {
        "1".to_owned()
    } else {
        product
    }
}
