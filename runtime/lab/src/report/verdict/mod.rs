//! What an identification is worth, in plain words that its figures bear out.
//!
//! Four questions, a file each where the answer takes more than a line: does the model explain
//! what was recorded, does it predict what it has not seen ([`transfer`]), did the motion excite
//! every parameter, and which parameters are known ([`knowledge`]).

mod knowledge;
mod reason;
mod remedy;
mod transfer;

use serde::Serialize;

use crate::identification::Identification;
use crate::residuals::Fit;

pub use reason::Reason;
pub use transfer::{Transfer, transfer};

/// Share of the variance of each joint's torque that a model has to explain to be relied on
/// (Kolathaya et al., section VI, use an identified model only above it).
const SOUND: f64 = 0.95;
/// A share below which a model is no model of the joint.
const POOR: f64 = 0.6;
/// Condition number of the scaled observation matrix up to which excitation is called good: noise
/// then grows by at most two decades in the worst direction.
const WELL_CONDITIONED: f64 = 100.0;

/// Correlation of neighbouring residuals beyond which something systematic is not in the model.
const COLOURED: f64 = 0.5;

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
}

/// A grade, a headline, the reasons, and what would help.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// The grade.
    pub grade: Grade,
    /// The grade as a label.
    pub word: &'static str,
    /// One sentence.
    pub headline: String,
    /// The reasons, a sentence each.
    pub reasons: Vec<String>,
    /// What to do about what is wanting, a sentence each.
    pub remedies: Vec<String>,
    /// Whether no joint's prediction fails on data that took no part (true as well where nothing
    /// was held out).
    pub transfers: bool,
}

/// What the verdict rests on.
struct Evidence<'a> {
    found: &'a Identification,
    /// The lowest R² of a joint.
    worst: f64,
    /// The lowest R² of a joint on unseen data, of those whose torque varied enough to test it.
    worst_unseen: f64,
    /// Whether the motion left directions of the parameters unexcited.
    lost: bool,
    /// Joints with what unseen data say of them; none without validation.
    transfer: Option<Vec<(&'a str, Transfer)>>,
}

impl<'a> Evidence<'a> {
    fn of(found: &'a Identification) -> Self {
        let transfer: Option<Vec<(&str, Transfer)>> = found.validation.as_ref().map(|validation| {
            let pairs = found.joints.iter().zip(&validation.joints);
            pairs
                .map(|(seen, unseen)| (seen.name.as_str(), transfer(seen, unseen)))
                .collect()
        });
        let tested = found
            .validation
            .iter()
            .flat_map(|validation| validation.joints.iter().zip(transfer.iter().flatten()));
        let worst_unseen = tested
            .filter(|(_, judged)| judged.1 != Transfer::Untested)
            .map(|(unseen, _)| unseen.r2)
            .fold(1.0, f64::min);
        Self {
            found,
            worst_unseen,
            worst: found.joints.iter().map(|fit| fit.r2).fold(1.0, f64::min),
            lost: found.rank < found.structural_rank,
            transfer,
        }
    }

    /// Joints of which unseen data say so.
    fn joints(&self, outcome: Transfer) -> Vec<&'a str> {
        let all = self.transfer.iter().flatten();
        all.filter(|(_, of)| *of == outcome)
            .map(|(name, _)| *name)
            .collect()
    }

    fn fails(&self) -> bool {
        !self.joints(Transfer::Fails).is_empty()
    }

    /// Whether some joint's torque is neither explained nor small beside the residual.
    fn unexplained(&self) -> bool {
        let bad = |fit: &&Fit| fit.r2 < POOR && fit.nrmse > (1.0 - POOR).sqrt();
        self.found.joints.iter().any(|fit| bad(&fit))
    }

    fn grade(&self) -> Grade {
        let every = |outcome| self.transfer.iter().flatten().all(|(_, of)| *of == outcome);
        let tested = self.transfer.is_some() && every(Transfer::Holds);
        if self.lost || self.fails() || self.unexplained() {
            Grade::Poor
        } else if tested && self.worst > SOUND && self.worst_unseen > SOUND {
            Grade::Sound
        } else {
            Grade::Care
        }
    }

    fn headline(&self) -> &'static str {
        let tested = self.transfer.is_some();
        match self.grade() {
            Grade::Sound => "The model predicts motion that it has not seen.",
            Grade::Poor if self.fails() => {
                "Prediction does not transfer: the parameters fit this recording, not the robot."
            }
            Grade::Poor if self.lost => {
                "The motion does not reveal every parameter: record a richer one."
            }
            Grade::Poor => "The model does not explain the measured torques.",
            Grade::Care if !tested && self.worst > SOUND => {
                "The model fits what was recorded; whether it predicts other motion was not tested."
            }
            Grade::Care if !self.joints(Transfer::Weakens).is_empty() => {
                "The model predicts unseen data, but less well than the data it was fitted to."
            }
            Grade::Care if self.worst > SOUND && self.worst_unseen <= SOUND => {
                "The model predicts unseen data, but explains too little of some joint's torque."
            }
            Grade::Care if self.worst > SOUND => {
                "The model predicts unseen data, but not every joint was put to the test."
            }
            Grade::Care => "The model is usable, with care for what is said below.",
        }
    }
}

