//! How well each joint's torque is explained.

use serde::Serialize;

use super::torque_unit;
use crate::report::ReportError;
use crate::report::numbers::{determination, percent, short, signed, thousands};
use crate::report::section::Section;
use crate::statistics::Fit;
use crate::study::Study;
use armwright_runtime::Model;

#[derive(Serialize)]
struct FitTable {
    joints: Vec<FitRow>,
    overall: FitRow,
    motors: Vec<FitRow>,
    /// How much residuals that are correlated in time widen the standard deviations, at most.
    widened: Option<String>,
}

/// Figures of a fit, as text.
#[derive(Serialize)]
pub(super) struct FitRow {
    pub(super) name: String,
    pub(super) unit: &'static str,
    pub(super) rmse: String,
    pub(super) nrmse: String,
    pub(super) r2: String,
    pub(super) lag1: String,
    /// The probability of residuals like these if only white noise was left, and whether it is
    /// high enough to believe that.
    pub(super) p_value: String,
    pub(super) white: bool,
    pub(super) samples: String,
}

impl FitRow {
    pub(super) fn of(fit: &Fit, unit: &'static str) -> Self {
        Self {
            name: fit.name.clone(),
            unit,
            rmse: short(fit.rmse),
            nrmse: percent(fit.nrmse),
            r2: determination(fit.r2),
            lag1: signed(fit.lag1),
            p_value: fit
                .whiteness
                .as_ref()
                .map_or_else(String::new, |test| match test.p_value {
                    tiny if tiny < 0.001 => "< 0.001".to_owned(),
                    p => format!("{p:.3}"),
                }),
            white: fit.whiteness.as_ref().is_none_or(|test| test.white),
            samples: thousands(fit.samples),
        }
    }
}

/// A row a joint, in the joint's unit.
pub(super) fn rows(model: &Model, fits: &[Fit]) -> Vec<FitRow> {
    let joints = model.joints.iter().zip(fits);
    joints
        .map(|(joint, fit)| FitRow::of(fit, torque_unit(joint)))
        .collect()
}

/// The unit of figures over all joints: none where joints turn and slide.
pub(super) fn common_unit(model: &Model) -> &'static str {
    let mut units = model.joints.iter().map(torque_unit);
    match units.next() {
        Some(first) if units.all(|unit| unit == first) => first,
        _ => "",
    }
}

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let (model, found) = (study.model, &study.identification);
    let widest = found.correlation_factor.iter().copied().fold(1.0, f64::max);
    let table = FitTable {
        joints: rows(model, &found.fits.joints),
        overall: FitRow::of(&found.fits.overall, common_unit(model)),
        motors: found.motors.iter().map(|fit| FitRow::of(fit, "")).collect(),
        widened: (widest > 1.005).then(|| format!("{:.1}", widest.sqrt())),
    };
    Section::new("fit", "Fit", include_str!("fit.html"), table).map(Some)
}
