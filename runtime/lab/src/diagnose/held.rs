//! Torques that repeat a value while the robot moves on: buses and sensors that drop out.
//!
//! A torque that was measured varies from sample to sample, by its noise or by what it is. Stretches in which it repeats itself as it does
//! nowhere else, or from which it goes on with a step that it never makes otherwise, are known before anything is identified
//! ([`holds`]). Whether the torque was that by right is known afterwards, by the torque that the motion asks for ([`confirmed`]): a joint
//! that rests, or moves at one speed, may well have one torque.

use std::cmp::Ordering;

use super::sensors::{Held, Sensed, SensorFault};
use super::turned::{measured, turned};
use crate::numeric::{ends, median};
use crate::recording::Recording;
use crate::regression::Series;
use crate::rows::Row;
use crate::thresholds::{HELD_BY_CHANCE, HELD_MISFIT, HELD_STEPS, SATURATED};
use crate::transmission::{Drive, is_undriven};
use armwright_runtime::{Model, Side, Torque};

/// Samples of one value at least.
const FEW: usize = 4;
/// Samples of a window in which values are counted that repeat themselves, at least.
const WINDOW: usize = 64;
/// A share of a torque's range within which values are the same: columns of motors come from those of joints.
const SAME: f64 = 1e-9;
/// A share of the samples that has to be left to say what is usual.
const USUAL: f64 = 0.5;

/// A stretch in which a torque repeats its value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Hold {
    recording: String,
    /// Which torque of its side, and what it is called.
    pub(crate) place: usize,
    name: &'static str,
    side: Side,
    /// When it is first and last that value, s.
    pub(crate) time: [f64; 2],
    value: f64,
    /// The share of the recording's samples.
    share: f64,
}

/// Stretches in which torques of recordings repeat a value as they do not otherwise.
pub(crate) fn holds(recordings: &[Recording], model: &Model) -> Vec<Hold> {
    let mut found = Vec::new();
    for recording in recordings {
        let side = recording.torque_side;
        let (names, drive) = measured(side, model);
        let shares = drive.as_ref().map(|drive| drive.torque_rows(Side::Motor));
        let torque = recording.torque.as_deref().unwrap_or_default();
        for (place, name) in names.iter().enumerate().take(torque.len()) {
            let left_out = recording.left_out.contains(&Torque { side, row: place });
            if left_out || is_undriven(model, side, place) {
                continue;
            }
            let column = turned(torque, place, shares.as_ref());
            let values = &column;
            let at = |k: usize| recording.start + k as f64 / recording.rate;
            found.extend(surprising(values).into_iter().map(|run| Hold {
                recording: recording.name.clone(),
                place,
                name,
                side,
                time: [at(run.first), at(run.first + run.length - 1)],
                value: values[run.first],
                share: run.length as f64 / values.len() as f64,
            }));
        }
    }
    found
}

/// Torques that were held while the motion asked for others, of those that were found to repeat themselves; `series` are of joints.
pub(crate) fn confirmed(holds: &[Hold], series: &[Series], model: &Model) -> Vec<SensorFault> {
    let mut faults: Vec<SensorFault> = Vec::new();
    for (k, hold) in holds.iter().enumerate() {
        let is_own = |other: &&Hold| other.recording == hold.recording && other.name == hold.name;
        if holds[..k].iter().any(|other| is_own(&other)) {
            continue;
        }
        let Some(series) = series.iter().find(|s| s.name == hold.recording) else {
            continue;
        };
        let Some(asked) = Asked::of(hold, series, model) else {
            continue;
        };
        let own: Vec<&Hold> = holds.iter().filter(is_own).collect();
        let wrong: Vec<&Hold> = asked.misfits(&own);
        let lasts = |hold: &&&Hold| hold.time[1] - hold.time[0];
        let longest = wrong.iter().max_by(|a, b| lasts(a).total_cmp(&lasts(b)));
        faults.extend(longest.map(|longest| SensorFault {
            recording: hold.recording.clone(),
            joint: hold.name.to_owned(),
            sensed: Sensed::HeldTorque(Held {
                time: longest.time,
                value: longest.value,
                times: wrong.len(),
                share: wrong.iter().map(|hold| hold.share).sum(),
            }),
        }));
    }
    faults
}

/// The torque that a motion asks for, and that which was measured, where friction is certain.
struct Asked {
    time: Vec<f64>,
    predicted: Vec<f64>,
    measured: Vec<f64>,
    kept: Vec<bool>,
}

