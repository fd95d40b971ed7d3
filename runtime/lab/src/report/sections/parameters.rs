//! Base parameters of bodies and of drives: value, deviation, and why one is poorly known.

use serde::Serialize;

use crate::judge::{Grade, Reason};
use crate::report::ReportError;
use crate::report::mathematics::typeset;
use crate::report::numbers::{short, signed};
use crate::report::section::Section;
use crate::statistics::{Estimated, Quality};
use crate::study::Study;
use armwright_runtime::Model;

/// A table of parameters.
#[derive(Serialize)]
struct ParameterTable<'a> {
    rows: Vec<ParameterRow<'a>>,
    /// What stands above the table.
    introduction: &'static str,
    /// Whether there is a truth to compare with.
    simulated: bool,
    /// Whether the parameters describe this recording only.
    fits_here_only: bool,
    columns: usize,
    caption: String,
}

/// A base parameter, as text.
#[derive(Serialize)]
struct ParameterRow<'a> {
    name: &'a str,
    mathematics: Option<String>,
    expression: &'a str,
    /// Whether it stands for more than the parameter that it is named after.
    grouped: bool,
    unit: &'a str,
    value: String,
    std: String,
    percent: String,
    /// Width of the bar that shows the relative deviation, percent of 50 %.
    bar: f64,
    class: &'static str,
    word: &'static str,
    reason: String,
    truth: String,
    off: String,
    beyond: bool,
}

pub(super) fn bodies(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let introduction = "What motion and torque reveal of masses, first moments and inertias: \
                        each is the combination below its name, about the origin of the body's \
                        frame.";
    let base = &study.identification.estimation.base;
    table(
        study,
        base,
        "base",
        "Base parameters of the bodies",
        introduction,
    )
}

pub(super) fn drives(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let introduction = "Ia: inertia of a rotor or of a joint's own coordinate; fc, fv, fo: Coulomb \
                        friction, viscous friction, offset. Named after a joint or after the \
                        motor on whose side of the transmission it acts.";
    let drive = &study.identification.estimation.drive;
    table(study, drive, "drives", "Drives", introduction)
}

fn table(
    study: &Study<'_>,
    list: &[Estimated],
    id: &'static str,
    title: &'static str,
    introduction: &'static str,
) -> Result<Option<Section>, ReportError> {
    if list.is_empty() {
        return Ok(None);
    }
    let simulated = list.iter().any(|p| p.truth.is_some());
    let judgement = &study.judgement;
    let fits_here_only = judgement.grade == Grade::Poor && !judgement.transfers;
    let row = |p| row(study.model, p, fits_here_only);
    let content = ParameterTable {
        rows: list.iter().map(row).collect(),
        introduction,
        simulated,
        fits_here_only,
        columns: if simulated { 9 } else { 7 },
        caption: format!(
            "{} parameters, by {}",
            list.len(),
            study.identification.estimation.method.title()
        ),
    };
    Section::new(id, title, include_str!("parameters.html"), content).map(Some)
}

fn row<'a>(model: &Model, p: &'a Estimated, fits_here_only: bool) -> ParameterRow<'a> {
    let base = model.base.iter().find(|base| base.name == p.name);
    let off = p.truth.zip(p.std).filter(|(_, std)| *std > 0.0);
    let off = off.map(|(truth, std)| (p.value - truth) / std);
    let known = matches!(p.quality, Quality::Good | Quality::Fair);
    ParameterRow {
        name: &p.name,
        mathematics: base.and_then(|base| typeset(base.latex, false)),
        expression: &p.expression,
        grouped: p.expression != p.name,
        unit: &p.unit,
        value: short(p.value),
        std: p.std.map_or("–".to_owned(), short),
        percent: p.percent.map_or("–".to_owned(), |percent| match percent {
            large if large >= 1000.0 => "> 1000".to_owned(),
            small if small < 1.0 => format!("{small:.2}"),
            percent => format!("{percent:.1}"),
        }),
        bar: (p.percent.unwrap_or(100.0) * 2.0).clamp(1.0, 100.0),
        class: match p.quality {
            _ if fits_here_only && known => "poor",
            Quality::Good => "good",
            Quality::Fair => "fair",
            Quality::Undetermined => "lost",
            Quality::Poor | Quality::Zero | Quality::Assumed => "poor",
        },
        word: if fits_here_only && known {
            "fits here only"
        } else {
            p.quality.word()
        },
        reason: Reason::of(p).map_or(String::new(), |reason| reason.to_string()),
        truth: p.truth.map_or(String::new(), short),
        off: off.map_or(String::new(), signed),
        beyond: off.is_some_and(|off| off.abs() > 3.0),
    }
}
