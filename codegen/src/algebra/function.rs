//! Functions of the motion as combinations of square roots and signs, with quotients of polynomials as coefficients: what
//! an expression of the robot file is, exactly.
//!
//! Polynomials are in positions, sines and cosines, velocities and exponentials (symbols of their own). A sign that is
//! multiplied by itself is one, and a root its radicand, so that every function is a sum of parts: a quotient times at most
//! one sign, times at most one root of a product. What has no such form is `None`.

use std::collections::BTreeMap;

use super::{Poly, Rational};

/// The most products of terms that one multiplication may take.
const WORK: usize = 200_000;

/// A sign, by its place in a list; none where there is none.
type Kink = Option<u16>;

/// A quotient of polynomials.
#[derive(Debug, Clone, PartialEq)]
pub struct Fraction {
    /// Above.
    pub numerator: Poly,
    /// Below; not zero.
    pub denominator: Poly,
}

/// What a part of a function is besides a quotient: a sign, and the square root of a polynomial (of one: none).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Irrational {
    /// The sign.
    kink: Kink,
    /// The terms of what the root is of.
    radicand: Vec<(super::Monomial, String)>,
}

/// A function of the motion; the parts of zero are none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Function(BTreeMap<Irrational, (Poly, Fraction)>);

impl From<Poly> for Function {
    fn from(poly: Poly) -> Self {
        let fraction = Fraction {
            numerator: poly,
            denominator: Poly::one(),
        };
        Self::part(None, Poly::one(), fraction)
    }
}

impl Fraction {
    fn plus(&self, other: &Self) -> Option<Self> {
        if self.denominator == other.denominator {
            return Some(Self {
                numerator: &self.numerator + &other.numerator,
                denominator: self.denominator.clone(),
            });
        }
        let left = times(&self.numerator, &other.denominator)?;
        let right = times(&other.numerator, &self.denominator)?;
        Some(Self {
            numerator: left + right,
            denominator: times(&self.denominator, &other.denominator)?,
        })
    }

    fn times(&self, other: &Self) -> Option<Self> {
        Some(Self {
            numerator: times(&self.numerator, &other.numerator)?,
            denominator: times(&self.denominator, &other.denominator)?,
        })
    }

    fn over(&self, divisor: &Self) -> Option<Self> {
        let inverse = Self {
            numerator: divisor.denominator.clone(),
            denominator: divisor.numerator.clone(),
        };
        (!divisor.numerator.is_zero()).then(|| self.times(&inverse))?
    }
}

/// The product, unless it is far too long.
pub fn times(a: &Poly, b: &Poly) -> Option<Poly> {
    let work = a.terms().len().saturating_mul(b.terms().len());
    (work <= WORK).then(|| a * b)
}

impl Function {
    /// A quotient times a sign, times the root of a polynomial.
    #[must_use]
    pub fn part(kink: Option<u16>, radicand: Poly, fraction: Fraction) -> Self {
        let mut function = Self::default();
        if !fraction.numerator.is_zero() {
            let key = Irrational {
                kink,
                radicand: written(&radicand),
            };
            function.0.insert(key, (radicand, fraction));
        }
        function
    }

    /// A sign.
    #[must_use]
    pub fn sign(kink: u16) -> Self {
        let one = Fraction {
            numerator: Poly::one(),
            denominator: Poly::one(),
        };
        Self::part(Some(kink), Poly::one(), one)
    }

