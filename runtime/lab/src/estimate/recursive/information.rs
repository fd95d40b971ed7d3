//! The information and what it says, added up.

use super::{ROUNDING, Recursion, RecursionError, check, check_factor};

/// Least squares by sums: `Λ = KᵀK` (Kozłowski and Dutkiewicz 1996, equation 8, before its inversion) and `Kᵀy`. It begins
/// with nothing, knows when it is singular, and has the square of the condition of `K`.
#[derive(Debug, Clone, PartialEq)]
pub struct Information {
    columns: usize,
    /// `Λ` (`b × b`) and `Kᵀy` (`b`).
    matrix: Vec<f64>,
    along: Vec<f64>,
}

impl Information {
    /// Of no rows, for so many unknowns.
    #[must_use]
    pub fn new(columns: usize) -> Self {
        Self {
            columns,
            matrix: vec![0.0; columns * columns],
            along: vec![0.0; columns],
        }
    }

    /// `Λ`, row-major (`b × b`).
    #[must_use]
    pub fn matrix(&self) -> &[f64] {
        &self.matrix
    }

    /// The scales that make the diagonal 1, and the lower triangle of the scaled matrix (Cholesky 1910); none where
    /// it is singular.
    fn factored(&self) -> Option<(Vec<f64>, Vec<f64>)> {
        let b = self.columns;
        let scale = |k: usize| self.matrix[k * b + k].sqrt().recip();
        let scales: Vec<f64> = (0..b).map(scale).collect();
        let mut lower = vec![0.0; b * b];
        for i in 0..b {
            for j in 0..=i {
                let done: f64 = (0..j).map(|k| lower[i * b + k] * lower[j * b + k]).sum();
                let left = self.matrix[i * b + j] * scales[i] * scales[j] - done;
                lower[i * b + j] = match i == j {
                    true if left > ROUNDING * b as f64 => left.sqrt(),
                    true => return None,
                    false => left / lower[j * b + j],
                };
            }
        }
        Some((scales, lower))
    }

    /// The least share of its squares that a column has beside those before it: rounding of an inverse grows by its reciprocal.
    /// 0 where the matrix is singular.
    #[must_use]
    pub fn independence(&self) -> f64 {
        let b = self.columns;
        self.factored().map_or(0.0, |(_, lower)| {
            let diagonal = (0..b).map(|k| lower[k * (b + 1)].powi(2));
            diagonal.fold(1.0, f64::min)
        })
    }

    /// What solves `Λ x = right`.
    fn solved(&self, factored: &(Vec<f64>, Vec<f64>), right: &[f64]) -> Vec<f64> {
        let (b, (scales, lower)) = (self.columns, factored);
        let mut x: Vec<f64> = right.iter().zip(scales).map(|(r, s)| r * s).collect();
        for i in 0..b {
            let known: f64 = (0..i).map(|k| lower[i * b + k] * x[k]).sum();
            x[i] = (x[i] - known) / lower[i * b + i];
        }
        for i in (0..b).rev() {
            let known: f64 = (i + 1..b).map(|k| lower[k * b + i] * x[k]).sum();
            x[i] = (x[i] - known) / lower[i * b + i];
        }
        x.iter().zip(scales).map(|(x, s)| x * s).collect()
    }

    /// The inverse of `Λ` (`b × b`): the covariance that unit noise gives. None where it is singular.
    #[must_use]
    pub fn inverse(&self) -> Option<Vec<f64>> {
        let (b, factored) = (self.columns, self.factored()?);
        let mut inverse = Vec::with_capacity(b * b);
        for k in 0..b {
            let unit: Vec<f64> = (0..b).map(|i| f64::from(u8::from(i == k))).collect();
            inverse.extend(self.solved(&factored, &unit));
        }
        Some(inverse)
    }
}

impl Recursion for Information {
    fn columns(&self) -> usize {
        self.columns
    }

    fn push(&mut self, row: &[f64], right: f64) -> Result<(), RecursionError> {
        check(self.columns, row, right)?;
        for (i, x) in row.iter().enumerate() {
            self.along[i] += x * right;
            let of_row = &mut self.matrix[i * self.columns..(i + 1) * self.columns];
            of_row
                .iter_mut()
                .zip(row)
                .for_each(|(sum, y)| *sum += x * y);
        }
        Ok(())
    }

    fn forget(&mut self, factor: f64) -> Result<(), RecursionError> {
        check_factor(factor)?;
        let sums = self.matrix.iter_mut().chain(&mut self.along);
        sums.for_each(|sum| *sum *= factor);
        Ok(())
    }

    fn solve(&self) -> Option<Vec<f64>> {
        let found = self.solved(&self.factored()?, &self.along);
        found.iter().all(|x| x.is_finite()).then_some(found)
    }
}

#[cfg(test)]
mod tests;
