//! Who carries whom: parents by index, and what is wrong with a tree that is none.

use rustc_hash::FxHashMap;

use crate::description::Body;
use crate::diagnostic::{Fault, Span, nearest};

use super::names::repaired;
use super::reader::Reader;
use super::tree::{Kind, Node};

/// What a body says, as far as it could be read: its own name and its parent's, as written.
struct Claim<'n> {
    name: Option<&'n str>,
    parent: Option<(&'n str, Span)>,
}

impl<'n> Claim<'n> {
    fn of(node: &'n Node) -> Self {
        let scalar = |key| match node.get(key).map(|entry| &entry.value) {
            Some(Node {
                kind: Kind::Scalar { text, .. },
                span,
            }) => Some((text.as_str(), *span)),
            _ => None,
        };
        Self {
            name: scalar("name").map(|(name, _)| name),
            parent: scalar("parent"),
        }
    }
}

/// Gives each body the index of its parent; one that is unknown, later or carried by itself is
/// reported.
pub(super) fn resolve(bodies: &mut [Body], node: &Node, reader: &mut Reader<'_>) {
    let Kind::List(items) = &node.kind else {
        return;
    };
    let claims: Vec<Claim<'_>> = items.iter().map(Claim::of).collect();
    // A refused name stands for its body too, as written and as it will probably be corrected.
    let mut index: FxHashMap<String, usize> = FxHashMap::default();
    for (i, name) in claims
        .iter()
        .enumerate()
        .filter_map(|(i, claim)| Some((i, claim.name?)))
    {
        index.entry(name.to_owned()).or_insert(i);
        index.entry(repaired(name)).or_insert(i);
    }
    let parent_of = |i: usize| {
        claims[i]
            .parent
            .and_then(|(name, _)| index.get(name))
            .copied()
    };
    let mut in_cycle = vec![false; claims.len()];
    for (i, (body, claim)) in bodies.iter_mut().zip(&claims).enumerate() {
        let Some((name, span)) = claim.parent.filter(|(name, _)| *name != "base") else {
            continue;
        };
        let Some(at) = parent_of(i) else {
            // In ascending order, so that equal distances give the same answer each time.
            let mut known: Vec<&str> = index.keys().map(String::as_str).chain(["base"]).collect();
            known.sort_unstable();
            let (name, nearest) = (name.to_owned(), nearest(name, known));
            reader.report(Fault::UnknownParent { name, nearest }, span);
            continue;
        };
        if at < i {
            body.parent = Some(at);
        } else if let Some(cycle) = cycle(i, parent_of, claims.len()) {
            if !in_cycle[i] {
                reader.report(closed(&claims, &cycle), span);
            }
            cycle.iter().for_each(|&member| in_cycle[member] = true);
        } else {
            reader.report(
                Fault::ParentLater {
                    name: name.to_owned(),
                },
                span,
            );
        }
    }
}

/// A loop as a fault: its first body, and the way around.
fn closed(claims: &[Claim<'_>], cycle: &[usize]) -> Fault {
    let called = |&body: &usize| claims[body].name.unwrap_or("?");
    let mut path: Vec<&str> = cycle.iter().map(called).take(20).collect();
    let name = path[0].to_owned();
    path.push(&name);
    Fault::Cycle {
        path: path.join(" -> "),
        name: name.clone(),
    }
}

/// The bodies from `start` over parents back to `start`; `None` if that never happens.
fn cycle(start: usize, parent: impl Fn(usize) -> Option<usize>, most: usize) -> Option<Vec<usize>> {
    let mut path = vec![start];
    let mut at = parent(start)?;
    while at != start {
        if path.len() > most {
            return None;
        }
        path.push(at);
        at = parent(at)?;
    }
    Some(path)
}
