//! Laws with exact columns: Gauss and Newton's iteration for all parameters together, and their deviations.

use nalgebra::{DMatrix, DVector};

use super::columns::{FrictionColumns, Linearised};
use super::fitting::Fitted;
use super::law::Law;
use super::place::Place;
use crate::distribution::student_widening;
use crate::estimate::{Estimate, weighted_least_squares};
use crate::motion::Motion;
use crate::regression::{Columns, Equations, NOISE_LAGS, Observation, RegressionError, Sample};
use crate::signal::Decimation;
use crate::statistics::{Basis, Modelled, Noise, Sandwich, Stretches, freedom};

/// Rounds after which the iteration is given up.
const ROUNDS: usize = 6;
/// It has settled when no logarithm of a parameter moves by more; a step is cut off at the other.
const SETTLED: f64 = 1e-4;
const LONGEST: f64 = 0.3;
/// Decimated samples that the noise is modelled from, and of each motion at least.
const SAMPLES: usize = 3000;
const EACH: usize = 200;

/// All parameters, as all motions together have them.
pub(super) struct Refined {
    /// For each place its law with linear and other parameters.
    pub(super) laws: Laws,
    pub(super) estimate: Estimate,
    /// The first unknown of each place, and after the last the number of all.
    pub(super) starts: Vec<usize>,
    /// For each place how much more noise that is correlated scatters its parameters than white noise would, in the
    /// mean of their variances: so many samples count as one (Varin and Vidoni 2005, of composite likelihoods).
    pub(super) ratio: Vec<f64>,
    /// Covariance of base parameters and then those of the places, of nonlinear ones as logarithms. Deviations, roots of the
    /// diagonal, are wider where the noise is estimated from little, by Student's 97.5 % quantile over the normal one.
    pub(super) covariance: DMatrix<f64>,
    /// Whether the iteration settled.
    pub(super) settled: bool,
}

impl Refined {
    /// The weight of each row's squares (`n`) where residuals are as they are now.
    pub(super) fn weights(&self) -> Vec<f64> {
        let variances = self.estimate.variance.iter();
        variances.map(|variance| variance.recip()).collect()
    }
}

type Laws = Vec<(Law, Vec<f64>, Vec<f64>)>;

/// What the equations are made of beside laws.
pub(super) struct Setting<'a> {
    pub(super) equations: &'a Equations<'a>,
    pub(super) motions: &'a [Motion],
    pub(super) places: &'a [Place],
    /// Base parameters of bodies (`b`), of which the load is made.
    pub(super) load: &'a [f64],
}

