//! Which expressions of a graph are zero whatever their inputs.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::{Algebra, Atom, Field, Graph, Input, Node, PrimeField, Ref};

/// At so many points an expression has to vanish.
const POINTS: usize = 6;

/// For each output whether it vanishes identically.
///
/// An expression that does not vanish at a point of a prime field is certainly not zero. One that
/// vanishes at all of the points tried is zero, but for a chance of (degree / 2^61)^6, below 2^-200
/// for every degree below 2^27. Sines and cosines are on the circle (`2t/(1+t²)`, `(1-t²)/(1+t²)`), and
/// signs, inverse roots and other functions are numbers of their own.
#[must_use]
pub fn vanishing(graph: &Graph, outputs: &[Ref]) -> Vec<bool> {
    let fields: Vec<PrimeField> = PrimeField::all().collect();
    let reachable = graph.reachable(outputs);
    let mut vanishing = vec![true; outputs.len()];
    let mut found = 0;
    for round in 0..POINTS * fields.len() {
        // A point is of no use where the prime divides a denominator.
        let Some(values) = values(graph, &reachable, fields[round % fields.len()], round) else {
            continue;
        };
        for (vanishing, output) in vanishing.iter_mut().zip(outputs) {
            *vanishing &= values[output.node()] == 0;
        }
        found += 1;
        if found == POINTS {
            return vanishing;
        }
    }
    // Where no prime will do, only what is zero as it stands.
    outputs.iter().map(|output| graph.is_zero(output)).collect()
}

/// The values of nodes at a point; `None` if the prime divides a denominator there.
fn values(graph: &Graph, nodes: &[usize], field: PrimeField, round: usize) -> Option<Vec<u64>> {
    let drawn = |what: &(Option<Input>, u64)| field.element(FxBuildHasher.hash_one((round, what)));
    let mut values = vec![0; graph.len()];
    for &node in nodes {
        let of = |r: Ref| match r.is_negative() {
            true => field.neg(&values[r.node()]),
            false => values[r.node()],
        };
        let value = match graph.node(node) {
            Node::Number(number) => field.number(graph.number(number))?,
            Node::Input(Input::Atom(Atom::Sine(j))) => {
                field
                    .circle(drawn(&(Some(Input::Atom(Atom::Sine(j))), 0)))?
                    .1
            }
            Node::Input(Input::Atom(Atom::Cosine(j))) => {
                field
                    .circle(drawn(&(Some(Input::Atom(Atom::Sine(j))), 0)))?
                    .0
            }
            Node::Input(input) => drawn(&(Some(input), 0)),
            Node::Sum(a, b) => field.add(&of(a), &of(b)),
            Node::Product(a, b) => field.mul(&of(a), &of(b)),
            Node::Sign(a) => drawn(&(None, of(a))),
            Node::InverseRoot(a) => drawn(&(None, !of(a))),
            Node::Apply(function, a) => {
                let other = (u64::from(function as u8) + 1) << 61;
                drawn(&(None, of(a) | other))
            }
        };
        values[node] = value;
    }
    Some(values)
}
