//! The equations of motion in closed form: trigonometric monomials with named coefficients.
//!
//! Hanssen, Hovland and Brogårdh, section 2.2: `J_ij qdd_j + S_ijk qd_j qd_k + g_i = tau_i`, each
//! element a sum of trigonometric monomials times a coefficient `PG_k`, `PJ_k` or `PS_k` that is
//! constant for the robot. Here they follow from the energy functions by Lagrange's equations.

use std::collections::BTreeMap;

use super::energy::Functions;
use super::expansion::DEFAULT_BUDGET;
use super::lagrange::{Element, Part, Term, potential, weighted};
use crate::algebra::{Atom, CoordinateIndex, Indexed, Monomial, ParameterIndex, Poly, Rational};
use crate::mechanism::{Element as Place, Mechanism, Square};

/// A constant of the equations.
#[derive(Debug, Clone, PartialEq)]
pub struct Coefficient {
    /// `PG_1`, `PJ_7`, `PS_3`.
    pub name: String,
    /// Linear in the standard parameters, polynomial in symbolic constants.
    pub value: Poly,
}

/// The elements that are not zero, and their coefficients.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ClosedForm {
    /// Elements of `g`, then `M`, then `S`, indices ascending.
    pub elements: Vec<Element>,
    /// Numbered through each part in printing order.
    pub coefficients: Vec<Coefficient>,
}

/// A closed form that was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the closed form has more than {budget} terms; the factored form serves instead \
     (`equations: {{budget: N}}` in the robot file raises the limit)"
)]
pub struct OverBudget {
    /// The limit that it passed.
    pub budget: usize,
}

/// Derives the closed form.
///
/// # Errors
/// [`OverBudget`] if it grows beyond the robot file's budget of terms.
pub fn closed_form(
    mechanism: &Mechanism,
    functions: Option<&Indexed<ParameterIndex, Functions>>,
) -> Result<ClosedForm, OverBudget> {
    let budget = mechanism.budget.unwrap_or(DEFAULT_BUDGET);
    let functions = functions.ok_or(OverBudget { budget })?;
    let mut builder = Builder {
        mechanism,
        budget,
        form: ClosedForm::default(),
        terms: 0,
    };
    let mut whole = Functions {
        potential: potential(mechanism, functions),
        ..Functions::default()
    };
    for part in Part::ALL {
        for indices in part.indices(mechanism) {
            if let (Part::Inertia, &[i, j]) = (part, indices.as_slice()) {
                let element = weighted(mechanism, functions, |f| f.inertia.get(&(i, j)));
                whole.inertia.insert((i, j), element);
            }
            let value = whole.element(mechanism, &indices);
            builder.element(Element::new(part, indices), &value)?;
        }
    }
    Ok(builder.form)
}

struct Builder<'m> {
    mechanism: &'m Mechanism,
    budget: usize,
    form: ClosedForm,
    terms: usize,
}

impl Builder<'_> {
    fn element(&mut self, mut element: Element, value: &Poly) -> Result<(), OverBudget> {
        if value.is_zero() {
            return Ok(());
        }
        let prefix = element.part.prefix();
        let mut terms = self.chosen_squares(element.place(), value);
        self.terms += terms.len();
        if self.terms > self.budget {
            return Err(OverBudget {
                budget: self.budget,
            });
        }
        terms.sort_by_cached_key(|(monomial, _)| printing_order(self.mechanism, monomial));
        let numbered = self.form.coefficients.iter();
        let mut number = numbered.filter(|c| c.name.starts_with(prefix)).count();
        for (monomial, value) in terms {
            number += 1;
            element.terms.push(Term {
                monomial,
                coefficient: self.form.coefficients.len(),
            });
            let name = format!("{prefix}_{number}");
            self.form.coefficients.push(Coefficient { name, value });
        }
        self.form.elements.push(element);
        Ok(())
    }

    /// The element's terms with each coordinate's squares written as the file asks, else as sine or
    /// cosine, whichever gives fewer terms (cosine where equal).
    fn chosen_squares(&self, place: Option<Place>, value: &Poly) -> Vec<(Monomial, Poly)> {
        let mut terms = value.collect(|atom| atom.coordinate().is_some());
        for coordinate in self.mechanism.coordinates.places() {
            let asked = self.asked_square(place, coordinate);
            if asked == Some(Square::Cosine) {
                continue;
            }
            let as_sines = with_squared_sines(&terms, coordinate);
            if asked == Some(Square::Sine) || as_sines.len() < terms.len() {
                terms = as_sines;
            }
        }
        terms
    }

    fn asked_square(&self, place: Option<Place>, coordinate: CoordinateIndex) -> Option<Square> {
        let choices = self.mechanism.squares.iter();
        let mut found = choices.filter(|c| Some(c.element) == place && c.coordinate == coordinate);
        found.next().map(|choice| choice.square)
    }
}

/// Replaces `c²` of a coordinate by `1 - s²`.
fn with_squared_sines(
    terms: &[(Monomial, Poly)],
    coordinate: CoordinateIndex,
) -> Vec<(Monomial, Poly)> {
    let (sine, cosine) = (Atom::Sine(coordinate), Atom::Cosine(coordinate));
    let mut sums: BTreeMap<Monomial, Poly> = BTreeMap::new();
    for (monomial, coefficient) in terms {
        let squares = monomial.exponent(cosine) / 2;
        let rest = monomial.with_exponent(cosine, monomial.exponent(cosine) % 2);
        // (1 - s²)^squares by the binomial theorem.
        let mut binomial = Rational::ONE;
        for power in 0..=squares {
            let key = rest.with_exponent(sine, rest.exponent(sine) + 2 * power);
            let sum = sums.entry(key).or_default();
            *sum = &*sum + &coefficient.scale(&binomial);
            let step = Rational::new(-i64::from(squares - power), i64::from(power) + 1);
            binomial = &binomial * &step;
        }
    }
    sums.into_iter()
        .filter(|(_, coefficient)| !coefficient.is_zero())
        .collect()
}

/// Coordinate by coordinate, higher degrees first, sines before cosines: the paper's order.
fn printing_order(mechanism: &Mechanism, monomial: &Monomial) -> Vec<(i32, i32)> {
    let key = |k: CoordinateIndex| {
        let exponent = |atom| i32::from(monomial.exponent(atom));
        let (sine, cosine) = (exponent(Atom::Sine(k)), exponent(Atom::Cosine(k)));
        let position = exponent(Atom::Position(k));
        (-(sine + cosine + position), -sine)
    };
    mechanism.coordinates.places().map(key).collect()
}
