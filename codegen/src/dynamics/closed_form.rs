//! The equations of motion in closed form: trigonometric monomials with named coefficients.
//!
//! Hanssen, Hovland and Brogårdh, section 2.2: `J_ij qdd_j + S_ijk qd_j qd_k + g_i = tau_i`, each
//! element a sum of trigonometric monomials times a coefficient `PG_k`, `PJ_k` or `PS_k` that is
//! constant for the robot. Here they follow from the energy functions by Lagrange's equations.

use std::collections::BTreeMap;

use super::energy::Functions;
use super::expansion::DEFAULT_BUDGET;
use super::lagrange::{Element, Part, Term, potential, term_counts, weighted};
use crate::algebra::{Atom, CoordinateIndex, Indexed, Monomial, ParameterIndex, Poly, Rational};
use crate::mechanism::{Base, Element as Place, Mechanism, Square};

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
    /// Of each part that passed its budget the elements that are left out, with how many terms each
    /// has; `None` where these are too many to be counted, and the whole part is left out.
    pub left_out: BTreeMap<Part, Option<Vec<(Element, usize)>>>,
}

impl ClosedForm {
    /// Whether elements of a part are there, or none is left out since all are zero.
    #[must_use]
    pub fn has_some(&self, part: Part) -> bool {
        let mut elements = self.elements.iter();
        elements.any(|element| element.part == part) || !self.left_out.contains_key(&part)
    }
}

/// A part of the closed form that passed its budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the closed form has more than {budget} {}terms; the factored form serves instead \
     (`equations: {{budget: N}}` in the robot file raises the limit)",
    part.map(|part| format!("{part} ")).unwrap_or_default()
)]
pub struct OverBudget {
    /// The limit that it passed.
    pub budget: usize,
    /// Which part; `None` if even the energy has too many terms to be written out.
    pub part: Option<Part>,
}

/// Why a robot has no closed form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoClosedForm {
    /// It is too long.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// The base moves, and the closed form is that of a base at rest.
    #[error("there is no closed form of a base that moves; the factored form serves instead")]
    BaseMoves,
}

impl NoClosedForm {
    /// The same of a part that passed the limit, too.
    #[must_use]
    pub fn of(self, part: Part) -> Self {
        match self {
            Self::OverBudget(over) => Self::OverBudget(OverBudget {
                part: over.part.map(|_| part),
                ..over
            }),
            Self::BaseMoves => self,
        }
    }
}

/// Derives the closed form.
///
/// # Errors
/// [`NoClosedForm`]: one of its parts grows beyond the robot file's budget of terms, or the base moves.
pub fn closed_form(
    mechanism: &Mechanism,
    functions: Option<&Indexed<ParameterIndex, Functions>>,
) -> Result<ClosedForm, NoClosedForm> {
    if mechanism.base == Base::Input {
        return Err(NoClosedForm::BaseMoves);
    }
    let budget = budget(mechanism);
    let functions = functions.ok_or(OverBudget { budget, part: None })?;
    let mut builder = Builder::new(mechanism, functions);
    for part in Part::ALL {
        let before = builder.form.coefficients.len();
        for indices in part.indices(mechanism) {
            builder.element(Element::new(part, indices));
            if builder.form.coefficients.len() - before > budget {
                let part = Some(part);
                return Err(OverBudget { budget, part }.into());
            }
        }
    }
    Ok(builder.form)
}

/// What there is room for of a robot that has [`NoClosedForm`]: parts that are within the budget,
/// and of the others the shortest elements, together within it and each within a hundredth of it.
#[must_use]
pub fn what_fits(
    mechanism: &Mechanism,
    functions: Option<&Indexed<ParameterIndex, Functions>>,
) -> ClosedForm {
    let Some(functions) = functions else {
        let left_out = Part::ALL.map(|part| (part, None)).into();
        return ClosedForm {
            left_out,
            ..ClosedForm::default()
        };
    };
    let mut builder = Builder::new(mechanism, functions);
    for part in Part::ALL {
        let counts = term_counts(mechanism, functions, part);
        let left_out = counts.map(|counts| {
            let most = longest(&counts, budget(mechanism));
            let (short, long): (Vec<_>, _) = counts.into_iter().partition(|(_, n)| *n <= most);
            short
                .into_iter()
                .for_each(|(element, _)| builder.element(element));
            long
        });
        if left_out.as_ref().is_none_or(|long| !long.is_empty()) {
            builder.form.left_out.insert(part, left_out);
        }
    }
    builder.form
}

/// The most terms of a part.
fn budget(mechanism: &Mechanism) -> usize {
    mechanism.budget.unwrap_or(DEFAULT_BUDGET)
}

/// The most terms of an element of a part with such elements.
fn longest(counts: &[(Element, usize)], budget: usize) -> usize {
    let lengths = || counts.iter().map(|(_, terms)| *terms);
    let fits = |most: &usize| lengths().filter(|terms| terms <= most).sum::<usize>() <= budget;
    let whole = Some(usize::MAX).filter(fits);
    let most = whole.or_else(|| (1..=budget.div_ceil(100)).rev().find(fits));
    most.unwrap_or(0)
}

