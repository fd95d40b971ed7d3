//! Roll, pitch and yaw that are those of two turns, but for their last digits.
//!
//! A turn about one axis and one about another axis inside it make a rotation of which an entry is zero. Programs that write
//! URDF have three rounded angles for it, whose rotation has that zero no longer: what it cancels would be next to nothing.

use std::f64::consts::FRAC_PI_2;

use crate::algebra::Rational;
use crate::description::Angle;

use super::Axis;
use super::rotation::along;
use super::turns::{Turns, settled};

/// What rounding of angles leaves of an entry that is zero.
const ROUNDING: f64 = 1e-14;

/// Turns by roll, pitch and yaw, or the two of which these are the rounded angles.
pub(super) fn unrounded(turns: Turns, rpy: &[Angle; 3]) -> Turns {
    let (rotation, exact) = (floats(rpy), turns.matrix());
    let is_rounded =
        |&(i, j): &(usize, usize)| rotation[i][j].abs() < ROUNDING && !exact[i][j].is_zero();
    let mut entries = (0..9).map(|k| (k / 3, k % 3));
    match entries.find(is_rounded) {
        Some(entry) if !turns.is_small() => about_two(&rotation, entry),
        _ => turns,
    }
}

/// `Rz(yaw) Ry(pitch) Rx(roll)`.
fn floats(rpy: &[Angle; 3]) -> [[f64; 3]; 3] {
    let [(sr, cr), (sp, cp), (sy, cy)] = rpy.each_ref().map(|angle| angle.to_f64().sin_cos());
    [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]
}

/// The rotation whose entry `i, j` is zero: a turn about axis `i` and one about axis `j` inside it, with a right angle about
/// the next axis between them where both are one axis.
fn about_two(rotation: &[[f64; 3]; 3], (i, j): (usize, usize)) -> Turns {
    let about = |k: usize, v: [f64; 3]| v[(k + 2) % 3].atan2(v[(k + 1) % 3]);
    // By how many right angles what the turns move is ahead of where these count from.
    let (before, between, after) = match (3 + j - i) % 3 {
        0 => (1.0, 6, 1.0),
        1 => (0.0, 0, 1.0),
        _ => (-1.0, 0, 0.0),
    };
    let column = [0, 1, 2].map(|row| rotation[row][j]);
    let first = about(i, column) + before * FRAC_PI_2;
    let second = after * FRAC_PI_2 - about(j, rotation[i]);
    let turn = |k: usize, angle: &Angle| Turns::about(along(Axis::ALL[k % 3]), angle);
    let [first, second] = [first, second].map(|radians| {
        settled(Angle {
            pi: Rational::ZERO,
            radians: Rational::from_f64(radians).unwrap_or_default(),
        })
    });
    let right = turn(i + 1, &Angle::of_twelfths(between));
    turn(i, &first).then(&right).then(&turn(j, &second))
}
