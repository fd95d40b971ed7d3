//! Transmission, rotors and friction as equations.

use super::notation::{Notation, Style};
use super::page::{Equation, Page, math, words};
use crate::algebra::Rational;
use crate::dynamics::velocity_form;
use crate::mechanism::{Mechanism, ParameterKind, Side, Site};

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
    let n = mechanism.bodies.len();
    let forms: Vec<Vec<Rational>> = (0..n)
        .map(|k| velocity_form(mechanism, Site::Motor(k)))
        .collect();
    let position = |k: usize| {
        let terms = forms[k]
            .iter()
            .enumerate()
            .map(|(i, g)| (g, notation.coordinate(i, 0)));
        Equation::new(motor(notation, "q", k, 0), linear(notation, terms))
    };
    page.equations((0..n).map(position).collect());
    let torque = |i: usize| {
        let terms = (0..n).map(|k| (&forms[k][i], motor(notation, "tau", k, 0)));
        Equation::new(
            joint_torque(notation, "tau", "\\tau", i),
            linear(notation, terms),
        )
    };
    page.equations((0..n).map(torque).collect());
}

/// Friction of joints, and of motors through the transmission.
fn friction(page: &mut Page, notation: &Notation<'_>) {
    let mechanism = notation.mechanism();
    let at_motors: Vec<Equation> = (0..mechanism.motors.len())
        .filter_map(|k| Some((k, terms_at(notation, Site::Motor(k))?)))
        .map(|(k, sum)| Equation::new(motor(notation, "f", k, 0), sum))
        .collect();
    let n = mechanism.bodies.len();
    let at_joint = |i: usize| {
        let mut sum = terms_at(notation, Site::Joint(i)).unwrap_or_default();
        for k in 0..mechanism.motors.len() {
            let factor = &velocity_form(mechanism, Site::Motor(k))[i];
            if !factor.is_zero() && terms_at(notation, Site::Motor(k)).is_some() {
                notation.append(&mut sum, factor, &[motor(notation, "f", k, 0)]);
            }
        }
        (!sum.is_empty()).then(|| Equation::new(joint_torque(notation, "f", "f", i), sum))
    };
    let at_joints: Vec<Equation> = (0..n).filter_map(at_joint).collect();
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
    for (index, parameter) in mechanism.parameters.iter().enumerate() {
        let ParameterKind::Inertia(site) = parameter.kind else {
            continue;
        };
        let rate = match site {
            Site::Joint(i) => notation.coordinate(i, 1),
            Site::Motor(k) => motor(notation, "q", k, 1),
        };
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

/// The friction terms at one place, if there are any.
fn terms_at(notation: &Notation<'_>, place: Site) -> Option<String> {
    let rate = match place {
        Site::Joint(i) => notation.coordinate(i, 1),
        Site::Motor(k) => motor(notation, "q", k, 1),
    };
    let mut sum = String::new();
    for (index, parameter) in notation.mechanism().parameters.iter().enumerate() {
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
fn motor(notation: &Notation<'_>, quantity: &str, motor: usize, dots: usize) -> String {
    let number = format!("m{}", motor + 1);
    let name = notation
        .mechanism()
        .motors
        .get(motor)
        .map_or(number.as_str(), |m| m.name.as_str());
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

fn joint_torque(notation: &Notation<'_>, text: &str, latex: &str, joint: usize) -> String {
    notation.either(
        &format!("{text}_{}", joint + 1),
        &format!("{latex}_{{{}}}", joint + 1),
    )
}
