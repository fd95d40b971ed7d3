//! Values that make mechanical sense, but are hardly what was meant: degrees for radians, millimetres for
//! metres, grams for kilograms, gravity that points up. Floats are enough for that: nothing follows from it
//! but a warning.

use std::f64::consts::PI;

use crate::algebra::{Atom, Poly, Rational, Symbol};
use crate::description::{
    Angle, Body, Convention, Description, Direction, Gravity, Inertia, Joint, JointKind, Placement,
};
use crate::diagnostic::{Diagnostics, Fault, Span, Spanned};

use super::gravity::free_fall;
use super::nominal;

/// Limits from here on, as whole numbers of radians, are degrees: three turns.
const TURNS: f64 = 6.0 * PI;
/// m; joints further apart than any arm's.
const FAR: f64 = 10.0;
/// m; a centre of mass further from its joint than any arm's.
const FAR_CENTRE: f64 = 5.0;
/// kg, of an arm that reaches 1 m; of one that reaches further in proportion to the cube.
const HEAVY: f64 = 500.0;
/// m/s²; what free fall is on earth, and rounded.
const EARTH: std::ops::RangeInclusive<f64> = 9.5..=10.1;

/// Warns of values that are hardly what was meant.
pub(super) fn check(description: &Description, diagnostics: &mut Diagnostics) {
    gravity(description, diagnostics);
    let offsets = description
        .bodies
        .iter()
        .map(|body| offset(description, body));
    let offsets: Vec<[f64; 3]> = offsets.collect();
    let reach: f64 = offsets.iter().map(size).sum();
    for (body, offset) in description.bodies.iter().zip(&offsets) {
        let (joint, at) = (&body.joint, body.joint.place.span);
        for ((what, at), value) in angles(joint) {
            let what = format!("`{what}` of {}", called(body));
            diagnostics.add(Fault::degrees(&what, &short(value)), at);
        }
        if size(offset) > FAR {
            let metres = short(size(offset));
            diagnostics.add(Fault::long(&called(body), &metres, "the one before"), at);
        }
        if let Some(position) = &joint.limits.position
            && joint.kind == JointKind::Revolute
        {
            limits(position, diagnostics);
        }
        if let Some(inertia) = &body.inertia {
            mass(inertia, reach, diagnostics);
        }
    }
}

