//! Joints without a motor: each has a place among the motors, where its own position is, and a torque of zero.

use std::borrow::Cow;

use crate::algebra::Rational;
use crate::description::{Description, Drives, Motor, Ratios, Transmission};
use crate::diagnostic::{Diagnostics, Fault, Spanned};

use super::free::not_free;

/// Whether a joint has no motor.
fn is_passive(drives: &Drives, joint: &str) -> bool {
    drives.passive.iter().any(|name| name.value == joint)
}

/// The joints with a motor, of those that move by themselves.
pub(super) fn driven<'j>(drives: &Drives, joints: &[&'j str]) -> impl Iterator<Item = &'j str> {
    let joints = joints.iter().copied();
    joints.filter(|joint| !is_passive(drives, joint))
}

/// Whether what is said of joints without a motor can be; what cannot is reported.
pub(super) fn check(
    description: &Description,
    drives: &Drives,
    joints: &[&str],
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut is_right = true;
    let mut report = |fault, span| {
        diagnostics.add(fault, span);
        is_right = false;
    };
    for (k, name) in drives.passive.iter().enumerate() {
        if let Some(fault) = not_free(description, name, "leave it out: it has no motor") {
            report(fault, name.span);
        }
        if drives.passive[..k]
            .iter()
            .any(|other| other.value == name.value)
        {
            report(Fault::repeated(&name.value), name.span);
        }
    }
    let Some(first) = drives.passive.first() else {
        return is_right;
    };
    if driven(drives, joints).next().is_none() {
        let (why, instead) = ("nothing is driven", "leave a joint out of `passive`");
        report(Fault::passive(why, instead), first.span);
    }
    if drives.motors.is_none() {
        let instead = "list the motors of the other joints: `motors: [{name: m1}, ...]`";
        report(
            Fault::passive("its place is among the motors", instead),
            first.span,
        );
    }
    match drives.transmission.as_ref() {
        None => {}
        Some(given) => match &given.value {
            Transmission::ByJoint(ratios) => {
                for (name, _) in ratios
                    .iter()
                    .filter(|(name, _)| is_passive(drives, &name.value))
                {
                    let instead = "leave its ratio out; others may have it among theirs";
                    report(
                        Fault::passive("it has no ratio of its own", instead),
                        name.span,
                    );
                }
            }
            _ => {
                let instead =
                    "write `transmission: {q1: 80, q2: {q1: 20, q2: 45}}`, without those joints";
                report(
                    Fault::passive("ratios are given by names", instead),
                    given.span,
                );
            }
        },
    }
    is_right
}

/// A description in which joints without a motor have their places among the motors.
pub(super) fn as_motors(description: &Description) -> Cow<'_, Description> {
    let has_any = |drives: &&Drives| !drives.passive.is_empty();
    let Some(drives) = description.drives.as_ref().filter(has_any) else {
        return Cow::Borrowed(description);
    };
    let mut drives = drives.clone();
    for (place, body) in description.free().enumerate() {
        let joint = &body.joint.name.value;
        let found = drives.passive.iter().find(|name| name.value == *joint);
        let Some(name) = found.cloned() else {
            continue;
        };
        if let Some(Spanned { value: motors, .. }) = &mut drives.motors {
            let motor = Motor {
                name: name.clone(),
                is_passive: true,
                ..Motor::default()
            };
            motors.insert(place.min(motors.len()), motor);
        }
        if let Some(Spanned {
            value: Transmission::ByJoint(ratios),
            ..
        }) = &mut drives.transmission
        {
            ratios.push((name, Ratios::Own(Rational::ONE)));
        }
    }
    let mut description = description.clone();
    description.drives = Some(drives);
    Cow::Owned(description)
}
