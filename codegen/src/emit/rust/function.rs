//! One generated function: inputs, bindings, outputs, in parts if it is long.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use rustc_hash::FxHashSet;

use super::expression::{Writer, constant, place};
use super::leaves::{Given, leaf, leaves};
use super::lints;
use super::names::Names;
use super::schedule::{Schedule, schedule};
use super::signature::{Array, Shape};
use crate::algebra::passes::{Counted, Form};
use crate::algebra::{Algebra, Atom, CoordinateIndex, Graph, Input, Operations, Ref};
use crate::mechanism::Mechanism;

/// What a generated function is called, takes, gives and says of itself.
pub(super) struct Function<'a> {
    pub name: &'static str,
    /// Its documentation; a function without is private.
    pub document: String,
    pub takes: Vec<Array>,
    /// Where symbols that are no constants of the module come from.
    pub given: &'a Given<'a>,
    pub shape: Shape,
}

/// A generated function's name and arithmetic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cost {
    /// The function.
    pub function: &'static str,
    /// Its arithmetic as written and after each pass of the optimiser.
    pub forms: Vec<Counted>,
    /// How many Rust functions it is cut into.
    pub parts: usize,
    /// The number of bindings in the longest of them.
    pub longest: usize,
}

impl Cost {
    /// The arithmetic of the code.
    #[must_use]
    pub fn operations(&self) -> Operations {
        self.forms.last().map(|c| c.operations).unwrap_or_default()
    }

    /// The arithmetic before the first pass.
    #[must_use]
    pub fn written(&self) -> Operations {
        self.forms.first().map(|c| c.operations).unwrap_or_default()
    }
}

/// A function on its way to tokens.
pub(super) struct Draft<'a> {
    pub mechanism: &'a Mechanism,
    pub function: &'a Function<'a>,
    pub graph: &'a Graph,
    pub outputs: &'a [Ref],
    pub leaves: Vec<(usize, Input)>,
    pub plan: Schedule,
}

/// The code of a function, its expressions optimised.
pub(super) fn write(
    mechanism: &Mechanism,
    function: &Function<'_>,
    form: Form,
) -> (TokenStream, Cost) {
    let (form, forms) = form.optimised();
    let draft = Draft::of(mechanism, function, &form);
    let cost = Cost {
        function: function.name,
        forms,
        parts: draft.plan.parts.len().max(1),
        longest: draft.plan.parts.iter().map(Vec::len).max().unwrap_or(0),
    };
    (draft.tokens(), cost)
}

impl<'a> Draft<'a> {
    pub(super) fn of(
        mechanism: &'a Mechanism,
        function: &'a Function<'a>,
        Form { graph, outputs, .. }: &'a Form,
    ) -> Self {
        Self {
            mechanism,
            function,
            graph,
            outputs,
            leaves: leaves(graph, outputs),
            plan: schedule(graph, outputs),
        }
    }

