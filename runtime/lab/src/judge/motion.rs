//! What a fit of simulated motions is worth.
//!
//! The questions are those of an [`Identification`](crate::identify::Identification), asked of positions in place of torques: does the
//! simulated motion follow the measured one, does it follow motion that took no part, does the motion tell every parameter.

mod finding;
mod remedy;
mod sensed;
#[cfg(test)]
mod tests;
mod words;

pub use finding::MotionFinding;
pub use remedy::{MotionMeans, MotionRemedy};

use super::verdict::{Grade, JointGrade};
use crate::diagnose::SensorFault;
use crate::output_error::{Ending, Fit, Fitted, FittedJoint, Sensitivity, Unseen};
use crate::statistics::{self, Transfer, transfer_of};
use crate::thresholds::{COLOURED, LACKING_MOSTLY, POOR, SIGN_CERTAIN, SOUND, STILL, WIDENED};
use serde::Serialize;

/// What a fit of simulated motions is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct MotionJudgement {
    /// How far it can be trusted.
    pub grade: Grade,
    /// The same in one sentence.
    pub headline: &'static str,
    /// What the figures say.
    pub findings: Vec<MotionFinding>,
    /// What to do about what is wanting.
    pub remedies: Vec<MotionRemedy>,
    /// How far the simulated motion of each joint can be trusted; the grade of all is no better.
    pub joints: Vec<JointGrade>,
    /// What motion that took no part says of each joint; empty without validation.
    pub transfer: Vec<MotionTransfer>,
}

/// What a recording that took no part says of a joint.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MotionTransfer {
    /// The recording.
    pub recording: String,
    /// The joint.
    pub name: String,
    /// RMS difference of positions over that of the recordings of the fit.
    pub ratio: f64,
    /// What follows.
    pub outcome: Transfer,
}

/// What a judgement rests on.
pub(super) struct Facts<'a> {
    fit: &'a Fit,
    unseen: &'a [Unseen],
    sensitivities: &'a [Sensitivity],
    /// A file with voltages of the motors, of a fit by torques.
    voltages: Option<&'a str>,
    /// What is wrong with sensors of the recordings, as far as these say by themselves.
    sensors: &'a [SensorFault],
    transfer: Vec<MotionTransfer>,
}

impl MotionJudgement {
    /// The judgement of a fit, by what took no part (`unseen`) and by how small deviations grow. `voltages` is a file that has those of
    /// the motors, where torques drove the simulation.
    #[must_use]
    pub fn of(
        fit: &Fit,
        unseen: &[Unseen],
        sensitivities: &[Sensitivity],
        voltages: Option<&str>,
    ) -> Self {
        Self::with_sensors(fit, unseen, sensitivities, voltages, &[])
    }

    /// The same of recordings whose sensors have faults ([`sensors`](crate::diagnose::sensors)), of torques where these drive.
    #[must_use]
    pub fn with_sensors(
        fit: &Fit,
        unseen: &[Unseen],
        sensitivities: &[Sensitivity],
        voltages: Option<&str>,
        sensors: &[SensorFault],
    ) -> Self {
        let facts = Facts {
            fit,
            unseen,
            sensitivities,
            voltages,
            sensors,
            transfer: transferred(fit, unseen),
        };
        Self {
            grade: facts.grade(),
            headline: facts.headline(),
            findings: finding::findings(&facts),
            remedies: remedy::remedies(&facts),
            joints: facts.joints(),
            transfer: facts.transfer,
        }
    }

    /// The reasons of the grade, a sentence each.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        self.findings.iter().map(ToString::to_string).collect()
    }

    /// What to do about what is wanting, a sentence each; `means` are the ways that a front end offers.
    #[must_use]
    pub fn advice(&self, means: &MotionMeans) -> Vec<String> {
        let sentences = self.remedies.iter().map(|remedy| remedy.sentence(means));
        sentences.collect()
    }
}

/// Figures of positions as those of torques, which have the same thresholds.
fn figures(joint: &FittedJoint) -> statistics::Fit {
    statistics::Fit {
        name: joint.name.clone(),
        is_motor: false,
        samples: joint.series[0].len(),
        rmse: joint.rmse,
        nrmse: joint.nrmse,
        r2: joint.r2,
        lag1: joint.lag1,
        whiteness: None,
    }
}

