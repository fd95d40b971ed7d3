//! The inputs of a function, read from its arrays into variables.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::expression::{integer, place};
use super::names;
use crate::algebra::{Atom, BaseInput, CoordinateIndex, Graph, Input, Node, Ref, Symbol};
use crate::mechanism::{Axis, Mechanism};

/// The name and the value of a symbol that a function is given; `None` for a constant.
pub(super) type Given<'a> = dyn Fn(Atom) -> Option<(String, TokenStream)> + 'a;

/// No symbol is given: all are constants.
pub(super) fn nothing_given(_: Atom) -> Option<(String, TokenStream)> {
    None
}

/// The leaves that the outputs need.
pub(super) fn leaves(graph: &Graph, outputs: &[Ref]) -> Vec<(usize, Input)> {
    let input = |node| match graph.node(node) {
        Node::Input(input) => Some((node, input)),
        _ => None,
    };
    let reachable = graph.reachable(outputs).into_iter();
    let mut leaves: Vec<_> = reachable.filter_map(input).collect();
    leaves.sort_by_key(|(_, input)| *input);
    leaves
}

/// The name and the value of a leaf that is not a sine or cosine.
pub(super) fn leaf(mechanism: &Mechanism, input: Input) -> (String, TokenStream) {
    let of_coordinate = |array: &str, j: CoordinateIndex| {
        let (name, index) = (&mechanism.coordinate(j).name, place(j));
        let values = format_ident!("{array}");
        (format!("{array}_{name}"), quote!(#values[#index]))
    };
    match input {
        Input::Atom(Atom::Symbol(Symbol::Constant(i))) => {
            let own = &names::constants(mechanism)[i];
            let name = mechanism.constants[i].name.clone();
            (name, quote!(S::constant(#own)))
        }
        // Other symbols are given: a function that is not given one cannot reach it.
        Input::Atom(Atom::Symbol(_)) => ("zero".to_owned(), quote!(S::constant(0.0))),
        Input::Atom(Atom::Position(j) | Atom::Sine(j) | Atom::Cosine(j)) => of_coordinate("q", j),
        Input::Velocity(j) => of_coordinate("qd", j),
        Input::Acceleration(j) => of_coordinate("qdd", j),
        Input::Parameter(k) => {
            let index = place(k);
            (mechanism.parameters[k].name.clone(), quote!(theta[#index]))
        }
        Input::Base(input, axis) => {
            let axis = Axis::ALL[usize::from(axis) % 3];
            let vector = BaseInput::ALL.iter().position(|other| *other == input);
            let index = integer(3 * vector.unwrap_or(0) + axis.at());
            let name = format!("base_{}_{}", base_input(input), axis.letter());
            (name, quote!(base[#index]))
        }
    }
}

/// What a vector that says how a base moves is called.
fn base_input(input: BaseInput) -> &'static str {
    match input {
        BaseInput::AngularVelocity => "spin",
        BaseInput::Velocity => "velocity",
        BaseInput::AngularAcceleration => "spin_rate",
        BaseInput::Acceleration => "acceleration",
        BaseInput::Gravity => "gravity",
    }
}
