//! Transmission, rotors and friction as equations.

use super::notation::{Notation, Style};
use super::page::{Equation, Page, math, words};
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
        page.paragraph([words(
            "The robot file describes no drives: torque is what acts on the joints.",
        )]);
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
    page.paragraph([
        words("Motor positions are "),
        math(notation.either("q_m = G q", "q_m = G\\,q")),
        words(", joint torques "),
        math(notation.either("tau = G^T tau_m", "\\tau = G^{\\mathsf T}\\,\\tau_m")),
        words(format!(
            ". Positions and torques are measured at the {side}."
        )),
    ]);
    // A transmission has a motor for each coordinate, also where the file does not name them.
    let motors = (0..mechanism.coordinates.len()).filter_map(MotorIndex::new);
    let forms: Vec<(MotorIndex, Form)> = motors
        .map(|k| (k, velocity_form(mechanism, Site::Motor(k))))
        .collect();
    let position = |(k, form): &(MotorIndex, Form)| {
        let terms = form
            .enumerate()
            .map(|(i, g)| (g, notation.coordinate(i, 0)));
        Equation::new(motor(notation, "q", *k, 0), linear(notation, terms))
    };
    page.equations(forms.iter().map(position).collect());
    let torque = |i: CoordinateIndex| {
        let terms = forms
            .iter()
            .map(|(k, form)| (&form[i], motor(notation, "tau", *k, 0)));
        Equation::new(
            torque_of(notation, "tau", "\\tau", i),
            linear(notation, terms),
        )
    };
    page.equations(mechanism.coordinates.places().map(torque).collect());
}

/// Friction of joints, and of motors through the transmission.
fn friction(page: &mut Page, notation: &Notation<'_>) {
    let mechanism = notation.mechanism();
    let motors = || mechanism.motors.places();
    let at_motors: Vec<Equation> = motors()
        .filter_map(|k| Some((k, terms_at(notation, Site::Motor(k))?)))
        .map(|(k, sum)| Equation::new(motor(notation, "f", k, 0), sum))
        .collect();
    let at_joint = |(i, coordinate): (CoordinateIndex, &Coordinate)| {
        let mut sum = terms_at(notation, Site::Joint(coordinate.joint)).unwrap_or_default();
        for k in motors() {
            let factor = &velocity_form(mechanism, Site::Motor(k))[i];
            if !factor.is_zero() && terms_at(notation, Site::Motor(k)).is_some() {
                notation.append(&mut sum, factor, &[motor(notation, "f", k, 0)]);
            }
        }
        (!sum.is_empty()).then(|| Equation::new(torque_of(notation, "f", "f", i), sum))
    };
    let at_joints = mechanism.coordinates.enumerate().filter_map(at_joint);
    let at_joints: Vec<Equation> = at_joints.collect();
    if at_joints.is_empty() {
        return;
    }
    page.subheading("Friction");
    if !at_motors.is_empty() {
        page.paragraph([words(
            "At the motors, with the motors' own velocities inside the sign function:",
        )]);
        page.equations(at_motors);
    }
    page.paragraph([
        words("The friction torque "),
        math(notation.either("f_i", "f_i")),
        words(" of each joint is added to "),
        math(notation.either("tau_i", "\\tau_i")),
        words(":"),
    ]);
    page.equations(at_joints);
}

/// Armature and rotor inertia, and where they stand.
fn inertia(page: &mut Page, notation: &Notation<'_>) {
    let mechanism = notation.mechanism();
    let mut forms = Vec::new();
    for (index, parameter) in mechanism.parameters.enumerate() {
        let ParameterKind::Inertia(site) = parameter.kind else {
            continue;
        };
        let rate = rate(notation, site);
        let square = format!("{rate}^{}", notation.either("2", "{2}"));
        forms.push((index, square));
    }
    if forms.is_empty() {
        return;
    }
    page.subheading("Armature and rotors");
    page.paragraph([
        words("Their kinetic energy is in "),
        math("T"),
        words(", so their inertia is in the elements of "),
        math("M"),
        words(":"),
    ]);
    let mut sum = String::new();
    for (index, square) in forms {
        let factors = [notation.parameter(index), square];
        notation.append(&mut sum, &Rational::new(1, 2), &factors);
    }
    page.equations(vec![Equation::new(
        notation.either("T_drives", "T_{\\mathrm{drives}}"),
        sum,
    )]);
}

/// The velocity of a joint or a motor.
fn rate(notation: &Notation<'_>, site: Site) -> String {
    let joint = match site {
        Site::Joint(i) => notation.mechanism().joint(i),
        Site::Motor(k) => return motor(notation, "q", k, 1),
    };
    match joint.motion.coordinate() {
        Some(own) => notation.coordinate(own, 1),
        None => format!("({})", notation.motion(&joint.motion, 1)),
    }
}

/// The friction terms at one place, if there are any.
fn terms_at(notation: &Notation<'_>, place: Site) -> Option<String> {
    let rate = rate(notation, place);
    let mut sum = String::new();
    for (index, parameter) in notation.mechanism().parameters.enumerate() {
        let factors = match parameter.kind {
            ParameterKind::Coulomb(site) if site == place => {
                let sign = notation.either("sign", "\\operatorname{sign}");
                vec![notation.parameter(index), format!("{sign}({rate})")]
            }
            ParameterKind::Viscous(site) if site == place => {
                vec![notation.parameter(index), rate.clone()]
            }
            ParameterKind::Offset(site) if site == place => vec![notation.parameter(index)],
            _ => continue,
        };
        notation.append(&mut sum, &Rational::ONE, &factors);
    }
    (!sum.is_empty()).then_some(sum)
}

fn linear<'a>(
    notation: &Notation<'_>,
    terms: impl Iterator<Item = (&'a Rational, String)>,
) -> String {
    let mut sum = String::new();
    for (factor, name) in terms.filter(|(factor, _)| !factor.is_zero()) {
        notation.append(&mut sum, factor, &[name]);
    }
    sum
}

/// A motor's quantity: `q_m1`, `qd_m1`, `tau_m1`.
fn motor(notation: &Notation<'_>, quantity: &str, motor: MotorIndex, dots: usize) -> String {
    let number = format!("m{}", motor.at() + 1);
    let named = notation.mechanism().motors.as_slice().get(motor.at());
    let name = named.map_or(number.as_str(), |motor| motor.name.as_str());
    if notation.style() == Style::Text {
        return format!("{quantity}{}_{name}", "d".repeat(dots));
    }
    let letter = match (quantity, dots) {
        ("tau", _) => "\\tau",
        (letter, 0) => letter,
        _ => "\\dot q",
    };
    format!("{letter}_{{\\mathrm{{{}}}}}", name.replace('_', "\\_"))
}

fn torque_of(notation: &Notation<'_>, text: &str, latex: &str, at: CoordinateIndex) -> String {
    let number = at.at() + 1;
    notation.either(
        &format!("{text}_{number}"),
        &format!("{latex}_{{{number}}}"),
    )
}
