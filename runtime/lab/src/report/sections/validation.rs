//! How well the model predicts data that took no part in the estimate.

use serde::Serialize;

use super::fit::{Row, common_unit, rows};
use super::torques;
use crate::identification::Identification;
use crate::report::ReportError;
use crate::report::section::Section;
use crate::report::verdict::{Transfer, transfer};
use armwright_runtime::Model;

#[derive(Serialize)]
struct Validation {
    recordings: String,
    joints: Vec<Joint>,
    overall: Row,
    plots: String,
}

#[derive(Serialize)]
struct Joint {
    fit: Row,
    held_out: Row,
    ratio: String,
    word: &'static str,
    class: &'static str,
}

pub(super) fn section(
    model: &'static Model,
    found: &Identification,
) -> Result<Option<Section>, ReportError> {
    let Some(validation) = &found.validation else {
        return Ok(None);
    };
    let outcomes = found.joints.iter().zip(&validation.joints);
    let outcomes: Vec<(String, Transfer)> = outcomes
        .map(|(fit, held)| {
            let ratio = match held.rmse / fit.rmse {
                ratio if ratio.is_finite() => format!("{ratio:.2}"),
                _ => "–".to_owned(),
            };
            (ratio, transfer(fit, held))
        })
        .collect();
    let fits = rows(model, &found.joints);
    let held = rows(model, &validation.joints);
    let joints = fits.into_iter().zip(held).zip(outcomes);
    let joints = joints.map(|((fit, held_out), (ratio, transfer))| {
        let (word, class) = match transfer {
            Transfer::Holds => ("predicts", "good"),
            Transfer::Weakens => ("predicts less well", "poor"),
            Transfer::Untested => ("hardly tested", "fair"),
            Transfer::Fails => ("does not transfer", "lost"),
        };
        Joint {
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
        overall: Row::of(&validation.overall, common_unit(model)),
        plots: torques::unseen(model, &validation.joints, &validation.series)?,
    };
    let template = include_str!("validation.html");
    Section::new("validation", "Validation", template, content).map(Some)
}