struct Builder<'m> {
    mechanism: &'m Mechanism,
    functions: &'m Indexed<ParameterIndex, Functions>,
    /// Those of all parameters together, as far as an element has asked for them.
    whole: Functions,
    form: ClosedForm,
}

impl<'m> Builder<'m> {
    fn new(mechanism: &'m Mechanism, functions: &'m Indexed<ParameterIndex, Functions>) -> Self {
        let whole = Functions {
            potential: potential(mechanism, functions),
            ..Functions::default()
        };
        Self {
            mechanism,
            functions,
            whole,
            form: ClosedForm::default(),
        }
    }

    /// An element by Lagrange's equations.
    fn value(&mut self, element: &Element) -> Poly {
        for (i, j) in element.of_inertia() {
            let of = |function: &'m Functions| function.inertia.get(&(i, j));
            let inertia = || weighted(self.mechanism, self.functions, of);
            self.whole.inertia.entry((i, j)).or_insert_with(inertia);
        }
        self.whole.element(self.mechanism, &element.indices)
    }

    fn element(&mut self, mut element: Element) {
        let value = self.value(&element);
        if value.is_zero() {
            return;
        }
        let prefix = element.part.prefix();
        let mut terms = self.chosen_squares(element.place(), &value);
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{
        Atom, Element, Monomial, NoClosedForm, OverBudget, Part, Poly, Rational, longest,
        with_squared_sines,
    };

    /// All if they are within the budget together; else as many as are, each within a hundredth of it.
    #[test]
    fn elements_are_printed_up_to_the_greatest_length_that_fits() {
        let most = |terms: &[usize], budget: usize| {
            let element = || Element::new(Part::Gravity, Vec::new());
            let counts: Vec<_> = terms.iter().map(|&n| (element(), n)).collect();
            longest(&counts, budget)
        };
        assert_eq!(most(&[5, 900, 95], 1000), usize::MAX);
        assert_eq!(most(&[], 1000), usize::MAX);
        for (terms, budget, expected) in [
            (&[1, 2, 3, 400][..], 300, 3),
            (&[1, 2, 3, 400], 301, 4),
            (&[5, 900, 96], 1000, 10),
            (&[2, 2, 2], 5, 1),
            (&[1, 1, 1], 2, 0),
            (&[7], 0, 0),
        ] {
            assert_eq!(most(terms, budget), expected, "{terms:?}, {budget}");
        }
        // A hundred of ten terms are the whole budget, one more is too much.
        let hundred = [vec![10; 100], vec![11]].concat();
        assert_eq!(most(&hundred, 1000), 10);
        let more = [vec![10; 101], vec![9, 9]].concat();
        assert_eq!(most(&more, 1000), 9);
    }

    /// `s c⁵ = s c (1 - 2 s² + s⁴)`, less `s c`; `c⁶ = 1 - 3 s² + 3 s⁴ - s⁶`; another joint's squares stay.
    #[test]
    fn higher_even_powers_of_cosines_become_those_of_sines_by_the_binomial_theorem() {
        let product = |sine: u16, cosine: u16, other: u16| {
            Monomial::one()
                .with_exponent(Atom::Sine(0.into()), sine)
                .with_exponent(Atom::Cosine(0.into()), cosine)
                .with_exponent(Atom::Cosine(1.into()), other)
        };
        let number = |n: i64| Poly::constant(Rational::from(n));
        let written = |terms: &[(Monomial, Poly)]| -> BTreeMap<Monomial, Poly> {
            with_squared_sines(terms, 0.into()).into_iter().collect()
        };
        let terms = [
            (product(1, 5, 0), number(7)),
            (product(1, 1, 0), number(-7)),
        ];
        let expected = [
            (product(3, 1, 0), number(-14)),
            (product(5, 1, 0), number(7)),
        ];
        assert_eq!(written(&terms), expected.into());
        let expected = [
            (product(0, 0, 2), number(1)),
            (product(2, 0, 2), number(-3)),
            (product(4, 0, 2), number(3)),
            (product(6, 0, 2), number(-1)),
        ];
        assert_eq!(written(&[(product(0, 6, 2), number(1))]), expected.into());
    }

    /// Without the energy no part is written, and none is to blame.
    #[test]
    fn a_part_is_blamed_only_if_another_one_was() {
        let over = |part| NoClosedForm::from(OverBudget { budget: 7, part });
        let some = over(Some(Part::Gravity)).of(Part::Inertia);
        assert_eq!(some, over(Some(Part::Inertia)));
        assert_eq!(over(None).of(Part::Inertia), over(None));
        let moves = NoClosedForm::BaseMoves;
        assert_eq!(moves.of(Part::Inertia), moves);
        assert_eq!(
            over(None).to_string(),
            "the closed form has more than 7 terms; the factored form serves instead \
             (`equations: {budget: N}` in the robot file raises the limit)"
        );
    }
}
