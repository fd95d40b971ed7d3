//! Long functions in several parts: each stores its own outputs, and keeps the values that later parts read.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use rustc_hash::{FxHashMap, FxHashSet};

use super::expression::{Writer, integer};
use super::function::Draft;
use super::lints;
use super::names::type_name;
use super::order::Statement;
use crate::algebra::{Atom, Input, Node, Ref};

/// A value that later parts read: where it is kept, and what it is called.
struct Kept {
    part: usize,
    index: usize,
    name: String,
}

impl Draft<'_> {
    /// The body of a function in parts, each a type by itself (`armwright_runtime::Part`), so that it is compiled for the
    /// instructions that the numbers need.
    pub(super) fn split(&self) -> TokenStream {
        let zeros = self.values.is_none().then(|| self.zeros());
        let turns = self.turns();
        let angles = self.angles(&turns);
        let turned = (!angles.is_empty())
            .then(|| quote!(let (sines, cosines) = S::sines_and_cosines(&[#(#angles),*]);));
        let needed = self.needed_later();
        let mut kept = FxHashMap::default();
        let mut sizes = Vec::new();
        let mut parts = TokenStream::new();
        for (part, statements) in self.plan.parts.iter().enumerate() {
            parts.extend(self.part(part, statements, &needed, &mut kept, &mut sizes));
        }
        quote!(#zeros #turned #parts)
    }

    /// The bindings that a later part reads.
    fn needed_later(&self) -> FxHashSet<usize> {
        let mut home = FxHashMap::default();
        for (part, statements) in self.plan.parts.iter().enumerate() {
            let bound = statements.iter().filter_map(|statement| match statement {
                Statement::Bind(node) => Some((*node, part)),
                Statement::Store(_) => None,
            });
            home.extend(bound);
        }
        let mut needed = FxHashSet::default();
        for (part, statements) in self.plan.parts.iter().enumerate() {
            let read = statements
                .iter()
                .flat_map(|&statement| self.needs(statement));
            needed.extend(read.filter(|node| home.get(node).is_some_and(|home| *home != part)));
        }
        needed
    }

    /// The bindings and leaves that a node's expression names.
    pub(super) fn named_operands(&self, node: usize) -> Vec<usize> {
        let (mut found, mut open) = (Vec::new(), vec![node]);
        while let Some(next) = open.pop() {
            let operands = self.graph.operands(next).into_iter().flatten();
            for operand in operands.map(Ref::node) {
                match self.is_named(operand) {
                    true => found.push(operand),
                    false => open.push(operand),
                }
            }
        }
        found
    }

    /// A part as a type, and the call of it.
    fn part(
        &self,
        part: usize,
        statements: &[Statement],
        needed: &FxHashSet<usize>,
        kept: &mut FxHashMap<usize, Kept>,
        sizes: &mut Vec<usize>,
    ) -> TokenStream {
        let mut writer = self.writer();
        for name in ["sines", "cosines", "kept"] {
            writer.taken.unique(name);
        }
        for source in 0..part {
            writer.taken.unique(&kept_by(source).to_string());
        }
        let mut sources = BTreeSet::new();
        let mut size = 0;
        for &statement in statements {
            for node in self.needs(statement) {
                self.read(node, kept, &mut sources, &mut writer);
            }
            self.state(statement, &mut writer);
            let Statement::Bind(node) = statement else {
                continue;
            };
            if needed.contains(&node) {
                let (name, index) = (writer.names[&node].clone(), integer(size));
                writer.statements.extend(quote!(kept[#index].set(#name);));
                let (name, index) = (name.to_string(), size);
                kept.insert(node, Kept { part, index, name });
                size += 1;
            }
        }
        sizes.push(size);
        self.part_of(part, &writer.statements, &sources, sizes)
    }

    /// Gives a node that a statement names its name, if it has none: reads an input, or what an earlier part kept.
    fn read(
        &self,
        node: usize,
        kept: &FxHashMap<usize, Kept>,
        sources: &mut BTreeSet<usize>,
        writer: &mut Writer<'_>,
    ) {
        if writer.names.contains_key(&node) {
            return;
        }
        if let Some(Kept { part, index, name }) = kept.get(&node) {
            let (source, index) = (kept_by(*part), integer(*index));
            writer.define(node, name, &quote!(#source[#index]));
            sources.insert(*part);
            return;
        }
        let Node::Input(input) = self.graph.node(node) else {
            return;
        };
        let turns = self.turns();
        let turn = match input {
            Input::Atom(Atom::Sine(k)) => Some(("s", quote!(sines), k)),
            Input::Atom(Atom::Cosine(k)) => Some(("c", quote!(cosines), k)),
            _ => None,
        };
        match turn {
            Some((letter, array, coordinate)) => {
                let owner = &self.mechanism.coordinate(coordinate).name;
                let index = turns.iter().position(|turn| *turn == coordinate);
                let index = integer(index.unwrap_or(0));
                writer.define(node, &format!("{letter}_{owner}"), &quote!(#array[#index]));
            }
            None => self.read_leaf(node, input, writer),
        }
    }

    /// The type of a part that does this, and the call of it.
    fn part_of(
        &self,
        part: usize,
        statements: &TokenStream,
        sources: &BTreeSet<usize>,
        sizes: &[usize],
    ) -> TokenStream {
        let function = self.function;
        let name = type_name(&format!("{}_part_{part}", function.name));
        let mut fields: Vec<(Ident, TokenStream, TokenStream)> = Vec::new();
        for array in &function.takes {
            let (ident, length) = (array.ident(), integer(array.length));
            let value = ident.to_token_stream();
            fields.push((ident, quote!(&'a [S; #length]), value));
        }
        let turns = integer(self.turns().len());
        if !self.turns().is_empty() {
            for array in ["sines", "cosines"] {
                let ident = format_ident!("{array}");
                fields.push((ident.clone(), quote!(&'a [S; #turns]), quote!(&#ident)));
            }
        }
        for &source in sources {
            let (ident, size) = (kept_by(source), integer(sizes[source]));
            fields.push((ident.clone(), quote!(&'a [S; #size]), quote!(&#ident)));
        }
        let (own, size) = (kept_by(part), integer(sizes[part]));
        fields.push((
            format_ident!("kept"),
            quote!(&'a mut [S; #size]),
            quote!(&mut #own),
        ));
        let (shape, generics, bounds) = match &self.values {
            Some(_) => (
                quote!(O),
                quote!(, O),
                quote!(, O: armwright_runtime::Results<S>),
            ),
            None => (
                function.shape.tokens(),
                TokenStream::new(),
                TokenStream::new(),
            ),
        };
        fields.push((
            format_ident!("out"),
            quote!(&'a mut #shape),
            quote!(&mut *out),
        ));
        let names: Vec<&Ident> = fields.iter().map(|(name, ..)| name).collect();
        let types = fields.iter().map(|(_, of, _)| of);
        let nothing = zeros_of(sizes[part]);
        // A field that is named as its value is written once.
        let values = fields
            .iter()
            .map(|(name, _, value)| match *name == value.to_string() {
                true => value.clone(),
                false => quote!(#name: #value),
            });
        let (scalar, silenced) = (self.scalar(), lints::of_functions());
        quote! {
            let mut #own: [S; #size] = #nothing;
            struct #name<'a, S #generics> {
                #(#names: #types,)*
            }
            impl<S: #scalar #bounds> armwright_runtime::Part for #name<'_, S #generics> {
                #silenced
                #[inline(always)]
                fn run(self) {
                    let Self { #(#names),* } = self;
                    #statements
                }
            }
            S::apart(#name { #(#values),* });
        }
    }
}

/// So many zeros.
pub(super) fn zeros_of(count: usize) -> TokenStream {
    let size = integer(count);
    match count {
        0 => quote!([]),
        _ => quote!([S::constant(0.0); #size]),
    }
}

/// The array in which a part keeps values.
fn kept_by(part: usize) -> Ident {
    format_ident!("part_{part}")
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::{Expr, ImplItem, Item, ItemStruct, Stmt};

    use super::{Draft, FxHashSet, Statement};
    use crate::algebra::passes::Form;
    use crate::algebra::{Algebra, Atom, Graph, Input, Ref, Symbol};
    use crate::emit::rust::function::Function;
    use crate::emit::rust::leaves::nothing_given;
    use crate::emit::rust::signature::{Array, Shape};
    use crate::mechanism::{Mechanism, load};

    /// A joint and a constant.
    fn pendulum(constant: &str) -> Mechanism {
        let text = format!(
            "robot: pendulum\ngravity: [0, 0, -10]\n\
             constants: {{{constant}: {{value: 1, symbolic: true}}}}\nbodies:\n  \
             - {{name: arm, parent: base, joint: {{name: q1, type: revolute, axis: [0, 1, 0]}}}}\n"
        );
        let (mechanism, _) = load("pendulum.yaml", &text).expect("a robot");
        mechanism
    }

    /// A few bindings, each of which reads the one before.
    fn chain(graph: &mut Graph, start: Ref) -> Ref {
        (0..3).fold(start, |last, _| {
            let square = graph.mul(&last, &last);
            let sum = graph.add(&square, &start);
            graph.name(sum, || "x".to_owned());
            sum
        })
    }

    /// So many torques of a pendulum.
    fn torques(count: usize) -> Function<'static> {
        Function {
            name: "torques",
            document: String::new(),
            takes: ["q", "qd"].map(|name| Array { name, length: 1 }).to_vec(),
            given: &nothing_given,
            shape: Shape::Vector(count),
            blocks: Vec::new(),
            equations: None,
        }
    }

    /// As if the function were long: a part for each output, with what was written before it.
    fn cut_behind_outputs(draft: &mut Draft<'_>) {
        let mut bindings = draft.plan.bindings();
        bindings.sort_unstable();
        let outputs = draft.outputs.iter().enumerate();
        let part = |(output, reference): (usize, &Ref)| {
            let own = bindings
                .iter()
                .take_while(|node| **node <= reference.node());
            let count = own.count();
            let own = bindings.drain(..count).map(Statement::Bind);
            own.chain([Statement::Store(output)]).collect()
        };
        draft.plan.parts = outputs.map(part).collect();
    }

    /// The types that stand for parts.
    fn parts(code: &syn::Block) -> Vec<&ItemStruct> {
        let mut parts = Vec::new();
        for statement in &code.stmts {
            if let Stmt::Item(Item::Struct(part)) = statement {
                parts.push(part);
            }
        }
        parts
    }

    /// The names that the code of a part binds.
    fn bound(code: &str, part: &str) -> FxHashSet<String> {
        let (_, own) = code
            .split_once(&format!("Part for {part} "))
            .expect("a part");
        let (_, own) = own.split_once("= self ;").expect("its code");
        let own = own.split("S :: apart").next().unwrap_or_default();
        let names = own
            .split("let ")
            .skip(1)
            .filter_map(|rest| rest.split(' ').next());
        names.map(str::to_owned).collect()
    }

    /// Three outputs: the second takes the first and the constant, the third takes both.
    fn three() -> Form {
        let mut graph = Graph::default();
        let rate = graph.input(Input::Velocity(0.into()));
        let sine = graph.atom(Atom::Sine(0.into()));
        let length = graph.atom(Atom::Symbol(Symbol::Constant(0.into())));
        let first = chain(&mut graph, rate);
        let scaled = graph.mul(&length, &sine);
        let mixed = graph.add(&first, &scaled);
        let second = chain(&mut graph, mixed);
        let both = graph.mul(&first, &second);
        Form::written(graph, vec![first, second, both])
    }

    /// The arrays of the function, those of its sines and cosines, what an earlier part kept, and what the part keeps itself.
    #[test]
    fn a_constant_does_not_take_the_name_of_what_a_part_is_given() {
        for name in ["q", "sines", "cosines", "part_0", "kept", "out"] {
            let mechanism = pendulum(name);
            let (function, form) = (torques(3), three());
            let mut draft = Draft::of(&mechanism, &function, &form);
            cut_behind_outputs(&mut draft);
            let code = draft.split().to_string();
            let bound = bound(&code, "TorquesPart1");
            assert!(!bound.contains(name), "{name}: {code}");
            assert!(bound.contains(&format!("{name}_2")), "{name}: {code}");
        }
    }

    #[test]
    fn a_part_is_given_the_arrays_that_it_reads() {
        // The constant is called as the array of the first part is.
        let mechanism = pendulum("part_0");
        let (function, form) = (torques(3), three());
        let mut draft = Draft::of(&mechanism, &function, &form);
        cut_behind_outputs(&mut draft);
        let tokens = draft.split();
        let block: syn::Block = syn::parse2(quote!({ #tokens })).expect("Rust code");
        let code = tokens.to_string();
        let fields = parts(&block).into_iter().map(|part| {
            let name = part.ident.to_string();
            let names = part.fields.iter().filter_map(|field| field.ident.as_ref());
            let names: Vec<String> = names.map(ToString::to_string).collect();
            let bound = bound(&code, &name);
            assert!(
                names.iter().all(|name| !bound.contains(name)),
                "{name}: {bound:?}"
            );
            (name, names.join(" "))
        });
        let fields: Vec<(String, String)> = fields.collect();
        let expected = [
            ("TorquesPart0", "q qd sines cosines kept out"),
            ("TorquesPart1", "q qd sines cosines part_0 kept out"),
            ("TorquesPart2", "q qd sines cosines part_0 part_1 kept out"),
        ];
        let expected = expected.map(|(name, names)| (name.to_owned(), names.to_owned()));
        assert_eq!(fields, expected);
    }

    /// The elements of arrays that each part reads of earlier parts and keeps for later ones, with the names of their values.
    fn exchanged(code: &syn::Block) -> Vec<[Vec<String>; 2]> {
        let mut parts = Vec::new();
        for statement in &code.stmts {
            let Stmt::Item(Item::Impl(part)) = statement else {
                continue;
            };
            let Some(ImplItem::Fn(run)) = part.items.first() else {
                panic!("a part is a function");
            };
            let (mut read, mut kept) = (Vec::new(), Vec::new());
            for statement in &run.block.stmts {
                match statement {
                    Stmt::Local(local) => {
                        let value = &local.init.as_ref().expect("a value").expr;
                        let (name, value) = (&local.pat, quote!(#value).to_string());
                        if value.starts_with("part_") {
                            read.push(format!("{} = {value}", quote!(#name)));
                        }
                    }
                    Stmt::Expr(Expr::MethodCall(call), _) if call.method == "set" => {
                        let (place, value) = (&call.receiver, &call.args);
                        let place = quote!(#place).to_string();
                        if place.starts_with("kept") {
                            kept.push(format!("{place} = {}", quote!(#value)));
                        }
                    }
                    _ => panic!("a statement"),
                }
            }
            read.sort_unstable();
            parts.push([read, kept]);
        }
        parts
    }

    /// Two parts keep two values each, counted from zero in each array, and the third reads all four.
    #[test]
    fn later_parts_read_each_value_where_it_was_kept() {
        let mechanism = pendulum("part_0");
        let mut graph = Graph::default();
        let rate = graph.input(Input::Velocity(0.into()));
        let sine = graph.atom(Atom::Sine(0.into()));
        let square = graph.mul(&rate, &rate);
        let cube = graph.mul(&square, &rate);
        let pull = graph.mul(&cube, &sine);
        let sum = graph.add(&pull, &square);
        let product = graph.mul(&pull, &square);
        let whole = graph.add(&product, &sum);
        let last = graph.mul(&whole, &cube);
        for (value, name) in [
            (square, "square"),
            (cube, "cube"),
            (pull, "pull"),
            (sum, "sum"),
        ] {
            graph.name(value, || name.to_owned());
        }
        let function = torques(3);
        let form = Form::written(graph, vec![cube, sum, last]);
        let mut draft = Draft::of(&mechanism, &function, &form);
        cut_behind_outputs(&mut draft);
        let tokens = draft.split();
        let block: syn::Block = syn::parse2(quote!({ #tokens })).expect("Rust code");
        let expected: [[&[&str]; 2]; 3] = [
            [&[], &["kept [0] = square", "kept [1] = cube"]],
            [
                &["cube = part_0 [1]", "square = part_0 [0]"],
                &["kept [0] = pull", "kept [1] = sum"],
            ],
            [
                &[
                    "cube = part_0 [1]",
                    "pull = part_1 [0]",
                    "square = part_0 [0]",
                    "sum = part_1 [1]",
                ],
                &[],
            ],
        ];
        assert_eq!(exchanged(&block), expected, "{tokens}");
        let arrays = tokens.to_string();
        for (part, size) in [2, 2, 0].iter().enumerate() {
            let array = format!("let mut part_{part} : [S ; {size}] =");
            assert!(arrays.contains(&array), "{array}: {tokens}");
        }
    }
}
