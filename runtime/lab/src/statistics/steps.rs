//! How far the steps of encoders scatter parameters, where they are not forgotten as noise is.

use nalgebra::{DMatrix, DVector};

use super::basis::Basis;
use super::scatter::columns;
use crate::distribution::student_widening;
use crate::estimate::Estimate;
use crate::motion::{Grid, Motion};
use crate::random::Random;
use crate::regression::{Equations, RegressionError};

/// Raw samples that are gone through again, over all recordings, and of each at least.
const SAMPLES: usize = 1 << 15;
const EACH: usize = 1 << 12;
/// How many times motions are measured again, to see whether that matters and to say how much.
const FEW: usize = 4;
const MANY: usize = 16;
const SEED: u64 = 3;
/// A share of a parameter's variance that steps make as noise, below which they are let be.
const SLIGHT: f64 = 1e-3;

/// Times how much wider steps make each deviation of base parameters than the noise of the rows does (`b`).
///
/// That noise, as modelled, has errors of rounding as something that is soon forgotten. But a slow joint stays on
/// a step, and a motion that repeats itself meets the same steps in every period, so that they do not average
/// out. They are known functions of the motion but for where the grid lies: positions are rounded again to
/// grids that lie at random, and then to grids that are moved as often as the noise forgets; by what
/// variance parameters scatter more with the former counts, times the square of Student's quantile over
/// the normal one for as few replicas. Where only a part of a recording is gone through, errors are taken
/// to repeat themselves in the rest.
///
/// `gain` (`b × r`) leads from weighted columns to parameters, whose variances by the noise (`b`) are given.
pub(super) fn wider(
    equations: &Equations<'_>,
    motions: &[Motion],
    estimate: &Estimate,
    basis: &Basis,
    gain: &DMatrix<f64>,
    variances: &DVector<f64>,
) -> Result<Vec<f64>, RegressionError> {
    let again = Replicas {
        equations,
        estimate,
        basis,
    };
    let mut found = vec![1.0; gain.nrows()];
    let stepped: Vec<&Motion> = motions.iter().filter(|motion| motion.steps()).collect();
    if stepped.is_empty() {
        return Ok(found);
    }
    let each = (SAMPLES / motions.len()).max(EACH);
    let like = |grid, times| again.variances(&stepped, each, gain, grid, times);
    let few = like(Grid::Moved, FEW)?;
    let matters = |(moved, noise): (&f64, &f64)| *moved > SLIGHT * noise;
    if few.iter().zip(variances.iter()).any(matters) {
        let (moved, fixed) = (like(Grid::Moved, MANY)?, like(Grid::Fixed, MANY)?);
        let student = student_widening((MANY - 1) as f64).powi(2);
        for (j, wider) in found.iter_mut().enumerate() {
            let beyond = student * (fixed[j] - moved[j]).max(0.0) / variances[j];
            *wider = match beyond.is_finite() {
                true => (1.0 + beyond).sqrt(),
                false => 1.0,
            };
        }
    }
    Ok(found)
}

/// Motions that are measured again.
struct Replicas<'a> {
    equations: &'a Equations<'a>,
    estimate: &'a Estimate,
    basis: &'a Basis,
}

impl Replicas<'_> {
    /// By what variances parameters scatter (`b`), of so many replicas.
    fn variances(
        &self,
        motions: &[&Motion],
        each: usize,
        gain: &DMatrix<f64>,
        grid: Grid,
        replicas: usize,
    ) -> Result<DVector<f64>, RegressionError> {
        let mut along = DMatrix::zeros(self.basis.size(), replicas);
        let mut random = Random::new(SEED);
        for motion in motions {
            let part = motion.beginning(each);
            let all = motion.interior().len() as f64 / part.interior().len().max(1) as f64;
            let times = match grid {
                Grid::Moved => all.sqrt(),
                Grid::Fixed => all,
            };
            let columns = columns(self.equations, &part, self.estimate, self.basis)?;
            for mut along in along.column_iter_mut() {
                let again = part.rounded_again(grid, &mut random)?;
                let series = self
                    .equations
                    .predict(&again, &self.estimate.beta, &mut |_| {})?;
                for (columns, predicted) in columns.iter().zip(&series.predicted) {
                    along.gemv(times, columns, &DVector::from_column_slice(predicted), 1.0);
                }
            }
        }
        let moved = gain * along;
        let variance = moved.column_variance() * (replicas as f64 / (replicas - 1) as f64);
        Ok(variance)
    }
}
