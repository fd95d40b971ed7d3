//! Least squares row by row: an estimate that is there at every moment, in memory that does not grow.
//!
//! Four forms of the same arithmetic, over slices and without any decomposition of a library. [`SquareRoot`] is the one to
//! take; [`Information`] adds up `KᵀK`, which squares the condition number; [`Covariance`] is the one of books, which needs a
//! covariance to begin with; [`Sliding`] forgets what is older than so many rows. The others forget by a factor.
//!
//! ```
//! use armwright_lab::estimate::recursive::{Recursion, SquareRoot};
//!
//! // A line through points, one after the other.
//! let mut line = SquareRoot::new(2);
//! for x in [0.0, 1.0, 2.0, 3.0] {
//!     line.push(&[1.0, x], 2.0 + 3.0 * x)?;
//! }
//! let found = line.solve().expect("two points determine it");
//! assert!((found[0] - 2.0).abs() < 1e-12 && (found[1] - 3.0).abs() < 1e-12);
//! # Ok::<(), armwright_lab::estimate::recursive::RecursionError>(())
//! ```

mod covariance;
mod information;
mod sliding;
mod square_root;

pub use covariance::Covariance;
pub use information::Information;
pub use sliding::Sliding;
pub use square_root::SquareRoot;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A share of a column's size below which what is left of it is rounding, for each column.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Least squares of rows that come one after the other.
pub trait Recursion {
    /// How many unknowns there are (`b`).
    fn columns(&self) -> usize;

    /// Takes in a row (`b`) and its right-hand side.
    ///
    /// # Errors
    /// [`RecursionError`]; the estimate is then as it was before.
    fn push(&mut self, row: &[f64], right: f64) -> Result<(), RecursionError>;

    /// Lets all that was taken in so far count by a factor only, above 0 and up to 1: the weight of its squares.
    ///
    /// # Errors
    /// [`RecursionError::Forgetting`].
    fn forget(&mut self, factor: f64) -> Result<(), RecursionError>;

    /// The estimate (`b`); none before rows determine it.
    fn solve(&self) -> Option<Vec<f64>>;
}

/// In which form a recursion keeps what rows said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// [`SquareRoot`].
    #[default]
    SquareRoot,
    /// [`Information`].
    Information,
    /// [`Covariance`], begun with the information of the first rows.
    Covariance,
}

/// Why a recursion takes something not in.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum RecursionError {
    /// A row of another length.
    #[error("a row has {expected} elements, not {actual}")]
    Length {
        /// As many as there are unknowns.
        expected: usize,
        /// As were given.
        actual: usize,
    },
    /// A row, a right-hand side or what became of them that is not a number, or infinite.
    #[error("a row or its right-hand side is not finite: leave it out")]
    NotFinite,
    /// A factor that does not forget.
    #[error("{0} cannot be a forgetting factor: give a number above 0 and up to 1, such as 0.999")]
    Forgetting(f64),
    /// A covariance to begin with that is none.
    #[error("the covariance to begin with has to be symmetric and positive, {0} squared")]
    Prior(usize),
    /// No row at all to remember.
    #[error("a window of no rows remembers nothing: give at least as many as there are unknowns")]
    Window,
    /// A window that forgets by a factor.
    #[error("a window forgets what is older than it: it has no forgetting factor")]
    Sliding,
}

fn check(columns: usize, row: &[f64], right: f64) -> Result<(), RecursionError> {
    if row.len() != columns {
        let (expected, actual) = (columns, row.len());
        return Err(RecursionError::Length { expected, actual });
    }
    match right.is_finite() && row.iter().all(|x| x.is_finite()) {
        true => Ok(()),
        false => Err(RecursionError::NotFinite),
    }
}

fn check_factor(factor: f64) -> Result<(), RecursionError> {
    match factor > 0.0 && factor <= 1.0 {
        true => Ok(()),
        false => Err(RecursionError::Forgetting(factor)),
    }
}
