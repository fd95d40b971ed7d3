//! Arithmetic in a robot's file: `l_1/2`, `90deg`, `-3*pi/4`, read exactly.
//!
//! Grammar: `sum := product {(+|-) product}`, `product := sign {(*|/) sign}`,
//! `sign := {+|-} operand`, `operand := number [deg|rad] | name | [sqrt] ( sum )`.

use crate::algebra::Rational;
use crate::description::Value;
use crate::diagnostic::{Defined, Fault, Span};

use super::arithmetic::{in_bounds, negative, product, quotient, root, sum};
use super::reader::Constants;

/// The longest expression, in bytes.
const LONGEST: usize = 100_000;
/// The deepest nesting of parentheses and signs.
const DEEPEST: usize = 40;
/// What is wrong with `2 pi`.
const MISSING: &str = "an operator is missing here";

impl Constants {
    /// The value of a constant, or why it has none.
    fn value(&self, name: &str) -> Result<Value, Fault> {
        if let Some(constant) = self.read.iter().find(|c| c.name.value == name) {
            let symbol = constant.symbol.map(Value::symbol);
            return Ok(symbol.unwrap_or_else(|| constant.value.clone()));
        }
        // A constant that has a mistake of its own was reported there.
        if self.refused.iter().any(|refused| refused == name) {
            return Ok(Value::number(Rational::ONE));
        }
        if self.joint == name {
            return Err(Fault::own_position(name));
        }
        let defined = match self.to_come.iter().rev().position(|later| later == name) {
            Some(0) => Some(Defined::Here),
            later => later.map(|_| Defined::Below),
        };
        let known = self.read.iter().map(|c| c.name.value.as_str());
        let known: Vec<&str> = known.chain(["pi", "deg"]).collect();
        Err(Fault::unknown_constant(name, defined, &known))
    }
}

pub(super) type Parsed<T> = Result<T, (Fault, Span)>;

/// The value of an expression.
///
/// # Errors
/// The fault, and where it stands in `text`.
pub(super) fn evaluate(text: &str, constants: &Constants) -> Parsed<Value> {
    let whole = Span::new(0, text.len());
    if text.len() > LONGEST {
        return bad(&format!("it is longer than {LONGEST} characters"), whole);
    }
    let mut parser = Parser::new(text, constants);
    parser.skip();
    if parser.at == text.len() {
        return bad("it is empty", whole);
    }
    let value = parser.sum()?;
    if parser.at < text.len() {
        return parser.unexpected();
    }
    Ok(value)
}

fn bad<T>(why: &str, span: Span) -> Parsed<T> {
    Err((Fault::bad_number(why, None), span))
}

/// What was read of a text.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) constants: &'a Constants,
    pub(super) depth: usize,
}

impl<'a> Parser<'a> {
    /// A text of which nothing was read.
    pub(super) fn new(text: &'a str, constants: &'a Constants) -> Self {
        let (at, depth) = (0, 0);
        Self {
            text,
            at,
            constants,
            depth,
        }
    }

