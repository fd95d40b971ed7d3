//! The closed form's elements as data and as code: what each is a sum of, and the monomials.

use proc_macro2::TokenStream;
use quote::quote;

use super::expression::{float, place};
use crate::algebra::{
    Algebra, Atom, BaseIndex, CoordinateIndex, Graph, Poly, Rational, Ref, Symbol,
};
use crate::derivation::Derivation;
use crate::document::{Notation, Style, coefficient_in_physical};
use crate::dynamics::{ClosedForm, Element, Part, Term};

/// Closed forms with more terms are not emitted element by element: nobody identifies an element
/// of hundreds of terms by itself.
const BUDGET: usize = 400;

/// The closed form, if it is small enough to be identified element by element.
fn small(derivation: &Derivation) -> Option<&ClosedForm> {
    // Where less than every torque is measured, base parameters do not make the coefficients.
    if !derivation.mechanism.measure.is_every_torque() {
        return None;
    }
    let form = derivation.closed_form.as_ref().ok()?;
    let terms = form.coefficients.len();
    (1..=BUDGET).contains(&terms).then_some(form)
}

/// The monomials of all elements in order, as nodes of a graph; none for a large closed form.
pub(super) fn monomials(derivation: &Derivation, graph: &mut Graph) -> Option<Vec<Ref>> {
    let form = small(derivation)?;
    let terms = form.elements.iter().flat_map(|element| &element.terms);
    // Factor by factor: a polynomial would come back with squares of sines rewritten.
    let nodes = terms.map(|term| {
        let mut product = graph.constant(&Rational::ONE);
        for &(atom, exponent) in term.monomial.factors() {
            let factor = graph.atom(atom);
            for _ in 0..exponent {
                product = graph.mul(&product, &factor);
            }
        }
        product
    });
    Some(nodes.collect())
}

/// The elements as values of `armwright_runtime::Element`; nothing for a large closed form.
pub(super) fn elements(derivation: &Derivation) -> Vec<TokenStream> {
    let Some(form) = small(derivation) else {
        return Vec::new();
    };
    let elements = form.elements.iter();
    elements
        .map(|element| value(derivation, form, element))
        .collect()
}

fn value(derivation: &Derivation, form: &ClosedForm, element: &Element) -> TokenStream {
    let text = Notation::new(&derivation.mechanism, Style::Text);
    let latex = Notation::new(&derivation.mechanism, Style::Latex);
    let (name, name_latex) = (text.element(element), latex.element(element));
    let part = match element.part {
        Part::Gravity => quote!(Gravity),
        Part::Inertia => quote!(Inertia),
        Part::Coriolis => quote!(Coriolis),
    };
    let coordinates = coordinates(element).into_iter().map(place);
    let indices = element.indices.iter().copied().map(place);
    let terms = element.terms.iter().map(|term| {
        let coefficient = &form.coefficients[term.coefficient];
        let (name, name_latex) = (&coefficient.name, latex.coefficient(&coefficient.name));
        let (monomial, monomial_latex) = (monomial(&text, term), monomial(&latex, term));
        let expression = coefficient_in_physical(&text, form, term.coefficient);
        let combination = combination(derivation, &coefficient.value);
        let combination = combination.into_iter().map(|(base, factor)| {
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
            indices: &[#(#indices),*],
            coordinates: &[#(#coordinates),*], terms: &[#(#terms),*],
        }
    }
}

/// The coordinates that an element depends on, rising.
fn coordinates(element: &Element) -> Vec<CoordinateIndex> {
    let terms = element.terms.iter();
    let atoms = terms.flat_map(|term| term.monomial.factors());
    let coordinates = atoms.filter_map(|(atom, _)| match atom {
        Atom::Position(j) | Atom::Sine(j) | Atom::Cosine(j) => Some(*j),
        Atom::Symbol(_) => None,
    });
    let coordinates: std::collections::BTreeSet<CoordinateIndex> = coordinates.collect();
    coordinates.into_iter().collect()
}

fn monomial(notation: &Notation<'_>, term: &Term) -> String {
    let product = notation.monomial(&term.monomial);
    if product.is_empty() {
        "1".to_owned()
    } else {
        product
    }
}

/// A coefficient in base parameters: what it is in their representatives, because with those at
/// the base parameters' values and all others zero every torque keeps its value.
fn combination(derivation: &Derivation, value: &Poly) -> Vec<(BaseIndex, f64)> {
    let mut combination = Vec::new();
    for (parameter, factor) in value.collect(Atom::is_standard) {
        let Some(&(Atom::Symbol(Symbol::Standard(parameter)), _)) = parameter.factors().first()
        else {
            continue;
        };
        let base = &derivation.base.base;
        if let Some(base) = base.position(|base| base.representative == parameter) {
            combination.push((base, derivation.mechanism.at_values(&factor).to_f64()));
        }
    }
    combination.sort_by_key(|(base, _)| *base);
    combination
}
