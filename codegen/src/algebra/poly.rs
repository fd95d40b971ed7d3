//! Polynomials in sines, cosines, positions and symbols, in the normal form under s² + c² = 1.

use std::ops::{Add, Mul, Neg, Sub};

use super::sum::Sum;
use super::{Atom, CoordinateIndex, Monomial, Rational};

/// A polynomial in normal form: no sine has an exponent above one (`s² = 1 - c²`), terms are in
/// ascending order of their monomials, no coefficient is zero. Two polynomials are equal as
/// functions exactly when they are equal.
///
/// ```
/// use armwright_codegen::algebra::{Atom, Poly};
/// let (s, c) = (Poly::atom(Atom::Sine(0.into())), Poly::atom(Atom::Cosine(0.into())));
/// assert_eq!(&(&s * &s) + &(&c * &c), Poly::one());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Poly(Vec<(Monomial, Rational)>);

impl Poly {
    /// Zero.
    #[must_use]
    pub fn zero() -> Self {
        Self::default()
    }

    /// One.
    #[must_use]
    pub fn one() -> Self {
        Self::constant(Rational::ONE)
    }

    /// A number.
    #[must_use]
    pub fn constant(value: Rational) -> Self {
        Self::from_terms([(Monomial::one(), value)])
    }

    /// A variable.
    #[must_use]
    pub fn atom(atom: Atom) -> Self {
        Self(vec![(Monomial::atom(atom), Rational::ONE)])
    }

    /// The sum of terms, brought to normal form.
    #[must_use]
    pub fn from_terms(terms: impl IntoIterator<Item = (Monomial, Rational)>) -> Self {
        let mut sum = Sum::default();
        for (monomial, coefficient) in terms {
            sum.add(monomial, coefficient);
        }
        Self::from_normal(sum.into_terms())
    }

    /// The sum of terms without squares of sines, no two of one monomial.
    pub(super) fn from_normal(terms: impl Iterator<Item = (Monomial, Rational)>) -> Self {
        let mut terms: Vec<_> = terms.filter(|(_, c)| !c.is_zero()).collect();
        terms.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Self(terms)
    }

    /// Its terms, in ascending order of their monomials.
    #[must_use]
    pub fn terms(&self) -> &[(Monomial, Rational)] {
        &self.0
    }

    /// The highest power of a variable.
    #[must_use]
    pub fn degree(&self, atom: Atom) -> u16 {
        let exponents = self.0.iter().map(|(monomial, _)| monomial.exponent(atom));
        exponents.max().unwrap_or(0)
    }

