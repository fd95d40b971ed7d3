//! Exact fields: that of the numbers, and a prime field, in which arithmetic is fast and whatever is
//! not zero is certainly not zero.
//!
//! Evaluation at a point of a prime field is a ring homomorphism. A polynomial whose value is not
//! zero is not the zero polynomial, and rows that are independent at the point are independent. The
//! converse holds with a probability of error of about degree / 2^61 only, and is never relied on
//! alone.

use super::rational::Rational;
use super::{Atom, Number, Poly, Symbol};

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
    fn number(&self, value: &Number) -> Option<Self::Element>;
    /// The image of an element in a prime field; `None` if it has none.
    fn residue(&self, a: &Self::Element, prime: PrimeField) -> Option<u64>;
    /// Zero.
    fn zero(&self) -> Self::Element;
    /// One.
    fn one(&self) -> Self::Element;
    /// How unwelcome it is to divide by an element.
    fn weight(&self, _: &Self::Element) -> usize {
        0
    }
}

/// The exact numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers;

impl Field for Numbers {
    type Element = Number;

    fn embed(&self, poly: &Poly) -> Option<Number> {
        poly.as_constant()
    }
    fn is_zero(&self, a: &Number) -> bool {
        a.is_zero()
    }
    fn add(&self, a: &Number, b: &Number) -> Number {
        a + b
    }
    fn neg(&self, a: &Number) -> Number {
        -a
    }
    fn mul(&self, a: &Number, b: &Number) -> Number {
        a * b
    }
    fn inverse(&self, a: &Number) -> Option<Number> {
        a.recip()
    }
    fn number(&self, value: &Number) -> Option<Number> {
        Some(value.clone())
    }
    fn residue(&self, a: &Number, prime: PrimeField) -> Option<u64> {
        prime.number(a)
    }
    fn zero(&self) -> Number {
        Number::ZERO
    }
    fn one(&self) -> Number {
        Number::ONE
    }
}

/// What the primes that are tried in turn are below 2^61, where one divides a number of the
/// equations. In each of them 2 and 3 are squares, as in every prime that is -1 modulo 24.
const BELOW: [u64; 3] = [465, 1281, 1425];

/// Primes that are not further below 2^61 are reduced by without a division.
const NEAR: u64 = 1 << 12;

/// The integers modulo a prime below 2^61, and an element for every symbol.
#[derive(Debug, Clone, Copy)]
pub struct PrimeField {
    prime: u64,
    /// Square roots of 2 and 3, if they have any.
    roots: Option<[u64; 2]>,
    points: fn(u64, u64) -> u64,
}

impl PrimeField {
    /// The fields to try, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        let at = |below| Self::at((1 << 61) - below, scattered);
        BELOW.into_iter().map(at)
    }

    /// The field of a prime below 2^61; `points` gives the element that stands for a symbol,
    /// from the prime and the symbol's number. The prime should be -1 modulo 24: without square
    /// roots of 2 and 3 numbers that have any have no image.
    #[must_use]
    pub fn at(prime: u64, points: fn(u64, u64) -> u64) -> Self {
        let roots = None;
        let mut field = Self {
            prime,
            roots,
            points,
        };
        field.roots = field
            .square_root(2)
            .and_then(|two| Some([two, field.square_root(3)?]))
            .filter(|_| prime % 24 == 23);
        field
    }

    /// A square root, if there is one; in the field of a prime that is -1 modulo 4.
    #[must_use]
    pub fn square_root(&self, square: u64) -> Option<u64> {
        let root = self.power(square, self.prime.div_ceil(4));
        (self.mul(&root, &root) == square % self.prime).then_some(root)
    }

    fn power(&self, mut base: u64, mut exponent: u64) -> u64 {
        let mut power = 1;
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.mul(&power, &base);
            }
            base = self.mul(&base, &base);
            exponent >>= 1;
        }
        power
    }

    /// The image of a rational number; `None` if the prime divides its denominator.
    fn rational(&self, value: &Rational) -> Option<u64> {
        let (numerator, denominator) = value.residues(self.prime);
        if denominator == 1 {
            return Some(numerator);
        }
        Some(self.mul(&numerator, &self.inverse(&denominator)?))
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
        let below = (1 << 61) - self.prime;
        let rest = if below < NEAR {
            // 2^61 is what the prime is below it: so much of the upper bits adds to the lower ones.
            let folded = |n: u128| (n >> 61) * u128::from(below) + (n & ((1 << 61) - 1));
            folded(folded(product))
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
        Some(self.power(*value, self.prime - 2))
    }
    fn number(&self, value: &Number) -> Option<u64> {
        if let Some(rational) = value.as_rational() {
            return self.rational(rational);
        }
        let [two, three] = self.roots?;
        let roots = [1, two, three, self.mul(&two, &three)];
        let mut sum = 0;
        for (coefficient, root) in value.coefficients().iter().zip(roots) {
            sum = self.add(&sum, &self.mul(&self.rational(coefficient)?, &root));
        }
        Some(sum)
    }
    fn residue(&self, a: &u64, prime: PrimeField) -> Option<u64> {
        (self.prime == prime.prime).then_some(*a)
    }
    fn zero(&self) -> u64 {
        0
    }
    fn one(&self) -> u64 {
        1
    }
}
