//! Products and quotients of exact values, and the bounds within which values stay.

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
    let degree = |(monomial, _): &(Monomial, Rational)| {
        monomial
            .factors()
            .iter()
            .map(|&(_, exponent)| usize::from(exponent))
            .sum::<usize>()
    };
    terms.len() <= MOST_TERMS
        && terms.iter().all(|term| degree(term) <= 16 && sane(&term.1))
        && sane(&value.pi)
}

/// The product, if it is a polynomial in symbols plus a fraction of pi.
pub(super) fn product(a: &Value, b: &Value) -> Result<Value, Fault> {
    let pi = match (a.pi.is_zero(), b.pi.is_zero()) {
        (true, true) => Rational::ZERO,
        (false, true) => &a.pi * &factor(b)?,
        (true, false) => &factor(a)? * &b.pi,
        (false, false) => {
            return Err(Fault::NotPolynomial {
                why: "a product of two angles",
            });
        }
    };
    Ok(Value {
        plain: &a.plain * &b.plain,
        pi,
    })
}

/// What multiplies pi must be a number.
fn factor(value: &Value) -> Result<Rational, Fault> {
    value.plain.as_constant().ok_or(Fault::NotPolynomial {
        why: "pi times a symbol",
    })
}

/// The quotient, if it is one too.
pub(super) fn quotient(a: &Value, b: &Value) -> Result<Value, Fault> {
    if !b.pi.is_zero() {
        let ratio = (a.plain.is_zero() && b.plain.is_zero())
            .then(|| &a.pi / &b.pi)
            .flatten();
        return ratio.map(Value::number).ok_or(Fault::NotPolynomial {
            why: "a division by pi",
        });
    }
    let divisor = b.plain.as_constant().ok_or(Fault::NotPolynomial {
        why: "a division by a symbol",
    })?;
    let inverse = divisor.recip().ok_or(Fault::NotPolynomial {
        why: "a division by zero",
    })?;
    Ok(Value {
        plain: a.plain.scale(&inverse),
        pi: &a.pi * &inverse,
    })
}
