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

#[cfg(test)]
mod tests {
    use armwright_runtime::Side;
    use nalgebra::{DMatrix, DVector};

    use super::{FEW, Grid, MANY, Replicas, SEED, View, beyond};
    use crate::distribution::student_widening;
    use crate::motion::Motion;
    use crate::numeric::Decomposition;
    use crate::options::EquationSide;
    use crate::random::Random;
    use crate::regression::by_hand::{B, ROBOT, conditioned, processing, recording_from, rows_at};
    use crate::regression::{Columns, Equations, RegressionError};
    use crate::statistics::Basis;

    const BETA: [f64; B] = [0.3, -0.1, 2.0, 0.5, 0.2, 1.0];
    const WEIGHTS: [f64; 2] = [0.4, 7.0];

    /// Positions on a grid of a fiftieth.
    fn stepped(time: f64, samples: u32) -> Motion {
        let mut recording = recording_from(time, samples);
        for x in recording.position.iter_mut().flatten() {
            *x = (50.0 * *x).round() / 50.0;
        }
        let motion = conditioned(recording, processing(EquationSide::Joint));
        assert!(motion.steps());
        motion
    }

    /// Twice the first position, and the second.
    fn predicted(motion: &Motion) -> Result<Vec<Vec<f64>>, RegressionError> {
        let of = |joint: usize, times: f64| {
            let each = motion.interior();
            each.map(|at| times * motion.states(at..at + 1).q[joint])
                .collect()
        };
        Ok(vec![of(0, 2.0), of(1, 1.0)])
    }

    fn with<T>(motions: &[Motion], ask: impl Fn(&View<'_>, &Basis) -> T) -> T {
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let observation = equations.observe(motions, &mut |_| {}).expect("equations");
        let spectrum = Decomposition::of(&observation.weighted(&WEIGHTS).r);
        let basis = Basis::of(&spectrum);
        let base = equations.base_columns();
        let view = View {
            equations: &equations,
            columns: &|| Box::new(base) as Box<dyn Columns>,
            weights: &WEIGHTS,
            size: basis.size(),
            seen: &|sample, row| basis.seen(sample, row, &BETA),
            predicted: &predicted,
        };
        ask(&view, &basis)
    }

    fn gain() -> DMatrix<f64> {
        DMatrix::from_fn(B, B, |i, j| (1.0 + i as f64 - 0.3 * j as f64).sin())
    }

    /// The same by sums over all samples of each replica, whose beginnings count so many times.
    fn by_hand(
        basis: &Basis,
        motions: &[Motion],
        grid: Grid,
        count: usize,
        times: &[f64],
    ) -> Vec<f64> {
        let mut random = Random::new(SEED);
        let mut along = vec![DVector::zeros(B); count];
        for (motion, times) in motions.iter().zip(times) {
            for along in &mut along {
                let again = motion.rounded_again(grid, &mut random).expect("a motion");
                let values = predicted(&again).expect("numbers");
                for (k, at) in motion.interior().enumerate() {
                    for (row, line) in rows_at(motion, at).iter().enumerate() {
                        let columns = basis.of_row(line.iter().copied().enumerate());
                        *along += columns * (times * WEIGHTS[row] * values[row][k]);
                    }
                }
            }
        }
        let moved: Vec<DVector<f64>> = along.iter().map(|along| gain() * along).collect();
        let each = (0..B).map(|j| {
            let mean = moved.iter().map(|x| x[j]).sum::<f64>() / count as f64;
            let squares = moved.iter().map(|x| (x[j] - mean).powi(2));
            squares.sum::<f64>() / (count - 1) as f64
        });
        each.collect()
    }

    fn near(found: &DVector<f64>, expected: &[f64]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
        }
    }

