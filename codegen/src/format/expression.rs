//! Arithmetic in a robot's file: `l_1/2`, `90deg`, `-3*pi/4`, read exactly.
//!
//! Grammar: `sum := product {(+|-) product}`, `product := sign {(*|/) sign}`,
//! `sign := {+|-} operand`, `operand := number [deg|rad] | name | ( sum )`.

use crate::algebra::Rational;
use crate::diagnostic::{Fault, Span};

use super::arithmetic::{in_bounds, product, quotient};
use crate::description::Value;

/// The longest expression, in bytes.
const LONGEST: usize = 100_000;
/// The deepest nesting of parentheses and signs.
const DEEPEST: usize = 40;

/// What names stand for.
pub(super) trait Names {
    /// The value of a constant, or why it has none.
    fn value(&self, name: &str) -> Result<Value, Fault>;
}

/// The value of an expression.
///
/// # Errors
/// The fault, and where it stands in `text`.
pub(super) fn evaluate(text: &str, names: &dyn Names) -> Result<Value, (Fault, Span)> {
    let whole = Span::new(0, text.len());
    if text.len() > LONGEST {
        return Err((
            bad(format!("it is longer than {LONGEST} characters")),
            whole,
        ));
    }
    let mut parser = Parser {
        text,
        at: 0,
        names,
        depth: 0,
    };
    parser.skip();
    if parser.at == text.len() {
        return Err((bad("it is empty"), whole));
    }
    let value = parser.sum()?;
    if parser.at < text.len() {
        return Err(parser.unexpected());
    }
    Ok(value)
}

