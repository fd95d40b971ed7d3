//! Exact numbers: the field Q(√2, √3), in which the sines and cosines of all multiples of 15 degrees
//! lie (`docs/adr/0010-square-roots.md`).

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg};

use dashu_int::ops::{SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};

use super::rational::{Rational, common_denominator};

/// An exact number `a + b √2 + c √3 + d √6` with rational a, b, c and d; nearly always rational.
///
/// ```
/// use armwright_codegen::algebra::Number;
/// let half = Number::new(1, 2).square_root().expect("half of √2");
/// assert_eq!(&half * &half, Number::new(1, 2));
/// assert_eq!(half.to_string(), "sqrt(2)/2");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number(Repr);

/// `Surd` only where there is a root; so equal numbers have equal representations.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Rational(Rational),
    Surd(Box<[Rational; 4]>),
}

/// What the roots are of, in the order of the coefficients. As the bits of an index say whether it
/// has √2 and √3, the product of roots `i` and `j` is `RADICANDS[i & j]` times root `i ^ j`.
pub(super) const RADICANDS: [u8; 4] = [1, 2, 3, 6];

impl Number {
    /// Zero.
    pub const ZERO: Self = Self(Repr::Rational(Rational::ZERO));
    /// One.
    pub const ONE: Self = Self(Repr::Rational(Rational::ONE));

    /// `numerator / denominator`, meant for literals.
    ///
    /// # Panics
    /// If `denominator` is zero.
    #[must_use]
    pub fn new(numerator: i64, denominator: i64) -> Self {
        Self::from(Rational::new(numerator, denominator))
    }

    /// Reads a decimal number such as `-1.5e-3`; `None` if the text is none.
    #[must_use]
    pub fn decimal(text: &str) -> Option<Self> {
        Rational::decimal(text).map(Self::from)
    }

    /// The rational that a float is, exactly; `None` if it is not finite.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        Rational::from_f64(value).map(Self::from)
    }

    /// The number with these coefficients of 1, √2, √3 and √6.
    #[must_use]
    pub fn from_coefficients(coefficients: [Rational; 4]) -> Self {
        if coefficients[1..].iter().all(Rational::is_zero) {
            let [rational, ..] = coefficients;
            return Self::from(rational);
        }
        Self(Repr::Surd(Box::new(coefficients)))
    }

    /// The number with these coefficients of 1, √2, √3 and √6 over a denominator, meant for literals.
    ///
    /// # Panics
    /// If `denominator` is zero.
    #[must_use]
    pub fn over(numerators: [i64; 4], denominator: i64) -> Self {
        Self::from_coefficients(numerators.map(|n| Rational::new(n, denominator)))
    }

    /// Its coefficients of 1, √2, √3 and √6.
    #[must_use]
    pub fn coefficients(&self) -> [Rational; 4] {
        match &self.0 {
            Repr::Rational(a) => [a.clone(), Rational::ZERO, Rational::ZERO, Rational::ZERO],
            Repr::Surd(coefficients) => (**coefficients).clone(),
        }
    }

    /// The rational number that it is, if it is one.
    #[must_use]
    pub fn as_rational(&self) -> Option<&Rational> {
        match &self.0 {
            Repr::Rational(rational) => Some(rational),
            Repr::Surd(_) => None,
        }
    }

    /// The root of a rational number, if it has no other roots than √2, √3 and √6.
    #[must_use]
    pub fn square_root(&self) -> Option<Self> {
        let radicand = self.as_rational()?;
        RADICANDS.iter().enumerate().find_map(|(at, &under)| {
            let square = radicand * &Rational::new(1, i64::from(under));
            let mut coefficients = [const { Rational::ZERO }; 4];
            coefficients[at] = square.root()?;
            Some(Self::from_coefficients(coefficients))
        })
    }

    /// The nearest float.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        if let Repr::Rational(rational) = &self.0 {
            return rational.to_f64();
        }
        // Bounds with more and more digits, until no two floats are between them.
        let (numerators, denominator) = self.over_common_denominator();
        let bounds = |bits: usize| {
            let root = |(n, radicand): (&IBig, u8)| {
                let square = UBig::from(radicand) * (n * n).unsigned_abs();
                let root = IBig::from((square << (2 * bits)).sqrt());
                if *n < IBig::ZERO { -root } else { root }
            };
            let sum: IBig = numerators.iter().zip(RADICANDS).map(root).sum();
            let scale = &denominator << bits;
            [-4, 4]
                .map(|error| Rational::quotient(&sum + IBig::from(error), scale.clone()).to_f64())
        };
        let found = (7..)
            .map(|k| bounds(1 << k))
            .find(|[low, high]| low == high);
        found.map_or(f64::NAN, |[value, _]| value)
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(&self.0, Repr::Rational(rational) if rational.is_zero())
    }

    /// Whether it is one.
    #[must_use]
    pub fn is_one(&self) -> bool {
        matches!(&self.0, Repr::Rational(rational) if rational.is_one())
    }

    /// Whether it is below zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.sign().is_lt()
    }

    /// How it compares with zero, exactly.
    fn sign(&self) -> Ordering {
        let of = |a: &Rational| a.cmp(&Rational::ZERO);
        match &self.0 {
            Repr::Rational(a) => of(a),
            Repr::Surd(parts) => {
                let [a, b, c, d] = &**parts;
                let in_root_two = |a: &Rational, b: &Rational| {
                    sign_of_sum(of(a), of(b), || of(&(a * a - Rational::from(2) * &(b * b))))
                };
                sign_of_sum(in_root_two(a, b), in_root_two(c, d), || {
                    // (a + b √2)² - 3 (c + d √2)²
                    let three = Rational::from(3);
                    let six = Rational::from(6);
                    let plain =
                        a * a + Rational::from(2) * (b * b) - &three * (c * c) - &six * (d * d);
                    let root = Rational::from(2) * (a * b) - &six * (c * d);
                    in_root_two(&plain, &root)
                })
            }
        }
    }

    /// Its magnitude.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// Its reciprocal; `None` for zero.
    #[must_use]
    pub fn recip(&self) -> Option<Self> {
        if let Repr::Rational(rational) = &self.0 {
            return rational.recip().map(Self::from);
        }
        // Times its conjugates by √3 and by √2, it is rational.
        let without_three = self.conjugate(2);
        let norm = self * &without_three;
        let without_two = norm.conjugate(1);
        let norm = (&norm * &without_two).as_rational()?.recip()?;
        Some(without_three * without_two * Self::from(norm))
    }

    /// The number with the other root of 2 (bit 1) or of 3 (bit 2).
    fn conjugate(&self, bit: usize) -> Self {
        let mut coefficients = self.coefficients();
        for (at, coefficient) in coefficients.iter_mut().enumerate() {
            if at & bit != 0 {
                *coefficient = -&*coefficient;
            }
        }
        Self::from_coefficients(coefficients)
    }

    /// Numerator and denominator, if it is rational and both fit into 64 bits.
    #[must_use]
    pub fn small(&self) -> Option<(i64, i64)> {
        self.as_rational()?.small()
    }

    /// Whether all that it is made of fits into machine integers.
    pub(super) fn is_small(&self) -> bool {
        match &self.0 {
            Repr::Rational(rational) => rational.small().is_some(),
            Repr::Surd(parts) => parts.iter().all(|part| part.small().is_some()),
        }
    }

    /// How many bytes of memory it takes beside its own place.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Repr::Rational(rational) => rational.bytes(),
            Repr::Surd(parts) => {
                let own = parts.iter().map(Rational::bytes).sum::<usize>();
                size_of::<[Rational; 4]>() + own
            }
        }
    }

    /// Integers over one denominator in place of the coefficients.
    pub(super) fn over_common_denominator(&self) -> ([IBig; 4], UBig) {
        let parts = self.coefficients().map(|c| c.parts());
        let denominator = common_denominator(parts.iter().map(|(_, own)| own));
        let over = |(n, own): (IBig, UBig)| n * IBig::from(&denominator / own);
        (parts.map(over), denominator)
    }
}

