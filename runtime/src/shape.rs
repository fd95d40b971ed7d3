//! Slices as arrays of a known shape.

/// A slice whose length does not fit the robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShapeError {
    /// The length that the robot asks for.
    pub expected: usize,
    /// The length that was given.
    pub actual: usize,
}

impl core::fmt::Display for ShapeError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "expected {} numbers, got {}", self.expected, self.actual)
    }
}

impl core::error::Error for ShapeError {}

/// A slice as an array of `N` numbers.
///
/// # Errors
/// [`ShapeError`] if it has another length.
#[inline(always)]
pub fn vector<const N: usize>(slice: &[f64]) -> Result<&[f64; N], ShapeError> {
    of_any::vector(slice)
}

/// A mutable slice as an array of `N` numbers.
///
/// # Errors
/// [`ShapeError`] if it has another length.
#[inline(always)]
pub fn vector_mut<const N: usize>(slice: &mut [f64]) -> Result<&mut [f64; N], ShapeError> {
    of_any::vector_mut(slice)
}

/// A mutable row-major slice as a matrix of `R` rows and `C` columns.
///
/// # Errors
/// [`ShapeError`] if it has another length.
#[inline(always)]
pub fn matrix_mut<const R: usize, const C: usize>(
    slice: &mut [f64],
) -> Result<&mut [[f64; C]; R], ShapeError> {
    of_any::matrix_mut(slice)
}

/// The same for numbers of any type.
pub mod of_any {
    use super::ShapeError;

    /// A slice as an array of `N` numbers.
    ///
    /// # Errors
    /// [`ShapeError`] if it has another length.
    #[inline(always)]
    pub fn vector<S, const N: usize>(slice: &[S]) -> Result<&[S; N], ShapeError> {
        slice.try_into().map_err(|_| ShapeError {
            expected: N,
            actual: slice.len(),
        })
    }

    /// A mutable slice as an array of `N` numbers.
    ///
    /// # Errors
    /// [`ShapeError`] if it has another length.
    #[inline(always)]
    pub fn vector_mut<S, const N: usize>(slice: &mut [S]) -> Result<&mut [S; N], ShapeError> {
        let actual = slice.len();
        slice.try_into().map_err(|_| ShapeError {
            expected: N,
            actual,
        })
    }

    /// A mutable row-major slice as a matrix of `R` rows and `C` columns.
    ///
    /// # Errors
    /// [`ShapeError`] if it has another length.
    #[inline(always)]
    pub fn matrix_mut<S, const R: usize, const C: usize>(
        slice: &mut [S],
    ) -> Result<&mut [[S; C]; R], ShapeError> {
        let error = ShapeError {
            expected: R * C,
            actual: slice.len(),
        };
        if slice.len() != R * C {
            return Err(error);
        }
        slice.as_chunks_mut::<C>().0.try_into().map_err(|_| error)
    }
}
