//! The stage `mechanism`: exact frames, axes, transmission and parameters.

use serde_json::{Value, json};

use super::{Shown, no_element};
use crate::algebra::Rational;
use crate::command::failure::Failure;
use crate::document::{Notation, Style};
use crate::mechanism::{Body, Mechanism, Pose};

/// The moving bodies of a robot, or one of them.
pub(super) fn show(mechanism: &Mechanism, element: Option<&str>) -> Result<Shown, Failure> {
    let notation = Notation::new(mechanism, Style::Text);
    let wanted = |body: &Body| element.is_none_or(|e| e == body.name || e == body.joint.name);
    let all = mechanism.bodies.iter();
    let bodies: Vec<&Body> = all.filter(|body| wanted(body)).collect();
    if let (Some(name), true) = (element, bodies.is_empty()) {
        let known = mechanism
            .bodies
            .iter()
            .map(|body| body.name.clone())
            .collect();
        return Err(no_element("mechanism", name, known));
    }
    let mut text = String::new();
    let mut list = Vec::new();
    for body in bodies {
        let parent = body
            .parent
            .map_or("base", |p| mechanism.bodies[p].name.as_str());
        let kind = format!("{:?}", body.joint.kind).to_lowercase();
        text.push_str(&format!(
            "body {} on {parent}\n  {}: {kind} joint {}, axis {:?}\n  before the motion: {}\n",
            body.name,
            notation.motion(&body.joint.motion, 0),
            body.joint.name,
            body.joint.axis,
            pose(&notation, &body.before)
        ));
        let after = pose(&notation, &body.after);
        if after != IDENTITY {
            text.push_str(&format!("  after the motion: {after}\n"));
        }
        list.push(json!({
            "name": body.name, "parent": parent, "joint": body.joint.name, "type": kind,
            "axis": body.joint.axis.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "before": pose_json(&notation, &body.before),
            "after": pose_json(&notation, &body.after),
        }));
    }
    let rows = mechanism.transmission.iter().flatten();
    let transmission: Vec<Vec<String>> = rows
        .map(|row| row.iter().map(ToString::to_string).collect())
        .collect();
    if element.is_none() {
        for (row, label) in transmission
            .iter()
            .zip(std::iter::once("G = ").chain(std::iter::repeat("    ")))
        {
            text.push_str(&format!("{label}[{}]\n", row.join(", ")));
        }
        let names: Vec<&str> = mechanism
            .parameters
            .iter()
            .map(|p| p.name.as_str())
            .collect();
        text.push_str(&format!(
            "{} parameters: {}\n",
            names.len(),
            names.join(", ")
        ));
        let rows = mechanism.measured_rows();
        let rows: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        text.push_str(&format!("measured: {}\n", rows.join(", ")));
    }
    let parameters: Vec<Value> = mechanism
        .parameters
        .iter()
        .map(|p| json!({"name": p.name, "unit": p.unit}))
        .collect();
    let json = json!({
        "robot": mechanism.name, "bodies": list, "transmission": transmission,
        "gravity": mechanism.gravity.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "parameters": parameters,
        "measured": mechanism.measured_rows().iter()
            .map(|row| json!({"name": row.name, "unit": row.unit})).collect::<Vec<_>>(),
    });
    Ok(Shown { text, json })
}

const IDENTITY: &str = "no displacement";

fn pose(notation: &Notation<'_>, pose: &Pose) -> String {
    let unit = |i: usize, j: usize, value: &Rational| {
        if i == j {
            value.is_one()
        } else {
            value.is_zero()
        }
    };
    let turned = !pose
        .rotation
        .iter()
        .enumerate()
        .all(|(i, row)| row.iter().enumerate().all(|(j, value)| unit(i, j, value)));
    let mut parts = Vec::new();
    if pose
        .translation
        .iter()
        .any(|component| !component.is_zero())
    {
        let components: Vec<String> = pose.translation.iter().map(|p| notation.poly(p)).collect();
        parts.push(format!("translation [{}]", components.join(", ")));
    }
    if turned {
        parts.push(format!("rotation {:?}", pose.rotation));
    }
    if parts.is_empty() {
        IDENTITY.to_owned()
    } else {
        parts.join(", ")
    }
}

fn pose_json(notation: &Notation<'_>, pose: &Pose) -> Value {
    let rotation = pose
        .rotation
        .iter()
        .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>());
    json!({
        "rotation": rotation.collect::<Vec<_>>(),
        "translation": pose.translation.iter().map(|p| notation.poly(p)).collect::<Vec<_>>(),
    })
}