    /// The function, and its parts if there are several.
    pub(super) fn tokens(&self) -> TokenStream {
        let function = self.function;
        let (definitions, body) = match self.plan.parts.len() {
            0 | 1 => (TokenStream::new(), self.whole()),
            _ => self.split(),
        };
        let name = format_ident!("{}", function.name);
        let counts = Operations::of(self.graph, self.outputs);
        let (counts_of_roots, scalar) = (counts.roots, self.scalar());
        let others = [
            (counts.quotients, "quotients and square roots"),
            (counts.exponentials, "exponentials and hyperbolic tangents"),
        ];
        let counts = format!(
            "{} multiplications, {} additions, {} sine and cosine pairs.",
            counts.multiplications, counts.additions, counts.sine_cosines
        );
        let counts = match counts_of_roots {
            0 => counts,
            roots => format!("{counts} {roots} inverse square roots."),
        };
        let others = others.iter().filter(|(n, _)| *n > 0);
        let others: String = others.map(|(n, what)| format!(" {n} {what}.")).collect();
        let counts = counts + &others;
        let document = match function.document.as_str() {
            "" => counts,
            text => format!("{text}\n\n{counts}"),
        };
        let document = lines(&document);
        let takes = function.takes.iter().map(|array| array.declaration());
        let shape = function.shape.tokens();
        let silenced = lints::of_functions();
        let public = (!function.document.is_empty()).then(|| quote!(pub));
        quote! {
            #(#[doc = #document])*
            #silenced
            #public fn #name<S: #scalar>(#(#takes,)* out: &mut #shape) {
                #body
            }
            #definitions
        }
    }

    /// What its numbers have to be able to do: roots take more than sums and products.
    pub(super) fn scalar(&self) -> TokenStream {
        scalar(&Operations::of(self.graph, self.outputs))
    }

    /// The function's body in one piece.
    fn whole(&self) -> TokenStream {
        let mut writer = self.writer();
        self.read_leaves(&mut writer);
        writer.bind(&self.plan.parts.concat());
        let (statements, outputs) = (&writer.statements, self.writes(&writer));
        quote!(#statements #outputs)
    }

    /// A writer of the function's expressions.
    pub(super) fn writer(&self) -> Writer<'_> {
        Writer::new(self.graph, &self.plan, Names::reserved())
    }

    /// `let` for each leaf; sine and cosine of a joint together.
    pub(super) fn read_leaves(&self, writer: &mut Writer<'_>) {
        let mut done = FxHashSet::default();
        for &(node, input) in &self.leaves {
            if let Input::Atom(Atom::Sine(coordinate) | Atom::Cosine(coordinate)) = input {
                if done.insert(coordinate) {
                    self.read_turn(coordinate, writer);
                }
                continue;
            }
            let given = match input {
                Input::Atom(atom) => (self.function.given)(atom),
                _ => None,
            };
            let (wanted, value) = given.unwrap_or_else(|| leaf(self.mechanism, input));
            writer.define(node, &wanted, &value);
        }
    }

    /// Sine and cosine of a coordinate, as far as they are needed.
    fn read_turn(&self, coordinate: CoordinateIndex, writer: &mut Writer<'_>) {
        let owner = &self.mechanism.coordinate(coordinate).name;
        let mut pattern = |atom: Atom, letter: &str| {
            let mut leaves = self.leaves.iter();
            let leaf = leaves.find(|(_, input)| *input == Input::Atom(atom));
            let name = leaf.map(|(node, _)| writer.name(*node, &format!("{letter}_{owner}")));
            name.map_or_else(|| quote!(_), Ident::into_token_stream)
        };
        let sine = pattern(Atom::Sine(coordinate), "s");
        let cosine = pattern(Atom::Cosine(coordinate), "c");
        let index = place(coordinate);
        let turn = &self.mechanism.coordinates[coordinate].turn;
        let part = constant(turn);
        let angle = match turn.is_one() {
            true => quote!(q[#index]),
            false => quote!((q[#index] * #part)),
        };
        let statement = quote!(let (#sine, #cosine) = #angle.sin_cos(););
        writer.statements.extend(statement);
    }

    /// Assignments to `out`: first zero everywhere if some outputs are zero, then the others.
    pub(super) fn writes(&self, writer: &Writer<'_>) -> TokenStream {
        let shape = self.function.shape;
        let is_zero = |output: &Ref| self.graph.is_zero(output);
        let mut writes = TokenStream::new();
        if self.outputs.iter().any(is_zero) {
            let zero = shape.zero();
            writes.extend(quote!(*out = #zero;));
        }
        for (index, output) in self.outputs.iter().enumerate() {
            if !is_zero(output) {
                let (place, value) = (shape.place(index), writer.reference(*output));
                writes.extend(quote!(#place = #value;));
            }
        }
        writes
    }
}

/// What numbers have to be able to do for these operations.
pub(super) fn scalar(counts: &Operations) -> TokenStream {
    match (counts.exponentials, counts.roots + counts.quotients) {
        (0, 0) => quote!(Scalar),
        (0, _) => quote!(armwright_runtime::Real),
        _ => quote!(armwright_runtime::Transcendental),
    }
}

/// Text as the lines of doc comments.
pub(super) fn lines(text: &str) -> Vec<String> {
    let line = |line: &str| match line {
        "" => String::new(),
        line => format!(" {line}"),
    };
    text.lines().map(line).collect()
}
