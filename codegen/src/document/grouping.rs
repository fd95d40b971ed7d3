//! Coefficients as the ABB paper prints them: `2*(Jxy_c - m_c*ty_c*(l_b1 + tx_c))`.

use super::notation::{Notation, Term, positive_first};
use crate::algebra::{Atom, Monomial, ParameterIndex, Poly, Rational, Symbol};
use crate::mechanism::{Inertial, ParameterKind};

impl Notation<'_> {
    /// A polynomial that is linear in parameters: inertias first, then each mass times what it is
    /// multiplied by, a number that all terms share before all of it. `usual` is a number to take
    /// out in any case (gravity).
    #[must_use]
    pub fn grouped(&self, poly: &Poly, usual: Option<&Rational>) -> String {
        let factor = common_factor(poly, usual);
        let scaled = factor
            .recip()
            .map_or_else(|| poly.clone(), |inverse| poly.scale(&inverse));
        let mut groups = scaled.collect(|atom| self.is_key(atom));
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

    /// Whether terms are grouped by an atom: a parameter that others do not multiply.
    pub(super) fn is_key(&self, atom: Atom) -> bool {
        match atom {
            // Centres of mass are factors of masses; inertias stand for themselves.
            Atom::Symbol(Symbol::Physical(k)) => !matches!(
                self.mechanism().parameters[k].kind,
                ParameterKind::Inertial {
                    component: Inertial::Moment(_),
                    ..
                }
            ),
            Atom::Symbol(Symbol::Constant(_)) => false,
            Atom::Symbol(_) => true,
            _ => false,
        }
    }

    /// Inertias and first moments in the order of parameters, then masses, then all else.
    fn group_rank(&self, key: &Monomial) -> (u8, Option<ParameterIndex>) {
        let k = match key.factors().first() {
            Some(&(Atom::Symbol(Symbol::Standard(k) | Symbol::Physical(k)), _)) => k,
            _ => return (3, None),
        };
        let rank = match self.mechanism().parameters[k].kind {
            ParameterKind::Inertial {
                component: Inertial::Mass,
                ..
            } => 1,
            ParameterKind::Inertial { .. } => 0,
            _ => 2,
        };
        (rank, Some(k))
    }
}

/// -1 if all coefficients are negative, else 1.
pub(super) fn common_sign(poly: &Poly) -> Rational {
    let mut coefficients = poly.terms().iter().map(|(_, coefficient)| coefficient);
    if !poly.is_zero() && coefficients.all(Rational::is_negative) {
        -Rational::ONE
    } else {
        Rational::ONE
    }
}

/// The product of symbols that divides every term.
fn shared_monomial(poly: &Poly) -> Monomial {
    let mut monomials = poly.terms().iter().map(|(monomial, _)| monomial);
    let Some(first) = monomials.next() else {
        return Monomial::one();
    };
    monomials.fold(first.clone(), |shared, monomial| {
        shared
            .factors()
            .iter()
            .fold(Monomial::one(), |kept, &(atom, exponent)| {
                kept.with_exponent(atom, exponent.min(monomial.exponent(atom)))
            })
    })
}

/// A number to put before the whole sum: the smallest coefficient, if it is whole and all are its
/// multiples, or if all are equal; or the usual factor. Negative if all terms are.
fn common_factor(poly: &Poly, usual: Option<&Rational>) -> Rational {
    let magnitudes = || {
        poly.terms()
            .iter()
            .map(|(_, coefficient)| coefficient.abs())
    };
    let whole = |value: &Rational| value.small().is_some_and(|(_, d)| d == 1);
    let divides = |factor: &Rational| {
        magnitudes().all(|m| (&m / factor).is_some_and(|quotient| whole(&quotient)))
    };
    let usual = usual.map(Rational::abs).filter(|g| !g.is_zero());
    let least = magnitudes()
        .min()
        .filter(|factor| (whole(factor) && divides(factor)) || magnitudes().all(|m| m == *factor));
    let magnitude = usual.or(least).unwrap_or(Rational::ONE);
    &magnitude * &common_sign(poly)
}
