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
