//! Gravity, inertia and Coriolis elements and their named coefficients, as the ABB paper prints
//! them (section 2.2).

use super::grouping::positive_first;
use super::notation::Notation;
use super::page::{Equation, Page, code, math, words};
use crate::algebra::{Atom, CoordinateIndex, Rational, Symbol};
use crate::dynamics::{ClosedForm, Coefficient, Element, Part};
use crate::identifiability::{Combination, Ratio, Unproved, dependent_coefficients};
use crate::mechanism::Mechanism;
use crate::recovery::in_physical;

/// Beyond this many coefficients only the independent ones are written out.
const WRITTEN_OUT: usize = 400;

/// What each coefficient is in terms of those before it; see [`dependent_coefficients`].
///
/// # Errors
/// [`Unproved`].
pub fn dependence(form: &ClosedForm) -> Result<Vec<Option<Combination>>, Unproved> {
    let values: Vec<_> = form
        .coefficients
        .iter()
        .map(|coefficient| &coefficient.value)
        .collect();
    dependent_coefficients(&values, is_parameter)
}

/// Whether a variable is a standard parameter.
pub(crate) fn is_parameter(atom: Atom) -> bool {
    matches!(atom, Atom::Symbol(Symbol::Standard(_)))
}

/// The elements of one part of the equations, a line an element, then those that are zero.
pub(super) fn elements(page: &mut Page, notation: &Notation<'_>, form: &ClosedForm, part: Part) {
    let of_part = || form.elements.iter().filter(|element| element.part == part);
    page.equations(
        of_part()
            .map(|element| equation(notation, form, element))
            .collect(),
    );
    let zero: Vec<String> = all_indices(part, notation.mechanism())
        .into_iter()
        .filter(|indices| !of_part().any(|element| &element.indices == indices))
        .map(|indices| {
            notation.element(&Element {
                part,
                indices,
                terms: Vec::new(),
            })
        })
        .collect();
    if let Some((first, others)) = zero.split_first() {
        let chain: Vec<&str> = others.iter().map(String::as_str).chain(["0"]).collect();
        page.equations(vec![Equation::new(first, chain.join(" = "))]);
    }
}

/// An element as the sum of its terms.
pub(super) fn equation(notation: &Notation<'_>, form: &ClosedForm, element: &Element) -> Equation {
    let mut sum = String::new();
    for term in &element.terms {
        let name = notation.coefficient(&form.coefficients[term.coefficient].name);
        notation.append(
            &mut sum,
            &Rational::ONE,
            &[name, notation.monomial(&term.monomial)],
        );
    }
    Equation::new(notation.element(element), sum)
}

/// The indices that the elements of a part have: `j ≤ k` where exchanging them changes nothing.
pub(super) fn all_indices(part: Part, mechanism: &Mechanism) -> Vec<Vec<CoordinateIndex>> {
    let all = || mechanism.coordinates.places();
    let pairs = || all().flat_map(move |j| all().filter(move |k| j <= *k).map(move |k| [j, k]));
    match part {
        Part::Gravity => all().map(|i| vec![i]).collect(),
        Part::Inertia => pairs().map(Vec::from).collect(),
        Part::Coriolis => all()
            .flat_map(|i| pairs().map(move |[j, k]| vec![i, j, k]))
            .collect(),
    }
}

