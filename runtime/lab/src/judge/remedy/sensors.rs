//! What to do about sensors that did not measure what happened.

use super::GAINS;
use crate::diagnose::SensorFault;
use crate::judge::phrases::counted;

/// What sensors measure, each once: `the torque of 2`.
pub(super) fn columns<'s>(sensors: impl Iterator<Item = &'s SensorFault>) -> Vec<String> {
    let mut columns: Vec<String> = Vec::new();
    for column in sensors.filter_map(SensorFault::column) {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    columns
}

/// What is to be recorded again, as a sentence; `way` is that of a front end to leave out torques, in parentheses.
pub(super) fn again(faults: &[SensorFault], way: &str) -> String {
    let torques = columns(faults.iter().filter(|fault| fault.is_of_torque()));
    let without = match torques.is_empty() {
        true => String::new(),
        false => format!(", or without {}{way}", counted(&torques, GAINS)),
    };
    format!(
        "Record {} again, with a sensor that works and a motion that stays within its range; or identify without the time in \
         which it fails (`select` in the description of the recording){without}.",
        counted(&columns(faults.iter()), GAINS)
    )
}
