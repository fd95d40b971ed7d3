//! How far an identification can be trusted: a grade, a headline, and what to do.
//!
//! Five questions decide: can there be such a robot, does the model explain what was recorded, does it predict what it has not
//! seen ([`transfer`](super::transfer)), did the motion excite every parameter, and which parameters
//! are known.

use serde::Serialize;

use super::facts::Facts;
use super::lacking::is_lacking;
use super::unseen::JointTransfer;
use crate::diagnose::{Fault, Quantity};
use crate::identify::Validation;
use crate::statistics::Transfer;
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

    /// This grade, but none better than poor where no joint can be relied on: no robot has the parameters, or the
    /// recording has a fault.
    fn worse(self, facts: &Facts<'_>) -> Self {
        match facts.cannot_be() || facts.faulty() {
            true => Self::Poor,
            false => self,
        }
    }

    pub(super) fn of(facts: &Facts<'_>) -> Self {
        let mut judged = facts.transfer.iter().flatten();
        let holds = judged.all(|joint| joint.outcome == Transfer::Holds);
        let tested = facts.transfer.is_some() && holds;
        let wrong = facts.cannot_be() || facts.faulty() || !facts.biased.is_empty();
        if wrong || facts.lost || facts.fails() || facts.inconsistent() || facts.unexplained() {
            Self::Poor
        } else if tested
            && !facts.assumed
            && !facts.contradicts()
            && !facts.has_many_outliers()
            && facts.contradicted_bodies().is_empty()
            && facts.lacking().is_empty()
            && facts.untested.is_empty()
            && facts.worst > SOUND
            && facts.worst_unseen > SOUND
        {
            Self::Sound
        } else {
            Self::Care
        }
    }
}

/// How far the prediction of one joint's torque can be trusted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JointGrade {
    /// The joint.
    pub name: String,
    /// How far.
    pub grade: Grade,
}

/// A grade for each joint by its own fit, seen and unseen; that of all is no better than the worst.
pub(super) fn joints(facts: &Facts<'_>) -> Vec<JointGrade> {
    let outcome = |judged: &Option<Vec<JointTransfer<'_>>>, k: usize| {
        let judged = judged.as_ref().and_then(|all| all.get(k));
        judged.map(|joint| (joint.outcome, joint.unseen.r2))
    };
    let seen = facts.found.fits.joints.iter().enumerate();
    seen.map(|(k, fit)| {
        let (other, parts) = (outcome(&facts.transfer, k), outcome(&facts.parts, k));
        let fails = [other, parts]
            .iter()
            .flatten()
            .any(|(o, _)| *o == Transfer::Fails);
        let grade = match other {
            _ if fails || Facts::is_unexplained(fit) => Grade::Poor,
            Some((Transfer::Holds, r2))
                if fit.r2 > SOUND && r2 > SOUND && !is_lacking(facts, fit) =>
            {
                Grade::Sound
            }
            _ => Grade::Care,
        };
        JointGrade {
            name: fit.name.clone(),
            grade: grade.worse(facts),
        }
    })
    .collect()
}

/// The verdict in one sentence.
pub(super) fn headline(facts: &Facts<'_>) -> String {
    let cause = facts.found.causes.first().map(|cause| &cause.fault);
    let what = match cause {
        Some(Fault::Coupling { .. }) => "robot file",
        _ if may_be_of_transmission(facts) => "recording or the robot file",
        _ => "recording",
    };
    match cause {
        Some(fault) if facts.cannot_be() => {
            format!("No robot has these parameters: the {what} has a fault, {fault}.")
        }
        Some(fault) => format!("The {what} has a fault: {fault}."),
        None => general(facts).to_owned(),
    }
}

/// Whether what shows as a sign or an offset of positions may be a wrong sign of a ratio by which joints are coupled: both mirror the
/// robot.
pub(super) fn may_be_of_transmission(facts: &Facts<'_>) -> bool {
    let n = facts.model.joints.len();
    let mut ratios = facts.model.transmission.iter().enumerate();
    let couples = ratios.any(|(at, ratio)| at / n != at % n && *ratio != 0.0);
    let cause = facts.found.causes.first().map(|cause| &cause.fault);
    let mirrors = match cause {
        Some(Fault::Sign { quantity, .. }) => *quantity != Quantity::Torque,
        Some(Fault::Offset { .. }) => true,
        _ => false,
    };
    couples && mirrors
}

