//! Exact fields: the rational numbers, and a prime field, in which arithmetic is fast and whatever is
//! not zero is certainly not zero.
//!
//! Evaluation at a point of a prime field is a ring homomorphism. A polynomial whose value is not
//! zero is not the zero polynomial, and rows that are independent at the point are independent. The
//! converse holds with a probability of error of about degree / 2^61 only, and is never relied on
//! alone.

use super::{Atom, Poly, Rational, Symbol};

/// A field whose arithmetic is exact.
pub trait Field {
    /// What is computed with.
    type Element: Clone;

    /// The image of a polynomial in symbols; `None` if the field has none.
    fn embed(&self, poly: &Poly) -> Option<Self::Element>;
    /// Whether an element is zero.
    fn is_zero(&self, a: &Self::Element) -> bool;
    /// The sum.
    fn add(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// The negative.
    fn neg(&self, a: &Self::Element) -> Self::Element;
    /// The product.
    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// The inverse; `None` for zero.
    fn inverse(&self, a: &Self::Element) -> Option<Self::Element>;
    /// The image of a number; `None` if the field has none.
    fn number(&self, value: &Rational) -> Option<Self::Element>;
    /// Zero.
    fn zero(&self) -> Self::Element;
    /// One.
    fn one(&self) -> Self::Element;
    /// How unwelcome it is to divide by an element.
    fn weight(&self, _: &Self::Element) -> usize {
        0
    }
}

/// The rational numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rationals;

impl Field for Rationals {
    type Element = Rational;

    fn embed(&self, poly: &Poly) -> Option<Rational> {
        poly.as_constant()
    }
    fn is_zero(&self, a: &Rational) -> bool {
        a.is_zero()
    }
    fn add(&self, a: &Rational, b: &Rational) -> Rational {
        a + b
    }
    fn neg(&self, a: &Rational) -> Rational {
        -a
    }
    fn mul(&self, a: &Rational, b: &Rational) -> Rational {
        a * b
    }
    fn inverse(&self, a: &Rational) -> Option<Rational> {
        a.recip()
    }
    fn number(&self, value: &Rational) -> Option<Rational> {
        Some(value.clone())
    }
    fn zero(&self) -> Rational {
        Rational::ZERO
    }
    fn one(&self) -> Rational {
        Rational::ONE
    }
}

/// The Mersenne prime 2^61 - 1, in which a product is reduced without a division.
const MERSENNE: u64 = (1 << 61) - 1;

/// The primes that are tried in turn, where one divides a number of the equations.
const PRIMES: [u64; 3] = [
    MERSENNE,
    2_305_843_009_213_693_921,
    2_305_843_009_213_693_907,
];

/// The integers modulo a prime below 2^61, and an element for every symbol.
#[derive(Debug, Clone, Copy)]
pub struct PrimeField {
    prime: u64,
    points: fn(u64, u64) -> u64,
}

impl PrimeField {
    /// The fields to try, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        PRIMES.into_iter().map(|prime| Self::at(prime, scattered))
    }

    /// The field of a prime below 2^61; `points` gives the element that stands for a symbol,
    /// from the prime and the symbol's number.
    #[must_use]
    pub fn at(prime: u64, points: fn(u64, u64) -> u64) -> Self {
        Self { prime, points }
    }

    /// The element that stands for a symbol.
    #[must_use]
    pub fn point(self, symbol: Symbol) -> u64 {
        self.element(symbol.number())
    }

    /// The element that stands for a number.
    #[must_use]
    pub fn element(self, number: u64) -> u64 {
        (self.points)(self.prime, number) % self.prime
    }

    /// A point of the circle, cosine and sine of the angle whose half has the tangent `t`; `None` if
    /// it has none.
    #[must_use]
    pub fn circle(self, t: u64) -> Option<(u64, u64)> {
        let square = self.mul(&t, &t);
        let inverse = self.inverse(&self.add(&1, &square))?;
        let cosine = self.add(&1, &self.neg(&square));
        let sine = self.add(&t, &t);
        Some((self.mul(&cosine, &inverse), self.mul(&sine, &inverse)))
    }

