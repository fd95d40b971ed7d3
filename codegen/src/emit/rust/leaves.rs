//! The inputs of a function, read from its arrays into variables.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use rustc_hash::FxHashSet;

use super::expression::{Writer, constant, integer, place};
use super::names::{self, Names};
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

/// `let` for each leaf; sine and cosine of a joint together.
pub(super) fn read_leaves(
    mechanism: &Mechanism,
    given: &Given<'_>,
    leaves: &[(usize, Input)],
    names: &mut Names,
    writer: &mut Writer<'_>,
) -> TokenStream {
    let mut reads = TokenStream::new();
    let mut done = FxHashSet::default();
    for &(node, input) in leaves {
        if let Input::Atom(Atom::Sine(coordinate) | Atom::Cosine(coordinate)) = input {
            if done.insert(coordinate) {
                reads.extend(turn(mechanism, coordinate, leaves, names, writer));
            }
            continue;
        }
        let given = match input {
            Input::Atom(atom) => given(atom),
            _ => None,
        };
        let (wanted, value) = given.unwrap_or_else(|| leaf(mechanism, input));
        let name = names.unique(&wanted);
        reads.extend(quote!(let #name = #value;));
        writer.names.insert(node, quote!(#name));
    }
    reads
}

/// Sine and cosine of a coordinate, as far as they are needed.
fn turn(
    mechanism: &Mechanism,
    coordinate: CoordinateIndex,
    leaves: &[(usize, Input)],
    names: &mut Names,
    writer: &mut Writer<'_>,
) -> TokenStream {
    let owner = &mechanism.coordinate(coordinate).name;
    let mut pattern = |atom: Atom, letter: &str| {
        let leaf = |(_, input): &&(usize, Input)| *input == Input::Atom(atom);
        let Some((node, _)) = leaves.iter().find(leaf) else {
            return quote!(_);
        };
        let name = names.unique(&format!("{letter}_{owner}"));
        writer.names.insert(*node, quote!(#name));
        quote!(#name)
    };
    let sine = pattern(Atom::Sine(coordinate), "s");
    let cosine = pattern(Atom::Cosine(coordinate), "c");
    let index = place(coordinate);
    let turn = &mechanism.coordinates[coordinate].turn;
    let part = constant(turn);
    let angle = match turn.is_one() {
        true => quote!(q[#index]),
        false => quote!((q[#index] * #part)),
    };
    quote!(let (#sine, #cosine) = #angle.sin_cos();)
}

/// The name and the value of a leaf that is not a sine or cosine.
fn leaf(mechanism: &Mechanism, input: Input) -> (String, TokenStream) {
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
