//! Base parameters as functions of lengths that a robot file may have wrong.

use std::collections::BTreeMap;

use super::identified::combinations;
use crate::algebra::{
    Atom, BaseIndex, ConstantIndex, Indexed, Monomial, ParameterIndex, Poly, Symbol,
};
use crate::identifiability::{BaseParameters, Ratio, Unproved, functionals};
use crate::mechanism::Mechanism;

/// The base parameters of a robot whose lengths are not those of its file.
#[derive(Debug, Clone, PartialEq)]
pub struct ByLengths {
    /// Lengths whose true values the regressor takes up or that are fitted: identification says what
    /// they do.
    pub lengths: Vec<ConstantIndex>,
    /// What identification gives, as sums of standard parameters with factors of lengths: the
    /// regressor holds the file's values of lengths that it can take up, and the true ones of others.
    pub base: Indexed<BaseIndex, Poly>,
}

impl ByLengths {
    /// Of lengths that the regressor can take up, and those that are fitted; `None` without any, or if
    /// base parameters are quotients of lengths.
    ///
    /// # Errors
    /// [`Unproved`] if every built-in prime divides a number of the robot.
    pub(crate) fn of(
        mechanism: &Mechanism,
        base: &BaseParameters,
        fitted: &[ConstantIndex],
    ) -> Result<Option<Self>, Unproved> {
        let others = mechanism
            .constants
            .places()
            .filter(|length| !fitted.contains(length));
        let mut open = base.absorbed(mechanism, &others.collect::<Vec<_>>())?;
        let mut rows = base.base.map(|_, parameter| {
            let own = (
                parameter.representative,
                Ratio::from(crate::algebra::Rational::ONE),
            );
            let others = parameter
                .others
                .iter()
                .map(|(k, ratio)| (*k, ratio.clone()));
            std::iter::once(own).chain(others).collect()
        });
        if !open.is_empty() {
            let functionals = functionals(mechanism, &open)?;
            match combinations(mechanism, base, &functionals, &open) {
                Some((found, _)) => rows = found,
                // With the values of the file, zero for instance, what they would be in is not told apart.
                None => open.clear(),
            }
        }
        let whole: Option<Vec<Poly>> = rows.iter().map(sum).collect();
        let Some(base) = whole.and_then(|whole| Indexed::collected(whole).ok()) else {
            return Ok(None);
        };
        let matters = |length: &ConstantIndex| {
            let atom = Atom::Symbol(Symbol::Constant(*length));
            fitted.contains(length) || base.iter().any(|poly: &Poly| poly.degree(atom) > 0)
        };
        let all = open.into_iter().chain(fitted.iter().copied());
        let lengths: Vec<ConstantIndex> = all.filter(matters).collect();
        Ok((!lengths.is_empty()).then_some(Self { lengths, base }))
    }
}

/// A sum of standard parameters; `None` for quotients.
fn sum(terms: &BTreeMap<ParameterIndex, Ratio>) -> Option<Poly> {
    let is_poly = |ratio: &Ratio| ratio.denominator == Poly::one();
    if !terms.values().all(is_poly) {
        return None;
    }
    let products = terms.iter().flat_map(|(&parameter, ratio)| {
        let standard = Monomial::atom(Atom::Symbol(Symbol::Standard(parameter)));
        let terms = ratio.numerator.terms().iter();
        terms.map(move |(lengths, factor)| (lengths.times(&standard), factor.clone()))
    });
    Some(Poly::from_terms(products))
}

#[cfg(test)]
mod tests {
    use super::{
        Atom, BTreeMap, ConstantIndex, Monomial, ParameterIndex, Poly, Ratio, Symbol, sum,
    };
    use crate::algebra::Rational;

    /// Three times the first parameter and `2 l` times the second; a parameter over `l` is in no such sum.
    #[test]
    fn a_sum_with_quotients_of_lengths_is_no_polynomial() {
        let length = Atom::Symbol(Symbol::Constant(ConstantIndex::from(0)));
        let first = ParameterIndex::from(0);
        let second = ParameterIndex::from(1);
        let twice = Poly::atom(length).scale(&Rational::from(2));
        let mut terms = BTreeMap::from([
            (first, Ratio::from(Rational::from(3))),
            (second, Ratio::from(twice)),
        ]);
        let standard = |index| Monomial::atom(Atom::Symbol(Symbol::Standard(index)));
        let lever = Monomial::atom(length).times(&standard(second));
        let expected = Poly::from_terms([
            (standard(first), Rational::from(3)),
            (lever, Rational::from(2)),
        ]);
        assert_eq!(sum(&terms), Some(expected));
        terms.insert(second, Ratio::new(Poly::one(), Poly::atom(length)));
        assert_eq!(sum(&terms), None);
    }
}
