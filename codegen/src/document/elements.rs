//! Gravity, inertia and Coriolis elements and their named coefficients, as the ABB paper prints
//! them (section 2.2).

use super::notation::{Notation, positive_groups_first};
use super::page::{Equation, Page};
use crate::algebra::{Poly, Rational};
use crate::dynamics::{ClosedForm, Coefficient, Element, Part};
use crate::identifiability::Combination;
use crate::recovery::in_physical;

/// Beyond this many coefficients only the independent ones are written out.
const WRITTEN_OUT: usize = 400;

/// The elements of one part of the equations, a line an element, then those that are zero.
pub(super) fn elements(page: &mut Page<'_>, form: &ClosedForm, part: Part) {
    let notation = page.notation;
    let of_part = || form.elements.iter().filter(|element| element.part == part);
    page.equations(
        of_part().map(|element| {
            Equation::new(notation.element(element), terms(&notation, form, element))
        }),
    );
    let indices = part.indices(notation.mechanism()).into_iter();
    let left_out = || form.left_out.get(&part).into_iter().flatten().flatten();
    let not_zero = || of_part().chain(left_out().map(|(element, _)| element));
    let zero = indices.filter(|indices| !not_zero().any(|element| &element.indices == indices));
    let mut zero = zero.map(|indices| notation.element(&Element::new(part, indices)));
    page.equations(zero.next().map(|first| {
        let chain: Vec<String> = zero.chain(["0".to_owned()]).collect();
        Equation::new(first, chain.join(" = "))
    }));
}

/// An element as the sum of its terms.
#[must_use]
pub fn terms(notation: &Notation<'_>, form: &ClosedForm, element: &Element) -> String {
    notation.sum(element.terms.iter().map(|term| {
        let name = notation.coefficient(&form.coefficients[term.coefficient].name);
        (Rational::ONE, vec![name, notation.monomial(&term.monomial)])
    }))
}

/// The coefficients of one part: independent ones in physical and in standard parameters, then the
/// others as combinations of those.
pub(super) fn coefficients(
    page: &mut Page<'_>,
    form: &ClosedForm,
    dependence: Option<&[Option<Combination>]>,
    part: Part,
) {
    let (notation, prefix) = (page.notation, part.prefix());
    let written_out = form.coefficients.len() <= WRITTEN_OUT;
    let (mut independent, mut dependent) = (Vec::new(), Vec::new());
    for (k, coefficient) in form.coefficients.iter().enumerate() {
        let relation = dependence.and_then(|all| all[k].as_ref());
        if !coefficient.name.starts_with(prefix) {
            continue;
        }
        let (list, rights) = match relation {
            None => (&mut independent, coefficient_values(&notation, form, k)),
            Some(relation) => {
                let mut rights = vec![combination(&notation, form, relation)];
                rights.extend(written_out.then(|| coefficient_in_physical(&notation, form, k)));
                (&mut dependent, rights)
            }
        };
        let left = notation.coefficient(&coefficient.name);
        list.push(Equation { left, rights });
    }
    if !independent.is_empty() {
        let (title, apart) = match dependence {
            Some(_) => ("Independent coefficients", ""),
            None => (
                "Coefficients",
                " Which of them are combinations of others is too long to be written in symbols.",
            ),
        };
        page.subheading(&format!("{title} {prefix}"));
        page.prose(&format!(
            "First in physical parameters (centre of mass t, inertia J about it), then in standard \
             ones (first moment, inertia L about the body's origin).{apart}"
        ));
        page.equations(independent);
    }
    if dependent.is_empty() {
        return;
    }
    page.subheading(&format!("Dependent coefficients {prefix}"));
    page.prose(&match written_out {
        true => "Combinations of earlier coefficients, identically: no motion tells them apart."
            .to_owned(),
        false => format!(
            "Combinations of earlier coefficients, identically. There are too many \
             ${prefix}|\\mathit{{{prefix}}}$ to write each out in parameters; \
             `armwright show dynamics FILE --element` does it for one element."
        ),
    });
    page.equations(dependent);
}

/// A coefficient of the closed form in physical parameters: `m_c*l_b1 + m_c*tx_c + m_b*tx_b`.
#[must_use]
pub fn coefficient_in_physical(
    notation: &Notation<'_>,
    form: &ClosedForm,
    coefficient: usize,
) -> String {
    coefficient_values(notation, form, coefficient).swap_remove(0)
}

/// A coefficient of the closed form in physical parameters and, where that is another formula, in
/// standard ones.
#[must_use]
pub fn coefficient_values(
    notation: &Notation<'_>,
    form: &ClosedForm,
    coefficient: usize,
) -> Vec<String> {
    let Coefficient { name, value } = &form.coefficients[coefficient];
    values(notation, value, name.starts_with(Part::Gravity.prefix()))
}

/// A polynomial in physical parameters and, where that is another formula, in the standard ones in
/// which it is given; the magnitude of gravity is a factor of all of it where gravity is in it and
/// points along an axis of the base.
pub(super) fn values(notation: &Notation<'_>, standard: &Poly, has_gravity: bool) -> Vec<String> {
    let mechanism = notation.mechanism();
    let components: Vec<&Rational> = mechanism.gravity.iter().filter(|g| !g.is_zero()).collect();
    let usual = match components.as_slice() {
        &[only] if has_gravity => Some(only),
        _ => None,
    };
    let physical = in_physical(mechanism, standard);
    let mut values = vec![
        notation.grouped(&physical, usual),
        notation.grouped(standard, usual),
    ];
    values.dedup();
    values
}

/// A dependent coefficient as a combination of earlier ones: `2*PJ_1 + 2*PJ_3`.
#[must_use]
pub fn combination(notation: &Notation<'_>, form: &ClosedForm, relation: &Combination) -> String {
    let multiples = relation.iter().map(|(&k, ratio)| {
        notation.multiples(&notation.coefficient(&form.coefficients[k].name), ratio)
    });
    notation.sum(positive_groups_first(multiples.collect()))
}
