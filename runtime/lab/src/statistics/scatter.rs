//! How far errors of the measured positions scatter an estimate whose columns do not have them.

use nalgebra::{DMatrix, DVector};

use super::basis::Basis;
use crate::distribution::student_widening;
use crate::estimate::Estimate;
use crate::motion::Motion;
use crate::random::Random;
use crate::regression::{Equations, RegressionError, Sample};

/// Raw samples that are gone through again, over all recordings, and of each at least.
const SAMPLES: usize = 1 << 14;
const EACH: usize = 1 << 12;
/// How many times positions err, each time with its negative.
const REPLICAS: usize = 12;
const SEED: u64 = 5;

/// The covariance (`b × b`) that errors of the `measured` positions give an estimate by instruments, the columns of
/// `simulated` motions: its residuals have what base parameters make of these errors.
///
/// They grow with the square of frequency, and little of them is where instruments are, which an autoregression of
/// residuals would not tell. So positions err again, by errors like those that they have, and torques that they change are
/// seen through the weights of the estimate.
pub(crate) fn scatter(
    equations: &Equations<'_>,
    measured: &[Motion],
    simulated: &[Motion],
    estimate: &Estimate,
) -> Result<DMatrix<f64>, RegressionError> {
    let each = (SAMPLES / measured.len().max(1)).max(EACH);
    scatter_of_beginnings(equations, [measured, simulated], estimate, each)
}

/// The same, from as many samples at the beginning of `each` motion: over the rest errors go on as there, so that their
/// sums grow with the square root of its length.
fn scatter_of_beginnings(
    equations: &Equations<'_>,
    [measured, simulated]: [&[Motion]; 2],
    estimate: &Estimate,
    each: usize,
) -> Result<DMatrix<f64>, RegressionError> {
    let basis = Basis::of(&estimate.spectrum);
    let gain = &estimate.gain * estimate.spectrum.left.columns(0, basis.size());
    let mut along = DMatrix::zeros(basis.size(), REPLICAS);
    let mut random = Random::new(SEED);
    for (measured, simulated) in measured.iter().zip(simulated) {
        let (part, other) = (measured.beginning(each), simulated.beginning(each));
        let all = measured.interior().len() as f64 / part.interior().len().max(1) as f64;
        let columns = columns(equations, &other, estimate, &basis)?;
        for mut along in along.column_iter_mut() {
            let further = part.further_errors(&mut random)?;
            let predicted = |sign: f64| {
                let disturbed = part.disturbed(&further, sign);
                equations.predict(&disturbed, &estimate.beta, &mut |_| {})
            };
            let (plus, minus) = (predicted(1.0)?, predicted(-1.0)?);
            let rows = plus.predicted.iter().zip(&minus.predicted);
            for (columns, (plus, minus)) in columns.iter().zip(rows) {
                let torque = plus.iter().zip(minus).map(|(a, b)| 0.5 * (a - b));
                let torque = DVector::from_iterator(plus.len(), torque);
                along.gemv(all.sqrt(), columns, &torque, 1.0);
            }
        }
    }
    let moved = gain * along;
    let student = student_widening(REPLICAS as f64).powi(2);
    Ok(&moved * moved.transpose() * (student / REPLICAS as f64))
}

/// The weighted columns of each row of the equations (`r × samples`), 0 where a sample does not count.
fn columns(
    equations: &Equations<'_>,
    motion: &Motion,
    estimate: &Estimate,
    basis: &Basis,
) -> Result<Vec<DMatrix<f64>>, RegressionError> {
    let mut rows = vec![Vec::new(); estimate.weights.len()];
    let mut take = |sample: &Sample<'_>| {
        for (row, values) in rows.iter_mut().enumerate() {
            let weight = match sample.counts(row) {
                true => estimate.weights[row],
                false => 0.0,
            };
            values.extend((basis.columns(sample, row) * weight).iter());
        }
    };
    equations.pass(motion, &equations.base_columns(), &mut take, &mut |_| {})?;
    let size = basis.size();
    let matrix = |values: Vec<f64>| DMatrix::from_vec(size, values.len() / size.max(1), values);
    Ok(rows.into_iter().map(matrix).collect())
}

#[cfg(test)]
mod tests;
