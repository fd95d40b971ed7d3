//! Numbers of the file by what may stand where: lengths with symbols, angles with pi, plain ones.

use crate::algebra::{Atom, ConstantIndex, Poly, Rational, Symbol};
use crate::description::{Angle, Constant, Value};
use crate::diagnostic::{Fault, Span};

use super::arithmetic::{in_bounds, with_float_pi};
use super::expression;
use super::reader::Reader;
use super::shape::{Number, Shape};
use super::text;
use super::tree::{Kind, Node};

/// Whether a word of an expression is `deg`, or a number that ends with it.
fn in_degrees(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.');
    words.any(|word| {
        let number = word.strip_suffix("deg");
        number.is_some_and(|number| number.is_empty() || Rational::decimal(number).is_some())
    })
}

impl Reader<'_> {
    /// A number that may stand at a place of this shape.
    pub(super) fn number(&mut self, node: &Node, shape: &Shape) -> Option<Value> {
        let Shape::Number(number) = shape else {
            return None;
        };
        let value = self.value(node, shape)?;
        let span = node.span;
        let number = match *number {
            Number::Any => return Some(value),
            Number::Length => {
                self.without_degrees(node, "a length")?;
                return Some(Value::from(&value.with_pi()));
            }
            Number::Angle => {
                let radians = self.without_symbols(&value, "an angle", span)?;
                let pi = value.pi.clone();
                if let Some(exact) = text::almost(&Angle { pi, radians }) {
                    self.report(Fault::almost_exact(&exact), span);
                }
                return Some(value);
            }
            Number::Nominal | Number::Position => self.nominal(&value, span)?,
            Number::Exact(place) => {
                self.without_degrees(node, place)?;
                self.exact(&value, place, span)?
            }
            Number::Ratio => {
                self.without_degrees(node, "a transmission")?;
                let ratio = self.exact(&value, "a transmission", span)?;
                let few = ratio.small().map(|_| ratio);
                self.demanded(
                    few,
                    "a transmission ratio",
                    "a number of at most 18 digits",
                    span,
                )?
            }
            Number::Cost(what) => {
                self.without_degrees(node, what)?;
                let cost = self.exact(&value, what, span)?;
                let cost = Some(cost).filter(|cost| !cost.is_negative());
                self.demanded(cost, what, "zero or more", span)?
            }
            Number::Bound(what) => {
                let bound = Some(self.nominal(&value, span)?);
                let bound = bound.filter(|bound| *bound > Rational::ZERO);
                self.demanded(bound, what, "above zero", span)?
            }
        };
        Some(Value::number(number))
    }

    /// A number; where there is none, it is not as it must be.
    fn demanded(
        &mut self,
        number: Option<Rational>,
        what: &str,
        expected: &str,
        span: Span,
    ) -> Option<Rational> {
        number.or_else(|| self.refuse(Fault::wrong_value(what, expected), span))
    }

    /// What an expression gives: symbols and multiples of pi.
    fn value(&mut self, node: &Node, shape: &Shape) -> Option<Value> {
        let Kind::Scalar { text, plain } = &node.kind else {
            return self.wrong_kind(node, &shape.expected());
        };
        match expression::evaluate(text, &self.constants) {
            Ok(value) => Some(value),
            Err((fault, within)) => {
                let span = self.within(node.span, text, *plain, within);
                self.refuse(fault, span)
            }
        }
    }

    /// A span within a scalar's text as a span of the file, as far as the text stands there as is.
    pub(super) fn within(&self, outer: Span, text: &str, plain: bool, inner: Span) -> Span {
        let start = outer.start + usize::from(!plain);
        let rest = self.source.text.get(start..);
        if rest.is_some_and(|rest| rest.starts_with(text)) && inner.start < inner.end {
            Span::new(start + inner.start, start + inner.end)
        } else {
            outer
        }
    }

    /// The value, if it has no symbols.
    pub(super) fn exact(&mut self, value: &Value, place: &str, span: Span) -> Option<Rational> {
        self.without_symbols(&Value::from(&value.with_pi()), place, span)
    }

    /// Refuses what is written in degrees.
    fn without_degrees(&mut self, node: &Node, place: &str) -> Option<()> {
        let degrees = matches!(&node.kind, Kind::Scalar { text, .. } if in_degrees(text));
        let plain = (!degrees).then_some(());
        plain.or_else(|| self.refuse(Fault::angle_not_allowed(place), node.span))
    }

    /// The part without pi, if it has no symbols.
    fn without_symbols(&mut self, value: &Value, place: &str, span: Span) -> Option<Rational> {
        value.plain.as_constant().or_else(|| {
            let symbol = value.any_symbol().and_then(|index| self.symbol(index));
            let name = symbol.map_or("", |constant| constant.name.value.as_str());
            self.refuse(Fault::symbol_not_allowed(name, place), span)
        })
    }

    fn symbol(&self, index: ConstantIndex) -> Option<&Constant> {
        let mut constants = self.constants.read.iter();
        constants.find(|constant| constant.symbol == Some(index))
    }

    /// A number that no equation depends on: symbols at their values, pi as the nearest float.
    fn nominal(&mut self, value: &Value, span: Span) -> Option<Rational> {
        let symbols = |atom| match atom {
            Atom::Symbol(Symbol::Constant(index)) => self
                .symbol(index)
                .map_or_else(Poly::zero, |constant| constant.value.plain.clone()),
            other => Poly::atom(other),
        };
        let plain = value.plain.substitute(symbols).as_constant()?;
        let number = with_float_pi(&plain, &value.pi)?;
        let in_bounds = |number: &Rational| in_bounds(&Value::number(number.clone()));
        // Powers of symbols may have more digits than anyone means; the nearest float has not.
        let nearest = match in_bounds(&number) {
            true => Some(number),
            false => Rational::from_f64(number.to_f64()),
        };
        let number = nearest.filter(in_bounds);
        number.or_else(|| self.refuse(Fault::out_of_range(), span))
    }
}
