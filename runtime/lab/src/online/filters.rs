//! Causal filters of a recording: rows of the equations, and torques as late as these.

use armwright_runtime::online::{Event, LowPass, MotionFilter};
use armwright_runtime::{EvaluationError, Robot};

use super::certain::CertainRows;
use super::watched::Watched;
use crate::thresholds::MEASURED;

/// Time constants after which filters have settled.
pub(super) const SETTLED: f64 = 12.0;
/// The time constant of the filter behind which rows are made, as a share of that which they then pass.
const STATES: f64 = 0.25;
/// What comes out of the fast filter counts as measured where this share of it was.
const WHOLE: f64 = 0.99;

/// What filters give at a sample to be learned from.
pub(super) struct Filtered<'a, const N: usize, const B: usize> {
    /// Which piece of the recording it is of.
    pub(super) piece: usize,
    /// When it was measured, s.
    pub(super) time: f64,
    /// How many are taken a second of its recording, Hz.
    pub(super) rate: f64,
    /// Positions as measured.
    pub(super) position: &'a [f64; N],
    /// Velocities.
    pub(super) velocity: &'a [f64; N],
    /// What multiplies base parameters in the torques; zero in those that say nothing.
    pub(super) rows: &'a [[f64; B]; N],
    /// Torques; zero likewise.
    pub(super) torque: &'a [f64; N],
    /// Which say something: those that hardly move do not.
    pub(super) certain: &'a [bool; N],
    /// What was wrong with samples that they are made of.
    pub(super) wrong: Option<Event>,
}

/// How a recording is filtered.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// So many samples a second are to be taken, Hz.
    pub(super) rate: f64,
    /// The time constant of each stage of the slow filter, s.
    pub(super) time: f64,
}

impl Pace {
    /// The time constant of each stage of the fast filter, s.
    pub(super) fn fast(self) -> f64 {
        STATES * self.time
    }
}

/// Every so many samples of a recording are taken to have a rate: as near to it as whole numbers come.
pub(super) fn every(recorded: f64, asked: f64) -> usize {
    ((recorded / asked).round() as usize).max(1)
}

/// Three averages in a row of as many signals.
fn passed<const K: usize>(stages: &mut [LowPass<f64, K>; 3], sample: &[f64; K]) -> [f64; K] {
    let stages = stages.iter_mut();
    stages.fold(*sample, |value, stage| stage.update(&value))
}

/// Goes through the pieces of a recording, and takes samples of each at its pace once filters have settled.
///
/// Columns with signs are not smooth: the sign of a filtered velocity is not the filtered sign, as which friction is in a filtered
/// torque. So rows are made at each sample behind a fast filter, and pass a slow one together with the torques, which
/// passed the fast one. Samples that were not measured weigh nothing in the slow one, in rows and torques alike, nor do rows of dead
/// sensors, of torques that repeat a value, and those in which friction has no certain sign; what is mostly made of such is not
/// taken. Where a position that froze goes on, filters begin anew: its step is no motion.
pub(super) fn each_filtered<const N: usize, const B: usize>(
    robot: &dyn Robot,
    pieces: &[Watched<'_>],
    pace: Pace,
    signs: &mut CertainRows,
    mut take: impl FnMut(Filtered<'_, N, B>) -> Result<(), EvaluationError>,
) -> Result<(), EvaluationError> {
    let Pace { rate, time } = pace;
    for (place, piece) in pieces.iter().enumerate() {
        let recording = piece.recording;
        let every = every(recording.rate, rate);
        let (n, b) = (recording.position.len(), robot.model().base.len());
        let step = recording.rate.recip();
        let empty = Vec::new();
        let torques = recording.torque.as_ref().unwrap_or(&empty);
        let pick = |columns: &[Vec<f64>], k: usize| -> [f64; N] {
            std::array::from_fn(|i| columns.get(i).map_or(0.0, |column| column[k]))
        };
        let mut fast = MotionFilter::<f64, N>::new(pace.fast(), step);
        let [mut slow_velocity, mut slow_torque] = [[LowPass::<f64, N>::new(time, step); 3]; 2];
        let [mut fast_share, mut slow_share] =
            [pace.fast(), time].map(|time| [LowPass::<f64, N>::new(time, step); 3]);
        let mut slow_rows = vec![[LowPass::<f64, B>::new(time, step); 3]; N];
        let settled = (SETTLED * time * recording.rate) as usize;
        let (mut flat, mut rows) = (vec![0.0; n * b], [[0.0; B]; N]);
        for k in 0..recording.samples() {
            if piece.goes_on(k) {
                fast.clear();
                let slow = slow_velocity.iter_mut().chain(&mut slow_torque);
                let all = slow.chain(&mut fast_share).chain(&mut slow_share);
                all.for_each(LowPass::clear);
                let rows = slow_rows.as_flattened_mut().iter_mut();
                rows.for_each(LowPass::clear);
            }
            let position = pick(&recording.position, k);
            let motion = fast.update(&position);
            let torque = fast.torque(&pick(torques, k));
            let bridged = recording.bridged.get(k) == Some(&true);
            signs.at(&motion.qd[..n]);
            let one = |is: bool| f64::from(u8::from(is));
            let acts = |i: usize| !piece.is_dead(i) && !piece.is_held(i, k);
            let is_usable = |i: usize| !bridged && i < n && acts(i) && signs.has(i);
            let usable = std::array::from_fn(|i| one(is_usable(i)));
            let weight = passed(&mut fast_share, &usable).map(|whole| one(whole >= WHOLE));
            let share = passed(&mut slow_share, &weight);
            let certain = share.map(|share| share >= MEASURED);
            // Of what says nothing there is nothing.
            let mean = |i: usize, sum: f64| if certain[i] { sum / share[i] } else { 0.0 };
            let weighed = std::array::from_fn(|i| weight[i] * torque[i]);
            let sums = passed(&mut slow_torque, &weighed);
            let torque = std::array::from_fn(|i| mean(i, sums[i]));
            let velocity = passed(&mut slow_velocity, &motion.qd);
            robot.base_regressor(&motion.q[..n], &motion.qd[..n], &motion.qdd[..n], &mut flat)?;
            let filters = slow_rows.iter_mut().zip(flat.chunks_exact(b.max(1)));
            for (i, (row, (filters, values))) in rows.iter_mut().zip(filters).enumerate() {
                let mut wide = [0.0; B];
                wide[..b].copy_from_slice(values);
                *row = passed(filters, &wide.map(|x| weight[i] * x)).map(|x| mean(i, x));
            }
            if k >= settled && (k - settled).is_multiple_of(every) && certain.contains(&true) {
                take(Filtered {
                    piece: place,
                    time: recording.start + k as f64 / recording.rate,
                    rate: recording.rate / every as f64,
                    position: &position,
                    velocity: &velocity,
                    rows: &rows,
                    torque: &torque,
                    certain: &certain,
                    wrong: piece.wrong(k),
                })?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
