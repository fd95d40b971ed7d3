//! The factored form in words and equations, for robots whose closed form is too long to print.

use std::collections::BTreeSet;

use super::elements::all_indices;
use super::notation::Notation;
use super::page::{Equation, Inline, Page, math, words};
use crate::algebra::{Atom, CoordinateIndex, Monomial, Poly, Rational};
use crate::derivation::Derivation;
use crate::dynamics::{Element, Functions, Part};
use crate::mechanism::{Mechanism, ParameterKind};

/// Counting the terms of Coriolis elements takes all their derivatives: not beyond so many terms
/// of the inertia matrix.
const COUNTED: usize = 60_000;

/// How many terms each element of a part would have; `None` where they are too many to count.
///
/// Counted with the squares of cosines; the printed form may save a few by squares of sines.
#[must_use]
pub fn term_counts(derivation: &Derivation, part: Part) -> Option<Vec<(Element, usize)>> {
    let mechanism = &derivation.mechanism;
    let inertial: Vec<&Functions> = derivation
        .functions
        .iter()
        .zip(&mechanism.parameters)
        .filter(|(_, parameter)| !matches!(parameter.kind, ParameterKind::Offset(_)))
        .map(|(functions, _)| functions)
        .collect();
    let size: usize = inertial
        .iter()
        .flat_map(|f| f.inertia.values())
        .map(|poly| poly.terms().len())
        .sum();
    if part == Part::Coriolis && size > COUNTED {
        return None;
    }
    let count = |indices: &[CoordinateIndex]| {
        let mut monomials: BTreeSet<Monomial> = BTreeSet::new();
        for functions in &inertial {
            let value = of_parameter(mechanism, functions, indices);
            monomials.extend(
                value
                    .collect(is_motion)
                    .into_iter()
                    .map(|(monomial, _)| monomial),
            );
        }
        monomials.len()
    };
    let elements = all_indices(part, mechanism).into_iter().map(|indices| {
        let terms = count(&indices);
        (
            Element {
                part,
                indices,
                terms: Vec::new(),
            },
            terms,
        )
    });
    Some(elements.filter(|(_, terms)| *terms > 0).collect())
}

fn is_motion(atom: Atom) -> bool {
    atom.coordinate().is_some()
}

/// A parameter's part of the element `g_i`, `M_ij` or `S_ijk`.
fn of_parameter(mechanism: &Mechanism, functions: &Functions, indices: &[CoordinateIndex]) -> Poly {
    let by = |poly: &Poly, k| mechanism.derivative(poly, k);
    let inertia = |i: CoordinateIndex, j| functions.inertia.get(&(i.min(j), i.max(j)));
    let slope = |i, j, k| inertia(i, j).map_or_else(Poly::zero, |poly| by(poly, k));
    match *indices {
        [i] => by(&functions.potential, i),
        [i, j] => inertia(i, j).cloned().unwrap_or_default(),
        [i, j, k] if j == k => &slope(i, j, j) - &slope(j, j, i).scale(&Rational::new(1, 2)),
        [i, j, k] => &(&slope(i, j, k) + &slope(i, k, j)) - &slope(j, k, i),
        _ => Poly::zero(),
    }
}

/// Says that the closed form was given up, and how long it would be.
pub(super) fn over_budget(
    page: &mut Page,
    notation: &Notation<'_>,
    derivation: &Derivation,
    part: Part,
) {
    let Err(reason) = &derivation.closed_form else {
        return;
    };
    page.paragraph([words(format!("Not printed: {reason}."))]);
    let Some(counts) = term_counts(derivation, part) else {
        page.paragraph([words("There are too many terms even to count them.")]);
        return;
    };
    let total: usize = counts.iter().map(|(_, terms)| terms).sum();
    page.paragraph([words(format!("Terms of each element, {total} in all:"))]);
    let mut pieces: Vec<Inline> = Vec::new();
    for (element, terms) in counts {
        let separator = if pieces.is_empty() { "" } else { ", " };
        pieces.push(words(separator));
        pieces.push(math(notation.element(&element)));
        pieces.push(words(format!(" {terms}")));
    }
    page.paragraph(pieces);
}

/// The chapter on the factored form: what the generated code computes.
pub(super) fn chapter(page: &mut Page, notation: &Notation<'_>) {
    let e = |text: &str, latex: &str| notation.either(text, latex);
    let equation = |left: (&str, &str), right: (&str, &str)| {
        Equation::new(e(left.0, left.1), e(right.0, right.1))
    };
    page.heading("Factored form");
    page.paragraph([
        words(
            "The generated code computes torque from body to body. For each body j from the base \
             outwards, with parent i, all in the body's own frame: ",
        ),
        math(e("R", "R")),
        words(" turns the parent's vectors into it, "),
        math(e("p", "p")),
        words(" is its origin in the parent's frame, "),
        math(e("z", "z")),
        words(" its joint's axis (a prismatic joint adds its rate to the velocity instead):"),
    ]);
    page.equations(vec![
        equation(
            ("w_j", "w_j"),
            ("R*w_i + z*qd_j", "R\\,w_i + z\\,\\dot q_j"),
        ),
        equation(
            ("wd_j", "\\dot w_j"),
            (
                "R*wd_i + (R*w_i) x z*qd_j + z*qdd_j",
                "R\\,\\dot w_i + (R\\,w_i) \\times z\\,\\dot q_j + z\\,\\ddot q_j",
            ),
        ),
        equation(
            ("U_j", "U_j"),
            (
                "[wd_j x] + [w_j x]^2",
                "[\\dot w_j \\times] + [w_j \\times]^2",
            ),
        ),
        equation(
            ("acc_j", "a_j"),
            ("R*(acc_i + U_i*p)", "R\\,(a_i + U_i\\,p)"),
        ),
    ]);
    page.paragraph([
        words("The base has "),
        math(e("acc = -gravity", "a = -\\mathrm{gravity}")),
        words(". With mass "),
        math("m"),
        words(", first moment "),
        math(e("h", "h")),
        words(" and inertia "),
        math(e("L", "L")),
        words(" about the body's origin, the force and moment that the body needs are"),
    ]);
    page.equations(vec![
        equation(("F_j", "F_j"), ("m*acc_j + U_j*h", "m\\,a_j + U_j\\,h")),
        equation(
            ("N_j", "N_j"),
            (
                "h x acc_j + L*wd_j + w_j x (L*w_j)",
                "h \\times a_j + L\\,\\dot w_j + w_j \\times (L\\,w_j)",
            ),
        ),
    ]);
    page.paragraph([
        words("and each joint i that carries body j, whose unit rate gives that body's frame the "),
        words("angular velocity "),
        math(e("a_ij", "s_{ij}")),
        words(" and its origin the velocity "),
        math(e("b_ij", "b_{ij}")),
        words(", bears "),
        math(e(
            "b_ij.F_j + a_ij.N_j",
            "b_{ij} \\cdot F_j + s_{ij} \\cdot N_j",
        )),
        words(
            ". Armature, rotors and friction are added as under Drives. The torque is linear in \
             the parameters, which gives the regressor column by column.",
        ),
    ]);
}
