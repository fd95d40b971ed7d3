//! The equations of recovery: each base parameter as a function of physical quantities.

use std::collections::BTreeMap;

use super::physical::in_physical;
use super::quantity::{Quantity, quantities};
use crate::algebra::linear::{Row, sparse};
use crate::algebra::{
    Atom, BaseIndex, Field, Indexed, Monomial, Poly, PrimeField, Rational, Symbol,
};
use crate::identifiability::{BaseParameter, BaseParameters, Ratio};
use crate::mechanism::Mechanism;

/// A base parameter as a quotient of polynomials in physical quantities; the denominator has
/// lengths only and is 1 for almost every robot.
#[derive(Debug, Clone, PartialEq)]
pub struct Equation {
    /// The numerator.
    pub numerator: Poly,
    /// The denominator, not zero.
    pub denominator: Poly,
}

/// All equations and the quantities in them.
#[derive(Debug, Clone, PartialEq)]
pub struct System {
    /// What may be unknown.
    pub quantities: Vec<Quantity>,
    /// One a base parameter.
    pub equations: Indexed<BaseIndex, Equation>,
}

/// A point of a prime field at which all equations hold: elements for the quantities, and what the
/// base parameters then are.
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub field: PrimeField,
    bases: Indexed<BaseIndex, u64>,
}

impl System {
    /// The equations of a mechanism.
    #[must_use]
    pub fn new(mechanism: &Mechanism, base: &BaseParameters) -> Self {
        Self {
            quantities: quantities(mechanism),
            equations: base.base.map(|_, base| equation(mechanism, base)),
        }
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

    /// Equation `k` as a polynomial that vanishes: `denominator × base - numerator`.
    #[must_use]
    pub(super) fn vanishing(&self, k: BaseIndex) -> Poly {
        let Equation {
            numerator,
            denominator,
        } = &self.equations[k];
        denominator * Poly::atom(Atom::Symbol(Symbol::Base(k))) - numerator
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

    /// The derivative of base parameter `k` by a quantity, times the square of its denominator.
    pub(super) fn derivative(&self, k: BaseIndex, quantity: usize) -> Poly {
        let Equation {
            numerator,
            denominator,
        } = &self.equations[k];
        let atom = self.quantities[quantity].atom;
        let by_numerator = numerator.partial(atom);
        if !self.is_quotient(k) {
            return by_numerator;
        }
        by_numerator * denominator - numerator * denominator.partial(atom)
    }

    /// The Jacobian of the base parameters by quantities at a point, a row a base parameter; `None`
    /// where the field has no image of a number.
    pub(super) fn jacobian(
        &self,
        point: &Point,
        quantities: &[usize],
    ) -> Option<Vec<Row<usize, u64>>> {
        let row = |k| {
            let entries = quantities
                .iter()
                .map(|&q| point.value(&self.derivative(k, q)));
            Some(sparse(&point.field, entries.collect::<Option<Vec<u64>>>()?))
        };
        self.equations.places().map(row).collect()
    }

    /// Whether some base parameter depends on a quantity.
    #[must_use]
    pub fn is_visible(&self, quantity: usize) -> bool {
        let mut bases = self.equations.places();
        bases.any(|k| !self.derivative(k, quantity).is_zero())
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

/// The base parameter that a variable stands for, if it is one.
#[must_use]
pub fn base_of(atom: Atom) -> Option<BaseIndex> {
    match atom {
        Atom::Symbol(Symbol::Base(base)) => Some(base),
        _ => None,
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

/// A base parameter in physical quantities, over a common denominator.
fn equation(mechanism: &Mechanism, base: &BaseParameter) -> Equation {
    let one = Ratio::from(Rational::ONE);
    let terms = || std::iter::once((&base.representative, &one)).chain(&base.others);
    let mut denominators: Vec<&Poly> = Vec::new();
    for (_, ratio) in terms() {
        if !denominators.contains(&&ratio.denominator) {
            denominators.push(&ratio.denominator);
        }
    }
    let product = |without: &Poly| {
        denominators
            .iter()
            .filter(|d| **d != without)
            .fold(Poly::one(), |product, d| product * *d)
    };
    let sum = terms().map(|(&parameter, ratio)| {
        let standard = Poly::atom(Atom::Symbol(Symbol::Standard(parameter)));
        &ratio.numerator * product(&ratio.denominator) * standard
    });
    Equation {
        numerator: in_physical(mechanism, &sum.sum::<Poly>()),
        denominator: product(&Poly::zero()),
    }
}
