//! Quotients of polynomials in symbols, in lowest terms: the field in which symbolic lengths live.

use std::cell::Cell;

use super::divisor::gcd;
use super::{Field, Poly, PrimeField, Rational};

/// A quotient of polynomials in symbols, in lowest terms. The denominator's last term has the
/// coefficient 1, so equal quotients are equal; it is 1 wherever division is exact.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratio {
    /// Numerator.
    pub numerator: Poly,
    /// Denominator, never zero.
    pub denominator: Poly,
}

impl From<Rational> for Ratio {
    fn from(value: Rational) -> Self {
        Self::from(Poly::constant(value))
    }
}

impl From<Poly> for Ratio {
    fn from(numerator: Poly) -> Self {
        Self {
            numerator,
            denominator: Poly::one(),
        }
    }
}

/// More work than anyone waits for.
const UNBOUNDED: u64 = u64::MAX;

impl Ratio {
    /// A quotient; the denominator is not zero.
    #[must_use]
    pub fn new(numerator: Poly, denominator: Poly) -> Self {
        Self::within(numerator, denominator, &mut { UNBOUNDED })
    }

    /// A quotient within a bound of work ([`Poly::times_within`]), from which what it takes is taken off; in
    /// lowest terms if any is left.
    fn within(numerator: Poly, denominator: Poly, left: &mut u64) -> Self {
        let scale = |poly: &Poly| poly.terms().last().and_then(|(_, c)| c.recip());
        let (mut numerator, mut denominator) = (numerator, denominator);
        if denominator.as_constant().is_none() {
            if let Some(quotient) = numerator.div_within(&denominator, left) {
                return Self::from(quotient);
            }
            let shared = gcd(&numerator, &denominator, left);
            let [n, d] = [&numerator, &denominator].map(|poly| poly.div_within(&shared, left));
            if let (Some(n), Some(d)) = (n, d) {
                (numerator, denominator) = (n, d);
            }
        }
        if let Some(factor) = scale(&denominator).filter(|factor| !factor.is_one()) {
            (numerator, denominator) = (numerator.scale(&factor), denominator.scale(&factor));
        }
        Self {
            numerator,
            denominator,
        }
    }

    fn is_poly(&self) -> bool {
        self.denominator.as_constant().is_some()
    }
}

/// The field of quotients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quotients;

/// The field of quotients within a bound of work, as [`Poly::times_within`] counts it. Once it is spent every result
/// is zero and nothing has an inverse, so that what is computed comes to its end at once; it is then worthless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotientsWithin(Cell<u64>);

impl QuotientsWithin {
    /// The field with so much work to spend.
    #[must_use]
    pub fn new(work: u64) -> Self {
        Self(Cell::new(work))
    }

    /// Whether the work did not suffice.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.0.get() == 0
    }

    /// What is computed with the work that is left, if it suffices.
    fn spend(&self, compute: impl FnOnce(&mut u64) -> Option<Ratio>) -> Option<Ratio> {
        let mut left = self.0.get();
        let result = compute(&mut left);
        let parts = result
            .iter()
            .flat_map(|ratio| [&ratio.numerator, &ratio.denominator]);
        left = parts.fold(left, |left, part| left.saturating_sub(part.reduction()));
        self.0.set(left);
        result.filter(|_| left > 0)
    }
}

impl Ratio {
    fn plus(&self, other: &Self, left: &mut u64) -> Option<Self> {
        let terms = |ratio: &Self| ratio.numerator.terms().len() + ratio.denominator.terms().len();
        let work = u64::try_from(terms(self) + terms(other)).unwrap_or(u64::MAX);
        *left = left.saturating_sub(work.saturating_mul(100));
        if self.denominator == other.denominator {
            let sum = &self.numerator + &other.numerator;
            return Some(if self.is_poly() {
                Self::from(sum)
            } else {
                Self::within(sum, self.denominator.clone(), left)
            });
        }
        let own = self.numerator.times_within(&other.denominator, left)?;
        let added = other.numerator.times_within(&self.denominator, left)?;
        let denominator = self.denominator.times_within(&other.denominator, left)?;
        Some(Self::within(own + added, denominator, left))
    }

    fn times(&self, other: &Self, left: &mut u64) -> Option<Self> {
        let numerator = self.numerator.times_within(&other.numerator, left)?;
        if self.is_poly() && other.is_poly() {
            return Some(Self::from(numerator));
        }
        let denominator = self.denominator.times_within(&other.denominator, left)?;
        Some(Self::within(numerator, denominator, left))
    }

    fn reciprocal(&self, left: &mut u64) -> Option<Self> {
        let is_zero = self.numerator.is_zero();
        (!is_zero).then(|| Self::within(self.denominator.clone(), self.numerator.clone(), left))
    }
}

impl Field for QuotientsWithin {
    type Element = Ratio;

