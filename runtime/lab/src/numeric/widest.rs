//! Loops over many numbers, compiled for the widest instructions of the processor that they run on.

use armwright_runtime::{Isa, Kernel, Lanes};

/// Does work whose loops become those instructions. Sums and products are the same, in the same order, with any.
#[inline(always)]
pub(crate) fn widest<T>(work: impl FnOnce() -> T) -> T {
    Isa::detected().wide(Work(work))
}

struct Work<F>(F);

impl<T, F: FnOnce() -> T> Kernel for Work<F> {
    type Output = T;

    #[inline(always)]
    fn run<L: Lanes>(self) -> T {
        (self.0)()
    }
}