    /// What is left of it.
    pub(super) fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    pub(super) fn skip(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Takes a character if it is next, and the space after it.
    pub(super) fn take(&mut self, c: char) -> bool {
        let taken = self.rest().starts_with(c);
        if taken {
            self.at += c.len_utf8();
            self.skip();
        }
        taken
    }

    /// Takes the longest run of such characters.
    pub(super) fn run(&mut self, accept: impl Fn(char) -> bool) -> Span {
        let start = self.at;
        let length = self.rest().find(|c| !accept(c));
        self.at += length.unwrap_or(self.rest().len());
        Span::new(start, self.at)
    }

    fn unexpected<T>(&self) -> Parsed<T> {
        let Some(c) = self.rest().chars().next() else {
            let whole = Span::new(0, self.text.len());
            return bad("something is missing at its end", whole);
        };
        let span = Span::new(self.at, self.at + c.len_utf8());
        if c.is_alphanumeric() || c == '(' {
            let help = "write `*` between factors: `2*pi`";
            return Err((Fault::bad_number(MISSING, Some(help)), span));
        }
        bad(&format!("`{}` is unexpected here", c.escape_debug()), span)
    }

    fn sum(&mut self) -> Parsed<Value> {
        let start = self.at;
        let mut value = self.product()?;
        loop {
            let minus = self.take('-');
            if !minus && !self.take('+') {
                return Ok(value);
            }
            let right = self.product()?;
            let right = if minus { negative(&right) } else { right };
            value = self.bounded(sum(&value, &right), start)?;
        }
    }

    fn product(&mut self) -> Parsed<Value> {
        let start = self.at;
        let mut value = self.sign()?;
        loop {
            let divide = self.take('/');
            if !divide && !self.take('*') {
                return Ok(value);
            }
            let operand = self.at;
            let right = self.sign()?;
            let (result, from) = match divide {
                true => (quotient(&value, &right), operand),
                false => (product(&value, &right), start),
            };
            let span = Span::new(from, self.end());
            value = self.bounded(result.map_err(|fault| (fault, span))?, start)?;
        }
    }

    fn sign(&mut self) -> Parsed<Value> {
        let mut minus = false;
        loop {
            if self.take('-') {
                minus = !minus;
            } else if !self.take('+') {
                break;
            }
        }
        let value = self.operand()?;
        Ok(if minus { negative(&value) } else { value })
    }

    fn operand(&mut self) -> Parsed<Value> {
        match self.rest().chars().next() {
            Some('(') => self.parentheses(),
            // YAML's own names for what is not a number.
            Some('.') if self.rest()[1..].starts_with(|c: char| c.is_ascii_alphabetic()) => {
                let span = Span::new(self.at, self.text.len());
                bad("a robot's numbers are finite decimals", span)
            }
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => self.name(),
            _ => self.unexpected(),
        }
    }

    fn parentheses(&mut self) -> Parsed<Value> {
        let opened = Span::new(self.at, self.at + 1);
        self.take('(');
        self.depth += 1;
        if self.depth > DEEPEST {
            let why = format!("parentheses are nested more than {DEEPEST} deep");
            return bad(&why, opened);
        }
        let value = self.sum()?;
        self.depth -= 1;
        match self.take(')') {
            true => Ok(value),
            false => bad("this parenthesis is not closed", opened),
        }
    }

    pub(super) fn number(&mut self) -> Parsed<Value> {
        let start = self.at;
        self.run(|c| c.is_ascii_digit() || c == '.');
        // `e` begins an exponent only if digits follow it.
        if let Some(exponent) = self.rest().strip_prefix(['e', 'E']) {
            let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            if unsigned.starts_with(|c: char| c.is_ascii_digit()) {
                self.at += 1 + (exponent.len() - unsigned.len());
                self.run(|c| c.is_ascii_digit());
            }
        }
        let span = Span::new(start, self.at);
        let text = &self.text[span.start..span.end];
        let Some(number) = Rational::decimal(text) else {
            // Digits as they should be, but more of them, or an exponent beyond what is read.
            let mantissa = text.split(['e', 'E']).next().unwrap_or(text);
            let points = mantissa.matches('.').count();
            if points < 2 && mantissa.len() > points {
                return Err((Fault::out_of_range(), span));
            }
            return bad("these are not the digits of a decimal number", span);
        };
        self.skip();
        let unit = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
        let value = match &self.text[unit.start..unit.end] {
            "" | "rad" => Value::number(number),
            "deg" => Value::pi(&number * &Rational::new(1, 180)),
            word => return Err((self.not_a_unit(text, word), unit)),
        };
        self.skip();
        self.bounded(value, start)
    }

    /// What is wrong with a word after a number: a factor without `*`, or a unit.
    fn not_a_unit(&self, number: &str, word: &str) -> Fault {
        if word == "pi" || self.constants.value(word).is_ok() {
            return Fault::bad_number(MISSING, Some(&format!("write `{number}*{word}`")));
        }
        let why = format!("`{word}` is not understood after a number");
        let help = "values are in SI units, written without them; only angles may have `deg`";
        Fault::bad_number(&why, Some(help))
    }

    fn name(&mut self) -> Parsed<Value> {
        let span = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
        let value = match &self.text[span.start..span.end] {
            "pi" => Value::pi(Rational::ONE),
            "deg" => Value::pi(Rational::new(1, 180)),
            "rad" => Value::number(Rational::ONE),
            "sqrt" if self.rest().trim_start().starts_with('(') => {
                self.skip();
                let radicand = self.parentheses()?;
                let within = Span::new(span.start, self.end());
                root(&radicand).map_err(|fault| (fault, within))?
            }
            "nan" | "inf" | "infinity" => return bad("a robot's numbers are finite", span),
            name => self.constants.value(name).map_err(|fault| (fault, span))?,
        };
        self.skip();
        Ok(value)
    }

    /// The end of what was read, without the space after it.
    pub(super) fn end(&self) -> usize {
        self.text[..self.at].trim_end().len()
    }

    /// The value, if its size is within bounds.
    fn bounded(&self, value: Value, start: usize) -> Parsed<Value> {
        if in_bounds(&value) {
            return Ok(value);
        }
        Err((Fault::out_of_range(), Span::new(start, self.end())))
    }
}
