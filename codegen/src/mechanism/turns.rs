//! Fixed rotations as products of turns, so that those about one axis are added before any of them is
//! approximated.

use crate::algebra::Rational;
use crate::algebra::matrix::{Rotation, Vector, identity, product, times};
use crate::description::Angle;

use super::rotation;

/// A rotation: turns whose sines are no exact numbers, then one that is exact.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Turns {
    /// Unit vectors and angles, outermost first, all in the axes outside. No neighbours are about
    /// one axis, and no angle is a multiple of 15 degrees.
    inexact: Vec<(Vector<Rational>, Angle)>,
    exact: Rotation,
    /// Whether a rotation with long numbers was replaced by another one beside it.
    shortened: bool,
}

/// An angle so near to a multiple of 15 degrees is small on purpose, rad.
const SMALL: f64 = 1e-4;

/// What rounding leaves of an angle that is zero, rad.
const ROUNDING: f64 = 1e-14;

/// The multiple of 15 degrees that an angle is but for rounding, or the angle.
pub(super) fn settled(angle: Angle) -> Angle {
    let step = std::f64::consts::PI / 12.0;
    let times = (angle.to_f64() / step).round();
    let is_close = times.abs() < 1e4 && (angle.to_f64() - times * step).abs() < ROUNDING;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "of no use unless it is small"
    )]
    let multiple = Angle::of_twelfths(times as i64);
    if is_close { multiple } else { angle }
}

impl Turns {
    /// An exact rotation.
    pub(super) fn exact(rotation: Rotation) -> Self {
        Self {
            inexact: Vec::new(),
            exact: rotation,
            shortened: false,
        }
    }

    /// An exact rotation in place of one that has long numbers.
    pub(super) fn shortened(rotation: Rotation) -> Self {
        let shortened = true;
        Self {
            shortened,
            ..Self::exact(rotation)
        }
    }

    /// Whether nothing in it was approximated.
    pub(super) fn is_exact(&self) -> bool {
        self.inexact.is_empty() && !self.shortened
    }

    /// Whether a turn in it is next to nothing, or to what is exact.
    pub(super) fn is_small(&self) -> bool {
        let step = std::f64::consts::PI / 12.0;
        let mut angles = self.inexact.iter().map(|(_, angle)| angle.to_f64() / step);
        angles.any(|steps| (steps - steps.round()).abs() * step < SMALL)
    }

    /// A turn about a unit vector.
    pub(super) fn about(axis: Vector<Rational>, angle: &Angle) -> Self {
        let mut turns = Self::exact(identity());
        turns.turn(axis, angle);
        turns
    }

    /// The rotation; each turn that is not exact is approximated once.
    pub(super) fn matrix(&self) -> Rotation {
        let turns = self.inexact.iter().rev();
        turns.fold(self.exact.clone(), |inner, (axis, angle)| {
            product(&rotation::about(axis, angle), &inner)
        })
    }

    /// This rotation, then another one inside it.
    pub(super) fn then(&self, inner: &Self) -> Self {
        let mut turns = self.clone();
        for (axis, angle) in &inner.inexact {
            let outside = times(&turns.exact, axis);
            turns.turn(outside, angle);
        }
        turns.exact = product(&turns.exact, &inner.exact);
        turns.shortened |= inner.shortened;
        turns.absorb();
        turns
    }

    /// Adds what is exact to the last turn, if it is about the same axis.
    fn absorb(&mut self) {
        let Some((axis, angle)) = self.inexact.last_mut() else {
            return;
        };
        if self.exact == identity() || times(&self.exact, axis) != *axis {
            return;
        }
        let mut exact = (1..24).map(Angle::of_twelfths);
        if let Some(exact) = exact.find(|exact| rotation::about(axis, exact) == self.exact) {
            *angle = &*angle + &exact;
            self.exact = identity();
        }
    }

    /// Turns, between the turns before and what is exact, about a unit vector in the axes outside.
    fn turn(&mut self, axis: Vector<Rational>, angle: &Angle) {
        let (mut axis, mut angle) = (axis, angle.clone());
        if let Some((last, before)) = self.inexact.last() {
            let opposite = last.each_ref().map(|x| -x);
            if axis == opposite {
                (axis, angle) = (opposite.map(|x| -x), -&angle);
            }
            if axis == *last {
                angle = settled(before + &angle);
                self.inexact.pop();
            }
        }
        if angle.twelfths().is_none() {
            self.inexact.push((axis, angle));
        } else {
            self.exact = product(&rotation::about(&axis, &angle), &self.exact);
        }
    }
}
