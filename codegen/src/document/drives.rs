//! Transmission, rotors and friction as equations.

use super::notation::{Notation, Term};
use super::page::{Equation, Page};
use super::{springs, torques};
use crate::algebra::{CoordinateIndex, MotorIndex, Place as _, Rational};
use crate::dynamics::velocity_form;
use crate::mechanism::{Coordinate, Mechanism, ParameterKind, Side, Site};

/// Whether a mechanism has anything to say about drives.
pub(super) fn has_drives(mechanism: &Mechanism) -> bool {
    let mut parameters = mechanism.parameters.iter();
    has_motors(mechanism) || parameters.any(|p| p.kind.component().is_none())
}

fn has_motors(mechanism: &Mechanism) -> bool {
    mechanism.transmission.is_some() || !mechanism.motors.is_empty()
}

/// The chapter on drives.
pub(super) fn chapter(page: &mut Page<'_>) {
    let mechanism = page.notation.mechanism();
    page.heading("Drives");
    if !has_drives(mechanism) {
        page.prose("The robot file describes no drives: torque is what acts on the joints.");
        return;
    }
    if has_motors(mechanism) {
        transmission(page);
    }
    friction(page);
    springs::section(page);
    torques::section(page);
    inertia(page);
}

/// `q_m = G q` and `tau = Gᵀ tau_m`, row by row.
fn transmission(page: &mut Page<'_>) {
    let notation = page.notation;
    let mechanism = notation.mechanism();
    let side = match mechanism.side {
        Side::Joint => "joints",
        Side::Motor => "motors",
    };
    page.prose(&format!(
        "Motor positions are $q_m = G q|q_m = G\\,q$, joint torques \
         $tau = G^T tau_m|\\tau = G^{{\\mathsf T}}\\,\\tau_m$. Positions and torques are measured at \
         the {side}."
    ));
    // A transmission has a motor for each coordinate, also where the file does not name them.
    let motors = (0..mechanism.coordinates.len()).filter_map(MotorIndex::new);
    let forms = motors.map(|k| (k, velocity_form(mechanism, Site::Motor(k))));
    let forms: Vec<_> = forms.collect();
    page.equations(forms.iter().map(|(k, form)| {
        let terms = form.enumerate();
        let terms = terms.map(|(i, factor)| (factor.clone(), vec![notation.coordinate(i, 0)]));
        Equation::new(notation.motor("q", *k, 0), notation.sum(terms))
    }));
    page.equations(mechanism.coordinates.places().map(|i| {
        let terms = forms.iter();
        let terms = terms.map(|(k, form)| (form[i].clone(), vec![notation.motor("tau", *k, 0)]));
        Equation::new(notation.numbered("tau_", "\\tau", i), notation.sum(terms))
    }));
}

/// Friction of joints, and of motors through the transmission.
fn friction(page: &mut Page<'_>) {
    let notation = page.notation;
    let mechanism = notation.mechanism();
    let motors = mechanism.motors.places();
    let motors = motors.map(|k| (k, friction_at(&notation, Site::Motor(k))));
    let motors: Vec<_> = motors.filter(|(_, terms)| !terms.is_empty()).collect();
    let joint = |(i, coordinate): (CoordinateIndex, &Coordinate)| {
        let mut terms = friction_at(&notation, Site::Joint(coordinate.joint));
        // What acts at a joint that follows acts on what it follows, as much as it turns by.
        for (body, moved) in mechanism.bodies.enumerate() {
            let (joint, share) = (body.joint(), moved.joint.motion.factor(i));
            if joint != coordinate.joint && !share.is_zero() {
                let there = friction_at(&notation, Site::Joint(joint)).into_iter();
                terms.extend(there.map(|(factor, factors)| (factor * share.clone(), factors)));
            }
        }
        terms.extend(motors.iter().map(|(k, _)| {
            let factor = velocity_form(mechanism, Site::Motor(*k))[i].clone();
            (factor, vec![notation.motor("f", *k, 0)])
        }));
        let is_any = terms.iter().any(|(factor, _)| !factor.is_zero());
        is_any.then(|| Equation::new(notation.numbered("f_", "f", i), notation.sum(terms)))
    };
    let joints = mechanism.coordinates.enumerate().filter_map(joint);
    let joints: Vec<Equation> = joints.collect();
    if joints.is_empty() {
        return;
    }
    page.subheading("Friction");
    if !motors.is_empty() {
        page.prose("At the motors, with the motors' own velocities inside the sign function:");
        let equation = |(k, terms)| Equation::new(notation.motor("f", k, 0), notation.sum(terms));
        page.equations(motors.into_iter().map(equation));
    }
    let mut kinds = mechanism.parameters.iter().map(|parameter| parameter.kind);
    if kinds.any(|kind| matches!(kind, ParameterKind::CoulombPositive(_))) {
        page.prose(
            "What stands in square brackets is 1 where it holds, 1/2 at rest, and 0 elsewhere.",
        );
    }
    page.prose("The friction torque $f_i$ of each joint is added to $tau_i|\\tau_i$:");
    page.equations(joints);
}

/// Armature and rotor inertia, and where they stand.
fn inertia(page: &mut Page<'_>) {
    let notation = page.notation;
    let parameters = notation.mechanism().parameters.enumerate();
    let terms = parameters.filter_map(|(index, parameter)| {
        let ParameterKind::Inertia(site) = parameter.kind else {
            return None;
        };
        let square = notation.raised(&rate(&notation, site), 2);
        Some((Rational::new(1, 2), vec![notation.parameter(index), square]))
    });
    let terms: Vec<Term> = terms.collect();
    if terms.is_empty() {
        return;
    }
    page.subheading("Armature and rotors");
    page.prose("Their kinetic energy is in $T$, so their inertia is in the elements of $M$:");
    let left = notation.either("T_drives", "T_{\\mathrm{drives}}");
    page.equations([Equation::new(left, notation.sum(terms))]);
}

/// The velocity of a joint or a motor.
fn rate(notation: &Notation<'_>, site: Site) -> String {
    notation.moved(site, 1)
}

/// The friction terms at one place.
fn friction_at(notation: &Notation<'_>, place: Site) -> Vec<Term> {
    let rate = rate(notation, place);
    let function = |text: &str, of: &str| {
        let name = notation.either(text, &format!("\\operatorname{{{text}}}"));
        match of.starts_with('(') && of.ends_with(')') {
            true => format!("{name}{of}"),
            false => format!("{name}({of})"),
        }
    };
    let parameters = notation.mechanism().parameters.enumerate();
    let terms = parameters.filter_map(|(index, parameter)| {
        let (factor, motions) = match parameter.kind {
            ParameterKind::Coulomb(_) => (1, vec![function("sign", &rate)]),
            ParameterKind::CoulombPositive(_) => (1, vec![format!("[{rate} > 0]")]),
            ParameterKind::CoulombNegative(_) => (-1, vec![format!("[{rate} < 0]")]),
            ParameterKind::Viscous(_) => (1, vec![rate.clone()]),
            ParameterKind::ViscousPositive(_) => (1, vec![function("max", &format!("{rate}, 0"))]),
            ParameterKind::ViscousNegative(_) => (1, vec![function("min", &format!("{rate}, 0"))]),
            ParameterKind::Quadratic(_) => (1, vec![rate.clone(), format!("|{rate}|")]),
            ParameterKind::Offset(_) => (1, Vec::new()),
            _ => return None,
        };
        let factors = std::iter::once(notation.parameter(index)).chain(motions);
        let is_here = parameter.kind.site() == Some(place);
        is_here.then(|| (Rational::from(factor), factors.collect()))
    });
    terms.collect()
}