impl<'a> Setting<'a> {
    /// The columns of laws.
    pub(super) fn columns<'c>(&'c self, laws: &'c Laws) -> FrictionColumns<'c, Linearised<'c>> {
        let terms = Linearised { laws };
        FrictionColumns::new(self.equations, self.places, self.load, terms)
    }

    /// Fits the parameters of laws, from those that they have; `rounds` of 1 leaves the nonlinear ones.
    pub(super) fn refined(
        &self,
        fitted: &[Fitted],
        rounds: usize,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Refined, RegressionError> {
        let mut laws: Laws = fitted
            .iter()
            .map(|f| (f.law.clone(), f.linear.clone(), f.theta.clone()))
            .collect();
        let starts = self.columns(&laws).starts();
        let mut settled = false;
        let mut estimate;
        let mut round = 0;
        loop {
            round += 1;
            let observation = self.observe(&laws, progress)?;
            estimate = weighted_least_squares(&observation);
            let mut largest: f64 = 0.0;
            let mut next = laws.clone();
            for ((_, linear, theta), start) in next.iter_mut().zip(&starts) {
                let (from, count) = (*start, linear.len());
                linear.copy_from_slice(&estimate.beta[from..from + count]);
                for (k, theta) in theta.iter_mut().enumerate() {
                    let step = estimate.beta[from + count + k];
                    largest = largest.max(step.abs());
                    *theta *= step.clamp(-LONGEST, LONGEST).exp();
                }
            }
            settled = settled || largest <= SETTLED;
            let fine = largest.is_finite();
            if fine && (rounds > 1 || settled) {
                laws = next;
            }
            if settled || !fine || round >= rounds.min(ROUNDS) {
                break;
            }
        }
        let modelled = self.noise(&laws, &estimate)?;
        let mut covariance = self.covariance(&laws, &estimate, &modelled.noise)?;
        let ratio = ratios(&estimate, &covariance, &starts);
        let wider = widening(&estimate, &modelled);
        for (i, one) in wider.iter().enumerate() {
            for (j, other) in wider.iter().enumerate() {
                covariance[(i, j)] *= one * other;
            }
        }
        Ok(Refined {
            ratio,
            laws,
            estimate,
            starts,
            covariance,
            settled,
        })
    }

    fn observe(
        &self,
        laws: &Laws,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Observation, RegressionError> {
        let mut columns = || Box::new(self.columns(laws)) as Box<dyn Columns + '_>;
        self.equations
            .observe_columns(self.motions, &mut columns, progress)
    }

    /// The noise that is left, by restricted maximum likelihood.
    fn noise(&self, laws: &Laws, estimate: &Estimate) -> Result<Modelled, RegressionError> {
        let basis = Basis::of(&estimate.spectrum);
        let each = (SAMPLES / self.motions.len().max(1)).max(EACH);
        let mut stretches = Stretches::of(self.equations.rows(), basis.size(), each);
        for motion in self.motions {
            stretches.begin(motion, motion.processing.decimation());
            let mut take = |sample: &Sample<'_>| {
                let columns = |row: usize| basis.of_row(sample.row(row));
                let residual = |row: usize| self.residual(sample, row, estimate);
                stretches.take(sample, &columns, &residual);
            };
            let columns = self.columns(laws);
            self.equations
                .pass(motion, &columns, &mut take, &mut |_| {})?;
        }
        let decimate = self
            .motions
            .first()
            .map(|motion| &motion.processing.decimate);
        let white = Decimation::autocorrelation(decimate.map_or(&[], Vec::as_slice), NOISE_LAGS)?;
        Ok(Modelled::of_stretches(
            stretches,
            &estimate.variance,
            &white,
        ))
    }

    /// What is left of a row.
    pub(super) fn residual(&self, sample: &Sample<'_>, row: usize, estimate: &Estimate) -> f64 {
        let predicted: f64 = sample.row(row).map(|(j, x)| x * estimate.beta[j]).sum();
        sample.torque[row] - predicted
    }

    /// How noise that is correlated in time and from row to row scatters all parameters.
    fn covariance(
        &self,
        laws: &Laws,
        estimate: &Estimate,
        noise: &Noise,
    ) -> Result<DMatrix<f64>, RegressionError> {
        let basis = Basis::of(&estimate.spectrum);
        let mut sandwich = Sandwich::of(noise, basis.size());
        for motion in self.motions {
            sandwich.restart();
            let mut take = |sample: &Sample<'_>| {
                let weights = estimate.weights.iter().enumerate();
                let rows = weights.map(|(row, w)| match sample.counts(row) {
                    true => basis.of_row(sample.row(row)) * *w,
                    false => DVector::zeros(basis.size()),
                });
                sandwich.push(rows.collect());
            };
            let columns = self.columns(laws);
            self.equations
                .pass(motion, &columns, &mut take, &mut |_| {})?;
        }
        let gain = gain(estimate, &basis);
        Ok(&gain * sandwich.sum() * gain.transpose())
    }
}

/// What leads from weighted columns in an orthonormal basis to parameters.
fn gain(estimate: &Estimate, basis: &Basis) -> DMatrix<f64> {
    &estimate.gain * estimate.spectrum.left.columns(0, basis.size())
}

/// How many times wider each deviation is, as the noise is known from few samples at the frequencies of its parameter or is larger
/// where that is told.
fn widening(estimate: &Estimate, modelled: &Modelled) -> Vec<f64> {
    let gain = gain(estimate, &Basis::of(&estimate.spectrum));
    let (whole, uncertain) = modelled.spread_of(&gain, &estimate.weights);
    let freedom = freedom(&whole, &uncertain).into_iter();
    let uneven = modelled.unevenness(&gain, &estimate.weights);
    let both = freedom.zip(uneven);
    both.map(|(freedom, uneven)| student_widening(freedom) * uneven.sqrt())
        .collect()
}

/// For each place the mean ratio of variances of its parameters to those that white noise would make.
fn ratios(estimate: &Estimate, covariance: &DMatrix<f64>, starts: &[usize]) -> Vec<f64> {
    let white = |k: usize| estimate.gain.row(k).norm_squared();
    let of = |places: &[usize]| {
        let mine = (places[0]..places[1]).filter(|k| white(*k) > 0.0);
        let ratios: Vec<f64> = mine.map(|k| covariance[(k, k)] / white(k)).collect();
        (ratios.iter().sum::<f64>() / ratios.len().max(1) as f64).max(1.0)
    };
    starts.windows(2).map(of).collect()
}

#[cfg(test)]
mod tests;
