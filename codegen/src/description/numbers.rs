//! Numbers of the file by what may stand where: lengths with symbols, angles with pi, plain ones.

use crate::algebra::{Atom, ConstantIndex, Poly, Rational, Symbol};
use crate::diagnostic::{Fault, Span, nearest};

use super::expression::{self, Names};
use super::model::Constant;
use super::reader::Reader;
use super::tree::{Kind, Node};
use super::value::{Angle, Value};

/// The names of constants, as an expression sees them.
struct Scope<'r> {
    constants: &'r [Constant],
    others: &'r [(String, bool)],
}

impl Names for Scope<'_> {
    fn value(&self, name: &str) -> Result<Value, Fault> {
        if let Some(constant) = self.constants.iter().find(|c| c.name.value == name) {
            return Ok(constant
                .symbol
                .map_or_else(|| constant.value.clone(), Value::symbol));
        }
        // A constant that has a mistake of its own was reported there.
        if self
            .others
            .iter()
            .any(|(other, later)| other == name && !later)
        {
            return Ok(Value::number(Rational::ONE));
        }
        let later = self.others.iter().any(|(other, _)| other == name);
        let known = self
            .constants
            .iter()
            .map(|c| c.name.value.as_str())
            .chain(["pi", "deg"]);
        let nearest = nearest(name, known);
        Err(Fault::UnknownConstant {
            name: name.to_owned(),
            nearest,
            later,
        })
    }
}

impl Reader<'_> {
    /// An expression with symbols and multiples of pi.
    pub(super) fn value(&mut self, node: &Node) -> Option<Value> {
        let Kind::Scalar { text, plain } = &node.kind else {
            self.wrong_kind(node, "a number");
            return None;
        };
        let scope = Scope {
            constants: &self.constants,
            others: &self.other_constants,
        };
        match expression::evaluate(text, &scope) {
            Ok(value) => Some(value),
            Err((fault, within)) => {
                let span = self.within(node.span, text, *plain, within);
                self.report(&fault, span);
                None
            }
        }
    }

    /// A span within a scalar's text as a span of the file, as far as the text stands there as is.
    fn within(&self, outer: Span, text: &str, plain: bool, inner: Span) -> Span {
        let start = outer.start + usize::from(!plain);
        let verbatim = self
            .source
            .text
            .get(start..)
            .is_some_and(|rest| rest.starts_with(text));
        if verbatim && inner.start < inner.end {
            Span {
                start: start + inner.start,
                end: start + inner.end,
            }
        } else {
            outer
        }
    }

    /// A length: symbols, but no pi.
    pub(super) fn length(&mut self, node: &Node) -> Option<Poly> {
        let value = self.value(node)?;
        if !value.pi.is_zero() {
            self.report(&Fault::AngleNotAllowed { place: "a length" }, node.span);
            return None;
        }
        Some(value.plain)
    }

    /// An angle: pi, but no symbols. One that is almost a multiple of 15 degrees is warned of.
    pub(super) fn angle(&mut self, node: &Node) -> Option<Angle> {
        let value = self.value(node)?;
        let radians = self.without_symbols(&value, "an angle", node.span)?;
        let angle = Angle {
            pi: value.pi,
            radians,
        };
        if let Some(exact) = angle.almost() {
            self.report(&Fault::AlmostExact { exact }, node.span);
        }
        Some(angle)
    }

    /// A number without symbols and pi.
    pub(super) fn exact(&mut self, node: &Node, place: &'static str) -> Option<Rational> {
        let value = self.value(node)?;
        let number = self.without_symbols(&value, place, node.span)?;
        if !value.pi.is_zero() {
            self.report(&Fault::AngleNotAllowed { place }, node.span);
            return None;
        }
        Some(number)
    }

    /// A list of numbers without symbols and pi.
    pub(super) fn exacts<const N: usize>(
        &mut self,
        node: &Node,
        place: &'static str,
    ) -> Option<[Rational; N]> {
        let items = self.array::<N>(node)?;
        collect(items.each_ref().map(|item| self.exact(item, place)))
    }

    /// A number that no equation depends on: symbols at their values, pi as the nearest float.
    pub(super) fn nominal(&mut self, node: &Node) -> Option<Rational> {
        let value = self.value(node)?;
        let symbols = |atom| match atom {
            Atom::Symbol(Symbol::Constant(index)) => Poly::constant(self.symbol_value(index)),
            other => Poly::atom(other),
        };
        let plain = value.plain.substitute(symbols).as_constant()?;
        // The float nearest to pi, as the fraction that it is.
        let pi = Rational::from_f64(std::f64::consts::PI)?;
        if value.pi.is_zero() {
            return Some(plain);
        }
        Rational::from_f64((&plain + &(&value.pi * &pi)).to_f64())
    }

    /// Numbers that no equation depends on.
    pub(super) fn nominals<const N: usize>(&mut self, node: &Node) -> Option<[Rational; N]> {
        let items = self.array::<N>(node)?;
        collect(items.each_ref().map(|item| self.nominal(item)))
    }

    fn symbol_value(&self, index: ConstantIndex) -> Rational {
        let symbol = self
            .constants
            .iter()
            .find(|constant| constant.symbol == Some(index));
        symbol
            .and_then(|constant| constant.value.plain.as_constant())
            .unwrap_or(Rational::ZERO)
    }

    fn without_symbols(
        &mut self,
        value: &Value,
        place: &'static str,
        span: Span,
    ) -> Option<Rational> {
        let number = value.plain.as_constant();
        if number.is_none() {
            let symbol = value.any_symbol();
            let found = self
                .constants
                .iter()
                .find(|constant| constant.symbol == symbol);
            let name = found.map_or_else(String::new, |constant| constant.name.value.clone());
            self.report(&Fault::SymbolNotAllowed { name, place }, span);
        }
        number
    }
}

/// All values, if none is missing.
pub(super) fn collect<T, const N: usize>(values: [Option<T>; N]) -> Option<[T; N]> {
    let values: Option<Vec<T>> = values.into_iter().collect();
    values?.try_into().ok()
}
