//! Long functions in parts: each part computes an array of values that later parts read.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use rustc_hash::{FxHashMap, FxHashSet};

use super::expression::{Writer, integer};
use super::function::{Function, bind, read_leaves, reserved, write_outputs};
use super::lints;
use super::schedule::Schedule;
use crate::algebra::{Graph, Input, Ref};
use crate::mechanism::Mechanism;

/// Where a value lives: which part's array, and at which index.
type Places = FxHashMap<usize, (usize, usize)>;

/// Cuts a function into parts; gives the parts' definitions and the body that calls them.
pub(super) fn split(
    graph: &Graph,
    mechanism: &Mechanism,
    function: &Function<'_>,
    plan: &Schedule,
    leaves: &[(usize, Input)],
) -> (TokenStream, TokenStream) {
    // Part 0 is the leaves, so that no sine is taken twice.
    let mut groups = vec![leaves.iter().map(|(node, _)| *node).collect::<Vec<_>>()];
    groups.extend(plan.parts.iter().cloned());
    let kept = kept_values(graph, function, plan, &groups);
    let mut places = Places::default();
    for (part, values) in kept.iter().enumerate() {
        for (index, &node) in values.iter().enumerate() {
            places.insert(node, (part, index));
        }
    }
    let (mut definitions, mut calls) = (TokenStream::new(), TokenStream::new());
    for part in 0..groups.len() {
        let size = integer(kept[part].len());
        let name = format_ident!("{}_part_{part}", function.name);
        let value = values_of(part);
        let (arguments, declarations, body) = if part == 0 {
            inputs(mechanism, graph, function, leaves, &kept[0])
        } else {
            operations(graph, plan, &groups[part], part, &places, &kept)
        };
        let doc = format!(" Part {part} of [`{}`].", function.name);
        let silenced = lints::of_functions();
        calls.extend(quote!(let #value = #name(#(#arguments),*);));
        definitions.extend(quote! {
            #[doc = #doc]
            #silenced
            fn #name<S: Scalar>(#(#declarations),*) -> [S; #size] {
                #body
            }
        });
    }
    let read = |node: usize| place(&places, node);
    let outputs = write_outputs(graph, function, |reference| output(graph, reference, read));
    (definitions, quote!(#calls #outputs))
}

fn values_of(part: usize) -> Ident {
    format_ident!("part_{part}")
}

fn place(places: &Places, node: usize) -> Option<TokenStream> {
    let (part, index) = places.get(&node)?;
    let (values, index) = (values_of(*part), integer(*index));
    Some(quote!(#values[#index]))
}

/// The values of each part that a later part or an output needs, in order.
fn kept_values(
    graph: &Graph,
    function: &Function<'_>,
    plan: &Schedule,
    groups: &[Vec<usize>],
) -> Vec<Vec<usize>> {
    let mut home = FxHashMap::default();
    for (part, nodes) in groups.iter().enumerate() {
        home.extend(nodes.iter().map(|&node| (node, part)));
    }
    let mut needed: FxHashSet<usize> = FxHashSet::default();
    for (part, nodes) in groups.iter().enumerate().skip(1) {
        for value in nodes
            .iter()
            .flat_map(|&node| named_operands(graph, plan, node))
        {
            if home.get(&value) != Some(&part) {
                needed.insert(value);
            }
        }
    }
    needed.extend(function.outputs.iter().map(|output| output.node()));
    groups
        .iter()
        .map(|nodes| {
            nodes
                .iter()
                .copied()
                .filter(|node| needed.contains(node))
                .collect()
        })
        .collect()
}

/// The bindings and leaves that a binding's expression names.
fn named_operands(graph: &Graph, plan: &Schedule, node: usize) -> Vec<usize> {
    let (mut found, mut open) = (Vec::new(), vec![node]);
    while let Some(next) = open.pop() {
        for operand in graph.operands(next).into_iter().flatten().map(Ref::node) {
            let is_leaf = matches!(graph.node(operand), crate::algebra::Node::Input(_));
            if plan.bound[operand] || is_leaf {
                found.push(operand);
            } else {
                open.push(operand);
            }
        }
    }
    found
}

type Part = (Vec<TokenStream>, Vec<TokenStream>, TokenStream);

/// The part that reads the inputs.
fn inputs(
    mechanism: &Mechanism,
    graph: &Graph,
    function: &Function<'_>,
    leaves: &[(usize, Input)],
    kept: &[usize],
) -> Part {
    let mut names = reserved();
    let mut writer = Writer {
        graph,
        names: FxHashMap::default(),
    };
    let reads = read_leaves(mechanism, function, leaves, &mut names, &mut writer);
    let results = kept.iter().map(|node| &writer.names[node]);
    let body = quote!(#reads [#(#results),*]);
    let arguments = function.arguments.iter().map(|argument| {
        let name = argument.ident();
        quote!(#name)
    });
    let declarations = function.arguments.iter().map(|argument| {
        let (name, length) = (argument.ident(), integer(argument.length(mechanism)));
        quote!(#name: &[S; #length])
    });
    (arguments.collect(), declarations.collect(), body)
}

/// A part that computes.
fn operations(
    graph: &Graph,
    plan: &Schedule,
    nodes: &[usize],
    part: usize,
    places: &Places,
    kept: &[Vec<usize>],
) -> Part {
    let own: FxHashSet<usize> = nodes.iter().copied().collect();
    let mut names = reserved();
    for source in 0..part {
        names.unique(&values_of(source).to_string());
    }
    let mut writer = Writer {
        graph,
        names: FxHashMap::default(),
    };
    let mut reads = TokenStream::new();
    let mut sources = vec![false; part];
    for value in nodes
        .iter()
        .flat_map(|&node| named_operands(graph, plan, node))
    {
        let known = own.contains(&value) || writer.names.contains_key(&value);
        let (false, Some((source, index))) = (known, places.get(&value)) else {
            continue;
        };
        let wanted = graph
            .name_of(value)
            .map_or_else(|| format!("v{source}_{index}"), str::to_owned);
        let name = names.unique(&wanted);
        let (array, index) = (values_of(*source), integer(*index));
        reads.extend(quote!(let #name = #array[#index];));
        writer.names.insert(value, name);
        sources[*source] = true;
    }
    let bindings = bind(graph, nodes, &mut names, &mut writer);
    let results = kept[part].iter().map(|node| &writer.names[node]);
    let body = quote!(#reads #bindings [#(#results),*]);
    let used = || (0..part).filter(|&source| sources[source]);
    let arguments = used().map(|source| {
        let array = values_of(source);
        quote!(&#array)
    });
    let declarations = used().map(|source| {
        let (array, size) = (values_of(source), integer(kept[source].len()));
        quote!(#array: &[S; #size])
    });
    (arguments.collect(), declarations.collect(), body)
}

/// An output: a kept value with its sign, or a number.
fn output(
    graph: &Graph,
    reference: Ref,
    read: impl Fn(usize) -> Option<TokenStream>,
) -> TokenStream {
    let Some(value) = read(reference.node()) else {
        return Writer {
            graph,
            names: FxHashMap::default(),
        }
        .reference(reference);
    };
    if reference.is_negative() {
        quote!(-#value)
    } else {
        value
    }
}
