//! Elements of the equations of motion, and Lagrange's equations, which give each of them.

use std::collections::BTreeSet;

use super::energy::Functions;
use crate::algebra::{
    Atom, CoordinateIndex, Indexed, Monomial, ParameterIndex, Poly, Rational, Symbol,
};
use crate::mechanism::{Element as Place, Mechanism, ParameterKind};

/// Counting the terms of Coriolis elements takes all their derivatives: not beyond so many terms
/// of the inertia matrix.
const COUNTED: usize = 60_000;

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
    /// The parts in the order in which they are printed.
    pub const ALL: [Self; 3] = [Self::Gravity, Self::Inertia, Self::Coriolis];

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

    /// The indices of its elements: `j ≤ k` where exchanging them changes nothing.
    #[must_use]
    pub fn indices(self, mechanism: &Mechanism) -> Vec<Vec<CoordinateIndex>> {
        let all = || mechanism.coordinates.places();
        let pairs = || all().flat_map(move |j| all().skip(j.at()).map(move |k| [j, k]));
        match self {
            Self::Gravity => all().map(|i| vec![i]).collect(),
            Self::Inertia => pairs().map(Vec::from).collect(),
            Self::Coriolis => all()
                .flat_map(|i| pairs().map(move |[j, k]| vec![i, j, k]))
                .collect(),
        }
    }
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Gravity => "gravity",
            Self::Inertia => "inertia",
            Self::Coriolis => "Coriolis",
        })
    }
}

/// A trigonometric monomial and its coefficient.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// Product of sines, cosines and positions.
    pub monomial: Monomial,
    /// Index into [`ClosedForm::coefficients`](super::ClosedForm::coefficients).
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
    /// An element without terms.
    #[must_use]
    pub fn new(part: Part, indices: Vec<CoordinateIndex>) -> Self {
        let terms = Vec::new();
        Self {
            part,
            indices,
            terms,
        }
    }

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

    /// The elements of inertia that it follows from, `i ≤ j`; none for gravity.
    pub(super) fn of_inertia(&self) -> Vec<(CoordinateIndex, CoordinateIndex)> {
        let indices = self.indices.iter().enumerate();
        let pairs = indices.flat_map(|(n, &i)| self.indices[n..].iter().map(move |&j| (i, j)));
        let pairs = pairs.filter(|_| self.part != Part::Gravity);
        pairs.map(|(i, j)| (i.min(j), i.max(j))).collect()
    }

    /// Its place, as the robot file names it in a preference.
    pub(super) fn place(&self) -> Option<Place> {
        match (self.part, self.indices.as_slice()) {
            (Part::Gravity, &[i]) => Some(Place::Gravity(i)),
            (Part::Inertia, &[i, j]) => Some(Place::Inertia(i, j)),
            (Part::Coriolis, &[i, j, k]) => Some(Place::Coriolis(i, j, k)),
            _ => None,
        }
    }
}

impl Functions {
    /// The element `g_i`, `M_ij` or `S_ijk` by Lagrange's equations. `S_ijk` is the whole coefficient
    /// of `qd_j qd_k` in joint i's torque, `j ≤ k`.
    #[must_use]
    pub fn element(&self, mechanism: &Mechanism, indices: &[CoordinateIndex]) -> Poly {
        let inertia = |i: CoordinateIndex, j| self.inertia.get(&(i.min(j), i.max(j)));
        let slope =
            |i, j, by| inertia(i, j).map_or_else(Poly::zero, |poly| mechanism.derivative(poly, by));
        match *indices {
            [i] => mechanism.derivative(&self.potential, i),
            [i, j] => inertia(i, j).cloned().unwrap_or_default(),
            [i, j, k] if j == k => &slope(i, j, j) - &slope(j, j, i).scale(&Rational::new(1, 2)),
            [i, j, k] => &(&slope(i, j, k) + &slope(i, k, j)) - &slope(j, k, i),
            _ => Poly::zero(),
        }
    }
}

