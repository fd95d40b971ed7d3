//! From tree to values: the small steps that the extraction is made of.
//!
//! A step that finds a mistake reports it and gives `None`; its caller goes on with the next key, so
//! that one run shows all mistakes.

use rustc_hash::FxHashMap;

use crate::description::Constant;
use crate::diagnostic::{Diagnostics, Fault, Source, Span, Spanned, nearest};

use super::shape::{Key, Place, Shape, Words};
use super::tree::{Kind, Node};

/// Reads values and collects mistakes.
pub(super) struct Reader<'a> {
    pub(super) source: &'a Source,
    pub(super) diagnostics: &'a mut Diagnostics,
    pub(super) constants: Constants,
    /// The key whose value is read, and a value as the file would write it.
    pub(super) example: Option<(&'static str, &'static str)>,
}

/// What is known of constants while the file is read.
#[derive(Default)]
pub(super) struct Constants {
    /// Those that were read so far.
    pub(super) read: Vec<Constant>,
    /// Names of those that could not be read.
    pub(super) refused: Vec<String>,
    /// Names of those that are still to come, the one that is being read last.
    pub(super) to_come: Vec<String>,
    /// The name of the joint whose pose is read.
    pub(super) joint: String,
    /// Names of joints and motors, once these were read.
    pub(super) moving: Vec<String>,
}

impl Reader<'_> {
    pub(super) fn report(&mut self, fault: Fault, span: Span) {
        self.diagnostics.add(fault, span);
    }

    /// Reports a fault that leaves no value.
    pub(super) fn refuse<T>(&mut self, fault: Fault, span: Span) -> Option<T> {
        self.report(fault, span);
        None
    }

    pub(super) fn wrong_kind<T>(&mut self, node: &Node, expected: &str) -> Option<T> {
        self.refuse(Fault::wrong_kind(expected, &node.found()), node.span)
    }

    /// Checks that a node is a map; its keys that a place does not have, or not yet, are reported.
    pub(super) fn map_of(&mut self, node: &Node, place: &'static Place) -> Option<()> {
        let Kind::Map(entries) = &node.kind else {
            return self.wrong_kind(node, &Shape::Map(place).expected());
        };
        for (key, _) in entries {
            if place.key(&key.value).is_none() {
                let fault = Fault::unknown_key(&key.value, place.name, &place.names());
                self.report(fault, key.span);
            }
        }
        Some(())
    }

    /// Reports that a key is missing, unless an unknown key is there that probably means it.
    pub(super) fn missing(&mut self, node: &Node, place: &Place, key: &Key) -> Option<()> {
        let is_meant = |written: &str| {
            place.key(written).is_none() && nearest(written, place.names()) == Some(key.name)
        };
        if node.entries().iter().any(|(key, _)| is_meant(&key.value)) {
            return None;
        }
        let fault = Fault::missing_key(key.name, place.name, key.example);
        self.refuse(fault, node.span)
    }

    /// The text of a scalar.
    pub(super) fn text<'n>(&mut self, node: &'n Node, shape: &Shape) -> Option<&'n str> {
        node.scalar()
            .or_else(|| self.wrong_kind(node, &shape.expected()))
    }

    /// The items of a list and what each may be. Where one thing alone may stand for a list of
    /// one, that one.
    pub(super) fn items<'n>(
        &mut self,
        node: &'n Node,
        shape: &Shape,
    ) -> Option<(&'n [Node], &'static Shape)> {
        match (&node.kind, shape) {
            (Kind::List(items), Shape::List(_, what, limit)) if items.len() > *limit => {
                self.refuse(Fault::too_many(what, items.len(), *limit), node.span)
            }
            (Kind::List(items), _) => Some((items, shape.item()?)),
            (Kind::Scalar { .. }, Shape::OneOrMore(of, _)) => {
                Some((std::slice::from_ref(node), of))
            }
            _ => self.wrong_kind(node, &shape.expected()),
        }
    }

    /// Which one of several words stands there.
    pub(super) fn word(&mut self, node: &Node, shape: &Shape) -> Option<usize> {
        let Shape::Word(words) = shape else {
            return None;
        };
        let word = self.text(node, shape)?;
        let names = words.names();
        let found = names.iter().position(|known| *known == word);
        found.or_else(|| self.unknown_word(word, words, &names, node.span))
    }

    pub(super) fn unknown_word<T>(
        &mut self,
        word: &str,
        words: &Words,
        allowed: &[&str],
        span: Span,
    ) -> Option<T> {
        let fault = match words.later.iter().find(|later| later.word == word) {
            Some(later) => Fault::not_supported(&later.asked.replace("{}", word), later.instead),
            None => Fault::unknown_word(word, words.what, allowed),
        };
        self.refuse(fault, span)
    }

    /// Reports every name that stands a second time.
    pub(super) fn unique<'n>(
        &mut self,
        names: impl Iterator<Item = &'n Spanned<String>>,
        what: &str,
    ) {
        let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
        for name in names.filter(|name| !name.value.is_empty()) {
            let first = *seen.entry(&name.value).or_insert(name.span);
            if first != name.span {
                let fault = Fault::duplicate_name(&name.value, what);
                self.diagnostics
                    .add_with(fault, name.span, (first, "the first one"));
            }
        }
    }
}
