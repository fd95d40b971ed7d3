//! Springs at joints and between bodies as equations.

use super::notation::{Notation, Term};
use super::page::{Equation, Page};
use crate::algebra::{CoordinateIndex, Indexed, Poly, Rational, SpringIndex};
use crate::dynamics::{spring_squares, velocity_form};
use crate::mechanism::{Mechanism, ParameterKind, Site};

/// What springs take of coordinates, and what they store.
#[derive(Default)]
struct Terms {
    torques: Vec<(CoordinateIndex, Term)>,
    potential: Vec<Term>,
}

/// Whether a mechanism has springs.
pub(super) fn has_springs(mechanism: &Mechanism) -> bool {
    let mut kinds = mechanism.parameters.iter().map(|p| p.kind);
    kinds.any(|kind| {
        matches!(
            kind,
            ParameterKind::Stiffness(_) | ParameterKind::SpringRate(_)
        )
    })
}

/// Springs, how long they are, and their potential.
pub(super) fn section(page: &mut Page<'_>) {
    let notation = page.notation;
    let mechanism = notation.mechanism();
    if !has_springs(mechanism) {
        return;
    }
    page.subheading("Springs");
    let mut terms = Terms::default();
    at_joints(&notation, &mut terms);
    if let Some(squares) = spring_squares(mechanism).filter(|_| mechanism.has_coil_springs()) {
        page.prose("Springs between two points of bodies have these lengths, in m:");
        let length = |(spring, square): (SpringIndex, &Poly)| {
            let square = notation.poly(square);
            let root = notation.either(&format!("sqrt({square})"), &format!("\\sqrt{{{square}}}"));
            Equation::new(length(&notation, spring), root)
        };
        page.equations(squares.enumerate().map(length));
        between_bodies(&notation, &squares, &mut terms);
    }
    page.prose("What springs take is added to $tau_i|\\tau_i$, and their potential energy to $V$:");
    let (text, latex) = ("tau_spring_", "\\tau^{\\mathrm{spring}}");
    let torques = mechanism.coordinates.places().filter_map(|i| {
        let own = terms.torques.iter().filter(|(k, _)| *k == i);
        let own: Vec<Term> = own.map(|(_, term)| term.clone()).collect();
        let left = notation.numbered(text, latex, i);
        (!own.is_empty()).then(|| Equation::new(left, notation.sum(own)))
    });
    let torques: Vec<Equation> = torques.collect();
    page.equations(torques);
    let left = notation.either("V_springs", "V_{\\mathrm{springs}}");
    page.equations([Equation::new(left, notation.sum(terms.potential))]);
}

/// Those on the positions of joints.
fn at_joints(notation: &Notation<'_>, terms: &mut Terms) {
    let mechanism = notation.mechanism();
    for (index, parameter) in mechanism.parameters.enumerate() {
        let name = notation.parameter(index);
        let position = |site: Site| notation.moved(site, 0);
        let (torque, potential, site) = match parameter.kind {
            ParameterKind::Stiffness(site) => {
                let square = notation.raised(&position(site), 2);
                let potential = (Rational::new(1, 2), vec![name.clone(), square]);
                (vec![name, position(site)], potential, site)
            }
            ParameterKind::Preload(site) => {
                let potential = (Rational::ONE, vec![name.clone(), position(site)]);
                (vec![name], potential, site)
            }
            _ => continue,
        };
        for (i, factor) in velocity_form(mechanism, site).enumerate() {
            if !factor.is_zero() {
                terms.torques.push((i, (factor.clone(), torque.clone())));
            }
        }
        terms.potential.push(potential);
    }
}

/// Those between two points.
fn between_bodies(
    notation: &Notation<'_>,
    squares: &Indexed<SpringIndex, Poly>,
    terms: &mut Terms,
) {
    let mechanism = notation.mechanism();
    let named = |kind| mechanism.parameters.position(|p| p.kind == kind);
    for (spring, square) in squares.enumerate() {
        let rate = named(ParameterKind::SpringRate(spring));
        let tension = named(ParameterKind::SpringTension(spring));
        let [Some(rate), Some(tension)] = [rate, tension] else {
            continue;
        };
        let [rate, tension] = [rate, tension].map(|index| notation.parameter(index));
        let length = length(notation, spring);
        let pull = notation.either(
            &format!("({rate} - {tension}/{length})"),
            &format!("\\left({rate} - {tension}/{length}\\right)"),
        );
        for i in mechanism.coordinates.places() {
            let slope = mechanism.derivative(square, i).scale(&Rational::new(1, 2));
            if !slope.is_zero() {
                let slope = format!("({})", notation.poly(&slope));
                terms
                    .torques
                    .push((i, (Rational::ONE, vec![pull.clone(), slope])));
            }
        }
        let squared = notation.raised(&length, 2);
        terms
            .potential
            .push((Rational::new(1, 2), vec![rate, squared]));
        terms
            .potential
            .push((-Rational::ONE, vec![tension, length]));
    }
}

/// The length of a spring.
fn length(notation: &Notation<'_>, spring: SpringIndex) -> String {
    let name = &notation.mechanism().springs[spring].name;
    let latex = format!("l_{{\\mathrm{{{}}}}}", name.replace('_', "\\_"));
    notation.either(&format!("l_{name}"), &latex)
}
