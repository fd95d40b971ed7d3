//! Equations integrated over intervals of time, at the raw rate.
//!
//! A step of the raw rate is integrated by the quintic through the six samples about it, so that an interval's sum is
//! that of its samples with corrections at its ends, for columns and torques alike. Nothing is decimated: what an interval
//! does not pass, its integral averages out.

use std::collections::VecDeque;
use std::ops::Range;

use super::balance::Balance;
use super::columns::Columns;
use super::equations::Equations;
use super::error::RegressionError;
use super::integral::Integral;
use super::sample::{Layout, Sample};
use super::windows::{Sum, Windows};
use crate::motion::{Motion, States};

/// States whose columns are computed at once.
const BLOCK: usize = 64;
/// What six samples weigh in the integral over the step between the third and the fourth, in steps (Abramowitz and
/// Stegun 1964, 25.4).
const QUINTIC: [f64; 6] = [
    11.0 / 1440.0,
    -93.0 / 1440.0,
    802.0 / 1440.0,
    802.0 / 1440.0,
    -93.0 / 1440.0,
    11.0 / 1440.0,
];
/// Rounding of positions, filtered, as a share of them and of 1 rad or m: what moves by less from sample to sample stands still.
const STILL: f64 = 1e-12;
/// Samples that it needs before the step.
const BEFORE: usize = 2;
/// The share of an interval in which signs of friction may be uncertain: while a joint turns back, not while it rests.
const UNCERTAIN: f64 = 0.1;

/// What is integrated and what is taken at ends, of a raw sample.
#[derive(Default)]
struct Raw {
    /// Columns, then what was measured of each row, then the square of each joint's speed.
    rates: Vec<f64>,
    levels: Vec<f64>,
    /// Whether each row's signs are certain.
    certain: Vec<bool>,
    measured: bool,
}

