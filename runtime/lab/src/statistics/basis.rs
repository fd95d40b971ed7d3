//! The columns of the equations as combinations of unit size.

use nalgebra::{DMatrix, DVector};

use crate::numeric::Decomposition;
use crate::regression::Sample;

/// Combinations of the columns that are orthonormal over all weighted rows, one a direction that the motion
/// excites (`r`).
pub(crate) struct Basis {
    /// What each column has of each combination (`r × b`).
    combinations: DMatrix<f64>,
}

impl Basis {
    pub(crate) fn of(spectrum: &Decomposition) -> Self {
        let (rank, b) = (spectrum.rank, spectrum.scales.len());
        let at = |k: usize, j: usize| {
            spectrum.directions[(j, k)] / (spectrum.singular_values[k] * spectrum.scales[j])
        };
        Self {
            combinations: DMatrix::from_fn(rank, b, at),
        }
    }

    /// How many there are.
    pub(crate) fn size(&self) -> usize {
        self.combinations.nrows()
    }

    /// A row of a sample in these combinations (`r`).
    pub(super) fn columns(&self, sample: &Sample<'_>, row: usize) -> DVector<f64> {
        self.of_row(sample.row(row))
    }

    /// Elements of a row, with their columns, in these combinations (`r`).
    pub(crate) fn of_row(&self, row: impl Iterator<Item = (usize, f64)>) -> DVector<f64> {
        let mut sum = DVector::zeros(self.size());
        for (j, x) in row {
            sum.axpy(x, &self.combinations.column(j), 1.0);
        }
        sum
    }

    /// The same followed by the residual of base parameters (`r + 1`).
    pub(super) fn seen(&self, sample: &Sample<'_>, row: usize, beta: &[f64]) -> Vec<f64> {
        let mut values = self.columns(sample, row).as_slice().to_vec();
        values.push(residual(sample, row, beta));
        values
    }
}

/// What base parameters leave of a row of a sample.
pub(super) fn residual(sample: &Sample<'_>, row: usize, beta: &[f64]) -> f64 {
    let predicted: f64 = sample.row(row).map(|(j, x)| x * beta[j]).sum();
    sample.torque[row] - predicted
}

#[cfg(test)]
mod tests;
