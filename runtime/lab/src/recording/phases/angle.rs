//! Whether currents of three phases turn with the electrical angle that a description gives.

use std::f64::consts::{PI, TAU};

use super::Phases;

/// Share of the currents' squares that lies along one line of the rotor, above which they turn with it, and below which they do not.
const TURNS: f64 = 0.9;
const STRAYS: f64 = 0.5;
/// Angles below this are no doubt, rad: the torque is less than half a percent too small.
const SMALL: f64 = 0.1;
/// Samples with a current, at least.
const ENOUGH: usize = 100;

/// What is wrong with the electrical angle of a motor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum AngleDoubt {
    /// Currents turn against it: the second and the third phase are exchanged.
    Exchanged,
    /// They lead it by so much, rad, from -π/2 to π/2.
    Off(f64),
}

/// Sums over samples of what currents are along the line that makes torque, and across it, as a complex number squared.
#[derive(Debug, Clone, Copy, Default)]
struct Line {
    square: [f64; 2],
    size: f64,
}

impl Line {
    fn add(&mut self, electrical: f64, currents: [f64; 3]) {
        let parts = (0u32..).zip(currents).map(|(phase, current)| {
            let (sine, cosine) = (electrical + TAU * f64::from(phase) / 3.0).sin_cos();
            [current * sine, current * cosine]
        });
        let [along, across] =
            parts.fold([0.0; 2], |sum, part| [sum[0] + part[0], sum[1] + part[1]]);
        self.square[0] += along * along - across * across;
        self.square[1] += 2.0 * along * across;
        self.size += along * along + across * across;
    }

    /// How much of the currents lies along one line, from 0 to 1.
    fn share(&self) -> f64 {
        self.square[0].hypot(self.square[1]) / self.size
    }

    /// That line's angle to the one that makes torque, from -π/2 to π/2.
    fn angle(&self) -> f64 {
        0.5 * self.square[1].atan2(self.square[0])
    }
}

/// A drive feeds the currents that make torque; what there is beside weakens the field, whichever way the torque is. So currents
/// that lie along another line of the rotor, with either sign, say that its angle is another.
pub(super) fn doubt(
    motor: &Phases,
    samples: impl Iterator<Item = (f64, [f64; 3])>,
) -> Option<AngleDoubt> {
    let (mut given, mut exchanged, mut count) = (Line::default(), Line::default(), 0);
    for (rotor, currents) in samples {
        let [a, b, c] = std::array::from_fn(|i| currents[i] - motor.offsets[i]);
        let electrical = motor.pairs * rotor + motor.angle;
        if !(a + b + c + electrical).is_finite() || [a, b, c] == [0.0; 3] {
            continue;
        }
        given.add(electrical, [a, b, c]);
        exchanged.add(electrical, [a, c, b]);
        count += 1;
    }
    if count < ENOUGH {
        return None;
    }
    if given.share() < STRAYS && exchanged.share() > TURNS {
        return Some(AngleDoubt::Exchanged);
    }
    let off = given.angle();
    (given.share() > TURNS && off.abs() > SMALL && off.abs() <= PI / 2.0)
        .then_some(AngleDoubt::Off(off))
}
