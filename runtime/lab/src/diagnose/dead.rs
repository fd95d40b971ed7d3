//! Positions that never change although the joint moves: dead encoders.

use super::cause::Cause;
use super::sensors::{Sensed, SensorFault};
use crate::regression::Series;
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
    let still: Vec<(String, String)> = sensors
        .iter()
        .filter(|sensor| sensor.sensed == Sensed::StillPosition)
        .map(|sensor| (sensor.recording.clone(), sensor.joint.clone()))
        .collect();
    for sensor in sensors.iter_mut() {
        let Some(joint) = names.iter().position(|name| *name == sensor.joint) else {
            continue;
        };
        let Some(series) = series.iter().find(|s| s.name == sensor.recording) else {
            continue;
        };
        let moves = |k: &usize| {
            let name = (series.name.clone(), names[*k].to_owned());
            !still.contains(&name)
        };
        let poor = |k: usize| r2(series, k).is_some_and(|r2| r2 < SOUND);
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

/// R² of a joint in a recording, of the samples that count.
fn r2(series: &Series, joint: usize) -> Option<f64> {
    let kept = series.kept[joint].iter();
    let pairs = series.measured[joint].iter().zip(&series.predicted[joint]);
    let pairs: Vec<(f64, f64)> = pairs
        .zip(kept)
        .filter(|(_, kept)| **kept)
        .map(|((x, y), _)| (*x, *y))
        .collect();
    let mean = pairs.iter().map(|(x, _)| x).sum::<f64>() / pairs.len().max(1) as f64;
    let variance: f64 = pairs.iter().map(|(x, _)| (x - mean).powi(2)).sum();
    let left: f64 = pairs.iter().map(|(x, y)| (x - y).powi(2)).sum();
    (pairs.len() >= FEW && variance > 0.0).then(|| 1.0 - left / variance)
}