    /// The value of a polynomial; `None` if the prime divides a denominator.
    #[must_use]
    pub fn value(self, poly: &Poly, of: &dyn Fn(Atom) -> u64) -> Option<u64> {
        let mut sum = 0;
        for (monomial, coefficient) in poly.terms() {
            let mut term = self.number(coefficient)?;
            for &(atom, exponent) in monomial.factors() {
                let value = of(atom);
                for _ in 0..exponent {
                    term = self.mul(&term, &value);
                }
            }
            sum = self.add(&sum, &term);
        }
        Some(sum)
    }
}

/// Fixed elements, far from any structure (`SplitMix64`).
fn scattered(prime: u64, symbol: u64) -> u64 {
    let mut z = symbol.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) % prime
}

impl Field for PrimeField {
    type Element = u64;

    /// Variables other than symbols are zero.
    fn embed(&self, poly: &Poly) -> Option<u64> {
        self.value(poly, &|atom| match atom {
            Atom::Symbol(symbol) => self.point(symbol),
            _ => 0,
        })
    }
    fn is_zero(&self, a: &u64) -> bool {
        *a == 0
    }
    fn add(&self, a: &u64, b: &u64) -> u64 {
        let sum = a + b;
        if sum < self.prime {
            sum
        } else {
            sum - self.prime
        }
    }
    fn neg(&self, a: &u64) -> u64 {
        if *a == 0 { 0 } else { self.prime - a }
    }
    fn mul(&self, a: &u64, b: &u64) -> u64 {
        let product = u128::from(*a) * u128::from(*b);
        let rest = if self.prime == MERSENNE {
            // 2^61 is one: the upper bits and the lower ones add.
            (product >> 61) + (product & u128::from(MERSENNE))
        } else {
            product % u128::from(self.prime)
        };
        // At most twice the prime, so it fits.
        self.add(&0, &u64::try_from(rest).unwrap_or(0))
    }
    /// By Fermat.
    fn inverse(&self, value: &u64) -> Option<u64> {
        if *value == 0 {
            return None;
        }
        let (mut power, mut base, mut exponent) = (1, *value, self.prime - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.mul(&power, &base);
            }
            base = self.mul(&base, &base);
            exponent >>= 1;
        }
        Some(power)
    }
    fn number(&self, value: &Rational) -> Option<u64> {
        let (numerator, denominator) = value.residues(self.prime);
        if denominator == 1 {
            return Some(numerator);
        }
        Some(self.mul(&numerator, &self.inverse(&denominator)?))
    }
    fn zero(&self) -> u64 {
        0
    }
    fn one(&self) -> u64 {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, PRIMES, PrimeField};
    use crate::algebra::{Atom, Poly, Rational, Symbol};

    #[test]
    fn arithmetic_is_that_of_integers_modulo_the_prime() {
        for (field, prime) in PrimeField::all().zip(PRIMES) {
            let wide = u128::from(prime);
            let samples = [
                0,
                1,
                2,
                prime / 2,
                prime - 2,
                prime - 1,
                field.point(Symbol::Other(3)),
                field.point(Symbol::Other(4)),
            ];
            for (a, b) in samples.iter().flat_map(|a| samples.map(|b| (*a, b))) {
                let (x, y) = (u128::from(a), u128::from(b));
                assert_eq!(u128::from(field.mul(&a, &b)), x * y % wide);
                assert_eq!(u128::from(field.add(&a, &b)), (x + y) % wide);
                assert_eq!(field.add(&a, &field.neg(&a)), 0);
                assert_eq!(
                    field.inverse(&a).map(|i| field.mul(&a, &i)),
                    (a != 0).then_some(1)
                );
            }
        }
    }

    #[test]
    fn evaluation_respects_sums_and_products() {
        let field = PrimeField::all().next().expect("a prime");
        let [x, y] = [0, 1].map(|i| Poly::atom(Atom::Symbol(Symbol::Other(i))));
        let value = |poly: &Poly| field.embed(poly).expect("no large denominator");
        let sum = &x.scale(&Rational::new(-2, 3)) + &y;
        assert_eq!(value(&(&sum * &x)), field.mul(&value(&sum), &value(&x)));
        let third = value(&x.scale(&Rational::new(1, 3)));
        assert_eq!(field.mul(&third, &3), value(&x));
    }
}
