//! One generated function: inputs, bindings, outputs, in parts if it is long.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use rustc_hash::{FxHashMap, FxHashSet};

use super::expression::{Writer, constant, integer, place};
use super::lints;
use super::names::{self, Names};
use super::schedule::{Schedule, schedule};
use crate::algebra::{
    Algebra, Atom, BaseInput, CoordinateIndex, Graph, Input, Operations, Ref, Symbol,
};
use crate::mechanism::{Axis, Mechanism};

/// An array that a generated function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Argument {
    /// Standard parameters.
    Theta,
    /// Positions.
    Q,
    /// Velocities.
    Qd,
    /// Accelerations.
    Qdd,
    /// Values of another kind: the argument's name and how many they are.
    Values(&'static str, usize),
}

impl Argument {
    pub(super) fn ident(self) -> Ident {
        match self {
            Self::Theta => format_ident!("theta"),
            Self::Q => format_ident!("q"),
            Self::Qd => format_ident!("qd"),
            Self::Qdd => format_ident!("qdd"),
            Self::Values(name, _) => format_ident!("{name}"),
        }
    }

    fn declaration(self, mechanism: &Mechanism) -> TokenStream {
        let name = self.ident();
        let length = integer(self.length(mechanism));
        quote!(#name: &[S; #length])
    }

    pub(super) fn length(self, mechanism: &Mechanism) -> usize {
        match self {
            Self::Theta => mechanism.parameters.len(),
            Self::Q | Self::Qd | Self::Qdd => mechanism.coordinates.len(),
            Self::Values(_, length) => length,
        }
    }
}

/// The shape of a generated function's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `[S; n]`.
    Vector(usize),
    /// `[[S; columns]; rows]`.
    Matrix(usize, usize),
}

