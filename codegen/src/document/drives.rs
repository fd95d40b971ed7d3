//! Transmission, rotors and friction as equations.

use super::notation::{Notation, Term};
use super::page::{Equation, Page};
use crate::algebra::{CoordinateIndex, MotorIndex, Place as _, Rational};
use crate::dynamics::{Form, velocity_form};
use crate::mechanism::{Coordinate, Mechanism, ParameterKind, Side, Site};

/// Whether a mechanism has anything to say about drives.
pub(super) fn has_drives(mechanism: &Mechanism) -> bool {
    mechanism.transmission.is_some()
        || !mechanism.motors.is_empty()
        || mechanism
            .parameters
            .iter()
            .any(|p| !matches!(p.kind, ParameterKind::Inertial { .. }))
}

/// The chapter on drives.
pub(super) fn chapter(page: &mut Page, notation: &Notation<'_>) {
    let mechanism = notation.mechanism();
    page.heading("Drives");
    if !has_drives(mechanism) {
        page.paragraph(
            notation
                .prose("The robot file describes no drives: torque is what acts on the joints."),
        );
        return;
    }
    if mechanism.transmission.is_some() || !mechanism.motors.is_empty() {
        transmission(page, notation);
    }
    friction(page, notation);
    inertia(page, notation);
}

/// `q_m = G q` and `tau = Gᵀ tau_m`, row by row.
fn transmission(page: &mut Page, notation: &Notation<'_>) {
    let mechanism = notation.mechanism();
    let side = match mechanism.side {
        Side::Joint => "joints",
        Side::Motor => "motors",
    };
    page.paragraph(notation.prose(&format!(
        "Motor positions are $q_m = G q|q_m = G\\,q$, joint torques \
         $tau = G^T tau_m|\\tau = G^{{\\mathsf T}}\\,\\tau_m$. Positions and torques are measured at \
         the {side}."
    )));
    // A transmission has a motor for each coordinate, also where the file does not name them.
    let motors = (0..mechanism.coordinates.len()).filter_map(MotorIndex::new);
    let forms: Vec<(MotorIndex, Form)> = motors
        .map(|k| (k, velocity_form(mechanism, Site::Motor(k))))
        .collect();
    let position = |(k, form): &(MotorIndex, Form)| {
        let terms = form.enumerate();
        let terms = terms.map(|(i, g)| (g.clone(), vec![notation.coordinate(i, 0)]));
        Equation::new(notation.motor("q", *k, 0), linear(notation, terms))
    };
    page.equations(forms.iter().map(position).collect());
    let torque = |i: CoordinateIndex| {
        let terms = forms.iter();
        let terms = terms.map(|(k, form)| (form[i].clone(), vec![notation.motor("tau", *k, 0)]));
        let left = torque_of(notation, "tau", "\\tau", i);
        Equation::new(left, linear(notation, terms))
    };
    page.equations(mechanism.coordinates.places().map(torque).collect());
}

/// Friction of joints, and of motors through the transmission.
fn friction(page: &mut Page, notation: &Notation<'_>) {
    let mechanism = notation.mechanism();
    let of_motor = |k| {
        let terms = terms_at(notation, Site::Motor(k));
        (!terms.is_empty()).then_some((k, terms))
    };
    let at_motors: Vec<(MotorIndex, Vec<Term>)> =
        mechanism.motors.places().filter_map(of_motor).collect();
    let at_joint = |(i, coordinate): (CoordinateIndex, &Coordinate)| {
        let mut terms = terms_at(notation, Site::Joint(coordinate.joint));
        for (k, _) in &at_motors {
            let factor = velocity_form(mechanism, Site::Motor(*k))[i].clone();
            terms.push((factor, vec![notation.motor("f", *k, 0)]));
        }
        terms.retain(|(factor, _)| !factor.is_zero());
        let left = torque_of(notation, "f", "f", i);
        (!terms.is_empty()).then(|| Equation::new(left, notation.sum(terms)))
    };
    let at_joints = mechanism.coordinates.enumerate().filter_map(at_joint);
    let at_joints: Vec<Equation> = at_joints.collect();
    if at_joints.is_empty() {
        return;
    }
    page.subheading("Friction");
    if !at_motors.is_empty() {
        page.paragraph(
            notation
                .prose("At the motors, with the motors' own velocities inside the sign function:"),
        );
        let equation = |(k, terms)| Equation::new(notation.motor("f", k, 0), notation.sum(terms));
        page.equations(at_motors.into_iter().map(equation).collect());
    }
    page.paragraph(
        notation.prose("The friction torque $f_i$ of each joint is added to $tau_i|\\tau_i$:"),
    );
    page.equations(at_joints);
}

/// Armature and rotor inertia, and where they stand.
fn inertia(page: &mut Page, notation: &Notation<'_>) {
    let parameters = notation.mechanism().parameters.enumerate();
    let terms = parameters.filter_map(|(index, parameter)| {
        let ParameterKind::Inertia(site) = parameter.kind else {
            return None;
        };
        let square = notation.raised(&rate(notation, site), 2);
        Some((Rational::new(1, 2), vec![notation.parameter(index), square]))
    });
    let terms: Vec<Term> = terms.collect();
    if terms.is_empty() {
        return;
    }
    page.subheading("Armature and rotors");
    page.paragraph(
        notation
            .prose("Their kinetic energy is in $T$, so their inertia is in the elements of $M$:"),
    );
    page.equations(vec![Equation::new(
        notation.either("T_drives", "T_{\\mathrm{drives}}"),
        notation.sum(terms),
    )]);
}

/// The velocity of a joint or a motor.
fn rate(notation: &Notation<'_>, site: Site) -> String {
    let joint = match site {
        Site::Joint(i) => notation.mechanism().joint(i),
        Site::Motor(k) => return notation.motor("q", k, 1),
    };
    match joint.motion.coordinate() {
        Some(own) => notation.coordinate(own, 1),
        None => format!("({})", notation.motion(&joint.motion, 1)),
    }
}

/// The friction terms at one place.
fn terms_at(notation: &Notation<'_>, place: Site) -> Vec<Term> {
    let rate = rate(notation, place);
    let parameters = notation.mechanism().parameters.enumerate();
    let terms = parameters.filter_map(|(index, parameter)| {
        let motion = match parameter.kind {
            ParameterKind::Coulomb(site) if site == place => {
                let sign = notation.either("sign", "\\operatorname{sign}");
                format!("{sign}({rate})")
            }
            ParameterKind::Viscous(site) if site == place => rate.clone(),
            ParameterKind::Offset(site) if site == place => String::new(),
            _ => return None,
        };
        Some((Rational::ONE, vec![notation.parameter(index), motion]))
    });
    terms.collect()
}

/// A sum without the terms that are zero.
fn linear(notation: &Notation<'_>, terms: impl Iterator<Item = Term>) -> String {
    notation.sum(terms.filter(|(factor, _)| !factor.is_zero()))
}

fn torque_of(notation: &Notation<'_>, text: &str, latex: &str, at: CoordinateIndex) -> String {
    let number = at.at() + 1;
    notation.either(
        &format!("{text}_{number}"),
        &format!("{latex}_{{{number}}}"),
    )
}
