//! Numbers side by side, and single ones.

use crate::Transcendental;

/// Numbers side by side, each with the same operations.
pub trait Lanes: Transcendental {
    /// How many there are.
    const WIDTH: usize;

    /// The numbers of a column from one on; where it ends, its last one again.
    fn load(column: &[f64], at: usize) -> Self;

    /// The numbers, one after the other: as many as [`Lanes::WIDTH`], or as there is room for.
    fn store(self, out: &mut [f64]);

    /// The numbers from a place in memory on.
    ///
    /// # Safety
    /// From it on so many as [`Lanes::WIDTH`] can be read.
    #[doc(hidden)]
    unsafe fn get_at(place: *const f64) -> Self;

    /// Puts the numbers at a place in memory.
    ///
    /// # Safety
    /// From it on so many as [`Lanes::WIDTH`] can be written.
    #[doc(hidden)]
    unsafe fn put_at(self, place: *mut f64);
}

/// A single number, as which any `f64` can be taken.
pub trait Single: Transcendental {
    /// Numbers as this type.
    fn all(numbers: &[f64]) -> &[Self];
    /// Numbers as this type, to be written.
    fn all_mut(numbers: &mut [f64]) -> &mut [Self];
}

impl Single for f64 {
    #[inline(always)]
    fn all(numbers: &[f64]) -> &[Self] {
        numbers
    }
    #[inline(always)]
    fn all_mut(numbers: &mut [f64]) -> &mut [Self] {
        numbers
    }
}

impl Lanes for f64 {
    const WIDTH: usize = 1;

    #[inline(always)]
    fn load(column: &[f64], at: usize) -> Self {
        let number = column.get(at).or(column.last());
        number.copied().unwrap_or(0.0)
    }

    #[inline(always)]
    fn store(self, out: &mut [f64]) {
        if let Some(place) = out.first_mut() {
            *place = self;
        }
    }

    #[inline(always)]
    unsafe fn get_at(place: *const f64) -> Self {
        // SAFETY: the caller's.
        unsafe { place.read() }
    }

    #[inline(always)]
    unsafe fn put_at(self, place: *mut f64) {
        // SAFETY: the caller's.
        unsafe { place.write(self) }
    }
}
