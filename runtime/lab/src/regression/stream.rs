//! The one pass through a motion: columns and torque, decimated alike.

use std::ops::Range;

use super::columns::Columns;
use super::equations::Equations;
use super::error::RegressionError;
use super::sample::{Layout, Sample};
use super::wide::Wide;
use crate::motion::Motion;
use crate::signal::{Decimation, FilterError};
use crate::thresholds::MEASURED;
use armwright_runtime::Side;

impl Equations<'_> {
    /// Runs through a motion: computes columns at the raw rate, decimates them together with the
    /// torque, and hands over the samples that the ends of the recording do not spoil. What was not
    /// measured has no weight: a sample of which far less was measured than of others does not
    /// count.
    ///
    /// `progress` is told the share that is done. Answers with how many samples there were.
    ///
    /// # Errors
    /// [`RegressionError`].
    pub fn pass(
        &self,
        motion: &Motion,
        columns: &dyn Columns,
        take: &mut dyn FnMut(&Sample<'_>),
        progress: &mut dyn FnMut(f64),
    ) -> Result<usize, RegressionError> {
        self.pass_over(motion, motion.interior(), columns, take, progress)
    }

    /// The same through a part of a motion's interior.
    pub(crate) fn pass_over(
        &self,
        motion: &Motion,
        interior: Range<usize>,
        columns: &dyn Columns,
        take: &mut dyn FnMut(&Sample<'_>),
        progress: &mut dyn FnMut(f64),
    ) -> Result<usize, RegressionError> {
        if let Some(integral) = self.integral() {
            return self.pass_integrals(integral, motion, interior, columns, take, progress);
        }
        // What base parameters predict follows from their own columns when these are decimated.
        let base = self.base_columns();
        let raw: &dyn Columns = match columns.predicted() {
            Some(_) => &base,
            None => columns,
        };
        let wide = Wide::of(self, motion, raw);
        let layout = Layout::of(columns, self.side, self.places());
        let mut samples = Samples::of(&wide, interior.clone(), &layout, columns.predicted());
        let mut sink = |row: &[f64]| samples.take(row, take);
        let kept = self
            .kept(motion)
            .filter(|_| raw.is_base() && interior == motion.interior());
        match kept {
            None => wide.decimated(interior, &mut sink, progress)?,
            Some(kept) => kept.each(&wide, &mut sink, progress)?,
        }
        Ok(samples.used)
    }

    /// What was measured of the rows at a sample of a motion.
    pub(crate) fn recorded(&self, motion: &Motion, sample: usize) -> Vec<f64> {
        let n = self.joints();
        if !self.measured().is_empty() {
            // What was not measured is 0, as torque is.
            let measured = motion.row(sample).chain(std::iter::repeat(0.0));
            return measured.take(self.rows()).collect();
        }
        let (mut joint, mut motor) = (vec![0.0; n], vec![0.0; n]);
        motion.torque(sample, &mut joint);
        let torque = match self.side {
            Side::Joint => &joint,
            Side::Motor => {
                self.drive.torque_to_motor(&joint, &mut motor);
                &motor
            }
        };
        self.places().iter().map(|&place| torque[place]).collect()
    }
}

/// Makes samples of rows that come decimated.
struct Samples<'s> {
    wide: &'s Wide<'s>,
    interior: Range<usize>,
    /// How many samples of the motion's interior are before these.
    before: usize,
    settled: Range<usize>,
    /// A share below which too little of a sample was measured.
    least: f64,
    layout: &'s Layout,
    predicted: Option<&'s [Vec<f64>]>,
    index: usize,
    used: usize,
    means: Vec<f64>,
    /// Its elements, where some are the same.
    spread: Vec<f64>,
    elements: Vec<f64>,
    speeds: Vec<f64>,
    cleaned: Vec<f64>,
    torque: Vec<f64>,
    certain: Vec<bool>,
}

