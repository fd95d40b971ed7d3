//! From tree to values: the small steps that every part of the extraction is made of.
//!
//! A step that finds a mistake reports it and gives `None`; its caller goes on with the next key,
//! so that one run shows all mistakes.

use crate::diagnostic::{Diagnostics, Fault, Source, Span, Spanned, nearest};

use super::keys::Place;
use super::model::Constant;
use super::tree::{Kind, Node};

/// The largest number of terms that may be asked for: ten seconds of work, and a module of some ten
/// megabytes, which no compiler takes with patience.
pub(super) const LARGEST_COUNT: usize = 100_000;

/// Reads values and collects mistakes.
pub(super) struct Reader<'a> {
    pub(super) source: &'a Source,
    pub(super) diagnostics: &'a mut Diagnostics,
    /// Constants that were read so far.
    pub(super) constants: Vec<Constant>,
    /// Names of constants that could not be read, or are still to come.
    pub(super) other_constants: Vec<(String, bool)>,
}

/// A map whose keys are known to be possible ones.
#[derive(Clone, Copy)]
pub(super) struct Fields<'n> {
    node: &'n Node,
    place: &'static Place,
}

impl<'n> Fields<'n> {
    /// The value of a key, if it is there.
    pub(super) fn get(&self, key: &str) -> Option<&'n Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// Where a key stands, if it is there.
    pub(super) fn key_span(&self, key: &str) -> Option<Span> {
        self.entry(key).map(|entry| entry.key_span)
    }

    /// Whether an unknown key is there that probably means this one; it was reported.
    fn misspelt(&self, key: &str) -> bool {
        let known = self.place.keys;
        let Kind::Map(entries) = &self.node.kind else {
            return false;
        };
        let unknown = entries
            .iter()
            .filter(|entry| !known.contains(&entry.key.as_str()));
        let mut meant = unknown.filter_map(|entry| nearest(&entry.key, known.iter().copied()));
        meant.any(|meant| meant == key)
    }

    fn entry(&self, key: &str) -> Option<&'n super::tree::Entry> {
        match &self.node.kind {
            Kind::Map(entries) => entries.iter().find(|entry| entry.key == key),
            _ => None,
        }
    }

    pub(super) fn span(&self) -> Span {
        self.node.span
    }
}

impl Reader<'_> {
    pub(super) fn report(&mut self, fault: &Fault, span: Span) {
        self.diagnostics.add(fault, span);
    }

    pub(super) fn wrong_kind(&mut self, node: &Node, expected: &str) {
        let fault = Fault::WrongKind {
            expected: expected.to_owned(),
            found: node.found(),
        };
        self.report(&fault, node.span);
    }

    /// A map with the keys of a place; unknown ones are reported.
    pub(super) fn fields<'n>(
        &mut self,
        node: &'n Node,
        place: &'static Place,
    ) -> Option<Fields<'n>> {
        let Kind::Map(entries) = &node.kind else {
            self.wrong_kind(node, &format!("a map of {}", place.keys.join(", ")));
            return None;
        };
        for entry in entries
            .iter()
            .filter(|entry| !place.keys.contains(&entry.key.as_str()))
        {
            let fault = Fault::UnknownKey {
                key: entry.key.clone(),
                place: place.name.to_owned(),
                nearest: nearest(&entry.key, place.keys.iter().copied()),
                known: place.keys.to_vec(),
            };
            self.report(&fault, entry.key_span);
        }
        Some(Fields { node, place })
    }

    /// The value of a key that must be there.
    pub(super) fn required<'n>(
        &mut self,
        fields: Fields<'n>,
        key: &'static str,
        example: &'static str,
    ) -> Option<&'n Node> {
        let found = fields.get(key);
        if found.is_none() && !fields.misspelt(key) {
            let place = fields.place.name.to_owned();
            self.report(
                &Fault::MissingKey {
                    key,
                    place,
                    example,
                },
                fields.span(),
            );
        }
        found
    }

    /// The items of a list.
    pub(super) fn list<'n>(&mut self, node: &'n Node, expected: &str) -> Option<&'n [Node]> {
        match &node.kind {
            Kind::List(items) => Some(items),
            _ => {
                self.wrong_kind(node, expected);
                None
            }
        }
    }

    /// The items of a list of known length.
    pub(super) fn array<'n, const N: usize>(&mut self, node: &'n Node) -> Option<&'n [Node; N]> {
        let items = self.list(node, &format!("a list of {N} numbers"))?;
        let array = items.try_into().ok();
        if array.is_none() {
            self.report(
                &Fault::WrongLength {
                    expected: N,
                    found: items.len(),
                },
                node.span,
            );
        }
        array
    }

    /// A text.
    pub(super) fn text(&mut self, node: &Node, expected: &str) -> Option<Spanned<String>> {
        match &node.kind {
            Kind::Scalar { text, .. } => Some(Spanned::new(text.clone(), node.span)),
            _ => {
                self.wrong_kind(node, expected);
                None
            }
        }
    }

    /// A list of texts; a single one stands for a list of one.
    pub(super) fn texts(&mut self, node: &Node, expected: &str) -> Vec<Spanned<String>> {
        if let Kind::Scalar { text, .. } = &node.kind {
            return vec![Spanned::new(text.clone(), node.span)];
        }
        let items = self
            .list(node, &format!("a list of {expected}"))
            .unwrap_or(&[]);
        items
            .iter()
            .filter_map(|item| self.text(item, expected))
            .collect()
    }

    /// `true` or `false`.
    pub(super) fn truth(&mut self, node: &Node) -> Option<bool> {
        match &node.kind {
            Kind::Scalar { text, plain: true } if text == "true" => Some(true),
            Kind::Scalar { text, plain: true } if text == "false" => Some(false),
            _ => {
                self.wrong_kind(node, "`true` or `false`");
                None
            }
        }
    }

    /// One of several words.
    pub(super) fn word<T: Copy>(
        &mut self,
        node: &Node,
        what: &'static str,
        words: &[(&str, T)],
    ) -> Option<T> {
        let text = self.text(node, what)?;
        let found = words
            .iter()
            .find(|(word, _)| *word == text.value)
            .map(|&(_, value)| value);
        if found.is_none() {
            self.unknown_word(&text, what, words.iter().map(|&(word, _)| word));
        }
        found
    }

    pub(super) fn unknown_word<'w>(
        &mut self,
        word: &Spanned<String>,
        what: &'static str,
        words: impl Iterator<Item = &'w str> + Clone,
    ) {
        let fault = Fault::UnknownWord {
            word: word.value.clone(),
            what,
            nearest: nearest(&word.value, words.clone()),
            allowed: words.map(str::to_owned).collect(),
        };
        self.report(&fault, word.span);
    }

    /// A whole number from 1.
    pub(super) fn count(&mut self, node: &Node, what: &str) -> Option<usize> {
        let text = self.text(node, "a whole number")?;
        let value = text
            .value
            .parse()
            .ok()
            .filter(|n| (1..=LARGEST_COUNT).contains(n));
        if value.is_none() {
            let expected = format!("a whole number from 1 to {LARGEST_COUNT}");
            self.report(
                &Fault::WrongValue {
                    what: what.to_owned(),
                    expected,
                },
                node.span,
            );
        }
        value
    }
}
