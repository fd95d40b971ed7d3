//! The one pass through a motion: columns and torque, decimated alike.

use std::ops::Range;

use super::columns::Columns;
use super::equations::{Equations, RegressionError};
use crate::motion::{Equation, Motion};
use crate::signal::{Decimation, FilterError};
use crate::thresholds::MEASURED;
use armwright_runtime::Side;

/// States whose columns are computed at once.
const BLOCK: usize = 64;

/// The equations of one decimated sample: a row a joint (or motor) whose torque is not left out.
pub struct Sample<'a> {
    /// Its number among the decimated samples.
    pub index: usize,
    /// Its time, s.
    pub time: f64,
    /// The torque of each row: as measured, or what an estimate that is not linear in torques makes of it.
    pub torque: &'a [f64],
    /// The measured torque of each row.
    pub recorded: &'a [f64],
    /// The same without the spikes that a robust estimate takes out before decimation.
    pub(crate) cleaned: &'a [f64],
    /// The integral of each joint's squared speed, where the sample is an interval of a balance.
    pub(crate) work: &'a [f64],
    /// By what an interval of a balance is divided for its noise.
    pub(crate) size: f64,
    pub(super) layout: &'a Layout,
    pub(super) elements: &'a [f64],
    pub(super) certain: &'a [bool],
    pub(super) adjusted: &'a [Equation],
}

impl Sample<'_> {
    /// The elements of a row that are not always zero, with their columns.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let mine = self.layout.rows[row].clone();
        let columns = self.layout.columns[mine.clone()].iter().copied();
        columns.zip(self.elements[mine].iter().copied())
    }

    /// Whether a row counts: whether every sign that enters it is certain, and no estimate leaves it out.
    #[must_use]
    pub fn counts(&self, row: usize) -> bool {
        self.certain[row]
    }

    /// Whether a robust estimate weighs a row down, to less than a half.
    #[must_use]
    pub fn is_outlier(&self, row: usize) -> bool {
        self.adjusted
            .get(row)
            .is_some_and(|equation| equation.is_low)
    }
}

/// Where the elements that are not always zero stand, row after row.
pub(super) struct Layout {
    pub(super) columns: Vec<usize>,
    pub(super) rows: Vec<Range<usize>>,
}

impl Layout {
    /// That of a single row in which every column may stand.
    pub(super) fn whole(columns: &dyn Columns) -> Self {
        Self {
            columns: (0..columns.count()).collect(),
            rows: std::iter::once(0..columns.count()).collect(),
        }
    }

    pub(super) fn of(columns: &dyn Columns, side: Side, places: &[usize]) -> Self {
        let mut layout = Self {
            columns: Vec::new(),
            rows: Vec::new(),
        };
        for &row in places {
            let start = layout.columns.len();
            let entering = (0..columns.count()).filter(|&k| !columns.is_zero(side, row, k));
            layout.columns.extend(entering);
            layout.rows.push(start..layout.columns.len());
        }
        layout
    }
}

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
        columns: &mut dyn Columns,
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
        columns: &mut dyn Columns,
        take: &mut dyn FnMut(&Sample<'_>),
        progress: &mut dyn FnMut(f64),
    ) -> Result<usize, RegressionError> {
        if let Some(integral) = self.integral() {
            return self.pass_integrals(integral, motion, interior, columns, take, progress);
        }
        let (rows, n) = (self.rows(), self.joints());
        let layout = Layout::of(columns, self.side, self.places());
        let width = layout.columns.len();
        let processing = &motion.processing;
        let settled = settled_samples(&processing.decimate, interior.len());
        let shares = usize::from(!motion.is_whole());
        let spikes = motion.is_cleaned(rows);
        let least = MEASURED * motion.measured_share();
        let mut certain = vec![false; rows];
        let before = interior.start.saturating_sub(motion.interior().start);
        let before = before / processing.decimation();
        let (mut index, mut used) = (0, 0);
        let mut hand_over = |row: &[f64]| {
            if settled.contains(&index) {
                let (row, share) = row.split_at(row.len() - shares);
                let share = share.first().copied().unwrap_or(1.0);
                let means: Vec<f64>;
                let row = match shares {
                    0 => row,
                    _ => {
                        means = row.iter().map(|x| x / share.max(least)).collect();
                        &means
                    }
                };
                let (elements, rest) = row.split_at(width);
                let (recorded, rest) = rest.split_at(rows);
                let (speeds, added) = rest.split_at(2 * n);
                for (row, certain) in certain.iter_mut().enumerate() {
                    let signs = self.signs.certain(processing, row, speeds);
                    *certain = signs && share >= least;
                }
                let adjusted = motion.adjusted(before + index, rows);
                let mut cleaned = recorded.to_vec();
                cleaned.iter_mut().zip(added).for_each(|(x, add)| *x += add);
                let mut torque = cleaned.clone();
                for (row, equation) in adjusted.iter().enumerate() {
                    torque[row] += equation.add;
                    certain[row] &= !equation.is_out;
                }
                take(&Sample {
                    index,
                    time: motion.time(interior.start + index * processing.decimation()),
                    torque: &torque,
                    recorded,
                    cleaned: &cleaned,
                    adjusted,
                    work: &[],
                    size: 1.0,
                    layout: &layout,
                    elements,
                    certain: &certain,
                });
                used += 1;
            }
            index += 1;
        };
        let wide = width + rows + 2 * n + if spikes { rows } else { 0 } + shares;
        let mut decimation = Decimation::new(&processing.decimate, wide)?;
        let mut row = Vec::with_capacity(wide);
        for first in interior.clone().step_by(BLOCK) {
            let block = first..(first + BLOCK).min(interior.end);
            let states = motion.states(block.clone());
            let elements = self.at(columns, &states)?;
            let matrices = elements.chunks_exact((rows * columns.count()).max(1));
            for ((k, matrix), [_, qd, _]) in block.zip(matrices).zip(states.each(n)) {
                row.clear();
                for (at, places) in layout.rows.iter().enumerate() {
                    let start = at * columns.count();
                    let mine = &layout.columns[places.clone()];
                    row.extend(mine.iter().map(|column| matrix[start + column]));
                }
                self.append_measured(motion, k, qd, &mut row);
                if spikes {
                    row.extend(motion.cleaned(k, rows));
                }
                if !row.iter().all(|x| x.is_finite()) {
                    let (recording, time) = (motion.name.clone(), motion.time(k));
                    return Err(RegressionError::NotFinite { recording, time });
                }
                if shares > 0 {
                    // Decimated, a sample is the mean of what was measured, with the filter's weights.
                    let share = f64::from(u8::from(motion.measured(k)));
                    row.iter_mut().for_each(|x| *x *= share);
                    row.push(share);
                }
                decimation.push(&row, &mut hand_over);
            }
            progress((first - interior.start) as f64 / interior.len() as f64);
        }
        decimation.finish(&mut hand_over)?;
        Ok(used)
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

    /// What was measured of the rows, then the speeds of joints and of motors.
    fn append_measured(&self, motion: &Motion, sample: usize, qd: &[f64], row: &mut Vec<f64>) {
        let mut motor = vec![0.0; self.joints()];
        row.extend(self.recorded(motion, sample));
        row.extend_from_slice(qd);
        self.drive.to_motor(qd, &mut motor);
        row.extend_from_slice(&motor);
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
