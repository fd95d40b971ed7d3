//! Section 5: friction behind a transmission.

use std::fmt::Write as _;

use armwright_codegen::dynamics::{Form, velocity_form};
use armwright_codegen::mechanism::{ParameterKind, Site};

use super::derived::Wrist;
use super::erratum::{Errata, Erratum};
use super::printed::Printed;

/// Compares what each motor's friction has the sign of.
pub(super) fn compare(printed: &Printed, wrist: &Wrist, errata: &mut Errata) {
    let mechanism = &wrist.driven().mechanism;
    let motors = mechanism.parameters.iter().filter_map(|p| match p.kind {
        ParameterKind::Coulomb(Site::Motor(motor)) => Some(motor),
        _ => None,
    });
    let other: Vec<String> = motors
        .filter_map(|motor| {
            let form = rate(&velocity_form(mechanism, Site::Motor(motor)));
            let stated = printed.coulomb.sign_of.get(motor.at())?;
            let name = &mechanism.motors[motor].name;
            (form != *stated).then(|| format!("{name}: sgn({form}), not sgn({stated})"))
        })
        .collect();
    if other.is_empty() {
        return;
    }
    errata.errata.push(Erratum {
        title: "Coulomb friction turns with the velocities of the motors".to_owned(),
        place: "section 5, the equation with friction",
        printed: printed.coulomb.term.clone(),
        derived: "G_ji C_jk sgn(G_kl qd_l)".to_owned(),
        reason: format!(
            "Friction on the motor side opposes the motor's velocity, qd_m = G qd; each motor's \
             sign is that of a row of G times qd. With the transmission of the robot file, {}.",
            other.join("; ")
        ),
    });
}

/// `10 qd_1 + 50 qd_2`.
fn rate(form: &Form) -> String {
    let mut text = String::new();
    for (k, factor) in form.enumerate().filter(|(_, factor)| !factor.is_zero()) {
        let sign = match (text.is_empty(), factor.is_negative()) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let size = factor.abs();
        let size = if size.is_one() {
            String::new()
        } else {
            format!("{size} ")
        };
        let _ = write!(text, "{sign}{size}qd_{}", k.at() + 1);
    }
    text
}
