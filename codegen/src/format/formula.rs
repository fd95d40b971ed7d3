//! Functions of the motion in a robot's file: `sin(q2)/sqrt(1.2 - cos(q2))`, `tanh(qd2/0.05)`.
//!
//! Grammar: `sum := product {(+|-) product}`, `product := sign {(*|/) sign}`, `sign := {+|-} power`,
//! `power := operand [^ digits]`, `operand := number [deg|rad] | name | function ( sum ) |
//! (position|velocity) ( name ) | ( sum )`.

use crate::algebra::{Atom, Poly, Rational, Symbol};
use crate::description::{Description, Expression, Formula, Function, Value};
use crate::diagnostic::{Fault, Span, Spanned};

use super::arithmetic::{negative, product, quotient, sum};
use super::expression::{Parsed, Parser};
use super::reader::{Constants, Reader};
use super::record::Form;
use super::shape::Shape;
use super::tree::{Kind, Node};

/// The longest function, in bytes.
const LONGEST: usize = 2000;
/// The deepest nesting of parentheses.
const DEEPEST: usize = 40;
/// The largest exponent.
const MOST: u16 = 16;

impl Form for Expression {
    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
        let Kind::Scalar { text, plain } = &node.kind else {
            return reader.wrong_kind(node, &shape.expected());
        };
        let formula = parse(text, node.span, &reader.constants, |inner| {
            reader.within(node.span, text, *plain, inner)
        });
        match formula {
            Ok(formula) => {
                let text = text.clone();
                *self = Self { text, formula };
                Some(())
            }
            Err((fault, span)) => reader.refuse(fault, span),
        }
    }

    fn write(&self, _: &Description, _: &Shape) -> Option<Node> {
        Some(Node::text(&self.text))
    }
}

fn bad<T>(why: &str, span: Span) -> Parsed<T> {
    Err((Fault::bad_function(why, None), span))
}

/// What a text says; `place` says where a part of it stands in the file.
fn parse(
    text: &str,
    whole: Span,
    constants: &Constants,
    place: impl Fn(Span) -> Span,
) -> Parsed<Formula> {
    if text.len() > LONGEST {
        return bad(&format!("it is longer than {LONGEST} characters"), whole);
    }
    let mut formulas = Formulas {
        parser: Parser::new(text, constants),
        place,
    };
    formulas.parser.skip();
    if formulas.parser.rest().is_empty() {
        return bad("it is empty", whole);
    }
    let formula = formulas.sum()?;
    match formulas.parser.rest() {
        "" => Ok(formula),
        _ => formulas.unexpected(),
    }
}

/// Reads formulas from a text.
struct Formulas<'a, P> {
    parser: Parser<'a>,
    place: P,
}

