//! Steps of a recovery plan as formulas: `ty_c = my_c/m_c`.

use super::grouping::common_sign;
use super::notation::{Notation, positive_first};
use super::quotient::reduced;
use crate::algebra::{Atom, Monomial, Poly};
use crate::recovery::{Branch, Spare, Step, StepKind, System, base_of};

/// Writes the steps of one plan in one style. The notation knows the base parameters.
#[derive(Debug, Clone, Copy)]
pub struct Formulas<'a> {
    notation: Notation<'a>,
    system: &'a System,
}

impl<'a> Formulas<'a> {
    /// Formulas in a notation.
    #[must_use]
    pub fn new(notation: Notation<'a>, system: &'a System) -> Self {
        let notation = match system.coefficients.as_slice() {
            [] => notation,
            _ => notation.without_base(),
        };
        Self { notation, system }
    }

    /// The coefficients of motion that formulas take in the place of base parameters, with their
    /// symbols.
    #[must_use]
    pub fn coefficients(&self) -> Vec<(String, String)> {
        let pairs = self
            .system
            .equations
            .places()
            .zip(&self.system.coefficients);
        let pair = |(k, poly)| {
            (
                self.notation.base_symbol(k),
                self.notation.grouped(poly, None),
            )
        };
        pairs.map(pair).collect()
    }

    /// A quantity's name.
    #[must_use]
    pub fn quantity(&self, index: usize) -> String {
        self.notation.atom(self.system.quantities[index].atom)
    }

    /// The names of quantities.
    pub(super) fn quantities(&self, indices: &[usize]) -> String {
        let names = indices.iter().map(|&k| self.quantity(k));
        self.notation.list(names)
    }

    /// What a linear step's unknown is equal to; the equations of other steps, `... = 0`.
    #[must_use]
    pub fn right(&self, step: &Step) -> String {
        let lists = (step.equations.as_slice(), step.unknowns.as_slice());
        let (StepKind::Linear, ([equation], [unknown, ..])) = (&step.kind, lists) else {
            let zeros = self.zeros(step).into_iter();
            let zeros: Vec<String> = zeros.map(|zero| zero + " = 0").collect();
            return zeros.join(&self.notation.either(", ", ",\\quad "));
        };
        let atom = self.system.quantities[*unknown].atom;
        let divisor = equation.partial(atom);
        let rest = &(&divisor * &Poly::atom(atom)) - equation;
        self.quotient(&rest, &divisor)
    }

    /// A whole step: `ty_c = my_c/m_c`, or `l_1: l_1^2*m_b - ... = 0`.
    #[must_use]
    pub fn step(&self, step: &Step) -> String {
        let separator = match step.kind {
            StepKind::Linear => " = ".to_owned(),
            _ => self.notation.either(": ", ":\\quad "),
        };
        self.quantities(&step.unknowns) + &separator + &self.right(step)
    }

    /// What vanishes at the solution of a step.
    #[must_use]
    pub fn zeros(&self, step: &Step) -> Vec<String> {
        let equations = step.equations.iter();
        equations.map(|equation| self.sum(equation)).collect()
    }

    /// What a step divides by; empty for a number.
    #[must_use]
    pub fn divisor(&self, step: &Step) -> String {
        let Some(divisor) = step.divisor(self.system) else {
            return "the determinant of the derivatives of these equations".to_owned();
        };
        match divisor.as_constant() {
            Some(_) => String::new(),
            None => self.sum(&divisor.scale(&common_sign(&divisor))),
        }
    }

    /// Which root is taken and why, or what is iterated; empty for a linear step.
    #[must_use]
    pub fn note(&self, step: &Step) -> String {
        let name = step.unknowns.first();
        let name = name.map_or("", |&u| &self.system.quantities[u].name);
        match &step.kind {
            StepKind::Linear => String::new(),
            StepKind::Quadratic(Branch::Positive(nominal)) => {
                let of_two = match nominal {
                    Some(value) => format!("the one nearer to the nominal {value}"),
                    None => "the larger one".to_owned(),
                };
                format!("{name} is positive: the positive root is taken, of two {of_two}")
            }
            StepKind::Quadratic(Branch::Nearest(nominal)) => format!(
                "Physics allows both roots of {name}: the one nearer to the nominal {nominal} is taken"
            ),
            StepKind::Quadratic(Branch::Larger) => format!(
                "Physics allows both roots of {name}, and the file has no nominal value: the larger \
                 one is taken"
            ),
            StepKind::Newton => {
                "No formula was found: solved together by Newton's iteration from the nominal values \
                 (1 for a mass, a length or a moment of inertia without one, else 0)"
                    .to_owned()
            }
        }
    }

    /// A spare equation as what should vanish: the base parameter less what it should be.
    #[must_use]
    pub fn spare(&self, spare: &Spare) -> String {
        self.sum(&spare.residual())
    }

    fn quotient(&self, numerator: &Poly, divisor: &Poly) -> String {
        let (above, below) = reduced(numerator, divisor);
        match below.as_constant().and_then(|number| number.recip()) {
            Some(inverse) => self.sum(&above.scale(&inverse)),
            None => self.notation.over(&self.sum(&above), &self.sum(&below)),
        }
    }

    /// Terms with base parameters first, then what is subtracted from them.
    fn sum(&self, poly: &Poly) -> String {
        let has_base = |atom: Atom| base_of(atom).is_some();
        let terms = poly.terms().iter().cloned();
        let (with, without): (Vec<_>, Vec<_>) =
            terms.partition(|(m, _)| m.factors().iter().any(|(atom, _)| has_base(*atom)));
        let (with, without) = (Poly::from_terms(with), Poly::from_terms(without));
        if with.is_zero() {
            return self.notation.grouped(&without, None);
        }
        let sum = self.bases(&with);
        if without.is_zero() {
            return sum;
        }
        let rest = self.notation.grouped(&without, None);
        match rest.strip_prefix('-') {
            Some(rest) => format!("{sum} - {rest}"),
            None => format!("{sum} + {rest}"),
        }
    }

    /// Each product of base parameters with its factor in parentheses.
    fn bases(&self, poly: &Poly) -> String {
        let groups = poly.collect(|atom| base_of(atom).is_some());
        let term = |(key, factor): &(Monomial, Poly)| {
            let (coefficient, factor) = match factor.terms() {
                [(monomial, coefficient)] => {
                    (coefficient.clone(), self.notation.monomial(monomial))
                }
                _ => {
                    let sign = common_sign(factor);
                    let inner = self.notation.poly(&factor.scale(&sign));
                    (sign, format!("({inner})"))
                }
            };
            (coefficient, vec![factor, self.notation.monomial(key)])
        };
        let terms = groups.iter().map(term).collect();
        self.notation.sum(positive_first(terms))
    }
}
