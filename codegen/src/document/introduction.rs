//! The beginning of a listing: the equation of motion, what its letters mean, joints and symbols.

use super::notation::{self, Notation};
use super::page::{Inline, Page, code, math, words};
use crate::algebra::{Atom, CoordinateIndex, Poly, Rational};
use crate::mechanism::{Base, Body, Constant, Coordinate, Joint, JointKind, Mechanism, Pose};

/// What the letters mean, and the equation of motion.
pub(super) fn chapter(page: &mut Page<'_>) {
    let notation = page.notation;
    let mechanism = notation.mechanism();
    let [x, y, z] = mechanism.gravity.each_ref().map(|g| quantity(notation, g));
    let source = match mechanism.source.as_str() {
        "" => String::new(),
        source => format!(" (source: {source})"),
    };
    page.paragraph([
        words("Robot "),
        code(&mechanism.name),
        words(source),
        words(". Gravity ["),
        x,
        words(", "),
        y,
        words(", "),
        z,
        words(match mechanism.base {
            Base::Rest => "] m/s² in the base frame.",
            Base::Input => "] m/s² in the frame of the world.",
        }),
    ]);
    if has_long_numbers(mechanism) {
        page.prose(
            "Numbers without a short form are printed as the nearest floats, with which the code computes; the equations \
             themselves are exact.",
        );
    }
    page.fixed([[
        ["tau_i", "M_ij*qdd_j + S_ijk*qd_j*qd_k + g_i + f_i"],
        [
            "\\tau_i",
            "\\sum_j M_{ij}\\,\\ddot q_j + \\sum_{j \\le k} S_{ijk}\\,\\dot q_j\\,\\dot q_k + g_i + f_i",
        ],
    ]]);
    let mut coordinates = mechanism.coordinates.iter();
    let exception = match coordinates.all(|coordinate| coordinate.turn.is_one()) {
        true => "",
        false => " unless joints turn by a part of the coordinate (below)",
    };
    let positions = "summed over j and k with $j <= k|j \\le k$; $f_i$ is friction. Positions $q_i$ count the \
         joints below, $s1 = sin(q1)|s_1 = \\sin q_1$, $c1 = cos(q1)|c_1 = \\cos q_1$";
    let parameters = "Parameters: \
         $m$ mass, $mx, my, mz|h_x,\\; h_y,\\; h_z$ first moments and \
         $Lxx .. Lzz|L_{xx} \\ldots L_{zz}$ inertia about the body's origin; \
         $tx, ty, tz|t_x,\\; t_y,\\; t_z$ centre of mass and $Jxx .. Jzz|J_{xx} \\ldots J_{zz}$ \
         inertia about it, all in the body's frame.";
    page.prose(&[positions, exception, ". ", parameters].concat());
    if mechanism.base == Base::Input {
        page.prose(
            "The base moves: it is a body, and the wrench that moves it is six rows before those of \
             the joints, force first, in its axes and about its origin. $qd|\\dot q$ and $qdd|\\ddot q$ \
             begin with the velocity and the acceleration of its origin and its angular velocity and \
             acceleration.",
        );
    }
    let joint = |(i, coordinate): (CoordinateIndex, &Coordinate)| {
        let body = &mechanism.bodies[coordinate.joint.body()];
        let (kind, unit) = match body.joint.kind {
            JointKind::Revolute => ("revolute", "rad"),
            JointKind::Continuous => ("continuous", "rad"),
            JointKind::Prismatic => ("prismatic", "m"),
        };
        let parent = body.parent.map(|parent| &mechanism.bodies[parent].name);
        [
            math(notation.coordinate(i, 0)),
            code(&body.joint.name),
            words(kind),
            words(unit),
            code(&body.name),
            code(parent.map_or("base", String::as_str)),
        ]
    };
    let head = ["", "joint", "type", "unit", "moves body", "carried by"];
    page.table(head, mechanism.coordinates.enumerate().map(joint));
    bound(page);
    parts(page, &|_| true);
    let constant = |constant: &Constant| {
        [
            math(notation.name(&constant.name)),
            quantity(notation, &constant.value),
            words(&constant.unit),
        ]
    };
    let constants = mechanism.constants.iter().map(constant);
    page.table(["symbol", "value", "unit"], constants);
}

/// Whether gravity, frames or symbols have numbers without a short form.
fn has_long_numbers(mechanism: &Mechanism) -> bool {
    let poses = mechanism.bodies.iter();
    let mut poses = poses.flat_map(|body| [&body.before, &body.after]);
    let is_long = |pose: &Pose| {
        let lengths = pose.translation.iter().flat_map(Poly::terms);
        let lengths = lengths.map(|(_, number)| number);
        lengths
            .chain(pose.rotation.iter().flatten())
            .any(notation::is_long)
    };
    let symbols = mechanism.constants.iter().map(|c| &c.value);
    symbols.chain(&mechanism.gravity).any(notation::is_long) || poses.any(is_long)
}

/// Coordinates by a part of which joints turn, of those that are wanted: sines and cosines are of that part.
pub(super) fn parts(page: &mut Page<'_>, wanted: &dyn Fn(CoordinateIndex) -> bool) {
    let notation = page.notation;
    let mechanism = notation.mechanism();
    let coordinates = mechanism.coordinates.enumerate();
    let coordinates = coordinates.filter(|(_, coordinate)| !coordinate.turn.is_one());
    for (k, _) in coordinates.filter(|(k, _)| wanted(*k)) {
        let atoms = [Atom::Position(k), Atom::Sine(k), Atom::Cosine(k)];
        let [position, sine, cosine] = atoms.map(|atom| notation.atom(atom));
        let angle = notation.angle(k);
        let of = |symbol: &str, name: &str| {
            math(notation.either(
                &format!("{symbol} = {name}({angle})"),
                &format!("{symbol} = \\{name}({angle})"),
            ))
        };
        let (sine, cosine) = (of(&sine, "sin"), of(&cosine, "cos"));
        page.paragraph([
            words("Joints turn by a part of "),
            math(position),
            words(", and its sine and cosine are of that part: "),
            sine,
            words(", "),
            cosine,
            words("."),
        ]);
    }
}

/// Joints without a coordinate of their own.
fn bound(page: &mut Page<'_>) {
    let notation = page.notation;
    let mechanism = notation.mechanism();
    if mechanism.bound().next().is_none() {
        return;
    }
    page.prose("Joints that move with others or are held; what is constant in their positions is in their frames:");
    let row = |body: &Body| {
        let Joint { name, motion, .. } = &body.joint;
        let parent = body.parent.map(|parent| &mechanism.bodies[parent].name);
        let moves = match motion.terms.is_empty() {
            true => words("held"),
            false => math(notation.motion(motion, 0)),
        };
        [
            code(name),
            moves,
            code(&body.name),
            code(parent.map_or("base", String::as_str)),
        ]
    };
    page.table(
        ["joint", "moves as", "moves body", "carried by"],
        mechanism.bound().map(row),
    );
}

/// A number among words.
fn quantity(notation: Notation<'_>, value: &Rational) -> Inline {
    match value.as_rational() {
        _ if notation::is_long(value) => words(value.to_f64().to_string()),
        Some(_) => words(value.to_string()),
        None => math(notation.number(value)),
    }
}
