//! A product and a sum in one instruction, of single numbers.
//!
//! Without an operating system the language has no such function, and the library's is slow where a processor has no
//! instruction for it.

#![allow(unsafe_code, reason = "intrinsics")]

/// `a b + c`, rounded once.
///
/// # Safety
/// The processor has FMA.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) unsafe fn multiply_add_with_fma(a: f64, b: f64, c: f64) -> f64 {
    use core::arch::x86_64::{_mm_cvtsd_f64, _mm_fmadd_sd, _mm_set_sd};
    // SAFETY: the caller's.
    unsafe { _mm_cvtsd_f64(_mm_fmadd_sd(_mm_set_sd(a), _mm_set_sd(b), _mm_set_sd(c))) }
}

/// `a b + c`, rounded once.
#[cfg(all(target_arch = "x86_64", target_feature = "fma"))]
#[inline(always)]
pub(crate) fn multiply_add(a: f64, b: f64, c: f64) -> f64 {
    // SAFETY: the program is compiled for processors that have it.
    unsafe { multiply_add_with_fma(a, b, c) }
}

/// `a b + c`, rounded once.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) fn multiply_add(a: f64, b: f64, c: f64) -> f64 {
    use core::arch::aarch64::{vdup_n_f64, vfma_f64, vget_lane_f64};
    // SAFETY: every processor of this architecture has it.
    unsafe { vget_lane_f64::<0>(vfma_f64(vdup_n_f64(c), vdup_n_f64(a), vdup_n_f64(b))) }
}