/// The sign of `u + v √k` from those of `u` and `v`, and that of `u² - k v²` where it is needed.
fn sign_of_sum(u: Ordering, v: Ordering, difference: impl FnOnce() -> Ordering) -> Ordering {
    match (u, v) {
        (_, Ordering::Equal) => u,
        (Ordering::Equal, _) => v,
        _ if u == v || difference().is_gt() => u,
        _ => v,
    }
}

impl Default for Number {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<Rational> for Number {
    fn from(value: Rational) -> Self {
        Self(Repr::Rational(value))
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self::from(Rational::from(value))
    }
}

impl Add for &Number {
    type Output = Number;
    fn add(self, other: Self) -> Number {
        if let (Repr::Rational(a), Repr::Rational(b)) = (&self.0, &other.0) {
            return Number::from(a + b);
        }
        let [mut sum, others] = [self, other].map(Number::coefficients);
        for (a, b) in sum.iter_mut().zip(&others) {
            *a = &*a + b;
        }
        Number::from_coefficients(sum)
    }
}

impl Mul for &Number {
    type Output = Number;
    fn mul(self, other: Self) -> Number {
        if let (Repr::Rational(a), Repr::Rational(b)) = (&self.0, &other.0) {
            return Number::from(a * b);
        }
        let [left, right] = [self, other].map(Number::coefficients);
        let mut product = [const { Rational::ZERO }; 4];
        for (i, a) in left.iter().enumerate().filter(|(_, a)| !a.is_zero()) {
            for (j, b) in right.iter().enumerate().filter(|(_, b)| !b.is_zero()) {
                let shared = Rational::from(i64::from(RADICANDS[i & j]));
                product[i ^ j] = &product[i ^ j] + a * b * shared;
            }
        }
        Number::from_coefficients(product)
    }
}

impl Neg for &Number {
    type Output = Number;
    fn neg(self) -> Number {
        match &self.0 {
            Repr::Rational(rational) => Number::from(-rational),
            Repr::Surd(parts) => Number(Repr::Surd(Box::new(parts.each_ref().map(|part| -part)))),
        }
    }
}

impl std::iter::Sum for Number {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        let mut rational = Vec::new();
        let mut others = Self::ZERO;
        for term in terms {
            match term.0 {
                Repr::Rational(number) if number.is_zero() => {}
                Repr::Rational(number) => rational.push(number),
                Repr::Surd(_) => others = &others + &term,
            }
        }
        &others + &Self::from(rational.into_iter().sum::<Rational>())
    }
}

super::operators::between_values!(Number: Add add Sub sub Mul mul);

super::operators::between_numbers!(Number);

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Rational(a), Repr::Rational(b)) => a.cmp(b),
            _ => (self - other).sign(),
        }
    }
}
