//! The square root of the information: an upper triangle that rows are rotated into.

use super::{ROUNDING, Recursion, RecursionError, check, check_factor};

/// Least squares by Givens' rotations: `[R z]` with `RᵀR = KᵀK` and `Rᵀz = Kᵀy`, which keeps the condition of `K`
/// (Golub 1965; Bierman 1977). It begins with nothing, and forgets by a factor.
#[derive(Debug, Clone, PartialEq)]
pub struct SquareRoot {
    columns: usize,
    /// `[R z]`, row-major (`b × (b + 1)`), zero below the diagonal.
    triangle: Vec<f64>,
    row: Vec<f64>,
    /// The norm of what is left of the right-hand sides.
    residual: f64,
}

impl SquareRoot {
    /// Of no rows, for so many unknowns.
    #[must_use]
    pub fn new(columns: usize) -> Self {
        Self {
            columns,
            triangle: vec![0.0; columns * (columns + 1)],
            row: vec![0.0; columns + 1],
            residual: 0.0,
        }
    }

    /// The sum of squares that the estimate leaves.
    #[must_use]
    pub fn residual_squares(&self) -> f64 {
        self.residual * self.residual
    }

    /// Takes out a row that was taken in: hyperbolic rotations, mixed as Chambers (1971) has them. Whether that could be
    /// done; if not, what is left means nothing.
    pub(super) fn remove(&mut self, row: &[f64], right: f64) -> bool {
        let width = self.columns + 1;
        self.row[..self.columns].copy_from_slice(row);
        self.row[self.columns] = right;
        for k in 0..self.columns {
            let (r, x) = (self.triangle[k * width + k], self.row[k]);
            if x == 0.0 {
                continue;
            }
            let share = x / r;
            let left = (1.0 - share) * (1.0 + share);
            // What a row was nearly all of is found anew.
            if left.is_nan() || left < 1e-6 {
                return false;
            }
            let cosine = left.sqrt();
            let triangle = &mut self.triangle[k * width..(k + 1) * width];
            for (r, x) in triangle.iter_mut().zip(&mut self.row).skip(k) {
                *r = (*r - share * *x) / cosine;
                *x = cosine * *x - share * *r;
            }
        }
        let squares = self.residual * self.residual - self.row[self.columns].powi(2);
        self.residual = squares.max(0.0).sqrt();
        true
    }
}

impl Recursion for SquareRoot {
    fn columns(&self) -> usize {
        self.columns
    }

    fn push(&mut self, row: &[f64], right: f64) -> Result<(), RecursionError> {
        check(self.columns, row, right)?;
        let width = self.columns + 1;
        self.row[..self.columns].copy_from_slice(row);
        self.row[self.columns] = right;
        for k in 0..self.columns {
            let (r, x) = (self.triangle[k * width + k], self.row[k]);
            if x == 0.0 {
                continue;
            }
            let norm = r.hypot(x);
            let (cosine, sine) = (r / norm, x / norm);
            let triangle = &mut self.triangle[k * width..(k + 1) * width];
            for (r, x) in triangle.iter_mut().zip(&mut self.row).skip(k) {
                (*r, *x) = (cosine * *r + sine * *x, cosine * *x - sine * *r);
            }
        }
        self.residual = self.residual.hypot(self.row[self.columns]);
        Ok(())
    }

    fn forget(&mut self, factor: f64) -> Result<(), RecursionError> {
        check_factor(factor)?;
        let root = factor.sqrt();
        self.triangle.iter_mut().for_each(|r| *r *= root);
        self.residual *= root;
        Ok(())
    }

    fn solve(&self) -> Option<Vec<f64>> {
        let (b, width) = (self.columns, self.columns + 1);
        let at = |i: usize, j: usize| self.triangle[i * width + j];
        let mut found = vec![0.0; b];
        for k in (0..b).rev() {
            let size = (0..=k).map(|i| at(i, k)).fold(0.0, f64::hypot);
            if at(k, k).abs() <= ROUNDING * b as f64 * size {
                return None;
            }
            let known: f64 = (k + 1..b).map(|j| at(k, j) * found[j]).sum();
            found[k] = (at(k, b) - known) / at(k, k);
        }
        found.iter().all(|x| x.is_finite()).then_some(found)
    }
}
