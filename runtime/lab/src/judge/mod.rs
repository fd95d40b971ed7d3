//! What recordings and figures are worth, judged once and in one place.
//!
//! [`notes`] says what recordings raise doubts by before anything is identified; a [`Judgement`] says
//! what the figures of an identification are worth. Both are data; terminal, page and JSON phrase
//! them. Every number that they turn on is in [`thresholds`](crate::thresholds).

mod change;
mod collect;
mod disturbance;
mod facts;
mod finding;
mod lacking;
mod motion;
mod note;
mod phrases;
mod plausibility;
mod rate;
mod reason;
mod remedy;
mod simulated;
#[cfg(test)]
mod tests;
mod unseen;
mod unseen_fault;
mod verdict;
mod words;

pub use change::{Change, ChangeCause};
pub use disturbance::Disturbance;
pub use facts::Transferred;
pub use finding::{Fall, Finding};
pub use motion::{MotionFinding, MotionJudgement, MotionMeans, MotionRemedy, MotionTransfer};
pub use note::{Note, notes};
pub use reason::Reason;
pub use remedy::{Means, Remedy};
pub use unseen_fault::UnseenFault;
pub use verdict::{Grade, JointGrade};

pub use crate::statistics::{Transfer, transfer};

use crate::identify::Identification;
use armwright_runtime::Model;
use facts::Facts;

/// What an identification is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// How far it can be trusted.
    pub grade: Grade,
    /// The same in one sentence.
    pub headline: String,
    /// What the figures say.
    pub findings: Vec<Finding>,
    /// What to do about what is wanting.
    pub remedies: Vec<Remedy>,
    /// How far the prediction of each joint's torque can be trusted; the grade of all is no better.
    pub joints: Vec<JointGrade>,
    /// What unseen data say of each joint; empty without validation.
    pub transfer: Vec<Transferred>,
    /// What explains that a validation recording is not predicted, where the model holds on all else.
    pub change: Option<Change>,
    /// What was measured in place of torques, by its rows; none of torques.
    pub rows: Vec<String>,
    /// Whether friction was held: torques less that friction are what was identified from.
    pub friction_held: bool,
    /// Whether no joint's prediction fails on data that took no part (true as well where nothing
    /// was held out).
    pub transfers: bool,
}

impl Judgement {
    /// The judgement of an identification.
    #[must_use]
    pub fn of(model: &Model, found: &Identification) -> Self {
        let (facts, rows) = (Facts::of(model, found), &found.estimation.measured_rows);
        let headline = phrases::of_rows(verdict::headline(&facts), rows);
        let friction_held = !found.friction_held.is_empty();
        Self {
            grade: Grade::of(&facts),
            headline: phrases::of_what_is_left(headline, friction_held),
            rows: rows.clone(),
            friction_held,
            findings: collect::findings(&facts),
            remedies: remedy::remedies(&facts),
            joints: verdict::joints(&facts),
            transfer: facts.transferred(),
            change: facts.change.clone(),
            transfers: !facts.fails() && !facts.inconsistent(),
        }
    }

    /// The reasons of the grade, a sentence each.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        let reasons = self.findings.iter().filter(|finding| finding.is_reason());
        self.said(reasons)
    }

    /// What a reader should not overlook, a sentence each.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let warnings = self.findings.iter().filter(|finding| finding.is_warning());
        self.said(warnings)
    }

    /// The first of the warnings: what nothing else counts beside.
    #[must_use]
    pub fn alarms(&self) -> Vec<String> {
        let alarms = self.findings.iter().filter(|finding| finding.is_alarm());
        self.said(alarms)
    }

    /// What to do about what is wanting, a sentence each; `means` are the ways that a front end offers.
    #[must_use]
    pub fn advice(&self, means: &Means) -> Vec<String> {
        let sentences = self.remedies.iter().map(|remedy| remedy.sentence(means));
        let said = sentences.map(|sentence| phrases::of_rows(sentence, &self.rows));
        said.collect()
    }

    fn said<'a>(&self, findings: impl Iterator<Item = &'a Finding>) -> Vec<String> {
        let said = findings.map(|finding| phrases::of_rows(finding.to_string(), &self.rows));
        said.map(|sentence| phrases::of_what_is_left(sentence, self.friction_held))
            .collect()
    }
}
