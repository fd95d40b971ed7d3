//! Friction as regressor columns: what multiplies each friction parameter at a velocity.

use crate::Scalar;

/// Coulomb friction's column: the sign of the velocity, 0 at rest.
pub fn coulomb<S: Scalar>(velocity: S) -> S {
    velocity.sign()
}

/// Viscous friction's column: the velocity itself.
pub fn viscous<S: Scalar>(velocity: S) -> S {
    velocity
}

/// The column of Coulomb friction in positive direction: 1 there, 0 in the other, and 1/2 at rest.
///
/// At rest friction may be anything between its two limits, `fcp` and `-fcn`; with [`coulomb_negative`] it is the middle, as the
/// sign of the velocity makes it of [`coulomb`]. So base parameters in which a constant torque is combined with both make that there, too.
pub fn coulomb_positive<S: Scalar>(velocity: S) -> S {
    let half = S::constant(0.5);
    half + half * velocity.sign()
}

/// The column of Coulomb friction in negative direction: -1 there, 0 in the other, and -1/2 at rest.
pub fn coulomb_negative<S: Scalar>(velocity: S) -> S {
    let half = S::constant(0.5);
    half * velocity.sign() - half
}

/// The column of viscous friction in positive direction: the velocity there, 0 elsewhere.
pub fn viscous_positive<S: Scalar>(velocity: S) -> S {
    let half = S::constant(0.5) * velocity;
    half + half * velocity.sign()
}

/// The column of viscous friction in negative direction: the velocity there, 0 elsewhere.
pub fn viscous_negative<S: Scalar>(velocity: S) -> S {
    let half = S::constant(0.5) * velocity;
    half - half * velocity.sign()
}

/// The column of friction by the square of the speed: the velocity times its magnitude.
pub fn quadratic<S: Scalar>(velocity: S) -> S {
    velocity * velocity * velocity.sign()
}

/// A constant torque's column.
#[must_use]
pub fn offset<S: Scalar>() -> S {
    S::constant(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_by_direction_are_the_whole() {
        for velocity in [-2.0, -0.5, 0.0, 0.25, 3.0] {
            assert_eq!(
                coulomb_positive(velocity) + coulomb_negative(velocity),
                coulomb(velocity)
            );
            assert_eq!(
                viscous_positive(velocity) + viscous_negative(velocity),
                velocity
            );
            assert_eq!(
                coulomb_positive(velocity) - coulomb_negative(velocity),
                1.0,
                "a constant torque, at rest as well"
            );
            let ahead = f64::from(velocity > 0.0);
            let share = if velocity == 0.0 { 0.5 } else { ahead };
            assert_eq!(coulomb_positive(velocity), share);
            assert_eq!(viscous_negative(velocity), velocity.min(0.0));
            assert_eq!(quadratic(velocity), velocity * velocity.abs());
        }
    }
}
