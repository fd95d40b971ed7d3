//! Base parameters as expressions of the standard ones, and the closed form's coefficients in them.

use std::collections::BTreeSet;

use super::BaseParameters;
use crate::algebra::{Algebra, Atom, BaseIndex, CoordinateIndex, Graph, Input, Poly, Ref, Symbol};
use crate::dynamics::{ClosedForm, Element};
use crate::mechanism::Mechanism;

/// Closed forms of more coefficients are not identified element by element: nobody looks at an
/// element of hundreds of terms by itself.
const BUDGET: usize = 400;

/// Base parameters as expressions of the standard parameters.
pub fn base_expressions(
    graph: &mut Graph,
    mechanism: &Mechanism,
    BaseParameters { base, .. }: &BaseParameters,
) -> Vec<Ref> {
    graph.section("base");
    let mut all = Vec::with_capacity(base.len());
    for parameter in base {
        let mut sum = graph.input(Input::Parameter(parameter.representative));
        for (&other, ratio) in &parameter.others {
            let factor = match ratio.denominator == Poly::one() {
                true => graph.poly(&ratio.numerator),
                // A quotient of symbols has no place in a graph without division: its value.
                false => graph.constant(&mechanism.ratio_at_values(ratio)),
            };
            let other = graph.input(Input::Parameter(other));
            let term = graph.mul(&factor, &other);
            sum = graph.add(&sum, &term);
        }
        let name = &mechanism.parameters[parameter.representative].name;
        graph.name(sum, || format!("beta_{name}"));
        all.push(sum);
    }
    all
}

/// An element of the closed form as what is identified of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ElementInBase {
    /// The coordinates that it depends on, rising.
    pub coordinates: Vec<CoordinateIndex>,
    /// For each of its terms the coefficient as a combination of base parameters, constants at
    /// their values.
    pub combinations: Vec<Vec<(BaseIndex, f64)>>,
}

/// The closed form's elements in base parameters; `None` if it has too many terms to be identified
/// element by element, or if something else is measured than every torque: of less, base parameters do not make
/// the coefficients.
#[must_use]
pub fn elements_in_base(
    mechanism: &Mechanism,
    form: &ClosedForm,
    base: &BaseParameters,
) -> Option<Vec<ElementInBase>> {
    let is_small = (1..=BUDGET).contains(&form.coefficients.len());
    if !is_small || !mechanism.measure.is_every_torque() {
        return None;
    }
    let of_element = |element: &Element| ElementInBase {
        coordinates: coordinates(element),
        combinations: element
            .terms
            .iter()
            .map(|term| combination(mechanism, base, &form.coefficients[term.coefficient].value))
            .collect(),
    };
    Some(form.elements.iter().map(of_element).collect())
}

fn coordinates(element: &Element) -> Vec<CoordinateIndex> {
    let terms = element.terms.iter();
    let atoms = terms.flat_map(|term| term.monomial.factors());
    let coordinates = atoms.filter_map(|(atom, _)| match atom {
        Atom::Position(j) | Atom::Sine(j) | Atom::Cosine(j) => Some(*j),
        Atom::Symbol(_) => None,
    });
    let coordinates: BTreeSet<CoordinateIndex> = coordinates.collect();
    coordinates.into_iter().collect()
}

/// A coefficient in base parameters: what it is in their representatives, because with those at
/// the base parameters' values and all others zero every torque keeps its value.
fn combination(
    mechanism: &Mechanism,
    BaseParameters { base, .. }: &BaseParameters,
    value: &Poly,
) -> Vec<(BaseIndex, f64)> {
    let mut combination = Vec::new();
    for (parameter, factor) in value.collect(Atom::is_standard) {
        let Some(&(Atom::Symbol(Symbol::Standard(parameter)), _)) = parameter.factors().first()
        else {
            continue;
        };
        if let Some(place) = base.position(|base| base.representative == parameter) {
            combination.push((place, mechanism.at_values(&factor).to_f64()));
        }
    }
    combination.sort_by_key(|(base, _)| *base);
    combination
}
