//! Residuals at the raw rate, before decimation.

use super::columns::PredictedBy;
use super::equations::{Equations, RegressionError};
use crate::motion::Motion;

/// States whose columns are computed at once.
const BLOCK: usize = 64;

impl Equations<'_> {
    /// Measured less predicted of each row at each sample of a motion's interior (`samples × rows`); no numbers where
    /// nothing was measured.
    ///
    /// # Errors
    /// [`RegressionError`].
    pub(crate) fn raw_residuals(
        &self,
        motion: &Motion,
        beta: &[f64],
    ) -> Result<Vec<f64>, RegressionError> {
        let (rows, interior) = (self.rows(), motion.interior());
        let betas = [beta.to_vec()];
        let columns = PredictedBy::new(self.base_columns(), &betas);
        let mut all = Vec::with_capacity(rows * interior.len());
        for first in interior.clone().step_by(BLOCK) {
            let block = first..(first + BLOCK).min(interior.end);
            let predicted = self.at(&columns, &motion.states(block.clone()))?;
            for (k, predicted) in block.zip(predicted.chunks_exact(rows.max(1))) {
                if !predicted.iter().all(|x| x.is_finite()) {
                    let (recording, time) = (motion.name.clone(), motion.time(k));
                    return Err(RegressionError::NotFinite { recording, time });
                }
                match motion.measured(k) {
                    true => {
                        let recorded = self.recorded(motion, k).into_iter().zip(predicted);
                        all.extend(recorded.map(|(recorded, predicted)| recorded - predicted));
                    }
                    false => all.resize(all.len() + rows, f64::NAN),
                }
            }
        }
        Ok(all)
    }
}
