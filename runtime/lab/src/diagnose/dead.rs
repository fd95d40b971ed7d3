//! Positions that never change although the joint moves: dead encoders.

use super::cause::Cause;
use super::sensors::{Sensed, SensorFault};
use crate::regression::Series;
use crate::statistics::Fit;
use crate::thresholds::SOUND;

/// Samples without which R² says nothing.
const FEW: usize = 20;

/// Says of positions that never change that they are dead, where neither the torque of their own joint nor that of
/// another one is explained: torques of joints that move. A joint that is held has a torque that the others explain,
/// but for the friction that holds it. A cause after which all torques are explained leaves the joint held.
pub(crate) fn without_causes_of_dead(
    causes: Vec<Cause>,
    sensors: &mut [SensorFault],
    series: &[Series],
    names: &[&str],
) -> Vec<Cause> {
    let explained = |cause: &Cause| {
        let mut lifts = cause.lifts.iter();
        !cause.lifts.is_empty() && lifts.all(|lift| lift.after > SOUND)
    };
    if causes.first().is_some_and(explained) {
        return causes;
    }
    let mut dead = false;
    let still: Vec<SensorFault> = sensors
        .iter()
        .filter(|sensor| sensor.sensed == Sensed::StillPosition)
        .cloned()
        .collect();
    for sensor in sensors.iter_mut() {
        let Some(joint) = names.iter().position(|name| *name == sensor.joint) else {
            continue;
        };
        let Some(series) = series.iter().find(|s| s.name == sensor.recording) else {
            continue;
        };
        let moves = |k: &usize| {
            let mut still = still.iter();
            !still.any(|other| other.recording == series.name && other.joint == names[*k])
        };
        let poor = |k: usize| {
            let fit = Fit::of(names[k], std::slice::from_ref(series), k);
            fit.samples >= FEW && fit.r2 < SOUND
        };
        if sensor.sensed == Sensed::StillPosition
            && poor(joint)
            && (0..names.len()).filter(moves).any(poor)
        {
            sensor.sensed = Sensed::DeadPosition;
            dead = true;
        }
    }
    match dead {
        true => Vec::new(),
        false => causes,
    }
}