impl Shape {
    pub(super) fn tokens(self) -> TokenStream {
        match self {
            Self::Vector(n) => {
                let n = integer(n);
                quote!([S; #n])
            }
            Self::Matrix(rows, columns) => {
                let (rows, columns) = (integer(rows), integer(columns));
                quote!([[S; #columns]; #rows])
            }
        }
    }

    fn place(self, index: usize) -> TokenStream {
        match self {
            Self::Vector(_) => {
                let index = integer(index);
                quote!(out[#index])
            }
            Self::Matrix(_, columns) => {
                let (row, column) = (integer(index / columns), integer(index % columns));
                quote!(out[#row][#column])
            }
        }
    }

    fn zero(self) -> TokenStream {
        match self {
            Self::Vector(n) => {
                let n = integer(n);
                quote!([S::constant(0.0); #n])
            }
            Self::Matrix(rows, columns) => {
                let (rows, columns) = (integer(rows), integer(columns));
                quote!([[S::constant(0.0); #columns]; #rows])
            }
        }
    }
}

/// What a generated function is called, takes, gives and says of itself.
pub(super) struct Function<'a> {
    pub name: &'a str,
    /// Its documentation; a function without is private.
    pub doc: Vec<String>,
    pub arguments: &'a [Argument],
    /// Where symbols that are no constants of the module come from.
    pub given: &'a Given<'a>,
    pub shape: Shape,
    pub outputs: Vec<Ref>,
}

/// The name and the value of a symbol that a function is given; `None` for a constant.
pub(super) type Given<'a> = dyn Fn(Atom) -> Option<(String, TokenStream)> + 'a;

/// No symbol is given: all are constants.
pub(super) fn nothing_given(_: Atom) -> Option<(String, TokenStream)> {
    None
}

/// A function's code and its arithmetic.
pub(super) struct Written {
    pub tokens: TokenStream,
    pub operations: Operations,
    /// How many functions it is cut into, and the bindings of the longest.
    pub parts: usize,
    pub longest: usize,
}

/// Writes a function over a graph.
pub(super) fn write(graph: &Graph, mechanism: &Mechanism, function: &Function<'_>) -> Written {
    let plan = schedule(graph, &function.outputs);
    let leaves = leaves(graph, &function.outputs);
    let operations = Operations::of(graph, &function.outputs);
    let counts = format!(
        "{} multiplications, {} additions, {} sine and cosine pairs.",
        operations.multiplications, operations.additions, operations.sine_cosines
    );
    let body = if plan.parts.len() <= 1 {
        whole(graph, mechanism, function, &plan, &leaves)
    } else {
        super::parts::split(graph, mechanism, function, &plan, &leaves)
    };
    let (definitions, body) = body;
    let name = format_ident!("{}", function.name);
    let blank = (!function.doc.is_empty()).then_some("");
    let doc = function.doc.iter().map(String::as_str);
    let doc = doc.chain(blank).chain([counts.as_str()]);
    let doc = doc.map(|line| {
        if line.is_empty() {
            String::new()
        } else {
            format!(" {line}")
        }
    });
    let arguments = function.arguments.iter().map(|a| a.declaration(mechanism));
    let shape = function.shape.tokens();
    let silenced = lints::of_functions();
    let public = (!function.doc.is_empty()).then(|| quote!(pub));
    let tokens = quote! {
        #(#[doc = #doc])*
        #silenced
        #public fn #name<S: Scalar>(#(#arguments,)* out: &mut #shape) {
            #body
        }
        #definitions
    };
    Written {
        tokens,
        operations,
        parts: plan.parts.len().max(1),
        longest: plan.parts.iter().map(Vec::len).max().unwrap_or(0),
    }
}

/// A function in one piece.
fn whole(
    graph: &Graph,
    mechanism: &Mechanism,
    function: &Function<'_>,
    plan: &Schedule,
    leaves: &[(usize, Input)],
) -> (TokenStream, TokenStream) {
    let mut names = reserved();
    let mut writer = Writer {
        graph,
        names: FxHashMap::default(),
    };
    let reads = read_leaves(mechanism, function, leaves, &mut names, &mut writer);
    let bindings = bind(
        graph,
        plan.parts.concat().as_slice(),
        &mut names,
        &mut writer,
    );
    let outputs = write_outputs(graph, function, |reference| writer.reference(reference));
    (TokenStream::new(), quote!(#reads #bindings #outputs))
}

/// Names that the function's own signature uses.
pub(super) fn reserved() -> Names {
    let mut names = Names::default();
    for name in RESERVED {
        names.unique(name);
    }
    names
}

/// Names of arguments.
const RESERVED: [&str; 9] = [
    "theta",
    "q",
    "qd",
    "qdd",
    "out",
    "beta",
    "known",
    "recovered",
    "tolerance",
];

/// `let` for each leaf; sine and cosine of a joint together.
pub(super) fn read_leaves(
    mechanism: &Mechanism,
    function: &Function<'_>,
    leaves: &[(usize, Input)],
    names: &mut Names,
    writer: &mut Writer<'_>,
) -> TokenStream {
    let mut reads = TokenStream::new();
    let node_of = |atom: Atom| {
        leaves
            .iter()
            .find(|(_, input)| *input == Input::Atom(atom))
            .map(|(node, _)| *node)
    };
    let mut done = FxHashSet::default();
    for &(node, input) in leaves {
        if let Some(coordinate) = turning(input) {
            if !done.insert(coordinate) {
                continue;
            }
            let owner = &mechanism.coordinate(coordinate).name;
            let index = place(coordinate);
            let mut pattern = |atom: Atom, letter: &str| match node_of(atom) {
                Some(node) => {
                    let name = names.unique(&format!("{letter}_{owner}"));
                    writer.names.insert(node, name.clone());
                    quote!(#name)
                }
                None => quote!(_),
            };
            let (sine, cosine) = (
                pattern(Atom::Sine(coordinate), "s"),
                pattern(Atom::Cosine(coordinate), "c"),
            );
            let angle = match &mechanism.coordinates[coordinate].turn {
                turn if turn.is_one() => quote!(q[#index]),
                turn => {
                    let turn = constant(turn);
                    quote!((q[#index] * #turn))
                }
            };
            reads.extend(quote!(let (#sine, #cosine) = #angle.sin_cos();));
            continue;
        }
        let given = match input {
            Input::Atom(atom) => (function.given)(atom),
            _ => None,
        };
        let (wanted, value) = given.unwrap_or_else(|| leaf(mechanism, input));
        let name = names.unique(&wanted);
        reads.extend(quote!(let #name = #value;));
        writer.names.insert(node, name);
    }
    reads
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
            let (name, axis) = (base_input(input), Axis::ALL[usize::from(axis) % 3]);
            let (values, index) = (format_ident!("{name}"), integer(axis.at()));
            (format!("{name}_{}", axis.letter()), quote!(#values[#index]))
        }
    }
}

/// The argument that says how a base that is moved moves.
fn base_input(input: BaseInput) -> &'static str {
    match input {
        BaseInput::AngularVelocity => "base_spin",
        BaseInput::Velocity => "base_velocity",
        BaseInput::AngularAcceleration => "base_spin_rate",
        BaseInput::Acceleration => "base_acceleration",
        BaseInput::Gravity => "gravity",
    }
}

/// The coordinate whose sine or cosine a leaf is.
fn turning(input: Input) -> Option<CoordinateIndex> {
    match input {
        Input::Atom(Atom::Sine(j) | Atom::Cosine(j)) => Some(j),
        _ => None,
    }
}

/// `let` for each binding, in order.
pub(super) fn bind(
    graph: &Graph,
    nodes: &[usize],
    names: &mut Names,
    writer: &mut Writer<'_>,
) -> TokenStream {
    let mut bindings = TokenStream::new();
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    for &node in nodes {
        let value = writer.definition(node);
        let name = match graph.name_of(node) {
            Some(name) => names.unique(name),
            None => {
                let section = graph.section_of(node);
                let number = numbers.entry(section).or_insert(0);
                *number += 1;
                names.unique(&format!("t_{section}_{number}"))
            }
        };
        bindings.extend(quote!(let #name = #value;));
        writer.names.insert(node, name);
    }
    bindings
}

/// Assignments to `out`: first zero everywhere if some outputs are zero, then the others.
pub(super) fn write_outputs(
    graph: &Graph,
    function: &Function<'_>,
    reference: impl Fn(Ref) -> TokenStream,
) -> TokenStream {
    let mut writes = TokenStream::new();
    if function.outputs.iter().any(|output| graph.is_zero(output)) {
        let zero = function.shape.zero();
        writes.extend(quote!(*out = #zero;));
    }
    for (index, output) in function.outputs.iter().enumerate() {
        if !graph.is_zero(output) {
            let (place, value) = (function.shape.place(index), reference(*output));
            writes.extend(quote!(#place = #value;));
        }
    }
    writes
}

/// The leaves that the outputs need.
pub(super) fn leaves(graph: &Graph, outputs: &[Ref]) -> Vec<(usize, Input)> {
    let input = |node| match graph.node(node) {
        crate::algebra::Node::Input(input) => Some((node, input)),
        _ => None,
    };
    let mut leaves: Vec<_> = graph
        .reachable(outputs)
        .into_iter()
        .filter_map(input)
        .collect();
    leaves.sort_by_key(|(_, input)| *input);
    leaves
}
