//! The stage `description`: what the user wrote, with the line of each thing.

use serde_json::json;

use super::written;
use crate::algebra::Poly;
use crate::description::{
    Angle, Body, Constant, Description, Direction, Gravity, Motor, Placement,
};
use crate::diagnostic::Span;
use crate::format;

/// The constants, bodies and motors of a robot file.
pub(super) fn value(description: &Description) -> serde_json::Value {
    let line = |span: Span| description.file.line(span.start).0;
    let constant = |constant: &Constant| {
        json!({
            "name": constant.name.value, "line": line(constant.name.span),
            "value": format::written(&constant.value, description),
            "unit": constant.unit, "symbolic": constant.symbol.is_some(),
        })
    };
    let body = |body: &Body| {
        let parent = body
            .parent
            .map(|p| description.bodies[p].name.value.as_str());
        json!({
            "name": body.name.value, "line": line(body.name.span),
            "parent": parent.unwrap_or("base"), "joint": body.joint.name.value,
            "type": format!("{:?}", body.joint.kind).to_lowercase(),
            "placement": placed(description, body), "nominal": body.inertia.is_some(),
        })
    };
    let motor = |motor: &Motor| json!({"name": motor.name.value, "line": line(motor.name.span)});
    let motors = description.drives.iter().flat_map(|drives| &drives.motors);
    json!({
        "robot": description.name.value, "title": description.title, "source": description.source,
        "gravity": gravity(description),
        "constants": description.constants.iter().map(constant).collect::<Vec<_>>(),
        "bodies": description.bodies.iter().map(body).collect::<Vec<_>>(),
        "motors": motors.flat_map(|list| &list.value).map(motor).collect::<Vec<_>>(),
    })
}

/// Gravity, as the file says it.
fn gravity(description: &Description) -> serde_json::Value {
    match &description.gravity.value {
        Gravity::Vector(vector) => json!(written(vector)),
        Gravity::Pull {
            magnitude,
            direction: Direction::Along(direction),
        } => json!({"magnitude": magnitude.to_string(), "direction": written(direction)}),
        Gravity::Pull {
            magnitude,
            direction: Direction::Tilted(tilt),
        } => {
            let angle = |angle: &Angle| format::written(&angle.into(), description);
            json!({"magnitude": magnitude.to_string(), "tilt": tilt.each_ref().map(angle)})
        }
    }
}

/// Where a joint is, as the file says it.
fn placed(description: &Description, body: &Body) -> String {
    let length = |poly: &Poly| format::written(&poly.into(), description);
    let angle = |angle: &Angle| format::written(&angle.into(), description);
    match &body.joint.placement {
        Some(Placement::Origin { xyz, rpy, axis }) => {
            let (xyz, rpy) = (xyz.each_ref().map(length), rpy.each_ref().map(angle));
            let axis = axis.as_ref().map(|axis| format!(", axis {:?}", axis.value));
            let axis = axis.unwrap_or_default();
            format!("xyz [{}], rpy [{}]{axis}", xyz.join(", "), rpy.join(", "))
        }
        Some(Placement::DenavitHartenberg(row)) => format!(
            "{} row: alpha {}, a {}, d {}, theta {}",
            format!("{:?}", row.convention).to_lowercase(),
            angle(&row.alpha),
            length(&row.a),
            length(&row.d),
            angle(&row.theta)
        ),
        None => "no placement".to_owned(),
    }
}
