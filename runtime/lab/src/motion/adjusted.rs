//! Torques as a robust estimate takes them.

use super::Motion;

/// Of each decimated sample and row of the equations what a robust estimate adds to what was measured, and whether
/// the equation counts less than a half (`samples × rows`).
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Adjusted {
    /// Rows a sample.
    pub(crate) rows: usize,
    /// Sample after sample.
    pub(crate) all: Vec<(f64, bool)>,
}

impl Motion {
    /// Takes torques as a robust estimate does.
    pub(crate) fn adjust(&mut self, adjusted: Adjusted) {
        self.adjusted = adjusted;
    }

    /// What is added to the rows of a decimated sample, and whether each counts less than a half; nothing where nobody
    /// asked for a robust estimate, or of other rows.
    pub(crate) fn adjusted(&self, sample: usize, rows: usize) -> &[(f64, bool)] {
        let start = sample * rows;
        let all = &self.adjusted.all;
        let of_these = self.adjusted.rows == rows;
        let mine = all.get(start..start + rows).filter(|_| of_these);
        mine.unwrap_or_default()
    }
}