impl<'s> Samples<'s> {
    fn of(
        wide: &'s Wide<'s>,
        interior: Range<usize>,
        layout: &'s Layout,
        predicted: Option<&'s [Vec<f64>]>,
    ) -> Self {
        let (motion, processing) = (wide.motion, &wide.motion.processing);
        let before = interior.start.saturating_sub(motion.interior().start);
        Self {
            wide,
            before: before / processing.decimation(),
            settled: settled_samples(&processing.decimate, interior.len()),
            least: MEASURED * motion.measured_share(),
            interior,
            layout,
            predicted,
            index: 0,
            used: 0,
            means: Vec::new(),
            spread: Vec::new(),
            elements: Vec::new(),
            speeds: vec![0.0; 2 * wide.equations.joints()],
            cleaned: Vec::new(),
            torque: Vec::new(),
            certain: vec![false; wide.equations.rows()],
        }
    }

    /// Takes the next row, and hands over the sample that it is.
    fn take(&mut self, row: &[f64], take: &mut dyn FnMut(&Sample<'_>)) {
        let index = self.index;
        self.index += 1;
        if !self.settled.contains(&index) {
            return;
        }
        let (equations, motion) = (self.wide.equations, self.wide.motion);
        let (rows, n, processing) = (equations.rows(), equations.joints(), &motion.processing);
        let (row, share) = row.split_at(row.len() - self.wide.shares());
        let share = share.first().copied().unwrap_or(1.0);
        let row = match self.wide.shares() {
            0 => row,
            _ => {
                self.means.clear();
                let means = row.iter().map(|x| x / share.max(self.least));
                self.means.extend(means);
                &self.means
            }
        };
        let (different, rest) = row.split_at(self.wide.different());
        self.wide.spread(different, &mut self.spread);
        let elements = match self.spread.is_empty() {
            true => different,
            false => &self.spread,
        };
        let (recorded, rest) = rest.split_at(rows);
        let (joints, added) = rest.split_at(n);
        let (of_joints, of_motors) = self.speeds.split_at_mut(n);
        of_joints.copy_from_slice(joints);
        equations.drive.to_motor(joints, of_motors);
        for (row, certain) in self.certain.iter_mut().enumerate() {
            let signs = equations
                .signs
                .certain(processing.thresholds(), row, &self.speeds);
            *certain = signs && share >= self.least;
        }
        self.cleaned.clear();
        self.cleaned.extend_from_slice(recorded);
        let cleaned = self.cleaned.iter_mut().zip(added);
        cleaned.for_each(|(x, add)| *x += add);
        self.torque.clone_from(&self.cleaned);
        let adjusted = motion.adjusted(self.before + index, rows);
        for (row, equation) in adjusted.iter().enumerate() {
            self.torque[row] += equation.add;
            self.certain[row] &= !equation.is_out;
        }
        let elements = match self.predicted {
            None => elements,
            Some(sets) => {
                self.wide.layout.predict(elements, sets, &mut self.elements);
                &self.elements
            }
        };
        take(&Sample {
            index,
            time: motion.time(self.interior.start + index * processing.decimation()),
            torque: &self.torque,
            recorded,
            cleaned: &self.cleaned,
            adjusted,
            work: &[],
            size: 1.0,
            layout: self.layout,
            elements,
            certain: &self.certain,
        });
        self.used += 1;
    }
}

/// Which decimated samples are used: not the first two nor the last two. The anti-alias filter sees
/// beyond an end only a reflection about the last sample, so a sample there is hardly averaged and
/// carries the noise of a single raw one.
fn settled_samples(factors: &[usize], samples: usize) -> Range<usize> {
    let decimated = decimated_samples(factors, samples);
    let edge = if decimated < samples { 2 } else { 0 };
    edge..decimated.saturating_sub(edge)
}

/// Whether a motion is long enough to leave samples.
///
/// # Errors
/// [`FilterError`] for impossible decimation factors.
pub(crate) fn leaves_samples(motion: &Motion) -> Result<bool, FilterError> {
    let (factors, samples) = (&motion.processing.decimate, motion.interior().len());
    let settled = !settled_samples(factors, samples).is_empty();
    Ok(settled && Decimation::accepts(factors, samples)?)
}

/// How many samples decimation leaves of so many.
pub(super) fn decimated_samples(factors: &[usize], samples: usize) -> usize {
    let thinned = |samples: usize, factor: &usize| samples.div_ceil((*factor).max(1));
    factors.iter().fold(samples, thinned)
}

#[cfg(test)]
mod tests;