impl Asked {
    fn of(hold: &Hold, series: &Series, model: &Model) -> Option<Self> {
        let rows = Series::rows(std::slice::from_ref(series), model);
        let row = |joint: usize| {
            let name = model.joints[joint].name;
            let column = Row::torques(model).get(joint).map(|row| row.column.clone());
            // A motor that stands behind joints may be called as one is.
            let own = |(k, row): &&(usize, Row)| {
                !series.is_motor(*k) && row.name == name && Some(&row.column) == column.as_ref()
            };
            rows.iter().find(own).map(|(k, _)| *k)
        };
        let drive = Drive::of(model).filter(|_| hold.side == Side::Motor);
        let shares: Vec<(usize, f64)> = match drive {
            None => vec![(row(hold.place)?, 1.0)],
            Some(drive) => {
                let shares = drive.torque_rows(Side::Motor);
                let joints = (0..model.joints.len()).map(|j| (j, shares[(hold.place, j)]));
                let joints = joints.filter(|(_, share)| *share != 0.0);
                let all = joints.map(|(j, share)| Some((row(j)?, share)));
                all.collect::<Option<_>>()?
            }
        };
        let samples = 0..series.time.len();
        let sum = |columns: &[Vec<f64>]| -> Vec<f64> {
            let at = |k: usize| {
                shares
                    .iter()
                    .map(|(row, share)| share * columns[*row][k])
                    .sum()
            };
            samples.clone().map(at).collect()
        };
        let counts = |k: usize| shares.iter().all(|(row, _)| series.kept[*row][k]);
        Some(Self {
            time: series.time.clone(),
            predicted: sum(&series.predicted),
            measured: sum(&series.measured),
            kept: samples.clone().map(counts).collect(),
        })
    }

    /// Those in which the motion asks for another torque than was measured, beyond what is left elsewhere.
    fn misfits<'h>(&self, holds: &[&'h Hold]) -> Vec<&'h Hold> {
        let step = match self.time.as_slice() {
            [first, second, ..] => second - first,
            _ => return Vec::new(),
        };
        let within = |k: usize, hold: &Hold, beside: f64| {
            let [from, to] = hold.time;
            (from - beside..=to + beside).contains(&self.time[k])
        };
        let places = || (0..self.time.len()).filter(|k| self.kept[*k]);
        let elsewhere = places().filter(|k| !holds.iter().any(|hold| within(*k, hold, 2.0 * step)));
        let left = elsewhere.map(|k| (self.measured[k] - self.predicted[k]).abs());
        // The deviation of normal residuals is 1.48 times their median size.
        let Some(left) = median(left).map(|left| 1.483 * left) else {
            return Vec::new();
        };
        let [low, high] = ends(&self.predicted);
        let much = (HELD_MISFIT[0] * left).max(HELD_MISFIT[1] * (high - low));
        // Both went through the same filters, by which what is asked for differs from what was recorded. Half of the time it is as much off.
        let is_off = |hold: &&&Hold| {
            let middle = 0.5 * (hold.time[0] + hold.time[1]);
            let mut own: Vec<usize> = (0..self.time.len())
                .filter(|k| within(*k, hold, 0.0))
                .collect();
            if own.is_empty() {
                let away = |k: &usize| (self.time[*k] - middle).abs();
                own.extend((0..self.time.len()).min_by(|a, b| away(a).total_cmp(&away(b))));
            }
            let off = own.iter().filter(|k| self.kept[**k]);
            let off = median(off.map(|k| (self.measured[*k] - self.predicted[*k]).abs()));
            off.is_some_and(|off| off > much)
        };
        holds.iter().filter(is_off).copied().collect()
    }
}

/// Samples of one value, one after the other.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Run {
    first: usize,
    length: usize,
}

