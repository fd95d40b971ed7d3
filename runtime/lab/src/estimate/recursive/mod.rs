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
    /// A triangular factor of the rows: the square root of their information
    #[default]
    SquareRoot,
    /// The information matrix of the rows
    Information,
    /// The covariance matrix, begun with the information of the first rows
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

#[cfg(test)]
mod tests {
    use super::{
        Covariance, Information, Recursion, RecursionError, Sliding, SquareRoot, check_factor,
    };

    #[test]
    fn each_refusal_says_what_would_be_taken() {
        let mut line = SquareRoot::new(2);
        let mut window = Sliding::new(2, 3).expect("a window");
        let prior = |covariance: &[f64]| Covariance::new(vec![1.0, 2.0], covariance.to_vec()).err();
        let no_prior = "the covariance to begin with has to be symmetric and positive, 2 squared";
        for (refused, expected) in [
            (line.push(&[1.0], 2.0).err(), "a row has 2 elements, not 1"),
            (
                line.push(&[1.0, 2.0], f64::NAN).err(),
                "a row or its right-hand side is not finite: leave it out",
            ),
            (
                line.forget(0.0).err(),
                "0 cannot be a forgetting factor: give a number above 0 and up to 1, such as 0.999",
            ),
            (
                Sliding::new(2, 0).err(),
                "a window of no rows remembers nothing: give at least as many as there are unknowns",
            ),
            (
                window.forget(0.5).err(),
                "a window forgets what is older than it: it has no forgetting factor",
            ),
            // Not symmetric, with a correlation above 1, with a variance of 0, and too short.
            (prior(&[1.0, 0.1, 0.2, 1.0]), no_prior),
            (prior(&[1.0, 2.1, 2.1, 4.0]), no_prior),
            (prior(&[1.0, 0.0, 0.0, 0.0]), no_prior),
            (prior(&[1.0, 0.0, 1.0]), no_prior),
        ] {
            assert_eq!(
                refused.map(|error| error.to_string()).as_deref(),
                Some(expected)
            );
        }
        assert_eq!(prior(&[1.0, 2.0, 2.0, 4.0]), None);
        // Each pair is judged by its own two variances: of 4 and 9 up to 6.
        let three = |one: f64, other: f64| {
            let covariance = vec![1.0, 0.0, 0.0, 0.0, 4.0, one, 0.0, other, 9.0];
            Covariance::new(vec![1.0; 3], covariance).err()
        };
        assert_eq!((three(6.0, 6.0), three(-6.0, -6.0)), (None, None));
        for (one, other) in [(6.1, 6.1), (-6.1, -6.1), (1.0, 1.1), (1.1, 1.0)] {
            assert_eq!(three(one, other), Some(RecursionError::Prior(3)));
        }
        let nowhere = Covariance::new(vec![1.0, f64::NAN], vec![1.0, 0.0, 0.0, 1.0]);
        assert_eq!(nowhere.err(), Some(RecursionError::Prior(2)));
        assert_eq!((window.forget(1.0), line.forget(1.0)), (Ok(()), Ok(())));
        assert_eq!(check_factor(1e-300), Ok(()));
        let beyond = RecursionError::Forgetting(1.0 + f64::EPSILON);
        assert_eq!(check_factor(1.0 + f64::EPSILON), Err(beyond));
    }

    /// A mean of 4, 10 and 1: of what came before a forgetting by 1/4 leaves a quarter of its weight, in every form. The squares
    /// about it are `(16 + 100)/4 + 1 - 1.5 · 3²`, with the mean `((4 + 10)/4 + 1)/1.5 = 3`.
    #[test]
    fn what_is_forgotten_counts_by_its_factor() {
        let mut line = SquareRoot::new(1);
        let mut sums = Information::new(1);
        let take = |forms: &mut [&mut dyn Recursion], right: f64| {
            for form in forms {
                form.push(&[1.0], right).expect("a row");
            }
        };
        take(&mut [&mut line, &mut sums], 4.0);
        take(&mut [&mut line, &mut sums], 10.0);
        // Begun with what the first two rows said.
        let mut book = Covariance::of(&sums).expect("two rows determine a mean");
        let begun = book.solve().expect("a mean");
        assert!((begun[0] - 7.0).abs() < 1e-12 && (book.covariance()[0] - 0.5).abs() < 1e-12);
        assert!((line.residual_squares() - 18.0).abs() < 1e-12);
        let forms: [&mut dyn Recursion; 3] = [&mut line, &mut sums, &mut book];
        for form in forms {
            form.forget(0.25).expect("a factor");
            form.push(&[1.0], 1.0).expect("a row");
            assert_eq!(form.columns(), 1);
            let found = form.solve().expect("a mean");
            assert!((found[0] - 3.0).abs() < 1e-12, "{found:?}");
        }
        assert!((line.residual_squares() - 16.5).abs() < 1e-12);
        assert!((book.covariance()[0] - 1.0 / 1.5).abs() < 1e-12);
        assert!((sums.inverse().expect("regular")[0] - 1.0 / 1.5).abs() < 1e-12);
    }

