//! The equations of recovery: what is measured as functions of physical quantities.
//!
//! Where all lengths are known that is the base parameters. Where one is not, they cannot be had: their
//! regressor holds the length. What can be had then are the coefficients of motion, functions of
//! parameters and lengths ([`functionals`](crate::identifiability::functionals)), and the values of base parameters that a regressor with the
//! file's lengths gives are combinations of these, if such a regressor fits the motion at all. A length
//! that it would have to hold to fit is *fitted* with the base parameters, and a given like what is
//! known.

use std::collections::BTreeMap;

use super::equation::{Equation, base_of, symbol};
use super::quantity::Quantity;
use crate::algebra::linear::{Row, sparse};
use crate::algebra::{Atom, BaseIndex, Field, Indexed, Monomial, Poly, PrimeField, Symbol};

/// All equations and the quantities in them.
#[derive(Debug, Clone, PartialEq)]
pub struct System {
    /// What may be unknown.
    pub quantities: Vec<Quantity>,
    /// One a base parameter: what its value is that identification with the file's lengths gives. Or one
    /// a coefficient of motion ([`System::entangled`]).
    pub equations: Indexed<BaseIndex, Equation>,
    /// Everything that is measured; what ranks are taken of.
    pub(super) measured: Vec<Equation>,
    /// Polynomials in quantities and base parameters that vanish, with the base parameter that each
    /// is about: together they say what the equations say.
    pub(super) relations: Vec<(BaseIndex, Poly)>,
    /// Lengths that what is measured determines with nothing else known. No regressor with another
    /// value fits, so they are fitted with the base parameters.
    pub fitted: Vec<usize>,
    /// Lengths without which no regressor fits, although what is measured does not determine them by
    /// itself: equations are then one a coefficient of motion, in place of one a base parameter.
    pub entangled: Vec<usize>,
    /// These coefficients in standard parameters and lengths.
    pub coefficients: Vec<Poly>,
}

/// A point of a prime field at which all equations hold: elements for the quantities, and what the
/// base parameters then are.
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub field: PrimeField,
    bases: Indexed<BaseIndex, u64>,
}

impl System {
    /// Each equation as a relation.
    pub(super) fn of_equations(&self) -> Vec<(BaseIndex, Poly)> {
        let bases = self.equations.places();
        bases
            .map(|k| (k, self.equations[k].vanishing(Poly::atom(symbol(k)))))
            .collect()
    }

    /// The variables that stand for quantities.
    #[must_use]
    pub fn atoms<C: FromIterator<Atom>>(&self, quantities: &[usize]) -> C {
        quantities
            .iter()
            .map(|&q| self.quantities[q].atom)
            .collect()
    }

    /// The index of the quantity that a variable stands for, if it is one.
    #[must_use]
    pub fn quantity_of(&self, atom: Atom) -> Option<usize> {
        self.quantities.iter().position(|q| q.atom == atom)
    }

    /// What a polynomial in quantities and base parameters is in quantities alone, up to a factor
    /// that is not zero (a product of denominators): zero exactly when the polynomial vanishes for
    /// all values of the quantities.
    #[must_use]
    pub fn in_quantities(&self, poly: &Poly) -> Poly {
        // The highest power of each base parameter that has a denominator.
        let quotients = poly.atoms().into_iter().filter_map(|atom| {
            let base = base_of(atom).filter(|&k| self.is_quotient(k))?;
            Some((base, poly.degree(atom)))
        });
        let highest: BTreeMap<BaseIndex, u16> = quotients.collect();
        let term = |(bases, mut term): (Monomial, Poly)| {
            let mut left = highest.clone();
            for &(atom, exponent) in bases.factors() {
                let Some(k) = base_of(atom) else {
                    continue;
                };
                term = (0..exponent).fold(term, |term, _| term * &self.equations[k].numerator);
                if let Some(power) = left.get_mut(&k) {
                    *power -= exponent;
                }
            }
            left.into_iter().fold(term, |term, (k, power)| {
                (0..power).fold(term, |term, _| term * &self.equations[k].denominator)
            })
        };
        let collected = poly.collect(|atom| base_of(atom).is_some());
        collected.into_iter().map(term).sum()
    }

    /// How many terms [`System::in_quantities`] makes of a polynomial before like ones are added.
    pub(super) fn terms_in_quantities(&self, poly: &Poly) -> usize {
        let of_base = |atom, exponent: u16| match base_of(atom) {
            Some(k) => self.equations[k]
                .numerator
                .terms()
                .len()
                .saturating_pow(exponent.into()),
            None => 1,
        };
        let of_term = |monomial: &Monomial| {
            let factors = monomial.factors().iter();
            factors.fold(1usize, |product, &(atom, exponent)| {
                product.saturating_mul(of_base(atom, exponent))
            })
        };
        let terms = poly.terms().iter().map(|(monomial, _)| of_term(monomial));
        terms.fold(0, usize::saturating_add)
    }

    fn is_quotient(&self, k: BaseIndex) -> bool {
        self.equations[k].denominator != Poly::one()
    }

