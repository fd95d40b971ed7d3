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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::tests::identification;
    use super::{Document, Verdict};
    use crate::identify::BaseEstimate;
    use crate::interpret::{InterpretOptions, interpret};
    use crate::judge::{Means, Note};
    use crate::parameters::nominal;
    use crate::provenance::Provenance;
    use crate::regression::by_hand::MODEL;
    use crate::statistics::Quality;
    use crate::study::Study;
    use crate::two_step::TwoStep;
    use armwright_robots::double_pendulum;
    use armwright_runtime::Robot;

    #[test]
    fn a_verdict_is_the_judgement_in_words() {
        let study = Study::judged(&MODEL, identification(), Vec::new());
        let (judgement, means) = (&study.judgement, Means::default());
        let expected = json!({
            "grade": judgement.grade,
            "word": judgement.grade.word(),
            "headline": judgement.headline,
            "reasons": judgement.reasons(),
            "remedies": judgement.advice(&means),
            "transfers": judgement.transfers,
            "joints": judgement.joints,
        });
        assert_eq!(json!(Verdict::of(judgement, &means)), expected);
    }

    fn elements() -> TwoStep {
        TwoStep {
            robot: "by_hand".to_owned(),
            configurations: Vec::new(),
            elements: Vec::new(),
        }
    }

    #[test]
    fn a_document_has_every_part_of_a_study() {
        let mut found = identification();
        found.estimation.base[1].quality = Quality::Undetermined;
        found.estimation.drive[0].quality = Quality::Assumed;
        found.estimation.drive[0].from_data = 0.25;
        let good = [Quality::Good; 8];
        let others = found.estimation.parameters_mut().zip(good);
        for (k, (parameter, quality)) in others.enumerate() {
            if k != 1 && parameter.quality != Quality::Assumed {
                parameter.quality = quality;
            }
        }
        let names = [
            &found.estimation.base[1].name,
            &found.estimation.drive[0].name,
        ]
        .map(String::clone);
        let study = Study::judged(
            &MODEL,
            found,
            vec![Note::Invented, Note::NotRecovered("of this".to_owned())],
        );
        let document = json!(Document::of(&study, &Means::default()));
        assert_eq!(document["robot"], "by_hand");
        assert_eq!(
            document["poorly_known"],
            json!([
                {"name": names[0], "why": "not_excited"},
                {"name": names[1], "why": "held", "from_data": 0.25},
            ])
        );
        assert_eq!(document["recordings"], json!(["one", "two"]));
        let used = document["measured"].as_array().expect("a list").iter();
        let used: Vec<_> = used.map(|one| (&one["name"], &one["used_to"])).collect();
        assert_eq!(
            json!(used),
            json!([
                ["one", "estimate"],
                ["two", "estimate"],
                ["unseen", "validate"]
            ])
        );
        assert_eq!(document["transfer"], json!(study.judgement.transfer));
        for absent in ["provenance", "interpretation", "two_step", "methods"] {
            assert!(document.get(absent).is_none(), "{absent}");
        }
        for (key, part) in [
            (
                "provenance",
                json!(Provenance::of([], vec!["wrist".to_owned()])),
            ),
            ("two_step", json!(elements())),
        ] {
            let mut whole = study.clone();
            whole.provenance = Some(Provenance::of([], vec!["wrist".to_owned()]));
            whole.two_step = Some(elements());
            assert_eq!(json!(Document::of(&whole, &Means::default()))[key], part);
        }
        // What nothing else counts beside comes first, then notes, then other warnings.
        let warnings = study.judgement.warnings();
        let alarms = study.judgement.alarms().len();
        let notes = study.notes.iter().map(ToString::to_string);
        let expected: Vec<String> = warnings[..alarms]
            .iter()
            .cloned()
            .chain(notes)
            .chain(warnings[alarms..].iter().cloned())
            .collect();
        assert_eq!(document["warnings"], json!(expected));
    }

    /// An interpretation of another robot, so that it shows.
    #[test]
    fn a_document_has_what_was_interpreted() {
        let model = double_pendulum::ROBOT.model();
        let mut beta = vec![0.0; model.base.len()];
        double_pendulum::ROBOT
            .base_parameters(&nominal(model), &mut beta)
            .expect("base parameters");
        let estimate = BaseEstimate::exact(beta);
        let options = InterpretOptions::default();
        let found = interpret(&double_pendulum::ROBOT, &estimate, &[], options);
        let mut study = Study::judged(&MODEL, identification(), Vec::new());
        study.interpretation = Some(found.expect("an interpretation"));
        let document = json!(Document::of(&study, &Means::default()));
        assert!(document["interpretation"].is_object());
        assert_eq!(document["interpretation"], json!(study.interpretation));
    }
}
