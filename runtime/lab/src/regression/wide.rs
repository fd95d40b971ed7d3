//! Rows at the raw rate as decimation takes them: the elements of all equations of a sample side by side, what was measured of
//! them, and the speeds of the joints.

use std::ops::Range;

use super::columns::Columns;
use super::equations::Equations;
use super::error::RegressionError;
use super::sample::Layout;
use crate::motion::{Motion, States};
use crate::numeric::widest;
use crate::signal::Decimation;
use armwright_runtime::{EvaluationError, Side};

/// States whose columns are computed at once.
const BLOCK: usize = 256;

/// The wide rows of one motion.
pub(super) struct Wide<'a> {
    pub(super) equations: &'a Equations<'a>,
    pub(super) motion: &'a Motion,
    columns: &'a dyn Columns,
    /// Which elements stand first.
    pub(super) layout: Layout,
    /// Elements of columns that these are made of, by their places in the matrix of a state.
    places: Vec<usize>,
    /// For each element which of them, and how much of each; none where they are the elements.
    terms: Vec<Vec<(usize, f64)>>,
    /// Which number of a row each element is, where some are the same; else none.
    sources: Vec<usize>,
    spikes: bool,
}

impl<'a> Wide<'a> {
    pub(super) fn of(
        equations: &'a Equations<'a>,
        motion: &'a Motion,
        columns: &'a dyn Columns,
    ) -> Self {
        let layout = Layout::of(columns, equations.side, equations.places());
        let count = columns.count();
        let rows = layout.rows.iter().enumerate();
        let elements = rows.flat_map(|(row, mine)| {
            let mine = layout.columns[mine.clone()].iter();
            mine.map(move |column| (row, *column))
        });
        let (alike, rows) = (columns.alike(), equations.joint_rows());
        let (mut places, mut terms, mut sources) = (Vec::new(), Vec::new(), Vec::new());
        let mut known = vec![None; rows * count];
        let mut place = |joint: usize, column: usize| {
            let place = joint * count + column;
            let first = alike.get(place).copied().unwrap_or(place);
            *known[first].get_or_insert_with(|| {
                places.push(first);
                places.len() - 1
            })
        };
        if equations.are_joints() {
            sources.extend(elements.map(|(row, column)| place(row, column)));
        } else {
            terms.extend(elements.map(|(row, column)| {
                let shares = equations.shares(row).iter();
                let enter =
                    shares.filter(|(joint, _)| !columns.is_zero(Side::Joint, *joint, column));
                let terms = enter.map(|(joint, share)| (place(*joint, column), *share));
                terms.collect::<Vec<_>>()
            }));
        }
        if places.len() == sources.len() {
            sources.clear();
        }
        Self {
            places,
            terms,
            sources,
            layout,
            equations,
            motion,
            columns,
            spikes: motion.is_cleaned(equations.rows()),
        }
    }

    /// Whether there is a share of what was measured, 1, or 0 where everything was.
    pub(super) fn shares(&self) -> usize {
        usize::from(!self.motion.is_whole())
    }

    /// How many numbers a row has.
    pub(super) fn width(&self) -> usize {
        let rows = self.equations.rows();
        let spikes = if self.spikes { rows } else { 0 };
        self.different() + rows + self.equations.joints() + spikes + self.shares()
    }

    /// How many of them are elements: those that are not the same.
    pub(super) fn different(&self) -> usize {
        match self.sources.is_empty() {
            true => self.layout.columns.len(),
            false => self.places.len(),
        }
    }

    /// All elements, from those that differ; none where each does.
    pub(super) fn spread(&self, different: &[f64], elements: &mut Vec<f64>) {
        elements.clear();
        elements.extend(self.sources.iter().map(|source| different[*source]));
    }

    /// Decimates the rows of a part of the motion and hands them on.
    pub(super) fn decimated(
        &self,
        interior: Range<usize>,
        sink: &mut dyn FnMut(&[f64]),
        progress: &mut dyn FnMut(f64),
    ) -> Result<(), RegressionError> {
        let factors = &self.motion.processing.decimate;
        let fill = |rows: Range<usize>, stride: usize, out: &mut [f64]| {
            let samples = interior.start + rows.start..interior.start + rows.end;
            self.fill(samples, stride, out)
        };
        let size = [self.width(), interior.len()];
        Decimation::all(factors, size, &fill, sink, progress)?
    }

