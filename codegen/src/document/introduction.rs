//! The beginning of a listing: the equation of motion, what its letters mean, joints and symbols.

use super::notation::Notation;
use super::page::{Equation, Inline, Page, code, math, words};
use crate::algebra::CoordinateIndex;
use crate::mechanism::{Constant, Coordinate, JointKind};

/// What the letters mean, and the equation of motion.
pub(super) fn chapter(page: &mut Page, notation: &Notation<'_>) {
    let mechanism = notation.mechanism();
    let e = |text: &str, latex: &str| math(notation.either(text, latex));
    let gravity: Vec<String> = mechanism
        .gravity
        .iter()
        .map(|g| notation.number(g))
        .collect();
    let mut about: Vec<Inline> = vec![words("Robot "), code(&mechanism.name)];
    if !mechanism.source.is_empty() {
        about.push(words(format!(" (source: {})", mechanism.source)));
    }
    about.push(words(format!(
        ". Gravity [{}] m/s² in the base frame.",
        gravity.join(", ")
    )));
    page.paragraph(about);
    let sums = notation.either(
        "M_ij*qdd_j + S_ijk*qd_j*qd_k + g_i + f_i",
        "\\sum_j M_{ij}\\,\\ddot q_j + \\sum_{j \\le k} S_{ijk}\\,\\dot q_j\\,\\dot q_k + g_i + f_i",
    );
    page.equations(vec![Equation::new(
        notation.either("tau_i", "\\tau_i"),
        sums,
    )]);
    page.paragraph([
        words("summed over j and k with "),
        e("j <= k", "j \\le k"),
        words("; "),
        e("f_i", "f_i"),
        words(" is friction. Positions "),
        e("q_i", "q_i"),
        words(" count the joints below, "),
        e("s1 = sin(q1)", "s_1 = \\sin q_1"),
        words(", "),
        e("c1 = cos(q1)", "c_1 = \\cos q_1"),
        words(". Parameters: "),
        e("m", "m"),
        words(" mass, "),
        e("mx, my, mz", "h_x,\\; h_y,\\; h_z"),
        words(" first moments and "),
        e("Lxx .. Lzz", "L_{xx} \\ldots L_{zz}"),
        words(" inertia about the body's origin; "),
        e("tx, ty, tz", "t_x,\\; t_y,\\; t_z"),
        words(" centre of mass and "),
        e("Jxx .. Jzz", "J_{xx} \\ldots J_{zz}"),
        words(" inertia about it, all in the body's frame."),
    ]);
    let row = |(i, coordinate): (CoordinateIndex, &Coordinate)| {
        let body = &mechanism.bodies[coordinate.joint.body()];
        let (kind, unit) = match body.joint.kind {
            JointKind::Revolute => ("revolute", "rad"),
            JointKind::Continuous => ("continuous", "rad"),
            JointKind::Prismatic => ("prismatic", "m"),
        };
        let parent = body
            .parent
            .map_or("base", |parent| mechanism.bodies[parent].name.as_str());
        vec![
            math(notation.coordinate(i, 0)),
            code(&body.joint.name),
            words(kind),
            words(unit),
            code(&body.name),
            code(parent),
        ]
    };
    let rows = mechanism.coordinates.enumerate().map(row).collect();
    page.table(
        &["", "joint", "type", "unit", "moves body", "carried by"],
        rows,
    );
    let constant = |constant: &Constant| {
        let value = notation.number(&constant.value);
        vec![
            math(notation.name(&constant.name)),
            words(value),
            words(&constant.unit),
        ]
    };
    let rows = mechanism.constants.iter().map(constant).collect();
    page.table(&["symbol", "value", "unit"], rows);
}
