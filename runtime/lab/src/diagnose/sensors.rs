//! Sensors that measure nothing, no more than so much, or something else.

mod strays;
mod words;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use serde::Serialize;

use super::cause::Cause;
use super::change::Fault;
use super::frozen::{beside, frozen};
use super::quantity::Quantity;
use super::rest::{all_rest, at_rest};
use super::slopes::Mismatch;
use super::turned::{measured, turned};
use crate::cores;
use crate::numeric::{LANES, ends, sum, widest};
use crate::recording::Recording;
use crate::rows::{Row, pattern};
use crate::thresholds::{MOVING, SATURATED};
use crate::transmission::{Drive, is_undriven};
use armwright_runtime::{Model, Side, Torque};
use strays::strays;

/// When a torque was held.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Held {
    /// From when to when the longest time, s.
    pub time: [f64; 2],
    /// At which value, N·m or N.
    pub value: f64,
    /// How many times.
    pub times: usize,
    /// In which share of the samples.
    pub share: f64,
}

/// What is wrong with a sensor.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sensed {
    /// The position never changes by more than noise: the joint stands still, or the encoder does.
    StillPosition,
    /// The position never changes, though torques do as of a joint that moves.
    DeadPosition,
    /// The position repeats itself for a while and then makes a step, or stops at once, in this share of the samples.
    FrozenPosition(f64),
    /// The torque never changes.
    DeadTorque,
    /// The position ends abruptly at a value, in this share of the samples.
    SaturatedPosition(f64),
    /// The torque repeats a value while the motion asks for others.
    HeldTorque(Held),
    /// The torque stands at its largest value in this share of the samples.
    SaturatedTorque(f64),
    /// What is measured besides torques never changes, though it should.
    DeadRow,
    /// What is measured besides torques stands at its largest value in this share of the samples.
    SaturatedRow(f64),
    /// The measured velocity is not the slope of the position.
    WrongVelocity(Mismatch),
    /// The measured acceleration is not the curvature of the position.
    WrongAcceleration(Mismatch),
}

/// A sensor with a fault.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SensorFault {
    /// The recording.
    pub recording: String,
    /// The joint (or motor), or the row of what is measured.
    pub joint: String,
    /// What is wrong.
    pub sensed: Sensed,
}

/// The sensors of recordings that are dead or saturated, or measure something else.
#[must_use]
pub fn sensors(recordings: &[Recording], model: &Model) -> Vec<SensorFault> {
    let mut faults = Vec::new();
    for recording in recordings {
        let mut add = |name: &str, sensed: Sensed| {
            faults.push(SensorFault {
                recording: recording.name.clone(),
                joint: name.to_owned(),
                sensed,
            });
        };
        let positions = &recording.position;
        let column = |k: usize| Column::of(positions[k].as_slice().into());
        let columns = cores::map(positions.len(), &column);
        let (names, drive) = measured(recording.position_side, model);
        let matrix = drive.as_ref().map(Drive::to_motor_matrix);
        // An encoder that drops out does so in what it measured.
        let is_told = |sensed: &Sensed| matrix.is_none() || *sensed == Sensed::StillPosition;
        let moves = |k: usize| columns[k].position(recording, k).filter(is_told);
        let moving = cores::map(positions.len(), &moves);
        for (joint, sensed) in model.joints.iter().zip(moving) {
            sensed
                .into_iter()
                .for_each(|sensed| add(joint.name, sensed));
        }
        let strays = strays(recording, model).into_iter();
        strays.for_each(|(name, sensed)| add(name, sensed));
        let stops = |k: usize| match matrix {
            None => [None, columns[k].stops()],
            Some(_) => {
                let column = Column::of(turned(positions, k, matrix));
                let froze = column.position(recording, k);
                [
                    froze.filter(|s| *s != Sensed::StillPosition),
                    column.stops(),
                ]
            }
        };
        let stopping = cores::map(names.len().min(positions.len()), &stops);
        for (joint, sensed) in names.iter().zip(stopping) {
            let sensed = sensed.into_iter().flatten();
            sensed.for_each(|sensed| add(joint, sensed));
        }
        let pattern = pattern(model);
        let wanted = |k: usize, row: &Row| {
            let mut parameters = 0..model.parameters.len();
            !row.is_of_base(model) && !parameters.all(|p| pattern.is_zero(k, p))
        };
        let rows = recording.measured.iter().flatten();
        let rows = rows.zip(Row::measured(model)).enumerate();
        for (_, (column, row)) in rows.filter(|(k, (_, row))| wanted(*k, row)) {
            let column = Column::of(column.as_slice().into());
            // On a base that moves nothing rests.
            let rests = || match model.base_moves() {
                true => vec![false; recording.samples()],
                false => all_rest(recording, &|_| true),
            };
            if column.is_constant() {
                add(row.name, Sensed::DeadRow);
            } else if let Some(share) = column.cut_off(&rests) {
                add(row.name, Sensed::SaturatedRow(share));
            }
        }
        let side = recording.torque_side;
        let (names, drive) = measured(side, model);
        // Nothing drives what is passive: its torque is 0 by right.
        let used = |row: usize| {
            !recording.left_out.contains(&Torque { side, row }) && !is_undriven(model, side, row)
        };
        let torque = recording.torque.as_deref().unwrap_or_default();
        let shares = drive.as_ref().map(|drive| drive.torque_rows(Side::Motor));
        let acts = |k: usize| {
            let column = used(k).then(|| Column::of(turned(torque, k, shares.as_ref())))?;
            match column.is_constant() {
                true => Some(Sensed::DeadTorque),
                false => {
                    let rests = || at_rest(recording, model, k);
                    column.cut_off(&rests).map(Sensed::SaturatedTorque)
                }
            }
        };
        let acting = cores::map(names.len().min(torque.len()), &acts);
        for (joint, sensed) in names.iter().zip(acting) {
            sensed.into_iter().for_each(|sensed| add(joint, sensed));
        }
    }
    faults
}

