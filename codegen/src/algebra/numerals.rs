//! How exact numbers are written: `0.225`, `-1/3`, `sqrt(2)/2`, `(sqrt(6) - sqrt(2))/4`.

use std::fmt;

use super::number::{Number, RADICANDS};
use super::rational::Rational;

/// The largest denominator that stays one; beyond it decimals are easier to read.
const LARGEST_DENOMINATOR: i64 = 24;

/// How roots, quotients and products look, in one notation or another.
#[derive(Debug, Clone, Copy)]
pub struct Marks {
    /// The square root of a number.
    pub root: fn(u8) -> String,
    /// A quotient of integers, roots, or, in parentheses if they need them, sums of such.
    pub over: fn(&str, &str) -> String,
    /// Between factors.
    pub times: &'static str,
    /// Whether a sum above a bar goes without parentheses.
    pub bar: bool,
}

impl Marks {
    /// As plain text has them.
    pub const PLAIN: Self = Self {
        root: |radicand| format!("sqrt({radicand})"),
        over: |n, d| format!("{n}/{d}"),
        times: "*",
        bar: false,
    };
}

impl Number {
    /// Its coefficients that are not zero, each with what the root is of: 1, 2, 3 or 6.
    #[must_use]
    pub fn terms(&self) -> Vec<(Rational, u8)> {
        let terms = self.coefficients().into_iter().zip(RADICANDS);
        terms.filter(|(c, _)| !c.is_zero()).collect()
    }

    /// Its text, and whether that is a sum, which as a factor needs parentheses.
    #[must_use]
    pub fn written(&self, marks: &Marks) -> (String, bool) {
        if let Some(rational) = self.as_rational() {
            return (term(rational, 1, marks), false);
        }
        let mut terms = self.terms();
        // `√6 - √2`, not `-√2 + √6`.
        let positive = terms.iter().position(|(c, _)| !c.is_negative());
        if let Some(at) = positive {
            terms[..=at].rotate_right(1);
        }
        let whole = (1..=LARGEST_DENOMINATOR).find(|d| {
            let scaled = |(c, _): &(Rational, u8)| (c * &Rational::from(*d)).small();
            terms.iter().all(|t| scaled(t).is_some_and(|(_, d)| d == 1))
        });
        let denominator = whole.unwrap_or(1);
        let scale = Rational::from(denominator);
        let written = terms
            .iter()
            .map(|(c, root)| term(&(c * &scale), *root, marks));
        let sum = written.reduce(|sum, next| match next.strip_prefix('-') {
            Some(next) => format!("{sum} - {next}"),
            None => format!("{sum} + {next}"),
        });
        let (sum, is_sum) = (sum.unwrap_or_default(), terms.len() > 1);
        match denominator {
            1 => (sum, is_sum),
            d if is_sum && !marks.bar => ((marks.over)(&format!("({sum})"), &d.to_string()), false),
            d => match sum.strip_prefix('-').filter(|_| !is_sum) {
                Some(rest) => (format!("-{}", (marks.over)(rest, &d.to_string())), false),
                None => ((marks.over)(&sum, &d.to_string()), false),
            },
        }
    }
}

/// A rational number times a root.
fn term(coefficient: &Rational, radicand: u8, marks: &Marks) -> String {
    let text = coefficient.to_string();
    let (sign, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => ("-", magnitude),
        None => ("", text.as_str()),
    };
    let times_root = |number: &str| match (radicand, number) {
        (1, _) => number.to_owned(),
        (_, "1") => (marks.root)(radicand),
        _ => format!("{number}{}{}", marks.times, (marks.root)(radicand)),
    };
    let written = match magnitude.split_once('/') {
        Some((n, d)) => (marks.over)(&times_root(n), d),
        None => times_root(magnitude),
    };
    format!("{sign}{written}")
}

/// As plain text: an integer, a finite decimal or a fraction, with the roots `sqrt(2)`, `sqrt(3)` and
/// `sqrt(6)`.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(&Marks::PLAIN).0)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
