//! Forms: how each type of value stands in the file, in both directions.

use crate::algebra::{Poly, Rational};
use crate::description::{Angle, Base, Convention, Description, JointKind, Side, Value};
use crate::diagnostic::{Fault, Spanned};

use super::reader::Reader;
use super::record::{self, Form, Keys, Record};
use super::shape::Shape;
use super::text;
use super::tree::{Kind, Node};

/// A value as far as it is of use, and whether all of it could be read.
fn taken<T: Form + Default>(
    reader: &mut Reader<'_>,
    node: &Node,
    shape: &Shape,
) -> (Option<T>, bool) {
    let mut value = T::default();
    let complete = value.read(reader, node, shape).is_some();
    ((complete || T::USABLE_IN_PART).then_some(value), complete)
}

/// Types that are one scalar of the file: from it, and back to it.
macro_rules! scalars {
    ($(
        $of:ty: |$reader:ident, $node:ident, $shape:ident| $from:expr,
        |$value:ident, $description:pat_param, $at:pat_param| $to:expr;
    )+) => {$(
        impl Form for $of {
            fn read(&mut self, $reader: &mut Reader<'_>, $node: &Node, $shape: &Shape) -> Option<()> {
                *self = $from;
                Some(())
            }

            fn write(&self, $description: &Description, $at: &Shape) -> Option<Node> {
                let $value = self;
                Some($to)
            }
        }
    )+};
}

scalars! {
    String: |reader, node, shape| text(reader, node, shape)?, |text, _, _| Node::text(text);
    bool: |reader, node, shape| truth(reader, node, shape)?,
        |truth, _, _| Node::plain(truth.to_string());
    usize: |reader, node, shape| count(reader, node, shape)?,
        |count, _, _| Node::plain(count.to_string());
    Value: |reader, node, shape| reader.number(node, shape)?,
        |value, description, shape| number(value.clone(), description, shape);
    Poly: |reader, node, shape| reader.number(node, shape)?.plain,
        |plain, description, shape| number(plain.into(), description, shape);
    Rational: |reader, node, shape| reader.number(node, shape)?.plain.as_constant()?,
        |value, description, shape| number(Value::number(value.clone()), description, shape);
    Angle: |reader, node, shape| angle(reader.number(node, shape)?)?,
        |angle, description, shape| number(angle.into(), description, shape);
}

/// A text; a name and a word are checked.
fn text(reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<String> {
    let text = reader.text(node, shape)?;
    match shape {
        Shape::Name(named) => reader.name(text, *named, node.span)?,
        Shape::Word(_) => reader.word(node, shape).map(|_| ())?,
        _ => {}
    }
    Some(text.to_owned())
}

fn truth(reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<bool> {
    match &node.kind {
        Kind::Scalar { text, plain: true } if text == "true" => Some(true),
        Kind::Scalar { text, plain: true } if text == "false" => Some(false),
        _ => reader.wrong_kind(node, &shape.expected()),
    }
}

/// A whole number from 1.
fn count(reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<usize> {
    let Shape::Count(what, most) = shape else {
        return None;
    };
    match reader.text(node, shape)?.parse() {
        Ok(count) if (1..=*most).contains(&count) => Some(count),
        _ => {
            let expected = format!("a whole number from 1 to {most}");
            reader.refuse(Fault::wrong_value(what, &expected), node.span)
        }
    }
}

fn angle(Value { plain, pi }: Value) -> Option<Angle> {
    let radians = plain.as_constant()?;
    Some(Angle { pi, radians })
}

fn number(value: Value, description: &Description, shape: &Shape) -> Node {
    Node::plain(text::number(&value, description, shape))
}

/// Types whose values are words, in the order of the table.
macro_rules! words {
    ($($of:ty: $($word:ident),+;)+) => {$(
        impl Form for $of {
            fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
                *self = *[$(Self::$word),+].get(reader.word(node, shape)?)?;
                Some(())
            }

            fn write(&self, _: &Description, shape: &Shape) -> Option<Node> {
                let Shape::Word(words) = shape else { return None };
                let at = [$(Self::$word),+].iter().position(|word| word == self)?;
                words.names().get(at).map(|word| Node::text(word))
            }
        }
    )+};
}

words! {
    Base: Fixed, Floating;
    JointKind: Revolute, Continuous, Prismatic, Fixed;
    Convention: Standard, Modified;
    Side: Joint, Motor;
}

impl<T: Form> Form for Spanned<T> {
    const USABLE_IN_PART: bool = T::USABLE_IN_PART;

    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
        self.span = node.span;
        self.value.read(reader, node, shape)
    }

    fn write(&self, description: &Description, shape: &Shape) -> Option<Node> {
        self.value.write(description, shape)
    }
}

impl<T: Form + Default> Form for Option<T> {
    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
        let complete;
        (*self, complete) = taken(reader, node, shape);
        complete.then_some(())
    }

    fn write(&self, description: &Description, shape: &Shape) -> Option<Node> {
        self.as_ref()?.write(description, shape)
    }
}

