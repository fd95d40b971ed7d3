//! Coefficients as the ABB paper prints them: `2*(Jxy_c - m_c*ty_c*(l_b1 + tx_c))`.

use super::notation::{Notation, Term, positive_first};
use crate::algebra::{Atom, Monomial, ParameterIndex, Poly, Rational, Symbol};
use crate::mechanism::Inertial;

impl Notation<'_> {
    /// A polynomial that is linear in parameters: inertias first, then each mass times what it is
    /// multiplied by, a number that all terms share before all of it. `usual` is a number to take
    /// out in any case (gravity).
    #[must_use]
    pub fn grouped(&self, poly: &Poly, usual: Option<&Rational>) -> String {
        let factor = common_factor(poly, usual);
        // A common factor is never zero.
        let inverse = factor.recip().unwrap_or(Rational::ONE);
        let mut groups = poly.scale(&inverse).collect(|atom| self.is_key(atom));
        groups.sort_by_key(|(key, _)| self.group_rank(key));
        let terms = groups.iter().map(|(key, value)| self.group(key, value));
        let sum = self.sum(positive_first(terms.collect()));
        match groups.len() {
            0 => sum,
            _ if factor.is_one() => sum,
            // `9.81*mx_a`, not `9.81*(mx_a)`.
            1 => self.sum([(factor, vec![sum])]),
            _ => self.sum([(factor, vec![format!("({sum})")])]),
        }
    }

    /// A parameter times its factor: `m_c*ty_c*(l_b1 + tx_c)`.
    fn group(&self, key: &Monomial, value: &Poly) -> Term {
        let key = self.monomial(key);
        if let [(monomial, coefficient)] = value.terms() {
            return (coefficient.clone(), vec![key, self.monomial(monomial)]);
        }
        let sign = common_sign(value);
        let shared = shared_monomial(value);
        let rest = value.terms().iter().filter_map(|(monomial, coefficient)| {
            Some((monomial.over(&shared)?, coefficient * &sign))
        });
        let rest = format!("({})", self.poly(&Poly::from_terms(rest)));
        (sign, vec![key, self.monomial(&shared), rest])
    }

    /// Inertias and first moments in the order of parameters, then masses, then all else.
    fn group_rank(&self, key: &Monomial) -> (u8, Option<ParameterIndex>) {
        let k = match key.factors().first() {
            Some(&(Atom::Symbol(Symbol::Standard(k) | Symbol::Physical(k)), _)) => k,
            _ => return (3, None),
        };
        let rank = match self.mechanism().parameters[k].kind.component() {
            Some(Inertial::Mass) => 1,
            Some(_) => 0,
            None => 2,
        };
        (rank, Some(k))
    }
}

/// -1 if all coefficients are negative, else 1.
pub(super) fn common_sign(poly: &Poly) -> Rational {
    let mut coefficients = poly.terms().iter().map(|(_, coefficient)| coefficient);
    match !poly.is_zero() && coefficients.all(Rational::is_negative) {
        true => -Rational::ONE,
        false => Rational::ONE,
    }
}

/// The product of symbols that divides every term.
fn shared_monomial(poly: &Poly) -> Monomial {
    let mut monomials = poly.terms().iter().map(|(monomial, _)| monomial);
    let first = monomials.next().cloned().unwrap_or_else(Monomial::one);
    monomials.fold(first, |shared, monomial| {
        let factors = shared.factors().iter();
        factors.fold(Monomial::one(), |kept, &(atom, exponent)| {
            kept.with_exponent(atom, exponent.min(monomial.exponent(atom)))
        })
    })
}

/// A number to put before the whole sum: the smallest coefficient, if it is whole and all are its
/// multiples, or if all are equal; or the usual factor. Negative if all terms are.
fn common_factor(poly: &Poly, usual: Option<&Rational>) -> Rational {
    let terms = poly.terms().iter();
    let magnitudes: Vec<Rational> = terms.map(|(_, coefficient)| coefficient.abs()).collect();
    let whole = |value: &Rational| value.small().is_some_and(|(_, d)| d == 1);
    let divides = |factor: &Rational| {
        let mut quotients = magnitudes.iter().map(|m| m / factor);
        quotients.all(|quotient| quotient.is_some_and(|quotient| whole(&quotient)))
    };
    let usual = usual.map(Rational::abs).filter(|g| !g.is_zero());
    let is_shared = |factor: &Rational| {
        (whole(factor) && divides(factor)) || magnitudes.iter().all(|m| m == factor)
    };
    let least = magnitudes.iter().min().cloned().filter(is_shared);
    let magnitude = usual.or(least).unwrap_or(Rational::ONE);
    &magnitude * &common_sign(poly)
}
