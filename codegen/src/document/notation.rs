//! How polynomials, monomials and base parameters are written as text and as LaTeX.

use crate::algebra::{Atom, Monomial, Poly, Rational};
use crate::identifiability::{BaseParameter, Ratio};
use crate::mechanism::Mechanism;

/// A way of writing equations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `m_c*l_b1^2`, `s1*c2`.
    Text,
    /// LaTeX source.
    Latex,
}

/// Writes the expressions of one mechanism in one style.
#[derive(Debug, Clone, Copy)]
pub struct Notation<'m> {
    mechanism: &'m Mechanism,
    style: Style,
}

impl<'m> Notation<'m> {
    /// A notation for a mechanism.
    #[must_use]
    pub fn new(mechanism: &'m Mechanism, style: Style) -> Self {
        Self { mechanism, style }
    }

    /// The name of a standard parameter.
    #[must_use]
    pub fn parameter(&self, index: usize) -> String {
        self.name(&self.mechanism.parameters[index].name)
    }

    /// A name of the robot file: as it is, or with its owner as an index.
    #[must_use]
    pub fn name(&self, name: &str) -> String {
        if self.style == Style::Text {
            return name.to_owned();
        }
        let Some((symbol, owner)) = name.split_once('_') else {
            return format!("\\mathit{{{name}}}");
        };
        let owner = owner.replace('_', "\\_");
        // A letter with its component as a first index: L_{xx,a}, f_{c,m1}, t_{x,b}.
        match symbol {
            "m" | "l" | "d" | "a" => format!("{symbol}_{{{owner}}}"),
            "mx" | "my" | "mz" => format!("h_{{{},{owner}}}", &symbol[1..]),
            _ if symbol.len() > 1 && symbol.is_ascii() => {
                format!("{}_{{{},{owner}}}", &symbol[..1], &symbol[1..])
            }
            _ => format!("{symbol}_{{{owner}}}"),
        }
    }

    /// A base parameter as the sum that it is, its representative first.
    #[must_use]
    pub fn base_parameter(&self, base: &BaseParameter) -> String {
        let mut sum = self.parameter(base.representative);
        for (&parameter, ratio) in &base.others {
            self.append_ratio(&mut sum, &self.parameter(parameter), ratio);
        }
        sum
    }

    fn append_ratio(&self, sum: &mut String, parameter: &str, ratio: &Ratio) {
        if ratio.denominator == Poly::one() {
            for (monomial, coefficient) in ratio.numerator.terms() {
                self.append(sum, coefficient, &[parameter.to_owned(), self.monomial(monomial)]);
            }
            return;
        }
        let (numerator, denominator) = (self.poly(&ratio.numerator), self.poly(&ratio.denominator));
        let quotient = match self.style {
            Style::Text => format!("({numerator})/({denominator})"),
            Style::Latex => format!("\\frac{{{numerator}}}{{{denominator}}}"),
        };
        self.append(sum, &Rational::ONE, &[parameter.to_owned(), quotient]);
    }

    /// A polynomial; zero is `0`.
    #[must_use]
    pub fn poly(&self, poly: &Poly) -> String {
        let mut sum = String::new();
        for (monomial, coefficient) in poly.terms() {
            self.append(&mut sum, coefficient, &[self.monomial(monomial)]);
        }
        if sum.is_empty() { "0".to_owned() } else { sum }
    }

    /// Appends `coefficient × factors` to a sum, with the sign between.
    pub(super) fn append(&self, sum: &mut String, coefficient: &Rational, factors: &[String]) {
        let negative = coefficient.is_negative();
        match (sum.is_empty(), negative) {
            (true, true) => sum.push('-'),
            (false, true) => sum.push_str(" - "),
            (false, false) => sum.push_str(" + "),
            (true, false) => {}
        }
        let magnitude = coefficient.abs();
        let mut parts: Vec<String> = factors.iter().filter(|f| !f.is_empty()).cloned().collect();
        if !magnitude.is_one() || parts.is_empty() {
            parts.insert(0, self.number(&magnitude));
        }
        sum.push_str(&parts.join(self.times()));
    }

    fn times(&self) -> &'static str {
        match self.style {
            Style::Text => "*",
            Style::Latex => "\\,",
        }
    }

    /// A number.
    #[must_use]
    pub fn number(&self, value: &Rational) -> String {
        let text = value.to_string();
        match (self.style, text.split_once('/')) {
            (Style::Latex, Some((n, d))) => format!("\\tfrac{{{n}}}{{{d}}}"),
            _ => text,
        }
    }

    /// A product of powers; the empty product is the empty string.
    #[must_use]
    pub fn monomial(&self, monomial: &Monomial) -> String {
        // Parameters before lengths (m_c*l_b1^2); motion joint by joint, sine before cosine.
        let mut factors = monomial.factors().to_vec();
        factors.sort_by_key(|(atom, _)| match *atom {
            Atom::Symbol(i) if usize::from(i) >= self.mechanism.symbols.len() => (0, i, 0),
            Atom::Symbol(i) => (1, i, 0),
            Atom::Position(j) => (2, j, 0),
            Atom::Sine(j) => (2, j, 1),
            Atom::Cosine(j) => (2, j, 2),
        });
        let powers: Vec<String> = factors.iter().map(|&(atom, e)| self.power(atom, e)).collect();
        powers.join(self.times())
    }

    fn power(&self, atom: Atom, exponent: u16) -> String {
        let base = self.atom(atom);
        match (self.style, exponent) {
            (_, 1) => base,
            (Style::Text, _) => format!("{base}^{exponent}"),
            // s_1^2 rather than {s_1}^2; an index that is already there stays below.
            (Style::Latex, _) => format!("{base}^{{{exponent}}}"),
        }
    }

    /// One variable.
    #[must_use]
    pub fn atom(&self, atom: Atom) -> String {
        let joint = |letter: &str, j: u16| match self.style {
            Style::Text => format!("{letter}{}", j + 1),
            Style::Latex => format!("{letter}_{{{}}}", j + 1),
        };
        match atom {
            Atom::Position(j) => joint("q", j),
            Atom::Sine(j) => joint("s", j),
            Atom::Cosine(j) => joint("c", j),
            Atom::Symbol(i) => self.symbol(usize::from(i)),
        }
    }

    /// Geometric symbols first, then standard parameters.
    fn symbol(&self, index: usize) -> String {
        match self.mechanism.symbols.get(index) {
            Some(symbol) => self.name(&symbol.name),
            None => self.parameter(index - self.mechanism.symbols.len()),
        }
    }
}
