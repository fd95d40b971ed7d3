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

/// A constant torque's column.
#[must_use]
pub fn offset<S: Scalar>() -> S {
    S::constant(1.0)
}