    /// The Jacobian of what is measured by quantities at a point; `None` where the field has no image
    /// of a number.
    pub(super) fn jacobian(
        &self,
        point: &Point,
        quantities: &[usize],
    ) -> Option<Vec<Row<usize, u64>>> {
        let row = |equation: &Equation| {
            let derivative = |&q: &usize| equation.derivative(self.quantities[q].atom);
            let entries = quantities.iter().map(|q| point.value(&derivative(q)));
            Some(sparse(&point.field, entries.collect::<Option<Vec<u64>>>()?))
        };
        self.measured.iter().map(row).collect()
    }

    /// Whether something measured depends on a quantity.
    #[must_use]
    pub fn is_visible(&self, quantity: usize) -> bool {
        let atom = self.quantities[quantity].atom;
        let mut measured = self.measured.iter();
        measured.any(|equation| !equation.derivative(atom).is_zero())
    }

    /// A point of the first field that has one (no prime divides a number of the equations).
    pub(super) fn point(&self) -> Option<Point> {
        PrimeField::all().find_map(|field| {
            let at = |atom| match atom {
                Atom::Symbol(symbol) => field.point(symbol),
                _ => 0,
            };
            let base = |equation: &Equation| {
                let denominator = field.inverse(&field.value(&equation.denominator, &at)?)?;
                let numerator = field.value(&equation.numerator, &at)?;
                Some(field.mul(&numerator, &denominator))
            };
            let bases: Option<Vec<u64>> = self.equations.iter().map(base).collect();
            let bases = Indexed::collected(bases?).ok()?;
            Some(Point { field, bases })
        })
    }
}

impl Point {
    /// Whether a polynomial is certain not to vanish.
    pub(super) fn is_not_zero(&self, poly: &Poly) -> bool {
        self.value(poly).is_some_and(|value| value != 0)
    }

    /// The value of a polynomial in quantities and base parameters.
    pub(super) fn value(&self, poly: &Poly) -> Option<u64> {
        self.field.value(poly, &|atom| match atom {
            Atom::Symbol(Symbol::Base(k)) => self.bases[k],
            Atom::Symbol(symbol) => self.field.point(symbol),
            _ => 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{BaseIndex, Equation, Monomial, Poly};
    use crate::algebra::Rational;
    use crate::recovery::equation::symbol;
    use crate::recovery::tests::pendulum;

    /// A base parameter of a pendulum with a weight is `m_arm*tx_arm`, `m_arm*tz_arm`, or `Jyy` and two terms of Steiner's.
    #[test]
    fn powers_of_base_parameters_have_products_of_terms_and_quantities_stay_one() {
        let (mechanism, base, system) = pendulum();
        let named = |name: &str| {
            let representative = |k: BaseIndex| &mechanism.parameters[base.base[k].representative];
            let mut bases = base.base.places();
            Poly::atom(symbol(
                bases.find(|k| representative(*k).name == name).unwrap(),
            ))
        };
        let [moment, inertia] = ["mx_arm", "Lyy_arm"].map(named);
        let quantity = Poly::atom(system.quantities[0].atom);
        let other = Poly::atom(system.quantities[1].atom);
        let in_quantities = |poly: &Poly| system.terms_in_quantities(poly);
        assert_eq!(in_quantities(&Poly::zero()), 0);
        assert_eq!(in_quantities(&Poly::one()), 1);
        assert_eq!(in_quantities(&(&quantity * &quantity * &other)), 1);
        assert_eq!(in_quantities(&(&moment * &quantity)), 1);
        assert_eq!(in_quantities(&(&inertia * &quantity)), 3);
        assert_eq!(in_quantities(&(&inertia * &inertia * &moment)), 9);
        assert_eq!(
            in_quantities(&(&inertia * &moment + &inertia - &quantity * &other)),
            7
        );
        // Beyond what can be counted it is as many as can be.
        let atom = inertia.atoms().into_iter().next().unwrap();
        let steep = Monomial::one().with_exponent(atom, 60_000);
        let steep = Poly::from_terms([(steep, Rational::ONE)]);
        assert_eq!(in_quantities(&steep), usize::MAX);
    }

    /// With `x/l` for the first base parameter, times `l²`: in its square, in it by itself and without it.
    #[test]
    fn what_a_quotient_is_divided_by_is_multiplied_up_to_its_highest_power() {
        let (_, _, mut system) = pendulum();
        let [first, second] = [0, 1].map(BaseIndex::from);
        let [x, y, l] = [3, 4, 5].map(|q: usize| Poly::atom(system.quantities[q].atom));
        system.equations[first] = Equation {
            numerator: x.clone(),
            denominator: l.clone(),
        };
        let own = system.equations[second].numerator.clone();
        let [quotient, whole] = [first, second].map(|k| Poly::atom(symbol(k)));
        let three = Poly::constant(Rational::from(3));
        let poly = &quotient * &quotient * &whole + &quotient * &y + &three;
        let expected = &x * &x * &own + &x * &y * &l + &three * &l * &l;
        assert_eq!(system.in_quantities(&poly), expected);
    }
}