    /// Of 5, 1, 6 and 2 a window of three holds the last: their mean is 3, and squares about it are 4 + 9 + 1.
    #[test]
    fn a_window_forgets_what_it_lost() {
        let mut window = Sliding::new(1, 3).expect("a window");
        let mut root = SquareRoot::new(1);
        for (k, right) in [5.0, 1.0, 6.0, 2.0].into_iter().enumerate() {
            window.push(&[1.0], right).expect("a row");
            root.push(&[1.0], right).expect("a row");
            assert_eq!(window.rows(), (k + 1).min(3));
        }
        assert!(root.remove(&[1.0], 5.0));
        assert!((root.residual_squares() - 14.0).abs() < 1e-9);
        let near_three = |found: Option<Vec<f64>>| {
            let found = found.expect("a mean");
            assert!((found[0] - 3.0).abs() < 1e-12, "{found:?}");
        };
        near_three(window.solve());
        near_three(root.solve());
        // Twice as many as it is long: it was made anew, and goes on.
        for right in [2.0, 2.0, 5.0] {
            window.push(&[1.0], right).expect("a row");
        }
        near_three(window.solve());
        assert_eq!((window.rows(), window.columns()), (3, 1));
        // The one row that there is cannot be taken out of what it made.
        let mut one = SquareRoot::new(1);
        one.push(&[2.0], 3.0).expect("a row");
        assert!(!one.remove(&[2.0], 3.0));
    }

    /// Squares of 10²⁰⁰ are no numbers any more, nor are products that large.
    #[test]
    fn a_row_that_is_too_large_for_a_covariance_is_not_taken_in() {
        for (estimate, variance, row) in [(0.5, 1.0, 1e200), (1e200, 1e-300, 1e150)] {
            let mut book = Covariance::new(vec![estimate], vec![variance]).expect("a covariance");
            let before = book.clone();
            assert_eq!(book.push(&[row], 1.0), Err(RecursionError::NotFinite));
            assert_eq!(book, before);
        }
    }

    /// Columns that only rounding tells apart determine nothing, whatever units rows have.
    #[test]
    fn what_rounding_alone_tells_apart_is_not_solved() {
        for scale in [-60, 0, 60].map(|power| 2f64.powi(power)) {
            let of = |own: f64| {
                let mut root = SquareRoot::new(2);
                root.push(&[scale, scale], 3.0 * scale).expect("a row");
                root.push(&[0.0, own * scale], own * scale).expect("a row");
                root.solve()
            };
            assert_eq!(of(1e-16), None, "{scale}");
            assert_eq!(of(1e-14), Some(vec![2.0, 1.0]), "{scale}");
        }
    }

    /// Each of the rotations back begins with its own element of the diagonal.
    #[test]
    fn a_row_that_is_taken_out_leaves_what_the_others_say() {
        let rows: Vec<([f64; 3], f64)> = [0.5, -1.0, 2.0, 0.25, -1.5, 3.0]
            .into_iter()
            .zip([-2.0, -1.0, 0.0, 1.0, 2.0, 3.0])
            .map(|(right, x)| ([1.0, x, x * x], right))
            .collect();
        let of = |skipped: Option<usize>| {
            let mut sums = SquareRoot::new(3);
            let taken = rows.iter().enumerate();
            for (_, (row, right)) in taken.filter(|(k, _)| Some(*k) != skipped) {
                sums.push(row, *right).expect("a row");
            }
            sums
        };
        for (k, (row, right)) in rows.iter().enumerate() {
            let mut sums = of(None);
            assert!(sums.remove(row, *right), "{k}");
            let others = of(Some(k));
            let near = |found: f64, wanted: f64| {
                assert!((found - wanted).abs() < 1e-9, "{k}: {found} {wanted}");
            };
            near(sums.residual_squares(), others.residual_squares());
            let (found, wanted) = (sums.solve(), others.solve());
            let (found, wanted) = (found.expect("a parabola"), wanted.expect("a parabola"));
            for (found, wanted) in found.into_iter().zip(wanted) {
                near(found, wanted);
            }
        }
    }

    #[test]
    fn a_covariance_stays_where_a_row_has_another_length_and_a_factor_does_not_forget() {
        let book = Covariance::new(vec![1.0, 2.0], vec![1.0, 0.0, 0.0, 4.0]);
        let mut book = book.expect("a covariance");
        let before = book.clone();
        for row in [&[1.0][..], &[1.0, 2.0, 3.0]] {
            let (expected, actual) = (2, row.len());
            let refused = RecursionError::Length { expected, actual };
            assert_eq!(book.push(row, 0.5), Err(refused));
        }
        for factor in [0.0, -0.5, 1.5] {
            let refused = RecursionError::Forgetting(factor);
            assert_eq!(book.forget(factor), Err(refused));
        }
        assert_eq!(book, before);
    }
}
