//! The factored form in words and equations, for robots whose closed form is too long to print.

use super::page::{Page, math, words};
use crate::dynamics::{Element, NoClosedForm};
use crate::mechanism::{Base, JointKind};

/// Says that elements of a part, or all, are left out, and how long they would be.
pub(super) fn left_out(
    page: &mut Page<'_>,
    reason: NoClosedForm,
    left_out: Option<&[(Element, usize)]>,
    all: bool,
) {
    let notation = page.notation;
    let in_full = if all { "" } else { " in full" };
    page.plain(format!("Not printed{in_full}: {reason}."));
    if reason == NoClosedForm::BaseMoves {
        return;
    }
    let Some(counts) = left_out else {
        page.plain("There are too many terms even to count them.");
        return;
    };
    let total: usize = counts.iter().map(|(_, terms)| terms).sum();
    page.plain(format!(
        "Terms of each element that is left out, {total} in all:"
    ));
    let separators = std::iter::once("").chain(std::iter::repeat(", "));
    page.paragraph(
        counts
            .iter()
            .zip(separators)
            .flat_map(|((element, terms), separator)| {
                [
                    words(separator),
                    math(notation.element(element)),
                    words(format!(" {terms}")),
                ]
            }),
    );
}

/// The chapter on the factored form: what the generated code computes.
pub(super) fn chapter(page: &mut Page<'_>) {
    page.heading("Factored form");
    page.prose(
        "The generated code computes torque from body to body. For each body j from the base \
         outwards, with parent i, all in the body's own frame: $R$ turns the parent's vectors into \
         it, $p$ is its origin in the parent's frame, $z$ its joint's axis:",
    );
    page.fixed([
        [
            ["w_j", "R*w_i + z*qd_j"],
            ["w_j", "R\\,w_i + z\\,\\dot q_j"],
        ],
        [
            ["wd_j", "R*wd_i + (R*w_i) x z*qd_j + z*qdd_j"],
            [
                "\\dot w_j",
                "R\\,\\dot w_i + (R\\,w_i) \\times z\\,\\dot q_j + z\\,\\ddot q_j",
            ],
        ],
        [
            ["U_j", "[wd_j x] + [w_j x]^2"],
            ["U_j", "[\\dot w_j \\times] + [w_j \\times]^2"],
        ],
        [
            ["acc_j", "R*(acc_i + U_i*p)"],
            ["a_j", "R\\,(a_i + U_i\\,p)"],
        ],
    ]);
    let mechanism = page.notation.mechanism();
    let mut joints = mechanism.bodies.iter().map(|body| &body.joint);
    if joints.any(|joint| joint.kind == JointKind::Prismatic) {
        page.prose("where its joint turns, and where it slides, with $U_j$ as before:");
        page.fixed([
            [["w_j", "R*w_i"], ["w_j", "R\\,w_i"]],
            [["wd_j", "R*wd_i"], ["\\dot w_j", "R\\,\\dot w_i"]],
            [
                ["acc_j", "R*(acc_i + U_i*p) + 2*w_j x z*qd_j + z*qdd_j"],
                [
                    "a_j",
                    "R\\,(a_i + U_i\\,p) + 2\\,w_j \\times z\\,\\dot q_j + z\\,\\ddot q_j",
                ],
            ],
        ]);
    }
    let base = match mechanism.base {
        Base::Rest => "The base has $acc = -gravity|a = -\\mathrm{gravity}$.",
        Base::Input => {
            "The base has the angular velocity and acceleration that it is given, and as $acc|a$ the \
             acceleration of its origin less gravity in its axes."
        }
    };
    page.prose(&format!(
        "{base} With mass $m$, first moment $h$ and inertia $L$ about the body's origin, the force \
         and moment that the body needs are"
    ));
    page.fixed([
        [["F_j", "m*acc_j + U_j*h"], ["F_j", "m\\,a_j + U_j\\,h"]],
        [
            ["N_j", "h x acc_j + L*wd_j + w_j x (L*w_j)"],
            [
                "N_j",
                "h \\times a_j + L\\,\\dot w_j + w_j \\times (L\\,w_j)",
            ],
        ],
    ]);
    page.prose(
        "and each joint i that carries body j, whose unit rate gives that body's frame the angular \
         velocity $a_ij|s_{ij}$ and its origin the velocity $b_ij|b_{ij}$, bears \
         $b_ij.F_j + a_ij.N_j|b_{ij} \\cdot F_j + s_{ij} \\cdot N_j$. Armature, rotors and friction \
         are added as under Drives. The torque is linear in the parameters, which gives the \
         regressor column by column.",
    );
    if page.notation.mechanism().base == Base::Input {
        page.prose(
            "The wrench that moves the base is the sum of what all bodies need, in the base's axes and \
             about its origin.",
        );
    }
}
