//! What is measured, written in physical quantities.

use super::physical::in_physical;
use crate::algebra::{Atom, BaseIndex, ParameterIndex, Poly, Symbol};
use crate::identifiability::{Functional, Ratio};
use crate::mechanism::Mechanism;

/// Something measured as a quotient of polynomials in physical quantities; the denominator has
/// lengths only and is 1 for almost every robot.
#[derive(Debug, Clone, PartialEq)]
pub struct Equation {
    /// The numerator.
    pub numerator: Poly,
    /// The denominator, not zero.
    pub denominator: Poly,
}

impl Equation {
    /// The equation as a polynomial that vanishes, for what stands for its value:
    /// `denominator × value - numerator`.
    pub(super) fn vanishing(&self, value: Poly) -> Poly {
        &self.denominator * value - &self.numerator
    }

    /// Its derivative by a variable, times the square of its denominator.
    pub(super) fn derivative(&self, atom: Atom) -> Poly {
        let Self {
            numerator,
            denominator,
        } = self;
        let by_numerator = numerator.partial(atom);
        if *denominator == Poly::one() {
            return by_numerator;
        }
        by_numerator * denominator - numerator * denominator.partial(atom)
    }
}

/// The variable that stands for a base parameter.
pub(super) fn symbol(base: BaseIndex) -> Atom {
    Atom::Symbol(Symbol::Base(base))
}

/// The base parameter that a variable stands for, if it is one.
#[must_use]
pub fn base_of(atom: Atom) -> Option<BaseIndex> {
    match atom {
        Atom::Symbol(Symbol::Base(base)) => Some(base),
        _ => None,
    }
}

/// Functions that are measured, in physical quantities.
pub(super) fn written(mechanism: &Mechanism, functionals: &[Functional]) -> Vec<Equation> {
    let functionals = functionals.iter();
    functionals
        .map(|functional| equation(mechanism, &functional.terms))
        .collect()
}

/// A function that is measured, in standard parameters, times its denominators.
pub(super) fn in_standard(functional: &Functional) -> Poly {
    over_common(&functional.terms).0
}

/// A sum of standard parameters in physical quantities, over a common denominator.
pub(super) fn equation<'t>(
    mechanism: &Mechanism,
    terms: impl IntoIterator<Item = (&'t ParameterIndex, &'t Ratio)>,
) -> Equation {
    let (numerator, denominator) = over_common(terms);
    Equation {
        numerator: in_physical(mechanism, &numerator),
        denominator,
    }
}

/// A sum of standard parameters, and its denominator.
fn over_common<'t>(
    terms: impl IntoIterator<Item = (&'t ParameterIndex, &'t Ratio)>,
) -> (Poly, Poly) {
    let terms: Vec<_> = terms.into_iter().collect();
    let mut denominators: Vec<&Poly> = Vec::new();
    for (_, ratio) in &terms {
        if !denominators.contains(&&ratio.denominator) {
            denominators.push(&ratio.denominator);
        }
    }
    let product = |without: &Poly| {
        let others = denominators.iter().filter(|d| **d != without);
        others.fold(Poly::one(), |product, d| product * *d)
    };
    let sum = terms.iter().map(|&(&parameter, ratio)| {
        let standard = Poly::atom(Atom::Symbol(Symbol::Standard(parameter)));
        &ratio.numerator * product(&ratio.denominator) * standard
    });
    (sum.sum(), product(&Poly::zero()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Equation, Functional, ParameterIndex, Ratio, in_standard, over_common};
    use crate::algebra::{Atom, Monomial, Poly, Rational, Symbol};

    /// Of `(l² x + y)/l` the derivative by `l` is `x - y/l²`, and by `x` it is `l`: both times `l²`.
    #[test]
    fn derivatives_of_quotients_are_those_times_the_square_of_the_denominator() {
        let [l, x, y, value] = [0, 1, 2, 3].map(|k| Atom::Symbol(Symbol::Other(k)));
        let poly = Poly::atom;
        let numerator = poly(l) * poly(l) * poly(x) + poly(y);
        let quotient = Equation {
            numerator: numerator.clone(),
            denominator: poly(l),
        };
        let square = poly(l) * poly(l);
        assert_eq!(quotient.derivative(l), &square * &poly(x) - poly(y));
        assert_eq!(quotient.derivative(x), &square * &poly(l));
        assert_eq!(quotient.derivative(y), poly(l));
        assert_eq!(
            quotient.vanishing(poly(value)),
            poly(l) * poly(value) - &numerator
        );
        let whole = Equation {
            numerator,
            denominator: Poly::one(),
        };
        let twice = (poly(l) * poly(x)).scale(&Rational::from(2));
        assert_eq!(whole.derivative(l), twice);
        assert_eq!(whole.derivative(x), square);
    }

    /// `p/a + q/b + 2 r/a = (b p + a q + 2 b r)/(a b)`.
    #[test]
    fn a_denominator_that_comes_back_is_multiplied_once() {
        let [a, b] = [0, 1].map(|k: u16| Poly::atom(Atom::Symbol(Symbol::Constant(k.into()))));
        let over = |n: i64, below: &Poly| {
            let above = Poly::constant(Rational::from(n));
            Ratio::new(above, below.clone())
        };
        let parameters = [0, 1, 2].map(ParameterIndex::from);
        let ratios = [over(1, &a), over(1, &b), over(2, &a)];
        let terms: BTreeMap<ParameterIndex, Ratio> = parameters.into_iter().zip(ratios).collect();
        let [p, q, r] = parameters.map(|k| Poly::atom(Atom::Symbol(Symbol::Standard(k))));
        let numerator = &b * &p + &a * &q + (&b * &r).scale(&Rational::from(2));
        assert_eq!(over_common(&terms), (numerator.clone(), &a * &b));
        let functional = Functional {
            leading: (Monomial::one(), parameters[0]),
            terms,
        };
        assert_eq!(in_standard(&functional), numerator);
    }
}
