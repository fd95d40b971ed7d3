//! The equations of motion in closed form: trigonometric monomials with named coefficients.
//!
//! Hanssen, Hovland and Brogårdh, section 2.2: `J_ij qdd_j + S_ijk qd_j qd_k + g_i = tau_i`, each
//! element a sum of trigonometric monomials times a coefficient `PG_k`, `PJ_k` or `PS_k` that is
//! constant for the robot. Here they follow from the energy functions by Lagrange's equations.

use std::collections::BTreeMap;

use super::energy::Functions;
use crate::algebra::{
    Atom, CoordinateIndex, Indexed, Monomial, ParameterIndex, Poly, Rational, Symbol,
};
use crate::mechanism::{Element as Place, Mechanism, ParameterKind, Square};

/// How many terms a closed form may have unless the robot file sets a budget of its own.
pub const DEFAULT_BUDGET: usize = 8000;

/// Which part of the equations an element belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// `g_i`, coefficients `PG`.
    Gravity,
    /// `M_ij`, coefficients `PJ` (the paper's `J_ij`).
    Inertia,
    /// `S_ijk`, coefficients `PS`.
    Coriolis,
}

impl Part {
    /// The letters that name its coefficients.
    #[must_use]
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Gravity => "PG",
            Self::Inertia => "PJ",
            Self::Coriolis => "PS",
        }
    }

    /// The letter that names its elements.
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            Self::Gravity => "g",
            Self::Inertia => "M",
            Self::Coriolis => "S",
        }
    }
}

/// A trigonometric monomial and its coefficient.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// Product of sines, cosines and positions.
    pub monomial: Monomial,
    /// Index into [`ClosedForm::coefficients`].
    pub coefficient: usize,
}

/// One element of `g`, `M` or `S`.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// Which of them.
    pub part: Part,
    /// Its indices: `[i]`, `[i, j]` with `i ≤ j`, or `[i, j, k]` with `j ≤ k`.
    pub indices: Vec<CoordinateIndex>,
    /// Its terms, in printing order.
    pub terms: Vec<Term>,
}

impl Element {
    /// `g_1`, `M_12`, `S_113`; indices from 1, separated by commas from ten joints on.
    #[must_use]
    pub fn name(&self) -> String {
        let indices: Vec<String> = self
            .indices
            .iter()
            .map(|i| (i.at() + 1).to_string())
            .collect();
        let separator = if self.indices.iter().any(|i| i.at() >= 9) {
            ","
        } else {
            ""
        };
        format!("{}_{}", self.part.letter(), indices.join(separator))
    }

    /// Its place, as the robot file names it in a preference.
    fn place(&self) -> Option<Place> {
        match (self.part, self.indices.as_slice()) {
            (Part::Gravity, &[i]) => Some(Place::Gravity(i)),
            (Part::Inertia, &[i, j]) => Some(Place::Inertia(i, j)),
            (Part::Coriolis, &[i, j, k]) => Some(Place::Coriolis(i, j, k)),
            _ => None,
        }
    }
}

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
    functions: &Indexed<ParameterIndex, Functions>,
) -> Result<ClosedForm, OverBudget> {
    let budget = mechanism.budget.unwrap_or(DEFAULT_BUDGET);
    let mut builder = Builder {
        mechanism,
        budget,
        form: ClosedForm::default(),
        terms: 0,
    };
    let all = || mechanism.coordinates.places();
    let from = |first: CoordinateIndex| all().skip(first.at());
    let potential = weighted(mechanism, functions, |f| Some(&f.potential));
    for i in all() {
        let torque = mechanism.derivative(&potential, i);
        builder.element(Part::Gravity, vec![i], &torque)?;
    }
    let mut inertia = BTreeMap::new();
    for i in all() {
        for j in from(i) {
            let element = weighted(mechanism, functions, |f| f.inertia.get(&(i, j)));
            builder.element(Part::Inertia, vec![i, j], &element)?;
            inertia.insert((i, j), element);
        }
    }
    for i in all() {
        for j in all() {
            for k in from(j) {
                let element = coriolis(mechanism, &inertia, [i, j, k]);
                builder.element(Part::Coriolis, vec![i, j, k], &element)?;
            }
        }
    }
    Ok(builder.form)
}

/// The sum over parameters of a function of each times the parameter's symbol; offsets, whose
/// potential is friction rather than gravity, left out.
fn weighted<'f>(
    mechanism: &Mechanism,
    functions: &'f Indexed<ParameterIndex, Functions>,
    part: impl Fn(&'f Functions) -> Option<&'f Poly>,
) -> Poly {
    let terms = functions.enumerate().flat_map(|(index, function)| {
        let counts = !matches!(mechanism.parameters[index].kind, ParameterKind::Offset(_));
        let symbol = Monomial::atom(Atom::Symbol(Symbol::Standard(index)));
        let terms = part(function)
            .filter(|_| counts)
            .map(Poly::terms)
            .unwrap_or_default();
        terms
            .iter()
            .map(move |(monomial, c)| (monomial.times(&symbol), c.clone()))
    });
    Poly::from_terms(terms)
}

/// `S_ijk`: the whole coefficient of `qd_j qd_k` in joint i's torque, `j ≤ k`.
fn coriolis(
    mechanism: &Mechanism,
    inertia: &BTreeMap<(CoordinateIndex, CoordinateIndex), Poly>,
    [i, j, k]: [CoordinateIndex; 3],
) -> Poly {
    let derivative = |a: CoordinateIndex, b: CoordinateIndex, by: CoordinateIndex| {
        mechanism.derivative(&inertia[&(a.min(b), a.max(b))], by)
    };
    if j == k {
        let half = derivative(j, j, i).scale(&Rational::new(1, 2));
        return &derivative(i, j, j) - &half;
    }
    &(&derivative(i, j, k) + &derivative(i, k, j)) - &derivative(j, k, i)
}

struct Builder<'m> {
    mechanism: &'m Mechanism,
    budget: usize,
    form: ClosedForm,
    terms: usize,
}

impl Builder<'_> {
    fn element(
        &mut self,
        part: Part,
        indices: Vec<CoordinateIndex>,
        value: &Poly,
    ) -> Result<(), OverBudget> {
        if value.is_zero() {
            return Ok(());
        }
        let mut element = Element {
            part,
            indices,
            terms: Vec::new(),
        };
        let mut terms = self.chosen_squares(element.place(), value);
        self.terms += terms.len();
        if self.terms > self.budget {
            return Err(OverBudget {
                budget: self.budget,
            });
        }
        terms.sort_by_cached_key(|(monomial, _)| printing_order(self.mechanism, monomial));
        let numbered = self.form.coefficients.iter();
        let mut number = numbered
            .filter(|c| c.name.starts_with(part.prefix()))
            .count();
        for (monomial, value) in terms {
            number += 1;
            element.terms.push(Term {
                monomial,
                coefficient: self.form.coefficients.len(),
            });
            let name = format!("{}_{number}", part.prefix());
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
