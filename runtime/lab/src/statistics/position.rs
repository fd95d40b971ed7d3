//! What errors of the measured positions do to parameters.

use nalgebra::{DMatrix, DVector};

use super::view::View;
use crate::distribution::NORMAL;
use crate::motion::Motion;
use crate::random::Random;
use crate::regression::{Columns, Directed, RegressionError, Sample};

/// Raw samples that are gone through again, over all recordings, and of each at least.
const SAMPLES: usize = 1 << 15;
const EACH: usize = 1 << 12;
/// How many disturbed motions are tried beside each, and their negatives.
const REPLICAS: usize = 2;
const COUNT: f64 = REPLICAS as f64;
/// Parts of each, by whose sums it is told how far replicas scatter.
const PARTS: usize = 16;
const SEED: u64 = 1;
/// What is taken to be left of a column's square without errors, at least.
const LEFT: f64 = 0.05;

/// How far errors of positions (and of measured derivatives) are expected to have moved parameters (`b`), as it is told:
/// [`Bias::add`] of all motions, [`Bias::told`].
pub(super) fn bias(
    view: &View<'_>,
    motions: &[&Motion],
    gain: &DMatrix<f64>,
) -> Result<DVector<f64>, RegressionError> {
    let mut found = Bias::none(gain.nrows());
    found.add(view, motions, gain)?;
    Ok(found.told())
}

/// How far errors of positions (and of measured derivatives) are expected to have moved parameters (`b`).
pub(crate) struct Bias {
    random: Random,
    /// How far, as a few replicas say.
    moved: DVector<f64>,
    /// By what variance that scatters because they are few: by the residuals along the columns, not by the columns' squares, which matter
    /// only where the bias is beyond all doubt.
    variance: DVector<f64>,
}

impl Bias {
    /// None, of so many parameters.
    pub(crate) fn none(parameters: usize) -> Self {
        Self {
            random: Random::new(SEED),
            moved: DVector::zeros(parameters),
            variance: DVector::zeros(parameters),
        }
    }

    /// What is told of each parameter (`b`): nothing where 0 is in the interval of 95 % that the replicas leave.
    pub(crate) fn told(&self) -> DVector<f64> {
        self.moved.zip_map(&self.variance, |moved, variance| {
            match moved.abs() > NORMAL * variance.max(0.0).sqrt() {
                true => moved,
                false => 0.0,
            }
        })
    }

