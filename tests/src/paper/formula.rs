//! Printed formulas, products by juxtaposition, read as exact quotients of polynomials.

use armwright_codegen::algebra::{Poly, Rational};

/// A quotient of polynomials; only numbers are reduced.
#[derive(Debug, Clone, PartialEq)]
pub struct Quotient {
    /// Above the line.
    pub numerator: Poly,
    /// Below the line; may be zero: a printed formula may divide by zero.
    pub denominator: Poly,
}

/// Text that is no formula.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no formula; what does not read begins at `{rest}`")]
pub struct FormulaError {
    /// The whole text.
    pub text: String,
    /// From where on it does not read.
    pub rest: String,
}

impl From<Poly> for Quotient {
    fn from(numerator: Poly) -> Self {
        Self {
            numerator,
            denominator: Poly::one(),
        }
    }
}

impl Quotient {
    /// Whether it is a polynomial times a number, identically; never if it divides by zero.
    #[must_use]
    pub fn is(&self, number: &Rational, poly: &Poly) -> bool {
        !self.denominator.is_zero() && self.numerator == (poly * &self.denominator).scale(number)
    }

    /// Numbers below the line are divided out.
    fn of(numerator: Poly, denominator: Poly) -> Self {
        let number = denominator.as_constant().and_then(|number| number.recip());
        match number {
            Some(inverse) => numerator.scale(&inverse).into(),
            None => Self {
                numerator,
                denominator,
            },
        }
    }

    fn plus(&self, other: &Self, sign: i64) -> Self {
        let numerator = &self.numerator * &other.denominator;
        let added = (&other.numerator * &self.denominator).scale(&Rational::from(sign));
        Self::of(&numerator + &added, &self.denominator * &other.denominator)
    }

    fn times(&self, numerator: &Poly, denominator: &Poly) -> Self {
        Self::of(&self.numerator * numerator, &self.denominator * denominator)
    }
}

/// Reads a formula: names, whole numbers, `+ - / ^` and parentheses, products by juxtaposition
/// (as strong as division, both from left to right).
///
/// # Errors
/// [`FormulaError`] at the first thing that is no formula, unknown names included.
pub fn quotient(
    text: &str,
    value: &dyn Fn(&str) -> Option<Quotient>,
) -> Result<Quotient, FormulaError> {
    let mut reader = Reader {
        rest: text.trim_start(),
        value,
    };
    match reader.sum() {
        Some(found) if reader.rest.is_empty() => Ok(found),
        _ => Err(FormulaError {
            text: text.to_owned(),
            rest: reader.rest.to_owned(),
        }),
    }
}

struct Reader<'a> {
    rest: &'a str,
    value: &'a dyn Fn(&str) -> Option<Quotient>,
}

impl<'a> Reader<'a> {
    fn sum(&mut self) -> Option<Quotient> {
        let sign = if self.take('-') { -1 } else { 1 };
        let mut sum = Quotient::from(Poly::zero()).plus(&self.product()?, sign);
        loop {
            let sign = if self.take('+') {
                1
            } else if self.take('-') {
                -1
            } else {
                return Some(sum);
            };
            sum = sum.plus(&self.product()?, sign);
        }
    }

    fn product(&mut self) -> Option<Quotient> {
        let mut product = self.power()?;
        loop {
            if self.take('/') {
                let by = self.power()?;
                product = product.times(&by.denominator, &by.numerator);
            } else if self.starts(|c| c == '(' || c.is_ascii_alphanumeric()) {
                let by = self.power()?;
                product = product.times(&by.numerator, &by.denominator);
            } else {
                return Some(product);
            }
        }
    }

    fn power(&mut self) -> Option<Quotient> {
        let base = self.factor()?;
        if !self.take('^') {
            return Some(base);
        }
        let exponent: u8 = self.word()?.parse().ok()?;
        let power = (0..exponent).fold(Quotient::from(Poly::one()), |power, _| {
            power.times(&base.numerator, &base.denominator)
        });
        Some(power)
    }

    fn factor(&mut self) -> Option<Quotient> {
        if self.take('(') {
            let inner = self.sum()?;
            return self.take(')').then_some(inner);
        }
        let before = self.rest;
        let word = self.word()?;
        let found = match word.parse::<i64>() {
            Ok(number) => Some(Poly::constant(Rational::from(number)).into()),
            Err(_) => (self.value)(word),
        };
        if found.is_none() {
            self.rest = before;
        }
        found
    }

    fn word(&mut self) -> Option<&'a str> {
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }

    fn starts(&self, condition: impl Fn(char) -> bool) -> bool {
        self.rest.starts_with(condition)
    }

    fn take(&mut self, symbol: char) -> bool {
        match self.rest.strip_prefix(symbol) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Quotient, quotient};
    use armwright_codegen::algebra::{Atom, Poly, Rational, Symbol};

    fn value(name: &str) -> Option<Quotient> {
        let index = (0..).zip(["x", "y"]).find(|(_, known)| *known == name)?.0;
        Some(Poly::atom(Atom::Symbol(Symbol::Other(index))).into())
    }

    #[test]
    fn formulas_read_as_mathematicians_do() {
        let read = |text: &str| quotient(text, &value).expect("a formula");
        let (x, y) = (read("x").numerator, read("y").numerator);
        assert_eq!(read("-x^2 + y").numerator, &y - &(&x * &x));
        assert_eq!(
            read("2 (x - y) y").numerator,
            (&(&x - &y) * &y).scale(&Rational::from(2))
        );
        assert!(read("1 / x (x^2 + 3 x y)").is(&Rational::ONE, &read("x + 3 y").numerator));
        assert!(read("1/2 x").is(&Rational::new(1, 2), &x));
        assert!(!read("x / (y - y)").is(&Rational::ONE, &x));
        for wrong in ["", "x +", "(x", "z", "x)", "x ^ y", "x^-1", "2.5"] {
            assert!(quotient(wrong, &value).is_err(), "{wrong}");
        }
    }
}
