//! Who carries whom: parents by index, and what is wrong with a tree that is none.

use std::iter::successors;

use rustc_hash::FxHashMap;

use crate::description::Body;
use crate::diagnostic::{Fault, Span};

use super::names::repaired;
use super::reader::Reader;
use super::tree::{Kind, Node};

/// Gives each body the index of its parent; one that is unknown, later or carried by itself is
/// reported.
pub(super) fn resolve<'n>(bodies: &mut [Body], node: &'n Node, reader: &mut Reader<'_>) {
    let Kind::List(items) = &node.kind else {
        return;
    };
    // What bodies say of themselves and of their parents, as far as it could be read.
    let names: Vec<Option<&str>> = items
        .iter()
        .map(|item| item.get("name")?.scalar())
        .collect();
    let parent = |item: &'n Node| {
        item.get("parent")
            .and_then(|at| Some((at.scalar()?, at.span)))
    };
    let parents: Vec<Option<(&str, Span)>> = items.iter().map(parent).collect();
    // A refused name stands for its body too, as written and as it will probably be corrected.
    let mut index: FxHashMap<String, usize> = FxHashMap::default();
    for (i, name) in names.iter().enumerate() {
        for name in name
            .iter()
            .flat_map(|name| [(*name).to_owned(), repaired(name)])
        {
            index.entry(name).or_insert(i);
        }
    }
    let parent_of = |i: usize| index.get(parents[i]?.0).copied();
    let mut in_cycle = vec![false; items.len()];
    for (i, body) in bodies.iter_mut().enumerate().take(items.len()) {
        let Some((name, span)) = parents[i].filter(|(name, _)| *name != "base") else {
            continue;
        };
        let Some(at) = parent_of(i) else {
            // In ascending order, so that equal distances give the same answer each time.
            let mut known: Vec<&str> = index.keys().map(String::as_str).chain(["base"]).collect();
            known.sort_unstable();
            reader.report(Fault::unknown_parent(name, &known), span);
            continue;
        };
        // From parent to parent, no further than through every body.
        let way: Vec<usize> = successors(Some(at), |&at| parent_of(at))
            .take(items.len())
            .collect();
        if at < i {
            body.parent = Some(at);
        } else if let Some(last) = way.iter().position(|&at| at == i) {
            if !in_cycle[i] {
                let around = std::iter::once(&i).chain(&way[..last]);
                let mut path: Vec<&str> =
                    around.map(|&i| names[i].unwrap_or("?")).take(20).collect();
                path.push(path[0]);
                reader.report(Fault::cycle(path[0], &path.join(" -> ")), span);
            }
            way[..=last]
                .iter()
                .for_each(|&member| in_cycle[member] = true);
        } else {
            reader.report(Fault::parent_later(name), span);
        }
    }
}
