//! Reads `constants`: names for numbers, some of which stay symbols.

use crate::algebra::{ConstantIndex, Place, Rational};
use crate::diagnostic::{Fault, Spanned};

use super::keys;
use super::model::Constant;
use super::reader::Reader;
use super::tree::{Kind, Node};
use super::value::Value;

/// The most symbols; equations are polynomials in all of them.
const MOST_SYMBOLS: usize = 64;
/// Units that are not SI, and what to write instead.
const NOT_SI: &[(&str, &str)] = &[
    ("mm", "m"),
    ("cm", "m"),
    ("km", "m"),
    ("in", "m"),
    ("inch", "m"),
    ("ft", "m"),
    ("g", "kg"),
    ("lb", "kg"),
    ("degree", "rad"),
    ("degrees", "rad"),
    ("°", "rad"),
    ("rpm", "rad/s"),
    ("deg/s", "rad/s"),
    ("ms", "s"),
    ("min", "s"),
    ("mA", "A"),
    ("Nmm", "N·m"),
    ("N·mm", "N·m"),
];

impl Reader<'_> {
    /// Reads all constants into the reader, for the expressions that follow.
    pub(super) fn read_constants(&mut self, node: &Node) {
        let Kind::Map(entries) = &node.kind else {
            let expected = "a map from names to numbers".to_owned();
            self.report(
                &Fault::WrongKind {
                    expected,
                    found: node.found(),
                },
                node.span,
            );
            return;
        };
        self.other_constants = entries
            .iter()
            .map(|entry| (entry.key.clone(), true))
            .collect();
        for entry in entries {
            let name = Spanned::new(entry.key.clone(), entry.key_span);
            let constant = self
                .constant_name(&name)
                .then(|| self.constant(name, &entry.value))
                .flatten();
            // From here on its name is known, even if its value could not be read.
            match constant {
                Some(constant) => {
                    self.other_constants
                        .retain(|(other, _)| *other != entry.key);
                    self.constants.push(constant);
                }
                None => {
                    let other = self
                        .other_constants
                        .iter_mut()
                        .find(|(o, _)| *o == entry.key);
                    if let Some((_, later)) = other {
                        *later = false;
                    }
                }
            }
        }
    }

    fn constant(&mut self, name: Spanned<String>, node: &Node) -> Option<Constant> {
        if matches!(node.kind, Kind::Scalar { .. }) {
            let value = self.value(node)?;
            return Some(Constant {
                name,
                unit: String::new(),
                value,
                symbol: None,
            });
        }
        let fields = self.fields(node, &keys::CONSTANT)?;
        let unit = fields
            .get("unit")
            .and_then(|unit| self.text(unit, "a unit"));
        let symbolic = fields
            .get("symbolic")
            .and_then(|node| self.truth(node))
            .unwrap_or(false);
        let mut value = self
            .required(fields, "value", "value: 0.1")
            .and_then(|v| self.value(v))?;
        let mut shown = String::new();
        if let Some(unit) = unit {
            if let Some(&(_, si)) = NOT_SI.iter().find(|(other, _)| *other == unit.value) {
                self.report(
                    &Fault::NotSi {
                        unit: unit.value,
                        si,
                    },
                    unit.span,
                );
                return None;
            }
            shown = unit.value;
        }
        if shown == "deg" {
            let degrees = value
                .plain
                .as_constant()
                .filter(|_| value.pi.is_zero() && !symbolic);
            let Some(degrees) = degrees else {
                self.report(
                    &Fault::NotSi {
                        unit: shown,
                        si: "rad",
                    },
                    node.span,
                );
                return None;
            };
            value = Value::pi(&degrees * &Rational::new(1, 180));
            shown = "rad".to_owned();
        }
        let symbol = if symbolic {
            Some(self.symbol(&value, &fields)?)
        } else {
            None
        };
        Some(Constant {
            name,
            unit: shown,
            value,
            symbol,
        })
    }

    /// The index of a new symbol; its value must be a number.
    fn symbol(
        &mut self,
        value: &Value,
        fields: &super::reader::Fields<'_>,
    ) -> Option<ConstantIndex> {
        let span = fields.get("value").map_or(fields.span(), |node| node.span);
        if let Some(index) = value.any_symbol() {
            let other = self
                .constants
                .iter()
                .find(|constant| constant.symbol == Some(index));
            let name = other.map_or_else(String::new, |constant| constant.name.value.clone());
            self.report(
                &Fault::SymbolNotAllowed {
                    name,
                    place: "the value of a symbol",
                },
                span,
            );
            return None;
        }
        if !value.pi.is_zero() {
            self.report(
                &Fault::AngleNotAllowed {
                    place: "the value of a symbol",
                },
                span,
            );
            return None;
        }
        let found = self
            .constants
            .iter()
            .filter(|constant| constant.symbol.is_some())
            .count();
        if found >= MOST_SYMBOLS {
            let fault = Fault::TooMany {
                what: "symbols",
                found: found + 1,
                limit: MOST_SYMBOLS,
            };
            self.report(&fault, span);
            return None;
        }
        ConstantIndex::new(found)
    }
}
