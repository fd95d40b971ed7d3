//! What comes before all else: neither motion nor model is wanting while recordings are not right.

use super::{Remedy, sensors};
use crate::judge::facts::Facts;
use crate::judge::rate::clocks;

/// The only remedy beside validation, where something is wrong with recordings, or with what bodies are held at.
pub(super) fn first(facts: &Facts<'_>) -> Option<Remedy> {
    let found = facts.found;
    if !found.causes.is_empty() {
        // What a recording with a fault seems to lack besides, another one need not.
        let faults = found.causes.iter().map(|cause| cause.fault.clone());
        return Some(Remedy::Undo(faults.collect()));
    }
    if facts.strays() {
        // Torques say nothing of the model while velocities are not those of the motion.
        return Some(sensors::describe_motion(found));
    }
    if facts.senseless() {
        // What such a recording seems to lack, one with sensors that work need not.
        return Some(sensors::record_again(found));
    }
    // Velocities and accelerations are others in another unit of time.
    let clocks = facts.odd_rate().map_or_else(Vec::new, clocks);
    if !clocks.is_empty() {
        return Some(Remedy::Undo(clocks));
    }
    // Residuals say nothing of motion or model while bodies are held against the recordings.
    let known = facts.contradicted_bodies();
    (!known.is_empty()).then(|| Remedy::CorrectBodies(known.to_vec()))
}
