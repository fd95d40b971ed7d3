//! One generated function: inputs, bindings, outputs, in parts if it is long.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use rustc_hash::FxHashMap;

use super::expression::{Writer, constant, integer, place};
use super::leaves::{Given, leaf, leaves};
use super::lints;
use super::names::Names;
use super::order::Statement;
use super::schedule::{Schedule, schedule};
use super::signature::{Array, Shape};
use super::values::Values;
use crate::algebra::passes::{Counted, Form};
use crate::algebra::{Algebra, Atom, CoordinateIndex, Graph, Input, Node, Operations, Ref};
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
    /// What each column belongs to, rising: all of one is computed and stored before the next begins. Empty where that
    /// is of no use.
    pub blocks: Vec<usize>,
    /// The type that stands for the function where its values are asked for, packed or of many states
    /// (`armwright_runtime::Equations`); `None` for a function that has no such type.
    pub equations: Option<Ident>,
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
    /// How many expressions begin with a minus that is no difference's; not counted (0) where physical parameters are recovered.
    pub negations: usize,
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
    /// Where the values of equations stand; `None` of a function that has no such type.
    pub values: Option<Values>,
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
        negations: draft.plan.negations,
        longest: draft.plan.longest(),
    };
    (draft.tokens(), cost)
}

impl<'a> Draft<'a> {
    pub(super) fn of(
        mechanism: &'a Mechanism,
        function: &'a Function<'a>,
        Form { graph, outputs, .. }: &'a Form,
    ) -> Self {
        let plan = schedule(graph, outputs, &function.blocks);
        let has_values = function.equations.is_some();
        Self {
            mechanism,
            function,
            graph,
            outputs,
            leaves: leaves(graph, outputs),
            values: has_values.then(|| Values::of(&plan, outputs)),
            plan,
        }
    }

    /// The function, and what else there is of its equations.
    pub(super) fn tokens(&self) -> TokenStream {
        let function = self.function;
        let body = match self.plan.parts.len() {
            0 | 1 => self.whole(),
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
        let (body, equations) = match &self.values {
            None => (body, TokenStream::new()),
            Some(values) => (self.dense(values), self.equations(values, &body)),
        };
        quote! {
            #(#[doc = #document])*
            #silenced
            #public fn #name<S: #scalar>(#(#takes,)* out: &mut #shape) {
                #body
            }
            #equations
        }
    }

    /// What its numbers have to be able to do: roots take more than sums and products.
    pub(super) fn scalar(&self) -> TokenStream {
        scalar(&Operations::of(self.graph, self.outputs))
    }

    /// The function's body in one piece: inputs are read where they are first used, and every output is stored as soon as
    /// it is known.
    fn whole(&self) -> TokenStream {
        let mut writer = self.writer();
        if self.values.is_none() {
            writer.statements.extend(self.zeros());
        }
        self.read_turns(&mut writer);
        let mut inputs: FxHashMap<usize, Input> = self.leaves.iter().copied().collect();
        for &statement in self.plan.parts.iter().flatten() {
            for operand in self.needs(statement) {
                if let Some(input) = inputs.remove(&operand) {
                    self.read_leaf(operand, input, &mut writer);
                }
            }
            self.state(statement, &mut writer);
        }
        writer.statements
    }

    /// The bindings and leaves that a statement names.
    pub(super) fn needs(&self, statement: Statement) -> Vec<usize> {
        match statement {
            Statement::Bind(node) => self.named_operands(node),
            Statement::Store(output) => {
                let node = self.outputs[output].node();
                match self.is_named(node) {
                    true => vec![node],
                    false => self.named_operands(node),
                }
            }
        }
    }

    /// Whether a node has a name where it is used: a binding or a leaf.
    pub(super) fn is_named(&self, node: usize) -> bool {
        self.plan.bound[node] || matches!(self.graph.node(node), Node::Input(_))
    }

    /// Writes a statement.
    pub(super) fn state(&self, statement: Statement, writer: &mut Writer<'_>) {
        match statement {
            Statement::Bind(node) => writer.bind(&[node]),
            Statement::Store(output) => {
                let store = self.store(output, writer);
                writer.statements.extend(store);
            }
        }
    }