    fn embed(&self, poly: &Poly) -> Option<Ratio> {
        Quotients.embed(poly)
    }
    fn is_zero(&self, a: &Ratio) -> bool {
        Quotients.is_zero(a)
    }
    fn add(&self, a: &Ratio, b: &Ratio) -> Ratio {
        self.spend(|left| a.plus(b, left))
            .unwrap_or_else(|| self.zero())
    }
    fn neg(&self, a: &Ratio) -> Ratio {
        Quotients.neg(a)
    }
    fn mul(&self, a: &Ratio, b: &Ratio) -> Ratio {
        self.spend(|left| a.times(b, left))
            .unwrap_or_else(|| self.zero())
    }
    fn inverse(&self, a: &Ratio) -> Option<Ratio> {
        self.spend(|left| a.reciprocal(left))
    }
    fn number(&self, value: &Rational) -> Option<Ratio> {
        Quotients.number(value)
    }
    fn residue(&self, a: &Ratio, prime: PrimeField) -> Option<u64> {
        Quotients.residue(a, prime)
    }
    fn zero(&self) -> Ratio {
        Quotients.zero()
    }
    fn one(&self) -> Ratio {
        Quotients.one()
    }
    fn weight(&self, a: &Ratio) -> usize {
        Quotients.weight(a)
    }
}

impl Field for Quotients {
    type Element = Ratio;

    fn embed(&self, poly: &Poly) -> Option<Ratio> {
        Some(Ratio::from(poly.clone()))
    }
    fn is_zero(&self, a: &Ratio) -> bool {
        a.numerator.is_zero()
    }
    fn add(&self, a: &Ratio, b: &Ratio) -> Ratio {
        a.plus(b, &mut { UNBOUNDED }).unwrap_or_else(|| self.zero())
    }
    fn neg(&self, a: &Ratio) -> Ratio {
        Ratio {
            numerator: -&a.numerator,
            denominator: a.denominator.clone(),
        }
    }
    fn mul(&self, a: &Ratio, b: &Ratio) -> Ratio {
        a.times(b, &mut { UNBOUNDED })
            .unwrap_or_else(|| self.zero())
    }
    fn inverse(&self, a: &Ratio) -> Option<Ratio> {
        a.reciprocal(&mut { UNBOUNDED })
    }
    fn number(&self, value: &Rational) -> Option<Ratio> {
        Some(Ratio::from(value.clone()))
    }
    fn residue(&self, a: &Ratio, prime: PrimeField) -> Option<u64> {
        let denominator = prime.inverse(&prime.embed(&a.denominator)?)?;
        Some(prime.mul(&prime.embed(&a.numerator)?, &denominator))
    }
    fn zero(&self) -> Ratio {
        Ratio::from(Poly::zero())
    }
    fn one(&self) -> Ratio {
        Ratio::from(Poly::one())
    }
    fn weight(&self, a: &Ratio) -> usize {
        let size = a.numerator.terms().len() + a.denominator.terms().len();
        if a.is_poly() && a.numerator.as_constant().is_some() {
            0
        } else {
            size
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, Poly, Quotients, QuotientsWithin, Ratio, Rational};
    use crate::algebra::{Atom, Symbol};

    fn x(i: u16) -> Poly {
        Poly::atom(Atom::Symbol(Symbol::Other(i)))
    }

    #[test]
    fn equal_quotients_are_equal() {
        let number = |n| Poly::constant(Rational::from(n));
        let sum = &x(0).scale(&Rational::new(1, 3)) + &x(1);
        let other = &(&x(0) * &x(2)) - &number(2);
        let third = &(&(&x(1) * &x(1)) + &x(2)) + &number(5);
        let quotient = Ratio::new(&sum * &other, &third * &other);
        assert_eq!(
            quotient,
            Ratio::new(
                sum.scale(&Rational::from(7)),
                third.scale(&Rational::from(7))
            )
        );
        assert_eq!(quotient.denominator.terms().len(), 3);
        let back = Quotients.mul(&quotient, &Ratio::from(third.clone()));
        assert_eq!(back, Ratio::from(sum.clone()));
        let inverse = Quotients.inverse(&quotient).expect("not zero");
        assert_eq!(Quotients.mul(&quotient, &inverse), Quotients.one());
        let difference = Quotients.add(&quotient, &Quotients.neg(&Ratio::new(sum, third)));
        assert!(Quotients.is_zero(&difference));
    }

    #[test]
    fn long_numbers_take_more_work_than_short_ones() {
        let sum = |number: &Rational| Ratio::from(&x(0) + &Poly::constant(number.clone()));
        let short = Rational::new(2, 3);
        let long = (0..10).fold(Rational::new(1_000_003, 999_983), |power, _| {
            &power * &power
        });
        let field = QuotientsWithin::new(10_000);
        assert_eq!(
            field
                .mul(&sum(&short), &sum(&short))
                .numerator
                .terms()
                .len(),
            3
        );
        assert!(!field.is_spent());
        assert!(field.is_zero(&field.mul(&sum(&long), &sum(&long))));
        assert!(field.is_spent());
        assert!(field.inverse(&field.one()).is_none());
    }

    #[test]
    fn a_number_is_no_burden_to_divide_by_and_a_long_quotient_is_a_greater_one() {
        let number = |n, d| Ratio::from(Rational::new(n, d));
        let of = |a: &Poly, b: &Poly| Ratio::new(a.clone(), b.clone());
        let sum = &x(0) + &x(1);
        let within = QuotientsWithin::new(1000);
        for (ratio, weight) in [
            (number(3, 4), 0),
            (number(0, 1), 0),
            (of(&x(0), &Poly::one()), 2),
            (of(&Poly::one(), &x(0)), 2),
            (of(&sum, &x(2)), 3),
            (of(&sum, &(&x(2) + &Poly::one())), 4),
        ] {
            assert_eq!(Quotients.weight(&ratio), weight, "{ratio:?}");
            assert_eq!(within.weight(&ratio), weight, "{ratio:?}");
        }
    }
}
