//! What depends on how rotations are approximated, and what does not.

use super::Mechanism;
use crate::algebra::Rational;
use crate::algebra::matrix::{Rotation, identity, product};

/// The reciprocal of the tangent of half of the angle by which a rotation is nudged: as far as it is approximated.
const RECIPROCAL: i64 = 1_000_000_000_000_000;

impl Mechanism {
    /// The mechanism with every rotation that is approximated turned by next to nothing, each in another way:
    /// what is left where approximations should have cancelled is then something else.
    #[must_use]
    pub fn nudged(&self) -> Self {
        let mut mechanism = self.clone();
        let bodies = mechanism.bodies.iter_mut();
        let poses = bodies.flat_map(|body| [&mut body.before, &mut body.after]);
        for (pose, number) in poses.zip(1..) {
            if !pose.turns.is_exact() {
                pose.rotation = product(&pose.rotation, &nudge(number));
            }
        }
        mechanism
    }
}

/// A rotation by next to nothing about each axis, another one for each number.
fn nudge(number: i64) -> Rotation {
    let turn = |k: usize, number: i64| {
        let tangent = Rational::from(RECIPROCAL / number);
        let square = &tangent * &tangent;
        let whole = (&square + &Rational::ONE).recip().unwrap_or_default();
        let cosine = &(&square - &Rational::ONE) * &whole;
        let sine = &(&tangent + &tangent) * &whole;
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let mut turn = identity();
        (turn[i][i], turn[j][j]) = (cosine.clone(), cosine);
        (turn[i][j], turn[j][i]) = (-&sine, sine);
        turn
    };
    product(
        &turn(0, number),
        &product(&turn(1, number + 1), &turn(2, number + 2)),
    )
}
