//! Where joints are, as `armwright diff` compares it: what is constant in their positions is in their frames.

use std::collections::BTreeMap;

use crate::document::{Notation, Style};
use crate::mechanism::{Base, Body, Mechanism, Pose};
use crate::urdf::roll_pitch_yaw;

/// The frame of each joint on the body that carries it, its axis, and the frame of the body beyond it.
pub(super) fn frames(mechanism: &Mechanism) -> BTreeMap<String, String> {
    let notation = Notation::new(mechanism, Style::Text).rounded();
    let pose = |pose: &Pose| {
        let [x, y, z] = pose
            .translation
            .each_ref()
            .map(|length| notation.poly(length));
        // Rotations are approximated to 1e-15.
        let angles = roll_pitch_yaw(&pose.rotation).map(|x| (x * 1e12).round() / 1e12 + 0.0);
        let turned = match angles {
            [0.0, 0.0, 0.0] => String::new(),
            [roll, pitch, yaw] => format!(", turned by [{roll}, {pitch}, {yaw}]"),
        };
        format!("at [{x}, {y}, {z}]{turned}")
    };
    let frame = |body: &Body| {
        let [x, y, z] = body.joint.axis.each_ref().map(|x| notation.number(x));
        let mut said = format!("{}, axis [{x}, {y}, {z}]", pose(&body.before));
        if body.after != Pose::identity() {
            said += &format!(", the body {}", pose(&body.after));
        }
        (body.joint.name.clone(), said)
    };
    // A base that moves is on no joint.
    let of_base = usize::from(mechanism.base == Base::Input);
    mechanism.bodies.iter().skip(of_base).map(frame).collect()
}
