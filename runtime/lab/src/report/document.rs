//! `identification.json`: every figure of a study with the judgement on it.

use serde::Serialize;

use super::ReportError;
use super::measured::Measured;
use crate::identify::Identification;
use crate::interpret::{Interpretation, Recovered};
use crate::judge::{Change, Grade, JointGrade, Judgement, Means, Reason, Transferred};
use crate::methods::Methods;
use crate::provenance::Provenance;
use crate::study::Study;
use crate::two_step::TwoStep;

/// What `identification.json` holds; a figure that is not finite is `null`.
#[derive(Serialize)]
pub struct Document<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    provenance: Option<&'a Provenance>,
    #[serde(flatten)]
    identification: &'a Identification,
    physical: &'a [Recovered],
    #[serde(skip_serializing_if = "Option::is_none")]
    interpretation: Option<&'a Interpretation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    two_step: Option<&'a TwoStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    methods: Option<&'a Methods>,
    warnings: Vec<String>,
    measured: Vec<Measured>,
    transfer: &'a [Transferred],
    verdict: Verdict,
    poorly_known: Vec<PoorlyKnown<'a>>,
}

/// The verdict in words.
#[derive(Serialize)]
pub(super) struct Verdict {
    grade: Grade,
    word: &'static str,
    headline: String,
    reasons: Vec<String>,
    remedies: Vec<String>,
    transfers: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<Change>,
    joints: Vec<JointGrade>,
}

impl Verdict {
    pub(super) fn of(judgement: &Judgement, means: &Means) -> Self {
        Self {
            grade: judgement.grade,
            word: judgement.grade.word(),
            headline: judgement.headline.clone(),
            reasons: judgement.reasons(),
            remedies: judgement.advice(means),
            transfers: judgement.transfers,
            change: judgement.change.clone(),
            joints: judgement.joints.clone(),
        }
    }
}

/// A base parameter that is poorly known, and why.
#[derive(Serialize)]
struct PoorlyKnown<'a> {
    name: &'a str,
    #[serde(flatten)]
    reason: Reason,
}

impl<'a> Document<'a> {
    /// The figures of a study; `means` are the ways that a front end offers to follow a remedy.
    #[must_use]
    pub fn of(study: &'a Study<'_>, means: &Means) -> Self {
        let identification = &study.identification;
        let parameters = identification.estimation.parameters();
        let poor = parameters.filter_map(|p| {
            let name = p.name.as_str();
            Reason::of(p).map(|reason| PoorlyKnown { name, reason })
        });
        let (mut warnings, notes) = (study.judgement.alarms(), study.notes.iter());
        let others = study.judgement.warnings().split_off(warnings.len());
        warnings.extend(notes.map(ToString::to_string).chain(others));
        Self {
            provenance: study.provenance.as_ref(),
            identification,
            physical: &study.physical,
            interpretation: study.interpretation.as_ref(),
            two_step: study.two_step.as_ref(),
            methods: study.methods.as_ref(),
            warnings,
            measured: Measured::of(identification),
            transfer: &study.judgement.transfer,
            verdict: Verdict::of(&study.judgement, means),
            poorly_known: poor.collect(),
        }
    }
}

/// The same as text.
///
/// # Errors
/// [`ReportError::Json`].
pub fn json(study: &Study<'_>, means: &Means) -> Result<String, ReportError> {
    Ok(serde_json::to_string_pretty(&Document::of(study, means))?)
}
