//! How far an identification can be trusted: a grade, a headline, and what to do.
//!
//! Five questions decide: can there be such a robot, does the model explain what was recorded, does it predict what it has not
//! seen ([`transfer`](super::transfer)), did the motion excite every parameter, and which parameters
//! are known.

use serde::Serialize;

use super::facts::Facts;
use super::transfer::Transfer;
use crate::thresholds::SOUND;

/// How far an identification can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Predicts data that took no part, and every parameter was excited.
    Sound,
    /// Usable, within what the sentences say.
    Care,
    /// Not to be relied on.
    Poor,
}

impl Grade {
    /// A word or two for a label.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Sound => "Sound",
            Self::Care => "Use with care",
            Self::Poor => "Not to be relied on",
        }
    }

    pub(super) fn of(facts: &Facts<'_>) -> Self {
        let mut judged = facts.transfer.iter().flatten();
        let holds = judged.all(|joint| joint.outcome == Transfer::Holds);
        let tested = facts.transfer.is_some() && holds;
        let recorded = !facts.found.causes.is_empty() || facts.senseless();
        let wrong = facts.cannot_be() || recorded || !facts.biased.is_empty();
        if wrong || facts.lost || facts.fails() || facts.unexplained() {
            Self::Poor
        } else if tested && facts.worst > SOUND && facts.worst_unseen > SOUND {
            Self::Sound
        } else {
            Self::Care
        }
    }
}

/// The verdict in one sentence.
pub(super) fn headline(facts: &Facts<'_>) -> String {
    let cause = facts.found.causes.first().map(|cause| &cause.fault);
    match cause {
        Some(fault) if facts.cannot_be() => {
            format!("No robot has these parameters: the recording has a fault, {fault}.")
        }
        Some(fault) => format!("The recording has a fault: {fault}."),
        None => general(facts).to_owned(),
    }
}

/// The verdict on recordings of which no fault is known.
fn general(facts: &Facts<'_>) -> &'static str {
    let fits = facts.worst > SOUND;
    match Grade::of(facts) {
        Grade::Sound => "The model predicts motion that it has not seen.",
        Grade::Poor if facts.cannot_be() => {
            "No robot has these parameters: the recording does not fit the description."
        }
        Grade::Poor if facts.senseless() => {
            "A sensor is dead or saturated: what it recorded is not what happened."
        }
        Grade::Poor if facts.fails() => {
            "Prediction does not transfer: the parameters fit this recording, not the robot."
        }
        Grade::Poor if facts.lost => {
            "The motion does not reveal every parameter: record a richer one."
        }
        Grade::Poor if facts.unexplained() => "The model does not explain the measured torques.",
        Grade::Poor => {
            "Errors of the measured positions bias the parameters by more than their deviations."
        }
        Grade::Care if facts.transfer.is_none() && fits => {
            "The model fits what was recorded; whether it predicts other motion was not tested."
        }
        Grade::Care if facts.any(Transfer::Weakens) => {
            "The model predicts unseen data, but less well than the data it was fitted to."
        }
        Grade::Care if fits && facts.worst_unseen <= SOUND => {
            "The model predicts unseen data, but explains too little of some joint's torque."
        }
        Grade::Care if fits => {
            "The model predicts unseen data, but not every joint was put to the test."
        }
        Grade::Care => "The model is usable, with care for what is said below.",
    }
}