fn size(vector: &[f64; 3]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn called(body: &Body) -> String {
    match body.joint.name.value.as_str() {
        "" => format!("the joint of `{}`", body.name.value),
        name => format!("joint `{name}`"),
    }
}

/// Few digits, for messages.
fn short(value: f64) -> String {
    let rounded = (value * 1000.0).round() / 1000.0;
    rounded.to_string()
}

fn gravity(description: &Description, diagnostics: &mut Diagnostics) {
    let Spanned { value, span } = &description.gravity;
    let tilt = match value {
        Gravity::Pull {
            direction: Direction::Tilted(tilt),
            ..
        } => Some(tilt),
        _ => None,
    };
    let turns = tilt.into_iter().flatten().map(|angle| ("tilt", angle));
    for (_, value) in beyond_a_turn(turns) {
        diagnostics.add(Fault::degrees("`tilt` of the base", &short(value)), *span);
    }
    let [x, y, z] = free_fall(value).each_ref().map(Rational::to_f64);
    let length = size(&[x, y, z]);
    // One that could not be read is zero, too.
    if length == 0.0 {
        return;
    }
    // A base whose z points down stands off along -z.
    let first = description.bodies.first();
    let stands = first.map_or(0.0, |body| offset(description, body)[2]);
    let up = z > 0.0 && z >= x.abs().max(y.abs()) && stands >= 0.0;
    // How a tilted base stands is said.
    if up && tilt.is_none() {
        diagnostics.add(Fault::upwards(), *span);
    }
    if !EARTH.contains(&length) {
        diagnostics.add(Fault::unusual_gravity(&short(length)), *span);
    }
}

/// Where a joint is from the one that carries its body, m, in the axes of the latter but for the turn of
/// a Denavit-Hartenberg row.
fn offset(description: &Description, body: &Body) -> [f64; 3] {
    let symbol = |atom| match atom {
        Atom::Symbol(Symbol::Constant(index)) => {
            let mut constants = description.constants.iter();
            let constant = constants.find(|constant| constant.symbol == Some(index));
            constant.map_or_else(Poly::zero, |constant| constant.value.plain.clone())
        }
        other => Poly::atom(other),
    };
    let metres = |length: &Poly| {
        let number = length.substitute(symbol).as_constant();
        number.map_or(0.0, |number| number.to_f64())
    };
    match &body.joint.placement {
        Some(Placement::Origin { xyz, .. }) => xyz.each_ref().map(metres),
        Some(Placement::DenavitHartenberg(row)) => {
            let (a, d) = (metres(&row.a), metres(&row.d));
            let (sin, cos) = row.alpha.to_f64().sin_cos();
            match row.convention {
                Convention::Standard => [a, 0.0, d],
                Convention::Modified => [a, -sin * d, cos * d],
            }
        }
        None => [0.0; 3],
    }
}

/// Angles of a joint that are more than a turn, and written without pi, each with its place: those of its pose, and where it
/// is held, or begins, if it turns.
fn angles(joint: &Joint) -> Vec<((&'static str, Span), f64)> {
    let turns = matches!(joint.kind, JointKind::Revolute | JointKind::Continuous);
    let held = joint.locked.iter();
    let held = held.map(|held| (("locked", held.span), &held.value));
    let offset = joint.coordinate.iter();
    let offset = offset.map(|given| (("offset", given.span), &given.value.offset));
    let positions = held.chain(offset).filter(|_| turns);
    let pose: Vec<(&'static str, &Angle)> = match &joint.placement {
        Some(Placement::Origin { rpy, .. }) => rpy.iter().map(|angle| ("rpy", angle)).collect(),
        Some(Placement::DenavitHartenberg(row)) => {
            vec![("alpha", &row.alpha), ("theta", &row.theta)]
        }
        None => Vec::new(),
    };
    let pose = pose.into_iter();
    let pose = pose.map(|(what, angle)| ((what, joint.place.span), angle));
    beyond_a_turn(pose.chain(positions)).collect()
}

/// Angles that are more than a turn, and written without pi.
fn beyond_a_turn<'a, What>(
    angles: impl Iterator<Item = (What, &'a Angle)>,
) -> impl Iterator<Item = (What, f64)> {
    let plain = angles.filter(|(_, angle)| angle.pi.is_zero());
    let values = plain.map(|(what, angle)| (what, angle.to_f64()));
    values.filter(|(_, value)| value.abs() > 2.0 * PI)
}

/// Limits that are whole numbers of radians, and far.
fn limits(position: &Spanned<[Rational; 2]>, diagnostics: &mut Diagnostics) {
    let [low, high] = position.value.each_ref().map(Rational::to_f64);
    let whole = position.value.iter().all(|limit| {
        let parts = limit.small().map(|(_, parts)| parts);
        parts.is_some_and(|parts| parts <= 2)
    });
    if whole && low.abs().max(high.abs()) >= TURNS {
        let fault = Fault::limits_in_degrees(&short(low), &short(high));
        diagnostics.add(fault, position.span);
    }
}

/// A body that is too heavy, or too wide, for an arm of some reach, m.
fn mass(inertia: &Inertia, reach: f64, diagnostics: &mut Diagnostics) {
    let (of_mass, of_inertia, com) = match inertia {
        Inertia::Physical(physical) => (
            physical.mass.span,
            physical.inertia.span,
            physical.com.clone(),
        ),
        Inertia::Standard(values) => {
            let centre = nominal::standard(inertia).centre().unwrap_or_default();
            (values.span, values.span, centre)
        }
    };
    let body = nominal::standard(inertia);
    let mass = body.mass.to_f64();
    let arm = reach.max(1.0);
    if mass > HEAVY * arm.powi(3) {
        diagnostics.add(Fault::heavy(&short(mass), &short(reach)), of_mass);
    }
    let centre = size(&com.each_ref().map(Rational::to_f64));
    if centre > FAR_CENTRE.max(2.0 * reach) {
        let what = "the centre of mass";
        diagnostics.add(Fault::long(what, &short(centre), "its joint"), of_mass);
    }
    let about = body
        .centre()
        .map(|centre| body.shifted(&centre.map(|x| -x)));
    let trace = about.map_or(0.0, |about| {
        (0..3).map(|i| about.inertia[i][i].to_f64()).sum()
    });
    // Half the trace is the sum of masses times their squared distances.
    let radius = (0.5 * trace / mass).sqrt();
    if mass > 0.0 && radius > FAR_CENTRE.max(2.0 * reach) {
        diagnostics.add(Fault::wide(&short(radius)), of_inertia);
    }
}
