//! Processors of the architecture aarch64, all of which have NEON.

use core::arch::aarch64::*;
use core::ops::{Add, Div, Mul, Neg, Sub};

use super::super::number::Lanes;
use crate::sine::{self, Turning};
use crate::{Part, Radical, Scalar, Transcendental};

vector! {
    /// Two numbers.
    Two(float64x2_t; int64x2_t) of 2 with "neon" in run_on_neon,
    vaddq_f64 vsubq_f64 vmulq_f64 vdivq_f64 vsqrtq_f64,
    multiply_add_two, multiply_sub_two, negated_multiply_add_two,
    vdupq_n_f64 vld1q_f64 vst1q_f64, is_any_of_two_far,
    vreinterpretq_s64_f64 vreinterpretq_f64_s64 vdupq_n_s64 veorq_s64 vandq_s64
    vaddq_s64 vsubq_s64 vshlq_n_s64
}

/// Whether an angle is beyond what sines are computed of, or no number.
#[target_feature(enable = "neon")]
fn is_any_of_two_far(angles: float64x2_t) -> bool {
    let near = vcaleq_f64(angles, vdupq_n_f64(sine::FARTHEST));
    vgetq_lane_u64::<0>(near) & vgetq_lane_u64::<1>(near) == 0
}

#[inline(always)]
unsafe fn multiply_add_two(a: float64x2_t, b: float64x2_t, c: float64x2_t) -> float64x2_t {
    // SAFETY: every processor of this architecture has it.
    unsafe { vfmaq_f64(c, a, b) }
}

#[inline(always)]
unsafe fn multiply_sub_two(a: float64x2_t, b: float64x2_t, c: float64x2_t) -> float64x2_t {
    // SAFETY: every processor of this architecture has it.
    unsafe { vfmaq_f64(vnegq_f64(c), a, b) }
}

#[inline(always)]
unsafe fn negated_multiply_add_two(a: float64x2_t, b: float64x2_t, c: float64x2_t) -> float64x2_t {
    // SAFETY: every processor of this architecture has it.
    unsafe { vfmsq_f64(c, a, b) }
}
