//! The stage `description`: what the user wrote, with the line of each thing.

use serde_json::{Value, json};

use super::written;
use crate::algebra::{Atom, Monomial, Poly, Rational, Symbol};
use crate::description::{Angle, Body, Constant, Convention, Description, Motor, Placement};
use crate::diagnostic::Span;

/// The constants, bodies and motors of a robot file.
pub(super) fn value(description: &Description) -> Value {
    let line = |span: Span| description.file.line(span.start).0;
    let constant = |constant: &Constant| {
        json!({
            "name": constant.name.value, "line": line(constant.name.span),
            "value": with_pi(&length(description, &constant.value.plain), &constant.value.pi),
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
        "gravity": written(&description.gravity),
        "constants": description.constants.iter().map(constant).collect::<Vec<_>>(),
        "bodies": description.bodies.iter().map(body).collect::<Vec<_>>(),
        "motors": motors.flat_map(|list| &list.value).map(motor).collect::<Vec<_>>(),
    })
}

/// Where a joint is, as the file says it.
fn placed(description: &Description, body: &Body) -> String {
    let length = |poly| length(description, poly);
    match &body.joint.placement {
        Some(Placement::Origin { xyz, rpy, axis }) => {
            let axis = axis.as_ref();
            let axis = axis.map_or_else(String::new, |a| format!(", axis {:?}", a.value));
            let shown: Vec<String> = xyz.iter().map(length).collect();
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
            length(&row.a),
            length(&row.d),
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

/// A polynomial in symbolic constants.
fn length(description: &Description, poly: &Poly) -> String {
    let power = |&(atom, exponent): &(Atom, u16)| {
        let symbol =
            |c: &&Constant| c.symbol.map(|k| Atom::Symbol(Symbol::Constant(k))) == Some(atom);
        let constant = description.constants.iter().find(symbol);
        let name = constant.map_or("", |constant| constant.name.value.as_str());
        std::iter::repeat_n(name.to_owned(), usize::from(exponent))
    };
    let term = |(monomial, coefficient): &(Monomial, Rational)| {
        let number =
            Some(coefficient.to_string()).filter(|_| !coefficient.is_one() || monomial.is_one());
        let factors: Vec<String> = number
            .into_iter()
            .chain(monomial.factors().iter().flat_map(power))
            .collect();
        factors.join("*")
    };
    let terms: Vec<String> = poly.terms().iter().map(term).collect();
    match terms.as_slice() {
        [] => "0".to_owned(),
        terms => terms.join(" + "),
    }
}