impl Verdict {
    /// The verdict on an identification.
    #[must_use]
    pub fn of(found: &Identification) -> Self {
        let evidence = Evidence::of(found);
        let mut reasons = vec![explained(found)];
        reasons.extend(unseen(&evidence));
        reasons.extend(coloured(found));
        reasons.push(excitation(found));
        reasons.extend(knowledge::sentences(found));
        if found.biased {
            reasons.push(format!(
                "By {} deviations say how noise scatters the estimate, not how far it is from the \
                 truth.",
                found.method.title()
            ));
        }
        let grade = evidence.grade();
        Self {
            grade,
            word: grade.word(),
            headline: evidence.headline().to_owned(),
            reasons,
            remedies: remedy::remedies(&evidence),
            transfers: !evidence.fails(),
        }
    }
}

/// What share of the torque is explained, over all and at worst.
fn explained(found: &Identification) -> String {
    let worst = found.joints.iter().min_by(|a, b| a.r2.total_cmp(&b.r2));
    let worst = worst
        .filter(|joint| joint.r2 < 0.9999)
        .map_or(String::new(), |joint| {
            let share = 100.0 * joint.r2.max(0.0);
            format!(", at worst {share:.1} % (joint {})", joint.name)
        });
    let share = match 100.0 * found.overall.r2.max(0.0) {
        nearly_all if nearly_all >= 99.99 => "more than 99.99".to_owned(),
        share => format!("{share:.1}"),
    };
    format!(
        "It explains {share} % of the variance of the measured torques{worst}; the residual is \
         {:.1} % of their size.",
        100.0 * found.overall.nrmse
    )
}

/// What unseen data say.
fn unseen(evidence: &Evidence<'_>) -> Vec<String> {
    let Some(validation) = &evidence.found.validation else {
        return vec![
            "No data was held out, so nothing is known of how it predicts other motion.".to_owned(),
        ];
    };
    let mut sentences = vec![format!(
        "On data that took no part the residual is {:.1} % of the torques' size (R² {:.3}).",
        100.0 * validation.overall.nrmse,
        validation.overall.r2
    )];
    let failing = evidence.joints(Transfer::Fails);
    if !failing.is_empty() {
        sentences.push(format!(
            "Prediction does not transfer for {}: {}.",
            joints(&failing),
            falls(evidence.found, &validation.joints, &failing)
        ));
    }
    let weakened = evidence.joints(Transfer::Weakens);
    if !weakened.is_empty() {
        sentences.push(format!(
            "Prediction is weaker for {}: {}.",
            joints(&weakened),
            falls(evidence.found, &validation.joints, &weakened)
        ));
    }
    let untested = evidence.joints(Transfer::Untested);
    if !untested.is_empty() {
        sentences.push(format!(
            "The torque of {} hardly varies in that data, which therefore says little of it.",
            joints(&untested)
        ));
    }
    sentences
}

/// Joints whose residuals are no noise.
fn coloured(found: &Identification) -> Option<String> {
    let names: Vec<&str> = found
        .joints
        .iter()
        .filter(|fit| fit.lag1 > COLOURED)
        .map(|fit| fit.name.as_str())
        .collect();
    (!names.is_empty()).then(|| {
        format!(
            "Residuals of {} are correlated in time: something systematic is not in the model. \
             Deviations are widened for it.",
            joints(&names)
        )
    })
}

/// `R² of 1 falls from 0.95 to −0.40`, of each failing joint.
fn falls(found: &Identification, held: &[Fit], failing: &[&str]) -> String {
    let pairs = found.joints.iter().zip(held);
    let pairs = pairs.filter(|(seen, _)| failing.contains(&seen.name.as_str()));
    let each: Vec<String> = pairs
        .map(|(seen, unseen)| {
            format!("{} {:.2} → {:.2}", seen.name, seen.r2, unseen.r2).replace('-', "−")
        })
        .collect();
    format!("R² falls ({})", each.join(", "))
}

/// `joint q1`, `joints q1, q2`.
fn joints(names: &[&str]) -> String {
    let word = if names.len() == 1 { "joint" } else { "joints" };
    format!("{word} {}", names.join(", "))
}

fn excitation(found: &Identification) -> String {
    if found.rank < found.structural_rank {
        return format!(
            "The motion excites only {} of {} directions of the base parameters.",
            found.rank, found.structural_rank
        );
    }
    let words = match found.condition {
        well if well <= WELL_CONDITIONED => "all well",
        fair if fair <= 10.0 * WELL_CONDITIONED => "some of them weakly",
        _ => "some of them barely",
    };
    format!(
        "The motion excites all {} base parameters, {words} (condition number {:.0}, columns \
         scaled).",
        found.rank, found.condition
    )
}
