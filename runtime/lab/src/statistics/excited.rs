//! Which directions of the parameters the motion excited, and which only the errors of its positions did.

use nalgebra::{DMatrix, DVector};

use super::basis::Basis;
use crate::motion::Motion;
use crate::numeric::Svd;
use crate::random::Random;
use crate::regression::{Equations, Factor, RegressionError, Sample};
use crate::thresholds::NOISE_SHARE;

/// Raw samples that are gone through again, over all recordings, and of each at least.
const SAMPLES: usize = 1 << 14;
const EACH: usize = 1 << 12;
/// How many disturbed motions are tried beside each, and their negatives.
const REPLICAS: usize = 3;
const SEED: u64 = 2;

/// Directions of the base parameters, of those that the observation matrix has, that errors of the positions make
/// up: a column each, as they enter the parameters (`b × k`).
///
/// The columns of the equations are made of measured positions, so a joint that stands still has columns too: those
/// of its noise. Further errors like those that are there, and their negatives, change the orthonormal
/// columns by `±E`; the squared singular values of `E`, each row with its weight, are the share of noise in each
/// direction's square.
/// `gain` (`b × r`) leads from weighted columns to parameters.
pub(super) fn of_noise(
    equations: &Equations<'_>,
    motions: &[Motion],
    weights: &[f64],
    basis: &Basis,
    gain: &DMatrix<f64>,
) -> Result<DMatrix<f64>, RegressionError> {
    let size = basis.size();
    let mut errors = Factor::new(size);
    let mut random = Random::new(SEED);
    let each = (SAMPLES / motions.len().max(1)).max(EACH);
    for motion in motions {
        let part = motion.beginning(each).rounded();
        let times = motion.interior().len() as f64 / part.interior().len().max(1) as f64;
        let counted = columns(equations, &part, basis, None)?;
        let counted: Vec<bool> = counted.iter().map(Option::is_some).collect();
        for _ in 0..REPLICAS {
            let further = part.further_errors(&mut random)?;
            let disturbed = |sign: f64| {
                let disturbed = part.disturbed(&further, sign);
                columns(equations, &disturbed, basis, Some(&counted))
            };
            let both = disturbed(1.0)?.into_iter().zip(disturbed(-1.0)?);
            for (k, (plus, minus)) in both.enumerate() {
                if let (Some(plus), Some(minus)) = (plus, minus) {
                    let weight = weights[k % weights.len()] * times / REPLICAS as f64;
                    let error = (plus - minus) * (weight.sqrt() / 2.0);
                    errors.push(error.iter().copied().enumerate(), 0.0);
                }
            }
        }
    }
    // By the factor and not by squares, whose rounding would drown what is small beside what is large.
    let found = Svd::of(errors.parts().0);
    let noise = (0..size).filter(|&k| found.values[k].powi(2) > NOISE_SHARE);
    let noise: Vec<DVector<f64>> = noise.map(|k| gain * found.right.column(k)).collect();
    Ok(match noise.as_slice() {
        [] => DMatrix::zeros(gain.nrows(), 0),
        some => DMatrix::from_columns(some),
    })
}

