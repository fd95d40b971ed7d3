//! How far an identification can be trusted: a grade, a headline, and what to do.
//!
//! Four questions decide: does the model explain what was recorded, does it predict what it has not
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
        if facts.lost || facts.fails() || facts.unexplained() {
            Self::Poor
        } else if tested && facts.worst > SOUND && facts.worst_unseen > SOUND {
            Self::Sound
        } else {
            Self::Care
        }
    }
}

/// The verdict in one sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Headline {
    /// It predicts what it has not seen.
    Predicts,
    /// It fits the recording, not the robot.
    DoesNotTransfer,
    /// The motion leaves parameters unexcited.
    NotRevealed,
    /// It does not explain the torques.
    DoesNotExplain,
    /// It fits, and nothing tested it.
    NotTested,
    /// It predicts less well than it fits.
    Weakens,
    /// It explains too little of some joint's torque in unseen data.
    ExplainsTooLittle,
    /// Some joint was not put to the test.
    PartlyTested,
    /// It is usable, with care.
    Usable,
}

impl Headline {
    pub(super) fn of(facts: &Facts<'_>) -> Self {
        let fits = facts.worst > SOUND;
        match Grade::of(facts) {
            Grade::Sound => Self::Predicts,
            Grade::Poor if facts.fails() => Self::DoesNotTransfer,
            Grade::Poor if facts.lost => Self::NotRevealed,
            Grade::Poor => Self::DoesNotExplain,
            Grade::Care if facts.transfer.is_none() && fits => Self::NotTested,
            Grade::Care if facts.any(Transfer::Weakens) => Self::Weakens,
            Grade::Care if fits && facts.worst_unseen <= SOUND => Self::ExplainsTooLittle,
            Grade::Care if fits => Self::PartlyTested,
            Grade::Care => Self::Usable,
        }
    }

    /// The sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Predicts => "The model predicts motion that it has not seen.",
            Self::DoesNotTransfer => {
                "Prediction does not transfer: the parameters fit this recording, not the robot."
            }
            Self::NotRevealed => "The motion does not reveal every parameter: record a richer one.",
            Self::DoesNotExplain => "The model does not explain the measured torques.",
            Self::NotTested => {
                "The model fits what was recorded; whether it predicts other motion was not tested."
            }
            Self::Weakens => {
                "The model predicts unseen data, but less well than the data it was fitted to."
            }
            Self::ExplainsTooLittle => {
                "The model predicts unseen data, but explains too little of some joint's torque."
            }
            Self::PartlyTested => {
                "The model predicts unseen data, but not every joint was put to the test."
            }
            Self::Usable => "The model is usable, with care for what is said below.",
        }
    }
}