/// What a parameter's torque column is: `M qdd + S [qd qd] + g`, its part of each.
#[must_use]
pub fn torque_polynomials(
    mechanism: &Mechanism,
    functions: &Indexed<ParameterIndex, Functions>,
    parameter: ParameterIndex,
    velocity: &dyn Fn(CoordinateIndex) -> Poly,
    acceleration: &dyn Fn(CoordinateIndex) -> Poly,
) -> Vec<Poly> {
    let all = || mechanism.coordinates.places();
    let element = |indices: &[_]| functions[parameter].element(mechanism, indices);
    let torque = |i: CoordinateIndex| {
        let mut torque = element(&[i]);
        for j in all() {
            torque = &torque + &(&element(&[i, j]) * &acceleration(j));
            for k in all().skip(j.at()) {
                let rates = &velocity(j) * &velocity(k);
                torque = &torque + &(&element(&[i, j, k]) * &rates);
            }
        }
        torque
    };
    all().map(torque).collect()
}

/// The potential as a polynomial in motion, geometric symbols and standard parameters.
#[must_use]
pub fn potential(mechanism: &Mechanism, functions: &Indexed<ParameterIndex, Functions>) -> Poly {
    weighted(mechanism, functions, |function| Some(&function.potential))
}

/// The sum over parameters of a function of each times the parameter's symbol; offsets, whose
/// potential is friction rather than gravity, left out.
pub(super) fn weighted<'f>(
    mechanism: &Mechanism,
    functions: &'f Indexed<ParameterIndex, Functions>,
    part: impl Fn(&'f Functions) -> Option<&'f Poly>,
) -> Poly {
    let terms = inertial(mechanism, functions).flat_map(|(index, function)| {
        let symbol = Monomial::atom(Atom::Symbol(Symbol::Standard(index)));
        let terms = part(function).map(Poly::terms).unwrap_or_default();
        terms
            .iter()
            .map(move |(monomial, c)| (monomial.times(&symbol), c.clone()))
    });
    Poly::from_terms(terms)
}

/// The functions of all parameters that are no friction, offsets or springs.
fn inertial<'f>(
    mechanism: &Mechanism,
    functions: &'f Indexed<ParameterIndex, Functions>,
) -> impl Iterator<Item = (ParameterIndex, &'f Functions)> {
    let counts = |k: ParameterIndex| {
        let kind = mechanism.parameters[k].kind;
        matches!(
            kind,
            ParameterKind::Inertial { .. } | ParameterKind::Inertia(_)
        )
    };
    functions.enumerate().filter(move |(k, _)| counts(*k))
}

/// How many terms each element of a part would have; `None` where they are too many to count.
///
/// Counted with the squares of cosines; the printed form may save a few by squares of sines.
#[must_use]
pub fn term_counts(
    mechanism: &Mechanism,
    functions: &Indexed<ParameterIndex, Functions>,
    part: Part,
) -> Option<Vec<(Element, usize)>> {
    let all = || inertial(mechanism, functions).map(|(_, functions)| functions);
    let polys = all().flat_map(|functions| functions.inertia.values());
    let size: usize = polys.map(|poly| poly.terms().len()).sum();
    if part == Part::Coriolis && size > COUNTED {
        return None;
    }
    let is_motion = |atom: Atom| atom.coordinate().is_some();
    let count = |indices: &[CoordinateIndex]| {
        let values = all().map(|functions| functions.element(mechanism, indices));
        let monomials = values.flat_map(|value| value.collect(is_motion));
        let monomials: BTreeSet<Monomial> = monomials.map(|(monomial, _)| monomial).collect();
        monomials.len()
    };
    let elements = part.indices(mechanism).into_iter();
    let elements = elements.map(|indices| (count(&indices), indices));
    let elements = elements.filter(|(terms, _)| *terms > 0);
    Some(
        elements
            .map(|(terms, indices)| (Element::new(part, indices), terms))
            .collect(),
    )
}
