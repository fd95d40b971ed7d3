//! The plan: formulas, one after the other, that give physical quantities.

use super::system::System;
use crate::algebra::{Atom, BaseIndex, Monomial, Poly, Rational, Symbol};

/// Determinants of more rows are not written out.
const WRITTEN: usize = 6;

/// What is known, what follows from it and how, and what does not.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Known quantities, by index, in the order in which they were named.
    pub known: Vec<usize>,
    /// Lengths that are determined by being fitted with the base parameters: formulas take them as
    /// they take knowns.
    pub fitted: Vec<usize>,
    /// Quantities that nothing measured depends on, nor would if they were not known.
    pub invisible: Vec<usize>,
    /// Generic rank of what is measured as functions of the unknowns.
    pub rank: usize,
    /// The formulas, in order.
    pub steps: Vec<Step>,
    /// Equations that no step needed.
    pub spare: Vec<Spare>,
    /// What is neither known nor determined.
    pub undetermined: Vec<Undetermined>,
    /// What is determined (locally), although no step for it was found.
    pub unsolved: Vec<usize>,
    /// Knowns that what is measured and the other knowns determine as well.
    pub redundant: Vec<usize>,
}

/// A step: as many equations as unknowns, polynomials that vanish at the solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The quantities that it gives.
    pub unknowns: Vec<usize>,
    /// Polynomials in these, in base parameters, knowns, and what earlier steps gave.
    pub equations: Vec<Poly>,
    /// How it is solved.
    pub kind: StepKind,
}

/// How a step is solved.
#[derive(Debug, Clone, PartialEq)]
pub enum StepKind {
    /// One equation, linear in its unknown.
    Linear,
    /// One equation of degree two, and the root that is taken.
    Quadratic(Branch),
    /// Newton's iteration from nominal values.
    Newton,
}

impl StepKind {
    /// The kind's name, as commands print it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Quadratic(_) => "quadratic",
            Self::Newton => "newton",
        }
    }
}

/// Which root of a quadratic step is taken.
#[derive(Debug, Clone, PartialEq)]
pub enum Branch {
    /// The positive one, since physics has no other; of two the one nearer to the nominal value.
    Positive(Option<Rational>),
    /// The one nearer to the nominal value: physics allows both.
    Nearest(Rational),
    /// The larger one: physics allows both, and the file has no nominal value.
    Larger,
}

/// An equation that the plan did not need.
#[derive(Debug, Clone, PartialEq)]
pub struct Spare {
    /// The base parameter that it is about.
    pub base: BaseIndex,
    /// A polynomial in base parameters, knowns and recovered quantities that vanishes.
    pub equation: Poly,
}

/// A quantity that has an effect and is not determined.
#[derive(Debug, Clone, PartialEq)]
pub struct Undetermined {
    /// The quantity.
    pub quantity: usize,
    /// Other quantities that would determine it, any one of these sets; empty if it takes more than
    /// two of them.
    pub determined_by: Vec<Vec<usize>>,
}

impl Plan {
    /// What formulas take besides base parameters: knowns, then what is fitted.
    #[must_use]
    pub fn given(&self) -> Vec<usize> {
        [self.known.as_slice(), &self.fitted].concat()
    }

    /// The quantities that the steps give, in their order.
    #[must_use]
    pub fn recovered(&self) -> Vec<usize> {
        self.steps
            .iter()
            .flat_map(|step| step.unknowns.iter().copied())
            .collect()
    }
}

impl Spare {
    /// The equation with its base parameter's coefficient at one, where that is a number: its value
    /// is the residual.
    #[must_use]
    pub fn residual(&self) -> Poly {
        let base = Atom::Symbol(Symbol::Base(self.base));
        let factor = self.equation.partial(base).as_constant();
        match factor.and_then(|value| value.recip()) {
            Some(inverse) => self.equation.scale(&inverse),
            None => self.equation.clone(),
        }
    }
}

impl Step {
    /// The coefficients of its only equation in a power series of its only unknown, up to the square,
    /// and its unknown; `None` for a system of equations.
    #[must_use]
    pub fn powers(&self, system: &System) -> Option<([Poly; 3], Atom)> {
        let ([equation], [unknown]) = (self.equations.as_slice(), self.unknowns.as_slice()) else {
            return None;
        };
        let atom = system.quantities[*unknown].atom;
        let powers = equation.collect(|other| other == atom);
        let of = |exponent| {
            let power = Monomial::one().with_exponent(atom, exponent);
            let found = powers.iter().find(|(monomial, _)| *monomial == power);
            found.map_or_else(Poly::zero, |(_, factor)| factor.clone())
        };
        Some(([of(0), of(1), of(2)], atom))
    }

    /// What the step divides by: the derivative of its equation by its unknown, or the determinant
    /// of the derivatives of its equations by its unknowns. `None` for more than six of them.
    #[must_use]
    pub fn divisor(&self, system: &System) -> Option<Poly> {
        let few = self.unknowns.len() <= WRITTEN;
        few.then(|| determinant(&self.jacobian(system)))
    }

    /// The derivatives of its equations (rows) by its unknowns (columns).
    #[must_use]
    pub fn jacobian(&self, system: &System) -> Vec<Vec<Poly>> {
        let atoms: Vec<Atom> = system.atoms(&self.unknowns);
        let row = |equation: &Poly| atoms.iter().map(|&atom| equation.partial(atom)).collect();
        self.equations.iter().map(row).collect()
    }
}

/// The determinant by expansion along the first row; meant for a few rows.
fn determinant(matrix: &[Vec<Poly>]) -> Poly {
    match matrix {
        [] => Poly::one(),
        [row] => row.first().cloned().unwrap_or_default(),
        [first, rest @ ..] => {
            let entries = first
                .iter()
                .enumerate()
                .filter(|(_, entry)| !entry.is_zero());
            let term = |(column, entry): (usize, &Poly)| {
                let minor: Vec<Vec<Poly>> = rest.iter().map(|row| without(row, column)).collect();
                let term = entry * determinant(&minor);
                if column.is_multiple_of(2) {
                    term
                } else {
                    -term
                }
            };
            entries.map(term).sum()
        }
    }
}

fn without(row: &[Poly], column: usize) -> Vec<Poly> {
    let others = row.iter().enumerate().filter(|(c, _)| *c != column);
    others.map(|(_, entry)| entry.clone()).collect()
}
