//! Measured against predicted torque, joint by joint.

use serde::Serialize;

use super::torque_unit;
use crate::regression::Series;
use crate::report::numbers::{determination, percent, short};
use crate::report::section::{Section, fill};
use crate::report::{ReportError, plot};
use crate::statistics::Fit;
use crate::study::Study;
use armwright_runtime::Model;

/// Joints with their plots.
#[derive(Serialize)]
struct Torques<'a> {
    joints: Vec<JointPlots<'a>>,
}

#[derive(Serialize)]
struct JointPlots<'a> {
    name: &'a str,
    unit: &'static str,
    rmse: String,
    nrmse: String,
    r2: String,
    plots: Vec<Plot>,
}

#[derive(Serialize)]
struct Plot {
    /// The recording, where there are several.
    caption: Option<String>,
    svg: String,
}

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let found = &study.identification;
    let body = body(study.model, &found.fits.joints, &found.series);
    body.map_or(Ok(None), |torques| {
        let template = include_str!("torques.html");
        Section::new(
            "torques",
            "Measured and predicted torque",
            template,
            torques,
        )
        .map(Some)
    })
}

/// The same of data that took no part.
pub(super) fn unseen(
    model: &Model,
    joints: &[Fit],
    series: &[Series],
) -> Result<String, ReportError> {
    match body(model, joints, series) {
        Some(torques) => fill(include_str!("torques.html"), torques),
        None => Ok(String::new()),
    }
}

fn body<'a>(model: &'a Model, fits: &[Fit], series: &[Series]) -> Option<Torques<'a>> {
    if series.is_empty() {
        return None;
    }
    let joints = model.joints.iter().zip(fits).enumerate();
    let joints = joints.map(|(i, (joint, fit))| {
        let unit = torque_unit(joint);
        let plots = series.iter().map(|s| Plot {
            caption: (series.len() > 1).then(|| s.name.clone()),
            svg: plot::torque(s, i, joint.name, unit),
        });
        JointPlots {
            name: joint.name,
            unit,
            rmse: short(fit.rmse),
            nrmse: percent(fit.nrmse),
            r2: determination(fit.r2),
            plots: plots.collect(),
        }
    });
    Some(Torques {
        joints: joints.collect(),
    })
}
