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
    /// Constants that were read so far.
    pub(super) constants: Vec<Constant>,
    /// Names of constants that could not be read.
    pub(super) constants_refused: Vec<String>,
    /// Names of constants that are still to come, the next one last.
    pub(super) constants_to_come: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(source: &'a Source, diagnostics: &'a mut Diagnostics) -> Self {
        let (constants, constants_refused, constants_to_come) = Default::default();
        Self {
            source,
            diagnostics,
            constants,
            constants_refused,
            constants_to_come,
        }
    }

    pub(super) fn report(&mut self, fault: Fault, span: Span) {
        self.diagnostics.add(&fault, span);
    }

    /// Reports a fault that leaves no value.
    pub(super) fn refuse<T>(&mut self, fault: Fault, span: Span) -> Option<T> {
        self.report(fault, span);
        None
    }

    pub(super) fn wrong_value<T>(&mut self, what: &str, expected: &str, span: Span) -> Option<T> {
        let (what, expected) = (what.to_owned(), expected.to_owned());
        self.refuse(Fault::WrongValue { what, expected }, span)
    }

    pub(super) fn wrong_kind<T>(&mut self, node: &Node, expected: String) -> Option<T> {
        let found = node.found();
        self.refuse(Fault::WrongKind { expected, found }, node.span)
    }

    /// Checks that a node is a map; its keys that a place does not have, or not yet, are reported.
    pub(super) fn map_of(&mut self, node: &Node, place: &'static Place) -> Option<()> {
        if !matches!(node.kind, Kind::Map(_)) {
            return self.wrong_kind(node, Shape::Map(place).expected());
        }
        for entry in node.entries() {
            let fault = match place.key(&entry.key).map(|key| &key.shape) {
                Some(&Shape::Later(what, instead)) => {
                    let what = what.to_owned();
                    Fault::NotSupported { what, instead }
                }
                Some(_) => continue,
                None => Fault::UnknownKey {
                    key: entry.key.clone(),
                    place: place.name.to_owned(),
                    nearest: nearest(&entry.key, place.names()),
                    known: place.names().collect(),
                },
            };
            self.report(fault, entry.key_span);
        }
        Some(())
    }

    /// Reports that a key is missing, unless an unknown key is there that probably means it.
    pub(super) fn missing(&mut self, node: &Node, place: &Place, key: &Key) -> Option<()> {
        let unknown = node
            .entries()
            .iter()
            .filter(|entry| place.key(&entry.key).is_none());
        let mut meant = unknown.filter_map(|entry| nearest(&entry.key, place.names()));
        if meant.any(|meant| meant == key.name) {
            return None;
        }
        let (place, key, example) = (place.name.to_owned(), key.name, key.example);
        self.refuse(
            Fault::MissingKey {
                key,
                place,
                example,
            },
            node.span,
        )
    }

    /// The text of a scalar.
    pub(super) fn text<'n>(&mut self, node: &'n Node, shape: &Shape) -> Option<&'n str> {
        match &node.kind {
            Kind::Scalar { text, .. } => Some(text),
            _ => self.wrong_kind(node, shape.expected()),
        }
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
                let (found, limit) = (items.len(), *limit);
                self.refuse(Fault::TooMany { what, found, limit }, node.span)
            }
            (Kind::List(items), _) => Some((items, shape.item()?)),
            (Kind::Scalar { .. }, Shape::OneOrMore(of, _)) => {
                Some((std::slice::from_ref(node), of))
            }
            _ => self.wrong_kind(node, shape.expected()),
        }
    }

    /// Which one of several words stands there.
    pub(super) fn word(&mut self, node: &Node, shape: &Shape) -> Option<usize> {
        let Shape::Word(words) = shape else {
            return None;
        };
        let word = self.text(node, shape)?;
        let found = words.names().position(|known| known == word);
        found.or_else(|| self.unknown_word(word, words, words.names(), node.span))
    }

    pub(super) fn unknown_word<'w, T>(
        &mut self,
        word: &str,
        words: &Words,
        allowed: impl Iterator<Item = &'w str> + Clone,
        span: Span,
    ) -> Option<T> {
        if words.later.contains(&word) {
            let (what, instead) = (words.asked.replace("{}", word), words.instead);
            return self.refuse(Fault::NotSupported { what, instead }, span);
        }
        let fault = Fault::UnknownWord {
            word: word.to_owned(),
            what: words.what,
            nearest: nearest(word, allowed.clone()),
            allowed: allowed.map(str::to_owned).collect(),
        };
        self.refuse(fault, span)
    }

    /// Reports every name that stands a second time.
    pub(super) fn unique<'n>(
        &mut self,
        names: impl Iterator<Item = &'n Spanned<String>>,
        what: &'static str,
    ) {
        let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
        for name in names.filter(|name| !name.value.is_empty()) {
            let first = *seen.entry(&name.value).or_insert(name.span);
            if first != name.span {
                let fault = Fault::DuplicateName {
                    name: name.value.clone(),
                    what,
                };
                let other = [(first, "the first one".to_owned())];
                self.diagnostics.add_with(&fault, name.span, other);
            }
        }
    }
}
