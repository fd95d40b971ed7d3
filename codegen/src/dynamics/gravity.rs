//! Gravity seen from a body's frame, and the height of its origin.

use super::chain::{offset, slide, turn_back};
use crate::algebra::vector::{dot, rotate_back};
use crate::algebra::{Algebra, Vector};
use crate::mechanism::Body;

/// Carries gravity (a vector of the parent's frame) and gravity times the position of the parent's
/// origin (a scalar) into the body's frame and to its origin.
pub(super) fn carry_field<A: Algebra>(
    algebra: &mut A,
    body: &Body,
    coordinate: usize,
    field: &Vector<A::Element>,
    height: &A::Element,
) -> (Vector<A::Element>, A::Element) {
    let before = offset(algebra, &body.before.translation);
    let step = dot(algebra, field, &before);
    let mut height = algebra.add(height, &step);
    let field = rotate_back(algebra, &body.before.rotation, field);
    if let Some(slide) = slide(algebra, body, coordinate) {
        let step = dot(algebra, &field, &slide);
        height = algebra.add(&height, &step);
    }
    let field = turn_back(algebra, body, coordinate, &field);
    let after = offset(algebra, &body.after.translation);
    let step = dot(algebra, &field, &after);
    let height = algebra.add(&height, &step);
    (rotate_back(algebra, &body.after.rotation, &field), height)
}
