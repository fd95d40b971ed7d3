//! Sums, products and quotients of exact values, and the bounds within which values stay.

use crate::algebra::{Monomial, Rational};
use crate::diagnostic::Fault;

use crate::description::Value;

/// The most terms of a polynomial in symbols, and the most digits of one of its coefficients.
const MOST_TERMS: usize = 64;
const MOST_DIGITS: usize = 200;

/// Whether a value is of a size that can be meant.
pub(super) fn in_bounds(value: &Value) -> bool {
    let sane = |number: &Rational| {
        let magnitude = number.to_f64().abs();
        let digits = number.small().is_some() || number.to_string().len() <= MOST_DIGITS;
        digits && (number.is_zero() || (1e-60..=1e60).contains(&magnitude))
    };
    let terms = value.plain.terms();
    let degree = |monomial: &Monomial| -> usize {
        let factors = monomial.factors().iter();
        factors.map(|&(_, exponent)| usize::from(exponent)).sum()
    };
    let few = |(monomial, number): &(Monomial, Rational)| degree(monomial) <= 16 && sane(number);
    terms.len() <= MOST_TERMS && terms.iter().all(few) && sane(&value.pi)
}

pub(super) fn sum(a: &Value, b: &Value) -> Value {
    let (plain, pi) = (&a.plain + &b.plain, &a.pi + &b.pi);
    Value { plain, pi }
}

pub(super) fn negative(value: &Value) -> Value {
    let (plain, pi) = (-&value.plain, -&value.pi);
    Value { plain, pi }
}

/// The product, if it is a polynomial in symbols plus a fraction of pi.
pub(super) fn product(a: &Value, b: &Value) -> Result<Value, Fault> {
    if !a.pi.is_zero() && !b.pi.is_zero() {
        return Err(Fault::not_polynomial("a product of two angles"));
    }
    let of_pi = |pi: &Rational, factor: &Value| match factor.plain.as_constant() {
        _ if pi.is_zero() => Some(Rational::ZERO),
        factor => Some(pi * &factor?),
    };
    // A multiple of pi stays one; pi times a symbol is a length.
    Ok(match (of_pi(&a.pi, b), of_pi(&b.pi, a)) {
        (Some(left), Some(right)) => Value {
            plain: &a.plain * &b.plain,
            pi: left + right,
        },
        _ => Value::from(&(a.with_pi() * b.with_pi())),
    })
}

/// The quotient, if it is one too.
pub(super) fn quotient(a: &Value, b: &Value) -> Result<Value, Fault> {
    let angles = a.plain.is_zero() && b.plain.is_zero();
    if let Some(ratio) = angles.then(|| &a.pi / &b.pi).flatten() {
        return Ok(Value::number(ratio));
    }
    let divisor = b.with_pi().as_constant();
    let divisor = divisor.ok_or_else(|| Fault::not_polynomial("a division by a symbol"))?;
    let inverse = divisor.recip();
    let inverse = inverse.ok_or_else(|| Fault::not_polynomial("a division by zero"))?;
    let (plain, pi) = (a.plain.scale(&inverse), &a.pi * &inverse);
    Ok(Value { plain, pi })
}

/// The square root, of a number that has an exact one.
pub(super) fn root(of: &Value) -> Result<Value, Fault> {
    let number = of.plain.as_constant().filter(|_| of.pi.is_zero());
    let root = number.and_then(|number| number.square_root());
    let inexact = "a root that is not exact with those of 2, 3 and 6";
    root.map(Value::number)
        .ok_or_else(|| Fault::not_polynomial(inexact))
}

/// `plain + multiple * pi` as the nearest float, or exactly where there is no pi.
pub(super) fn with_float_pi(plain: &Rational, multiple: &Rational) -> Option<Rational> {
    if multiple.is_zero() {
        return Some(plain.clone());
    }
    // The float nearest to pi, as the fraction that it is.
    let pi = Rational::from_f64(std::f64::consts::PI)?;
    Rational::from_f64((plain + &(multiple * &pi)).to_f64())
}