/// The orthonormal columns of each row of each sample; of rows that do not count, none. Which count may be given.
fn columns(
    equations: &Equations<'_>,
    motion: &Motion,
    basis: &Basis,
    counted: Option<&[bool]>,
) -> Result<Vec<Option<DVector<f64>>>, RegressionError> {
    let mut all = Vec::new();
    let mut take = |sample: &Sample<'_>| {
        for row in 0..equations.rows() {
            let counts = counted.map_or_else(|| sample.counts(row), |c| c[all.len()]);
            all.push(counts.then(|| basis.columns(sample, row)));
        }
    };
    let base = equations.base_columns();
    equations.pass(motion, &base, &mut take, &mut |_| {})?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use armwright_runtime::Side;
    use nalgebra::DMatrix;

    use super::super::basis::Basis;
    use super::of_noise;
    use crate::estimate::{Method, estimate};
    use crate::options::EquationSide;
    use crate::random::Random;
    use crate::regression::Equations;
    use crate::regression::by_hand::{
        B, MODEL, ROBOT, conditioned, processing, recording, rows_at,
    };

    const SAMPLES: u32 = 500;

    /// Directions that only noise excites, where so much of both joints' accelerations is motion and noise is as large.
    fn found(motion: [f64; 2], noise: [f64; 2]) -> DMatrix<f64> {
        found_in(SAMPLES, motion, noise)
    }

    /// The same of so many samples.
    fn found_in(samples: u32, motion: [f64; 2], noise: [f64; 2]) -> DMatrix<f64> {
        found_beside([0.05; 2], samples, motion, noise)
    }

    /// The same where torques have noise of these deviations.
    fn found_beside(
        of_torques: [f64; 2],
        samples: u32,
        motion: [f64; 2],
        noise: [f64; 2],
    ) -> DMatrix<f64> {
        let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
        let mut random = Random::new(7);
        let mut recording = recording(samples);
        let accelerations = recording.acceleration.as_mut().expect("accelerations");
        for (column, motion) in accelerations.iter_mut().zip(motion) {
            column.iter_mut().for_each(|x| *x *= motion);
        }
        let processing = processing(EquationSide::Joint);
        let clean = conditioned(recording.clone(), processing.clone());
        let mut torques = vec![vec![0.0; samples as usize]; 2];
        for at in clean.interior() {
            let rows = rows_at(&clean, at).into_iter().zip(of_torques);
            for (torque, (line, deviation)) in torques.iter_mut().zip(rows) {
                let predicted: f64 = line.iter().zip(beta).map(|(y, b)| y * b).sum();
                torque[at] = predicted + deviation * random.normal();
            }
        }
        recording.torque = Some(torques);
        let accelerations = recording.acceleration.as_mut().expect("accelerations");
        for (column, noise) in accelerations.iter_mut().zip(noise) {
            let each = column.iter_mut();
            each.for_each(|x| *x += noise * random.normal());
        }
        let motions = [conditioned(recording, processing)];
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let observation = equations.observe(&motions, &mut |_| {});
        let observation = observation.expect("an observation");
        let fit = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
        let basis = Basis::of(&fit.spectrum);
        assert_eq!(basis.size(), B);
        let gain = &fit.gain * fit.spectrum.left.columns(0, basis.size());
        let found = of_noise(&equations, &motions, &fit.weights, &basis, &gain);
        found.expect("directions")
    }

    /// The mass of the second joint is told from its weight, 3 times as much against the offset, by its accelerations alone.
    #[test]
    fn a_mass_that_does_not_accelerate_is_excited_by_noise_alone() {
        let directions = found([1.0, 0.0], [0.0, 0.1]);
        assert_eq!(directions.shape(), (B, 1));
        let mass = directions[(2, 0)];
        assert!(mass.abs() > 0.0);
        for (k, expected) in [0.0, 0.0, 1.0, 0.0, 0.0, 3.0].into_iter().enumerate() {
            let ratio = directions[(k, 0)] / mass;
            assert!((ratio - expected).abs() < 0.05, "{k}: {ratio}");
        }
        // The inertia of the first joint likewise.
        assert_eq!(found([0.0, 0.0], [0.1, 0.1]).shape(), (B, 2));
        let directions = found([0.0, 1.0], [0.1, 0.0]);
        assert_eq!(directions.shape(), (B, 1));
        assert!((1..B).all(|k| directions[(k, 0)].abs() < 0.1 * directions[(0, 0)].abs()));
    }

    /// Accelerations of a mean square of 0.25, and noise of which the filter leaves a third: a tenth of all where its deviation is 0.27.
    #[test]
    fn noise_excites_alone_from_a_tenth_of_a_square_on() {
        for (noise, count) in [(0.0, 0), (0.15, 0), (0.5, 1)] {
            let directions = found([1.0, 1.0], [0.0, noise]);
            assert_eq!(directions.shape(), (B, count), "{noise}");
        }
    }

    /// A row whose torques are noisy weighs less, and the errors of its columns with it: of a square they make as much as before.
    #[test]
    fn errors_weigh_as_their_rows_do() {
        let directions = found_beside([0.05, 2.0], SAMPLES, [1.0, 1.0], [0.0, 0.15]);
        assert_eq!(directions.shape(), (B, 0));
    }

    /// Noise that makes a fifth of a square: a quarter of a long recording stands for all of it.
    #[test]
    fn the_beginning_of_a_long_recording_stands_for_all_of_it() {
        let directions = found_in(4 * (1 << 14), [1.0, 1.0], [0.0, 0.45]);
        assert_eq!(directions.shape(), (B, 1));
    }
}
