//! Which instructions a processor has, and functions compiled for them.

use super::kernel::{Kernel, SingleKernel};
use super::number::Lanes;
#[cfg(target_arch = "aarch64")]
use super::vector::neon;

/// A set of instructions that this processor has.
///
/// ```
/// use armwright_runtime::Isa;
/// let best = Isa::detected();
/// println!("{} with {} states at a time", best.name(), best.lanes());
/// assert!(Isa::all().any(|isa| isa == best));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Isa(Set);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Set {
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

#[cfg(target_arch = "x86_64")]
cpufeatures::new!(has_avx2, "avx2", "fma");
#[cfg(target_arch = "x86_64")]
cpufeatures::new!(has_avx512, "avx512f", "avx512dq", "avx512vl", "avx2", "fma");

impl Isa {
    /// What a program is compiled for anyway: a state at a time.
    pub const BASELINE: Self = Self(Set::Baseline);

    /// The widest that this processor has; found out once.
    #[must_use]
    #[inline]
    pub fn detected() -> Self {
        #[cfg(target_arch = "x86_64")]
        match () {
            () if has_avx512::get() => return Self(Set::Avx512),
            () if has_avx2::get() => return Self(Set::Avx2),
            () => {}
        }
        #[cfg(target_arch = "aarch64")]
        return Self(Set::Neon);
        #[cfg(not(target_arch = "aarch64"))]
        Self::BASELINE
    }

    /// All that this processor has, the widest last.
    pub fn all() -> impl Iterator<Item = Self> {
        let all = [
            Some(Self::BASELINE),
            #[cfg(target_arch = "x86_64")]
            has_avx2::get().then_some(Self(Set::Avx2)),
            #[cfg(target_arch = "x86_64")]
            has_avx512::get().then_some(Self(Set::Avx512)),
            #[cfg(target_arch = "aarch64")]
            Some(Self(Set::Neon)),
        ];
        all.into_iter().flatten()
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Set::Neon => "neon",
        }
    }

    /// How many states are computed at a time.
    #[must_use]
    pub fn lanes(self) -> usize {
        struct Width;
        impl Kernel for Width {
            type Output = usize;
            fn run<L: Lanes>(self) -> usize {
                L::WIDTH
            }
        }
        self.wide(Width)
    }

    /// Runs a computation with as many lanes as there are; one number at a time without any.
    #[inline]
    pub fn wide<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Set::Baseline => kernel.run::<f64>(),
            // SAFETY: a value of this set is made where the processor was found to have it.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { kernel.run_on_avx2() },
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { kernel.run_on_avx512() },
            #[cfg(target_arch = "aarch64")]
            Set::Neon => kernel.run::<neon::Two>(),
        }
    }

    /// Runs a computation on single numbers.
    #[inline]
    pub fn single<K: SingleKernel>(self, kernel: K) -> K::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a value of these sets is made where the processor was found to have them.
            Set::Avx512 => unsafe { kernel.run_on_avx512() },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Set::Avx2 => unsafe { kernel.run_on_avx2() },
            _ => kernel.run_anywhere(),
        }
    }

    /// Runs a computation on single numbers where products and sums are one instruction; gives it back elsewhere.
    ///
    /// # Errors
    /// The computation.
    #[inline]
    pub fn fused<K: SingleKernel>(self, kernel: K) -> Result<K::Output, K> {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a value of these sets is made where the processor was found to have them. More registers are not worth a form
            // of their own here: zeros take the time.
            Set::Avx2 | Set::Avx512 => Ok(unsafe { kernel.run_on_avx2() }),
            #[cfg(target_arch = "aarch64")]
            Set::Neon => Ok(kernel.run_anywhere()),
            Set::Baseline => Err(kernel),
        }
    }
}
