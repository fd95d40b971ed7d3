//! How far the steps of encoders scatter parameters, where they are not forgotten as noise is.

use nalgebra::{DMatrix, DVector};

use super::view::View;
use crate::distribution::student_widening;
use crate::motion::{Grid, Motion};
use crate::random::Random;
use crate::regression::{RegressionError, Sample};

/// Raw samples that are gone through again, over all recordings, and of each at least.
const SAMPLES: usize = 1 << 15;
const EACH: usize = 1 << 12;
/// How many times motions are measured again, to see whether that matters and to say how much.
const FEW: usize = 4;
const MANY: usize = 16;
const SEED: u64 = 3;
/// A share of a parameter's variance that steps make as noise, below which they are let be.
const SLIGHT: f64 = 1e-3;

/// By what variance steps make parameters scatter beyond what the noise of the rows does (`b`).
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
pub(crate) fn beyond(
    view: &View<'_>,
    motions: &[&Motion],
    gain: &DMatrix<f64>,
    variances: &DVector<f64>,
) -> Result<DVector<f64>, RegressionError> {
    let mut found = DVector::zeros(gain.nrows());
    let stepped: Vec<&Motion> = motions.iter().copied().filter(|m| m.steps()).collect();
    if stepped.is_empty() {
        return Ok(found);
    }
    let again = Replicas(view);
    let each = (SAMPLES / motions.len()).max(EACH);
    let like = |grid, times| again.variances(&stepped, each, gain, grid, times);
    let few = like(Grid::Moved, FEW)?;
    let matters = |(moved, noise): (&f64, &f64)| *moved > SLIGHT * noise;
    if few.iter().zip(variances.iter()).any(matters) {
        let (moved, fixed) = (like(Grid::Moved, MANY)?, like(Grid::Fixed, MANY)?);
        let student = student_widening((MANY - 1) as f64).powi(2);
        for (j, found) in found.iter_mut().enumerate() {
            *found = student * (fixed[j] - moved[j]).max(0.0);
        }
    }
    Ok(found)
}

/// Motions that are measured again.
struct Replicas<'a, 'v>(&'a View<'v>);

impl Replicas<'_, '_> {
    /// By what variances parameters scatter (`b`), of so many replicas.
    fn variances(
        &self,
        motions: &[&Motion],
        each: usize,
        gain: &DMatrix<f64>,
        grid: Grid,
        replicas: usize,
    ) -> Result<DVector<f64>, RegressionError> {
        let mut along = DMatrix::zeros(self.0.size, replicas);
        let mut random = Random::new(SEED);
        for motion in motions {
            let part = motion.beginning(each);
            let all = motion.interior().len() as f64 / part.interior().len().max(1) as f64;
            let times = match grid {
                Grid::Moved => all.sqrt(),
                Grid::Fixed => all,
            };
            let columns = self.columns(&part)?;
            for mut along in along.column_iter_mut() {
                let again = part.rounded_again(grid, &mut random)?;
                let predicted = (self.0.predicted)(&again)?;
                for (columns, predicted) in columns.iter().zip(&predicted) {
                    along.gemv(times, columns, &DVector::from_column_slice(predicted), 1.0);
                }
            }
        }
        let moved = gain * along;
        let variance = moved.column_variance() * (replicas as f64 / (replicas - 1) as f64);
        Ok(variance)
    }

    /// The weighted columns of each row (`r × samples`), 0 where a sample does not count.
    fn columns(&self, motion: &Motion) -> Result<Vec<DMatrix<f64>>, RegressionError> {
        let view = self.0;
        let mut rows = vec![Vec::new(); view.weights.len()];
        let mut take = |sample: &Sample<'_>| {
            for ((row, values), weight) in rows.iter_mut().enumerate().zip(view.weights) {
                match sample.counts(row) {
                    true => {
                        let seen = (view.seen)(sample, row);
                        values.extend(seen[..view.size].iter().map(|x| weight * x));
                    }
                    false => values.resize(values.len() + view.size, 0.0),
                }
            }
        };
        let columns = (view.columns)();
        view.equations
            .pass(motion, &*columns, &mut take, &mut |_| {})?;
        let size = view.size;
        let matrix = |values: Vec<f64>| DMatrix::from_vec(size, values.len() / size.max(1), values);
        Ok(rows.into_iter().map(matrix).collect())
    }
}