/// Runs that are no chance beside how the column repeats itself elsewhere, or that begin or end with a step that it does not make
/// elsewhere. What stands at an end of its range is cut off, unless it came there by such a step.
fn surprising(values: &[f64]) -> Vec<Run> {
    let [low, high] = ends(values);
    let near = SAME * (high - low);
    let is_same = |k: usize| (values[k + 1] - values[k]).abs() <= near;
    let mut all: Vec<Run> = Vec::new();
    let (mut first, count) = (0, values.len());
    for k in 0..count {
        if k + 1 == count || !is_same(k) {
            let length = k + 1 - first;
            all.extend((length > 1).then_some(Run { first, length }));
            first = k + 1;
        }
    }
    if all.iter().all(|run| run.length < FEW) {
        return Vec::new();
    }
    // Beyond an end at which a column is cut off there may be samples that were mended.
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let beyond = (SATURATED * count as f64) as usize;
    let is_inside = |value: f64| {
        let low = sorted.partition_point(|x| *x < value - near);
        let high = count - sorted.partition_point(|x| *x <= value + near);
        low > beyond && high > beyond
    };
    let mut found: Vec<Run> = Vec::new();
    let longest = all.iter().map(|run| run.length).max().unwrap_or(0);
    let lengths = std::iter::successors(Some(FEW), |length| Some(2 * length));
    // What is usual is what is far shorter.
    for own in lengths.take_while(|l| *l <= longest).map(|l| l..2 * l) {
        let alike = |run: &&Run| own.contains(&run.length);
        let comparable = all.iter().filter(|run| 2 * run.length >= own.start);
        let Some(usual) = Usual::of(values, comparable, own.start, &is_same) else {
            continue;
        };
        // Of runs by chance, or of a column in steps, there are the more the shorter they are.
        let shorter = all
            .iter()
            .filter(|run| (own.start / 2..own.start).contains(&run.length));
        let is_apart = 2 * shorter.count() <= all.iter().filter(alike).count();
        found.extend(all.iter().filter(alike).copied().filter(|run| {
            let value = values[run.first];
            let inside = is_inside(value);
            let before = run.first.checked_sub(1).map(|k| (value - values[k]).abs());
            let after = values
                .get(run.first + run.length)
                .map(|x| (x - value).abs());
            let jumps = |step: Option<f64>| step.is_some_and(|step| step > HELD_STEPS * usual.step);
            match inside {
                true => {
                    jumps(before)
                        || jumps(after)
                        || (is_apart && usual.chance(run.length, count) < HELD_BY_CHANCE)
                }
                false => jumps(before) && jumps(after),
            }
        }));
    }
    found.sort_by_key(|run| run.first);
    found
}

/// What a column does outside of long runs.
struct Usual {
    /// Its largest step.
    step: f64,
    /// The largest share of values of a window that repeat that before; all where windows are broken by runs.
    repeats: f64,
}

impl Usual {
    /// Outside of some runs, windows about as long as one; none where little is left.
    fn of<'r>(
        values: &[f64],
        runs: impl Iterator<Item = &'r Run>,
        length: usize,
        is_same: &dyn Fn(usize) -> bool,
    ) -> Option<Self> {
        let count = values.len();
        // Steps into a run, within it and out of it.
        let mut is_of_run = vec![false; count.saturating_sub(1)];
        for run in runs {
            let last = (run.first + run.length).min(is_of_run.len());
            is_of_run[run.first.saturating_sub(1)..last].fill(true);
        }
        let usual = || (0..is_of_run.len()).filter(|k| !is_of_run[*k]);
        if (usual().count() as f64) < USUAL * count as f64 {
            return None;
        }
        let step = usual().map(|k| (values[k + 1] - values[k]).abs());
        let window = length.max(WINDOW);
        let (mut own, mut repeated, mut repeats, mut seen) = (0usize, 0usize, 0usize, 0usize);
        for (k, is_of_run) in is_of_run.iter().enumerate() {
            match is_of_run {
                true => (own, repeated) = (0, 0),
                false => {
                    own += 1;
                    repeated += usize::from(is_same(k));
                }
            }
            if own > window {
                repeated -= usize::from(is_same(k - window));
            }
            seen += match own.cmp(&window) {
                Ordering::Less => 0,
                Ordering::Equal => window,
                Ordering::Greater => 1,
            };
            repeats = repeats.max(repeated);
        }
        let share = (repeats + 1) as f64 / (window + 1) as f64;
        let is_told = seen as f64 >= USUAL * count as f64;
        Some(Self {
            step: step.fold(0.0, f64::max),
            repeats: if is_told { share } else { 1.0 },
        })
    }

    /// How many runs of such a length there would be by chance.
    fn chance(&self, length: usize, samples: usize) -> f64 {
        samples as f64 * self.repeats.powi(length as i32 - 1)
    }
}

#[cfg(test)]
mod tests;
