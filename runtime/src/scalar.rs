//! The numbers that generated code computes with.

use core::ops::{Add, Div, Mul, Neg, Sub};
use core::sync::atomic::{Ordering, compiler_fence};

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
        let (mut sines, mut cosines) = (*angles, *angles);
        for (k, angle) in angles.iter().enumerate() {
            (sines[k], cosines[k]) = angle.sin_cos();
        }
        (sines, cosines)
    }
    /// `self + a b`: rounded once where the hardware multiplies and adds in one step, and nowhere else by a slow library call.
    #[must_use]
    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        self + a * b
    }
    /// `self - a b`, as [`Scalar::add_product`].
    #[must_use]
    #[inline(always)]
    fn sub_product(self, a: Self, b: Self) -> Self {
        self - a * b
    }
    /// `a b - self`, as [`Scalar::add_product`].
    #[must_use]
    #[inline(always)]
    fn sub_from_product(self, a: Self, b: Self) -> Self {
        a * b - self
    }
    /// Runs a part of a long function by itself, for the instructions that this type of number needs.
    #[inline]
    fn apart<P: Part>(part: P) {
        part.run_anywhere();
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

/// A part of a generated function that is too long for one.
pub trait Part {
    /// Computes it; to be inlined always, so that it becomes the instructions of whoever runs it.
    fn run(self);

    /// Computes it on any processor. Compiled where the type of the part is, as are the methods beside it.
    #[doc(hidden)]
    #[inline(never)]
    fn run_anywhere(self)
    where
        Self: Sized,
    {
        self.run();
    }

    /// Computes it with four lanes, or with one of the same instructions.
    ///
    /// # Safety
    /// The processor has AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    #[doc(hidden)]
    #[allow(unsafe_code, reason = "what a processor has, the caller knows")]
    #[target_feature(enable = "avx2,fma")]
    #[inline(never)]
    unsafe fn run_on_avx2(self)
    where
        Self: Sized,
    {
        self.run();
    }

    /// Computes it with eight lanes.
    ///
    /// # Safety
    /// The processor has AVX-512 (F, DQ, VL).
    #[cfg(target_arch = "x86_64")]
    #[doc(hidden)]
    #[allow(unsafe_code, reason = "what a processor has, the caller knows")]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx2,fma")]
    #[inline(never)]
    unsafe fn run_on_avx512(self)
    where
        Self: Sized,
    {
        self.run();
    }

    /// Computes it with two lanes.
    ///
    /// # Safety
    /// None: every processor of the architecture has NEON.
    #[cfg(target_arch = "aarch64")]
    #[doc(hidden)]
    #[allow(unsafe_code, reason = "as for the other processors")]
    #[target_feature(enable = "neon")]
    #[inline(never)]
    unsafe fn run_on_neon(self)
    where
        Self: Sized,
    {
        self.run();
    }
}

/// A number with quotients and square roots.
pub trait Radical: Scalar + Div<Output = Self> {
    /// The square root of a number that is not negative.
    #[must_use]
    fn sqrt(self) -> Self;
}

/// A single number, which can be compared: what recovering physical parameters takes, since its steps refuse what is no
/// solution.
///
/// Lanes of several numbers are no `Real`: each of them would need a decision of its own.
pub trait Real: Radical {
    /// The value that decisions look at; of a dual number its real part.
    fn value(self) -> f64;
}

/// A number with exponentials: what torques of the user's own may take.
pub trait Transcendental: Radical {
    /// The exponential.
    #[must_use]
    fn exp(self) -> Self;
    /// The hyperbolic tangent.
    #[must_use]
    fn tanh(self) -> Self;
}

#[cfg(test)]
mod tests {
    use super::Scalar;

    #[test]
    fn products_are_added_and_subtracted() {
        let (a, b, c) = (7.0f64, 2.0, 3.0);
        assert_eq!(a.add_product(b, c), 13.0);
        assert_eq!(a.sub_product(b, c), 1.0);
        assert_eq!(a.sub_from_product(b, c), -1.0);
        let (a, b, c) = (7.0f32, 2.0, 3.0);
        assert_eq!(a.add_product(b, c), 13.0);
        assert_eq!(a.sub_product(b, c), 1.0);
        assert_eq!(a.sub_from_product(b, c), -1.0);
    }
}