    /// A writer of the function's expressions.
    pub(super) fn writer(&self) -> Writer<'_> {
        let mut writer = Writer::new(self.graph, &self.plan, Names::reserved());
        writer.fuses = true;
        writer
    }

    /// `let` for a leaf, unless it is one of those that are read together.
    pub(super) fn read_leaf(&self, node: usize, input: Input, writer: &mut Writer<'_>) {
        if writer.names.contains_key(&node) {
            return;
        }
        let given = match input {
            Input::Atom(atom) => (self.function.given)(atom),
            _ => None,
        };
        let (wanted, value) = given.unwrap_or_else(|| leaf(self.mechanism, input));
        writer.define(node, &wanted, &value);
    }

    /// The coordinates whose sines or cosines are needed.
    pub(super) fn turns(&self) -> Vec<CoordinateIndex> {
        let turns = self.leaves.iter().filter_map(|&(_, input)| match input {
            Input::Atom(Atom::Sine(coordinate) | Atom::Cosine(coordinate)) => Some(coordinate),
            _ => None,
        });
        let turns: BTreeSet<CoordinateIndex> = turns.collect();
        turns.into_iter().collect()
    }

    /// Sines and cosines of coordinates, as far as they are needed.
    fn read_turns(&self, writer: &mut Writer<'_>) {
        let turns = self.turns();
        let mut pattern = |atom: fn(CoordinateIndex) -> Atom, letter: &str| -> Vec<TokenStream> {
            let named = turns.iter().map(|&coordinate| {
                let owner = &self.mechanism.coordinate(coordinate).name;
                let mut leaves = self.leaves.iter();
                let leaf = leaves.find(|(_, input)| *input == Input::Atom(atom(coordinate)));
                let name = leaf.map(|(node, _)| writer.name(*node, &format!("{letter}_{owner}")));
                name.map_or_else(|| quote!(_), Ident::into_token_stream)
            });
            named.collect()
        };
        let (sines, cosines) = (pattern(Atom::Sine, "s"), pattern(Atom::Cosine, "c"));
        let angles = self.angles(&turns);
        let statement = match angles.as_slice() {
            [] => TokenStream::new(),
            [angle] => quote!(let (#(#sines)*, #(#cosines)*) = #angle.sin_cos();),
            _ => {
                quote!(let ([#(#sines),*], [#(#cosines),*]) = S::sines_and_cosines(&[#(#angles),*]);)
            }
        };
        writer.statements.extend(statement);
    }

    /// The angles of coordinates that turn.
    pub(super) fn angles(&self, turns: &[CoordinateIndex]) -> Vec<TokenStream> {
        let angles = turns.iter().map(|&coordinate| {
            let index = place(coordinate);
            let turn = &self.mechanism.coordinates[coordinate].turn;
            let part = constant(turn);
            match (turn.is_one(), turns) {
                (true, _) => quote!(q[#index]),
                (false, [_]) => quote!((q[#index] * #part)),
                (false, _) => quote!(q[#index] * #part),
            }
        });
        angles.collect()
    }

    /// What stores an output; nothing for one whose value is stored already.
    fn store(&self, output: usize, writer: &Writer<'_>) -> TokenStream {
        let value = writer.reference(self.outputs[output]);
        match &self.values {
            None => {
                let place = self.function.shape.place(output);
                quote!(#place.set(#value);)
            }
            Some(values) => match values.first_at(output) {
                Some(index) => {
                    let index = integer(index);
                    quote!(out.put(#index, #value);)
                }
                None => TokenStream::new(),
            },
        }
    }

    /// Zero for the outputs that vanish always, a run of them at once.
    pub(super) fn zeros(&self) -> TokenStream {
        let is_zero = |output: &usize| self.graph.is_zero(&self.outputs[*output]);
        let width = self.function.shape.width();
        let zero = quote!(S::constant(0.0));
        let mut writes = TokenStream::new();
        for row in (0..self.outputs.len()).step_by(width.max(1)) {
            let end = (row + width).min(self.outputs.len());
            let mut at = row;
            while at < end {
                let run = (at..end).take_while(is_zero).count();
                let place = self.function.shape.place(at);
                writes.extend(match run {
                    0 => TokenStream::new(),
                    1 => quote!(#place = #zero;),
                    _ => {
                        let range = self.function.shape.range(at, run);
                        quote!(#range.fill(#zero);)
                    }
                });
                at += run.max(1);
            }
        }
        writes
    }
}

/// What numbers have to be able to do for these operations.
pub(super) fn scalar(counts: &Operations) -> TokenStream {
    match (counts.exponentials, counts.roots + counts.quotients) {
        (0, 0) => quote!(Scalar),
        (0, _) => quote!(armwright_runtime::Radical),
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

#[cfg(test)]
mod tests {
    use super::{Operations, scalar};

    #[test]
    fn numbers_are_able_to_do_what_is_asked_of_them_and_no_more() {
        for (roots, quotients, exponentials, able) in [
            (0, 0, 0, "Scalar"),
            (1, 0, 0, "Radical"),
            (0, 1, 0, "Radical"),
            (1, 1, 0, "Radical"),
            (2, 3, 0, "Radical"),
            (0, 0, 1, "Transcendental"),
            (1, 1, 1, "Transcendental"),
            (0, 2, 1, "Transcendental"),
        ] {
            let counts = Operations {
                multiplications: 9,
                additions: 9,
                signs: 9,
                sine_cosines: 9,
                roots,
                quotients,
                exponentials,
            };
            let found = scalar(&counts).to_string();
            let found = found.rsplit("::").next().map(str::trim);
            assert_eq!(found, Some(able), "{roots}, {quotients}, {exponentials}");
        }
    }
}
