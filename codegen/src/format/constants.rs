//! Reads and writes `constants`: names for numbers, some of which stay symbols.

use crate::algebra::{ConstantIndex, Place, Rational};
use crate::description::{Constant, Description, Value};
use crate::diagnostic::{Fault, Span, Spanned};

use super::reader::Reader;
use super::record::{self, Form, Keys, Record, records};
use super::shape::{Named, Shape};
use super::tree::{Kind, Node};

/// The most symbols; equations are polynomials in all of them.
const MOST_SYMBOLS: usize = 1024;
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

/// Units of what no symbol stands for.
const NO_LENGTHS: &[&str] = &[
    "deg", "rad", "s", "kg", "N", "A", "V", "Hz", "N·m", "N*m", "Nm", "rad/s", "m/s", "m/s²",
    "m/s^2", "kg·m", "kg*m", "kg·m²", "kg*m^2", "N/m", "N·m/rad",
];

/// All constants, in the file's order.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Constants(pub(super) Vec<Constant>);

impl Form for Constants {
    /// Reads them into the reader too, for the expressions that follow.
    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
        if !matches!(node.kind, Kind::Map(_)) {
            return reader.wrong_kind(node, &shape.expected());
        }
        let names = node.entries().iter().map(|(name, _)| name.value.clone());
        reader.constants.to_come = names.rev().collect();
        for (name, node) in node.entries() {
            let constant = constant(reader, name, node, shape);
            // From here on its name is known, even if its value could not be read.
            let name = reader.constants.to_come.pop();
            match constant {
                Some(constant) => reader.constants.read.push(constant),
                None => reader.constants.refused.extend(name),
            }
        }
        self.0.clone_from(&reader.constants.read);
        Some(())
    }

    fn write(&self, description: &Description, shape: &Shape) -> Option<Node> {
        let Shape::Entries(Shape::Either(number, map), _) = shape else {
            return None;
        };
        let entry = |constant: &Constant| {
            let mut written = Written {
                value: constant.value.clone(),
                unit: Spanned::new(constant.unit.clone(), Span::default()),
                symbolic: constant.symbol.is_some(),
            };
            let node = match constant.unit.is_empty() && !written.symbolic {
                true => written.value.write(description, number)?,
                false => record::write(&mut written, description, map.place()?),
            };
            Some((constant.name.clone(), node))
        };
        Some(Kind::Map(self.0.iter().filter_map(entry).collect()).into())
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

fn constant(
    reader: &mut Reader<'_>,
    name: &Spanned<String>,
    node: &Node,
    shape: &Shape,
) -> Option<Constant> {
    reader.name(&name.value, Named::Constant, name.span)?;
    let Shape::Either(number, map) = shape.entry(&name.value)? else {
        return None;
    };
    let mut written = Written::default();
    match node.kind {
        Kind::Scalar { .. } => written.value.read(reader, node, number)?,
        _ => record::read(&mut written, reader, node, map.place()?)?,
    }
    let Spanned { value: unit, span } = written.unit;
    let mut others = NOT_SI.iter();
    let si = others.find(|(others, _)| others.contains(&unit.as_str()));
    let si = si.map(|(_, si)| *si);
    let is_length = !NO_LENGTHS.contains(&unit.as_str()) && si.is_none_or(|si| si == "m");
    if written.symbolic && !is_length {
        return reader.refuse(Fault::symbol_of_no_length(&name.value, &unit), span);
    }
    if let Some(si) = si {
        return reader.refuse(Fault::not_si(&unit, si), span);
    }
    let (mut unit, mut value) = (unit, written.value);
    if unit == "deg" {
        if !value.pi.is_zero() {
            let what = "the unit of an angle that is written with `deg` or `pi`";
            return reader.refuse(Fault::wrong_value(what, "`rad`, or left out"), span);
        }
        let Some(degrees) = value.plain.as_constant() else {
            return reader.refuse(Fault::not_si(&unit, "rad"), node.span);
        };
        value = Value::pi(&degrees * &Rational::new(1, 180));
        "rad".clone_into(&mut unit);
    }
    let span = node.get("value").map_or(node.span, |value| value.span);
    let symbol = match written.symbolic {
        true => Some(symbol(reader, &value, span)?),
        false => None,
    };
    // Symbols stand for numbers.
    let value = match symbol {
        Some(_) => Value::from(&value.with_pi()),
        None => value,
    };
    Some(Constant {
        name: name.clone(),
        unit,
        value,
        symbol,
    })
}

/// The index of a new symbol; its value must be a number.
fn symbol(reader: &mut Reader<'_>, value: &Value, span: Span) -> Option<ConstantIndex> {
    reader.exact(value, "the value of a symbol", span)?;
    let constants = reader.constants.read.iter();
    let found = constants
        .filter(|constant| constant.symbol.is_some())
        .count();
    if found >= MOST_SYMBOLS {
        let fault = Fault::too_many("symbols", found + 1, MOST_SYMBOLS);
        return reader.refuse(fault, span);
    }
    ConstantIndex::new(found)
}
