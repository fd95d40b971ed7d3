//! Long functions in parts: each part computes an array of values that later parts read.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use rustc_hash::{FxHashMap, FxHashSet};

use super::expression::{Writer, integer};
use super::function::Draft;
use super::lints;
use super::signature::Array;
use crate::algebra::{Node, Ref};

/// Where a value lives: which part's array, and at which index.
type Places = FxHashMap<usize, (usize, usize)>;

/// A part: what it is called with, how it declares each, and what it does.
struct Part {
    arguments: Vec<(TokenStream, TokenStream)>,
    body: TokenStream,
}

impl Draft<'_> {
    /// Cuts the function into parts; gives the parts' definitions and the body that calls them.
    pub(super) fn split(&self) -> (TokenStream, TokenStream) {
        // Part 0 is the leaves, so that no sine is taken twice.
        let leaves = self.leaves.iter().map(|(node, _)| *node).collect();
        let groups = [vec![leaves], self.plan.parts.clone()].concat();
        let kept = self.kept_values(&groups);
        let mut places = Places::default();
        for (part, values) in kept.iter().enumerate() {
            let values = values.iter().enumerate();
            places.extend(values.map(|(index, &node)| (node, (part, index))));
        }
        let (mut definitions, mut calls) = (TokenStream::new(), TokenStream::new());
        let scalar = self.scalar();
        for (part, group) in groups.iter().enumerate() {
            let Part { arguments, body } = match part {
                0 => self.inputs(&kept[0]),
                _ => self.operations(part, group, &places, &kept),
            };
            let (arguments, declarations): (Vec<_>, Vec<_>) = arguments.into_iter().unzip();
            let size = integer(kept[part].len());
            let name = format_ident!("{}_part_{part}", self.function.name);
            let value = values_of(part);
            let doc = format!(" Part {part} of [`{}`].", self.function.name);
            let silenced = lints::of_functions();
            calls.extend(quote!(let #value = #name(#(#arguments),*);));
            definitions.extend(quote! {
                #[doc = #doc]
                #silenced
                fn #name<S: #scalar>(#(#declarations),*) -> [S; #size] {
                    #body
                }
            });
        }
        let mut writer = self.writer();
        let names = places.iter().map(|(&node, &place)| (node, read(place)));
        writer.names.extend(names);
        let outputs = self.writes(&writer);
        (definitions, quote!(#calls #outputs))
    }

    /// The values of each part that a later part or an output needs, in order.
    fn kept_values(&self, groups: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut home = FxHashMap::default();
        for (part, nodes) in groups.iter().enumerate() {
            home.extend(nodes.iter().map(|&node| (node, part)));
        }
        let mut needed: FxHashSet<usize> = FxHashSet::default();
        for (part, nodes) in groups.iter().enumerate().skip(1) {
            let values = nodes.iter().flat_map(|&node| self.named_operands(node));
            needed.extend(values.filter(|value| home.get(value) != Some(&part)));
        }
        needed.extend(self.outputs.iter().map(|output| output.node()));
        let kept = |nodes: &Vec<usize>| {
            let nodes = nodes.iter().copied();
            nodes.filter(|node| needed.contains(node)).collect()
        };
        groups.iter().map(kept).collect()
    }

    /// The bindings and leaves that a node's expression names.
    pub(super) fn named_operands(&self, node: usize) -> Vec<usize> {
        let (mut found, mut open) = (Vec::new(), vec![node]);
        while let Some(next) = open.pop() {
            let operands = self.graph.operands(next).into_iter().flatten();
            for operand in operands.map(Ref::node) {
                let is_leaf = matches!(self.graph.node(operand), Node::Input(_));
                if self.plan.bound[operand] || is_leaf {
                    found.push(operand);
                } else {
                    open.push(operand);
                }
            }
        }
        found
    }

    /// The part that reads the inputs.
    fn inputs(&self, kept: &[usize]) -> Part {
        let mut writer = self.writer();
        self.read_leaves(&mut writer);
        let argument = |array: &Array| (array.ident().into_token_stream(), array.declaration());
        Part {
            arguments: self.function.takes.iter().map(argument).collect(),
            body: results(&writer, kept),
        }
    }

    /// A part that computes.
    fn operations(
        &self,
        part: usize,
        nodes: &[usize],
        places: &Places,
        kept: &[Vec<usize>],
    ) -> Part {
        let own: FxHashSet<usize> = nodes.iter().copied().collect();
        let mut writer = self.writer();
        for source in 0..part {
            writer.taken.unique(&values_of(source).to_string());
        }
        let mut sources = BTreeSet::new();
        for value in nodes.iter().flat_map(|&node| self.named_operands(node)) {
            let known = own.contains(&value) || writer.names.contains_key(&value);
            let (false, Some(&(source, index))) = (known, places.get(&value)) else {
                continue;
            };
            let name = self.graph.name_of(value).map(|(name, _)| name.to_owned());
            let name = name.unwrap_or_else(|| format!("v{source}_{index}"));
            writer.define(value, &name, &read((source, index)));
            sources.insert(source);
        }
        writer.bind(nodes);
        let argument = |source: usize| {
            let (array, size) = (values_of(source), integer(kept[source].len()));
            (quote!(&#array), quote!(#array: &[S; #size]))
        };
        Part {
            arguments: sources.into_iter().map(argument).collect(),
            body: results(&writer, &kept[part]),
        }
    }
}

/// What a part does: all that was defined, then the values that others need.
fn results(writer: &Writer<'_>, kept: &[usize]) -> TokenStream {
    let statements = &writer.statements;
    let results = kept.iter().map(|node| &writer.names[node]);
    quote!(#statements [#(#results),*])
}

fn values_of(part: usize) -> Ident {
    format_ident!("part_{part}")
}

/// The value at a place.
fn read((part, index): (usize, usize)) -> TokenStream {
    let (values, index) = (values_of(part), integer(index));
    quote!(#values[#index])
}
