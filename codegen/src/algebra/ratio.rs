//! Quotients of polynomials in symbols, in lowest terms: the field in which symbolic lengths live.

use std::collections::BTreeSet;

use super::{Atom, Field, Monomial, Poly, PrimeField, Rational};

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

impl Ratio {
    /// A quotient; the denominator is not zero.
    #[must_use]
    pub fn new(numerator: Poly, denominator: Poly) -> Self {
        let scale = |poly: &Poly| poly.terms().last().and_then(|(_, c)| c.recip());
        let (mut numerator, mut denominator) = (numerator, denominator);
        if denominator.as_constant().is_none() {
            if let Some(quotient) = numerator.div_exact(&denominator) {
                return Self::from(quotient);
            }
            let shared = gcd(&numerator, &denominator);
            if let (Some(n), Some(d)) =
                (numerator.div_exact(&shared), denominator.div_exact(&shared))
            {
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

impl Field for Quotients {
    type Element = Ratio;

    fn embed(&self, poly: &Poly) -> Option<Ratio> {
        Some(Ratio::from(poly.clone()))
    }
    fn is_zero(&self, a: &Ratio) -> bool {
        a.numerator.is_zero()
    }
    fn add(&self, a: &Ratio, b: &Ratio) -> Ratio {
        if a.denominator == b.denominator {
            let sum = &a.numerator + &b.numerator;
            return if a.is_poly() {
                Ratio::from(sum)
            } else {
                Ratio::new(sum, a.denominator.clone())
            };
        }
        let (left, right) = (&a.numerator * &b.denominator, &b.numerator * &a.denominator);
        Ratio::new(&left + &right, &a.denominator * &b.denominator)
    }
    fn neg(&self, a: &Ratio) -> Ratio {
        Ratio {
            numerator: -&a.numerator,
            denominator: a.denominator.clone(),
        }
    }
    fn mul(&self, a: &Ratio, b: &Ratio) -> Ratio {
        let numerator = &a.numerator * &b.numerator;
        if a.is_poly() && b.is_poly() {
            return Ratio::from(numerator);
        }
        Ratio::new(numerator, &a.denominator * &b.denominator)
    }
    fn inverse(&self, a: &Ratio) -> Option<Ratio> {
        let is_zero = a.numerator.is_zero();
        (!is_zero).then(|| Ratio::new(a.denominator.clone(), a.numerator.clone()))
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

/// A greatest common divisor of polynomials in symbols, by the Euclidean algorithm in one variable
/// after the other (Knuth, The Art of Computer Programming 2, 4.6.1, algorithm E).
fn gcd(a: &Poly, b: &Poly) -> Poly {
    match (a.is_zero(), b.is_zero()) {
        (true, _) => return b.clone(),
        (_, true) => return a.clone(),
        _ => {}
    }
    let (Some(x), Some(y)) = (variable(a), variable(b)) else {
        return Poly::one();
    };
    if are_coprime(a, b) {
        return Poly::one();
    }
    if x != y {
        // Only one has the smaller variable; what divides both does not have it.
        let (with, without) = if x < y { (a, b) } else { (b, a) };
        return gcd(&content(with, x.min(y)), without);
    }
    let (of_a, of_b) = (content(a, x), content(b, x));
    let shared = gcd(&of_a, &of_b);
    let (mut first, mut second) = (quotient(a, &of_a), quotient(b, &of_b));
    if degree(&first, x) < degree(&second, x) {
        std::mem::swap(&mut first, &mut second);
    }
    while !second.is_zero() {
        if degree(&second, x) == 0 {
            return shared;
        }
        let rest = remainder(&first, &second, x);
        let of_rest = content(&rest, x);
        first = second;
        second = if rest.is_zero() {
            rest
        } else {
            quotient(&rest, &of_rest)
        };
    }
    &shared * &first
}

/// Whether it is certain that two polynomials have no common divisor: with numbers of a prime field
/// in place of all variables but one, whichever one, they have none.
fn are_coprime(a: &Poly, b: &Poly) -> bool {
    let factors = a.terms().iter().flat_map(|(m, _)| m.factors());
    let variables: BTreeSet<Atom> = factors.map(|(atom, _)| *atom).collect();
    let mut both = variables.into_iter().filter(|x| degree(b, *x) > 0);
    let is_coprime = |x: Atom| {
        let mut fields = PrimeField::all();
        fields.any(|field| match (image(a, x, field), image(b, x, field)) {
            (Some(a), Some(b)) => divisor_degree(field, a, b) == 0,
            _ => false,
        })
    };
    both.all(is_coprime)
}

/// A polynomial in one variable over a prime field, by falling powers; `None` if its degree is lower
/// than that of the polynomial that it is the image of.
fn image(poly: &Poly, x: Atom, field: PrimeField) -> Option<Vec<u64>> {
    let mut image = vec![0; usize::from(degree(poly, x)) + 1];
    let last = image.len() - 1;
    for (power, coefficient) in poly.collect(|atom| atom == x) {
        image[last - usize::from(power.exponent(x))] = field.embed(&coefficient)?;
    }
    (image[0] != 0).then_some(image)
}

/// The degree of the greatest common divisor, by Euclid.
fn divisor_degree(field: PrimeField, mut a: Vec<u64>, mut b: Vec<u64>) -> usize {
    while let Some(inverse) = b.first().and_then(|leading| field.inverse(leading)) {
        while a.len() >= b.len() {
            let factor = field.neg(&field.mul(&a[0], &inverse));
            for (x, y) in a.iter_mut().zip(&b) {
                *x = field.add(x, &field.mul(&factor, y));
            }
            let zeros = a.iter().take_while(|x| **x == 0).count();
            a.drain(..zeros);
        }
        std::mem::swap(&mut a, &mut b);
    }
    a.len().saturating_sub(1)
}

/// The smallest variable of a polynomial.
fn variable(poly: &Poly) -> Option<Atom> {
    let firsts = poly.terms().iter().filter_map(|(m, _)| m.factors().first());
    firsts.map(|(atom, _)| *atom).min()
}

fn degree(poly: &Poly, x: Atom) -> u16 {
    poly.terms()
        .iter()
        .map(|(m, _)| m.exponent(x))
        .max()
        .unwrap_or(0)
}

/// What divides all coefficients of the powers of a variable, with a leading number of the
/// polynomial, so that what is left has no large numbers.
fn content(poly: &Poly, x: Atom) -> Poly {
    let coefficients = poly.collect(|atom| atom == x);
    let shared = coefficients.iter().fold(Poly::zero(), |shared, (_, c)| {
        if shared.as_constant().is_some_and(|n| !n.is_zero()) {
            shared
        } else {
            gcd(&shared, c)
        }
    });
    if shared.as_constant().is_none() {
        return shared;
    }
    let number = poly
        .terms()
        .last()
        .map_or(Rational::ONE, |(_, c)| c.clone());
    Poly::constant(number)
}

fn quotient(poly: &Poly, divisor: &Poly) -> Poly {
    poly.div_exact(divisor).unwrap_or_else(|| poly.clone())
}

/// The pseudo-remainder of a division in one variable.
fn remainder(a: &Poly, b: &Poly, x: Atom) -> Poly {
    let leading = |poly: &Poly, power: u16| {
        let powers = poly.collect(|atom| atom == x);
        let found = powers.into_iter().find(|(m, _)| m.exponent(x) == power);
        found.map(|(_, c)| c).unwrap_or_default()
    };
    let power = degree(b, x);
    let of_b = leading(b, power);
    let mut rest = a.clone();
    while !rest.is_zero() && degree(&rest, x) >= power {
        let own = degree(&rest, x);
        let step = Monomial::one().with_exponent(x, own - power);
        let step = &leading(&rest, own) * &Poly::from_terms([(step, Rational::ONE)]);
        rest = &(&rest * &of_b) - &(&step * b);
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::{Atom, Field, Poly, Quotients, Ratio, Rational, gcd};
    use crate::algebra::Symbol;

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
    fn common_divisors_are_greatest() {
        let (a, b) = (&x(0) + &x(1), &(&x(1) * &x(2)) - &x(0));
        let square = &a * &a;
        let shared = gcd(&(&square * &b), &(&(&a * &b) * &b));
        assert!(
            shared
                .div_exact(&(&a * &b))
                .is_some_and(|q| q.as_constant().is_some())
        );
        assert!(gcd(&a, &b).as_constant().is_some());
    }
}