    /// Adds what errors of motions do.
    ///
    /// Errors of positions are in the columns, not in the torques alone, so that least squares is biased by
    /// what is quadratic in them. Simulation and extrapolation (Cook and Stefanski 1994): further
    /// errors with the spectrum of those that are there, each with its negative, change the weighted
    /// residuals along the columns by as much as those did, and the columns' squares by `N` (those of
    /// the columns as they are being 1). Without any errors the squares would be `1 - N`, so the bias is `(1 - N)⁻¹`
    /// times that change. `gain` (`b × r`) leads from weighted columns to parameters.
    ///
    /// Directions stay those of the motion ([`Directed`]), and so do the rows that count: where they turn is a matter of
    /// single samples, which a few replicas do not average out. How far replicas scatter is told by how they differ from
    /// part to part of a motion.
    pub(crate) fn add(
        &mut self,
        view: &View<'_>,
        motions: &[&Motion],
        gain: &DMatrix<f64>,
    ) -> Result<(), RegressionError> {
        if !motions.iter().any(|motion| motion.errs()) {
            return Ok(());
        }
        let size = view.size;
        let (mut along, mut squares) = (DVector::zeros(size), DMatrix::zeros(size, size));
        let mut scatter = DMatrix::<f64>::zeros(size, size);
        let score = Score(view);
        let columns = (view.columns)();
        let each = (SAMPLES / motions.len().max(1)).max(EACH);
        for motion in motions {
            let part = motion.beginning(each);
            let share = part.interior().len() as f64 / motion.interior().len() as f64;
            let times = (2.0 * REPLICAS as f64 * share).recip();
            let mut counted = Vec::new();
            let here = score.of(&part, &*columns, &mut |_, counts| {
                counted.push(counts);
                counts
            })?;
            let directed = Directed::new(&*columns, view.equations, &part);
            let mut replicas = Vec::with_capacity(REPLICAS);
            for _ in 0..REPLICAS {
                let further = part.further_errors(&mut self.random)?;
                let mut replica = DMatrix::<f64>::zeros(size, PARTS);
                // With their negatives, so that what is linear in them cancels in the mean.
                for sign in [1.0, -1.0] {
                    let disturbed = part.disturbed(&further, sign);
                    let there = score.of(&disturbed, &directed, &mut |k, _| counted[k])?;
                    replica += (there.0 - &here.0) * times;
                    squares += (there.1 - &here.1) * times;
                }
                replicas.push(replica);
            }
            let mut sum = DMatrix::<f64>::zeros(size, PARTS);
            for replica in &replicas {
                sum += replica;
            }
            along += sum.column_sum();
            // The variance of a sum of so many, each part by itself.
            let (mean, widened) = (sum / COUNT, COUNT / (COUNT - 1.0));
            for replica in replicas {
                let off = replica - &mean;
                scatter += &off * off.transpose() * widened;
            }
        }
        // Where errors are nearly all of a column, next to nothing of it is left to divide by.
        let mut left = (DMatrix::identity(size, size) - squares).symmetric_eigen();
        left.eigenvalues.apply(|x| *x = x.max(LEFT).recip());
        let through = gain * left.recompose();
        let spread = &through * scatter;
        self.moved += &through * along;
        for (j, variance) in self.variance.iter_mut().enumerate() {
            *variance += spread.row(j).dot(&through.row(j));
        }
        Ok(())
    }
}

/// `Σ w q e`, part by part, and `Σ w q qᵀ` of a motion: the weighted residuals along the columns, and the columns' squares.
struct Score<'a, 'v>(&'a View<'v>);

