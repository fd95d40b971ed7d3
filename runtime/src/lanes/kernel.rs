//! Computations that are written once for any number of lanes, and compiled for each set of instructions.

use super::number::{Lanes, Single};
#[cfg(target_arch = "x86_64")]
use super::vector::x86::{Eight, Four, One};

/// A computation that is written once for any number of lanes.
pub trait Kernel {
    /// What it gives.
    type Output;
    /// Computes it; to be inlined always, so that it becomes the instructions of whoever runs it.
    fn run<L: Lanes>(self) -> Self::Output;

    /// Computes it with four lanes. Compiled where the type of the computation is, as are the methods beside it.
    ///
    /// # Safety
    /// The processor has AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    #[doc(hidden)]
    #[target_feature(enable = "avx2,fma")]
    unsafe fn run_on_avx2(self) -> Self::Output
    where
        Self: Sized,
    {
        self.run::<Four>()
    }

    /// Computes it with eight lanes.
    ///
    /// # Safety
    /// The processor has AVX-512 (F, DQ, VL).
    #[cfg(target_arch = "x86_64")]
    #[doc(hidden)]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx2,fma")]
    unsafe fn run_on_avx512(self) -> Self::Output
    where
        Self: Sized,
    {
        self.run::<Eight>()
    }
}

/// A computation on single numbers that is written once for the types of them.
pub trait SingleKernel {
    /// What it gives.
    type Output;
    /// Computes it; to be inlined always, as [`Kernel::run`].
    fn run<S: Single>(self) -> Self::Output;

    /// Computes it on any processor.
    #[doc(hidden)]
    #[inline(never)]
    fn run_anywhere(self) -> Self::Output
    where
        Self: Sized,
    {
        self.run::<f64>()
    }

    /// Computes it by products and sums in one instruction.
    ///
    /// # Safety
    /// The processor has AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    #[doc(hidden)]
    #[target_feature(enable = "avx2,fma")]
    unsafe fn run_on_avx2(self) -> Self::Output
    where
        Self: Sized,
    {
        self.run::<One>()
    }

    /// As [`SingleKernel::run_on_avx2`], with 32 registers in place of 16.
    ///
    /// # Safety
    /// The processor has AVX-512 (F, DQ, VL).
    #[cfg(target_arch = "x86_64")]
    #[doc(hidden)]
    #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx2,fma")]
    unsafe fn run_on_avx512(self) -> Self::Output
    where
        Self: Sized,
    {
        self.run::<One>()
    }
}
