//! Joint by joint, from the last to the first, as Kozłowski and Dutkiewicz moved them: what each row of the equations
//! tells once the parameters of those behind it are taken as found, and how their errors accumulate.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::{Asked, ScrutinyError, weight};
use crate::numeric::Decomposition;
use crate::regression::Sample;
use crate::statistics::Sandwich;

/// What one row of the equations tells.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// The row: a joint, a motor or what else is measured.
    pub row: String,
    /// Parameters that it tells, with what the rows behind it left open.
    pub parameters: Vec<InSequence>,
}

/// A parameter as it was found joint by joint.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InSequence {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Its value.
    pub value: f64,
    /// The standard deviation that it would have if what was found before were exact.
    pub alone: f64,
    /// Its standard deviation with the errors of what was found before.
    pub std: f64,
    /// The value from all rows together.
    pub together: f64,
    /// The standard deviation of that.
    pub std_together: f64,
}

/// What is known so far.
struct Known {
    beta: DVector<f64>,
    is_known: Vec<bool>,
    /// How the rows' whitened right-hand sides, one after the other, enter (`b × n b`).
    from: DMatrix<f64>,
    /// The same if what was found before were exact.
    alone: DMatrix<f64>,
    /// The parameters that each row told.
    told: Vec<Vec<usize>>,
}

impl Asked<'_> {
    pub(super) fn sequence(
        &self,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Vec<Step>, ScrutinyError> {
        self.of_recordings("joint by joint")?;
        let model = self.equations.robot().model();
        let known = self.joint_by_joint();
        let [std, alone] = self.scatter([&known.from, &known.alone], progress)?;
        let found = |&k: &usize| InSequence {
            name: model.base[k].name.to_owned(),
            unit: model.base[k].unit.to_owned(),
            value: known.beta[k],
            alone: alone[k],
            std: std[k],
            together: self.estimate.beta[k],
            std_together: self.covariance[(k, k)].max(0.0).sqrt(),
        };
        let rows = known.told.iter().enumerate().rev();
        let steps = rows.map(|(row, told)| Step {
            row: self.equations.row_name(row).to_owned(),
            parameters: told.iter().map(found).collect(),
        });
        Ok(steps.collect())
    }

    fn joint_by_joint(&self) -> Known {
        let factors = self.observation.factors();
        let (b, n) = (self.estimate.beta.len(), factors.len());
        let mut known = Known {
            beta: DVector::from_column_slice(&self.estimate.beta),
            is_known: self.estimate.held.clone(),
            from: DMatrix::zeros(b, n * b),
            alone: DMatrix::zeros(b, n * b),
            told: vec![Vec::new(); n],
        };
        // The equations of this row and those behind it: what one leaves open another may tell.
        let mut matrix = DMatrix::zeros(0, b);
        let mut right = DVector::zeros(0);
        let mut from = DMatrix::zeros(0, n * b);
        for row in (0..n).rev() {
            let (r, z, _) = factors[row].parts();
            let scale = weight(&self.estimate.variance[row]).sqrt();
            let own = DMatrix::from_fn(b, n * b, |i, j| f64::from(u8::from(j == row * b + i)));
            matrix = stacked(&matrix, &(r * scale));
            let whitened = z.iter().map(|z| scale * z);
            let all: Vec<f64> = right.iter().copied().chain(whitened).collect();
            right = DVector::from_vec(all);
            from = stacked(&from, &own);
            let spectrum = Decomposition::without(&matrix, |k| known.is_known[k]);
            let determined = spectrum.determined();
            let told: Vec<usize> = (0..b)
                .filter(|k| !known.is_known[*k] && determined[*k])
                .collect();
            let held =
                known
                    .beta
                    .clone()
                    .map_with_location(|k, _, value| match known.is_known[k] {
                        true => value,
                        false => 0.0,
                    });
            let beta = &spectrum.inverse * (&right - &matrix * held);
            let alone = &spectrum.inverse * &from;
            let total = &spectrum.inverse * (&from - &matrix * &known.from);
            for &k in &told {
                known.beta[k] = beta[k];
                known.from.set_row(k, &total.row(k));
                known.alone.set_row(k, &alone.row(k));
                known.is_known[k] = true;
            }
            known.told[row] = told;
        }
        known
    }

    /// Standard deviations (`b`) of two things that are linear in the rows' whitened right-hand sides, in one pass: those are
    /// `R⁺ᵀ Σ k(t) u(t)` of the noise `u`, which is correlated as the deviations of the estimate have it.
    fn scatter(
        &self,
        both: [&DMatrix<f64>; 2],
        progress: &mut dyn FnMut(f64),
    ) -> Result<[Vec<f64>; 2], ScrutinyError> {
        let b = self.estimate.beta.len();
        let factors = self.observation.factors().iter();
        let whitened = factors.zip(&self.estimate.variance);
        let whitened = whitened.map(|(factor, variance)| {
            let inverse = Decomposition::of(&factor.parts().0).inverse;
            inverse.transpose() * weight(variance).sqrt()
        });
        let whitened: Vec<DMatrix<f64>> = whitened.collect();
        let maps = both.map(|from| {
            let rows = whitened.iter().enumerate();
            let maps = rows.map(|(row, inverse)| from.columns(row * b, b) * inverse);
            maps.collect::<Vec<_>>()
        });
        let mut sandwiches = both.map(|_| Sandwich::of(self.noise, b));
        for motion in self.motions {
            sandwiches.iter_mut().for_each(Sandwich::restart);
            let mut take = |sample: &Sample<'_>| {
                for (maps, sandwich) in maps.iter().zip(&mut sandwiches) {
                    let rows = maps.iter().enumerate().map(|(row, map)| {
                        let mut sum = DVector::zeros(b);
                        if sample.counts(row) {
                            for (column, x) in sample.row(row) {
                                sum.axpy(x, &map.column(column), 1.0);
                            }
                        }
                        sum
                    });
                    sandwich.push(rows.collect());
                }
            };
            let columns = self.equations.base_columns();
            self.equations.pass(motion, &columns, &mut take, progress)?;
        }
        Ok(sandwiches.map(|sandwich| {
            let variance = sandwich.sum().diagonal();
            variance.iter().map(|v| v.max(0.0).sqrt()).collect()
        }))
    }
}

fn stacked(above: &DMatrix<f64>, below: &DMatrix<f64>) -> DMatrix<f64> {
    let mut all = DMatrix::zeros(above.nrows() + below.nrows(), below.ncols());
    all.rows_mut(0, above.nrows()).copy_from(above);
    all.rows_mut(above.nrows(), below.nrows()).copy_from(below);
    all
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::stacked;

    #[test]
    fn one_matrix_stands_above_the_other() {
        let above = DMatrix::from_row_slice(1, 2, &[1.0, 2.0]);
        let below = DMatrix::from_row_slice(2, 2, &[3.0, 4.0, 5.0, 6.0]);
        let whole = DMatrix::from_row_slice(3, 2, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(stacked(&above, &below), whole);
        assert_eq!(stacked(&DMatrix::zeros(0, 2), &below), below);
    }
}
