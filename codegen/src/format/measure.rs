//! Reads and writes `measure`: which quantities a recording of the robot holds.

use crate::description::{Description, Quantity};
use crate::diagnostic::{Fault, Span, Spanned};

use super::reader::Reader;
use super::record::Form;
use super::shape::Shape;
use super::table::MEASURE;
use super::tree::{Entry, Kind, Node, entry};
use super::vocabulary::QUANTITIES;

/// `[torque, {wrench: tool}]`; one quantity alone needs no list.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Measured(pub(super) Vec<Spanned<Quantity>>);

impl Form for Measured {
    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, _: &Shape) -> Option<()> {
        let items = match &node.kind {
            Kind::Scalar { .. } | Kind::Map(_) => std::slice::from_ref(node),
            Kind::List(items) => items,
            Kind::Null => return reader.wrong_kind(node, "a list such as `[torque]`"),
        };
        if items.is_empty() {
            let fault = Fault::wrong_value("`measure`", "a list of one quantity or more");
            return reader.refuse(fault, node.span);
        }
        for item in items {
            match &item.kind {
                Kind::Scalar { text, .. } => {
                    self.0.extend(quantity(reader, text, item.span, None));
                }
                Kind::Map(entries) => {
                    let quantity =
                        |(key, at): &Entry| quantity(reader, &key.value, key.span, Some(at));
                    self.0.extend(entries.iter().filter_map(quantity));
                }
                _ => {
                    let expected = "a measured quantity, for instance `torque`";
                    reader.wrong_kind::<()>(item, expected);
                }
            }
        }
        repeated(reader, &self.0);
        Some(())
    }

    fn write(&self, _: &Description, _: &Shape) -> Option<Node> {
        let quantity = |quantity: &Spanned<Quantity>| {
            let (key, names) = match &quantity.value {
                Quantity::Torque => return Node::text("torque"),
                Quantity::Energy => return Node::text("energy"),
                Quantity::TorqueOf(names) => ("torque", names),
                Quantity::Wrench(names) => ("wrench", names),
            };
            let names = match names.as_slice() {
                [name] => Node::text(&name.value),
                names => {
                    let names = names.iter().map(|name| Node::text(&name.value));
                    Kind::List(names.collect()).into()
                }
            };
            Kind::Map(vec![entry(key, names)]).into()
        };
        Some(Kind::List(self.0.iter().map(quantity).collect()).into())
    }
}

/// A quantity, and the names of what it is measured at if there are any.
fn quantity(
    reader: &mut Reader<'_>,
    word: &str,
    span: Span,
    at: Option<&Node>,
) -> Option<Spanned<Quantity>> {
    let quantity = match (word, at) {
        ("torque", None) => Quantity::Torque,
        ("energy", None) => Quantity::Energy,
        ("torque", Some(at)) => Quantity::TorqueOf(names(reader, word, at)?),
        ("wrench", Some(at)) => Quantity::Wrench(names(reader, word, at)?),
        ("wrench" | "energy", _) => {
            let expected = match at {
                None => "written with the body that carries the sensor: `{wrench: NAME}`",
                Some(_) => "a word of its own: `measure: [energy]`",
            };
            let fault = Fault::wrong_value(&format!("`{word}`"), expected);
            return reader.refuse(fault, span);
        }
        _ => {
            let allowed = ["torque", "wrench", "energy"];
            return reader.unknown_word(word, &QUANTITIES, &allowed, span);
        }
    };
    Some(Spanned::new(quantity, span))
}

fn names(reader: &mut Reader<'_>, word: &str, at: &Node) -> Option<Vec<Spanned<String>>> {
    let shape = &MEASURE.key(word)?.shape;
    if matches!(&at.kind, Kind::List(items) if items.is_empty()) {
        let fault = Fault::wrong_value(&format!("`{word}`"), &shape.expected());
        return reader.refuse(fault, at.span);
    }
    let mut names = Vec::new();
    names.read(reader, at, shape);
    (!names.is_empty()).then_some(names)
}

/// Reports every quantity, joint, motor and body that is listed a second time.
fn repeated<'n>(reader: &mut Reader<'_>, quantities: &'n [Spanned<Quantity>]) {
    let every_torque = quantities.iter().any(|q| q.value == Quantity::Torque);
    let mut seen: Vec<(bool, &str)> = Vec::new();
    for Spanned { value, span } in quantities {
        let itself = |word| vec![(false, word, *span)];
        let named = |wrench, names: &'n [Spanned<String>]| {
            let names = names.iter();
            names
                .map(|name| (wrench, name.value.as_str(), name.span))
                .collect()
        };
        let measured: Vec<(bool, &str, Span)> = match value {
            Quantity::Wrench(names) => named(true, names),
            Quantity::TorqueOf(names) if !every_torque => named(false, names),
            // `torque` alone is that of every drive.
            Quantity::Torque | Quantity::TorqueOf(_) => itself("torque"),
            Quantity::Energy => itself("energy"),
        };
        for (wrench, name, span) in measured {
            if seen.contains(&(wrench, name)) {
                reader.report(Fault::repeated(name), span);
            }
            seen.push((wrench, name));
        }
    }
}
