//! Equations in parts of time, and the prediction of each part by parameters of its own.

use super::columns::PredictedBy;
use super::equations::{Equations, RegressionError};
use super::factor::Factor;
use super::sample::Sample;
use super::series::Series;
use crate::motion::Motion;

impl Equations<'_> {
    /// What motions say of the base parameters in so many parts: factors (one a row of the equations) of each.
    /// `part` says which part a motion, by its number, and a time in s belong to.
    pub(crate) fn observe_parts(
        &self,
        motions: &[Motion],
        parts: usize,
        part: &dyn Fn(usize, f64) -> usize,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Vec<Vec<Factor>>, RegressionError> {
        let base = self.base_columns();
        let width = self.robot().model().base.len();
        let mut all = vec![vec![Factor::new(width); self.rows()]; parts];
        for (k, motion) in motions.iter().enumerate() {
            let mut take = |sample: &Sample<'_>| {
                let mine = &mut all[part(k, sample.time)];
                for (row, factor) in mine.iter_mut().enumerate() {
                    if sample.counts(row) {
                        factor.push(sample.row(row), sample.torque[row]);
                    }
                }
            };
            let mut share = |done: f64| progress((k as f64 + done) / motions.len() as f64);
            self.pass(motion, &base, &mut take, &mut share)?;
        }
        Ok(all)
    }

    /// Measured torques and those that base parameters predict: for each time those of `betas` that `part` says.
    pub(crate) fn predict_parts(
        &self,
        motion: &Motion,
        betas: &[Vec<f64>],
        part: &dyn Fn(f64) -> usize,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Series, RegressionError> {
        let n = self.rows();
        let rate = motion.rate / motion.processing.decimation() as f64;
        let mut series = Series::new(&motion.name, n, rate);
        series.of = self.measured().to_vec();
        let mut take = |sample: &Sample<'_>| {
            let mine = part(sample.time);
            let predicted = (0..n).map(|row| {
                let mut of_row = sample.row(row).filter(|(k, _)| *k == mine);
                of_row.next().map_or(0.0, |(_, torque)| torque)
            });
            let predicted: Vec<f64> = predicted.collect();
            let counts = (0..n).map(|row| sample.counts(row) && !sample.is_outlier(row));
            series.push(sample.time, sample.recorded, &predicted, counts);
        };
        let columns = PredictedBy::new(self.base_columns(), betas);
        self.pass(motion, &columns, &mut take, progress)?;
        Ok(series)
    }
}
