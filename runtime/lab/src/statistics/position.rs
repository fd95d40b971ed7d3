//! What errors of the measured positions do to parameters.

use nalgebra::{DMatrix, DVector};

use super::view::View;
use crate::motion::Motion;
use crate::random::Random;
use crate::regression::{RegressionError, Sample};

/// Raw samples that are gone through again, over all recordings, and of each at least.
const SAMPLES: usize = 1 << 15;
const EACH: usize = 1 << 12;
/// How many disturbed motions are tried beside each, and their negatives.
const REPLICAS: usize = 2;
const SEED: u64 = 1;
/// What is taken to be left of a column's square without errors, at least.
const LEFT: f64 = 0.05;

/// How far errors of positions (and of measured derivatives) are expected to have moved parameters (`b`).
///
/// Errors of positions are in the columns, not in the torques alone, so that least squares is biased by
/// what is quadratic in them. Simulation and extrapolation (Cook and Stefanski 1994): further
/// errors with the spectrum of those that are there, each with its negative, change the weighted
/// residuals along the columns by as much as those did, and the columns' squares by `N` (those of
/// the columns as they are being 1). Without any errors the squares would be `1 - N`, so the bias is `(1 - N)⁻¹`
/// times that change. `gain` (`b × r`) leads from weighted columns to parameters.
pub(crate) fn bias(
    view: &View<'_>,
    motions: &[&Motion],
    gain: &DMatrix<f64>,
) -> Result<DVector<f64>, RegressionError> {
    let size = view.size;
    let (mut along, mut squares) = (DVector::zeros(size), DMatrix::zeros(size, size));
    if !motions.iter().any(|motion| motion.errs()) {
        return Ok(gain * along);
    }
    let score = Score(view);
    let mut random = Random::new(SEED);
    let each = (SAMPLES / motions.len().max(1)).max(EACH);
    for motion in motions {
        let part = motion.beginning(each);
        let share = part.interior().len() as f64 / motion.interior().len() as f64;
        let mut counted = Vec::new();
        let here = score.of(&part, &mut |_, counts| {
            counted.push(counts);
            counts
        })?;
        for _ in 0..REPLICAS {
            let further = part.further_errors(&mut random)?;
            // With their negatives, so that what is linear in them cancels in the mean.
            for sign in [1.0, -1.0] {
                let disturbed = part.disturbed(&further, sign);
                let there = score.of(&disturbed, &mut |k, _| counted[k])?;
                let times = (2.0 * REPLICAS as f64 * share).recip();
                along += (there.0 - &here.0) * times;
                squares += (there.1 - &here.1) * times;
            }
        }
    }
    // Where errors are nearly all of a column, next to nothing of it is left to divide by.
    let mut left = (DMatrix::identity(size, size) - squares).symmetric_eigen();
    left.eigenvalues.apply(|x| *x = x.max(LEFT).recip());
    Ok(gain * (left.recompose() * along))
}

/// `Σ w q e` and `Σ w q qᵀ` of a motion: the weighted residuals along the columns, and the columns' squares.
struct Score<'a, 'v>(&'a View<'v>);

impl Score<'_, '_> {
    /// Over the rows that `counts` says, asked with their numbers and what they say themselves.
    fn of(
        &self,
        motion: &Motion,
        counts: &mut dyn FnMut(usize, bool) -> bool,
    ) -> Result<(DVector<f64>, DMatrix<f64>), RegressionError> {
        let view = self.0;
        let size = view.size;
        let (mut sum, mut squares) = (DVector::zeros(size), DMatrix::zeros(size, size));
        let mut number = 0;
        let mut take = |sample: &Sample<'_>| {
            for (row, weight) in view.weights.iter().enumerate() {
                if counts(number, sample.counts(row)) {
                    let seen = (view.seen)(sample, row);
                    let columns = DVector::from_column_slice(&seen[..size]);
                    sum.axpy(weight * seen[size], &columns, 1.0);
                    squares.ger(*weight, &columns, &columns, 1.0);
                }
                number += 1;
            }
        };
        let columns = (view.columns)();
        view.equations
            .pass(motion, &*columns, &mut take, &mut |_| {})?;
        Ok((sum, squares))
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::Side;
    use nalgebra::{DMatrix, DVector};

    use super::{SAMPLES, Score, View, bias};
    use crate::motion::Motion;
    use crate::numeric::Decomposition;
    use crate::options::EquationSide;
    use crate::random::Random;
    use crate::regression::by_hand::{B, ROBOT, conditioned, processing, recording, rows_at};
    use crate::regression::{Columns, Equations};
    use crate::statistics::Basis;

    const BETA: [f64; B] = [0.3, -0.1, 2.0, 0.5, 0.2, 1.0];
    const WEIGHTS: [f64; 2] = [0.4, 7.0];

