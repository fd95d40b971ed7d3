//! Products of polynomials within a bound of work.
//!
//! Rotations by arbitrary angles have fractions of hundreds of digits, and keeping every partial
//! sum in lowest terms would be nearly all of the work. So both factors are brought over a common
//! denominator of their own first, and only the finished coefficients are reduced.

use dashu_int::{IBig, UBig};

use super::number::RADICANDS;
use super::rational::{Rational, common_denominator};
use super::sum::{Coefficient, Sum};
use super::{Monomial, Number, Poly};

/// What a product of two terms takes beside the multiplication of their numbers: as long as this
/// many products of words (measured).
const OVERHEAD: u64 = 100;

impl Poly {
    /// The product, unless it takes more work than there is left; what it takes is taken off.
    ///
    /// Work is counted in products of 64-bit words, for each term that a product of two terms has
    /// in normal form: one with k squares of sines has 2^k. Nothing is left after `None`.
    #[must_use]
    pub fn times_within(&self, other: &Self, left: &mut u64) -> Option<Self> {
        for (factor, poly) in [(self, other), (other, self)] {
            // A number takes no common denominators.
            if let [(monomial, number)] = factor.terms()
                && monomial.is_one()
            {
                let terms = u64::try_from(poly.terms().len()).unwrap_or(u64::MAX);
                let rest = left.checked_sub(terms.saturating_mul(OVERHEAD));
                *left = rest.unwrap_or(0);
                return rest.map(|_| poly.scale(number));
            }
        }
        let all = |is: fn(&Number) -> bool| {
            let mut terms = self.terms().iter().chain(other.terms());
            terms.all(|(_, c)| is(c))
        };
        if all(Number::is_small) {
            let (a, b) = (self.terms(), other.terms());
            let sum = products(a, b, &|a, b| a * b, OVERHEAD + 1, left)?;
            return Some(Self::from_normal(sum.into_terms()));
        }
        if !all(|c| c.as_rational().is_some()) {
            return self.times_by_roots(other, left);
        }
        let (a, a_denominator) = over_common_denominator(self);
        let (b, b_denominator) = over_common_denominator(other);
        let work = OVERHEAD + longest(&a) * longest(&b);
        let sum = products(&a, &b, &|a, b| a * b, work, left)?;
        let denominator = a_denominator * b_denominator;
        let reduced = sum.into_terms().map(|(monomial, numerator)| {
            let quotient = Rational::quotient(numerator, denominator.clone());
            (monomial, Number::from(quotient))
        });
        Some(Self::from_normal(reduced))
    }

    /// The product, root by root: each pair of them makes a product of rational polynomials.
    fn times_by_roots(&self, other: &Self, left: &mut u64) -> Option<Self> {
        let mut sum = Self::zero();
        for (root, a) in by_root(self) {
            for (other_root, b) in by_root(other) {
                let product = a.times_within(&b, left)?;
                sum = sum + product.scale(&(&root * &other_root));
            }
        }
        Some(sum)
    }
}

/// The sum of the products of all pairs of terms, each of which takes the same work.
fn products<C: Coefficient>(
    a: &[(Monomial, C)],
    b: &[(Monomial, C)],
    times: &dyn Fn(&C, &C) -> C,
    work: u64,
    left: &mut u64,
) -> Option<Sum<C>> {
    let mut sum = Sum::default();
    for (m, x) in a {
        for (n, y) in b {
            let product = m.times(n);
            let terms = 1u64.checked_shl(product.squared_sines());
            let work = terms.and_then(|terms| terms.checked_mul(work));
            let rest = work.and_then(|work| left.checked_sub(work));
            *left = rest.unwrap_or(0);
            rest?;
            sum.add(product, times(x, y));
        }
    }
    Some(sum)
}

/// The polynomial as a sum of roots, each times a rational polynomial.
fn by_root(poly: &Poly) -> impl Iterator<Item = (Number, Poly)> {
    let parts = RADICANDS.into_iter().enumerate().map(|(at, under)| {
        let root = Number::from(i64::from(under))
            .square_root()
            .unwrap_or_default();
        let part =
            |(m, c): &(Monomial, Number)| (m.clone(), Number::from(c.coefficients()[at].clone()));
        let part = Poly::from_normal(poly.terms().iter().map(part));
        (root, part)
    });
    parts.filter(|(_, part)| !part.is_zero())
}

/// The terms of a rational polynomial with integers for coefficients, and what all of these are to be divided by.
fn over_common_denominator(poly: &Poly) -> (Vec<(Monomial, IBig)>, UBig) {
    let terms = poly.terms().iter();
    let fractions = terms.filter_map(|(m, c)| Some((m, c.as_rational()?.parts())));
    let fractions: Vec<(&Monomial, (IBig, UBig))> = fractions.collect();
    let denominator = common_denominator(fractions.iter().map(|(_, (_, own))| own));
    let integers = fractions.into_iter().map(|(monomial, (numerator, own))| {
        (monomial.clone(), numerator * IBig::from(&denominator / own))
    });
    (integers.collect(), denominator.clone())
}

/// The size of the longest coefficient, in words of 64 bits.
fn longest(terms: &[(Monomial, IBig)]) -> u64 {
    let bits = terms
        .iter()
        .map(|(_, c)| dashu_int::ops::BitTest::bit_len(c));
    u64::try_from(bits.max().unwrap_or(0) / 64 + 1).unwrap_or(u64::MAX)
}