    /// Its variables.
    #[must_use]
    pub fn atoms(&self) -> std::collections::BTreeSet<Atom> {
        let factors = self.0.iter().flat_map(|(monomial, _)| monomial.factors());
        factors.map(|(atom, _)| *atom).collect()
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number that it is, if it has no variables.
    #[must_use]
    pub fn as_constant(&self) -> Option<Rational> {
        match self.0.as_slice() {
            [] => Some(Rational::ZERO),
            [(monomial, value)] if monomial.is_one() => Some(value.clone()),
            _ => None,
        }
    }

    /// The polynomial times a number.
    #[must_use]
    pub fn scale(&self, factor: &Rational) -> Self {
        if factor.is_zero() {
            return Self::zero();
        }
        Self(
            self.0
                .iter()
                .map(|(m, c)| (m.clone(), c * factor))
                .collect(),
        )
    }

    /// Its partial derivative by a coordinate, of whose part `turn` it has sine and cosine: sine to
    /// `turn` times cosine, cosine to minus that times sine, position to 1.
    #[must_use]
    pub fn derivative(&self, coordinate: CoordinateIndex, turn: &Rational) -> Self {
        let mut sum = Sum::default();
        for (monomial, coefficient) in &self.0 {
            for &(atom, exponent) in monomial.factors() {
                if atom.coordinate() != Some(coordinate) {
                    continue;
                }
                let rest = monomial.with_exponent(atom, exponent - 1);
                let factor = coefficient * &Rational::from(i64::from(exponent));
                match atom {
                    Atom::Sine(j) => {
                        sum.add(rest.times(&Monomial::atom(Atom::Cosine(j))), &factor * turn);
                    }
                    Atom::Cosine(j) => {
                        sum.add(
                            rest.times(&Monomial::atom(Atom::Sine(j))),
                            -(&factor * turn),
                        );
                    }
                    Atom::Position(_) | Atom::Symbol(_) => sum.add(rest, factor),
                }
            }
        }
        Self::from_normal(sum.into_terms())
    }

    /// Its partial derivative by a symbol.
    #[must_use]
    pub fn partial(&self, symbol: Atom) -> Self {
        let term = |(monomial, coefficient): &(Monomial, Rational)| {
            let exponent = monomial.exponent(symbol);
            let rest = monomial.with_exponent(symbol, exponent.checked_sub(1)?);
            Some((rest, coefficient * &Rational::from(i64::from(exponent))))
        };
        Self::from_terms(self.0.iter().filter_map(term))
    }

    /// Grouped by the factors that satisfy a condition: each such product with its coefficient, a
    /// polynomial in all other atoms. In ascending order of the products.
    #[must_use]
    pub fn collect(&self, condition: impl Fn(Atom) -> bool + Copy) -> Vec<(Monomial, Poly)> {
        let mut groups: std::collections::BTreeMap<Monomial, Vec<(Monomial, Rational)>> =
            std::collections::BTreeMap::new();
        for (monomial, coefficient) in &self.0 {
            let (key, rest) = monomial.split(condition);
            groups
                .entry(key)
                .or_default()
                .push((rest, coefficient.clone()));
        }
        groups
            .into_iter()
            .map(|(key, terms)| (key, Self::from_terms(terms)))
            .collect()
    }

    /// Every atom replaced by a polynomial.
    #[must_use]
    pub fn substitute(&self, replacement: impl Fn(Atom) -> Poly) -> Self {
        let mut sum = Sum::default();
        for (monomial, coefficient) in &self.0 {
            let mut product = Self::constant(coefficient.clone());
            for &(atom, exponent) in monomial.factors() {
                let factor = replacement(atom);
                for _ in 0..exponent {
                    product = &product * &factor;
                }
            }
            for (monomial, coefficient) in product.0 {
                sum.add(monomial, coefficient);
            }
        }
        Self::from_normal(sum.into_terms())
    }

    /// The exact quotient by a polynomial in symbols; `None` if there is none.
    ///
    /// Division by leading terms in the lexicographic order of monomials; meant for polynomials
    /// without sines, in which leading terms multiply.
    #[must_use]
    pub fn div_exact(&self, divisor: &Self) -> Option<Self> {
        self.div_within(divisor, &mut { u64::MAX })
    }

    /// As [`Poly::div_exact`], unless it takes more work than there is left, as [`Poly::times_within`]
    /// counts it: nothing is left then.
    pub(super) fn div_within(&self, divisor: &Self, left: &mut u64) -> Option<Self> {
        let (lead, lead_coefficient) = divisor.leading()?;
        let inverse = lead_coefficient.recip()?;
        let (mut rest, mut quotient) = (self.clone(), Vec::new());
        while let Some((monomial, coefficient)) = rest.leading() {
            let term = Self(vec![(monomial.over(lead)?, coefficient * &inverse)]);
            // Each step goes through all that is left to divide.
            let size = u64::try_from(rest.0.len()).unwrap_or(u64::MAX);
            *left = left.saturating_sub(size.saturating_mul(20));
            let product = term.times_within(divisor, left)?;
            // What is taken off is brought into lowest terms one by one.
            *left = left.saturating_sub(product.reduction().saturating_mul(3));
            rest = &rest - &product;
            quotient.extend(term.0);
        }
        Some(Self::from_terms(quotient))
    }

    /// The work of bringing its long numbers into lowest terms: Euclid's algorithm takes the square of their words.
    pub(super) fn reduction(&self) -> u64 {
        let words = |number: &Rational| u64::try_from(number.bytes() / 8).unwrap_or(u64::MAX);
        let squares = self
            .0
            .iter()
            .map(|(_, c)| words(c).saturating_mul(words(c)));
        squares.fold(0, u64::saturating_add)
    }

    /// The term whose monomial is first in the lexicographic order of exponents.
    fn leading(&self) -> Option<(&Monomial, &Rational)> {
        let compare = |a: &Monomial, b: &Monomial| {
            let (mut x, mut y) = (a.factors().iter(), b.factors().iter());
            loop {
                match (x.next(), y.next()) {
                    (None, None) => return std::cmp::Ordering::Equal,
                    (Some(_), None) => return std::cmp::Ordering::Greater,
                    (None, Some(_)) => return std::cmp::Ordering::Less,
                    (Some((p, e)), Some((q, f))) if p == q && e == f => {}
                    (Some((p, e)), Some((q, f))) if p == q => return e.cmp(f),
                    // The one with the smaller atom has the larger exponent of it.
                    (Some((p, _)), Some((q, _))) => return q.cmp(p),
                }
            }
        };
        self.0
            .iter()
            .max_by(|a, b| compare(&a.0, &b.0))
            .map(|(m, c)| (m, c))
    }

    /// Its exact value; `None` if it has an atom without a value.
    #[must_use]
    pub fn at<'v>(&self, value: impl Fn(Atom) -> Option<&'v Rational>) -> Option<Rational> {
        let term = |(monomial, coefficient): &(Monomial, Rational)| {
            let mut factors = monomial.factors().iter();
            factors.try_fold(coefficient.clone(), |product, &(atom, exponent)| {
                let value = value(atom)?;
                Some((0..exponent).fold(product, |product, _| &product * value))
            })
        };
        self.0.iter().map(term).sum()
    }

