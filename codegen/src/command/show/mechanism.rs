//! The stage `mechanism`: frames, axes, transmission and parameters.

use serde_json::{Value, json};

use crate::algebra::Rational;
use crate::document::Notation;
use crate::mechanism::{Base, Body, Mechanism, Pose};

/// How a body moves: a base that moves is on no joint.
fn kind(mechanism: &Mechanism, body: &Body) -> String {
    match (mechanism.base, body.parent) {
        (Base::Input, None) => "floating".to_owned(),
        _ => format!("{:?}", body.joint.kind).to_lowercase(),
    }
}

/// The moving bodies of a robot, its transmission, its parameters and what is measured.
pub(super) fn value(notation: Notation<'_>) -> Value {
    let mechanism = notation.mechanism();
    let numbers = |numbers: &[Rational]| -> Value {
        numbers
            .iter()
            .map(|number| notation.number(number))
            .collect()
    };
    let pose = |pose: &Pose| {
        json!({
            "rotation": pose.rotation.iter().map(|row| numbers(row)).collect::<Vec<_>>(),
            "translation": pose.translation.iter().map(|p| notation.poly(p)).collect::<Vec<_>>(),
        })
    };
    let body = |body: &Body| {
        let ground = match mechanism.base {
            Base::Rest => "base",
            Base::Input => "world",
        };
        let parent = body
            .parent
            .map_or(ground, |p| mechanism.bodies[p].name.as_str());
        json!({
            "name": body.name, "parent": parent, "joint": body.joint.name,
            "type": kind(mechanism, body),
            "axis": numbers(&body.joint.axis),
            "position": notation.motion(&body.joint.motion, 0),
            "before": pose(&body.before), "after": pose(&body.after),
        })
    };
    let transmission = mechanism.transmission.iter().flatten();
    let parameter = |p: &crate::mechanism::Parameter| json!({"name": p.name, "unit": p.unit});
    json!({
        "robot": mechanism.name,
        "gravity": numbers(&mechanism.gravity),
        "bodies": mechanism.bodies.iter().map(body).collect::<Vec<_>>(),
        "transmission": transmission.map(|row| numbers(row)).collect::<Vec<_>>(),
        "parameters": mechanism.parameters.iter().map(parameter).collect::<Vec<_>>(),
        "measured": crate::command::parameters::measured(mechanism),
    })
}