/// The coefficients of one part: independent ones in physical and in standard parameters, then the
/// others as combinations of those.
pub(super) fn coefficients(
    page: &mut Page,
    notation: &Notation<'_>,
    form: &ClosedForm,
    dependence: &[Option<Combination>],
    part: Part,
) {
    let of_part: Vec<usize> = (0..form.coefficients.len())
        .filter(|&k| form.coefficients[k].name.starts_with(part.prefix()))
        .collect();
    let (dependent, independent): (Vec<usize>, Vec<usize>) = of_part
        .iter()
        .partition(|&&k| dependence.get(k).is_some_and(Option::is_some));
    let prefix = math(notation.either(part.prefix(), &format!("\\mathit{{{}}}", part.prefix())));
    if !independent.is_empty() {
        page.subheading(&format!("Independent coefficients {}", part.prefix()));
        page.paragraph([words(
            "First in physical parameters (centre of mass t, inertia J about it), then in standard \
             ones (first moment, inertia L about the body's origin).",
        )]);
        let line = |&k: &usize| {
            let name = notation.coefficient(&form.coefficients[k].name);
            Equation {
                left: name,
                rights: values(notation, form, part, k),
            }
        };
        page.equations(independent.iter().map(line).collect());
    }
    if dependent.is_empty() {
        return;
    }
    page.subheading(&format!("Dependent coefficients {}", part.prefix()));
    let written_out = form.coefficients.len() <= WRITTEN_OUT;
    if written_out {
        page.paragraph([words(
            "Combinations of earlier coefficients, identically: no motion tells them apart.",
        )]);
    } else {
        page.paragraph([
            words("Combinations of earlier coefficients, identically. There are too many "),
            prefix,
            words(" to write each out in parameters; "),
            code("armwright show dynamics FILE --element"),
            words(" does it for one element."),
        ]);
    }
    let line = |&k: &usize| {
        let mut rights = vec![combination(notation, form, dependence, k)];
        if written_out {
            rights.extend(values(notation, form, part, k).into_iter().take(1));
        }
        Equation {
            left: notation.coefficient(&form.coefficients[k].name),
            rights,
        }
    };
    page.equations(dependent.iter().map(line).collect());
}

/// A coefficient of the closed form in physical parameters: `m_c*l_b1 + m_c*tx_c + m_b*tx_b`.
#[must_use]
pub fn coefficient_in_physical(
    notation: &Notation<'_>,
    form: &ClosedForm,
    coefficient: usize,
) -> String {
    let mechanism = notation.mechanism();
    let Coefficient { name, value } = &form.coefficients[coefficient];
    let usual = name
        .starts_with(Part::Gravity.prefix())
        .then(|| along_one_axis(mechanism))
        .flatten();
    notation.grouped(&in_physical(mechanism, value), usual)
}

/// A coefficient in physical parameters and, where that is another formula, in standard ones.
pub(super) fn values(
    notation: &Notation<'_>,
    form: &ClosedForm,
    part: Part,
    coefficient: usize,
) -> Vec<String> {
    let mechanism = notation.mechanism();
    let usual = (part == Part::Gravity)
        .then(|| along_one_axis(mechanism))
        .flatten();
    let standard = &form.coefficients[coefficient].value;
    let physical = notation.grouped(&in_physical(mechanism, standard), usual);
    let standard = notation.grouped(standard, usual);
    if physical == standard {
        vec![physical]
    } else {
        vec![physical, standard]
    }
}

/// The magnitude of gravity where it points along an axis of the base: a factor of every `PG`.
pub(super) fn along_one_axis(mechanism: &Mechanism) -> Option<&Rational> {
    let mut components = mechanism.gravity.iter().filter(|g| !g.is_zero());
    let first = components.next();
    if components.next().is_some() {
        None
    } else {
        first
    }
}

/// A dependent coefficient as a combination of earlier ones: `2*PJ_1 + 2*PJ_3`.
pub(super) fn combination(
    notation: &Notation<'_>,
    form: &ClosedForm,
    dependence: &[Option<Combination>],
    coefficient: usize,
) -> String {
    let terms: Vec<_> = dependence
        .get(coefficient)
        .into_iter()
        .flatten()
        .flatten()
        .collect();
    let negative = |(_, ratio): &(&usize, &Ratio)| {
        ratio
            .numerator
            .terms()
            .first()
            .is_some_and(|(_, factor)| factor.is_negative())
    };
    let mut sum = String::new();
    for &(&k, ratio) in positive_first(&terms, negative) {
        let name = notation.coefficient(&form.coefficients[k].name);
        notation.append_ratio(&mut sum, &name, ratio);
    }
    if sum.is_empty() { "0".to_owned() } else { sum }
}