impl Score<'_, '_> {
    /// Over the rows that `counts` says, asked with their numbers and what they say themselves.
    fn of(
        &self,
        motion: &Motion,
        columns: &dyn Columns,
        counts: &mut dyn FnMut(usize, bool) -> bool,
    ) -> Result<(DMatrix<f64>, DMatrix<f64>), RegressionError> {
        let view = self.0;
        let size = view.size;
        let mut sums = DMatrix::<f64>::zeros(size, PARTS);
        let mut squares = DMatrix::<f64>::zeros(size, size);
        let interior = motion.interior();
        let [start, end] = [interior.start, interior.end].map(|sample| motion.time(sample));
        let mut number = 0;
        let mut take = |sample: &Sample<'_>| {
            let part = PARTS as f64 * (sample.time - start) / (end - start);
            let mut sum = sums.column_mut((part as usize).min(PARTS - 1));
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
        view.equations
            .pass(motion, columns, &mut take, &mut |_| {})?;
        Ok((sums, squares))
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::Side;
    use nalgebra::{DMatrix, DVector};

    use super::{Bias, PARTS, SAMPLES, Score, View, bias};
    use crate::motion::Motion;
    use crate::numeric::Decomposition;
    use crate::options::EquationSide;
    use crate::random::Random;
    use crate::recording::Recording;
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
        let found = Score(&view).of(motion, &base, &mut counts).expect("sums");
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
        // Each part of the motion has its share.
        assert_eq!(found.0.ncols(), PARTS);
        assert!(found.0.column_iter().all(|part| part.amax() > 0.0));
        assert!((found.0.column_sum() - &along).amax() < 1e-9 * along.amax());
        assert!((found.1 - squares).amax() < 1e-9);
        let gain = DMatrix::identity(B, B);
        let mut bias = Bias::none(B);
        bias.add(&view, &[motion], &gain).expect("a bias");
        assert_eq!(bias.moved.amax() > 0.0, motion.errs());
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

    /// A motion with the torques that it takes, and the same with errors.
    fn erring(samples: u32, err: impl FnOnce(&mut Recording, &mut Random)) -> [Motion; 2] {
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
        err(&mut noisy, &mut Random::new(4));
        [clean, conditioned(noisy, processing)]
    }

    /// Errors of the second acceleration.
    fn accelerated(samples: u32, size: f64) -> [Motion; 2] {
        erring(samples, |noisy, random| {
            let accelerations = noisy.acceleration.as_mut().expect("accelerations");
            for x in &mut accelerations[1] {
                *x += size * random.normal();
            }
        })
    }

    /// What is asked of a motion's equations as parameters see them, and of what leads to these.
    fn ask<T>(
        motion: &Motion,
        beta: &[f64],
        question: impl FnOnce(&View<'_>, &DMatrix<f64>) -> T,
    ) -> T {
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
            seen: &|sample, row| basis.seen(sample, row, beta),
            predicted: &|_| Ok(Vec::new()),
        };
        let one = |j: usize| basis.of_row(std::iter::once((j, 1.0)));
        let gain = DMatrix::from_fn(B, basis.size(), |j, k| one(j)[k]);
        question(&view, &gain)
    }

    fn moved_by_errors(samples: u32) {
        let [clean, noisy] = accelerated(samples, 0.8);
        let beta = solved(&noisy, &noisy);
        let moved = beta[2] - solved(&clean, &noisy)[2];
        assert!(moved < -0.2 * BETA[2], "{moved}");
        let found = ask(&noisy, beta.as_slice(), |view, gain| {
            bias(view, &[&noisy], gain).expect("a bias")[2]
        });
        assert!((found / moved - 1.0).abs() < 0.3, "{found} for {moved}");
    }

    /// Velocities that err by next to nothing turn friction in single samples, while the second motor turns back dozens of times:
    /// that is no bias. The first joint's viscous friction is a little less by the share that errors are of its velocity's square.
    #[test]
    fn where_a_motor_turns_back_is_no_bias() {
        let [_, noisy] = erring(4000, |noisy, random| {
            let velocities = noisy.velocity.as_mut().expect("velocities");
            for v in velocities.iter_mut().flatten() {
                *v += 1e-3 * random.normal();
            }
        });
        let found = ask(&noisy, &BETA, |view, gain| {
            bias(view, &[&noisy], gain).expect("a bias")
        });
        assert!(found.amax() < 1e-5, "{found}");
        assert!(found[4] < 0.0, "{found}");
    }

    /// Over many draws of replicas a bias has the variance that a single draw says it has.
    #[test]
    fn a_bias_scatters_as_its_replicas_say() {
        const DRAWS: u64 = 40;
        let [_, noisy] = accelerated(400, 0.05);
        let beta = solved(&noisy, &noisy);
        let drawn = ask(&noisy, beta.as_slice(), |view, gain| {
            let of = |seed| {
                let mut bias = Bias {
                    random: Random::new(seed),
                    ..Bias::none(B)
                };
                bias.add(view, &[&noisy], gain).expect("a bias");
                (bias.moved[2], bias.variance[2])
            };
            (1..=DRAWS).map(of).collect::<Vec<(f64, f64)>>()
        });
        let count = drawn.len() as f64;
        let mean = drawn.iter().map(|(moved, _)| moved).sum::<f64>() / count;
        let squares = drawn.iter().map(|(moved, _)| (moved - mean).powi(2));
        let variance = squares.sum::<f64>() / (count - 1.0);
        let said = drawn.iter().map(|(_, said)| said).sum::<f64>() / count;
        let ratio = variance / said;
        assert!((0.5..2.5).contains(&ratio), "{ratio}");
    }

    /// 1.96 deviations.
    #[test]
    fn what_may_be_chance_is_not_told() {
        let bias = Bias {
            moved: DVector::from_vec(vec![1.0, -1.0, 1.0, -1.0, 0.0, 3.0]),
            variance: DVector::from_vec(vec![0.26, 0.26, 0.261, 0.261, 0.0, 0.0]),
            ..Bias::none(B)
        };
        let told = bias.told();
        assert_eq!(told.as_slice(), [1.0, -1.0, 0.0, 0.0, 0.0, 3.0]);
    }
}
