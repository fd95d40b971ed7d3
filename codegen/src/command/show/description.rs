//! The stage `description`: what the user wrote, with the line of each thing.

use serde_json::json;

use super::{Shown, no_element};
use crate::algebra::{Atom, Poly, Rational, Symbol};
use crate::command::failure::Failure;
use crate::description::{Angle, Body, Convention, Description, Placement};
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
        let kind = if constant.symbol.is_some() {
            "symbol"
        } else {
            "constant"
        };
        let at = line(constant.name.span);
        let value = with_pi(&plain(&constant.value.plain), &constant.value.pi);
        text.push_str(&format!(
            "line {at:>4}  {kind} {name} = {value} {}\n",
            constant.unit
        ));
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
        let parent = body
            .parent
            .map_or("base", |p| description.bodies[p].name.value.as_str());
        let (kind, placement) = (
            format!("{:?}", body.joint.kind).to_lowercase(),
            placed(body),
        );
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
        return Err(no_element(
            "description",
            wanted,
            names.chain(bodies).collect(),
        ));
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
            let axis = axis
                .as_ref()
                .map_or_else(String::new, |a| format!(", axis {:?}", a.value));
            let shown: Vec<String> = xyz.iter().map(plain).collect();
            let turned: Vec<String> = rpy.iter().map(angle).collect();
            format!(
                "xyz [{}], rpy [{}]{axis}",
                shown.join(", "),
                turned.join(", ")
            )
        }
        Some(Placement::DenavitHartenberg(row)) => format!(
            "{} row: alpha {}, a {}, d {}, theta {}",
            match row.convention {
                Convention::Standard => "standard",
                Convention::Modified => "modified",
            },
            angle(&row.alpha),
            plain(&row.a),
            plain(&row.d),
            angle(&row.theta)
        ),
        None => "no placement".to_owned(),
    }
}

/// `pi/2`-like multiples and the rest.
fn angle(angle: &Angle) -> String {
    with_pi(&angle.radians.to_string(), &angle.pi)
}

fn with_pi(rest: &str, pi: &Rational) -> String {
    let multiple = match pi {
        pi if pi.is_zero() => return rest.to_owned(),
        pi if pi.is_one() => "pi".to_owned(),
        pi => format!("{pi}*pi"),
    };
    if rest == "0" {
        multiple
    } else {
        format!("{rest} + {multiple}")
    }
}

/// A polynomial in symbols before there is a mechanism to name them: by their numbers.
fn plain(poly: &Poly) -> String {
    let mut sum = String::new();
    for (monomial, coefficient) in poly.terms() {
        let factors = monomial
            .factors()
            .iter()
            .map(|&(atom, exponent)| match atom {
                Atom::Symbol(Symbol::Constant(i)) if exponent == 1 => {
                    format!("*symbol{}", i.at() + 1)
                }
                Atom::Symbol(Symbol::Constant(i)) => {
                    format!("*symbol{}^{exponent}", i.at() + 1)
                }
                other => format!("*{other:?}^{exponent}"),
            });
        let plus = if sum.is_empty() { "" } else { " + " };
        sum.push_str(&format!(
            "{plus}{coefficient}{}",
            factors.collect::<String>()
        ));
    }
    if sum.is_empty() { "0".to_owned() } else { sum }
}