/// Causes without factors of torques that a dead or saturated sensor did not measure: no factor brings them back.
pub(crate) fn without_factors_of_dead(causes: Vec<Cause>, sensors: &[SensorFault]) -> Vec<Cause> {
    let torque = |sensed: Sensed| matches!(sensed, Sensed::DeadTorque | Sensed::SaturatedTorque(_));
    let wrong = sensors.iter().filter(|sensor| torque(sensor.sensed));
    let wrong: Vec<&String> = wrong.map(|sensor| &sensor.joint).collect();
    let of_wrong = |cause: &Cause| match &cause.fault {
        Fault::Factor {
            quantity: Quantity::Torque,
            of,
            ..
        } if !wrong.is_empty() => of.is_empty() || of.iter().any(|name| wrong.contains(&name)),
        _ => false,
    };
    causes
        .into_iter()
        .filter(|cause| !of_wrong(cause))
        .collect()
}

impl SensorFault {
    /// Whether the recording cannot be right; a joint may well stand still.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.sensed != Sensed::StillPosition
    }

    /// Whether it is the torque of a joint or motor.
    #[must_use]
    pub(crate) fn is_of_torque(&self) -> bool {
        matches!(
            self.sensed,
            Sensed::DeadTorque | Sensed::HeldTorque(_) | Sensed::SaturatedTorque(_)
        )
    }

    /// Whether it is a velocity or an acceleration that does not belong to the positions: what they and torques say of
    /// each other is then no evidence.
    #[must_use]
    pub fn is_of_motion(&self) -> bool {
        matches!(
            self.sensed,
            Sensed::WrongVelocity(_) | Sensed::WrongAcceleration(_)
        )
    }

    /// Whether the motion is not known, at times or throughout: torques then say nothing of other faults.
    pub(crate) fn hides_motion(&self) -> bool {
        self.is_of_motion() || matches!(self.sensed, Sensed::FrozenPosition(_))
    }
}

/// What a sensor measured, which is gone through as few times as may be, because recordings are long.
pub(super) struct Column<'c> {
    values: Cow<'c, [f64]>,
    low: f64,
    high: f64,
}

impl<'c> Column<'c> {
    pub(super) fn of(values: Cow<'c, [f64]>) -> Self {
        let [low, high] = ends(&values);
        Self { values, low, high }
    }

    /// What is wrong with it as the position of a joint (or motor), its ends aside.
    fn position(&self, recording: &Recording, place: usize) -> Option<Sensed> {
        let Recording { bridged, rate, .. } = recording;
        let beside = |samples: &Range<usize>| beside(recording, place, samples);
        match self.is_constant() || self.is_still() {
            true => Some(Sensed::StillPosition),
            false => frozen(&self.values, bridged, *rate, &beside).map(Sensed::FrozenPosition),
        }
    }

