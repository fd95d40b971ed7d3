//! The closed form as an expression graph, for the code that evaluates it.

use rustc_hash::FxHashMap;

use super::chain::coordinate_index;
use super::closed_form::{ClosedForm, Element, Part};
use super::energy::Functions;
use super::recursion::{DriveTerms, add_drive_torques};
use crate::algebra::{Algebra, Atom, Graph, Input, Monomial, Poly, Ref};
use crate::mechanism::Mechanism;

/// Joint torques from the closed form: `M qdd + S [qd qd] + g`, friction added.
///
/// Coefficients need only the base parameters' representatives: with `theta` replaced by the base
/// parameters in those places and zero elsewhere, every element keeps its value. `beta` gives, for
/// each standard parameter, the node that stands for it, or `None` for zero.
pub fn closed_form_torques(
    graph: &mut Graph,
    mechanism: &Mechanism,
    form: &ClosedForm,
    beta: &dyn Fn(&mut Graph, usize) -> Option<Ref>,
) -> Vec<Ref> {
    let coefficients = coefficients(graph, mechanism, form, beta);
    let n = mechanism.bodies.len();
    let mut torques = vec![graph.zero(); n];
    for element in &form.elements {
        graph.section(&element.name());
        let value = value(graph, element, &coefficients);
        for (joint, motion) in multipliers(graph, element) {
            let term = match motion {
                Some(motion) => graph.mul(&value, &motion),
                None => value,
            };
            torques[joint] = graph.add(&torques[joint], &term);
        }
    }
    // Armature and rotors are part of the inertia elements already.
    add_drive_torques(graph, mechanism, &mut torques, DriveTerms::Friction);
    torques
}

/// The named constants, from the base parameters.
fn coefficients(
    graph: &mut Graph,
    mechanism: &Mechanism,
    form: &ClosedForm,
    beta: &dyn Fn(&mut Graph, usize) -> Option<Ref>,
) -> Vec<Ref> {
    graph.section("coefficient");
    let symbols = mechanism.symbols.len();
    let is_parameter = |atom| matches!(atom, Atom::Symbol(i) if usize::from(i) >= symbols);
    let value = |graph: &mut Graph, value: &Poly| {
        let mut sum = graph.zero();
        for (parameter, factor) in value.collect(is_parameter) {
            let Some(&(Atom::Symbol(index), _)) = parameter.factors().first() else {
                continue;
            };
            let Some(beta) = beta(graph, usize::from(index) - symbols) else {
                continue;
            };
            let factor = graph.poly(&factor);
            let term = graph.mul(&factor, &beta);
            sum = graph.add(&sum, &term);
        }
        sum
    };
    let named = form.coefficients.iter().map(|coefficient| {
        let node = value(graph, &coefficient.value);
        graph.name(node, || coefficient.name.to_lowercase());
        node
    });
    named.collect()
}

/// The element at a configuration: Horner's rule in the atom that most terms share.
fn value(graph: &mut Graph, element: &Element, coefficients: &[Ref]) -> Ref {
    let terms = element.terms.iter();
    horner(
        graph,
        terms
            .map(|t| (t.monomial.clone(), coefficients[t.coefficient]))
            .collect(),
    )
}

fn horner(graph: &mut Graph, terms: Vec<(Monomial, Ref)>) -> Ref {
    let mut count: FxHashMap<Atom, usize> = FxHashMap::default();
    for (atom, _) in terms.iter().flat_map(|(monomial, _)| monomial.factors()) {
        *count.entry(*atom).or_default() += 1;
    }
    let shared = count
        .into_iter()
        .max_by_key(|&(atom, uses)| (uses, std::cmp::Reverse(atom)));
    let Some((atom, _)) = shared else {
        let mut sum = graph.zero();
        for (_, coefficient) in terms {
            sum = graph.add(&sum, &coefficient);
        }
        return sum;
    };
    let (with, without): (Vec<_>, Vec<_>) = terms
        .into_iter()
        .partition(|(monomial, _)| monomial.exponent(atom) > 0);
    let lowered = with
        .into_iter()
        .map(|(monomial, c)| (monomial.with_exponent(atom, monomial.exponent(atom) - 1), c));
    let inner = horner(graph, lowered.collect());
    let leaf = graph.atom(atom);
    let product = graph.mul(&leaf, &inner);
    if without.is_empty() {
        return product;
    }
    let rest = horner(graph, without);
    graph.add(&product, &rest)
}

/// What the element is multiplied with, and in which joint's torque it stands.
fn multipliers(graph: &mut Graph, element: &Element) -> Vec<(usize, Option<Ref>)> {
    let input = |graph: &mut Graph, make: fn(u16) -> Input, i: usize| {
        graph.input(make(coordinate_index(i)))
    };
    match (element.part, element.indices.as_slice()) {
        (Part::Gravity, &[i]) => vec![(i, None)],
        (Part::Inertia, &[i, j]) if i == j => vec![(i, Some(input(graph, Input::Acceleration, i)))],
        (Part::Inertia, &[i, j]) => vec![
            (i, Some(input(graph, Input::Acceleration, j))),
            (j, Some(input(graph, Input::Acceleration, i))),
        ],
        (Part::Coriolis, &[i, j, k]) => {
            let (a, b) = (
                input(graph, Input::Velocity, j),
                input(graph, Input::Velocity, k),
            );
            vec![(i, Some(graph.mul(&a, &b)))]
        }
        _ => Vec::new(),
    }
}

/// What a function's graph expands to when compared with the closed form: element by element.
#[must_use]
pub fn torque_polynomials(
    mechanism: &Mechanism,
    functions: &[Functions],
    parameter: usize,
    velocity: &dyn Fn(usize) -> Poly,
    acceleration: &dyn Fn(usize) -> Poly,
) -> Vec<Poly> {
    let n = mechanism.bodies.len();
    let function = &functions[parameter];
    let zero = Poly::zero();
    let inertia = |i: usize, j: usize| function.inertia.get(&(i.min(j), i.max(j))).unwrap_or(&zero);
    (0..n)
        .map(|i| {
            // Lagrange: d/dt (∂K/∂qd_i) - ∂K/∂q_i + ∂V/∂q_i.
            let mut torque = function.potential.derivative(coordinate_index(i));
            for j in 0..n {
                torque = &torque + &(inertia(i, j) * &acceleration(j));
                for k in 0..n {
                    let rates = &velocity(j) * &velocity(k);
                    let change = inertia(i, j).derivative(coordinate_index(k));
                    let half = inertia(j, k)
                        .derivative(coordinate_index(i))
                        .scale(&crate::algebra::Rational::new(1, 2));
                    torque = &torque + &(&(&change - &half) * &rates);
                }
            }
            torque
        })
        .collect()
}