    /// Of a part that is gone through, steps that are moved count as noise does, by the square root of how much longer the whole is;
    /// those that stay repeat themselves in the rest.
    #[test]
    fn replicas_scatter_as_their_sums_do() {
        let motions = [stepped(0.0, 90), stepped(1.3, 70)];
        let all: Vec<&Motion> = motions.iter().collect();
        let parts: Vec<Motion> = motions.iter().map(|motion| motion.beginning(40)).collect();
        let longer =
            |k: usize| motions[k].interior().len() as f64 / parts[k].interior().len() as f64;
        assert!(longer(0) > 1.5 && longer(1) > 1.2);
        with(&motions, |view, basis| {
            for (grid, power) in [(Grid::Moved, 0.5), (Grid::Fixed, 1.0)] {
                let found = |each| {
                    Replicas(view)
                        .variances(&all, each, &gain(), grid, 5)
                        .expect("variances")
                };
                near(&found(1000), &by_hand(basis, &motions, grid, 5, &[1.0; 2]));
                let times = [0, 1].map(|k| longer(k).powf(power));
                near(&found(40), &by_hand(basis, &parts, grid, 5, &times));
            }
        });
    }

    /// By how much fixed steps scatter more than moved ones, widened as sixteen replicas tell it, also where steps matter beside the noise
    /// of one parameter alone; nothing where they matter beside none.
    #[test]
    fn steps_scatter_parameters_by_what_is_not_forgotten() {
        let motions = [stepped(0.0, 90), stepped(1.3, 70)];
        let all: Vec<&Motion> = motions.iter().collect();
        with(&motions, |view, basis| {
            let of = |grid, count| by_hand(basis, &motions, grid, count, &[1.0; 2]);
            let few = of(Grid::Moved, FEW);
            let found = |times: [f64; B]| {
                let each = few.iter().zip(times).map(|(x, times)| times * x);
                let variances = DVector::from_iterator(B, each);
                beyond(view, &all, &gain(), &variances).expect("variances")
            };
            let (moved, fixed) = (of(Grid::Moved, MANY), of(Grid::Fixed, MANY));
            let student = student_widening(15.0).powi(2);
            let expected = moved.iter().zip(&fixed);
            let expected: Vec<f64> = expected.map(|(a, b)| student * (b - a).max(0.0)).collect();
            assert!(expected.iter().any(|x| *x > 0.0), "{moved:?} {fixed:?}");
            let all = found([999.0; B]);
            for (found, expected) in all.iter().zip(&expected) {
                assert!(
                    (found - expected).abs() <= 1e-6 * expected,
                    "{found} {expected}"
                );
            }
            let mut times = [1001.0; B];
            assert_eq!(found(times), DVector::zeros(B));
            times[2] = 999.0;
            assert_eq!(found(times), all);
        });
    }

    /// As are those of a motor that is slow.
    #[test]
    fn samples_that_do_not_count_have_columns_of_zeros() {
        let mut slow = processing(EquationSide::Joint);
        slow.motor_velocity_threshold = vec![0.0, 1.0];
        let motions = [conditioned(recording_from(0.0, 50), slow)];
        let motion = &motions[0];
        with(&motions, |view, basis| {
            let found = Replicas(view).columns(motion).expect("columns");
            assert_eq!(found.len(), 2);
            let mut gone = 0;
            for (row, found) in found.iter().enumerate() {
                assert_eq!(found.shape(), (view.size, motion.interior().len()));
                for (k, at) in motion.interior().enumerate() {
                    let speed = motion.states(at..at + 1).qd;
                    let counts = (3.0 * speed[0] + 5.0 * speed[1]).abs() >= 1.0;
                    gone += usize::from(!counts);
                    let times = if counts { WEIGHTS[row] } else { 0.0 };
                    let line = &rows_at(motion, at)[row];
                    let expected = basis.of_row(line.iter().copied().enumerate()) * times;
                    let off = (found.column(k) - expected).amax();
                    assert!(off < 1e-9, "{row}, {at}: {off:e}");
                }
            }
            assert!(gone > 10, "{gone}");
        });
    }
}