    /// Whether it is cut off as a joint's position.
    fn stops(&self) -> Option<Sensed> {
        self.saturated(true).map(Sensed::SaturatedPosition)
    }

    fn is_constant(&self) -> bool {
        self.high - self.low <= 1e-12 * self.high.abs().max(self.low.abs())
    }

    /// Whether a position never changes but by noise, or flickers between two steps of an encoder.
    fn is_still(&self) -> bool {
        let values = &*self.values;
        let mean = sum(values) / values.len() as f64;
        let later = values.get(1..).unwrap_or_default();
        let (steps, products, squares) = widest(|| {
            let mut steps = [f64::INFINITY; LANES];
            let (mut products, mut squares) = ([0.0; LANES], [0.0; LANES]);
            for (before, here) in values.chunks(LANES).zip(later.chunks(LANES)) {
                for (lane, (before, here)) in before.iter().zip(here).enumerate() {
                    let change = (here - before).abs();
                    let change = if change > 0.0 { change } else { f64::INFINITY };
                    steps[lane] = steps[lane].min(change);
                    products[lane] += (before - mean) * (here - mean);
                    squares[lane] += (before - mean) * (before - mean);
                }
            }
            (steps, products, squares)
        });
        let step = steps.into_iter().fold(f64::INFINITY, f64::min);
        let (products, last) = (sum(&products), values.last());
        let square = sum(&squares) + last.map_or(0.0, |last| (last - mean).powi(2));
        products < MOVING * square || self.high - self.low < 1.5 * step
    }

    /// The share of samples at an end of the range where far more of them are than next to it, as a limit makes
    /// them. A joint that comes to rest at an end slows down before; one that `stops` there at full speed is cut off.
    fn saturated(&self, stops: bool) -> Option<f64> {
        self.saturated_where(stops, &|_| true)
    }

    /// The same of what is no position, by samples in which joints do not rest: what rests may well stand at an end.
    fn cut_off(&self, rests: &dyn Fn() -> Vec<bool>) -> Option<f64> {
        let found = OnceCell::new();
        self.saturated_where(false, &|k| !found.get_or_init(rests)[k])
    }

    fn saturated_where(&self, stops: bool, counts: &dyn Fn(usize) -> bool) -> Option<f64> {
        let (values, low, high) = (&*self.values, self.low, self.high);
        let few = SATURATED * values.len() as f64;
        let mut share = 0.0;
        // Distances from the ends; within rounding they are 0.
        let near = 1e-9 * (high - low);
        let [at_low, at_high] = widest(|| {
            let mut at = [0, 0];
            for x in values {
                at[0] += usize::from(x - low <= near);
                at[1] += usize::from(high - x <= near);
            }
            at
        });
        for (end, sign, all) in [(low, 1.0, at_low), (high, -1.0, at_high)] {
            let inside = |x: f64| sign * (x - end);
            if (all as f64) < few {
                continue;
            }
            let counted = || {
                let samples = values.iter().enumerate().filter(|(k, _)| counts(*k));
                samples.map(|(_, x)| inside(*x))
            };
            let at = counted().filter(|d| *d <= near).count();
            if (at as f64) < few {
                continue;
            }
            let next = counted().filter(|d| *d > near);
            let next = next.fold(f64::INFINITY, f64::min);
            let beside = counted().filter(|d| *d > near && *d <= next + near);
            let beside = beside.count();
            let arrivals: Vec<f64> = values
                .windows(2)
                .filter(|w| inside(w[0]) > near && inside(w[1]) <= near)
                .map(|w| inside(w[0]))
                .collect();
            let steps = values.windows(2).map(|w| (w[1] - w[0]).abs());
            let usual =
                (steps.clone().map(|step| step * step).sum::<f64>() / values.len() as f64).sqrt();
            // One step of an encoder is the slowest that there is.
            let finest = steps
                .filter(|step| *step > near)
                .fold(f64::INFINITY, f64::min);
            let slow = (0.1 * usual).max(1.5 * finest);
            let abrupt = arrivals.iter().filter(|step| **step > slow).count();
            let cut = !stops || (arrivals.len() > 1 && 2 * abrupt > arrivals.len());
            if at > 10 * beside && cut {
                share += all as f64 / values.len() as f64;
            }
        }
        (share > 0.0).then_some(share)
    }
}

#[cfg(test)]
mod tests;
