//! The linear system of a step along the central path.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

use super::interior_point::definite;

/// The linear system of a step, factored: `H` and `C H⁻¹ Cᵀ`.
pub(super) struct Linear {
    hessian: Cholesky<f64, Dyn>,
    /// What unknowns are multiplied by before they are solved for, so that the diagonal is 1.
    units: DVector<f64>,
    pub(super) equations: DMatrix<f64>,
    lifted: DMatrix<f64>,
    schur: Option<Cholesky<f64, Dyn>>,
}

impl Linear {
    /// Factors `H` and what the equations make of it; none if they are not positive definite.
    pub(super) fn of(mut hessian: DMatrix<f64>, equations: &DMatrix<f64>) -> Option<Self> {
        let diagonal = hessian.diagonal();
        let units = diagonal.map(|x| if x > 0.0 { x.sqrt().recip() } else { 1.0 });
        for (mut column, unit) in hessian.column_iter_mut().zip(&units) {
            column *= *unit;
            column.component_mul_assign(&units);
        }
        let hessian = definite(hessian)?;
        let mut found = Self {
            lifted: DMatrix::zeros(0, 0),
            schur: None,
            equations: equations.clone(),
            hessian,
            units,
        };
        if equations.nrows() > 0 {
            found.lifted = found.inverse(&equations.transpose());
            found.schur = Some(definite(equations * &found.lifted)?);
        }
        Some(found)
    }

    /// `H⁻¹` times the columns.
    fn inverse(&self, columns: &DMatrix<f64>) -> DMatrix<f64> {
        let scale = |mut columns: DMatrix<f64>| {
            for mut column in columns.column_iter_mut() {
                column.component_mul_assign(&self.units);
            }
            columns
        };
        scale(self.hessian.solve(&scale(columns.clone())))
    }

    /// Unknowns and multipliers of `H dx - Cᵀ dν = lowered`, `C dx = lacking`.
    pub(super) fn solve(
        &self,
        lowered: &DMatrix<f64>,
        lacking: &DMatrix<f64>,
    ) -> (DMatrix<f64>, DMatrix<f64>) {
        let moved = self.inverse(lowered);
        match &self.schur {
            Some(schur) => {
                let multipliers = schur.solve(&(lacking - &self.equations * &moved));
                (moved + &self.lifted * &multipliers, multipliers)
            }
            None => (moved, lacking.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::Linear;

    /// Of two unknowns only the sum is told, and what a factor is helped with for that is nothing beside the third, though that is known
    /// by far larger numbers.
    #[test]
    fn unknowns_that_nothing_tells_apart_leave_another_size_alone() {
        #[rustfmt::skip]
        let hessian = DMatrix::from_row_slice(3, 3, &[
            1.0, 1.0, 0.0,
            1.0, 1.0, 0.0,
            0.0, 0.0, 1e20,
        ]);
        let none = DMatrix::zeros(0, 3);
        let linear = Linear::of(hessian, &none).expect("it is factored");
        let lowered = DMatrix::from_column_slice(3, 1, &[2.0, 2.0, 3e20]);
        let (found, _) = linear.solve(&lowered, &DMatrix::zeros(0, 1));
        let off = [found[(0, 0)] + found[(1, 0)] - 2.0, found[(2, 0)] - 3.0];
        assert!(off.iter().all(|off| off.abs() < 1e-12), "{off:?}");
    }

    /// Of the second unknown nothing is told: it stays where it is, and the first is what it is told to be.
    #[test]
    fn an_unknown_of_which_nothing_is_told_leaves_the_others_alone() {
        let hessian = DMatrix::from_row_slice(2, 2, &[4.0, 0.0, 0.0, 0.0]);
        let none = DMatrix::zeros(0, 2);
        let linear = Linear::of(hessian, &none).expect("it is factored");
        let lowered = DMatrix::from_column_slice(2, 1, &[8.0, 0.0]);
        let (found, _) = linear.solve(&lowered, &DMatrix::zeros(0, 1));
        let off = [found[(0, 0)] - 2.0, found[(1, 0)]];
        assert!(off.iter().all(|off| off.abs() < 1e-12), "{off:?}");
    }
}
