//! Reads and writes `constants`: names for numbers, some of which stay symbols.

use crate::algebra::{ConstantIndex, Place, Rational};
use crate::description::{Constant, Description, Value};
use crate::diagnostic::{Fault, Span, Spanned};

use super::reader::Reader;
use super::record::{self, Form, Keys, Record, records};
use super::shape::{Named, Shape};
use super::tree::{Entry, Kind, Node};

/// The most symbols; equations are polynomials in all of them.
const MOST_SYMBOLS: usize = 64;
/// Units that are not SI, and what to write instead.
const NOT_SI: &[(&[&str], &str)] = &[
    (&["mm", "cm", "km", "in", "inch", "ft"], "m"),
    (&["g", "lb"], "kg"),
    (&["degree", "degrees", "°"], "rad"),
    (&["rpm", "deg/s"], "rad/s"),
    (&["ms", "min"], "s"),
    (&["mA"], "A"),
    (&["Nmm", "N·mm"], "N·m"),
];

/// All constants, in the file's order.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Constants(pub(super) Vec<Constant>);

impl Form for Constants {
    /// Reads them into the reader too, for the expressions that follow.
    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
        if !matches!(node.kind, Kind::Map(_)) {
            return reader.wrong_kind(node, shape.expected());
        }
        let names = node.entries().iter().map(|entry| entry.key.clone());
        reader.constants_to_come = names.rev().collect();
        for entry in node.entries() {
            let constant = constant(reader, entry, shape);
            // From here on its name is known, even if its value could not be read.
            let name = reader.constants_to_come.pop();
            match constant {
                Some(constant) => reader.constants.push(constant),
                None => reader.constants_refused.extend(name),
            }
        }
        self.0.clone_from(&reader.constants);
        Some(())
    }

    fn write(&self, description: &Description, shape: &Shape) -> Option<Node> {
        let Shape::Entries(Shape::Either(number, map), _) = shape else {
            return None;
        };
        let entry = |constant: &Constant| {
            let unit = Spanned::new(constant.unit.clone(), constant.name.span);
            let value = constant.value.clone();
            let mut written = Written {
                value,
                unit,
                symbolic: constant.symbol.is_some(),
            };
            let node = if written.unit.value.is_empty() && !written.symbolic {
                written.value.write(description, number)?
            } else {
                record::write(&mut written, description, map.place()?)
            };
            Some(Entry::new(&constant.name.value, node))
        };
        Some(Node::map(self.0.iter().filter_map(entry).collect()))
    }
}

/// A constant as the file has it.
#[derive(Default)]
struct Written {
    value: Value,
    unit: Spanned<String>,
    symbolic: bool,
}

records! {
    Written: value, unit, symbolic;
}

fn constant(reader: &mut Reader<'_>, entry: &Entry, shape: &Shape) -> Option<Constant> {
    let (node, name) = (
        &entry.value,
        Spanned::new(entry.key.clone(), entry.key_span),
    );
    reader.name(&name.value, Named::Constant, name.span)?;
    let Shape::Either(number, map) = shape.entry(&name.value)? else {
        return None;
    };
    let mut written = Written::default();
    match node.kind {
        Kind::Scalar { .. } => written.value.read(reader, node, number)?,
        _ => record::read(&mut written, reader, node, map.place()?)?,
    }
    let Written {
        mut value,
        mut unit,
        symbolic,
    } = written;
    let si = NOT_SI
        .iter()
        .find(|(others, _)| others.contains(&unit.value.as_str()));
    if let Some(&(_, si)) = si {
        return reader.refuse(
            Fault::NotSi {
                unit: unit.value,
                si,
            },
            unit.span,
        );
    }
    if unit.value == "deg" {
        let Some(degrees) = value
            .plain
            .as_constant()
            .filter(|_| value.pi.is_zero() && !symbolic)
        else {
            return reader.refuse(
                Fault::NotSi {
                    unit: unit.value,
                    si: "rad",
                },
                node.span,
            );
        };
        value = Value::pi(&degrees * &Rational::new(1, 180));
        "rad".clone_into(&mut unit.value);
    }
    let span = node
        .get("value")
        .map_or(node.span, |entry| entry.value.span);
    let symbol = if symbolic {
        Some(symbol(reader, &value, span)?)
    } else {
        None
    };
    Some(Constant {
        name,
        unit: unit.value,
        value,
        symbol,
    })
}

/// The index of a new symbol; its value must be a number.
fn symbol(reader: &mut Reader<'_>, value: &Value, span: Span) -> Option<ConstantIndex> {
    reader.exact(value, "the value of a symbol", span)?;
    let found = reader
        .constants
        .iter()
        .filter(|constant| constant.symbol.is_some())
        .count();
    if found >= MOST_SYMBOLS {
        let (what, found, limit) = ("symbols", found + 1, MOST_SYMBOLS);
        return reader.refuse(Fault::TooMany { what, found, limit }, span);
    }
    ConstantIndex::new(found)
}
