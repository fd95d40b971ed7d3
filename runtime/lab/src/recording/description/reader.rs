//! From tree to values: a step that finds a mistake notes it and gives `None`, and the next key is read.

use super::shape::{Key, Place, Shape};
use super::table::ELSEWHERE;
use super::tree::{Kind, Node};
use crate::options::List;
use crate::recording::channel::angle;
use crate::recording::error::{Mistake, Spot};
use crate::suggestion::suggestion;

/// Reads values and collects mistakes.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) mistakes: Vec<Mistake>,
}

/// A value that stands in a description in some shape.
pub(super) trait Form: Sized {
    /// The value; `None` if a mistake was found, which was noted.
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self>;
}

/// A type that stands in a description as a map.
pub(super) trait Record: Default {
    /// Offers each key with the value that belongs to it.
    fn keys(&mut self, keys: &mut Keys<'_>);
}

/// The keys of one map.
pub(super) struct Keys<'a> {
    pub(super) reader: &'a mut Reader,
    pub(super) node: &'a Node,
    place: &'static Place,
    offered: usize,
    /// Whether all that was asked for so far could be read.
    pub(super) complete: bool,
}

impl Reader {
    /// A record from a map.
    pub(super) fn record<T: Record>(&mut self, node: &Node, place: &'static Place) -> Option<T> {
        let Kind::Map(entries) = &node.kind else {
            let what = format!("{} is {}, not {}", place.name, node.found(), of(place));
            return self.refuse(node.spot, &what);
        };
        for (name, spot, _) in entries {
            if place.key(name).is_none() {
                let elsewhere = ELSEWHERE.iter().find(|(known, _)| known == name);
                let known = match (elsewhere, suggestion(name, place.names())) {
                    (Some((_, hint)), _) => format!(": {hint}"),
                    (None, close) if close.is_empty() => format!("; it may have {}", names(place)),
                    (None, close) => close,
                };
                let what = format!("{} has no key `{name}`{known}", place.name);
                self.mistakes.push(Mistake::at(*spot, &what));
            }
        }
        let mut record = T::default();
        let mut keys = Keys {
            reader: self,
            node,
            place,
            offered: 0,
            complete: true,
        };
        record.keys(&mut keys);
        // Whatever the file says, a record offers each of its keys once.
        assert_eq!(keys.offered, place.keys.len(), "keys of {}", place.name);
        keys.complete.then_some(record)
    }

    /// Notes a mistake that leaves no value.
    fn refuse<T>(&mut self, spot: Spot, what: &str) -> Option<T> {
        self.mistakes.push(Mistake::at(spot, what));
        None
    }

    pub(super) fn wrong<T>(&mut self, node: &Node, key: &Key, shape: &Shape) -> Option<T> {
        let (name, expected, found) = (key.name, shape.expected(), node.found());
        let what = format!(
            "`{name}` has {found} where {expected} is wanted; for example `{name}: {}`",
            key.example
        );
        self.refuse(node.spot, &what)
    }
}

fn of(place: &Place) -> String {
    format!("a map of {}", names(place))
}

