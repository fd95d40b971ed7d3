//! Torques that repeat a value while the robot moves on: buses and sensors that drop out.
//!
//! A torque that was measured varies from sample to sample, by its noise or by what it is. Stretches in which it repeats itself as it does
//! nowhere else, or from which it goes on with a step that it never makes otherwise, are known before anything is identified
//! ([`holds`]). Whether the torque was that by right is known afterwards, by the torque that the motion asks for ([`confirmed`]): a joint
//! that rests, or moves at one speed, may well have one torque.

mod usual;

use std::cell::OnceCell;

use super::rest::all_rest;
use super::sensors::{Held, Sensed, SensorFault};
use super::turned::{measured, turned};
use crate::numeric::{ends, median};
use crate::recording::Recording;
use crate::regression::Series;
use crate::rows::Row;
use crate::thresholds::{FROZEN, HELD_BY_CHANCE, HELD_MISFIT, HELD_STEPS, SATURATED};
use crate::transmission::{Drive, is_undriven};
use armwright_runtime::{Model, Side, Torque};
use usual::Usual;

/// Samples of one value at least.
const FEW: usize = 4;
/// A share of a torque's range within which values are the same: columns of motors come from those of joints.
pub(super) const SAME: f64 = 1e-9;

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
    /// From when to when all joints rest within it, s: torques may then well be one.
    rests: Vec<[f64; 2]>,
}

/// Stretches in which torques of recordings repeat a value as they do not otherwise.
pub(crate) fn holds(recordings: &[Recording], model: &Model) -> Vec<Hold> {
    let mut found = Vec::new();
    for recording in recordings {
        let side = recording.torque_side;
        let (names, drive) = measured(side, model);
        let shares = drive.as_ref().map(|drive| drive.torque_rows(Side::Motor));
        let torque = recording.torque.as_deref().unwrap_or_default();
        let rests = Rests::of(recording, model);
        for (place, name) in names.iter().enumerate().take(torque.len()) {
            let left_out = recording.left_out.contains(&Torque { side, row: place });
            if left_out || is_undriven(model, side, place) {
                continue;
            }
            let column = turned(torque, place, shares.as_ref());
            let values = &column;
            let at = |k: usize| recording.start + k as f64 / recording.rate;
            let times = |run: &Run| [at(run.first), at(run.first + run.length - 1)];
            let runs = surprising(values, &|run: &Run| rests.hide(run)).into_iter();
            found.extend(runs.map(|run| Hold {
                recording: recording.name.clone(),
                place,
                name,
                side,
                time: times(&run),
                value: values[run.first],
                share: run.length as f64 / values.len() as f64,
                rests: rests.within(&run).iter().map(times).collect(),
            }));
        }
    }
    found
}

/// When all joints of a recording rest, which is looked at where it matters.
struct Rests<'r> {
    recording: &'r Recording,
    moves: bool,
    found: OnceCell<Vec<bool>>,
}

impl<'r> Rests<'r> {
    fn of(recording: &'r Recording, model: &Model) -> Self {
        Self {
            recording,
            moves: model.base_moves(),
            found: OnceCell::new(),
        }
    }

    /// The stretches of a run in which all rest: none of one that is shorter than a rest, nor on a base that moves.
    fn within(&self, run: &Run) -> Vec<Run> {
        if self.moves || (run.length as f64) < FROZEN * self.recording.rate {
            return Vec::new();
        }
        let all = self
            .found
            .get_or_init(|| all_rest(self.recording, &|_| true));
        let (mut next, mut found) = (run.first, Vec::new());
        for alike in all[run.first..run.first + run.length].chunk_by(|a, b| a == b) {
            let (first, length) = (next, alike.len());
            next += length;
            found.extend(alike[0].then_some(Run { first, length }));
        }
        found
    }

    /// Whether hardly any of a run's samples is of a motion.
    fn hide(&self, run: &Run) -> bool {
        let rests = self.within(run);
        let samples = rests.iter().map(|rest| rest.length).sum::<usize>();
        samples > 0 && run.length < FEW + samples
    }
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
            let rests = |k: usize| {
                let mut rests = hold.rests.iter();
                rests.any(|[from, to]| (*from..=*to).contains(&self.time[k]))
            };
            let mut own: Vec<usize> = (0..self.time.len())
                .filter(|k| within(*k, hold, 0.0) && !rests(*k))
                .collect();
            // One that is shorter than what is between samples is seen in the nearest; what was trimmed off is not.
            if own.is_empty() && hold.rests.is_empty() {
                let away = |k: &usize| (self.time[*k] - middle).abs();
                let near = (0..self.time.len()).filter(|k| away(k) <= step);
                own.extend(near.min_by(|a, b| away(a).total_cmp(&away(b))));
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
/// elsewhere. What stands at an end of its range is cut off, unless it came there by such a step. Runs in which the robot rests are left
/// aside: they are no surprise, nor do they say what is one.
fn surprising(values: &[f64], is_rest: &dyn Fn(&Run) -> bool) -> Vec<Run> {
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
    let (rests, all): (Vec<Run>, Vec<Run>) = all.into_iter().partition(is_rest);
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
        let Some(usual) = Usual::of(values, comparable, &rests, own.start, &is_same) else {
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

#[cfg(test)]
mod tests;
