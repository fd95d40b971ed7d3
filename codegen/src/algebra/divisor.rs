//! Greatest common divisors of polynomials in symbols.

use std::collections::BTreeSet;

use super::{Atom, Field, Monomial, Poly, PrimeField, Rational};

/// What looking at a term takes, in the work of [`Poly::times_within`].
const LOOK: u64 = 50;

/// A greatest common divisor of polynomials in symbols, by the Euclidean algorithm in one variable
/// after the other (Knuth, The Art of Computer Programming 2, 4.6.1, algorithm E); 1 once there is no work left
/// ([`Poly::times_within`]).
pub(super) fn gcd(a: &Poly, b: &Poly, left: &mut u64) -> Poly {
    match (a.is_zero(), b.is_zero()) {
        (true, _) => return b.clone(),
        (_, true) => return a.clone(),
        _ => {}
    }
    let (Some(x), Some(y)) = (variable(a), variable(b)) else {
        return Poly::one();
    };
    if is_spent(a, b, left) || are_coprime(a, b) {
        return Poly::one();
    }
    if x != y {
        // Only one has the smaller variable; what divides both does not have it.
        let (with, without) = if x < y { (a, b) } else { (b, a) };
        return gcd(&content(with, x.min(y), left), without, left);
    }
    let [of_a, of_b] = [a, b].map(|poly| content(poly, x, left));
    let shared = gcd(&of_a, &of_b, left);
    let (mut first, mut second) = (quotient(a, &of_a, left), quotient(b, &of_b, left));
    if degree(&first, x) < degree(&second, x) {
        std::mem::swap(&mut first, &mut second);
    }
    while !second.is_zero() {
        if degree(&second, x) == 0 {
            return shared;
        }
        let Some(rest) = remainder(&first, &second, x, left) else {
            return Poly::one();
        };
        let of_rest = content(&rest, x, left);
        first = second;
        second = if rest.is_zero() {
            rest
        } else {
            quotient(&rest, &of_rest, left)
        };
    }
    shared.times_within(&first, left).unwrap_or_else(Poly::one)
}

/// Takes off the work of looking at two polynomials variable by variable, and says whether none is left.
fn is_spent(a: &Poly, b: &Poly, left: &mut u64) -> bool {
    let variables = a.atoms().len() + 1;
    let looks = (a.terms().len() + b.terms().len()) * variables;
    let work = u64::try_from(looks).unwrap_or(u64::MAX);
    *left = left.saturating_sub(work.saturating_mul(LOOK));
    *left == 0
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
fn content(poly: &Poly, x: Atom, left: &mut u64) -> Poly {
    let coefficients = poly.collect(|atom| atom == x);
    let shared = coefficients.iter().fold(Poly::zero(), |shared, (_, c)| {
        if shared.as_constant().is_some_and(|n| !n.is_zero()) {
            shared
        } else {
            gcd(&shared, c, left)
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

fn quotient(poly: &Poly, divisor: &Poly, left: &mut u64) -> Poly {
    let quotient = poly.div_within(divisor, left);
    quotient.unwrap_or_else(|| poly.clone())
}

/// The pseudo-remainder of a division in one variable; `None` if the work does not suffice.
fn remainder(a: &Poly, b: &Poly, x: Atom, left: &mut u64) -> Option<Poly> {
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
        rest = rest.times_within(&of_b, left)? - step.times_within(b, left)?;
        *left = left.saturating_sub(rest.reduction());
        if *left == 0 {
            return None;
        }
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::{Atom, Field, Poly, PrimeField, Rational, are_coprime, gcd};
    use crate::algebra::Symbol;

    fn x(i: u16) -> Poly {
        Poly::atom(Atom::Symbol(Symbol::Other(i)))
    }

    #[test]
    fn common_divisors_are_greatest() {
        let mut left = u64::MAX;
        let (a, b) = (&x(0) + &x(1), &(&x(1) * &x(2)) - &x(0));
        let square = &a * &a;
        let shared = gcd(&(&square * &b), &(&(&a * &b) * &b), &mut left);
        assert!(
            shared
                .div_exact(&(&a * &b))
                .is_some_and(|q| q.as_constant().is_some())
        );
        assert!(gcd(&a, &b, &mut left).as_constant().is_some());
    }

    #[test]
    fn a_spent_bound_ends_the_search() {
        // Dense polynomials in eight variables, without a common divisor but not seen to be so at once.
        let sum = |first: u16| (0..8).fold(Poly::one(), |sum, i| &sum + &x((i * first) % 11));
        let power = |poly: &Poly| (0..3).fold(Poly::one(), |power, _| &power * poly);
        let (a, b) = (&power(&sum(2)) * &sum(3), &power(&sum(5)) * &sum(3));
        let mut left = 10_000;
        assert_eq!(gcd(&a, &b, &mut left), Poly::one());
        assert_eq!(left, 0);
        let shared = gcd(&a, &b, &mut { u64::MAX });
        assert!(shared.div_exact(&sum(3)).is_some());
    }

    /// In the field of a prime what differs by it is the same, and what is multiplied by it is not there.
    #[test]
    fn one_field_is_enough_to_see_that_nothing_divides_both() {
        for field in PrimeField::all() {
            let prime = i64::try_from(field.neg(&1) + 1).expect("below 2^61");
            let prime = Poly::constant(Rational::from(prime));
            assert!(are_coprime(&x(0), &(&x(0) + &prime)));
            assert!(are_coprime(&(&x(0) * &prime + Poly::one()), &x(0)));
        }
        let (sum, difference) = (&x(0) + &x(1), &x(0) - &x(1));
        assert!(are_coprime(&sum, &difference));
        assert!(are_coprime(&x(0), &x(1)));
        assert!(!are_coprime(&(&sum * &x(0)), &(&sum * &x(2))));
        assert!(!are_coprime(&(&sum * &difference), &difference));
    }
}
