//! The closed form as an expression graph, for the code that evaluates it.

use rustc_hash::FxHashMap;

use super::closed_form::ClosedForm;
use super::composite::{nodes, theta};
use super::lagrange::{Element, Part, Term};
use super::recursion::{DriveTerms, add_drive_torques};
use crate::algebra::{
    Algebra, Atom, CoordinateIndex, Expression, Graph, Input, Monomial, ParameterIndex, Poly,
    Rational, Ref, Ring, Symbol,
};
use crate::mechanism::Mechanism;

/// An element of an expression graph.
type E<'r> = Expression<'r, Graph>;

/// Torques from the closed form: `M qdd + S [qd qd] + g`, friction added; a row a coordinate.
///
/// Coefficients need only the base parameters' representatives: with `theta` replaced by the base
/// parameters in those places and zero elsewhere, every element keeps its value. `beta` gives, for
/// each standard parameter, the node that stands for it, or `None` for zero; whether friction, offsets and springs
/// are `apart` from it, with values of their own: they are unless a group has one of them and a parameter of a body.
pub fn closed_form_torques(
    graph: &mut Graph,
    mechanism: &Mechanism,
    form: &ClosedForm,
    beta: &dyn Fn(ParameterIndex) -> Option<Ref>,
    apart: bool,
) -> Vec<Ref> {
    graph.write(|ring| {
        let coefficients = coefficients(ring, form, beta);
        let mut torques = vec![ring.zero(); mechanism.rows()];
        for element in &form.elements {
            ring.section(&element.name());
            let value = value(ring, element, &coefficients);
            for (row, motion) in multipliers(ring, element) {
                let term = motion.map_or(value, |motion| value * motion);
                torques[row.at()] = torques[row.at()] + term;
            }
        }
        // Armature and rotors are part of the inertia elements already; and so is what stands in a group with a
        // parameter of a body, if there is any.
        let value = |index| match (apart, beta(index)) {
            (true, _) => theta(ring, index),
            (false, Some(beta)) => ring.apply(|_| beta),
            (false, None) => ring.zero(),
        };
        add_drive_torques(ring, mechanism, &mut torques, DriveTerms::Friction, value);
        nodes(torques)
    })
}

/// The named constants, from the base parameters.
fn coefficients<'r>(
    ring: &'r Ring<Graph>,
    form: &ClosedForm,
    beta: &dyn Fn(ParameterIndex) -> Option<Ref>,
) -> Vec<E<'r>> {
    ring.section("coefficient");
    let value = |value: &Poly| {
        let mut sum = ring.zero();
        for (parameter, factor) in value.collect(Atom::is_standard) {
            let Some(&(Atom::Symbol(Symbol::Standard(parameter)), _)) = parameter.factors().first()
            else {
                continue;
            };
            if let Some(beta) = beta(parameter) {
                sum = sum + ring.poly(&factor) * ring.apply(|_| beta);
            }
        }
        sum
    };
    let named = form.coefficients.iter().map(|coefficient| {
        let node = value(&coefficient.value);
        node.name(|| coefficient.name.to_lowercase());
        node
    });
    named.collect()
}

/// The element at a configuration: Horner's rule in the atom that most terms share.
fn value<'r>(ring: &'r Ring<Graph>, element: &Element, coefficients: &[E<'r>]) -> E<'r> {
    let terms = element.terms.iter();
    let terms = terms.map(|t| (t.monomial.clone(), coefficients[t.coefficient]));
    horner(ring, terms.collect())
}

fn horner<'r>(ring: &'r Ring<Graph>, terms: Vec<(Monomial, E<'r>)>) -> E<'r> {
    let mut count: FxHashMap<Atom, usize> = FxHashMap::default();
    for (atom, _) in terms.iter().flat_map(|(monomial, _)| monomial.factors()) {
        *count.entry(*atom).or_default() += 1;
    }
    let shared = count
        .into_iter()
        .max_by_key(|&(atom, uses)| (uses, std::cmp::Reverse(atom)));
    let Some((atom, _)) = shared else {
        return terms
            .into_iter()
            .fold(ring.zero(), |sum, (_, coefficient)| sum + coefficient);
    };
    let (with, without): (Vec<_>, Vec<_>) = terms
        .into_iter()
        .partition(|(monomial, _)| monomial.exponent(atom) > 0);
    let lowered = with
        .into_iter()
        .map(|(monomial, c)| (monomial.with_exponent(atom, monomial.exponent(atom) - 1), c));
    let inner = horner(ring, lowered.collect());
    let product = ring.atom(atom) * inner;
    if without.is_empty() {
        return product;
    }
    product + horner(ring, without)
}

/// What the element is multiplied with, and in which coordinate's torque it stands.
fn multipliers<'r>(
    ring: &'r Ring<Graph>,
    element: &Element,
) -> Vec<(CoordinateIndex, Option<E<'r>>)> {
    let acceleration = |i| ring.input(Input::Acceleration(i));
    let velocity = |i| ring.input(Input::Velocity(i));
    match (element.part, element.indices.as_slice()) {
        (Part::Gravity, &[i]) => vec![(i, None)],
        (Part::Inertia, &[i, j]) if i == j => vec![(i, Some(acceleration(i)))],
        (Part::Inertia, &[i, j]) => vec![(i, Some(acceleration(j))), (j, Some(acceleration(i)))],
        (Part::Coriolis, &[i, j, k]) => vec![(i, Some(velocity(j) * velocity(k)))],
        _ => Vec::new(),
    }
}

/// The monomials of all elements, one after the other.
pub fn element_bases(graph: &mut Graph, form: &ClosedForm) -> Vec<Ref> {
    let terms = form.elements.iter().flat_map(|element| &element.terms);
    // Factor by factor: a polynomial would come back with squares of sines rewritten.
    let monomial = |term: &Term| {
        let mut product = graph.constant(&Rational::ONE);
        for &(atom, exponent) in term.monomial.factors() {
            let factor = graph.atom(atom);
            for _ in 0..exponent {
                product = graph.mul(&product, &factor);
            }
        }
        product
    };
    terms.map(monomial).collect()
}
