//! The stage `description`: what the user wrote, with the line of each thing.

use serde_json::json;

use super::{Shown, no_element};
use crate::command::failure::Failure;
use crate::description::{Body, Description, Placement};
use crate::diagnostic::Span;

/// The constants and bodies of a robot file; one of them where it is named.
pub(super) fn show(description: &Description, element: Option<&str>) -> Result<Shown, Failure> {
    let line = |span: Span| description.file.line(span.start).0;
    let mut text = String::new();
    if element.is_none() {
        text.push_str(&format!(
            "line {:>4}  robot {}, gravity {:?}\n",
            line(description.name.span),
            description.name.value,
            description.gravity
        ));
    }
    let mut constants = Vec::new();
    for constant in &description.constants {
        let name = &constant.name.value;
        if element.is_some_and(|wanted| wanted != name) {
            continue;
        }
        let kind = if constant.symbol.is_some() { "symbol" } else { "constant" };
        let at = line(constant.name.span);
        let value = format!("{:?}", constant.value);
        text.push_str(&format!("line {at:>4}  {kind} {name} = {value} {}\n", constant.unit));
        constants.push(json!({
            "name": name, "line": at, "value": value, "unit": constant.unit,
            "symbolic": constant.symbol.is_some(),
        }));
    }
    let mut bodies = Vec::new();
    for body in &description.bodies {
        if element.is_some_and(|w| w != body.name.value && w != body.joint.name.value) {
            continue;
        }
        let at = line(body.name.span);
        let parent = body.parent.map_or("base", |p| description.bodies[p].name.value.as_str());
        let (kind, placement) = (format!("{:?}", body.joint.kind).to_lowercase(), placed(body));
        text.push_str(&format!(
            "line {at:>4}  body {} on {parent} by {kind} {}: {placement}\n",
            body.name.value, body.joint.name.value
        ));
        bodies.push(json!({
            "name": body.name.value, "line": at, "parent": parent, "joint": body.joint.name.value,
            "type": kind, "placement": placement, "nominal": body.inertia.is_some(),
        }));
    }
    if let Some(wanted) = element
        && constants.is_empty()
        && bodies.is_empty()
    {
        let names = description.constants.iter().map(|c| c.name.value.clone());
        let bodies = description.bodies.iter().map(|b| b.name.value.clone());
        return Err(no_element("description", wanted, names.chain(bodies).collect()));
    }
    let mut motors = Vec::new();
    if element.is_none()
        && let Some(drives) = &description.drives
    {
        for motor in drives.motors.iter().flat_map(|list| &list.value) {
            let at = line(motor.name.span);
            text.push_str(&format!("line {at:>4}  motor {}\n", motor.name.value));
            motors.push(json!({"name": motor.name.value, "line": at}));
        }
    }
    let json = json!({
        "robot": description.name.value, "title": description.title, "source": description.source,
        "gravity": description.gravity.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "constants": constants, "bodies": bodies, "motors": motors,
    });
    Ok(Shown { text, json })
}

/// Where a joint is, as the file says it.
fn placed(body: &Body) -> String {
    match &body.joint.placement {
        Some(Placement::Origin { xyz, rpy, axis }) => {
            let axis = axis.as_ref().map_or_else(String::new, |a| format!(", axis {:?}", a.value));
            let shown: Vec<String> = xyz.iter().map(super::mechanism::plain).collect();
            let turned: Vec<String> = rpy.iter().map(|angle| format!("{angle:?}")).collect();
            format!("xyz [{}], rpy [{}]{axis}", shown.join(", "), turned.join(", "))
        }
        Some(Placement::DenavitHartenberg { convention, alpha, a, d, theta }) => format!(
            "{convention:?} row: alpha {alpha:?}, a {}, d {}, theta {theta:?}",
            super::mechanism::plain(a),
            super::mechanism::plain(d)
        ),
        None => "no placement".to_owned(),
    }
}