impl<P: Fn(Span) -> Span> Formulas<'_, P> {
    /// Where a part of the text from a place to here stands in the file.
    fn since(&self, start: usize) -> Span {
        (self.place)(Span::new(start, self.parser.end().max(start)))
    }

    fn unexpected<T>(&self) -> Parsed<T> {
        let at = self.parser.at;
        let Some(c) = self.parser.rest().chars().next() else {
            return bad(
                "something is missing at its end",
                (self.place)(Span::new(0, at)),
            );
        };
        let span = (self.place)(Span::new(at, at + c.len_utf8()));
        if c.is_alphanumeric() || c == '(' {
            let help = "write `*` between factors: `2*sin(q1)`";
            let why = "an operator is missing here";
            return Err((Fault::bad_function(why, Some(help)), span));
        }
        bad(&format!("`{}` is unexpected here", c.escape_debug()), span)
    }

    fn sum(&mut self) -> Parsed<Formula> {
        let mut terms = vec![self.product()?];
        loop {
            let minus = self.parser.take('-');
            if !minus && !self.parser.take('+') {
                return Ok(one_or(terms, Formula::Sum));
            }
            let term = self.product()?;
            let term = if minus { negated(term) } else { term };
            // Numbers stay exact, multiples of pi among them.
            match (terms.last_mut(), term) {
                (Some(Formula::Number(a)), Formula::Number(b)) => *a = sum(a, &b),
                (_, term) => terms.push(term),
            }
        }
    }

    fn product(&mut self) -> Parsed<Formula> {
        let mut factors = vec![self.sign()?];
        loop {
            let divide = self.parser.take('/');
            if !divide && !self.parser.take('*') {
                return Ok(one_or(factors, Formula::Product));
            }
            let start = self.parser.at;
            let right = self.sign()?;
            match (divide, factors.last_mut(), right) {
                (_, Some(Formula::Number(a)), Formula::Number(b)) => {
                    let result = match divide {
                        true => quotient(a, &b),
                        false => product(a, &b).or_else(|_| product(&plain(a), &plain(&b))),
                    };
                    *a = result.map_err(|fault| (fault, self.since(start)))?;
                }
                (true, _, Formula::Number(b)) => {
                    let inverse = quotient(&Value::number(Rational::ONE), &b);
                    let inverse = inverse.map_err(|fault| (fault, self.since(start)))?;
                    factors.push(Formula::Number(inverse));
                }
                (true, _, right) => {
                    let above = one_or(std::mem::take(&mut factors), Formula::Product);
                    factors.push(Formula::Quotient(Box::new([above, right])));
                }
                (false, _, right) => factors.push(right),
            }
        }
    }

    fn sign(&mut self) -> Parsed<Formula> {
        let mut minus = false;
        loop {
            if self.parser.take('-') {
                minus = !minus;
            } else if !self.parser.take('+') {
                break;
            }
        }
        let formula = self.power()?;
        Ok(if minus { negated(formula) } else { formula })
    }

    fn power(&mut self) -> Parsed<Formula> {
        let of = self.operand()?;
        if !self.parser.take('^') {
            return Ok(of);
        }
        let digits = self
            .parser
            .run(|c| c.is_ascii_alphanumeric() || c == '.' || c == '_');
        let exponent = self.parser.text[digits.start..digits.end].parse();
        let exponent = exponent.ok().filter(|n| (1..=MOST).contains(n));
        let span = (self.place)(digits);
        self.parser.skip();
        match exponent {
            Some(exponent) => Ok(Formula::Power(Box::new(of), exponent)),
            None => {
                let why = format!("an exponent is a whole number from 1 to {MOST}");
                let help = "write a quotient or `sqrt(...)` for others";
                Err((Fault::bad_function(&why, Some(help)), span))
            }
        }
    }

    fn operand(&mut self) -> Parsed<Formula> {
        match self.parser.rest().chars().next() {
            Some('(') => self.parentheses(),
            Some(c) if c.is_ascii_digit() || c == '.' => {
                let number = self.parser.number();
                let value = number.map_err(|(fault, span)| (fault, (self.place)(span)))?;
                Ok(Formula::Number(value))
            }
            Some(c) if c.is_ascii_alphabetic() || c == '_' => self.name(),
            _ => self.unexpected(),
        }
    }

    fn parentheses(&mut self) -> Parsed<Formula> {
        let opened = (self.place)(Span::new(self.parser.at, self.parser.at + 1));
        self.parser.take('(');
        self.parser.depth += 1;
        if self.parser.depth > DEEPEST {
            let why = format!("parentheses are nested more than {DEEPEST} deep");
            return bad(&why, opened);
        }
        let formula = self.sum()?;
        self.parser.depth -= 1;
        match self.parser.take(')') {
            true => Ok(formula),
            false => bad("this parenthesis is not closed", opened),
        }
    }

    fn word(&mut self) -> (String, Span) {
        let span = self.parser.run(|c| c.is_ascii_alphanumeric() || c == '_');
        let word = self.parser.text[span.start..span.end].to_owned();
        self.parser.skip();
        (word, (self.place)(span))
    }

    /// A function, a constant, or a joint.
    fn name(&mut self) -> Parsed<Formula> {
        let start = self.parser.at;
        let (word, span) = self.word();
        let is_function = self.parser.rest().starts_with('(');
        let function = Function::ALL.iter().find(|(name, _)| *name == word);
        match (word.as_str(), function) {
            ("position" | "velocity", _) if is_function => {
                self.parser.take('(');
                let (joint, span) = self.word();
                if joint.is_empty() || !self.parser.take(')') {
                    let why = format!("`{word}` is of one joint: `{word}(q1)`");
                    return bad(&why, self.since(start));
                }
                let joint = Spanned::new(joint, span);
                Ok(match word.as_str() {
                    "position" => Formula::Position(joint),
                    _ => Formula::Velocity(joint),
                })
            }
            (_, Some((_, function))) if is_function => {
                let of = self.parentheses()?;
                let of = Spanned::new(Box::new(of), self.since(start));
                Ok(Formula::Apply(*function, of))
            }
            (_, Some(_)) => bad(&format!("`{word}` is a function: `{word}(q1)`"), span),
            (_, None) if is_function => {
                let names = Function::ALL.map(|(name, _)| name);
                let help = format!("functions are {}, position and velocity", names.join(", "));
                let why = format!("there is no function `{word}`");
                Err((Fault::bad_function(&why, Some(&help)), span))
            }
            ("pi", _) => Ok(Formula::Number(Value::pi(Rational::ONE))),
            ("deg", _) => Ok(Formula::Number(Value::pi(Rational::new(1, 180)))),
            _ => match self.constant(&word) {
                Some(_) if self.is_of_motion(&word) => {
                    let why = format!("`{word}` is a constant as well as of the motion");
                    let help = "give the constant another name, or write `position(NAME)` or `velocity(NAME)`";
                    Err((Fault::bad_function(&why, Some(help)), span))
                }
                Some(value) => Ok(Formula::Number(value)),
                None => Ok(match self.velocity_in_short(&word) {
                    Some(joint) => Formula::Velocity(Spanned::new(joint, span)),
                    None => Formula::Position(Spanned::new(word, span)),
                }),
            },
        }
    }

    /// Whether a word is a joint or a motor, or the velocity of one in short.
    fn is_of_motion(&self, word: &str) -> bool {
        self.moves(word) || self.velocity_in_short(word).is_some()
    }

    /// Whether there is a joint or a motor of that name.
    fn moves(&self, name: &str) -> bool {
        self.parser.constants.moving.iter().any(|of| of == name)
    }

    /// `q2` of `qd2`, where that is no name itself.
    fn velocity_in_short(&self, word: &str) -> Option<String> {
        let joint = format!("q{}", word.strip_prefix("qd")?);
        (self.moves(&joint) && !self.moves(word)).then_some(joint)
    }

    /// The value of a constant, symbols at theirs.
    fn constant(&self, name: &str) -> Option<Value> {
        let constants = self.parser.constants;
        let found = constants.read.iter().find(|c| c.name.value == name);
        // One that has a mistake of its own was reported there.
        let refused = constants.refused.iter().any(|refused| refused == name);
        let Some(constant) = found else {
            return refused.then(|| Value::number(Rational::ONE));
        };
        let symbols = |atom| match atom {
            Atom::Symbol(Symbol::Constant(index)) => {
                let of = constants.read.iter().find(|c| c.symbol == Some(index));
                of.map_or_else(Poly::zero, |constant| constant.value.plain.clone())
            }
            other => Poly::atom(other),
        };
        let Value { plain, pi } = &constant.value;
        let (plain, pi) = (plain.substitute(symbols), pi.clone());
        Some(Value { plain, pi })
    }
}

/// A number with pi as a float.
fn plain(value: &Value) -> Value {
    Value::from(&value.with_pi())
}

fn one_or(mut all: Vec<Formula>, many: fn(Vec<Formula>) -> Formula) -> Formula {
    match (all.len(), all.pop()) {
        (1, Some(one)) => one,
        (_, last) => {
            all.extend(last);
            many(all)
        }
    }
}

fn negated(formula: Formula) -> Formula {
    match formula {
        Formula::Number(value) => Formula::Number(negative(&value)),
        other => other.times(-Rational::ONE),
    }
}
