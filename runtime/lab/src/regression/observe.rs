//! What motions say of the parameters, and what parameters predict of them.

use super::columns::{BaseColumns, Beside, Columns, Instruments, PredictedBy};
use super::equations::Equations;
use super::error::RegressionError;
use super::factor::Factor;
use super::observation::Observation;
use super::sample::Sample;
use super::series::{NOISE_LAGS, Series};
use super::stream::decimated_samples;
use crate::motion::Motion;
use crate::parameters::is_friction;
use crate::signal::{Decimation, FilterError};

/// Into how many consecutive parts a recording is observed, for cross-validation to leave one out.
const PARTS: usize = 5;

/// What is folded into a row's factor of a sample that counts.
type Fold<'a> = dyn FnMut(&Sample<'_>, usize, &mut Factor) + 'a;

impl Equations<'_> {
    /// What motions say of the base parameters: a triangular factor for each row of the equations,
    /// each motion in consecutive parts. `progress` is told the share that is done.
    ///
    /// # Errors
    /// [`RegressionError`].
    pub fn observe(
        &self,
        motions: &[Motion],
        progress: &mut dyn FnMut(f64),
    ) -> Result<Observation, RegressionError> {
        self.observe_weighted(motions, &mut |_, _| 1.0, progress)
    }

    /// The same with a weight for the square of each equation, by sample and row: for estimates that
    /// weigh equations again by what an earlier estimate left of them.
    ///
    /// # Errors
    /// [`RegressionError`].
    pub fn observe_weighted(
        &self,
        motions: &[Motion],
        weight: &mut dyn FnMut(&Sample<'_>, usize) -> f64,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Observation, RegressionError> {
        self.identifiable()?;
        let mut fold = |sample: &Sample<'_>, row: usize, factor: &mut Factor| {
            let share = weight(sample, row).max(0.0).sqrt();
            let elements = sample.row(row).map(|(column, x)| (column, share * x));
            factor.push(elements, share * sample.torque[row]);
        };
        let base = self.base_columns();
        let mut columns = |_: usize| Box::new(base) as Box<dyn Columns>;
        self.fold(motions, &mut columns, &mut fold, progress)
    }

    /// What motions say of any unknowns of the joint torques.
    ///
    /// # Errors
    /// [`RegressionError`].
    pub fn observe_columns<'c>(
        &self,
        motions: &[Motion],
        columns: &mut dyn FnMut() -> Box<dyn Columns + 'c>,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Observation, RegressionError> {
        self.identifiable()?;
        let mut columns = |_: usize| columns();
        let mut fold = |sample: &Sample<'_>, row: usize, factor: &mut Factor| {
            factor.push(sample.row(row), sample.torque[row]);
        };
        self.fold(motions, &mut columns, &mut fold, progress)
    }

    /// What motions say with instruments: factors of `[Z | K | y]`, where the columns `Z` come from
    /// other motions of the same length (simulated ones, for instance, whose noise is not that of the
    /// recordings) and go through the same pass.
    ///
    /// # Errors
    /// [`RegressionError`].
    pub fn observe_instrumented(
        &self,
        motions: &[Motion],
        instruments: &[Motion],
        progress: &mut dyn FnMut(f64),
    ) -> Result<Observation, RegressionError> {
        self.identifiable()?;
        for (k, motion) in motions.iter().enumerate() {
            let instrument = instruments.get(k).map(Motion::interior);
            if instrument != Some(motion.interior()) {
                return Err(RegressionError::Instruments(motion.name.clone()));
            }
        }
        let mut columns =
            |k: usize| Box::new(self.instrumented_columns(&instruments[k])) as Box<dyn Columns>;
        let mut fold = |sample: &Sample<'_>, row: usize, factor: &mut Factor| {
            factor.push(sample.row(row), sample.torque[row]);
        };
        self.fold(motions, &mut columns, &mut fold, progress)
    }

    /// The columns of instruments `Z`, which another motion of as many samples gives, beside those of a motion itself.
    pub(crate) fn instrumented_columns<'c>(
        &'c self,
        motion: &'c Motion,
    ) -> Beside<Instruments<'c>, BaseColumns<'c>> {
        let base = self.base_columns();
        Beside(Instruments { base, motion }, base)
    }

    fn fold<'c>(
        &self,
        motions: &[Motion],
        columns: &mut dyn FnMut(usize) -> Box<dyn Columns + 'c>,
        fold: &mut Fold<'_>,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Observation, RegressionError> {
        let n = self.rows();
        let mut parts = Vec::new();
        let decimated = |motion: &Motion| match self.integral() {
            Some(integral) => motion.interior().len() / integral.step(motion),
            None => decimated_samples(&motion.processing.decimate, motion.interior().len()),
        };
        for (k, motion) in motions.iter().enumerate() {
            // Pieces of a recording are parted as one.
            let of_source = |other: &&Motion| other.source == motion.source;
            let samples: usize = motions.iter().filter(of_source).map(decimated).sum();
            let before: usize = motions[..k].iter().filter(of_source).map(decimated).sum();
            let columns = columns(k);
            if parts.is_empty() {
                parts = vec![vec![Factor::new(columns.count()); n]; PARTS];
            }
            let mut take = |sample: &Sample<'_>| {
                let part = ((before + sample.index) * PARTS / samples.max(1)).min(PARTS - 1);
                for (row, factor) in parts[part].iter_mut().enumerate() {
                    if sample.counts(row) {
                        fold(sample, row, factor);
                    }
                }
            };
            let mut share = |done: f64| progress((k as f64 + done) / motions.len() as f64);
            self.pass(motion, &*columns, &mut take, &mut share)?;
        }
        Ok(Observation::of(parts))
    }

    /// Raw samples from one sample of the equations to the next.
    pub(crate) fn step(&self, motion: &Motion) -> usize {
        let decimation = motion.processing.decimation();
        self.integral()
            .map_or(decimation, |integral| integral.step(motion))
    }

    /// Autocorrelations, from lag 0, that white measurement noise has in the rows: those of decimation; of integrals over
    /// intervals that do not overlap none but the first.
    pub(crate) fn white(&self, motion: &Motion) -> Result<Vec<f64>, FilterError> {
        match self.integral() {
            Some(_) => Ok(vec![1.0]),
            None => Decimation::autocorrelation(&motion.processing.decimate, NOISE_LAGS),
        }
    }

    /// Measured torques and those that base parameters `beta` predict, decimated alike.
    ///
    /// # Errors
    /// [`RegressionError`].
    pub fn predict(
        &self,
        motion: &Motion,
        beta: &[f64],
        progress: &mut dyn FnMut(f64),
    ) -> Result<Series, RegressionError> {
        self.identifiable()?;
        let n = self.rows();
        let mut series = Series::new(&motion.name, n, motion.rate / self.step(motion) as f64);
        series.of = self.measured().to_vec();
        series.measured_rate = motion.rate;
        series.trim = motion.processing.trim;
        let factors = motion.processing.decimate.iter().copied();
        series.decimate = factors.filter(|factor| *factor > 1).collect();
        series.noise = self.white(motion)?;
        let model = self.robot.model();
        let friction = beta
            .iter()
            .enumerate()
            .map(|(k, value)| match is_friction(model, k) {
                true => *value,
                false => 0.0,
            });
        let (first, step) = (motion.interior().start, self.step(motion));
        let mut take = |sample: &Sample<'_>| {
            let by = |which: usize| -> Vec<f64> {
                let of_row = |row: usize| sample.row(row).filter(|(k, _)| *k == which);
                (0..n)
                    .map(|row| of_row(row).map(|(_, torque)| torque).sum())
                    .collect()
            };
            let counts = (0..n).map(|row| sample.counts(row) && !sample.is_outlier(row));
            series.push(sample.time, sample.recorded, &by(0), counts);
            let at = first + sample.index * step;
            let state = motion.states(at..at + 1);
            series.describe(&state.q, &state.qd, &by(1));
        };
        let betas = [beta.to_vec(), friction.collect()];
        let columns = PredictedBy::new(self.base_columns(), &betas);
        self.pass(motion, &columns, &mut take, progress)?;
        Ok(series)
    }
}

#[cfg(test)]
mod tests;