fn transferred(fit: &Fit, unseen: &[Unseen]) -> Vec<MotionTransfer> {
    let of = |recording: &Unseen| {
        let pairs = fit.joints.iter().zip(&recording.joints);
        let each = pairs.map(|(seen, own)| {
            let outcome = match own.is_still && own.rmse < STILL {
                true => Transfer::Untested,
                false => transfer_of(&figures(seen), &figures(own), seen.variations(own)),
            };
            MotionTransfer {
                recording: recording.recording.clone(),
                name: own.name.clone(),
                ratio: own.rmse / seen.rmse,
                outcome,
            }
        });
        each.collect::<Vec<_>>()
    };
    unseen.iter().flat_map(of).collect()
}

impl Facts<'_> {
    /// Joints that move.
    fn moving(&self) -> impl Iterator<Item = &FittedJoint> {
        self.fit.joints.iter().filter(|joint| !joint.is_still)
    }

    /// Whether simulation goes elsewhere; a joint that stands still has to stay.
    fn is_unfollowed(joint: &FittedJoint) -> bool {
        match joint.is_still {
            true => joint.rmse > STILL,
            false => joint.r2.is_nan() || (joint.r2 < POOR && joint.nrmse > (1.0 - POOR).sqrt()),
        }
    }

    fn unfollowed(&self) -> bool {
        self.fit.joints.iter().any(Self::is_unfollowed)
    }

    fn any(&self, outcome: Transfer) -> bool {
        self.transfer.iter().any(|own| own.outcome == outcome)
    }

    /// The joints of which this follows from a recording or several, each once.
    fn joints_of(&self, outcome: Transfer) -> Vec<String> {
        let has = |name: &String| {
            let mut own = self.transfer.iter().filter(|t| t.name == *name);
            own.any(|t| t.outcome == outcome)
        };
        let names = self.fit.joints.iter().map(|joint| joint.name.clone());
        names.filter(has).collect()
    }

    /// Whether what took no part is not followed.
    fn fails(&self) -> bool {
        self.any(Transfer::Fails) || self.unseen.iter().any(|unseen| unseen.stop.is_some())
    }

    fn holds(&self) -> bool {
        let holds = |joint: &FittedJoint| {
            let mut own = self.transfer.iter().filter(|t| t.name == joint.name);
            own.any(|t| t.outcome == Transfer::Holds)
        };
        !self.fails() && !self.any(Transfer::Weakens) && self.moving().all(holds)
    }

    /// Parameters that the motion does not tell.
    fn untold(&self) -> impl Iterator<Item = &Fitted> {
        let all = self.fit.parameters.iter();
        all.filter(|p| p.std.is_none() && !p.is_at_bound)
    }

    /// The motion in which errors grow so much that the effects of parameters are hidden behind that of its beginning; none where all are
    /// told.
    fn hidden(&self) -> Option<&Sensitivity> {
        let mut grown = self.sensitivities.iter();
        let grown = grown.find(|own| own.growth.is_nearly_chaotic)?;
        self.untold().any(|p| !p.is_idle).then_some(grown)
    }

    /// Joints of which what is left follows itself from sample to sample.
    fn coloured(&self) -> impl Iterator<Item = &FittedJoint> {
        let all = self.moving();
        all.filter(|joint| joint.lag1 > COLOURED || joint.inflation > WIDENED)
    }

    /// Whether what is left of a joint is no noise, or makes most of the deviations.
    fn is_lacking(joint: &FittedJoint) -> bool {
        joint.lag1 > LACKING_MOSTLY[1] || joint.inflation > WIDENED
    }

    /// Whether the model lacks something, as far as what is left says.
    fn lacks(&self) -> bool {
        !self.fit.lacks.is_empty() || self.moving().any(Self::is_lacking)
    }

    /// Whether a deviation is mostly that of windings that were estimated.
    fn is_of_windings(&self) -> bool {
        let windings = self.fit.windings.as_ref();
        windings.is_some_and(|own| own.times > WIDENED)
    }

    fn is_bounded(&self) -> bool {
        self.fit.parameters.iter().any(|p| p.is_at_bound)
    }

    /// Whether every joint is followed as well as a model has to.
    fn fits(&self) -> bool {
        self.moving().all(|joint| joint.r2 > SOUND)
    }

    /// Whether the motion is followed badly, and of no parameter so much as the sign is certain.
    fn tells_nothing(&self) -> bool {
        let is_open = |p: &Fitted| p.std.is_none_or(|std| std > SIGN_CERTAIN * p.value.abs());
        !self.fits() && self.fit.parameters.iter().all(is_open)
    }

    fn grade(&self) -> Grade {
        let unseen = self.unseen.iter().flat_map(|unseen| &unseen.joints);
        let mut tested = unseen.filter(|joint| !joint.is_still);
        if self.moving().next().is_none()
            || self.unfollowed()
            || self.fails()
            || self.untold().next().is_some()
            || self.tells_nothing()
            || !self.wrong().is_empty()
        {
            Grade::Poor
        } else if self.fit.ending == Ending::Converged
            && self.fits()
            && self.holds()
            && tested.all(|joint| joint.r2 > SOUND)
            && !self.lacks()
            && !self.is_bounded()
            && self.fit.dependences.is_empty()
            && self.fit.unsampled.is_none()
            && !self.is_of_windings()
        {
            Grade::Sound
        } else {
            Grade::Care
        }
    }

    fn joints(&self) -> Vec<JointGrade> {
        let all = self.fit.joints.iter();
        let of = |joint: &FittedJoint| {
            let own = |outcome| {
                let mut own = self.transfer.iter().filter(|t| t.name == joint.name);
                own.any(|t| t.outcome == outcome)
            };
            let is_poor = Self::is_unfollowed(joint) || own(Transfer::Fails);
            let holds = own(Transfer::Holds) && !own(Transfer::Weakens);
            let is_sound = holds && joint.r2 > SOUND && !Self::is_lacking(joint);
            let grade = match (is_poor || self.grade() == Grade::Poor, is_sound) {
                (true, _) => Grade::Poor,
                (_, true) => Grade::Sound,
                _ => Grade::Care,
            };
            JointGrade {
                name: joint.name.clone(),
                grade,
            }
        };
        all.map(of).collect()
    }

    fn headline(&self) -> &'static str {
        match self.grade() {
            Grade::Sound => "The simulated robot follows motion that it has not seen.",
            Grade::Poor if self.moving().next().is_none() => {
                "No joint moves: positions say nothing of the parameters."
            }
            Grade::Poor if !self.wrong().is_empty() => {
                "A sensor is dead or saturated, or drops out: what it recorded is not what happened."
            }
            Grade::Poor if self.unfollowed() => {
                "The simulated motion does not follow the measured one."
            }
            Grade::Poor if self.tells_nothing() => {
                "The simulated motion follows the measured one badly, and nothing determines any parameter."
            }
            Grade::Poor if self.fails() => {
                "The simulated motion follows what it was fitted to, but not what was held out."
            }
            Grade::Poor => "The motion does not tell every parameter that is sought.",
            Grade::Care if self.fit.ending != Ending::Converged => {
                "The search did not end: what it found is the best so far."
            }
            Grade::Care if self.unseen.is_empty() && self.fits() => {
                "The simulated motion follows what was recorded; whether it follows other motion was not tested."
            }
            Grade::Care if self.any(Transfer::Weakens) => {
                "The simulated robot follows motion that it has not seen, but less well than what it was fitted to."
            }
            Grade::Care if self.is_bounded() => {
                "The simulated robot follows the motion, but with parameters at the end of where they were sought."
            }
            Grade::Care if self.holds() && self.lacks() => {
                "The simulated robot follows motion that it has not seen, but what is left of it is no noise."
            }
            Grade::Care if self.holds() && self.fit.unsampled.is_some() => {
                "The simulated robot follows motion that it has not seen, but what drove it between samples is not known."
            }
            Grade::Care if self.holds() && self.is_of_windings() => {
                "The simulated robot follows motion that it has not seen, but with windings that are not known well enough."
            }
            Grade::Care if self.holds() && !self.fit.dependences.is_empty() => {
                "The simulated robot follows motion that it has not seen, but the motion hardly tells some parameters."
            }
            Grade::Care => "The parameters are usable, with care for what is said below.",
        }
    }
}