/// Whether nothing of what was held out counts.
fn is_untested(facts: &Facts<'_>) -> bool {
    let validation = facts.found.validation.as_ref();
    validation.is_some_and(Validation::is_untested)
}

/// The verdict on recordings of which no fault is known.
fn general(facts: &Facts<'_>) -> &'static str {
    let fits = facts.worst > SOUND;
    match Grade::of(facts) {
        Grade::Sound => "The model predicts motion that it has not seen.",
        Grade::Poor if facts.found.band_cut.is_some() => {
            "The filter takes a part of the motion away whose torques were recorded."
        }
        Grade::Poor if facts.strays() => {
            "The recording has a fault: measured velocities or accelerations do not belong to its positions."
        }
        Grade::Poor if facts.senseless() => {
            "A sensor is dead or saturated, or drops out: what it recorded is not what happened."
        }
        Grade::Poor if facts.odd_rate().is_some() => {
            "No robot is recorded at this rate, and the model does not hold: time is in another unit."
        }
        Grade::Poor if facts.cannot_be() => {
            "No robot has these parameters: the recording does not fit the description."
        }
        Grade::Poor | Grade::Care if !facts.contradicted_bodies().is_empty() => {
            "What is known of bodies contradicts the recordings: one of the two is wrong."
        }
        Grade::Poor | Grade::Care if facts.unseen_fault.is_some() => {
            "The model holds on its own recordings; what it was validated with has a fault, or is not described as it is."
        }
        Grade::Poor | Grade::Care if facts.change.is_some() => {
            "The model holds on its own recordings; what it was validated with is another robot's, or this one's with \
             a load or other gains."
        }
        Grade::Poor if facts.fails() => {
            "Prediction does not transfer: the parameters fit this recording, not the robot."
        }
        Grade::Poor if facts.inconsistent() => {
            "Parts of the recording are not predicted from its other parts: the parameters fit it, not \
             the robot."
        }
        Grade::Poor if facts.lost => {
            "The motion does not reveal every parameter: record a richer one."
        }
        Grade::Poor if facts.unexplained() => "The model does not explain the measured torques.",
        Grade::Poor => {
            "Errors of the measured motion bias the parameters by more than their deviations."
        }
        Grade::Care if facts.transfer.is_none() && fits => {
            "The model fits what was recorded; whether it predicts other motion was not tested."
        }
        Grade::Care if facts.assumed => {
            "Most parameters are those that were assumed: the recording hardly changed them."
        }
        Grade::Care if facts.found.validation.as_ref().is_some_and(|v| v.repeats) => {
            "The model fits what was recorded; what was held out is the same motion and tests nothing else."
        }
        Grade::Care if is_untested(facts) => {
            "The model fits what was recorded; of what was held out no sample counts, and nothing was tested."
        }
        Grade::Care if fits && !facts.any(Transfer::Holds) && !facts.any(Transfer::Weakens) => {
            "The model fits what was recorded; what was held out puts no joint to the test."
        }
        Grade::Care if facts.any(Transfer::Weakens) => {
            "The model predicts unseen data, but less well than the data it was fitted to."
        }
        Grade::Care if fits && facts.worst_unseen <= SOUND => {
            "The model predicts unseen data, but explains too little of some joint's torque."
        }
        Grade::Care if fits && !facts.lacking().is_empty() && !facts.merely_contradicts() => {
            "The model predicts unseen data, but lacks terms that make most of its residual."
        }
        Grade::Care if fits && facts.contradicts() => {
            "The model predicts unseen data, but the recordings contradict a value that was given."
        }
        Grade::Care if fits && facts.has_many_outliers() => {
            "The model predicts unseen data, but so much of the recordings was weighed down that it is no slip of a sensor."
        }
        Grade::Care if fits && !facts.untested.is_empty() => {
            "The model predicts unseen data, but of some of it no sample counts."
        }
        Grade::Care if fits => {
            "The model predicts unseen data, but not every joint was put to the test."
        }
        Grade::Care if facts.transfer.is_none() => {
            "The model explains what was recorded in part; whether it predicts other motion was not tested."
        }
        Grade::Care => "The model is usable, with care for what is said below.",
    }
}

#[cfg(test)]
pub(super) mod tests;
