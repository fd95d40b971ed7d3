//! Who carries whom: parents by index, and what is wrong with a tree that is none.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Fault, Spanned, nearest};

use super::names::repaired;
use super::reader::Reader;

/// What a body says: its own name and its parent's, as far as they could be read.
#[derive(Debug)]
pub(super) struct Claim {
    pub(super) name: Option<Spanned<String>>,
    pub(super) parent: Option<Spanned<String>>,
}

impl Reader<'_> {
    /// Parents as indices; one that is unknown, later or carried by itself is reported.
    pub(super) fn parents(&mut self, bodies: &[Claim]) -> Vec<Option<usize>> {
        // A refused name stands for its body too, as written and as it will probably be corrected.
        let mut index: FxHashMap<String, usize> = FxHashMap::default();
        for (i, body) in bodies.iter().enumerate() {
            if let Some(name) = &body.name {
                index.entry(name.value.clone()).or_insert(i);
                index.entry(repaired(&name.value)).or_insert(i);
            }
        }
        let parent_of = |i: usize| {
            bodies[i]
                .parent
                .as_ref()
                .and_then(|p| index.get(p.value.as_str()))
                .copied()
        };
        let mut in_cycle = vec![false; bodies.len()];
        let mut parents = vec![None; bodies.len()];
        for (i, body) in bodies.iter().enumerate() {
            let Some(parent) = body.parent.as_ref().filter(|parent| parent.value != "base") else {
                continue;
            };
            let Some(at) = parent_of(i) else {
                let known = index.keys().map(String::as_str).chain(["base"]);
                // In ascending order, so that equal distances give the same answer each time.
                let mut known: Vec<&str> = known.collect();
                known.sort_unstable();
                let nearest = nearest(&parent.value, known);
                let fault = Fault::UnknownParent {
                    name: parent.value.clone(),
                    nearest,
                };
                self.report(&fault, parent.span);
                continue;
            };
            if at < i {
                parents[i] = Some(at);
                continue;
            }
            if let Some(cycle) = cycle(i, parent_of, bodies.len()) {
                if !in_cycle[i] {
                    self.report(&closed(bodies, &cycle), parent.span);
                }
                cycle.iter().for_each(|&member| in_cycle[member] = true);
            } else {
                self.report(
                    &Fault::ParentLater {
                        name: parent.value.clone(),
                    },
                    parent.span,
                );
            }
        }
        parents
    }
}

/// A loop as a fault: its first body, and the way around.
fn closed(bodies: &[Claim], cycle: &[usize]) -> Fault {
    let called = |&b: &usize| {
        bodies[b]
            .name
            .as_ref()
            .map_or("?", |name| name.value.as_str())
    };
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
