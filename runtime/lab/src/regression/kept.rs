//! Passes that keep the decimated rows of the base columns, so that a motion is gone through once.

use super::equations::{Equations, RegressionError};
use super::keep::{Keep, Kept};
use super::stream::decimated_samples;
use super::wide::Wide;
use crate::motion::Motion;

/// How many numbers are kept at most (32 MiB): memory does not grow with a recording.
const MOST: usize = 1 << 22;

impl<'a> Equations<'a> {
    /// The same, which go once through each of these motions with the columns of the base parameters, if their decimated
    /// rows are not too many to be kept.
    #[must_use]
    pub fn keeping(mut self, motions: &'a [Motion]) -> Self {
        let all = motions.iter().map(|motion| {
            let factors = &motion.processing.decimate;
            let base = self.base_columns();
            decimated_samples(factors, motion.interior().len())
                * Wide::of(&self, motion, &base).width()
        });
        let fits = self.integral().is_none() && all.sum::<usize>() <= MOST;
        self.keep = fits.then(|| Keep {
            motions,
            rows: motions.iter().map(|_| Kept::default()).collect(),
        });
        self
    }

    /// Whether a motion is gone through once for all passes with the columns of the base parameters.
    pub(crate) fn keeps(&self, motion: &Motion) -> bool {
        self.kept(motion).is_some()
    }

    /// Where a motion's rows are kept, if they are.
    pub(super) fn kept(&self, motion: &Motion) -> Option<&Kept> {
        let keep = self.keep.as_ref()?;
        let at = keep.motions.iter().position(|m| std::ptr::eq(m, motion))?;
        keep.rows.get(at)
    }
}

impl Kept {
    /// Hands on the rows, for which the motion is gone through if it was not.
    pub(super) fn each(
        &self,
        wide: &Wide<'_>,
        sink: &mut dyn FnMut(&[f64]),
        progress: &mut dyn FnMut(f64),
    ) -> Result<(), RegressionError> {
        let width = wide.width().max(1);
        if let Some(rows) = self.0.get() {
            rows.chunks_exact(width).for_each(sink);
            return Ok(());
        }
        let interior = wide.motion.interior();
        let count = decimated_samples(&wide.motion.processing.decimate, interior.len());
        let mut rows = Vec::with_capacity(count * width);
        let mut both = |row: &[f64]| {
            rows.extend_from_slice(row);
            sink(row);
        };
        wide.decimated(interior, &mut both, progress)?;
        // Who was faster has the same rows.
        let _ = self.0.set(rows);
        Ok(())
    }
}
