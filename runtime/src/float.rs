//! The numbers of the language as numbers that generated code computes with.

#[cfg(any(
    all(target_arch = "x86_64", target_feature = "fma"),
    target_arch = "aarch64"
))]
use crate::fused;
use crate::sine;
use crate::{Radical, Real, Scalar, Transcendental};

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

impl Radical for f64 {
    #[inline]
    fn sqrt(self) -> Self {
        libm::sqrt(self)
    }
}

impl Real for f64 {
    #[inline]
    fn value(self) -> f64 {
        self
    }
}

impl Radical for f32 {
    #[inline]
    fn sqrt(self) -> Self {
        libm::sqrtf(self)
    }
}

impl Real for f32 {
    #[inline]
    fn value(self) -> f64 {
        f64::from(self)
    }
}

/// With the processor's own multiply-and-add where a program is compiled for one that has it.
impl Scalar for f64 {
    #[inline(always)]
    fn constant(value: f64) -> Self {
        value
    }
    #[cfg(any(
        all(target_arch = "x86_64", target_feature = "fma"),
        target_arch = "aarch64"
    ))]
    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        fused::multiply_add(a, b, self)
    }
    #[cfg(any(
        all(target_arch = "x86_64", target_feature = "fma"),
        target_arch = "aarch64"
    ))]
    #[inline(always)]
    fn sub_product(self, a: Self, b: Self) -> Self {
        fused::multiply_add(-a, b, self)
    }
    #[cfg(any(
        all(target_arch = "x86_64", target_feature = "fma"),
        target_arch = "aarch64"
    ))]
    #[inline(always)]
    fn sub_from_product(self, a: Self, b: Self) -> Self {
        fused::multiply_add(a, b, -self)
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
    use crate::{Real, Scalar, Transcendental};

    #[test]
    fn sign_is_zero_at_rest() {
        assert_eq!((0.0f64).sign(), 0.0);
        assert_eq!((-0.0f64).sign(), 0.0);
        assert_eq!((0.0f32).sign(), 0.0);
        assert_eq!((1e-30f64).sign(), 1.0);
        assert_eq!((-1e-30f64).sign(), -1.0);
        assert_eq!((0.5f32).sign(), 1.0);
        assert_eq!((-0.5f32).sign(), -1.0);
    }

    /// Of either precision, to a few of its last digits: `e` to the logarithm of 2 and the hyperbolic tangent of half that
    /// of 3.
    #[test]
    fn functions_are_those_of_their_names() {
        fn found<S: Transcendental>() -> [S; 5] {
            let number = S::constant;
            let (sine, cosine) = number(core::f64::consts::FRAC_PI_6).sin_cos();
            let half = number(0.549_306_144_334_054_8);
            [
                number(core::f64::consts::LN_2).exp(),
                half.tanh(),
                number(2.25).sqrt(),
                sine,
                cosine * cosine,
            ]
        }
        let told = [2.0, 0.5, 1.5, 0.5, 0.75];
        for (found, told) in found::<f64>().into_iter().zip(told) {
            assert!((found - told).abs() < 1e-15, "{found} {told}");
        }
        for (found, told) in found::<f32>().into_iter().zip(told) {
            assert!((found.value() - told).abs() < 5e-7, "{found} {told}");
        }
    }
}
