//! Numbers of the file by what may stand where: lengths with symbols, angles with pi, plain ones.

use crate::algebra::{Atom, Poly, Rational, Symbol};
use crate::description::{Angle, Value};
use crate::diagnostic::{Fault, Span, nearest};

use super::arithmetic::{in_bounds, with_float_pi};
use super::expression::{self, Names};
use super::reader::Reader;
use super::shape::{Number, Shape};
use super::text;
use super::tree::{Kind, Node};

/// The names of constants, as an expression sees them.
impl Names for Reader<'_> {
    fn value(&self, name: &str) -> Result<Value, Fault> {
        if let Some(constant) = self.constants.iter().find(|c| c.name.value == name) {
            let symbol = constant.symbol.map(Value::symbol);
            return Ok(symbol.unwrap_or_else(|| constant.value.clone()));
        }
        // A constant that has a mistake of its own was reported there.
        if self.constants_refused.iter().any(|refused| refused == name) {
            return Ok(Value::number(Rational::ONE));
        }
        let later = self.constants_to_come.iter().any(|to_come| to_come == name);
        let known = self.constants.iter().map(|c| c.name.value.as_str());
        let nearest = nearest(name, known.chain(["pi", "deg"]));
        Err(Fault::UnknownConstant {
            name: name.to_owned(),
            nearest,
            later,
        })
    }
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
                self.without_pi(&value, "a length", span)?;
                return Some(value);
            }
            Number::Angle => {
                let radians = self.without_symbols(&value, "an angle", span)?;
                let angle = Angle {
                    pi: value.pi.clone(),
                    radians,
                };
                if let Some(exact) = text::almost(&angle) {
                    self.report(Fault::AlmostExact { exact }, span);
                }
                return Some(value);
            }
            Number::Exact(place) => self.exact(&value, place, span)?,
            Number::Ratio => {
                let ratio = self.exact(&value, "a transmission", span)?;
                if ratio.small().is_none() {
                    let expected = "a number of at most 18 digits";
                    return self.wrong_value("a transmission ratio", expected, span);
                }
                ratio
            }
            Number::Cost(what) => {
                let cost = self.exact(&value, "a cost", span)?;
                if cost.is_negative() {
                    return self.wrong_value(what, "zero or more", span);
                }
                cost
            }
            Number::Nominal | Number::Position => self.nominal(&value, span)?,
            Number::Bound(what) => {
                let bound = self.nominal(&value, span)?;
                if bound <= Rational::ZERO {
                    return self.wrong_value(what, "above zero", span);
                }
                bound
            }
        };
        Some(Value::number(number))
    }

    /// What an expression gives: symbols and multiples of pi.
    fn value(&mut self, node: &Node, shape: &Shape) -> Option<Value> {
        let Kind::Scalar { text, plain } = &node.kind else {
            return self.wrong_kind(node, shape.expected());
        };
        expression::evaluate(text, self).map_or_else(
            |(fault, within)| {
                let span = self.within(node.span, text, *plain, within);
                self.refuse(fault, span)
            },
            Some,
        )
    }

    /// A span within a scalar's text as a span of the file, as far as the text stands there as is.
    fn within(&self, outer: Span, text: &str, plain: bool, inner: Span) -> Span {
        let start = outer.start + usize::from(!plain);
        let rest = self.source.text.get(start..);
        if rest.is_some_and(|rest| rest.starts_with(text)) && inner.start < inner.end {
            Span::new(start + inner.start, start + inner.end)
        } else {
            outer
        }
    }

    /// The value, if it has neither symbols nor pi.
    pub(super) fn exact(
        &mut self,
        value: &Value,
        place: &'static str,
        span: Span,
    ) -> Option<Rational> {
        let number = self.without_symbols(value, place, span)?;
        self.without_pi(value, place, span)?;
        Some(number)
    }

    fn without_pi(&mut self, value: &Value, place: &'static str, span: Span) -> Option<()> {
        let exact = value.pi.is_zero().then_some(());
        exact.or_else(|| self.refuse(Fault::AngleNotAllowed { place }, span))
    }

    /// The part without pi, if it has no symbols.
    fn without_symbols(
        &mut self,
        value: &Value,
        place: &'static str,
        span: Span,
    ) -> Option<Rational> {
        value.plain.as_constant().or_else(|| {
            let symbol = value.any_symbol();
            let found = self
                .constants
                .iter()
                .find(|constant| constant.symbol == symbol);
            let name = found.map_or_else(String::new, |constant| constant.name.value.clone());
            self.refuse(Fault::SymbolNotAllowed { name, place }, span)
        })
    }

    /// A number that no equation depends on: symbols at their values, pi as the nearest float.
    fn nominal(&mut self, value: &Value, span: Span) -> Option<Rational> {
        let symbols = |atom| match atom {
            Atom::Symbol(Symbol::Constant(index)) => {
                let named = self
                    .constants
                    .iter()
                    .find(|constant| constant.symbol == Some(index));
                named.map_or_else(Poly::zero, |constant| constant.value.plain.clone())
            }
            other => Poly::atom(other),
        };
        let plain = value.plain.substitute(symbols).as_constant()?;
        let number = with_float_pi(&plain, &value.pi)?;
        let in_bounds = |number: &Rational| in_bounds(&Value::number(number.clone()));
        // Powers of symbols may have more digits than anyone means; the nearest float has not.
        let nearest = if in_bounds(&number) {
            Some(number)
        } else {
            Rational::from_f64(number.to_f64())
        };
        let number = nearest.filter(in_bounds);
        number.or_else(|| self.refuse(Fault::OutOfRange, span))
    }
}