/// A list.
impl<T: Form + Default> Form for Vec<T> {
    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
        let (items, of) = reader.items(node, shape)?;
        let mut complete = true;
        for item in items {
            let (value, good) = taken(reader, item, of);
            self.extend(value);
            complete &= good;
        }
        complete.then_some(())
    }

    fn write(&self, description: &Description, shape: &Shape) -> Option<Node> {
        let of = shape.item()?;
        let items = self.iter().filter_map(|item| item.write(description, of));
        Some(Kind::List(items.collect()).into())
    }
}

/// A list of so many numbers, or a map with the keys of a place.
impl<T: Form + Default + Clone + PartialEq, const N: usize> Form for [T; N] {
    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
        let Shape::Numbers(expected, number) = *shape else {
            return record::read(&mut Elements(self), reader, node, shape.place()?);
        };
        let example = reader.example;
        let as_it_is_written = |wrong: Fault| {
            let help = example.map(|(key, example)| {
                format!("write {expected} numbers in brackets, for instance `{key}: {example}`")
            });
            Fault { help, ..wrong }
        };
        let Kind::List(items) = &node.kind else {
            let wrong = Fault::wrong_kind(&shape.expected(), &node.found());
            return reader.refuse(as_it_is_written(wrong), node.span);
        };
        if items.len() != N {
            let wrong = Fault::wrong_length(expected, items.len());
            return reader.refuse(as_it_is_written(wrong), node.span);
        }
        let mut complete = true;
        for (value, item) in self.iter_mut().zip(items) {
            complete &= value.read(reader, item, &Shape::Number(number)).is_some();
        }
        complete.then_some(())
    }

    fn write(&self, description: &Description, shape: &Shape) -> Option<Node> {
        let Shape::Numbers(_, number) = *shape else {
            let elements = &mut Elements(&mut self.clone());
            return Some(record::write(elements, description, shape.place()?));
        };
        let item = |value: &T| value.write(description, &Shape::Number(number));
        Some(Kind::List(self.iter().filter_map(item).collect()).into())
    }
}

/// The values of the keys of a place, in their order.
struct Elements<'e, T>(&'e mut [T]);

impl<T: Form + Default + PartialEq> Record for Elements<'_, T> {
    fn keys(&mut self, keys: &mut Keys<'_, '_>) {
        for (key, value) in keys.place().keys.iter().zip(&mut *self.0) {
            keys.key(key.name, value);
        }
    }
}

/// A map with keys of the user's own, or some of those of a place, in the file's order.
impl<T: Form + Default> Form for Vec<(Spanned<String>, T)> {
    const USABLE_IN_PART: bool = true;

    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
        match (shape, &node.kind) {
            (Shape::Map(place), _) => reader.map_of(node, place)?,
            (_, Kind::Map(_)) => {}
            _ => return reader.wrong_kind(node, &shape.expected()),
        }
        let mut complete = true;
        for (key, node) in node.entries() {
            let Some(of) = shape.entry(&key.value) else {
                continue;
            };
            let (value, good) = taken(reader, node, of);
            self.extend(value.map(|value| (key.clone(), value)));
            complete &= good;
        }
        complete.then_some(())
    }

    fn write(&self, description: &Description, shape: &Shape) -> Option<Node> {
        let entry = |(key, value): &(Spanned<String>, T)| {
            let value = value.write(description, shape.entry(&key.value)?)?;
            Some((key.clone(), value))
        };
        Some(Kind::Map(self.iter().filter_map(entry).collect()).into())
    }
}
