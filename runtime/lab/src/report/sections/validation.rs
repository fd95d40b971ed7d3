//! How well the model predicts data that took no part in the estimate.

use serde::Serialize;

use super::fit::{FitRow, common_unit, rows};
use super::torques;
use crate::judge::Transfer;
use crate::report::ReportError;
use crate::report::section::Section;
use crate::study::Study;

#[derive(Serialize)]
struct Validation {
    recordings: String,
    joints: Vec<JointTransfer>,
    overall: FitRow,
    plots: String,
}

#[derive(Serialize)]
struct JointTransfer {
    fit: FitRow,
    held_out: FitRow,
    ratio: String,
    word: &'static str,
    class: &'static str,
}

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let (model, found) = (study.model, &study.identification);
    let Some(validation) = &found.validation else {
        return Ok(None);
    };
    let outcomes = study.judgement.transfer.iter().map(|joint| {
        let ratio = match joint.ratio {
            ratio if ratio.is_finite() => format!("{ratio:.2}"),
            _ => "–".to_owned(),
        };
        (ratio, joint.outcome)
    });
    let fits = rows(model, &found.fits.joints);
    let held = rows(model, &validation.fits.joints);
    let joints = fits.into_iter().zip(held).zip(outcomes);
    let joints = joints.map(|((fit, held_out), (ratio, transfer))| {
        let (word, class) = match transfer {
            Transfer::Holds => ("predicts", "good"),
            Transfer::Weakens => ("predicts less well", "poor"),
            Transfer::Untested => ("hardly tested", "fair"),
            Transfer::Fails => ("does not transfer", "lost"),
        };
        JointTransfer {
            fit,
            held_out,
            ratio,
            word,
            class,
        }
    });
    let content = Validation {
        recordings: validation.recordings.join(", "),
        joints: joints.collect(),
        overall: FitRow::of(&validation.fits.overall, common_unit(model)),
        plots: torques::unseen(model, &validation.fits.joints, &validation.series)?,
    };
    let template = include_str!("validation.html");
    Section::new("validation", "Validation", template, content).map(Some)
}
