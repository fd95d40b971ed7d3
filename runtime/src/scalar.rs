//! The numbers that generated code computes with.

use core::ops::{Add, Div, Mul, Neg, Sub};
use core::sync::atomic::{Ordering, compiler_fence};

use crate::sine;

/// A number type that generated functions are generic over: `f64`, `f32`, lanes of several
/// floats, dual numbers.
///
/// The operations are those of the equations of motion: a ring, sine and cosine, and the sign of
/// a velocity for Coulomb friction.
///
/// ```
/// use armwright_runtime::Scalar;
/// fn lever<S: Scalar>(length: S, angle: S) -> S {
///     let (_, cosine) = angle.sin_cos();
///     S::constant(2.0) * length * cosine
/// }
/// assert_eq!(lever(0.5, 0.0), 1.0);
/// ```
pub trait Scalar:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// The number that a constant of the equations stands for.
    fn constant(value: f64) -> Self;
    /// Sine and cosine of an angle in radians.
    #[must_use]
    fn sin_cos(self) -> (Self, Self);
    /// Sines and cosines of several angles in radians: the very numbers that [`Scalar::sin_cos`] gives of each.
    #[must_use]
    #[inline]
    fn sines_and_cosines<const N: usize>(angles: &[Self; N]) -> ([Self; N], [Self; N]) {
        let turns = angles.map(Self::sin_cos);
        (turns.map(|(sine, _)| sine), turns.map(|(_, cosine)| cosine))
    }
    /// The sign of a velocity: 1, -1, and 0 at rest (unlike [`f64::signum`]).
    #[must_use]
    fn sign(self) -> Self;
    /// Puts a result in this place, before the results that follow it.
    ///
    /// Generated code stores results one by one while what they are made of is in registers. Without the fence, which is no
    /// instruction, a compiler gathers neighbours into vectors of two, and the moves for that cost more than they save: up to a
    /// third of a regressor's time on processors without wider vectors.
    #[inline]
    fn set(&mut self, value: Self) {
        *self = value;
        compiler_fence(Ordering::Release);
    }
}

/// A single number, which can be divided by and compared: what recovering physical parameters
/// takes, since its steps divide, take roots and refuse what is no solution.
///
/// Lanes of several numbers are no `Real`: each of them would need a decision of its own.
pub trait Real: Scalar + Div<Output = Self> {
    /// The square root of a number that is not negative.
    #[must_use]
    fn sqrt(self) -> Self;
    /// The value that decisions look at; of a dual number its real part.
    fn value(self) -> f64;
}

/// A single number with exponentials: what torques of the user's own may take.
pub trait Transcendental: Real {
    /// The exponential.
    #[must_use]
    fn exp(self) -> Self;
    /// The hyperbolic tangent.
    #[must_use]
    fn tanh(self) -> Self;
}

impl Transcendental for f64 {
    #[inline]
    fn exp(self) -> Self {
        libm::exp(self)
    }
    #[inline]
    fn tanh(self) -> Self {
        libm::tanh(self)
    }
}

impl Transcendental for f32 {
    #[inline]
    fn exp(self) -> Self {
        libm::expf(self)
    }
    #[inline]
    fn tanh(self) -> Self {
        libm::tanhf(self)
    }
}

impl Real for f64 {
    #[inline]
    fn sqrt(self) -> Self {
        libm::sqrt(self)
    }
    #[inline]
    fn value(self) -> f64 {
        self
    }
}

impl Real for f32 {
    #[inline]
    fn sqrt(self) -> Self {
        libm::sqrtf(self)
    }
    #[inline]
    fn value(self) -> f64 {
        f64::from(self)
    }
}

impl Scalar for f64 {
    fn constant(value: f64) -> Self {
        value
    }
    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        sine::sin_cos(self)
    }
    #[inline]
    fn sines_and_cosines<const N: usize>(angles: &[Self; N]) -> ([Self; N], [Self; N]) {
        sine::sines_and_cosines(angles)
    }
    #[inline]
    fn sign(self) -> Self {
        f64::from(i8::from(self > 0.0) - i8::from(self < 0.0))
    }
}

impl Scalar for f32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the nearest f32 is what is asked for"
    )]
    fn constant(value: f64) -> Self {
        value as f32
    }
    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        libm::sincosf(self)
    }
    #[inline]
    fn sign(self) -> Self {
        f32::from(i8::from(self > 0.0) - i8::from(self < 0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::Scalar;

    #[test]
    fn sign_is_zero_at_rest() {
        assert_eq!((0.0f64).sign(), 0.0);
        assert_eq!((-0.0f64).sign(), 0.0);
        assert_eq!((2.5f64).sign(), 1.0);
        assert_eq!((-2.5f32).sign(), -1.0);
    }
}