    /// The rows of some samples, a column after the other, each as a run of which one begins a `stride` after the other.
    fn fill(
        &self,
        samples: Range<usize>,
        stride: usize,
        out: &mut [f64],
    ) -> Result<(), RegressionError> {
        for first in samples.clone().step_by(BLOCK) {
            let block = first..(first + BLOCK).min(samples.end);
            self.fill_block(block, first - samples.start, stride, out)?;
        }
        let count = samples.len();
        let columns = || out.chunks(stride.max(1)).map(|column| &column[..count]);
        let infinite = |column: &[f64]| column.iter().fold(false, |any, x| any | !x.is_finite());
        if widest(|| columns().any(infinite)) {
            let at = |k: &usize| columns().any(|column| !column[*k].is_finite());
            let at = samples.start + (0..count).find(at).unwrap_or(0);
            let (recording, time) = (self.motion.name.clone(), self.motion.time(at));
            return Err(RegressionError::NotFinite { recording, time });
        }
        if self.shares() > 0 {
            // Decimated, a sample is the mean of what was measured, with the filter's weights.
            let share = |k: usize| f64::from(u8::from(self.motion.measured(samples.start + k)));
            let mut columns = out.chunks_mut(stride.max(1)).take(self.width());
            let last = columns.next_back();
            for column in columns {
                let each = column[..count].iter_mut().enumerate();
                each.for_each(|(k, x)| *x *= share(k));
            }
            let each = last
                .into_iter()
                .flat_map(|last| last[..count].iter_mut().enumerate());
            each.for_each(|(k, x)| *x = share(k));
        }
        Ok(())
    }

    /// Those of a block, which stands at some place of each run.
    fn fill_block(
        &self,
        block: Range<usize>,
        at: usize,
        stride: usize,
        out: &mut [f64],
    ) -> Result<(), RegressionError> {
        let (equations, motion, count) = (self.equations, self.motion, block.len());
        let (rows, n) = (equations.rows(), equations.joints());
        let states = motion.states(block.clone());
        self.elements(&states, count, stride, &mut out[at..])?;
        let mut column = self.different();
        let mut run = |column: usize| column * stride + at..column * stride + at + count;
        if equations.measured().is_empty() {
            // As [`Equations::recorded`] has it, run by run.
            for row in 0..rows {
                let to = &mut out[run(column + row)];
                to.fill(0.0);
                for (joint, share) in equations.shares(row) {
                    let torque = &motion.torque_of(*joint)[block.clone()];
                    to.iter_mut()
                        .zip(torque)
                        .for_each(|(to, x)| *to += share * x);
                }
            }
        } else {
            for (k, sample) in block.clone().enumerate() {
                for (row, x) in equations.recorded(motion, sample).into_iter().enumerate() {
                    out[run(column + row).start + k] = x;
                }
            }
        }
        column += rows;
        for (joint, run) in (column..column + n).map(&mut run).enumerate() {
            let speeds = states.qd.iter().skip(joint).step_by(n);
            out[run].iter_mut().zip(speeds).for_each(|(to, x)| *to = *x);
        }
        column += n;
        if self.spikes {
            for (k, sample) in block.enumerate() {
                for (row, x) in motion.cleaned(sample, rows).enumerate() {
                    out[run(column + row).start + k] = x;
                }
            }
        }
        Ok(())
    }

    /// The elements of the equations at some states, each as a run.
    fn elements(
        &self,
        states: &States,
        count: usize,
        stride: usize,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let size = [count, self.equations.joint_rows()];
        if self.equations.are_joints() {
            return self.columns.runs(states, size, &self.places, stride, out);
        }
        let mut joints = vec![0.0; self.places.len() * count];
        self.columns
            .runs(states, size, &self.places, count, &mut joints)?;
        for (k, terms) in self.terms.iter().enumerate() {
            let run = &mut out[k * stride..][..count];
            run.fill(0.0);
            for (place, share) in terms {
                let joint = &joints[place * count..][..count];
                run.iter_mut().zip(joint).for_each(|(y, x)| *y += share * x);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
