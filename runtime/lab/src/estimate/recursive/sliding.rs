//! The last rows alone.

use std::collections::VecDeque;

use super::{Recursion, RecursionError, SquareRoot};

/// Least squares of the last so many rows: each that comes in is rotated into a triangle, and the one that is too old out
/// of it. The triangle is made anew from the rows that are kept once for each of them, so that errors of taking out
/// do not add up, and where a row was nearly all that told something.
#[derive(Debug, Clone, PartialEq)]
pub struct Sliding {
    rows: VecDeque<(Vec<f64>, f64)>,
    length: usize,
    root: SquareRoot,
    /// Rows taken out since the triangle was made.
    removed: usize,
}

impl Sliding {
    /// Of no rows, for so many unknowns, with a window of so many rows.
    ///
    /// # Errors
    /// [`RecursionError::Window`].
    pub fn new(columns: usize, length: usize) -> Result<Self, RecursionError> {
        if length == 0 {
            return Err(RecursionError::Window);
        }
        Ok(Self {
            rows: VecDeque::with_capacity(length),
            length,
            root: SquareRoot::new(columns),
            removed: 0,
        })
    }

    /// How many rows are in the window.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    fn anew(&mut self) -> Result<(), RecursionError> {
        self.root = SquareRoot::new(self.root.columns());
        self.removed = 0;
        for (row, right) in &self.rows {
            self.root.push(row, *right)?;
        }
        Ok(())
    }
}

impl Recursion for Sliding {
    fn columns(&self) -> usize {
        self.root.columns()
    }

    fn push(&mut self, row: &[f64], right: f64) -> Result<(), RecursionError> {
        self.root.push(row, right)?;
        self.rows.push_back((row.to_vec(), right));
        if self.rows.len() <= self.length {
            return Ok(());
        }
        let Some((row, right)) = self.rows.pop_front() else {
            return Ok(());
        };
        self.removed += 1;
        match self.root.remove(&row, right) && self.removed < self.length {
            true => Ok(()),
            false => self.anew(),
        }
    }

    fn forget(&mut self, factor: f64) -> Result<(), RecursionError> {
        match factor == 1.0 {
            true => Ok(()),
            false => Err(RecursionError::Sliding),
        }
    }

    fn solve(&self) -> Option<Vec<f64>> {
        self.root.solve()
    }
}
