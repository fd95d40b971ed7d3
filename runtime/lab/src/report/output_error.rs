//! `output-error.html`: parameters with which simulated motions follow measured ones, and how much motions depend on them.

use minijinja::value::Serde;
use minijinja::{Environment, context};
use serde::Serialize;

use super::ReportError;
use super::plot;
use crate::judge::{Grade, JointGrade, MotionJudgement, MotionMeans, MotionTransfer};
use crate::output_error::{Fit, FittedJoint, Sensitivity, Unseen};
use crate::recording::{Recording, Repair, noticed};

/// A judgement of simulated motions in words, as the verdict of an identification.
#[derive(Debug, Serialize)]
pub struct MotionVerdict {
    grade: Grade,
    word: &'static str,
    headline: &'static str,
    reasons: Vec<String>,
    remedies: Vec<String>,
    joints: Vec<JointGrade>,
    transfer: Vec<MotionTransfer>,
}

impl MotionVerdict {
    /// Of a judgement; `means` are the ways that a front end offers to follow a remedy.
    #[must_use]
    pub fn of(judgement: &MotionJudgement, means: &MotionMeans) -> Self {
        Self {
            grade: judgement.grade,
            word: judgement.grade.word(),
            headline: judgement.headline,
            reasons: judgement.reasons(),
            remedies: judgement.advice(means),
            joints: judgement.joints.clone(),
            transfer: judgement.transfer.clone(),
        }
    }
}

/// What was done to recordings while they were read, and noticed of them.
#[derive(Debug, Default, Serialize)]
pub struct AsRead {
    /// What was done to rows.
    pub repairs: Vec<Repair>,
    /// What was taken for granted, and what looks wrong.
    pub remarks: Vec<String>,
}

impl AsRead {
    /// Of recordings; what several have in common is said once.
    #[must_use]
    pub fn of(recordings: &[&Recording]) -> Self {
        let repairs = recordings
            .iter()
            .flat_map(|own| own.repairs.iter().cloned());
        let remarks = noticed(recordings.iter().copied());
        Self {
            repairs: repairs.collect(),
            remarks: remarks.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A joint with its plots, as SVG.
#[derive(Serialize)]
struct DrawnJoint<'a> {
    #[serde(flatten)]
    joint: &'a FittedJoint,
    motion: String,
    left: String,
}

/// How much a motion depends on what it is made of, with its plots.
#[derive(Serialize)]
struct DrawnSensitivity<'a> {
    #[serde(flatten)]
    found: &'a Sensitivity,
    growth_plot: String,
    bars: String,
    curves_drawn: Vec<(String, String)>,
}

/// Curves that are drawn of each motion at most.
const CURVES: usize = 24;

fn draw_joint(joint: &FittedJoint) -> DrawnJoint<'_> {
    let [times, measured, simulated] = &joint.series;
    let name = &joint.name;
    let left: Vec<f64> = simulated.iter().zip(measured).map(|(s, m)| s - m).collect();
    DrawnJoint {
        motion: plot::lines(
            times,
            &[("measured", measured), ("predicted", simulated)],
            &format!("{name}: measured and simulated position"),
            joint.unit,
        ),
        left: plot::lines(
            times,
            &[("residual", &left)],
            &format!("{name}: simulated less measured"),
            joint.unit,
        ),
        joint,
    }
}

fn draw(found: &Sensitivity) -> DrawnSensitivity<'_> {
    let strongest = |curve: &crate::output_error::Curve| {
        let joint =
            (0..curve.largest.len()).max_by(|a, b| curve.largest[*a].total_cmp(&curve.largest[*b]));
        joint.unwrap_or(0)
    };
    let unit = |joint: usize| found.units.get(joint).copied().unwrap_or_default();
    let mut bars: Vec<(String, f64, &str)> = found
        .curves
        .iter()
        .map(|curve| {
            let joint = strongest(curve);
            let largest = curve.largest.get(joint).copied().unwrap_or(0.0);
            (curve.name.clone(), largest, unit(joint))
        })
        .collect();
    bars.sort_by(|a, b| b.1.total_cmp(&a.1));
    let curves = found.curves.iter().take(CURVES).map(|curve| {
        let title = format!(
            "change of position with {} by {}",
            curve.name,
            super::numbers::short(curve.change)
        );
        let joint = strongest(curve);
        let values = curve.values.get(joint).map_or(&[][..], Vec::as_slice);
        let lines = [("predicted", values)];
        let svg = plot::lines(&found.times, &lines, &title, unit(joint));
        (title, svg)
    });
    DrawnSensitivity {
        growth_plot: plot::growth(
            &found.times,
            &found.growth.factors,
            "by how much an error of the state at the beginning has grown",
        ),
        bars: plot::bars(&bars, "largest changes of position"),
        curves_drawn: curves.collect(),
        found,
    }
}

/// The page of an output-error fit, one file without network.
///
/// # Errors
/// [`ReportError::Template`].
pub fn output_error_page(
    fit: &Fit,
    verdict: &MotionVerdict,
    sensitivities: &[Sensitivity],
    validation: &[Unseen],
    read: &AsRead,
    title: &str,
) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    let short = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), super::numbers::short);
    environment.add_filter("short", short);
    environment.add_template("output_error.html", include_str!("output_error.html"))?;
    let joints: Vec<DrawnJoint<'_>> = fit.joints.iter().map(draw_joint).collect();
    let drawn: Vec<DrawnSensitivity<'_>> = sensitivities.iter().map(draw).collect();
    let content = context! {
        title,
        verdict => Serde(verdict),
        validation => Serde(validation),
        found => Serde(fit),
        read => Serde(read),
        joints => Serde(joints),
        sensitivities => Serde(drawn),
        style => include_str!("report.css"),
        version => env!("CARGO_PKG_VERSION"),
    };
    Ok(environment
        .get_template("output_error.html")?
        .render(content)?)
}
