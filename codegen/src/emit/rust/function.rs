//! One generated function: inputs, bindings, outputs, in parts if it is long.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use rustc_hash::FxHashMap;

use super::expression::Writer;
use super::leaves::{Given, leaves, read_leaves};
use super::lints;
use super::names::Names;
use super::schedule::{Schedule, schedule};
use super::signature::{Array, Shape};
use crate::algebra::passes::{Counted, Form};
use crate::algebra::{Algebra, Graph, Input, Operations, Ref};
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
        let counts = format!(
            "{} multiplications, {} additions, {} sine and cosine pairs.",
            counts.multiplications, counts.additions, counts.sine_cosines
        );
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
            #public fn #name<S: Scalar>(#(#takes,)* out: &mut #shape) {
                #body
            }
            #definitions
        }
    }

    /// The function's body in one piece.
    fn whole(&self) -> TokenStream {
        let mut names = reserved();
        let mut writer = Writer::new(self.graph, &self.plan);
        let reads = self.reads(&mut names, &mut writer);
        let bindings = bind(&self.plan.parts.concat(), &mut names, &mut writer);
        let outputs = self.writes(&writer);
        quote!(#reads #bindings #outputs)
    }

    /// `let` for each input.
    pub(super) fn reads(&self, names: &mut Names, writer: &mut Writer<'_>) -> TokenStream {
        let given = self.function.given;
        read_leaves(self.mechanism, given, &self.leaves, names, writer)
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

/// Text as the lines of doc comments.
pub(super) fn lines(text: &str) -> Vec<String> {
    let line = |line: &str| match line {
        "" => String::new(),
        line => format!(" {line}"),
    };
    text.lines().map(line).collect()
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
const RESERVED: [&str; 10] = [
    "theta",
    "base",
    "q",
    "qd",
    "qdd",
    "out",
    "beta",
    "known",
    "recovered",
    "tolerance",
];

/// `let` for each binding, in order.
pub(super) fn bind(nodes: &[usize], names: &mut Names, writer: &mut Writer<'_>) -> TokenStream {
    let graph = writer.graph;
    let mut bindings = TokenStream::new();
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    for &node in nodes {
        let value = writer.definition(node);
        let name = match graph.name_of(node) {
            Some((name, _)) => names.unique(name),
            None => {
                let section = graph.section_of(node);
                let number = numbers.entry(section).or_insert(0);
                *number += 1;
                names.unique(&format!("t_{section}_{number}"))
            }
        };
        bindings.extend(quote!(let #name = #value;));
        writer.names.insert(node, quote!(#name));
    }
    bindings
}
