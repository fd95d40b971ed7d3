//! Processors of PCs: AVX2 with multiply-and-add, AVX-512.

use core::arch::x86_64::*;
use core::ops::{Add, Div, Mul, Neg, Sub};

use super::super::number::Lanes;
use crate::sine::{self, Turning};
use crate::{Part, Radical, Scalar, Transcendental};

vector! {
    /// Four numbers.
    Four(__m256d; __m256i) of 4 with "avx2,fma" in run_on_avx2,
    _mm256_add_pd _mm256_sub_pd _mm256_mul_pd _mm256_div_pd _mm256_sqrt_pd,
    _mm256_fmadd_pd, _mm256_fmsub_pd, _mm256_fnmadd_pd,
    _mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd, is_any_of_four_far,
    _mm256_castpd_si256 _mm256_castsi256_pd _mm256_set1_epi64x _mm256_xor_si256 _mm256_and_si256
    _mm256_add_epi64 _mm256_sub_epi64 _mm256_slli_epi64
}

vector! {
    /// Eight numbers.
    Eight(__m512d; __m512i) of 8 with "avx512f,avx512dq,avx512vl,avx2,fma" in run_on_avx512,
    _mm512_add_pd _mm512_sub_pd _mm512_mul_pd _mm512_div_pd _mm512_sqrt_pd,
    _mm512_fmadd_pd, _mm512_fmsub_pd, _mm512_fnmadd_pd,
    _mm512_set1_pd _mm512_loadu_pd _mm512_storeu_pd, is_any_of_eight_far,
    _mm512_castpd_si512 _mm512_castsi512_pd _mm512_set1_epi64 _mm512_xor_si512 _mm512_and_si512
    _mm512_add_epi64 _mm512_sub_epi64 _mm512_slli_epi64
}

/// Whether an angle is beyond what sines are computed of, or no number.
#[target_feature(enable = "avx2,fma")]
fn is_any_of_four_far(angles: __m256d) -> bool {
    let sizes = _mm256_andnot_pd(_mm256_set1_pd(-0.0), angles);
    let far = _mm256_cmp_pd::<_CMP_NLE_UQ>(sizes, _mm256_set1_pd(sine::FARTHEST));
    _mm256_movemask_pd(far) != 0
}

/// Whether an angle is beyond what sines are computed of, or no number.
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx2,fma")]
fn is_any_of_eight_far(angles: __m512d) -> bool {
    let farthest = _mm512_set1_pd(sine::FARTHEST);
    _mm512_cmp_pd_mask::<_CMP_NLE_UQ>(_mm512_abs_pd(angles), farthest) != 0
}

pub(in crate::lanes) use single::One;

/// Single numbers for a processor that has multiply-and-add, whatever a program is compiled for.
mod single {
    use core::ops::{Add, Div, Mul, Neg, Sub};

    use super::super::super::number::Single;
    use super::Four;
    use crate::fused::multiply_add_with_fma as multiply_add;
    use crate::sine;
    use crate::{Part, Radical, Scalar, Transcendental};

    /// A number.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub(in crate::lanes) struct One(f64);

    macro_rules! operators {
        ($($operator:ident $method:ident $symbol:tt)*) => {$(
            impl $operator for One {
                type Output = Self;
                #[inline(always)]
                fn $method(self, other: Self) -> Self {
                    Self(self.0 $symbol other.0)
                }
            }
        )*};
    }
    operators!(Add add + Sub sub - Mul mul * Div div /);

    impl Neg for One {
        type Output = Self;
        #[inline(always)]
        fn neg(self) -> Self {
            Self(-self.0)
        }
    }

    impl Scalar for One {
        #[inline(always)]
        fn constant(value: f64) -> Self {
            Self(value)
        }
        #[inline(always)]
        fn sin_cos(self) -> (Self, Self) {
            let ([sine], [cosine]) = Self::sines_and_cosines(&[self]);
            (sine, cosine)
        }
        #[inline(always)]
        fn sines_and_cosines<const N: usize>(angles: &[Self; N]) -> ([Self; N], [Self; N]) {
            #[target_feature(enable = "avx2,fma")]
            #[cold]
            #[inline(never)]
            fn far(angles: &[One], sines: &mut [One], cosines: &mut [One]) {
                for ((angle, sine), cosine) in angles.iter().zip(sines).zip(cosines) {
                    if !sine::is_near(angle.0) {
                        let turn = sine::far(angle.0);
                        (*sine, *cosine) = (One(turn.0), One(turn.1));
                    }
                }
            }
            let (mut sines, mut cosines) = (*angles, *angles);
            // Four angles at a time; of those that are missing the last one again.
            let mut first = 0;
            while first < N {
                let mut four = [0.0; 4];
                for (k, angle) in four.iter_mut().enumerate() {
                    *angle = angles[(first + k).min(N - 1)].0;
                }
                let (of_sine, of_cosine) = sine::near(Four::of(four));
                let (of_sine, of_cosine) = (of_sine.numbers(), of_cosine.numbers());
                for k in 0..4.min(N - first) {
                    sines[first + k] = Self(of_sine[k]);
                    cosines[first + k] = Self(of_cosine[k]);
                }
                first += 4;
            }
            if !angles.iter().all(|angle| sine::is_near(angle.0)) {
                // SAFETY: values of this type are made in functions that are compiled for it, and nowhere else.
                unsafe { far(angles, &mut sines, &mut cosines) };
            }
            (sines, cosines)
        }
        #[inline(always)]
        fn add_product(self, a: Self, b: Self) -> Self {
            // SAFETY: as for sines.
            unsafe { Self(multiply_add(a.0, b.0, self.0)) }
        }
        #[inline(always)]
        fn sub_product(self, a: Self, b: Self) -> Self {
            // SAFETY: as for sines.
            unsafe { Self(multiply_add(-a.0, b.0, self.0)) }
        }
        #[inline(always)]
        fn sub_from_product(self, a: Self, b: Self) -> Self {
            // SAFETY: as for sines.
            unsafe { Self(multiply_add(a.0, b.0, -self.0)) }
        }
        #[inline(always)]
        fn apart<P: Part>(part: P) {
            // SAFETY: as for sines.
            unsafe { part.run_on_avx2() };
        }
        #[inline(always)]
        fn sign(self) -> Self {
            Self(self.0.sign())
        }
    }

    impl Radical for One {
        #[inline(always)]
        fn sqrt(self) -> Self {
            Self(self.0.sqrt())
        }
    }

    impl Transcendental for One {
        #[inline(always)]
        fn exp(self) -> Self {
            Self(Transcendental::exp(self.0))
        }
        #[inline(always)]
        fn tanh(self) -> Self {
            Self(Transcendental::tanh(self.0))
        }
    }

    impl Single for One {
        #[inline(always)]
        fn all(numbers: &[f64]) -> &[Self] {
            // SAFETY: the type is a number and nothing else (`repr(transparent)`).
            unsafe { core::slice::from_raw_parts(numbers.as_ptr().cast(), numbers.len()) }
        }
        #[inline(always)]
        fn all_mut(numbers: &mut [f64]) -> &mut [Self] {
            // SAFETY: as for `all`.
            unsafe { core::slice::from_raw_parts_mut(numbers.as_mut_ptr().cast(), numbers.len()) }
        }
    }
}