fn names(place: &Place) -> String {
    let names: Vec<String> = place.names().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

impl Keys<'_> {
    /// Reads the value of a key that is needed because no other stands in its place.
    pub(super) fn required<T: Form>(&mut self, name: &'static str, value: &mut T) {
        self.key(name, value);
        if let (None, Some(key)) = (self.node.get(name), self.place.key(name)) {
            self.complete = false;
            self.missing(key);
        }
    }

    /// Reads the value of a key; one that is left out is left alone, one that the map never has is
    /// passed over.
    pub(super) fn key<T: Form>(&mut self, name: &'static str, value: &mut T) {
        let Some(key) = self.place.key(name) else {
            return;
        };
        self.offered += 1;
        match self.node.get(name) {
            Some(node) => match T::read(self.reader, node, key, &key.shape) {
                Some(read) => *value = read,
                None => self.complete = false,
            },
            None if key.required => {
                self.complete = false;
                self.missing(key);
            }
            None => {}
        }
    }

    /// Notes that a key is missing, unless an unknown one is there that probably means it.
    fn missing(&mut self, key: &Key) {
        let Kind::Map(entries) = &self.node.kind else {
            return;
        };
        let meant = |name: &str| {
            self.place.key(name).is_none() && suggestion(name, [key.name]).contains(key.name)
        };
        if !entries.iter().any(|(name, ..)| meant(name)) {
            let what = format!(
                "{} has no `{}`: add `{}: {}`",
                self.place.name, key.name, key.name, key.example
            );
            self.reader
                .mistakes
                .push(Mistake::at(self.node.spot, &what));
        }
    }

    /// Notes that the map does not have what it is for.
    pub(super) fn nothing(&mut self, what: &str) {
        self.reader.mistakes.push(Mistake::at(self.node.spot, what));
    }

    /// Passes over a key that another one stands in place of.
    pub(super) fn instead(&mut self, name: &'static str, why: &str) {
        self.offered += 1;
        self.without_effect(name, why);
    }

    /// Notes a key that has no effect beside others.
    pub(super) fn without_effect(&mut self, name: &str, why: &str) {
        if let Some(node) = self.node.get(name) {
            let what = format!("`{name}` has no effect: {why}");
            self.reader.mistakes.push(Mistake::at(node.spot, &what));
        }
    }
}

impl<T: Record> Form for T {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        match (shape, &node.kind) {
            (Shape::Map(place), Kind::Map(_)) => reader.record(node, place),
            _ => reader.wrong(node, key, shape),
        }
    }
}

impl<T: Form> Form for Option<T> {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        T::read(reader, node, key, shape).map(Some)
    }
}

impl<T: Form> Form for Vec<T> {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        let of = match shape {
            Shape::List(of, _) | Shape::OneOrMore(of, _) => of,
            _ => return reader.wrong(node, key, shape),
        };
        let items = match (&node.kind, shape) {
            (Kind::List(items), _) => items.as_slice(),
            (Kind::Scalar(_), Shape::OneOrMore(..)) => std::slice::from_ref(node),
            _ => return reader.wrong(node, key, shape),
        };
        // Every item is read, so that every mistake is noted.
        let read = items.iter().map(|item| T::read(reader, item, key, of));
        let read: Vec<Option<T>> = read.collect();
        read.into_iter().collect()
    }
}

impl<T: Form> Form for List<T> {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        Vec::read(reader, node, key, shape).map(Self)
    }
}

impl Form for String {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        let Kind::Scalar(text) = &node.kind else {
            return reader.wrong(node, key, shape);
        };
        let Shape::Unit(channel) = shape else {
            return Some(text.clone());
        };
        if channel.unit(text).is_none() {
            let (quantity, known) = (channel.name(), channel.known_units(None));
            let what = format!("`{text}` is not a unit of {quantity}; known are {known}");
            return reader.refuse(node.spot, &what);
        }
        Some(text.clone())
    }
}

impl Form for f64 {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        let Kind::Scalar(text) = &node.kind else {
            return reader.wrong(node, key, shape);
        };
        let value = match shape {
            Shape::Angle => angle(text),
            _ => text.parse().ok(),
        };
        let fits = |value: &Self| match shape {
            Shape::Positive => *value > 0.0,
            Shape::Threshold => *value >= 0.0,
            Shape::Sign => value.abs() == 1.0,
            _ => true,
        };
        let value = value.filter(|value: &Self| value.is_finite() && fits(value));
        value.or_else(|| reader.wrong(node, key, shape))
    }
}

impl Form for usize {
    fn read(reader: &mut Reader, node: &Node, key: &Key, shape: &Shape) -> Option<Self> {
        let number = match (&node.kind, shape) {
            (Kind::Scalar(text), Shape::Count(least)) => {
                text.parse().ok().filter(|count| count >= least)
            }
            _ => None,
        };
        number.or_else(|| reader.wrong(node, key, shape))
    }
}