    /// Sums over the rows that count, and nothing where positions do not err.
    fn check(motion: &Motion) {
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let motions = [motion.clone()];
        let observation = equations
            .observe(&motions, &mut |_| {})
            .expect("an observation");
        let spectrum = Decomposition::of(&observation.weighted(&WEIGHTS).r);
        let basis = Basis::of(&spectrum);
        let base = equations.base_columns();
        let view = View {
            equations: &equations,
            columns: &|| Box::new(base) as Box<dyn Columns>,
            weights: &WEIGHTS,
            size: basis.size(),
            seen: &|sample, row| basis.seen(sample, row, &BETA),
            predicted: &|_| Ok(Vec::new()),
        };
        let mut asked = Vec::new();
        let mut counts = |k: usize, own: bool| {
            asked.push((k, own));
            !k.is_multiple_of(3)
        };
        let found = Score(&view).of(motion, &mut counts).expect("sums");
        let (mut along, mut squares) = (DVector::zeros(B), DMatrix::zeros(B, B));
        let mut number = 0;
        for at in motion.interior() {
            for (row, line) in rows_at(motion, at).iter().enumerate() {
                assert_eq!(asked[number], (number, true));
                if number % 3 != 0 {
                    let columns = basis.of_row(line.iter().copied().enumerate());
                    let predicted: f64 = line.iter().zip(BETA).map(|(y, b)| y * b).sum();
                    let left = motion.torque_of(row)[at] - predicted;
                    along += &columns * (WEIGHTS[row] * left);
                    squares += &columns * columns.transpose() * WEIGHTS[row];
                }
                number += 1;
            }
        }
        assert!((found.0 - &along).amax() < 1e-9 * along.amax());
        assert!((found.1 - squares).amax() < 1e-9);
        let gain = DMatrix::identity(B, B);
        let moved = bias(&view, &[motion], &gain).expect("a bias");
        assert_eq!(moved.amax() > 0.0, motion.errs());
    }

    #[test]
    fn residuals_along_columns_are_summed_over_the_rows_that_count() {
        check(&conditioned(recording(90), processing(EquationSide::Joint)));
        let mut noisy = recording(90);
        let mut random = Random::new(4);
        for column in &mut noisy.position {
            column.iter_mut().for_each(|q| *q += 1e-3 * random.normal());
        }
        let noisy = conditioned(noisy, processing(EquationSide::Joint));
        assert!(noisy.errs());
        check(&noisy);
    }

    /// Least squares of weighted rows, with the torques of another motion.
    fn solved(motion: &Motion, torques: &Motion) -> DVector<f64> {
        let (mut normal, mut right) = (DMatrix::zeros(B, B), DVector::zeros(B));
        for at in motion.interior() {
            for (row, line) in rows_at(motion, at).iter().enumerate() {
                let line = DVector::from_row_slice(line);
                normal += &line * line.transpose() * WEIGHTS[row];
                right += line * (WEIGHTS[row] * torques.torque_of(row)[at]);
            }
        }
        normal.lu().solve(&right).expect("regular")
    }

    /// Errors that are nearly half of what an acceleration varies by take nearly half of the mass that it tells: that is found
    /// without knowing the motion without them.
    #[test]
    fn a_bias_is_by_how_much_errors_have_moved_parameters() {
        moved_by_errors(4000);
        // Of a long recording the beginning stands for all of it.
        moved_by_errors(3 * SAMPLES as u32);
    }

    fn moved_by_errors(samples: u32) {
        let processing = processing(EquationSide::Joint);
        let clean = conditioned(recording(samples), processing.clone());
        let mut noisy = recording(samples);
        let mut torques = vec![vec![0.0; samples as usize]; 2];
        for at in clean.interior() {
            for (torque, line) in torques.iter_mut().zip(rows_at(&clean, at)) {
                torque[at] = line.iter().zip(BETA).map(|(y, b)| y * b).sum();
            }
        }
        noisy.torque = Some(torques);
        let mut random = Random::new(4);
        let accelerations = noisy.acceleration.as_mut().expect("accelerations");
        let erring = &mut accelerations[1];
        erring.iter_mut().for_each(|x| *x += 0.8 * random.normal());
        let noisy = conditioned(noisy, processing);
        let beta = solved(&noisy, &noisy);
        let moved = beta[2] - solved(&clean, &noisy)[2];
        assert!(moved < -0.2 * BETA[2], "{moved}");
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let motions = [noisy];
        let observation = equations
            .observe(&motions, &mut |_| {})
            .expect("an observation");
        let spectrum = Decomposition::of(&observation.weighted(&WEIGHTS).r);
        let basis = Basis::of(&spectrum);
        let base = equations.base_columns();
        let view = View {
            equations: &equations,
            columns: &|| Box::new(base) as Box<dyn Columns>,
            weights: &WEIGHTS,
            size: basis.size(),
            seen: &|sample, row| basis.seen(sample, row, beta.as_slice()),
            predicted: &|_| Ok(Vec::new()),
        };
        let one = |j: usize| basis.of_row(std::iter::once((j, 1.0)));
        let gain = DMatrix::from_fn(B, basis.size(), |j, k| one(j)[k]);
        let found = bias(&view, &[&motions[0]], &gain).expect("a bias")[2];
        assert!((found / moved - 1.0).abs() < 0.3, "{found} for {moved}");
    }
}
