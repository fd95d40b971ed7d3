//! What to do about sensors that did not measure what happened.

use std::collections::BTreeMap;

use super::{GAINS, Remedy};
use crate::diagnose::{Sensed, SensorFault};
use crate::identify::Identification;
use crate::judge::phrases::{counted, validated_with};

/// Joints that stand still in every recording.
pub(super) fn still(found: &Identification) -> Vec<String> {
    let joints = found.sensors.iter();
    let joints = joints.filter(|s| s.sensed == Sensed::StillPosition);
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    joints.for_each(|s| *times.entry(&s.joint).or_default() += 1);
    let all = times
        .into_iter()
        .filter(|(_, times)| *times >= found.recordings.len());
    all.map(|(joint, _)| joint.to_owned()).collect()
}

/// To describe velocities and accelerations that do not belong to the positions.
pub(super) fn describe_motion(found: &Identification) -> Remedy {
    let strays = found.sensors.iter().filter(|fault| fault.is_of_motion());
    Remedy::DescribeMotion(columns(strays))
}

/// To record again what is wrong. Torques may be left out of equations of torques alone, if others remain in them.
pub(super) fn record_again(found: &Identification) -> Remedy {
    let wrong = found.sensors.iter().filter(|fault| fault.is_wrong());
    let wrong: Vec<SensorFault> = wrong.cloned().collect();
    let mut torques = columns(wrong.iter().filter(|fault| fault.is_of_torque()));
    let of_torques = found.series.iter().all(|series| series.of.is_empty());
    if !of_torques || torques.len() >= found.fits.joints.len() {
        torques.clear();
    }
    Remedy::RecordAgain(wrong, torques)
}

/// What sensors measure, each once: `the torque of 2`.
fn columns<'s>(sensors: impl Iterator<Item = &'s SensorFault>) -> Vec<String> {
    let mut columns: Vec<String> = Vec::new();
    for column in sensors.filter_map(SensorFault::column) {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    columns
}

/// What is to be recorded again, as a sentence, and which torques may be left out instead; `way` is that of a front end to do
/// this, in parentheses.
pub(super) fn again(faults: &[SensorFault], torques: &[String], way: &str) -> String {
    let range = match faults.iter().any(is_cut_off) {
        true => " and a motion that stays within its range",
        false => "",
    };
    let mut ways = Vec::new();
    if fail_at_times(faults) {
        let select = "`select` in the description of the recording";
        ways.push(format!("without the time in which it fails ({select})"));
    }
    if !torques.is_empty() {
        ways.push(format!("without {}{way}", counted(torques, GAINS)));
    }
    let instead = match ways.is_empty() {
        true => String::new(),
        false => format!("; or identify {}", ways.join(", or ")),
    };
    format!(
        "Record {} again, with a sensor that works{range}{instead}.",
        counted(&columns(faults.iter()), GAINS)
    )
}

/// What of validation recordings is to be recorded again, or described as it was measured.
pub(super) fn of_validation(recordings: &[String], faults: &[SensorFault]) -> String {
    let recordings = validated_with(recordings);
    let strays: Vec<String> = columns(faults.iter().filter(|fault| fault.is_of_motion()));
    if !strays.is_empty() {
        return format!(
            "Describe {} in the {recordings} as measured (`sign`, `unit`, `columns`), or leave measured velocities and accelerations \
             out of the description. Then validate again.",
            counted(&strays, GAINS)
        );
    }
    let instead = match fail_at_times(faults) {
        true => {
            "; or validate without the time in which it fails (`select` in the description of the recording)"
        }
        false => "",
    };
    format!(
        "Record {} in the {recordings} again, with a sensor that works{instead}.",
        counted(&columns(faults.iter()), GAINS)
    )
}

/// Whether all that fails is right at other times, which it is not where it never changes.
fn fail_at_times(faults: &[SensorFault]) -> bool {
    let is_dead = |fault: &&SensorFault| {
        matches!(
            fault.sensed,
            Sensed::DeadPosition | Sensed::DeadTorque | Sensed::DeadRow
        )
    };
    let at_times = columns(faults.iter().filter(|fault| !is_dead(fault)));
    at_times.len() == columns(faults.iter()).len()
}

fn is_cut_off(fault: &SensorFault) -> bool {
    matches!(
        fault.sensed,
        Sensed::SaturatedPosition(_) | Sensed::SaturatedTorque(_) | Sensed::SaturatedRow(_)
    )
}