impl Equations<'_> {
    /// The pass through a part of a motion's interior, interval by interval.
    pub(super) fn pass_integrals(
        &self,
        integral: &Integral,
        motion: &Motion,
        interior: Range<usize>,
        columns: &dyn Columns,
        take: &mut dyn FnMut(&Sample<'_>),
        progress: &mut dyn FnMut(f64),
    ) -> Result<usize, RegressionError> {
        let rows = self.rows();
        let layout = match integral.balance {
            Balance::Energy => Layout::whole(columns),
            Balance::Momentum => Layout::of(columns, self.side, self.places()),
        };
        let (width, step) = (layout.columns.len(), integral.step(motion));
        let mut windows = Windows::new(integral, motion, width, rows);
        let (mut recent, mut used): (VecDeque<Raw>, usize) = (VecDeque::new(), 0);
        // Samples that are done with, for others to come.
        let mut done_with = Vec::new();
        let others = rows + self.joints();
        let (mut sum, mut begun) = (Sum::none(width, others, rows), None);
        let origin = interior.start + BEFORE;
        for first in interior.clone().step_by(BLOCK) {
            let block = first..(first + BLOCK).min(interior.end);
            let done = block.end - interior.start;
            for (k, raw) in block.clone().zip(self.raw(
                integral,
                motion,
                block,
                (columns, &layout),
                &mut done_with,
            )?) {
                if recent.len() == QUINTIC.len() {
                    done_with.extend(recent.pop_front());
                }
                recent.push_back(raw);
                if recent.len() < QUINTIC.len() {
                    continue;
                }
                let (from, to) = (&recent[BEFORE], &recent[BEFORE + 1]);
                let uncertain = sum.uncertain.iter_mut().zip(&to.certain);
                uncertain.for_each(|(count, certain)| *count += usize::from(!certain));
                let levels = begun.get_or_insert_with(|| from.levels.clone());
                for (raw, weight) in recent.iter().zip(QUINTIC) {
                    let weight = weight / motion.rate;
                    let each = sum.values.iter_mut().zip(&raw.rates);
                    each.for_each(|(sum, rate)| *sum += weight * rate);
                    let sizes = sum.sizes.iter_mut().zip(&raw.rates);
                    sizes.for_each(|(size, rate)| *size += (weight * rate).abs());
                }
                let measured = recent.iter().all(|raw| raw.measured);
                let most = UNCERTAIN * step as f64;
                for (counts, uncertain) in sum.counts.iter_mut().zip(&sum.uncertain) {
                    *counts &= measured && *uncertain as f64 <= most;
                }
                let at = k + 1 - (QUINTIC.len() - BEFORE - 1);
                if (at - origin).is_multiple_of(step) {
                    for (k, (end, start)) in to.levels.iter().zip(levels.iter()).enumerate() {
                        sum.values[k] += end - start;
                        sum.sizes[k] += end.abs() + start.abs();
                    }
                    sum.round();
                    levels.clone_from(&to.levels);
                    let done = std::mem::replace(&mut sum, Sum::none(width, others, rows));
                    if let Some(whole) = windows.push(done, &layout) {
                        let size = integral.size(&whole.values[width + rows..]);
                        let scaled: Vec<f64> = whole.values.iter().map(|x| x / size).collect();
                        let torque = &scaled[width..width + rows];
                        take(&Sample {
                            index: (at - origin) / step - 1,
                            time: motion.time(at - step / 2),
                            torque,
                            recorded: torque,
                            cleaned: torque,
                            work: &whole.values[width + rows..],
                            size,
                            layout: &layout,
                            elements: &scaled[..width],
                            certain: &whole.counts,
                            adjusted: &[],
                        });
                        used += 1;
                    }
                }
            }
            progress(done as f64 / interior.len() as f64);
        }
        Ok(used)
    }

    /// A block of raw samples, made of some that are done with.
    fn raw(
        &self,
        integral: &Integral,
        motion: &Motion,
        block: Range<usize>,
        (columns, layout): (&dyn Columns, &Layout),
        done_with: &mut Vec<Raw>,
    ) -> Result<Vec<Raw>, RegressionError> {
        let (n, width, balance) = (self.joints(), columns.count(), integral.balance);
        let mut states = motion.states(block.clone());
        rested(&mut states, motion.rate);
        let size = block.len() * balance.rows(n) * width;
        let (mut rates, mut levels) = (vec![0.0; size], vec![0.0; size]);
        columns.balance(balance, n, &states, [&mut rates, &mut levels])?;
        if balance == Balance::Momentum {
            (rates, levels) = (self.of_joints(rates, width), self.of_joints(levels, width));
        }
        let of_state = (self.rows() * width).max(1);
        let picked = layout.rows.iter().enumerate().flat_map(|(row, places)| {
            let columns = layout.columns[places.clone()].iter();
            columns.map(move |k| row * width + k)
        });
        let picked: Vec<usize> = picked.collect();
        let matrices = rates
            .chunks_exact(of_state)
            .zip(levels.chunks_exact(of_state));
        let mut all = Vec::with_capacity(block.len());
        let mut speeds = vec![0.0; 2 * n];
        for ((k, (rates, levels)), [_, qd, _]) in block.zip(matrices).zip(states.each(n)) {
            let (of_joints, of_motors) = speeds.split_at_mut(n);
            of_joints.copy_from_slice(qd);
            self.drive.to_motor(qd, of_motors);
            let mut raw = done_with.pop().unwrap_or_default();
            raw.rates.clear();
            raw.rates.extend(picked.iter().map(|place| rates[*place]));
            raw.certain.clear();
            match balance {
                Balance::Energy => {
                    raw.rates.push(power(motion, k, qd));
                    raw.certain.push(true);
                }
                Balance::Momentum => {
                    raw.rates.extend(self.recorded(motion, k));
                    let thresholds = motion.processing.thresholds();
                    let rows = 0..self.rows();
                    let certain = rows.map(|row| self.signs.certain(thresholds, row, &speeds));
                    raw.certain.extend(certain);
                }
            }
            raw.rates.extend(qd.iter().map(|v| v * v));
            raw.levels.clear();
            raw.levels.extend(picked.iter().map(|place| levels[*place]));
            if !raw.rates.iter().chain(&raw.levels).all(|x| x.is_finite()) {
                let (recording, time) = (motion.name.clone(), motion.time(k));
                return Err(RegressionError::NotFinite { recording, time });
            }
            raw.measured = motion.measured(k);
            all.push(raw);
        }
        Ok(all)
    }
}

/// Takes velocities of rounding for rest: their work would be a column of its own.
pub(super) fn rested(states: &mut States, rate: f64) {
    for (speed, place) in states.qd.iter_mut().zip(&states.q) {
        if speed.abs() <= STILL * rate * place.abs().max(1.0) {
            *speed = 0.0;
        }
    }
}

/// The power of the measured torques at a sample, W.
fn power(motion: &Motion, sample: usize, qd: &[f64]) -> f64 {
    let mut torque = vec![0.0; qd.len()];
    motion.torque(sample, &mut torque);
    torque
        .iter()
        .zip(qd)
        .map(|(torque, speed)| torque * speed)
        .sum()
}

#[cfg(test)]
mod tests;