fn bad(why: impl Into<String>) -> Fault {
    Fault::BadNumber {
        why: why.into(),
        help: None,
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    names: &'a dyn Names,
    depth: usize,
}

type Parsed = Result<Value, (Fault, Span)>;

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Takes a character if it is next, and the space after it.
    fn take(&mut self, c: char) -> bool {
        let taken = self.rest().starts_with(c);
        if taken {
            self.at += c.len_utf8();
            self.skip();
        }
        taken
    }

    /// Takes the longest run of such characters.
    fn run(&mut self, accept: impl Fn(char) -> bool) -> Span {
        let start = self.at;
        let length = self
            .rest()
            .find(|c| !accept(c))
            .unwrap_or(self.rest().len());
        self.at += length;
        Span::new(start, self.at)
    }

    fn unexpected(&self) -> (Fault, Span) {
        let span = |length| Span::new(self.at, self.at + length);
        match self.rest().chars().next() {
            None => (
                bad("something is missing at its end"),
                Span::new(0, self.text.len()),
            ),
            Some(c) if c.is_alphanumeric() || c == '(' => {
                let help = Some("write `*` between factors: `2*pi`".to_owned());
                let why = "an operator is missing here".to_owned();
                (Fault::BadNumber { why, help }, span(c.len_utf8()))
            }
            Some(c) => (
                bad(format!("`{}` is unexpected here", c.escape_debug())),
                span(c.len_utf8()),
            ),
        }
    }

    fn sum(&mut self) -> Parsed {
        let start = self.at;
        let mut value = self.product()?;
        loop {
            let sign = match self.rest().chars().next() {
                Some('+') => Rational::ONE,
                Some('-') => -Rational::ONE,
                _ => return Ok(value),
            };
            self.at += 1;
            self.skip();
            let right = self.product()?;
            let sum = Value {
                plain: &value.plain + &right.plain.scale(&sign),
                pi: &value.pi + &(&right.pi * &sign),
            };
            value = self.bounded(sum, start)?;
        }
    }

    fn product(&mut self) -> Parsed {
        let start = self.at;
        let mut value = self.sign()?;
        loop {
            let divide = match self.rest().chars().next() {
                Some('*') => false,
                Some('/') => true,
                _ => return Ok(value),
            };
            self.at += 1;
            self.skip();
            let operand = self.at;
            let right = self.sign()?;
            let result = if divide {
                quotient(&value, &right)
            } else {
                product(&value, &right)
            };
            let span = Span {
                start: if divide { operand } else { start },
                end: self.end(),
            };
            value = self.bounded(result.map_err(|fault| (fault, span))?, start)?;
        }
    }

    fn sign(&mut self) -> Parsed {
        let mut negative = false;
        loop {
            if self.take('-') {
                negative = !negative;
            } else if !self.take('+') {
                break;
            }
        }
        let value = self.operand()?;
        Ok(if negative {
            Value {
                plain: -&value.plain,
                pi: -value.pi,
            }
        } else {
            value
        })
    }

    fn operand(&mut self) -> Parsed {
        match self.rest().chars().next() {
            Some('(') => self.parentheses(),
            // YAML's own names for what is not a number.
            Some('.') if self.rest()[1..].starts_with(|c: char| c.is_ascii_alphabetic()) => {
                let span = Span::new(self.at, self.text.len());
                Err((bad("a robot's numbers are finite decimals"), span))
            }
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => self.name(),
            _ => Err(self.unexpected()),
        }
    }

    fn parentheses(&mut self) -> Parsed {
        let start = self.at;
        self.take('(');
        self.depth += 1;
        if self.depth > DEEPEST {
            let why = format!("parentheses are nested more than {DEEPEST} deep");
            return Err((bad(why), Span::new(start, start + 1)));
        }
        let value = self.sum()?;
        self.depth -= 1;
        if !self.take(')') {
            let open = Span::new(start, start + 1);
            return Err((bad("this parenthesis is not closed"), open));
        }
        Ok(value)
    }

    fn number(&mut self) -> Parsed {
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
            let decimal = points < 2 && mantissa.len() > points;
            let not_digits = || bad("these are not the digits of a decimal number");
            let fault = if decimal {
                Fault::OutOfRange
            } else {
                not_digits()
            };
            return Err((fault, span));
        };
        self.skip();
        let word = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
        let value = match &self.text[word.start..word.end] {
            "" | "rad" => Value::number(number),
            "deg" => Value::pi(&number * &Rational::new(1, 180)),
            unit => {
                return Err((
                    self.not_a_unit(&self.text[span.start..span.end], unit),
                    word,
                ));
            }
        };
        self.skip();
        self.bounded(value, start)
    }

    /// What is wrong with a word after a number: a factor without `*`, or a unit.
    fn not_a_unit(&self, number: &str, word: &str) -> Fault {
        let factor = word == "pi" || self.names.value(word).is_ok();
        let (why, help) = if factor {
            (
                "an operator is missing here".to_owned(),
                format!("write `{number}*{word}`"),
            )
        } else {
            let why = format!("`{word}` is not understood after a number");
            let help = "values are in SI units, written without them; only angles may have `deg`";
            (why, help.to_owned())
        };
        Fault::BadNumber {
            why,
            help: Some(help),
        }
    }

    fn name(&mut self) -> Parsed {
        let span = self.run(|c| c.is_ascii_alphanumeric() || c == '_');
        let value = match &self.text[span.start..span.end] {
            "pi" => Value::pi(Rational::ONE),
            "deg" => Value::pi(Rational::new(1, 180)),
            "rad" => Value::number(Rational::ONE),
            "nan" | "inf" | "infinity" => {
                return Err((bad("a robot's numbers are finite"), span));
            }
            name => self.names.value(name).map_err(|fault| (fault, span))?,
        };
        self.skip();
        Ok(value)
    }

    /// The end of what was read, without the space after it.
    fn end(&self) -> usize {
        self.text[..self.at].trim_end().len()
    }

    /// The value, if its size is within bounds.
    fn bounded(&self, value: Value, start: usize) -> Parsed {
        if in_bounds(&value) {
            return Ok(value);
        }
        Err((Fault::OutOfRange, Span::new(start, self.end())))
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, Names, Value, evaluate};
    use crate::algebra::{Poly, Rational};

    struct OneSymbol;
    impl Names for OneSymbol {
        fn value(&self, name: &str) -> Result<Value, Fault> {
            match name {
                "l" => Ok(Value::symbol(0.into())),
                "half" => Ok(Value::number(Rational::new(1, 2))),
                _ => Err(Fault::UnknownConstant {
                    name: name.into(),
                    nearest: None,
                    later: false,
                }),
            }
        }
    }

    fn value(text: &str) -> Value {
        evaluate(text, &OneSymbol).unwrap_or_else(|e| panic!("{text}: {e:?}"))
    }

    fn pi(n: i64, d: i64) -> Value {
        Value::pi(Rational::new(n, d))
    }

    #[test]
    fn angles_are_exact() {
        for (text, n, d) in [
            ("90deg", 1, 2),
            ("pi/2", 1, 2),
            ("-pi", -1, 1),
            ("3*pi/4", 3, 4),
            ("- 3 * pi / 4 ", -3, 4),
            ("90 * deg", 1, 2),
            ("180 deg - pi/4", 3, 4),
            ("half*pi", 1, 2),
            ("2*(pi - pi/2)", 1, 1),
        ] {
            assert_eq!(value(text), pi(n, d), "{text}");
        }
    }

    #[test]
    fn arithmetic_follows_the_usual_precedence() {
        for (text, n, d) in [
            ("1 - 2 - 3", -4, 1),
            ("2*3 + 4", 10, 1),
            ("2*(3 + 4)", 14, 1),
            ("1/2/2", 1, 4),
            ("--1", 1, 1),
            ("-.5e1", -5, 1),
            ("1e-4", 1, 10_000),
            ("+0.1", 1, 10),
            ("pi/(2*pi)", 1, 2),
        ] {
            assert_eq!(value(text), Value::number(Rational::new(n, d)), "{text}");
        }
        let l = Value::symbol(0.into()).plain;
        let expected = &(&l * &l).scale(&Rational::new(1, 2)) - &Poly::one();
        assert_eq!(value("half*l*l - 1").plain, expected);
    }

    #[test]
    fn faults_point_at_their_place() {
        for (text, start, end) in [
            ("", 0, 0),
            ("1 +", 0, 3),
            ("2pi", 1, 3),
            ("1 + xx", 4, 6),
            ("(1 + 2", 0, 1),
            ("1/0", 2, 3),
            ("2/l", 2, 3),
            ("pi*pi", 0, 5),
            ("1..2", 0, 4),
            (".", 0, 1),
            ("1 ! 2", 2, 3),
            ("0x10", 1, 4),
            ("1_000", 1, 5),
            (".nan", 0, 4),
            ("1e61", 0, 4),
            ("\u{e4}", 0, 2),
        ] {
            let (fault, span) = evaluate(text, &OneSymbol).expect_err(text);
            assert_eq!((span.start, span.end), (start, end), "{text}: {fault:?}");
        }
    }

    #[test]
    fn growth_is_bounded() {
        let deep = format!("{}1{}", "(".repeat(400), ")".repeat(400));
        let many = format!("1{}", "*1e9".repeat(200));
        let digits = format!("1{}", "*(1/3)".repeat(150));
        let long = "1+".repeat(4000);
        for text in [deep, many, digits, long, "l*".repeat(30) + "l"] {
            assert!(evaluate(&text, &OneSymbol).is_err());
        }
        for text in ["1e500", "-1e-500", &"3".repeat(401), "1e99999999999"] {
            let (fault, _) = evaluate(text, &OneSymbol).expect_err(text);
            assert_eq!(fault, Fault::OutOfRange, "{text}");
        }
    }
}