    /// Its parts: the sign, what the root is of, the quotient.
    pub fn parts(&self) -> impl Iterator<Item = (Option<u16>, &Poly, &Fraction)> {
        let parts = self.0.iter();
        parts.map(|(key, (radicand, fraction))| (key.kink, radicand, fraction))
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The quotient that it is, if it has neither signs nor roots.
    #[must_use]
    pub fn as_fraction(&self) -> Option<Fraction> {
        let zero = || Fraction {
            numerator: Poly::zero(),
            denominator: Poly::one(),
        };
        let mut parts = self.parts();
        match (parts.next(), parts.next()) {
            (None, _) => Some(zero()),
            (Some((None, radicand, fraction)), None) if *radicand == Poly::one() => {
                Some(fraction.clone())
            }
            _ => None,
        }
    }

    /// The number that it is, if it is one.
    #[must_use]
    pub fn as_constant(&self) -> Option<Rational> {
        let Fraction {
            numerator,
            denominator,
        } = self.as_fraction()?;
        match (numerator.terms().first(), denominator.terms().first()) {
            (None, _) => Some(Rational::ZERO),
            (Some((_, above)), Some((_, below))) => {
                let ratio = (above / below)?;
                (numerator == denominator.scale(&ratio)).then_some(ratio)
            }
            _ => None,
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        for (key, (radicand, fraction)) in &other.0 {
            match sum.0.get_mut(key) {
                None => drop(
                    sum.0
                        .insert(key.clone(), (radicand.clone(), fraction.clone())),
                ),
                Some((_, own)) => {
                    *own = own.plus(fraction)?;
                    if own.numerator.is_zero() {
                        sum.0.remove(key);
                    }
                }
            }
        }
        Some(sum)
    }

    /// The product; `None` if it has two signs of different things, or is too long.
    #[must_use]
    pub fn times(&self, other: &Self) -> Option<Self> {
        let mut product = Self::default();
        for (kink, radicand, fraction) in self.parts() {
            for (other_kink, other_radicand, other_fraction) in other.parts() {
                let kink = match (kink, other_kink) {
                    (None, kink) | (kink, None) => kink,
                    (Some(a), Some(b)) => (a == b).then_some(None)?,
                };
                let mut fraction = fraction.times(other_fraction)?;
                let mut under = Poly::one();
                if radicand == other_radicand {
                    fraction.numerator = times(&fraction.numerator, radicand)?;
                } else {
                    under = times(radicand, other_radicand)?;
                }
                product = product.plus(&Self::part(kink, under, fraction))?;
            }
        }
        Some(product)
    }

    /// The quotient; `None` by zero, or by sums with two signs or roots.
    #[must_use]
    pub fn over(&self, divisor: &Self) -> Option<Self> {
        let one = Poly::one();
        let rational = |part: &(Kink, &Poly, &Fraction)| part.0.is_none() && *part.1 == one;
        let parts: Vec<_> = divisor.parts().collect();
        let inverse = match parts.as_slice() {
            [(kink, radicand, fraction)] => {
                // One over a root is the root over what it is of.
                let of_root = Fraction {
                    numerator: times(&fraction.numerator, radicand)?,
                    denominator: fraction.denominator.clone(),
                };
                let unit = Fraction {
                    numerator: one.clone(),
                    denominator: one.clone(),
                };
                Self::part(*kink, (*radicand).clone(), unit.over(&of_root)?)
            }
            [a, b] if rational(a) != rational(b) => {
                let (a, (kink, radicand, b)) = if rational(a) { (a, b) } else { (b, a) };
                // 1/(a + b u) = (a - b u)/(a² - b² u²).
                let mut square = b.times(b)?;
                square.numerator = times(&square.numerator, radicand)?;
                square.numerator = -&square.numerator;
                let norm = a.2.times(a.2)?.plus(&square)?;
                let first = Self::part(None, one.clone(), a.2.over(&norm)?);
                let mut second = b.over(&norm)?;
                second.numerator = -&second.numerator;
                first.plus(&Self::part(*kink, (*radicand).clone(), second))?
            }
            _ => return None,
        };
        self.times(&inverse)
    }
}

/// The terms of a polynomial as something that has an order.
fn written(poly: &Poly) -> Vec<(super::Monomial, String)> {
    let terms = poly.terms().iter();
    terms
        .map(|(monomial, c)| (monomial.clone(), c.to_string()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Fraction, Function};
    use crate::algebra::{Atom, Poly, Rational};

    fn x() -> Function {
        Poly::atom(Atom::Position(0.into())).into()
    }

    fn number(n: i64) -> Function {
        Poly::constant(Rational::from(n)).into()
    }

    fn root(of: &Function) -> Function {
        let one = Fraction {
            numerator: Poly::one(),
            denominator: Poly::one(),
        };
        let of = of.as_fraction().expect("a quotient").numerator;
        Function::part(None, of, one)
    }

    #[test]
    fn roots_and_signs_are_multiplied_out() {
        let one_and_x = number(1).plus(&x()).expect("a sum");
        let root = root(&one_and_x);
        assert_eq!(root.times(&root), Some(one_and_x.clone()));
        let sign = Function::sign(0);
        assert_eq!(sign.times(&sign), Some(number(1)));
        assert_eq!(sign.times(&Function::sign(1)), None);
        // (1 + u)/(1 + u) is one, whatever u.
        for u in [root, sign] {
            let sum = number(1).plus(&u).expect("a sum");
            let quotient = x().times(&sum).and_then(|above| above.over(&sum));
            match quotient {
                None => assert!(u.times(&u) == Some(number(1)), "{u:?}"),
                Some(quotient) => {
                    let difference = quotient.plus(&x().times(&number(-1)).expect("-x"));
                    assert!(difference.expect("a difference").is_zero());
                }
            }
        }
    }

    /// The root of `1/2 + x` comes before what has no root among the parts of a sum, those of `1 + x` and `2 + x` behind it.
    #[test]
    fn a_sum_divides_wherever_its_root_stands() {
        for part in [Rational::ONE, Rational::new(1, 2), Rational::from(2)] {
            let part = Function::from(Poly::constant(part));
            let own = root(&part.plus(&x()).expect("a sum"));
            let sum = number(1).plus(&own).expect("a sum");
            let quotient = x().over(&sum).expect("a quotient");
            let back = quotient.times(&sum).expect("a product");
            let difference = back.plus(&x().times(&number(-1)).expect("-x"));
            assert!(difference.expect("a difference").is_zero(), "{part:?}");
        }
        let both = Function::sign(0).plus(&root(&x())).expect("a sum");
        let three = both.plus(&number(1)).expect("a sum");
        for divisor in [both, three, Function::default()] {
            assert_eq!(x().over(&divisor), None, "{divisor:?}");
        }
    }

    /// `x/(1 + x) + 1/(1 - x) = (1 + 2 x - x²)/(1 - x²)`.
    #[test]
    fn quotients_are_added_over_both_divisors() {
        let (x, one) = (Poly::atom(Atom::Position(0.into())), Poly::one());
        let part = |numerator: &Poly, denominator: Poly| {
            let fraction = Fraction {
                numerator: numerator.clone(),
                denominator,
            };
            Function::part(None, Poly::one(), fraction)
        };
        let (first, second) = (part(&x, &one + &x), part(&one, &one - &x));
        let sum = first.plus(&second).expect("a sum");
        let Fraction {
            numerator,
            denominator,
        } = sum.as_fraction().expect("a quotient");
        let above = &one + x.scale(&Rational::from(2)) - &x * &x;
        assert_eq!(numerator * (&one - &x * &x), above * denominator);
    }
}
