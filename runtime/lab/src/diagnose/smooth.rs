//! Torques as smooth as positions, near the instants at which faults are tried.

use std::ops::{ControlFlow, Range};

use super::change::LONGEST;
use crate::cores;
use crate::motion::Motion;
use crate::regression::RegressionError;
use crate::signal::{FilterError, LowPass, zero_phase_all};
use crate::transmission::Drive;

/// How many samples are filtered at a time, at least: a long recording must not be in memory twice.
pub(super) const STRETCH: usize = 60_000;

/// What reads columns of a stretch of samples.
type Read<'a> = dyn Fn(Range<usize>) -> Vec<Vec<f64>> + Sync + 'a;

/// Joint torques with what lies above the motion's band taken away, near some instants.
pub(super) struct Smooth {
    /// Which samples are kept, in their order, each part behind so many samples of those before it.
    pub(super) parts: Vec<(Range<usize>, usize)>,
    /// A column a joint, or whatever else is read.
    pub(super) columns: Vec<Vec<f64>>,
}

impl Smooth {
    pub(super) fn of(
        motion: &Motion,
        drive: &Drive,
        instants: &[(usize, usize)],
    ) -> Result<Self, RegressionError> {
        let joints = drive.to_motor_matrix().ncols();
        let read = |stretch: Range<usize>| {
            let torques = (0..joints).map(|j| motion.torque_of(j)[stretch.clone()].to_vec());
            let mut torques: Vec<Vec<f64>> = torques.collect();
            motion.add_friction(&motion.held, drive, stretch, &mut torques);
            torques
        };
        Self::read(motion, joints, instants, &read)
    }

    /// Any columns, so many, of which stretches are read.
    pub(super) fn read(
        motion: &Motion,
        count: usize,
        instants: &[(usize, usize)],
        read: &Read<'_>,
    ) -> Result<Self, RegressionError> {
        let reach = (LONGEST * motion.rate) as usize + 1;
        let samples = motion.samples();
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for &(_, at) in instants {
            let near = at.saturating_sub(reach)..(at + reach + 1).min(samples);
            match ranges.last_mut() {
                Some(last) if near.start <= last.end => last.end = near.end.max(last.end),
                _ => ranges.push(near),
            }
        }
        let filter = motion.processing.position_filter(motion.rate)?;
        // As many more at either end as the filter remembers.
        let margin = filter.settling(f64::EPSILON);
        let length = STRETCH.max(2 * margin);
        let part = |k: usize| {
            let stretch = k * length..samples.min((k + 1) * length);
            let near = ranges
                .iter()
                .map(|near| near.start.max(stretch.start)..near.end.min(stretch.end));
            let near: Vec<Range<usize>> = near.filter(|near| !near.is_empty()).collect();
            let around = stretch.start.saturating_sub(margin)..samples.min(stretch.end + margin);
            filtered(&filter, around, &near, count, read)
        };
        let kept = ranges.iter().map(Range::len).sum();
        let mut columns: Vec<Vec<f64>> = (0..count).map(|_| Vec::with_capacity(kept)).collect();
        let mut failed = Ok(());
        let mut take = |stretch: Result<Vec<Vec<f64>>, FilterError>| match stretch {
            Ok(stretch) => {
                for (column, kept) in columns.iter_mut().zip(stretch) {
                    column.extend(kept);
                }
                ControlFlow::Continue(())
            }
            Err(error) => {
                failed = Err(error);
                ControlFlow::Break(())
            }
        };
        cores::in_order(samples.div_ceil(length), &part, &mut take);
        failed?;
        let mut before = 0;
        let parts = ranges.into_iter().map(|range| {
            before += range.len();
            (range.clone(), before - range.len())
        });
        Ok(Self {
            parts: parts.collect(),
            columns,
        })
    }

    /// The torques at a sample that is kept; at the next one that is, of others.
    pub(super) fn at(&self, sample: usize) -> impl Iterator<Item = f64> + '_ {
        let part = self.parts.partition_point(|(range, _)| range.end <= sample);
        let place = match self.parts.get(part) {
            Some((range, before)) => before + sample.max(range.start) - range.start,
            None => usize::MAX,
        };
        let of = move |column: &Vec<f64>| column.get(place).or(column.last()).copied();
        self.columns
            .iter()
            .map(move |column| of(column).unwrap_or(0.0))
    }
}

/// Columns of a stretch of samples, filtered by themselves: those of some ranges within it.
fn filtered(
    filter: &LowPass,
    stretch: Range<usize>,
    ranges: &[Range<usize>],
    count: usize,
    read: &Read<'_>,
) -> Result<Vec<Vec<f64>>, FilterError> {
    if ranges.is_empty() {
        return Ok(vec![Vec::new(); count]);
    }
    let first = stretch.start;
    let mut columns = read(stretch);
    zero_phase_all(filter, &mut columns)?;
    let of = |column: &Vec<f64>| {
        let kept = ranges
            .iter()
            .map(|range| &column[range.start - first..range.end - first]);
        kept.collect::<Vec<_>>().concat()
    };
    Ok(columns.iter().map(of).collect())
}