    /// Its value, with each atom's value given.
    #[must_use]
    pub fn evaluate(&self, value: &dyn Fn(Atom) -> f64) -> f64 {
        let term = |(monomial, coefficient): &(Monomial, Rational)| {
            monomial
                .factors()
                .iter()
                .fold(coefficient.to_f64(), |product, &(atom, exponent)| {
                    product * value(atom).powi(i32::from(exponent))
                })
        };
        self.0.iter().map(term).sum()
    }
}

impl Add for &Poly {
    type Output = Poly;
    fn add(self, other: Self) -> Poly {
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut terms = Vec::with_capacity(self.0.len() + other.0.len());
        loop {
            let next = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) => match x.0.cmp(&y.0) {
                    std::cmp::Ordering::Less => a.next().cloned(),
                    std::cmp::Ordering::Greater => b.next().cloned(),
                    std::cmp::Ordering::Equal => {
                        let sum = &x.1 + &y.1;
                        let monomial = x.0.clone();
                        a.next();
                        b.next();
                        if sum.is_zero() {
                            continue;
                        }
                        Some((monomial, sum))
                    }
                },
                (Some(_), None) => a.next().cloned(),
                (None, _) => b.next().cloned(),
            };
            match next {
                Some(term) => terms.push(term),
                None => return Poly(terms),
            }
        }
    }
}

impl Neg for &Poly {
    type Output = Poly;
    fn neg(self) -> Poly {
        Poly(self.0.iter().map(|(m, c)| (m.clone(), -c)).collect())
    }
}

impl Sub for &Poly {
    type Output = Poly;
    fn sub(self, other: Self) -> Poly {
        self + &-other
    }
}

impl Mul for &Poly {
    type Output = Poly;
    fn mul(self, other: Self) -> Poly {
        if let Some(factor) = other.as_constant() {
            return self.scale(&factor);
        }
        if let Some(factor) = self.as_constant() {
            return other.scale(&factor);
        }
        let mut unlimited = u64::MAX;
        self.times_within(other, &mut unlimited).unwrap_or_default()
    }
}

impl std::iter::Sum for Poly {
    fn sum<I: Iterator<Item = Self>>(polys: I) -> Self {
        Self::from_terms(polys.flat_map(|poly| poly.0))
    }
}

super::operators::between_values!(Poly: Add add Sub sub Mul mul);

impl From<Rational> for Poly {
    fn from(value: Rational) -> Self {
        Self::constant(value)
    }
}
